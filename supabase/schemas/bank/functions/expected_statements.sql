-- Which statement explains a deposit: the one put beside it, or the one that a vendor's statement told of before it came. The matcher,
-- what accepts its suggestions and the workbench ask here.

create function private.expected_statements(organization_id uuid, transaction_ids uuid[], payers private.bank_payer[] default '{}')
returns table (transaction_id uuid, remittance_id uuid, lines bigint, found bigint, recorded bigint, total numeric, placed numeric,
  fee numeric, parts jsonb)
language sql stable security definer set search_path = '' as $$
  with pairs as materialized (
    select distinct on (p.transaction_id) p.*
    from (
      select r.transaction_id, r.id, 0 as way, r.created_at from public.bank_remittances r
      where r.organization_id = expected_statements.organization_id and r.transaction_id = any (transaction_ids)
      union all
      -- As the statement says, without its fee, or without what is not in Paperplane.
      select t.id, r.id, case t.amount when r.total_amount - r.fee_amount then 1 when r.total_amount then 2 else 3 end, r.created_at
      from public.bank_remittances r
      join public.bank_transactions t on t.organization_id = r.organization_id and t.amount > 0
        and (t.vendor_id = r.vendor_id or exists (select 1 from unnest(payers) p
          where p.payer_key = t.payer_key and p.vendor_id = r.vendor_id and p.strength >= 2))
      cross join lateral (
        select coalesce(sum(l.amount), 0) as amount from public.bank_remittance_lines l
        where l.organization_id = r.organization_id and l.remittance_id = r.id and l.commission_id is null) missing
      where r.organization_id = expected_statements.organization_id and r.vendor_id is not null and r.state = 'expected'
        and r.deposit_id is null and t.id = any (transaction_ids)
        and t.amount in (r.total_amount - r.fee_amount, r.total_amount, r.total_amount - r.fee_amount - missing.amount)) p
    order by p.transaction_id, p.way, p.created_at, p.id
  )
  select p.transaction_id, p.id, m.lines, m.found, m.recorded, r.total_amount - f.fee, m.placed - f.fee, f.fee, m.parts
  from pairs p
  join public.bank_remittances r on r.organization_id = expected_statements.organization_id and r.id = p.id
  join public.bank_transactions t on t.organization_id = r.organization_id and t.id = p.transaction_id
  cross join lateral (select case when r.total_amount = t.amount then 0 else r.fee_amount end as fee) f
  cross join lateral (
    select sum(case when b.found then 1 else b.lines end)::bigint as lines, count(*) filter (where b.found) as found,
      count(*) filter (where b.found and b.manual_amount > 0) as recorded, sum(b.amount) filter (where b.found) as placed,
      jsonb_agg(jsonb_build_object('commission_id', b.id, 'amount', b.amount, 'expected', b.undeposited_amount) order by b.line_number)
        filter (where b.found) as parts
    from (
      -- Lines of one booking are one part.
      select c.id, c.manual_amount, c.undeposited_amount, min(l.line_number) as line_number, count(*) as lines, sum(l.amount) as amount,
        c.id is not null and sum(l.amount) > 0 as found
      from public.bank_remittance_lines l
      left join public.commissions c on c.organization_id = l.organization_id and c.id = l.commission_id and c.undeposited_amount > 0
      where l.organization_id = r.organization_id and l.remittance_id = r.id
      group by c.id) b) m
$$;
comment on function private.expected_statements is 'The statement that explains each of these transactions, if one does: put beside
  it, or expected from a vendor that `payers` or the transaction name, with its total less the fee, its total, or as much less as is
  not in Paperplane. parts: [{commission_id, amount, expected}] of what is open, one a booking; lines counts those of a found booking
  once; total and placed are less the fee.';

create function private.beside_statement(t public.bank_transactions, s public.bank_suggestions, out unclaimed numeric, out fee numeric)
language plpgsql stable security definer set search_path = '' as $$
begin
  unclaimed := 0;
  fee := 0;
  if s.reasons @> '[{"code": "statement"}]' then
    select t.amount - e.placed, e.fee into unclaimed, fee
    from private.expected_statements(t.organization_id, array[t.id]) e
    where e.total = t.amount and e.placed <= t.amount and e.parts = s.parts;
    unclaimed := coalesce(unclaimed, 0);
    fee := coalesce(fee, 0);
  end if;
end $$;
comment on function private.beside_statement is 'What a statement that adds up to the deposit says beside the parts of its suggestion:
  its fee, and its lines that are not in Paperplane, which stay unclaimed.';

create function private.statement_of(organization_id uuid, transaction_id uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select coalesce(
    (select r.id from public.bank_remittances r
      where r.organization_id = statement_of.organization_id and statement_of.transaction_id in (r.transaction_id, r.deposit_id)
      order by r.transaction_id is null limit 1),
    (select e.remittance_id from private.expected_statements(organization_id, array[transaction_id]) e))
$$;
comment on function private.statement_of is 'The statement that explains a deposit: the one beside it, the one it was expected by, or
  the one that expects it.';
