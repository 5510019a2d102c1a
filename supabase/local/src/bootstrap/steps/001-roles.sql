-- Roles, schemas and extensions as a new hosted project has them. Runs once, as the superuser supabase_admin.
create role anon nologin noinherit;
create role authenticated nologin noinherit;
create role service_role nologin noinherit bypassrls;
create role authenticator login noinherit;
grant anon, authenticated, service_role to authenticator;
create role supabase_auth_admin login noinherit createrole;

-- As on hosted, migrations run as `postgres`, which is no superuser.
create role postgres login createrole createdb replication bypassrls;
grant anon, authenticated, service_role to postgres with admin option;
grant pg_monitor, pg_read_all_data, pg_signal_backend to postgres;

-- The REST server may read the catalogue and become one of the three API roles, nothing else.
create role local_rest login noinherit;
grant anon, authenticated, service_role to local_rest with inherit false, set true;
grant pg_read_all_data to local_rest with inherit true;

alter database postgres owner to postgres;
grant create on database postgres to supabase_auth_admin;
alter schema public owner to postgres;
-- No default privileges: what a role may do in `public` stands in the migrations, table by table.
grant usage on schema public to anon, authenticated, service_role;

create schema extensions authorization postgres;
grant usage on schema extensions to public;
create extension pgcrypto with schema extensions;
create extension "uuid-ossp" with schema extensions;
create extension pg_stat_statements with schema extensions;
alter database postgres set search_path = "$user", public, extensions;

alter role anon set statement_timeout = '3s';
alter role authenticated set statement_timeout = '8s';
alter role authenticator set statement_timeout = '8s';

create publication supabase_realtime;
alter publication supabase_realtime owner to postgres;

create schema supabase_migrations authorization postgres;
create table supabase_migrations.schema_migrations (
  version text primary key,
  statements text[],
  name text,
  created_by text,
  idempotency_key text unique,
  rollback text[]
);
create table supabase_migrations.seed_files (path text primary key, hash text not null);
alter table supabase_migrations.schema_migrations owner to postgres;
alter table supabase_migrations.seed_files owner to postgres;
