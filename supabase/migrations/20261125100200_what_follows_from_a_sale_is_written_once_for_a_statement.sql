-- Giving an agent's open sales to a colleague changes thousands of rows in one statement. Who the caller is, is asked once
-- for it; histories and notifications are written for all of its rows at once. What they say is what they said.
--
-- The rows before and after are brought together by a full join behind a fence (offset 0). An inner join would be planned by
-- the first statement of a session, mostly one of a single row, as a loop in a loop: 5,000 sales took a minute then. A full
-- join knows hashing and merging only.

-- Left by the statement trigger for the row trigger behind it, new for every statement.
create function private.note_who_gives_sales() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform set_config('paperplane.gives_sales',
    case when auth.uid() is null or private.is_admin() then 'yes' else 'own' end, true);
  return null;
end $$;

create or replace function private.guard_sale_agent() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.agent_id is null or current_setting('paperplane.gives_sales', true) = 'yes' then
    return new;
  end if;
  if tg_op = 'INSERT' and new.agent_id <> auth.uid() then
    perform private.refuse('Only an admin can record a sale for another agent.', 'agent_id');
  elsif tg_op = 'UPDATE' and new.agent_id <> old.agent_id then
    perform private.refuse('Only an admin can give a sale to another agent.', 'agent_id');
  end if;
  return new;
end $$;

create trigger sales_05_note_who_gives before insert or update of agent_id on public.sales
  for each statement execute function private.note_who_gives_sales();

create or replace function private.number_sale() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  hidden constant text[] := '{id,organization_id,created_at,updated_at,version}';
begin
  new.version := old.version + case when to_jsonb(new) - hidden = to_jsonb(old) - hidden then 0 else 1 end;
  return new;
end $$;

-- `added`, or `changed` and what they replaced.
drop trigger sales_after_10_write_history on public.sales;
create or replace function private.write_sales_history() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  hidden constant text[] := '{id,organization_id,created_at,updated_at,version}';
  -- private.acting_user, asked once.
  actor record;
begin
  select u.id, u.organization_id into actor from public.users u where u.id = auth.uid();
  if tg_op = 'INSERT' then
    insert into public.sales_history
      (sales_id, organization_id, changed_by, change_type, new_data, changed_fields, notes, version)
    select n.id, n.organization_id, case when actor.organization_id = n.organization_id then actor.id end, 'create', r.data,
      array(select k from jsonb_each(r.data) e(k, v) where v <> 'null' order by k), 'Sale created', n.version
    from added n
    cross join lateral (select to_jsonb(n) - hidden - 'traveler_ids' || case when cardinality(n.traveler_ids) > 0
      then jsonb_build_object('travelers', private.traveler_names(n)) else '{}' end as data) r
    order by n.id;
    return null;
  end if;
  insert into public.sales_history
    (sales_id, organization_id, changed_by, change_type, previous_data, new_data, changed_fields, notes, comment, version)
  select n.id, n.organization_id, case when actor.organization_id = n.organization_id then actor.id end, case when n.status <> n.old_status then 'status_change' else 'update' end,
    c.previous_data, c.new_data, c.fields,
    case when n.status <> n.old_status then 'Status changed from ' || n.old_status || ' to ' || n.status end,
    -- update_sale_status leaves the typed note here, for the length of its statement.
    case when n.status <> n.old_status then nullif(current_setting('paperplane.status_note', true), '') end,
    n.version
  from (
    select n.id, n.organization_id, n.version, n.status, o.status as old_status,
      -- Histories tell people apart by name, as they were called then.
      to_jsonb(o) - hidden - 'traveler_ids' || case when o.traveler_ids <> n.traveler_ids
        then jsonb_build_object('travelers', private.traveler_names(o)) else '{}' end as before,
      to_jsonb(n) - hidden - 'traveler_ids' || case when o.traveler_ids <> n.traveler_ids
        then jsonb_build_object('travelers', private.traveler_names(n)) else '{}' end as after
    from changed n full join replaced o on o.id = n.id offset 0) n
  cross join lateral (
    select jsonb_object_agg(e.key, n.before -> e.key) as previous_data, jsonb_object_agg(e.key, e.value) as new_data,
      array_agg(e.key order by e.key) as fields
    from jsonb_each(n.after) e
    -- Other people may be called the same.
    where e.value is distinct from n.before -> e.key or e.key = 'travelers') c
  where c.fields is not null
  order by n.id;
  return null;
end $$;
create trigger sales_after_10_write_history_added after insert on public.sales
  referencing new table as added for each statement execute function private.write_sales_history();
create trigger sales_after_10_write_history_changed after update on public.sales
  referencing old table as replaced new table as changed for each statement execute function private.write_sales_history();

drop trigger commissions_after_10_write_history on public.commissions;
create or replace function private.write_commission_history() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  hidden constant text[] := private.untold_commission_columns();
  -- Inside another trigger the sale moved the commission.
  by_sale constant boolean := pg_trigger_depth() > 1;
  actor record;
begin
  select u.id, u.organization_id into actor from public.users u where u.id = auth.uid();
  if tg_op = 'INSERT' then
    insert into public.commission_history
      (commission_id, organization_id, changed_by, change_type, new_status, new_data, notes)
    select n.id, n.organization_id, case when actor.organization_id = n.organization_id then actor.id end, 'create', n.status, jsonb_strip_nulls(to_jsonb(n) - hidden),
      'Commission created with the sale'
    from added n
    order by n.id;
    return null;
  end if;
  insert into public.commission_history
    (commission_id, organization_id, changed_by, change_type, previous_status, new_status, previous_data, new_data, notes)
  select n.id, n.organization_id, case when actor.organization_id = n.organization_id then actor.id end, case when n.status <> n.old_status then 'status_change' else 'update' end, n.old_status,
    n.status, c.previous_data, c.new_data,
    case
      when n.new_note is not null then n.new_note
      when n.status <> n.old_status and by_sale then
        case n.status when 'cancelled' then 'Sale cancelled' else 'Sale marked as paid' end
      when n.status = 'agent_paid' and n.old_status <> 'agent_paid' then 'Agent payment recorded'
      when n.status <> n.old_status then 'Status updated'
      when n.another_agent then 'Sale given to another agent'
      when n.another_amount then 'Amount follows the sale'
      else 'Details updated' end
  from (
    select n.id, n.organization_id, n.status, o.status as old_status, n.agent_id <> o.agent_id as another_agent,
      n.amount <> o.amount as another_amount, case when n.notes is distinct from o.notes then n.notes end as new_note,
      to_jsonb(o) - hidden as before, to_jsonb(n) - hidden as after
    from changed n full join replaced o on o.id = n.id offset 0) n
  cross join lateral (
    select jsonb_object_agg(e.key, n.before -> e.key) as previous_data, jsonb_object_agg(e.key, e.value) as new_data,
      count(*) as fields
    from jsonb_each(n.after) e where e.value is distinct from n.before -> e.key) c
  where c.fields > 0
  order by n.id;
  return null;
end $$;
create trigger commissions_after_10_write_history_added after insert on public.commissions
  referencing new table as added for each statement execute function private.write_commission_history();
create trigger commissions_after_10_write_history_changed after update on public.commissions
  referencing old table as replaced new table as changed for each statement execute function private.write_commission_history();

-- A message for each sale, and one live tag for all that one statement writes.
drop trigger sales_after_40_notify_insert on public.sales;
drop trigger sales_after_40_notify_update on public.sales;
create or replace function private.notify_of_sale() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- By organization.
  names jsonb;
begin
  if tg_op = 'INSERT' then
    names := (select jsonb_object_agg(d.home, private.acting_name(d.home)) from (select distinct organization_id as home from added) d);
    insert into public.notifications (organization_id, user_id, type, message, commentable_type, commentable_id)
    select n.organization_id, n.agent_id, 'assignment', (names ->> n.organization_id::text) || ' assigned you a sale.', 'sales', n.id
    from added n
    where n.agent_id is distinct from auth.uid()
    order by n.id;
    return null;
  end if;
  names := (select jsonb_object_agg(d.home, private.acting_name(d.home)) from (select distinct organization_id as home from changed) d);
  insert into public.notifications (organization_id, user_id, type, message, commentable_type, commentable_id)
  select n.organization_id, t.recipient, t.kind, (names ->> n.organization_id::text) || t.words, 'sales', n.id
  from (
    select n.id, n.organization_id, n.status, o.status as old_status, n.agent_id, o.agent_id as old_agent_id
    from changed n full join replaced o on o.id = n.id offset 0) n
  cross join lateral (
    -- In the same statement it may have been given to somebody else: it was the first agent's sale.
    select n.old_agent_id as recipient, 'sale' as kind, ' cancelled your sale.' as words
    where n.status = 'cancelled' and n.old_status <> 'cancelled'
    union all
    select n.agent_id, 'assignment', ' assigned you a sale.'
    where n.agent_id <> n.old_agent_id and (n.status <> 'cancelled' or n.old_status = 'cancelled')) t
  where t.recipient is distinct from auth.uid()
  order by n.id;
  return null;
end $$;
create trigger sales_after_40_notify_added after insert on public.sales
  referencing new table as added for each statement execute function private.notify_of_sale();
create trigger sales_after_40_notify_changed after update on public.sales
  referencing old table as replaced new table as changed for each statement execute function private.notify_of_sale();

create or replace function private.sync_commission() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.commissions c set
    sale_date = n.sale_date,
    sale_paid = n.status = 'paid',
    vendor_id = n.vendor_id,
    due_on = case when c.status = 'unpaid' then d.due_on else c.due_on end,
    amount = case when c.status = 'unpaid' then n.commission_amount else c.amount end,
    agent_id = n.agent_id,
    -- Only a reassignment takes the other agent's split; editing keeps the one agreed at creation.
    commission_split = case when n.agent_id = c.agent_id then c.commission_split else (
      select t.commission_split from public.user_terms t
      where t.organization_id = n.organization_id and t.user_id = n.agent_id) end,
    status = case
      when n.status = 'cancelled' and c.status in ('unpaid', 'funds_received') then 'cancelled'
      -- When the commission counts as received: today, when the sale is paid. An organization setting
      -- would be one more condition here.
      when n.status = 'paid' and n.old_status = 'booked' and c.status = 'unpaid' then 'funds_received'
      else c.status end
  from (
    select n.id, n.organization_id, n.sale_date, n.travel_date, n.return_date, n.vendor_id, n.agent_id, n.commission_amount,
      n.status, o.status as old_status,
      (o.status, o.commission_amount, o.agent_id, o.sale_date, o.vendor_id)
        is distinct from (n.status, n.commission_amount, n.agent_id, n.sale_date, n.vendor_id) as moved,
      (o.travel_date, o.return_date) is distinct from (n.travel_date, n.return_date) as traveling_else
    from changed n full join replaced o on o.id = n.id offset 0) n
  join public.vendors v on v.organization_id = n.organization_id and v.id = n.vendor_id
  cross join lateral (select private.due_on(
    v.expected_payment_days, v.expected_payment_basis, n.sale_date, n.travel_date, n.return_date) as due_on) d
  where c.organization_id = n.organization_id and c.sales_id = n.id
    and (n.moved or n.traveling_else and c.status = 'unpaid' and c.due_on is distinct from d.due_on);
  return null;
end $$;

-- Whose dashboard shows something of what changed: the rows that are in one of the two and not in the other.
create or replace function private.announce_sales() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  homes uuid[];
  agents uuid[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct s.organization_id), array_agg(distinct s.agent_id) into homes, agents from added s;
  elsif tg_op = 'DELETE' then
    select array_agg(distinct s.organization_id), array_agg(distinct s.agent_id) into homes, agents from replaced s;
  else
    select array_agg(distinct d.organization_id), array_agg(distinct d.agent_id) into homes, agents
    from (
      select s.id, s.organization_id, s.agent_id
      from (select 1 as n, c.* from changed c union all select -1, r.* from replaced r) s
      group by s.id, s.organization_id, s.agent_id, s.customer_id, s.vendor_id, s.sale_date, s.travel_date, s.return_date,
        s.booking_reference, s.total_amount, s.commission_amount, s.status
      having sum(s.n) <> 0) d;
  end if;
  perform private.announce_dashboards(homes, agents);
  return null;
end $$;

create or replace function private.announce_commissions() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  homes uuid[];
  agents uuid[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct c.organization_id), array_agg(distinct c.agent_id) into homes, agents from added c;
  elsif tg_op = 'DELETE' then
    select array_agg(distinct c.organization_id), array_agg(distinct c.agent_id) into homes, agents from replaced c;
  else
    select array_agg(distinct d.organization_id), array_agg(distinct d.agent_id) into homes, agents
    from (
      select c.id, c.organization_id, c.agent_id
      from (select 1 as n, n.* from changed n union all select -1, r.* from replaced r) c
      group by c.id, c.organization_id, c.agent_id, c.sale_date, c.sale_paid, c.status, c.amount, c.agent_amount, c.due_on,
        c.received_on
      having sum(c.n) <> 0) d;
  end if;
  perform private.announce_dashboards(homes, agents);
  return null;
end $$;

revoke all on function private.note_who_gives_sales() from public, anon, authenticated;
