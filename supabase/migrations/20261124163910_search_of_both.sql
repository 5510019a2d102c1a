set local check_function_bodies = off;

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
