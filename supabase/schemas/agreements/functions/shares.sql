-- The shares of vendors' commissions: rows of commission_shares that follow sale and commission, the seller's with the others.

create function private.sellers_share(organization_id uuid, commission_id uuid) returns public.commission_shares
language sql stable security definer set search_path = '' as $$
  select h from public.commission_shares h
  where h.organization_id = sellers_share.organization_id and h.commission_id = sellers_share.commission_id and h.role = 'seller'
$$;

create function private.guard_split() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  status constant text := (select c.status from public.commissions c where c.id = new.commission_id);
begin
  if status <> 'unpaid' then
    perform private.refuse('The amount and agent of this commission cannot change any more: it is already '
      || private.status_label(status) || '.', 'amount', 'commission_fixed', jsonb_build_object('status', status));
  end if;
  return new;
end $$;
comment on function private.guard_split is 'A split that no terms say is fixed once the vendor has paid.';

create function private.last_share_paid(organization_id uuid, commission_id uuid, other_commission_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select not exists (
    select 1 from public.commission_shares h
    where h.organization_id = last_share_paid.organization_id and h.place is not null and h.status = 'open'
      and (h.commission_id = last_share_paid.commission_id or h.other_commission_id = last_share_paid.other_commission_id))
$$;
comment on function private.last_share_paid is 'True once no share of a commission is open; overrides do not count.';

create function private.follow_sellers_shares() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  other_ids constant uuid[] := array(
    select k.other_commission_id from changed k where k.other_commission_id is not null and k.place is not null and k.status = 'paid');
begin
  if exists (select from changed k where k.commission_id is not null and k.place is not null) then
    update public.commissions c set commission_split = n.split, split_parts = n.split_parts,
      agent_amount = n.agent_amount, seller_paid = n.status = 'paid',
      status = case when n.is_done and c.status = 'funds_received' then 'agent_paid' else c.status end
    from (
      select h.*, h.status = 'paid' and (h.percent = 100 or private.last_share_paid(h.organization_id, h.commission_id, null)) as is_done
      -- Each looked up by its keys (offset 0), here and below: before the planner knows young tables, it joins them by their agency alone.
      from (select distinct k.organization_id, k.commission_id from changed k where k.commission_id is not null and k.place is not null) k
      cross join lateral (
        select h.* from public.commission_shares h
        where h.organization_id = k.organization_id and h.commission_id = k.commission_id and h.role = 'seller' offset 0) h) n
    where c.id = n.commission_id and (n.is_done and c.status = 'funds_received'
      or (c.commission_split, c.split_parts, c.agent_amount, c.seller_paid)
        is distinct from (n.split, n.split_parts, n.agent_amount, n.status = 'paid'));
  end if;
  if cardinality(other_ids) > 0 then
    update public.other_commissions x set status = 'agent_paid'
    where x.id = any (other_ids) and x.status = 'funds_received' and private.last_share_paid(x.organization_id, null, x.id);
  end if;
  return null;
end $$;
comment on function private.follow_sellers_shares is 'Writes to a vendor''s commission what its seller''s share says. A commission becomes
  agent_paid when the last of its shares is paid; overrides are not waited for.';

create function private.take_shares_away(share_ids uuid[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if cardinality(share_ids) = 0 then
    return;
  end if;
  -- First what leads have of them: taken along by the shares' own key, it would be put in order once more under a share that is gone.
  delete from public.commission_shares h using public.commission_shares u
  where u.id = any (share_ids) and h.organization_id = u.organization_id and h.under_share_id = u.id;
  delete from public.commission_shares h where h.id = any (share_ids);
end $$;
comment on function private.take_shares_away is 'Takes shares away, with the overrides upon them. What those had of a cap others have then.';

create view private.wanted_shares as
select c.organization_id, c.id as commission_id, c.sales_id, c.sale_date, c.status = 'cancelled' as is_cancelled, p.user_id, p.role, p.place,
  p.percent, (private.parts_of(coalesce(c.share_base, c.amount), c.share_percents))[p.place] as gross_part
from public.commissions c
join public.sales s on s.organization_id = c.organization_id and s.id = c.sales_id
cross join lateral (
  select c.agent_id as user_id, 'seller' as role, 1 as place, c.share_percents[1] as percent
  union all
  select (e.value ->> 'user_id')::uuid, e.value ->> 'role', e.n::integer + 1, (e.value ->> 'percent')::numeric(5,2)
  from jsonb_array_elements(s.co_sellers) with ordinality e(value, n)) p;
comment on view private.wanted_shares is 'Which shares commissions and their sales say.';

create function private.add_shares(commission_ids uuid[]) returns void
-- All is looked up by keys; to plan it anew for each write takes longer than to do it.
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
begin
  insert into public.commission_shares (organization_id, commission_id, sales_id, user_id, role, place, percent, split, split_parts,
    gross_part, agent_amount, terms_version_id, counted_on, status)
  select w.organization_id, w.commission_id, w.sales_id, w.user_id, w.role, w.place, w.percent, t.split, t.split_parts,
    w.gross_part, private.share_of(w.gross_part, t.split, t.split_parts), t.terms_version_id, w.sale_date,
    case when w.is_cancelled then 'cancelled' else 'open' end
  from unnest(commission_ids) i(id)
  cross join lateral (select x.* from private.wanted_shares x where x.commission_id = i.id offset 0) w
  cross join lateral private.split_of_share(w.organization_id, w.user_id, w.sales_id, w.percent) t
  where (w.role = 'seller' or not w.is_cancelled) and not exists (
    select from public.commission_shares h where h.organization_id = w.organization_id and h.commission_id = w.commission_id
      and (h.role = 'seller' and w.role = 'seller' or h.user_id = w.user_id and h.role in ('co_seller', 'referral')) offset 0)
  order by w.sales_id, w.place;
end $$;
comment on function private.add_shares is 'Makes the shares of these commissions that are not there yet.';

create function private.open_beside(commission_ids uuid[]) returns table (id uuid, user_id uuid, place integer, co_sellers jsonb)
language sql stable security definer set search_path = '' as $$
  select h.id, h.user_id, h.place, s.co_sellers
  from unnest(commission_ids) i(id)
  cross join lateral (select c.organization_id, c.sales_id from public.commissions c where c.id = i.id offset 0) c
  cross join lateral (
    select h.id, h.user_id, h.place from public.commission_shares h
    where h.organization_id = c.organization_id and h.commission_id = i.id and h.role in ('co_seller', 'referral') and h.status = 'open'
    offset 0) h
  cross join lateral (select s.co_sellers from public.sales s where s.id = c.sales_id offset 0) s
$$;
comment on function private.open_beside is 'The open shares of co-sellers and referrals of these commissions, with what their sales say.';

create function private.make_room_for_shares(commission_ids uuid[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  -- Who has no part any more. What was paid stays, whatever is said.
  perform private.take_shares_away(array(
    select h.id from private.open_beside(commission_ids) h
    where not h.co_sellers @> jsonb_build_array(jsonb_build_object('user_id', h.user_id))));
  -- Away from their places, which are taken one after the other.
  update public.commission_shares h set place = -h.place
  from private.open_beside(commission_ids) o
  where h.id = o.id and o.co_sellers -> o.place - 2 ->> 'user_id' is distinct from o.user_id::text;
end $$;

create function private.sync_shares(commission_ids uuid[]) returns void
-- All is looked up by keys; to plan it anew for each write takes longer than to do it.
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
begin
  with wanted as materialized (
    select w.*, h.id, t.split, t.split_parts, t.terms_version_id
    from unnest(commission_ids) i(id)
    cross join lateral (select x.* from private.wanted_shares x where x.commission_id = i.id offset 0) w
    cross join lateral (
      select h.* from public.commission_shares h
      where h.organization_id = w.organization_id and h.commission_id = w.commission_id and h.status <> 'paid'
        and (h.role = 'seller' and w.role = 'seller' or h.user_id = w.user_id and h.role in ('co_seller', 'referral') and w.role <> 'seller')
      offset 0) h
    -- Who keeps a share keeps its split.
    cross join lateral (
      select h.split, h.split_parts, h.terms_version_id where h.user_id = w.user_id
      union all
      select f.split, f.split_parts, f.terms_version_id
      from private.split_of_share(w.organization_id, w.user_id, w.sales_id, w.percent) f where h.user_id <> w.user_id) t
    where (h.user_id, h.place, h.role, h.percent, h.gross_part, h.counted_on, h.status = 'cancelled' or not w.is_cancelled)
      is distinct from (w.user_id, w.place, w.role, w.percent, w.gross_part, w.sale_date, true))
  update public.commission_shares h set user_id = w.user_id, place = w.place, role = w.role, percent = w.percent,
    gross_part = w.gross_part, split = w.split, split_parts = w.split_parts, terms_version_id = w.terms_version_id,
    agent_amount = private.share_of(w.gross_part, w.split, w.split_parts), counted_on = w.sale_date,
    status = case when w.is_cancelled then 'cancelled' else h.status end
  from wanted w where h.id = w.id;
end $$;
comment on function private.sync_shares is 'Brings the shares of these vendors'' commissions to what they and their sales say: people, percents and
  parts of the amount, or of what it is reckoned from instead. What was paid stays.';

create function private.follow_shares_of_commissions() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  moved record;
begin
  if tg_op = 'INSERT' then
    perform private.add_shares(array(select c.id from changed c));
    return null;
  end if;
  select array_agg(n.id) filter (where n.matters) as ids, array_agg(n.id) filter (where n.is_shared) as shared,
    array_agg(n.id) filter (where n.on_another_day) as on_another_day, array_agg(n.id) filter (where n.based_anew) as based_anew
  into moved
  from (
    select f.*, f.is_shared or (f.agent_id, f.amount, f.share_base, f.sale_date, f.is_cancelled)
      is distinct from (f.old_agent_id, f.old_amount, f.old_base, f.old_date, f.was_cancelled) as matters,
      f.sale_date <> f.old_date as on_another_day, f.share_base is distinct from f.old_base as based_anew
    from (
      select n.id, n.agent_id, n.amount, n.share_base, n.sale_date, n.status = 'cancelled' as is_cancelled, o.agent_id as old_agent_id,
        o.amount as old_amount, o.share_base as old_base, o.sale_date as old_date, o.status = 'cancelled' as was_cancelled,
        -- Who shares it may have changed, unless its seller's share has just been written here.
        (cardinality(n.share_percents) > 1 or cardinality(o.share_percents) > 1)
          and (n.commission_split, n.split_parts, n.agent_amount, n.seller_paid)
            is not distinct from (o.commission_split, o.split_parts, o.agent_amount, o.seller_paid) as is_shared
      from changed n full join replaced o on o.id = n.id offset 0) f) n;
  if moved.shared is not null then
    perform private.make_room_for_shares(moved.shared);
  end if;
  if moved.ids is not null then
    perform private.sync_shares(moved.ids);
  end if;
  if moved.on_another_day is not null then
    -- What was paid counts on the day of its sale as well.
    update public.commission_shares h set counted_on = c.sale_date
    from public.commissions c
    where c.id = any (moved.on_another_day) and h.organization_id = c.organization_id and h.commission_id = c.id and h.place is not null
      and h.status = 'paid' and h.counted_on <> c.sale_date;
  end if;
  if moved.shared is not null then
    perform private.add_shares(moved.shared);
  end if;
  -- Overrides upon what was paid, or is about to be, are of what there is to share.
  if moved.based_anew is not null and private.has_overrides(array(select distinct c.organization_id from changed c)) then
    perform private.follow_overrides(array(
      select h.id from public.commissions c
      join public.commission_shares h on h.organization_id = c.organization_id and h.commission_id = c.id and h.place is not null
      where c.id = any (moved.based_anew)));
  end if;
  return null;
end $$;
comment on function private.follow_shares_of_commissions is 'Of a commission that is changed in nothing that its shares follow, nothing is read or written.';
