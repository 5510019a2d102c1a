-- Edge Functions, called by jobs and triggers: through pg_net, with the address and the key that Vault holds.

create function private.has_functions() returns boolean
language plpgsql stable security definer set search_path = '' as $$
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
end $$;
comment on function private.has_functions is 'Whether this installation has Edge Functions: pg_net, and the secrets project_url and
  service_role_key in Vault.';

create function private.call_function(name text, body jsonb default '{}') returns void
language plpgsql volatile security definer set search_path = '' as $$
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
end $$;
comment on function private.call_function is 'Calls an Edge Function with the rights of service_role when the transaction has
  committed; nobody waits for its answer. Does nothing where there are no functions.';
