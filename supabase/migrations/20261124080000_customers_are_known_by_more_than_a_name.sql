-- What an agency knows of a customer: where they live, whom to call, how they like to travel, and with whom. Lists of
-- unknown length that are only ever read with their customer are JSON, and a constraint says what may be in them.

-- [{label, value}]: at most ten, nothing else in them. E-mails are written like the first one, phones are as long as it.
create function private.is_contact_list(list jsonb, kind text) returns boolean
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(list) <> 'array' then false
    when jsonb_array_length(list) > 10 then false
    else not exists (
      select 1 from jsonb_array_elements(list) e(entry)
      where case when jsonb_typeof(e.entry) <> 'object' then true
        else e.entry - '{label,value}'::text[] <> '{}'
          or coalesce(jsonb_typeof(e.entry -> 'label') not in ('string', 'null'), false)
          or char_length(e.entry ->> 'label') > 30
          or coalesce(jsonb_typeof(e.entry -> 'value') <> 'string', true)
          or btrim(e.entry ->> 'value') = ''
          or case kind when 'email'
            then char_length(e.entry ->> 'value') > 254 or e.entry ->> 'value' !~ '^[^@[:space:]]+@[^@[:space:]]+[.][^@[:space:]]+$'
            else char_length(e.entry ->> 'value') > 50 end
        end)
  end
$$;

-- At most twenty tags of at most forty characters, without blanks around, none twice in another case.
create function private.is_tag_list(tags text[]) returns boolean
language sql immutable set search_path = '' as $$
  select cardinality(tags) <= 20 and coalesce(array_ndims(tags), 1) = 1
    and array_position(tags, null) is null
    and coalesce((select bool_and(t = btrim(t) and t <> '' and char_length(t) <= 40 and t !~ '[[:cntrl:]]') from unnest(tags) t), true)
    and (select count(distinct lower(t)) = count(*) from unnest(tags) t)
$$;

-- [{<name>, number}]: loyalty programs, at most twenty.
create function private.is_program_list(list jsonb, name text) returns boolean
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(list) <> 'array' then false
    when jsonb_array_length(list) > 20 then false
    else not exists (
      select 1 from jsonb_array_elements(list) e(entry)
      where case when jsonb_typeof(e.entry) <> 'object' then true
        else e.entry - array[name, 'number'] <> '{}'
          or coalesce(jsonb_typeof(e.entry -> name) <> 'string', true)
          or btrim(e.entry ->> name) = '' or char_length(e.entry ->> name) > 100
          or coalesce(jsonb_typeof(e.entry -> 'number') not in ('string', 'null'), false)
          or char_length(e.entry ->> 'number') > 50
        end)
  end
$$;

-- Known keys only, all of them optional: seat, cabin, meal, room, mobility, allergies, interests and notes are texts,
-- airlines [{airline, number}], hotels [{program, number}].
create function private.are_preferences(preferences jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(preferences) <> 'object' then false
    else not exists (
      select 1 from jsonb_each(preferences) e(key, value)
      where case
        when e.value = 'null' then e.key <> all ('{seat,cabin,meal,room,mobility,allergies,interests,notes,airlines,hotels}'::text[])
        when e.key = 'airlines' then not private.is_program_list(e.value, 'airline')
        when e.key = 'hotels' then not private.is_program_list(e.value, 'program')
        when e.key in ('seat', 'cabin', 'meal', 'room') then jsonb_typeof(e.value) <> 'string' or char_length(e.value #>> '{}') > 100
        when e.key in ('mobility', 'allergies', 'interests') then jsonb_typeof(e.value) <> 'string' or char_length(e.value #>> '{}') > 500
        when e.key = 'notes' then jsonb_typeof(e.value) <> 'string' or char_length(e.value #>> '{}') > 2000
        else true end)
  end
$$;

-- ISO 3166-1 alpha-2.
create function private.is_country(code text) returns boolean
language sql immutable set search_path = '' as $$
  select code in (
    'AD','AE','AF','AG','AI','AL','AM','AO','AQ','AR','AS','AT','AU','AW','AX','AZ','BA','BB','BD','BE','BF','BG','BH','BI',
    'BJ','BL','BM','BN','BO','BQ','BR','BS','BT','BV','BW','BY','BZ','CA','CC','CD','CF','CG','CH','CI','CK','CL','CM','CN',
    'CO','CR','CU','CV','CW','CX','CY','CZ','DE','DJ','DK','DM','DO','DZ','EC','EE','EG','EH','ER','ES','ET','FI','FJ','FK',
    'FM','FO','FR','GA','GB','GD','GE','GF','GG','GH','GI','GL','GM','GN','GP','GQ','GR','GS','GT','GU','GW','GY','HK','HM',
    'HN','HR','HT','HU','ID','IE','IL','IM','IN','IO','IQ','IR','IS','IT','JE','JM','JO','JP','KE','KG','KH','KI','KM','KN',
    'KP','KR','KW','KY','KZ','LA','LB','LC','LI','LK','LR','LS','LT','LU','LV','LY','MA','MC','MD','ME','MF','MG','MH','MK',
    'ML','MM','MN','MO','MP','MQ','MR','MS','MT','MU','MV','MW','MX','MY','MZ','NA','NC','NE','NF','NG','NI','NL','NO','NP',
    'NR','NU','NZ','OM','PA','PE','PF','PG','PH','PK','PL','PM','PN','PR','PS','PT','PW','PY','QA','RE','RO','RS','RU','RW',
    'SA','SB','SC','SD','SE','SG','SH','SI','SJ','SK','SL','SM','SN','SO','SR','SS','ST','SV','SX','SY','SZ','TC','TD','TF',
    'TG','TH','TJ','TK','TL','TM','TN','TO','TR','TT','TV','TW','TZ','UA','UG','UM','US','UY','UZ','VA','VC','VE','VG','VI',
    'VN','VU','WF','WS','YE','YT','ZA','ZM','ZW')
$$;

alter table public.customers
  add column address_line_1 text,
  add column address_line_2 text,
  add column city text,
  add column region text,
  add column postal_code text,
  add column country text,
  add column birthday date,
  add column more_emails jsonb not null default '[]',
  add column more_phones jsonb not null default '[]',
  add column emergency_name text,
  add column emergency_phone text,
  add column emergency_relation text,
  add column tags text[] not null default '{}',
  add column preferences jsonb not null default '{}',
  add column archived_at timestamptz,
  add column merged_into uuid,
  add column erased_at timestamptz,
  add constraint customers_address_line_1_length check (char_length(address_line_1) <= 200),
  add constraint customers_address_line_2_length check (char_length(address_line_2) <= 200),
  add constraint customers_city_length check (char_length(city) <= 100),
  add constraint customers_region_length check (char_length(region) <= 100),
  add constraint customers_postal_code_length check (char_length(postal_code) <= 20),
  add constraint customers_country_known check (private.is_country(country)),
  add constraint customers_birthday_range check (birthday between '1900-01-01' and '2199-12-31'),
  add constraint customers_more_emails_valid check (private.is_contact_list(more_emails, 'email')),
  add constraint customers_more_phones_valid check (private.is_contact_list(more_phones, 'phone')),
  add constraint customers_emergency_name_length check (char_length(emergency_name) <= 200),
  add constraint customers_emergency_phone_length check (char_length(emergency_phone) <= 50),
  add constraint customers_emergency_relation_length check (char_length(emergency_relation) <= 50),
  add constraint customers_tags_valid check (private.is_tag_list(tags)),
  add constraint customers_preferences_valid check (private.are_preferences(preferences)),
  add constraint customers_merged_into_fkey foreign key (merged_into, organization_id)
    references public.customers (id, organization_id),
  -- Whoever was merged or erased is in no picker: what asks for archived_at asks for all three.
  add constraint customers_merged_into_archived check (merged_into is null or archived_at is not null and merged_into <> id),
  add constraint customers_erased_at_archived check (erased_at is null or archived_at is not null);
comment on column public.customers.merged_into is 'Filled by merge_customers: who this customer turned out to be';
create index customers_organization_id_merged_into_idx on public.customers (organization_id, merged_into) where merged_into is not null;

-- The texts of a list without blanks around; whatever is not such a list is left for the constraint to refuse.
create function private.tidy_entries(list jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(list) <> 'array' then list else coalesce((
    select jsonb_agg(case when jsonb_typeof(e.entry) <> 'object' then e.entry else (
        select coalesce(jsonb_object_agg(f.key, case jsonb_typeof(f.value)
          when 'string' then to_jsonb(btrim(f.value #>> '{}')) else f.value end), '{}')
        from jsonb_each(e.entry) f(key, value)) end order by e.n)
    from jsonb_array_elements(list) with ordinality e(entry, n)), '[]') end
$$;

-- Preferences without what says nothing.
create function private.tidy_preferences(preferences jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(preferences) <> 'object' then preferences else coalesce((
    select jsonb_object_agg(t.key, t.value)
    from (
      select e.key, case when jsonb_typeof(e.value) = 'string' then to_jsonb(btrim(e.value #>> '{}'))
        when e.key in ('airlines', 'hotels') then private.tidy_entries(e.value) else e.value end as value
      from jsonb_each(preferences) e(key, value)) t
    where t.value not in ('null', '""', '[]')
      or t.key <> all ('{seat,cabin,meal,room,mobility,allergies,interests,notes,airlines,hotels}'::text[])), '{}') end
$$;

create or replace function private.tidy_customer() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.first_name := btrim(new.first_name);
  new.last_name := btrim(new.last_name);
  new.email := nullif(btrim(new.email), '');
  new.phone := nullif(btrim(new.phone), '');
  new.notes := nullif(btrim(new.notes), '');
  new.address_line_1 := nullif(btrim(new.address_line_1), '');
  new.address_line_2 := nullif(btrim(new.address_line_2), '');
  new.city := nullif(btrim(new.city), '');
  new.region := nullif(btrim(new.region), '');
  new.postal_code := nullif(btrim(new.postal_code), '');
  new.country := nullif(upper(btrim(new.country)), '');
  new.emergency_name := nullif(btrim(new.emergency_name), '');
  new.emergency_phone := nullif(btrim(new.emergency_phone), '');
  new.emergency_relation := nullif(btrim(new.emergency_relation), '');
  new.more_emails := private.tidy_entries(coalesce(new.more_emails, '[]'));
  new.more_phones := private.tidy_entries(coalesce(new.more_phones, '[]'));
  new.preferences := private.tidy_preferences(coalesce(new.preferences, '{}'));
  -- The first spelling of a tag stays.
  new.tags := coalesce((
    select array_agg(t.tag order by t.n)
    from (
      select distinct on (lower(btrim(u.tag))) btrim(u.tag) as tag, u.n
      from unnest(new.tags) with ordinality u(tag, n)
      where btrim(u.tag) <> '' order by lower(btrim(u.tag)), u.n) t), '{}');
  return new;
end $$;

-- Nobody is born tomorrow, and nothing is written on somebody who was merged into another or erased.
create function private.guard_customer() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.birthday > (now() at time zone 'UTC')::date + 1 then
    perform private.refuse('Enter a birthday in the past.', 'birthday');
  end if;
  if tg_op = 'UPDATE' and current_setting('paperplane.mending', true) is distinct from 'yes' then
    if old.merged_into is not null then
      perform private.refuse('This customer was merged into another one.');
    elsif old.erased_at is not null then
      perform private.refuse('This customer was erased.');
    end if;
  end if;
  return new;
end $$;

revoke all on function private.is_country(text), private.is_contact_list(jsonb, text), private.is_tag_list(text[]), private.is_program_list(jsonb, text),
  private.are_preferences(jsonb), private.tidy_entries(jsonb), private.tidy_preferences(jsonb), private.guard_customer()
  from public, anon, authenticated;
-- Constraints and the trigger that tidies run with the rights of whoever writes.
grant execute on function private.is_country(text), private.is_contact_list(jsonb, text), private.is_tag_list(text[]),
  private.is_program_list(jsonb, text), private.are_preferences(jsonb), private.tidy_entries(jsonb),
  private.tidy_preferences(jsonb) to authenticated;

create trigger customers_20_guard before insert or update on public.customers
  for each row execute function private.guard_customer();

grant insert (address_line_1, address_line_2, city, region, postal_code, country, birthday, more_emails, more_phones,
    emergency_name, emergency_phone, emergency_relation, tags, preferences),
  update (address_line_1, address_line_2, city, region, postal_code, country, birthday, more_emails, more_phones,
    emergency_name, emergency_phone, emergency_relation, tags, preferences)
  on public.customers to authenticated;

-- Who travels with whom. One row for a pair, whichever of the two it was written for.
create table public.customer_companions (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null default private.current_organization_id(),
  customer_id uuid not null,
  companion_id uuid not null,
  relation text,
  created_at timestamptz not null default now(),
  constraint customer_companions_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint customer_companions_customer_id_fkey foreign key (customer_id, organization_id)
    references public.customers (id, organization_id),
  constraint customer_companions_companion_id_fkey foreign key (companion_id, organization_id)
    references public.customers (id, organization_id),
  constraint customer_companions_companion_id_not_oneself check (companion_id <> customer_id),
  constraint customer_companions_relation_length check (char_length(relation) <= 50)
);
create unique index customer_companions_pair_key on public.customer_companions
  (least(customer_id, companion_id), greatest(customer_id, companion_id), organization_id);
create index customer_companions_customer_id_idx on public.customer_companions (organization_id, customer_id);
create index customer_companions_companion_id_idx on public.customer_companions (organization_id, companion_id);

create function private.tidy_companion() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.relation := nullif(btrim(new.relation), '');
  return new;
end $$;
revoke all on function private.tidy_companion() from public, anon, authenticated;
create trigger customer_companions_10_tidy before insert or update on public.customer_companions
  for each row execute function private.tidy_companion();

alter table public.customer_companions enable row level security;
revoke all on public.customer_companions from public, anon, authenticated;
grant select, insert (customer_id, companion_id, relation), update (relation), delete on public.customer_companions to authenticated;

create policy "members read companions of their organization" on public.customer_companions
  for select to authenticated using (organization_id = (select private.current_organization_id()));
create policy "members add companions to their organization" on public.customer_companions
  for insert to authenticated with check (organization_id = (select private.current_organization_id()));
create policy "members change companions of their organization" on public.customer_companions
  for update to authenticated
  using (organization_id = (select private.current_organization_id()))
  with check (organization_id = (select private.current_organization_id()));
create policy "members remove companions of their organization" on public.customer_companions
  for delete to authenticated using (organization_id = (select private.current_organization_id()));
