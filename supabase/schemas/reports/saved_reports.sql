-- Reports kept by name: a definition that whoever opens it runs over what they themselves may see. Private, or shared with the
-- organization. Everybody changes and removes their own; admins remove shared ones too.

create table public.saved_reports (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null default private.current_organization_id(),
  owner_id uuid not null default auth.uid(),
  name text not null,
  definition jsonb not null,
  shared boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint saved_reports_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint saved_reports_owner_id_fkey foreign key (owner_id, organization_id) references public.users (id, organization_id),
  constraint saved_reports_name_required check (private.is_visible(name)),
  constraint saved_reports_name_length check (char_length(name) <= 100)
);
alter table public.saved_reports enable row level security;

-- One name for one person.
create unique index saved_reports_name_key on public.saved_reports (organization_id, owner_id, lower(btrim(name)));

create policy "people read their own saved reports and the shared ones of their organization" on public.saved_reports
  for select to authenticated using (
    organization_id = (select private.current_organization_id()) and (shared or owner_id = (select auth.uid())));

create policy "people save reports of their own" on public.saved_reports
  for insert to authenticated with check (
    organization_id = (select private.current_organization_id()) and owner_id = (select auth.uid()));

create policy "people change their own saved reports" on public.saved_reports
  for update to authenticated
  using (organization_id = (select private.current_organization_id()) and owner_id = (select auth.uid()))
  with check (organization_id = (select private.current_organization_id()) and owner_id = (select auth.uid()));

create policy "people remove their own saved reports, admins shared ones too" on public.saved_reports
  for delete to authenticated using (
    organization_id = (select private.current_organization_id())
    and (owner_id = (select auth.uid()) or (shared and (select private.is_admin()))));

grant select, insert (name, definition, shared), update (name, definition, shared), delete on public.saved_reports to authenticated;

-- A definition must be one that can be run, and nobody keeps more than a hundred.
create function private.guard_saved_report() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.name := btrim(new.name);
  perform private.read_report(new.definition, private.today()), private.report_id(new.definition, 'vendor_id'),
    private.report_text(new.definition, 'category');
  if tg_op = 'INSERT' and (select count(*) from public.saved_reports r
    where r.organization_id = new.organization_id and r.owner_id = new.owner_id) >= 100 then
    perform private.refuse('You have saved 100 reports. Delete one first.', 'name');
  end if;
  return new;
end $$;

create trigger saved_reports_10_guard before insert or update on public.saved_reports
  for each row execute function private.guard_saved_report();

create trigger saved_reports_90_touch before update on public.saved_reports
  for each row execute function private.touch_updated_at();

-- Takes a name out of the names of saved reports, which stay unique.
create function private.redact_saved_reports(organization_id uuid, pattern text) returns void
language sql volatile security definer set search_path = '' as $$
  update public.saved_reports r set name = private.redact(r.name, pattern, 90) || ' ' || left(r.id::text, 8)
  where r.organization_id = redact_saved_reports.organization_id and r.name ~* pattern
$$;
