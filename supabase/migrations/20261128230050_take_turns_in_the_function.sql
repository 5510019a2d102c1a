set local check_function_bodies = off;

DROP FUNCTION "api_requests"."await_turn"();

DROP FUNCTION "public"."get_report_gallery"();

CREATE OR REPLACE FUNCTION api_requests.check_request()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  as_of constant timestamp := (case when pg_is_in_recovery() then pg_last_xact_replay_timestamp() else clock_timestamp() end)
    at time zone 'utc';
begin
  -- No browser keeps an answer: its cache outlives the session.
  perform set_config('response.headers', '[{"cache-control": "no-store"}' || coalesce(format(
    ', {"x-as-of": "%s"}, {"access-control-expose-headers": "x-as-of"}', to_char(as_of, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')), '') || ']', true);
  if pg_is_in_recovery() and auth.uid() is not null then
    if not private.has_live_session() then
      raise insufficient_privilege using message = 'This session is not valid any more';
    end if;
  end if;
  if auth.uid() is not null and current_setting('request.path', true) is distinct from '/rpc/get_second_factor' then
    perform private.refuse_missing_factor();
  end if;
  if exists (
    select 1
    from regexp_split_to_table(lower(current_setting('request.headers', true)::json ->> 'prefer'), '[,;]') as header(preference),
      regexp_replace(header.preference, '[^a-z0-9=_-]', '', 'g') as bare(preference)
    where bare.preference ~ '^count=' and bare.preference <> 'count=exact'
  ) then
    raise exception using errcode = 'P0001', hint = '',
      message = 'Ask for an exact count: an estimate would be made from rows that are not yours.',
      detail = '{"code": "count_is_exact", "params": {}}';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.await_turn()
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET lock_timeout TO '2s'
AS $function$
begin
  if private.in_mode('acting') then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('heavy read ' || auth.uid(), 0));
exception when lock_not_available then
  raise exception using errcode = 'P0001', hint = '',
    message = 'Another report or export of yours is still running. Try again when it is done.',
    detail = '{"code": "report_is_running", "params": {}}';
end $function$;

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
  select s.organization_id, s.agent_id, s.zone into f.organization_id, f.agent_id, zone
  from private.caller_scope(export_customers.agent_id) s;
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

CREATE OR REPLACE FUNCTION public.export_team(search text DEFAULT NULL::text, status text DEFAULT 'everyone'::text, sort text DEFAULT 'name'::text, descending boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  page jsonb;
  pages int;
  list jsonb := '[]';
  answer jsonb;
begin
  perform private.await_turn();
  pages := case when private.is_admin() then 1 else 0 end;
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

CREATE OR REPLACE FUNCTION public.get_report_gallery()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
begin
  perform private.await_turn();
  return (select jsonb_object_agg(g.name, public.run_report(g.definition))
  from (values
    ('sales', '{"report": "sales"}'::jsonb), ('commissions', '{"report": "commissions"}'), ('performance', '{"report": "performance"}'),
    ('aging', '{"report": "aging"}'), ('punctuality', '{"report": "punctuality", "group": "month"}'),
    ('short_pay', '{"report": "short_pay", "group": "month"}'), ('agents_year', '{"report": "agents_year"}'),
    ('agents_months', '{"report": "agents_year", "group": "month"}')) g(name, definition));
end $function$;

CREATE OR REPLACE FUNCTION public.get_report_rows(definition jsonb, key text DEFAULT NULL::text, page_size integer DEFAULT 50, after jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  p private.report_plan;
  after_day date;
  after_id uuid;
  group_id uuid;
  month date;
  line_kind text;
  rows jsonb;
  counted text;
  facts text;
  direction text;
begin
  perform private.await_turn();
  p := private.plan_report(definition);
  if after is not null then
    after_day := private.report_day(after, 'day');
    after_id := private.report_id(after, 'id');
  end if;
  if p.grouped_by in ('agent', 'vendor', 'customer') then
    group_id := private.report_id(jsonb_build_object('key', get_report_rows.key), 'key');
  elsif p.grouped_by = 'month' and get_report_rows.key is not null then
    month := private.report_day(jsonb_build_object('key', get_report_rows.key), 'key');
  elsif p.grouped_by = 'line_kind' then
    line_kind := get_report_rows.key;
  end if;
  direction := case when p.open_only then 'asc' else 'desc' end;
  if group_id is not null and p.grouped_by = 'agent' then
    if p.agent_id <> group_id then
      p.organization_id := null;
    end if;
    p.agent_id := group_id;
  elsif group_id is not null and p.grouped_by = 'customer' then
    p.customer_id := group_id;
  elsif get_report_rows.key is not null and p.grouped_by in ('vendor', 'category') then
    p.vendor_ids := array(select v.id from public.vendors v where v.organization_id = p.organization_id
      and (p.vendor_ids is null or v.id = any (p.vendor_ids))
      and case p.grouped_by when 'vendor' then v.id = group_id else v.category = get_report_rows.key end);
  elsif month is not null then
    p.first_day := greatest(p.first_day, date_trunc('month', month::timestamp)::date);
    p.last_day := least(p.last_day, (date_trunc('month', month::timestamp) + interval '1 month')::date - 1);
  end if;
  if p.report = 'agents_year' then
    return private.agent_year_rows(p, least(greatest(coalesce(page_size, 50), 1), 5000), after_day, after_id);
  end if;
  counted := private.counted_by(p.organization_id, p.agent_id, null);
  facts := private.report_facts(p.kind, p.customer_id is not null, '', counted);
  if line_kind is not null then
    facts := private.report_facts_of_kind(facts);
  end if;
  execute format(
    'select coalesce(jsonb_agg(jsonb_build_object(''id'', f.id, ''record_id'', f.record_id, ''sale_id'', f.sale_id, ''reference'', s.booking_reference,
        ''day'', f.day, ''status'', f.status, ''customer'', c.first_name || '' '' || c.last_name, ''vendor'', v.name,
        ''agent'', a.first_name || '' '' || a.last_name, ''total'', %6$s * f.sign, ''expected'', f.expected * f.sign,
        ''received'', f.received * f.sign, ''taken_back'', f.taken_back * f.sign,
        ''agents'', case when f.received_on is not null then f.agent_amount * f.sign end,
        ''short'', f.short * f.sign,
        ''written_off'', f.written_off * f.sign, ''open'', f.open_amount * f.sign, ''due_on'', f.due_on, ''received_on'', f.received_on,
        ''late_days'', case when f.due_on is not null and f.received_on is not null
          then greatest(f.received_on - f.due_on, 0) * f.counts end,
        ''paid'', f.paid, ''corrects'', f.sign < 0, ''beside'', f.beside) order by f.day %5$s, f.id %5$s), ''[]'')
      from (select f.* from %1$s where %2$s and %3$s%4$s order by f.day %5$s, f.id %5$s limit $4) f
      left join public.sales s on s.id = f.sale_id
      left join public.customers c on c.id = s.customer_id
      %7$s
      join public.vendors v on v.id = f.vendor_id
      join public.users a on a.id = f.agent_id',
    facts, private.report_condition(p), private.report_days(1),
    case when after_day is not null then format(' and (f.day, f.id) %s ($5, $6)', case when p.open_only then '>' else '<' end)
      else '' end, direction, case when line_kind is not null then 'f.total' when counted = 'person' then 'coalesce(w.total_amount, 0)' else 's.total_amount' end,
    case when counted = 'person'
      -- Row by row: joined, the parts of everybody in every agency would be reckoned.
      then 'left join lateral (select x.total_amount from private.sales_by_share x
        where x.organization_id = f.organization_id and x.id = f.sale_id and x.agent_id = f.agent_id offset 0) w on true'
      else '' end)
  into rows
  using p, array[p.first_day], array[p.last_day], least(greatest(coalesce(page_size, 50), 1), 5000), after_day, after_id, line_kind;
  if after_day is not null then
    return jsonb_build_object('rows', rows);
  end if;
  return (
    select jsonb_build_object('count', t.n, 'figures', private.report_figures(t), 'rows', rows)
    from (select c from private.report_cells(p, null, p.first_day, p.last_day) c where line_kind is null
      union all select k.cell from private.report_by_line(p, p.first_day, p.last_day) k where line_kind is not null and k.kind = line_kind
      union all select private.add_report_cells('{}') limit 1) x(c)
    cross join lateral (select (x.c).*) t);
end $function$;

CREATE OR REPLACE FUNCTION public.read_audit_log(disclosure_id uuid, kind text DEFAULT NULL::text, actor_id uuid DEFAULT NULL::uuid, record_id uuid DEFAULT NULL::uuid, search text DEFAULT NULL::text, start_date date DEFAULT NULL::date, end_date date DEFAULT NULL::date)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  f private.audit_filter;
  rows jsonb;
begin
  perform private.await_turn();
  f := private.audit_filter_of(read_audit_log.kind, read_audit_log.actor_id, read_audit_log.record_id, read_audit_log.search,
    read_audit_log.start_date, read_audit_log.end_date, null);
  if private.take_disclosure('audit_log', read_audit_log.disclosure_id) <> private.audit_export_subject(f) then
    perform private.refuse_with(private.disclosure_refusal());
  end if;
  select coalesce(jsonb_agg(private.audit_row(l) order by u.n), '[]') into rows
  from unnest(private.find_audit_entries(f, private.export_limit() + 1, 0, private.count_audit_entries(f))) with ordinality u(id, n) join private.audit_log l on l.id = u.id;
  return jsonb_build_object('truncated', jsonb_array_length(rows) > private.export_limit(),
    'rows', case when jsonb_array_length(rows) > private.export_limit() then rows - private.export_limit() else rows end);
end $function$;

CREATE OR REPLACE FUNCTION public.run_report(definition jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  p private.report_plan;
begin
  perform private.await_turn();
  p := private.plan_report(definition);
  if p.report = 'aging' then
    return private.report_aging(p);
  end if;
  return case when p.report = 'agents_year' then private.report_agent_year(p, 200) else private.report_answer(p, 200) end
    || jsonb_build_object('report', p.report,
    'range', jsonb_build_object('first', p.first_day, 'last', p.last_day, 'today', p.today),
    'before_range', case when p.compare is not null then jsonb_build_object('first', p.before_first, 'last', p.before_last) end,
    'books_closed_through', (select o.books_closed_through from public.organizations o where o.id = p.organization_id));
end $function$;

COMMENT ON FUNCTION "api_requests"."check_request"() IS 'Lets nobody keep an answer. Tells with each one the instant whose data it knows (x-as-of), by the
  primary''s clock, so that a browser can tell whether a replica knows what it has written: of a replica, when the last
  transaction that it has replayed was committed; older than it need be while nothing is written, and not told before the first
  one. A replica refuses a session that it does not know, or that has ended, instead of showing it an empty agency: the browser
  asks the primary then. Says to a session that lacks a second factor what it lacks, instead of showing it an empty agency; only
  get_second_factor answers it. Refuses every count but the exact one. The
  planner''s statistics know the rows of every tenant and agent: an estimate for `agent_id=eq.<somebody else>` would tell how many
  sales they have, past row-level security. Preferences are compared as servers parse them, and more strictly: apart at commas and
  semicolons, in lower case, without blanks, tabs, quotes and whatever else a parser may trim. PostgREST hands over the last of
  several Prefer headers only: a proxy in front of it must join them.';

COMMENT ON FUNCTION "private"."await_turn"() IS 'Reports and exports of one person run one after the other, whatever tabs ask for them: each
  waits two seconds for the one before, and is refused then, so that waiting holds no connection for long. Other people are not held,
  nor is a job that acts for one. What reads long takes its turn before anything else, by itself: however the call is spelled, it is that
  function that runs. The lock is of the server that answers: a replica has its own.';

COMMENT ON FUNCTION "public"."get_report_gallery"() IS 'What the page of all reports shows of each, in one call: the reports as they are
  without choices, by month.';

REVOKE ALL ON FUNCTION "private"."await_turn"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."await_turn"() TO "postgres";

REVOKE ALL ON FUNCTION "public"."get_report_gallery"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_report_gallery"() TO "authenticated", "postgres";
