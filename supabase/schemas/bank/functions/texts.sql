-- How texts of banks are read: who pays, which references may stand in them, which words may be names; and what was learned of
-- payers from what people confirmed.

create function private.bank_words(text text) returns text[]
language sql immutable set search_path = '' as $$
  select array(select w from regexp_split_to_table(
    upper(private.normalize_search_text(coalesce(text, ''))), '[^A-Z0-9]+') w where w <> '')
$$;
comment on function private.bank_words is 'Upper-case words of letters and digits, without accents, in their order.';

create function private.bank_fillers() returns text[]
language sql immutable set search_path = '' as $$
  select '{ACH,AG,AGCY,AGENCY,AGT,AGY,ACCT,BACS,BANK,BGC,BKG,BKGS,BOOK,BOOKING,BOOKINGS,BRANCH,CCD,CHAPS,CHECK,CHEQUE,CHK,COM,COMM,
    COMMISSION,COMMISSIONS,COMMS,CO,CORP,CREDIT,CR,CTX,DBA,DEBIT,DEP,DEPOSIT,DES,DIRECT,DOMESTIC,EDI,EFT,ELECTRONIC,ENTRY,FASTER,
    FEDWIRE,FOR,FP,FPI,FPS,FROM,FUNDS,GIRO,GMBH,GUTSCHRIFT,ID,IN,INC,INCOMING,INDN,INTERNATIONAL,INTL,INV,INVOICE,LIMITED,LLC,LTD,
    MOBILE,NAME,NO,OF,ONLINE,ORIG,PAYABLE,PAYMENT,PAYMENTS,PAYOUT,PLC,PMT,PMNT,POS,PPD,PURCHASE,RECALL,RECEIVED,REF,REFERENCE,REMIT,
    REMITTANCE,REMOTE,RES,REV,REVERSAL,RTP,SEPA,SETTLEMENT,SPA,SRL,STATEMENT,STMT,THE,TO,TRAVEL,TRF,TRN,TRANSFER,TRX,VENDOR,VIA,WIRE,
    ZELLE,JAN,FEB,MAR,APR,MAY,JUN,JUL,AUG,SEP,OCT,NOV,DEC}'::text[]
$$;
comment on function private.bank_fillers is 'Words that say how money moves, not who moves it.';

create function private.is_bank_filler(word text) returns boolean
language sql immutable set search_path = '' as $$ select word = any (private.bank_fillers()) $$;

create function private.bank_plain_text(text text) returns text
language sql immutable set search_path = '' as $$
  select regexp_replace(upper(coalesce(text, '')),
    -- What banks and clearing houses number: companies, traces, days, wires, their own banks.
    '\m(?:ORIG(?:INATOR)? ?ID|CO(?:MPANY)? ?ID|TRACE ?(?:#|NO\.?|NUM(?:BER)?)?|TRN|IMAD|OMAD|SSN|FED ?(?:REF|#)?|CHIPS|RTN|ABA|EREF|MREF|CRED|BIC|SWIFT|IBAN|GVC)[ ]?[:=#+][ ]?[A-Z]{0,8}[0-9][A-Z0-9]*'
    || '|\m(?:DESC DATE|EED|EFF(?:ECTIVE)? DATE|DATE)[ ]?[:=]?[ ]?[0-9][0-9/.-]*|\mSEC[ ]?[:=][ ]?[A-Z]{3}\M'
    || '|\m(?:CHECK|CHEQUE|CHK|CHQ|ITEM|CARD|PHONE|TEL|BATCH|TERMINAL)[ ]?(?:#|NO\.?|NUM(?:BER)?)?[ ]?[:=#]?[ ]?[X*]*[0-9][0-9-]*'
    -- Who the agency is to vendors.
    || '|\m(?:IATA|CLIA|ARC|TIDS|TRUE)[ ]?(?:#|NO\.?|NUM(?:BER)?|ID|CODE)?[ ]?[:=#.]?[ ]?[0-9][0-9-]{4,}'
    -- Days, amounts, numbers of banks and accounts.
    || '|\m[0-9]{1,2}[/.-][0-9]{1,2}[/.-](?:[0-9]{4}|[0-9]{2})\M|\m[0-9]{4}-[0-9]{2}-[0-9]{2}\M'
    -- Faster payments, CHAPS and other ids too long for a booking.
    || '|\m[A-Z]{0,4}[0-9]{14,}\M(?: [0-9]{6})?(?: [0-9]{1,2}\M)?|\m(?:CHAPS|FPS|BACS|BGC)(?: [0-9]{5,}){1,2}'
    || '|[0-9]+(?:[.,][0-9]{3})*[.,][0-9]{2}\M(?![/.-])|/[0-9]{9}\M|\m[A-Z]{2}[0-9]{2}[A-Z0-9]{4}[0-9]{7,}[A-Z0-9]*|[X*]{2,}[0-9]{2,}',
    ' ', 'g')
$$;
comment on function private.bank_plain_text is 'The text in capitals, without what banks and payers number for themselves: ids of
  companies, traces, days, checks, routing and account numbers, the agency''s own number, amounts. What is left can name a booking.';

create function private.bank_party(text text) returns text
language sql immutable set search_path = '' as $$
  select btrim(coalesce(
    (regexp_match(x.u, '\mORIG CO NAME[ ]?[:=][ ]?(.+?)(?=\s+(?:[A-Z]+[ ]){0,2}[A-Z#/]+[ ]?[:=]|$)'))[1],
    (regexp_match(x.u, '\m(?:B/O|BY ORDER OF|ORG|ORIG|ORIGINATOR|ORDERING CUSTOMER|REMITTER|SENDER|SNDR)(?: NAME)?[ ]?[:=][ ]?(?:/[A-Z0-9]+[ ]|[0-9]/)?(.+?)(?=\s+(?:[A-Z]+[ ]){0,1}[A-Z#/]+[ ]?[:=]|$)'))[1]))
  from upper(coalesce(text, '')) x(u)
$$;
comment on function private.bank_party is 'Who sent the money, where the bank''s text says it in a field of its own (ORIG CO NAME:, B/O:,
  ORG=, ORIG:); null where it does not.';

create function private.payer_key(text text, counterparty text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  word text;
  found text[] := '{}';
begin
  foreach word in array private.bank_words(coalesce(nullif(btrim(counterparty), ''), nullif(private.bank_party(text), ''), text)) loop
    if word !~ '\d' and char_length(word) > 1 and not private.is_bank_filler(word) then
      found := found || word;
    elsif cardinality(found) > 0 then
      exit;
    end if;
  end loop;
  return nullif(left(array_to_string(found, ' '), 100), '');
end $$;
comment on function private.payer_key is 'Who pays, as the bank''s text has it: the first run of words that are neither numbers nor
  filler, of the counterparty or the field where the bank names it. Null when there is none.';

create function private.bank_numbers(text text) returns text[]
language sql immutable set search_path = '' as $$
  select array(select distinct ltrim(m[1], '0') from regexp_matches(private.bank_plain_text(text), '(\d{5,})', 'g') m where ltrim(m[1], '0') <> '')
$$;
comment on function private.bank_numbers is 'Numbers of five digits and more that a text holds besides the bank''s own, without zeros
  before them. What stands in several lines of a payer is no booking.';

create function private.bank_forbids(words text[]) returns text
language sql immutable set search_path = '' as $$
  select case
    when words && '{REFUND,REFUNDS,OVERRIDE,OVERRIDES,BONUS,COOP,MARKETING,MKTG,INCENTIVE,PROMO,ERSTATTUNG,RUECKZAHLUNG,RUCKZAHLUNG,BOUNTY,REBATE,SPIFF}'
      or array_to_string(words, ' ') ~ '\mCO OP\M' then 'not_commission'
    when words && '{ZELLE,VENMO,PAYPAL,CASHAPP,STRIPE,SQUARE}' then 'person' end
$$;
comment on function private.bank_forbids is 'Why money of such a text is never certain to be commission: `not_commission` (refunds,
  overrides, bonuses, marketing money), `person` (a way in which people pay). Null for none.';

create function private.bank_reference_keys(w text[]) returns text[]
language plpgsql immutable set search_path = '' as $$
declare
  keys text[] := '{}';
begin
  for n in 1 .. cardinality(w) loop
    keys := keys || w[n];
    if w[n + 1] is not null and w[n] || w[n + 1] || coalesce(w[n + 2], '') ~ '\d' then
      keys := keys || (w[n] || w[n + 1]) || (w[n] || w[n + 1] || coalesce(w[n + 2], ''));
    end if;
    -- Words that lead a reference, written together with it.
    keys := keys || substring(w[n] from '^(?:BKG|BKNG|BOOKING|CONF|PNR)([A-Z0-9]{5,})$')
      || substring(w[n] from '^(?:RES|RESV|REF|INV|NO|ID)(?=[A-Z0-9]*\d)([A-Z0-9]{5,})$');
    if w[n] ~ '\d{4}' then
      keys := keys || array(select m[1] from regexp_matches(w[n], '([A-Z]{1,4}\d{4,})', 'g') m)
        || array(select m[1] from regexp_matches(w[n], '(\d{4,}[A-Z]{1,3})', 'g') m);
    end if;
  end loop;
  return array(select distinct k from unnest(keys) k where char_length(k) between 5 and 40);
end $$;
comment on function private.bank_reference_keys is 'What a reference in a text of these words could be, stripped like
  sales_reference_key_idx: words, two or three neighbours written together (one with a digit among them), and a run of digits with
  the letters before or behind it.';

create function private.other_reference(text text, booking_reference text) returns text
language plpgsql immutable set search_path = '' as $$
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
end $$;
comment on function private.other_reference is 'The reference that a text names in place of a booking''s own, as it is written
  there: one of the same form ("CR-26701" for CR-26710), its letters and digits together or apart by a sign. Apart by a blank only
  after the booking''s own letters, for "ID 26701" is none. Null where the booking''s own stands in the text, and for references
  without letters: any number could be one.';

create function private.bank_digit_keys(text text) returns text[]
language sql immutable set search_path = '' as $$
  with whole as (
    select m[1] as digits, 4 as least from regexp_matches(coalesce(text, ''), '(\d{4,})', 'g') m
    union all
    -- Banks break lines within numbers.
    select w.words[n] || w.words[n + 1], 5
    from (select regexp_split_to_array(coalesce(text, ''), '[^A-Z0-9]+') as words) w
    cross join lateral generate_series(1, cardinality(w.words) - 1) n
    where w.words[n] ~ '^\d+$' and w.words[n + 1] ~ '^\d+$' and char_length(w.words[n] || w.words[n + 1]) <= 10
  )
  select array(select distinct ltrim(x.digits, '0') from whole x where char_length(ltrim(x.digits, '0')) >= x.least)
$$;
comment on function private.bank_digit_keys is 'Runs of four and more digits in the text, without the zeros before them; two that stand
  apart also as one, of five to ten.';

create function private.bank_booking_count(text text) returns integer
language sql immutable set search_path = '' as $$
  select (m[2])::int + case m[1] when '+' then 1 else 0 end
  from regexp_match(upper(text), '([+]?)\s*\m(\d{1,2})\s*(?:MORE\s+)?(?:BKG|BOOKING|RESV|RESERVATION|ITEM|SALE)') m
$$;
comment on function private.bank_booking_count is 'How many bookings a text says it pays: "+6 BKGS" are seven, "7 BOOKINGS" seven.
  Null when it does not say.';

create function private.is_abbreviation(short text, name text) returns boolean
language plpgsql immutable set search_path = '' as $$
declare
  short_words text[] := string_to_array(short, ' ');
  name_words text[] := string_to_array(name, ' ');
begin
  if cardinality(short_words) > cardinality(name_words) then
    return false;
  end if;
  for n in 1 .. cardinality(short_words) loop
    if left(short_words[n], 1) <> left(name_words[n], 1)
      or name_words[n] !~ ('^' || regexp_replace(short_words[n], '(.)', '\1.*', 'g')) then
      return false;
    end if;
  end loop;
  return true;
end $$;
comment on function private.is_abbreviation is 'Whether `short` abbreviates `name`: its words are beginnings or skeletons of the
  words of the name, in their order, each with the same first letter ("NRTHN FJORD VOY", "NORTHERN FJORD V").';

create function private.payer_beginnings(payer_key text) returns text[]
language sql immutable set search_path = '' as $$
  select coalesce(array_agg(array_to_string(w.words[:n], ' ')), '{}')
  from (select string_to_array(payer_key, ' ')) w(words) cross join lateral generate_series(1, cardinality(w.words)) n
  where n = cardinality(w.words) or char_length(array_to_string(w.words[:n], ' ')) >= 6
$$;
comment on function private.payer_beginnings is 'The first words of a payer, one to all: banks write on with whatever it says the
  payment is for. Short ones are many a payer''s.';

create function private.payer_before(payer_key text, names text[]) returns text
language sql immutable set search_path = '' as $$
  select coalesce((
    select array_to_string(w.words[:min(x.n)::int - 1], ' ')
    from unnest(w.words) with ordinality x(word, n) where x.word = any (names)
    having min(x.n) > 1 and char_length(array_to_string(w.words[:min(x.n)::int - 1], ' ')) >= 6), payer_key)
  from (select string_to_array(payer_key, ' ')) w(words)
$$;
comment on function private.payer_before is 'A payer without the travelers that the bank has written behind it.';

create function private.vendors_of_payers(organization_id uuid, payer_keys text[]) returns setof private.bank_payer
language sql stable security definer set search_path = '' as $$
  with payers as (
    select distinct p as key, replace(p, ' ', '') as compact, split_part(p, ' ', 1) as word
    from unnest(payer_keys) p where p is not null
  ), names as materialized (
    select v.id as vendor_id, n.is_alias, array_to_string(n.words, ' ') as name, array_to_string(n.words, '') as compact,
      n.words[1] as word
    from public.vendors v
    cross join lateral (
      select false as is_alias, string_to_array(private.payer_key(v.name, null), ' ') as words
      union all
      select true, string_to_array(private.payer_key(a, null), ' ') from unnest(v.aliases) a
      union all
      select true, private.bank_words(a) from unnest(v.aliases) a where private.payer_key(a, null) is null) n
    where v.organization_id = vendors_of_payers.organization_id and cardinality(n.words) > 0
  ), found as (
    select p.key, n.vendor_id,
      case when n.is_alias and (starts_with(p.compact, n.compact) or starts_with(n.compact, p.compact) and char_length(p.compact) >= 8)
          then 3
        when starts_with(p.compact, n.compact) and char_length(n.compact) >= 4 then 2
        -- One word of a name may be a town's or a person's.
        when starts_with(n.compact, p.compact) and char_length(p.compact) >= 8 and (p.key like '% %' or p.compact = n.compact) then 2
        when p.key like '% %' and char_length(p.compact) >= 6 and private.is_abbreviation(p.key, n.name) then 2
        when p.word = n.word and char_length(p.word) >= 4 then 1
        when p.key not like '% %' and char_length(p.key) >= 4 and private.is_abbreviation(p.key, n.name) then 1 end as strength
    from payers p join names n on left(n.compact, 1) = left(p.compact, 1)
  ), learned as (
    select p.payer_key as key, p.vendor_id, 3 as strength, p.confirmations
    from public.bank_patterns p
    where p.organization_id = vendors_of_payers.organization_id and p.vendor_id is not null and p.payer_key = any (payer_keys)
  ), united as (
    select f.key, f.vendor_id, f.strength, 0 as confirmations from found f where f.strength is not null
    union all select * from learned)
  select u.key, u.vendor_id, max(u.strength), max(u.confirmations) from united u group by 1, 2
$$;
