-- What the pages show of commissions that no vendor owes for a sale, and of what a commission is divided into.

create function public.list_other_commissions(kind text default null, status text default null, page int default 1,
  page_size int default 25, search text default null, vendor_id uuid default null)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.admin_organization_id();
  per_page int := least(greatest(coalesce(list_other_commissions.page_size, 25), 1), 100);
  page_no int := greatest(coalesce(list_other_commissions.page, 1), 1);
  pattern text := '%' || private.escape_like(lower(nullif(btrim(left(search, 200)), ''))) || '%';
  ids uuid[];
begin
  ids := array(
    select o.id from public.other_commissions o
    left join public.sales s on s.organization_id = o.organization_id and s.id = o.sales_id
    left join public.vendors v on v.organization_id = o.organization_id and v.id = coalesce(o.vendor_id, s.vendor_id)
    left join public.customers k on pattern is not null and k.organization_id = o.organization_id and k.id = s.customer_id
    where o.organization_id = caller_organization_id and (list_other_commissions.kind is null or o.kind = list_other_commissions.kind)
      and (list_other_commissions.status is null or o.status = list_other_commissions.status)
      and (list_other_commissions.vendor_id is null or v.id = list_other_commissions.vendor_id)
      and (pattern is null or lower(concat_ws(' ', s.booking_reference, v.name, k.first_name, k.last_name, o.notes)) like pattern
        or o.amount = private.typed_amount(left(search, 200), caller_organization_id))
    order by o.created_at desc, o.id);
  return jsonb_build_object('count', cardinality(ids), 'page', page_no, 'page_size', per_page,
    'total_pages', (cardinality(ids) + per_page - 1) / per_page,
    'kinds', (
      select coalesce(jsonb_object_agg(g.kind, jsonb_build_object('count', g.n, 'amount', g.amount)), '{}')
      from (select o.kind, count(*) as n, sum(o.amount) as amount from public.other_commissions o
        where o.organization_id = caller_organization_id and o.status <> 'cancelled' group by 1) g),
    'rows', (
      select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'kind', o.kind, 'status', o.status, 'amount', o.amount,
        'sales_id', o.sales_id, 'booking_reference', s.booking_reference, 'vendor_id', o.vendor_id, 'vendor', v.name,
        'period_start', o.period_start, 'period_end', o.period_end, 'due_on', o.due_on, 'received_amount', o.received_amount,
        'received_on', o.received_on, 'notes', o.notes, 'shares', private.shares_of(null, o.id), 'deposits', (
          select coalesce(jsonb_agg(jsonb_build_object('transaction_id', t.id, 'booked_on', t.booked_on, 'amount', a.amount)
            order by t.booked_on, t.id), '[]')
          from public.bank_other_allocations a
          join public.bank_transactions t on t.organization_id = a.organization_id and t.id = a.transaction_id
          where a.organization_id = o.organization_id and a.other_commission_id = o.id))
        order by i.n), '[]')
      from unnest(ids[(page_no - 1) * per_page + 1 : page_no * per_page]) with ordinality i(id, n)
      join public.other_commissions o on o.organization_id = caller_organization_id and o.id = i.id
      left join public.sales s on s.id = o.sales_id
      left join public.vendors v on v.id = o.vendor_id));
end $$;
comment on function public.list_other_commissions is '{rows, count, page, page_size, total_pages, kinds}: service fees, penalties and
  volume bonuses, the latest first, with the shares and the deposits of each; those that have what was typed in their booking, vendor,
  customer or notes, or are of that amount; of a vendor also the fees of its sales. kinds: {count, amount} by kind, without cancelled
  ones. Admins only: nothing for others.';
grant execute on function public.list_other_commissions(text, text, int, int, text, uuid) to authenticated;

create function private.shares_of(commission_id uuid, other_commission_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
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
    and (h.commission_id = shares_of.commission_id or h.other_commission_id = shares_of.other_commission_id) and not private.of_seller(h)
    and ((select private.is_admin()) or h.user_id = (select auth.uid()))
$$;
comment on function private.shares_of is 'The shares of a commission beside its seller''s, and overrides: of a vendor''s commission or of
  another one; to admins all, to others their own: [{id, user_id, name, role, percent, split, gross_part, agent_amount, status, paid_on,
  payment_id, voided_on, statement_id, hold, upon (of an override: upon whose share it is), recallable (to admins)}].';

create function public.get_commission_shares(commission_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.shares_of(get_commission_shares.commission_id, null)
$$;
comment on function public.get_commission_shares is 'The shares of a vendor''s commission beside its seller''s, as the caller may see them
  (private.shares_of).';
grant execute on function public.get_commission_shares(uuid) to authenticated;
