-- The best agents and vendors of a range, and the latest customers.

create function private.row_limit(max_rows integer) returns integer
language sql immutable set search_path = '' as $$ select least(greatest(coalesce(max_rows, 5), 1), 100) $$;
comment on function private.row_limit is 'How many rows a list of the best or the latest has: as asked for, within reason.';

create function public.get_top_agents(start_date date default null, end_date date default null, max_rows integer default 5)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  scope record := private.caller_scope();
  range record := private.date_range(get_top_agents.start_date, get_top_agents.end_date);
  most integer := private.row_limit(get_top_agents.max_rows);
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name,
      'avatar_url', u.avatar_url, 'sales_count', t.sales_count, 'total_revenue', t.total_amount,
      'total_commission', t.commission_amount)
      order by t.total_amount desc, t.sales_count desc, u.id), '[]')
    from (
      select b.* from private.sales_by('agent', scope.organization_id, null, range.first_day, range.last_day) b
      where scope.agent_id is null or b.id = scope.agent_id
      order by b.total_amount desc, b.sales_count desc, b.id limit most) t
    join public.users u on u.id = t.id);
end $$;
comment on function public.get_top_agents is 'Top lists: by revenue, without cancelled sales; commission is gross, without cancelled
  commissions. An agent''s list of agents is themself.';

create function public.get_top_vendors(start_date date default null, end_date date default null, max_rows integer default 5)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  scope record := private.caller_scope();
  range record := private.date_range(get_top_vendors.start_date, get_top_vendors.end_date);
  most integer := private.row_limit(get_top_vendors.max_rows);
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'name', v.name, 'logo_url', v.logo_url,
      'sales_count', t.sales_count, 'total_revenue', t.total_amount, 'total_commission', t.commission_amount)
      order by t.total_amount desc, t.sales_count desc, v.id), '[]')
    from (
      select b.* from private.sales_by('vendor', scope.organization_id, scope.agent_id, range.first_day, range.last_day) b
      order by b.total_amount desc, b.sales_count desc, b.id limit most) t
    join public.vendors v on v.id = t.id);
end $$;

create function public.get_recent_customers(
  max_rows integer default 5, start_date date default null, end_date date default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
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
    if scope.agent_id is null then
      open newest for
        select s.id from public.sales s
        where s.organization_id = scope.organization_id and s.sale_date between range.first_day and range.last_day
          and s.status <> 'cancelled'
        order by s.sale_date desc, s.created_at desc, s.booking_reference desc, s.id
        limit case skip when 0 then 100 end offset skip;
    else
      open newest for
        select s.id from public.sales s
        where s.organization_id = scope.organization_id and s.agent_id = scope.agent_id
          and s.sale_date between range.first_day and range.last_day and s.status <> 'cancelled'
        order by s.sale_date desc, s.created_at desc, s.booking_reference desc, s.id
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
comment on function public.get_recent_customers is 'Walks the newest sales, by the index of the organization''s or the agent''s,
  only until enough customers are found: what the order needs is in the index, and only the sales that count are looked at.';

grant execute on function public.get_top_agents(date, date, integer), public.get_top_vendors(date, date, integer),
  public.get_recent_customers(integer, date, date) to authenticated;
