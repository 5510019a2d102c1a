-- Money divided into parts, to the cent.

create function private.sum_of(parts numeric[]) returns numeric
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(sum(p), 0) from unnest(parts) p
$$;
-- A constraint asks it, with the rights of whoever writes.
grant execute on function private.sum_of(numeric[]) to authenticated;

create function private.parts_of(amount numeric, percents numeric[]) returns numeric[]
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  sign constant integer := sign(amount);
  missing numeric;
  exact numeric;
  wholes numeric[] := '{}';
  remainders numeric[] := '{}';
  parts numeric[] := '{}';
  place integer;
begin
  -- Of nothing known, or divided among nobody known, no part is known.
  if amount is null or percents is null then
    return null;
  end if;
  if cardinality(percents) = 1 then
    return array_fill(amount, array[cardinality(percents)]);
  end if;
  -- Whole cents first; the cents that are left go to the largest remainders, of equal ones to the first.
  missing := abs(amount) * 100;
  for n in 1 .. cardinality(percents) loop
    exact := abs(amount) * percents[n];
    wholes[n] := floor(exact);
    remainders[n] := exact - wholes[n];
    missing := missing - wholes[n];
  end loop;
  for n in 1 .. missing loop
    place := 1;
    for other in 2 .. cardinality(percents) loop
      if remainders[other] > remainders[place] then
        place := other;
      end if;
    end loop;
    wholes[place] := wholes[place] + 1;
    remainders[place] := -1;
  end loop;
  for n in 1 .. cardinality(percents) loop
    parts[n] := (sign * wholes[n] / 100)::numeric(12,2);
  end loop;
  return parts;
end $$;
comment on function private.parts_of is 'An amount divided by percents whose sum is 100, by largest remainder: the parts have two decimals
  and come to the amount exactly, below zero as above it. In the order of the percents. Null of null.';
