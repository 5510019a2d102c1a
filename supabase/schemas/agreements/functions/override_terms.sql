-- Overrides in a person's terms: what may be agreed, and that there is as much as is promised (docs/product/agreements.md, Overrides).

create function private.overrides_are_good(overrides jsonb) returns boolean
language plpgsql immutable set search_path = '' as $$
declare
  entry jsonb;
begin
  if jsonb_typeof(overrides) <> 'array' or jsonb_array_length(overrides) > 50 then
    return false;
  end if;
  for entry in select e from jsonb_array_elements(overrides) e loop
    if jsonb_typeof(entry) <> 'object' or jsonb_typeof(entry -> 'percent') is distinct from 'number'
      or (entry ->> 'percent')::numeric not between 0.01 and 100
      or (entry ->> 'percent')::numeric <> round((entry ->> 'percent')::numeric, 2)
      or coalesce(entry ->> 'base', '') not in ('gross', 'agency', 'agent')
      or coalesce(entry ->> 'taken_from', '') not in ('agency', 'agent')
      or coalesce(jsonb_typeof(entry -> 'cap_per_year'), 'null') not in ('number', 'null')
      or (entry ->> 'cap_per_year')::numeric not between 0.01 and 9999999999.99 then
      return false;
    elsif jsonb_typeof(entry -> 'whose') is distinct from 'array' then
      if entry ->> 'whose' is distinct from 'all' then
        return false;
      end if;
    elsif jsonb_array_length(entry -> 'whose') not between 1 and 200
      or exists (select from jsonb_array_elements(entry -> 'whose') w
        where jsonb_typeof(w) <> 'string' or not pg_input_is_valid(w #>> '{}', 'uuid')) then
      return false;
    end if;
  end loop;
  return true;
end $$;
comment on function private.overrides_are_good is 'A list of {whose, percent, base, taken_from, cap_per_year} as agreement_versions keeps it, whoever
  they name.';

create function private.override_people(overrides jsonb) returns setof text
language sql immutable set search_path = '' as $$
  select lower(w.value) from jsonb_array_elements(overrides) e
  cross join lateral jsonb_array_elements_text(case when jsonb_typeof(e -> 'whose') = 'array' then e -> 'whose' else '["all"]' end) w(value)
$$;
comment on function private.override_people is 'Everybody that overrides name, as often as they do; all as `all`.';

create function private.kept_overrides(overrides jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('whose', case when jsonb_typeof(e.value -> 'whose') = 'array' then (
      select jsonb_agg(lower(w.value) order by lower(w.value)) from jsonb_array_elements_text(e.value -> 'whose') w(value)) else '"all"' end,
    'percent', e.value -> 'percent', 'base', e.value -> 'base', 'taken_from', e.value -> 'taken_from',
    'cap_per_year', round((e.value ->> 'cap_per_year')::numeric, 2)) order by e.n), '[]')
  from jsonb_array_elements(overrides) with ordinality e(value, n)
$$;
comment on function private.kept_overrides is 'Overrides as they are kept: nothing beside what is known of one.';

create function private.overrides_refusal(member public.users, overrides jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case
    when not private.overrides_are_good(overrides) then private.command_result(
      'Say of each override whose commission, a percentage above 0, and from whose part.', 'overrides', 'overrides_invalid')
    when exists (select from private.override_people(overrides) p where p = member.id::text) then private.command_result(
      'Nobody has an override of their own commission.', 'overrides', 'override_of_oneself')
    when exists (select from private.override_people(overrides) p group by p having count(*) > 1) then private.command_result(
      'Name each person once.', 'overrides', 'override_person_twice')
    when exists (select from private.override_people(overrides) p where p <> 'all' and not exists (
      select from public.users u where u.organization_id = member.organization_id and u.id::text = p and u.role <> 'integration'))
      then private.command_result(
      'Choose people of your agency.', 'overrides', 'override_person_unknown') end
$$;
comment on function private.overrides_refusal is 'Why a member cannot have these overrides, whatever others have; null when they can.';

create function private.promised_too_much(organization_id uuid, from_day date, member_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  with leads as materialized (
    select distinct v.user_id as id from public.agreement_versions v
    join public.users u on u.id = v.user_id and u.is_active
    where v.organization_id = promised_too_much.organization_id and v.overrides <> '[]' and v.replaced_at is null
  ), days as materialized (
    select promised_too_much.from_day as day
    union
    select v.valid_from from public.agreement_versions v
    where v.organization_id = promised_too_much.organization_id and v.replaced_at is null and v.valid_from > promised_too_much.from_day
  ), people as materialized (
    select u.id, u.first_name || ' ' || u.last_name as name, t.commission_split as split
    from public.users u join public.user_terms t on t.user_id = u.id
    where u.organization_id = promised_too_much.organization_id and u.is_active
    union all
    select i.id, i.email, i.commission_split from public.invitations i
    where i.organization_id = promised_too_much.organization_id and i.accepted_at is null and i.revoked_at is null and i.expires_at > now()
  ), rules as materialized (
    select d.day, l.id as lead, t.overrides from days d cross join leads l
    cross join lateral (
      select v.overrides from public.agreement_versions v
      where v.organization_id = promised_too_much.organization_id and v.user_id = l.id and v.valid_from <= d.day and v.replaced_at is null
      order by v.valid_from desc, v.number desc limit 1) t
  ), taken as materialized (
    -- Of each person on each day: percent of the commission, of the agency's part and of the agent's, from each of these two.
    select p.id, p.name, p.split, r.day, e.taken_from, bool_or(r.lead = promised_too_much.member_id) as is_of_member,
      coalesce(sum(e.percent) filter (where e.base = 'gross'), 0) as gross, coalesce(sum(e.percent) filter (where e.base = 'agency'), 0) as agency,
      coalesce(sum(e.percent) filter (where e.base = 'agent'), 0) as agent
    from people p join rules r on r.lead <> p.id
    cross join lateral (
      select (e ->> 'percent')::numeric as percent, e ->> 'base' as base, e ->> 'taken_from' as taken_from
      from jsonb_array_elements(r.overrides) e
      where e -> 'whose' ? p.id::text or e ->> 'whose' = 'all' order by e ->> 'whose' = 'all' limit 1) e
    group by 1, 2, 3, 4, 5
  ), ends as (
    -- The least and the most that somebody can have: between them nothing is worse.
    select t.*, s.split as has, t.gross + t.agency * (100 - s.split) / 100 + t.agent * s.split / 100 as overrides,
      case t.taken_from when 'agency' then 100 - s.split else s.split end as there_is
    from taken t
    left join lateral (
      select v.* from public.agreement_versions v
      where v.organization_id = promised_too_much.organization_id and v.user_id = t.id and v.valid_from <= t.day and v.replaced_at is null
      order by v.valid_from desc, v.number desc limit 1) v on true
    cross join lateral (
      select distinct unnest(array[min(x.split), max(x.split)]) as split
      from (
        select t.split where v.id is null
        union all
        select v.default_split where v.id is not null
          and not coalesce(v.tiers -> 'steps' @> '[{"from": 0}]', false)
        union all
        select (e ->> 'split')::numeric from jsonb_array_elements(v.vendor_splits || v.category_splits || coalesce(v.tiers -> 'steps', '[]')) e) x) s
    where t.is_of_member or t.id = promised_too_much.member_id)
  select jsonb_build_object('taken_from', e.taken_from, 'id', e.id, 'name', e.name, 'split', trim_scale(round(e.has, 2)),
    'overrides', trim_scale(round(e.overrides, 2)), 'over', trim_scale(round(e.overrides - e.there_is, 2)))
    || case when e.day > private.today() then jsonb_build_object('day', e.day) else '{}' end
  from ends e
  where round(e.overrides, 2) > round(e.there_is, 2)
  order by e.overrides - e.there_is desc, e.name, e.day limit 1
$$;
comment on function private.promised_too_much is 'Where overrides take more of somebody''s commission than the agency keeps of it, or the agent has, from a day
  on, of what a member has or gets; the worst: {taken_from, id, name, split, overrides, over, day}, in percent of the commission.
  Whoever is invited counts as well. Null: nowhere.';

create function private.refuse_promises(organization_id uuid, from_day date, member_id uuid, split_field text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  found jsonb;
  field text;
begin
  if not private.has_overrides(array[refuse_promises.organization_id]) then
    return;
  end if;
  -- Whoever changes terms meanwhile is waited for.
  perform from public.organizations o where o.id = refuse_promises.organization_id for no key update;
  found := private.promised_too_much(refuse_promises.organization_id, refuse_promises.from_day, refuse_promises.member_id);
  field := case when found ->> 'id' = refuse_promises.member_id::text then refuse_promises.split_field else 'overrides' end;
  if found ->> 'taken_from' = 'agency' then
    perform private.refuse(concat(case when found ->> 'day' is not null then 'On ' || to_char((found ->> 'day')::date, 'FMMon FMDD, YYYY') || ' ' end,
      found ->> 'name', ' has ', found ->> 'split', '%, and overrides take ', found ->> 'overrides', '% of the commission: ', found ->> 'over',
      '% more than there is.'), field, 'overrides_above_agency', found - '{id,taken_from}'::text[]);
  elsif found is not null then
    perform private.refuse(concat(case when found ->> 'day' is not null then 'On ' || to_char((found ->> 'day')::date, 'FMMon FMDD, YYYY') || ' overrides take '
      else 'Overrides take ' end, found ->> 'overrides', '% of the commission off ', found ->> 'name', ', who has ', found ->> 'split', '%: ',
      found ->> 'over', '% more than there is.'), field, 'overrides_above_agent', found - '{id,taken_from}'::text[]);
  end if;
end $$;
comment on function private.refuse_promises is 'Refuses what was just written of a member where overrides take more than there is, with the
  arithmetic (private.promised_too_much): at the field of the split where it is the member''s own, else at the overrides.';

create function private.guard_promises() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refuse_promises(new.organization_id, (now() at time zone (
      select o.time_zone from public.organizations o where o.id = new.organization_id))::date,
    (to_jsonb(new) ->> tg_argv[0])::uuid, tg_argv[1]);
  return null;
end $$;
comment on function private.guard_promises is 'Of a split, an invitation, and somebody who is active again. Arguments: the column of who it is,
  and the field of the refusal.';

create function private.overrides_of_year(member public.users, day date) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('user_id', x.person, 'sales', x.sales, 'base', x.base, 'amount', x.amount)
    order by x.amount desc, x.person), '[]')
  from (
    select n.user_id as person, count(distinct h.sales_id) as sales, sum(h.gross_part) as base, sum(h.agent_amount) as amount
    from public.commission_shares h
    join public.commission_shares n on n.id = h.under_share_id
    where h.organization_id = member.organization_id and h.user_id = member.id and h.role = 'override' and h.status <> 'cancelled'
      and h.counted_on between date_trunc('year', overrides_of_year.day)::date and (date_trunc('year', overrides_of_year.day) + interval '1 year')::date - 1
    group by 1) x
$$;
comment on function private.overrides_of_year is 'What a lead has of others in the calendar year of a day, by person: [{user_id, sales, base, amount}].';

create function private.people_of_overrides(member public.users) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name)
    order by u.first_name, u.last_name, u.id), '[]')
  from public.users u
  where u.organization_id = member.organization_id and u.id::text in (
    select private.override_people(v.overrides) from public.agreement_versions v
    where v.organization_id = member.organization_id and v.user_id = member.id and v.overrides <> '[]'
    union
    select e ->> 'user_id' from jsonb_array_elements(private.overrides_of_year(member, private.today())) e)
$$;
comment on function private.people_of_overrides is 'Everybody that any version of a lead''s terms names, or of whom the lead has something this year.';
