-- The page of the accounts: which days are here, what is missing, what is on its way. Days come from imports and syncs, not from
-- transactions.

create function private.days_between(days datemultirange, kind text) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('from', lower(r), 'to', upper(r) - 1, 'kind', kind) order by lower(r)), '[]')
  from unnest(days) r
$$;

create function private.days_here(organization_id uuid) returns table (account_id uuid, days datemultirange)
language sql stable security definer set search_path = '' as $$
  select x.account_id, range_agg(x.days)
  from (
    select i.account_id, multirange(daterange(i.first_on, i.last_on, '[]')) as days from public.bank_imports i
    where i.organization_id = days_here.organization_id and i.status in ('running', 'done') and i.connection_id is null
      and i.first_on is not null
    union all
    select c.account_id, c.days from private.bank_covered_days c where c.organization_id = days_here.organization_id) x
  group by 1
$$;
comment on function private.days_here is 'Which days of each account are here: a file covers them from its first line''s day to its last
  line''s, a sync those that it asked for.';

create function private.gap_days(days datemultirange, last_day date) returns datemultirange
language sql immutable set search_path = '' as $$
  select coalesce(range_agg(g), '{}') from unnest(
    datemultirange(daterange(lower(days), greatest(upper(days), last_day + 1))) - days) g
  where upper(g) - lower(g) >= 2
$$;
comment on function private.gap_days is 'Two days and more in a row that are not here, after the first day that is, up to the last or that
  one.';

create function private.bank_balances(organization_id uuid) returns table (account_id uuid, balance numeric, balance_on date)
language sql stable security definer set search_path = '' as $$
  select distinct on (x.account_id) x.account_id, x.balance, x.balance_on
  from (
    select a.id as account_id, a.balance, a.balance_on, 'infinity'::timestamptz as said_at from public.bank_accounts a
    where a.organization_id = bank_balances.organization_id and a.balance is not null
    union all
    select i.account_id, i.balance, i.balance_on, i.finished_at from public.bank_imports i
    where i.organization_id = bank_balances.organization_id and i.status = 'done' and i.balance is not null and i.added + i.here > 0) x
  order by x.account_id, x.balance_on desc nulls last, x.said_at desc
$$;
comment on function private.bank_balances is 'What stood on each account last, by the day: as its connection says, or a file that is
  here. On one day the connection goes first, then the last file. A file none of whose lines could be taken says nothing of the account.';

create function public.get_bank_accounts_page() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.bank_organization();
  today date := private.bank_today(caller_organization_id);
  shown daterange := daterange(today - 89, today, '[]');
  answer jsonb;
begin
  with review as materialized (
    select t.account_id, count(*) as n, count(*) filter (where t.amount > 0) as in_count,
      coalesce(sum(t.amount) filter (where t.amount > 0), 0) as in_amount, coalesce(-sum(t.amount) filter (where t.amount < 0), 0) as out_amount
    from public.bank_transactions t where t.organization_id = caller_organization_id and t.status in ('open', 'suggested') group by 1
  ), brought as materialized (
    select i.account_id, sum(i.added) as lines from public.bank_imports i
    where i.organization_id = caller_organization_id and i.status in ('running', 'done') group by 1
  ), linked as materialized (
    -- The connection of an account: the one that is, else the last that was.
    select distinct on (l.account_id) l.account_id, c as connection
    from public.bank_connection_accounts l join public.bank_connections c on c.id = l.connection_id
    where l.organization_id = caller_organization_id and l.account_id is not null
    order by l.account_id, l.ended_at is not null, l.created_at desc
  ), coming as materialized (
    select p.connection_id, range_agg(daterange(p.since, p.until, '[]')) filter (where p.part = n.part) as next_days,
      range_agg(daterange(p.since, p.until, '[]')) filter (where p.part > n.part) as later_days
    from private.bank_sync_parts p
    join (select s.connection_id, min(s.part) as part from private.bank_sync_parts s
      where s.organization_id = caller_organization_id and s.state = 'waiting' group by 1) n on n.connection_id = p.connection_id
    where p.organization_id = caller_organization_id and p.state = 'waiting' group by 1
  ), spans as materialized (
    select a.id as account_id, coalesce(h.days, '{}') as here,
      coalesce(w.next_days, '{}') - coalesce(h.days, '{}') as on_its_way,
      coalesce(w.later_days, '{}') - coalesce(h.days, '{}') as later,
      private.gap_days(coalesce(h.days, '{}'), case when (l.connection).state = 'needs_attention' then today end)
        - coalesce(w.next_days, '{}') - coalesce(w.later_days, '{}') as gaps
    from public.bank_accounts a
    left join private.days_here(caller_organization_id) h on h.account_id = a.id
    left join linked l on l.account_id = a.id
    left join coming w on w.connection_id = (l.connection).id
    where a.organization_id = caller_organization_id
  ), balances as materialized (
    select * from private.bank_balances(caller_organization_id)
  ), gaps as materialized (
    -- Those that reach into the days shown, as a whole.
    select s.account_id, lower(g) as first_day, upper(g) - 1 as last_day from spans s cross join lateral unnest(s.gaps) g where g && shown
  ), rows as materialized (
    select jsonb_build_object('id', a.id, 'name', a.name, 'institution', a.institution, 'last_four', a.last_four,
      'kind', (select o.kind from public.bank_connection_accounts o where o.organization_id = a.organization_id and o.account_id = a.id
        order by o.ended_at is not null, o.created_at desc limit 1),
      'currency', a.currency, 'version', a.version, 'archived_at', a.archived_at, 'open_count', coalesce(r.n, 0),
      'has_mapping', exists (select 1 from private.bank_file_keys k
        where k.organization_id = a.organization_id and k.account_id = a.id and k.kind = 'headers'),
      'balance', m.balance, 'balance_on', m.balance_on,
      'last_file', (
        select jsonb_build_object('at', i.created_at, 'first_name', u.first_name, 'last_name', u.last_name, 'added', i.added)
        from public.bank_imports i join public.users u on u.id = i.created_by
        where i.organization_id = a.organization_id and i.account_id = a.id and i.status = 'done' order by i.created_at desc limit 1),
      'spans', (select coalesce(jsonb_agg(d order by d ->> 'from'), '[]') from jsonb_array_elements(
        private.days_between(s.here * multirange(shown), 'here') || private.days_between(s.gaps * multirange(shown), 'gap')
        || private.days_between(s.on_its_way * multirange(shown), 'on_its_way')
        || private.days_between(s.later * multirange(shown), 'later')) d),
      'gaps', (select coalesce(jsonb_agg(jsonb_build_object('from', g.first_day, 'to', g.last_day,
        'days', g.last_day - g.first_day + 1) order by g.first_day), '[]') from gaps g where g.account_id = a.id),
      'line_count', coalesce(b.lines, 0),
      'connection', case when l.account_id is not null then private.bank_connection_row(l.connection) end) as item, a.name, a.id,
      a.archived_at
    from public.bank_accounts a
    join spans s on s.account_id = a.id
    left join review r on r.account_id = a.id
    left join brought b on b.account_id = a.id
    left join linked l on l.account_id = a.id
    left join balances m on m.account_id = a.id
    where a.organization_id = caller_organization_id)
  select jsonb_build_object(
    'range', jsonb_build_object('from', lower(shown), 'to', upper(shown) - 1),
    'totals', (
      select jsonb_build_object('balance', coalesce(sum(m.balance), 0), 'balance_count', count(m.balance))
      from public.bank_accounts a join balances m on m.account_id = a.id where a.organization_id = caller_organization_id and a.archived_at is null)
      || (select jsonb_build_object('review_in_amount', coalesce(sum(r.in_amount), 0), 'review_in_count', coalesce(sum(r.in_count), 0),
        'review_out_amount', coalesce(sum(r.out_amount), 0), 'review_out_count', coalesce(sum(r.n - r.in_count), 0)) from review r)
      || (select jsonb_build_object('gap_days', coalesce(sum(g.last_day - g.first_day + 1), 0), 'gap_accounts',
        count(distinct g.account_id)) from gaps g)
      || (select jsonb_build_object('next_sync_at', min(c.next_try_at), 'syncs_left', coalesce(max(private.bank_syncs_left(c.id)), 0))
        from public.bank_connections c
        where c.organization_id = caller_organization_id and c.state in ('connected', 'needs_attention', 'syncing')),
    'accounts', (select coalesce(jsonb_agg(r.item order by r.archived_at is not null, lower(r.name), r.id), '[]') from rows r),
    'waiting', (
      select coalesce(jsonb_agg(private.bank_connection_row(c) || jsonb_build_object('accounts_to_link', private.accounts_to_link(c))
        order by c.created_at), '[]')
      from public.bank_connections c
      where c.organization_id = caller_organization_id and c.state not in ('connecting', 'disconnected')
        and exists (select 1 from public.bank_connection_accounts t
          where t.connection_id = c.id and t.account_id is null and not t.left_out and t.ended_at is null)),
    'questions', (
      select coalesce(jsonb_agg(jsonb_build_object('id', q.id, 'kind', q.kind, 'transaction_id', t.id, 'account_id', t.account_id,
        'booked_on', t.booked_on, 'text', t.text, 'amount', t.amount, 'new_amount', q.new_amount, 'new_on', q.new_on,
        'is_matched', t.status = 'matched') order by q.asked_at desc, q.id), '[]')
      from (select x.* from public.bank_questions x where x.organization_id = caller_organization_id and x.answered_at is null
        order by x.asked_at desc, x.id limit 200) q
      join public.bank_transactions t on t.organization_id = q.organization_id and t.id = q.transaction_id))
  into answer;
  return answer;
end $$;
comment on function public.get_bank_accounts_page is 'The accounts with where their lines come from, the days that are here of the last
  90, the gaps among them, connections of which an account is still to be linked (`waiting`), and what the bank changed
  (`questions`): {range, totals, accounts, waiting, questions}.';
grant execute on function public.get_bank_accounts_page() to authenticated;
