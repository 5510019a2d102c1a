-- Who sold a sale beside its agent (sales.co_sellers), and the percents that come of it.

create function private.share_percents(co_sellers jsonb) returns numeric[]
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  percents numeric(5,2)[] := '{100}';
begin
  for n in 1 .. jsonb_array_length(co_sellers) loop
    percents[n + 1] := (co_sellers -> n - 1 ->> 'percent')::numeric(5,2);
    percents[1] := percents[1] - percents[n + 1];
  end loop;
  return percents;
end $$;
comment on function private.share_percents is 'The parts of a sale in percent: the seller''s first, who has the rest of 100, then the others''
  in their order.';

create function private.guard_co_sellers() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  entry jsonb;
  typed text;
  person uuid;
  people uuid[] := '{}';
  sum_of_parts numeric := 0;
  clean jsonb := '[]';
begin
  -- The constraint says it.
  if jsonb_typeof(new.co_sellers) <> 'array' then
    return new;
  end if;
  if jsonb_array_length(new.co_sellers) > 9 then
    perform private.refuse('A sale has at most ten people.', 'co_sellers', 'co_sellers_too_many');
  end if;
  for entry in select e.value from jsonb_array_elements(new.co_sellers) with ordinality e(value, n) order by e.n loop
    if jsonb_typeof(entry) <> 'object' or not pg_input_is_valid(coalesce(entry ->> 'user_id', ''), 'uuid') then
      perform private.refuse('Choose the agent for each share.', 'co_sellers', 'co_seller_missing');
    end if;
    person := (entry ->> 'user_id')::uuid;
    if coalesce(entry ->> 'role', '') not in ('co_seller', 'referral') then
      perform private.refuse('Choose co-seller or referral for each share.', 'co_sellers', 'co_seller_role_unknown');
    end if;
    typed := entry ->> 'percent';
    if typed is null or typed !~ '^\d{1,3}(\.\d{1,20})?$' or typed::numeric <= 0 or typed::numeric >= 100
      or typed::numeric <> round(typed::numeric, 2) then
      perform private.refuse('Enter a part above 0 and below 100 percent, with at most two decimals.', 'co_sellers', 'co_seller_percent');
    end if;
    if person = new.agent_id then
      if tg_op = 'UPDATE' and new.co_sellers = old.co_sellers then
        perform private.refuse('This person has a share of booking ' || new.booking_reference
          || ' already. Take the share back first, or choose somebody else.', 'agent_id', 'agent_has_share',
          jsonb_build_object('reference', new.booking_reference));
      end if;
      perform private.refuse('The seller has the rest of the sale. Choose somebody else to share it with.', 'co_sellers',
        'co_seller_is_seller');
    elsif person = any (people) then
      perform private.refuse('Each person has one share.', 'co_sellers', 'co_seller_twice');
    end if;
    people := people || person;
    sum_of_parts := sum_of_parts + typed::numeric;
    clean := clean || jsonb_build_array(jsonb_build_object('user_id', person, 'role', entry ->> 'role',
      'percent', trim_scale(typed::numeric)));
  end loop;
  if sum_of_parts >= 100 then
    perform private.refuse('The parts come to ' || trim_scale(sum_of_parts) || ' %. Leave the seller more than 0.', 'co_sellers',
      'co_sellers_sum', jsonb_build_object('percent', trim_scale(sum_of_parts)));
  end if;
  if exists (select from unnest(people) p(id)
    where not exists (select from public.users u where u.organization_id = new.organization_id and u.id = p.id and u.role <> 'integration')) then
    perform private.refuse('Choose members of your agency to share a sale with.', 'co_sellers', 'co_seller_not_member');
  end if;
  new.co_sellers := clean;
  return new;
end $$;
comment on function private.guard_co_sellers is 'At most nine people beside the seller, each a member of the agency, once and with a part of
  their own; the seller keeps more than nothing. What else was sent with them is dropped. A sale is not given to somebody who has a
  share of it: whose share would that be?';
