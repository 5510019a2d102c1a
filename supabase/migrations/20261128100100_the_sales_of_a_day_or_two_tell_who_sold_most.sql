-- Of a day or two the best agents are found like the best vendors, in the sales: one after the other, their days took longer to
-- find. And a day of very many sales is not sorted whole for the five latest customers.

-- The agents or vendors (`kind`) of the organization that sold most. Those of whom quarters say most are added up first; then
-- everybody whom quarters do not put behind the best of these.
create or replace function private.best_of(home uuid, kind text, first_day date, last_day date, wanted integer)
returns table (part uuid, sales_count numeric, total_amount numeric, commission_amount numeric)
language plpgsql stable security definer set search_path = '' set enable_sort = off set jit = off
set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  -- The sales of a day or two are fewer than the days of all vendors.
  if best_of.last_day - best_of.first_day < 2 then
    return query
      select case best_of.kind when 'agent' then s.agent_id else s.vendor_id end, count(*)::numeric, sum(s.total_amount),
        sum(s.commission_amount)
      from public.sales s
      where s.organization_id = best_of.home and s.sale_date between best_of.first_day and best_of.last_day
        and s.status <> 'cancelled'
      group by 1 order by 3 desc, 2 desc, 1 limit best_of.wanted;
    return;
  end if;
  return query
    with most as materialized (
      select q.part, sum(p.sign * q.total_amount) as amount
      from private.split_years(best_of.home, best_of.kind, date_trunc('quarter', best_of.first_day::timestamp)::date,
        (date_trunc('quarter', best_of.last_day::timestamp) + interval '3 months')::date) p
      join private.figures_by_quarter q on q.quarter between p.low and p.high
      where q.organization_id = best_of.home and q.whole = best_of.home and q.kind = best_of.kind
      group by q.part
    ), leaders as materialized (
      select s.*
      from private.sums_of(best_of.home, best_of.kind,
        array(select m.part from most m order by m.amount desc, m.part limit 2 * best_of.wanted),
        best_of.first_day, best_of.last_day) s
    ), candidates as (
      select l.* from leaders l
      union all
      select s.*
      from private.sums_of(best_of.home, best_of.kind, array(
          select m.part from most m
          where m.amount >= coalesce((
              select l.total_amount from leaders l where l.sales_count > 0
              order by l.total_amount desc offset best_of.wanted - 1 limit 1), 0)
            and m.part not in (select l.part from leaders l)),
        best_of.first_day, best_of.last_day) s
    )
    select c.part, c.sales_count, c.total_amount, c.commission_amount from candidates c
    where c.sales_count > 0 order by c.total_amount desc, c.sales_count desc, c.part limit best_of.wanted;
end $$;

-- Walks the newest sales, by the index of the organization's or the agent's, only until enough customers are found: what
-- the order needs is in the index, and only the sales that count are looked at.
create or replace function public.get_recent_customers(
  max_rows integer default 5, start_date date default null, end_date date default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  scope record := private.caller_scope();
  range record := private.date_range(get_recent_customers.start_date, get_recent_customers.end_date);
  wanted integer := private.row_limit(get_recent_customers.max_rows);
  skip integer;
  newest refcursor;
  found_id uuid;
  sale record;
  seen uuid[] := '{}';
  answer jsonb := '[]';
begin
  -- The newest hundred mostly hold enough of them; if not, all that come after.
  foreach skip in array array[0, 100] loop
    if scope.agent is null then
      open newest for
        select s.id from public.sales s
        where s.organization_id = scope.home and s.sale_date between range.first_day and range.last_day
          and s.status <> 'cancelled'
        order by s.sale_date desc, s.created_at desc, s.id
        limit case skip when 0 then 100 end offset skip;
    else
      open newest for
        select s.id from public.sales s
        where s.organization_id = scope.home and s.agent_id = scope.agent
          and s.sale_date between range.first_day and range.last_day and s.status <> 'cancelled'
        order by s.sale_date desc, s.created_at desc, s.id
        limit case skip when 0 then 100 end offset skip;
    end if;
    loop
      exit when cardinality(seen) = wanted;
      fetch newest into found_id;
      exit when not found;
      select s.customer_id, s.total_amount, s.sale_date into sale from public.sales s where s.id = found_id;
      continue when sale.customer_id = any (seen);
      seen := seen || sale.customer_id;
      answer := answer || (
        select jsonb_build_object('id', c.id, 'first_name', c.first_name, 'last_name', c.last_name, 'email', c.email,
          'sale_id', found_id, 'last_purchase_amount', sale.total_amount, 'sale_date', sale.sale_date)
        from public.customers c where c.id = sale.customer_id);
    end loop;
    close newest;
    exit when cardinality(seen) = wanted;
  end loop;
  return answer;
end $$;
