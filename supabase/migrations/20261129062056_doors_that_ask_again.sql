set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.check_organization()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' or new.time_zone is distinct from old.time_zone then
    if not exists (select 1 from pg_catalog.pg_timezone_names z where z.name = new.time_zone) then
      perform private.refuse('Choose a known time zone, like Europe/Vienna.', 'time_zone', 'time_zone_unknown');
    end if;
  end if;
  -- What lets one person pay alone, and what everybody without terms of their own earns from now on.
  if tg_op = 'UPDATE' and (old.payout_second_approval and not new.payout_second_approval
    or new.default_commission_split is distinct from old.default_commission_split) then
    perform private.require_step_up();
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.add_payout_adjustment(agent_id uuid, kind text, amount numeric, note text, request_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.payout_organization();
  b public.payout_batches := private.lock_draft(caller_organization_id);
  refusal jsonb;
  new_id uuid;
  answer jsonb := private.begin_request('add_payout_adjustment', request_key, jsonb_build_object('agent_id', agent_id, 'kind', kind,
    'amount', amount, 'note', note));
begin
  perform private.require_step_up();
  if answer is not null then
    return answer;
  end if;
  refusal := case
    when not exists (select 1 from public.users u
      where u.organization_id = caller_organization_id and u.id = add_payout_adjustment.agent_id and u.role <> 'integration') then
      private.command_result('Choose an agent.', 'agent_id', 'agent_missing')
    when add_payout_adjustment.kind is null or add_payout_adjustment.kind not in ('bonus', 'correction') then
      private.command_result('Choose what this is.', 'kind', 'kind_missing')
    when coalesce(add_payout_adjustment.amount, 0) = 0 or abs(add_payout_adjustment.amount) > 9999999999.99 then
      private.command_result('Enter an amount.', 'amount', 'amount_missing')
    when add_payout_adjustment.amount <> round(add_payout_adjustment.amount, 2) then
      private.command_result('Use at most two decimals.', 'amount', 'decimals_too_many')
    when add_payout_adjustment.kind = 'bonus' and add_payout_adjustment.amount < 0 then
      private.command_result('A bonus is more than nothing. What an agent gives back is a correction.', 'amount', 'bonus_negative')
    when nullif(btrim(add_payout_adjustment.note), '') is null then private.command_result('Say what it is for. The agent reads it.',
      'note', 'adjustment_note_missing')
    when char_length(btrim(add_payout_adjustment.note)) > 500 then private.command_result('Use at most 500 characters.',
      'note', 'text_too_long', '{"most": 500}')
  end;
  if refusal is not null then
    return refusal;
  end if;
  insert into public.payout_lines (organization_id, batch_id, agent_id, kind, amount, note, created_by)
  values (caller_organization_id, b.id, add_payout_adjustment.agent_id, add_payout_adjustment.kind, add_payout_adjustment.amount,
    btrim(add_payout_adjustment.note), auth.uid())
  returning id into new_id;
  if b.id is not null then
    perform private.note_payout(b, 'adjusted', jsonb_build_object('agent_id', add_payout_adjustment.agent_id,
      'kind', add_payout_adjustment.kind, 'amount', add_payout_adjustment.amount, 'note', btrim(add_payout_adjustment.note)));
  end if;
  return private.end_request(request_key, new_id, private.command_result(null) || jsonb_build_object('id', new_id));
end $function$;

CREATE OR REPLACE FUNCTION public.apply_terms_again(member_id uuid, expected text, request_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  answer jsonb;
  locked record;
  member public.users;
  sale_ids uuid[];
  changed jsonb;
  done record;
begin
  perform private.require_step_up();
  answer := private.begin_request('apply_terms_again', request_key, jsonb_build_object('member_id', apply_terms_again.member_id,
    'expected', apply_terms_again.expected));
  if answer is not null then
    return answer;
  end if;
  select t.* into locked from private.lock_member(apply_terms_again.member_id) t;
  if locked.refusal is not null then
    return locked.refusal;
  end if;
  member := locked.member;
  sale_ids := array(
    select c.sales_id from public.commissions c
    where c.organization_id = member.organization_id and c.agent_id = member.id and c.status in ('unpaid', 'funds_received')
      and not c.seller_paid
    union
    select h.sales_id from public.commission_shares h
    where h.organization_id = member.organization_id and h.user_id = member.id and h.status = 'open' and h.sales_id is not null);
  perform 1 from public.sales s where s.organization_id = member.organization_id and s.id = any (sale_ids) order by s.id for no key update;
  perform 1 from public.commissions c where c.organization_id = member.organization_id and c.sales_id = any (sale_ids)
  order by c.sales_id for no key update;
  perform 1 from public.other_commissions x where x.organization_id = member.organization_id and x.sales_id = any (sale_ids)
  order by x.id for no key update;
  perform 1 from public.commission_shares h where h.organization_id = member.organization_id and h.sales_id = any (sale_ids)
  order by h.id for no key update;
  -- Sales of somebody with tiers wait, as they do for each other.
  perform private.lock_people(array[member.organization_id], array[member.id]);
  perform private.books_closed_through(member.organization_id);
  -- Queries of their own: they see what was written while this waited.
  changed := private.terms_again_rows(member.organization_id, member.id);
  if md5(changed::text) is distinct from apply_terms_again.expected then
    return private.command_result('Something changed meanwhile. Look at it again.', null, 'terms_again_changed');
  end if;
  with rows as materialized (
    select * from jsonb_to_recordset(changed) x(commission_id uuid, share_id uuid, split_after numeric, parts_after jsonb, amount_before numeric,
      amount_after numeric, terms_version_id uuid)
  ), sellers as (
    update public.commissions c set commission_split = t.split_after, split_parts = t.parts_after, terms_version_id = t.terms_version_id
    from rows t
    where c.organization_id = member.organization_id and c.id = t.commission_id and t.share_id is null
    returning 1
  ), others as (
    update public.commission_shares h set split = t.split_after, split_parts = t.parts_after,
      agent_amount = private.share_of(h.gross_part, t.split_after, t.parts_after), terms_version_id = t.terms_version_id
    from rows t
    where h.organization_id = member.organization_id and h.id = t.share_id
    returning 1
  ), entries as (
    insert into public.commission_history
      (commission_id, organization_id, changed_by, change_type, previous_status, new_status, previous_data, new_data, notes, code)
    select c.id, c.organization_id, auth.uid(), 'update', c.status, c.status, '{}', '{}', 'Terms applied again', 'terms_applied'
    from public.commissions c
    where c.organization_id = member.organization_id and c.id in (select t.commission_id from rows t)
    order by c.id
    returning 1)
  select (select count(*) from sellers) + (select count(*) from others) as n, (select sum(t.amount_before) from rows t) as before,
    (select sum(t.amount_after) from rows t) as after, (select count(*) from entries) as entries into done;
  if done.n > 0 then
    perform private.audit(member.organization_id, 'terms_applied', null, member.id,
      private.audit_change('agent_amount', done.before::text, done.after::text) || jsonb_build_object('count', done.n),
      done.after - done.before);
  end if;
  return private.end_request(request_key, member.id, private.command_result(null) || jsonb_build_object('changed', done.n));
end $function$;

CREATE OR REPLACE FUNCTION public.delete_payout_adjustment(line_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.payout_organization();
  b public.payout_batches := private.lock_draft(caller_organization_id);
  l public.payout_lines;
begin
  perform private.require_step_up();
  delete from public.payout_lines d
  where d.organization_id = caller_organization_id and d.id = delete_payout_adjustment.line_id and d.kind in ('bonus', 'correction')
    and d.commission_id is null and d.share_id is null and (d.batch_id is null or d.batch_id = b.id)
  returning d.* into l;
  if l.id is null then
    return private.command_result('This adjustment can no longer be deleted.', null, 'adjustment_fixed');
  elsif l.batch_id is not null then
    perform private.note_payout(b, 'adjustment_removed', jsonb_build_object('agent_id', l.agent_id, 'kind', l.kind,
      'amount', l.amount, 'note', l.note));
  end if;
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.export_customers(search text DEFAULT NULL::text, tag text DEFAULT NULL::text, agent_id uuid DEFAULT NULL::uuid, state text DEFAULT 'active'::text, sort text DEFAULT 'last_sale_date'::text, descending boolean DEFAULT true)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  f private.customer_filter;
  zone text;
  ids uuid[] := '{}';
  answer jsonb;
begin
  perform private.await_turn();
  search := private.cut_search(export_customers.search);
  select s.organization_id, s.agent_id, s.zone into f.organization_id, f.agent_id, zone
  from private.caller_scope(export_customers.agent_id) s;
  if f.agent_id is distinct from auth.uid() then
    perform private.require_step_up();
  end if;
  f.only_buyers := export_customers.agent_id is not null;
  f.archived := case coalesce(export_customers.state, 'active') when 'archived' then true when 'all' then null else false end;
  f.tag := lower(nullif(btrim(export_customers.tag), ''));
  f.patterns := coalesce(private.customer_patterns(export_customers.search), '{}');
  if f.organization_id is not null and not private.has_too_many_search_words(f.patterns) then
    select k.ids into ids from private.collect_customers(
      f, export_customers.search, export_customers.sort, coalesce(export_customers.descending, true), 1, private.export_limit() + 1) k;
  end if;
  select coalesce(jsonb_agg(jsonb_build_array(c.first_name, c.last_name, c.email, c.phone,
      (select string_agg(e ->> 'value', '; ') from jsonb_array_elements(c.more_emails) e),
      (select string_agg(e ->> 'value', '; ') from jsonb_array_elements(c.more_phones) e),
      c.address_line_1, c.address_line_2, c.city, c.region, c.postal_code, c.country, c.birthday, c.emergency_name,
      c.emergency_phone, c.emergency_relation, array_to_string(c.tags, '; '), c.preferences ->> 'seat', c.preferences ->> 'cabin',
      c.preferences ->> 'meal', c.preferences ->> 'room', c.preferences ->> 'mobility', c.preferences ->> 'allergies',
      c.preferences ->> 'interests', c.notes, coalesce(t.sales_count, 0), coalesce(t.total_amount, 0),
      nullif(t.last_sale_date, '-infinity'), (c.created_at at time zone zone)::date, (c.archived_at at time zone zone)::date)
    order by u.n), '[]')
  into answer
  from unnest(ids) with ordinality u(id, n)
  join public.customers c on c.id = u.id
  left join lateral (
    select r.sales_count, r.total_amount, r.last_sale_date from private.customer_totals r
    where f.agent_id is null and r.organization_id = f.organization_id and r.customer_id = c.id
    union all
    select r.sales_count, r.total_amount, r.last_sale_date from private.customer_totals_by_agent r
    where r.organization_id = f.organization_id and r.agent_id = f.agent_id and r.customer_id = c.id) t on true;
  return private.export_answer('{first_name,last_name,email,phone,more_emails,more_phones,address_line_1,address_line_2,city,
    region,postal_code,country,birthday,emergency_name,emergency_phone,emergency_relation,tags,seat,cabin,meal,room,mobility,
    allergies,interests,notes,sales_count,total_amount,last_sale_date,created_on,archived_on}', answer);
end $function$;

CREATE OR REPLACE FUNCTION public.export_sales(status text DEFAULT NULL::text, agent_id uuid DEFAULT NULL::uuid, vendor_id uuid DEFAULT NULL::uuid, start_date date DEFAULT NULL::date, end_date date DEFAULT NULL::date, customer_search text DEFAULT NULL::text, sort text DEFAULT 'sale_date'::text, descending boolean DEFAULT true, departing boolean DEFAULT false, group_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  f private.sale_filter;
  ids uuid[] := '{}';
  with_lines boolean;
  rows jsonb;
  is_cut boolean;
begin
  perform private.await_turn();
  f := private.sale_filter_of(export_sales.status, export_sales.agent_id, export_sales.vendor_id, export_sales.start_date,
    export_sales.end_date, export_sales.customer_search, export_sales.departing, export_sales.group_id);
  -- One's own are asked for freely; those of others leave the house only by a code of now.
  if f.agent_id is distinct from auth.uid() then
    perform private.require_step_up();
  end if;
  if f.organization_id is not null then
    ids := private.find_sales(f, export_sales.sort, coalesce(export_sales.descending, true), private.export_limit() + 1, 0,
      f.customer_ids is not null or f.departing_by is not null or f.group_id is not null);
  end if;
  -- Of these sales alone: whether others have lines is nobody's to know from them.
  with_lines := exists (select from public.sale_lines l where l.organization_id = f.organization_id) and exists (
    select from unnest(ids) i(id)
    join public.sales s on s.id = i.id
    where s.lines <> '[]' and not (f.by_share and s.co_sellers <> '[]'));
  select coalesce(jsonb_agg(jsonb_build_array(s.booking_reference, s.status, s.sale_date, s.travel_date, s.return_date,
      c.first_name || ' ' || c.last_name, c.email, v.name, a.first_name || ' ' || a.last_name,
      -- Said once, so that a column adds up.
      case when l.place > 1 then null else coalesce(p.total_amount, s.total_amount) end,
      case when l.place > 1 then null else s.commission_rate end,
      case when l.place > 1 then null else coalesce(p.commission_amount, s.commission_amount) end, s.currency,
      coalesce(w.status, m.status), case when l.place > 1 or p.seller_id <> p.agent_id then null else s.notes end)
      || case when with_lines then jsonb_build_array(l.kind, l.text, l.amount,
        case when l.earns = 'nothing' then 'no' when l.earns is not null then 'yes' end,
        case l.earns when 'rate' then l.rate end, case l.earns when 'amount' then l.commission end) else '[]' end
      order by u.n, l.place) filter (where u.upto <= private.export_limit()), '[]'),
    coalesce(bool_or(u.upto > private.export_limit()), false)
  into rows, is_cut
  from (
    select i.id, i.n, case when with_lines then sum(greatest(jsonb_array_length(k.lines), 1)) over (order by i.n) else i.n end as upto
    from unnest(ids) with ordinality i(id, n) join public.sales k on k.id = i.id) u
  join public.sales s on s.id = u.id
  -- Of a sale with several people each has a part of the whole, of no line.
  left join public.sale_lines l on with_lines and l.organization_id = s.organization_id and l.sale_id = s.id
    and not (f.by_share and s.co_sellers <> '[]')
  join public.customers c on c.id = s.customer_id
  join public.users a on a.id = s.agent_id
  join public.vendors v on v.id = s.vendor_id
  join public.commissions m on m.sales_id = s.id and m.organization_id = s.organization_id
  left join lateral (select x.* from private.sales_by_share x where f.by_share and x.id = s.id
    and x.organization_id = s.organization_id and x.agent_id = f.agent_id offset 0) p on true
  left join lateral (select x.* from private.commissions_by_share x where f.by_share and x.id = m.id
    and x.organization_id = m.organization_id and x.agent_id = f.agent_id offset 0) w on true;
  return jsonb_build_object('rows', rows, 'truncated', is_cut,
    'columns', '{booking_reference,status,sale_date,travel_date,return_date,customer,customer_email,vendor,agent,
    total_amount,commission_rate,commission_amount,currency,commission_status,notes}'::text[]
    || case when with_lines then private.line_columns() else '{}' end);
end $function$;

CREATE OR REPLACE FUNCTION public.renew_invitation(invitation_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  refusal jsonb := private.lock_invitation(renew_invitation.invitation_id);
begin
  perform private.require_step_up();
  if refusal is null then
    update public.invitations i set expires_at = now() + interval '7 days', invited_by = auth.uid()
    where i.id = renew_invitation.invitation_id;
  end if;
  return coalesce(refusal, private.command_result(null)) - 'field';
end $function$;

CREATE OR REPLACE FUNCTION public.reveal_passport(passport_id uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
  passport private.passports%rowtype;
begin
  perform private.require_step_up();
  select p.* into passport from private.passports p
  where p.organization_id = caller_organization_id and p.id = reveal_passport.passport_id for share;
  if passport.id is null then
    perform private.refuse('This passport does not exist.', '', 'passport_not_found');
  elsif not private.may_use_passports(caller_organization_id, passport.customer_id) then
    perform private.refuse_with(private.passport_refusal());
  end if;
  perform private.limit_disclosures(caller_organization_id, 'passport', passport.id, 'passport numbers',
    case when private.is_admin() then 300 else 30 end);
  perform private.audit(caller_organization_id, 'passport_revealed', passport.customer_id, passport.id,
    jsonb_build_object('last_four', passport.last_four));
  return private.allow_disclosure('passport', passport.id);
end $function$;

CREATE OR REPLACE FUNCTION public.save_agreement(member_id uuid, valid_from date, terms jsonb, request_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  locked record;
  answer jsonb;
  member public.users;
  latest date;
  id uuid;
  split numeric;
  overrides jsonb := coalesce(nullif(save_agreement.terms -> 'overrides', 'null'), '[]');
begin
  perform private.require_step_up();
  answer := private.begin_request('save_agreement', request_key, jsonb_build_object('member_id', save_agreement.member_id,
    'valid_from', save_agreement.valid_from, 'terms', save_agreement.terms));
  if answer is not null then
    return answer;
  end if;
  select t.* into locked from private.lock_member(save_agreement.member_id) t;
  if locked.refusal is not null then
    return locked.refusal;
  end if;
  member := locked.member;
  perform 1 from public.user_terms t where t.user_id = member.id for no key update;
  select max(v.valid_from) into latest from public.agreement_versions v
  where v.organization_id = member.organization_id and v.user_id = member.id and v.replaced_at is null and v.valid_from <= private.today();
  if jsonb_typeof(save_agreement.terms -> 'default_split') is distinct from 'number'
    or (save_agreement.terms ->> 'default_split')::numeric not between 0 and 100 then
    return private.command_result('Enter a percentage from 0 to 100.', 'default_split', 'percentage_out_of_range');
  elsif not private.splits_are_good(coalesce(save_agreement.terms -> 'vendor_splits', '[]'), 'vendor_id', '^[0-9a-f-]{36}$')
    or exists (select from jsonb_array_elements(coalesce(save_agreement.terms -> 'vendor_splits', '[]')) e where not exists (
      select from public.vendors v where v.organization_id = member.organization_id and v.id::text = e ->> 'vendor_id')) then
    return private.command_result('Name each vendor once, with a percentage from 0 to 100.', 'vendor_splits', 'vendor_splits_invalid');
  elsif not private.splits_are_good(coalesce(save_agreement.terms -> 'category_splits', '[]'), 'category', '^[a-z_]{1,40}$') then
    return private.command_result('Name each category once, with a percentage from 0 to 100.', 'category_splits', 'category_splits_invalid');
  elsif coalesce(jsonb_typeof(save_agreement.terms -> 'tiers'), 'null') <> 'null' and not private.tiers_are_good(save_agreement.terms -> 'tiers') then
    return private.command_result('Enter tiers by rising volume, with a percentage from 0 to 100 each.', 'tiers', 'tiers_invalid');
  elsif private.overrides_refusal(member, overrides) is not null then
    return private.overrides_refusal(member, overrides);
  elsif save_agreement.valid_from is null or save_agreement.valid_from not between '1900-01-02' and '2199-12-31'
    or save_agreement.valid_from < coalesce(latest, save_agreement.valid_from)
    or save_agreement.valid_from < private.today() and exists (
      select from public.sales s where s.organization_id = member.organization_id and s.agent_id = member.id) then
    return private.command_result('Choose today or a later day: what was recorded keeps its terms.', 'valid_from', 'agreement_in_the_past');
  end if;
  split := round((save_agreement.terms ->> 'default_split')::numeric, 2);
  if latest is null then
    -- What held until now is the first version.
    perform private.add_agreement(member.organization_id, member.id, '1900-01-01', t.commission_split, '[]', '[]', null, '[]')
    from public.user_terms t where t.user_id = member.id;
  end if;
  update public.agreement_versions v set replaced_at = clock_timestamp()
  where v.organization_id = member.organization_id and v.user_id = member.id and v.valid_from > private.today() and v.replaced_at is null;
  id := private.add_agreement(member.organization_id, member.id, save_agreement.valid_from, split,
    coalesce(save_agreement.terms -> 'vendor_splits', '[]'), coalesce(save_agreement.terms -> 'category_splits', '[]'),
    nullif(save_agreement.terms -> 'tiers', 'null'), private.kept_overrides(overrides));
  perform private.refuse_promises(member.organization_id, least(save_agreement.valid_from, private.today()), member.id, 'default_split');
  if save_agreement.valid_from <= private.today() then
    update public.user_terms t set commission_split = split where t.user_id = member.id and t.commission_split <> split;
  end if;
  perform private.audit(member.organization_id, 'agreement_saved', null, member.id,
    private.audit_change('valid_from', latest::text, save_agreement.valid_from::text));
  return private.end_request(request_key, member.id, private.command_result(null));
end $function$;

CREATE OR REPLACE FUNCTION public.set_member_active(member_id uuid, active boolean, reassign_to uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  locked record;
  open_sales uuid[];
  reason text;
  detail text;
begin
  -- Who is active again can sign in: that opens an account. Closing one is never made to wait.
  if set_member_active.active then
    perform private.require_step_up();
  end if;
  select t.* into locked from private.lock_member(set_member_active.member_id) t;
  if locked.refusal is not null then
    return locked.refusal;
  elsif set_member_active.active is null then
    return private.command_result('Say whether the person is active.', 'active', 'member_active_unsaid');
  end if;

  if set_member_active.reassign_to is not null then
    if set_member_active.active then
      return private.command_result('Sales are given to somebody else only when a person is deactivated.',
        'reassign_to', 'handover_of_active_member');
    elsif set_member_active.reassign_to = (locked.member).id then
      return private.command_result('Choose somebody else to take over the open sales.', 'reassign_to', 'handover_to_oneself');
    elsif not exists (
      select 1 from public.users u
      where u.id = set_member_active.reassign_to and u.organization_id = (locked.member).organization_id and u.is_active
    ) then
      return private.command_result('Choose an active member of your organization to take over the open sales.',
        'reassign_to', 'handover_to_nobody');
    end if;
  end if;

  begin
    if set_member_active.reassign_to is not null then
      -- The lock order of everything that locks several sales: sales by id, then their commissions in the same order.
      open_sales := array(
        select s.id from public.sales s
        where s.organization_id = (locked.member).organization_id and s.agent_id = (locked.member).id and s.status = 'booked'
        order by s.id for no key update);
      open_sales := array(
        select c.sales_id from public.commissions c
        where c.organization_id = (locked.member).organization_id and c.sales_id = any (open_sales) and c.status = 'unpaid'
        order by c.sales_id for no key update);
      update public.sales s set agent_id = set_member_active.reassign_to
      where s.organization_id = (locked.member).organization_id and s.id = any (open_sales);
    end if;
    update public.users u set is_active = set_member_active.active
    where u.id = (locked.member).id and u.is_active <> set_member_active.active;
  exception when raise_exception then
    -- Refused by keep_an_active_owner; the subtransaction has rolled back the reassignment.
    get stacked diagnostics reason = message_text, detail = pg_exception_detail;
    return private.command_result(reason) || private.fact_of(detail);
  end;
  return private.command_result(null) || jsonb_build_object('reassigned', coalesce(cardinality(open_sales), 0));
end $function$;

CREATE OR REPLACE FUNCTION public.set_member_split(member_id uuid, commission_split numeric)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  locked record;
begin
  perform private.require_step_up();
  select t.* into locked from private.lock_member(set_member_split.member_id) t;
  if locked.refusal is not null then
    return locked.refusal;
  elsif set_member_split.commission_split is null or set_member_split.commission_split not between 0 and 100 then
    return private.command_result('Enter a percentage from 0 to 100.', 'commission_split', 'percentage_out_of_range');
  end if;
  update public.user_terms t set commission_split = round(set_member_split.commission_split, 2)
  where t.user_id = (locked.member).id;
  return private.command_result(null);
end $function$;
