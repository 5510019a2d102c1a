-- A sale counts its changes, so that an editor can say which state they started from, and its history carries the
-- same number: entry n made version n, without gaps. Travelers are part of a sale like its other columns.

-- The form asks for the reference, so the database does. Rows from before get one that can be told apart.
update public.sales set booking_reference = 'SALE-' || upper(left(id::text, 8))
where btrim(booking_reference) = '' or booking_reference is null;
set constraints all immediate;

alter table public.sales
  alter column booking_reference set not null,
  add column version integer not null default 1,
  add column traveler_ids uuid[] not null default '{}',
  add constraint sales_booking_reference_required check (btrim(booking_reference) <> ''),
  add constraint sales_traveler_ids_count check (cardinality(traveler_ids) <= 100),
  -- Who pays travels as a matter of course.
  add constraint sales_traveler_ids_without_customer check (customer_id <> all (traveler_ids));
comment on column public.sales.version is 'Filled by trigger: 1, and one more with every change of what the sale says';
comment on column public.sales.traveler_ids is
  'Customers who travel beside the paying one, in no order. sale_travelers follows it and holds the references';

alter table public.sales_history
  add column version integer,
  add column comment text,
  add constraint sales_history_comment_length check (char_length(comment) <= 5000);
comment on column public.sales_history.version is 'The version of the sale that this change made';
comment on column public.sales_history.comment is 'What a person typed about a change of status';

alter table public.sales_history disable trigger sales_history_keep;
update public.sales_history h set version = n.version
from (
  select id, row_number() over (partition by sales_id order by created_at, id) as version from public.sales_history
) n where n.id = h.id;
alter table public.sales_history enable trigger sales_history_keep;
alter table public.sales disable trigger user;
update public.sales s set version = h.version
from (select sales_id, max(version) as version from public.sales_history group by sales_id) h
where h.sales_id = s.id and h.version > 1;
alter table public.sales enable trigger user;
alter table public.sales_history alter column version set not null;
create unique index sales_history_version_key on public.sales_history (sales_id, version, organization_id);

-- Arrays have no foreign keys: this table has them, and answers "who travels with whom". A trigger keeps it.
create table public.sale_travelers (
  sale_id uuid not null,
  customer_id uuid not null,
  organization_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (sale_id, customer_id),
  constraint sale_travelers_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint sale_travelers_sale_id_fkey foreign key (sale_id, organization_id) references public.sales (id, organization_id),
  constraint sale_travelers_customer_id_fkey foreign key (customer_id, organization_id)
    references public.customers (id, organization_id)
);
create index sale_travelers_organization_id_customer_id_idx on public.sale_travelers (organization_id, customer_id, sale_id);

-- What a sale says, as far as people change it.
create function private.sale_content(sale public.sales) returns jsonb
language sql stable set search_path = '' as $$
  select to_jsonb(sale) - '{id,organization_id,created_at,updated_at,version}'::text[]
$$;

create function private.normalize_travelers() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.traveler_ids := array(select distinct t from unnest(new.traveler_ids) t where t is not null order by t);
  return new;
end $$;

create function private.number_sale() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.version := old.version + case when private.sale_content(new) = private.sale_content(old) then 0 else 1 end;
  return new;
end $$;

create function private.sync_travelers() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.sale_travelers t where t.sale_id = new.id and t.customer_id <> all (new.traveler_ids);
  insert into public.sale_travelers (sale_id, customer_id, organization_id)
  select new.id, t, new.organization_id from unnest(new.traveler_ids) t
  on conflict do nothing;
  return null;
end $$;

-- Histories tell people apart by name, as they were called then.
create function private.traveler_names(sale public.sales) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(c.first_name || ' ' || c.last_name order by c.last_name, c.first_name, c.id), '[]')
  from public.customers c
  where c.organization_id = sale.organization_id and c.id = any (sale.traveler_ids)
$$;

create or replace function private.write_sales_history() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  before_row jsonb;
  after_row jsonb := private.sale_content(new);
  fields text[];
begin
  if tg_op = 'INSERT' then
    after_row := after_row - 'traveler_ids';
    if cardinality(new.traveler_ids) > 0 then
      after_row := after_row || jsonb_build_object('travelers', private.traveler_names(new));
    end if;
    insert into public.sales_history
      (sales_id, organization_id, changed_by, change_type, new_data, changed_fields, notes, version)
    values (new.id, new.organization_id, private.acting_user(new.organization_id), 'create', after_row,
      array(select k from jsonb_each(after_row) e(k, v) where v <> 'null' order by k), 'Sale created', new.version);
    return null;
  end if;
  before_row := private.sale_content(old);
  fields := array(select k from jsonb_each(after_row) e(k, v) where v is distinct from before_row -> k order by k);
  if cardinality(fields) = 0 then
    return null;
  end if;
  if 'traveler_ids' = any (fields) then
    fields := array_replace(fields, 'traveler_ids', 'travelers');
    before_row := before_row || jsonb_build_object('travelers', private.traveler_names(old));
    after_row := after_row || jsonb_build_object('travelers', private.traveler_names(new));
  end if;
  insert into public.sales_history
    (sales_id, organization_id, changed_by, change_type, previous_data, new_data, changed_fields, notes, comment, version)
  select new.id, new.organization_id, private.acting_user(new.organization_id),
    case when 'status' = any (fields) then 'status_change' else 'update' end,
    jsonb_object_agg(f, before_row -> f), jsonb_object_agg(f, after_row -> f), fields,
    case when 'status' = any (fields) then 'Status changed from ' || old.status || ' to ' || new.status end,
    -- update_sale_status leaves the typed note here, for the length of its statement.
    case when 'status' = any (fields) then nullif(current_setting('paperplane.status_note', true), '') end,
    new.version
  from unnest(fields) f;
  return null;
end $$;

revoke all on function private.sale_content(public.sales), private.normalize_travelers(), private.number_sale(),
  private.sync_travelers(), private.traveler_names(public.sales) from public, anon, authenticated;

create trigger sales_25_normalize_travelers before insert or update of traveler_ids on public.sales
  for each row execute function private.normalize_travelers();
create trigger sales_80_number before update on public.sales
  for each row execute function private.number_sale();
create trigger sales_after_15_sync_travelers after insert or update of traveler_ids on public.sales
  for each row execute function private.sync_travelers();

alter table public.sale_travelers enable row level security;
revoke all on public.sale_travelers from public, anon, authenticated;
grant select on public.sale_travelers to authenticated;
grant insert (traveler_ids), update (traveler_ids) on public.sales to authenticated;

create policy "people read the travelers of the sales they may read" on public.sale_travelers
  for select to authenticated using (
    organization_id = (select private.current_organization_id())
    and ((select private.is_admin()) or exists (
      select 1 from public.sales s where s.organization_id = sale_travelers.organization_id and s.id = sale_id))
  );

comment on view public.commissions_with_sale_date is
  'Commissions with what a list shows of their sale. Nullable: agent_avatar_url, due_on, notes, received_amount, received_on';
