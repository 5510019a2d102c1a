set local check_function_bodies = off;

DROP FUNCTION "private"."give_reason"(text);

DROP FUNCTION "private"."reason"(text, integer, text);

ALTER TABLE "public"."commission_history" ADD COLUMN "code" text;

ALTER TABLE "public"."commission_history" ADD COLUMN "params" jsonb NOT NULL DEFAULT '{}'::jsonb;

CREATE OR REPLACE FUNCTION private.commission_history_of(commission_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  -- Asked once and first: what is not shown takes as long as what is not there.
  with commission as materialized (
    select c.id from public.commissions c where c.id = commission_history_of.commission_id
  ), entries as (
    select h.* from public.commission_history h where h.commission_id = (select c.id from commission c)
  ), mentioned as (
    select distinct (d.data ->> 'agent_id')::uuid as id
    from entries e
    cross join lateral (values (e.previous_data), (e.new_data)) d(data)
    where d.data ->> 'agent_id' is not null
  )
  select jsonb_build_object(
    'entries', (select coalesce(jsonb_agg(jsonb_build_object(
        'id', e.id, 'change_type', e.change_type, 'previous_status', e.previous_status, 'new_status', e.new_status,
        'previous_data', e.previous_data, 'new_data', e.new_data, 'notes', e.notes, 'code', e.code, 'params', e.params, 'created_at', e.created_at,
        'user', (
          select jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'avatar_url', u.avatar_url)
          from public.users u where u.id = e.changed_by)
      ) order by e.created_at, e.id), '[]') from entries e),
    'names', (select coalesce(jsonb_object_agg(u.id, u.first_name || ' ' || u.last_name), '{}')
      from mentioned m join public.users u on u.id = m.id))
$function$;

CREATE OR REPLACE FUNCTION private.drop_recall(organization_id uuid, transaction_id uuid, commission_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  l public.payout_lines;
  b public.payout_batches;
begin
  select p.* into l from public.payout_lines p
  where p.organization_id = drop_recall.organization_id and p.transaction_id = drop_recall.transaction_id
    and p.commission_id = drop_recall.commission_id and p.kind = 'recall';
  if l.id is null then
    return;
  end if;
  begin
    -- Commissions are locked already, and payouts come before them: who has this one is not waited for.
    select p.* into b from public.payout_batches p
    where p.organization_id = l.organization_id and p.id = l.batch_id for update nowait;
  exception when lock_not_available then
    perform private.refuse('Somebody is working on the payout that takes this back. Try again.');
  end;
  if b.status in ('approved', 'scheduled', 'paid') then
    perform private.refuse('The agent gives it back with the ' || b.name || ' payout already.');
  end if;
  delete from public.payout_lines p where p.id = l.id and p.batch_id is not distinct from b.id;
  if not found then
    perform private.refuse('Somebody is working on the payout that takes this back. Try again.');
  elsif b.id is not null then
    perform private.note_payout(b, 'adjustment_removed', jsonb_build_object('agent_id', l.agent_id, 'kind', l.kind,
      'amount', l.amount, 'note', l.note));
  end if;
  -- What was written off meanwhile was corrected by what the recall had left, at most.
  perform private.correct_share_of(c) from public.commissions c
  where c.organization_id = drop_recall.organization_id and c.id = drop_recall.commission_id and c.status = 'agent_paid';
  insert into public.commission_history
    (commission_id, organization_id, changed_by, change_type, previous_status, new_status, previous_data, new_data, notes, code, params)
  select c.id, c.organization_id, private.acting_user(c.organization_id), 'update', c.status, c.status,
    jsonb_build_object('recalled_amount', -l.amount), '{}', 'Not taken back from the agent after all',
    'recall_dropped', jsonb_build_object('amount', -l.amount)
  from public.commissions c
  where c.organization_id = drop_recall.organization_id and c.id = drop_recall.commission_id;
end $function$;

CREATE OR REPLACE FUNCTION private.erase_documents(organization_id uuid, customer_ids uuid[], sale_ids uuid[], pattern text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  tenant constant uuid := erase_documents.organization_id;
  erased uuid[];
begin
  with gone as (
    delete from public.documents d
    where d.organization_id = tenant and (d.customer_id = any (customer_ids) or d.sale_id = any (sale_ids)) returning d.id)
  select array_agg(g.id) into erased from gone g;
  delete from public.notifications n
  where n.organization_id = tenant and n.commentable_type = 'documents' and n.commentable_id = any (erased);
  delete from private.document_uploads u
  where u.organization_id = tenant and (u.document ->> 'record_id' = any ((customer_ids || sale_ids)::text[])
    or (u.document ->> 'title') || ' ' || u.file_name ~* pattern);
  if pattern is null then
    return;
  end if;
  update public.documents d set title = private.redact(d.title, pattern, 200)
  where d.organization_id = tenant and d.title ~* pattern;
  update public.document_versions v set file_name = private.redact(v.file_name, pattern, 255)
  where v.organization_id = tenant and v.file_name ~* pattern;
  update public.notifications n set message = private.redact(n.message, pattern, 1000), params = private.redact_json(n.params, pattern)
  where n.organization_id = tenant and n.commentable_type = 'documents' and n.message ~* pattern;
end $function$;

CREATE OR REPLACE FUNCTION private.give_reason(reason text, code text DEFAULT NULL::text, params jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select set_config('paperplane.reason', case when btrim(reason) <> '' then
    jsonb_build_object('text', btrim(reason), 'code', code, 'params', params)::text else '' end, true)
$function$;

CREATE OR REPLACE FUNCTION private.given_note()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select nullif(current_setting('paperplane.reason', true), '')::jsonb $function$;

CREATE OR REPLACE FUNCTION private.given_reason()
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select private.given_note() ->> 'text' $function$;

CREATE OR REPLACE FUNCTION private.guard_history()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'UPDATE' and private.in_mode('erasing')
    and to_jsonb(new) - '{previous_data,new_data,comment,notes,params,details,content,reference,reason}'::text[]
      = to_jsonb(old) - '{previous_data,new_data,comment,notes,params,details,content,reference,reason}'::text[] then
    return new;
  end if;
  if tg_op = 'DELETE' and private.in_mode('undoing_import') then
    return old;
  end if;
  perform private.refuse('History can be neither changed nor deleted.');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.post_recall(b public.payout_batches, c public.commissions, amount numeric, note text, transaction_id uuid, by_itself boolean)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  agent_id uuid := (select p.agent_id from public.agent_payments p
    where p.organization_id = c.organization_id and p.commission_id = c.id);
  new_id uuid;
begin
  insert into public.payout_lines (organization_id, batch_id, agent_id, kind, commission_id, transaction_id, amount, note, created_by)
  values (c.organization_id, b.id, agent_id, 'recall', c.id, post_recall.transaction_id, -post_recall.amount, post_recall.note,
    private.acting_user(c.organization_id))
  returning id into new_id;
  insert into public.commission_history
    (commission_id, organization_id, changed_by, change_type, previous_status, new_status, previous_data, new_data, notes, code, params)
  values (c.id, c.organization_id, private.acting_user(c.organization_id), 'update', c.status, c.status, '{}',
    jsonb_build_object('recalled_amount', post_recall.amount), 'Taken back from the agent: ' || post_recall.note, 'recalled',
    jsonb_build_object('amount', post_recall.amount, 'reason', post_recall.note));
  perform private.write_notification(c.organization_id, agent_id, 'payout', 'Commission on the '
    || (select private.sale_description(s) from public.sales s where s.id = c.sales_id)
    || ' was taken back by the vendor. Your next payout says how much.', 'commissions', c.id, 'commission_recalled',
    jsonb_build_object('sale', private.sale_param(c.sales_id)));
  if b.id is not null then
    perform private.note_payout(b, 'adjusted', jsonb_build_object('agent_id', agent_id, 'kind', 'recall',
      'amount', -post_recall.amount, 'note', post_recall.note, 'commission_id', c.id,
      'booking_reference', (select s.booking_reference from public.sales s where s.id = c.sales_id),
      'agent', (select u.first_name || ' ' || u.last_name from public.users u where u.id = agent_id)), post_recall.by_itself);
  end if;
  return new_id;
end $function$;

CREATE OR REPLACE FUNCTION private.rank_suggestions(organization_id uuid, readings private.bank_reading[], payers private.bank_payer[])
 RETURNS TABLE(transaction_id uuid, rank integer, kind text, certainty text, parts jsonb, commission_id uuid, reasons jsonb, difference numeric)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_nestloop TO 'off'
AS $function$
  with t as materialized (
    select r.* from unnest(readings) r
  ), counted as materialized (
    select m.*, count(*) filter (where m.exact and m.reference > 0) over w as exact_named,
      coalesce(bool_or(m.recorded_on is not null and m.reference = 2) over w, false) as names_recorded,
      count(*) filter (where m.exact and m.recorded_on is null) over w as exact_open,
      count(*) filter (where m.reference = 2) over w as named,
      count(*) filter (where m.exact and m.vendor > 0) over w as exact_of_vendor,
      count(*) filter (where m.exact) over w as exact_count
    from private.match_singles(rank_suggestions.organization_id, readings, payers) m
    window w as (partition by m.transaction_id)
  ), singles as materialized (
    -- What an admin recorded as received comes after all that is not, but where reference, amount and day fit; and where its reference
    -- stands in the text it comes before what has nothing but the amount, or a payer without it. So do sets: with a
    -- reference they are as good as any, without one those of what is not received come first.
    select m.*, row_number() over (partition by m.transaction_id order by m.tier, m.score desc, abs(m.days), m.commission_id) as place
    from (
      select c.*, case
        when c.recorded_on is null then case when c.names_recorded and c.reference = 0
          and (not c.exact or c.vendor = 0 and not c.name) then 2 else 0 end
        when c.as_recorded and c.reference = 2 and c.exact_named = 1 then 0
        when c.reference = 2 then 1 else 3 end as tier
      from counted c) m
  ), top as materialized (
    select s.*, t.rest, t.booked_on, t.keys, t.digits, c.sales_id, c.vendor_id, c.due_on, b.booking_reference,
      upper(regexp_replace(b.booking_reference, '[^A-Za-z0-9]', '', 'g')) as key,
      private.other_reference(w.text, b.booking_reference) as bank_says
    from singles s join t on t.id = s.transaction_id
    cross join lateral (
      select concat_ws(' ', x.text, x.counterparty, x.reference) as text from public.bank_transactions x where x.id = t.id offset 0) w
    cross join lateral (select * from public.commissions c where c.id = s.commission_id offset 0) c
    cross join lateral (select * from public.sales b where b.id = c.sales_id offset 0) b
    where s.place <= 3
  ), habits as materialized (
    -- What vendors' last deposits were short of, as people confirmed: fees, and what was written off.
    select v.vendor_id, (
      select array_agg(x.missing) from (
        select d.id, d.fee_amount from public.bank_transactions d
        where d.organization_id = rank_suggestions.organization_id and d.vendor_id = v.vendor_id and d.status = 'matched'
          and d.amount > 0
        order by d.booked_on desc, d.id limit 20) d
      cross join lateral (
        select d.fee_amount where d.fee_amount > 0
        union all
        select a.write_off_amount from public.bank_allocations a
        where a.organization_id = rank_suggestions.organization_id and a.transaction_id = d.id and a.write_off_amount > 0) x(missing))
      as missing
    from (select distinct p.vendor_id from top p where p.owed > p.rest and p.rest > 0) v
  ), read as materialized (
    select p.*, p.owed > p.rest and p.owed - p.rest = any (h.missing) as as_usual,
      p.reference = 0 and exists (select 1 from unnest(p.keys) k
        where char_length(k) = char_length(p.key) and private.is_near_reference(k, p.key)) as near_reference,
      p.reference = 0 and exists (
        select 1 from unnest(p.keys || p.digits) k
        where char_length(k) = char_length(p.key) and k ~ '\d' and private.reference_form(k) = private.reference_form(p.key)
          and not private.is_near_reference(k, p.key)) as other_reference
    from top p left join habits h on h.vendor_id = p.vendor_id
  ), sets as materialized (
    select s.* from private.match_sets(rank_suggestions.organization_id, array(
      select r from unnest(readings) r where not exists (
        select 1 from singles s where s.transaction_id = r.id and s.exact and s.tier = 0
          and (s.reference > 0 or s.vendor > 0 or s.name))), payers) s
    where s.place <= 3
  ), united as (
    select r.transaction_id, r.tier,
      r.score + case when r.near_reference then 3 when r.other_reference then -3 else 0 end + case when r.as_usual then 2 else 0 end
        as score,
      case when r.rest < 0 then 'recall' when r.exact then 'single' when r.owed > r.rest then 'short' else 'over' end as kind,
      case
        when r.bank_says is not null and r.reference < 2 then 'possible'
        when r.recorded_on is not null and (r.tier > 0 or not r.exact) then
          case when r.exact and (r.reference > 0 or r.vendor >= 2 or r.name) or r.reference = 2 then 'likely' else 'possible' end
        when r.rest > 0 and r.exact and r.reference > 0 and r.exact_named = 1 and (r.reference = 2 or not r.another_vendor)
          and r.days between -200 and 400 then 'certain'
        when r.rest > 0 and r.exact and r.vendor >= 2 and r.exact_of_vendor = 1 and r.named = 0 and r.exact_named = 0
          and not r.other_reference and r.days between -21 and 90 and (r.rest >= 50 or r.name or r.days between -10 and 45)
          then 'certain'
        when r.exact and (r.reference > 0 or r.vendor >= 2 or r.name) or r.reference = 2 then 'likely'
        else 'possible' end as certainty,
      jsonb_build_array(jsonb_build_object('commission_id', r.commission_id, 'amount', r.rest, 'expected', r.expected)) as parts,
      r.commission_id, r.rest - case when r.rest < 0 then -r.owed else r.owed end as difference,
      jsonb_path_query_array(jsonb_build_array(
        case when r.recorded_on is not null then private.reason('recorded', -2, 'Recorded as received on ' || to_char(r.recorded_on,
          case when date_trunc('year', r.recorded_on) = date_trunc('year', r.booked_on) then 'FMMon FMDD' else 'FMMon FMDD, YYYY' end),
          jsonb_build_object('on', r.recorded_on, 'booked_on', r.booked_on)) end,
        case when r.recorded_on is not null then private.reason('recorded_day',
          case when abs(r.booked_on - r.recorded_on) <= 10 then 1 else -1 end, case when r.booked_on = r.recorded_on then 'On that day'
            else abs(r.booked_on - r.recorded_on) || case abs(r.booked_on - r.recorded_on) when 1 then ' day' else ' days' end
              || case when r.booked_on > r.recorded_on then ' later' else ' earlier' end end,
          jsonb_build_object('days', r.booked_on - r.recorded_on)) end,
        case when r.reference = 2 then private.reason('reference', 3, r.booking_reference || ' stands in the text',
            jsonb_build_object('reference', r.booking_reference))
          when r.reference = 1 then private.reason('reference_digits', 2, 'The number of ' || r.booking_reference || ' stands in the text',
            jsonb_build_object('reference', r.booking_reference))
          when r.near_reference then private.reason('reference_near', 2, 'Almost ' || r.booking_reference || ' stands in the text',
            jsonb_build_object('reference', r.booking_reference))
          when r.other_reference and r.bank_says is null then private.reason('other_reference', -2, 'The text names another reference') end,
        case when r.bank_says is not null and r.reference < 2 then private.reason('bank_says', -2, 'Bank says ' || r.bank_says,
            jsonb_build_object('reference', r.bank_says))
          || jsonb_build_object('reference', r.bank_says) end,
        case when r.exact then private.reason('amount', 3, 'The amount is exact')
          when r.owed > abs(r.rest) then private.reason('short', -1, to_char(r.owed - abs(r.rest), 'FM999,999,990.00') || ' less than expected',
            jsonb_build_object('amount', r.owed - abs(r.rest)))
          else private.reason('over', -1, to_char(abs(r.rest) - r.owed, 'FM999,999,990.00') || ' more than expected',
            jsonb_build_object('amount', abs(r.rest) - r.owed)) end,
        case when r.as_usual then private.reason('as_usual', 2, 'Earlier deposits of the vendor were as much less') end,
        case when r.confirmations > 0 then private.reason('payer_confirmed', 3, 'Payer name confirmed ' || r.confirmations
            || case r.confirmations when 1 then ' time' else ' times' end, jsonb_build_object('count', r.confirmations))
          when r.vendor = 3 then private.reason('payer_alias', 3, 'The payer is an alias of the vendor')
          when r.vendor = 2 then private.reason('payer_name', 2, 'The payer has the vendor''s name')
          when r.vendor = 1 then private.reason('payer_like', 1, 'The payer may be the vendor')
          when r.another_vendor then private.reason('payer_other', -2, 'The payer looks like another vendor') end,
        case when r.name then private.reason('name', 2, 'A traveler''s name stands in the text') end,
        case when r.days between -21 and 75 then private.reason('due', 1, 'It was due about then')
          when r.days < -60 or r.days > 180 then private.reason('due', -1, 'It was due at another time') end,
        case when r.exact and r.vendor > 0 and r.exact_of_vendor = 1 and r.recorded_on is null then
            private.reason('only', 2, 'The only open commission of this amount')
          when r.exact and o.others > 0 and r.exact_named <> 1 then private.reason('twins', -2, o.others
            || case o.others when 1 then ' other owes' else ' others owe' end || ' the same',
            jsonb_build_object('count', o.others))
          when r.exact and r.exact_count > 1 and r.exact_named <> 1 then
            private.reason('twins', -1, 'Another of this amount is recorded as received') end),
        '$[*] ? (@ != null)') as reasons
    from read r
    cross join lateral (select r.exact_open - (r.recorded_on is null)::int as others) o
    union all
    select s.transaction_id, case when s.recorded = 0 or s.named > 0 then 0 else 3 end, s.score, 'set', case when s.named > 1 or s.count_fits or s.found = 1 and s.in_order then 'likely' else 'possible' end,
      p.parts, s.commission_ids[1], 0,
      jsonb_path_query_array(jsonb_build_array(
        case when s.named > 0 then private.reason('reference', 3, s.named || case s.named when 1 then ' reference stands'
          else ' references stand' end || ' in the text', jsonb_build_object('count', s.named)) end,
        private.reason('sum', 2, cardinality(s.commission_ids) || ' open commissions add up',
          jsonb_build_object('count', cardinality(s.commission_ids))),
        case when s.count_fits then private.reason('count', 2, 'The text says as many bookings')
          when s.count_fits is false then private.reason('count', -2, 'The text says another number of bookings') end,
        case s.vendor when 3 then private.reason('payer_alias', 3, 'The payer is known', '{"known": true}') when 2 then
          private.reason('payer_name', 2, 'The payer has the vendor''s name') else private.reason('payer_like', 1, 'The payer may be the vendor') end,
        private.recorded_reason(s.recorded),
        case when s.in_order then private.reason('order', 1, 'They were due one after the other') end,
        case when s.found > 1 then private.reason('sets', -1, (s.found - 1) || case s.found when 2 then ' other set adds up, too'
          else ' other sets add up, too' end, jsonb_build_object('count', s.found - 1)) end), '$[*] ? (@ != null)')
    from sets s
    cross join lateral (
      select jsonb_agg(jsonb_build_object('commission_id', c.id, 'amount', c.undeposited_amount, 'expected', c.undeposited_amount) order by u.n) as parts
      from unnest(s.commission_ids) with ordinality u(id, n)
      cross join lateral (select * from public.commissions c where c.id = u.id offset 0) c) p
    union all
    -- The vendor's own statement beats everything else.
    select t.id, 0 as tier, 100 as score, 'set', case when m.lines = m.found and m.total = t.rest then 'likely' else 'possible' end, m.parts,
      (m.parts -> 0 ->> 'commission_id')::uuid, t.rest - m.placed,
      jsonb_path_query_array(jsonb_build_array(
        private.reason('statement', 3, 'The statement names ' || m.found || case m.found when 1 then ' booking' else ' bookings' end,
          jsonb_build_object('count', m.found)),
        case when m.total = t.rest then private.reason('statement_total', 2, 'Its total is the deposit')
          else private.reason('statement_total', -1, 'Its total is ' || to_char(m.total, 'FM999,999,990.00'),
            jsonb_build_object('amount', m.total)) end,
        private.recorded_reason(m.recorded),
        case when m.lines > m.found then private.reason('statement_missing', -1, (m.lines - m.found)
          || case m.lines - m.found when 1 then ' line is' else ' lines are' end || ' not in Paperplane',
            jsonb_build_object('count', m.lines - m.found)) end), '$[*] ? (@ != null)')
    from t
    join public.bank_remittances r on r.organization_id = rank_suggestions.organization_id and r.transaction_id = t.id
    cross join lateral (
      select count(*) as lines, count(c.id) as found, count(*) filter (where c.manual_amount > 0) as recorded, sum(l.amount) as total, sum(l.amount) filter (where c.id is not null) as placed,
        jsonb_agg(jsonb_build_object('commission_id', c.id, 'amount', l.amount, 'expected', c.undeposited_amount) order by l.line_number)
          filter (where c.id is not null) as parts
      from public.bank_remittance_lines l
      left join public.commissions c on c.organization_id = l.organization_id and c.id = l.commission_id and c.undeposited_amount > 0
      where l.organization_id = r.organization_id and l.remittance_id = r.id) m
    where m.found > 0
  ), kept as (
    select u.*, row_number() over (partition by u.transaction_id order by u.tier, u.score desc, u.kind, u.commission_id) as place
    from united u
    where not exists (
      select 1 from private.rejected_suggestions j
      where j.organization_id = rank_suggestions.organization_id and j.transaction_id = u.transaction_id
        and j.commission_ids = array(select (p ->> 'commission_id')::uuid from jsonb_array_elements(u.parts) p order by 1))
  )
  -- A second suggestion is never certain.
  select k.transaction_id, k.place::int, k.kind, case when k.place > 1 and k.certainty = 'certain' then 'likely' else k.certainty end,
    k.parts, k.commission_id, k.reasons, k.difference
  from kept k where k.place <= 3
$function$;

CREATE OR REPLACE FUNCTION private.reason(code text, weight integer, words text, params jsonb DEFAULT '{}'::jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('code', code, 'weight', weight, 'text', words, 'params', params)
$function$;

CREATE OR REPLACE FUNCTION private.recorded_reason(recorded bigint)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select private.reason('recorded', -2, recorded || case recorded when 1 then ' is' else ' are' end || ' recorded as received',
    jsonb_build_object('count', recorded))
  where recorded > 0
$function$;

CREATE OR REPLACE FUNCTION private.redact_payouts(organization_id uuid, commission_ids uuid[], pattern text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.payout_holds h set reason = private.redact(h.reason, pattern, 500)
  where h.organization_id = redact_payouts.organization_id and h.reason ~* pattern
    and (redact_payouts.commission_ids is null or h.commission_id = any (redact_payouts.commission_ids));
  update public.payout_lines l set note = private.redact(l.note, pattern, 500)
  where l.organization_id = redact_payouts.organization_id and l.note ~* pattern
    and (redact_payouts.commission_ids is null or l.commission_id = any (redact_payouts.commission_ids));
  update public.payout_events e set details = private.redact_json(e.details, pattern)
  where redact_payouts.commission_ids is null and e.organization_id = redact_payouts.organization_id and e.details::text ~* pattern;
  update public.notifications n set message = private.redact(n.message, pattern, 1000), params = private.redact_json(n.params, pattern)
  from public.payout_statements s
  where redact_payouts.commission_ids is null and s.organization_id = redact_payouts.organization_id
    and s.content ->> 'payout' ~* pattern and n.organization_id = s.organization_id and n.user_id = s.agent_id
    and n.commentable_type = 'statements' and n.commentable_id = s.id;
  update public.notifications n set message = private.redact(n.message, pattern, 1000), params = private.redact_json(n.params, pattern)
  from public.payout_batches b
  where redact_payouts.commission_ids is null and b.organization_id = redact_payouts.organization_id
    and (b.name ~* pattern or b.schedule_problem ~* pattern) and n.organization_id = b.organization_id
    and n.commentable_type = 'payouts' and n.commentable_id = b.id;
  -- Names of payouts stay unique.
  update public.payout_batches b set reference = private.redact(b.reference, pattern, 200),
    schedule_problem = private.redact(b.schedule_problem, pattern, 500),
    name = case when b.name ~* pattern then private.redact(b.name, pattern, 90) || ' ' || left(b.id::text, 8) else b.name end
  where redact_payouts.commission_ids is null and b.organization_id = redact_payouts.organization_id
    and (b.reference ~* pattern or b.schedule_problem ~* pattern or b.name ~* pattern);
  update public.payout_statements s set reference = private.redact(s.reference, pattern, 200),
    content = s.content || jsonb_build_object('payout', private.redact(s.content ->> 'payout', pattern),
      'lines', private.redact_json(s.content -> 'lines', pattern))
  where redact_payouts.commission_ids is null and s.organization_id = redact_payouts.organization_id
    and (s.reference ~* pattern or s.content ->> 'payout' ~* pattern or (s.content -> 'lines')::text ~* pattern);
$function$;

CREATE OR REPLACE FUNCTION private.redact_sales(organization_id uuid, sale_ids uuid[], pattern text, cleared_keys text[] DEFAULT '{}'::text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  commission_ids uuid[];
begin
  if pattern is null or cardinality(sale_ids) = 0 then
    return;
  elsif sale_ids is not null then
    commission_ids := array(
      select m.id from public.commissions m
      where m.organization_id = redact_sales.organization_id and m.sales_id = any (sale_ids));
  end if;
  update public.sales s set
    notes = case when 'notes' = any (cleared_keys) then null else private.redact(s.notes, pattern) end,
    booking_reference = private.redact(s.booking_reference, pattern, 100)
  where s.organization_id = redact_sales.organization_id and (s.id = any (sale_ids) or sale_ids is null and s.notes is not null)
    and (s.notes ~* pattern or s.booking_reference ~* pattern or 'notes' = any (cleared_keys) and s.notes is not null);
  update public.commissions m set notes = private.redact(m.notes, pattern),
    manual_write_off_reason = private.redact(m.manual_write_off_reason, pattern, 500)
  where m.organization_id = redact_sales.organization_id and (m.id = any (commission_ids) or sale_ids is null)
    and (m.notes is not null or m.manual_write_off_reason is not null) and (m.notes ~* pattern or m.manual_write_off_reason ~* pattern);
  update private.commissions_before_deposit b set manual_write_off_reason = private.redact(b.manual_write_off_reason, pattern, 500)
  where b.organization_id = redact_sales.organization_id and (b.commission_id = any (commission_ids) or sale_ids is null)
    and b.manual_write_off_reason ~* pattern;
  update public.agent_payments p set notes = private.redact(p.notes, pattern),
    reference = private.redact(p.reference, pattern, 200)
  where p.organization_id = redact_sales.organization_id and (p.commission_id = any (commission_ids) or sale_ids is null)
    and (p.notes ~* pattern or p.reference ~* pattern);
  perform private.redact_communications(redact_sales.organization_id, sale_ids, commission_ids, pattern);
  -- Last: the triggers of the updates above have written history rows with the previous texts.
  update public.sales_history h set
    previous_data = private.redact_json(h.previous_data, pattern, cleared_keys),
    new_data = private.redact_json(h.new_data, pattern, cleared_keys),
    comment = case when 'notes' = any (cleared_keys) then null else private.redact(h.comment, pattern) end
  where h.organization_id = redact_sales.organization_id and (h.sales_id = any (sale_ids) or sale_ids is null
    and (h.comment is not null or h.new_data ->> 'notes' is not null or h.previous_data ->> 'notes' is not null
      or h.new_data ? 'travelers' or h.previous_data ? 'travelers')
    and (h.comment ~* pattern or h.new_data::text ~* pattern or h.previous_data::text ~* pattern));
  update public.commission_history h set notes = private.redact(h.notes, pattern), params = private.redact_json(h.params, pattern),
    previous_data = private.redact_json(h.previous_data, pattern), new_data = private.redact_json(h.new_data, pattern)
  where h.organization_id = redact_sales.organization_id and (h.commission_id = any (commission_ids) or sale_ids is null
    and (h.new_data ?| '{notes,payment_reference,recalled_amount,voided_amount,manual_write_off_reason}'
      or h.previous_data ?| '{notes,payment_reference,recalled_amount,voided_amount,manual_write_off_reason}'))
    and (h.notes ~* pattern or h.new_data::text ~* pattern or h.previous_data::text ~* pattern);
  perform private.redact_voids(redact_sales.organization_id, commission_ids, pattern);
  perform private.redact_payouts(redact_sales.organization_id, commission_ids, pattern);
  update public.notifications n set message = private.redact(n.message, pattern, 1000), params = private.redact_json(n.params, pattern)
  where n.organization_id = redact_sales.organization_id and sale_ids is not null and n.message ~* pattern
    and (n.commentable_type = 'commissions' and n.commentable_id = any (commission_ids)
      or n.commentable_type = 'sales' and n.commentable_id = any (sale_ids));
end $function$;

CREATE OR REPLACE FUNCTION private.unmatch_transactions(organization_id uuid, transaction_ids uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  paid jsonb;
  t public.bank_transactions;
begin
  perform private.lock_commissions(organization_id, array(
    select a.commission_id from public.bank_allocations a
    where a.organization_id = unmatch_transactions.organization_id and a.transaction_id = any (transaction_ids)));
  paid := private.check_unmatch(organization_id, transaction_ids);
  if paid <> '[]' then
    return paid;
  end if;
  for t in select b.* from public.bank_transactions b
    where b.organization_id = unmatch_transactions.organization_id and b.id = any (transaction_ids) and b.status = 'matched'
    -- What takes back comes before what brought.
    order by b.amount, b.id
  loop
    perform private.give_reason('Match with the ' || private.deposit_words(t) || ' taken back', 'match_taken_back',
      jsonb_build_object('day', t.booked_on));
    delete from public.bank_allocations a where a.organization_id = t.organization_id and a.transaction_id = t.id;
    update public.bank_transactions b set status = 'open', unclaimed_amount = 0, fee_amount = 0, matching_due = true,
      version = b.version + 1
    where b.id = t.id;
  end loop;
  perform private.give_reason('');
  return '[]';
end $function$;

CREATE OR REPLACE FUNCTION private.write_commission_history()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  hidden constant text[] := private.derived_commission_columns();
  -- Called from within another trigger: that of the sale.
  moved_by_sale constant boolean := pg_trigger_depth() > 1;
  -- private.acting_user for any organization, looked up once.
  actor record;
begin
  select u.id, u.organization_id into actor from public.users u where u.id = auth.uid();
  if tg_op = 'INSERT' then
    insert into public.commission_history
      (commission_id, organization_id, changed_by, change_type, new_status, new_data, notes, code)
    select n.id, n.organization_id, case when actor.organization_id = n.organization_id then actor.id end, 'create',
      n.status, jsonb_strip_nulls(to_jsonb(n) - hidden), 'Commission created with the sale', 'created'
    from added n
    order by n.id;
    return null;
  end if;
  insert into public.commission_history
    (commission_id, organization_id, changed_by, change_type, previous_status, new_status, previous_data, new_data, notes, code, params)
  select n.id, n.organization_id, case when actor.organization_id = n.organization_id then actor.id end,
    case when n.status <> n.old_status then 'status_change' else 'update' end, n.old_status, n.status,
    c.previous_data, c.new_data,
    case w.code
      when 'note' then n.new_note
      when 'deposit' then private.given_reason()
      when 'sale_cancelled' then 'Sale cancelled'
      when 'sale_paid' then 'Sale marked as paid'
      when 'receipt_recorded' then 'Receipt recorded'
      when 'receipt_taken_back' then 'Receipt taken back'
      when 'agent_paid' then 'Agent payment recorded'
      when 'status_changed' then 'Status updated'
      when 'agent_changed' then 'Sale given to another agent'
      when 'amount_changed' then 'Amount follows the sale'
      else 'Details updated' end,
    case w.code when 'note' then null when 'deposit' then private.given_note() ->> 'code' else w.code end,
    case when w.code = 'deposit' then coalesce(private.given_note() -> 'params', '{}') else '{}' end
  -- A full join behind a fence (offset 0): a plain join of transition tables is planned for one row and loops over thousands.
  from (
    select n.id, n.organization_id, n.status, o.status as old_status, n.agent_id <> o.agent_id as another_agent,
      n.amount <> o.amount as another_amount, n.received_on is not null as is_received,
      (n.deposited_amount, n.written_off - n.manual_written_off) <> (o.deposited_amount, o.written_off - o.manual_written_off)
        as another_deposit,
      (n.received_on, n.received_amount, n.manual_written_off)
        is distinct from (o.received_on, o.received_amount, o.manual_written_off) as another_receipt,
      case when n.notes is distinct from o.notes then n.notes end as new_note,
      to_jsonb(o) - hidden as before, to_jsonb(n) - hidden as after
    from changed n full join replaced o on o.id = n.id offset 0) n
  cross join lateral (
    select jsonb_object_agg(e.key, n.before -> e.key) as previous_data, jsonb_object_agg(e.key, e.value) as new_data,
      count(*) as fields
    from jsonb_each(n.after) e where e.value is distinct from n.before -> e.key) c
  cross join lateral (select case
    when n.new_note is not null then 'note'
    -- Which one, the reason says.
    when n.another_deposit then 'deposit'
    when n.status <> n.old_status and moved_by_sale then
      case n.status when 'cancelled' then 'sale_cancelled' else 'sale_paid' end
    when n.another_receipt then case when n.is_received then 'receipt_recorded' else 'receipt_taken_back' end
    when n.status = 'agent_paid' and n.old_status <> 'agent_paid' then 'agent_paid'
    when n.status <> n.old_status then 'status_changed'
    when n.another_agent then 'agent_changed'
    when n.another_amount then 'amount_changed'
    else 'updated' end as code) w
  where c.fields > 0
  order by n.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.write_match(t public.bank_transactions, parts jsonb, unclaimed numeric, fee numeric, category text, vendor_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  total numeric;
  wrong record;
  new_category text;
begin
  if jsonb_typeof(parts) is distinct from 'array' or jsonb_array_length(parts) > 500 or exists (
    select 1 from jsonb_array_elements(parts) p
    where case when jsonb_typeof(p) <> 'object' then true
      else not coalesce(pg_input_is_valid(p ->> 'commission_id', 'uuid'), false)
        or coalesce(p ->> 'amount' !~ '^-?\d{1,10}(\.\d{1,2})?$', true)
        or p ->> 'rest' not in ('received', 'open') or jsonb_typeof(p -> 'keep_day') not in ('boolean', 'null')
        or p ->> 'write_off' !~ '^\d{1,10}(\.\d{1,2})?$' or p ->> 'expected' !~ '^-?\d{1,10}(\.\d{1,2})?$' end) then
    return jsonb_build_object('error', 'Each part needs a commission and an amount like 1482.50.', 'field', 'parts');
  elsif coalesce(fee, 0) < 0 or coalesce(fee, 0) <> round(coalesce(fee, 0), 2)
    or coalesce(unclaimed, 0) <> round(coalesce(unclaimed, 0), 2) then
    return jsonb_build_object('error', 'Enter an amount like 15.00.', 'field', 'fee');
  end if;
  total := coalesce((select sum((p ->> 'amount')::numeric) from jsonb_array_elements(parts) p), 0)
    + coalesce(unclaimed, 0) - coalesce(fee, 0);
  if total <> t.amount then
    return jsonb_build_object('error', case when total < t.amount then (t.amount - total) || ' is not placed yet.'
      else (total - t.amount) || ' too much is placed.' end, 'field', 'parts');
  elsif (select count(distinct p ->> 'commission_id') <> count(*) from jsonb_array_elements(parts) p) then
    return jsonb_build_object('error', 'A commission stands in this deposit twice.', 'field', 'parts');
  elsif sign(coalesce(unclaimed, 0)) = -sign(t.amount)
    or exists (select 1 from jsonb_array_elements(parts) p where sign((p ->> 'amount')::numeric) <> sign(t.amount)) then
    return jsonb_build_object('error', 'A part has the sign of its transaction.', 'field', 'parts');
  elsif exists (select 1 from jsonb_array_elements(parts) p where (p ->> 'write_off')::numeric > 0
    and coalesce(btrim(p ->> 'reason'), '') = '') then
    return jsonb_build_object('error', 'Say why the rest is written off.', 'field', 'reason');
  end if;
  perform private.lock_commissions(t.organization_id, array(
    select (p ->> 'commission_id')::uuid from jsonb_array_elements(parts) p
    union select a.commission_id from public.bank_allocations a
    where a.organization_id = t.organization_id and a.transaction_id = t.id));
  select p.value as part, c.*, coalesce(own.amount + own.write_off_amount, 0) as here,
    s.booking_reference into wrong
  from jsonb_array_elements(parts) p(value)
  left join public.commissions c on c.organization_id = t.organization_id and c.id = (p.value ->> 'commission_id')::uuid
  left join public.sales s on s.id = c.sales_id
  left join public.bank_allocations own on own.organization_id = t.organization_id and own.transaction_id = t.id
    and own.commission_id = c.id
  where c.id is null or c.status = 'cancelled' and (p.value ->> 'amount')::numeric > 0
    or p.value ? 'expected' and case when t.amount > 0 then c.undeposited_amount + coalesce(own.amount + own.write_off_amount, 0)
      else c.deposited_amount - coalesce(own.amount, 0) end <> (p.value ->> 'expected')::numeric
    or (p.value ->> 'amount')::numeric < 0
      and c.deposited_amount - coalesce(own.amount, 0) + (p.value ->> 'amount')::numeric < 0
    or (p.value ->> 'write_off')::numeric > greatest(c.undeposited_amount + coalesce(own.amount + own.write_off_amount, 0)
      - (p.value ->> 'amount')::numeric - case when p.value ->> 'rest' = 'received' then greatest((
        select r.amount from private.recorded_receipt(c, t.id) r) - (p.value ->> 'amount')::numeric, 0) else 0 end, 0)
  limit 1;
  if found then
    return jsonb_build_object('field', 'parts', 'error', case
      when wrong.id is null then 'This commission does not exist.'
      when wrong.status = 'cancelled' then 'The commission on ' || wrong.booking_reference || ' is cancelled.'
      when wrong.part ? 'expected' then 'The commission on ' || wrong.booking_reference || ' was changed or paid meanwhile.'
      when (wrong.part ->> 'amount')::numeric < 0 then 'No deposit of that amount was matched with ' || wrong.booking_reference || '.'
      else 'More would be written off than ' || wrong.booking_reference || ' still owes.' end,
      'commission_id', wrong.id);
  elsif private.paid_parts(t.organization_id, array[t.id], array(
      select (p ->> 'commission_id')::uuid from jsonb_array_elements(parts) p)) <> '[]' then
    return jsonb_build_object('field', 'parts', 'error', 'An agent has been paid for what this deposit brought.');
  -- As private.check_unmatch says it.
  elsif exists (
    select 1 from public.bank_allocations own
    join public.commissions c on c.organization_id = own.organization_id and c.id = own.commission_id
    left join jsonb_array_elements(parts) p(value) on (p.value ->> 'commission_id')::uuid = own.commission_id
    where own.organization_id = t.organization_id and own.transaction_id = t.id and own.amount > 0
      and c.deposited_amount - own.amount + coalesce((p.value ->> 'amount')::numeric, 0) < 0) then
    return jsonb_build_object('field', 'parts', 'error', 'The vendor took commission of it back since. Take that match back first.');
  end if;
  new_category := coalesce(category, case when t.amount < 0 then 'recall' else 'commission' end);
  perform private.give_reason(upper(left(private.deposit_words(t), 1)) || substr(private.deposit_words(t), 2)
    || case when t.amount < 0 then ' takes commission back' else ' matched' end,
    case when t.amount < 0 then 'deposit_takes_back' else 'deposit_matched' end, jsonb_build_object('day', t.booked_on));
  delete from public.bank_allocations a where a.organization_id = t.organization_id and a.transaction_id = t.id
    and a.commission_id not in (select (p ->> 'commission_id')::uuid from jsonb_array_elements(parts) p);
  insert into public.bank_allocations as a (organization_id, transaction_id, commission_id, amount, write_off_amount,
    write_off_reason, replaced_amount, takes_day, created_by)
  select t.organization_id, t.id, c.id, n.amount, coalesce((p.value ->> 'write_off')::numeric, w.carried, 0),
    case when (p.value ->> 'write_off')::numeric > 0 then btrim(p.value ->> 'reason')
      when p.value ->> 'write_off' is null and w.carried > 0 then r.reason end,
    case when n.amount > 0 then coalesce(r.amount - n.kept, 0) else 0 end,
    n.amount > 0 and coalesce(r.amount, 0) > 0 and not coalesce((p.value ->> 'keep_day')::boolean, true),
    private.acting_user(t.organization_id)
  from jsonb_array_elements(parts) p(value)
  join public.commissions c on c.organization_id = t.organization_id and c.id = (p.value ->> 'commission_id')::uuid
  left join public.bank_allocations own on own.organization_id = t.organization_id and own.transaction_id = t.id
    and own.commission_id = c.id
  left join lateral private.recorded_receipt(c, t.id) r on true
  cross join lateral (select (p.value ->> 'amount')::numeric as amount, case when p.value ->> 'rest' = 'received'
    then greatest(r.amount - (p.value ->> 'amount')::numeric, 0) else 0 end as kept) n
  cross join lateral (select case when n.amount > 0 then least(coalesce(r.written_off, 0), greatest(
    c.undeposited_amount + coalesce(own.amount + own.write_off_amount, 0) - n.amount - n.kept, 0)) end as carried) w
  on conflict (organization_id, transaction_id, commission_id) do update set amount = excluded.amount,
    write_off_amount = excluded.write_off_amount, write_off_reason = excluded.write_off_reason,
    replaced_amount = excluded.replaced_amount, takes_day = excluded.takes_day;
  perform private.give_reason('');
  update public.bank_transactions b set status = 'matched', unclaimed_amount = coalesce(unclaimed, 0),
    fee_amount = coalesce(fee, 0), category = new_category, certainty = null, version = b.version + 1,
    matching_due = coalesce(unclaimed, 0) <> 0,
    vendor_id = coalesce(write_match.vendor_id, (
      select c.vendor_id from public.commissions c where c.organization_id = t.organization_id
        and c.id = (parts -> 0 ->> 'commission_id')::uuid), b.vendor_id)
  where b.id = t.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.correct_agent_payment(payment_id uuid, payment_date date, payment_method text, reference text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  caller_organization_id uuid := private.admin_organization_id();
  payment public.agent_payments%rowtype;
  corrected public.agent_payments%rowtype;
  refusal text;
  before jsonb;
  after jsonb;
begin
  if caller_organization_id is null then
    return private.command_result('You do not have permission to correct agent payments.');
  end if;
  select p.* into payment from public.agent_payments p
  where p.organization_id = caller_organization_id and p.id = correct_agent_payment.payment_id
  for no key update;
  if payment.id is null then
    return private.command_result('This payment does not exist.', 'payment_id');
  elsif correct_agent_payment.payment_date is null then
    return private.command_result('Enter the payment date.', 'payment_date');
  elsif correct_agent_payment.payment_method is null then
    return private.command_result('Choose how the agent was paid.', 'payment_method');
  elsif correct_agent_payment.payment_date <> payment.payment_date then
    refusal := coalesce(private.closed_fact_refusal(caller_organization_id, payment.posted_on),
      private.closed_day_refusal(caller_organization_id, correct_agent_payment.payment_date));
    if refusal is not null then
      return private.command_result(refusal, 'payment_date');
    end if;
  end if;
  update public.agent_payments p set payment_date = correct_agent_payment.payment_date,
    payment_method = correct_agent_payment.payment_method, reference = nullif(btrim(correct_agent_payment.reference), '')
  where p.id = payment.id
  returning p.* into corrected;
  select jsonb_object_agg(e.name, e.old), jsonb_object_agg(e.name, e.new) into before, after
  from (values
    ('payment_date', to_jsonb(payment.payment_date), to_jsonb(corrected.payment_date)),
    ('payment_method', to_jsonb(payment.payment_method), to_jsonb(corrected.payment_method)),
    ('payment_reference', to_jsonb(payment.reference), to_jsonb(corrected.reference))) e(name, old, new)
  where e.old is distinct from e.new;
  if after is not null then
    insert into public.commission_history
      (commission_id, organization_id, changed_by, change_type, previous_status, new_status, previous_data, new_data, notes, code)
    values (payment.commission_id, caller_organization_id, auth.uid(), 'update', 'agent_paid', 'agent_paid', before, after,
      'Payment corrected', 'payment_corrected');
  end if;
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.void_agent_payment(payment_id uuid, reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  caller_organization_id uuid := private.payout_organization();
  draft public.payout_batches := private.lock_draft(caller_organization_id);
  p public.agent_payments;
  refusal text[];
  new_id uuid;
begin
  select a.* into p from public.agent_payments a
  where a.organization_id = caller_organization_id and a.id = void_agent_payment.payment_id for no key update;
  if p.batch_id is not null then
    return private.command_result('A payout paid this. Void the payment on its statement.');
  end if;
  refusal := private.void_refusal(caller_organization_id, p.amount,
    (select v.voided_on from public.payment_voids v where v.organization_id = caller_organization_id and v.payment_id = p.id),
    void_agent_payment.reason);
  if refusal is not null then
    return private.command_result(refusal[1], refusal[2]);
  end if;
  new_id := private.post_void(draft, caller_organization_id, p.agent_id, null, p.id, p.amount, p.payment_date,
    btrim(void_agent_payment.reason));
  insert into public.commission_history
    (commission_id, organization_id, changed_by, change_type, previous_status, new_status, previous_data, new_data, notes, code, params)
  values (p.commission_id, caller_organization_id, auth.uid(), 'update', 'agent_paid', 'agent_paid', '{}',
    jsonb_build_object('voided_amount', p.amount), 'Payment voided: ' || btrim(void_agent_payment.reason), 'voided',
    jsonb_build_object('amount', p.amount, 'reason', btrim(void_agent_payment.reason)));
  perform private.tell_of_void(caller_organization_id, p.agent_id, p.amount, 'for the ' || (
    select private.sale_description(s) from public.commissions c join public.sales s on s.id = c.sales_id
    where c.id = p.commission_id), 'commissions', p.commission_id, jsonb_build_object('sale', (
    select private.sale_param(c.sales_id) from public.commissions c where c.id = p.commission_id)));
  return private.command_result(null) || jsonb_build_object('id', new_id);
end $function$;

ALTER TABLE "public"."commission_history" ADD CONSTRAINT "commission_history_code_length" CHECK ((char_length(code) <= 40));

COMMENT ON COLUMN "public"."commission_history"."code" IS 'What happened, for words of the reader''s own; null where `notes` is what somebody
  wrote, and of before there were codes';

COMMENT ON FUNCTION "private"."give_reason"(text, text, jsonb) IS 'Why the statements to come change records, for their histories; '''' for no reason. A
  reason of ours is a code with its parameters, and the same in English; one that somebody wrote has no code.';

COMMENT ON FUNCTION "private"."given_note"() IS '{text, code, params}; null when no reason was given.';

COMMENT ON FUNCTION "private"."reason"(text, integer, text, jsonb) IS 'A reason for a suggestion, or against it where its weight is below zero: a code with its
  parameters, and the same in English for whoever knows no codes.';

REVOKE ALL ON FUNCTION "private"."give_reason"(text, text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."give_reason"(text, text, jsonb) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."given_note"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."given_note"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."reason"(text, integer, text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."reason"(text, integer, text, jsonb) TO "postgres";

-- What was written before there were codes gets the codes it would have.
ALTER TABLE "public"."commission_history" DISABLE TRIGGER "commission_history_keep";

UPDATE public.commission_history h SET
  code = CASE
    WHEN h.notes = 'Commission created with the sale' THEN 'created'
    WHEN h.notes = 'Sale cancelled' THEN 'sale_cancelled'
    WHEN h.notes = 'Sale marked as paid' THEN 'sale_paid'
    WHEN h.notes = 'Receipt recorded' THEN 'receipt_recorded'
    WHEN h.notes = 'Receipt taken back' THEN 'receipt_taken_back'
    WHEN h.notes = 'Agent payment recorded' THEN 'agent_paid'
    WHEN h.notes = 'Status updated' THEN 'status_changed'
    WHEN h.notes = 'Sale given to another agent' THEN 'agent_changed'
    WHEN h.notes = 'Amount follows the sale' THEN 'amount_changed'
    WHEN h.notes = 'Details updated' THEN 'updated'
    WHEN h.notes = 'Payment corrected' THEN 'payment_corrected'
    WHEN h.new_data ? 'recalled_amount' THEN 'recalled'
    WHEN h.previous_data ? 'recalled_amount' THEN 'recall_dropped'
    WHEN h.new_data ? 'voided_amount' THEN 'voided'
    WHEN h.notes LIKE '% matched' THEN 'deposit_matched'
    WHEN h.notes LIKE '% takes commission back' THEN 'deposit_takes_back'
    WHEN h.notes LIKE 'Match with the deposit of % taken back' THEN 'match_taken_back' END,
  params = CASE
    WHEN h.new_data ? 'recalled_amount' THEN jsonb_build_object('amount', h.new_data -> 'recalled_amount',
      'reason', regexp_replace(h.notes, '^Taken back from the agent: ', ''))
    WHEN h.previous_data ? 'recalled_amount' THEN jsonb_build_object('amount', h.previous_data -> 'recalled_amount')
    WHEN h.new_data ? 'voided_amount' THEN jsonb_build_object('amount', h.new_data -> 'voided_amount',
      'reason', regexp_replace(h.notes, '^Payment voided: ', ''))
    WHEN h.notes ~ '(^D|d)eposit of \d{4}-\d\d-\d\d' THEN
      jsonb_build_object('day', substring(h.notes from 'eposit of (\d{4}-\d\d-\d\d)'))
    ELSE '{}' END
WHERE h.notes IN ('Commission created with the sale', 'Sale cancelled', 'Sale marked as paid', 'Receipt recorded', 'Receipt taken back',
    'Agent payment recorded', 'Status updated', 'Sale given to another agent', 'Amount follows the sale', 'Details updated',
    'Payment corrected')
  OR h.new_data ?| '{recalled_amount,voided_amount}' OR h.previous_data ? 'recalled_amount'
  OR h.notes ~ '^Deposit of \d{4}-\d\d-\d\d (matched|takes commission back)$'
  OR h.notes ~ '^Match with the deposit of \d{4}-\d\d-\d\d taken back$';

ALTER TABLE "public"."commission_history" ENABLE TRIGGER "commission_history_keep";
