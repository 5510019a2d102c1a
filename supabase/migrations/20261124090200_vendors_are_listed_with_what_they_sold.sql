-- Vendors as admins work with them: a list with sums from the rollups, a profile in one call, and what becomes of a vendor
-- one no longer works with. Like the lists of sales these run with the owner's rights and decide themselves who may ask.

create extension if not exists unaccent with schema extensions;

-- The caller's organization, for admins; null for everybody else.
create function private.admin_home() returns uuid
language sql stable security definer set search_path = '' as $$
  select case when private.is_admin() then private.current_organization_id() end
$$;

-- What a function answers that changes something: done, or why not and the column that belongs to it.
create function private.outcome(refusal text, field text default null) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('success', refusal is null, 'error', refusal,
    'field', case when refusal is not null then nullif(field, '') end)
$$;

-- {rows, count, page, page_size, total_pages, by_category}. For admins; everybody else finds nothing. Every typed word is
-- part of the name or of an alias. `by_category` counts what matches but for the category, `count` that too. Sums are those
-- of all sales but cancelled ones. An unknown category, state or sort is ignored; page_size is 1 to 100.
create function public.list_vendors(
  search text default null, category text default null, state text default 'active', sort text default 'name',
  descending boolean default false, page int default 1, page_size int default 10)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  home uuid := private.admin_home();
  patterns text[] := private.search_patterns(extensions.unaccent(list_vendors.search));
  wanted_state text := case when list_vendors.state in ('archived', 'all') then list_vendors.state else 'active' end;
  wanted_category text := case when list_vendors.category in
    ('cruise', 'tour', 'hotel', 'resort', 'air', 'rail', 'car', 'ferry', 'insurance', 'other') then list_vendors.category end;
  key text := case when list_vendors.sort in
    ('category', 'default_commission_rate', 'sales_count', 'total_amount', 'created_at') then list_vendors.sort else 'name' end;
  down boolean := coalesce(list_vendors.descending, false);
  page_no int := greatest(coalesce(list_vendors.page, 1), 1);
  size int := least(greatest(coalesce(list_vendors.page_size, 10), 1), 100);
  answer jsonb;
begin
  if private.is_hopeless(patterns) then
    home := null;
  end if;
  with matching as materialized (
    select v.id, v.name, v.logo_url, v.category, v.default_commission_rate, v.expected_payment_days, v.expected_payment_basis,
      v.archived_at, v.created_at
    from public.vendors v
    where v.organization_id = home
      and (wanted_state = 'all' or (v.archived_at is not null) = (wanted_state = 'archived'))
      and (patterns is null
        or private.fold(v.name || ' ' || array_to_string(v.aliases, ' ')) like all (patterns))
  ), sums as (
    select m.vendor_id, sum(m.sales_count) as n, sum(m.total_amount) as amount
    from private.sales_monthly_by_vendor m
    where m.organization_id = home and m.status <> 'cancelled'
    group by m.vendor_id
  ), chosen as (
    select m.*, coalesce(s.n, 0) as sales_count, coalesce(s.amount, 0) as total_amount,
      row_number() over (order by
        case when not down then case key when 'category' then m.category end end,
        case when down then case key when 'category' then m.category end end desc,
        case when not down then case key when 'default_commission_rate' then m.default_commission_rate
          when 'sales_count' then coalesce(s.n, 0) when 'total_amount' then coalesce(s.amount, 0) end end,
        case when down then case key when 'default_commission_rate' then m.default_commission_rate
          when 'sales_count' then coalesce(s.n, 0) when 'total_amount' then coalesce(s.amount, 0) end end desc,
        case when not down and key = 'created_at' then m.created_at end,
        case when down and key = 'created_at' then m.created_at end desc,
        case when down and key = 'name' then m.name end desc,
        m.name, m.id) as position
    from matching m
    left join sums s on s.vendor_id = m.id
    where wanted_category is null or m.category = wanted_category
  )
  select jsonb_build_object(
    'rows', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'logo_url', c.logo_url,
        'category', c.category, 'default_commission_rate', c.default_commission_rate,
        'expected_payment_days', c.expected_payment_days, 'expected_payment_basis', c.expected_payment_basis,
        'is_archived', c.archived_at is not null, 'sales_count', c.sales_count, 'total_amount', c.total_amount)
        order by c.position), '[]')
      from chosen c where c.position > (page_no - 1)::bigint * size and c.position <= page_no::bigint * size),
    'count', (select count(*) from chosen), 'page', page_no, 'page_size', size,
    'total_pages', (select (count(*) + size - 1) / size from chosen),
    'by_category', (select coalesce(jsonb_object_agg(t.category, t.n), '{}')
      from (select m.category, count(*) as n from matching m group by m.category) t))
  into answer;
  return answer;
end $$;

-- {vendor, figures} for admins; null for everybody else, and for a vendor of somebody else. Without cancelled ones: sales
-- and their sums from the rollups; commissions expected (unpaid, not overdue), received, and overdue (unpaid after the day
-- the vendor should have paid).
create function public.get_vendor_profile(vendor_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  home uuid := private.admin_home();
  today date := private.today();
  vendor public.vendors%rowtype;
  figures jsonb;
begin
  select v.* into vendor from public.vendors v where v.id = get_vendor_profile.vendor_id and v.organization_id = home;
  if vendor.id is null then
    return null;
  end if;
  select jsonb_build_object('sales_count', coalesce(sum(m.sales_count), 0), 'total_amount', coalesce(sum(m.total_amount), 0),
    'commission_amount', coalesce(sum(m.commission_amount), 0)) into figures
  from private.sales_monthly_by_vendor m
  where m.organization_id = home and m.vendor_id = vendor.id and m.status <> 'cancelled';
  select figures || jsonb_build_object(
    'expected', jsonb_build_object('count', coalesce(sum(c.n) filter (where c.name = 'expected'), 0),
      'amount', coalesce(sum(c.amount) filter (where c.name = 'expected'), 0)),
    'received', jsonb_build_object('count', coalesce(sum(c.n) filter (where c.name = 'received'), 0),
      'amount', coalesce(sum(c.received) filter (where c.name = 'received'), 0)),
    'overdue', jsonb_build_object('count', coalesce(sum(c.n) filter (where c.name = 'overdue'), 0),
      'amount', coalesce(sum(c.amount) filter (where c.name = 'overdue'), 0))) into figures
  from (
    select case when c.status <> 'unpaid' then 'received' when c.due_on < today then 'overdue' else 'expected' end as name,
      count(*) as n, sum(c.amount) as amount, sum(coalesce(c.received_amount, c.amount)) as received
    from public.commissions c
    where c.organization_id = home and c.vendor_id = vendor.id and c.status in ('unpaid', 'funds_received', 'agent_paid')
    group by 1) c;
  return jsonb_build_object('vendor', to_jsonb(vendor) || jsonb_build_object('is_archived', vendor.archived_at is not null),
    'figures', figures);
end $$;

-- Why the caller may not manage this vendor, which is locked otherwise; null when they may.
create function private.vendor_refusal(vendor_id uuid) returns text
language plpgsql security definer set search_path = '' as $$
begin
  if private.admin_home() is null then
    return 'You do not have permission to manage vendors.';
  end if;
  perform 1 from public.vendors v
  where v.id = vendor_refusal.vendor_id and v.organization_id = private.admin_home() for no key update;
  return case when not found then 'This vendor does not exist.' end;
end $$;

create function public.archive_vendor(vendor_id uuid, archived boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  refusal text := private.vendor_refusal(archive_vendor.vendor_id);
begin
  if refusal is null and archive_vendor.archived is null then
    refusal := 'Say whether the vendor is archived.';
  end if;
  if refusal is null then
    update public.vendors v set archived_at = case when archive_vendor.archived then now() end
    where v.id = archive_vendor.vendor_id and (v.archived_at is not null) <> archive_vendor.archived;
  end if;
  return private.outcome(refusal);
end $$;

-- A sale that is recorded at the same moment is found by its reference.
create function public.delete_vendor(vendor_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  refusal text := private.vendor_refusal(delete_vendor.vendor_id);
begin
  if refusal is null then
    begin
      delete from public.vendors v where v.id = delete_vendor.vendor_id;
    exception when foreign_key_violation then
      refusal := 'A vendor with sales cannot be deleted. Archive it instead.';
    end;
  end if;
  return private.outcome(refusal);
end $$;

revoke all on function private.admin_home(), private.outcome(text, text),
  public.list_vendors(text, text, text, text, boolean, int, int), public.get_vendor_profile(uuid),
  private.vendor_refusal(uuid), public.archive_vendor(uuid, boolean), public.delete_vendor(uuid)
  from public, anon, authenticated;
grant execute on function public.list_vendors(text, text, text, text, boolean, int, int), public.get_vendor_profile(uuid),
  public.archive_vendor(uuid, boolean), public.delete_vendor(uuid) to authenticated;
