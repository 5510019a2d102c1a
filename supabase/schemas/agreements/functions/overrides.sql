-- What a lead has of others' commissions (docs/product/agreements.md, Overrides): a row for each share of which a lead has a percent,
-- and where it is taken from the agent's part a row of minus for that agent. Made with the share they are upon, by the lead's terms of
-- that day, and kept in step with it; what was paid stays.
--
-- Lock order: sale, commission, people (private.lock_people), shares.

create function private.under_shares(share_ids uuid[])
returns table (organization_id uuid, commission_id uuid, other_commission_id uuid, sales_id uuid, share_id uuid, user_id uuid,
  day date, is_cancelled boolean, gross numeric, agent numeric)
language sql stable security definer set search_path = '' as $$
  select h.organization_id, h.commission_id, h.other_commission_id, h.sales_id, h.id, h.user_id, h.counted_on, h.status = 'cancelled', p.part,
    private.share_of(p.part, h.split, h.split_parts)
  from public.commission_shares h
  left join public.commissions c on c.id = h.commission_id
  -- What was paid of a share stays as it was; what there is to share does not.
  cross join lateral (select case when c.id is null then h.gross_part
    when cardinality(c.share_percents) = 1 then coalesce(c.share_base, c.amount)
    else (private.parts_of(coalesce(c.share_base, c.amount), c.share_percents))[h.place] end as part) p
  where h.id = any (share_ids) and h.place > 0
$$;
comment on function private.under_shares is 'Shares that an override can be upon: whose each is, its part of the commission, and what its person
  has of it.';

create function private.override_base(base text, gross numeric, agent numeric) returns numeric
language sql immutable parallel safe set search_path = '' as $$
  select case base when 'gross' then gross when 'agent' then agent else gross - agent end
$$;
comment on function private.override_base is 'What an override is a percent of: a share''s part of the commission, what its person has of it,
  or what the agency keeps of it, before overrides.';

create function private.has_overrides(organization_ids uuid[]) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.agreement_versions v
    where v.organization_id = any (has_overrides.organization_ids) and v.overrides <> '[]')
$$;
comment on function private.has_overrides is 'Whether anybody there has ever had an override. Where nobody has, nothing else is read.';

create function private.lock_people(organization_ids uuid[], people uuid[]) returns void
language sql volatile security definer set search_path = '' as $$
  select from public.user_terms t
  where t.user_id in (
    select v.user_id from public.agreement_versions v
    where v.organization_id = any (lock_people.organization_ids) and v.user_id = any (people) and v.tiers is not null
    union all
    select v.user_id from public.agreement_versions v
    where v.organization_id = any (lock_people.organization_ids) and v.overrides <> '[]'
      and v.overrides @? '$[*].cap_per_year ? (@ != null)')
  order by t.user_id for no key update
$$;
comment on function private.lock_people is 'Whose shares depend on what others write: of these people those with tiers, and the leads whose overrides have
  a cap of the year. They get their sales one after the other, so that of two at once each has what the other leaves. All of a
  statement at once, in order: one after the other, two that begin with another one would wait for each other.';

create function private.lock_capped_leads(organization_ids uuid[]) returns void
language sql volatile security definer set search_path = '' as $$
  select private.lock_people(lock_capped_leads.organization_ids, '{}')
$$;

create function private.make_overrides(share_ids uuid[], again boolean) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  made uuid[];
begin
  with under as materialized (
    select u.* from private.under_shares(share_ids) u where not u.is_cancelled
  ), wanted as materialized (
    select u.organization_id, u.commission_id, u.other_commission_id, u.sales_id, u.share_id, u.day, l.id as lead, t.id as version_id,
      r.percent, r.base, r.taken_from, private.override_base(r.base, u.gross, u.agent) as amount
    from under u
    join (select distinct v.organization_id, v.user_id as id from public.agreement_versions v
      join public.users p on p.id = v.user_id and p.is_active
      where v.organization_id in (select x.organization_id from under x) and v.overrides <> '[]') l
      on l.organization_id = u.organization_id and l.id <> u.user_id
    cross join lateral (
      select v.id, v.overrides from public.agreement_versions v
      where v.organization_id = l.organization_id and v.user_id = l.id and v.valid_from <= u.day and v.replaced_at is null
      order by v.valid_from desc, v.number desc limit 1) t
    -- Who is named goes before all.
    cross join lateral (
      select (e ->> 'percent')::numeric as percent, e ->> 'base' as base, e ->> 'taken_from' as taken_from
      from jsonb_array_elements(t.overrides) e
      where e -> 'whose' ? u.user_id::text or e ->> 'whose' = 'all' order by e ->> 'whose' = 'all' limit 1) r
  ), former as materialized (
    select h.id, h.under_share_id, h.user_id from public.commission_shares h
    where again and h.organization_id = any (array(select distinct x.organization_id from under x))
      and h.under_share_id = any (make_overrides.share_ids) and h.role = 'override' and h.status = 'open'
  ), gone as (
    update public.commission_shares h set status = 'cancelled'
    from former f left join wanted w on w.share_id = f.under_share_id and w.lead = f.user_id
    where h.id = f.id and w.lead is null
    returning h.id
  ), written as (
    insert into public.commission_shares as c (organization_id, commission_id, other_commission_id, sales_id, user_id, role, percent, split,
      gross_part, agent_amount, under_share_id, base, taken_from, terms_version_id, counted_on)
    select w.organization_id, w.commission_id, w.other_commission_id, w.sales_id, w.lead, 'override', w.percent, 0, w.amount,
      round(w.amount * w.percent / 100, 2), w.share_id, w.base, w.taken_from, w.version_id, w.day
    from wanted w order by w.sales_id, w.commission_id, w.share_id, w.lead
    on conflict (under_share_id, user_id, organization_id) where role = 'override' do update
      set percent = excluded.percent, gross_part = excluded.gross_part, agent_amount = excluded.agent_amount, base = excluded.base,
        taken_from = excluded.taken_from, terms_version_id = excluded.terms_version_id, counted_on = excluded.counted_on, status = 'open'
      where c.status <> 'paid'
    returning c.id)
  select array(select g.id from gone g union all select w.id from written w) into made;
  if cardinality(made) = 0 then
    return;
  end if;
  perform private.write_override_charges(made);
  perform private.spread_caps(made);
end $$;
comment on function private.make_overrides is 'Writes the overrides upon these shares, by the leads'' terms on the
  sale''s date. again: the shares changed hands, so overrides that no terms give now are cancelled. Paid ones stay.';

create function private.write_override_charges(override_ids uuid[]) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.commission_shares as c (organization_id, commission_id, other_commission_id, sales_id, user_id, role, percent, split,
    gross_part, agent_amount, under_share_id, override_id, base, taken_from, terms_version_id, counted_on)
  select h.organization_id, h.commission_id, h.other_commission_id, h.sales_id, u.user_id, 'override_charge', h.percent, 0,
    h.gross_part, -h.agent_amount, h.under_share_id, h.id, h.base, h.taken_from, h.terms_version_id, h.counted_on
  from public.commission_shares h
  join public.commission_shares u on u.id = h.under_share_id
  where h.id = any (override_ids) and h.status = 'open' and h.taken_from = 'agent'
  order by h.id
  on conflict (override_id, organization_id) where override_id is not null do update
    set user_id = excluded.user_id, percent = excluded.percent, gross_part = excluded.gross_part, agent_amount = excluded.agent_amount,
      base = excluded.base, terms_version_id = excluded.terms_version_id, counted_on = excluded.counted_on, status = 'open'
    where c.status <> 'paid';
  update public.commission_shares c set status = 'cancelled'
  from public.commission_shares h
  where h.id = any (override_ids) and (h.status = 'cancelled' or h.taken_from <> 'agent') and c.override_id = h.id
    and c.status = 'open';
$$;
comment on function private.write_override_charges is 'What is taken off the agents for these overrides, as these say now.';

create function private.upon_whom(h public.commission_shares) returns text
language sql stable security definer set search_path = '' as $$
  select u.first_name || ' ' || u.last_name from public.users u
  where h.role = 'override' and u.id = (
    select n.user_id from public.commission_shares n where n.organization_id = h.organization_id and n.id = h.under_share_id)
$$;
comment on function private.upon_whom is 'The name of the person upon whose share an override is; null of any other share.';

create function private.follow_overrides(share_ids uuid[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  organization_ids constant uuid[] := array(
    select distinct h.organization_id from public.commission_shares h where h.id = any (follow_overrides.share_ids));
  rows_of constant uuid[] := array(
    select h.id from public.commission_shares h
    where h.organization_id = any (organization_ids) and h.under_share_id = any (follow_overrides.share_ids) and h.role = 'override');
  changed_ids uuid[];
begin
  if cardinality(rows_of) = 0 then
    return;
  end if;
  perform private.lock_capped_leads(organization_ids);
  with followed as (
    update public.commission_shares h set gross_part = w.amount, agent_amount = least(round(w.amount * h.percent / 100, 2), w.taken),
      counted_on = w.day, status = case when w.is_cancelled then 'cancelled' else 'open' end
    from (
      select k.id, u.day, u.is_cancelled, private.override_base(k.base, u.gross, u.agent) as amount, case when exists (
          select from public.agreement_versions v where v.id = k.terms_version_id and v.overrides @? '$[*].cap_per_year ? (@ != null)')
        then (select -c.agent_amount from public.commission_shares c where c.override_id = k.id and c.status = 'paid') end as taken
      from public.commission_shares k
      join private.under_shares(array(select x.under_share_id from public.commission_shares x where x.id = any (rows_of))) u
        on u.share_id = k.under_share_id
      where k.id = any (rows_of)) w
    where h.id = w.id and h.status = 'open' and (h.gross_part, h.counted_on, false) is distinct from (w.amount, w.day, w.is_cancelled)
    returning h.id)
  select array(select f.id from followed f) into changed_ids;
  if cardinality(changed_ids) > 0 then
    perform private.write_override_charges(changed_ids);
    perform private.spread_caps(changed_ids);
  end if;
end $$;
comment on function private.follow_overrides is 'Brings the overrides upon these shares to what those are now. They keep percent and
  terms; what was paid stays. What was taken off somebody for one is corrected (private.correct_share_of), and the lead
  has what is taken then: with a cap never more than it was.';

create function private.capped_overrides(organization_id uuid, user_id uuid, year integer, fixed uuid[])
returns table (id uuid, amount numeric)
language plpgsql stable security definer set search_path = '' as $$
declare
  r record;
  g integer;
  sums numeric[] := '{}';
begin
  for r in
    with claims as materialized (
      select h.id, h.terms_version_id, h.agent_amount, round(h.gross_part * h.percent / 100, 2) as whole, u.user_id as person,
        h.status = 'paid' or h.id = any (fixed) or h.taken_from = 'agent' and exists (select from public.commission_shares c
          where c.override_id = h.id and c.status = 'paid') as is_fixed,
        row_number() over (order by h.counted_on, s.created_at, s.id, h.other_commission_id nulls first, u.place, h.id) as place
      from public.commission_shares h
      -- By their ids alone: the agency beside them reads as few as the mean one has, and all of them where it has many.
      join public.sales s on s.id = h.sales_id
      join public.commission_shares u on u.id = h.under_share_id
      where h.organization_id = capped_overrides.organization_id and h.user_id = capped_overrides.user_id and h.role = 'override'
        and h.status <> 'cancelled'
        and h.counted_on between make_date(capped_overrides.year, 1, 1) and make_date(capped_overrides.year, 12, 31)
    ), capped as materialized (
      -- Which people a rule with a cap covers: who is named goes before all.
      select v.id as version_id, p.person, t.cap, dense_rank() over (order by v.id, t.n)::integer as number
      from public.agreement_versions v
      cross join (select distinct c.person from claims c) p
      cross join lateral (
        select e.n, (e.value ->> 'cap_per_year')::numeric as cap from jsonb_array_elements(v.overrides) with ordinality e(value, n)
        where e.value -> 'whose' ? p.person::text or e.value ->> 'whose' = 'all' order by e.value ->> 'whose' = 'all' limit 1) t
      where v.id in (select c.terms_version_id from claims c) and t.cap is not null)
    select c.id, c.agent_amount, c.whole, c.is_fixed, w.cap, w.number,
      coalesce(n.numbers, '{}') as numbers
    from claims c
    left join capped w on w.version_id = c.terms_version_id and w.person = c.person
    left join (select x.person, array_agg(x.number) as numbers from capped x group by 1) n on n.person = c.person
    order by c.is_fixed desc, c.place
  loop
    amount := case when r.is_fixed then r.agent_amount when r.cap is null then r.whole
      else least(r.whole, greatest(r.cap - coalesce(sums[r.number], 0), 0)) end;
    foreach g in array r.numbers loop
      sums[g] := coalesce(sums[g], 0) + amount;
    end loop;
    if amount <> r.agent_amount then
      id := r.id;
      return next;
    end if;
  end loop;
end $$;
comment on function private.capped_overrides is 'The overrides of a lead''s calendar year that have to change so that no cap is exceeded, and to what. Each
  has what its rule''s cap leaves, by sale date, then by when the sale was recorded; what is fixed counts first. To a cap counts
  what the lead has from the people of its rule, also under other versions.';

create function private.spread_caps(override_ids uuid[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.spread_cap(y.organization_id, y.user_id, y.year)
  from (
    select distinct h.organization_id, h.user_id, extract(year from h.counted_on)::integer as year
    from public.commission_shares h where h.id = any (override_ids) and h.role = 'override' order by 1, 2, 3) y
  where exists (select from public.agreement_versions v
    where v.organization_id = y.organization_id and v.user_id = y.user_id and v.overrides @? '$[*].cap_per_year ? (@ != null)');
end $$;

create function private.spread_cap(organization_id uuid, user_id uuid, year integer) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  fixed uuid[] := '{}';
  stuck uuid[];
  ids uuid[];
  amounts numeric[];
  locked uuid[] := '{}';
begin
  -- Mostly no cap is near: then nothing is put in order.
  if exists (
    select from public.commission_shares h
    where h.organization_id = spread_cap.organization_id and h.user_id = spread_cap.user_id and h.role = 'override' and h.status <> 'cancelled'
      and h.counted_on between make_date(spread_cap.year, 1, 1) and make_date(spread_cap.year, 12, 31)
    having sum(round(h.gross_part * h.percent / 100, 2)) <= (
        select min((e ->> 'cap_per_year')::numeric) from public.agreement_versions v cross join jsonb_array_elements(v.overrides) e
        where v.organization_id = spread_cap.organization_id and v.user_id = spread_cap.user_id)
      and bool_and(h.status = 'paid' or h.agent_amount = round(h.gross_part * h.percent / 100, 2))) then
    return;
  end if;
  loop
    select array_agg(c.id), array_agg(c.amount) into ids, amounts
    from private.capped_overrides(spread_cap.organization_id, spread_cap.user_id, spread_cap.year, fixed) c;
    exit when ids is null;
    -- Somebody may be paying one of them: then it is reckoned again.
    if exists (select unnest(ids) except select unnest(locked)) then
      perform from public.commission_shares h where h.id = any (ids) and h.status = 'open' order by h.id for no key update;
      locked := locked || ids;
      continue;
    end if;
    with spread as (
      update public.commission_shares h set agent_amount = w.amount
      from unnest(ids, amounts) w(id, amount) where h.id = w.id and h.status = 'open'
      returning h.id, h.agent_amount = w.amount as is_set)
    select array(select s.id from spread s where not s.is_set) into stuck;
    perform private.write_override_charges(ids);
    exit when cardinality(stuck) = 0;
    -- What is about to be paid stays as it is.
    fixed := fixed || stuck;
  end loop;
end $$;
comment on function private.spread_cap is 'Brings a lead''s overrides of a calendar year to their caps (private.capped_overrides). The caller holds the lead.';

create function private.follow_shares_with_overrides() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  organization_ids constant uuid[] := array(select distinct c.organization_id from changed c where c.place is not null);
  taken_over uuid[];
  others uuid[];
begin
  if cardinality(organization_ids) = 0 or not private.has_overrides(organization_ids) then
    return null;
  end if;
  if tg_op = 'INSERT' then
    taken_over := array(select c.id from changed c where c.place > 0);
  else
    select array_agg(n.id) filter (where n.is_taken_over), array_agg(n.id) filter (where not n.is_taken_over) into taken_over, others
    from (
      -- One that comes back is as a new one, like its split.
      select n.id, n.user_id <> o.user_id or o.status = 'cancelled' and n.status <> 'cancelled' as is_taken_over,
        n.place > 0 and (n.user_id, n.gross_part, n.split, n.split_parts, n.counted_on, n.status = 'cancelled')
          is distinct from (o.user_id, o.gross_part, o.split, o.split_parts, o.counted_on, o.status = 'cancelled') as matters
      from changed n full join replaced o on o.id = n.id offset 0) n
    where n.matters;
  end if;
  if cardinality(taken_over) > 0 or others is not null then
    perform private.lock_people(organization_ids, array(select c.user_id from changed c where c.place is not null));
  end if;
  if cardinality(taken_over) > 0 then
    perform private.make_overrides(taken_over, tg_op = 'UPDATE');
  end if;
  if others is not null then
    perform private.follow_overrides(others);
  end if;
  -- What was cancelled together with its share.
  if tg_op = 'UPDATE' then
    perform private.spread_caps(array(
      select n.id from (
        select n.id from changed n full join replaced o on o.id = n.id
        where n.role = 'override' and n.status = 'cancelled' and o.status <> 'cancelled' offset 0) n));
  end if;
  return null;
end $$;
comment on function private.follow_shares_with_overrides is 'Overrides upon shares; never upon an override.';

create function private.leave_caps() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.spread_cap(y.organization_id, y.user_id, y.year)
  from (
    select distinct h.organization_id, h.user_id, extract(year from h.counted_on)::integer as year
    from replaced h where h.role = 'override' order by 1, 2, 3) y
  where exists (select from public.agreement_versions v
    where v.organization_id = y.organization_id and v.user_id = y.user_id and v.overrides @? '$[*].cap_per_year ? (@ != null)');
  return null;
end $$;
comment on function private.leave_caps is 'What went with its share leaves its part of a cap to others.';
