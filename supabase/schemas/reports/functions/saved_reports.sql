-- Reports kept by name: a definition that whoever opens it runs over what they themselves may see. Private, or shared with the
-- organization. Everybody changes and removes their own; admins remove shared ones too.

create function private.guard_saved_report() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.name := btrim(new.name);
  perform private.read_report(new.definition, private.today()), private.report_id(new.definition, 'vendor_id'),
    private.report_text(new.definition, 'category');
  if tg_op = 'INSERT' and (select count(*) from public.saved_reports r
    where r.organization_id = new.organization_id and r.owner_id = new.owner_id) >= 100 then
    perform private.refuse('You have saved 100 reports. Delete one first.', 'name', 'reports_too_many');
  end if;
  return new;
end $$;
comment on function private.guard_saved_report is 'A definition must be one that can be run, and nobody keeps more than a hundred.';

create function private.redact_saved_reports(organization_id uuid, pattern text) returns void
language sql volatile security definer set search_path = '' as $$
  update public.saved_reports r set name = private.redact(r.name, pattern, 90) || ' ' || left(r.id::text, 8)
  where r.organization_id = redact_saved_reports.organization_id and r.name ~* pattern
$$;
comment on function private.redact_saved_reports is 'Takes a name out of the names of saved reports, which stay unique.';
