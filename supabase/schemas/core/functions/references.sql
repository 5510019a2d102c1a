-- References of bookings, as whoever looks for one writes them.

create function private.reference_key(reference text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return upper(regexp_replace(regexp_replace(reference, '\s+(?:(?:ok|tbc|confirmed)\s*|/\s.*)$', '', 'i'), '[^A-Za-z0-9]', '', 'g'));
end $$;
comment on function private.reference_key is 'A reference without case, punctuation and what people write behind it ("K6YE-37 OK",
  "K6YE37 / Cooper" are K6YE37): whatever its form, the same booking has the same key.';
grant execute on function private.reference_key(text) to authenticated;
