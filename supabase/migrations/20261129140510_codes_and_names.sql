set local check_function_bodies = off;

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
      perform private.refuse('Only an owner can invite an admin.', 'role', 'admins_are_invited_by_owners');
    elsif new.role = 'admin' or new.commission_split is distinct from
      (select o.default_commission_split from public.organizations o where o.id = new.organization_id) then
      perform private.require_step_up();
    end if;
  end if;
  select u.* into known
  from public.user_emails e join public.users u on u.id = e.user_id
  where e.organization_id = new.organization_id and e.email = new.email;
  if known.is_active then
    perform private.refuse('This person is already in your organization.', 'email', 'invited_is_member');
  elsif not known.is_active then
    perform private.refuse('This person is in your organization, but inactive. Activate them instead.',
      'email', 'invited_is_inactive');
  end if;
  if auth.uid() is not null then
    perform private.check_room_for_invitation(new.organization_id, true);
  end if;
  -- An expired invitation would violate the unique index on pending ones.
  update public.invitations i set revoked_at = now()
  where i.organization_id = new.organization_id and i.email = new.email
    and i.accepted_at is null and i.revoked_at is null and i.expires_at <= now();
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.confirm_sellers()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.is_admin() then
    perform private.require_step_up();
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.is_visible(name text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select name ~ ('[^' || private.unseen_signs() || ']')
$function$;

CREATE OR REPLACE FUNCTION private.mail_name(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select btrim(left(btrim(regexp_replace(regexp_replace(private.plain_text(private.one_line(name)),
    '://|www[.\u3002]', ' ', 'gi'), '[.\u3002:@](?=\S)|\u3002| +', ' ', 'g')), 60))
$function$;

CREATE OR REPLACE FUNCTION private.plain_text(text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select regexp_replace(normalize(text, nfkc), '(?! )[' || private.unseen_signs() || ']', '', 'g')
$function$;

CREATE OR REPLACE FUNCTION private.set_invitation_words()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  named text := new.raw_user_meta_data ->> 'invitation';
  is_mailed boolean := tg_op = 'UPDATE' and (new.confirmation_sent_at, new.recovery_sent_at)
    is distinct from (old.confirmation_sent_at, old.recovery_sent_at);
begin
  new.raw_user_meta_data := new.raw_user_meta_data - '{invited_to,invited_by,invited_until}'::text[];
  if is_mailed then
    -- Not waited for: whoever holds the invitation may be waiting for this account.
    update public.invitations i set mailed_at = now() where i.id in (
      select p.id from public.invitations p
      where p.id::text = named and p.email = new.email for no key update skip locked);
    new.raw_user_meta_data := new.raw_user_meta_data - 'invitation';
  elsif named is not null then
    new.raw_user_meta_data := new.raw_user_meta_data || coalesce((
      select jsonb_build_object('invited_to', private.mail_name(o.name),
        'invited_by', private.mail_name(u.first_name || ' ' || u.last_name),
        'invited_until', to_char(i.expires_at at time zone o.time_zone, 'FMMonth FMDD, YYYY'))
      from private.pending_invitations(new.email) i
      join public.organizations o on o.id = i.organization_id
      join public.users u on u.id = i.invited_by
      where i.id::text = named and (i.mailed_at is null or i.mailed_at < now() - interval '1 hour')), '{}');
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.stepped_up()
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(auth.jwt() ->> 'aal' = 'aal2'
    and private.confirmed_at() between now() - interval '15 minutes' and now() + interval '1 minute', false)
$function$;

CREATE OR REPLACE FUNCTION private.unseen_signs()
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select '\u0001-\u0020\u007F-\u00A0\u00AD\u034F\u061C\u115F\u1160\u1680\u17B4\u17B5\u180B-\u180F\u2000-\u200F'
    || '\u2028-\u202F\u205F-\u206F\u2800\u3000\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB'
    || '\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF'
$function$;

CREATE OR REPLACE FUNCTION public.export_commissions(status text DEFAULT NULL::text, agent_id uuid DEFAULT NULL::uuid, start_date date DEFAULT NULL::date, end_date date DEFAULT NULL::date, search text DEFAULT NULL::text, sort text DEFAULT 'created_at'::text, descending boolean DEFAULT true, vendor_id uuid DEFAULT NULL::uuid, overdue boolean DEFAULT false, ready boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  f private.commission_filter;
  ids uuid[] := '{}';
  answer jsonb;
begin
  perform private.await_turn();
  f := private.commission_filter_of(export_commissions.status, export_commissions.agent_id, export_commissions.vendor_id,
    export_commissions.overdue, export_commissions.ready, export_commissions.start_date, export_commissions.end_date,
    export_commissions.search);
  if f.agent_id is distinct from auth.uid() then
    perform private.require_step_up();
  end if;
  if f.organization_id is not null then
    ids := private.find_commissions(f, export_commissions.sort, coalesce(export_commissions.descending, true),
      private.export_limit() + 1, 0, f.word is not null or f.due_before is not null or f.ready);
  end if;
  select coalesce(jsonb_agg(jsonb_build_array(s.booking_reference, coalesce(p.status, m.status), s.sale_date, s.status,
      c.first_name || ' ' || c.last_name, v.name, a.first_name || ' ' || a.last_name, coalesce(q.total_amount, s.total_amount),
      coalesce(p.amount, m.amount),
      -- What several have is of no one split.
      case when b.others = 0 then coalesce(p.commission_split, m.commission_split) end,
      coalesce(y.amount, p.agent_amount, m.agent_amount + b.amount),
      s.currency, m.due_on, case when p.id is null then m.received_amount else p.received_amount end, m.received_on, case when o.own then m.notes end,
      coalesce(z.open, w.open), coalesce(z.owed, w.owed))
      order by u.n), '[]')
  into answer
  from unnest(ids) with ordinality u(id, n)
  join public.sales s on s.id = u.id
  join public.commissions m on m.sales_id = s.id and m.organization_id = s.organization_id
  join private.commission_money w on w.commission_id = m.id
  join public.customers c on c.id = s.customer_id
  join public.vendors v on v.id = s.vendor_id
  join public.users a on a.id = m.agent_id
  left join private.ready_amounts(f, ids) y on y.commission_id = m.id
  cross join lateral (select coalesce(sum(h.agent_amount), 0) as amount,
      count(*) filter (where h.user_id <> m.agent_id and h.status <> 'cancelled' and h.agent_amount <> 0) as others
    from public.commission_shares h
    where f.all_shares and h.organization_id = m.organization_id and h.commission_id = m.id) b
  left join lateral (select x.* from private.commissions_by_share x where f.by_share and x.id = m.id
    and x.organization_id = m.organization_id and x.agent_id = f.agent_id offset 0) p on true
  left join lateral (select x.open, x.owed from private.commission_money_by_share x where f.by_share and x.commission_id = m.id
    and x.organization_id = m.organization_id and x.payee_id = f.agent_id offset 0) z on true
  left join lateral (select x.* from private.sales_by_share x where f.by_share and x.id = s.id
    and x.organization_id = s.organization_id and x.agent_id = f.agent_id offset 0) q on true
  -- Notes are the seller's to read.
  cross join lateral (select p.agent_id is not distinct from m.agent_id or p.agent_id is null as own) o;
  return private.export_answer('{booking_reference,status,sale_date,sale_status,customer,vendor,agent,total_amount,
    commission_amount,commission_split,agent_amount,currency,due_on,received_amount,received_on,notes,open_amount,overdue_amount}', answer);
end $function$;

CREATE OR REPLACE FUNCTION public.export_team(search text DEFAULT NULL::text, status text DEFAULT 'everyone'::text, sort text DEFAULT 'name'::text, descending boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  page jsonb;
  pages int := 0;
  list jsonb := '[]';
  answer jsonb;
begin
  perform private.await_turn();
  if private.is_admin() then
    perform private.require_step_up();
    pages := 1;
  end if;
  for number in 1 .. 501 loop
    exit when number > pages;
    page := public.list_team(export_team.search, export_team.status, export_team.sort, export_team.descending, number, 100);
    pages := (page ->> 'total_pages')::int;
    list := list || (page -> 'rows');
  end loop;
  select coalesce(jsonb_agg(jsonb_build_array(e -> 'first_name', e -> 'last_name', e -> 'email', e -> 'role',
      case when e ->> 'kind' = 'invitation' then 'invited' when (e ->> 'is_active')::boolean then 'active' else 'inactive' end,
      left(e ->> 'last_active_at', 10), e -> 'sales_count', e -> 'commission_amount', e -> 'commission_split',
      left(e ->> 'joined_at', 10), left(e ->> 'expires_at', 10)) order by n), '[]')
  into answer
  from jsonb_array_elements(list) with ordinality u(e, n);
  return private.export_answer('{first_name,last_name,email,role,status,last_active_on,sales_count,commission_amount,
    commission_split,joined_on,invitation_expires_on}', answer);
end $function$;

CREATE OR REPLACE FUNCTION public.export_vendors(search text DEFAULT NULL::text, category text DEFAULT NULL::text, state text DEFAULT 'active'::text, sort text DEFAULT 'name'::text, descending boolean DEFAULT false, without_terms boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  page jsonb;
  pages int := 1;
  list jsonb := '[]';
  answer jsonb;
begin
  perform private.await_turn();
  if private.is_admin() then
    perform private.require_step_up();
  end if;
  -- A tenant has some hundred vendors: reading the list page by page is fast enough.
  for number in 1 .. 501 loop
    exit when number > pages;
    page := public.list_vendors(export_vendors.search, export_vendors.category, export_vendors.state, export_vendors.sort,
      export_vendors.descending, number, 100, export_vendors.without_terms);
    pages := (page ->> 'total_pages')::int;
    list := list || (page -> 'rows');
  end loop;
  select coalesce(jsonb_agg(jsonb_build_array(v.name, v.category, v.email, v.phone, v.website, t.contacts -> 0 ->> 'name',
      t.contacts -> 0 ->> 'role', t.contacts -> 0 ->> 'email', t.contacts -> 0 ->> 'phone', v.address_line_1, v.address_line_2,
      v.city, v.region, v.postal_code, v.country, t.account_number, v.default_commission_rate, t.expected_payment_days,
      t.expected_payment_basis, array_to_string(v.aliases, '; '), t.notes, u.e -> 'sales_count', u.e -> 'total_amount',
      v.archived_at::date) order by u.n), '[]')
  into answer
  from jsonb_array_elements(list) with ordinality u(e, n)
  join public.vendors v on v.id = (u.e ->> 'id')::uuid
  join public.vendor_terms t on t.vendor_id = v.id;
  return private.export_answer('{name,category,email,phone,website,contact_name,contact_role,contact_email,contact_phone,
    address_line_1,address_line_2,city,region,postal_code,country,account_number,default_commission_rate,expected_payment_days,
    expected_payment_basis,aliases,notes,sales_count,total_amount,archived_on}', answer);
end $function$;

CREATE OR REPLACE FUNCTION public.start_agency_export(passphrase text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  caller_organization_id constant uuid := private.exporting_organization_id('an agency');
  writing_key constant text := case when passphrase is not null then encode(extensions.gen_random_bytes(32), 'hex') end;
  -- Blanks in a row count as one, and what nobody sees as none.
  seen constant text := btrim(regexp_replace(regexp_replace(private.plain_text(passphrase), '[\u0300-\u036f]', '', 'g'), '\s+', ' ', 'g'));
  export private.agency_exports;
begin
  perform private.require_step_up();
  if char_length(seen) < 16 or char_length(passphrase) > 200 then
    return private.command_result('Use a passphrase of at least 16 characters.', 'passphrase', 'passphrase_too_short', '{"least": 16}');
  elsif passphrase is not null and (select count(distinct c) from regexp_split_to_table(lower(seen), '') c) < 6 then
    return private.command_result('Use at least 6 different characters.', 'passphrase', 'passphrase_too_plain', '{"least": 6}');
  end if;
  if (private.lock_owned_agency()).id is null then
    raise insufficient_privilege using message = 'permission denied for exports of an agency';
  end if;
  if exists (select from private.agency_exports e where e.organization_id = caller_organization_id and e.state = 'waiting') then
    return private.command_result('The agency is being written to files already.', null, 'agency_export_runs');
  end if;
  delete from private.agency_exports e where e.organization_id = caller_organization_id;
  insert into private.agency_exports (organization_id, asked_by, sealed_key, writing_key)
  values (caller_organization_id, auth.uid(),
    extensions.pgp_sym_encrypt(writing_key, passphrase, 'cipher-algo=aes256, s2k-count=65011712'), private.seal('passport_key', writing_key))
  returning * into export;
  perform private.audit(caller_organization_id, 'agency_export_started', null, export.id,
    jsonb_build_object('sealed', export.sealed_key is not null));
  return private.command_result(null) || jsonb_build_object('id', export.id);
end $function$;

CREATE TRIGGER sales_11_confirm_sellers BEFORE UPDATE OF agent_id, co_sellers ON public.sales FOR EACH ROW WHEN (((new.agent_id IS DISTINCT FROM old.agent_id) OR (new.co_sellers IS DISTINCT FROM old.co_sellers))) EXECUTE FUNCTION private.confirm_sellers();

COMMENT ON FUNCTION "private"."confirm_sellers"() IS 'Who earns a recorded sale is another''s money: who may give it to anybody shows a code of
  now. An agent shares only their own.';

COMMENT ON FUNCTION "private"."is_visible"(text) IS 'Whether a name shows anything: at least one character that is no unseen sign. `isVisible` of the
  client is the same.';

COMMENT ON FUNCTION "private"."mail_name"(text) IS 'A name as mails show it, never refused: one line of at most 60 characters in which no program
  finds an address. A dot, a colon or an at sign stays only before a blank; signs that programs read as a dot do not stay.';

COMMENT ON FUNCTION "private"."plain_text"(text) IS 'The text in NFKC form, without invisible characters.';

COMMENT ON FUNCTION "private"."set_invitation_words"() IS 'The words of the mail to an invited person: agency, inviter and the
  invitation''s last day. Auth writes its mails from the account''s metadata, which anybody fills who asks for a mail, and shows it
  to whoever signs up with an unconfirmed address. So the words are taken from the invitation alone, only where the metadata names
  it by its id, which its organization''s admins know, once an hour, and they are taken out again with the mail. They authorize nothing.';

COMMENT ON FUNCTION "private"."stepped_up"() IS 'Whether a code was entered within the last 15 minutes, by clocks that differ by a minute at most.';

COMMENT ON FUNCTION "private"."unseen_signs"() IS 'White space and what is drawn as nothing (control and format characters, fillers, variation
  selectors, tags), as the inside of a regular expression''s brackets. By code points, so that no locale decides.';

REVOKE ALL ON FUNCTION "private"."confirm_sellers"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."confirm_sellers"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."plain_text"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."plain_text"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."unseen_signs"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."unseen_signs"() TO "authenticated", "postgres";
