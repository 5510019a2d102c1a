-- Paying a payout. Paying is one transaction over all of it: every commission becomes agent_paid with its row in
-- agent_payments, and every agent gets a statement, frozen; or nothing happens, and the answer says what stands in the way.

create function private.payout_problems(b public.payout_batches) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('line_id', p.line_id, 'commission_id', p.commission_id,
    'booking_reference', p.booking_reference, 'agent', p.agent, 'code', p.code,
    'params', case p.code when 'share_changed' then jsonb_build_object('amount', p.share) else '{}' end,
    'problem', case p.code
      when 'agent_paid' then 'Paid on its own meanwhile'
      when 'cancelled' then 'Cancelled meanwhile'
      when 'agent_changed' then 'Given to another agent'
      when 'share_changed' then 'The agent’s share is ' || p.share || ' now'
      when 'held' then 'Held meanwhile'
      when 'travel' then 'Waits for the trip'
      when 'vendor' then 'No longer received'
      when 'customer' then 'The customer has not paid this sale' end)
    || case when p.share_id is not null then jsonb_build_object('share_id', p.share_id) else '{}' end order by p.booking_reference, p.line_id), '[]')
  from (
    select l.id as line_id, coalesce(h.commission_id, h.other_commission_id) as commission_id, case when not private.of_seller(h) then h.id end as share_id,
      coalesce(s.booking_reference, '') as booking_reference, u.first_name || ' ' || u.last_name as agent, h.agent_amount as share, case
        when h.status = 'paid' then 'agent_paid'
        when 'cancelled' in (h.status, c.status, x.status) then 'cancelled'
        when h.user_id <> l.agent_id then 'agent_changed'
        when h.agent_amount <> l.amount then 'share_changed'
        else private.share_obstacle(c, x, s, o, k.id is not null, uk.id is not null, h.place is null and n.status = 'paid',
          (select private.today())) end as code
    from public.payout_lines l
    join public.organizations o on o.id = l.organization_id
    -- By its id alone: the agency beside it reads as few as the mean one has, and all of them where it has many.
    join public.commission_shares h on h.id = l.share_id
    left join public.commissions c on c.id = h.commission_id
    left join public.other_commissions x on x.organization_id = h.organization_id and x.id = h.other_commission_id
    left join public.sales s on s.id = h.sales_id
    left join public.commission_shares n on n.id = h.under_share_id
    join public.users u on u.id = l.agent_id
    left join public.payout_holds k on k.organization_id = h.organization_id and k.share_id = h.id
    left join public.payout_holds uk on uk.organization_id = h.organization_id and uk.share_id = h.under_share_id
    where l.organization_id = b.organization_id and l.batch_id = b.id and private.is_claim(l.kind)) p
  where p.code is not null
$$;
comment on function private.payout_problems is 'What stands in the way of paying a batch: [{line_id, commission_id,
  share_id, booking_reference, agent, code, params, problem}], [] for nothing. problem: the code in English.';

create function public.pay_payout(batch_id uuid, expected_version int, paid_on date, reference text, payment_key uuid,
  checks jsonb default '{}')
returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '8s' as $$
declare
  b public.payout_batches := private.lock_payout(pay_payout.batch_id);
  text_of_reference text := nullif(btrim(pay_payout.reference), '');
  is_to_come boolean := pay_payout.paid_on > private.today();
  refusal jsonb;
begin
  perform private.require_step_up();
  if b.id is null then
    return private.command_result('This payout does not exist.', null, 'payout_not_found');
  elsif b.status in ('scheduled', 'paid') and b.payment_key = pay_payout.payment_key then
    return private.payment_answer(b.id);
  elsif b.status <> 'approved' then
    return case when b.status = 'draft' then private.command_result('Approve this payout first.', null, 'payout_not_approved')
      else private.draft_refusal(b) end;
  elsif b.version is distinct from pay_payout.expected_version then
    return private.command_result('Somebody changed this payout meanwhile. Look at it again.', null, 'payout_changed');
  elsif pay_payout.payment_key is null then
    return private.command_result('This payment needs a key of its own.', 'payment_key', 'payment_key_missing');
  elsif pay_payout.paid_on is null or pay_payout.paid_on not between '1900-01-01' and '2199-12-31' then
    return private.command_result('Enter the payment date.', 'paid_on', 'payment_date_missing');
  elsif private.closed_day_refusal(b.organization_id, pay_payout.paid_on, 'paid_on') is not null then
    return private.closed_day_refusal(b.organization_id, pay_payout.paid_on, 'paid_on');
  elsif char_length(text_of_reference) > 200 then
    return private.command_result('Use at most 200 characters.', 'reference', 'text_too_long', '{"most": 200}');
  elsif jsonb_typeof(coalesce(checks, '{}')) <> 'object' or exists (
    select 1 from jsonb_each_text(coalesce(checks, '{}')) e where char_length(e.value) > 200) then
    return private.command_result('Use at most 200 characters.', 'checks', 'text_too_long', '{"most": 200}');
  end if;
  perform private.lock_payout_lines(b);
  refusal := private.payout_problems(b);
  if refusal <> '[]' then
    return private.command_result('Some of these commissions cannot be paid any more.',
      null, 'payout_has_problems') || jsonb_build_object('problems', refusal);
  end if;
  refusal := case when is_to_come then private.bank_day_refusal(b, pay_payout.paid_on) end;
  if refusal is not null then
    return refusal;
  elsif is_to_come then
    update public.payout_batches p set status = 'scheduled', scheduled_by = auth.uid(), scheduled_at = now(),
      planned_on = pay_payout.paid_on, reference = text_of_reference, checks = coalesce(pay_payout.checks, '{}'),
      payment_key = pay_payout.payment_key, version = p.version + 1
    where p.id = b.id;
    perform private.note_payout(b, 'scheduled', jsonb_build_object('planned_on', pay_payout.paid_on, 'amount',
      (select sum(t.paid_amount) from private.payout_totals(b) t)));
  else
    perform private.complete_payout(b, pay_payout.paid_on, text_of_reference, pay_payout.payment_key, coalesce(checks, '{}'), false);
  end if;
  return private.payment_answer(b.id);
end $$;
comment on function public.pay_payout is 'Pays an approved payout, or schedules it for a day to come (payouts/functions/schedule).
  Agents whose bank details fit the file are paid by it, the others by check or by a transfer outside it
  (private.payment_without_account), with a number or reference of their own that `checks` may tell ({agent_id: number}).
  `payment_key` makes it once: sent again with the same key it answers what the first call did. {success, error, field, problems,
  statements, state, planned_on, bank_day_before, bank_day_after}.';
grant execute on function public.pay_payout(uuid, int, date, text, uuid, jsonb) to authenticated;

create function private.payment_answer(batch_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.command_result(null) || jsonb_build_object('state', b.status, 'planned_on', b.planned_on, 'statements',
    (select count(*) from public.payout_statements s where s.organization_id = b.organization_id and s.batch_id = b.id))
  from public.payout_batches b where b.id = payment_answer.batch_id
$$;
comment on function private.payment_answer is 'What became of a payment: {success, error, field, statements, state, planned_on}.';

create function private.complete_payout(b public.payout_batches, day date, reference text, payment_key uuid, checks jsonb,
  by_itself boolean)
returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  first_number int;
begin
  select coalesce(max(split_part(s.number, '-', 3)::int), 0) into first_number from public.payout_statements s
  where s.organization_id = b.organization_id and starts_with(s.number, to_char(day, 'YYYY-MM-'));
  insert into public.payout_statements (organization_id, batch_id, agent_id, number, commission_amount, adjustment_amount,
    carried_in, carried_out, paid_amount, paid_on, payment_method, reference, content)
  select b.organization_id, b.id, t.agent_id,
    to_char(day, 'YYYY-MM-') || to_char(first_number + row_number() over (order by u.last_name, u.first_name, u.id), 'FM999999900'),
    t.commission_amount, t.adjustment_amount, t.carried_in, t.carried_out, t.paid_amount, day,
    case when account.details is null then private.payment_without_account(b.currency) else 'bank_transfer' end,
    nullif(btrim(case when account.details is null then coalesce(checks ->> t.agent_id::text, complete_payout.reference)
      else complete_payout.reference end), ''),
    jsonb_build_object('agency', private.statement_agency(b.organization_id),
      'agent', jsonb_build_object('first_name', u.first_name, 'last_name', u.last_name), 'payout', b.name, 'currency', b.currency,
      'account', account.details, 'lines', private.statement_lines(b, t.agent_id),
      'returned', private.returned_payments(b, t.agent_id))
  from private.payout_totals(b) t
  join public.users u on u.id = t.agent_id
  cross join lateral (select private.file_account(b.organization_id, t.agent_id) as details) account;

  -- Before its commissions move on: what is in a scheduled payout is locked.
  update public.payout_batches p set status = 'paid', paid_by = auth.uid(), paid_at = now(), paid_on = complete_payout.day,
    reference = complete_payout.reference, checks = complete_payout.checks, payment_key = complete_payout.payment_key,
    schedule_problem = null, schedule_failure = null, schedule_told_on = null, version = p.version + 1
  where p.id = b.id;
  perform private.write_payments(b.organization_id, array_agg(l.share_id order by l.share_id),
    array_agg(s.payment_method order by l.share_id), array_agg(s.reference order by l.share_id), day, null, b.id)
  from public.payout_lines l
  join public.payout_statements s on s.organization_id = l.organization_id and s.batch_id = l.batch_id and s.agent_id = l.agent_id
  where l.organization_id = b.organization_id and l.batch_id = b.id and private.is_claim(l.kind)
  having count(*) > 0;

  perform private.note_payout(b, 'paid', jsonb_build_object('amount',
    (select sum(s.paid_amount) from public.payout_statements s where s.organization_id = b.organization_id and s.batch_id = b.id))
    || case when by_itself then '{"by_itself": true}' else '{}' end::jsonb);
  insert into public.notifications (organization_id, user_id, type, message, commentable_type, commentable_id, code, params)
  select s.organization_id, s.agent_id, 'payout',
    case when s.paid_amount > 0 then 'You were paid ' || trim(to_char(s.paid_amount, '9,999,999,990.00')) || ' ' || b.currency || ' with the '
      || b.name || ' payout. Your statement is there.'
    else 'Your statement of the ' || b.name || ' payout is there.' end, 'statements', s.id,
    case when s.paid_amount > 0 then 'payout_paid' else 'statement_there' end,
    jsonb_build_object('amount', s.paid_amount, 'currency', b.currency, 'payout', b.name)
  from public.payout_statements s
  where s.organization_id = b.organization_id and s.batch_id = b.id and (by_itself or s.agent_id is distinct from auth.uid())
  order by s.agent_id;
end $$;
comment on function private.complete_payout is 'Pays a payout whose rows are locked and have no problem: statements, payments, and
  the words to the agents. by_itself: on its planned day, as the caller scheduled it.';

create function private.statement_agency(organization_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('name', o.name, 'email', o.email, 'phone', o.phone, 'postal_address', o.postal_address,
    'tax_number', o.tax_number, 'support_email', coalesce(o.support_email, o.email), 'logo_url', o.logo_url)
  from public.organizations o where o.id = statement_agency.organization_id
$$;
comment on function private.statement_agency is 'Who pays, as a statement names them; whom to ask stands apart.';

create function private.statement_lines(b public.payout_batches, agent_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(t.line order by t.place, t.sale_date, t.booking_reference, t.created_at, t.id), '[]')
  from (
    select case l.kind when 'commission' then 1 when 'share' then 2 when 'override' then 3 else 5 end as place, s.sale_date, s.booking_reference,
      l.created_at, l.id, jsonb_build_object('kind', private.told_kind(l.kind), 'amount', l.amount, 'note', l.note,
        'note_fact', l.note_fact, 'commission_id', l.commission_id, 'booking_reference', s.booking_reference, 'vendor', v.name,
        'customer', k.first_name || ' ' || k.last_name, 'customer_id', k.id,
        'received_on', c.received_on, 'commission', c.amount, 'split', c.commission_split,
        'split_parts', c.split_parts)
        || case when l.kind = 'commission' then '{}' else private.share_facts(l.share_id, private.is_claim(l.kind)) end as line
    from public.payout_lines l
    left join public.commissions c on c.organization_id = l.organization_id and c.id = l.commission_id
    left join public.commission_shares h on h.organization_id = l.organization_id and h.id = l.share_id
    left join public.sales s on s.id = coalesce(c.sales_id, h.sales_id)
    left join public.customers k on k.id = s.customer_id and (h.id is null or h.place is not null)
    left join public.vendors v on v.id = c.vendor_id
    where l.organization_id = b.organization_id and l.batch_id = b.id and l.agent_id = statement_lines.agent_id
      and (h.role is distinct from 'tier_correction' or l.kind <> 'override')
    union all
    select 4, y.since, null, null, null, jsonb_build_object('kind', 'correction', 'part', 'override', 'role', 'tier_correction',
      'amount', y.amount, 'note_fact', null, 'commission_id', null, 'booking_reference', null, 'vendor', null, 'customer', null,
      'customer_id', null, 'received_on', null,
      'commission', null, 'split', null,
      'note', coalesce('Tier of ' || trim_scale(y.split) || '%', 'By tier') || ': ' || y.sales || case y.sales when 1 then ' sale' else ' sales' end
        || ' since ' || to_char(y.since, 'FMMonth FMDD, YYYY'),
      'share_fact', jsonb_build_object('code', 'tier_year', 'params', jsonb_strip_nulls(jsonb_build_object('percent', coalesce(y.split, 0),
        'role', 'tier_correction', 'kind', 'vendor', 'sales', y.sales, 'since', y.since))))
    from (
      select private.tier_year(h.counted_on, v.tiers ->> 'year_start') as since, count(distinct h.sales_id) as sales, sum(l.amount) as amount,
        case when min(h.split) = max(h.split) then max(h.split) end as split
      from public.payout_lines l
      join public.commission_shares h on h.organization_id = l.organization_id and h.id = l.share_id and h.role = 'tier_correction'
      join public.agreement_versions v on v.organization_id = h.organization_id and v.id = h.terms_version_id
      where l.organization_id = b.organization_id and l.batch_id = b.id and l.agent_id = statement_lines.agent_id and l.kind = 'override'
      group by 1) y) t
$$;
comment on function private.statement_lines is 'The lines of one agent in a batch, commissions first, then shares and overrides
  (private.share_facts), as they are kept in a statement: with the names of that day, the customers'' by their ids, so that an erasure
  finds them (private.erase_from_statements). What tiers corrected of a year is one line.';

create function private.erase_from_statements(organization_id uuid, customer_ids uuid[]) returns void
language sql volatile security definer set search_path = '' as $$
  update public.payout_statements s set content = s.content || jsonb_build_object('lines', (
    select jsonb_agg(case when e.line ->> 'customer_id' = any (erase_from_statements.customer_ids::text[])
      then e.line || '{"customer": "Erased customer"}' else e.line end order by e.n)
    from jsonb_array_elements(s.content -> 'lines') with ordinality e(line, n)))
  where s.organization_id = erase_from_statements.organization_id and exists (
    select from jsonb_array_elements(s.content -> 'lines') e(line)
    where e.line ->> 'customer_id' = any (erase_from_statements.customer_ids::text[]))
$$;
comment on function private.erase_from_statements is 'Takes the names of customers who are erased out of the statements that were written with them.';

create function private.redact_payouts(organization_id uuid, commission_ids uuid[], pattern text) returns void
language sql volatile security definer set search_path = '' as $$
  update public.payout_holds h set reason = private.redact(h.reason, pattern, 500)
  where h.organization_id = redact_payouts.organization_id and h.reason ~* pattern
    and (redact_payouts.commission_ids is null or h.share_id in (select private.shares_beside(redact_payouts.commission_ids)));
  update public.payout_lines l set note = private.redact(l.note, pattern, 500), note_fact = private.redact_json(l.note_fact, pattern)
  where l.organization_id = redact_payouts.organization_id and l.note ~* pattern
    and (redact_payouts.commission_ids is null or l.commission_id = any (redact_payouts.commission_ids)
      or l.share_id in (select private.shares_beside(redact_payouts.commission_ids)));
  update public.payout_events e set details = private.redact_json(e.details, pattern)
  where redact_payouts.commission_ids is null and e.organization_id = redact_payouts.organization_id and e.details::text ~* pattern;
  update public.notifications n set message = private.redact(n.message, pattern, 1000), params = private.redact_json(n.params, pattern)
  from public.payout_statements s
  where redact_payouts.commission_ids is null and s.organization_id = redact_payouts.organization_id
    and s.content ->> 'payout' ~* pattern and n.organization_id = s.organization_id and n.user_id = s.agent_id
    and n.commentable_type = 'statements' and n.commentable_id = s.id;
  update public.notifications n set message = private.redact(n.message, pattern, 1000), params = private.redact_json(n.params, pattern)
  from public.payout_batches b
  where redact_payouts.commission_ids is null and b.organization_id = redact_payouts.organization_id
    and (b.name ~* pattern or b.schedule_failure::text ~* pattern or b.schedule_problem ~* pattern) and n.organization_id = b.organization_id
    and n.commentable_type = 'payouts' and n.commentable_id = b.id;
  -- Names of payouts stay unique.
  update public.payout_batches b set reference = private.redact(b.reference, pattern, 200),
    schedule_problem = private.redact(b.schedule_problem, pattern, 500),
    schedule_failure = private.redact_json(b.schedule_failure, pattern),
    name = case when b.name ~* pattern then private.redact(b.name, pattern, 90) || ' ' || left(b.id::text, 8) else b.name end
  where redact_payouts.commission_ids is null and b.organization_id = redact_payouts.organization_id
    and (b.reference ~* pattern or b.schedule_failure::text ~* pattern or b.schedule_problem ~* pattern or b.name ~* pattern);
  update public.payout_statements s set reference = private.redact(s.reference, pattern, 200),
    content = s.content || jsonb_build_object('payout', private.redact(s.content ->> 'payout', pattern),
      'lines', private.redact_json(s.content -> 'lines', pattern))
  where redact_payouts.commission_ids is null and s.organization_id = redact_payouts.organization_id
    and (s.reference ~* pattern or s.content ->> 'payout' ~* pattern or (s.content -> 'lines')::text ~* pattern);
$$;
comment on function private.redact_payouts is 'Redacts the free texts of payouts: of these commissions, or of the whole organization
  (null) with its statements and histories (private.redact_sales).';
