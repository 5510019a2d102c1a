set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.find_members_named(organization_id uuid, words text[], take integer, with_emails boolean)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.find_named(format(
    'select u.id, private.name_document(%1$s) as names, private.name_document(%1$s) as document, not u.is_active as archived,
      u.first_name || '' '' || u.last_name as label from public.users u where u.organization_id = $1',
    'u.first_name || '' '' || u.last_name' || case when with_emails then ' || '' '' || u.email' else '' end),
    'null::date', words, take, organization_id, null)
$function$;

CREATE OR REPLACE FUNCTION private.find_vendors_named(organization_id uuid, words text[], take integer, with_archived boolean)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.find_named(
    'select v.id, private.vendor_document(v.name, v.aliases) as names, private.vendor_document(v.name, v.aliases) as document,
      v.archived_at is not null as archived, v.name as label from public.vendors v where v.organization_id = $1'
      || case when with_archived then '' else ' and v.archived_at is null' end,
    'null::date', words, take, organization_id, null)
$function$;

CREATE OR REPLACE FUNCTION public.find_members_by_name(search text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  offered constant int := 20;
  caller_organization_id uuid := private.current_organization_id();
  ids uuid[];
begin
  ids := case when btrim(private.cut_search(search)) <> ''
    then private.find_members_named(caller_organization_id, private.customer_words(search), offered, private.is_admin())
    else array(select u.id from public.users u where u.organization_id = caller_organization_id
      order by not u.is_active, u.first_name, u.last_name, u.id limit offered) end;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name,
      'avatar_url', u.avatar_url, 'is_active', u.is_active) order by i.n), '[]')
    from unnest(ids) with ordinality i(id, n) join public.users u on u.id = i.id);
end $function$;

CREATE OR REPLACE FUNCTION public.find_vendors_by_name(search text DEFAULT NULL::text, with_archived boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
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
      'default_commission_rate', v.default_commission_rate, 'archived', v.archived_at is not null) order by i.n), '[]')
    from unnest(ids) with ordinality i(id, n) join public.vendors v on v.id = i.id);
end $function$;

CREATE OR REPLACE FUNCTION public.search_everything(query text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  shown constant int := 3;
  scope record := private.caller_scope();
  admins_organization_id uuid := private.admin_organization_id();
  typed text := private.cut_search(query);
  words text[];
  amount numeric;
  customer_ids uuid[];
  exact_ids uuid[];
  sale_ids uuid[];
  worth_ids uuid[];
begin
  if scope.organization_id is null or btrim(typed) = '' then
    return '{}';
  end if;
  words := private.customer_words(typed);
  -- A number alone is part of a reference or of a phone number.
  amount := case when btrim(typed) ~ '^\$?[\d,]{1,13}(\.\d{1,2})?$' and typed ~ '\d' and typed ~ '[$.]'
    then regexp_replace(typed, '[$,\s]', '', 'g')::numeric end;
  exact_ids := private.find_sales_referenced(scope.organization_id, scope.agent_id, typed);
  customer_ids := private.find_customers_named(scope.organization_id, scope.agent_id, typed, 20, true);
  sale_ids := private.find_sales_anyhow(scope.organization_id, scope.agent_id, typed, amount, customer_ids, exact_ids);
  worth_ids := exact_ids || private.find_commissions_worth(scope.organization_id, scope.agent_id, amount, exact_ids);
  return (
    select coalesce(jsonb_object_agg(f.kind, f.rows), '{}')
    from (
      select 'exact' as kind, private.found_sales(exact_ids) as rows
      union all
      select 'customers', private.found_customers(customer_ids[:shown], scope.agent_id)
      union all
      select 'sales', private.found_sales(sale_ids[:shown])
      union all
      select 'commissions', private.found_commissions(worth_ids || array(select id from unnest(sale_ids) with ordinality s(id, n)
        where s.id <> all (worth_ids) order by s.n), worth_ids, shown)
      union all
      select 'vendors', private.found_vendors(private.find_vendors_named(admins_organization_id, words, shown, true))
      where admins_organization_id is not null
      union all
      select 'team', private.found_members(private.find_members_named(admins_organization_id, words, shown, true))
      where admins_organization_id is not null
      union all
      select 'documents', private.found_documents(private.find_named(
        'select d.id, private.name_document(d.title) as names, private.name_document(d.title) as document,
          coalesce(d.expires_on < private.today(), false) as archived, d.title as label from public.documents d
          where d.organization_id = $1' || case when scope.agent_id is null then ''
            else ' and private.is_document_for(d, $1, $2, false)' end,
        'null::date', words, shown, scope.organization_id, scope.agent_id))
      -- A further kind joins here: its rows, of what the caller may open; shell/src/search/kinds.ts shows it.
      union all
      select 'bank', private.found_bank_transactions(
        private.find_bank_transactions(admins_organization_id, typed, amount, shown))
      where admins_organization_id is not null) f
    where f.rows <> '[]');
end $function$;

REVOKE ALL ON FUNCTION "private"."find_members_named"(uuid, text[], integer, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_members_named"(uuid, text[], integer, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."find_vendors_named"(uuid, text[], integer, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_vendors_named"(uuid, text[], integer, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "public"."find_members_by_name"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."find_members_by_name"(text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."find_vendors_by_name"(text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."find_vendors_by_name"(text, boolean) TO "authenticated", "postgres";
