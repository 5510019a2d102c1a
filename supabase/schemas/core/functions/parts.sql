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

-- A divided split: what of an amount has which split, [{"split": percent, "weight": of any unit}]. Whoever has one split has [], and what was
-- recorded while divided splits were rounded to two decimals has null.

create function private.blended_split(parts jsonb) returns numeric
language sql immutable parallel safe set search_path = '' as $$
  select round(sum((p ->> 'weight')::numeric * (p ->> 'split')::numeric) / nullif(sum((p ->> 'weight')::numeric), 0), 2)
  from jsonb_array_elements(parts) p
$$;
comment on function private.blended_split is 'The one split (percent, two decimals) that parts come to by their weight: to be read, not to be
  reckoned with. Null where they weigh nothing.';

create function private.share_of(amount numeric, split numeric, split_parts jsonb) returns numeric
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  if coalesce(split_parts, '[]') = '[]' then
    return round(amount * split / 100, 2);
  end if;
  return (select round(amount * sum((p ->> 'weight')::numeric * (p ->> 'split')::numeric) / sum((p ->> 'weight')::numeric) / 100, 2)
    from jsonb_array_elements(split_parts) p);
end $$;
comment on function private.share_of is 'What somebody with a split has of an amount (money): each part at its own split, added, and rounded once.';
