-- Writing an export. All of it is of one moment: one statement inserts every part, and what it asks is stable, so that each table is read by
-- that statement's snapshot while others write. Whoever kills it leaves nothing behind, and the next run begins it again.

create function private.export_part_size() returns int
language sql immutable set search_path = '' as $$ select 2000000 $$;
comment on function private.export_part_size is 'About how many bytes a part has: what a browser fetches and keeps in memory at once.';

create function private.csv_cell(expression text) returns text
language sql immutable set search_path = '' as $$
  select format($sql$coalesce('"' || replace(%s, '"', '""') || '"', '')$sql$, expression)
$$;
comment on function private.csv_cell is 'SQL for a text between quotes; nothing at all for null, as COPY reads it. Written into the query, for a
  call for each cell takes ten times as long.';

create function private.guarded_text(expression text) returns text
language sql immutable set search_path = '' as $$
  select format($sql$case when %1$s ~ '^([\t\r\n'']|[[:space:]]*[-=+@＝＋－＠])' then '''' || %1$s else %1$s end$sql$, expression)
$$;
comment on function private.guarded_text is 'SQL for a text that no spreadsheet takes for a formula: an apostrophe before what begins like one,
  and before an apostrophe, so that a restore can take it away again.';

create function private.export_query(head text, cells text, source text, condition text, ordered_by text, begins text default null)
returns text
language sql immutable set search_path = '' as $$
  select format($query$
    select p.part::int as part, %L || string_agg(p.line, '' order by p.at) as text, count(*)::int as count
    from (
      select l.line, l.at, %s as part
      from (select row_number() over (order by %s) as at, %s || E'\n' as line%s from %s t where %s) l) p
    group by p.part order by p.part $query$,
    head || E'\n', format(case when begins is null then '(sum(octet_length(l.line)) over (order by l.at) - octet_length(l.line)) / %s'
      else '(sum(octet_length(l.line)) over (order by l.begun) - sum(octet_length(l.line)) over (partition by l.begun)) / %s' end,
      private.export_part_size()), ordered_by, cells,
    case when begins is null then '' else format(', max(case when %s then t.at end) over (order by t.at) as begun', begins) end,
    case when begins is null then source
      else format('(select row_number() over (order by %s) as at, t.* from %s t where %s)', ordered_by, source, condition) end, condition)
$$;
comment on function private.export_query is 'A query (organization $1) for the CSV of a source, in parts: number, text with the head, rows.
  `begins`: which rows begin what is not taken apart.';

create function private.table_query(relation text) returns text
language sql stable set search_path = '' as $$
  select private.export_query(string_agg(c.name, ','),
    string_agg(private.csv_cell(case
      when c.is_sealed then private.guarded_text(format('private.unseal(%L, t.%I)', private.export_key(relation), c.name))
      when c.is_text then private.guarded_text(format('t.%I::text', c.name))
      else format('t.%I::text', c.name) end), ' || '','' || ' order by c.n),
    table_query.relation, private.export_condition(relation), private.export_order(relation))
  from (
    select e.*, row_number() over () as n from private.export_columns(table_query.relation) e) c
$$;

create function private.import_query(head text, source text, condition text, ordered_by text, begins text default null) returns text
language sql immutable set search_path = '' as $$
  select private.export_query(
    string_agg(upper(left(h.name, 1)) || replace(substr(h.name, 2), '_', ' '), ',' order by h.n),
    string_agg(private.csv_cell(format($sql$case when t.%1$I::text ~ '^-?\d+(\.\d+)?$' then t.%1$I::text else %2$s end$sql$, h.name,
      private.guarded_text(format('t.%I::text', h.name)))), ' || '','' || ' order by h.n), source, condition, ordered_by, begins)
  from unnest(string_to_array(head, ',')) with ordinality h(name, n)
$$;
comment on function private.import_query is 'The same with heads that people read and imports know again (`sale_date`: Sale date).';

create function private.export_imports(organization_id uuid) returns table (path text, query text)
language sql stable set search_path = '' as $$
  select 'sales', private.import_query('booking_reference,status,sale_date,travel_date,return_date,customer,customer_email,vendor,agent,'
    'total_amount,commission_rate,commission_amount,currency,commission_status,notes'
    || case when x.with_lines then ',' || array_to_string(private.line_columns(), ',') else '' end,
    '(select s.organization_id, s.id, s.booking_reference, s.status, s.sale_date, s.travel_date, s.return_date, s.currency,
        c.first_name || '' '' || c.last_name as customer, c.email as customer_email, v.name as vendor,
        a.first_name || '' '' || a.last_name as agent, m.status as commission_status'
    || case when x.with_lines then ',
        case when l.place > 1 then null else s.total_amount end as total_amount,
        case when l.place > 1 then null else s.commission_rate end as commission_rate,
        case when l.place > 1 then null else s.commission_amount end as commission_amount,
        case when l.place > 1 then null else s.notes end as notes,
        coalesce(l.place, 1) as place, l.kind as line_kind, l.text as line_text, l.amount as line_amount,
        case when l.earns = ''nothing'' then ''no'' when l.earns is not null then ''yes'' end as line_commissionable,
        case l.earns when ''rate'' then l.rate end as line_rate, case l.earns when ''amount'' then l.commission end as line_commission'
      else ', s.total_amount, s.commission_rate, s.commission_amount, s.notes' end || '
      from public.sales s'
    || case when x.with_lines then ' left join public.sale_lines l on l.organization_id = s.organization_id and l.sale_id = s.id' else '' end
    || ' join public.customers c on c.id = s.customer_id join public.users a on a.id = s.agent_id
      join public.vendors v on v.id = s.vendor_id
      join public.commissions m on m.sales_id = s.id and m.organization_id = s.organization_id)',
    't.organization_id = $1', case when x.with_lines then 't.sale_date, t.id, t.place' else 't.sale_date, t.id' end,
    case when x.with_lines then 't.place = 1' end)
  from (select exists (
    select from public.sale_lines l where l.organization_id = export_imports.organization_id) as with_lines) x
  union all
  select 'customers', private.import_query('first_name,last_name,email,phone,address_line_1,address_line_2,city,region,postal_code,country,'
    'birthday,emergency_name,emergency_phone,emergency_relation,tags,notes',
    '(select c.id, c.organization_id, c.merged_into, c.erased_at, c.first_name, c.last_name, c.email, c.phone, c.address_line_1,
        c.address_line_2, c.city, c.region, c.postal_code, c.country, c.birthday, c.emergency_name, c.emergency_phone,
        c.emergency_relation, array_to_string(c.tags, ''; '') as tags, c.notes from public.customers c)',
    't.organization_id = $1 and t.merged_into is null and t.erased_at is null', 't.last_name, t.first_name, t.id')
  union all
  select 'vendors', private.import_query('name,category,email,phone,website,contact_name,contact_role,contact_email,contact_phone,'
    'address_line_1,address_line_2,city,region,postal_code,country,account_number,default_commission_rate,expected_payment_days,'
    'expected_payment_basis,aliases,notes',
    '(select v.id, v.organization_id, v.name, v.category, v.email, v.phone, v.website, w.contacts -> 0 ->> ''name'' as contact_name,
        w.contacts -> 0 ->> ''role'' as contact_role, w.contacts -> 0 ->> ''email'' as contact_email,
        w.contacts -> 0 ->> ''phone'' as contact_phone, v.address_line_1, v.address_line_2, v.city, v.region, v.postal_code, v.country,
        w.account_number, v.default_commission_rate, w.expected_payment_days, w.expected_payment_basis,
        array_to_string(v.aliases, ''; '') as aliases, w.notes
      from public.vendors v join public.vendor_terms w on w.vendor_id = v.id)',
    't.organization_id = $1', 't.name, t.id')
  union all
  select 'bank-' || row_number() over (order by b.created_at, b.id) || rtrim('-' || left(btrim(regexp_replace(lower(b.name), '[^a-z0-9]+', '-', 'g'), '-'), 40), '-'),
    private.import_query('date,amount,text,counterparty,reference',
    '(select b.organization_id, b.account_id, b.line_number, b.id, b.booked_on as date, b.amount, b.text, b.counterparty, b.reference
      from public.bank_transactions b)',
    format('t.organization_id = $1 and t.account_id = %L', b.id), 't.date, t.line_number, t.id')
  from public.bank_accounts b where b.organization_id = export_imports.organization_id
$$;
comment on function private.export_imports is 'Files that an import reads again: sales, customers, vendors, and one for each bank account.';

create function private.tell_export_progress(export_id uuid, done bigint, total bigint) returns void
language sql volatile set search_path = '' as $$
  select set_config('application_name', format('takeout %s %s', export_id, 100 * done / greatest(total, 1)), true)
$$;
comment on function private.tell_export_progress is 'Other sessions see at once what this one is called: how far it is, though nothing of
  it is committed.';

create function private.export_rows(organization_id uuid, relation text) returns bigint
language plpgsql stable security definer set search_path = '' as $$
declare
  answer bigint;
begin
  execute format('select count(*) from %s t where %s', relation, private.export_condition(relation)) into answer using organization_id;
  return answer;
end $$;

create function private.export_parts(export private.agency_exports)
returns table (path text, kind text, relation text, row_count int, content text)
language plpgsql stable security definer set search_path = '' set datestyle = 'ISO' set timezone = 'UTC' set extra_float_digits = 3 as $$
declare
  writing_key constant text := case when export.writing_key is not null then private.unseal('passport_key', export.writing_key) end;
  tables constant jsonb := (
    select jsonb_object_agg(c.relation, private.export_rows(export.organization_id, c.relation)) from private.export_catalogue() c
    where c.way in ('whole', 'accounts') or c.way = 'sealed' and export.writing_key is not null);
  total constant bigint := (select sum(t.value::bigint) from jsonb_each_text(tables) t);
  done bigint := 0;
  what record;
  part record;
begin
  for what in
    select c.relation, c.way, 'tables/' || c.relation as path, private.table_query(c.relation) as query
    from private.export_catalogue() c where tables ? c.relation
    union all
    select null, 'import', 'for-import/' || i.path, i.query from private.export_imports(export.organization_id) i
    order by way desc, relation
  loop
    for part in execute what.query using export.organization_id loop
      path := what.path || case when part.part > 0 then '-' || part.part + 1 else '' end || '.csv';
      kind := case when what.way in ('sealed', 'import') then what.way else 'table' end;
      relation := what.relation;
      row_count := part.count;
      content := part.text;
      if what.way = 'sealed' then
        path := path || '.asc';
        content := extensions.armor(extensions.pgp_sym_encrypt(content, writing_key, 'cipher-algo=aes256'));
      end if;
      return next;
      done := done + case when what.relation is null then 0 else part.count end;
      perform private.tell_export_progress(export.id, done, total);
    end loop;
  end loop;
end $$;
comment on function private.export_parts is 'All parts of an export, each table once, and what imports read. A table without rows has none.';

create function private.write_export(export private.agency_exports) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  insert into private.agency_export_parts (export_id, organization_id, number, path, kind, relation, row_count, size, hash, content)
  select export.id, export.organization_id, row_number() over (), p.path, p.kind, p.relation, p.row_count, octet_length(p.content),
    encode(sha256(convert_to(p.content, 'UTF8')), 'hex'), p.content
  from private.export_parts(export) p;
  perform from private.agency_exports e where e.id = export.id for update;
  -- Somebody was erased meanwhile, and is in what was read: the next run writes it without them.
  if exists (select from public.customers c where c.organization_id = export.organization_id and c.erased_at >= now()) then
    delete from private.agency_export_parts p where p.export_id = export.id;
    return;
  end if;
  update private.agency_exports e set state = 'ready', ready_at = clock_timestamp(), writing_key = null, content = jsonb_build_object(
    'format', 1, 'shape', private.export_shape(), 'export_id', e.id, 'organization_id', e.organization_id, 'made_at', now(),
    'sealed_key', extensions.armor(e.sealed_key),
    'rows', (select coalesce(jsonb_object_agg(r.relation, r.n), '{}') from (
      select p.relation, sum(p.row_count) as n from private.agency_export_parts p
      where p.export_id = e.id and p.relation is not null group by p.relation) r),
    'left_out', (select jsonb_agg(jsonb_build_object('table', c.relation, 'reason', coalesce(c.reason, 'No passphrase was given'))
      order by c.relation)
      from private.export_catalogue() c where c.way = 'left_out' or c.way = 'sealed' and e.sealed_key is null))
  where e.id = export.id and e.state = 'waiting';
  perform private.tell_of_export(export, 'agency_export_ready');
end $$;
comment on function private.write_export is 'Writes all parts, and says that it is ready. One that was cancelled meanwhile takes no parts (foreign
  key): nothing of it is kept.';

create function private.drop_export() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform from private.agency_exports e where e.organization_id = new.organization_id for update;
  delete from private.agency_exports e where e.organization_id = new.organization_id and e.state = 'ready';
  return null;
end $$;
comment on function private.drop_export is 'Erasure: a customer who is erased is in no export either. One that is ready goes; one that is being written is written anew.';

create function private.tell_of_export(export private.agency_exports, code text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  words constant text := case code when 'agency_export_ready' then 'Your agency is ready to be downloaded, for seven days.'
    else 'Your agency could not be written to files. Start it again.' end;
begin
  insert into public.notifications (organization_id, user_id, type, message, commentable_type, code)
  select u.organization_id, u.id, 'takeout', words, 'takeout', tell_of_export.code
  from public.users u where u.id = export.asked_by and u.organization_id = export.organization_id and u.is_active and u.role = 'owner';
  if private.sends_mail() then
    insert into private.outgoing_mails (organization_id, kind, to_address, to_name, from_name, reply_to, subject, body, created_by)
    select o.id, 'takeout', a.email, private.mail_name(u.first_name || ' ' || u.last_name), private.mail_name(o.name),
      private.reply_address(o.id, u.id), 'All of ' || private.mail_name(o.name),
      words || E'\n\nOpen Agency settings, Take it with you. Whoever is not you asked for it: tell the other owners at once.', u.id
    from public.organizations o join public.users u on u.organization_id = o.id and u.is_active and u.role = 'owner'
    join public.user_emails a on a.user_id = u.id
    where o.id = export.organization_id;
  end if;
end $$;
comment on function private.tell_of_export is 'A notification to who asked, and where there is mail one to every owner: it is all the agency has.';

create function private.write_agency_exports() returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  export private.agency_exports;
begin
  delete from private.agency_exports e
  where e.ready_at < now() - interval '7 days' or e.state = 'failed' and e.asked_at < now() - interval '7 days';
  select e.* into export from private.agency_exports e
  where e.state = 'waiting' and not private.waits_after_failure('write_agency_exports', e.organization_id) order by e.asked_at, e.id limit 1;
  -- Of two jobs at once one writes: there may be more than one while the first takes long.
  if export.id is null or not pg_try_advisory_xact_lock(hashtextextended('agency export', 0)) then
    return;
  end if;
  begin
    if export.asked_at < now() - interval '1 day' then
      update private.agency_exports e set state = 'failed', writing_key = null where e.id = export.id and e.state = 'waiting';
      perform private.tell_of_export(export, 'agency_export_failed');
    else
      perform private.write_export(export);
    end if;
    perform private.end_turn('write_agency_exports', export.organization_id);
  exception when others or query_canceled then
    perform private.end_turn('write_agency_exports', export.organization_id, sqlerrm);
  end;
end $$;
comment on function private.write_agency_exports is 'The scheduled job: forgets exports of more than seven days, and writes the one that waits
  longest. What kills it leaves it waiting for the next run; what goes wrong, or takes too long, leaves it waiting while others are
  written (private.end_turn); after a day it is given up.';
