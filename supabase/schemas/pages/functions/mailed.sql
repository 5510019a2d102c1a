-- What a mail that is not written yet is written from, as its recipient would see it.

create function public.compose_mail(mail_id uuid, claim uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  mail private.outgoing_mails;
  report public.saved_reports;
  content jsonb;
  claims text;
begin
  select m.* into mail from private.outgoing_mails m
  where m.id = compose_mail.mail_id and m.claim = compose_mail.claim and m.state = 'sending' and m.body is null for update;
  if mail.id is null then
    return null;
  elsif mail.kind = 'chase' then
    content := private.follow_up_content(mail);
  elsif private.may_get_mail(mail) then
    select r.* into report from private.mail_plans p join public.saved_reports r on r.id = p.saved_report_id where p.id = mail.plan_id;
    claims := private.begin_acting(mail.recipient_id);
    if mail.kind = 'statement' then
      content := public.get_statement(mail.statement_id);
    else
      content := public.run_report(report.definition);
    end if;
    perform private.end_acting(claims);
    content := jsonb_build_object('kind', mail.kind, 'name', report.name, 'definition', report.definition, 'answer', content,
      'today', (now() at time zone o.time_zone)::date, 'agency', o.name) from public.organizations o where o.id = mail.organization_id and content is not null;
  end if;
  if content is null then
    delete from private.outgoing_mails m where m.id = mail.id;
  end if;
  return content;
end $$;
comment on function public.compose_mail is 'What a taken mail is written from: of a report {kind, name, definition, answer, today, agency}, where
  `answer` is what run_report tells its recipient; of a statement what get_statement tells; of a follow-up what is still open
  (private.follow_up_content). Null when it is not to be sent any more: then it is gone.';
grant execute on function public.compose_mail(uuid, uuid) to service_role;
