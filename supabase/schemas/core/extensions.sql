-- Extensions, the private schema and default privileges: everything after it depends on these.

-- Functions may refer to objects of later files, so bodies are not checked when they are created.
set check_function_bodies = off;

-- Search for any part of a name, an e-mail address or a booking reference (trigram indexes), with or without accents (unaccent).
create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;
-- The organization and the agent inside these indexes: a search reads nothing that is somebody else's, so neither does its time tell.
create extension if not exists btree_gin with schema extensions;

-- Least privilege by default: nobody but the owner may call a new function, read a new table or use a new type until a GRANT says
-- so. Older hosted projects have default grants in `public`: the second and third statement revoke those.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke execute on functions from anon, authenticated, service_role;
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges revoke usage on types from public;

-- Not exposed over the API: helpers of policies, triggers and API functions, and tables that no client reads. `authenticated`
-- needs USAGE for the helpers that policies call.
create schema private;
grant usage on schema private to authenticated;
