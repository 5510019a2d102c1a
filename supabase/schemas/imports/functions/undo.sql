-- Taking an import back: its records go, but for those that were edited or that others refer to since.

create function private.remove_imported_sales(b public.import_batches, most int) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  ids constant uuid[] := array(
    select s.id from public.sales s where s.import_batch_id = b.id and not private.is_sale_touched(s)
      and not private.is_sale_closed(s)
    order by s.id limit most for update);
  commission_ids constant uuid[] := array(
    select c.id from public.commissions c where c.organization_id = b.organization_id and c.sales_id = any (ids) for update);
begin
  perform private.begin_mode('undoing_import');
  delete from public.agent_payments p where p.organization_id = b.organization_id and p.commission_id = any (commission_ids);
  delete from public.other_commissions o where o.organization_id = b.organization_id and o.sales_id = any (ids);
  delete from public.commission_history h
  where h.organization_id = b.organization_id and h.commission_id = any (commission_ids);
  delete from public.commissions c where c.organization_id = b.organization_id and c.id = any (commission_ids);
  delete from public.sales_history h where h.organization_id = b.organization_id and h.sales_id = any (ids);
  delete from public.sales s where s.organization_id = b.organization_id and s.id = any (ids);
  perform private.begin_mode('');
  return cardinality(ids);
end $$;
comment on function private.remove_imported_sales is 'Deletes up to `most` sales of a batch that nobody has touched since the import
  and that are in no closed month, with their commissions and payments and what the import wrote about them in the histories.
  Answers how many.';

create function private.is_sale_touched(sale public.sales) returns boolean
language sql stable security definer set search_path = '' as $$
  select sale.updated_at <> sale.created_at or exists (
    select 1 from public.customer_payments p where p.organization_id = sale.organization_id and p.sales_id = sale.id) or exists (
    select 1 from public.commissions c
    where c.organization_id = sale.organization_id and c.sales_id = sale.id and (c.updated_at <> c.created_at or exists (
      select 1 from public.payout_lines l where l.organization_id = c.organization_id and l.commission_id = c.id) or exists (
      select 1 from public.agent_payments p
      join public.payment_voids v on v.organization_id = p.organization_id and v.payment_id = p.id
      where p.organization_id = c.organization_id and p.commission_id = c.id)))
    or exists (
    select 1 from public.commission_shares c join public.payout_lines l on l.organization_id = c.organization_id and l.share_id = c.id
    where c.organization_id = sale.organization_id and c.sales_id = sale.id)
    -- What an import says was paid is of sellers.
    or exists (
    select 1 from public.commission_shares c join public.agent_payments p on p.organization_id = c.organization_id and p.share_id = c.id
    where c.organization_id = sale.organization_id and c.sales_id = sale.id and not private.of_seller(c))
    or exists (
    select 1 from public.other_commissions o
    where o.organization_id = sale.organization_id and o.sales_id = sale.id and o.updated_at <> o.created_at)
    or exists (
    select 1 from public.documents d
    where d.organization_id = sale.organization_id and (d.sale_id = sale.id or d.commission_id in (
      select c.id from public.commissions c where c.organization_id = sale.organization_id and c.sales_id = sale.id)))
$$;
comment on function private.is_sale_touched is 'Whether an imported sale or its commission was changed since, is in a payout, had
  its payment voided, or somebody was paid of a share of it, or the customer has paid. What the import did has the time of its transaction.';

create function private.is_sale_closed(sale public.sales) returns boolean
language sql volatile security definer set search_path = '' as $$
  select least(sale.sale_date, (
      select least(c.received_posted_on, p.posted_on)
      from public.commissions c
      left join public.agent_payments p on p.organization_id = c.organization_id and p.commission_id = c.id
      where c.organization_id = sale.organization_id and c.sales_id = sale.id))
    <= coalesce(private.books_closed_through(sale.organization_id), '-infinity')
$$;
comment on function private.is_sale_closed is 'Whether a sale, its receipt or its payment is in closed books.';

create function private.is_referenced_condition(target regclass) returns text
language sql stable set search_path = '' as $$
  select string_agg(format('exists (select 1 from %s r where r.organization_id = t.organization_id and r.%I = t.id)',
    k.conrelid::regclass, a.attname), ' or ')
  from pg_constraint k
  cross join lateral unnest(k.conkey, k.confkey) c(column_number, referenced_number)
  join pg_attribute a on a.attrelid = k.conrelid and a.attnum = c.column_number
  join pg_attribute f on f.attrelid = k.confrelid and f.attnum = c.referenced_number
  where k.contype = 'f' and k.confrelid = is_referenced_condition.target and f.attname = 'id'
    and k.conrelid not in ('private.vendor_aliases'::regclass, 'public.vendor_terms'::regclass)
$$;
comment on function private.is_referenced_condition is 'Whether another record refers to a customer or vendor (`t`), as a condition
  over every foreign key to its table, but for a vendor''s aliases and terms, which are deleted with it.';

create function public.undo_import(batch_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '8s' as $$
declare
  most constant int := 1000;
  b public.import_batches;
  kind text;
  is_referenced text;
  removed_of_kind int;
  removed_count int;
  kept jsonb := '[]';
  kept_count int := 0;
  has_more boolean := false;
begin
  b := private.lock_import_batch(undo_import.batch_id);
  foreach kind in array case b.kind when 'sales' then '{sales,customers,vendors}' else array[b.kind] end loop
    -- Right after a large import the planner does not know the rows yet: believing in a small table it looks up every reference
    -- to each record through an index of the whole tenant, and times out. Fewer rows in the statistics than half of the batch
    -- tell so.
    if (
      select t.reltuples < (b.added - b.removed) / 2
      from pg_catalog.pg_class t where t.oid = ('public.' || kind)::regclass
    ) then
      execute format('analyze public.%I', kind);
    end if;
    if kind = 'sales' then
      is_referenced := 'false';
      removed_of_kind := private.remove_imported_sales(b, most);
    else
      is_referenced := private.is_referenced_condition(('public.' || kind)::regclass);
      execute format('with removed as (
          delete from public.%1$I d where d.id in (
            select t.id from public.%1$I t where t.import_batch_id = $1 and t.updated_at = t.created_at and not (%2$s) limit $2)
          returning 1)
        select count(*) from removed', kind, is_referenced)
      into removed_of_kind using b.id, most;
    end if;
    has_more := removed_of_kind = most;
    if kind = b.kind then
      removed_count := removed_of_kind;
    end if;
    if kind = b.kind and not has_more then
      execute format('select count(*) as n,
          coalesce(jsonb_agg(jsonb_build_object(''id'', k.id, ''name'', k.name, ''reason'', k.reason))
            filter (where k.place <= 100), ''[]'') as rows
        from (
          select t.id, %3$s as name, case when %2$s then ''used'' when %4$s then ''closed'' else ''edited'' end as reason,
            row_number() over (order by t.import_row) as place
          from public.%1$I t where t.import_batch_id = $1) k', kind, is_referenced,
        case kind when 'sales' then 't.booking_reference' when 'vendors' then 't.name'
          else 't.first_name || '' '' || t.last_name' end,
        case kind when 'sales' then 'private.is_sale_closed(t) and not private.is_sale_touched(t)' else 'false' end)
      into kept_count, kept using b.id;
    end if;
    exit when has_more;
  end loop;
  update public.import_batches i
  set removed = i.removed + removed_count, status = 'undone', undone_at = coalesce(i.undone_at, now()),
    finished_at = coalesce(i.finished_at, now())
  where i.id = b.id;
  return jsonb_build_object('removed', removed_count, 'more', has_more, 'kept', kept, 'kept_count', kept_count);
end $$;
comment on function public.undo_import is 'Undoes a batch: {removed, kept: [{id, name, reason}], kept_count, more}, of the records
  of its kind. Records that were edited or that others refer to since stay (''edited'', ''used''), as do sales of closed months
  (''closed''); the first 100 of them are listed. Customers and vendors that an import of sales made go with it where nothing else
  needs them. A call deletes up to 1,000 records of a kind: while `more`, call again.';
grant execute on function public.undo_import(uuid) to authenticated;
