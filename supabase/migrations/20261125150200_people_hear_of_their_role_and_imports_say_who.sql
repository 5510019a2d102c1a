-- Whose role changes hears of it, and an import is written down: who began it, what came of it, who took it back. Customers
-- are imported by every active member, who may add them one by one as well; vendors by admins.

-- Leads an admin or owner to their own page of the team; an agent has none.
create function private.notify_of_role() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.write_notification(new.organization_id, new.id, 'role', private.acting_name(new.organization_id)
    || case new.role when 'owner' then ' transferred the ownership to you.' else ' made you an ' || new.role || '.' end,
    case when new.role <> 'agent' then 'team' end, case when new.role <> 'agent' then new.id end);
  return null;
end $$;
create trigger users_after_40_notify_role after update of role on public.users
  for each row when (old.role <> new.role) execute function private.notify_of_role();

alter table public.import_batches
  add column undone_by uuid,
  add constraint import_batches_undone_by_fkey foreign key (undone_by, organization_id)
    references public.users (id, organization_id);
comment on column public.import_batches.undone_by is 'Filled by trigger: who took the import back';
create index import_batches_undone_by_idx on public.import_batches (undone_by, organization_id) where undone_by is not null;

create function private.sign_undone_import() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.undone_by := private.acting_user(new.organization_id);
  return new;
end $$;
create trigger import_batches_20_sign_undone before update of status on public.import_batches
  for each row when (new.status = 'undone' and old.status <> 'undone') execute function private.sign_undone_import();

-- 'import_begun', 'import_done', 'import_cancelled', 'import_undone'.
create function private.audit_import() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.audit(new.organization_id, 'import_' || case new.status when 'running' then 'begun' else new.status end, null, new.id,
    jsonb_build_object('kind', new.kind, 'total_rows', new.total_rows)
      || case when tg_op = 'INSERT' then '{}' else jsonb_build_object('added', new.added, 'skipped', new.skipped,
        'failed', new.failed, 'removed', new.removed) end);
  return null;
end $$;
create trigger import_batches_after_50_audit_begun after insert on public.import_batches
  for each row execute function private.audit_import();
create trigger import_batches_after_50_audit after update of status on public.import_batches
  for each row when (old.status <> new.status) execute function private.audit_import();

revoke all on function private.notify_of_role(), private.sign_undone_import(), private.audit_import()
  from public, anon, authenticated;
