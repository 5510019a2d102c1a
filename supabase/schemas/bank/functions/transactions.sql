-- Bank files and the transactions in them. The browser reads a file into lines; the database decides about each of them: new,
-- already here, or broken. preview_bank_lines says so without writing, import_bank_lines does it, both by
-- private.judge_bank_lines. An import can be undone as a whole.

create function private.judge_bank_lines(organization_id uuid, account_id uuid, lines jsonb, import_id uuid default null)
returns table (line integer, line_key text, refusal jsonb, here boolean, is_twin boolean, booked_on date, value_on date, amount numeric, text text,
  counterparty text, reference text, bank_id text, transaction_id uuid)
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.has_bank_connection(judge_bank_lines.organization_id, judge_bank_lines.account_id) then
    return query
    select j.* from private.judge_beside_connection(judge_bank_lines.organization_id, judge_bank_lines.account_id, lines,
      judge_bank_lines.import_id) j;
    return;
  end if;
  return query
  select j.line, j.line_key, j.refusal,
    j.refusal is null and (j.repeated or exists (
      select 1 from public.bank_transactions t
      where t.organization_id = judge_bank_lines.organization_id and t.account_id = judge_bank_lines.account_id
        and t.line_key = j.line_key)),
    j.is_twin, j.booked_on, j.value_on, j.amount, j.text, j.counterparty, j.reference, j.bank_id, null::uuid
  from private.read_bank_lines(judge_bank_lines.organization_id, judge_bank_lines.account_id, lines) j
  order by j.line;
end $$;
comment on function private.judge_bank_lines is 'Judges lines of a file, (docs/product/imports.md, Bank files): each as it is read, and
  whether the account has it already. Where the account has a connection, that also says what of it is here.';

create function public.preview_bank_lines(account_id uuid, lines jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.bank_organization();
begin
  perform private.check_bank_lines(lines);
  return (
    with judged as materialized (
      select j.line, j.refusal, case when j.refusal is not null then 'broken' when j.here then 'here' else 'new' end as verdict,
        j.is_twin as twin, j.booked_on, j.amount
      from private.judge_bank_lines(caller_organization_id, preview_bank_lines.account_id, lines) j)
    select jsonb_build_object(
      'lines', coalesce(jsonb_agg(jsonb_build_object('line', j.line, 'verdict', j.verdict, 'fate', j.verdict,
        'why', j.refusal -> 'error', 'code', j.refusal -> 'code', 'params', j.refusal -> 'params', 'twin', j.twin,
        'similar', j.verdict = 'new' and exists (
          select 1 from public.bank_transactions t where t.organization_id = caller_organization_id
            and t.account_id = preview_bank_lines.account_id and t.booked_on = j.booked_on and t.amount = j.amount))
        order by j.line), '[]'),
      'counts', jsonb_build_object('new', count(*) filter (where j.verdict = 'new'), 'here', count(*) filter (where j.verdict = 'here'),
        'broken', count(*) filter (where j.verdict = 'broken')))
    from judged j);
end $$;
comment on function public.preview_bank_lines is 'What an import of these lines would do, nothing is written: {lines: [{line, verdict,
  why, code, params, twin, similar}], counts}. verdict: new, here, broken (`fate`: the same, for deployed remotes). similar: new, but the account
  has a transaction of that day and amount under another key, as from another kind of file.';
grant execute on function public.preview_bank_lines(uuid, jsonb) to authenticated;

create function private.lock_bank_import(import_id uuid) returns public.bank_imports
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.bank_organization();
  i public.bank_imports;
begin
  select b.* into i from public.bank_imports b
  where b.id = lock_bank_import.import_id and b.organization_id = caller_organization_id for update;
  if i.id is null then
    perform private.refuse('This import is no longer there.', '', 'import_not_found');
  end if;
  return i;
end $$;
comment on function private.lock_bank_import is 'The import, locked, so that calls for it write one after the other.';

create function public.begin_bank_import(account_id uuid, file_name text, file_hash text, format text, total_lines int,
  mapping jsonb default '{}', identifier text default null, headers text[] default null, request_key uuid default null,
  balance numeric default null, balance_on date default null)
returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
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
end $$;
comment on function public.begin_bank_import is '{import_id}, once for each `request_key`. `identifier`: the account''s number in
  the file; `headers`: the names of its columns. Both are remembered for the account, with the mapping; headers with its
  `delimiter`. `balance`: what the file says that stood on the account at the end of `balance_on`.';
grant execute on function public.begin_bank_import(uuid, text, text, text, int, jsonb, text, text[], uuid, numeric, date) to authenticated;

create function private.saved_by_begin_bank_import(import_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('kind', 'bank_import', 'id', i.id, 'name', 'the import of ' || i.file_name)
  from public.bank_imports i
  where i.organization_id = private.admin_organization_id() and i.id = saved_by_begin_bank_import.import_id
$$;
comment on function private.saved_by_begin_bank_import is 'See private.saved_as.';

create function public.import_bank_lines(import_id uuid, lines jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '8s' as $$
declare
  i public.bank_imports := private.lock_bank_import(import_bank_lines.import_id);
  counts record;
begin
  if i.status <> 'running' or i.connection_id is not null then
    perform private.refuse_with(case i.status when 'undone' then private.command_result('This import was undone.',
      null, 'import_undone')
      else private.command_result('This import has ended.', null, 'import_ended') end);
  end if;
  perform private.check_bank_lines(lines);
  -- One import into an account at a time: what another one is writing would not be seen.
  perform pg_advisory_xact_lock(hashtextextended('bank_import ' || i.account_id, 0));
  with judged as materialized (
    select j.* from private.judge_bank_lines(i.organization_id, i.account_id, lines, i.id) j
  ), added as (
    insert into public.bank_transactions (organization_id, account_id, import_id, line_number, line_key, booked_on, value_on,
      amount, text, counterparty, reference, bank_id, payer_key, numbers)
    select i.organization_id, i.account_id, i.id, j.line, j.line_key, j.booked_on, j.value_on, j.amount, j.text, j.counterparty,
      j.reference, j.bank_id, private.payer_key(j.text, j.counterparty), private.bank_numbers(j.text)
    from judged j where j.refusal is null and not j.here
    order by j.line
    on conflict (organization_id, account_id, line_key) do nothing
    returning 1
  ), met as (
    -- Which line of this file is which transaction: private.judge_beside_connection.
    insert into private.bank_source_lines as s (organization_id, account_id, line_key, transaction_id, import_id, booked_on, amount,
      text_hash)
    select distinct on (j.line_key) i.organization_id, i.account_id, j.line_key, j.transaction_id, i.id, j.booked_on, j.amount,
      private.line_text_hash(j.text, j.counterparty, j.reference)
    from judged j where j.here and j.transaction_id is not null order by j.line_key, j.line
    on conflict on constraint bank_source_lines_line_key_key do update
      set transaction_id = excluded.transaction_id, import_id = excluded.import_id)
  select (select count(*) from added) as added, min(j.booked_on) as first_on, max(j.booked_on) as last_on, count(*) filter (where j.refusal is not null) as broken, count(*) as total,
    coalesce(jsonb_agg(jsonb_build_object('line', j.line, 'why', j.refusal -> 'error', 'code', j.refusal -> 'code',
      'params', j.refusal -> 'params') order by j.line) filter (where j.refusal is not null), '[]')
      as broken_lines
  into counts from judged j;
  update public.bank_imports b set added = b.added + counts.added, broken = b.broken + counts.broken,
    here = b.here + counts.total - counts.added - counts.broken,
    first_on = least(b.first_on, counts.first_on), last_on = greatest(b.last_on, counts.last_on),
    broken_lines = case when jsonb_array_length(b.broken_lines) < 200 then b.broken_lines || (
        select coalesce(jsonb_agg(e - '{code,params}'::text[]), '[]') from jsonb_array_elements(counts.broken_lines) e)
      else b.broken_lines end
  where b.id = i.id;
  return jsonb_build_object('added', counts.added, 'here', counts.total - counts.added - counts.broken,
    'broken', counts.broken_lines);
end $$;
comment on function public.import_bank_lines is 'Writes what is new among these lines: {added, here, broken: [{line, why, code, params}]}. Sent
  again, the same lines add nothing.';
grant execute on function public.import_bank_lines(uuid, jsonb) to authenticated;

create function private.match_import(i public.bank_imports) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  step constant int := 500;
  ids uuid[] := array(select t.id from public.bank_transactions t
    where t.organization_id = i.organization_id and t.import_id = i.id and t.matching_due
    order by t.line_number limit step);
begin
  update public.bank_imports b set status = 'done', finished_at = now() where b.id = i.id and b.status = 'running';
  perform private.know_bank_tables();
  perform private.apply_bank_rules(i.organization_id, ids);
  perform private.match_transactions(i.organization_id, ids);
  return exists (select 1 from public.bank_transactions t
      where t.organization_id = i.organization_id and t.import_id = i.id and t.matching_due)
    or private.accept_certain_of_import(i);
end $$;
comment on function private.match_import is 'A step of what follows when an import ends: rules, matching, and what is certain accepted where
  the organization wants it. Whether there is more.';

create function public.finish_bank_import(import_id uuid, cancelled boolean default false, broken_lines jsonb default '[]')
returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '8s' as $$
declare
  i public.bank_imports := private.lock_bank_import(finish_bank_import.import_id);
  unread jsonb := coalesce(finish_bank_import.broken_lines, '[]');
  more boolean := false;
begin
  if i.connection_id is not null then
    perform private.refuse_with(private.command_result('This import has ended.', null, 'import_ended'));
  elsif i.status = 'running' and cancelled then
    delete from public.bank_transactions t where t.organization_id = i.organization_id and t.import_id = i.id;
    update public.bank_imports b set status = 'cancelled', finished_at = now(), added = 0 where b.id = i.id;
  elsif i.status in ('running', 'done') then
    if i.status = 'running' then
      update public.bank_imports b set broken = b.broken + jsonb_array_length(unread),
        broken_lines = case when octet_length((b.broken_lines || unread)::text) <= 100000 then b.broken_lines || unread
          else b.broken_lines end
      where b.id = i.id;
    end if;
    more := private.match_import(i);
  end if;
  select b.* into i from public.bank_imports b where b.id = i.id;
  return jsonb_build_object('more', more, 'status', i.status, 'added', i.added, 'here', i.here, 'broken', i.broken,
    'accepted', (select count(*) from public.bank_decisions d
      where d.organization_id = i.organization_id and d.group_id = i.id and d.action = 'accept'),
    'groups', (
      select coalesce(jsonb_object_agg(g.name, jsonb_build_object('count', g.n, 'amount', g.amount, 'amount_in', g.amount_in,
        'amount_out', g.amount_out)), '{}')
      from (
        select private.bank_group(t.status, t.certainty) as name, sum(t.n) as n, sum(t.amount_in) - sum(t.amount_out) as amount,
          sum(t.amount_in) as amount_in, sum(t.amount_out) as amount_out
        from (
          select t.status, t.certainty, count(*) as n, coalesce(sum(t.amount) filter (where t.amount > 0), 0) as amount_in,
            coalesce(-sum(t.amount) filter (where t.amount < 0), 0) as amount_out
          from public.bank_transactions t where t.organization_id = i.organization_id and t.import_id = i.id group by 1, 2) t
        group by 1) g));
end $$;
comment on function public.finish_bank_import is 'Ends an import and matches what it added, in steps: while {more}, call again.
  Where the organization wants it, what is certain is then accepted (private.accept_certain_of_import): `accepted` of the answer are
  those so far, which undo_bank_decision takes back by the id of the import. With `cancelled` what it wrote is removed.
  `broken_lines` [{line, why}] are those the browser did not send. The answer: {more, status, added, here, broken, accepted,
  groups}.';
grant execute on function public.finish_bank_import(uuid, boolean, jsonb) to authenticated;

create function private.bank_group(status text, certainty text) returns text
language sql immutable set search_path = '' as $$
  select case when status in ('matched', 'set_aside') then status when certainty = 'certain' then 'certain'
    when status = 'suggested' then 'review' else 'none' end
$$;
comment on function private.bank_group is 'The group of the inbox a transaction belongs to.';

create function public.undo_bank_import(import_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '8s' as $$
declare
  step constant int := 200;
  i public.bank_imports := private.lock_bank_import(undo_bank_import.import_id);
  ids uuid[];
  matched uuid[];
  paid jsonb;
  removed_count int := 0;
begin
  if i.status in ('undone', 'cancelled') then
    return private.command_result('This import was taken back already.', null, 'import_taken_back');
  end if;
  ids := array(select t.id from public.bank_transactions t
    where t.organization_id = i.organization_id and t.import_id = i.id order by t.id for update);
  -- What takes back comes before what brought.
  matched := array(select t.id from public.bank_transactions t
    where t.organization_id = i.organization_id and t.id = any (ids) and t.status = 'matched' order by t.amount, t.id limit step + 1);
  -- All of the file is asked each time, so that nothing goes where not all of it may.
  paid := private.check_unmatch(i.organization_id, ids);
  if paid = '[]' then
    paid := private.unmatch_transactions(i.organization_id, matched[:step]);
  end if;
  if paid <> '[]' then
    return private.command_result('An agent has been paid for what this file brought.', null, 'agent_paid_for_file')
      || jsonb_build_object('removed', 0, 'paid', paid, 'more', false);
  end if;
  if cardinality(matched) <= step then
    perform private.forget_source_lines(i, ids);
    delete from public.bank_transactions t where t.organization_id = i.organization_id and t.id = any (ids);
    get diagnostics removed_count = row_count;
    update public.bank_imports b set status = 'undone', undone_at = now(), undone_by = private.acting_user(b.organization_id)
    where b.id = i.id;
  end if;
  return private.command_result(null)
    || jsonb_build_object('removed', removed_count, 'paid', paid, 'more', cardinality(matched) > step);
exception when raise_exception then
  -- As in undo_bank_decision.
  declare
    reason text;
    detail text;
  begin
    get stacked diagnostics reason = message_text, detail = pg_exception_detail;
    return private.command_result(reason) || private.fact_of(detail);
  end;
end $$;
comment on function public.undo_bank_import is 'Takes an import back, with what hung on it: {success, error, removed, paid, more}.
  Matches go first, up to 200 a call; while {more}, call again: the last call removes all lines. Refused with the list `paid` where
  an agent has been paid for what one of its transactions brought.';
grant execute on function public.undo_bank_import(uuid) to authenticated;
