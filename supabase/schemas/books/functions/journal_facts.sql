-- What each row says to the journal (docs/product/books.md, Entries of the journal). One function a table, of its name, for
-- all rows at once: what is read of a month, and what is kept of rows that change, are the same. Nothing is said of nothing.

create function private.facts_of_commissions(rows public.commissions[]) returns setof private.journal_fact
language sql immutable set search_path = '' as $$
  select f.kind, c.id, f.day, f.amount, f.entry_kind, case f.entry_kind when 'sale' then c.sales_id else c.id end, f.user_id, c.sales_id, null::uuid
  from unnest(rows) c
  cross join lateral (values
    ('expected', c.sale_date, case when c.status = 'cancelled' then 0 else c.amount end, 'sale', null::uuid),
    ('share', c.sale_date, case when c.status = 'cancelled' and not c.seller_paid then 0 else c.agent_amount end, 'sale', c.agent_id),
    ('recorded', c.received_posted_on, c.manual_amount, 'commission', null),
    -- The rest that is written off once more was received meanwhile.
    ('written_off', coalesce(c.received_posted_on, c.sale_date), case when c.status = 'cancelled' then 0
      else least(c.written_off, greatest(c.amount - coalesce(c.received_amount, 0), 0)) end, 'commission', null),
    ('surplus', coalesce(c.received_posted_on, c.sale_date), greatest(coalesce(c.received_amount, 0)
      - case when c.status = 'cancelled' then 0 else c.amount end, 0), 'commission', null)) f(kind, day, amount, entry_kind, user_id)
  where f.amount <> 0
$$;

create function private.facts_of_other_commissions(rows public.other_commissions[]) returns setof private.journal_fact
language sql immutable set search_path = '' as $$
  select case when o.kind = 'service_fee' then f.kind_of_fee else f.kind end, o.id, f.day, f.amount,
    case when f.kind = 'expected' and o.sales_id is not null then 'sale' else 'other' end,
    case when f.kind = 'expected' then coalesce(o.sales_id, o.id) else o.id end, null::uuid, o.sales_id, null::uuid
  from unnest(rows) o
  cross join lateral (values
    ('expected', 'fee_expected', o.counted_on, case when o.status = 'cancelled' then 0 else o.amount end),
    ('recorded', 'fee_received', o.received_posted_on, o.received_amount),
    ('surplus', 'fee_surplus', o.received_posted_on,
      greatest(o.received_amount - case when o.status = 'cancelled' then 0 else o.amount end, 0))) f(kind, kind_of_fee, day, amount)
  where f.amount <> 0
$$;

create function private.facts_of_commission_shares(rows public.commission_shares[]) returns setof private.journal_fact
language sql immutable set search_path = '' as $$
  select 'share', s.id, s.counted_on, s.agent_amount, case when s.sales_id is null then 'other' else 'sale' end,
    coalesce(s.sales_id, s.other_commission_id, s.commission_id), s.user_id, s.sales_id, null::uuid
  from unnest(rows) s
  -- A seller's is told with the commission.
  where s.status <> 'cancelled' and s.agent_amount <> 0 and not private.of_seller(s)
$$;

create function private.facts_of_bank_allocations(rows public.bank_allocations[]) returns setof private.journal_fact
language sql stable security definer set search_path = '' as $$
  select case when a.amount > 0 then 'receipt' else 'recall' end, a.id, a.posted_on, abs(a.amount), 'deposit', a.transaction_id, null::uuid,
    (select c.sales_id from public.commissions c where c.organization_id = a.organization_id and c.id = a.commission_id), t.account_id
  from unnest(rows) a join public.bank_transactions t on t.organization_id = a.organization_id and t.id = a.transaction_id
$$;

create function private.facts_of_bank_other_allocations(rows public.bank_other_allocations[]) returns setof private.journal_fact
language sql stable security definer set search_path = '' as $$
  select 'deposited', a.id, t.booked_on, a.amount, 'deposit', a.transaction_id, null::uuid,
    (select o.sales_id from public.other_commissions o where o.organization_id = a.organization_id and o.id = a.other_commission_id), t.account_id
  from unnest(rows) a join public.bank_transactions t on t.organization_id = a.organization_id and t.id = a.transaction_id
$$;

create function private.facts_of_bank_transactions(rows public.bank_transactions[]) returns setof private.journal_fact
language sql immutable set search_path = '' as $$
  select f.kind, t.id, t.booked_on, f.amount, 'deposit', t.id, null::uuid, null::uuid, t.account_id
  from unnest(rows) t cross join lateral (values ('fee', t.fee_amount), ('unclaimed', t.unclaimed_amount)) f(kind, amount)
  where t.status = 'matched' and f.amount <> 0
$$;

create function private.facts_of_agent_payments(rows public.agent_payments[]) returns setof private.journal_fact
language sql immutable set search_path = '' as $$
  select 'paid', p.id, p.posted_on, p.amount, 'payment', p.id, p.agent_id, null::uuid, null::uuid
  from unnest(rows) p
  -- What a payout paid is its statement's.
  where p.batch_id is null and p.amount <> 0
$$;

create function private.facts_of_payout_statements(rows public.payout_statements[]) returns setof private.journal_fact
language sql stable security definer set search_path = '' as $$
  select f.kind, s.id, s.posted_on, f.amount, 'statement', s.id, s.agent_id, null::uuid, null::uuid
  from unnest(rows) s
  cross join lateral (
    select coalesce(sum(l.amount) filter (where private.is_claim(l.kind)), 0) as paid,
      coalesce(sum(l.amount) filter (where l.kind = 'returned'), 0) as again
    from public.payout_lines l
    where l.organization_id = s.organization_id and l.batch_id = s.batch_id and l.agent_id = s.agent_id) l
  cross join lateral (values
    ('paid', l.paid), ('adjusted', s.commission_amount + s.adjustment_amount - l.paid - l.again), ('paid_again', l.again),
    ('carried', s.carried_in - s.carried_out)) f(kind, amount)
  where f.amount <> 0
$$;

create function private.facts_of_payment_voids(rows public.payment_voids[]) returns setof private.journal_fact
language sql immutable set search_path = '' as $$
  select 'voided', v.id, v.posted_on, -v.amount, 'void', v.id, v.agent_id, null::uuid, null::uuid
  from unnest(rows) v
$$;

create function private.journal_rules() returns table (kind text, basis text, debit text, credit text)
language sql immutable set search_path = '' as $$
  select r.kind, b.basis, case b.basis when 'expected' then r.debit else r.debit_received end,
    case b.basis when 'expected' then r.credit else r.credit_received end
  from (values
    ('expected', 'receivable', 'commission_income', null, null),
    ('fee_expected', 'fees_receivable', 'service_fees', null, null),
    ('share', 'agents_expense', 'agents_payable', null, null),
    ('receipt', 'bank', 'receivable', 'bank', 'commission_income'),
    ('recall', 'recalled', 'bank', 'recalled', 'bank'),
    ('recorded', 'undeposited', 'receivable', 'undeposited', 'commission_income'),
    ('deposited', 'bank', 'undeposited', 'bank', 'undeposited'),
    ('fee_received', 'customers_money', 'fees_receivable', 'customers_money', 'service_fees'),
    ('written_off', 'written_off', 'receivable', null, null),
    ('surplus', 'receivable', 'commission_income', null, null),
    ('fee_surplus', 'fees_receivable', 'service_fees', null, null),
    ('fee', 'bank_fees', 'bank', 'bank_fees', 'bank'),
    ('unclaimed', 'bank', 'unclaimed', 'bank', 'unclaimed'),
    ('paid', 'agents_payable', 'bank', 'agents_expense', 'bank'),
    ('adjusted', 'agents_expense', 'bank', 'agents_expense', 'bank'),
    ('paid_again', 'voided', 'bank', 'voided', 'bank'),
    ('carried', 'agents_payable', 'bank', 'agents_payable', 'bank'),
    ('voided', 'bank', 'voided', 'bank', 'voided')) r(kind, debit, credit, debit_received, credit_received)
  cross join (values ('expected'), ('received')) b(basis)
$$;
comment on function private.journal_rules is 'Which account a fact debits and which it credits; nulls where it is no entry.';
