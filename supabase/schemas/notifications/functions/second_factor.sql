create function private.notify_of_second_factor() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.write_notification(new.organization_id, new.user_id, 'security', private.acting_name(new.organization_id)
    || ' asks you to set up a second factor.', null, null, 'second_factor_asked',
    jsonb_build_object('by', private.acting_name(new.organization_id)));
  return null;
end $$;
comment on function private.notify_of_second_factor is 'To whoever was asked to set one up.';
