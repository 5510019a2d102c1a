-- What the screens of the bank read, one call a screen. Admins and owners only.

create function private.recorded_json(c public.commissions, except_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('amount', r.amount, 'on', r.received_on, 'written_off', r.written_off, 'reason', r.reason)
  from private.recorded_receipt(c, except_id) r where r.amount > 0
$$;
comment on function private.recorded_json is 'What an admin recorded as received, for the screens: {amount, on, written_off,
  reason}, see private.recorded_receipt; null for nothing.';

create function private.bank_commission_rows(organization_id uuid, ids uuid[], taken_back boolean default false) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('commission_id', c.id, 'sale_id', s.id, 'booking_reference', s.booking_reference,
      'customer', k.first_name || ' ' || k.last_name, 'agent', u.first_name || ' ' || u.last_name,
      'vendor', jsonb_build_object('id', v.id, 'name', v.name), 'due_on', c.due_on, 'amount', c.amount,
      'expected', case when taken_back then c.deposited_amount else c.undeposited_amount end, 'status', c.status,
      'recorded', case when c.manual_amount > 0 then private.recorded_json(c, null) end) order by i.n), '[]')
    from unnest(ids) with ordinality i(id, n)
    join public.commissions c on c.organization_id = bank_commission_rows.organization_id and c.id = i.id
    join public.sales s on s.id = c.sales_id
    join public.customers k on k.id = s.customer_id
    join public.users u on u.id = c.agent_id
    join public.vendors v on v.id = c.vendor_id);
end $$;
comment on function private.bank_commission_rows is 'What the workbench shows of commissions, in the order of `ids`. expected: what
  is open, or with `taken_back` what was deposited and can be taken back. Its plan is kept, made once for any ids: a page calls it
  fifty times, and planning takes longer than the rows.';

create function private.bank_parts(organization_id uuid, parts jsonb, take int) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  shown jsonb := private.bank_commission_rows(bank_parts.organization_id, array(
    select (part ->> 'commission_id')::uuid from jsonb_array_elements(parts) with ordinality e(part, n) where n <= take));
  by_id jsonb := coalesce((select jsonb_object_agg(r ->> 'commission_id', r) from jsonb_array_elements(shown) r), '{}');
begin
  return (
    select coalesce(jsonb_agg((by_id -> (part ->> 'commission_id')) || part order by n), '[]')
    from jsonb_array_elements(parts) with ordinality e(part, n) where n <= take and by_id ? (part ->> 'commission_id'));
end $$;
comment on function private.bank_parts is 'Parts [{commission_id, amount, …}] with what the screen shows of their commissions; the
  first `take`.';

create function private.bank_marks(text text, payer_key text, booking_reference text) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_array(strpos(upper(text), m.found) - 1, char_length(m.found)) order by m.n), '[]')
  from (
    select 1 as n, (regexp_match(upper(text), regexp_replace(private.reference_key(booking_reference),
      '(.)(?=.)', '\1[^A-Z0-9]?', 'g')))[1] as found where booking_reference ~ '[A-Za-z0-9]{2}'
    union all select 2, upper(payer_key)) m
  where strpos(upper(text), m.found) > 0
$$;
comment on function private.bank_marks is 'Where in a text recognized parts stand, [[from, length]]: the reference, then the
  payer.';

create function private.bank_import_rows(organization_id uuid, ids uuid[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'file_name', i.file_name, 'status', i.status,
    -- Deployed remotes know the formats of files alone.
    'format', case when i.connection_id is null then i.format else 'ofx' end,
    'account', jsonb_build_object('id', a.id, 'name', a.name, 'last_four', a.last_four), 'added', i.added, 'here', i.here,
    'broken', i.broken, 'created_at', i.created_at,
    -- What a connection brought says so in the place of a person.
    'created_by', jsonb_build_object('first_name', coalesce(u.first_name, i.file_name), 'last_name', coalesce(u.last_name, '')),
    'connection_id', i.connection_id,
    'settled', (select count(*) from public.bank_transactions t
      where t.organization_id = i.organization_id and t.import_id = i.id and t.status in ('matched', 'set_aside')),
    -- Everybody who was paid of them since.
    'paid_agents', (select count(distinct p.agent_id) from public.bank_transactions t
      join public.bank_allocations l on l.organization_id = t.organization_id and l.transaction_id = t.id
      cross join lateral (
        select a.agent_id, a.created_at from public.commission_shares h
        join public.agent_payments a on a.organization_id = h.organization_id and a.share_id = h.id
        where h.organization_id = l.organization_id and h.commission_id = l.commission_id) p
      where t.organization_id = i.organization_id and t.import_id = i.id and t.status = 'matched' and p.created_at >= l.created_at))
    order by n.n), '[]')
  from unnest(ids) with ordinality n(id, n)
  join public.bank_imports i on i.organization_id = bank_import_rows.organization_id and i.id = n.id
  join public.bank_accounts a on a.id = i.account_id
  left join public.users u on u.id = i.created_by
$$;

create function public.list_bank_imports(page int default 1, page_size int default 10, account_id uuid default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.bank_organization();
  per_page int := least(greatest(coalesce(page_size, 10), 1), 100);
begin
  return jsonb_build_object(
    'rows', private.bank_import_rows(caller_organization_id, array(
      select i.id from public.bank_imports i where i.organization_id = caller_organization_id and i.status <> 'cancelled'
        and (list_bank_imports.account_id is null or i.account_id = list_bank_imports.account_id)
      order by i.created_at desc, i.id
      limit per_page offset (greatest(coalesce(page, 1), 1) - 1)::bigint * per_page)),
    'count', (select count(*) from public.bank_imports i
      where i.organization_id = caller_organization_id and i.status <> 'cancelled'
        and (list_bank_imports.account_id is null or i.account_id = list_bank_imports.account_id)));
end $$;
comment on function public.list_bank_imports is '{rows, count}: imports, of one account or of all, the latest first.';
grant execute on function public.list_bank_imports(int, int, uuid) to authenticated;

create function private.bank_lump(t public.bank_transactions) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('bookings', b.said, 'open', c.n)
  from (select private.bank_booking_count(concat_ws(' ', t.text, t.counterparty, t.reference)) as said) b
  cross join lateral (
    select count(*) as n, sum(o.open_amount) as amount from public.commissions o
    where o.organization_id = t.organization_id and o.vendor_id = t.vendor_id and o.open_amount > 0) c
  where t.amount > 0 and c.n >= 2 and (b.said >= 2 or c.amount >= t.amount)
$$;
comment on function private.bank_lump is 'Of a deposit that nothing explains, what the vendor has open that a statement could name:
  {bookings (as many as the text says, or null), open}. Null where the vendor is not known, owes less in all than came, or has one
  booking open that is not of this amount.';

create function private.bank_rows(organization_id uuid, ids uuid[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'booked_on', t.booked_on, 'amount', t.amount, 'text', t.text,
    'counterparty', t.counterparty, 'category', t.category, 'status', t.status, 'certainty', t.certainty,
    'group', case when t.status in ('open', 'suggested') then private.bank_group(t.status, t.certainty) end,
    'unclaimed_amount', t.unclaimed_amount, 'version', t.version,
    'marks', private.bank_marks(t.text, t.payer_key, coalesce(
      jsonb_path_query_first(s.reasons, '$[*] ? (@.code == "bank_says").reference') #>> '{}', f.booking_reference)),
    'lump', case when t.status = 'open' then private.bank_lump(t) end,
    'alike', case when t.status in ('open', 'suggested') and coalesce(t.certainty, 'possible') = 'possible' then (
      select jsonb_build_object('key', t.alike_key, 'count', count(*), 'amount', sum(e.amount) + t.amount, 'first_on', least(min(e.booked_on), t.booked_on),
        'last_on', greatest(max(e.booked_on), t.booked_on)) from private.bank_alike(t) e having count(*) > 0) end,
    'rule_id', t.rule_id,
    'account', jsonb_build_object('id', a.id, 'name', a.name, 'last_four', a.last_four),
    'vendor', case when v.id is not null then jsonb_build_object('id', v.id, 'name', v.name, 'logo_url', v.logo_url) end,
    'suggestion', case when s.id is not null then jsonb_build_object('rank', 1, 'kind', s.kind, 'certainty', s.certainty,
      'acceptable', s.kind in ('single', 'set', 'recall') and s.certainty <> 'possible', 'part_count', jsonb_array_length(s.parts),
      'parts', private.bank_parts(t.organization_id, s.parts, 3), 'reasons', s.reasons, 'difference', s.difference) end,
    'other', case when x.any_others and t.status in ('open', 'suggested') and t.amount > 0 and coalesce(s.certainty, 'possible') = 'possible'
      then private.bank_others(t, array(select o from private.agreeing_others(t, t.vendor_id) o limit 1)) -> 0 end,
    'matched', case when t.status = 'matched' then (
      select jsonb_build_object('part_count', count(l.id) + jsonb_array_length(b.others), 'others', b.others,
        'at', coalesce(max(l.created_at), b.at), 'by', (
          select u.first_name || ' ' || u.last_name from public.bank_decisions d join public.users u on u.id = d.decided_by
          where d.organization_id = t.organization_id and d.transaction_id = t.id and d.action in ('match', 'accept')
          order by d.decided_at desc limit 1),
        'parts', private.bank_parts(t.organization_id, coalesce(jsonb_agg(jsonb_build_object('commission_id', l.commission_id,
          'amount', l.amount) order by l.created_at, l.id) filter (where l.id is not null), '[]'), 3))
      from (
        select private.bank_others(t, coalesce(array_agg(a.other_commission_id order by a.created_at, a.id), '{}')) as others,
          max(a.created_at) as at
        from public.bank_other_allocations a
        where x.any_others and a.organization_id = t.organization_id and a.transaction_id = t.id) b
      left join public.bank_allocations l on l.organization_id = t.organization_id and l.transaction_id = t.id
      group by b.others, b.at) end)
    order by i.n), '[]')
  from unnest(ids) with ordinality i(id, n)
  cross join (select private.owes_others(bank_rows.organization_id) as any_others offset 0) x
  join public.bank_transactions t on t.organization_id = bank_rows.organization_id and t.id = i.id
  join public.bank_accounts a on a.id = t.account_id
  left join public.vendors v on v.id = t.vendor_id
  left join public.bank_suggestions s on s.organization_id = t.organization_id and s.transaction_id = t.id and s.rank = 1
  left join public.commissions c on c.organization_id = t.organization_id and c.id = coalesce(s.commission_id, (
    select l.commission_id from public.bank_allocations l
    where l.organization_id = t.organization_id and l.transaction_id = t.id order by l.created_at, l.id limit 1))
  left join public.sales f on f.id = c.sales_id
$$;
comment on function private.bank_rows is 'What a row of the inbox shows of transactions, in the order of `ids`.';

create function private.count_to_review() returns bigint
language sql stable security definer set search_path = '' as $$
  select case when o.id is not null then (
    select count(*) from public.bank_transactions t where t.organization_id = o.id and t.status in ('open', 'suggested')) end
  from (select private.admin_organization_id() as id) o
$$;
comment on function private.count_to_review is 'One page of the inbox with all figures around it. view: review (certain first, then
  what needs a look, then what has no suggestion; each newest first), matched (what pays something), unclaimed (oldest first),
  set_aside, all. `counts` and `strip` obey no filter. How many transactions wait for somebody, for admins; null for others. The
  tabs of Commissions say it wherever one is.';

create function public.get_bank_inbox(view text default 'review', account_id uuid default null, vendor_id uuid default null,
  start_date date default null, end_date date default null, search text default null, page int default 1, page_size int default 50,
  direction text default null)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.bank_organization();
  today date := private.today();
  month date := date_trunc('month', today)::date;
  page_no int := greatest(coalesce(get_bank_inbox.page, 1), 1);
  per_page int := least(greatest(coalesce(get_bank_inbox.page_size, 50), 1), 100);
  asked text := coalesce(get_bank_inbox.view, 'review');
  pattern text := '%' || private.escape_like(lower(nullif(btrim(left(search, 200)), ''))) || '%';
  amount_typed numeric := private.typed_amount(left(search, 200), caller_organization_id);
  conditions text;
  way text := case get_bank_inbox.direction when 'in' then ' and t.amount > 0' when 'out' then ' and t.amount < 0' else '' end;
  directions jsonb;
  is_filtered boolean := coalesce(get_bank_inbox.account_id, get_bank_inbox.vendor_id) is not null
    or coalesce(start_date, end_date) is not null or pattern is not null;
  total bigint;
  ids uuid[];
  groups jsonb;
  counts jsonb;
begin
  if asked not in ('review', 'matched', 'unclaimed', 'set_aside', 'all') then
    perform private.refuse('There is no such list.', 'view', 'list_unknown');
  end if;
  conditions := concat_ws(' and ', 't.organization_id = $1',
    case asked when 'review' then 't.status in (''open'', ''suggested'')' when 'unclaimed' then 't.unclaimed_amount <> 0'
      when 'matched' then 't.status = ''matched'' and t.unclaimed_amount - t.fee_amount <> t.amount'
      when 'all' then null else 't.status = ' || quote_literal(asked) end,
    case when get_bank_inbox.account_id is not null then 't.account_id = $2' end,
    case when get_bank_inbox.vendor_id is not null then 't.vendor_id = $3' end,
    case when start_date is not null then 't.booked_on >= $4' end, case when end_date is not null then 't.booked_on <= $5' end,
    case when pattern is not null then '(lower(t.text collate pg_catalog."pg_c_utf8") like $6 or t.amount::text like $6'
      || coalesce(format(' or abs(t.amount) = %L::numeric', amount_typed), '') || ')' end);
  -- By status first: the function is slow for thousands of rows.
  select coalesce(jsonb_object_agg(g.name, jsonb_build_object('count', g.n, 'amount', g.amount_in - g.amount_out,
    'amount_in', g.amount_in, 'amount_out', g.amount_out)), '{}') into groups
  from (
    select private.bank_group(t.status, t.certainty) as name, sum(t.n) as n, sum(t.amount_in) as amount_in,
      sum(t.amount_out) as amount_out
    from (
      select t.status, t.certainty, count(*) as n, coalesce(sum(t.amount) filter (where t.amount > 0), 0) as amount_in,
        coalesce(-sum(t.amount) filter (where t.amount < 0), 0) as amount_out
      from public.bank_transactions t
      where t.organization_id = caller_organization_id and t.status in ('open', 'suggested') group by 1, 2) t
    group by 1) g;
  -- Each transaction came with an import, so these know how many there are; what is set aside is the rest.
  -- What was left unclaimed as a whole is settled, but not matched.
  select jsonb_build_object('review', n.review, 'matched', n.settled - u.whole, 'set_aside', n.all_of_them - n.review - n.settled,
    'all', n.all_of_them, 'unclaimed', u.n) into counts
  from (
    select (select coalesce(sum((g.value ->> 'count')::bigint), 0) from jsonb_each(groups) g) as review,
      (select count(*) from public.bank_transactions t
        where t.organization_id = caller_organization_id and t.status = 'matched') as settled,
      (select coalesce(sum(i.added), 0) from public.bank_imports i
        where i.organization_id = caller_organization_id and i.status in ('running', 'done')) as all_of_them) n
  cross join (
    select count(*) as n, count(*) filter (where t.unclaimed_amount - t.fee_amount = t.amount) as whole
    from public.bank_transactions t
    where t.organization_id = caller_organization_id and t.unclaimed_amount <> 0) u;
  execute format('select array(select t.id from public.bank_transactions t where %s order by %s limit $7 offset $8)', conditions || way,
    case asked when 'review' then
        'case when t.certainty = ''certain'' then 1 when t.status = ''suggested'' then 2 else 3 end, t.booked_on desc, t.id'
      when 'unclaimed' then 't.booked_on, t.id' else 't.booked_on desc, t.id' end)
  into ids
  using caller_organization_id, get_bank_inbox.account_id, get_bank_inbox.vendor_id, start_date, end_date, pattern, per_page,
    (page_no - 1)::bigint * per_page;
  -- Not of lists that grow with the years, unless somebody narrows them.
  if is_filtered or way <> '' or asked in ('review', 'unclaimed') then
    execute format('select jsonb_build_object(''in'', count(*) filter (where t.amount > 0), ''out'', count(*) filter (where t.amount < 0))
      from public.bank_transactions t where %s', conditions) into directions
    using caller_organization_id, get_bank_inbox.account_id, get_bank_inbox.vendor_id, start_date, end_date, pattern;
  end if;
  total := case when way <> '' then (directions ->> get_bank_inbox.direction)::bigint
    when is_filtered then (directions ->> 'in')::bigint + (directions ->> 'out')::bigint else (counts ->> asked)::bigint end;
  return jsonb_build_object('rows', private.bank_rows(caller_organization_id, ids), 'count', total, 'page', page_no,
    'page_size', per_page, 'total_pages', (total + per_page - 1) / per_page, 'groups', groups,
    'counts', counts, 'directions', directions,
    'strip', jsonb_build_object(
      'review', (select jsonb_build_object('count', coalesce(sum((g.value ->> 'count')::int), 0),
        'amount_in', coalesce(sum((g.value ->> 'amount_in')::numeric), 0), 'amount_out', coalesce(sum((g.value ->> 'amount_out')::numeric), 0))
        from jsonb_each(groups) g),
      'matched', (select jsonb_build_object('count', count(*) filter (where t.booked_on >= month and m.amount <> 0),
          'amount', coalesce(sum(m.amount) filter (where t.booked_on >= month), 0),
          'amount_before', coalesce(sum(m.amount) filter (where t.booked_on < month), 0))
        from public.bank_transactions t
        cross join lateral (select case when t.unclaimed_amount - t.fee_amount = t.amount then 0
          else t.amount - t.unclaimed_amount end as amount) m
        where t.organization_id = caller_organization_id and t.status = 'matched'
          and t.booked_on >= month - interval '1 month' and t.booked_on < month + interval '1 month'),
      'unclaimed', (select jsonb_build_object('count', count(*), 'amount', coalesce(sum(t.unclaimed_amount), 0),
          'oldest_on', min(t.booked_on))
        from public.bank_transactions t where t.organization_id = caller_organization_id and t.unclaimed_amount <> 0),
      'overdue', private.owed_figures(caller_organization_id)),
    'imports', private.bank_import_rows(caller_organization_id, array(
      select i.id from public.bank_imports i where i.organization_id = caller_organization_id and i.status in ('running', 'done')
      order by i.created_at desc, i.id limit 3)));
end $$;
grant execute on function public.get_bank_inbox(text, uuid, uuid, date, date, text, int, int, text) to authenticated;

create function private.payable_by(t public.bank_transactions) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
begin
  if t.amount < 0 then
    return array(
      select c.id from public.commissions c
      where c.organization_id = t.organization_id and c.vendor_id = t.vendor_id and c.deposited_amount > 0
      order by abs(t.booked_on - coalesce(c.due_on, c.sale_date)), c.id limit 50);
  end if;
  return array(
    select o.id
    from (
      (select c.id, coalesce(c.due_on, c.sale_date) as day from public.commissions c
      where c.organization_id = t.organization_id and c.vendor_id = t.vendor_id and c.undeposited_amount > 0
        and coalesce(c.due_on, c.sale_date) <= t.booked_on
      order by coalesce(c.due_on, c.sale_date) desc, c.id desc limit 50)
      union all
      (select c.id, coalesce(c.due_on, c.sale_date) from public.commissions c
      where c.organization_id = t.organization_id and c.vendor_id = t.vendor_id and c.undeposited_amount > 0
        and coalesce(c.due_on, c.sale_date) > t.booked_on
      order by coalesce(c.due_on, c.sale_date), c.id limit 50)) o
    order by abs(t.booked_on - o.day), o.id limit 50);
end $$;
comment on function private.payable_by is 'Commissions of a transaction''s vendor that it may pay, or of money out those it may take
  back; at most 50, those first that were due nearest to its day.';

create function public.get_bank_transaction(transaction_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.bank_organization();
  t public.bank_transactions;
begin
  select b.* into t from public.bank_transactions b
  where b.id = get_bank_transaction.transaction_id and b.organization_id = caller_organization_id;
  if t.id is null then
    return null;
  end if;
  return jsonb_build_object(
    'transaction', (private.bank_rows(caller_organization_id, array[t.id]) -> 0) || jsonb_build_object('value_on', t.value_on,
      'reference', t.reference, 'bank_id', t.bank_id, 'fee_amount', t.fee_amount, 'payer_key', t.payer_key),
    'position', (
      select jsonb_build_object('index', r.place, 'count', r.n, 'previous_id', r.previous_id, 'next_id', r.next_id)
      from (
        select b.id, row_number() over w as place, count(*) over () as n, lag(b.id) over w as previous_id, lead(b.id) over w as next_id
        from public.bank_transactions b
        where b.organization_id = caller_organization_id and b.status in ('open', 'suggested')
        window w as (order by case when b.certainty = 'certain' then 1 when b.status = 'suggested' then 2 else 3 end,
          b.booked_on desc, b.id)) r
      where r.id = t.id),
    'suggestions', (
      select coalesce(jsonb_agg(jsonb_build_object('rank', s.rank, 'kind', s.kind, 'certainty', s.certainty, 'reasons', s.reasons,
        'difference', s.difference, 'parts', private.bank_parts(caller_organization_id, s.parts, 100)) order by s.rank), '[]')
      from public.bank_suggestions s where s.organization_id = caller_organization_id and s.transaction_id = t.id),
    'allocations', (
      select private.bank_parts(caller_organization_id, coalesce(jsonb_agg(jsonb_build_object('commission_id', a.commission_id,
        'amount', a.amount, 'write_off_amount', a.write_off_amount, 'write_off_reason', a.write_off_reason,
        'recorded', private.recorded_json(c, t.id), 'keep_day', not a.takes_day,
        'rest', case when c.manual_amount > 0 then 'received' else 'open' end)
        order by a.created_at, a.id), '[]'), 500)
      from public.bank_allocations a
      join public.commissions c on c.organization_id = a.organization_id and c.id = a.commission_id
      where a.organization_id = caller_organization_id and a.transaction_id = t.id),
    'open', private.bank_commission_rows(caller_organization_id, private.payable_by(t), t.amount < 0),
    'others', private.bank_other_candidates(t),
    'remittance', private.bank_remittance(caller_organization_id, t.id),
    'decisions', (
      select coalesce(jsonb_agg(jsonb_build_object('action', d.action, 'group_id', d.group_id, 'at', d.decided_at,
        'by', u.first_name || ' ' || u.last_name, 'details', d.details - 'suggestions') order by d.decided_at), '[]')
      from public.bank_decisions d left join public.users u on u.id = d.decided_by
      where d.organization_id = caller_organization_id and d.transaction_id = t.id));
end $$;
comment on function public.get_bank_transaction is 'One transaction with all that the workbench shows; null when there is none of
  that id.';
grant execute on function public.get_bank_transaction(uuid) to authenticated;

create function public.find_open_commissions(search text default null, vendor_id uuid default null, page int default 1,
  taken_back boolean default false)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.bank_organization();
  typed text := nullif(btrim(left(search, 200)), '');
  pattern text := '%' || private.escape_like(lower(typed)) || '%';
  takes_back boolean := coalesce(find_open_commissions.taken_back, false);
  ids uuid[];
begin
  ids := array(
    select c.id
    from public.commissions c
    join public.sales s on s.id = c.sales_id and s.organization_id = c.organization_id
    where c.organization_id = caller_organization_id
      and (c.undeposited_amount > 0 and not takes_back or c.deposited_amount > 0 and takes_back and typed is not null)
      and (find_open_commissions.vendor_id is null or c.vendor_id = find_open_commissions.vendor_id)
      and (typed is null or s.id in (
        select o.id from public.sales o where o.organization_id = caller_organization_id
          and lower(o.booking_reference collate pg_catalog."pg_c_utf8") like pattern
        union all
        select o.id from public.sales o where o.organization_id = caller_organization_id and o.customer_id in (
          select k.customer_id from private.customer_search k where k.organization_id = caller_organization_id
            and k.document like private.normalize_search_text(pattern) limit 500)
        union all
        select m.sales_id from public.commissions m where m.organization_id = caller_organization_id
          and case when takes_back then m.deposited_amount else m.undeposited_amount end = private.typed_amount(typed, caller_organization_id)))
    order by c.manual_amount > 0 and not takes_back, c.due_on, c.id limit 1000);
  return jsonb_build_object('count', cardinality(ids), 'rows', private.bank_commission_rows(caller_organization_id,
    ids[(greatest(coalesce(page, 1), 1) - 1) * 20 + 1 : greatest(coalesce(page, 1), 1) * 20], takes_back));
end $$;
comment on function public.find_open_commissions is '{rows, count}: up to 20 a page of the open commissions of any vendor, or of
  one, that have what was typed in their reference or in the name of the customer, or are of that amount; without a search those due
  first. With `taken_back` those that a deposit has paid, which a vendor may take back, by what was deposited; without a search
  none.';
grant execute on function public.find_open_commissions(text, uuid, int, boolean) to authenticated;

create function public.get_vendor_overdue(vendor_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.bank_organization();
begin
  return (
    select coalesce(jsonb_agg(r.value || jsonb_build_object('expected', w.owed) order by r.n), '[]')
    from jsonb_array_elements(private.bank_commission_rows(caller_organization_id, array(
      select m.commission_id from private.commission_money m
      where m.organization_id = caller_organization_id and m.vendor_id = get_vendor_overdue.vendor_id
        and m.open_amount > 0 and m.owed > 0
      order by m.due_on, m.commission_id limit 200))) with ordinality r(value, n)
    join private.commission_money w on w.commission_id = (r.value ->> 'commission_id')::uuid);
end $$;
comment on function public.get_vendor_overdue is 'What a vendor owes, the longest overdue first, for the e-mail that asks for it; at
  most 200 commissions, `expected` is what is owed.';
grant execute on function public.get_vendor_overdue(uuid) to authenticated;
