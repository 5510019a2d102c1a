set local check_function_bodies = off;

-- On hosted Supabase a policy, and a trigger that is dropped, lock tables of Auth, Storage and Realtime until this is committed. Whoever
-- comes meanwhile waits behind it, so it does not wait long itself: it gives up, nothing of it stays, and the next push tries again.
set local lock_timeout = '4s';

COMMENT ON FUNCTION "private"."is_bank_filler"(text) IS NULL;

DROP TRIGGER "bank_accounts_80_number" ON "public"."bank_accounts";

ALTER TABLE "public"."bank_imports" DROP CONSTRAINT "bank_imports_format_known";

DROP FUNCTION "private"."judge_bank_lines"(uuid, uuid, jsonb);

CREATE TABLE "private"."bank_connection_secrets" ("connection_id" uuid NOT NULL, "organization_id" uuid NOT NULL, "sealed" bytea, "draft" bytea, CONSTRAINT "bank_connection_secrets_pkey" PRIMARY KEY (connection_id));

ALTER TABLE "private"."bank_connection_secrets" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."bank_covered_days" ("organization_id" uuid NOT NULL, "account_id" uuid NOT NULL, "connection_id" uuid NOT NULL, "days" datemultirange NOT NULL DEFAULT '{}'::datemultirange, CONSTRAINT "bank_covered_days_pkey" PRIMARY KEY (organization_id, account_id, connection_id));

ALTER TABLE "private"."bank_covered_days" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."bank_provider_requests" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "organization_id" uuid NOT NULL, "connection_id" uuid NOT NULL, "kind" text NOT NULL, "made_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "bank_provider_requests_kind_known" CHECK ((kind = ANY (ARRAY['begin'::text, 'hand'::text, 'part'::text]))), CONSTRAINT "bank_provider_requests_pkey" PRIMARY KEY (id));

ALTER TABLE "private"."bank_provider_requests" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."bank_source_lines" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "organization_id" uuid NOT NULL, "account_id" uuid NOT NULL, "connection_id" uuid, "line_key" text NOT NULL, "transaction_id" uuid, "import_id" uuid, "booked_on" date NOT NULL, "amount" numeric(12,2) NOT NULL, "text_hash" text NOT NULL, "taken_back" boolean NOT NULL DEFAULT false, CONSTRAINT "bank_source_lines_line_key_key" UNIQUE NULLS NOT DISTINCT (organization_id, account_id, connection_id, line_key), CONSTRAINT "bank_source_lines_line_key_length" CHECK ((char_length(line_key) <= 64)), CONSTRAINT "bank_source_lines_pkey" PRIMARY KEY (id));

ALTER TABLE "private"."bank_source_lines" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."bank_sync_parts" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "organization_id" uuid NOT NULL, "connection_id" uuid NOT NULL, "run_id" uuid NOT NULL, "part" integer NOT NULL, "parts" integer NOT NULL, "since" date NOT NULL, "until" date NOT NULL, "state" text NOT NULL DEFAULT 'waiting'::text, "claimed_until" timestamp with time zone, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "finished_at" timestamp with time zone, "lines" integer NOT NULL DEFAULT 0, "added" integer NOT NULL DEFAULT 0, "broken" integer NOT NULL DEFAULT 0, "imports" uuid[] NOT NULL DEFAULT '{}'::uuid[], CONSTRAINT "bank_sync_parts_part_key" UNIQUE (run_id, part), CONSTRAINT "bank_sync_parts_part_order" CHECK (((part >= 1) AND (part <= parts))), CONSTRAINT "bank_sync_parts_pkey" PRIMARY KEY (id), CONSTRAINT "bank_sync_parts_since_order" CHECK ((since <= until)), CONSTRAINT "bank_sync_parts_state_known" CHECK ((state = ANY (ARRAY['waiting'::text, 'done'::text, 'failed'::text, 'stopped'::text]))));

ALTER TABLE "private"."bank_sync_parts" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."bank_connection_accounts" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "organization_id" uuid NOT NULL, "connection_id" uuid NOT NULL, "provider_account_id" text NOT NULL, "name" text NOT NULL, "institution" text, "kind" text, "last_four" text, "currency" text NOT NULL, "balance" numeric(14,2), "balance_on" date, "account_id" uuid, "left_out" boolean NOT NULL DEFAULT false, "since" date, "through" date, "ended_at" timestamp with time zone, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "bank_connection_accounts_account_id_or_left_out" CHECK (((account_id IS NULL) OR (NOT left_out))), CONSTRAINT "bank_connection_accounts_balance_range" CHECK (((balance >= '-999999999999.99'::numeric) AND (balance <= 999999999999.99))), CONSTRAINT "bank_connection_accounts_currency_length" CHECK (((char_length(currency) >= 1) AND (char_length(currency) <= 10))), CONSTRAINT "bank_connection_accounts_institution_length" CHECK ((char_length(institution) <= 100)), CONSTRAINT "bank_connection_accounts_kind_length" CHECK ((char_length(kind) <= 40)), CONSTRAINT "bank_connection_accounts_last_four_length" CHECK ((last_four ~ '^[0-9A-Z]{1,4}$'::text)), CONSTRAINT "bank_connection_accounts_name_length" CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100))), CONSTRAINT "bank_connection_accounts_pkey" PRIMARY KEY (id), CONSTRAINT "bank_connection_accounts_provider_account_id_key" UNIQUE (connection_id, provider_account_id), CONSTRAINT "bank_connection_accounts_provider_account_id_length" CHECK (((char_length(provider_account_id) >= 1) AND (char_length(provider_account_id) <= 300))), CONSTRAINT "bank_connection_accounts_since_range" CHECK (((since >= '1900-01-01'::date) AND (since <= '2199-12-31'::date))));

ALTER TABLE "public"."bank_connection_accounts" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."bank_connections" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "organization_id" uuid NOT NULL, "provider" text NOT NULL, "label" text NOT NULL DEFAULT ''::text, "institution" text, "state" text NOT NULL DEFAULT 'connecting'::text, "code" text, "words" text, "begun_at" timestamp with time zone DEFAULT now(), "last_success_at" timestamp with time zone, "last_added" integer NOT NULL DEFAULT 0, "last_tried_at" timestamp with time zone, "tries" integer NOT NULL DEFAULT 0, "next_try_at" timestamp with time zone, "expires_at" timestamp with time zone, "expiry_told" integer, "created_by" uuid, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "updated_at" timestamp with time zone NOT NULL DEFAULT now(), "disconnected_at" timestamp with time zone, "disconnected_by" uuid, "version" integer NOT NULL DEFAULT 1, CONSTRAINT "bank_connections_code_known" CHECK ((code = ANY (ARRAY['reauthenticate'::text, 'payment_required'::text, 'forbidden'::text, 'not_found'::text, 'too_many'::text, 'slow'::text, 'unreachable'::text, 'wrong_answer'::text, 'too_large'::text, 'expired'::text, 'refused'::text, 'provider_words'::text]))), CONSTRAINT "bank_connections_institution_length" CHECK ((char_length(institution) <= 100)), CONSTRAINT "bank_connections_label_length" CHECK ((char_length(label) <= 100)), CONSTRAINT "bank_connections_organization_id_id_key" UNIQUE (organization_id, id), CONSTRAINT "bank_connections_pkey" PRIMARY KEY (id), CONSTRAINT "bank_connections_provider_known" CHECK ((provider = ANY (ARRAY['simplefin'::text, 'enable_banking'::text]))), CONSTRAINT "bank_connections_state_known" CHECK ((state = ANY (ARRAY['connecting'::text, 'connected'::text, 'syncing'::text, 'needs_attention'::text, 'disconnected'::text]))), CONSTRAINT "bank_connections_words_length" CHECK ((char_length(words) <= 500)));

ALTER TABLE "public"."bank_connections" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."bank_questions" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "organization_id" uuid NOT NULL, "connection_id" uuid NOT NULL, "transaction_id" uuid NOT NULL, "kind" text NOT NULL, "new_amount" numeric(12,2), "new_on" date, "asked_at" timestamp with time zone NOT NULL DEFAULT now(), "answered_at" timestamp with time zone, "answered_by" uuid, "answer" text, CONSTRAINT "bank_questions_answer_known" CHECK ((answer = ANY (ARRAY['take'::text, 'keep'::text, 'settled'::text]))), CONSTRAINT "bank_questions_kind_known" CHECK ((kind = ANY (ARRAY['gone'::text, 'changed'::text]))), CONSTRAINT "bank_questions_new_amount_range" CHECK (((new_amount >= '-9999999999.99'::numeric) AND (new_amount <= 9999999999.99))), CONSTRAINT "bank_questions_pkey" PRIMARY KEY (id));

ALTER TABLE "public"."bank_questions" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."bank_accounts" ADD COLUMN "balance" numeric(14,2);

ALTER TABLE "public"."bank_accounts" ADD COLUMN "balance_on" date;

ALTER TABLE "public"."bank_imports" ADD COLUMN "connection_id" uuid;

ALTER TABLE "public"."bank_imports" ADD COLUMN "first_on" date;

ALTER TABLE "public"."bank_imports" ADD COLUMN "last_on" date;

ALTER TABLE "public"."bank_imports" ALTER COLUMN "created_by" DROP NOT NULL;

CREATE TYPE "private"."bank_counterpart" AS ("transaction_id" uuid, "booked_on" date, "amount" numeric, "text_hash" text, "content" text, "only_same" boolean);

CREATE TYPE "private"."bank_judged_line" AS ("line" integer, "verdict" text, "transaction_id" uuid, "refusal" jsonb, "line_key" text, "booked_on" date, "value_on" date, "amount" numeric, "text" text, "counterparty" text, "reference" text, "bank_id" text, "text_hash" text, "differs" boolean);

CREATE TYPE "private"."bank_seen_line" AS ("line" integer, "booked_on" date, "amount" numeric, "text_hash" text, "content" text, "is_edge" boolean);

CREATE OR REPLACE FUNCTION private.accounts_to_link(c public.bank_connections)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('provider_account_id', t.provider_account_id, 'name', t.name,
    'institution', t.institution, 'kind', t.kind, 'last_four', t.last_four, 'currency', t.currency, 'balance', t.balance,
    'balance_on', t.balance_on, 'suggested_account_id', s.id) order by t.name, t.id), '[]')
  from public.bank_connection_accounts t
  left join lateral (
    select a.id from public.bank_accounts a
    where a.organization_id = t.organization_id and a.archived_at is null and a.currency = t.currency
      and (a.last_four = t.last_four or lower(a.name) = lower(t.name))
      and not exists (select 1 from public.bank_connection_accounts o join public.bank_connections x on x.id = o.connection_id
        where o.organization_id = a.organization_id and o.account_id = a.id and o.ended_at is null and o.connection_id <> t.connection_id)
    order by a.last_four is distinct from t.last_four, lower(a.name) <> lower(t.name), a.id limit 1) s on true
  where t.organization_id = c.organization_id and t.connection_id = c.id and t.account_id is null and not t.left_out
    and t.ended_at is null
$function$;

CREATE OR REPLACE FUNCTION private.add_brought_lines(c public.bank_connections, t public.bank_connection_accounts, judged private.bank_judged_line[], sync_id uuid)
 RETURNS public.bank_imports
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  i public.bank_imports;
begin
  if exists (select 1 from unnest(judged) j where j.verdict = 'new') then
    insert into public.bank_imports (organization_id, account_id, file_name, file_hash, format, connection_id, total_lines, added, here,
      broken, broken_lines)
    select c.organization_id, t.account_id, coalesce(nullif(c.label, ''), c.institution, c.provider),
      encode(sha256(convert_to(sync_id || ' ' || t.account_id, 'UTF8')), 'hex'), c.provider, c.id, least(count(*), 50000),
      count(*) filter (where j.verdict = 'new'), count(*) filter (where j.verdict in ('known', 'here', 'taken_back')),
      count(*) filter (where j.verdict = 'broken'),
      coalesce(jsonb_agg(jsonb_build_object('line', j.line, 'why', j.refusal -> 'error') order by j.line)
        filter (where j.verdict = 'broken' and j.line <= 200), '[]')
    from unnest(judged) j
    returning * into i;
  end if;
  with added as (
    insert into public.bank_transactions (id, organization_id, account_id, import_id, line_number, line_key, booked_on, value_on,
      amount, text, counterparty, reference, bank_id, payer_key, numbers)
    select n.id, c.organization_id, t.account_id, i.id, j.line, encode(sha256(convert_to(c.id || j.line_key || n.id, 'UTF8')), 'hex'),
      j.booked_on, j.value_on, j.amount, j.text, j.counterparty, j.reference, j.bank_id, private.payer_key(j.text, j.counterparty),
      private.bank_numbers(j.text)
    from unnest(judged) j cross join lateral (select gen_random_uuid() as id where j.line > 0) n
    where j.verdict = 'new'
    order by j.line
    returning id, line_number)
  insert into private.bank_source_lines as s (organization_id, account_id, connection_id, line_key, transaction_id, import_id, booked_on,
    amount, text_hash, taken_back)
  select c.organization_id, t.account_id, c.id, j.line_key, coalesce(j.transaction_id, a.id), i.id, j.booked_on, j.amount, j.text_hash,
    j.verdict = 'taken_back'
  from unnest(judged) j left join added a on a.line_number = j.line
  where j.verdict in ('new', 'here', 'taken_back')
  on conflict on constraint bank_source_lines_line_key_key do update
    set transaction_id = excluded.transaction_id, import_id = excluded.import_id, booked_on = excluded.booked_on,
      amount = excluded.amount, text_hash = excluded.text_hash, taken_back = excluded.taken_back;
  return i;
end $function$;

CREATE OR REPLACE FUNCTION private.ask_of_answer(t public.bank_connection_accounts, first_day date, last_day date, keys text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  came uuid[] := array(
    select distinct s.transaction_id from private.bank_source_lines s
    where s.organization_id = t.organization_id and s.account_id = t.account_id and s.connection_id = t.connection_id
      and s.line_key = any (keys) and s.transaction_id is not null);
begin
  perform private.settle_questions(t.organization_id, came, 'gone');
  perform private.ask_of_lines(t, 'gone', array(
    select distinct s.transaction_id from private.bank_source_lines s
    where s.organization_id = t.organization_id and s.account_id = t.account_id and s.connection_id = t.connection_id
      -- The last day is not over yet, or the next part asks for it too.
      and s.booked_on >= first_day and s.booked_on < last_day and s.transaction_id is not null
    except select unnest(came)));
end $function$;

CREATE OR REPLACE FUNCTION private.ask_of_lines(t public.bank_connection_accounts, kind text, transaction_ids uuid[], amounts numeric[] DEFAULT NULL::numeric[], days date[] DEFAULT NULL::date[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.bank_questions as q (organization_id, connection_id, transaction_id, kind, new_amount, new_on)
  select t.organization_id, t.connection_id, n.transaction_id, ask_of_lines.kind, n.new_amount, n.new_on
  from unnest(transaction_ids, amounts, days) n(transaction_id, new_amount, new_on)
  where not exists (
    select 1 from public.bank_questions k
    where k.organization_id = t.organization_id and k.transaction_id = n.transaction_id and k.kind = ask_of_lines.kind
      and k.answer = 'keep' and k.new_amount is not distinct from n.new_amount and k.new_on is not distinct from n.new_on)
  on conflict (organization_id, transaction_id, kind) where answered_at is null do update
    set new_amount = excluded.new_amount, new_on = excluded.new_on
    where q.new_amount is distinct from excluded.new_amount or q.new_on is distinct from excluded.new_on
$function$;

CREATE OR REPLACE FUNCTION private.asked_from(p private.bank_sync_parts)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select p.since - 3 $function$;

CREATE OR REPLACE FUNCTION private.bank_connection_row(c public.bank_connections)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('id', c.id, 'provider', c.provider, 'label', c.label, 'institution', c.institution, 'state', c.state,
    'code', c.code, 'words', c.words, 'last_success_at', c.last_success_at, 'last_added', c.last_added,
    'last_tried_at', c.last_tried_at, 'next_try_at', c.next_try_at, 'expires_at', c.expires_at,
    'part', p.part, 'parts', p.parts, 'part_from', p.since, 'part_to', p.until,
    'lines_so_far', case when p.id is not null then (select coalesce(sum(d.lines), 0) from private.bank_sync_parts d
      where d.run_id = p.run_id) end,
    'syncs_left', private.bank_syncs_left(c.id), 'disconnected_at', c.disconnected_at,
    'disconnected_first_name', u.first_name, 'disconnected_last_name', u.last_name, 'version', c.version)
  from (select 1) one
  left join lateral (
    select s.* from private.bank_sync_parts s
    where s.organization_id = c.organization_id and s.connection_id = c.id and s.state = 'waiting' order by s.part limit 1) p on true
  left join public.users u on u.id = c.disconnected_by
$function$;

CREATE OR REPLACE FUNCTION private.bank_fillers()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select '{ACH,AG,AGCY,AGENCY,AGT,AGY,ACCT,BACS,BANK,BGC,BKG,BKGS,BOOK,BOOKING,BOOKINGS,BRANCH,CCD,CHAPS,CHECK,CHEQUE,CHK,COM,COMM,
    COMMISSION,COMMISSIONS,COMMS,CO,CORP,CREDIT,CR,CTX,DBA,DEBIT,DEP,DEPOSIT,DES,DIRECT,DOMESTIC,EDI,EFT,ELECTRONIC,ENTRY,FASTER,
    FEDWIRE,FOR,FP,FPI,FPS,FROM,FUNDS,GIRO,GMBH,GUTSCHRIFT,ID,IN,INC,INCOMING,INDN,INTERNATIONAL,INTL,INV,INVOICE,LIMITED,LLC,LTD,
    MOBILE,NAME,NO,OF,ONLINE,ORIG,PAYABLE,PAYMENT,PAYMENTS,PAYOUT,PLC,PMT,PMNT,POS,PPD,PURCHASE,RECALL,RECEIVED,REF,REFERENCE,REMIT,
    REMITTANCE,REMOTE,RES,REV,REVERSAL,RTP,SEPA,SETTLEMENT,SPA,SRL,STATEMENT,STMT,THE,TO,TRAVEL,TRF,TRN,TRANSFER,TRX,VENDOR,VIA,WIRE,
    ZELLE,JAN,FEB,MAR,APR,MAY,JUN,JUL,AUG,SEP,OCT,NOV,DEC}'::text[]
$function$;

CREATE OR REPLACE FUNCTION private.bank_import_rows(organization_id uuid, ids uuid[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'file_name', i.file_name, 'format', i.format, 'status', i.status,
    'account', jsonb_build_object('id', a.id, 'name', a.name, 'last_four', a.last_four), 'added', i.added, 'here', i.here,
    'broken', i.broken, 'created_at', i.created_at,
    -- What a connection brought says so in the place of a person.
    'created_by', jsonb_build_object('first_name', coalesce(u.first_name, i.file_name), 'last_name', coalesce(u.last_name, '')),
    'connection_id', i.connection_id,
    'settled', (select count(*) from public.bank_transactions t
      where t.organization_id = i.organization_id and t.import_id = i.id and t.status in ('matched', 'set_aside')),
    'paid_agents', (select count(distinct c.agent_id) from public.bank_transactions t
      join public.bank_allocations l on l.organization_id = t.organization_id and l.transaction_id = t.id
      join public.commissions c on c.id = l.commission_id
      join private.commissions_before_deposit b on b.commission_id = c.id
      where t.organization_id = i.organization_id and t.import_id = i.id and t.status = 'matched' and c.status = 'agent_paid' and b.status <> 'agent_paid'))
    order by n.n), '[]')
  from unnest(ids) with ordinality n(id, n)
  join public.bank_imports i on i.organization_id = bank_import_rows.organization_id and i.id = n.id
  join public.bank_accounts a on a.id = i.account_id
  left join public.users u on u.id = i.created_by
$function$;

CREATE OR REPLACE FUNCTION private.bank_syncs_left(connection_id uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select greatest(least(4 - private.provider_requests(bank_syncs_left.connection_id, 'hand', interval '24 hours'),
    24 - private.provider_requests(bank_syncs_left.connection_id, 'part', interval '24 hours')), 0)
$function$;

CREATE OR REPLACE FUNCTION private.bank_today(organization_id uuid)
 RETURNS date
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select (now() at time zone o.time_zone)::date from public.organizations o where o.id = bank_today.organization_id
$function$;

CREATE OR REPLACE FUNCTION private.begun_connection(connection_id uuid, user_id uuid)
 RETURNS public.bank_connections
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select c.* from public.bank_connections c
  join public.users u on u.organization_id = c.organization_id
  where c.id = begun_connection.connection_id and u.id = begun_connection.user_id and u.is_active and u.role in ('owner', 'admin')
    and c.begun_at > now() - interval '1 hour'
  for update of c
$function$;

CREATE OR REPLACE FUNCTION private.bring_account_lines(c public.bank_connections, t public.bank_connection_accounts, p private.bank_sync_parts, answer jsonb, is_cut boolean)
 RETURNS private.bank_sync_parts
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  first_day date := greatest(p.since, t.since);
  said_balance numeric := case when answer ->> 'balance' ~ '^-?\d{1,12}([.]\d{1,8})?$' then round((answer ->> 'balance')::numeric, 2) end;
  said_on date := case when private.is_iso_date(answer ->> 'balance_on') then (answer ->> 'balance_on')::date end;
  judged private.bank_judged_line[];
  i public.bank_imports;
begin
  -- One at a time, as files (import_bank_lines): what another one is writing would not be seen.
  perform pg_advisory_xact_lock(hashtextextended('bank_import ' || t.account_id, 0));
  judged := array(select j from private.judge_connection_lines(t, (
    select coalesce(jsonb_agg(case when jsonb_typeof(x.e) = 'object' then x.e else '{}' end || jsonb_build_object('line', x.n,
      'twin', '1', 'bank_id', x.e -> 'id', 'currency', coalesce(x.e ->> 'currency', answer ->> 'currency', t.currency))), '[]')
    from jsonb_array_elements(case when jsonb_typeof(answer -> 'lines') = 'array' then answer -> 'lines' else '[]' end)
      with ordinality x(e, n)), first_day, p.until) j);
  i := private.add_brought_lines(c, t, judged, p.id);
  perform private.ask_of_lines(t, 'changed', array_agg(j.transaction_id), array_agg(j.amount), array_agg(j.booked_on))
  from unnest(judged) j where j.verdict = 'known' and j.differs;
  perform private.settle_questions(c.organization_id, array(
    select j.transaction_id from unnest(judged) j where j.verdict = 'known' and not j.differs), 'changed');
  if not is_cut then
    perform private.ask_of_answer(t, first_day, p.until, array(
      select j.line_key from unnest(judged) j where j.verdict <> 'broken'));
    insert into private.bank_covered_days as d (organization_id, account_id, connection_id, days)
    values (c.organization_id, t.account_id, c.id, multirange(daterange(first_day, p.until, '[]')))
    on conflict on constraint bank_covered_days_pkey do update set days = d.days + excluded.days;
  end if;
  update public.bank_connection_accounts x set balance = coalesce(said_balance, x.balance), balance_on = coalesce(said_on, x.balance_on),
    through = case when is_cut then x.through else greatest(x.through, p.until) end
  where x.id = t.id;
  update public.bank_accounts a set balance = said_balance, balance_on = said_on
  where a.id = t.account_id and said_balance is not null and (a.balance_on is null or said_on >= a.balance_on);
  select p.lines + count(*) filter (where j.verdict not in ('beside', 'broken')), p.added + count(*) filter (where j.verdict = 'new'),
    p.broken + count(*) filter (where j.verdict = 'broken')
  into p.lines, p.added, p.broken from unnest(judged) j;
  p.imports := p.imports || case when i.id is not null then array[i.id] else '{}' end;
  return p;
end $function$;

CREATE OR REPLACE FUNCTION private.call_bank_sync()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c public.bank_connections;
  i public.bank_imports;
  days_left int;
begin
  for c in
    select b.* from public.bank_connections b
    where b.state in ('connected', 'needs_attention', 'syncing') and b.expires_at < now() + interval '14 days'
      and b.expiry_told is distinct from 0
    for update skip locked
  loop
    days_left := greatest(ceil(extract(epoch from c.expires_at - now()) / 86400)::int, 0);
    if days_left = 0 then
      perform private.stop_sync_parts(c);
      update public.bank_connections b set state = 'needs_attention', code = 'expired', words = null, next_try_at = null, expiry_told = 0
      where b.id = c.id;
      perform private.tell_of_expiry(c, 0);
    elsif c.expiry_told is null or days_left <= 3 and c.expiry_told > 3 then
      update public.bank_connections b set expiry_told = days_left where b.id = c.id;
      perform private.tell_of_expiry(c, days_left);
    end if;
  end loop;
  -- What was begun and never finished.
  delete from public.bank_connections b where b.state = 'connecting' and b.begun_at < now() - interval '1 day';
  update private.bank_connection_secrets s set draft = null
  from public.bank_connections b where b.id = s.connection_id and s.draft is not null and b.begun_at < now() - interval '1 hour';
  delete from private.bank_provider_requests r where r.made_at < now() - interval '2 days';
  delete from private.bank_sync_parts p where p.state <> 'waiting' and p.created_at < now() - interval '90 days';
  -- Who brought it died before it was matched.
  for i in
    select b.* from public.bank_imports b
    where b.connection_id is not null and b.status = 'running' and b.created_at < now() - interval '3 minutes'
    order by b.created_at limit 20 for update skip locked
  loop
    perform private.match_import(i);
  end loop;
  if exists (
    select 1 from public.bank_connections b
    where b.state in ('connected', 'needs_attention', 'syncing') and b.next_try_at <= now()) then
    perform private.call_function('bank-sync');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.check_bank_links(links jsonb)
 RETURNS void
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if jsonb_typeof(links) is distinct from 'array' or jsonb_array_length(links) not between 1 and 100 or exists (
    select 1 from jsonb_array_elements(links) e
    where case when jsonb_typeof(e) <> 'object' then true
      else coalesce(e ->> 'provider_account_id', '') = '' or num_nonnulls(e ->> 'account_id', nullif(btrim(e ->> 'new_name'), ''),
          case when e -> 'left_out' = 'true' then 1 end) <> 1
        or not coalesce(pg_input_is_valid(e ->> 'account_id', 'uuid'), true) end) then
    perform private.refuse('Say of each account where it goes.', 'links', 'connection_links_expected');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.connection_lines(organization_id uuid, account_id uuid, lines jsonb)
 RETURNS TABLE(line integer, refusal jsonb, line_key text, booked_on date, value_on date, amount numeric, text text, counterparty text, reference text, bank_id text, text_hash text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with read as materialized (
    select j.*, private.line_text_hash(j.text, j.counterparty, j.reference) as text_hash
    from private.read_bank_lines(connection_lines.organization_id, connection_lines.account_id, lines) j
  ), told as materialized (
    -- An id that a provider gives to several lines is none.
    select r.bank_id from read r where r.refusal is null and r.bank_id is not null
    group by 1 having count(distinct (r.booked_on, r.amount, r.text_hash)) = 1
  ), keyed as (
    select r.*, encode(sha256(convert_to(case when t.bank_id is not null then 'id' || chr(31) || r.bank_id
      else concat_ws(chr(31), 'text', r.booked_on, r.amount, r.text_hash,
        row_number() over (partition by t.bank_id is null, r.booked_on, r.amount, r.text_hash order by r.line)) end, 'UTF8')), 'hex') as source_key
    from read r left join told t on t.bank_id = r.bank_id)
  select distinct on (case when k.refusal is null then k.source_key else k.line::text end) k.line, k.refusal, k.source_key, k.booked_on,
    k.value_on, k.amount, k.text, k.counterparty, k.reference, k.bank_id, k.text_hash
  from keyed k
  order by case when k.refusal is null then k.source_key else k.line::text end, k.line
$function$;

CREATE OR REPLACE FUNCTION private.connection_not_begun()
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select private.command_result('This connection was not begun, or too long ago. Begin again.', null, 'connection_not_begun')
$function$;

CREATE OR REPLACE FUNCTION private.connection_not_found()
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select private.command_result('This connection is no longer there.', null, 'connection_not_found')
$function$;

CREATE OR REPLACE FUNCTION private.days_between(days datemultirange, kind text)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('from', lower(r), 'to', upper(r) - 1, 'kind', kind) order by lower(r)), '[]')
  from unnest(days) r
$function$;

CREATE OR REPLACE FUNCTION private.days_here(organization_id uuid)
 RETURNS TABLE(account_id uuid, days datemultirange)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select x.account_id, range_agg(x.days)
  from (
    select i.account_id, multirange(daterange(i.first_on, i.last_on, '[]')) as days from public.bank_imports i
    where i.organization_id = days_here.organization_id and i.status in ('running', 'done') and i.connection_id is null
      and i.first_on is not null
    union all
    select c.account_id, c.days from private.bank_covered_days c where c.organization_id = days_here.organization_id) x
  group by 1
$function$;

CREATE OR REPLACE FUNCTION private.end_sync_part(c public.bank_connections, p private.bank_sync_parts, words jsonb, concerned boolean)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  more boolean := exists (select 1 from private.bank_sync_parts x where x.run_id = p.run_id and x.state = 'waiting' and x.id <> p.id);
begin
  update private.bank_sync_parts x set state = 'done', finished_at = now(), claimed_until = null, lines = p.lines, added = p.added,
    broken = p.broken, imports = p.imports where x.id = p.id;
  update public.bank_connections b set
    state = case when more then 'syncing' when concerned then 'needs_attention' else 'connected' end,
    code = case when more then b.code when concerned then 'provider_words' end,
    words = case when more then b.words when concerned then (
      select left(string_agg(w, ' '), 500) from jsonb_array_elements_text(end_sync_part.words) w) end,
    tries = 0, last_success_at = case when more then b.last_success_at else now() end,
    last_added = case when more then b.last_added else (select sum(x.added) from private.bank_sync_parts x where x.run_id = p.run_id) end,
    next_try_at = case when more then now() else now() + private.sync_pause() end
  where b.id = c.id;
  return more;
end $function$;

CREATE OR REPLACE FUNCTION private.first_day_to_ask(t public.bank_connection_accounts)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  -- Ten days again of what has come: banks book late, and take back.
  select case when t.through is null then t.since else greatest(t.since, t.through - 10) end
$function$;

CREATE OR REPLACE FUNCTION private.forget_source_lines(i public.bank_imports, transaction_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if i.connection_id is not null then
    update private.bank_source_lines s set taken_back = true
    where s.organization_id = i.organization_id and s.transaction_id = any (transaction_ids) and s.connection_id is not null;
  else
    -- What a connection had found here comes again with its next sync.
    update public.bank_connection_accounts t set through = least(t.through, x.first_on - 1)
    from (
      select s.account_id, s.connection_id, min(s.booked_on) as first_on from private.bank_source_lines s
      where s.organization_id = i.organization_id and s.transaction_id = any (transaction_ids) and s.connection_id is not null
      group by 1, 2) x
    where t.organization_id = i.organization_id and t.account_id = x.account_id and t.connection_id = x.connection_id;
  end if;
  delete from private.bank_source_lines s
  where s.organization_id = i.organization_id and s.transaction_id = any (transaction_ids) and not s.taken_back;
end $function$;

CREATE OR REPLACE FUNCTION private.gap_days(days datemultirange, last_day date)
 RETURNS datemultirange
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(range_agg(g), '{}') from unnest(
    datemultirange(daterange(lower(days), greatest(upper(days), last_day + 1))) - days) g
  where upper(g) - lower(g) >= 2
$function$;

CREATE OR REPLACE FUNCTION private.has_bank_connection(organization_id uuid, account_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select 1 from public.bank_connection_accounts t
    where t.organization_id = has_bank_connection.organization_id and t.account_id = has_bank_connection.account_id)
$function$;

CREATE OR REPLACE FUNCTION private.is_account_list(accounts jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when jsonb_typeof(accounts) is distinct from 'array' then false when jsonb_array_length(accounts) > 100 then false
    else not exists (select 1 from jsonb_array_elements(accounts) e where case when jsonb_typeof(e) <> 'object' then true
      else coalesce(char_length(e ->> 'provider_account_id') not between 1 and 300, true) end) end
$function$;

CREATE OR REPLACE FUNCTION private.is_bank_filler(word text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select word = any (private.bank_fillers()) $function$;

CREATE OR REPLACE FUNCTION private.judge_bank_lines(organization_id uuid, account_id uuid, lines jsonb, import_id uuid DEFAULT NULL::uuid)
 RETURNS TABLE(line integer, line_key text, refusal jsonb, here boolean, is_twin boolean, booked_on date, value_on date, amount numeric, text text, counterparty text, reference text, bank_id text, transaction_id uuid)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.has_bank_connection(judge_bank_lines.organization_id, judge_bank_lines.account_id) then
    return query
    select j.* from private.judge_beside_connection(judge_bank_lines.organization_id, judge_bank_lines.account_id, lines,
      judge_bank_lines.import_id) j;
    return;
  end if;
  return query
  select j.line, j.line_key, j.refusal,
    j.refusal is null and (j.repeated or exists (
      select 1 from public.bank_transactions t
      where t.organization_id = judge_bank_lines.organization_id and t.account_id = judge_bank_lines.account_id
        and t.line_key = j.line_key)),
    j.is_twin, j.booked_on, j.value_on, j.amount, j.text, j.counterparty, j.reference, j.bank_id, null::uuid
  from private.read_bank_lines(judge_bank_lines.organization_id, judge_bank_lines.account_id, lines) j
  order by j.line;
end $function$;

CREATE OR REPLACE FUNCTION private.judge_beside_connection(organization_id uuid, account_id uuid, lines jsonb, import_id uuid)
 RETURNS TABLE(line integer, line_key text, refusal jsonb, here boolean, is_twin boolean, booked_on date, value_on date, amount numeric, text text, counterparty text, reference text, bank_id text, transaction_id uuid)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
  with read as materialized (
    select r.* from private.read_bank_lines(judge_beside_connection.organization_id, judge_beside_connection.account_id, lines) r
  ), known as materialized (
    -- By its key: a file brought it, or a file has met it here.
    select r.line, b.id
    from read r
    left join private.bank_source_lines s on s.organization_id = judge_beside_connection.organization_id
      and s.account_id = judge_beside_connection.account_id and s.connection_id is null and s.line_key = r.line_key
    left join public.bank_transactions o on o.organization_id = judge_beside_connection.organization_id
      and o.account_id = judge_beside_connection.account_id and o.line_key = r.line_key
    join public.bank_transactions b on b.organization_id = judge_beside_connection.organization_id
      and b.id = coalesce(o.id, s.transaction_id)
    where r.refusal is null and not r.repeated
  ), seen as materialized (
    select array_agg((r.line, r.booked_on, r.amount, private.line_text_hash(r.text, r.counterparty, r.reference),
      concat_ws(' ', r.text, r.counterparty, r.reference), not exists (select 1 from private.bank_covered_days d
        where d.organization_id = judge_beside_connection.organization_id and d.account_id = judge_beside_connection.account_id
          and d.days @> r.booked_on))::private.bank_seen_line order by r.line) as lines,
      min(r.booked_on) as first_on, max(r.booked_on) as last_on
    from read r
    where r.refusal is null and not r.repeated and not exists (select 1 from known k where k.line = r.line)
  ), pairs as materialized (
    select p.line, p.transaction_id
    from seen e cross join lateral private.pair_bank_lines(e.lines, array(
      select (b.id, b.booked_on, b.amount, private.line_text_hash(b.text, b.counterparty, b.reference),
        concat_ws(' ', b.text, b.counterparty, b.reference), false)::private.bank_counterpart
      from public.bank_transactions b
      where b.organization_id = judge_beside_connection.organization_id and b.account_id = judge_beside_connection.account_id
        and b.booked_on between e.first_on - 3 and e.last_on + 3
        and (b.amount in (select r.amount from read r)) is true
        and exists (select 1 from private.bank_source_lines s
          where s.organization_id = b.organization_id and s.transaction_id = b.id and s.connection_id is not null)
        and not exists (select 1 from known k where k.id = b.id)
        -- Each is met once by a file, also by one that is sent in parts.
        and not exists (select 1 from private.bank_source_lines s
          where s.organization_id = b.organization_id and s.transaction_id = b.id and s.connection_id is null
            and s.import_id = judge_beside_connection.import_id))) p)
  select r.line, r.line_key, r.refusal, r.refusal is null and (r.repeated or k.id is not null or p.line is not null), r.is_twin,
    r.booked_on, r.value_on, r.amount, r.text, r.counterparty, r.reference, r.bank_id, coalesce(k.id, p.transaction_id)
  from read r
  left join known k on k.line = r.line
  left join pairs p on p.line = r.line
  order by r.line;
end $function$;

CREATE OR REPLACE FUNCTION private.judge_connection_lines(t public.bank_connection_accounts, lines jsonb, first_day date, last_day date)
 RETURNS SETOF private.bank_judged_line
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
  with read as materialized (
    select l.*, l.booked_on between first_day - 3 and last_day as is_near
    from private.connection_lines(t.organization_id, t.account_id, lines) l
  ), keys as materialized (
    select r.line, s.id, s.transaction_id, s.taken_back, s.booked_on as source_on, s.amount as source_amount,
      case when s.transaction_id is not null then row_number() over (partition by s.transaction_id order by s.id) end as place
    from read r
    -- One by one by its key, whatever is known of the table.
    cross join lateral (
      select x.* from private.bank_source_lines x
      where x.organization_id = t.organization_id and x.account_id = t.account_id and x.connection_id = t.connection_id
        and x.line_key = r.line_key offset 0) s
    where r.refusal is null and (s.transaction_id is not null or s.taken_back)
  ), known as materialized (
    -- Two ids of one transaction that come together are two lines.
    select k.* from keys k where k.taken_back or k.place = 1
  ), back as materialized (
    -- Taken back under an id that has changed since.
    select u.line from (
      select r.line, r.booked_on, r.amount, r.text_hash, row_number() over (partition by r.booked_on, r.amount, r.text_hash order by r.line) as n
      from read r where r.is_near and not exists (select 1 from known k where k.line = r.line)) u
    join (
      select s.booked_on, s.amount, s.text_hash, row_number() over (partition by s.booked_on, s.amount, s.text_hash order by s.id) as n
      from private.bank_source_lines s
      where s.organization_id = t.organization_id and s.account_id = t.account_id and s.connection_id is not null and s.taken_back
        and s.booked_on between first_day - 3 and last_day and not exists (select 1 from known k where k.id = s.id)) s
      using (booked_on, amount, text_hash, n)
  ), seen as materialized (
    select array_agg((r.line, r.booked_on, r.amount, r.text_hash, concat_ws(' ', r.text, r.counterparty, r.reference),
      false)::private.bank_seen_line order by r.line) as lines, min(r.booked_on) as first_on, max(r.booked_on) as last_on
    from read r
    where r.is_near and not exists (select 1 from known k where k.line = r.line) and not exists (select 1 from back b where b.line = r.line)
  ), free as materialized (
    -- What no line of this connection is, and what was known by ids that did not come again.
    select b.id, b.booked_on, b.amount, private.line_text_hash(b.text, b.counterparty, b.reference) as text_hash,
      concat_ws(' ', b.text, b.counterparty, b.reference) as content, false as only_same
    from seen e
    join public.bank_transactions b on b.organization_id = t.organization_id and b.account_id = t.account_id
      and b.booked_on between e.first_on - 3 and e.last_on + 3
    where (b.amount in (select r.amount from read r where r.is_near)) is true and not exists (select 1 from private.bank_source_lines s
      where s.organization_id = t.organization_id and s.transaction_id = b.id and s.connection_id = t.connection_id)
    union all
    (select distinct on (b.id) b.id, s.booked_on, s.amount, s.text_hash, concat_ws(' ', b.text, b.counterparty, b.reference), true
    from private.bank_source_lines s
    join public.bank_transactions b on b.organization_id = s.organization_id and b.id = s.transaction_id
    where s.organization_id = t.organization_id and s.account_id = t.account_id and s.connection_id = t.connection_id
      and s.booked_on between first_day - 3 and last_day
      and not exists (select 1 from known k where k.transaction_id = s.transaction_id)
    order by b.id, s.id desc)
  ), pairs as materialized (
    select p.line, p.transaction_id
    from seen e cross join lateral private.pair_bank_lines(e.lines, array(
      select (f.id, f.booked_on, f.amount, f.text_hash, f.content, f.only_same)::private.bank_counterpart from free f)) p
  )
  select r.line, case when r.refusal is not null then 'broken' when k.transaction_id is not null then 'known'
      when not r.is_near or r.booked_on < first_day then 'beside' when k.taken_back or b.line is not null then 'taken_back'
      when p.line is not null then 'here' else 'new' end,
    coalesce(k.transaction_id, p.transaction_id), r.refusal, r.line_key, r.booked_on, r.value_on, r.amount, r.text, r.counterparty,
    r.reference, r.bank_id, r.text_hash,
    coalesce(k.transaction_id is not null and (k.source_on, k.source_amount) <> (r.booked_on, r.amount), false)
  from read r
  left join known k on k.line = r.line
  left join back b on b.line = r.line
  left join pairs p on p.line = r.line
  order by r.line;
end $function$;

CREATE OR REPLACE FUNCTION private.know_bank_tables()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  relation regclass;
begin
  foreach relation in array array['private.bank_source_lines', 'public.bank_allocations', 'public.bank_decisions', 'public.bank_suggestions',
    'public.bank_transactions', 'public.commissions', 'public.customers', 'public.sales', 'public.vendors']::regclass[]
  loop
    if exists (
      select from pg_catalog.pg_class c
      where c.oid = relation and pg_catalog.pg_relation_size(c.oid) > 8 * 8192
        and (pg_catalog.pg_relation_size(c.oid) > 2 * 8192::bigint * c.relpages
          or not exists (select from pg_catalog.pg_statistic s where s.starelid = c.oid))) then
      execute format('analyze (skip_locked) %s', relation);
    end if;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.line_text_hash(text text, counterparty text, reference text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select encode(sha256(convert_to(lower(regexp_replace(
    concat_ws(chr(30), btrim(text), coalesce(btrim(counterparty), ''), coalesce(btrim(reference), '')), '\s+', ' ', 'g')), 'UTF8')), 'hex')
$function$;

CREATE OR REPLACE FUNCTION private.line_words(content text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select array(select distinct w from unnest(private.bank_words(content)) w
    where char_length(w) >= 2 and w <> all (private.bank_fillers()))
$function$;

CREATE OR REPLACE FUNCTION private.link_bank_account(t public.bank_connection_accounts, account_id uuid, new_name text, since date)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  a public.bank_accounts;
  own_currency text := (select o.currency from public.organizations o where o.id = t.organization_id);
begin
  if t.currency <> own_currency then
    return private.command_result(t.name || ' is in ' || t.currency || ', the agency in ' || own_currency || '.', 'links',
      'connection_currency_differs', jsonb_build_object('account', t.name, 'currency', t.currency, 'own', own_currency));
  end if;
  if account_id is null then
    if exists (select 1 from public.bank_accounts b where b.organization_id = t.organization_id and b.archived_at is null
      and lower(b.name) = lower(btrim(new_name))) then
      return private.command_result('There is an account of this name already.', 'links', 'account_name_taken');
    end if;
    insert into public.bank_accounts (organization_id, name, institution, last_four, currency, created_by)
    values (t.organization_id, left(btrim(new_name), 100), t.institution, t.last_four, t.currency, private.acting_user(t.organization_id))
    returning * into a;
  else
    select b.* into a from public.bank_accounts b
    where b.id = link_bank_account.account_id and b.organization_id = t.organization_id and b.archived_at is null for update;
    if a.id is null then
      return private.command_result('This account does not exist.', 'links', 'account_not_found');
    end if;
  end if;
  -- Of this connection it may have been another one of theirs, under an id that is no longer offered.
  if exists (select 1 from public.bank_connection_accounts o
    where o.organization_id = t.organization_id and o.account_id = a.id and o.ended_at is null and o.id <> t.id) then
    return private.command_result(a.name || ' is connected already.', 'links', 'connection_account_taken',
      jsonb_build_object('account', a.name));
  end if;
  update public.bank_connection_accounts x set account_id = a.id, left_out = false, since = link_bank_account.since,
    through = (select max(o.through) from public.bank_connection_accounts o
      where o.organization_id = t.organization_id and o.account_id = a.id and o.through >= link_bank_account.since)
  where x.id = t.id;
  if t.balance is not null then
    update public.bank_accounts b set balance = t.balance, balance_on = t.balance_on where b.id = a.id;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.lock_bank_connection(connection_id uuid)
 RETURNS public.bank_connections
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.bank_organization();
  c public.bank_connections;
begin
  select b.* into c from public.bank_connections b
  where b.id = lock_bank_connection.connection_id and b.organization_id = caller_organization_id for update;
  return c;
end $function$;

CREATE OR REPLACE FUNCTION private.match_import(i public.bank_imports)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  step constant int := 1000;
  ids uuid[] := array(select t.id from public.bank_transactions t
    where t.organization_id = i.organization_id and t.import_id = i.id and t.matching_due
    order by t.line_number limit step);
begin
  update public.bank_imports b set status = 'done', finished_at = now() where b.id = i.id and b.status = 'running';
  perform private.know_bank_tables();
  perform private.apply_bank_rules(i.organization_id, ids);
  perform private.match_transactions(i.organization_id, ids);
  return exists (select 1 from public.bank_transactions t
      where t.organization_id = i.organization_id and t.import_id = i.id and t.matching_due)
    or private.accept_certain_of_import(i);
end $function$;

CREATE OR REPLACE FUNCTION private.offered_accounts(accounts jsonb)
 RETURNS TABLE(provider_account_id text, name text, institution text, kind text, last_four text, currency text, balance numeric, balance_on date)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select distinct on (1) e ->> 'provider_account_id', coalesce(nullif(left(btrim(e ->> 'name'), 100), ''), 'Account'),
    nullif(left(btrim(e ->> 'institution'), 100), ''), nullif(left(btrim(e ->> 'kind'), 40), ''),
    nullif(upper(right(regexp_replace(e ->> 'last_four', '[^A-Za-z0-9]', '', 'g'), 4)), ''),
    coalesce(nullif(left(upper(btrim(e ->> 'currency')), 10), ''), '?'),
    case when e ->> 'balance' ~ '^-?\d{1,12}([.]\d{1,8})?$' then round((e ->> 'balance')::numeric, 2) end,
    case when private.is_iso_date(e ->> 'balance_on') then (e ->> 'balance_on')::date end
  from jsonb_array_elements(accounts) e order by 1
$function$;

CREATE OR REPLACE FUNCTION private.pair_bank_lines(seen private.bank_seen_line[], counterparts private.bank_counterpart[])
 RETURNS TABLE(line integer, transaction_id uuid)
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  -- So many of one day and amount are compared by their words; beyond, they are counted.
  compared constant int := 100;
  lines_done int[];
  ids_done uuid[];
  -- Still to be paired, as positions.
  lines_left private.bank_seen_line[];
  ids_left private.bank_counterpart[];
  line_taken boolean[] := '{}';
  id_taken boolean[] := '{}';
  p record;
begin
  -- The same texts on the same day, counted off.
  with s as (
    select s.*, row_number() over (partition by s.amount, s.booked_on, s.text_hash order by s.line) as n from unnest(seen) s
  ), c as (
    select c.*, row_number() over (partition by c.amount, c.booked_on, c.text_hash order by c.only_same desc, c.transaction_id) as n
    from unnest(counterparts) c
  ), same as materialized (
    select s.line, c.transaction_id from s join c using (amount, booked_on, text_hash, n))
  select (select coalesce(array_agg(m.line), '{}') from same m), (select coalesce(array_agg(m.transaction_id), '{}') from same m),
    array(select x::private.bank_seen_line from unnest(seen) x left join same m on m.line = x.line where m.line is null order by x.line),
    array(select x::private.bank_counterpart from unnest(counterparts) x left join same m on m.transaction_id = x.transaction_id
      where m.transaction_id is null order by x.transaction_id)
  into lines_done, ids_done, lines_left, ids_left;
  -- Shared words, best text first, then the nearest day.
  for p in
    with s as (
      select s.*, row_number() over (partition by s.amount, s.booked_on order by s.line) as place
      from unnest(lines_left) with ordinality s(line, booked_on, amount, text_hash, content, is_edge, n)
    ), c as (
      select c.*, row_number() over (partition by c.amount, c.booked_on order by c.transaction_id) as place
      from unnest(ids_left) with ordinality c(transaction_id, booked_on, amount, text_hash, content, only_same, n)
    ), near as materialized (
      select s.n as s, c.n as c, s.line, c.transaction_id, s.is_edge, abs(d.d) as days, s.text_hash = c.text_hash as is_same
      from s
      cross join generate_series(-3, 3) d(d)
      join c on c.amount = s.amount and c.booked_on = s.booked_on + d.d and c.place <= compared and (d.d = 0 or not c.only_same)
      where s.place <= compared
    ), line_words as materialized (
      select s.n, private.line_words(s.content) as words from s where s.n in (select x.s from near x)
    ), id_words as materialized (
      select c.n, private.line_words(c.content) as words from c where c.n in (select x.c from near x)
    ), alike as (
      select x.*, l.likeness, count(*) over (partition by x.s) as of_line, count(*) over (partition by x.c) as of_id
      from near x
      join line_words a on a.n = x.s
      join id_words b on b.n = x.c
      cross join lateral (select case when x.is_same then 2 else
        (select count(*) from unnest(a.words) w where w = any (b.words))::numeric
          / greatest(least(cardinality(a.words), cardinality(b.words)), 1) end as likeness offset 0) l
      where l.likeness > 0)
    select a.s, a.c, a.line, a.transaction_id from alike a
    -- At the edge of what is known a payment of every day may be the next one.
    where a.days = 0 or not a.is_edge or a.of_line = 1 and a.of_id = 1
    order by a.likeness desc, a.days, a.line, a.transaction_id
  loop
    if line_taken[p.s] is null and id_taken[p.c] is null then
      line_taken[p.s] := true;
      id_taken[p.c] := true;
      lines_done := lines_done || p.line;
      ids_done := ids_done || p.transaction_id;
    end if;
  end loop;
  return query
  with s as (
    select s.line, s.amount, s.booked_on, row_number() over (partition by s.amount, s.booked_on order by s.line) as n,
      count(*) over (partition by s.amount, s.booked_on) as total
    from unnest(lines_left) with ordinality s(line, booked_on, amount, text_hash, content, is_edge, n) where line_taken[s.n] is null
  ), c as (
    select c.transaction_id, c.amount, c.booked_on,
      row_number() over (partition by c.amount, c.booked_on order by c.transaction_id) as n,
      count(*) over (partition by c.amount, c.booked_on) as total
    from unnest(ids_left) with ordinality c(transaction_id, booked_on, amount, text_hash, content, only_same, n)
    where not c.only_same and id_taken[c.n] is null)
  select u.line, u.transaction_id from unnest(lines_done, ids_done) u(line, transaction_id)
  union all
  -- Texts that share nothing: where both have the same number of them left on a day.
  select s.line, c.transaction_id from s join c using (amount, booked_on, n, total);
end $function$;

CREATE OR REPLACE FUNCTION private.plan_bank_sync(c public.bank_connections)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  part_days constant int := 30;
  last_day date := private.bank_today(c.organization_id);
  first_day date := (select min(private.first_day_to_ask(t)) from public.bank_connection_accounts t
    where t.connection_id = c.id and t.account_id is not null and t.ended_at is null);
  part_count int := (last_day - least(first_day, last_day)) / part_days + 1;
  new_run uuid := gen_random_uuid();
begin
  if first_day is null then
    update public.bank_connections b set next_try_at = null where b.id = c.id;
    return false;
  end if;
  insert into private.bank_sync_parts (organization_id, connection_id, run_id, part, parts, since, until)
  select c.organization_id, c.id, new_run, n, part_count, least(first_day, last_day) + (n - 1) * part_days,
    least(least(first_day, last_day) + n * part_days - 1, last_day)
  from generate_series(1, part_count) n;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION private.provider_requests(connection_id uuid, kind text, since interval)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select count(*)::int from private.bank_provider_requests r
  where r.connection_id = provider_requests.connection_id and r.kind = provider_requests.kind and r.made_at > now() - since
$function$;

CREATE OR REPLACE FUNCTION private.read_bank_lines(organization_id uuid, account_id uuid, lines jsonb)
 RETURNS TABLE(line integer, line_key text, refusal jsonb, repeated boolean, is_twin boolean, booked_on date, value_on date, amount numeric, text text, counterparty text, reference text, bank_id text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  currency text := (select a.currency from public.bank_accounts a
    where a.id = read_bank_lines.account_id and a.organization_id = read_bank_lines.organization_id);
begin
  return query
  select k.line, k.line_key, k.refusal, row_number() over (partition by k.line_key order by k.line) > 1, k.twin <> '1',
    case when k.refusal is null then k.booked_on::date end, case when private.is_iso_date(k.value_on) then k.value_on::date end,
    case when k.refusal is null then k.amount::numeric(12,2) end, coalesce(k.text, ''), k.counterparty, k.reference, k.bank_id
  from (
    select r.*, encode(sha256(convert_to(concat_ws(chr(31),
        case when r.own_id is not null then 'id' else 'text' end, r.own_id,
        case when r.own_id is null then r.booked_on end,
        case when r.refusal is null then r.amount::numeric(14,2)::text end,
        case when r.own_id is null then lower(regexp_replace(
          concat_ws(chr(30), r.text, coalesce(r.counterparty, ''), coalesce(r.reference, '')), '\s+', ' ', 'g')) end,
        r.twin), 'UTF8')), 'hex') as line_key
    from (
      select (e ->> 'line')::int as line, e ->> 'booked_on' as booked_on, e ->> 'value_on' as value_on,
        btrim(e ->> 'amount') as amount, btrim(e ->> 'text') as text, nullif(btrim(e ->> 'counterparty'), '') as counterparty,
        nullif(btrim(e ->> 'reference'), '') as reference, nullif(btrim(e ->> 'bank_id'), '') as bank_id,
        case when btrim(e ->> 'bank_id') !~* '^(nonref|notprovided|none|n/?a|(.)\2*)$' then btrim(e ->> 'bank_id') end as own_id,
        case when e ->> 'twin' ~ '^[1-9]\d{0,4}$' then e ->> 'twin' else '1' end as twin,
        case
          when not coalesce(private.is_iso_date(e ->> 'booked_on'), false) then private.command_result('There is no such day', null, 'line_day_unknown')
          when coalesce(btrim(e ->> 'amount') !~ '^[-+]?\d{1,10}([.]\d{1,2}0*)?$', true) then private.command_result('This is not an amount', null, 'line_amount_wrong')
          when (e ->> 'amount')::numeric = 0 then private.command_result('Its amount is zero', null, 'line_amount_zero')
          when nullif(upper(btrim(e ->> 'currency')), '') <> currency then
            private.command_result('It is in ' || left(upper(btrim(e ->> 'currency')), 3) || ', the account in ' || currency, null,
              'line_currency_differs', jsonb_build_object('currency', left(upper(btrim(e ->> 'currency')), 3), 'account', currency))
          when char_length(e ->> 'text') > 2000 or char_length(e ->> 'counterparty') > 300
            or char_length(e ->> 'reference') > 300 or char_length(e ->> 'bank_id') > 300 then
            private.command_result('Its text is too long', null, 'line_text_too_long')
        end as refusal
      from jsonb_array_elements(lines) e) r) k;
end $function$;

CREATE OR REPLACE FUNCTION private.redact_bank(organization_id uuid, pattern text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.bank_transactions t set text = private.redact(t.text, pattern, 2000),
    counterparty = private.redact(t.counterparty, pattern, 300), reference = private.redact(t.reference, pattern, 300),
    bank_id = private.redact(t.bank_id, pattern, 300),
    payer_key = private.payer_key(private.redact(t.text, pattern, 2000), private.redact(t.counterparty, pattern, 300))
  where t.organization_id = redact_bank.organization_id
    and concat_ws(chr(10), t.text, t.counterparty, t.reference, t.bank_id) ~* pattern;
  delete from public.bank_patterns p where p.organization_id = redact_bank.organization_id and p.payer_key ~* pattern;
  delete from public.bank_rules r where r.organization_id = redact_bank.organization_id
    and concat_ws(chr(10), r.payer_key, r.text_contains) ~* pattern;
  update public.bank_imports i set file_name = private.redact(i.file_name, pattern, 255)
  where i.organization_id = redact_bank.organization_id and i.file_name ~* pattern;
  update public.bank_connections c set label = private.redact(c.label, pattern, 100),
    institution = private.redact(c.institution, pattern, 100), words = private.redact(c.words, pattern, 500)
  where c.organization_id = redact_bank.organization_id and concat_ws(chr(10), c.label, c.institution, c.words) ~* pattern;
  update public.bank_connection_accounts a set name = private.redact(a.name, pattern, 100),
    institution = private.redact(a.institution, pattern, 100)
  where a.organization_id = redact_bank.organization_id and concat_ws(chr(10), a.name, a.institution) ~* pattern;
  update public.bank_remittances r set file_name = private.redact(r.file_name, pattern, 255),
    fees = private.redact_json(r.fees, pattern), left_out = private.redact_json(r.left_out, pattern)
  where r.organization_id = redact_bank.organization_id
    and (r.file_name ~* pattern or r.fees::text ~* pattern or r.left_out::text ~* pattern);
  update public.bank_remittance_lines l set reference = private.redact(l.reference, pattern, 300),
    name = private.redact(l.name, pattern, 300), dates = private.redact(l.dates, pattern, 100), note = private.redact(l.note, pattern, 300)
  where l.organization_id = redact_bank.organization_id
    and concat_ws(chr(10), l.reference, l.name, l.dates, l.note) ~* pattern;
  update public.bank_allocations a set write_off_reason = private.redact(a.write_off_reason, pattern, 500)
  where a.organization_id = redact_bank.organization_id and a.write_off_reason ~* pattern;
  update public.bank_suggestions s set reasons = private.redact_json(s.reasons, pattern)
  where s.organization_id = redact_bank.organization_id and s.reasons::text ~* pattern;
  update public.bank_decisions d set details = private.redact_json(d.details, pattern)
  where d.organization_id = redact_bank.organization_id and d.details::text ~* pattern;
end $function$;

CREATE OR REPLACE FUNCTION private.saved_by_begin_bank_connection(connection_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('kind', 'bank_connection', 'id', c.id, 'name', 'a connection')
  from public.bank_connections c
  where c.organization_id = private.admin_organization_id() and c.id = saved_by_begin_bank_connection.connection_id
$function$;

CREATE OR REPLACE FUNCTION private.saved_by_link_bank_accounts(connection_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.saved_by_begin_bank_connection(saved_by_link_bank_accounts.connection_id)
$function$;

CREATE OR REPLACE FUNCTION private.settle_questions(organization_id uuid, transaction_ids uuid[], kind text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.bank_questions q set answered_at = now(), answer = 'settled'
  where q.organization_id = settle_questions.organization_id and q.transaction_id = any (transaction_ids)
    and q.kind = settle_questions.kind and q.answered_at is null
$function$;

CREATE OR REPLACE FUNCTION private.state_of_code(code text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when code in ('too_many', 'slow', 'unreachable', 'wrong_answer', 'too_large') or code is null then 'connected'
    else 'needs_attention' end
$function$;

CREATE OR REPLACE FUNCTION private.stop_sync_parts(c public.bank_connections)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update private.bank_sync_parts p set state = 'stopped', finished_at = now()
  where p.organization_id = c.organization_id and p.connection_id = c.id and p.state = 'waiting';
  return found;
end $function$;

CREATE OR REPLACE FUNCTION private.sync_pause()
 RETURNS interval
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select interval '6 hours' $function$;

CREATE OR REPLACE FUNCTION private.tell_of_expiry(c public.bank_connections, days integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.notifications (organization_id, user_id, type, message, code, params)
  select u.organization_id, u.id, 'bank', case when days > 0
      then 'The connection with ' || x.name || ' expires in ' || days || case days when 1 then ' day' else ' days' end || '. Renew it, so that lines go on coming.'
      else 'The connection with ' || x.name || ' has expired. Renew it, so that lines come again.' end,
    case when days > 0 then 'bank_connection_expires' else 'bank_connection_expired' end,
    jsonb_build_object('connection', x.name) || case when days > 0 then jsonb_build_object('days', days) else '{}' end
  from public.users u
  cross join (select coalesce(c.institution, nullif(c.label, ''), 'the bank') as name) x
  where u.organization_id = c.organization_id and u.is_active and u.role = 'owner' order by u.id;
end $function$;

CREATE OR REPLACE FUNCTION private.words_about(t public.bank_connection_accounts, words jsonb)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select 1 from jsonb_array_elements_text(words) w
    where strpos(lower(w), lower(t.institution)) > 0
      or not exists (select 1 from public.bank_connection_accounts o
        where o.connection_id = t.connection_id and o.ended_at is null and strpos(lower(w), lower(o.institution)) > 0))
$function$;

CREATE OR REPLACE FUNCTION public.answer_bank_question(question_id uuid, answer text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.bank_organization();
  q public.bank_questions;
  t public.bank_transactions;
begin
  select x.* into q from public.bank_questions x
  where x.id = answer_bank_question.question_id and x.organization_id = caller_organization_id;
  if q.id is null then
    return private.command_result('This question is no longer there.', null, 'question_not_found');
  elsif answer_bank_question.answer is null or answer_bank_question.answer not in ('take', 'keep') then
    return private.command_result('Say whether to follow the bank.', 'answer', 'question_answer_missing');
  end if;
  -- In the order of everybody else: the connection, then its lines.
  perform 1 from public.bank_connections c where c.id = q.connection_id for update;
  t := private.lock_transaction(q.transaction_id);
  select x.* into q from public.bank_questions x where x.id = q.id for update;
  if q.id is null or q.answered_at is not null then
    return private.command_result('Somebody has answered this already.', null, 'question_answered');
  elsif answer_bank_question.answer = 'take' and t.status = 'matched' then
    return private.command_result('It is matched. Take the match back first.', null, 'question_matched');
  end if;
  perform private.audit(q.organization_id, 'bank_question_answered', null, q.transaction_id,
    jsonb_build_object('kind', q.kind, 'answer', answer_bank_question.answer, 'connection_id', q.connection_id));
  update public.bank_questions x set answered_at = now(), answered_by = auth.uid(), answer = answer_bank_question.answer
  where x.id = q.id;
  if q.kind = 'changed' then
    -- What is known of the line is what the bank says now, so that it is not asked again.
    update private.bank_source_lines s set amount = coalesce(q.new_amount, s.amount), booked_on = coalesce(q.new_on, s.booked_on)
    where s.organization_id = q.organization_id and s.connection_id = q.connection_id and s.transaction_id = t.id;
    if answer_bank_question.answer = 'take' then
      delete from public.bank_suggestions s where s.organization_id = t.organization_id and s.transaction_id = t.id;
      update public.bank_transactions b set amount = coalesce(q.new_amount, b.amount), booked_on = coalesce(q.new_on, b.booked_on),
        matching_due = true, version = b.version + 1 where b.id = t.id;
    end if;
  elsif answer_bank_question.answer = 'take' then
    -- Should the bank bring it once more, it comes again.
    delete from private.bank_source_lines s where s.organization_id = t.organization_id and s.transaction_id = t.id;
    delete from public.bank_transactions b where b.id = t.id;
    update public.bank_imports i set added = i.added - 1 where i.id = t.import_id and i.added > 0;
  end if;
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.bank_connection_secret(connection_id uuid, user_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c public.bank_connections := private.begun_connection(bank_connection_secret.connection_id, bank_connection_secret.user_id);
begin
  return (
    select jsonb_build_object('provider', c.provider, 'secret', private.unseal('bank_connection_key', s.draft))
    from private.bank_connection_secrets s where s.connection_id = c.id and s.draft is not null);
end $function$;

CREATE OR REPLACE FUNCTION public.begin_bank_connection(provider text, connection_id uuid DEFAULT NULL::uuid, request_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.bank_organization();
  begun_id uuid := begin_bank_connection.connection_id;
  answer jsonb := private.begin_request('begin_bank_connection', request_key, jsonb_build_object('provider', provider,
    'connection_id', connection_id));
  c public.bank_connections;
begin
  if answer is not null then
    return answer;
  end if;
  if provider is null or provider not in ('simplefin', 'enable_banking') then
    return private.command_result('Choose a provider.', 'provider', 'provider_unknown');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('begin_bank_connection ' || caller_organization_id, 0));
  if (select count(*) from private.bank_provider_requests r where r.organization_id = caller_organization_id and r.kind = 'begin'
      and r.made_at > now() - interval '1 hour') >= 20 then
    return private.command_result('Twenty connections were begun within an hour. Try again later.', null, 'connections_begun_often');
  end if;
  if begun_id is null then
    insert into public.bank_connections (organization_id, provider, created_by)
    values (caller_organization_id, begin_bank_connection.provider, auth.uid()) returning id into begun_id;
  else
    c := private.lock_bank_connection(begun_id);
    if c.id is null or c.provider <> begin_bank_connection.provider then
      return private.connection_not_found();
    end if;
    update public.bank_connections b set begun_at = now(), version = b.version + 1 where b.id = c.id;
  end if;
  insert into private.bank_provider_requests (organization_id, connection_id, kind) values (caller_organization_id, begun_id, 'begin');
  return private.end_request(request_key, begun_id, private.command_result(null) || jsonb_build_object('connection_id', begun_id));
end $function$;

CREATE OR REPLACE FUNCTION public.bring_bank_lines(sync_id uuid, accounts jsonb, words jsonb DEFAULT '[]'::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c public.bank_connections;
  p private.bank_sync_parts;
  t public.bank_connection_accounts;
  said jsonb := case when jsonb_typeof(words) = 'array' then jsonb_path_query_array(words, '$[*] ? (@.type() == "string" && @ != "")') else '[]' end;
  is_cut boolean;
  concerned boolean := false;
  more boolean;
begin
  select b.* into c from public.bank_connections b
  where b.id = (select x.connection_id from private.bank_sync_parts x where x.id = bring_bank_lines.sync_id) for update;
  select x.* into p from private.bank_sync_parts x where x.id = bring_bank_lines.sync_id;
  if p.state is distinct from 'waiting' or p.claimed_until is null then
    return jsonb_build_object('imports', case when p.state = 'done' then to_jsonb(p.imports) else '[]' end, 'more', coalesce(
      p.state = 'done' and exists (select 1 from private.bank_sync_parts x where x.run_id = p.run_id and x.state = 'waiting'), false));
  end if;
  for t in
    select a.* from public.bank_connection_accounts a
    where a.connection_id = c.id and a.account_id is not null and a.ended_at is null order by a.account_id
  loop
    is_cut := private.words_about(t, said);
    concerned := concerned or is_cut;
    if greatest(p.since, t.since) <= p.until and exists (
      select 1 from jsonb_array_elements(accounts) e where e ->> 'provider_account_id' = t.provider_account_id) then
      p := private.bring_account_lines(c, t, p, (
        select e from jsonb_array_elements(accounts) e where e ->> 'provider_account_id' = t.provider_account_id limit 1), is_cut);
    end if;
  end loop;
  more := private.end_sync_part(c, p, said, concerned);
  return jsonb_build_object('imports', to_jsonb(p.imports), 'more', more);
end $function$;

CREATE OR REPLACE FUNCTION public.disconnect_bank_connection(connection_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c public.bank_connections := private.lock_bank_connection(disconnect_bank_connection.connection_id);
begin
  if c.id is null then
    return private.connection_not_found();
  elsif c.state = 'disconnected' then
    return private.command_result(null);
  end if;
  delete from private.bank_connection_secrets s where s.connection_id = c.id;
  perform private.stop_sync_parts(c);
  update public.bank_connection_accounts a set ended_at = now() where a.connection_id = c.id and a.ended_at is null;
  update public.bank_connections b set state = 'disconnected', begun_at = null, next_try_at = null, expires_at = null, code = null,
    words = null, disconnected_at = now(), disconnected_by = auth.uid(), version = b.version + 1 where b.id = c.id;
  perform private.audit(c.organization_id, 'bank_connection_disconnected', null, c.id);
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.fail_bank_sync(sync_id uuid, code text, words text DEFAULT NULL::text, retry_at timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  p private.bank_sync_parts;
  c public.bank_connections;
  heals boolean := fail_bank_sync.code in ('too_many', 'slow', 'unreachable', 'wrong_answer', 'too_large');
  pause interval;
begin
  select b.* into c from public.bank_connections b
  where b.id = (select x.connection_id from private.bank_sync_parts x where x.id = fail_bank_sync.sync_id) for update;
  select x.* into p from private.bank_sync_parts x where x.id = fail_bank_sync.sync_id;
  if p.state is distinct from 'waiting' or p.claimed_until is null then
    return jsonb_build_object('kept', false);
  end if;
  pause := (array['15 minutes', '1 hour', '6 hours']::interval[])[least(c.tries + 1, 3)];
  if heals then
    -- The part is asked for again.
    update private.bank_sync_parts x set claimed_until = null where x.id = p.id;
  else
    update private.bank_sync_parts x set state = 'failed', finished_at = now() where x.run_id = p.run_id and x.state = 'waiting';
  end if;
  update public.bank_connections b set
    state = case when not heals then 'needs_attention' when c.code is null or c.state = 'connected' then 'connected'
      else private.state_of_code(c.code) end,
    code = fail_bank_sync.code, words = nullif(left(btrim(fail_bank_sync.words), 500), ''), tries = c.tries + 1,
    next_try_at = case when heals then greatest(coalesce(fail_bank_sync.retry_at, now() + pause), now() + interval '1 minute')
      when fail_bank_sync.code = 'payment_required' then now() + interval '1 day' end
  where b.id = c.id;
  return jsonb_build_object('kept', true);
end $function$;

CREATE OR REPLACE FUNCTION public.finish_bank_import(import_id uuid, cancelled boolean DEFAULT false, broken_lines jsonb DEFAULT '[]'::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  i public.bank_imports := private.lock_bank_import(finish_bank_import.import_id);
  unread jsonb := coalesce(finish_bank_import.broken_lines, '[]');
  more boolean := false;
begin
  if i.connection_id is not null then
    perform private.refuse_with(private.command_result('This import has ended.', null, 'import_ended'));
  elsif i.status = 'running' and cancelled then
    delete from public.bank_transactions t where t.organization_id = i.organization_id and t.import_id = i.id;
    update public.bank_imports b set status = 'cancelled', finished_at = now(), added = 0 where b.id = i.id;
  elsif i.status in ('running', 'done') then
    if i.status = 'running' then
      update public.bank_imports b set broken = b.broken + jsonb_array_length(unread),
        broken_lines = case when octet_length((b.broken_lines || unread)::text) <= 100000 then b.broken_lines || unread
          else b.broken_lines end
      where b.id = i.id;
    end if;
    more := private.match_import(i);
  end if;
  select b.* into i from public.bank_imports b where b.id = i.id;
  return jsonb_build_object('more', more, 'status', i.status, 'added', i.added, 'here', i.here, 'broken', i.broken,
    'accepted', (select count(*) from public.bank_decisions d
      where d.organization_id = i.organization_id and d.group_id = i.id and d.action = 'accept'),
    'groups', (
      select coalesce(jsonb_object_agg(g.name, jsonb_build_object('count', g.n, 'amount', g.amount, 'amount_in', g.amount_in,
        'amount_out', g.amount_out)), '{}')
      from (
        select private.bank_group(t.status, t.certainty) as name, sum(t.n) as n, sum(t.amount_in) - sum(t.amount_out) as amount,
          sum(t.amount_in) as amount_in, sum(t.amount_out) as amount_out
        from (
          select t.status, t.certainty, count(*) as n, coalesce(sum(t.amount) filter (where t.amount > 0), 0) as amount_in,
            coalesce(-sum(t.amount) filter (where t.amount < 0), 0) as amount_out
          from public.bank_transactions t where t.organization_id = i.organization_id and t.import_id = i.id group by 1, 2) t
        group by 1) g));
end $function$;

CREATE OR REPLACE FUNCTION public.get_bank_accounts_page()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.bank_organization();
  today date := private.bank_today(caller_organization_id);
  shown daterange := daterange(today - 89, today, '[]');
  answer jsonb;
begin
  with review as materialized (
    select t.account_id, count(*) as n, count(*) filter (where t.amount > 0) as in_count,
      coalesce(sum(t.amount) filter (where t.amount > 0), 0) as in_amount, coalesce(-sum(t.amount) filter (where t.amount < 0), 0) as out_amount
    from public.bank_transactions t where t.organization_id = caller_organization_id and t.status in ('open', 'suggested') group by 1
  ), brought as materialized (
    select i.account_id, sum(i.added) as lines from public.bank_imports i
    where i.organization_id = caller_organization_id and i.status in ('running', 'done') group by 1
  ), linked as materialized (
    -- The connection of an account: the one that is, else the last that was.
    select distinct on (l.account_id) l.account_id, c as connection
    from public.bank_connection_accounts l join public.bank_connections c on c.id = l.connection_id
    where l.organization_id = caller_organization_id and l.account_id is not null
    order by l.account_id, l.ended_at is not null, l.created_at desc
  ), coming as materialized (
    select p.connection_id, range_agg(daterange(p.since, p.until, '[]')) filter (where p.part = n.part) as next_days,
      range_agg(daterange(p.since, p.until, '[]')) filter (where p.part > n.part) as later_days
    from private.bank_sync_parts p
    join (select s.connection_id, min(s.part) as part from private.bank_sync_parts s
      where s.organization_id = caller_organization_id and s.state = 'waiting' group by 1) n on n.connection_id = p.connection_id
    where p.organization_id = caller_organization_id and p.state = 'waiting' group by 1
  ), spans as materialized (
    select a.id as account_id, coalesce(h.days, '{}') as here,
      coalesce(w.next_days, '{}') - coalesce(h.days, '{}') as on_its_way,
      coalesce(w.later_days, '{}') - coalesce(h.days, '{}') as later,
      private.gap_days(coalesce(h.days, '{}'), case when (l.connection).state = 'needs_attention' then today end)
        - coalesce(w.next_days, '{}') - coalesce(w.later_days, '{}') as gaps
    from public.bank_accounts a
    left join private.days_here(caller_organization_id) h on h.account_id = a.id
    left join linked l on l.account_id = a.id
    left join coming w on w.connection_id = (l.connection).id
    where a.organization_id = caller_organization_id
  ), gaps as materialized (
    -- Those that reach into the days shown, as a whole.
    select s.account_id, lower(g) as first_day, upper(g) - 1 as last_day from spans s cross join lateral unnest(s.gaps) g where g && shown
  ), rows as materialized (
    select jsonb_build_object('id', a.id, 'name', a.name, 'institution', a.institution, 'last_four', a.last_four,
      'kind', (select o.kind from public.bank_connection_accounts o where o.organization_id = a.organization_id and o.account_id = a.id
        order by o.ended_at is not null, o.created_at desc limit 1),
      'currency', a.currency, 'version', a.version, 'archived_at', a.archived_at, 'open_count', coalesce(r.n, 0),
      'has_mapping', exists (select 1 from private.bank_file_keys k
        where k.organization_id = a.organization_id and k.account_id = a.id and k.kind = 'headers'),
      'balance', a.balance, 'balance_on', a.balance_on,
      'last_file', (
        select jsonb_build_object('at', i.created_at, 'first_name', u.first_name, 'last_name', u.last_name, 'added', i.added)
        from public.bank_imports i join public.users u on u.id = i.created_by
        where i.organization_id = a.organization_id and i.account_id = a.id and i.status = 'done' order by i.created_at desc limit 1),
      'spans', (select coalesce(jsonb_agg(d order by d ->> 'from'), '[]') from jsonb_array_elements(
        private.days_between(s.here * multirange(shown), 'here') || private.days_between(s.gaps * multirange(shown), 'gap')
        || private.days_between(s.on_its_way * multirange(shown), 'on_its_way')
        || private.days_between(s.later * multirange(shown), 'later')) d),
      'gaps', (select coalesce(jsonb_agg(jsonb_build_object('from', g.first_day, 'to', g.last_day,
        'days', g.last_day - g.first_day + 1) order by g.first_day), '[]') from gaps g where g.account_id = a.id),
      'line_count', coalesce(b.lines, 0),
      'connection', case when l.account_id is not null then private.bank_connection_row(l.connection) end) as item, a.name, a.id,
      a.archived_at
    from public.bank_accounts a
    join spans s on s.account_id = a.id
    left join review r on r.account_id = a.id
    left join brought b on b.account_id = a.id
    left join linked l on l.account_id = a.id
    where a.organization_id = caller_organization_id)
  select jsonb_build_object(
    'range', jsonb_build_object('from', lower(shown), 'to', upper(shown) - 1),
    'totals', (
      select jsonb_build_object('balance', coalesce(sum(a.balance), 0), 'balance_count', count(a.balance))
      from public.bank_accounts a where a.organization_id = caller_organization_id and a.archived_at is null)
      || (select jsonb_build_object('review_in_amount', coalesce(sum(r.in_amount), 0), 'review_in_count', coalesce(sum(r.in_count), 0),
        'review_out_amount', coalesce(sum(r.out_amount), 0), 'review_out_count', coalesce(sum(r.n - r.in_count), 0)) from review r)
      || (select jsonb_build_object('gap_days', coalesce(sum(g.last_day - g.first_day + 1), 0), 'gap_accounts',
        count(distinct g.account_id)) from gaps g)
      || (select jsonb_build_object('next_sync_at', min(c.next_try_at), 'syncs_left', coalesce(max(private.bank_syncs_left(c.id)), 0))
        from public.bank_connections c
        where c.organization_id = caller_organization_id and c.state in ('connected', 'needs_attention', 'syncing')),
    'accounts', (select coalesce(jsonb_agg(r.item order by r.archived_at is not null, lower(r.name), r.id), '[]') from rows r),
    'waiting', (
      select coalesce(jsonb_agg(private.bank_connection_row(c) || jsonb_build_object('accounts_to_link', private.accounts_to_link(c))
        order by c.created_at), '[]')
      from public.bank_connections c
      where c.organization_id = caller_organization_id and c.state not in ('connecting', 'disconnected')
        and exists (select 1 from public.bank_connection_accounts t
          where t.connection_id = c.id and t.account_id is null and not t.left_out and t.ended_at is null)),
    'questions', (
      select coalesce(jsonb_agg(jsonb_build_object('id', q.id, 'kind', q.kind, 'transaction_id', t.id, 'account_id', t.account_id,
        'booked_on', t.booked_on, 'text', t.text, 'amount', t.amount, 'new_amount', q.new_amount, 'new_on', q.new_on,
        'is_matched', t.status = 'matched') order by q.asked_at desc, q.id), '[]')
      from (select x.* from public.bank_questions x where x.organization_id = caller_organization_id and x.answered_at is null
        order by x.asked_at desc, x.id limit 200) q
      join public.bank_transactions t on t.organization_id = q.organization_id and t.id = q.transaction_id))
  into answer;
  return answer;
end $function$;

CREATE OR REPLACE FUNCTION public.get_bank_connection(connection_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.bank_organization();
begin
  return (
    select private.bank_connection_row(c) || jsonb_build_object('accounts_to_link', private.accounts_to_link(c))
    from public.bank_connections c
    where c.id = get_bank_connection.connection_id and c.organization_id = caller_organization_id);
end $function$;

CREATE OR REPLACE FUNCTION public.import_bank_lines(import_id uuid, lines jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  i public.bank_imports := private.lock_bank_import(import_bank_lines.import_id);
  counts record;
begin
  if i.status <> 'running' or i.connection_id is not null then
    perform private.refuse_with(case i.status when 'undone' then private.command_result('This import was undone.',
      null, 'import_undone')
      else private.command_result('This import has ended.', null, 'import_ended') end);
  end if;
  perform private.check_bank_lines(lines);
  -- One import into an account at a time: what another one is writing would not be seen.
  perform pg_advisory_xact_lock(hashtextextended('bank_import ' || i.account_id, 0));
  with judged as materialized (
    select j.* from private.judge_bank_lines(i.organization_id, i.account_id, lines, i.id) j
  ), added as (
    insert into public.bank_transactions (organization_id, account_id, import_id, line_number, line_key, booked_on, value_on,
      amount, text, counterparty, reference, bank_id, payer_key, numbers)
    select i.organization_id, i.account_id, i.id, j.line, j.line_key, j.booked_on, j.value_on, j.amount, j.text, j.counterparty,
      j.reference, j.bank_id, private.payer_key(j.text, j.counterparty), private.bank_numbers(j.text)
    from judged j where j.refusal is null and not j.here
    order by j.line
    on conflict (organization_id, account_id, line_key) do nothing
    returning 1
  ), met as (
    -- Which line of this file is which transaction: private.judge_beside_connection.
    insert into private.bank_source_lines as s (organization_id, account_id, line_key, transaction_id, import_id, booked_on, amount,
      text_hash)
    select distinct on (j.line_key) i.organization_id, i.account_id, j.line_key, j.transaction_id, i.id, j.booked_on, j.amount,
      private.line_text_hash(j.text, j.counterparty, j.reference)
    from judged j where j.here and j.transaction_id is not null order by j.line_key, j.line
    on conflict on constraint bank_source_lines_line_key_key do update
      set transaction_id = excluded.transaction_id, import_id = excluded.import_id)
  select (select count(*) from added) as added, min(j.booked_on) as first_on, max(j.booked_on) as last_on, count(*) filter (where j.refusal is not null) as broken, count(*) as total,
    coalesce(jsonb_agg(jsonb_build_object('line', j.line, 'why', j.refusal -> 'error', 'code', j.refusal -> 'code',
      'params', j.refusal -> 'params') order by j.line) filter (where j.refusal is not null), '[]')
      as broken_lines
  into counts from judged j;
  update public.bank_imports b set added = b.added + counts.added, broken = b.broken + counts.broken,
    here = b.here + counts.total - counts.added - counts.broken,
    first_on = least(b.first_on, counts.first_on), last_on = greatest(b.last_on, counts.last_on),
    broken_lines = case when jsonb_array_length(b.broken_lines) < 200 then b.broken_lines || (
        select coalesce(jsonb_agg(e - '{code,params}'::text[]), '[]') from jsonb_array_elements(counts.broken_lines) e)
      else b.broken_lines end
  where b.id = i.id;
  return jsonb_build_object('added', counts.added, 'here', counts.total - counts.added - counts.broken,
    'broken', counts.broken_lines);
end $function$;

CREATE OR REPLACE FUNCTION public.keep_bank_connection(connection_id uuid, user_id uuid, secret text, label text, expires_at timestamp with time zone, accounts jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c public.bank_connections := private.begun_connection(keep_bank_connection.connection_id, keep_bank_connection.user_id);
begin
  if c.id is null then
    return private.connection_not_begun();
  elsif not private.is_account_list(accounts) or coalesce(secret, '') = '' then
    return private.command_result('The provider named no accounts that can be read.', null, 'connection_accounts_expected');
  end if;
  insert into private.bank_connection_secrets as s (connection_id, organization_id, sealed)
  values (c.id, c.organization_id, private.seal('bank_connection_key', secret))
  on conflict on constraint bank_connection_secrets_pkey do update set sealed = excluded.sealed, draft = null;
  insert into public.bank_connection_accounts as t (organization_id, connection_id, provider_account_id, name, institution, kind,
    last_four, currency, balance, balance_on)
  select c.organization_id, c.id, o.* from private.offered_accounts(accounts) o
  on conflict on constraint bank_connection_accounts_provider_account_id_key do update
    set name = excluded.name, institution = excluded.institution, kind = excluded.kind, last_four = excluded.last_four,
      currency = excluded.currency, balance = excluded.balance, balance_on = excluded.balance_on, ended_at = null,
      -- Meanwhile another connection may have taken its place.
      account_id = case when t.account_id is not null and not exists (select 1 from public.bank_connection_accounts x
        where x.organization_id = t.organization_id and x.account_id = t.account_id and x.ended_at is null and x.id <> t.id)
        then t.account_id end;
  update public.bank_connection_accounts t set ended_at = now()
  where t.connection_id = c.id and t.ended_at is null and not exists (
    select 1 from private.offered_accounts(accounts) o where o.provider_account_id = t.provider_account_id);
  update public.bank_connections b set state = case when b.state = 'syncing' then 'syncing' else 'connected' end,
    label = left(btrim(coalesce(keep_bank_connection.label, '')), 100),
    institution = (select case when count(distinct o.institution) = 1 then min(o.institution) end
      from private.offered_accounts(accounts) o),
    expires_at = keep_bank_connection.expires_at, expiry_told = null, code = null, words = null, tries = 0, begun_at = null,
    disconnected_at = null, disconnected_by = null, version = b.version + 1,
    next_try_at = case when exists (select 1 from public.bank_connection_accounts t where t.connection_id = c.id
      and t.account_id is not null and t.ended_at is null) then now() end
  where b.id = c.id;
  insert into private.audit_log (organization_id, actor_id, action, subject_id)
  values (c.organization_id, keep_bank_connection.user_id, 'bank_connection_connected', c.id);
  return private.command_result(null) || jsonb_build_object('connection_id', c.id);
end $function$;

CREATE OR REPLACE FUNCTION public.keep_bank_connection_draft(connection_id uuid, user_id uuid, secret text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c public.bank_connections := private.begun_connection(keep_bank_connection_draft.connection_id, keep_bank_connection_draft.user_id);
begin
  if c.id is null then
    return private.connection_not_begun();
  end if;
  insert into private.bank_connection_secrets as s (connection_id, organization_id, draft)
  values (c.id, c.organization_id, private.seal('bank_connection_key', secret))
  on conflict on constraint bank_connection_secrets_pkey do update set draft = excluded.draft;
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.link_bank_accounts(connection_id uuid, links jsonb, since date DEFAULT NULL::date, request_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c public.bank_connections := private.lock_bank_connection(link_bank_accounts.connection_id);
  today date := private.bank_today(c.organization_id);
  first_day date := coalesce(link_bank_accounts.since, today - 89);
  answer jsonb := private.begin_request('link_bank_accounts', request_key, jsonb_build_object('connection_id', connection_id,
    'links', links, 'since', link_bank_accounts.since));
  item jsonb;
  t public.bank_connection_accounts;
  refusal jsonb;
begin
  if answer is not null then
    return answer;
  end if;
  if c.id is null or c.state in ('connecting', 'disconnected') then
    return private.connection_not_found();
  end if;
  perform private.check_bank_links(links);
  if first_day not between today - 730 and today then
    return private.command_result('Choose a day within the last two years.', 'since', 'connection_since_wrong');
  end if;
  for item in select e from jsonb_array_elements(links) e loop
    select a.* into t from public.bank_connection_accounts a
    where a.connection_id = c.id and a.provider_account_id = item ->> 'provider_account_id' and a.ended_at is null;
    if t.id is null or t.account_id is not null then
      refusal := private.command_result('This account is no longer to be linked.', 'links', 'connection_account_unknown');
    elsif item -> 'left_out' = 'true' then
      update public.bank_connection_accounts a set left_out = true where a.id = t.id;
    else
      refusal := private.link_bank_account(t, (item ->> 'account_id')::uuid, item ->> 'new_name', first_day);
    end if;
    if refusal is not null then
      -- All of it or nothing.
      perform private.refuse_with(refusal);
    end if;
  end loop;
  update public.bank_connections b set next_try_at = now(), tries = 0, version = b.version + 1
  where b.id = c.id and exists (select 1 from public.bank_connection_accounts a where a.connection_id = c.id
    and a.account_id is not null and a.ended_at is null);
  if found then
    perform private.call_function('bank-sync', jsonb_build_object('connection_id', c.id));
  end if;
  perform private.audit(c.organization_id, 'bank_connection_linked', null, c.id, jsonb_build_object('since', first_day));
  return private.end_request(request_key, c.id, private.command_result(null) || jsonb_build_object('connection_id', c.id));
exception when raise_exception then
  declare
    reason text;
    field text;
    detail text;
  begin
    get stacked diagnostics reason = message_text, field = pg_exception_hint, detail = pg_exception_detail;
    return private.command_result(reason, field) || private.fact_of(detail);
  end;
end $function$;

CREATE OR REPLACE FUNCTION public.match_brought_lines(import_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  i public.bank_imports;
begin
  select b.* into i from public.bank_imports b where b.id = match_brought_lines.import_id and b.connection_id is not null for update;
  return jsonb_build_object('more', coalesce(i.status in ('running', 'done') and private.match_import(i), false));
end $function$;

CREATE OR REPLACE FUNCTION public.stop_bank_sync(connection_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c public.bank_connections := private.lock_bank_connection(stop_bank_sync.connection_id);
begin
  if c.id is null then
    return private.connection_not_found();
  elsif not private.stop_sync_parts(c) then
    return private.command_result('Nothing is on its way.', null, 'connection_not_syncing');
  end if;
  update public.bank_connections b set state = 'connected', next_try_at = now() + private.sync_pause() where b.id = c.id;
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.sync_bank_connection(connection_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.bank_organization();
  c public.bank_connections;
  begun int := 0;
  can_begin boolean := false;
begin
  for c in
    select b.* from public.bank_connections b
    where b.organization_id = caller_organization_id and b.state in ('connected', 'needs_attention')
      and (sync_bank_connection.connection_id is null or b.id = sync_bank_connection.connection_id)
      and exists (select 1 from private.bank_connection_secrets s where s.connection_id = b.id and s.sealed is not null)
      and exists (select 1 from public.bank_connection_accounts a where a.connection_id = b.id and a.account_id is not null
        and a.ended_at is null)
    order by b.id for update
  loop
    can_begin := true;
    continue when private.bank_syncs_left(c.id) = 0;
    begun := begun + 1;
    insert into private.bank_provider_requests (organization_id, connection_id, kind) values (c.organization_id, c.id, 'hand');
    update public.bank_connections b set next_try_at = now(), tries = 0 where b.id = c.id;
    perform private.audit(c.organization_id, 'bank_connection_synced', null, c.id);
    perform private.call_function('bank-sync', jsonb_build_object('connection_id', c.id));
  end loop;
  if not can_begin then
    return private.command_result('No connection can be synced now.', null, 'connection_not_connected');
  elsif begun = 0 then
    return private.command_result('It was synced by hand often enough for a day. It comes by itself at its next time.', null,
      'connection_syncs_used');
  end if;
  return private.command_result(null) || jsonb_build_object('left', (
    select max(private.bank_syncs_left(b.id)) from public.bank_connections b
    where b.organization_id = caller_organization_id and b.state in ('connected', 'needs_attention', 'syncing')
      and (sync_bank_connection.connection_id is null or b.id = sync_bank_connection.connection_id)));
end $function$;

CREATE OR REPLACE FUNCTION public.take_bank_sync(connection_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  claim constant interval := '3 minutes';
  c public.bank_connections;
  p private.bank_sync_parts;
begin
  for c in
    select b.* from public.bank_connections b
    where b.state in ('connected', 'needs_attention', 'syncing') and (take_bank_sync.connection_id is null or b.id = take_bank_sync.connection_id)
      and b.next_try_at <= now()
      and exists (select 1 from private.bank_connection_secrets s where s.connection_id = b.id and s.sealed is not null)
      and not exists (select 1 from private.bank_sync_parts x
        where x.organization_id = b.organization_id and x.connection_id = b.id and x.state = 'waiting' and x.claimed_until > now())
    order by b.next_try_at, b.id
    for update skip locked
  loop
    if private.provider_requests(c.id, 'part', interval '24 hours') >= 24 then
      update public.bank_connections b set next_try_at = (
        select min(r.made_at) + interval '24 hours' from private.bank_provider_requests r
        where r.connection_id = c.id and r.kind = 'part' and r.made_at > now() - interval '24 hours')
      where b.id = c.id;
      continue;
    end if;
    -- Somebody may have claimed one before this row was locked.
    continue when exists (select 1 from private.bank_sync_parts x
      where x.organization_id = c.organization_id and x.connection_id = c.id and x.state = 'waiting' and x.claimed_until > now());
    if not exists (select 1 from private.bank_sync_parts x
      where x.organization_id = c.organization_id and x.connection_id = c.id and x.state = 'waiting')
      and not private.plan_bank_sync(c) then
      continue;
    end if;
    update private.bank_sync_parts x set claimed_until = now() + claim
    where x.id = (select y.id from private.bank_sync_parts y
      where y.organization_id = c.organization_id and y.connection_id = c.id and y.state = 'waiting' order by y.part limit 1)
    returning x.* into p;
    insert into private.bank_provider_requests (organization_id, connection_id, kind) values (c.organization_id, c.id, 'part');
    update public.bank_connections b set state = 'syncing', last_tried_at = now() where b.id = c.id;
    return jsonb_build_object('sync_id', p.id, 'connection_id', c.id, 'provider', c.provider,
      'secret', (select private.unseal('bank_connection_key', s.sealed) from private.bank_connection_secrets s
        where s.connection_id = c.id),
      'provider_account_ids', (select coalesce(jsonb_agg(t.provider_account_id order by t.provider_account_id), '[]')
        from public.bank_connection_accounts t
        where t.connection_id = c.id and t.account_id is not null and t.ended_at is null),
      'since', private.asked_from(p), 'until', p.until, 'part', p.part, 'parts', p.parts);
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.undo_bank_import(import_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  step constant int := 200;
  i public.bank_imports := private.lock_bank_import(undo_bank_import.import_id);
  ids uuid[];
  matched uuid[];
  paid jsonb;
  removed_count int := 0;
begin
  if i.status in ('undone', 'cancelled') then
    return private.command_result('This import was taken back already.', null, 'import_taken_back');
  end if;
  ids := array(select t.id from public.bank_transactions t
    where t.organization_id = i.organization_id and t.import_id = i.id order by t.id for update);
  -- What takes back comes before what brought.
  matched := array(select t.id from public.bank_transactions t
    where t.organization_id = i.organization_id and t.id = any (ids) and t.status = 'matched' order by t.amount, t.id limit step + 1);
  -- All of the file is asked each time, so that nothing goes where not all of it may.
  paid := private.check_unmatch(i.organization_id, ids);
  if paid = '[]' then
    paid := private.unmatch_transactions(i.organization_id, matched[:step]);
  end if;
  if paid <> '[]' then
    return private.command_result('An agent has been paid for what this file brought.', null, 'agent_paid_for_file')
      || jsonb_build_object('removed', 0, 'paid', paid, 'more', false);
  end if;
  if cardinality(matched) <= step then
    perform private.forget_source_lines(i, ids);
    delete from public.bank_transactions t where t.organization_id = i.organization_id and t.id = any (ids);
    get diagnostics removed_count = row_count;
    update public.bank_imports b set status = 'undone', undone_at = now(), undone_by = private.acting_user(b.organization_id)
    where b.id = i.id;
  end if;
  return private.command_result(null)
    || jsonb_build_object('removed', removed_count, 'paid', paid, 'more', cardinality(matched) > step);
end $function$;

ALTER TABLE "private"."bank_covered_days" ADD CONSTRAINT "bank_covered_days_account_id_fkey" FOREIGN KEY (organization_id, account_id) REFERENCES public.bank_accounts(organization_id, id) ON DELETE CASCADE;

ALTER TABLE "private"."bank_source_lines" ADD CONSTRAINT "bank_source_lines_account_id_fkey" FOREIGN KEY (organization_id, account_id) REFERENCES public.bank_accounts(organization_id, id) ON DELETE CASCADE;

ALTER TABLE "private"."bank_source_lines" ADD CONSTRAINT "bank_source_lines_transaction_id_fkey" FOREIGN KEY (organization_id, transaction_id) REFERENCES public.bank_transactions(organization_id, id) ON DELETE SET NULL (transaction_id);

ALTER TABLE "public"."bank_accounts" ADD CONSTRAINT "bank_accounts_balance_on_range" CHECK (((balance_on >= '1900-01-01'::date) AND (balance_on <= '2199-12-31'::date)));

ALTER TABLE "public"."bank_accounts" ADD CONSTRAINT "bank_accounts_balance_range" CHECK (((balance >= '-999999999999.99'::numeric) AND (balance <= 999999999999.99)));

ALTER TABLE "public"."bank_connection_accounts" ADD CONSTRAINT "bank_connection_accounts_account_id_fkey" FOREIGN KEY (organization_id, account_id) REFERENCES public.bank_accounts(organization_id, id);

ALTER TABLE "public"."bank_connection_accounts" ADD CONSTRAINT "bank_connection_accounts_organization_id_fkey" FOREIGN KEY (organization_id) REFERENCES public.organizations(id);

ALTER TABLE "public"."bank_connections" ADD CONSTRAINT "bank_connections_created_by_fkey" FOREIGN KEY (created_by, organization_id) REFERENCES public.users(id, organization_id);

ALTER TABLE "public"."bank_connections" ADD CONSTRAINT "bank_connections_disconnected_by_fkey" FOREIGN KEY (disconnected_by, organization_id) REFERENCES public.users(id, organization_id);

ALTER TABLE "public"."bank_connections" ADD CONSTRAINT "bank_connections_organization_id_fkey" FOREIGN KEY (organization_id) REFERENCES public.organizations(id);

ALTER TABLE "private"."bank_connection_secrets" ADD CONSTRAINT "bank_connection_secrets_connection_id_fkey" FOREIGN KEY (organization_id, connection_id) REFERENCES public.bank_connections(organization_id, id) ON DELETE CASCADE;

ALTER TABLE "private"."bank_covered_days" ADD CONSTRAINT "bank_covered_days_connection_id_fkey" FOREIGN KEY (organization_id, connection_id) REFERENCES public.bank_connections(organization_id, id) ON DELETE CASCADE;

ALTER TABLE "private"."bank_provider_requests" ADD CONSTRAINT "bank_provider_requests_connection_id_fkey" FOREIGN KEY (organization_id, connection_id) REFERENCES public.bank_connections(organization_id, id) ON DELETE CASCADE;

ALTER TABLE "private"."bank_source_lines" ADD CONSTRAINT "bank_source_lines_connection_id_fkey" FOREIGN KEY (organization_id, connection_id) REFERENCES public.bank_connections(organization_id, id) ON DELETE CASCADE;

ALTER TABLE "private"."bank_sync_parts" ADD CONSTRAINT "bank_sync_parts_connection_id_fkey" FOREIGN KEY (organization_id, connection_id) REFERENCES public.bank_connections(organization_id, id) ON DELETE CASCADE;

ALTER TABLE "public"."bank_connection_accounts" ADD CONSTRAINT "bank_connection_accounts_connection_id_fkey" FOREIGN KEY (organization_id, connection_id) REFERENCES public.bank_connections(organization_id, id) ON DELETE CASCADE;

ALTER TABLE "public"."bank_imports" ADD CONSTRAINT "bank_imports_connection_id_fkey" FOREIGN KEY (organization_id, connection_id) REFERENCES public.bank_connections(organization_id, id);

ALTER TABLE "public"."bank_imports" ADD CONSTRAINT "bank_imports_created_by_or_connection_id" CHECK ((num_nonnulls(created_by, connection_id) = 1));

ALTER TABLE "public"."bank_imports" ADD CONSTRAINT "bank_imports_format_known" CHECK ((format = ANY (ARRAY['csv'::text, 'ofx'::text, 'qfx'::text, 'qif'::text, 'camt'::text, 'mt940'::text, 'simplefin'::text, 'enable_banking'::text])));

ALTER TABLE "public"."bank_questions" ADD CONSTRAINT "bank_questions_answered_by_fkey" FOREIGN KEY (answered_by, organization_id) REFERENCES public.users(id, organization_id);

ALTER TABLE "public"."bank_questions" ADD CONSTRAINT "bank_questions_connection_id_fkey" FOREIGN KEY (organization_id, connection_id) REFERENCES public.bank_connections(organization_id, id) ON DELETE CASCADE;

ALTER TABLE "public"."bank_questions" ADD CONSTRAINT "bank_questions_organization_id_fkey" FOREIGN KEY (organization_id) REFERENCES public.organizations(id);

ALTER TABLE "public"."bank_questions" ADD CONSTRAINT "bank_questions_transaction_id_fkey" FOREIGN KEY (organization_id, transaction_id) REFERENCES public.bank_transactions(organization_id, id) ON DELETE CASCADE;

CREATE INDEX bank_provider_requests_connection_id_idx ON private.bank_provider_requests USING btree (organization_id, connection_id, kind, made_at);

CREATE INDEX bank_source_lines_day_idx ON private.bank_source_lines USING btree (organization_id, account_id, booked_on);

CREATE INDEX bank_source_lines_transaction_id_idx ON private.bank_source_lines USING btree (organization_id, transaction_id);

CREATE INDEX bank_sync_parts_run_idx ON private.bank_sync_parts USING btree (organization_id, connection_id, created_at DESC);

CREATE INDEX bank_sync_parts_waiting_idx ON private.bank_sync_parts USING btree (organization_id, connection_id, part) WHERE (state = 'waiting'::text);

CREATE INDEX bank_connection_accounts_account_id_idx ON public.bank_connection_accounts USING btree (organization_id, account_id) WHERE (account_id IS NOT NULL);

CREATE UNIQUE INDEX bank_connection_accounts_account_id_key ON public.bank_connection_accounts USING btree (organization_id, account_id) WHERE ((account_id IS NOT NULL) AND (ended_at IS NULL));

CREATE INDEX bank_connections_due_idx ON public.bank_connections USING btree (next_try_at) WHERE (next_try_at IS NOT NULL);

CREATE INDEX bank_connections_organization_id_idx ON public.bank_connections USING btree (organization_id, created_at DESC);

CREATE INDEX bank_imports_connection_id_idx ON public.bank_imports USING btree (organization_id, connection_id) WHERE (connection_id IS NOT NULL);

CREATE INDEX bank_questions_connection_id_idx ON public.bank_questions USING btree (organization_id, connection_id);

CREATE UNIQUE INDEX bank_questions_open_key ON public.bank_questions USING btree (organization_id, transaction_id, kind) WHERE (answered_at IS NULL);

CREATE INDEX bank_questions_transaction_id_idx ON public.bank_questions USING btree (organization_id, transaction_id);

CREATE TRIGGER bank_accounts_80_number BEFORE UPDATE ON public.bank_accounts FOR EACH ROW EXECUTE FUNCTION private.bump_record_version('{id,organization_id,created_at,updated_at,version,created_by,balance,balance_on}');

CREATE TRIGGER bank_connections_90_touch BEFORE UPDATE ON public.bank_connections FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

CREATE TRIGGER bank_connections_after_90_announce_added AFTER INSERT ON public.bank_connections REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_bank();

CREATE TRIGGER bank_connections_after_90_announce_changed AFTER UPDATE ON public.bank_connections REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_bank();

CREATE TRIGGER bank_questions_after_90_announce_added AFTER INSERT ON public.bank_questions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_bank();

CREATE TRIGGER bank_questions_after_90_announce_changed AFTER UPDATE ON public.bank_questions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_bank();

CREATE POLICY "admins read what connections offer" ON "public"."bank_connection_accounts" FOR SELECT TO "authenticated" USING (((organization_id = ( SELECT private.current_organization_id() AS current_organization_id)) AND ( SELECT private.is_admin() AS is_admin)));

CREATE POLICY "admins read the connections of their organization" ON "public"."bank_connections" FOR SELECT TO "authenticated" USING (((organization_id = ( SELECT private.current_organization_id() AS current_organization_id)) AND ( SELECT private.is_admin() AS is_admin)));

CREATE POLICY "admins read what the bank changed" ON "public"."bank_questions" FOR SELECT TO "authenticated" USING (((organization_id = ( SELECT private.current_organization_id() AS current_organization_id)) AND ( SELECT private.is_admin() AS is_admin)));

COMMENT ON COLUMN "public"."bank_connections"."begun_at" IS 'When somebody began to connect or to renew it; null when that has ended';

COMMENT ON COLUMN "public"."bank_connections"."code" IS 'Why the last try failed, or what needs somebody''s attention';

COMMENT ON COLUMN "public"."bank_connections"."expiry_told" IS 'The owners were told so many days before it expires';

COMMENT ON COLUMN "public"."bank_connections"."tries" IS 'Tries in a row that failed';

COMMENT ON COLUMN "public"."bank_connections"."words" IS 'The provider''s own words about it';

COMMENT ON COLUMN "public"."bank_imports"."connection_id" IS 'The connection that brought it, in place of a person';

COMMENT ON COLUMN "public"."bank_imports"."first_on" IS 'The first and the last day of its lines, also of those that were here already';

COMMENT ON FUNCTION "private"."accounts_to_link"(public.bank_connections) IS 'Accounts of a connection of which nobody has said yet where they go, each with one of
  ours that has the same number or name.';

COMMENT ON FUNCTION "private"."add_brought_lines"(public.bank_connections, public.bank_connection_accounts, private.bank_judged_line[], uuid) IS 'Writes what is new, and by which ids the provider knows all of it. The import, where
  something is new.';

COMMENT ON FUNCTION "private"."ask_of_answer"(public.bank_connection_accounts, date, date, text[]) IS 'Asks about what came before, lies within the days and did not come again; what came is
  asked about no more.';

COMMENT ON FUNCTION "private"."ask_of_lines"(public.bank_connection_accounts, text, uuid[], numeric[], date[]) IS 'Asks once: what a person has answered with `keep` is not asked again, unless it differs again.';

COMMENT ON FUNCTION "private"."asked_from"(private.bank_sync_parts) IS 'A part is asked three days more than it brings: a line at its edge is recognized although
  two sources book it on different days (private.pair_bank_lines).';

COMMENT ON FUNCTION "private"."bank_connection_row"(public.bank_connections) IS 'A connection as its page shows it, with the part that is on its way.';

COMMENT ON FUNCTION "private"."bank_fillers"() IS 'Words that say how money moves, not who moves it.';

COMMENT ON FUNCTION "private"."bank_syncs_left"(uuid) IS 'How often it may be synced by hand: four times in 24 hours, as long as the provider
  may be asked (24 requests in 24 hours).';

COMMENT ON FUNCTION "private"."bank_today"(uuid) IS 'Today where the agency is, also for what runs without a caller.';

COMMENT ON FUNCTION "private"."begun_connection"(uuid, uuid) IS 'A connection that was begun within the last hour, locked, if that person is an admin of
  its agency; else null.';

COMMENT ON FUNCTION "private"."bring_account_lines"(public.bank_connections, public.bank_connection_accounts, private.bank_sync_parts, jsonb, boolean) IS 'Brings the lines of one account: the part with what came counted. `is_cut`: the answer
  may not be whole, so nothing is asked of what is missing, and the days are asked for again.';

COMMENT ON FUNCTION "private"."call_bank_sync"() IS 'A job of every minute: calls the Edge Function where a connection is due, tells owners 14
  and 3 days before one expires, and ends what was left half done.';

COMMENT ON FUNCTION "private"."connection_lines"(uuid, uuid, jsonb) IS 'Reads lines of a connection like those of a file. Their key is the provider''s id; without
  one day, amount and texts with a counter. A line that comes twice under one id is one.';

COMMENT ON FUNCTION "private"."days_here"(uuid) IS 'Which days of each account are here: a file covers them from its first line''s day to its last
  line''s, a sync those that it asked for.';

COMMENT ON FUNCTION "private"."forget_source_lines"(public.bank_imports, uuid[]) IS 'Before an import is taken back: what a connection brought is kept as taken back by a
  person; what a file brought and a connection had recognized is forgotten, and asked for again.';

COMMENT ON FUNCTION "private"."gap_days"(datemultirange, date) IS 'Two days and more in a row that are not here, after the first day that is, up to the last or that
  one.';

COMMENT ON FUNCTION "private"."has_bank_connection"(uuid, uuid) IS 'Whether the account has a connection, or ever had one.';

COMMENT ON FUNCTION "private"."judge_bank_lines"(uuid, uuid, jsonb, uuid) IS 'Judges lines of a file, (docs/product/imports.md, Bank files): each as it is read, and
  whether the account has it already. Where the account has a connection, that also says what of it is here.';

COMMENT ON FUNCTION "private"."judge_beside_connection"(uuid, uuid, jsonb, uuid) IS 'private.judge_bank_lines where the account has a connection: each line with the
  transaction it is, if any. `import_id`: what that one has met already is met no more.';

COMMENT ON FUNCTION "private"."judge_connection_lines"(public.bank_connection_accounts, jsonb, date, date) IS 'Judges the lines of a linked account for days that were asked: known (by the
  provider''s id), here (another source has it, or its id has changed), taken_back (by a person), new, broken, or beside the days.';

COMMENT ON FUNCTION "private"."line_text_hash"(text, text, text) IS 'The texts of a line, blanks and case apart.';

COMMENT ON FUNCTION "private"."line_words"(text) IS 'The words by which a line is known again, each once: none that only says how money moves.';

COMMENT ON FUNCTION "private"."link_bank_account"(public.bank_connection_accounts, uuid, text, date) IS 'Links one of theirs to one of ours, or to a new one; null, or the refusal. Where an
  earlier connection brought lines it goes on from there.';

COMMENT ON FUNCTION "private"."lock_bank_connection"(uuid) IS 'The connection, locked: its row is what people and syncs wait for. Null when it is
  not of the caller''s organization.';

COMMENT ON FUNCTION "private"."match_import"(public.bank_imports) IS 'A step of what follows when an import ends: rules, matching, and what is certain accepted where
  the organization wants it. Whether there is more.';

COMMENT ON FUNCTION "private"."offered_accounts"(jsonb) IS 'Accounts as a provider offers them, cut to what a column holds.';

COMMENT ON FUNCTION "private"."pair_bank_lines"(private.bank_seen_line[], private.bank_counterpart[]) IS 'Pairs lines that look for their transaction with transactions that may be it, each once:
  the same amount, and the same texts on the same day; else shared words, up to three days apart; else, of one day, when both
  sources have the same number of them left. What is neither is new.';

COMMENT ON FUNCTION "private"."plan_bank_sync"(public.bank_connections) IS 'Makes the parts of a run, the oldest days first; false where no account is linked.';

COMMENT ON FUNCTION "private"."provider_requests"(uuid, text, interval) IS 'How often that was done with this connection since so long.';

COMMENT ON FUNCTION "private"."read_bank_lines"(uuid, uuid, jsonb) IS 'Reads lines of a file or a connection: each with its key, and the refusal when it cannot be
  taken (null when it can). The key is the bank''s own id with the amount, else day, amount and texts; a counter (`twin`) tells equal
  lines of one file apart, so that two real ones stay two and overlapping files add nothing. A bank id that says nothing ("NONREF",
  zeros) counts as none.';

COMMENT ON FUNCTION "private"."redact_bank"(uuid, text) IS 'Redacts the texts of the bank, for private.erase_customer. Keys and hashes of lines stay, so
  the same file or sync still adds nothing.';

COMMENT ON FUNCTION "private"."saved_by_begin_bank_connection"(uuid) IS 'See private.saved_as.';

COMMENT ON FUNCTION "private"."saved_by_link_bank_accounts"(uuid) IS 'See private.saved_as.';

COMMENT ON FUNCTION "private"."settle_questions"(uuid, uuid[], text) IS 'The bank itself answered: what was gone is there again, what differed is as it was.';

COMMENT ON FUNCTION "private"."state_of_code"(text) IS 'Whether somebody has to see to a connection whose last try ended with this.';

COMMENT ON FUNCTION "private"."stop_sync_parts"(public.bank_connections) IS 'Ends the parts that are still to come; whether there were any.';

COMMENT ON FUNCTION "private"."words_about"(public.bank_connection_accounts, jsonb) IS 'Whether a provider''s words concern an account: they name its institution, or none of the
  connection.';

COMMENT ON FUNCTION "public"."answer_bank_question"(uuid, text) IS '`take`: the line goes, or becomes what the bank says now; refused while it is matched.
  `keep`: it stays, and is not asked again. {success, error, field}.';

COMMENT ON FUNCTION "public"."bank_connection_secret"(uuid, uuid) IS 'What keep_bank_connection_draft kept, {provider, secret}; null for anybody but an
  admin of its agency, and when it was begun more than an hour ago.';

COMMENT ON FUNCTION "public"."begin_bank_connection"(text, uuid, uuid) IS 'Begins a connection, or renews that one: {success, error, connection_id}. The
  Edge Function bank-connections goes on within an hour. At most 20 an hour.';

COMMENT ON FUNCTION "public"."bring_bank_lines"(uuid, jsonb, jsonb) IS 'Writes what a provider answered for a claimed part, [{provider_account_id, currency, balance,
  balance_on, lines: [{id, booked_on, value_on, amount, text, counterparty, reference}]}], with the provider''s own `words`: {imports,
  more}. `more`: parts of this run are still to come. Once only; what was stopped or disconnected meanwhile is thrown away.';

COMMENT ON FUNCTION "public"."disconnect_bank_connection"(uuid) IS 'Forgets the secret at once; the lines stay. What is asked at this moment is
  thrown away when it comes. {success, error}.';

COMMENT ON FUNCTION "public"."fail_bank_sync"(uuid, text, text, timestamp with time zone) IS 'Says why a claimed part did not come: what time heals (too_many, slow, unreachable,
  wrong_answer, too_large) is tried again at `retry_at`, or after 15 minutes, an hour, then six; everything else needs somebody.
  {kept}: false where the part is done or stopped meanwhile.';

COMMENT ON FUNCTION "public"."get_bank_accounts_page"() IS 'The accounts with where their lines come from, the days that are here of the last
  90, the gaps among them, connections of which an account is still to be linked (`waiting`), and what the bank changed
  (`questions`): {range, totals, accounts, waiting, questions}.';

COMMENT ON FUNCTION "public"."get_bank_connection"(uuid) IS 'A connection with the accounts that are to be linked, `accounts_to_link`; null when
  there is none of that id.';

COMMENT ON FUNCTION "public"."keep_bank_connection"(uuid, uuid, text, text, timestamp with time zone, jsonb) IS 'Keeps the secret of a connection that was begun, sealed, with the accounts that it
  offers [{provider_account_id, name, institution, kind, last_four, currency, balance, balance_on}]. Renewed, it goes on with the
  accounts that are linked. {success, error, connection_id}.';

COMMENT ON FUNCTION "public"."keep_bank_connection_draft"(uuid, uuid, text) IS 'Keeps, sealed, what has to be remembered until the connection is finished.
  {success, error}.';

COMMENT ON FUNCTION "public"."link_bank_accounts"(uuid, jsonb, date, uuid) IS 'Says where accounts of a connection go, [{provider_account_id, account_id, new_name,
  left_out}], and begins the first sync: from `since` on, 90 days when nothing is said. {success, error, field, connection_id}.';

COMMENT ON FUNCTION "public"."match_brought_lines"(uuid) IS 'Matches what a connection brought, in steps as finish_bank_import: while {more}, call
  again.';

COMMENT ON FUNCTION "public"."stop_bank_sync"(uuid) IS 'Ends what is on its way; what is asked at this moment is thrown away when it comes. The
  next sync goes on there. {success, error}.';

COMMENT ON FUNCTION "public"."sync_bank_connection"(uuid) IS 'Asks the provider now, of this connection or of all that are connected, four times
  in 24 hours: {success, error, left}.';

COMMENT ON FUNCTION "public"."take_bank_sync"(uuid) IS 'The next part to ask a provider for, claimed for three minutes: {sync_id, connection_id,
  provider, secret, provider_account_ids, since, until, part, parts}; null when nothing is due. With a `connection_id` of that one alone.';

COMMENT ON TABLE "private"."bank_connection_secrets" IS 'What opens an account at a provider, sealed; gone when the connection is
  disconnected. `draft`: what has to be remembered between begin and finish.';

COMMENT ON TABLE "private"."bank_covered_days" IS 'The days of an account that a connection has asked for and was answered.';

COMMENT ON TABLE "private"."bank_provider_requests" IS 'What was begun, asked for by hand, and asked of a provider: limits count it.';

COMMENT ON TABLE "private"."bank_source_lines" IS 'Which line of a source is which transaction, where an account has a connection: of a
  connection by the provider''s id, hashed; of a file by the key of the line, with the last import that had it. A line whose import
  a person took back is kept without its transaction, so that it does not come again by itself.';

COMMENT ON TABLE "private"."bank_sync_parts" IS 'A run asks a provider in parts of some weeks. A part is claimed for some minutes by who asks
  for it, and done once.';

COMMENT ON TABLE "public"."bank_connection_accounts" IS 'Accounts that a connection offers: linked to one of ours, left out, or still to
  be said. `since`: from which day it brings lines; `through`: up to which it has.';

COMMENT ON TABLE "public"."bank_connections" IS 'What delivers lines of the bank by itself. Its secret lies sealed in
  private.bank_connection_secrets; written by the functions of bank/functions/connection*.';

COMMENT ON TABLE "public"."bank_questions" IS 'What a bank took back (`gone`) or wrote otherwise (`changed`) after it was here: a person
  says whether to follow. `settled`: the bank itself brought it back.';

REVOKE ALL ON FUNCTION "private"."accounts_to_link"(public.bank_connections) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."accounts_to_link"(public.bank_connections) TO "postgres";

REVOKE ALL ON FUNCTION "private"."add_brought_lines"(public.bank_connections, public.bank_connection_accounts, private.bank_judged_line[], uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."add_brought_lines"(public.bank_connections, public.bank_connection_accounts, private.bank_judged_line[], uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."ask_of_answer"(public.bank_connection_accounts, date, date, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."ask_of_answer"(public.bank_connection_accounts, date, date, text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."ask_of_lines"(public.bank_connection_accounts, text, uuid[], numeric[], date[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."ask_of_lines"(public.bank_connection_accounts, text, uuid[], numeric[], date[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."asked_from"(private.bank_sync_parts) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."asked_from"(private.bank_sync_parts) TO "postgres";

REVOKE ALL ON FUNCTION "private"."bank_connection_row"(public.bank_connections) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."bank_connection_row"(public.bank_connections) TO "postgres";

REVOKE ALL ON FUNCTION "private"."bank_fillers"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."bank_fillers"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."bank_syncs_left"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."bank_syncs_left"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."bank_today"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."bank_today"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."begun_connection"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."begun_connection"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."bring_account_lines"(public.bank_connections, public.bank_connection_accounts, private.bank_sync_parts, jsonb, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."bring_account_lines"(public.bank_connections, public.bank_connection_accounts, private.bank_sync_parts, jsonb, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."call_bank_sync"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."call_bank_sync"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."check_bank_links"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."check_bank_links"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."connection_lines"(uuid, uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."connection_lines"(uuid, uuid, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."connection_not_begun"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."connection_not_begun"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."connection_not_found"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."connection_not_found"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."days_between"(datemultirange, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."days_between"(datemultirange, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."days_here"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."days_here"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."end_sync_part"(public.bank_connections, private.bank_sync_parts, jsonb, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."end_sync_part"(public.bank_connections, private.bank_sync_parts, jsonb, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."first_day_to_ask"(public.bank_connection_accounts) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."first_day_to_ask"(public.bank_connection_accounts) TO "postgres";

REVOKE ALL ON FUNCTION "private"."forget_source_lines"(public.bank_imports, uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."forget_source_lines"(public.bank_imports, uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."gap_days"(datemultirange, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."gap_days"(datemultirange, date) TO "postgres";

REVOKE ALL ON FUNCTION "private"."has_bank_connection"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."has_bank_connection"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_account_list"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_account_list"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."judge_bank_lines"(uuid, uuid, jsonb, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."judge_bank_lines"(uuid, uuid, jsonb, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."judge_beside_connection"(uuid, uuid, jsonb, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."judge_beside_connection"(uuid, uuid, jsonb, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."judge_connection_lines"(public.bank_connection_accounts, jsonb, date, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."judge_connection_lines"(public.bank_connection_accounts, jsonb, date, date) TO "postgres";

REVOKE ALL ON FUNCTION "private"."line_text_hash"(text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."line_text_hash"(text, text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."line_words"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."line_words"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."link_bank_account"(public.bank_connection_accounts, uuid, text, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."link_bank_account"(public.bank_connection_accounts, uuid, text, date) TO "postgres";

REVOKE ALL ON FUNCTION "private"."lock_bank_connection"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."lock_bank_connection"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."match_import"(public.bank_imports) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."match_import"(public.bank_imports) TO "postgres";

REVOKE ALL ON FUNCTION "private"."offered_accounts"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."offered_accounts"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."pair_bank_lines"(private.bank_seen_line[], private.bank_counterpart[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."pair_bank_lines"(private.bank_seen_line[], private.bank_counterpart[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."plan_bank_sync"(public.bank_connections) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."plan_bank_sync"(public.bank_connections) TO "postgres";

REVOKE ALL ON FUNCTION "private"."provider_requests"(uuid, text, interval) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."provider_requests"(uuid, text, interval) TO "postgres";

REVOKE ALL ON FUNCTION "private"."read_bank_lines"(uuid, uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."read_bank_lines"(uuid, uuid, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."saved_by_begin_bank_connection"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."saved_by_begin_bank_connection"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."saved_by_link_bank_accounts"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."saved_by_link_bank_accounts"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."settle_questions"(uuid, uuid[], text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."settle_questions"(uuid, uuid[], text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."state_of_code"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."state_of_code"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."stop_sync_parts"(public.bank_connections) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."stop_sync_parts"(public.bank_connections) TO "postgres";

REVOKE ALL ON FUNCTION "private"."sync_pause"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."sync_pause"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."tell_of_expiry"(public.bank_connections, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tell_of_expiry"(public.bank_connections, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."words_about"(public.bank_connection_accounts, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."words_about"(public.bank_connection_accounts, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "public"."answer_bank_question"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."answer_bank_question"(uuid, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."bank_connection_secret"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."bank_connection_secret"(uuid, uuid) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."begin_bank_connection"(text, uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."begin_bank_connection"(text, uuid, uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."bring_bank_lines"(uuid, jsonb, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."bring_bank_lines"(uuid, jsonb, jsonb) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."disconnect_bank_connection"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."disconnect_bank_connection"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."fail_bank_sync"(uuid, text, text, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."fail_bank_sync"(uuid, text, text, timestamp with time zone) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."get_bank_accounts_page"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_bank_accounts_page"() TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."get_bank_connection"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_bank_connection"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."keep_bank_connection"(uuid, uuid, text, text, timestamp with time zone, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."keep_bank_connection"(uuid, uuid, text, text, timestamp with time zone, jsonb) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."keep_bank_connection_draft"(uuid, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."keep_bank_connection_draft"(uuid, uuid, text) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."link_bank_accounts"(uuid, jsonb, date, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."link_bank_accounts"(uuid, jsonb, date, uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."match_brought_lines"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."match_brought_lines"(uuid) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."stop_bank_sync"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."stop_bank_sync"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."sync_bank_connection"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."sync_bank_connection"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."take_bank_sync"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."take_bank_sync"(uuid) TO "postgres", "service_role";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."bank_connection_secrets" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."bank_covered_days" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."bank_provider_requests" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."bank_source_lines" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."bank_sync_parts" TO "postgres";

GRANT SELECT ON TABLE "public"."bank_connection_accounts" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."bank_connection_accounts" TO "postgres";

GRANT SELECT ON TABLE "public"."bank_connections" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."bank_connections" TO "postgres";

GRANT SELECT ON TABLE "public"."bank_questions" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."bank_questions" TO "postgres";

REVOKE ALL ON TYPE "private"."bank_counterpart" FROM PUBLIC;

GRANT USAGE ON TYPE "private"."bank_counterpart" TO "postgres";

REVOKE ALL ON TYPE "private"."bank_judged_line" FROM PUBLIC;

GRANT USAGE ON TYPE "private"."bank_judged_line" TO "postgres";

REVOKE ALL ON TYPE "private"."bank_seen_line" FROM PUBLIC;

GRANT USAGE ON TYPE "private"."bank_seen_line" TO "postgres";

-- Which days the files of before cover, as their lines say.
update public.bank_imports i set first_on = t.first_on, last_on = t.last_on
from (select b.import_id, min(b.booked_on) as first_on, max(b.booked_on) as last_on from public.bank_transactions b group by 1) t
where t.import_id = i.id;

do $$
declare
  key_name constant text := 'bank_connection_key';
begin
  if to_regclass('vault.decrypted_secrets') is not null then
    if not exists (select 1 from vault.decrypted_secrets where name = key_name) then
      perform vault.create_secret(encode(extensions.gen_random_bytes(32), 'hex'), key_name, 'Encrypts what must stay secret');
    end if;
  else
    insert into private.secrets (name, value) values (key_name, encode(extensions.gen_random_bytes(32), 'hex'));
  end if;
  if to_regnamespace('cron') is not null then
    perform cron.schedule('call-bank-sync', '59 seconds', 'select private.call_bank_sync()');
  end if;
end $$;
