-- Terms of a person: versions, who writes and who reads them (docs/product/agreements.md, Versions).

create function private.guard_agreement() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.replaced_at is not null or to_jsonb(new) - 'replaced_at' <> to_jsonb(old) - 'replaced_at' then
    perform private.refuse('Terms are kept as they were agreed.', '', 'agreement_is_kept');
  end if;
  return new;
end $$;
comment on function private.guard_agreement is 'Of a version nothing changes but that a plan was replaced.';

create function private.add_agreement(organization_id uuid, user_id uuid, valid_from date, default_split numeric, vendor_splits jsonb,
  category_splits jsonb, tiers jsonb, overrides jsonb) returns uuid
language sql volatile security definer set search_path = '' as $$
  insert into public.agreement_versions as v (organization_id, user_id, number, valid_from, default_split, vendor_splits, category_splits,
    tiers, overrides, created_by)
  select add_agreement.organization_id, add_agreement.user_id, coalesce(max(o.number), 0) + 1, add_agreement.valid_from,
    round(add_agreement.default_split, 2), add_agreement.vendor_splits, add_agreement.category_splits, add_agreement.tiers,
    add_agreement.overrides, private.acting_user(add_agreement.organization_id)
  from public.agreement_versions o
  where o.organization_id = add_agreement.organization_id and o.user_id = add_agreement.user_id
  returning id
$$;

create function private.follow_member_split() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  terms constant public.agreement_versions := private.terms_in_force(new.organization_id, new.user_id, private.today());
begin
  if terms.default_split <> new.commission_split then
    perform private.add_agreement(new.organization_id, new.user_id, private.today(), new.commission_split, terms.vendor_splits,
      terms.category_splits, terms.tiers, terms.overrides);
    if old.commission_split = new.commission_split then
      perform private.audit(new.organization_id, 'agreement_saved', null, new.user_id,
        private.audit_change('valid_from', terms.valid_from::text, private.today()::text));
    end if;
  end if;
  return null;
end $$;
comment on function private.follow_member_split is 'A new split of somebody who has terms is a version of them from today, with another default.';

create function private.splits_are_good(splits jsonb, key text, known text) returns boolean
language plpgsql immutable set search_path = '' as $$
declare
  entry jsonb;
begin
  if jsonb_typeof(splits) <> 'array' or jsonb_array_length(splits) > 200 then
    return false;
  end if;
  for entry in select e from jsonb_array_elements(splits) e loop
    if jsonb_typeof(entry) <> 'object' or jsonb_typeof(entry -> key) is distinct from 'string' or (entry ->> key) !~ known
      or jsonb_typeof(entry -> 'split') is distinct from 'number' or (entry ->> 'split')::numeric not between 0 and 100 then
      return false;
    end if;
  end loop;
  return jsonb_array_length(splits) = (select count(distinct e ->> key) from jsonb_array_elements(splits) e);
end $$;
comment on function private.splits_are_good is 'A list of {<key>, split} with a split from 0 to 100 each, none named twice. known: a pattern.';

create function private.tiers_are_good(tiers jsonb) returns boolean
language plpgsql immutable set search_path = '' as $$
declare
  step jsonb;
  last_from numeric := -1;
begin
  if jsonb_typeof(tiers) <> 'object' or tiers ->> 'basis' is null or tiers ->> 'year_start' is null
    or tiers ->> 'basis' not in ('sales_booked', 'commission_expected', 'commission_received')
    or coalesce(tiers ->> 'mode', '') not in ('from_there_on', 'whole_year')
    -- Not Feb 29, which most years lack.
    or tiers ->> 'year_start' !~ '^((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))$'
    or jsonb_typeof(tiers -> 'steps') is distinct from 'array' or jsonb_array_length(tiers -> 'steps') not between 1 and 20 then
    return false;
  end if;
  for step in select e from jsonb_array_elements(tiers -> 'steps') e loop
    if jsonb_typeof(step -> 'from') is distinct from 'number' or jsonb_typeof(step -> 'split') is distinct from 'number'
      or (step ->> 'from')::numeric not between 0 and 9999999999.99 or (step ->> 'from')::numeric <= last_from
      or (step ->> 'split')::numeric not between 0 and 100 then
      return false;
    end if;
    last_from := (step ->> 'from')::numeric;
  end loop;
  return true;
end $$;

create function public.save_agreement(member_id uuid, valid_from date, terms jsonb, request_key uuid default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  locked record;
  answer jsonb;
  member public.users;
  latest date;
  id uuid;
  split numeric;
  overrides jsonb := coalesce(nullif(save_agreement.terms -> 'overrides', 'null'), '[]');
begin
  perform private.require_step_up();
  answer := private.begin_request('save_agreement', request_key, jsonb_build_object('member_id', save_agreement.member_id,
    'valid_from', save_agreement.valid_from, 'terms', save_agreement.terms));
  if answer is not null then
    return answer;
  end if;
  select t.* into locked from private.lock_member(save_agreement.member_id) t;
  if locked.refusal is not null then
    return locked.refusal;
  end if;
  member := locked.member;
  perform 1 from public.user_terms t where t.user_id = member.id for no key update;
  select max(v.valid_from) into latest from public.agreement_versions v
  where v.organization_id = member.organization_id and v.user_id = member.id and v.replaced_at is null and v.valid_from <= private.today();
  if jsonb_typeof(save_agreement.terms -> 'default_split') is distinct from 'number'
    or (save_agreement.terms ->> 'default_split')::numeric not between 0 and 100 then
    return private.command_result('Enter a percentage from 0 to 100.', 'default_split', 'percentage_out_of_range');
  elsif not private.splits_are_good(coalesce(save_agreement.terms -> 'vendor_splits', '[]'), 'vendor_id', '^[0-9a-f-]{36}$')
    or exists (select from jsonb_array_elements(coalesce(save_agreement.terms -> 'vendor_splits', '[]')) e where not exists (
      select from public.vendors v where v.organization_id = member.organization_id and v.id::text = e ->> 'vendor_id')) then
    return private.command_result('Name each vendor once, with a percentage from 0 to 100.', 'vendor_splits', 'vendor_splits_invalid');
  elsif not private.splits_are_good(coalesce(save_agreement.terms -> 'category_splits', '[]'), 'category', '^[a-z_]{1,40}$') then
    return private.command_result('Name each category once, with a percentage from 0 to 100.', 'category_splits', 'category_splits_invalid');
  elsif coalesce(jsonb_typeof(save_agreement.terms -> 'tiers'), 'null') <> 'null' and not private.tiers_are_good(save_agreement.terms -> 'tiers') then
    return private.command_result('Enter tiers by rising volume, with a percentage from 0 to 100 each.', 'tiers', 'tiers_invalid');
  elsif private.overrides_refusal(member, overrides) is not null then
    return private.overrides_refusal(member, overrides);
  elsif save_agreement.valid_from is null or save_agreement.valid_from not between '1900-01-02' and '2199-12-31'
    or save_agreement.valid_from < coalesce(latest, save_agreement.valid_from)
    or save_agreement.valid_from < private.today() and exists (
      select from public.sales s where s.organization_id = member.organization_id and s.agent_id = member.id) then
    return private.command_result('Choose today or a later day: what was recorded keeps its terms.', 'valid_from', 'agreement_in_the_past');
  end if;
  split := round((save_agreement.terms ->> 'default_split')::numeric, 2);
  if latest is null then
    -- What held until now is the first version.
    perform private.add_agreement(member.organization_id, member.id, '1900-01-01', t.commission_split, '[]', '[]', null, '[]')
    from public.user_terms t where t.user_id = member.id;
  end if;
  update public.agreement_versions v set replaced_at = clock_timestamp()
  where v.organization_id = member.organization_id and v.user_id = member.id and v.valid_from > private.today() and v.replaced_at is null;
  id := private.add_agreement(member.organization_id, member.id, save_agreement.valid_from, split,
    coalesce(save_agreement.terms -> 'vendor_splits', '[]'), coalesce(save_agreement.terms -> 'category_splits', '[]'),
    nullif(save_agreement.terms -> 'tiers', 'null'), private.kept_overrides(overrides));
  perform private.refuse_promises(member.organization_id, least(save_agreement.valid_from, private.today()), member.id, 'default_split');
  if save_agreement.valid_from <= private.today() then
    update public.user_terms t set commission_split = split where t.user_id = member.id and t.commission_split <> split;
  end if;
  perform private.audit(member.organization_id, 'agreement_saved', null, member.id,
    private.audit_change('valid_from', latest::text, save_agreement.valid_from::text));
  return private.end_request(request_key, member.id, private.command_result(null));
end $$;
comment on function public.save_agreement is 'A new version of a person''s terms: {default_split, vendor_splits, category_splits, tiers, overrides}. It takes the
  place of what was planned for later; recorded sales keep their split.';
grant execute on function public.save_agreement(uuid, date, jsonb, uuid) to authenticated;

create function private.saved_by_save_agreement(record_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('kind', 'member', 'id', u.id, 'name', u.first_name || ' ' || u.last_name) from public.users u
  where u.id = record_id and u.organization_id = private.admin_organization_id()
$$;

create function public.get_agreement(member_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'member', jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'role', u.role),
    'commission_split', t.commission_split,
    'today', d.day,
    'split', (select s.split from private.split_now(u.organization_id, u.id, d.day) s),
    'in_force', f.id,
    'volume', w.volume,
    'year_from', case when f.tiers is not null then private.tier_year(d.day, f.tiers ->> 'year_start') end,
    'next', private.next_tier(u.organization_id, u.id, d.day),
    'versions', coalesce((
      select jsonb_agg(jsonb_build_object('id', v.id, 'number', v.number, 'valid_from', v.valid_from, 'default_split', v.default_split,
        'vendor_splits', v.vendor_splits, 'category_splits', v.category_splits, 'tiers', v.tiers, 'overrides', v.overrides, 'created_at', v.created_at,
        'created_by', (select jsonb_build_object('id', b.id, 'first_name', b.first_name, 'last_name', b.last_name)
          from public.users b where b.id = v.created_by),
        'replaced_at', v.replaced_at) order by v.number desc)
      from public.agreement_versions v where v.organization_id = u.organization_id and v.user_id = u.id), '[]'),
    'vendors', coalesce((
      select jsonb_agg(jsonb_build_object('id', n.id, 'name', n.name) order by lower(n.name), n.id)
      from public.vendors n
      where n.organization_id = u.organization_id and n.id::text in (
        select e ->> 'vendor_id' from public.agreement_versions v cross join jsonb_array_elements(v.vendor_splits) e
        where v.organization_id = u.organization_id and v.user_id = u.id)), '[]'),
    'people', private.people_of_overrides(u),
    'overrides_from', date_trunc('year', d.day)::date,
    'overrides', private.overrides_of_year(u, d.day))
  from public.users u
  join public.user_terms t on t.user_id = u.id
  cross join (select private.today() as day) d
  left join lateral private.terms_in_force(u.organization_id, u.id, d.day) f on true
  left join lateral (
    select private.volume_until(f, d.day) as volume
    where f.tiers is not null) w on true
  where u.id = get_agreement.member_id and u.organization_id = private.current_organization_id()
    and (private.is_admin() or u.id = auth.uid())
$$;
comment on function public.get_agreement is 'A person''s terms: all versions with the names of their vendors, which one is in force today, the split of
  what no vendor or category says, and of tiers the year''s volume (money), since when, and what is missing to the next; of overrides the people, and what the calendar year has come to. For the person
  and admins; null for others.';
grant execute on function public.get_agreement(uuid) to authenticated;
