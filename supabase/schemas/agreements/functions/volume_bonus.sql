-- What a vendor pays on top for the volume of a period, as a commission without a sale. Who confirms it says how much.

create function public.expect_volume_bonus(vendor_id uuid, period_start date, period_end date, amount numeric, due_on date default null,
  request_key uuid default null)
returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id constant uuid := private.admin_organization_id();
  answer jsonb := private.begin_request('expect_volume_bonus', request_key, jsonb_build_object('vendor_id', expect_volume_bonus.vendor_id,
    'period_start', expect_volume_bonus.period_start, 'period_end', expect_volume_bonus.period_end,
    'amount', expect_volume_bonus.amount, 'due_on', expect_volume_bonus.due_on));
  new_id uuid;
begin
  if answer is not null then
    return answer;
  end if;
  -- Two that confirm the same bonus come one after the other.
  answer := private.lock_vendor(expect_volume_bonus.vendor_id);
  if answer is not null then
    return answer;
  elsif expect_volume_bonus.period_start is null or expect_volume_bonus.period_end is null
    or expect_volume_bonus.period_end < expect_volume_bonus.period_start
    or expect_volume_bonus.period_start < '1900-01-01' or expect_volume_bonus.period_end > '2199-12-31' then
    return private.command_result('The period ends after it begins, two years later at the most.', 'period_end', 'bonus_period_wrong');
  elsif expect_volume_bonus.amount is null or round(expect_volume_bonus.amount, 2) not between 0.01 and 9999999999.99 then
    return private.command_result('Enter an amount of 0.01 or more. The most is 9,999,999,999.99.', 'amount', 'bonus_amount_out_of_range');
  elsif expect_volume_bonus.due_on not between '1900-01-01' and '2199-12-31' then
    return private.command_result('Enter a date like 11/19/2026.', 'due_on', 'date_expected');
  elsif exists (select 1 from public.other_commissions c
    where c.organization_id = caller_organization_id and c.kind = 'volume_bonus' and c.vendor_id = expect_volume_bonus.vendor_id
      and c.status <> 'cancelled'
      and c.period_start = expect_volume_bonus.period_start and c.period_end = expect_volume_bonus.period_end) then
    return private.command_result('The bonus of this vendor for this period is expected already.', null, 'bonus_expected_already');
  end if;
  -- Without shares: the agency keeps it whole.
  new_id := private.write_other_commission(caller_organization_id, 'volume_bonus', null, expect_volume_bonus.vendor_id,
    expect_volume_bonus.period_start, expect_volume_bonus.period_end, round(expect_volume_bonus.amount, 2), expect_volume_bonus.due_on,
    expect_volume_bonus.period_end, null);
  return private.end_request(request_key, new_id, private.command_result(null) || jsonb_build_object('id', new_id));
end $$;
comment on function public.expect_volume_bonus is 'Makes the bonus of a vendor for a period a commission that is expected (admins), once for each
  vendor and period and for each key: {success, error, field, id}. The agency keeps it whole.';
grant execute on function public.expect_volume_bonus(uuid, date, date, numeric, date, uuid) to authenticated;

create function private.saved_by_expect_volume_bonus(other_commission_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('kind', 'vendor', 'id', v.id, 'name', v.name)
  from public.other_commissions c join public.vendors v on v.id = c.vendor_id
  where c.organization_id = private.admin_organization_id() and c.id = saved_by_expect_volume_bonus.other_commission_id
$$;
comment on function private.saved_by_expect_volume_bonus is 'See private.saved_as.';
