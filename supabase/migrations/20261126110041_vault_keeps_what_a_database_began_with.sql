set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.remove_document_files()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  names text[];
begin
  delete from private.document_uploads u where u.created_at < now() - interval '1 day';
  delete from private.removed_document_files f where not exists (
    select 1 from storage.objects o where o.bucket_id = 'documents' and o.name = f.name);
  names := array(select f.name from private.removed_document_files f order by f.removed_at limit 100);
  if cardinality(names) = 0 then
    return;
  elsif to_regproc('net.http_delete') is not null and to_regclass('vault.decrypted_secrets') is not null then
    execute $call$
      select net.http_delete(
        url := u.decrypted_secret || '/storage/v1/object/documents/' || n.name,
        headers := jsonb_build_object('Authorization', 'Bearer ' || k.decrypted_secret, 'apikey', k.decrypted_secret))
      from unnest($1) n(name), vault.decrypted_secrets u, vault.decrypted_secrets k
      where u.name = 'project_url' and k.name = 'service_role_key' $call$ using names;
  else
    perform set_config('storage.allow_delete_query', 'true', true);
    delete from storage.objects o where o.bucket_id = 'documents' and o.name = any (names);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.secret_key(name text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  key text := (select s.value from private.secrets s where s.name = secret_key.name);
begin
  if key is null and to_regclass('vault.decrypted_secrets') is not null then
    execute 'select decrypted_secret from vault.decrypted_secrets where name = $1' into key using secret_key.name;
  end if;
  if key is null then
    perform private.refuse('What is encrypted cannot be read or written at the moment.', '', 'encryption_unavailable');
  end if;
  return key;
end $function$;

COMMENT ON FUNCTION "private"."remove_document_files"() IS 'Removes files that nothing shows any more. On hosted only Storage removes
  bytes: it is asked over HTTP (pg_net), with the secrets project_url and service_role_key of Vault. The embedded backend has
  no net.http_delete: there deleting the row is enough, its Storage sweeps what no row knows.';
