-- Money divided into parts, to the cent.

create function private.sum_of(parts numeric[]) returns numeric
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(sum(p), 0) from unnest(parts) p
$$;
-- A constraint asks it, with the rights of whoever writes.
grant execute on function private.sum_of(numeric[]) to authenticated;

create function private.parts_of(amount numeric, percents numeric[]) returns numeric[]
language sql immutable parallel safe set search_path = '' as $$
  -- Whole cents first; the cents that are left go to the largest remainders, of equal ones to the first.
  select case when cardinality(percents) = 1 then array[amount] else (
    select array_agg((sign(amount) * (r.whole + case when r.place <= r.missing then 1 else 0 end) / 100)::numeric(12,2) order by r.n)
    from (
      select e.n, e.whole, row_number() over (order by e.exact - e.whole desc, e.n) as place,
        abs(amount) * 100 - sum(e.whole) over () as missing
      from (
        select p.n, abs(amount) * p.percent as exact, floor(abs(amount) * p.percent) as whole
        from unnest(percents) with ordinality p(percent, n)) e) r) end
$$;
comment on function private.parts_of is 'An amount divided by percents whose sum is 100, by largest remainder: the parts have two decimals
  and come to the amount exactly, below zero as above it. In the order of the percents.';
