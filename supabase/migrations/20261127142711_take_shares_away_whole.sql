set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.sync_shares(commission_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Who has no part any more. What was paid stays, whatever is said.
  perform private.take_shares_away(array(
    select h.id
    from public.commission_shares h
    join public.commissions c on c.organization_id = h.organization_id and c.id = h.commission_id
    join public.sales s on s.organization_id = c.organization_id and s.id = c.sales_id
    where h.commission_id = any (commission_ids) and h.role in ('co_seller', 'referral') and h.status = 'open'
      and not s.co_sellers @> jsonb_build_array(jsonb_build_object('user_id', h.user_id))));
  -- Away from their places, which are taken one after the other below.
  update public.commission_shares h set place = -h.place
  from public.commissions c, public.sales s
  where h.commission_id = any (commission_ids) and h.organization_id = c.organization_id and c.id = h.commission_id
    and s.organization_id = c.organization_id and s.id = c.sales_id
    and h.role in ('co_seller', 'referral') and h.status = 'open'
    and s.co_sellers -> h.place - 2 ->> 'user_id' is distinct from h.user_id::text;
  update public.commission_shares h set place = w.place, role = w.role, percent = w.percent, gross_part = w.gross_part,
    agent_amount = round(w.gross_part * h.split / 100, 2), counted_on = w.sale_date,
    status = case when w.cancelled then 'cancelled' else h.status end
  from private.wanted_shares(commission_ids) w
  where h.organization_id = w.organization_id and h.commission_id = w.commission_id and h.user_id = w.user_id
    and h.role in ('co_seller', 'referral') and h.status = 'open'
    and (h.place, h.role, h.percent, h.gross_part, h.counted_on, h.status = 'cancelled')
      is distinct from (w.place, w.role, w.percent, w.gross_part, w.sale_date, w.cancelled);
  insert into public.commission_shares (organization_id, commission_id, sales_id, user_id, role, place, percent, split, gross_part,
    agent_amount, terms_version_id, counted_on)
  select w.organization_id, w.commission_id, w.sales_id, w.user_id, w.role, w.place, w.percent, t.split, w.gross_part,
    round(w.gross_part * t.split / 100, 2), t.terms_version_id, w.sale_date
  from private.wanted_shares(commission_ids) w
  cross join lateral private.split_of_share(w.organization_id, w.user_id, w.sales_id, w.percent) t
  where not w.cancelled and not exists (
    select from public.commission_shares h where h.organization_id = w.organization_id and h.commission_id = w.commission_id
      and h.user_id = w.user_id and h.role in ('co_seller', 'referral'))
  order by w.sales_id, w.place;
end $function$;

CREATE OR REPLACE FUNCTION private.take_shares_away(share_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if cardinality(share_ids) = 0 then
    return;
  end if;
  -- First what leads have of them: taken along by the shares' own key, it would be put in order once more under a share that is gone.
  delete from public.commission_shares h using public.commission_shares u
  where u.id = any (share_ids) and h.organization_id = u.organization_id and h.under_share_id = u.id;
  delete from public.commission_shares h where h.id = any (share_ids);
end $function$;

CREATE OR REPLACE FUNCTION private.write_other_shares(other_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- A row for each of the seller and those who share with the seller, in their order.
  with people as materialized (
    select o.id, o.organization_id, o.sales_id, o.kind, o.counted_on, p.place, p.user_id, p.role, p.percent,
      (private.parts_of(private.other_basis(o), array_agg(p.percent) over (partition by o.id order by p.place
        rows between unbounded preceding and unbounded following)))[p.place] as gross_part
    from public.other_commissions o
    join public.sales s on s.organization_id = o.organization_id and s.id = o.sales_id
    cross join lateral (
      select 1 as place, s.agent_id as user_id, 'seller' as role, 100 - coalesce(sum((e.value ->> 'percent')::numeric), 0) as percent
      from jsonb_array_elements(s.co_sellers) e(value)
      union all
      select e.n::int + 1, (e.value ->> 'user_id')::uuid, e.value ->> 'role', (e.value ->> 'percent')::numeric
      from jsonb_array_elements(s.co_sellers) with ordinality e(value, n)) p
    where o.id = any (other_ids) and o.status in ('unpaid', 'funds_received')
  )
  insert into public.commission_shares as c (organization_id, other_commission_id, sales_id, user_id, role, place, percent, split,
    gross_part, agent_amount, terms_version_id, counted_on)
  select p.organization_id, p.id, p.sales_id, p.user_id, p.role, p.place, p.percent, t.split, p.gross_part,
    round(p.gross_part * t.split / 100, 2), t.terms_version_id, p.counted_on
  from people p
  left join public.commission_shares k on k.organization_id = p.organization_id and k.other_commission_id = p.id
    and k.user_id = p.user_id and k.place is not null and k.status <> 'cancelled'
  cross join lateral (
    select k.split, k.terms_version_id where k.id is not null
    union all
    select f.split, f.terms_version_id from private.split_of_other(p.organization_id, p.user_id, p.kind, p.sales_id, p.percent) f
    where k.id is null) t
  order by p.id, p.place
  on conflict (commission_id, other_commission_id, place, organization_id) where place is not null do update
    set user_id = excluded.user_id, role = excluded.role, percent = excluded.percent, split = excluded.split,
      gross_part = excluded.gross_part, agent_amount = excluded.agent_amount, terms_version_id = excluded.terms_version_id,
      counted_on = excluded.counted_on, status = 'open'
    where c.status <> 'paid' and (c.user_id, c.role, c.percent, c.split, c.gross_part, c.agent_amount, c.counted_on, c.status)
      is distinct from (excluded.user_id, excluded.role, excluded.percent, excluded.split, excluded.gross_part, excluded.agent_amount,
        excluded.counted_on, 'open');
  perform private.take_shares_away(array(
    select c.id
    from public.commission_shares c
    join public.other_commissions o on o.organization_id = c.organization_id and o.id = c.other_commission_id
    join public.sales s on s.organization_id = o.organization_id and s.id = o.sales_id
    where c.other_commission_id = any (other_ids) and c.place > jsonb_array_length(s.co_sellers) + 1 and c.status <> 'paid'
      and o.status in ('unpaid', 'funds_received')));
end $function$;

COMMENT ON FUNCTION "private"."take_shares_away"(uuid[]) IS 'Takes shares away, with the overrides upon them. What those had of a cap others have then.';

REVOKE ALL ON FUNCTION "private"."take_shares_away"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."take_shares_away"(uuid[]) TO "postgres";
