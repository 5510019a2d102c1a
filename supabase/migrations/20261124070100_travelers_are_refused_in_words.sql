-- A traveler's id that is none was refused by a cast, before any function could say at which field. The ids come as text
-- now and are looked at like everything else that was typed.

drop function public.create_sale(jsonb, uuid[]);
drop function public.update_sale(uuid, integer, jsonb, uuid[]);
drop function private.check_traveler_ids(uuid[]);

create function private.check_traveler_ids(traveler_ids text[]) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  if exists (select 1 from unnest(traveler_ids) t where t is null or not pg_input_is_valid(t, 'uuid')) then
    perform private.refuse('Choose the travelers from your customers.', 'traveler_ids');
  end if;
  return jsonb_build_object('traveler_ids', array(select t::uuid from unnest(traveler_ids) t));
end $$;

-- Records a sale with its travelers and, by trigger, its commission. Answers {id, version}.
create function public.create_sale(sale jsonb, traveler_ids text[] default '{}') returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  input jsonb;
  columns text;
  saved record;
begin
  if create_sale.sale ? 'status' then
    perform private.refuse('A new sale is booked.', 'status');
  end if;
  input := private.check_sale_input(
    -- Asked for, so a sale without them is told so.
    '{"customer_id": null, "vendor_id": null, "booking_reference": null, "total_amount": null}'::jsonb || create_sale.sale,
    '{customer_id,vendor_id,agent_id,booking_reference,sale_date,travel_date,return_date,total_amount,commission_amount,
      commission_rate,commission_basis,currency,notes}');
  if input ->> 'commission_basis' = 'amount' and not input ? 'commission_amount' then
    perform private.refuse('Enter the commission amount.', 'commission_amount');
  end if;
  input := input || private.check_traveler_ids(coalesce(create_sale.traveler_ids, '{}'));
  columns := (select string_agg(quote_ident(k), ', ') from jsonb_object_keys(input) k);
  execute format('insert into public.sales (%1$s) select %1$s from jsonb_populate_record(null::public.sales, $1)
    returning id, version', columns) into saved using input;
  return jsonb_build_object('id', saved.id, 'version', saved.version);
end $$;

-- Saves the changed fields of a sale, and its travelers unless null, if it is still at the version the caller started
-- from: {outcome: 'saved', id, version}. Otherwise nothing is written: {outcome: 'conflict', version, sale, changes}
-- with the sale as it stands and what happened since, oldest first. The row is locked in between, so of two editors
-- who save at the same moment exactly one does.
create function public.update_sale(
  sale_id uuid,
  expected_version integer,
  changes jsonb,
  traveler_ids text[] default null
) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  input jsonb := private.check_sale_input(update_sale.changes,
    '{customer_id,vendor_id,agent_id,booking_reference,sale_date,travel_date,return_date,total_amount,commission_amount,
      commission_rate,commission_basis,currency,status,notes}');
  current public.sales%rowtype;
  assignments text;
  new_version integer;
begin
  if update_sale.traveler_ids is not null then
    input := input || private.check_traveler_ids(update_sale.traveler_ids);
  end if;
  if update_sale.expected_version is null then
    perform private.refuse('Say which version of the sale was edited.', 'version');
  end if;
  select s.* into current from public.sales s where s.id = update_sale.sale_id for no key update;
  if not found then
    perform private.refuse('This sale does not exist, or it is not yours.');
  end if;

  if current.version <> update_sale.expected_version then
    return jsonb_build_object('outcome', 'conflict', 'version', current.version,
      'sale', private.describe_sale(current),
      'changes', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'changed_by', case when u.id is not null then
            jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name) end,
          'changed_at', h.created_at, 'change_type', h.change_type, 'previous_data', h.previous_data,
          'new_data', h.new_data, 'changed_fields', h.changed_fields, 'comment', h.comment, 'version', h.version)
          order by h.version), '[]')
        from public.sales_history h
        left join public.users u on u.organization_id = h.organization_id and u.id = h.changed_by
        where h.organization_id = current.organization_id and h.sales_id = current.id
          and h.version > update_sale.expected_version));
  end if;

  assignments := (select string_agg(format('%1$I = n.%1$I', k), ', ') from jsonb_object_keys(input) k);
  if assignments is null then
    new_version := current.version;
  else
    execute format('update public.sales s set %s from jsonb_populate_record(null::public.sales, $1) n
      where s.id = $2 returning s.version', assignments) into new_version using input, current.id;
  end if;
  return jsonb_build_object('outcome', 'saved', 'id', current.id, 'version', new_version);
end $$;

revoke all on function private.check_traveler_ids(text[]), public.create_sale(jsonb, text[]),
  public.update_sale(uuid, integer, jsonb, text[]) from public, anon, authenticated;
grant execute on function private.check_traveler_ids(text[]), public.create_sale(jsonb, text[]),
  public.update_sale(uuid, integer, jsonb, text[]) to authenticated;
