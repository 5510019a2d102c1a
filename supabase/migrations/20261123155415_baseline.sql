-- 00_extensions.sql

-- Extensions, the private schema and default privileges: everything after it depends on these.

-- Functions may refer to objects of later files, so bodies are not checked when they are created.
set check_function_bodies = off;

-- Search for any part of a name, an e-mail address or a booking reference (trigram indexes), with or without accents (unaccent).
create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;
-- The organization and the agent inside these indexes: a search reads nothing that is somebody else's, so neither does its time tell.
create extension if not exists btree_gin with schema extensions;

-- Least privilege by default: nobody but the owner may call a new function, read a new table or use a new type until a GRANT says
-- so. Older hosted projects have default grants in `public`: the second and third statement revoke those.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke execute on functions from anon, authenticated, service_role;
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges revoke usage on types from public;

-- Not exposed over the API: helpers of policies, triggers and API functions, and tables that no client reads. `authenticated`
-- needs USAGE for the helpers that policies call.
create schema private;
grant usage on schema private to authenticated;

-- 01_session.sql

-- The caller: tenant (organization), role, session and what follows from them. Row-level security policies and security definer
-- functions decide access by these functions alone. They read the tables each time, never the claims of the access token but for
-- its user and session id: a deactivated user and a revoked session lose access at once, while the token is still valid.
-- Roles are owner, admin and agent; an owner may do what an admin may. What is called most is in PL/pgSQL, which keeps its plans for
-- a session: a function in SQL that cannot be inlined is planned at every call.

-- The caller's tenant; null for an inactive user and for a revoked or expired session, so everything built on it denies access.
-- Policies call it, like the functions below, in a scalar subquery: evaluated once per statement, not once per row.
create function private.current_organization_id() returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select u.organization_id
    from public.users u
    where u.id = auth.uid()
      and u.is_active
      and exists (
        select 1 from auth.sessions s
        where s.id = nullif(auth.jwt() ->> 'session_id', '')::uuid
          and s.user_id = u.id
          and (s.not_after is null or s.not_after > now())));
end $$;
grant execute on function private.current_organization_id() to authenticated;

create function private.current_user_role() returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select u.role from public.users u where u.id = auth.uid() and u.organization_id = private.current_organization_id());
end $$;

create function private.is_admin() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(private.current_user_role() in ('owner', 'admin'), false);
end $$;
grant execute on function private.is_admin() to authenticated;

create function private.is_owner() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(private.current_user_role() = 'owner', false);
end $$;
grant execute on function private.is_owner() to authenticated;

-- The caller's tenant even when they are inactive or their session is revoked. Only for reading the own organization (the app
-- tells an inactive user why nothing opens) and its time zone; never to decide access to anything else.
create function private.own_organization_id() returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select u.organization_id from public.users u where u.id = auth.uid());
end $$;
grant execute on function private.own_organization_id() to authenticated;

-- The current date in the time zone of the caller's organization; in UTC for a caller without one.
create function private.today() returns date
language plpgsql stable security definer set search_path = '' as $$
begin
  return (now() at time zone coalesce(
    (select o.time_zone from public.organizations o where o.id = (select private.own_organization_id())), 'UTC'))::date;
end $$;
grant execute on function private.today() to authenticated;

-- The caller as the author of a change, for audit and history columns. Null for somebody outside this organization (a maintenance
-- task of the operator): the foreign keys of those columns include the tenant.
create function private.acting_user(organization_id uuid) returns uuid
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return (select u.id from public.users u where u.id = auth.uid() and u.organization_id = acting_user.organization_id);
end $$;

-- Whether the session of the access token exists and has not expired. Also true for a signed-in user without an organization, who
-- may create one or accept an invitation.
create function private.has_live_session() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from auth.sessions s
    where s.id = nullif(auth.jwt() ->> 'session_id', '')::uuid and s.user_id = auth.uid()
      and (s.not_after is null or s.not_after > now()))
$$;
grant execute on function private.has_live_session() to authenticated;

-- The caller's confirmed e-mail address in lower case; null when it is not confirmed, the account deleted or the session revoked.
create function private.confirmed_email() returns text
language sql stable security definer set search_path = '' as $$
  select lower(a.email) from auth.users a
  where a.id = auth.uid() and a.email_confirmed_at is not null and a.deleted_at is null and private.has_live_session()
$$;

-- First and last name of the acting user for texts of notifications. Without one it was an admin or the operator.
create function private.acting_name(organization_id uuid) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select u.first_name || ' ' || u.last_name from public.users u where u.id = private.acting_user(acting_name.organization_id)),
    'An admin')
$$;

-- The rows that lists, totals and exports may read for the caller. Those functions are security definer (clients have no access
-- to the rollups, and row-level security keeps conditions that are not leakproof out of the indexes), so this is their only
-- access check. agent_id: the agent whose rows count, null for all of the organization; an agent always gets their own id.
-- organization_id is null when nothing may be read (no active caller, or an agent asks for another agent): the callers then
-- answer zeros and empty lists. zone: time zone of the organization.
create function private.caller_scope(wanted_agent uuid default null, out organization_id uuid, out agent_id uuid, out zone text)
language plpgsql stable security definer set search_path = '' as $$
begin
  organization_id := private.current_organization_id();
  agent_id := wanted_agent;
  if not private.is_admin() then
    agent_id := auth.uid();
    if wanted_agent <> agent_id then
      organization_id := null;
    end if;
  end if;
  select o.time_zone into zone from public.organizations o where o.id = caller_scope.organization_id;
  zone := coalesce(zone, 'UTC');
end $$;

-- The caller's tenant for admins and owners, null for everybody else.
create function private.admin_organization_id() returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return case when private.is_admin() then private.current_organization_id() end;
end $$;

-- 02_validation.sql

-- Validation shared by all tables: refusals in one shape, trigger functions without a subject of their own, predicates for check
-- constraints, and normalization of input. A predicate that a check constraint uses is immutable and granted to `authenticated`:
-- constraints run with the rights of whoever writes the row.

-- Raises every refusal that no constraint can express, in one shape for the client. `column_name` becomes the hint: the form
-- field the message belongs to, or empty.
create function private.refuse(reason text, column_name text default '') returns void
language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = 'P0001', message = reason, hint = column_name;
end $$;
grant execute on function private.refuse(text, text) to authenticated;

-- Result of a public function that changes something: {success, error, field}. `refusal` null means done; `field` is the form
-- field the refusal belongs to.
create function private.command_result(refusal text, field text default null) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('success', refusal is null, 'error', refusal,
    'field', case when refusal is not null then nullif(field, '') end)
$$;

create function private.touch_updated_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end $$;

-- Makes a history (audit) table append-only, for the owner of the tables as well. Two exceptions: the erasure of a person (setting
-- paperplane.maintenance) rewrites texts inside an entry, but the entry itself stays; undoing an import (setting
-- paperplane.undoing_import) removes sales that nobody has touched since, with what the import itself wrote about them.
create function private.guard_history() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and current_setting('paperplane.maintenance', true) = 'yes'
    and to_jsonb(new) - '{previous_data,new_data,comment,notes,details,content,reference}'::text[]
      = to_jsonb(old) - '{previous_data,new_data,comment,notes,details,content,reference}'::text[] then
    return new;
  end if;
  if tg_op = 'DELETE' and current_setting('paperplane.undoing_import', true) = 'yes' then
    return old;
  end if;
  perform private.refuse('History can be neither changed nor deleted.');
  return null;
end $$;

-- TRUNCATE fires no row trigger and no statement trigger for DELETE: rollups would keep deleted rows, and a history would be lost
-- without a trace. Refused for the owner of the tables as well.
create function private.refuse_truncate() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refuse('The table ' || tg_table_name || ' cannot be emptied by TRUNCATE: sums and histories would not follow.');
  return null;
end $$;

-- Regular expression for the names of files the caller may list, add and remove in a storage bucket: everybody their own avatar,
-- owners the logo of the organization, admins the logos of vendors (`bucket` is 'vendors', files lie in the bucket logos below
-- <organization>/vendors). Null, which matches nothing, for everybody else.
create function private.picture_pattern(bucket text) returns text
language sql stable security definer set search_path = '' as $$
  select '^' || private.current_organization_id()::text
    || case bucket
      when 'avatars' then '/' || auth.uid()::text
      when 'logos' then case when private.is_owner() then '' end
      when 'vendors' then case when private.is_admin() then '/vendors' end end
    || '/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[.](jpg|jpeg|png|webp)$'
$$;
grant execute on function private.picture_pattern(text) to authenticated;

-- An existing date written YYYY-MM-DD, in the range that date columns accept. Null for null.
create function private.is_iso_date(typed text) returns boolean
language sql stable set search_path = '' as $$
  select typed ~ '^\d{4}-\d\d-\d\d$' and pg_input_is_valid(typed, 'date')
    and typed between '1900-01-01' and '2199-12-31'
$$;

-- ISO 3166-1 alpha-2.
create function private.is_country(code text) returns boolean
language sql immutable set search_path = '' as $$
  select code in (
    'AD','AE','AF','AG','AI','AL','AM','AO','AQ','AR','AS','AT','AU','AW','AX','AZ','BA','BB','BD','BE','BF','BG','BH','BI',
    'BJ','BL','BM','BN','BO','BQ','BR','BS','BT','BV','BW','BY','BZ','CA','CC','CD','CF','CG','CH','CI','CK','CL','CM','CN',
    'CO','CR','CU','CV','CW','CX','CY','CZ','DE','DJ','DK','DM','DO','DZ','EC','EE','EG','EH','ER','ES','ET','FI','FJ','FK',
    'FM','FO','FR','GA','GB','GD','GE','GF','GG','GH','GI','GL','GM','GN','GP','GQ','GR','GS','GT','GU','GW','GY','HK','HM',
    'HN','HR','HT','HU','ID','IE','IL','IM','IN','IO','IQ','IR','IS','IT','JE','JM','JO','JP','KE','KG','KH','KI','KM','KN',
    'KP','KR','KW','KY','KZ','LA','LB','LC','LI','LK','LR','LS','LT','LU','LV','LY','MA','MC','MD','ME','MF','MG','MH','MK',
    'ML','MM','MN','MO','MP','MQ','MR','MS','MT','MU','MV','MW','MX','MY','MZ','NA','NC','NE','NF','NG','NI','NL','NO','NP',
    'NR','NU','NZ','OM','PA','PE','PF','PG','PH','PK','PL','PM','PN','PR','PS','PT','PW','PY','QA','RE','RO','RS','RU','RW',
    'SA','SB','SC','SD','SE','SG','SH','SI','SJ','SK','SL','SM','SN','SO','SR','SS','ST','SV','SX','SY','SZ','TC','TD','TF',
    'TG','TH','TJ','TK','TL','TM','TN','TO','TR','TT','TV','TW','TZ','UA','UG','UM','US','UY','UZ','VA','VC','VE','VG','VI',
    'VN','VU','WF','WS','YE','YT','ZA','ZM','ZW')
$$;
grant execute on function private.is_country(text) to authenticated;

-- Variable-length details of a customer or vendor that are only read together with their row are jsonb or arrays; the predicates
-- below are their check constraints.

-- Whether a name shows anything: at least one character that is neither white space nor drawn as nothing (control and format
-- characters, fillers, variation selectors, tags). By code points, so that no locale decides. `isVisible` of the client is the same.
create function private.is_visible(name text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select name ~ ('[^\u0001-\u0020\u007F-\u00A0\u00AD\u034F\u061C\u115F\u1160\u1680\u17B4\u17B5\u180B-\u180F\u2000-\u200F'
    || '\u2028-\u202F\u205F-\u206F\u2800\u3000\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB'
    || '\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]')
$$;
grant execute on function private.is_visible(text) to authenticated;

-- The trimmed text; null when nothing of it is visible.
create function private.visible_text(typed text) returns text
language sql immutable set search_path = '' as $$
  select case when private.is_visible(typed) then btrim(typed) end
$$;

-- Whether every entry of a list of objects has a visible `name`.
create function private.have_visible_names(list jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select not exists (
    select 1 from jsonb_array_elements(case when jsonb_typeof(list) = 'array' then list else '[]' end) e(entry)
    where not coalesce(private.is_visible(e.entry ->> 'name'), false))
$$;
grant execute on function private.have_visible_names(jsonb) to authenticated;

-- At most 20 tags of 1 to 40 characters, trimmed, without control characters, unique without regard to case.
create function private.is_tag_list(tags text[]) returns boolean
language sql immutable set search_path = '' as $$
  select cardinality(tags) <= 20 and coalesce(array_ndims(tags), 1) = 1
    and array_position(tags, null) is null
    and coalesce((
      select bool_and(t = btrim(t) and private.is_visible(t) and char_length(t) <= 40 and t !~ '[[:cntrl:]]') from unnest(tags) t), true)
    and (select count(distinct lower(t)) = count(*) from unnest(tags) t)
$$;
grant execute on function private.is_tag_list(text[]) to authenticated;

-- [{label, value}] with at most 10 entries and no other keys. `kind` 'email': values have the format of an e-mail column;
-- otherwise they have the length of a phone column.
create function private.is_contact_list(list jsonb, kind text) returns boolean
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(list) <> 'array' then false
    when jsonb_array_length(list) > 10 then false
    else not exists (
      select 1 from jsonb_array_elements(list) e(entry)
      where case when jsonb_typeof(e.entry) <> 'object' then true
        else e.entry - '{label,value}'::text[] <> '{}'
          or coalesce(jsonb_typeof(e.entry -> 'label') not in ('string', 'null'), false)
          or char_length(e.entry ->> 'label') > 30
          or coalesce(jsonb_typeof(e.entry -> 'value') <> 'string', true)
          or btrim(e.entry ->> 'value') = ''
          or case kind when 'email'
            then char_length(e.entry ->> 'value') > 254
              or e.entry ->> 'value' !~ '^[^@[:space:]]+@[^@[:space:]]+[.][^@[:space:]]+$'
            else char_length(e.entry ->> 'value') > 50 end
        end)
  end
$$;
grant execute on function private.is_contact_list(jsonb, text) to authenticated;

-- Travel preferences: an object of known, optional keys. seat, cabin, meal, room, mobility, allergies, interests and notes are
-- texts, airlines is [{airline, number}], hotels is [{program, number}].
create function private.are_preferences(preferences jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(preferences) <> 'object' then false
    else not exists (
      select 1 from jsonb_each(preferences) e(key, value)
      where case
        when e.value = 'null' then
          e.key <> all ('{seat,cabin,meal,room,mobility,allergies,interests,notes,airlines,hotels}'::text[])
        when e.key = 'airlines' then not private.is_program_list(e.value, 'airline')
        when e.key = 'hotels' then not private.is_program_list(e.value, 'program')
        when e.key in ('seat', 'cabin', 'meal', 'room') then
          jsonb_typeof(e.value) <> 'string' or char_length(e.value #>> '{}') > 100
        when e.key in ('mobility', 'allergies', 'interests') then
          jsonb_typeof(e.value) <> 'string' or char_length(e.value #>> '{}') > 500
        when e.key = 'notes' then jsonb_typeof(e.value) <> 'string' or char_length(e.value #>> '{}') > 2000
        else true end)
  end
$$;
grant execute on function private.are_preferences(jsonb) to authenticated;

-- Loyalty programs: [{<name>, number}], at most 20 entries.
create function private.is_program_list(list jsonb, name text) returns boolean
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(list) <> 'array' then false
    when jsonb_array_length(list) > 20 then false
    else not exists (
      select 1 from jsonb_array_elements(list) e(entry)
      where case when jsonb_typeof(e.entry) <> 'object' then true
        else e.entry - array[name, 'number'] <> '{}'
          or coalesce(jsonb_typeof(e.entry -> name) <> 'string', true)
          or not private.is_visible(e.entry ->> name) or char_length(e.entry ->> name) > 100
          or coalesce(jsonb_typeof(e.entry -> 'number') not in ('string', 'null'), false)
          or char_length(e.entry ->> 'number') > 50
        end)
  end
$$;
grant execute on function private.is_program_list(jsonb, text) to authenticated;

-- Travel preferences with texts trimmed and without empty known keys. Unknown keys stay: the check constraint refuses them.
create function private.normalize_preferences(preferences jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(preferences) <> 'object' then preferences else coalesce((
    select jsonb_object_agg(t.key, t.value)
    from (
      select e.key, case when jsonb_typeof(e.value) = 'string' then to_jsonb(btrim(e.value #>> '{}'))
        when e.key in ('airlines', 'hotels') then private.normalize_entries(e.value) else e.value end as value
      from jsonb_each(preferences) e(key, value)) t
    where t.value not in ('null', '""', '[]')
      or t.key <> all ('{seat,cabin,meal,room,mobility,allergies,interests,notes,airlines,hotels}'::text[])), '{}') end
$$;
grant execute on function private.normalize_preferences(jsonb) to authenticated;

-- A list of objects with their texts trimmed. Anything else is returned as it is: the check constraint refuses it.
create function private.normalize_entries(list jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(list) <> 'array' then list else coalesce((
    select jsonb_agg(case when jsonb_typeof(e.entry) <> 'object' then e.entry else (
        select coalesce(jsonb_object_agg(f.key, case jsonb_typeof(f.value)
          when 'string' then to_jsonb(btrim(f.value #>> '{}')) else f.value end), '{}')
        from jsonb_each(e.entry) f(key, value)) end order by e.n)
    from jsonb_array_elements(list) with ordinality e(entry, n)), '[]') end
$$;
grant execute on function private.normalize_entries(jsonb) to authenticated;

-- 03_list_queries.sql

-- Building blocks of the list functions (customers, vendors, sales, commissions, team): search patterns, date ranges and paging.
-- Lists build their SQL dynamically, because no single plan suits all filters; the pieces come from this schema's own functions
-- alone, and every value of a caller is a parameter of EXECUTE.

-- Text as search compares it: lower case, without accents. The dictionary and the collation are named, so that the result depends
-- neither on search_path nor on the locale of the database: stored search documents are compared with it.
create function private.normalize_search_text(text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select lower(extensions.unaccent('extensions.unaccent'::regdictionary, $1) collate pg_catalog."pg_c_utf8")
$$;
-- Indexes of vendors and users are made of it: whoever writes a row runs it.
grant execute on function private.normalize_search_text(text) to authenticated;

-- A text as a LIKE pattern that means itself.
create function private.escape_like(text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select replace(replace(replace($1, '\', '\\'), '%', '\%'), '_', '\_')
$$;

-- Names as searches compare them: normalized, each word between line breaks, which no searched word contains. So a pattern can ask
-- for whole words and for their beginnings; trigrams know the beginning of a word. Its cost says that indexes are worth it.
create function private.name_document(names text) returns text
language sql immutable strict parallel safe cost 1000 set search_path = '' as $$
  select private.normalize_search_text(chr(10) || regexp_replace(btrim(names), '\s+', chr(10), 'g') || chr(10))
$$;
grant execute on function private.name_document(text) to authenticated;

-- As much of a search as is looked for: 500 characters, more than any name or e-mail address has. Everything that takes a search
-- from outside cuts it by this first. `LIMITS.search` of the client is the same.
create function private.cut_search(search text) returns text
language sql immutable parallel safe set search_path = '' as $$ select left(search, 500) $$;

-- LIKE patterns for the words of a search over lower-case text, the longest (most selective for a trigram index) first; null for
-- an empty search. Wildcards are escaped.
create function private.search_patterns(search text) returns text[]
language sql immutable set search_path = '' as $$
  select array_agg(p order by char_length(p) desc, p)
  from (
    select distinct '%' || private.escape_like(lower(w collate pg_catalog."pg_c_utf8")) || '%' as p
    from regexp_split_to_table(private.cut_search(search), '\s+') w
    where w <> ''
  ) t
$$;

-- More words than any name or e-mail address has: such a search answers an empty list without running a query.
create function private.has_too_many_search_words(patterns text[]) returns boolean
language sql immutable set search_path = '' as $$ select coalesce(cardinality(patterns) > 50, false) $$;

-- Number of rows in totals by status ({status: {count, ...}}), of one status, of all but cancelled ('active') or (null) of all.
create function private.count_of(sums jsonb, status text) returns bigint
language sql immutable set search_path = '' as $$
  select coalesce(sum((v ->> 'count')::bigint), 0)::bigint from jsonb_each(sums) e(k, v)
  where count_of.status is null or k = count_of.status or count_of.status = 'active' and k <> 'cancelled'
$$;

-- LIMIT (take) and OFFSET (skip) of a page, counted from the nearer end of the list: a late page is read in the opposite order
-- (backwards), and the caller reverses its rows.
create function private.page_window(total bigint, page int, page_size int,
  out take bigint, out skip bigint, out backwards boolean)
language sql immutable set search_path = '' as $$
  select t.take, case when b.backwards then total - f.first - t.take else f.first end, b.backwards
  from (select (page - 1)::bigint * page_size as first) f
  cross join lateral (select greatest(least(total - f.first, page_size), 0) as take) t
  cross join lateral (select f.first > total / 2 as backwards) b
$$;

-- A query for the ids of one page ($1 is LIMIT, $2 OFFSET). collect_first: all matching rows are collected and then sorted
-- (OFFSET 0 is an optimization fence), for filters that match few rows: an index in the order of the list could pass a million
-- other rows before it meets them. Otherwise rows are read in the order of an index until the page is full.
create function private.page_query(
  source text, conditions text, keys text[], descending boolean, id text, collect_first boolean)
returns text
language sql immutable set search_path = '' as $$
  select case when collect_first then format(
      'select array(select id from (select %s as id, %s from %s where %s offset 0) m order by %s limit $1 offset $2)',
      id, (select string_agg(k || ' as k' || n, ', ' order by n) from unnest(keys) with ordinality u(k, n)), source, conditions,
      private.sort_clause(array(select 'k' || n from generate_series(1, cardinality(keys)) n), descending, 'id'))
    else format('select array(select %s from %s where %s order by %s limit $1 offset $2)', id, source, conditions,
      private.sort_clause(keys, descending, id)) end
$$;

-- ORDER BY over sort keys, with the id as the tiebreaker in the opposite direction: one index (column desc, id) serves both
-- directions.
create function private.sort_clause(keys text[], descending boolean, id text) returns text
language sql immutable set search_path = '' as $$
  select string_agg(k || case when descending then ' desc' else ' asc' end, ', ' order by n)
    || ', ' || id || case when descending then ' asc' else ' desc' end
  from unnest(keys) with ordinality u(k, n)
$$;

-- A regular expression that matches any of the words in free text (used by the erasure of personal data), also without accents:
-- longest alternative first, any white space between the parts of a word, no letter or digit right before or after. Null for no
-- words.
create function private.words_pattern(words text[]) returns text
language sql immutable set search_path = '' as $$
  select '(?<![[:alnum:]])(?:' || string_agg(
    -- The text may be JSON, where a quotation mark is escaped by a backslash.
    replace(regexp_replace(regexp_replace(w.word, '([^[:alnum:][:space:]])', '\\\1', 'g'), '\s+', '\\s+', 'g'), '\"', '\\?"'),
    '|' order by char_length(w.word) desc, w.word) || ')(?![[:alnum:]])'
  from (
    select distinct v.word
    from unnest(words) t(typed)
    cross join lateral (values
      (btrim(t.typed)), (extensions.unaccent('extensions.unaccent'::regdictionary, btrim(t.typed)))) v(word)
    where v.word <> '') w
$$;

-- 10_organizations.sql

-- Organizations: the tenants, with their settings. Members read their own organization and owners change it; the currency is
-- fixed by the first sale. Signing up creates an organization together with its first owner.

create table public.organizations (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text not null,
  logo_url text,
  currency text not null default 'USD',
  time_zone text not null default 'UTC',
  default_commission_split numeric(5,2) not null default 100,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  support_email text,
  commission_received_on text not null default 'sale_paid',
  match_certain_on_import boolean not null default false,
  payout_hold_until text not null default 'off',
  payout_minimum_amount numeric(12,2) not null default 0,
  payout_second_approval boolean not null default false,
  -- The target of the foreign key of sales: a sale cannot carry another currency, and the first one fixes it.
  constraint organizations_id_currency_key unique (id, currency),
  constraint organizations_name_length check (char_length(name) <= 200),
  constraint organizations_name_required check (private.is_visible(name)),
  constraint organizations_email_length check (char_length(email) <= 254),
  constraint organizations_email_format check (email ~ '^[^@[:space:]]+@[^@[:space:]]+[.][^@[:space:]]+$'),
  constraint organizations_logo_url_length check (char_length(logo_url) <= 500),
  constraint organizations_time_zone_length check (char_length(time_zone) <= 64),
  constraint organizations_default_commission_split_range check (default_commission_split between 0 and 100),
  -- ISO 4217, currencies in circulation.
  constraint organizations_currency_known check (currency in (
    'AED','AFN','ALL','AMD','ANG','AOA','ARS','AUD','AWG','AZN','BAM','BBD','BDT','BGN','BHD','BIF','BMD','BND','BOB','BRL',
    'BSD','BTN','BWP','BYN','BZD','CAD','CDF','CHF','CLP','CNY','COP','CRC','CUP','CVE','CZK','DJF','DKK','DOP','DZD','EGP',
    'ERN','ETB','EUR','FJD','FKP','GBP','GEL','GHS','GIP','GMD','GNF','GTQ','GYD','HKD','HNL','HTG','HUF','IDR','ILS','INR',
    'IQD','IRR','ISK','JMD','JOD','JPY','KES','KGS','KHR','KMF','KPW','KRW','KWD','KYD','KZT','LAK','LBP','LKR','LRD','LSL',
    'LYD','MAD','MDL','MGA','MKD','MMK','MNT','MOP','MRU','MUR','MVR','MWK','MXN','MYR','MZN','NAD','NGN','NIO','NOK','NPR',
    'NZD','OMR','PAB','PEN','PGK','PHP','PKR','PLN','PYG','QAR','RON','RSD','RUB','RWF','SAR','SBD','SCR','SDG','SEK','SGD',
    'SHP','SLE','SOS','SRD','SSP','STN','SVC','SYP','SZL','THB','TJS','TMT','TND','TOP','TRY','TTD','TWD','TZS','UAH','UGX',
    'USD','UYU','UZS','VED','VES','VND','VUV','WST','XAF','XCD','XCG','XOF','XPF','YER','ZAR','ZMW','ZWG')),
  constraint organizations_commission_received_on_known check (commission_received_on in ('sale_paid', 'deposit_matched')),
  constraint organizations_payout_hold_until_known check (payout_hold_until in ('off', 'departure', 'return')),
  constraint organizations_payout_minimum_amount_range check (payout_minimum_amount between 0 and 1000000),
  constraint organizations_support_email_length check (char_length(support_email) <= 254),
  constraint organizations_support_email_format
    check (support_email ~ '^[^@[:space:]]+@[^@[:space:]]+[.][^@[:space:]]+$'),
  -- Only a file of the own folder, so that no row shows a file of another tenant.
  constraint organizations_logo_url_format check (
    logo_url ~ ('^' || id::text || '/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[.](jpg|jpeg|png|webp)$'))
);
alter table public.organizations enable row level security;

comment on column public.organizations.logo_url is 'Path in the bucket logos';
comment on column public.organizations.commission_received_on is
  'sale_paid: a paid sale makes its commission payable. deposit_matched: the vendor''s matched deposit does';

comment on column public.organizations.match_certain_on_import is
  'Whether an import of a bank file accepts its certain suggestions by itself';
comment on column public.organizations.payout_hold_until is
  'off: an agent is paid when the money is here. departure, return: and when the trip has begun, or ended';
comment on column public.organizations.payout_minimum_amount is 'Agents who would get less wait for the next payout';
comment on column public.organizations.payout_second_approval is
  'Whether a payout is approved by somebody who neither started nor changed it last';

create policy "people read their own organization, inactive ones too" on public.organizations
  for select to authenticated using (id = (select private.own_organization_id()));

create policy "owners change their organization's settings" on public.organizations
  for update to authenticated
  using (id = (select private.current_organization_id()) and (select private.is_owner()))
  with check (id = (select private.current_organization_id()) and (select private.is_owner()));

grant select, update (name, email, logo_url, currency, time_zone, default_commission_split, support_email,
  commission_received_on, match_certain_on_import, payout_hold_until, payout_minimum_amount, payout_second_approval)
  on public.organizations to authenticated;

create trigger organizations_90_touch before update on public.organizations
  for each row execute function private.touch_updated_at();

create function private.check_organization() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' or new.time_zone is distinct from old.time_zone then
    if not exists (select 1 from pg_catalog.pg_timezone_names z where z.name = new.time_zone) then
      perform private.refuse('Choose a known time zone, like Europe/Vienna.', 'time_zone');
    end if;
  end if;
  if tg_op = 'UPDATE' and new.currency is distinct from old.currency then
    if exists (select 1 from public.sales s where s.organization_id = new.id) then
      perform private.refuse(
        'The currency is fixed after the first sale: sums would mix ' || old.currency || ' and ' || new.currency || '.',
        'currency');
    end if;
  end if;
  return new;
end $$;

create trigger organizations_10_check before insert or update on public.organizations
  for each row execute function private.check_organization();

-- Sign-up: creates an organization and makes the account its owner. Answers {success, organization_id} or {success, error}. Two
-- callers are accepted: anonymous (right after sign-up, before the e-mail address is confirmed) for an unconfirmed account
-- younger than ten minutes, and a signed-in user for themselves. In both cases the account must belong to no organization and
-- have no pending invitation. The e-mail address always comes from the account, never from the caller.
create function public.create_organization_with_owner(
  org_name text default null,
  org_email text default null,
  user_id uuid default null,
  user_email text default null,
  user_first_name text default null,
  user_last_name text default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  caller uuid := auth.uid();
  account auth.users%rowtype;
  meta jsonb;
  name_of_organization text;
  first_name text;
  last_name text;
  zone text;
  new_organization_id uuid;
begin
  if user_id is null then
    return jsonb_build_object('success', false, 'error', 'The user is missing');
  end if;
  if caller is not null and caller <> user_id then
    return jsonb_build_object('success', false, 'error', 'You can create an organization only for yourself');
  end if;

  -- Serializes calls for the same account, here and in accept_invitation: an account gets one organization.
  perform pg_advisory_xact_lock(hashtextextended('create_organization_with_owner ' || user_id::text, 0));
  select u.* into account from auth.users u where u.id = user_id and u.deleted_at is null;

  if account.id is null
    or account.email is null
    or lower(btrim(coalesce(user_email, account.email))) <> lower(account.email)
    or caller is null and (account.email_confirmed_at is not null or account.created_at < now() - interval '10 minutes')
    or caller is not null and not private.has_live_session()
  then
    return jsonb_build_object('success', false, 'error',
      'This sign-up cannot be completed here. Please confirm your e-mail address and sign in.');
  end if;
  if exists (select 1 from public.users u where u.id = account.id) then
    return jsonb_build_object('success', false, 'error', 'An organization already exists for this account');
  end if;
  if private.has_pending_invitation(account.email) then
    return jsonb_build_object('success', false, 'error',
      'You are invited to an organization. Please accept the invitation from your e-mail.');
  end if;

  meta := coalesce(account.raw_user_meta_data, '{}');
  name_of_organization := coalesce(private.visible_text(org_name), private.visible_text(meta ->> 'organization_name'));
  first_name := coalesce(private.visible_text(user_first_name), private.visible_text(meta ->> 'first_name'));
  last_name := coalesce(private.visible_text(user_last_name), private.visible_text(meta ->> 'last_name'));
  if name_of_organization is null then
    return jsonb_build_object('success', false, 'error', 'The organization name is missing');
  elsif first_name is null or last_name is null then
    return jsonb_build_object('success', false, 'error', 'First and last name are missing');
  end if;
  select z.name into zone from pg_catalog.pg_timezone_names z where z.name = meta ->> 'time_zone' limit 1;

  insert into public.organizations (name, email, time_zone)
  values (name_of_organization, lower(coalesce(nullif(btrim(org_email), ''), account.email)), coalesce(zone, 'UTC'))
  returning id into new_organization_id;
  insert into public.users (id, organization_id, email, first_name, last_name, role)
  values (account.id, new_organization_id, lower(account.email), first_name, last_name, 'owner');
  return jsonb_build_object('success', true, 'organization_id', new_organization_id);
end $$;
grant execute on function public.create_organization_with_owner(text, text, uuid, text, text, text) to authenticated, anon;

-- What a new agency has done of its first steps: {agency: settings or logo saved, vendor, sale}. Null for everybody but admins.
create function public.get_first_steps() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'agency', o.updated_at > o.created_at,
    'vendor', exists (select 1 from public.vendors v where v.organization_id = o.id),
    'sale', exists (select 1 from public.sales s where s.organization_id = o.id))
  from public.organizations o
  where o.id = private.current_organization_id() and private.is_admin()
$$;
grant execute on function public.get_first_steps() to authenticated;

-- 11_members.sql

-- Members of an organization: users (role, active or not), their commission split (user_terms) with its history, and the
-- functions that change them. Admins manage agents, owners manage everybody; an organization always keeps an active owner. Lock
-- order: organization, then member, then sales by id, then their commissions in the same order.

create table public.users (
  id uuid primary key,
  organization_id uuid not null,
  email text not null,
  first_name text not null,
  last_name text not null,
  role text not null default 'agent',
  avatar_url text,
  is_active boolean not null default true,
  hears_of_sales boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint users_id_fkey foreign key (id) references auth.users (id),
  constraint users_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  -- The target of every foreign key to a user: including the tenant, no row refers to a user of another one. Foreign keys name
  -- the id first and the tenant second: PostgREST embeds a row correctly even if it joins by the first column alone.
  constraint users_organization_id_id_key unique (organization_id, id),
  constraint users_email_length check (char_length(email) <= 254),
  constraint users_email_format check (email = lower(email) and email ~ '^[^@[:space:]]+@[^@[:space:]]+[.][^@[:space:]]+$'),
  constraint users_first_name_length check (char_length(first_name) <= 100),
  constraint users_first_name_required check (private.is_visible(first_name)),
  constraint users_last_name_length check (char_length(last_name) <= 100),
  constraint users_last_name_required check (private.is_visible(last_name)),
  constraint users_role_known check (role in ('owner', 'admin', 'agent')),
  constraint users_avatar_url_length check (char_length(avatar_url) <= 500),
  -- Only a file of the own folder, so that no row shows somebody else's file.
  constraint users_avatar_url_format check (
    avatar_url ~ ('^' || organization_id::text || '/' || id::text
      || '/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[.](jpg|jpeg|png|webp)$'))
);
alter table public.users enable row level security;

create index users_search_idx on public.users using gin
  (organization_id, private.name_document(first_name || ' ' || last_name || ' ' || email) extensions.gin_trgm_ops);

comment on column public.users.avatar_url is 'Path in the bucket avatars';
comment on column public.users.hears_of_sales is 'Admins: notified of sales that others record, and that are paid';

create policy "people read their own row, inactive ones too" on public.users
  for select to authenticated using (id = (select auth.uid()));

create policy "members read the people of their organization" on public.users
  for select to authenticated using (organization_id = (select private.current_organization_id()));

create policy "active people change their own name, picture and settings" on public.users
  for update to authenticated
  using (id = (select auth.uid()) and organization_id = (select private.current_organization_id()))
  with check (id = (select auth.uid()) and organization_id = (select private.current_organization_id()));

-- `email` is closed: admins read colleagues' addresses by list_team and get_member_profile, everybody their own in the session.
grant select (id, organization_id, first_name, last_name, role, avatar_url, is_active, hears_of_sales, created_at, updated_at),
  update (first_name, last_name, avatar_url, hears_of_sales) on public.users to authenticated;

create trigger users_90_touch before update on public.users
  for each row execute function private.touch_updated_at();

-- Terms apply to new sales only: a sale keeps the split it was recorded with.
create table public.user_terms (
  user_id uuid primary key,
  organization_id uuid not null,
  commission_split numeric(5,2) not null,
  updated_at timestamptz not null default now(),
  constraint user_terms_user_id_fkey foreign key (user_id, organization_id) references public.users (id, organization_id),
  constraint user_terms_commission_split_range check (commission_split between 0 and 100)
);
alter table public.user_terms enable row level security;

create index user_terms_organization_id_idx on public.user_terms (organization_id);

create policy "people read their own terms, admins all of their organization" on public.user_terms
  for select to authenticated using (
    organization_id = (select private.current_organization_id())
    and ((select private.is_admin()) or user_id = (select auth.uid()))
  );

grant select on public.user_terms to authenticated;

create trigger user_terms_90_touch before update on public.user_terms
  for each row execute function private.touch_updated_at();

-- Append-only history (audit) of commission splits.
create table public.user_terms_history (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  organization_id uuid not null,
  previous_split numeric(5,2) not null,
  commission_split numeric(5,2) not null,
  changed_by uuid,
  changed_at timestamptz not null default clock_timestamp(),
  constraint user_terms_history_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint user_terms_history_user_id_fkey foreign key (user_id, organization_id) references public.users (id, organization_id),
  constraint user_terms_history_changed_by_fkey foreign key (changed_by, organization_id)
    references public.users (id, organization_id)
);
alter table public.user_terms_history enable row level security;

create index user_terms_history_user_id_idx on public.user_terms_history (organization_id, user_id, changed_at desc, id);

create policy "people read the history of their own terms, admins all of their organization" on public.user_terms_history
  for select to authenticated using (
    organization_id = (select private.current_organization_id())
    and ((select private.is_admin()) or user_id = (select auth.uid()))
  );

grant select on public.user_terms_history to authenticated;

create trigger user_terms_history_keep before update or delete on public.user_terms_history
  for each row execute function private.guard_history();

-- A new member starts with the default split of the organization.
create function private.create_user_terms() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.user_terms (user_id, organization_id, commission_split)
  select new.id, o.id, o.default_commission_split from public.organizations o where o.id = new.organization_id;
  return null;
end $$;

create trigger users_after_10_create_terms after insert on public.users
  for each row execute function private.create_user_terms();

create function private.write_terms_history() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.user_terms_history (user_id, organization_id, previous_split, commission_split, changed_by)
  values (new.user_id, new.organization_id, old.commission_split, new.commission_split, private.acting_user(new.organization_id));
  return null;
end $$;

-- Accepting an invitation sets its split in the transaction that creates the terms (updated_at is now()): that is no change.
create trigger user_terms_after_10_write_history after update on public.user_terms
  for each row when (old.commission_split <> new.commission_split and old.updated_at <> now())
  execute function private.write_terms_history();

-- Locks the organization, so that two owners who step down at the same time are checked one after the other.
create function private.keep_an_active_owner() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from public.organizations o where o.id = old.organization_id for no key update;
  if not exists (
    select 1 from public.users u where u.organization_id = old.organization_id and u.role = 'owner' and u.is_active
  ) then
    perform private.refuse('An organization always keeps at least one active owner.', 'role');
  end if;
  return null;
end $$;

create trigger users_after_20_keep_an_active_owner after update of role, is_active, organization_id or delete on public.users
  for each row when (old.role = 'owner' and old.is_active) execute function private.keep_an_active_owner();

-- Locks the caller's organization and then the member until the end of the transaction, so that changes of members are
-- serialized; `refusal` says why the caller may not change this member, null when they may.
create function private.lock_member(member_id uuid, out member public.users, out refusal text)
language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from public.organizations o where o.id = private.admin_organization_id() for no key update;
  -- Checked after waiting for the lock: its previous holder may have changed the caller's role.
  if private.admin_organization_id() is null then
    refusal := 'You do not have permission to change team members.';
    return;
  end if;
  select u.* into member from public.users u
  where u.id = lock_member.member_id and u.organization_id = private.admin_organization_id()
  for no key update;
  refusal := case
    when member.id is null then 'This person is not in your organization.'
    when member.role <> 'agent' and not private.is_owner() then 'Only an owner can change admins and owners.'
  end;
end $$;

create function public.set_member_role(member_id uuid, role text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  locked record;
  new_role text := set_member_role.role;
begin
  select t.* into locked from private.lock_member(set_member_role.member_id) t;
  if locked.refusal is not null then
    return private.command_result(locked.refusal);
  elsif new_role is null or new_role not in ('owner', 'admin', 'agent') then
    return private.command_result('Choose owner, admin or agent.', 'role');
  elsif new_role = (locked.member).role then
    return private.command_result(null);
  elsif new_role = 'owner' then
    return private.command_result('Transfer the ownership to make somebody the owner.', 'role');
  elsif not private.is_owner() then
    return private.command_result('Only an owner can make somebody an admin.', 'role');
  end if;
  begin
    update public.users u set role = new_role where u.id = (locked.member).id;
  exception when raise_exception then
    -- Refused by keep_an_active_owner.
    return private.command_result(sqlerrm, 'role');
  end;
  return private.command_result(null);
end $$;
grant execute on function public.set_member_role(uuid, text) to authenticated;

-- Applies to new sales; recorded sales keep their split.
create function public.set_member_split(member_id uuid, commission_split numeric) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  locked record;
begin
  select t.* into locked from private.lock_member(set_member_split.member_id) t;
  if locked.refusal is not null then
    return private.command_result(locked.refusal);
  elsif set_member_split.commission_split is null or set_member_split.commission_split not between 0 and 100 then
    return private.command_result('Enter a percentage from 0 to 100.', 'commission_split');
  end if;
  update public.user_terms t set commission_split = round(set_member_split.commission_split, 2)
  where t.user_id = (locked.member).id and t.commission_split <> round(set_member_split.commission_split, 2);
  return private.command_result(null);
end $$;
grant execute on function public.set_member_split(uuid, numeric) to authenticated;

-- Makes the member an owner and the caller an admin, in one transaction.
create function public.transfer_ownership(member_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  locked record;
  refusal text;
begin
  select t.* into locked from private.lock_member(transfer_ownership.member_id) t;
  refusal := case
    when not private.is_owner() then 'Only an owner can transfer the ownership.'
    when locked.refusal is not null then locked.refusal
    when (locked.member).id = auth.uid() then 'You are the owner already.'
    when (locked.member).role = 'owner' then 'This person is an owner already.'
    when not (locked.member).is_active then 'Activate this person first: an owner has to be active.'
  end;
  if refusal is not null then
    return private.command_result(refusal, 'member_id');
  end if;
  update public.users u set role = 'owner' where u.id = (locked.member).id;
  update public.users u set role = 'admin' where u.id = auth.uid();
  return private.command_result(null);
end $$;
grant execute on function public.transfer_ownership(uuid) to authenticated;

-- Activates or deactivates a member. With `reassign_to` the open sales of a deactivated member (booked, commission unpaid) go to
-- that active member. Answers {success, error, field, reassigned}, the last one being the number of reassigned sales.
create function public.set_member_active(member_id uuid, active boolean, reassign_to uuid default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  locked record;
  open_sales uuid[];
begin
  select t.* into locked from private.lock_member(set_member_active.member_id) t;
  if locked.refusal is not null then
    return private.command_result(locked.refusal);
  elsif set_member_active.active is null then
    return private.command_result('Say whether the person is active.', 'active');
  end if;

  if set_member_active.reassign_to is not null then
    if set_member_active.active then
      return private.command_result('Sales are given to somebody else only when a person is deactivated.', 'reassign_to');
    elsif set_member_active.reassign_to = (locked.member).id then
      return private.command_result('Choose somebody else to take over the open sales.', 'reassign_to');
    elsif not exists (
      select 1 from public.users u
      where u.id = set_member_active.reassign_to and u.organization_id = (locked.member).organization_id and u.is_active
    ) then
      return private.command_result('Choose an active member of your organization to take over the open sales.', 'reassign_to');
    end if;
  end if;

  begin
    if set_member_active.reassign_to is not null then
      -- The lock order of everything that locks several sales: sales by id, then their commissions in the same order.
      open_sales := array(
        select s.id from public.sales s
        where s.organization_id = (locked.member).organization_id and s.agent_id = (locked.member).id and s.status = 'booked'
        order by s.id for no key update);
      open_sales := array(
        select c.sales_id from public.commissions c
        where c.organization_id = (locked.member).organization_id and c.sales_id = any (open_sales) and c.status = 'unpaid'
        order by c.sales_id for no key update);
      update public.sales s set agent_id = set_member_active.reassign_to
      where s.organization_id = (locked.member).organization_id and s.id = any (open_sales);
    end if;
    update public.users u set is_active = set_member_active.active
    where u.id = (locked.member).id and u.is_active <> set_member_active.active;
  exception when raise_exception then
    -- Refused by keep_an_active_owner; the subtransaction has rolled back the reassignment.
    return private.command_result(sqlerrm);
  end;
  return private.command_result(null) || jsonb_build_object('reassigned', coalesce(cardinality(open_sales), 0));
end $$;
grant execute on function public.set_member_active(uuid, boolean, uuid) to authenticated;

-- 12_invitations.sql

-- Invitations into an organization: admins invite agents, owners invite admins as well. Supabase Auth sends the mail, which
-- proves the address. Tenant, role and split of a new member come from this table alone, found by the confirmed e-mail address of
-- the account: user metadata authorizes nothing. A password proves nothing about the address either: whoever signed it up first may
-- have chosen it, so it is void where an invitation waits, and joining needs a session that a mail opened.

-- The state follows from accepted_at, revoked_at and expires_at. first_name and last_name are the inviter's suggestion: the team
-- list shows them and the form of the invited person is prefilled with them.
create table public.invitations (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null default private.current_organization_id(),
  email text not null,
  role text not null default 'agent',
  commission_split numeric(5,2) not null,
  invited_by uuid not null default auth.uid(),
  expires_at timestamptz not null default now() + interval '7 days',
  accepted_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  first_name text,
  last_name text,
  constraint invitations_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint invitations_invited_by_fkey foreign key (invited_by, organization_id) references public.users (id, organization_id),
  constraint invitations_email_length check (char_length(email) <= 254),
  constraint invitations_email_format check (email = lower(email) and email ~ '^[^@[:space:]]+@[^@[:space:]]+[.][^@[:space:]]+$'),
  -- Owners are made by sign-up or transfer_ownership, never by invitation.
  constraint invitations_role_known check (role in ('admin', 'agent')),
  constraint invitations_commission_split_range check (commission_split between 0 and 100),
  constraint invitations_accepted_at_not_revoked check (accepted_at is null or revoked_at is null),
  constraint invitations_first_name_length check (char_length(first_name) <= 100),
  constraint invitations_last_name_length check (char_length(last_name) <= 100)
);
alter table public.invitations enable row level security;

create unique index invitations_pending_email_key on public.invitations (organization_id, email)
  where accepted_at is null and revoked_at is null;
create index invitations_email_idx on public.invitations (email) where accepted_at is null and revoked_at is null;
create index invitations_organization_id_created_at_idx on public.invitations (organization_id, created_at desc, id);
create index invitations_invited_by_idx on public.invitations (invited_by) where accepted_at is null and revoked_at is null;

comment on column public.invitations.commission_split is
  'Filled by trigger: percent, the default of the organization when left out';

create policy "admins read the invitations of their organization" on public.invitations
  for select to authenticated
  using (organization_id = (select private.current_organization_id()) and (select private.is_admin()));

create policy "admins invite agents, owners admins too" on public.invitations
  for insert to authenticated
  with check (
    organization_id = (select private.current_organization_id())
    and invited_by = (select auth.uid())
    and (select private.is_admin())
    and (role = 'agent' or (select private.is_owner()))
  );

grant select, insert (email, role, commission_split, first_name, last_name) on public.invitations to authenticated;

create trigger invitations_90_touch before update on public.invitations
  for each row execute function private.touch_updated_at();

create function private.check_invitation() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  known public.users%rowtype;
begin
  new.email := lower(btrim(new.email));
  new.first_name := nullif(btrim(new.first_name), '');
  new.last_name := nullif(btrim(new.last_name), '');
  new.commission_split := coalesce(new.commission_split,
    (select o.default_commission_split from public.organizations o where o.id = new.organization_id));
  if auth.uid() is not null then
    if not private.is_admin() then
      return new; -- The insert policy refuses it, before anything about the address is disclosed.
    elsif new.role = 'admin' and not private.is_owner() then
      perform private.refuse('Only an owner can invite an admin.', 'role');
    end if;
  end if;
  select u.* into known from public.users u where u.organization_id = new.organization_id and u.email = new.email;
  if known.is_active then
    perform private.refuse('This person is already in your organization.', 'email');
  elsif not known.is_active then
    perform private.refuse('This person is in your organization, but inactive. Activate them instead.', 'email');
  end if;
  -- An expired invitation would violate the unique index on pending ones.
  update public.invitations i set revoked_at = now()
  where i.organization_id = new.organization_id and i.email = new.email
    and i.accepted_at is null and i.revoked_at is null and i.expires_at <= now();
  return new;
end $$;

create trigger invitations_10_check before insert on public.invitations
  for each row execute function private.check_invitation();

-- An inviter who is deactivated or demoted loses their pending invitations, unless their new role still permits them: nobody
-- comes back by an invitation they sent to themselves before.
create function private.revoke_open_invitations() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.invitations i set revoked_at = now()
  where i.invited_by = new.id and i.accepted_at is null and i.revoked_at is null
    and not (new.is_active and (new.role = 'owner' or new.role = 'admin' and i.role = 'agent'));
  return null;
end $$;

create trigger users_after_30_revoke_invitations after update of role, is_active on public.users
  for each row when (old.role <> 'agent' and (old.role, old.is_active) is distinct from (new.role, new.is_active))
  execute function private.revoke_open_invitations();

-- The invitations that can be accepted with this address, the last one sent first. The inviter must still be entitled to them.
create function private.pending_invitations(address text) returns setof public.invitations
language sql stable security definer set search_path = '' as $$
  select i.*
  from public.invitations i
  join public.users u on u.id = i.invited_by and u.organization_id = i.organization_id
  where i.email = lower(btrim(address))
    and i.accepted_at is null and i.revoked_at is null and i.expires_at > now()
    and u.is_active and (u.role = 'owner' or u.role = 'admin' and i.role = 'agent')
  order by i.expires_at desc, i.id
$$;

-- Blocks sign-up with an own organization; also true for an account without an address.
create function private.has_pending_invitation(account_email text) returns boolean
language sql stable security definer set search_path = '' as $$
  select account_email is null or exists (select 1 from private.pending_invitations(account_email))
$$;

-- Whether a pending invitation exists for this address, and nothing else about it. Open to anonymous callers: the page behind an
-- expired mail link asks before it offers a new mail, which proves the address again.
create function public.check_invitation_email(invitation_email text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from private.pending_invitations(check_invitation_email.invitation_email))
$$;
grant execute on function public.check_invitation_email(text) to authenticated, anon;

-- Where an invitation waits for an address, an account that gets it starts anew with the mail that proved it: the password and the
-- sessions of before are void. They were made when nobody had proven to own the address yet, and Auth, hosted and embedded, keeps
-- the password of whoever signed up first.
create function private.void_unproven_access() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select 1 from private.pending_invitations(new.email)) then
    new.encrypted_password := '';
    delete from auth.sessions s where s.user_id = new.id;
  end if;
  return new;
end $$;

create trigger paperplane_10_void_unproven_access before update on auth.users
  for each row when (
    new.email_confirmed_at is not null and (old.email_confirmed_at is null or old.email is distinct from new.email))
  execute function private.void_unproven_access();

-- Whether a mail opened the caller's session: a link or a code of a sign-up, an invitation, a magic link or a recovery. Auth keeps how
-- a session came about; it writes `otp` for every mailed link, and the other words where a browser exchanged a code for it (PKCE).
create function private.session_came_by_mail() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.has_live_session() and exists (
    select 1 from auth.mfa_amr_claims a
    where a.session_id = nullif(auth.jwt() ->> 'session_id', '')::uuid
      and a.authentication_method in ('otp', 'magiclink', 'recovery', 'invite', 'email/signup'))
$$;

-- The latest pending invitation for the caller's confirmed address; null when there is none or the caller is a member already.
-- by_mail: whether this session may accept it; if not, its person asks for a fresh mail.
create function public.invitation_preview() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('invitation_id', i.id, 'organization_name', o.name,
    'inviter_name', u.first_name || ' ' || u.last_name, 'role', i.role, 'expires_at', i.expires_at,
    'first_name', i.first_name, 'last_name', i.last_name, 'by_mail', private.session_came_by_mail())
  from private.pending_invitations(private.confirmed_email()) i
  join public.organizations o on o.id = i.organization_id
  join public.users u on u.id = i.invited_by
  where not exists (select 1 from public.users me where me.id = auth.uid())
  order by i.expires_at desc, i.id
  limit 1
$$;
grant execute on function public.invitation_preview() to authenticated;

-- Makes the caller a member, in a session that a mail opened: a password may be somebody else's. `invitation_id` pins the invitation
-- that was shown; without it the last one sent counts.
-- Answers {success, organization_id} or {success, error}.
create function public.accept_invitation(
  first_name text default null,
  last_name text default null,
  invitation_id uuid default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  caller uuid := auth.uid();
  address text := private.confirmed_email();
  given_name text := nullif(btrim(accept_invitation.first_name), '');
  family_name text := nullif(btrim(accept_invitation.last_name), '');
  invitation public.invitations%rowtype;
begin
  if not private.has_live_session() then
    return jsonb_build_object('success', false, 'error', 'Please open the link in your invitation again.');
  elsif address is null then
    return jsonb_build_object('success', false, 'error', 'Please confirm your email address first.');
  elsif not private.session_came_by_mail() then
    return jsonb_build_object('success', false, 'error', 'Please open the link in your invitation to join.');
  end if;

  -- The lock of create_organization_with_owner: an account gets one organization, whichever functions run concurrently.
  perform pg_advisory_xact_lock(hashtextextended('create_organization_with_owner ' || caller::text, 0));
  if exists (select 1 from public.users u where u.id = caller) then
    return jsonb_build_object('success', false, 'error', 'You already belong to an organization.');
  end if;

  select i.* into invitation
  from public.invitations i
  where i.id = (
    select p.id from private.pending_invitations(address) p
    where accept_invitation.invitation_id is null or p.id = accept_invitation.invitation_id
    order by p.expires_at desc, p.id
    limit 1)
    and i.accepted_at is null and i.revoked_at is null and i.expires_at > now()
  for no key update;
  if invitation.id is null then
    return jsonb_build_object('success', false, 'error', coalesce((
      select case
        when i.accepted_at is not null then 'This invitation has already been accepted.'
        when i.revoked_at is not null then 'This invitation was withdrawn. Please ask for a new one.'
        when i.expires_at <= now() then 'This invitation has expired. Please ask for a new one.'
        else 'This invitation is no longer valid. Please ask for a new one.' end
      from public.invitations i
      where i.email = address
        and (accept_invitation.invitation_id is null or i.id = accept_invitation.invitation_id)
      order by i.created_at desc limit 1), 'There is no invitation for your email address.'));
  elsif given_name is null or family_name is null then
    return jsonb_build_object('success', false, 'error', 'First and last name are missing');
  end if;

  insert into public.users (id, organization_id, email, first_name, last_name, role)
  values (caller, invitation.organization_id, address, given_name, family_name, invitation.role);
  update public.user_terms t set commission_split = invitation.commission_split where t.user_id = caller;
  update public.invitations i set accepted_at = now() where i.id = invitation.id;
  insert into public.notifications (organization_id, user_id, type, message, commentable_type, commentable_id)
  values (invitation.organization_id, invitation.invited_by, 'invitation',
    given_name || ' ' || family_name || ' accepted your invitation and joined as ' || invitation.role || '.', 'team', caller);
  return jsonb_build_object('success', true, 'organization_id', invitation.organization_id);
end $$;
grant execute on function public.accept_invitation(text, text, uuid) to authenticated;

-- The words of the mail to an invited person: agency, inviter and the invitation's last day. Auth writes its mails from the
-- account's metadata, which anybody fills who asks for a mail, and shows it to whoever signs up with an unconfirmed address. So the
-- words are taken from the invitation alone, only where the metadata names it by its id, which its organization's admins know, and
-- they are taken out again with the mail. They authorize nothing.
create function private.set_invitation_words() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  named text := new.raw_user_meta_data ->> 'invitation';
  is_mailed boolean := tg_op = 'UPDATE' and (new.confirmation_sent_at, new.recovery_sent_at)
    is distinct from (old.confirmation_sent_at, old.recovery_sent_at);
begin
  new.raw_user_meta_data := new.raw_user_meta_data - '{invited_to,invited_by,invited_until}'::text[];
  if is_mailed then
    new.raw_user_meta_data := new.raw_user_meta_data - 'invitation';
  elsif named is not null then
    new.raw_user_meta_data := new.raw_user_meta_data || coalesce((
      select jsonb_build_object('invited_to', o.name, 'invited_by', u.first_name || ' ' || u.last_name,
        'invited_until', to_char(i.expires_at at time zone o.time_zone, 'FMMonth FMDD, YYYY'))
      from private.pending_invitations(new.email) i
      join public.organizations o on o.id = i.organization_id
      join public.users u on u.id = i.invited_by
      where i.id::text = named), '{}');
  end if;
  return new;
end $$;

create trigger users_invitation_words
  before insert or update of raw_user_meta_data, confirmation_sent_at, recovery_sent_at on auth.users
  for each row execute function private.set_invitation_words();

-- Auth takes the data of a request for a mail only for somebody new: an account that exists gets the id here.
create function private.name_invitation_for_mail() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update auth.users a
  set raw_user_meta_data = coalesce(a.raw_user_meta_data, '{}') || jsonb_build_object('invitation', new.id)
  where a.email = new.email;
  return null;
end $$;

create trigger invitations_after_30_name_for_mail after insert or update of expires_at on public.invitations
  for each row execute function private.name_invitation_for_mail();

-- Admins only; answers {success, error}.
create function public.revoke_invitation(invitation_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  refusal text := private.lock_invitation(revoke_invitation.invitation_id);
begin
  if refusal is null then
    update public.invitations i set revoked_at = now() where i.id = revoke_invitation.invitation_id;
  end if;
  return jsonb_build_object('success', refusal is null, 'error', refusal);
end $$;
grant execute on function public.revoke_invitation(uuid) to authenticated;

-- Extends an invitation, also an expired one, to seven days from now. The caller becomes its inviter: from then on it depends on
-- their role. Admins only; answers {success, error}.
create function public.renew_invitation(invitation_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  refusal text := private.lock_invitation(renew_invitation.invitation_id);
begin
  if refusal is null then
    update public.invitations i set expires_at = now() + interval '7 days', invited_by = auth.uid()
    where i.id = renew_invitation.invitation_id;
  end if;
  return jsonb_build_object('success', refusal is null, 'error', refusal);
end $$;
grant execute on function public.renew_invitation(uuid) to authenticated;

-- Locks an invitation of the caller's organization and says why the caller may not manage it; null when they may.
create function private.lock_invitation(invitation_id uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  invitation public.invitations%rowtype;
begin
  if private.current_organization_id() is null or not private.is_admin() then
    return 'You do not have permission to manage invitations.';
  end if;
  select i.* into invitation from public.invitations i
  where i.id = lock_invitation.invitation_id and i.organization_id = private.current_organization_id()
  for no key update;
  return case
    when invitation.id is null then 'This invitation does not exist.'
    when invitation.role = 'admin' and not private.is_owner() then 'Only an owner can manage invitations of admins.'
    when invitation.accepted_at is not null then 'This invitation has already been accepted.'
    when invitation.revoked_at is not null then 'This invitation was withdrawn.'
  end;
end $$;

-- 13_team_list.sql

-- The team list and the page of a member. Admins see everything. An agent sees who is in the team (name, role, picture, active)
-- but no totals of others, and neither sort orders nor counts that would disclose them; a profile only their own.

-- {rows, count, page, page_size, total_pages, by_status}: members and, for admins, pending invitations. Every word of `search`
-- must be part of the name, for admins also of the e-mail address. `status` is everyone, active, invited or inactive; `by_status`
-- counts the matches of the search over all of them. Totals leave out cancelled sales and commissions; commission_amount is
-- gross.
create function public.list_team(
  search text default null, status text default 'everyone', sort text default 'name', descending boolean default false,
  page int default 1, page_size int default 10)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.current_organization_id();
  sees_all boolean := private.is_admin();
  patterns text[] := private.search_patterns(extensions.unaccent(private.cut_search(list_team.search)));
  wanted text := case when list_team.status in ('active', 'invited', 'inactive') then list_team.status else 'everyone' end;
  key text := case
    when list_team.sort in ('role', 'status') then list_team.sort
    when sees_all and list_team.sort in ('last_active_at', 'sales_count', 'commission_amount', 'commission_split')
      then list_team.sort
    else 'name' end;
  down boolean := coalesce(list_team.descending, false);
  page_no int := greatest(coalesce(list_team.page, 1), 1);
  size int := least(greatest(coalesce(list_team.page_size, 10), 1), 100);
  answer jsonb;
begin
  if private.has_too_many_search_words(patterns) then
    caller_organization_id := null;
  end if;
  with people as materialized (
    select u.id, 'member' as kind, u.first_name, u.last_name, u.email, u.avatar_url, u.role, u.is_active,
      case when u.is_active then 'active' else 'inactive' end as state, u.created_at as joined_at,
      null::timestamptz as invited_at, null::timestamptz as sent_at, null::timestamptz as expires_at, null::uuid as invited_by
    from public.users u
    where u.organization_id = caller_organization_id
    union all
    select i.id, 'invitation', i.first_name, i.last_name, i.email, null, i.role, false, 'invited', null,
      i.created_at, i.expires_at - interval '7 days', i.expires_at, i.invited_by
    from public.invitations i
    where i.organization_id = caller_organization_id and sees_all and i.accepted_at is null and i.revoked_at is null
  ), matching as materialized (
    select p.* from people p
    where patterns is null or private.normalize_search_text(concat_ws(' ', p.first_name, p.last_name, case when sees_all then p.email end))
      like all (patterns)
  ), sums as (
    select t.id as agent_id, t.sales_count as n, t.commission_amount as amount
    from private.sales_by('agent', caller_organization_id, null, '1900-01-01', '2199-12-31') t
    where sees_all
  ), known as (
    select m.*, t.commission_split, case when m.kind = 'member' then coalesce(s.n, 0) end as sales_count,
      case when m.kind = 'member' then coalesce(s.amount, 0) end as commission_amount,
      case when sees_all and m.kind = 'member' then private.last_seen(m.id) end as last_active_at,
      lower(coalesce(m.last_name, m.email)) as name
    from matching m
    left join sums s on s.agent_id = m.id
    left join lateral (
      select x.commission_split from public.user_terms x where x.user_id = m.id and m.kind = 'member'
      union all
      select i.commission_split from public.invitations i where i.id = m.id and m.kind = 'invitation') t on sees_all
    where wanted = 'everyone' or m.state = wanted
  ), chosen as (
    select k.*, row_number() over (order by
      case when not down then k.rank end, case when down then k.rank end desc nulls last,
      case when not down then k.day end, case when down then k.day end desc nulls last,
      case when down and key = 'name' then k.name end desc, case when down and key = 'name' then k.first_name end desc,
      k.name, k.first_name, k.id) as position
    from (
      select k.*, case key
          when 'role' then case k.role when 'owner' then 1 when 'admin' then 2 else 3 end
          -- Within a status the owner comes first, then admins.
          when 'status' then case k.state when 'active' then 10 when 'invited' then 20 else 30 end
            + case k.role when 'owner' then 1 when 'admin' then 2 else 3 end
          when 'sales_count' then k.sales_count
          when 'commission_amount' then k.commission_amount
          when 'commission_split' then k.commission_split end as rank,
        case key when 'last_active_at' then k.last_active_at end as day
      from known k) k
  )
  select jsonb_build_object(
    'rows', (select coalesce(jsonb_agg(
        jsonb_build_object('id', c.id, 'kind', c.kind, 'first_name', c.first_name, 'last_name', c.last_name,
          'avatar_url', c.avatar_url, 'role', c.role, 'is_active', c.is_active)
        || case when sees_all then jsonb_build_object('email', c.email, 'last_active_at', c.last_active_at,
          'sales_count', c.sales_count, 'commission_amount', c.commission_amount, 'commission_split', c.commission_split,
          'joined_at', c.joined_at, 'invited_at', c.invited_at, 'sent_at', c.sent_at, 'expires_at', c.expires_at,
          'is_expired', c.expires_at <= now(),
          'invited_by', (select jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name)
            from public.users u where u.id = c.invited_by)) else '{}' end
        order by c.position), '[]')
      from chosen c where c.position > (page_no - 1)::bigint * size and c.position <= page_no::bigint * size),
    'count', (select count(*) from chosen), 'page', page_no, 'page_size', size,
    'total_pages', (select (count(*) + size - 1) / size from chosen),
    'by_status', (select jsonb_build_object('everyone', count(*), 'active', count(*) filter (where m.state = 'active'),
      'invited', count(*) filter (where m.state = 'invited'), 'inactive', count(*) filter (where m.state = 'inactive'))
      from matching m))
  into answer;
  return answer;
end $$;
grant execute on function public.list_team(text, text, text, boolean, integer, integer) to authenticated;

-- What get_member_profile answers, with `sales`: the newest sales that the caller may read.
create function public.get_member_page(member_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select public.get_member_profile(get_member_page.member_id) || jsonb_build_object(
    'sales', private.latest_sales('agent', get_member_page.member_id))
$$;
grant execute on function public.get_member_page(uuid) to authenticated;

-- {member, terms, figures, payouts}; null for a member the caller may not see. Totals are without cancelled sales and
-- commissions; figures.ready is what can be paid to them now, by the function payouts go by; payouts are the ten newest.
create function public.get_member_profile(member_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  caller_organization_id uuid := private.current_organization_id();
  member public.users%rowtype;
begin
  select u.* into member from public.users u
  where u.id = get_member_profile.member_id and u.organization_id = caller_organization_id and (private.is_admin() or u.id = auth.uid());
  if member.id is null then
    return null;
  end if;
  return jsonb_build_object(
    'member', to_jsonb(member) || jsonb_build_object('last_active_at', private.last_seen(member.id)),
    'terms', (select jsonb_build_object('commission_split', t.commission_split, 'history', (
        select coalesce(jsonb_agg(jsonb_build_object('commission_split', h.commission_split,
          'previous_split', h.previous_split, 'changed_at', h.changed_at, 'changed_by', (
            select jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name)
            from public.users u where u.id = h.changed_by)) order by h.changed_at desc, h.id), '[]')
        from public.user_terms_history h where h.organization_id = caller_organization_id and h.user_id = member.id))
      from public.user_terms t where t.user_id = member.id),
    'figures', (select jsonb_build_object('sales_count', coalesce(sum(t.record_count), 0),
        'total_amount', coalesce(sum(t.total_amount), 0), 'commission_amount', (
          select coalesce(sum(c.commission_amount), 0)
          from private.totals('commission', caller_organization_id, member.id, '1900-01-01', '2199-12-31') c
          where c.status <> 'cancelled'),
        'booked_sales_count', coalesce(sum(t.record_count) filter (where t.status = 'booked'), 0))
      from private.totals('sale', caller_organization_id, member.id, '1900-01-01', '2199-12-31') t where t.status <> 'cancelled')
      || jsonb_build_object('ready', (
        select jsonb_build_object('count', count(*), 'agent_amount', coalesce(sum(o.amount), 0))
        from private.open_for_payout(caller_organization_id, member.id, true) o where o.obstacle is null),
      'commissions', (
        select jsonb_object_agg(g.name, (
          select jsonb_build_object('count', coalesce(sum(t.record_count), 0), 'amount', coalesce(sum(t.commission_amount), 0),
            'agent_amount', coalesce(sum(t.agent_amount), 0))
          from private.totals('commission', caller_organization_id, member.id, '1900-01-01', '2199-12-31') t
          where t.status = g.name))
        from unnest('{unpaid,funds_received,agent_paid,cancelled}'::text[]) g(name))),
    'payouts', (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'commission_id', p.commission_id,
        'booking_reference', s.booking_reference, 'amount', p.amount, 'payment_date', p.payment_date,
        'payment_method', p.payment_method) order by p.payment_date desc, p.id), '[]')
      from (
        select * from public.agent_payments a
        where a.organization_id = caller_organization_id and a.agent_id = member.id
        order by a.payment_date desc, a.id limit 10) p
      join public.commissions c on c.id = p.commission_id
      join public.sales s on s.id = c.sales_id));
end $$;
grant execute on function public.get_member_profile(uuid) to authenticated;

-- The last sign-in or refresh of a session that Supabase Auth remembers.
create function private.last_seen(member_id uuid) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select greatest(a.last_sign_in_at, (
    select max(greatest(s.created_at, s.updated_at, s.refreshed_at at time zone 'utc'))
    from auth.sessions s where s.user_id = a.id))
  from auth.users a where a.id = last_seen.member_id
$$;

-- 14_audit_log.sql

-- The audit log, and disclosures: what may be told only after the audit log has a record of it.

-- Sensitive actions. Functions append to it and read it; no API role has access. It never holds a secret.
create table private.audit_log (
  id bigint generated always as identity primary key,
  organization_id uuid not null,
  actor_id uuid,
  action text not null,
  customer_id uuid,
  subject_id uuid,
  details jsonb not null default '{}',
  created_at timestamptz not null default clock_timestamp(),
  constraint audit_log_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint audit_log_actor_id_fkey foreign key (actor_id, organization_id) references public.users (id, organization_id)
);
alter table private.audit_log enable row level security;

create index audit_log_customer_id_idx on private.audit_log (organization_id, customer_id, created_at desc);
create index audit_log_subject_id_idx on private.audit_log (organization_id, subject_id, created_at desc);

-- Append-only, for the owner of the table as well. Only an erasure may change `details`.
create function private.guard_audit_log() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and current_setting('paperplane.maintenance', true) = 'yes'
    and to_jsonb(new) - 'details' = to_jsonb(old) - 'details' then
    return new;
  end if;
  perform private.refuse('History can be neither changed nor deleted.');
  return null;
end $$;

create trigger audit_log_keep before update or delete on private.audit_log
  for each row execute function private.guard_audit_log();

create function private.audit(organization_id uuid, action text, customer uuid, subject uuid, details jsonb default '{}')
returns void
language sql volatile security definer set search_path = '' as $$
  insert into private.audit_log (organization_id, actor_id, action, customer_id, subject_id, details)
  values (audit.organization_id, private.acting_user(audit.organization_id), action, customer, subject, details)
$$;

-- A disclosure is told in two calls: the first writes the audit record and answers the id of a disclosure, the second tells by
-- that id. If one call did both, the secret could leave in an error (a cast in `?select=` is enough), and the error would take the
-- record back.
create table private.disclosures (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  actor_id uuid not null,
  what text not null,
  subject_id uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  told_at timestamptz,
  constraint disclosures_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint disclosures_actor_id_fkey foreign key (actor_id, organization_id) references public.users (id, organization_id),
  constraint disclosures_what_known check (what in ('passport', 'customer_data', 'payment_file', 'document'))
);
alter table private.disclosures enable row level security;

create index disclosures_actor_id_idx on private.disclosures (organization_id, actor_id, what, created_at);

-- The first call, after its checks and its audit record: lets the caller read `subject` once, within a minute. What is two days
-- old serves no limit any more.
create function private.allow_disclosure(what text, subject uuid) returns uuid
language sql volatile security definer set search_path = '' as $$
  delete from private.disclosures d
  where d.organization_id = private.current_organization_id() and d.actor_id = auth.uid()
    and d.created_at < clock_timestamp() - interval '2 days';
  insert into private.disclosures (organization_id, actor_id, what, subject_id)
  values (private.current_organization_id(), auth.uid(), allow_disclosure.what, subject)
  returning id
$$;

create function private.disclosure_refusal() returns text
language sql immutable set search_path = '' as $$ select 'This can be read once, within a minute. Ask for it again.' $$;

-- The second call: the subject, and marks it as told. Refuses alike what does not exist, is somebody else's, was told or is late.
create function private.take_disclosure(what text, disclosure_id uuid) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  subject uuid;
begin
  update private.disclosures d set told_at = clock_timestamp()
  where d.id = take_disclosure.disclosure_id and d.what = take_disclosure.what
    and d.organization_id = private.current_organization_id() and d.actor_id = auth.uid()
    and d.told_at is null and d.created_at > clock_timestamp() - interval '1 minute'
  returning d.subject_id into subject;
  if subject is null then
    perform private.refuse(private.disclosure_refusal());
  end if;
  return subject;
end $$;

-- Refuses more different subjects within 24 hours than somebody looks up in a day's work (`most`), and tells the other admins of the
-- tenth and of the last. What was asked for already counts once. `nouns`: "passport numbers".
create function private.limit_disclosures(organization_id uuid, what text, subject uuid, nouns text, most int) returns void
language plpgsql security definer set search_path = '' as $$
declare
  seen uuid[];
begin
  -- One at a time for a person: simultaneous calls would each count the others out.
  perform pg_advisory_xact_lock(hashtextextended(limit_disclosures.what || ' ' || auth.uid(), 0));
  seen := array(
    select distinct d.subject_id from private.disclosures d
    where d.organization_id = limit_disclosures.organization_id and d.actor_id = auth.uid() and d.what = limit_disclosures.what
      and d.created_at > clock_timestamp() - interval '24 hours');
  if limit_disclosures.subject = any (seen) then
    return;
  elsif cardinality(seen) >= most then
    perform private.refuse('You have asked for ' || most || ' ' || nouns || ' within 24 hours, the most there is. Try again later.');
  elsif cardinality(seen) + 1 in (10, most) then
    perform private.notify_other_admins(limit_disclosures.organization_id, 'security',
      private.acting_name(limit_disclosures.organization_id) || ' asked for ' || cardinality(seen) + 1 || ' ' || nouns
      || ' within 24 hours.', 'team', auth.uid());
  end if;
end $$;

-- 15_secrets.sql

-- What is encrypted: passports, and where agents are paid. Keys lie in Vault where there is one (encrypted at rest and part of no
-- dump), otherwise in private.secrets, which no API role can read.

-- Read by private.secret_key alone.
create table private.secrets (
  name text primary key,
  value text not null
);
alter table private.secrets enable row level security;

create function private.secret_key(name text) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  key text;
begin
  if to_regclass('vault.decrypted_secrets') is not null then
    execute 'select decrypted_secret from vault.decrypted_secrets where name = $1' into key using secret_key.name;
  end if;
  key := coalesce(key, (select s.value from private.secrets s where s.name = secret_key.name));
  if key is null then
    perform private.refuse('What is encrypted cannot be read or written at the moment.');
  end if;
  return key;
end $$;

create function private.seal(key_name text, plain text) returns bytea
language sql volatile security definer set search_path = '' as $$
  select extensions.pgp_sym_encrypt(plain, private.secret_key(key_name), 'cipher-algo=aes256')
$$;

create function private.unseal(key_name text, sealed bytea) returns text
language sql stable security definer set search_path = '' as $$
  select extensions.pgp_sym_decrypt(sealed, private.secret_key(key_name))
$$;

-- Creates the keys once.
do $$
declare
  key_name text;
begin
  foreach key_name in array '{passport_key,bank_details_key}'::text[] loop
    if to_regclass('vault.decrypted_secrets') is not null then
      if not exists (select 1 from vault.decrypted_secrets where name = key_name) then
        perform vault.create_secret(encode(extensions.gen_random_bytes(32), 'hex'), key_name, 'Encrypts what must stay secret');
      end if;
    else
      insert into private.secrets (name, value) values (key_name, encode(extensions.gen_random_bytes(32), 'hex'));
    end if;
  end loop;
end $$;

-- 20_customers.sql

-- Customers of an organization and their companions. Every member reads, adds and changes customers; deleting is restricted (see
-- delete_customer). Saving uses optimistic concurrency (version, see 23_customer_versions.sql).

create table public.customers (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null default private.current_organization_id(),
  first_name text not null,
  last_name text not null,
  email text,
  phone text,
  notes text,
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  address_line_1 text,
  address_line_2 text,
  city text,
  region text,
  postal_code text,
  country text,
  birthday date,
  more_emails jsonb not null default '[]',
  more_phones jsonb not null default '[]',
  emergency_name text,
  emergency_phone text,
  emergency_relation text,
  tags text[] not null default '{}',
  preferences jsonb not null default '{}',
  archived_at timestamptz,
  merged_into uuid,
  erased_at timestamptz,
  -- Written by import_rows only.
  import_batch_id uuid,
  import_row integer,
  version integer not null default 1,
  constraint customers_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint customers_created_by_fkey foreign key (created_by, organization_id) references public.users (id, organization_id),
  constraint customers_organization_id_id_key unique (organization_id, id),
  constraint customers_first_name_length check (char_length(first_name) <= 100),
  constraint customers_first_name_required check (private.is_visible(first_name)),
  constraint customers_last_name_length check (char_length(last_name) <= 100),
  constraint customers_last_name_required check (private.is_visible(last_name)),
  constraint customers_email_length check (char_length(email) <= 254),
  constraint customers_email_format check (email ~ '^[^@[:space:]]+@[^@[:space:]]+[.][^@[:space:]]+$'),
  constraint customers_phone_length check (char_length(phone) <= 50),
  constraint customers_notes_length check (char_length(notes) <= 5000),
  constraint customers_address_line_1_length check (char_length(address_line_1) <= 200),
  constraint customers_address_line_2_length check (char_length(address_line_2) <= 200),
  constraint customers_city_length check (char_length(city) <= 100),
  constraint customers_region_length check (char_length(region) <= 100),
  constraint customers_postal_code_length check (char_length(postal_code) <= 20),
  constraint customers_country_known check (private.is_country(country)),
  constraint customers_birthday_range check (birthday between '1900-01-01' and '2199-12-31'),
  constraint customers_more_emails_valid check (private.is_contact_list(more_emails, 'email')),
  constraint customers_more_phones_valid check (private.is_contact_list(more_phones, 'phone')),
  constraint customers_emergency_name_length check (char_length(emergency_name) <= 200),
  constraint customers_emergency_phone_length check (char_length(emergency_phone) <= 50),
  constraint customers_emergency_relation_length check (char_length(emergency_relation) <= 50),
  constraint customers_tags_valid check (private.is_tag_list(tags)),
  constraint customers_preferences_valid check (private.are_preferences(preferences)),
  constraint customers_merged_into_fkey foreign key (merged_into, organization_id)
    references public.customers (id, organization_id),
  -- Merged and erased customers are tombstones and always archived: pickers filter by archived_at alone.
  constraint customers_merged_into_archived check (merged_into is null or archived_at is not null and merged_into <> id),
  constraint customers_erased_at_archived check (erased_at is null or archived_at is not null)
);
alter table public.customers enable row level security;

create index customers_organization_id_name_idx on public.customers (organization_id, last_name, first_name, id);
create index customers_organization_id_created_at_idx on public.customers (organization_id, created_at desc, id);
-- List sorted by e-mail in both directions; customers without one sort as the empty text.
create index customers_organization_id_email_idx on public.customers (organization_id, coalesce(email, '') desc, id);
create index customers_archived_idx on public.customers (organization_id, id) where archived_at is not null;
create index customers_organization_id_merged_into_idx on public.customers (organization_id, merged_into)
  where merged_into is not null;
create index customers_organization_id_birthday_idx on public.customers (organization_id, birthday) where birthday is not null;
create index customers_import_batch_id_idx on public.customers (import_batch_id, import_row) where import_batch_id is not null;
-- Imports look up by these whether a row of a file exists already.
create index customers_organization_id_lower_email_idx on public.customers (organization_id, lower(email))
  where email is not null;
create index customers_organization_id_lower_name_idx on public.customers (organization_id, lower(last_name), lower(first_name));

comment on column public.customers.merged_into is 'Filled by merge_customers: the customer this one was merged into';
comment on column public.customers.version is
  'Filled by trigger: 1, incremented by every change of a form field. An update that sends it must send the latest version';

create policy "members read customers of their organization" on public.customers
  for select to authenticated using (organization_id = (select private.current_organization_id()));

create policy "members add customers to their organization" on public.customers
  for insert to authenticated with check (
    organization_id = (select private.current_organization_id()) and created_by = (select auth.uid())
  );

create policy "members change customers of their organization" on public.customers
  for update to authenticated
  using (organization_id = (select private.current_organization_id()))
  with check (organization_id = (select private.current_organization_id()));

grant select,
  insert (first_name, last_name, email, phone, notes, address_line_1, address_line_2, city, region, postal_code, country,
    birthday, more_emails, more_phones, emergency_name, emergency_phone, emergency_relation, tags, preferences),
  update (first_name, last_name, email, phone, notes, address_line_1, address_line_2, city, region, postal_code, country,
    birthday, more_emails, more_phones, emergency_name, emergency_phone, emergency_relation, tags, preferences, version)
  on public.customers to authenticated;

create trigger customers_90_touch before update on public.customers
  for each row execute function private.touch_updated_at();

-- Trims texts; an empty text in an optional column becomes null, because forms send one for a field that was left out.
create function private.normalize_customer() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.first_name := btrim(new.first_name);
  new.last_name := btrim(new.last_name);
  new.email := nullif(btrim(new.email), '');
  new.phone := nullif(btrim(new.phone), '');
  new.notes := nullif(btrim(new.notes), '');
  new.address_line_1 := nullif(btrim(new.address_line_1), '');
  new.address_line_2 := nullif(btrim(new.address_line_2), '');
  new.city := nullif(btrim(new.city), '');
  new.region := nullif(btrim(new.region), '');
  new.postal_code := nullif(btrim(new.postal_code), '');
  new.country := nullif(upper(btrim(new.country)), '');
  new.emergency_name := nullif(btrim(new.emergency_name), '');
  new.emergency_phone := nullif(btrim(new.emergency_phone), '');
  new.emergency_relation := nullif(btrim(new.emergency_relation), '');
  new.more_emails := private.normalize_entries(coalesce(new.more_emails, '[]'));
  new.more_phones := private.normalize_entries(coalesce(new.more_phones, '[]'));
  new.preferences := private.normalize_preferences(coalesce(new.preferences, '{}'));
  -- Tags are unique without regard to case; the first spelling stays.
  new.tags := coalesce((
    select array_agg(t.tag order by t.n)
    from (
      select distinct on (lower(btrim(u.tag))) btrim(u.tag) as tag, u.n
      from unnest(new.tags) with ordinality u(tag, n)
      where private.is_visible(u.tag) order by lower(btrim(u.tag)), u.n) t), '{}');
  return new;
end $$;

create trigger customers_10_normalize before insert or update on public.customers
  for each row execute function private.normalize_customer();

-- Refuses a birthday in the future (one day of tolerance for time zones ahead of UTC), and changes of a customer who was merged
-- or erased, except by the merge and the erasure themselves (setting paperplane.maintenance).
create function private.guard_customer() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.birthday > (now() at time zone 'UTC')::date + 1 then
    perform private.refuse('Enter a birthday in the past.', 'birthday');
  end if;
  if tg_op = 'UPDATE' and current_setting('paperplane.maintenance', true) is distinct from 'yes' then
    if old.merged_into is not null then
      perform private.refuse('This customer was merged into another one.');
    elsif old.erased_at is not null then
      perform private.refuse('This customer was erased.');
    end if;
  end if;
  return new;
end $$;

create trigger customers_20_guard before insert or update on public.customers
  for each row execute function private.guard_customer();

-- Who travels with whom: one row per pair, whichever of the two customers it was added for.
create table public.customer_companions (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null default private.current_organization_id(),
  customer_id uuid not null,
  companion_id uuid not null,
  relation text,
  created_at timestamptz not null default now(),
  constraint customer_companions_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint customer_companions_customer_id_fkey foreign key (customer_id, organization_id)
    references public.customers (id, organization_id),
  constraint customer_companions_companion_id_fkey foreign key (companion_id, organization_id)
    references public.customers (id, organization_id),
  constraint customer_companions_companion_id_not_oneself check (companion_id <> customer_id),
  constraint customer_companions_relation_length check (char_length(relation) <= 50)
);
alter table public.customer_companions enable row level security;

create unique index customer_companions_pair_key on public.customer_companions
  (least(customer_id, companion_id), greatest(customer_id, companion_id), organization_id);
create index customer_companions_customer_id_idx on public.customer_companions (organization_id, customer_id);
create index customer_companions_companion_id_idx on public.customer_companions (organization_id, companion_id);

create policy "members read companions of their organization" on public.customer_companions
  for select to authenticated using (organization_id = (select private.current_organization_id()));

create policy "members add companions to their organization" on public.customer_companions
  for insert to authenticated with check (organization_id = (select private.current_organization_id()));

create policy "members change companions of their organization" on public.customer_companions
  for update to authenticated
  using (organization_id = (select private.current_organization_id()))
  with check (organization_id = (select private.current_organization_id()));

create policy "members remove companions of their organization" on public.customer_companions
  for delete to authenticated using (organization_id = (select private.current_organization_id()));

grant select, delete, insert (customer_id, companion_id, relation), update (relation)
  on public.customer_companions to authenticated;

create function private.normalize_companion() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.relation := nullif(btrim(new.relation), '');
  return new;
end $$;

create trigger customer_companions_10_normalize before insert or update on public.customer_companions
  for each row execute function private.normalize_companion();

-- Archives or restores: an archived customer is offered in no picker. For every member; answers {success, error, field}.
create function public.archive_customer(customer_id uuid, archived boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.current_organization_id();
  customer public.customers%rowtype;
begin
  select c.* into customer from public.customers c
  where c.organization_id = caller_organization_id and c.id = archive_customer.customer_id for no key update;
  if customer.id is null then
    return private.command_result('This customer does not exist.');
  elsif customer.merged_into is not null then
    return private.command_result('This customer was merged into another one.');
  elsif customer.erased_at is not null then
    return private.command_result('This customer was erased.');
  end if;
  if (customer.archived_at is not null) is distinct from coalesce(archive_customer.archived, true) then
    update public.customers c set archived_at = case when coalesce(archive_customer.archived, true) then now() end
    where c.id = customer.id;
  end if;
  return private.command_result(null);
end $$;
grant execute on function public.archive_customer(uuid, boolean) to authenticated;

-- Deletes a customer who is on no sale: admins any, agents those they added themselves. Answers {success, error, field}.
create function public.delete_customer(customer_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.current_organization_id();
  customer public.customers%rowtype;
  refusal text;
begin
  select c.* into customer from public.customers c
  where c.organization_id = caller_organization_id and c.id = delete_customer.customer_id for update;
  refusal := case
    when customer.id is null then 'This customer does not exist.'
    -- Before anything about sales, which may be another agent's.
    when not private.is_admin() and customer.created_by is distinct from auth.uid() then
      'You can delete only customers you added yourself.'
    when exists (select 1 from public.sales s where s.organization_id = caller_organization_id and s.customer_id = customer.id)
      or exists (
        select 1 from public.sale_travelers t
        where t.organization_id = caller_organization_id and t.customer_id = customer.id) then
      'A customer with sales cannot be deleted. Archive them instead.'
    when exists (
      select 1 from public.documents d where d.organization_id = caller_organization_id and d.customer_id = customer.id) then
      'A customer with documents cannot be deleted. Archive them instead.'
    when exists (select 1 from private.customer_merges m
      where m.organization_id = caller_organization_id and customer.id in (m.kept_id, m.merged_id) and m.undone_at is null) then
      'This customer was merged with another one. Undo the merge first, or archive them.'
  end;
  if refusal is not null then
    return private.command_result(refusal);
  end if;
  delete from private.passports p where p.organization_id = caller_organization_id and p.customer_id = customer.id;
  delete from public.customer_companions l
  where l.organization_id = caller_organization_id and customer.id in (l.customer_id, l.companion_id);
  delete from private.customer_merges m
  where m.organization_id = caller_organization_id and customer.id in (m.kept_id, m.merged_id);
  delete from public.customers c where c.id = customer.id;
  perform private.audit(caller_organization_id, 'customer_deleted', customer.id, customer.id);
  return private.command_result(null);
end $$;
grant execute on function public.delete_customer(uuid) to authenticated;

-- What get_customer_profile answers, with `sales` and `trips`, in one round trip. Runs with the caller's rights: the profile
-- checks access itself, sales and trips are under row-level security.
create function public.get_customer_page(customer_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select public.get_customer_profile(get_customer_page.customer_id) || jsonb_build_object(
    'sales', private.latest_sales('customer', get_customer_page.customer_id),
    'trips', private.upcoming_trips(get_customer_page.customer_id))
$$;
grant execute on function public.get_customer_page(uuid) to authenticated;

-- {customer, totals, companions, passports, merges, can_use_passports}; null for a customer who does not exist in the caller's tenant.
-- Totals, the next departure and the warnings of passports count the sales in the caller's scope.
create function public.get_customer_profile(customer_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  scope record := private.caller_scope();
  customer public.customers%rowtype;
begin
  select c.* into customer from public.customers c
  where c.organization_id = scope.organization_id and c.id = get_customer_profile.customer_id;
  if customer.id is null then
    return null;
  end if;
  return jsonb_build_object(
    'customer', to_jsonb(customer),
    'totals', private.customer_sums(scope.organization_id, customer.id, scope.agent_id) || jsonb_build_object('next_departure', (
      -- One by one: with OR the planner reads all sales of the organization.
      select min(s.travel_date)
      from (
        select o.id from public.sales o where o.organization_id = scope.organization_id and o.customer_id = customer.id
        union
        select t.sale_id from public.sale_travelers t
        where t.organization_id = scope.organization_id and t.customer_id = customer.id) trip
      join public.sales s on s.id = trip.id
      where s.status <> 'cancelled' and s.travel_date >= private.today()
        and (scope.agent_id is null or s.agent_id = scope.agent_id))),
    'companions', (
      select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'customer_id', c.id, 'first_name', c.first_name,
        'last_name', c.last_name, 'relation', l.relation) order by c.last_name, c.first_name, c.id), '[]')
      from public.customer_companions l
      join public.customers c on c.id = case when l.customer_id = customer.id then l.companion_id else l.customer_id end
      where l.organization_id = scope.organization_id and customer.id in (l.customer_id, l.companion_id)),
    'passports', private.masked_passports(scope.organization_id, customer.id, scope.agent_id),
    'merges', (
      select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'merged_name', m.merged_name,
        'merged_by_name', (select u.first_name || ' ' || u.last_name from public.users u where u.id = m.merged_by),
        'created_at', m.created_at, 'can_undo', private.is_admin() and private.undo_refusal(m) is null)
        order by m.created_at desc, m.id), '[]')
      from private.customer_merges m
      where m.organization_id = scope.organization_id and m.kept_id = customer.id and m.undone_at is null),
    'can_use_passports', private.may_use_passports(scope.organization_id, customer.id));
end $$;
grant execute on function public.get_customer_profile(uuid) to authenticated;

-- {rows, count}: the five newest sales of a customer, vendor or agent (`owner`) that the caller may read, and how many there are.
create function private.latest_sales(owner text, owner_id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  answer jsonb;
begin
  execute format('select jsonb_build_object(
    ''count'', (select count(*) from public.sales s where s.%1$I = $1),
    ''rows'', (select coalesce(jsonb_agg(jsonb_build_object(''id'', r.id, ''booking_reference'', r.booking_reference,
      ''sale_date'', r.sale_date, ''travel_date'', r.travel_date, ''return_date'', r.return_date,
      ''total_amount'', r.total_amount, ''status'', r.status,
      ''customer'', (select jsonb_build_object(''first_name'', c.first_name, ''last_name'', c.last_name)
        from public.customers c where c.id = r.customer_id),
      ''vendor'', (select jsonb_build_object(''name'', v.name) from public.vendors v where v.id = r.vendor_id))
      order by r.sale_date desc, r.created_at desc, r.id), ''[]'')
      from (select s.* from public.sales s where s.%1$I = $1 order by s.sale_date desc, s.created_at desc, s.id limit 5) r))', owner || '_id')
  into answer using owner_id;
  return answer;
end $$;
grant execute on function private.latest_sales(text, uuid) to authenticated;

-- Up to six trips of a customer that have not ended, the next departure first: those they pay for and those they travel along on.
create function private.upcoming_trips(customer_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'booking_reference', t.booking_reference,
    'travel_date', t.travel_date, 'return_date', t.return_date, 'status', t.status, 'customer_id', t.customer_id,
    'vendor', (select jsonb_build_object('name', v.name) from public.vendors v where v.id = t.vendor_id))
    order by t.travel_date, t.id), '[]')
  from (
    select s.* from public.sales s
    where s.id in (
        select o.id from public.sales o where o.customer_id = upcoming_trips.customer_id
        union
        select g.sale_id from public.sale_travelers g where g.customer_id = upcoming_trips.customer_id)
      and s.status <> 'cancelled'
      and (s.travel_date >= (select private.today()) or s.return_date >= (select private.today()))
    order by s.travel_date, s.id limit 6) t
$$;
grant execute on function private.upcoming_trips(uuid) to authenticated;

-- 21_customer_search.sql

-- What is denormalized from customers for searching and counting them, maintained by statement triggers on customers: a search
-- document with a trigram index, and counts by tag. Merged customers (tombstones) are in neither: they are found as who they were
-- merged into.

-- One row per customer. `document` is normalized text: first name, last name and first e-mail address (what lists of sales
-- are searched by), a record separator (chr(30)), then everything else including the digits of each phone number. Its entries are
-- separated by line breaks, which no searched word contains. `names`: first and last name as private.name_document, for searches of
-- whole words and of the beginnings of words. `tag_keys`: tags in lower case. Rows are kept short, because a search for few letters
-- reads thousands of them.
create table private.customer_search (
  customer_id uuid primary key,
  organization_id uuid not null,
  archived boolean not null,
  document text not null,
  names text not null,
  tag_keys text[] not null
);
alter table private.customer_search enable row level security;

create index customer_search_organization_id_idx on private.customer_search (organization_id, customer_id) include (archived);
create index customer_search_document_idx on private.customer_search using gin
  (organization_id, document extensions.gin_trgm_ops, names extensions.gin_trgm_ops);
create index customer_search_tag_keys_idx on private.customer_search using gin (tag_keys);

-- Upserts the documents of all rows of a statement, in the order of their ids (one lock order for concurrent statements), and
-- writes only those that differ.
create function private.index_customers() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    delete from private.customer_search s using removed r where s.customer_id = r.id;
    return null;
  end if;
  delete from private.customer_search s using written w where s.customer_id = w.id and w.merged_into is not null;
  insert into private.customer_search as s (customer_id, organization_id, archived, document, names, tag_keys)
  select w.id, w.organization_id, w.archived_at is not null, private.search_document(w),
    private.name_document(w.first_name || ' ' || w.last_name), private.tag_keys(w.tags)
  from written w where w.merged_into is null order by w.id
  on conflict (customer_id) do update set archived = excluded.archived, document = excluded.document, names = excluded.names,
    tag_keys = excluded.tag_keys
  where (s.archived, s.document, s.names, s.tag_keys)
    is distinct from (excluded.archived, excluded.document, excluded.names, excluded.tag_keys);
  return null;
end $$;

create trigger customers_after_50_index_added after insert on public.customers
  referencing new table as written for each statement execute function private.index_customers();
create trigger customers_after_50_index_changed after update on public.customers
  referencing new table as written for each statement execute function private.index_customers();
create trigger customers_after_50_index_removed after delete on public.customers
  referencing old table as removed for each statement execute function private.index_customers();

create function private.search_document(customer public.customers) returns text
language sql immutable set search_path = '' as $$
  select private.normalize_search_text(concat_ws(chr(10), customer.first_name, customer.last_name, customer.email) || chr(30)
    || concat_ws(chr(10), customer.phone,
      (select string_agg(e ->> 'value', chr(10)) from jsonb_array_elements(customer.more_emails || customer.more_phones) e),
      array_to_string(customer.tags, chr(10)),
      (select string_agg(regexp_replace(p, '\D', '', 'g'), chr(10))
        from (select customer.phone union all select e ->> 'value' from jsonb_array_elements(customer.more_phones) e) n(p))))
$$;

-- The part of a document that lists of sales are searched by: names and first e-mail address.
create function private.searched_names(document text) returns text
language sql immutable parallel safe set search_path = '' as $$ select split_part(document, chr(30), 1) $$;

create function private.tag_keys(tags text[]) returns text[]
language sql immutable set search_path = '' as $$ select array(select lower(t) from unnest(tags) t) $$;

-- The words of a search over documents, normalized, the longest first; null for an empty search. A word that looks like part of a
-- phone number is compared by its digits.
create function private.customer_words(search text) returns text[]
language sql immutable set search_path = '' as $$
  select array_agg(t.word order by char_length(t.word) desc, t.word)
  from (
    select distinct w.word
    from regexp_split_to_table(private.normalize_search_text(private.cut_search(search)), '\s+') t(typed)
    cross join lateral (select case when t.typed ~ '^[-+().\d/]*\d\d[-+().\d/]*$'
      then regexp_replace(t.typed, '\D', '', 'g') else t.typed end as word) w
    where w.word <> ''
  ) t
$$;

-- LIKE patterns for these words.
create function private.customer_patterns(search text) returns text[]
language sql immutable set search_path = '' as $$
  select array_agg('%' || private.escape_like(w.word) || '%' order by w.n)
  from unnest(private.customer_words(search)) with ordinality w(word, n)
$$;

-- The customers whose names or first e-mail address match all patterns, for lists of sales. private.searched_names is written
-- out: a function call per row took longer than everything else.
create function private.find_customers(organization_id uuid, patterns text[]) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  normalized text[] := array(select private.normalize_search_text(p) from unnest(patterns) with ordinality u(p, n) order by n);
  found uuid[];
begin
  -- The longest pattern separately, for the trigram index: LIKE ALL does not use it.
  execute 'select array(select s.customer_id from private.customer_search s where s.organization_id = $1
    and s.document like $2 and split_part(s.document, chr(30), 1) like all ($3))'
  into found using find_customers.organization_id, normalized[1], normalized;
  return found;
end $$;

-- Customers who may be the same person as {first_name, last_name, birthday, email, phone}, with the reasons: same e-mail address,
-- same phone number (digits), or same name and birthday. Most reasons first.
create function public.find_duplicate_customers(customer jsonb, except_id uuid default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.current_organization_id();
  typed_email text := nullif(private.normalize_search_text(btrim(customer ->> 'email')), '');
  digits text := regexp_replace(customer ->> 'phone', '\D', '', 'g');
  typed_name text := nullif(
    private.normalize_search_text(btrim(customer ->> 'first_name') || chr(10) || btrim(customer ->> 'last_name')), chr(10));
  -- Converted before the query: while planning it PostgreSQL may convert what a condition beside it would have kept out.
  born date := case when pg_input_is_valid(customer ->> 'birthday', 'date') then (customer ->> 'birthday')::date end;
begin
  digits := case when char_length(digits) between 6 and 30 then digits end;
  typed_email := case when char_length(typed_email) between 5 and 254 then typed_email end;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'first_name', d.first_name, 'last_name', d.last_name,
      'email', d.email, 'phone', d.phone, 'birthday', d.birthday, 'archived_at', d.archived_at, 'reasons', d.reasons)
      order by cardinality(d.reasons) desc, d.archived_at nulls first, d.last_name, d.first_name, d.id), '[]')
    from (
      select c.*, array_remove(array[
        case when typed_email = any (entries) then 'email' end,
        case when digits = any (entries) then 'phone' end,
        case when c.birthday = born and private.normalize_search_text(c.first_name || chr(10) || c.last_name) = typed_name
          then 'name_and_birthday' end], null) as reasons
      from (
        select t.customer_id from private.customer_search t
        where t.organization_id = caller_organization_id and typed_email is not null
          and t.document like '%' || replace(replace(replace(typed_email, '\', '\\'), '%', '\%'), '_', '\_') || '%'
        union
        select t.customer_id from private.customer_search t
        where t.organization_id = caller_organization_id and digits is not null and t.document like '%' || digits || '%'
        union
        select b.id from public.customers b
        where b.organization_id = caller_organization_id and typed_name is not null and b.birthday = born
      ) candidate
      join private.customer_search s on s.customer_id = candidate.customer_id
      cross join lateral string_to_array(translate(s.document, chr(30), chr(10)), chr(10)) entries
      join public.customers c on c.id = candidate.customer_id
      where c.id is distinct from except_id and c.erased_at is null
    ) d
    where cardinality(d.reasons) > 0);
end $$;
grant execute on function public.find_duplicate_customers(jsonb, uuid) to authenticated;

create type private.customer_count_delta as (
  organization_id uuid, archived boolean, tag_key text, tag text, customers_count bigint);

-- Rollup: customers per tag, and all customers under the empty tag. `tag_key` is the tag in lower case, `tag` one of its
-- spellings.
create table private.customer_counts (
  organization_id uuid not null,
  archived boolean not null,
  tag_key text not null,
  tag text not null,
  customers_count bigint not null,
  primary key (organization_id, archived, tag_key)
) with (fillfactor = 70);
alter table private.customer_counts enable row level security;

-- Also keeps one row in the rollup customer_totals (60_totals.sql) for each customer who is not merged, with the same `archived`.
create function private.count_customers() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  deltas private.customer_count_delta[];
begin
  if tg_op = 'INSERT' then
    deltas := array(
      select row(c.organization_id, c.archived_at is not null, lower(t.tag), t.tag, count(*))::private.customer_count_delta
      from written c cross join lateral unnest(c.tags || ''::text) t(tag)
      where c.merged_into is null
      group by c.organization_id, c.archived_at is not null, t.tag);
    insert into private.customer_totals (organization_id, customer_id, archived)
    select c.organization_id, c.id, c.archived_at is not null from written c
    where c.merged_into is null order by c.organization_id, c.id
    on conflict do nothing;
  elsif tg_op = 'UPDATE' then
    deltas := array(
      select row(c.organization_id, c.archived_at is not null, lower(t.tag), t.tag, sum(c.n))::private.customer_count_delta
      from (
        select 1 as n, organization_id, archived_at, merged_into, tags from written
        union all
        select -1, organization_id, archived_at, merged_into, tags from removed) c
      cross join lateral unnest(c.tags || ''::text) t(tag)
      where c.merged_into is null
      group by c.organization_id, c.archived_at is not null, t.tag
      having sum(c.n) <> 0);
    delete from private.customer_totals r using written c
    where r.organization_id = c.organization_id and r.customer_id = c.id and c.merged_into is not null;
    update private.customer_totals r set archived = c.archived_at is not null from written c
    where r.organization_id = c.organization_id and r.customer_id = c.id and r.archived <> (c.archived_at is not null);
    insert into private.customer_totals (organization_id, customer_id, archived)
    select c.organization_id, c.id, c.archived_at is not null
    from written c join removed o on o.id = c.id
    where c.merged_into is null and o.merged_into is not null order by c.organization_id, c.id
    on conflict do nothing;
  else
    deltas := array(
      select row(c.organization_id, c.archived_at is not null, lower(t.tag), t.tag, -count(*))::private.customer_count_delta
      from removed c cross join lateral unnest(c.tags || ''::text) t(tag)
      where c.merged_into is null
      group by c.organization_id, c.archived_at is not null, t.tag);
    delete from private.customer_totals r using removed c
    where r.organization_id = c.organization_id and r.customer_id = c.id;
  end if;
  if cardinality(deltas) > 0 then
    perform private.add_to_customer_counts(deltas);
  end if;
  return null;
end $$;

create trigger customers_after_60_count_added after insert on public.customers
  referencing new table as written for each statement execute function private.count_customers();
create trigger customers_after_60_count_changed after update on public.customers
  referencing old table as removed new table as written for each statement execute function private.count_customers();
create trigger customers_after_60_count_removed after delete on public.customers
  referencing old table as removed for each statement execute function private.count_customers();

-- Adds deltas in the order of the key, the lock order of concurrent statements.
create function private.add_to_customer_counts(deltas private.customer_count_delta[]) returns void
language sql volatile security definer set search_path = '' as $$
  insert into private.customer_counts as r (organization_id, archived, tag_key, tag, customers_count)
  select d.organization_id, d.archived, d.tag_key, max(d.tag), sum(d.customers_count)
  from unnest(deltas) d
  group by d.organization_id, d.archived, d.tag_key
  having sum(d.customers_count) <> 0
  order by d.organization_id, d.archived, d.tag_key
  on conflict (organization_id, archived, tag_key) do update set customers_count = r.customers_count + excluded.customers_count
$$;

-- The rollup computed from customers, to check and to rebuild it.
create view private.customer_counts_recomputed with (security_invoker = on) as
select c.organization_id, c.archived_at is not null as archived, lower(t.tag) as tag_key, max(t.tag) as tag,
  count(*) as customers_count
from public.customers c cross join lateral unnest(c.tags || ''::text) t(tag)
where c.merged_into is null
group by 1, 2, 3;

-- 22_customer_list.sql

-- The customer list: list_customers answers pages, collect_customers serves exports. Functions that read are security definer,
-- because clients cannot read the search index and the rollups; private.caller_scope decides what the caller may see.
--
-- Strategy. With a filter (search, tag, agent) all matches are looked up once, through an index (customer_match_query): their
-- number is the exact count. Without one the count comes from the rollup customer_counts. Then the page is read in the cheaper of
-- two ways:
--   scan_customers reads an index in the order of the list, from the nearer end, and skips customers that do not match: cheap
--     when many match. With a filter it reads at most customer_scan_limit() rows of the index and may find less than a full page.
--   sort_customers looks up the sort keys of all matches and sorts them: cheap when few match, and the fallback when a scan found
--     less than a full page.
-- list_customers decides by comparing the rows a scan is expected to read, (skip + take) * listed / matches, with the rows to
-- sort. Exports need all matches, so collect_customers always sorts.
--
-- Parameters of the dynamic queries, except in sort_customers: $1 LIMIT, $2 OFFSET, $3 organization, $4 agent, $5 archived,
-- $6 search patterns, $7 tag.

-- Null means not filtered by it; organization_id is always set when rows may be read. agent_id: whose sales count in totals, null
-- for all. only_buyers: only customers who bought from that agent.
create type private.customer_filter as (
  organization_id uuid, agent_id uuid, only_buyers boolean, archived boolean, tag text, patterns text[]);

-- {rows, count, page, page_size, total_pages, tags}. search: every word is part of the names, an e-mail address, a phone number
-- or a tag. state: 'active', 'archived' or 'all'. agent_id: only customers who bought from that agent, with the totals of that
-- agent. tags: the twenty most used ones of the state, [{tag, count}]. An unknown state or sort falls back to the default; a page
-- beyond the last has no rows; page_size is 1 to 100. Totals and the agent of a row count the sales in the caller's scope,
-- without cancelled ones.
create function public.list_customers(
  search text default null, tag text default null, agent_id uuid default null, state text default 'active',
  sort text default 'last_sale_date', descending boolean default true, page int default 1, page_size int default 10)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  f private.customer_filter;
  page_no int := greatest(coalesce(list_customers.page, 1), 1);
  size int := least(greatest(coalesce(list_customers.page_size, 10), 1), 100);
  down boolean := coalesce(list_customers.descending, true);
  listed_count bigint := 0;
  total bigint := 0;
  take bigint;
  skip bigint;
  backwards boolean := false;
  filtered boolean;
  by_totals boolean;
  by_name boolean;
  matches uuid[];
  ids uuid[];
begin
  select s.organization_id, s.agent_id into f.organization_id, f.agent_id from private.caller_scope(list_customers.agent_id) s;
  f.only_buyers := list_customers.agent_id is not null;
  f.archived := case list_customers.state when 'archived' then true when 'all' then null else false end;
  f.tag := lower(nullif(btrim(list_customers.tag), ''));
  f.patterns := private.customer_patterns(list_customers.search);
  filtered := f.only_buyers or f.tag is not null or f.patterns is not null;
  if f.organization_id is not null and not private.has_too_many_search_words(f.patterns) then
    select coalesce(sum(n.customers_count), 0) into listed_count from private.customer_counts n
    where n.organization_id = f.organization_id and n.tag_key = '' and (f.archived is null or n.archived = f.archived);
    total := listed_count;
    if filtered then
      execute format('select array(%s)', private.customer_match_query(f)) into matches
      using take, skip, f.organization_id, f.agent_id, f.archived, f.patterns, f.tag;
      total := cardinality(matches);
    end if;
  end if;
  select w.take, w.skip, w.backwards into take, skip, backwards from private.page_window(total, page_no, size) w;
  if take > 0 then
    select k.by_totals, list_customers.sort in ('name', 'email') into by_totals, by_name
    from private.customer_sort_keys(list_customers.sort, f.agent_id) k;
    -- Matches of a search by name can stand together in the order of names, so that order is scanned only if the estimate is far
    -- lower. The indexes on totals begin with `archived`: for all states together there is no order to scan.
    if not filtered or (skip + take) * listed_count / total <= least(
        total / case when by_name and f.patterns is not null then 16 else 2 end, private.customer_scan_limit() / 2)
      and not (by_totals and f.archived is null) then
      ids := private.scan_customers(f, list_customers.sort, down <> backwards, total, take, skip);
    end if;
    if filtered and coalesce(cardinality(ids), 0) < take then
      ids := private.sort_customers(f, matches, list_customers.sort, down <> backwards, take, skip);
    end if;
  end if;
  return jsonb_build_object('rows', private.customer_rows(ids, backwards, f.organization_id, f.agent_id), 'count', total,
    'page', page_no, 'page_size', size, 'total_pages', (total + size - 1) / size,
    'tags', private.most_used_tags(f.organization_id, f.archived));
end $$;
grant execute on function public.list_customers(text, text, uuid, text, text, boolean, integer, integer) to authenticated;

-- All matches up to a limit, sorted, and how many there are: for exports.
create function private.collect_customers(f private.customer_filter, sort text, descending boolean, page int, page_size int,
  out total bigint, out ids uuid[])
language plpgsql stable security definer set search_path = '' as $$
declare
  skip bigint := (page - 1)::bigint * page_size;
  matches uuid[];
begin
  execute format('select array(%s)', private.customer_match_query(f)) into matches
  using page_size, skip, f.organization_id, f.agent_id, f.archived, f.patterns, f.tag;
  total := cardinality(matches);
  ids := private.sort_customers(f, matches, sort, descending, page_size, skip);
end $$;

-- A query for the ids of all customers who match.
create function private.customer_match_query(f private.customer_filter) returns text
language sql immutable set search_path = '' as $$
  select case when f.only_buyers and f.patterns is null and f.tag is null then concat(
    'select a.customer_id from private.customer_totals_by_agent a
      where a.organization_id = $3 and a.agent_id = $4 and a.sales_count > 0',
    -- Few customers are archived: customers_archived_idx holds them.
    case when f.archived is not null then case when f.archived then ' and exists' else ' and not exists' end
      || ' (select 1 from public.customers x
        where x.organization_id = a.organization_id and x.id = a.customer_id and x.archived_at is not null)' end)
  else concat('select d.customer_id from private.customer_search d',
    case when f.only_buyers then ' join private.customer_totals_by_agent a
      on a.organization_id = d.organization_id and a.customer_id = d.customer_id and a.agent_id = $4 and a.sales_count > 0' end,
    ' where d.organization_id = $3',
    case when f.archived is not null then ' and d.archived = $5' end,
    -- The longest three patterns one by one, for the trigram index: LIKE ALL does not use it.
    (select string_agg(format(' and d.document like ($6)[%s]', n), '')
      from generate_series(1, least(coalesce(cardinality(f.patterns), 0), 3)) n),
    case when cardinality(f.patterns) > 3 then ' and d.document like all ($6)' end,
    case when f.tag is not null then ' and d.tag_keys @> array[$7]' end) end
$$;

-- One page of all matches, sorted. Their sort keys are looked up one by one (OFFSET 0 keeps the planner from rewriting the
-- lateral join), up to a number of matches from which reading the whole table is quicker: the planner does not know how many ids
-- an array has, so it cannot choose. Parameters here: $3 organization, $4 agent, $5 matches.
create function private.sort_customers(
  f private.customer_filter, matches uuid[], sort text, descending boolean, take bigint, skip bigint)
returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  k record := private.customer_sort_keys(sort, f.agent_id);
  lookup_fence text := case when cardinality(matches) <= 20000 then ' offset 0' else '' end;
  ids uuid[];
begin
  execute private.page_query('unnest($5) u(id)' || case
      when not k.by_totals then
        ' cross join lateral (select * from public.customers x where x.id = u.id' || lookup_fence || ') c'
      when f.agent_id is null then
        ' cross join lateral (select * from private.customer_totals x
          where x.organization_id = $3 and x.customer_id = u.id' || lookup_fence || ') t'
      else
        ' left join lateral (select * from private.customer_totals_by_agent x
          where x.organization_id = $3 and x.agent_id = $4 and x.customer_id = u.id and x.sales_count > 0'
          || lookup_fence || ') a on true' end,
    'true', k.keys, descending, 'u.id', true)
  into ids using take, skip, f.organization_id, f.agent_id, matches;
  return ids;
end $$;

-- One page in the order of an index; with a filter possibly less than a page (see customer_scan_limit). Sorted by the totals of
-- one agent, the buyers (customers with a sale by that agent) come from their index and all other customers, whose totals are
-- zero, follow in the order of their ids: two queries, the second only where the page needs it.
create function private.scan_customers(
  f private.customer_filter, sort text, descending boolean, total bigint, take bigint, skip bigint)
returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  k record := private.customer_sort_keys(sort, f.agent_id);
  only_buyers boolean := f.only_buyers;
  archived_condition text := case when f.archived is not null then ' and t.archived = $5' else '' end;
  buyers_source text;
  buyers_query text;
  others_query text;
  buyers_count bigint;
  others uuid[];
  start bigint;
  from_end boolean;
  ids uuid[];
begin
  if not k.by_totals then
    execute private.customer_scan_query(f, 'public.customers c', 'c.organization_id = $3' || case
        when f.archived is null then ' and c.merged_into is null'
        when f.archived then ' and c.archived_at is not null and c.merged_into is null'
        else ' and c.archived_at is null' end,
      k.keys, descending, 'c.id', coalesce(f.archived and total <= 5000, false))
    into ids using take, skip, f.organization_id, f.agent_id, f.archived, f.patterns, f.tag;
    return ids;
  elsif f.agent_id is null then
    execute private.customer_scan_query(f, 'private.customer_totals t', 't.organization_id = $3' || archived_condition,
      k.keys, descending, 't.customer_id', false)
    into ids using take, skip, f.organization_id, f.agent_id, f.archived, f.patterns, f.tag;
    return ids;
  end if;

  -- The source is the buyers already, so the rest of the filter is enough.
  f.only_buyers := false;
  buyers_source := 'private.customer_totals_by_agent a
    join private.customer_totals t on t.organization_id = a.organization_id and t.customer_id = a.customer_id
    where a.organization_id = $3 and a.agent_id = $4 and a.sales_count > 0'
    || archived_condition || private.customer_match_condition('a.customer_id', f);
  if only_buyers then
    execute format('select array(select a.customer_id from %s order by %s limit $1 offset $2)', buyers_source,
      private.sort_clause(array['a.' || k.totals_column], descending, 'a.customer_id'))
    into ids using take, skip, f.organization_id, f.agent_id, f.archived, f.patterns, f.tag;
    return ids;
  end if;

  -- Read in descending order, with the buyers first; an ascending page is the same one counted from the end, reversed.
  start := case when descending then skip else total - skip - take end;
  buyers_query := format('select array(select a.customer_id from %s order by a.%I desc, a.customer_id limit $1 offset $2)',
    buyers_source, k.totals_column);
  from_end := start > total / 2;
  others_query := format('select array(select t.customer_id from private.customer_totals t
      where t.organization_id = $3%1$s and not exists (
        select 1 from private.customer_totals_by_agent a
        where a.organization_id = $3 and a.agent_id = $4 and a.customer_id = t.customer_id and a.sales_count > 0)
      order by t.customer_id%2$s limit $1 offset $2)',
    archived_condition || private.customer_match_condition('t.customer_id', f), case when from_end then ' desc' else '' end);
  if from_end then
    -- Counted from the end, the number of buyers is not needed.
    execute others_query into others
    using take, total - start - take, f.organization_id, f.agent_id, f.archived, f.patterns, f.tag;
    others := array(select u.id from unnest(others) with ordinality u(id, n) order by u.n desc);
    if cardinality(others) < take then
      execute buyers_query into ids
      using take - cardinality(others), start, f.organization_id, f.agent_id, f.archived, f.patterns, f.tag;
    end if;
    ids := ids || others;
  else
    execute buyers_query into ids using take, start, f.organization_id, f.agent_id, f.archived, f.patterns, f.tag;
    if cardinality(ids) < take then
      buyers_count := start + cardinality(ids);
      if cardinality(ids) = 0 and start > 0 then
        execute 'select count(*) from ' || buyers_source into buyers_count
        using take, skip, f.organization_id, f.agent_id, f.archived, f.patterns, f.tag;
      end if;
      execute others_query into others using take - cardinality(ids), greatest(start - buyers_count, 0), f.organization_id,
        f.agent_id, f.archived, f.patterns, f.tag;
      ids := ids || others;
    end if;
  end if;
  return case when descending then ids else array(select u.id from unnest(ids) with ordinality u(id, n) order by u.n desc) end;
end $$;

-- private.page_query for a scan that skips customers who do not match, bounded by customer_scan_limit().
create function private.customer_scan_query(
  f private.customer_filter, source text, conditions text, keys text[], descending boolean, id text, collect_first boolean)
returns text
language sql immutable set search_path = '' as $$
  select case when private.customer_match_condition('w.id', f) = '' then
      private.page_query(source, conditions, keys, descending, id, collect_first)
    else format('select array(select w.id from (select %s as id, %s from %s where %s order by %s limit %s) w where true%s
      order by %s limit $1 offset $2)',
      id, (select string_agg(k || ' as k' || n, ', ' order by n) from unnest(keys) with ordinality u(k, n)), source, conditions,
      private.sort_clause(keys, descending, id), private.customer_scan_limit(), private.customer_match_condition('w.id', f),
      private.sort_clause(array(select 'w.k' || n from generate_series(1, cardinality(keys)) n), descending, 'w.id')) end
$$;

-- Most rows a scan with a filter reads: matches of a name search may stand together, far away from the page.
create function private.customer_scan_limit() returns int language sql immutable set search_path = '' as $$ select 4000 $$;

-- The filter as a condition for one customer, empty without one. Scalar subqueries keep it a lookup per row: the planner cannot
-- turn it into a join that reads customers outside of the scan.
create function private.customer_match_condition(id text, f private.customer_filter) returns text
language sql immutable set search_path = '' as $$
  select concat(
    case when f.patterns is not null or f.tag is not null then ' and (select '
      || concat_ws(' and ', case when f.patterns is not null then 'd.document like all ($6)' end,
        case when f.tag is not null then 'd.tag_keys @> array[$7]' end)
      || ' from private.customer_search d where d.customer_id = ' || id || ')' end,
    case when f.only_buyers then ' and (select b.sales_count > 0 from private.customer_totals_by_agent b
      where b.organization_id = $3 and b.agent_id = $4 and b.customer_id = ' || id || ')' end)
$$;

-- ORDER BY expressions for a sort. by_totals: the key is a total of sales, named totals_column, in the rollup customer_totals
-- (t), or for one agent in customer_totals_by_agent (a); all other keys are columns of customers (c).
create function private.customer_sort_keys(
  sort text, agent_id uuid, out keys text[], out by_totals boolean, out totals_column text)
language sql immutable set search_path = '' as $$
  select case s.sort
      when 'name' then '{c.last_name,c.first_name}'
      when 'email' then '{"coalesce(c.email, '''')"}'
      when 'created_at' then '{c.created_at}'
      else case when agent_id is null then array['t.' || s.sort]
        -- A customer with sales worth nothing sorts before one without sales.
        else array[format('coalesce(a.%s, %s)', s.sort, case s.sort when 'last_sale_date' then '''-infinity''' else '0' end),
          '(a.sales_count is not null)'] end end,
    s.sort not in ('name', 'email', 'created_at'), s.sort
  from (select case when sort in ('name', 'email', 'created_at', 'sales_count', 'total_amount') then sort
    else 'last_sale_date' end as sort) s
$$;

-- The rows of a page in the order of `ids`. agent_id: whose sales count in totals, null for all.
create function private.customer_rows(ids uuid[], backwards boolean, organization_id uuid, agent_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', c.id, 'first_name', c.first_name, 'last_name', c.last_name, 'email', c.email, 'phone', c.phone, 'tags', c.tags,
    'city', c.city, 'country', c.country, 'created_at', c.created_at, 'archived_at', c.archived_at)
    || private.customer_sums(customer_rows.organization_id, c.id, customer_rows.agent_id)
    order by case when backwards then -u.n else u.n end), '[]')
  from unnest(ids) with ordinality u(id, n)
  join public.customers c on c.id = u.id
$$;

-- Totals of one customer over all agents or (agent_id) one: {sales_count, total_amount, last_sale_date, agent}; `agent` is the agent of the latest sale. Cancelled sales do not count.
create function private.customer_sums(organization_id uuid, customer_id uuid, agent_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('sales_count', coalesce(sum(t.sales_count), 0), 'total_amount', coalesce(sum(t.total_amount), 0),
    'last_sale_date', nullif(max(t.last_sale_date), '-infinity'),
    'agent', (
      select jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'avatar_url', u.avatar_url)
      from public.sales s join public.users u on u.id = s.agent_id
      where s.organization_id = customer_sums.organization_id and s.customer_id = customer_sums.customer_id
        and s.status <> 'cancelled' and (customer_sums.agent_id is null or s.agent_id = customer_sums.agent_id)
      order by s.sale_date desc, s.id limit 1))
  from (
    select r.sales_count, r.total_amount, r.last_sale_date from private.customer_totals r
    where customer_sums.agent_id is null and r.organization_id = customer_sums.organization_id
      and r.customer_id = customer_sums.customer_id
    union all
    select r.sales_count, r.total_amount, r.last_sale_date from private.customer_totals_by_agent r
    where r.organization_id = customer_sums.organization_id and r.customer_id = customer_sums.customer_id
      and r.agent_id = customer_sums.agent_id) t
$$;

-- The totals of one customer over the sales in the caller's scope: {sales_count, total_amount}.
create function public.get_customer_totals(customer_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  scope record := private.caller_scope();
begin
  return private.customer_sums(scope.organization_id, get_customer_totals.customer_id, scope.agent_id)
    - 'last_sale_date' - 'agent';
end $$;
grant execute on function public.get_customer_totals(uuid) to authenticated;

-- [{tag, count}]: the twenty most used tags of active, archived or (null) all customers, from the rollup.
create function private.most_used_tags(organization_id uuid, archived boolean) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('tag', t.tag, 'count', t.n) order by t.n desc, t.tag), '[]')
  from (
    select max(n.tag) as tag, sum(n.customers_count) as n
    from private.customer_counts n
    where n.organization_id = most_used_tags.organization_id and n.tag_key <> ''
      and (most_used_tags.archived is null or n.archived = most_used_tags.archived)
    group by n.tag_key having sum(n.customers_count) > 0
    order by sum(n.customers_count) desc, max(n.tag) limit 20) t
$$;

-- 23_customer_versions.sql

-- Optimistic concurrency for customers and vendors: every change of what the form shows increments `version`, and an update is
-- saved only if its author has seen the latest version. record_changes keeps who changed which columns and when, but no values:
-- enough to explain a conflict, and nothing that an erasure would have to find again, except former names.

-- former_name serves the erasure of personal data: free texts are searched for every name a person had. Removed by the erasure.
create table private.record_changes (
  organization_id uuid not null,
  record_id uuid not null,
  version integer not null,
  changed_by uuid,
  changed_at timestamptz not null default clock_timestamp(),
  changed_fields text[] not null,
  former_name text[],
  primary key (record_id, version),
  constraint record_changes_organization_id_fkey foreign key (organization_id) references public.organizations (id)
);
alter table private.record_changes enable row level security;

comment on column private.record_changes.former_name is
  'First and last name of a customer before this change, if it changed one of them';

-- Increments the version of a changed row and records the change. The trigger argument lists the columns that no form shows:
-- their changes do not count, and a value sent for `version` is replaced.
create function private.bump_record_version() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  ignored_columns constant text[] := tg_argv[0]::text[];
  old_row jsonb := to_jsonb(old) - ignored_columns;
  fields text[] := array(
    select e.key from jsonb_each(to_jsonb(new) - ignored_columns) e where e.value is distinct from old_row -> e.key
    order by e.key);
begin
  new.version := old.version;
  if cardinality(fields) > 0 then
    new.version := old.version + 1;
    insert into private.record_changes (organization_id, record_id, version, changed_by, changed_fields, former_name)
    values (new.organization_id, new.id, new.version, private.acting_user(new.organization_id), fields,
      case when fields && '{first_name,last_name}' then array[old_row ->> 'first_name', old_row ->> 'last_name'] end);
  end if;
  return new;
end $$;

create trigger customers_80_number before update on public.customers for each row execute function private.bump_record_version(
  '{id,organization_id,created_by,created_at,updated_at,version,archived_at,merged_into,erased_at,import_batch_id,import_row}');

-- Optimistic concurrency for direct updates of the table (scripts, not the app, which calls update_customer or update_vendor): an
-- update that sends `version` must send the latest one. Fires on "update of version" only: a merge and its undoing write rows
-- without naming a version.
create function private.refuse_stale_version() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refuse(
    'This ' || tg_argv[0] || ' was changed by somebody else meanwhile. Read it again before you change it.', 'version');
  return null;
end $$;

create trigger customers_05_compare_version before update of version on public.customers for each row
  when (new.version is distinct from old.version) execute function private.refuse_stale_version('customer');

create function private.delete_record_changes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.record_changes c using removed r where c.record_id = r.id;
  return null;
end $$;

create trigger customers_after_70_forget_changes after delete on public.customers
  referencing old table as removed for each statement execute function private.delete_record_changes();

-- For every active member. `customer` holds the changed columns; answers like private.save_record. A customer of another tenant
-- is treated as one that does not exist.
create function public.update_customer(customer_id uuid, expected_version integer, customer jsonb) returns jsonb
language sql volatile security definer set search_path = '' as $$
  select private.save_record('customers', 'customer', private.current_organization_id(), update_customer.customer_id,
    update_customer.expected_version, private.check_record_input(update_customer.customer, '{
      "first_name": "text", "last_name": "text", "email": "text", "phone": "text", "notes": "text", "address_line_1": "text",
      "address_line_2": "text", "city": "text", "region": "text", "postal_code": "text", "country": "text",
      "birthday": "date", "more_emails": "json", "more_phones": "json", "emergency_name": "text", "emergency_phone": "text",
      "emergency_relation": "text", "tags": "list", "preferences": "json"}', 'customer'))
$$;
grant execute on function public.update_customer(uuid, integer, jsonb) to authenticated;

-- Saves the given columns of a customer or vendor if the row is still at the version the caller has seen: {outcome: 'saved', id,
-- version}. Otherwise nothing is written: {outcome: 'conflict', version, <noun>: the current row, changes: [{changed_by,
-- changed_at, changed_fields, version}]}, oldest change first. The row is locked before the comparison, so of concurrent saves
-- one succeeds.
create function private.save_record(
  relation text, noun text, organization_id uuid, record_id uuid, expected_version integer, input jsonb)
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  current_row jsonb;
  assignments text := (select string_agg(format('%1$I = n.%1$I', k), ', ') from jsonb_object_keys(input) k);
  current_version integer;
  state text;
  reason text;
  violated text;
begin
  if expected_version is null then
    perform private.refuse('Say which version of the ' || noun || ' was edited.', 'version');
  end if;
  execute format('select to_jsonb(t) from public.%I t where t.organization_id = $1 and t.id = $2 for no key update', relation)
  into current_row using save_record.organization_id, record_id;
  if current_row is null then
    perform private.refuse('This ' || noun || ' does not exist.');
  elsif current_row ->> 'merged_into' is not null then
    perform private.refuse('This customer was merged into another one.');
  elsif current_row ->> 'erased_at' is not null then
    perform private.refuse('This customer was erased.');
  end if;

  current_version := (current_row ->> 'version')::integer;
  if current_version <> expected_version then
    return jsonb_build_object('outcome', 'conflict', 'version', current_version, noun, current_row, 'changes', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'changed_by', case when u.id is not null then
          jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name) end,
        'changed_at', c.changed_at, 'changed_fields', c.changed_fields, 'version', c.version) order by c.version), '[]')
      from private.record_changes c
      left join public.users u on u.organization_id = c.organization_id and u.id = c.changed_by
      where c.organization_id = save_record.organization_id and c.record_id = save_record.record_id
        and c.version > expected_version));
  end if;
  if assignments is not null then
    begin
      execute format('update public.%1$I t set %2$s from jsonb_populate_record(null::public.%1$I, $1) n
        where t.organization_id = $2 and t.id = $3 returning t.version', relation, assignments)
      into current_version using input, save_record.organization_id, record_id;
    exception when integrity_constraint_violation then
      -- Raised again without its detail, which shows the failing row to the owner of the table.
      get stacked diagnostics state = returned_sqlstate, reason = message_text, violated = constraint_name;
      raise exception using errcode = state, message = reason, constraint = violated;
    end;
  end if;
  return jsonb_build_object('outcome', 'saved', 'id', record_id, 'version', current_version);
end $$;

-- Validates the columns a form sent against their types (text, date, list, json, number, integer) and returns them with numbers
-- normalized; everything else is left to the constraints. A refusal names the column.
create function private.check_record_input(input jsonb, column_types jsonb, noun text) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  checked jsonb := '{}';
  key text;
  value jsonb;
  typed text;
begin
  if input is null or jsonb_typeof(input) <> 'object' then
    perform private.refuse('Send the fields of the ' || noun || ' as an object.');
  end if;
  for key, value in select e.key, e.value from jsonb_each(input) e order by e.key loop
    typed := value #>> '{}';
    if not column_types ? key then
      perform private.refuse('A ' || noun || ' has no field "' || left(key, 60) || '" that can be set here.', left(key, 60));
    elsif typed is null then
      -- null in a required column: an empty text, which its constraint refuses with the right message.
      value := case when key in ('first_name', 'last_name', 'name') then '""'::jsonb
        when key = 'default_commission_rate' then '0' else value end;
    elsif column_types ->> key = 'text' and jsonb_typeof(value) <> 'string' then
      perform private.refuse('Enter text here.', key);
    elsif column_types ->> key = 'date'
      and (jsonb_typeof(value) <> 'string' or typed !~ '^\d{4}-\d\d-\d\d$' or not pg_input_is_valid(typed, 'date')) then
      perform private.refuse('Enter a date like 11/19/2026.', key);
    elsif column_types ->> key = 'list' and (jsonb_typeof(value) <> 'array'
      or exists (select 1 from jsonb_array_elements(value) e where jsonb_typeof(e) not in ('string', 'null'))) then
      perform private.refuse('Send a list of texts.', key);
    elsif column_types ->> key = 'number' then
      if typed !~ '^ *-?\d{1,20}(\.\d{1,20})? *$' then
        perform private.refuse('Enter a percentage like 12.5.', key);
      end if;
      -- Clamped to what the column can hold and its range constraint refuses, instead of a numeric overflow error.
      value := to_jsonb(least(greatest(round(typed::numeric, 2), -1), 999));
    elsif column_types ->> key = 'integer' then
      if typed !~ '^ *-?\d{1,20} *$' then
        perform private.refuse('Enter a number of days.', key);
      end if;
      value := to_jsonb(least(greatest(typed::numeric, -1), 99999));
    end if;
    checked := checked || jsonb_build_object(key, value);
  end loop;
  return checked;
end $$;

-- 24_customer_merge.sql

-- Merging two customers who are the same person, and undoing a merge within 30 days. Sales, travelers, companions, passports and
-- conversations move to the kept customer; the merged row stays as an archived tombstone (customers.merged_into), in no list, so that histories
-- can still name it. Only admins merge and undo.
--
-- Lock order: the organization's advisory lock for merges, sales, customers (private.lock_customers), then whatever the
-- statements lock. Recording a sale takes a key share lock on its customers (private.guard_sale_customers): a merge waits for
-- it, and it waits for a merge.

-- One row per merge, with what undoing it needs.
create table private.customer_merges (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  kept_id uuid not null,
  merged_id uuid not null,
  merged_name text not null,
  merged_by uuid,
  created_at timestamptz not null default now(),
  undone_at timestamptz,
  undone_by uuid,
  -- {filled: {column: value}, since, archived_at, sales: [{id, payer, before, after}], passports: [id], threads: [id], documents: [id],
  -- companions: [{row}]}:
  -- `filled` are the empty fields of the kept customer that were filled, `since` is since when they were a customer themselves,
  -- `archived_at` is the merged one's, `payer` tells whether the merged customer paid the sale, before and after are its
  -- travelers. Null once one of the two was erased.
  moved jsonb,
  constraint customer_merges_kept_id_fkey foreign key (kept_id, organization_id)
    references public.customers (id, organization_id),
  constraint customer_merges_merged_id_fkey foreign key (merged_id, organization_id)
    references public.customers (id, organization_id),
  constraint customer_merges_merged_by_fkey foreign key (merged_by, organization_id) references public.users (id, organization_id)
);
alter table private.customer_merges enable row level security;

create index customer_merges_kept_id_idx on private.customer_merges (organization_id, kept_id, created_at desc);
create index customer_merges_merged_id_idx on private.customer_merges (organization_id, merged_id);

-- Merges, their undoing and erasures of an organization run one after the other. Taken before reading which customers are merged
-- into which: a merge that commits meanwhile would be missed.
create function private.lock_merges(organization_id uuid) returns void
language sql volatile security definer set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('paperplane.customers.' || organization_id, 0))
$$;

-- Taken before the first write of a merge, its undoing and an erasure. Rebuilding the rollups locks sales, then customers, and
-- undoing a merge writes customers first and sales later: without both locks taken here, in the rebuild's order, the two could
-- deadlock.
create function private.lock_customers(organization_id uuid, ids uuid[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.lock_merges(lock_customers.organization_id);
  lock table public.sales, public.customers in row exclusive mode;
  perform 1 from public.sales s
  where s.organization_id = lock_customers.organization_id and (s.customer_id = any (ids) or s.id in (
    select t.sale_id from public.sale_travelers t
    where t.organization_id = lock_customers.organization_id and t.customer_id = any (ids)))
  order by s.id for no key update;
  perform 1 from public.customers c
  where c.organization_id = lock_customers.organization_id and c.id = any (ids) order by c.id for update;
end $$;

-- The travelers of a sale after customer `merged` became `kept`. The paying customer is not listed among the travelers.
create function private.travelers_after_merge(travelers uuid[], payer uuid, merged uuid, kept uuid) returns uuid[]
language sql immutable set search_path = '' as $$
  select array(select distinct t from unnest(array_replace(travelers, merged, kept)) t
    where t <> case when payer = merged then kept else payer end order by t)
$$;

-- Answers {success, merge_id} or {success, error, field}. Idempotent: merging a customer again into the same one answers the
-- merge that exists.
create function public.merge_customers(kept_id uuid, merged_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
declare
  caller_organization_id uuid := private.current_organization_id();
  kept public.customers%rowtype;
  merged public.customers%rowtype;
  column_name text;
  filled jsonb := '{}';
  moved jsonb;
  kept_row jsonb;
  merged_row jsonb;
  merge_id uuid;
  refusal text[];
begin
  if caller_organization_id is null or not private.is_admin() then
    return jsonb_build_object('success', false, 'error', 'Only admins can merge customers.', 'field', null);
  end if;
  perform private.lock_customers(caller_organization_id, array[merge_customers.kept_id, merge_customers.merged_id]);
  select c.* into kept from public.customers c
  where c.organization_id = caller_organization_id and c.id = merge_customers.kept_id;
  select c.* into merged from public.customers c
  where c.organization_id = caller_organization_id and c.id = merge_customers.merged_id;
  if merged.merged_into = kept.id then
    return jsonb_build_object('success', true, 'error', null, 'field', null, 'merge_id', (
      select m.id from private.customer_merges m
      where m.organization_id = caller_organization_id and m.kept_id = kept.id and m.merged_id = merged.id
        and m.undone_at is null));
  end if;
  refusal := case
    when kept.id is null or kept.erased_at is not null then array['This customer does not exist.', 'kept_id']
    when merged.id is null or merged.erased_at is not null then array['This customer does not exist.', 'merged_id']
    when kept.id = merged.id then array['Choose two different customers.', 'merged_id']
    when kept.merged_into is not null then array['This customer was merged into another one.', 'kept_id']
    when merged.merged_into is not null then array['This customer was merged into another one.', 'merged_id']
  end;
  if refusal is not null then
    return jsonb_build_object('success', false, 'error', refusal[1], 'field', refusal[2]);
  end if;

  -- Empty fields of the kept customer are filled from the merged one. An address is taken whole or not at all, and so is the
  -- emergency contact.
  kept_row := to_jsonb(kept);
  merged_row := to_jsonb(merged);
  foreach column_name in array '{email,phone,notes,birthday}'::text[] loop
    if kept_row ->> column_name is null and merged_row ->> column_name is not null then
      filled := filled || jsonb_build_object(column_name, merged_row -> column_name);
    end if;
  end loop;
  if coalesce(kept.address_line_1, kept.address_line_2, kept.city, kept.region, kept.postal_code, kept.country) is null then
    filled := filled || jsonb_strip_nulls(jsonb_build_object('address_line_1', merged.address_line_1, 'address_line_2',
      merged.address_line_2, 'city', merged.city, 'region', merged.region, 'postal_code', merged.postal_code, 'country',
      merged.country));
  end if;
  if coalesce(kept.emergency_name, kept.emergency_phone, kept.emergency_relation) is null then
    filled := filled || jsonb_strip_nulls(jsonb_build_object('emergency_name', merged.emergency_name, 'emergency_phone',
      merged.emergency_phone, 'emergency_relation', merged.emergency_relation));
  end if;
  if kept.more_emails = '[]' and merged.more_emails <> '[]' then
    filled := filled || jsonb_build_object('more_emails', merged.more_emails);
  end if;
  if kept.more_phones = '[]' and merged.more_phones <> '[]' then
    filled := filled || jsonb_build_object('more_phones', merged.more_phones);
  end if;
  if kept.tags = '{}' and merged.tags <> '{}' then
    filled := filled || jsonb_build_object('tags', merged.tags);
  end if;
  if kept.preferences = '{}' and merged.preferences <> '{}' then
    filled := filled || jsonb_build_object('preferences', merged.preferences);
  end if;

  moved := jsonb_build_object(
    'filled', filled,
    'since', kept.created_at,
    'archived_at', merged.archived_at,
    'sales', (
      select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'payer', s.customer_id = merged.id, 'before', s.traveler_ids,
        'after', private.travelers_after_merge(s.traveler_ids, s.customer_id, merged.id, kept.id)) order by s.id), '[]')
      from public.sales s
      where s.organization_id = caller_organization_id and (s.customer_id = merged.id or s.id in (
        select t.sale_id from public.sale_travelers t
        where t.organization_id = caller_organization_id and t.customer_id = merged.id))),
    'passports', (
      select coalesce(jsonb_agg(p.id order by p.id), '[]') from private.passports p
      where p.organization_id = caller_organization_id and p.customer_id = merged.id),
    'threads', (
      select coalesce(jsonb_agg(distinct t.thread_id), '[]') from public.communications t
      where t.organization_id = caller_organization_id and t.commentable_type = 'customers' and t.commentable_id = merged.id),
    'documents', (
      select coalesce(jsonb_agg(d.id order by d.id), '[]') from public.documents d
      where d.organization_id = caller_organization_id and d.customer_id = merged.id),
    'companions', (
      select coalesce(jsonb_agg(to_jsonb(l) order by l.id), '[]') from public.customer_companions l
      where l.organization_id = caller_organization_id and merged.id in (l.customer_id, l.companion_id)));

  update public.sales s set
    customer_id = case when s.customer_id = merged.id then kept.id else s.customer_id end,
    traveler_ids = private.travelers_after_merge(s.traveler_ids, s.customer_id, merged.id, kept.id)
  where s.organization_id = caller_organization_id
    and s.id in (select (e ->> 'id')::uuid from jsonb_array_elements(moved -> 'sales') e);
  update private.passports p set customer_id = kept.id
  where p.organization_id = caller_organization_id and p.customer_id = merged.id;
  perform private.move_threads(caller_organization_id,
    array(select t::uuid from jsonb_array_elements_text(moved -> 'threads') t), merged.id, kept.id);
  update public.documents d set customer_id = kept.id
  where d.organization_id = caller_organization_id and d.customer_id = merged.id;
  -- The pair of the two themselves, and companions the kept customer has already, are dropped: pairs are unique.
  delete from public.customer_companions l
  where l.organization_id = caller_organization_id and merged.id in (l.customer_id, l.companion_id)
    and (kept.id in (l.customer_id, l.companion_id) or exists (
      select 1 from public.customer_companions k
      where k.organization_id = caller_organization_id and kept.id in (k.customer_id, k.companion_id)
        and case when l.customer_id = merged.id then l.companion_id else l.customer_id end in (k.customer_id, k.companion_id)));
  update public.customer_companions l set
    customer_id = case when l.customer_id = merged.id then kept.id else l.customer_id end,
    companion_id = case when l.companion_id = merged.id then kept.id else l.companion_id end
  where l.organization_id = caller_organization_id and merged.id in (l.customer_id, l.companion_id);
  update public.customers c set merged_into = kept.id, archived_at = coalesce(c.archived_at, now()) where c.id = merged.id;
  -- Whoever is one person has been a customer since the first of the two records.
  update public.customers c set created_at = merged.created_at where c.id = kept.id and merged.created_at < c.created_at;
  if filled <> '{}' then
    update public.customers c set (email, phone, notes, birthday, address_line_1, address_line_2, city, region, postal_code,
      country, emergency_name, emergency_phone, emergency_relation, more_emails, more_phones, tags, preferences) = (
      select n.email, n.phone, n.notes, n.birthday, n.address_line_1, n.address_line_2, n.city, n.region, n.postal_code,
        n.country, n.emergency_name, n.emergency_phone, n.emergency_relation, n.more_emails, n.more_phones, n.tags, n.preferences
      from jsonb_populate_record(kept, filled) n)
    where c.id = kept.id;
  end if;

  insert into private.customer_merges (organization_id, kept_id, merged_id, merged_name, merged_by, moved)
  values (caller_organization_id, kept.id, merged.id, merged.first_name || ' ' || merged.last_name, auth.uid(), moved)
  returning id into merge_id;
  perform private.audit(caller_organization_id, 'customers_merged', kept.id, merged.id, jsonb_build_object('merge_id', merge_id));
  return jsonb_build_object('success', true, 'merge_id', merge_id, 'error', null, 'field', null);
end $$;
grant execute on function public.merge_customers(uuid, uuid) to authenticated;

-- Why a merge cannot be undone; null when it can.
create function private.undo_refusal(merge private.customer_merges) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when merge.id is null then 'This merge does not exist.'
    when merge.undone_at is not null then 'This merge was undone already.'
    when merge.moved is null then 'This merge cannot be undone: one of the two was erased.'
    when merge.created_at < now() - interval '30 days' then 'A merge can be undone for 30 days.'
    when exists (select 1 from public.customers c where c.id = merge.kept_id and c.merged_into is not null) then
      'This customer was merged into another one since. Undo that merge first.'
  end
$$;

-- Puts back what the merge moved and nobody has changed since. Answers {success, customer_id: the customer who is restored} or
-- {success, error, field}. Idempotent: answers the same when the merge was undone already.
create function public.undo_merge(merge_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.current_organization_id();
  merge private.customer_merges%rowtype;
  refusal text;
begin
  if caller_organization_id is null or not private.is_admin() then
    return jsonb_build_object('success', false, 'error', 'Only admins can undo a merge.', 'field', null);
  end if;
  select m.* into merge from private.customer_merges m
  where m.organization_id = caller_organization_id and m.id = undo_merge.merge_id;
  if merge.id is not null then
    perform private.lock_customers(caller_organization_id, array[merge.kept_id, merge.merged_id]);
    select m.* into merge from private.customer_merges m where m.id = merge.id for update;
    if merge.undone_at is not null then
      return jsonb_build_object('success', true, 'customer_id', merge.merged_id, 'error', null, 'field', null);
    end if;
  end if;
  refusal := private.undo_refusal(merge);
  if refusal is not null then
    return jsonb_build_object('success', false, 'error', refusal, 'field', null);
  end if;

  perform set_config('paperplane.maintenance', 'yes', true);
  update public.customers c set merged_into = null, archived_at = (merge.moved ->> 'archived_at')::timestamptz
  where c.id = merge.merged_id;
  update public.customers c set created_at = (merge.moved ->> 'since')::timestamptz
  where c.id = merge.kept_id and c.created_at <> (merge.moved ->> 'since')::timestamptz;
  -- A field the merge filled becomes empty again, unless it was edited since.
  update public.customers c set (email, phone, notes, birthday, address_line_1, address_line_2, city, region, postal_code,
    country, emergency_name, emergency_phone, emergency_relation, more_emails, more_phones, tags, preferences) = (
    select n.email, n.phone, n.notes, n.birthday, n.address_line_1, n.address_line_2, n.city, n.region, n.postal_code,
      n.country, n.emergency_name, n.emergency_phone, n.emergency_relation, n.more_emails, n.more_phones, n.tags, n.preferences
    from jsonb_populate_record(c, (
      select coalesce(jsonb_object_agg(f.key, case f.key when 'more_emails' then '[]'::jsonb when 'more_phones' then '[]'
        when 'tags' then '[]' when 'preferences' then '{}' else 'null' end), '{}')
      from jsonb_each(merge.moved -> 'filled') f(key, value) where to_jsonb(c) -> f.key = f.value)) n)
  where c.id = merge.kept_id and merge.moved -> 'filled' <> '{}';
  perform set_config('paperplane.maintenance', '', true);

  update public.sales s set
    customer_id = case when m.payer and s.customer_id = merge.kept_id then merge.merged_id else s.customer_id end,
    traveler_ids = case
      -- Unchanged since the merge: exactly as before it.
      when s.traveler_ids = m.after and (not m.payer or s.customer_id = merge.kept_id) then m.before
      when merge.merged_id = any (m.before) and merge.kept_id <> all (m.before) then
        array(select distinct t from unnest(array_replace(s.traveler_ids, merge.kept_id, merge.merged_id)) t
          where t <> case when m.payer and s.customer_id = merge.kept_id then merge.merged_id else s.customer_id end order by t)
      else array_remove(s.traveler_ids, case when m.payer and s.customer_id = merge.kept_id then merge.merged_id end) end
  from (
    select (e ->> 'id')::uuid as id, (e ->> 'payer')::boolean as payer,
      array(select t::uuid from jsonb_array_elements_text(e -> 'before') t) as before,
      array(select t::uuid from jsonb_array_elements_text(e -> 'after') t) as after
    from jsonb_array_elements(merge.moved -> 'sales') e) m
  where s.organization_id = caller_organization_id and s.id = m.id
    and (m.payer and s.customer_id = merge.kept_id or not m.payer and s.traveler_ids = m.after
      or not m.payer and merge.kept_id = any (s.traveler_ids) and merge.kept_id <> all (m.before));
  update private.passports p set customer_id = merge.merged_id
  where p.organization_id = caller_organization_id and p.customer_id = merge.kept_id
    and p.id in (select (e #>> '{}')::uuid from jsonb_array_elements(merge.moved -> 'passports') e);
  perform private.move_threads(caller_organization_id,
    array(select t::uuid from jsonb_array_elements_text(merge.moved -> 'threads') t), merge.kept_id, merge.merged_id);
  update public.documents d set customer_id = merge.merged_id
  where d.organization_id = caller_organization_id and d.customer_id = merge.kept_id
    and d.id in (select (e #>> '{}')::uuid from jsonb_array_elements(merge.moved -> 'documents') e);
  delete from public.customer_companions l using jsonb_to_recordset(merge.moved -> 'companions') as m (id uuid)
  where l.organization_id = caller_organization_id and l.id = m.id and merge.kept_id in (l.customer_id, l.companion_id);
  insert into public.customer_companions (id, organization_id, customer_id, companion_id, relation, created_at)
  select m.id, caller_organization_id, m.customer_id, m.companion_id, m.relation, m.created_at
  from jsonb_to_recordset(merge.moved -> 'companions')
    as m (id uuid, customer_id uuid, companion_id uuid, relation text, created_at timestamptz)
  where not exists (
    select 1 from public.customers c
    where c.id in (m.customer_id, m.companion_id) and (c.merged_into is not null or c.erased_at is not null))
  on conflict do nothing;

  update private.customer_merges m set undone_at = now(), undone_by = auth.uid() where m.id = merge.id;
  perform private.audit(caller_organization_id, 'merge_undone', merge.kept_id, merge.merged_id,
    jsonb_build_object('merge_id', merge.id));
  return jsonb_build_object('success', true, 'customer_id', merge.merged_id, 'error', null, 'field', null);
end $$;
grant execute on function public.undo_merge(uuid) to authenticated;

-- 25_customer_erasure.sql

-- The rights of the person a customer record is about: a copy of all their data, and erasure. Both are for admins and write the
-- audit log. Erasure cannot be undone: it takes everything personal out of the organization, while sales and their sums stay.

-- Records that the caller asks for everything that is known about one customer. Answers the id to read it by.
create function public.export_customer_data(customer_id uuid) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.admin_organization_id();
begin
  if caller_organization_id is null then
    perform private.refuse('Only admins can export a customer''s data.');
  end if;
  perform 1 from public.customers c
  where c.organization_id = caller_organization_id and c.id = export_customer_data.customer_id;
  if not found then
    perform private.refuse('This customer does not exist.');
  end if;
  perform private.audit(caller_organization_id, 'customer_exported', export_customer_data.customer_id,
    export_customer_data.customer_id);
  return private.allow_disclosure('customer_data', export_customer_data.customer_id);
end $$;
grant execute on function public.export_customer_data(uuid) to authenticated;

-- Everything about the customer that export_customer_data was called for. Passport numbers are masked: their owner has them.
create function public.read_customer_data(disclosure_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.admin_organization_id();
  subject uuid := private.take_disclosure('customer_data', read_customer_data.disclosure_id);
  customer public.customers%rowtype;
begin
  select c.* into customer from public.customers c where c.organization_id = caller_organization_id and c.id = subject;
  if customer.id is null then
    perform private.refuse(private.disclosure_refusal());
  end if;
  return jsonb_build_object(
    'exported_at', now(),
    'organization', (select o.name from public.organizations o where o.id = caller_organization_id),
    'customer', to_jsonb(customer) - '{organization_id,created_by,merged_into}'::text[],
    'companions', (
      select coalesce(jsonb_agg(jsonb_build_object('first_name', c.first_name, 'last_name', c.last_name, 'relation', l.relation)
        order by c.last_name, c.first_name, c.id), '[]')
      from public.customer_companions l
      join public.customers c on c.id = case when l.customer_id = customer.id then l.companion_id else l.customer_id end
      where l.organization_id = caller_organization_id and customer.id in (l.customer_id, l.companion_id)),
    'passports', (
      select coalesce(jsonb_agg(jsonb_build_object('number', '•••• ' || p.last_four, 'given_names', p.given_names,
        'country', p.country, 'issued_on', p.issued_on, 'expires_on', p.expires_on) order by p.expires_on, p.id), '[]')
      from private.passports p where p.organization_id = caller_organization_id and p.customer_id = customer.id),
    'passport_reveals', public.get_passport_reveals(customer.id),
    'documents', private.customer_documents(caller_organization_id, customer.id),
    'purchases', (
      select coalesce(jsonb_agg(jsonb_build_object('booking_reference', s.booking_reference, 'vendor', v.name,
        'sale_date', s.sale_date, 'travel_date', s.travel_date, 'return_date', s.return_date, 'total_amount', s.total_amount,
        'currency', s.currency, 'status', s.status, 'notes', s.notes) order by s.sale_date, s.id), '[]')
      from public.sales s join public.vendors v on v.id = s.vendor_id
      where s.organization_id = caller_organization_id and s.customer_id = customer.id),
    'travels_on', (
      select coalesce(jsonb_agg(jsonb_build_object('booking_reference', s.booking_reference, 'vendor', v.name,
        'travel_date', s.travel_date, 'return_date', s.return_date, 'status', s.status) order by s.sale_date, s.id), '[]')
      from public.sale_travelers t
      join public.sales s on s.id = t.sale_id join public.vendors v on v.id = s.vendor_id
      where t.organization_id = caller_organization_id and t.customer_id = customer.id),
    'conversation', (
      select coalesce(jsonb_agg(jsonb_build_object('written_at', m.created_at, 'text', private.plain_words(m.body))
        order by m.created_at, m.id), '[]')
      from public.communications m
      where m.organization_id = caller_organization_id and m.commentable_type = 'customers' and m.commentable_id = customer.id
        and m.body is not null),
    'merged_from', (
      select coalesce(jsonb_agg(jsonb_build_object('name', m.merged_name, 'merged_at', m.created_at) order by m.created_at), '[]')
      from private.customer_merges m
      where m.organization_id = caller_organization_id and m.kept_id = customer.id and m.undone_at is null));
end $$;
grant execute on function public.read_customer_data(uuid) to authenticated;

-- The ways to write a name: "Vera Lind", "Lind, Vera", "Lind Vera".
create function private.name_spellings(first_name text, last_name text) returns text[]
language sql immutable set search_path = '' as $$
  select array[first_name || ' ' || last_name, last_name || ', ' || first_name, last_name || ' ' || first_name]
$$;

-- Replaces every match of the pattern and cuts the result to what the column holds.
create function private.redact(content text, pattern text, max_length int default 5000) returns text
language sql immutable set search_path = '' as $$
  select case when pattern is null then content
    else left(regexp_replace(content, pattern, 'Erased customer', 'gi'), max_length) end
$$;

-- Redacts every text in a JSON value, at any depth; the values of `cleared_keys` become null. `limit_length`: for texts that have
-- limits of their own, all of 50 characters or more, so none becomes longer than 50 characters or than it was.
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

-- Redacts the free texts of sales, their commissions, payments, histories and notifications. `sale_ids` null: of the whole
-- organization, except notifications and sales without notes (erase_customer finds their booking references by trigrams).
create function private.redact_sales(organization_id uuid, sale_ids uuid[], pattern text, cleared_keys text[] default '{}')
returns void
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  commission_ids uuid[];
begin
  if pattern is null or cardinality(sale_ids) = 0 then
    return;
  elsif sale_ids is not null then
    commission_ids := array(
      select m.id from public.commissions m
      where m.organization_id = redact_sales.organization_id and m.sales_id = any (sale_ids));
  end if;
  update public.sales s set
    notes = case when 'notes' = any (cleared_keys) then null else private.redact(s.notes, pattern) end,
    booking_reference = private.redact(s.booking_reference, pattern, 100)
  where s.organization_id = redact_sales.organization_id and (s.id = any (sale_ids) or sale_ids is null and s.notes is not null)
    and (s.notes ~* pattern or s.booking_reference ~* pattern or 'notes' = any (cleared_keys) and s.notes is not null);
  update public.commissions m set notes = private.redact(m.notes, pattern)
  where m.organization_id = redact_sales.organization_id and (m.id = any (commission_ids) or sale_ids is null)
    and m.notes is not null and m.notes ~* pattern;
  update public.agent_payments p set notes = private.redact(p.notes, pattern),
    reference = private.redact(p.reference, pattern, 200)
  where p.organization_id = redact_sales.organization_id and (p.commission_id = any (commission_ids) or sale_ids is null)
    and (p.notes ~* pattern or p.reference ~* pattern);
  perform private.redact_communications(redact_sales.organization_id, sale_ids, commission_ids, pattern);
  -- Last: the triggers of the updates above have written history rows with the previous texts.
  update public.sales_history h set
    previous_data = private.redact_json(h.previous_data, pattern, cleared_keys),
    new_data = private.redact_json(h.new_data, pattern, cleared_keys),
    comment = case when 'notes' = any (cleared_keys) then null else private.redact(h.comment, pattern) end
  where h.organization_id = redact_sales.organization_id and (h.sales_id = any (sale_ids) or sale_ids is null
    and (h.comment is not null or h.new_data ->> 'notes' is not null or h.previous_data ->> 'notes' is not null
      or h.new_data ? 'travelers' or h.previous_data ? 'travelers')
    and (h.comment ~* pattern or h.new_data::text ~* pattern or h.previous_data::text ~* pattern));
  update public.commission_history h set notes = private.redact(h.notes, pattern),
    previous_data = private.redact_json(h.previous_data, pattern), new_data = private.redact_json(h.new_data, pattern)
  where h.organization_id = redact_sales.organization_id and (h.commission_id = any (commission_ids) or sale_ids is null
    and (h.new_data ?| '{notes,payment_reference}' or h.previous_data ?| '{notes,payment_reference}'))
    and (h.notes ~* pattern or h.new_data::text ~* pattern or h.previous_data::text ~* pattern);
  perform private.redact_payouts(redact_sales.organization_id, commission_ids, pattern);
  update public.notifications n set message = private.redact(n.message, pattern, 1000)
  where n.organization_id = redact_sales.organization_id and sale_ids is not null and n.message ~* pattern
    and (n.commentable_type = 'commissions' and n.commentable_id = any (commission_ids)
      or n.commentable_type = 'sales' and n.commentable_id = any (sale_ids));
end $$;

-- The confirmation is the customer's full name. Answers {success} or {success, error, field}. Idempotent.
create function public.erase_customer(customer_id uuid, confirmation text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.current_organization_id();
  customer public.customers%rowtype;
  customer_ids uuid[];
  own_sale_ids uuid[];
  former_sale_ids uuid[];
  traveled_sale_ids uuid[];
  first_names text[];
  last_names text[];
  full_names text[];
  unique_names text[];
  contacts text[];
  any_name_pattern text;
  unique_pattern text;
  full_name_pattern text;
begin
  if caller_organization_id is null or not private.is_admin() then
    return jsonb_build_object('success', false, 'error', 'Only admins can erase a customer.', 'field', null);
  end if;
  perform private.lock_merges(caller_organization_id);
  -- Customers merged into this one, directly or not, are the same person.
  customer_ids := array(
    with recursive same as (
      select c.id from public.customers c where c.organization_id = caller_organization_id and c.id = erase_customer.customer_id
      union
      select c.id from public.customers c join same s on c.merged_into = s.id where c.organization_id = caller_organization_id)
    select s.id from same s);
  perform private.lock_customers(caller_organization_id, customer_ids);
  select c.* into customer from public.customers c
  where c.organization_id = caller_organization_id and c.id = erase_customer.customer_id;
  if customer.id is null or customer.merged_into is not null then
    return jsonb_build_object('success', false, 'error', 'This customer does not exist.', 'field', null);
  elsif customer.erased_at is not null then
    return jsonb_build_object('success', true, 'error', null, 'field', null);
  elsif btrim(coalesce(erase_customer.confirmation, '')) <> customer.first_name || ' ' || customer.last_name then
    return jsonb_build_object('success', false, 'error', 'Type the customer''s full name to confirm.', 'field', 'confirmation');
  end if;

  -- Present and former names, e-mail addresses and phone numbers. A name in a free text may be somebody else's, so there are
  -- three patterns:
  --   any_name_pattern: contacts, full names and single names; for sales the customer pays, whose notes are cleared anyway.
  --   full_name_pattern: contacts and full names; for sales the customer travels on.
  --   unique_pattern: contacts and full names that no other customer of the organization has; for everything else.
  select array_agg(p.first_name), array_agg(p.last_name) into first_names, last_names
  from (
    select c.first_name, c.last_name from public.customers c where c.id = any (customer_ids)
    union
    select r.former_name[1], r.former_name[2] from private.record_changes r
    where r.organization_id = caller_organization_id and r.record_id = any (customer_ids) and r.former_name is not null) p;
  contacts := array(
    select distinct btrim(t.value) from public.customers c
    cross join lateral (
      select c.email union all select c.phone
      union all select e ->> 'value' from jsonb_array_elements(c.more_emails || c.more_phones) e) t(value)
    where c.id = any (customer_ids) and char_length(btrim(t.value)) >= 6);
  full_names := array(select unnest(private.name_spellings(p.f, p.l)) from unnest(first_names, last_names) p(f, l));
  full_name_pattern := private.words_pattern(full_names || contacts);
  any_name_pattern := private.words_pattern(full_names || contacts
    || array(select p from unnest(first_names || last_names) p where char_length(p) >= 3));
  unique_names := array(
    select unnest(private.name_spellings(p.f, p.l)) from unnest(first_names, last_names) p(f, l)
    where not exists (
      select 1 from public.customers c
      where c.organization_id = caller_organization_id and lower(c.last_name) = lower(p.l) and lower(c.first_name) = lower(p.f)
        and c.id <> all (customer_ids) and c.erased_at is null));
  unique_pattern := private.words_pattern(unique_names || array(
    select w from unnest(contacts) w
    where not exists (
      select 1 from private.customer_search s
      where s.organization_id = caller_organization_id and s.customer_id <> all (customer_ids)
        and s.document like '%'
          || replace(replace(replace(private.normalize_search_text(w), '\', '\\'), '%', '\%'), '_', '\_') || '%')));

  own_sale_ids := array(
    select s.id from public.sales s
    where s.organization_id = caller_organization_id and s.customer_id = any (customer_ids));
  -- Sales that were theirs before the customer of the sale was changed.
  former_sale_ids := array(
    select distinct h.sales_id from public.sales_history h
    where h.organization_id = caller_organization_id and h.previous_data ? 'customer_id'
      and h.previous_data ->> 'customer_id' = any (customer_ids::text[]) and h.sales_id <> all (own_sale_ids));
  traveled_sale_ids := array(
    select t.sale_id from public.sale_travelers t
    where t.organization_id = caller_organization_id and t.customer_id = any (customer_ids)
      and t.sale_id <> all (own_sale_ids || former_sale_ids));

  perform set_config('paperplane.maintenance', 'yes', true);
  delete from private.passports p where p.organization_id = caller_organization_id and p.customer_id = any (customer_ids);
  delete from public.customer_companions l
  where l.organization_id = caller_organization_id
    and (l.customer_id = any (customer_ids) or l.companion_id = any (customer_ids));
  update private.customer_merges m set moved = null,
    merged_name = case when m.merged_id = any (customer_ids) then 'Erased customer' else m.merged_name end
  where m.organization_id = caller_organization_id and (m.kept_id = any (customer_ids) or m.merged_id = any (customer_ids));
  perform private.clear_customer_conversations(caller_organization_id, customer_ids);
  perform private.erase_documents(caller_organization_id, customer_ids, own_sale_ids, unique_pattern);
  perform private.redact_sales(caller_organization_id, own_sale_ids, any_name_pattern, '{notes}');
  perform private.redact_sales(caller_organization_id, former_sale_ids, unique_pattern);
  perform private.redact_sales(caller_organization_id, traveled_sale_ids, full_name_pattern);
  if unique_pattern is not null then
    perform private.redact_sales(caller_organization_id, array(
      select s.id from public.sales s
      where s.organization_id = caller_organization_id
        and lower(s.booking_reference collate pg_catalog."pg_c_utf8") like any (array(
        select '%' || replace(replace(replace(lower(w collate pg_catalog."pg_c_utf8"), '\', '\\'), '%', '\%'), '_', '\_') || '%'
        from unnest(unique_names) w))), unique_pattern);
    perform private.redact_sales(caller_organization_id, null, unique_pattern);
    update public.customers c set notes = private.redact(c.notes, unique_pattern),
      preferences = private.redact_json(c.preferences, unique_pattern, '{}', true),
      emergency_phone = case when c.emergency_name ~* unique_pattern then null else c.emergency_phone end,
      emergency_relation = case when c.emergency_name ~* unique_pattern then null else c.emergency_relation end,
      emergency_name = case when c.emergency_name ~* unique_pattern then null else c.emergency_name end
    where c.organization_id = caller_organization_id and c.id <> all (customer_ids)
      and (c.notes ~* unique_pattern or c.emergency_name ~* unique_pattern
        or c.preferences <> '{}' and c.preferences::text ~* unique_pattern);
    update public.vendors v set notes = private.redact(v.notes, unique_pattern)
    where v.organization_id = caller_organization_id and v.notes ~* unique_pattern;
    update public.customer_companions l set relation = private.redact(l.relation, unique_pattern, 50)
    where l.organization_id = caller_organization_id and l.relation ~* unique_pattern;
    update private.customer_merges m set moved = private.redact_json(m.moved, unique_pattern, '{}', true)
    where m.organization_id = caller_organization_id and m.moved is not null and m.moved::text ~* unique_pattern;
    update public.import_batches i set file_name = private.redact(i.file_name, unique_pattern, 255)
    where i.organization_id = caller_organization_id and i.file_name ~* unique_pattern;
    perform private.redact_bank(caller_organization_id, unique_pattern);
    perform private.redact_saved_reports(caller_organization_id, unique_pattern);
  end if;
  update private.audit_log l set details = l.details - 'last_four'
  where l.organization_id = caller_organization_id and l.customer_id = any (customer_ids) and l.details ? 'last_four';
  update public.customers c set first_name = 'Erased', last_name = 'customer', email = null, phone = null, notes = null,
    address_line_1 = null, address_line_2 = null, city = null, region = null, postal_code = null, country = null,
    birthday = null, more_emails = '[]', more_phones = '[]', emergency_name = null, emergency_phone = null,
    emergency_relation = null, tags = '{}', preferences = '{}', archived_at = coalesce(c.archived_at, now()), erased_at = now()
  where c.id = any (customer_ids);
  perform set_config('paperplane.maintenance', '', true);
  update private.record_changes r set former_name = null
  where r.organization_id = caller_organization_id and r.record_id = any (customer_ids) and r.former_name is not null;
  -- Rows of files that are being checked may name them.
  delete from private.import_check_rows r using public.users u
  where u.id = r.created_by and u.organization_id = caller_organization_id;
  -- The name of a tag that no customer has any more may be personal.
  delete from private.customer_counts n where n.organization_id = caller_organization_id and n.customers_count = 0;
  perform private.audit(caller_organization_id, 'customer_erased', customer.id, customer.id);
  return jsonb_build_object('success', true, 'error', null, 'field', null);
end $$;
grant execute on function public.erase_customer(uuid, text) to authenticated;

-- 26_passports.sql

-- Passports. Numbers are encrypted with a key that no API role can read. Lists show the last four characters; the whole number is
-- told one passport at a time, in a second call after the record of who asked is committed (private.disclosures).

create table private.passports (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  customer_id uuid not null,
  number_encrypted bytea not null,
  last_four text not null,
  given_names text,
  country text not null,
  issued_on date,
  expires_on date not null,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint passports_customer_id_fkey foreign key (customer_id, organization_id)
    references public.customers (id, organization_id),
  constraint passports_created_by_fkey foreign key (created_by, organization_id) references public.users (id, organization_id),
  constraint passports_expires_on_after_issued_on check (expires_on > issued_on)
);
alter table private.passports enable row level security;

create index passports_customer_id_idx on private.passports (organization_id, customer_id);

create trigger passports_90_touch before update on private.passports
  for each row execute function private.touch_updated_at();

-- Who may see, add, change and delete the passports of a customer: admins, and agents with a live sale of their own that the
-- customer pays or travels on. Live is a sale that is worth something, not cancelled, with travel ahead or over for less than 30
-- days.
create function private.may_use_passports(organization_id uuid, customer uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select may_use_passports.organization_id is not null
    and may_use_passports.organization_id = private.current_organization_id()
    and (private.is_admin() or exists (
      -- One by one: with OR the planner reads all sales of the agent.
      select 1
      from (
        select o.id from public.sales o
        where o.organization_id = may_use_passports.organization_id and o.customer_id = customer
        union
        select t.sale_id from public.sale_travelers t
        where t.organization_id = may_use_passports.organization_id and t.customer_id = customer) trip
      join public.sales s on s.id = trip.id
      where s.agent_id = auth.uid() and s.status <> 'cancelled' and s.total_amount > 0
        and coalesce(s.return_date, s.travel_date) > private.today() - 30))
$$;

create function private.passport_refusal() returns text
language sql immutable set search_path = '' as $$
  select 'Only admins, and agents whose trip for this customer is ahead or just over, can use passports.'
$$;

-- [{id, last_four, given_names, country, issued_on, expires_on, warning}]. Warning: the latest upcoming return of a sale that is
-- not cancelled, if it lies less than six months before the expiry, or after it: {return_date, sale_id, months_after}, whole
-- months from the return to the expiry, negative when the passport has expired by then. It looks at the sales of one agent, or of
-- all (`agent` null).
create function private.masked_passports(organization_id uuid, customer uuid, agent uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', p.id, 'last_four', p.last_four, 'given_names', p.given_names, 'country', p.country, 'issued_on', p.issued_on,
    'expires_on', p.expires_on, 'warning', (
      select jsonb_build_object('return_date', s.return_date, 'sale_id', s.id, 'months_after',
        (extract(year from age(p.expires_on, s.return_date)) * 12 + extract(month from age(p.expires_on, s.return_date)))::int
          - case when p.expires_on < s.return_date and extract(day from age(p.expires_on, s.return_date)) < 0 then 1 else 0 end)
      from public.sales s
      where s.organization_id = masked_passports.organization_id and s.status <> 'cancelled'
        and (masked_passports.agent is null or s.agent_id = masked_passports.agent)
        and (s.customer_id = customer or s.id in (
          select t.sale_id from public.sale_travelers t
          where t.organization_id = masked_passports.organization_id and t.customer_id = customer))
        and s.return_date >= private.today() and p.expires_on < s.return_date + interval '6 months'
      order by s.return_date desc, s.id limit 1))
    order by p.expires_on desc, p.id), '[]')
  from private.passports p
  where p.organization_id = masked_passports.organization_id and p.customer_id = customer
$$;

-- Adds a passport ({number, given_names, country, issued_on, expires_on}) or changes one ({id, ...}; without a number the stored
-- one stays). Answers {success, id} or {success, error, field}. No error message repeats the input: it may hold a number.
create function public.save_passport(customer_id uuid, passport jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
declare
  caller_organization_id uuid := private.current_organization_id();
  customer public.customers%rowtype;
  existing private.passports%rowtype;
  input jsonb := case when jsonb_typeof(passport) = 'object' then passport else '{}' end;
  typed_number text := upper(regexp_replace(input ->> 'number', '[\s.-]', '', 'g'));
  refusal text[];
  saved_id uuid;
begin
  select c.* into customer from public.customers c
  where c.organization_id = caller_organization_id and c.id = save_passport.customer_id for no key update;
  if customer.id is not null and not private.may_use_passports(caller_organization_id, customer.id) then
    return private.command_result(private.passport_refusal());
  end if;
  if input ? 'id' and input ->> 'id' is not null then
    if pg_input_is_valid(input ->> 'id', 'uuid') then
      select p.* into existing from private.passports p
      where p.organization_id = caller_organization_id and p.customer_id = customer.id and p.id = (input ->> 'id')::uuid
      for update;
    end if;
    if existing.id is null then
      return jsonb_build_object('success', false, 'error', 'This passport does not exist.', 'field', null);
    end if;
  end if;
  refusal := case
    when customer.id is null or customer.merged_into is not null or customer.erased_at is not null then
      array['This customer does not exist.', null]
    when existing.id is null and coalesce(typed_number, '') = '' then array['Enter the passport number.', 'number']
    when coalesce(typed_number, '') <> '' and typed_number !~ '^[A-Z0-9]{6,20}$' then
      array['Enter the number as printed, 6 to 20 letters and digits.', 'number']
    when char_length(input ->> 'given_names') > 200 then array['Use at most 200 characters.', 'given_names']
    when coalesce(btrim(input ->> 'country'), '') = '' then array['Choose the country that issued it.', 'country']
    when not private.is_country(upper(btrim(input ->> 'country'))) then array['Choose a country.', 'country']
    when coalesce(input ->> 'issued_on', '') <> '' and not private.is_iso_date(input ->> 'issued_on') then
      array['Enter a date like 11/19/2026.', 'issued_on']
    when coalesce(input ->> 'expires_on', '') = '' then array['Enter the expiry date.', 'expires_on']
    when not private.is_iso_date(input ->> 'expires_on') then array['Enter a date like 11/19/2026.', 'expires_on']
    when (input ->> 'expires_on')::date <= nullif(input ->> 'issued_on', '')::date then
      array['Expiry must be after the day of issue.', 'expires_on']
    when existing.id is null and (select count(*) from private.passports p
      where p.organization_id = caller_organization_id and p.customer_id = customer.id) >= 10 then
      array['A customer has at most ten passports here. Delete one first.', null]
  end;
  if refusal is not null then
    return jsonb_build_object('success', false, 'error', refusal[1], 'field', refusal[2]);
  end if;

  if existing.id is null then
    insert into private.passports (organization_id, customer_id, number_encrypted, last_four, given_names, country,
      issued_on, expires_on, created_by)
    values (caller_organization_id, customer.id, private.seal('passport_key', typed_number), right(typed_number, 4),
      nullif(btrim(input ->> 'given_names'), ''), upper(btrim(input ->> 'country')), nullif(input ->> 'issued_on', '')::date,
      (input ->> 'expires_on')::date, auth.uid())
    returning id into saved_id;
  else
    update private.passports p set
      number_encrypted = case when coalesce(typed_number, '') = '' then p.number_encrypted
        else private.seal('passport_key', typed_number) end,
      last_four = case when coalesce(typed_number, '') = '' then p.last_four else right(typed_number, 4) end,
      given_names = nullif(btrim(input ->> 'given_names'), ''), country = upper(btrim(input ->> 'country')),
      issued_on = nullif(input ->> 'issued_on', '')::date, expires_on = (input ->> 'expires_on')::date
    where p.id = existing.id;
    saved_id := existing.id;
  end if;
  perform private.audit(caller_organization_id,
    case when existing.id is null then 'passport_added' else 'passport_changed' end, customer.id, saved_id);
  return jsonb_build_object('success', true, 'id', saved_id, 'error', null, 'field', null);
end $$;
grant execute on function public.save_passport(uuid, jsonb) to authenticated;

create function public.delete_passport(passport_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  passport private.passports%rowtype;
begin
  select p.* into passport from private.passports p
  where p.organization_id = private.current_organization_id() and p.id = delete_passport.passport_id for update;
  if passport.id is null then
    return private.command_result('This passport does not exist.');
  elsif not private.may_use_passports(passport.organization_id, passport.customer_id) then
    return private.command_result(private.passport_refusal());
  end if;
  delete from private.passports p where p.id = passport.id;
  perform private.audit(passport.organization_id, 'passport_deleted', passport.customer_id, passport.id);
  return private.command_result(null);
end $$;
grant execute on function public.delete_passport(uuid) to authenticated;

-- Records that the caller asks for a passport's number. Answers the id to read it by.
create function public.reveal_passport(passport_id uuid) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.current_organization_id();
  passport private.passports%rowtype;
begin
  select p.* into passport from private.passports p
  where p.organization_id = caller_organization_id and p.id = reveal_passport.passport_id for share;
  if passport.id is null then
    perform private.refuse('This passport does not exist.');
  elsif not private.may_use_passports(caller_organization_id, passport.customer_id) then
    perform private.refuse(private.passport_refusal());
  end if;
  perform private.limit_disclosures(caller_organization_id, 'passport', passport.id, 'passport numbers',
    case when private.is_admin() then 300 else 30 end);
  perform private.audit(caller_organization_id, 'passport_revealed', passport.customer_id, passport.id,
    jsonb_build_object('last_four', passport.last_four));
  return private.allow_disclosure('passport', passport.id);
end $$;
grant execute on function public.reveal_passport(uuid) to authenticated;

-- The number of the passport that reveal_passport was called for.
create function public.read_passport_number(disclosure_id uuid) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  passport_id uuid := private.take_disclosure('passport', read_passport_number.disclosure_id);
  passport private.passports%rowtype;
begin
  select p.* into passport from private.passports p
  where p.organization_id = private.current_organization_id() and p.id = passport_id;
  if passport.id is null or not private.may_use_passports(passport.organization_id, passport.customer_id) then
    perform private.refuse(private.disclosure_refusal());
  end if;
  return private.unseal('passport_key', passport.number_encrypted);
end $$;
grant execute on function public.read_passport_number(uuid) to authenticated;

-- Who saw which number when, newest first: [{passport_id, last_four, revealed_by: {first_name, last_name}, revealed_at}].
create function public.get_passport_reveals(customer_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('passport_id', l.subject_id, 'last_four', l.details ->> 'last_four',
    'revealed_by', jsonb_build_object('first_name', u.first_name, 'last_name', u.last_name), 'revealed_at', l.created_at)
    order by l.created_at desc, l.id desc), '[]')
  from private.audit_log l
  left join public.users u on u.id = l.actor_id
  where l.organization_id = (select private.current_organization_id()) and l.action = 'passport_revealed'
    and (l.customer_id = get_passport_reveals.customer_id or l.subject_id in (
      -- Passports that came with a merge, whose entries name the merged customer.
      select p.id from private.passports p where p.organization_id = l.organization_id
        and p.customer_id = get_passport_reveals.customer_id))
$$;
grant execute on function public.get_passport_reveals(uuid) to authenticated;

-- 30_vendors.sql

-- Vendors: what they sell, contacts, address, default commission rate, payment terms, and the aliases under which they appear on
-- bank statements. Every member reads the vendors of their organization but for what is the admins' alone, who manage them. An alias belongs to one vendor of an
-- organization; an archived vendor takes no new sales.
create table public.vendors (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null default private.current_organization_id(),
  name text not null,
  logo_url text,
  email text,
  phone text,
  website text,
  default_commission_rate numeric(5,2) not null default 0,
  notes text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  category text not null default 'other',
  contacts jsonb not null default '[]',
  address_line_1 text,
  address_line_2 text,
  city text,
  region text,
  postal_code text,
  country text,
  account_number text,
  expected_payment_days integer,
  expected_payment_basis text not null default 'departure',
  aliases text[] not null default '{}',
  archived_at timestamptz,
  import_batch_id uuid,
  import_row integer,
  version integer not null default 1,
  constraint vendors_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint vendors_organization_id_id_key unique (organization_id, id),
  constraint vendors_name_length check (char_length(name) <= 200),
  constraint vendors_name_required check (private.is_visible(name)),
  constraint vendors_logo_url_length check (char_length(logo_url) <= 500),
  constraint vendors_email_length check (char_length(email) <= 254),
  constraint vendors_email_format check (email ~ '^[^@[:space:]]+@[^@[:space:]]+[.][^@[:space:]]+$'),
  constraint vendors_phone_length check (char_length(phone) <= 50),
  constraint vendors_website_length check (char_length(website) <= 500),
  -- A website is shown as a link: no scheme but http(s).
  constraint vendors_website_format check (website ~* '^https?://[^[:space:]]+$'),
  constraint vendors_default_commission_rate_range check (default_commission_rate between 0 and 100),
  constraint vendors_notes_length check (char_length(notes) <= 5000),
  constraint vendors_logo_url_format check (logo_url ~
    ('^' || organization_id::text || '/vendors/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[.](jpg|jpeg|png|webp)$')),
  constraint vendors_category_known check (category in
    ('cruise', 'tour', 'hotel', 'resort', 'air', 'rail', 'car', 'ferry', 'insurance', 'other')),
  -- [{name, role, email, phone}], texts or null. Silent paths (last argument): a value of another type must fail the check, not
  -- raise an error.
  constraint vendors_contacts_fields check (
    jsonb_typeof(contacts) = 'array'
    and not jsonb_path_exists(contacts, 'strict $[*] ? (@.type() != "object")', '{}', true)
    and not jsonb_path_exists(contacts, 'strict $[*].keyvalue() ? (
      !(@.key == "name" || @.key == "role" || @.key == "email" || @.key == "phone")
      || (@.value.type() != "string" && @.value.type() != "null"))', '{}', true)),
  constraint vendors_contacts_count check (not jsonb_path_exists(contacts, '$[10]')),
  constraint vendors_contacts_name_required check (private.have_visible_names(contacts)),
  constraint vendors_contacts_length check (
    not jsonb_path_exists(contacts, '$[*].name ? (@ like_regex "^.{101}" flag "s")')
    and not jsonb_path_exists(contacts, '$[*].role ? (@ like_regex "^.{101}" flag "s")')
    and not jsonb_path_exists(contacts, '$[*].email ? (@ like_regex "^.{255}" flag "s")')
    and not jsonb_path_exists(contacts, '$[*].phone ? (@ like_regex "^.{51}" flag "s")')),
  constraint vendors_contacts_email_format check (not jsonb_path_exists(contacts,
    '$[*].email ? (!(@ like_regex "^[^@\\s]+@[^@\\s]+[.][^@\\s]+$"))')),
  constraint vendors_address_line_1_length check (char_length(address_line_1) <= 200),
  constraint vendors_address_line_2_length check (char_length(address_line_2) <= 200),
  constraint vendors_city_length check (char_length(city) <= 100),
  constraint vendors_region_length check (char_length(region) <= 100),
  constraint vendors_postal_code_length check (char_length(postal_code) <= 20),
  constraint vendors_country_known check (private.is_country(country)),
  constraint vendors_account_number_length check (char_length(account_number) <= 100),
  constraint vendors_expected_payment_days_range check (expected_payment_days between 0 and 730),
  constraint vendors_expected_payment_basis_known check (
    expected_payment_basis in ('booking', 'departure', 'return', 'before_departure')),
  constraint vendors_aliases_count check (cardinality(aliases) <= 20),
  -- private.normalize_vendor leaves no line break in an alias.
  constraint vendors_aliases_length check (array_to_string(aliases, E'\n') !~ '[^\n]{101}')
);
alter table public.vendors enable row level security;

create index vendors_organization_id_name_idx on public.vendors (organization_id, name, id);
create index vendors_organization_id_lower_name_idx on public.vendors (organization_id, lower(name));
-- What a vendor is found by: the words of the name, and of the names on bank statements.
create function private.vendor_document(name text, aliases text[]) returns text
language sql immutable strict parallel safe cost 1000 set search_path = '' as $$
  select private.name_document(name || ' ' || array_to_string(aliases, ' '))
$$;
grant execute on function private.vendor_document(text, text[]) to authenticated;

create index vendors_search_idx on public.vendors using gin
  (organization_id, private.vendor_document(name, aliases) extensions.gin_trgm_ops);
create index vendors_import_batch_id_idx on public.vendors (import_batch_id, import_row) where import_batch_id is not null;

comment on column public.vendors.logo_url is 'Path in the bucket logos';
comment on column public.vendors.expected_payment_days is
  'Days from the booking, departure or return until the commission is expected; null when nothing is agreed';
comment on column public.vendors.aliases is 'The vendor''s name as it appears on bank statements';
comment on column public.vendors.archived_at is 'Written by archive_vendor';
comment on column public.vendors.version is
  'Filled by trigger: 1, and one more with every change of what the form says. Sent with an update it is the one that was seen';

create policy "members read vendors of their organization" on public.vendors
  for select to authenticated using (organization_id = (select private.current_organization_id()));

create policy "admins add vendors to their organization" on public.vendors
  for insert to authenticated
  with check (organization_id = (select private.current_organization_id()) and (select private.is_admin()));

create policy "admins change vendors of their organization" on public.vendors
  for update to authenticated
  using (organization_id = (select private.current_organization_id()) and (select private.is_admin()))
  with check (organization_id = (select private.current_organization_id()) and (select private.is_admin()));

-- What is between the agency and the vendor (account number, notes, contacts, payment terms) is for admins, who read it by
-- list_vendors, get_vendor_profile and export_vendors: a grant is the same for all members. archived_at is written by
-- archive_vendor, import_batch_id and import_row by import_rows: no grants to write them.
grant select (id, organization_id, name, logo_url, email, phone, website, default_commission_rate, created_at, updated_at,
  category, address_line_1, address_line_2, city, region, postal_code, country, aliases, archived_at, import_batch_id, import_row,
  version), insert (name, logo_url, email, phone, website, default_commission_rate, notes, category, contacts,
  address_line_1, address_line_2, city, region, postal_code, country, account_number, expected_payment_days,
  expected_payment_basis, aliases), update (name, logo_url, email, phone, website, default_commission_rate, notes, category,
  contacts, address_line_1, address_line_2, city, region, postal_code, country, account_number, expected_payment_days,
  expected_payment_basis, aliases, version) on public.vendors to authenticated;

-- Optimistic concurrency, see 23_customer_versions.sql.
create trigger vendors_05_compare_version before update of version on public.vendors for each row
  when (new.version is distinct from old.version) execute function private.refuse_stale_version('vendor');

create trigger vendors_80_number before update on public.vendors for each row execute function private.bump_record_version(
  '{id,organization_id,created_at,updated_at,version,archived_at,import_batch_id,import_row}');

create trigger vendors_90_touch before update on public.vendors
  for each row execute function private.touch_updated_at();

create trigger vendors_after_70_forget_changes after delete on public.vendors
  referencing old table as removed for each statement execute function private.delete_record_changes();

-- Makes aliases unique in an organization, whatever their case. Denormalized from vendors.aliases by trigger; nothing else reads
-- or writes it.
create table private.vendor_aliases (
  organization_id uuid not null,
  alias_key text not null,
  vendor_id uuid not null,
  primary key (organization_id, alias_key),
  constraint vendor_aliases_vendor_id_fkey foreign key (vendor_id, organization_id)
    references public.vendors (id, organization_id) on delete cascade
);
alter table private.vendor_aliases enable row level security;

create index vendor_aliases_vendor_id_idx on private.vendor_aliases (vendor_id, organization_id);

-- Trims texts and turns empty ones into null. JSON of an unexpected shape stays as it is: a constraint refuses it.
create function private.normalize_vendor() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.name := btrim(new.name);
  new.logo_url := nullif(btrim(new.logo_url), '');
  new.email := nullif(btrim(new.email), '');
  new.phone := nullif(btrim(new.phone), '');
  new.website := nullif(btrim(new.website), '');
  new.notes := nullif(btrim(new.notes), '');
  new.address_line_1 := nullif(btrim(new.address_line_1), '');
  new.address_line_2 := nullif(btrim(new.address_line_2), '');
  new.city := nullif(btrim(new.city), '');
  new.region := nullif(btrim(new.region), '');
  new.postal_code := nullif(btrim(new.postal_code), '');
  new.country := nullif(upper(btrim(new.country)), '');
  new.account_number := nullif(btrim(new.account_number), '');
  new.category := coalesce(nullif(btrim(new.category), ''), 'other');
  new.expected_payment_basis := coalesce(nullif(btrim(new.expected_payment_basis), ''), 'departure');

  new.contacts := coalesce(new.contacts, '[]');
  if jsonb_typeof(new.contacts) = 'array'
    and not jsonb_path_exists(new.contacts, 'strict $[*] ? (@.type() != "object")', '{}', true)
    and not jsonb_path_exists(new.contacts, 'strict $[*].keyvalue() ? (
      !(@.key == "name" || @.key == "role" || @.key == "email" || @.key == "phone")
      || (@.value.type() != "string" && @.value.type() != "null"))', '{}', true) then
    new.contacts := (
      select coalesce(jsonb_agg(jsonb_build_object('name', c.name, 'role', c.role, 'email', c.email, 'phone', c.phone)
        order by c.position), '[]')
      from (
        select nullif(btrim(e ->> 'name'), '') as name, nullif(btrim(e ->> 'role'), '') as role,
          nullif(btrim(e ->> 'email'), '') as email, nullif(btrim(e ->> 'phone'), '') as phone, position
        from jsonb_array_elements(new.contacts) with ordinality u(e, position)) c
      -- Rows of the form that were left empty are dropped.
      where coalesce(c.name, c.role, c.email, c.phone) is not null);
  end if;

  -- Banks pad names with blanks and change their case: aliases that differ in nothing else are one. The first spelling stays.
  new.aliases := array(
    select d.alias from (
      select distinct on (lower(t.alias)) t.alias, t.position
      from (
        select btrim(regexp_replace(a, '\s+', ' ', 'g')) as alias, position
        from unnest(new.aliases) with ordinality u(a, position)) t
      where t.alias <> ''
      order by lower(t.alias), t.position) d
    order by d.position);
  return new;
end $$;

create trigger vendors_10_normalize before insert or update on public.vendors
  for each row execute function private.normalize_vendor();

-- The advisory lock makes vendors of one organization change their aliases one after the other: two that exchange aliases at the
-- same moment would deadlock.
create function private.sync_vendor_aliases() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  taken record;
begin
  perform pg_advisory_xact_lock(hashtextextended('vendor_aliases ' || new.organization_id, 0));
  delete from private.vendor_aliases a
  where a.vendor_id = new.id and a.organization_id = new.organization_id
    and a.alias_key <> all (array(select lower(n) from unnest(new.aliases) n));
  select n.alias, v.name into taken
  from unnest(new.aliases) n(alias)
  join private.vendor_aliases a on a.organization_id = new.organization_id and a.alias_key = lower(n.alias)
  join public.vendors v on v.id = a.vendor_id
  where a.vendor_id <> new.id
  limit 1;
  if taken.alias is not null then
    perform private.refuse('"' || taken.alias || '" is already an alias of ' || taken.name || '.', 'aliases');
  end if;
  insert into private.vendor_aliases (organization_id, alias_key, vendor_id)
  select new.organization_id, lower(n), new.id from unnest(new.aliases) n
  on conflict (organization_id, alias_key) do nothing;
  return null;
end $$;

create trigger vendors_after_10_keep_aliases_of_new after insert on public.vendors
  for each row when (cardinality(new.aliases) > 0) execute function private.sync_vendor_aliases();
create trigger vendors_after_10_keep_aliases after update on public.vendors
  for each row when (old.aliases is distinct from new.aliases) execute function private.sync_vendor_aliases();

-- For triggers on sales: a sale cannot be recorded for or moved to an archived vendor; existing sales stay.
create function private.refuse_archived_vendor() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (
    select 1 from public.vendors v
    where v.id = new.vendor_id and v.organization_id = new.organization_id and v.archived_at is not null
  ) then
    perform private.refuse('This vendor is archived. Choose another one, or restore it first.', 'vendor_id');
  end if;
  return new;
end $$;

-- {sales_count, total_amount, commission_amount} of the sales the caller may see, without cancelled sales and commissions.
create function public.get_vendor_totals(vendor_id uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object('sales_count', count(*), 'total_amount', coalesce(sum(s.total_amount), 0),
    'commission_amount', coalesce(sum(c.amount), 0))
  from public.sales s
  left join public.commissions c on c.organization_id = s.organization_id and c.sales_id = s.id and c.status <> 'cancelled'
  where s.organization_id = (select private.current_organization_id())
    and s.vendor_id = get_vendor_totals.vendor_id and s.status <> 'cancelled'
$$;
grant execute on function public.get_vendor_totals(uuid) to authenticated;

-- {vendor, figures} for admins; null for everybody else and for a vendor of another organization. Figures, without anything
-- cancelled: number and total of sales; commissions by status, {count, amount (gross), agent_amount} each: expected (unpaid, not
-- overdue), overdue (unpaid after the vendor's due day), funds_received and agent_paid, so that each is the sum of one list of
-- commissions; received {count, amount, owed}: what verified receipts say came from the vendor, and the gross commission it is for.
create function public.get_vendor_profile(vendor_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  caller_organization_id uuid := private.admin_organization_id();
  today date := private.today();
  vendor public.vendors%rowtype;
  figures jsonb;
begin
  select v.* into vendor from public.vendors v where v.id = get_vendor_profile.vendor_id and v.organization_id = caller_organization_id;
  if vendor.id is null then
    return null;
  end if;
  select jsonb_build_object('sales_count', count(*), 'total_amount', coalesce(sum(s.total_amount), 0)) into figures
  from public.sales s
  where s.organization_id = caller_organization_id and s.vendor_id = vendor.id and s.status <> 'cancelled';
  select figures || jsonb_object_agg(k.name, jsonb_build_object('count', coalesce(c.n, 0), 'amount', coalesce(c.amount, 0),
      'agent_amount', coalesce(c.agent_amount, 0)))
    || jsonb_build_object('received', jsonb_build_object('count', coalesce(sum(c.receipts), 0),
      'amount', coalesce(sum(c.received), 0), 'owed', coalesce(sum(c.owed), 0))) into figures
  from unnest('{expected,overdue,funds_received,agent_paid}'::text[]) k(name)
  left join (
    select case when c.status <> 'unpaid' then c.status when c.due_on < today then 'overdue' else 'expected' end as name,
      count(*) as n, sum(c.amount) as amount, sum(c.agent_amount) as agent_amount, count(c.received_on) as receipts,
      sum(c.received_amount) as received, sum(c.amount) filter (where c.received_on is not null) as owed
    from public.commissions c
    where c.organization_id = caller_organization_id and c.vendor_id = vendor.id and c.status in ('unpaid', 'funds_received', 'agent_paid')
    group by 1) c on c.name = k.name;
  return jsonb_build_object('vendor', to_jsonb(vendor) || jsonb_build_object('is_archived', vendor.archived_at is not null),
    'figures', figures);
end $$;
grant execute on function public.get_vendor_profile(uuid) to authenticated;

-- The answer of get_vendor_profile, with the newest `sales`.
create function public.get_vendor_page(vendor_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select public.get_vendor_profile(get_vendor_page.vendor_id) || jsonb_build_object(
    'sales', private.latest_sales('vendor', get_vendor_page.vendor_id))
$$;
grant execute on function public.get_vendor_page(uuid) to authenticated;

-- Locks the vendor's row for a change. Answers why the caller may not change it; null when they may.
create function private.lock_vendor(vendor_id uuid) returns text
language plpgsql security definer set search_path = '' as $$
begin
  if private.admin_organization_id() is null then
    return 'You do not have permission to manage vendors.';
  end if;
  perform 1 from public.vendors v
  where v.id = lock_vendor.vendor_id and v.organization_id = private.admin_organization_id() for no key update;
  return case when not found then 'This vendor does not exist.' end;
end $$;

create function public.archive_vendor(vendor_id uuid, archived boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  refusal text := private.lock_vendor(archive_vendor.vendor_id);
begin
  if refusal is null and archive_vendor.archived is null then
    refusal := 'Say whether the vendor is archived.';
  end if;
  if refusal is null then
    update public.vendors v set archived_at = case when archive_vendor.archived then now() end
    where v.id = archive_vendor.vendor_id and (v.archived_at is not null) <> archive_vendor.archived;
  end if;
  return private.command_result(refusal);
end $$;
grant execute on function public.archive_vendor(uuid, boolean) to authenticated;

-- The foreign key decides whether there are sales: a check beforehand would miss one recorded at the same moment.
create function public.delete_vendor(vendor_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  refusal text := private.lock_vendor(delete_vendor.vendor_id);
begin
  if refusal is null then
    begin
      delete from public.vendors v where v.id = delete_vendor.vendor_id;
    exception when foreign_key_violation then
      refusal := 'A vendor with sales or documents cannot be deleted. Archive it instead.';
    end;
  end if;
  return private.command_result(refusal);
end $$;
grant execute on function public.delete_vendor(uuid) to authenticated;

-- Saves the given columns of a vendor for admins, as update_customer does for customers.
create function public.update_vendor(vendor_id uuid, expected_version integer, vendor jsonb) returns jsonb
language sql volatile security definer set search_path = '' as $$
  select private.save_record('vendors', 'vendor', private.admin_organization_id(), update_vendor.vendor_id,
    update_vendor.expected_version, private.check_record_input(update_vendor.vendor, '{
      "name": "text", "logo_url": "text", "email": "text", "phone": "text", "website": "text", "notes": "text",
      "default_commission_rate": "number", "category": "text", "contacts": "json", "address_line_1": "text",
      "address_line_2": "text", "city": "text", "region": "text", "postal_code": "text", "country": "text",
      "account_number": "text", "expected_payment_days": "integer", "expected_payment_basis": "text", "aliases": "list"}',
      'vendor'))
$$;
grant execute on function public.update_vendor(uuid, integer, jsonb) to authenticated;

-- 31_vendor_list.sql

-- The list of vendors for admins, with what was sold of each, and what one agent sold of each vendor in a range of days.

-- {rows, count, page, page_size, total_pages, by_category}. Only admins find vendors. Every word of `search` must be part of the
-- name or of an alias. `by_category` counts the matches without the category filter, `count` with it. sales_count and
-- total_amount come from the rollups, without cancelled sales. An unknown category, state or sort falls back to the default;
-- page_size is 1 to 100.
create function public.list_vendors(
  search text default null, category text default null, state text default 'active', sort text default 'name',
  descending boolean default false, page int default 1, page_size int default 10)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.admin_organization_id();
  patterns text[] := private.search_patterns(extensions.unaccent(private.cut_search(list_vendors.search)));
  wanted_state text := case when list_vendors.state in ('archived', 'all') then list_vendors.state else 'active' end;
  wanted_category text := case when list_vendors.category in
    ('cruise', 'tour', 'hotel', 'resort', 'air', 'rail', 'car', 'ferry', 'insurance', 'other') then list_vendors.category end;
  key text := case when list_vendors.sort in
    ('category', 'default_commission_rate', 'sales_count', 'total_amount', 'created_at') then list_vendors.sort else 'name' end;
  down boolean := coalesce(list_vendors.descending, false);
  page_no int := greatest(coalesce(list_vendors.page, 1), 1);
  size int := least(greatest(coalesce(list_vendors.page_size, 10), 1), 100);
  answer jsonb;
begin
  if private.has_too_many_search_words(patterns) then
    caller_organization_id := null;
  end if;
  with matching as materialized (
    select v.id, v.name, v.logo_url, v.category, v.default_commission_rate, v.expected_payment_days, v.expected_payment_basis,
      v.archived_at, v.created_at
    from public.vendors v
    where v.organization_id = caller_organization_id
      and (wanted_state = 'all' or (v.archived_at is not null) = (wanted_state = 'archived'))
      and (patterns is null
        or private.normalize_search_text(v.name || ' ' || array_to_string(v.aliases, ' ')) like all (patterns))
  ), sums as (
    select t.id as vendor_id, t.sales_count as n, t.total_amount as amount
    from private.sales_by('vendor', caller_organization_id, null, '1900-01-01', '2199-12-31') t
  ), chosen as (
    select m.*, coalesce(s.n, 0) as sales_count, coalesce(s.amount, 0) as total_amount,
      row_number() over (order by
        case when not down then case key when 'category' then m.category end end,
        case when down then case key when 'category' then m.category end end desc,
        case when not down then case key when 'default_commission_rate' then m.default_commission_rate
          when 'sales_count' then coalesce(s.n, 0) when 'total_amount' then coalesce(s.amount, 0) end end,
        case when down then case key when 'default_commission_rate' then m.default_commission_rate
          when 'sales_count' then coalesce(s.n, 0) when 'total_amount' then coalesce(s.amount, 0) end end desc,
        case when not down and key = 'created_at' then m.created_at end,
        case when down and key = 'created_at' then m.created_at end desc,
        case when down and key = 'name' then m.name end desc,
        m.name, m.id) as position
    from matching m
    left join sums s on s.vendor_id = m.id
    where wanted_category is null or m.category = wanted_category
  )
  select jsonb_build_object(
    'rows', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'logo_url', c.logo_url,
        'category', c.category, 'default_commission_rate', c.default_commission_rate,
        'expected_payment_days', c.expected_payment_days, 'expected_payment_basis', c.expected_payment_basis,
        'is_archived', c.archived_at is not null, 'sales_count', c.sales_count, 'total_amount', c.total_amount)
        order by c.position), '[]')
      from chosen c where c.position > (page_no - 1)::bigint * size and c.position <= page_no::bigint * size),
    'count', (select count(*) from chosen), 'page', page_no, 'page_size', size,
    'total_pages', (select (count(*) + size - 1) / size from chosen),
    'by_category', (select coalesce(jsonb_object_agg(t.category, t.n), '{}')
      from (select m.category, count(*) as n from matching m group by m.category) t))
  into answer;
  return answer;
end $$;
grant execute on function public.list_vendors(text, text, text, text, boolean, integer, integer) to authenticated;

-- 40_sales.sql

-- Sales and their travelers: who may read and change them, amounts derived from what was entered, optimistic concurrency
-- (version), and the functions that create, update and look for sales. Agents work with their own sales, admins with all of their
-- organization. How a sale moves between its statuses is in 41_sale_state_machine.sql.
create table public.sales (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null default private.current_organization_id(),
  customer_id uuid not null,
  vendor_id uuid not null,
  agent_id uuid not null default auth.uid(),
  booking_reference text not null,
  sale_date date not null default private.today(),
  travel_date date,
  return_date date,
  total_amount numeric(12,2) not null,
  commission_amount numeric(12,2) not null,
  commission_rate numeric(5,2) not null,
  commission_basis text not null default 'rate',
  currency text not null,
  status text not null default 'booked',
  notes text,
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  traveler_ids uuid[] not null default '{}',
  -- Written by import_rows only.
  import_batch_id uuid,
  import_row integer,
  constraint sales_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint sales_customer_id_fkey foreign key (customer_id, organization_id) references public.customers (id, organization_id),
  constraint sales_vendor_id_fkey foreign key (vendor_id, organization_id) references public.vendors (id, organization_id),
  constraint sales_agent_id_fkey foreign key (agent_id, organization_id) references public.users (id, organization_id),
  constraint sales_created_by_fkey foreign key (created_by, organization_id) references public.users (id, organization_id),
  constraint sales_currency_fkey foreign key (organization_id, currency) references public.organizations (id, currency),
  constraint sales_organization_id_id_key unique (organization_id, id),
  constraint sales_booking_reference_length check (char_length(booking_reference) <= 100),
  -- Ranges also refuse values that `date` and `numeric` accept: infinity, NaN, the year 0026.
  constraint sales_sale_date_range check (sale_date between '1900-01-01' and '2199-12-31'),
  constraint sales_travel_date_range check (travel_date between '1900-01-01' and '2199-12-31'),
  constraint sales_return_date_range check (return_date between '1900-01-01' and '2199-12-31'),
  constraint sales_return_date_after_travel check (return_date >= travel_date),
  constraint sales_total_amount_range check (total_amount between 0 and 9999999999.99),
  constraint sales_commission_amount_range check (commission_amount between 0 and 9999999999.99),
  constraint sales_commission_amount_within_total check (total_amount <= 0 or commission_amount <= total_amount),
  constraint sales_commission_rate_range check (commission_rate between 0 and 100),
  constraint sales_commission_basis_known check (commission_basis in ('rate', 'amount')),
  constraint sales_status_known check (status in ('booked', 'paid', 'cancelled')),
  constraint sales_notes_length check (char_length(notes) <= 5000),
  constraint sales_booking_reference_required check (private.is_visible(booking_reference)),
  constraint sales_traveler_ids_count check (cardinality(traveler_ids) <= 100),
  -- The paying customer is not listed among the travelers.
  constraint sales_traveler_ids_without_customer check (customer_id <> all (traveler_ids))
);
alter table public.sales enable row level security;

create index sales_organization_id_status_idx on public.sales (organization_id, status, sale_date desc, created_at desc, id);
-- With what the profile and the list of a vendor add up.
create index sales_organization_id_vendor_id_idx on public.sales (organization_id, vendor_id, sale_date desc, created_at desc, id)
  include (status, agent_id, total_amount, commission_amount);
-- Duplicate bookings: the same reference at the same vendor, ignoring case and surrounding blanks.
create index sales_booking_reference_idx on public.sales (organization_id, vendor_id, lower(btrim(booking_reference)));
create index sales_organization_id_total_amount_idx on public.sales (organization_id, total_amount desc, id)
  include (status, agent_id, vendor_id, sale_date);
create index sales_organization_id_booking_reference_idx on public.sales (organization_id, booking_reference desc, id)
  include (status, agent_id, vendor_id, sale_date);
-- Search for any part of a booking reference, by trigrams, among all of an organization or one agent's.
create index sales_booking_reference_search_idx on public.sales using gin
  (organization_id, agent_id, lower(booking_reference collate pg_catalog."pg_c_utf8") extensions.gin_trgm_ops);
-- References as banks print them: letters and digits, and the first run of digits. See 58_bank_texts. With the agent, so that a
-- search for a reference reads no row of somebody else.
create index sales_reference_key_idx on public.sales
  (organization_id, upper(regexp_replace(booking_reference, '[^A-Za-z0-9]', '', 'g')), agent_id);
create index sales_reference_digits_idx on public.sales (organization_id, substring(booking_reference from '[0-9]{4,}'))
  where substring(booking_reference from '[0-9]{4,}') is not null;
create index sales_departures_idx on public.sales (organization_id, agent_id, travel_date, id)
  where status <> 'cancelled' and travel_date is not null;
-- Trips that begin before the customer has paid.
create index sales_unpaid_departures_idx on public.sales (organization_id, travel_date, id)
  include (agent_id, vendor_id, sale_date, total_amount, commission_amount) where status = 'booked';
create index sales_organization_id_customer_id_idx on public.sales (organization_id, customer_id, sale_date desc, created_at desc, id)
  include (status, agent_id, vendor_id, total_amount, commission_amount, booking_reference);
create index sales_organization_id_agent_id_idx on public.sales (organization_id, agent_id, sale_date desc, created_at desc, id)
  include (status, vendor_id, total_amount, commission_amount);
create index sales_organization_id_sale_date_idx on public.sales (organization_id, sale_date desc, created_at desc, id)
  include (status, agent_id, vendor_id, total_amount, commission_amount, travel_date);
-- The few sales with a note, for the redaction of an erased customer (private.redact_sales).
create index sales_texts_idx on public.sales (organization_id, id) where notes is not null;

create index sales_import_batch_id_idx on public.sales (import_batch_id, import_row) where import_batch_id is not null;

-- Agent, vendor and customer determine the organization: without this the planner expects a thousandth of the rows.
create statistics public.sales_scope (dependencies) on organization_id, agent_id, vendor_id, customer_id from public.sales;

comment on column public.sales.commission_amount is
  'Filled by trigger: what the vendor owes the agency, derived when the basis is rate';
comment on column public.sales.commission_rate is
  'Filled by trigger: percent, derived when the basis is amount, the vendor''s default when left out';
comment on column public.sales.currency is 'Filled by trigger: the currency of the organization';
comment on column public.sales.version is 'Filled by trigger: 1, and one more with every change of what the sale says';
comment on column public.sales.traveler_ids is
  'Customers who travel beside the paying one, in no order. sale_travelers follows it and holds the references';

create policy "agents read their own sales, admins all of their organization" on public.sales
  for select to authenticated using (
    organization_id = (select private.current_organization_id())
    and ((select private.is_admin()) or agent_id = (select auth.uid()))
  );

create policy "agents record sales of their own, admins for anybody in their organization" on public.sales
  for insert to authenticated with check (
    organization_id = (select private.current_organization_id())
    and created_by = (select auth.uid())
    and ((select private.is_admin()) or agent_id = (select auth.uid()))
  );

create policy "agents change their own sales, admins all of their organization" on public.sales
  for update to authenticated
  using (
    organization_id = (select private.current_organization_id())
    and ((select private.is_admin()) or agent_id = (select auth.uid()))
  )
  with check (
    organization_id = (select private.current_organization_id())
    and ((select private.is_admin()) or agent_id = (select auth.uid()))
  );

grant select, insert (customer_id, vendor_id, agent_id, booking_reference, sale_date, travel_date, return_date, total_amount,
  commission_amount, commission_rate, commission_basis, currency, notes, traveler_ids), update (customer_id, vendor_id,
  agent_id, booking_reference, sale_date, travel_date, return_date, total_amount, commission_amount, commission_rate,
  commission_basis, currency, status, notes, traveler_ids) on public.sales to authenticated;

create trigger sales_12_refuse_archived_vendor before insert on public.sales
  for each row execute function private.refuse_archived_vendor();

create trigger sales_12_refuse_another_archived_vendor before update of vendor_id on public.sales
  for each row when (old.vendor_id is distinct from new.vendor_id) execute function private.refuse_archived_vendor();

create trigger sales_90_touch before update on public.sales
  for each row execute function private.touch_updated_at();

create trigger sales_truncate before truncate on public.sales
  for each statement execute function private.refuse_truncate();

-- sales.traveler_ids as rows, with the foreign keys an array cannot have and an index by customer. Denormalized by trigger.
create table public.sale_travelers (
  sale_id uuid not null,
  customer_id uuid not null,
  organization_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (sale_id, customer_id),
  constraint sale_travelers_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint sale_travelers_sale_id_fkey foreign key (sale_id, organization_id) references public.sales (id, organization_id),
  constraint sale_travelers_customer_id_fkey foreign key (customer_id, organization_id)
    references public.customers (id, organization_id)
);
alter table public.sale_travelers enable row level security;

create index sale_travelers_organization_id_customer_id_idx on public.sale_travelers (organization_id, customer_id, sale_id);

-- The policy of sales decides: the subquery runs with the caller's rights.
create policy "people read the travelers of the sales they may read" on public.sale_travelers
  for select to authenticated using (
    organization_id = (select private.current_organization_id())
    and ((select private.is_admin()) or exists (
      select 1 from public.sales s where s.organization_id = sale_travelers.organization_id and s.id = sale_id))
  );

grant select on public.sale_travelers to authenticated;

-- Asks once per statement whether the caller may give sales to other agents, for private.guard_sale_agent: one statement may
-- reassign thousands of sales. The setting is written anew before every statement, so a value set by a client has no effect.
create function private.cache_assignment_right() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform set_config('paperplane.may_assign_sales',
    case when auth.uid() is null or private.is_admin() then 'yes' else 'own' end, true);
  return null;
end $$;

create trigger sales_05_cache_assignment_right before insert or update of agent_id on public.sales
  for each statement execute function private.cache_assignment_right();

-- Only an admin records a sale for another agent or reassigns one. The policies say the same; this answers with a message.
create function private.guard_sale_agent() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.agent_id is null or current_setting('paperplane.may_assign_sales', true) = 'yes' then
    return new;
  end if;
  if tg_op = 'INSERT' and new.agent_id <> auth.uid() then
    perform private.refuse('Only an admin can record a sale for another agent.', 'agent_id');
  elsif tg_op = 'UPDATE' and new.agent_id <> old.agent_id then
    perform private.refuse('Only an admin can give a sale to another agent.', 'agent_id');
  end if;
  return new;
end $$;

create trigger sales_10_guard_agent before insert or update of agent_id on public.sales
  for each row execute function private.guard_sale_agent();

-- A date before 1990 is hardly ever right and moves a sale out of every report: only an admin enters or changes one. What no
-- constraint accepts is left to the constraint.
create function private.guard_old_dates() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  old_dates constant daterange := '[1900-01-01,1990-01-01)';
  column_name text := case
    when new.sale_date is distinct from old.sale_date and (new.sale_date <@ old_dates or old.sale_date <@ old_dates)
      then 'sale_date'
    when new.travel_date is distinct from old.travel_date and (new.travel_date <@ old_dates or old.travel_date <@ old_dates)
      then 'travel_date'
    when new.return_date is distinct from old.return_date and (new.return_date <@ old_dates or old.return_date <@ old_dates)
      then 'return_date' end;
begin
  if column_name is not null and auth.uid() is not null and not private.is_admin() then
    perform private.refuse('Only an admin can enter or change a date before 1990.', column_name);
  end if;
  return new;
end $$;

create trigger sales_15_guard_old_dates before insert or update of sale_date, travel_date, return_date on public.sales
  for each row execute function private.guard_old_dates();

-- Fills what was left out and derives the other half of the commission. commission_basis tells which half was entered (rate or
-- amount); that half stays when the total changes.
create function private.fill_sale() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  home_currency text;
begin
  new.booking_reference := nullif(btrim(new.booking_reference), '');
  new.notes := nullif(btrim(new.notes), '');

  if new.currency is null or tg_op = 'INSERT' or new.currency is distinct from old.currency then
    select o.currency into home_currency from public.organizations o where o.id = new.organization_id;
    new.currency := coalesce(upper(btrim(new.currency)), home_currency);
    if new.currency <> home_currency then
      perform private.refuse(
        'Use the currency of your organization, ' || home_currency || '.', 'currency');
    end if;
  end if;

  if tg_op = 'INSERT' then
    if new.commission_basis = 'rate' and new.commission_rate is null and new.commission_amount is not null then
      new.commission_basis := 'amount';
    end if;
    if new.commission_basis = 'rate' and new.commission_rate is null then
      new.commission_rate := coalesce((
        select v.default_commission_rate from public.vendors v
        where v.organization_id = new.organization_id and v.id = new.vendor_id), 0);
    end if;
  elsif new.commission_basis = old.commission_basis then
    if new.commission_basis = 'rate'
      and new.commission_amount <> old.commission_amount and new.commission_rate = old.commission_rate then
      new.commission_basis := 'amount';
    elsif new.commission_basis = 'amount'
      and new.commission_rate <> old.commission_rate and new.commission_amount = old.commission_amount then
      new.commission_basis := 'rate';
    end if;
  end if;

  -- A value out of range is refused by its own constraint, with its own message: derived values must not fail before it.
  if new.total_amount not between 0 and 9999999999.99 or new.commission_basis not in ('rate', 'amount') then
    new.commission_rate := 0;
    new.commission_amount := 0;
  elsif new.commission_basis = 'rate' then
    new.commission_amount := case when new.commission_rate between 0 and 100
      then round(new.total_amount * new.commission_rate / 100, 2) else 0 end;
  elsif new.commission_basis = 'amount' then
    if new.total_amount > 0 and new.commission_amount > new.total_amount then
      perform private.refuse('Commission must be at most the total amount.', 'commission_amount');
    end if;
    new.commission_rate := case when new.total_amount > 0 and new.commission_amount >= 0
      then round(new.commission_amount / new.total_amount * 100, 2) else 0 end;
  end if;
  return new;
end $$;

create trigger sales_20_fill before insert or update on public.sales
  for each row execute function private.fill_sale();

create function private.normalize_travelers() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.traveler_ids := array(select distinct t from unnest(new.traveler_ids) t where t is not null order by t);
  return new;
end $$;

create trigger sales_25_normalize_travelers before insert or update of traveler_ids on public.sales
  for each row execute function private.normalize_travelers();

-- Refuses merged and erased customers on a sale. The key share lock keeps a merge waiting until the sale is written.
create function private.guard_sale_customers() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  unavailable public.customers%rowtype;
  added_ids uuid[] := case
    when tg_op = 'INSERT' then new.traveler_ids || new.customer_id
    else array(select t from unnest(new.traveler_ids) t where t <> all (old.traveler_ids))
      || case when new.customer_id <> old.customer_id then array[new.customer_id] else '{}' end end;
begin
  if cardinality(added_ids) = 0 then
    return new;
  end if;
  perform 1 from public.customers c
  where c.organization_id = new.organization_id and c.id = any (added_ids) order by c.id for key share;
  select c.* into unavailable from public.customers c
  where c.organization_id = new.organization_id and c.id = any (added_ids)
    and (c.merged_into is not null or c.erased_at is not null)
  limit 1;
  if unavailable.merged_into is not null then
    perform private.refuse(unavailable.first_name || ' ' || unavailable.last_name || ' was merged into '
      || (select c.first_name || ' ' || c.last_name from public.customers c where c.id = unavailable.merged_into)
      || '. Choose them instead.',
      case when unavailable.id = new.customer_id then 'customer_id' else 'traveler_ids' end);
  elsif unavailable.erased_at is not null then
    perform private.refuse('This customer was erased.',
      case when unavailable.id = new.customer_id then 'customer_id' else 'traveler_ids' end);
  end if;
  return new;
end $$;

create trigger sales_30_guard_customers before insert or update of customer_id, traveler_ids on public.sales
  for each row execute function private.guard_sale_customers();

create function private.bump_sale_version() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  ignored constant text[] := '{id,organization_id,created_at,updated_at,version,import_batch_id,import_row}';
begin
  new.version := old.version + case when to_jsonb(new) - ignored = to_jsonb(old) - ignored then 0 else 1 end;
  return new;
end $$;

create trigger sales_80_number before update on public.sales
  for each row execute function private.bump_sale_version();

create function private.sync_travelers() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.sale_travelers t where t.sale_id = new.id and t.customer_id <> all (new.traveler_ids);
  insert into public.sale_travelers (sale_id, customer_id, organization_id)
  select new.id, t, new.organization_id from unnest(new.traveler_ids) t
  on conflict do nothing;
  return null;
end $$;

create trigger sales_after_15_sync_travelers after insert or update of traveler_ids on public.sales
  for each row execute function private.sync_travelers();

-- The columns of a sale whose changes make a new version and a history entry. bump_sale_version and write_sales_history leave out
-- the same columns.
create function private.sale_content(sale public.sales) returns jsonb
language sql stable set search_path = '' as $$
  select to_jsonb(sale) - '{id,organization_id,created_at,updated_at,version,import_batch_id,import_row}'::text[]
$$;

-- The names of the travelers as they are at this moment, for histories.
create function private.traveler_names(sale public.sales) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(c.first_name || ' ' || c.last_name order by c.last_name, c.first_name, c.id), '[]')
  from public.customers c
  where c.organization_id = sale.organization_id and c.id = any (sale.traveler_ids)
$$;

-- Validates the fields a client sent for a sale: known columns only, each of its type. A refusal names the column.
create function private.check_sale_input(input jsonb, allowed text[]) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  checked jsonb := '{}';
  missing constant jsonb := '{
    "customer_id": "Choose the customer for this booking.", "vendor_id": "Choose the vendor for this booking.",
    "agent_id": "Choose the agent who sold this booking.", "booking_reference": "Enter the booking reference.",
    "sale_date": "Enter the sale date.", "total_amount": "Enter the total amount.",
    "commission_amount": "Enter the commission amount.", "commission_rate": "Enter the commission rate.",
    "commission_basis": "Enter the commission rate.", "status": "Invalid status specified"}';
  key text;
  value jsonb;
  typed text;
  amount numeric;
begin
  if input is null or jsonb_typeof(input) <> 'object' then
    perform private.refuse('Send the fields of the sale as an object.');
  end if;
  for key, value in select e.key, e.value from jsonb_each(input) e order by e.key loop
    if key <> all (allowed) then
      perform private.refuse('A sale has no field "' || left(key, 60) || '" that can be set here.', left(key, 60));
    end if;
    typed := value #>> '{}';
    if typed is null then
      -- private.fill_sale fills the currency and the derived half of the commission.
      if key = 'currency' or key = 'commission_amount' and input ->> 'commission_basis' = 'rate'
        or key = 'commission_rate' and input ->> 'commission_basis' = 'amount' then
        continue;
      elsif missing ? key then
        perform private.refuse(missing ->> key, key);
      end if;
    elsif key in ('customer_id', 'vendor_id', 'agent_id') then
      if jsonb_typeof(value) <> 'string' or not pg_input_is_valid(typed, 'uuid') then
        perform private.refuse(missing ->> key, key);
      end if;
    elsif key in ('sale_date', 'travel_date', 'return_date') then
      if jsonb_typeof(value) <> 'string' or typed !~ '^\d{4}-\d\d-\d\d$' or not pg_input_is_valid(typed, 'date') then
        perform private.refuse('Enter a date like 11/19/2026.', key);
      end if;
    elsif key in ('total_amount', 'commission_amount', 'commission_rate') then
      if jsonb_typeof(value) not in ('number', 'string')
        or jsonb_typeof(value) = 'string' and typed !~ '^ *-?\d{1,20}(\.\d{1,20})? *$' then
        perform private.refuse(case key when 'commission_rate' then 'Enter a percentage like 12.5.'
          else 'Enter an amount like 1,482.50.' end, key);
      end if;
      amount := round(typed::numeric, 2);
      if key = 'commission_rate' and amount not between 0 and 100 then
        perform private.refuse('Enter a percentage from 0 to 100.', key);
      elsif amount not between 0 and 9999999999.99 then
        perform private.refuse('Enter an amount of 0 or more. The most is 9,999,999,999.99.', key);
      end if;
      value := to_jsonb(amount);
    elsif jsonb_typeof(value) <> 'string' then
      perform private.refuse('Enter text here.', key);
    elsif key = 'booking_reference' and not private.is_visible(typed) then
      perform private.refuse(missing ->> key, key);
    end if;
    checked := checked || jsonb_build_object(key, value);
  end loop;
  return checked;
end $$;
grant execute on function private.check_sale_input(jsonb, text[]) to authenticated;

create function private.check_traveler_ids(traveler_ids text[]) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  if exists (select 1 from unnest(traveler_ids) t where t is null or not pg_input_is_valid(t, 'uuid')) then
    perform private.refuse('Choose the travelers from your customers.', 'traveler_ids');
  end if;
  return jsonb_build_object('traveler_ids', array(select t::uuid from unnest(traveler_ids) t));
end $$;
grant execute on function private.check_traveler_ids(text[]) to authenticated;

-- Records a sale with its travelers and, by trigger, its commission. Answers {id, version}.
create function public.create_sale(sale jsonb, traveler_ids text[] default '{}') returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  input jsonb;
  columns text;
  saved record;
begin
  if create_sale.sale ? 'status' then
    perform private.refuse('A new sale is booked.', 'status');
  end if;
  input := private.check_sale_input(
    -- Required fields: null is refused with the field's message.
    '{"customer_id": null, "vendor_id": null, "booking_reference": null, "total_amount": null}'::jsonb || create_sale.sale,
    '{customer_id,vendor_id,agent_id,booking_reference,sale_date,travel_date,return_date,total_amount,commission_amount,
      commission_rate,commission_basis,currency,notes}');
  if input ->> 'commission_basis' = 'amount' and not input ? 'commission_amount' then
    perform private.refuse('Enter the commission amount.', 'commission_amount');
  end if;
  input := input || private.check_traveler_ids(coalesce(create_sale.traveler_ids, '{}'));
  columns := (select string_agg(quote_ident(k), ', ') from jsonb_object_keys(input) k);
  execute format('insert into public.sales (%1$s) select %1$s from jsonb_populate_record(null::public.sales, $1)
    returning id, version', columns) into saved using input;
  return jsonb_build_object('id', saved.id, 'version', saved.version);
end $$;
grant execute on function public.create_sale(jsonb, text[]) to authenticated;

-- The current state of a sale, for a client whose update met a conflict.
create function private.describe_sale(sale public.sales) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select to_jsonb(sale) || jsonb_build_object(
    'customer', (select jsonb_build_object('id', c.id, 'first_name', c.first_name, 'last_name', c.last_name,
      'email', c.email, 'phone', c.phone)
      from public.customers c where c.organization_id = sale.organization_id and c.id = sale.customer_id),
    'vendor', (select jsonb_build_object('id', v.id, 'name', v.name, 'logo_url', v.logo_url,
      'default_commission_rate', v.default_commission_rate)
      from public.vendors v where v.organization_id = sale.organization_id and v.id = sale.vendor_id),
    'agent', (select jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name,
      'avatar_url', u.avatar_url)
      from public.users u where u.organization_id = sale.organization_id and u.id = sale.agent_id),
    'travelers', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'first_name', c.first_name,
      'last_name', c.last_name, 'email', c.email) order by c.last_name, c.first_name, c.id), '[]')
      from public.customers c where c.organization_id = sale.organization_id and c.id = any (sale.traveler_ids)))
$$;
grant execute on function private.describe_sale(public.sales) to authenticated;

-- Saves the changed fields of a sale, and its travelers unless null, if it still has the version the caller started from:
-- {outcome: 'saved', id, version}. Otherwise nothing is written: {outcome: 'conflict', version, sale, changes} with the current
-- sale and the changes since, oldest first. The row lock lets exactly one of two simultaneous updates win.
create function public.update_sale(
  sale_id uuid,
  expected_version integer,
  changes jsonb,
  traveler_ids text[] default null
) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  input jsonb := private.check_sale_input(update_sale.changes,
    '{customer_id,vendor_id,agent_id,booking_reference,sale_date,travel_date,return_date,total_amount,commission_amount,
      commission_rate,commission_basis,currency,status,notes}');
  current public.sales%rowtype;
  assignments text;
  new_version integer;
begin
  if update_sale.traveler_ids is not null then
    input := input || private.check_traveler_ids(update_sale.traveler_ids);
  end if;
  if update_sale.expected_version is null then
    perform private.refuse('Say which version of the sale was edited.', 'version');
  end if;
  select s.* into current from public.sales s where s.id = update_sale.sale_id for no key update;
  if not found then
    perform private.refuse('This sale does not exist, or it is not yours.');
  end if;

  if current.version <> update_sale.expected_version then
    return jsonb_build_object('outcome', 'conflict', 'version', current.version,
      'sale', private.describe_sale(current),
      'changes', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'changed_by', case when u.id is not null then
            jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name) end,
          'changed_at', h.created_at, 'change_type', h.change_type, 'previous_data', h.previous_data,
          'new_data', h.new_data, 'changed_fields', h.changed_fields, 'comment', h.comment, 'version', h.version)
          order by h.version), '[]')
        from public.sales_history h
        left join public.users u on u.organization_id = h.organization_id and u.id = h.changed_by
        where h.organization_id = current.organization_id and h.sales_id = current.id
          and h.version > update_sale.expected_version));
  end if;

  assignments := (select string_agg(format('%1$I = n.%1$I', k), ', ') from jsonb_object_keys(input) k);
  if assignments is null then
    new_version := current.version;
  else
    execute format('update public.sales s set %s from jsonb_populate_record(null::public.sales, $1) n
      where s.id = $2 returning s.version', assignments) into new_version using input, current.id;
  end if;
  return jsonb_build_object('outcome', 'saved', 'id', current.id, 'version', new_version);
end $$;
grant execute on function public.update_sale(uuid, integer, jsonb, text[]) to authenticated;

-- Sales with this reference at this vendor, for find_duplicate_bookings. Security definer for the sake of the index on the
-- reference, which row-level security would keep from being used; so it must apply the caller's scope itself.
create function private.sales_with_reference(booking_reference text, vendor_id uuid) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select s.id
  from public.sales s
  where s.organization_id = (select private.current_organization_id())
    and ((select private.is_admin()) or s.agent_id = (select auth.uid()))
    and s.vendor_id = sales_with_reference.vendor_id
    and lower(btrim(s.booking_reference)) = lower(btrim(sales_with_reference.booking_reference))
$$;
grant execute on function private.sales_with_reference(text, uuid) to authenticated;

-- Up to 20 sales the caller may see with this reference at this vendor, newest first, for a warning before saving.
create function public.find_duplicate_bookings(booking_reference text, vendor_id uuid, except_sale_id uuid default null)
returns jsonb
language sql stable security invoker set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(d) order by d.sale_date desc, d.id), '[]')
  from (
    select s.id, s.booking_reference, s.sale_date, s.status, s.total_amount,
      c.first_name as customer_first_name, c.last_name as customer_last_name
    from public.sales s
    join public.customers c on c.organization_id = s.organization_id and c.id = s.customer_id
    where s.id in (select private.sales_with_reference(
        find_duplicate_bookings.booking_reference, find_duplicate_bookings.vendor_id))
      and s.id is distinct from find_duplicate_bookings.except_sale_id
    order by s.sale_date desc, s.id
    limit 20
  ) d
$$;
grant execute on function public.find_duplicate_bookings(text, uuid, uuid) to authenticated;

-- 41_sale_state_machine.sql

-- The state machine of a sale and its commission. private.guard_sale and private.guard_commission decide which changes are
-- allowed; private.create_commission and private.sync_commission carry a sale's data and status over to its commission in the
-- same transaction.
--
-- Lock order: sale, then commission. Updating a sale locks it before its triggers run; a function that starts from the commission
-- and needs the sale's status to stay (record_agent_payment) locks the sale first. A plain status change of a commission locks
-- only the commission and reads the sale: every change of a sale that matters to the commission updates the commission too, so
-- the two are serialized by its row lock.

create function private.status_label(status text) returns text
language sql immutable set search_path = '' as $$ select replace(status, '_', ' ') $$;

-- Vendor, agent, currency, total and commission are fixed once the sale is not booked any more or its commission is not unpaid;
-- then only an admin changes the customer, who is what the money hangs on.
-- Status: booked -> paid; booked or paid -> cancelled, unless the agent was paid; cancelled is final.
create function private.guard_sale() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  commission_status text;
  locked text[] := '{}';
  locked_column text;
  reason text;
begin
  if new.status is null or new.status not in ('booked', 'paid', 'cancelled') then
    perform private.refuse('Invalid status specified', 'status');
  end if;
  if new.customer_id is distinct from old.customer_id and old.status <> 'booked' and auth.uid() is not null
    and not private.is_admin() then
    perform private.refuse('Only an admin can change the customer of a ' || old.status || ' sale.', 'customer_id');
  end if;

  if new.vendor_id is distinct from old.vendor_id then
    locked := array_append(locked, 'vendor'); locked_column := 'vendor_id';
  end if;
  if new.agent_id is distinct from old.agent_id then
    locked := array_append(locked, 'agent'); locked_column := 'agent_id';
  end if;
  if new.currency is distinct from old.currency then
    locked := array_append(locked, 'currency'); locked_column := 'currency';
  end if;
  if new.total_amount is distinct from old.total_amount then
    locked := array_append(locked, 'total'); locked_column := 'total_amount';
  end if;
  if (new.commission_amount, new.commission_rate, new.commission_basis)
    is distinct from (old.commission_amount, old.commission_rate, old.commission_basis) then
    locked := array_append(locked, 'commission');
    locked_column := coalesce(locked_column,
      case new.commission_basis when 'rate' then 'commission_rate' else 'commission_amount' end);
  end if;

  if cardinality(locked) = 0 and new.status = old.status then
    return new;
  end if;
  select c.status into commission_status
  from public.commissions c where c.sales_id = old.id for no key update;

  if cardinality(locked) > 0 then
    if old.status <> 'booked' then
      reason := 'the sale is ' || old.status;
    elsif commission_status <> 'unpaid' then
      reason := 'its commission is already ' || private.status_label(commission_status);
    end if;
    if reason is not null then
      perform private.refuse(
        'The ' || array_to_string(locked, ' and ') || ' of this sale cannot change any more: ' || reason || '.', locked_column);
    end if;
  end if;

  if new.status <> old.status then
    if old.status = 'cancelled' then
      perform private.refuse('Cancellation is final.', 'status');
    elsif old.status = 'paid' and new.status = 'booked' then
      perform private.refuse('A paid sale cannot return to Booked.', 'status');
    elsif new.status = 'cancelled' and commission_status = 'agent_paid' then
      perform private.refuse('The agent has been paid, so this sale can no longer be cancelled.', 'status');
    end if;
  end if;
  return new;
end $$;

create trigger sales_30_guard before update on public.sales
  for each row execute function private.guard_sale();

-- The commission of a new sale. A statement trigger: a thousand imported sales are one insert of a thousand commissions, and the
-- triggers of commissions (the rollups) run once.
create function private.create_commission() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.commissions
    (organization_id, sales_id, agent_id, vendor_id, sale_date, sale_paid, due_on, amount, commission_split, agent_amount)
  select n.organization_id, n.id, n.agent_id, n.vendor_id, n.sale_date, n.status = 'paid',
    private.due_on(v.expected_payment_days, v.expected_payment_basis, n.sale_date, n.travel_date, n.return_date),
    n.commission_amount, coalesce(t.commission_split, o.default_commission_split), 0
  from added n
  join public.organizations o on o.id = n.organization_id
  join public.vendors v on v.organization_id = n.organization_id and v.id = n.vendor_id
  left join public.user_terms t on t.organization_id = n.organization_id and t.user_id = n.agent_id;
  return null;
end $$;

create trigger sales_after_20_create_commission after insert on public.sales
  referencing new table as added for each statement execute function private.create_commission();

-- Carries an update of sales over to their commissions, for all rows of a statement at once: reassigning an agent's open sales
-- changes thousands of rows.
--
-- Rows before and after are brought together by a full join behind an optimization fence (offset 0). An inner join is planned by
-- the first statement of a session, mostly one of a single row, as nested loops: 5,000 sales took a minute then. A full join can
-- only be hashed or merged.
create function private.sync_commission() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.commissions c set
    sale_date = n.sale_date,
    sale_paid = n.status = 'paid',
    vendor_id = n.vendor_id,
    due_on = case when c.status = 'unpaid' then d.due_on else c.due_on end,
    amount = case when c.status = 'unpaid' then n.commission_amount else c.amount end,
    agent_id = n.agent_id,
    -- A reassignment takes the new agent's split; any other change keeps the one of the creation.
    commission_split = case when n.agent_id = c.agent_id then c.commission_split else (
      select t.commission_split from public.user_terms t
      where t.organization_id = n.organization_id and t.user_id = n.agent_id) end,
    status = case
      when n.status = 'cancelled' and c.status in ('unpaid', 'funds_received') then 'cancelled'
      -- By the organization's choice: the agent can be paid when the customer pays, or when a deposit is matched as well.
      when n.status = 'paid' and n.old_status = 'booked' and c.status = 'unpaid'
        and (o.commission_received_on = 'sale_paid' or c.deposited_amount > 0 and c.open_amount = 0) then 'funds_received'
      else c.status end
  from (
    select n.id, n.organization_id, n.sale_date, n.travel_date, n.return_date, n.vendor_id, n.agent_id, n.commission_amount,
      n.status, o.status as old_status,
      (o.status, o.commission_amount, o.agent_id, o.sale_date, o.vendor_id)
        is distinct from (n.status, n.commission_amount, n.agent_id, n.sale_date, n.vendor_id) as terms_changed,
      (o.travel_date, o.return_date) is distinct from (n.travel_date, n.return_date) as travel_dates_changed
    from changed n full join replaced o on o.id = n.id offset 0) n
  join public.organizations o on o.id = n.organization_id
  join public.vendors v on v.organization_id = n.organization_id and v.id = n.vendor_id
  cross join lateral (select private.due_on(
    v.expected_payment_days, v.expected_payment_basis, n.sale_date, n.travel_date, n.return_date) as due_on) d
  where c.organization_id = n.organization_id and c.sales_id = n.id
    and (n.terms_changed or n.travel_dates_changed and c.status = 'unpaid' and c.due_on is distinct from d.due_on);
  return null;
end $$;

create trigger sales_after_20_sync_commission after update on public.sales
  referencing old table as replaced new table as changed for each statement execute function private.sync_commission();

-- Amount, split and agent are fixed once the commission is not unpaid. Status: unpaid -> funds_received -> agent_paid, the latter
-- only for a paid sale and with a recorded payment; unpaid or funds_received -> cancelled; funds_received -> unpaid when a
-- deposit is taken back. Its trigger is in 50_commissions.sql.
create function private.guard_commission() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  sale_status text;
begin
  new.notes := nullif(btrim(new.notes), '');
  -- Derived, whatever was sent.
  new.agent_amount := round(new.amount * new.commission_split / 100, 2);
  if tg_op = 'INSERT' then
    return new;
  end if;

  if new.status is null or new.status not in ('unpaid', 'funds_received', 'agent_paid', 'cancelled') then
    perform private.refuse('Invalid status specified', 'status');
  end if;
  if old.status <> 'unpaid' and (new.amount, new.commission_split, new.agent_id)
    is distinct from (old.amount, old.commission_split, old.agent_id) then
    perform private.refuse(
      'The amount and agent of this commission cannot change any more: it is already '
      || private.status_label(old.status) || '.', 'amount');
  end if;

  if new.status <> old.status then
    select s.status into sale_status from public.sales s where s.id = new.sales_id;
    if sale_status is null then
      perform private.refuse('Cannot validate commission status without sale data', 'status');
    elsif new.status = 'funds_received' and sale_status = 'cancelled' then
      perform private.refuse('Cannot mark commission as funds received for a cancelled sale', 'status');
    elsif new.status = 'agent_paid' and sale_status = 'cancelled' then
      perform private.refuse('Agent cannot be paid for a cancelled sale', 'status');
    elsif old.status = 'agent_paid' then
      perform private.refuse('The agent has been paid. That is final.', 'status');
    elsif old.status = 'cancelled' then
      perform private.refuse('A cancelled commission cannot be changed.', 'status');
    -- The way back: what was matched is taken back. Only private.sync_receipts writes the sum of the deposits.
    elsif new.status = 'unpaid' and new.deposited_amount >= old.deposited_amount then
      perform private.refuse('Funds received cannot return to Unpaid.', 'status');
    elsif new.status = 'agent_paid' and old.status <> 'funds_received' then
      perform private.refuse('Funds must be received before the agent is paid.', 'status');
    elsif new.status = 'agent_paid' and sale_status <> 'paid' then
      perform private.refuse('The customer has not paid this sale yet.', 'status');
    elsif new.status = 'agent_paid' and not exists (
      select 1 from public.agent_payments p where p.commission_id = new.id
    ) then
      perform private.refuse('Record the payment to mark this commission as Agent paid.', 'status');
    end if;
  end if;
  return new;
end $$;

-- Moves a sale to another status; the note becomes the comment of the history entry. Answers {id, status, version}.
create function public.update_sale_status(sale_id uuid, status text, note text default null) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  current public.sales%rowtype;
begin
  if char_length(update_sale_status.note) > 5000 then
    perform private.refuse('Use at most 5,000 characters.', 'note');
  end if;
  select s.* into current from public.sales s where s.id = update_sale_status.sale_id for no key update;
  if not found then
    perform private.refuse('This sale does not exist, or it is not yours.');
  end if;
  -- No history entry would be written, so the note would be lost.
  if current.status = update_sale_status.status then
    perform private.refuse('This sale is already ' || current.status || '.', 'status');
  end if;
  perform set_config('paperplane.status_note', coalesce(btrim(update_sale_status.note), ''), true);
  update public.sales s set status = update_sale_status.status where s.id = current.id returning s.* into current;
  perform set_config('paperplane.status_note', '', true);
  return jsonb_build_object('id', current.id, 'status', current.status, 'version', current.version);
end $$;
grant execute on function public.update_sale_status(uuid, text, text) to authenticated;

-- 42_sale_history.sql

-- The history of sales: one entry per version, written by triggers only and append-only. The API reads the history of the sales
-- the caller may read. An update keeps the changed columns only. The agent's split and share are in no history, here or of
-- commissions (51_commission_history.sql): an agent who takes over a sale must not learn what the previous one earned.
create table public.sales_history (
  id uuid primary key default gen_random_uuid(),
  sales_id uuid not null,
  organization_id uuid not null,
  changed_by uuid,
  change_type text not null,
  previous_data jsonb,
  new_data jsonb,
  changed_fields text[] not null default '{}',
  notes text,
  created_at timestamptz not null default clock_timestamp(),
  version integer not null,
  comment text,
  constraint sales_history_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint sales_history_sales_id_fkey foreign key (sales_id, organization_id) references public.sales (id, organization_id),
  constraint sales_history_changed_by_fkey foreign key (changed_by, organization_id)
    references public.users (id, organization_id),
  constraint sales_history_change_type_known check (change_type in ('create', 'update', 'status_change')),
  constraint sales_history_comment_length check (char_length(comment) <= 5000)
);
alter table public.sales_history enable row level security;

create index sales_history_sales_id_idx on public.sales_history (organization_id, sales_id, created_at desc, id);
create unique index sales_history_version_key on public.sales_history (sales_id, version, organization_id);
-- For the redaction of an erased customer (private.redact_sales, erase_customer): entries with free texts or names, and entries
-- of sales whose paying customer was changed.
create index sales_history_texts_idx on public.sales_history (organization_id, sales_id)
  where comment is not null or new_data ->> 'notes' is not null or previous_data ->> 'notes' is not null
    or new_data ? 'travelers' or previous_data ? 'travelers';
create index sales_history_customers_idx on public.sales_history (organization_id, (previous_data ->> 'customer_id'))
  where previous_data ? 'customer_id';

comment on column public.sales_history.version is 'The version of the sale that this change made';
comment on column public.sales_history.comment is 'What a person typed about a change of status';

-- The policy of sales decides: the subquery runs with the caller's rights.
create policy "people read the history of the sales they may read" on public.sales_history
  for select to authenticated using (
    organization_id = (select private.current_organization_id())
    and ((select private.is_admin()) or exists (
      select 1 from public.sales s where s.organization_id = sales_history.organization_id and s.id = sales_id))
  );

grant select on public.sales_history to authenticated;

create trigger sales_history_keep before update or delete on public.sales_history
  for each row execute function private.guard_history();

create trigger sales_history_truncate before truncate on public.sales_history
  for each statement execute function private.refuse_truncate();

-- Writes the entries of all rows of a statement at once. The full join behind offset 0 is explained at private.sync_commission.
create function private.write_sales_history() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  ignored constant text[] := '{id,organization_id,created_at,updated_at,version,import_batch_id,import_row}';
  -- As private.acting_user, but looked up once per statement instead of once per row.
  actor record;
begin
  select u.id, u.organization_id into actor from public.users u where u.id = auth.uid();
  if tg_op = 'INSERT' then
    insert into public.sales_history
      (sales_id, organization_id, changed_by, change_type, new_data, changed_fields, notes, version)
    select n.id, n.organization_id, case when actor.organization_id = n.organization_id then actor.id end, 'create', r.data,
      array(select k from jsonb_each(r.data) e(k, v) where v <> 'null' order by k), 'Sale created', n.version
    from added n
    cross join lateral (select to_jsonb(n) - ignored - 'traveler_ids' || case when cardinality(n.traveler_ids) > 0
      then jsonb_build_object('travelers', private.traveler_names(n)) else '{}' end as data) r
    order by n.id;
    return null;
  end if;
  insert into public.sales_history
    (sales_id, organization_id, changed_by, change_type, previous_data, new_data, changed_fields, notes, comment, version)
  select n.id, n.organization_id, case when actor.organization_id = n.organization_id then actor.id end,
    case when n.status <> n.old_status then 'status_change' else 'update' end,
    c.previous_data, c.new_data, c.fields,
    case when n.status <> n.old_status then 'Status changed from ' || n.old_status || ' to ' || n.status end,
    -- Set by update_sale_status for the length of its statement.
    case when n.status <> n.old_status then nullif(current_setting('paperplane.status_note', true), '') end,
    n.version
  from (
    select n.id, n.organization_id, n.version, n.status, o.status as old_status,
      -- Travelers by name at this moment: later renames must not change the history.
      to_jsonb(o) - ignored - 'traveler_ids' || case when o.traveler_ids <> n.traveler_ids
        then jsonb_build_object('travelers', private.traveler_names(o)) else '{}' end as before,
      to_jsonb(n) - ignored - 'traveler_ids' || case when o.traveler_ids <> n.traveler_ids
        then jsonb_build_object('travelers', private.traveler_names(n)) else '{}' end as after
    from changed n full join replaced o on o.id = n.id offset 0) n
  cross join lateral (
    select jsonb_object_agg(e.key, n.before -> e.key) as previous_data, jsonb_object_agg(e.key, e.value) as new_data,
      array_agg(e.key order by e.key) as fields
    from jsonb_each(n.after) e
    -- Other travelers may have the same names: `travelers` is there only when the ids changed.
    where e.value is distinct from n.before -> e.key or e.key = 'travelers') c
  where c.fields is not null
  order by n.id;
  return null;
end $$;

create trigger sales_after_10_write_history_added after insert on public.sales
  referencing new table as added for each statement execute function private.write_sales_history();
create trigger sales_after_10_write_history_changed after update on public.sales
  referencing old table as replaced new table as changed for each statement execute function private.write_sales_history();

-- {entries, commission, names}: the history of a sale, the status changes of its commission, both newest first, and the names of
-- all users, customers and vendors that the entries refer to by id. Security invoker: what row-level security hides is neither
-- answered nor named.
create function public.get_sale_history(sale_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  -- Asked once and first: what is not shown takes as long as what is not there.
  with sale as materialized (
    select s.id from public.sales s where s.id = get_sale_history.sale_id
  ), entries as (
    select h.* from public.sales_history h where h.sales_id = (select s.id from sale s)
  ), mentioned as (
    select distinct m.kind, (m.id)::uuid as id
    from entries e
    cross join lateral (values (e.previous_data), (e.new_data)) d(data)
    cross join lateral (values
      ('user', d.data ->> 'agent_id'), ('customer', d.data ->> 'customer_id'), ('vendor', d.data ->> 'vendor_id')) m(kind, id)
    where m.id is not null
  ), names as (
    select u.id, u.first_name || ' ' || u.last_name as name
    from mentioned m join public.users u on u.id = m.id where m.kind = 'user'
    union all
    select c.id, c.first_name || ' ' || c.last_name
    from mentioned m join public.customers c on c.id = m.id where m.kind = 'customer'
    union all
    select v.id, v.name from mentioned m join public.vendors v on v.id = m.id where m.kind = 'vendor'
  )
  select jsonb_build_object(
    'entries', (select coalesce(jsonb_agg(jsonb_build_object(
        'id', e.id, 'change_type', e.change_type, 'previous_data', e.previous_data, 'new_data', e.new_data,
        'changed_fields', e.changed_fields, 'notes', e.notes, 'comment', e.comment, 'created_at', e.created_at,
        'changed_by', (
          select jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'avatar_url', u.avatar_url)
          from public.users u where u.id = e.changed_by)
      ) order by e.version desc), '[]') from entries e),
    'commission', (select coalesce(jsonb_agg(jsonb_build_object(
        'id', h.id, 'new_status', h.new_status, 'notes', h.notes, 'created_at', h.created_at,
        'changed_by', (
          select jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'avatar_url', u.avatar_url)
          from public.users u where u.id = h.changed_by)
      ) order by h.created_at desc, h.id desc), '[]')
      from public.commissions c join public.commission_history h on h.commission_id = c.id
      where c.sales_id = (select s.id from sale s) and h.change_type = 'status_change'),
    'names', (select coalesce(jsonb_object_agg(n.id, n.name), '{}') from names n))
$$;
grant execute on function public.get_sale_history(uuid) to authenticated;

-- 43_sale_list.sql

-- The list of sales (public.list_sales): one page of rows, the exact count and the sums by status in one call.
-- Its functions run with the owner's rights (security definer): under row-level security, conditions that are not leakproof
-- are kept out of index scans. private.caller_scope alone decides on the tenant and on whose rows the caller may see.
--
-- How a list is read, here and in 52_commission_list (see docs/decisions/009):
--
-- 1. What the caller asked for becomes one composite value, the filter; null means not filtered. A search is resolved to the ids
--    of customers and of sales (by reference) first, through the trigram indexes.
-- 2. Queries are dynamic SQL, so that each combination of filters and sort gets a plan of its own. Their texts are put together
--    from fixed pieces only (*_conditions, *_sort, private.page_query); values are always parameters: $1 is the limit, $2 the
--    offset, and from $3 on the attributes of the filter in the order of the USING clauses.
-- 3. A search that finds few customers: all their rows are read once, into a materialized CTE, for the sums and the page.
-- 4. Otherwise the sums come from the daily totals, or from the rows where no total knows the combination of filters. They are
--    also the exact count. A search that most customers match is added up by subtraction: everything minus the rest.
-- 5. The page is read from whichever end of the list is nearer (private.page_window). Few matching rows are collected first and
--    then sorted; many are read in the order of an index until the page is full.
-- 6. No index holds many rows in the order of status, vendor or agent: they are read group by group, each through an index that
--    begins with the group. Before a page far down, groups are counted and skipped as a whole.
-- 7. Queries find ids only; what a row shows is joined for one page.
--
-- Of two rows that sort alike the id decides, against the direction of the list (private.sort_clause).

-- Null: not filtered by it. organization_id is null where nothing may be found; the days are always set, an open range being
-- that of private.date_range. With exclude_customers, customer_ids are those whose sales are left out. sale_ids: what a search
-- finds by booking reference, besides the sales of these customers; exact_ids: those whose reference is what was searched for,
-- the first of the list. departing_by: booked, the trip begins that day at the latest.
create type private.sale_filter as (
  organization_id uuid, agent_id uuid, vendor_id uuid, first_day date, last_day date, customer_ids uuid[], status text,
  exclude_customers boolean, sale_ids uuid[], exact_ids uuid[], departing_by date);

-- The customers who match every pattern; or, with exclude_customers, those who do not match, where that is the shorter list. No
-- trigram index knows words of one or two letters: for them all customers are read, and a sample tells which list is shorter.
create function private.match_customers(
  organization_id uuid, patterns text[], out customer_ids uuid[], out exclude_customers boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  sample_size constant int := 400;
  normalized text[] := array(
    select private.normalize_search_text(p) from unnest(patterns) with ordinality u(p, n) order by n);
begin
  if char_length(patterns[1]) <= char_length('%ab%') then
    select avg((split_part(t.document, chr(30), 1) like all (normalized))::int) > 0.5 into exclude_customers
    from (
      select s.document from private.customer_search s
      where s.organization_id = match_customers.organization_id order by s.customer_id limit sample_size) t;
  end if;
  if exclude_customers then
    customer_ids := array(select s.customer_id from private.customer_search s
      where s.organization_id = match_customers.organization_id
        and not split_part(s.document, chr(30), 1) like all (normalized));
  else
    exclude_customers := false;
    customer_ids := private.find_customers(match_customers.organization_id, patterns);
  end if;
end $$;

-- Sales whose booking reference has at least one word of a search, while it or the customer's searched names have each other word.
-- Words of one or two letters find no reference: the trigram index does not know them, and they would find nearly all.
create function private.find_references(organization_id uuid, patterns text[]) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  pattern text;
  matches uuid[];
  found uuid[] := '{}';
begin
  foreach pattern in array patterns loop
    continue when char_length(pattern) < char_length('%abc%');
    execute 'select array(select s.id from public.sales s
      where s.organization_id = $1 and lower(s.booking_reference collate pg_catalog."pg_c_utf8") like $2
        and not exists (select 1 from unnest($3) p
          where lower(s.booking_reference collate pg_catalog."pg_c_utf8") not like p
            and (select private.searched_names(c.document) from private.customer_search c where c.customer_id = s.customer_id)
              not like private.normalize_search_text(p)))'
    into matches using find_references.organization_id, pattern, array_remove(patterns, pattern);
    found := found || matches;
  end loop;
  return found;
end $$;

-- Sales whose booking reference is exactly what was searched for, ignoring case.
create function private.find_exact_references(organization_id uuid, search text) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  found uuid[];
begin
  execute 'select array(select s.id from public.sales s
    where s.organization_id = $1 and lower(s.booking_reference collate pg_catalog."pg_c_utf8") = $2)'
  into found using find_exact_references.organization_id, lower(btrim(search) collate pg_catalog."pg_c_utf8");
  return found;
end $$;

-- What the caller asked for, as far as they may.
create function private.sale_filter_of(
  status text, agent_id uuid, vendor_id uuid, start_date date, end_date date, customer_search text, departing boolean)
returns private.sale_filter
language plpgsql stable security definer set search_path = '' as $$
declare
  f private.sale_filter;
  patterns text[] := private.search_patterns(sale_filter_of.customer_search);
begin
  select c.organization_id, c.agent_id into f.organization_id, f.agent_id from private.caller_scope(sale_filter_of.agent_id) c;
  select r.first_day, r.last_day into f.first_day, f.last_day
  from private.date_range(sale_filter_of.start_date, sale_filter_of.end_date) r;
  f.vendor_id := sale_filter_of.vendor_id;
  f.status := case when sale_filter_of.status in ('booked', 'paid', 'cancelled', 'active') then sale_filter_of.status end;
  -- Soon enough to ask the customer for the money, or too late.
  f.departing_by := case when sale_filter_of.departing then private.today() + 30 end;
  if private.has_too_many_search_words(patterns) then
    f.organization_id := null;
  elsif f.organization_id is not null and patterns is not null then
    select c.customer_ids, c.exclude_customers into f.customer_ids, f.exclude_customers
    from private.match_customers(f.organization_id, patterns) c;
    f.exact_ids := private.find_exact_references(f.organization_id, sale_filter_of.customer_search);
    f.sale_ids := f.exact_ids || private.find_references(f.organization_id, patterns);
    if f.customer_ids = '{}' and (f.exclude_customers or f.sale_ids = '{}') then
      -- Everything matches, or nothing does.
      f.organization_id := case when f.exclude_customers then f.organization_id end;
      f.customer_ids := null;
      f.sale_ids := null;
      f.exclude_customers := false;
    end if;
  end if;
  return f;
end $$;

-- WHERE of the filter, over sales as `s`.
create function private.sale_conditions(f private.sale_filter) returns text
language sql immutable set search_path = '' as $$
  select concat_ws(' and ', 's.organization_id = $3',
    case when f.agent_id is not null then 's.agent_id = $4' end,
    case when f.vendor_id is not null then 's.vendor_id = $5' end,
    case when f.first_day > '1900-01-01' then 's.sale_date >= $6' end,
    case when f.last_day < '2199-12-31' then 's.sale_date <= $7' end,
    case when f.customer_ids is not null then
      '(' || case when f.exclude_customers then 's.customer_id <> all ($8)' else 's.customer_id = any ($8)' end
      || case when f.sale_ids <> '{}' then ' or s.id = any ($10)' else '' end || ')' end,
    case when f.status = 'active' then 's.status <> ''cancelled''' when f.status is not null then 's.status = $9' end,
    -- The status is written out for the partial index of booked sales.
    case when f.departing_by is not null then 's.status = ''booked'' and s.travel_date <= $11' end)
$$;

-- FROM and the sort keys. An unknown `sort` is the date. Sales of one day stand in the order of their recording.
create function private.sale_sort(sort text, out source text, out keys text[])
language sql immutable set search_path = '' as $$
  select 'public.sales s' || case sort
      when 'customer' then ' join public.customers c on c.organization_id = s.organization_id and c.id = s.customer_id'
      when 'vendor' then ' join public.vendors v on v.organization_id = s.organization_id and v.id = s.vendor_id'
      when 'agent' then ' join public.users a on a.organization_id = s.organization_id and a.id = s.agent_id'
      else '' end,
    (case sort
      -- A missing date is the earliest.
      when 'travel_date' then '{"coalesce(s.travel_date, ''-infinity'')"}'
      when 'total_amount' then '{s.total_amount}'
      when 'commission_amount' then '{s.commission_amount}'
      when 'booking_reference' then '{s.booking_reference}'
      when 'created_at' then '{s.created_at}'
      when 'status' then '{s.status,s.sale_date,s.created_at}'
      when 'customer' then '{c.last_name,c.first_name,c.id,s.sale_date,s.created_at}'
      when 'vendor' then '{v.name,v.id,s.sale_date,s.created_at}'
      when 'agent' then '{a.last_name,a.first_name,a.id,s.sale_date,s.created_at}'
      else '{s.sale_date,s.created_at}' end)::text[]
$$;

-- Of sums by status, {status: {name: number}}: `minuend` minus `subtrahend`.
create function private.subtract_sums(minuend jsonb, subtrahend jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_object_agg(m.status, (
    select jsonb_object_agg(k, v::numeric - coalesce((subtrahend -> m.status ->> k)::numeric, 0))
    from jsonb_each_text(m.sums) e(k, v)))
  from jsonb_each(minuend) m(status, sums)
$$;

-- {status: {count, amount, commission_amount}} over every filter but the status.
create function private.sum_sales(f private.sale_filter) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  source text;
  sums jsonb;
  excluded private.sale_filter := f;
begin
  f.status := null;
  if f.exclude_customers then
    excluded.exclude_customers := false;
    f.customer_ids := null;
    f.exclude_customers := false;
    return private.subtract_sums(private.sum_sales(f), private.sum_sales(excluded));
  end if;
  if f.customer_ids is null and f.vendor_id is null and f.departing_by is null then
    source := 'd.status, sum(d.record_count) as n, sum(d.total_amount) as a, sum(d.commission_amount) as c
      from private.totals(''sale'', $3, $4, $6, $7) d group by d.status';
  else
    source := 's.status, count(*) as n, sum(s.total_amount) as a, sum(s.commission_amount) as c from public.sales s where '
      || private.sale_conditions(f) || ' group by s.status';
  end if;
  execute 'select jsonb_object_agg(status, jsonb_build_object(''count'', n, ''amount'', a, ''commission_amount'', c))
    from (select ' || source || ') t'
  into sums using null, null, f.organization_id, f.agent_id, f.vendor_id, f.first_day, f.last_day, f.customer_ids, f.status,
    f.sale_ids, f.departing_by;
  return sums;
end $$;

-- The sums as list_sales answers them: every status, with zeros where there is none, and two totals.
create function private.sale_status_summary(sums jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_object_agg(name, jsonb_build_object('count', n, 'amount', a, 'commission_amount', c))
  from (
    select g.name, coalesce(sum((v ->> 'count')::bigint), 0) as n, coalesce(sum((v ->> 'amount')::numeric), 0) as a,
      coalesce(sum((v ->> 'commission_amount')::numeric), 0) as c
    from (values ('booked', '{booked}'::text[]), ('paid', '{paid}'), ('cancelled', '{cancelled}'),
      ('total', '{booked,paid,cancelled}'), ('active_total', '{booked,paid}')) g(name, statuses)
    left join jsonb_each(sums) e(k, v) on e.k = any (g.statuses)
    group by g.name
  ) t
$$;

-- The ids of one page. collect_first: collect all matching rows, then sort them (few rows); else read in the order of an index.
create function private.find_sales(
  f private.sale_filter, sort text, descending boolean, take bigint, skip bigint, collect_first boolean)
returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  source text;
  keys text[];
  ids uuid[];
begin
  select o.source, o.keys into source, keys from private.sale_sort(sort) o;
  execute private.page_query(source, private.sale_conditions(f), keys, descending, 's.id', collect_first)
  into ids using take, skip, f.organization_id, f.agent_id, f.vendor_id, f.first_day, f.last_day, f.customer_ids, f.status,
    f.sale_ids, f.departing_by;
  return ids;
end $$;

-- What a list sorted by status, vendor or agent is grouped by, in the order of the list: statuses, or ids of vendors or agents
-- as far as the filter lets them through.
create function private.group_keys(
  sort text, statuses text[], organization_id uuid, agent_id uuid, vendor_id uuid, status text, descending boolean)
returns text[]
language sql stable security definer set search_path = '' as $$
  select array(
    select g.key
    from (
      select s as key, s as k1, '' as k2 from unnest(statuses) s
      where sort = 'status' and (group_keys.status is null or s = group_keys.status or group_keys.status = 'active' and s <> 'cancelled')
      union all
      select v.id::text, v.name, '' from public.vendors v
      where sort = 'vendor' and v.organization_id = group_keys.organization_id
        and (group_keys.vendor_id is null or v.id = group_keys.vendor_id)
      union all
      select a.id::text, a.last_name, a.first_name from public.users a
      where sort = 'agent' and a.organization_id = group_keys.organization_id
        and (group_keys.agent_id is null or a.id = group_keys.agent_id)) g
    order by case when descending then g.k1 end desc, case when descending then g.k2 end desc,
      case when descending then g.key end desc, g.k1, g.k2, g.key)
$$;

-- find_sales for many rows sorted by status, vendor or agent: group by group, each in the order of its index by date. Up to a
-- small offset all rows from the first group on are read and the offset is cut off; beyond it the groups are counted first,
-- and those that lie before the page are not read.
create function private.find_grouped_sales(f private.sale_filter, sort text, descending boolean, take bigint, skip bigint)
returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  small_offset constant int := 500;
  group_sizes jsonb;
  group_size bigint;
  group_key text;
  group_filter private.sale_filter;
  ids uuid[] := '{}';
begin
  if skip > small_offset then
    execute format(
      'select jsonb_object_agg(g, n) from (select s.%I as g, count(*) as n from public.sales s where %s group by 1) t',
      case sort when 'status' then 'status' when 'vendor' then 'vendor_id' else 'agent_id' end, private.sale_conditions(f))
    into group_sizes
    using null, null, f.organization_id, f.agent_id, f.vendor_id, f.first_day, f.last_day, f.customer_ids, f.status,
    f.sale_ids, f.departing_by;
  end if;
  foreach group_key in array private.group_keys(
    sort, '{booked,cancelled,paid}', f.organization_id, f.agent_id, f.vendor_id, f.status, descending)
  loop
    group_size := coalesce((group_sizes ->> group_key)::bigint, 0);
    if group_sizes is not null and skip >= group_size then
      skip := skip - group_size;
      continue;
    end if;
    group_filter := f;
    case sort
      when 'status' then group_filter.status := group_key;
      when 'vendor' then group_filter.vendor_id := group_key::uuid;
      else group_filter.agent_id := group_key::uuid;
    end case;
    ids := ids || private.find_sales(group_filter, 'sale_date', descending,
      case when group_sizes is null then skip else 0 end + take - cardinality(ids),
      case when group_sizes is null then 0 else skip end, false);
    if group_sizes is not null then
      skip := 0;
    end if;
    exit when cardinality(ids) >= skip + take;
  end loop;
  return case when group_sizes is null then ids[skip + 1:] else ids end;
end $$;

-- Sums by status and the ids of one page, from one pass over the sales a search finds; those it finds exactly come first.
create function private.search_sales(
  f private.sale_filter, sort text, descending boolean, take bigint, skip bigint, out sums jsonb, out ids uuid[])
language plpgsql stable security definer set search_path = '' as $$
declare
  any_status private.sale_filter := f;
  source text;
  keys text[];
begin
  any_status.status := null;
  select o.source, o.keys into source, keys from private.sale_sort(sort) o;
  execute format(
    'with m as materialized (
      select s.id as id, s.status, s.total_amount, s.commission_amount, %s from %s where %s)
    select (select jsonb_object_agg(t.status, jsonb_build_object(''count'', t.n, ''amount'', t.a, ''commission_amount'', t.c))
        from (select m.status, count(*) as n, sum(m.total_amount) as a, sum(m.commission_amount) as c from m group by 1) t),
      array(select m.id from m where $9 is null or m.status = $9 or $9 = ''active'' and m.status <> ''cancelled''
        order by m.id = any ($12) desc, %s limit $1 offset $2)',
    (select string_agg(k || ' as k' || n, ', ' order by n) from unnest(keys) with ordinality u(k, n)), source,
    private.sale_conditions(any_status),
    private.sort_clause(array(select 'k' || n from generate_series(1, cardinality(keys)) n), descending, 'id'))
  into sums, ids
  using take, skip, f.organization_id, f.agent_id, f.vendor_id, f.first_day, f.last_day, f.customer_ids, f.status,
    f.sale_ids, f.departing_by, f.exact_ids;
end $$;

-- What the list shows of the sales `ids`, in their order or backwards.
create function private.sale_rows(ids uuid[], backwards boolean) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', s.id, 'organization_id', s.organization_id, 'customer_id', s.customer_id, 'vendor_id', s.vendor_id,
    'agent_id', s.agent_id, 'booking_reference', s.booking_reference, 'sale_date', s.sale_date,
    'travel_date', s.travel_date, 'return_date', s.return_date, 'total_amount', s.total_amount,
    'commission_amount', s.commission_amount, 'commission_rate', s.commission_rate,
    'commission_basis', s.commission_basis, 'currency', s.currency, 'status', s.status, 'notes', s.notes,
    'created_at', s.created_at, 'updated_at', s.updated_at, 'version', s.version,
    'customer', jsonb_build_object('id', c.id, 'first_name', c.first_name, 'last_name', c.last_name, 'email', c.email,
      'phone', c.phone),
    'agent', jsonb_build_object('id', a.id, 'first_name', a.first_name, 'last_name', a.last_name,
      'avatar_url', a.avatar_url),
    'vendor', jsonb_build_object('id', v.id, 'name', v.name, 'logo_url', v.logo_url,
      'default_commission_rate', v.default_commission_rate),
    'commission', jsonb_build_object('id', m.id, 'status', m.status, 'agent_amount', m.agent_amount))
    order by case when backwards then -u.n else u.n end), '[]')
  from unnest(ids) with ordinality u(id, n)
  join public.sales s on s.id = u.id
  join public.customers c on c.id = s.customer_id
  join public.users a on a.id = s.agent_id
  join public.vendors v on v.id = s.vendor_id
  join public.commissions m on m.sales_id = s.id and m.organization_id = s.organization_id
$$;

-- {rows, count, page, page_size, total_pages, by_status}. `by_status` obeys every filter but the status, `count` that one, too;
-- the status 'active' is all but cancelled.
-- customer_search: every word is part of the customer's first name, last name or first e-mail address, or of the booking reference
-- (private.find_references); what has exactly this reference comes first. An unknown status or sort is ignored; departing: booked,
-- and the trip begins within 30 days or has begun. A page beyond the last has no rows; page_size is 1 to 100. An agent who asks for
-- another agent's sales finds none.
create function public.list_sales(
  status text default null, agent_id uuid default null, vendor_id uuid default null,
  start_date date default null, end_date date default null, customer_search text default null,
  sort text default 'sale_date', descending boolean default true, page int default 1, page_size int default 10,
  departing boolean default false)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  -- Up to so many customers and references, all their sales are collected.
  max_collected_customers constant int := 5000;
  max_collected_references constant int := 20000;
  f private.sale_filter := private.sale_filter_of(list_sales.status, list_sales.agent_id, list_sales.vendor_id,
    list_sales.start_date, list_sales.end_date, list_sales.customer_search, list_sales.departing);
  page_no int := greatest(coalesce(list_sales.page, 1), 1);
  per_page int := least(greatest(coalesce(list_sales.page_size, 10), 1), 100);
  is_descending boolean := coalesce(list_sales.descending, true);
  sums jsonb;
  total bigint;
  take bigint;
  skip bigint;
  backwards boolean := false;
  collect_first boolean;
  ids uuid[];
begin
  -- An exact find is always collected: it comes first whatever the list is sorted by.
  if f.organization_id is not null and f.customer_ids is not null and (f.exact_ids <> '{}' or not f.exclude_customers
    and cardinality(f.customer_ids) <= max_collected_customers and cardinality(f.sale_ids) <= max_collected_references) then
    select s.sums, s.ids into sums, ids
    from private.search_sales(f, list_sales.sort, is_descending, per_page, (page_no - 1)::bigint * per_page) s;
    total := private.count_of(sums, f.status);
  else
    if f.organization_id is not null then
      sums := private.sum_sales(f);
    end if;
    total := private.count_of(sums, f.status);
    select w.take, w.skip, w.backwards into take, skip, backwards from private.page_window(total, page_no, per_page) w;
    if take > 0 then
      collect_first := total <= 1000 or f.departing_by is not null and total <= 50000;
      ids := case when not collect_first and list_sales.sort in ('status', 'vendor', 'agent')
        then private.find_grouped_sales(f, list_sales.sort, is_descending <> backwards, take, skip)
        else private.find_sales(f, list_sales.sort, is_descending <> backwards, take, skip, collect_first) end;
    end if;
  end if;
  return jsonb_build_object('rows', private.sale_rows(ids, backwards), 'count', total, 'page', page_no, 'page_size', per_page,
    'total_pages', (total + per_page - 1) / per_page, 'by_status', private.sale_status_summary(sums));
end $$;
grant execute on function public.list_sales(text, uuid, uuid, date, date, text, text, boolean, integer, integer, boolean)
  to authenticated;

-- 50_commissions.sql

-- Commissions: table, access, and the columns that follow from the sale and the vendor's terms. A commission comes with its sale
-- (41_sale_state_machine creates and moves it); clients neither create nor delete one, and change status and notes only. That the
-- vendor's money is here is recorded by 54_receipts alone.
--
-- Denormalized columns, written by triggers, so that sums, filters and sorts need no join:
-- - sale_date: the day a commission counts for, that of its sale. It moves in the statement that moves the sale.
-- - vendor_id and due_on (see docs/decisions/010): due_on is so many days after booking, departure or return, by the vendor's
--   terms. What is expected and what is overdue is one scan of one index.
-- - sale_paid: an agent is paid once the funds were received and the customer has paid the sale. Who can be paid next, and what
--   is waited for, is one scan of one index.
--
-- Lock order: sale, vendor, commission; several commissions in the order of their sales. New terms lock the vendor's row FOR
-- UPDATE and so wait for sales that are being written with the old terms: a sale being recorded holds its vendor FOR KEY SHARE by
-- its foreign key, one whose dates or vendor change by sales_15_lock_vendor.

create table public.commissions (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  sales_id uuid not null,
  agent_id uuid not null,
  amount numeric(12,2) not null,
  commission_split numeric(5,2) not null,
  agent_amount numeric(12,2) not null,
  status text not null default 'unpaid',
  notes text,
  due_on date,
  received_amount numeric(12,2),
  received_on date,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  sale_date date not null,
  vendor_id uuid not null,
  sale_paid boolean not null default false,
  received_how text,
  deposited_amount numeric(12,2) not null default 0,
  written_off numeric(12,2) not null default 0,
  open_amount numeric(12,2) not null generated always as (
    case when status = 'cancelled' then 0 else greatest(amount - deposited_amount - written_off, 0) end) stored,
  constraint commissions_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint commissions_sales_id_fkey foreign key (sales_id, organization_id) references public.sales (id, organization_id),
  constraint commissions_agent_id_fkey foreign key (agent_id, organization_id) references public.users (id, organization_id),
  constraint commissions_organization_id_id_key unique (organization_id, id),
  constraint commissions_amount_range check (amount between 0 and 9999999999.99),
  constraint commissions_commission_split_range check (commission_split between 0 and 100),
  constraint commissions_agent_amount_range check (agent_amount between 0 and amount),
  constraint commissions_status_known check (status in ('unpaid', 'funds_received', 'agent_paid', 'cancelled')),
  constraint commissions_notes_length check (char_length(notes) <= 5000),
  constraint commissions_due_on_range check (due_on between '1900-01-01' and '2199-12-31'),
  constraint commissions_received_amount_range check (received_amount between 0 and 9999999999.99),
  constraint commissions_received_on_range check (received_on between '1900-01-01' and '2199-12-31'),
  constraint commissions_received_how_known check (received_how in ('word', 'deposit')),
  -- A receipt is a day, an amount and how it is known, or nothing.
  constraint commissions_received_on_whole check (num_nulls(received_on, received_amount, received_how) in (0, 3)),
  constraint commissions_deposited_amount_range check (deposited_amount between 0 and 9999999999.99),
  constraint commissions_written_off_range check (written_off between 0 and 9999999999.99)
);
alter table public.commissions enable row level security;

-- One commission per sale. A unique index, not a constraint: with a constraint PostgREST would embed one object, not a list.
-- With what a list adds up and sorts by: a search finds sales, and reads their commissions from here.
create unique index commissions_sales_id_key on public.commissions (sales_id, organization_id)
  include (status, amount, agent_amount, agent_id, created_at, sale_paid);
create index commissions_organization_id_status_idx on public.commissions (organization_id, status, created_at desc, sales_id);
create index commissions_organization_id_vendor_id_idx on public.commissions (organization_id, vendor_id, status, due_on)
  include (sale_date, amount, received_amount, agent_amount);
-- An agent's open commissions: received ones (payable, or waiting for the customer), then unpaid ones (waiting for the vendor).
create index commissions_received_idx on public.commissions (organization_id, agent_id, sale_paid, sale_date, sales_id)
  where status = 'funds_received';
-- Seldom funds come before the customer has paid: of these the agent cannot be paid yet.
create index commissions_early_idx on public.commissions (organization_id, agent_id, sales_id)
  where status = 'funds_received' and not sale_paid;
create index commissions_awaited_idx on public.commissions (organization_id, agent_id, due_on, sales_id)
  where status = 'unpaid';
create index commissions_organization_id_created_at_idx on public.commissions (organization_id, created_at desc, sales_id)
  include (sale_date, status, agent_id, vendor_id);
create index commissions_organization_id_agent_id_idx on public.commissions (organization_id, agent_id, created_at desc, sales_id)
  include (sale_date, status, vendor_id);
create index commissions_organization_id_amount_idx on public.commissions (organization_id, amount desc, sales_id)
  include (status, agent_id, vendor_id, sale_date);
-- Overdue commissions are a range of the unpaid ones, the longest overdue first.
create index commissions_organization_id_due_on_idx on public.commissions (organization_id, due_on, sales_id)
  include (agent_id, vendor_id, sale_date, created_at, amount, agent_amount) where status = 'unpaid';
create index commissions_organization_id_sale_date_idx on public.commissions (organization_id, sale_date desc, sales_id)
  include (status, agent_id, vendor_id, created_at, amount, agent_amount);
-- What a deposit may pay: by vendor, and by the exact amount whoever the vendor is.
create index commissions_open_idx on public.commissions (organization_id, vendor_id, open_amount)
  include (due_on, sales_id) where open_amount > 0;
create index commissions_open_amount_idx on public.commissions (organization_id, open_amount) include (sales_id) where open_amount > 0;
-- Those of a vendor that were due next to a day.
create index commissions_open_due_idx on public.commissions (organization_id, vendor_id, (coalesce(due_on, sale_date)), id)
  where open_amount > 0;
-- What a vendor may take back.
create index commissions_deposited_idx on public.commissions (organization_id, vendor_id, deposited_amount)
  where deposited_amount > 0;
-- Free text, for the erasure of a person: few commissions have notes.
create index commissions_texts_idx on public.commissions (organization_id, id) where notes is not null;

-- An agent and a vendor determine the organization. Without this the planner expects a thousandth of the rows.
create statistics public.commissions_scope (dependencies) on organization_id, agent_id, vendor_id from public.commissions;

comment on column public.commissions.sale_date is 'Filled by trigger: the date of the sale';
comment on column public.commissions.vendor_id is 'Filled by trigger: the vendor of the sale';
comment on column public.commissions.due_on is
  'Filled by trigger while unpaid: when the vendor is expected to pay; null when nothing is agreed or the day is not known';
comment on column public.commissions.sale_paid is 'Filled by trigger: whether the customer has paid the sale';
comment on column public.commissions.received_on is 'When the vendor''s money came, by a verified receipt; null while nobody has seen it';
comment on column public.commissions.received_how is 'word: an admin said so; deposit: matched with a deposit';

comment on column public.commissions.deposited_amount is 'Filled by trigger: the sum of the deposits matched with it';
comment on column public.commissions.written_off is 'Filled by trigger: what the agency no longer expects';
comment on column public.commissions.open_amount is 'What no deposit has paid yet, whatever the status; 0 when cancelled';

create policy "agents read their own commissions, admins all of their organization" on public.commissions
  for select to authenticated using (
    organization_id = (select private.current_organization_id())
    and ((select private.is_admin()) or agent_id = (select auth.uid()))
  );

create policy "admins change commissions of their organization" on public.commissions
  for update to authenticated
  using (organization_id = (select private.current_organization_id()) and (select private.is_admin()))
  with check (organization_id = (select private.current_organization_id()) and (select private.is_admin()));

grant select, update (status, notes) on public.commissions to authenticated;

create trigger commissions_10_guard before insert or update on public.commissions
  for each row execute function private.guard_commission();

create trigger commissions_90_touch before update on public.commissions
  for each row execute function private.touch_updated_at();

create trigger commissions_truncate before truncate on public.commissions
  for each statement execute function private.refuse_truncate();

-- For clients that read commissions with their sale, customer, vendor and agent in one request. Row-level security of the caller
-- decides (security_invoker).
create view public.commissions_with_sale_date with (security_invoker = on) as
select
  c.id, c.organization_id, c.sales_id, c.agent_id, c.amount, c.commission_split, c.agent_amount, c.status, c.notes,
  c.due_on, c.received_amount, c.received_on, c.created_at, c.updated_at,
  s.sale_date, s.status as sale_status, s.booking_reference, s.total_amount,
  s.customer_id, k.first_name as customer_first_name, k.last_name as customer_last_name,
  s.vendor_id, v.name as vendor_name,
  a.first_name as agent_first_name, a.last_name as agent_last_name, a.avatar_url as agent_avatar_url
from public.commissions c
join public.sales s on s.organization_id = c.organization_id and s.id = c.sales_id
join public.customers k on k.organization_id = s.organization_id and k.id = s.customer_id
join public.vendors v on v.organization_id = s.organization_id and v.id = s.vendor_id
join public.users a on a.organization_id = c.organization_id and a.id = c.agent_id;

comment on view public.commissions_with_sale_date is
  'Commissions with what a list shows of their sale. Nullable: agent_avatar_url, due_on, notes, received_amount, received_on';

grant select on public.commissions_with_sale_date to authenticated;

-- For commissions that are inserted without them, by an operator or a seed.
create function private.fill_commission_date() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  select s.sale_date, s.vendor_id into new.sale_date, new.vendor_id
  from public.sales s where s.organization_id = new.organization_id and s.id = new.sales_id;
  return new;
end $$;

create trigger commissions_05_fill_date before insert on public.commissions
  for each row when (new.sale_date is null or new.vendor_id is null) execute function private.fill_commission_date();

-- When the vendor is expected to pay: days after booking, departure or return, or before departure (with the final payment). Without a return date a trip ends with its departure. Null when no terms are agreed or the
-- day to count from is not known yet.
create function private.due_on(days integer, basis text, sale_date date, travel_date date, return_date date) returns date
language sql immutable set search_path = '' as $$
  select least(t.day, '2199-12-31')
  from (select case basis
    when 'before_departure' then travel_date - days
    when 'booking' then sale_date + days
    when 'departure' then travel_date + days
    when 'return' then coalesce(return_date, travel_date) + days end) t(day)
  where t.day is not null
$$;

-- FOR KEY SHARE, like a foreign key: the terms stay until the sale's transaction ends. Before the commission is locked.
create function private.lock_vendor_of_sale() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from public.vendors v where v.id = new.vendor_id and v.organization_id = new.organization_id for key share;
  return new;
end $$;

create trigger sales_15_lock_vendor before update on public.sales
  for each row when (old.sale_date is distinct from new.sale_date or old.travel_date is distinct from new.travel_date
    or old.return_date is distinct from new.return_date or old.vendor_id is distinct from new.vendor_id)
  execute function private.lock_vendor_of_sale();

-- FOR UPDATE, stronger than the lock of the update itself: it waits for those FOR KEY SHARE.
create function private.lock_vendor_terms() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from public.vendors v where v.id = new.id for update;
  return new;
end $$;

create trigger vendors_20_lock before update on public.vendors
  for each row when ((old.expected_payment_days, old.expected_payment_basis)
    is distinct from (new.expected_payment_days, new.expected_payment_basis))
  execute function private.lock_vendor_terms();

-- New terms of a vendor move the due dates of all its unpaid commissions, locked first, in the order of their sales.
create function private.move_due_dates() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform 1
  from changed n
  join replaced o on o.id = n.id
  join public.commissions c on c.organization_id = n.organization_id and c.vendor_id = n.id and c.status = 'unpaid'
  where (o.expected_payment_days, o.expected_payment_basis) is distinct from (n.expected_payment_days, n.expected_payment_basis)
  order by c.sales_id
  for no key update of c;
  if not found then
    return null;
  end if;
  update public.commissions c set due_on = d.due_on
  from changed n
  join replaced o on o.id = n.id
  join public.sales s on s.organization_id = n.organization_id and s.vendor_id = n.id
  cross join lateral (select private.due_on(
    n.expected_payment_days, n.expected_payment_basis, s.sale_date, s.travel_date, s.return_date) as due_on) d
  where c.organization_id = s.organization_id and c.sales_id = s.id and c.status = 'unpaid'
    and (o.expected_payment_days, o.expected_payment_basis) is distinct from (n.expected_payment_days, n.expected_payment_basis)
    and c.due_on is distinct from d.due_on;
  return null;
end $$;

create trigger vendors_after_20_move_due_dates after update on public.vendors
  referencing old table as replaced new table as changed for each statement execute function private.move_due_dates();

-- 51_commission_history.sql

-- History of commissions: what changed, when and by whom. Append-only (guard_history), written by triggers of commissions;
-- clients read it where they may read the commission; besides by correct_agent_payment, whose payments have no history of their
-- own. An update keeps the changed fields only, without derived columns and
-- without the agent's split and share, which the next agent of a sale must not learn.

create table public.commission_history (
  id uuid primary key default gen_random_uuid(),
  commission_id uuid not null,
  organization_id uuid not null,
  changed_by uuid,
  change_type text not null,
  previous_status text,
  new_status text not null,
  previous_data jsonb,
  new_data jsonb,
  notes text,
  created_at timestamptz not null default clock_timestamp(),
  constraint commission_history_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint commission_history_commission_id_fkey foreign key (commission_id, organization_id)
    references public.commissions (id, organization_id),
  constraint commission_history_changed_by_fkey foreign key (changed_by, organization_id)
    references public.users (id, organization_id),
  constraint commission_history_change_type_known check (change_type in ('create', 'update', 'status_change'))
);
alter table public.commission_history enable row level security;

create index commission_history_commission_id_idx
  on public.commission_history (organization_id, commission_id, created_at, id);
-- Free text, for the erasure of a person.
create index commission_history_texts_idx on public.commission_history (organization_id, commission_id)
  where new_data ?| '{notes,payment_reference}' or previous_data ?| '{notes,payment_reference}';

-- For admins without a look at each commission; for agents the sub-select applies the policy of commissions.
create policy "people read the history of the commissions they may read" on public.commission_history
  for select to authenticated using (
    organization_id = (select private.current_organization_id())
    and ((select private.is_admin()) or exists (
      select 1 from public.commissions c where c.organization_id = commission_history.organization_id and c.id = commission_id))
  );

grant select on public.commission_history to authenticated;

create trigger commission_history_keep before update or delete on public.commission_history
  for each row execute function private.guard_history();

create trigger commission_history_truncate before truncate on public.commission_history
  for each statement execute function private.refuse_truncate();

-- Columns left out of the history: keys, time stamps, what follows from the sale (which has a history of its own) or from the
-- vendor's terms, and the agent's split and share.
create function private.derived_commission_columns() returns text[]
language sql immutable set search_path = '' as $$
  select '{id,organization_id,sales_id,sale_date,sale_paid,vendor_id,due_on,commission_split,agent_amount,deposited_amount,
    open_amount,created_at,updated_at}'::text[]
$$;

create function private.write_commission_history() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  hidden constant text[] := private.derived_commission_columns();
  -- Called from within another trigger: that of the sale.
  moved_by_sale constant boolean := pg_trigger_depth() > 1;
  -- private.acting_user for any organization, looked up once.
  actor record;
begin
  select u.id, u.organization_id into actor from public.users u where u.id = auth.uid();
  if tg_op = 'INSERT' then
    insert into public.commission_history
      (commission_id, organization_id, changed_by, change_type, new_status, new_data, notes)
    select n.id, n.organization_id, case when actor.organization_id = n.organization_id then actor.id end, 'create',
      n.status, jsonb_strip_nulls(to_jsonb(n) - hidden), 'Commission created with the sale'
    from added n
    order by n.id;
    return null;
  end if;
  insert into public.commission_history
    (commission_id, organization_id, changed_by, change_type, previous_status, new_status, previous_data, new_data, notes)
  select n.id, n.organization_id, case when actor.organization_id = n.organization_id then actor.id end,
    case when n.status <> n.old_status then 'status_change' else 'update' end, n.old_status, n.status,
    c.previous_data, c.new_data,
    case
      when n.new_note is not null then n.new_note
      -- Set by private.sync_receipts: which deposit, from which file.
      when n.another_deposit then nullif(current_setting('paperplane.deposit_note', true), '')
      when n.status <> n.old_status and moved_by_sale then
        case n.status when 'cancelled' then 'Sale cancelled' else 'Sale marked as paid' end
      when n.another_receipt then case when n.is_received then 'Receipt recorded' else 'Receipt taken back' end
      when n.status = 'agent_paid' and n.old_status <> 'agent_paid' then 'Agent payment recorded'
      when n.status <> n.old_status then 'Status updated'
      when n.another_agent then 'Sale given to another agent'
      when n.another_amount then 'Amount follows the sale'
      else 'Details updated' end
  -- A full join behind a fence (offset 0): a plain join of transition tables is planned for one row and loops over thousands.
  from (
    select n.id, n.organization_id, n.status, o.status as old_status, n.agent_id <> o.agent_id as another_agent,
      n.amount <> o.amount as another_amount, n.received_on is not null as is_received,
      (n.deposited_amount, n.written_off) <> (o.deposited_amount, o.written_off) as another_deposit,
      (n.received_on, n.received_amount) is distinct from (o.received_on, o.received_amount) as another_receipt,
      case when n.notes is distinct from o.notes then n.notes end as new_note,
      to_jsonb(o) - hidden as before, to_jsonb(n) - hidden as after
    from changed n full join replaced o on o.id = n.id offset 0) n
  cross join lateral (
    select jsonb_object_agg(e.key, n.before -> e.key) as previous_data, jsonb_object_agg(e.key, e.value) as new_data,
      count(*) as fields
    from jsonb_each(n.after) e where e.value is distinct from n.before -> e.key) c
  where c.fields > 0
  order by n.id;
  return null;
end $$;

create trigger commissions_after_10_write_history_added after insert on public.commissions
  referencing new table as added for each statement execute function private.write_commission_history();
create trigger commissions_after_10_write_history_changed after update on public.commissions
  referencing old table as replaced new table as changed for each statement execute function private.write_commission_history();

-- {entries, names}: the entries, oldest first, with who changed what, and the names of the agents they mention, by id. It runs
-- with the caller's rights: row-level security decides.
create function private.commission_history_of(commission_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  -- Asked once and first: what is not shown takes as long as what is not there.
  with commission as materialized (
    select c.id from public.commissions c where c.id = commission_history_of.commission_id
  ), entries as (
    select h.* from public.commission_history h where h.commission_id = (select c.id from commission c)
  ), mentioned as (
    select distinct (d.data ->> 'agent_id')::uuid as id
    from entries e
    cross join lateral (values (e.previous_data), (e.new_data)) d(data)
    where d.data ->> 'agent_id' is not null
  )
  select jsonb_build_object(
    'entries', (select coalesce(jsonb_agg(jsonb_build_object(
        'id', e.id, 'change_type', e.change_type, 'previous_status', e.previous_status, 'new_status', e.new_status,
        'previous_data', e.previous_data, 'new_data', e.new_data, 'notes', e.notes, 'created_at', e.created_at,
        'user', (
          select jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'avatar_url', u.avatar_url)
          from public.users u where u.id = e.changed_by)
      ) order by e.created_at, e.id), '[]') from entries e),
    'names', (select coalesce(jsonb_object_agg(u.id, u.first_name || ' ' || u.last_name), '{}')
      from mentioned m join public.users u on u.id = m.id))
$$;
grant execute on function private.commission_history_of(uuid) to authenticated;

-- 52_commission_list.sql

-- The list of commissions (public.list_commissions): one page of rows, the exact count and the sums by status in one call.
-- Strategy, access and dynamic SQL are those of 43_sale_list, explained at its head; $3 and on are the attributes of
-- private.commission_filter in the order of the USING clauses. What differs:
--
-- - A list is driven by commissions (`m`) where they alone know what is asked for, else by sales (`s`), joined with commissions
--   only where needed. Every sale has one commission; pages are ids of sales.
-- - Each word of a search may be part of the customer's name or e-mail address, the booking reference or the vendor's name. The
--   longest word is looked up through indexes; the other words are compared within what that one finds. Words that no reference and
--   no vendor has are the customer's, and looked up together.

-- Null: not filtered by it. organization_id is null where nothing may be found; the days (of the sale) are always set.
-- word: pattern of the longest word; customer_ids and vendor_ids are those whose names have it, or with exclude_customers,
-- customer_ids are those whose names have not. names_only: nothing but names of customers has the word. complement, set together
-- with exclude_customers: the rows `word` does not match.
-- due_before: unpaid and due before that day. ready: what agents can be paid now, which leaves out `blocked`
-- (private.blocked_commissions, as payouts do). exact_ids: sales whose reference is what was searched for; they come first.
create type private.commission_filter as (
  organization_id uuid, agent_id uuid, first_day date, last_day date, status text, word text, customer_ids uuid[],
  vendor_ids uuid[], other_words text[], vendor_id uuid, due_before date, exclude_customers boolean, complement boolean,
  exact_ids uuid[], ready boolean, blocked uuid[], names_only boolean);

-- Those of `patterns` that only names of customers can have: no vendor's name and no reference of these sales (agent_id: of this agent
-- alone) has them. Not words of one or two letters: no trigram index knows them.
create function private.words_of_names(organization_id uuid, agent_id uuid, patterns text[]) returns text[]
language plpgsql stable security definer set search_path = '' as $$
declare
  pattern text;
  is_beside boolean;
  found text[] := '{}';
begin
  foreach pattern in array patterns loop
    continue when char_length(pattern) < char_length('%abc%');
    -- Materialized, so that the planner does not hope to meet one by chance.
    execute 'with r as materialized (select from public.sales s
        where s.organization_id = $1 and lower(s.booking_reference collate pg_catalog."pg_c_utf8") like $3'
      || case when agent_id is null then '' else ' and s.agent_id = $2' end || ')
      select exists (select from r) or exists (select from public.vendors v
        where v.organization_id = $1 and lower(v.name collate pg_catalog."pg_c_utf8") like $3)'
    into is_beside using organization_id, agent_id, pattern;
    if not is_beside then
      found := found || pattern;
    end if;
  end loop;
  return found;
end $$;

-- What the caller asked for, as far as they may. Shared with export_commissions.
create function private.commission_filter_of(
  status text, agent_id uuid, vendor_id uuid, overdue boolean, ready boolean, start_date date, end_date date, search text)
returns private.commission_filter
language plpgsql stable security definer set search_path = '' as $$
declare
  f private.commission_filter;
  patterns text[] := private.search_patterns(commission_filter_of.search);
  of_names text[];
begin
  select c.organization_id, c.agent_id into f.organization_id, f.agent_id
  from private.caller_scope(commission_filter_of.agent_id) c;
  select r.first_day, r.last_day into f.first_day, f.last_day
  from private.date_range(commission_filter_of.start_date, commission_filter_of.end_date) r;
  f.vendor_id := commission_filter_of.vendor_id;
  f.status := case when commission_filter_of.status in ('unpaid', 'funds_received', 'agent_paid', 'cancelled')
    then commission_filter_of.status end;
  f.due_before := case when commission_filter_of.overdue then private.today() end;
  f.ready := coalesce(commission_filter_of.ready, false);
  f.blocked := private.blocked_commissions(f.organization_id, f.agent_id);
  if private.has_too_many_search_words(patterns) then
    f.organization_id := null;
  elsif f.organization_id is not null and patterns is not null then
    f.word := patterns[1];
    of_names := private.words_of_names(f.organization_id, f.agent_id, patterns);
    f.names_only := f.word = any (of_names);
    f.other_words := array(select p from unnest(patterns[2:]) p where not f.names_only or p <> all (of_names));
    select c.customer_ids, c.exclude_customers into f.customer_ids, f.exclude_customers
    from private.match_customers(f.organization_id, case when f.names_only then of_names else patterns[:1] end) c;
    f.exact_ids := private.find_exact_references(f.organization_id, commission_filter_of.search);
    f.vendor_ids := array(select v.id from public.vendors v
      where v.organization_id = f.organization_id and lower(v.name collate pg_catalog."pg_c_utf8") like f.word);
    if f.exclude_customers and f.customer_ids = '{}' and cardinality(f.other_words) = 0 then
      -- Every customer matches.
      f.word := null;
      f.exclude_customers := false;
    end if;
  end if;
  return f;
end $$;

-- That a sale `s` has a further word of a search, whose pattern is the parameter `word`: in its reference, its vendor's or its customer's
-- names, those with or without their accents. Vendors and customers who have it are looked up once; but no trigram index knows words
-- of one or two letters, so for these the names of each sale are read.
create function private.other_word_condition(word text, length int) returns text
language sql immutable set search_path = '' as $$
  select replace('(lower(s.booking_reference collate pg_catalog."pg_c_utf8") like ?
    or ' || case when length >= char_length('%abc%') then
      's.vendor_id in (select v.id from public.vendors v
        where v.organization_id = $3 and lower(v.name collate pg_catalog."pg_c_utf8") like ?)
      or s.customer_id in (select c.customer_id from private.customer_search c
        where c.organization_id = $3 and c.document like private.normalize_search_text(?)
          and private.searched_names(c.document) like private.normalize_search_text(?)))'
    else
      'exists (select from public.vendors v where v.id = s.vendor_id and lower(v.name collate pg_catalog."pg_c_utf8") like ?)
      or exists (select from private.customer_search c where c.customer_id = s.customer_id
        and private.searched_names(c.document) like private.normalize_search_text(?)))' end, '?', word)
$$;

-- WHERE of the filter, over sales as `s` or commissions as `m`.
create function private.commission_conditions(f private.commission_filter, from_sales boolean) returns text
language sql immutable set search_path = '' as $$
  select concat_ws(' and ', d || '.organization_id = $3',
    case when f.agent_id is not null then d || '.agent_id = $4' end,
    case when f.first_day > '1900-01-01' then d || '.sale_date >= $5' end,
    case when f.last_day < '2199-12-31' then d || '.sale_date <= $6' end,
    case when f.status is not null then 'm.status = $7' end,
    case when f.word is not null then
      case when f.complement then 'not ' else '' end || '('
      || case when f.exclude_customers then 's.customer_id <> all ($9)' else 's.customer_id = any ($9)' end
      || case when f.names_only then ')'
        else ' or s.vendor_id = any ($10) or lower(s.booking_reference collate pg_catalog."pg_c_utf8") like $8)' end end,
    -- Implied by the condition above, and written out for an index.
    case when f.complement then 's.customer_id = any ($9)' end,
    (select string_agg(private.other_word_condition(format('($11)[%s]', o.n), char_length(o.word)), ' and ' order by o.n)
      from unnest(f.other_words) with ordinality o(word, n)),
    case when f.vendor_id is not null then d || '.vendor_id = $12' end,
    -- The statuses are written out for the partial indexes of unpaid and of received commissions.
    case when f.due_before is not null then 'm.status = ''unpaid'' and m.due_on < $13' end,
    case when f.ready then 'm.status = ''funds_received'' and m.sale_paid' end,
    case when f.ready and f.blocked <> '{}' then 'm.id <> all ($15)' end)
  from (select case when from_sales then 's' else 'm' end as d) driver
$$;

-- FROM and the sort keys. An unknown `sort` is the moment of creation; so is 'due_on' unless only overdue ones are asked for.
-- sales_first: the commission of each sale that is found is looked up, since the planner takes what has several words of a search
-- for many.
create function private.commission_sort(
  sort text, from_sales boolean, join_commissions boolean, overdue boolean, sales_first boolean, out source text, out keys text[])
language plpgsql immutable set search_path = '' as $$
declare
  sale_date text := case when from_sales then 's.sale_date' else 'm.sale_date' end;
begin
  source := case when from_sales then 'public.sales s' else 'public.commissions m' end
    || case when sales_first then ' cross join lateral (select * from public.commissions x
        where x.sales_id = s.id and x.organization_id = s.organization_id offset 0) m'
      when join_commissions
        then ' join public.commissions m on m.sales_id = s.id and m.organization_id = s.organization_id' else '' end
    || case sort
      when 'customer' then ' join public.customers c on c.organization_id = s.organization_id and c.id = s.customer_id'
      when 'vendor' then format(' join public.vendors v on v.organization_id = %1$s.organization_id and v.id = %1$s.vendor_id',
        case when from_sales then 's' else 'm' end)
      when 'agent' then ' join public.users a on a.organization_id = m.organization_id and a.id = m.agent_id'
      else '' end;
  keys := case sort
    when 'sale_date' then array[sale_date]
    when 'amount' then '{m.amount}'
    when 'total_amount' then '{s.total_amount}'
    when 'booking_reference' then '{s.booking_reference}'
    when 'status' then '{m.status,m.created_at}'
    when 'customer' then array['c.last_name', 'c.first_name', 'c.id', sale_date]
    when 'vendor' then array['v.name', 'v.id', sale_date]
    when 'agent' then '{a.last_name,a.first_name,a.id,m.created_at}'
    else case when sort = 'due_on' and overdue then '{m.due_on}'::text[] else '{m.created_at}' end end;
end $$;

-- {status: {count, amount, agent_amount}} over every filter but the status.
create function private.sum_commissions(f private.commission_filter) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  source text;
  sums jsonb;
  rest private.commission_filter := f;
begin
  f.status := null;
  if f.exclude_customers and cardinality(f.other_words) = 0 and not coalesce(f.complement, false) then
    rest.complement := true;
    f.word := null;
    f.exclude_customers := false;
    return private.subtract_sums(private.sum_commissions(f), private.sum_commissions(rest));
  end if;
  if f.word is null and f.due_before is null and f.vendor_id is null and not f.ready then
    source := 'd.status, sum(d.record_count) as n, sum(d.commission_amount) as a, sum(d.agent_amount) as g
      from private.totals(''commission'', $3, $4, $5, $6) d group by d.status';
  else
    source := 'm.status, count(*) as n, sum(m.amount) as a, sum(m.agent_amount) as g from '
      || case when f.word is null then 'public.commissions m where '
        else 'public.sales s join public.commissions m on m.sales_id = s.id and m.organization_id = s.organization_id where ' end
      || private.commission_conditions(f, f.word is not null) || ' group by m.status';
  end if;
  execute 'select jsonb_object_agg(status, jsonb_build_object(''count'', n, ''amount'', a, ''agent_amount'', g))
    from (select ' || source || ') t'
  into sums
  using null, null, f.organization_id, f.agent_id, f.first_day, f.last_day, f.status, f.word, f.customer_ids, f.vendor_ids,
    f.other_words, f.vendor_id, f.due_before, f.exact_ids, f.blocked;
  return sums;
end $$;

-- {count, amount, agent_amount} of what the filter finds, whatever its status, of commissions whose funds came and whose
-- agent cannot be paid yet: before the customer has paid, or blocked (private.blocked_commissions). Seldom, so they are read from their rows.
create function private.early_commissions(f private.commission_filter) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  early jsonb;
begin
  f.status := null;
  execute 'select jsonb_build_object(''count'', count(*), ''amount'', coalesce(sum(m.amount), 0),
      ''agent_amount'', coalesce(sum(m.agent_amount), 0)) from '
    || case when f.word is null then 'public.commissions m where '
      else 'public.sales s join public.commissions m on m.sales_id = s.id and m.organization_id = s.organization_id where ' end
    || private.commission_conditions(f, f.word is not null) || ' and m.status = ''funds_received'' and '
    || case when f.blocked = '{}' then 'not m.sale_paid' else '(not m.sale_paid or m.id = any ($15))' end
  into early
  using null, null, f.organization_id, f.agent_id, f.first_day, f.last_day, f.status, f.word, f.customer_ids, f.vendor_ids,
    f.other_words, f.vendor_id, f.due_before, f.exact_ids, f.blocked;
  return early;
end $$;

-- The figures of commissions as lists and the dashboard answer them, {count, amount (gross), agent_amount (the agents' share)}
-- each: every status, with zeros where there is none; total; active_total, without cancelled; ready: what the agents can be paid
-- now, which is funds_received without the `early` ones.
create function private.commission_status_summary(sums jsonb, early jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  with figures as (
    select t.name, coalesce(sum((v ->> 'count')::bigint), 0) as n, coalesce(sum((v ->> 'amount')::numeric), 0) as a,
      coalesce(sum((v ->> 'agent_amount')::numeric), 0) as g
    from unnest('{unpaid,funds_received,agent_paid,cancelled,total,active_total}'::text[]) t(name)
    left join jsonb_each(sums) e(k, v)
      on e.k = t.name or t.name = 'total' or t.name = 'active_total' and e.k <> 'cancelled'
    group by t.name
    union all
    select 'ready', coalesce((r.v ->> 'count')::bigint, 0) - (early ->> 'count')::bigint,
      coalesce((r.v ->> 'amount')::numeric, 0) - (early ->> 'amount')::numeric,
      coalesce((r.v ->> 'agent_amount')::numeric, 0) - (early ->> 'agent_amount')::numeric
    from (select sums -> 'funds_received' as v) r)
  select jsonb_object_agg(f.name, jsonb_build_object('count', f.n, 'amount', f.a, 'agent_amount', f.g)) from figures f
$$;

-- The ids (of sales) of one page; see private.find_sales.
create function private.find_commissions(
  f private.commission_filter, sort text, descending boolean, take bigint, skip bigint, collect_first boolean)
returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  -- Sorted by what the sale knows. A commission carries its vendor too: overdue ones are found without their sales.
  sorted_by_sale boolean := coalesce(sort in ('total_amount', 'booking_reference', 'customer')
    or sort = 'vendor' and (f.due_before is null or f.word is not null), false);
  from_sales boolean := sorted_by_sale or f.word is not null;
  -- Every sale has one commission, so it is joined only for what the sale does not know.
  join_commissions boolean := from_sales and (f.status is not null or f.due_before is not null or f.ready
    or not sorted_by_sale and sort is distinct from 'sale_date');
  source text;
  keys text[];
  ids uuid[];
begin
  select o.source, o.keys into source, keys
  from private.commission_sort(sort, from_sales, join_commissions, f.due_before is not null, false) o;
  execute private.page_query(source, private.commission_conditions(f, from_sales), keys, descending,
    case when from_sales then 's.id' else 'm.sales_id' end, collect_first)
  into ids
  using take, skip, f.organization_id, f.agent_id, f.first_day, f.last_day, f.status, f.word, f.customer_ids, f.vendor_ids,
    f.other_words, f.vendor_id, f.due_before, f.exact_ids, f.blocked;
  return ids;
end $$;

-- See private.find_grouped_sales. Within a status or agent commissions are sorted by creation, within a vendor by date of sale.
create function private.find_grouped_commissions(
  f private.commission_filter, sort text, descending boolean, take bigint, skip bigint)
returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  small_offset constant int := 500;
  group_sizes jsonb;
  group_size bigint;
  group_key text;
  group_filter private.commission_filter;
  ids uuid[] := '{}';
begin
  if skip > small_offset then
    execute format('select jsonb_object_agg(g, n) from (select m.%I as g, count(*) as n from public.commissions m',
        case sort when 'agent' then 'agent_id' when 'vendor' then 'vendor_id' else 'status' end)
      || case when f.word is not null
        then ' join public.sales s on s.id = m.sales_id and s.organization_id = m.organization_id' else '' end
      || ' where ' || private.commission_conditions(f, f.word is not null) || ' group by 1) t'
    into group_sizes
    using null, null, f.organization_id, f.agent_id, f.first_day, f.last_day, f.status, f.word, f.customer_ids, f.vendor_ids,
      f.other_words, f.vendor_id, f.due_before, f.exact_ids, f.blocked;
  end if;
  foreach group_key in array private.group_keys(
    sort, '{agent_paid,cancelled,funds_received,unpaid}', f.organization_id, f.agent_id, f.vendor_id, f.status, descending)
  loop
    group_size := coalesce((group_sizes ->> group_key)::bigint, 0);
    if group_sizes is not null and skip >= group_size then
      skip := skip - group_size;
      continue;
    end if;
    group_filter := f;
    case sort
      when 'status' then group_filter.status := group_key;
      when 'vendor' then group_filter.vendor_id := group_key::uuid;
      else group_filter.agent_id := group_key::uuid;
    end case;
    ids := ids || private.find_commissions(
      group_filter, case sort when 'vendor' then 'sale_date' else 'created_at' end, descending,
      case when group_sizes is null then skip else 0 end + take - cardinality(ids),
      case when group_sizes is null then 0 else skip end, false);
    if group_sizes is not null then
      skip := 0;
    end if;
    exit when cardinality(ids) >= skip + take;
  end loop;
  return case when group_sizes is null then ids[skip + 1:] else ids end;
end $$;

-- Sums by status, the early ones (see private.early_commissions) and the ids of one page, from one pass over what a search finds;
-- what it finds exactly comes first.
create function private.search_commissions(
  f private.commission_filter, sort text, descending boolean, take bigint, skip bigint,
  out sums jsonb, out early jsonb, out ids uuid[])
language plpgsql stable security definer set search_path = '' as $$
declare
  any_status private.commission_filter := f;
  source text;
  keys text[];
begin
  any_status.status := null;
  select o.source, o.keys into source, keys from private.commission_sort(sort, true, true, f.due_before is not null, true) o;
  execute format(
    'with m as materialized (
      select s.id as id, m.status, m.amount, m.agent_amount, m.sale_paid, %s from %s where %s)
    select (select jsonb_object_agg(t.status, jsonb_build_object(''count'', t.n, ''amount'', t.a, ''agent_amount'', t.g))
        from (select m.status, count(*) as n, sum(m.amount) as a, sum(m.agent_amount) as g from m group by 1) t),
      (select jsonb_build_object(''count'', count(*), ''amount'', coalesce(sum(m.amount), 0),
        ''agent_amount'', coalesce(sum(m.agent_amount), 0)) from m where m.status = ''funds_received'' and not m.sale_paid),
      array(select m.id from m where $7 is null or m.status = $7 order by m.id = any ($14) desc, %s
        limit $1 offset $2)',
    (select string_agg(k || ' as k' || n, ', ' order by n) from unnest(keys) with ordinality u(k, n)), source,
    private.commission_conditions(any_status, true),
    private.sort_clause(array(select 'k' || n from generate_series(1, cardinality(keys)) n), descending, 'id'))
  into sums, early, ids
  using take, skip, f.organization_id, f.agent_id, f.first_day, f.last_day, f.status, f.word, f.customer_ids, f.vendor_ids,
    f.other_words, f.vendor_id, f.due_before, f.exact_ids, f.blocked;
end $$;

-- What the list shows of the commissions of the sales `sale_ids`, in their order or backwards.
create function private.commission_rows(sale_ids uuid[], backwards boolean) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', m.id, 'status', m.status, 'amount', m.amount, 'agent_amount', m.agent_amount,
    'commission_split', m.commission_split, 'due_on', m.due_on, 'created_at', m.created_at, 'sales_id', m.sales_id,
    'booking_reference', s.booking_reference, 'sale_date', s.sale_date, 'sale_status', s.status,
    'total_amount', s.total_amount,
    'customer', jsonb_build_object('id', c.id, 'first_name', c.first_name, 'last_name', c.last_name),
    'vendor', jsonb_build_object('id', v.id, 'name', v.name, 'logo_url', v.logo_url),
    'agent', jsonb_build_object('id', a.id, 'first_name', a.first_name, 'last_name', a.last_name,
      'avatar_url', a.avatar_url))
    order by case when backwards then -u.n else u.n end), '[]')
  from unnest(sale_ids) with ordinality u(id, n)
  join public.sales s on s.id = u.id
  join public.commissions m on m.sales_id = s.id and m.organization_id = s.organization_id
  join public.customers c on c.id = s.customer_id
  join public.vendors v on v.id = s.vendor_id
  join public.users a on a.id = m.agent_id
$$;

-- {rows, count, page, page_size, total_pages, stats}. `stats` (private.commission_status_summary) obeys every filter but the
-- status, `count` that one, too. Days are
-- those of the sale. overdue: unpaid, and due before today; then `due_on` is one more sort. ready: funds received, and paid by the
-- customer. Everything else as in list_sales.
create function public.list_commissions(
  status text default null, agent_id uuid default null, start_date date default null, end_date date default null,
  search text default null, sort text default 'created_at', descending boolean default true, page int default 1,
  page_size int default 10, vendor_id uuid default null, overdue boolean default false, ready boolean default false)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  f private.commission_filter := private.commission_filter_of(list_commissions.status, list_commissions.agent_id,
    list_commissions.vendor_id, list_commissions.overdue, list_commissions.ready, list_commissions.start_date,
    list_commissions.end_date, list_commissions.search);
  page_no int := greatest(coalesce(list_commissions.page, 1), 1);
  per_page int := least(greatest(coalesce(list_commissions.page_size, 10), 1), 100);
  is_descending boolean := coalesce(list_commissions.descending, true);
  -- Up to so many customers and vendors, all their commissions are collected.
  max_collected_customers constant int := 5000;
  max_collected_vendors constant int := 8;
  -- In the order of creation, the sales of a range of days lie far from the beginning of the index and scattered over it.
  days_by_creation boolean := (f.first_day > '1900-01-01' or f.last_day < '2199-12-31') and (list_commissions.sort is null
    or list_commissions.sort not in ('sale_date', 'amount', 'total_amount', 'booking_reference', 'status', 'customer', 'vendor',
      'agent'));
  sums jsonb;
  early jsonb;
  total bigint;
  take bigint;
  skip bigint;
  backwards boolean := false;
  collect_first boolean;
  ids uuid[];
begin
  -- An exact find is always collected: it comes first whatever the list is sorted by.
  if f.organization_id is not null and f.word is not null and (f.exact_ids <> '{}' or not f.exclude_customers
    and cardinality(f.customer_ids) <= max_collected_customers and cardinality(f.vendor_ids) <= max_collected_vendors) then
    select s.sums, s.early, s.ids into sums, early, ids
    from private.search_commissions(f, list_commissions.sort, is_descending, per_page, (page_no - 1)::bigint * per_page) s;
    total := private.count_of(sums, f.status);
  else
    if f.organization_id is not null then
      sums := private.sum_commissions(f);
    end if;
    total := private.count_of(sums, f.status);
    select w.take, w.skip, w.backwards into take, skip, backwards from private.page_window(total, page_no, per_page) w;
    if take > 0 then
      -- Limits of: any list; a search; overdue and ready commissions, which have indexes of their own; days in the order of creation.
      collect_first := total <= 1000 or f.word is not null and total <= 25000
        or (f.due_before is not null or f.ready) and total <= 200000
        or days_by_creation and total <= 50000;
      ids := case when not collect_first and list_commissions.sort in ('status', 'vendor', 'agent')
        then private.find_grouped_commissions(f, list_commissions.sort, is_descending <> backwards, take, skip)
        else private.find_commissions(f, list_commissions.sort, is_descending <> backwards, take, skip, collect_first) end;
    end if;
  end if;
  return jsonb_build_object('rows', private.commission_rows(ids, backwards), 'count', total, 'page', page_no,
    'page_size', per_page, 'total_pages', (total + per_page - 1) / per_page, 'stats', private.commission_status_summary(sums, coalesce(early, private.early_commissions(f))));
end $$;
grant execute on function public.list_commissions(text, uuid, date, date, text, text, boolean, integer, integer, uuid, boolean,
  boolean) to authenticated;

-- 53_agent_payments.sql

-- Payments of commissions to agents: one per commission, written by private.write_agent_payments alone, the only way to the status
-- agent_paid: for one commission by record_agent_payment, for a payout by pay_payout. Amount and agent never change; day, method and reference can be corrected (correct_agent_payment). Deleted only with
-- a sale whose import is undone. Agents read payments to themselves, admins all of their organization.

create table public.agent_payments (
  id uuid primary key default gen_random_uuid(),
  commission_id uuid not null,
  organization_id uuid not null,
  agent_id uuid not null,
  created_by uuid,
  amount numeric(12,2) not null,
  payment_date date not null,
  payment_method text not null,
  reference text,
  notes text,
  created_at timestamptz not null default now(),
  batch_id uuid,
  constraint agent_payments_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint agent_payments_commission_id_fkey foreign key (commission_id, organization_id)
    references public.commissions (id, organization_id),
  constraint agent_payments_agent_id_fkey foreign key (agent_id, organization_id) references public.users (id, organization_id),
  constraint agent_payments_created_by_fkey foreign key (created_by, organization_id)
    references public.users (id, organization_id),
  constraint agent_payments_amount_range check (amount between 0 and 9999999999.99),
  constraint agent_payments_payment_date_range check (payment_date between '1900-01-01' and '2199-12-31'),
  constraint agent_payments_payment_method_known
    check (payment_method in ('check', 'bank_transfer', 'cash', 'card', 'other')),
  constraint agent_payments_reference_length check (char_length(reference) <= 200),
  constraint agent_payments_notes_length check (char_length(notes) <= 5000)
);
alter table public.agent_payments enable row level security;

-- One payment per commission. A unique index, not a constraint: see commissions_sales_id_key.
create unique index agent_payments_commission_id_key on public.agent_payments (commission_id, organization_id);
create index agent_payments_organization_id_agent_id_idx
  on public.agent_payments (organization_id, agent_id, payment_date desc, id);

create policy "agents read payments to themselves, admins all of their organization" on public.agent_payments
  for select to authenticated using (
    organization_id = (select private.current_organization_id())
    and ((select private.is_admin()) or agent_id = (select auth.uid()))
  );

grant select on public.agent_payments to authenticated;

create trigger agent_payments_truncate before truncate on public.agent_payments
  for each statement execute function private.refuse_truncate();

-- Writes the payments of commissions, each with its method and reference, and moves them to agent_paid. The caller has locked and
-- checked sales and commissions.
create function private.write_agent_payments(organization_id uuid, commission_ids uuid[], payment_methods text[],
  payment_references text[], payment_date date, notes text, batch_id uuid)
returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.agent_payments (commission_id, organization_id, agent_id, created_by, amount, payment_date, payment_method,
    reference, notes, batch_id)
  select c.id, c.organization_id, c.agent_id, auth.uid(), c.agent_amount, write_agent_payments.payment_date, p.method, p.reference,
    write_agent_payments.notes, write_agent_payments.batch_id
  from unnest(commission_ids, payment_methods, payment_references) p(id, method, reference)
  join public.commissions c on c.organization_id = write_agent_payments.organization_id and c.id = p.id
  order by c.sales_id;
  update public.commissions c set status = 'agent_paid'
  where c.organization_id = write_agent_payments.organization_id and c.id = any (commission_ids);
$$;

-- Records the payment and moves the commission to agent_paid, in one transaction. {success, error, commission}; a refusal is an
-- answer, too, and names the parameter it is about as `field`, so that a form can show it there. Organization, agent and author
-- come from the rows and the session; what the client sends about them must agree.
create function public.record_agent_payment(
  commission_id uuid,
  agent_id uuid,
  organization_id uuid,
  created_by uuid,
  amount numeric,
  payment_date date,
  payment_method text,
  reference text default null,
  notes text default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  caller_organization_id uuid := private.current_organization_id();
  sale public.sales%rowtype;
  commission public.commissions%rowtype;
  refusal text[];
begin
  if caller_organization_id is null or not private.is_admin() then
    return jsonb_build_object('success', false, 'error',
      'You do not have permission to record agent payments.', 'field', null, 'commission', null);
  end if;

  -- Lock order: sale, then commission, as everywhere. The sale's status cannot change while it is checked.
  select s.* into sale
  from public.sales s
  where s.organization_id = caller_organization_id and s.id = (
    select c.sales_id from public.commissions c
    where c.organization_id = caller_organization_id and c.id = record_agent_payment.commission_id)
  for no key update;
  select c.* into commission
  from public.commissions c
  where c.organization_id = caller_organization_id and c.id = record_agent_payment.commission_id and c.sales_id = sale.id
  for no key update;

  refusal := case
    when commission.id is null then array['This commission does not exist.', 'commission_id']
    when record_agent_payment.organization_id <> caller_organization_id then
      array['The commission belongs to another organization.', 'organization_id']
    when record_agent_payment.agent_id <> commission.agent_id then
      array['The commission belongs to another agent.', 'agent_id']
    when record_agent_payment.created_by <> auth.uid() then
      array['A payment is recorded under your own name.', 'created_by']
    when commission.status = 'agent_paid' then
      array['The agent has already been paid for this commission.', 'commission_id']
    when sale.status = 'cancelled' then array['Agent cannot be paid for a cancelled sale', 'commission_id']
    when commission.status = 'cancelled' then array['A cancelled commission cannot be paid.', 'commission_id']
    when sale.status <> 'paid' then array['The customer has not paid this sale yet.', 'commission_id']
    when commission.status <> 'funds_received' then
      array['Funds must be received before the agent is paid.', 'commission_id']
    when commission.received_on is null and exists (
      select 1 from public.organizations o where o.id = caller_organization_id and o.commission_received_on = 'deposit_matched') then
      array['The vendor''s money has not been received yet.', 'commission_id']
    when exists (
      select 1 from public.payout_holds h
      where h.organization_id = caller_organization_id and h.commission_id = commission.id) then
      array['This commission is held. Release it first.', 'commission_id']
    when record_agent_payment.amount is null then array['Enter the amount you paid.', 'amount']
    when record_agent_payment.amount <> commission.agent_amount then
      array['Enter exactly ' || commission.agent_amount || ', the agent''s share.', 'amount']
    when record_agent_payment.payment_date is null then array['Enter the payment date.', 'payment_date']
    when record_agent_payment.payment_method is null then array['Choose how the agent was paid.', 'payment_method']
  end;
  if refusal is not null then
    return jsonb_build_object('success', false, 'error', refusal[1], 'field', refusal[2], 'commission', null);
  end if;

  perform private.write_agent_payments(caller_organization_id, array[commission.id], array[record_agent_payment.payment_method],
    array[nullif(btrim(record_agent_payment.reference), '')], record_agent_payment.payment_date,
    nullif(btrim(record_agent_payment.notes), ''), null);
  select c.* into commission from public.commissions c where c.id = commission.id;
  return jsonb_build_object('success', true, 'error', null, 'commission', to_jsonb(commission));
end $$;
grant execute on function public.record_agent_payment(uuid, uuid, uuid, uuid, numeric, date, text, text, text)
  to authenticated;

-- Corrects when, how and with which reference an agent was paid; what was paid to whom stands. Admins only. {success, error,
-- field}. The history of the commission keeps what it was before.
create function public.correct_agent_payment(
  payment_id uuid, payment_date date, payment_method text, reference text default null)
returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  caller_organization_id uuid := private.admin_organization_id();
  payment public.agent_payments%rowtype;
  corrected public.agent_payments%rowtype;
  before jsonb;
  after jsonb;
begin
  if caller_organization_id is null then
    return private.command_result('You do not have permission to correct agent payments.');
  end if;
  select p.* into payment from public.agent_payments p
  where p.organization_id = caller_organization_id and p.id = correct_agent_payment.payment_id
  for no key update;
  if payment.id is null then
    return private.command_result('This payment does not exist.', 'payment_id');
  elsif correct_agent_payment.payment_date is null then
    return private.command_result('Enter the payment date.', 'payment_date');
  elsif correct_agent_payment.payment_method is null then
    return private.command_result('Choose how the agent was paid.', 'payment_method');
  end if;
  update public.agent_payments p set payment_date = correct_agent_payment.payment_date,
    payment_method = correct_agent_payment.payment_method, reference = nullif(btrim(correct_agent_payment.reference), '')
  where p.id = payment.id
  returning p.* into corrected;
  select jsonb_object_agg(e.name, e.old), jsonb_object_agg(e.name, e.new) into before, after
  from (values
    ('payment_date', to_jsonb(payment.payment_date), to_jsonb(corrected.payment_date)),
    ('payment_method', to_jsonb(payment.payment_method), to_jsonb(corrected.payment_method)),
    ('payment_reference', to_jsonb(payment.reference), to_jsonb(corrected.reference))) e(name, old, new)
  where e.old is distinct from e.new;
  if after is not null then
    insert into public.commission_history
      (commission_id, organization_id, changed_by, change_type, previous_status, new_status, previous_data, new_data, notes)
    values (payment.commission_id, caller_organization_id, auth.uid(), 'update', 'agent_paid', 'agent_paid', before, after,
      'Payment corrected');
  end if;
  return private.command_result(null);
end $$;
grant execute on function public.correct_agent_payment(uuid, date, text, text) to authenticated;

-- 54_receipts.sql

-- Receipts: that the vendor's money for a commission is here, how much and since when (received_on, received_amount,
-- received_how; docs/product.md, When is commission received). Nothing else says so: a paid sale says that the customer paid.

-- An admin's word: `received_amount` came on `received_on`. Said again it replaces what was said before; without a day (null) it is
-- taken back. An unpaid commission becomes funds_received by it, and stays so. {success, error, field}.
create function public.record_receipt(commission_id uuid, received_on date default null, received_amount numeric default null)
returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  caller_organization_id uuid := private.admin_organization_id();
  sale public.sales%rowtype;
  commission public.commissions%rowtype;
  refusal text[];
begin
  if caller_organization_id is null then
    return private.command_result('You do not have permission to record receipts.');
  end if;
  -- Lock order: sale, then commission, as everywhere.
  select s.* into sale
  from public.sales s
  where s.organization_id = caller_organization_id and s.id = (
    select c.sales_id from public.commissions c
    where c.organization_id = caller_organization_id and c.id = record_receipt.commission_id)
  for no key update;
  select c.* into commission
  from public.commissions c
  where c.organization_id = caller_organization_id and c.id = record_receipt.commission_id and c.sales_id = sale.id
  for no key update;
  refusal := case
    when commission.id is null then array['This commission does not exist.', 'commission_id']
    when commission.status = 'cancelled' then array['A cancelled commission cannot be changed.', 'commission_id']
    when commission.received_how = 'deposit' then array['The deposit says what was received, and when.', 'commission_id']
    when record_receipt.received_on is null then null
    when record_receipt.received_on > private.today() then
      array['Enter the day the money came, today at the latest.', 'received_on']
    when coalesce(record_receipt.received_amount, 0) <= 0 then array['Enter the amount received.', 'received_amount']
    when record_receipt.received_amount <> round(record_receipt.received_amount, 2) then
      array['Use at most two decimals.', 'received_amount']
  end;
  if refusal is not null then
    return private.command_result(refusal[1], refusal[2]);
  end if;
  update public.commissions c set
    received_on = record_receipt.received_on,
    received_amount = case when record_receipt.received_on is not null then record_receipt.received_amount end,
    received_how = case when record_receipt.received_on is not null then 'word' end,
    status = case when c.status = 'unpaid' and record_receipt.received_on is not null then 'funds_received' else c.status end
  where c.id = commission.id;
  return private.command_result(null);
end $$;
grant execute on function public.record_receipt(uuid, date, numeric) to authenticated;

-- 55_bank_accounts.sql

-- Bank accounts of the agency, created while their files are imported, and how a file is recognized as theirs: by the number of the
-- account in it, or by the headers of its columns. Admins only, like everything of the bank; written by the functions below alone.

create table public.bank_accounts (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  name text not null,
  institution text,
  last_four text,
  currency text not null,
  archived_at timestamptz,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  constraint bank_accounts_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint bank_accounts_organization_id_id_key unique (organization_id, id),
  -- Deposits pay commissions of sales, so they have the currency of sales.
  constraint bank_accounts_currency_fkey foreign key (organization_id, currency) references public.organizations (id, currency),
  constraint bank_accounts_created_by_fkey foreign key (created_by, organization_id) references public.users (id, organization_id),
  constraint bank_accounts_currency_length check (char_length(currency) = 3),
  constraint bank_accounts_name_length check (char_length(name) <= 100),
  constraint bank_accounts_name_required check (btrim(name) <> ''),
  constraint bank_accounts_institution_length check (char_length(institution) <= 100),
  constraint bank_accounts_last_four_length check (last_four ~ '^[0-9A-Z]{1,4}$')
);
alter table public.bank_accounts enable row level security;

create unique index bank_accounts_name_key on public.bank_accounts (organization_id, lower(name)) where archived_at is null;

create policy "admins read the bank accounts of their organization" on public.bank_accounts
  for select to authenticated
  using (organization_id = (select private.current_organization_id()) and (select private.is_admin()));

grant select on public.bank_accounts to authenticated;

create trigger bank_accounts_80_number before update on public.bank_accounts for each row execute function private.bump_record_version(
  '{id,organization_id,created_at,updated_at,version,created_by}');
create trigger bank_accounts_90_touch before update on public.bank_accounts
  for each row execute function private.touch_updated_at();

-- What tells that a file belongs to an account, hashed: its number ('number') or the headers of its columns ('headers'), with the
-- mapping by which such a file was read the last time.
create table private.bank_file_keys (
  organization_id uuid not null,
  kind text not null,
  key text not null,
  account_id uuid not null,
  mapping jsonb not null default '{}',
  used_at timestamptz not null default now(),
  primary key (organization_id, kind, key),
  constraint bank_file_keys_account_id_fkey foreign key (organization_id, account_id)
    references public.bank_accounts (organization_id, id) on delete cascade
);
alter table private.bank_file_keys enable row level security;

create index bank_file_keys_account_id_idx on private.bank_file_keys (organization_id, account_id);

-- The caller's tenant, for functions of the bank; everybody but admins and owners is refused.
create function private.bank_organization() returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  organization_id uuid := private.admin_organization_id();
begin
  if organization_id is null then
    raise exception using errcode = '42501', message = 'permission denied for bank';
  end if;
  return organization_id;
end $$;

-- The key of a file: its account's number without blanks, or its column names in their order. Null for nothing.
create function private.bank_file_key(kind text, number text, headers text[]) returns text
language sql immutable set search_path = '' as $$
  select encode(sha256(convert_to(t.plain, 'UTF8')), 'hex')
  from (select case kind when 'number' then nullif(upper(regexp_replace(number, '[^A-Za-z0-9]', '', 'g')), '')
    else nullif(lower(array_to_string(headers, chr(31))), '') end) t(plain)
  where t.plain is not null
$$;

-- Accounts by name: id, name, institution, last_four, currency, through (the last day imported), open_count (transactions to
-- review), has_mapping, archived_at, version.
create function public.list_bank_accounts() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.bank_organization();
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name, 'institution', a.institution,
      'last_four', a.last_four, 'currency', a.currency, 'archived_at', a.archived_at, 'version', a.version,
      'through', (select max(t.booked_on) from public.bank_transactions t
        where t.organization_id = a.organization_id and t.account_id = a.id),
      'open_count', (select count(*) from public.bank_transactions t
        where t.organization_id = a.organization_id and t.account_id = a.id and t.status in ('open', 'suggested')),
      'has_mapping', exists (select 1 from private.bank_file_keys k
        where k.organization_id = a.organization_id and k.account_id = a.id and k.kind = 'headers'))
      order by a.archived_at is not null, lower(a.name), a.id), '[]')
    from public.bank_accounts a where a.organization_id = caller_organization_id);
end $$;
grant execute on function public.list_bank_accounts() to authenticated;

-- Adds an account {name, institution, last_four}, or changes it. {success, error, field, id}.
create function public.save_bank_account(account jsonb, account_id uuid default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.bank_organization();
  account_name text := nullif(btrim(account ->> 'name'), '');
  account_institution text := nullif(btrim(account ->> 'institution'), '');
  digits text := nullif(upper(right(regexp_replace(account ->> 'last_four', '[^A-Za-z0-9]', '', 'g'), 4)), '');
  saved_id uuid := save_bank_account.account_id;
begin
  if account_name is null then
    return private.command_result('Enter a name for the account.', 'name');
  elsif exists (select 1 from public.bank_accounts a where a.organization_id = caller_organization_id
    and lower(a.name) = lower(account_name) and a.archived_at is null and a.id is distinct from saved_id) then
    return private.command_result('There is an account of this name already.', 'name');
  end if;
  if saved_id is null then
    insert into public.bank_accounts (organization_id, name, institution, last_four, currency, created_by)
    select o.id, account_name, account_institution, digits, o.currency, auth.uid()
    from public.organizations o where o.id = caller_organization_id
    returning id into saved_id;
  else
    update public.bank_accounts a set name = account_name, institution = account_institution, last_four = digits
    where a.id = saved_id and a.organization_id = caller_organization_id;
    if not found then
      return private.command_result('This account does not exist.');
    end if;
  end if;
  return private.command_result(null) || jsonb_build_object('id', saved_id);
end $$;
grant execute on function public.save_bank_account(jsonb, uuid) to authenticated;

-- {account_id, mapping, earlier}: the account a file belongs to, how its columns were read, and the last import of this very file
-- that was not undone. Nulls where nothing is known.
create function public.recognize_bank_account(identifier text default null, headers text[] default null, file_hash text default null)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.bank_organization();
  by_number private.bank_file_keys;
  by_headers private.bank_file_keys;
begin
  select k.* into by_number from private.bank_file_keys k
  where k.organization_id = caller_organization_id and k.kind = 'number'
    and k.key = private.bank_file_key('number', recognize_bank_account.identifier, null);
  select k.* into by_headers from private.bank_file_keys k
  where k.organization_id = caller_organization_id and k.kind = 'headers'
    and k.key = private.bank_file_key('headers', null, recognize_bank_account.headers);
  return jsonb_build_object('account_id', coalesce(by_number.account_id, by_headers.account_id),
    'mapping', by_headers.mapping,
    'earlier', (
      select jsonb_build_object('created_at', i.created_at, 'added', i.added, 'first_name', u.first_name, 'last_name', u.last_name)
      from public.bank_imports i join public.users u on u.id = i.created_by
      where i.organization_id = caller_organization_id and i.file_hash = recognize_bank_account.file_hash
        and i.status = 'done' and i.added > 0
      order by i.created_at desc limit 1));
end $$;
grant execute on function public.recognize_bank_account(text, text[], text) to authenticated;

-- 56_bank_transactions.sql

-- Bank files and the transactions in them. The browser reads a file into lines; the database decides about each of them: new,
-- already here, or broken. preview_bank_lines says so without writing, import_bank_lines does it, both by
-- private.judge_bank_lines. An import can be undone as a whole.

create table public.bank_imports (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  account_id uuid not null,
  file_name text not null,
  file_hash text not null,
  format text not null,
  total_lines integer not null,
  added integer not null default 0,
  here integer not null default 0,
  broken integer not null default 0,
  broken_lines jsonb not null default '[]',
  status text not null default 'running',
  created_by uuid not null,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  undone_at timestamptz,
  undone_by uuid,
  constraint bank_imports_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint bank_imports_organization_id_id_key unique (organization_id, id),
  constraint bank_imports_account_id_fkey foreign key (organization_id, account_id)
    references public.bank_accounts (organization_id, id),
  constraint bank_imports_created_by_fkey foreign key (created_by, organization_id) references public.users (id, organization_id),
  constraint bank_imports_undone_by_fkey foreign key (undone_by, organization_id) references public.users (id, organization_id),
  constraint bank_imports_file_name_length check (char_length(file_name) between 1 and 255),
  constraint bank_imports_file_hash_length check (file_hash ~ '^[0-9a-f]{64}$'),
  constraint bank_imports_format_known check (format in ('csv', 'ofx', 'qfx', 'qif', 'camt', 'mt940')),
  constraint bank_imports_total_lines_range check (total_lines between 1 and 50000),
  constraint bank_imports_broken_lines_length
    check (jsonb_typeof(broken_lines) = 'array' and octet_length(broken_lines::text) <= 100000),
  constraint bank_imports_status_known check (status in ('running', 'done', 'cancelled', 'undone'))
);
alter table public.bank_imports enable row level security;

create index bank_imports_created_at_idx on public.bank_imports (organization_id, created_at desc, id);
create index bank_imports_file_hash_idx on public.bank_imports (organization_id, file_hash);
create index bank_imports_account_id_idx on public.bank_imports (organization_id, account_id);

create policy "admins read the bank imports of their organization" on public.bank_imports
  for select to authenticated
  using (organization_id = (select private.current_organization_id()) and (select private.is_admin()));

grant select on public.bank_imports to authenticated;

create table public.bank_transactions (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  account_id uuid not null,
  import_id uuid not null,
  line_number integer not null,
  line_key text not null,
  booked_on date not null,
  value_on date,
  amount numeric(12,2) not null,
  text text not null,
  counterparty text,
  reference text,
  bank_id text,
  payer_key text,
  vendor_id uuid,
  category text,
  status text not null default 'open',
  certainty text,
  unclaimed_amount numeric(12,2) not null default 0,
  fee_amount numeric(12,2) not null default 0,
  matching_due boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  constraint bank_transactions_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint bank_transactions_organization_id_id_key unique (organization_id, id),
  -- Never twice: see private.judge_bank_lines.
  constraint bank_transactions_line_key_key unique (organization_id, account_id, line_key),
  constraint bank_transactions_account_id_fkey foreign key (organization_id, account_id)
    references public.bank_accounts (organization_id, id),
  constraint bank_transactions_import_id_fkey foreign key (organization_id, import_id)
    references public.bank_imports (organization_id, id),
  constraint bank_transactions_vendor_id_fkey foreign key (vendor_id, organization_id)
    references public.vendors (id, organization_id) on delete set null (vendor_id),
  constraint bank_transactions_booked_on_range check (booked_on between '1900-01-01' and '2199-12-31'),
  constraint bank_transactions_value_on_range check (value_on between '1900-01-01' and '2199-12-31'),
  constraint bank_transactions_amount_range check (amount between -9999999999.99 and 9999999999.99),
  constraint bank_transactions_line_key_length check (char_length(line_key) <= 64),
  constraint bank_transactions_payer_key_length check (char_length(payer_key) <= 100),
  constraint bank_transactions_text_length check (char_length(text) <= 2000),
  constraint bank_transactions_counterparty_length check (char_length(counterparty) <= 300),
  constraint bank_transactions_reference_length check (char_length(reference) <= 300),
  constraint bank_transactions_bank_id_length check (char_length(bank_id) <= 300),
  constraint bank_transactions_category_known
    check (category in ('commission', 'recall', 'customer_payment', 'fee', 'transfer', 'other')),
  constraint bank_transactions_status_known check (status in ('open', 'suggested', 'matched', 'set_aside')),
  constraint bank_transactions_certainty_known check (certainty in ('possible', 'likely', 'certain')),
  constraint bank_transactions_unclaimed_amount_range check (unclaimed_amount between -9999999999.99 and 9999999999.99),
  constraint bank_transactions_fee_amount_range check (fee_amount between 0 and 9999999999.99)
);
alter table public.bank_transactions enable row level security;

create index bank_transactions_review_idx on public.bank_transactions (organization_id, booked_on desc, id)
  include (account_id, vendor_id, certainty, amount) where status in ('open', 'suggested');
create index bank_transactions_status_idx on public.bank_transactions (organization_id, status, booked_on desc, id)
  include (amount);
create index bank_transactions_day_idx on public.bank_transactions (organization_id, booked_on desc, id);
create index bank_transactions_account_idx on public.bank_transactions (organization_id, account_id, booked_on desc, id)
  include (amount);
create index bank_transactions_unclaimed_idx on public.bank_transactions (organization_id, booked_on, id)
  include (unclaimed_amount) where unclaimed_amount <> 0;
create index bank_transactions_vendor_idx on public.bank_transactions (organization_id, vendor_id, booked_on desc, id);
create index bank_transactions_import_idx on public.bank_transactions (organization_id, import_id, line_number) include (status);
create index bank_transactions_matching_due_idx on public.bank_transactions (organization_id, import_id) where matching_due;
create index bank_transactions_text_idx on public.bank_transactions using gin
  (lower(text collate pg_catalog."pg_c_utf8") extensions.gin_trgm_ops);

comment on column public.bank_transactions.line_key is 'Filled by import_bank_lines: what makes a line the same in another file';
comment on column public.bank_transactions.payer_key is 'Filled by import_bank_lines: who pays, as the text says it';
comment on column public.bank_transactions.unclaimed_amount is 'Of a matched transaction: what no commission explains yet';
comment on column public.bank_transactions.fee_amount is 'Of a matched transaction: what was kept back on the way';
comment on column public.bank_transactions.matching_due is 'Whether suggestions must be computed anew';

create policy "admins read the bank transactions of their organization" on public.bank_transactions
  for select to authenticated
  using (organization_id = (select private.current_organization_id()) and (select private.is_admin()));

grant select on public.bank_transactions to authenticated;

create trigger bank_transactions_90_touch before update on public.bank_transactions
  for each row execute function private.touch_updated_at();
create trigger bank_transactions_truncate before truncate on public.bank_transactions
  for each statement execute function private.refuse_truncate();

-- Judges lines of a file, (docs/product.md, Bank files): each with its key, why it cannot be taken (null when it can), and
-- whether the account has it already. The key is the bank's own id with the amount, else day, amount and texts; a counter (`twin`)
-- tells equal lines of one file apart, so that two real ones stay two and overlapping files add nothing. A bank id that says
-- nothing ("NONREF", zeros) counts as none.
create function private.judge_bank_lines(organization_id uuid, account_id uuid, lines jsonb)
returns table (line integer, line_key text, why text, here boolean, is_twin boolean, booked_on date, value_on date, amount numeric, text text,
  counterparty text, reference text, bank_id text)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  currency text := (select a.currency from public.bank_accounts a
    where a.id = judge_bank_lines.account_id and a.organization_id = judge_bank_lines.organization_id);
begin
  return query
  select j.line, j.line_key, j.why,
    j.why is null and (j.repeated or exists (
      select 1 from public.bank_transactions t
      where t.organization_id = judge_bank_lines.organization_id and t.account_id = judge_bank_lines.account_id
        and t.line_key = j.line_key)),
    j.twin <> '1',
    case when j.why is null then j.booked_on::date end, case when private.is_iso_date(j.value_on) then j.value_on::date end,
    case when j.why is null then j.amount::numeric(12,2) end, coalesce(j.text, ''), j.counterparty, j.reference, j.bank_id
  from (
    select k.*, row_number() over (partition by k.line_key order by k.line) > 1 as repeated
    from (
      select r.*, encode(sha256(convert_to(concat_ws(chr(31),
          case when r.own_id is not null then 'id' else 'text' end, r.own_id,
          case when r.own_id is null then r.booked_on end,
          case when r.why is null then r.amount::numeric(14,2)::text end,
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
            when not coalesce(private.is_iso_date(e ->> 'booked_on'), false) then 'There is no such day'
            when coalesce(btrim(e ->> 'amount') !~ '^[-+]?\d{1,10}([.]\d{1,2}0*)?$', true) then 'This is not an amount'
            when (e ->> 'amount')::numeric = 0 then 'Its amount is zero'
            when nullif(upper(btrim(e ->> 'currency')), '') <> currency then
              'It is in ' || left(upper(btrim(e ->> 'currency')), 3) || ', the account in ' || currency
            when char_length(e ->> 'text') > 2000 or char_length(e ->> 'counterparty') > 300
              or char_length(e ->> 'reference') > 300 or char_length(e ->> 'bank_id') > 300 then 'Its text is too long'
          end as why
        from jsonb_array_elements(lines) e) r) k) j
  order by j.line;
end $$;

-- Refuses what is not a list of up to 2,000 numbered lines.
create function private.check_bank_lines(lines jsonb) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if jsonb_typeof(lines) is distinct from 'array' or jsonb_array_length(lines) > 2000 or exists (
    select 1 from jsonb_array_elements(lines) e
    where case when jsonb_typeof(e) <> 'object' then true else coalesce(e ->> 'line' !~ '^[1-9]\d{0,5}$', true) end) then
    perform private.refuse('Send at most 2,000 lines, each with its number.', 'lines');
  end if;
end $$;

-- What an import of these lines would do, nothing is written: {lines: [{line, fate, why, twin, similar}], counts}. fate: new, here,
-- broken. similar: new, but the account has a transaction of that day and amount under another key, as from another kind of file.
create function public.preview_bank_lines(account_id uuid, lines jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.bank_organization();
begin
  perform private.check_bank_lines(lines);
  return (
    with judged as materialized (
      select j.line, j.why, case when j.why is not null then 'broken' when j.here then 'here' else 'new' end as fate,
        j.is_twin as twin, j.booked_on, j.amount
      from private.judge_bank_lines(caller_organization_id, preview_bank_lines.account_id, lines) j)
    select jsonb_build_object(
      'lines', coalesce(jsonb_agg(jsonb_build_object('line', j.line, 'fate', j.fate, 'why', j.why, 'twin', j.twin,
        'similar', j.fate = 'new' and exists (
          select 1 from public.bank_transactions t where t.organization_id = caller_organization_id
            and t.account_id = preview_bank_lines.account_id and t.booked_on = j.booked_on and t.amount = j.amount))
        order by j.line), '[]'),
      'counts', jsonb_build_object('new', count(*) filter (where j.fate = 'new'), 'here', count(*) filter (where j.fate = 'here'),
        'broken', count(*) filter (where j.fate = 'broken')))
    from judged j);
end $$;
grant execute on function public.preview_bank_lines(uuid, jsonb) to authenticated;

-- The import, locked, so that calls for it write one after the other.
create function private.lock_bank_import(import_id uuid) returns public.bank_imports
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.bank_organization();
  i public.bank_imports;
begin
  select b.* into i from public.bank_imports b
  where b.id = lock_bank_import.import_id and b.organization_id = caller_organization_id for update;
  if i.id is null then
    perform private.refuse('This import is no longer there.');
  end if;
  return i;
end $$;

-- {import_id}. `identifier`: the account's number in the file; `headers`: the names of its columns. Both are remembered for the
-- account, with the mapping.
create function public.begin_bank_import(account_id uuid, file_name text, file_hash text, format text, total_lines int,
  mapping jsonb default '{}', identifier text default null, headers text[] default null)
returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.bank_organization();
  new_id uuid;
begin
  if begin_bank_import.total_lines > 50000 then
    perform private.refuse('A file may have 50,000 lines. Split it, or export fewer months.', 'lines');
  elsif not exists (select 1 from public.bank_accounts a where a.id = begin_bank_import.account_id
    and a.organization_id = caller_organization_id and a.archived_at is null) then
    perform private.refuse('Choose the account of this file.', 'account_id');
  elsif octet_length(begin_bank_import.mapping::text) > 20000 then
    perform private.refuse('This mapping is too long.', 'mapping');
  end if;
  insert into public.bank_imports (organization_id, account_id, file_name, file_hash, format, total_lines, created_by)
  values (caller_organization_id, begin_bank_import.account_id, begin_bank_import.file_name, begin_bank_import.file_hash,
    begin_bank_import.format, begin_bank_import.total_lines, auth.uid())
  returning id into new_id;
  insert into private.bank_file_keys as k (organization_id, kind, key, account_id, mapping)
  select caller_organization_id, t.kind, t.key, begin_bank_import.account_id, coalesce(begin_bank_import.mapping, '{}')
  from (values ('number', private.bank_file_key('number', identifier, null)),
    ('headers', private.bank_file_key('headers', null, headers))) t(kind, key)
  where t.key is not null
  on conflict (organization_id, kind, key) do update
    set account_id = excluded.account_id, mapping = excluded.mapping, used_at = now();
  return jsonb_build_object('import_id', new_id);
end $$;
grant execute on function public.begin_bank_import(uuid, text, text, text, int, jsonb, text, text[]) to authenticated;

-- Writes what is new among these lines: {added, here, broken: [{line, why}]}. Sent again, the same lines add nothing.
create function public.import_bank_lines(import_id uuid, lines jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
declare
  i public.bank_imports := private.lock_bank_import(import_bank_lines.import_id);
  counts record;
begin
  if i.status <> 'running' then
    perform private.refuse(case i.status when 'undone' then 'This import was undone.' else 'This import has ended.' end);
  end if;
  perform private.check_bank_lines(lines);
  -- One import into an account at a time: what another one is writing would not be seen.
  perform pg_advisory_xact_lock(hashtextextended('bank_import ' || i.account_id, 0));
  with judged as materialized (
    select j.* from private.judge_bank_lines(i.organization_id, i.account_id, lines) j
  ), added as (
    insert into public.bank_transactions (organization_id, account_id, import_id, line_number, line_key, booked_on, value_on,
      amount, text, counterparty, reference, bank_id, payer_key)
    select i.organization_id, i.account_id, i.id, j.line, j.line_key, j.booked_on, j.value_on, j.amount, j.text, j.counterparty,
      j.reference, j.bank_id, private.payer_key(j.text, j.counterparty)
    from judged j where j.why is null and not j.here
    order by j.line
    on conflict (organization_id, account_id, line_key) do nothing
    returning 1)
  select (select count(*) from added) as added, count(*) filter (where j.why is not null) as broken, count(*) as total,
    coalesce(jsonb_agg(jsonb_build_object('line', j.line, 'why', j.why) order by j.line) filter (where j.why is not null), '[]')
      as broken_lines
  into counts from judged j;
  update public.bank_imports b set added = b.added + counts.added, broken = b.broken + counts.broken,
    here = b.here + counts.total - counts.added - counts.broken,
    broken_lines = case when jsonb_array_length(b.broken_lines) < 200 then b.broken_lines || counts.broken_lines
      else b.broken_lines end
  where b.id = i.id;
  return jsonb_build_object('added', counts.added, 'here', counts.total - counts.added - counts.broken,
    'broken', counts.broken_lines);
end $$;
grant execute on function public.import_bank_lines(uuid, jsonb) to authenticated;

-- Ends an import and matches what it added, in steps: while {more}, call again. Where the organization wants it, what is certain is then
-- accepted (private.accept_certain_of_import): `accepted` of the answer are those so far, which undo_bank_decision takes back by the
-- id of the import. With `cancelled` what it wrote is removed.
-- `broken_lines` [{line, why}] are those the browser did not send. The answer: {more, status, added, here, broken, accepted, groups}.
create function public.finish_bank_import(import_id uuid, cancelled boolean default false, broken_lines jsonb default '[]')
returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
declare
  step constant int := 2000;
  i public.bank_imports := private.lock_bank_import(finish_bank_import.import_id);
  unread jsonb := coalesce(finish_bank_import.broken_lines, '[]');
  ids uuid[];
  more boolean := false;
begin
  if i.status = 'running' and cancelled then
    delete from public.bank_transactions t where t.organization_id = i.organization_id and t.import_id = i.id;
    update public.bank_imports b set status = 'cancelled', finished_at = now(), added = 0 where b.id = i.id returning * into i;
  elsif i.status in ('running', 'done') then
    if i.status = 'running' then
      update public.bank_imports b set status = 'done', finished_at = now(), broken = b.broken + jsonb_array_length(unread),
        broken_lines = case when octet_length((b.broken_lines || unread)::text) <= 100000 then b.broken_lines || unread
          else b.broken_lines end
      where b.id = i.id returning * into i;
    end if;
    ids := array(select t.id from public.bank_transactions t
      where t.organization_id = i.organization_id and t.import_id = i.id and t.matching_due
      order by t.line_number limit step);
    -- While the planner believes in small tables it reads all of them again and again instead of using an index.
    if i.added > 500 and (select t.reltuples < 10 * i.added from pg_catalog.pg_class t
      where t.oid = 'public.bank_transactions'::regclass) then
      analyze public.bank_transactions;
    end if;
    if (select t.reltuples < 10000 from pg_catalog.pg_class t where t.oid = 'public.bank_suggestions'::regclass) then
      analyze public.bank_suggestions;
    end if;
    perform private.match_transactions(i.organization_id, ids);
    more := exists (select 1 from public.bank_transactions t
      where t.organization_id = i.organization_id and t.import_id = i.id and t.matching_due);
    if not more then
      more := private.accept_certain_of_import(i);
    end if;
  end if;
  return jsonb_build_object('more', more, 'status', i.status, 'added', i.added, 'here', i.here, 'broken', i.broken,
    'accepted', (select count(*) from public.bank_decisions d
      where d.organization_id = i.organization_id and d.group_id = i.id and d.action = 'accept'),
    'groups', (
      select coalesce(jsonb_object_agg(g.name, jsonb_build_object('count', g.n, 'amount', g.amount, 'amount_in', g.amount_in,
        'amount_out', g.amount_out)), '{}')
      from (
        select private.bank_group(t.status, t.certainty) as name, sum(t.n) as n, sum(t.amount_in) - sum(t.amount_out) as amount,
          sum(t.amount_in) as amount_in, sum(t.amount_out) as amount_out
        from (
          select t.status, t.certainty, count(*) as n, coalesce(sum(t.amount) filter (where t.amount > 0), 0) as amount_in,
            coalesce(-sum(t.amount) filter (where t.amount < 0), 0) as amount_out
          from public.bank_transactions t where t.organization_id = i.organization_id and t.import_id = i.id group by 1, 2) t
        group by 1) g));
end $$;
grant execute on function public.finish_bank_import(uuid, boolean, jsonb) to authenticated;

-- The group of the inbox a transaction belongs to.
create function private.bank_group(status text, certainty text) returns text
language sql immutable set search_path = '' as $$
  select case when status in ('matched', 'set_aside') then status when certainty = 'certain' then 'certain'
    when status = 'suggested' then 'review' else 'none' end
$$;

-- Takes an import back, with what hung on it: {success, error, removed, paid, more}. Matches go first, up to 200 a call; while {more},
-- call again: the last call removes all lines. Refused with the list `paid` where an agent has been paid for what one of its
-- transactions brought.
create function public.undo_bank_import(import_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
declare
  step constant int := 200;
  i public.bank_imports := private.lock_bank_import(undo_bank_import.import_id);
  ids uuid[];
  matched uuid[];
  paid jsonb;
  removed_count int := 0;
begin
  if i.status in ('undone', 'cancelled') then
    return private.command_result('This import was taken back already.');
  end if;
  ids := array(select t.id from public.bank_transactions t
    where t.organization_id = i.organization_id and t.import_id = i.id order by t.id for update);
  -- What takes back comes before what brought.
  matched := array(select t.id from public.bank_transactions t
    where t.organization_id = i.organization_id and t.id = any (ids) and t.status = 'matched' order by t.amount, t.id limit step + 1);
  -- All of the file is asked each time, so that nothing goes where not all of it may.
  paid := private.check_unmatch(i.organization_id, ids);
  if paid = '[]' then
    paid := private.unmatch_transactions(i.organization_id, matched[:step]);
  end if;
  if paid <> '[]' then
    return private.command_result('An agent has been paid for what this file brought.')
      || jsonb_build_object('removed', 0, 'paid', paid, 'more', false);
  end if;
  if cardinality(matched) <= step then
    delete from public.bank_transactions t where t.organization_id = i.organization_id and t.id = any (ids);
    get diagnostics removed_count = row_count;
    update public.bank_imports b set status = 'undone', undone_at = now(), undone_by = private.acting_user(b.organization_id)
    where b.id = i.id;
  end if;
  return private.command_result(null)
    || jsonb_build_object('removed', removed_count, 'paid', paid, 'more', cardinality(matched) > step);
end $$;
grant execute on function public.undo_bank_import(uuid) to authenticated;

-- 57_bank_allocations.sql

-- What a transaction of the bank pays: allocations to commissions (n to m), the rest unclaimed or a fee. For a matched transaction
--   sum of allocations + unclaimed - fee = amount of the transaction
-- holds to the cent at the end of every database transaction; any other transaction has none of the three. The commission's sum of
-- deposits, what was received of it and its status follow by trigger, and go back when an allocation goes.
--
-- Lock order: bank transactions (by id), then sales and commissions (by sale), as everywhere.

create table public.bank_allocations (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  transaction_id uuid not null,
  commission_id uuid not null,
  amount numeric(12,2) not null,
  write_off_amount numeric(12,2) not null default 0,
  write_off_reason text,
  created_by uuid,
  created_at timestamptz not null default now(),
  constraint bank_allocations_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint bank_allocations_transaction_id_fkey foreign key (organization_id, transaction_id)
    references public.bank_transactions (organization_id, id),
  constraint bank_allocations_commission_id_fkey foreign key (organization_id, commission_id)
    references public.commissions (organization_id, id),
  constraint bank_allocations_created_by_fkey foreign key (created_by, organization_id)
    references public.users (id, organization_id),
  -- One line a commission in a transaction.
  constraint bank_allocations_transaction_id_key unique (organization_id, transaction_id, commission_id),
  constraint bank_allocations_amount_range check (amount between -9999999999.99 and 9999999999.99 and amount <> 0),
  constraint bank_allocations_write_off_amount_range check (write_off_amount between 0 and 9999999999.99),
  constraint bank_allocations_write_off_reason_required check (write_off_amount = 0 or btrim(write_off_reason) <> ''),
  constraint bank_allocations_write_off_reason_length check (char_length(write_off_reason) <= 500)
);
alter table public.bank_allocations enable row level security;

create index bank_allocations_commission_id_idx on public.bank_allocations (organization_id, commission_id, transaction_id);
-- What vendors took back: seldom, so questions about it begin here.
create index bank_allocations_recalls_idx on public.bank_allocations (organization_id, commission_id) where amount < 0;

create policy "admins read the allocations of their organization" on public.bank_allocations
  for select to authenticated
  using (organization_id = (select private.current_organization_id()) and (select private.is_admin()));

grant select on public.bank_allocations to authenticated;

create trigger bank_allocations_truncate before truncate on public.bank_allocations
  for each statement execute function private.refuse_truncate();

-- The state of a commission before its first deposit, to which it goes back with the last one.
create table private.commissions_before_deposit (
  commission_id uuid primary key,
  organization_id uuid not null,
  status text not null,
  received_amount numeric(12,2),
  received_on date,
  received_how text,
  constraint commissions_before_deposit_commission_id_fkey foreign key (organization_id, commission_id)
    references public.commissions (organization_id, id) on delete cascade
);
alter table private.commissions_before_deposit enable row level security;

-- The balance, checked when the database transaction ends.
create function private.check_bank_balance() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  checked_id uuid := case when tg_table_name = 'bank_transactions' then to_jsonb(new) ->> 'id'
    else coalesce(to_jsonb(new), to_jsonb(old)) ->> 'transaction_id' end;
  t public.bank_transactions;
  placed numeric;
begin
  select b.* into t from public.bank_transactions b where b.id = checked_id;
  if not found then
    return null;
  end if;
  placed := t.unclaimed_amount - t.fee_amount + coalesce((
    select sum(a.amount) from public.bank_allocations a
    where a.organization_id = t.organization_id and a.transaction_id = t.id), 0);
  if t.status = 'matched' and placed <> t.amount then
    perform private.refuse('The parts of this transaction do not add up to its amount: ' || t.amount - placed || ' is left.', 'parts');
  elsif t.status <> 'matched' and (placed, t.unclaimed_amount, t.fee_amount) <> (0, 0, 0) then
    perform private.refuse('Only a matched transaction pays anything.', 'parts');
  end if;
  return null;
end $$;

create constraint trigger bank_allocations_balance after insert or update or delete on public.bank_allocations
  deferrable initially deferred for each row execute function private.check_bank_balance();
create constraint trigger bank_transactions_balance_of_new after insert on public.bank_transactions
  deferrable initially deferred for each row
  when (new.status = 'matched' or new.unclaimed_amount <> 0 or new.fee_amount <> 0)
  execute function private.check_bank_balance();
create constraint trigger bank_transactions_balance after update on public.bank_transactions
  deferrable initially deferred for each row
  when ((new.status = 'matched') <> (old.status = 'matched') or new.amount <> old.amount or new.unclaimed_amount <> old.unclaimed_amount
    or new.fee_amount <> old.fee_amount)
  execute function private.check_bank_balance();

-- Writes what follows for commissions whose allocations changed: the sum of the deposits and of what was written off, the receipt,
-- and the status. A commission whose deposits pay it moves from unpaid to funds_received, one whose deposit is taken back returns
-- to where it was, unless something else (a paid sale, by the organization's choice) keeps it there.
create function private.sync_receipts() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  ids uuid[];
begin
  if tg_op = 'DELETE' then
    ids := array(select distinct commission_id from replaced);
  else
    ids := array(select distinct commission_id from changed);
  end if;
  insert into private.commissions_before_deposit (commission_id, organization_id, status, received_amount, received_on,
    received_how)
  select c.id, c.organization_id, c.status, c.received_amount, c.received_on, c.received_how from public.commissions c
  where c.id = any (ids) and exists (
    select 1 from public.bank_allocations a where a.organization_id = c.organization_id and a.commission_id = c.id)
  on conflict (commission_id) do nothing;
  update public.commissions c set
    deposited_amount = d.deposited,
    written_off = d.written_off,
    received_amount = case when d.parts > 0 then d.deposited else b.received_amount end,
    received_on = case when d.parts > 0 then d.received_on else b.received_on end,
    received_how = case when d.parts > 0 then 'deposit' else b.received_how end,
    status = case
      when c.status = 'unpaid' and d.deposited > 0 and d.deposited + d.written_off >= c.amount then 'funds_received'
      when c.status = 'funds_received' and d.deposited < c.deposited_amount and d.parts > 0 and d.deposited = 0 then 'unpaid'
      when c.status = 'funds_received' and d.deposited < c.deposited_amount and b.status = 'unpaid'
        and d.deposited + d.written_off < c.amount
        and not (c.sale_paid and o.commission_received_on = 'sale_paid') then 'unpaid'
      else c.status end
  from private.commissions_before_deposit b
  join public.organizations o on o.id = b.organization_id
  cross join lateral (
    select count(*) as parts, coalesce(sum(a.amount), 0) as deposited, coalesce(sum(a.write_off_amount), 0) as written_off,
      max(t.booked_on) filter (where a.amount > 0) as received_on
    from public.bank_allocations a
    join public.bank_transactions t on t.organization_id = a.organization_id and t.id = a.transaction_id
    where a.organization_id = b.organization_id and a.commission_id = b.commission_id) d
  where c.id = any (ids) and b.commission_id = c.id;
  delete from private.commissions_before_deposit b
  where b.commission_id = any (ids) and not exists (
    select 1 from public.bank_allocations a where a.organization_id = b.organization_id and a.commission_id = b.commission_id);
  return null;
end $$;

create trigger bank_allocations_after_10_sync_added after insert on public.bank_allocations
  referencing new table as changed for each statement execute function private.sync_receipts();
create trigger bank_allocations_after_10_sync_changed after update on public.bank_allocations
  referencing new table as changed for each statement execute function private.sync_receipts();
create trigger bank_allocations_after_10_sync_removed after delete on public.bank_allocations
  referencing old table as replaced for each statement execute function private.sync_receipts();

-- To the agent, when the vendor's money came for a commission that did not become funds_received by it.
create function private.notify_of_deposit() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.write_notification(new.organization_id, new.agent_id, 'commission',
    (select v.name from public.vendors v where v.id = new.vendor_id) || ' paid the commission on the '
      || (select private.sale_description(s) from public.sales s where s.id = new.sales_id) || '.', 'commissions', new.id);
  return null;
end $$;

create trigger commissions_after_40_notify_deposit after update of deposited_amount on public.commissions
  for each row when (new.deposited_amount > old.deposited_amount and new.status = old.status)
  execute function private.notify_of_deposit();

-- Locks sales, then commissions, in the order of their sales.
create function private.lock_commissions(organization_id uuid, commission_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform 1 from public.sales s where s.organization_id = lock_commissions.organization_id and s.id in (
    select c.sales_id from public.commissions c
    where c.organization_id = lock_commissions.organization_id and c.id = any (commission_ids))
  order by s.id for no key update;
  perform 1 from public.commissions c
  where c.organization_id = lock_commissions.organization_id and c.id = any (commission_ids)
  order by c.sales_id for no key update;
end $$;

-- Words for the history of a commission: the deposit's day. Neither its amount nor its file is told: an agent reads the history,
-- other agents' commissions may be in the deposit, and a file may be named after anything. Admins read both with the deposits.
create function private.deposit_words(t public.bank_transactions) returns text
language sql immutable set search_path = '' as $$
  select 'deposit of ' || to_char(t.booked_on, 'YYYY-MM-DD')
$$;

-- Writes a match: the parts [{commission_id, amount, write_off, reason}] replace those the transaction had. The caller has locked
-- the transaction. Answers the refusal, {error, field}, or null. `expected` in a part is what its commission was thought to owe:
-- when that has changed, somebody was faster.
create function private.write_match(t public.bank_transactions, parts jsonb, unclaimed numeric, fee numeric, category text,
  vendor_id uuid)
returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  total numeric;
  wrong record;
  new_category text;
begin
  if jsonb_typeof(parts) is distinct from 'array' or jsonb_array_length(parts) > 500 or exists (
    select 1 from jsonb_array_elements(parts) p
    where case when jsonb_typeof(p) <> 'object' then true
      else not coalesce(pg_input_is_valid(p ->> 'commission_id', 'uuid'), false)
        or coalesce(p ->> 'amount' !~ '^-?\d{1,10}(\.\d{1,2})?$', true)
        or p ->> 'write_off' !~ '^\d{1,10}(\.\d{1,2})?$' or p ->> 'expected' !~ '^-?\d{1,10}(\.\d{1,2})?$' end) then
    return jsonb_build_object('error', 'Each part needs a commission and an amount like 1482.50.', 'field', 'parts');
  elsif coalesce(fee, 0) < 0 or coalesce(fee, 0) <> round(coalesce(fee, 0), 2)
    or coalesce(unclaimed, 0) <> round(coalesce(unclaimed, 0), 2) then
    return jsonb_build_object('error', 'Enter an amount like 15.00.', 'field', 'fee');
  end if;
  total := coalesce((select sum((p ->> 'amount')::numeric) from jsonb_array_elements(parts) p), 0)
    + coalesce(unclaimed, 0) - coalesce(fee, 0);
  if total <> t.amount then
    return jsonb_build_object('error', case when total < t.amount then (t.amount - total) || ' is not placed yet.'
      else (total - t.amount) || ' too much is placed.' end, 'field', 'parts');
  elsif (select count(distinct p ->> 'commission_id') <> count(*) from jsonb_array_elements(parts) p) then
    return jsonb_build_object('error', 'A commission stands in this deposit twice.', 'field', 'parts');
  elsif sign(coalesce(unclaimed, 0)) = -sign(t.amount)
    or exists (select 1 from jsonb_array_elements(parts) p where sign((p ->> 'amount')::numeric) <> sign(t.amount)) then
    return jsonb_build_object('error', 'A part has the sign of its transaction.', 'field', 'parts');
  elsif exists (select 1 from jsonb_array_elements(parts) p where (p ->> 'write_off')::numeric > 0
    and coalesce(btrim(p ->> 'reason'), '') = '') then
    return jsonb_build_object('error', 'Say why the rest is written off.', 'field', 'reason');
  end if;
  perform private.lock_commissions(t.organization_id, array(
    select (p ->> 'commission_id')::uuid from jsonb_array_elements(parts) p
    union select a.commission_id from public.bank_allocations a
    where a.organization_id = t.organization_id and a.transaction_id = t.id));
  select p.value as part, c.*, coalesce(own.amount + own.write_off_amount, 0) as here,
    s.booking_reference into wrong
  from jsonb_array_elements(parts) p(value)
  left join public.commissions c on c.organization_id = t.organization_id and c.id = (p.value ->> 'commission_id')::uuid
  left join public.sales s on s.id = c.sales_id
  left join public.bank_allocations own on own.organization_id = t.organization_id and own.transaction_id = t.id
    and own.commission_id = c.id
  where c.id is null or c.status = 'cancelled' and (p.value ->> 'amount')::numeric > 0
    or p.value ? 'expected' and case when t.amount > 0 then c.open_amount + coalesce(own.amount + own.write_off_amount, 0)
      else c.deposited_amount - coalesce(own.amount, 0) end <> (p.value ->> 'expected')::numeric
    or (p.value ->> 'amount')::numeric < 0
      and c.deposited_amount - coalesce(own.amount, 0) + (p.value ->> 'amount')::numeric < 0
    or (p.value ->> 'write_off')::numeric > greatest(c.open_amount + coalesce(own.amount + own.write_off_amount, 0)
      - (p.value ->> 'amount')::numeric, 0)
  limit 1;
  if found then
    return jsonb_build_object('field', 'parts', 'error', case
      when wrong.id is null then 'This commission does not exist.'
      when wrong.status = 'cancelled' then 'The commission on ' || wrong.booking_reference || ' is cancelled.'
      when wrong.part ? 'expected' then 'The commission on ' || wrong.booking_reference || ' was changed or paid meanwhile.'
      when (wrong.part ->> 'amount')::numeric < 0 then 'No deposit of that amount was matched with ' || wrong.booking_reference || '.'
      else 'More would be written off than ' || wrong.booking_reference || ' still owes.' end,
      'commission_id', wrong.id);
  elsif private.paid_parts(t.organization_id, array[t.id], array(
      select (p ->> 'commission_id')::uuid from jsonb_array_elements(parts) p)) <> '[]' then
    return jsonb_build_object('field', 'parts', 'error', 'An agent has been paid for what this deposit brought.');
  end if;
  new_category := coalesce(category, case when t.amount < 0 then 'recall' else 'commission' end);
  perform set_config('paperplane.deposit_note', upper(left(private.deposit_words(t), 1)) || substr(private.deposit_words(t), 2)
    || case when t.amount < 0 then ' takes commission back' else ' matched' end, true);
  delete from public.bank_allocations a where a.organization_id = t.organization_id and a.transaction_id = t.id
    and a.commission_id not in (select (p ->> 'commission_id')::uuid from jsonb_array_elements(parts) p);
  insert into public.bank_allocations as a (organization_id, transaction_id, commission_id, amount, write_off_amount,
    write_off_reason, created_by)
  select t.organization_id, t.id, (p ->> 'commission_id')::uuid, (p ->> 'amount')::numeric,
    coalesce((p ->> 'write_off')::numeric, case when t.amount < 0 then -(p ->> 'amount')::numeric end, 0),
    case when (p ->> 'write_off')::numeric > 0 then btrim(p ->> 'reason') when t.amount < 0 then 'Taken back by the vendor' end,
    private.acting_user(t.organization_id)
  from jsonb_array_elements(parts) p
  on conflict (organization_id, transaction_id, commission_id) do update set amount = excluded.amount,
    write_off_amount = excluded.write_off_amount, write_off_reason = excluded.write_off_reason;
  perform set_config('paperplane.deposit_note', '', true);
  update public.bank_transactions b set status = 'matched', unclaimed_amount = coalesce(unclaimed, 0),
    fee_amount = coalesce(fee, 0), category = new_category, certainty = null, version = b.version + 1,
    matching_due = coalesce(unclaimed, 0) <> 0,
    vendor_id = coalesce(write_match.vendor_id, (
      select c.vendor_id from public.commissions c where c.organization_id = t.organization_id
        and c.id = (parts -> 0 ->> 'commission_id')::uuid), b.vendor_id)
  where b.id = t.id;
  return null;
end $$;

-- What agents have been paid for among the parts of these transactions that are not in `kept`: [{transaction_id, commission_id,
-- booking_reference, agent}], [] for none. A commission whose agent was paid before its first deposit does not count.
create function private.paid_parts(organization_id uuid, transaction_ids uuid[], kept uuid[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('transaction_id', a.transaction_id, 'commission_id', a.commission_id,
    'booking_reference', s.booking_reference, 'agent', u.first_name || ' ' || u.last_name) order by s.booking_reference), '[]')
  from public.bank_allocations a
  join public.commissions c on c.organization_id = a.organization_id and c.id = a.commission_id
  join private.commissions_before_deposit b on b.commission_id = c.id
  join public.sales s on s.id = c.sales_id
  join public.users u on u.id = c.agent_id
  where a.organization_id = paid_parts.organization_id and a.transaction_id = any (transaction_ids)
    and a.commission_id <> all (kept) and a.amount > 0 and c.status = 'agent_paid' and b.status <> 'agent_paid'
$$;

-- Whether the matches of these transactions can be taken back: the list of agents who were paid for one (private.paid_parts). Refuses where
-- the vendor took the commission back meanwhile.
create function private.check_unmatch(organization_id uuid, transaction_ids uuid[]) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  if exists (
    select 1 from public.bank_allocations recall
    cross join lateral (
      select 1 from public.bank_allocations a
      where a.organization_id = recall.organization_id and a.commission_id = recall.commission_id and a.amount > 0
        and a.transaction_id = any (transaction_ids) limit 1) a
    where recall.organization_id = check_unmatch.organization_id and recall.amount < 0
      and recall.transaction_id <> all (transaction_ids)) then
    perform private.refuse('The vendor took commission of it back since. Take that match back first.');
  end if;
  return private.paid_parts(organization_id, transaction_ids, '{}');
end $$;

-- Takes the matches of these transactions back, unless an agent was paid for one: then nothing is written and the list answered
-- (private.paid_parts). The caller has locked the transactions.
create function private.unmatch_transactions(organization_id uuid, transaction_ids uuid[]) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  paid jsonb;
  t public.bank_transactions;
begin
  perform private.lock_commissions(organization_id, array(
    select a.commission_id from public.bank_allocations a
    where a.organization_id = unmatch_transactions.organization_id and a.transaction_id = any (transaction_ids)));
  paid := private.check_unmatch(organization_id, transaction_ids);
  if paid <> '[]' then
    return paid;
  end if;
  for t in select b.* from public.bank_transactions b
    where b.organization_id = unmatch_transactions.organization_id and b.id = any (transaction_ids) and b.status = 'matched'
    -- What takes back comes before what brought.
    order by b.amount, b.id
  loop
    perform set_config('paperplane.deposit_note', 'Match with the ' || private.deposit_words(t) || ' taken back', true);
    delete from public.bank_allocations a where a.organization_id = t.organization_id and a.transaction_id = t.id;
    update public.bank_transactions b set status = 'open', unclaimed_amount = 0, fee_amount = 0, matching_due = true,
      version = b.version + 1
    where b.id = t.id;
  end loop;
  perform set_config('paperplane.deposit_note', '', true);
  return '[]';
end $$;

-- The deposits of a commission, oldest first. Admins see where they come from; the agent of the commission day and amount only.
create function private.deposits_of_commission(commission_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  caller_organization_id uuid := private.current_organization_id();
  sees_all boolean := private.is_admin();
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('amount', a.amount, 'booked_on', t.booked_on) || case when sees_all then
      jsonb_build_object('transaction_id', t.id, 'file_name', i.file_name, 'account', b.name, 'matched_at', a.created_at,
        'matched_by', u.first_name || ' ' || u.last_name, 'write_off_amount', a.write_off_amount,
        'write_off_reason', a.write_off_reason) else '{}' end order by t.booked_on, a.created_at, a.id), '[]')
    from public.bank_allocations a
    join public.commissions c on c.organization_id = a.organization_id and c.id = a.commission_id
    join public.bank_transactions t on t.organization_id = a.organization_id and t.id = a.transaction_id
    join public.bank_imports i on i.organization_id = t.organization_id and i.id = t.import_id
    join public.bank_accounts b on b.organization_id = t.organization_id and b.id = t.account_id
    left join public.users u on u.id = a.created_by
    where a.organization_id = caller_organization_id and a.commission_id = deposits_of_commission.commission_id
      and (sees_all or c.agent_id = auth.uid()));
end $$;
grant execute on function private.deposits_of_commission(uuid) to authenticated;

-- 58_bank_texts.sql

-- How texts of banks are read: who pays, which references may stand in them, which words may be names; and what was learned of
-- payers from what people confirmed.

-- What a payer's transactions turned out to be: a vendor's money (one payer, like a settlement service, may pay for several
-- vendors), or something to set aside. Written by the functions of 59_bank_decisions.
create table public.bank_patterns (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  payer_key text not null,
  vendor_id uuid,
  category text,
  confirmations integer not null default 1,
  last_used_at timestamptz not null default now(),
  constraint bank_patterns_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint bank_patterns_vendor_id_fkey foreign key (vendor_id, organization_id)
    references public.vendors (id, organization_id) on delete cascade,
  constraint bank_patterns_payer_key_length check (char_length(payer_key) between 1 and 100),
  constraint bank_patterns_confirmations_range check (confirmations >= 1),
  constraint bank_patterns_category_known check (category in ('customer_payment', 'fee', 'transfer', 'other')),
  constraint bank_patterns_vendor_id_or_category check (num_nonnulls(vendor_id, category) = 1),
  constraint bank_patterns_payer_key_key unique nulls not distinct (organization_id, payer_key, vendor_id, category)
);
alter table public.bank_patterns enable row level security;

create index bank_patterns_vendor_id_idx on public.bank_patterns (vendor_id, organization_id) where vendor_id is not null;

create policy "admins read what was learned of payers" on public.bank_patterns
  for select to authenticated
  using (organization_id = (select private.current_organization_id()) and (select private.is_admin()));

grant select on public.bank_patterns to authenticated;

-- Upper-case words of letters and digits, without accents, in their order.
create function private.bank_words(text text) returns text[]
language sql immutable set search_path = '' as $$
  select array(select w from regexp_split_to_table(
    upper(private.normalize_search_text(coalesce(text, ''))), '[^A-Z0-9]+') w where w <> '')
$$;

-- Words that say how money moves, not who moves it.
create function private.is_bank_filler(word text) returns boolean
language sql immutable set search_path = '' as $$
  select word in ('ACH', 'AGCY', 'AGENCY', 'AGT', 'AGY', 'ACCT', 'BANK', 'BKG', 'BKGS', 'BOOKING', 'BOOKINGS', 'CCD', 'CHECK', 'CHK', 'COM',
    'COMM', 'COMMISSION', 'COMMISSIONS', 'COMMS', 'CO', 'CORP', 'CREDIT', 'CR', 'CTX', 'DBA', 'DEBIT', 'DEP', 'DEPOSIT', 'DES', 'DIRECT',
    'EDI', 'EFT', 'ELECTRONIC', 'ENTRY', 'FOR', 'FROM', 'FUNDS', 'GMBH', 'ID', 'IN', 'INC', 'INCOMING', 'INDN', 'INTL', 'INV', 'INVOICE', 'LLC', 'LTD', 'NAME', 'NO',
    'OF', 'ORIG', 'PAYABLE', 'PAYMENT', 'PAYMENTS', 'PAYOUT', 'PMT', 'PMNT', 'POS', 'PPD', 'PURCHASE', 'RECALL', 'RECEIVED', 'REF', 'REFERENCE', 'REMIT',
    'REMITTANCE', 'RES', 'REV', 'REVERSAL', 'RTP', 'SEPA', 'SETTLEMENT', 'STATEMENT', 'STMT', 'THE', 'TO', 'TRAVEL', 'TRF', 'TRN', 'TRANSFER', 'TRX', 'VENDOR', 'VIA', 'WIRE',
    'ZELLE', 'JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC')
$$;

-- Who pays, as the bank's text has it: the first run of words that are neither numbers nor filler, of the counterparty where the
-- bank names it. Null when there is none.
create function private.payer_key(text text, counterparty text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  word text;
  found text[] := '{}';
begin
  foreach word in array private.bank_words(coalesce(nullif(btrim(counterparty), ''), text)) loop
    if word !~ '\d' and char_length(word) > 1 and not private.is_bank_filler(word) then
      found := found || word;
    elsif cardinality(found) > 0 then
      exit;
    end if;
  end loop;
  return nullif(left(array_to_string(found, ' '), 100), '');
end $$;

-- What a reference in a text of these words could be, stripped like sales_reference_key_idx: words, two or three neighbours written together (one
-- with a digit among them), and a run of digits with the letters before or behind it.
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
    if w[n] ~ '\d{4}' then
      keys := keys || array(select m[1] from regexp_matches(w[n], '([A-Z]{1,4}\d{4,})', 'g') m)
        || array(select m[1] from regexp_matches(w[n], '(\d{4,}[A-Z]{1,3})', 'g') m);
    end if;
  end loop;
  return array(select distinct k from unnest(keys) k where char_length(k) between 5 and 40);
end $$;

-- Runs of four and more digits in the text.
create function private.bank_digit_keys(text text) returns text[]
language sql immutable set search_path = '' as $$
  select array(select distinct m[1] from regexp_matches(coalesce(text, ''), '(\d{4,})', 'g') m)
$$;

-- How many bookings a text says it pays: "+6 BKGS" are seven, "7 BOOKINGS" seven. Null when it does not say.
create function private.bank_booking_count(text text) returns integer
language sql immutable set search_path = '' as $$
  select (m[2])::int + case m[1] when '+' then 1 else 0 end
  from regexp_match(upper(text), '([+]?)\s*\m(\d{1,2})\s*(?:MORE\s+)?(?:BKG|BOOKING|RESV|RESERVATION|ITEM|SALE)') m
$$;

-- Whether `short` abbreviates `name`: its words are beginnings or skeletons of the words of the name, in their order, each with
-- the same first letter ("NRTHN FJORD VOY", "NORTHERN FJORD V").
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

-- Vendors by who they appear as. strength 3: an alias, or learned; 2: the name, cut or abbreviated in several words; 1: its first
-- word alone.
create type private.bank_payer as (payer_key text, vendor_id uuid, strength integer, confirmations integer);

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
        when starts_with(n.compact, p.compact) and char_length(p.compact) >= 8 then 2
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

-- 58_candidates.sql

-- What a transaction of the bank could pay, with every signal for and against it: single commissions, and sets that add up. How they
-- are ranked, and what of it is certain, says 58_matching.

-- The transactions of `ids` that wait for suggestions, with what their texts say. `rest`: what is not placed yet.
create type private.bank_reading as (
  id uuid, rest numeric, booked_on date, words text[], keys text[], digits text[], payer_key text, booking_count integer);

create function private.read_transactions(organization_id uuid, ids uuid[]) returns setof private.bank_reading
language sql stable security definer set search_path = '' as $$
  select t.id, case when t.status = 'matched' then t.unclaimed_amount else t.amount end, t.booked_on, x.words,
    private.bank_reference_keys(x.words), private.bank_digit_keys(x.text), t.payer_key, private.bank_booking_count(x.text)
  from public.bank_transactions t
  cross join lateral (
    select y.text, private.bank_words(y.text) as words from concat_ws(' ', t.text, t.counterparty, t.reference) y(text) offset 0) x
  where t.organization_id = read_transactions.organization_id and t.id = any (ids)
    and (t.status in ('open', 'suggested') or t.status = 'matched' and t.unclaimed_amount <> 0)
$$;

-- Without nested loops in what follows: thousands of readings are planned as if they were few. Look-ups by index are lateral.
--
-- Sales whose reference stands in the texts. reference: 2 as typed, 1 by its digits.
create function private.match_references(organization_id uuid, readings private.bank_reading[])
returns table (transaction_id uuid, sale_id uuid, reference integer)
language sql stable security definer set search_path = '' set enable_nestloop = off as $$
  select f.id, f.sale_id, max(f.reference)
  from (
    select t.id, s.id as sale_id, 2 as reference
    from unnest(readings) t cross join lateral unnest(t.keys) k(key)
    cross join lateral (
      select s.id from public.sales s where s.organization_id = match_references.organization_id
        and upper(regexp_replace(s.booking_reference, '[^A-Za-z0-9]', '', 'g')) = k.key limit 50) s
    union all
    select t.id, s.id, 1
    from unnest(readings) t cross join lateral unnest(t.digits) k(digits)
    cross join lateral (
      select s.id from public.sales s where s.organization_id = match_references.organization_id
        and substring(s.booking_reference from '[0-9]{4,}') = k.digits
        and substring(s.booking_reference from '[0-9]{4,}') is not null limit 50) s) f
  group by 1, 2
$$;

-- Single commissions each transaction may pay, with every signal. reference: see private.match_references, 0 none; vendor: strength,
-- see private.vendors_of_payers; days: how long after the due day the money came.
create function private.match_singles(organization_id uuid, readings private.bank_reading[], payers private.bank_payer[])
returns table (transaction_id uuid, commission_id uuid, reference integer, exact boolean, owed numeric, vendor integer,
  confirmations integer, another_vendor boolean, name boolean, days integer, score numeric)
language sql stable security definer set search_path = '' set enable_nestloop = off as $$
  with t as materialized (
    select r.* from unnest(readings) r
  ), who as materialized (
    select p.*, max(p.strength) over (partition by p.payer_key) as best from unnest(match_singles.payers) p
  ), named as materialized (
    select f.transaction_id as id, f.sale_id, f.reference
    from private.match_references(match_singles.organization_id, readings) f
  ), of_vendor as materialized (
    -- By the vendor and the exact amount.
    select t.id, c.sales_id as sale_id, p.strength
    from t join who p on p.payer_key = t.payer_key
    cross join lateral (
      select c.sales_id from public.commissions c
      where c.organization_id = match_singles.organization_id and c.vendor_id = p.vendor_id and c.open_amount = t.rest
        and c.open_amount > 0
      order by abs(t.booked_on - coalesce(c.due_on, c.sale_date)), c.id limit 20) c
    where t.rest > 0
    union all
    select t.id, c.sales_id, p.strength
    from t join who p on p.payer_key = t.payer_key
    cross join lateral (
      select c.sales_id from public.commissions c
      where c.organization_id = match_singles.organization_id and c.vendor_id = p.vendor_id
        and c.deposited_amount > 0 and c.deposited_amount = -t.rest
      order by abs(t.booked_on - coalesce(c.due_on, c.sale_date)), c.id limit 20) c
    where t.rest < 0
  ), settled as materialized (
    -- A reference and the exact amount: nothing else is looked for.
    select n.id
    from named n join t on t.id = n.id
    cross join lateral (
      select c.id from public.commissions c where c.organization_id = match_singles.organization_id and c.sales_id = n.sale_id
        and c.open_amount = t.rest offset 0) c
  ), found as (
    select n.id, n.sale_id, n.reference from named n
    union all
    select v.id, v.sale_id, 0 from of_vendor v
    union all
    -- By the amount alone.
    select t.id, c.sales_id, 0
    from t cross join lateral (
      select c.sales_id from public.commissions c
      where c.organization_id = match_singles.organization_id and c.open_amount = t.rest and c.open_amount > 0
      order by abs(t.booked_on - coalesce(c.due_on, c.sale_date)), c.id limit 20) c
    where t.rest > 0 and t.id not in (select n.id from settled n)
    union all
    -- Where nothing better is known, by the vendor and a near amount: fees of a wire, exchange, a rate that was another.
    select t.id, c.sales_id, 0
    from t join who p on p.payer_key = t.payer_key and p.strength = p.best
    cross join lateral (
      select c.sales_id from public.commissions c
      where c.organization_id = match_singles.organization_id and c.vendor_id = p.vendor_id
        and c.open_amount > 0 and c.open_amount between t.rest * 0.97 and t.rest * 1.05 + 30
      order by abs(t.booked_on - coalesce(c.due_on, c.sale_date)), c.id limit 10) c
    where t.rest > 0 and t.id not in (
      select v.id from of_vendor v where v.strength > 1
      union all
      select n.id from settled n)
  ), once as materialized (
    select f.id, f.sale_id, max(f.reference) as reference from found f group by 1, 2
  ), judged as materialized (
    select t.id, c.id as commission_id, o.reference, x.owed, x.owed = abs(t.rest) as exact, t.rest,
      coalesce(p.strength, 0) as vendor, coalesce(p.confirmations, 0) as confirmations,
      p.strength is null and coalesce(b.best, 0) >= 2 as another_vendor,
      exists (
        select 1 from public.customers k
        where k.organization_id = match_singles.organization_id and k.id = any (s.traveler_ids || s.customer_id)
          -- Most names are one plain word.
          and case when k.last_name ~ '^[A-Za-z]+$' then char_length(k.last_name) >= 3 and upper(k.last_name) = any (t.words)
            else exists (select 1 from unnest(private.bank_words(k.last_name)) w(word)
              where char_length(w.word) >= 3 and w.word = any (t.words)) end) as name,
      t.booked_on - coalesce(c.due_on, s.travel_date, s.sale_date) as days
    from once o
    join t on t.id = o.id
    cross join lateral (select * from public.sales s where s.id = o.sale_id offset 0) s
    cross join lateral (
      select * from public.commissions c where c.organization_id = s.organization_id and c.sales_id = s.id offset 0) c
    cross join lateral (select case when t.rest > 0 then c.open_amount else c.deposited_amount end as owed) x
    left join who p on p.payer_key = t.payer_key and p.vendor_id = c.vendor_id
    left join (select distinct w.payer_key, w.best from who w) b on b.payer_key = t.payer_key
    where case when t.rest > 0 then c.open_amount > 0 else c.deposited_amount >= -t.rest end
  )
  select j.id, j.commission_id, j.reference, j.exact, j.owed, j.vendor, j.confirmations, j.another_vendor, j.name, j.days,
    (case j.reference when 2 then 6 when 1 then case when j.exact or j.vendor > 0 or j.name then 4 else 0.5 end else 0 end
      + case when j.exact then 4 when j.owed between abs(j.rest) and abs(j.rest) * 1.06 + 30 then 1.5
        when j.owed between abs(j.rest) * 0.97 and abs(j.rest) then 1 else 0 end
      + j.vendor + case when j.name then 2 else 0 end - case when j.another_vendor then 2 else 0 end
      + case when j.days between -21 and 75 then 1.5 - abs(j.days - 5) / 100.0 when j.days between -60 and 180 then 0 else -1.5 end)
      ::numeric(6,2)
  from judged j
  where j.reference > 0 or j.vendor > 0 or j.exact
$$;

-- Sets of open commissions of the recognized vendor that add up to a transaction, to the cent: those named in the text, neighbours
-- in the order of due days (also without one of them), and any two, three or four. At most 24 commissions are looked at, those due
-- nearest. Beyond that some set adds up to almost anything, so the search is bounded on purpose and no set is ever certain.
-- found: how many sets add up. Without merge joins either: they would pair all pairs of a transaction to find sets of four.
create function private.match_sets(organization_id uuid, readings private.bank_reading[], payers private.bank_payer[])
returns table (transaction_id uuid, commission_ids uuid[], named integer, in_order boolean, left_over integer, count_fits boolean,
  vendor integer, score numeric, place integer, found integer)
language sql stable security definer set search_path = '' set enable_nestloop = off set enable_mergejoin = off as $$
  with t as materialized (
    select r.id, r.rest, (r.rest * 100)::bigint as cents, r.booked_on, r.payer_key, r.booking_count
    from unnest(readings) r where r.rest > 0
  ), who as materialized (
    select p.payer_key, p.vendor_id, p.strength from (
      select p.*, rank() over (partition by p.payer_key order by p.strength desc) as place,
        count(*) over (partition by p.payer_key, p.strength) as equals
      from unnest(match_sets.payers) p) p
    where p.place = 1 and p.equals <= 6
  ), near as (
    select t.id, t.cents as target, t.booked_on, p.strength, c.*, false as named
    from t join who p on p.payer_key = t.payer_key
    cross join lateral (
      (select c.id as commission_id, (c.open_amount * 100)::bigint as cents, coalesce(c.due_on, c.sale_date) as due_on
      from public.commissions c
      where c.organization_id = match_sets.organization_id and c.vendor_id = p.vendor_id and c.open_amount > 0
        and c.open_amount < t.rest and coalesce(c.due_on, c.sale_date) between t.booked_on - 5 and t.booked_on + 45
      order by coalesce(c.due_on, c.sale_date), c.id limit 24)
      union all
      (select c.id, (c.open_amount * 100)::bigint, coalesce(c.due_on, c.sale_date)
      from public.commissions c
      where c.organization_id = match_sets.organization_id and c.vendor_id = p.vendor_id and c.open_amount > 0
        and c.open_amount < t.rest and coalesce(c.due_on, c.sale_date) between t.booked_on - 120 and t.booked_on - 6
      order by coalesce(c.due_on, c.sale_date) desc, c.id desc limit 24)) c
    union all
    select t.id, t.cents, t.booked_on, p.strength, c.id, (c.open_amount * 100)::bigint, coalesce(c.due_on, c.sale_date), true
    from private.match_references(match_sets.organization_id, readings) n
    join t on t.id = n.transaction_id
    cross join lateral (
      select c.* from public.commissions c where c.organization_id = match_sets.organization_id and c.sales_id = n.sale_id
        and c.open_amount > 0 and c.open_amount < t.rest
        and coalesce(c.due_on, c.sale_date) between t.booked_on - 120 and t.booked_on + 45
        and (n.reference = 2 or (select s.booking_reference ~ '[0-9]{5}' from public.sales s where s.id = n.sale_id)) offset 0) c
    join who p on p.payer_key = t.payer_key and p.vendor_id = c.vendor_id
  ), placed as materialized (
    select n.*, row_number() over (partition by n.id order by n.named desc, abs(n.booked_on - 5 - n.due_on), n.commission_id) as place
    from (
      select n.id, n.target, n.booked_on, n.commission_id, n.cents, n.due_on, n.strength, bool_or(n.named) as named
      from near n group by 1, 2, 3, 4, 5, 6, 7) n
  ), pool as materialized (
    select n.id, n.target, row_number() over (partition by n.id order by n.due_on, n.commission_id) as n, n.commission_id, n.cents,
      n.strength, n.named
    from placed n where n.place <= 24
  ), sums as materialized (
    select p.*, sum(p.cents) over (partition by p.id order by p.n) as running from pool p
  ), runs as materialized (
    select a.id, a.n as first, b.n as last, b.running - a.running + a.cents - a.target as surplus
    from sums a join sums b on b.id = a.id and b.n > a.n
    where b.running - a.running + a.cents >= a.target
  ), pairs as materialized (
    select a.id, a.target, a.n as a, b.n as b, a.cents + b.cents as cents
    from pool a join pool b on b.id = a.id and b.n > a.n and a.cents + b.cents <= a.target
  ), sets as (
    select r.id, array(select generate_series(r.first, r.last)) as ns, true as in_order from runs r where r.surplus = 0
    union all
    select r.id, array(select n from generate_series(r.first, r.last) n where n <> p.n), true
    from runs r join pool p on p.id = r.id and p.cents = r.surplus and p.n > r.first and p.n < r.last
    where r.surplus > 0 and r.last - r.first >= 4
    union all
    select p.id, array_agg(p.n order by p.n), false from pool p where p.named group by p.id, p.target
    having sum(p.cents) = p.target and count(*) > 1
    union all
    select p.id, array[p.a, p.b], false from pairs p where p.cents = p.target
    union all
    select p.id, array[p.a, p.b, c.n], false from pairs p join pool c on c.id = p.id and c.cents = p.target - p.cents and c.n > p.b
    union all
    select p.id, array[p.a, p.b, q.a, q.b], false
    from pairs p join pairs q on q.id = p.id and q.cents = p.target - p.cents and q.a > p.b
  ), distinct_sets as (
    select s.id, s.ns, bool_or(s.in_order) as in_order from sets s group by 1, 2
  ), pools as materialized (
    select p.id, array_agg(p.commission_id order by p.n) as commission_ids, array_agg(p.named::int order by p.n) as named,
      max(p.strength) as vendor, count(*) filter (where p.named) as all_named
    from pool p group by 1
  ), judged as (
    select d.id, d.ns, d.in_order, m.commission_ids, m.named, p.vendor, p.all_named, t.booking_count,
      d.ns[cardinality(d.ns)] - d.ns[1] + 1 - cardinality(d.ns) as left_over
    from distinct_sets d
    join t on t.id = d.id
    join pools p on p.id = d.id
    cross join lateral (
      select array_agg(p.commission_ids[n] order by n) as commission_ids, sum(p.named[n]) as named from unnest(d.ns) n) m
  ), scored as (
    select j.*, (4 + j.vendor + 6 * least(j.named, 1) + least(j.named - 1, 3) * (j.named > 1)::int - 3 * (j.all_named - j.named)
      + case when j.booking_count = cardinality(j.ns) then 3 when j.booking_count is not null then -2 else 0 end
      + case when j.in_order then 1.5 else 0 end
      + case when cardinality(j.ns) = 2 then 1 when cardinality(j.ns) = 3 then 0.5
        when cardinality(j.ns) = 4 and not j.in_order then -1 else 0 end - least(j.left_over, 10) * 0.2)::numeric(6,2) as score
    from judged j
  )
  select s.id, s.commission_ids, s.named::int, s.in_order, s.left_over::int, s.booking_count = cardinality(s.ns), s.vendor, s.score,
    (row_number() over (partition by s.id order by s.score desc, s.commission_ids))::int, (count(*) over (partition by s.id))::int
  from scored s
$$;

-- 58_matching.sql

-- Matching: which commissions a transaction of the bank may pay, and why. private.match_transactions computes the suggestions of a
-- set of transactions, always the same from the same rows; it never matches anything. Precision beats coverage: *certain* is only
--   - a reference and the exact open amount that lead to one commission, or
--   - a recognized vendor with exactly one open commission of that amount, due about then, in a text without another reference,
-- and of two transactions that claim the same commission neither is.

create table public.bank_suggestions (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  transaction_id uuid not null,
  rank integer not null,
  kind text not null,
  certainty text not null,
  -- [{commission_id, amount, expected}]
  parts jsonb not null,
  -- The first commission of the parts, for the claims of other transactions.
  commission_id uuid not null,
  -- [{code, weight, text}], see docs/product.md, Suggestions
  reasons jsonb not null,
  -- The amount that these parts leave over; negative when they owe more.
  difference numeric(12,2) not null default 0,
  constraint bank_suggestions_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint bank_suggestions_transaction_id_fkey foreign key (organization_id, transaction_id)
    references public.bank_transactions (organization_id, id) on delete cascade,
  constraint bank_suggestions_rank_key unique (organization_id, transaction_id, rank),
  constraint bank_suggestions_rank_range check (rank between 1 and 9),
  constraint bank_suggestions_kind_known check (kind in ('single', 'set', 'short', 'over', 'recall', 'part')),
  constraint bank_suggestions_certainty_known check (certainty in ('possible', 'likely', 'certain')),
  constraint bank_suggestions_parts_length check (jsonb_typeof(parts) = 'array' and octet_length(parts::text) <= 50000),
  constraint bank_suggestions_reasons_length check (jsonb_typeof(reasons) = 'array' and octet_length(reasons::text) <= 20000)
);
alter table public.bank_suggestions enable row level security;

create index bank_suggestions_commission_id_idx on public.bank_suggestions (organization_id, commission_id) where rank = 1;

create policy "admins read the suggestions of their organization" on public.bank_suggestions
  for select to authenticated
  using (organization_id = (select private.current_organization_id()) and (select private.is_admin()));

grant select on public.bank_suggestions to authenticated;

-- What a person said no to: never suggested for this transaction again.
create table private.rejected_suggestions (
  organization_id uuid not null,
  transaction_id uuid not null,
  commission_ids uuid[] not null,
  primary key (organization_id, transaction_id, commission_ids),
  constraint rejected_suggestions_transaction_id_fkey foreign key (organization_id, transaction_id)
    references public.bank_transactions (organization_id, id) on delete cascade
);
alter table private.rejected_suggestions enable row level security;

-- Whether two stripped references could be one that was typed wrongly: one character another, or two exchanged.
create function private.is_near_reference(a text, b text) returns boolean
language plpgsql immutable set search_path = '' as $$
declare
  wrong int[] := '{}';
begin
  if a = b or char_length(a) <> char_length(b) or left(a, 2) <> left(b, 2) and right(a, 2) <> right(b, 2) then
    return false;
  end if;
  for n in 1 .. char_length(a) loop
    if substr(a, n, 1) <> substr(b, n, 1) then
      wrong := wrong || n;
      if cardinality(wrong) > 2 then
        return false;
      end if;
    end if;
  end loop;
  return cardinality(wrong) = 1
    or substr(a, wrong[1], 1) = substr(b, wrong[2], 1) and substr(a, wrong[2], 1) = substr(b, wrong[1], 1);
end $$;

-- How a text of upper-case letters and digits is formed: CR30984 is AA99999. References of one vendor mostly have one form.
create function private.reference_form(key text) returns text
language sql immutable set search_path = '' as $$
  select translate(key, 'BCDEFGHIJKLMNOPQRSTUVWXYZ012345678', repeat('A', 25) || repeat('9', 9))
$$;

create function private.reason(code text, weight integer, words text) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('code', code, 'weight', weight, 'text', words)
$$;

-- The best three suggestions of each reading, with their reasons.
create function private.rank_suggestions(organization_id uuid, readings private.bank_reading[], payers private.bank_payer[])
returns table (transaction_id uuid, rank integer, kind text, certainty text, parts jsonb, commission_id uuid, reasons jsonb,
  difference numeric)
language sql stable security definer set search_path = '' set enable_nestloop = off as $$
  with t as materialized (
    select r.* from unnest(readings) r
  ), singles as materialized (
    select m.*, row_number() over (partition by m.transaction_id order by m.score desc, abs(m.days), m.commission_id) as place,
      count(*) filter (where m.exact and m.reference > 0) over w as exact_named,
      count(*) filter (where m.reference = 2) over w as named,
      count(*) filter (where m.exact and m.vendor > 0) over w as exact_of_vendor,
      count(*) filter (where m.exact) over w as exact_count
    from private.match_singles(rank_suggestions.organization_id, readings, payers) m
    window w as (partition by m.transaction_id)
  ), top as materialized (
    select s.*, t.rest, t.keys, t.digits, c.sales_id, c.vendor_id, c.due_on, b.booking_reference,
      upper(regexp_replace(b.booking_reference, '[^A-Za-z0-9]', '', 'g')) as key
    from singles s join t on t.id = s.transaction_id
    cross join lateral (select * from public.commissions c where c.id = s.commission_id offset 0) c
    cross join lateral (select * from public.sales b where b.id = c.sales_id offset 0) b
    where s.place <= 3
  ), habits as materialized (
    -- What vendors' last deposits were short of, as people confirmed: fees, and what was written off.
    select v.vendor_id, (
      select array_agg(x.missing) from (
        select d.id, d.fee_amount from public.bank_transactions d
        where d.organization_id = rank_suggestions.organization_id and d.vendor_id = v.vendor_id and d.status = 'matched'
          and d.amount > 0
        order by d.booked_on desc, d.id limit 20) d
      cross join lateral (
        select d.fee_amount where d.fee_amount > 0
        union all
        select a.write_off_amount from public.bank_allocations a
        where a.organization_id = rank_suggestions.organization_id and a.transaction_id = d.id and a.write_off_amount > 0) x(missing))
      as missing
    from (select distinct p.vendor_id from top p where p.owed > p.rest and p.rest > 0) v
  ), read as materialized (
    select p.*, p.owed > p.rest and p.owed - p.rest = any (h.missing) as as_usual,
      p.reference = 0 and exists (select 1 from unnest(p.keys) k
        where char_length(k) = char_length(p.key) and private.is_near_reference(k, p.key)) as near_reference,
      p.reference = 0 and exists (
        select 1 from unnest(p.keys || p.digits) k
        where char_length(k) = char_length(p.key) and k ~ '\d' and private.reference_form(k) = private.reference_form(p.key)
          and not private.is_near_reference(k, p.key)) as other_reference
    from top p left join habits h on h.vendor_id = p.vendor_id
  ), sets as materialized (
    select s.* from private.match_sets(rank_suggestions.organization_id, array(
      select r from unnest(readings) r where not exists (
        select 1 from singles s where s.transaction_id = r.id and s.exact and (s.reference > 0 or s.vendor > 0 or s.name))), payers) s
    where s.place <= 3
  ), united as (
    select r.transaction_id,
      r.score + case when r.near_reference then 3 when r.other_reference then -3 else 0 end + case when r.as_usual then 2 else 0 end
        as score,
      case when r.rest < 0 then 'recall' when r.exact then 'single' when r.owed > r.rest then 'short' else 'over' end as kind,
      case
        when r.rest > 0 and r.exact and r.reference > 0 and r.exact_named = 1 and (r.reference = 2 or not r.another_vendor)
          and r.days between -200 and 400 then 'certain'
        when r.rest > 0 and r.exact and r.vendor >= 2 and r.exact_of_vendor = 1 and r.named = 0 and r.exact_named = 0
          and not r.other_reference and r.days between -21 and 90 and (r.rest >= 50 or r.name or r.days between -10 and 45)
          then 'certain'
        when r.exact and (r.reference > 0 or r.vendor >= 2 or r.name) or r.reference = 2 then 'likely'
        else 'possible' end as certainty,
      jsonb_build_array(jsonb_build_object('commission_id', r.commission_id, 'amount', r.rest, 'expected', r.owed)) as parts,
      r.commission_id, r.rest - case when r.rest < 0 then -r.owed else r.owed end as difference,
      jsonb_path_query_array(jsonb_build_array(
        case when r.reference = 2 then private.reason('reference', 3, r.booking_reference || ' stands in the text')
          when r.reference = 1 then private.reason('reference_digits', 2, 'The number of ' || r.booking_reference || ' stands in the text')
          when r.near_reference then private.reason('reference_near', 2, 'Almost ' || r.booking_reference || ' stands in the text')
          when r.other_reference then private.reason('other_reference', -2, 'The text names another reference') end,
        case when r.exact then private.reason('amount', 3, 'The amount is exact')
          when r.owed > abs(r.rest) then private.reason('short', -1, to_char(r.owed - abs(r.rest), 'FM999,999,990.00') || ' less than expected')
          else private.reason('over', -1, to_char(abs(r.rest) - r.owed, 'FM999,999,990.00') || ' more than expected') end,
        case when r.as_usual then private.reason('as_usual', 2, 'Earlier deposits of the vendor were as much less') end,
        case when r.confirmations > 0 then private.reason('payer_confirmed', 3, 'Payer name confirmed ' || r.confirmations
            || case r.confirmations when 1 then ' time' else ' times' end)
          when r.vendor = 3 then private.reason('payer_alias', 3, 'The payer is an alias of the vendor')
          when r.vendor = 2 then private.reason('payer_name', 2, 'The payer has the vendor''s name')
          when r.vendor = 1 then private.reason('payer_like', 1, 'The payer may be the vendor')
          when r.another_vendor then private.reason('payer_other', -2, 'The payer looks like another vendor') end,
        case when r.name then private.reason('name', 2, 'A traveler''s name stands in the text') end,
        case when r.days between -21 and 75 then private.reason('due', 1, 'It was due about then')
          when r.days < -60 or r.days > 180 then private.reason('due', -1, 'It was due at another time') end,
        case when r.exact and r.vendor > 0 and r.exact_of_vendor = 1 then private.reason('only', 2, 'The only open commission of this amount')
          when r.exact and r.exact_count > 1 and r.exact_named <> 1 then private.reason('twins', -2, (r.exact_count - 1)
            || case r.exact_count when 2 then ' other owes' else ' others owe' end || ' the same') end),
        '$[*] ? (@ != null)') as reasons
    from read r
    union all
    select s.transaction_id, s.score, 'set', case when s.named > 1 or s.count_fits or s.found = 1 and s.in_order then 'likely' else 'possible' end,
      p.parts, s.commission_ids[1], 0,
      jsonb_path_query_array(jsonb_build_array(
        case when s.named > 0 then private.reason('reference', 3, s.named || case s.named when 1 then ' reference stands'
          else ' references stand' end || ' in the text') end,
        private.reason('sum', 2, cardinality(s.commission_ids) || ' open commissions add up'),
        case when s.count_fits then private.reason('count', 2, 'The text says as many bookings')
          when s.count_fits is false then private.reason('count', -2, 'The text says another number of bookings') end,
        case s.vendor when 3 then private.reason('payer_alias', 3, 'The payer is known') when 2 then
          private.reason('payer_name', 2, 'The payer has the vendor''s name') else private.reason('payer_like', 1, 'The payer may be the vendor') end,
        case when s.in_order then private.reason('order', 1, 'They were due one after the other') end,
        case when s.found > 1 then private.reason('sets', -1, (s.found - 1) || case s.found when 2 then ' other set adds up, too'
          else ' other sets add up, too' end) end), '$[*] ? (@ != null)')
    from sets s
    cross join lateral (
      select jsonb_agg(jsonb_build_object('commission_id', c.id, 'amount', c.open_amount, 'expected', c.open_amount) order by u.n) as parts
      from unnest(s.commission_ids) with ordinality u(id, n)
      cross join lateral (select * from public.commissions c where c.id = u.id offset 0) c) p
    union all
    -- The vendor's own statement beats everything else.
    select t.id, 100 as score, 'set', case when m.lines = m.found and m.total = t.rest then 'likely' else 'possible' end, m.parts,
      (m.parts -> 0 ->> 'commission_id')::uuid, t.rest - m.placed,
      jsonb_path_query_array(jsonb_build_array(
        private.reason('statement', 3, 'The statement names ' || m.found || case m.found when 1 then ' booking' else ' bookings' end),
        case when m.total = t.rest then private.reason('statement_total', 2, 'Its total is the deposit')
          else private.reason('statement_total', -1, 'Its total is ' || to_char(m.total, 'FM999,999,990.00')) end,
        case when m.lines > m.found then private.reason('statement_missing', -1, (m.lines - m.found)
          || case m.lines - m.found when 1 then ' line is' else ' lines are' end || ' not in Paperplane') end), '$[*] ? (@ != null)')
    from t
    join public.bank_remittances r on r.organization_id = rank_suggestions.organization_id and r.transaction_id = t.id
    cross join lateral (
      select count(*) as lines, count(c.id) as found, sum(l.amount) as total, sum(l.amount) filter (where c.id is not null) as placed,
        jsonb_agg(jsonb_build_object('commission_id', c.id, 'amount', l.amount, 'expected', c.open_amount) order by l.line_number)
          filter (where c.id is not null) as parts
      from public.bank_remittance_lines l
      left join public.commissions c on c.organization_id = l.organization_id and c.id = l.commission_id and c.open_amount > 0
      where l.organization_id = r.organization_id and l.remittance_id = r.id) m
    where m.found > 0
  ), kept as (
    select u.*, row_number() over (partition by u.transaction_id order by u.score desc, u.kind, u.commission_id) as place
    from united u
    where not exists (
      select 1 from private.rejected_suggestions j
      where j.organization_id = rank_suggestions.organization_id and j.transaction_id = u.transaction_id
        and j.commission_ids = array(select (p ->> 'commission_id')::uuid from jsonb_array_elements(u.parts) p order by 1))
  )
  -- A second suggestion is never certain.
  select k.transaction_id, k.place::int, k.kind, case when k.place > 1 and k.certainty = 'certain' then 'likely' else k.certainty end,
    k.parts, k.commission_id, k.reasons, k.difference
  from kept k where k.place <= 3
$$;

-- Computes the suggestions of these transactions anew, with the vendor, the category and the status that follow. What is like what
-- people set aside before (bank_patterns) is set aside, unless a commission explains it.
create function private.match_transactions(organization_id uuid, transaction_ids uuid[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
declare
  readings private.bank_reading[];
  payers private.bank_payer[];
  vendor_keys text[];
  vendor_ids uuid[];
  claimed uuid[];
begin
  -- In the order of their ids; what somebody is working on waits for the next time.
  transaction_ids := array(
    select t.id from public.bank_transactions t
    where t.organization_id = match_transactions.organization_id and t.id = any (transaction_ids) and t.status <> 'set_aside'
    order by t.id for no key update skip locked);
  readings := array(select r from private.read_transactions(organization_id, transaction_ids) r);
  payers := array(select p from private.vendors_of_payers(
    organization_id, array(select distinct r.payer_key from unnest(readings) r)) p);
  -- The vendor of a payer, where one is recognized better than all others.
  select array_agg(p.payer_key), array_agg(p.vendor_id) into vendor_keys, vendor_ids
  from (
    select p.payer_key, (array_agg(p.vendor_id))[1] as vendor_id
    from (
      select v.*, rank() over (partition by v.payer_key order by v.strength desc) as place
      from unnest(payers) v) p
    where p.place = 1 and p.strength >= 2 group by p.payer_key having count(*) = 1) p;
  delete from public.bank_suggestions s
  where s.organization_id = match_transactions.organization_id and s.transaction_id = any (transaction_ids);
  insert into public.bank_suggestions
    (organization_id, transaction_id, rank, kind, certainty, parts, commission_id, reasons, difference)
  select match_transactions.organization_id, r.transaction_id, r.rank, r.kind, r.certainty, r.parts, r.commission_id, r.reasons,
    r.difference
  from private.rank_suggestions(match_transactions.organization_id, readings, payers) r;
  -- Two that claim the same commission: neither is certain.
  claimed := array(
    select distinct s.commission_id from public.bank_suggestions s
    where s.organization_id = match_transactions.organization_id and s.transaction_id = any (transaction_ids) and s.rank = 1);
  claimed := array(
    select s.commission_id from public.bank_suggestions s
    where s.organization_id = match_transactions.organization_id and s.commission_id = any (claimed) and s.rank = 1
      and (s.certainty = 'certain' or s.reasons @> '[{"code": "claimed"}]')
    group by s.commission_id having count(*) > 1);
  update public.bank_suggestions s set certainty = 'likely',
    reasons = s.reasons || private.reason('claimed', -2, 'Another deposit claims it, too')
  where s.organization_id = match_transactions.organization_id and s.rank = 1 and s.certainty = 'certain'
    and s.commission_id = any (claimed);
  update public.bank_transactions t set
    matching_due = false,
    certainty = case when t.status <> 'matched' then (
      select s.certainty from public.bank_suggestions s where s.organization_id = t.organization_id and s.transaction_id = t.id and s.rank = 1) end,
    vendor_id = coalesce(n.vendor_id, t.vendor_id),
    category = case when t.status = 'matched' then t.category else coalesce(n.category, t.category) end,
    status = case when t.status = 'matched' then t.status else n.status end
  from (
    select t.id, coalesce(s.vendor_id, p.vendor_id) as vendor_id,
      case when s.kind = 'recall' then 'recall' when s.certainty in ('certain', 'likely') or g.category is null and coalesce(s.vendor_id, p.vendor_id) is not null
        then 'commission' else g.category end as category,
      case when s.certainty in ('certain', 'likely') then 'suggested' when g.category is not null then 'set_aside'
        when s.certainty is not null then 'suggested' else 'open' end as status
    from public.bank_transactions t
    left join lateral (
      select c.vendor_id, s.kind, s.certainty from public.bank_suggestions s join public.commissions c on c.id = s.commission_id
      where s.organization_id = t.organization_id and s.transaction_id = t.id and s.rank = 1) s on true
    left join lateral (
      select p.category from public.bank_patterns p
      where p.organization_id = t.organization_id and p.payer_key = t.payer_key and p.category is not null
      order by p.confirmations desc, p.category limit 1) g on true
    left join lateral (
      select v.vendor_id from unnest(vendor_keys, vendor_ids) v(payer_key, vendor_id) where v.payer_key = t.payer_key limit 1) p on true
    where t.organization_id = match_transactions.organization_id and t.id = any (transaction_ids)) n
  where t.organization_id = match_transactions.organization_id and t.id = n.id;
end $$;

-- 58_remittances.sql

-- Remittances: the vendor's statement of what a deposit pays, from a file or pasted rows. Each line finds its commission by its
-- reference, else by its amount and name among the open ones of the deposit's vendor; together they are the first suggestion.

create table public.bank_remittances (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  transaction_id uuid not null,
  file_name text,
  created_by uuid,
  created_at timestamptz not null default now(),
  constraint bank_remittances_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint bank_remittances_organization_id_id_key unique (organization_id, id),
  -- A deposit has one statement; another one replaces it.
  constraint bank_remittances_transaction_id_key unique (organization_id, transaction_id),
  constraint bank_remittances_transaction_id_fkey foreign key (organization_id, transaction_id)
    references public.bank_transactions (organization_id, id) on delete cascade,
  constraint bank_remittances_created_by_fkey foreign key (created_by, organization_id)
    references public.users (id, organization_id),
  constraint bank_remittances_file_name_length check (char_length(file_name) <= 255)
);
alter table public.bank_remittances enable row level security;

create policy "admins read the remittances of their organization" on public.bank_remittances
  for select to authenticated
  using (organization_id = (select private.current_organization_id()) and (select private.is_admin()));

grant select on public.bank_remittances to authenticated;

create table public.bank_remittance_lines (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  remittance_id uuid not null,
  line_number integer not null,
  reference text,
  name text,
  amount numeric(12,2) not null,
  commission_id uuid,
  constraint bank_remittance_lines_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint bank_remittance_lines_remittance_id_fkey foreign key (organization_id, remittance_id)
    references public.bank_remittances (organization_id, id) on delete cascade,
  constraint bank_remittance_lines_line_number_key unique (organization_id, remittance_id, line_number),
  constraint bank_remittance_lines_commission_id_fkey foreign key (organization_id, commission_id)
    references public.commissions (organization_id, id),
  constraint bank_remittance_lines_reference_length check (char_length(reference) <= 300),
  constraint bank_remittance_lines_name_length check (char_length(name) <= 300),
  constraint bank_remittance_lines_amount_range check (amount between -9999999999.99 and 9999999999.99)
);
alter table public.bank_remittance_lines enable row level security;

create index bank_remittance_lines_commission_id_idx on public.bank_remittance_lines (organization_id, commission_id)
  where commission_id is not null;

create policy "admins read the lines of remittances" on public.bank_remittance_lines
  for select to authenticated
  using (organization_id = (select private.current_organization_id()) and (select private.is_admin()));

grant select on public.bank_remittance_lines to authenticated;

-- Finds the commissions of the lines that have none; no commission is found twice.
create function private.match_remittance(remittance_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  r public.bank_remittances := (select x from public.bank_remittances x where x.id = match_remittance.remittance_id);
  l public.bank_remittance_lines;
  found_id uuid;
begin
  -- Lines with a reference first: what they name is not there for the others.
  for l in select x.* from public.bank_remittance_lines x
    where x.organization_id = r.organization_id and x.remittance_id = r.id and x.commission_id is null
    order by x.reference is null, x.line_number
  loop
    found_id := (
      select c.id
      from public.commissions c
      join public.sales s on s.id = c.sales_id
      join public.customers k on k.id = s.customer_id
      cross join lateral (
        select upper(regexp_replace(s.booking_reference, '[^A-Za-z0-9]', '', 'g')) = any (private.bank_reference_keys(private.bank_words(l.reference))) as named,
          coalesce(substring(s.booking_reference from '[0-9]{4,}') = any (private.bank_digit_keys(l.reference)), false) as numbered,
          private.bank_words(k.last_name) && private.bank_words(l.name) as called, c.open_amount = l.amount as exact) f
      where c.organization_id = r.organization_id and c.open_amount > 0 and l.amount > 0
        and (s.id in (
            select o.id from public.sales o where o.organization_id = r.organization_id
              and upper(regexp_replace(o.booking_reference, '[^A-Za-z0-9]', '', 'g')) = any (private.bank_reference_keys(private.bank_words(l.reference)))
            union
            select o.id from public.sales o where o.organization_id = r.organization_id
              and substring(o.booking_reference from '[0-9]{4,}') = any (private.bank_digit_keys(l.reference)))
          or c.open_amount = l.amount and (f.called or c.vendor_id = (
            select t.vendor_id from public.bank_transactions t where t.id = r.transaction_id)))
        and (f.named or f.numbered and (f.exact or f.called) or f.exact)
        and not exists (select 1 from public.bank_remittance_lines o
          where o.organization_id = r.organization_id and o.remittance_id = r.id and o.commission_id = c.id)
      order by f.named::int * 4 + f.numbered::int * 2 + f.exact::int * 2 + coalesce(f.called, false)::int desc, c.due_on, c.id
      limit 1);
    update public.bank_remittance_lines x set commission_id = found_id where x.id = l.id and found_id is not null;
  end loop;
end $$;

-- Puts a statement beside a deposit: `lines` [{line, reference, name, amount}]. {success, error, field, remittance}.
create function public.save_bank_remittance(transaction_id uuid, file_name text, lines jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
declare
  t public.bank_transactions := private.lock_transaction(save_bank_remittance.transaction_id);
  new_id uuid;
begin
  if t.id is null then
    return private.command_result('This transaction is no longer there.');
  elsif jsonb_typeof(lines) is distinct from 'array' or jsonb_array_length(lines) not between 1 and 500 or exists (
    select 1 from jsonb_array_elements(lines) e where jsonb_typeof(e) <> 'object' or coalesce(e ->> 'line' !~ '^[1-9]\d{0,5}$', true)
      or coalesce(e ->> 'amount' !~ '^-?\d{1,10}(\.\d{1,2})?$', true) or char_length(e ->> 'reference') > 300
      or char_length(e ->> 'name') > 300) then
    return private.command_result('Send up to 500 lines, each with its number and an amount like 1482.50.', 'lines');
  end if;
  delete from public.bank_remittances r where r.organization_id = t.organization_id and r.transaction_id = t.id;
  insert into public.bank_remittances (organization_id, transaction_id, file_name, created_by)
  values (t.organization_id, t.id, left(save_bank_remittance.file_name, 255), auth.uid()) returning id into new_id;
  insert into public.bank_remittance_lines (organization_id, remittance_id, line_number, reference, name, amount)
  select distinct on (x.n) t.organization_id, new_id, (e ->> 'line')::int, nullif(btrim(e ->> 'reference'), ''),
    nullif(btrim(e ->> 'name'), ''), (e ->> 'amount')::numeric
  from (select e, (e ->> 'line')::int as n from jsonb_array_elements(lines) e) x(e, n)
  order by x.n;
  perform private.match_remittance(new_id);
  perform private.match_transactions(t.organization_id, array[t.id]);
  return private.command_result(null) || jsonb_build_object('remittance', private.bank_remittance(t.organization_id, t.id));
end $$;
grant execute on function public.save_bank_remittance(uuid, text, jsonb) to authenticated;

create function public.delete_bank_remittance(remittance_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
declare
  caller_organization_id uuid := private.bank_organization();
  r public.bank_remittances;
begin
  delete from public.bank_remittances x
  where x.id = delete_bank_remittance.remittance_id and x.organization_id = caller_organization_id returning x.* into r;
  if r.id is null then
    return private.command_result('This statement is no longer there.');
  end if;
  perform private.match_transactions(caller_organization_id, array[r.transaction_id]);
  return private.command_result(null);
end $$;
grant execute on function public.delete_bank_remittance(uuid) to authenticated;

-- The statement of a deposit: {id, file_name, total, fits, lines: [{line, reference, name, amount, commission}]}, null without one.
-- fits: its total is the deposit's amount.
create function private.bank_remittance(organization_id uuid, transaction_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', r.id, 'file_name', r.file_name, 'total', sum(l.amount), 'fits', sum(l.amount) = t.amount,
    'lines', jsonb_agg(jsonb_build_object('line', l.line_number, 'reference', l.reference, 'name', l.name, 'amount', l.amount,
      'commission', private.bank_commission_rows(r.organization_id, array[l.commission_id]) -> 0) order by l.line_number))
  from public.bank_remittances r
  join public.bank_transactions t on t.organization_id = r.organization_id and t.id = r.transaction_id
  join public.bank_remittance_lines l on l.organization_id = r.organization_id and l.remittance_id = r.id
  where r.organization_id = bank_remittance.organization_id and r.transaction_id = bank_remittance.transaction_id
  group by r.id, t.amount
$$;

-- 59_bank_decisions.sql

-- What people decide about transactions of the bank: match, accept what is suggested, say no to it, set aside, take back. Each
-- decision is kept with who, when and what else there was; a group is undone as a whole. Somebody who decides upon what another
-- one changed meanwhile (`version`) is told so, and nothing is written.

create table public.bank_decisions (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  -- No reference: decisions outlive an import that is undone.
  transaction_id uuid not null,
  group_id uuid not null,
  action text not null,
  details jsonb not null default '{}',
  decided_by uuid,
  decided_at timestamptz not null default clock_timestamp(),
  constraint bank_decisions_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint bank_decisions_decided_by_fkey foreign key (decided_by, organization_id) references public.users (id, organization_id),
  constraint bank_decisions_action_known
    check (action in ('match', 'accept', 'reject', 'set_aside', 'reopen', 'vendor', 'undo')),
  constraint bank_decisions_details_length check (jsonb_typeof(details) = 'object' and octet_length(details::text) <= 200000)
);
alter table public.bank_decisions enable row level security;

create index bank_decisions_transaction_id_idx on public.bank_decisions (organization_id, transaction_id, decided_at desc);
create index bank_decisions_group_id_idx on public.bank_decisions (organization_id, group_id);

create policy "admins read the decisions of their organization" on public.bank_decisions
  for select to authenticated
  using (organization_id = (select private.current_organization_id()) and (select private.is_admin()));

grant select on public.bank_decisions to authenticated;

create trigger bank_decisions_keep before update or delete on public.bank_decisions
  for each row execute function private.guard_history();
create trigger bank_decisions_truncate before truncate on public.bank_decisions
  for each statement execute function private.refuse_truncate();

create function private.keep_decision(t public.bank_transactions, group_id uuid, action text, details jsonb default '{}') returns void
language sql security definer set search_path = '' as $$
  insert into public.bank_decisions (organization_id, transaction_id, group_id, action, details, decided_by)
  select t.organization_id, t.id, keep_decision.group_id, keep_decision.action, jsonb_build_object('status', t.status,
    'category', t.category, 'vendor_id', t.vendor_id, 'unclaimed', t.unclaimed_amount, 'fee', t.fee_amount,
    'suggestions', (select coalesce(jsonb_agg(jsonb_build_object('kind', s.kind, 'certainty', s.certainty, 'parts', s.parts)
      order by s.rank), '[]') from public.bank_suggestions s where s.organization_id = t.organization_id and s.transaction_id = t.id),
    'parts', (select coalesce(jsonb_agg(jsonb_build_object('commission_id', a.commission_id, 'amount', a.amount,
      'write_off', a.write_off_amount, 'reason', a.write_off_reason) order by a.commission_id), '[]')
      from public.bank_allocations a where a.organization_id = t.organization_id and a.transaction_id = t.id)) || details,
    private.acting_user(t.organization_id)
$$;

-- The refusal of somebody who was slower.
create function private.bank_conflict(t public.bank_transactions) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.command_result('Somebody was faster: look at what they did.') || jsonb_build_object('conflict', coalesce((
    select jsonb_build_object('by', u.first_name || ' ' || u.last_name, 'at', d.decided_at, 'status', t.status)
    from public.bank_decisions d left join public.users u on u.id = d.decided_by
    where d.organization_id = t.organization_id and d.transaction_id = t.id order by d.decided_at desc limit 1),
    jsonb_build_object('by', null, 'at', t.updated_at, 'status', t.status)))
$$;

-- The transaction, locked; null when it is not of the caller's organization. Who may not ask is refused before anything is looked up.
create function private.lock_transaction(transaction_id uuid) returns public.bank_transactions
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.bank_organization();
  t public.bank_transactions;
begin
  select b.* into t from public.bank_transactions b
  where b.id = lock_transaction.transaction_id and b.organization_id = caller_organization_id for no key update;
  return t;
end $$;

-- A confirmed match teaches who the payer is.
create function private.learn_payer(t public.bank_transactions) returns void
language sql security definer set search_path = '' as $$
  insert into public.bank_patterns as p (organization_id, payer_key, vendor_id)
  select distinct t.organization_id, t.payer_key, c.vendor_id
  from public.bank_allocations a
  join public.commissions c on c.organization_id = a.organization_id and c.id = a.commission_id
  where t.payer_key is not null and a.organization_id = t.organization_id and a.transaction_id = t.id
  order by 3
  on conflict (organization_id, payer_key, vendor_id, category) do update
    set confirmations = p.confirmations + 1, last_used_at = now()
$$;

-- Suggestions that a decision about these commissions made stale, or that it makes possible again.
create function private.rematch_commissions(organization_id uuid, commission_ids uuid[], except_ids uuid[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.match_transactions(organization_id, array(
    select distinct s.transaction_id from public.bank_suggestions s
    where s.organization_id = rematch_commissions.organization_id and s.transaction_id <> all (except_ids)
      and (s.commission_id = any (commission_ids) and s.rank = 1
        or s.rank > 1 and s.commission_id = any (commission_ids))
    limit 200));
end $$;

create function private.commissions_of(parts jsonb) returns uuid[]
language sql immutable set search_path = '' as $$
  select array(select (p ->> 'commission_id')::uuid from jsonb_array_elements(parts) p)
$$;

-- Matches a transaction with commissions (docs/product.md, Matching a transaction). `parts` [{commission_id, amount, write_off, reason, expected}]
-- replace what was matched before. {success, error, field, group_id, version, conflict}.
create function public.match_bank_transaction(transaction_id uuid, expected_version int, parts jsonb, unclaimed numeric default 0,
  fee numeric default 0, vendor_id uuid default null, category text default null)
returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
declare
  t public.bank_transactions := private.lock_transaction(match_bank_transaction.transaction_id);
  new_group uuid := gen_random_uuid();
  refusal jsonb;
begin
  if t.id is null then
    return private.command_result('This transaction is no longer there.');
  elsif t.version is distinct from match_bank_transaction.expected_version then
    return private.bank_conflict(t);
  elsif match_bank_transaction.vendor_id is not null and not exists (select 1 from public.vendors v
    where v.id = match_bank_transaction.vendor_id and v.organization_id = t.organization_id) then
    return private.command_result('This vendor does not exist.', 'vendor_id');
  end if;
  perform private.keep_decision(t, new_group, 'match');
  refusal := private.write_match(t, parts, unclaimed, fee, match_bank_transaction.category, match_bank_transaction.vendor_id);
  if refusal is not null then
    -- Nothing was written but the decision; guard_history keeps entries, so it goes with an exception of its own.
    raise exception using errcode = 'P0001', message = refusal ->> 'error', hint = coalesce(refusal ->> 'field', '');
  end if;
  perform private.learn_payer(t);
  perform private.match_transactions(t.organization_id, array[t.id]);
  perform private.rematch_commissions(t.organization_id, private.commissions_of(parts), array[t.id]);
  select b.* into t from public.bank_transactions b where b.id = t.id;
  return private.command_result(null) || jsonb_build_object('group_id', new_group, 'version', t.version);
exception when raise_exception then
  declare
    reason text;
    field text;
  begin
    get stacked diagnostics reason = message_text, field = pg_exception_hint;
    return private.command_result(reason, field);
  end;
end $$;
grant execute on function public.match_bank_transaction(uuid, int, jsonb, numeric, numeric, uuid, text) to authenticated;

-- Accepts the first suggestion of each transaction [{id, version}] as one group of decisions; with `require_certain` only certain ones.
-- What changed meanwhile or does not fit any more is left alone and said: {accepted, skipped: [{id, why}]}.
create function private.accept_suggestions(organization_id uuid, group_id uuid, transactions jsonb, require_certain boolean)
returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
declare
  accepted uuid[] := '{}';
  touched uuid[] := '{}';
  skipped jsonb := '[]';
  item record;
  t public.bank_transactions;
  s public.bank_suggestions;
  refusal jsonb;
  why text;
begin
  -- All locks first, in their order, so that two calls cannot wait for each other.
  perform 1 from public.bank_transactions b
  where b.organization_id = accept_suggestions.organization_id and b.id in (
    select (e ->> 'id')::uuid from jsonb_array_elements(transactions) e)
  order by b.id for no key update;
  perform private.lock_commissions(organization_id, array(
    select (p ->> 'commission_id')::uuid
    from public.bank_suggestions x cross join lateral jsonb_array_elements(x.parts) p
    where x.organization_id = accept_suggestions.organization_id and x.rank = 1
      and x.transaction_id in (select (e ->> 'id')::uuid from jsonb_array_elements(transactions) e)));
  for item in
    select distinct on (1) (e ->> 'id')::uuid as id, (e ->> 'version')::int as version
    from jsonb_array_elements(transactions) e order by 1
  loop
    select b.* into t from public.bank_transactions b
    where b.id = item.id and b.organization_id = accept_suggestions.organization_id for no key update;
    select x.* into s from public.bank_suggestions x
    where x.organization_id = accept_suggestions.organization_id and x.transaction_id = item.id and x.rank = 1;
    why := case when t.id is null then 'This transaction is no longer there.'
      when t.version <> item.version or t.status <> 'suggested' then 'Somebody was faster.'
      when s.id is null then 'Nothing is suggested any more.'
      when require_certain and s.certainty <> 'certain' then 'This is not certain.' end;
    if why is null then
      begin
        perform private.keep_decision(t, accept_suggestions.group_id, 'accept');
        refusal := private.write_match(t, s.parts, 0, 0, null, null);
        if refusal is not null then
          perform private.refuse(refusal ->> 'error');
        end if;
        perform private.learn_payer(t);
        accepted := accepted || t.id;
        touched := touched || private.commissions_of(s.parts);
      exception when raise_exception then
        get stacked diagnostics why = message_text;
      end;
    end if;
    if why is not null then
      skipped := skipped || jsonb_build_object('id', item.id, 'why', why);
    end if;
  end loop;
  delete from public.bank_suggestions x where x.organization_id = accept_suggestions.organization_id and x.transaction_id = any (accepted);
  perform private.rematch_commissions(accept_suggestions.organization_id, touched, accepted);
  return jsonb_build_object('accepted', to_jsonb(accepted), 'skipped', skipped);
end $$;

-- Accepts the first suggestion of up to 500 transactions [{id, version}]. {success, group_id, accepted, skipped}, see
-- private.accept_suggestions.
create function public.accept_bank_suggestions(transactions jsonb, require_certain boolean default false) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.bank_organization();
  new_group uuid := gen_random_uuid();
begin
  if jsonb_typeof(transactions) is distinct from 'array' or jsonb_array_length(transactions) > 500 or exists (
    select 1 from jsonb_array_elements(transactions) e where not coalesce(pg_input_is_valid(e ->> 'id', 'uuid'), false)
      or coalesce(e ->> 'version' !~ '^\d{1,9}$', true)) then
    perform private.refuse('Send up to 500 transactions with their versions.', 'transactions');
  end if;
  return private.command_result(null) || jsonb_build_object('group_id', new_group)
    || private.accept_suggestions(caller_organization_id, new_group, transactions, require_certain);
end $$;
grant execute on function public.accept_bank_suggestions(jsonb, boolean) to authenticated;

-- By the organization's choice: accepts what is certain of an import whose matching has ended, up to 200 a call, as one group of
-- decisions whose id is the import's. Not again once somebody took it back. Whether there is more.
create function private.accept_certain_of_import(i public.bank_imports) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  step constant int := 200;
  certain jsonb;
begin
  if not exists (select 1 from public.organizations o where o.id = i.organization_id and o.match_certain_on_import)
    or exists (select 1 from public.bank_decisions d
      where d.organization_id = i.organization_id and d.group_id = i.id and d.action = 'undo') then
    return false;
  end if;
  select jsonb_agg(jsonb_build_object('id', t.id, 'version', t.version)) into certain
  from (
    select b.id, b.version from public.bank_transactions b
    where b.organization_id = i.organization_id and b.import_id = i.id and b.status = 'suggested' and b.certainty = 'certain'
    order by b.line_number limit step) t;
  -- A call that could accept none ends it.
  return certain is not null
    and private.accept_suggestions(i.organization_id, i.id, certain, true) -> 'accepted' <> '[]'
    and jsonb_array_length(certain) = step;
end $$;

-- "Not this": the suggestion of that rank is never made for this transaction again. {success, error, group_id, version}.
create function public.reject_bank_suggestion(transaction_id uuid, expected_version int, rank int default 1) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
declare
  t public.bank_transactions := private.lock_transaction(reject_bank_suggestion.transaction_id);
  new_group uuid := gen_random_uuid();
  rejected uuid[];
begin
  if t.id is null then
    return private.command_result('This transaction is no longer there.');
  elsif t.version is distinct from reject_bank_suggestion.expected_version then
    return private.bank_conflict(t);
  end if;
  select array(select c from unnest(private.commissions_of(s.parts)) c order by c) into rejected
  from public.bank_suggestions s
  where s.organization_id = t.organization_id and s.transaction_id = t.id and s.rank = reject_bank_suggestion.rank;
  if rejected is null then
    return private.command_result('Nothing is suggested any more.');
  end if;
  perform private.keep_decision(t, new_group, 'reject', jsonb_build_object('rejected', rejected));
  insert into private.rejected_suggestions (organization_id, transaction_id, commission_ids)
  values (t.organization_id, t.id, rejected) on conflict do nothing;
  update public.bank_transactions b set version = b.version + 1 where b.id = t.id;
  perform private.match_transactions(t.organization_id, array[t.id]);
  return private.command_result(null) || jsonb_build_object('group_id', new_group, 'version', t.version + 1);
end $$;
grant execute on function public.reject_bank_suggestion(uuid, int, int) to authenticated;

-- Sets transactions [{id, version}] aside as no commission; with `learn`, later ones of the same payers, too, while nothing
-- suggests otherwise. {success, error, group_id, set_aside, skipped}.
create function public.set_aside_bank_transactions(transactions jsonb, category text, learn boolean default true) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
declare
  caller_organization_id uuid := private.bank_organization();
  new_group uuid := gen_random_uuid();
  done uuid[] := '{}';
  skipped jsonb := '[]';
  item record;
  t public.bank_transactions;
begin
  if set_aside_bank_transactions.category is null
    or set_aside_bank_transactions.category not in ('customer_payment', 'fee', 'transfer', 'other') then
    return private.command_result('Choose what this is.', 'category');
  elsif jsonb_typeof(transactions) is distinct from 'array' or jsonb_array_length(transactions) > 500 or exists (
    select 1 from jsonb_array_elements(transactions) e where not coalesce(pg_input_is_valid(e ->> 'id', 'uuid'), false)
      or coalesce(e ->> 'version' !~ '^\d{1,9}$', true)) then
    perform private.refuse('Send up to 500 transactions with their versions.', 'transactions');
  end if;
  for item in
    select distinct on (1) (e ->> 'id')::uuid as id, (e ->> 'version')::int as version
    from jsonb_array_elements(transactions) e order by 1
  loop
    select b.* into t from public.bank_transactions b
    where b.id = item.id and b.organization_id = caller_organization_id for no key update;
    if t.id is null or t.version <> item.version or t.status not in ('open', 'suggested') then
      skipped := skipped || jsonb_build_object('id', item.id, 'why', 'Somebody was faster.');
      continue;
    end if;
    perform private.keep_decision(t, new_group, 'set_aside', jsonb_build_object('learned', learn and t.payer_key is not null));
    update public.bank_transactions b set status = 'set_aside', category = set_aside_bank_transactions.category, certainty = null,
      version = b.version + 1 where b.id = t.id;
    if learn and t.payer_key is not null then
      insert into public.bank_patterns as p (organization_id, payer_key, category)
      values (t.organization_id, t.payer_key, set_aside_bank_transactions.category)
      on conflict (organization_id, payer_key, vendor_id, category) do update
        set confirmations = p.confirmations + 1, last_used_at = now();
    end if;
    done := done || t.id;
  end loop;
  delete from public.bank_suggestions s where s.organization_id = caller_organization_id and s.transaction_id = any (done);
  return private.command_result(null)
    || jsonb_build_object('group_id', new_group, 'set_aside', to_jsonb(done), 'skipped', skipped);
end $$;
grant execute on function public.set_aside_bank_transactions(jsonb, text, boolean) to authenticated;

-- Brings a transaction that was set aside back to the review. {success, error, version}.
create function public.reopen_bank_transaction(transaction_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
declare
  t public.bank_transactions := private.lock_transaction(reopen_bank_transaction.transaction_id);
begin
  if t.status is distinct from 'set_aside' then
    return private.command_result('This transaction is not set aside.');
  end if;
  perform private.keep_decision(t, gen_random_uuid(), 'reopen');
  update public.bank_transactions b set status = 'open', category = null, version = b.version + 1 where b.id = t.id;
  -- One that was learned would be set aside again at once.
  update public.bank_patterns p set confirmations = p.confirmations - 1
  where p.organization_id = t.organization_id and p.payer_key = t.payer_key and p.category = t.category and p.confirmations > 1;
  delete from public.bank_patterns p
  where p.organization_id = t.organization_id and p.payer_key = t.payer_key and p.category is not null;
  perform private.match_transactions(t.organization_id, array[t.id]);
  return private.command_result(null) || jsonb_build_object('version', t.version + 1);
end $$;
grant execute on function public.reopen_bank_transaction(uuid) to authenticated;

-- Says which vendor paid, and what a transaction is, and matches it anew. {success, error, version}.
create function public.set_bank_vendor(transaction_id uuid, vendor_id uuid, category text default 'commission') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
declare
  t public.bank_transactions := private.lock_transaction(set_bank_vendor.transaction_id);
begin
  if t.id is null then
    return private.command_result('This transaction is no longer there.');
  elsif not exists (select 1 from public.vendors v where v.id = set_bank_vendor.vendor_id and v.organization_id = t.organization_id) then
    return private.command_result('This vendor does not exist.', 'vendor_id');
  end if;
  perform private.keep_decision(t, gen_random_uuid(), 'vendor');
  update public.bank_transactions b set vendor_id = set_bank_vendor.vendor_id, category = set_bank_vendor.category,
    version = b.version + 1 where b.id = t.id;
  if t.payer_key is not null then
    insert into public.bank_patterns as p (organization_id, payer_key, vendor_id)
    values (t.organization_id, t.payer_key, set_bank_vendor.vendor_id)
    on conflict (organization_id, payer_key, vendor_id, category) do update
      set confirmations = p.confirmations + 1, last_used_at = now();
    -- What came from the same payer is read again.
    perform private.match_transactions(t.organization_id, array(
      select b.id from public.bank_transactions b where b.organization_id = t.organization_id and b.payer_key = t.payer_key
        and b.status in ('open', 'suggested') limit 500));
  end if;
  return private.command_result(null) || jsonb_build_object('version', t.version + 1);
end $$;
grant execute on function public.set_bank_vendor(uuid, uuid, text) to authenticated;

-- Takes back what one group of decisions did, unless an agent was paid for it: {success, error, undone, paid, more}, of what
-- was accepted up to 200 transactions a call; while {more}, call again. What somebody else decided since stays, so all of the group has to be the last
-- decision of its transactions.
create function public.undo_bank_decision(group_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
declare
  step constant int := 50;
  caller_organization_id uuid := private.bank_organization();
  waiting uuid[];
  ids uuid[];
  paid jsonb;
  d public.bank_decisions;
  t public.bank_transactions;
  refusal jsonb;
  touched uuid[];
  -- {transaction: [vendor]}: whom the matches taught.
  learned jsonb;
begin
  -- What an earlier call took back is done; the rest in the order of their ids, like the locks.
  waiting := array(
    select e.transaction_id from public.bank_decisions e
    where e.organization_id = caller_organization_id and e.group_id = undo_bank_decision.group_id
    group by 1 having bool_and(e.action <> 'undo') order by 1);
  if cardinality(waiting) = 0 then
    return private.command_result('There is nothing to take back.');
  end if;
  -- Only accepted ones, as many as an import has, go in steps: what is learned by setting aside has to be forgotten as a whole.
  ids := case when exists (select 1 from public.bank_decisions e
    where e.organization_id = caller_organization_id and e.group_id = undo_bank_decision.group_id and e.action = 'accept')
    then waiting[:step] else waiting end;
  perform 1 from public.bank_transactions b where b.organization_id = caller_organization_id and b.id = any (ids)
  order by b.id for no key update;
  if exists (
    select 1 from unnest(waiting) w(id)
    cross join lateral (
      select d.group_id from public.bank_decisions d
      where d.organization_id = caller_organization_id and d.transaction_id = w.id order by d.decided_at desc limit 1) latest
    where latest.group_id <> undo_bank_decision.group_id) then
    return private.command_result('Something was decided since. Take that back first.');
  end if;
  touched := array(select a.commission_id from public.bank_allocations a
    where a.organization_id = caller_organization_id and a.transaction_id = any (ids));
  select jsonb_object_agg(m.transaction_id, m.vendor_ids) into learned
  from (
    select a.transaction_id, jsonb_agg(distinct c.vendor_id) as vendor_ids
    from public.bank_allocations a join public.commissions c on c.organization_id = a.organization_id and c.id = a.commission_id
    where a.organization_id = caller_organization_id and a.transaction_id = any (ids) group by 1) m;
  paid := private.paid_parts(caller_organization_id, waiting, '{}');
  -- A match that replaced another one leads back to that one; all others to none.
  if paid = '[]' then
    paid := private.unmatch_transactions(caller_organization_id, ids);
  end if;
  if paid <> '[]' then
    return private.command_result('An agent has been paid for it.') || jsonb_build_object('paid', paid);
  end if;
  for d in select e.* from public.bank_decisions e
    where e.organization_id = caller_organization_id and e.group_id = undo_bank_decision.group_id and e.transaction_id = any (ids)
    order by e.transaction_id
  loop
    select b.* into t from public.bank_transactions b where b.id = d.transaction_id and b.organization_id = caller_organization_id;
    perform private.keep_decision(t, undo_bank_decision.group_id, 'undo');
    if d.details ->> 'status' = 'matched' then
      refusal := private.write_match(t, d.details -> 'parts', (d.details ->> 'unclaimed')::numeric, (d.details ->> 'fee')::numeric,
        d.details ->> 'category', (d.details ->> 'vendor_id')::uuid);
      if refusal is not null then
        perform private.refuse(refusal ->> 'error');
      end if;
    else
      update public.bank_transactions b set category = d.details ->> 'category',
        status = case d.details ->> 'status' when 'set_aside' then 'set_aside' else 'open' end,
        vendor_id = (d.details ->> 'vendor_id')::uuid, version = b.version + 1 where b.id = t.id;
      delete from private.rejected_suggestions j
      where d.action = 'reject' and j.organization_id = t.organization_id and j.transaction_id = t.id
        and to_jsonb(j.commission_ids) = d.details -> 'rejected';
      -- What was learned from it is forgotten.
      delete from public.bank_patterns p
      where p.organization_id = t.organization_id and p.payer_key = t.payer_key and p.confirmations = 1
        and (p.vendor_id is not null and learned -> t.id::text ? p.vendor_id::text
          or d.action = 'set_aside' and p.category = t.category and (d.details ->> 'learned')::boolean);
      update public.bank_patterns p set confirmations = p.confirmations - 1
      where p.organization_id = t.organization_id and p.payer_key = t.payer_key and p.confirmations > 1
        and (p.vendor_id is not null and learned -> t.id::text ? p.vendor_id::text
          or d.action = 'set_aside' and p.category = t.category and (d.details ->> 'learned')::boolean);
    end if;
  end loop;
  perform private.match_transactions(caller_organization_id, ids);
  perform private.rematch_commissions(caller_organization_id, touched, ids);
  return private.command_result(null) || jsonb_build_object('undone', to_jsonb(ids), 'paid', '[]'::jsonb,
    'more', cardinality(waiting) > cardinality(ids));
end $$;
grant execute on function public.undo_bank_decision(uuid) to authenticated;

-- 59_bank_inbox.sql

-- What the screens of the bank read, one call a screen. Admins and owners only.

-- What the workbench shows of commissions, in the order of `ids`. expected: what is open, or with `taken_back` what was deposited
-- and can be taken back. Its plan is kept, made once for any ids: a page calls it fifty
-- times, and planning takes longer than the rows.
create function private.bank_commission_rows(organization_id uuid, ids uuid[], taken_back boolean default false) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('commission_id', c.id, 'sale_id', s.id, 'booking_reference', s.booking_reference,
      'customer', k.first_name || ' ' || k.last_name, 'agent', u.first_name || ' ' || u.last_name,
      'vendor', jsonb_build_object('id', v.id, 'name', v.name), 'due_on', c.due_on, 'amount', c.amount,
      'expected', case when taken_back then c.deposited_amount else c.open_amount end, 'status', c.status) order by i.n), '[]')
    from unnest(ids) with ordinality i(id, n)
    join public.commissions c on c.organization_id = bank_commission_rows.organization_id and c.id = i.id
    join public.sales s on s.id = c.sales_id
    join public.customers k on k.id = s.customer_id
    join public.users u on u.id = c.agent_id
    join public.vendors v on v.id = c.vendor_id);
end $$;

-- Parts [{commission_id, amount, …}] with what the screen shows of their commissions; the first `take`.
create function private.bank_parts(organization_id uuid, parts jsonb, take int) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  shown jsonb := private.bank_commission_rows(bank_parts.organization_id, array(
    select (part ->> 'commission_id')::uuid from jsonb_array_elements(parts) with ordinality e(part, n) where n <= take));
  by_id jsonb := coalesce((select jsonb_object_agg(r ->> 'commission_id', r) from jsonb_array_elements(shown) r), '{}');
begin
  return (
    select coalesce(jsonb_agg((by_id -> (part ->> 'commission_id')) || part order by n), '[]')
    from jsonb_array_elements(parts) with ordinality e(part, n) where n <= take and by_id ? (part ->> 'commission_id'));
end $$;

-- Where in a text recognized parts stand, [[from, length]]: the reference and the payer.
create function private.bank_marks(text text, payer_key text, booking_reference text) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_array(strpos(upper(text), m.found) - 1, char_length(m.found))), '[]')
  from (
    select (regexp_match(upper(text), regexp_replace(upper(regexp_replace(booking_reference, '[^A-Za-z0-9]', '', 'g')),
      '(.)(?=.)', '\1[^A-Z0-9]?', 'g')))[1] as found where booking_reference ~ '[A-Za-z0-9]{2}'
    union all select upper(payer_key)) m
  where strpos(upper(text), m.found) > 0
$$;

create function private.bank_import_rows(organization_id uuid, ids uuid[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'file_name', i.file_name, 'format', i.format, 'status', i.status,
    'account', jsonb_build_object('id', a.id, 'name', a.name, 'last_four', a.last_four), 'added', i.added, 'here', i.here,
    'broken', i.broken, 'created_at', i.created_at,
    'created_by', jsonb_build_object('first_name', u.first_name, 'last_name', u.last_name),
    'settled', (select count(*) from public.bank_transactions t
      where t.organization_id = i.organization_id and t.import_id = i.id and t.status in ('matched', 'set_aside')),
    'paid_agents', (select count(distinct c.agent_id) from public.bank_transactions t
      join public.bank_allocations l on l.organization_id = t.organization_id and l.transaction_id = t.id
      join public.commissions c on c.id = l.commission_id
      join private.commissions_before_deposit b on b.commission_id = c.id
      where t.organization_id = i.organization_id and t.import_id = i.id and t.status = 'matched' and c.status = 'agent_paid' and b.status <> 'agent_paid'))
    order by n.n), '[]')
  from unnest(ids) with ordinality n(id, n)
  join public.bank_imports i on i.organization_id = bank_import_rows.organization_id and i.id = n.id
  join public.bank_accounts a on a.id = i.account_id
  join public.users u on u.id = i.created_by
$$;

-- {rows, count}: imports, of one account or of all, the latest first.
create function public.list_bank_imports(page int default 1, page_size int default 10, account_id uuid default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.bank_organization();
  per_page int := least(greatest(coalesce(page_size, 10), 1), 100);
begin
  return jsonb_build_object(
    'rows', private.bank_import_rows(caller_organization_id, array(
      select i.id from public.bank_imports i where i.organization_id = caller_organization_id and i.status <> 'cancelled'
        and (list_bank_imports.account_id is null or i.account_id = list_bank_imports.account_id)
      order by i.created_at desc, i.id
      limit per_page offset (greatest(coalesce(page, 1), 1) - 1)::bigint * per_page)),
    'count', (select count(*) from public.bank_imports i
      where i.organization_id = caller_organization_id and i.status <> 'cancelled'
        and (list_bank_imports.account_id is null or i.account_id = list_bank_imports.account_id)));
end $$;
grant execute on function public.list_bank_imports(int, int, uuid) to authenticated;

-- What a row of the inbox shows of transactions, in the order of `ids`.
create function private.bank_rows(organization_id uuid, ids uuid[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'booked_on', t.booked_on, 'amount', t.amount, 'text', t.text,
    'counterparty', t.counterparty, 'category', t.category, 'status', t.status, 'certainty', t.certainty,
    'group', case when t.status in ('open', 'suggested') then private.bank_group(t.status, t.certainty) end,
    'unclaimed_amount', t.unclaimed_amount, 'version', t.version,
    'marks', private.bank_marks(t.text, t.payer_key, f.booking_reference),
    'account', jsonb_build_object('id', a.id, 'name', a.name, 'last_four', a.last_four),
    'vendor', case when v.id is not null then jsonb_build_object('id', v.id, 'name', v.name, 'logo_url', v.logo_url) end,
    'suggestion', case when s.id is not null then jsonb_build_object('rank', 1, 'kind', s.kind, 'certainty', s.certainty,
      'acceptable', s.kind in ('single', 'set', 'recall') and s.certainty <> 'possible', 'part_count', jsonb_array_length(s.parts),
      'parts', private.bank_parts(t.organization_id, s.parts, 3), 'reasons', s.reasons, 'difference', s.difference) end,
    'matched', case when t.status = 'matched' then (
      select jsonb_build_object('part_count', count(*), 'at', max(l.created_at), 'by', (
          select u.first_name || ' ' || u.last_name from public.bank_decisions d join public.users u on u.id = d.decided_by
          where d.organization_id = t.organization_id and d.transaction_id = t.id and d.action in ('match', 'accept')
          order by d.decided_at desc limit 1),
        'parts', private.bank_parts(t.organization_id, coalesce(jsonb_agg(jsonb_build_object('commission_id', l.commission_id,
          'amount', l.amount) order by l.created_at, l.id), '[]'), 3))
      from public.bank_allocations l where l.organization_id = t.organization_id and l.transaction_id = t.id) end) order by i.n), '[]')
  from unnest(ids) with ordinality i(id, n)
  join public.bank_transactions t on t.organization_id = bank_rows.organization_id and t.id = i.id
  join public.bank_accounts a on a.id = t.account_id
  left join public.vendors v on v.id = t.vendor_id
  left join public.bank_suggestions s on s.organization_id = t.organization_id and s.transaction_id = t.id and s.rank = 1
  left join public.commissions c on c.id = s.commission_id
  left join public.sales f on f.id = c.sales_id
$$;

-- One page of the inbox with all figures around it. view: review (certain first, then what needs a look, then what has no
-- suggestion; each newest first), matched, unclaimed (oldest first), set_aside, all. `counts` and `strip` obey no filter.
create function public.get_bank_inbox(view text default 'review', account_id uuid default null, vendor_id uuid default null,
  start_date date default null, end_date date default null, search text default null, page int default 1, page_size int default 50)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  caller_organization_id uuid := private.bank_organization();
  today date := private.today();
  month date := date_trunc('month', today)::date;
  page_no int := greatest(coalesce(get_bank_inbox.page, 1), 1);
  per_page int := least(greatest(coalesce(get_bank_inbox.page_size, 50), 1), 100);
  asked text := coalesce(get_bank_inbox.view, 'review');
  pattern text := '%' || replace(replace(replace(lower(nullif(btrim(left(search, 200)), '')), '\', '\\'), '%', '\%'), '_', '\_') || '%';
  conditions text;
  is_filtered boolean := coalesce(get_bank_inbox.account_id, get_bank_inbox.vendor_id) is not null
    or coalesce(start_date, end_date) is not null or pattern is not null;
  total bigint;
  ids uuid[];
  groups jsonb;
  counts jsonb;
begin
  if asked not in ('review', 'matched', 'unclaimed', 'set_aside', 'all') then
    perform private.refuse('There is no such list.', 'view');
  end if;
  conditions := concat_ws(' and ', 't.organization_id = $1',
    case asked when 'review' then 't.status in (''open'', ''suggested'')' when 'unclaimed' then 't.unclaimed_amount <> 0'
      when 'all' then null else 't.status = ' || quote_literal(asked) end,
    case when get_bank_inbox.account_id is not null then 't.account_id = $2' end,
    case when get_bank_inbox.vendor_id is not null then 't.vendor_id = $3' end,
    case when start_date is not null then 't.booked_on >= $4' end, case when end_date is not null then 't.booked_on <= $5' end,
    case when pattern is not null then '(lower(t.text collate pg_catalog."pg_c_utf8") like $6 or t.amount::text like $6)' end);
  -- By status first: the function is slow for thousands of rows.
  select coalesce(jsonb_object_agg(g.name, jsonb_build_object('count', g.n, 'amount', g.amount_in - g.amount_out,
    'amount_in', g.amount_in, 'amount_out', g.amount_out)), '{}') into groups
  from (
    select private.bank_group(t.status, t.certainty) as name, sum(t.n) as n, sum(t.amount_in) as amount_in,
      sum(t.amount_out) as amount_out
    from (
      select t.status, t.certainty, count(*) as n, coalesce(sum(t.amount) filter (where t.amount > 0), 0) as amount_in,
        coalesce(-sum(t.amount) filter (where t.amount < 0), 0) as amount_out
      from public.bank_transactions t
      where t.organization_id = caller_organization_id and t.status in ('open', 'suggested') group by 1, 2) t
    group by 1) g;
  -- Each transaction came with an import, so these know how many there are; what is set aside is the rest.
  select jsonb_build_object('review', n.review, 'matched', n.matched, 'set_aside', n.all_of_them - n.review - n.matched,
    'all', n.all_of_them, 'unclaimed', n.unclaimed) into counts
  from (
    select (select coalesce(sum((g.value ->> 'count')::bigint), 0) from jsonb_each(groups) g) as review,
      (select count(*) from public.bank_transactions t
        where t.organization_id = caller_organization_id and t.status = 'matched') as matched,
      (select count(*) from public.bank_transactions t
        where t.organization_id = caller_organization_id and t.unclaimed_amount <> 0) as unclaimed,
      (select coalesce(sum(i.added), 0) from public.bank_imports i
        where i.organization_id = caller_organization_id and i.status in ('running', 'done')) as all_of_them) n;
  execute format('select array(select t.id from public.bank_transactions t where %s order by %s limit $7 offset $8)', conditions,
    case asked when 'review' then
        'case when t.certainty = ''certain'' then 1 when t.status = ''suggested'' then 2 else 3 end, t.booked_on desc, t.id'
      when 'unclaimed' then 't.booked_on, t.id' else 't.booked_on desc, t.id' end)
  into ids
  using caller_organization_id, get_bank_inbox.account_id, get_bank_inbox.vendor_id, start_date, end_date, pattern, per_page,
    (page_no - 1)::bigint * per_page;
  if is_filtered then
    execute format('select count(*) from public.bank_transactions t where %s', conditions) into total
    using caller_organization_id, get_bank_inbox.account_id, get_bank_inbox.vendor_id, start_date, end_date, pattern;
  else
    total := counts ->> asked;
  end if;
  return jsonb_build_object('rows', private.bank_rows(caller_organization_id, ids), 'count', total, 'page', page_no,
    'page_size', per_page, 'total_pages', (total + per_page - 1) / per_page, 'groups', groups,
    'counts', counts,
    'strip', jsonb_build_object(
      'review', (select jsonb_build_object('count', coalesce(sum((g.value ->> 'count')::int), 0),
        'amount_in', coalesce(sum((g.value ->> 'amount_in')::numeric), 0), 'amount_out', coalesce(sum((g.value ->> 'amount_out')::numeric), 0))
        from jsonb_each(groups) g),
      'matched', (select jsonb_build_object('count', count(*) filter (where t.booked_on >= month),
          'amount', coalesce(sum(t.amount) filter (where t.booked_on >= month), 0),
          'amount_before', coalesce(sum(t.amount) filter (where t.booked_on < month), 0))
        from public.bank_transactions t where t.organization_id = caller_organization_id and t.status = 'matched'
          and t.booked_on >= month - interval '1 month' and t.booked_on < month + interval '1 month'),
      'unclaimed', (select jsonb_build_object('count', count(*), 'amount', coalesce(sum(t.unclaimed_amount), 0),
          'oldest_on', min(t.booked_on))
        from public.bank_transactions t where t.organization_id = caller_organization_id and t.unclaimed_amount <> 0),
      'overdue', (select jsonb_build_object('count', count(*), 'amount', coalesce(sum(c.amount), 0),
          'vendors', count(distinct c.vendor_id))
        from public.commissions c where c.organization_id = caller_organization_id and c.status = 'unpaid' and c.due_on < today)),
    'imports', private.bank_import_rows(caller_organization_id, array(
      select i.id from public.bank_imports i where i.organization_id = caller_organization_id and i.status in ('running', 'done')
      order by i.created_at desc, i.id limit 3)));
end $$;
grant execute on function public.get_bank_inbox(text, uuid, uuid, date, date, text, int, int) to authenticated;

-- Commissions of a transaction's vendor that it may pay, or of money out those it may take back; at most 50, those first that were
-- due nearest to its day.
create function private.payable_by(t public.bank_transactions) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
begin
  if t.amount < 0 then
    return array(
      select c.id from public.commissions c
      where c.organization_id = t.organization_id and c.vendor_id = t.vendor_id and c.deposited_amount > 0
      order by abs(t.booked_on - coalesce(c.due_on, c.sale_date)), c.id limit 50);
  end if;
  return array(
    select o.id
    from (
      (select c.id, coalesce(c.due_on, c.sale_date) as day from public.commissions c
      where c.organization_id = t.organization_id and c.vendor_id = t.vendor_id and c.open_amount > 0
        and coalesce(c.due_on, c.sale_date) <= t.booked_on
      order by coalesce(c.due_on, c.sale_date) desc, c.id desc limit 50)
      union all
      (select c.id, coalesce(c.due_on, c.sale_date) from public.commissions c
      where c.organization_id = t.organization_id and c.vendor_id = t.vendor_id and c.open_amount > 0
        and coalesce(c.due_on, c.sale_date) > t.booked_on
      order by coalesce(c.due_on, c.sale_date), c.id limit 50)) o
    order by abs(t.booked_on - o.day), o.id limit 50);
end $$;

-- One transaction with all that the workbench shows; null when there is none of that id.
create function public.get_bank_transaction(transaction_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  caller_organization_id uuid := private.bank_organization();
  t public.bank_transactions;
begin
  select b.* into t from public.bank_transactions b
  where b.id = get_bank_transaction.transaction_id and b.organization_id = caller_organization_id;
  if t.id is null then
    return null;
  end if;
  return jsonb_build_object(
    'transaction', (private.bank_rows(caller_organization_id, array[t.id]) -> 0) || jsonb_build_object('value_on', t.value_on,
      'reference', t.reference, 'bank_id', t.bank_id, 'fee_amount', t.fee_amount, 'payer_key', t.payer_key),
    'position', (
      select jsonb_build_object('index', r.place, 'count', r.n, 'previous_id', r.previous_id, 'next_id', r.next_id)
      from (
        select b.id, row_number() over w as place, count(*) over () as n, lag(b.id) over w as previous_id, lead(b.id) over w as next_id
        from public.bank_transactions b
        where b.organization_id = caller_organization_id and b.status in ('open', 'suggested')
        window w as (order by case when b.certainty = 'certain' then 1 when b.status = 'suggested' then 2 else 3 end,
          b.booked_on desc, b.id)) r
      where r.id = t.id),
    'suggestions', (
      select coalesce(jsonb_agg(jsonb_build_object('rank', s.rank, 'kind', s.kind, 'certainty', s.certainty, 'reasons', s.reasons,
        'difference', s.difference, 'parts', private.bank_parts(caller_organization_id, s.parts, 100)) order by s.rank), '[]')
      from public.bank_suggestions s where s.organization_id = caller_organization_id and s.transaction_id = t.id),
    'allocations', (
      select private.bank_parts(caller_organization_id, coalesce(jsonb_agg(jsonb_build_object('commission_id', a.commission_id,
        'amount', a.amount, 'write_off_amount', a.write_off_amount, 'write_off_reason', a.write_off_reason)
        order by a.created_at, a.id), '[]'), 500)
      from public.bank_allocations a where a.organization_id = caller_organization_id and a.transaction_id = t.id),
    'open', private.bank_commission_rows(caller_organization_id, private.payable_by(t), t.amount < 0),
    'remittance', private.bank_remittance(caller_organization_id, t.id),
    'decisions', (
      select coalesce(jsonb_agg(jsonb_build_object('action', d.action, 'group_id', d.group_id, 'at', d.decided_at,
        'by', u.first_name || ' ' || u.last_name, 'details', d.details - 'suggestions') order by d.decided_at), '[]')
      from public.bank_decisions d left join public.users u on u.id = d.decided_by
      where d.organization_id = caller_organization_id and d.transaction_id = t.id));
end $$;
grant execute on function public.get_bank_transaction(uuid) to authenticated;

-- {rows, count}: up to 20 a page of the open commissions of any vendor, or of one, that have what was typed in their reference or
-- in the name of the customer, or are of that amount; without a search those due first. With `taken_back` those that a deposit has
-- paid, which a vendor may take back, by what was deposited; without a search none.
create function public.find_open_commissions(search text default null, vendor_id uuid default null, page int default 1,
  taken_back boolean default false)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  caller_organization_id uuid := private.bank_organization();
  typed text := nullif(btrim(left(search, 200)), '');
  pattern text := '%' || replace(replace(replace(lower(typed), '\', '\\'), '%', '\%'), '_', '\_') || '%';
  takes_back boolean := coalesce(find_open_commissions.taken_back, false);
  ids uuid[];
begin
  ids := array(
    select c.id
    from public.commissions c
    join public.sales s on s.id = c.sales_id and s.organization_id = c.organization_id
    where c.organization_id = caller_organization_id
      and (c.open_amount > 0 and not takes_back or c.deposited_amount > 0 and takes_back and typed is not null)
      and (find_open_commissions.vendor_id is null or c.vendor_id = find_open_commissions.vendor_id)
      and (typed is null or s.id in (
        select o.id from public.sales o where o.organization_id = caller_organization_id
          and lower(o.booking_reference collate pg_catalog."pg_c_utf8") like pattern
        union all
        select o.id from public.sales o where o.organization_id = caller_organization_id and o.customer_id in (
          select k.customer_id from private.customer_search k where k.organization_id = caller_organization_id
            and k.document like private.normalize_search_text(pattern) limit 500)
        union all
        select m.sales_id from public.commissions m where m.organization_id = caller_organization_id
          and case when takes_back then m.deposited_amount else m.open_amount end = case when typed ~ '^\$?[\d,]{1,12}(\.\d{1,2})?$' then regexp_replace(typed, '[$,]', '', 'g')::numeric end))
    order by c.due_on, c.id limit 1000);
  return jsonb_build_object('count', cardinality(ids), 'rows', private.bank_commission_rows(caller_organization_id,
    ids[(greatest(coalesce(page, 1), 1) - 1) * 20 + 1 : greatest(coalesce(page, 1), 1) * 20], takes_back));
end $$;
grant execute on function public.find_open_commissions(text, uuid, int, boolean) to authenticated;

-- The overdue commissions of a vendor, the longest overdue first, for the e-mail that asks for them; at most 200.
create function public.get_vendor_overdue(vendor_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  caller_organization_id uuid := private.bank_organization();
begin
  return private.bank_commission_rows(caller_organization_id, array(
    select c.id from public.commissions c
    where c.organization_id = caller_organization_id and c.vendor_id = get_vendor_overdue.vendor_id and c.status = 'unpaid'
      and c.open_amount > 0 and c.due_on < private.today()
    order by c.due_on, c.id limit 200));
end $$;
grant execute on function public.get_vendor_overdue(uuid) to authenticated;

-- 59_bank_upkeep.sql

-- What happens to the bank's data beside decisions: what was learned is shown and forgotten, sales that appear are matched with what
-- waits, open inboxes are told, and an erased person goes from its texts.

create function public.list_bank_patterns() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.bank_organization();
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'payer_key', p.payer_key, 'category', p.category,
      'vendor', case when v.id is not null then jsonb_build_object('id', v.id, 'name', v.name, 'logo_url', v.logo_url) end,
      'confirmations', p.confirmations, 'last_used_at', p.last_used_at) order by p.payer_key, v.name, p.category), '[]')
    from public.bank_patterns p left join public.vendors v on v.id = p.vendor_id
    where p.organization_id = caller_organization_id);
end $$;
grant execute on function public.list_bank_patterns() to authenticated;

create function public.forget_bank_pattern(pattern_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.bank_organization();
begin
  delete from public.bank_patterns p where p.id = forget_bank_pattern.pattern_id and p.organization_id = caller_organization_id;
  return private.command_result(case when not found then 'This is not known any more.' end);
end $$;
grant execute on function public.forget_bank_pattern(uuid) to authenticated;

-- Sales that appear or change may explain what lies in the inbox. The write only marks them; private.refresh_matches, a job of some
-- seconds, matches what they concern and tells the admins.
create table private.stale_matches (
  organization_id uuid not null,
  commission_id uuid not null,
  primary key (organization_id, commission_id)
);
alter table private.stale_matches enable row level security;

create function private.mark_stale_matches() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.stale_matches (organization_id, commission_id)
  select c.organization_id, c.id from changed n join public.commissions c on c.organization_id = n.organization_id and c.sales_id = n.id
  where exists (select 1 from public.bank_accounts a where a.organization_id = n.organization_id) and c.open_amount > 0
  order by 1, 2
  on conflict do nothing;
  return null;
end $$;

create trigger sales_after_60_mark_added after insert on public.sales
  referencing new table as changed for each statement execute function private.mark_stale_matches();
create trigger sales_after_60_mark_changed after update on public.sales
  referencing new table as changed for each statement execute function private.mark_stale_matches();

-- Matches what the marked sales may explain: transactions to review or unclaimed, of the sale's vendor, or with its reference in
-- the text, at most 500 an organization a run. Where unclaimed money finds its sale the admins are told.
create function private.refresh_matches() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  step constant int := 200;
  marked record;
  ids uuid[];
  found_count int;
  done int := 0;
begin
  for marked in
    with taken as (
      delete from private.stale_matches m where ctid = any (array(
        select s.ctid from private.stale_matches s order by s.organization_id limit step for update skip locked))
      returning m.organization_id, m.commission_id)
    select t.organization_id, array_agg(t.commission_id order by t.commission_id) as commission_ids from taken t group by 1
  loop
    ids := array(
      select t.id from public.bank_transactions t
      where t.organization_id = marked.organization_id
        and (t.status in ('open', 'suggested') or t.unclaimed_amount <> 0)
        and exists (
          select 1 from public.commissions c join public.sales s on s.id = c.sales_id
          where c.organization_id = marked.organization_id and c.id = any (marked.commission_ids)
            and (c.vendor_id = t.vendor_id or c.open_amount = t.amount or strpos(
              upper(regexp_replace(concat(t.text, t.counterparty, t.reference), '[^A-Za-z0-9]', '', 'g')),
              upper(regexp_replace(s.booking_reference, '[^A-Za-z0-9]', '', 'g'))) > 0))
      order by t.id limit 500);
    perform private.match_transactions(marked.organization_id, ids);
    select count(*) into found_count from public.bank_transactions t
    join public.bank_suggestions s on s.organization_id = t.organization_id and s.transaction_id = t.id and s.rank = 1
    where t.organization_id = marked.organization_id and t.id = any (ids) and t.unclaimed_amount <> 0
      and s.commission_id = any (marked.commission_ids);
    if found_count > 0 then
      insert into public.notifications (organization_id, user_id, type, message)
      select u.organization_id, u.id, 'bank', case found_count when 1 then 'An unclaimed deposit has found its sale.'
        else found_count || ' unclaimed deposits have found their sales.' end
      from public.users u
      where u.organization_id = marked.organization_id and u.is_active and u.role in ('owner', 'admin') order by u.id;
    end if;
    done := done + cardinality(ids);
  end loop;
  return done;
end $$;

-- Tag `bank`, to the admins of an organization whose inbox shows something else now: once a transaction and
-- organization, which a transaction-local setting remembers.
create function private.announce_bank() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  announced text := coalesce(current_setting('paperplane.announced_bank', true), '');
  topic text;
begin
  for topic in select distinct 'org:' || c.organization_id from changed c loop
    if strpos(announced, topic) = 0 then
      announced := concat_ws(' ', announced, topic);
      perform set_config('paperplane.announced_bank', announced, true);
      perform private.send_tag(topic, 'bank');
    end if;
  end loop;
  return null;
end $$;

create trigger bank_transactions_after_90_announce_added after insert on public.bank_transactions
  referencing new table as changed for each statement execute function private.announce_bank();
create trigger bank_transactions_after_90_announce_changed after update on public.bank_transactions
  referencing new table as changed for each statement execute function private.announce_bank();
create trigger bank_transactions_after_90_announce_removed after delete on public.bank_transactions
  referencing old table as changed for each statement execute function private.announce_bank();

-- Redacts the texts of the bank, for private.erase_customer. Keys of lines stay, so the same file still adds nothing.
create function private.redact_bank(organization_id uuid, pattern text) returns void
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
begin
  update public.bank_transactions t set text = private.redact(t.text, pattern, 2000),
    counterparty = private.redact(t.counterparty, pattern, 300), reference = private.redact(t.reference, pattern, 300),
    bank_id = private.redact(t.bank_id, pattern, 300),
    payer_key = private.payer_key(private.redact(t.text, pattern, 2000), private.redact(t.counterparty, pattern, 300))
  where t.organization_id = redact_bank.organization_id
    and concat_ws(chr(10), t.text, t.counterparty, t.reference, t.bank_id) ~* pattern;
  delete from public.bank_patterns p where p.organization_id = redact_bank.organization_id and p.payer_key ~* pattern;
  update public.bank_imports i set file_name = private.redact(i.file_name, pattern, 255)
  where i.organization_id = redact_bank.organization_id and i.file_name ~* pattern;
  update public.bank_remittances r set file_name = private.redact(r.file_name, pattern, 255)
  where r.organization_id = redact_bank.organization_id and r.file_name ~* pattern;
  update public.bank_remittance_lines l set reference = private.redact(l.reference, pattern, 300),
    name = private.redact(l.name, pattern, 300)
  where l.organization_id = redact_bank.organization_id and (l.reference ~* pattern or l.name ~* pattern);
  update public.bank_allocations a set write_off_reason = private.redact(a.write_off_reason, pattern, 500)
  where a.organization_id = redact_bank.organization_id and a.write_off_reason ~* pattern;
  update public.bank_suggestions s set reasons = private.redact_json(s.reasons, pattern)
  where s.organization_id = redact_bank.organization_id and s.reasons::text ~* pattern;
  update public.bank_decisions d set details = private.redact_json(d.details, pattern)
  where d.organization_id = redact_bank.organization_id and d.details::text ~* pattern;
end $$;

-- 60_totals.sql

-- Totals of sales and commissions by day, and of what agents and vendors sold by month, so that no page adds up a million rows.
--
-- A write waits for no total: it marks the days it changed as stale. Readers take the totals of days and months that are not
-- stale and the rows of those that are, so that what they read is right at every moment: a snapshot that sees a row sees its
-- mark too. A job adds stale days up again and removes their marks. Marks are only ever added by writers; two of them never
-- wait for each other here.

-- One row for each statement and day, not one for each day: nobody looks for what is there already.
create table private.stale_days (
  organization_id uuid not null,
  -- The date of the sale, for its commission as well.
  day date not null
);
create index stale_days_organization_id_day_idx on private.stale_days (organization_id, day);

create table private.daily_totals (
  organization_id uuid not null,
  -- The organization itself, or one of its agents.
  subject_id uuid not null,
  record_type text not null check (record_type in ('sale', 'commission')),
  day date not null,
  status text not null,
  record_count integer not null,
  -- Of sales only.
  total_amount numeric not null,
  commission_amount numeric not null,
  -- Of commissions only.
  agent_amount numeric not null,
  -- With all that is read of a row: the rows of a subject are written day by day, each in a place of its own.
  primary key (organization_id, subject_id, record_type, day, status)
    include (record_count, total_amount, commission_amount, agent_amount)
);
create index daily_totals_organization_id_day_idx on private.daily_totals (organization_id, day);

-- What counts: cancelled sales are left out, and so are cancelled commissions.
create table private.monthly_totals (
  organization_id uuid not null,
  -- The organization, for the totals of its agents and of its vendors; or an agent, for those of the vendors they sold for.
  subject_id uuid not null,
  grouped_by text not null check (grouped_by in ('agent', 'vendor')),
  -- Its first day.
  month date not null,
  -- The agent or vendor.
  group_id uuid not null,
  sales_count integer not null,
  total_amount numeric not null,
  commission_amount numeric not null,
  primary key (organization_id, subject_id, grouped_by, month, group_id)
    include (sales_count, total_amount, commission_amount)
);
create index monthly_totals_organization_id_month_idx on private.monthly_totals (organization_id, month);

-- No policy and no grant: only functions that apply the caller's scope read them.
alter table private.stale_days enable row level security;
alter table private.daily_totals enable row level security;
alter table private.monthly_totals enable row level security;

-- What the totals of these days are, from the rows: all, or those of one kind of record and one subject.
create function private.daily_totals_of_rows(
  organization_id uuid, days date[], record_type text default null, subject_id uuid default null)
returns setof private.daily_totals
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query
    select s.organization_id, k.subject_id, 'sale', s.sale_date, s.status, count(*)::integer, sum(s.total_amount),
      sum(s.commission_amount), 0::numeric
    from public.sales s
    cross join lateral (values (s.organization_id), (s.agent_id)) k(subject_id)
    where s.organization_id = daily_totals_of_rows.organization_id and s.sale_date = any (daily_totals_of_rows.days)
      and (daily_totals_of_rows.record_type is null or daily_totals_of_rows.record_type = 'sale')
      and (daily_totals_of_rows.subject_id is null or k.subject_id = daily_totals_of_rows.subject_id)
    group by s.organization_id, k.subject_id, s.sale_date, s.status
    union all
    select c.organization_id, k.subject_id, 'commission', c.sale_date, c.status, count(*)::integer, 0::numeric,
      sum(c.amount), sum(c.agent_amount)
    from public.commissions c
    cross join lateral (values (c.organization_id), (c.agent_id)) k(subject_id)
    where c.organization_id = daily_totals_of_rows.organization_id and c.sale_date = any (daily_totals_of_rows.days)
      and (daily_totals_of_rows.record_type is null or daily_totals_of_rows.record_type = 'commission')
      and (daily_totals_of_rows.subject_id is null or k.subject_id = daily_totals_of_rows.subject_id)
    group by c.organization_id, k.subject_id, c.sale_date, c.status;
end $$;

create function private.monthly_totals_of_rows(organization_id uuid, months date[]) returns setof private.monthly_totals
language sql stable security definer set search_path = '' as $$
  select s.organization_id, k.subject_id, k.grouped_by, m.month, k.group_id, count(*)::integer, sum(s.total_amount),
    coalesce(sum(c.amount), 0)
  from unnest(monthly_totals_of_rows.months) m(month)
  join public.sales s on s.organization_id = monthly_totals_of_rows.organization_id
    and s.sale_date >= m.month and s.sale_date < (m.month + interval '1 month')::date
  -- The commission of a sale may be cancelled alone.
  left join public.commissions c on c.organization_id = s.organization_id and c.sales_id = s.id and c.status <> 'cancelled'
  cross join lateral (values (s.organization_id, 'agent', s.agent_id), (s.organization_id, 'vendor', s.vendor_id),
    (s.agent_id, 'vendor', s.vendor_id)) k(subject_id, grouped_by, group_id)
  where s.status <> 'cancelled'
  group by s.organization_id, k.subject_id, k.grouped_by, m.month, k.group_id
$$;

-- A range as people mean it: swapped when it is reversed, an open end (null) as far as it goes, and nothing beyond what
-- a sale date may be.
create function private.date_range(start_date date, end_date date, out first_day date, out last_day date)
language sql immutable set search_path = '' as $$
  select least(greatest(coalesce(r.first_day, '1900-01-01'), '1900-01-01'), '2199-12-31'),
    least(greatest(coalesce(r.last_day, '2199-12-31'), '1900-01-01'), '2199-12-31')
  from (values (
    case when start_date > end_date then end_date else start_date end,
    case when start_date > end_date then start_date else end_date end)) r(first_day, last_day)
$$;

-- Totals of sales or of commissions (`record_type`) by day and status, of one agent or (agent_id null) of the organization. One
-- snapshot: a stable function reads as the statement that calls it.
create function private.totals(record_type text, organization_id uuid, agent_id uuid, first_day date, last_day date)
returns setof private.daily_totals
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  subject constant uuid := coalesce(totals.agent_id, totals.organization_id);
  stale constant date[] := array(
    select distinct d.day from private.stale_days d
    where d.organization_id = totals.organization_id and d.day between totals.first_day and totals.last_day);
begin
  return query
    select * from private.daily_totals t
    where t.organization_id = totals.organization_id and t.subject_id = subject and t.record_type = totals.record_type
      and t.day between totals.first_day and totals.last_day and t.day <> all (stale);
  if cardinality(stale) > 0 then
    return query select * from private.daily_totals_of_rows(totals.organization_id, stale, totals.record_type, subject);
  end if;
end $$;

-- What each agent or vendor (`grouped_by`) sold, of the organization or of one agent of it, without cancelled sales, and the
-- gross commission on it, without cancelled commissions: whole
-- months from their totals, the other days from those of days (agents) or from the rows (vendors). Of a month at an edge of
-- the range that is mostly inside, the days outside are taken away.
create function private.sales_by(grouped_by text, organization_id uuid, agent_id uuid, first_day date, last_day date)
returns table (id uuid, sales_count numeric, total_amount numeric, commission_amount numeric)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  first_month date := date_trunc('month', sales_by.first_day::timestamp);
  last_month date := date_trunc('month', sales_by.last_day::timestamp);
  stale date[] := array(
    select distinct d.day from private.stale_days d
    where d.organization_id = sales_by.organization_id
      and d.day >= first_month and d.day < last_month + interval '1 month');
  stale_months date[] := array(select distinct date_trunc('month', d.day::timestamp)::date from unnest(stale) d(day));
  -- Named one by one, agents are found by the index of their sales, all of them or one.
  agents uuid[] := case when sales_by.agent_id is not null then array[sales_by.agent_id]
    else array(select u.id from public.users u where u.organization_id = sales_by.organization_id) end;
  month_of_rows date[] := '{}';
  signs integer[] := '{}';
  from_days date[] := '{}';
  to_days date[] := '{}';
  month date;
  month_end date;
  from_day date;
  to_day date;
begin
  foreach month in array array(select m from unnest(stale_months || first_month || last_month) m group by m) loop
    month_end := month + interval '1 month - 1 day';
    from_day := greatest(month, sales_by.first_day);
    to_day := least(month_end, sales_by.last_day);
    if month = any (stale_months) or 2 * (to_day - from_day + 1) < month_end - month + 1 then
      month_of_rows := month_of_rows || month;
      signs := signs || 1;
      from_days := from_days || from_day;
      to_days := to_days || to_day;
    else
      signs := signs || '{-1,-1}';
      from_days := from_days || array[month, to_day + 1];
      to_days := to_days || array[from_day - 1, month_end];
    end if;
  end loop;
  return query
    select t.id, sum(t.sales_count), sum(t.total_amount), sum(t.commission_amount)
    from (
      select m.group_id as id, m.sales_count, m.total_amount, m.commission_amount
      from private.monthly_totals m
      where m.organization_id = sales_by.organization_id and m.grouped_by = sales_by.grouped_by
        and m.subject_id = coalesce(sales_by.agent_id, sales_by.organization_id)
        and m.month between first_month and last_month and m.month <> all (month_of_rows)
      union all
      -- Totals of sales know revenue, those of commissions the commission.
      select d.subject_id, case d.record_type when 'sale' then r.sign * d.record_count else 0 end, r.sign * d.total_amount,
        case d.record_type when 'commission' then r.sign * d.commission_amount else 0 end
      from unnest(signs, from_days, to_days) r(sign, from_day, to_day)
      join (
        select * from private.daily_totals t
        where t.organization_id = sales_by.organization_id and t.subject_id = any (agents)
          and t.record_type in ('sale', 'commission')
          and t.day <> all (stale)
        union all
        select * from private.daily_totals_of_rows(sales_by.organization_id, stale, null, sales_by.agent_id) n
        where n.subject_id = any (agents)) d on d.day between r.from_day and r.to_day
      where sales_by.grouped_by = 'agent' and d.status <> 'cancelled'
      union all
      select s.vendor_id, r.sign * count(*), r.sign * sum(s.total_amount), 0
      from unnest(signs, from_days, to_days) r(sign, from_day, to_day)
      join public.sales s on s.organization_id = sales_by.organization_id and s.agent_id = any (agents)
        and s.sale_date between r.from_day and r.to_day
      where sales_by.grouped_by = 'vendor' and s.status <> 'cancelled'
      group by s.vendor_id, r.sign
      union all
      select c.vendor_id, 0, 0, r.sign * sum(c.amount)
      from unnest(signs, from_days, to_days) r(sign, from_day, to_day)
      join public.commissions c on c.organization_id = sales_by.organization_id
        and c.sale_date between r.from_day and r.to_day
      where sales_by.grouped_by = 'vendor' and c.status <> 'cancelled'
        and (sales_by.agent_id is null or c.agent_id = sales_by.agent_id)
      group by c.vendor_id, r.sign) t
    group by t.id having sum(t.sales_count) > 0;
end $$;

-- A row for every customer who can be listed, without sales too: an index then holds the whole list in its order. The
-- earliest day there is stands for no sale, as dates that are missing sort in other lists.
create table private.customer_totals (
  organization_id uuid not null,
  customer_id uuid not null,
  archived boolean not null default false,
  sales_count bigint not null default 0,
  total_amount numeric not null default 0,
  last_sale_date date not null default '-infinity',
  primary key (organization_id, customer_id)
) with (fillfactor = 80);
alter table private.customer_totals enable row level security;

create index customer_totals_last_sale_date_idx on private.customer_totals (organization_id, archived, last_sale_date desc, customer_id);
create index customer_totals_total_amount_idx on private.customer_totals (organization_id, archived, total_amount desc, customer_id);
create index customer_totals_sales_count_idx on private.customer_totals (organization_id, archived, sales_count desc, customer_id);

create table private.customer_totals_by_agent (
  organization_id uuid not null,
  agent_id uuid not null,
  customer_id uuid not null,
  sales_count bigint not null default 0,
  total_amount numeric not null default 0,
  last_sale_date date not null default '-infinity',
  primary key (organization_id, agent_id, customer_id)
) with (fillfactor = 80);
alter table private.customer_totals_by_agent enable row level security;

create index customer_totals_by_agent_last_sale_date_idx on private.customer_totals_by_agent
  (organization_id, agent_id, last_sale_date desc, customer_id) where sales_count > 0;

create view private.customer_totals_recomputed with (security_invoker = on) as
select c.organization_id, c.id as customer_id, c.archived_at is not null as archived, count(s.id) as sales_count,
  coalesce(sum(s.total_amount), 0) as total_amount,
  coalesce(max(s.sale_date), '-infinity') as last_sale_date
from public.customers c
left join public.sales s on s.organization_id = c.organization_id and s.customer_id = c.id and s.status <> 'cancelled'
where c.merged_into is null
group by c.id;

create view private.customer_totals_by_agent_recomputed with (security_invoker = on) as
select s.organization_id, s.agent_id, s.customer_id, count(*) as sales_count, sum(s.total_amount) as total_amount,
  max(s.sale_date) as last_sale_date
from public.sales s where s.status <> 'cancelled'
group by s.organization_id, s.agent_id, s.customer_id;

-- What a statement changed of sales: what the sums of days, months and customers are made of. `n` is 1 for rows as they are
-- after it, -1 for rows as they were.
create type private.sales_change as (
  n integer, organization_id uuid, day date, status text, agent_id uuid, vendor_id uuid, customer_id uuid,
  total_amount numeric, commission_amount numeric);

-- Reads what these customers bought again, from the rows: of all, and of the agents concerned. Whoever writes for the same
-- customer waits for the row of the other and then reads what the other wrote. Paid, a sale counts as before, and so it does
-- with another vendor. The one place that asks for a plan that is kept: for an array of one the planner makes a new plan at
-- every call, because it expects ten, and that was two thirds of what totals cost a write (1.23 to 1.36 times one without).
create function private.refresh_customer_totals(changes private.sales_change[]) returns void
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  buyers private.customer_totals_by_agent[] := array(
    select distinct row(c.organization_id, c.agent_id, c.customer_id, 0, 0, '-infinity')::private.customer_totals_by_agent
    from unnest(changes) c
    where c.status <> 'cancelled'
    group by c.organization_id, c.agent_id, c.customer_id, c.day, c.total_amount
    having sum(c.n) <> 0);
begin
  if cardinality(buyers) = 0 then
    return;
  end if;
  perform from private.customer_totals t
  where (t.organization_id, t.customer_id) in (select b.organization_id, b.customer_id from unnest(buyers) b)
  order by t.organization_id, t.customer_id
  for update;
  update private.customer_totals t
  set (sales_count, total_amount, last_sale_date) = (
    select count(*), coalesce(sum(s.total_amount), 0), coalesce(max(s.sale_date), '-infinity')
    from public.sales s
    where s.organization_id = t.organization_id and s.customer_id = t.customer_id and s.status <> 'cancelled')
  where (t.organization_id, t.customer_id) in (select b.organization_id, b.customer_id from unnest(buyers) b);
  -- Who sold nothing to the customer any more keeps a row that says so.
  insert into private.customer_totals_by_agent
  select b.organization_id, b.agent_id, b.customer_id, s.*
  from unnest(buyers) b
  cross join lateral (
    select count(*), coalesce(sum(x.total_amount), 0), coalesce(max(x.sale_date), '-infinity')
    from public.sales x
    where x.organization_id = b.organization_id and x.customer_id = b.customer_id and x.agent_id = b.agent_id
      and x.status <> 'cancelled') s
  on conflict (organization_id, agent_id, customer_id) do update set
    sales_count = excluded.sales_count, total_amount = excluded.total_amount, last_sale_date = excluded.last_sale_date;
end $$;

-- Order of locks, the same for every statement: rows of sales, then of commissions, then customer_totals in the order of their
-- keys. Rows before and after a statement are counted together, and what is the same cancels out: a change of anything else
-- marks nothing. (Joined to each other they would be planned for one row, and take a loop in a loop for thousands.)
create function private.mark_days_of_sales() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changes private.sales_change[];
begin
  if tg_op = 'INSERT' then
    changes := array(
      select row(1, s.organization_id, s.sale_date, s.status, s.agent_id, s.vendor_id, s.customer_id, s.total_amount,
        s.commission_amount)::private.sales_change
      from changed s);
  elsif tg_op = 'DELETE' then
    changes := array(
      select row(-1, s.organization_id, s.sale_date, s.status, s.agent_id, s.vendor_id, s.customer_id, s.total_amount,
        s.commission_amount)::private.sales_change
      from replaced s);
  else
    changes := array(
      select row(sum(s.n), s.organization_id, s.sale_date, s.status, s.agent_id, s.vendor_id, s.customer_id, s.total_amount,
        s.commission_amount)::private.sales_change
      from (
        select 1 as n, c.* from changed c
        union all
        select -1, r.* from replaced r) s
      group by s.organization_id, s.sale_date, s.status, s.agent_id, s.vendor_id, s.customer_id, s.total_amount,
        s.commission_amount
      having sum(s.n) <> 0);
  end if;
  if cardinality(changes) > 0 then
    insert into private.stale_days (organization_id, day) select distinct c.organization_id, c.day from unnest(changes) c;
    perform private.refresh_customer_totals(changes);
  end if;
  return null;
end $$;

create function private.mark_days_of_commissions() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    insert into private.stale_days (organization_id, day) select distinct c.organization_id, c.sale_date from changed c;
  elsif tg_op = 'DELETE' then
    insert into private.stale_days (organization_id, day) select distinct c.organization_id, c.sale_date from replaced c;
  else
    insert into private.stale_days (organization_id, day)
    select distinct d.organization_id, d.sale_date
    from (
      select c.organization_id, c.sale_date
      from (
        select 1 as n, a.* from changed a
        union all
        select -1, b.* from replaced b) c
      group by c.organization_id, c.sale_date, c.status, c.agent_id, c.amount, c.agent_amount
      having sum(c.n) <> 0) d;
  end if;
  return null;
end $$;

create trigger sales_after_60_mark_days_added after insert on public.sales
  referencing new table as changed for each statement execute function private.mark_days_of_sales();
create trigger sales_after_60_mark_days_changed after update on public.sales
  referencing old table as replaced new table as changed for each statement execute function private.mark_days_of_sales();
create trigger sales_after_60_mark_days_removed after delete on public.sales
  referencing old table as replaced for each statement execute function private.mark_days_of_sales();
create trigger commissions_after_60_mark_days_added after insert on public.commissions
  referencing new table as changed for each statement execute function private.mark_days_of_commissions();
create trigger commissions_after_60_mark_days_changed after update on public.commissions
  referencing old table as replaced new table as changed for each statement execute function private.mark_days_of_commissions();
create trigger commissions_after_60_mark_days_removed after delete on public.commissions
  referencing old table as replaced for each statement execute function private.mark_days_of_commissions();

-- Adds up the stale days of an organization again: those of the latest stale months, so many at most (null: all). Rows are read
-- after the marks are taken: what is written meanwhile is counted or not, and has its mark either way. Only what is different
-- is written: of a month mostly a few of many thousand rows. Whoever calls it holds the lock (refresh_totals).
create function private.refresh_totals_of(organization_id uuid, most_months integer) returns void
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
declare
  days date[];
  months date[];
begin
  with stale as (
    delete from private.stale_days d
    where d.organization_id = refresh_totals_of.organization_id
      and date_trunc('month', d.day::timestamp) in (
        select distinct date_trunc('month', m.day::timestamp) from private.stale_days m
        where m.organization_id = refresh_totals_of.organization_id order by 1 desc
        limit refresh_totals_of.most_months)
    returning d.day)
  select array_agg(distinct s.day), array_agg(distinct date_trunc('month', s.day::timestamp)::date) into days, months from stale s;
  if days is null then
    return;
  end if;

  with fresh as materialized (
    select * from private.daily_totals_of_rows(refresh_totals_of.organization_id, days)
  ), gone as (
    delete from private.daily_totals t
    where t.organization_id = refresh_totals_of.organization_id and t.day = any (days)
      and (t.subject_id, t.record_type, t.day, t.status) not in (
        select f.subject_id, f.record_type, f.day, f.status from fresh f))
  insert into private.daily_totals
  select * from fresh
  except
  select * from private.daily_totals t where t.organization_id = refresh_totals_of.organization_id and t.day = any (days)
  on conflict (organization_id, subject_id, record_type, day, status) do update set
    record_count = excluded.record_count, total_amount = excluded.total_amount,
    commission_amount = excluded.commission_amount, agent_amount = excluded.agent_amount;

  with fresh as materialized (
    select * from private.monthly_totals_of_rows(refresh_totals_of.organization_id, months)
  ), gone as (
    delete from private.monthly_totals t
    where t.organization_id = refresh_totals_of.organization_id and t.month = any (months)
      and (t.subject_id, t.grouped_by, t.month, t.group_id) not in (
        select f.subject_id, f.grouped_by, f.month, f.group_id from fresh f))
  insert into private.monthly_totals
  select * from fresh
  except
  select * from private.monthly_totals t where t.organization_id = refresh_totals_of.organization_id and t.month = any (months)
  on conflict (organization_id, subject_id, grouped_by, month, group_id) do update set
    sales_count = excluded.sales_count, total_amount = excluded.total_amount, commission_amount = excluded.commission_amount;
end $$;

-- What the job does: adds up what is stale, of every organization, of each a year of months in one run. One does it at a time,
-- as what was read earlier must not be written over what was read later; who comes meanwhile leaves it to the next run.
create function private.refresh_totals() returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if pg_try_advisory_xact_lock(hashtextextended('paperplane.totals', 0)) then
    perform private.refresh_totals_of(d.organization_id, 12)
    from (select distinct s.organization_id from private.stale_days s) d;
  end if;
end $$;

-- Adds up everything again, of one organization or of all (null), for rows that were written without triggers. Nobody waits.
create function private.rebuild_totals(organization_id uuid default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform pg_advisory_xact_lock(hashtextextended('paperplane.totals', 0));
  insert into private.stale_days (organization_id, day)
  select t.organization_id, t.day
  from (
    select s.organization_id, s.sale_date as day from public.sales s
    union select c.organization_id, c.sale_date from public.commissions c
    union select d.organization_id, d.day from private.daily_totals d
    union select m.organization_id, m.month from private.monthly_totals m) t
  where rebuild_totals.organization_id is null or t.organization_id = rebuild_totals.organization_id;
  perform private.refresh_totals_of(t.organization_id, null)
  from (
    select distinct d.organization_id from private.stale_days d
    where rebuild_totals.organization_id is null or d.organization_id = rebuild_totals.organization_id) t;
end $$;

-- Where totals say something else than the rows, those of days and months that are not stale and those of customers: nowhere,
-- ever. Of one organization or of all (null). `kept` tells what the totals say (true) from what the rows say.
create function private.check_totals(organization_id uuid default null)
returns table (totals text, kept boolean, row_data jsonb)
language sql stable security definer set search_path = '' as $$
  with days as materialized (
    select t.organization_id, t.day, date_trunc('month', t.day::timestamp)::date as month
    from (
      select s.organization_id, s.sale_date as day from public.sales s
      union select c.organization_id, c.sale_date from public.commissions c
      union select d.organization_id, d.day from private.daily_totals d
      union select m.organization_id, m.month from private.monthly_totals m) t
    where check_totals.organization_id is null or t.organization_id = check_totals.organization_id
  ), organizations as materialized (
    select d.organization_id,
      array_agg(d.day) filter (where not exists (
        select from private.stale_days s where s.organization_id = d.organization_id and s.day = d.day)) as days,
      array_agg(distinct d.month) filter (where not exists (
        select from private.stale_days s where s.organization_id = d.organization_id
          and s.day >= d.month and s.day < d.month + interval '1 month')) as months
    from days d group by d.organization_id
  ), kept_days as (
    select t.* from organizations o join private.daily_totals t on t.organization_id = o.organization_id and t.day = any (o.days)
  ), due_days as (
    select t.* from organizations o cross join lateral private.daily_totals_of_rows(o.organization_id, o.days) t
  ), kept_months as (
    select t.* from organizations o
    join private.monthly_totals t on t.organization_id = o.organization_id and t.month = any (o.months)
  ), due_months as (
    select t.* from organizations o cross join lateral private.monthly_totals_of_rows(o.organization_id, o.months) t
  )
  select 'daily_totals', true, to_jsonb(k) from (select * from kept_days except select * from due_days) k
  union all
  select 'daily_totals', false, to_jsonb(k) from (select * from due_days except select * from kept_days) k
  union all
  select 'monthly_totals', true, to_jsonb(k) from (select * from kept_months except select * from due_months) k
  union all
  select 'monthly_totals', false, to_jsonb(k) from (select * from due_months except select * from kept_months) k
  union all
  select * from private.check_customer_totals() c
  where check_totals.organization_id is null or c.row_data ->> 'organization_id' = check_totals.organization_id::text
$$;

-- Adds up again what customers bought, and what lists of customers count and search. Nobody writes sales or customers meanwhile.
create function private.rebuild_customer_totals() returns void
language plpgsql security definer set search_path = '' as $$
begin
  lock table public.sales, public.customers in share row exclusive mode;
  delete from private.customer_totals;
  insert into private.customer_totals select * from private.customer_totals_recomputed r order by r.organization_id, r.customer_id;
  delete from private.customer_totals_by_agent;
  insert into private.customer_totals_by_agent select * from private.customer_totals_by_agent_recomputed r
  order by r.organization_id, r.agent_id, r.customer_id;
  delete from private.customer_counts;
  insert into private.customer_counts select * from private.customer_counts_recomputed r
  order by r.organization_id, r.archived, r.tag_key;
  delete from private.customer_search;
  insert into private.customer_search (customer_id, organization_id, archived, document, names, tag_keys)
  select c.id, c.organization_id, c.archived_at is not null, private.search_document(c),
    private.name_document(c.first_name || ' ' || c.last_name), private.tag_keys(c.tags)
  from public.customers c where c.merged_into is null;
end $$;

-- What private.check_totals checks of days and months, of customers.
create function private.check_customer_totals() returns table (totals text, kept boolean, row_data jsonb)
language sql stable security definer set search_path = '' as $$
  (select 'customer_totals', true, to_jsonb(k) from (
    select r.* from private.customer_totals r except select d.* from private.customer_totals_recomputed d) k)
  union all
  (select 'customer_totals', false, to_jsonb(k) from (
    select d.* from private.customer_totals_recomputed d except select r.* from private.customer_totals r) k)
  union all
  (select 'customer_totals_by_agent', true, to_jsonb(k) from (
    -- A row that has come down to nothing stays, and says nothing.
    select r.* from private.customer_totals_by_agent r where (r.sales_count, r.total_amount) <> (0, 0)
    except select d.* from private.customer_totals_by_agent_recomputed d) k)
  union all
  (select 'customer_totals_by_agent', false, to_jsonb(k) from (
    select d.* from private.customer_totals_by_agent_recomputed d except select r.* from private.customer_totals_by_agent r) k)
  union all
  (select 'customer_counts', true, to_jsonb(k) from (
    select r.organization_id, r.archived, r.tag_key, r.customers_count from private.customer_counts r where r.customers_count <> 0
    except select d.organization_id, d.archived, d.tag_key, d.customers_count from private.customer_counts_recomputed d) k)
  union all
  (select 'customer_counts', false, to_jsonb(k) from (
    select d.organization_id, d.archived, d.tag_key, d.customers_count from private.customer_counts_recomputed d
    except select r.organization_id, r.archived, r.tag_key, r.customers_count from private.customer_counts r) k)
$$;

-- 61_dashboard.sql

-- The dashboard: one call that answers every part of the page, over what the caller may see. Each part is made by itself;
-- when one fails the others stand, and it can be asked for again alone.
--
-- All run with the owner's rights, because nobody else reads the totals; what a caller may see is decided in one place,
-- private.caller_scope. For a caller without an organization (inactive, or a revoked session) there is nothing to add up:
-- zeros and empty lists.

create function public.get_sales_by_status(start_date date default null, end_date date default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  scope record := private.caller_scope();
  range record := private.date_range(get_sales_by_status.start_date, get_sales_by_status.end_date);
begin
  return (
    with totals as (
      select t.status, sum(t.record_count) as n, sum(t.total_amount) as amount
      from private.totals('sale', scope.organization_id, scope.agent_id, range.first_day, range.last_day) t
      group by t.status)
    select jsonb_object_agg(k.name, (
      select jsonb_build_object('count', coalesce(sum(t.n), 0), 'amount', coalesce(sum(t.amount), 0))
      from totals t where t.status = any (k.statuses)))
    from (values ('booked', '{booked}'::text[]), ('paid', '{paid}'), ('cancelled', '{cancelled}'),
      ('total', '{booked,paid,cancelled}'), ('active_total', '{booked,paid}')) k(name, statuses));
end $$;

-- private.commission_status_summary; a status that is not one of the four is ignored, one of them leaves the others at zero.
create function public.get_commission_stats(
  start_date date default null, end_date date default null, status text default null, agent_id uuid default null)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  known constant text[] := '{unpaid,funds_received,agent_paid,cancelled}';
  wanted text[] := case when get_commission_stats.status = any (known) then array[get_commission_stats.status] else known end;
  scope record := private.caller_scope(get_commission_stats.agent_id);
  range record := private.date_range(get_commission_stats.start_date, get_commission_stats.end_date);
  f private.commission_filter;
begin
  f := private.commission_filter_of(null, get_commission_stats.agent_id, null, false, false,
    get_commission_stats.start_date, get_commission_stats.end_date, null);
  if not 'funds_received' = any (wanted) then
    f.organization_id := null;
  end if;
  return (
    select private.commission_status_summary(jsonb_object_agg(t.status, jsonb_build_object('count', t.n, 'amount', t.amount,
      'agent_amount', t.agent_amount)), private.early_commissions(f))
    from (
      select d.status, sum(d.record_count) as n, sum(d.commission_amount) as amount, sum(d.agent_amount) as agent_amount
      from private.totals('commission', scope.organization_id, scope.agent_id, range.first_day, range.last_day) d
      where d.status = any (wanted)
      group by d.status) t);
end $$;

-- Gross, of every status and all of them.
create function public.get_commissions_by_status(start_date date default null, end_date date default null) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
begin
  return (
    select jsonb_object_agg(e.name, e.totals - 'agent_amount')
    from jsonb_each(public.get_commission_stats(get_commissions_by_status.start_date, get_commissions_by_status.end_date))
      e(name, totals)
    where e.name not in ('active_total', 'ready'));
end $$;

-- Two days or fewer: by the hour; 90: by the day; 180: by the week; more: by the month. Somebody may ask for another bucket;
-- one that is unknown, or so fine that nobody could read the chart, is ignored.
create function private.choose_bucket(first_day date, last_day date, wanted text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  days constant integer := last_day - first_day + 1;
begin
  return case
    when wanted = 'hour' and days <= 31 then wanted
    when wanted = 'day' and days <= 3660 then wanted
    when wanted in ('week', 'month') then wanted
    when days <= 2 then 'hour'
    when days <= 90 then 'day'
    when days <= 180 then 'week'
    else 'month' end;
end $$;

-- Weeks begin on Sunday, date_trunc's on Monday: days are counted in the bucket of a day this much later.
create function private.bucket_shift(bucket text) returns interval
language plpgsql immutable set search_path = '' as $$
begin
  return case bucket when 'week' then interval '1 day' else interval '0' end;
end $$;

-- The hour of a day that a sale is counted in: its date, and the hour in which it was recorded, by the clocks of the
-- organization. An hour that a change of clocks leaves out becomes the next one; one that comes twice is one.
create function private.hour_label(day date, hour integer, zone text) returns text
language plpgsql stable set search_path = '' as $$
begin
  return to_char(((day + make_time(hour, 0, 0)) at time zone zone) at time zone zone, 'YYYY-MM-DD"T"HH24:00');
end $$;

-- What never lies in two hours of the zone: an hour, or a quarter of one where the zone is off by parts of an hour in some half
-- of that year. Asking the zone for each sale takes longer than the rest.
create function private.hour_parts(zone text, day date) returns interval
language sql stable set search_path = '' as $$
  select case when bool_and(date_part('minute', t.start at time zone zone) = 0) then interval '1 hour' else '15 minutes' end
  from (values (day::timestamp at time zone 'UTC'), ((day + 182)::timestamp at time zone 'UTC')) t(start)
$$;

-- All buckets of a range, labelled with the date (or hour) they begin.
create function private.bucket_labels(bucket text, first_day date, last_day date, zone text) returns setof text
language plpgsql stable set search_path = '' as $$
declare
  shift interval := private.bucket_shift(bucket);
begin
  if bucket = 'hour' then
    return query select distinct private.hour_label(d::date, h, zone)
      from generate_series(first_day::timestamp, last_day::timestamp, '1 day') d cross join generate_series(0, 23) h;
  else
    return query select to_char(d, 'YYYY-MM-DD')
      from generate_series(date_trunc(bucket, first_day + shift) - shift, last_day::timestamp, ('1 ' || bucket)::interval) d;
  end if;
end $$;

-- Amounts of sales, or of commissions gross and their agents' share (`record_type`), by the date of the sale: a row for each bucket and status, none missing.
-- An open end of the range is the first or last day with a record. Hours are read from the rows, everything else from the totals.
create function private.amounts_by_bucket(
  record_type text, organization_id uuid, agent_id uuid, zone text, start_date date, end_date date, wanted text)
returns table (bucket text, label text, status text, amount numeric, agent_amount numeric)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  of_sales constant boolean := amounts_by_bucket.record_type = 'sale';
  statuses constant text[] := case when of_sales then '{booked,paid,cancelled}'
    else '{unpaid,funds_received,agent_paid,cancelled}' end;
  range record := private.date_range(amounts_by_bucket.start_date, amounts_by_bucket.end_date);
  earliest date;
  latest date;
  step text;
  shift interval;
  part interval;
begin
  if amounts_by_bucket.start_date is null or amounts_by_bucket.end_date is null then
    select min(d.day), max(d.day) into earliest, latest
    from private.totals(amounts_by_bucket.record_type, amounts_by_bucket.organization_id, amounts_by_bucket.agent_id,
      range.first_day, range.last_day) d;
    if amounts_by_bucket.start_date is null then
      range.first_day := coalesce(earliest, amounts_by_bucket.end_date);
    end if;
    if amounts_by_bucket.end_date is null then
      range.last_day := coalesce(latest, range.first_day);
    end if;
  end if;
  step := private.choose_bucket(range.first_day, range.last_day, amounts_by_bucket.wanted);
  shift := private.bucket_shift(step);
  part := private.hour_parts(amounts_by_bucket.zone, range.first_day);
  return query
    with amounts as (
      select private.hour_label(h.day, date_part('hour', h.time at time zone amounts_by_bucket.zone)::integer,
        amounts_by_bucket.zone) as label, h.status, h.amount, h.agent_amount
      from (
        select s.sale_date as day, date_bin(part, s.created_at, '2001-01-01T00:00:00Z') as time, s.status,
          sum(s.total_amount) as amount, 0 as agent_amount
        from public.sales s
        where of_sales and step = 'hour' and s.organization_id = amounts_by_bucket.organization_id
          and (amounts_by_bucket.agent_id is null or s.agent_id = amounts_by_bucket.agent_id)
          and s.sale_date between range.first_day and range.last_day
        group by 1, 2, 3
        union all
        select c.sale_date, date_bin(part, c.created_at, '2001-01-01T00:00:00Z'), c.status, sum(c.amount),
          sum(c.agent_amount)
        from public.commissions c
        where not of_sales and step = 'hour' and c.organization_id = amounts_by_bucket.organization_id
          and (amounts_by_bucket.agent_id is null or c.agent_id = amounts_by_bucket.agent_id)
          and c.sale_date between range.first_day and range.last_day
        group by 1, 2, 3) h
      union all
      select to_char(b.start - shift, 'YYYY-MM-DD'), b.status, b.amount, b.agent_amount
      from (
        select date_trunc(step, d.day + shift) as start, d.status,
          sum(case when of_sales then d.total_amount else d.commission_amount end) as amount, sum(d.agent_amount) as agent_amount
        from private.totals(amounts_by_bucket.record_type, amounts_by_bucket.organization_id, amounts_by_bucket.agent_id,
          range.first_day, range.last_day) d
        where step <> 'hour'
        group by 1, 2) b),
    labels as (
      select l.label from private.bucket_labels(step, range.first_day, range.last_day, amounts_by_bucket.zone) l(label)
      union select a.label from amounts a where step = 'hour')
    select step, l.label, k.status, coalesce(sum(a.amount), 0), coalesce(sum(a.agent_amount), 0)
    from labels l
    cross join unnest(statuses) k(status)
    left join amounts a on a.label = l.label and a.status = k.status
    group by l.label, k.status;
end $$;

create function public.get_sales_status_timeline(
  start_date date default null, end_date date default null, bucket text default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  scope record := private.caller_scope();
begin
  return (
    select jsonb_build_object('bucket', min(t.bucket),
      'labels', coalesce(jsonb_agg(t.label order by t.label) filter (where t.status = 'booked'), '[]'),
      'booked', coalesce(jsonb_agg(t.amount order by t.label) filter (where t.status = 'booked'), '[]'),
      'paid', coalesce(jsonb_agg(t.amount order by t.label) filter (where t.status = 'paid'), '[]'),
      'cancelled', coalesce(jsonb_agg(t.amount order by t.label) filter (where t.status = 'cancelled'), '[]'))
    from private.amounts_by_bucket('sale', scope.organization_id, scope.agent_id, scope.zone,
      get_sales_status_timeline.start_date, get_sales_status_timeline.end_date, get_sales_status_timeline.bucket) t);
end $$;

-- Gross amounts by status; `agent` holds the same of the agents' share.
create function public.get_commission_status_timeline(
  start_date date default null, end_date date default null, bucket text default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  scope record := private.caller_scope();
begin
  return (
    select jsonb_build_object('bucket', min(t.bucket),
      'labels', coalesce(jsonb_agg(t.label order by t.label) filter (where t.status = 'unpaid'), '[]'),
      'unpaid', coalesce(jsonb_agg(t.amount order by t.label) filter (where t.status = 'unpaid'), '[]'),
      'funds_received', coalesce(jsonb_agg(t.amount order by t.label) filter (where t.status = 'funds_received'), '[]'),
      'agent_paid', coalesce(jsonb_agg(t.amount order by t.label) filter (where t.status = 'agent_paid'), '[]'),
      'cancelled', coalesce(jsonb_agg(t.amount order by t.label) filter (where t.status = 'cancelled'), '[]'),
      'agent', jsonb_build_object(
        'unpaid', coalesce(jsonb_agg(t.agent_amount order by t.label) filter (where t.status = 'unpaid'), '[]'),
        'funds_received', coalesce(jsonb_agg(t.agent_amount order by t.label) filter (where t.status = 'funds_received'), '[]'),
        'agent_paid', coalesce(jsonb_agg(t.agent_amount order by t.label) filter (where t.status = 'agent_paid'), '[]'),
        'cancelled', coalesce(jsonb_agg(t.agent_amount order by t.label) filter (where t.status = 'cancelled'), '[]')))
    from private.amounts_by_bucket('commission', scope.organization_id, scope.agent_id, scope.zone,
      get_commission_status_timeline.start_date, get_commission_status_timeline.end_date,
      get_commission_status_timeline.bucket) t);
end $$;

-- How many rows a list of the best or the latest has: as asked for, within reason.
create function private.row_limit(max_rows integer) returns integer
language sql immutable set search_path = '' as $$ select least(greatest(coalesce(max_rows, 5), 1), 100) $$;

-- Top lists: by revenue, without cancelled sales; commission is gross, without cancelled commissions. An agent's list of agents is themself.
create function public.get_top_agents(start_date date default null, end_date date default null, max_rows integer default 5)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  scope record := private.caller_scope();
  range record := private.date_range(get_top_agents.start_date, get_top_agents.end_date);
  most integer := private.row_limit(get_top_agents.max_rows);
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name,
      'avatar_url', u.avatar_url, 'sales_count', t.sales_count, 'total_revenue', t.total_amount,
      'total_commission', t.commission_amount)
      order by t.total_amount desc, t.sales_count desc, u.id), '[]')
    from (
      select b.* from private.sales_by('agent', scope.organization_id, null, range.first_day, range.last_day) b
      where scope.agent_id is null or b.id = scope.agent_id
      order by b.total_amount desc, b.sales_count desc, b.id limit most) t
    join public.users u on u.id = t.id);
end $$;

create function public.get_top_vendors(start_date date default null, end_date date default null, max_rows integer default 5)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  scope record := private.caller_scope();
  range record := private.date_range(get_top_vendors.start_date, get_top_vendors.end_date);
  most integer := private.row_limit(get_top_vendors.max_rows);
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'name', v.name, 'logo_url', v.logo_url,
      'sales_count', t.sales_count, 'total_revenue', t.total_amount, 'total_commission', t.commission_amount)
      order by t.total_amount desc, t.sales_count desc, v.id), '[]')
    from (
      select b.* from private.sales_by('vendor', scope.organization_id, scope.agent_id, range.first_day, range.last_day) b
      order by b.total_amount desc, b.sales_count desc, b.id limit most) t
    join public.vendors v on v.id = t.id);
end $$;

-- Walks the newest sales, by the index of the organization's or the agent's, only until enough customers are found: what
-- the order needs is in the index, and only the sales that count are looked at.
create function public.get_recent_customers(
  max_rows integer default 5, start_date date default null, end_date date default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  scope record := private.caller_scope();
  range record := private.date_range(get_recent_customers.start_date, get_recent_customers.end_date);
  wanted integer := private.row_limit(get_recent_customers.max_rows);
  skip integer;
  newest refcursor;
  found_id uuid;
  sale record;
  seen uuid[] := '{}';
  answer jsonb := '[]';
begin
  -- The newest hundred mostly hold enough of them; if not, all that come after.
  foreach skip in array array[0, 100] loop
    if scope.agent_id is null then
      open newest for
        select s.id from public.sales s
        where s.organization_id = scope.organization_id and s.sale_date between range.first_day and range.last_day
          and s.status <> 'cancelled'
        order by s.sale_date desc, s.created_at desc, s.id
        limit case skip when 0 then 100 end offset skip;
    else
      open newest for
        select s.id from public.sales s
        where s.organization_id = scope.organization_id and s.agent_id = scope.agent_id
          and s.sale_date between range.first_day and range.last_day and s.status <> 'cancelled'
        order by s.sale_date desc, s.created_at desc, s.id
        limit case skip when 0 then 100 end offset skip;
    end if;
    loop
      exit when cardinality(seen) = wanted;
      fetch newest into found_id;
      exit when not found;
      select s.customer_id, s.total_amount, s.sale_date into sale from public.sales s where s.id = found_id;
      continue when sale.customer_id = any (seen);
      seen := seen || sale.customer_id;
      answer := answer || (
        select jsonb_build_object('id', c.id, 'first_name', c.first_name, 'last_name', c.last_name, 'email', c.email,
          'sale_id', found_id, 'last_purchase_amount', sale.total_amount, 'sale_date', sale.sale_date)
        from public.customers c where c.id = sale.customer_id);
    end loop;
    close newest;
    exit when cardinality(seen) = wanted;
  end loop;
  return answer;
end $$;

-- What an agent is owed: now (funds_received, and the customer has paid), and later, with the reason why not now. received_on is
-- null where nobody has seen the vendor's money. {now: {count, amount}, expected: {count, amount}, rows}, amounts of the agent's part.
create function private.payable_to(organization_id uuid, agent_id uuid, today date) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  totals record;
  early record;
  -- As lists and payouts see it.
  blocked constant uuid[] := private.blocked_commissions(payable_to.organization_id, payable_to.agent_id);
begin
  select coalesce(sum(t.record_count) filter (where t.status = 'funds_received'), 0) as n,
    coalesce(sum(t.agent_amount) filter (where t.status = 'funds_received'), 0) as amount,
    coalesce(sum(t.record_count) filter (where t.status = 'unpaid'), 0) as awaited_n,
    coalesce(sum(t.agent_amount) filter (where t.status = 'unpaid'), 0) as awaited into totals
  from private.totals('commission', payable_to.organization_id, payable_to.agent_id, '1900-01-01', '2199-12-31') t;
  -- Seldom the vendor pays before the customer, or something else keeps it.
  select count(*) as n, coalesce(sum(m.agent_amount), 0) as amount into early
  from public.commissions m
  where m.organization_id = payable_to.organization_id and m.agent_id = payable_to.agent_id
    and m.status = 'funds_received' and (not m.sale_paid or m.id = any (blocked));
  return jsonb_build_object(
    'now', jsonb_build_object('count', totals.n - early.n, 'amount', totals.amount - early.amount),
    'expected', jsonb_build_object('count', totals.awaited_n + early.n, 'amount', totals.awaited + early.amount),
    'rows', (
      select coalesce(jsonb_agg(jsonb_build_object('commission_id', m.id, 'sales_id', s.id,
        'booking_reference', s.booking_reference, 'customer_first_name', c.first_name, 'customer_last_name', c.last_name,
        'vendor_name', v.name, 'agent_amount', m.agent_amount, 'status', m.status, 'sale_status', s.status,
        'received_on', m.received_on, 'due_on', m.due_on, 'reason', case
          when p.place = 1 then 'ready'
          when m.id = any (blocked) then coalesce((
            select o.obstacle from private.open_for_payout(payable_to.organization_id, payable_to.agent_id, true) o
            where o.commission_id = m.id and o.obstacle <> 'vendor'), 'awaiting_vendor')
          when p.place = 2 then 'awaiting_customer'
          when m.due_on < payable_to.today then 'overdue'
          else 'awaiting_vendor' end)
        order by p.place, p.day nulls last, p.sales_id), '[]')
      from (
        select f.* from (
          (select 1 as place, m.sale_date as day, m.sales_id from public.commissions m
          where m.organization_id = payable_to.organization_id and m.agent_id = payable_to.agent_id
            and m.status = 'funds_received' and m.sale_paid and m.id <> all (blocked)
          order by m.sale_date, m.sales_id limit 5)
          union all
          (select 2, m.sale_date, m.sales_id from public.commissions m
          where m.organization_id = payable_to.organization_id and m.agent_id = payable_to.agent_id
            and m.status = 'funds_received' and (not m.sale_paid or m.id = any (blocked))
          order by m.sale_date, m.sales_id limit 5)
          union all
          (select 3, m.due_on, m.sales_id from public.commissions m
          where m.organization_id = payable_to.organization_id and m.agent_id = payable_to.agent_id
            and m.status = 'unpaid'
          order by m.due_on, m.sales_id limit 5)) f
        order by f.place, f.day nulls last, f.sales_id limit 5) p
      join public.sales s on s.id = p.sales_id
      join public.commissions m on m.sales_id = s.id and m.organization_id = s.organization_id
      join public.customers c on c.id = s.customer_id
      join public.vendors v on v.id = s.vendor_id));
end $$;

-- The next trips of an agent's customers.
create function private.departures_of(organization_id uuid, agent_id uuid, today date) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('sales_id', s.id, 'booking_reference', s.booking_reference,
    'customer_id', s.customer_id, 'customer_first_name', c.first_name, 'customer_last_name', c.last_name,
    'vendor_name', v.name, 'travel_date', s.travel_date, 'return_date', s.return_date)
    order by s.travel_date, s.id), '[]')
  from (
    select d.* from public.sales d
    where d.organization_id = departures_of.organization_id and d.agent_id = departures_of.agent_id
      and d.status <> 'cancelled' and d.travel_date is not null and d.travel_date >= departures_of.today
    order by d.travel_date, d.id limit 5) s
  join public.customers c on c.id = s.customer_id
  join public.vendors v on v.id = s.vendor_id
$$;

-- What waits for an admin, of all days: {payable, overdue, departures}, each {count, amount} as the list it leads to counts it.
-- payable: the agents' part of what can be paid now; overdue: what vendors should have paid; departures: totals
-- of booked sales whose trip begins within 30 days or has begun.
create function private.to_do() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  ready jsonb := public.get_commission_stats() -> 'ready';
  late jsonb := private.sum_commissions(
    private.commission_filter_of(null, null, null, true, false, null, null, null)) -> 'unpaid';
  departing jsonb := private.sum_sales(private.sale_filter_of(null, null, null, null, null, null, true)) -> 'booked';
begin
  return jsonb_build_object(
    'payable', jsonb_build_object('count', ready -> 'count', 'amount', ready -> 'agent_amount'),
    'overdue', jsonb_build_object('count', coalesce(late -> 'count', '0'), 'amount', coalesce(late -> 'amount', '0')),
    'departures', jsonb_build_object('count', coalesce(departing -> 'count', '0'), 'amount', coalesce(departing -> 'amount', '0')));
end $$;

-- One part of the page. The services it asks decide themselves what the caller may see.
create function private.dashboard_part(
  part text, organization_id uuid, agent_id uuid, first_day date, last_day date, today date) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return case part
    when 'sales' then public.get_sales_by_status(first_day, last_day)
    when 'commissions' then public.get_commission_stats(first_day, last_day)
    when 'sales_trend' then public.get_sales_status_timeline(first_day, last_day) - 'bucket'
    when 'commission_trend' then public.get_commission_status_timeline(first_day, last_day) - 'bucket'
    when 'top_agents' then public.get_top_agents(first_day, last_day)
    when 'top_vendors' then public.get_top_vendors(first_day, last_day)
    when 'recent_customers' then public.get_recent_customers(5, first_day, last_day)
    when 'to_do' then private.to_do()
    when 'payable' then private.payable_to(organization_id, agent_id, today)
    when 'departures' then private.departures_of(organization_id, agent_id, today)
  end;
end $$;

-- {range: {start, end, bucket, today}, and the parts of the caller's page: sales, commissions, sales_trend,
-- commission_trend, top_vendors, recent_customers; for admins to_do and top_agents, for agents payable and departures}. A part that
-- failed is {error: true}; `parts` asks for some only. Days are the organization's. Without dates the last 365 days; without
-- one of them those up to the end, or from the start until today.
create function public.get_dashboard(
  start_date date default null, end_date date default null, parts text[] default null) returns jsonb
language plpgsql stable security definer set search_path = '' set lock_timeout = '2s' as $$
declare
  scope record := private.caller_scope();
  today date := private.today();
  earliest constant date := '1900-01-01';
  range record;
  part text;
  answer jsonb;
begin
  if scope.organization_id is null then
    raise insufficient_privilege using message = 'This session is not valid any more';
  end if;
  range := private.date_range(
    coalesce(get_dashboard.start_date, greatest(coalesce(get_dashboard.end_date, today), earliest) - 364),
    coalesce(get_dashboard.end_date, today));
  answer := jsonb_build_object('range', jsonb_build_object('start', range.first_day, 'end', range.last_day,
    'bucket', private.choose_bucket(range.first_day, range.last_day, null), 'today', today));
  foreach part in array '{sales,commissions,sales_trend,commission_trend,top_vendors,recent_customers}'::text[]
    || case when scope.agent_id is null then '{to_do,top_agents}'::text[] else '{payable,departures}' end
  loop
    continue when not coalesce(part = any (get_dashboard.parts), get_dashboard.parts is null);
    begin
      answer := answer || jsonb_build_object(part,
        private.dashboard_part(part, scope.organization_id, scope.agent_id, range.first_day, range.last_day, today));
    exception when others then
      -- For whoever runs the server; the page says that something is missing.
      raise log 'Dashboard without %: % (%)', part, sqlerrm, sqlstate;
      answer := answer || jsonb_build_object(part, jsonb_build_object('error', true));
    end;
  end loop;
  return answer;
end $$;

grant execute on function public.get_sales_by_status(date, date), public.get_commission_stats(date, date, text, uuid),
  public.get_commissions_by_status(date, date), public.get_sales_status_timeline(date, date, text),
  public.get_commission_status_timeline(date, date, text), public.get_top_agents(date, date, integer),
  public.get_top_vendors(date, date, integer), public.get_recent_customers(integer, date, date),
  public.get_dashboard(date, date, text[]) to authenticated;

-- 62_report_monthly_totals.sql

-- Monthly totals behind the reports, so that ten years of a million sales are some ten thousand rows to read.
--
-- A report adds up one kind of record by one date, its basis: sales by sale or travel date; commissions by sale, due or received
-- date; payments to agents by payment date. What a row counts for is said once, by private.report_facts; totals and reports add
-- that up. Totals work as those of days do (60_totals): a write marks the months it touches as stale, readers take totals of
-- clean months and rows of stale ones, a job adds stale months up again.

create index sales_organization_id_travel_date_idx on public.sales (organization_id, travel_date, id)
  include (status, agent_id, vendor_id, total_amount, commission_amount) where travel_date is not null;
create index commissions_due_idx on public.commissions (organization_id, due_on, id) where due_on is not null;
create index commissions_received_on_idx on public.commissions (organization_id, received_on, id) where received_on is not null;
create index agent_payments_organization_id_payment_date_idx on public.agent_payments (organization_id, payment_date, id);

-- What rows come to, by month or by whom. `received` to `short` and the days are of commissions with a receipt; `late_days` count
-- from the due day, early money as 0.
create type private.report_cell as (
  month date, group_id uuid, n bigint, total numeric, expected numeric, received_n bigint, received numeric, agents numeric,
  short_n bigint, short numeric, written_off numeric, open_amount numeric, due_n bigint, late_n bigint, late_days bigint,
  paid numeric);

create table private.stale_report_months (
  organization_id uuid not null,
  -- Record and basis: sale.sale, sale.travel, commission.sale, commission.due, commission.received, payment.paid.
  kind text not null,
  month date not null
);
create index stale_report_months_idx on private.stale_report_months (organization_id, kind, month);

create table private.report_totals (
  organization_id uuid not null,
  kind text not null,
  grouped_by text not null check (grouped_by in ('agent', 'vendor')),
  month date not null,
  group_id uuid not null,
  status text not null,
  n bigint not null,
  total numeric not null,
  expected numeric not null,
  received_n bigint not null,
  received numeric not null,
  agents numeric not null,
  short_n bigint not null,
  short numeric not null,
  written_off numeric not null,
  open_amount numeric not null,
  due_n bigint not null,
  late_n bigint not null,
  late_days bigint not null,
  paid numeric not null,
  primary key (organization_id, kind, grouped_by, month, group_id, status)
);

-- No policy and no grant: only functions that apply the caller's scope read them.
alter table private.stale_report_months enable row level security;
alter table private.report_totals enable row level security;

-- The rows of a kind as a query `f`. Fixed pieces only, no value of anybody: what is asked for goes in as parameters. With
-- customers also whose booking it is, and for how much.
create function private.report_facts(kind text, with_customer boolean default false) returns text
language sql immutable set search_path = '' as $$
  select '(select ' || case split_part(kind, '.', 1)
    when 'sale' then format(
      's.id, s.id as sale_id, s.organization_id, s.agent_id, s.vendor_id, s.status, s.%s as day, s.total_amount as total,
      s.commission_amount as expected, null::numeric as received, null::date as received_on, 0::numeric as agent_amount,
      0::numeric as written_off, 0::numeric as open_amount, null::date as due_on, 0::numeric as paid,
      s.customer_id, s.total_amount as booked from public.sales s',
      case kind when 'sale.travel' then 'travel_date' else 'sale_date' end)
    else format(
      'c.id, c.sales_id as sale_id, c.organization_id, c.agent_id, c.vendor_id, c.status, %s as day, 0::numeric as total,
      c.amount as expected, c.received_amount as received, c.received_on, c.agent_amount, c.written_off, c.open_amount, c.due_on,
      %s as paid, %s from public.commissions c%s%s',
      case kind when 'commission.due' then 'c.due_on' when 'commission.received' then 'c.received_on'
        when 'payment.paid' then 'p.payment_date' else 'c.sale_date' end,
      case kind when 'payment.paid' then 'p.amount' else '0::numeric' end,
      case when with_customer then 's.customer_id, s.total_amount as booked' else 'null::uuid as customer_id, 0::numeric as booked' end,
      case when with_customer then ' join public.sales s on s.organization_id = c.organization_id and s.id = c.sales_id' else '' end,
      case kind when 'payment.paid' then
        ' join public.agent_payments p on p.organization_id = c.organization_id and p.commission_id = c.id' else '' end) end
    || ') f'
$$;

-- How rows `f` of a kind add up, in the order of private.report_cell.
create function private.report_sums_of(kind text) returns text
language sql immutable set search_path = '' as $$
  select case split_part(kind, '.', 1)
    when 'sale' then 'count(*), coalesce(sum(f.total), 0), coalesce(sum(f.expected), 0), 0::bigint, 0::numeric, 0::numeric, 0::bigint,
      0::numeric, 0::numeric, 0::numeric, 0::bigint, 0::bigint, 0::bigint, 0::numeric'
    else 'count(*), 0::numeric, coalesce(sum(f.expected), 0), count(f.received_on), coalesce(sum(f.received), 0),
      coalesce(sum(f.agent_amount) filter (where f.received_on is not null), 0),
      count(*) filter (where f.received < f.expected),
      coalesce(sum(f.expected - f.received) filter (where f.received < f.expected), 0),
      coalesce(sum(f.written_off), 0), coalesce(sum(f.open_amount), 0),
      count(*) filter (where f.received_on is not null and f.due_on is not null),
      count(*) filter (where f.received_on > f.due_on),
      coalesce(sum(f.received_on - f.due_on) filter (where f.received_on > f.due_on), 0), coalesce(sum(f.paid), 0)' end
$$;

-- Several cells `f` together.
create function private.report_cells_together() returns text
language sql immutable set search_path = '' as $$
  select string_agg(format('coalesce(sum(f.%I), 0)::%s', a.part,
    case when a.part in ('n', 'received_n', 'short_n', 'due_n', 'late_n', 'late_days') then 'bigint' else 'numeric' end), ', '
    order by a.place)
  from unnest('{n,total,expected,received_n,received,agents,short_n,short,written_off,open_amount,due_n,late_n,late_days,paid}'::text[])
    with ordinality a(part, place)
$$;

create function private.report_kinds() returns text[]
language sql immutable set search_path = '' as $$
  select '{sale.sale,sale.travel,commission.sale,commission.due,commission.received,payment.paid}'::text[]
$$;

-- What the totals of these months of a kind are, from the rows.
create function private.report_totals_of_rows(organization_id uuid, kind text, months date[]) returns setof private.report_totals
language plpgsql stable security definer set search_path = '' as $$
begin
  return query execute format(
    'select f.organization_id, $2, g.grouped_by, date_trunc(''month'', f.day::timestamp)::date, g.group_id, f.status, %s
    from unnest($3) m(month)
    join %s on f.organization_id = $1 and f.day >= m.month and f.day < (m.month + interval ''1 month'')::date
    cross join lateral (values (''agent'', f.agent_id), (''vendor'', f.vendor_id)) g(grouped_by, group_id)
    group by f.organization_id, g.grouped_by, date_trunc(''month'', f.day::timestamp)::date, g.group_id, f.status',
    private.report_sums_of(kind), private.report_facts(kind))
  using organization_id, kind, months;
end $$;

-- Marks the months whose sums a statement changed.
create function private.mark_report_months() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Rows before and after a statement are counted together, and what is the same cancels out.
  if tg_table_name = 'sales' then
    if tg_op = 'INSERT' then
      insert into private.stale_report_months
      select distinct a.organization_id, d.kind, date_trunc('month', d.day::timestamp)::date
      from changed a cross join lateral (values ('sale.sale', a.sale_date), ('sale.travel', a.travel_date)) d(kind, day)
      where d.day is not null;
    elsif tg_op = 'DELETE' then
      insert into private.stale_report_months
      select distinct b.organization_id, d.kind, date_trunc('month', d.day::timestamp)::date
      from replaced b cross join lateral (values ('sale.sale', b.sale_date), ('sale.travel', b.travel_date)) d(kind, day)
      where d.day is not null;
    else
      insert into private.stale_report_months
      select distinct c.organization_id, d.kind, date_trunc('month', d.day::timestamp)::date
      from (
        select x.organization_id, x.sale_date, x.travel_date
        from (select 1 as n, a.* from changed a union all select -1, b.* from replaced b) x
        group by x.id, x.organization_id, x.sale_date, x.travel_date, x.status, x.agent_id, x.vendor_id, x.total_amount,
          x.commission_amount
        having sum(x.n) <> 0) c
      cross join lateral (values ('sale.sale', c.sale_date), ('sale.travel', c.travel_date)) d(kind, day)
      where d.day is not null;
    end if;
  elsif tg_table_name = 'agent_payments' then
    if tg_op <> 'DELETE' then
      insert into private.stale_report_months
      select distinct a.organization_id, 'payment.paid', date_trunc('month', a.payment_date::timestamp)::date from changed a;
    end if;
    if tg_op <> 'INSERT' then
      insert into private.stale_report_months
      select distinct b.organization_id, 'payment.paid', date_trunc('month', b.payment_date::timestamp)::date from replaced b;
    end if;
  elsif tg_op = 'INSERT' then
    insert into private.stale_report_months
    select distinct a.organization_id, d.kind, date_trunc('month', d.day::timestamp)::date
    from changed a cross join lateral (values ('commission.sale', a.sale_date), ('commission.due', a.due_on),
      ('commission.received', a.received_on)) d(kind, day)
    where d.day is not null;
  elsif tg_op = 'DELETE' then
    insert into private.stale_report_months
    select distinct b.organization_id, d.kind, date_trunc('month', d.day::timestamp)::date
    from replaced b cross join lateral (values ('commission.sale', b.sale_date), ('commission.due', b.due_on),
      ('commission.received', b.received_on)) d(kind, day)
    where d.day is not null;
  else
    insert into private.stale_report_months
    select distinct c.organization_id, d.kind, date_trunc('month', d.day::timestamp)::date
    from (
      select x.id, x.organization_id, x.sale_date, x.due_on, x.received_on
      from (select 1 as n, a.* from changed a union all select -1, b.* from replaced b) x
      group by x.id, x.organization_id, x.sale_date, x.due_on, x.received_on, x.status, x.agent_id, x.vendor_id, x.amount,
        x.agent_amount, x.received_amount, x.written_off, x.open_amount
      having sum(x.n) <> 0) c
    -- A payment that is there reads its commission.
    left join public.agent_payments p on p.organization_id = c.organization_id and p.commission_id = c.id
    cross join lateral (values ('commission.sale', c.sale_date), ('commission.due', c.due_on),
      ('commission.received', c.received_on), ('payment.paid', p.payment_date)) d(kind, day)
    where d.day is not null;
  end if;
  return null;
end $$;

create trigger sales_after_65_mark_report_added after insert on public.sales
  referencing new table as changed for each statement execute function private.mark_report_months();
create trigger sales_after_65_mark_report_changed after update on public.sales
  referencing old table as replaced new table as changed for each statement execute function private.mark_report_months();
create trigger sales_after_65_mark_report_removed after delete on public.sales
  referencing old table as replaced for each statement execute function private.mark_report_months();
create trigger commissions_after_65_mark_report_added after insert on public.commissions
  referencing new table as changed for each statement execute function private.mark_report_months();
create trigger commissions_after_65_mark_report_changed after update on public.commissions
  referencing old table as replaced new table as changed for each statement execute function private.mark_report_months();
create trigger commissions_after_65_mark_report_removed after delete on public.commissions
  referencing old table as replaced for each statement execute function private.mark_report_months();
create trigger agent_payments_after_65_mark_report_added after insert on public.agent_payments
  referencing new table as changed for each statement execute function private.mark_report_months();
create trigger agent_payments_after_65_mark_report_changed after update on public.agent_payments
  referencing old table as replaced new table as changed for each statement execute function private.mark_report_months();
create trigger agent_payments_after_65_mark_report_removed after delete on public.agent_payments
  referencing old table as replaced for each statement execute function private.mark_report_months();

-- Adds up the stale months of an organization again, the latest `most` of each kind (null: all). Rows are read after the marks
-- are taken: what is written meanwhile is counted or not, and has its mark either way.
create function private.refresh_report_totals_of(organization_id uuid, most integer) returns void
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
declare
  this_kind text;
  months date[];
begin
  foreach this_kind in array private.report_kinds() loop
    with stale as (
      delete from private.stale_report_months d
      where d.organization_id = refresh_report_totals_of.organization_id and d.kind = this_kind and d.month in (
        select distinct m.month from private.stale_report_months m
        where m.organization_id = refresh_report_totals_of.organization_id and m.kind = this_kind
        order by m.month desc limit refresh_report_totals_of.most)
      returning d.month)
    select array_agg(distinct s.month) into months from stale s;
    continue when months is null;
    delete from private.report_totals t
    where t.organization_id = refresh_report_totals_of.organization_id and t.kind = this_kind
      and t.grouped_by in ('agent', 'vendor') and t.month = any (months);
    insert into private.report_totals
    select r.* from private.report_totals_of_rows(refresh_report_totals_of.organization_id, this_kind, months) r
    order by r.grouped_by, r.month, r.group_id;
  end loop;
end $$;

-- What the job does: of every organization a year of months in one run. One does it at a time, as what was read earlier must not
-- be written over what was read later.
create function private.refresh_report_totals() returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if pg_try_advisory_xact_lock(hashtextextended('paperplane.report_totals', 0)) then
    perform private.refresh_report_totals_of(d.organization_id, 12)
    from (select distinct s.organization_id from private.stale_report_months s) d;
  end if;
end $$;

-- Adds up everything again, of one organization or of all (null), for rows that were written without triggers.
create function private.rebuild_report_totals(organization_id uuid default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
declare
  this_kind text;
begin
  perform pg_advisory_xact_lock(hashtextextended('paperplane.report_totals', 0));
  foreach this_kind in array private.report_kinds() loop
    execute format('insert into private.stale_report_months
      select distinct f.organization_id, $1, date_trunc(''month'', f.day::timestamp)::date
      from %s where f.day is not null and ($2 is null or f.organization_id = $2)
      union select t.organization_id, t.kind, t.month from private.report_totals t
      where t.kind = $1 and ($2 is null or t.organization_id = $2)', private.report_facts(this_kind))
    using this_kind, rebuild_report_totals.organization_id;
  end loop;
  perform private.refresh_report_totals_of(t.organization_id, null)
  from (
    select distinct d.organization_id from private.stale_report_months d
    where rebuild_report_totals.organization_id is null or d.organization_id = rebuild_report_totals.organization_id) t;
end $$;

-- Where totals of clean months say something else than the rows: nowhere, ever. Of one organization.
create function private.check_report_totals(organization_id uuid) returns table (kept boolean, row_data jsonb)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  this_kind text;
  months date[];
begin
  foreach this_kind in array private.report_kinds() loop
    execute format('select array_agg(distinct m.month) from (
        select date_trunc(''month'', f.day::timestamp)::date as month from %s where f.organization_id = $1 and f.day is not null
        union select t.month from private.report_totals t where t.organization_id = $1 and t.kind = $2) m
      where not exists (select from private.stale_report_months s
        where s.organization_id = $1 and s.kind = $2 and s.month = m.month)', private.report_facts(this_kind))
    into months using check_report_totals.organization_id, this_kind;
    return query
      with told as (
        select t.* from private.report_totals t
        where t.organization_id = check_report_totals.organization_id and t.kind = this_kind and t.month = any (months)
      ), real as (
        select r.* from private.report_totals_of_rows(check_report_totals.organization_id, this_kind, months) r)
      select true, to_jsonb(a) from (select * from told except select * from real) a
      union all
      select false, to_jsonb(b) from (select * from real except select * from told) b;
  end loop;
end $$;

-- 62_report_plans.sql

-- What a report is asked for: a definition, texts in one JSON object, checked against what there is and turned into a plan. Whatever a
-- definition says becomes a choice among fixed words, a date or an id; nothing of it becomes part of a query's text.
--
-- {report, range, from, to, basis, group, compare, agent_id, vendor_id, category, status, age}; what is left out is the report's own
-- choice (private.report_choices).

-- Ranges that move with the calendar, and `custom`: from and to.
create function private.report_range(range text, today date, out first_day date, out last_day date)
language sql immutable set search_path = '' as $$
  select r.first_day, (r.after - 1)::date
  from (
    select m.month, date_trunc('quarter', m.month)::date as quarter, date_trunc('year', m.month)::date as year
    from (select date_trunc('month', today::timestamp) as month) m) d
  cross join lateral (values
    ('this_month', d.month::date, (d.month + interval '1 month')::date),
    ('last_month', (d.month - interval '1 month')::date, d.month::date),
    ('this_quarter', d.quarter, (d.quarter + interval '3 months')::date),
    ('last_quarter', (d.quarter - interval '3 months')::date, d.quarter),
    ('this_year', d.year, (d.year + interval '1 year')::date),
    ('last_year', (d.year - interval '1 year')::date, d.year),
    ('last_12_months', (d.month - interval '11 months')::date, (d.month + interval '1 month')::date)) r(name, first_day, after)
  where r.name = range
$$;

-- What each report may be asked for; the first of each is its own choice.
create function private.report_choices(report text, out bases text[], out groups text[], out statuses text[], out range text)
language sql immutable set search_path = '' as $$
  select c.bases::text[], c.groups::text[], c.statuses::text[], c.range
  from (values
    ('sales', '{sale,travel}', '{month,agent,vendor,customer,category}', '{booked,paid,cancelled}', 'last_12_months'),
    ('commissions', '{received,sale,due,paid}', '{month,agent,vendor,customer,category}',
      '{unpaid,funds_received,agent_paid,cancelled}', 'last_12_months'),
    ('performance', '{received,sale,due,paid}', '{month,agent,vendor,customer,category}',
      '{unpaid,funds_received,agent_paid,cancelled}', 'last_12_months'),
    ('punctuality', '{received,due}', '{vendor,month,agent,category}', '{unpaid,funds_received,agent_paid,cancelled}', 'last_12_months'),
    ('short_pay', '{received,due}', '{vendor,month,agent,customer,category}', '{unpaid,funds_received,agent_paid,cancelled}',
      'last_12_months'),
    ('agents_year', '{paid}', '{agent,month}', '{}', 'this_year'),
    ('aging', '{due}', '{vendor}', '{}', null)) c(report, bases, groups, statuses, range)
  where c.report = report_choices.report
$$;

-- Null: not narrowed by it. organization_id is null where nothing may be read. open_only: unpaid, with something left to pay.
create type private.report_plan as (
  report text, organization_id uuid, agent_id uuid, vendor_ids uuid[], customer_id uuid, status text, kind text, grouped_by text,
  range text, first_day date, last_day date, before_first date, before_last date, compare text, open_only boolean, today date);

-- The text under a key; anything but a text is refused.
create function private.report_text(definition jsonb, name text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  if coalesce(jsonb_typeof(definition -> name), 'null') not in ('string', 'null') then
    perform private.refuse('A report takes texts only.', name);
  end if;
  return nullif(definition ->> name, '');
end $$;

-- The choice under a key, the first of what there is when it is left out.
create function private.report_choice(definition jsonb, name text, choices text[]) returns text
language plpgsql immutable set search_path = '' as $$
declare
  chosen text := private.report_text(definition, name);
begin
  if chosen is not null and chosen <> all (choices) then
    perform private.refuse('This report does not know that choice.', name);
  end if;
  return coalesce(chosen, choices[1]);
end $$;

create function private.report_id(definition jsonb, name text) returns uuid
language plpgsql immutable set search_path = '' as $$
declare
  chosen text := private.report_text(definition, name);
begin
  if chosen !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    perform private.refuse('This is not an id.', name);
  end if;
  return chosen::uuid;
end $$;

create function private.report_day(definition jsonb, name text) returns date
language plpgsql immutable set search_path = '' as $$
declare
  chosen text := private.report_text(definition, name);
  day date;
begin
  if chosen ~ '^\d{4}-\d{2}-\d{2}$' then
    begin
      day := make_date(substr(chosen, 1, 4)::int, substr(chosen, 6, 2)::int, substr(chosen, 9, 2)::int);
    exception when datetime_field_overflow then
      day := null;
    end;
  end if;
  if day is null or day not between '1900-01-01' and '2199-12-31' then
    perform private.refuse('Enter a date.', name);
  end if;
  return day;
end $$;

-- The plan of a definition, but for whose rows it reads. Refuses what it does not know.
create function private.read_report(definition jsonb, today date) returns private.report_plan
language plpgsql stable set search_path = '' as $$
declare
  p private.report_plan;
  choices record;
  basis text;
  months int;
begin
  if coalesce(jsonb_typeof(definition), 'null') <> 'object' or pg_column_size(definition) > 4000 or exists (
    select from jsonb_object_keys(definition) k where k <> all (
      '{report,range,from,to,basis,group,compare,agent_id,vendor_id,category,status,age}'::text[])) then
    perform private.refuse('This is not a report.', 'definition');
  end if;
  p.today := today;
  p.report := private.report_choice(definition, 'report',
    '{sales,commissions,performance,aging,punctuality,short_pay,agents_year}');
  choices := private.report_choices(p.report);
  basis := private.report_choice(definition, 'basis', choices.bases);
  p.kind := case when p.report = 'sales' then 'sale.' when basis = 'paid' then 'payment.' else 'commission.' end || basis;
  p.grouped_by := private.report_choice(definition, 'group', choices.groups);
  -- No status: all but cancelled.
  p.status := case when private.report_text(definition, 'status') is not null
    then private.report_choice(definition, 'status', choices.statuses) end;
  p.compare := nullif(private.report_choice(definition, 'compare', '{none,period,year}'), 'none');
  p.agent_id := private.report_id(definition, 'agent_id');
  if p.report = 'aging' then
    p.compare := null;
    p.open_only := true;
    p.status := 'unpaid';
    select a.first_day, a.last_day into p.first_day, p.last_day
    from (values ('all', '1900-01-01'::date, '2199-12-31'::date), ('overdue', '1900-01-01', today - 1),
      ('not_due', today, '2199-12-31'), ('0-30', today - 30, today - 1), ('31-60', today - 60, today - 31),
      ('61-90', today - 90, today - 61), ('90+', '1900-01-01', today - 91)) a(age, first_day, last_day)
    where a.age = private.report_choice(definition, 'age', '{all,overdue,not_due,0-30,31-60,61-90,90+}');
    return p;
  end if;
  if private.report_text(definition, 'age') is not null then
    perform private.refuse('This report does not know that choice.', 'age');
  end if;
  p.range := private.report_choice(definition, 'range', choices.range
    || '{last_12_months,this_month,last_month,this_quarter,last_quarter,this_year,last_year,custom}'::text[]);
  if p.range = 'custom' then
    p.first_day := private.report_day(definition, 'from');
    p.last_day := private.report_day(definition, 'to');
    if p.first_day > p.last_day then
      perform private.refuse('The range ends before it begins.', 'to');
    elsif p.last_day > p.first_day + interval '40 years' then
      perform private.refuse('Choose at most 40 years.', 'from');
    end if;
  else
    select r.first_day, r.last_day into p.first_day, p.last_day from private.report_range(p.range, today) r;
  end if;
  if p.compare = 'year' then
    p.before_first := p.first_day - interval '1 year';
    p.before_last := (p.last_day + 1 - interval '1 year')::date - 1;
  elsif p.compare = 'period' and date_trunc('month', p.first_day::timestamp) = p.first_day
    and date_trunc('month', (p.last_day + 1)::timestamp) = p.last_day + 1 then
    months := 12 * (extract(year from p.last_day + 1) - extract(year from p.first_day))
      + extract(month from p.last_day + 1) - extract(month from p.first_day);
    p.before_first := p.first_day - months * interval '1 month';
    p.before_last := p.first_day - 1;
  elsif p.compare = 'period' then
    p.before_first := p.first_day - (p.last_day - p.first_day + 1);
    p.before_last := p.first_day - 1;
  end if;
  return p;
end $$;

-- The same with whose rows it reads: the caller's organization, and of an agent their own alone. An id of elsewhere finds nothing.
create function private.plan_report(definition jsonb) returns private.report_plan
language plpgsql stable security definer set search_path = '' as $$
declare
  p private.report_plan := private.read_report(definition, private.today());
  wanted_vendor uuid := private.report_id(definition, 'vendor_id');
  wanted_category text := private.report_text(definition, 'category');
begin
  if private.current_organization_id() is null then
    raise insufficient_privilege using message = 'This session is not valid any more';
  end if;
  select s.organization_id, s.agent_id into p.organization_id, p.agent_id from private.caller_scope(p.agent_id) s;
  if wanted_vendor is not null or wanted_category is not null then
    p.vendor_ids := array(select v.id from public.vendors v where v.organization_id = p.organization_id
      and (wanted_vendor is null or v.id = wanted_vendor) and (wanted_category is null or v.category = wanted_category));
  end if;
  return p;
end $$;

-- 62_report_sums.sql

-- The figures of a report, from totals and rows. Queries are dynamic so that each has a plan of its own; their texts are fixed pieces
-- (62_report_monthly_totals), values are always parameters.

-- The rows of a plan `p`, over facts `f`: $1 is the plan, $2 and $3 the first days and last days that are read.
create function private.report_condition(p private.report_plan) returns text
language sql immutable set search_path = '' as $$
  select concat_ws(' and ', 'f.organization_id = ($1).organization_id',
    case when p.agent_id is not null then 'f.agent_id = ($1).agent_id' end,
    case when p.vendor_ids is not null then 'f.vendor_id = any (($1).vendor_ids)' end,
    case when p.customer_id is not null then 'f.customer_id = ($1).customer_id' end,
    case when p.open_only then 'f.open_amount > 0' end,
    case when p.status is null then 'f.status <> ''cancelled''' else 'f.status = ($1).status' end)
$$;

-- Days between pairs of days, $2 and $3: a few of them one by one, so that an index finds each.
create function private.report_days(pairs int) returns text
language sql immutable set search_path = '' as $$
  select case when pairs <= 4 then
    (select '(' || string_agg(format('f.day between ($2)[%s] and ($3)[%s]', n, n), ' or ') || ')' from generate_series(1, pairs) n)
    else 'exists (select from unnest($2, $3) d(from_day, to_day) where f.day between d.from_day and d.to_day)' end
$$;

-- What a plan comes to between two days, by month, agent, vendor, or all together (null). Whole months come from their totals where
-- these know what is asked for; months with stale totals, cut-off ones and everything else from the rows.
create function private.report_cells(p private.report_plan, grouped_by text, first_day date, last_day date)
returns setof private.report_cell
language plpgsql stable security definer set search_path = '' as $$
declare
  level text := case
    when p.customer_id is not null or p.open_only then null
    when p.vendor_ids is null and coalesce(grouped_by, 'month') in ('month', 'agent') then 'agent'
    when p.agent_id is null and coalesce(grouped_by, 'month') in ('month', 'vendor') then 'vendor' end;
  -- The totals' group is the rows' agent or vendor.
  keys constant text := case grouped_by when 'month' then '%1$s, null::uuid' when 'agent' then 'null::date, %2$s'
    when 'vendor' then 'null::date, %2$s' else 'null::date, null::uuid' end;
  first_month date := (date_trunc('month', (first_day - 1)::timestamp) + interval '1 month')::date;
  after_month date := date_trunc('month', (last_day + 1)::timestamp);
  stale date[] := '{}';
  from_days date[] := array[first_day];
  to_days date[] := array[last_day];
  parts text[] := '{}';
begin
  if level is not null and first_month < after_month then
    stale := array(select distinct s.month from private.stale_report_months s
      where s.organization_id = p.organization_id and s.kind = p.kind and s.month >= first_month and s.month < after_month);
    from_days := stale;
    to_days := array(select (m + interval '1 month')::date - 1 from unnest(stale) m);
    if first_day < first_month then
      from_days := from_days || first_day;
      to_days := to_days || (first_month - 1);
    end if;
    if last_day >= after_month then
      from_days := from_days || after_month;
      to_days := to_days || last_day;
    end if;
    parts := parts || format(
      'select %s, %s from private.report_totals f
      where f.organization_id = ($1).organization_id and f.kind = ($1).kind and f.grouped_by = %L
        and f.month >= $4 and f.month < $5 and f.month <> all ($6) and %s group by 1, 2',
      format(keys, 'f.month', 'f.group_id'), private.report_cells_together(), level,
      concat_ws(' and ', case when p.status is null then 'f.status <> ''cancelled''' else 'f.status = ($1).status' end,
        case when p.agent_id is not null then 'f.group_id = ($1).agent_id'
          when p.vendor_ids is not null then 'f.group_id = any (($1).vendor_ids)' end));
  end if;
  if cardinality(from_days) > 0 then
    parts := parts || format('select %s, %s from %s where %s and %s group by 1, 2',
      format(keys, 'date_trunc(''month'', f.day::timestamp)::date', case grouped_by when 'agent' then 'f.agent_id' else 'f.vendor_id' end),
      private.report_sums_of(p.kind), private.report_facts(p.kind, p.customer_id is not null), private.report_condition(p),
      private.report_days(cardinality(from_days)));
  end if;
  return query execute format('select f.month, f.group_id, %s from (%s) f(month, group_id, n, total, expected, received_n, received,
      agents, short_n, short, written_off, open_amount, due_n, late_n, late_days, paid)
    group by 1, 2 having sum(f.n) > 0', private.report_cells_together(), array_to_string(parts, ' union all '))
  using p, from_days, to_days, first_month, after_month, stale;
end $$;

-- The customers with the largest bookings in a plan, `most` of them. Of many rows only customers are looked at who, over all time, have
-- bought for as much as the last of those found: who bought less altogether cannot be among them. Or these customers (`wanted`).
create function private.report_customers(p private.report_plan, row_count bigint, most int, wanted uuid[] default null) returns setof private.report_cell
language plpgsql stable security definer set search_path = '' as $$
declare
  facts constant text := private.report_facts(p.kind, true);
  of_candidates constant text := 'unnest($5) i(id) join ' || facts || ' on f.customer_id = i.id';
  ranked constant text := format('select null::date, f.customer_id, %s, sum(f.booked) as booked from %%s
    where %s and %s group by 2 order by booked desc, 2 limit $4', private.report_sums_of(p.kind), private.report_condition(p),
    private.report_days(1));
  cells constant text := 'select f.month, f.group_id, f.n, f.total, f.expected, f.received_n, f.received, f.agents, f.short_n, f.short,
    f.written_off, f.open_amount, f.due_n, f.late_n, f.late_days, f.paid
    from (%s) f(month, group_id, n, total, expected, received_n, received, agents, short_n, short, written_off, open_amount, due_n,
      late_n, late_days, paid, booked)';
  candidates int := 10 * most;
  ids uuid[];
  bound numeric;
  found private.report_cell[];
  least_booked numeric;
begin
  if wanted is not null then
    return query execute format(cells, format(ranked, of_candidates)) using p, array[p.first_day], array[p.last_day], most, wanted;
    return;
  elsif p.agent_id is null and p.vendor_ids is null and p.status is distinct from 'cancelled' then
    while candidates < 100 * most and candidates * 20 < row_count loop
      select array_agg(t.customer_id), min(t.total_amount) into ids, bound
      from (
        select c.customer_id, c.total_amount
        from (
          (select a.customer_id, a.total_amount from private.customer_totals a
          where a.organization_id = p.organization_id and not a.archived order by a.total_amount desc limit candidates)
          union all
          (select b.customer_id, b.total_amount from private.customer_totals b
          where b.organization_id = p.organization_id and b.archived order by b.total_amount desc limit candidates)) c
        order by c.total_amount desc limit candidates) t;
      execute format('select array_agg(row(f.month, f.group_id, f.n, f.total, f.expected, f.received_n, f.received, f.agents, f.short_n,
          f.short, f.written_off, f.open_amount, f.due_n, f.late_n, f.late_days, f.paid)::private.report_cell), min(f.booked)
        from (%s) f(month, group_id, n, total, expected, received_n, received, agents, short_n, short, written_off, open_amount, due_n,
          late_n, late_days, paid, booked)', format(ranked, of_candidates))
      into found, least_booked using p, array[p.first_day], array[p.last_day], most, ids;
      if cardinality(found) = most and least_booked > bound then
        return query select * from unnest(found);
        return;
      end if;
      -- So far below the bound it is not reached by looking at more.
      exit when 2 * least_booked < bound;
      candidates := candidates * 3;
    end loop;
  end if;
  return query execute format(cells, format(ranked, facts)) using p, array[p.first_day], array[p.last_day], most;
end $$;

-- 62_report_vendors_aging.sql

-- Aging: what vendors owe, by days after the due day, and when they were last asked for it.

-- That a vendor was asked for what it owes. Kept as it was: what was owed then.
create table public.vendor_askings (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null default private.current_organization_id(),
  vendor_id uuid not null,
  asked_on date not null default private.today(),
  asked_by uuid default auth.uid(),
  commissions_count integer not null,
  amount numeric(14,2) not null,
  created_at timestamptz not null default now(),
  constraint vendor_askings_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint vendor_askings_vendor_id_fkey foreign key (vendor_id, organization_id) references public.vendors (id, organization_id)
    on delete cascade,
  constraint vendor_askings_asked_by_fkey foreign key (asked_by, organization_id) references public.users (id, organization_id),
  constraint vendor_askings_commissions_count_range check (commissions_count > 0),
  constraint vendor_askings_amount_range check (amount between 0 and 999999999999.99),
  constraint vendor_askings_asked_on_range check (asked_on between '1900-01-01' and '2199-12-31')
);
alter table public.vendor_askings enable row level security;

create index vendor_askings_organization_id_vendor_id_idx on public.vendor_askings (organization_id, vendor_id, asked_on desc);

create policy "admins read when vendors of their organization were asked" on public.vendor_askings
  for select to authenticated using (
    organization_id = (select private.current_organization_id()) and (select private.is_admin()));

grant select on public.vendor_askings to authenticated;

-- Money of the vendor lies in the inbox or unclaimed.
create function private.deposit_waits(organization_id uuid, vendor_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.bank_transactions t
    where t.organization_id = deposit_waits.organization_id and t.vendor_id = deposit_waits.vendor_id and t.amount > 0
      and (t.status in ('open', 'suggested') or t.unclaimed_amount > 0))
$$;

-- Notes that a vendor was asked today for all that is overdue. Admins only. {success, error, field}.
create function public.record_vendor_asked(vendor_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  caller_organization_id uuid := private.admin_organization_id();
  owed record;
begin
  if caller_organization_id is null then
    return private.command_result('You do not have permission to ask vendors.');
  end if;
  select count(*) as n, sum(c.open_amount) as amount into owed
  from public.commissions c
  where c.organization_id = caller_organization_id and c.vendor_id = record_vendor_asked.vendor_id and c.status = 'unpaid'
    and c.open_amount > 0 and c.due_on < private.today();
  if owed.n = 0 then
    return private.command_result('This vendor owes nothing that is overdue.', 'vendor_id');
  elsif private.deposit_waits(caller_organization_id, record_vendor_asked.vendor_id) then
    return private.command_result('A deposit of this vendor waits in Bank. Match it before you ask.', 'vendor_id');
  end if;
  insert into public.vendor_askings (organization_id, vendor_id, commissions_count, amount)
  values (caller_organization_id, record_vendor_asked.vendor_id, owed.n, owed.amount);
  return private.command_result(null);
end $$;
grant execute on function public.record_vendor_asked(uuid) to authenticated;

-- When the caller's organization last asked a vendor; null for never, and for agents.
create function private.last_asked(organization_id uuid, vendor_id uuid) returns date
language sql stable security definer set search_path = '' as $$
  select max(k.asked_on) from public.vendor_askings k
  where k.organization_id = last_asked.organization_id and k.vendor_id = last_asked.vendor_id
$$;

-- What vendors owe of a plan's commissions: {report, today, buckets: [{bucket, count, amount}], vendors: [{vendor, count, amount,
-- oldest_due_on, buckets, deposit_waits, asked_on}]}. count and amount of a vendor are of what is overdue. The bank, addresses and when
-- a vendor was asked are the admins'.
create function private.report_aging(p private.report_plan) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  tells_all constant boolean := private.is_admin();
begin
  return (
    with owed as materialized (
      select c.vendor_id, c.open_amount as amount, c.due_on, case when c.due_on >= p.today then 'not_due'
        when p.today - c.due_on <= 30 then '0-30' when p.today - c.due_on <= 60 then '31-60' when p.today - c.due_on <= 90 then '61-90'
        else '90+' end as bucket
      from public.commissions c
      where c.organization_id = p.organization_id and c.status = 'unpaid' and c.open_amount > 0
        and c.due_on between p.first_day and p.last_day and (p.agent_id is null or c.agent_id = p.agent_id)
        and (p.vendor_ids is null or c.vendor_id = any (p.vendor_ids))
    ), by_both as (
      select o.vendor_id, o.bucket, count(*) as n, sum(o.amount) as amount, min(o.due_on) as oldest_due_on from owed o group by 1, 2
    ), by_vendor as (
      select b.vendor_id, coalesce(sum(b.n) filter (where b.bucket <> 'not_due'), 0) as n,
        coalesce(sum(b.amount) filter (where b.bucket <> 'not_due'), 0) as amount,
        min(b.oldest_due_on) filter (where b.bucket <> 'not_due') as oldest_due_on, jsonb_object_agg(b.bucket, b.amount) as buckets
      from by_both b group by 1)
    select jsonb_build_object('report', 'aging', 'today', p.today,
      'buckets', (select jsonb_agg(jsonb_build_object('bucket', k.bucket, 'count', coalesce(b.n, 0), 'amount', coalesce(b.amount, 0))
          order by k.place)
        from unnest('{not_due,0-30,31-60,61-90,90+}'::text[]) with ordinality k(bucket, place)
        left join (select x.bucket, sum(x.n) as n, sum(x.amount) as amount from by_both x group by 1) b on b.bucket = k.bucket),
      'vendors', (select coalesce(jsonb_agg(jsonb_build_object(
          'vendor', jsonb_build_object('id', v.id, 'name', v.name, 'email', case when tells_all then v.email end, 'logo_url', v.logo_url),
          'count', b.n, 'amount', b.amount, 'oldest_due_on', b.oldest_due_on,
          'buckets', '{"not_due": 0, "0-30": 0, "31-60": 0, "61-90": 0, "90+": 0}'::jsonb || b.buckets,
          'deposit_waits', tells_all and b.n > 0 and private.deposit_waits(p.organization_id, v.id),
          'asked_on', case when tells_all then private.last_asked(p.organization_id, v.id) end)
          order by b.amount desc, v.name, v.id), '[]')
        from by_vendor b join public.vendors v on v.id = b.vendor_id)));
end $$;

-- 62_reports.sql

-- Sums and charts that are asked for by themselves.

create function public.get_dashboard_summary(start_date date default null, end_date date default null)
returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object(
    'sales', public.get_sales_by_status(get_dashboard_summary.start_date, get_dashboard_summary.end_date),
    'commissions', public.get_commissions_by_status(get_dashboard_summary.start_date, get_dashboard_summary.end_date))
$$;

-- Amounts per bucket, without the cancelled: together they are the active total.
create function private.active_amounts(
  record_type text, organization_id uuid, agent_id uuid, zone text, start_date date, end_date date, wanted text,
  out bucket text, out labels jsonb, out amounts jsonb)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  select min(t.bucket), coalesce(jsonb_agg(t.label order by t.label), '[]'), coalesce(jsonb_agg(t.amount order by t.label), '[]')
  into active_amounts.bucket, active_amounts.labels, active_amounts.amounts
  from (
    select a.bucket, a.label, sum(a.amount) filter (where a.status <> 'cancelled') as amount
    from private.amounts_by_bucket(active_amounts.record_type, active_amounts.organization_id, active_amounts.agent_id,
      active_amounts.zone, active_amounts.start_date, active_amounts.end_date, active_amounts.wanted) a
    group by a.bucket, a.label) t;
end $$;

create function public.get_sales_timeline(start_date date default null, end_date date default null, bucket text default null)
returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('bucket', t.bucket, 'labels', t.labels, 'sales', t.amounts)
  from private.caller_scope() s
  cross join lateral private.active_amounts('sale', s.organization_id, s.agent_id, s.zone, get_sales_timeline.start_date,
    get_sales_timeline.end_date, get_sales_timeline.bucket) t
$$;

-- One agent's sales timeline. An agent asks about themself; about anybody else they see what they see of nobody.
create function public.get_agent_sales_timeline(
  agent_id uuid default null, start_date date default null, end_date date default null, bucket text default null)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if get_agent_sales_timeline.agent_id is null then
    perform private.refuse('Agent ID is required', 'agent_id');
  end if;
  return (
    select jsonb_build_object('bucket', t.bucket, 'labels', t.labels, 'sales', t.amounts)
    from private.caller_scope(get_agent_sales_timeline.agent_id) s
    cross join lateral private.active_amounts('sale', s.organization_id, s.agent_id, s.zone,
      get_agent_sales_timeline.start_date, get_agent_sales_timeline.end_date, get_agent_sales_timeline.bucket) t);
end $$;

create function public.get_commission_timeline(
  start_date date default null, end_date date default null, bucket text default null) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('bucket', t.bucket, 'labels', t.labels, 'amounts', t.amounts)
  from private.caller_scope() s
  cross join lateral private.active_amounts('commission', s.organization_id, s.agent_id, s.zone,
    get_commission_timeline.start_date, get_commission_timeline.end_date, get_commission_timeline.bucket) t
$$;

grant execute on function public.get_dashboard_summary(date, date), public.get_sales_timeline(date, date, text),
  public.get_agent_sales_timeline(uuid, date, date, text), public.get_commission_timeline(date, date, text) to authenticated;

-- 62_run_report.sql

-- A report in one call, and the rows behind each of its figures.

-- The figures of a cell. The agency's share is what was received less what agents get of it.
create function private.report_figures(c private.report_cell) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('n', c.n, 'total', c.total, 'expected', c.expected, 'received_n', c.received_n,
    'received', c.received, 'agents', c.agents, 'agency', c.received - c.agents, 'short_n', c.short_n, 'short', c.short,
    'written_off', c.written_off, 'open', c.open_amount, 'due_n', c.due_n, 'late_n', c.late_n, 'late_days', c.late_days, 'paid', c.paid)
$$;

create function private.add_report_cells(cells private.report_cell[]) returns private.report_cell
language sql immutable set search_path = '' as $$
  select null::date, null::uuid, coalesce(sum(c.n), 0)::bigint, coalesce(sum(c.total), 0), coalesce(sum(c.expected), 0),
    coalesce(sum(c.received_n), 0)::bigint, coalesce(sum(c.received), 0), coalesce(sum(c.agents), 0), coalesce(sum(c.short_n), 0)::bigint,
    coalesce(sum(c.short), 0), coalesce(sum(c.written_off), 0), coalesce(sum(c.open_amount), 0), coalesce(sum(c.due_n), 0)::bigint,
    coalesce(sum(c.late_n), 0)::bigint, coalesce(sum(c.late_days), 0)::bigint, coalesce(sum(c.paid), 0)
  from unnest(cells) c
$$;

-- What ranks the groups of a report.
create function private.report_rank(p private.report_plan, c private.report_cell) returns numeric
language sql immutable set search_path = '' as $$
  select case p.report when 'sales' then c.total when 'punctuality' then c.late_days when 'short_pay' then c.short
    when 'agents_year' then c.paid else case when p.kind = 'commission.received' then c.received else c.expected end end
$$;

-- Name and picture of what a group is of.
create function private.report_label(grouped_by text, group_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case grouped_by
    when 'agent' then (select jsonb_build_object('first_name', u.first_name, 'last_name', u.last_name, 'avatar_url', u.avatar_url)
      from public.users u where u.id = group_id)
    when 'vendor' then (select jsonb_build_object('name', v.name, 'logo_url', v.logo_url) from public.vendors v where v.id = group_id)
    when 'customer' then (select jsonb_build_object('first_name', c.first_name, 'last_name', c.last_name)
      from public.customers c where c.id = group_id) end
$$;

-- What of a total is not shown.
create function private.report_rest(total private.report_cell, shown private.report_cell[]) returns private.report_cell
language sql immutable set search_path = '' as $$
  select null::date, null::uuid, total.n - s.n, total.total - s.total, total.expected - s.expected, total.received_n - s.received_n,
    total.received - s.received, total.agents - s.agents, total.short_n - s.short_n, total.short - s.short,
    total.written_off - s.written_off, total.open_amount - s.open_amount, total.due_n - s.due_n, total.late_n - s.late_n,
    total.late_days - s.late_days, total.paid - s.paid
  from private.add_report_cells(shown) s
$$;

create function private.months_between(first_month date, month date) returns int
language sql immutable set search_path = '' as $$
  select (12 * (extract(year from month) - extract(year from first_month)) + extract(month from month) - extract(month from first_month))::int
$$;

-- Cells by vendor, by the vendors' category; the others as they are.
create function private.by_category(cells private.report_cell[]) returns table (category text, cell private.report_cell)
language sql stable security definer set search_path = '' as $$
  select v.category, private.add_report_cells(array_agg(c)) from unnest(cells) c join public.vendors v on v.id = c.group_id group by 1
$$;

-- The rows of a report, {rows, total, before, others}: each row has its key, label, figures, and those of the range before. At most
-- `most` groups, of which `others` are what they leave of the total; but every month, one without anything too, up to today.
create function private.report_answer(p private.report_plan, most int) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  read_by constant text := case p.grouped_by when 'category' then 'vendor' when 'customer' then null else p.grouped_by end;
  nothing constant private.report_cell := private.add_report_cells('{}');
  cells constant private.report_cell[] := array(select c from private.report_cells(p, read_by, p.first_day, p.last_day) c);
  before private.report_cell[] := '{}';
  shown private.report_cell[];
  total private.report_cell := private.add_report_cells(cells);
  answer jsonb;
begin
  if p.compare is not null then
    before := array(select c from private.report_cells(p, read_by, p.before_first, p.before_last) c);
  end if;
  answer := jsonb_build_object('total', private.report_figures(total),
    'before', case when p.compare is not null then private.report_figures(private.add_report_cells(before)) end);
  if p.grouped_by = 'month' then
    return answer || jsonb_build_object('rows', (
      select coalesce(jsonb_agg(jsonb_build_object('key', m.month, 'figures', private.report_figures(coalesce(c, nothing)),
        'before', case when p.compare is not null then private.report_figures(coalesce(b, nothing)) end) order by m.month), '[]')
      from generate_series(date_trunc('month', p.first_day::timestamp), least(p.last_day::timestamp, greatest(p.today::timestamp,
        (select max(x.month) from unnest(cells) x)::timestamp)), '1 month') g(day)
      cross join lateral (select g.day::date as month) m
      left join unnest(cells) c on c.month = m.month
      -- The n-th month of the one range is compared with the n-th of the other.
      left join unnest(before) b on private.months_between(p.before_first, b.month) = private.months_between(p.first_day, m.month)));
  elsif p.grouped_by = 'category' then
    return answer || jsonb_build_object('rows', (
      select coalesce(jsonb_agg(jsonb_build_object('key', n.category, 'figures', private.report_figures(n.cell),
        'before', case when p.compare is not null then private.report_figures(coalesce(b.cell, nothing)) end)
        order by private.report_rank(p, n.cell) desc, n.category), '[]')
      from private.by_category(cells) n left join private.by_category(before) b on b.category = n.category));
  elsif p.grouped_by = 'customer' then
    shown := array(select c from private.report_customers(p, total.n, most) c);
    if p.compare is not null then
      p.first_day := p.before_first;
      p.last_day := p.before_last;
      before := array(select c from private.report_customers(p, 0, most, array(select c.group_id from unnest(shown) c)) c);
    end if;
  else
    shown := array(select c from unnest(cells) c order by private.report_rank(p, c) desc, c.n desc, c.group_id limit most);
  end if;
  return answer || jsonb_build_object(
    'rows', (
      select coalesce(jsonb_agg(jsonb_build_object('key', (shown[i]).group_id,
        'label', private.report_label(p.grouped_by, (shown[i]).group_id), 'figures', private.report_figures(shown[i]),
        'before', case when p.compare is not null then private.report_figures(coalesce(b, nothing)) end) order by i), '[]')
      from generate_subscripts(shown, 1) i left join unnest(before) b on b.group_id = (shown[i]).group_id),
    'others', (select private.report_figures(r) from private.report_rest(total, shown) r where r.n > 0));
end $$;

-- A report (docs/product.md, Reports): {report, range: {first, last, today}, before_range, rows, total, before, others}; of aging what
-- private.report_aging says. One call, over what the caller may see.
create function public.run_report(definition jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  p private.report_plan := private.plan_report(definition);
begin
  if p.report = 'aging' then
    return private.report_aging(p);
  end if;
  return private.report_answer(p, 200) || jsonb_build_object('report', p.report,
    'range', jsonb_build_object('first', p.first_day, 'last', p.last_day, 'today', p.today),
    'before_range', case when p.compare is not null then jsonb_build_object('first', p.before_first, 'last', p.before_last) end);
end $$;
grant execute on function public.run_report(jsonb) to authenticated;

-- The rows behind a figure: of one group (`key`) or of the whole report, the latest first, {count, figures, rows}. The figures are those
-- of the rows, all of them. `after` is the place of the last row of the page before, {day, id}; pages after the first say no figures.
create function public.get_report_rows(definition jsonb, key text default null, page_size int default 50, after jsonb default null)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  p private.report_plan := private.plan_report(definition);
  after_day date := case when after is not null then private.report_day(after, 'day') end;
  after_id uuid := case when after is not null then private.report_id(after, 'id') end;
  group_id uuid := case when p.grouped_by in ('agent', 'vendor', 'customer')
    then private.report_id(jsonb_build_object('key', get_report_rows.key), 'key') end;
  month date := case when p.grouped_by = 'month' and get_report_rows.key is not null
    then private.report_day(jsonb_build_object('key', get_report_rows.key), 'key') end;
  rows jsonb;
begin
  if group_id is not null and p.grouped_by = 'agent' then
    if p.agent_id <> group_id then
      p.organization_id := null;
    end if;
    p.agent_id := group_id;
  elsif group_id is not null and p.grouped_by = 'customer' then
    p.customer_id := group_id;
  elsif get_report_rows.key is not null and p.grouped_by in ('vendor', 'category') then
    p.vendor_ids := array(select v.id from public.vendors v where v.organization_id = p.organization_id
      and (p.vendor_ids is null or v.id = any (p.vendor_ids))
      and case p.grouped_by when 'vendor' then v.id = group_id else v.category = get_report_rows.key end);
  elsif month is not null then
    p.first_day := greatest(p.first_day, date_trunc('month', month::timestamp)::date);
    p.last_day := least(p.last_day, (date_trunc('month', month::timestamp) + interval '1 month')::date - 1);
  end if;
  execute format(
    'select coalesce(jsonb_agg(jsonb_build_object(''id'', f.id, ''sale_id'', f.sale_id, ''reference'', s.booking_reference,
        ''day'', f.day, ''status'', f.status, ''customer'', c.first_name || '' '' || c.last_name, ''vendor'', v.name,
        ''agent'', a.first_name || '' '' || a.last_name, ''total'', s.total_amount, ''expected'', f.expected, ''received'', f.received,
        ''agents'', case when f.received_on is not null then f.agent_amount end,
        ''short'', case when f.received < f.expected then f.expected - f.received end,
        ''written_off'', f.written_off, ''open'', f.open_amount, ''due_on'', f.due_on, ''received_on'', f.received_on,
        ''late_days'', case when f.due_on is not null and f.received_on is not null then greatest(f.received_on - f.due_on, 0) end,
        ''paid'', f.paid) order by f.day desc, f.id desc), ''[]'')
      from (select f.* from %s where %s and %s%s order by f.day desc, f.id desc limit $4) f
      join public.sales s on s.id = f.sale_id
      join public.customers c on c.id = s.customer_id
      join public.vendors v on v.id = f.vendor_id
      join public.users a on a.id = f.agent_id',
    private.report_facts(p.kind, p.customer_id is not null), private.report_condition(p), private.report_days(1),
    case when after_day is not null then ' and (f.day, f.id) < ($5, $6)' else '' end)
  into rows
  using p, array[p.first_day], array[p.last_day], least(greatest(coalesce(page_size, 50), 1), 5000), after_day, after_id;
  if after_day is not null then
    return jsonb_build_object('rows', rows);
  end if;
  return (
    select jsonb_build_object('count', t.n, 'figures', private.report_figures(t), 'rows', rows)
    from (select c from private.report_cells(p, null, p.first_day, p.last_day) c
      union all select private.add_report_cells('{}') limit 1) x(c)
    cross join lateral (select (x.c).*) t);
end $$;
grant execute on function public.get_report_rows(jsonb, text, int, jsonb) to authenticated;

-- What the page of all reports shows of each, in one call: the reports as they are without choices, by month.
create function public.get_report_gallery() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_object_agg(g.name, public.run_report(g.definition))
  from (values
    ('sales', '{"report": "sales"}'::jsonb), ('commissions', '{"report": "commissions"}'), ('performance', '{"report": "performance"}'),
    ('aging', '{"report": "aging"}'), ('punctuality', '{"report": "punctuality", "group": "month"}'),
    ('short_pay', '{"report": "short_pay", "group": "month"}'), ('agents_year', '{"report": "agents_year"}'),
    ('agents_months', '{"report": "agents_year", "group": "month"}')) g(name, definition)
$$;
grant execute on function public.get_report_gallery() to authenticated;

-- 63_payouts.sql

-- Payouts: what is owed to agents, collected into a batch, checked, approved and paid as a whole. A batch is a draft, approved, paid
-- or discarded. Its lines are commissions that can be paid, each in one batch at most, and adjustments (bonus, correction, recall),
-- which wait without a batch until one collects them. Admins only; an agent reads the own part (66_payout_screens). Recalls
-- are in 67_recalls.
--
-- Lock order: the batch, then sales and commissions (by sale), as everywhere.

create table public.payout_batches (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  name text not null,
  currency text not null,
  status text not null default 'draft',
  planned_on date,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  -- Who changed its lines last: with a second person asked for, somebody else approves.
  changed_by uuid not null,
  approved_by uuid,
  approved_at timestamptz,
  paid_by uuid,
  paid_at timestamptz,
  paid_on date,
  reference text,
  payment_key uuid,
  discarded_at timestamptz,
  version integer not null default 1,
  constraint payout_batches_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint payout_batches_organization_id_id_key unique (organization_id, id),
  -- Commissions have the currency of sales.
  constraint payout_batches_currency_fkey foreign key (organization_id, currency) references public.organizations (id, currency),
  constraint payout_batches_created_by_fkey foreign key (created_by, organization_id) references public.users (id, organization_id),
  constraint payout_batches_changed_by_fkey foreign key (changed_by, organization_id) references public.users (id, organization_id),
  constraint payout_batches_approved_by_fkey foreign key (approved_by, organization_id)
    references public.users (id, organization_id),
  constraint payout_batches_paid_by_fkey foreign key (paid_by, organization_id) references public.users (id, organization_id),
  constraint payout_batches_currency_length check (char_length(currency) = 3),
  constraint payout_batches_name_length check (char_length(name) <= 100),
  constraint payout_batches_name_required check (btrim(name) <> ''),
  constraint payout_batches_status_known check (status in ('draft', 'approved', 'paid', 'discarded')),
  constraint payout_batches_planned_on_range check (planned_on between '1900-01-01' and '2199-12-31'),
  constraint payout_batches_paid_on_range check (paid_on between '1900-01-01' and '2199-12-31'),
  constraint payout_batches_reference_length check (char_length(reference) <= 200),
  constraint payout_batches_approved_at_whole check ((status in ('approved', 'paid')) = (approved_at is not null)),
  constraint payout_batches_paid_at_whole check ((status = 'paid') = (num_nulls(paid_at, paid_on, payment_key) = 0))
);
alter table public.payout_batches enable row level security;

create unique index payout_batches_name_key on public.payout_batches (organization_id, lower(name)) where status <> 'discarded';
-- One payout at a time: what is collected next is what the last one left.
create unique index payout_batches_open_key on public.payout_batches (organization_id, currency)
  where status in ('draft', 'approved');
create index payout_batches_created_at_idx on public.payout_batches (organization_id, created_at desc, id);

create policy "admins read the payouts of their organization" on public.payout_batches
  for select to authenticated
  using (organization_id = (select private.current_organization_id()) and (select private.is_admin()));

grant select on public.payout_batches to authenticated;

create trigger payout_batches_truncate before truncate on public.payout_batches
  for each statement execute function private.refuse_truncate();

alter table public.agent_payments add constraint agent_payments_batch_id_fkey foreign key (organization_id, batch_id)
  references public.payout_batches (organization_id, id);

create table public.payout_lines (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  batch_id uuid,
  agent_id uuid not null,
  kind text not null,
  commission_id uuid,
  transaction_id uuid,
  amount numeric(12,2) not null,
  note text,
  -- Null: by maintenance.
  created_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  constraint payout_lines_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint payout_lines_batch_id_fkey foreign key (organization_id, batch_id)
    references public.payout_batches (organization_id, id),
  constraint payout_lines_agent_id_fkey foreign key (agent_id, organization_id) references public.users (id, organization_id),
  constraint payout_lines_commission_id_fkey foreign key (organization_id, commission_id)
    references public.commissions (organization_id, id),
  constraint payout_lines_transaction_id_fkey foreign key (organization_id, transaction_id)
    references public.bank_transactions (organization_id, id) on delete set null (transaction_id),
  constraint payout_lines_created_by_fkey foreign key (created_by, organization_id) references public.users (id, organization_id),
  constraint payout_lines_kind_known check (kind in ('commission', 'bonus', 'correction', 'recall')),
  constraint payout_lines_commission_id_whole check ((kind in ('commission', 'recall')) = (commission_id is not null)),
  constraint payout_lines_batch_id_required check (kind <> 'commission' or batch_id is not null),
  constraint payout_lines_amount_range check (amount between -9999999999.99 and 9999999999.99),
  constraint payout_lines_amount_sign check (case kind when 'commission' then amount >= 0 when 'bonus' then amount > 0
    when 'recall' then amount < 0 else amount <> 0 end),
  constraint payout_lines_note_required check (kind = 'commission' or btrim(note) <> ''),
  constraint payout_lines_note_length check (char_length(note) <= 500)
);
alter table public.payout_lines enable row level security;

-- A commission is collected once: lines of a discarded batch are deleted, those of a paid one stay.
create unique index payout_lines_commission_id_key on public.payout_lines (organization_id, commission_id)
  where kind = 'commission';
create index payout_lines_batch_id_idx on public.payout_lines (organization_id, batch_id, agent_id);
create index payout_lines_waiting_idx on public.payout_lines (organization_id, agent_id) where batch_id is null;
create index payout_lines_recalls_idx on public.payout_lines (organization_id, commission_id) where kind = 'recall';
-- What one transaction of the bank took back of a commission is given back once.
create unique index payout_lines_transaction_id_key on public.payout_lines (organization_id, transaction_id, commission_id)
  where transaction_id is not null;

create policy "admins read the payout lines of their organization" on public.payout_lines
  for select to authenticated
  using (organization_id = (select private.current_organization_id()) and (select private.is_admin()));

grant select on public.payout_lines to authenticated;

create trigger payout_lines_truncate before truncate on public.payout_lines
  for each statement execute function private.refuse_truncate();

-- Commissions that wait, with a reason that the agent reads, until somebody releases them.
create table public.payout_holds (
  organization_id uuid not null,
  commission_id uuid not null,
  reason text not null,
  held_by uuid not null,
  held_at timestamptz not null default now(),
  primary key (organization_id, commission_id),
  constraint payout_holds_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint payout_holds_commission_id_fkey foreign key (organization_id, commission_id)
    references public.commissions (organization_id, id) on delete cascade,
  constraint payout_holds_held_by_fkey foreign key (held_by, organization_id) references public.users (id, organization_id),
  constraint payout_holds_reason_length check (char_length(reason) <= 500),
  constraint payout_holds_reason_required check (btrim(reason) <> '')
);
alter table public.payout_holds enable row level security;

create policy "admins read the holds of their organization" on public.payout_holds
  for select to authenticated
  using (organization_id = (select private.current_organization_id()) and (select private.is_admin()));

grant select on public.payout_holds to authenticated;

create trigger payout_holds_truncate before truncate on public.payout_holds
  for each statement execute function private.refuse_truncate();

-- What people did with a batch.
create table public.payout_events (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  batch_id uuid not null,
  action text not null,
  details jsonb not null default '{}',
  done_by uuid not null,
  done_at timestamptz not null default clock_timestamp(),
  constraint payout_events_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint payout_events_batch_id_fkey foreign key (organization_id, batch_id)
    references public.payout_batches (organization_id, id),
  constraint payout_events_done_by_fkey foreign key (done_by, organization_id) references public.users (id, organization_id),
  constraint payout_events_action_known check (action in ('started', 'collected', 'removed', 'held', 'released', 'adjusted',
    'adjustment_removed', 'approved', 'reopened', 'discarded', 'paid')),
  constraint payout_events_details_length check (jsonb_typeof(details) = 'object' and octet_length(details::text) <= 20000)
);
alter table public.payout_events enable row level security;

create index payout_events_batch_id_idx on public.payout_events (organization_id, batch_id, done_at);

create policy "admins read the history of the payouts of their organization" on public.payout_events
  for select to authenticated
  using (organization_id = (select private.current_organization_id()) and (select private.is_admin()));

grant select on public.payout_events to authenticated;

create trigger payout_events_keep before update or delete on public.payout_events
  for each row execute function private.guard_history();
create trigger payout_events_truncate before truncate on public.payout_events
  for each statement execute function private.refuse_truncate();

-- 63_payouts_drafts.sql

-- Drafts of payouts: started, collected, changed line by line, discarded. Approving and paying is 64_payout_payment.

create function private.note_payout(b public.payout_batches, action text, details jsonb default '{}') returns void
language sql security definer set search_path = '' as $$
  insert into public.payout_events (organization_id, batch_id, action, details, done_by)
  values (b.organization_id, b.id, note_payout.action, note_payout.details, auth.uid());
  update public.payout_batches p set changed_by = auth.uid(), version = p.version + 1
  where p.id = b.id and note_payout.action not in ('approved', 'reopened', 'paid');
$$;

-- The batch, locked; null when it is not of the caller's organization. Who may not ask is refused before anything is looked up.
create function private.lock_payout(batch_id uuid) returns public.payout_batches
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.payout_organization();
  b public.payout_batches;
begin
  select p.* into b from public.payout_batches p
  where p.id = lock_payout.batch_id and p.organization_id = caller_organization_id for update;
  return b;
end $$;

-- The open draft of an organization, locked; null when there is none.
create function private.lock_draft(organization_id uuid) returns public.payout_batches
language plpgsql volatile security definer set search_path = '' as $$
declare
  b public.payout_batches;
begin
  select p.* into b from public.payout_batches p
  where p.organization_id = lock_draft.organization_id and p.status = 'draft' for update;
  return b;
end $$;

-- Why a batch cannot be changed; null when it can.
create function private.draft_refusal(b public.payout_batches) returns text
language sql immutable set search_path = '' as $$
  select case when b.id is null then 'This payout does not exist.'
    when b.status = 'approved' then 'This payout is approved. Take it back to a draft first.'
    when b.status = 'paid' then 'This payout is paid.'
    when b.status = 'discarded' then 'This payout was discarded.' end
$$;

-- Adds to a draft what can be paid now. Answers how many commissions and adjustments came in.
create function private.collect_payout(b public.payout_batches, out commissions int, out adjustments int)
language plpgsql volatile security definer set search_path = '' as $$
begin
  with collectable as materialized (
    select * from private.collectable_lines(b.organization_id, null)
  ), taken as (
    update public.payout_lines l set batch_id = b.id from collectable c where l.id = c.line_id and l.batch_id is null
    returning 1
  ), added_lines as (
    insert into public.payout_lines (organization_id, batch_id, agent_id, kind, commission_id, amount, created_by)
    select b.organization_id, b.id, c.agent_id, 'commission', c.commission_id, c.amount, auth.uid()
    from collectable c where c.kind = 'commission'
    order by c.commission_id
    on conflict do nothing
    returning 1)
  select (select count(*) from added_lines), (select count(*) from taken) into commissions, adjustments;
end $$;

-- Starts a draft with all that can be paid now. Without a name that of the month of its planned day. {success, error, field, id}.
create function public.start_payout(name text default null, planned_on date default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
declare
  caller_organization_id uuid := private.payout_organization();
  day date := coalesce(start_payout.planned_on, private.today());
  wanted text := coalesce(nullif(btrim(start_payout.name), ''), to_char(day, 'FMMonth YYYY'));
  free text := wanted;
  n int := 1;
  b public.payout_batches;
begin
  if char_length(wanted) > 100 then
    return private.command_result('Use at most 100 characters.', 'name');
  end if;
  -- One after the other: two drafts at once would collect the same.
  perform pg_advisory_xact_lock(hashtextextended('payouts ' || caller_organization_id, 0));
  if exists (select 1 from public.payout_batches p
    where p.organization_id = caller_organization_id and p.status in ('draft', 'approved')) then
    return private.command_result('There is a payout already that is not paid yet.');
  end if;
  while exists (select 1 from public.payout_batches p
    where p.organization_id = caller_organization_id and p.status <> 'discarded' and lower(p.name) = lower(free)) loop
    if nullif(btrim(start_payout.name), '') is not null then
      return private.command_result('There is a payout of this name already.', 'name');
    end if;
    n := n + 1;
    free := wanted || ' (' || n || ')';
  end loop;
  insert into public.payout_batches (organization_id, name, currency, planned_on, created_by, changed_by)
  select o.id, free, o.currency, start_payout.planned_on, auth.uid(), auth.uid()
  from public.organizations o where o.id = caller_organization_id
  returning * into b;
  perform private.note_payout(b, 'started', to_jsonb(private.collect_payout(b)));
  return private.command_result(null) || jsonb_build_object('id', b.id);
end $$;
grant execute on function public.start_payout(text, date) to authenticated;

-- Adds to a draft what can be paid since. {success, error, field, added}.
create function public.collect_payout(batch_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  b public.payout_batches := private.lock_payout(collect_payout.batch_id);
  added record;
begin
  if private.draft_refusal(b) is not null then
    return private.command_result(private.draft_refusal(b));
  end if;
  added := private.collect_payout(b);
  if added.commissions + added.adjustments > 0 then
    perform private.note_payout(b, 'collected', to_jsonb(added));
  end if;
  return private.command_result(null) || jsonb_build_object('added', added.commissions);
end $$;
grant execute on function public.collect_payout(uuid) to authenticated;

-- Takes lines out of a draft: commissions can be collected again, adjustments wait for the next payout. {success, error, field}.
create function public.remove_payout_lines(batch_id uuid, line_ids uuid[]) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  b public.payout_batches := private.lock_payout(remove_payout_lines.batch_id);
  gone int;
begin
  if private.draft_refusal(b) is not null then
    return private.command_result(private.draft_refusal(b));
  end if;
  with removed as (
    delete from public.payout_lines l
    where l.organization_id = b.organization_id and l.batch_id = b.id and l.id = any (line_ids) and l.kind = 'commission'
    returning 1
  ), put_back as (
    update public.payout_lines l set batch_id = null
    where l.organization_id = b.organization_id and l.batch_id = b.id and l.id = any (line_ids) and l.kind <> 'commission'
    returning 1)
  select (select count(*) from removed) + (select count(*) from put_back) into gone;
  if gone > 0 then
    perform private.note_payout(b, 'removed', jsonb_build_object('lines', gone));
  end if;
  return private.command_result(null);
end $$;
grant execute on function public.remove_payout_lines(uuid, uuid[]) to authenticated;

-- Holds a commission back, with a reason that its agent reads; it leaves the draft it is in. {success, error, field}.
create function public.hold_commission(commission_id uuid, reason text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
declare
  caller_organization_id uuid := private.payout_organization();
  b public.payout_batches;
  c public.commissions;
begin
  if nullif(btrim(hold_commission.reason), '') is null then
    return private.command_result('Say why it is held. The agent reads it.', 'reason');
  elsif char_length(btrim(hold_commission.reason)) > 500 then
    return private.command_result('Use at most 500 characters.', 'reason');
  end if;
  b := private.lock_draft(caller_organization_id);
  select m.* into c from public.commissions m
  where m.organization_id = caller_organization_id and m.id = hold_commission.commission_id for no key update;
  if c.id is null then
    return private.command_result('This commission does not exist.');
  elsif c.status in ('agent_paid', 'cancelled') then
    return private.command_result(case c.status when 'agent_paid' then 'The agent has already been paid for this commission.'
      else 'A cancelled commission cannot be paid.' end);
  elsif exists (
    select 1 from public.payout_lines l join public.payout_batches p on p.id = l.batch_id
    where l.organization_id = caller_organization_id and l.commission_id = c.id and l.kind = 'commission' and p.status = 'approved') then
    return private.command_result('This payout is approved. Take it back to a draft first.');
  end if;
  insert into public.payout_holds as h (organization_id, commission_id, reason, held_by)
  values (caller_organization_id, c.id, btrim(hold_commission.reason), auth.uid())
  on conflict (organization_id, commission_id) do update
    set reason = excluded.reason, held_by = excluded.held_by, held_at = now();
  delete from public.payout_lines l
  where l.organization_id = caller_organization_id and l.commission_id = c.id and l.kind = 'commission' and l.batch_id = b.id;
  if b.id is not null then
    perform private.note_payout(b, 'held', jsonb_build_object('commission_id', c.id, 'reason', btrim(hold_commission.reason)));
  end if;
  return private.command_result(null);
end $$;
grant execute on function public.hold_commission(uuid, text) to authenticated;

-- Ends a hold; the commission comes into the open draft when it can be paid. {success, error, field}.
create function public.release_commission(commission_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
declare
  caller_organization_id uuid := private.payout_organization();
  b public.payout_batches := private.lock_draft(caller_organization_id);
begin
  delete from public.payout_holds h
  where h.organization_id = caller_organization_id and h.commission_id = release_commission.commission_id;
  if not found then
    return private.command_result('This commission is not held.');
  end if;
  if b.id is not null then
    insert into public.payout_lines (organization_id, batch_id, agent_id, kind, commission_id, amount, created_by)
    select b.organization_id, b.id, c.agent_id, 'commission', c.commission_id, c.amount, auth.uid()
    from private.open_for_payout(caller_organization_id, (
      select m.agent_id from public.commissions m
      where m.organization_id = caller_organization_id and m.id = release_commission.commission_id), true) c
    where c.commission_id = release_commission.commission_id and c.obstacle is null and c.batch_id is null;
    perform private.note_payout(b, 'released', jsonb_build_object('commission_id', release_commission.commission_id));
  end if;
  return private.command_result(null);
end $$;
grant execute on function public.release_commission(uuid) to authenticated;

-- Adds what an agent gets besides, or gives back: {kind: bonus or correction, amount, note}. Into the open draft, else it waits for
-- the next one. {success, error, field, id}.
create function public.add_payout_adjustment(agent_id uuid, kind text, amount numeric, note text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
declare
  caller_organization_id uuid := private.payout_organization();
  b public.payout_batches := private.lock_draft(caller_organization_id);
  refusal text[];
  new_id uuid;
begin
  refusal := case
    when not exists (select 1 from public.users u
      where u.organization_id = caller_organization_id and u.id = add_payout_adjustment.agent_id) then
      array['Choose an agent.', 'agent_id']
    when add_payout_adjustment.kind is null or add_payout_adjustment.kind not in ('bonus', 'correction') then
      array['Choose what this is.', 'kind']
    when coalesce(add_payout_adjustment.amount, 0) = 0 or abs(add_payout_adjustment.amount) > 9999999999.99 then
      array['Enter an amount.', 'amount']
    when add_payout_adjustment.amount <> round(add_payout_adjustment.amount, 2) then array['Use at most two decimals.', 'amount']
    when add_payout_adjustment.kind = 'bonus' and add_payout_adjustment.amount < 0 then
      array['A bonus is more than nothing. What an agent gives back is a correction.', 'amount']
    when nullif(btrim(add_payout_adjustment.note), '') is null then array['Say what it is for. The agent reads it.', 'note']
    when char_length(btrim(add_payout_adjustment.note)) > 500 then array['Use at most 500 characters.', 'note']
  end;
  if refusal is not null then
    return private.command_result(refusal[1], refusal[2]);
  end if;
  insert into public.payout_lines (organization_id, batch_id, agent_id, kind, amount, note, created_by)
  values (caller_organization_id, b.id, add_payout_adjustment.agent_id, add_payout_adjustment.kind, add_payout_adjustment.amount,
    btrim(add_payout_adjustment.note), auth.uid())
  returning id into new_id;
  if b.id is not null then
    perform private.note_payout(b, 'adjusted', jsonb_build_object('agent_id', add_payout_adjustment.agent_id,
      'kind', add_payout_adjustment.kind, 'amount', add_payout_adjustment.amount, 'note', btrim(add_payout_adjustment.note)));
  end if;
  return private.command_result(null) || jsonb_build_object('id', new_id);
end $$;
grant execute on function public.add_payout_adjustment(uuid, text, numeric, text) to authenticated;

-- Deletes a bonus or correction that is not paid yet; a recall stays. {success, error, field}.
create function public.delete_payout_adjustment(line_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.payout_organization();
  b public.payout_batches := private.lock_draft(caller_organization_id);
  l public.payout_lines;
begin
  delete from public.payout_lines d
  where d.organization_id = caller_organization_id and d.id = delete_payout_adjustment.line_id and d.kind in ('bonus', 'correction')
    and (d.batch_id is null or d.batch_id = b.id)
  returning d.* into l;
  if l.id is null then
    return private.command_result('This adjustment can no longer be deleted.');
  elsif l.batch_id is not null then
    perform private.note_payout(b, 'adjustment_removed', jsonb_build_object('agent_id', l.agent_id, 'kind', l.kind,
      'amount', l.amount, 'note', l.note));
  end if;
  return private.command_result(null);
end $$;
grant execute on function public.delete_payout_adjustment(uuid) to authenticated;

-- Ends a batch unpaid: its commissions can be collected again, its adjustments wait. {success, error, field}.
create function public.discard_payout(batch_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  b public.payout_batches := private.lock_payout(discard_payout.batch_id);
begin
  if b.id is null or b.status in ('paid', 'discarded') then
    return private.command_result(private.draft_refusal(b));
  end if;
  delete from public.payout_lines l
  where l.organization_id = b.organization_id and l.batch_id = b.id and l.kind = 'commission';
  update public.payout_lines l set batch_id = null where l.organization_id = b.organization_id and l.batch_id = b.id;
  update public.payout_batches p set status = 'discarded', discarded_at = now(), approved_at = null, approved_by = null
  where p.id = b.id;
  perform private.note_payout(b, 'discarded');
  return private.command_result(null);
end $$;
grant execute on function public.discard_payout(uuid) to authenticated;

-- 63_payouts_payable.sql

-- What can be paid to agents now, and why the rest cannot: the one definition that payouts, lists, the dashboard and what agents are
-- told read.

-- The caller's tenant, for functions of payouts; everybody but admins and owners is refused.
create function private.payout_organization() returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  organization_id uuid := private.admin_organization_id();
begin
  if organization_id is null then
    raise exception using errcode = '42501', message = 'permission denied for payouts';
  end if;
  return organization_id;
end $$;

-- Why a commission cannot be paid to its agent now, the first that holds in this order; null when it can. held: an admin holds it;
-- travel: the trip has not begun or ended, by the organization's choice; vendor: nothing was received; customer: the sale is not
-- paid. The one place that says so: payouts, lists, the dashboard and what agents are told read it.
create function private.payout_obstacle(c public.commissions, s public.sales, o public.organizations, is_held boolean, today date)
returns text
language plpgsql immutable set search_path = '' as $$
declare
  received constant boolean := c.status = 'funds_received'
    and (o.commission_received_on = 'sale_paid' or c.received_on is not null);
begin
  return case
    when is_held then 'held'
    when received and case o.payout_hold_until when 'departure' then s.travel_date
      when 'return' then coalesce(s.return_date, s.travel_date) end > today then 'travel'
    when not received then 'vendor'
    when not c.sale_paid then 'customer' end;
end $$;

-- Open commissions of an organization, or of one agent, with what stands in their way (private.payout_obstacle) and the open payout
-- they are in. only_received: those that the vendor has not paid are left out.
create function private.open_commissions(organization_id uuid, agent_id uuid, only_received boolean)
returns table (commission_id uuid, agent_id uuid, amount numeric, obstacle text, batch_id uuid)
language sql stable security definer set search_path = '' as $$
  select c.id, c.agent_id, c.agent_amount,
    private.payout_obstacle(c, s, o, h.commission_id is not null, (select private.today())), l.batch_id
  from public.organizations o
  join public.commissions c on c.organization_id = o.id
    and c.status in ('funds_received', case when not only_received then 'unpaid' else 'funds_received' end)
  join public.sales s on s.id = c.sales_id
  left join public.payout_holds h on h.organization_id = c.organization_id and h.commission_id = c.id
  left join public.payout_lines l on l.organization_id = c.organization_id and l.commission_id = c.id and l.kind = 'commission'
  where o.id = open_commissions.organization_id
    and (open_commissions.agent_id is null or c.agent_id = open_commissions.agent_id)
$$;

-- Agents who would be paid something, but less than the organization's minimum, with all that waits for them and what the open
-- payout has: they wait for more. Nothing below zero waits: it is carried over.
create function private.below_minimum(organization_id uuid, agent_id uuid) returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  minimum constant numeric := (
    select o.payout_minimum_amount from public.organizations o where o.id = below_minimum.organization_id);
begin
  if minimum = 0 then
    return;
  end if;
  return query
    select t.agent_id from (
      select c.agent_id, c.amount
      from private.open_commissions(below_minimum.organization_id, below_minimum.agent_id, true) c
      where c.obstacle is null and c.batch_id is null
      union all
      select l.agent_id, l.amount from public.payout_lines l
      left join public.payout_batches b on b.organization_id = l.organization_id and b.id = l.batch_id
      where l.organization_id = below_minimum.organization_id and (l.batch_id is null or b.status in ('draft', 'approved'))
        and (below_minimum.agent_id is null or l.agent_id = below_minimum.agent_id)) t
    group by 1
    having sum(t.amount) + private.carried_balance(below_minimum.organization_id, t.agent_id) between 0.01 and minimum - 0.01;
end $$;

-- private.open_commissions, with one more obstacle. later: its agent waits for more (private.below_minimum).
create function private.open_for_payout(organization_id uuid, agent_id uuid, only_received boolean)
returns table (commission_id uuid, agent_id uuid, amount numeric, obstacle text, batch_id uuid)
language sql stable security definer set search_path = '' as $$
  select c.commission_id, c.agent_id, c.amount, coalesce(c.obstacle, case when c.batch_id is null and c.agent_id in (
    select private.below_minimum(open_for_payout.organization_id, open_for_payout.agent_id)) then 'later' end), c.batch_id
  from private.open_commissions(open_for_payout.organization_id, open_for_payout.agent_id, only_received) c
$$;

-- Commissions that count as received, and cannot be paid now for another reason than the customer: what lists and the dashboard
-- leave out of what is ready. Without any rule nothing is looked for.
create function private.blocked_commissions(organization_id uuid, agent_id uuid) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  if not exists (
    select 1 from public.organizations o where o.id = blocked_commissions.organization_id
      and (o.payout_hold_until <> 'off' or o.payout_minimum_amount > 0 or o.commission_received_on <> 'sale_paid'
        or exists (select 1 from public.payout_holds h where h.organization_id = o.id))) then
    return '{}';
  end if;
  return array(
    select c.commission_id from private.open_for_payout(blocked_commissions.organization_id, blocked_commissions.agent_id, true) c
    where c.obstacle <> 'customer');
end $$;

-- What a payout now would pay, for all agents or one: commissions that can be paid and are in no payout, and adjustments that wait.
create function private.collectable_lines(organization_id uuid, agent_id uuid)
returns table (line_id uuid, kind text, commission_id uuid, agent_id uuid, amount numeric)
language sql stable security definer set search_path = '' as $$
  select null::uuid, 'commission', c.commission_id, c.agent_id, c.amount
  from private.open_for_payout(collectable_lines.organization_id, collectable_lines.agent_id, true) c
  where c.obstacle is null and c.batch_id is null
  union all
  select l.id, l.kind, l.commission_id, l.agent_id, l.amount from public.payout_lines l
  where l.organization_id = collectable_lines.organization_id and l.batch_id is null
    and (collectable_lines.agent_id is null or l.agent_id = collectable_lines.agent_id)
    and l.agent_id not in (
      select private.below_minimum(collectable_lines.organization_id, collectable_lines.agent_id))
$$;

-- 64_payout_payment.sql

-- Approving and paying a payout. Paying is one transaction over all of it: every commission becomes agent_paid with its row in
-- agent_payments, and every agent gets a statement, frozen; or nothing happens, and the answer says what stands in the way.

-- What an agent was told about one payout, as it was when it was paid. Never changed.
create table public.payout_statements (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  batch_id uuid not null,
  agent_id uuid not null,
  number text not null,
  commission_amount numeric(12,2) not null,
  adjustment_amount numeric(12,2) not null,
  carried_in numeric(12,2) not null,
  carried_out numeric(12,2) not null,
  paid_amount numeric(12,2) not null,
  paid_on date not null,
  payment_method text not null,
  reference text,
  -- Names, texts and amounts of that day: {agency, agent, account, lines}.
  content jsonb not null,
  created_at timestamptz not null default now(),
  constraint payout_statements_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint payout_statements_batch_id_fkey foreign key (organization_id, batch_id)
    references public.payout_batches (organization_id, id),
  constraint payout_statements_agent_id_fkey foreign key (agent_id, organization_id)
    references public.users (id, organization_id),
  constraint payout_statements_batch_id_agent_id_key unique (organization_id, batch_id, agent_id),
  constraint payout_statements_number_key unique (organization_id, number),
  constraint payout_statements_number_length check (char_length(number) <= 30),
  constraint payout_statements_reference_length check (char_length(reference) <= 200),
  constraint payout_statements_payment_method_known
    check (payment_method in ('check', 'bank_transfer', 'cash', 'card', 'other')),
  -- What was owed is paid, or carried over when it is less than nothing.
  constraint payout_statements_paid_amount_sum check (
    commission_amount + adjustment_amount + carried_in = paid_amount + carried_out and paid_amount >= 0 and carried_out <= 0
    and carried_in <= 0 and (paid_amount = 0 or carried_out = 0))
);
alter table public.payout_statements enable row level security;

create index payout_statements_agent_id_idx on public.payout_statements (organization_id, agent_id, paid_on desc, id);

create policy "agents read their own statements, admins all of their organization" on public.payout_statements
  for select to authenticated using (
    organization_id = (select private.current_organization_id())
    and ((select private.is_admin()) or agent_id = (select auth.uid())));

grant select on public.payout_statements to authenticated;

create trigger payout_statements_keep before update or delete on public.payout_statements
  for each row execute function private.guard_history();
create trigger payout_statements_truncate before truncate on public.payout_statements
  for each statement execute function private.refuse_truncate();

-- What an agent owes from payouts that came out below zero: 0 or less. All that was owed by statements and not paid.
create function private.carried_balance(organization_id uuid, agent_id uuid) returns numeric
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(s.commission_amount + s.adjustment_amount - s.paid_amount), 0)
  from public.payout_statements s
  where s.organization_id = carried_balance.organization_id and s.agent_id = carried_balance.agent_id
$$;

-- What stands in the way of paying a batch: [{line_id, commission_id, booking_reference, agent, problem}], [] for nothing.
create function private.payout_problems(b public.payout_batches) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('line_id', p.line_id, 'commission_id', p.commission_id,
    'booking_reference', p.booking_reference, 'agent', p.agent, 'problem', p.problem) order by p.booking_reference, p.line_id), '[]')
  from (
    select l.id as line_id, c.id as commission_id, s.booking_reference, u.first_name || ' ' || u.last_name as agent, case
        when c.status = 'agent_paid' then 'Paid on its own meanwhile'
        when c.status = 'cancelled' then 'Cancelled meanwhile'
        when c.agent_id <> l.agent_id then 'Given to another agent'
        when c.agent_amount <> l.amount then 'The agent’s share is ' || c.agent_amount || ' now'
        else case private.payout_obstacle(c, s, o, h.commission_id is not null, (select private.today()))
          when 'held' then 'Held meanwhile' when 'travel' then 'Waits for the trip' when 'vendor' then 'No longer received'
          when 'customer' then 'The customer has not paid this sale' end end as problem
    from public.payout_lines l
    join public.organizations o on o.id = l.organization_id
    join public.commissions c on c.organization_id = l.organization_id and c.id = l.commission_id
    join public.sales s on s.id = c.sales_id
    join public.users u on u.id = l.agent_id
    left join public.payout_holds h on h.organization_id = l.organization_id and h.commission_id = c.id
    where l.organization_id = b.organization_id and l.batch_id = b.id and l.kind = 'commission') p
  where p.problem is not null
$$;

-- What each agent gets by a batch: sums of its lines, what they bring along and what is left.
create function private.payout_totals(b public.payout_batches)
returns table (agent_id uuid, commission_count bigint, commission_amount numeric, adjustment_amount numeric, carried_in numeric,
  paid_amount numeric, carried_out numeric)
language sql stable security definer set search_path = '' as $$
  select t.agent_id, t.n, t.commissions, t.adjustments, t.carried, greatest(t.total, 0), least(t.total, 0)
  from (
    select l.agent_id, l.n, l.commissions, l.adjustments, carry.amount as carried, l.commissions + l.adjustments + carry.amount as total
    from (
      select l.agent_id, count(*) filter (where l.kind = 'commission') as n,
        coalesce(sum(l.amount) filter (where l.kind = 'commission'), 0) as commissions,
        coalesce(sum(l.amount) filter (where l.kind <> 'commission'), 0) as adjustments
      from public.payout_lines l where l.organization_id = b.organization_id and l.batch_id = b.id group by 1) l
    cross join lateral (select private.carried_balance(b.organization_id, l.agent_id) as amount) carry) t
$$;

-- Whether somebody else has to approve a draft, where a second person is asked for: the caller started it, wrote a bonus or correction
-- in it, or changed it last.
create function private.needs_other_person(b public.payout_batches) returns boolean
language sql stable security definer set search_path = '' as $$
  select o.payout_second_approval and (auth.uid() in (b.created_by, b.changed_by) or exists (
    select 1 from public.payout_lines l
    where l.organization_id = b.organization_id and l.batch_id = b.id and l.kind in ('bonus', 'correction') and l.created_by = auth.uid()))
  from public.organizations o where o.id = b.organization_id
$$;

-- Approves a draft as the caller saw it. {success, error, field, problems}.
create function public.approve_payout(batch_id uuid, expected_version int) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  b public.payout_batches := private.lock_payout(approve_payout.batch_id);
  problems jsonb;
begin
  if private.draft_refusal(b) is not null then
    return private.command_result(private.draft_refusal(b));
  elsif b.version is distinct from approve_payout.expected_version then
    return private.command_result('Somebody changed this payout meanwhile. Look at it again.');
  elsif private.needs_other_person(b) then
    return private.command_result('A second person approves: not who started this payout, wrote one of its adjustments, or changed it last.');
  elsif not exists (select 1 from public.payout_lines l where l.organization_id = b.organization_id and l.batch_id = b.id) then
    return private.command_result('There is nothing in this payout.');
  end if;
  problems := private.payout_problems(b);
  if problems <> '[]' then
    return private.command_result('Some of these commissions cannot be paid any more.') || jsonb_build_object('problems', problems);
  end if;
  update public.payout_batches p set status = 'approved', approved_by = auth.uid(), approved_at = now(), version = p.version + 1
  where p.id = b.id;
  perform private.note_payout(b, 'approved', jsonb_build_object('amount',
    (select sum(t.paid_amount) from private.payout_totals(b) t)));
  return private.command_result(null);
end $$;
grant execute on function public.approve_payout(uuid, int) to authenticated;

-- Takes an approved payout back to a draft. {success, error, field}.
create function public.reopen_payout(batch_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  b public.payout_batches := private.lock_payout(reopen_payout.batch_id);
begin
  if b.status is distinct from 'approved' then
    return private.command_result(coalesce(private.draft_refusal(b), 'This payout is a draft.'));
  end if;
  update public.payout_batches p set status = 'draft', approved_by = null, approved_at = null, version = p.version + 1
  where p.id = b.id;
  perform private.note_payout(b, 'reopened');
  return private.command_result(null);
end $$;
grant execute on function public.reopen_payout(uuid) to authenticated;

-- Pays an approved payout. Agents whose bank details fit the file are paid by it, the others by check, whose numbers `checks` may tell
-- ({agent_id: number}). `payment_key` makes it once: sent again with the same key it answers what the first call did.
-- {success, error, field, problems, statements}.
create function public.pay_payout(batch_id uuid, expected_version int, paid_on date, reference text, payment_key uuid,
  checks jsonb default '{}')
returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
declare
  b public.payout_batches := private.lock_payout(pay_payout.batch_id);
  problems jsonb;
  sale_ids uuid[];
  first_number int;
begin
  if b.id is null then
    return private.command_result('This payout does not exist.');
  elsif b.status = 'paid' and b.payment_key = pay_payout.payment_key then
    return private.command_result(null) || jsonb_build_object('statements',
      (select count(*) from public.payout_statements s where s.organization_id = b.organization_id and s.batch_id = b.id));
  elsif b.status <> 'approved' then
    return private.command_result(case when b.status = 'draft' then 'Approve this payout first.' else private.draft_refusal(b) end);
  elsif b.version is distinct from pay_payout.expected_version then
    return private.command_result('Somebody changed this payout meanwhile. Look at it again.');
  elsif pay_payout.payment_key is null then
    return private.command_result('This payment needs a key of its own.', 'payment_key');
  elsif pay_payout.paid_on is null or pay_payout.paid_on not between '1900-01-01' and '2199-12-31' then
    return private.command_result('Enter the payment date.', 'paid_on');
  elsif char_length(btrim(pay_payout.reference)) > 200 then
    return private.command_result('Use at most 200 characters.', 'reference');
  elsif jsonb_typeof(coalesce(checks, '{}')) <> 'object' or exists (
    select 1 from jsonb_each_text(coalesce(checks, '{}')) e where char_length(e.value) > 200) then
    return private.command_result('Use at most 200 characters.', 'checks');
  end if;
  -- Statements are numbered, and balances carried, one payout after the other.
  perform pg_advisory_xact_lock(hashtextextended('payouts ' || b.organization_id, 0));
  sale_ids := array(
    select c.sales_id from public.payout_lines l join public.commissions c on c.organization_id = l.organization_id and c.id = l.commission_id
    where l.organization_id = b.organization_id and l.batch_id = b.id and l.kind = 'commission');
  perform 1 from public.sales s where s.organization_id = b.organization_id and s.id = any (sale_ids) order by s.id for no key update;
  perform 1 from public.commissions c where c.organization_id = b.organization_id and c.sales_id = any (sale_ids)
  order by c.sales_id for no key update;
  problems := private.payout_problems(b);
  if problems <> '[]' then
    return private.command_result('Some of these commissions cannot be paid any more.') || jsonb_build_object('problems', problems);
  end if;

  select coalesce(max(split_part(s.number, '-', 3)::int), 0) into first_number from public.payout_statements s
  where s.organization_id = b.organization_id and starts_with(s.number, to_char(pay_payout.paid_on, 'YYYY-MM-'));
  insert into public.payout_statements (organization_id, batch_id, agent_id, number, commission_amount, adjustment_amount,
    carried_in, carried_out, paid_amount, paid_on, payment_method, reference, content)
  select b.organization_id, b.id, t.agent_id,
    to_char(pay_payout.paid_on, 'YYYY-MM-') || to_char(first_number + row_number() over (order by u.last_name, u.first_name, u.id), 'FM999999900'),
    t.commission_amount, t.adjustment_amount, t.carried_in, t.carried_out, t.paid_amount, pay_payout.paid_on,
    case when account.details is null then 'check' else 'bank_transfer' end,
    nullif(btrim(case when account.details is null then coalesce(checks ->> t.agent_id::text, pay_payout.reference)
      else pay_payout.reference end), ''),
    jsonb_build_object('agency', private.statement_agency(b.organization_id),
      'agent', jsonb_build_object('first_name', u.first_name, 'last_name', u.last_name), 'payout', b.name, 'currency', b.currency,
      'account', account.details, 'lines', private.statement_lines(b, t.agent_id))
  from private.payout_totals(b) t
  join public.users u on u.id = t.agent_id
  cross join lateral (select private.file_account(b.organization_id, t.agent_id) as details) account;

  perform set_config('paperplane.paying_payout', 'yes', true);
  perform private.write_agent_payments(b.organization_id, array_agg(l.commission_id order by l.commission_id),
    array_agg(s.payment_method order by l.commission_id), array_agg(s.reference order by l.commission_id), pay_payout.paid_on, null, b.id)
  from public.payout_lines l
  join public.payout_statements s on s.organization_id = l.organization_id and s.batch_id = l.batch_id and s.agent_id = l.agent_id
  where l.organization_id = b.organization_id and l.batch_id = b.id and l.kind = 'commission'
  having count(*) > 0;
  perform set_config('paperplane.paying_payout', '', true);

  update public.payout_batches p set status = 'paid', paid_by = auth.uid(), paid_at = now(), paid_on = pay_payout.paid_on,
    reference = nullif(btrim(pay_payout.reference), ''), payment_key = pay_payout.payment_key, version = p.version + 1
  where p.id = b.id;
  perform private.note_payout(b, 'paid', jsonb_build_object('amount',
    (select sum(s.paid_amount) from public.payout_statements s where s.organization_id = b.organization_id and s.batch_id = b.id)));
  perform private.write_notification(s.organization_id, s.agent_id, 'payout',
    case when s.paid_amount > 0 then 'You were paid ' || trim(to_char(s.paid_amount, '9,999,999,990.00')) || ' ' || b.currency || ' with the '
      || b.name || ' payout. Your statement is there.'
    else 'Your statement of the ' || b.name || ' payout is there.' end, 'statements', s.id)
  from public.payout_statements s where s.organization_id = b.organization_id and s.batch_id = b.id;
  return private.command_result(null) || jsonb_build_object('statements',
    (select count(*) from public.payout_statements s where s.organization_id = b.organization_id and s.batch_id = b.id));
end $$;
grant execute on function public.pay_payout(uuid, int, date, text, uuid, jsonb) to authenticated;

-- Who pays, as a statement names them.
create function private.statement_agency(organization_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('name', o.name, 'email', coalesce(o.support_email, o.email), 'logo_url', o.logo_url)
  from public.organizations o where o.id = statement_agency.organization_id
$$;

-- The lines of one agent in a batch, commissions first, as they are kept in a statement: without the customers' names, which can be
-- erased.
create function private.statement_lines(b public.payout_batches, agent_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('kind', l.kind, 'amount', l.amount, 'note', l.note, 'commission_id', l.commission_id,
    'booking_reference', s.booking_reference, 'vendor', v.name,
    'received_on', c.received_on, 'commission', c.amount, 'split', c.commission_split)
    order by l.kind <> 'commission', s.sale_date, s.booking_reference, l.created_at, l.id), '[]')
  from public.payout_lines l
  left join public.commissions c on c.organization_id = l.organization_id and c.id = l.commission_id
  left join public.sales s on s.id = c.sales_id
  left join public.vendors v on v.id = c.vendor_id
  where l.organization_id = b.organization_id and l.batch_id = b.id and l.agent_id = statement_lines.agent_id
$$;

-- Redacts the free texts of payouts: of these commissions, or of the whole organization (null) with its statements and histories
-- (private.redact_sales).
create function private.redact_payouts(organization_id uuid, commission_ids uuid[], pattern text) returns void
language sql volatile security definer set search_path = '' as $$
  update public.payout_holds h set reason = private.redact(h.reason, pattern, 500)
  where h.organization_id = redact_payouts.organization_id and h.reason ~* pattern
    and (redact_payouts.commission_ids is null or h.commission_id = any (redact_payouts.commission_ids));
  update public.payout_lines l set note = private.redact(l.note, pattern, 500)
  where l.organization_id = redact_payouts.organization_id and l.note ~* pattern
    and (redact_payouts.commission_ids is null or l.commission_id = any (redact_payouts.commission_ids));
  update public.payout_events e set details = private.redact_json(e.details, pattern)
  where redact_payouts.commission_ids is null and e.organization_id = redact_payouts.organization_id and e.details::text ~* pattern;
  update public.notifications n set message = private.redact(n.message, pattern, 1000)
  from public.payout_statements s
  where redact_payouts.commission_ids is null and s.organization_id = redact_payouts.organization_id
    and s.content ->> 'payout' ~* pattern and n.organization_id = s.organization_id and n.user_id = s.agent_id
    and n.commentable_type = 'statements' and n.commentable_id = s.id;
  -- Names of payouts stay unique.
  update public.payout_batches b set reference = private.redact(b.reference, pattern, 200),
    name = case when b.name ~* pattern then private.redact(b.name, pattern, 90) || ' ' || left(b.id::text, 8) else b.name end
  where redact_payouts.commission_ids is null and b.organization_id = redact_payouts.organization_id
    and (b.reference ~* pattern or b.name ~* pattern);
  update public.payout_statements s set reference = private.redact(s.reference, pattern, 200),
    content = s.content || jsonb_build_object('payout', private.redact(s.content ->> 'payout', pattern),
      'lines', private.redact_json(s.content -> 'lines', pattern))
  where redact_payouts.commission_ids is null and s.organization_id = redact_payouts.organization_id
    and (s.reference ~* pattern or s.content ->> 'payout' ~* pattern or (s.content -> 'lines')::text ~* pattern);
$$;

-- 65_bank_details.sql

-- Where agents are paid, and from which account: encrypted like passports (15_secrets), shown by the last four characters. The whole
-- numbers leave only with a payment file, which is recorded before it is told (14_audit_log).

create table private.bank_details (
  organization_id uuid not null,
  -- The agent who is paid; null for the organization, which pays.
  agent_id uuid,
  kind text not null,
  holder_name text not null,
  last_four text not null,
  -- {routing_number, account_number, account_type} or {iban, bic}, of the organization besides {company_id}.
  numbers_encrypted bytea not null,
  updated_at timestamptz not null default now(),
  constraint bank_details_key unique nulls not distinct (organization_id, agent_id),
  constraint bank_details_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint bank_details_agent_id_fkey foreign key (agent_id, organization_id) references public.users (id, organization_id),
  constraint bank_details_kind_known check (kind in ('us', 'iban'))
);
alter table private.bank_details enable row level security;

create trigger bank_details_90_touch before update on private.bank_details
  for each row execute function private.touch_updated_at();

-- Check digit of a US routing number (ABA).
create function private.is_routing_number(number text) returns boolean
language sql immutable set search_path = '' as $$
  select number ~ '^\d{9}$' and number <> '000000000' and (
    select sum(substr(number, n, 1)::int * (array[3, 7, 1])[(n - 1) % 3 + 1]) % 10 = 0 from generate_series(1, 9) n)
$$;

-- Check digits of an IBAN (ISO 13616): letters as numbers, the country and the digits at the end, modulo 97.
create function private.is_iban(number text) returns boolean
language sql immutable set search_path = '' as $$
  select number ~ '^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$' and (
    select string_agg(case when ch ~ '\d' then ch else (ascii(ch) - 55)::text end, '' order by n)::numeric % 97 = 1
    from regexp_split_to_table(substr(number, 5) || left(number, 4), '') with ordinality t(ch, n))
$$;

-- {kind, holder_name, last_four, updated_at} of an agent, or of the organization (null); null where nothing is known.
create function private.masked_bank_account(organization_id uuid, agent_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('kind', d.kind, 'holder_name', d.holder_name, 'last_four', d.last_four, 'updated_at', d.updated_at)
  from private.bank_details d
  where d.organization_id = masked_bank_account.organization_id and d.agent_id is not distinct from masked_bank_account.agent_id
$$;

-- Where an agent is paid by the payment file: their account, when it is of the kind of the organization's; null: by check.
create function private.file_account(organization_id uuid, agent_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select a.own from (select private.masked_bank_account(file_account.organization_id, file_account.agent_id) as own,
    private.masked_bank_account(file_account.organization_id, null) as sender) a
  where a.own ->> 'kind' = a.sender ->> 'kind'
$$;

-- Checks and writes details for an agent, or for the organization (null). The refusal {error, field}, or null. No message repeats
-- the input.
create function private.write_bank_details(organization_id uuid, agent_id uuid, details jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  input jsonb := case when jsonb_typeof(details) = 'object' then details else '{}' end;
  holder text := nullif(btrim(input ->> 'holder_name'), '');
  routing text := regexp_replace(input ->> 'routing_number', '[\s-]', '', 'g');
  account text := upper(regexp_replace(input ->> 'account_number', '[\s-]', '', 'g'));
  iban text := upper(regexp_replace(input ->> 'iban', '\s', '', 'g'));
  bic text := nullif(upper(regexp_replace(input ->> 'bic', '\s', '', 'g')), '');
  company text := nullif(upper(regexp_replace(input ->> 'company_id', '[\s-]', '', 'g')), '');
  refusal text[];
begin
  refusal := case
    when holder is null then array['Enter the name on the account.', 'holder_name']
    when char_length(holder) > 70 then array['Use at most 70 characters.', 'holder_name']
    when input ->> 'kind' = 'us' then case
      when not coalesce(private.is_routing_number(routing), false) then
        array['This is not a routing number. It has nine digits and stands on a check.', 'routing_number']
      when coalesce(account !~ '^[A-Z0-9]{4,17}$', true) then
        array['Enter the account number, 4 to 17 digits.', 'account_number']
      when coalesce(input ->> 'account_type' not in ('checking', 'savings'), true) then
        array['Choose checking or savings.', 'account_type']
      when write_bank_details.agent_id is null and coalesce(company !~ '^[A-Z0-9]{9,10}$', true) then
        array['Enter the company''s number that the bank gave you, 9 or 10 characters.', 'company_id'] end
    when input ->> 'kind' = 'iban' then case
      when not coalesce(private.is_iban(iban), false) then array['This is not an IBAN. Look for a mistyped character.', 'iban']
      when bic !~ '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$' then array['A BIC has 8 or 11 characters.', 'bic'] end
    else array['Choose how you are paid.', 'kind'] end;
  if refusal is not null then
    return jsonb_build_object('error', refusal[1], 'field', refusal[2]);
  end if;
  insert into private.bank_details as d (organization_id, agent_id, kind, holder_name, last_four, numbers_encrypted)
  select write_bank_details.organization_id, write_bank_details.agent_id, input ->> 'kind', holder,
    -- Of a short number only half is shown.
    right(n.number, least(4, char_length(n.number) / 2)), private.seal('bank_details_key',
      jsonb_strip_nulls(case input ->> 'kind'
        when 'us' then jsonb_build_object('routing_number', routing, 'account_number', account,
          'account_type', input ->> 'account_type', 'company_id', company)
        else jsonb_build_object('iban', iban, 'bic', bic) end)::text)
  from (select case input ->> 'kind' when 'us' then account else iban end as number) n
  on conflict on constraint bank_details_key do update set kind = excluded.kind, holder_name = excluded.holder_name,
    last_four = excluded.last_four, numbers_encrypted = excluded.numbers_encrypted;
  return null;
end $$;

-- Where the caller is paid: {kind: us, holder_name, routing_number, account_number, account_type} or {kind: iban, holder_name, iban,
-- bic}. The admins are told that it changed. {success, error, field}.
create function public.save_bank_details(details jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.current_organization_id();
  refusal jsonb;
begin
  if caller_organization_id is null then
    return private.command_result('You do not belong to an organization.');
  end if;
  refusal := private.write_bank_details(caller_organization_id, auth.uid(), details);
  if refusal is not null then
    return private.command_result(refusal ->> 'error', refusal ->> 'field');
  end if;
  perform private.audit(caller_organization_id, 'bank_details_changed', null, auth.uid());
  perform private.notify_other_admins(caller_organization_id, 'security',
    private.acting_name(caller_organization_id) || ' changed where payouts go.', 'team', auth.uid());
  return private.command_result(null);
end $$;
grant execute on function public.save_bank_details(jsonb) to authenticated;

-- Forgets where the caller is paid: the next payout is by check. {success, error, field}.
create function public.delete_bank_details() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.current_organization_id();
begin
  delete from private.bank_details d where d.organization_id = caller_organization_id and d.agent_id = auth.uid();
  if found then
    perform private.audit(caller_organization_id, 'bank_details_deleted', null, auth.uid());
  end if;
  return private.command_result(null);
end $$;
grant execute on function public.delete_bank_details() to authenticated;

-- The account payouts are paid from, written by owners: as save_bank_details, for us besides {company_id}. {success, error, field}.
create function public.save_payout_account(details jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.current_organization_id();
  refusal jsonb;
begin
  if caller_organization_id is null or not private.is_owner() then
    return private.command_result('Only an owner can change the account that payouts are paid from.');
  end if;
  refusal := private.write_bank_details(caller_organization_id, null, details);
  if refusal is not null then
    return private.command_result(refusal ->> 'error', refusal ->> 'field');
  end if;
  perform private.audit(caller_organization_id, 'payout_account_changed', null, null);
  perform private.notify_other_admins(caller_organization_id, 'security',
    private.acting_name(caller_organization_id) || ' changed the account that payouts are paid from.', 'organizations', caller_organization_id);
  return private.command_result(null);
end $$;
grant execute on function public.save_payout_account(jsonb) to authenticated;

-- {own, payout}: where the caller is paid, and for admins the account of the organization; masked, null where nothing is known.
create function public.get_bank_details() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.current_organization_id();
begin
  return jsonb_build_object('own', private.masked_bank_account(caller_organization_id, auth.uid()),
    'payout', case when private.is_admin() then private.masked_bank_account(caller_organization_id, null) end);
end $$;
grant execute on function public.get_bank_details() to authenticated;

-- Records that the caller asks for the payment file of an approved or paid payout. Answers the id to read it by.
create function public.request_payment_file(batch_id uuid) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  b public.payout_batches := private.lock_payout(request_payment_file.batch_id);
begin
  if b.id is null or b.status not in ('approved', 'paid') then
    perform private.refuse('A payment file is made for an approved payout.');
  elsif private.masked_bank_account(b.organization_id, null) is null then
    perform private.refuse('An owner has to say first from which account payouts are paid.');
  end if;
  perform private.limit_disclosures(b.organization_id, 'payment_file', b.id, 'payment files', 10);
  perform private.audit(b.organization_id, 'payment_file_requested', null, b.id);
  return private.allow_disclosure('payment_file', b.id);
end $$;
grant execute on function public.request_payment_file(uuid) to authenticated;

-- Who gets something by a payout, with what was said of their account when it was paid, and why not by the file: `reason`, null for
-- who is in it. What is paid by check stays so, also when details come later; and nothing goes to an account other than the
-- statement names.
create function private.file_payments(b public.payout_batches, sender_kind text)
returns table (agent_id uuid, amount numeric, reason text)
language sql stable security definer set search_path = '' as $$
  select t.agent_id, t.paid_amount, case
    when t.payment_method = 'check' then 'Paid by check'
    when d.kind is null then 'No bank details'
    when d.kind <> sender_kind then 'An account of another kind'
    when t.account is not null and (t.account ->> 'last_four', t.account ->> 'kind', t.account ->> 'holder_name', (t.account ->> 'updated_at')::timestamptz)
      is distinct from (d.last_four, d.kind, d.holder_name, d.updated_at) then 'The bank details changed after this payout was paid' end
  from (
    select s.agent_id, s.paid_amount, s.payment_method, s.content -> 'account' as account from public.payout_statements s
    where b.status = 'paid' and s.organization_id = b.organization_id and s.batch_id = b.id
    union all
    select t.agent_id, t.paid_amount, null, null from private.payout_totals(b) t where b.status = 'approved') t
  left join private.bank_details d on d.organization_id = b.organization_id and d.agent_id = t.agent_id
  where t.paid_amount > 0
$$;

-- What the payment file says: {batch_id, name, currency, planned_on, kind, sender, payments: [{agent_id, holder_name, amount, numbers}],
-- left: [{agent_id, name, amount, reason}]}. left: who gets something otherwise (private.file_payments).
create function public.read_payment_file(disclosure_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.payout_organization();
  asked_batch uuid := private.take_disclosure('payment_file', read_payment_file.disclosure_id);
  b public.payout_batches;
  sender private.bank_details;
begin
  select p.* into b from public.payout_batches p
  where p.id = asked_batch and p.organization_id = caller_organization_id and p.status in ('approved', 'paid');
  select d.* into sender from private.bank_details d where d.organization_id = b.organization_id and d.agent_id is null;
  if b.id is null or sender.kind is null then
    perform private.refuse(private.disclosure_refusal());
  end if;
  return jsonb_build_object('batch_id', b.id, 'name', b.name, 'currency', b.currency, 'planned_on', coalesce(b.paid_on, b.planned_on),
    'kind', sender.kind, 'sender', private.unseal('bank_details_key', sender.numbers_encrypted)::jsonb
      || jsonb_build_object('holder_name', sender.holder_name),
    'payments', (
      select coalesce(jsonb_agg(jsonb_build_object('agent_id', t.agent_id, 'holder_name', d.holder_name, 'amount', t.amount,
        'numbers', private.unseal('bank_details_key', d.numbers_encrypted)::jsonb) order by d.holder_name, t.agent_id), '[]')
      from private.file_payments(b, sender.kind) t
      join private.bank_details d on d.organization_id = b.organization_id and d.agent_id = t.agent_id
      where t.reason is null),
    'left', (
      select coalesce(jsonb_agg(jsonb_build_object('agent_id', t.agent_id, 'name', u.first_name || ' ' || u.last_name,
        'amount', t.amount, 'reason', t.reason) order by u.last_name, u.first_name, u.id), '[]')
      from private.file_payments(b, sender.kind) t join public.users u on u.id = t.agent_id
      where t.reason is not null));
end $$;
grant execute on function public.read_payment_file(uuid) to authenticated;

-- 66_payout_screens.sql

-- What the screens of payouts read, one call a screen: admins the batches, agents their own next payout and statements.

-- Figures of a batch: {agents, commissions, commission_amount, adjustments, adjustment_amount, carried_in, carried_out, amount}.
create function private.payout_figures(b public.payout_batches) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('agents', count(*) filter (where t.paid_amount > 0), 'commissions', coalesce(sum(t.commission_count), 0),
    'commission_amount', coalesce(sum(t.commission_amount), 0), 'adjustment_amount', coalesce(sum(t.adjustment_amount), 0),
    'carried_in', coalesce(sum(t.carried_in), 0), 'carried_out', coalesce(sum(t.carried_out), 0),
    'amount', coalesce(sum(t.paid_amount), 0))
  from (
    -- A paid batch is told by its statements: what was carried then is not what is carried now.
    select (select count(*) from public.payout_lines l where l.organization_id = s.organization_id and l.batch_id = s.batch_id
        and l.agent_id = s.agent_id and l.kind = 'commission') as commission_count,
      s.commission_amount, s.adjustment_amount, s.carried_in, s.carried_out, s.paid_amount
    from public.payout_statements s where b.status = 'paid' and s.organization_id = b.organization_id and s.batch_id = b.id
    union all
    select t.commission_count, t.commission_amount, t.adjustment_amount, t.carried_in, t.carried_out, t.paid_amount
    from private.payout_totals(b) t where b.status <> 'paid') t
$$;

create function private.payout_row(b public.payout_batches) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', b.id, 'name', b.name, 'status', b.status, 'planned_on', b.planned_on, 'paid_on', b.paid_on,
    'discarded_at', b.discarded_at, 'version', b.version, 'by', (
      select jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'avatar_url', u.avatar_url)
      from public.users u where u.id = coalesce(b.paid_by, b.created_by))) || private.payout_figures(b)
$$;

-- {rows, count, page, total_pages, strip}: payouts, the latest first. strip: what can be paid now, what is held, what waits for a
-- trip, and what was paid this year and in the last.
create function public.list_payouts(page int default 1, page_size int default 10) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.payout_organization();
  per_page int := least(greatest(coalesce(list_payouts.page_size, 10), 1), 100);
  page_no int := greatest(coalesce(list_payouts.page, 1), 1);
  year date := date_trunc('year', private.today())::date;
  total bigint;
begin
  select count(*) into total from public.payout_batches b where b.organization_id = caller_organization_id;
  return jsonb_build_object('count', total, 'page', page_no, 'page_size', per_page, 'total_pages', (total + per_page - 1) / per_page,
    'rows', (
      select coalesce(jsonb_agg(private.payout_row(b) order by b.created_at desc, b.id), '[]')
      from (select p.* from public.payout_batches p where p.organization_id = caller_organization_id
        order by p.created_at desc, p.id limit per_page offset (page_no - 1)::bigint * per_page) b),
    'strip', (
      select jsonb_build_object(
        'ready', jsonb_build_object('amount', coalesce(sum(o.amount) filter (where o.obstacle is null), 0),
          'count', count(*) filter (where o.obstacle is null), 'agents', count(distinct o.agent_id) filter (where o.obstacle is null)),
        'held', jsonb_build_object('amount', coalesce(sum(o.amount) filter (where o.obstacle = 'held'), 0),
          'count', count(*) filter (where o.obstacle = 'held'), 'agents', count(distinct o.agent_id) filter (where o.obstacle = 'held')),
        'travel', jsonb_build_object('amount', coalesce(sum(o.amount) filter (where o.obstacle = 'travel'), 0),
          'count', count(*) filter (where o.obstacle = 'travel')))
      from private.open_for_payout(caller_organization_id, null, true) o)
    || (
      select jsonb_build_object('this_year', coalesce(sum(s.paid_amount) filter (where s.paid_on >= year), 0),
        'last_year', coalesce(sum(s.paid_amount) filter (where s.paid_on < year), 0),
        'payouts', count(distinct s.batch_id) filter (where s.paid_on >= year))
      from public.payout_statements s
      where s.organization_id = caller_organization_id and s.paid_on >= year - interval '1 year' and s.paid_on < year + interval '1 year'));
end $$;
grant execute on function public.list_payouts(int, int) to authenticated;

-- Held commissions of an organization, or of one agent, as a payout shows them.
create function private.held_commissions(organization_id uuid, agent_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('commission_id', c.id, 'agent_id', c.agent_id, 'booking_reference', s.booking_reference,
    'customer', k.first_name || ' ' || k.last_name, 'vendor', v.name, 'received_on', c.received_on, 'commission', c.amount,
    'split', c.commission_split, 'amount', c.agent_amount, 'reason', h.reason, 'held_at', h.held_at,
    'held_by', u.first_name || ' ' || u.last_name) order by h.held_at, c.id), '[]')
  from public.payout_holds h
  join public.commissions c on c.organization_id = h.organization_id and c.id = h.commission_id
  join public.sales s on s.id = c.sales_id
  join public.customers k on k.id = s.customer_id
  join public.vendors v on v.id = c.vendor_id
  join public.users u on u.id = h.held_by
  where h.organization_id = held_commissions.organization_id and c.status not in ('agent_paid', 'cancelled')
    and (held_commissions.agent_id is null or c.agent_id = held_commissions.agent_id)
$$;

-- Lines of a batch, of all agents or one, with what a screen shows of their commissions.
create function private.payout_line_rows(organization_id uuid, batch_id uuid, agent_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'agent_id', l.agent_id, 'kind', l.kind, 'amount', l.amount, 'note', l.note,
    'commission_id', l.commission_id, 'transaction_id', l.transaction_id, 'booking_reference', s.booking_reference,
    'customer', k.first_name || ' ' || k.last_name, 'vendor', v.name, 'received_on', c.received_on, 'commission', c.amount,
    'split', c.commission_split) order by l.kind <> 'commission', s.sale_date, s.booking_reference, l.created_at, l.id), '[]')
  from public.payout_lines l
  left join public.commissions c on c.organization_id = l.organization_id and c.id = l.commission_id
  left join public.sales s on s.id = c.sales_id
  left join public.customers k on k.id = s.customer_id
  left join public.vendors v on v.id = c.vendor_id
  where l.organization_id = payout_line_rows.organization_id and l.batch_id = payout_line_rows.batch_id
    and (payout_line_rows.agent_id is null or l.agent_id = payout_line_rows.agent_id)
$$;

-- One payout with all that its page shows: {payout, agents, lines, held, travel, problems, file, events}; null when there is none.
create function public.get_payout(batch_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  caller_organization_id uuid := private.payout_organization();
  b public.payout_batches;
begin
  select p.* into b from public.payout_batches p where p.id = get_payout.batch_id and p.organization_id = caller_organization_id;
  if b.id is null then
    return null;
  end if;
  return jsonb_build_object(
    'payout', private.payout_row(b) || jsonb_build_object('currency', b.currency, 'created_at', b.created_at,
      'approved_at', b.approved_at, 'paid_at', b.paid_at, 'reference', b.reference,
      'created_by', (select u.first_name || ' ' || u.last_name from public.users u where u.id = b.created_by),
      'approved_by', (select u.first_name || ' ' || u.last_name from public.users u where u.id = b.approved_by),
      'needs_other_person', b.status = 'draft' and private.needs_other_person(b)),
    'agents', (
      select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name,
        'avatar_url', u.avatar_url, 'commissions', t.commission_amount, 'adjustments', t.adjustment_amount, 'carried_in', t.carried_in,
        'carried_out', t.carried_out, 'amount', t.paid_amount, 'statement_id', t.statement_id, 'account', t.account)
        order by t.paid_amount desc, u.last_name, u.id), '[]')
      from (
        select s.agent_id, s.commission_amount, s.adjustment_amount, s.carried_in, s.carried_out, s.paid_amount, s.id as statement_id,
          s.content -> 'account' as account
        from public.payout_statements s where b.status = 'paid' and s.organization_id = b.organization_id and s.batch_id = b.id
        union all
        select t.agent_id, t.commission_amount, t.adjustment_amount, t.carried_in, t.carried_out, t.paid_amount, null,
          private.file_account(b.organization_id, t.agent_id)
        from private.payout_totals(b) t where b.status in ('draft', 'approved')) t
      join public.users u on u.id = t.agent_id),
    'lines', private.payout_line_rows(caller_organization_id, b.id, null),
    'held', case when b.status in ('draft', 'approved') then private.held_commissions(caller_organization_id, null) else '[]' end,
    'open', case when b.status = 'draft' then (
      select jsonb_build_object('travel', jsonb_build_object('count', count(*) filter (where f.obstacle = 'travel' and f.batch_id is null),
          'amount', coalesce(sum(f.amount) filter (where f.obstacle = 'travel' and f.batch_id is null), 0)),
        'collectable', jsonb_build_object('count', count(*) filter (where f.obstacle is null and f.batch_id is null),
          'amount', coalesce(sum(f.amount) filter (where f.obstacle is null and f.batch_id is null), 0)))
      from private.open_for_payout(caller_organization_id, null, true) f) end,
    'problems', case when b.status in ('draft', 'approved') then private.payout_problems(b) else '[]' end,
    'sender', private.masked_bank_account(caller_organization_id, null),
    'events', (
      select coalesce(jsonb_agg(jsonb_build_object('action', e.action, 'details', e.details, 'at', e.done_at,
        'by', u.first_name || ' ' || u.last_name) order by e.done_at desc), '[]')
      from public.payout_events e join public.users u on u.id = e.done_by
      where e.organization_id = caller_organization_id and e.batch_id = b.id));
end $$;
grant execute on function public.get_payout(uuid) to authenticated;

-- What the next payout pays an agent, to the cent: the lines of the open batch, else what a batch started now would collect. With
-- what is not in it and why. {payout, lines, carried_in, amount, carried_out, waiting: [{obstacle, amount, rows}], held, paid_this_year,
-- statements, account}.
create function public.get_my_payouts() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  caller_organization_id uuid := private.current_organization_id();
  caller uuid := auth.uid();
  b public.payout_batches;
  carried numeric;
  lines jsonb;
  total numeric;
begin
  if caller_organization_id is null then
    return null;
  end if;
  select p.* into b from public.payout_batches p
  where p.organization_id = caller_organization_id and p.status in ('draft', 'approved');
  carried := private.carried_balance(caller_organization_id, caller);
  if b.id is not null then
    lines := private.payout_line_rows(caller_organization_id, b.id, caller);
  else
    select coalesce(jsonb_agg(jsonb_build_object('id', l.line_id, 'kind', l.kind, 'amount', l.amount,
      'note', a.note, 'commission_id', l.commission_id, 'booking_reference', s.booking_reference,
      'customer', k.first_name || ' ' || k.last_name, 'vendor', v.name, 'received_on', c.received_on, 'commission', c.amount,
      'split', c.commission_split) order by l.kind <> 'commission', s.sale_date, s.booking_reference, l.commission_id), '[]') into lines
    from private.collectable_lines(caller_organization_id, caller) l
    left join public.payout_lines a on a.id = l.line_id
    left join public.commissions c on c.organization_id = caller_organization_id and c.id = l.commission_id
    left join public.sales s on s.id = c.sales_id
    left join public.customers k on k.id = s.customer_id
    left join public.vendors v on v.id = c.vendor_id;
  end if;
  select coalesce(sum((e ->> 'amount')::numeric), 0) + case when lines = '[]' then 0 else carried end into total
  from jsonb_array_elements(lines) e;
  return jsonb_build_object(
    'payout', case when b.id is not null then jsonb_build_object('name', b.name, 'status', b.status, 'planned_on', b.planned_on) end,
    'lines', lines, 'carried_in', carried, 'amount', greatest(total, 0), 'carried_out', case when lines = '[]' then carried
      else least(total, 0) end,
    'waiting', (
      select coalesce(jsonb_agg(jsonb_build_object('obstacle', g.obstacle, 'count', g.n, 'amount', g.amount, 'rows', g.rows)
        order by array_position('{held,travel,vendor,customer,later}'::text[], g.obstacle)), '[]')
      from (
        select w.obstacle, count(*) as n, sum(w.amount) as amount, jsonb_agg(jsonb_build_object('commission_id', c.id,
          'booking_reference', s.booking_reference, 'customer', k.first_name || ' ' || k.last_name, 'vendor', v.name,
          'amount', w.amount, 'received_on', c.received_on, 'due_on', c.due_on, 'travel_date', s.travel_date,
          'return_date', s.return_date, 'reason', h.reason, 'held_by', u.first_name || ' ' || u.last_name)
          order by c.due_on, s.sale_date, c.id) filter (where w.place <= 50) as rows
        from (
          -- later: nothing stands in its way, but the open payout was made without it, or it is less than the minimum.
          select f.commission_id, f.amount, coalesce(f.obstacle, 'later') as obstacle,
            row_number() over (partition by coalesce(f.obstacle, 'later') order by f.commission_id) as place
          from private.open_for_payout(caller_organization_id, caller, false) f
          where f.batch_id is null and (f.obstacle is not null or b.id is not null)) w
        join public.commissions c on c.organization_id = caller_organization_id and c.id = w.commission_id
        join public.sales s on s.id = c.sales_id
        join public.customers k on k.id = s.customer_id
        join public.vendors v on v.id = c.vendor_id
        left join public.payout_holds h on h.organization_id = c.organization_id and h.commission_id = c.id
        left join public.users u on u.id = h.held_by
        group by w.obstacle) g),
    'paid_this_year', private.paid_to_agent(caller_organization_id, caller, extract(year from private.today())::int),
    'statements', private.statement_rows(caller_organization_id, caller, 5, 0),
    'statement_count', (select count(*) from public.payout_statements s
      where s.organization_id = caller_organization_id and s.agent_id = caller),
    'account', private.masked_bank_account(caller_organization_id, caller));
end $$;
grant execute on function public.get_my_payouts() to authenticated;

-- What an agent was paid in a year: by payouts, and for single commissions.
create function private.paid_to_agent(organization_id uuid, agent_id uuid, year int) returns numeric
language sql stable security definer set search_path = '' as $$
  select coalesce((
      select sum(s.paid_amount) from public.payout_statements s
      where s.organization_id = paid_to_agent.organization_id and s.agent_id = paid_to_agent.agent_id
        and s.paid_on between make_date(year, 1, 1) and make_date(year, 12, 31)), 0)
    + coalesce((
      select sum(p.amount) from public.agent_payments p
      where p.organization_id = paid_to_agent.organization_id and p.agent_id = paid_to_agent.agent_id and p.batch_id is null
        and p.payment_date between make_date(year, 1, 1) and make_date(year, 12, 31)), 0)
$$;

create function private.statement_rows(organization_id uuid, agent_id uuid, take int, skip bigint) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'number', s.number, 'payout', s.content ->> 'payout', 'paid_on', s.paid_on,
    'amount', s.paid_amount, 'carried_out', s.carried_out) order by s.paid_on desc, s.id), '[]')
  from (select t.* from public.payout_statements t
    where t.organization_id = statement_rows.organization_id and t.agent_id = statement_rows.agent_id
    order by t.paid_on desc, t.id limit take offset skip) s
$$;

-- {rows, count, page, total_pages}: statements of the caller, or for admins of any agent, the latest first.
create function public.list_statements(agent_id uuid default null, page int default 1, page_size int default 10) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.current_organization_id();
  asked uuid := coalesce(list_statements.agent_id, auth.uid());
  per_page int := least(greatest(coalesce(list_statements.page_size, 10), 1), 100);
  page_no int := greatest(coalesce(list_statements.page, 1), 1);
  total bigint;
begin
  if asked <> auth.uid() and not private.is_admin() then
    asked := null;
  end if;
  select count(*) into total from public.payout_statements s where s.organization_id = caller_organization_id and s.agent_id = asked;
  return jsonb_build_object('rows', private.statement_rows(caller_organization_id, asked, per_page, (page_no - 1)::bigint * per_page),
    'count', total, 'page', page_no, 'page_size', per_page, 'total_pages', (total + per_page - 1) / per_page);
end $$;
grant execute on function public.list_statements(uuid, int, int) to authenticated;

-- One statement as it was frozen, with the customers' names of today (a person may have been erased), and what the agent was paid
-- in its year and the year before. Null when there is none that the caller may read.
create function public.get_statement(statement_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  caller_organization_id uuid := private.current_organization_id();
  s public.payout_statements;
  year int;
begin
  select t.* into s from public.payout_statements t
  where t.id = get_statement.statement_id and t.organization_id = caller_organization_id
    and (t.agent_id = auth.uid() or private.is_admin());
  if s.id is null then
    return null;
  end if;
  year := extract(year from s.paid_on);
  return s.content || jsonb_build_object('id', s.id, 'number', s.number, 'agent_id', s.agent_id, 'batch_id', s.batch_id,
    'commission_amount', s.commission_amount, 'adjustment_amount', s.adjustment_amount, 'carried_in', s.carried_in,
    'carried_out', s.carried_out, 'amount', s.paid_amount, 'paid_on', s.paid_on, 'payment_method', s.payment_method,
    'reference', s.reference, 'created_at', s.created_at,
    'lines', (
      select coalesce(jsonb_agg(e.line || jsonb_build_object('customer', k.first_name || ' ' || k.last_name) order by e.n), '[]')
      from jsonb_array_elements(s.content -> 'lines') with ordinality e(line, n)
      left join public.commissions c on c.organization_id = caller_organization_id and c.id = (e.line ->> 'commission_id')::uuid
      left join public.sales b on b.id = c.sales_id
      left join public.customers k on k.id = b.customer_id),
    'paid_this_year', private.paid_to_agent(caller_organization_id, s.agent_id, year),
    'paid_last_year', private.paid_to_agent(caller_organization_id, s.agent_id, year - 1));
end $$;
grant execute on function public.get_statement(uuid) to authenticated;

-- Tag `payouts`: to the admins of an organization whose payouts or holds change, and to the agents whose commissions are held or
-- who have a new statement.
create function private.announce_payouts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.send_tags(array(select distinct 'org:' || c.organization_id from changed c), 'payouts');
  return null;
end $$;

create function private.announce_holds() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.send_tags(array(
    select 'org:' || h.organization_id from changed h
    union select 'user:' || c.agent_id from changed h join public.commissions c on c.organization_id = h.organization_id
      and c.id = h.commission_id), 'payouts');
  return null;
end $$;

create function private.announce_statements() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.send_tags(array(select distinct 'user:' || s.agent_id from changed s), 'payouts');
  return null;
end $$;

create trigger payout_batches_after_90_announce_added after insert on public.payout_batches
  referencing new table as changed for each statement execute function private.announce_payouts();
create trigger payout_batches_after_90_announce_changed after update on public.payout_batches
  referencing new table as changed for each statement execute function private.announce_payouts();
create trigger payout_holds_after_90_announce_added after insert on public.payout_holds
  referencing new table as changed for each statement execute function private.announce_holds();
create trigger payout_holds_after_90_announce_changed after update on public.payout_holds
  referencing new table as changed for each statement execute function private.announce_holds();
create trigger payout_holds_after_90_announce_removed after delete on public.payout_holds
  referencing old table as changed for each statement execute function private.announce_holds();
create trigger payout_statements_after_90_announce after insert on public.payout_statements
  referencing new table as changed for each statement execute function private.announce_statements();

-- 67_recalls.sql

-- Recalls: a vendor takes commission back after the agent was paid for it. agent_paid is final; a line of the next payout gives it
-- back. An admin records one (record_recall), or a transaction of the bank that takes commission back does (bank_allocations below
-- zero), and then line and transaction belong together: taking the match back takes the line back, until a payout has it.

-- What can still be taken back of a commission: what its agent was paid for it, less what was taken back already.
create function private.recallable_amount(organization_id uuid, commission_id uuid) returns numeric
language sql stable security definer set search_path = '' as $$
  select coalesce((select sum(p.amount) from public.agent_payments p
      where p.organization_id = recallable_amount.organization_id and p.commission_id = recallable_amount.commission_id), 0)
    + coalesce((select sum(l.amount) from public.payout_lines l
      where l.organization_id = recallable_amount.organization_id and l.commission_id = recallable_amount.commission_id
        and l.kind = 'recall'), 0)
$$;

-- Writes the line, the history of the commission, and tells the agent. The caller has locked the commission. `b`: the open draft.
create function private.post_recall(b public.payout_batches, c public.commissions, amount numeric, note text, transaction_id uuid)
returns uuid
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
declare
  agent_id uuid := (select p.agent_id from public.agent_payments p
    where p.organization_id = c.organization_id and p.commission_id = c.id);
  new_id uuid;
begin
  insert into public.payout_lines (organization_id, batch_id, agent_id, kind, commission_id, transaction_id, amount, note, created_by)
  values (c.organization_id, b.id, agent_id, 'recall', c.id, post_recall.transaction_id, -post_recall.amount, post_recall.note,
    private.acting_user(c.organization_id))
  returning id into new_id;
  insert into public.commission_history
    (commission_id, organization_id, changed_by, change_type, previous_status, new_status, previous_data, new_data, notes)
  values (c.id, c.organization_id, private.acting_user(c.organization_id), 'update', c.status, c.status, '{}',
    jsonb_build_object('recalled_amount', post_recall.amount), 'Taken back from the agent: ' || post_recall.note);
  perform private.write_notification(c.organization_id, agent_id, 'payout', 'Commission on the '
    || (select private.sale_description(s) from public.sales s where s.id = c.sales_id)
    || ' was taken back by the vendor. Your next payout says how much.', 'commissions', c.id);
  if b.id is not null then
    perform private.note_payout(b, 'adjusted', jsonb_build_object('agent_id', agent_id, 'kind', 'recall',
      'amount', -post_recall.amount, 'note', post_recall.note));
  end if;
  return new_id;
end $$;

-- {success, error, field, id}.
create function public.record_recall(commission_id uuid, amount numeric, note text, transaction_id uuid default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
declare
  caller_organization_id uuid := private.payout_organization();
  b public.payout_batches := private.lock_draft(caller_organization_id);
  c public.commissions;
  left_amount numeric;
  refusal text[];
begin
  -- Recalls of one commission come one after the other.
  select m.* into c from public.commissions m
  where m.organization_id = caller_organization_id and m.id = record_recall.commission_id for no key update;
  left_amount := private.recallable_amount(caller_organization_id, c.id);
  refusal := case
    when c.id is null then array['This commission does not exist.', 'commission_id']
    when c.status <> 'agent_paid' then
      array['The agent has not been paid for this commission: nothing has to be taken back.', 'commission_id']
    when coalesce(record_recall.amount, 0) <= 0 or record_recall.amount <> round(record_recall.amount, 2) then
      array['Enter an amount like 212.40.', 'amount']
    when record_recall.amount > left_amount then
      array['At most ' || left_amount || ' can be taken back: what the agent was paid for it.', 'amount']
    when nullif(btrim(record_recall.note), '') is null then array['Say why. The agent reads it.', 'note']
    when char_length(btrim(record_recall.note)) > 500 then array['Use at most 500 characters.', 'note']
    when record_recall.transaction_id is not null and not exists (select 1 from public.bank_transactions t
      where t.organization_id = caller_organization_id and t.id = record_recall.transaction_id) then
      array['This transaction is no longer there.', 'transaction_id']
    when record_recall.transaction_id is not null and exists (select 1 from public.payout_lines l
      where l.organization_id = caller_organization_id and l.transaction_id = record_recall.transaction_id
        and l.commission_id = c.id) then
      array['This transaction has taken it back already.', 'transaction_id'] end;
  if refusal is not null then
    return private.command_result(refusal[1], refusal[2]);
  end if;
  return private.command_result(null) || jsonb_build_object('id',
    private.post_recall(b, c, record_recall.amount, btrim(record_recall.note), record_recall.transaction_id));
end $$;
grant execute on function public.record_recall(uuid, numeric, text, uuid) to authenticated;

-- Takes the line of a match that was taken back, or changed, with it. Refused once an approved or paid payout has it.
create function private.drop_recall(organization_id uuid, transaction_id uuid, commission_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
declare
  l public.payout_lines;
  b public.payout_batches;
begin
  select p.* into l from public.payout_lines p
  where p.organization_id = drop_recall.organization_id and p.transaction_id = drop_recall.transaction_id
    and p.commission_id = drop_recall.commission_id and p.kind = 'recall';
  if l.id is null then
    return;
  end if;
  begin
    -- Commissions are locked already, and payouts come before them: who has this one is not waited for.
    select p.* into b from public.payout_batches p
    where p.organization_id = l.organization_id and p.id = l.batch_id for update nowait;
  exception when lock_not_available then
    perform private.refuse('Somebody is working on the payout that takes this back. Try again.');
  end;
  if b.status in ('approved', 'paid') then
    perform private.refuse('The agent gives it back with the ' || b.name || ' payout already.');
  end if;
  delete from public.payout_lines p where p.id = l.id and p.batch_id is not distinct from b.id;
  if not found then
    perform private.refuse('Somebody is working on the payout that takes this back. Try again.');
  elsif b.id is not null then
    perform private.note_payout(b, 'adjustment_removed', jsonb_build_object('agent_id', l.agent_id, 'kind', l.kind,
      'amount', l.amount, 'note', l.note));
  end if;
  insert into public.commission_history
    (commission_id, organization_id, changed_by, change_type, previous_status, new_status, previous_data, new_data, notes)
  select c.id, c.organization_id, private.acting_user(c.organization_id), 'update', c.status, c.status,
    jsonb_build_object('recalled_amount', -l.amount), '{}', 'Not taken back from the agent after all'
  from public.commissions c
  where c.organization_id = drop_recall.organization_id and c.id = drop_recall.commission_id;
end $$;

-- What a transaction takes back of commissions whose agents were paid: their share of it. sales and commissions are locked
-- (private.write_match), so the draft is taken only when nobody else has it; otherwise the line waits to be collected.
create function private.sync_recalls() returns trigger
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  a record;
  c public.commissions;
  b public.payout_batches;
  share numeric;
begin
  if tg_op <> 'INSERT' then
    for a in select r.* from replaced r where r.amount < 0 order by r.commission_id loop
      perform private.drop_recall(a.organization_id, a.transaction_id, a.commission_id);
    end loop;
  end if;
  if tg_op = 'DELETE' then
    return null;
  end if;
  for a in
    select n.*, v.name as vendor, t.booked_on from changed n
    join public.bank_transactions t on t.organization_id = n.organization_id and t.id = n.transaction_id
    join public.commissions m on m.organization_id = n.organization_id and m.id = n.commission_id and m.status = 'agent_paid'
    join public.vendors v on v.id = m.vendor_id
    where n.amount < 0 order by n.commission_id
  loop
    select m.* into c from public.commissions m where m.id = a.commission_id;
    share := least(private.recallable_amount(c.organization_id, c.id), round(-a.amount * c.agent_amount / nullif(c.amount, 0), 2));
    continue when coalesce(share, 0) <= 0;
    select p.* into b from public.payout_batches p
    where p.organization_id = c.organization_id and p.status = 'draft' for update skip locked;
    perform private.post_recall(b, c, share, a.vendor || ' took commission back on ' || to_char(a.booked_on, 'FMMonth FMDD, YYYY'),
      a.transaction_id);
  end loop;
  return null;
end $$;

create trigger bank_allocations_after_20_recall_added after insert on public.bank_allocations
  referencing new table as changed for each statement execute function private.sync_recalls();
create trigger bank_allocations_after_20_recall_changed after update on public.bank_allocations
  referencing old table as replaced new table as changed for each statement execute function private.sync_recalls();
create trigger bank_allocations_after_20_recall_removed after delete on public.bank_allocations
  referencing old table as replaced for each statement execute function private.sync_recalls();

-- What payouts have of a commission: {hold: {reason, at, by}, payout: {id, name, status}, statement: {id, number}, recalls: [{amount,
-- note, at, transaction_id, payout}]}, null where there is none. Its agent is told no ids of payouts and transactions. Null for
-- others.
create function private.payout_of_commission(commission_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  caller_organization_id uuid := private.current_organization_id();
  sees_all boolean := private.is_admin();
  c public.commissions;
begin
  select m.* into c from public.commissions m
  where m.organization_id = caller_organization_id and m.id = payout_of_commission.commission_id
    and (sees_all or m.agent_id = auth.uid());
  if c.id is null then
    return null;
  end if;
  return jsonb_build_object(
    'hold', (
      select jsonb_build_object('reason', h.reason, 'at', h.held_at, 'by', u.first_name || ' ' || u.last_name)
      from public.payout_holds h join public.users u on u.id = h.held_by
      where h.organization_id = c.organization_id and h.commission_id = c.id and c.status not in ('agent_paid', 'cancelled')),
    'payout', (
      select jsonb_build_object('name', b.name, 'status', b.status)
        || case when sees_all then jsonb_build_object('id', b.id) else '{}' end
      from public.payout_lines l join public.payout_batches b on b.organization_id = l.organization_id and b.id = l.batch_id
      where l.organization_id = c.organization_id and l.commission_id = c.id and l.kind = 'commission'
        and (sees_all or l.agent_id = auth.uid())),
    'statement', (
      select jsonb_build_object('id', s.id, 'number', s.number)
      from public.agent_payments p join public.payout_statements s
        on s.organization_id = p.organization_id and s.batch_id = p.batch_id and s.agent_id = p.agent_id
      where p.organization_id = c.organization_id and p.commission_id = c.id and (sees_all or s.agent_id = auth.uid())),
    'recalls', (
      select coalesce(jsonb_agg(jsonb_build_object('amount', -l.amount, 'note', l.note, 'at', l.created_at, 'payout', b.name)
        || case when sees_all then jsonb_build_object('transaction_id', l.transaction_id) else '{}' end
        order by l.created_at, l.id), '[]')
      from public.payout_lines l left join public.payout_batches b on b.organization_id = l.organization_id and b.id = l.batch_id
      where l.organization_id = c.organization_id and l.commission_id = c.id and l.kind = 'recall'
        and (sees_all or l.agent_id = auth.uid())));
end $$;
grant execute on function private.payout_of_commission(uuid) to authenticated;

-- {history, deposits, payout}: what a commission's page tells beside the commission itself, in one call. Each part decides what the
-- caller may see of it.
create function public.get_commission_record(commission_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'history', private.commission_history_of(get_commission_record.commission_id),
    'deposits', private.deposits_of_commission(get_commission_record.commission_id),
    'payout', private.payout_of_commission(get_commission_record.commission_id))
$$;
grant execute on function public.get_commission_record(uuid) to authenticated;

-- 67_record_access.sql

-- Who may see a record that people write about and attach files to: a sale, a customer, a commission, a vendor. The one place of
-- this rule: what belongs to a record (its conversation, its documents) is seen by whoever sees the record, at every moment.
-- Types are the names of their tables. A type or record that does not exist is seen by nobody.

-- Whose a record is: its tenant, the agent who sees it beside the admins, and whether all members do.
create function private.record_audience(record_type text, record_id uuid,
  out organization_id uuid, out agent_id uuid, out all_members boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  case record_type
    when 'sales' then
      select s.organization_id, s.agent_id, false into organization_id, agent_id, all_members
      from public.sales s where s.id = record_id;
    when 'commissions' then
      select c.organization_id, c.agent_id, false into organization_id, agent_id, all_members
      from public.commissions c where c.id = record_id;
    when 'customers' then
      select c.organization_id, null, true into organization_id, agent_id, all_members
      from public.customers c where c.id = record_id;
    -- Members read a vendor's name and contact; its page, with what is between agency and vendor, is for admins.
    when 'vendors' then
      select v.organization_id, null, false into organization_id, agent_id, all_members
      from public.vendors v where v.id = record_id;
    else null;
  end case;
end $$;

-- Whether the caller may see a record. Also for policies: it denies an inactive user and a revoked session.
create function private.may_see_record(record_type text, record_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  audience record := private.record_audience(record_type, record_id);
begin
  return coalesce(audience.organization_id = private.current_organization_id()
    and (audience.all_members or audience.agent_id = auth.uid() or private.is_admin()), false);
end $$;
grant execute on function private.may_see_record(text, uuid) to authenticated;

-- The active members who may see a record, whoever asks.
create function private.record_readers(record_type text, record_id uuid) returns setof public.users
language sql stable security definer set search_path = '' as $$
  select u.*
  from private.record_audience(record_type, record_id) a
  join public.users u on u.organization_id = a.organization_id
  where u.is_active and (a.all_members or u.id = a.agent_id or u.role in ('owner', 'admin'))
$$;

-- 68_documents.sql

-- Documents: what an agency keeps on paper, with its versions and who may see it. Functions alone write (start_document_upload and
-- finish_document_upload add, save_document changes, delete_document removes); files lie in the private bucket documents (see
-- 68_documents_files.sql). Who sees a record is decided by private.may_see_record alone.

create table public.documents (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  title text not null,
  category text not null,
  -- The record it belongs to: one or none.
  customer_id uuid,
  sale_id uuid,
  commission_id uuid,
  vendor_id uuid,
  record_type text generated always as (case when customer_id is not null then 'customers' when sale_id is not null then 'sales'
    when commission_id is not null then 'commissions' when vendor_id is not null then 'vendors' end) stored,
  record_id uuid generated always as (coalesce(customer_id, sale_id, commission_id, vendor_id)) stored,
  visibility text not null,
  member_id uuid,
  expires_on date,
  announced_days integer,
  asks_to_read boolean not null default false,
  created_by uuid,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  constraint documents_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint documents_organization_id_id_key unique (organization_id, id),
  constraint documents_customer_id_fkey foreign key (customer_id, organization_id)
    references public.customers (id, organization_id),
  constraint documents_sale_id_fkey foreign key (sale_id, organization_id) references public.sales (id, organization_id),
  constraint documents_commission_id_fkey foreign key (commission_id, organization_id)
    references public.commissions (id, organization_id),
  constraint documents_vendor_id_fkey foreign key (vendor_id, organization_id) references public.vendors (id, organization_id),
  constraint documents_member_id_fkey foreign key (member_id, organization_id) references public.users (id, organization_id),
  constraint documents_created_by_fkey foreign key (created_by, organization_id) references public.users (id, organization_id),
  constraint documents_title_length check (char_length(title) <= 200),
  constraint documents_title_required check (private.is_visible(title)),
  constraint documents_category_known check (category in (
    'vendor_contract', 'agent_agreement', 'customer_document', 'sale_document', 'statement', 'other')),
  constraint documents_record_type_known check (record_type in ('customers', 'sales', 'commissions', 'vendors')),
  constraint documents_visibility_known check (visibility in ('admins', 'record', 'member', 'everybody')),
  constraint documents_customer_id_or_other check (num_nonnulls(customer_id, sale_id, commission_id, vendor_id) <= 1),
  constraint documents_visibility_record_given check (
    visibility <> 'record' or num_nonnulls(customer_id, sale_id, commission_id, vendor_id) = 1),
  constraint documents_member_id_given check ((visibility = 'member') = (member_id is not null)),
  constraint documents_expires_on_range check (expires_on between '1900-01-01' and '2199-12-31'),
  -- Whoever sees a record changes with it: nobody could say who has not read it.
  constraint documents_asks_to_read_somebody check (not asks_to_read or visibility <> 'record')
);
alter table public.documents enable row level security;

comment on column public.documents.visibility is
  'admins; record: whoever may see the record; member: member_id and admins; everybody: all members of the organization';
comment on column public.documents.announced_days is 'The last announcement of its expiry: 60 or 14 days ahead';

create index documents_customer_id_idx on public.documents (organization_id, customer_id) where customer_id is not null;
create index documents_sale_id_idx on public.documents (organization_id, sale_id) where sale_id is not null;
create index documents_commission_id_idx on public.documents (organization_id, commission_id) where commission_id is not null;
create index documents_vendor_id_idx on public.documents (organization_id, vendor_id) where vendor_id is not null;
create index documents_asks_to_read_idx on public.documents (organization_id) where asks_to_read;
-- What a document is found by in the search: words of its title.
create index documents_search_idx on public.documents using gin
  (organization_id, private.name_document(title) extensions.gin_trgm_ops);
create index documents_expires_on_idx on public.documents (expires_on) where expires_on is not null;

-- Types a document may have, all of which browsers show or save and none of which they run. The bucket takes the same.
create function private.is_document_type(mime_type text) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(mime_type in ('application/pdf', 'image/jpeg', 'image/png', 'image/webp', 'image/gif', 'text/plain', 'text/csv',
    'application/msword', 'application/vnd.ms-excel', 'application/vnd.ms-powerpoint',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation'), false)
$$;

-- A file. It is never changed: what is new is a version of its own, and the old ones stay readable.
create table public.document_versions (
  id uuid primary key,
  organization_id uuid not null,
  document_id uuid not null,
  number integer not null,
  file_name text not null,
  mime_type text not null,
  size integer not null,
  uploaded_by uuid,
  created_at timestamptz not null default now(),
  constraint document_versions_organization_id_id_key unique (organization_id, id),
  constraint document_versions_document_id_fkey foreign key (document_id, organization_id)
    references public.documents (id, organization_id) on delete cascade,
  constraint document_versions_uploaded_by_fkey foreign key (uploaded_by, organization_id)
    references public.users (id, organization_id),
  constraint document_versions_file_name_length check (char_length(file_name) between 1 and 255),
  constraint document_versions_mime_type_known check (private.is_document_type(mime_type)),
  constraint document_versions_size_range check (size between 1 and 26214400)
);
alter table public.document_versions enable row level security;

create unique index document_versions_number_key on public.document_versions (organization_id, document_id, number);

-- The latest version of a document.
create function private.document_version(document public.documents) returns public.document_versions
language sql stable security definer set search_path = '' as $$
  select v.* from public.document_versions v
  where v.organization_id = document.organization_id and v.document_id = document.id order by v.number desc limit 1
$$;

-- Whether somebody may see a document: the one place of this rule, for its row, its versions and their files. `user_id` is an active
-- member of `organization_id`; who sees a record is private.record_audience's to say.
create function private.is_document_for(document public.documents, organization_id uuid, user_id uuid, is_admin boolean)
returns boolean
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_variable
begin
  return coalesce(document.organization_id = organization_id and (is_admin or case document.visibility
    when 'everybody' then true
    when 'member' then document.member_id = user_id
    when 'record' then (
      select a.organization_id = document.organization_id and (a.all_members or a.agent_id = user_id)
      from private.record_audience(document.record_type, document.record_id) a)
    else false end), false);
end $$;

-- The same for the caller; denies an inactive user and a revoked session.
create function private.may_see_document(document public.documents) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.is_document_for(document, private.current_organization_id(), auth.uid(), private.is_admin());
end $$;
grant execute on function private.may_see_document(public.documents) to authenticated;

-- Whether the caller may change a document, give it a new version and delete it: admins, and agents what they themselves added to a
-- sale of their own or to a customer.
create function private.may_change_document(document public.documents) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.may_see_document(document) and (private.is_admin() or coalesce(document.created_by = auth.uid()
    and document.visibility = 'record' and document.record_type in ('customers', 'sales'), false));
end $$;

create policy "members read the documents they may see" on public.documents
  for select to authenticated using (private.may_see_document(documents));

create policy "members read the versions of documents they may see" on public.document_versions
  for select to authenticated
  using (exists (
    select 1 from public.documents d where d.id = document_id and d.organization_id = document_versions.organization_id));

-- A document may be for everybody while its sale is not: then its row tells an id, and the policies of sales hide what is behind.
grant select on public.documents to authenticated;
grant select on public.document_versions to authenticated;

-- The document somebody describes by {title, category, record_type, record_id, visibility, member_id, expires_on, asks_to_read}, as
-- a row of the caller's tenant; `refusal` and `field` when it may not be so.
create function private.check_document(input jsonb, out document public.documents, out refusal text, out field text)
language plpgsql stable security definer set search_path = '' as $$
declare
  kind text := nullif(input ->> 'record_type', '');
  subject uuid := case when pg_input_is_valid(input ->> 'record_id', 'uuid') then (input ->> 'record_id')::uuid end;
  found_refusal text[];
begin
  document.organization_id := private.current_organization_id();
  document.title := private.visible_text(input ->> 'title');
  document.category := input ->> 'category';
  document.visibility := input ->> 'visibility';
  document.asks_to_read := coalesce(input ->> 'asks_to_read', '') = 'true';
  document.customer_id := case kind when 'customers' then subject end;
  document.sale_id := case kind when 'sales' then subject end;
  document.commission_id := case kind when 'commissions' then subject end;
  document.vendor_id := case kind when 'vendors' then subject end;
  if document.visibility = 'member' and pg_input_is_valid(input ->> 'member_id', 'uuid') then
    document.member_id := (input ->> 'member_id')::uuid;
  end if;
  if private.is_iso_date(input ->> 'expires_on') then
    document.expires_on := (input ->> 'expires_on')::date;
  end if;
  found_refusal := case
    when document.organization_id is null then array['You do not have permission to keep documents here.', null]
    when document.title is null then array['Enter a title.', 'title']
    when char_length(document.title) > 200 then array['Use at most 200 characters.', 'title']
    when document.category is null or document.category not in (
      'vendor_contract', 'agent_agreement', 'customer_document', 'sale_document', 'statement', 'other') then
      array['Choose a category.', 'category']
    when kind is not null and (not private.may_see_record(kind, subject) or kind = 'customers' and exists (
      select 1 from public.customers c where c.id = subject and (c.merged_into is not null or c.erased_at is not null))) then
      array['This record does not exist.', 'record_id']
    when document.visibility is null or document.visibility not in ('admins', 'record', 'member', 'everybody') then
      array['Choose who may see it.', 'visibility']
    when document.visibility = 'record' and kind is null then
      array['Choose the record it belongs to, or others who may see it.', 'visibility']
    when document.visibility = 'member' and not exists (
      select 1 from public.users u
      where u.organization_id = document.organization_id and u.id = document.member_id and u.is_active) then
      array['Choose a member of the team.', 'member_id']
    when not private.is_admin() and (document.visibility <> 'record' or kind not in ('customers', 'sales')
      or document.category not in ('customer_document', 'sale_document', 'other')) then
      array['Agents keep documents of customers and of their own sales, for those who may see the record.', 'visibility']
    when coalesce(input ->> 'expires_on', '') <> '' and document.expires_on is null then
      array['Enter a date like 11/19/2026.', 'expires_on']
    when document.asks_to_read and document.visibility = 'record' then
      array['Who may see a record changes. Choose others who may see it.', 'asks_to_read']
  end;
  refusal := found_refusal[1];
  field := found_refusal[2];
end $$;

-- The document that the caller may change, locked. `refusal` says why there is none.
create function private.lock_document(document_id uuid, out document public.documents, out refusal text)
language plpgsql volatile security definer set search_path = '' as $$
begin
  select d.* into document from public.documents d
  where d.organization_id = private.current_organization_id() and d.id = lock_document.document_id for no key update;
  refusal := case
    when document.id is null or not private.may_see_document(document) then 'This document does not exist.'
    when not private.may_change_document(document) then 'Only admins and whoever added a document can change it.'
  end;
end $$;

-- Saves all that is said about a document (see private.check_document), unless somebody has changed it since `expected_version`.
create function public.save_document(document_id uuid, expected_version integer, document jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  locked record;
  checked record;
  wanted public.documents;
begin
  select l.* into locked from private.lock_document(save_document.document_id) l;
  if locked.refusal is not null then
    return private.command_result(locked.refusal);
  elsif (locked.document).version is distinct from save_document.expected_version then
    return private.command_result('Somebody else has changed this document meanwhile. Close it and open it again.', 'version');
  end if;
  select c.* into checked from private.check_document(save_document.document) c;
  if checked.refusal is not null then
    return private.command_result(checked.refusal, checked.field);
  end if;
  wanted := checked.document;
  update public.documents d set title = wanted.title, category = wanted.category, customer_id = wanted.customer_id,
    sale_id = wanted.sale_id, commission_id = wanted.commission_id, vendor_id = wanted.vendor_id, visibility = wanted.visibility,
    member_id = wanted.member_id, asks_to_read = wanted.asks_to_read, expires_on = wanted.expires_on, version = d.version + 1,
    announced_days = case when d.expires_on is not distinct from wanted.expires_on then d.announced_days end
  where d.id = (locked.document).id;
  perform private.audit(wanted.organization_id, 'document_changed', wanted.customer_id, (locked.document).id,
    jsonb_build_object('visibility', wanted.visibility));
  return private.command_result(null);
end $$;
grant execute on function public.save_document(uuid, integer, jsonb) to authenticated;

-- Deletes a document with all its versions; their files are removed by the scheduled job.
create function public.delete_document(document_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  locked record;
begin
  select l.* into locked from private.lock_document(delete_document.document_id) l;
  if locked.refusal is not null then
    return private.command_result(locked.refusal);
  end if;
  delete from public.documents d where d.id = (locked.document).id;
  perform private.audit((locked.document).organization_id, 'document_deleted', (locked.document).customer_id,
    (locked.document).id);
  return private.command_result(null);
end $$;
grant execute on function public.delete_document(uuid) to authenticated;

-- 68_documents_confirm.sql

-- "I have read this": who confirmed which version when, who is asked and who has not yet. A new version asks anew. Whoever
-- uploaded the version is not asked.

create table public.document_reads (
  organization_id uuid not null,
  document_id uuid not null,
  version_id uuid not null,
  user_id uuid not null,
  read_at timestamptz not null default now(),
  constraint document_reads_pkey primary key (version_id, user_id),
  constraint document_reads_document_id_fkey foreign key (document_id, organization_id)
    references public.documents (id, organization_id) on delete cascade,
  constraint document_reads_version_id_fkey foreign key (version_id, organization_id)
    references public.document_versions (id, organization_id) on delete cascade,
  constraint document_reads_user_id_fkey foreign key (user_id, organization_id) references public.users (id, organization_id)
);
alter table public.document_reads enable row level security;

create index document_reads_document_id_idx on public.document_reads (organization_id, document_id);

create policy "members read their own confirmations, admins all of their organization" on public.document_reads
  for select to authenticated using (
    organization_id = (select private.current_organization_id())
    and ((select private.is_admin()) or user_id = (select auth.uid())));

grant select on public.document_reads to authenticated;

-- Who is asked to read the latest version of a document, and when they did. Nobody while it asks nobody.
create function private.document_readers(document public.documents) returns table (user_id uuid, read_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select u.id, r.read_at
  from private.document_version(document) v
  join public.users u on u.organization_id = document.organization_id and u.is_active and u.id is distinct from v.uploaded_by
    and case document.visibility when 'everybody' then true when 'member' then u.id = document.member_id
      else u.role in ('owner', 'admin') end
  left join public.document_reads r on r.version_id = v.id and r.user_id = u.id
  where document.asks_to_read
$$;

-- The first document that waits: for an agent one they have to read, for an admin one that anybody has to.
create function private.document_to_confirm(organization_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', d.id, 'title', d.title, 'waits_for_me', w.waits_for_me,
    'names', case when private.is_admin() then w.names else '[]' end, 'count', case when private.is_admin() then w.count else 0 end)
  from public.documents d
  cross join lateral (
    select coalesce(bool_or(r.user_id = auth.uid()), false) as waits_for_me,
      count(*) filter (where r.user_id <> auth.uid()) as count,
      coalesce(jsonb_agg(u.first_name || ' ' || u.last_name order by u.last_name, u.first_name, u.id)
        filter (where r.user_id <> auth.uid()), '[]') as names
    from private.document_readers(d) r join public.users u on u.id = r.user_id
    where r.read_at is null) w
  where d.organization_id = document_to_confirm.organization_id and d.asks_to_read and private.may_see_document(d)
    and (w.waits_for_me or private.is_admin() and w.count > 0)
  order by w.waits_for_me desc, d.created_at desc, d.id limit 1
$$;

-- The caller has read the version they are asked to read. Idempotent.
create function public.confirm_document_read(version_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  document public.documents;
  latest public.document_versions;
begin
  select d.* into document
  from public.document_versions v join public.documents d on d.id = v.document_id and d.organization_id = v.organization_id
  where v.organization_id = private.current_organization_id() and v.id = confirm_document_read.version_id for share of d;
  if document.id is null or not private.may_see_document(document) then
    return private.command_result('This document does not exist.');
  end if;
  latest := private.document_version(document);
  if latest.id <> confirm_document_read.version_id then
    return private.command_result('There is a newer version. Open it first.');
  elsif not exists (select 1 from private.document_readers(document) r where r.user_id = auth.uid()) then
    return private.command_result('This document does not ask you to confirm.');
  end if;
  insert into public.document_reads (organization_id, document_id, version_id, user_id)
  values (document.organization_id, document.id, latest.id, auth.uid()) on conflict do nothing;
  return private.command_result(null);
end $$;
grant execute on function public.confirm_document_read(uuid) to authenticated;

-- Notifies everybody who has not read a document yet (admins). Answers {success, reminded} or {success, error, field}.
create function public.remind_document_readers(document_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  document public.documents;
  reminded int;
begin
  select d.* into document from public.documents d
  where d.organization_id = private.admin_organization_id() and d.id = remind_document_readers.document_id;
  if document.id is null then
    return private.command_result(case when private.is_admin() then 'This document does not exist.'
      else 'Only admins can remind others.' end);
  end if;
  insert into public.notifications (organization_id, user_id, type, message, commentable_type, commentable_id)
  select document.organization_id, r.user_id, 'document',
    private.acting_name(document.organization_id) || ' asks you to read “' || document.title || '”.', 'documents', document.id
  from private.document_readers(document) r
  where r.read_at is null and r.user_id <> auth.uid() order by r.user_id;
  get diagnostics reminded = row_count;
  return private.command_result(null) || jsonb_build_object('reminded', reminded);
end $$;
grant execute on function public.remind_document_readers(uuid) to authenticated;

-- 68_documents_files.sql

-- Files of documents, in the private bucket documents: <organization>/<version>. A file is added by an upload that was begun before
-- (start_document_upload), and read within a minute after a record of it was committed (open_document): the policies on
-- storage.objects ask the functions of this file. Nobody removes files through Storage: the scheduled job does.

-- An upload that was begun: what the document will be, or to which document the file is a new version. Its id becomes the id of
-- the version. After a day it is given up.
create table private.document_uploads (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  created_by uuid not null,
  document jsonb,
  document_id uuid,
  file_name text not null,
  mime_type text not null,
  size integer not null,
  created_at timestamptz not null default now(),
  constraint document_uploads_created_by_fkey foreign key (created_by, organization_id)
    references public.users (id, organization_id),
  constraint document_uploads_document_id_fkey foreign key (document_id, organization_id)
    references public.documents (id, organization_id) on delete cascade,
  constraint document_uploads_one_purpose check ((document is null) <> (document_id is null))
);
alter table private.document_uploads enable row level security;

create index document_uploads_created_by_idx on private.document_uploads (organization_id, created_by);
create index document_uploads_document_id_idx on private.document_uploads (organization_id, document_id);

-- Files that nothing shows any more and the job removes.
create table private.removed_document_files (
  name text primary key,
  removed_at timestamptz not null default now()
);
alter table private.removed_document_files enable row level security;

create function private.document_file(organization_id uuid, version_id uuid) returns text
language sql immutable set search_path = '' as $$ select organization_id::text || '/' || version_id::text $$;

-- An upload that ends or is given up, and a version that is deleted, leave a file behind.
create function private.remember_removed_file() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.removed_document_files (name)
  select private.document_file(old.organization_id, old.id)
  where tg_table_name = 'document_versions' or not exists (select 1 from public.document_versions v where v.id = old.id)
  on conflict do nothing;
  return null;
end $$;

create trigger document_versions_after_10_remove_file after delete on public.document_versions
  for each row execute function private.remember_removed_file();
create trigger document_uploads_after_10_remove_file after delete on private.document_uploads
  for each row execute function private.remember_removed_file();

-- Begins the upload of `file` ({name, type, size}) as a new document (see private.check_document) or, with `document_id`, as a new
-- version. Answers {success, upload_id, path} or {success, error, field}.
create function public.start_document_upload(file jsonb, document jsonb default null, document_id uuid default null)
returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  most_unfinished constant int := 50;
  caller_organization_id uuid := private.current_organization_id();
  name text := private.visible_text(file ->> 'name');
  bytes bigint := case when file ->> 'size' ~ '^[0-9]{1,12}$' then (file ->> 'size')::bigint end;
  checked record;
  locked record;
  upload_id uuid;
  refusal text;
begin
  if start_document_upload.document_id is not null then
    select l.* into locked from private.lock_document(start_document_upload.document_id) l;
    refusal := locked.refusal;
  else
    select c.* into checked from private.check_document(coalesce(start_document_upload.document, '{}')) c;
    if checked.refusal is not null then
      return private.command_result(checked.refusal, checked.field);
    end if;
  end if;
  refusal := coalesce(refusal, case
    when name is null or char_length(name) > 255 then 'The file needs a name of at most 255 characters.'
    when not private.is_document_type(file ->> 'type') then
      'Documents are PDF files, pictures (JPEG, PNG, WebP, GIF), Office files and text.'
    when coalesce(bytes, 0) = 0 then 'The file is empty.'
    when bytes > 26214400 then 'The file is larger than 25 MB.'
    when (select count(*) from private.document_uploads u where u.organization_id = caller_organization_id
      and u.created_by = auth.uid()) >= most_unfinished then 'Too many uploads are unfinished. Cancel some, or try again tomorrow.'
  end);
  if refusal is not null then
    return private.command_result(refusal, 'file');
  end if;
  insert into private.document_uploads (organization_id, created_by, document, document_id, file_name, mime_type, size)
  values (caller_organization_id, auth.uid(),
    case when start_document_upload.document_id is null then start_document_upload.document end,
    start_document_upload.document_id, name, file ->> 'type', bytes)
  returning id into upload_id;
  return private.command_result(null)
    || jsonb_build_object('upload_id', upload_id, 'path', private.document_file(caller_organization_id, upload_id));
end $$;
grant execute on function public.start_document_upload(jsonb, jsonb, uuid) to authenticated;

-- Makes the uploaded file a document or a version; the rights are asked for again. Answers {success, document_id} or {success,
-- error, field}. Idempotent.
create function public.finish_document_upload(upload_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
declare
  caller_organization_id uuid := private.current_organization_id();
  upload private.document_uploads%rowtype;
  metadata jsonb;
  checked record;
  locked record;
  document public.documents;
begin
  select u.* into upload from private.document_uploads u
  where u.organization_id = caller_organization_id and u.created_by = auth.uid() and u.id = finish_document_upload.upload_id
  for update;
  if upload.id is null then
    return (
      select private.command_result(case when count(*) = 0 then 'This upload does not exist any more. Begin again.' end)
        || jsonb_build_object('document_id', (array_agg(v.document_id))[1])
      from public.document_versions v
      where v.organization_id = caller_organization_id and v.uploaded_by = auth.uid() and v.id = finish_document_upload.upload_id);
  end if;
  select o.metadata into metadata from storage.objects o
  where o.bucket_id = 'documents' and o.name = private.document_file(caller_organization_id, upload.id);
  if metadata is null then
    return private.command_result('The file has not arrived. Try again.', 'file');
  elsif metadata ->> 'mimetype' is distinct from upload.mime_type or (metadata ->> 'size')::bigint <> upload.size then
    delete from private.document_uploads u where u.id = upload.id;
    return private.command_result('What arrived is not the file that was announced. Begin again.', 'file');
  end if;
  if upload.document_id is not null then
    select l.* into locked from private.lock_document(upload.document_id) l;
    document := locked.document;
    if locked.refusal is not null then
      delete from private.document_uploads u where u.id = upload.id;
      return private.command_result(locked.refusal);
    end if;
  else
    select c.* into checked from private.check_document(upload.document) c;
    if checked.refusal is not null then
      delete from private.document_uploads u where u.id = upload.id;
      return private.command_result(checked.refusal, checked.field);
    end if;
    document := checked.document;
    insert into public.documents (organization_id, title, category, customer_id, sale_id, commission_id, vendor_id, visibility,
      member_id, expires_on, asks_to_read, created_by)
    values (caller_organization_id, document.title, document.category, document.customer_id, document.sale_id,
      document.commission_id, document.vendor_id, document.visibility, document.member_id, document.expires_on,
      document.asks_to_read, auth.uid())
    returning id into document.id;
  end if;
  insert into public.document_versions (id, organization_id, document_id, number, file_name, mime_type, size, uploaded_by)
  values (upload.id, caller_organization_id, document.id, 1 + coalesce((
      select max(v.number) from public.document_versions v
      where v.organization_id = caller_organization_id and v.document_id = document.id), 0),
    upload.file_name, upload.mime_type, upload.size, auth.uid());
  delete from private.document_uploads u where u.id = upload.id;
  return private.command_result(null) || jsonb_build_object('document_id', document.id);
end $$;
grant execute on function public.finish_document_upload(uuid) to authenticated;

-- Gives an upload of the caller up. Idempotent.
create function public.cancel_document_upload(upload_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from private.document_uploads u
  where u.organization_id = private.current_organization_id() and u.created_by = auth.uid()
    and u.id = cancel_document_upload.upload_id;
  return private.command_result(null);
end $$;
grant execute on function public.cancel_document_upload(uuid) to authenticated;

-- Records that the caller opens a version; its file can be read for a minute from then on. Answers the id of the disclosure.
create function public.open_document(version_id uuid) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  version public.document_versions%rowtype;
  document public.documents%rowtype;
begin
  select v.* into version from public.document_versions v
  where v.organization_id = private.current_organization_id() and v.id = open_document.version_id;
  select d.* into document from public.documents d
  where d.organization_id = version.organization_id and d.id = version.document_id for key share;
  if document.id is null or not private.may_see_document(document) then
    perform private.refuse('This document does not exist.');
  end if;
  perform private.audit(document.organization_id, 'document_opened', coalesce(document.customer_id, (
    select s.customer_id from public.sales s where s.id = document.sale_id)), document.id,
    jsonb_build_object('number', version.number));
  return private.allow_disclosure('document', version.id);
end $$;
grant execute on function public.open_document(uuid) to authenticated;

-- Whether the caller may read a file now: they may see its document, and have opened this version within the last minute.
create function private.may_read_document_file(name text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  last_part text := split_part(name, '/', 2);
begin
  return pg_input_is_valid(last_part, 'uuid') and exists (
    select 1
    from public.document_versions v
    join public.documents d on d.organization_id = v.organization_id and d.id = v.document_id
    where v.id = last_part::uuid and v.organization_id = private.current_organization_id()
      and private.document_file(v.organization_id, v.id) = name and private.may_see_document(d)
      and exists (
        select 1 from private.disclosures x
        where x.organization_id = v.organization_id and x.actor_id = auth.uid() and x.what = 'document'
          and x.subject_id = v.id and x.created_at > clock_timestamp() - interval '1 minute'));
end $$;
grant execute on function private.may_read_document_file(text) to authenticated;

-- Whether the caller may add this file: of an upload they began within the last day.
create function private.may_add_document_file(name text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  last_part text := split_part(name, '/', 2);
begin
  return pg_input_is_valid(last_part, 'uuid') and exists (
    select 1 from private.document_uploads u
    where u.id = last_part::uuid and u.organization_id = private.current_organization_id() and u.created_by = auth.uid()
      and u.created_at > now() - interval '1 day' and private.document_file(u.organization_id, u.id) = name);
end $$;
grant execute on function private.may_add_document_file(text) to authenticated;

-- 68_documents_lists.sql

-- What the screens read of documents, one call a screen, within what the caller may see (private.may_see_document).

-- What a document belongs to, as its readers call it. Null without a record, and for whoever may not see the record.
create function private.document_record_label(document public.documents) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  if document.record_id is null or not private.may_see_record(document.record_type, document.record_id) then
    return null;
  end if;
  return case document.record_type
    when 'customers' then (
      select c.first_name || ' ' || c.last_name from public.customers c where c.id = document.customer_id)
    when 'vendors' then (select v.name from public.vendors v where v.id = document.vendor_id)
    else (
      select coalesce(nullif(btrim(s.booking_reference), ''), c.first_name || ' ' || c.last_name)
      from public.sales s join public.customers c on c.id = s.customer_id
      where s.id = coalesce(document.sale_id, (
        select m.sales_id from public.commissions m where m.id = document.commission_id))) end;
end $$;

-- What lists show of documents, in the order of `ids`. Of the readers an agent learns about themselves alone.
create function private.document_rows(organization_id uuid, ids uuid[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'title', d.title, 'category', d.category, 'visibility', d.visibility,
    'expires_on', d.expires_on, 'asks_to_read', d.asks_to_read, 'version', d.version,
    'file', jsonb_build_object('id', v.id, 'number', v.number, 'name', v.file_name, 'type', v.mime_type, 'size', v.size),
    'updated_at', v.created_at, 'updated_by', u.first_name || ' ' || u.last_name,
    'record', case when l.label is not null then
      jsonb_build_object('type', d.record_type, 'id', d.record_id, 'label', l.label) end,
    'member', case when m.id is not null then jsonb_build_object('id', m.id, 'name', m.first_name || ' ' || m.last_name) end,
    'may_change', private.may_change_document(d),
    'waits_for_me', auth.uid() in (select r.user_id from private.document_readers(d) r where r.read_at is null),
    'readers', case when d.asks_to_read and private.is_admin() then (
      select jsonb_build_object('asked', count(*), 'read', count(r.read_at)) from private.document_readers(d) r) end)
    order by i.n), '[]')
  from unnest(ids) with ordinality i(id, n)
  join public.documents d on d.organization_id = document_rows.organization_id and d.id = i.id
  cross join lateral private.document_version(d) v
  cross join lateral private.document_record_label(d) l(label)
  left join public.users u on u.id = v.uploaded_by
  left join public.users m on m.id = d.member_id
$$;

-- {rows, count, page, page_size, total_pages, counts: {all, expiring, expired, to_read}, to_confirm}: one page of documents. `state`
-- is all, expiring (within 60 days), expired or to_read (an agent's own, an admin's of everybody); `counts` obey every filter but
-- it. `record_type` 'members' are those of one member. `to_confirm` is the first document that somebody has to read: {id, title,
-- waits_for_me, names, count}.
create function public.list_documents(
  state text default 'all', category text default null, record_type text default null, record_id uuid default null,
  visibility text default null, search text default null, sort text default 'expires_on', descending boolean default false,
  page int default 1, page_size int default 10)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  caller_organization_id uuid := private.current_organization_id();
  sees_all boolean := private.is_admin();
  today date := private.today();
  patterns text[] := private.search_patterns(private.normalize_search_text(private.cut_search(list_documents.search)));
  wanted text := case when list_documents.state in ('expiring', 'expired', 'to_read') then list_documents.state else 'all' end;
  key text := case when list_documents.sort in ('title', 'category', 'updated_at') then list_documents.sort else 'expires_on' end;
  down boolean := coalesce(list_documents.descending, false);
  page_no int := greatest(coalesce(list_documents.page, 1), 1);
  size int := least(greatest(coalesce(list_documents.page_size, 10), 1), 100);
  ids uuid[];
  total bigint;
  counts jsonb;
  to_confirm jsonb;
begin
  if private.has_too_many_search_words(patterns) then
    caller_organization_id := null;
  end if;
  with visible as materialized (
    select d.id, d.title, d.category, d.expires_on, f.created_at as updated_at,
      coalesce(d.expires_on between today and today + 60, false) as is_expiring, coalesce(d.expires_on < today, false) as is_expired,
      d.asks_to_read and exists (
        select 1 from private.document_readers(d) r where r.read_at is null and (sees_all or r.user_id = auth.uid())) as is_to_read
    from public.documents d
    cross join lateral (
      select v.file_name, v.created_at from public.document_versions v
      where v.organization_id = d.organization_id and v.document_id = d.id order by v.number desc limit 1) f
    where d.organization_id = caller_organization_id
      and (list_documents.category is null or d.category = list_documents.category)
      and (list_documents.visibility is null or d.visibility = list_documents.visibility)
      and (list_documents.record_type is null or d.record_type = list_documents.record_type
        or list_documents.record_type = 'members' and d.member_id is not null)
      and (list_documents.record_id is null or d.record_id = list_documents.record_id)
      and (sees_all or private.is_document_for(d, caller_organization_id, auth.uid(), false))
      -- The name of a record counts for those who see the record.
      and (patterns is null or private.normalize_search_text(concat_ws(' ', d.title, f.file_name,
        case when sees_all or d.visibility = 'record' then (
          select concat_ws(' ', c.first_name, c.last_name) from public.customers c where c.id = d.customer_id
          union all
          select v.name from public.vendors v where v.id = d.vendor_id
          union all
          select s.booking_reference from public.sales s where s.id = d.sale_id
          union all
          select s.booking_reference from public.commissions m join public.sales s on s.id = m.sales_id
          where m.id = d.commission_id) end)) like all (patterns))),
  chosen as (
    select * from visible v
    where case wanted when 'expiring' then v.is_expiring when 'expired' then v.is_expired when 'to_read' then v.is_to_read
      else true end)
  select (select jsonb_build_object('all', count(*), 'expiring', count(*) filter (where v.is_expiring),
      'expired', count(*) filter (where v.is_expired), 'to_read', count(*) filter (where v.is_to_read)) from visible v),
    (select count(*) from chosen),
    array(
      select c.id from chosen c
      order by
        case when key = 'expires_on' and not down then c.expires_on end,
        case when key = 'expires_on' and down then c.expires_on end desc nulls last,
        case when key = 'title' and not down then lower(c.title) when key = 'category' and not down then c.category end,
        case when key = 'title' and down then lower(c.title) when key = 'category' and down then c.category end desc,
        case when key = 'updated_at' and not down then c.updated_at end,
        case when key = 'updated_at' and down then c.updated_at end desc,
        lower(c.title), c.id
      limit size offset (page_no - 1)::bigint * size)
  into counts, total, ids;
  if list_documents.record_id is null then
    to_confirm := private.document_to_confirm(caller_organization_id);
  end if;
  return jsonb_build_object('rows', private.document_rows(caller_organization_id, ids), 'count', total, 'page', page_no,
    'page_size', size, 'total_pages', (total + size - 1) / size, 'counts', counts, 'to_confirm', to_confirm);
end $$;
grant execute on function public.list_documents(text, text, text, uuid, text, text, text, boolean, int, int) to authenticated;

-- One document: its row in the list, `versions` (newest first) and, for admins, `readers` and the last hundred `downloads`. Null
-- when there is none that the caller may see.
create function public.get_document(document_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  document public.documents;
begin
  select d.* into document from public.documents d
  where d.organization_id = private.current_organization_id() and d.id = get_document.document_id;
  if document.id is null or not private.may_see_document(document) then
    return null;
  end if;
  return (private.document_rows(document.organization_id, array[document.id]) -> 0) || jsonb_build_object(
    'versions', (
      select jsonb_agg(jsonb_build_object('id', v.id, 'number', v.number, 'name', v.file_name, 'type', v.mime_type,
        'size', v.size, 'uploaded_at', v.created_at, 'uploaded_by', u.first_name || ' ' || u.last_name) order by v.number desc)
      from public.document_versions v left join public.users u on u.id = v.uploaded_by
      where v.organization_id = document.organization_id and v.document_id = document.id),
    'read_by', case when document.asks_to_read and private.is_admin() then (
      select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'name', u.first_name || ' ' || u.last_name, 'read_at', r.read_at)
        order by r.read_at is not null, lower(u.last_name), lower(u.first_name), u.id), '[]')
      from private.document_readers(document) r join public.users u on u.id = r.user_id) end,
    'downloads', case when private.is_admin() then (
      select coalesce(jsonb_agg(jsonb_build_object('by', o.name, 'number', o.number, 'at', o.created_at)
        order by o.created_at desc), '[]')
      from (
        select u.first_name || ' ' || u.last_name as name, (l.details ->> 'number')::int as number, l.created_at
        from private.audit_log l left join public.users u on u.id = l.actor_id
        where l.organization_id = document.organization_id and l.subject_id = document.id and l.action = 'document_opened'
        order by l.created_at desc, l.id desc limit 100) o) end);
end $$;
grant execute on function public.get_document(uuid) to authenticated;

-- 68_documents_upkeep.sql

-- What happens to documents by themselves: announcements of their expiry, removal of files, and what follows for them from a merge
-- or an erasure of a customer.

-- Announces, 60 and 14 days ahead, what expires: to admins, to the member it is for, and to whoever added it while they may see it.
create function private.announce_expiring_documents() returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  due record;
begin
  for due in
    select d as document, t.days
    from public.documents d
    join public.organizations o on o.id = d.organization_id
    cross join lateral (select d.expires_on - (now() at time zone o.time_zone)::date as days) t
    where d.expires_on between current_date - 1 and current_date + 61 and t.days between 0 and 60
      and (d.announced_days is null or d.announced_days > 14 and t.days <= 14)
    order by d.id for no key update of d skip locked limit 500
  loop
    insert into public.notifications (organization_id, user_id, type, message, commentable_type, commentable_id)
    select u.organization_id, u.id, 'document', '“' || (due.document).title || '” expires '
      || case due.days when 0 then 'today' when 1 then 'tomorrow' else 'in ' || due.days || ' days' end || ', on '
      || to_char((due.document).expires_on, 'FMMon FMDD, YYYY') || '.', 'documents', (due.document).id
    from public.users u
    where u.organization_id = (due.document).organization_id and u.is_active and (u.role in ('owner', 'admin')
      or u.id = (due.document).member_id
      or u.id = (due.document).created_by and (due.document).visibility = 'record' and u.id in (
        select r.id from private.record_readers((due.document).record_type, (due.document).record_id) r))
    order by u.id;
    update public.documents d set announced_days = case when due.days <= 14 then 14 else 60 end
    where d.id = (due.document).id;
  end loop;
end $$;

-- Finds files no version and no upload knows: what arrived after it was given up. Looks at those of more than a day.
create function private.find_stray_document_files() returns void
language sql volatile security definer set search_path = '' as $$
  insert into private.removed_document_files (name)
  select o.name from storage.objects o
  where o.bucket_id = 'documents' and o.created_at < now() - interval '1 day'
    and not exists (select 1 from public.document_versions v where private.document_file(v.organization_id, v.id) = o.name)
    and not exists (select 1 from private.document_uploads u where private.document_file(u.organization_id, u.id) = o.name)
  on conflict do nothing
$$;

-- Removes files that nothing shows any more. On hosted only Storage removes bytes: it is asked over HTTP (pg_net), with the secrets
-- project_url and service_role_key of Vault. Elsewhere deleting the row is enough: the embedded Storage sweeps what no row knows.
create function private.remove_document_files() returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  names text[];
begin
  delete from private.document_uploads u where u.created_at < now() - interval '1 day';
  delete from private.removed_document_files f where not exists (
    select 1 from storage.objects o where o.bucket_id = 'documents' and o.name = f.name);
  names := array(select f.name from private.removed_document_files f order by f.removed_at limit 100);
  if cardinality(names) = 0 then
    return;
  elsif to_regnamespace('net') is not null and to_regclass('vault.decrypted_secrets') is not null then
    execute $call$
      select net.http_delete(
        url := u.decrypted_secret || '/storage/v1/object/documents/' || n.name,
        headers := jsonb_build_object('Authorization', 'Bearer ' || k.decrypted_secret, 'apikey', k.decrypted_secret))
      from unnest($1) n(name), vault.decrypted_secrets u, vault.decrypted_secrets k
      where u.name = 'project_url' and k.name = 'service_role_key' $call$ using names;
  else
    perform set_config('storage.allow_delete_query', 'true', true);
    delete from storage.objects o where o.bucket_id = 'documents' and o.name = any (names);
  end if;
end $$;

-- All of it; the scheduled job.
create function private.keep_documents() returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.announce_expiring_documents();
  -- Once an hour: it looks at every file of the bucket.
  if extract(minute from clock_timestamp()) = 7 then
    perform private.find_stray_document_files();
  end if;
  perform private.remove_document_files();
end $$;

-- What the copy of a customer's data says of documents: those of the customer, and of the sales they pay.
create function private.customer_documents(organization_id uuid, customer uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('title', d.title, 'category', d.category, 'expires_on', d.expires_on,
    'booking_reference', s.booking_reference,
    'versions', (
      select jsonb_agg(jsonb_build_object('number', v.number, 'file_name', v.file_name, 'type', v.mime_type, 'size', v.size,
        'uploaded_at', v.created_at) order by v.number)
      from public.document_versions v where v.organization_id = d.organization_id and v.document_id = d.id),
    'downloads', (
      select coalesce(jsonb_agg(jsonb_build_object('by', u.first_name || ' ' || u.last_name, 'number', l.details -> 'number',
        'at', l.created_at) order by l.created_at, l.id), '[]')
      from private.audit_log l left join public.users u on u.id = l.actor_id
      where l.organization_id = d.organization_id and l.subject_id = d.id and l.action = 'document_opened'))
    order by d.created_at, d.id), '[]')
  from public.documents d
  left join public.sales s on s.id = d.sale_id
  where d.organization_id = customer_documents.organization_id and (d.customer_id = customer or s.customer_id = customer)
$$;

-- Erasure: documents of these customers and of the sales they paid go, with news of them and uploads on their way; elsewhere names
-- are taken out of titles, file names and news.
create function private.erase_documents(organization_id uuid, customer_ids uuid[], sale_ids uuid[], pattern text) returns void
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
declare
  tenant constant uuid := erase_documents.organization_id;
  erased uuid[];
begin
  with gone as (
    delete from public.documents d
    where d.organization_id = tenant and (d.customer_id = any (customer_ids) or d.sale_id = any (sale_ids)) returning d.id)
  select array_agg(g.id) into erased from gone g;
  delete from public.notifications n
  where n.organization_id = tenant and n.commentable_type = 'documents' and n.commentable_id = any (erased);
  delete from private.document_uploads u
  where u.organization_id = tenant and (u.document ->> 'record_id' = any ((customer_ids || sale_ids)::text[])
    or (u.document ->> 'title') || ' ' || u.file_name ~* pattern);
  if pattern is null then
    return;
  end if;
  update public.documents d set title = private.redact(d.title, pattern, 200)
  where d.organization_id = tenant and d.title ~* pattern;
  update public.document_versions v set file_name = private.redact(v.file_name, pattern, 255)
  where v.organization_id = tenant and v.file_name ~* pattern;
  update public.notifications n set message = private.redact(n.message, pattern, 1000)
  where n.organization_id = tenant and n.commentable_type = 'documents' and n.message ~* pattern;
end $$;

-- 69_communications.sql

-- Conversations about a record: messages with replies, whom they mention, and how far everybody has read. Who may see the record
-- reads them (private.may_see_record), so what an agent loses with a sale, they lose with its conversation. Only the functions of
-- 69_conversations write.

create table public.communications (
  id uuid primary key,
  organization_id uuid not null,
  commentable_type text not null,
  commentable_id uuid not null,
  -- The message it replies to, and when that was written: a thread is in one place of the conversation. Of a first message itself.
  thread_id uuid not null,
  thread_at timestamptz not null,
  author_id uuid not null,
  -- Plain text; a mention is <@id of the person>. Null once deleted.
  body text,
  created_at timestamptz not null default clock_timestamp(),
  edited_at timestamptz,
  deleted_at timestamptz,
  -- Null where an erasure did it.
  deleted_by uuid,
  constraint communications_organization_id_id_key unique (organization_id, id),
  constraint communications_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint communications_thread_id_fkey foreign key (organization_id, thread_id)
    references public.communications (organization_id, id) on delete cascade,
  constraint communications_author_id_fkey foreign key (author_id, organization_id) references public.users (id, organization_id),
  constraint communications_deleted_by_fkey foreign key (deleted_by, organization_id) references public.users (id, organization_id),
  constraint communications_commentable_type_known check (commentable_type in ('sales', 'customers', 'commissions', 'vendors')),
  constraint communications_body_length check (char_length(body) <= 5000),
  constraint communications_body_required check (body is null = (deleted_at is not null) and (body is null or private.is_visible(body)))
);
alter table public.communications enable row level security;

-- A conversation in its order, which is the order of its pages.
create index communications_record_idx on public.communications
  (organization_id, commentable_type, commentable_id, thread_at, thread_id, created_at, id);
create index communications_thread_id_idx on public.communications (organization_id, thread_id);

create policy "people read the conversations of the records they may see" on public.communications
  for select to authenticated using (
    organization_id = (select private.current_organization_id()) and private.may_see_record(commentable_type, commentable_id)
  );

grant select on public.communications to authenticated;

create table public.communication_mentions (
  communication_id uuid not null,
  mentioned_id uuid not null,
  organization_id uuid not null,
  primary key (communication_id, mentioned_id),
  constraint communication_mentions_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint communication_mentions_communication_id_fkey foreign key (organization_id, communication_id)
    references public.communications (organization_id, id) on delete cascade,
  constraint communication_mentions_mentioned_id_fkey foreign key (mentioned_id, organization_id)
    references public.users (id, organization_id)
);
alter table public.communication_mentions enable row level security;

create policy "people read the mentions of the messages they may read" on public.communication_mentions
  for select to authenticated using (
    organization_id = (select private.current_organization_id())
    and exists (select 1 from public.communications c where c.id = communication_id)
  );

grant select on public.communication_mentions to authenticated;

create table public.communication_reads (
  user_id uuid not null,
  commentable_type text not null,
  commentable_id uuid not null,
  organization_id uuid not null,
  -- What was written until then has been seen.
  read_at timestamptz not null,
  primary key (user_id, commentable_type, commentable_id),
  constraint communication_reads_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint communication_reads_user_id_fkey foreign key (user_id, organization_id) references public.users (id, organization_id),
  constraint communication_reads_commentable_type_known
    check (commentable_type in ('sales', 'customers', 'commissions', 'vendors'))
);
alter table public.communication_reads enable row level security;

create index communication_reads_record_idx on public.communication_reads
  (organization_id, commentable_type, commentable_id, read_at desc);

create policy "people read how far they have read themselves" on public.communication_reads
  for select to authenticated
  using (organization_id = (select private.current_organization_id()) and user_id = (select auth.uid()));

grant select on public.communication_reads to authenticated;

-- The text as people read it: mentions are names.
create function private.plain_words(body text) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  person record;
begin
  for person in
    select distinct m[1] as id, u.first_name || ' ' || u.last_name as name
    from regexp_matches(body, '<@([0-9a-f-]{36})>', 'g') m left join public.users u on u.id::text = m[1]
  loop
    body := replace(body, '<@' || person.id || '>', '@' || coalesce(person.name, 'somebody'));
  end loop;
  return body;
end $$;

-- Takes the words of messages away; that something was written, and by whom, stays. Nobody is led there any more.
create function private.clear_communications(organization_id uuid, ids uuid[], deleted_by uuid default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from public.communication_mentions m
  where m.organization_id = clear_communications.organization_id and m.communication_id = any (ids);
  delete from public.notifications n
  where n.organization_id = clear_communications.organization_id and n.communication_id = any (ids);
  update public.communications c set body = null, deleted_at = clock_timestamp(), deleted_by = clear_communications.deleted_by
  where c.organization_id = clear_communications.organization_id and c.id = any (ids) and c.deleted_at is null;
end $$;

-- Redacts the words about an erased customer: on these sales and commissions, or, with `sale_ids` null, in the whole organization.
create function private.redact_communications(organization_id uuid, sale_ids uuid[], commission_ids uuid[], pattern text) returns void
language sql volatile security definer set search_path = '' as $$
  update public.communications c set body = private.redact(c.body, pattern)
  where c.organization_id = redact_communications.organization_id and c.body ~* pattern
    and (sale_ids is null or c.commentable_type = 'sales' and c.commentable_id = any (sale_ids)
      or c.commentable_type = 'commissions' and c.commentable_id = any (commission_ids))
$$;

-- The words in the conversations of erased customers go whole, like the notes on them.
create function private.clear_customer_conversations(organization_id uuid, customer_ids uuid[]) returns void
language sql volatile security definer set search_path = '' as $$
  select private.clear_communications(clear_customer_conversations.organization_id, array(
    select c.id from public.communications c
    where c.organization_id = clear_customer_conversations.organization_id and c.commentable_type = 'customers'
      and c.commentable_id = any (customer_ids)))
$$;

-- Moves threads of one customer, with all replies, to another one, and what leads there with them: a merge, and its undoing.
create function private.move_threads(organization_id uuid, thread_ids uuid[], from_id uuid, to_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  update public.notifications n set commentable_id = to_id
  from public.communications c
  where c.organization_id = move_threads.organization_id and c.commentable_type = 'customers' and c.commentable_id = from_id
    and c.thread_id = any (thread_ids) and n.organization_id = c.organization_id and n.communication_id = c.id;
  update public.communications c set commentable_id = to_id
  where c.organization_id = move_threads.organization_id and c.commentable_type = 'customers' and c.commentable_id = from_id
    and c.thread_id = any (thread_ids);
end $$;

-- What was said of records goes with them: records that were never used, and sales of an import that is undone.
create function private.drop_conversations() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.communications c using removed r
  where c.organization_id = r.organization_id and c.commentable_type = tg_table_name and c.commentable_id = r.id;
  delete from public.communication_reads c using removed r
  where c.organization_id = r.organization_id and c.commentable_type = tg_table_name and c.commentable_id = r.id;
  return null;
end $$;

create trigger sales_after_60_drop_conversations after delete on public.sales
  referencing old table as removed for each statement execute function private.drop_conversations();
create trigger commissions_after_60_drop_conversations after delete on public.commissions
  referencing old table as removed for each statement execute function private.drop_conversations();
create trigger customers_after_60_drop_conversations after delete on public.customers
  referencing old table as removed for each statement execute function private.drop_conversations();
create trigger vendors_after_60_drop_conversations after delete on public.vendors
  referencing old table as removed for each statement execute function private.drop_conversations();

-- 69_conversations.sql

-- Reading and writing a conversation. Every function asks first whether the caller may see the record: a record of others and one
-- that does not exist are refused with the same words.

-- Locks nothing; answers nothing. Refuses whoever may not see the record.
create function private.expect_record(commentable_type text, commentable_id uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.may_see_record(commentable_type, commentable_id) then
    perform private.refuse('This record does not exist.');
  end if;
end $$;

-- A message of the caller's organization, on a record they may see.
create function private.expect_communication(communication_id uuid) returns public.communications
language plpgsql stable security definer set search_path = '' as $$
declare
  message public.communications;
begin
  select c.* into message from public.communications c where c.id = communication_id;
  if not private.may_see_record(message.commentable_type, message.commentable_id) then
    perform private.refuse('This message does not exist.');
  end if;
  return message;
end $$;

-- Tag `conversation <type> <id>` to whoever may see the record: to fifty of them, who read it last. It carries no word.
create function private.announce_conversation(commentable_type text, commentable_id uuid) returns void
language sql volatile security definer set search_path = '' as $$
  select private.send_tags(array(
    select 'user:' || u.id
    from private.record_readers(announce_conversation.commentable_type, announce_conversation.commentable_id) u
    left join public.communication_reads r on r.user_id = u.id
      and r.commentable_type = announce_conversation.commentable_type and r.commentable_id = announce_conversation.commentable_id
    order by r.read_at desc nulls last, u.id limit 50),
    'conversation ' || announce_conversation.commentable_type || ' ' || announce_conversation.commentable_id)
$$;

-- Writes down whom a message mentions. Refuses anybody who may not see the record; who was mentioned before is not told again.
create function private.mention(message public.communications) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  wanted uuid[] := array(select distinct m[1]::uuid from regexp_matches(message.body,
    '<@([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})>', 'g') m);
begin
  if cardinality(wanted) > 20 then
    perform private.refuse('A message can mention 20 people.', 'body');
  end if;
  perform 1 from unnest(wanted) w where w not in (
    select u.id from private.record_readers(message.commentable_type, message.commentable_id) u);
  if found then
    perform private.refuse('Only people who may see this record can be mentioned.', 'body');
  end if;
  delete from public.communication_mentions m where m.communication_id = message.id and m.mentioned_id <> all (wanted);
  with added as (
    insert into public.communication_mentions (communication_id, mentioned_id, organization_id)
    select message.id, w, message.organization_id from unnest(wanted) w
    on conflict do nothing returning mentioned_id)
  insert into public.notifications (organization_id, user_id, type, message, commentable_type, commentable_id, communication_id)
  select message.organization_id, a.mentioned_id, 'mention', private.acting_name(message.organization_id) || ' mentioned you on a '
    || private.record_noun(message.commentable_type) || '.', message.commentable_type, message.commentable_id, message.id
  from added a where a.mentioned_id <> message.author_id order by a.mentioned_id;
end $$;

create function private.record_noun(commentable_type text) returns text
language sql immutable set search_path = '' as $$
  select left(commentable_type, -1)
$$;

-- To whoever wrote in the thread and may still see the record, unless the message mentions them.
create function private.notify_of_reply(message public.communications) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.notifications (organization_id, user_id, type, message, commentable_type, commentable_id, communication_id)
  select message.organization_id, u.id, 'reply', private.acting_name(message.organization_id) || ' replied on a '
    || private.record_noun(message.commentable_type) || '.', message.commentable_type, message.commentable_id, message.id
  from private.record_readers(message.commentable_type, message.commentable_id) u
  where u.id <> message.author_id
    and u.id in (
      select c.author_id from public.communications c
      where c.organization_id = message.organization_id and c.thread_id = message.thread_id and c.deleted_at is null)
    and u.id not in (select m.mentioned_id from public.communication_mentions m where m.communication_id = message.id)
  order by u.id
$$;

-- Remembers that the caller has read until a moment; earlier ones change nothing.
create function private.mark_read(message_organization_id uuid, commentable_type text, commentable_id uuid, until timestamptz) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.communication_reads (user_id, commentable_type, commentable_id, organization_id, read_at)
  values (auth.uid(), mark_read.commentable_type, mark_read.commentable_id, message_organization_id, until)
  on conflict (user_id, commentable_type, commentable_id) do update set read_at = excluded.read_at
  where communication_reads.read_at < excluded.read_at
$$;

-- Writes a message, or a reply in the thread of `reply_to`. The client chooses the id, so that trying again after a lost answer
-- writes it once. In the body a mention is <@id>.
create function public.post_message(message_id uuid, commentable_type text, commentable_id uuid, body text, reply_to uuid default null)
returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  parent public.communications;
  message public.communications;
  now_at constant timestamptz := clock_timestamp();
begin
  perform private.expect_record(commentable_type, commentable_id);
  if exists (select 1 from public.communications c where c.id = message_id and c.author_id = auth.uid()
    and c.commentable_type = post_message.commentable_type and c.commentable_id = post_message.commentable_id) then
    return;
  end if;
  if reply_to is not null then
    select c.* into parent from public.communications c where c.id = reply_to
      and c.commentable_type = post_message.commentable_type and c.commentable_id = post_message.commentable_id;
    if parent.id is null then
      perform private.refuse('This message does not exist.');
    end if;
  end if;
  insert into public.communications
    (id, organization_id, commentable_type, commentable_id, thread_id, thread_at, author_id, body, created_at)
  values (message_id, private.current_organization_id(), post_message.commentable_type, post_message.commentable_id,
    coalesce(parent.thread_id, message_id), coalesce(parent.thread_at, now_at), auth.uid(), btrim(post_message.body, E' \n\r\t'), now_at)
  returning * into message;
  perform private.mention(message);
  if parent.id is not null then
    perform private.notify_of_reply(message);
  end if;
  perform private.mark_read(message.organization_id, message.commentable_type, message.commentable_id, now_at);
  perform private.announce_conversation(message.commentable_type, message.commentable_id);
end $$;
grant execute on function public.post_message(uuid, text, uuid, text, uuid) to authenticated;

-- Its author may change a message for 15 minutes.
create function public.edit_message(message_id uuid, body text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  message public.communications := private.expect_communication(message_id);
begin
  if message.author_id <> auth.uid() then
    perform private.refuse('Only its author can change a message.');
  elsif message.deleted_at is not null then
    perform private.refuse('This message was deleted.');
  elsif message.created_at < clock_timestamp() - interval '15 minutes' then
    perform private.refuse('A message can be changed for 15 minutes.', 'body');
  end if;
  update public.communications c set body = btrim(edit_message.body, E' \n\r\t'), edited_at = clock_timestamp()
  where c.id = message.id and c.body is distinct from btrim(edit_message.body, E' \n\r\t')
  returning * into message;
  if message.id is not null then
    perform private.mention(message);
    perform private.announce_conversation(message.commentable_type, message.commentable_id);
  end if;
end $$;
grant execute on function public.edit_message(uuid, text) to authenticated;

-- Its author may delete a message, admins any. That it was there stays.
create function public.delete_message(message_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  message public.communications := private.expect_communication(message_id);
begin
  if message.author_id <> auth.uid() and not private.is_admin() then
    perform private.refuse('Only its author and admins can delete a message.');
  end if;
  perform private.clear_communications(message.organization_id, array[message.id], auth.uid());
  perform private.announce_conversation(message.commentable_type, message.commentable_id);
end $$;
grant execute on function public.delete_message(uuid) to authenticated;

-- The caller has seen the conversation until this message; whoever led them there has done so.
create function public.mark_conversation_read(message_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  message public.communications := private.expect_communication(message_id);
begin
  perform private.mark_read(message.organization_id, message.commentable_type, message.commentable_id, message.created_at);
end $$;
grant execute on function public.mark_conversation_read(uuid) to authenticated;

-- One page of a conversation, in its order: the last fifty messages, those before `before_id`, or all from a little before
-- `from_id` on. Beside them how many there are, what is new for the caller (since `read_at`, of others), and who may read it.
create function public.get_conversation(commentable_type text, commentable_id uuid, before_id uuid default null, from_id uuid default null)
returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  page_size constant int := 50;
  tenant constant uuid := private.current_organization_id();
  seen_at timestamptz;
  edge public.communications;
  target public.communications;
  ids uuid[];
  first public.communications;
begin
  perform private.expect_record(commentable_type, commentable_id);
  select r.read_at into seen_at from public.communication_reads r
  where r.user_id = auth.uid() and r.commentable_type = get_conversation.commentable_type
    and r.commentable_id = get_conversation.commentable_id;
  select c.* into edge from public.communications c where c.id = before_id and c.organization_id = tenant
    and c.commentable_type = get_conversation.commentable_type and c.commentable_id = get_conversation.commentable_id;
  select c.* into target from public.communications c where c.id = from_id and c.organization_id = tenant
    and c.commentable_type = get_conversation.commentable_type and c.commentable_id = get_conversation.commentable_id;
  if target.id is not null then
    -- A page may begin in a thread: then with its first message.
    ids := array(
      select c.id from public.communications c
      where c.organization_id = tenant and c.commentable_type = get_conversation.commentable_type
        and c.commentable_id = get_conversation.commentable_id
        and (c.thread_at, c.thread_id) >= (target.thread_at, target.thread_id));
  end if;
  if coalesce(cardinality(ids), 0) < page_size then
    ids := array(
      select c.id from public.communications c
      where c.organization_id = tenant and c.commentable_type = get_conversation.commentable_type
        and c.commentable_id = get_conversation.commentable_id
        and (edge.id is null or (c.thread_at, c.thread_id, c.created_at, c.id)
          < (edge.thread_at, edge.thread_id, edge.created_at, edge.id))
      order by c.thread_at desc, c.thread_id desc, c.created_at desc, c.id desc limit page_size);
  end if;
  select c.* into first from public.communications c where c.id = any (ids)
  order by c.thread_at, c.thread_id, c.created_at, c.id limit 1;
  return (
    select jsonb_build_object(
      'messages', coalesce((
        select jsonb_agg(jsonb_build_object('id', c.id, 'thread_id', c.thread_id, 'author_id', c.author_id,
          'body', c.body, 'created_at', c.created_at, 'edited_at', c.edited_at, 'deleted_by', c.deleted_by,
          -- Microseconds: a moment as text is not in its order.
          'place', jsonb_build_array(extract(epoch from c.thread_at) * 1000000, c.thread_id, extract(epoch from c.created_at) * 1000000, c.id),
          'is_deleted', c.deleted_at is not null) order by c.thread_at, c.thread_id, c.created_at, c.id)
        -- The first message of a thread that the page begins within.
        from public.communications c where c.id = any (ids) or c.id = first.thread_id), '[]'),
      'people', coalesce((
        select jsonb_agg(jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name,
          'avatar_url', u.avatar_url))
        from public.users u where u.id in (
          select unnest(array[c.author_id, c.deleted_by]) from public.communications c where c.id = any (ids) or c.id = first.thread_id
          union select m.mentioned_id from public.communication_mentions m where m.communication_id = any (ids || first.thread_id))), '[]'),
      'has_earlier', coalesce(bool_or((c.thread_at, c.thread_id, c.created_at, c.id)
        < (first.thread_at, first.thread_id, first.created_at, first.id)), false),
      'before_id', first.id,
      'count', count(*) filter (where c.deleted_at is null),
      'read_at', seen_at,
      'new_earlier', count(*) filter (where c.created_at > seen_at and c.author_id <> auth.uid() and c.deleted_at is null
        and (c.thread_at, c.thread_id, c.created_at, c.id) < (first.thread_at, first.thread_id, first.created_at, first.id)),
      'readers', (
        select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name,
          'avatar_url', u.avatar_url, 'role', u.role) order by u.first_name, u.last_name, u.id), '[]')
        from private.record_readers(get_conversation.commentable_type, get_conversation.commentable_id) u))
    from public.communications c
    where c.organization_id = tenant and c.commentable_type = get_conversation.commentable_type
      and c.commentable_id = get_conversation.commentable_id);
end $$;
grant execute on function public.get_conversation(text, uuid, uuid, uuid) to authenticated;

-- 69_saved_reports.sql

-- Reports kept by name: a definition that whoever opens it runs over what they themselves may see. Private, or shared with the
-- organization. Everybody changes and removes their own; admins remove shared ones too.

create table public.saved_reports (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null default private.current_organization_id(),
  owner_id uuid not null default auth.uid(),
  name text not null,
  definition jsonb not null,
  shared boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint saved_reports_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint saved_reports_owner_id_fkey foreign key (owner_id, organization_id) references public.users (id, organization_id),
  constraint saved_reports_name_required check (private.is_visible(name)),
  constraint saved_reports_name_length check (char_length(name) <= 100)
);
alter table public.saved_reports enable row level security;

-- One name for one person.
create unique index saved_reports_name_key on public.saved_reports (organization_id, owner_id, lower(btrim(name)));

create policy "people read their own saved reports and the shared ones of their organization" on public.saved_reports
  for select to authenticated using (
    organization_id = (select private.current_organization_id()) and (shared or owner_id = (select auth.uid())));

create policy "people save reports of their own" on public.saved_reports
  for insert to authenticated with check (
    organization_id = (select private.current_organization_id()) and owner_id = (select auth.uid()));

create policy "people change their own saved reports" on public.saved_reports
  for update to authenticated
  using (organization_id = (select private.current_organization_id()) and owner_id = (select auth.uid()))
  with check (organization_id = (select private.current_organization_id()) and owner_id = (select auth.uid()));

create policy "people remove their own saved reports, admins shared ones too" on public.saved_reports
  for delete to authenticated using (
    organization_id = (select private.current_organization_id())
    and (owner_id = (select auth.uid()) or (shared and (select private.is_admin()))));

grant select, insert (name, definition, shared), update (name, definition, shared), delete on public.saved_reports to authenticated;

-- A definition must be one that can be run, and nobody keeps more than a hundred.
create function private.guard_saved_report() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.name := btrim(new.name);
  perform private.read_report(new.definition, private.today()), private.report_id(new.definition, 'vendor_id'),
    private.report_text(new.definition, 'category');
  if tg_op = 'INSERT' and (select count(*) from public.saved_reports r
    where r.organization_id = new.organization_id and r.owner_id = new.owner_id) >= 100 then
    perform private.refuse('You have saved 100 reports. Delete one first.', 'name');
  end if;
  return new;
end $$;

create trigger saved_reports_10_guard before insert or update on public.saved_reports
  for each row execute function private.guard_saved_report();

create trigger saved_reports_90_touch before update on public.saved_reports
  for each row execute function private.touch_updated_at();

-- Takes a name out of the names of saved reports, which stay unique.
create function private.redact_saved_reports(organization_id uuid, pattern text) returns void
language sql volatile security definer set search_path = '' as $$
  update public.saved_reports r set name = private.redact(r.name, pattern, 90) || ' ' || left(r.id::text, 8)
  where r.organization_id = redact_saved_reports.organization_id and r.name ~* pattern
$$;

-- 70_imports.sql

-- Imports of customers, vendors and sales from files, in batches that can be undone. Members import customers and sales, admins
-- vendors, too. Each imported record keeps its batch and its row in the file (import_batch_id, import_row), which makes imports
-- idempotent: rows that are sent again, and a file that any member imports again, add nothing. Batches are written by functions
-- alone: how rows are judged and added is in 72_import_rows.sql, what is particular to sales in 73_import_sales.sql, how a batch
-- is taken back in 74_import_undo.sql.

create table public.import_batches (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null default private.current_organization_id(),
  kind text not null,
  file_name text not null,
  file_hash text not null,
  headers text[] not null,
  mapping jsonb not null,
  total_rows integer not null,
  added integer not null default 0,
  skipped integer not null default 0,
  failed integer not null default 0,
  removed integer not null default 0,
  status text not null default 'running',
  created_by uuid not null default auth.uid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  finished_at timestamptz,
  undone_at timestamptz,
  undone_by uuid,
  constraint import_batches_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint import_batches_organization_id_id_key unique (organization_id, id),
  constraint import_batches_created_by_fkey foreign key (created_by, organization_id)
    references public.users (id, organization_id),
  constraint import_batches_kind_known check (kind in ('customers', 'vendors', 'sales')),
  constraint import_batches_file_name_length check (char_length(file_name) between 1 and 255),
  -- SHA-256 in hex.
  constraint import_batches_file_hash_length check (file_hash ~ '^[0-9a-f]{64}$'),
  constraint import_batches_headers_length check (
    cardinality(headers) >= 1 and cardinality(headers) <= 200 and octet_length(headers::text) <= 20000),
  constraint import_batches_mapping_length check (jsonb_typeof(mapping) = 'object' and octet_length(mapping::text) <= 20000),
  constraint import_batches_total_rows_range check (total_rows between 1 and 50000),
  constraint import_batches_status_known check (status in ('running', 'done', 'cancelled', 'undone')),
  constraint import_batches_undone_by_fkey foreign key (undone_by, organization_id)
    references public.users (id, organization_id)
);
alter table public.import_batches enable row level security;

create index import_batches_organization_id_created_at_idx on public.import_batches (organization_id, kind, created_at desc, id);
create index import_batches_created_by_idx on public.import_batches (created_by, organization_id);
create index import_batches_undone_by_idx on public.import_batches (undone_by, organization_id) where undone_by is not null;

comment on column public.import_batches.undone_by is 'Filled by trigger: who took the import back';

-- Here and not in their own files: the table they refer to comes after them.
alter table public.customers add constraint customers_import_batch_id_fkey foreign key (import_batch_id, organization_id)
  references public.import_batches (id, organization_id);
alter table public.vendors add constraint vendors_import_batch_id_fkey foreign key (import_batch_id, organization_id)
  references public.import_batches (id, organization_id);
alter table public.sales add constraint sales_import_batch_id_fkey foreign key (import_batch_id, organization_id)
  references public.import_batches (id, organization_id);

create policy "admins read the imports of their organization, everybody their own" on public.import_batches
  for select to authenticated using (
    organization_id = (select private.current_organization_id())
    and ((select private.is_admin()) or created_by = (select auth.uid()))
  );

grant select on public.import_batches to authenticated;

create trigger import_batches_90_touch before update on public.import_batches
  for each row execute function private.touch_updated_at();

create function private.sign_undone_import() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.undone_by := private.acting_user(new.organization_id);
  return new;
end $$;

create trigger import_batches_20_sign_undone before update of status on public.import_batches
  for each row when (new.status = 'undone' and old.status <> 'undone') execute function private.sign_undone_import();

-- Audit events: import_begun, import_done, import_cancelled, import_undone.
create function private.audit_import() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.audit(new.organization_id, 'import_' || case new.status when 'running' then 'begun' else new.status end,
    null, new.id, jsonb_build_object('kind', new.kind, 'total_rows', new.total_rows)
      || case when tg_op = 'INSERT' then '{}' else jsonb_build_object('added', new.added, 'skipped', new.skipped,
        'failed', new.failed, 'removed', new.removed) end);
  return null;
end $$;

create trigger import_batches_after_50_audit_begun after insert on public.import_batches
  for each row execute function private.audit_import();
create trigger import_batches_after_50_audit after update of status on public.import_batches
  for each row when (old.status <> new.status) execute function private.audit_import();

-- The caller's tenant, if they may import this kind: whoever may add such records one by one.
create function private.check_import_kind(kind text) returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.current_organization_id();
begin
  if caller_organization_id is null or (kind = 'vendors' and not private.is_admin()) then
    raise exception using errcode = '42501', message = 'permission denied for imports';
  end if;
  if kind is null or kind not in ('customers', 'vendors', 'sales') then
    perform private.refuse('Choose customers, vendors or sales.', 'kind');
  end if;
  return caller_organization_id;
end $$;

-- The batch, locked, so that calls for it write one after the other. Members may go on with their own, admins with every batch of
-- the tenant; any other is refused like one that does not exist.
create function private.lock_import_batch(batch_id uuid) returns public.import_batches
language plpgsql volatile security definer set search_path = '' as $$
declare
  b public.import_batches;
begin
  select * into b from public.import_batches i
  where i.id = lock_import_batch.batch_id and i.organization_id = private.current_organization_id()
    and (private.is_admin() or i.created_by = auth.uid())
  for update;
  if b.id is null then
    perform private.refuse('This import is no longer there.');
  end if;
  perform private.check_import_kind(b.kind);
  return b;
end $$;

-- {batch_id}: a new batch. `mapping` says how the file's columns are read, and how duplicates are told (same_email).
create function public.begin_import(
  kind text, file_name text, file_hash text, headers text[], mapping jsonb, total_rows int)
returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.check_import_kind(begin_import.kind);
  batch_id uuid;
begin
  insert into public.import_batches as i (organization_id, kind, file_name, file_hash, headers, mapping, total_rows)
  values (caller_organization_id, begin_import.kind, begin_import.file_name, begin_import.file_hash, begin_import.headers,
    begin_import.mapping, begin_import.total_rows)
  returning i.id into batch_id;
  return jsonb_build_object('batch_id', batch_id);
end $$;
grant execute on function public.begin_import(text, text, text, text[], jsonb, integer) to authenticated;

-- {mapping, earlier}: how a file with these headers was read the last time, by the caller or else by anybody of the tenant, and
-- the last import of this very file that added records and was not undone. An agent hears of no other agent's sales: of sales
-- they are told their own imports.
create function public.last_import_mapping(kind text, headers text[], file_hash text default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.check_import_kind(last_import_mapping.kind);
begin
  return jsonb_build_object(
    'mapping', (
      select i.mapping from public.import_batches i
      where i.organization_id = caller_organization_id and i.kind = last_import_mapping.kind
        and i.headers = last_import_mapping.headers
      order by (i.created_by = auth.uid()) desc, i.created_at desc limit 1),
    'earlier', (
      select jsonb_build_object('created_at', i.created_at, 'added', i.added, 'first_name', u.first_name,
        'last_name', u.last_name)
      from public.import_batches i join public.users u on u.id = i.created_by
      where i.organization_id = caller_organization_id and i.kind = last_import_mapping.kind
        and i.file_hash = last_import_mapping.file_hash and i.status <> 'undone' and i.added > 0
        and (i.kind <> 'sales' or i.created_by = auth.uid() or private.is_admin())
      order by i.created_at desc limit 1));
end $$;
grant execute on function public.last_import_mapping(text, text[], text) to authenticated;

-- Ends a batch. `refused`: number of rows the client found invalid and did not send. Idempotent.
create function public.finish_import(batch_id uuid, cancelled boolean default false, refused int default 0) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  b public.import_batches;
begin
  b := private.lock_import_batch(finish_import.batch_id);
  if b.status = 'running' then
    update public.import_batches i
    set status = case when finish_import.cancelled then 'cancelled' else 'done' end, finished_at = now(),
      failed = i.failed + least(greatest(coalesce(finish_import.refused, 0), 0), 50000)
    where i.id = b.id returning * into b;
    if b.kind = 'sales' then
      perform private.notify_of_import(b);
    end if;
  end if;
  return jsonb_build_object('status', b.status, 'added', b.added, 'skipped', b.skipped, 'failed', b.failed);
end $$;
grant execute on function public.finish_import(uuid, boolean, integer) to authenticated;

-- 71_exports.sql

-- Exports: every list as a table, with the filters and the sort of the list: {columns, rows, truncated}, each row an array of
-- values in the order of the columns, at most 50,000 rows. Access is decided as for the list itself (private.caller_scope, or the
-- list's own function). The client writes the file.

create function private.export_limit() returns int
language sql immutable set search_path = '' as $$ select 50000 $$;

-- `rows` holds one row more than the limit when there is more.
create function private.export_answer(columns text[], rows jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('columns', to_jsonb(columns), 'truncated', jsonb_array_length(rows) > private.export_limit(),
    'rows', case when jsonb_array_length(rows) > private.export_limit() then rows - private.export_limit() else rows end)
$$;

create function public.export_sales(
  status text default null, agent_id uuid default null, vendor_id uuid default null,
  start_date date default null, end_date date default null, customer_search text default null,
  sort text default 'sale_date', descending boolean default true, departing boolean default false)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  f private.sale_filter := private.sale_filter_of(export_sales.status, export_sales.agent_id, export_sales.vendor_id,
    export_sales.start_date, export_sales.end_date, export_sales.customer_search, export_sales.departing);
  ids uuid[] := '{}';
  answer jsonb;
begin
  if f.organization_id is not null then
    ids := private.find_sales(f, export_sales.sort, coalesce(export_sales.descending, true), private.export_limit() + 1, 0,
      f.customer_ids is not null or f.departing_by is not null);
  end if;
  select coalesce(jsonb_agg(jsonb_build_array(s.booking_reference, s.status, s.sale_date, s.travel_date, s.return_date,
      c.first_name || ' ' || c.last_name, c.email, v.name, a.first_name || ' ' || a.last_name, s.total_amount,
      s.commission_rate, s.commission_amount, s.currency, m.status, s.notes) order by u.n), '[]')
  into answer
  from unnest(ids) with ordinality u(id, n)
  join public.sales s on s.id = u.id
  join public.customers c on c.id = s.customer_id
  join public.users a on a.id = s.agent_id
  join public.vendors v on v.id = s.vendor_id
  join public.commissions m on m.sales_id = s.id and m.organization_id = s.organization_id;
  return private.export_answer('{booking_reference,status,sale_date,travel_date,return_date,customer,customer_email,vendor,agent,
    total_amount,commission_rate,commission_amount,currency,commission_status,notes}', answer);
end $$;
grant execute on function public.export_sales(text, uuid, uuid, date, date, text, text, boolean, boolean) to authenticated;

-- Without passports: those are never exported.
create function public.export_customers(
  search text default null, tag text default null, agent_id uuid default null, state text default 'active',
  sort text default 'last_sale_date', descending boolean default true)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  f private.customer_filter;
  zone text;
  ids uuid[] := '{}';
  answer jsonb;
begin
  select s.organization_id, s.agent_id, s.zone into f.organization_id, f.agent_id, zone
  from private.caller_scope(export_customers.agent_id) s;
  f.only_buyers := export_customers.agent_id is not null;
  f.archived := case coalesce(export_customers.state, 'active') when 'archived' then true when 'all' then null else false end;
  f.tag := lower(nullif(btrim(export_customers.tag), ''));
  f.patterns := coalesce(private.customer_patterns(export_customers.search), '{}');
  if f.organization_id is not null and not private.has_too_many_search_words(f.patterns) then
    select k.ids into ids from private.collect_customers(
      f, export_customers.sort, coalesce(export_customers.descending, true), 1, private.export_limit() + 1) k;
  end if;
  select coalesce(jsonb_agg(jsonb_build_array(c.first_name, c.last_name, c.email, c.phone,
      (select string_agg(e ->> 'value', '; ') from jsonb_array_elements(c.more_emails) e),
      (select string_agg(e ->> 'value', '; ') from jsonb_array_elements(c.more_phones) e),
      c.address_line_1, c.address_line_2, c.city, c.region, c.postal_code, c.country, c.birthday, c.emergency_name,
      c.emergency_phone, c.emergency_relation, array_to_string(c.tags, '; '), c.preferences ->> 'seat', c.preferences ->> 'cabin',
      c.preferences ->> 'meal', c.preferences ->> 'room', c.preferences ->> 'mobility', c.preferences ->> 'allergies',
      c.preferences ->> 'interests', c.notes, coalesce(t.sales_count, 0), coalesce(t.total_amount, 0),
      nullif(t.last_sale_date, '-infinity'), (c.created_at at time zone zone)::date, (c.archived_at at time zone zone)::date)
    order by u.n), '[]')
  into answer
  from unnest(ids) with ordinality u(id, n)
  join public.customers c on c.id = u.id
  left join lateral (
    select r.sales_count, r.total_amount, r.last_sale_date from private.customer_totals r
    where f.agent_id is null and r.organization_id = f.organization_id and r.customer_id = c.id
    union all
    select r.sales_count, r.total_amount, r.last_sale_date from private.customer_totals_by_agent r
    where r.organization_id = f.organization_id and r.agent_id = f.agent_id and r.customer_id = c.id) t on true;
  return private.export_answer('{first_name,last_name,email,phone,more_emails,more_phones,address_line_1,address_line_2,city,
    region,postal_code,country,birthday,emergency_name,emergency_phone,emergency_relation,tags,seat,cabin,meal,room,mobility,
    allergies,interests,notes,sales_count,total_amount,last_sale_date,created_on,archived_on}', answer);
end $$;
grant execute on function public.export_customers(text, text, uuid, text, text, boolean) to authenticated;

-- Admins only, like list_vendors, whose answer this is.
create function public.export_vendors(
  search text default null, category text default null, state text default 'active', sort text default 'name',
  descending boolean default false)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  page jsonb;
  pages int := 1;
  list jsonb := '[]';
  answer jsonb;
begin
  -- A tenant has some hundred vendors: reading the list page by page is fast enough.
  for number in 1 .. 501 loop
    exit when number > pages;
    page := public.list_vendors(export_vendors.search, export_vendors.category, export_vendors.state, export_vendors.sort,
      export_vendors.descending, number, 100);
    pages := (page ->> 'total_pages')::int;
    list := list || (page -> 'rows');
  end loop;
  select coalesce(jsonb_agg(jsonb_build_array(v.name, v.category, v.email, v.phone, v.website, v.contacts -> 0 ->> 'name',
      v.contacts -> 0 ->> 'role', v.contacts -> 0 ->> 'email', v.contacts -> 0 ->> 'phone', v.address_line_1, v.address_line_2,
      v.city, v.region, v.postal_code, v.country, v.account_number, v.default_commission_rate, v.expected_payment_days,
      v.expected_payment_basis, array_to_string(v.aliases, '; '), v.notes, u.e -> 'sales_count', u.e -> 'total_amount',
      v.archived_at::date) order by u.n), '[]')
  into answer
  from jsonb_array_elements(list) with ordinality u(e, n)
  join public.vendors v on v.id = (u.e ->> 'id')::uuid;
  return private.export_answer('{name,category,email,phone,website,contact_name,contact_role,contact_email,contact_phone,
    address_line_1,address_line_2,city,region,postal_code,country,account_number,default_commission_rate,expected_payment_days,
    expected_payment_basis,aliases,notes,sales_count,total_amount,archived_on}', answer);
end $$;
grant execute on function public.export_vendors(text, text, text, text, boolean) to authenticated;

-- Admins only: an agent may list names and pictures of the team (list_team), and gets no rows here.
create function public.export_team(
  search text default null, status text default 'everyone', sort text default 'name', descending boolean default false)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  page jsonb;
  pages int := case when private.is_admin() then 1 else 0 end;
  list jsonb := '[]';
  answer jsonb;
begin
  for number in 1 .. 501 loop
    exit when number > pages;
    page := public.list_team(export_team.search, export_team.status, export_team.sort, export_team.descending, number, 100);
    pages := (page ->> 'total_pages')::int;
    list := list || (page -> 'rows');
  end loop;
  select coalesce(jsonb_agg(jsonb_build_array(e -> 'first_name', e -> 'last_name', e -> 'email', e -> 'role',
      case when e ->> 'kind' = 'invitation' then 'invited' when (e ->> 'is_active')::boolean then 'active' else 'inactive' end,
      left(e ->> 'last_active_at', 10), e -> 'sales_count', e -> 'commission_amount', e -> 'commission_split',
      left(e ->> 'joined_at', 10), left(e ->> 'expires_at', 10)) order by n), '[]')
  into answer
  from jsonb_array_elements(list) with ordinality u(e, n);
  return private.export_answer('{first_name,last_name,email,role,status,last_active_on,sales_count,commission_amount,
    commission_split,joined_on,invitation_expires_on}', answer);
end $$;
grant execute on function public.export_team(text, text, text, boolean) to authenticated;

create function public.export_commissions(
  status text default null, agent_id uuid default null, start_date date default null, end_date date default null,
  search text default null, sort text default 'created_at', descending boolean default true, vendor_id uuid default null,
  overdue boolean default false, ready boolean default false)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  f private.commission_filter := private.commission_filter_of(export_commissions.status, export_commissions.agent_id,
    export_commissions.vendor_id, export_commissions.overdue, export_commissions.ready, export_commissions.start_date,
    export_commissions.end_date, export_commissions.search);
  ids uuid[] := '{}';
  answer jsonb;
begin
  if f.organization_id is not null then
    ids := private.find_commissions(f, export_commissions.sort, coalesce(export_commissions.descending, true),
      private.export_limit() + 1, 0, f.word is not null or f.due_before is not null or f.ready);
  end if;
  select coalesce(jsonb_agg(jsonb_build_array(s.booking_reference, m.status, s.sale_date, s.status,
      c.first_name || ' ' || c.last_name, v.name, a.first_name || ' ' || a.last_name, s.total_amount, m.amount,
      m.commission_split, m.agent_amount, s.currency, m.due_on, m.received_amount, m.received_on, m.notes) order by u.n), '[]')
  into answer
  from unnest(ids) with ordinality u(id, n)
  join public.sales s on s.id = u.id
  join public.commissions m on m.sales_id = s.id and m.organization_id = s.organization_id
  join public.customers c on c.id = s.customer_id
  join public.vendors v on v.id = s.vendor_id
  join public.users a on a.id = m.agent_id;
  return private.export_answer('{booking_reference,status,sale_date,sale_status,customer,vendor,agent,total_amount,
    commission_amount,commission_split,agent_amount,currency,due_on,received_amount,received_on,notes}', answer);
end $$;
grant execute on function public.export_commissions(text, uuid, date, date, text, text, boolean, uuid, boolean, boolean)
  to authenticated;

-- 72_import_rows.sql

-- The rows of a file, portion by portion: private.import_portion judges and adds them. An import (import_rows) keeps what it adds;
-- a check before it (check_import_rows) calls the same function and rolls back, so that its verdicts are what will happen.

-- Whether `rows` can be a portion: at most 500 objects, each with its number.
create function private.check_import_portion(rows jsonb) returns void
language plpgsql stable set search_path = '' as $$
begin
  if jsonb_typeof(rows) is distinct from 'array' or jsonb_array_length(rows) > 500 or exists (
    select 1 from jsonb_array_elements(rows) e
    where case when jsonb_typeof(e) <> 'object' then true
      else coalesce(e ->> 'row_number' !~ '^[1-9][0-9]{0,5}$', true) end
  ) then
    perform private.refuse('Send at most 500 rows, each with its number.', 'rows');
  end if;
end $$;

-- Whom a twin is shown as: a row of this very file by its number, any other record by what it is called.
create function private.import_twin(b public.import_batches, import_batch_id uuid, import_row int, name text, detail text)
returns jsonb
language sql immutable set search_path = '' as $$
  select case when import_batch_id = b.id then jsonb_build_object('row', import_row)
    else jsonb_strip_nulls(jsonb_build_object('name', name, 'detail', detail)) end
$$;

-- The rows that exist already, and why: 'file' (this row of this file was imported), 'email', 'phone' (with the same name) or
-- 'name' (a vendor's, or an alias); `twin` is what they are the same as (private.import_twin). Of duplicates among the rows
-- themselves the first one is new. Families share an e-mail address: where the batch says so (same_email: add), a customer is a
-- duplicate by e-mail only with the same first name.
create function private.find_duplicate_rows(b public.import_batches, rows jsonb)
returns table (row_number int, reason text, twin jsonb)
language plpgsql stable security definer set search_path = '' as $$
declare
  shared_email constant boolean := coalesce(b.mapping ->> 'same_email' = 'add', false);
begin
  if b.kind = 'vendors' then
    return query
    select i.n, case when f.twin is not null then 'file' else 'name' end,
      coalesce(f.twin, k.twin, jsonb_build_object('row', i.first_row))
    from (
      select r.n, r.name, min(r.n) over (partition by r.name) as first_row
      from (
        select (e ->> 'row_number')::int as n, lower(btrim(e ->> 'name')) as name from jsonb_array_elements(rows) e) r
    ) i
    left join lateral (
      select jsonb_build_object('name', v.name) as twin
      from public.import_batches o join public.vendors v on v.import_batch_id = o.id and v.import_row = i.n
      where o.organization_id = b.organization_id and o.kind = b.kind and o.file_hash = b.file_hash limit 1) f on true
    left join lateral (
      select private.import_twin(b, v.import_batch_id, v.import_row, v.name, null) as twin
      from public.vendors v
      where v.organization_id = b.organization_id and (lower(v.name) = i.name or v.id = (
        select a.vendor_id from private.vendor_aliases a
        where a.organization_id = b.organization_id and a.alias_key = i.name))
      order by v.created_at, v.id limit 1) k on true
    where f.twin is not null or k.twin is not null or i.first_row < i.n;
    return;
  end if;
  return query
  select i.n, case when f.twin is not null then 'file' when m.twin is not null or i.first_email < i.n then 'email' else 'phone' end,
    coalesce(f.twin, m.twin, case when i.first_email < i.n then jsonb_build_object('row', i.first_email) end, p.twin,
      jsonb_build_object('row', i.first_phone))
  from (
    select r.*,
      case when r.email is not null then
        min(r.n) over (partition by r.email, case when shared_email then r.first_name end) end as first_email,
      case when r.digits is not null then min(r.n) over (partition by r.first_name, r.last_name, r.digits) end as first_phone
    from (
      select (e ->> 'row_number')::int as n, case when e ->> 'email' like '%@%' then lower(btrim(e ->> 'email')) end as email,
        lower(btrim(e ->> 'first_name')) as first_name, lower(btrim(e ->> 'last_name')) as last_name,
        nullif(regexp_replace(e ->> 'phone', '\D', '', 'g'), '') as digits
      from jsonb_array_elements(rows) e) r
  ) i
  left join lateral (
    select jsonb_build_object('name', c.first_name || ' ' || c.last_name) as twin
    from public.import_batches o join public.customers c on c.import_batch_id = o.id and c.import_row = i.n
    where o.organization_id = b.organization_id and o.kind = b.kind and o.file_hash = b.file_hash limit 1) f on true
  left join lateral (
    select private.import_twin(b, c.import_batch_id, c.import_row, c.first_name || ' ' || c.last_name, c.email) as twin
    from public.customers c
    where i.email is not null and c.organization_id = b.organization_id and lower(c.email) = i.email
      and (not shared_email or lower(c.first_name) = i.first_name)
    order by c.created_at, c.id limit 1) m on true
  left join lateral (
    select private.import_twin(b, c.import_batch_id, c.import_row, c.first_name || ' ' || c.last_name, c.phone) as twin
    from public.customers c
    where i.digits is not null and c.organization_id = b.organization_id
      and lower(c.last_name) = i.last_name and lower(c.first_name) = i.first_name
      and regexp_replace(c.phone, '\D', '', 'g') = i.digits
    order by c.created_at, c.id limit 1) p on true
  where f.twin is not null or m.twin is not null or p.twin is not null or i.first_email < i.n or i.first_phone < i.n;
end $$;

-- Inserts rows in one statement; if the database refuses one of them, in slices of 20, then one by one. Answers the errors
-- [{row_number, field, message}], with the messages of triggers and constraints.
create function private.insert_import_rows(b public.import_batches, rows jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  row_count constant int := jsonb_array_length(rows);
  slice_size constant int := case when row_count > 20 then 20 else 1 end;
  errors jsonb := '[]';
  reason text;
  column_name text;
begin
  if row_count = 0 then
    return errors;
  end if;
  begin
    if b.kind = 'sales' then
      perform private.insert_import_sales(b, rows);
    elsif b.kind = 'vendors' then
      insert into public.vendors (organization_id, import_batch_id, import_row, name, category, email, phone, website, contacts,
        address_line_1, address_line_2, city, region, postal_code, country, account_number, default_commission_rate,
        expected_payment_days, expected_payment_basis, aliases, notes)
      select b.organization_id, b.id, (e ->> 'row_number')::int, v.name, v.category, v.email, v.phone, v.website, v.contacts,
        v.address_line_1, v.address_line_2, v.city, v.region, v.postal_code, v.country, v.account_number,
        coalesce(v.default_commission_rate, 0), v.expected_payment_days, v.expected_payment_basis, coalesce(v.aliases, '{}'),
        v.notes
      from jsonb_array_elements(rows) e cross join lateral jsonb_populate_record(null::public.vendors, e) v;
    else
      insert into public.customers (organization_id, created_by, import_batch_id, import_row, first_name, last_name, email, phone,
        more_emails, more_phones, address_line_1, address_line_2, city, region, postal_code, country, birthday,
        emergency_name, emergency_phone, emergency_relation, tags, preferences, notes)
      select b.organization_id, auth.uid(), b.id, (e ->> 'row_number')::int, c.first_name, c.last_name, c.email, c.phone,
        c.more_emails, c.more_phones, c.address_line_1, c.address_line_2, c.city, c.region, c.postal_code, c.country, c.birthday,
        c.emergency_name, c.emergency_phone, c.emergency_relation, c.tags, c.preferences, c.notes
      from jsonb_array_elements(rows) e cross join lateral jsonb_populate_record(null::public.customers, e) c;
    end if;
    return errors;
  exception when data_exception or integrity_constraint_violation or raise_exception then
    get stacked diagnostics reason = message_text, column_name = pg_exception_hint;
    if row_count = 1 then
      return jsonb_build_array(private.import_error(rows -> 0, column_name, reason));
    end if;
  end;
  for first_row in 1 .. row_count by slice_size loop
    errors := errors || private.insert_import_rows(b, (
      select jsonb_agg(e order by n) from jsonb_array_elements(rows) with ordinality u(e, n)
      where n between first_row and first_row + slice_size - 1));
  end loop;
  return errors;
end $$;

create function private.import_error(import_row jsonb, field text, message text) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('row_number', (import_row ->> 'row_number')::int, 'field', field, 'message', message)
$$;

-- The rows whose numbers are in no entry of `entries`, in their order.
create function private.rows_without(rows jsonb, entries jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_agg(e order by n), '[]') from jsonb_array_elements(rows) with ordinality u(e, n)
  where not exists (select 1 from jsonb_array_elements(entries) x where x -> 'row_number' = e -> 'row_number')
$$;

-- Adds the rows of a portion: {added, skipped, skips: [{row_number, reason, twin}], errors: [{row_number, field, message}],
-- adds: of sales what was made of each row (private.describe_imported_sales)}. A row that is refused has no effect on another
-- one: the portion is taken back and judged anew without it. So a portion says the same about the same rows, whoever calls it.
create function private.import_portion(b public.import_batches, rows jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  remaining jsonb := rows;
  refused jsonb := '[]';
  skips jsonb;
  added jsonb;
  errors jsonb;
begin
  perform set_config('paperplane.importing', 'yes', true);
  loop
    begin
      if b.kind = 'sales' then
        select r.skips, r.added, r.errors into skips, added, errors from private.resolve_sale_rows(b, remaining) r;
      else
        select coalesce(jsonb_agg(jsonb_build_object('row_number', d.row_number, 'reason', d.reason, 'twin', d.twin)
          order by d.row_number), '[]')
        into skips from private.find_duplicate_rows(b, remaining) d;
        added := private.rows_without(remaining, skips);
        errors := '[]';
      end if;
      if errors = '[]' then
        errors := private.insert_import_rows(b, added);
      end if;
      exit when errors = '[]';
      raise exception using errcode = 'PI001';
    exception when sqlstate 'PI001' then
      refused := refused || errors;
      remaining := private.rows_without(remaining, errors);
    end;
  end loop;
  perform set_config('paperplane.importing', '', true);
  return jsonb_build_object('added', jsonb_array_length(added), 'skipped', jsonb_array_length(skips), 'skips', skips,
    'errors', (select coalesce(jsonb_agg(e order by (e ->> 'row_number')::int), '[]') from jsonb_array_elements(refused) e),
    'adds', case when b.kind = 'sales' then private.describe_imported_sales(b, added) else '[]' end);
end $$;

-- Imports up to 500 rows of the file, [{row_number, <columns>}], row_number from 1, and answers what private.import_portion does.
-- Idempotent: rows that are sent a second time are skipped.
create function public.import_rows(batch_id uuid, rows jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  b public.import_batches;
  answer jsonb;
begin
  b := private.lock_import_batch(import_rows.batch_id);
  if b.status <> 'running' then
    perform private.refuse(case b.status when 'undone' then 'This import was undone.' else 'This import has ended.' end);
  end if;
  perform private.check_import_portion(rows);
  -- One import at a time per tenant (advisory lock): a concurrent one with the same records would not be seen.
  perform pg_advisory_xact_lock(hashtextextended('import ' || b.organization_id, 0));
  answer := private.import_portion(b, rows);
  update public.import_batches i
  set added = i.added + (answer ->> 'added')::int, skipped = i.skipped + (answer ->> 'skipped')::int,
    failed = i.failed + jsonb_array_length(answer -> 'errors')
  where i.id = b.id;
  return answer;
end $$;
grant execute on function public.import_rows(uuid, jsonb) to authenticated;

-- What a check of a file remembers of the rows that it would add, so that later portions know the records these would make. Gone
-- with the last portion; of a check that was left, an hour later.
create table private.import_check_rows (
  check_id uuid not null,
  row_number integer not null,
  created_by uuid not null,
  -- What later rows may know it by (private.import_row_keys).
  keys text[] not null,
  import_row jsonb not null,
  created_at timestamptz not null default now(),
  primary key (check_id, row_number)
);
-- No policy and no grant: only check_import_rows reads and writes it.
alter table private.import_check_rows enable row level security;

create index import_check_rows_keys_idx on private.import_check_rows using gin (keys);
create index import_check_rows_created_at_idx on private.import_check_rows (created_at);

create function private.forget_import_checks() returns void
language sql volatile security definer set search_path = '' as $$
  delete from private.import_check_rows r where r.created_at < now() - interval '1 hour'
$$;

-- What a row's records are looked up by: whichever two rows may concern the same customer, vendor or booking share a key.
create function private.import_row_keys(b public.import_batches, r jsonb) returns text[]
language sql immutable set search_path = '' as $$
  select array_remove(case b.kind
    when 'vendors' then array['vendor ' || lower(btrim(r ->> 'name'))]
      || case when jsonb_typeof(r -> 'aliases') = 'array' then array(
        select 'vendor ' || lower(btrim(regexp_replace(a, '\s+', ' ', 'g'))) from jsonb_array_elements_text(r -> 'aliases') a)
      end
    when 'customers' then array[
      'email ' || lower(btrim(r ->> 'email'))
        || case when b.mapping ->> 'same_email' = 'add' then ' ' || lower(btrim(r ->> 'first_name')) else '' end,
      'name ' || lower(btrim(r ->> 'first_name')) || ' ' || lower(btrim(r ->> 'last_name')) || ' '
        || regexp_replace(r ->> 'phone', '\D', '', 'g')]
    else array[
      'vendor ' || lower(btrim(r ->> 'vendor')),
      'booking ' || lower(btrim(r ->> 'vendor')) || ' ' || lower(btrim(r ->> 'booking_reference')),
      'email ' || lower(btrim(r ->> 'customer_email')),
      'name ' || lower(btrim(r ->> 'customer_first_name')) || ' ' || lower(btrim(r ->> 'customer_last_name'))] end, null)
$$;

-- Says what import_rows will answer for a portion of a file, and writes nothing: the rows are imported, after those of earlier
-- portions that they may meet, and taken back. Portions are checked in their order: the first without `check_id`, the others with
-- the answered one, `is_last` with the end of the file. {check_id} and what private.import_portion answers.
create function public.check_import_rows(
  kind text, file_hash text, mapping jsonb, rows jsonb, check_id uuid default null, is_last boolean default false)
returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.check_import_kind(check_import_rows.kind);
  this_check uuid := coalesce(check_import_rows.check_id, gen_random_uuid());
  b public.import_batches;
  earlier jsonb;
  answer jsonb;
begin
  perform private.check_import_portion(rows);
  if check_import_rows.check_id is null then
    perform private.forget_import_checks();
  end if;
  begin
    insert into public.import_batches as i (organization_id, kind, file_name, file_hash, headers, mapping, total_rows)
    values (caller_organization_id, check_import_rows.kind, 'check', check_import_rows.file_hash, '{check}',
      check_import_rows.mapping, 50000)
    returning * into b;
    select coalesce(jsonb_agg(r.import_row order by r.row_number), '[]') into earlier
    from private.import_check_rows r
    where r.check_id = this_check and r.created_by = auth.uid()
      -- A portion that is sent a second time does not meet itself.
      and r.row_number < (select min((e ->> 'row_number')::int) from jsonb_array_elements(rows) e)
      and r.keys && array(
        select distinct k from jsonb_array_elements(rows) e cross join lateral unnest(private.import_row_keys(b, e)) k);
    perform private.import_portion(b, earlier);
    answer := private.import_portion(b, rows);
    raise exception using errcode = 'PI002';
  exception when sqlstate 'PI002' then
    null;
  end;
  if is_last then
    delete from private.import_check_rows r where r.check_id = this_check and r.created_by = auth.uid();
  else
    insert into private.import_check_rows (check_id, row_number, created_by, keys, import_row)
    select this_check, (e ->> 'row_number')::int, auth.uid(), k.keys, e
    from jsonb_array_elements(private.rows_without(rows, (answer -> 'skips') || (answer -> 'errors'))) e
    left join jsonb_array_elements(answer -> 'adds') a on a -> 'row_number' = e -> 'row_number'
    cross join lateral (
      -- A sale that found its customer or vendor makes none: later rows find them as well.
      select array(
        select x from unnest(private.import_row_keys(b, e)) x
        where a is null or x like 'booking %' or x like 'vendor %' and a -> 'makes' ? 'vendor'
          or (x like 'email %' or x like 'name %') and a -> 'makes' ? 'customer') as keys) k
    on conflict do nothing;
  end if;
  return jsonb_build_object('check_id', this_check) || answer;
end $$;
grant execute on function public.check_import_rows(text, text, jsonb, jsonb, uuid, boolean) to authenticated;

-- 73_import_sales.sql

-- What is particular to the import of sales: who a row means (customer, vendor, agent), and the way through the state machine to
-- the statuses it names. Customers and vendors who are not there are made, with the batch and the row of the sale. Everything else
-- is refused or done by the rules of sales and commissions themselves.

-- The customer a row means: by e-mail address, else by name, with the phone number where there are namesakes. Null: there is none.
-- `shared_email`: people who share an address are told apart by their first names.
create function private.find_sale_customer(organization_id uuid, r jsonb, shared_email boolean) returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  address constant text := lower(nullif(btrim(r ->> 'customer_email'), ''));
  digits constant text := nullif(regexp_replace(r ->> 'customer_phone', '\D', '', 'g'), '');
  given_name constant text := lower(btrim(r ->> 'customer_first_name'));
  family_name constant text := lower(btrim(r ->> 'customer_last_name'));
  found uuid[];
begin
  if address is not null then
    found := array(
      select c.id from public.customers c
      where c.organization_id = find_sale_customer.organization_id and lower(c.email) = address
        and c.merged_into is null and c.erased_at is null
        and (not shared_email or given_name is null or lower(c.first_name) = given_name)
      limit 50);
    if cardinality(found) > 1 then
      found := array(
        select c.id from public.customers c
        where c.id = any (found) and lower(c.first_name) = given_name and lower(c.last_name) = family_name);
      if cardinality(found) <> 1 then
        perform private.refuse('Several customers have this email address.', 'customer_email');
      end if;
    end if;
    if cardinality(found) = 1 then
      return found[1];
    end if;
  end if;
  -- Somebody with another address is somebody else.
  found := array(
    select c.id from public.customers c
    where c.organization_id = find_sale_customer.organization_id and lower(c.last_name) = family_name
      and lower(c.first_name) = given_name and c.merged_into is null and c.erased_at is null
      and (address is null or c.email is null)
    limit 50);
  if cardinality(found) > 1 and digits is not null then
    found := array(
      select c.id from public.customers c where c.id = any (found) and regexp_replace(c.phone, '\D', '', 'g') = digits);
  end if;
  if cardinality(found) > 1 then
    perform private.refuse('Several customers have this name. Add the email address.', 'customer_last_name');
  end if;
  return found[1];
end $$;

-- The vendor of this name, or else of this alias; null when there is none. Archived ones count only where there is no other.
create function private.find_sale_vendor(organization_id uuid, name text) returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  vendor_key constant text := lower(btrim(find_sale_vendor.name));
  found record;
begin
  select count(*) filter (where v.archived_at is null) as active,
    (array_agg(v.id order by v.archived_at desc nulls first, v.id))[1] as id
  into found
  from public.vendors v
  where v.organization_id = find_sale_vendor.organization_id and lower(v.name) = vendor_key;
  if found.active > 1 then
    perform private.refuse('Several vendors have this name.', 'vendor');
  end if;
  return coalesce(found.id, (
    select a.vendor_id from private.vendor_aliases a
    where a.organization_id = find_sale_vendor.organization_id and a.alias_key = vendor_key));
end $$;

-- The member a row means, by e-mail address or full name; the caller when it names nobody. Agents record their own sales only and
-- are told so whoever is named.
create function private.find_sale_agent(organization_id uuid, said text) returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  agent_key constant text := lower(regexp_replace(btrim(find_sale_agent.said), '\s+', ' ', 'g'));
  found uuid[];
begin
  if coalesce(agent_key, '') = '' then
    return auth.uid();
  end if;
  found := array(
    select u.id from public.users u
    where u.organization_id = find_sale_agent.organization_id
      and agent_key in (lower(u.email), lower(u.first_name || ' ' || u.last_name))
      and (private.is_admin() or u.id = auth.uid())
    limit 2);
  if cardinality(found) = 1 then
    return found[1];
  end if;
  perform private.refuse(case
    when not private.is_admin() then 'Only an admin can record a sale for another agent.'
    when cardinality(found) > 1 then 'Several members have this name. Use the email address.'
    else 'Nobody in your team has this name or email address.' end, 'agent');
end $$;

-- The commission's status that a row asks for: the one it names, or what its dates say; null when it says nothing. Refuses what the
-- sale's status rules out. A commission counts as received when its sale is paid.
create function private.wanted_commission_status(r jsonb) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  sale_status constant text := coalesce(r ->> 'status', 'booked');
  paid_on constant text := r ->> 'agent_paid_on';
  wanted constant text := coalesce(r ->> 'commission_status',
    case when paid_on is not null then 'agent_paid' when r ->> 'received_on' is not null then 'funds_received' end);
begin
  if sale_status not in ('booked', 'paid', 'cancelled') then
    perform private.refuse('Invalid status specified', 'status');
  elsif not private.is_admin() and (r ->> 'received_on' is not null or paid_on is not null or wanted
    <> case sale_status when 'booked' then 'unpaid' when 'paid' then 'funds_received' else 'cancelled' end) then
    perform private.refuse('Only an admin can change the status of a commission.', 'commission_status');
  elsif wanted <> 'agent_paid' and paid_on is not null then
    perform private.refuse('There is a date of payment, but the agent is not paid.', 'agent_paid_on');
  elsif wanted = 'agent_paid' and paid_on is null then
    perform private.refuse('Enter when the agent was paid.', 'agent_paid_on');
  elsif sale_status = 'paid' and wanted = 'unpaid' then
    perform private.refuse('The commission of a paid sale counts as received. Leave its status empty, or say funds received.',
      'commission_status');
  elsif sale_status = 'cancelled' and wanted <> 'cancelled' then
    perform private.refuse('The commission of a cancelled sale is cancelled.', 'commission_status');
  end if;
  return wanted;
end $$;

-- Looks up what each row means, and makes the customers and vendors who are not there. `added`: the rows of new sales, with ids in
-- place of names. `skips`: rows of sales the caller may see that exist already: 'file' (this row of this file was imported) or
-- 'booking' (the same reference at the same vendor). `errors` as everywhere.
create function private.resolve_sale_rows(b public.import_batches, rows jsonb, out skips jsonb, out added jsonb, out errors jsonb)
language plpgsql volatile security definer set search_path = '' as $$
declare
  only_agent constant uuid := case when not private.is_admin() then auth.uid() end;
  shared_email constant boolean := coalesce(b.mapping ->> 'same_email' = 'add', false);
  -- The rows of this call by vendor and reference.
  bookings jsonb := '{}';
  booking text;
  r jsonb;
  sale jsonb;
  twin jsonb;
  found_vendor uuid;
  found_customer uuid;
  found_agent uuid;
  wanted_status text;
  reason text;
  column_name text;
begin
  skips := '[]';
  added := '[]';
  errors := '[]';
  for r in select e from jsonb_array_elements(rows) e order by (e ->> 'row_number')::int loop
    begin
      select private.import_twin(b, null, null, s.booking_reference, null) into twin
      from public.import_batches o join public.sales s on s.import_batch_id = o.id and s.import_row = (r ->> 'row_number')::int
      where o.organization_id = b.organization_id and o.kind = b.kind and o.file_hash = b.file_hash
        and (only_agent is null or s.agent_id = only_agent) limit 1;
      if twin is not null then
        skips := skips || jsonb_build_object('row_number', r -> 'row_number', 'reason', 'file', 'twin', twin);
        continue;
      end if;
      sale := private.check_sale_input(
        '{"booking_reference": null, "sale_date": null, "total_amount": null}'::jsonb
          || (r - '{row_number,customer_first_name,customer_last_name,customer_email,customer_phone,vendor,agent,status,
            commission_status,received_on,agent_paid_on}'::text[]),
        '{booking_reference,sale_date,travel_date,return_date,total_amount,commission_amount,commission_rate,currency,notes}');
      wanted_status := private.wanted_commission_status(r);
      found_agent := private.find_sale_agent(b.organization_id, r ->> 'agent');
      if coalesce(btrim(r ->> 'vendor'), '') = '' then
        perform private.refuse('Enter the vendor.', 'vendor');
      end if;
      found_vendor := private.find_sale_vendor(b.organization_id, r ->> 'vendor');
      if found_vendor is null then
        if only_agent is not null then
          perform private.refuse('There is no vendor of this name. Ask an admin to add it.', 'vendor');
        end if;
        insert into public.vendors (organization_id, import_batch_id, import_row, name)
        values (b.organization_id, b.id, (r ->> 'row_number')::int, r ->> 'vendor') returning id into found_vendor;
      end if;

      booking := found_vendor || ' ' || lower(btrim(sale ->> 'booking_reference'));
      select private.import_twin(b, s.import_batch_id, s.import_row, s.booking_reference, c.first_name || ' ' || c.last_name)
      into twin
      from public.sales s join public.customers c on c.id = s.customer_id
      where s.organization_id = b.organization_id and s.vendor_id = found_vendor
        and lower(btrim(s.booking_reference)) = lower(btrim(sale ->> 'booking_reference'))
        and (only_agent is null or s.agent_id = only_agent)
      order by s.created_at, s.id limit 1;
      if twin is null and bookings ? booking then
        twin := jsonb_build_object('row', bookings -> booking);
      end if;
      if twin is not null then
        skips := skips || jsonb_build_object('row_number', r -> 'row_number', 'reason', 'booking', 'twin', twin);
        continue;
      end if;

      found_customer := private.find_sale_customer(b.organization_id, r, shared_email);
      if found_customer is null then
        if coalesce(btrim(r ->> 'customer_first_name'), '') = '' or coalesce(btrim(r ->> 'customer_last_name'), '') = '' then
          perform private.refuse('Enter the customer''s first and last name.', 'customer_last_name');
        end if;
        insert into public.customers
          (organization_id, created_by, import_batch_id, import_row, first_name, last_name, email, phone)
        values (b.organization_id, auth.uid(), b.id, (r ->> 'row_number')::int, r ->> 'customer_first_name',
          r ->> 'customer_last_name', r ->> 'customer_email', r ->> 'customer_phone') returning id into found_customer;
      end if;
      bookings := bookings || jsonb_build_object(booking, r -> 'row_number');
      added := added || (r || sale || jsonb_build_object('customer_id', found_customer, 'vendor_id', found_vendor,
        'agent_id', found_agent, 'commission_status', wanted_status));
    exception when data_exception or integrity_constraint_violation or raise_exception then
      get stacked diagnostics reason = message_text, column_name = pg_exception_hint;
      errors := errors || private.import_error(r, column_name, reason);
    end;
  end loop;
end $$;

-- Inserts the sales of resolved rows and moves them and their commissions to their statuses, one permitted step after the other.
create function private.insert_import_sales(b public.import_batches, rows jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  paid record;
  answer jsonb;
begin
  insert into public.sales (organization_id, created_by, import_batch_id, import_row, customer_id, vendor_id, agent_id,
    booking_reference, sale_date, travel_date, return_date, total_amount, commission_amount, commission_rate, commission_basis,
    currency, notes)
  select b.organization_id, auth.uid(), b.id, (e ->> 'row_number')::int, s.customer_id, s.vendor_id, s.agent_id,
    s.booking_reference, s.sale_date, s.travel_date, s.return_date, s.total_amount, s.commission_amount, s.commission_rate,
    case when s.commission_amount is null then 'rate' else 'amount' end, s.currency, s.notes
  from jsonb_array_elements(rows) e cross join lateral jsonb_populate_record(null::public.sales, e) s
  order by (e ->> 'row_number')::int;

  update public.sales s set status = e ->> 'status'
  from jsonb_array_elements(rows) e
  where s.import_batch_id = b.id and s.import_row = (e ->> 'row_number')::int and e ->> 'status' in ('paid', 'cancelled');

  -- A day of receipt in the file is the word of the admin who imports it, for the whole commission.
  update public.commissions c set status = d.status, received_on = d.received_on,
    received_amount = case when d.received_on is not null then c.amount end,
    received_how = case when d.received_on is not null then 'word' end
  from (
    select s.id as sales_id, (e ->> 'received_on')::date as received_on,
      case e ->> 'commission_status' when 'agent_paid' then 'funds_received' else e ->> 'commission_status' end as status
    from jsonb_array_elements(rows) e
    join public.sales s on s.import_batch_id = b.id and s.import_row = (e ->> 'row_number')::int) d
  where c.organization_id = b.organization_id and c.sales_id = d.sales_id and (c.status <> d.status or d.received_on is not null);

  for paid in
    select c.id, c.agent_amount, (e ->> 'agent_paid_on')::date as paid_on
    from jsonb_array_elements(rows) e
    join public.sales s on s.import_batch_id = b.id and s.import_row = (e ->> 'row_number')::int
    join public.commissions c on c.organization_id = s.organization_id and c.sales_id = s.id
    where e ->> 'commission_status' = 'agent_paid'
    order by s.import_row
  loop
    answer := public.record_agent_payment(paid.id, null, null, null, paid.agent_amount, paid.paid_on, 'other');
    if not (answer ->> 'success')::boolean then
      perform private.refuse(answer ->> 'error',
        case answer ->> 'field' when 'payment_date' then 'agent_paid_on' else 'commission_status' end);
    end if;
  end loop;
end $$;

-- What was made of rows: [{row_number, customer, vendor, agent, status, commission_status, commission_amount, makes}], `makes`
-- naming the customer and the vendor that were made with the sale.
create function private.describe_imported_sales(b public.import_batches, rows jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('row_number', s.import_row, 'customer', c.first_name || ' ' || c.last_name,
    'vendor', v.name, 'agent', u.first_name || ' ' || u.last_name, 'status', s.status, 'commission_status', m.status,
    'commission_amount', s.commission_amount,
    'makes', to_jsonb(array_remove(array[
      case when c.import_batch_id = b.id and c.import_row = s.import_row then 'customer' end,
      case when v.import_batch_id = b.id and v.import_row = s.import_row then 'vendor' end], null)))
    order by s.import_row), '[]')
  from jsonb_array_elements(rows) e
  join public.sales s on s.import_batch_id = b.id and s.import_row = (e ->> 'row_number')::int
  join public.customers c on c.id = s.customer_id
  join public.vendors v on v.id = s.vendor_id
  join public.users u on u.id = s.agent_id
  join public.commissions m on m.sales_id = s.id and m.organization_id = s.organization_id
$$;

-- 74_import_undo.sql

-- Taking an import back: its records go, but for those that were edited or that others refer to since.

-- Deletes up to `most` sales of a batch that nobody has touched since the import, with their commissions and payments and what the
-- import wrote about them in the histories. Answers how many.
create function private.remove_imported_sales(b public.import_batches, most int) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  ids constant uuid[] := array(
    select s.id from public.sales s where s.import_batch_id = b.id and not private.is_sale_touched(s)
    order by s.id limit most for update);
  commission_ids constant uuid[] := array(
    select c.id from public.commissions c where c.organization_id = b.organization_id and c.sales_id = any (ids) for update);
begin
  perform set_config('paperplane.undoing_import', 'yes', true);
  delete from public.agent_payments p where p.organization_id = b.organization_id and p.commission_id = any (commission_ids);
  delete from public.commission_history h
  where h.organization_id = b.organization_id and h.commission_id = any (commission_ids);
  delete from public.commissions c where c.organization_id = b.organization_id and c.id = any (commission_ids);
  delete from public.sales_history h where h.organization_id = b.organization_id and h.sales_id = any (ids);
  delete from public.sales s where s.organization_id = b.organization_id and s.id = any (ids);
  perform set_config('paperplane.undoing_import', '', true);
  return cardinality(ids);
end $$;

-- Whether an imported sale or its commission was changed since, or is in a payout. What the import did has the time of its
-- transaction.
create function private.is_sale_touched(sale public.sales) returns boolean
language sql stable security definer set search_path = '' as $$
  select sale.updated_at <> sale.created_at or exists (
    select 1 from public.commissions c
    where c.organization_id = sale.organization_id and c.sales_id = sale.id and (c.updated_at <> c.created_at or exists (
      select 1 from public.payout_lines l where l.organization_id = c.organization_id and l.commission_id = c.id)))
    or exists (
    select 1 from public.documents d
    where d.organization_id = sale.organization_id and (d.sale_id = sale.id or d.commission_id in (
      select c.id from public.commissions c where c.organization_id = sale.organization_id and c.sales_id = sale.id)))
$$;

-- Whether another record refers to a customer or vendor (`t`), as a condition over every foreign key to its table, but for a
-- vendor's aliases, which are deleted with it.
create function private.is_referenced_condition(target regclass) returns text
language sql stable set search_path = '' as $$
  select string_agg(format('exists (select 1 from %s r where r.organization_id = t.organization_id and r.%I = t.id)',
    k.conrelid::regclass, a.attname), ' or ')
  from pg_constraint k
  cross join lateral unnest(k.conkey, k.confkey) c(column_number, referenced_number)
  join pg_attribute a on a.attrelid = k.conrelid and a.attnum = c.column_number
  join pg_attribute f on f.attrelid = k.confrelid and f.attnum = c.referenced_number
  where k.contype = 'f' and k.confrelid = is_referenced_condition.target and f.attname = 'id'
    and k.conrelid <> 'private.vendor_aliases'::regclass
$$;

-- Undoes a batch: {removed, kept: [{id, name, reason}], kept_count, more}, of the records of its kind. Records that were edited or
-- that others refer to since stay ('edited', 'used'); the first 100 of them are listed. Customers and vendors that an import of
-- sales made go with it where nothing else needs them. A call deletes up to 1,000 records of a kind: while `more`, call again.
create function public.undo_import(batch_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  most constant int := 1000;
  b public.import_batches;
  kind text;
  is_referenced text;
  removed_of_kind int;
  removed_count int;
  kept jsonb := '[]';
  kept_count int := 0;
  has_more boolean := false;
begin
  b := private.lock_import_batch(undo_import.batch_id);
  foreach kind in array case b.kind when 'sales' then '{sales,customers,vendors}' else array[b.kind] end loop
    -- Right after a large import the planner does not know the rows yet: believing in a small table it looks up every reference
    -- to each record through an index of the whole tenant, and times out. Fewer rows in the statistics than half of the batch
    -- tell so.
    if (
      select t.reltuples < (b.added - b.removed) / 2
      from pg_catalog.pg_class t where t.oid = ('public.' || kind)::regclass
    ) then
      execute format('analyze public.%I', kind);
    end if;
    if kind = 'sales' then
      is_referenced := 'false';
      removed_of_kind := private.remove_imported_sales(b, most);
    else
      is_referenced := private.is_referenced_condition(('public.' || kind)::regclass);
      execute format('with removed as (
          delete from public.%1$I d where d.id in (
            select t.id from public.%1$I t where t.import_batch_id = $1 and t.updated_at = t.created_at and not (%2$s) limit $2)
          returning 1)
        select count(*) from removed', kind, is_referenced)
      into removed_of_kind using b.id, most;
    end if;
    has_more := removed_of_kind = most;
    if kind = b.kind then
      removed_count := removed_of_kind;
    end if;
    if kind = b.kind and not has_more then
      execute format('select count(*) as n,
          coalesce(jsonb_agg(jsonb_build_object(''id'', k.id, ''name'', k.name, ''reason'', k.reason))
            filter (where k.place <= 100), ''[]'') as rows
        from (
          select t.id, %3$s as name, case when %2$s then ''used'' else ''edited'' end as reason,
            row_number() over (order by t.import_row) as place
          from public.%1$I t where t.import_batch_id = $1) k', kind, is_referenced,
        case kind when 'sales' then 't.booking_reference' when 'vendors' then 't.name'
          else 't.first_name || '' '' || t.last_name' end)
      into kept_count, kept using b.id;
    end if;
    exit when has_more;
  end loop;
  update public.import_batches i
  set removed = i.removed + removed_count, status = 'undone', undone_at = coalesce(i.undone_at, now()),
    finished_at = coalesce(i.finished_at, now())
  where i.id = b.id;
  return jsonb_build_object('removed', removed_count, 'more', has_more, 'kept', kept, 'kept_count', kept_count);
end $$;
grant execute on function public.undo_import(uuid) to authenticated;

-- 80_notifications.sql

-- Notifications: messages to one person about what somebody else did. Triggers write them; clients read their own and mark them
-- as read. Nobody is notified of their own action. A message to an agent about a sale does not name it: the client adds what the
-- reader may see of the sale at that time, and of the words of a mention or a reply (communication_id). commentable_type and commentable_id are the record a message leads to.

create table public.notifications (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  user_id uuid not null,
  type text not null,
  message text not null,
  is_read boolean not null default false,
  created_at timestamptz not null default now(),
  commentable_type text,
  commentable_id uuid,
  communication_id uuid,
  constraint notifications_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint notifications_user_id_fkey foreign key (user_id, organization_id) references public.users (id, organization_id),
  constraint notifications_communication_id_fkey foreign key (organization_id, communication_id)
    references public.communications (organization_id, id) on delete cascade,
  constraint notifications_type_length check (char_length(type) <= 40),
  constraint notifications_message_length check (char_length(message) <= 1000),
  constraint notifications_commentable_type_length check (char_length(commentable_type) <= 40)
);
alter table public.notifications enable row level security;

create index notifications_user_id_idx on public.notifications (organization_id, user_id, created_at desc, id);
create index notifications_communication_id_idx on public.notifications (organization_id, communication_id)
  where communication_id is not null;
create index notifications_unread_idx on public.notifications (organization_id, user_id) where not is_read;

create policy "people read their own notifications" on public.notifications
  for select to authenticated
  using (organization_id = (select private.current_organization_id()) and user_id = (select auth.uid()));

create policy "people mark their own notifications as read" on public.notifications
  for update to authenticated
  using (organization_id = (select private.current_organization_id()) and user_id = (select auth.uid()))
  with check (organization_id = (select private.current_organization_id()) and user_id = (select auth.uid()));

grant select, update (is_read) on public.notifications to authenticated;

-- The number of unread notifications, which every page asks for first. For a deactivated user or a revoked session row-level
-- security alone would answer 0, like nothing new. An error instead makes the client check its session, so that no page needs
-- another request for that.
create function public.get_unread_count() returns integer
language plpgsql stable set search_path = '' as $$
begin
  if private.current_organization_id() is null then
    raise insufficient_privilege using message = 'This session is not valid any more';
  end if;
  return (
    select count(*) from public.notifications n
    where n.organization_id = (select private.current_organization_id()) and n.user_id = (select auth.uid()) and not n.is_read
  );
end $$;
grant execute on function public.get_unread_count() to authenticated;

-- Writes one message, unless the caller is its recipient.
create function private.write_notification(
  organization_id uuid, user_id uuid, type text, message text, commentable_type text, commentable_id uuid
) returns void
language sql security definer set search_path = '' as $$
  insert into public.notifications (organization_id, user_id, type, message, commentable_type, commentable_id)
  select write_notification.organization_id, write_notification.user_id, write_notification.type, write_notification.message,
    write_notification.commentable_type, write_notification.commentable_id
  where write_notification.user_id is distinct from auth.uid()
$$;

-- To the active admins and owners but the caller.
create function private.notify_other_admins(
  organization_id uuid, type text, message text, commentable_type text, commentable_id uuid
) returns void
language sql security definer set search_path = '' as $$
  insert into public.notifications (organization_id, user_id, type, message, commentable_type, commentable_id)
  select u.organization_id, u.id, notify_other_admins.type, notify_other_admins.message, notify_other_admins.commentable_type,
    notify_other_admins.commentable_id
  from public.users u
  where u.organization_id = notify_other_admins.organization_id and u.role in ('owner', 'admin') and u.is_active
    and u.id is distinct from auth.uid()
  order by u.id
$$;

-- To the agent who was assigned a sale, and to the agent whose sale was cancelled. Once per statement, whatever its rows. An
-- import (setting paperplane.importing) tells each agent once, when it ends: private.notify_of_import.
create function private.notify_of_sale() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- Name of the acting user by organization.
  names jsonb;
begin
  if current_setting('paperplane.importing', true) = 'yes' then
    return null;
  end if;
  if tg_op = 'INSERT' then
    names := (
      select jsonb_object_agg(d.organization_id, private.acting_name(d.organization_id))
      from (select distinct organization_id from added) d);
    insert into public.notifications (organization_id, user_id, type, message, commentable_type, commentable_id)
    select n.organization_id, n.agent_id, 'assignment', (names ->> n.organization_id::text) || ' assigned you a sale.',
      'sales', n.id
    from added n
    where n.agent_id is distinct from auth.uid()
    order by n.id;
    return null;
  end if;
  names := (
    select jsonb_object_agg(d.organization_id, private.acting_name(d.organization_id))
    from (select distinct organization_id from changed) d);
  insert into public.notifications (organization_id, user_id, type, message, commentable_type, commentable_id)
  select n.organization_id, t.user_id, t.type, (names ->> n.organization_id::text) || t.message, 'sales', n.id
  -- A full join behind a fence (offset 0): a plain join of transition tables is planned for one row and loops over thousands.
  from (
    select n.id, n.organization_id, n.status, o.status as old_status, n.agent_id, o.agent_id as old_agent_id
    from changed n full join replaced o on o.id = n.id offset 0) n
  cross join lateral (
    -- A statement that cancels a sale may reassign it as well: the former agent's sale was cancelled.
    select n.old_agent_id as user_id, 'sale' as type, ' cancelled your sale.' as message
    where n.status = 'cancelled' and n.old_status <> 'cancelled'
    union all
    select n.agent_id, 'assignment', ' assigned you a sale.'
    where n.agent_id <> n.old_agent_id and (n.status <> 'cancelled' or n.old_status = 'cancelled')) t
  where t.user_id is distinct from auth.uid()
  order by n.id;
  return null;
end $$;

-- To the admins who want to know: which sales others record, and which are paid. One message for the sales of one statement, which
-- leads to the sale when it is one. Whoever hears of a sale as its agent does not hear of it twice. An import tells once, too.
create function private.notify_admins_of_sales() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- [{organization_id, agent_id, amount: how many, sale_id: one of them}]
  news jsonb;
begin
  if current_setting('paperplane.importing', true) = 'yes' then
    return null;
  elsif tg_op = 'INSERT' then
    news := (select jsonb_agg(to_jsonb(g)) from (
      select n.organization_id, n.agent_id, count(*) as amount, (array_agg(n.id))[1] as sale_id from added n group by 1, 2) g);
  else
    news := (select jsonb_agg(to_jsonb(g)) from (
      -- The full join behind offset 0 is explained at private.sync_commission.
      select p.organization_id, p.agent_id, count(*) as amount, (array_agg(p.id))[1] as sale_id
      from (
        select n.id, n.organization_id, n.agent_id, n.status, o.status as old_status
        from changed n full join replaced o on o.id = n.id offset 0) p
      where p.status = 'paid' and p.old_status <> 'paid'
      group by 1, 2) g);
  end if;
  if news is null then return null; end if;
  insert into public.notifications (organization_id, user_id, type, message, commentable_type, commentable_id)
  select u.organization_id, u.id, case tg_op when 'INSERT' then 'sale_recorded' else 'sale_paid' end,
    private.acting_name(u.organization_id) || case tg_op when 'INSERT' then ' recorded ' else ' marked ' end
      || case sum(g.amount) when 1 then 'a sale' else sum(g.amount) || ' sales' end
      || case tg_op when 'INSERT' then '.' else ' as paid by the customer.' end,
    'sales', case sum(g.amount) when 1 then (array_agg(g.sale_id))[1] end
  from jsonb_to_recordset(news) as g(organization_id uuid, agent_id uuid, amount bigint, sale_id uuid)
  join public.users u on u.organization_id = g.organization_id and u.id <> g.agent_id
  where u.role in ('owner', 'admin') and u.is_active and u.hears_of_sales and u.id is distinct from auth.uid()
  group by u.organization_id, u.id;
  return null;
end $$;

create trigger sales_after_45_tell_admins_added after insert on public.sales
  referencing new table as added for each statement execute function private.notify_admins_of_sales();
create trigger sales_after_45_tell_admins_changed after update on public.sales
  referencing old table as replaced new table as changed for each statement execute function private.notify_admins_of_sales();

create trigger sales_after_40_notify_added after insert on public.sales
  referencing new table as added for each statement execute function private.notify_of_sale();
create trigger sales_after_40_notify_changed after update on public.sales
  referencing old table as replaced new table as changed for each statement execute function private.notify_of_sale();

-- "sale NWR-1 for Vera Lind"
create function private.sale_description(sale public.sales) returns text
language sql stable security definer set search_path = '' as $$
  select 'sale ' || coalesce(sale.booking_reference || ' ', '') || 'for ' || coalesce((
    select c.first_name || ' ' || c.last_name from public.customers c where c.id = sale.customer_id), 'Unknown')
$$;

-- To the agent, when a commission became funds_received and when its payout was recorded, alone and not with others. That the vendor paid is said only of a
-- commission with a receipt.
create function private.notify_of_commission() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  sale text := (select private.sale_description(s) from public.sales s where s.id = new.sales_id);
begin
  if new.status = 'funds_received' then
    perform private.write_notification(new.organization_id, new.agent_id, 'commission', case
      when new.received_on is not null then (select v.name from public.vendors v where v.id = new.vendor_id)
        || ' paid the commission on the ' || sale || '.'
      when new.sale_paid then 'The customer paid the ' || sale || '. Your commission can be paid.'
      else 'Your commission on the ' || sale || ' is marked as funds received.' end, 'commissions', new.id);
  else
    perform private.write_notification(new.organization_id, new.agent_id, 'payout',
      'Your payout for the ' || sale || ' was recorded.', 'commissions', new.id);
  end if;
  return null;
end $$;

create trigger commissions_after_40_notify after update on public.commissions
  for each row when (old.status <> new.status and new.status in ('funds_received', 'agent_paid')
    and current_setting('paperplane.importing', true) is distinct from 'yes'
    and current_setting('paperplane.paying_payout', true) is distinct from 'yes')
  execute function private.notify_of_commission();

-- To the agents for whom somebody else imported sales, when the import ends: how many.
create function private.notify_of_import(batch public.import_batches) returns void
language sql volatile security definer set search_path = '' as $$
  select private.write_notification(n.organization_id, n.agent_id, 'assignment', private.acting_name(n.organization_id)
    || ' imported ' || n.count || case n.count when 1 then ' sale' else ' sales' end || ' for you.', null, null)
  from (
    select s.organization_id, s.agent_id, count(*) as count from public.sales s
    where s.import_batch_id = batch.id group by s.organization_id, s.agent_id order by s.agent_id) n;
  insert into public.notifications (organization_id, user_id, type, message, commentable_type)
  select u.organization_id, u.id, 'sale_recorded', private.acting_name(u.organization_id) || ' imported ' || count(*)
    || case count(*) when 1 then ' sale.' else ' sales.' end, 'sales'
  from public.sales s
  join public.users u on u.organization_id = s.organization_id and u.id <> s.agent_id
  where s.import_batch_id = batch.id
    and u.role in ('owner', 'admin') and u.is_active and u.hears_of_sales and u.id is distinct from auth.uid()
  group by u.organization_id, u.id
$$;

-- To whoever has a new role. It leads admins and owners to their page in the team list; agents have none.
create function private.notify_of_role() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.write_notification(new.organization_id, new.id, 'role', private.acting_name(new.organization_id)
    || case new.role when 'owner' then ' transferred the ownership to you.' else ' made you an ' || new.role || '.' end,
    case when new.role <> 'agent' then 'team' end, case when new.role <> 'agent' then new.id end);
  return null;
end $$;

create trigger users_after_40_notify_role after update of role on public.users
  for each row when (old.role <> new.role) execute function private.notify_of_role();

-- 81_realtime.sql

-- Live messages (docs/decisions/006): by Realtime broadcast, open clients are told that something changed. A message is a tag,
-- never a row, so it tells nothing that row-level security would not; the client then asks again. Topics are private: user:<id>
-- of a person, org:<id> for the admins of a tenant. Only the database sends: no policy lets a client insert a message.

-- Realtime checks the SELECT policies on realtime.messages with the claims of the joining user when a channel is joined and when
-- the token is renewed. A deactivated user keeps their own topic, as they keep reading their own row: it tells them when they are
-- active again, and carries tags only.
create policy "people join their own topic" on realtime.messages
  for select to authenticated
  using (
    extension = 'broadcast'
    and (select realtime.topic()) = 'user:' || (select auth.uid())::text
    and (select private.has_live_session())
  );

create policy "admins join the topic of their organization" on realtime.messages
  for select to authenticated
  using (
    extension = 'broadcast'
    and (select realtime.topic()) = 'org:' || (select private.current_organization_id())::text
    and (select private.is_admin())
  );

-- Sends a tag to one topic. The write that causes a message succeeds whatever is wrong with Realtime: errors become warnings, and
-- a lock is waited for half a second only.
create function private.send_tag(topic text, tag text) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '500ms' as $$
begin
  perform realtime.send(jsonb_build_object('tag', tag), 'changed', topic, true);
exception when others then
  raise warning 'No live message on %: %', topic, sqlerrm;
end $$;

-- Tag `notifications`, once to each person with new ones.
create function private.announce_notifications() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.send_tag('user:' || n.user_id, 'notifications') from (select distinct user_id from written) n;
  return null;
end $$;

create trigger notifications_after_90_announce after insert on public.notifications
  referencing new table as written for each statement execute function private.announce_notifications();

-- Tag `account_changed`: to the person whose role, tenant or activation changed.
create function private.announce_account_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.send_tag('user:' || new.id, 'account_changed');
  return null;
end $$;

create trigger users_after_90_announce after update of role, is_active, organization_id on public.users
  for each row when (old.role is distinct from new.role or old.is_active is distinct from new.is_active
    or old.organization_id is distinct from new.organization_id)
  execute function private.announce_account_change();

-- send_tag for many topics. It takes the lock of the inserts first, so a locked table is waited for once, not once per topic.
create function private.send_tags(topics text[], tag text) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '500ms' as $$
declare
  topic text;
begin
  lock table realtime.messages in row exclusive mode;
  foreach topic in array topics loop
    perform realtime.send(jsonb_build_object('tag', tag), 'changed', topic, true);
  end loop;
exception when others then
  raise warning 'No live message %: %', tag, sqlerrm;
end $$;

-- Tag `dashboard`, to the admins of the tenants and to the agents whose open dashboards show something else now: once per
-- transaction and topic, which a transaction-local setting remembers. A statement that concerns very many people tells fifty of
-- them; the others get the tag of the next change.
create function private.announce_dashboards(organization_ids uuid[], agent_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  max_topics constant int := 50;
  announced text := coalesce(current_setting('paperplane.announced_dashboards', true), '');
  topics text[] := array(
    select t.topic from (
      select 'org:' || o as topic from unnest(organization_ids[:max_topics]) o
      union all
      select 'user:' || a from unnest(agent_ids[:max_topics]) a) t
    where strpos(announced, t.topic) = 0);
begin
  if cardinality(topics) > 0 then
    perform set_config('paperplane.announced_dashboards', concat_ws(' ', announced, array_to_string(topics, ' ')), true);
    perform private.send_tags(topics, 'dashboard');
  end if;
end $$;

-- Whose dashboards a statement changed: columns that no dashboard shows (notes, travelers) do not count, and of a reassigned sale
-- both agents are told. Old and new rows are added up with a sign and what cancels out is left out: a join of transition tables
-- is planned for one row, and becomes a nested loop over thousands.
create function private.announce_sales() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  organization_ids uuid[];
  agent_ids uuid[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct s.organization_id), array_agg(distinct s.agent_id) into organization_ids, agent_ids
    from added s;
  elsif tg_op = 'DELETE' then
    select array_agg(distinct s.organization_id), array_agg(distinct s.agent_id) into organization_ids, agent_ids
    from replaced s;
  else
    select array_agg(distinct s.organization_id), array_agg(distinct s.agent_id) into organization_ids, agent_ids
    from (
      select b.organization_id, b.agent_id
      from (
        select 1 as n, c.id, c.organization_id, c.agent_id, c.customer_id, c.vendor_id, c.sale_date, c.travel_date,
          c.return_date, c.booking_reference, c.total_amount, c.commission_amount, c.status from changed c
        union all
        select -1, r.id, r.organization_id, r.agent_id, r.customer_id, r.vendor_id, r.sale_date, r.travel_date,
          r.return_date, r.booking_reference, r.total_amount, r.commission_amount, r.status from replaced r) b
      group by b.id, b.organization_id, b.agent_id, b.customer_id, b.vendor_id, b.sale_date, b.travel_date, b.return_date,
        b.booking_reference, b.total_amount, b.commission_amount, b.status
      having sum(b.n) <> 0) s;
  end if;
  perform private.announce_dashboards(organization_ids, agent_ids);
  return null;
end $$;

create trigger sales_after_90_announce_added after insert on public.sales
  referencing new table as added for each statement execute function private.announce_sales();
create trigger sales_after_90_announce_changed after update on public.sales
  referencing old table as replaced new table as changed for each statement execute function private.announce_sales();
create trigger sales_after_90_announce_removed after delete on public.sales
  referencing old table as replaced for each statement execute function private.announce_sales();

-- The same for commissions.
create function private.announce_commissions() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  organization_ids uuid[];
  agent_ids uuid[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct c.organization_id), array_agg(distinct c.agent_id) into organization_ids, agent_ids
    from added c;
  elsif tg_op = 'DELETE' then
    select array_agg(distinct c.organization_id), array_agg(distinct c.agent_id) into organization_ids, agent_ids
    from replaced c;
  else
    select array_agg(distinct s.organization_id), array_agg(distinct s.agent_id) into organization_ids, agent_ids
    from (
      select b.organization_id, b.agent_id
      from (
        select 1 as n, c.id, c.organization_id, c.agent_id, c.sale_date, c.sale_paid, c.status, c.amount, c.agent_amount,
          c.due_on, c.received_on from changed c
        union all
        select -1, r.id, r.organization_id, r.agent_id, r.sale_date, r.sale_paid, r.status, r.amount, r.agent_amount,
          r.due_on, r.received_on from replaced r) b
      group by b.id, b.organization_id, b.agent_id, b.sale_date, b.sale_paid, b.status, b.amount, b.agent_amount, b.due_on,
        b.received_on
      having sum(b.n) <> 0) s;
  end if;
  perform private.announce_dashboards(organization_ids, agent_ids);
  return null;
end $$;

create trigger commissions_after_90_announce_added after insert on public.commissions
  referencing new table as added for each statement execute function private.announce_commissions();
create trigger commissions_after_90_announce_changed after update on public.commissions
  referencing old table as replaced new table as changed for each statement execute function private.announce_commissions();
create trigger commissions_after_90_announce_removed after delete on public.commissions
  referencing old table as replaced for each statement execute function private.announce_commissions();

-- 82_storage.sql

-- Storage of pictures and documents: buckets, and policies on their files.
--   avatars: <organization>/<user>/<uuid>.<ext>, written by the person
--   logos: <organization>/<uuid>.<ext>, written by owners; <organization>/vendors/<uuid>.<ext>, written by admins
--   documents: <organization>/<uuid> of the version, written and read as 68_documents_files.sql says
-- Pictures are public: whoever knows the name of a file may read it, and nobody can guess one, as names end with a random uuid.
-- private.picture_pattern gives the names the caller may write, and null where there are none. Documents are private. Files are
-- immutable: there are no policies for updates, so a new file has a new name, and the old one is removed.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values
  ('avatars', 'avatars', true, 2097152, array['image/jpeg', 'image/png', 'image/webp']),
  ('logos', 'logos', true, 2097152, array['image/jpeg', 'image/png', 'image/webp']),
  -- The types of private.is_document_type.
  ('documents', 'documents', false, 26214400, array['application/pdf', 'image/jpeg', 'image/png', 'image/webp', 'image/gif',
    'text/plain', 'text/csv', 'application/msword', 'application/vnd.ms-excel', 'application/vnd.ms-powerpoint',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation'])
on conflict (id) do nothing;

create policy "people list their own pictures" on storage.objects for select to authenticated
  using (bucket_id = 'avatars' and name ~ (select private.picture_pattern('avatars')));

create policy "people add their own pictures" on storage.objects for insert to authenticated
  with check (bucket_id = 'avatars' and name ~ (select private.picture_pattern('avatars')));

create policy "people remove their own pictures" on storage.objects for delete to authenticated
  using (bucket_id = 'avatars' and name ~ (select private.picture_pattern('avatars')));

create policy "owners list the logos of their organization" on storage.objects for select to authenticated
  using (bucket_id = 'logos' and name ~ (select private.picture_pattern('logos')));

create policy "owners add logos of their organization" on storage.objects for insert to authenticated
  with check (bucket_id = 'logos' and name ~ (select private.picture_pattern('logos')));

create policy "owners remove logos of their organization" on storage.objects for delete to authenticated
  using (bucket_id = 'logos' and name ~ (select private.picture_pattern('logos')));

create policy "admins list the logos of their vendors" on storage.objects for select to authenticated
  using (bucket_id = 'logos' and name ~ (select private.picture_pattern('vendors')));

create policy "admins add logos of their vendors" on storage.objects for insert to authenticated
  with check (bucket_id = 'logos' and name ~ (select private.picture_pattern('vendors')));

create policy "admins remove logos of their vendors" on storage.objects for delete to authenticated
  using (bucket_id = 'logos' and name ~ (select private.picture_pattern('vendors')));

create policy "members add the files of uploads they have begun" on storage.objects for insert to authenticated
  with check (bucket_id = 'documents' and private.may_add_document_file(name));

create policy "members read the files of documents they have just opened" on storage.objects for select to authenticated
  using (bucket_id = 'documents' and private.may_read_document_file(name));

-- 85_search.sql

-- One box over everything (public.search_everything), and the customers that pickers offer (public.find_customers_by_name). See
-- docs/decisions/031 and docs/product.md, Search. These functions run with the owner's rights, so that conditions reach the
-- trigram indexes; private.caller_scope decides whose rows are read. Organization and agent are in the indexes: what is somebody
-- else's is not read and left out, it is not read at all, and the time of an empty answer does not tell of it.

-- Amounts as they are looked for, whichever way the money went.
create index bank_transactions_search_amount_idx on public.bank_transactions (organization_id, abs(amount), booked_on desc, id);

-- LIKE patterns for the beginnings of names that are one slip away from `word`: a letter wrong, missing, too many, or swapped with
-- its neighbour. Null for words so short that a slip makes another name of them. Where no three letters in a row would be left for
-- the trigram index, only common letters are tried.
create function private.misspelled(word text) returns text[]
language sql immutable set search_path = '' as $$
  select array_agg(distinct '%' || chr(10) || private.escape_like(v.head) || v.any_letter || private.escape_like(v.tail) || '%')
  from generate_series(1, char_length(word)) n
  cross join lateral (values
    (left(word, n - 1), true, substr(word, n + 1)),
    (left(word, n - 1), true, substr(word, n)),
    (left(word, n - 1), false, substr(word, n + 1)),
    (left(word, n - 1) || substr(word, n + 1, 1) || substr(word, n, 1), false, substr(word, n + 2))) slip(head, is_open, tail)
  cross join lateral (
    select slip.head, '_' as any_letter, slip.tail
    where slip.is_open and (char_length(slip.head) >= 3 or char_length(slip.tail) >= 3)
    union all
    select slip.head, letter, slip.tail from unnest('{a,c,d,e,i,k,l,m,n,o,r,s,t,u,y,z}'::text[]) letter
    where slip.is_open and char_length(slip.head) < 3 and char_length(slip.tail) < 3
    union all
    select slip.head, '', slip.tail where not slip.is_open) v
  where char_length(word) between 4 and 40
$$;

-- The ids of rows that have all `words`, the best first: those that have them as whole words of their names, then as beginnings of
-- words, then anywhere, and if nobody has them, those that are one slip away in one word. Of each kind those first that are not
-- archived, then by `latest` and by name. `source` (id, names made by private.name_document, document, archived, label) and `latest`
-- are written in this file; $1 is the organization, $2 the agent. Of a kind that thousands are of, the first few hundred that are met
-- are sorted.
create function private.find_named(
  source text, latest text, words text[], take int, organization_id uuid, agent_id uuid)
returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  looked_at constant int := 400;
  found uuid[] := '{}';
  more uuid[];
  in_names text[];
  anywhere text[];
  slips text[];
begin
  if words is null or private.has_too_many_search_words(words) then
    return found;
  end if;
  for step in 1 .. 3 + least(cardinality(words), 4) loop
    exit when step > 3 and found <> '{}';
    slips := case when step > 3 then private.misspelled(words[step - 3]) end;
    -- No index knows a part of one or two letters: such a word is looked for at the beginning of names.
    anywhere := array(
      select '%' || private.escape_like(w.word) || '%' from unnest(words) with ordinality w(word, n)
      where step = 3 and char_length(w.word) >= 3 order by w.n);
    continue when step > 3 and slips is null or step = 3 and anywhere = '{}';
    in_names := array(
      select '%' || chr(10) || private.escape_like(w.word) || case when step = 1 then chr(10) else '' end || '%'
      from unnest(words) with ordinality w(word, n)
      where step <= 2 or step = 3 and char_length(w.word) < 3 or step > 3 and w.n <> step - 3 order by w.n);
    -- Materialized, so that the limit does not make the planner hope to meet enough rows by chance. Patterns come from subqueries, or
    -- it would compare each with its statistics, which takes longer than the search. The first ones stand one by one: the index does
    -- not know LIKE ALL.
    execute concat('with d as materialized (select s.id, s.archived, s.label from (', source, ') s where s.id <> all ($7)',
        (select string_agg(format(' and s.names like (select ($3)[%s])', n), '')
          from generate_series(1, least(cardinality(in_names), 3)) n),
        (select string_agg(format(' and s.document like (select ($4)[%s])', n), '')
          from generate_series(1, least(cardinality(anywhere), 3)) n),
        case when cardinality(in_names) > 3 then ' and s.names like all ((select $3)::text[])' end,
        case when cardinality(anywhere) > 3 then ' and s.document like all ((select $4)::text[])' end,
        case when slips is not null then ' and s.names like any ((select $5)::text[])' end,
      ') select array(select d.id from (select * from d limit $8) d
        order by d.archived, ', latest, ' desc nulls last, d.label, d.id limit $6)')
    into more using organization_id, agent_id, in_names, anywhere, slips, take - cardinality(found), found, looked_at;
    found := found || more;
    exit when cardinality(found) >= take;
  end loop;
  return found;
end $$;

-- Customers by name, e-mail address, phone number or tag; who bought last comes first. To an agent that means: bought from them.
create function private.find_customers_named(
  organization_id uuid, agent_id uuid, search text, take int, with_archived boolean)
returns uuid[]
language sql stable security definer set search_path = '' as $$
  select private.find_named(
    'select c.customer_id as id, c.names, c.document, c.archived, c.document as label from private.customer_search c where c.organization_id = $1'
      || case when with_archived then '' else ' and not c.archived' end,
    '(select t.last_sale_date from private.' || case when agent_id is null then 'customer_totals t where'
      else 'customer_totals_by_agent t where t.agent_id = $2 and t.sales_count > 0 and' end
      || ' t.organization_id = $1 and t.customer_id = d.id)',
    private.customer_words(search), take, organization_id, agent_id)
$$;

-- Sales whose reference is what was searched for, whatever its case and punctuation.
create function private.find_sales_referenced(organization_id uuid, agent_id uuid, search text) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  key text := upper(regexp_replace(search, '[^A-Za-z0-9]', '', 'g'));
  found uuid[];
begin
  if key <> '' then
    execute 'select array(select s.id from public.sales s
      where s.organization_id = $1 and upper(regexp_replace(s.booking_reference, ''[^A-Za-z0-9]'', '''', ''g'')) = $3'
      || case when agent_id is null then '' else ' and s.agent_id = $2' end || ' order by s.sale_date desc, s.id limit 3)'
    into found using find_sales_referenced.organization_id, find_sales_referenced.agent_id, key;
  end if;
  return coalesce(found, '{}');
end $$;

-- Sales by part of the reference (those that begin with it first), by their exact total, and the latest of the customers found.
create function private.find_sales_anyhow(
  organization_id uuid, agent_id uuid, search text, amount numeric, customer_ids uuid[], except_ids uuid[])
returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  looked_at constant int := 400;
  typed text := private.escape_like(lower(btrim(search) collate pg_catalog."pg_c_utf8"));
  own text := case when agent_id is null then '' else ' and s.agent_id = $2' end;
  found uuid[] := '{}';
  more uuid[];
begin
  -- The trigram index knows three letters or digits in a row.
  if typed ~ '[[:alnum:]]{3}' then
    execute 'with s as materialized (select s.id, s.booking_reference, s.sale_date from public.sales s
        where s.organization_id = $1 and lower(s.booking_reference collate pg_catalog."pg_c_utf8") like (select ''%'' || $3 || ''%'')
          and s.id <> all ($4)' || own || ')
      select array(select s.id from (select * from s limit $5) s
        order by lower(s.booking_reference collate pg_catalog."pg_c_utf8") like $3 || ''%'' desc, s.sale_date desc, s.id limit 10)'
    into found using organization_id, agent_id, typed, except_ids, looked_at;
  end if;
  if amount is not null then
    execute 'select array(select s.id from public.sales s
      where s.organization_id = $1 and s.total_amount = $3 and s.id <> all ($4)' || own || ' order by s.sale_date desc, s.id limit 10)'
    into more using organization_id, agent_id, amount, except_ids || found;
    found := found || more;
  end if;
  if customer_ids <> '{}' then
    execute 'select array(select s.id
      from unnest($3) with ordinality c(id, n)
      cross join lateral (
        select s.id, s.sale_date, s.status from public.sales s
        where s.organization_id = $1 and s.customer_id = c.id and s.id <> all ($4)' || own || '
        order by s.sale_date desc, s.created_at desc, s.id limit 3) s
      order by s.status = ''cancelled'', s.sale_date desc, c.n, s.id limit 10)'
    into more using organization_id, agent_id, customer_ids, except_ids || found;
    found := found || more;
  end if;
  return found;
end $$;

-- Bank transactions of an organization by words of their text or by their exact amount, the latest first. Common words are met among
-- the latest thousand; only what is not there is looked up in the index of texts.
create function private.find_bank_transactions(organization_id uuid, search text, amount numeric, take int) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  latest constant int := 1000;
  patterns text[] := private.search_patterns(search);
  found uuid[] := '{}';
begin
  if amount is not null then
    found := array(select t.id from public.bank_transactions t
      where t.organization_id = find_bank_transactions.organization_id and abs(t.amount) = find_bank_transactions.amount
      order by t.booked_on desc, t.id limit take);
  end if;
  if cardinality(found) < take and patterns is not null and not private.has_too_many_search_words(patterns) then
    found := found || array(
      select t.id from (
        select t.id, t.text, t.booked_on from public.bank_transactions t
        where t.organization_id = find_bank_transactions.organization_id order by t.booked_on desc, t.id limit latest) t
      where lower(t.text collate pg_catalog."pg_c_utf8") like all (patterns) and t.id <> all (found)
      order by t.booked_on desc, t.id limit take - cardinality(found));
  end if;
  if cardinality(found) < take and char_length(patterns[1]) >= char_length('%abc%') then
    execute 'with t as materialized (select t.id, t.booked_on from public.bank_transactions t
        where t.organization_id = $1 and lower(t.text collate pg_catalog."pg_c_utf8") like (select ($2)[1])
          and lower(t.text collate pg_catalog."pg_c_utf8") like all ($2) and t.id <> all ($3))
      select $3 || array(select t.id from t order by t.booked_on desc, t.id limit $4)'
    into found using find_bank_transactions.organization_id, patterns, found, take - cardinality(found);
  end if;
  return found;
end $$;

-- What a row of the search shows, in the order of `ids`. agent_id: whose sales count as a customer's trips, null for all.
create function private.found_customers(ids uuid[], agent_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'first_name', c.first_name, 'last_name', c.last_name, 'email', c.email,
    'phone', c.phone, 'archived', c.archived_at is not null, 'sales_count', coalesce(
      case when found_customers.agent_id is null then (select t.sales_count from private.customer_totals t
        where t.organization_id = c.organization_id and t.customer_id = c.id)
      else (select t.sales_count from private.customer_totals_by_agent t
        where t.organization_id = c.organization_id and t.agent_id = found_customers.agent_id and t.customer_id = c.id) end, 0)) order by i.n), '[]')
  from unnest(ids) with ordinality i(id, n) join public.customers c on c.id = i.id
$$;

create function private.found_sales(ids uuid[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'booking_reference', s.booking_reference, 'status', s.status,
    'amount', s.total_amount, 'travel_date', s.travel_date, 'return_date', s.return_date, 'vendor', v.name,
    'customer', jsonb_build_object('first_name', c.first_name, 'last_name', c.last_name)) order by i.n), '[]')
  from unnest(ids) with ordinality i(id, n)
  join public.sales s on s.id = i.id
  join public.customers c on c.id = s.customer_id
  join public.vendors v on v.id = s.vendor_id
$$;

-- The commissions of these sales: of exactly what was searched for first, then those that are still open.
create function private.found_commissions(sale_ids uuid[], exact_ids uuid[], take int) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'booking_reference', m.booking_reference, 'status', m.status,
    'amount', m.amount, 'due_on', m.due_on, 'vendor', v.name,
    'customer', jsonb_build_object('first_name', c.first_name, 'last_name', c.last_name)) order by m.place), '[]')
  from (
    select m.id, m.status, m.amount, m.due_on, s.booking_reference, s.customer_id, s.vendor_id, row_number() over (
      order by i.id = any (exact_ids) desc, m.status in ('unpaid', 'funds_received') desc, m.status = 'cancelled', i.n) as place
    from unnest(sale_ids) with ordinality i(id, n)
    join public.sales s on s.id = i.id
    join public.commissions m on m.sales_id = s.id and m.organization_id = s.organization_id) m
  join public.customers c on c.id = m.customer_id
  join public.vendors v on v.id = m.vendor_id
  where m.place <= take
$$;

create function private.found_vendors(ids uuid[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'name', v.name, 'logo_url', v.logo_url, 'category', v.category,
    'archived', v.archived_at is not null) order by i.n), '[]')
  from unnest(ids) with ordinality i(id, n) join public.vendors v on v.id = i.id
$$;

create function private.found_members(ids uuid[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name,
    'avatar_url', u.avatar_url, 'role', u.role, 'is_active', u.is_active) order by i.n), '[]')
  from unnest(ids) with ordinality i(id, n) join public.users u on u.id = i.id
$$;

create function private.found_documents(ids uuid[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'title', d.title, 'category', d.category, 'expires_on', d.expires_on)
    order by i.n), '[]')
  from unnest(ids) with ordinality i(id, n) join public.documents d on d.id = i.id
$$;

create function private.found_bank_transactions(ids uuid[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'text', t.text, 'amount', t.amount, 'booked_on', t.booked_on,
    'status', t.status, 'account', a.name) order by i.n), '[]')
  from unnest(ids) with ordinality i(id, n)
  join public.bank_transactions t on t.id = i.id
  join public.bank_accounts a on a.id = t.account_id
$$;

-- {exact, customers, sales, commissions, vendors, team, documents, bank}: up to three of each kind, the best first; a kind nothing was found of is
-- left out. exact: sales whose reference is `query`; they are not repeated among the sales. Agents find customers, their own
-- sales and commissions, and documents that they may see; vendors, members and bank transactions open for admins only, and only they find them.
create function public.search_everything(query text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  shown constant int := 3;
  scope record := private.caller_scope();
  admins_organization_id uuid := private.admin_organization_id();
  typed text := private.cut_search(query);
  words text[];
  amount numeric;
  customer_ids uuid[];
  exact_ids uuid[];
  sale_ids uuid[];
begin
  if scope.organization_id is null or btrim(typed) = '' then
    return '{}';
  end if;
  words := private.customer_words(typed);
  -- A number alone is part of a reference or of a phone number.
  amount := case when btrim(typed) ~ '^\$?[\d,]{1,13}(\.\d{1,2})?$' and typed ~ '\d' and typed ~ '[$.]'
    then regexp_replace(typed, '[$,\s]', '', 'g')::numeric end;
  exact_ids := private.find_sales_referenced(scope.organization_id, scope.agent_id, typed);
  customer_ids := private.find_customers_named(scope.organization_id, scope.agent_id, typed, 20, true);
  sale_ids := private.find_sales_anyhow(scope.organization_id, scope.agent_id, typed, amount, customer_ids, exact_ids);
  return (
    select coalesce(jsonb_object_agg(f.kind, f.rows), '{}')
    from (
      select 'exact' as kind, private.found_sales(exact_ids) as rows
      union all
      select 'customers', private.found_customers(customer_ids[:shown], scope.agent_id)
      union all
      select 'sales', private.found_sales(sale_ids[:shown])
      union all
      select 'commissions', private.found_commissions(exact_ids || sale_ids, exact_ids, shown)
      union all
      select 'vendors', private.found_vendors(private.find_named(
        'select v.id, private.vendor_document(v.name, v.aliases) as names, private.vendor_document(v.name, v.aliases) as document,
          v.archived_at is not null as archived, v.name as label from public.vendors v where v.organization_id = $1',
        'null::date', words, shown, admins_organization_id, null))
      where admins_organization_id is not null
      union all
      select 'team', private.found_members(private.find_named(
        'select u.id, private.name_document(u.first_name || '' '' || u.last_name || '' '' || u.email) as names,
          private.name_document(u.first_name || '' '' || u.last_name || '' '' || u.email) as document, not u.is_active as archived,
          u.first_name || '' '' || u.last_name as label from public.users u where u.organization_id = $1',
        'null::date', words, shown, admins_organization_id, null))
      where admins_organization_id is not null
      union all
      select 'documents', private.found_documents(private.find_named(
        'select d.id, private.name_document(d.title) as names, private.name_document(d.title) as document,
          coalesce(d.expires_on < private.today(), false) as archived, d.title as label from public.documents d
          where d.organization_id = $1' || case when scope.agent_id is null then ''
            else ' and private.is_document_for(d, $1, $2, false)' end,
        'null::date', words, shown, scope.organization_id, scope.agent_id))
      -- A further kind joins here: its rows, of what the caller may open; shell/src/search/kinds.ts shows it.
      union all
      select 'bank', private.found_bank_transactions(
        private.find_bank_transactions(admins_organization_id, typed, amount, shown))
      where admins_organization_id is not null) f
    where f.rows <> '[]');
end $$;
grant execute on function public.search_everything(text) to authenticated;

-- [{id, first_name, last_name, email, phone}]: up to twenty customers for a picker, found as in the search but without archived
-- ones; without a search in the order of names.
create function public.find_customers_by_name(search text default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  offered constant int := 20;
  scope record := private.caller_scope();
  ids uuid[];
begin
  if scope.organization_id is null then
    return '[]';
  end if;
  ids := case when btrim(private.cut_search(search)) <> ''
    then private.find_customers_named(scope.organization_id, scope.agent_id, search, offered, false)
    else array(select c.id from public.customers c where c.organization_id = scope.organization_id and c.archived_at is null
      order by c.last_name, c.first_name, c.id limit offered) end;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'first_name', c.first_name, 'last_name', c.last_name,
      'email', c.email, 'phone', c.phone) order by i.n), '[]')
    from unnest(ids) with ordinality i(id, n) join public.customers c on c.id = i.id);
end $$;
grant execute on function public.find_customers_by_name(text) to authenticated;

-- 90_jobs.sql

-- On hosted pg_cron comes with the project; it keeps a record of every run, which nobody needs for longer than a day.
do $$
begin
  if exists (select from pg_catalog.pg_available_extensions e where e.name = 'pg_cron') then
    create extension if not exists pg_cron with schema pg_catalog;
    perform cron.schedule('forget-job-runs', '0 3 * * *',
      $job$delete from cron.job_run_details where end_time < now() - interval '1 day'$job$);
  end if;
  if to_regnamespace('cron') is not null then
    perform cron.schedule('refresh-totals', '10 seconds', 'select private.refresh_totals()');
    perform cron.schedule('refresh-report-totals', '10 seconds', 'select private.refresh_report_totals()');
    perform cron.schedule('forget-import-checks', '59 seconds', 'select private.forget_import_checks()');
    perform cron.schedule('keep-documents', '59 seconds', 'select private.keep_documents()');
    perform cron.schedule('refresh-matches', '10 seconds', 'select private.refresh_matches()');
  end if;
end $$;

-- 91_api_settings.sql

-- A check that PostgREST runs before every request (pgrst.db_pre_request).

create schema api_requests;
grant usage on schema api_requests to anon, authenticated, service_role;

-- Refuses every count but the exact one. The planner's statistics know the rows of every tenant and agent: an estimate for
-- `agent_id=eq.<somebody else>` would tell how many sales they have, past row-level security. Preferences are compared as servers
-- parse them, and more strictly: apart at commas and semicolons, in lower case, without blanks, tabs, quotes and whatever else a
-- parser may trim. PostgREST hands over the last of several Prefer headers only: a proxy in front of it must join them.
create function api_requests.check_request() returns void
language plpgsql stable set search_path = '' as $$
begin
  if exists (
    select 1
    from regexp_split_to_table(lower(current_setting('request.headers', true)::json ->> 'prefer'), '[,;]') as header(preference),
      regexp_replace(header.preference, '[^a-z0-9=_-]', '', 'g') as bare(preference)
    where bare.preference ~ '^count=' and bare.preference <> 'count=exact'
  ) then
    raise exception using errcode = 'P0001', hint = '',
      message = 'Ask for an exact count: an estimate would be made from rows that are not yours.';
  end if;
end $$;
grant execute on function api_requests.check_request() to anon, service_role, authenticated;

alter role authenticator set pgrst.db_pre_request = 'api_requests.check_request';
notify pgrst, 'reload config';
notify pgrst, 'reload schema';
