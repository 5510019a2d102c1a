-- What the screens of payouts read, one call a screen: admins the batches, agents their own next payout and statements.

create function private.payout_figures(b public.payout_batches) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('agents', count(*) filter (where t.paid_amount > 0), 'commissions', coalesce(sum(t.commission_count), 0),
    'commission_amount', coalesce(sum(t.commission_amount), 0), 'adjustment_amount', coalesce(sum(t.adjustment_amount), 0),
    'carried_in', coalesce(sum(t.carried_in), 0), 'carried_out', coalesce(sum(t.carried_out), 0),
    'amount', coalesce(sum(t.paid_amount), 0))
  from (
    -- A paid batch is told by its statements: what was carried then is not what is carried now.
    select (select count(*) from public.payout_lines l where l.organization_id = s.organization_id and l.batch_id = s.batch_id
        and l.agent_id = s.agent_id and l.kind in ('commission', 'share')) as commission_count,
      s.commission_amount, s.adjustment_amount, s.carried_in, s.carried_out, s.paid_amount
    from public.payout_statements s where b.status = 'paid' and s.organization_id = b.organization_id and s.batch_id = b.id
    union all
    select t.commission_count, t.commission_amount, t.adjustment_amount, t.carried_in, t.carried_out, t.paid_amount
    from private.payout_totals(b) t where b.status <> 'paid') t
$$;
comment on function private.payout_figures is 'Figures of a batch: {agents, commissions, commission_amount, adjustments,
  adjustment_amount, carried_in, carried_out, amount}.';

create function private.payout_row(b public.payout_batches) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', b.id, 'name', b.name, 'status', private.told_status(b.status), 'state', b.status,
    'planned_on', b.planned_on, 'paid_on', b.paid_on, 'discarded_at', b.discarded_at, 'version', b.version, 'by', (
      select jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'avatar_url', u.avatar_url)
      from public.users u where u.id = coalesce(b.paid_by, b.scheduled_by, b.created_by))) || private.payout_figures(b)
$$;

create function public.list_payouts(page int default 1, page_size int default 10) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.payout_organization();
  per_page int := least(greatest(coalesce(list_payouts.page_size, 10), 1), 100);
  page_no int := greatest(coalesce(list_payouts.page, 1), 1);
  year date := date_trunc('year', private.today())::date;
  total bigint;
begin
  select count(*) into total from public.payout_batches b where b.organization_id = caller_organization_id;
  return jsonb_build_object('count', total, 'page', page_no, 'page_size', per_page, 'total_pages', (total + per_page - 1) / per_page,
    'to_review', private.count_to_review(),
    'rows', (
      select coalesce(jsonb_agg(private.payout_row(b) order by b.created_at desc, b.id), '[]')
      from (select p.* from public.payout_batches p where p.organization_id = caller_organization_id
        order by p.created_at desc, p.id limit per_page offset (page_no - 1)::bigint * per_page) b),
    'strip', (
      select jsonb_build_object(
        'ready', jsonb_build_object('amount', coalesce(sum(o.amount) filter (where o.obstacle is null), 0),
          'count', count(distinct o.of_which) filter (where o.obstacle is null), 'agents', count(distinct o.agent_id) filter (where o.obstacle is null)),
        'held', jsonb_build_object('amount', coalesce(sum(o.amount) filter (where o.obstacle = 'held'), 0),
          'count', count(distinct o.of_which) filter (where o.obstacle = 'held'), 'agents', count(distinct o.agent_id) filter (where o.obstacle = 'held')),
        'travel', jsonb_build_object('amount', coalesce(sum(o.amount) filter (where o.obstacle = 'travel'), 0),
          'count', count(distinct o.of_which) filter (where o.obstacle = 'travel')))
      from (
        select p.amount, p.obstacle, p.agent_id, coalesce(p.of_commission_id, p.of_other_id) as of_which
        from private.open_for_payout(caller_organization_id, null, true) p) o)
    || (
      select jsonb_build_object(
        'this_year', private.paid_to_agents(caller_organization_id, year, (year + interval '1 year')::date - 1),
        'last_year', private.paid_to_agents(caller_organization_id, (year - interval '1 year')::date, year - 1),
        'payouts', count(distinct y.batch_id))
      from private.agent_year y
      where y.organization_id = caller_organization_id and y.statement_id is not null and y.voided_on is null
        and y.day >= year and y.day < year + interval '1 year'));
end $$;
comment on function public.list_payouts is '{rows, count, page, total_pages, strip}: payouts, the latest first. strip: what can be
  paid now, what is held, what waits for a trip, and what was paid this year and in the last (private.agent_year).';
grant execute on function public.list_payouts(int, int) to authenticated;

create function private.held_commissions(organization_id uuid, agent_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('commission_id', coalesce(t.commission_id, t.other_commission_id), 'agent_id', t.user_id,
    'booking_reference', s.booking_reference, 'customer', k.first_name || ' ' || k.last_name, 'vendor', v.name, 'received_on', c.received_on,
    'commission', c.amount, 'split', c.commission_split, 'split_parts', c.split_parts, 'amount', t.agent_amount, 'reason', h.reason,
    'held_at', h.held_at, 'held_by', u.first_name || ' ' || u.last_name) || private.share_facts(h.share_id, false)
    order by h.held_at, c.id, t.id), '[]')
  from public.payout_holds h
  join public.commission_shares t on t.organization_id = h.organization_id and t.id = h.share_id and t.status = 'open'
  left join public.commissions c on private.of_seller(t) and c.organization_id = t.organization_id and c.id = t.commission_id
  left join public.sales s on s.id = t.sales_id
  left join public.customers k on k.id = s.customer_id and t.place is not null
  left join public.vendors v on v.id = c.vendor_id
  join public.users u on u.id = h.held_by
  where h.organization_id = held_commissions.organization_id
    and (held_commissions.agent_id is null or t.user_id = held_commissions.agent_id)
$$;
comment on function private.held_commissions is 'Held commissions and shares of an organization, or of one agent, as a payout shows them.';

create function private.payout_line_rows(organization_id uuid, batch_id uuid, agent_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'agent_id', l.agent_id, 'kind', private.told_kind(l.kind), 'amount', l.amount, 'note', l.note,
    'note_fact', l.note_fact, 'commission_id', l.commission_id, 'transaction_id', l.transaction_id, 'booking_reference', s.booking_reference,
    'customer', k.first_name || ' ' || k.last_name, 'vendor', v.name, 'received_on', c.received_on, 'commission', c.amount,
    'split', c.commission_split, 'split_parts', c.split_parts) || case when l.kind = 'commission' and payout_line_rows.agent_id is null
      then jsonb_build_object('funded', c.open_amount = 0, 'due_on', c.due_on) else '{}' end || case when l.kind = 'commission' then '{}' else private.share_facts(l.share_id, private.is_claim(l.kind)) end
    order by l.kind <> 'commission', l.kind <> 'share', l.kind <> 'override', s.sale_date, s.booking_reference, l.created_at, l.id), '[]')
  from public.payout_lines l
  left join public.commissions c on c.organization_id = l.organization_id and c.id = l.commission_id
  left join public.commission_shares h on h.organization_id = l.organization_id and h.id = l.share_id
  left join public.sales s on s.id = coalesce(c.sales_id, h.sales_id)
  left join public.customers k on k.id = s.customer_id and (h.id is null or h.place is not null)
  left join public.vendors v on v.id = c.vendor_id
  where l.organization_id = payout_line_rows.organization_id and l.batch_id = payout_line_rows.batch_id
    and (payout_line_rows.agent_id is null or l.agent_id = payout_line_rows.agent_id)
$$;
comment on function private.payout_line_rows is 'Lines of a batch, of all agents or one, with what a screen shows of their
  commissions. funded: the vendor has paid; of all agents, not of one, who is told what they are paid.';

create function public.get_payout(batch_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.payout_organization();
  b public.payout_batches;
begin
  select p.* into b from public.payout_batches p where p.id = get_payout.batch_id and p.organization_id = caller_organization_id;
  if b.id is null then
    return null;
  end if;
  return jsonb_build_object(
    'payout', private.payout_row(b) || jsonb_build_object('currency', b.currency, 'created_at', b.created_at,
      'approved_at', b.approved_at, 'paid_at', b.paid_at, 'reference', b.reference,
      'created_by', (select u.first_name || ' ' || u.last_name from public.users u where u.id = b.created_by),
      'approved_by', (select u.first_name || ' ' || u.last_name from public.users u where u.id = b.approved_by),
      'scheduled_by', (select u.first_name || ' ' || u.last_name from public.users u where u.id = b.scheduled_by),
      'scheduled_at', b.scheduled_at, 'schedule_problem', b.schedule_problem,
      'schedule_failure', b.schedule_failure, 'file_read_at', private.payment_file_read_at(b),
      'file', private.last_payment_file(b),
      'needs_other_person', b.status = 'draft' and private.needs_other_person(b)),
    'approvers', private.payout_approvers(b),
    'agents', (
      select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name,
        'avatar_url', u.avatar_url, 'commissions', t.commission_amount, 'adjustments', t.adjustment_amount, 'carried_in', t.carried_in,
        'carried_out', t.carried_out, 'amount', t.paid_amount, 'statement_id', t.statement_id, 'account', t.account,
        'void', private.void_note(b.organization_id, t.statement_id, null))
        order by t.paid_amount desc, u.last_name, u.id), '[]')
      from (
        select s.agent_id, s.commission_amount, s.adjustment_amount, s.carried_in, s.carried_out, s.paid_amount, s.id as statement_id,
          s.content -> 'account' as account
        from public.payout_statements s where b.status = 'paid' and s.organization_id = b.organization_id and s.batch_id = b.id
        union all
        select t.agent_id, t.commission_amount, t.adjustment_amount, t.carried_in, t.carried_out, t.paid_amount, null,
          private.file_account(b.organization_id, t.agent_id)
        from private.payout_totals(b) t where b.status in ('draft', 'approved', 'scheduled')) t
      join public.users u on u.id = t.agent_id),
    'lines', private.payout_line_rows(caller_organization_id, b.id, null),
    'unfunded', private.payout_unfunded(b),
    'held', case when b.status in ('draft', 'approved', 'scheduled') then private.held_commissions(caller_organization_id, null) else '[]' end,
    'open', case when b.status = 'draft' then (
      select jsonb_build_object('travel', jsonb_build_object('count', count(*) filter (where f.obstacle = 'travel' and f.batch_id is null),
          'amount', coalesce(sum(f.amount) filter (where f.obstacle = 'travel' and f.batch_id is null), 0)),
        'collectable', jsonb_build_object('count', count(*) filter (where f.obstacle is null and f.batch_id is null),
          'amount', coalesce(sum(f.amount) filter (where f.obstacle is null and f.batch_id is null), 0)))
      from private.open_for_payout(caller_organization_id, null, true) f) end,
    'problems', case when b.status in ('draft', 'approved', 'scheduled') then private.payout_problems(b) else '[]' end,
    'sender', private.masked_bank_account(caller_organization_id, null),
    'events', (
      select coalesce(jsonb_agg(jsonb_build_object('action', e.action, 'details', e.details, 'at', e.done_at,
        'by', u.first_name || ' ' || u.last_name) order by e.done_at desc), '[]')
      from public.payout_events e left join public.users u on u.id = e.done_by
      where e.organization_id = caller_organization_id and e.batch_id = b.id));
end $$;
comment on function public.get_payout is 'One payout with all that its page shows: {payout, approvers, agents, lines, held, travel,
  problems, file, events}; null when there is none.';
grant execute on function public.get_payout(uuid) to authenticated;

create function public.get_my_payouts() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.current_organization_id();
  caller uuid := auth.uid();
  b public.payout_batches;
  carried numeric;
  lines jsonb;
  total numeric;
begin
  if caller_organization_id is null then
    return null;
  end if;
  select p.* into b from public.payout_batches p
  where p.organization_id = caller_organization_id and p.status in ('draft', 'approved', 'scheduled');
  carried := private.carried_balance(caller_organization_id, caller);
  if b.id is not null then
    lines := private.payout_line_rows(caller_organization_id, b.id, caller);
  else
    select coalesce(jsonb_agg(jsonb_build_object('id', l.line_id, 'kind', private.told_kind(l.kind), 'amount', l.amount,
      'note', a.note, 'note_fact', a.note_fact, 'commission_id', l.commission_id, 'booking_reference', s.booking_reference,
      'customer', k.first_name || ' ' || k.last_name, 'vendor', v.name, 'received_on', c.received_on, 'commission', c.amount,
      'split', c.commission_split, 'split_parts', c.split_parts) || case when l.kind = 'commission' then '{}' else private.share_facts(l.share_id, private.is_claim(l.kind)) end
      order by l.kind <> 'commission', l.kind <> 'share', l.kind <> 'override', s.sale_date, s.booking_reference, l.commission_id,
      coalesce(private.of_seller(h), false), l.share_id, l.line_id),
      '[]') into lines
    from private.collectable_lines(caller_organization_id, caller) l
    left join public.payout_lines a on a.id = l.line_id
    left join public.commissions c on c.organization_id = caller_organization_id and c.id = l.commission_id
    left join public.commission_shares h on h.organization_id = caller_organization_id and h.id = l.share_id
    left join public.sales s on s.id = coalesce(c.sales_id, h.sales_id)
    left join public.customers k on k.id = s.customer_id and (h.id is null or h.place is not null)
    left join public.vendors v on v.id = c.vendor_id;
  end if;
  select coalesce(sum((e ->> 'amount')::numeric), 0) + case when lines = '[]' then 0 else carried end into total
  from jsonb_array_elements(lines) e;
  return jsonb_build_object(
    'payout', case when b.id is not null then jsonb_build_object('name', b.name,
      'status', private.told_status(b.status), 'state', b.status, 'planned_on', b.planned_on) end,
    'lines', lines, 'carried_in', carried, 'amount', greatest(total, 0), 'carried_out', case when lines = '[]' then carried
      else least(total, 0) end,
    'waiting', (
      select coalesce(jsonb_agg(jsonb_build_object('obstacle', g.obstacle, 'count', g.n, 'amount', g.amount, 'rows', g.rows)
        order by array_position('{held,travel,vendor,customer,later}'::text[], g.obstacle)), '[]')
      from (
        select w.obstacle, count(*) as n, sum(w.amount) as amount, jsonb_agg(jsonb_build_object('commission_id', coalesce(c.id, t.commission_id, t.other_commission_id),
          'booking_reference', s.booking_reference, 'customer', k.first_name || ' ' || k.last_name, 'vendor', v.name,
          'amount', w.amount, 'received_on', c.received_on, 'due_on', c.due_on, 'travel_date', s.travel_date,
          'return_date', s.return_date, 'reason', h.reason, 'held_by', u.first_name || ' ' || u.last_name)
          || private.share_facts(w.share_id, false) order by c.due_on, s.sale_date, s.created_at, s.booking_reference, c.id, w.share_id) filter (where w.place <= 50) as rows
        from (
          -- later: nothing stands in its way, but the open payout was made without it, or it is less than the minimum.
          select f.commission_id, f.share_id, f.amount, coalesce(f.obstacle, 'later') as obstacle,
            row_number() over (partition by coalesce(f.obstacle, 'later') order by f.commission_id, f.share_id) as place
          from private.open_for_payout(caller_organization_id, caller, false) f
          where f.batch_id is null and (f.obstacle is not null or b.id is not null)) w
        left join public.commissions c on c.organization_id = caller_organization_id and c.id = w.commission_id
        left join public.commission_shares t on t.organization_id = caller_organization_id and t.id = w.share_id
        left join public.sales s on s.id = coalesce(c.sales_id, t.sales_id)
        left join public.customers k on k.id = s.customer_id and (t.id is null or t.place is not null)
        left join public.vendors v on v.id = c.vendor_id
        left join public.payout_holds h on h.organization_id = caller_organization_id and h.share_id = t.id
        left join public.users u on u.id = h.held_by
        group by w.obstacle) g),
    'paid_this_year', private.paid_to_agent(caller_organization_id, caller, extract(year from private.today())::int),
    'statements', private.statement_rows(caller_organization_id, caller, 5, 0),
    'statement_count', (select count(*) from public.payout_statements s
      where s.organization_id = caller_organization_id and s.agent_id = caller),
    'account', private.masked_bank_account(caller_organization_id, caller));
end $$;
comment on function public.get_my_payouts is 'What the next payout pays an agent, to the cent: the lines of the open batch, else
  what a batch started now would collect. With what is not in it and why. {payout, lines, carried_in, amount, carried_out, waiting:
  [{obstacle, amount, rows}], held, paid_this_year, statements, account}.';
grant execute on function public.get_my_payouts() to authenticated;

create function private.statement_rows(organization_id uuid, agent_id uuid, take int, skip bigint) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'number', s.number, 'payout', s.content ->> 'payout', 'paid_on', s.paid_on,
    'amount', s.paid_amount, 'carried_out', s.carried_out, 'voided_on', (
      select v.voided_on from public.payment_voids v where v.organization_id = s.organization_id and v.statement_id = s.id))
    order by s.paid_on desc, s.id), '[]')
  from (select t.* from public.payout_statements t
    where t.organization_id = statement_rows.organization_id and t.agent_id = statement_rows.agent_id
    order by t.paid_on desc, t.id limit take offset skip) s
$$;

create function public.list_statements(agent_id uuid default null, page int default 1, page_size int default 10) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.current_organization_id();
  asked uuid := coalesce(list_statements.agent_id, auth.uid());
  per_page int := least(greatest(coalesce(list_statements.page_size, 10), 1), 100);
  page_no int := greatest(coalesce(list_statements.page, 1), 1);
  total bigint;
begin
  if asked <> auth.uid() and not private.is_admin() then
    asked := null;
  end if;
  select count(*) into total from public.payout_statements s where s.organization_id = caller_organization_id and s.agent_id = asked;
  return jsonb_build_object('rows', private.statement_rows(caller_organization_id, asked, per_page, (page_no - 1)::bigint * per_page),
    'count', total, 'page', page_no, 'page_size', per_page, 'total_pages', (total + per_page - 1) / per_page);
end $$;
comment on function public.list_statements is '{rows, count, page, total_pages}: statements of the caller, or for admins of any
  agent, the latest first.';
grant execute on function public.list_statements(uuid, int, int) to authenticated;

create function public.get_statement(statement_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.current_organization_id();
  s public.payout_statements;
  year int;
begin
  select t.* into s from public.payout_statements t
  where t.id = get_statement.statement_id and t.organization_id = caller_organization_id
    and (t.agent_id = auth.uid() or private.is_admin());
  if s.id is null then
    return null;
  end if;
  year := extract(year from s.paid_on);
  return jsonb_build_object('returned', '[]'::jsonb) || s.content || jsonb_build_object('id', s.id, 'number', s.number, 'agent_id', s.agent_id, 'batch_id', s.batch_id,
    'commission_amount', s.commission_amount, 'adjustment_amount', s.adjustment_amount, 'carried_in', s.carried_in,
    'carried_out', s.carried_out, 'amount', s.paid_amount, 'paid_on', s.paid_on, 'payment_method', s.payment_method,
    'reference', s.reference, 'created_at', s.created_at, 'void', private.void_note(s.organization_id, s.id, null),
    'lines', (
      -- One that was brought back from files of before names were kept has those of today.
      select coalesce(jsonb_agg(jsonb_build_object('customer', k.first_name || ' ' || k.last_name) || (e.line - 'customer_id')
        || case when private.is_admin() and e.line ->> 'kind' = 'commission' and c.id is not null
          then jsonb_build_object('funded', c.open_amount = 0) else '{}' end order by e.n), '[]')
      from jsonb_array_elements(s.content -> 'lines') with ordinality e(line, n)
      left join public.commissions c on c.organization_id = caller_organization_id and c.id = (e.line ->> 'commission_id')::uuid
      left join public.commission_shares h on h.organization_id = caller_organization_id and h.id = (e.line ->> 'share_id')::uuid
      left join public.sales b on b.id = coalesce(c.sales_id, h.sales_id)
      left join public.customers k on k.id = b.customer_id and (h.id is null or h.place is not null)),
    'paid_this_year', private.paid_to_agent(caller_organization_id, s.agent_id, year),
    'paid_last_year', private.paid_to_agent(caller_organization_id, s.agent_id, year - 1));
end $$;
comment on function public.get_statement is 'One statement as it was frozen, with the names of that day but of who was erased since, what the agent was paid in its year and the year before, whether it was voided (void), and for admins by line
  whether the vendor has paid (funded). Null when there is none that the caller may read.';
grant execute on function public.get_statement(uuid) to authenticated;
