-- What people decide about transactions of the bank: match, accept what is suggested, say no to it, set aside, take back. Each
-- decision is kept with who, when and what else there was; a group is undone as a whole. Somebody who decides upon what another
-- one changed meanwhile (`version`) is told so, and nothing is written.

create function private.keep_decision(t public.bank_transactions, group_id uuid, action text, details jsonb default '{}') returns void
language sql security definer set search_path = '' as $$
  insert into public.bank_decisions (organization_id, transaction_id, group_id, action, details, decided_by)
  select t.organization_id, t.id, keep_decision.group_id, keep_decision.action, jsonb_build_object('status', t.status,
    'category', t.category, 'vendor_id', t.vendor_id, 'rule_id', t.rule_id, 'rule_vendor_id', t.rule_vendor_id,
    'unclaimed', t.unclaimed_amount, 'fee', t.fee_amount,
    'suggestions', (select coalesce(jsonb_agg(jsonb_build_object('kind', s.kind, 'certainty', s.certainty, 'parts', s.parts)
      order by s.rank), '[]') from public.bank_suggestions s where s.organization_id = t.organization_id and s.transaction_id = t.id),
    'parts', (select coalesce(jsonb_agg(jsonb_build_object('commission_id', a.commission_id, 'amount', a.amount,
      'write_off', a.write_off_amount, 'reason', a.write_off_reason, 'keep_day', not a.takes_day,
      'rest', case when c.manual_amount > 0 then 'received' else 'open' end) order by a.commission_id), '[]')
      from public.bank_allocations a
      join public.commissions c on c.organization_id = a.organization_id and c.id = a.commission_id
      where a.organization_id = t.organization_id and a.transaction_id = t.id)) || jsonb_strip_nulls(jsonb_build_object('others', (
      select jsonb_agg(jsonb_build_object('commission_id', a.other_commission_id, 'is_other', true, 'amount', a.amount) order by a.other_commission_id)
      from public.bank_other_allocations a
      where a.organization_id = t.organization_id and a.transaction_id = t.id))) || details,
    private.acting_user(t.organization_id)
$$;

create function private.bank_conflict(t public.bank_transactions) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.command_result('Somebody was faster: look at what they did.',
    null, 'bank_conflict') || jsonb_build_object('conflict', coalesce((
    select jsonb_build_object('by', u.first_name || ' ' || u.last_name, 'at', d.decided_at, 'status', t.status)
    from public.bank_decisions d left join public.users u on u.id = d.decided_by
    where d.organization_id = t.organization_id and d.transaction_id = t.id order by d.decided_at desc limit 1),
    jsonb_build_object('by', null, 'at', t.updated_at, 'status', t.status)))
$$;
comment on function private.bank_conflict is 'The refusal of somebody who was slower.';

create function private.lock_transaction(transaction_id uuid) returns public.bank_transactions
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.bank_organization();
  t public.bank_transactions;
begin
  select b.* into t from public.bank_transactions b
  where b.id = lock_transaction.transaction_id and b.organization_id = caller_organization_id for no key update;
  return t;
end $$;
comment on function private.lock_transaction is 'The transaction, locked; null when it is not of the caller''s organization. Who may
  not ask is refused before anything is looked up.';

create function private.rematch_commissions(organization_id uuid, commission_ids uuid[], except_ids uuid[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.match_transactions(organization_id, array(
    select distinct s.transaction_id from public.bank_suggestions s
    where s.organization_id = rematch_commissions.organization_id and s.transaction_id <> all (except_ids)
      and (s.commission_id = any (commission_ids) and s.rank = 1
        or s.rank > 1 and s.commission_id = any (commission_ids))
    limit 200));
end $$;
comment on function private.rematch_commissions is 'Suggestions that a decision about these commissions made stale, or that it makes
  possible again.';

create function private.commissions_of(parts jsonb) returns uuid[]
language sql immutable set search_path = '' as $$
  select array(select (p ->> 'commission_id')::uuid from jsonb_array_elements(parts) p
    where not coalesce((p ->> 'is_other')::boolean, false))
$$;

create function private.check_seen_transactions(transactions jsonb) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if jsonb_typeof(transactions) is distinct from 'array' or jsonb_array_length(transactions) > 500 or exists (
    select 1 from jsonb_array_elements(transactions) e where not coalesce(pg_input_is_valid(e ->> 'id', 'uuid'), false)
      or coalesce(e ->> 'version' !~ '^\d{1,9}$', true)) then
    perform private.refuse('Send up to 500 transactions with their versions.', 'transactions', 'transactions_expected');
  end if;
end $$;
comment on function private.check_seen_transactions is 'Refuses what is not a list of up to 500 transactions as somebody saw them,
  [{id, version}].';

create function private.seen_transactions(transactions jsonb) returns table (id uuid, version integer)
language sql immutable set search_path = '' as $$
  select distinct on (1) (e ->> 'id')::uuid, (e ->> 'version')::int from jsonb_array_elements(transactions) e order by 1
$$;

create function private.skipped_transaction(id uuid, refusal jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('id', id, 'why', refusal -> 'error', 'code', refusal -> 'code', 'params', refusal -> 'params')
$$;

create function private.skipped_transactions(transactions jsonb, done uuid[]) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_agg(private.skipped_transaction(s.id,
    private.command_result('Somebody was faster.', null, 'somebody_was_faster')) order by s.id), '[]')
  from private.seen_transactions(transactions) s where s.id <> all (done)
$$;

create function public.match_bank_transaction(transaction_id uuid, expected_version int, parts jsonb, unclaimed numeric default 0,
  fee numeric default 0, vendor_id uuid default null, category text default null)
returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  t public.bank_transactions := private.lock_transaction(match_bank_transaction.transaction_id);
  new_group uuid := gen_random_uuid();
  refusal jsonb;
begin
  if t.id is null then
    return private.command_result('This transaction is no longer there.', null, 'transaction_not_found');
  elsif t.version is distinct from match_bank_transaction.expected_version then
    return private.bank_conflict(t);
  elsif match_bank_transaction.vendor_id is not null and not exists (select 1 from public.vendors v
    where v.id = match_bank_transaction.vendor_id and v.organization_id = t.organization_id) then
    return private.command_result('This vendor does not exist.', 'vendor_id', 'vendor_not_found');
  end if;
  perform private.keep_decision(t, new_group, 'match', jsonb_build_object('placed',
    case when jsonb_typeof(parts) = 'array' then jsonb_array_length(parts) end));
  refusal := private.write_match(t, parts, unclaimed, fee, match_bank_transaction.category, match_bank_transaction.vendor_id);
  if refusal is not null then
    -- Nothing was written but the decision; guard_history keeps entries, so it goes with an exception of its own.
    perform private.refuse_with(refusal);
  end if;
  perform private.learn_payers(t.organization_id, array[t.id]);
  perform private.match_transactions(t.organization_id, array[t.id]);
  perform private.rematch_commissions(t.organization_id, private.commissions_of(parts), array[t.id]);
  select b.* into t from public.bank_transactions b where b.id = t.id;
  return private.command_result(null) || jsonb_build_object('group_id', new_group, 'version', t.version);
exception when raise_exception then
  declare
    reason text;
    field text;
    detail text;
  begin
    get stacked diagnostics reason = message_text, field = pg_exception_hint, detail = pg_exception_detail;
    return private.command_result(reason, field) || private.fact_of(detail);
  end;
end $$;
comment on function public.match_bank_transaction is 'Matches a transaction with commissions
  (docs/product/bank.md, Matching a transaction). `parts` [{commission_id, amount, write_off, reason, expected, rest, keep_day}], or
  [{commission_id, is_other, amount, expected}] of a penalty or a volume bonus, as private.write_match takes them, replace what was matched before. {success, error, field, group_id, version, conflict}.';
grant execute on function public.match_bank_transaction(uuid, int, jsonb, numeric, numeric, uuid, text) to authenticated;

create function private.bank_alike(t public.bank_transactions) returns table (id uuid, amount numeric, booked_on date)
language sql stable security definer set search_path = '' as $$
  select b.id, b.amount, b.booked_on from public.bank_transactions b
  where char_length(t.alike_key) >= 3 and b.organization_id = t.organization_id and b.alike_key = t.alike_key
    and b.status in ('open', 'suggested') and coalesce(b.certainty, 'possible') = 'possible' and sign(b.amount) = sign(t.amount)
    and b.id <> t.id
  order by b.id limit 499
$$;
comment on function private.bank_alike is 'What waits and has the same words in its text, the same way, where no commission explains
  it: at most 499.';

create function public.set_aside_bank_transactions(transactions jsonb, category text, learn boolean default true,
  alike boolean default false)
returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '8s' as $$
declare
  caller_organization_id uuid := private.bank_organization();
  new_group uuid := gen_random_uuid();
  equals uuid[] := '{}';
  done uuid[];
begin
  if set_aside_bank_transactions.category is null
    or set_aside_bank_transactions.category not in ('customer_payment', 'fee', 'transfer', 'other') then
    return private.command_result('Choose what this is.', 'category', 'kind_missing');
  end if;
  perform private.check_seen_transactions(transactions);
  if set_aside_bank_transactions.alike then
    equals := array(
      select distinct a.id from private.seen_transactions(transactions) s
      join public.bank_transactions t on t.organization_id = caller_organization_id and t.id = s.id and t.version = s.version
      cross join lateral private.bank_alike(t) a);
  end if;
  -- All locks first, in their order, so that two calls cannot wait for each other.
  perform 1 from public.bank_transactions b
  where b.organization_id = caller_organization_id
    and (b.id in (select s.id from private.seen_transactions(transactions) s) or b.id = any (equals))
  order by b.id for no key update;
  done := array(
    select b.id from public.bank_transactions b left join private.seen_transactions(transactions) s on s.id = b.id
    where b.organization_id = caller_organization_id and b.status in ('open', 'suggested')
      and (b.id in (select x.id from private.seen_transactions(transactions) x) or b.id = any (equals))
      and case when s.id is null then coalesce(b.certainty, 'possible') = 'possible' else b.version = s.version end
    order by b.id);
  perform private.keep_decision(t, new_group, 'set_aside', jsonb_build_object('learned', learn and t.payer_key is not null))
  from public.bank_transactions t where t.organization_id = caller_organization_id and t.id = any (done);
  update public.bank_transactions b set status = 'set_aside', category = set_aside_bank_transactions.category, certainty = null,
    rule_id = null, version = b.version + 1
  where b.organization_id = caller_organization_id and b.id = any (done);
  if learn then
    insert into public.bank_patterns as p (organization_id, payer_key, category, confirmations)
    select t.organization_id, t.payer_key, t.category, count(*) from public.bank_transactions t
    where t.organization_id = caller_organization_id and t.id = any (done) and t.payer_key is not null
    group by 1, 2, 3 order by 2
    on conflict on constraint bank_patterns_payer_key_key do update
      set confirmations = p.confirmations + excluded.confirmations, last_used_at = now();
  end if;
  delete from public.bank_suggestions s where s.organization_id = caller_organization_id and s.transaction_id = any (done);
  return private.command_result(null) || jsonb_build_object('group_id', new_group, 'set_aside', to_jsonb(done),
    'skipped', private.skipped_transactions(transactions, done));
end $$;
comment on function public.set_aside_bank_transactions is 'Sets transactions [{id, version}] aside as no commission; with `learn`,
  later ones of the same payers, too, while nothing suggests otherwise; with `alike`, what waits and is like them (private.bank_alike).
  {success, error, group_id, set_aside, skipped}.';
grant execute on function public.set_aside_bank_transactions(jsonb, text, boolean, boolean) to authenticated;

create function public.reopen_bank_transaction(transaction_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  t public.bank_transactions := private.lock_transaction(reopen_bank_transaction.transaction_id);
begin
  if t.status is distinct from 'set_aside' then
    return private.command_result('This transaction is not set aside.', null, 'not_set_aside');
  end if;
  perform private.keep_decision(t, gen_random_uuid(), 'reopen');
  update public.bank_transactions b set status = 'open', category = null, rule_id = null, version = b.version + 1 where b.id = t.id;
  -- One that was learned would be set aside again at once.
  update public.bank_patterns p set confirmations = p.confirmations - 1
  where p.organization_id = t.organization_id and p.payer_key = t.payer_key and p.category = t.category and p.confirmations > 1;
  delete from public.bank_patterns p
  where p.organization_id = t.organization_id and p.payer_key = t.payer_key and p.category is not null;
  perform private.match_transactions(t.organization_id, array[t.id]);
  return private.command_result(null) || jsonb_build_object('version', t.version + 1);
end $$;
comment on function public.reopen_bank_transaction is 'Brings a transaction that was set aside back to the review. {success, error,
  version}.';
grant execute on function public.reopen_bank_transaction(uuid) to authenticated;

create function public.set_bank_vendor(transaction_id uuid, vendor_id uuid, category text default 'commission') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  t public.bank_transactions := private.lock_transaction(set_bank_vendor.transaction_id);
  new_group uuid := gen_random_uuid();
begin
  if t.id is null then
    return private.command_result('This transaction is no longer there.', null, 'transaction_not_found');
  elsif not exists (select 1 from public.vendors v where v.id = set_bank_vendor.vendor_id and v.organization_id = t.organization_id) then
    return private.command_result('This vendor does not exist.', 'vendor_id', 'vendor_not_found');
  end if;
  perform private.keep_decision(t, new_group, 'vendor', jsonb_build_object('learned', t.payer_key is not null));
  update public.bank_transactions b set vendor_id = set_bank_vendor.vendor_id, category = set_bank_vendor.category,
    rule_id = null, rule_vendor_id = null, version = b.version + 1 where b.id = t.id;
  if t.payer_key is not null then
    insert into public.bank_patterns as p (organization_id, payer_key, vendor_id)
    values (t.organization_id, t.payer_key, set_bank_vendor.vendor_id)
    on conflict on constraint bank_patterns_payer_key_key do update
      set confirmations = p.confirmations + 1, last_used_at = now();
    -- What came from the same payer is read again.
    perform private.match_transactions(t.organization_id, array(
      select b.id from public.bank_transactions b where b.organization_id = t.organization_id and b.payer_key = t.payer_key
        and b.status in ('open', 'suggested') limit 500));
  end if;
  return private.command_result(null) || jsonb_build_object('group_id', new_group, 'version', t.version + 1);
end $$;
comment on function public.set_bank_vendor is 'Says which vendor paid, and what a transaction is, and matches it anew. {success,
  error, group_id, version}.';
grant execute on function public.set_bank_vendor(uuid, uuid, text) to authenticated;

create function public.undo_bank_decision(group_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '8s' as $$
declare
  step constant int := 50;
  caller_organization_id uuid := private.bank_organization();
  waiting uuid[];
  ids uuid[];
  paid jsonb;
  d public.bank_decisions;
  t public.bank_transactions;
  refusal jsonb;
  touched uuid[];
  -- {transaction: [{payer_key, vendor_id}]}: what the matches taught.
  learned jsonb;
  -- [{payer_key, vendor_id, category}]: what was learned from what is taken back.
  lessons jsonb := '[]';
begin
  -- What an earlier call took back is done; the rest in the order of their ids, like the locks.
  waiting := array(
    select e.transaction_id from public.bank_decisions e
    where e.organization_id = caller_organization_id and e.group_id = undo_bank_decision.group_id
    group by 1 having bool_and(e.action <> 'undo') order by 1);
  if cardinality(waiting) = 0 then
    return private.command_result('There is nothing to take back.', null, 'nothing_to_take_back');
  end if;
  -- Only accepted ones, as many as an import has, go in steps: what is learned by setting aside has to be forgotten as a whole.
  ids := case when exists (select 1 from public.bank_decisions e
    where e.organization_id = caller_organization_id and e.group_id = undo_bank_decision.group_id and e.action = 'accept')
    then waiting[:step] else waiting end;
  perform 1 from public.bank_transactions b where b.organization_id = caller_organization_id and b.id = any (ids)
  order by b.id for no key update;
  if exists (
    select 1 from unnest(waiting) w(id)
    cross join lateral (
      select e.group_id from public.bank_decisions e
      where e.organization_id = caller_organization_id and e.transaction_id = w.id and not exists (
        select from public.bank_decisions u
        where u.organization_id = e.organization_id and u.transaction_id = e.transaction_id and u.group_id = e.group_id
          and u.action = 'undo')
      order by e.decided_at desc limit 1) latest
    where latest.group_id <> undo_bank_decision.group_id) then
    return private.command_result('Something was decided since. Take that back first.', null, 'decided_since');
  end if;
  touched := array(select a.commission_id from public.bank_allocations a
    where a.organization_id = caller_organization_id and a.transaction_id = any (ids));
  select jsonb_object_agg(m.transaction_id, m.lessons) into learned
  from (
    select l.transaction_id, jsonb_agg(jsonb_build_object('payer_key', l.payer_key, 'vendor_id', l.vendor_id)) as lessons
    from private.payer_lessons(caller_organization_id, ids) l group by 1) m;
  paid := private.paid_parts(caller_organization_id, waiting, '{}');
  -- A match that replaced another one leads back to that one; all others to none.
  if paid = '[]' then
    paid := private.unmatch_transactions(caller_organization_id, ids);
  end if;
  if paid <> '[]' then
    return private.command_result('An agent has been paid for it.', null, 'agent_paid_for_it') || jsonb_build_object('paid', paid);
  end if;
  for d in select e.* from public.bank_decisions e
    where e.organization_id = caller_organization_id and e.group_id = undo_bank_decision.group_id and e.transaction_id = any (ids)
    order by e.transaction_id
  loop
    select b.* into t from public.bank_transactions b where b.id = d.transaction_id and b.organization_id = caller_organization_id;
    perform private.keep_decision(t, undo_bank_decision.group_id, 'undo');
    if d.details ->> 'status' = 'matched' then
      refusal := private.write_match(t, (d.details -> 'parts') || coalesce(d.details -> 'others', '[]'), (d.details ->> 'unclaimed')::numeric, (d.details ->> 'fee')::numeric,
        d.details ->> 'category', (d.details ->> 'vendor_id')::uuid);
      if refusal is not null then
        perform private.refuse_with(private.at_field(refusal, null));
      end if;
    else
      update public.bank_transactions b set category = d.details ->> 'category',
        status = case d.details ->> 'status' when 'set_aside' then 'set_aside' else 'open' end,
        vendor_id = (d.details ->> 'vendor_id')::uuid,
        rule_id = (select r.id from public.bank_rules r
          where r.organization_id = b.organization_id and r.id = (d.details ->> 'rule_id')::uuid),
        rule_vendor_id = (select v.id from public.vendors v
          where v.organization_id = b.organization_id and v.id = (d.details ->> 'rule_vendor_id')::uuid),
        version = b.version + 1 where b.id = t.id;
      delete from private.rejected_suggestions j
      where d.action = 'reject' and j.organization_id = t.organization_id and j.transaction_id = t.id
        and to_jsonb(j.commission_ids) = d.details -> 'rejected';
      lessons := lessons
        || coalesce(learned -> t.id::text, '[]')
        || case when (d.details ->> 'learned')::boolean then jsonb_build_array(jsonb_build_object('payer_key', t.payer_key)
          || case d.action when 'vendor' then jsonb_build_object('vendor_id', t.vendor_id)
            else jsonb_build_object('category', t.category) end) else '[]' end;
    end if;
  end loop;
  perform private.forget_lessons(caller_organization_id, lessons);
  perform private.match_transactions(caller_organization_id, ids);
  perform private.rematch_commissions(caller_organization_id, touched, ids);
  return private.command_result(null) || jsonb_build_object('undone', to_jsonb(ids), 'paid', '[]'::jsonb,
    'more', cardinality(waiting) > cardinality(ids));
exception when raise_exception then
  -- What follows the bank says no: a scheduled payout, a recall that an approved one gives back, closed books.
  declare
    reason text;
    detail text;
  begin
    get stacked diagnostics reason = message_text, detail = pg_exception_detail;
    return private.command_result(reason) || private.fact_of(detail);
  end;
end $$;
comment on function public.undo_bank_decision is 'Takes back what one group of decisions did, unless an agent was paid for it:
  {success, error, undone, paid, more}, of what was accepted up to 200 transactions a call; while {more}, call again. What was
  decided since stays, so all of the group has to be the last decision of its transactions that was not taken back.';
grant execute on function public.undo_bank_decision(uuid) to authenticated;
