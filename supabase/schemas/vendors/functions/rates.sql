-- What a vendor pays by kind of line and day, and its bonus by volume.

create function private.vendor_rate(organization_id uuid, vendor_id uuid, category text, day date) returns numeric
language sql stable security definer set search_path = '' as $$
  select coalesce(
    (select r.rate from public.vendor_rates r
     where r.organization_id = vendor_rate.organization_id and r.vendor_id = vendor_rate.vendor_id
       and r.valid_from <= vendor_rate.day and (r.category = vendor_rate.category or r.category is null)
     order by r.category is null, r.valid_from desc, r.created_at desc, r.id desc limit 1),
    (select v.default_commission_rate from public.vendors v
     where v.organization_id = vendor_rate.organization_id and v.id = vendor_rate.vendor_id))
$$;
comment on function private.vendor_rate is 'The percent a vendor pays for a booking of this day: the rate of the kind of line, else its
  rate for all from a day on, else its default. category null: of a sale without lines. Null for a vendor of another organization.';

create function private.vendor_rates_of(organization_id uuid, vendor_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('category', r.category, 'rate', r.rate, 'valid_from', r.valid_from)
    order by r.valid_from desc, r.created_at desc, r.id desc), '[]')
  from public.vendor_rates r
  where r.organization_id = vendor_rates_of.organization_id and r.vendor_id = vendor_rates_of.vendor_id
$$;
comment on function private.vendor_rates_of is '[{category, rate, valid_from}]: what private.vendor_rate chooses from, the first that
  holds first, for forms that choose by the day that is typed.';

create function public.save_vendor_rate(vendor_id uuid, rate numeric, valid_from date, category text default null,
  request_key uuid default null)
returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id constant uuid := private.admin_organization_id();
  answer jsonb := private.begin_request('save_vendor_rate', request_key, jsonb_build_object('vendor_id', save_vendor_rate.vendor_id,
    'rate', save_vendor_rate.rate, 'valid_from', save_vendor_rate.valid_from, 'category', save_vendor_rate.category));
  before numeric;
  new_id uuid;
begin
  if answer is not null then
    return answer;
  end if;
  answer := private.lock_vendor(save_vendor_rate.vendor_id);
  if answer is not null then
    return answer;
  elsif save_vendor_rate.rate is null or save_vendor_rate.rate not between 0 and 100 then
    return private.command_result('Enter a percentage from 0 to 100.', 'rate', 'percentage_out_of_range');
  elsif save_vendor_rate.valid_from is null or save_vendor_rate.valid_from not between '1900-01-01' and '2199-12-31' then
    return private.command_result('Enter a date like 11/19/2026.', 'valid_from', 'date_expected');
  elsif save_vendor_rate.category not in ('fare', 'air', 'hotel', 'cruise', 'tour', 'insurance', 'transfer', 'extra') then
    return private.command_result('Choose a kind of line that a vendor pays for.', 'category', 'rate_category_unknown');
  end if;
  before := private.vendor_rate(caller_organization_id, save_vendor_rate.vendor_id, save_vendor_rate.category, save_vendor_rate.valid_from);
  insert into public.vendor_rates (organization_id, vendor_id, category, rate, valid_from, created_by)
  values (caller_organization_id, save_vendor_rate.vendor_id, save_vendor_rate.category, round(save_vendor_rate.rate, 2),
    save_vendor_rate.valid_from, private.acting_user(caller_organization_id))
  returning id into new_id;
  perform private.audit(caller_organization_id, 'vendor_terms_changed', null, save_vendor_rate.vendor_id,
    private.audit_change('rate', before::text, round(save_vendor_rate.rate, 2)::text)
      || jsonb_build_object('valid_from', save_vendor_rate.valid_from, 'category', save_vendor_rate.category));
  return private.end_request(request_key, new_id, private.command_result(null) || jsonb_build_object('id', new_id));
end $$;
comment on function public.save_vendor_rate is 'Adds a version of what a vendor pays (admins), once for each key: {success, error, field,
  id}. What was recorded before keeps its rate.';
grant execute on function public.save_vendor_rate(uuid, numeric, date, text, uuid) to authenticated;

create function private.saved_by_save_vendor_rate(rate_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('kind', 'vendor', 'id', v.id, 'name', v.name)
  from public.vendor_rates r join public.vendors v on v.id = r.vendor_id
  where r.organization_id = private.admin_organization_id() and r.id = saved_by_save_vendor_rate.rate_id
$$;
comment on function private.saved_by_save_vendor_rate is 'See private.saved_as.';

create function public.remove_vendor_rate(rate_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  planned public.vendor_rates;
  refusal jsonb;
begin
  select r.* into planned from public.vendor_rates r
  where r.organization_id = private.admin_organization_id() and r.id = remove_vendor_rate.rate_id;
  if planned.id is null then
    return private.command_result('This rate is no longer there.', null, 'vendor_rate_not_found');
  end if;
  refusal := private.lock_vendor(planned.vendor_id);
  if refusal is not null then
    return refusal;
  elsif planned.valid_from <= private.today() then
    return private.command_result('A rate that has begun stays. Add a new one from a later day.', null, 'vendor_rate_has_begun');
  end if;
  delete from public.vendor_rates r where r.id = planned.id and r.organization_id = planned.organization_id;
  if found then
    perform private.audit(planned.organization_id, 'vendor_terms_changed', null, planned.vendor_id,
      private.audit_change('rate', planned.rate::text, null)
        || jsonb_build_object('valid_from', planned.valid_from, 'category', planned.category));
  end if;
  return private.command_result(null);
end $$;
comment on function public.remove_vendor_rate is 'Takes back a rate that has not begun (admins).';
grant execute on function public.remove_vendor_rate(uuid) to authenticated;

create function private.check_bonus_steps(steps jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  step jsonb;
  n integer := 0;
  checked jsonb := '[]';
  amount numeric;
  percent numeric;
  before numeric := -1;
begin
  if coalesce(jsonb_typeof(steps), '') <> 'array' or jsonb_array_length(steps) not between 1 and 20 then
    perform private.refuse('Enter 1 to 20 steps.', 'steps', 'bonus_steps_missing');
  end if;
  for step in select e from jsonb_array_elements(steps) e loop
    if jsonb_typeof(step) <> 'object' or coalesce(step ->> 'from', '') !~ '^\d{1,10}(\.\d{1,20})?$' then
      perform private.refuse('Enter an amount like 1,482.50.', 'steps.' || n || '.from', 'amount_expected');
    elsif coalesce(step ->> 'percent', '') !~ '^\d{1,3}(\.\d{1,20})?$' or (step ->> 'percent')::numeric not between 0 and 100 then
      perform private.refuse('Enter a percentage from 0 to 100.', 'steps.' || n || '.percent', 'percentage_out_of_range');
    end if;
    amount := round((step ->> 'from')::numeric, 2);
    percent := round((step ->> 'percent')::numeric, 2);
    if amount <= before then
      perform private.refuse('Each step begins above the one before.', 'steps.' || n || '.from', 'bonus_steps_rise');
    end if;
    before := amount;
    checked := checked || jsonb_build_array(jsonb_build_object('from', amount, 'percent', percent));
    n := n + 1;
  end loop;
  return checked;
end $$;
comment on function private.check_bonus_steps is 'Steps of a bonus as typed, checked and rounded: [{from, percent}], rising. A refusal names
  the step and its field (steps.2.from).';

create function private.bonus_words(terms public.vendor_bonus_terms) returns text
language sql immutable set search_path = '' as $$
  select terms.period_start || ' to ' || terms.period_end || ', ' || terms.basis || ': '
    || (select string_agg((e ->> 'percent') || '% from ' || (e ->> 'from'), ', ' order by n)
      from jsonb_array_elements(terms.steps) with ordinality s(e, n))
$$;
comment on function private.bonus_words is 'The terms of a bonus in one line, for the audit log.';

create function public.save_vendor_bonus_terms(vendor_id uuid, period_start date, period_end date, basis text, steps jsonb,
  terms_id uuid default null, expected_version integer default null, request_key uuid default null)
returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id constant uuid := private.admin_organization_id();
  answer jsonb := private.begin_request('save_vendor_bonus_terms', request_key, jsonb_build_object(
    'vendor_id', save_vendor_bonus_terms.vendor_id, 'period_start', save_vendor_bonus_terms.period_start,
    'period_end', save_vendor_bonus_terms.period_end, 'basis', save_vendor_bonus_terms.basis, 'steps', save_vendor_bonus_terms.steps,
    'terms_id', save_vendor_bonus_terms.terms_id));
  checked jsonb;
  words text;
  current public.vendor_bonus_terms;
begin
  if answer is not null then
    return answer;
  end if;
  answer := private.lock_vendor(save_vendor_bonus_terms.vendor_id);
  if answer is not null then
    return answer;
  end if;
  checked := private.check_bonus_steps(save_vendor_bonus_terms.steps);
  if save_vendor_bonus_terms.period_start is null or save_vendor_bonus_terms.period_start < '1900-01-01' then
    return private.command_result('Enter a date like 11/19/2026.', 'period_start', 'date_expected');
  elsif save_vendor_bonus_terms.period_end is null or save_vendor_bonus_terms.period_end > '2199-12-31' then
    return private.command_result('Enter a date like 11/19/2026.', 'period_end', 'date_expected');
  elsif save_vendor_bonus_terms.period_end < save_vendor_bonus_terms.period_start
    or save_vendor_bonus_terms.period_end >= save_vendor_bonus_terms.period_start + 732 then
    return private.command_result('The period ends after it begins, two years later at the most.', 'period_end', 'bonus_period_wrong');
  elsif save_vendor_bonus_terms.basis is null or save_vendor_bonus_terms.basis not in ('sales', 'received') then
    return private.command_result('Choose what counts.', 'basis', 'bonus_basis_missing');
  elsif exists (select 1 from public.vendor_bonus_terms t
    where t.organization_id = caller_organization_id and t.vendor_id = save_vendor_bonus_terms.vendor_id
      and t.id is distinct from save_vendor_bonus_terms.terms_id
      and t.period_start <= save_vendor_bonus_terms.period_end and t.period_end >= save_vendor_bonus_terms.period_start) then
    return private.command_result('Another bonus of this vendor is for some of these days.', 'period_start', 'bonus_periods_meet');
  end if;
  if save_vendor_bonus_terms.terms_id is null then
    insert into public.vendor_bonus_terms (organization_id, vendor_id, period_start, period_end, basis, steps, created_by)
    values (caller_organization_id, save_vendor_bonus_terms.vendor_id, save_vendor_bonus_terms.period_start,
      save_vendor_bonus_terms.period_end, save_vendor_bonus_terms.basis, checked, private.acting_user(caller_organization_id))
    returning * into current;
    perform private.audit(caller_organization_id, 'vendor_terms_changed', null, current.vendor_id,
      private.audit_change('bonus', null, private.bonus_words(current)));
  else
    select t.* into current from public.vendor_bonus_terms t
    where t.organization_id = caller_organization_id and t.vendor_id = save_vendor_bonus_terms.vendor_id
      and t.id = save_vendor_bonus_terms.terms_id for no key update;
    if current.id is null then
      return private.command_result('This bonus is no longer there.', null, 'bonus_terms_not_found');
    elsif current.version is distinct from save_vendor_bonus_terms.expected_version then
      return private.command_result('Somebody else changed this bonus meanwhile. Look at it again.', null, 'bonus_terms_changed');
    end if;
    words := private.bonus_words(current);
    update public.vendor_bonus_terms t set period_start = save_vendor_bonus_terms.period_start,
      period_end = save_vendor_bonus_terms.period_end, basis = save_vendor_bonus_terms.basis, steps = checked, version = t.version + 1
    where t.id = current.id and t.organization_id = current.organization_id returning * into current;
    perform private.audit(caller_organization_id, 'vendor_terms_changed', null, current.vendor_id,
      private.audit_change('bonus', words, private.bonus_words(current)));
  end if;
  return private.end_request(request_key, current.id, private.command_result(null)
    || jsonb_build_object('id', current.id, 'version', current.version));
end $$;
comment on function public.save_vendor_bonus_terms is 'Adds what a vendor pays on top for the volume of a period (admins), once for each
  key, or with `terms_id` changes it, if it still has the version that was seen: {success, error, field, id, version}. The periods of a vendor do not meet.';
grant execute on function public.save_vendor_bonus_terms(uuid, date, date, text, jsonb, uuid, integer, uuid) to authenticated;

create function private.saved_by_save_vendor_bonus_terms(terms_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('kind', 'vendor', 'id', v.id, 'name', v.name)
  from public.vendor_bonus_terms t join public.vendors v on v.id = t.vendor_id
  where t.organization_id = private.admin_organization_id() and t.id = saved_by_save_vendor_bonus_terms.terms_id
$$;
comment on function private.saved_by_save_vendor_bonus_terms is 'See private.saved_as.';

create function public.remove_vendor_bonus_terms(terms_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  current public.vendor_bonus_terms;
begin
  delete from public.vendor_bonus_terms t
  where t.organization_id = private.admin_organization_id() and t.id = remove_vendor_bonus_terms.terms_id returning * into current;
  if current.id is null then
    return private.command_result('This bonus is no longer there.', null, 'bonus_terms_not_found');
  end if;
  perform private.audit(current.organization_id, 'vendor_terms_changed', null, current.vendor_id,
    private.audit_change('bonus', private.bonus_words(current), null));
  return private.command_result(null);
end $$;
comment on function public.remove_vendor_bonus_terms is 'Takes the terms of a bonus away (admins). One that is expected already stays.';
grant execute on function public.remove_vendor_bonus_terms(uuid) to authenticated;
