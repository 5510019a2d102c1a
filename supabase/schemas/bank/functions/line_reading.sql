-- Lines of the bank as a file or a provider says them, read: what can be taken, and the key of each.

create function private.read_bank_lines(organization_id uuid, account_id uuid, lines jsonb)
returns table (line integer, line_key text, refusal jsonb, repeated boolean, is_twin boolean, booked_on date, value_on date, amount numeric,
  text text, counterparty text, reference text, bank_id text)
language plpgsql stable security definer set search_path = '' as $$
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
end $$;
comment on function private.read_bank_lines is 'Reads lines of a file or a connection: each with its key, and the refusal when it cannot be
  taken (null when it can). The key is the bank''s own id with the amount, else day, amount and texts; a counter (`twin`) tells equal
  lines of one file apart, so that two real ones stay two and overlapping files add nothing. A bank id that says nothing ("NONREF",
  zeros) counts as none.';

create function private.check_bank_lines(lines jsonb) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if jsonb_typeof(lines) is distinct from 'array' or jsonb_array_length(lines) > 2000 or exists (
    select 1 from jsonb_array_elements(lines) e
    where case when jsonb_typeof(e) <> 'object' then true else coalesce(e ->> 'line' !~ '^[1-9]\d{0,5}$', true) end) then
    perform private.refuse('Send at most 2,000 lines, each with its number.', 'lines', 'bank_lines_expected');
  end if;
end $$;
comment on function private.check_bank_lines is 'Refuses what is not a list of up to 2,000 numbered lines.';
