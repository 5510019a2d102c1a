-- Rules: what people say about lines of the bank once and for all. A rule sets aside, or says whose money it is; it never matches
-- anything. New lines follow by themselves when their import ends, before they are matched; what waits follows after somebody has
-- seen which lines these are. The first rule in the order of the page decides.

create function private.bank_rule_text(text text) returns text
language sql immutable set search_path = '' as $$
  select array_to_string(private.bank_words(text), ' ')
$$;
comment on function private.bank_rule_text is 'A text as rules compare it: upper-case words without accents and other signs.';

create function private.bank_rule_hits(organization_id uuid, transaction_ids uuid[], rules public.bank_rules[])
returns table (transaction_id uuid, rule_id uuid, place bigint)
language sql stable security definer set search_path = '' as $$
  with r as materialized (
    select u.*, private.bank_rule_text(u.text_contains) as words from unnest(rules) u
  ), t as materialized (
    select b.id, b.account_id, b.amount, b.payer_key,
      private.bank_rule_text(concat_ws(' ', b.text, b.counterparty, b.reference)) as words
    from public.bank_transactions b
    where b.organization_id = bank_rule_hits.organization_id and b.id = any (transaction_ids) and cardinality(rules) > 0
  )
  select t.id, r.id, row_number() over (partition by t.id order by r.position, r.id)
  from t join r on (r.account_id is null or r.account_id = t.account_id)
    and (r.direction is null or r.direction = case when t.amount > 0 then 'in' else 'out' end)
    and (r.amount_from is null or abs(t.amount) >= r.amount_from)
    and (r.amount_to is null or abs(t.amount) <= r.amount_to)
    and (r.payer_key is null or r.payer_key = t.payer_key)
    and (r.words is null or r.text_contains is null or strpos(t.words, r.words) > 0)
$$;
comment on function private.bank_rule_hits is 'Which of these rules fit which of these transactions. place: 1 is the one that decides.';

create function private.write_bank_rule_hits(organization_id uuid, group_id uuid, transaction_ids uuid[], rule_ids uuid[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.keep_decision(t, group_id, case when r.category is null then 'vendor' else 'set_aside' end,
    jsonb_build_object('learned', false, 'by_rule', r.id))
  from unnest(transaction_ids, write_bank_rule_hits.rule_ids) h(id, rule_id)
  join public.bank_transactions t on t.organization_id = write_bank_rule_hits.organization_id and t.id = h.id
  join public.bank_rules r on r.organization_id = t.organization_id and r.id = h.rule_id;
  update public.bank_transactions t set rule_id = r.id, version = t.version + 1,
    status = case when r.category is null then t.status else 'set_aside' end,
    certainty = case when r.category is null then t.certainty end,
    category = coalesce(r.category, t.category),
    rule_vendor_id = r.vendor_id,
    vendor_id = coalesce(r.vendor_id, t.vendor_id),
    matching_due = r.category is null
  from unnest(transaction_ids, write_bank_rule_hits.rule_ids) h(id, rule_id)
  join public.bank_rules r on r.organization_id = write_bank_rule_hits.organization_id and r.id = h.rule_id
  where t.organization_id = write_bank_rule_hits.organization_id and t.id = h.id;
  delete from public.bank_suggestions s using public.bank_transactions t
  where s.organization_id = write_bank_rule_hits.organization_id and s.transaction_id = any (transaction_ids)
    and t.organization_id = s.organization_id and t.id = s.transaction_id and t.status = 'set_aside';
end $$;
comment on function private.write_bank_rule_hits is 'Does with each transaction, locked by the caller, what its rule says, as one group
  of decisions.';

create function private.apply_bank_rules(organization_id uuid, transaction_ids uuid[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  rules public.bank_rules[] := array(select r from public.bank_rules r
    where r.organization_id = apply_bank_rules.organization_id and r.is_active);
  ids uuid[];
  rule_ids uuid[];
begin
  if cardinality(rules) = 0 then
    return;
  end if;
  ids := array(
    select t.id from public.bank_transactions t
    where t.organization_id = apply_bank_rules.organization_id and t.id = any (transaction_ids)
      and t.status in ('open', 'suggested') and t.version = 1
    order by t.id for no key update);
  select array_agg(h.transaction_id), array_agg(h.rule_id) into ids, rule_ids
  from private.bank_rule_hits(organization_id, ids, rules) h where h.place = 1;
  if ids is not null then
    perform private.write_bank_rule_hits(organization_id, gen_random_uuid(), ids, rule_ids);
  end if;
end $$;
comment on function private.apply_bank_rules is 'Of these transactions, what nobody has decided about follows the rules that are on.
  To be called before they are matched.';

create function private.read_bank_rule(organization_id uuid, rule jsonb) returns public.bank_rules
language plpgsql stable security definer set search_path = '' as $$
declare
  r public.bank_rules;
begin
  if jsonb_typeof(rule) is distinct from 'object' then
    perform private.refuse('Say what the rule is about.', 'rule', 'rule_expected');
  elsif exists (select 1 from (values ('amount_from'), ('amount_to')) f(name)
    where btrim(rule ->> f.name) !~ '^\d{1,10}([.]\d{1,2})?$') then
    perform private.refuse('Enter an amount like 15.00.', 'amount_from', 'fee_expected');
  elsif exists (select 1 from (values ('account_id'), ('vendor_id')) f(name)
    where not pg_input_is_valid(rule ->> f.name, 'uuid')) then
    perform private.refuse('This vendor does not exist.', 'vendor_id', 'vendor_not_found');
  end if;
  r.organization_id := read_bank_rule.organization_id;
  r.text_contains := nullif(regexp_replace(btrim(rule ->> 'text_contains'), '\s+', ' ', 'g'), '');
  r.payer_key := nullif(btrim(rule ->> 'payer'), '');
  r.amount_from := (rule ->> 'amount_from')::numeric;
  r.amount_to := (rule ->> 'amount_to')::numeric;
  r.direction := nullif(rule ->> 'direction', '');
  r.account_id := (rule ->> 'account_id')::uuid;
  r.category := nullif(rule ->> 'category', '');
  r.vendor_id := (rule ->> 'vendor_id')::uuid;
  if r.payer_key is not null then
    r.payer_key := coalesce(private.payer_key(r.payer_key, null), '');
  end if;
  if r.payer_key = '' then
    perform private.refuse('Enter a name as the bank writes it; words like ACH or WIRE are none.', 'payer', 'rule_payer_wrong');
  elsif char_length(r.text_contains) > 100 then
    perform private.refuse('Enter at most 100 characters.', 'text_contains', 'rule_text_too_long');
  elsif r.text_contains is not null and char_length(private.bank_rule_text(r.text_contains)) < 3 then
    perform private.refuse('Enter at least three letters or digits.', 'text_contains', 'rule_text_too_short');
  elsif num_nonnulls(r.payer_key, r.text_contains, r.amount_from, r.amount_to) = 0 then
    perform private.refuse('Enter a payer, a text or an amount.', 'text_contains', 'rule_condition_missing');
  elsif r.amount_from > r.amount_to then
    perform private.refuse('The second amount must not be less than the first.', 'amount_to', 'rule_amounts_crossed');
  elsif r.direction not in ('in', 'out') then
    perform private.refuse('Choose money in or money out.', 'direction', 'rule_direction_missing');
  elsif num_nonnulls(r.category, r.vendor_id) <> 1
    or r.category not in ('customer_payment', 'fee', 'transfer', 'other') then
    perform private.refuse('Choose what this is, or whose money.', 'category', 'rule_effect_missing');
  elsif r.vendor_id is not null and not exists (select 1 from public.vendors v
    where v.organization_id = read_bank_rule.organization_id and v.id = r.vendor_id) then
    perform private.refuse('This vendor does not exist.', 'vendor_id', 'vendor_not_found');
  elsif r.account_id is not null and not exists (select 1 from public.bank_accounts a
    where a.organization_id = read_bank_rule.organization_id and a.id = r.account_id) then
    perform private.refuse('This account does not exist.', 'account_id', 'account_not_found');
  end if;
  return r;
end $$;
comment on function private.read_bank_rule is 'A rule as it is sent {payer, text_contains, amount_from, amount_to, direction,
  account_id, category, vendor_id}, checked; refuses what is none.';

create function private.bank_rule_row(r public.bank_rules) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', r.id, 'is_active', r.is_active, 'payer', r.payer_key, 'text_contains', r.text_contains,
    'amount_from', r.amount_from, 'amount_to', r.amount_to, 'direction', r.direction,
    'account', (select jsonb_build_object('id', a.id, 'name', a.name, 'last_four', a.last_four)
      from public.bank_accounts a where a.organization_id = r.organization_id and a.id = r.account_id),
    'category', r.category,
    'vendor', (select jsonb_build_object('id', v.id, 'name', v.name, 'logo_url', v.logo_url)
      from public.vendors v where v.organization_id = r.organization_id and v.id = r.vendor_id),
    'created_by', (select u.first_name || ' ' || u.last_name from public.users u
      where u.organization_id = r.organization_id and u.id = r.created_by),
    'applied', c.n, 'last_on', c.last_on, 'version', r.version)
  from (select count(*) as n, max(t.booked_on) as last_on from public.bank_transactions t
    where t.organization_id = r.organization_id and t.rule_id = r.id) c
$$;

create function private.waiting_for_rules(organization_id uuid) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select array(select t.id from public.bank_transactions t
    where t.organization_id = waiting_for_rules.organization_id and t.status in ('open', 'suggested')
    order by t.booked_on desc, t.id limit 5000)
$$;
comment on function private.waiting_for_rules is 'What waits in the inbox, the latest first; at most 5,000.';

create function private.waiting_by_rule(organization_id uuid, rules public.bank_rules[]) returns table (rule_id uuid, n bigint)
language sql stable security definer set search_path = '' as $$
  select h.rule_id, count(*)
  from private.bank_rule_hits(organization_id, private.waiting_for_rules(organization_id), rules) h
  join public.bank_transactions t on t.organization_id = waiting_by_rule.organization_id and t.id = h.transaction_id
  where t.rule_id is distinct from h.rule_id
  group by 1
$$;
comment on function private.waiting_by_rule is 'How many lines that wait each of these rules would take; none of those it has taken.';

create function public.list_bank_rules() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.bank_organization();
begin
  return (
    select coalesce(jsonb_agg(private.bank_rule_row(r) || jsonb_build_object('waiting', coalesce(w.n, 0))
      order by r.position, r.id), '[]')
    from public.bank_rules r
    left join private.waiting_by_rule(caller_organization_id, array(
      select b from public.bank_rules b where b.organization_id = caller_organization_id)) w on w.rule_id = r.id
    where r.organization_id = caller_organization_id);
end $$;
comment on function public.list_bank_rules is 'Rules in their order: what each asks and does, who made it, how many lines it took
  (`applied`, the last one of `last_on`), and how many of those that wait it would take.';
grant execute on function public.list_bank_rules() to authenticated;

create function public.preview_bank_rule(rule jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.bank_organization();
  r public.bank_rules := private.read_bank_rule(caller_organization_id, preview_bank_rule.rule);
  ids uuid[];
begin
  r.id := gen_random_uuid();
  ids := array(select h.transaction_id
    from private.bank_rule_hits(caller_organization_id, private.waiting_for_rules(caller_organization_id), array[r]) h);
  return (
    select jsonb_build_object('count', count(*), 'amount_in', coalesce(sum(t.amount) filter (where t.amount > 0), 0),
      'amount_out', coalesce(-sum(t.amount) filter (where t.amount < 0), 0),
      'rows', coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'version', t.version, 'booked_on', t.booked_on, 'text', t.text,
        'amount', t.amount, 'certainty', t.certainty, 'account', jsonb_build_object('id', a.id, 'name', a.name, 'last_four', a.last_four))
        order by t.booked_on desc, t.id) filter (where t.place <= 500), '[]'))
    from (
      select b.*, row_number() over (order by b.booked_on desc, b.id) as place from public.bank_transactions b
      where b.organization_id = caller_organization_id and b.id = any (ids)) t
    join public.bank_accounts a on a.organization_id = t.organization_id and a.id = t.account_id);
end $$;
comment on function public.preview_bank_rule is 'What a rule would take of what waits, nothing is written: {count, amount_in,
  amount_out, rows}, the latest 500 of them. certainty: of a commission that would explain the line.';
grant execute on function public.preview_bank_rule(jsonb) to authenticated;

create function private.lock_bank_rule(rule_id uuid) returns public.bank_rules
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.bank_organization();
  r public.bank_rules;
begin
  select b.* into r from public.bank_rules b
  where b.organization_id = caller_organization_id and b.id = lock_bank_rule.rule_id for no key update;
  return r;
end $$;
comment on function private.lock_bank_rule is 'The rule, locked; null when it is not of the caller''s organization.';

create function public.save_bank_rule(rule jsonb, rule_id uuid default null, expected_version int default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.bank_organization();
  r public.bank_rules := private.read_bank_rule(caller_organization_id, save_bank_rule.rule);
  old public.bank_rules;
begin
  -- One at a time, so that no two stand at one place.
  perform pg_advisory_xact_lock(hashtextextended('bank_rules ' || caller_organization_id, 0));
  if save_bank_rule.rule_id is not null then
    old := private.lock_bank_rule(save_bank_rule.rule_id);
    if old.id is null then
      return private.command_result('This rule is no longer there.', null, 'rule_not_found');
    elsif old.version is distinct from save_bank_rule.expected_version then
      return private.command_result('Somebody changed this rule meanwhile.', null, 'rule_changed');
    end if;
  elsif (select count(*) >= 100 from public.bank_rules b where b.organization_id = caller_organization_id) then
    return private.command_result('There are 100 rules already. Delete one that is not used.', null, 'rules_full');
  end if;
  if exists (select 1 from public.bank_rules b where b.organization_id = caller_organization_id and b.id is distinct from old.id
    and (b.payer_key, b.text_contains, b.amount_from, b.amount_to, b.direction, b.account_id)
      is not distinct from (r.payer_key, r.text_contains, r.amount_from, r.amount_to, r.direction, r.account_id)) then
    return private.command_result('There is a rule for this already.', 'text_contains', 'rule_exists');
  end if;
  if old.id is null then
    insert into public.bank_rules (organization_id, position, payer_key, text_contains, amount_from, amount_to, direction, account_id,
      category, vendor_id, created_by)
    select caller_organization_id, coalesce(max(b.position), 0) + 1, r.payer_key, r.text_contains, r.amount_from, r.amount_to,
      r.direction, r.account_id, r.category, r.vendor_id, auth.uid()
    from public.bank_rules b where b.organization_id = caller_organization_id
    returning * into r;
  else
    update public.bank_rules b set payer_key = r.payer_key, text_contains = r.text_contains, amount_from = r.amount_from,
      amount_to = r.amount_to, direction = r.direction, account_id = r.account_id, category = r.category, vendor_id = r.vendor_id
    where b.organization_id = caller_organization_id and b.id = old.id returning * into r;
  end if;
  return private.command_result(null) || jsonb_build_object('id', r.id, 'version', r.version, 'waiting', coalesce((
    select w.n from private.waiting_by_rule(caller_organization_id, array[r]) w), 0));
end $$;
comment on function public.save_bank_rule is 'Adds a rule behind all others, or changes one: {success, error, field, id, version, waiting}.
  Nothing that waits is touched; `waiting`: how many of it the rule would take.';
grant execute on function public.save_bank_rule(jsonb, uuid, int) to authenticated;

create function public.switch_bank_rule(rule_id uuid, is_active boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  r public.bank_rules := private.lock_bank_rule(switch_bank_rule.rule_id);
begin
  if r.id is null then
    return private.command_result('This rule is no longer there.', null, 'rule_not_found');
  end if;
  update public.bank_rules b set is_active = coalesce(switch_bank_rule.is_active, false)
  where b.organization_id = r.organization_id and b.id = r.id;
  return private.command_result(null);
end $$;
comment on function public.switch_bank_rule is 'Switches a rule on or off; what it took stays as it is. {success, error, field}.';
grant execute on function public.switch_bank_rule(uuid, boolean) to authenticated;

create function public.order_bank_rules(rule_ids uuid[]) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.bank_organization();
begin
  if cardinality(order_bank_rules.rule_ids) > 200 then
    perform private.refuse('There are not so many rules.', 'rule_ids', 'rules_too_many');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('bank_rules ' || caller_organization_id, 0));
  update public.bank_rules b set position = n.place
  from (
    select r.id, row_number() over (order by array_position(order_bank_rules.rule_ids, r.id) nulls last, r.position, r.id) as place
    from public.bank_rules r where r.organization_id = caller_organization_id) n
  where b.organization_id = caller_organization_id and b.id = n.id and b.position <> n.place;
  return private.command_result(null);
end $$;
comment on function public.order_bank_rules is 'Puts rules in this order; those not named come behind. {success, error, field}.';
grant execute on function public.order_bank_rules(uuid[]) to authenticated;

create function public.delete_bank_rule(rule_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  r public.bank_rules := private.lock_bank_rule(delete_bank_rule.rule_id);
begin
  if r.id is null then
    return private.command_result('This rule is no longer there.', null, 'rule_not_found');
  end if;
  delete from public.bank_rules b where b.organization_id = r.organization_id and b.id = r.id;
  return private.command_result(null);
end $$;
comment on function public.delete_bank_rule is 'Deletes a rule; what it took stays as it is. {success, error, field}.';
grant execute on function public.delete_bank_rule(uuid) to authenticated;

create function public.apply_bank_rule(rule_id uuid, transactions jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '8s' as $$
declare
  r public.bank_rules := private.lock_bank_rule(apply_bank_rule.rule_id);
  new_group uuid := gen_random_uuid();
  done uuid[];
begin
  if r.id is null then
    return private.command_result('This rule is no longer there.', null, 'rule_not_found');
  end if;
  perform private.check_seen_transactions(transactions);
  perform 1 from public.bank_transactions b
  where b.organization_id = r.organization_id and b.id in (select s.id from private.seen_transactions(transactions) s)
  order by b.id for no key update;
  done := array(
    select h.transaction_id from private.bank_rule_hits(r.organization_id, array(
      select b.id from public.bank_transactions b join private.seen_transactions(transactions) s on s.id = b.id and s.version = b.version
      where b.organization_id = r.organization_id and b.status in ('open', 'suggested')), array[r]) h order by 1);
  perform private.write_bank_rule_hits(r.organization_id, new_group, done, array_fill(r.id, array[cardinality(done)]));
  if r.category is null then
    perform private.match_transactions(r.organization_id, done);
  end if;
  return private.command_result(null) || jsonb_build_object('group_id', new_group, 'applied', to_jsonb(done),
    'skipped', private.skipped_transactions(transactions, done));
end $$;
comment on function public.apply_bank_rule is 'Does what a rule says with waiting transactions [{id, version}] as they were seen in its
  preview: {success, error, field, group_id, applied, skipped}. What changed meanwhile, or does not fit, is left alone and said.';
grant execute on function public.apply_bank_rule(uuid, jsonb) to authenticated;
