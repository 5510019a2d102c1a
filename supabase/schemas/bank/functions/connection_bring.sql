-- What a provider answered becomes transactions: for service_role alone. Sent again, or too late, it adds nothing.

create function private.words_about(t public.bank_connection_accounts, words jsonb) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from jsonb_array_elements_text(words) w
    where strpos(lower(w), lower(t.institution)) > 0
      or not exists (select 1 from public.bank_connection_accounts o
        where o.connection_id = t.connection_id and o.ended_at is null and strpos(lower(w), lower(o.institution)) > 0))
$$;
comment on function private.words_about is 'Whether a provider''s words concern an account: they name its institution, or none of the
  connection.';

create function private.ask_of_answer(t public.bank_connection_accounts, first_day date, last_day date, keys text[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  came uuid[] := array(
    select distinct s.transaction_id from private.bank_source_lines s
    where s.organization_id = t.organization_id and s.account_id = t.account_id and s.connection_id = t.connection_id
      and s.line_key = any (keys) and s.transaction_id is not null);
begin
  perform private.settle_questions(t.organization_id, came, 'gone');
  perform private.ask_of_lines(t, 'gone', array(
    select distinct s.transaction_id from private.bank_source_lines s
    where s.organization_id = t.organization_id and s.account_id = t.account_id and s.connection_id = t.connection_id
      -- The last day is not over yet, or the next part asks for it too.
      and s.booked_on >= first_day and s.booked_on < last_day and s.transaction_id is not null
    except select unnest(came)));
end $$;
comment on function private.ask_of_answer is 'Asks about what came before, lies within the days and did not come again; what came is
  asked about no more.';

create function private.add_brought_lines(c public.bank_connections, t public.bank_connection_accounts, judged private.bank_judged_line[],
  sync_id uuid)
returns public.bank_imports
language plpgsql volatile security definer set search_path = '' as $$
declare
  i public.bank_imports;
begin
  if exists (select 1 from unnest(judged) j where j.verdict = 'new') then
    insert into public.bank_imports (organization_id, account_id, file_name, file_hash, format, connection_id, total_lines, added, here,
      broken, broken_lines)
    select c.organization_id, t.account_id, coalesce(nullif(c.label, ''), c.institution, c.provider),
      encode(sha256(convert_to(sync_id || ' ' || t.account_id, 'UTF8')), 'hex'), c.provider, c.id, least(count(*), 50000),
      count(*) filter (where j.verdict = 'new'), count(*) filter (where j.verdict in ('known', 'here', 'taken_back')),
      count(*) filter (where j.verdict = 'broken'),
      coalesce(jsonb_agg(jsonb_build_object('line', j.line, 'why', j.refusal -> 'error') order by j.line)
        filter (where j.verdict = 'broken' and j.line <= 200), '[]')
    from unnest(judged) j
    returning * into i;
  end if;
  with added as (
    insert into public.bank_transactions (id, organization_id, account_id, import_id, line_number, line_key, booked_on, value_on,
      amount, text, counterparty, reference, bank_id, payer_key, numbers)
    select n.id, c.organization_id, t.account_id, i.id, j.line, encode(sha256(convert_to(c.id || j.line_key || n.id, 'UTF8')), 'hex'),
      j.booked_on, j.value_on, j.amount, j.text, j.counterparty, j.reference, j.bank_id, private.payer_key(j.text, j.counterparty),
      private.bank_numbers(j.text)
    from unnest(judged) j cross join lateral (select gen_random_uuid() as id where j.line > 0) n
    where j.verdict = 'new'
    order by j.line
    returning id, line_number)
  insert into private.bank_source_lines as s (organization_id, account_id, connection_id, line_key, transaction_id, import_id, booked_on,
    amount, text_hash, taken_back)
  select c.organization_id, t.account_id, c.id, j.line_key, coalesce(j.transaction_id, a.id), i.id, j.booked_on, j.amount, j.text_hash,
    j.verdict = 'taken_back'
  from unnest(judged) j left join added a on a.line_number = j.line
  where j.verdict in ('new', 'here', 'taken_back')
  on conflict on constraint bank_source_lines_line_key_key do update
    set transaction_id = excluded.transaction_id, import_id = excluded.import_id, booked_on = excluded.booked_on,
      amount = excluded.amount, text_hash = excluded.text_hash, taken_back = excluded.taken_back;
  return i;
end $$;
comment on function private.add_brought_lines is 'Writes what is new, and by which ids the provider knows all of it. The import, where
  something is new.';

create function private.bring_account_lines(c public.bank_connections, t public.bank_connection_accounts, p private.bank_sync_parts,
  answer jsonb, is_cut boolean)
returns private.bank_sync_parts
language plpgsql volatile security definer set search_path = '' as $$
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
end $$;
comment on function private.bring_account_lines is 'Brings the lines of one account: the part with what came counted. `is_cut`: the answer
  may not be whole, so nothing is asked of what is missing, and the days are asked for again.';

create function private.end_sync_part(c public.bank_connections, p private.bank_sync_parts, words jsonb, concerned boolean) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  more boolean := exists (select 1 from private.bank_sync_parts x where x.run_id = p.run_id and x.state = 'waiting' and x.id <> p.id);
begin
  update private.bank_sync_parts x set state = 'done', finished_at = now(), claimed_until = null, lines = p.lines, added = p.added,
    broken = p.broken, imports = p.imports where x.id = p.id;
  update public.bank_connections b set
    state = case when more then 'syncing' when concerned then 'needs_attention' else 'connected' end,
    code = case when more then b.code when concerned then 'provider_words' end,
    words = case when more then b.words when concerned then (
      select left(string_agg(w, ' '), 500) from jsonb_array_elements_text(end_sync_part.words) w) end,
    tries = 0, last_success_at = case when more then b.last_success_at else now() end,
    last_added = case when more then b.last_added else (select sum(x.added) from private.bank_sync_parts x where x.run_id = p.run_id) end,
    next_try_at = case when more then now() else now() + private.sync_pause() end
  where b.id = c.id;
  return more;
end $$;

create function public.bring_bank_lines(sync_id uuid, accounts jsonb, words jsonb default '[]') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  c public.bank_connections;
  p private.bank_sync_parts;
  t public.bank_connection_accounts;
  said jsonb := case when jsonb_typeof(words) = 'array' then jsonb_path_query_array(words, '$[*] ? (@.type() == "string" && @ != "")') else '[]' end;
  is_cut boolean;
  concerned boolean := false;
  more boolean;
begin
  select b.* into c from public.bank_connections b
  where b.id = (select x.connection_id from private.bank_sync_parts x where x.id = bring_bank_lines.sync_id) for update;
  select x.* into p from private.bank_sync_parts x where x.id = bring_bank_lines.sync_id;
  if p.state is distinct from 'waiting' or p.claimed_until is null then
    return jsonb_build_object('imports', case when p.state = 'done' then to_jsonb(p.imports) else '[]' end, 'more', coalesce(
      p.state = 'done' and exists (select 1 from private.bank_sync_parts x where x.run_id = p.run_id and x.state = 'waiting'), false));
  end if;
  for t in
    select a.* from public.bank_connection_accounts a
    where a.connection_id = c.id and a.account_id is not null and a.ended_at is null order by a.account_id
  loop
    is_cut := private.words_about(t, said);
    concerned := concerned or is_cut;
    if greatest(p.since, t.since) <= p.until and exists (
      select 1 from jsonb_array_elements(accounts) e where e ->> 'provider_account_id' = t.provider_account_id) then
      p := private.bring_account_lines(c, t, p, (
        select e from jsonb_array_elements(accounts) e where e ->> 'provider_account_id' = t.provider_account_id limit 1), is_cut);
    end if;
  end loop;
  more := private.end_sync_part(c, p, said, concerned);
  return jsonb_build_object('imports', to_jsonb(p.imports), 'more', more);
end $$;
comment on function public.bring_bank_lines is 'Writes what a provider answered for a claimed part, [{provider_account_id, currency, balance,
  balance_on, lines: [{id, booked_on, value_on, amount, text, counterparty, reference}]}], with the provider''s own `words`: {imports,
  more}. `more`: parts of this run are still to come. Once only; what was stopped or disconnected meanwhile is thrown away.';
grant execute on function public.bring_bank_lines(uuid, jsonb, jsonb) to service_role;

create function public.match_brought_lines(import_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  i public.bank_imports;
begin
  select b.* into i from public.bank_imports b where b.id = match_brought_lines.import_id and b.connection_id is not null for update;
  return jsonb_build_object('more', coalesce(i.status in ('running', 'done') and private.match_import(i), false));
end $$;
comment on function public.match_brought_lines is 'Matches what a connection brought, in steps as finish_bank_import: while {more}, call
  again.';
grant execute on function public.match_brought_lines(uuid) to service_role;
