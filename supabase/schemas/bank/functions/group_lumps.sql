-- A deposit that is all that is open of a group booking.

create function private.group_lumps(organization_id uuid, readings private.bank_reading[], payers private.bank_payer[])
returns table (transaction_id uuid, name text, is_named boolean, commission_ids uuid[])
language plpgsql stable security definer set search_path = '' as $$
begin
  -- Most agencies have none, and most of the others few.
  if not exists (select 1 from public.sale_groups g where g.organization_id = group_lumps.organization_id and g.archived_at is null) then
    return;
  end if;
  return query
  with lumps as materialized (
    select g.id, g.name, g.booking_reference, g.vendor_id, x.total, x.ids
    from public.sale_groups g
    cross join lateral (
      select sum(c.undeposited_amount) as total, array_agg(c.id order by c.id) as ids
      from public.sales s
      cross join lateral (
        select c.id, c.undeposited_amount from public.commissions c
        where c.organization_id = s.organization_id and c.sales_id = s.id and c.undeposited_amount > 0 and c.status <> 'cancelled'
          and coalesce(c.due_on, c.sale_date) >= (select private.first_candidate_day(group_lumps.organization_id)) offset 0) c
      where s.organization_id = g.organization_id and s.group_id = g.id) x
    where g.organization_id = group_lumps.organization_id and g.archived_at is null and cardinality(x.ids) between 2 and 200
  )
  select r.id, l.name, n.is_named, l.ids
  from unnest(group_lumps.readings) r
  join lumps l on l.total = r.rest
  cross join lateral (
    select coalesce(private.reference_key(l.booking_reference) = any (r.keys), false)
      or private.bank_words(l.name) <@ r.words and cardinality(private.bank_words(l.name)) > 1 as is_named) n
  where r.rest > 0 and (n.is_named or exists (
    select 1 from unnest(group_lumps.payers) p where p.payer_key = r.payer_key and p.vendor_id = l.vendor_id and p.strength > 0));
end $$;
comment on function private.group_lumps is 'Which transactions are, to the cent, all that is open of a group: of its vendor, or with its
  reference or its name in the text (is_named). commission_ids in the order of their ids; at most 200 of a group.';
