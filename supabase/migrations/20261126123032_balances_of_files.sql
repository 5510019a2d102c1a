set local check_function_bodies = off;

DROP FUNCTION "public"."begin_bank_import"(uuid, text, text, text, integer, jsonb, text, text[], uuid);

ALTER TABLE "public"."bank_imports" ADD COLUMN "balance" numeric(14,2);

ALTER TABLE "public"."bank_imports" ADD COLUMN "balance_on" date;

CREATE OR REPLACE FUNCTION private.bank_balances(organization_id uuid)
 RETURNS TABLE(account_id uuid, balance numeric, balance_on date)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select distinct on (x.account_id) x.account_id, x.balance, x.balance_on
  from (
    select a.id as account_id, a.balance, a.balance_on, 'infinity'::timestamptz as said_at from public.bank_accounts a
    where a.organization_id = bank_balances.organization_id and a.balance is not null
    union all
    select i.account_id, i.balance, i.balance_on, i.finished_at from public.bank_imports i
    where i.organization_id = bank_balances.organization_id and i.status = 'done' and i.balance is not null and i.added + i.here > 0) x
  order by x.account_id, x.balance_on desc nulls last, x.said_at desc
$function$;

CREATE OR REPLACE FUNCTION private.bring_account_lines(c public.bank_connections, t public.bank_connection_accounts, p private.bank_sync_parts, answer jsonb, is_cut boolean)
 RETURNS private.bank_sync_parts
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  first_day date := greatest(p.since, t.since);
  said_balance numeric := case when answer ->> 'balance' ~ '^-?\d{1,12}([.]\d{1,8})?$' then round((answer ->> 'balance')::numeric, 2) end;
  said_on date := case when private.is_iso_date(answer ->> 'balance_on') then (answer ->> 'balance_on')::date
    when said_balance is not null then private.bank_today(c.organization_id) end;
  judged private.bank_judged_line[];
  i public.bank_imports;
begin
  -- One at a time, as files (import_bank_lines): what another one is writing would not be seen.
  perform pg_advisory_xact_lock(hashtextextended('bank_import ' || t.account_id, 0));
  judged := array(select j from private.judge_connection_lines(t, (
    select coalesce(jsonb_agg(case when jsonb_typeof(x.e) = 'object' then x.e else '{}' end || jsonb_build_object('line', x.n,
      'twin', '1', 'bank_id', x.e -> 'id', 'currency', coalesce(x.e ->> 'currency', answer ->> 'currency', t.currency))), '[]')
    from jsonb_array_elements(case when jsonb_typeof(answer -> 'lines') = 'array' then answer -> 'lines' else '[]' end)
      with ordinality x(e, n)), first_day, p.until) j);
  i := private.add_brought_lines(c, t, judged, p.id);
  perform private.ask_of_lines(t, 'changed', array_agg(j.transaction_id), array_agg(j.amount), array_agg(j.booked_on))
  from unnest(judged) j where j.verdict = 'known' and j.differs;
  perform private.settle_questions(c.organization_id, array(
    select j.transaction_id from unnest(judged) j where j.verdict = 'known' and not j.differs), 'changed');
  if not is_cut then
    perform private.ask_of_answer(t, first_day, p.until, array(
      select j.line_key from unnest(judged) j where j.verdict <> 'broken'));
    insert into private.bank_covered_days as d (organization_id, account_id, connection_id, days)
    values (c.organization_id, t.account_id, c.id, multirange(daterange(first_day, p.until, '[]')))
    on conflict on constraint bank_covered_days_pkey do update set days = d.days + excluded.days;
  end if;
  update public.bank_connection_accounts x set balance = coalesce(said_balance, x.balance), balance_on = coalesce(said_on, x.balance_on),
    through = case when is_cut then x.through else greatest(x.through, p.until) end
  where x.id = t.id;
  update public.bank_accounts a set balance = said_balance, balance_on = said_on
  where a.id = t.account_id and said_balance is not null and (a.balance_on is null or said_on >= a.balance_on);
  select p.lines + count(*) filter (where j.verdict not in ('beside', 'broken')), p.added + count(*) filter (where j.verdict = 'new'),
    p.broken + count(*) filter (where j.verdict = 'broken')
  into p.lines, p.added, p.broken from unnest(judged) j;
  p.imports := p.imports || case when i.id is not null then array[i.id] else '{}' end;
  return p;
end $function$;

CREATE OR REPLACE FUNCTION public.begin_bank_import(account_id uuid, file_name text, file_hash text, format text, total_lines integer, mapping jsonb DEFAULT '{}'::jsonb, identifier text DEFAULT NULL::text, headers text[] DEFAULT NULL::text[], request_key uuid DEFAULT NULL::uuid, balance numeric DEFAULT NULL::numeric, balance_on date DEFAULT NULL::date)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.bank_organization();
  new_id uuid;
  answer jsonb := private.begin_request('begin_bank_import', request_key, jsonb_build_object('account_id', account_id,
    'file_name', file_name, 'file_hash', file_hash, 'format', format, 'total_lines', total_lines, 'mapping', mapping,
    'identifier', identifier, 'headers', headers, 'balance', balance, 'balance_on', balance_on));
begin
  if answer is not null then
    return answer;
  end if;
  if begin_bank_import.total_lines > 50000 then
    perform private.refuse('A file may have 50,000 lines. Split it, or export fewer months.', 'lines', 'file_too_long');
  elsif not exists (select 1 from public.bank_accounts a where a.id = begin_bank_import.account_id
    and a.organization_id = caller_organization_id and a.archived_at is null) then
    perform private.refuse('Choose the account of this file.', 'account_id', 'file_account_missing');
  elsif octet_length(begin_bank_import.mapping::text) > 20000 then
    perform private.refuse('This mapping is too long.', 'mapping', 'mapping_too_long');
  end if;
  -- Here what the lines are matched with, so that the call that matches has its time for itself.
  perform private.know_bank_tables();
  insert into public.bank_imports (organization_id, account_id, file_name, file_hash, format, total_lines, balance, balance_on,
    created_by)
  values (caller_organization_id, begin_bank_import.account_id, begin_bank_import.file_name, begin_bank_import.file_hash,
    begin_bank_import.format, begin_bank_import.total_lines, begin_bank_import.balance, begin_bank_import.balance_on, auth.uid())
  returning id into new_id;
  insert into private.bank_file_keys as k (organization_id, kind, key, separator, account_id, mapping)
  select caller_organization_id, t.kind, t.key, t.separator, begin_bank_import.account_id, coalesce(begin_bank_import.mapping, '{}')
  from (values ('number', private.bank_file_key('number', identifier, null), ''),
    ('headers', private.bank_file_key('headers', null, headers), left(coalesce(mapping ->> 'delimiter', ''), 1)))
    t(kind, key, separator)
  where t.key is not null
  on conflict (organization_id, kind, key, separator) do update
    set account_id = excluded.account_id, mapping = excluded.mapping, used_at = now();
  return private.end_request(request_key, new_id, jsonb_build_object('import_id', new_id));
end $function$;

CREATE OR REPLACE FUNCTION public.get_bank_accounts_page()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

ALTER TABLE "public"."bank_imports" ADD CONSTRAINT "bank_imports_balance_and_balance_on" CHECK (((balance IS NULL) = (balance_on IS NULL)));

ALTER TABLE "public"."bank_imports" ADD CONSTRAINT "bank_imports_balance_on_range" CHECK (((balance_on >= '1900-01-01'::date) AND (balance_on <= '2199-12-31'::date)));

ALTER TABLE "public"."bank_imports" ADD CONSTRAINT "bank_imports_balance_range" CHECK (((balance >= '-999999999999.99'::numeric) AND (balance <= 999999999999.99)));

COMMENT ON COLUMN "public"."bank_imports"."balance" IS 'What the file says that stood on the account at the end of balance_on';

COMMENT ON FUNCTION "private"."bank_balances"(uuid) IS 'What stood on each account last, by the day: as its connection says, or a file that is
  here. On one day the connection goes first, then the last file. A file none of whose lines could be taken says nothing of the account.';

COMMENT ON FUNCTION "public"."begin_bank_import"(uuid, text, text, text, integer, jsonb, text, text[], uuid, numeric, date) IS '{import_id}, once for each `request_key`. `identifier`: the account''s number in
  the file; `headers`: the names of its columns. Both are remembered for the account, with the mapping; headers with its
  `delimiter`. `balance`: what the file says that stood on the account at the end of `balance_on`.';

REVOKE ALL ON FUNCTION "private"."bank_balances"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."bank_balances"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "public"."begin_bank_import"(uuid, text, text, text, integer, jsonb, text, text[], uuid, numeric, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."begin_bank_import"(uuid, text, text, text, integer, jsonb, text, text[], uuid, numeric, date) TO "authenticated", "postgres";
