-- Totals of what customers bought, of all agents and of each: written with the sales themselves, and never stale.

create view private.customer_totals_recomputed with (security_invoker = on) as
select c.organization_id, c.id as customer_id, c.archived_at is not null as archived,
  count(s.id) filter (where s.status <> 'cancelled') as sales_count,
  coalesce(sum(s.total_amount) filter (where s.status <> 'cancelled'), 0) as total_amount,
  coalesce(max(s.sale_date) filter (where s.status <> 'cancelled'), '-infinity') as last_sale_date,
  count(s.id) filter (where s.status = 'cancelled') as cancelled_count
from public.customers c
left join public.sales s on s.organization_id = c.organization_id and s.customer_id = c.id
where c.merged_into is null
group by c.id;

create view private.customer_totals_by_agent_recomputed with (security_invoker = on) as
select s.organization_id, s.agent_id, s.customer_id, count(*) filter (where s.status <> 'cancelled') as sales_count,
  coalesce(sum(s.total_amount) filter (where s.status <> 'cancelled'), 0) as total_amount,
  coalesce(max(s.sale_date) filter (where s.status <> 'cancelled'), '-infinity') as last_sale_date,
  count(*) filter (where s.status = 'cancelled') as cancelled_count
from public.sales s
group by s.organization_id, s.agent_id, s.customer_id;

create function private.refresh_customer_totals(changes private.sales_change[]) returns void
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  buyers private.customer_totals_by_agent[] := array(
    select distinct row(c.organization_id, c.agent_id, c.customer_id, 0, 0, '-infinity', 0)::private.customer_totals_by_agent
    from unnest(changes) c
    group by c.organization_id, c.agent_id, c.customer_id, c.day, c.total_amount, c.status = 'cancelled'
    having sum(c.n) <> 0);
begin
  if cardinality(buyers) = 0 then
    return;
  end if;
  perform from private.customer_totals t
  where (t.organization_id, t.customer_id) in (select b.organization_id, b.customer_id from unnest(buyers) b)
  order by t.organization_id, t.customer_id
  for update;
  update private.customer_totals t
  set (sales_count, total_amount, last_sale_date, cancelled_count) = (
    select count(*) filter (where s.status <> 'cancelled'), coalesce(sum(s.total_amount) filter (where s.status <> 'cancelled'), 0),
      coalesce(max(s.sale_date) filter (where s.status <> 'cancelled'), '-infinity'), count(*) filter (where s.status = 'cancelled')
    from public.sales s
    where s.organization_id = t.organization_id and s.customer_id = t.customer_id)
  where (t.organization_id, t.customer_id) in (select b.organization_id, b.customer_id from unnest(buyers) b);
  -- Who sold nothing to the customer any more keeps a row that says so.
  insert into private.customer_totals_by_agent
  select b.organization_id, b.agent_id, b.customer_id, s.*
  from unnest(buyers) b
  cross join lateral (
    select count(*) filter (where x.status <> 'cancelled'), coalesce(sum(x.total_amount) filter (where x.status <> 'cancelled'), 0),
      coalesce(max(x.sale_date) filter (where x.status <> 'cancelled'), '-infinity'), count(*) filter (where x.status = 'cancelled')
    from public.sales x
    where x.organization_id = b.organization_id and x.customer_id = b.customer_id and x.agent_id = b.agent_id) s
  on conflict (organization_id, agent_id, customer_id) do update set
    sales_count = excluded.sales_count, total_amount = excluded.total_amount, last_sale_date = excluded.last_sale_date,
    cancelled_count = excluded.cancelled_count;
end $$;
comment on function private.refresh_customer_totals is 'Reads what these customers bought again, from the rows: of all, and of the
  agents concerned. Whoever writes for the same customer waits for the row of the other and then reads what the other wrote. Paid, a
  sale counts as before, and so it does with another vendor. The one place that asks for a plan that is kept: for an array of one
  the planner makes a new plan at every call, because it expects ten, and that was two thirds of what totals cost a write (1.23 to
  1.36 times one without).';

create function private.rebuild_customer_totals() returns void
language plpgsql security definer set search_path = '' as $$
begin
  lock table public.sales, public.customers in share row exclusive mode;
  delete from private.customer_totals;
  insert into private.customer_totals select * from private.customer_totals_recomputed r order by r.organization_id, r.customer_id;
  delete from private.customer_totals_by_agent;
  insert into private.customer_totals_by_agent select * from private.customer_totals_by_agent_recomputed r
  order by r.organization_id, r.agent_id, r.customer_id;
  delete from private.customer_counts;
  insert into private.customer_counts select * from private.customer_counts_recomputed r
  order by r.organization_id, r.archived, r.tag_key;
  delete from private.customer_search;
  insert into private.customer_search (customer_id, organization_id, archived, document, names, tag_keys)
  select c.id, c.organization_id, c.archived_at is not null, private.search_document(c),
    private.name_document(c.first_name || ' ' || c.last_name), private.tag_keys(c.tags)
  from public.customers c where c.merged_into is null;
end $$;
comment on function private.rebuild_customer_totals is 'Adds up again what customers bought, and what lists of customers count and
  search. Nobody writes sales or customers meanwhile.';

create function private.check_customer_totals() returns table (totals text, kept boolean, row_data jsonb)
language sql stable security definer set search_path = '' as $$
  (select 'customer_totals', true, to_jsonb(k) from (
    select r.* from private.customer_totals r except select d.* from private.customer_totals_recomputed d) k)
  union all
  (select 'customer_totals', false, to_jsonb(k) from (
    select d.* from private.customer_totals_recomputed d except select r.* from private.customer_totals r) k)
  union all
  (select 'customer_totals_by_agent', true, to_jsonb(k) from (
    -- A row that has come down to nothing stays, and says nothing.
    select r.* from private.customer_totals_by_agent r where (r.sales_count, r.total_amount, r.cancelled_count) <> (0, 0, 0)
    except select d.* from private.customer_totals_by_agent_recomputed d) k)
  union all
  (select 'customer_totals_by_agent', false, to_jsonb(k) from (
    select d.* from private.customer_totals_by_agent_recomputed d except select r.* from private.customer_totals_by_agent r) k)
  union all
  (select 'customer_counts', true, to_jsonb(k) from (
    select r.organization_id, r.archived, r.tag_key, r.customers_count from private.customer_counts r where r.customers_count <> 0
    except select d.organization_id, d.archived, d.tag_key, d.customers_count from private.customer_counts_recomputed d) k)
  union all
  (select 'customer_counts', false, to_jsonb(k) from (
    select d.organization_id, d.archived, d.tag_key, d.customers_count from private.customer_counts_recomputed d
    except select r.organization_id, r.archived, r.tag_key, r.customers_count from private.customer_counts r) k)
$$;
comment on function private.check_customer_totals is 'What private.check_totals checks of days and months, of customers.';

create function private.customer_sums(organization_id uuid, customer_id uuid, agent_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('sales_count', coalesce(sum(t.sales_count), 0), 'total_amount', coalesce(sum(t.total_amount), 0),
    'last_sale_date', nullif(max(t.last_sale_date), '-infinity'),
    'agent', (
      select jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'avatar_url', u.avatar_url)
      from public.sales s join public.users u on u.id = s.agent_id
      where s.organization_id = customer_sums.organization_id and s.customer_id = customer_sums.customer_id
        and s.status <> 'cancelled' and (customer_sums.agent_id is null or s.agent_id = customer_sums.agent_id)
      order by s.sale_date desc, s.id limit 1))
  from (
    select r.sales_count, r.total_amount, r.last_sale_date from private.customer_totals r
    where customer_sums.agent_id is null and r.organization_id = customer_sums.organization_id
      and r.customer_id = customer_sums.customer_id
    union all
    select r.sales_count, r.total_amount, r.last_sale_date from private.customer_totals_by_agent r
    where r.organization_id = customer_sums.organization_id and r.customer_id = customer_sums.customer_id
      and r.agent_id = customer_sums.agent_id) t
$$;
comment on function private.customer_sums is 'Totals of one customer over all agents or (agent_id) one: {sales_count, total_amount,
  last_sale_date, agent}; `agent` is the agent of the latest sale. Cancelled sales do not count.';

create function private.keep_customer_totals() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    delete from private.customer_totals r using removed c
    where r.organization_id = c.organization_id and r.customer_id = c.id;
    return null;
  elsif tg_op = 'UPDATE' then
    delete from private.customer_totals r using written c
    where r.organization_id = c.organization_id and r.customer_id = c.id and c.merged_into is not null;
    update private.customer_totals r set archived = c.archived_at is not null from written c
    where r.organization_id = c.organization_id and r.customer_id = c.id and r.archived <> (c.archived_at is not null);
    insert into private.customer_totals (organization_id, customer_id, archived)
    select c.organization_id, c.id, c.archived_at is not null
    from written c join removed o on o.id = c.id
    where c.merged_into is null and o.merged_into is not null order by c.organization_id, c.id
    on conflict do nothing;
    return null;
  end if;
  insert into private.customer_totals (organization_id, customer_id, archived)
  select c.organization_id, c.id, c.archived_at is not null from written c
  where c.merged_into is null order by c.organization_id, c.id
  on conflict do nothing;
  return null;
end $$;
comment on function private.keep_customer_totals is 'Every customer who is not merged into another one has a row of sums, whether
  there are sales or not; lists are sorted by it.';
