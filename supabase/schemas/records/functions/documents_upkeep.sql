-- What happens to documents by themselves: announcements of their expiry, removal of files, and what follows for them from a merge
-- or an erasure of a customer.

create view private.due_document_announcements with (security_invoker = on) as
select d.id, d.organization_id, t.days
from public.documents d
join public.organizations o on o.id = d.organization_id
cross join lateral (select d.expires_on - (now() at time zone o.time_zone)::date as days) t
where d.is_checked and d.expires_on between current_date - 1 and current_date + 61 and t.days between 0 and 60
  and (d.announced_days is null or d.announced_days > 14 and t.days <= 14);
comment on view private.due_document_announcements is 'Documents whose expiry is to be announced, 60 and 14 days ahead.';

create function private.announce_expiring_documents_slice(organization_id uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  most constant int := 500;
  announced int := 0;
  due record;
begin
  for due in
    select d as document, n.days
    from private.due_document_announcements n
    join public.documents d on d.organization_id = n.organization_id and d.id = n.id
    where n.organization_id = announce_expiring_documents_slice.organization_id
    order by d.id for no key update of d skip locked limit most
  loop
    announced := announced + 1;
    insert into public.notifications (organization_id, user_id, type, message, commentable_type, commentable_id, code, params)
    select u.organization_id, u.id, 'document', '“' || (due.document).title || '” expires '
      || case due.days when 0 then 'today' when 1 then 'tomorrow' else 'in ' || due.days || ' days' end || ', on '
      || to_char((due.document).expires_on, 'FMMon FMDD, YYYY') || '.', 'documents', (due.document).id, 'document_expires',
      jsonb_build_object('title', (due.document).title, 'days', due.days, 'on', (due.document).expires_on)
    from public.users u
    where u.organization_id = (due.document).organization_id and u.is_active and (u.role in ('owner', 'admin')
      or u.id = (due.document).member_id
      or u.id = (due.document).created_by and (due.document).visibility = 'record' and u.id in (
        select r.id from private.record_readers((due.document).record_type, (due.document).record_id) r))
    order by u.id;
    update public.documents d set announced_days = case when due.days <= 14 then 14 else 60 end
    where d.id = (due.document).id;
  end loop;
  return announced = most;
end $$;
comment on function private.announce_expiring_documents_slice is 'Announces what expires: to admins, to the member it is for, and to
  whoever added it while they may see it. Whether there may be more.';

create function private.announce_expiring_documents() returns void
language sql volatile security definer set search_path = '' as $$
  select private.serve_in_turn('announce_expiring_documents',
    array(select distinct n.organization_id from private.due_document_announcements n), '1 second')
$$;
comment on function private.announce_expiring_documents is 'The same for all organizations in turn.';

create function private.find_stray_document_files() returns void
language sql volatile security definer set search_path = '' as $$
  insert into private.removed_document_files (name)
  select o.name from storage.objects o
  where o.bucket_id = 'documents' and o.created_at < now() - interval '1 day'
    and not exists (
      select 1 from public.document_versions v
      where private.document_file(v.organization_id, v.id) = o.name and v.check_state <> 'refused')
    and not exists (select 1 from private.document_uploads u where private.document_file(u.organization_id, u.id) = o.name)
  on conflict do nothing
$$;
comment on function private.find_stray_document_files is 'Finds files no version and no upload knows: what arrived after it was
  given up, or after it was refused. Looks at those of more than a day.';

create function private.remove_stored_files(bucket text, names text[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if cardinality(names) = 0 then
    return;
  elsif to_regproc('net.http_delete') is not null and to_regclass('vault.decrypted_secrets') is not null then
    execute $call$
      select net.http_delete(
        url := u.decrypted_secret || '/storage/v1/object/' || $1 || '/' || n.name,
        headers := jsonb_build_object('Authorization', 'Bearer ' || k.decrypted_secret, 'apikey', k.decrypted_secret))
      from unnest($2) n(name), vault.decrypted_secrets u, vault.decrypted_secrets k
      where u.name = 'project_url' and k.name = 'service_role_key' $call$ using bucket, names;
  else
    perform set_config('storage.allow_delete_query', 'true', true);
    delete from storage.objects o where o.bucket_id = bucket and o.name = any (names);
  end if;
end $$;
comment on function private.remove_stored_files is 'Removes files of a bucket. On hosted only Storage removes bytes: it is asked over
  HTTP (pg_net), with the secrets project_url and service_role_key of Vault. The embedded backend has no net.http_delete: there
  deleting the row is enough, its Storage sweeps what no row knows.';

create function private.remove_document_files() returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from private.document_uploads u where u.created_at < now() - interval '1 day';
  delete from private.removed_document_files f where not exists (
    select 1 from storage.objects o where o.bucket_id = 'documents' and o.name = f.name);
  perform private.remove_stored_files('documents', array(
    select f.name from private.removed_document_files f order by f.removed_at limit 100));
end $$;
comment on function private.remove_document_files is 'Removes files that nothing shows any more.';

create function private.keep_documents() returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.announce_expiring_documents();
  perform private.keep_document_checks();
  -- Once an hour: it looks at every file of the bucket.
  if extract(minute from clock_timestamp()) = 7 then
    perform private.find_stray_document_files();
  end if;
  perform private.remove_document_files();
end $$;
comment on function private.keep_documents is 'All of it; the scheduled job.';

create function private.customer_documents(organization_id uuid, customer uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('title', d.title, 'category', d.category, 'expires_on', d.expires_on,
    'booking_reference', s.booking_reference,
    'versions', (
      select jsonb_agg(jsonb_build_object('number', v.number, 'file_name', v.file_name, 'type', v.mime_type, 'size', v.size,
        'uploaded_at', v.created_at) order by v.number)
      from public.document_versions v
      where v.organization_id = d.organization_id and v.document_id = d.id and v.check_state = 'accepted'),
    'downloads', (
      select coalesce(jsonb_agg(jsonb_build_object('by', u.first_name || ' ' || u.last_name, 'number', l.details -> 'number',
        'at', l.created_at) order by l.created_at, l.id), '[]')
      from private.audit_log l left join public.users u on u.id = l.actor_id
      where l.organization_id = d.organization_id and l.subject_id = d.id and l.action = 'document_opened'))
    order by d.created_at, d.id), '[]')
  from public.documents d
  left join public.sales s on s.id = d.sale_id
  where d.organization_id = customer_documents.organization_id and d.is_checked and (d.customer_id = customer or s.customer_id = customer)
$$;
comment on function private.customer_documents is 'What the copy of a customer''s data says of documents: those of the customer, and
  of the sales they pay.';

create function private.erase_documents(organization_id uuid, customer_ids uuid[], sale_ids uuid[], pattern text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  tenant constant uuid := erase_documents.organization_id;
  erased uuid[];
begin
  with gone as (
    delete from public.documents d
    where d.organization_id = tenant and (d.customer_id = any (customer_ids) or d.sale_id = any (sale_ids)) returning d.id)
  select array_agg(g.id) into erased from gone g;
  delete from public.notifications n
  where n.organization_id = tenant and n.commentable_type = 'documents' and n.commentable_id = any (erased);
  delete from private.document_uploads u
  where u.organization_id = tenant and (u.document ->> 'record_id' = any ((customer_ids || sale_ids)::text[])
    or (u.document ->> 'title') || ' ' || u.file_name ~* pattern);
  if pattern is null then
    return;
  end if;
  update public.documents d set title = private.redact(d.title, pattern, 200)
  where d.organization_id = tenant and d.title ~* pattern;
  update public.document_versions v set file_name = private.redact(v.file_name, pattern, 255)
  where v.organization_id = tenant and v.file_name ~* pattern;
  update public.notifications n set message = private.redact(n.message, pattern, 1000), params = private.redact_json(n.params, pattern)
  where n.organization_id = tenant and n.commentable_type = 'documents' and n.message ~* pattern;
end $$;
comment on function private.erase_documents is 'Erasure: documents of these customers and of the sales they paid go, with news of
  them and uploads on their way; elsewhere names are taken out of titles, file names and news.';
