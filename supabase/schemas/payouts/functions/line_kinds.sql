-- What kinds of lines a payout has.

create function private.is_claim(kind text) returns boolean
language sql immutable set search_path = '' as $$ select kind in ('commission', 'share', 'override') $$;
comment on function private.is_claim is 'Whether a line pays what somebody has of a commission. The others are adjustments.';

create function private.told_kind(kind text) returns text
language sql immutable set search_path = '' as $$
  select case kind when 'share' then 'commission' when 'override' then 'correction' else kind end
$$;
comment on function private.told_kind is 'The kind of a line in the words that deployed remotes know; `part` beside it says share or override.';
