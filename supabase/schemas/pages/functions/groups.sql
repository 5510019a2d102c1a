-- The pages of group bookings. Counts and sums are over the sales the reader may see: all of them for admins; an agent's own and those they
-- have a share of, with their part, as the list of sales that the page leads to.

create function private.group_figures(organization_id uuid, agent_id uuid, group_ids uuid[])
returns table (group_id uuid, figures jsonb)
language sql stable security definer set search_path = '' as $$
  select s.group_id, jsonb_build_object(
    'sales', count(*) filter (where s.status <> 'cancelled'),
    'booked', count(*) filter (where s.status = 'booked'), 'paid', count(*) filter (where s.status = 'paid'),
    'cancelled', count(*) filter (where s.status = 'cancelled'),
    'total_amount', coalesce(sum(s.total_amount) filter (where s.status <> 'cancelled'), 0),
    'commission_amount', coalesce(sum(s.commission_amount) filter (where s.status <> 'cancelled'), 0),
    'owed_amount', coalesce(sum(s.open) filter (where s.commission_status in ('unpaid', 'funds_received', 'agent_paid')), 0),
    'owed_count', count(*) filter (where s.open > 0 and s.commission_status in ('unpaid', 'funds_received', 'agent_paid')))
  from (
    select s.group_id, s.status, s.total_amount, s.commission_amount, w.status as commission_status, w.open
    from public.sales s
    left join private.commission_money w on w.organization_id = s.organization_id and w.sales_id = s.id
    where group_figures.agent_id is null and s.organization_id = group_figures.organization_id
      and s.group_id = any (group_figures.group_ids)
    union all
    select s.group_id, p.status, p.total_amount, p.commission_amount, w.status, w.open
    from public.sales s
    cross join lateral (select x.* from private.sales_by_share x
      where x.organization_id = s.organization_id and x.id = s.id and x.agent_id = group_figures.agent_id offset 0) p
    left join lateral (select x.* from private.commission_money_by_share x
      where x.organization_id = s.organization_id and x.sales_id = s.id and x.payee_id = group_figures.agent_id offset 0) w on true
    where group_figures.agent_id is not null and s.organization_id = group_figures.organization_id
      and s.group_id = any (group_figures.group_ids)
      and (s.agent_id = group_figures.agent_id
        or s.id = any (private.shared_sales(group_figures.organization_id, group_figures.agent_id)))) s
  group by s.group_id
$$;
comment on function private.group_figures is 'Of each group {sales, booked, paid, cancelled, total_amount, commission_amount, owed_amount,
  owed_count}: sales and sums without cancelled ones, and what the vendor has not paid of them. agent_id: of this person''s sales and of
  those they have a share of, their part.';

create function private.no_group_figures() returns jsonb
language sql immutable set search_path = '' as $$
  select '{"sales": 0, "booked": 0, "paid": 0, "cancelled": 0, "total_amount": 0, "commission_amount": 0, "owed_amount": 0,
    "owed_count": 0}'::jsonb
$$;

create function public.list_sale_groups(search text default null, state text default 'active', page int default 1,
  page_size int default 20, vendor_id uuid default null)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  scope record := private.caller_scope();
  patterns text[] := private.search_patterns(extensions.unaccent(private.cut_search(list_sale_groups.search)));
  page_no int := greatest(coalesce(list_sale_groups.page, 1), 1);
  size int := least(greatest(coalesce(list_sale_groups.page_size, 20), 1), 100);
  total bigint;
  chosen uuid[];
  answer jsonb;
begin
  if private.has_too_many_search_words(patterns) then
    scope.organization_id := null;
  end if;
  with matching as (
    select g.id, g.travel_date, g.name from public.sale_groups g
    join public.vendors v on v.organization_id = g.organization_id and v.id = g.vendor_id
    where g.organization_id = scope.organization_id
      and (list_sale_groups.state = 'all' or (g.archived_at is not null) = (list_sale_groups.state = 'archived'))
      and (list_sale_groups.vendor_id is null or g.vendor_id = list_sale_groups.vendor_id)
      and (patterns is null or private.normalize_search_text(g.name || ' ' || coalesce(g.booking_reference, '') || ' ' || v.name) like all (patterns))
  )
  select (select count(*) from matching), array(select m.id from matching m
    order by m.travel_date desc nulls first, m.name, m.id limit size offset (page_no - 1)::bigint * size)
  into total, chosen;
  select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name, 'booking_reference', g.booking_reference,
      'travel_date', g.travel_date, 'return_date', g.return_date, 'default_commission_rate', g.default_commission_rate,
      'archived', g.archived_at is not null,
      'vendor', jsonb_build_object('id', v.id, 'name', v.name, 'logo_url', v.logo_url,
        'default_commission_rate', v.default_commission_rate),
      'figures', coalesce(f.figures, private.no_group_figures())) order by u.n), '[]')
  into answer
  from unnest(chosen) with ordinality u(id, n)
  join public.sale_groups g on g.id = u.id
  join public.vendors v on v.organization_id = g.organization_id and v.id = g.vendor_id
  left join private.group_figures(scope.organization_id, scope.agent_id, chosen) f on f.group_id = g.id;
  return jsonb_build_object('rows', answer, 'count', total, 'page', page_no, 'page_size', size,
    'total_pages', (total + size - 1) / size);
end $$;
comment on function public.list_sale_groups is '{rows, count, page, page_size, total_pages}: groups, those without a travel date first, then the
  latest trip first, each with the figures of the sales the reader may see. state: active, archived or all; page_size is 1 to 100.';
grant execute on function public.list_sale_groups(text, text, integer, integer, uuid) to authenticated;

create function public.get_sale_group(group_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  most_rows constant int := 200;
  scope record := private.caller_scope();
  shared constant uuid[] := private.shared_sales(scope.organization_id, scope.agent_id);
  chosen public.sale_groups;
  ids uuid[];
begin
  select g.* into chosen from public.sale_groups g where g.organization_id = scope.organization_id and g.id = get_sale_group.group_id;
  if chosen.id is null then
    return null;
  end if;
  ids := array(select s.id from public.sales s
    where s.organization_id = scope.organization_id and s.group_id = chosen.id
      and (scope.agent_id is null or s.agent_id = scope.agent_id or s.id = any (shared))
    order by s.status = 'cancelled', s.sale_date desc, s.created_at desc, s.booking_reference desc, s.id limit most_rows);
  return jsonb_build_object('id', chosen.id, 'name', chosen.name, 'booking_reference', chosen.booking_reference,
    'travel_date', chosen.travel_date, 'return_date', chosen.return_date, 'default_commission_rate', chosen.default_commission_rate,
    'notes', chosen.notes, 'version', chosen.version, 'archived', chosen.archived_at is not null, 'created_at', chosen.created_at,
    'vendor', (select jsonb_build_object('id', v.id, 'name', v.name, 'logo_url', v.logo_url,
        'default_commission_rate', v.default_commission_rate)
      from public.vendors v where v.organization_id = scope.organization_id and v.id = chosen.vendor_id),
    'created_by', (select jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name)
      from public.users u where u.organization_id = scope.organization_id and u.id = chosen.created_by),
    'may_change', scope.agent_id is null or chosen.created_by is not distinct from auth.uid(),
    'figures', coalesce((select f.figures from private.group_figures(scope.organization_id, scope.agent_id, array[chosen.id]) f),
      private.no_group_figures()),
    'other_dates', (select count(*) from public.sales s
      where s.organization_id = scope.organization_id and s.group_id = chosen.id and chosen.travel_date is not null
        and (scope.agent_id is null or s.agent_id = scope.agent_id) and private.other_dates(s, chosen)),
    'sales', private.sale_rows(ids, false, scope.agent_id, scope.agent_id is null));
end $$;
comment on function public.get_sale_group is 'A group with `figures` (private.group_figures), `sales` (as list_sales; the newest 200) and
  `other_dates` (how many booked ones have other dates than the group, of an agent those they sold), all of those the reader may see; `may_change`: whether they may
  change the group. Null for none of their organization.';
grant execute on function public.get_sale_group(uuid) to authenticated;
