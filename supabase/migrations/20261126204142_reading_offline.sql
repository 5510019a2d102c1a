ALTER TABLE "public"."organizations" ADD COLUMN "offline_reading" text NOT NULL DEFAULT 'agents'::text;

ALTER TABLE "public"."organizations" ADD CONSTRAINT "organizations_offline_reading_known" CHECK ((offline_reading = ANY (ARRAY['off'::text, 'agents'::text, 'everybody'::text])));

COMMENT ON COLUMN "public"."organizations"."offline_reading" IS 'Whose devices keep what they opened, to be read without a network for 7 days: off nobody''s, agents, everybody. Of one''s own alone';

REVOKE ALL ("offline_reading") ON TABLE "public"."organizations" FROM "authenticated";

GRANT UPDATE ("offline_reading") ON TABLE "public"."organizations" TO "authenticated";
