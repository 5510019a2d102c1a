-- Passports. Numbers are encrypted with a key that no API role can read. Lists show the last four characters; the whole number is
-- told one passport at a time, in a second call after the record of who asked is committed (private.disclosures).

create function private.may_use_passports(organization_id uuid, customer uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select may_use_passports.organization_id is not null
    and may_use_passports.organization_id = private.current_organization_id()
    and (private.is_admin() or exists (
      -- One by one: with OR the planner reads all sales of the agent.
      select 1
      from (
        select o.id from public.sales o
        where o.organization_id = may_use_passports.organization_id and o.customer_id = customer
        union
        select t.sale_id from public.sale_travelers t
        where t.organization_id = may_use_passports.organization_id and t.customer_id = customer) trip
      join public.sales s on s.id = trip.id
      where s.agent_id = auth.uid() and s.status <> 'cancelled' and s.total_amount > 0
        and coalesce(s.return_date, s.travel_date) > private.today() - 30))
$$;
comment on function private.may_use_passports is 'Who may see, add, change and delete the passports of a customer: admins, and
  agents with a live sale of their own that the customer pays or travels on. Live is a sale that is worth something, not cancelled,
  with travel ahead or over for less than 30 days.';

create function private.passport_refusal() returns jsonb
language sql immutable set search_path = '' as $$
  select private.command_result('Only admins, and agents whose trip for this customer is ahead or just over, can use passports.',
    null,
    'passports_not_allowed')
$$;

create function private.masked_passports(organization_id uuid, customer uuid, agent uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', p.id, 'last_four', p.last_four, 'given_names', p.given_names, 'country', p.country, 'issued_on', p.issued_on,
    'expires_on', p.expires_on, 'warning', (
      select jsonb_build_object('return_date', s.return_date, 'sale_id', s.id, 'months_after',
        (extract(year from age(p.expires_on, s.return_date)) * 12 + extract(month from age(p.expires_on, s.return_date)))::int
          - case when p.expires_on < s.return_date and extract(day from age(p.expires_on, s.return_date)) < 0 then 1 else 0 end)
      from public.sales s
      where s.organization_id = masked_passports.organization_id and s.status <> 'cancelled'
        and (masked_passports.agent is null or s.agent_id = masked_passports.agent)
        and (s.customer_id = customer or s.id in (
          select t.sale_id from public.sale_travelers t
          where t.organization_id = masked_passports.organization_id and t.customer_id = customer))
        and s.return_date >= private.today() and p.expires_on < s.return_date + interval '6 months'
      order by s.return_date desc, s.id limit 1))
    order by p.expires_on desc, p.id), '[]')
  from private.passports p
  where p.organization_id = masked_passports.organization_id and p.customer_id = customer
$$;
comment on function private.masked_passports is '[{id, last_four, given_names, country, issued_on, expires_on, warning}]. Warning:
  the latest upcoming return of a sale that is not cancelled, if it lies less than six months before the expiry, or after it:
  {return_date, sale_id, months_after}, whole months from the return to the expiry, negative when the passport has expired by then.
  It looks at the sales of one agent, or of all (`agent` null).';

create function public.save_passport(customer_id uuid, passport jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.current_organization_id();
  customer public.customers%rowtype;
  existing private.passports%rowtype;
  input jsonb := case when jsonb_typeof(passport) = 'object' then passport else '{}' end;
  typed_number text := upper(regexp_replace(input ->> 'number', '[\s.-]', '', 'g'));
  refusal jsonb;
  saved_id uuid;
begin
  select c.* into customer from public.customers c
  where c.organization_id = caller_organization_id and c.id = save_passport.customer_id for no key update;
  if customer.id is not null and not private.may_use_passports(caller_organization_id, customer.id) then
    return private.passport_refusal();
  end if;
  if input ? 'id' and input ->> 'id' is not null then
    if pg_input_is_valid(input ->> 'id', 'uuid') then
      select p.* into existing from private.passports p
      where p.organization_id = caller_organization_id and p.customer_id = customer.id and p.id = (input ->> 'id')::uuid
      for update;
    end if;
    if existing.id is null then
      return private.command_result('This passport does not exist.', null, 'passport_not_found');
    end if;
  end if;
  refusal := case
    when customer.id is null or customer.merged_into is not null or customer.erased_at is not null then
      private.command_result('This customer does not exist.', null, 'customer_not_found')
    when existing.id is null and coalesce(typed_number, '') = '' then private.command_result('Enter the passport number.',
      'number', 'passport_number_missing')
    when coalesce(typed_number, '') <> '' and typed_number !~ '^[A-Z0-9]{6,20}$' then
      private.command_result('Enter the number as printed, 6 to 20 letters and digits.', 'number', 'passport_number_wrong')
    when char_length(input ->> 'given_names') > 200 then private.command_result('Use at most 200 characters.',
      'given_names', 'text_too_long', '{"most": 200}')
    when coalesce(btrim(input ->> 'country'), '') = '' then private.command_result('Choose the country that issued it.',
      'country', 'passport_country_missing')
    when not private.is_country(upper(btrim(input ->> 'country'))) then private.command_result('Choose a country.',
      'country', 'country_unknown')
    when coalesce(input ->> 'issued_on', '') <> '' and not private.is_iso_date(input ->> 'issued_on') then
      private.command_result('Enter a date like 11/19/2026.', 'issued_on', 'date_expected')
    when coalesce(input ->> 'expires_on', '') = '' then private.command_result('Enter the expiry date.',
      'expires_on', 'expiry_missing')
    when not private.is_iso_date(input ->> 'expires_on') then private.command_result('Enter a date like 11/19/2026.',
      'expires_on', 'date_expected')
    when (input ->> 'expires_on')::date <= nullif(input ->> 'issued_on', '')::date then
      private.command_result('Expiry must be after the day of issue.', 'expires_on', 'expiry_before_issue')
    when existing.id is null and (select count(*) from private.passports p
      where p.organization_id = caller_organization_id and p.customer_id = customer.id) >= 10 then
      private.command_result('A customer has at most ten passports here. Delete one first.', null, 'passports_too_many')
  end;
  if refusal is not null then
    return refusal;
  end if;

  if existing.id is null then
    insert into private.passports (organization_id, customer_id, number_encrypted, last_four, given_names, country,
      issued_on, expires_on, created_by)
    values (caller_organization_id, customer.id, private.seal('passport_key', typed_number), right(typed_number, 4),
      nullif(btrim(input ->> 'given_names'), ''), upper(btrim(input ->> 'country')), nullif(input ->> 'issued_on', '')::date,
      (input ->> 'expires_on')::date, auth.uid())
    returning id into saved_id;
  else
    update private.passports p set
      number_encrypted = case when coalesce(typed_number, '') = '' then p.number_encrypted
        else private.seal('passport_key', typed_number) end,
      last_four = case when coalesce(typed_number, '') = '' then p.last_four else right(typed_number, 4) end,
      given_names = nullif(btrim(input ->> 'given_names'), ''), country = upper(btrim(input ->> 'country')),
      issued_on = nullif(input ->> 'issued_on', '')::date, expires_on = (input ->> 'expires_on')::date
    where p.id = existing.id;
    saved_id := existing.id;
  end if;
  perform private.audit(caller_organization_id,
    case when existing.id is null then 'passport_added' else 'passport_changed' end, customer.id, saved_id);
  return jsonb_build_object('success', true, 'id', saved_id, 'error', null, 'field', null);
end $$;
comment on function public.save_passport is 'Adds a passport ({number, given_names, country, issued_on, expires_on}) or changes one
  ({id, ...}; without a number the stored one stays). Answers {success, id} or {success, error, field}. No error message repeats the
  input: it may hold a number.';
grant execute on function public.save_passport(uuid, jsonb) to authenticated;

create function public.delete_passport(passport_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  passport private.passports%rowtype;
begin
  select p.* into passport from private.passports p
  where p.organization_id = private.current_organization_id() and p.id = delete_passport.passport_id for update;
  if passport.id is null then
    return private.command_result('This passport does not exist.', null, 'passport_not_found');
  elsif not private.may_use_passports(passport.organization_id, passport.customer_id) then
    return private.passport_refusal();
  end if;
  delete from private.passports p where p.id = passport.id;
  perform private.audit(passport.organization_id, 'passport_deleted', passport.customer_id, passport.id);
  return private.command_result(null);
end $$;
grant execute on function public.delete_passport(uuid) to authenticated;

create function public.reveal_passport(passport_id uuid) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.current_organization_id();
  passport private.passports%rowtype;
begin
  perform private.require_step_up();
  select p.* into passport from private.passports p
  where p.organization_id = caller_organization_id and p.id = reveal_passport.passport_id for share;
  if passport.id is null then
    perform private.refuse('This passport does not exist.', '', 'passport_not_found');
  elsif not private.may_use_passports(caller_organization_id, passport.customer_id) then
    perform private.refuse_with(private.passport_refusal());
  end if;
  perform private.limit_disclosures(caller_organization_id, 'passport', passport.id, 'passport numbers',
    case when private.is_admin() then 300 else 30 end);
  perform private.audit(caller_organization_id, 'passport_revealed', passport.customer_id, passport.id,
    jsonb_build_object('last_four', passport.last_four));
  return private.allow_disclosure('passport', passport.id);
end $$;
comment on function public.reveal_passport is 'Records that the caller asks for a passport''s number. Answers the id to read it
  by.';
grant execute on function public.reveal_passport(uuid) to authenticated;

create function public.read_passport_number(disclosure_id uuid) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  passport_id uuid := private.take_disclosure('passport', read_passport_number.disclosure_id);
  passport private.passports%rowtype;
begin
  select p.* into passport from private.passports p
  where p.organization_id = private.current_organization_id() and p.id = passport_id;
  if passport.id is null or not private.may_use_passports(passport.organization_id, passport.customer_id) then
    perform private.refuse_with(private.disclosure_refusal());
  end if;
  return private.unseal('passport_key', passport.number_encrypted);
end $$;
comment on function public.read_passport_number is 'The number of the passport that reveal_passport was called for.';
grant execute on function public.read_passport_number(uuid) to authenticated;

create function public.get_passport_reveals(customer_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('passport_id', l.subject_id, 'last_four', l.details ->> 'last_four',
    'revealed_by', jsonb_build_object('first_name', u.first_name, 'last_name', u.last_name), 'revealed_at', l.created_at)
    order by l.created_at desc, l.id desc), '[]')
  from private.audit_log l
  left join public.users u on u.id = l.actor_id
  where l.organization_id = (select private.current_organization_id()) and l.action = 'passport_revealed'
    and (l.customer_id = get_passport_reveals.customer_id or l.subject_id in (
      -- Passports that came with a merge, whose entries name the merged customer.
      select p.id from private.passports p where p.organization_id = l.organization_id
        and p.customer_id = get_passport_reveals.customer_id))
$$;
comment on function public.get_passport_reveals is 'Who saw which number when, newest first: [{passport_id, last_four, revealed_by:
  {first_name, last_name}, revealed_at}].';
grant execute on function public.get_passport_reveals(uuid) to authenticated;
