-- What becomes of each line that a connection brings: known by the provider's id, here already from a file, known under an id that
-- has changed, taken back by a person, or new.

create function private.connection_lines(organization_id uuid, account_id uuid, lines jsonb)
returns table (line integer, refusal jsonb, line_key text, booked_on date, value_on date, amount numeric, text text,
  counterparty text, reference text, bank_id text, text_hash text)
language sql stable security definer set search_path = '' as $$
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
$$;
comment on function private.connection_lines is 'Reads lines of a connection like those of a file. Their key is the provider''s id; without
  one day, amount and texts with a counter. A line that comes twice under one id is one.';

create function private.judge_connection_lines(t public.bank_connection_accounts, lines jsonb, first_day date, last_day date)
returns setof private.bank_judged_line
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
  with read as materialized (
    select l.*, l.booked_on between first_day - 3 and last_day as is_near
    from private.connection_lines(t.organization_id, t.account_id, lines) l
  ), keys as materialized (
    select r.line, s.id, s.transaction_id, s.taken_back, s.booked_on as source_on, s.amount as source_amount,
      case when s.transaction_id is not null then row_number() over (partition by s.transaction_id order by s.id) end as place
    from read r
    join private.bank_source_lines s on s.organization_id = t.organization_id and s.account_id = t.account_id
      and s.connection_id = t.connection_id and s.line_key = r.line_key
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
    where b.amount in (select r.amount from read r where r.is_near) and not exists (select 1 from private.bank_source_lines s
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
end $$;
comment on function private.judge_connection_lines is 'Judges the lines of a linked account for days that were asked: known (by the
  provider''s id), here (another source has it, or its id has changed), taken_back (by a person), new, broken, or beside the days.';
