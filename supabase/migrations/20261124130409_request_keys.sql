set local check_function_bodies = off;

DROP FUNCTION "public"."create_sale"(jsonb, text[]);

CREATE TABLE "private"."request_keys" ("organization_id" uuid NOT NULL, "user_id" uuid NOT NULL, "key" uuid NOT NULL, "command" text NOT NULL, "hash" text NOT NULL, "parts" jsonb NOT NULL, "answer" jsonb, "record_id" uuid, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "request_keys_pkey" PRIMARY KEY (organization_id, user_id, key));

ALTER TABLE "private"."request_keys" ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION private.begin_request(command text, request_key uuid, sent jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id constant uuid := private.current_organization_id();
  content constant jsonb := jsonb_strip_nulls(sent);
  content_hash constant text := encode(sha256(convert_to(request_key || content::text, 'UTF8')), 'hex');
  content_parts constant jsonb := (
    select coalesce(jsonb_object_agg(e.key, left(md5(request_key || e.value::text), 4)), '{}') from jsonb_each(content) e);
  first private.request_keys;
  saved jsonb;
begin
  if request_key is null or caller_organization_id is null then
    return null;
  end if;
  insert into private.request_keys as k (organization_id, user_id, key, command, hash, parts)
  values (caller_organization_id, auth.uid(), request_key, begin_request.command, content_hash, content_parts)
  on conflict (organization_id, user_id, key) do update
    set command = excluded.command, hash = excluded.hash, parts = excluded.parts, created_at = excluded.created_at
    where k.answer is null;
  if found then
    return null;
  end if;
  select k.* into first from private.request_keys k
  where k.organization_id = caller_organization_id and k.user_id = auth.uid() and k.key = request_key;
  if first.command = begin_request.command and first.hash = content_hash then
    return first.answer;
  end if;
  saved := private.saved_as(first.command, first.record_id);
  raise exception using errcode = 'P0001', hint = 'saved_already',
    message = case when saved is null then 'Saved already.' else 'Saved already as ' || (saved ->> 'name') || '.' end,
    detail = (coalesce(saved, '{}') || jsonb_build_object('differs', (
      select coalesce(jsonb_agg(f.name order by f.name), '[]')
      from (select jsonb_object_keys(first.parts) as name union select jsonb_object_keys(content_parts)) f
      where first.parts -> f.name is distinct from content_parts -> f.name)))::text;
end $function$;

CREATE OR REPLACE FUNCTION private.end_request(request_key uuid, record_id uuid, answer jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if request_key is not null then
    update private.request_keys k set answer = end_request.answer, record_id = end_request.record_id
    where k.organization_id = private.current_organization_id() and k.user_id = auth.uid() and k.key = request_key
      and k.answer is null;
  end if;
  return end_request.answer;
end $function$;

CREATE OR REPLACE FUNCTION private.forget_request_keys()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from private.request_keys k where k.created_at < now() - interval '31 days'
$function$;

CREATE OR REPLACE FUNCTION private.saved_as(command text, record_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id constant uuid := private.current_organization_id();
begin
  if command = 'create_sale' then
    return (
      select jsonb_build_object('kind', 'sale', 'id', s.id, 'name', s.booking_reference)
      from public.sales s
      where s.organization_id = caller_organization_id and s.id = saved_as.record_id
        and (private.is_admin() or s.agent_id = auth.uid()));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.create_sale(sale jsonb, traveler_ids text[] DEFAULT '{}'::text[], request_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  input jsonb;
  columns text;
  saved record;
  answer jsonb := private.begin_request('create_sale', request_key,
    case when jsonb_typeof(create_sale.sale) = 'object' then create_sale.sale else '{}' end
      || jsonb_build_object('traveler_ids', create_sale.traveler_ids));
begin
  if answer is not null then
    return answer;
  end if;
  if create_sale.sale ? 'status' then
    perform private.refuse('A new sale is booked.', 'status');
  end if;
  input := private.check_sale_input(
    -- Required fields: null is refused with the field's message.
    '{"customer_id": null, "vendor_id": null, "booking_reference": null, "total_amount": null}'::jsonb || create_sale.sale,
    '{customer_id,vendor_id,agent_id,booking_reference,sale_date,travel_date,return_date,total_amount,commission_amount,
      commission_rate,commission_basis,currency,notes}');
  if input ->> 'commission_basis' = 'amount' and not input ? 'commission_amount' then
    perform private.refuse('Enter the commission amount.', 'commission_amount');
  end if;
  input := input || private.check_traveler_ids(coalesce(create_sale.traveler_ids, '{}'));
  columns := (select string_agg(quote_ident(k), ', ') from jsonb_object_keys(input) k);
  execute format('insert into public.sales (%1$s) select %1$s from jsonb_populate_record(null::public.sales, $1)
    returning id, version', columns) into saved using input;
  return private.end_request(request_key, saved.id, jsonb_build_object('id', saved.id, 'version', saved.version));
end $function$;

ALTER TABLE "private"."request_keys" ADD CONSTRAINT "request_keys_organization_id_fkey" FOREIGN KEY (organization_id) REFERENCES public.organizations(id) ON DELETE CASCADE;

ALTER TABLE "private"."request_keys" ADD CONSTRAINT "request_keys_organization_id_user_id_fkey" FOREIGN KEY (organization_id, user_id) REFERENCES public.users(organization_id, id) ON DELETE CASCADE;

CREATE INDEX request_keys_created_at_idx ON private.request_keys USING btree (created_at);

REVOKE ALL ON FUNCTION "private"."begin_request"(text, uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."begin_request"(text, uuid, jsonb) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."end_request"(uuid, uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."end_request"(uuid, uuid, jsonb) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."forget_request_keys"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."forget_request_keys"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."saved_as"(text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."saved_as"(text, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "public"."create_sale"(jsonb, text[], uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."create_sale"(jsonb, text[], uuid) TO "authenticated", "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."request_keys" TO "postgres";
DO $$
BEGIN
  IF to_regnamespace('cron') IS NOT NULL THEN
    PERFORM cron.schedule('forget-request-keys', '59 seconds', 'select private.forget_request_keys()');
  END IF;
END $$;
