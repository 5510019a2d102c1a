-- Terms once more: what is recorded has the split of its day until an admin applies the terms again to what is not paid yet
-- (docs/product/agreements.md, Apply terms again).

create function private.terms_again(organization_id uuid, user_id uuid)
returns table (commission_id uuid, share_id uuid, role text, sales_id uuid, kind text, vendor_id uuid, day date, split_before numeric,
  split_after numeric, parts_after jsonb, amount_before numeric, amount_after numeric, terms_version_id uuid)
language sql stable security definer set search_path = '' as $$
  with unpaid as materialized (
    select h.id as share_id, h.commission_id, h.role, h.terms_version_id, h.sales_id, coalesce(x.kind, 'vendor') as kind,
      coalesce(m.vendor_id, x.vendor_id) as vendor_id, h.counted_on as day, h.split, h.split_parts, h.percent, h.gross_part as part,
      h.agent_amount
    from public.commission_shares h
    left join public.commissions m on m.organization_id = h.organization_id and m.id = h.commission_id
    left join public.other_commissions x on x.organization_id = h.organization_id and x.id = h.other_commission_id
    where h.organization_id = terms_again.organization_id and h.user_id = terms_again.user_id and h.status = 'open' and h.place is not null
      and coalesce(m.status, x.status) in ('unpaid', 'funds_received')
      and not exists (select from public.payout_lines l
        where l.organization_id = h.organization_id and l.share_id = h.id and private.is_claim(l.kind))),
  agreed as materialized (
    select u.*, s as sale, t.terms
    from unpaid u
    join public.sales s on s.organization_id = terms_again.organization_id and s.id = u.sales_id
    join public.organizations o on o.id = terms_again.organization_id
    cross join lateral (
      select private.terms_in_force(terms_again.organization_id, terms_again.user_id, s.sale_date) as terms offset 0) t
    where (t.terms).id is not null and (o.books_closed_through is null or u.day > o.books_closed_through)),
  volumes as materialized (
    select y.basis, y.year_start, y.mode, t.sales_id, t.before
    from (
      select (a.terms).tiers ->> 'basis' as basis, (a.terms).tiers ->> 'year_start' as year_start, (a.terms).tiers ->> 'mode' as mode,
        private.tier_year((a.sale).sale_date, (a.terms).tiers ->> 'year_start') as first_day, array_agg(distinct a.sales_id) as sale_ids
      from agreed a
      where (a.terms).tiers is not null
      group by 1, 2, 3, 4) y
    cross join lateral private.tier_volumes(terms_again.organization_id, terms_again.user_id, y.basis, y.mode = 'whole_year', y.first_day,
      y.sale_ids) t),
  -- What the tiers of the recorded version have corrected already is part of what the person gets.
  corrected as materialized (
    select h.under_share_id, sum(h.agent_amount) as amount
    from public.commission_shares h
    where h.organization_id = terms_again.organization_id and h.user_id = terms_again.user_id and h.role = 'tier_correction'
      and h.status <> 'cancelled'
    group by 1),
  -- Behind fences (offset 0), and by full joins, which can only be hashed or merged: where few rows are expected, thousands would be
  -- compared with all others.
  splits as materialized (
    select a.*, f.split as new_split, case when not a.is_rounded then f.split_parts end as new_parts
    from (
      select a.*, w.before,
        -- By the terms that it was recorded by nothing changes: also not how a divided split was rounded then.
        a.split_parts is null and a.terms_version_id is not distinct from (a.terms).id as is_rounded
      from agreed a
      full join volumes w on w.sales_id = a.sales_id and w.basis = (a.terms).tiers ->> 'basis'
        and w.year_start = (a.terms).tiers ->> 'year_start' and w.mode = (a.terms).tiers ->> 'mode'
      offset 0) a
    cross join lateral (
      select s.split, s.split_parts from private.split_of_sale(a.terms, a.sale, a.percent, a.before, a.is_rounded) s where a.kind = 'vendor'
      union all
      select o.split, o.split_parts
      from private.split_of_other(terms_again.organization_id, terms_again.user_id, a.kind, a.sales_id, a.percent, a.before) o
      where a.kind <> 'vendor') f),
  sums as (
    select t.*, t.agent_amount + coalesce(k.amount, 0) as amount_before, private.share_of(t.part, t.new_split, t.new_parts) as amount_after
    from splits t
    full join corrected k on k.under_share_id = t.share_id
    offset 0)
  select t.commission_id, t.share_id, t.role, t.sales_id, t.kind, t.vendor_id, t.day, t.split, t.new_split, t.new_parts, t.amount_before, t.amount_after, (t.terms).id
  from sums t
  where (t.new_split <> t.split or coalesce(t.new_parts, '[]') <> coalesce(t.split_parts, '[]'))
    and (t.amount_after <> t.amount_before or t.terms_version_id is distinct from (t.terms).id)
$$;
comment on function private.terms_again is 'A person''s unpaid shares whose split differs from what their current terms say for its day.
  Paid and cancelled shares, those in a payout and those of closed books are left alone.';

create function private.terms_again_rows(organization_id uuid, user_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(t) order by t.commission_id, t.share_id), '[]')
  from private.terms_again(terms_again_rows.organization_id, terms_again_rows.user_id) t
$$;
comment on function private.terms_again_rows is 'The same as a list, in an order: two that are equal say the same of every row.';

create function public.preview_terms_again(member_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  member public.users;
  changed jsonb;
begin
  select u.* into member from public.users u
  where u.id = preview_terms_again.member_id and u.organization_id = private.admin_organization_id()
    and (u.role = 'agent' or private.is_owner());
  if member.id is null then
    return null;
  end if;
  changed := private.terms_again_rows(member.organization_id, member.id);
  return (
    select jsonb_build_object('count', count(*), 'before', coalesce(sum(t.amount_before), 0), 'after', coalesce(sum(t.amount_after), 0),
      'expected', md5(changed::text),
      'rows', (
        select coalesce(jsonb_agg(jsonb_build_object('sales_id', r.sales_id, 'kind', r.kind,
            'shared', r.role <> 'seller' and r.kind = 'vendor', 'booking_reference', s.booking_reference,
            'customer', k.first_name || ' ' || k.last_name, 'vendor_name', n.name, 'day', r.day, 'split_before', r.split_before,
            'split_after', r.split_after, 'amount_before', r.amount_before, 'amount_after', r.amount_after)
          order by r.day desc, r.sales_id, r.kind <> 'vendor'), '[]')
        from (
          select x.* from jsonb_to_recordset(changed) x(role text, sales_id uuid, kind text, day date, split_before numeric,
            split_after numeric, amount_before numeric, amount_after numeric)
          order by x.day desc, x.sales_id, x.kind <> 'vendor' limit 50) r
        join public.sales s on s.organization_id = member.organization_id and s.id = r.sales_id
        join public.customers k on k.organization_id = s.organization_id and k.id = s.customer_id
        join public.vendors n on n.organization_id = s.organization_id and n.id = s.vendor_id))
    from jsonb_to_recordset(changed) t(amount_before numeric, amount_after numeric));
end $$;
comment on function public.preview_terms_again is 'What applying somebody''s terms again would change, for who may save them; null for
  others: {count, before, after (money: the person''s parts of what changes), expected (what apply_terms_again is to find), rows: the
  latest 50}.';
grant execute on function public.preview_terms_again(uuid) to authenticated;

create function public.apply_terms_again(member_id uuid, expected text, request_key uuid default null) returns jsonb
-- Thousands of commissions are written at once.
language plpgsql volatile security definer set search_path = '' set statement_timeout = '8s' as $$
declare
  answer jsonb;
  locked record;
  member public.users;
  sale_ids uuid[];
  changed jsonb;
  done record;
begin
  perform private.require_step_up();
  answer := private.begin_request('apply_terms_again', request_key, jsonb_build_object('member_id', apply_terms_again.member_id,
    'expected', apply_terms_again.expected));
  if answer is not null then
    return answer;
  end if;
  select t.* into locked from private.lock_member(apply_terms_again.member_id) t;
  if locked.refusal is not null then
    return locked.refusal;
  end if;
  member := locked.member;
  sale_ids := array(
    select distinct h.sales_id from public.commission_shares h
    where h.organization_id = member.organization_id and h.user_id = member.id and h.status = 'open' and h.sales_id is not null);
  perform 1 from public.sales s where s.organization_id = member.organization_id and s.id = any (sale_ids) order by s.id for no key update;
  perform 1 from public.commissions c where c.organization_id = member.organization_id and c.sales_id = any (sale_ids)
  order by c.sales_id for no key update;
  perform 1 from public.other_commissions x where x.organization_id = member.organization_id and x.sales_id = any (sale_ids)
  order by x.id for no key update;
  perform 1 from public.commission_shares h where h.organization_id = member.organization_id and h.sales_id = any (sale_ids)
  order by h.id for no key update;
  -- Sales of somebody with tiers wait, as they do for each other.
  perform private.lock_people(array[member.organization_id], array[member.id]);
  perform private.books_closed_through(member.organization_id);
  -- Queries of their own: they see what was written while this waited.
  changed := private.terms_again_rows(member.organization_id, member.id);
  if md5(changed::text) is distinct from apply_terms_again.expected then
    return private.command_result('Something changed meanwhile. Look at it again.', null, 'terms_again_changed');
  end if;
  with rows as materialized (
    select * from jsonb_to_recordset(changed) x(commission_id uuid, share_id uuid, split_after numeric, parts_after jsonb, amount_before numeric,
      amount_after numeric, terms_version_id uuid)
  ), written as (
    update public.commission_shares h set split = t.split_after, split_parts = t.parts_after,
      agent_amount = private.share_of(h.gross_part, t.split_after, t.parts_after), terms_version_id = t.terms_version_id
    from rows t
    where h.organization_id = member.organization_id and h.id = t.share_id
    returning 1
  ), entries as (
    insert into public.commission_history
      (commission_id, organization_id, changed_by, change_type, previous_status, new_status, previous_data, new_data, notes, code)
    select c.id, c.organization_id, auth.uid(), 'update', c.status, c.status, '{}', '{}', 'Terms applied again', 'terms_applied'
    from public.commissions c
    where c.organization_id = member.organization_id and c.id in (select t.commission_id from rows t)
    order by c.id
    returning 1)
  select (select count(*) from written) as n, (select sum(t.amount_before) from rows t) as before,
    (select sum(t.amount_after) from rows t) as after, (select count(*) from entries) as entries into done;
  if done.n > 0 then
    perform private.audit(member.organization_id, 'terms_applied', null, member.id,
      private.audit_change('agent_amount', done.before::text, done.after::text) || jsonb_build_object('count', done.n),
      done.after - done.before);
  end if;
  return private.end_request(request_key, member.id, private.command_result(null) || jsonb_build_object('changed', done.n));
end $$;
comment on function public.apply_terms_again is 'Gives what somebody has not been paid of the split of the terms that hold now for its day.
  Refused when it would change anything else than the preview said (expected). {success, error, field, changed}.';
grant execute on function public.apply_terms_again(uuid, text, uuid) to authenticated;

create function private.saved_by_apply_terms_again(record_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.saved_by_save_agreement(record_id)
$$;
comment on function private.saved_by_apply_terms_again is 'See private.saved_as.';
