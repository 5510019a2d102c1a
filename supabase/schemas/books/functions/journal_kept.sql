-- A closed month of the journal never changes: what a fact said is kept when it changes. The lock of the books is taken before: who
-- writes while they are being closed waits, and finds them closed.

create function private.journal_closed_through(organization_id uuid) returns date
language sql volatile security definer set search_path = '' as $$
  select greatest(private.books_closed_through(organization_id),
    (select max(e.last_day) from private.journal_exports e where e.organization_id = journal_closed_through.organization_id),
    (select s.since - 1 from private.journal_settings s where s.organization_id = journal_closed_through.organization_id))
$$;
comment on function private.journal_closed_through is 'Through which day the journal does not change any more: of closed books, of exports,
  which reopening does not take back, and of the time before its first month.';

create function private.keep_journal_facts(organization_id uuid, closed_through date, was private.journal_fact[], become private.journal_fact[])
returns void
language sql volatile security definer set search_path = '' as $$
  insert into private.journal_kept (organization_id, kind, source_id, day, amount, entry_kind, entry_id, user_id, sales_id, bank_account_id, floor)
  select keep_journal_facts.organization_id, x.kind, x.source_id, case when s.stood then s.day else closed_through end,
    case when s.stood then coalesce(x.amount, 0) - coalesce(k.amount, 0) else 0 end, x.entry_kind, x.entry_id, x.user_id, x.sales_id, x.bank_account_id,
    closed_through + 1
  from (
    select coalesce(o.kind, n.kind) as kind, coalesce(o.source_id, n.source_id) as source_id, coalesce(o.user_id, n.user_id) as user_id, o.day, o.amount,
      n.day as new_day, n.amount as new_amount, coalesce(o.entry_kind, n.entry_kind) as entry_kind, coalesce(o.entry_id, n.entry_id) as entry_id,
      coalesce(o.sales_id, n.sales_id) as sales_id, coalesce(o.bank_account_id, n.bank_account_id) as bank_account_id
    from unnest(was) o
    full join unnest(become) n on n.kind = o.kind and n.source_id = o.source_id
      and coalesce(n.user_id, n.source_id) = coalesce(o.user_id, o.source_id)) x
  left join lateral (
    select sum(k.amount) as amount, max(k.floor) as floor from private.journal_kept k
    where k.organization_id = keep_journal_facts.organization_id and k.source_id = x.source_id and k.kind = x.kind
      and k.user_id is not distinct from x.user_id) k on true
  -- A fact that says nothing stands with what is kept of it: on the last floor.
  cross join lateral (select greatest(x.day, k.floor) as day, coalesce(greatest(x.day, k.floor) <= closed_through, false) as stood) s
  where (x.day, x.amount) is distinct from (x.new_day, x.new_amount) and (s.stood or greatest(x.new_day, k.floor) <= closed_through)
$$;
comment on function private.keep_journal_facts is 'What facts said on closed days, and which new ones are dated there: what they say now
  counts from the first open day on.';

create function private.keep_journal() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
declare
  o record;
  was private.journal_fact[];
  become private.journal_fact[];
  matters boolean := false;
  -- With the function of the table; rows of a transition table do not know their type.
  facts constant text := 'select array_agg(f) from private.%I(array(select r::%s from %I r where r.organization_id = $1)) f';
begin
  -- Lines of the bank come in thousands, and say nothing before they are matched.
  if tg_table_name = 'bank_transactions' then
    if tg_op <> 'INSERT' then
      matters := exists (select from replaced r where r.status = 'matched');
    end if;
    if tg_op <> 'DELETE' and not matters then
      matters := exists (select from changed n where n.status = 'matched');
    end if;
    if not matters then
      return null;
    end if;
  end if;
  for o in execute format('select d.id, private.journal_closed_through(d.id) as closed_through
    from (select distinct r.organization_id as id from %I r order by 1) d', case tg_op when 'DELETE' then 'replaced' else 'changed' end)
  loop
    continue when o.closed_through is null;
    if tg_op <> 'INSERT' then
      execute format(facts, 'facts_of_' || tg_table_name, tg_relid::regclass, 'replaced') into was using o.id;
    end if;
    if tg_op <> 'DELETE' then
      execute format(facts, 'facts_of_' || tg_table_name, tg_relid::regclass, 'changed') into become using o.id;
    end if;
    perform private.keep_journal_facts(o.id, o.closed_through, was, become);
  end loop;
  return null;
end $$;
comment on function private.keep_journal is 'Of every table that says something to the journal; its function is private.facts_of_<table>.
  It comes before what else a statement causes, so that what is kept is what was there before.';
