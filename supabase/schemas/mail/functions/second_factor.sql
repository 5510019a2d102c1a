-- What somebody is told by mail about their own second factor, so that they hear of what they did not do.

create function private.second_factor_mail(what text, agency text, by_name text, at text) returns jsonb
language sql immutable set search_path = '' as $$
  select case what
    when 'added' then jsonb_build_object('subject', 'An authenticator was added to your account',
      'text', 'An authenticator app was added to your account at ' || agency || ' on ' || at
        || '. From now on a code of it is asked for after your password.')
    when 'removed' then jsonb_build_object('subject', 'An authenticator was removed from your account',
      'text', 'An authenticator app was removed from your account at ' || agency || ' on ' || at || '.')
    when 'reset' then jsonb_build_object('subject', 'Your second factor was reset',
      'text', by_name || ' removed the authenticator apps from your account at ' || agency || ' on ' || at
        || ' and signed you out everywhere. Sign in with your password, and set up a new one in your profile, under Security.')
    when 'recovered' then jsonb_build_object('subject', 'A recovery code of your account was used',
      'text', 'A recovery code was used on ' || at || ' to remove the authenticator apps from your account at ' || agency
        || '. Your other devices were signed out. Set up a new one in your profile, under Security.')
    when 'asked' then jsonb_build_object('subject', 'Please set up a second factor',
      'text', by_name || ' asks you to set up a second factor for your account at ' || agency
        || ': an authenticator app on your phone, whose code is asked for after your password. You find it in your profile, under Security.')
  end
$$;
comment on function private.second_factor_mail is '{subject, text} of a mail about this event.';

create function private.mail_about_second_factor() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.write_account_mail(o.id, u.id, e.email, w.words ->> 'subject',
    (w.words ->> 'text')
      || case when new.what <> 'asked' then E'\n\nIf you know nothing of it, change your password and tell an owner of your agency at once.' else '' end
      || E'\n')
  from public.users u
  join public.organizations o on o.id = u.organization_id
  join public.user_emails e on e.user_id = u.id and e.organization_id = u.organization_id
  left join public.users b on b.id = new.done_by and b.organization_id = u.organization_id
  cross join lateral (select private.second_factor_mail(new.what, private.mail_name(o.name),
    coalesce(private.mail_name(b.first_name || ' ' || b.last_name), 'An owner'),
    to_char(new.created_at at time zone o.time_zone, 'Mon FMDD, YYYY, FMHH12:MI AM')) as words) w
  where u.id = new.user_id and u.organization_id = new.organization_id;
  return null;
end $$;
comment on function private.mail_about_second_factor is 'To its person, where this installation sends mail.';
