-- What pickers and filters offer: found as in the search (search/functions/search), which forgives accents, case, the order of words and a slip; without
-- a search in the order of names. Up to twenty; more is a reason to type.

create function public.find_customers_by_name(search text default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  offered constant int := 20;
  scope record := private.caller_scope();
  ids uuid[];
begin
  if scope.organization_id is null then
    return '[]';
  end if;
  ids := case when btrim(private.cut_search(search)) <> ''
    then private.find_customers_named(scope.organization_id, scope.agent_id, search, offered, false)
    else array(select c.id from public.customers c where c.organization_id = scope.organization_id and c.archived_at is null
      order by c.last_name, c.first_name, c.id limit offered) end;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'first_name', c.first_name, 'last_name', c.last_name,
      'email', c.email, 'phone', c.phone) order by i.n), '[]')
    from unnest(ids) with ordinality i(id, n) join public.customers c on c.id = i.id);
end $$;
comment on function public.find_customers_by_name is '[{id, first_name, last_name, email, phone}]: customers without archived
  ones.';
grant execute on function public.find_customers_by_name(text) to authenticated;

create function public.find_vendors_by_name(search text default null, with_archived boolean default false) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  offered constant int := 20;
  caller_organization_id uuid := private.current_organization_id();
  with_archived boolean := coalesce(find_vendors_by_name.with_archived, false);
  ids uuid[];
begin
  ids := case when btrim(private.cut_search(search)) <> ''
    then private.find_vendors_named(caller_organization_id, private.customer_words(search), offered, with_archived)
    else array(select v.id from public.vendors v where v.organization_id = caller_organization_id
      and (with_archived or v.archived_at is null) order by v.archived_at is not null, v.name, v.id limit offered) end;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'name', v.name, 'logo_url', v.logo_url,
      'default_commission_rate', v.default_commission_rate, 'archived', v.archived_at is not null)
      -- Of most vendors the default rate says all.
      || case when r.rates <> '[]' then jsonb_build_object('rates', r.rates) else '{}' end order by i.n), '[]')
    from unnest(ids) with ordinality i(id, n)
    cross join lateral (select private.vendor_rates_of(caller_organization_id, i.id) as rates) r
    join public.vendors v on v.id = i.id);
end $$;
comment on function public.find_vendors_by_name is '[{id, name, logo_url, default_commission_rate, archived, rates}]: vendors, for filters
  with archived ones, which come last; rates (private.vendor_rates_of) where there are any.';
grant execute on function public.find_vendors_by_name(text, boolean) to authenticated;

create function public.find_members_by_name(search text default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  offered constant int := 20;
  caller_organization_id uuid := private.current_organization_id();
  ids uuid[];
begin
  ids := case when btrim(private.cut_search(search)) <> ''
    then private.find_members_named(caller_organization_id, private.customer_words(search), offered, private.is_admin())
    else array(select u.id from public.users u where u.organization_id = caller_organization_id and u.role <> 'integration'
      order by not u.is_active, u.first_name, u.last_name, u.id limit offered) end;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name,
      'avatar_url', u.avatar_url, 'is_active', u.is_active) order by i.n), '[]')
    from unnest(ids) with ordinality i(id, n) join public.users u on u.id = i.id);
end $$;
comment on function public.find_members_by_name is '[{id, first_name, last_name, avatar_url, is_active}]: members, inactive ones
  last; admins find them by e-mail address, too.';
grant execute on function public.find_members_by_name(text) to authenticated;
