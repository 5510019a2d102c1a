set local check_function_bodies = off;

ALTER TABLE "private"."bank_file_keys" DROP CONSTRAINT "bank_file_keys_pkey";

DROP FUNCTION "public"."recognize_bank_account"(text, text[], text);

DROP FUNCTION "public"."record_vendor_asked"(uuid);

ALTER TABLE "private"."bank_file_keys" ADD COLUMN "separator" text NOT NULL DEFAULT ''::text;

ALTER TABLE "public"."vendor_askings" ADD COLUMN "although_deposit_waits" boolean NOT NULL DEFAULT false;

CREATE OR REPLACE FUNCTION private.bank_lump(t public.bank_transactions)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('bookings', b.said, 'open', c.n)
  from (select private.bank_booking_count(concat_ws(' ', t.text, t.counterparty, t.reference)) as said) b
  cross join lateral (
    select count(*) as n, sum(o.open_amount) as amount from public.commissions o
    where o.organization_id = t.organization_id and o.vendor_id = t.vendor_id and o.open_amount > 0) c
  where t.amount > 0 and c.n >= 2 and (b.said >= 2 or c.amount >= t.amount)
$function$;

CREATE OR REPLACE FUNCTION private.bank_marks(text text, payer_key text, booking_reference text)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_array(strpos(upper(text), m.found) - 1, char_length(m.found)) order by m.n), '[]')
  from (
    select 1 as n, (regexp_match(upper(text), regexp_replace(upper(regexp_replace(booking_reference, '[^A-Za-z0-9]', '', 'g')),
      '(.)(?=.)', '\1[^A-Z0-9]?', 'g')))[1] as found where booking_reference ~ '[A-Za-z0-9]{2}'
    union all select 2, upper(payer_key)) m
  where strpos(upper(text), m.found) > 0
$function$;

CREATE OR REPLACE FUNCTION private.bank_rows(organization_id uuid, ids uuid[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'booked_on', t.booked_on, 'amount', t.amount, 'text', t.text,
    'counterparty', t.counterparty, 'category', t.category, 'status', t.status, 'certainty', t.certainty,
    'group', case when t.status in ('open', 'suggested') then private.bank_group(t.status, t.certainty) end,
    'unclaimed_amount', t.unclaimed_amount, 'version', t.version,
    'marks', private.bank_marks(t.text, t.payer_key, coalesce(
      jsonb_path_query_first(s.reasons, '$[*] ? (@.code == "bank_says").reference') #>> '{}', f.booking_reference)),
    'lump', case when t.status = 'open' then private.bank_lump(t) end,
    'account', jsonb_build_object('id', a.id, 'name', a.name, 'last_four', a.last_four),
    'vendor', case when v.id is not null then jsonb_build_object('id', v.id, 'name', v.name, 'logo_url', v.logo_url) end,
    'suggestion', case when s.id is not null then jsonb_build_object('rank', 1, 'kind', s.kind, 'certainty', s.certainty,
      'acceptable', s.kind in ('single', 'set', 'recall') and s.certainty <> 'possible', 'part_count', jsonb_array_length(s.parts),
      'parts', private.bank_parts(t.organization_id, s.parts, 3), 'reasons', s.reasons, 'difference', s.difference) end,
    'matched', case when t.status = 'matched' then (
      select jsonb_build_object('part_count', count(*), 'at', max(l.created_at), 'by', (
          select u.first_name || ' ' || u.last_name from public.bank_decisions d join public.users u on u.id = d.decided_by
          where d.organization_id = t.organization_id and d.transaction_id = t.id and d.action in ('match', 'accept')
          order by d.decided_at desc limit 1),
        'parts', private.bank_parts(t.organization_id, coalesce(jsonb_agg(jsonb_build_object('commission_id', l.commission_id,
          'amount', l.amount) order by l.created_at, l.id), '[]'), 3))
      from public.bank_allocations l where l.organization_id = t.organization_id and l.transaction_id = t.id) end) order by i.n), '[]')
  from unnest(ids) with ordinality i(id, n)
  join public.bank_transactions t on t.organization_id = bank_rows.organization_id and t.id = i.id
  join public.bank_accounts a on a.id = t.account_id
  left join public.vendors v on v.id = t.vendor_id
  left join public.bank_suggestions s on s.organization_id = t.organization_id and s.transaction_id = t.id and s.rank = 1
  left join public.commissions c on c.organization_id = t.organization_id and c.id = coalesce(s.commission_id, (
    select l.commission_id from public.bank_allocations l
    where l.organization_id = t.organization_id and l.transaction_id = t.id order by l.created_at, l.id limit 1))
  left join public.sales f on f.id = c.sales_id
$function$;

CREATE OR REPLACE FUNCTION private.other_reference(text text, booking_reference text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  parts text[] := regexp_match(upper(booking_reference), '^([A-Z]{1,4})[^A-Z0-9]*([0-9]{4,})$');
  found text[];
  other text;
begin
  if parts is null then
    return null;
  end if;
  for found in
    select m from regexp_matches(upper(text), format('(?<![A-Z0-9])(([A-Z]{%s})([-./#_ ]?)([0-9]{%s}))(?![A-Z0-9])',
      char_length(parts[1]), char_length(parts[2])), 'g') m
  loop
    if found[2] = parts[1] and found[4] = parts[2] then
      return null;
    elsif other is null and (found[3] <> ' ' or found[2] = parts[1]) then
      other := found[1];
    end if;
  end loop;
  return other;
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
  ), singles as materialized (
    select m.*, row_number() over (partition by m.transaction_id order by m.score desc, abs(m.days), m.commission_id) as place,
      count(*) filter (where m.exact and m.reference > 0) over w as exact_named,
      count(*) filter (where m.reference = 2) over w as named,
      count(*) filter (where m.exact and m.vendor > 0) over w as exact_of_vendor,
      count(*) filter (where m.exact) over w as exact_count
    from private.match_singles(rank_suggestions.organization_id, readings, payers) m
    window w as (partition by m.transaction_id)
  ), top as materialized (
    select s.*, t.rest, t.keys, t.digits, c.sales_id, c.vendor_id, c.due_on, b.booking_reference,
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
        select 1 from singles s where s.transaction_id = r.id and s.exact and (s.reference > 0 or s.vendor > 0 or s.name))), payers) s
    where s.place <= 3
  ), united as (
    select r.transaction_id,
      r.score + case when r.near_reference then 3 when r.other_reference then -3 else 0 end + case when r.as_usual then 2 else 0 end
        as score,
      case when r.rest < 0 then 'recall' when r.exact then 'single' when r.owed > r.rest then 'short' else 'over' end as kind,
      case
        when r.bank_says is not null and r.reference < 2 then 'possible'
        when r.rest > 0 and r.exact and r.reference > 0 and r.exact_named = 1 and (r.reference = 2 or not r.another_vendor)
          and r.days between -200 and 400 then 'certain'
        when r.rest > 0 and r.exact and r.vendor >= 2 and r.exact_of_vendor = 1 and r.named = 0 and r.exact_named = 0
          and not r.other_reference and r.days between -21 and 90 and (r.rest >= 50 or r.name or r.days between -10 and 45)
          then 'certain'
        when r.exact and (r.reference > 0 or r.vendor >= 2 or r.name) or r.reference = 2 then 'likely'
        else 'possible' end as certainty,
      jsonb_build_array(jsonb_build_object('commission_id', r.commission_id, 'amount', r.rest, 'expected', r.owed)) as parts,
      r.commission_id, r.rest - case when r.rest < 0 then -r.owed else r.owed end as difference,
      jsonb_path_query_array(jsonb_build_array(
        case when r.reference = 2 then private.reason('reference', 3, r.booking_reference || ' stands in the text')
          when r.reference = 1 then private.reason('reference_digits', 2, 'The number of ' || r.booking_reference || ' stands in the text')
          when r.near_reference then private.reason('reference_near', 2, 'Almost ' || r.booking_reference || ' stands in the text')
          when r.other_reference and r.bank_says is null then private.reason('other_reference', -2, 'The text names another reference') end,
        case when r.bank_says is not null and r.reference < 2 then private.reason('bank_says', -2, 'Bank says ' || r.bank_says)
          || jsonb_build_object('reference', r.bank_says) end,
        case when r.exact then private.reason('amount', 3, 'The amount is exact')
          when r.owed > abs(r.rest) then private.reason('short', -1, to_char(r.owed - abs(r.rest), 'FM999,999,990.00') || ' less than expected')
          else private.reason('over', -1, to_char(abs(r.rest) - r.owed, 'FM999,999,990.00') || ' more than expected') end,
        case when r.as_usual then private.reason('as_usual', 2, 'Earlier deposits of the vendor were as much less') end,
        case when r.confirmations > 0 then private.reason('payer_confirmed', 3, 'Payer name confirmed ' || r.confirmations
            || case r.confirmations when 1 then ' time' else ' times' end)
          when r.vendor = 3 then private.reason('payer_alias', 3, 'The payer is an alias of the vendor')
          when r.vendor = 2 then private.reason('payer_name', 2, 'The payer has the vendor''s name')
          when r.vendor = 1 then private.reason('payer_like', 1, 'The payer may be the vendor')
          when r.another_vendor then private.reason('payer_other', -2, 'The payer looks like another vendor') end,
        case when r.name then private.reason('name', 2, 'A traveler''s name stands in the text') end,
        case when r.days between -21 and 75 then private.reason('due', 1, 'It was due about then')
          when r.days < -60 or r.days > 180 then private.reason('due', -1, 'It was due at another time') end,
        case when r.exact and r.vendor > 0 and r.exact_of_vendor = 1 then private.reason('only', 2, 'The only open commission of this amount')
          when r.exact and r.exact_count > 1 and r.exact_named <> 1 then private.reason('twins', -2, (r.exact_count - 1)
            || case r.exact_count when 2 then ' other owes' else ' others owe' end || ' the same') end),
        '$[*] ? (@ != null)') as reasons
    from read r
    union all
    select s.transaction_id, s.score, 'set', case when s.named > 1 or s.count_fits or s.found = 1 and s.in_order then 'likely' else 'possible' end,
      p.parts, s.commission_ids[1], 0,
      jsonb_path_query_array(jsonb_build_array(
        case when s.named > 0 then private.reason('reference', 3, s.named || case s.named when 1 then ' reference stands'
          else ' references stand' end || ' in the text') end,
        private.reason('sum', 2, cardinality(s.commission_ids) || ' open commissions add up'),
        case when s.count_fits then private.reason('count', 2, 'The text says as many bookings')
          when s.count_fits is false then private.reason('count', -2, 'The text says another number of bookings') end,
        case s.vendor when 3 then private.reason('payer_alias', 3, 'The payer is known') when 2 then
          private.reason('payer_name', 2, 'The payer has the vendor''s name') else private.reason('payer_like', 1, 'The payer may be the vendor') end,
        case when s.in_order then private.reason('order', 1, 'They were due one after the other') end,
        case when s.found > 1 then private.reason('sets', -1, (s.found - 1) || case s.found when 2 then ' other set adds up, too'
          else ' other sets add up, too' end) end), '$[*] ? (@ != null)')
    from sets s
    cross join lateral (
      select jsonb_agg(jsonb_build_object('commission_id', c.id, 'amount', c.undeposited_amount, 'expected', c.undeposited_amount) order by u.n) as parts
      from unnest(s.commission_ids) with ordinality u(id, n)
      cross join lateral (select * from public.commissions c where c.id = u.id offset 0) c) p
    union all
    -- The vendor's own statement beats everything else.
    select t.id, 100 as score, 'set', case when m.lines = m.found and m.total = t.rest then 'likely' else 'possible' end, m.parts,
      (m.parts -> 0 ->> 'commission_id')::uuid, t.rest - m.placed,
      jsonb_path_query_array(jsonb_build_array(
        private.reason('statement', 3, 'The statement names ' || m.found || case m.found when 1 then ' booking' else ' bookings' end),
        case when m.total = t.rest then private.reason('statement_total', 2, 'Its total is the deposit')
          else private.reason('statement_total', -1, 'Its total is ' || to_char(m.total, 'FM999,999,990.00')) end,
        case when m.lines > m.found then private.reason('statement_missing', -1, (m.lines - m.found)
          || case m.lines - m.found when 1 then ' line is' else ' lines are' end || ' not in Paperplane') end), '$[*] ? (@ != null)')
    from t
    join public.bank_remittances r on r.organization_id = rank_suggestions.organization_id and r.transaction_id = t.id
    cross join lateral (
      select count(*) as lines, count(c.id) as found, sum(l.amount) as total, sum(l.amount) filter (where c.id is not null) as placed,
        jsonb_agg(jsonb_build_object('commission_id', c.id, 'amount', l.amount, 'expected', c.undeposited_amount) order by l.line_number)
          filter (where c.id is not null) as parts
      from public.bank_remittance_lines l
      left join public.commissions c on c.organization_id = l.organization_id and c.id = l.commission_id and c.undeposited_amount > 0
      where l.organization_id = r.organization_id and l.remittance_id = r.id) m
    where m.found > 0
  ), kept as (
    select u.*, row_number() over (partition by u.transaction_id order by u.score desc, u.kind, u.commission_id) as place
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

CREATE OR REPLACE FUNCTION public.begin_bank_import(account_id uuid, file_name text, file_hash text, format text, total_lines integer, mapping jsonb DEFAULT '{}'::jsonb, identifier text DEFAULT NULL::text, headers text[] DEFAULT NULL::text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.bank_organization();
  new_id uuid;
begin
  if begin_bank_import.total_lines > 50000 then
    perform private.refuse('A file may have 50,000 lines. Split it, or export fewer months.', 'lines');
  elsif not exists (select 1 from public.bank_accounts a where a.id = begin_bank_import.account_id
    and a.organization_id = caller_organization_id and a.archived_at is null) then
    perform private.refuse('Choose the account of this file.', 'account_id');
  elsif octet_length(begin_bank_import.mapping::text) > 20000 then
    perform private.refuse('This mapping is too long.', 'mapping');
  end if;
  insert into public.bank_imports (organization_id, account_id, file_name, file_hash, format, total_lines, created_by)
  values (caller_organization_id, begin_bank_import.account_id, begin_bank_import.file_name, begin_bank_import.file_hash,
    begin_bank_import.format, begin_bank_import.total_lines, auth.uid())
  returning id into new_id;
  insert into private.bank_file_keys as k (organization_id, kind, key, separator, account_id, mapping)
  select caller_organization_id, t.kind, t.key, t.separator, begin_bank_import.account_id, coalesce(begin_bank_import.mapping, '{}')
  from (values ('number', private.bank_file_key('number', identifier, null), ''),
    ('headers', private.bank_file_key('headers', null, headers), left(coalesce(mapping ->> 'delimiter', ''), 1)))
    t(kind, key, separator)
  where t.key is not null
  on conflict (organization_id, kind, key, separator) do update
    set account_id = excluded.account_id, mapping = excluded.mapping, used_at = now();
  return jsonb_build_object('import_id', new_id);
end $function$;

CREATE OR REPLACE FUNCTION public.get_bank_inbox(view text DEFAULT 'review'::text, account_id uuid DEFAULT NULL::uuid, vendor_id uuid DEFAULT NULL::uuid, start_date date DEFAULT NULL::date, end_date date DEFAULT NULL::date, search text DEFAULT NULL::text, page integer DEFAULT 1, page_size integer DEFAULT 50)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  caller_organization_id uuid := private.bank_organization();
  today date := private.today();
  month date := date_trunc('month', today)::date;
  page_no int := greatest(coalesce(get_bank_inbox.page, 1), 1);
  per_page int := least(greatest(coalesce(get_bank_inbox.page_size, 50), 1), 100);
  asked text := coalesce(get_bank_inbox.view, 'review');
  pattern text := '%' || replace(replace(replace(lower(nullif(btrim(left(search, 200)), '')), '\', '\\'), '%', '\%'), '_', '\_') || '%';
  conditions text;
  is_filtered boolean := coalesce(get_bank_inbox.account_id, get_bank_inbox.vendor_id) is not null
    or coalesce(start_date, end_date) is not null or pattern is not null;
  total bigint;
  ids uuid[];
  groups jsonb;
  counts jsonb;
begin
  if asked not in ('review', 'matched', 'unclaimed', 'set_aside', 'all') then
    perform private.refuse('There is no such list.', 'view');
  end if;
  conditions := concat_ws(' and ', 't.organization_id = $1',
    case asked when 'review' then 't.status in (''open'', ''suggested'')' when 'unclaimed' then 't.unclaimed_amount <> 0'
      when 'matched' then 't.status = ''matched'' and t.unclaimed_amount - t.fee_amount <> t.amount'
      when 'all' then null else 't.status = ' || quote_literal(asked) end,
    case when get_bank_inbox.account_id is not null then 't.account_id = $2' end,
    case when get_bank_inbox.vendor_id is not null then 't.vendor_id = $3' end,
    case when start_date is not null then 't.booked_on >= $4' end, case when end_date is not null then 't.booked_on <= $5' end,
    case when pattern is not null then '(lower(t.text collate pg_catalog."pg_c_utf8") like $6 or t.amount::text like $6)' end);
  -- By status first: the function is slow for thousands of rows.
  select coalesce(jsonb_object_agg(g.name, jsonb_build_object('count', g.n, 'amount', g.amount_in - g.amount_out,
    'amount_in', g.amount_in, 'amount_out', g.amount_out)), '{}') into groups
  from (
    select private.bank_group(t.status, t.certainty) as name, sum(t.n) as n, sum(t.amount_in) as amount_in,
      sum(t.amount_out) as amount_out
    from (
      select t.status, t.certainty, count(*) as n, coalesce(sum(t.amount) filter (where t.amount > 0), 0) as amount_in,
        coalesce(-sum(t.amount) filter (where t.amount < 0), 0) as amount_out
      from public.bank_transactions t
      where t.organization_id = caller_organization_id and t.status in ('open', 'suggested') group by 1, 2) t
    group by 1) g;
  -- Each transaction came with an import, so these know how many there are; what is set aside is the rest.
  -- What was left unclaimed as a whole is settled, but not matched.
  select jsonb_build_object('review', n.review, 'matched', n.settled - u.whole, 'set_aside', n.all_of_them - n.review - n.settled,
    'all', n.all_of_them, 'unclaimed', u.n) into counts
  from (
    select (select coalesce(sum((g.value ->> 'count')::bigint), 0) from jsonb_each(groups) g) as review,
      (select count(*) from public.bank_transactions t
        where t.organization_id = caller_organization_id and t.status = 'matched') as settled,
      (select coalesce(sum(i.added), 0) from public.bank_imports i
        where i.organization_id = caller_organization_id and i.status in ('running', 'done')) as all_of_them) n
  cross join (
    select count(*) as n, count(*) filter (where t.unclaimed_amount - t.fee_amount = t.amount) as whole
    from public.bank_transactions t
    where t.organization_id = caller_organization_id and t.unclaimed_amount <> 0) u;
  execute format('select array(select t.id from public.bank_transactions t where %s order by %s limit $7 offset $8)', conditions,
    case asked when 'review' then
        'case when t.certainty = ''certain'' then 1 when t.status = ''suggested'' then 2 else 3 end, t.booked_on desc, t.id'
      when 'unclaimed' then 't.booked_on, t.id' else 't.booked_on desc, t.id' end)
  into ids
  using caller_organization_id, get_bank_inbox.account_id, get_bank_inbox.vendor_id, start_date, end_date, pattern, per_page,
    (page_no - 1)::bigint * per_page;
  if is_filtered then
    execute format('select count(*) from public.bank_transactions t where %s', conditions) into total
    using caller_organization_id, get_bank_inbox.account_id, get_bank_inbox.vendor_id, start_date, end_date, pattern;
  else
    total := counts ->> asked;
  end if;
  return jsonb_build_object('rows', private.bank_rows(caller_organization_id, ids), 'count', total, 'page', page_no,
    'page_size', per_page, 'total_pages', (total + per_page - 1) / per_page, 'groups', groups,
    'counts', counts,
    'strip', jsonb_build_object(
      'review', (select jsonb_build_object('count', coalesce(sum((g.value ->> 'count')::int), 0),
        'amount_in', coalesce(sum((g.value ->> 'amount_in')::numeric), 0), 'amount_out', coalesce(sum((g.value ->> 'amount_out')::numeric), 0))
        from jsonb_each(groups) g),
      'matched', (select jsonb_build_object('count', count(*) filter (where t.booked_on >= month and m.amount <> 0),
          'amount', coalesce(sum(m.amount) filter (where t.booked_on >= month), 0),
          'amount_before', coalesce(sum(m.amount) filter (where t.booked_on < month), 0))
        from public.bank_transactions t
        cross join lateral (select case when t.unclaimed_amount - t.fee_amount = t.amount then 0
          else t.amount - t.unclaimed_amount end as amount) m
        where t.organization_id = caller_organization_id and t.status = 'matched'
          and t.booked_on >= month - interval '1 month' and t.booked_on < month + interval '1 month'),
      'unclaimed', (select jsonb_build_object('count', count(*), 'amount', coalesce(sum(t.unclaimed_amount), 0),
          'oldest_on', min(t.booked_on))
        from public.bank_transactions t where t.organization_id = caller_organization_id and t.unclaimed_amount <> 0),
      'overdue', (select jsonb_build_object('count', count(*), 'amount', coalesce(sum(c.amount), 0),
          'vendors', count(distinct c.vendor_id))
        from public.commissions c where c.organization_id = caller_organization_id and c.status = 'unpaid' and c.due_on < today)),
    'imports', private.bank_import_rows(caller_organization_id, array(
      select i.id from public.bank_imports i where i.organization_id = caller_organization_id and i.status in ('running', 'done')
      order by i.created_at desc, i.id limit 3)));
end $function$;

CREATE OR REPLACE FUNCTION public.match_bank_transaction(transaction_id uuid, expected_version integer, parts jsonb, unclaimed numeric DEFAULT 0, fee numeric DEFAULT 0, vendor_id uuid DEFAULT NULL::uuid, category text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  t public.bank_transactions := private.lock_transaction(match_bank_transaction.transaction_id);
  new_group uuid := gen_random_uuid();
  refusal jsonb;
begin
  if t.id is null then
    return private.command_result('This transaction is no longer there.');
  elsif t.version is distinct from match_bank_transaction.expected_version then
    return private.bank_conflict(t);
  elsif match_bank_transaction.vendor_id is not null and not exists (select 1 from public.vendors v
    where v.id = match_bank_transaction.vendor_id and v.organization_id = t.organization_id) then
    return private.command_result('This vendor does not exist.', 'vendor_id');
  end if;
  perform private.keep_decision(t, new_group, 'match', jsonb_build_object('placed',
    case when jsonb_typeof(parts) = 'array' then jsonb_array_length(parts) end));
  refusal := private.write_match(t, parts, unclaimed, fee, match_bank_transaction.category, match_bank_transaction.vendor_id);
  if refusal is not null then
    -- Nothing was written but the decision; guard_history keeps entries, so it goes with an exception of its own.
    raise exception using errcode = 'P0001', message = refusal ->> 'error', hint = coalesce(refusal ->> 'field', '');
  end if;
  perform private.learn_payer(t);
  perform private.match_transactions(t.organization_id, array[t.id]);
  perform private.rematch_commissions(t.organization_id, private.commissions_of(parts), array[t.id]);
  select b.* into t from public.bank_transactions b where b.id = t.id;
  return private.command_result(null) || jsonb_build_object('group_id', new_group, 'version', t.version);
exception when raise_exception then
  declare
    reason text;
    field text;
  begin
    get stacked diagnostics reason = message_text, field = pg_exception_hint;
    return private.command_result(reason, field);
  end;
end $function$;

CREATE OR REPLACE FUNCTION public.recognize_bank_account(identifier text DEFAULT NULL::text, headers text[] DEFAULT NULL::text[], file_hash text DEFAULT NULL::text, separator text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.bank_organization();
  by_number private.bank_file_keys;
  by_headers private.bank_file_keys;
begin
  select k.* into by_number from private.bank_file_keys k
  where k.organization_id = caller_organization_id and k.kind = 'number'
    and k.key = private.bank_file_key('number', recognize_bank_account.identifier, null);
  select k.* into by_headers from private.bank_file_keys k
  where k.organization_id = caller_organization_id and k.kind = 'headers'
    and k.key = private.bank_file_key('headers', null, recognize_bank_account.headers)
    and k.separator = coalesce(recognize_bank_account.separator, k.separator)
  order by k.used_at desc limit 1;
  return jsonb_build_object('account_id', coalesce(by_number.account_id, by_headers.account_id),
    'mapping', by_headers.mapping,
    'earlier', (
      select jsonb_build_object('created_at', i.created_at, 'added', i.added, 'first_name', u.first_name, 'last_name', u.last_name)
      from public.bank_imports i join public.users u on u.id = i.created_by
      where i.organization_id = caller_organization_id and i.file_hash = recognize_bank_account.file_hash
        and i.status = 'done' and i.added > 0
      order by i.created_at desc limit 1));
end $function$;

CREATE OR REPLACE FUNCTION public.record_vendor_asked(vendor_id uuid, although_deposit_waits boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  caller_organization_id uuid := private.admin_organization_id();
  deposit_waits constant boolean := private.deposit_waits(caller_organization_id, record_vendor_asked.vendor_id);
  owed record;
begin
  if caller_organization_id is null then
    return private.command_result('You do not have permission to ask vendors.');
  end if;
  select count(*) as n, sum(c.open_amount) as amount into owed
  from public.commissions c
  where c.organization_id = caller_organization_id and c.vendor_id = record_vendor_asked.vendor_id and c.status = 'unpaid'
    and c.open_amount > 0 and c.due_on < private.today();
  if owed.n = 0 then
    return private.command_result('This vendor owes nothing that is overdue.', 'vendor_id');
  elsif deposit_waits and not coalesce(record_vendor_asked.although_deposit_waits, false) then
    return private.command_result('A deposit of this vendor waits in Bank. Match it before you ask.', 'vendor_id');
  end if;
  insert into public.vendor_askings (organization_id, vendor_id, commissions_count, amount, although_deposit_waits)
  values (caller_organization_id, record_vendor_asked.vendor_id, owed.n, owed.amount, deposit_waits);
  return private.command_result(null);
end $function$;

ALTER TABLE "private"."bank_file_keys" ADD CONSTRAINT "bank_file_keys_pkey" PRIMARY KEY (organization_id, kind, key, separator);

COMMENT ON COLUMN "public"."vendor_askings"."although_deposit_waits" IS 'Whether somebody asked although money of the vendor lay in the inbox or unclaimed';

REVOKE ALL ON FUNCTION "private"."bank_lump"(public.bank_transactions) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."bank_lump"(public.bank_transactions) TO "postgres";

REVOKE ALL ON FUNCTION "private"."other_reference"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."other_reference"(text, text) TO "postgres";

REVOKE ALL ON FUNCTION "public"."recognize_bank_account"(text, text[], text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."recognize_bank_account"(text, text[], text, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."record_vendor_asked"(uuid, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."record_vendor_asked"(uuid, boolean) TO "authenticated", "postgres";
-- Data:
-- Readings that were remembered before belong to the separator they were read with.
update private.bank_file_keys k set separator = left(k.mapping ->> 'delimiter', 1)
where k.kind = 'headers' and k.mapping ->> 'delimiter' <> '';
