-- What an agency makes for the taxes of its agents (docs/product/taxes.md, Which forms): nothing, data of Form 1099-NEC, or credit notes.

create function private.tax_scheme(organization_id uuid) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce((select s.scheme from private.tax_settings s where s.organization_id = tax_scheme.organization_id), 'none')
$$;
comment on function private.tax_scheme is 'none, us or eu.';

create function private.is_eu_vat_number(number text) returns boolean
language sql immutable set search_path = '' as $$
  select number ~ '^(AT|BE|BG|CY|CZ|DE|DK|EE|EL|ES|FI|FR|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK|XI)[0-9A-Z+*]{8,12}$'
$$;
comment on function private.is_eu_vat_number is 'Country and length of a VAT number of the EU (VIES); whether it is given out, only VIES
  knows.';

create function private.tax_digits(typed text) returns text
language sql immutable set search_path = '' as $$ select upper(regexp_replace(typed, '[\s./-]', '', 'g')) $$;
comment on function private.tax_digits is 'A number as it is kept: without what people write between its characters.';

create function private.is_us_state(code text) returns boolean
language sql immutable set search_path = '' as $$
  select code = any ('{AL,AK,AZ,AR,CA,CO,CT,DE,FL,GA,HI,ID,IL,IN,IA,KS,KY,LA,ME,MD,MA,MI,MN,MS,MO,MT,NE,NV,NH,NJ,NM,NY,NC,ND,OH,OK,OR,PA,
    RI,SC,SD,TN,TX,UT,VT,VA,WA,WV,WI,WY,DC,AS,GU,MP,PR,VI,AA,AE,AP}'::text[])
$$;
comment on function private.is_us_state is 'Codes of the US Postal Service: states, territories, armed forces.';

create function private.tax_party_refusal(party jsonb) returns jsonb
language sql stable set search_path = '' as $$
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
$$;
comment on function private.tax_party_refusal is 'The answer when a name and address are not whole, null when they are: {legal_name, street,
  city, region, postal_code, country}. Of the US a state and a ZIP code. No message repeats the input.';

create function public.save_tax_settings(settings jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
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
end $$;
comment on function public.save_tax_settings is 'Owners: {scheme: none}, or {scheme: us or eu, legal_name, tax_number, street, city, region,
  postal_code, country} with {state_number} of us and {notes_from} of eu. {success, error, field}.';
grant execute on function public.save_tax_settings(jsonb) to authenticated;

create function private.usual_threshold(year int, out amount numeric, out source text)
language sql immutable set search_path = '' as $$
  select t.amount, t.source
  from (values
    (2027, 2000, 'One Big Beautiful Bill Act (Public Law 119-21), section 70433: $2,000, raised by inflation from 2027 on. Look up this year’s amount at the IRS.'),
    (2026, 2000, 'One Big Beautiful Bill Act (Public Law 119-21), section 70433: $2,000 for payments made from 2026 on.'),
    (0, 600, 'IRS, Instructions for Forms 1099-MISC and 1099-NEC: $600 for payments made through 2025.')) t(since, amount, source)
  where usual_threshold.year >= t.since
  order by t.since desc limit 1
$$;
comment on function private.usual_threshold is 'From which sum of a year on Form 1099-NEC is due, in US dollars, and who says so.';

create function private.tax_threshold(organization_id uuid, year int, out amount numeric, out source text, out usual_amount numeric,
  out usual_source text, out is_usual boolean)
language sql stable security definer set search_path = '' as $$
  select coalesce(t.amount, u.amount), coalesce(t.source, u.source), u.amount, u.source, t.amount is null
  from private.usual_threshold(tax_threshold.year) u
  left join private.tax_thresholds t on t.organization_id = tax_threshold.organization_id and t.year = tax_threshold.year
$$;
comment on function private.tax_threshold is 'The threshold of a year as the owner says, else the usual one.';

create function public.set_tax_threshold(year int, amount numeric default null, source text default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.current_organization_id();
  before numeric;
begin
  if caller_organization_id is null or not private.is_owner() then
    return private.command_result('Only an owner can choose the tax forms of the agency.', null, 'tax_settings_are_for_owners');
  elsif coalesce(set_tax_threshold.year not between 2000 and 2199, true) then
    return private.command_result('Choose a year.', 'year', 'year_missing');
  elsif set_tax_threshold.amount <= 0 or set_tax_threshold.amount > 1000000 or set_tax_threshold.amount <> round(set_tax_threshold.amount, 2) then
    return private.command_result('Enter an amount like 1,482.50.', 'amount', 'amount_expected');
  elsif set_tax_threshold.amount is not null and private.visible_text(set_tax_threshold.source) is null then
    return private.command_result('Say where this amount stands.', 'source', 'threshold_source_missing');
  elsif char_length(set_tax_threshold.source) > 300 then
    return private.command_result('Use at most 300 characters.', 'source', 'text_too_long', '{"most": 300}');
  end if;
  before := (select t.amount from private.tax_threshold(caller_organization_id, set_tax_threshold.year) t);
  if set_tax_threshold.amount is null then
    delete from private.tax_thresholds t where t.organization_id = caller_organization_id and t.year = set_tax_threshold.year;
  else
    insert into private.tax_thresholds (organization_id, year, amount, source, set_by)
    values (caller_organization_id, set_tax_threshold.year, set_tax_threshold.amount, btrim(set_tax_threshold.source), auth.uid())
    on conflict on constraint tax_thresholds_pkey do update set amount = excluded.amount, source = excluded.source, set_by = excluded.set_by,
      set_at = now();
  end if;
  perform private.audit(caller_organization_id, 'tax_threshold_changed', null, caller_organization_id, jsonb_build_object('year', set_tax_threshold.year)
    || private.audit_change('amount', before::text, (select t.amount::text from private.tax_threshold(caller_organization_id, set_tax_threshold.year) t)));
  return private.command_result(null);
end $$;
comment on function public.set_tax_threshold is 'Owners: another threshold of a year, with its source; without an amount the usual one again.
  {success, error, field}.';
grant execute on function public.set_tax_threshold(int, numeric, text) to authenticated;
