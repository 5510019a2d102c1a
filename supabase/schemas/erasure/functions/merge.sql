-- Merging two customers who are the same person, and undoing a merge within 30 days. Sales, travelers, companions, passports and
-- conversations move to the kept customer; the merged row stays as an archived tombstone (customers.merged_into), in no list, so that histories
-- can still name it. Only admins merge and undo.
--
-- Lock order: the organization's advisory lock for merges, sales, customers (private.lock_customers), then whatever the
-- statements lock. Recording a sale takes a key share lock on its customers (private.guard_sale_customers): a merge waits for
-- it, and it waits for a merge.

create function private.lock_merges(organization_id uuid) returns void
language sql volatile security definer set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('paperplane.customers.' || organization_id, 0))
$$;
comment on function private.lock_merges is 'Merges, their undoing and erasures of an organization run one after the other. Taken
  before reading which customers are merged into which: a merge that commits meanwhile would be missed.';

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
comment on function private.lock_customers is 'Taken before the first write of a merge, its undoing and an erasure. Rebuilding the
  rollups locks sales, then customers, and undoing a merge writes customers first and sales later: without both locks taken here, in
  the rebuild''s order, the two could deadlock.';

create function private.travelers_after_merge(travelers uuid[], payer uuid, merged uuid, kept uuid) returns uuid[]
language sql immutable set search_path = '' as $$
  select array(select distinct t from unnest(array_replace(travelers, merged, kept)) t
    where t <> case when payer = merged then kept else payer end order by t)
$$;
comment on function private.travelers_after_merge is 'The travelers of a sale after customer `merged` became `kept`. The paying
  customer is not listed among the travelers.';

create function public.merge_customers(kept_id uuid, merged_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '8s' as $$
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
  refusal jsonb;
begin
  if caller_organization_id is null or not private.is_admin() then
    return private.command_result('Only admins can merge customers.', null, 'merging_is_for_admins');
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
    when kept.id is null or kept.erased_at is not null then private.command_result('This customer does not exist.',
      'kept_id', 'customer_not_found')
    when merged.id is null or merged.erased_at is not null then private.command_result('This customer does not exist.',
      'merged_id', 'customer_not_found')
    when kept.id = merged.id then private.command_result('Choose two different customers.', 'merged_id', 'merge_of_one')
    when kept.merged_into is not null then private.command_result('This customer was merged into another one.',
      'kept_id', 'customer_merged')
    when merged.merged_into is not null then private.command_result('This customer was merged into another one.',
      'merged_id', 'customer_merged')
  end;
  if refusal is not null then
    return refusal;
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
comment on function public.merge_customers is 'Answers {success, merge_id} or {success, error, field}. Idempotent: merging a
  customer again into the same one answers the merge that exists.';
grant execute on function public.merge_customers(uuid, uuid) to authenticated;

create function private.undo_refusal(merge private.customer_merges) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case
    when merge.id is null then private.command_result('This merge does not exist.', null, 'merge_not_found')
    when merge.undone_at is not null then private.command_result('This merge was undone already.', null, 'merge_undone')
    when merge.moved is null then private.command_result('This merge cannot be undone: one of the two was erased.',
      null, 'merge_of_erased')
    when merge.created_at < now() - interval '30 days' then private.command_result('A merge can be undone for 30 days.',
      null, 'merge_too_old')
    when exists (select 1 from public.customers c where c.id = merge.kept_id and c.merged_into is not null) then
      private.command_result('This customer was merged into another one since. Undo that merge first.', null, 'merge_of_merged')
  end
$$;
comment on function private.undo_refusal is 'The answer when a merge cannot be undone; null when it can.';

create function public.undo_merge(merge_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '8s' as $$
declare
  caller_organization_id uuid := private.current_organization_id();
  merge private.customer_merges%rowtype;
  refusal jsonb;
begin
  if caller_organization_id is null or not private.is_admin() then
    return private.command_result('Only admins can undo a merge.', null, 'undoing_merge_is_for_admins');
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
    return refusal;
  end if;

  perform private.begin_mode('erasing');
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
  perform private.begin_mode('');

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
comment on function public.undo_merge is 'Puts back what the merge moved and nobody has changed since. Answers {success,
  customer_id: the customer who is restored} or {success, error, field}. Idempotent: answers the same when the merge was undone
  already.';
grant execute on function public.undo_merge(uuid) to authenticated;
