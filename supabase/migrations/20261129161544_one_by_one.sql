set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.caller_address()
 RETURNS inet
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  headers constant jsonb := nullif(current_setting('request.headers', true), '')::jsonb;
  -- What the platform adds; whoever asks writes the rest of the list.
  said constant text := nullif(btrim(coalesce(headers ->> 'cf-connecting-ip', regexp_replace(headers ->> 'x-forwarded-for', '^.*,', ''))), '');
  -- Some proxies add the port.
  bare constant text := regexp_replace(regexp_replace(said, '^\[(.*)\](:\d+)?$', '\1'), '^(\d+\.\d+\.\d+\.\d+):\d+$', '\1');
begin
  return case when pg_input_is_valid(bare, 'inet') then host(bare::inet)::inet when said is not null then '0.0.0.0' end;
end $function$;

CREATE OR REPLACE FUNCTION private.confirm_sellers()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- A key's scope says whether its program writes sales.
  if private.acting_key() is null and private.is_admin() then
    perform private.require_step_up();
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.counted_address(address inet)
 RETURNS inet
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when address <<= '::ffff:0:0/96' then regexp_replace(host(address), '^.*:', '')::inet
    when family(address) = 6 then network(set_masklen(address, 64))::inet
    else address end
$function$;

CREATE OR REPLACE FUNCTION private.is_iban(number text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select number ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$' and (
    select string_agg(case when ch ~ '[0-9]' then ch else (ascii(ch) - 55)::text end, '' order by n)::numeric % 97 = 1
    from regexp_split_to_table(substr(number, 5) || left(number, 4), '') with ordinality t(ch, n))
$function$;

CREATE OR REPLACE FUNCTION private.is_routing_number(number text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select number ~ '^[0-9]{9}$' and number <> '000000000' and (
    select sum(substr(number, n, 1)::int * (array[3, 7, 1])[(n - 1) % 3 + 1]) % 10 = 0 from generate_series(1, 9) n)
$function$;

CREATE OR REPLACE FUNCTION private.note_sign_up()
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  called_from constant inet := private.caller_address();
  from_address constant inet := private.counted_address(called_from);
  most constant bigint := private.installation_limit('sign_ups_per_hour', 5);
begin
  -- A developer's own machine is no stranger.
  if called_from is null or from_address <<= '127.0.0.0/8' or called_from = '::1' then
    return true;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('sign_ups ' || from_address, 0));
  delete from private.sign_ups s where s.created_at < now() - interval '1 day';
  if (select count(*) from private.sign_ups s where s.address = from_address and s.created_at > now() - interval '1 hour') >= most then
    perform private.alarm_of_ceiling('sign-ups from ' || from_address, most);
    return false;
  end if;
  insert into private.sign_ups (address) values (from_address);
  return true;
end $function$;

CREATE OR REPLACE FUNCTION private.refuse_many_invitations()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if auth.uid() is not null and (select count(*) from added) > 1 then
    perform private.refuse('Send one invitation at a time.', '', 'one_invitation_at_a_time');
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.tax_number_refusal(scheme text, number_kind text, number text, vat_status text, vat_rate text)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when scheme = 'us' then case
      when coalesce(number_kind not in ('ssn', 'ein'), true) then private.command_result('Choose SSN or EIN.', 'number_kind', 'us_number_kind_missing')
      when number_kind = 'ein' and coalesce(number !~ '^[0-9]{9}$' or number ~ '^00', true) then
        private.command_result('An EIN has nine digits, like 12-3456789.', 'number', 'ein_wrong')
      when number_kind = 'ssn' and coalesce(number !~ '^[0-9]{9}$' or number ~ '^(000|666)|^...00|0000$', true) then
        private.command_result('This is not a Social Security number. It has nine digits, like 123-45-6789.', 'number', 'ssn_wrong') end
    when coalesce(vat_status not in ('registered', 'small_business', 'reverse_charge'), true) then
      private.command_result('Choose your VAT status.', 'vat_status', 'vat_status_missing')
    when coalesce(number_kind not in ('vat', 'national'), true) then
      private.command_result('Choose VAT number or tax number.', 'number_kind', 'eu_number_kind_missing')
    when vat_status <> 'small_business' and number_kind <> 'vat' then
      private.command_result('Only small businesses go without a VAT number.', 'number_kind', 'vat_number_needed')
    when number_kind = 'vat' and not coalesce(private.is_eu_vat_number(number), false) then
      private.command_result('Enter a VAT number with its country, like DE123456789.', 'number', 'vat_number_wrong')
    when number_kind = 'national' and coalesce(number !~ '^[0-9A-Z]{5,20}$', true) then
      private.command_result('Enter the tax number, 5 to 20 letters and digits.', 'number', 'national_number_wrong')
    when vat_status = 'registered' and coalesce(vat_rate !~ '^[0-9]{1,2}(\.[0-9]{1,2})?$' or vat_rate ~ '^0?0(\.0+)?$', true) then
      private.command_result('Enter the rate of VAT, like 19.', 'vat_rate', 'vat_rate_wrong')
    when vat_status = 'registered' and vat_rate::numeric > 30 then
      private.command_result('Enter the rate of VAT, like 19.', 'vat_rate', 'vat_rate_wrong') end
$function$;

CREATE OR REPLACE FUNCTION private.tax_party_refusal(party jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case
    when private.visible_text(party ->> 'legal_name') is null then
      private.command_result('Enter the name as the tax office knows it.', 'legal_name', 'legal_name_missing')
    when char_length(party ->> 'legal_name') > 80 then private.command_result('Use at most 80 characters.', 'legal_name', 'text_too_long', '{"most": 80}')
    when private.visible_text(party ->> 'street') is null then private.command_result('Enter street and number.', 'street', 'street_missing')
    when char_length(party ->> 'street') > 100 then private.command_result('Use at most 100 characters.', 'street', 'text_too_long', '{"most": 100}')
    when private.visible_text(party ->> 'city') is null then private.command_result('Enter the city.', 'city', 'city_missing')
    when char_length(party ->> 'city') > 60 then private.command_result('Use at most 60 characters.', 'city', 'text_too_long', '{"most": 60}')
    when not private.is_country(upper(btrim(coalesce(party ->> 'country', '')))) then
      private.command_result('Choose a country.', 'country', 'country_unknown')
    when upper(btrim(party ->> 'country')) = 'US' and not private.is_us_state(upper(btrim(coalesce(party ->> 'region', '')))) then
      private.command_result('Enter the state by its two letters, like ME.', 'region', 'us_state_unknown')
    when char_length(party ->> 'region') > 60 then private.command_result('Use at most 60 characters.', 'region', 'text_too_long', '{"most": 60}')
    when upper(btrim(party ->> 'country')) = 'US' and coalesce(btrim(party ->> 'postal_code'), '') !~ '^[0-9]{5}(-?[0-9]{4})?$' then
      private.command_result('A ZIP code has five digits, or nine.', 'postal_code', 'zip_code_wrong')
    when private.visible_text(party ->> 'postal_code') is null then
      private.command_result('Enter the postal code.', 'postal_code', 'postal_code_missing')
    when char_length(party ->> 'postal_code') > 20 then private.command_result('Use at most 20 characters.', 'postal_code', 'text_too_long', '{"most": 20}')
    when concat_ws(' ', party ->> 'legal_name', party ->> 'street', party ->> 'city', party ->> 'region', party ->> 'postal_code') ~ '[\n\r]' then
      private.command_result('Enter text here.', 'legal_name', 'text_expected') end
$function$;

CREATE OR REPLACE FUNCTION public.read_journal_export(export_id uuid, after_line integer DEFAULT 0)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id constant uuid := private.exporting_organization_id('the journal');
  is_open constant boolean := exists (
    select from private.audit_log a
    where a.organization_id = caller_organization_id and a.action in ('journal_downloaded', 'journal_exported') and a.subject_id = read_journal_export.export_id
      and a.actor_id = auth.uid() and a.created_at > clock_timestamp() - interval '1 hour');
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('line', l.line, 'entry', l.entry, 'day', l.day, 'kind', l.entry_kind, 'source_id', l.entry_id,
      'text', l.entry_text, 'account', l.account, 'number', l.account_number, 'name', l.account_name, 'amount', l.amount,
      'reference', l.reference, 'party', l.party) order by l.line), '[]')
    from (
      select l.* from private.journal_export_lines l
      where l.organization_id = caller_organization_id and l.export_id = read_journal_export.export_id and is_open
        and l.line > coalesce(read_journal_export.after_line, 0)
      order by l.line limit 5000) l);
end $function$;

CREATE OR REPLACE FUNCTION public.save_tax_settings(settings jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
  input jsonb := case when jsonb_typeof(settings) = 'object' then settings else '{}' end;
  chosen constant text := input ->> 'scheme';
  number constant text := private.tax_digits(input ->> 'tax_number');
  own_country constant text := upper(btrim(input ->> 'country'));
  refusal jsonb;
  before private.tax_settings;
  after private.tax_settings;
begin
  if caller_organization_id is null or not private.is_owner() then
    return private.command_result('Only an owner can choose the tax forms of the agency.', null, 'tax_settings_are_for_owners');
  end if;
  refusal := case
    when coalesce(chosen not in ('none', 'us', 'eu'), true) then private.command_result('Choose what is made for agents.', 'scheme', 'tax_scheme_missing')
    when chosen = 'none' then null
    when private.tax_party_refusal(input) is not null then private.tax_party_refusal(input)
    when chosen = 'us' and exists (select 1 from public.organizations o where o.id = caller_organization_id and o.currency <> 'USD') then
      private.command_result('Form 1099-NEC is in US dollars, and the agency works in another currency.', 'scheme', 'payer_not_in_dollars')
    when chosen = 'us' and own_country <> 'US' then
      private.command_result('Form 1099-NEC is filed by payers with an address in the US.', 'country', 'payer_not_in_us')
    when chosen = 'us' and coalesce(number !~ '^[0-9]{9}$' or number ~ '^00', true) then
      private.command_result('Enter the agency''s EIN, nine digits.', 'tax_number', 'payer_ein_wrong')
    when chosen = 'us' and (input ->> 'state_number') !~ '^[0-9A-Za-z .-]{0,20}$' then
      private.command_result('Use letters and digits, at most 20.', 'state_number', 'state_number_wrong')
    when chosen = 'eu' and not coalesce(private.is_eu_vat_number(number), false) then
      private.command_result('Enter a VAT number with its country, like DE123456789.', 'tax_number', 'vat_number_wrong')
    when chosen = 'eu' and not coalesce(private.is_iso_date(input ->> 'notes_from'), false) then
      private.command_result('Enter a date like 11/19/2026.', 'notes_from', 'date_expected')
    when chosen = 'eu' and (input ->> 'notes_from')::date not between '2000-01-01' and '2199-12-31' then
      private.command_result('Enter a date like 11/19/2026.', 'notes_from', 'date_expected') end;
  if refusal is not null then
    return refusal;
  end if;
  select s.* into before from private.tax_settings s where s.organization_id = caller_organization_id for update;
  if chosen = 'none' then
    insert into private.tax_settings as s (organization_id) values (caller_organization_id)
    on conflict on constraint tax_settings_pkey do update set scheme = 'none', notes_from = null, updated_at = now()
    returning s.* into after;
  else
    insert into private.tax_settings as s (organization_id, scheme, legal_name, tax_number, street, city, region, postal_code, country,
      state_number, notes_from)
    values (caller_organization_id, chosen, btrim(input ->> 'legal_name'), number, btrim(input ->> 'street'), btrim(input ->> 'city'),
      case when own_country = 'US' then upper(btrim(input ->> 'region')) else nullif(btrim(input ->> 'region'), '') end,
      btrim(input ->> 'postal_code'), own_country, case when chosen = 'us' then nullif(btrim(input ->> 'state_number'), '') end,
      case when chosen = 'eu' then (input ->> 'notes_from')::date end)
    on conflict on constraint tax_settings_pkey do update set scheme = excluded.scheme, legal_name = excluded.legal_name,
      tax_number = excluded.tax_number, street = excluded.street, city = excluded.city, region = excluded.region,
      postal_code = excluded.postal_code, country = excluded.country, state_number = excluded.state_number,
      notes_from = excluded.notes_from, updated_at = now()
    returning s.* into after;
  end if;
  perform private.audit(caller_organization_id, 'tax_settings_changed', null, caller_organization_id, jsonb_build_object('changes',
    private.audit_changes(to_jsonb(before), to_jsonb(after), '{organization_id,updated_at}')));
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.start_agency_export(passphrase text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  caller_organization_id constant uuid := private.exporting_organization_id('an agency');
  writing_key constant text := case when passphrase is not null then encode(extensions.gen_random_bytes(32), 'hex') end;
  -- Blanks in a row count as one, and what nobody sees as none.
  seen constant text := btrim(regexp_replace(regexp_replace(private.plain_text(passphrase), '[\u0300-\u036f]', '', 'g'), '\s+', ' ', 'g'));
  export private.agency_exports;
begin
  perform private.require_step_up();
  if char_length(seen) < 16 or char_length(passphrase) not between 16 and 200 then
    return private.command_result('Use a passphrase of at least 16 characters.', 'passphrase', 'passphrase_too_short', '{"least": 16}');
  elsif passphrase is not null and (select count(distinct c) from regexp_split_to_table(lower(seen), '') c) < 6 then
    return private.command_result('Use at least 6 different characters.', 'passphrase', 'passphrase_too_plain', '{"least": 6}');
  end if;
  if (private.lock_owned_agency()).id is null then
    raise insufficient_privilege using message = 'permission denied for exports of an agency';
  end if;
  if exists (select from private.agency_exports e where e.organization_id = caller_organization_id and e.state = 'waiting') then
    return private.command_result('The agency is being written to files already.', null, 'agency_export_runs');
  end if;
  delete from private.agency_exports e where e.organization_id = caller_organization_id;
  insert into private.agency_exports (organization_id, asked_by, sealed_key, writing_key)
  values (caller_organization_id, auth.uid(),
    extensions.pgp_sym_encrypt(writing_key, passphrase, 'cipher-algo=aes256, s2k-count=65011712'), private.seal('passport_key', writing_key))
  returning * into export;
  perform private.audit(caller_organization_id, 'agency_export_started', null, export.id,
    jsonb_build_object('sealed', export.sealed_key is not null));
  return private.command_result(null) || jsonb_build_object('id', export.id);
end $function$;

CREATE TRIGGER invitations_after_60_refuse_many AFTER INSERT ON public.invitations REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_many_invitations();

COMMENT ON FUNCTION "private"."caller_address"() IS 'The address that a request comes from, as the platform adds it; null without one, and 0.0.0.0 for
  one that cannot be read.';

COMMENT ON FUNCTION "private"."counted_address"(inet) IS 'What counts as one address: of IPv6 the network of one line.';

COMMENT ON FUNCTION "private"."refuse_many_invitations"() IS 'What an agency has sent is counted between two statements: one that sends many would pass every
  limit.';

COMMENT ON FUNCTION "public"."read_journal_export"(uuid, integer) IS 'The next 5,000 lines of an exported month that the caller has exported or opened (open_journal_export) within the hour;
  none of another. Owners.';

REVOKE ALL ON FUNCTION "private"."counted_address"(inet) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."counted_address"(inet) TO "postgres";

REVOKE ALL ON FUNCTION "private"."refuse_many_invitations"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."refuse_many_invitations"() TO "postgres";
