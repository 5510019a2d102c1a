-- Conversations about a record: messages with replies, whom they mention, and how far everybody has read. Who may see the record
-- reads them (private.may_see_record), so what an agent loses with a sale, they lose with its conversation. Only the functions of
-- records/conversations write.

create table public.communications (
  id uuid primary key,
  organization_id uuid not null,
  commentable_type text not null,
  commentable_id uuid not null,
  -- The message it replies to, and when that was written: a thread is in one place of the conversation. Of a first message itself.
  thread_id uuid not null,
  thread_at timestamptz not null,
  author_id uuid not null,
  -- Plain text; a mention is <@id of the person>. Null once deleted.
  body text,
  created_at timestamptz not null default clock_timestamp(),
  edited_at timestamptz,
  deleted_at timestamptz,
  -- Null where an erasure did it.
  deleted_by uuid,
  constraint communications_organization_id_id_key unique (organization_id, id),
  constraint communications_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint communications_thread_id_fkey foreign key (organization_id, thread_id)
    references public.communications (organization_id, id) on delete cascade,
  constraint communications_author_id_fkey foreign key (author_id, organization_id) references public.users (id, organization_id),
  constraint communications_deleted_by_fkey foreign key (deleted_by, organization_id) references public.users (id, organization_id),
  constraint communications_commentable_type_known check (commentable_type in ('sales', 'customers', 'commissions', 'vendors')),
  constraint communications_body_length check (char_length(body) <= 5000),
  constraint communications_body_required check (body is null = (deleted_at is not null) and (body is null or private.is_visible(body)))
);
alter table public.communications enable row level security;

-- A conversation in its order, which is the order of its pages.
create index communications_record_idx on public.communications
  (organization_id, commentable_type, commentable_id, thread_at, thread_id, created_at, id);
create index communications_thread_id_idx on public.communications (organization_id, thread_id);

create policy "people read the conversations of the records they may see" on public.communications
  for select to authenticated using (
    organization_id = (select private.current_organization_id()) and private.may_see_record(commentable_type, commentable_id)
  );

grant select on public.communications to authenticated;

create table public.communication_mentions (
  communication_id uuid not null,
  mentioned_id uuid not null,
  organization_id uuid not null,
  primary key (communication_id, mentioned_id),
  constraint communication_mentions_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint communication_mentions_communication_id_fkey foreign key (organization_id, communication_id)
    references public.communications (organization_id, id) on delete cascade,
  constraint communication_mentions_mentioned_id_fkey foreign key (mentioned_id, organization_id)
    references public.users (id, organization_id)
);
alter table public.communication_mentions enable row level security;

create policy "people read the mentions of the messages they may read" on public.communication_mentions
  for select to authenticated using (
    organization_id = (select private.current_organization_id())
    and exists (select 1 from public.communications c where c.id = communication_id)
  );

grant select on public.communication_mentions to authenticated;

create table public.communication_reads (
  user_id uuid not null,
  commentable_type text not null,
  commentable_id uuid not null,
  organization_id uuid not null,
  -- What was written until then has been seen.
  read_at timestamptz not null,
  primary key (user_id, commentable_type, commentable_id),
  constraint communication_reads_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint communication_reads_user_id_fkey foreign key (user_id, organization_id) references public.users (id, organization_id),
  constraint communication_reads_commentable_type_known
    check (commentable_type in ('sales', 'customers', 'commissions', 'vendors'))
);
alter table public.communication_reads enable row level security;

create index communication_reads_record_idx on public.communication_reads
  (organization_id, commentable_type, commentable_id, read_at desc);

create policy "people read how far they have read themselves" on public.communication_reads
  for select to authenticated
  using (organization_id = (select private.current_organization_id()) and user_id = (select auth.uid()));

grant select on public.communication_reads to authenticated;

-- The text as people read it: mentions are names.
create function private.plain_words(body text) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  person record;
begin
  for person in
    select distinct m[1] as id, u.first_name || ' ' || u.last_name as name
    from regexp_matches(body, '<@([0-9a-f-]{36})>', 'g') m left join public.users u on u.id::text = m[1]
  loop
    body := replace(body, '<@' || person.id || '>', '@' || coalesce(person.name, 'somebody'));
  end loop;
  return body;
end $$;

-- Takes the words of messages away; that something was written, and by whom, stays. Nobody is led there any more.
create function private.clear_communications(organization_id uuid, ids uuid[], deleted_by uuid default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from public.communication_mentions m
  where m.organization_id = clear_communications.organization_id and m.communication_id = any (ids);
  delete from public.notifications n
  where n.organization_id = clear_communications.organization_id and n.communication_id = any (ids);
  update public.communications c set body = null, deleted_at = clock_timestamp(), deleted_by = clear_communications.deleted_by
  where c.organization_id = clear_communications.organization_id and c.id = any (ids) and c.deleted_at is null;
end $$;

-- Redacts the words about an erased customer: on these sales and commissions, or, with `sale_ids` null, in the whole organization.
create function private.redact_communications(organization_id uuid, sale_ids uuid[], commission_ids uuid[], pattern text) returns void
language sql volatile security definer set search_path = '' as $$
  update public.communications c set body = private.redact(c.body, pattern)
  where c.organization_id = redact_communications.organization_id and c.body ~* pattern
    and (sale_ids is null or c.commentable_type = 'sales' and c.commentable_id = any (sale_ids)
      or c.commentable_type = 'commissions' and c.commentable_id = any (commission_ids))
$$;

-- The words in the conversations of erased customers go whole, like the notes on them.
create function private.clear_customer_conversations(organization_id uuid, customer_ids uuid[]) returns void
language sql volatile security definer set search_path = '' as $$
  select private.clear_communications(clear_customer_conversations.organization_id, array(
    select c.id from public.communications c
    where c.organization_id = clear_customer_conversations.organization_id and c.commentable_type = 'customers'
      and c.commentable_id = any (customer_ids)))
$$;

-- Moves threads of one customer, with all replies, to another one, and what leads there with them: a merge, and its undoing.
create function private.move_threads(organization_id uuid, thread_ids uuid[], from_id uuid, to_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  update public.notifications n set commentable_id = to_id
  from public.communications c
  where c.organization_id = move_threads.organization_id and c.commentable_type = 'customers' and c.commentable_id = from_id
    and c.thread_id = any (thread_ids) and n.organization_id = c.organization_id and n.communication_id = c.id;
  update public.communications c set commentable_id = to_id
  where c.organization_id = move_threads.organization_id and c.commentable_type = 'customers' and c.commentable_id = from_id
    and c.thread_id = any (thread_ids);
end $$;

-- What was said of records goes with them: records that were never used, and sales of an import that is undone.
create function private.drop_conversations() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.communications c using removed r
  where c.organization_id = r.organization_id and c.commentable_type = tg_table_name and c.commentable_id = r.id;
  delete from public.communication_reads c using removed r
  where c.organization_id = r.organization_id and c.commentable_type = tg_table_name and c.commentable_id = r.id;
  return null;
end $$;

create trigger sales_after_60_drop_conversations after delete on public.sales
  referencing old table as removed for each statement execute function private.drop_conversations();
create trigger commissions_after_60_drop_conversations after delete on public.commissions
  referencing old table as removed for each statement execute function private.drop_conversations();
create trigger customers_after_60_drop_conversations after delete on public.customers
  referencing old table as removed for each statement execute function private.drop_conversations();
create trigger vendors_after_60_drop_conversations after delete on public.vendors
  referencing old table as removed for each statement execute function private.drop_conversations();

-- A mention and a reply lead to their message, and go with it.
alter table public.notifications
  add constraint notifications_communication_id_fkey foreign key (organization_id, communication_id)
    references public.communications (organization_id, id) on delete cascade;
