set local check_function_bodies = off;

ALTER TABLE "public"."organizations" ADD COLUMN "phone" text;

ALTER TABLE "public"."organizations" ADD COLUMN "postal_address" text;

ALTER TABLE "public"."organizations" ADD COLUMN "tax_number" text;

CREATE OR REPLACE FUNCTION private.statement_agency(organization_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('name', o.name, 'email', o.email, 'phone', o.phone, 'postal_address', o.postal_address,
    'tax_number', o.tax_number, 'support_email', coalesce(o.support_email, o.email), 'logo_url', o.logo_url)
  from public.organizations o where o.id = statement_agency.organization_id
$function$;

ALTER TABLE "public"."organizations" ADD CONSTRAINT "organizations_phone_length" CHECK ((char_length(phone) <= 50));

ALTER TABLE "public"."organizations" ADD CONSTRAINT "organizations_postal_address_length" CHECK ((char_length(postal_address) <= 300));

ALTER TABLE "public"."organizations" ADD CONSTRAINT "organizations_tax_number_length" CHECK ((char_length(tax_number) <= 50));

COMMENT ON COLUMN "public"."organizations"."email" IS 'As statements print it, with phone, postal address and tax number';

REVOKE ALL ("phone") ON TABLE "public"."organizations" FROM "authenticated";

GRANT UPDATE ("phone") ON TABLE "public"."organizations" TO "authenticated";

REVOKE ALL ("postal_address") ON TABLE "public"."organizations" FROM "authenticated";

GRANT UPDATE ("postal_address") ON TABLE "public"."organizations" TO "authenticated";

REVOKE ALL ("tax_number") ON TABLE "public"."organizations" FROM "authenticated";

GRANT UPDATE ("tax_number") ON TABLE "public"."organizations" TO "authenticated";

ALTER TABLE "public"."organizations" ADD CONSTRAINT "organizations_phone_format" CHECK (((phone ~* '^[0-9 +().\-/x]*$'::text) AND private.is_visible(phone)));

ALTER TABLE "public"."organizations" ADD CONSTRAINT "organizations_postal_address_lines" CHECK ((private.is_visible(postal_address) AND (postal_address !~ '(\n[^\n]*){6}'::text)));

ALTER TABLE "public"."organizations" ADD CONSTRAINT "organizations_tax_number_line" CHECK ((private.is_visible(tax_number) AND (tax_number !~ '[\n\r]'::text)));

-- Data: statements named the support address where there was one; they go on printing it.
UPDATE public.organizations SET email = support_email WHERE support_email IS NOT NULL AND support_email <> email;
