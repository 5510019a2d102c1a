-- "I have read this": who confirmed which version when, who is asked and who has not yet. A new version asks anew. Whoever
-- uploaded the version is not asked.

create function private.document_readers(document public.documents) returns table (user_id uuid, read_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select u.id, r.read_at
  from private.document_version(document) v
  join public.users u on u.organization_id = document.organization_id and u.is_active and u.id is distinct from v.uploaded_by
    and case document.visibility when 'everybody' then true when 'member' then u.id = document.member_id
      else u.role in ('owner', 'admin') end
  left join public.document_reads r on r.version_id = v.id and r.user_id = u.id
  where document.asks_to_read and document.is_checked
$$;
comment on function private.document_readers is 'Who is asked to read the latest version of a document, and when they did. Nobody
  while it asks nobody.';

create function private.document_to_confirm(organization_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', d.id, 'title', d.title, 'waits_for_me', w.waits_for_me,
    'names', case when private.is_admin() then w.names else '[]' end, 'count', case when private.is_admin() then w.count else 0 end)
  from public.documents d
  cross join lateral (
    select coalesce(bool_or(r.user_id = auth.uid()), false) as waits_for_me,
      count(*) filter (where r.user_id <> auth.uid()) as count,
      coalesce(jsonb_agg(u.first_name || ' ' || u.last_name order by u.last_name, u.first_name, u.id)
        filter (where r.user_id <> auth.uid()), '[]') as names
    from private.document_readers(d) r join public.users u on u.id = r.user_id
    where r.read_at is null) w
  where d.organization_id = document_to_confirm.organization_id and d.asks_to_read and private.may_see_document(d)
    and (w.waits_for_me or private.is_admin() and w.count > 0)
  order by w.waits_for_me desc, d.created_at desc, d.id limit 1
$$;
comment on function private.document_to_confirm is 'The first document that waits: for an agent one they have to read, for an admin
  one that anybody has to.';

create function public.confirm_document_read(version_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  document public.documents;
  latest public.document_versions;
begin
  select d.* into document
  from public.document_versions v join public.documents d on d.id = v.document_id and d.organization_id = v.organization_id
  where v.organization_id = private.current_organization_id() and v.id = confirm_document_read.version_id
    and v.check_state = 'accepted' for share of d;
  if document.id is null or not private.may_see_document(document) then
    return private.command_result('This document does not exist.', null, 'document_not_found');
  end if;
  latest := private.document_version(document);
  if latest.id <> confirm_document_read.version_id then
    return private.command_result('There is a newer version. Open it first.', null, 'document_newer_version');
  elsif not exists (select 1 from private.document_readers(document) r where r.user_id = auth.uid()) then
    return private.command_result('This document does not ask you to confirm.', null, 'document_asks_nothing');
  end if;
  insert into public.document_reads (organization_id, document_id, version_id, user_id)
  values (document.organization_id, document.id, latest.id, auth.uid()) on conflict do nothing;
  return private.command_result(null);
end $$;
comment on function public.confirm_document_read is 'The caller has read the version they are asked to read. Idempotent.';
grant execute on function public.confirm_document_read(uuid) to authenticated;

create function public.remind_document_readers(document_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  document public.documents;
  reminded int;
begin
  select d.* into document from public.documents d
  where d.organization_id = private.admin_organization_id() and d.id = remind_document_readers.document_id
    and private.may_see_document(d);
  if document.id is null then
    return case when private.is_admin() then private.command_result('This document does not exist.', null, 'document_not_found')
      else private.command_result('Only admins can remind others.', null, 'reminders_are_for_admins') end;
  end if;
  insert into public.notifications (organization_id, user_id, type, message, commentable_type, commentable_id, code, params)
  select document.organization_id, r.user_id, 'document',
    private.acting_name(document.organization_id) || ' asks you to read “' || document.title || '”.', 'documents', document.id,
    'asked_to_read', jsonb_build_object('by', private.acting_name(document.organization_id), 'title', document.title)
  from private.document_readers(document) r
  where r.read_at is null and r.user_id <> auth.uid() order by r.user_id;
  get diagnostics reminded = row_count;
  return private.command_result(null) || jsonb_build_object('reminded', reminded);
end $$;
comment on function public.remind_document_readers is 'Notifies everybody who has not read a document yet (admins). Answers
  {success, reminded} or {success, error, field}.';
grant execute on function public.remind_document_readers(uuid) to authenticated;
