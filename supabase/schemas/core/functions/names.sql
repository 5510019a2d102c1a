-- Names, which strangers choose, as they are kept and as mails show them.

create function private.is_one_line(name text) returns boolean
language sql immutable set search_path = '' as $$
  select name !~ '[\n\v\f\r\u0085\u2028\u2029]'
$$;
comment on function private.is_one_line is 'Whether a text has no line break.';
grant execute on function private.is_one_line(text) to authenticated;

create function private.one_line(name text) returns text
language sql immutable set search_path = '' as $$
  select btrim(regexp_replace(name, '[[:cntrl:]\u0085\u2028\u2029]+', ' ', 'g'))
$$;
comment on function private.one_line is 'The text with blanks in place of line breaks and other control characters.';
grant execute on function private.one_line(text) to authenticated;

create function private.mail_name(name text) returns text
language sql immutable set search_path = '' as $$
  select btrim(left(btrim(regexp_replace(regexp_replace(regexp_replace(private.one_line(name),
    '://|www\.', ' ', 'gi'), '(?<=[[:alnum:]])\.(?=[[:alnum:]])', ' ', 'g'), ' +', ' ', 'g')), 60))
$$;
comment on function private.mail_name is 'A name as mails show it, never refused: one line of at most 60 characters in which no program
  finds an address.';
