set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.call_function(name text, body jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.has_functions() then
    return;
  end if;
  execute $call$
    select net.http_post(
      url := u.decrypted_secret || '/functions/v1/' || $1,
      body := $2,
      headers := jsonb_build_object('Content-Type', 'application/json',
        'Authorization', 'Bearer ' || k.decrypted_secret, 'apikey', k.decrypted_secret),
      timeout_milliseconds := 60000)
    from vault.decrypted_secrets u, vault.decrypted_secrets k
    where u.name = 'project_url' and k.name = 'service_role_key' $call$ using call_function.name, call_function.body;
end $function$;

CREATE OR REPLACE FUNCTION private.has_functions()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  answer boolean;
begin
  if to_regprocedure('net.http_post(text, jsonb, jsonb, jsonb, integer)') is null
    or to_regclass('vault.decrypted_secrets') is null then
    return false;
  end if;
  execute $ask$ select count(*) = 2 from vault.decrypted_secrets s
    where s.name in ('project_url', 'service_role_key') and s.decrypted_secret <> '' $ask$ into answer;
  return answer;
end $function$;

COMMENT ON FUNCTION "private"."call_function"(text, jsonb) IS 'Calls an Edge Function with the rights of service_role when the transaction has
  committed; nobody waits for its answer. Does nothing where there are no functions.';

COMMENT ON FUNCTION "private"."has_functions"() IS 'Whether this installation has Edge Functions: pg_net, and the secrets project_url and
  service_role_key in Vault.';

REVOKE ALL ON FUNCTION "private"."call_function"(text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."call_function"(text, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."has_functions"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."has_functions"() TO "postgres";
