-- Matching: which commissions a transaction of the bank may pay, and why. private.match_transactions computes the suggestions of a
-- set of transactions, always the same from the same rows; it never matches anything. Precision beats coverage: what may be
-- *certain* say private.is_certain_single and private.is_certain_set, and of two transactions that claim the same commission neither is.

create function private.is_certain_single(codes text[]) returns boolean
language sql immutable set search_path = '' as $$
  select codes && '{payer_confirmed,payer_alias,payer_name,payer_like}'
    and (codes @> '{amount}' or codes @> '{within,reference}' and not codes @> '{payer_like}') and not codes && '{not_commission,person,several,others_named,other_reference,bank_says,payer_other}'
    and (codes && '{reference,reference_digits}' and not codes && '{due_years,twins}'
      or codes @> '{amount}' and not codes @> '{payer_like}' and codes && '{only,name_alone}'
        and codes @> '{due}' and not codes && '{due_far,number,small,recorded_later,reference_near}')
$$;
comment on function private.is_certain_single is 'Certain for one commission is the exact amount that its recognized vendor paid: with its
  reference, or when it was due about then and no other of that amount is open or named; and neither where the text names
  anything else: another sale, another reference, a number that nothing explains, a refund or override, several bookings, a person.
  Where the organization says so, also as little less as it takes for certain, with its reference as typed and its recognized vendor.';

create function private.is_certain_set(codes text[], named integer, size integer) returns boolean
language sql immutable set search_path = '' as $$
  select codes @> '{sum,reference}' and named = size and size > 1 and codes && '{payer_alias,payer_name}'
    and not codes && '{not_commission,person,reference_left,recorded,count}'
$$;
comment on function private.is_certain_set is 'Certain for several is that the text names each of them and no other, that they add up to
  the cent, and that the payer is their vendor.';

create function private.rank_suggestions(organization_id uuid, readings private.bank_reading[], payers private.bank_payer[])
returns table (transaction_id uuid, rank integer, kind text, certainty text, parts jsonb, commission_id uuid, reasons jsonb,
  difference numeric)
language sql stable security definer set search_path = '' set enable_nestloop = off as $$
  with t as materialized (
    select r.* from unnest(readings) r
  ), facts as materialized (
    select f from private.single_facts(rank_suggestions.organization_id, readings, payers) f
  ), signals as materialized (
    select s.transaction_id, s.commission_id, array_agg(s.code) as codes, array_agg(s.weight) as weights, sum(s.weight) as score
    from private.single_signals(array(select x.f from facts x)) s group by 1, 2
  ), singles as materialized (
    -- What an admin recorded as received comes after all that is not, but where reference, amount and day fit; and where its reference
    -- stands in the text it comes before what has nothing but the amount, or a payer without it. So do sets: with a
    -- reference they are as good as any, without one those of what is not received come first.
    select m.*, row_number() over (partition by m.transaction_id order by m.tier, m.score desc, abs(m.days), m.commission_id) as place
    from (
      select (c.f).*, s.codes, s.weights, s.score, case
        when (c.f).recorded_on is null then case when (c.f).names_recorded and (c.f).reference = 0
          and (not (c.f).exact or (c.f).vendor = 0 and not (c.f).name) then 2 else 0 end
        when (c.f).as_recorded and (c.f).reference = 2 and (c.f).exact_named = 1 then 0
        when (c.f).reference = 2 then 1 else 3 end as tier
      from facts c join signals s on s.transaction_id = (c.f).transaction_id and s.commission_id = (c.f).commission_id) m
  ), top as materialized (
    select s.*, x.bank_says, s.codes || case when x.bank_says is not null then '{bank_says}' else '{}'::text[] end as said,
      s.weights || case when x.bank_says is not null then array[private.bank_weight('bank_says')] else '{}' end as weighed
    from singles s
    left join lateral (
      select private.other_reference(concat_ws(' ', b.text, b.counterparty, b.reference), s.booking_reference) as bank_says
      from public.bank_transactions b where s.reference < 2 and b.id = s.transaction_id offset 0) x on true
    where s.place <= 3
  ), sets as materialized (
    select s from private.match_sets(rank_suggestions.organization_id, array(
      select r from unnest(readings) r where not exists (
        select 1 from singles s where s.transaction_id = r.id and s.exact and s.others_named = 0
          and (s.reference = 2 or s.tier = 0 and (s.reference > 0 or s.vendor > 0 or s.name)))), payers) s
  ), set_signals as materialized (
    select s.transaction_id, s.commission_ids, array_agg(s.code) as codes, array_agg(s.weight) as weights, sum(s.weight) as score
    from private.set_signals(array(select x.s from sets x)) s group by 1, 2
  ), best_sets as materialized (
    select b.* from (
      select (x.s).*, s.codes, s.weights, s.score,
        row_number() over (partition by s.transaction_id order by (x.s).recorded > 0 and (x.s).named = 0, s.score desc, s.commission_ids) as place
      from sets x join set_signals s on s.transaction_id = (x.s).transaction_id and s.commission_ids = (x.s).commission_ids) b
    where b.place <= 3
  ), lumps as materialized (
    select l.* from private.group_lumps(rank_suggestions.organization_id, readings, payers) l
  ), united as (
    select r.transaction_id, r.tier, r.score,
      case when r.rest < 0 then 'recall' when r.exact then 'single' when r.owed > r.rest then 'short' else 'over' end as kind,
      case
        when r.said @> '{bank_says}' then 'possible'
        when r.recorded_on is not null and (r.tier > 0 or not r.exact) then
          case when r.exact and (r.reference > 0 or r.vendor >= 2 or r.name) or r.reference = 2 then 'likely' else 'possible' end
        when r.rest > 0 and private.is_certain_single(r.said) then 'certain'
        when r.exact and (r.reference > 0 or r.vendor >= 2 or r.name or r.is_cut) or r.reference = 2 then 'likely'
        else 'possible' end as certainty,
      jsonb_build_array(jsonb_build_object('commission_id', r.commission_id, 'amount', r.rest, 'expected', r.expected)) as parts,
      r.commission_id, r.rest - case when r.rest < 0 then -r.owed else r.owed end as difference,
      (select jsonb_agg(private.reason(s.code, s.weight, case
          when s.code like 'reference%' then jsonb_build_object('reference', r.booking_reference)
          when s.code in ('short', 'over') then jsonb_build_object('amount', abs(r.owed - abs(r.rest)))
          when s.code = 'payer_confirmed' then jsonb_build_object('count', r.confirmations)
          when s.code = 'twins' then jsonb_strip_nulls(jsonb_build_object('count', nullif(r.exact_open - (r.recorded_on is null)::int, 0)))
          when s.code = 'recorded_day' then jsonb_build_object('days', r.booked_on - r.recorded_on)
          when s.code = 'recorded' then jsonb_build_object('on', r.recorded_on, 'booked_on', r.booked_on)
          when s.code = 'bank_says' then jsonb_build_object('reference', r.bank_says)
          else '{}' end) || case when s.code = 'bank_says' then jsonb_build_object('reference', r.bank_says) else '{}' end order by s.n)
        from unnest(r.said, r.weighed) with ordinality s(code, weight, n) where s.code not in ('due_years', 'within')) as reasons
    from top r
    union all
    select s.transaction_id, case when s.recorded = 0 or s.named > 0 then 0 else 3 end, s.score, 'set',
      case when private.is_certain_set(s.codes, s.named, cardinality(s.commission_ids)) then 'certain'
        when s.difference = 0 and (s.named > 1 or s.booking_count = cardinality(s.commission_ids) or s.called > 1 or s.found = 1 and s.in_order) then 'likely'
        else 'possible' end,
      p.parts, s.commission_ids[1], s.difference,
      (select jsonb_agg(private.reason(x.code, x.weight, jsonb_strip_nulls(jsonb_build_object(
          'amount', case when x.code in ('short', 'over') then abs(s.difference) end,
          'known', case when x.code = 'payer_alias' then true end,
          'count', case x.code when 'reference' then s.named when 'names' then s.called when 'reference_cut' then s.cut when 'reference_left' then s.named_besides
            when 'sum' then cardinality(s.commission_ids) when 'recorded' then s.recorded when 'sets' then s.found - 1 end))) order by x.n)
        from unnest(s.codes, s.weights) with ordinality x(code, weight, n)
        where x.code not in ('few', 'scattered', 'left_out')) as reasons
    from (
      select b.* from best_sets b
      -- A lump of a group says so, where the set is not certain by what the text names.
      where not exists (select 1 from lumps l where l.transaction_id = b.transaction_id
          and l.commission_ids = array(select c from unnest(b.commission_ids) c order by c))
        or private.is_certain_set(b.codes, b.named, cardinality(b.commission_ids))) s
    cross join lateral (
      -- What is short or over stands with the largest of them.
      select jsonb_agg(jsonb_build_object('commission_id', c.id, 'amount', c.cents + case when c.place = 1 then s.difference else 0 end,
        'expected', abs(c.cents)) order by c.n) as parts
      from (
        select u.n, c.id, x.cents, row_number() over (order by x.cents desc, u.n) as place
        from unnest(s.commission_ids) with ordinality u(id, n)
        cross join lateral (select * from public.commissions c where c.id = u.id offset 0) c
        cross join lateral (select case when c.undeposited_amount > 0 then c.undeposited_amount else -c.deposited_amount end as cents) x) c) p
    union all
    -- All that is open of a group, to the cent: a person looks at it, it is never certain.
    select l.transaction_id, 0, private.bank_weight('group') + case when l.is_named then private.bank_weight('group_named') else 0 end, 'set', 'likely', p.parts, l.commission_ids[1], 0,
      jsonb_path_query_array(jsonb_build_array(
        private.reason('group', private.bank_weight('group'), jsonb_build_object('name', l.name)),
        case when l.is_named then private.reason('group_named', private.bank_weight('group_named')) end), '$[*] ? (@ != null)')
    from lumps l
    cross join lateral (
      select jsonb_agg(jsonb_build_object('commission_id', c.id, 'amount', c.undeposited_amount, 'expected', c.undeposited_amount)
        order by c.id) as parts
      from unnest(l.commission_ids) u(id)
      cross join lateral (select c.id, c.undeposited_amount from public.commissions c where c.id = u.id offset 0) c) p
    where not exists (select 1 from best_sets b where b.transaction_id = l.transaction_id
      and l.commission_ids = array(select c from unnest(b.commission_ids) c order by c)
      and private.is_certain_set(b.codes, b.named, cardinality(b.commission_ids)))
    union all
    -- The vendor's own statement beats everything else.
    select t.id, 0 as tier, private.bank_weight('statement'), 'set',
      case when m.lines > m.found or m.total <> t.rest then 'possible' when m.plain = m.lines and t.forbids is null then 'certain' else 'likely' end,
      m.parts, (m.parts -> 0 ->> 'commission_id')::uuid, t.rest - m.placed,
      jsonb_path_query_array(jsonb_build_array(
        private.reason('statement', private.bank_weight('statement'), jsonb_build_object('count', m.found)),
        private.reason('statement_total', private.bank_weight('statement_total') * case when m.total = t.rest then 1 else -1 end,
          case when m.total = t.rest then '{}' else jsonb_build_object('amount', m.total) end),
        case when m.recorded > 0 then private.reason('recorded', private.bank_weight('recorded'), jsonb_build_object('count', m.recorded)) end,
        case when m.lines > m.found then private.reason('statement_missing', private.bank_weight('statement_missing'),
          jsonb_build_object('count', m.lines - m.found)) end), '$[*] ? (@ != null)')
    from t
    -- Statements, put beside the deposit or expected before it came: private.expected_statements alone says which.
    join private.expected_statements(rank_suggestions.organization_id, array(select r.id from unnest(readings) r), payers) m
      on m.transaction_id = t.id
    where m.found > 0
  ), kept as (
    select u.*, row_number() over (partition by u.transaction_id order by u.tier, u.score desc, u.kind, u.commission_id) as place
    from united u
    where not exists (
      select 1 from private.rejected_suggestions j
      where j.organization_id = rank_suggestions.organization_id and j.transaction_id = u.transaction_id
        and j.commission_ids = array(select (p ->> 'commission_id')::uuid from jsonb_array_elements(u.parts) p order by 1))
  )
  -- A second suggestion is never certain.
  select k.transaction_id, k.place::int, k.kind, case when k.place > 1 and k.certainty = 'certain' then 'likely' else k.certainty end,
    k.parts, k.commission_id, k.reasons, k.difference
  from kept k where k.place <= 3
$$;
comment on function private.rank_suggestions is 'The best three suggestions of each reading, with their reasons.';

create function private.match_transactions(organization_id uuid, transaction_ids uuid[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  readings private.bank_reading[];
  payers private.bank_payer[];
  vendor_keys text[];
  vendor_ids uuid[];
  claimed uuid[];
  has_others boolean;
begin
  -- In the order of their ids; what somebody is working on waits for the next time.
  transaction_ids := array(
    select t.id from public.bank_transactions t
    where t.organization_id = match_transactions.organization_id and t.id = any (transaction_ids) and t.status <> 'set_aside'
    order by t.id for no key update skip locked);
  readings := array(select r from private.read_transactions(organization_id, transaction_ids) r);
  payers := array(
    select p from private.vendors_of_payers(
      organization_id, array(select distinct r.payer_key from unnest(readings) r)) p
    union all
    -- Whose money it is by a rule.
    select distinct (t.payer_key, t.vendor_id, 3, 1)::private.bank_payer
    from (select '=' || t.rule_vendor_id as payer_key, t.rule_vendor_id as vendor_id from public.bank_transactions t
      where t.organization_id = match_transactions.organization_id and t.id = any (transaction_ids) and t.rule_vendor_id is not null) t);
  -- The vendor of a payer, where one is recognized better than all others.
  select array_agg(p.payer_key), array_agg(p.vendor_id) into vendor_keys, vendor_ids
  from (
    select p.payer_key, (array_agg(p.vendor_id))[1] as vendor_id
    from (
      select v.*, rank() over (partition by v.payer_key order by v.strength desc) as place
      from unnest(payers) v) p
    where p.place = 1 and p.strength >= 2 group by p.payer_key having count(*) = 1) p;
  delete from public.bank_suggestions s
  where s.organization_id = match_transactions.organization_id and s.transaction_id = any (transaction_ids);
  insert into public.bank_suggestions
    (organization_id, transaction_id, rank, kind, certainty, parts, commission_id, reasons, difference)
  select match_transactions.organization_id, r.transaction_id, r.rank, r.kind, r.certainty, r.parts, r.commission_id, r.reasons,
    r.difference
  from private.rank_suggestions(match_transactions.organization_id, readings, payers) r;
  -- Two that claim the same commission: neither is certain.
  claimed := array(
    select distinct s.commission_id from public.bank_suggestions s
    where s.organization_id = match_transactions.organization_id and s.transaction_id = any (transaction_ids) and s.rank = 1);
  claimed := array(
    select s.commission_id from public.bank_suggestions s
    where s.organization_id = match_transactions.organization_id and s.commission_id = any (claimed) and s.rank = 1
      and (s.certainty = 'certain' or s.reasons @> '[{"code": "claimed"}]')
    group by s.commission_id having count(*) > 1);
  update public.bank_suggestions s set certainty = 'likely',
    reasons = s.reasons || private.reason('claimed', private.bank_weight('claimed'))
  where s.organization_id = match_transactions.organization_id and s.rank = 1 and s.certainty = 'certain'
    and s.commission_id = any (claimed);
  has_others := private.owes_others(match_transactions.organization_id);
  with first as materialized (
    select s.transaction_id, s.kind, s.certainty, c.vendor_id from public.bank_suggestions s join public.commissions c on c.id = s.commission_id
    where s.organization_id = match_transactions.organization_id and s.transaction_id = any (transaction_ids) and s.rank = 1
  )
  update public.bank_transactions t set
    matching_due = false,
    certainty = case when t.status <> 'matched' then n.certainty end,
    vendor_id = coalesce(n.vendor_id, t.vendor_id),
    category = case when t.status = 'matched' then t.category else coalesce(n.category, t.category) end,
    status = case when t.status = 'matched' then t.status else n.status end
  from (
    select t.id, coalesce(s.vendor_id, t.rule_vendor_id, p.vendor_id) as vendor_id,
      case when s.certainty in ('certain', 'likely') or not x.agrees then s.certainty else 'likely' end as certainty,
      case when s.kind = 'recall' then 'recall' when x.agrees or s.certainty in ('certain', 'likely') or g.category is null and coalesce(s.vendor_id, p.vendor_id) is not null
        then 'commission' else g.category end as category,
      case when x.agrees or s.certainty in ('certain', 'likely') then 'suggested' when g.category is not null then 'set_aside'
        when s.certainty is not null then 'suggested' else 'open' end as status
    from public.bank_transactions t
    left join first s on s.transaction_id = t.id
    left join (select r.id, r.payer_key from unnest(readings) r) e on e.id = t.id
    left join lateral (
      select p.category from public.bank_patterns p
      where p.organization_id = t.organization_id and p.payer_key = t.payer_key and p.category is not null
        -- Vendors pay bonuses, too: theirs is set aside where it mostly was.
        and p.confirmations > coalesce((select sum(v.confirmations) from public.bank_patterns v
          where v.organization_id = t.organization_id and v.payer_key = t.payer_key and v.vendor_id is not null), 0)
      order by p.confirmations desc, p.category limit 1) g on true
    left join lateral (
      select v.vendor_id from unnest(vendor_keys, vendor_ids) v(payer_key, vendor_id) where v.payer_key = e.payer_key limit 1) p on true
    -- A penalty or a bonus of its vendor that is its amount.
    cross join lateral (select has_others and exists (
      select from private.agreeing_others(t, coalesce(s.vendor_id, t.rule_vendor_id, p.vendor_id, t.vendor_id))) as agrees) x
    where t.organization_id = match_transactions.organization_id and t.id = any (transaction_ids)) n
  where t.organization_id = match_transactions.organization_id and t.id = n.id;
end $$;
comment on function private.match_transactions is 'Computes the suggestions of these transactions anew, with the vendor, the
  category and the status that follow. What is like what people set aside before (bank_patterns) is set aside, unless a commission
  explains it. A deposit that no suggestion makes likely is so where a penalty or a bonus of its vendor agrees (private.agreeing_others):
  those are found when it is read.';
