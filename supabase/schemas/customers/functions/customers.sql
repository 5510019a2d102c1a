-- Customers of an organization and their companions. Every member reads, adds and changes customers; deleting is restricted (see
-- delete_customer). Saving uses optimistic concurrency (version, see tenancy/functions/record_versions.sql).

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
  if tg_op = 'INSERT' and new.import_batch_id is not null then
    new.first_name := private.one_line(new.first_name);
    new.last_name := private.one_line(new.last_name);
  end if;
  return new;
end $$;
comment on function private.normalize_customer is 'Trims texts, and turns line breaks in names of files into blanks; an empty text in an optional column becomes null, because forms send
  one for a field that was left out.';

create function private.guard_customer() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.birthday > (now() at time zone 'UTC')::date + 1 then
    perform private.refuse('Enter a birthday in the past.', 'birthday', 'birthday_not_past');
  end if;
  if tg_op = 'UPDATE' and not private.in_mode('erasing') then
    if old.merged_into is not null then
      perform private.refuse('This customer was merged into another one.', '', 'customer_merged');
    elsif old.erased_at is not null then
      perform private.refuse('This customer was erased.', '', 'customer_erased');
    end if;
  end if;
  return new;
end $$;
comment on function private.guard_customer is 'Refuses a birthday in the future (one day of tolerance for time zones ahead of UTC),
  and changes of a customer who was merged or erased, except by the merge and the erasure themselves.';

create function private.normalize_companion() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.relation := nullif(btrim(new.relation), '');
  return new;
end $$;

create function public.archive_customer(customer_id uuid, archived boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.current_organization_id();
  customer public.customers%rowtype;
begin
  select c.* into customer from public.customers c
  where c.organization_id = caller_organization_id and c.id = archive_customer.customer_id for no key update;
  if customer.id is null then
    return private.command_result('This customer does not exist.', null, 'customer_not_found');
  elsif customer.merged_into is not null then
    return private.command_result('This customer was merged into another one.', null, 'customer_merged');
  elsif customer.erased_at is not null then
    return private.command_result('This customer was erased.', null, 'customer_erased');
  end if;
  if (customer.archived_at is not null) is distinct from coalesce(archive_customer.archived, true) then
    update public.customers c set archived_at = case when coalesce(archive_customer.archived, true) then now() end
    where c.id = customer.id;
  end if;
  return private.command_result(null);
end $$;
comment on function public.archive_customer is 'Archives or restores: an archived customer is offered in no picker. For every
  member; answers {success, error, field}.';
grant execute on function public.archive_customer(uuid, boolean) to authenticated;
