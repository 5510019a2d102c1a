set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.share_facts(share_id uuid, with_note boolean)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((
    select jsonb_strip_nulls(jsonb_build_object('share_id', h.id, 'sales_id', h.sales_id, 'role', h.role, 'percent', h.percent,
      'base', h.base, 'taken_from', h.taken_from, 'booking_reference', s.booking_reference, 'vendor', v.name,
      'commission_kind', coalesce(x.kind, 'vendor'), 'received_on', coalesce(m.received_on, x.received_on),
      'commission', h.gross_part, 'split', case when h.place is not null then h.split end,
        'since', case when h.role = 'tier_correction' then (
          select private.tier_year(h.counted_on, t.tiers ->> 'year_start') from public.agreement_versions t
          where t.organization_id = h.organization_id and t.id = h.terms_version_id) end))
      || case when with_note then jsonb_build_object(
        'part', case when h.place is null then 'override' else 'share' end, 'note', case h.role
          when 'override' then 'Override: ' || pct.words || ' of ' || w.name || case right(w.name, 1) when 's' then '’' else '’s' end
            || ' commission'
          when 'override_charge' then 'Override: ' || pct.words || ' taken from your commission'
          when 'tier_correction' then 'By tier: split ' || trim_scale(h.split) || '%'
          else concat_ws(', ', case coalesce(x.kind, 'vendor') when 'service_fee' then 'Service fee' when 'penalty' then 'Penalty' end,
            case h.role when 'seller' then 'Seller' when 'co_seller' then 'Co-seller' else 'Referral' end, pct.words) end,
        'share_fact', jsonb_build_object('code', case when h.role in ('override', 'override_charge', 'tier_correction') then h.role
            else 'share' end,
          'params', jsonb_strip_nulls(jsonb_build_object('percent', case h.role when 'tier_correction' then h.split else h.percent end, 'role', h.role, 'kind', coalesce(x.kind, 'vendor'),
            'of', w.name)))) else '{}' end
    from public.commission_shares h
    left join public.commissions m on m.organization_id = h.organization_id and m.id = h.commission_id
    left join public.other_commissions x on x.organization_id = h.organization_id and x.id = h.other_commission_id
    left join public.sales s on s.id = h.sales_id
    left join public.vendors v on v.id = coalesce(m.vendor_id, x.vendor_id)
    left join lateral (select private.upon_whom(h) as name where with_note and h.role = 'override') w on true
    cross join lateral (select trim_scale(h.percent) || '%' as words) pct
    where h.id = share_facts.share_id), '{}')
$function$;

CREATE OR REPLACE FUNCTION private.shares_of(commission_id uuid, other_commission_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', h.id, 'user_id', h.user_id, 'name', u.first_name || ' ' || u.last_name, 'role', h.role,
    'percent', h.percent, 'split', h.split, 'gross_part', h.gross_part, 'agent_amount', h.agent_amount, 'status', h.status,
    'paid_on', h.paid_on, 'payment_id', p.id, 'voided_on', v.voided_on, 'statement_id', t.id, 'hold', k.reason)
    || case h.role when 'override' then jsonb_build_object('upon', private.upon_whom(h)) else '{}' end
    || case when (select private.is_admin()) then jsonb_build_object('recallable', greatest(private.recallable_share(h), 0)) else '{}' end
    order by h.place nulls last, h.role, h.id), '[]')
  from public.commission_shares h
  join public.users u on u.id = h.user_id
  left join public.agent_payments p on p.organization_id = h.organization_id and p.share_id = h.id
  left join public.payout_statements t on t.organization_id = p.organization_id and t.batch_id = p.batch_id and t.agent_id = p.agent_id
  left join public.payment_voids v on v.organization_id = p.organization_id
    and (v.statement_id = t.id or p.batch_id is null and v.payment_id = p.id)
  left join public.payout_holds k on k.organization_id = h.organization_id and k.share_id = h.id
  where h.organization_id = (select private.current_organization_id())
    and (h.commission_id = shares_of.commission_id or h.other_commission_id = shares_of.other_commission_id)
    and ((select private.is_admin()) or h.user_id = (select auth.uid()))
$function$;

CREATE OR REPLACE FUNCTION private.upon_whom(h public.commission_shares)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select u.first_name || ' ' || u.last_name from public.users u
  where h.role = 'override' and u.id = case when h.under_share_id is null
    then (select m.agent_id from public.commissions m where m.organization_id = h.organization_id and m.id = h.commission_id)
    else (select n.user_id from public.commission_shares n where n.organization_id = h.organization_id and n.id = h.under_share_id) end
$function$;

CREATE OR REPLACE FUNCTION public.get_sale_shares(sale_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  organization constant uuid := private.current_organization_id();
  admin constant boolean := private.is_admin();
  sale public.sales;
  commission public.commissions;
  fee public.other_commissions;
  answer jsonb;
  beside jsonb;
begin
  select s.* into sale from public.sales s
  where s.organization_id = organization and s.id = get_sale_shares.sale_id
    and (admin or s.agent_id = auth.uid() or exists (select from public.commission_shares h
      where h.organization_id = organization and h.sales_id = s.id and h.user_id = auth.uid() and h.role in ('co_seller', 'referral')
        and h.commission_id is not null));
  if sale.id is null then
    return null;
  end if;
  select coalesce(jsonb_agg(jsonb_build_object('user_id', h.user_id, 'name', u.first_name || ' ' || u.last_name, 'role', h.role,
    'amount', h.agent_amount, 'paid', h.status = 'paid') order by h.role, u.last_name, h.id), '[]') into beside
  from public.commission_shares h
  join public.users u on u.organization_id = h.organization_id and u.id = h.user_id
  where h.organization_id = organization and h.sales_id = sale.id and h.place is null and h.status <> 'cancelled' and h.agent_amount <> 0
    and (admin or h.user_id = auth.uid());
  if sale.co_sellers = '[]' and beside = '[]' then
    return null;
  end if;
  select c.* into commission from public.commissions c where c.organization_id = organization and c.sales_id = sale.id;
  if sale.fee_amount > 0 then
    select o.* into fee from public.other_commissions o
    where o.organization_id = organization and o.sales_id = sale.id and o.kind = 'service_fee' and o.status <> 'cancelled';
  end if;
  select coalesce(jsonb_agg(jsonb_build_object('user_id', p.user_id, 'name', u.first_name || ' ' || u.last_name, 'avatar_url', u.avatar_url,
      'role', p.role,
      -- The seller agreed the parts, and reads what each has; money and split are everybody's own.
      'percent', case when admin or sale.agent_id = auth.uid() or p.user_id = auth.uid() then p.percent end,
      'gross_part', case when admin or p.user_id = auth.uid() then p.gross_part end,
      'split', case when admin or p.user_id = auth.uid() then p.split end,
      'amount', case when admin or p.user_id = auth.uid() then p.amount end,
      'status', case when admin or p.user_id = auth.uid() then p.status end,
      'fee', case when admin or p.user_id = auth.uid() then (
        select jsonb_build_object('gross_part', f.gross_part, 'split', f.split, 'amount', f.agent_amount, 'status', case
          when f.status = 'paid' then 'agent_paid' when f.status = 'cancelled' then 'cancelled' else fee.status end)
        from public.commission_shares f
        where f.organization_id = organization and f.other_commission_id = fee.id and f.user_id = p.user_id and f.place is not null
        order by f.place limit 1) end) order by p.place), '[]')
  into answer
  from (
    select 1 as place, commission.agent_id as user_id, 'seller' as role, w.share_percent as percent, w.amount as gross_part,
      w.commission_split as split, w.agent_amount as amount, w.status
    from private.commissions_by_share w
    where w.organization_id = organization and w.id = commission.id and w.agent_id = commission.agent_id
    union all
    select h.place, h.user_id, h.role, w.share_percent, w.amount, w.commission_split, w.agent_amount, w.status
    from public.commission_shares h
    join private.commissions_by_share w on w.organization_id = h.organization_id and w.id = h.commission_id and w.agent_id = h.user_id
    where h.organization_id = organization and h.commission_id = commission.id and h.role in ('co_seller', 'referral')) p
  join public.users u on u.organization_id = organization and u.id = p.user_id
  where sale.co_sellers <> '[]';
  return jsonb_build_object('shares', answer, 'beside', beside, 'agency', case when admin then commission.amount
    - commission.agent_amount - (select coalesce(sum(h.agent_amount), 0) from public.commission_shares h
      where h.organization_id = organization and h.commission_id = commission.id) end,
    'fee', case when admin and fee.id is not null then jsonb_build_object('amount', fee.amount, 'agency', fee.amount - (
      select coalesce(sum(f.agent_amount), 0) from public.commission_shares f
      where f.organization_id = organization and f.other_commission_id = fee.id)) end);
end $function$;

COMMENT ON FUNCTION "private"."shares_of"(uuid, uuid) IS 'The shares of a commission beside its seller''s, and overrides: of a vendor''s commission or of
  another one; to admins all, to others their own: [{id, user_id, name, role, percent, split, gross_part, agent_amount, status, paid_on,
  payment_id, voided_on, statement_id, hold, upon (of an override: upon whose share it is), recallable (to admins)}].';

COMMENT ON FUNCTION "private"."upon_whom"(public.commission_shares) IS 'The name of the person upon whose share an override is; null of any other share.';

COMMENT ON FUNCTION "public"."get_sale_shares"(uuid) IS '{shares: [{user_id, name, avatar_url, role, percent, gross_part, split, amount, status,
  fee}], beside: [{user_id, name, role, amount, paid}], agency, fee: {amount, agency}}, the seller first, each with their part of the agency''s
  service fee, where there is one. beside: overrides, what they take off agents, and what tiers corrected, on all commissions of the sale; a
  sale with one seller has these alone, without any null, as has one that the caller neither sold nor may see. Admins read all
  of it and what the agency keeps; the seller all percents and their own money; who has a share their own, and the names.';

REVOKE ALL ON FUNCTION "private"."upon_whom"(public.commission_shares) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."upon_whom"(public.commission_shares) TO "postgres";
