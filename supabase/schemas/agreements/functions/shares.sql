-- The shares of vendors' commissions beside their seller's: rows of commission_shares that follow sale and commission.

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

create function private.sync_shares(commission_ids uuid[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
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
    agent_amount = private.share_of(w.gross_part, h.split, h.split_parts), counted_on = w.sale_date,
    status = case when w.cancelled then 'cancelled' else h.status end
  from private.wanted_shares(commission_ids) w
  where h.organization_id = w.organization_id and h.commission_id = w.commission_id and h.user_id = w.user_id
    and h.role in ('co_seller', 'referral') and h.status = 'open'
    and (h.place, h.role, h.percent, h.gross_part, h.counted_on, h.status = 'cancelled')
      is distinct from (w.place, w.role, w.percent, w.gross_part, w.sale_date, w.cancelled);
  insert into public.commission_shares (organization_id, commission_id, sales_id, user_id, role, place, percent, split, split_parts,
    gross_part, agent_amount, terms_version_id, counted_on)
  select w.organization_id, w.commission_id, w.sales_id, w.user_id, w.role, w.place, w.percent, t.split, t.split_parts,
    w.gross_part, private.share_of(w.gross_part, t.split, t.split_parts), t.terms_version_id, w.sale_date
  from private.wanted_shares(commission_ids) w
  cross join lateral private.split_of_share(w.organization_id, w.user_id, w.sales_id, w.percent) t
  where not w.cancelled and not exists (
    select from public.commission_shares h where h.organization_id = w.organization_id and h.commission_id = w.commission_id
      and h.user_id = w.user_id and h.role in ('co_seller', 'referral'))
  order by w.sales_id, w.place;
end $$;
comment on function private.sync_shares is 'Brings the shares of these vendors'' commissions to what their sales say: people, percents and
  parts of the amount, or of what it is reckoned from instead. Who keeps a share keeps its split. Shares that were paid stay.';

create function private.wanted_shares(commission_ids uuid[])
returns table (organization_id uuid, commission_id uuid, sales_id uuid, sale_date date, cancelled boolean, user_id uuid,
  role text, place integer, percent numeric, gross_part numeric)
language sql stable security definer set search_path = '' as $$
  select c.organization_id, c.id, c.sales_id, c.sale_date, c.status = 'cancelled', (e.value ->> 'user_id')::uuid,
    e.value ->> 'role', e.n::integer + 1, (e.value ->> 'percent')::numeric(5,2), p.parts[e.n + 1]
  from public.commissions c
  join public.sales s on s.organization_id = c.organization_id and s.id = c.sales_id
  cross join lateral (select private.parts_of(coalesce(c.share_base, c.amount), c.share_percents) as parts offset 0) p
  cross join lateral jsonb_array_elements(s.co_sellers) with ordinality e(value, n)
  where c.id = any (commission_ids) and s.co_sellers <> '[]'
$$;
comment on function private.wanted_shares is 'Which shares the sales of these commissions say, beside the sellers''.';

create function private.follow_shares_of_commissions() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  ids uuid[];
begin
  if tg_op = 'INSERT' then
    ids := array(select c.id from changed c where cardinality(c.share_percents) > 1);
  else
    ids := array(
      select c.id from changed c where cardinality(c.share_percents) > 1
      union select c.id from replaced c where cardinality(c.share_percents) > 1);
  end if;
  if cardinality(ids) > 0 then
    perform private.sync_shares(ids);
  end if;
  return null;
end $$;
comment on function private.follow_shares_of_commissions is 'Of a commission with one seller nothing is read or written.';
