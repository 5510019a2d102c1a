-- The commissions list, and its table, of one vendor, and of what a vendor should have paid by now. A commission carries
-- both, so neither filter needs its sale.

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

create or replace function private.commission_conditions(f private.commission_filter, from_sales boolean) returns text
language sql immutable set search_path = '' as $$
  select concat_ws(' and ', d || '.organization_id = $3',
    case when f.agent is not null then d || '.agent_id = $4' end,
    case when f.first_day > '1900-01-01' then d || '.sale_date >= $5' end,
    case when f.last_day < '2199-12-31' then d || '.sale_date <= $6' end,
    case when f.status is not null then 'm.status = $7' end,
    case when f.word is not null then
      '(s.customer_id = any ($9) or s.vendor_id = any ($10) or lower(s.booking_reference collate pg_catalog."pg_c_utf8") like $8)' end,
    case when cardinality(f.other_words) > 0 then
      'not exists (select 1 from unnest($11) p
        where lower((s.booking_reference || '' '' || (select v.name from public.vendors v where v.id = s.vendor_id))
          collate pg_catalog."pg_c_utf8") not like p
        and (select private.searched_names(c.document) from private.customer_search c where c.customer_id = s.customer_id) not like private.fold(p))' end,
    case when f.vendor is not null then d || '.vendor_id = $12' end,
    -- Written out, for the index of what is unpaid.
    case when f.overdue_on is not null then 'm.status = ''unpaid'' and m.due_on < $13' end)
  from (select case when from_sales then 's' else 'm' end as d) driver
$$;

-- {status: {count, amount, agent_amount}} over every filter but the status: from a rollup, or from the rows when none
-- knows the filter.
create or replace function private.sum_commissions(f private.commission_filter) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  source text;
  sums jsonb;
begin
  f.status := null;
  if f.word is null and f.overdue_on is null and (f.agent is null or f.vendor is null) then
    source := 'd.status, sum(d.commissions_count) as n, sum(d.amount) as a, sum(d.agent_amount) as g from private.'
      || case when f.agent is not null then 'commissions_daily_by_agent d where d.agent_id = $4 and'
        when f.vendor is not null then 'commissions_daily_by_vendor d where d.vendor_id = $12 and'
        else 'commissions_daily d where' end
      || ' d.organization_id = $3 and d.day between $5 and $6 group by d.status';
  else
    source := 'm.status, count(*) as n, sum(m.amount) as a, sum(m.agent_amount) as g from '
      || case when f.word is null then 'public.commissions m where '
        else 'public.sales s join public.commissions m on m.sales_id = s.id and m.organization_id = s.organization_id where ' end
      || private.commission_conditions(f, f.word is not null) || ' group by m.status';
  end if;
  execute 'select jsonb_object_agg(status, jsonb_build_object(''count'', n, ''amount'', a, ''agent_amount'', g))
    from (select ' || source || ') t'
  into sums using null, null, f.home, f.agent, f.first_day, f.last_day, f.status, f.word, f.customers, f.vendors,
    f.other_words, f.vendor, f.overdue_on;
  return sums;
end $$;

-- As before; `due_on` sorts what is asked for as overdue.
create or replace function private.find_commissions(
  f private.commission_filter, sort text, descending boolean, take bigint, skip bigint, few boolean)
returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  by_sale boolean := coalesce(sort in ('total_amount', 'booking_reference', 'customer', 'vendor'), false);
  from_sales boolean := by_sale or f.word is not null;
  -- Every sale has one commission: joined only for what the sale does not know.
  joined boolean := from_sales and (f.status is not null or f.overdue_on is not null
    or not by_sale and sort is distinct from 'sale_date');
  dated text := case when from_sales then 's.sale_date' else 'm.sale_date' end;
  source text := case when from_sales then 'public.sales s' else 'public.commissions m' end
    || case when joined then ' join public.commissions m on m.sales_id = s.id and m.organization_id = s.organization_id' else '' end
    || case sort
      when 'customer' then ' join public.customers c on c.organization_id = s.organization_id and c.id = s.customer_id'
      when 'vendor' then ' join public.vendors v on v.organization_id = s.organization_id and v.id = s.vendor_id'
      when 'agent' then ' join public.users a on a.organization_id = m.organization_id and a.id = m.agent_id'
      else '' end;
  keys text[] := case sort
    when 'sale_date' then array[dated]
    when 'amount' then '{m.amount}'
    when 'total_amount' then '{s.total_amount}'
    when 'booking_reference' then '{s.booking_reference}'
    when 'status' then '{m.status,m.created_at}'
    when 'customer' then array['c.last_name', 'c.first_name', 'c.id', dated]
    when 'vendor' then array['v.name', 'v.id', dated]
    when 'agent' then '{a.last_name,a.first_name,a.id,m.created_at}'
    else case when sort = 'due_on' and f.overdue_on is not null then '{m.due_on}'::text[] else '{m.created_at}' end end;
  ids uuid[];
begin
  execute private.page_query(source, private.commission_conditions(f, from_sales), keys, descending,
    case when from_sales then 's.id' else 'm.sales_id' end, few)
  into ids using take, skip, f.home, f.agent, f.first_day, f.last_day, f.status, f.word, f.customers, f.vendors,
    f.other_words, f.vendor, f.overdue_on;
  return ids;
end $$;

-- The same for many rows in few groups (status, agent, vendor); see private.find_grouped_sales.
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

-- What the caller asked for. Home is null when nothing may be found.
create function private.commission_filter_of(
  status text, agent_id uuid, vendor_id uuid, overdue boolean, start_date date, end_date date, search text)
returns private.commission_filter
language plpgsql stable security definer set search_path = '' as $$
declare
  f private.commission_filter;
  patterns text[] := private.search_patterns(commission_filter_of.search);
begin
  select c.home, c.agent into f.home, f.agent from private.caller_scope(commission_filter_of.agent_id) c;
  select r.first_day, r.last_day into f.first_day, f.last_day
  from private.date_range(commission_filter_of.start_date, commission_filter_of.end_date) r;
  f.vendor := commission_filter_of.vendor_id;
  f.status := case when commission_filter_of.status in ('unpaid', 'funds_received', 'agent_paid', 'cancelled')
    then commission_filter_of.status end;
  f.overdue_on := case when commission_filter_of.overdue then private.today() end;
  if private.is_hopeless(patterns) then
    f.home := null;
  elsif f.home is not null and patterns is not null then
    f.word := patterns[1];
    f.other_words := patterns[2:];
    f.customers := private.find_customers(f.home, patterns[:1]);
    f.vendors := array(select v.id from public.vendors v
      where v.organization_id = f.home and lower(v.name collate pg_catalog."pg_c_utf8") like f.word);
  end if;
  return f;
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

-- {rows, count, page, page_size, total_pages, stats}. `stats` obeys every filter but the status, `count` that one too.
-- Days are those of the sale. search: every word is part of the customer's names or e-mail, the booking reference or the
-- vendor's name. overdue: unpaid, and due before today; then `due_on` is one more sort. Everything else as list_sales.
create function public.list_commissions(
  status text default null, agent_id uuid default null, start_date date default null, end_date date default null,
  search text default null, sort text default 'created_at', descending boolean default true, page int default 1,
  page_size int default 10, vendor_id uuid default null, overdue boolean default false)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  f private.commission_filter := private.commission_filter_of(list_commissions.status, list_commissions.agent_id,
    list_commissions.vendor_id, list_commissions.overdue, list_commissions.start_date, list_commissions.end_date,
    list_commissions.search);
  page_no int := greatest(coalesce(list_commissions.page, 1), 1);
  size int := least(greatest(coalesce(list_commissions.page_size, 10), 1), 100);
  down boolean := coalesce(list_commissions.descending, true);
  sums jsonb;
  total bigint;
  take bigint;
  skip bigint;
  backwards boolean;
  few boolean;
  ids uuid[];
begin
  if f.home is not null then
    sums := private.sum_commissions(f);
  end if;
  total := private.count_of(sums, f.status);
  select w.take, w.skip, w.backwards into take, skip, backwards from private.page_window(total, page_no, size) w;
  if take > 0 then
    -- What is overdue is read from an index of its own, not in the order of the list.
    few := total <= 1000 or f.word is not null and total <= 25000 or f.overdue_on is not null and total <= 200000;
    ids := case when not few and list_commissions.sort in ('status', 'vendor', 'agent')
      then private.find_grouped_commissions(f, list_commissions.sort, down <> backwards, take, skip)
      else private.find_commissions(f, list_commissions.sort, down <> backwards, take, skip, few) end;
  end if;
  return jsonb_build_object('rows', private.commission_rows(ids, backwards), 'count', total, 'page', page_no,
    'page_size', size, 'total_pages', (total + size - 1) / size, 'stats', private.name_commission_sums(sums));
end $$;

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
  private.commission_filter_of(text, uuid, uuid, boolean, date, date, text),
  public.list_commissions(text, uuid, date, date, text, text, boolean, int, int, uuid, boolean),
  public.export_commissions(text, uuid, date, date, text, text, boolean, uuid, boolean) from public, anon, authenticated;
grant execute on function
  public.list_commissions(text, uuid, date, date, text, text, boolean, int, int, uuid, boolean),
  public.export_commissions(text, uuid, date, date, text, text, boolean, uuid, boolean) to authenticated;
