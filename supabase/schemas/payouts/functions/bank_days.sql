-- Days on which banks move money, by the kind of account (private.bank_details.kind): `us` by ACH, which rests on weekends and on the
-- holidays of the Federal Reserve; `iban` by SEPA, which rests on weekends and on the closing days of TARGET. Computed for any year;
-- shared/src/domain/bank-days.ts says the same while a day is typed, and both are tested by one table.

create function private.day_text(day date) returns text
language sql stable security definer set search_path = '' as $$
  select to_char(day, 'FMMon FMDD' || case when extract(year from day) <> extract(year from private.today()) then ', YYYY' else '' end)
$$;
comment on function private.day_text is '"Nov 27", "Nov 27, 2025" of another year than this.';

create function private.easter_sunday(year int) returns date
language plpgsql immutable set search_path = '' as $$
declare
  golden constant int := year % 19;
  century constant int := year / 100;
  epact constant int := (19 * golden + century - century / 4 - (century - (century + 8) / 25 + 1) / 3 + 15) % 30;
  weekday constant int := (32 + 2 * (century % 4) + 2 * ((year % 100) / 4) - epact - year % 100 % 4) % 7;
  month constant int := (golden + 11 * epact + 22 * weekday) / 451;
  days constant int := epact + weekday - 7 * month + 114;
begin
  return make_date(year, days / 31, days % 31 + 1);
end $$;
comment on function private.easter_sunday is 'Easter Sunday of the Gregorian calendar (Meeus, Jones, Butcher).';

create function private.nth_weekday(year int, month int, weekday int, n int) returns date
language sql immutable set search_path = '' as $$
  select case when n > 0 then first_day + (weekday - extract(dow from first_day)::int + 7) % 7 + 7 * (n - 1)
    else last_day - (extract(dow from last_day)::int - weekday + 7) % 7 + 7 * (n + 1) end
  from (select make_date(year, month, 1) as first_day, (make_date(year, month, 1) + interval '1 month' - interval '1 day')::date as last_day) m
$$;
comment on function private.nth_weekday is 'The nth weekday of a month (0: Sunday); counted from its end when n is below zero.';

create function private.bank_holidays(kind text, year int) returns setof date
language sql immutable set search_path = '' as $$
  select h.day + case when bank_holidays.kind = 'us' and extract(dow from h.day) = 0 then 1 else 0 end
  from unnest(case bank_holidays.kind
    when 'us' then array[
      make_date(year, 1, 1), private.nth_weekday(year, 1, 1, 3), private.nth_weekday(year, 2, 1, 3), private.nth_weekday(year, 5, 1, -1),
      make_date(year, 6, 19), make_date(year, 7, 4), private.nth_weekday(year, 9, 1, 1), private.nth_weekday(year, 10, 1, 2),
      make_date(year, 11, 11), private.nth_weekday(year, 11, 4, 4), make_date(year, 12, 25)]
    when 'iban' then array[
      make_date(year, 1, 1), private.easter_sunday(year) - 2, private.easter_sunday(year) + 1, make_date(year, 5, 1),
      make_date(year, 12, 25), make_date(year, 12, 26)]
  end) h(day)
$$;
comment on function private.bank_holidays is 'The days of a year, weekends aside, on which no money moves. A holiday of the Federal
  Reserve on a Sunday is kept on Monday, one on a Saturday not at all.';

create function private.is_bank_day(kind text, day date) returns boolean
language sql immutable set search_path = '' as $$
  select extract(isodow from day) < 6 and not exists (
    select 1 from private.bank_holidays(is_bank_day.kind, extract(year from is_bank_day.day)::int) h(day) where h.day = is_bank_day.day)
$$;

create function private.next_bank_day(kinds text[], day date, direction int) returns date
language sql immutable set search_path = '' as $$
  select d.day from generate_series(1, 14) n
  cross join lateral (select next_bank_day.day + next_bank_day.direction * n as day) d
  where (select bool_and(private.is_bank_day(k, d.day)) from unnest(next_bank_day.kinds) k)
  order by n limit 1
$$;
comment on function private.next_bank_day is 'The nearest day before (-1) or after (1) one that is a bank day of all these kinds.';
