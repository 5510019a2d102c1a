-- The statement mailbox, for the admins of an agency: its address, who waits, and what became of each mail.

create function private.mailbox_organization() returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  organization_id uuid := private.admin_organization_id();
begin
  if organization_id is null then
    raise exception using errcode = '42501', message = 'permission denied for mailbox';
  end if;
  return organization_id;
end $$;
comment on function private.mailbox_organization is 'The caller''s tenant, for functions of the mailbox; everybody but admins and owners
  is refused.';

create function private.new_mailbox_token() returns text
language sql volatile set search_path = '' as $$ select encode(extensions.gen_random_bytes(12), 'hex') $$;

create function public.get_mailbox() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.mailbox_organization();
  domain text := nullif(btrim(private.stored_secret('mailbox_domain')), '');
begin
  insert into private.mailboxes (organization_id, token) values (caller_organization_id, private.new_mailbox_token())
  on conflict do nothing;
  return (
    select jsonb_build_object(
      'address', case when domain is not null and private.has_functions() then 'statements+' || b.token || '@' || domain end,
      'renewed_at', b.renewed_at,
      'renewed_by', (select u.first_name || ' ' || u.last_name from public.users u where u.id = b.renewed_by),
      'waiting', (
        select coalesce(jsonb_agg(jsonb_build_object('address', w.sender, 'name', w.name, 'count', w.count, 'latest_at', w.latest_at,
          'subjects', w.subjects, 'proven', w.proven, 'vendor', (
            select jsonb_build_object('id', v.id, 'name', v.name) from public.vendors v
            where v.organization_id = caller_organization_id and v.id = private.vendor_of_sender(caller_organization_id, w.sender)))
          order by w.latest_at desc, w.sender), '[]')
        from (
          select m.sender, (array_agg(m.sender_name order by m.received_at desc))[1] as name, count(*)::int,
            max(m.received_at) as latest_at, bool_and(m.proven) as proven,
            (array_agg(m.subject order by m.received_at desc))[1:3] as subjects
          from private.incoming_mails m where m.organization_id = caller_organization_id and m.state = 'waiting'
          group by m.sender) w),
      'senders', (
        select coalesce(jsonb_agg(jsonb_build_object('address', s.address, 'vendor', case when v.id is not null then
            jsonb_build_object('id', v.id, 'name', v.name) end, 'said_at', s.said_at,
          'said_by', (select u.first_name || ' ' || u.last_name from public.users u where u.id = s.said_by)) order by s.address), '[]')
        from private.mail_senders s left join public.vendors v on v.organization_id = s.organization_id and v.id = s.vendor_id
        where s.organization_id = caller_organization_id),
      'mails', (
        select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'sender', m.sender, 'sender_name', m.sender_name,
          'subject', m.subject, 'received_at', m.received_at, 'state', m.state, 'code', m.code, 'params', m.params,
          'vendor', case when v.id is not null then jsonb_build_object('id', v.id, 'name', v.name) end,
          'parts', (
            select coalesce(jsonb_agg(jsonb_build_object('number', p.number, 'file_name', p.file_name, 'state', p.state,
              'code', p.code, 'params', p.params, 'document_id', p.document_id, 'statement_id', p.statement_id)
              order by p.number), '[]')
            from private.incoming_parts p where p.organization_id = m.organization_id and p.mail_id = m.id))
          order by m.received_at desc, m.id), '[]')
        from (select x.* from private.incoming_mails x where x.organization_id = caller_organization_id
          order by x.received_at desc, x.id limit 50) m
        left join public.vendors v on v.organization_id = m.organization_id and v.id = m.vendor_id))
    from private.mailboxes b where b.organization_id = caller_organization_id);
end $$;
comment on function public.get_mailbox is 'The address of the agency''s mailbox (null where this installation receives no mail), senders
  that wait, what was said of senders, and the last fifty mails with what became of each of their parts.';
grant execute on function public.get_mailbox() to authenticated;

create function public.renew_mailbox_token() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.mailbox_organization();
begin
  perform private.require_step_up();
  insert into private.mailboxes as b (organization_id, token, renewed_at, renewed_by)
  values (caller_organization_id, private.new_mailbox_token(), now(), auth.uid())
  on conflict (organization_id) do update
  set token = excluded.token, renewed_at = excluded.renewed_at, renewed_by = excluded.renewed_by;
  perform private.audit(caller_organization_id, 'mailbox_renewed', null, null);
  return private.command_result(null);
end $$;
comment on function public.renew_mailbox_token is 'Gives the mailbox another address; nothing that is sent to the old one is taken from
  now on. {success, error, field}.';
grant execute on function public.renew_mailbox_token() to authenticated;

create function public.list_mailed_statements(vendor_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.mailbox_organization();
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'file_name', p.file_name, 'version_id', f.id,
      'path', private.document_file(f.organization_id, f.id), 'received_at', m.received_at) order by m.received_at desc, p.number), '[]')
    from private.incoming_parts p
    join private.incoming_mails m on m.organization_id = p.organization_id and m.id = p.mail_id
    join public.documents d on d.organization_id = p.organization_id and d.id = p.document_id
    cross join lateral private.document_version(d) f
    where p.organization_id = caller_organization_id and p.state = 'to_read' and m.vendor_id = list_mailed_statements.vendor_id);
end $$;
comment on function public.list_mailed_statements is 'Files that came by mail from this vendor and that a browser has to read:
  [{id, file_name, version_id, path, received_at}].';
grant execute on function public.list_mailed_statements(uuid) to authenticated;

create function public.read_mailed_statement(part_id uuid, lines jsonb, fees jsonb default '[]', left_out jsonb default '[]')
returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '8s' as $$
declare
  caller_organization_id uuid := private.mailbox_organization();
  part private.incoming_parts;
  answer jsonb;
begin
  select p.* into part from private.incoming_parts p
  where p.organization_id = caller_organization_id and p.id = read_mailed_statement.part_id for no key update;
  if part.statement_id is not null then
    return private.command_result(null) || jsonb_build_object('statement_id', part.statement_id);
  elsif part.state is distinct from 'to_read' then
    return private.command_result('This file is no longer there.', null, 'mailed_file_not_found');
  end if;
  answer := private.keep_vendor_statement(caller_organization_id, m.vendor_id, part.file_name, read_mailed_statement.lines,
    read_mailed_statement.fees, read_mailed_statement.left_out, part.document_id, 'mailbox')
  from private.incoming_mails m where m.organization_id = caller_organization_id and m.id = part.mail_id;
  if answer ->> 'success' = 'true' then
    update private.incoming_parts p set state = 'read', code = null, statement_id = (answer ->> 'statement_id')::uuid where p.id = part.id;
  end if;
  return answer;
end $$;
comment on function public.read_mailed_statement is 'Keeps what a browser read in a file that came by mail (see
  private.check_statement). {success, error, field, statement_id}. Idempotent.';
grant execute on function public.read_mailed_statement(uuid, jsonb, jsonb, jsonb) to authenticated;

create function public.keep_mailed_document(part_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.mailbox_organization();
begin
  update private.incoming_parts p set state = 'kept', code = 'no_statement'
  where p.organization_id = caller_organization_id and p.id = keep_mailed_document.part_id and p.state = 'to_read';
  return private.command_result(null);
end $$;
comment on function public.keep_mailed_document is 'A file that a browser has to read is no statement: its document stays. Idempotent.
  {success, error, field}.';
grant execute on function public.keep_mailed_document(uuid) to authenticated;
