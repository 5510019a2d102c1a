-- The filter of sales as SQL: conditions, sources and sort keys, of which sums and pages of the list are made. $3 and on are the
-- attributes of private.sale_filter in the order of the USING clauses (pages/functions/sales).

create function private.sale_conditions(f private.sale_filter) returns text
language sql immutable set search_path = '' as $$
  select concat_ws(' and ', 's.organization_id = $3',
    case when f.agent_id is not null then 's.agent_id = $4' end,
    case when f.vendor_id is not null then 's.vendor_id = $5' end,
    -- An id, and few know it: no parameter of its own.
    case when f.group_id is not null then format('s.group_id = %L', f.group_id) end,
    case when f.first_day > '1900-01-01' then 's.sale_date >= $6' end,
    case when f.last_day < '2199-12-31' then 's.sale_date <= $7' end,
    case when f.customer_ids is not null then
      '(' || case when f.exclude_customers then 's.customer_id <> all ($8)' else 's.customer_id = any ($8)' end
      || case when f.sale_ids <> '{}' then ' or s.id = any ($10)' else '' end || ')' end,
    case when f.status = 'active' then 's.status <> ''cancelled''' when f.status is not null then 's.status = $9' end,
    -- The status is written out for the partial index of booked sales.
    case when f.departing_by is not null then 's.status = ''booked'' and s.travel_date <= $11' end)
$$;
comment on function private.sale_conditions is 'WHERE of the filter, over sales as `s`.';

create function private.sales_source(by_share boolean) returns text
language sql immutable set search_path = '' as $$ select case when by_share then 'private.sales_by_share s' else 'public.sales s' end $$;
comment on function private.sales_source is 'Where sales are read from: those of a person who shares some, by their parts.';

create function private.sale_sort(sort text, by_share boolean, out source text, out keys text[])
language sql immutable set search_path = '' as $$
  select private.sales_source(by_share) || case sort
      when 'customer' then ' join public.customers c on c.organization_id = s.organization_id and c.id = s.customer_id'
      when 'vendor' then ' join public.vendors v on v.organization_id = s.organization_id and v.id = s.vendor_id'
      when 'agent' then ' join public.users a on a.organization_id = s.organization_id and a.id = s.agent_id'
      else '' end,
    private.with_tiebreakers((case sort
      -- A missing date is the earliest.
      when 'travel_date' then '{"coalesce(s.travel_date, ''-infinity'')"}'
      when 'total_amount' then '{s.total_amount}'
      when 'commission_amount' then '{s.commission_amount}'
      when 'booking_reference' then '{s.booking_reference}'
      when 'created_at' then '{s.created_at}'
      when 'status' then '{s.status}'
      when 'customer' then '{c.last_name,c.first_name,c.id}'
      when 'vendor' then '{v.name,v.id}'
      when 'agent' then '{a.last_name,a.first_name,a.id}'
      else '{}' end)::text[], 's.sale_date', 's.created_at')
$$;
comment on function private.sale_sort is 'FROM and the sort keys. An unknown `sort` is the date.';
