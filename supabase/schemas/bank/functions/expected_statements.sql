-- Which statement explains a deposit: the one put beside it, or the one that a vendor's statement told of before it came. The matcher,
-- what accepts its suggestions and the workbench ask here.

create function private.expected_statements(organization_id uuid, transaction_ids uuid[], payers private.bank_payer[] default '{}')
returns table (transaction_id uuid, remittance_id uuid, lines bigint, found bigint, recorded bigint, plain bigint, total numeric,
  placed numeric, fee numeric, parts jsonb)
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
  select p.transaction_id, p.id, m.lines, m.found, m.recorded, m.plain, r.total_amount - f.fee, m.placed - f.fee, f.fee, m.parts
  from pairs p
  join public.bank_remittances r on r.organization_id = expected_statements.organization_id and r.id = p.id
  join public.bank_transactions t on t.organization_id = r.organization_id and t.id = p.transaction_id
  cross join lateral (select case when r.total_amount = t.amount then 0 else r.fee_amount end as fee) f
  cross join lateral (
    select sum(case when b.found then 1 else b.lines end)::bigint as lines, count(*) filter (where b.found) as found,
      count(*) filter (where b.found and b.manual_amount > 0) as recorded, count(*) filter (where b.plain and b.manual_amount = 0) as plain,
      sum(b.amount) filter (where b.found) as placed,
      jsonb_agg(jsonb_build_object('commission_id', b.id, 'amount', b.amount,
        'expected', case when b.amount > 0 then b.undeposited_amount else b.deposited_amount end) order by b.line_number)
        filter (where b.found) as parts
    from (
      select g.*, case when g.amount > 0 then g.undeposited_amount > 0 when g.amount < 0 then g.deposited_amount >= -g.amount else false end as found,
        case
          when g.amount < 0 then g.named and g.deposited_amount >= -g.amount
          when g.amount = g.undeposited_amount then g.named or g.called and not exists (
            select 1 from public.commissions o
            cross join lateral (select s.customer_id from public.sales s where s.id = o.sales_id offset 0) s
            cross join lateral (select n.last_name from public.customers n where n.id = s.customer_id offset 0) n
            where o.organization_id = r.organization_id and o.vendor_id = g.vendor_id and o.undeposited_amount = g.amount
              and o.undeposited_amount > 0 and o.id <> g.id and private.bank_words(n.last_name) && g.last_name)
          else g.named and g.called and g.amount between g.undeposited_amount * 0.75 and g.undeposited_amount end as plain
      from (
        -- Lines of one booking are one part.
        select c.id, c.vendor_id, c.manual_amount, c.undeposited_amount, c.deposited_amount, k.last_name, min(l.line_number) as line_number,
          count(*) as lines, sum(l.amount) as amount,
          bool_and(k.key = any (private.bank_reference_keys(private.bank_words(l.reference)))
            or char_length(k.digits) >= 5 and k.digits = any (private.bank_digit_keys(l.reference))) as named,
          bool_and(k.last_name && private.bank_words(l.name)) as called
        from public.bank_remittance_lines l
        left join public.commissions c on c.organization_id = l.organization_id and c.id = l.commission_id
          and (c.undeposited_amount > 0 or c.deposited_amount > 0)
        left join lateral (
          select private.reference_key(s.booking_reference) as key,
            ltrim(substring(s.booking_reference from '[0-9]{4,}'), '0') as digits, private.bank_words(k.last_name) as last_name
          from (select s.booking_reference, s.customer_id from public.sales s where s.id = c.sales_id offset 0) s
          cross join lateral (select k.last_name from public.customers k where k.id = s.customer_id offset 0) k) k on true
        where l.organization_id = r.organization_id and l.remittance_id = r.id
        group by c.id, c.vendor_id, c.manual_amount, c.undeposited_amount, c.deposited_amount, k.last_name) g) b) m
$$;
comment on function private.expected_statements is 'The statement that explains each of these transactions, if one does: put beside
  it, or expected from a vendor that `payers` or the transaction name, with its total less the fee, its total, or as much less as is
  not in Paperplane. parts: [{commission_id, amount, expected}], one a booking, of what is open, or was paid by deposits where it is
  taken back; lines counts those of a found booking once; total and placed are less the fee. plain: how many bookings are named beyond
  doubt: by reference, or by a traveler who is the only one, with the open amount; by both where up to a quarter of it is missing; by
  reference where it is taken back.';

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
