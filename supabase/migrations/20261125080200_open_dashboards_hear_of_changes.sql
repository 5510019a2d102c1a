-- An open dashboard hears that something it shows has changed: one tag for the admins of the organization, one for each agent
-- concerned, never a row. A transaction says it once to each, however many statements it has.

-- One failure is enough: a table that somebody holds is waited for once, not once for every topic.
create function private.send_tags(topics text[], tag text) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '500ms' as $$
declare
  topic text;
begin
  lock table realtime.messages in row exclusive mode;
  foreach topic in array topics loop
    perform realtime.send(jsonb_build_object('tag', tag), 'changed', topic, true);
  end loop;
exception when others then
  raise warning 'No live message %: %', tag, sqlerrm;
end $$;

-- A statement that touches very many people tells fifty of them; everybody hears of the next change.
create function private.announce_dashboards(homes uuid[], agents uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  most constant int := 50;
  told text := coalesce(current_setting('paperplane.told_dashboards', true), '');
  topics text[] := array(
    select t.topic from (
      select 'org:' || h as topic from unnest(homes[:most]) h
      union all
      select 'user:' || a from unnest(agents[:most]) a) t
    where strpos(told, t.topic) = 0);
begin
  if cardinality(topics) > 0 then
    perform set_config('paperplane.told_dashboards', concat_ws(' ', told, array_to_string(topics, ' ')), true);
    perform private.send_tags(topics, 'dashboard');
  end if;
end $$;

-- What no dashboard shows (notes, travelers) is not announced. Of a sale that changed hands both hear.
create function private.announce_sales() returns trigger
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
    select array_agg(distinct o.organization_id), array_agg(distinct a.agent_id) into homes, agents
    from replaced o
    join changed n on n.id = o.id
    cross join lateral (values (o.agent_id), (n.agent_id)) a(agent_id)
    where (o.agent_id, o.customer_id, o.vendor_id, o.sale_date, o.travel_date, o.return_date, o.booking_reference,
        o.total_amount, o.commission_amount, o.status)
      is distinct from (n.agent_id, n.customer_id, n.vendor_id, n.sale_date, n.travel_date, n.return_date,
        n.booking_reference, n.total_amount, n.commission_amount, n.status);
  end if;
  perform private.announce_dashboards(homes, agents);
  return null;
end $$;

create function private.announce_commissions() returns trigger
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
    select array_agg(distinct o.organization_id), array_agg(distinct a.agent_id) into homes, agents
    from replaced o
    join changed n on n.id = o.id
    cross join lateral (values (o.agent_id), (n.agent_id)) a(agent_id)
    where (o.agent_id, o.sale_date, o.sale_paid, o.status, o.amount, o.agent_amount, o.due_on, o.received_on)
      is distinct from (n.agent_id, n.sale_date, n.sale_paid, n.status, n.amount, n.agent_amount, n.due_on, n.received_on);
  end if;
  perform private.announce_dashboards(homes, agents);
  return null;
end $$;

revoke all on function private.send_tags(text[], text), private.announce_dashboards(uuid[], uuid[]),
  private.announce_sales(), private.announce_commissions() from public, anon, authenticated;

create trigger sales_after_90_announce_added after insert on public.sales
  referencing new table as added for each statement execute function private.announce_sales();
create trigger sales_after_90_announce_changed after update on public.sales
  referencing old table as replaced new table as changed for each statement execute function private.announce_sales();
create trigger sales_after_90_announce_removed after delete on public.sales
  referencing old table as replaced for each statement execute function private.announce_sales();
create trigger commissions_after_90_announce_added after insert on public.commissions
  referencing new table as added for each statement execute function private.announce_commissions();
create trigger commissions_after_90_announce_changed after update on public.commissions
  referencing old table as replaced new table as changed for each statement execute function private.announce_commissions();
create trigger commissions_after_90_announce_removed after delete on public.commissions
  referencing old table as replaced for each statement execute function private.announce_commissions();
