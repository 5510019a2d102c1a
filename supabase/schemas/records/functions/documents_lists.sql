-- What the screens read of documents, one call a screen, within what the caller may see (private.may_see_document).

create function private.document_record_label(document public.documents) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  if document.record_id is null or not private.may_see_record(document.record_type, document.record_id) then
    return null;
  end if;
  return case document.record_type
    when 'customers' then (
      select c.first_name || ' ' || c.last_name from public.customers c where c.id = document.customer_id)
    when 'vendors' then (select v.name from public.vendors v where v.id = document.vendor_id)
    else (
      select coalesce(nullif(btrim(s.booking_reference), ''), c.first_name || ' ' || c.last_name)
      from public.sales s join public.customers c on c.id = s.customer_id
      where s.id = coalesce(document.sale_id, (
        select m.sales_id from public.commissions m where m.id = document.commission_id))) end;
end $$;
comment on function private.document_record_label is 'What a document belongs to, as its readers call it. Null without a record, and
  for whoever may not see the record.';

create function private.document_rows(organization_id uuid, ids uuid[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'title', d.title, 'category', d.category, 'visibility', d.visibility,
    'expires_on', d.expires_on, 'asks_to_read', d.asks_to_read, 'version', d.version,
    'file', jsonb_build_object('id', v.id, 'number', v.number, 'name', v.file_name, 'type', v.mime_type, 'size', v.size),
    'check', private.pending_check(d), 'updated_at', v.created_at, 'updated_by', u.first_name || ' ' || u.last_name,
    'record', case when l.label is not null then
      jsonb_build_object('type', d.record_type, 'id', d.record_id, 'label', l.label) end,
    'member', case when m.id is not null then jsonb_build_object('id', m.id, 'name', m.first_name || ' ' || m.last_name) end,
    'may_change', private.may_change_document(d),
    'waits_for_me', auth.uid() in (select r.user_id from private.document_readers(d) r where r.read_at is null),
    'readers', case when d.asks_to_read and private.is_admin() then (
      select jsonb_build_object('asked', count(*), 'read', count(r.read_at)) from private.document_readers(d) r) end)
    order by i.n), '[]')
  from unnest(ids) with ordinality i(id, n)
  join public.documents d on d.organization_id = document_rows.organization_id and d.id = i.id
  cross join lateral private.document_version(d) v
  cross join lateral private.document_record_label(d) l(label)
  left join public.users u on u.id = v.uploaded_by
  left join public.users m on m.id = d.member_id
$$;
comment on function private.document_rows is 'What lists show of documents, in the order of `ids`. Of the readers an agent learns
  about themselves alone.';

create function public.list_documents(
  state text default 'all', category text default null, record_type text default null, record_id uuid default null,
  visibility text default null, search text default null, sort text default 'expires_on', descending boolean default false,
  page int default 1, page_size int default 10)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.current_organization_id();
  sees_all boolean := private.is_admin();
  today date := private.today();
  patterns text[] := private.search_patterns(private.normalize_search_text(private.cut_search(list_documents.search)));
  wanted text := case when list_documents.state in ('expiring', 'expired', 'to_read') then list_documents.state else 'all' end;
  key text := case when list_documents.sort in ('title', 'category', 'updated_at') then list_documents.sort else 'expires_on' end;
  down boolean := coalesce(list_documents.descending, false);
  page_no int := greatest(coalesce(list_documents.page, 1), 1);
  size int := least(greatest(coalesce(list_documents.page_size, 10), 1), 100);
  ids uuid[];
  total bigint;
  counts jsonb;
  to_confirm jsonb;
begin
  if private.has_too_many_search_words(patterns) then
    caller_organization_id := null;
  end if;
  with visible as materialized (
    select d.id, d.title, d.category, d.expires_on, f.created_at as updated_at,
      coalesce(d.expires_on between today and today + 60, false) as is_expiring, coalesce(d.expires_on < today, false) as is_expired,
      d.asks_to_read and exists (
        select 1 from private.document_readers(d) r where r.read_at is null and (sees_all or r.user_id = auth.uid())) as is_to_read
    from public.documents d
    cross join lateral (
      select v.file_name, v.created_at from public.document_versions v
      where v.organization_id = d.organization_id and v.document_id = d.id
      order by v.check_state = 'accepted' desc, v.number desc limit 1) f
    where d.organization_id = caller_organization_id and (d.is_checked or d.created_by = auth.uid())
      and (list_documents.category is null or d.category = list_documents.category)
      and (list_documents.visibility is null or d.visibility = list_documents.visibility)
      and (list_documents.record_type is null or d.record_type = list_documents.record_type
        or list_documents.record_type = 'members' and d.member_id is not null)
      and (list_documents.record_id is null or d.record_id = list_documents.record_id)
      and (sees_all or private.is_document_for(d, caller_organization_id, auth.uid(), false))
      -- The name of a record counts for those who see the record.
      and (patterns is null or private.normalize_search_text(concat_ws(' ', d.title, f.file_name,
        case when sees_all or d.visibility = 'record' then (
          select concat_ws(' ', c.first_name, c.last_name) from public.customers c where c.id = d.customer_id
          union all
          select v.name from public.vendors v where v.id = d.vendor_id
          union all
          select s.booking_reference from public.sales s where s.id = d.sale_id
          union all
          select s.booking_reference from public.commissions m join public.sales s on s.id = m.sales_id
          where m.id = d.commission_id) end)) like all (patterns))),
  chosen as (
    select * from visible v
    where case wanted when 'expiring' then v.is_expiring when 'expired' then v.is_expired when 'to_read' then v.is_to_read
      else true end)
  select (select jsonb_build_object('all', count(*), 'expiring', count(*) filter (where v.is_expiring),
      'expired', count(*) filter (where v.is_expired), 'to_read', count(*) filter (where v.is_to_read)) from visible v),
    (select count(*) from chosen),
    array(
      select c.id from chosen c
      order by
        case when key = 'expires_on' and not down then c.expires_on end,
        case when key = 'expires_on' and down then c.expires_on end desc nulls last,
        case when key = 'title' and not down then lower(c.title) when key = 'category' and not down then c.category end,
        case when key = 'title' and down then lower(c.title) when key = 'category' and down then c.category end desc,
        case when key = 'updated_at' and not down then c.updated_at end,
        case when key = 'updated_at' and down then c.updated_at end desc,
        lower(c.title), c.id
      limit size offset (page_no - 1)::bigint * size)
  into counts, total, ids;
  if list_documents.record_id is null then
    to_confirm := private.document_to_confirm(caller_organization_id);
  end if;
  return jsonb_build_object('rows', private.document_rows(caller_organization_id, ids), 'count', total, 'page', page_no,
    'page_size', size, 'total_pages', (total + size - 1) / size, 'counts', counts, 'to_confirm', to_confirm,
    'looks_into_files', private.has_functions());
end $$;
comment on function public.list_documents is '{rows, count, page, page_size, total_pages, counts: {all, expiring, expired, to_read},
  to_confirm, looks_into_files}: one page of documents. `state` is all, expiring (within 60 days), expired or to_read (an agent''s own, an admin''s of
  everybody); `counts` obey every filter but it. `record_type` ''members'' are those of one member. `to_confirm` is the first
  document that somebody has to read: {id, title, waits_for_me, names, count}. `looks_into_files`: what a file holds is checked.';
grant execute on function public.list_documents(text, text, text, uuid, text, text, text, boolean, int, int) to authenticated;

create function public.get_document(document_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  document public.documents;
begin
  select d.* into document from public.documents d
  where d.organization_id = private.current_organization_id() and d.id = get_document.document_id;
  if document.id is null or not private.may_see_document(document) then
    return null;
  end if;
  return (private.document_rows(document.organization_id, array[document.id]) -> 0) || jsonb_build_object(
    'versions', (
      select jsonb_agg(jsonb_build_object('id', v.id, 'number', v.number, 'name', v.file_name, 'type', v.mime_type,
        'size', v.size, 'uploaded_at', v.created_at, 'uploaded_by', u.first_name || ' ' || u.last_name,
        'check', private.version_check(v)) order by v.number desc)
      from public.document_versions v left join public.users u on u.id = v.uploaded_by
      where v.organization_id = document.organization_id and v.document_id = document.id
        and (v.check_state = 'accepted' or v.uploaded_by = auth.uid())),
    'read_by', case when document.asks_to_read and private.is_admin() then (
      select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'name', u.first_name || ' ' || u.last_name, 'read_at', r.read_at)
        order by r.read_at is not null, lower(u.last_name), lower(u.first_name), u.id), '[]')
      from private.document_readers(document) r join public.users u on u.id = r.user_id) end,
    'downloads', case when private.is_admin() then (
      select coalesce(jsonb_agg(jsonb_build_object('by', o.name, 'number', o.number, 'at', o.created_at)
        order by o.created_at desc), '[]')
      from (
        select u.first_name || ' ' || u.last_name as name, (l.details ->> 'number')::int as number, l.created_at
        from private.audit_log l left join public.users u on u.id = l.actor_id
        where l.organization_id = document.organization_id and l.subject_id = document.id and l.action = 'document_opened'
        order by l.created_at desc, l.id desc limit 100) o) end);
end $$;
comment on function public.get_document is 'One document: its row in the list, `versions` (newest first) and, for admins, `readers`
  and the last hundred `downloads`. Null when there is none that the caller may see.';
grant execute on function public.get_document(uuid) to authenticated;
