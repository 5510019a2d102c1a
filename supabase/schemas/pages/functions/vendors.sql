-- The list of vendors for admins, with what was sold of each, and what one agent sold of each vendor in a range of days.

create function private.find_misspelled_vendors(organization_id uuid, search text) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select private.find_misspelled(
    'select v.id, private.vendor_document(v.name, v.aliases) as names from public.vendors v where v.organization_id = $1',
    private.customer_words(search), organization_id, null, null)
$$;
comment on function private.find_misspelled_vendors is 'The vendors whose names or aliases are a slip away from a search, for lists
  where nothing is found as it was typed.';

create function public.list_vendors(
  search text default null, category text default null, state text default 'active', sort text default 'name',
  descending boolean default false, page int default 1, page_size int default 10,
  without_terms boolean default false)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.admin_organization_id();
  patterns text[] := private.search_patterns(extensions.unaccent(private.cut_search(list_vendors.search)));
  wanted_state text := case when list_vendors.state in ('archived', 'all') then list_vendors.state else 'active' end;
  wanted_category text := case when list_vendors.category in
    ('cruise', 'tour', 'hotel', 'resort', 'air', 'rail', 'car', 'ferry', 'insurance', 'other') then list_vendors.category end;
  key text := case when list_vendors.sort in
    ('category', 'default_commission_rate', 'sales_count', 'total_amount', 'created_at') then list_vendors.sort else 'name' end;
  down boolean := coalesce(list_vendors.descending, false);
  page_no int := greatest(coalesce(list_vendors.page, 1), 1);
  size int := least(greatest(coalesce(list_vendors.page_size, 10), 1), 100);
  misspelled uuid[];
  answer jsonb;
begin
  if private.has_too_many_search_words(patterns) then
    caller_organization_id := null;
  end if;
  if patterns is not null and not exists (select from public.vendors v where v.organization_id = caller_organization_id
    and private.normalize_search_text(v.name || ' ' || array_to_string(v.aliases, ' ')) like all (patterns)) then
    misspelled := private.find_misspelled_vendors(caller_organization_id, list_vendors.search);
  end if;
  with matching as materialized (
    select v.id, v.name, v.logo_url, v.category, v.default_commission_rate, t.expected_payment_days, t.expected_payment_basis,
      v.archived_at, v.created_at
    from public.vendors v
    join public.vendor_terms t on t.vendor_id = v.id
    where v.organization_id = caller_organization_id
      and (wanted_state = 'all' or (v.archived_at is not null) = (wanted_state = 'archived'))
      and (list_vendors.without_terms is not true or t.expected_payment_days is null)
      and (patterns is null or v.id = any (misspelled)
        or private.normalize_search_text(v.name || ' ' || array_to_string(v.aliases, ' ')) like all (patterns))
  ), sums as (
    select t.id as vendor_id, t.sales_count as n, t.total_amount as amount
    from private.sales_by('vendor', caller_organization_id, null, '1900-01-01', '2199-12-31') t
  ), chosen as (
    select m.*, coalesce(s.n, 0) as sales_count, coalesce(s.amount, 0) as total_amount,
      row_number() over (order by
        case when not down then case key when 'category' then m.category end end,
        case when down then case key when 'category' then m.category end end desc,
        case when not down then case key when 'default_commission_rate' then m.default_commission_rate
          when 'sales_count' then coalesce(s.n, 0) when 'total_amount' then coalesce(s.amount, 0) end end,
        case when down then case key when 'default_commission_rate' then m.default_commission_rate
          when 'sales_count' then coalesce(s.n, 0) when 'total_amount' then coalesce(s.amount, 0) end end desc,
        case when not down and key = 'created_at' then m.created_at end,
        case when down and key = 'created_at' then m.created_at end desc,
        case when down and key = 'name' then m.name end desc,
        m.name, m.id) as position
    from matching m
    left join sums s on s.vendor_id = m.id
    where wanted_category is null or m.category = wanted_category
  )
  select jsonb_build_object(
    'rows', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'logo_url', c.logo_url,
        'category', c.category, 'default_commission_rate', c.default_commission_rate,
        'expected_payment_days', c.expected_payment_days, 'expected_payment_basis', c.expected_payment_basis,
        'is_archived', c.archived_at is not null, 'sales_count', c.sales_count, 'total_amount', c.total_amount)
        order by c.position), '[]')
      from chosen c where c.position > (page_no - 1)::bigint * size and c.position <= page_no::bigint * size),
    'count', (select count(*) from chosen), 'page', page_no, 'page_size', size,
    'total_pages', (select (count(*) + size - 1) / size from chosen),
    'by_category', (select coalesce(jsonb_object_agg(t.category, t.n), '{}')
      from (select m.category, count(*) as n from matching m group by m.category) t))
  into answer;
  return answer;
end $$;
comment on function public.list_vendors is '{rows, count, page, page_size, total_pages, by_category}. Only admins find vendors.
  Every word of `search` must be part of the name or of an alias; where no vendor of any category and state has them, those that are
  a slip away. `without_terms` keeps those with whom no due days are agreed. `by_category` counts the matches without the category
  filter, `count` with it. sales_count and total_amount come from the rollups, without cancelled sales. An unknown category, state
  or sort falls back to the default; page_size is 1 to 100.';
grant execute on function public.list_vendors(text, text, text, text, boolean, integer, integer, boolean) to authenticated;

create function public.get_vendor_profile(vendor_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.admin_organization_id();
  vendor jsonb;
  figures jsonb;
begin
  select to_jsonb(v) - 'email_saved_at' || (to_jsonb(t) - '{vendor_id,contacts_saved_at}'::text[]) || jsonb_build_object('is_archived', v.archived_at is not null) into vendor
  from public.vendors v join public.vendor_terms t on t.vendor_id = v.id
  where v.id = get_vendor_profile.vendor_id and v.organization_id = caller_organization_id;
  if vendor is null then
    return null;
  end if;
  select jsonb_build_object('sales_count', count(*), 'total_amount', coalesce(sum(s.total_amount), 0)) into figures
  from public.sales s
  where s.organization_id = caller_organization_id and s.vendor_id = get_vendor_profile.vendor_id and s.status <> 'cancelled';
  select figures || jsonb_build_object(
    'expected', jsonb_build_object('count', count(*) filter (where m.open > 0 and m.owed = 0),
      'amount', coalesce(sum(m.open - m.owed), 0),
      'agent_amount', coalesce(sum(g.agent_amount) filter (where m.open > 0 and m.owed = 0), 0)),
    'overdue', jsonb_build_object('agent_amount', coalesce(sum(g.agent_amount) filter (where m.owed > 0), 0)),
    'funds_received', jsonb_build_object('count', count(*) filter (where m.status = 'funds_received'),
      'amount', coalesce(sum(m.amount) filter (where m.status = 'funds_received'), 0),
      'agent_amount', coalesce(sum(g.agent_amount) filter (where m.status = 'funds_received'), 0)),
    'agent_paid', jsonb_build_object('count', count(*) filter (where m.status = 'agent_paid'),
      'amount', coalesce(sum(m.amount) filter (where m.status = 'agent_paid'), 0),
      'agent_amount', coalesce(sum(g.agent_amount) filter (where m.status = 'agent_paid'), 0)),
    'received', (
      select jsonb_build_object('count', count(c.received_on), 'amount', coalesce(sum(c.net_received + c.taken_back_amount), 0),
        'owed', coalesce(sum(c.amount) filter (where c.received_on is not null), 0),
        'taken_back', coalesce(sum(c.taken_back_amount), 0), 'net', coalesce(sum(c.net_received), 0))
      from private.commissions_received c
      where c.organization_id = caller_organization_id and c.vendor_id = get_vendor_profile.vendor_id))
  into figures
  from private.commission_money m
  left join private.agents_beside b on b.organization_id = caller_organization_id and b.commission_id = m.commission_id
  -- What all its people get: the agency reads it.
  cross join lateral (select m.agent_amount + coalesce(b.amount, 0) as agent_amount) g
  where m.organization_id = caller_organization_id and m.vendor_id = get_vendor_profile.vendor_id and m.status in ('unpaid', 'funds_received', 'agent_paid');
  figures := jsonb_set(figures, '{overdue}', (figures -> 'overdue')
    || private.owed_figures(caller_organization_id, vendor_id => get_vendor_profile.vendor_id) - 'vendors');
  return jsonb_build_object('vendor', vendor, 'figures', figures);
end $$;
comment on function public.get_vendor_profile is '{vendor, figures} for admins; null for everybody else and for a vendor of another
  organization. Figures, without anything cancelled: number and total of sales; what the vendor has not paid, {count, amount,
  agent_amount} each: expected (not due, or without a due day), overdue (owed, with what private.owed_figures names beside it);
  commissions by status, amounts gross: funds_received and agent_paid; agent_amount is what all people get of them, as in the list; received {count, amount, owed, taken_back, net}: what
  receipts say came from the vendor, also of what was cancelled since, the gross commission it is for, what the vendor took back, and what is left.';
grant execute on function public.get_vendor_profile(uuid) to authenticated;

create function public.get_vendor_page(vendor_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select public.get_vendor_profile(get_vendor_page.vendor_id) || jsonb_build_object(
    'sales', private.latest_sales('vendor', get_vendor_page.vendor_id))
$$;
comment on function public.get_vendor_page is 'The answer of get_vendor_profile, with the newest `sales`.';
grant execute on function public.get_vendor_page(uuid) to authenticated;

create function private.bonus_reached(terms public.vendor_bonus_terms) returns numeric
language sql stable security definer set search_path = '' as $$
  select case terms.basis
    when 'sales' then (select coalesce(sum(s.total_amount - s.fee_amount), 0) from public.sales s
      where s.organization_id = terms.organization_id and s.vendor_id = terms.vendor_id and s.status <> 'cancelled'
        and s.sale_date between terms.period_start and terms.period_end)
    else (select coalesce(sum(m.net_received), 0) from private.commissions_received m
      where m.organization_id = terms.organization_id and m.vendor_id = terms.vendor_id
        and m.received_on between terms.period_start and terms.period_end) end
$$;
comment on function private.bonus_reached is 'The volume of the period: what was booked without cancelled sales and the agency''s own fees, or what
  the vendor paid of commission in it, less what it took back of that (private.commissions_received).';

create function private.bonus_progress(terms public.vendor_bonus_terms) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('reached', r.reached, 'percent', coalesce(h.percent, 0),
    'bonus', round(r.reached * coalesce(h.percent, 0) / 100, 2),
    'next', (select jsonb_build_object('from', (e ->> 'from')::numeric, 'percent', (e ->> 'percent')::numeric,
        'missing', (e ->> 'from')::numeric - r.reached)
      from jsonb_array_elements(terms.steps) e where (e ->> 'from')::numeric > r.reached order by (e ->> 'from')::numeric limit 1))
  from (select private.bonus_reached(terms) as reached) r
  left join lateral (select (e ->> 'percent')::numeric as percent from jsonb_array_elements(terms.steps) e
    where (e ->> 'from')::numeric <= r.reached order by (e ->> 'from')::numeric desc limit 1) h on true
$$;
comment on function private.bonus_progress is '{reached, percent, bonus, next: {from, percent, missing}}: the step that is reached holds for the whole
  volume; next is null after the last.';

create function public.get_vendor_terms(vendor_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_organization_id constant uuid := private.admin_organization_id();
begin
  if not exists (select 1 from public.vendors v where v.organization_id = caller_organization_id and v.id = get_vendor_terms.vendor_id) then
    return null;
  end if;
  return jsonb_build_object(
    'today', private.today(),
    'default_commission_rate', (select v.default_commission_rate from public.vendors v where v.id = get_vendor_terms.vendor_id),
    'rates', (select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'category', r.category, 'rate', r.rate, 'valid_from', r.valid_from,
        -- The one a sale of today takes among those of its kind.
        'state', case when r.valid_from > private.today() then 'planned'
          when r.n = 1 then 'current' else 'past' end)
        order by r.category nulls first, r.valid_from desc, r.created_at desc, r.id desc), '[]')
      from (select t.*, row_number() over (partition by t.category, t.valid_from > private.today()
          order by t.valid_from desc, t.created_at desc, t.id desc) as n
        from public.vendor_rates t
        where t.organization_id = caller_organization_id and t.vendor_id = get_vendor_terms.vendor_id) r),
    'bonuses', (select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'version', t.version, 'period_start', t.period_start,
        'period_end', t.period_end, 'basis', t.basis, 'steps', t.steps,
        'expected', (select jsonb_build_object('id', c.id, 'amount', c.amount, 'status', c.status, 'due_on', c.due_on)
          from public.other_commissions c
          where c.organization_id = t.organization_id and c.kind = 'volume_bonus' and c.vendor_id = t.vendor_id
            and c.period_start = t.period_start and c.period_end = t.period_end and c.status <> 'cancelled' limit 1))
        || private.bonus_progress(t) order by t.period_start desc, t.id), '[]')
      from public.vendor_bonus_terms t
      where t.organization_id = caller_organization_id and t.vendor_id = get_vendor_terms.vendor_id),
    'bonus_owed', (select coalesce(sum(c.amount), 0) from public.other_commissions c
      where c.organization_id = caller_organization_id and c.kind = 'volume_bonus' and c.vendor_id = get_vendor_terms.vendor_id
        and c.status = 'unpaid'));
end $$;
comment on function public.get_vendor_terms is '{today, default_commission_rate, rates, bonuses, bonus_owed} for admins; null for everybody else and for
  a vendor of another organization. rates: every version with its state (planned, current, past); bonuses: terms with
  private.bonus_progress and what is `expected` of it already; bonus_owed: expected bonuses that have not come, which no figure of
  commissions for sales counts.';
grant execute on function public.get_vendor_terms(uuid) to authenticated;
