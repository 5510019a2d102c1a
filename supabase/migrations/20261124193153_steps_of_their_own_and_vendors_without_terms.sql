set local check_function_bodies = off;

DROP FUNCTION "public"."export_vendors"(text, text, text, text, boolean);

DROP FUNCTION "public"."list_vendors"(text, text, text, text, boolean, integer, integer);

ALTER TABLE "public"."organizations" ADD COLUMN "writing_saved_at" timestamp with time zone;

ALTER TABLE "public"."organizations" ADD COLUMN "split_saved_at" timestamp with time zone;

CREATE OR REPLACE FUNCTION private.stamp_organization()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if tg_argv[0] = 'writing' then
    new.writing_saved_at := now();
  else
    new.split_saved_at := now();
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.export_vendors(search text DEFAULT NULL::text, category text DEFAULT NULL::text, state text DEFAULT 'active'::text, sort text DEFAULT 'name'::text, descending boolean DEFAULT false, without_terms boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  page jsonb;
  pages int := 1;
  list jsonb := '[]';
  answer jsonb;
begin
  -- A tenant has some hundred vendors: reading the list page by page is fast enough.
  for number in 1 .. 501 loop
    exit when number > pages;
    page := public.list_vendors(export_vendors.search, export_vendors.category, export_vendors.state, export_vendors.sort,
      export_vendors.descending, number, 100, export_vendors.without_terms);
    pages := (page ->> 'total_pages')::int;
    list := list || (page -> 'rows');
  end loop;
  select coalesce(jsonb_agg(jsonb_build_array(v.name, v.category, v.email, v.phone, v.website, v.contacts -> 0 ->> 'name',
      v.contacts -> 0 ->> 'role', v.contacts -> 0 ->> 'email', v.contacts -> 0 ->> 'phone', v.address_line_1, v.address_line_2,
      v.city, v.region, v.postal_code, v.country, v.account_number, v.default_commission_rate, v.expected_payment_days,
      v.expected_payment_basis, array_to_string(v.aliases, '; '), v.notes, u.e -> 'sales_count', u.e -> 'total_amount',
      v.archived_at::date) order by u.n), '[]')
  into answer
  from jsonb_array_elements(list) with ordinality u(e, n)
  join public.vendors v on v.id = (u.e ->> 'id')::uuid;
  return private.export_answer('{name,category,email,phone,website,contact_name,contact_role,contact_email,contact_phone,
    address_line_1,address_line_2,city,region,postal_code,country,account_number,default_commission_rate,expected_payment_days,
    expected_payment_basis,aliases,notes,sales_count,total_amount,archived_on}', answer);
end $function$;

CREATE OR REPLACE FUNCTION public.get_first_steps()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'agency', o.writing_saved_at is not null,
    'split', o.split_saved_at is not null,
    'vendor', exists (select 1 from public.vendors v where v.organization_id = o.id),
    'sale', exists (select 1 from public.sales s where s.organization_id = o.id),
    'people', (select count(*) > 1 from public.users u where u.organization_id = o.id)
      or exists (select 1 from public.invitations i where i.organization_id = o.id),
    'bank', exists (select 1 from public.bank_imports b where b.organization_id = o.id),
    'vendors_without_terms', (select count(*) from public.vendors v
      where v.organization_id = o.id and v.archived_at is null and v.expected_payment_days is null),
    'default_split', o.default_commission_split,
    'received_on', o.commission_received_on)
  from public.organizations o
  where o.id = private.current_organization_id() and private.is_admin()
$function$;

CREATE OR REPLACE FUNCTION public.list_vendors(search text DEFAULT NULL::text, category text DEFAULT NULL::text, state text DEFAULT 'active'::text, sort text DEFAULT 'name'::text, descending boolean DEFAULT false, page integer DEFAULT 1, page_size integer DEFAULT 10, without_terms boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.admin_organization_id();
  patterns text[] := private.search_patterns(extensions.unaccent(private.cut_search(list_vendors.search)));
  wanted_state text := case when list_vendors.state in ('archived', 'all') then list_vendors.state else 'active' end;
  wanted_category text := case when list_vendors.category in
    ('cruise', 'tour', 'hotel', 'resort', 'air', 'rail', 'car', 'ferry', 'insurance', 'other') then list_vendors.category end;
  key text := case when list_vendors.sort in
    ('category', 'default_commission_rate', 'sales_count', 'total_amount', 'created_at') then list_vendors.sort else 'name' end;
  down boolean := coalesce(list_vendors.descending, false);
  page_no int := greatest(coalesce(list_vendors.page, 1), 1);
  size int := least(greatest(coalesce(list_vendors.page_size, 10), 1), 100);
  misspelled uuid[];
  answer jsonb;
begin
  if private.has_too_many_search_words(patterns) then
    caller_organization_id := null;
  end if;
  if patterns is not null and not exists (select from public.vendors v where v.organization_id = caller_organization_id
    and private.normalize_search_text(v.name || ' ' || array_to_string(v.aliases, ' ')) like all (patterns)) then
    misspelled := private.find_misspelled_vendors(caller_organization_id, list_vendors.search);
  end if;
  with matching as materialized (
    select v.id, v.name, v.logo_url, v.category, v.default_commission_rate, v.expected_payment_days, v.expected_payment_basis,
      v.archived_at, v.created_at
    from public.vendors v
    where v.organization_id = caller_organization_id
      and (wanted_state = 'all' or (v.archived_at is not null) = (wanted_state = 'archived'))
      and (list_vendors.without_terms is not true or v.expected_payment_days is null)
      and (patterns is null or v.id = any (misspelled)
        or private.normalize_search_text(v.name || ' ' || array_to_string(v.aliases, ' ')) like all (patterns))
  ), sums as (
    select t.id as vendor_id, t.sales_count as n, t.total_amount as amount
    from private.sales_by('vendor', caller_organization_id, null, '1900-01-01', '2199-12-31') t
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
end $function$;

CREATE TRIGGER organizations_80_stamp_split BEFORE UPDATE OF default_commission_split, commission_received_on ON public.organizations FOR EACH ROW EXECUTE FUNCTION private.stamp_organization('split');

CREATE TRIGGER organizations_80_stamp_writing BEFORE UPDATE OF currency, amount_notation, date_order, time_zone ON public.organizations FOR EACH ROW EXECUTE FUNCTION private.stamp_organization('writing');

COMMENT ON COLUMN "public"."organizations"."split_saved_at" IS 'When default_commission_split or commission_received_on was saved last; null where they are as sign-up left them';

COMMENT ON COLUMN "public"."organizations"."writing_saved_at" IS 'When currency, amount_notation, date_order or time_zone was saved last; null where they are as sign-up left them';

REVOKE ALL ON FUNCTION "private"."stamp_organization"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."stamp_organization"() TO "postgres";

REVOKE ALL ON FUNCTION "public"."export_vendors"(text, text, text, text, boolean, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."export_vendors"(text, text, text, text, boolean, boolean) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."list_vendors"(text, text, text, text, boolean, integer, integer, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_vendors"(text, text, text, text, boolean, integer, integer, boolean) TO "authenticated", "postgres";

-- What was ticked stays ticked: until now one saved setting ticked both.
update public.organizations set writing_saved_at = updated_at, split_saved_at = updated_at where updated_at > created_at;
