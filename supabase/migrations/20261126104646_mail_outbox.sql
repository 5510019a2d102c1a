set local check_function_bodies = off;

CREATE TABLE "private"."outgoing_mails" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "organization_id" uuid NOT NULL, "kind" text NOT NULL, "to_address" text NOT NULL, "to_name" text NOT NULL DEFAULT ''::text, "from_name" text NOT NULL, "reply_to" text NOT NULL, "subject" text NOT NULL, "body" text NOT NULL, "link" text, "attachment" bytea, "attachment_name" text, "state" text NOT NULL DEFAULT 'queued'::text, "claim" uuid, "claimed_until" timestamp with time zone, "attempts" integer NOT NULL DEFAULT 0, "next_try_at" timestamp with time zone NOT NULL DEFAULT now(), "provider_id" text, "code" text, "words" text, "created_by" uuid, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "sent_at" timestamp with time zone, CONSTRAINT "outgoing_mails_attachment_named" CHECK (((attachment IS NULL) = (attachment_name IS NULL))), CONSTRAINT "outgoing_mails_attachment_size" CHECK (((octet_length(attachment) >= 1) AND (octet_length(attachment) <= 5242880))), CONSTRAINT "outgoing_mails_claimed" CHECK (((claim IS NULL) = (claimed_until IS NULL))), CONSTRAINT "outgoing_mails_headers_one_line" CHECK (((((to_name || from_name) || subject) || COALESCE(attachment_name, ''::text)) !~ '[[:cntrl:]]'::text)), CONSTRAINT "outgoing_mails_kind_known" CHECK ((kind = ANY (ARRAY['chase'::text, 'report'::text, 'statement'::text]))), CONSTRAINT "outgoing_mails_link_within_app" CHECK (((link ~ '^/[^/\\]'::text) AND (char_length(link) <= 2000))), CONSTRAINT "outgoing_mails_names_length" CHECK (((char_length(to_name) <= 200) AND (char_length(from_name) <= 200))), CONSTRAINT "outgoing_mails_organization_id_id_key" UNIQUE (organization_id, id), CONSTRAINT "outgoing_mails_pkey" PRIMARY KEY (id), CONSTRAINT "outgoing_mails_state_known" CHECK ((state = ANY (ARRAY['queued'::text, 'sending'::text, 'sent'::text, 'failed'::text, 'bounced'::text]))), CONSTRAINT "outgoing_mails_words_length" CHECK ((char_length(words) <= 500)), CONSTRAINT "outgoing_mails_body_length" CHECK ((private.is_visible(body) AND (char_length(body) <= 20000))), CONSTRAINT "outgoing_mails_subject_length" CHECK ((private.is_visible(subject) AND (char_length(subject) <= 200))));

ALTER TABLE "private"."outgoing_mails" ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION private.is_mail_address(address text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select char_length(address) <= 254 and address ~* ('^[a-z0-9.!#$%&''*+/=?^_`{|}~-]{1,64}'
    || '@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$')
$function$;

ALTER TABLE "private"."outgoing_mails" ADD CONSTRAINT "outgoing_mails_created_by_fkey" FOREIGN KEY (created_by, organization_id) REFERENCES public.users(id, organization_id);

ALTER TABLE "private"."outgoing_mails" ADD CONSTRAINT "outgoing_mails_organization_id_fkey" FOREIGN KEY (organization_id) REFERENCES public.organizations(id);

CREATE INDEX outgoing_mails_organization_id_created_at_idx ON private.outgoing_mails USING btree (organization_id, created_at);

CREATE UNIQUE INDEX outgoing_mails_provider_id_key ON private.outgoing_mails USING btree (provider_id) WHERE (provider_id IS NOT NULL);

CREATE INDEX outgoing_mails_waiting_idx ON private.outgoing_mails USING btree (next_try_at) WHERE (state = ANY (ARRAY['queued'::text, 'sending'::text]));

COMMENT ON FUNCTION "private"."is_mail_address"(text) IS 'Whether this is one address, and nothing beside it, that mail can be sent to.';

COMMENT ON TABLE "private"."outgoing_mails" IS 'Mails to be sent and sent. One row is one mail: its id is the key under which the
  provider takes it once.';

REVOKE ALL ON FUNCTION "private"."is_mail_address"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_mail_address"(text) TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."outgoing_mails" TO "postgres";

ALTER TABLE "private"."outgoing_mails" ADD CONSTRAINT "outgoing_mails_reply_to_one" CHECK (private.is_mail_address(reply_to));

ALTER TABLE "private"."outgoing_mails" ADD CONSTRAINT "outgoing_mails_to_address_one" CHECK (private.is_mail_address(to_address));
