-- Documents: what an agency keeps on paper, with its versions and who may see it. Functions alone write (start_document_upload and
-- finish_document_upload add, save_document changes, delete_document removes); files lie in the private bucket documents (see
-- records/functions/documents_files.sql). Who sees a record is decided by private.may_see_record alone.

create function private.document_version(document public.documents) returns public.document_versions
language sql stable security definer set search_path = '' as $$
  select v.* from public.document_versions v
  where v.organization_id = document.organization_id and v.document_id = document.id
  order by v.check_state = 'accepted' desc, v.number desc limit 1
$$;
comment on function private.document_version is 'The latest accepted version of a document; of one that has none, which only whoever
  added it sees, the latest.';

create function private.is_document_for(document public.documents, organization_id uuid, user_id uuid, is_admin boolean)
returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(document.organization_id = organization_id and (document.is_checked or document.created_by = user_id)
    and (is_admin or case document.visibility
    when 'everybody' then true
    when 'member' then document.member_id = user_id
    when 'record' then (
      select a.organization_id = document.organization_id and (a.all_members or a.agent_id = user_id)
      from private.record_audience(document.record_type, document.record_id) a)
    else false end), false);
end $$;
comment on function private.is_document_for is 'Whether somebody may see a document: the one place of this rule, for its row, its
  versions and their files. `user_id` is an active member of `organization_id`; who sees a record is private.record_audience''s to
  say.';

create function private.may_see_document(document public.documents) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.is_document_for(document, private.current_organization_id(), auth.uid(), private.is_admin());
end $$;
comment on function private.may_see_document is 'The same for the caller; denies an inactive user and a revoked session.';
grant execute on function private.may_see_document(public.documents) to authenticated;

create function private.may_change_document(document public.documents) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.may_see_document(document) and (private.is_admin() or coalesce(document.created_by = auth.uid()
    and document.visibility = 'record' and document.record_type in ('customers', 'sales'), false));
end $$;
comment on function private.may_change_document is 'Whether the caller may change a document, give it a new version and delete it:
  admins, and agents what they themselves added to a sale of their own or to a customer.';

create policy "members read the documents they may see" on public.documents
  for select to authenticated using (private.may_see_document(documents));

create function private.check_document(input jsonb, out document public.documents, out refusal jsonb)
language plpgsql stable security definer set search_path = '' as $$
declare
  kind text := nullif(input ->> 'record_type', '');
  subject uuid := case when pg_input_is_valid(input ->> 'record_id', 'uuid') then (input ->> 'record_id')::uuid end;
begin
  document.organization_id := private.current_organization_id();
  document.title := private.visible_text(input ->> 'title');
  document.category := input ->> 'category';
  document.visibility := input ->> 'visibility';
  document.asks_to_read := coalesce(input ->> 'asks_to_read', '') = 'true';
  document.customer_id := case kind when 'customers' then subject end;
  document.sale_id := case kind when 'sales' then subject end;
  document.commission_id := case kind when 'commissions' then subject end;
  document.vendor_id := case kind when 'vendors' then subject end;
  if document.visibility = 'member' and pg_input_is_valid(input ->> 'member_id', 'uuid') then
    document.member_id := (input ->> 'member_id')::uuid;
  end if;
  if private.is_iso_date(input ->> 'expires_on') then
    document.expires_on := (input ->> 'expires_on')::date;
  end if;
  refusal := case
    when document.organization_id is null then private.command_result('You do not have permission to keep documents here.',
      null, 'documents_not_allowed')
    when document.title is null then private.command_result('Enter a title.', 'title', 'title_missing')
    when char_length(document.title) > 200 then private.command_result('Use at most 200 characters.',
      'title', 'text_too_long', '{"most": 200}')
    when document.category is null or document.category not in (
      'vendor_contract', 'agent_agreement', 'customer_document', 'sale_document', 'statement', 'other') then
      private.command_result('Choose a category.', 'category', 'category_missing')
    when kind is not null and (not private.may_see_record(kind, subject) or kind = 'customers' and exists (
      select 1 from public.customers c where c.id = subject and (c.merged_into is not null or c.erased_at is not null))) then
      private.command_result('This record does not exist.', 'record_id', 'record_not_found')
    when document.visibility is null or document.visibility not in ('admins', 'record', 'member', 'everybody') then
      private.command_result('Choose who may see it.', 'visibility', 'visibility_missing')
    when document.visibility = 'record' and kind is null then
      private.command_result('Choose the record it belongs to, or others who may see it.', 'visibility', 'visibility_of_no_record')
    when document.visibility = 'member' and not exists (
      select 1 from public.users u
      where u.organization_id = document.organization_id and u.id = document.member_id and u.is_active) then
      private.command_result('Choose a member of the team.', 'member_id', 'document_member_missing')
    when not private.is_admin() and (document.visibility <> 'record' or kind not in ('customers', 'sales')
      or document.category not in ('customer_document', 'sale_document', 'other')) then
      private.command_result('Agents keep documents of customers and of their own sales, for those who may see the record.',
        'visibility', 'documents_of_agents')
    when coalesce(input ->> 'expires_on', '') <> '' and document.expires_on is null then
      private.command_result('Enter a date like 11/19/2026.', 'expires_on', 'date_expected')
    when document.asks_to_read and document.visibility = 'record' then
      private.command_result('Who may see a record changes. Choose others who may see it.', 'asks_to_read', 'reading_of_record')
  end;
end $$;
comment on function private.check_document is 'The document somebody describes by {title, category, record_type, record_id,
  visibility, member_id, expires_on, asks_to_read}, as a row of the caller''s tenant; `refusal` is the answer when it may not be so.';

create function private.lock_document(document_id uuid, out document public.documents, out refusal jsonb)
language plpgsql volatile security definer set search_path = '' as $$
begin
  select d.* into document from public.documents d
  where d.organization_id = private.current_organization_id() and d.id = lock_document.document_id for no key update;
  refusal := case
    when document.id is null or not private.may_see_document(document) then private.command_result('This document does not exist.',
      null, 'document_not_found')
    when not private.may_change_document(document) then
      private.command_result('Only admins and whoever added a document can change it.', null, 'document_not_yours')
  end;
end $$;
comment on function private.lock_document is 'The document that the caller may change, locked. `refusal` is the answer when there
  is none.';

create function public.save_document(document_id uuid, expected_version integer, document jsonb, request_key uuid default null)
returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  locked record;
  checked record;
  wanted public.documents;
  answer jsonb := private.begin_request('save_document', request_key, coalesce(save_document.document, '{}')
    || jsonb_build_object('document_id', save_document.document_id, 'expected_version', save_document.expected_version));
begin
  if answer is not null then
    return answer;
  end if;
  select l.* into locked from private.lock_document(save_document.document_id) l;
  if locked.refusal is not null then
    return locked.refusal;
  elsif (locked.document).version is distinct from save_document.expected_version then
    return private.command_result('Somebody else has changed this document meanwhile. Close it and open it again.',
      'version', 'document_changed');
  end if;
  select c.* into checked from private.check_document(save_document.document) c;
  if checked.refusal is not null then
    return checked.refusal;
  end if;
  wanted := checked.document;
  update public.documents d set title = wanted.title, category = wanted.category, customer_id = wanted.customer_id,
    sale_id = wanted.sale_id, commission_id = wanted.commission_id, vendor_id = wanted.vendor_id, visibility = wanted.visibility,
    member_id = wanted.member_id, asks_to_read = wanted.asks_to_read, expires_on = wanted.expires_on, version = d.version + 1,
    announced_days = case when d.expires_on is not distinct from wanted.expires_on then d.announced_days end
  where d.id = (locked.document).id;
  perform private.audit(wanted.organization_id, 'document_changed', wanted.customer_id, (locked.document).id,
    jsonb_build_object('visibility', wanted.visibility));
  return private.end_request(request_key, (locked.document).id, private.command_result(null));
end $$;
comment on function public.save_document is 'Saves all that is said about a document (see private.check_document), unless somebody
  has changed it since `expected_version`; once for each `request_key`.';
grant execute on function public.save_document(uuid, integer, jsonb, uuid) to authenticated;

create function private.saved_by_save_document(document_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object('kind', 'document', 'id', d.id, 'name', d.title, 'record',
    case when d.record_id is not null then jsonb_build_object('kind', rtrim(d.record_type, 's'), 'id', d.record_id) end))
  from public.documents d where d.id = saved_by_save_document.document_id and private.may_see_document(d)
$$;
comment on function private.saved_by_save_document is 'See private.saved_as.';

create function public.delete_document(document_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  locked record;
begin
  select l.* into locked from private.lock_document(delete_document.document_id) l;
  if locked.refusal is not null then
    return locked.refusal;
  end if;
  delete from public.documents d where d.id = (locked.document).id;
  perform private.audit((locked.document).organization_id, 'document_deleted', (locked.document).customer_id,
    (locked.document).id);
  return private.command_result(null);
end $$;
comment on function public.delete_document is 'Deletes a document with all its versions; their files are removed by the scheduled
  job.';
grant execute on function public.delete_document(uuid) to authenticated;
