-- Taking a person's name out of free texts and JSON, by every way it is spelled. Each wing says which of its texts are searched.

create function private.name_spellings(first_name text, last_name text) returns text[]
language sql immutable set search_path = '' as $$
  select array[first_name || ' ' || last_name, last_name || ', ' || first_name, last_name || ' ' || first_name]
$$;
comment on function private.name_spellings is 'The ways to write a name: "Vera Lind", "Lind, Vera", "Lind Vera".';

create function private.redact(content text, pattern text, max_length int default 5000) returns text
language sql immutable set search_path = '' as $$
  select case when pattern is null then content
    else left(regexp_replace(content, pattern, 'Erased customer', 'gi'), max_length) end
$$;
comment on function private.redact is 'Replaces every match of the pattern and cuts the result to what the column holds.';

create function private.redact_json(data jsonb, pattern text, cleared_keys text[] default '{}',
  limit_length boolean default false)
returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return case jsonb_typeof(data)
    when 'string' then to_jsonb(private.redact(data #>> '{}', pattern,
      case when limit_length then greatest(char_length(data #>> '{}'), 50) else 5000 end))
    when 'array' then (
      select coalesce(jsonb_agg(private.redact_json(e.value, pattern, cleared_keys, limit_length) order by e.n), '[]')
      from jsonb_array_elements(data) with ordinality e(value, n))
    when 'object' then (
      select coalesce(jsonb_object_agg(e.key, case when e.key = any (cleared_keys) then 'null'::jsonb
        else private.redact_json(e.value, pattern, cleared_keys, limit_length) end), '{}')
      from jsonb_each(data) e)
    else data end;
end $$;
comment on function private.redact_json is 'Redacts every text in a JSON value, at any depth; the values of `cleared_keys` become
  null. `limit_length`: for texts that have limits of their own, all of 50 characters or more, so none becomes longer than 50
  characters or than it was.';
