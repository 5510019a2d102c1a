set local check_function_bodies = off;

DROP FUNCTION "public"."forget_bank_pattern"(uuid);

DROP FUNCTION "public"."get_bank_details"();

DROP FUNCTION "public"."get_customer_totals"(uuid);

DROP FUNCTION "public"."get_dashboard_summary"(date, date);

DROP FUNCTION "public"."get_vendor_totals"(uuid);

DROP FUNCTION "public"."list_bank_patterns"();

CREATE OR REPLACE FUNCTION public.accept_invitation(first_name text DEFAULT NULL::text, last_name text DEFAULT NULL::text, invitation_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller uuid := auth.uid();
  address text := private.confirmed_email();
  given_name text := nullif(btrim(accept_invitation.first_name), '');
  family_name text := nullif(btrim(accept_invitation.last_name), '');
  invitation public.invitations%rowtype;
begin
  if not private.has_live_session() then
    return private.command_result('Please open the link in your invitation again.');
  elsif address is null then
    return private.command_result('Please confirm your email address first.');
  elsif not private.session_came_by_mail() then
    return private.command_result('Please open the link in your invitation to join.');
  end if;

  -- The lock of create_organization_with_owner: an account gets one organization, whichever functions run concurrently.
  perform pg_advisory_xact_lock(hashtextextended('create_organization_with_owner ' || caller::text, 0));
  if exists (select 1 from public.users u where u.id = caller) then
    return private.command_result('You already belong to an organization.');
  end if;

  select i.* into invitation
  from public.invitations i
  where i.id = (
    select p.id from private.pending_invitations(address) p
    where accept_invitation.invitation_id is null or p.id = accept_invitation.invitation_id
    order by p.expires_at desc, p.id
    limit 1)
    and i.accepted_at is null and i.revoked_at is null and i.expires_at > now()
  for no key update;
  if invitation.id is null then
    return private.command_result(coalesce((
      select case
        when i.accepted_at is not null then 'This invitation has already been accepted.'
        when i.revoked_at is not null then 'This invitation was withdrawn. Please ask for a new one.'
        when i.expires_at <= now() then 'This invitation has expired. Please ask for a new one.'
        else 'This invitation is no longer valid. Please ask for a new one.' end
      from public.invitations i
      where i.email = address
        and (accept_invitation.invitation_id is null or i.id = accept_invitation.invitation_id)
      order by i.created_at desc limit 1), 'There is no invitation for your email address.'));
  elsif given_name is null or family_name is null then
    return private.command_result('First and last name are missing');
  end if;

  insert into public.users (id, organization_id, email, first_name, last_name, role)
  values (caller, invitation.organization_id, address, given_name, family_name, invitation.role);
  update public.user_terms t set commission_split = invitation.commission_split where t.user_id = caller;
  update public.invitations i set accepted_at = now() where i.id = invitation.id;
  return jsonb_build_object('success', true, 'organization_id', invitation.organization_id);
end $function$;

CREATE OR REPLACE FUNCTION public.create_organization_with_owner(org_name text DEFAULT NULL::text, org_email text DEFAULT NULL::text, user_id uuid DEFAULT NULL::uuid, user_email text DEFAULT NULL::text, user_first_name text DEFAULT NULL::text, user_last_name text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  caller uuid := auth.uid();
  account auth.users%rowtype;
  meta jsonb;
  name_of_organization text;
  first_name text;
  last_name text;
  zone text;
  new_organization_id uuid;
begin
  if user_id is null then
    return private.command_result('The user is missing');
  end if;
  if caller is not null and caller <> user_id then
    return private.command_result('You can create an organization only for yourself');
  end if;

  -- Serializes calls for the same account, here and in accept_invitation: an account gets one organization.
  perform pg_advisory_xact_lock(hashtextextended('create_organization_with_owner ' || user_id::text, 0));
  select u.* into account from auth.users u where u.id = user_id and u.deleted_at is null;

  if account.id is null
    or account.email is null
    or lower(btrim(coalesce(user_email, account.email))) <> lower(account.email)
    or caller is null and (account.email_confirmed_at is not null or account.created_at < now() - interval '10 minutes')
    or caller is not null and not private.has_live_session()
  then
    return private.command_result('This sign-up cannot be completed here. Please confirm your e-mail address and sign in.');
  end if;
  if exists (select 1 from public.users u where u.id = account.id) then
    return private.command_result('An organization already exists for this account');
  end if;
  if private.has_pending_invitation(account.email) then
    return private.command_result('You are invited to an organization. Please accept the invitation from your e-mail.');
  end if;

  meta := coalesce(account.raw_user_meta_data, '{}');
  name_of_organization := coalesce(private.visible_text(org_name), private.visible_text(meta ->> 'organization_name'));
  first_name := coalesce(private.visible_text(user_first_name), private.visible_text(meta ->> 'first_name'));
  last_name := coalesce(private.visible_text(user_last_name), private.visible_text(meta ->> 'last_name'));
  if name_of_organization is null then
    return private.command_result('The organization name is missing');
  elsif first_name is null or last_name is null then
    return private.command_result('First and last name are missing');
  end if;
  select z.name into zone from pg_catalog.pg_timezone_names z where z.name = meta ->> 'time_zone' limit 1;

  insert into public.organizations (name, email, time_zone, amount_notation, date_order)
  values (name_of_organization, lower(coalesce(nullif(btrim(org_email), ''), account.email)), coalesce(zone, 'UTC'),
    -- As the browser's language writes them, where it said so.
    case when meta ->> 'amount_notation' in ('point', 'comma') then meta ->> 'amount_notation' else 'point' end,
    case when meta ->> 'date_order' in ('mdy', 'dmy', 'ymd') then meta ->> 'date_order' else 'mdy' end)
  returning id into new_organization_id;
  insert into public.users (id, organization_id, email, first_name, last_name, role)
  values (account.id, new_organization_id, lower(account.email), first_name, last_name, 'owner');
  return jsonb_build_object('success', true, 'organization_id', new_organization_id);
end $function$;

CREATE OR REPLACE FUNCTION public.erase_customer(customer_id uuid, confirmation text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
  customer public.customers%rowtype;
  customer_ids uuid[];
  own_sale_ids uuid[];
  former_sale_ids uuid[];
  traveled_sale_ids uuid[];
  first_names text[];
  last_names text[];
  full_names text[];
  unique_names text[];
  contacts text[];
  any_name_pattern text;
  unique_pattern text;
  full_name_pattern text;
begin
  if caller_organization_id is null or not private.is_admin() then
    return private.command_result('Only admins can erase a customer.');
  end if;
  perform private.lock_merges(caller_organization_id);
  -- Customers merged into this one, directly or not, are the same person.
  customer_ids := array(
    with recursive same as (
      select c.id from public.customers c where c.organization_id = caller_organization_id and c.id = erase_customer.customer_id
      union
      select c.id from public.customers c join same s on c.merged_into = s.id where c.organization_id = caller_organization_id)
    select s.id from same s);
  perform private.lock_customers(caller_organization_id, customer_ids);
  select c.* into customer from public.customers c
  where c.organization_id = caller_organization_id and c.id = erase_customer.customer_id;
  if customer.id is null or customer.merged_into is not null then
    return private.command_result('This customer does not exist.');
  elsif customer.erased_at is not null then
    return jsonb_build_object('success', true, 'error', null, 'field', null);
  elsif btrim(coalesce(erase_customer.confirmation, '')) <> customer.first_name || ' ' || customer.last_name then
    return private.command_result('Type the customer''s full name to confirm.', 'confirmation');
  end if;

  -- Present and former names, e-mail addresses and phone numbers. A name in a free text may be somebody else's, so there are
  -- three patterns:
  --   any_name_pattern: contacts, full names and single names; for sales the customer pays, whose notes are cleared anyway.
  --   full_name_pattern: contacts and full names; for sales the customer travels on.
  --   unique_pattern: contacts and full names that no other customer of the organization has; for everything else.
  select array_agg(p.first_name), array_agg(p.last_name) into first_names, last_names
  from (
    select c.first_name, c.last_name from public.customers c where c.id = any (customer_ids)
    union
    select r.former_name[1], r.former_name[2] from private.record_changes r
    where r.organization_id = caller_organization_id and r.record_id = any (customer_ids) and r.former_name is not null) p;
  contacts := array(
    select distinct btrim(t.value) from public.customers c
    cross join lateral (
      select c.email union all select c.phone
      union all select e ->> 'value' from jsonb_array_elements(c.more_emails || c.more_phones) e) t(value)
    where c.id = any (customer_ids) and char_length(btrim(t.value)) >= 6);
  full_names := array(select unnest(private.name_spellings(p.f, p.l)) from unnest(first_names, last_names) p(f, l));
  full_name_pattern := private.words_pattern(full_names || contacts);
  any_name_pattern := private.words_pattern(full_names || contacts
    || array(select p from unnest(first_names || last_names) p where char_length(p) >= 3));
  unique_names := array(
    select unnest(private.name_spellings(p.f, p.l)) from unnest(first_names, last_names) p(f, l)
    where not exists (
      select 1 from public.customers c
      where c.organization_id = caller_organization_id and lower(c.last_name) = lower(p.l) and lower(c.first_name) = lower(p.f)
        and c.id <> all (customer_ids) and c.erased_at is null));
  unique_pattern := private.words_pattern(unique_names || array(
    select w from unnest(contacts) w
    where not exists (
      select 1 from private.customer_search s
      where s.organization_id = caller_organization_id and s.customer_id <> all (customer_ids)
        and s.document like '%'
          || private.escape_like(private.normalize_search_text(w)) || '%')));

  own_sale_ids := array(
    select s.id from public.sales s
    where s.organization_id = caller_organization_id and s.customer_id = any (customer_ids));
  -- Sales that were theirs before the customer of the sale was changed.
  former_sale_ids := array(
    select distinct h.sales_id from public.sales_history h
    where h.organization_id = caller_organization_id and h.previous_data ? 'customer_id'
      and h.previous_data ->> 'customer_id' = any (customer_ids::text[]) and h.sales_id <> all (own_sale_ids));
  traveled_sale_ids := array(
    select t.sale_id from public.sale_travelers t
    where t.organization_id = caller_organization_id and t.customer_id = any (customer_ids)
      and t.sale_id <> all (own_sale_ids || former_sale_ids));

  perform private.begin_mode('erasing');
  delete from private.passports p where p.organization_id = caller_organization_id and p.customer_id = any (customer_ids);
  delete from public.customer_companions l
  where l.organization_id = caller_organization_id
    and (l.customer_id = any (customer_ids) or l.companion_id = any (customer_ids));
  update private.customer_merges m set moved = null,
    merged_name = case when m.merged_id = any (customer_ids) then 'Erased customer' else m.merged_name end
  where m.organization_id = caller_organization_id and (m.kept_id = any (customer_ids) or m.merged_id = any (customer_ids));
  perform private.clear_customer_conversations(caller_organization_id, customer_ids);
  perform private.erase_documents(caller_organization_id, customer_ids, own_sale_ids, unique_pattern);
  perform private.redact_sales(caller_organization_id, own_sale_ids, any_name_pattern, '{notes}');
  perform private.redact_sales(caller_organization_id, former_sale_ids, unique_pattern);
  perform private.redact_sales(caller_organization_id, traveled_sale_ids, full_name_pattern);
  if unique_pattern is not null then
    perform private.redact_sales(caller_organization_id, array(
      select s.id from public.sales s
      where s.organization_id = caller_organization_id
        and lower(s.booking_reference collate pg_catalog."pg_c_utf8") like any (array(
        select '%' || private.escape_like(lower(w collate pg_catalog."pg_c_utf8")) || '%'
        from unnest(unique_names) w))), unique_pattern);
    perform private.redact_sales(caller_organization_id, null, unique_pattern);
    update public.customers c set notes = private.redact(c.notes, unique_pattern),
      preferences = private.redact_json(c.preferences, unique_pattern, '{}', true),
      emergency_phone = case when c.emergency_name ~* unique_pattern then null else c.emergency_phone end,
      emergency_relation = case when c.emergency_name ~* unique_pattern then null else c.emergency_relation end,
      emergency_name = case when c.emergency_name ~* unique_pattern then null else c.emergency_name end
    where c.organization_id = caller_organization_id and c.id <> all (customer_ids)
      and (c.notes ~* unique_pattern or c.emergency_name ~* unique_pattern
        or c.preferences <> '{}' and c.preferences::text ~* unique_pattern);
    update public.vendors v set notes = private.redact(v.notes, unique_pattern)
    where v.organization_id = caller_organization_id and v.notes ~* unique_pattern;
    update public.customer_companions l set relation = private.redact(l.relation, unique_pattern, 50)
    where l.organization_id = caller_organization_id and l.relation ~* unique_pattern;
    update private.customer_merges m set moved = private.redact_json(m.moved, unique_pattern, '{}', true)
    where m.organization_id = caller_organization_id and m.moved is not null and m.moved::text ~* unique_pattern;
    update public.import_batches i set file_name = private.redact(i.file_name, unique_pattern, 255)
    where i.organization_id = caller_organization_id and i.file_name ~* unique_pattern;
    perform private.redact_bank(caller_organization_id, unique_pattern);
    perform private.redact_saved_reports(caller_organization_id, unique_pattern);
  end if;
  update private.audit_log l set details = l.details - 'last_four'
  where l.organization_id = caller_organization_id and l.customer_id = any (customer_ids) and l.details ? 'last_four';
  update public.customers c set first_name = 'Erased', last_name = 'customer', email = null, phone = null, notes = null,
    address_line_1 = null, address_line_2 = null, city = null, region = null, postal_code = null, country = null,
    birthday = null, more_emails = '[]', more_phones = '[]', emergency_name = null, emergency_phone = null,
    emergency_relation = null, tags = '{}', preferences = '{}', archived_at = coalesce(c.archived_at, now()), erased_at = now()
  where c.id = any (customer_ids);
  perform private.begin_mode('');
  update private.record_changes r set former_name = null
  where r.organization_id = caller_organization_id and r.record_id = any (customer_ids) and r.former_name is not null;
  -- Rows of files that are being checked may name them.
  delete from private.import_check_rows r using public.users u
  where u.id = r.created_by and u.organization_id = caller_organization_id;
  -- The name of a tag that no customer has any more may be personal.
  delete from private.customer_counts n where n.organization_id = caller_organization_id and n.customers_count = 0;
  perform private.audit(caller_organization_id, 'customer_erased', customer.id, customer.id);
  return jsonb_build_object('success', true, 'error', null, 'field', null);
end $function$;

CREATE OR REPLACE FUNCTION public.find_duplicate_customers(customer jsonb, except_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
  typed_email text := nullif(private.normalize_search_text(btrim(customer ->> 'email')), '');
  digits text := regexp_replace(customer ->> 'phone', '\D', '', 'g');
  typed_name text := nullif(
    private.normalize_search_text(btrim(customer ->> 'first_name') || chr(10) || btrim(customer ->> 'last_name')), chr(10));
  -- Converted before the query: while planning it PostgreSQL may convert what a condition beside it would have kept out.
  born date := case when pg_input_is_valid(customer ->> 'birthday', 'date') then (customer ->> 'birthday')::date end;
begin
  digits := case when char_length(digits) between 6 and 30 then digits end;
  typed_email := case when char_length(typed_email) between 5 and 254 then typed_email end;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'first_name', d.first_name, 'last_name', d.last_name,
      'email', d.email, 'phone', d.phone, 'birthday', d.birthday, 'archived_at', d.archived_at, 'reasons', d.reasons)
      order by cardinality(d.reasons) desc, d.archived_at nulls first, d.last_name, d.first_name, d.id), '[]')
    from (
      select c.*, array_remove(array[
        case when typed_email = any (entries) then 'email' end,
        case when digits = any (entries) then 'phone' end,
        case when c.birthday = born and private.normalize_search_text(c.first_name || chr(10) || c.last_name) = typed_name
          then 'name_and_birthday' end], null) as reasons
      from (
        select t.customer_id from private.customer_search t
        where t.organization_id = caller_organization_id and typed_email is not null
          and t.document like '%' || private.escape_like(typed_email) || '%'
        union
        select t.customer_id from private.customer_search t
        where t.organization_id = caller_organization_id and digits is not null and t.document like '%' || digits || '%'
        union
        select b.id from public.customers b
        where b.organization_id = caller_organization_id and typed_name is not null and b.birthday = born
      ) candidate
      join private.customer_search s on s.customer_id = candidate.customer_id
      cross join lateral string_to_array(translate(s.document, chr(30), chr(10)), chr(10)) entries
      join public.customers c on c.id = candidate.customer_id
      where c.id is distinct from except_id and c.erased_at is null
    ) d
    where cardinality(d.reasons) > 0);
end $function$;

CREATE OR REPLACE FUNCTION public.find_open_commissions(search text DEFAULT NULL::text, vendor_id uuid DEFAULT NULL::uuid, page integer DEFAULT 1, taken_back boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  caller_organization_id uuid := private.bank_organization();
  typed text := nullif(btrim(left(search, 200)), '');
  pattern text := '%' || private.escape_like(lower(typed)) || '%';
  takes_back boolean := coalesce(find_open_commissions.taken_back, false);
  ids uuid[];
begin
  ids := array(
    select c.id
    from public.commissions c
    join public.sales s on s.id = c.sales_id and s.organization_id = c.organization_id
    where c.organization_id = caller_organization_id
      and (c.undeposited_amount > 0 and not takes_back or c.deposited_amount > 0 and takes_back and typed is not null)
      and (find_open_commissions.vendor_id is null or c.vendor_id = find_open_commissions.vendor_id)
      and (typed is null or s.id in (
        select o.id from public.sales o where o.organization_id = caller_organization_id
          and lower(o.booking_reference collate pg_catalog."pg_c_utf8") like pattern
        union all
        select o.id from public.sales o where o.organization_id = caller_organization_id and o.customer_id in (
          select k.customer_id from private.customer_search k where k.organization_id = caller_organization_id
            and k.document like private.normalize_search_text(pattern) limit 500)
        union all
        select m.sales_id from public.commissions m where m.organization_id = caller_organization_id
          and case when takes_back then m.deposited_amount else m.undeposited_amount end = private.typed_amount(typed, caller_organization_id)))
    order by c.manual_amount > 0 and not takes_back, c.due_on, c.id limit 1000);
  return jsonb_build_object('count', cardinality(ids), 'rows', private.bank_commission_rows(caller_organization_id,
    ids[(greatest(coalesce(page, 1), 1) - 1) * 20 + 1 : greatest(coalesce(page, 1), 1) * 20], takes_back));
end $function$;

CREATE OR REPLACE FUNCTION public.get_bank_inbox(view text DEFAULT 'review'::text, account_id uuid DEFAULT NULL::uuid, vendor_id uuid DEFAULT NULL::uuid, start_date date DEFAULT NULL::date, end_date date DEFAULT NULL::date, search text DEFAULT NULL::text, page integer DEFAULT 1, page_size integer DEFAULT 50)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  caller_organization_id uuid := private.bank_organization();
  today date := private.today();
  month date := date_trunc('month', today)::date;
  page_no int := greatest(coalesce(get_bank_inbox.page, 1), 1);
  per_page int := least(greatest(coalesce(get_bank_inbox.page_size, 50), 1), 100);
  asked text := coalesce(get_bank_inbox.view, 'review');
  pattern text := '%' || private.escape_like(lower(nullif(btrim(left(search, 200)), ''))) || '%';
  amount_typed numeric := private.typed_amount(left(search, 200), caller_organization_id);
  conditions text;
  is_filtered boolean := coalesce(get_bank_inbox.account_id, get_bank_inbox.vendor_id) is not null
    or coalesce(start_date, end_date) is not null or pattern is not null;
  total bigint;
  ids uuid[];
  groups jsonb;
  counts jsonb;
begin
  if asked not in ('review', 'matched', 'unclaimed', 'set_aside', 'all') then
    perform private.refuse('There is no such list.', 'view');
  end if;
  conditions := concat_ws(' and ', 't.organization_id = $1',
    case asked when 'review' then 't.status in (''open'', ''suggested'')' when 'unclaimed' then 't.unclaimed_amount <> 0'
      when 'matched' then 't.status = ''matched'' and t.unclaimed_amount - t.fee_amount <> t.amount'
      when 'all' then null else 't.status = ' || quote_literal(asked) end,
    case when get_bank_inbox.account_id is not null then 't.account_id = $2' end,
    case when get_bank_inbox.vendor_id is not null then 't.vendor_id = $3' end,
    case when start_date is not null then 't.booked_on >= $4' end, case when end_date is not null then 't.booked_on <= $5' end,
    case when pattern is not null then '(lower(t.text collate pg_catalog."pg_c_utf8") like $6 or t.amount::text like $6'
      || coalesce(format(' or abs(t.amount) = %L::numeric', amount_typed), '') || ')' end);
  -- By status first: the function is slow for thousands of rows.
  select coalesce(jsonb_object_agg(g.name, jsonb_build_object('count', g.n, 'amount', g.amount_in - g.amount_out,
    'amount_in', g.amount_in, 'amount_out', g.amount_out)), '{}') into groups
  from (
    select private.bank_group(t.status, t.certainty) as name, sum(t.n) as n, sum(t.amount_in) as amount_in,
      sum(t.amount_out) as amount_out
    from (
      select t.status, t.certainty, count(*) as n, coalesce(sum(t.amount) filter (where t.amount > 0), 0) as amount_in,
        coalesce(-sum(t.amount) filter (where t.amount < 0), 0) as amount_out
      from public.bank_transactions t
      where t.organization_id = caller_organization_id and t.status in ('open', 'suggested') group by 1, 2) t
    group by 1) g;
  -- Each transaction came with an import, so these know how many there are; what is set aside is the rest.
  -- What was left unclaimed as a whole is settled, but not matched.
  select jsonb_build_object('review', n.review, 'matched', n.settled - u.whole, 'set_aside', n.all_of_them - n.review - n.settled,
    'all', n.all_of_them, 'unclaimed', u.n) into counts
  from (
    select (select coalesce(sum((g.value ->> 'count')::bigint), 0) from jsonb_each(groups) g) as review,
      (select count(*) from public.bank_transactions t
        where t.organization_id = caller_organization_id and t.status = 'matched') as settled,
      (select coalesce(sum(i.added), 0) from public.bank_imports i
        where i.organization_id = caller_organization_id and i.status in ('running', 'done')) as all_of_them) n
  cross join (
    select count(*) as n, count(*) filter (where t.unclaimed_amount - t.fee_amount = t.amount) as whole
    from public.bank_transactions t
    where t.organization_id = caller_organization_id and t.unclaimed_amount <> 0) u;
  execute format('select array(select t.id from public.bank_transactions t where %s order by %s limit $7 offset $8)', conditions,
    case asked when 'review' then
        'case when t.certainty = ''certain'' then 1 when t.status = ''suggested'' then 2 else 3 end, t.booked_on desc, t.id'
      when 'unclaimed' then 't.booked_on, t.id' else 't.booked_on desc, t.id' end)
  into ids
  using caller_organization_id, get_bank_inbox.account_id, get_bank_inbox.vendor_id, start_date, end_date, pattern, per_page,
    (page_no - 1)::bigint * per_page;
  if is_filtered then
    execute format('select count(*) from public.bank_transactions t where %s', conditions) into total
    using caller_organization_id, get_bank_inbox.account_id, get_bank_inbox.vendor_id, start_date, end_date, pattern;
  else
    total := counts ->> asked;
  end if;
  return jsonb_build_object('rows', private.bank_rows(caller_organization_id, ids), 'count', total, 'page', page_no,
    'page_size', per_page, 'total_pages', (total + per_page - 1) / per_page, 'groups', groups,
    'counts', counts,
    'strip', jsonb_build_object(
      'review', (select jsonb_build_object('count', coalesce(sum((g.value ->> 'count')::int), 0),
        'amount_in', coalesce(sum((g.value ->> 'amount_in')::numeric), 0), 'amount_out', coalesce(sum((g.value ->> 'amount_out')::numeric), 0))
        from jsonb_each(groups) g),
      'matched', (select jsonb_build_object('count', count(*) filter (where t.booked_on >= month and m.amount <> 0),
          'amount', coalesce(sum(m.amount) filter (where t.booked_on >= month), 0),
          'amount_before', coalesce(sum(m.amount) filter (where t.booked_on < month), 0))
        from public.bank_transactions t
        cross join lateral (select case when t.unclaimed_amount - t.fee_amount = t.amount then 0
          else t.amount - t.unclaimed_amount end as amount) m
        where t.organization_id = caller_organization_id and t.status = 'matched'
          and t.booked_on >= month - interval '1 month' and t.booked_on < month + interval '1 month'),
      'unclaimed', (select jsonb_build_object('count', count(*), 'amount', coalesce(sum(t.unclaimed_amount), 0),
          'oldest_on', min(t.booked_on))
        from public.bank_transactions t where t.organization_id = caller_organization_id and t.unclaimed_amount <> 0),
      'overdue', private.owed_figures(caller_organization_id)),
    'imports', private.bank_import_rows(caller_organization_id, array(
      select i.id from public.bank_imports i where i.organization_id = caller_organization_id and i.status in ('running', 'done')
      order by i.created_at desc, i.id limit 3)));
end $function$;

CREATE OR REPLACE FUNCTION public.merge_customers(kept_id uuid, merged_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
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
  refusal text[];
begin
  if caller_organization_id is null or not private.is_admin() then
    return private.command_result('Only admins can merge customers.');
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
    when kept.id is null or kept.erased_at is not null then array['This customer does not exist.', 'kept_id']
    when merged.id is null or merged.erased_at is not null then array['This customer does not exist.', 'merged_id']
    when kept.id = merged.id then array['Choose two different customers.', 'merged_id']
    when kept.merged_into is not null then array['This customer was merged into another one.', 'kept_id']
    when merged.merged_into is not null then array['This customer was merged into another one.', 'merged_id']
  end;
  if refusal is not null then
    return private.command_result(refusal[1], refusal[2]);
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
end $function$;

CREATE OR REPLACE FUNCTION public.record_agent_payment(commission_id uuid, agent_id uuid, organization_id uuid, created_by uuid, amount numeric, payment_date date, payment_method text, reference text DEFAULT NULL::text, notes text DEFAULT NULL::text, request_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  caller_organization_id uuid := private.current_organization_id();
  sale public.sales%rowtype;
  commission public.commissions%rowtype;
  refusal text[];
  answer jsonb := private.begin_request('record_agent_payment', request_key, jsonb_build_object('commission_id', commission_id,
    'agent_id', agent_id, 'amount', amount, 'payment_date', payment_date, 'payment_method', payment_method, 'reference', reference,
    'notes', notes));
begin
  if answer is not null then
    select c.* into commission from public.commissions c
    where c.organization_id = caller_organization_id and c.id = record_agent_payment.commission_id;
    return answer || jsonb_build_object('commission', to_jsonb(commission));
  end if;
  if caller_organization_id is null or not private.is_admin() then
    return private.command_result('You do not have permission to record agent payments.') || '{"commission": null}';
  end if;

  -- Lock order: sale, then commission, as everywhere. The sale's status cannot change while it is checked.
  select s.* into sale
  from public.sales s
  where s.organization_id = caller_organization_id and s.id = (
    select c.sales_id from public.commissions c
    where c.organization_id = caller_organization_id and c.id = record_agent_payment.commission_id)
  for no key update;
  select c.* into commission
  from public.commissions c
  where c.organization_id = caller_organization_id and c.id = record_agent_payment.commission_id and c.sales_id = sale.id
  for no key update;

  refusal := case
    when commission.id is null then array['This commission does not exist.', 'commission_id']
    when record_agent_payment.organization_id <> caller_organization_id then
      array['The commission belongs to another organization.', 'organization_id']
    when record_agent_payment.agent_id <> commission.agent_id then
      array['The commission belongs to another agent.', 'agent_id']
    when record_agent_payment.created_by <> auth.uid() then
      array['A payment is recorded under your own name.', 'created_by']
    when private.schedule_lock(caller_organization_id, commission.id) is not null then
      array[private.schedule_lock(caller_organization_id, commission.id), 'commission_id']
    when commission.status = 'agent_paid' then
      array['The agent has already been paid for this commission.', 'commission_id']
    when sale.status = 'cancelled' then array['Agent cannot be paid for a cancelled sale', 'commission_id']
    when commission.status = 'cancelled' then array['A cancelled commission cannot be paid.', 'commission_id']
    when sale.status <> 'paid' then array['The customer has not paid this sale yet.', 'commission_id']
    when commission.status <> 'funds_received' then
      array['Funds must be received before the agent is paid.', 'commission_id']
    when commission.received_on is null and exists (
      select 1 from public.organizations o where o.id = caller_organization_id and o.commission_received_on = 'deposit_matched') then
      array['The vendor''s money has not been received yet.', 'commission_id']
    when exists (
      select 1 from public.payout_holds h
      where h.organization_id = caller_organization_id and h.commission_id = commission.id) then
      array['This commission is held. Release it first.', 'commission_id']
    when record_agent_payment.amount is null then array['Enter the amount you paid.', 'amount']
    when record_agent_payment.amount <> commission.agent_amount then
      array['Enter exactly ' || commission.agent_amount || ', the agent''s share.', 'amount']
    when record_agent_payment.payment_date is null then array['Enter the payment date.', 'payment_date']
    when private.closed_day_refusal(caller_organization_id, record_agent_payment.payment_date) is not null then
      array[private.closed_day_refusal(caller_organization_id, record_agent_payment.payment_date), 'payment_date']
    when record_agent_payment.payment_method is null then array['Choose how the agent was paid.', 'payment_method']
  end;
  if refusal is not null then
    return private.command_result(refusal[1], refusal[2]) || '{"commission": null}';
  end if;

  perform private.write_agent_payments(caller_organization_id, array[commission.id], array[record_agent_payment.payment_method],
    array[nullif(btrim(record_agent_payment.reference), '')], record_agent_payment.payment_date,
    nullif(btrim(record_agent_payment.notes), ''), null);
  select c.* into commission from public.commissions c where c.id = commission.id;
  return private.end_request(request_key, commission.id, jsonb_build_object('success', true, 'error', null))
    || jsonb_build_object('commission', to_jsonb(commission));
end $function$;

CREATE OR REPLACE FUNCTION public.save_passport(customer_id uuid, passport jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
  customer public.customers%rowtype;
  existing private.passports%rowtype;
  input jsonb := case when jsonb_typeof(passport) = 'object' then passport else '{}' end;
  typed_number text := upper(regexp_replace(input ->> 'number', '[\s.-]', '', 'g'));
  refusal text[];
  saved_id uuid;
begin
  select c.* into customer from public.customers c
  where c.organization_id = caller_organization_id and c.id = save_passport.customer_id for no key update;
  if customer.id is not null and not private.may_use_passports(caller_organization_id, customer.id) then
    return private.command_result(private.passport_refusal());
  end if;
  if input ? 'id' and input ->> 'id' is not null then
    if pg_input_is_valid(input ->> 'id', 'uuid') then
      select p.* into existing from private.passports p
      where p.organization_id = caller_organization_id and p.customer_id = customer.id and p.id = (input ->> 'id')::uuid
      for update;
    end if;
    if existing.id is null then
      return private.command_result('This passport does not exist.');
    end if;
  end if;
  refusal := case
    when customer.id is null or customer.merged_into is not null or customer.erased_at is not null then
      array['This customer does not exist.', null]
    when existing.id is null and coalesce(typed_number, '') = '' then array['Enter the passport number.', 'number']
    when coalesce(typed_number, '') <> '' and typed_number !~ '^[A-Z0-9]{6,20}$' then
      array['Enter the number as printed, 6 to 20 letters and digits.', 'number']
    when char_length(input ->> 'given_names') > 200 then array['Use at most 200 characters.', 'given_names']
    when coalesce(btrim(input ->> 'country'), '') = '' then array['Choose the country that issued it.', 'country']
    when not private.is_country(upper(btrim(input ->> 'country'))) then array['Choose a country.', 'country']
    when coalesce(input ->> 'issued_on', '') <> '' and not private.is_iso_date(input ->> 'issued_on') then
      array['Enter a date like 11/19/2026.', 'issued_on']
    when coalesce(input ->> 'expires_on', '') = '' then array['Enter the expiry date.', 'expires_on']
    when not private.is_iso_date(input ->> 'expires_on') then array['Enter a date like 11/19/2026.', 'expires_on']
    when (input ->> 'expires_on')::date <= nullif(input ->> 'issued_on', '')::date then
      array['Expiry must be after the day of issue.', 'expires_on']
    when existing.id is null and (select count(*) from private.passports p
      where p.organization_id = caller_organization_id and p.customer_id = customer.id) >= 10 then
      array['A customer has at most ten passports here. Delete one first.', null]
  end;
  if refusal is not null then
    return private.command_result(refusal[1], refusal[2]);
  end if;

  if existing.id is null then
    insert into private.passports (organization_id, customer_id, number_encrypted, last_four, given_names, country,
      issued_on, expires_on, created_by)
    values (caller_organization_id, customer.id, private.seal('passport_key', typed_number), right(typed_number, 4),
      nullif(btrim(input ->> 'given_names'), ''), upper(btrim(input ->> 'country')), nullif(input ->> 'issued_on', '')::date,
      (input ->> 'expires_on')::date, auth.uid())
    returning id into saved_id;
  else
    update private.passports p set
      number_encrypted = case when coalesce(typed_number, '') = '' then p.number_encrypted
        else private.seal('passport_key', typed_number) end,
      last_four = case when coalesce(typed_number, '') = '' then p.last_four else right(typed_number, 4) end,
      given_names = nullif(btrim(input ->> 'given_names'), ''), country = upper(btrim(input ->> 'country')),
      issued_on = nullif(input ->> 'issued_on', '')::date, expires_on = (input ->> 'expires_on')::date
    where p.id = existing.id;
    saved_id := existing.id;
  end if;
  perform private.audit(caller_organization_id,
    case when existing.id is null then 'passport_added' else 'passport_changed' end, customer.id, saved_id);
  return jsonb_build_object('success', true, 'id', saved_id, 'error', null, 'field', null);
end $function$;

CREATE OR REPLACE FUNCTION public.undo_merge(merge_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
  merge private.customer_merges%rowtype;
  refusal text;
begin
  if caller_organization_id is null or not private.is_admin() then
    return private.command_result('Only admins can undo a merge.');
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
    return private.command_result(refusal);
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
end $function$;
