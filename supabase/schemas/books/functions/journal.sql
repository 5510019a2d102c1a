-- The journal: facts of rows on their days, what is kept of closed days, and what has changed since on the first open one.

create function private.journal_facts_of_days(organization_id uuid, first_day date, last_day date) returns setof private.journal_fact
language sql stable security definer set search_path = '' as $$
  select f.*
  from (
    select f.* from private.facts_of_commissions(array(
      select c from public.commissions c
      where c.organization_id = journal_facts_of_days.organization_id and c.sale_date between first_day and last_day
      union all
      select c from public.commissions c
      where c.organization_id = journal_facts_of_days.organization_id and c.received_posted_on between first_day and last_day
        and c.sale_date not between first_day and last_day)) f
    union all
    select f.* from private.facts_of_other_commissions(array(
      select o from public.other_commissions o
      where o.organization_id = journal_facts_of_days.organization_id
        and (o.counted_on between first_day and last_day or o.received_posted_on between first_day and last_day))) f
    union all
    select f.* from private.facts_of_commission_shares(array(
      select s from public.commission_shares s
      where s.organization_id = journal_facts_of_days.organization_id and s.counted_on between first_day and last_day
        and (s.role <> 'seller' or s.commission_id is null))) f
    union all
    select f.* from private.facts_of_bank_allocations(array(
      select a from public.bank_allocations a
      where a.organization_id = journal_facts_of_days.organization_id and a.posted_on between first_day and last_day)) f
    union all
    select f.* from private.facts_of_bank_other_allocations(array(
      select a from public.bank_other_allocations a where a.organization_id = journal_facts_of_days.organization_id)) f
    union all
    select f.* from private.facts_of_bank_transactions(array(
      select t from public.bank_transactions t
      where t.organization_id = journal_facts_of_days.organization_id and t.status = 'matched' and t.booked_on between first_day and last_day
        and (t.fee_amount, t.unclaimed_amount) <> (0, 0))) f
    union all
    select f.* from private.facts_of_agent_payments(array(
      select p from public.agent_payments p
      where p.organization_id = journal_facts_of_days.organization_id and p.batch_id is null
        and p.posted_on between first_day and last_day)) f
    union all
    select f.* from private.facts_of_payout_statements(array(
      select s from public.payout_statements s
      where s.organization_id = journal_facts_of_days.organization_id and s.posted_on between first_day and last_day)) f
    union all
    select f.* from private.facts_of_payment_voids(array(
      select v from public.payment_voids v
      where v.organization_id = journal_facts_of_days.organization_id and v.posted_on between first_day and last_day)) f) f
  where f.day between first_day and last_day
$$;
comment on function private.journal_facts_of_days is 'What the rows of an agency say now of these days.';

create function private.journal_facts_of_rows(organization_id uuid, ids uuid[]) returns setof private.journal_fact
language sql stable security definer set search_path = '' as $$
  select f.* from private.facts_of_commissions(array(
    select c from public.commissions c where c.organization_id = journal_facts_of_rows.organization_id and c.id = any (ids))) f
  union all
  select f.* from private.facts_of_other_commissions(array(
    select o from public.other_commissions o where o.organization_id = journal_facts_of_rows.organization_id and o.id = any (ids))) f
  union all
  select f.* from private.facts_of_commission_shares(array(
    select s from public.commission_shares s where s.organization_id = journal_facts_of_rows.organization_id and s.id = any (ids))) f
  union all
  select f.* from private.facts_of_bank_allocations(array(
    select a from public.bank_allocations a where a.organization_id = journal_facts_of_rows.organization_id and a.id = any (ids))) f
  union all
  select f.* from private.facts_of_bank_other_allocations(array(
    select a from public.bank_other_allocations a where a.organization_id = journal_facts_of_rows.organization_id and a.id = any (ids))) f
  union all
  select f.* from private.facts_of_bank_transactions(array(
    select t from public.bank_transactions t where t.organization_id = journal_facts_of_rows.organization_id and t.id = any (ids))) f
  union all
  select f.* from private.facts_of_agent_payments(array(
    select p from public.agent_payments p where p.organization_id = journal_facts_of_rows.organization_id and p.id = any (ids))) f
  union all
  select f.* from private.facts_of_payout_statements(array(
    select s from public.payout_statements s where s.organization_id = journal_facts_of_rows.organization_id and s.id = any (ids))) f
  union all
  select f.* from private.facts_of_payment_voids(array(
    select v from public.payment_voids v where v.organization_id = journal_facts_of_rows.organization_id and v.id = any (ids))) f
$$;
comment on function private.journal_facts_of_rows is 'What these rows, of whatever tables, say now; nothing of those that are gone.';

create function private.journal_facts_between(organization_id uuid, first_day date, last_day date) returns setof private.journal_fact
language sql stable security definer set search_path = '' as $$
  with touched as materialized (
    -- What is kept of one fact, as its last row says whose it is.
    select k.kind, k.source_id, k.user_id, sum(k.amount) as amount, max(k.floor) as floor, (array_agg(k.entry_kind order by k.id desc))[1] as entry_kind,
      (array_agg(k.entry_id order by k.id desc))[1] as entry_id, (array_agg(k.sales_id order by k.id desc))[1] as sales_id,
      (array_agg(k.bank_account_id order by k.id desc))[1] as bank_account_id
    from private.journal_kept k where k.organization_id = journal_facts_between.organization_id
    group by k.kind, k.source_id, k.user_id)
  select f.* from private.journal_facts_of_days(journal_facts_between.organization_id, first_day, last_day) f
  where not exists (
    select from touched t where t.kind = f.kind and t.source_id = f.source_id and t.user_id is not distinct from f.user_id)
  union all
  select k.kind, k.source_id, k.day, k.amount, k.entry_kind, k.entry_id, k.user_id, k.sales_id, k.bank_account_id
  from private.journal_kept k
  where k.organization_id = journal_facts_between.organization_id and k.day between first_day and last_day and k.amount <> 0
  union all
  select t.kind, t.source_id, greatest(f.day, t.floor), coalesce(f.amount, 0) - t.amount, coalesce(f.entry_kind, t.entry_kind),
    coalesce(f.entry_id, t.entry_id), t.user_id, coalesce(f.sales_id, t.sales_id), coalesce(f.bank_account_id, t.bank_account_id)
  from touched t
  left join private.journal_facts_of_rows(journal_facts_between.organization_id, array(select distinct source_id from touched)) f
    on f.kind = t.kind and f.source_id = t.source_id and f.user_id is not distinct from t.user_id
  where t.floor <= last_day and greatest(f.day, t.floor) between first_day and last_day and coalesce(f.amount, 0) <> t.amount
$$;
comment on function private.journal_facts_between is 'The facts of these days, each on the day that it counts. Dates of a fact may be
  infinite.';

create function private.journal_paying_account(organization_id uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select coalesce((select s.paying_account_id from private.journal_settings s where s.organization_id = journal_paying_account.organization_id),
    (select (array_agg(b.id))[1] from public.bank_accounts b where b.organization_id = journal_paying_account.organization_id having count(*) = 1))
$$;
comment on function private.journal_paying_account is 'From which bank account agents are paid: as the owner says, else the only one.';

create function private.journal_entries(organization_id uuid, basis text, first_day date, last_day date)
returns table (day date, entry_kind text, entry_id uuid, account text, bank_account_id uuid, user_id uuid, sales_id uuid, amount numeric)
language sql stable security definer set search_path = '' as $$
  select p.day, p.entry_kind, p.entry_id, p.account, p.bank_account_id, p.user_id, p.sales_id, sum(p.amount)
  from (
    select f.day, f.entry_kind, f.entry_id, e.account, case when e.account = 'bank' then coalesce(f.bank_account_id, a.id) end as bank_account_id,
      case when e.account in ('agents_expense', 'agents_payable', 'voided') then f.user_id end as user_id,
      case when e.account not in ('bank', 'agents_expense', 'agents_payable', 'voided') then f.sales_id end as sales_id, e.amount
    from private.journal_facts_between(journal_entries.organization_id, first_day, last_day) f
    join private.journal_rules() r on r.kind = f.kind and r.basis = journal_entries.basis
    cross join (select private.journal_paying_account(journal_entries.organization_id) as id) a
    cross join lateral (values (r.debit, f.amount), (r.credit, -f.amount)) e(account, amount)
    where r.debit is not null) p
  group by 1, 2, 3, 4, 5, 6, 7
  having sum(p.amount) <> 0
$$;
comment on function private.journal_entries is 'The lines of the journal: of each entry (the day, and of which row it is: entry_kind is
  sale, commission, other, deposit, payment, statement or void) and account what it is debited, credits below zero; whose money it is, and for which sale.
  The one relation that screen, files and tests read.';
