set local check_function_bodies = off;

DROP FUNCTION "private"."split_by_tier"(public.agreement_versions, date, timestamp with time zone, uuid, numeric, numeric);

DROP FUNCTION "private"."split_of_other"(uuid, uuid, text, uuid, numeric, numeric);

DROP FUNCTION "private"."split_of_sale"(public.agreement_versions, public.sales, numeric, numeric);

DROP FUNCTION "private"."split_of_share"(uuid, uuid, uuid, numeric);

DROP FUNCTION "private"."terms_again"(uuid, uuid);

DROP FUNCTION "private"."tier_split"(jsonb, numeric, numeric, numeric);

ALTER TABLE "public"."commission_shares" ADD COLUMN "split_parts" jsonb;

ALTER TABLE "public"."commissions" ADD COLUMN "split_parts" jsonb;

CREATE OR REPLACE FUNCTION private.blended_split(parts jsonb)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select round(sum((p ->> 'weight')::numeric * (p ->> 'split')::numeric) / nullif(sum((p ->> 'weight')::numeric), 0), 2)
  from jsonb_array_elements(parts) p
$function$;

CREATE OR REPLACE FUNCTION private.correct_shares_of(c public.commissions)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  parts constant numeric[] := private.parts_of(coalesce(c.share_base, c.amount), c.share_percents);
  h public.commission_shares;
  waiting numeric;
  wanted numeric;
  difference numeric;
  b public.payout_batches;
begin
  for h in
    select k.* from public.commission_shares k
    where k.organization_id = c.organization_id and k.commission_id = c.id and k.role <> 'tier_correction'
      and (k.status = 'paid' or k.status = 'open' and private.share_schedule_lock(k.organization_id, k.id) is not null) order by k.id
  loop
    waiting := (select coalesce(sum(w.amount), 0) from (
      select l.amount from public.payout_lines l
      where l.organization_id = h.organization_id and l.share_id = h.id and l.kind = 'correction' and l.batch_id is null
      for update) w);
    wanted := case when h.place is not null then private.share_of(parts[h.place], h.split, h.split_parts) else private.override_now(h, c) end;
    difference := wanted - h.agent_amount + waiting - coalesce((
      select sum(l.amount) from public.payout_lines l
      where l.organization_id = h.organization_id and l.share_id = h.id and l.kind = 'correction'), 0);
    if h.status = 'paid' then
      difference := case when h.role = 'override_charge' then least(difference, waiting - private.recallable_share(h))
        else greatest(difference, waiting - private.recallable_share(h)) end;
    end if;
    continue when difference = waiting;
    delete from public.payout_lines l
    where l.organization_id = h.organization_id and l.share_id = h.id and l.kind = 'correction' and l.batch_id is null;
    continue when difference = 0;
    select p.* into b from public.payout_batches p
    where p.organization_id = c.organization_id and p.status = 'draft' for update skip locked;
    insert into public.payout_lines (organization_id, batch_id, agent_id, kind, commission_id, share_id, amount, note, note_fact, created_by)
    select c.organization_id, b.id, h.user_id, 'correction', c.id, h.id, difference,
      left(v.name, 200) || case when (difference < 0) <> (h.role = 'override_charge') then ' paid less than was expected' else ': what was written off is expected again' end,
      jsonb_build_object('code', case when (difference < 0) <> (h.role = 'override_charge') then 'paid_less' else 'expected_again' end,
        'params', jsonb_build_object('vendor', left(v.name, 200))),
      private.acting_user(c.organization_id)
    from public.vendors v where v.id = c.vendor_id;
    update public.payout_batches p set version = p.version + 1 where p.id = b.id;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.correct_tier_year(terms public.agreement_versions, first_day date)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  last_day constant date := (correct_tier_year.first_day + interval '1 year')::date - 1;
  whole constant boolean := terms.tiers ->> 'mode' = 'whole_year';
  basis constant text := terms.tiers ->> 'basis';
begin
  -- Who pays one meanwhile, or takes it into a payout, is waited for.
  perform 1 from public.commission_shares h
  where h.organization_id = terms.organization_id and h.user_id = terms.user_id and h.role = 'tier_correction'
    and h.terms_version_id = terms.id and h.status = 'open'
  order by h.id for update;
  with steps as materialized (
    select s.start, s.split, coalesce(lead(s.start) over (order by s.start), 'infinity') as next
    from (
      select 0::numeric as start, terms.default_split as split
      where not exists (select from jsonb_array_elements(terms.tiers -> 'steps') e where (e ->> 'from')::numeric = 0)
      union all
      select (e ->> 'from')::numeric, (e ->> 'split')::numeric from jsonb_array_elements(terms.tiers -> 'steps') e) s
  ), by_category as materialized (
    select e ->> 'category' as kind, (e ->> 'split')::numeric as split from jsonb_array_elements(terms.category_splits) e
  ), by_vendor as materialized (
    select (e ->> 'vendor_id')::uuid as vendor_id from jsonb_array_elements(terms.vendor_splits) e
  ), sold as materialized (
    -- Each part that the person has of a sale of the year, in the order in which they count.
    select s.id as sales_id, s.sale_date as day, s.created_at as recorded, s.vendor_id, s.lines, c.id as commission_id, null::uuid as other_id,
      null::uuid as under_id, c.terms_version_id, c.commission_split as recorded_split, c.split_parts as recorded_parts,
      c.share_percents[1] as percent,
      case when cardinality(c.share_percents) = 1 then coalesce(c.share_base, c.amount)
        else (private.parts_of(coalesce(c.share_base, c.amount), c.share_percents))[1] end as gross,
      c.status <> 'cancelled' as stands, c.share_percents[1] / 100 * case when basis = 'sales_booked' then s.total_amount
        when c.status = 'cancelled' then 0 when basis = 'commission_expected' then s.commission_amount
        else coalesce(c.received_amount, 0) end as volume, null::numeric as adds
    from public.sales s
    join public.commissions c on c.organization_id = s.organization_id and c.sales_id = s.id
    where s.organization_id = terms.organization_id and s.agent_id = terms.user_id and s.status <> 'cancelled'
      and s.sale_date between correct_tier_year.first_day and last_day
    union all
    -- A share that was paid stays as it was, and is corrected by what it is reckoned from now, as a seller's.
    select s.id, s.sale_date, s.created_at, s.vendor_id, s.lines, c.id, null, h.id, h.terms_version_id, h.split, h.split_parts,
      h.percent, case when h.status = 'paid' and c.share_percents[h.place] = h.percent
        then (private.parts_of(coalesce(c.share_base, c.amount), c.share_percents))[h.place] else h.gross_part end,
      h.status <> 'cancelled' and c.status <> 'cancelled', h.percent / 100 * case when basis = 'sales_booked' then s.total_amount
        when c.status = 'cancelled' then 0 when basis = 'commission_expected' then s.commission_amount
        else coalesce(c.received_amount, 0) end, null
    from public.commission_shares h
    join public.sales s on s.organization_id = h.organization_id and s.id = h.sales_id
    join public.commissions c on c.organization_id = h.organization_id and c.id = h.commission_id
    where h.organization_id = terms.organization_id and h.user_id = terms.user_id and h.role in ('co_seller', 'referral')
      and s.status <> 'cancelled' and s.sale_date between correct_tier_year.first_day and last_day
    union all
    -- A service fee has the tier of its sale, what a vendor pays of a cancelled one that of what was sold before it; neither adds anything.
    select h.sales_id, s.sale_date, s.created_at, o.vendor_id, jsonb_build_array(jsonb_build_object('kind', o.kind)), null, o.id, h.id,
      h.terms_version_id, h.split, h.split_parts, h.percent, h.gross_part, h.status <> 'cancelled' and o.status <> 'cancelled', 0,
      case when o.kind <> 'service_fee' then 0 else h.percent / 100 * case when basis = 'sales_booked' then s.total_amount
        else s.commission_amount end end
    from public.commission_shares h
    join public.other_commissions o on o.organization_id = h.organization_id and o.id = h.other_commission_id
    join public.sales s on s.organization_id = h.organization_id and s.id = h.sales_id
    where h.organization_id = terms.organization_id and h.user_id = terms.user_id and h.place is not null
      and s.sale_date between correct_tier_year.first_day and last_day
  ), placed as (
    select s.*, case when whole then round(sum(s.volume) over (), 2) else round(coalesce(sum(s.volume) over (
        order by s.day, s.recorded, s.sales_id, s.other_id is null rows between unbounded preceding and 1 preceding), 0), 2) end as before,
      case when whole or basis = 'commission_received' then 0 else coalesce(s.adds, s.volume) end as part
    from sold s
  ), wanted as (
    select p.commission_id, p.other_id, p.under_id, p.sales_id, p.day, p.percent, p.gross, round(w.split / w.weight, 2) as split,
      round(p.gross * w.split / w.weight / 100, 2) - private.share_of(p.gross, p.recorded_split, p.recorded_parts) as amount
    from placed p
    -- Splits as fractions, exact: each part at its own. What was recorded while they were rounded to two decimals is compared so, at each step.
    cross join lateral (
      select case when k.weight is null then p.recorded_split when p.recorded_parts is null then round(k.split / k.weight, 2) else k.split end as split,
        case when k.weight is null or p.recorded_parts is null then 1 else k.weight end as weight
      from (
        select case when p.part > 0 then sum(greatest(least(p.before + p.part, s.next) - greatest(p.before, s.start), 0) * s.split)
            else max(s.split) filter (where p.before >= s.start and p.before < s.next) end as split,
          case when p.part > 0 then p.part else max(1) filter (where p.before >= s.start and p.before < s.next) end as weight
        from steps s) k) t
    -- What no category says of its lines, as private.split_of_sale.
    left join lateral (
      select l.split, l.weight
      from (
        select sum(l.commission * coalesce(k.split * t.weight, t.split)) as split, nullif(sum(l.commission), 0) * t.weight as weight
        from (select e ->> 'kind' as kind, coalesce((e ->> 'commission')::numeric, 0) as commission
          from jsonb_array_elements(p.lines) e) l
        left join by_category k on k.kind = l.kind
        where l.kind <> 'service_fee') l
      where p.other_id is null and round(l.split / l.weight, 2) between 0 and 100
      union all
      select k.split, 1 from by_category k
      where p.other_id is not null and k.kind = 'service_fee' and p.lines -> 0 ->> 'kind' = k.kind) l on true
    cross join lateral (
      select case when p.recorded_parts is null then round(n.split / n.weight, 2) else n.split end as split,
        case when p.recorded_parts is null then 1 else n.weight end as weight
      from (select coalesce(l.split, t.split) as split, case when l.split is null then t.weight else l.weight end as weight) n) w
    where p.stands and p.terms_version_id = terms.id and (p.vendor_id is null or p.vendor_id not in (select v.vendor_id from by_vendor v))
  ), corrected as (
    select h.commission_id, h.other_commission_id as other_id, h.under_share_id as under_id, h.id, h.agent_amount,
      h.status = 'paid' or l.is_planned is not null as is_fixed
    from public.commission_shares h
    left join public.sales s on h.commission_id is not null and s.id = h.sales_id
    left join lateral (
      select true as is_planned from public.payout_lines l join public.payout_batches b on b.organization_id = l.organization_id and b.id = l.batch_id
      where l.organization_id = h.organization_id and l.share_id = h.id and l.kind = 'override' and b.status = 'scheduled' offset 0) l on true
    where h.organization_id = terms.organization_id and h.user_id = terms.user_id and h.role = 'tier_correction'
      and h.terms_version_id = terms.id and h.status <> 'cancelled'
      and coalesce(s.sale_date, h.counted_on) between correct_tier_year.first_day and last_day
  ), due as materialized (
    select k.commission_id, k.other_id, k.under_id, sum(k.amount) as amount, (array_agg(k.open_id) filter (where k.open_id is not null))[1] as open_id,
      max(k.split) as split, max(k.percent) as percent, max(k.gross) as gross, max(k.day) as day,
      (array_agg(k.sales_id) filter (where k.sales_id is not null))[1] as sales_id
    from (
      select w.commission_id, w.other_id, w.under_id, w.amount, null::uuid as open_id, w.split, w.percent, w.gross, w.day, w.sales_id
      from wanted w
      union all
      select c.commission_id, c.other_id, c.under_id, case when c.is_fixed then -c.agent_amount else 0 end,
        case when not c.is_fixed then c.id end, null, null, null, null, null
      from corrected c) k
    group by 1, 2, 3
    having sum(k.amount) <> 0 or count(k.open_id) > 0
  ), gone as (
    delete from public.commission_shares h using due d
    where h.id = d.open_id and d.amount = 0 and not exists (
      select 1 from public.payout_lines l where l.organization_id = h.organization_id and l.share_id = h.id)
  ), void as (
    -- In a draft the line says so, and is taken out by who works on it.
    update public.commission_shares h set status = 'cancelled', agent_amount = 0 from due d
    where h.id = d.open_id and d.amount = 0 and exists (
      select 1 from public.payout_lines l where l.organization_id = h.organization_id and l.share_id = h.id)
  ), changed as (
    update public.commission_shares h set agent_amount = d.amount, split = coalesce(d.split, h.split), percent = coalesce(d.percent, h.percent),
      gross_part = coalesce(d.gross, h.gross_part), counted_on = coalesce(d.day, h.counted_on)
    from due d
    where h.id = d.open_id and d.amount <> 0 and (h.agent_amount, h.split, h.percent, h.gross_part, h.counted_on)
      is distinct from (d.amount, coalesce(d.split, h.split), coalesce(d.percent, h.percent), coalesce(d.gross, h.gross_part),
        coalesce(d.day, h.counted_on)))
  insert into public.commission_shares (organization_id, commission_id, other_commission_id, sales_id, user_id, role, percent, split,
    gross_part, agent_amount, under_share_id, terms_version_id, counted_on)
  select terms.organization_id, d.commission_id, d.other_id, coalesce(d.sales_id, x.sales_id), terms.user_id, 'tier_correction',
    coalesce(d.percent, x.percent), coalesce(d.split, x.split), coalesce(d.gross, x.gross_part), d.amount, d.under_id, terms.id,
    coalesce(d.day, x.counted_on)
  from due d
  -- Of a share that is no more what was paid is asked back as it was.
  left join lateral (
    select h.sales_id, h.percent, h.split, h.gross_part, h.counted_on from public.commission_shares h
    where d.sales_id is null and h.organization_id = terms.organization_id and h.user_id = terms.user_id and h.role = 'tier_correction'
      and h.terms_version_id = terms.id and (h.commission_id, h.other_commission_id, h.under_share_id)
        is not distinct from (d.commission_id, d.other_id, d.under_id)
    order by h.created_at desc, h.id limit 1) x on true
  where d.open_id is null and d.amount <> 0
  order by d.sales_id, d.commission_id, d.other_id, d.under_id;
end $function$;

CREATE OR REPLACE FUNCTION private.derived_commission_columns()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select '{id,organization_id,sales_id,sale_date,sale_paid,vendor_id,due_on,commission_split,agent_amount,deposited_amount,
    open_amount,undeposited_amount,manual_amount,share_base,share_percents,seller_paid,terms_version_id,split_parts,taken_back_amount,manual_written_off,created_at,updated_at}'::text[]
$function$;

CREATE OR REPLACE FUNCTION private.follow_commissions_with_overrides()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  organization_ids constant uuid[] := array(select distinct c.organization_id from changed c);
  taken_over uuid[];
  others uuid[];
begin
  if not private.has_overrides(organization_ids) then
    return null;
  end if;
  if tg_op = 'INSERT' then
    perform private.lock_capped_leads(organization_ids);
    perform private.make_overrides(array(select c.id from changed c), '{}', false);
    return null;
  end if;
  select array_agg(n.id) filter (where n.is_taken_over), array_agg(n.id) filter (where not n.is_taken_over) into taken_over, others
  from (
    select n.id, n.agent_id <> o.agent_id as is_taken_over,
      (n.agent_id, n.amount, n.share_base, n.share_percents, n.commission_split, n.split_parts, n.sale_date, n.status = 'cancelled')
        is distinct from (o.agent_id, o.amount, o.share_base, o.share_percents, o.commission_split, o.split_parts, o.sale_date, o.status = 'cancelled') as matters
    from changed n full join replaced o on o.id = n.id offset 0) n
  where n.matters;
  if taken_over is not null then
    perform private.lock_capped_leads(organization_ids);
    perform private.make_overrides(taken_over, '{}', true);
  end if;
  if others is not null then
    perform private.follow_overrides(others, '{}');
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.follow_shares(b public.payout_batches)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  ids uuid[];
begin
  perform private.lock_payout_lines(b);
  ids := array(select l.commission_id from public.payout_lines l
    where l.organization_id = b.organization_id and l.batch_id = b.id and l.kind = 'commission');
  delete from public.payout_lines l
  where l.organization_id = b.organization_id and l.commission_id = any (ids) and l.kind = 'correction' and l.share_id is null and l.batch_id is null;
  -- private.guard_commission reckons it.
  update public.commissions c set agent_amount = c.agent_amount
  where c.organization_id = b.organization_id and c.id = any (ids)
    and c.agent_amount <> private.seller_share(c);
  ids := array(select l.share_id from public.payout_lines l
    where l.organization_id = b.organization_id and l.batch_id = b.id and l.kind in ('share', 'override'));
  delete from public.payout_lines l
  where l.organization_id = b.organization_id and l.share_id = any (ids) and l.kind = 'correction' and l.batch_id is null
    and l.transaction_id is null;
  update public.commission_shares h set gross_part = t.part, agent_amount = private.share_of(t.part, h.split, h.split_parts)
  from (
    select k.id, (private.parts_of(coalesce(c.share_base, c.amount), c.share_percents))[k.place] as part
    from public.commission_shares k join public.commissions c on c.organization_id = k.organization_id and c.id = k.commission_id
    where k.organization_id = b.organization_id and k.id = any (ids) and k.place is not null) t
  where h.id = t.id and h.status = 'open' and h.gross_part <> t.part;
  perform private.follow_overrides(array(select distinct h.commission_id from public.commission_shares h
    where h.id = any (ids) and h.role = 'override' and h.commission_id is not null), '{}');
end $function$;

CREATE OR REPLACE FUNCTION private.guard_commission()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  sale_status text;
begin
  new.notes := nullif(btrim(new.notes), '');
  -- Derived, whatever was sent.
  new.agent_amount := private.seller_share(new);
  if tg_op = 'INSERT' then
    return new;
  end if;
  -- Once paid, always paid.
  new.seller_paid := new.seller_paid or old.seller_paid or new.status = 'agent_paid';
  if (new.written_off, new.received_amount, new.amount) is distinct from (old.written_off, old.received_amount, old.amount) then
    new.share_base := private.share_base(new, old);
    new.agent_amount := private.seller_share(new);
  end if;
  if new.status is null or new.status not in ('unpaid', 'funds_received', 'agent_paid', 'cancelled') then
    perform private.refuse('Invalid status specified', 'status', 'status_unknown');
  end if;
  if old.status <> 'unpaid' and ((new.amount, new.agent_id, new.share_percents)
      is distinct from (old.amount, old.agent_id, old.share_percents)
    or (new.commission_split, new.split_parts) is distinct from (old.commission_split, old.split_parts) and not (old.status = 'funds_received' and new.terms_version_id is not null
      and not new.seller_paid)) then
    perform private.refuse(
      'The amount and agent of this commission cannot change any more: it is already '
      || private.status_label(old.status) || '.', 'amount', 'commission_fixed', jsonb_build_object('status', old.status));
  end if;

  if new.status <> old.status then
    select s.status into sale_status from public.sales s where s.id = new.sales_id;
    if sale_status is null then
      perform private.refuse('Cannot validate commission status without sale data', 'status', 'commission_without_sale');
    elsif new.status = 'funds_received' and sale_status = 'cancelled' then
      perform private.refuse('Cannot mark commission as funds received for a cancelled sale', 'status', 'funds_for_cancelled_sale');
    elsif new.status = 'agent_paid' and sale_status = 'cancelled' then
      perform private.refuse('Agent cannot be paid for a cancelled sale', 'status', 'payment_for_cancelled_sale');
    elsif old.status = 'agent_paid' then
      perform private.refuse('The agent has been paid. That is final.', 'status', 'agent_paid_is_final');
    elsif old.status = 'cancelled' then
      perform private.refuse('A cancelled commission cannot be changed.', 'status', 'commission_cancelled');
    -- The way back: what was matched is taken back. Only private.sync_receipts writes the sum of the deposits.
    elsif new.status = 'unpaid' and new.deposited_amount >= old.deposited_amount then
      perform private.refuse('Funds received cannot return to Unpaid.', 'status', 'funds_stay_received');
    elsif new.status = 'agent_paid' and old.status <> 'funds_received' then
      perform private.refuse('Funds must be received before the agent is paid.', 'status', 'funds_not_received');
    elsif new.status = 'agent_paid' and sale_status <> 'paid' then
      perform private.refuse('The customer has not paid this sale yet.', 'status', 'sale_not_paid');
    elsif new.status = 'agent_paid' and not exists (
      select 1 from public.agent_payments p where p.commission_id = new.id
    ) then
      perform private.refuse('Record the payment to mark this commission as Agent paid.', 'status', 'payment_not_recorded');
    end if;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.held_commissions(organization_id uuid, agent_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('commission_id', coalesce(c.id, t.commission_id, t.other_commission_id), 'agent_id', c.agent_id, 'booking_reference', s.booking_reference,
    'customer', k.first_name || ' ' || k.last_name, 'vendor', v.name, 'received_on', c.received_on, 'commission', c.amount,
    'split', c.commission_split, 'split_parts', c.split_parts, 'amount', c.agent_amount, 'reason', h.reason, 'held_at', h.held_at,
    'held_by', u.first_name || ' ' || u.last_name) || private.share_facts(h.share_id, false)
    || case when t.id is not null then jsonb_build_object('agent_id', t.user_id, 'amount', t.agent_amount) else '{}' end
    order by h.held_at, c.id, t.id), '[]')
  from public.payout_holds h
  left join public.commissions c on c.organization_id = h.organization_id and c.id = h.commission_id
  left join public.commission_shares t on t.organization_id = h.organization_id and t.id = h.share_id
  left join public.sales s on s.id = coalesce(c.sales_id, t.sales_id)
  left join public.customers k on k.id = s.customer_id and (t.id is null or t.place is not null)
  left join public.vendors v on v.id = c.vendor_id
  join public.users u on u.id = h.held_by
  where h.organization_id = held_commissions.organization_id
    and (c.status not in ('agent_paid', 'cancelled') and not c.seller_paid or t.status = 'open')
    and (held_commissions.agent_id is null or coalesce(c.agent_id, t.user_id) = held_commissions.agent_id)
$function$;

CREATE OR REPLACE FUNCTION private.keep_paid_share()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  lock constant jsonb := case when old.status = 'open' then private.share_schedule_lock(old.organization_id, old.id) end;
begin
  if old.status = 'paid' or lock is not null then
    if old.status = 'paid' and new.status <> 'paid' then
      perform private.refuse('The agent has been paid. That is final.', 'status', 'agent_paid_is_final');
    elsif lock is not null and (new.status, new.user_id) is distinct from (old.status, old.user_id) then
      perform private.refuse_with(private.at_field(lock, 'status'));
    end if;
    new.user_id := old.user_id;
    new.role := old.role;
    new.percent := old.percent;
    new.split := old.split;
    new.split_parts := old.split_parts;
    new.gross_part := old.gross_part;
    new.agent_amount := old.agent_amount;
    new.terms_version_id := old.terms_version_id;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.local_minute(organization_id uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select to_char(now() at time zone o.time_zone, 'YYYY-MM-DD"T"HH24:MI') from public.organizations o where o.id = local_minute.organization_id
$function$;

CREATE OR REPLACE FUNCTION private.mark_tiers_of_commissions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.agreement_versions v where v.tiers is not null and v.organization_id in (
    select c.organization_id from changed c)) then
    perform private.mark_tier_years(array_agg(m.organization_id), array_agg(m.agent_id), array_agg(m.sale_date), array_agg(s.co_sellers))
    from (
      select c.organization_id, c.sales_id, c.agent_id, c.sale_date
      from (
        select 1 as n, a.* from changed a
        union all
        select -1, b.* from replaced b) c
      group by c.organization_id, c.id, c.sales_id, c.agent_id, c.sale_date, c.status = 'cancelled', c.amount, c.share_base, c.share_percents,
        c.commission_split, c.split_parts, c.terms_version_id, c.received_amount
      having sum(c.n) <> 0) m
    join public.sales s on s.organization_id = m.organization_id and s.id = m.sales_id
    having count(*) > 0;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.override_now(h public.commission_shares, c public.commissions)
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when h.role = 'override_charge' then -w.amount else w.amount end
  from (
    select case when exists (select from public.agreement_versions v
        where v.id = h.terms_version_id and v.overrides @? '$[*].cap_per_year ? (@ != null)')
      then least(f.amount, abs(h.agent_amount)) else f.amount end as amount
    from (
      select round(private.override_base(h.base, p.part, private.share_of(p.part, p.split, p.split_parts)) * h.percent / 100, 2) as amount
      from (
        select (private.parts_of(coalesce(c.share_base, c.amount), c.share_percents))[coalesce(n.place, 1)] as part,
          coalesce(n.split, c.commission_split) as split, case when n.id is null then c.split_parts else n.split_parts end as split_parts
        from (select) one
        left join public.commission_shares n on n.organization_id = h.organization_id and n.id = h.under_share_id) p) f) w
$function$;

CREATE OR REPLACE FUNCTION private.payment_files_today(organization_id uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select count(*)::integer
  from private.audit_log a join public.organizations o on o.id = a.organization_id
  where a.organization_id = payment_files_today.organization_id and a.action = 'payment_file_requested'
    and a.created_at >= date_trunc('day', now() at time zone o.time_zone) at time zone o.time_zone
$function$;

CREATE OR REPLACE FUNCTION private.payout_line_rows(organization_id uuid, batch_id uuid, agent_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'agent_id', l.agent_id, 'kind', private.told_kind(l.kind), 'amount', l.amount, 'note', l.note,
    'note_fact', l.note_fact, 'commission_id', l.commission_id, 'transaction_id', l.transaction_id, 'booking_reference', s.booking_reference,
    'customer', k.first_name || ' ' || k.last_name, 'vendor', v.name, 'received_on', c.received_on, 'commission', c.amount,
    'split', c.commission_split, 'split_parts', c.split_parts) || case when l.kind = 'commission' and payout_line_rows.agent_id is null
      then jsonb_build_object('funded', c.open_amount = 0, 'due_on', c.due_on) else '{}' end || private.share_facts(l.share_id, private.is_claim(l.kind))
    order by l.kind <> 'commission', l.kind <> 'share', l.kind <> 'override', s.sale_date, s.booking_reference, l.created_at, l.id), '[]')
  from public.payout_lines l
  left join public.commissions c on c.organization_id = l.organization_id and c.id = l.commission_id
  left join public.commission_shares h on h.organization_id = l.organization_id and h.id = l.share_id
  left join public.sales s on s.id = coalesce(c.sales_id, h.sales_id)
  left join public.customers k on k.id = s.customer_id and (h.id is null or h.place is not null)
  left join public.vendors v on v.id = c.vendor_id
  where l.organization_id = payout_line_rows.organization_id and l.batch_id = payout_line_rows.batch_id
    and (payout_line_rows.agent_id is null or l.agent_id = payout_line_rows.agent_id)
$function$;

CREATE OR REPLACE FUNCTION private.post_share_recalls(b public.payout_batches, c public.commissions, taken_back numeric, note text, note_fact jsonb, transaction_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  parts constant numeric[] := private.parts_of(taken_back, c.share_percents);
  h public.commission_shares;
  share numeric;
begin
  for h in
    select k.* from public.commission_shares k
    where k.organization_id = c.organization_id and k.commission_id = c.id and k.status = 'paid' order by k.id
  loop
    -- Of an override as much as of the commission.
    share := case
      when h.place is not null then least(private.recallable_share(h), private.share_of(parts[h.place], h.split, h.split_parts))
      when c.amount = 0 then 0
      when h.agent_amount < 0 then greatest(private.recallable_share(h), round(h.agent_amount * taken_back / c.amount, 2))
      else least(private.recallable_share(h), round(h.agent_amount * taken_back / c.amount, 2)) end;
    continue when coalesce(share, 0) = 0 or sign(share) <> sign(h.agent_amount);
    perform private.post_share_recall(b, h, share, post_share_recalls.note, post_share_recalls.note_fact, post_share_recalls.transaction_id, true);
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.seller_share(c public.commissions)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select private.share_of((private.parts_of(coalesce(c.share_base, c.amount), c.share_percents))[1], c.commission_split, c.split_parts)
$function$;

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
    where h.id = share_facts.share_id), '{}')
$function$;

CREATE OR REPLACE FUNCTION private.share_of(amount numeric, split numeric, split_parts jsonb)
 RETURNS numeric
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  if coalesce(split_parts, '[]') = '[]' then
    return round(amount * split / 100, 2);
  end if;
  return (select round(amount * sum((p ->> 'weight')::numeric * (p ->> 'split')::numeric) / sum((p ->> 'weight')::numeric) / 100, 2)
    from jsonb_array_elements(split_parts) p);
end $function$;

CREATE OR REPLACE FUNCTION private.split_by_tier(terms public.agreement_versions, day date, before timestamp with time zone, left_out uuid, amount numeric, volume numeric DEFAULT NULL::numeric)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  volume := coalesce(volume, private.volume_until(terms, day, before, left_out));
  return case when terms.tiers ->> 'mode' = 'whole_year' then private.tier_parts(terms.tiers, terms.default_split, volume + amount, 0)
    else private.tier_parts(terms.tiers, terms.default_split, volume, amount) end;
end $function$;

CREATE OR REPLACE FUNCTION private.split_for(organization_id uuid, user_id uuid, vendor_id uuid, category text, day date, volume numeric DEFAULT NULL::numeric, OUT split numeric, OUT terms_version_id uuid)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  terms constant public.agreement_versions := private.terms_in_force(split_for.organization_id, split_for.user_id, split_for.day);
begin
  if terms.id is null then
    select coalesce(t.commission_split, o.default_commission_split) into split_for.split
    from public.organizations o
    left join public.user_terms t on t.organization_id = o.id and t.user_id = split_for.user_id
    where o.id = split_for.organization_id;
    return;
  end if;
  terms_version_id := terms.id;
  split := coalesce(private.split_of(terms.vendor_splits, 'vendor_id', split_for.vendor_id::text),
    private.split_of(terms.category_splits, 'category', split_for.category));
  if split is null then
    split := case when terms.tiers is null then terms.default_split
      else private.blended_split(private.split_by_tier(terms, split_for.day, '-infinity', null, 0, volume)) end;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.split_now(organization_id uuid, user_id uuid, day date, OUT split numeric, OUT by_tier boolean)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  terms constant public.agreement_versions := private.terms_in_force(split_now.organization_id, split_now.user_id, split_now.day);
begin
  by_tier := terms.tiers is not null;
  split := case when by_tier then private.blended_split(private.split_by_tier(terms, split_now.day, 'infinity', null, 0))
    else (private.split_for(split_now.organization_id, split_now.user_id, null, null, split_now.day)).split end;
end $function$;

CREATE OR REPLACE FUNCTION private.split_of_other(organization_id uuid, user_id uuid, kind text, sales_id uuid, percent numeric, volume numeric DEFAULT NULL::numeric, OUT split numeric, OUT split_parts jsonb, OUT terms_version_id uuid)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  terms public.agreement_versions;
  sale public.sales;
begin
  select s.* into sale from public.sales s
  where s.organization_id = split_of_other.organization_id and s.id = split_of_other.sales_id;
  terms := private.terms_in_force(split_of_other.organization_id, split_of_other.user_id, sale.sale_date);
  if terms.id is null then
    split := (private.split_for(split_of_other.organization_id, split_of_other.user_id, null, null, sale.sale_date)).split;
    return;
  end if;
  terms_version_id := terms.id;
  split_parts := '[]';
  if split_of_other.kind = 'service_fee' then
    split := private.split_of(terms.category_splits, 'category', 'service_fee');
    terms.vendor_splits := '[]';
  else
    sale.total_amount := 0;
    sale.commission_amount := 0;
  end if;
  if split is null then
    terms.category_splits := '[]';
    select f.split, f.split_parts into split_of_other.split, split_of_other.split_parts
    from private.split_of_sale(terms, sale, split_of_other.percent,
      coalesce(volume, private.known_volume(split_of_other.sales_id, split_of_other.user_id))) f;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.split_of_sale(terms public.agreement_versions, sale public.sales, percent numeric, volume numeric DEFAULT NULL::numeric, is_rounded boolean DEFAULT false, OUT split numeric, OUT split_parts jsonb)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  by_vendor constant numeric := private.split_of(terms.vendor_splits, 'vendor_id', sale.vendor_id::text);
  rest jsonb := jsonb_build_array(jsonb_build_object('split', terms.default_split, 'weight', 1));
  by_lines jsonb;
begin
  split_parts := case when not is_rounded then '[]' end;
  if by_vendor is not null then
    split := by_vendor;
    return;
  end if;
  if terms.tiers is not null then
    rest := private.split_by_tier(terms, sale.sale_date, sale.created_at, sale.id,
      percent / 100 * case when sale.status = 'cancelled' then 0 when terms.tiers ->> 'basis' = 'sales_booked' then sale.total_amount
        when terms.tiers ->> 'basis' = 'commission_expected' then sale.commission_amount else 0 end, volume);
    if is_rounded then
      rest := jsonb_build_array(jsonb_build_object('split', private.blended_split(rest), 'weight', 1));
    end if;
  end if;
  -- What no category says has the parts of the rest: each line by its commission, those of the rest by their weight in it.
  select case when bool_or(p.is_own) then jsonb_agg(jsonb_build_object('split', p.split, 'weight', p.weight) order by p.split) end into by_lines
  from (
    select coalesce(l.split, r.split) as split, bool_or(l.split is not null) as is_own, sum(l.commission * case when l.split is null then r.weight else r.whole end) as weight
    from (
      select private.split_of(terms.category_splits, 'category', e ->> 'kind') as split, coalesce((e ->> 'commission')::numeric, 0) as commission
      from jsonb_array_elements(sale.lines) e where e ->> 'kind' <> 'service_fee') l
    join lateral (
      select (e ->> 'split')::numeric as split, (e ->> 'weight')::numeric as weight, sum((e ->> 'weight')::numeric) over () as whole, n
      from jsonb_array_elements(rest) with ordinality e(e, n)) r on l.split is null or r.n = 1
    group by 1
    having sum(l.commission) <> 0) p;
  if private.blended_split(by_lines) between 0 and 100 then
    rest := by_lines;
  end if;
  split := private.blended_split(rest);
  if not is_rounded and jsonb_array_length(rest) > 1 then
    split_parts := rest;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.split_of_share(organization_id uuid, user_id uuid, sales_id uuid, percent numeric, OUT split numeric, OUT split_parts jsonb, OUT terms_version_id uuid)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  terms public.agreement_versions;
  sale public.sales;
begin
  select s.* into sale from public.sales s
  where s.organization_id = split_of_share.organization_id and s.id = split_of_share.sales_id;
  terms := private.terms_in_force(split_of_share.organization_id, split_of_share.user_id, sale.sale_date);
  if terms.id is null then
    select f.split into split_of_share.split
    from private.split_for(split_of_share.organization_id, split_of_share.user_id, sale.vendor_id, null, sale.sale_date) f;
  else
    select f.split, f.split_parts into split_of_share.split, split_of_share.split_parts
    from private.split_of_sale(terms, sale, split_of_share.percent,
      private.known_volume(split_of_share.sales_id, split_of_share.user_id)) f;
    terms_version_id := terms.id;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.statement_lines(b public.payout_batches, agent_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(t.line order by t.place, t.sale_date, t.booking_reference, t.created_at, t.id), '[]')
  from (
    select case l.kind when 'commission' then 1 when 'share' then 2 when 'override' then 3 else 5 end as place, s.sale_date, s.booking_reference,
      l.created_at, l.id, jsonb_build_object('kind', private.told_kind(l.kind), 'amount', l.amount, 'note', l.note,
        'note_fact', l.note_fact, 'commission_id', l.commission_id, 'booking_reference', s.booking_reference, 'vendor', v.name,
        'received_on', c.received_on, 'commission', c.amount, 'split', c.commission_split,
        'split_parts', c.split_parts)
        || private.share_facts(l.share_id, private.is_claim(l.kind)) as line
    from public.payout_lines l
    left join public.commissions c on c.organization_id = l.organization_id and c.id = l.commission_id
    left join public.commission_shares h on h.organization_id = l.organization_id and h.id = l.share_id
    left join public.sales s on s.id = coalesce(c.sales_id, h.sales_id)
    left join public.vendors v on v.id = c.vendor_id
    where l.organization_id = b.organization_id and l.batch_id = b.id and l.agent_id = statement_lines.agent_id
      and (h.role is distinct from 'tier_correction' or l.kind <> 'override')
    union all
    select 4, y.since, null, null, null, jsonb_build_object('kind', 'correction', 'part', 'override', 'role', 'tier_correction',
      'amount', y.amount, 'note_fact', null, 'commission_id', null, 'booking_reference', null, 'vendor', null, 'received_on', null,
      'commission', null, 'split', null,
      'note', coalesce('Tier of ' || trim_scale(y.split) || '%', 'By tier') || ': ' || y.sales || case y.sales when 1 then ' sale' else ' sales' end
        || ' since ' || to_char(y.since, 'FMMonth FMDD, YYYY'),
      'share_fact', jsonb_build_object('code', 'tier_year', 'params', jsonb_strip_nulls(jsonb_build_object('percent', coalesce(y.split, 0),
        'role', 'tier_correction', 'kind', 'vendor', 'sales', y.sales, 'since', y.since))))
    from (
      select private.tier_year(h.counted_on, v.tiers ->> 'year_start') as since, count(distinct h.sales_id) as sales, sum(l.amount) as amount,
        case when min(h.split) = max(h.split) then max(h.split) end as split
      from public.payout_lines l
      join public.commission_shares h on h.organization_id = l.organization_id and h.id = l.share_id and h.role = 'tier_correction'
      join public.agreement_versions v on v.organization_id = h.organization_id and v.id = h.terms_version_id
      where l.organization_id = b.organization_id and l.batch_id = b.id and l.agent_id = statement_lines.agent_id and l.kind = 'override'
      group by 1) y) t
$function$;

CREATE OR REPLACE FUNCTION private.sync_recalls()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  a record;
  c public.commissions;
  b public.payout_batches;
  share numeric;
  note text;
  note_fact jsonb;
begin
  if tg_op <> 'INSERT' then
    for a in select r.* from replaced r where r.amount < 0 order by r.commission_id loop
      perform private.drop_recall(a.organization_id, a.transaction_id, a.commission_id);
    end loop;
  end if;
  if tg_op = 'DELETE' then
    return null;
  end if;
  for a in
    select n.*, v.name as vendor, t.booked_on from changed n
    join public.bank_transactions t on t.organization_id = n.organization_id and t.id = n.transaction_id
    join public.commissions m on m.organization_id = n.organization_id and m.id = n.commission_id
      and (m.status = 'agent_paid' or m.seller_paid or cardinality(m.share_percents) > 1)
    join public.vendors v on v.id = m.vendor_id
    where n.amount < 0 order by n.commission_id
  loop
    select m.* into c from public.commissions m where m.id = a.commission_id;
    share := least(private.recallable_amount(c.organization_id, c.id),
      private.share_of((private.parts_of(-a.amount, c.share_percents))[1], c.commission_split, c.split_parts));
    note := a.vendor || ' took commission back on ' || to_char(a.booked_on, 'FMMonth FMDD, YYYY');
    note_fact := jsonb_build_object('code', 'vendor_took_back', 'params', jsonb_build_object('vendor', a.vendor, 'on', a.booked_on));
    select p.* into b from public.payout_batches p
    where p.organization_id = c.organization_id and p.status = 'draft' for update skip locked;
    if share > 0 then
      perform private.post_recall(b, c, share, note, note_fact, a.transaction_id, true);
    end if;
    perform private.post_share_recalls(b, c, -a.amount, note, note_fact, a.transaction_id);
  end loop;
  return null;
end $function$;

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
end $function$;

CREATE OR REPLACE FUNCTION private.take_terms()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  terms public.agreement_versions;
  sale public.sales;
begin
  if exists (select from public.agreement_versions v where v.organization_id = new.organization_id and v.user_id = new.agent_id) then
    terms := private.terms_in_force(new.organization_id, new.agent_id, new.sale_date);
  end if;
  if terms.id is not null then
    select s.* into sale from public.sales s where s.organization_id = new.organization_id and s.id = new.sales_id;
    select f.split, f.split_parts into new.commission_split, new.split_parts
    from private.split_of_sale(terms, sale, new.share_percents[1], private.known_volume(new.sales_id, new.agent_id)) f;
  else
    new.split_parts := null;
  end if;
  new.terms_version_id := terms.id;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.terms_again(organization_id uuid, user_id uuid)
 RETURNS TABLE(commission_id uuid, share_id uuid, sales_id uuid, kind text, vendor_id uuid, day date, split_before numeric, split_after numeric, parts_after jsonb, amount_before numeric, amount_after numeric, terms_version_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with unpaid as materialized (
    select c.id as commission_id, null::uuid as other_commission_id, null::uuid as share_id, c.terms_version_id, c.sales_id, 'vendor' as kind, c.vendor_id, c.sale_date as day,
      c.commission_split as split, c.split_parts, c.share_percents[1] as percent,
      (private.parts_of(coalesce(c.share_base, c.amount), c.share_percents))[1] as part, c.agent_amount
    from public.commissions c
    where c.organization_id = terms_again.organization_id and c.agent_id = terms_again.user_id
      and c.status in ('unpaid', 'funds_received') and not c.seller_paid
      and not exists (select from public.payout_lines l
        where l.organization_id = c.organization_id and l.commission_id = c.id and l.kind = 'commission')
    union all
    select h.commission_id, h.other_commission_id, h.id, h.terms_version_id, h.sales_id, coalesce(x.kind, 'vendor'), coalesce(m.vendor_id, x.vendor_id), h.counted_on, h.split,
      h.split_parts, h.percent, h.gross_part, h.agent_amount
    from public.commission_shares h
    left join public.commissions m on m.organization_id = h.organization_id and m.id = h.commission_id
    left join public.other_commissions x on x.organization_id = h.organization_id and x.id = h.other_commission_id
    where h.organization_id = terms_again.organization_id and h.user_id = terms_again.user_id and h.status = 'open' and h.place is not null
      and coalesce(m.status, x.status) in ('unpaid', 'funds_received')
      and not exists (select from public.payout_lines l
        where l.organization_id = h.organization_id and l.share_id = h.id and l.kind = 'share')),
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
    select h.commission_id, h.other_commission_id, h.under_share_id, sum(h.agent_amount) as amount
    from public.commission_shares h
    where h.organization_id = terms_again.organization_id and h.user_id = terms_again.user_id and h.role = 'tier_correction'
      and h.status <> 'cancelled'
    group by 1, 2, 3),
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
    full join corrected k on coalesce(k.under_share_id, k.commission_id, k.other_commission_id) = coalesce(t.share_id, t.commission_id)
    offset 0)
  select t.commission_id, t.share_id, t.sales_id, t.kind, t.vendor_id, t.day, t.split, t.new_split, t.new_parts, t.amount_before, t.amount_after, (t.terms).id
  from sums t
  where (t.new_split <> t.split or coalesce(t.new_parts, '[]') <> coalesce(t.split_parts, '[]'))
    and (t.amount_after <> t.amount_before or t.terms_version_id is distinct from (t.terms).id)
$function$;

CREATE OR REPLACE FUNCTION private.tier_parts(tiers jsonb, default_split numeric, before numeric, amount numeric)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  with steps as (
    select s.start, s.split, lead(s.start) over (order by s.start) as next
    from (select 0::numeric as start, tier_parts.default_split as split
        where not exists (select from jsonb_array_elements(tiers -> 'steps') e where (e ->> 'from')::numeric = 0)
      union all
      select (e ->> 'from')::numeric, (e ->> 'split')::numeric from jsonb_array_elements(tiers -> 'steps') e) s),
  parts as (
    select s.split, case when coalesce(amount, 0) > 0
        then greatest(least(tier_parts.before + amount, coalesce(s.next, 'infinity')) - greatest(tier_parts.before, s.start), 0)
        else (tier_parts.before >= s.start and tier_parts.before < coalesce(s.next, 'infinity'))::integer end as weight
    from steps s)
  select jsonb_agg(jsonb_build_object('split', p.split, 'weight', p.weight) order by p.split) from (
    select p.split, sum(p.weight) as weight from parts p where p.weight > 0 group by p.split) p
$function$;

CREATE OR REPLACE FUNCTION private.under_shares(commission_ids uuid[], share_ids uuid[])
 RETURNS TABLE(organization_id uuid, commission_id uuid, other_commission_id uuid, sales_id uuid, under_share_id uuid, user_id uuid, day date, is_cancelled boolean, gross numeric, agent numeric)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select c.organization_id, c.id, null::uuid, c.sales_id, null::uuid, c.agent_id, c.sale_date, c.status = 'cancelled', p.part,
    private.share_of(p.part, c.commission_split, c.split_parts)
  from public.commissions c
  cross join lateral (select case when cardinality(c.share_percents) = 1 then coalesce(c.share_base, c.amount)
    else (private.parts_of(coalesce(c.share_base, c.amount), c.share_percents))[1] end as part) p
  where c.id = any (commission_ids)
  union all
  select h.organization_id, h.commission_id, h.other_commission_id, h.sales_id, h.id, h.user_id, h.counted_on, h.status = 'cancelled', p.part,
    private.share_of(p.part, h.split, h.split_parts)
  from public.commission_shares h
  left join public.commissions c on c.id = h.commission_id
  -- What was paid of a share stays as it was; what there is to share does not.
  cross join lateral (select case when c.id is null then h.gross_part
    else (private.parts_of(coalesce(c.share_base, c.amount), c.share_percents))[h.place] end as part) p
  where h.id = any (share_ids) and h.place > 0
$function$;

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
    split_parts, gross_part, agent_amount, terms_version_id, counted_on)
  select p.organization_id, p.id, p.sales_id, p.user_id, p.role, p.place, p.percent, t.split, t.split_parts, p.gross_part,
    private.share_of(p.gross_part, t.split, t.split_parts), t.terms_version_id, p.counted_on
  from people p
  left join public.commission_shares k on k.organization_id = p.organization_id and k.other_commission_id = p.id
    and k.user_id = p.user_id and k.place is not null and k.status <> 'cancelled'
  cross join lateral (
    select k.split, k.split_parts, k.terms_version_id where k.id is not null
    union all
    select f.split, f.split_parts, f.terms_version_id from private.split_of_other(p.organization_id, p.user_id, p.kind, p.sales_id, p.percent) f
    where k.id is null) t
  order by p.id, p.place
  on conflict (commission_id, other_commission_id, place, organization_id) where place is not null do update
    set user_id = excluded.user_id, role = excluded.role, percent = excluded.percent, split = excluded.split,
      split_parts = excluded.split_parts, gross_part = excluded.gross_part, agent_amount = excluded.agent_amount, terms_version_id = excluded.terms_version_id,
      counted_on = excluded.counted_on, status = 'open'
    where c.status <> 'paid' and (c.user_id, c.role, c.percent, c.split, c.split_parts, c.gross_part, c.agent_amount, c.counted_on, c.status)
      is distinct from (excluded.user_id, excluded.role, excluded.percent, excluded.split, excluded.split_parts, excluded.gross_part, excluded.agent_amount,
        excluded.counted_on, 'open');
  perform private.take_shares_away(array(
    select c.id
    from public.commission_shares c
    join public.other_commissions o on o.organization_id = c.organization_id and o.id = c.other_commission_id
    join public.sales s on s.organization_id = o.organization_id and s.id = o.sales_id
    where c.other_commission_id = any (other_ids) and c.place > jsonb_array_length(s.co_sellers) + 1 and c.status <> 'paid'
      and o.status in ('unpaid', 'funds_received')));
end $function$;

CREATE OR REPLACE FUNCTION public.apply_terms_again(member_id uuid, expected text, request_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  answer jsonb;
  locked record;
  member public.users;
  sale_ids uuid[];
  changed jsonb;
  done record;
begin
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
    select c.sales_id from public.commissions c
    where c.organization_id = member.organization_id and c.agent_id = member.id and c.status in ('unpaid', 'funds_received')
      and not c.seller_paid
    union
    select h.sales_id from public.commission_shares h
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
  ), sellers as (
    update public.commissions c set commission_split = t.split_after, split_parts = t.parts_after, terms_version_id = t.terms_version_id
    from rows t
    where c.organization_id = member.organization_id and c.id = t.commission_id and t.share_id is null
    returning 1
  ), others as (
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
  select (select count(*) from sellers) + (select count(*) from others) as n, (select sum(t.amount_before) from rows t) as before,
    (select sum(t.amount_after) from rows t) as after, (select count(*) from entries) as entries into done;
  if done.n > 0 then
    perform private.audit(member.organization_id, 'terms_applied', null, member.id,
      private.audit_change('agent_amount', done.before::text, done.after::text) || jsonb_build_object('count', done.n),
      done.after - done.before);
  end if;
  return private.end_request(request_key, member.id, private.command_result(null) || jsonb_build_object('changed', done.n));
end $function$;

CREATE OR REPLACE FUNCTION public.get_my_payouts()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
  caller uuid := auth.uid();
  b public.payout_batches;
  carried numeric;
  lines jsonb;
  total numeric;
begin
  if caller_organization_id is null then
    return null;
  end if;
  select p.* into b from public.payout_batches p
  where p.organization_id = caller_organization_id and p.status in ('draft', 'approved', 'scheduled');
  carried := private.carried_balance(caller_organization_id, caller);
  if b.id is not null then
    lines := private.payout_line_rows(caller_organization_id, b.id, caller);
  else
    select coalesce(jsonb_agg(jsonb_build_object('id', l.line_id, 'kind', private.told_kind(l.kind), 'amount', l.amount,
      'note', a.note, 'note_fact', a.note_fact, 'commission_id', l.commission_id, 'booking_reference', s.booking_reference,
      'customer', k.first_name || ' ' || k.last_name, 'vendor', v.name, 'received_on', c.received_on, 'commission', c.amount,
      'split', c.commission_split, 'split_parts', c.split_parts) || private.share_facts(l.share_id, private.is_claim(l.kind))
      order by l.kind <> 'commission', l.kind <> 'share', l.kind <> 'override', s.sale_date, s.booking_reference, l.commission_id, l.share_id),
      '[]') into lines
    from private.collectable_lines(caller_organization_id, caller) l
    left join public.payout_lines a on a.id = l.line_id
    left join public.commissions c on c.organization_id = caller_organization_id and c.id = l.commission_id
    left join public.commission_shares h on h.organization_id = caller_organization_id and h.id = l.share_id
    left join public.sales s on s.id = coalesce(c.sales_id, h.sales_id)
    left join public.customers k on k.id = s.customer_id and (h.id is null or h.place is not null)
    left join public.vendors v on v.id = c.vendor_id;
  end if;
  select coalesce(sum((e ->> 'amount')::numeric), 0) + case when lines = '[]' then 0 else carried end into total
  from jsonb_array_elements(lines) e;
  return jsonb_build_object(
    'payout', case when b.id is not null then jsonb_build_object('name', b.name,
      'status', private.told_status(b.status), 'state', b.status, 'planned_on', b.planned_on) end,
    'lines', lines, 'carried_in', carried, 'amount', greatest(total, 0), 'carried_out', case when lines = '[]' then carried
      else least(total, 0) end,
    'waiting', (
      select coalesce(jsonb_agg(jsonb_build_object('obstacle', g.obstacle, 'count', g.n, 'amount', g.amount, 'rows', g.rows)
        order by array_position('{held,travel,vendor,customer,later}'::text[], g.obstacle)), '[]')
      from (
        select w.obstacle, count(*) as n, sum(w.amount) as amount, jsonb_agg(jsonb_build_object('commission_id', coalesce(c.id, t.commission_id, t.other_commission_id),
          'booking_reference', s.booking_reference, 'customer', k.first_name || ' ' || k.last_name, 'vendor', v.name,
          'amount', w.amount, 'received_on', c.received_on, 'due_on', c.due_on, 'travel_date', s.travel_date,
          'return_date', s.return_date, 'reason', h.reason, 'held_by', u.first_name || ' ' || u.last_name)
          || private.share_facts(w.share_id, false) order by c.due_on, s.sale_date, c.id, w.share_id) filter (where w.place <= 50) as rows
        from (
          -- later: nothing stands in its way, but the open payout was made without it, or it is less than the minimum.
          select f.commission_id, f.share_id, f.amount, coalesce(f.obstacle, 'later') as obstacle,
            row_number() over (partition by coalesce(f.obstacle, 'later') order by f.commission_id, f.share_id) as place
          from private.open_for_payout(caller_organization_id, caller, false) f
          where f.batch_id is null and (f.obstacle is not null or b.id is not null)) w
        left join public.commissions c on c.organization_id = caller_organization_id and c.id = w.commission_id
        left join public.commission_shares t on t.organization_id = caller_organization_id and t.id = w.share_id
        left join public.sales s on s.id = coalesce(c.sales_id, t.sales_id)
        left join public.customers k on k.id = s.customer_id and (t.id is null or t.place is not null)
        left join public.vendors v on v.id = c.vendor_id
        left join public.payout_holds h on h.organization_id = caller_organization_id and (h.commission_id = c.id or h.share_id = t.id)
        left join public.users u on u.id = h.held_by
        group by w.obstacle) g),
    'paid_this_year', private.paid_to_agent(caller_organization_id, caller, extract(year from private.today())::int),
    'statements', private.statement_rows(caller_organization_id, caller, 5, 0),
    'statement_count', (select count(*) from public.payout_statements s
      where s.organization_id = caller_organization_id and s.agent_id = caller),
    'account', private.masked_bank_account(caller_organization_id, caller));
end $function$;

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
  if sale.fee_amount > 0 then
    select o.* into fee from public.other_commissions o
    where o.organization_id = organization and o.sales_id = sale.id and o.kind = 'service_fee' and o.status <> 'cancelled';
  end if;
  if sale.co_sellers = '[]' and sale.fee_amount = 0 and beside = '[]' then
    return null;
  end if;
  select c.* into commission from public.commissions c where c.organization_id = organization and c.sales_id = sale.id;
  select jsonb_build_object('shares', coalesce(jsonb_agg(jsonb_build_object('user_id', p.user_id, 'name', u.first_name || ' ' || u.last_name,
      'avatar_url', u.avatar_url, 'role', p.role,
      -- The seller agreed the parts, and reads what each has; money and split are everybody's own.
      'percent', case when k.known or sale.agent_id = auth.uid() then p.percent end,
      'gross_part', case when k.known then p.gross_part end, 'split', case when k.known then p.split end,
      'split_parts', case when k.known then p.split_parts end,
      'amount', case when k.known then p.amount end, 'status', case when k.known then p.status end,
      'fee', case when k.known and f.amount is not null then jsonb_build_object('gross_part', f.gross_part, 'split', f.split,
        'amount', f.amount, 'status', f.status) end, 'total', case when k.known then k.total end) order by p.place), '[]'),
    'total', sum(k.total) filter (where k.known), 'due', coalesce(sum(k.due) filter (where k.known), 0))
  into answer
  from (
    select 1 as place, commission.agent_id as user_id, 'seller' as role, w.share_percent as percent, w.amount as gross_part,
      w.commission_split as split, commission.split_parts, w.agent_amount as amount, w.status
    from private.commissions_by_share w
    where w.organization_id = organization and w.id = commission.id and w.agent_id = commission.agent_id
    union all
    select h.place, h.user_id, h.role, w.share_percent, w.amount, w.commission_split, h.split_parts, w.agent_amount, w.status
    from public.commission_shares h
    join private.commissions_by_share w on w.organization_id = h.organization_id and w.id = h.commission_id and w.agent_id = h.user_id
    where h.organization_id = organization and h.commission_id = commission.id and h.role in ('co_seller', 'referral')) p
  join public.users u on u.organization_id = organization and u.id = p.user_id
  left join lateral (
    select h.gross_part, h.split, h.agent_amount as amount, case
      when h.status = 'paid' then 'agent_paid' when h.status = 'cancelled' then 'cancelled' else fee.status end as status
    from public.commission_shares h
    where h.organization_id = organization and h.other_commission_id = fee.id and h.user_id = p.user_id and h.place is not null
    order by h.place limit 1) f on true
  -- A commission that was cancelled alone pays nothing beside a fee that stands; without one it says what it would have been.
  cross join lateral (select admin or p.user_id = auth.uid() as known,
    case when p.status = 'cancelled' and f.amount is not null then 0 else p.amount end + coalesce(f.amount, 0) as total,
    case when p.status = 'funds_received' then p.amount else 0 end + case when f.status = 'funds_received' then f.amount else 0 end as due) k
  where sale.co_sellers <> '[]' or sale.fee_amount > 0;
  return answer || jsonb_build_object('beside', beside, 'agency', case when admin and commission.status = 'cancelled' then 0
      when admin then coalesce(commission.received_amount, 0) + commission.open_amount - commission.agent_amount - (
        select coalesce(sum(h.agent_amount), 0) from public.commission_shares h
        where h.organization_id = organization and h.commission_id = commission.id) end,
    'fee', case when admin and fee.id is not null then jsonb_build_object('amount', fee.amount, 'agency', fee.amount - (
      select coalesce(sum(f.agent_amount), 0) from public.commission_shares f
      where f.organization_id = organization and f.other_commission_id = fee.id)) end);
end $function$;

CREATE OR REPLACE FUNCTION public.read_payment_file(disclosure_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.payout_organization();
  asked_batch uuid := private.take_disclosure('payment_file', read_payment_file.disclosure_id);
  b public.payout_batches;
  sender private.bank_details;
begin
  select p.* into b from public.payout_batches p
  where p.id = asked_batch and p.organization_id = caller_organization_id and p.status in ('approved', 'scheduled', 'paid')
    -- What was asked for before it was approved anew is another file (private.payment_file_read_at).
    and exists (select 1 from private.disclosures d where d.id = read_payment_file.disclosure_id and d.created_at >= p.approved_at);
  select d.* into sender from private.bank_details d where d.organization_id = b.organization_id and d.agent_id is null;
  if b.id is null or sender.kind is null then
    perform private.refuse_with(private.disclosure_refusal());
  end if;
  return jsonb_build_object('batch_id', b.id, 'name', b.name, 'currency', b.currency, 'planned_on', coalesce(b.paid_on, b.planned_on),
    'made_at', private.local_minute(b.organization_id), 'number', private.payment_files_today(b.organization_id),
    'kind', sender.kind, 'sender', private.unseal('bank_details_key', sender.numbers_encrypted)::jsonb
      || jsonb_build_object('holder_name', sender.holder_name),
    'payments', (
      select coalesce(jsonb_agg(jsonb_build_object('agent_id', t.agent_id, 'holder_name', d.holder_name, 'amount', t.amount,
        'numbers', private.unseal('bank_details_key', d.numbers_encrypted)::jsonb) order by d.holder_name, t.agent_id), '[]')
      from private.file_payments(b, sender.kind) t
      join private.bank_details d on d.organization_id = b.organization_id and d.agent_id = t.agent_id
      where t.code is null),
    'left', (
      select coalesce(jsonb_agg(jsonb_build_object('agent_id', t.agent_id, 'name', u.first_name || ' ' || u.last_name,
        'amount', t.amount, 'code', t.code, 'params', '{}'::jsonb, 'reason', case t.code
          when 'voided' then 'Voided'
          when 'check' then 'Paid by check'
          when 'transfer' then 'Paid by a transfer outside the file'
          when 'no_bank_details' then 'No bank details'
          when 'another_kind' then 'An account of another kind'
          when 'bank_details_changed' then 'The bank details changed after this payout was paid' end) order by u.last_name, u.first_name, u.id), '[]')
      from private.file_payments(b, sender.kind) t join public.users u on u.id = t.agent_id
      where t.code is not null));
end $function$;

CREATE OR REPLACE FUNCTION public.try_terms(member_id uuid, day date, vendor_id uuid DEFAULT NULL::uuid, category text DEFAULT NULL::text, commission numeric DEFAULT NULL::numeric, total numeric DEFAULT NULL::numeric)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  member public.users;
  terms public.agreement_versions;
  rest public.agreement_versions;
  sale public.sales;
  by_vendor numeric;
  by_category numeric;
  by_rest numeric;
  by_all numeric;
  all_parts jsonb;
begin
  select u.* into member from public.users u
  where u.id = try_terms.member_id and u.organization_id = private.current_organization_id() and (private.is_admin() or u.id = auth.uid());
  if member.id is null or try_terms.day is null then
    return null;
  end if;
  terms := private.terms_in_force(member.organization_id, member.id, try_terms.day);
  -- A service fee has no vendor: nobody's split counts.
  if terms.id is null or try_terms.category = 'service_fee' then
    by_all := (private.split_for(member.organization_id, member.id, null, try_terms.category, try_terms.day)).split;
    by_rest := (private.split_for(member.organization_id, member.id, null, null, try_terms.day)).split;
  else
    sale.organization_id := member.organization_id;
    sale.agent_id := member.id;
    sale.sale_date := try_terms.day;
    -- After all that was recorded of this day.
    sale.created_at := 'infinity';
    sale.total_amount := coalesce(greatest(try_terms.total, 0), 0);
    sale.commission_amount := coalesce(greatest(try_terms.commission, 0), 0);
    sale.vendor_id := try_terms.vendor_id;
    sale.lines := case when try_terms.category is null then '[]'
      else jsonb_build_array(jsonb_build_object('kind', try_terms.category, 'commission', greatest(sale.commission_amount, 1))) end;
    select f.split, f.split_parts into by_all, all_parts from private.split_of_sale(terms, sale, 100) f;
    rest := terms;
    rest.vendor_splits := '[]';
    rest.category_splits := '[]';
    by_rest := (private.split_of_sale(rest, sale, 100)).split;
    by_vendor := private.split_of(terms.vendor_splits, 'vendor_id', try_terms.vendor_id::text);
  end if;
  by_category := private.split_of(terms.category_splits, 'category', try_terms.category);
  return jsonb_build_object('split', by_all,
    'by', case when by_vendor is not null then 'vendor' when by_category is not null then 'category'
      when terms.tiers is not null then 'tier' else 'default' end,
    'vendor', by_vendor, 'category', by_category, 'tier', case when terms.tiers is not null then by_rest end,
    'default', case when terms.id is null then by_rest else terms.default_split end,
    'amount', case when try_terms.commission >= 0 then private.share_of(try_terms.commission, by_all, all_parts) end,
    'split_parts', all_parts,
    'version', terms.number);
end $function$;

ALTER TABLE "public"."commission_shares" ADD CONSTRAINT "commission_shares_split_parts_array" CHECK ((jsonb_typeof(split_parts) = 'array'::text));

ALTER TABLE "public"."commissions" ADD CONSTRAINT "commissions_split_parts_array" CHECK ((jsonb_typeof(split_parts) = 'array'::text));

COMMENT ON COLUMN "public"."commission_shares"."split_parts" IS 'Of what is which part of a split that terms divide (private.share_of); [] undivided,
  null where it is a split alone, and of what was recorded while it was rounded to two decimals';

COMMENT ON COLUMN "public"."commissions"."split_parts" IS 'Filled by trigger: of what is which part of a split that terms divide
  (private.share_of); [] undivided, null where it is a split alone, and of what was recorded while it was rounded to two decimals';

COMMENT ON FUNCTION "private"."blended_split"(jsonb) IS 'The one split (percent, two decimals) that parts come to by their weight: to be read, not to be
  reckoned with. Null where they weigh nothing.';

COMMENT ON FUNCTION "private"."local_minute"(uuid) IS 'Day and minute where an agency is.';

COMMENT ON FUNCTION "private"."payment_files_today"(uuid) IS 'How many payment files an agency has asked for on its day: a bank takes no two of one sender and day by one number.';

COMMENT ON FUNCTION "private"."share_of"(numeric, numeric, jsonb) IS 'What somebody with a split has of an amount (money): each part at its own split, added, and rounded once.';

COMMENT ON FUNCTION "private"."split_by_tier"(public.agreement_versions, date, timestamp with time zone, uuid, numeric, numeric) IS 'The parts of the split by tier of an amount that is sold on a day. Where a tier lifts the whole year it is
  that of the year''s volume with it, undivided. volume: private.volume_until, where it is known already.';

COMMENT ON FUNCTION "private"."split_of_other"(uuid, uuid, text, uuid, numeric, numeric) IS 'The split of somebody who has a percent of another commission of a sale (percent), and the version of the
  terms that says so. A service fee has that of its category, else the tier of its sale: no vendor owes it. What a vendor still pays of a
  cancelled one has the vendor''s, else the tier of what was sold before it.
  volume: private.volume_until, where it is known already.';

COMMENT ON FUNCTION "private"."split_of_sale"(public.agreement_versions, public.sales, numeric, numeric, boolean) IS 'The split (percent) of a sale''s vendor commission by a person''s terms, and its parts, where a
  tier''s step or lines of several categories divide it (private.share_of). percent: the person''s part of the sale. volume:
  private.volume_until without it, where it is known already. is_rounded: rounded to two decimals, as what was recorded before there were parts.';

COMMENT ON FUNCTION "private"."split_of_share"(uuid, uuid, uuid, numeric) IS 'The split of somebody who has a percent of a sale beside its seller, as private.split_of_sale, and
  the version of the terms that says so.';

COMMENT ON FUNCTION "private"."terms_again"(uuid, uuid) IS 'What somebody has not been paid of and would have another split of by the terms that hold now
  for its day, seller''s shares (without share_id) and others. What is paid, in a payout, of closed books or cancelled is left alone.';

COMMENT ON FUNCTION "private"."tier_parts"(jsonb, numeric, numeric, numeric) IS 'Which split what part of an amount has that comes after a volume, from there on: one that crosses a
  step is divided (private.share_of). An amount of nothing has that of the volume.';

COMMENT ON FUNCTION "public"."get_sale_shares"(uuid) IS '{shares: [{user_id, name, avatar_url, role, percent, gross_part, split, split_parts
  (private.share_of), amount, status, fee, total}], total, due, beside: [{user_id, name, role, amount, paid}], agency, fee: {amount, agency}}, the seller first, each with their
  part of the agency''s service fee, where there is one. total: what the shares come to that the caller reads, with their parts of the fee;
  due: what of it is to be paid once the customer has paid. beside: overrides, what they take off agents, and what tiers corrected, on all
  commissions of the sale; a sale with one seller and no fee has these alone, without any null, as has one that the caller neither sold nor
  may see. Admins read all of it and what the agency keeps of what was received and is still to come; the seller all percents and
  their own money; who has a share their own, and the names.';

COMMENT ON FUNCTION "public"."read_payment_file"(uuid) IS 'What the payment file says: {batch_id, name, currency, planned_on, made_at (the agency''s
  day and minute), number (which file of that day it is), kind, sender,
  payments: [{agent_id, holder_name, amount, numbers}], left: [{agent_id, name, amount, code, params, reason}]}. left: who gets
  something otherwise (private.file_payments); reason: the code in English.';

COMMENT ON FUNCTION "public"."try_terms"(uuid, date, uuid, text, numeric, numeric) IS 'The split (percent) that somebody would have of a sale on this day, for the person and admins; null
  for others: {split, by (vendor, category, tier, default), vendor, category, tier, default (what each of them says, null: nothing),
  amount (money: the person''s part of the commission), split_parts (private.share_of), version (its number)}. total: of the sale, which tiers by sales booked count.';

REVOKE ALL ON FUNCTION "private"."blended_split"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."blended_split"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."local_minute"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."local_minute"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."payment_files_today"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."payment_files_today"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."share_of"(numeric, numeric, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."share_of"(numeric, numeric, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."split_by_tier"(public.agreement_versions, date, timestamp with time zone, uuid, numeric, numeric) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."split_by_tier"(public.agreement_versions, date, timestamp with time zone, uuid, numeric, numeric) TO "postgres";

REVOKE ALL ON FUNCTION "private"."split_of_other"(uuid, uuid, text, uuid, numeric, numeric) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."split_of_other"(uuid, uuid, text, uuid, numeric, numeric) TO "postgres";

REVOKE ALL ON FUNCTION "private"."split_of_sale"(public.agreement_versions, public.sales, numeric, numeric, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."split_of_sale"(public.agreement_versions, public.sales, numeric, numeric, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."split_of_share"(uuid, uuid, uuid, numeric) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."split_of_share"(uuid, uuid, uuid, numeric) TO "postgres";

REVOKE ALL ON FUNCTION "private"."terms_again"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."terms_again"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."tier_parts"(jsonb, numeric, numeric, numeric) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tier_parts"(jsonb, numeric, numeric, numeric) TO "postgres";
