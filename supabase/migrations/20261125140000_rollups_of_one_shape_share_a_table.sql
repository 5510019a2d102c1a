-- Every sale was added up in eleven tables. Rollups of one shape now share one, with a short key that begins with an id: what
-- a statement changed is written to five tables with one upsert each, which a single write hardly feels.
--
-- Order of locks, the same for every statement: rows of sales, then of commissions; then commissions_by_day, sales_by_day,
-- sales_by_quarter, customer_totals, customer_totals_by_agent, each once: agents first, then the organization, then vendors,
-- and among them in the order of the key. A statement on sales runs its nested statement on commissions (sales_after_20_*)
-- before its own rollups (sales_after_60_*). So no two statements ever wait for each other; a function that writes several
-- sales writes them in one statement.

-- By day and status. `whose`: an agent, a vendor, or the organization itself for all that is its own. Ids are drawn by the
-- database at random, so that none is two of them.
create table private.sales_by_day (
  organization_id uuid not null,
  whose uuid not null,
  day date not null,
  status text not null,
  sales_count bigint not null,
  total_amount numeric not null,
  commission_amount numeric not null,
  primary key (whose, day, status)
) with (fillfactor = 70);

-- `day` is the date of the sale, `status` the commission's.
create table private.commissions_by_day (
  organization_id uuid not null,
  whose uuid not null,
  day date not null,
  status text not null,
  commissions_count bigint not null,
  amount numeric not null,
  agent_amount numeric not null,
  primary key (whose, day, status)
) with (fillfactor = 70);
-- What is not settled: what an agent is still to get.
create index commissions_by_day_open_idx on private.commissions_by_day (whose, status)
  where status in ('unpaid', 'funds_received');

-- What counts, whatever of it is paid: cancelled sales are left out, so that a sale that is paid moves nothing here. Of the
-- organization (`whole`) its agents and its vendors, of every agent the vendors: `part`, told apart by `kind`. Top lists over
-- years read a few hundred rows, where months would be thousands.
create table private.sales_by_quarter (
  organization_id uuid not null,
  whole uuid not null,
  kind text not null check (kind in ('agent', 'vendor')),
  quarter date not null,
  part uuid not null,
  sales_count bigint not null,
  total_amount numeric not null,
  commission_amount numeric not null,
  primary key (whole, kind, quarter, part)
) with (fillfactor = 70);

-- No policy and no grant: only functions that apply the caller's scope read them.
alter table private.sales_by_day enable row level security;
alter table private.commissions_by_day enable row level security;
alter table private.sales_by_quarter enable row level security;

-- What they should say, from the rows.
create view private.sales_by_day_recomputed with (security_invoker = on) as
select s.organization_id, k.whose, s.sale_date as day, s.status, count(*) as sales_count,
  sum(s.total_amount) as total_amount, sum(s.commission_amount) as commission_amount
from public.sales s
cross join lateral (values (s.agent_id), (s.organization_id), (s.vendor_id)) k(whose)
group by 1, 2, 3, 4;

create view private.commissions_by_day_recomputed with (security_invoker = on) as
select c.organization_id, k.whose, s.sale_date as day, c.status, count(*) as commissions_count, sum(c.amount) as amount,
  sum(c.agent_amount) as agent_amount
from public.commissions c
join public.sales s on s.organization_id = c.organization_id and s.id = c.sales_id
cross join lateral (values (c.agent_id), (c.organization_id), (s.vendor_id)) k(whose)
group by 1, 2, 3, 4;

create view private.sales_by_quarter_recomputed with (security_invoker = on) as
select s.organization_id, k.whole, k.kind, date_trunc('quarter', s.sale_date::timestamp)::date as quarter, k.part,
  count(*) as sales_count, sum(s.total_amount) as total_amount, sum(s.commission_amount) as commission_amount
from public.sales s
cross join lateral (values (s.agent_id, 'vendor', s.vendor_id), (s.organization_id, 'agent', s.agent_id),
  (s.organization_id, 'vendor', s.vendor_id)) k(whole, kind, part)
where s.status <> 'cancelled'
group by 1, 2, 3, 4, 5;

insert into private.sales_by_day select r.* from private.sales_by_day_recomputed r order by r.whose, r.day, r.status;
insert into private.commissions_by_day
select r.* from private.commissions_by_day_recomputed r order by r.whose, r.day, r.status;
insert into private.sales_by_quarter
select r.* from private.sales_by_quarter_recomputed r order by r.whole, r.kind, r.quarter, r.part;

drop view private.sales_daily_recomputed, private.sales_daily_by_agent_recomputed, private.sales_daily_by_vendor_recomputed,
  private.sales_monthly_by_agent_recomputed, private.sales_monthly_by_vendor_recomputed,
  private.sales_yearly_by_agent_vendor_recomputed, private.commissions_daily_recomputed,
  private.commissions_daily_by_agent_recomputed, private.commissions_daily_by_vendor_recomputed;
drop table private.sales_daily, private.sales_daily_by_agent, private.sales_daily_by_vendor, private.sales_monthly_by_agent,
  private.sales_monthly_by_vendor, private.sales_yearly_by_agent_vendor, private.commissions_daily,
  private.commissions_daily_by_agent, private.commissions_daily_by_vendor;

-- The names that lists, profiles and the dashboard read. Those by agent and by vendor are asked for one of them, by id; those
-- by month are added up over all time, which quarters do as well.
create view private.sales_daily with (security_invoker = on) as
select organization_id, day, status, sales_count, total_amount, commission_amount
from private.sales_by_day where whose = organization_id;
create view private.sales_daily_by_agent with (security_invoker = on) as
select organization_id, whose as agent_id, day, status, sales_count, total_amount, commission_amount
from private.sales_by_day;
create view private.sales_daily_by_vendor with (security_invoker = on) as
select organization_id, whose as vendor_id, day, status, sales_count, total_amount, commission_amount
from private.sales_by_day;
create view private.commissions_daily with (security_invoker = on) as
select organization_id, day, status, commissions_count, amount, agent_amount
from private.commissions_by_day where whose = organization_id;
create view private.commissions_daily_by_agent with (security_invoker = on) as
select organization_id, whose as agent_id, day, status, commissions_count, amount, agent_amount
from private.commissions_by_day;
create view private.commissions_daily_by_vendor with (security_invoker = on) as
select organization_id, whose as vendor_id, day, status, commissions_count, amount, agent_amount
from private.commissions_by_day;
create view private.sales_monthly_by_agent with (security_invoker = on) as
select organization_id, quarter as month, part as agent_id, 'active' as status, sales_count, total_amount, commission_amount
from private.sales_by_quarter where whole = organization_id and kind = 'agent';
create view private.sales_monthly_by_vendor with (security_invoker = on) as
select organization_id, quarter as month, part as vendor_id, 'active' as status, sales_count, total_amount, commission_amount
from private.sales_by_quarter where whole = organization_id and kind = 'vendor';

revoke all on private.sales_by_day, private.commissions_by_day, private.sales_by_quarter, private.sales_by_day_recomputed,
  private.commissions_by_day_recomputed, private.sales_by_quarter_recomputed, private.sales_daily,
  private.sales_daily_by_agent, private.sales_daily_by_vendor, private.commissions_daily, private.commissions_daily_by_agent,
  private.commissions_daily_by_vendor, private.sales_monthly_by_agent, private.sales_monthly_by_vendor
  from public, anon, authenticated;

-- Checking and rebuilding take every rollup by day or quarter that has a view of the same name and `_recomputed`.
create or replace function private.rollups(out name text, out keys text, out figures text[])
returns setof record
language sql stable set search_path = '' as $$
  select t.relname::text,
    (select string_agg(format('r.%I', a.attname), ', ' order by k.n)
      from pg_catalog.pg_index i
      cross join lateral unnest(i.indkey::int2[]) with ordinality k(attnum, n)
      join pg_catalog.pg_attribute a on a.attrelid = t.oid and a.attnum = k.attnum
      where i.indrelid = t.oid and i.indisprimary),
    (select array_agg(a.attname::text order by a.attnum)
      from pg_catalog.pg_attribute a
      where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
        and a.atttypid in ('bigint'::regtype, 'integer'::regtype, 'numeric'::regtype))
  from pg_catalog.pg_class t
  join pg_catalog.pg_class v on v.relnamespace = t.relnamespace and v.relname = t.relname || '_recomputed' and v.relkind = 'v'
  where t.relnamespace = 'private'::regnamespace and t.relkind = 'r' and t.relname ~ '^(sales|commissions)_by_(day|quarter)$'
  order by t.relname
$$;

-- What it was; the sales that are still booked are counted in the days.
create or replace function public.get_member_profile(member_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  home uuid := private.current_organization_id();
  member public.users%rowtype;
begin
  select u.* into member from public.users u
  where u.id = get_member_profile.member_id and u.organization_id = home and (private.is_admin() or u.id = auth.uid());
  if member.id is null then
    return null;
  end if;
  return jsonb_build_object(
    'member', to_jsonb(member) || jsonb_build_object('last_active_at', private.last_seen(member.id)),
    'terms', (select jsonb_build_object('commission_split', t.commission_split, 'history', (
        select coalesce(jsonb_agg(jsonb_build_object('commission_split', h.commission_split,
          'previous_split', h.previous_split, 'changed_at', h.changed_at, 'changed_by', (
            select jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name)
            from public.users u where u.id = h.changed_by)) order by h.changed_at desc, h.id), '[]')
        from public.user_terms_history h where h.organization_id = home and h.user_id = member.id))
      from public.user_terms t where t.user_id = member.id),
    'figures', (select jsonb_build_object('sales_count', coalesce(sum(d.sales_count), 0),
        'total_amount', coalesce(sum(d.total_amount), 0), 'commission_amount', coalesce(sum(d.commission_amount), 0),
        'booked_sales_count', coalesce(sum(d.sales_count) filter (where d.status = 'booked'), 0))
      from private.sales_daily_by_agent d
      where d.organization_id = home and d.agent_id = member.id and d.status <> 'cancelled')
      || jsonb_build_object('commissions', (
        select jsonb_object_agg(g.name, jsonb_build_object('count', coalesce(d.n, 0), 'amount', coalesce(d.amount, 0),
          'agent_amount', coalesce(d.agent_amount, 0)))
        from unnest('{unpaid,funds_received,agent_paid,cancelled}'::text[]) g(name)
        left join (
          select r.status, sum(r.commissions_count) as n, sum(r.amount) as amount, sum(r.agent_amount) as agent_amount
          from private.commissions_daily_by_agent r
          where r.organization_id = home and r.agent_id = member.id
          group by r.status) d on d.status = g.name)),
    'payouts', (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'commission_id', p.commission_id,
        'booking_reference', s.booking_reference, 'amount', p.amount, 'payment_date', p.payment_date,
        'payment_method', p.payment_method) order by p.payment_date desc, p.id), '[]')
      from (
        select * from public.agent_payments a
        where a.organization_id = home and a.agent_id = member.id
        order by a.payment_date desc, a.id limit 10) p
      join public.commissions c on c.id = p.commission_id
      join public.sales s on s.id = c.sales_id));
end $$;
