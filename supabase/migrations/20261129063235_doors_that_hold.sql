set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION api_requests.check_request()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  as_of constant timestamp := (case when pg_is_in_recovery() then pg_last_xact_replay_timestamp() else clock_timestamp() end)
    at time zone 'utc';
begin
  -- No browser keeps an answer: its cache outlives the session.
  perform set_config('response.headers', '[{"cache-control": "no-store"}' || coalesce(format(
    ', {"x-as-of": "%s"}, {"access-control-expose-headers": "x-as-of"}', to_char(as_of, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')), '') || ']', true);
  perform api_requests.refuse_large_body();
  if pg_is_in_recovery() and auth.uid() is not null then
    if not private.has_live_session() then
      raise insufficient_privilege using message = 'This session is not valid any more';
    end if;
  end if;
  if auth.uid() is not null and current_setting('request.path', true) is distinct from '/rpc/get_second_factor' then
    perform private.refuse_missing_factor();
  end if;
  if exists (
    select 1
    from regexp_split_to_table(lower(current_setting('request.headers', true)::json ->> 'prefer'), '[,;]') as header(preference),
      regexp_replace(header.preference, '[^a-z0-9=_-]', '', 'g') as bare(preference)
    where bare.preference ~ '^count=' and bare.preference <> 'count=exact'
  ) then
    raise exception using errcode = 'P0001', hint = '',
      message = 'Ask for an exact count: an estimate would be made from rows that are not yours.',
      detail = '{"code": "count_is_exact", "params": {}}';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION api_requests.refuse_large_body()
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  most constant int := 1048576;
  headers constant jsonb := nullif(current_setting('request.headers', true), '')::jsonb;
  told constant text := headers ->> 'content-length';
begin
  if current_setting('role', true) = 'service_role' or api_requests.takes_files(current_setting('request.path', true)) then
    return;
  elsif told is null and headers ->> 'transfer-encoding' is not null then
    raise sqlstate 'PT411' using message = 'Say how long the request is.', hint = '',
      detail = '{"code": "length_expected", "params": {}}';
  elsif told ~ '^[0-9]+$' and told::numeric > most then
    raise sqlstate 'PT413' using message = 'The request is larger than 1 MB.', hint = '',
      detail = '{"code": "request_too_large", "params": {}}';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION api_requests.takes_files(path text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select takes_files.path in ('/rpc/import_rows', '/rpc/check_import_rows', '/rpc/preview_bank_lines', '/rpc/import_bank_lines',
    '/rpc/finish_bank_import', '/rpc/save_vendor_statement', '/rpc/read_mailed_statement', '/rpc/save_bank_remittance')
$function$;

CREATE OR REPLACE FUNCTION private.agency_files(organization_id uuid, OUT bytes bigint, OUT files bigint, OUT most_bytes bigint, OUT most_files bigint)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- "0" comes after "/": all names within the folder, found by their order.
  select coalesce(sum(case when jsonb_typeof(o.metadata -> 'size') = 'number' then (o.metadata ->> 'size')::bigint end), 0), count(*)
  into bytes, files
  from storage.objects o
  where o.name operator(pg_catalog.~>=~) (agency_files.organization_id || '/')
    and o.name operator(pg_catalog.~<~) (agency_files.organization_id || '0');
  most_bytes := private.file_limit('agency_files_bytes', 10737418240);
  most_files := private.file_limit('agency_files_count', 50000);
end $function$;

CREATE OR REPLACE FUNCTION private.check_organization()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' or new.time_zone is distinct from old.time_zone then
    if not exists (select 1 from pg_catalog.pg_timezone_names z where z.name = new.time_zone) then
      perform private.refuse('Choose a known time zone, like Europe/Vienna.', 'time_zone', 'time_zone_unknown');
    end if;
  end if;
  -- What lets one person pay alone, and what everybody without terms of their own earns from now on.
  if tg_op = 'UPDATE' and (old.payout_second_approval and not new.payout_second_approval
    or new.default_commission_split is distinct from old.default_commission_split) then
    perform private.require_step_up();
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.file_limit(name text, preset bigint)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when s.value ~ '^[0-9]{1,15}$' then s.value::bigint else file_limit.preset end
  from (select private.stored_secret(file_limit.name) as value) s
$function$;

CREATE OR REPLACE FUNCTION private.find_stray_pictures(bucket text)
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array(
    select o.name from storage.objects o
    where o.bucket_id = find_stray_pictures.bucket and o.bucket_id in ('avatars', 'logos') and o.created_at < now() - interval '1 day'
      and not exists (select from public.users u where u.avatar_url = o.name and o.bucket_id = 'avatars'
        and u.id = case when pg_input_is_valid(split_part(o.name, '/', 2), 'uuid') then split_part(o.name, '/', 2)::uuid end)
      and not exists (select from public.organizations g where g.logo_url = o.name and o.bucket_id = 'logos'
        and g.id = case when pg_input_is_valid(split_part(o.name, '/', 1), 'uuid') then split_part(o.name, '/', 1)::uuid end)
      and not exists (select from public.vendors v where v.logo_url = o.name and o.bucket_id = 'logos'
        and v.organization_id = case when pg_input_is_valid(split_part(o.name, '/', 1), 'uuid') then split_part(o.name, '/', 1)::uuid end)
    order by o.created_at limit 100)
$function$;

CREATE OR REPLACE FUNCTION private.has_room_for_files(organization_id uuid, more bigint DEFAULT 1)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select f.bytes + has_room_for_files.more <= f.most_bytes and f.files < f.most_files
  from private.agency_files(has_room_for_files.organization_id) f
$function$;

CREATE OR REPLACE FUNCTION private.keep_pictures()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Once an hour: it looks at every picture.
  if extract(minute from clock_timestamp()) = 17 then
    perform private.sweep_pictures();
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.may_add_files()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.has_room_for_files(private.current_organization_id())
$function$;

CREATE OR REPLACE FUNCTION private.sweep_pictures()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.remove_stored_files('avatars', private.find_stray_pictures('avatars'));
  perform private.remove_stored_files('logos', private.find_stray_pictures('logos'));
end $function$;

CREATE OR REPLACE FUNCTION public.add_payout_adjustment(agent_id uuid, kind text, amount numeric, note text, request_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.payout_organization();
  b public.payout_batches := private.lock_draft(caller_organization_id);
  refusal jsonb;
  new_id uuid;
  answer jsonb := private.begin_request('add_payout_adjustment', request_key, jsonb_build_object('agent_id', agent_id, 'kind', kind,
    'amount', amount, 'note', note));
begin
  perform private.require_step_up();
  if answer is not null then
    return answer;
  end if;
  refusal := case
    when not exists (select 1 from public.users u
      where u.organization_id = caller_organization_id and u.id = add_payout_adjustment.agent_id and u.role <> 'integration') then
      private.command_result('Choose an agent.', 'agent_id', 'agent_missing')
    when add_payout_adjustment.kind is null or add_payout_adjustment.kind not in ('bonus', 'correction') then
      private.command_result('Choose what this is.', 'kind', 'kind_missing')
    when coalesce(add_payout_adjustment.amount, 0) = 0 or abs(add_payout_adjustment.amount) > 9999999999.99 then
      private.command_result('Enter an amount.', 'amount', 'amount_missing')
    when add_payout_adjustment.amount <> round(add_payout_adjustment.amount, 2) then
      private.command_result('Use at most two decimals.', 'amount', 'decimals_too_many')
    when add_payout_adjustment.kind = 'bonus' and add_payout_adjustment.amount < 0 then
      private.command_result('A bonus is more than nothing. What an agent gives back is a correction.', 'amount', 'bonus_negative')
    when nullif(btrim(add_payout_adjustment.note), '') is null then private.command_result('Say what it is for. The agent reads it.',
      'note', 'adjustment_note_missing')
    when char_length(btrim(add_payout_adjustment.note)) > 500 then private.command_result('Use at most 500 characters.',
      'note', 'text_too_long', '{"most": 500}')
  end;
  if refusal is not null then
    return refusal;
  end if;
  insert into public.payout_lines (organization_id, batch_id, agent_id, kind, amount, note, created_by)
  values (caller_organization_id, b.id, add_payout_adjustment.agent_id, add_payout_adjustment.kind, add_payout_adjustment.amount,
    btrim(add_payout_adjustment.note), auth.uid())
  returning id into new_id;
  if b.id is not null then
    perform private.note_payout(b, 'adjusted', jsonb_build_object('agent_id', add_payout_adjustment.agent_id,
      'kind', add_payout_adjustment.kind, 'amount', add_payout_adjustment.amount, 'note', btrim(add_payout_adjustment.note)));
  end if;
  return private.end_request(request_key, new_id, private.command_result(null) || jsonb_build_object('id', new_id));
end $function$;

CREATE OR REPLACE FUNCTION public.apply_terms_again(member_id uuid, expected text, request_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  answer jsonb;
  locked record;
  member public.users;
  sale_ids uuid[];
  changed jsonb;
  done record;
begin
  perform private.require_step_up();
  answer := private.begin_request('apply_terms_again', request_key, jsonb_build_object('member_id', apply_terms_again.member_id,
    'expected', apply_terms_again.expected));
  if answer is not null then
    return answer;
  end if;
  select t.* into locked from private.lock_member(apply_terms_again.member_id) t;
  if locked.refusal is not null then
    return locked.refusal;
  end if;
  member := locked.member;
  sale_ids := array(
    select c.sales_id from public.commissions c
    where c.organization_id = member.organization_id and c.agent_id = member.id and c.status in ('unpaid', 'funds_received')
      and not c.seller_paid
    union
    select h.sales_id from public.commission_shares h
    where h.organization_id = member.organization_id and h.user_id = member.id and h.status = 'open' and h.sales_id is not null);
  perform 1 from public.sales s where s.organization_id = member.organization_id and s.id = any (sale_ids) order by s.id for no key update;
  perform 1 from public.commissions c where c.organization_id = member.organization_id and c.sales_id = any (sale_ids)
  order by c.sales_id for no key update;
  perform 1 from public.other_commissions x where x.organization_id = member.organization_id and x.sales_id = any (sale_ids)
  order by x.id for no key update;
  perform 1 from public.commission_shares h where h.organization_id = member.organization_id and h.sales_id = any (sale_ids)
  order by h.id for no key update;
  -- Sales of somebody with tiers wait, as they do for each other.
  perform private.lock_people(array[member.organization_id], array[member.id]);
  perform private.books_closed_through(member.organization_id);
  -- Queries of their own: they see what was written while this waited.
  changed := private.terms_again_rows(member.organization_id, member.id);
  if md5(changed::text) is distinct from apply_terms_again.expected then
    return private.command_result('Something changed meanwhile. Look at it again.', null, 'terms_again_changed');
  end if;
  with rows as materialized (
    select * from jsonb_to_recordset(changed) x(commission_id uuid, share_id uuid, split_after numeric, parts_after jsonb, amount_before numeric,
      amount_after numeric, terms_version_id uuid)
  ), sellers as (
    update public.commissions c set commission_split = t.split_after, split_parts = t.parts_after, terms_version_id = t.terms_version_id
    from rows t
    where c.organization_id = member.organization_id and c.id = t.commission_id and t.share_id is null
    returning 1
  ), others as (
    update public.commission_shares h set split = t.split_after, split_parts = t.parts_after,
      agent_amount = private.share_of(h.gross_part, t.split_after, t.parts_after), terms_version_id = t.terms_version_id
    from rows t
    where h.organization_id = member.organization_id and h.id = t.share_id
    returning 1
  ), entries as (
    insert into public.commission_history
      (commission_id, organization_id, changed_by, change_type, previous_status, new_status, previous_data, new_data, notes, code)
    select c.id, c.organization_id, auth.uid(), 'update', c.status, c.status, '{}', '{}', 'Terms applied again', 'terms_applied'
    from public.commissions c
    where c.organization_id = member.organization_id and c.id in (select t.commission_id from rows t)
    order by c.id
    returning 1)
  select (select count(*) from sellers) + (select count(*) from others) as n, (select sum(t.amount_before) from rows t) as before,
    (select sum(t.amount_after) from rows t) as after, (select count(*) from entries) as entries into done;
  if done.n > 0 then
    perform private.audit(member.organization_id, 'terms_applied', null, member.id,
      private.audit_change('agent_amount', done.before::text, done.after::text) || jsonb_build_object('count', done.n),
      done.after - done.before);
  end if;
  return private.end_request(request_key, member.id, private.command_result(null) || jsonb_build_object('changed', done.n));
end $function$;

CREATE OR REPLACE FUNCTION public.delete_payout_adjustment(line_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.payout_organization();
  b public.payout_batches := private.lock_draft(caller_organization_id);
  l public.payout_lines;
begin
  perform private.require_step_up();
  delete from public.payout_lines d
  where d.organization_id = caller_organization_id and d.id = delete_payout_adjustment.line_id and d.kind in ('bonus', 'correction')
    and d.commission_id is null and d.share_id is null and (d.batch_id is null or d.batch_id = b.id)
  returning d.* into l;
  if l.id is null then
    return private.command_result('This adjustment can no longer be deleted.', null, 'adjustment_fixed');
  elsif l.batch_id is not null then
    perform private.note_payout(b, 'adjustment_removed', jsonb_build_object('agent_id', l.agent_id, 'kind', l.kind,
      'amount', l.amount, 'note', l.note));
  end if;
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.export_customers(search text DEFAULT NULL::text, tag text DEFAULT NULL::text, agent_id uuid DEFAULT NULL::uuid, state text DEFAULT 'active'::text, sort text DEFAULT 'last_sale_date'::text, descending boolean DEFAULT true)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  f private.customer_filter;
  zone text;
  ids uuid[] := '{}';
  answer jsonb;
begin
  perform private.await_turn();
  search := private.cut_search(export_customers.search);
  select s.organization_id, s.agent_id, s.zone into f.organization_id, f.agent_id, zone
  from private.caller_scope(export_customers.agent_id) s;
  if f.agent_id is distinct from auth.uid() then
    perform private.require_step_up();
  end if;
  f.only_buyers := export_customers.agent_id is not null;
  f.archived := case coalesce(export_customers.state, 'active') when 'archived' then true when 'all' then null else false end;
  f.tag := lower(nullif(btrim(export_customers.tag), ''));
  f.patterns := coalesce(private.customer_patterns(export_customers.search), '{}');
  if f.organization_id is not null and not private.has_too_many_search_words(f.patterns) then
    select k.ids into ids from private.collect_customers(
      f, export_customers.search, export_customers.sort, coalesce(export_customers.descending, true), 1, private.export_limit() + 1) k;
  end if;
  select coalesce(jsonb_agg(jsonb_build_array(c.first_name, c.last_name, c.email, c.phone,
      (select string_agg(e ->> 'value', '; ') from jsonb_array_elements(c.more_emails) e),
      (select string_agg(e ->> 'value', '; ') from jsonb_array_elements(c.more_phones) e),
      c.address_line_1, c.address_line_2, c.city, c.region, c.postal_code, c.country, c.birthday, c.emergency_name,
      c.emergency_phone, c.emergency_relation, array_to_string(c.tags, '; '), c.preferences ->> 'seat', c.preferences ->> 'cabin',
      c.preferences ->> 'meal', c.preferences ->> 'room', c.preferences ->> 'mobility', c.preferences ->> 'allergies',
      c.preferences ->> 'interests', c.notes, coalesce(t.sales_count, 0), coalesce(t.total_amount, 0),
      nullif(t.last_sale_date, '-infinity'), (c.created_at at time zone zone)::date, (c.archived_at at time zone zone)::date)
    order by u.n), '[]')
  into answer
  from unnest(ids) with ordinality u(id, n)
  join public.customers c on c.id = u.id
  left join lateral (
    select r.sales_count, r.total_amount, r.last_sale_date from private.customer_totals r
    where f.agent_id is null and r.organization_id = f.organization_id and r.customer_id = c.id
    union all
    select r.sales_count, r.total_amount, r.last_sale_date from private.customer_totals_by_agent r
    where r.organization_id = f.organization_id and r.agent_id = f.agent_id and r.customer_id = c.id) t on true;
  return private.export_answer('{first_name,last_name,email,phone,more_emails,more_phones,address_line_1,address_line_2,city,
    region,postal_code,country,birthday,emergency_name,emergency_phone,emergency_relation,tags,seat,cabin,meal,room,mobility,
    allergies,interests,notes,sales_count,total_amount,last_sale_date,created_on,archived_on}', answer);
end $function$;

CREATE OR REPLACE FUNCTION public.export_sales(status text DEFAULT NULL::text, agent_id uuid DEFAULT NULL::uuid, vendor_id uuid DEFAULT NULL::uuid, start_date date DEFAULT NULL::date, end_date date DEFAULT NULL::date, customer_search text DEFAULT NULL::text, sort text DEFAULT 'sale_date'::text, descending boolean DEFAULT true, departing boolean DEFAULT false, group_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  f private.sale_filter;
  ids uuid[] := '{}';
  with_lines boolean;
  rows jsonb;
  is_cut boolean;
begin
  perform private.await_turn();
  f := private.sale_filter_of(export_sales.status, export_sales.agent_id, export_sales.vendor_id, export_sales.start_date,
    export_sales.end_date, export_sales.customer_search, export_sales.departing, export_sales.group_id);
  -- One's own are asked for freely; those of others leave the house only by a code of now.
  if f.agent_id is distinct from auth.uid() then
    perform private.require_step_up();
  end if;
  if f.organization_id is not null then
    ids := private.find_sales(f, export_sales.sort, coalesce(export_sales.descending, true), private.export_limit() + 1, 0,
      f.customer_ids is not null or f.departing_by is not null or f.group_id is not null);
  end if;
  -- Of these sales alone: whether others have lines is nobody's to know from them.
  with_lines := exists (select from public.sale_lines l where l.organization_id = f.organization_id) and exists (
    select from unnest(ids) i(id)
    join public.sales s on s.id = i.id
    where s.lines <> '[]' and not (f.by_share and s.co_sellers <> '[]'));
  select coalesce(jsonb_agg(jsonb_build_array(s.booking_reference, s.status, s.sale_date, s.travel_date, s.return_date,
      c.first_name || ' ' || c.last_name, c.email, v.name, a.first_name || ' ' || a.last_name,
      -- Said once, so that a column adds up.
      case when l.place > 1 then null else coalesce(p.total_amount, s.total_amount) end,
      case when l.place > 1 then null else s.commission_rate end,
      case when l.place > 1 then null else coalesce(p.commission_amount, s.commission_amount) end, s.currency,
      coalesce(w.status, m.status), case when l.place > 1 or p.seller_id <> p.agent_id then null else s.notes end)
      || case when with_lines then jsonb_build_array(l.kind, l.text, l.amount,
        case when l.earns = 'nothing' then 'no' when l.earns is not null then 'yes' end,
        case l.earns when 'rate' then l.rate end, case l.earns when 'amount' then l.commission end) else '[]' end
      order by u.n, l.place) filter (where u.upto <= private.export_limit()), '[]'),
    coalesce(bool_or(u.upto > private.export_limit()), false)
  into rows, is_cut
  from (
    select i.id, i.n, case when with_lines then sum(greatest(jsonb_array_length(k.lines), 1)) over (order by i.n) else i.n end as upto
    from unnest(ids) with ordinality i(id, n) join public.sales k on k.id = i.id) u
  join public.sales s on s.id = u.id
  -- Of a sale with several people each has a part of the whole, of no line.
  left join public.sale_lines l on with_lines and l.organization_id = s.organization_id and l.sale_id = s.id
    and not (f.by_share and s.co_sellers <> '[]')
  join public.customers c on c.id = s.customer_id
  join public.users a on a.id = s.agent_id
  join public.vendors v on v.id = s.vendor_id
  join public.commissions m on m.sales_id = s.id and m.organization_id = s.organization_id
  left join lateral (select x.* from private.sales_by_share x where f.by_share and x.id = s.id
    and x.organization_id = s.organization_id and x.agent_id = f.agent_id offset 0) p on true
  left join lateral (select x.* from private.commissions_by_share x where f.by_share and x.id = m.id
    and x.organization_id = m.organization_id and x.agent_id = f.agent_id offset 0) w on true;
  return jsonb_build_object('rows', rows, 'truncated', is_cut,
    'columns', '{booking_reference,status,sale_date,travel_date,return_date,customer,customer_email,vendor,agent,
    total_amount,commission_rate,commission_amount,currency,commission_status,notes}'::text[]
    || case when with_lines then private.line_columns() else '{}' end);
end $function$;

CREATE OR REPLACE FUNCTION public.receive_mail(mail jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most_a_day constant int := 500;
  most_waiting constant int := 50;
  address text := lower(mail ->> 'sender');
  message text := private.short_line(mail ->> 'message_id', 300);
  refused text := mail ->> 'refused';
  proven boolean := coalesce((mail ->> 'proven')::boolean, false);
  answer jsonb := '[]';
  box record;
  known private.incoming_mails;
  vendor uuid;
  of_vendor boolean;
begin
  if not coalesce(private.is_mail_address(address), false) or message = '' then
    return answer;
  end if;
  for box in
    select b.organization_id from private.mailboxes b
    where b.token in (select t from jsonb_array_elements_text(mail -> 'tokens') t limit 5)
    -- One after the other: a mail that is sent twice at once comes once.
    order by b.organization_id for no key update
  loop
    select m.* into known from private.incoming_mails m where m.organization_id = box.organization_id and m.message_id = message;
    vendor := private.vendor_of_sender(box.organization_id, address);
    of_vendor := vendor is not null and proven;
    -- Strangers have a number of their own: however many they send, mail of vendors comes.
    if known.id is null and not private.is_refused_sender(box.organization_id, address) and (
      select count(*) from private.incoming_mails m
      where m.organization_id = box.organization_id and m.received_at > now() - interval '1 day'
        and (m.vendor_id is not null) = of_vendor) < most_a_day then
      insert into private.incoming_mails (organization_id, message_id, sender, sender_name, subject, format, size, proven, vendor_id, state,
        code, params)
      select box.organization_id, message, address, private.short_line(mail ->> 'sender_name', 200),
        private.short_line(mail ->> 'subject', 300), mail ->> 'format', (mail ->> 'size')::int, proven, case when of_vendor then vendor end,
        case when r.code is null then 'stored' else 'refused' end, r.code, '{}'
      from (select coalesce(refused,
        case when not private.has_room_for_files(box.organization_id, (mail ->> 'size')::bigint) then 'files_full' end,
        case when not of_vendor and (
        select count(*) from private.incoming_mails m
        where m.organization_id = box.organization_id and m.state = 'waiting') >= most_waiting then 'too_many_wait' end) as code) r
      returning * into known;
      if known.state = 'refused' and known.vendor_id is not null then
        perform private.tell_of_mail(known);
      end if;
    end if;
    -- Its bytes have not all arrived: they are those of who sent it, whoever else writes its id.
    if known.state = 'stored' and (known.sender, known.proven, known.format, known.size)
      = (address, proven, mail ->> 'format', (mail ->> 'size')::int) then
      answer := answer || jsonb_build_object('mail_id', known.id, 'path', private.mail_file(known.organization_id, known.id));
    end if;
  end loop;
  return answer;
end $function$;

CREATE OR REPLACE FUNCTION public.renew_invitation(invitation_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  refusal jsonb := private.lock_invitation(renew_invitation.invitation_id);
begin
  perform private.require_step_up();
  if refusal is null then
    update public.invitations i set expires_at = now() + interval '7 days', invited_by = auth.uid()
    where i.id = renew_invitation.invitation_id;
  end if;
  return coalesce(refusal, private.command_result(null)) - 'field';
end $function$;

CREATE OR REPLACE FUNCTION public.reveal_passport(passport_id uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
  passport private.passports%rowtype;
begin
  perform private.require_step_up();
  select p.* into passport from private.passports p
  where p.organization_id = caller_organization_id and p.id = reveal_passport.passport_id for share;
  if passport.id is null then
    perform private.refuse('This passport does not exist.', '', 'passport_not_found');
  elsif not private.may_use_passports(caller_organization_id, passport.customer_id) then
    perform private.refuse_with(private.passport_refusal());
  end if;
  perform private.limit_disclosures(caller_organization_id, 'passport', passport.id, 'passport numbers',
    case when private.is_admin() then 300 else 30 end);
  perform private.audit(caller_organization_id, 'passport_revealed', passport.customer_id, passport.id,
    jsonb_build_object('last_four', passport.last_four));
  return private.allow_disclosure('passport', passport.id);
end $function$;

CREATE OR REPLACE FUNCTION public.save_agreement(member_id uuid, valid_from date, terms jsonb, request_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  locked record;
  answer jsonb;
  member public.users;
  latest date;
  id uuid;
  split numeric;
  overrides jsonb := coalesce(nullif(save_agreement.terms -> 'overrides', 'null'), '[]');
begin
  perform private.require_step_up();
  answer := private.begin_request('save_agreement', request_key, jsonb_build_object('member_id', save_agreement.member_id,
    'valid_from', save_agreement.valid_from, 'terms', save_agreement.terms));
  if answer is not null then
    return answer;
  end if;
  select t.* into locked from private.lock_member(save_agreement.member_id) t;
  if locked.refusal is not null then
    return locked.refusal;
  end if;
  member := locked.member;
  perform 1 from public.user_terms t where t.user_id = member.id for no key update;
  select max(v.valid_from) into latest from public.agreement_versions v
  where v.organization_id = member.organization_id and v.user_id = member.id and v.replaced_at is null and v.valid_from <= private.today();
  if jsonb_typeof(save_agreement.terms -> 'default_split') is distinct from 'number'
    or (save_agreement.terms ->> 'default_split')::numeric not between 0 and 100 then
    return private.command_result('Enter a percentage from 0 to 100.', 'default_split', 'percentage_out_of_range');
  elsif not private.splits_are_good(coalesce(save_agreement.terms -> 'vendor_splits', '[]'), 'vendor_id', '^[0-9a-f-]{36}$')
    or exists (select from jsonb_array_elements(coalesce(save_agreement.terms -> 'vendor_splits', '[]')) e where not exists (
      select from public.vendors v where v.organization_id = member.organization_id and v.id::text = e ->> 'vendor_id')) then
    return private.command_result('Name each vendor once, with a percentage from 0 to 100.', 'vendor_splits', 'vendor_splits_invalid');
  elsif not private.splits_are_good(coalesce(save_agreement.terms -> 'category_splits', '[]'), 'category', '^[a-z_]{1,40}$') then
    return private.command_result('Name each category once, with a percentage from 0 to 100.', 'category_splits', 'category_splits_invalid');
  elsif coalesce(jsonb_typeof(save_agreement.terms -> 'tiers'), 'null') <> 'null' and not private.tiers_are_good(save_agreement.terms -> 'tiers') then
    return private.command_result('Enter tiers by rising volume, with a percentage from 0 to 100 each.', 'tiers', 'tiers_invalid');
  elsif private.overrides_refusal(member, overrides) is not null then
    return private.overrides_refusal(member, overrides);
  elsif save_agreement.valid_from is null or save_agreement.valid_from not between '1900-01-02' and '2199-12-31'
    or save_agreement.valid_from < coalesce(latest, save_agreement.valid_from)
    or save_agreement.valid_from < private.today() and exists (
      select from public.sales s where s.organization_id = member.organization_id and s.agent_id = member.id) then
    return private.command_result('Choose today or a later day: what was recorded keeps its terms.', 'valid_from', 'agreement_in_the_past');
  end if;
  split := round((save_agreement.terms ->> 'default_split')::numeric, 2);
  if latest is null then
    -- What held until now is the first version.
    perform private.add_agreement(member.organization_id, member.id, '1900-01-01', t.commission_split, '[]', '[]', null, '[]')
    from public.user_terms t where t.user_id = member.id;
  end if;
  update public.agreement_versions v set replaced_at = clock_timestamp()
  where v.organization_id = member.organization_id and v.user_id = member.id and v.valid_from > private.today() and v.replaced_at is null;
  id := private.add_agreement(member.organization_id, member.id, save_agreement.valid_from, split,
    coalesce(save_agreement.terms -> 'vendor_splits', '[]'), coalesce(save_agreement.terms -> 'category_splits', '[]'),
    nullif(save_agreement.terms -> 'tiers', 'null'), private.kept_overrides(overrides));
  perform private.refuse_promises(member.organization_id, least(save_agreement.valid_from, private.today()), member.id, 'default_split');
  if save_agreement.valid_from <= private.today() then
    update public.user_terms t set commission_split = split where t.user_id = member.id and t.commission_split <> split;
  end if;
  perform private.audit(member.organization_id, 'agreement_saved', null, member.id,
    private.audit_change('valid_from', latest::text, save_agreement.valid_from::text));
  return private.end_request(request_key, member.id, private.command_result(null));
end $function$;

CREATE OR REPLACE FUNCTION public.set_member_active(member_id uuid, active boolean, reassign_to uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  locked record;
  open_sales uuid[];
  reason text;
  detail text;
begin
  -- Who is active again can sign in: that opens an account. Closing one is never made to wait.
  if set_member_active.active then
    perform private.require_step_up();
  end if;
  select t.* into locked from private.lock_member(set_member_active.member_id) t;
  if locked.refusal is not null then
    return locked.refusal;
  elsif set_member_active.active is null then
    return private.command_result('Say whether the person is active.', 'active', 'member_active_unsaid');
  end if;

  if set_member_active.reassign_to is not null then
    if set_member_active.active then
      return private.command_result('Sales are given to somebody else only when a person is deactivated.',
        'reassign_to', 'handover_of_active_member');
    elsif set_member_active.reassign_to = (locked.member).id then
      return private.command_result('Choose somebody else to take over the open sales.', 'reassign_to', 'handover_to_oneself');
    elsif not exists (
      select 1 from public.users u
      where u.id = set_member_active.reassign_to and u.organization_id = (locked.member).organization_id and u.is_active
    ) then
      return private.command_result('Choose an active member of your organization to take over the open sales.',
        'reassign_to', 'handover_to_nobody');
    end if;
  end if;

  begin
    if set_member_active.reassign_to is not null then
      -- The lock order of everything that locks several sales: sales by id, then their commissions in the same order.
      open_sales := array(
        select s.id from public.sales s
        where s.organization_id = (locked.member).organization_id and s.agent_id = (locked.member).id and s.status = 'booked'
        order by s.id for no key update);
      open_sales := array(
        select c.sales_id from public.commissions c
        where c.organization_id = (locked.member).organization_id and c.sales_id = any (open_sales) and c.status = 'unpaid'
        order by c.sales_id for no key update);
      update public.sales s set agent_id = set_member_active.reassign_to
      where s.organization_id = (locked.member).organization_id and s.id = any (open_sales);
    end if;
    update public.users u set is_active = set_member_active.active
    where u.id = (locked.member).id and u.is_active <> set_member_active.active;
  exception when raise_exception then
    -- Refused by keep_an_active_owner; the subtransaction has rolled back the reassignment.
    get stacked diagnostics reason = message_text, detail = pg_exception_detail;
    return private.command_result(reason) || private.fact_of(detail);
  end;
  return private.command_result(null) || jsonb_build_object('reassigned', coalesce(cardinality(open_sales), 0));
end $function$;

CREATE OR REPLACE FUNCTION public.set_member_split(member_id uuid, commission_split numeric)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  locked record;
begin
  perform private.require_step_up();
  select t.* into locked from private.lock_member(set_member_split.member_id) t;
  if locked.refusal is not null then
    return locked.refusal;
  elsif set_member_split.commission_split is null or set_member_split.commission_split not between 0 and 100 then
    return private.command_result('Enter a percentage from 0 to 100.', 'commission_split', 'percentage_out_of_range');
  end if;
  update public.user_terms t set commission_split = round(set_member_split.commission_split, 2)
  where t.user_id = (locked.member).id;
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.start_agency_export(passphrase text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  caller_organization_id constant uuid := private.exporting_organization_id('an agency');
  writing_key constant text := case when passphrase is not null then encode(extensions.gen_random_bytes(32), 'hex') end;
  export private.agency_exports;
begin
  perform private.require_step_up();
  if char_length(btrim(passphrase)) < 16 or char_length(passphrase) > 200 then
    return private.command_result('Use a passphrase of at least 16 characters.', 'passphrase', 'passphrase_too_short', '{"least": 16}');
  end if;
  if (private.lock_owned_agency()).id is null then
    raise insufficient_privilege using message = 'permission denied for exports of an agency';
  end if;
  if exists (select from private.agency_exports e where e.organization_id = caller_organization_id and e.state = 'waiting') then
    return private.command_result('The agency is being written to files already.', null, 'agency_export_runs');
  end if;
  delete from private.agency_exports e where e.organization_id = caller_organization_id;
  insert into private.agency_exports (organization_id, asked_by, sealed_key, writing_key)
  values (caller_organization_id, auth.uid(),
    extensions.pgp_sym_encrypt(writing_key, passphrase, 'cipher-algo=aes256, s2k-count=65011712'), private.seal('passport_key', writing_key))
  returning * into export;
  perform private.audit(caller_organization_id, 'agency_export_started', null, export.id,
    jsonb_build_object('sealed', export.sealed_key is not null));
  return private.command_result(null) || jsonb_build_object('id', export.id);
end $function$;

CREATE OR REPLACE FUNCTION public.start_document_upload(file jsonb, document jsonb DEFAULT NULL::jsonb, document_id uuid DEFAULT NULL::uuid, request_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most_unfinished constant int := 50;
  caller_organization_id uuid := private.current_organization_id();
  name text := private.visible_text(file ->> 'name');
  bytes bigint := case when file ->> 'size' ~ '^[0-9]{1,12}$' then (file ->> 'size')::bigint end;
  checked record;
  locked record;
  upload_id uuid;
  refusal jsonb;
  answer jsonb := private.begin_request('start_document_upload', request_key, coalesce(start_document_upload.document, '{}')
    || jsonb_build_object('file', file, 'document_id', start_document_upload.document_id));
begin
  if answer is not null then
    return answer;
  end if;
  if start_document_upload.document_id is not null then
    select l.* into locked from private.lock_document(start_document_upload.document_id) l;
    refusal := private.at_field(locked.refusal, 'file');
  else
    select c.* into checked from private.check_document(coalesce(start_document_upload.document, '{}')) c;
    if checked.refusal is not null then
      return checked.refusal;
    end if;
  end if;
  refusal := coalesce(refusal, case
    when name is null or char_length(name) > 255 then private.command_result('The file needs a name of at most 255 characters.',
      'file', 'file_name_wrong')
    when not private.is_document_type(file ->> 'type') then
      private.command_result('Documents are PDF files, pictures (JPEG, PNG, WebP, GIF), Office files and text.',
        'file', 'file_type_unknown')
    when coalesce(bytes, 0) = 0 then private.command_result('The file is empty.', 'file', 'file_empty')
    when bytes > 26214400 then private.command_result('The file is larger than 25 MB.', 'file', 'file_too_large')
    when not private.has_room_for_files(caller_organization_id, bytes) then
      private.command_result('Your agency’s space for files is full. Ask an owner to make room.', 'file', 'files_full')
    when (select count(*) from private.document_uploads u where u.organization_id = caller_organization_id
      and u.created_by = auth.uid()) >= most_unfinished then
        private.command_result('Too many uploads are unfinished. Cancel some, or try again tomorrow.', 'file', 'uploads_unfinished')
  end);
  if refusal is not null then
    return refusal;
  end if;
  insert into private.document_uploads (organization_id, created_by, document, document_id, file_name, mime_type, size)
  values (caller_organization_id, auth.uid(),
    case when start_document_upload.document_id is null then start_document_upload.document end,
    start_document_upload.document_id, name, file ->> 'type', bytes)
  returning id into upload_id;
  return private.end_request(request_key, upload_id, private.command_result(null)
    || jsonb_build_object('upload_id', upload_id, 'path', private.document_file(caller_organization_id, upload_id)));
end $function$;

COMMENT ON FUNCTION "api_requests"."refuse_large_body"() IS 'Refuses requests of more than 1 MB, but of who serves the installation, and where files
  come in.';

COMMENT ON FUNCTION "api_requests"."takes_files"(text) IS 'Functions into which lines of files come.';

COMMENT ON FUNCTION "private"."agency_files"(uuid) IS 'What lies in Storage of an agency, and the most that may: 10 GB and 50,000 files, or what
  the settings agency_files_bytes and agency_files_count say.';

COMMENT ON FUNCTION "private"."file_limit"(text, bigint) IS 'A limit of the installation, kept like its other settings (Vault, or private.secrets), or
  the preset one.';

COMMENT ON FUNCTION "private"."find_stray_pictures"(text) IS 'Pictures that no row shows. Looks at those of more than a day: an upload comes before
  its row.';

COMMENT ON FUNCTION "private"."has_room_for_files"(uuid, bigint) IS 'Whether one more file, of so many bytes, fits. Storage tells no size before a file is
  there: uploads that are on their way at the limit pass it by their own sizes, and the next one is refused.';

COMMENT ON FUNCTION "private"."keep_pictures"() IS 'The scheduled job.';

COMMENT ON FUNCTION "private"."may_add_files"() IS 'Whether the caller''s agency has room for one more file.';

COMMENT ON FUNCTION "private"."sweep_pictures"() IS 'Removes pictures that no row shows: a hundred of a bucket at a time.';

REVOKE ALL ON FUNCTION "api_requests"."refuse_large_body"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "api_requests"."refuse_large_body"() TO "anon", "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "api_requests"."takes_files"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "api_requests"."takes_files"(text) TO "anon", "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "private"."agency_files"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."agency_files"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."file_limit"(text, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."file_limit"(text, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."find_stray_pictures"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_stray_pictures"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."has_room_for_files"(uuid, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."has_room_for_files"(uuid, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_pictures"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keep_pictures"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."may_add_files"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."may_add_files"() TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."sweep_pictures"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."sweep_pictures"() TO "postgres";

-- By hand: policies of Storage ask whether there is room, and a job keeps pictures.
drop policy "people add their own pictures" on storage.objects;
create policy "people add their own pictures" on storage.objects for insert to authenticated
  with check (bucket_id = 'avatars' and name ~ (select private.picture_pattern('avatars')) and (select private.may_add_files()));
drop policy "owners add logos of their organization" on storage.objects;
create policy "owners add logos of their organization" on storage.objects for insert to authenticated
  with check (bucket_id = 'logos' and name ~ (select private.picture_pattern('logos')) and (select private.may_add_files()));
drop policy "admins add logos of their vendors" on storage.objects;
create policy "admins add logos of their vendors" on storage.objects for insert to authenticated
  with check (bucket_id = 'logos' and name ~ (select private.picture_pattern('vendors')) and (select private.may_add_files()));
drop policy "members add the files of uploads they have begun" on storage.objects;
create policy "members add the files of uploads they have begun" on storage.objects for insert to authenticated
  with check (bucket_id = 'documents' and private.may_add_document_file(name) and (select private.may_add_files()));
do $$
begin
  if to_regnamespace('cron') is not null then
    perform cron.schedule('keep-pictures', '59 seconds', 'select private.keep_pictures()');
  end if;
end $$;
