-- Group bookings. Admins change all of them, an agent those they made; whoever may record a sale may put it into any that is not archived.

create function private.guard_sale_group() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  chosen public.sale_groups;
begin
  -- Archived at the same moment, it is one or the other.
  select g.* into chosen from public.sale_groups g
  where g.organization_id = new.organization_id and g.id = new.group_id for share;
  if chosen.id is null then
    perform private.refuse('Choose a group of your agency.', 'group_id', 'sale_group_unknown');
  elsif chosen.vendor_id is distinct from new.vendor_id then
    perform private.refuse('The group ' || chosen.name || ' is of another vendor.', 'group_id', 'sale_group_of_another_vendor',
      jsonb_build_object('group', chosen.name));
  elsif chosen.archived_at is not null and (tg_op = 'INSERT' or new.group_id is distinct from old.group_id) then
    perform private.refuse('The group ' || chosen.name || ' is archived. Choose another one, or restore it first.', 'group_id',
      'sale_group_archived', jsonb_build_object('group', chosen.name));
  end if;
  return new;
end $$;
comment on function private.guard_sale_group is 'A sale has the vendor of its group, and joins none that is archived. The foreign key holds
  the vendor, too; this answers with a message.';

create function private.lock_sale_group(group_id uuid, out locked public.sale_groups, out refusal jsonb)
language plpgsql volatile security definer set search_path = '' as $$
begin
  select g.* into locked from public.sale_groups g
  where g.organization_id = private.current_organization_id() and g.id = lock_sale_group.group_id for no key update;
  refusal := case
    when locked.id is null then private.command_result('This group does not exist.', null, 'sale_group_not_found')
    when not private.is_admin() and locked.created_by is distinct from auth.uid()
      then private.command_result('Only admins and whoever made this group can change it.', null, 'sale_group_of_somebody_else') end;
end $$;
comment on function private.lock_sale_group is 'Locks a group for a change. The answer when the caller may not change it; null when they may.';

create function private.check_sale_group(sale_group jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  input jsonb := private.check_record_input(check_sale_group.sale_group, '{"name": "text", "vendor_id": "text", "booking_reference": "text",
    "travel_date": "date", "return_date": "date", "default_commission_rate": "rate", "notes": "text"}', 'group');
  key text;
  rate text := input ->> 'default_commission_rate';
begin
  foreach key in array '{name,booking_reference,notes}'::text[] loop
    if input ? key then
      input := input || jsonb_build_object(key, nullif(btrim(input ->> key), ''));
    end if;
  end loop;
  if input ? 'name' and not private.is_visible(coalesce(input ->> 'name', '')) then
    perform private.refuse('Enter the name of the group.', 'name', 'sale_group_name_missing');
  elsif input ? 'vendor_id' and not exists (select 1 from public.vendors v
    where v.organization_id = private.current_organization_id()
      and v.id = case when pg_input_is_valid(input ->> 'vendor_id', 'uuid') then (input ->> 'vendor_id')::uuid end) then
    perform private.refuse('Choose the vendor of this group.', 'vendor_id', 'sale_group_vendor_missing');
  end if;
  -- None is no rate of 0: the vendor's own holds.
  if check_sale_group.sale_group -> 'default_commission_rate' = 'null' then
    input := input || '{"default_commission_rate": null}';
  elsif rate is not null then
    if rate !~ '^ *-?\d{1,20}(\.\d{1,20})? *$' then
      perform private.refuse('Enter a percentage like 12.5.', 'default_commission_rate', 'percentage_expected');
    elsif rate::numeric not between 0 and 100 then
      perform private.refuse('Enter a percentage from 0 to 100.', 'default_commission_rate', 'percentage_out_of_range');
    end if;
    input := input || jsonb_build_object('default_commission_rate', round(rate::numeric, 2));
  end if;
  return input;
end $$;
comment on function private.check_sale_group is 'What a form sent about a group, checked and trimmed. A refusal names the column.';

create function public.save_sale_group(sale_group jsonb, group_id uuid default null, expected_version integer default null,
  request_key uuid default null)
returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id constant uuid := private.current_organization_id();
  answer jsonb := private.begin_request('save_sale_group', request_key,
    case when jsonb_typeof(save_sale_group.sale_group) = 'object' then save_sale_group.sale_group else '{}' end
      || jsonb_build_object('group_id', save_sale_group.group_id));
  input jsonb;
  before public.sale_groups;
  refusal jsonb;
  row public.sale_groups;
begin
  if answer is not null then
    return answer;
  elsif caller_organization_id is null then
    perform private.refuse('This group does not exist.', '', 'sale_group_not_found');
  end if;
  if save_sale_group.group_id is null then
    input := private.check_sale_group('{"name": null, "vendor_id": null}'::jsonb || save_sale_group.sale_group);
    row := jsonb_populate_record(null::public.sale_groups, input);
  else
    input := private.check_sale_group(save_sale_group.sale_group);
    select l.refusal into refusal from private.lock_sale_group(save_sale_group.group_id) l;
    select g.* into before from public.sale_groups g
    where g.organization_id = caller_organization_id and g.id = save_sale_group.group_id;
    if refusal is not null then
      perform private.refuse_with(refusal);
    elsif before.version is distinct from save_sale_group.expected_version then
      return jsonb_build_object('outcome', 'conflict', 'id', save_sale_group.group_id, 'version', before.version);
    end if;
    row := jsonb_populate_record(before, input);
    if row.vendor_id <> before.vendor_id and exists (select 1 from public.sales s
      where s.organization_id = caller_organization_id and s.group_id = save_sale_group.group_id) then
      perform private.refuse('The vendor of a group with sales stays.', 'vendor_id', 'sale_group_vendor_fixed');
    end if;
  end if;
  if row.return_date < row.travel_date then
    perform private.refuse('The return date is before the travel date.', 'return_date', 'sale_group_returns_before');
  elsif (save_sale_group.group_id is null or row.vendor_id <> before.vendor_id) and exists (select 1 from public.vendors v
    where v.organization_id = caller_organization_id and v.id = row.vendor_id and v.archived_at is not null) then
    perform private.refuse('This vendor is archived. Choose another one, or restore it first.', 'vendor_id', 'vendor_archived');
  end if;
  begin
    if save_sale_group.group_id is null then
      insert into public.sale_groups (organization_id, name, vendor_id, booking_reference, travel_date, return_date,
        default_commission_rate, notes, created_by)
      values (caller_organization_id, row.name, row.vendor_id, row.booking_reference, row.travel_date, row.return_date,
        row.default_commission_rate, row.notes, private.acting_user(caller_organization_id))
      returning * into row;
    else
      update public.sale_groups g set name = row.name, vendor_id = row.vendor_id, booking_reference = row.booking_reference,
        travel_date = row.travel_date, return_date = row.return_date, default_commission_rate = row.default_commission_rate,
        notes = row.notes, version = g.version + 1
      where g.organization_id = caller_organization_id and g.id = save_sale_group.group_id
      returning * into row;
    end if;
  exception when unique_violation then
    perform private.refuse('Another group has this name.', 'name', 'sale_group_name_taken');
  when foreign_key_violation then
    perform private.refuse('The vendor of a group with sales stays.', 'vendor_id', 'sale_group_vendor_fixed');
  end;
  return private.end_request(request_key, row.id, jsonb_build_object('outcome', 'saved', 'id', row.id, 'version', row.version));
end $$;
comment on function public.save_sale_group is 'Adds a group, once for each key, or with `group_id` changes the given columns of it, if it
  still has the version that was seen: {outcome: ''saved'' or ''conflict'', id, version}. Its sales stay as they are.';
grant execute on function public.save_sale_group(jsonb, uuid, integer, uuid) to authenticated;

create function private.saved_by_save_sale_group(group_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('kind', 'sale_group', 'id', g.id, 'name', g.name)
  from public.sale_groups g
  where g.organization_id = private.current_organization_id() and g.id = saved_by_save_sale_group.group_id
$$;
comment on function private.saved_by_save_sale_group is 'See private.saved_as.';

create function public.archive_sale_group(group_id uuid, archived boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  refusal jsonb := (select l.refusal from private.lock_sale_group(archive_sale_group.group_id) l);
begin
  if refusal is null then
    update public.sale_groups g
    set archived_at = case when archive_sale_group.archived is not false then now() end, version = g.version + 1
    where g.id = archive_sale_group.group_id and g.organization_id = private.current_organization_id()
      and (g.archived_at is not null) <> (archive_sale_group.archived is not false);
  end if;
  return coalesce(refusal, private.command_result(null));
end $$;
comment on function public.archive_sale_group is 'Archives a group, or restores it. No sale joins an archived one; those it has stay.';
grant execute on function public.archive_sale_group(uuid, boolean) to authenticated;

create function public.delete_sale_group(group_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  refusal jsonb := (select l.refusal from private.lock_sale_group(delete_sale_group.group_id) l);
begin
  if refusal is null then
    begin
      delete from public.sale_groups g
      where g.id = delete_sale_group.group_id and g.organization_id = private.current_organization_id();
    exception when foreign_key_violation then
      refusal := private.command_result('A group with sales cannot be deleted. Archive it instead.', null, 'sale_group_in_use');
    end;
  end if;
  return coalesce(refusal, private.command_result(null));
end $$;
comment on function public.delete_sale_group is 'The foreign key decides whether there are sales, those of others included.';
grant execute on function public.delete_sale_group(uuid) to authenticated;

create function private.other_dates(sale public.sales, sale_group public.sale_groups) returns boolean
language sql immutable set search_path = '' as $$
  select sale.status = 'booked' and (sale.travel_date, sale.return_date) is distinct from (sale_group.travel_date, sale_group.return_date)
$$;
comment on function private.other_dates is 'Whether a booked sale has other dates than its group.';
grant execute on function private.other_dates(public.sales, public.sale_groups) to authenticated;

create function public.apply_group_dates(group_id uuid, expected_version integer) returns jsonb
language plpgsql volatile security invoker set search_path = '' as $$
declare
  chosen public.sale_groups;
  n integer;
begin
  -- What was seen is applied: a change that comes at the same moment comes after it.
  select g.* into chosen from public.sale_groups g where g.id = apply_group_dates.group_id;
  if chosen.id is null then
    perform private.refuse('This group does not exist.', '', 'sale_group_not_found');
  elsif chosen.version is distinct from apply_group_dates.expected_version then
    perform private.refuse('Somebody else changed this group meanwhile. Look at it again.', '', 'sale_group_changed');
  elsif chosen.travel_date is null then
    perform private.refuse('This group has no travel date.', '', 'sale_group_without_dates');
  end if;
  update public.sales s set travel_date = chosen.travel_date, return_date = chosen.return_date
  where s.group_id = chosen.id and private.other_dates(s, chosen);
  get diagnostics n = row_count;
  return jsonb_build_object('changed', n);
end $$;
comment on function public.apply_group_dates is 'Gives the booked sales of a group that the caller may change its dates: {changed}. What is
  paid or cancelled keeps its own.';
grant execute on function public.apply_group_dates(uuid, integer) to authenticated;
