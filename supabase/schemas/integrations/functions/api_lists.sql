-- Lists of the API: pages of what was added last, or of what has changed since a moment. All of it runs with the caller's rights.

create function private.list_for_api(resource text, input jsonb) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  list record;
  query constant jsonb := coalesce(input -> 'query', '{}');
  most constant int := coalesce((query ->> 'limit')::int, 50);
  since constant timestamptz := (query ->> 'updated_since')::timestamptz;
  -- Cursors of the two orders are told apart by their first letter.
  mark constant text := case when since is null then '' else 'u' end;
  after_at timestamptz;
  after_id uuid;
  rows jsonb;
begin
  select l.* into list from private.api_resources() l where l.resource = list_for_api.resource;
  if query ->> 'cursor' ~ ('^' || mark || '\d{1,16}[.][0-9a-f-]{36}$') then
    after_at := 'epoch'::timestamptz + ltrim(split_part(query ->> 'cursor', '.', 1), 'u')::bigint * interval '1 microsecond';
    after_id := split_part(query ->> 'cursor', '.', 2)::uuid;
  end if;
  execute format(
    'select coalesce(jsonb_agg(to_jsonb(r) order by r.n), ''[]'') from (
      select row_number() over () as n, p.* from (
        select %2$s as said, $7 || (extract(epoch from t.%5$I) * 1000000)::bigint || ''.'' || %3$s as place
        from %1$s where %4$s order by t.%5$I %6$s, %3$s limit $4) p) r',
    list.source, list.said, list.tie, concat_ws(' and ',
      case list_for_api.resource when 'agents' then 't.role <> ''integration''' end,
      't.organization_id = (select private.current_organization_id())',
      case
        when since is null and after_at is not null then format('t.created_at <= $2 and (t.created_at < $2 or %s > $3)', list.tie)
        when after_at is not null then format('t.updated_at >= $6 and (t.updated_at, %s) > ($2, $3)', list.tie)
        when since is not null then 't.updated_at >= $6' end,
      (select string_agg(case f.key
          when 'email' then 'coalesce(t.email, '''') = $1 ->> ''email'''
          when 'sale_id' then 't.sales_id = ($1 ->> ''sale_id'')::uuid'
          else format('t.%1$I = ($1 ->> %1$L)::%2$s', f.key, f.value) end, ' and ')
        from jsonb_each_text(list.filters) f where query ->> f.key is not null)),
    case when since is null then 'created_at' else 'updated_at' end, case when since is null then 'desc' end)
  into rows using query, after_at, after_id, most + 1, private.api_currency(), since, mark;
  if list_for_api.resource = 'commissions' then
    select coalesce(jsonb_agg(r.entry || jsonb_build_object('said', r.entry -> 'said' || m.said) order by r.n), '[]') into rows
    from jsonb_array_elements(rows) with ordinality r(entry, n)
    join private.api_money_of_commissions(array(select (e #>> '{said,id}')::uuid from jsonb_array_elements(rows) e)) m
      on m.commission_id = (r.entry #>> '{said,id}')::uuid;
  end if;
  return jsonb_build_object('answer', jsonb_build_object(
    'data', (select coalesce(jsonb_agg(r.entry -> 'said' order by r.n), '[]')
      from jsonb_array_elements(rows) with ordinality r(entry, n) where r.n <= most),
    'next_cursor', case when jsonb_array_length(rows) > most then rows -> (most - 1) ->> 'place' end));
end $$;
comment on function private.list_for_api is 'A page of a list, from behind the cursor: the moment and the id of the last one. The newest records first;
  with `updated_since` what has changed from then on, the longest ago first: what changes meanwhile moves behind the cursor and is met
  again. What is committed late has the moment at which its transaction began: programs ask from a little earlier.';
grant execute on function private.list_for_api(text, jsonb) to authenticated;
