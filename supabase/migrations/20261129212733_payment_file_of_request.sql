set local check_function_bodies = off;

DROP FUNCTION "private"."local_minute"(uuid);

DROP FUNCTION "private"."payment_files_today"(uuid);

CREATE OR REPLACE FUNCTION private.local_minute(organization_id uuid, moment timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select to_char(local_minute.moment at time zone o.time_zone, 'YYYY-MM-DD"T"HH24:MI')
  from public.organizations o where o.id = local_minute.organization_id
$function$;

CREATE OR REPLACE FUNCTION private.payment_file_of_day(organization_id uuid, asked_at timestamp with time zone)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select count(*)::integer
  from private.audit_log a join public.organizations o on o.id = a.organization_id
  where a.organization_id = payment_file_of_day.organization_id and a.action = 'payment_file_requested'
    and a.created_at >= date_trunc('day', payment_file_of_day.asked_at at time zone o.time_zone) at time zone o.time_zone
    and a.created_at <= payment_file_of_day.asked_at
$function$;

CREATE OR REPLACE FUNCTION public.read_payment_file(disclosure_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.payout_organization();
  asked_batch uuid := private.take_disclosure('payment_file', read_payment_file.disclosure_id);
  b public.payout_batches;
  sender private.bank_details;
  asked_at timestamptz;
begin
  select d.created_at into asked_at from private.disclosures d where d.id = read_payment_file.disclosure_id;
  select p.* into b from public.payout_batches p
  where p.id = asked_batch and p.organization_id = caller_organization_id and p.status in ('approved', 'scheduled', 'paid')
    -- What was asked for before it was approved anew is another file (private.payment_file_read_at).
    and asked_at >= p.approved_at;
  select d.* into sender from private.bank_details d where d.organization_id = b.organization_id and d.agent_id is null;
  if b.id is null or sender.kind is null then
    perform private.refuse_with(private.disclosure_refusal());
  end if;
  return jsonb_build_object('batch_id', b.id, 'name', b.name, 'currency', b.currency, 'planned_on', coalesce(b.paid_on, b.planned_on),
    'made_at', private.local_minute(b.organization_id, asked_at), 'number', private.payment_file_of_day(b.organization_id, asked_at),
    'kind', sender.kind, 'sender', private.unseal('bank_details_key', sender.numbers_encrypted)::jsonb
      || jsonb_build_object('holder_name', sender.holder_name),
    'payments', (
      select coalesce(jsonb_agg(jsonb_build_object('agent_id', t.agent_id, 'holder_name', d.holder_name, 'amount', t.amount,
        'numbers', private.unseal('bank_details_key', d.numbers_encrypted)::jsonb) order by d.holder_name, t.agent_id), '[]')
      from private.file_payments(b, sender.kind) t
      join private.bank_details d on d.organization_id = b.organization_id and d.agent_id = t.agent_id
      where t.code is null),
    'left', (
      select coalesce(jsonb_agg(jsonb_build_object('agent_id', t.agent_id, 'name', u.first_name || ' ' || u.last_name,
        'amount', t.amount, 'code', t.code, 'params', '{}'::jsonb, 'reason', case t.code
          when 'voided' then 'Voided'
          when 'check' then 'Paid by check'
          when 'transfer' then 'Paid by a transfer outside the file'
          when 'no_bank_details' then 'No bank details'
          when 'another_kind' then 'An account of another kind'
          when 'bank_details_changed' then 'The bank details changed after this payout was paid' end) order by u.last_name, u.first_name, u.id), '[]')
      from private.file_payments(b, sender.kind) t join public.users u on u.id = t.agent_id
      where t.code is not null));
end $function$;

CREATE OR REPLACE FUNCTION public.start_agency_export(passphrase text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  caller_organization_id constant uuid := private.exporting_organization_id('an agency');
  writing_key constant text := case when passphrase is not null then encode(extensions.gen_random_bytes(32), 'hex') end;
  -- Blanks in a row count as one, and what nobody sees as none.
  seen constant text := btrim(regexp_replace(regexp_replace(private.plain_text(passphrase), '[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]', '', 'g'), '\s+', ' ', 'g'));
  export private.agency_exports;
begin
  perform private.require_step_up();
  if char_length(seen) < 16 or char_length(passphrase) not between 16 and 200 then
    return private.command_result('Use a passphrase of at least 16 characters.', 'passphrase', 'passphrase_too_short', '{"least": 16}');
  elsif passphrase is not null and (select count(distinct c) from regexp_split_to_table(lower(seen), '') c) < 6 then
    return private.command_result('Use at least 6 different characters.', 'passphrase', 'passphrase_too_plain', '{"least": 6}');
  end if;
  if (private.lock_owned_agency()).id is null then
    raise insufficient_privilege using message = 'permission denied for exports of an agency';
  end if;
  if exists (select from private.agency_exports e where e.organization_id = caller_organization_id and e.state = 'waiting') then
    return private.command_result('The agency is being written to files already.', null, 'agency_export_runs');
  end if;
  delete from private.agency_exports e where e.organization_id = caller_organization_id;
  insert into private.agency_exports (organization_id, asked_by, sealed_key, writing_key)
  values (caller_organization_id, auth.uid(),
    extensions.pgp_sym_encrypt(writing_key, passphrase, 'cipher-algo=aes256, s2k-count=65011712'), private.seal('passport_key', writing_key))
  returning * into export;
  perform private.audit(caller_organization_id, 'agency_export_started', null, export.id,
    jsonb_build_object('sealed', export.sealed_key is not null));
  return private.command_result(null) || jsonb_build_object('id', export.id);
end $function$;

COMMENT ON FUNCTION "private"."local_minute"(uuid, timestamp with time zone) IS 'Day and minute of a moment, where an agency is.';

COMMENT ON FUNCTION "private"."payment_file_of_day"(uuid, timestamp with time zone) IS 'Which file of an agency''s day is asked for at a moment: a bank takes no two of one
  sender and day by one number, so it belongs to the request, whenever that is read.';

REVOKE ALL ON FUNCTION "private"."local_minute"(uuid, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."local_minute"(uuid, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."payment_file_of_day"(uuid, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."payment_file_of_day"(uuid, timestamp with time zone) TO "postgres";
