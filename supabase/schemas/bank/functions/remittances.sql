-- Remittances: the vendor's statement of what a deposit pays, from a file or pasted rows. Each line finds its commission by its
-- reference, else by its amount and name among the open ones of the vendor; together they are the first suggestion.

create function private.statement_candidates(remittance_id uuid)
returns table (line_id uuid, place integer, commission_id uuid, score integer, referred boolean)
language sql stable security definer set search_path = '' set enable_nestloop = off as $$
  with r as materialized (
    select x.organization_id, x.id, coalesce(x.vendor_id, t.vendor_id) as vendor_id
    from public.bank_remittances x
    left join public.bank_transactions t on t.organization_id = x.organization_id and t.id = x.transaction_id
    where x.id = statement_candidates.remittance_id
  ), l as materialized (
    -- Lines with a reference first: what they name is not there for the others.
    select x.id, x.amount, x.organization_id, r.vendor_id, private.bank_words(x.name) as words,
      private.bank_reference_keys(private.bank_words(x.reference)) as keys, private.bank_digit_keys(x.reference) as digits,
      row_number() over (order by x.reference is null, x.line_number)::int as place
    from r join public.bank_remittance_lines x on x.organization_id = r.organization_id and x.remittance_id = r.id
    where x.commission_id is null
  ), found as materialized (
    select l.id, s.id as sale_id
    from l cross join lateral unnest(l.keys) k(key)
    cross join lateral (
      select s.id from public.sales s where s.organization_id = l.organization_id
        and private.reference_key(s.booking_reference) = k.key limit 20) s
    union
    select l.id, s.id
    from l cross join lateral unnest(l.digits) d(digits)
    cross join lateral (
      select s.id from public.sales s where s.organization_id = l.organization_id
        and ltrim(substring(s.booking_reference from '[0-9]{4,}'), '0') = d.digits
        and substring(s.booking_reference from '[0-9]{4,}') is not null limit 20) s
  ), named as materialized (
    select f.id, c.id as commission_id
    from found f
    cross join lateral (select c.id from public.commissions c where c.sales_id = f.sale_id and c.status <> 'cancelled' offset 0) c
  ), alike as materialized (
    -- What no reference names: the same amount, open with this vendor, or of somebody of that name.
    select l.id, l.words, l.vendor_id, c.id as commission_id, c.vendor_id as owing, s.customer_id
    from l cross join lateral (
      (select c.id, c.vendor_id, c.sales_id from public.commissions c
        where c.organization_id = l.organization_id and c.vendor_id = l.vendor_id and c.undeposited_amount = l.amount
          and c.undeposited_amount > 0 limit 50)
      union
      (select c.id, c.vendor_id, c.sales_id from public.commissions c
        where c.organization_id = l.organization_id and c.undeposited_amount = l.amount and c.undeposited_amount > 0
          and l.words <> '{}' limit 100)) c
    cross join lateral (select s.customer_id from public.sales s where s.id = c.sales_id offset 0) s
    where l.amount > 0 and not exists (select 1 from named n where n.id = l.id)
  ), clients as materialized (
    select k.id, upper(k.last_name) as word
    from public.customers k
    where k.organization_id = (select r.organization_id from r) and upper(k.last_name) in (
      select w from l cross join lateral unnest(l.words) w where char_length(w) >= 3 and not exists (select 1 from named n where n.id = l.id))
  ), called as materialized (
    -- A typed reference may be wrong, and the amount another one.
    select distinct l.id, c.id as commission_id, s.customer_id
    from l cross join lateral unnest(l.words) w(word)
    join clients k on k.word = w.word
    cross join lateral (
      select s.id, s.customer_id from public.sales s where s.organization_id = l.organization_id and s.customer_id = k.id offset 0) s
    cross join lateral (
      select c.id from public.commissions c where c.organization_id = l.organization_id and c.sales_id = s.id
        and l.amount between c.undeposited_amount * 0.75 and c.undeposited_amount * 1.25 and c.undeposited_amount > 0 offset 0) c
    where not exists (select 1 from named n where n.id = l.id)
  ), names as materialized (
    -- Each name is taken apart once.
    select k.id, private.bank_words(k.last_name) as words, private.bank_words(k.first_name) as first
    from (select a.customer_id from alike a
      union select c.customer_id from called c
      union select s.customer_id from found f
      cross join lateral (select s.customer_id from public.sales s where s.id = f.sale_id offset 0) s) i
    cross join lateral (select k.id, k.first_name, k.last_name from public.customers k where k.id = i.customer_id offset 0) k
  ), ids as materialized (
    select n.id, n.commission_id from named n
    union
    select a.id, a.commission_id from alike a join names k on k.id = a.customer_id
    where a.owing = a.vendor_id or k.words && a.words
    union
    select c.id, c.commission_id from called c
  )
  select l.id, l.place, c.id, f.named::int * 4 + f.numbered::int * 2 + f.exact::int * 2 + coalesce(f.called, false)::int
    + (f.called and k.first && l.words)::int + (f.numbered and c.vendor_id is not distinct from l.vendor_id)::int + o.open::int * 8,
    f.named or f.numbered
  from ids i
  join l on l.id = i.id
  cross join lateral (select * from public.commissions c where c.id = i.commission_id offset 0) c
  cross join lateral (select * from public.sales s where s.id = c.sales_id offset 0) s
  join names k on k.id = s.customer_id
  cross join lateral (
    select x.key, x.key = any (l.keys) as named,
      coalesce(ltrim(substring(s.booking_reference from '[0-9]{4,}'), '0') = any (l.digits), false) as numbered,
      k.words && l.words as called, c.undeposited_amount = l.amount as exact
    from private.reference_key(s.booking_reference) x(key)) f
  -- What a vendor takes back was received before; what it pays is open, or was received, too.
  cross join lateral (
    select case when l.amount < 0 then c.deposited_amount > 0 else c.undeposited_amount > 0 end as open) o
  where f.named or f.numbered and (f.exact or f.called or c.vendor_id = l.vendor_id) or f.exact and o.open and (f.called or l.words = '{}')
    or f.called and o.open and l.amount between c.undeposited_amount * 0.75 and c.undeposited_amount * 1.25
      and (c.vendor_id = l.vendor_id or exists (
        select 1 from unnest(l.keys) k(key) where private.is_near_reference(k.key, f.key) or private.is_cut_reference(k.key, f.key)))
  order by 2, 4 desc, c.manual_amount > 0, abs(c.undeposited_amount - l.amount), c.due_on, 3
$$;
comment on function private.statement_candidates is 'For each line without a commission those that it may mean, best first: by
  reference (4), number (2), amount (2), last and first name (1 each), and what is open (8) before what was received; and whose traveler has the name
  where the amount is near, with this vendor or with almost that reference.';

create function private.match_remittance(remittance_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  l record;
  found_id uuid;
  line_ids uuid[] := '{}';
  found_ids uuid[] := '{}';
  taken uuid[] := array(select x.commission_id from public.bank_remittance_lines x
    join public.bank_remittances r on r.organization_id = x.organization_id and r.id = x.remittance_id
    where r.id = match_remittance.remittance_id and x.commission_id is not null);
begin
  for l in
    select c.line_id, array_agg(c.commission_id order by c.n) as ids,
      array_agg(c.commission_id order by c.n) filter (where c.referred and c.score = c.best) as referred
    from (
      select s.*, max(s.score) over (partition by s.line_id) as best, row_number() over () as n
      from private.statement_candidates(match_remittance.remittance_id) s) c
    group by c.line_id, c.place order by c.place
  loop
    -- What is not taken comes first among equals; what the reference names best may stand in several lines.
    found_id := coalesce(
      (select u.id from unnest(l.referred) with ordinality u(id, n) where u.id <> all (taken) order by u.n limit 1), l.referred[1],
      (select u.id from unnest(l.ids) with ordinality u(id, n) where u.id <> all (taken) order by u.n limit 1));
    if found_id is not null then
      line_ids := line_ids || l.line_id;
      found_ids := found_ids || found_id;
      taken := taken || found_id;
    end if;
  end loop;
  update public.bank_remittance_lines x set commission_id = f.commission_id
  from unnest(line_ids, found_ids) f(line_id, commission_id) where x.id = f.line_id;
end $$;
comment on function private.match_remittance is 'Finds the commissions of the lines that have none. Several lines may name one booking,
  deposit and final payment: their sum is what is paid of it. By amount or name alone no commission is found twice.';

create function private.check_statement(lines jsonb, fees jsonb, left_out jsonb default '[]') returns jsonb
language sql immutable set search_path = '' as $$
  select case
    when jsonb_typeof(lines) is distinct from 'array' or jsonb_array_length(lines) not between 1 and 500 or exists (
      select 1 from jsonb_array_elements(lines) e where jsonb_typeof(e) <> 'object' or coalesce(e ->> 'line' !~ '^[1-9]\d{0,5}$', true)
        or coalesce(e ->> 'amount' !~ '^-?\d{1,10}(\.\d{1,2})?$', true) or e ->> 'gross' !~ '^-?\d{1,10}(\.\d{1,2})?$'
        or char_length(e ->> 'reference') > 300 or char_length(e ->> 'name') > 300 or char_length(e ->> 'text') > 300
        or char_length(e ->> 'dates') > 100) then
      private.command_result('Send up to 500 lines, each with its number and an amount like 1482.50.', 'lines', 'lines_expected')
    when jsonb_typeof(fees) is distinct from 'array' or jsonb_array_length(fees) > 20 or exists (
      select 1 from jsonb_array_elements(fees) e where jsonb_typeof(e) <> 'object' or coalesce(e ->> 'line' !~ '^[1-9]\d{0,5}$', true)
        or coalesce(e ->> 'amount' !~ '^\d{1,10}(\.\d{1,2})?$', true) or char_length(e ->> 'text') > 100) then
      private.command_result('Send up to 20 fees, each with an amount like 15.00.', 'fees', 'fees_expected')
    when jsonb_typeof(left_out) is distinct from 'array' or jsonb_array_length(left_out) > 1000 or octet_length(left_out::text) > 200000 or exists (
      select 1 from jsonb_array_elements(left_out) e where jsonb_typeof(e) <> 'object'
        or coalesce(e ->> 'line' !~ '^[1-9]\d{0,5}$', true)
        or coalesce(e ->> 'why' not in ('text', 'head', 'sum', 'other_table', 'amount'), true) or char_length(e ->> 'text') > 300) then
      private.command_result('Send up to 1,000 rows that were left out, each with its reason.', 'left_out', 'left_out_expected')
  end
$$;
comment on function private.check_statement is 'The refusal of a statement that is not one: `lines` [{line, reference, name, amount,
  gross, dates, text}], `fees` [{line, text, amount}] and `left_out` [{line, why, text}]. Null when it may be kept.';

create function private.add_statement_lines(r public.bank_remittances, lines jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  insert into public.bank_remittance_lines
    (organization_id, remittance_id, line_number, reference, name, amount, gross_amount, dates, note)
  select distinct on (x.n) r.organization_id, r.id, x.n, nullif(btrim(e ->> 'reference'), ''), nullif(btrim(e ->> 'name'), ''),
    (e ->> 'amount')::numeric, (e ->> 'gross')::numeric, nullif(btrim(e ->> 'dates'), ''), nullif(btrim(e ->> 'text'), '')
  from (select e, (e ->> 'line')::int as n from jsonb_array_elements(lines) e) x(e, n)
  order by x.n;
  update public.bank_remittances x set total_amount = (
    select sum(l.amount) from public.bank_remittance_lines l where l.organization_id = r.organization_id and l.remittance_id = r.id)
  where x.id = r.id;
  perform private.match_remittance(r.id);
end $$;
comment on function private.add_statement_lines is 'Gives a statement its lines, and each line its commission.';

create function private.sum_of_fees(fees jsonb) returns numeric
language sql immutable set search_path = '' as $$
  select coalesce(sum((e ->> 'amount')::numeric), 0) from jsonb_array_elements(fees) e
$$;

create function public.save_bank_remittance(transaction_id uuid, file_name text, lines jsonb, fees jsonb default '[]') returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '8s' as $$
declare
  t public.bank_transactions := private.lock_transaction(save_bank_remittance.transaction_id);
  refusal jsonb := private.check_statement(lines, fees);
  r public.bank_remittances;
begin
  if t.id is null then
    return private.command_result('This transaction is no longer there.', null, 'transaction_not_found');
  elsif refusal is not null then
    return refusal;
  end if;
  delete from public.bank_remittances x where x.organization_id = t.organization_id and x.transaction_id = t.id;
  -- Whoever puts a statement beside money says that it pays commissions.
  update public.bank_transactions b set status = 'open', category = null, version = b.version + 1
  where b.id = t.id and b.status = 'set_aside';
  insert into public.bank_remittances (organization_id, transaction_id, file_name, fees, fee_amount, created_by)
  values (t.organization_id, t.id, left(save_bank_remittance.file_name, 255), save_bank_remittance.fees, private.sum_of_fees(fees),
    auth.uid()) returning * into r;
  perform private.add_statement_lines(r, lines);
  perform private.match_transactions(t.organization_id, array[t.id]);
  return private.command_result(null) || jsonb_build_object('remittance', private.bank_remittance(t.organization_id, t.id));
end $$;
comment on function public.save_bank_remittance is 'Puts a statement beside a deposit (see private.check_statement).
  {success, error, field, remittance}.';
grant execute on function public.save_bank_remittance(uuid, text, jsonb, jsonb) to authenticated;

create function public.delete_bank_remittance(remittance_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.bank_organization();
  r public.bank_remittances;
begin
  delete from public.bank_remittances x
  where x.id = delete_bank_remittance.remittance_id and x.organization_id = caller_organization_id and x.transaction_id is not null
  returning x.* into r;
  if r.id is null then
    return private.command_result('This statement is no longer there.', null, 'statement_not_found');
  end if;
  perform private.match_transactions(caller_organization_id, array[r.transaction_id]);
  return private.command_result(null);
end $$;
comment on function public.delete_bank_remittance is 'Takes a statement away from its deposit. One that came without a deposit stays
  with its vendor. {success, error}.';
grant execute on function public.delete_bank_remittance(uuid) to authenticated;

create function private.bank_remittance(organization_id uuid, transaction_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', r.id, 'file_name', r.file_name, 'total', r.total_amount, 'fee', f.fee,
    'fits', r.total_amount - f.fee = t.amount, 'expected', r.vendor_id is not null, 'lines', (
      select coalesce(jsonb_agg(jsonb_build_object('line', l.line_number, 'reference', l.reference, 'name', l.name,
        'amount', l.amount, 'commission', shown.commission) order by l.line_number), '[]')
      from public.bank_remittance_lines l
      left join (
        select (c ->> 'commission_id')::uuid as id, c as commission
        from jsonb_array_elements(private.bank_commission_rows(r.organization_id, array(
          select distinct x.commission_id from public.bank_remittance_lines x
          where x.organization_id = r.organization_id and x.remittance_id = r.id and x.commission_id is not null))) c) shown
        on shown.id = l.commission_id
      where l.organization_id = r.organization_id and l.remittance_id = r.id))
  from public.bank_remittances r
  join public.bank_transactions t on t.organization_id = r.organization_id and t.id = bank_remittance.transaction_id
  cross join lateral (select case when r.total_amount = t.amount then 0 else r.fee_amount end as fee) f
  where r.organization_id = bank_remittance.organization_id
    and r.id = private.statement_of(bank_remittance.organization_id, bank_remittance.transaction_id)
$$;
comment on function private.bank_remittance is 'The statement of a deposit: {id, file_name, total, fee, fits, expected, lines:
  [{line, reference, name, amount, commission}]}, null without one. fits: its total less the fee is the deposit''s amount; expected:
  it came before the deposit.';
