set local check_function_bodies = off;

ALTER TABLE "public"."organizations" ADD COLUMN "amount_notation" text NOT NULL DEFAULT 'point'::text;

ALTER TABLE "public"."organizations" ADD COLUMN "date_order" text NOT NULL DEFAULT 'mdy'::text;

CREATE OR REPLACE FUNCTION public.create_organization_with_owner(org_name text DEFAULT NULL::text, org_email text DEFAULT NULL::text, user_id uuid DEFAULT NULL::uuid, user_email text DEFAULT NULL::text, user_first_name text DEFAULT NULL::text, user_last_name text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  caller uuid := auth.uid();
  account auth.users%rowtype;
  meta jsonb;
  name_of_organization text;
  first_name text;
  last_name text;
  zone text;
  new_organization_id uuid;
begin
  if user_id is null then
    return jsonb_build_object('success', false, 'error', 'The user is missing');
  end if;
  if caller is not null and caller <> user_id then
    return jsonb_build_object('success', false, 'error', 'You can create an organization only for yourself');
  end if;

  -- Serializes calls for the same account, here and in accept_invitation: an account gets one organization.
  perform pg_advisory_xact_lock(hashtextextended('create_organization_with_owner ' || user_id::text, 0));
  select u.* into account from auth.users u where u.id = user_id and u.deleted_at is null;

  if account.id is null
    or account.email is null
    or lower(btrim(coalesce(user_email, account.email))) <> lower(account.email)
    or caller is null and (account.email_confirmed_at is not null or account.created_at < now() - interval '10 minutes')
    or caller is not null and not private.has_live_session()
  then
    return jsonb_build_object('success', false, 'error',
      'This sign-up cannot be completed here. Please confirm your e-mail address and sign in.');
  end if;
  if exists (select 1 from public.users u where u.id = account.id) then
    return jsonb_build_object('success', false, 'error', 'An organization already exists for this account');
  end if;
  if private.has_pending_invitation(account.email) then
    return jsonb_build_object('success', false, 'error',
      'You are invited to an organization. Please accept the invitation from your e-mail.');
  end if;

  meta := coalesce(account.raw_user_meta_data, '{}');
  name_of_organization := coalesce(private.visible_text(org_name), private.visible_text(meta ->> 'organization_name'));
  first_name := coalesce(private.visible_text(user_first_name), private.visible_text(meta ->> 'first_name'));
  last_name := coalesce(private.visible_text(user_last_name), private.visible_text(meta ->> 'last_name'));
  if name_of_organization is null then
    return jsonb_build_object('success', false, 'error', 'The organization name is missing');
  elsif first_name is null or last_name is null then
    return jsonb_build_object('success', false, 'error', 'First and last name are missing');
  end if;
  select z.name into zone from pg_catalog.pg_timezone_names z where z.name = meta ->> 'time_zone' limit 1;

  insert into public.organizations (name, email, time_zone, amount_notation, date_order)
  values (name_of_organization, lower(coalesce(nullif(btrim(org_email), ''), account.email)), coalesce(zone, 'UTC'),
    -- As the browser's language writes them, where it said so.
    case when meta ->> 'amount_notation' in ('point', 'comma') then meta ->> 'amount_notation' else 'point' end,
    case when meta ->> 'date_order' in ('mdy', 'dmy', 'ymd') then meta ->> 'date_order' else 'mdy' end)
  returning id into new_organization_id;
  insert into public.users (id, organization_id, email, first_name, last_name, role)
  values (account.id, new_organization_id, lower(account.email), first_name, last_name, 'owner');
  return jsonb_build_object('success', true, 'organization_id', new_organization_id);
end $function$;

ALTER TABLE "public"."organizations" ADD CONSTRAINT "organizations_amount_notation_known" CHECK ((amount_notation = ANY (ARRAY['point'::text, 'comma'::text])));

ALTER TABLE "public"."organizations" ADD CONSTRAINT "organizations_date_order_known" CHECK ((date_order = ANY (ARRAY['mdy'::text, 'dmy'::text, 'ymd'::text])));

COMMENT ON COLUMN "public"."organizations"."amount_notation" IS 'The sign before the decimals of typed amounts, where both readings are possible: point 1,234.56, comma 1.234,56';

COMMENT ON COLUMN "public"."organizations"."date_order" IS 'In which order typed dates are read: m month, d day, y year';

REVOKE ALL ("amount_notation") ON TABLE "public"."organizations" FROM "authenticated";

GRANT UPDATE ("amount_notation") ON TABLE "public"."organizations" TO "authenticated";

REVOKE ALL ("date_order") ON TABLE "public"."organizations" FROM "authenticated";

GRANT UPDATE ("date_order") ON TABLE "public"."organizations" TO "authenticated";

-- Who was here before read amounts as the currency is written where it is from.
update public.organizations set amount_notation = 'comma'
where currency in ('ALL','AMD','AOA','ARS','AWG','AZN','BAM','BGN','BIF','BND','BOB','BRL','BYN','CDF','CLP','COP','CRC','CVE',
  'CZK','DJF','DKK','DZD','EUR','GEL','GNF','HUF','IDR','ISK','KGS','KZT','LAK','LYD','MAD','MDL','MKD','MUR','MZN','NAD','NOK',
  'PLN','RON','RSD','RUB','RWF','SCR','SEK','SRD','STN','TJS','TMT','TND','TRY','UAH','UYU','UZS','VED','VES','VND','XAF','XOF',
  'XPF','ZAR');
