set local check_function_bodies = off;

DROP FUNCTION "public"."save_bank_account"(jsonb, uuid);

ALTER TABLE "public"."import_batches" ADD COLUMN "handled" int4multirange NOT NULL DEFAULT '{}'::int4multirange;

CREATE OR REPLACE FUNCTION private.rows_added_before(b public.import_batches, rows jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(e), '[]') from jsonb_array_elements(rows) e
  where (e ->> 'row_number')::int in (
    select s.import_row from public.sales s where b.kind = 'sales' and s.import_batch_id = b.id
    union all select v.import_row from public.vendors v where b.kind = 'vendors' and v.import_batch_id = b.id
    union all select c.import_row from public.customers c where b.kind = 'customers' and c.import_batch_id = b.id)
$function$;

CREATE OR REPLACE FUNCTION private.saved_by_begin_import(batch_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('kind', i.kind || '_import', 'id', i.id, 'name', 'the import of ' || i.file_name)
  from public.import_batches i
  where i.organization_id = private.current_organization_id() and i.id = saved_by_begin_import.batch_id
    and (private.is_admin() or i.created_by = auth.uid())
$function$;

CREATE OR REPLACE FUNCTION private.saved_by_save_bank_account(account_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('kind', 'bank_account', 'id', a.id, 'name', a.name)
  from public.bank_accounts a
  where a.organization_id = private.admin_organization_id() and a.id = saved_by_save_bank_account.account_id
$function$;

CREATE OR REPLACE FUNCTION private.saved_by_save_document(document_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_strip_nulls(jsonb_build_object('kind', 'document', 'id', d.id, 'name', d.title, 'record',
    case when d.record_id is not null then jsonb_build_object('kind', rtrim(d.record_type, 's'), 'id', d.record_id) end))
  from public.documents d where d.id = saved_by_save_document.document_id and private.may_see_document(d)
$function$;

CREATE OR REPLACE FUNCTION public.import_rows(batch_id uuid, rows jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.import_batches;
  added_before jsonb;
  answer jsonb;
begin
  b := private.lock_import_batch(import_rows.batch_id);
  if b.status <> 'running' then
    perform private.refuse(case b.status when 'undone' then 'This import was undone.' else 'This import has ended.' end);
  end if;
  perform private.check_import_portion(rows);
  -- One import at a time per tenant (advisory lock): a concurrent one with the same records would not be seen.
  perform pg_advisory_xact_lock(hashtextextended('import ' || b.organization_id, 0));
  added_before := private.rows_added_before(b, rows);
  answer := private.import_portion(b, private.rows_without(rows, added_before));
  update public.import_batches i
  set added = i.added + (answer ->> 'added')::int,
    skipped = i.skipped + (
      select count(*) from jsonb_array_elements(answer -> 'skips') e where not (e ->> 'row_number')::int <@ i.handled),
    failed = i.failed + (
      select count(*) from jsonb_array_elements(answer -> 'errors') e where not (e ->> 'row_number')::int <@ i.handled),
    handled = i.handled + (
      select coalesce(range_agg(int4range(n, n, '[]')), '{}') from (
        select (e ->> 'row_number')::int as n from jsonb_array_elements(rows) e) r)
  where i.id = b.id;
  if added_before = '[]' then
    return answer;
  end if;
  return answer || jsonb_build_object('added', (answer ->> 'added')::int + jsonb_array_length(added_before),
    'adds', case when b.kind = 'sales' then private.describe_imported_sales(b, rows) else '[]' end);
end $function$;

CREATE OR REPLACE FUNCTION public.save_bank_account(account jsonb, account_id uuid DEFAULT NULL::uuid, request_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.bank_organization();
  account_name text := nullif(btrim(account ->> 'name'), '');
  account_institution text := nullif(btrim(account ->> 'institution'), '');
  digits text := nullif(upper(right(regexp_replace(account ->> 'last_four', '[^A-Za-z0-9]', '', 'g'), 4)), '');
  saved_id uuid := save_bank_account.account_id;
  answer jsonb := private.begin_request('save_bank_account', request_key, case when jsonb_typeof(account) = 'object' then account
    else '{}' end || jsonb_build_object('account_id', saved_id));
begin
  if answer is not null then
    return answer;
  end if;
  if account_name is null then
    return private.command_result('Enter a name for the account.', 'name');
  elsif exists (select 1 from public.bank_accounts a where a.organization_id = caller_organization_id
    and lower(a.name) = lower(account_name) and a.archived_at is null and a.id is distinct from saved_id) then
    return private.command_result('There is an account of this name already.', 'name');
  end if;
  if saved_id is null then
    insert into public.bank_accounts (organization_id, name, institution, last_four, currency, created_by)
    select o.id, account_name, account_institution, digits, o.currency, auth.uid()
    from public.organizations o where o.id = caller_organization_id
    returning id into saved_id;
  else
    update public.bank_accounts a set name = account_name, institution = account_institution, last_four = digits
    where a.id = saved_id and a.organization_id = caller_organization_id;
    if not found then
      return private.command_result('This account does not exist.');
    end if;
  end if;
  return private.end_request(request_key, saved_id, private.command_result(null) || jsonb_build_object('id', saved_id));
end $function$;

REVOKE ALL ON FUNCTION "private"."rows_added_before"(public.import_batches, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."rows_added_before"(public.import_batches, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."saved_by_save_bank_account"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."saved_by_save_bank_account"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "public"."save_bank_account"(jsonb, uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."save_bank_account"(jsonb, uuid, uuid) TO "authenticated", "postgres";
