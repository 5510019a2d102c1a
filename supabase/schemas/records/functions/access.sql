-- Who may see a record that people write about and attach files to: a sale, a customer, a commission, a vendor. The one place of
-- this rule: what belongs to a record (its conversation, its documents) is seen by whoever sees the record, at every moment.
-- Types are the names of their tables. A type or record that does not exist is seen by nobody.

create function private.record_audience(record_type text, record_id uuid,
  out organization_id uuid, out agent_id uuid, out all_members boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  case record_type
    when 'sales' then
      select s.organization_id, s.agent_id, false into organization_id, agent_id, all_members
      from public.sales s where s.id = record_id;
    when 'commissions' then
      select c.organization_id, c.agent_id, false into organization_id, agent_id, all_members
      from public.commissions c where c.id = record_id;
    when 'customers' then
      select c.organization_id, null, true into organization_id, agent_id, all_members
      from public.customers c where c.id = record_id;
    -- Members read a vendor's name and contact; its page, with what is between agency and vendor, is for admins.
    when 'vendors' then
      select v.organization_id, null, false into organization_id, agent_id, all_members
      from public.vendors v where v.id = record_id;
    else null;
  end case;
end $$;
comment on function private.record_audience is 'Whose a record is: its tenant, the agent who sees it beside the admins, and whether
  all members do.';

create function private.may_see_record(record_type text, record_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  audience record := private.record_audience(record_type, record_id);
begin
  return coalesce(audience.organization_id = private.current_organization_id()
    and (audience.all_members or audience.agent_id = auth.uid() or private.is_admin()), false);
end $$;
comment on function private.may_see_record is 'Whether the caller may see a record. Also for policies: it denies an inactive user
  and a revoked session.';
grant execute on function private.may_see_record(text, uuid) to authenticated;

create function private.record_readers(record_type text, record_id uuid) returns setof public.users
language sql stable security definer set search_path = '' as $$
  select u.*
  from private.record_audience(record_type, record_id) a
  join public.users u on u.organization_id = a.organization_id
  where u.is_active and (a.all_members or u.id = a.agent_id or u.role in ('owner', 'admin'))
$$;
comment on function private.record_readers is 'The active members who may see a record, whoever asks.';
