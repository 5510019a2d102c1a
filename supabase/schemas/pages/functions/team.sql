-- The team list and the page of a member. Admins see everything. An agent sees who is in the team (name, role, picture, active)
-- but no totals of others, and neither sort orders nor counts that would disclose them; a profile only their own.

create function public.list_team(
  search text default null, status text default 'everyone', sort text default 'name', descending boolean default false,
  page int default 1, page_size int default 10)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.current_organization_id();
  sees_all boolean := private.is_admin();
  today constant date := private.today();
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
    select u.id, u.first_name, u.last_name from public.users u where u.organization_id = $1 and u.role <> ''integration'''
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
      select f.split as commission_split from private.split_now(caller_organization_id, m.id, today) f
      where m.kind = 'member' and sees_all
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
end $$;
comment on function public.list_team is '{rows, count, page, page_size, total_pages, by_status}: members and, for admins, pending
  invitations. Every word of `search` must be part of the name, for admins also of the e-mail address; where nobody of any status
  has them, names a slip away are found. `status` is everyone, active, invited or inactive; `by_status` counts the matches of the
  search over all of them. Totals leave out cancelled sales and commissions; commission_amount is gross.';
grant execute on function public.list_team(text, text, text, boolean, integer, integer) to authenticated;

create function private.latest_sales_of_member(organization_id uuid, member_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  with shared as (select private.shared_sales(latest_sales_of_member.organization_id, latest_sales_of_member.member_id) as ids),
    n as (
      select count(*) filter (where s.status <> 'cancelled') as active, count(*) filter (where s.status = 'cancelled') as cancelled
      from public.sales s
      where s.organization_id = latest_sales_of_member.organization_id
        and (s.agent_id = latest_sales_of_member.member_id or s.id = any ((select h.ids from shared h)::uuid[])))
  select jsonb_build_object(
    'count', (select n.active + n.cancelled from n), 'active_count', (select n.active from n),
    'cancelled_count', (select n.cancelled from n),
    'rows', coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'booking_reference', r.booking_reference, 'sale_date', r.sale_date,
        'travel_date', r.travel_date, 'return_date', r.return_date, 'total_amount', p.total_amount, 'status', r.status,
        'customer', jsonb_build_object('first_name', c.first_name, 'last_name', c.last_name), 'vendor', jsonb_build_object('name', v.name))
      order by r.sale_date desc, r.created_at desc, r.booking_reference desc, r.id), '[]'))
  from (
    select l.* from (
      (select s.* from public.sales s
      where s.organization_id = latest_sales_of_member.organization_id and s.agent_id = latest_sales_of_member.member_id
      order by s.sale_date desc, s.created_at desc, s.booking_reference desc, s.id limit 5)
      union all
      (select s.* from public.sales s
      where s.organization_id = latest_sales_of_member.organization_id and s.id = any ((select h.ids from shared h)::uuid[])
      order by s.sale_date desc, s.created_at desc, s.booking_reference desc, s.id limit 5)) l
    order by l.sale_date desc, l.created_at desc, l.booking_reference desc, l.id limit 5) r
  cross join lateral (select x.total_amount from private.sales_by_share x
    where x.organization_id = r.organization_id and x.id = r.id and x.agent_id = latest_sales_of_member.member_id offset 0) p
  join public.customers c on c.id = r.customer_id
  join public.vendors v on v.id = r.vendor_id
$$;
comment on function private.latest_sales_of_member is '{rows, count, active_count, cancelled_count}, as private.latest_sales: the five newest sales that a person sold, alone or
  with others, with their part of each, and how many there are, as the list of their sales counts them.';

create function public.get_member_page(member_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select public.get_member_profile(get_member_page.member_id) || jsonb_build_object(
    'sales', private.latest_sales_of_member(private.current_organization_id(), get_member_page.member_id))
$$;
comment on function public.get_member_page is 'What get_member_profile answers, with `sales`: the newest sales that the person sold or has a
  share of, with their part. The profile decides who may read it: null for everybody else.';
grant execute on function public.get_member_page(uuid) to authenticated;

create function public.get_member_profile(member_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.current_organization_id();
  member public.users%rowtype;
begin
  select u.* into member from public.users u
  where u.id = get_member_profile.member_id and u.organization_id = caller_organization_id and u.role <> 'integration'
    and (private.is_admin() or u.id = auth.uid());
  if member.id is null then
    return null;
  end if;
  return jsonb_build_object(
    'member', to_jsonb(member) || jsonb_build_object('last_active_at', private.last_seen(member.id), 'email', (
      select e.email from public.user_emails e where e.user_id = member.id)),
    'terms', (select jsonb_build_object('commission_split', f.split, 'by_tier', f.by_tier,
        'next_tier', case when f.by_tier then private.next_tier(caller_organization_id, member.id, private.today()) end, 'history', (
        select coalesce(jsonb_agg(jsonb_build_object('commission_split', h.commission_split,
          'previous_split', h.previous_split, 'changed_at', h.changed_at, 'changed_by', (
            select jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name)
            from public.users u where u.id = h.changed_by)) order by h.changed_at desc, h.id), '[]')
        from public.user_terms_history h where h.organization_id = caller_organization_id and h.user_id = member.id))
      from private.split_now(caller_organization_id, member.id, private.today()) f),
    'figures', (select jsonb_build_object('sales_count', coalesce(sum(t.record_count), 0),
        'total_amount', coalesce(sum(t.total_amount), 0), 'commission_amount', (
          select coalesce(sum(c.commission_amount), 0)
          from private.totals('commission', caller_organization_id, member.id, '1900-01-01', '2199-12-31') c
          where c.status <> 'cancelled'),
        'booked_sales_count', coalesce(sum(t.record_count) filter (where t.status = 'booked'), 0))
      from private.totals('sale', caller_organization_id, member.id, '1900-01-01', '2199-12-31') t where t.status <> 'cancelled')
      || jsonb_build_object('ready', (
        select jsonb_build_object('count', count(distinct coalesce(o.of_commission_id, o.of_other_id)),
          'agent_amount', coalesce(sum(o.amount), 0))
        from private.open_for_payout(caller_organization_id, member.id, true) o
        where o.obstacle is null),
      'commissions', (
        select jsonb_object_agg(g.name, (
          select jsonb_build_object('count', coalesce(sum(t.record_count), 0), 'amount', coalesce(sum(t.commission_amount), 0),
            'agent_amount', coalesce(sum(t.agent_amount), 0))
          from private.totals('commission', caller_organization_id, member.id, '1900-01-01', '2199-12-31') t
          where t.status = g.name))
        from unnest('{unpaid,funds_received,agent_paid,cancelled}'::text[]) g(name))),
    'payouts', (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'commission_id', coalesce(h.commission_id, h.other_commission_id),
        'role', case when not private.of_seller(h) then h.role end, 'booking_reference', s.booking_reference, 'amount', p.amount, 'payment_date', p.payment_date,
        'payment_method', p.payment_method) order by p.payment_date desc, p.id), '[]')
      from (
        select * from public.agent_payments a
        where a.organization_id = caller_organization_id and a.agent_id = member.id
        order by a.payment_date desc, a.id limit 10) p
      left join public.commission_shares h on h.organization_id = p.organization_id and h.id = p.share_id
      left join public.sales s on s.id = h.sales_id),
    'paid', jsonb_build_object(
      'year', extract(year from private.today())::int,
      'this_year', private.paid_to_agent(caller_organization_id, member.id, extract(year from private.today())::int),
      'last_year', private.paid_to_agent(caller_organization_id, member.id, extract(year from private.today())::int - 1),
      'payments', private.latest_payments(caller_organization_id, member.id, 10)));
end $$;
comment on function public.get_member_profile is '{member, terms, figures, payouts}; null for a member the caller may not see.
  Totals are without cancelled sales and commissions; figures.ready is what can be paid to them now, by the function payouts go by;
  payouts are the ten newest.';
grant execute on function public.get_member_profile(uuid) to authenticated;

create function private.last_seen(member_id uuid) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select greatest(a.last_sign_in_at, (
    select max(greatest(s.created_at, s.updated_at, s.refreshed_at at time zone 'utc'))
    from auth.sessions s where s.user_id = a.id))
  from auth.users a where a.id = last_seen.member_id
$$;
comment on function private.last_seen is 'The last sign-in or refresh of a session that Supabase Auth remembers.';
