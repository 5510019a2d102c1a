create function public.set_member_active(member_id uuid, active boolean, reassign_to uuid default null) returns jsonb
language plpgsql security definer set search_path = '' set statement_timeout = '8s' as $$
declare
  locked record;
  open_sales uuid[];
  reason text;
  detail text;
begin
  -- Who is active again can sign in: that opens an account. Closing one is never made to wait.
  if set_member_active.active then
    perform private.require_step_up();
  end if;
  select t.* into locked from private.lock_member(set_member_active.member_id) t;
  if locked.refusal is not null then
    return locked.refusal;
  elsif set_member_active.active is null then
    return private.command_result('Say whether the person is active.', 'active', 'member_active_unsaid');
  end if;

  if set_member_active.reassign_to is not null then
    if set_member_active.active then
      return private.command_result('Sales are given to somebody else only when a person is deactivated.',
        'reassign_to', 'handover_of_active_member');
    elsif set_member_active.reassign_to = (locked.member).id then
      return private.command_result('Choose somebody else to take over the open sales.', 'reassign_to', 'handover_to_oneself');
    elsif not exists (
      select 1 from public.users u
      where u.id = set_member_active.reassign_to and u.organization_id = (locked.member).organization_id and u.is_active
    ) then
      return private.command_result('Choose an active member of your organization to take over the open sales.',
        'reassign_to', 'handover_to_nobody');
    end if;
  end if;

  begin
    if set_member_active.reassign_to is not null then
      -- The lock order of everything that locks several sales: sales by id, then their commissions in the same order.
      open_sales := array(
        select s.id from public.sales s
        where s.organization_id = (locked.member).organization_id and s.agent_id = (locked.member).id and s.status = 'booked'
        order by s.id for no key update);
      open_sales := array(
        select c.sales_id from public.commissions c
        where c.organization_id = (locked.member).organization_id and c.sales_id = any (open_sales) and c.status = 'unpaid'
        order by c.sales_id for no key update);
      update public.sales s set agent_id = set_member_active.reassign_to
      where s.organization_id = (locked.member).organization_id and s.id = any (open_sales);
    end if;
    update public.users u set is_active = set_member_active.active
    where u.id = (locked.member).id and u.is_active <> set_member_active.active;
  exception when raise_exception then
    -- Refused by keep_an_active_owner; the subtransaction has rolled back the reassignment.
    get stacked diagnostics reason = message_text, detail = pg_exception_detail;
    return private.command_result(reason) || private.fact_of(detail);
  end;
  return private.command_result(null) || jsonb_build_object('reassigned', coalesce(cardinality(open_sales), 0));
end $$;
comment on function public.set_member_active is 'Activates or deactivates a member. With `reassign_to` the open sales of a
  deactivated member (booked, commission unpaid) go to that active member. Answers {success, error, field, reassigned}, the last one
  being the number of reassigned sales.';
grant execute on function public.set_member_active(uuid, boolean, uuid) to authenticated;
