-- History of commissions: what changed, when and by whom. Append-only (guard_history), written by triggers of commissions;
-- clients read it where they may read the commission; besides by correct_agent_payment, whose payments have no history of their
-- own. An update keeps the changed fields only, without derived columns and
-- without the agent's split and share, which the next agent of a sale must not learn.

create function private.derived_commission_columns() returns text[]
language sql immutable set search_path = '' as $$
  select '{id,organization_id,sales_id,sale_date,sale_paid,vendor_id,due_on,commission_split,agent_amount,deposited_amount,
    open_amount,undeposited_amount,manual_amount,share_base,share_percents,seller_paid,split_parts,taken_back_amount,manual_written_off,created_at,updated_at}'::text[]
$$;
comment on function private.derived_commission_columns is 'Columns left out of the history: keys, time stamps, what follows from the
  sale (which has a history of its own) or from the vendor''s terms, and the agent''s split and share.';

create function private.write_commission_history() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  hidden constant text[] := private.derived_commission_columns();
  -- Called from within another trigger: that of the sale, or of a share that was paid.
  moved_by_sale constant boolean := pg_trigger_depth() > 1;
  -- private.acting_user for any organization, looked up once.
  actor record;
begin
  select u.id, u.organization_id into actor from public.users u where u.id = auth.uid();
  if tg_op = 'INSERT' then
    insert into public.commission_history
      (commission_id, organization_id, changed_by, change_type, new_status, new_data, notes, code)
    select n.id, n.organization_id, case when actor.organization_id = n.organization_id then actor.id end, 'create',
      n.status, jsonb_strip_nulls(to_jsonb(n) - hidden), 'Commission created with the sale', 'created'
    from added n
    order by n.id;
    return null;
  end if;
  insert into public.commission_history
    (commission_id, organization_id, changed_by, change_type, previous_status, new_status, previous_data, new_data, notes, code, params)
  select n.id, n.organization_id, case when actor.organization_id = n.organization_id then actor.id end,
    case when n.status <> n.old_status then 'status_change' else 'update' end, n.old_status, n.status,
    c.previous_data, c.new_data,
    case w.code
      when 'note' then n.new_note
      when 'deposit' then private.given_reason()
      when 'sale_cancelled' then 'Sale cancelled'
      when 'sale_paid' then 'Sale marked as paid'
      when 'receipt_recorded' then 'Receipt recorded'
      when 'receipt_taken_back' then 'Receipt taken back'
      when 'agent_paid' then 'Agent payment recorded'
      when 'status_changed' then 'Status updated'
      when 'agent_changed' then 'Sale given to another agent'
      when 'amount_changed' then 'Amount follows the sale'
      else 'Details updated' end,
    case w.code when 'note' then null when 'deposit' then private.given_note() ->> 'code' else w.code end,
    case when w.code = 'deposit' then coalesce(private.given_note() -> 'params', '{}') else '{}' end
  -- A full join behind a fence (offset 0): a plain join of transition tables is planned for one row and loops over thousands.
  from (
    select n.id, n.organization_id, n.status, o.status as old_status, n.agent_id <> o.agent_id as another_agent,
      n.amount <> o.amount as another_amount, n.received_on is not null as is_received,
      (n.deposited_amount, n.written_off - n.manual_written_off) <> (o.deposited_amount, o.written_off - o.manual_written_off)
        as another_deposit,
      (n.received_on, n.received_amount, n.manual_written_off)
        is distinct from (o.received_on, o.received_amount, o.manual_written_off) as another_receipt,
      case when n.notes is distinct from o.notes then n.notes end as new_note,
      to_jsonb(o) - hidden as before, to_jsonb(n) - hidden as after
    from changed n full join replaced o on o.id = n.id offset 0) n
  cross join lateral (
    select jsonb_object_agg(e.key, n.before -> e.key) as previous_data, jsonb_object_agg(e.key, e.value) as new_data,
      count(*) as fields
    from jsonb_each(n.after) e where e.value is distinct from n.before -> e.key) c
  cross join lateral (select case
    when n.new_note is not null then 'note'
    -- Which one, the reason says.
    when n.another_deposit then 'deposit'
    when n.status = 'agent_paid' and n.old_status <> 'agent_paid' then 'agent_paid'
    when n.status <> n.old_status and moved_by_sale then
      case n.status when 'cancelled' then 'sale_cancelled' else 'sale_paid' end
    when n.another_receipt then case when n.is_received then 'receipt_recorded' else 'receipt_taken_back' end
    when n.status <> n.old_status then 'status_changed'
    when n.another_agent then 'agent_changed'
    when n.another_amount then 'amount_changed'
    else 'updated' end as code) w
  where c.fields > 0
  order by n.id;
  return null;
end $$;

create function private.commission_history_of(commission_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  -- Asked once and first: what is not shown takes as long as what is not there.
  with commission as materialized (
    select c.id from public.commissions c where c.id = commission_history_of.commission_id
  ), entries as (
    select h.* from public.commission_history h where h.commission_id = (select c.id from commission c)
  ), mentioned as (
    select distinct (d.data ->> 'agent_id')::uuid as id
    from entries e
    cross join lateral (values (e.previous_data), (e.new_data)) d(data)
    where d.data ->> 'agent_id' is not null
  )
  select jsonb_build_object(
    'entries', (select coalesce(jsonb_agg(jsonb_build_object(
        'id', e.id, 'change_type', e.change_type, 'previous_status', e.previous_status, 'new_status', e.new_status,
        'previous_data', e.previous_data, 'new_data', e.new_data, 'notes', e.notes, 'code', e.code, 'params', e.params, 'created_at', e.created_at,
        'user', (
          select jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'avatar_url', u.avatar_url)
          from public.users u where u.id = e.changed_by)
      ) order by e.created_at, e.id), '[]') from entries e),
    'names', (select coalesce(jsonb_object_agg(u.id, u.first_name || ' ' || u.last_name), '{}')
      from mentioned m join public.users u on u.id = m.id))
$$;
comment on function private.commission_history_of is '{entries, names}: the entries, oldest first, with who changed what, and the
  names of the agents they mention, by id. It runs with the caller''s rights: row-level security decides.';
grant execute on function private.commission_history_of(uuid) to authenticated;
