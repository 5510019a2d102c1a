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

create function private.plain_text(text text) returns text
language sql immutable set search_path = '' as $$
  select regexp_replace(normalize(text, nfkc), '(?! )[' || private.unseen_signs() || ']', '', 'g')
$$;
comment on function private.plain_text is 'The text in NFKC form, without invisible characters.';

create function private.mail_name(name text) returns text
language sql immutable set search_path = '' as $$
  select btrim(left(btrim(regexp_replace(regexp_replace(private.plain_text(private.one_line(name)),
    '://|www[.\u3002]', ' ', 'gi'), '[.\u3002:@](?=\S)|\u3002| +', ' ', 'g')), 60))
$$;
comment on function private.mail_name is 'A name as mails show it, never refused: one line of at most 60 characters in which no program
  finds an address. A dot, a colon or an at sign stays only before a blank; signs that programs read as a dot do not stay.';
