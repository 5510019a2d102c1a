-- Validation shared by all tables: refusals in one shape, trigger functions without a subject of their own, predicates for check
-- constraints, and normalization of input. A predicate that a check constraint uses is immutable and granted to `authenticated`:
-- constraints run with the rights of whoever writes the row.

create function private.refuse(reason text, column_name text, code text, params jsonb default '{}') returns void
language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = 'P0001', message = reason, hint = column_name,
    detail = jsonb_build_object('code', refuse.code, 'params', refuse.params)::text;
end $$;
comment on function private.refuse is 'Raises every refusal that no constraint can express, in one shape for the client.
  `column_name` becomes the hint: the form field the message belongs to, or empty. `code` and `params` say the same as the message, and
  become the detail: {code, params}. A code has one sentence, and its English stands here alone.';
grant execute on function private.refuse(text, text, text, jsonb) to authenticated;

create function private.command_result(refusal text, field text default null, code text default null, params jsonb default '{}')
returns jsonb
language sql immutable set search_path = '' as $$
  select case when refusal is null then '{"success": true, "error": null, "field": null}'::jsonb
    else jsonb_build_object('success', false, 'error', refusal, 'field', nullif(field, ''), 'code', code, 'params', params) end
$$;
comment on function private.command_result is 'Result of a public function that changes something: {success, error, field}.
  `refusal` null means done. A refusal names the form field it belongs to, and says itself again as {code, params}
  (private.refuse). Functions hand refusals on as what they answer; null, then, is none.';

create function private.at_field(refusal jsonb, field text) returns jsonb
language sql immutable set search_path = '' as $$ select refusal || jsonb_build_object('field', field) $$;
comment on function private.at_field is 'The same refusal at a field of the caller''s; null for none.';

create function private.refuse_with(refusal jsonb) returns void
language sql volatile set search_path = '' as $$
  select private.refuse(refusal ->> 'error', coalesce(refusal ->> 'field', ''), refusal ->> 'code', refusal -> 'params')
$$;
comment on function private.refuse_with is 'Raises what private.command_result says.';

create function private.fact_of(detail text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('code', d.fact -> 'code', 'params', coalesce(d.fact -> 'params', '{}'))
  from (select case when pg_input_is_valid(detail, 'jsonb') then detail::jsonb end as fact) d
$$;
comment on function private.fact_of is '{code, params} of a refusal that was caught, by its detail; the code is null where private.refuse
  did not raise it.';

create function private.touch_updated_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end $$;

create function private.guard_history() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and private.in_mode('erasing')
    and to_jsonb(new) - '{previous_data,new_data,comment,notes,params,details,content,reference,reason}'::text[]
      = to_jsonb(old) - '{previous_data,new_data,comment,notes,params,details,content,reference,reason}'::text[] then
    return new;
  end if;
  if tg_op = 'DELETE' and private.in_mode('undoing_import') then
    return old;
  end if;
  perform private.refuse('History can be neither changed nor deleted.', '', 'history_is_kept');
  return null;
end $$;
comment on function private.guard_history is 'Makes a history (audit) table append-only, for the owner of the tables as well. Two
  exceptions: the erasure of a person rewrites texts inside an entry, but the entry itself stays; undoing an import removes sales
  that nobody has touched since, with what the import itself wrote about them.';

create function private.refuse_truncate() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refuse('The table ' || tg_table_name || ' cannot be emptied by TRUNCATE: sums and histories would not follow.', '',
    'table_is_kept', jsonb_build_object('table', tg_table_name));
  return null;
end $$;
comment on function private.refuse_truncate is 'TRUNCATE fires no row trigger and no statement trigger for DELETE: rollups would
  keep deleted rows, and a history would be lost without a trace. Refused for the owner of the tables as well.';

create function private.is_iso_date(typed text) returns boolean
language sql stable set search_path = '' as $$
  select typed ~ '^\d{4}-\d\d-\d\d$' and pg_input_is_valid(typed, 'date')
    and typed between '1900-01-01' and '2199-12-31'
$$;
comment on function private.is_iso_date is 'An existing date written YYYY-MM-DD, in the range that date columns accept. Null for
  null.';

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
comment on function private.is_country is 'ISO 3166-1 alpha-2.';
grant execute on function private.is_country(text) to authenticated;

-- Variable-length details of a customer or vendor that are only read together with their row are jsonb or arrays; the predicates
-- below are their check constraints.

create function private.unseen_signs() returns text
language sql immutable parallel safe set search_path = '' as $$
  select '\u0001-\u0020\u007F-\u00A0\u00AD\u034F\u061C\u115F\u1160\u1680\u17B4\u17B5\u180B-\u180F\u2000-\u200F'
    || '\u2028-\u202F\u205F-\u206F\u2800\u3000\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB'
    || '\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF'
$$;
comment on function private.unseen_signs is 'White space and what is drawn as nothing (control and format characters, fillers, variation
  selectors, tags), as the inside of a regular expression''s brackets. By code points, so that no locale decides.';
grant execute on function private.unseen_signs() to authenticated;

create function private.is_visible(name text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select name ~ ('[^' || private.unseen_signs() || ']')
$$;
comment on function private.is_visible is 'Whether a name shows anything: at least one character that is no unseen sign. `isVisible` of the
  client is the same.';
grant execute on function private.is_visible(text) to authenticated;

create function private.visible_text(typed text) returns text
language sql immutable set search_path = '' as $$
  select case when private.is_visible(typed) then btrim(typed) end
$$;
comment on function private.visible_text is 'The trimmed text; null when nothing of it is visible.';

create function private.have_visible_names(list jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select not exists (
    select 1 from jsonb_array_elements(case when jsonb_typeof(list) = 'array' then list else '[]' end) e(entry)
    where not coalesce(private.is_visible(e.entry ->> 'name'), false))
$$;
comment on function private.have_visible_names is 'Whether every entry of a list of objects has a visible `name`.';
grant execute on function private.have_visible_names(jsonb) to authenticated;

create function private.is_tag_list(tags text[]) returns boolean
language sql immutable set search_path = '' as $$
  select cardinality(tags) <= 20 and coalesce(array_ndims(tags), 1) = 1
    and array_position(tags, null) is null
    and coalesce((
      select bool_and(t = btrim(t) and private.is_visible(t) and char_length(t) <= 40 and t !~ '[[:cntrl:]]') from unnest(tags) t), true)
    and (select count(distinct lower(t)) = count(*) from unnest(tags) t)
$$;
comment on function private.is_tag_list is 'At most 20 tags of 1 to 40 characters, trimmed, without control characters, unique
  without regard to case.';
grant execute on function private.is_tag_list(text[]) to authenticated;

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
comment on function private.is_contact_list is '[{label, value}] with at most 10 entries and no other keys. `kind` ''email'': values
  have the format of an e-mail column; otherwise they have the length of a phone column.';
grant execute on function private.is_contact_list(jsonb, text) to authenticated;

create function private.is_mail_address(address text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select char_length(address) <= 254 and address ~* ('^[a-z0-9.!#$%&''*+/=?^_`{|}~-]{1,64}'
    || '@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$')
$$;
comment on function private.is_mail_address is 'Whether this is one address, and nothing beside it, that mail can be sent to.';

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
comment on function private.are_preferences is 'Travel preferences: an object of known, optional keys. seat, cabin, meal, room,
  mobility, allergies, interests and notes are texts, airlines is [{airline, number}], hotels is [{program, number}].';
grant execute on function private.are_preferences(jsonb) to authenticated;

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
comment on function private.is_program_list is 'Loyalty programs: [{<name>, number}], at most 20 entries.';
grant execute on function private.is_program_list(jsonb, text) to authenticated;

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
comment on function private.normalize_preferences is 'Travel preferences with texts trimmed and without empty known keys. Unknown
  keys stay: the check constraint refuses them.';
grant execute on function private.normalize_preferences(jsonb) to authenticated;

create function private.normalize_entries(list jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(list) <> 'array' then list else coalesce((
    select jsonb_agg(case when jsonb_typeof(e.entry) <> 'object' then e.entry else (
        select coalesce(jsonb_object_agg(f.key, case jsonb_typeof(f.value)
          when 'string' then to_jsonb(btrim(f.value #>> '{}')) else f.value end), '{}')
        from jsonb_each(e.entry) f(key, value)) end order by e.n)
    from jsonb_array_elements(list) with ordinality e(entry, n)), '[]') end
$$;
comment on function private.normalize_entries is 'A list of objects with their texts trimmed. Anything else is returned as it is:
  the check constraint refuses it.';
grant execute on function private.normalize_entries(jsonb) to authenticated;

create function private.is_document_type(mime_type text) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(mime_type in ('application/pdf', 'image/jpeg', 'image/png', 'image/webp', 'image/gif', 'text/plain', 'text/csv',
    'application/msword', 'application/vnd.ms-excel', 'application/vnd.ms-powerpoint',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation'), false)
$$;
comment on function private.is_document_type is 'Types a document may have, all of which browsers show or save and none of which
  they run. The bucket takes the same.';
