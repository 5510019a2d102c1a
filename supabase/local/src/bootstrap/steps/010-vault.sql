-- Secrets in the layout of Supabase's Vault: encrypted, with a key that is no part of the database, so that a dump tells none.
-- The key lies in PostgreSQL's own folder, which only its user can read.
create schema vault;
grant usage on schema vault to postgres;

do $$
declare
  file constant text := current_setting('data_directory') || '/vault.key';
begin
  if pg_read_file(file, true) is null then
    execute format('copy (select %L) to %L', encode(extensions.gen_random_bytes(32), 'hex'), file);
  end if;
end $$;

create function vault.key() returns text
language sql stable security definer set search_path = '' as $$
  select rtrim(pg_read_file(current_setting('data_directory') || '/vault.key'), E'\n')
$$;

create function vault.encrypted(plain text) returns text
language sql volatile security definer set search_path = '' as $$
  select encode(extensions.pgp_sym_encrypt(plain, vault.key(), 'cipher-algo=aes256, s2k-mode=1'), 'base64')
$$;

create function vault.decrypted(secret text) returns text
language sql stable security definer set search_path = '' as $$
  select extensions.pgp_sym_decrypt(decode(secret, 'base64'), vault.key())
$$;

create table vault.secrets (
  id uuid primary key default gen_random_uuid(),
  name text,
  description text not null default '',
  secret text not null,
  key_id uuid,
  nonce bytea,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index on vault.secrets (name) where name is not null;

create view vault.decrypted_secrets as
select s.id, s.name, s.description, s.secret, vault.decrypted(s.secret) as decrypted_secret, s.key_id, s.nonce, s.created_at,
  s.updated_at
from vault.secrets s;

create function vault.create_secret(new_secret text, new_name text default null, new_description text default '',
  new_key_id uuid default null) returns uuid
language sql volatile set search_path = '' as $$
  insert into vault.secrets (secret, name, description)
  values (vault.encrypted(new_secret), new_name, new_description) returning id
$$;

create function vault.update_secret(secret_id uuid, new_secret text default null, new_name text default null,
  new_description text default null, new_key_id uuid default null) returns void
language sql volatile set search_path = '' as $$
  update vault.secrets s set secret = coalesce(vault.encrypted(new_secret), s.secret), name = coalesce(new_name, s.name),
    description = coalesce(new_description, s.description), updated_at = now()
  where s.id = secret_id
$$;

grant all on vault.secrets, vault.decrypted_secrets to postgres;
revoke all on all functions in schema vault from public;
grant execute on function vault.encrypted, vault.decrypted, vault.create_secret, vault.update_secret to postgres;
