-- Suggestions that people, or what is certain by itself, accept or say no to.

create function private.accept_suggestions(organization_id uuid, group_id uuid, transactions jsonb, require_certain boolean)
returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  accepted uuid[] := '{}';
  touched uuid[] := '{}';
  skipped jsonb := '[]';
  item record;
  t public.bank_transactions;
  s public.bank_suggestions;
  refusal jsonb;
  beside record;
  why text;
  detail text;
  -- A call gives way after a second: others wait for what it has locked. What is decided last is read again after it.
  last_moment timestamptz := statement_timestamp() + interval '1 second';
  more boolean := false;
begin
  -- All locks first, in their order, so that two calls cannot wait for each other.
  perform 1 from public.bank_transactions b
  where b.organization_id = accept_suggestions.organization_id and b.id in (
    select (e ->> 'id')::uuid from jsonb_array_elements(transactions) e)
  order by b.id for no key update;
  perform private.lock_commissions(organization_id, array(
    select (p ->> 'commission_id')::uuid
    from public.bank_suggestions x cross join lateral jsonb_array_elements(x.parts) p
    where x.organization_id = accept_suggestions.organization_id and x.rank = 1
      and x.transaction_id in (select (e ->> 'id')::uuid from jsonb_array_elements(transactions) e)));
  for item in
    select distinct on (1) (e ->> 'id')::uuid as id, (e ->> 'version')::int as version
    from jsonb_array_elements(transactions) e order by 1
  loop
    if clock_timestamp() > last_moment and cardinality(accepted) > 0 then
      more := true;
      exit;
    end if;
    select b.* into t from public.bank_transactions b
    where b.id = item.id and b.organization_id = accept_suggestions.organization_id for no key update;
    select x.* into s from public.bank_suggestions x
    where x.organization_id = accept_suggestions.organization_id and x.transaction_id = item.id and x.rank = 1;
    refusal := case when t.id is null then private.command_result('This transaction is no longer there.', null, 'transaction_not_found')
      when t.version <> item.version or t.status <> 'suggested' then
        private.command_result('Somebody was faster.', null, 'somebody_was_faster')
      when s.id is null then private.command_result('Nothing is suggested any more.', null, 'nothing_suggested')
      when require_certain and s.certainty <> 'certain' then
        private.command_result('This is not certain.', null, 'not_certain') end;
    if refusal is null then
      begin
        perform private.keep_decision(t, accept_suggestions.group_id, 'accept');
        select b.unclaimed, b.fee into beside from private.beside_statement(t, s) b;
        refusal := private.write_match(t, s.parts, beside.unclaimed, beside.fee, null, null);
        if refusal is not null then
          perform private.refuse_with(refusal);
        end if;
        accepted := accepted || t.id;
        touched := touched || private.commissions_of(s.parts);
      exception when raise_exception then
        get stacked diagnostics why = message_text, detail = pg_exception_detail;
        refusal := private.command_result(why) || private.fact_of(detail);
      end;
    end if;
    if refusal is not null then
      skipped := skipped || private.skipped_transaction(item.id, refusal);
    end if;
  end loop;
  perform private.learn_payers(accept_suggestions.organization_id, accepted);
  delete from public.bank_suggestions x where x.organization_id = accept_suggestions.organization_id and x.transaction_id = any (accepted);
  perform private.rematch_commissions(accept_suggestions.organization_id, touched, accepted);
  return jsonb_build_object('accepted', to_jsonb(accepted), 'skipped', skipped, 'more', more);
end $$;
comment on function private.accept_suggestions is 'Accepts the first suggestion of each transaction [{id, version}] as one group of
  decisions; with `require_certain` only certain ones. What changed meanwhile or does not fit any more is left alone and said:
  {accepted, skipped: [{id, why, code, params}], more}. After a second what is neither waits for another call: `more`.';

create function public.accept_bank_suggestions(transactions jsonb, require_certain boolean default false, group_id uuid default null)
returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '8s' as $$
declare
  caller_organization_id uuid := private.bank_organization();
  -- What a call before this one began, goes on.
  new_group uuid := coalesce((
    select d.group_id from public.bank_decisions d
    where d.organization_id = caller_organization_id and d.group_id = accept_bank_suggestions.group_id and d.decided_by = auth.uid()
    group by 1 having bool_and(d.action = 'accept')), gen_random_uuid());
begin
  perform private.check_seen_transactions(transactions);
  perform private.know_bank_tables();
  return private.command_result(null) || jsonb_build_object('group_id', new_group)
    || private.accept_suggestions(caller_organization_id, new_group, transactions, require_certain);
end $$;
comment on function public.accept_bank_suggestions is 'Accepts the first suggestion of up to 500 transactions [{id, version}].
  {success, group_id, accepted, skipped, more}, see private.accept_suggestions; while {more}, call again with the rest and the
  `group_id`, so that all of it is one act.';
grant execute on function public.accept_bank_suggestions(jsonb, boolean, uuid) to authenticated;

create function private.accept_certain_of_import(i public.bank_imports) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  step constant int := 200;
  certain jsonb;
  done jsonb;
begin
  if not exists (select 1 from public.organizations o where o.id = i.organization_id and o.match_certain_on_import)
    or exists (select 1 from public.bank_decisions d
      where d.organization_id = i.organization_id and d.group_id = i.id and d.action = 'undo') then
    return false;
  end if;
  select jsonb_agg(jsonb_build_object('id', t.id, 'version', t.version)) into certain
  from (
    select b.id, b.version from public.bank_transactions b
    where b.organization_id = i.organization_id and b.import_id = i.id and b.status = 'suggested' and b.certainty = 'certain'
    order by b.line_number limit step) t;
  if certain is null then
    return false;
  end if;
  done := private.accept_suggestions(i.organization_id, i.id, certain, true);
  -- A call that could accept none ends it.
  return done -> 'accepted' <> '[]' and (jsonb_array_length(certain) = step or (done ->> 'more')::boolean);
end $$;
comment on function private.accept_certain_of_import is 'By the organization''s choice: accepts what is certain of an import whose
  matching has ended, up to 200 a call, as one group of decisions whose id is the import''s. Not again once somebody took it back.
  Whether there is more.';

create function public.reject_bank_suggestion(transaction_id uuid, expected_version int, rank int default 1) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  t public.bank_transactions := private.lock_transaction(reject_bank_suggestion.transaction_id);
  new_group uuid := gen_random_uuid();
  rejected uuid[];
begin
  if t.id is null then
    return private.command_result('This transaction is no longer there.', null, 'transaction_not_found');
  elsif t.version is distinct from reject_bank_suggestion.expected_version then
    return private.bank_conflict(t);
  end if;
  select array(select c from unnest(private.commissions_of(s.parts)) c order by c) into rejected
  from public.bank_suggestions s
  where s.organization_id = t.organization_id and s.transaction_id = t.id and s.rank = reject_bank_suggestion.rank;
  if rejected is null then
    return private.command_result('Nothing is suggested any more.', null, 'nothing_suggested');
  end if;
  perform private.keep_decision(t, new_group, 'reject', jsonb_build_object('rejected', rejected));
  insert into private.rejected_suggestions (organization_id, transaction_id, commission_ids)
  values (t.organization_id, t.id, rejected) on conflict do nothing;
  update public.bank_transactions b set version = b.version + 1 where b.id = t.id;
  perform private.match_transactions(t.organization_id, array[t.id]);
  return private.command_result(null) || jsonb_build_object('group_id', new_group, 'version', t.version + 1);
end $$;
comment on function public.reject_bank_suggestion is '"Not this": the suggestion of that rank is never made for this transaction
  again. {success, error, group_id, version}.';
grant execute on function public.reject_bank_suggestion(uuid, int, int) to authenticated;
