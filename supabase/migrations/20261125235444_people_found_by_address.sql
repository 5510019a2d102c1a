set local check_function_bodies = off;

CREATE TABLE "private"."user_search" ("user_id" uuid NOT NULL, "organization_id" uuid NOT NULL, "document" text NOT NULL, CONSTRAINT "user_search_pkey" PRIMARY KEY (user_id));

ALTER TABLE "private"."user_search" ENABLE ROW LEVEL SECURITY;

INSERT INTO private.user_search (user_id, organization_id, document)
SELECT u.id, u.organization_id, private.name_document(u.first_name || ' ' || u.last_name || ' ' || e.email)
FROM public.users u JOIN public.user_emails e ON e.user_id = u.id;

CREATE OR REPLACE FUNCTION private.find_members_named(organization_id uuid, words text[], take integer, with_emails boolean)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.find_named(format(
    'select u.id, %1$s as names, %1$s as document, not u.is_active as archived, u.first_name || '' '' || u.last_name as label
      from public.users u %2$s.organization_id = $1',
    case when with_emails then 's.document' else 'private.name_document(u.first_name || '' '' || u.last_name)' end,
    case when with_emails then 'join private.user_search s on s.user_id = u.id where s' else 'where u' end),
    'null::date', words, take, organization_id, null)
$function$;

CREATE OR REPLACE FUNCTION private.sync_user_search()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.user_search (user_id, organization_id, document)
  select u.id, u.organization_id, private.name_document(u.first_name || ' ' || u.last_name || ' ' || e.email)
  from public.users u join public.user_emails e on e.user_id = u.id
  where u.id = (to_jsonb(new) ->> tg_argv[0])::uuid
  on conflict (user_id) do update set document = excluded.document;
  return null;
end $function$;

ALTER TABLE "private"."user_search" ADD CONSTRAINT "user_search_user_id_fkey" FOREIGN KEY (user_id, organization_id) REFERENCES public.users(id, organization_id) ON DELETE CASCADE;

CREATE INDEX user_search_document_idx ON private.user_search USING gin (organization_id, document extensions.gin_trgm_ops);

CREATE TRIGGER user_emails_after_10_sync_search AFTER INSERT OR UPDATE OF email ON public.user_emails FOR EACH ROW EXECUTE FUNCTION private.sync_user_search('user_id');

CREATE TRIGGER users_after_10_sync_search AFTER UPDATE OF first_name, last_name ON public.users FOR EACH ROW WHEN (((old.first_name IS DISTINCT FROM new.first_name) OR (old.last_name IS DISTINCT FROM new.last_name))) EXECUTE FUNCTION private.sync_user_search('id');

COMMENT ON FUNCTION "private"."sync_user_search"() IS 'Keeps private.user_search. The trigger argument names the column that says whose
  row it is.';

COMMENT ON TABLE "private"."user_search" IS 'What admins find a person by: name and address in one document, so that an index has them
  together. Denormalized from users and user_emails by triggers; nothing else writes it.';

REVOKE ALL ON FUNCTION "private"."sync_user_search"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."sync_user_search"() TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."user_search" TO "postgres";
