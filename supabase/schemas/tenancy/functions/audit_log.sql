-- The audit log, and disclosures: what may be told only after the audit log has a record of it.

create function private.guard_audit_log() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and private.in_mode('erasing')
    and to_jsonb(new) - 'details' = to_jsonb(old) - 'details' then
    return new;
  end if;
  perform private.refuse('History can be neither changed nor deleted.', '', 'history_is_kept');
  return null;
end $$;
comment on function private.guard_audit_log is 'Append-only, for the owner of the table as well. Only an erasure may change
  `details`.';

create function private.audit(organization_id uuid, action text, customer uuid, subject uuid, details jsonb default '{}')
returns void
language sql volatile security definer set search_path = '' as $$
  insert into private.audit_log (organization_id, actor_id, action, customer_id, subject_id, details)
  values (audit.organization_id, private.acting_user(audit.organization_id), action, customer, subject, details)
$$;

create function private.allow_disclosure(what text, subject uuid) returns uuid
language sql volatile security definer set search_path = '' as $$
  delete from private.disclosures d
  where d.organization_id = private.current_organization_id() and d.actor_id = auth.uid()
    and d.created_at < clock_timestamp() - interval '2 days';
  insert into private.disclosures (organization_id, actor_id, what, subject_id)
  values (private.current_organization_id(), auth.uid(), allow_disclosure.what, subject)
  returning id
$$;
comment on function private.allow_disclosure is 'The first call, after its checks and its audit record: lets the caller read
  `subject` once, within a minute. What is two days old serves no limit any more.';

create function private.disclosure_refusal() returns jsonb
language sql immutable set search_path = '' as $$
  select private.command_result('This can be read once, within a minute. Ask for it again.', null, 'disclosure_over')
$$;

create function private.take_disclosure(what text, disclosure_id uuid) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  subject uuid;
begin
  update private.disclosures d set told_at = clock_timestamp()
  where d.id = take_disclosure.disclosure_id and d.what = take_disclosure.what
    and d.organization_id = private.current_organization_id() and d.actor_id = auth.uid()
    and d.told_at is null and d.created_at > clock_timestamp() - interval '1 minute'
  returning d.subject_id into subject;
  if subject is null then
    perform private.refuse_with(private.disclosure_refusal());
  end if;
  return subject;
end $$;
comment on function private.take_disclosure is 'The second call: the subject, and marks it as told. Refuses alike what does not
  exist, is somebody else''s, was told or is late.';
