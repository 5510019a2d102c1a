-- Extensions, schemas and default privileges. Everything else needs these first.

-- Functions may name tables of later files; PostgreSQL checks their bodies when they run, and the tests run all of them.
set check_function_bodies = off;

-- Any part of a name, an e-mail address or a booking reference is found by trigrams, whatever its accents.
create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;

-- Closed by default: a new function may be called, and a new table be read, by nobody but its owner until a GRANT stands next
-- to it. Hosted projects that are older grant more in `public`; the second and third statement take that back.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke execute on functions from anon, authenticated, service_role;
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges revoke usage on types from public;

-- Never exposed over the API. It holds what policies, triggers and the functions of the API need.
create schema private;
grant usage on schema private to authenticated;
