-- The audit log, and disclosures: what may be told only after the audit log has a record of it.

-- Sensitive actions. Functions append to it and read it; no API role has access. It never holds a secret.
create table private.audit_log (
  id bigint generated always as identity primary key,
  organization_id uuid not null,
  actor_id uuid,
  action text not null,
  customer_id uuid,
  subject_id uuid,
  details jsonb not null default '{}',
  created_at timestamptz not null default clock_timestamp(),
  constraint audit_log_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint audit_log_actor_id_fkey foreign key (actor_id, organization_id) references public.users (id, organization_id)
);
alter table private.audit_log enable row level security;

create index audit_log_customer_id_idx on private.audit_log (organization_id, customer_id, created_at desc);
create index audit_log_subject_id_idx on private.audit_log (organization_id, subject_id, created_at desc);
create index audit_log_books_idx on private.audit_log (organization_id, id) where action in ('books_closed', 'books_reopened');

-- Append-only, for the owner of the table as well. Only an erasure may change `details`.
create function private.guard_audit_log() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and private.in_mode('erasing')
    and to_jsonb(new) - 'details' = to_jsonb(old) - 'details' then
    return new;
  end if;
  perform private.refuse('History can be neither changed nor deleted.');
  return null;
end $$;

create trigger audit_log_keep before update or delete on private.audit_log
  for each row execute function private.guard_audit_log();

create function private.audit(organization_id uuid, action text, customer uuid, subject uuid, details jsonb default '{}')
returns void
language sql volatile security definer set search_path = '' as $$
  insert into private.audit_log (organization_id, actor_id, action, customer_id, subject_id, details)
  values (audit.organization_id, private.acting_user(audit.organization_id), action, customer, subject, details)
$$;

-- A disclosure is told in two calls: the first writes the audit record and answers the id of a disclosure, the second tells by
-- that id. If one call did both, the secret could leave in an error (a cast in `?select=` is enough), and the error would take the
-- record back.
create table private.disclosures (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  actor_id uuid not null,
  what text not null,
  subject_id uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  told_at timestamptz,
  constraint disclosures_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint disclosures_actor_id_fkey foreign key (actor_id, organization_id) references public.users (id, organization_id),
  constraint disclosures_what_known check (what in ('passport', 'customer_data', 'payment_file', 'document'))
);
alter table private.disclosures enable row level security;

create index disclosures_actor_id_idx on private.disclosures (organization_id, actor_id, what, created_at);

-- The first call, after its checks and its audit record: lets the caller read `subject` once, within a minute. What is two days
-- old serves no limit any more.
create function private.allow_disclosure(what text, subject uuid) returns uuid
language sql volatile security definer set search_path = '' as $$
  delete from private.disclosures d
  where d.organization_id = private.current_organization_id() and d.actor_id = auth.uid()
    and d.created_at < clock_timestamp() - interval '2 days';
  insert into private.disclosures (organization_id, actor_id, what, subject_id)
  values (private.current_organization_id(), auth.uid(), allow_disclosure.what, subject)
  returning id
$$;

create function private.disclosure_refusal() returns text
language sql immutable set search_path = '' as $$ select 'This can be read once, within a minute. Ask for it again.' $$;

-- The second call: the subject, and marks it as told. Refuses alike what does not exist, is somebody else's, was told or is late.
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
    perform private.refuse(private.disclosure_refusal());
  end if;
  return subject;
end $$;
