set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.typed_amount(typed text, organization_id uuid, marked boolean DEFAULT false)
 RETURNS numeric
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  parts text[] := regexp_match(btrim(typed),
    '^([$]|[^\x01-\x7f]{1,3}|[[:alpha:]]{3})?\s*(\d[\d., '']{0,18})\s*([$]|[^\x01-\x7f]{1,3}|[[:alpha:]]{3})?$');
  mark text := concat(parts[1], parts[3]);
  agency record;
  digits text := replace(replace(btrim(parts[2]), ' ', ''), '''', '');
  separators text := regexp_replace(digits, '\d', '', 'g');
  decimals text := right(separators, 1);
begin
  select o.amount_notation, o.currency into agency from public.organizations o where o.id = organization_id;
  if digits is null or mark ~ '[[:alpha:]]{3}' and upper(mark) <> agency.currency then
    return null;
  elsif separators ~ '^(.)\1+$' then
    decimals := case decimals when '.' then ',' else '.' end;
  elsif digits ~ '^[1-9]\d{0,2}[.,]\d{3}$' then
    decimals := case agency.amount_notation when 'comma' then ',' else '.' end;
  end if;
  digits := replace(replace(digits, case decimals when ',' then '.' else ',' end, ''), ',', '.');
  return case when digits ~ '^\d{1,10}(\.\d{1,2})?$' and (not marked or digits ~ '\.' or mark <> '')
    then digits::numeric end;
end $function$;

CREATE OR REPLACE FUNCTION public.find_open_commissions(search text DEFAULT NULL::text, vendor_id uuid DEFAULT NULL::uuid, page integer DEFAULT 1, taken_back boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  caller_organization_id uuid := private.bank_organization();
  typed text := nullif(btrim(left(search, 200)), '');
  pattern text := '%' || replace(replace(replace(lower(typed), '\', '\\'), '%', '\%'), '_', '\_') || '%';
  takes_back boolean := coalesce(find_open_commissions.taken_back, false);
  ids uuid[];
begin
  ids := array(
    select c.id
    from public.commissions c
    join public.sales s on s.id = c.sales_id and s.organization_id = c.organization_id
    where c.organization_id = caller_organization_id
      and (c.undeposited_amount > 0 and not takes_back or c.deposited_amount > 0 and takes_back and typed is not null)
      and (find_open_commissions.vendor_id is null or c.vendor_id = find_open_commissions.vendor_id)
      and (typed is null or s.id in (
        select o.id from public.sales o where o.organization_id = caller_organization_id
          and lower(o.booking_reference collate pg_catalog."pg_c_utf8") like pattern
        union all
        select o.id from public.sales o where o.organization_id = caller_organization_id and o.customer_id in (
          select k.customer_id from private.customer_search k where k.organization_id = caller_organization_id
            and k.document like private.normalize_search_text(pattern) limit 500)
        union all
        select m.sales_id from public.commissions m where m.organization_id = caller_organization_id
          and case when takes_back then m.deposited_amount else m.undeposited_amount end = private.typed_amount(typed, caller_organization_id)))
    order by c.manual_amount > 0 and not takes_back, c.due_on, c.id limit 1000);
  return jsonb_build_object('count', cardinality(ids), 'rows', private.bank_commission_rows(caller_organization_id,
    ids[(greatest(coalesce(page, 1), 1) - 1) * 20 + 1 : greatest(coalesce(page, 1), 1) * 20], takes_back));
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
  amount := case when btrim(typed) !~ '^[\d]*$' then private.typed_amount(typed, scope.organization_id, true) end;
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
      select 'vendors', private.found_vendors(private.find_named(
        'select v.id, private.vendor_document(v.name, v.aliases) as names, private.vendor_document(v.name, v.aliases) as document,
          v.archived_at is not null as archived, v.name as label from public.vendors v where v.organization_id = $1',
        'null::date', words, shown, admins_organization_id, null))
      where admins_organization_id is not null
      union all
      select 'team', private.found_members(private.find_named(
        'select u.id, private.name_document(u.first_name || '' '' || u.last_name || '' '' || u.email) as names,
          private.name_document(u.first_name || '' '' || u.last_name || '' '' || u.email) as document, not u.is_active as archived,
          u.first_name || '' '' || u.last_name as label from public.users u where u.organization_id = $1',
        'null::date', words, shown, admins_organization_id, null))
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

REVOKE ALL ON FUNCTION "private"."typed_amount"(text, uuid, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."typed_amount"(text, uuid, boolean) TO "postgres";
