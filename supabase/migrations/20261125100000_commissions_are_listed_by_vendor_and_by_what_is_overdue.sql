-- The commissions list, and its table, of one vendor, and of what a vendor should have paid by now. A commission carries
-- both, so neither filter needs its sale. What looks for them and adds them up follows with the search for commissions.

-- What a list is filtered by may sort anything: the vendor joins the columns that are read from the index alone.
drop index public.commissions_organization_id_created_at_idx;
create index commissions_organization_id_created_at_idx on public.commissions (organization_id, created_at desc, sales_id)
  include (sale_date, status, agent_id, vendor_id);
drop index public.commissions_organization_id_agent_id_idx;
create index commissions_organization_id_agent_id_idx on public.commissions (organization_id, agent_id, created_at desc, sales_id)
  include (sale_date, status, vendor_id);
drop index public.commissions_organization_id_sale_date_idx;
create index commissions_organization_id_sale_date_idx on public.commissions (organization_id, sale_date desc, sales_id)
  include (status, agent_id, vendor_id, created_at);
drop index public.commissions_organization_id_amount_idx;
create index commissions_organization_id_amount_idx on public.commissions (organization_id, amount desc, sales_id)
  include (status, agent_id, vendor_id, sale_date);
-- What is overdue is a part of what is unpaid: the longest overdue first.
create index commissions_organization_id_due_on_idx on public.commissions (organization_id, due_on, sales_id)
  include (agent_id, vendor_id, sale_date, created_at, amount, agent_amount) where status = 'unpaid';
drop statistics public.commissions_scope;
create statistics public.commissions_scope (dependencies) on organization_id, agent_id, vendor_id from public.commissions;

-- The rollup behind the sums of one vendor. Locks: after commissions_daily_by_agent, in the order of its key.
create table private.commissions_daily_by_vendor (
  organization_id uuid not null,
  vendor_id uuid not null,
  day date not null,
  status text not null,
  commissions_count bigint not null,
  amount numeric not null,
  agent_amount numeric not null,
  primary key (organization_id, vendor_id, day, status)
) with (fillfactor = 70);
alter table private.commissions_daily_by_vendor enable row level security;
revoke all on private.commissions_daily_by_vendor from public, anon, authenticated;

create view private.commissions_daily_by_vendor_recomputed with (security_invoker = on) as
select c.organization_id, c.vendor_id, c.sale_date as day, c.status, count(*) as commissions_count, sum(c.amount) as amount,
  sum(c.agent_amount) as agent_amount
from public.commissions c group by c.organization_id, c.vendor_id, c.sale_date, c.status;
revoke all on private.commissions_daily_by_vendor_recomputed from public, anon, authenticated;

create type private.vendor_commissions_delta as (
  organization_id uuid, vendor_id uuid, day date, status text, commissions_count bigint, amount numeric, agent_amount numeric);
revoke all on type private.vendor_commissions_delta from public;

create function private.add_to_commissions_by_vendor(deltas private.vendor_commissions_delta[]) returns void
language sql security definer set search_path = '' as $$
  insert into private.commissions_daily_by_vendor as r
    (organization_id, vendor_id, day, status, commissions_count, amount, agent_amount)
  select d.organization_id, d.vendor_id, d.day, d.status, d.commissions_count, d.amount, d.agent_amount
  from unnest(deltas) d
  order by d.organization_id, d.vendor_id, d.day, d.status
  on conflict (organization_id, vendor_id, day, status) do update set
    commissions_count = r.commissions_count + excluded.commissions_count,
    amount = r.amount + excluded.amount,
    agent_amount = r.agent_amount + excluded.agent_amount
$$;

-- A change of anything else leaves no delta, and takes no lock.
create function private.roll_up_commissions_by_vendor() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  deltas private.vendor_commissions_delta[];
begin
  if tg_op = 'INSERT' then
    deltas := array(
      select row(c.organization_id, c.vendor_id, c.sale_date, c.status, count(*), sum(c.amount), sum(c.agent_amount))
        ::private.vendor_commissions_delta
      from added c group by c.organization_id, c.vendor_id, c.sale_date, c.status);
  elsif tg_op = 'UPDATE' then
    deltas := array(
      select row(c.organization_id, c.vendor_id, c.sale_date, c.status, sum(c.n), sum(c.n * c.amount),
        sum(c.n * c.agent_amount))::private.vendor_commissions_delta
      from (
        select 1 as n, * from changed
        union all
        select -1, * from replaced) c
      group by c.organization_id, c.vendor_id, c.sale_date, c.status
      having sum(c.n) <> 0 or sum(c.n * c.amount) <> 0 or sum(c.n * c.agent_amount) <> 0);
  else
    deltas := array(
      select row(c.organization_id, c.vendor_id, c.sale_date, c.status, -count(*), -sum(c.amount), -sum(c.agent_amount))
        ::private.vendor_commissions_delta
      from replaced c group by c.organization_id, c.vendor_id, c.sale_date, c.status);
  end if;
  if cardinality(deltas) > 0 then
    perform private.add_to_commissions_by_vendor(deltas);
  end if;
  return null;
end $$;

create trigger commissions_after_65_roll_up_added after insert on public.commissions
  referencing new table as added for each statement execute function private.roll_up_commissions_by_vendor();
create trigger commissions_after_65_roll_up_changed after update on public.commissions
  referencing old table as replaced new table as changed for each statement
  execute function private.roll_up_commissions_by_vendor();
create trigger commissions_after_65_roll_up_removed after delete on public.commissions
  referencing old table as replaced for each statement execute function private.roll_up_commissions_by_vendor();

insert into private.commissions_daily_by_vendor
select r.* from private.commissions_daily_by_vendor_recomputed r
order by r.organization_id, r.vendor_id, r.day, r.status;

-- overdue_on: what is unpaid and was expected before that day; null when it is not asked for.
alter type private.commission_filter add attribute overdue_on date;

-- A page of many rows in few groups (status, agent, vendor); see private.find_grouped_sales.
create or replace function private.find_grouped_commissions(
  f private.commission_filter, sort text, descending boolean, take bigint, skip bigint)
returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  near constant int := 500;
  sizes jsonb;
  ids uuid[] := '{}';
  part private.commission_filter;
  member text;
begin
  if skip > near then
    execute format('select jsonb_object_agg(g, n) from (select m.%I as g, count(*) as n from public.commissions m',
        case sort when 'agent' then 'agent_id' when 'vendor' then 'vendor_id' else 'status' end)
      || case when f.word is not null
        then ' join public.sales s on s.id = m.sales_id and s.organization_id = m.organization_id' else '' end
      || ' where ' || private.commission_conditions(f, f.word is not null) || ' group by 1) t'
    into sizes using null, null, f.home, f.agent, f.first_day, f.last_day, f.status, f.word, f.customers, f.vendors,
      f.other_words, f.vendor, f.overdue_on;
  end if;
  for member in
    select g.member from (
      select s as member, s as k1, '' as k2 from unnest('{agent_paid,cancelled,funds_received,unpaid}'::text[]) s
      where sort = 'status' and (f.status is null or s = f.status)
      union all
      select v.id::text, v.name, '' from public.vendors v
      where sort = 'vendor' and v.organization_id = f.home and (f.vendor is null or v.id = f.vendor)
      union all
      select a.id::text, a.last_name, a.first_name from public.users a
      where sort = 'agent' and a.organization_id = f.home and (f.agent is null or a.id = f.agent)) g
    where sizes is null or sizes ? g.member
    order by case when descending then g.k1 end desc, case when descending then g.k2 end desc,
      case when descending then g.member end desc, g.k1, g.k2, g.member
  loop
    if skip >= (sizes ->> member)::bigint then
      skip := skip - (sizes ->> member)::bigint;
      continue;
    end if;
    part := f;
    case sort
      when 'status' then part.status := member;
      when 'vendor' then part.vendor := member::uuid;
      else part.agent := member::uuid;
    end case;
    ids := ids || private.find_commissions(part, case sort when 'vendor' then 'sale_date' else 'created_at' end, descending,
      case when sizes is null then skip else 0 end + take - cardinality(ids),
      case when sizes is null then 0 else skip end, false);
    if sizes is not null then
      skip := 0;
    end if;
    exit when cardinality(ids) >= skip + take;
  end loop;
  return case when sizes is null then ids[skip + 1:] else ids end;
end $$;

create or replace function private.commission_rows(sale_ids uuid[], backwards boolean) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', m.id, 'status', m.status, 'amount', m.amount, 'agent_amount', m.agent_amount,
    'commission_split', m.commission_split, 'due_on', m.due_on, 'created_at', m.created_at, 'sales_id', m.sales_id,
    'booking_reference', s.booking_reference, 'sale_date', s.sale_date, 'sale_status', s.status,
    'total_amount', s.total_amount,
    'customer', jsonb_build_object('id', c.id, 'first_name', c.first_name, 'last_name', c.last_name),
    'vendor', jsonb_build_object('id', v.id, 'name', v.name, 'logo_url', v.logo_url),
    'agent', jsonb_build_object('id', a.id, 'first_name', a.first_name, 'last_name', a.last_name,
      'avatar_url', a.avatar_url))
    order by case when backwards then -u.n else u.n end), '[]')
  from unnest(sale_ids) with ordinality u(id, n)
  join public.sales s on s.id = u.id
  join public.commissions m on m.sales_id = s.id and m.organization_id = s.organization_id
  join public.customers c on c.id = s.customer_id
  join public.vendors v on v.id = s.vendor_id
  join public.users a on a.id = m.agent_id
$$;

drop function public.list_commissions(text, uuid, date, date, text, text, boolean, int, int);
drop function public.export_commissions(text, uuid, date, date, text, text, boolean);

create function public.export_commissions(
  status text default null, agent_id uuid default null, start_date date default null, end_date date default null,
  search text default null, sort text default 'created_at', descending boolean default true, vendor_id uuid default null,
  overdue boolean default false)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  f private.commission_filter := private.commission_filter_of(export_commissions.status, export_commissions.agent_id,
    export_commissions.vendor_id, export_commissions.overdue, export_commissions.start_date, export_commissions.end_date,
    export_commissions.search);
  ids uuid[] := '{}';
  answer jsonb;
begin
  if f.home is not null then
    ids := private.find_commissions(f, export_commissions.sort, coalesce(export_commissions.descending, true),
      private.export_limit() + 1, 0, f.word is not null or f.overdue_on is not null);
  end if;
  select coalesce(jsonb_agg(jsonb_build_array(s.booking_reference, m.status, s.sale_date, s.status,
      c.first_name || ' ' || c.last_name, v.name, a.first_name || ' ' || a.last_name, s.total_amount, m.amount,
      m.commission_split, m.agent_amount, s.currency, m.due_on, m.received_amount, m.received_on, m.notes) order by u.n), '[]')
  into answer
  from unnest(ids) with ordinality u(id, n)
  join public.sales s on s.id = u.id
  join public.commissions m on m.sales_id = s.id and m.organization_id = s.organization_id
  join public.customers c on c.id = s.customer_id
  join public.vendors v on v.id = s.vendor_id
  join public.users a on a.id = m.agent_id;
  return private.export_answer('{booking_reference,status,sale_date,sale_status,customer,vendor,agent,total_amount,
    commission_amount,commission_split,agent_amount,currency,due_on,received_amount,received_on,notes}', answer);
end $$;

revoke all on function private.add_to_commissions_by_vendor(private.vendor_commissions_delta[]),
  private.roll_up_commissions_by_vendor(),
  public.export_commissions(text, uuid, date, date, text, text, boolean, uuid, boolean) from public, anon, authenticated;
grant execute on function public.export_commissions(text, uuid, date, date, text, text, boolean, uuid, boolean) to authenticated;
