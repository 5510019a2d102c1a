-- Writing what people were paid of commissions, by a payout or by themselves.

create function private.write_payments(organization_id uuid, share_ids uuid[], payment_methods text[], payment_references text[],
  payment_date date, notes text, batch_id uuid)
returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.agent_payments (commission_id, share_id, organization_id, agent_id, created_by, amount, payment_date, payment_method,
    reference, notes, batch_id)
  select case when private.of_seller(h) then h.commission_id end, h.id, h.organization_id, h.user_id, auth.uid(), h.agent_amount,
    write_payments.payment_date, p.method, p.reference, write_payments.notes, write_payments.batch_id
  from unnest(share_ids, payment_methods, payment_references) p(id, method, reference)
  join public.commission_shares h on h.organization_id = write_payments.organization_id and h.id = p.id
  -- What is taken off somebody, and what tiers changed afterwards, is in their statement alone.
  where h.role not in ('override_charge', 'tier_correction')
  order by h.sales_id, h.id;
  update public.commission_shares h set status = 'paid', paid_on = write_payments.payment_date
  where h.organization_id = write_payments.organization_id and h.id = any (share_ids);
$$;
comment on function private.write_payments is 'Writes the payments of shares, each with its method and reference. Their commissions follow
  (private.follow_sellers_shares). The caller has locked and checked sales, commissions and shares.';

create function private.share_facts(share_id uuid, with_note boolean) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select jsonb_strip_nulls(jsonb_build_object('share_id', h.id, 'sales_id', h.sales_id, 'role', h.role, 'percent', h.percent,
      'base', h.base, 'taken_from', h.taken_from, 'booking_reference', s.booking_reference, 'vendor', v.name,
      'commission_kind', coalesce(x.kind, 'vendor'), 'received_on', coalesce(m.received_on, x.received_on),
      'commission', h.gross_part, 'split', case when h.place is not null then h.split end, 'split_parts', h.split_parts,
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
    where h.id = share_facts.share_id and not private.of_seller(h)), '{}')
$$;
comment on function private.share_facts is 'What a line says of its share: {share_id, sales_id, role, percent, base, taken_from,
  booking_reference, vendor, commission_kind, received_on, commission (the gross part), split, since (of what tiers corrected: the first
  day of their year)}, and what it is for as a note where the
  line has none of its own: {part, note, share_fact}. {} without a share, and of the seller''s of a vendor''s commission, of which the line
  tells the commission.';

create function private.shares_beside(commission_ids uuid[]) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select h.id from public.commissions c
  join public.commission_shares h on h.organization_id = c.organization_id and h.sales_id = c.sales_id
  where c.id = any (commission_ids)
$$;
comment on function private.shares_beside is 'All shares of the sales of these commissions.';
