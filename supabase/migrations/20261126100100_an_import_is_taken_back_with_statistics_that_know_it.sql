-- Who takes a large import back right after it asks before the server has counted the rows: believing in a table of a few, it
-- looks up every reference to each of them through an index of the whole organization, and runs out of time. Then it counts first.

-- Takes a batch back: {removed, kept: [{id, name, reason}], kept_count, more}. What somebody has used or edited since stays
-- ('used', 'edited'). At most 1,000 rows at a time: while `more`, ask again.
create or replace function public.undo_import(batch_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  b public.import_batches;
  uses text;
  taken_back int;
  kept jsonb := '[]';
  kept_count int := 0;
  left_over boolean;
begin
  b := private.hold_import_batch(undo_import.batch_id);
  -- Of what is left of it by now.
  if (select t.reltuples < (b.added - b.removed) / 2 from pg_catalog.pg_class t where t.oid = ('public.' || b.kind)::regclass) then
    execute format('analyze public.%I', b.kind);
  end if;
  -- Whatever refers to a record: its own aliases go with a vendor.
  select string_agg(format('exists (select 1 from %s r where r.organization_id = t.organization_id and r.%I = t.id)',
    k.conrelid::regclass, a.attname), ' or ')
  into uses
  from pg_constraint k
  cross join lateral unnest(k.conkey, k.confkey) c(here, there)
  join pg_attribute a on a.attrelid = k.conrelid and a.attnum = c.here
  join pg_attribute f on f.attrelid = k.confrelid and f.attnum = c.there
  where k.contype = 'f' and k.confrelid = ('public.' || b.kind)::regclass and f.attname = 'id'
    and k.conrelid <> 'private.vendor_aliases'::regclass;

  execute format('with gone as (
      delete from public.%1$I d where d.id in (
        select t.id from public.%1$I t where t.import_batch_id = $1 and t.updated_at = t.created_at and not (%2$s) limit 1000)
      returning 1)
    select count(*) from gone', b.kind, uses)
  into taken_back using b.id;
  left_over := taken_back = 1000;
  if not left_over then
    execute format('select count(*) as n, coalesce(jsonb_agg(jsonb_build_object(''id'', k.id, ''name'', k.name, ''reason'', k.reason))
        filter (where k.place <= 100), ''[]'') as rows
      from (
        select t.id, %3$s as name, case when %2$s then ''used'' else ''edited'' end as reason,
          row_number() over (order by t.import_row) as place
        from public.%1$I t where t.import_batch_id = $1) k', b.kind, uses,
      case b.kind when 'vendors' then 't.name' else 't.first_name || '' '' || t.last_name' end)
    into kept_count, kept using b.id;
  end if;
  update public.import_batches i
  set removed = i.removed + taken_back, status = 'undone', undone_at = coalesce(i.undone_at, now()),
    finished_at = coalesce(i.finished_at, now())
  where i.id = b.id;
  return jsonb_build_object('removed', taken_back, 'more', left_over,
    'kept', kept, 'kept_count', kept_count);
end $$;
