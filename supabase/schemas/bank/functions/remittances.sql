-- Remittances: the vendor's statement of what a deposit pays, from a file or pasted rows. Each line finds its commission by its
-- reference, else by its amount and name among the open ones of the deposit's vendor; together they are the first suggestion.

create function private.match_remittance(remittance_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  r public.bank_remittances := (select x from public.bank_remittances x where x.id = match_remittance.remittance_id);
  l public.bank_remittance_lines;
  found_id uuid;
begin
  -- Lines with a reference first: what they name is not there for the others.
  for l in select x.* from public.bank_remittance_lines x
    where x.organization_id = r.organization_id and x.remittance_id = r.id and x.commission_id is null
    order by x.reference is null, x.line_number
  loop
    found_id := (
      select c.id
      from public.commissions c
      join public.sales s on s.id = c.sales_id
      join public.customers k on k.id = s.customer_id
      cross join lateral (
        select upper(regexp_replace(s.booking_reference, '[^A-Za-z0-9]', '', 'g')) = any (private.bank_reference_keys(private.bank_words(l.reference))) as named,
          coalesce(substring(s.booking_reference from '[0-9]{4,}') = any (private.bank_digit_keys(l.reference)), false) as numbered,
          private.bank_words(k.last_name) && private.bank_words(l.name) as called, c.undeposited_amount = l.amount as exact) f
      where c.organization_id = r.organization_id and c.undeposited_amount > 0 and l.amount > 0
        and (s.id in (
            select o.id from public.sales o where o.organization_id = r.organization_id
              and upper(regexp_replace(o.booking_reference, '[^A-Za-z0-9]', '', 'g')) = any (private.bank_reference_keys(private.bank_words(l.reference)))
            union
            select o.id from public.sales o where o.organization_id = r.organization_id
              and substring(o.booking_reference from '[0-9]{4,}') = any (private.bank_digit_keys(l.reference)))
          or c.undeposited_amount = l.amount and (f.called or c.vendor_id = (
            select t.vendor_id from public.bank_transactions t where t.id = r.transaction_id)))
        and (f.named or f.numbered and (f.exact or f.called) or f.exact)
        and not exists (select 1 from public.bank_remittance_lines o
          where o.organization_id = r.organization_id and o.remittance_id = r.id and o.commission_id = c.id)
      order by f.named::int * 4 + f.numbered::int * 2 + f.exact::int * 2 + coalesce(f.called, false)::int desc, c.manual_amount > 0, c.due_on, c.id
      limit 1);
    update public.bank_remittance_lines x set commission_id = found_id where x.id = l.id and found_id is not null;
  end loop;
end $$;
comment on function private.match_remittance is 'Finds the commissions of the lines that have none; no commission is found twice.';

create function public.save_bank_remittance(transaction_id uuid, file_name text, lines jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  t public.bank_transactions := private.lock_transaction(save_bank_remittance.transaction_id);
  new_id uuid;
begin
  if t.id is null then
    return private.command_result('This transaction is no longer there.', null, 'transaction_not_found');
  elsif jsonb_typeof(lines) is distinct from 'array' or jsonb_array_length(lines) not between 1 and 500 or exists (
    select 1 from jsonb_array_elements(lines) e where jsonb_typeof(e) <> 'object' or coalesce(e ->> 'line' !~ '^[1-9]\d{0,5}$', true)
      or coalesce(e ->> 'amount' !~ '^-?\d{1,10}(\.\d{1,2})?$', true) or char_length(e ->> 'reference') > 300
      or char_length(e ->> 'name') > 300) then
    return private.command_result('Send up to 500 lines, each with its number and an amount like 1482.50.',
      'lines', 'lines_expected');
  end if;
  delete from public.bank_remittances r where r.organization_id = t.organization_id and r.transaction_id = t.id;
  insert into public.bank_remittances (organization_id, transaction_id, file_name, created_by)
  values (t.organization_id, t.id, left(save_bank_remittance.file_name, 255), auth.uid()) returning id into new_id;
  insert into public.bank_remittance_lines (organization_id, remittance_id, line_number, reference, name, amount)
  select distinct on (x.n) t.organization_id, new_id, (e ->> 'line')::int, nullif(btrim(e ->> 'reference'), ''),
    nullif(btrim(e ->> 'name'), ''), (e ->> 'amount')::numeric
  from (select e, (e ->> 'line')::int as n from jsonb_array_elements(lines) e) x(e, n)
  order by x.n;
  perform private.match_remittance(new_id);
  perform private.match_transactions(t.organization_id, array[t.id]);
  return private.command_result(null) || jsonb_build_object('remittance', private.bank_remittance(t.organization_id, t.id));
end $$;
comment on function public.save_bank_remittance is 'Puts a statement beside a deposit: `lines` [{line, reference, name, amount}].
  {success, error, field, remittance}.';
grant execute on function public.save_bank_remittance(uuid, text, jsonb) to authenticated;

create function public.delete_bank_remittance(remittance_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.bank_organization();
  r public.bank_remittances;
begin
  delete from public.bank_remittances x
  where x.id = delete_bank_remittance.remittance_id and x.organization_id = caller_organization_id returning x.* into r;
  if r.id is null then
    return private.command_result('This statement is no longer there.', null, 'statement_not_found');
  end if;
  perform private.match_transactions(caller_organization_id, array[r.transaction_id]);
  return private.command_result(null);
end $$;
grant execute on function public.delete_bank_remittance(uuid) to authenticated;

create function private.bank_remittance(organization_id uuid, transaction_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', r.id, 'file_name', r.file_name, 'total', sum(l.amount), 'fits', sum(l.amount) = t.amount,
    'lines', jsonb_agg(jsonb_build_object('line', l.line_number, 'reference', l.reference, 'name', l.name, 'amount', l.amount,
      'commission', private.bank_commission_rows(r.organization_id, array[l.commission_id]) -> 0) order by l.line_number))
  from public.bank_remittances r
  join public.bank_transactions t on t.organization_id = r.organization_id and t.id = r.transaction_id
  join public.bank_remittance_lines l on l.organization_id = r.organization_id and l.remittance_id = r.id
  where r.organization_id = bank_remittance.organization_id and r.transaction_id = bank_remittance.transaction_id
  group by r.id, t.amount
$$;
comment on function private.bank_remittance is 'The statement of a deposit: {id, file_name, total, fits, lines: [{line, reference,
  name, amount, commission}]}, null without one. fits: its total is the deposit''s amount.';
