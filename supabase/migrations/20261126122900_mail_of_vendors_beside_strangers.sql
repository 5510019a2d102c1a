set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.receive_mail(mail jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most_a_day constant int := 500;
  most_waiting constant int := 50;
  address text := lower(mail ->> 'sender');
  message text := private.short_line(mail ->> 'message_id', 300);
  refused text := mail ->> 'refused';
  proven boolean := coalesce((mail ->> 'proven')::boolean, false);
  answer jsonb := '[]';
  box record;
  known private.incoming_mails;
  vendor uuid;
  of_vendor boolean;
begin
  if not coalesce(private.is_mail_address(address), false) or message = '' then
    return answer;
  end if;
  for box in
    select b.organization_id from private.mailboxes b
    where b.token in (select t from jsonb_array_elements_text(mail -> 'tokens') t limit 5)
    -- One after the other: a mail that is sent twice at once comes once.
    order by b.organization_id for no key update
  loop
    select m.* into known from private.incoming_mails m where m.organization_id = box.organization_id and m.message_id = message;
    vendor := private.vendor_of_sender(box.organization_id, address);
    of_vendor := vendor is not null and proven;
    -- Strangers have a number of their own: however many they send, mail of vendors comes.
    if known.id is null and not private.is_refused_sender(box.organization_id, address) and (
      select count(*) from private.incoming_mails m
      where m.organization_id = box.organization_id and m.received_at > now() - interval '1 day'
        and (m.vendor_id is not null) = of_vendor) < most_a_day then
      insert into private.incoming_mails (organization_id, message_id, sender, sender_name, subject, format, size, proven, vendor_id, state,
        code, params)
      select box.organization_id, message, address, private.short_line(mail ->> 'sender_name', 200),
        private.short_line(mail ->> 'subject', 300), mail ->> 'format', (mail ->> 'size')::int, proven, case when of_vendor then vendor end,
        case when r.code is null then 'stored' else 'refused' end, r.code, '{}'
      from (select coalesce(refused, case when not of_vendor and (
        select count(*) from private.incoming_mails m
        where m.organization_id = box.organization_id and m.state = 'waiting') >= most_waiting then 'too_many_wait' end) as code) r
      returning * into known;
      if known.state = 'refused' and known.vendor_id is not null then
        perform private.tell_of_mail(known);
      end if;
    end if;
    -- Its bytes have not all arrived: they are those of who sent it, whoever else writes its id.
    if known.state = 'stored' and (known.sender, known.proven, known.format, known.size)
      = (address, proven, mail ->> 'format', (mail ->> 'size')::int) then
      answer := answer || jsonb_build_object('mail_id', known.id, 'path', private.mail_file(known.organization_id, known.id));
    end if;
  end loop;
  return answer;
end $function$;

COMMENT ON FUNCTION "public"."receive_mail"(jsonb) IS 'A mail {tokens, message_id, sender, sender_name, subject, format, size, proven, refused} to
  addresses with these tokens: [{mail_id, path}] for each mailbox that wants its bytes. None for unknown tokens, for one that came
  before, of whom never is to be read, and when more than 500 came within a day, counted for vendors and for strangers apart.';
