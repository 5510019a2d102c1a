-- Live messages (docs/decisions/006): by Realtime broadcast, open clients are told that something changed. A message is a tag,
-- never a row, so it tells nothing that row-level security would not; the client then asks again. Topics are private: user:<id>
-- of a person, org:<id> for the admins of a tenant. Only the database sends: no policy lets a client insert a message.

-- Realtime checks the SELECT policies on realtime.messages with the claims of the joining user when a channel is joined and when
-- the token is renewed. A deactivated user keeps their own topic, as they keep reading their own row: it tells them when they are
-- active again, and carries tags only.
create policy "people join their own topic" on realtime.messages
  for select to authenticated
  using (
    extension = 'broadcast'
    and (select realtime.topic()) = 'user:' || (select auth.uid())::text
    and (select private.has_live_session())
  );

create policy "admins join the topic of their organization" on realtime.messages
  for select to authenticated
  using (
    extension = 'broadcast'
    and (select realtime.topic()) = 'org:' || (select private.current_organization_id())::text
    and (select private.is_admin())
  );

create function private.announce_notifications() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.send_tag('user:' || n.user_id, 'notifications') from (select distinct user_id from written) n;
  return null;
end $$;
comment on function private.announce_notifications is 'Tag `notifications`, once to each person with new ones.';

create function private.announce_account_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.send_tag('user:' || new.id, 'account_changed');
  return null;
end $$;
comment on function private.announce_account_change is 'Tag `account_changed`: to the person whose role, tenant or activation
  changed.';

create function private.announce_dashboards(organization_ids uuid[], agent_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  max_topics constant int := 50;
  topics text[] := private.first_told('dashboard', array(
    select 'org:' || o from unnest(organization_ids[:max_topics]) o
    union all
    select 'user:' || a from unnest(agent_ids[:max_topics]) a));
begin
  if cardinality(topics) > 0 then
    perform private.send_tags(topics, 'dashboard');
  end if;
end $$;
comment on function private.announce_dashboards is 'Tag `dashboard`, to the admins of the tenants and to the agents whose open
  dashboards show something else now: once per transaction and topic. A statement that concerns very many people tells fifty of
  them; the others get the tag of the next change.';

create function private.announce_sales() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  organization_ids uuid[];
  agent_ids uuid[];
  ids uuid[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct s.organization_id), array_agg(distinct s.agent_id) into organization_ids, agent_ids
    from added s;
  elsif tg_op = 'DELETE' then
    select array_agg(distinct s.organization_id), array_agg(distinct s.agent_id) into organization_ids, agent_ids
    from replaced s;
  else
    select array_agg(distinct s.organization_id), array_agg(distinct s.agent_id), array_agg(s.id) into organization_ids, agent_ids, ids
    from (
      select b.id, b.organization_id, b.agent_id
      from (
        select 1 as n, c.id, c.organization_id, c.agent_id, c.customer_id, c.vendor_id, c.sale_date, c.travel_date,
          c.return_date, c.booking_reference, c.total_amount, c.commission_amount, c.status from changed c
        union all
        select -1, r.id, r.organization_id, r.agent_id, r.customer_id, r.vendor_id, r.sale_date, r.travel_date,
          r.return_date, r.booking_reference, r.total_amount, r.commission_amount, r.status from replaced r) b
      group by b.id, b.organization_id, b.agent_id, b.customer_id, b.vendor_id, b.sale_date, b.travel_date, b.return_date,
        b.booking_reference, b.total_amount, b.commission_amount, b.status
      having sum(b.n) <> 0) s;
    agent_ids := agent_ids || array(
      select distinct (e.value ->> 'user_id')::uuid from changed c cross join lateral jsonb_array_elements(c.co_sellers) e
      where c.co_sellers <> '[]' and c.id = any (ids));
  end if;
  perform private.announce_dashboards(organization_ids, agent_ids);
  return null;
end $$;
comment on function private.announce_sales is 'Whose dashboards a statement changed: columns that no dashboard shows (notes,
  travelers) do not count, of a reassigned sale both agents are told, and of one with co-sellers they, too. Old and new rows are added up with a sign and what cancels
  out is left out: a join of transition tables is planned for one row, and becomes a nested loop over thousands.';

create function private.announce_commissions() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  organization_ids uuid[];
  agent_ids uuid[];
  ids uuid[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct c.organization_id), array_agg(distinct c.agent_id) into organization_ids, agent_ids
    from added c;
  elsif tg_op = 'DELETE' then
    select array_agg(distinct c.organization_id), array_agg(distinct c.agent_id) into organization_ids, agent_ids
    from replaced c;
  else
    select array_agg(distinct s.organization_id), array_agg(distinct s.agent_id), array_agg(s.id) into organization_ids, agent_ids, ids
    from (
      select b.id, b.organization_id, b.agent_id
      from (
        select 1 as n, c.id, c.organization_id, c.agent_id, c.sale_date, c.sale_paid, c.status, c.amount, c.agent_amount,
          c.due_on, c.received_on from changed c
        union all
        select -1, r.id, r.organization_id, r.agent_id, r.sale_date, r.sale_paid, r.status, r.amount, r.agent_amount,
          r.due_on, r.received_on from replaced r) b
      group by b.id, b.organization_id, b.agent_id, b.sale_date, b.sale_paid, b.status, b.amount, b.agent_amount, b.due_on,
        b.received_on
      having sum(b.n) <> 0) s;
    agent_ids := agent_ids || private.sharers(organization_ids, ids);
  end if;
  perform private.announce_dashboards(organization_ids, agent_ids);
  return null;
end $$;
comment on function private.announce_commissions is 'The same for commissions, and for who has a share of one.';

create function private.sharers(organization_ids uuid[], commission_ids uuid[]) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
begin
  if not exists (select from private.shares_beside_sellers h where h.organization_id = any (organization_ids)) then
    return '{}';
  end if;
  return array(
    select distinct h.user_id from private.shares_beside_sellers h
    where h.organization_id = any (organization_ids) and h.commission_id = any (commission_ids));
end $$;
comment on function private.sharers is 'Who has a share of one of these commissions beside its seller, or an override of it.';

create function private.announce_shares() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  rows public.commission_shares[];
begin
  if tg_op = 'INSERT' then
    rows := array(select row(h.*)::public.commission_shares from added h);
  elsif tg_op = 'DELETE' then
    rows := array(select row(h.*)::public.commission_shares from replaced h);
  else
    rows := array(select row(h.*)::public.commission_shares from changed h) || array(select row(h.*)::public.commission_shares from replaced h);
  end if;
  perform private.announce_dashboards(array_agg(distinct h.organization_id), array_agg(distinct h.user_id))
  from unnest(rows) h where not private.of_seller(h) having count(*) > 0;
  return null;
end $$;
comment on function private.announce_shares is 'The same for shares, overrides and what tiers correct. The sellers'' are told with their commissions.';

create function private.announce_other_commissions() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.announce_dashboards(array(select distinct o.organization_id from changed o), array(
    select distinct h.user_id from changed o
    join public.commission_shares h on h.organization_id = o.organization_id and h.other_commission_id = o.id));
  return null;
end $$;
comment on function private.announce_other_commissions is 'The same for commissions of other kinds, as they are received or cancelled; with
  their shares they come and go.';
