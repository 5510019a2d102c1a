-- Recovery codes: an owner who has lost their authenticator has nobody to ask, so owners have ten codes that each take the lost one away,
-- once. They are shown when they are made and never again; bcrypt hashes are kept. Tries are counted by person and kept whatever the
-- answer is, and all wrong ones are answered alike.

create function private.recovery_lock(user_id uuid) returns void
language sql volatile set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('recovery codes ' || user_id::text, 0))
$$;
comment on function private.recovery_lock is 'Codes of one person are made and used one after the other.';

create function private.new_recovery_code() returns text
language sql volatile set search_path = '' as $$
  select string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz', get_byte(b.random, n) % 32 + 1, 1) || case n when 3 then '-' else '' end, ''
    order by n)
  from (select extensions.gen_random_bytes(8) as random) b, generate_series(0, 7) n
$$;
comment on function private.new_recovery_code is 'Eight characters that are read as nothing else, 40 bits: "4hw9-2ktm".';

create function private.plain_recovery_code(typed text) returns text
language sql immutable set search_path = '' as $$
  select translate(lower(regexp_replace(typed, '[^0-9A-Za-z]', '', 'g')), 'oil', '011')
$$;
comment on function private.plain_recovery_code is 'As it is hashed, however it was typed.';

create function public.make_recovery_codes() returns text[]
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id constant uuid := private.current_organization_id();
  codes text[];
begin
  if not private.is_owner() then
    perform private.refuse('Only owners have recovery codes.', '', 'recovery_codes_are_for_owners');
  elsif not private.has_factor(auth.uid()) then
    perform private.refuse('Set up an authenticator first.', '', 'recovery_codes_need_a_factor');
  end if;
  perform private.require_step_up();
  perform private.recovery_lock(auth.uid());
  delete from private.recovery_codes c where c.user_id = auth.uid();
  codes := array(select private.new_recovery_code() from generate_series(1, 10));
  insert into private.recovery_codes (organization_id, user_id, code_hash)
  select caller_organization_id, auth.uid(), extensions.crypt(private.plain_recovery_code(c.code), extensions.gen_salt('bf', 8))
  from unnest(codes) c(code);
  perform private.audit(caller_organization_id, 'recovery_codes_made', null, auth.uid());
  return codes;
end $$;
comment on function public.make_recovery_codes is 'Ten new ones, told this once; the old ones are void.';
grant execute on function public.make_recovery_codes() to authenticated;

create function public.use_recovery_code(user_id uuid, session_id uuid, code text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  typed constant text := private.plain_recovery_code(use_recovery_code.code);
  member public.users;
  used_id uuid;
begin
  perform private.recovery_lock(use_recovery_code.user_id);
  delete from private.recovery_tries t
  where t.user_id = use_recovery_code.user_id and t.tried_at < clock_timestamp() - interval '15 minutes';
  if (select count(*) from private.recovery_tries t where t.user_id = use_recovery_code.user_id) >= 5 then
    return private.command_result('Too many tries. Wait 15 minutes, or ask another owner to reset your second factor.', 'code',
      'recovery_tries_used');
  end if;
  insert into private.recovery_tries (user_id) values (use_recovery_code.user_id);
  select u.* into member from public.users u
  where u.id = use_recovery_code.user_id and u.role = 'owner' and u.is_active and private.has_factor(u.id);
  update private.recovery_codes c set used_at = now()
  where c.id = (
    select k.id from private.recovery_codes k
    where k.user_id = member.id and k.organization_id = member.organization_id and k.used_at is null
      and extensions.crypt(typed, k.code_hash) = k.code_hash
    limit 1)
  returning c.id into used_id;
  if used_id is null then
    return private.command_result('This code does not fit, or was used already.', 'code', 'recovery_code_wrong');
  end if;
  perform private.note_second_factor(member, 'recovered', 'recovery_code_used');
  delete from auth.sessions s where s.user_id = member.id and s.id <> use_recovery_code.session_id;
  return private.command_result(null);
end $$;
comment on function public.use_recovery_code is 'Uses up a code of the person whose token the Edge Function second-factor was given: counts the
  try, logs it, tells the person and ends their other sessions; the function removes the authenticators then. Five tries in 15 minutes; a
  code that is wrong, used or somebody else''s is answered alike, and so is who has none.';
grant execute on function public.use_recovery_code(uuid, uuid, text) to service_role;
