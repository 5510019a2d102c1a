-- Conversations about a record: messages with replies, whom they mention, and how far everybody has read. Who may see the record
-- reads them (private.may_see_record), so what an agent loses with a sale, they lose with its conversation. Only the functions of
-- records/functions/conversations write.

create policy "people read the conversations of the records they may see" on public.communications
  for select to authenticated using (
    organization_id = (select private.current_organization_id()) and private.may_see_record(commentable_type, commentable_id)
  );

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
comment on function private.plain_words is 'The text as people read it: mentions are names.';

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
comment on function private.clear_communications is 'Takes the words of messages away; that something was written, and by whom,
  stays. Nobody is led there any more.';

create function private.redact_communications(organization_id uuid, sale_ids uuid[], commission_ids uuid[], pattern text) returns void
language sql volatile security definer set search_path = '' as $$
  update public.communications c set body = private.redact(c.body, pattern)
  where c.organization_id = redact_communications.organization_id and c.body ~* pattern
    and (sale_ids is null or c.commentable_type = 'sales' and c.commentable_id = any (sale_ids)
      or c.commentable_type = 'commissions' and c.commentable_id = any (commission_ids))
$$;
comment on function private.redact_communications is 'Redacts the words about an erased customer: on these sales and commissions,
  or, with `sale_ids` null, in the whole organization.';

create function private.clear_customer_conversations(organization_id uuid, customer_ids uuid[]) returns void
language sql volatile security definer set search_path = '' as $$
  select private.clear_communications(clear_customer_conversations.organization_id, array(
    select c.id from public.communications c
    where c.organization_id = clear_customer_conversations.organization_id and c.commentable_type = 'customers'
      and c.commentable_id = any (customer_ids)))
$$;
comment on function private.clear_customer_conversations is 'The words in the conversations of erased customers go whole, like the
  notes on them.';

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
comment on function private.move_threads is 'Moves threads of one customer, with all replies, to another one, and what leads there
  with them: a merge, and its undoing.';

create function private.drop_conversations() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.communications c using removed r
  where c.organization_id = r.organization_id and c.commentable_type = tg_table_name and c.commentable_id = r.id;
  delete from public.communication_reads c using removed r
  where c.organization_id = r.organization_id and c.commentable_type = tg_table_name and c.commentable_id = r.id;
  return null;
end $$;
comment on function private.drop_conversations is 'What was said of records goes with them: records that were never used, and sales
  of an import that is undone.';
