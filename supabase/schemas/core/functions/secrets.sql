-- What is encrypted: passports, and where agents are paid. Keys lie in Vault where there is one (encrypted at rest and part of no
-- dump), otherwise in private.secrets, which no API role can read. A database that had no Vault when it was made keeps using what
-- it has there.

create function private.stored_secret(name text) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  stored text := (select s.value from private.secrets s where s.name = stored_secret.name);
begin
  if stored is null and to_regclass('vault.decrypted_secrets') is not null then
    execute 'select decrypted_secret from vault.decrypted_secrets where name = $1' into stored using stored_secret.name;
  end if;
  return stored;
end $$;

create function private.secret_key(name text) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  key text := private.stored_secret(secret_key.name);
begin
  if key is null then
    perform private.refuse('What is encrypted cannot be read or written at the moment.', '', 'encryption_unavailable');
  end if;
  return key;
end $$;

create function private.seal(key_name text, plain text) returns bytea
language sql volatile security definer set search_path = '' as $$
  select extensions.pgp_sym_encrypt(plain, private.secret_key(key_name), 'cipher-algo=aes256')
$$;

create function private.unseal(key_name text, sealed bytea) returns text
language sql stable security definer set search_path = '' as $$
  select extensions.pgp_sym_decrypt(sealed, private.secret_key(key_name))
$$;

-- Creates the keys once.
do $$
declare
  key_name text;
begin
  foreach key_name in array '{passport_key,bank_details_key,bank_connection_key,webhook_key}'::text[] loop
    if to_regclass('vault.decrypted_secrets') is not null then
      if not exists (select 1 from vault.decrypted_secrets where name = key_name) then
        perform vault.create_secret(encode(extensions.gen_random_bytes(32), 'hex'), key_name, 'Encrypts what must stay secret');
      end if;
    else
      insert into private.secrets (name, value) values (key_name, encode(extensions.gen_random_bytes(32), 'hex'));
    end if;
  end loop;
end $$;
