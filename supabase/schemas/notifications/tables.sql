create table public.notifications (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  user_id uuid not null,
  type text not null,
  message text not null,
  is_read boolean not null default false,
  created_at timestamptz not null default now(),
  commentable_type text,
  commentable_id uuid,
  communication_id uuid,
  code text,
  params jsonb not null default '{}',
  constraint notifications_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint notifications_user_id_fkey foreign key (user_id, organization_id) references public.users (id, organization_id),
  constraint notifications_type_length check (char_length(type) <= 40),
  constraint notifications_message_length check (char_length(message) <= 1000),
  constraint notifications_code_length check (char_length(code) <= 40),
  constraint notifications_commentable_type_length check (char_length(commentable_type) <= 40)
);
alter table public.notifications enable row level security;

comment on column public.notifications.code is 'What is told, for words of the reader''s own; null of what was written before there were codes';
comment on column public.notifications.params is 'Whom and what it is about, by the names that the words of its code have';

create index notifications_user_id_idx on public.notifications (organization_id, user_id, created_at desc, id);
create index notifications_communication_id_idx on public.notifications (organization_id, communication_id)
  where communication_id is not null;
create index notifications_unread_idx on public.notifications (organization_id, user_id) where not is_read;

create policy "people read their own notifications" on public.notifications
  for select to authenticated
  using (organization_id = (select private.current_organization_id()) and user_id = (select auth.uid()));

create policy "people mark their own notifications as read" on public.notifications
  for update to authenticated
  using (organization_id = (select private.current_organization_id()) and user_id = (select auth.uid()))
  with check (organization_id = (select private.current_organization_id()) and user_id = (select auth.uid()));

grant select, update (is_read) on public.notifications to authenticated;
