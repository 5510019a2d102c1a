-- What the bank's transactions teach of their payers: learned of decisions, and forgotten with them.

create function private.payer_lessons(organization_id uuid, transaction_ids uuid[])
returns table (transaction_id uuid, payer_key text, vendor_id uuid)
language sql stable security definer set search_path = '' as $$
  select distinct t.id, private.payer_before(t.payer_key, n.names), c.vendor_id
  from public.bank_transactions t
  join public.bank_allocations a on a.organization_id = t.organization_id and a.transaction_id = t.id
  join public.commissions c on c.organization_id = a.organization_id and c.id = a.commission_id
  join public.sales s on s.id = c.sales_id
  cross join lateral (
    -- By their ids alone, as in private.match_singles.
    select array_agg(w) as names
    from (select k.* from public.customers k where k.id = any (s.traveler_ids || s.customer_id) offset 0) k
    cross join lateral unnest(private.bank_words(k.first_name || ' ' || k.last_name)) w
    where k.organization_id = s.organization_id) n
  where t.organization_id = payer_lessons.organization_id and t.id = any (transaction_ids) and t.payer_key is not null
  union
  select t.id, t.payer_key, o.vendor_id
  from public.bank_transactions t
  join public.bank_other_allocations a on a.organization_id = t.organization_id and a.transaction_id = t.id
  join public.other_commissions o on o.organization_id = a.organization_id and o.id = a.other_commission_id
  where t.organization_id = payer_lessons.organization_id and t.id = any (transaction_ids) and t.payer_key is not null
$$;
comment on function private.payer_lessons is 'What these matches teach: who paid, without the travelers that a bank writes behind it.';

create function private.learn_payers(organization_id uuid, transaction_ids uuid[]) returns void
language sql security definer set search_path = '' as $$
  insert into public.bank_patterns as p (organization_id, payer_key, vendor_id, confirmations)
  select learn_payers.organization_id, l.payer_key, l.vendor_id, count(*)
  from private.payer_lessons(learn_payers.organization_id, transaction_ids) l
  group by 2, 3
  order by 2, 3
  on conflict (organization_id, payer_key, vendor_id, category) do update
    set confirmations = p.confirmations + excluded.confirmations, last_used_at = now()
$$;
comment on function private.learn_payers is 'Confirmed matches teach who their payers are. In the order of payers, so that two calls
  cannot wait for each other.';

create function private.forget_lessons(organization_id uuid, lessons jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  lesson record;
begin
  -- In the order of payers, as they are learned.
  for lesson in
    select l.payer_key, l.vendor_id, l.category, count(*) as n
    from jsonb_to_recordset(lessons) l(payer_key text, vendor_id uuid, category text)
    where l.payer_key is not null group by 1, 2, 3 order by 1, 2, 3
  loop
    delete from public.bank_patterns p
    where p.organization_id = forget_lessons.organization_id and p.payer_key = lesson.payer_key
      and p.vendor_id is not distinct from lesson.vendor_id and p.category is not distinct from lesson.category
      and p.confirmations <= lesson.n;
    update public.bank_patterns p set confirmations = p.confirmations - lesson.n
    where p.organization_id = forget_lessons.organization_id and p.payer_key = lesson.payer_key
      and p.vendor_id is not distinct from lesson.vendor_id and p.category is not distinct from lesson.category;
  end loop;
end $$;
comment on function private.forget_lessons is 'Takes back what was learned of payers: [{payer_key, vendor_id, category}], each as often
  as it stands there.';
