-- What of the bank is in the audit log: triggers on the tables that hold the decisions, one entry for what was done at once.

create function private.audit_bank_decisions() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  d record;
begin
  for d in
    select n.organization_id, n.group_id, n.action, case when count(distinct t.vendor_id) = 1 and count(t.vendor_id) = count(*) then (array_agg(t.vendor_id))[1] end as vendor_id, (array_agg(n.decided_by))[1] as decided_by,
      min(n.details ->> 'status') as before, sum(t.amount) as amount
    from added n
    left join public.bank_transactions t on t.organization_id = n.organization_id and t.id = n.transaction_id
    group by 1, 2, 3
  loop
    -- Of a group that is decided in steps the first one told it; how many it became is counted when it is read.
    if not exists (select 1 from private.audit_log l
      where l.organization_id = d.organization_id and l.subject_id = d.group_id and l.action = 'bank_' || d.action) then
      perform private.audit(d.organization_id, 'bank_' || d.action, null, d.group_id, case d.action
        when 'match' then private.audit_change('deposit', d.before, 'matched')
        when 'accept' then private.audit_change('deposit', d.before, 'matched')
        when 'set_aside' then private.audit_change('deposit', d.before, 'set_aside')
        when 'reopen' then private.audit_change('deposit', d.before, 'open')
        else '{}' end || jsonb_strip_nulls(jsonb_build_object('vendor_id', d.vendor_id)), d.amount, d.decided_by, d.decided_by is null);
    end if;
  end loop;
  return null;
end $$;
comment on function private.audit_bank_decisions is 'An entry for each group of decisions, by its id, and one more when it is undone.';

create function private.audit_bank_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.audit(new.organization_id, case when tg_op = 'INSERT' then 'bank_account_added' else 'bank_account_changed' end, null,
    new.id, case when tg_op = 'INSERT' then '{}' else jsonb_build_object('changes', private.audit_changes(
      jsonb_build_object('name', old.name, 'institution', old.institution, 'last_four', old.last_four, 'archived', old.archived_at is not null),
      jsonb_build_object('name', new.name, 'institution', new.institution, 'last_four', new.last_four, 'archived', new.archived_at is not null))) end,
    null, case when tg_op = 'INSERT' then new.created_by end);
  return null;
end $$;

create function private.audit_bank_import() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.audit(new.organization_id, 'bank_import_' || new.status, null, new.id, jsonb_build_object('added', old.added,
    'here', new.here, 'broken', new.broken), null, null, new.connection_id is not null and new.status = 'done');
  return null;
end $$;
comment on function private.audit_bank_import is 'Entries: bank_import_done, bank_import_cancelled, bank_import_undone.';

create function private.audit_bank_rule() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    perform private.audit(new.organization_id, 'bank_rule_added', null, new.id);
  elsif tg_op = 'DELETE' then
    perform private.audit(old.organization_id, 'bank_rule_deleted', null, old.id);
  elsif not private.in_mode('erasing') then
    perform private.audit(new.organization_id, 'bank_rule_changed', null, new.id, jsonb_build_object('changes', private.audit_changes(
      to_jsonb(old), to_jsonb(new), '{id,position,payer_key,text_contains,updated_at,version,account_id,vendor_id}')));
  end if;
  return null;
end $$;
comment on function private.audit_bank_rule is 'Entries: bank_rule_added, bank_rule_changed, bank_rule_deleted. Payer and text may name a
  customer: they are found when an entry is read.';

create function private.audit_bank_rule_order() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.audit(o.organization_id, 'bank_rules_ordered', null, null, jsonb_build_object('count', count(*)))
  from (
    select b.organization_id from (table replaced union all table changed) b
    group by b.organization_id, b.id having min(b.position) <> max(b.position)) o
  group by o.organization_id;
  return null;
end $$;

create function private.audit_statement() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  r public.bank_remittances := case when tg_op = 'DELETE' then old else new end;
begin
  perform private.audit(r.organization_id, case tg_op when 'INSERT' then 'statement_added' when 'DELETE' then 'statement_removed'
    else 'statement_changed' end, null, r.id, case when tg_op = 'UPDATE' then private.audit_change('state', old.state, new.state)
    else '{}' end || jsonb_strip_nulls(jsonb_build_object('vendor_id', r.vendor_id, 'source', r.source)));
  return null;
end $$;
comment on function private.audit_statement is 'Entries: statement_added, statement_changed, statement_removed, of vendors'' statements.';
