-- Who agents are for the tax office (docs/product/taxes.md, Tax details): given by themselves, or written down from paper by an owner. The number is
-- encrypted like bank details, under their key, and told one at a time in a second call, after the record of who asked is committed.

create function private.masked_tax_details(d private.tax_details) returns jsonb
language sql stable set search_path = '' as $$
  select case when d.agent_id is not null then jsonb_build_object('kind', d.kind, 'tax_class', d.tax_class, 'legal_name', d.legal_name,
    'street', d.street, 'city', d.city, 'region', d.region, 'postal_code', d.postal_code, 'country', d.country, 'number_kind', d.number_kind,
    'last_four', d.last_four, 'vat_status', d.vat_status, 'vat_rate', d.vat_rate, 'updated_at', d.updated_at) end
$$;
comment on function private.masked_tax_details is 'All but the number, of which the last characters; null of nobody.';

create function private.is_exempt_payee(tax_class text) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(tax_class in ('c_corporation', 's_corporation', 'llc_c_corporation', 'llc_s_corporation', 'exempt'), false)
$$;
comment on function private.is_exempt_payee is 'Whether no Form 1099-NEC is made of a payee: corporations, companies taxed as one, and who is tax-exempt (IRS,
  Instructions for the Requester of Form W-9). Of nobody known, one is made.';

create function private.fits_tax_scheme(d private.tax_details, scheme text) returns boolean
language sql immutable set search_path = '' as $$
  select d.agent_id is not null and case scheme when 'us' then d.number_kind in ('ssn', 'ein') when 'eu' then d.vat_status is not null else false end
$$;
comment on function private.fits_tax_scheme is 'Whether what is known of an agent is all that the agency''s forms need: checked when it was
  saved for this scheme.';

create function private.tax_number_refusal(scheme text, number_kind text, number text, vat_status text, vat_rate text) returns jsonb
language sql immutable set search_path = '' as $$
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
$$;
comment on function private.tax_number_refusal is 'The answer when a number is not one of its kind, or its kind none of the scheme; null when all
  is well. No message repeats the number.';

create function public.save_tax_details(details jsonb, agent_id uuid default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.current_organization_id();
  input jsonb := case when jsonb_typeof(details) = 'object' then details else '{}' end;
  scheme constant text := private.tax_scheme(caller_organization_id);
  number constant text := private.tax_digits(input ->> 'number');
  number_kind constant text := input ->> 'number_kind';
  own_country constant text := upper(btrim(input ->> 'country'));
  whose uuid := coalesce(save_tax_details.agent_id, auth.uid());
  refusal jsonb;
begin
  perform private.require_step_up();
  if caller_organization_id is null then
    return private.command_result('You do not belong to an organization.', null, 'not_in_organization');
  elsif whose <> auth.uid() and not private.is_owner() then
    return private.command_result('Only an owner can write down the tax details of others.', null, 'tax_details_are_for_owners');
  elsif not exists (select 1 from public.users u where u.organization_id = caller_organization_id and u.id = whose) then
    return private.command_result('This person is not in your organization.', null, 'member_not_found');
  elsif scheme = 'none' then
    return private.command_result('Your agency makes no tax forms here.', null, 'no_tax_forms');
  elsif scheme = 'eu' and private.account_lock(caller_organization_id, whose) is not null then
    return private.account_lock(caller_organization_id, whose);
  end if;
  refusal := coalesce(
    case when scheme = 'us' and coalesce(input ->> 'tax_class' not in ('individual', 'partnership', 'trust', 'c_corporation', 's_corporation',
        'llc_partnership', 'llc_c_corporation', 'llc_s_corporation', 'exempt'), true) then
      private.command_result('Choose the federal tax classification, as on Form W-9.', 'tax_class', 'tax_class_missing')
    when scheme = 'eu' and coalesce(input ->> 'kind' not in ('individual', 'business'), true) then
      private.command_result('Choose individual or business.', 'kind', 'tax_kind_missing') end,
    private.tax_party_refusal(input),
    private.tax_number_refusal(scheme, number_kind, number, input ->> 'vat_status', input ->> 'vat_rate'));
  if refusal is not null then
    return refusal;
  end if;
  insert into private.tax_details as d (organization_id, agent_id, kind, tax_class, legal_name, street, city, region, postal_code, country,
    number_kind, last_four, numbers_encrypted, vat_status, vat_rate, written_by)
  values (caller_organization_id, whose,
    case when scheme = 'eu' then input ->> 'kind' when input ->> 'tax_class' = 'individual' then 'individual' else 'business' end,
    case when scheme = 'us' then input ->> 'tax_class' end, btrim(input ->> 'legal_name'), btrim(input ->> 'street'), btrim(input ->> 'city'),
    case when own_country = 'US' then upper(btrim(input ->> 'region')) else nullif(btrim(input ->> 'region'), '') end,
    btrim(input ->> 'postal_code'), own_country, number_kind,
    -- Of a short number only half is shown.
    right(number, least(4, char_length(number) / 2)),
    private.seal('bank_details_key', jsonb_build_object('number', number)::text),
    case when scheme = 'eu' then input ->> 'vat_status' end,
    case when scheme = 'eu' and input ->> 'vat_status' = 'registered' then (input ->> 'vat_rate')::numeric end,
    nullif(auth.uid(), whose))
  on conflict on constraint tax_details_pkey do update set kind = excluded.kind, tax_class = excluded.tax_class,
    legal_name = excluded.legal_name, street = excluded.street, city = excluded.city, region = excluded.region, postal_code = excluded.postal_code, country = excluded.country,
    number_kind = excluded.number_kind, last_four = excluded.last_four, numbers_encrypted = excluded.numbers_encrypted,
    vat_status = excluded.vat_status, vat_rate = excluded.vat_rate, written_by = excluded.written_by, updated_at = clock_timestamp();
  perform private.audit(caller_organization_id, 'tax_details_changed', null, whose);
  if whose <> auth.uid() then
    perform private.write_notification(caller_organization_id, whose, 'security',
      private.acting_name(caller_organization_id) || ' wrote down your tax details.', 'my_payouts', whose, 'tax_details_written',
      jsonb_build_object('by', private.acting_name(caller_organization_id)));
  end if;
  return private.command_result(null);
end $$;
comment on function public.save_tax_details is 'Of the caller, or, by an owner, of another member: {legal_name, street, city, region,
  postal_code, country, number_kind, number}; with {tax_class} and number_kind ssn or ein for agencies that make 1099-NEC data; with {kind: individual or
  business, vat_status, vat_rate} and number_kind vat or national for those that make credit notes. {success, error, field}.';
grant execute on function public.save_tax_details(jsonb, uuid) to authenticated;

create function public.get_my_tax_details() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('scheme', s.scheme, 'details', private.masked_tax_details(d), 'is_whole', private.fits_tax_scheme(d, s.scheme),
    'asked_at', (select r.asked_at from private.tax_requests r where r.organization_id = s.organization_id and r.agent_id = auth.uid()),
    'notes', (select count(*) from private.credit_notes n where n.organization_id = s.organization_id and n.agent_id = auth.uid()))
  from (select private.current_organization_id() as organization_id) c
  join private.tax_settings s on s.organization_id = c.organization_id and s.scheme <> 'none'
  left join private.tax_details d on d.organization_id = c.organization_id and d.agent_id = auth.uid()
$$;
comment on function public.get_my_tax_details is 'For the caller: {scheme, details (masked), is_whole, asked_at, notes (how many credit notes)}.
  Null where the agency makes no tax forms.';
grant execute on function public.get_my_tax_details() to authenticated;

create function public.ask_for_tax_details(agent_ids uuid[]) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.admin_organization_id();
  scheme constant text := private.tax_scheme(caller_organization_id);
  by_name constant text := private.acting_name(caller_organization_id);
  asked uuid[];
begin
  if caller_organization_id is null then
    return private.command_result('Only admins can ask for tax details.', null, 'tax_details_asked_by_admins') || '{"asked": 0}';
  elsif scheme = 'none' then
    return private.command_result('Your agency makes no tax forms here.', null, 'no_tax_forms') || '{"asked": 0}';
  end if;
  with wanted as (
    insert into private.tax_requests as r (organization_id, agent_id, asked_by)
    select u.organization_id, u.id, auth.uid()
    from public.users u left join private.tax_details d on d.organization_id = u.organization_id and d.agent_id = u.id
    where u.organization_id = caller_organization_id and u.id = any (ask_for_tax_details.agent_ids) and u.is_active
      and u.id <> auth.uid() and not private.fits_tax_scheme(d, scheme)
    order by u.id
    on conflict on constraint tax_requests_pkey do update set asked_by = excluded.asked_by, asked_at = excluded.asked_at
      where r.asked_at < clock_timestamp() - interval '1 day'
    returning r.agent_id)
  select coalesce(array_agg(w.agent_id order by w.agent_id), '{}') into asked from wanted w;
  perform private.write_notification(caller_organization_id, a.id, 'payout', by_name || ' asks for your tax details.', 'my_payouts', a.id,
    'tax_details_asked', jsonb_build_object('by', by_name)) from unnest(asked) a(id);
  if cardinality(asked) > 0 then
    perform private.audit(caller_organization_id, 'tax_details_asked', null, case when cardinality(asked) = 1 then asked[1] end,
      jsonb_build_object('count', cardinality(asked)));
  end if;
  return private.command_result(null) || jsonb_build_object('asked', cardinality(asked));
end $$;
comment on function public.ask_for_tax_details is 'Admins: tells these members, those who gave none that fit and were not asked within a day.
  {success, error, asked: how many}.';
grant execute on function public.ask_for_tax_details(uuid[]) to authenticated;

create function public.request_tax_number(agent_id uuid) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.current_organization_id();
  d private.tax_details;
begin
  perform private.require_step_up();
  if caller_organization_id is null or not private.is_owner() then
    perform private.refuse('Only an owner can see tax numbers.', '', 'tax_numbers_are_for_owners');
  end if;
  select t.* into d from private.tax_details t
  where t.organization_id = caller_organization_id and t.agent_id = request_tax_number.agent_id;
  if d.agent_id is null then
    perform private.refuse('There are no tax details of this person.', '', 'tax_details_missing');
  end if;
  perform private.limit_disclosures(caller_organization_id, 'tax_number', d.agent_id, 'tax numbers', 100);
  perform private.audit(caller_organization_id, 'tax_number_revealed', null, d.agent_id, jsonb_build_object('last_four', d.last_four));
  return private.allow_disclosure('tax_number', d.agent_id);
end $$;
comment on function public.request_tax_number is 'Owners: records that the caller asks for the tax number of a member. Answers the id to read
  it by.';
grant execute on function public.request_tax_number(uuid) to authenticated;

create function public.read_tax_number(disclosure_id uuid) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  whose uuid := private.take_disclosure('tax_number', read_tax_number.disclosure_id);
  sealed bytea := (
    select d.numbers_encrypted from private.tax_details d where d.organization_id = private.current_organization_id() and d.agent_id = whose);
begin
  if sealed is null or not private.is_owner() then
    perform private.refuse_with(private.disclosure_refusal());
  end if;
  return private.unseal('bank_details_key', sealed)::jsonb ->> 'number';
end $$;
comment on function public.read_tax_number is 'The number that request_tax_number was called for.';
grant execute on function public.read_tax_number(uuid) to authenticated;
