set local check_function_bodies = off;

-- On hosted Supabase a policy, and a trigger that is dropped, lock tables of Auth, Storage and Realtime until this is committed. Whoever
-- comes meanwhile waits behind it, so it does not wait long itself: it gives up, nothing of it stays, and the next push tries again.
set local lock_timeout = '4s';

REVOKE ALL ("created_at") ON TABLE "public"."users" FROM "authenticated";

REVOKE ALL ("id") ON TABLE "public"."users" FROM "authenticated";

REVOKE ALL ("is_active") ON TABLE "public"."users" FROM "authenticated";

REVOKE ALL ("organization_id") ON TABLE "public"."users" FROM "authenticated";

REVOKE ALL ("role") ON TABLE "public"."users" FROM "authenticated";

REVOKE ALL ("updated_at") ON TABLE "public"."users" FROM "authenticated";

DROP INDEX "public"."users_search_idx";

CREATE TABLE "public"."user_emails" ("user_id" uuid NOT NULL, "organization_id" uuid NOT NULL, "email" text NOT NULL, CONSTRAINT "user_emails_email_format" CHECK (((email = lower(email)) AND (email ~ '^[^@[:space:]]+@[^@[:space:]]+[.][^@[:space:]]+$'::text))), CONSTRAINT "user_emails_email_length" CHECK ((char_length(email) <= 254)), CONSTRAINT "user_emails_pkey" PRIMARY KEY (user_id));

ALTER TABLE "public"."user_emails" ENABLE ROW LEVEL SECURITY;

INSERT INTO "public"."user_emails" ("user_id", "organization_id", "email")
SELECT u.id, u.organization_id, u.email FROM public.users u;

ALTER TABLE "public"."users" DROP CONSTRAINT "users_email_format";

ALTER TABLE "public"."users" DROP CONSTRAINT "users_email_length";

ALTER TABLE "public"."users" DROP COLUMN "email";

CREATE OR REPLACE FUNCTION private.check_invitation()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  known public.users%rowtype;
begin
  new.email := lower(btrim(new.email));
  new.first_name := nullif(btrim(new.first_name), '');
  new.last_name := nullif(btrim(new.last_name), '');
  new.commission_split := coalesce(new.commission_split,
    (select o.default_commission_split from public.organizations o where o.id = new.organization_id));
  if auth.uid() is not null then
    if not private.is_admin() then
      return new; -- The insert policy refuses it, before anything about the address is disclosed.
    elsif new.role = 'admin' and not private.is_owner() then
      perform private.refuse('Only an owner can invite an admin.', 'role');
    end if;
  end if;
  select u.* into known
  from public.user_emails e join public.users u on u.id = e.user_id
  where e.organization_id = new.organization_id and e.email = new.email;
  if known.is_active then
    perform private.refuse('This person is already in your organization.', 'email');
  elsif not known.is_active then
    perform private.refuse('This person is in your organization, but inactive. Activate them instead.', 'email');
  end if;
  -- An expired invitation would violate the unique index on pending ones.
  update public.invitations i set revoked_at = now()
  where i.organization_id = new.organization_id and i.email = new.email
    and i.accepted_at is null and i.revoked_at is null and i.expires_at <= now();
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.find_members_named(organization_id uuid, words text[], take integer, with_emails boolean)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.find_named(format(
    'select u.id, private.name_document(%1$s) as names, private.name_document(%1$s) as document, not u.is_active as archived,
      u.first_name || '' '' || u.last_name as label from public.users u%2$s where u.organization_id = $1',
    'u.first_name || '' '' || u.last_name' || case when with_emails then ' || '' '' || e.email' else '' end,
    case when with_emails then ' join public.user_emails e on e.user_id = u.id' else '' end),
    'null::date', words, take, organization_id, null)
$function$;

CREATE OR REPLACE FUNCTION private.find_sale_agent(organization_id uuid, said text)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  agent_key constant text := lower(regexp_replace(btrim(find_sale_agent.said), '\s+', ' ', 'g'));
  found uuid[];
begin
  if coalesce(agent_key, '') = '' then
    return auth.uid();
  end if;
  found := array(
    select u.id from public.users u join public.user_emails e on e.user_id = u.id
    where u.organization_id = find_sale_agent.organization_id
      and agent_key in (e.email, lower(u.first_name || ' ' || u.last_name))
      and (private.is_admin() or u.id = auth.uid())
    limit 2);
  if cardinality(found) = 1 then
    return found[1];
  end if;
  perform private.refuse(case
    when not private.is_admin() then 'Only an admin can record a sale for another agent.'
    when cardinality(found) > 1 then 'Several members have this name. Use the email address.'
    else 'Nobody in your team has this name or email address.' end, 'agent');
end $function$;

CREATE OR REPLACE FUNCTION private.keep_user_email()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.user_emails (user_id, organization_id, email)
  select new.id, new.organization_id, lower(a.email) from auth.users a where a.id = new.id;
  return null;
end $function$;

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

  insert into public.users (id, organization_id, first_name, last_name, role)
  values (caller, invitation.organization_id, given_name, family_name, invitation.role);
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
  insert into public.users (id, organization_id, first_name, last_name, role)
  values (account.id, new_organization_id, first_name, last_name, 'owner');
  return jsonb_build_object('success', true, 'organization_id', new_organization_id);
end $function$;

CREATE OR REPLACE FUNCTION public.get_member_profile(member_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  caller_organization_id uuid := private.current_organization_id();
  member public.users%rowtype;
begin
  select u.* into member from public.users u
  where u.id = get_member_profile.member_id and u.organization_id = caller_organization_id and (private.is_admin() or u.id = auth.uid());
  if member.id is null then
    return null;
  end if;
  return jsonb_build_object(
    'member', to_jsonb(member) || jsonb_build_object('last_active_at', private.last_seen(member.id), 'email', (
      select e.email from public.user_emails e where e.user_id = member.id)),
    'terms', (select jsonb_build_object('commission_split', t.commission_split, 'history', (
        select coalesce(jsonb_agg(jsonb_build_object('commission_split', h.commission_split,
          'previous_split', h.previous_split, 'changed_at', h.changed_at, 'changed_by', (
            select jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name)
            from public.users u where u.id = h.changed_by)) order by h.changed_at desc, h.id), '[]')
        from public.user_terms_history h where h.organization_id = caller_organization_id and h.user_id = member.id))
      from public.user_terms t where t.user_id = member.id),
    'figures', (select jsonb_build_object('sales_count', coalesce(sum(t.record_count), 0),
        'total_amount', coalesce(sum(t.total_amount), 0), 'commission_amount', (
          select coalesce(sum(c.commission_amount), 0)
          from private.totals('commission', caller_organization_id, member.id, '1900-01-01', '2199-12-31') c
          where c.status <> 'cancelled'),
        'booked_sales_count', coalesce(sum(t.record_count) filter (where t.status = 'booked'), 0))
      from private.totals('sale', caller_organization_id, member.id, '1900-01-01', '2199-12-31') t where t.status <> 'cancelled')
      || jsonb_build_object('ready', (
        select jsonb_build_object('count', count(*), 'agent_amount', coalesce(sum(o.amount), 0))
        from private.open_for_payout(caller_organization_id, member.id, true) o where o.obstacle is null),
      'commissions', (
        select jsonb_object_agg(g.name, (
          select jsonb_build_object('count', coalesce(sum(t.record_count), 0), 'amount', coalesce(sum(t.commission_amount), 0),
            'agent_amount', coalesce(sum(t.agent_amount), 0))
          from private.totals('commission', caller_organization_id, member.id, '1900-01-01', '2199-12-31') t
          where t.status = g.name))
        from unnest('{unpaid,funds_received,agent_paid,cancelled}'::text[]) g(name))),
    'payouts', (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'commission_id', p.commission_id,
        'booking_reference', s.booking_reference, 'amount', p.amount, 'payment_date', p.payment_date,
        'payment_method', p.payment_method) order by p.payment_date desc, p.id), '[]')
      from (
        select * from public.agent_payments a
        where a.organization_id = caller_organization_id and a.agent_id = member.id
        order by a.payment_date desc, a.id limit 10) p
      join public.commissions c on c.id = p.commission_id
      join public.sales s on s.id = c.sales_id),
    'paid', jsonb_build_object(
      'year', extract(year from private.today())::int,
      'this_year', private.paid_to_agent(caller_organization_id, member.id, extract(year from private.today())::int),
      'last_year', private.paid_to_agent(caller_organization_id, member.id, extract(year from private.today())::int - 1),
      'payments', private.latest_payments(caller_organization_id, member.id, 10)));
end $function$;

CREATE OR REPLACE FUNCTION public.list_team(search text DEFAULT NULL::text, status text DEFAULT 'everyone'::text, sort text DEFAULT 'name'::text, descending boolean DEFAULT false, page integer DEFAULT 1, page_size integer DEFAULT 10)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
  sees_all boolean := private.is_admin();
  patterns text[] := private.search_patterns(extensions.unaccent(private.cut_search(list_team.search)));
  wanted text := case when list_team.status in ('active', 'invited', 'inactive') then list_team.status else 'everyone' end;
  key text := case
    when list_team.sort in ('role', 'status') then list_team.sort
    when sees_all and list_team.sort in ('last_active_at', 'sales_count', 'commission_amount', 'commission_split')
      then list_team.sort
    else 'name' end;
  down boolean := coalesce(list_team.descending, false);
  page_no int := greatest(coalesce(list_team.page, 1), 1);
  size int := least(greatest(coalesce(list_team.page_size, 10), 1), 100);
  names text := 'select p.id, private.name_document(concat_ws('' '', p.first_name, p.last_name)) as names from (
    select u.id, u.first_name, u.last_name from public.users u where u.organization_id = $1'
    || case when sees_all then ' union all select i.id, i.first_name, i.last_name from public.invitations i
    where i.organization_id = $1 and i.accepted_at is null and i.revoked_at is null' else '' end || ') p';
  answer jsonb;
begin
  if private.has_too_many_search_words(patterns) then
    caller_organization_id := null;
  end if;
  with people as materialized (
    select u.id, 'member' as kind, u.first_name, u.last_name, e.email, u.avatar_url, u.role, u.is_active,
      case when u.is_active then 'active' else 'inactive' end as state, u.created_at as joined_at,
      null::timestamptz as invited_at, null::timestamptz as sent_at, null::timestamptz as expires_at, null::uuid as invited_by
    from public.users u join public.user_emails e on e.user_id = u.id
    where u.organization_id = caller_organization_id
    union all
    select i.id, 'invitation', i.first_name, i.last_name, i.email, null, i.role, false, 'invited', null,
      i.created_at, i.expires_at - interval '7 days', i.expires_at, i.invited_by
    from public.invitations i
    where i.organization_id = caller_organization_id and sees_all and i.accepted_at is null and i.revoked_at is null
  ), as_typed as materialized (
    select p.* from people p
    where patterns is null or private.normalize_search_text(concat_ws(' ', p.first_name, p.last_name, case when sees_all then p.email end))
      like all (patterns)
  ), matching as materialized (
    select t.* from as_typed t
    union all
    select p.* from people p
    where not exists (select from as_typed) and p.id = any ((
      select private.find_misspelled(names, private.customer_words(list_team.search), caller_organization_id, null, null))::uuid[])
  ), sums as (
    select t.id as agent_id, t.sales_count as n, t.commission_amount as amount
    from private.sales_by('agent', caller_organization_id, null, '1900-01-01', '2199-12-31') t
    where sees_all
  ), known as (
    select m.*, t.commission_split, case when m.kind = 'member' then coalesce(s.n, 0) end as sales_count,
      case when m.kind = 'member' then coalesce(s.amount, 0) end as commission_amount,
      case when sees_all and m.kind = 'member' then private.last_seen(m.id) end as last_active_at,
      lower(coalesce(m.last_name, m.email)) as name
    from matching m
    left join sums s on s.agent_id = m.id
    left join lateral (
      select x.commission_split from public.user_terms x where x.user_id = m.id and m.kind = 'member'
      union all
      select i.commission_split from public.invitations i where i.id = m.id and m.kind = 'invitation') t on sees_all
    where wanted = 'everyone' or m.state = wanted
  ), chosen as (
    select k.*, row_number() over (order by
      case when not down then k.rank end, case when down then k.rank end desc nulls last,
      case when not down then k.day end, case when down then k.day end desc nulls last,
      case when down and key = 'name' then k.name end desc, case when down and key = 'name' then k.first_name end desc,
      k.name, k.first_name, k.id) as position
    from (
      select k.*, case key
          when 'role' then case k.role when 'owner' then 1 when 'admin' then 2 else 3 end
          -- Within a status the owner comes first, then admins.
          when 'status' then case k.state when 'active' then 10 when 'invited' then 20 else 30 end
            + case k.role when 'owner' then 1 when 'admin' then 2 else 3 end
          when 'sales_count' then k.sales_count
          when 'commission_amount' then k.commission_amount
          when 'commission_split' then k.commission_split end as rank,
        case key when 'last_active_at' then k.last_active_at end as day
      from known k) k
  )
  select jsonb_build_object(
    'rows', (select coalesce(jsonb_agg(
        jsonb_build_object('id', c.id, 'kind', c.kind, 'first_name', c.first_name, 'last_name', c.last_name,
          'avatar_url', c.avatar_url, 'role', c.role, 'is_active', c.is_active)
        || case when sees_all then jsonb_build_object('email', c.email, 'last_active_at', c.last_active_at,
          'sales_count', c.sales_count, 'commission_amount', c.commission_amount, 'commission_split', c.commission_split,
          'joined_at', c.joined_at, 'invited_at', c.invited_at, 'sent_at', c.sent_at, 'expires_at', c.expires_at,
          'is_expired', c.expires_at <= now(),
          'invited_by', (select jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name)
            from public.users u where u.id = c.invited_by)) else '{}' end
        order by c.position), '[]')
      from chosen c where c.position > (page_no - 1)::bigint * size and c.position <= page_no::bigint * size),
    'count', (select count(*) from chosen), 'page', page_no, 'page_size', size,
    'total_pages', (select (count(*) + size - 1) / size from chosen),
    'by_status', (select jsonb_build_object('everyone', count(*), 'active', count(*) filter (where m.state = 'active'),
      'invited', count(*) filter (where m.state = 'invited'), 'inactive', count(*) filter (where m.state = 'inactive'))
      from matching m))
  into answer;
  return answer;
end $function$;

ALTER TABLE "public"."user_emails" ADD CONSTRAINT "user_emails_user_id_fkey" FOREIGN KEY (user_id, organization_id) REFERENCES public.users(id, organization_id) ON DELETE CASCADE;

CREATE INDEX user_emails_email_idx ON public.user_emails USING btree (organization_id, email);

CREATE TRIGGER users_after_10_keep_email AFTER INSERT ON public.users FOR EACH ROW EXECUTE FUNCTION private.keep_user_email();

CREATE POLICY "people read their own address, admins all of their organization" ON "public"."user_emails" FOR SELECT TO "authenticated" USING (((organization_id = ( SELECT private.current_organization_id() AS current_organization_id)) AND (( SELECT private.is_admin() AS is_admin) OR (user_id = ( SELECT auth.uid() AS uid)))));

COMMENT ON FUNCTION "private"."keep_user_email"() IS 'A new member has the address of the account.';

COMMENT ON TABLE "public"."user_emails" IS 'The address each member signs in with. Beside users, for not every colleague may read it: people their own, admins all.';

REVOKE ALL ON FUNCTION "private"."keep_user_email"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keep_user_email"() TO "postgres";

GRANT SELECT ON TABLE "public"."user_emails" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."user_emails" TO "postgres";

REVOKE ALL ON TABLE "public"."users" FROM "authenticated";

GRANT SELECT ON TABLE "public"."users" TO "authenticated";

REVOKE ALL ("avatar_url") ON TABLE "public"."users" FROM "authenticated";

GRANT UPDATE ("avatar_url") ON TABLE "public"."users" TO "authenticated";

REVOKE ALL ("first_name") ON TABLE "public"."users" FROM "authenticated";

GRANT UPDATE ("first_name") ON TABLE "public"."users" TO "authenticated";

REVOKE ALL ("hears_of_sales") ON TABLE "public"."users" FROM "authenticated";

GRANT UPDATE ("hears_of_sales") ON TABLE "public"."users" TO "authenticated";

REVOKE ALL ("last_name") ON TABLE "public"."users" FROM "authenticated";

GRANT UPDATE ("last_name") ON TABLE "public"."users" TO "authenticated";

CREATE INDEX users_search_idx ON public.users USING gin (organization_id, private.name_document(((first_name || ' '::text) || last_name)) extensions.gin_trgm_ops);
