-- One box over everything (public.search_everything); what pickers offer is found in the same way (search/functions/pickers). See
-- docs/decisions/031 and docs/product/platform.md, Search. These functions run with the owner's rights, so that conditions reach the
-- trigram indexes; private.caller_scope decides whose rows are read. Organization and agent are in the indexes: what is somebody
-- else's is not read and left out, it is not read at all, and the time of an empty answer does not tell of it.

create function private.find_named(
  source text, latest text, words text[], take int, organization_id uuid, agent_id uuid)
returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  looked_at constant int := 400;
  sorted constant text := ') select array(select d.id from (select * from d limit $6) d
    order by d.archived, ' || latest || ' desc nulls last, d.label, d.id limit $5)';
  found uuid[] := '{}';
  more uuid[];
  in_names text[];
  anywhere text[];
begin
  if words is null or private.has_too_many_search_words(words) then
    return found;
  end if;
  for step in 1 .. 3 loop
    -- No index knows a part of one or two letters: such a word is looked for at the beginning of names.
    anywhere := array(
      select '%' || private.escape_like(w.word) || '%' from unnest(words) with ordinality w(word, n)
      where step = 3 and char_length(w.word) >= 3 order by w.n);
    continue when step = 3 and anywhere = '{}';
    in_names := array(
      select '%' || chr(10) || private.escape_like(w.word) || case when step = 1 then chr(10) else '' end || '%'
      from unnest(words) with ordinality w(word, n)
      where step <= 2 or char_length(w.word) < 3 order by w.n);
    -- Materialized, so that the limit does not make the planner hope to meet enough rows by chance. Patterns come from subqueries, or
    -- it would compare each with its statistics, which takes longer than the search. The first ones stand one by one: the index does
    -- not know LIKE ALL.
    execute concat('with d as materialized (select s.id, s.archived, s.label from (', source, ') s where s.id <> all ($7)',
        (select string_agg(format(' and s.names like (select ($3)[%s])', n), '')
          from generate_series(1, least(cardinality(in_names), 3)) n),
        (select string_agg(format(' and s.document like (select ($4)[%s])', n), '')
          from generate_series(1, least(cardinality(anywhere), 3)) n),
        case when cardinality(in_names) > 3 then ' and s.names like all ((select $3)::text[])' end,
        case when cardinality(anywhere) > 3 then ' and s.document like all ((select $4)::text[])' end, sorted)
    into more using organization_id, agent_id, in_names, anywhere, take - cardinality(found), looked_at, found;
    found := found || more;
    exit when cardinality(found) >= take;
  end loop;
  if found = '{}' then
    more := private.find_misspelled(source, words, organization_id, agent_id, looked_at);
    execute concat('with d as materialized (select s.id, s.archived, s.label from (', source, ') s where s.id = any ($3)', sorted)
    into found using organization_id, agent_id, more, null, take, looked_at;
  end if;
  return found;
end $$;
comment on function private.find_named is 'The ids of rows that have all `words`, the best first: those that have them as whole
  words of their names, then as beginnings of words, then anywhere, and if nobody has them, those that are a slip away
  (private.find_misspelled). Of each kind those first that are not archived, then by `latest` and by name. `source` (id, names made
  by private.name_document, document, archived, label) and `latest` are written in this file; $1 is the organization, $2 the agent.
  Of a kind that thousands are of, the first few hundred that are met are sorted.';

create function private.find_customers_named(
  organization_id uuid, agent_id uuid, search text, take int, with_archived boolean)
returns uuid[]
language sql stable security definer set search_path = '' as $$
  select private.find_named(
    'select c.customer_id as id, c.names, c.document, c.archived, c.document as label from private.customer_search c where c.organization_id = $1'
      || case when with_archived then '' else ' and not c.archived' end,
    '(select t.last_sale_date from private.' || case when agent_id is null then 'customer_totals t where'
      else 'customer_totals_by_agent t where t.agent_id = $2 and t.sales_count > 0 and' end
      || ' t.organization_id = $1 and t.customer_id = d.id)',
    private.customer_words(search), take, organization_id, agent_id)
$$;
comment on function private.find_customers_named is 'Customers by name, e-mail address, phone number or tag; who bought last comes
  first. To an agent that means: bought from them.';

create function private.find_vendors_named(organization_id uuid, words text[], take int, with_archived boolean) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select private.find_named(
    'select v.id, private.vendor_document(v.name, v.aliases) as names, private.vendor_document(v.name, v.aliases) as document,
      v.archived_at is not null as archived, v.name as label from public.vendors v where v.organization_id = $1'
      || case when with_archived then '' else ' and v.archived_at is null' end,
    'null::date', words, take, organization_id, null)
$$;
comment on function private.find_vendors_named is 'Vendors by name or a name on bank statements.';

create function private.find_members_named(organization_id uuid, words text[], take int, with_emails boolean) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select private.find_named(format(
    'select u.id, %1$s as names, %1$s as document, not u.is_active as archived, u.first_name || '' '' || u.last_name as label
      from public.users u %2$s.organization_id = $1 and u.role <> ''integration''',
    case when with_emails then 's.document' else 'private.name_document(u.first_name || '' '' || u.last_name)' end,
    case when with_emails then 'join private.user_search s on s.user_id = u.id where s' else 'where u' end),
    'null::date', words, take, organization_id, null)
$$;
comment on function private.find_members_named is 'Members by name and, for admins, by e-mail address.';

create function private.find_sales_referenced(organization_id uuid, agent_id uuid, search text) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  key text := private.reference_key(search);
  shared constant uuid[] := private.shared_sales(find_sales_referenced.organization_id, find_sales_referenced.agent_id);
  found uuid[];
begin
  if key <> '' then
    execute 'select array(select s.id from public.sales s
      where s.organization_id = $1 and private.reference_key(s.booking_reference) = $3'
      || private.own_sales_condition(agent_id, shared, '$2', '$4') || ' order by s.sale_date desc, s.created_at desc, s.booking_reference desc, s.id limit 3)'
    into found using find_sales_referenced.organization_id, find_sales_referenced.agent_id, key, shared;
  end if;
  return coalesce(found, '{}');
end $$;
comment on function private.find_sales_referenced is 'Sales whose reference is what was searched for, whatever its case and
  punctuation.';

create function private.find_sales_anyhow(
  organization_id uuid, agent_id uuid, search text, amount numeric, customer_ids uuid[], except_ids uuid[])
returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  looked_at constant int := 400;
  typed text := private.escape_like(lower(btrim(search) collate pg_catalog."pg_c_utf8"));
  shared constant uuid[] := private.shared_sales(find_sales_anyhow.organization_id, find_sales_anyhow.agent_id);
  own text := private.own_sales_condition(agent_id, shared, '$2', '$6');
  found uuid[] := '{}';
  more uuid[];
begin
  -- The trigram index knows three letters or digits in a row.
  if typed ~ '[[:alnum:]]{3}' then
    execute 'with s as materialized (select s.id, s.booking_reference, s.sale_date, s.created_at from public.sales s
        where s.organization_id = $1 and lower(s.booking_reference collate pg_catalog."pg_c_utf8") like (select ''%'' || $3 || ''%'')
          and s.id <> all ($4)' || own || ')
      select array(select s.id from (select * from s limit $5) s
        order by lower(s.booking_reference collate pg_catalog."pg_c_utf8") like $3 || ''%'' desc, s.sale_date desc, s.created_at desc, s.booking_reference desc, s.id limit 10)'
    into found using organization_id, agent_id, typed, except_ids, looked_at, shared;
  end if;
  if amount is not null then
    execute 'select array(select s.id from public.sales s
      where s.organization_id = $1 and s.total_amount = $3 and s.id <> all ($4)' || own || ' order by s.sale_date desc, s.created_at desc, s.booking_reference desc, s.id limit 10)'
    into more using organization_id, agent_id, amount, except_ids || found, looked_at, shared;
    found := found || more;
  end if;
  if customer_ids <> '{}' then
    execute 'select array(select s.id
      from unnest($3) with ordinality c(id, n)
      cross join lateral (
        select s.id, s.sale_date, s.created_at, s.booking_reference, s.status from public.sales s
        where s.organization_id = $1 and s.customer_id = c.id and s.id <> all ($4)' || own || '
        order by s.sale_date desc, s.created_at desc, s.booking_reference desc, s.id limit 3) s
      order by s.status = ''cancelled'', s.sale_date desc, c.n, s.created_at desc, s.booking_reference desc, s.id limit 10)'
    into more using organization_id, agent_id, customer_ids, except_ids || found, looked_at, shared;
    found := found || more;
  end if;
  return found;
end $$;
comment on function private.find_sales_anyhow is 'Sales by part of the reference (those that begin with it first), by their exact
  total, and the latest of the customers found.';

create function private.find_commissions_worth(organization_id uuid, agent_id uuid, amount numeric, except_ids uuid[])
returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  looked_at constant int := 400;
  found uuid[] := '{}';
begin
  if amount is not null then
    execute 'with m as materialized (select m.sales_id, m.status, m.created_at from public.commissions m
        where m.organization_id = $1 and m.sales_id <> all ($4) and '
      || case when agent_id is null then 'm.amount = $3' else 'm.agent_id = $2 and m.agent_amount = $3
        union all
        select h.sales_id, case h.status when ''paid'' then ''agent_paid'' else h.status end, h.created_at from public.commission_shares h
        where h.organization_id = $1 and h.user_id = $2 and h.agent_amount = $3 and h.commission_id is not null
          and h.role in (''co_seller'', ''referral'') and h.sales_id <> all ($4)' end || ')
      select array(select m.sales_id from (select * from m limit $5) m
        order by m.status = ''cancelled'', m.status = ''agent_paid'', m.created_at desc, m.sales_id limit 10)'
    into found using organization_id, agent_id, amount, except_ids, looked_at;
  end if;
  return found;
end $$;
comment on function private.find_commissions_worth is 'The sales whose commission is worth exactly `amount`, the open ones first: to
  an agent what they are paid of their own.';

create function private.find_bank_transactions(organization_id uuid, search text, amount numeric, take int) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  latest constant int := 1000;
  patterns text[] := private.search_patterns(search);
  found uuid[] := '{}';
begin
  if amount is not null then
    found := array(select t.id from public.bank_transactions t
      where t.organization_id = find_bank_transactions.organization_id and abs(t.amount) = find_bank_transactions.amount
      order by t.booked_on desc, t.id limit take);
  end if;
  if cardinality(found) < take and patterns is not null and not private.has_too_many_search_words(patterns) then
    found := found || array(
      select t.id from (
        select t.id, t.text, t.booked_on from public.bank_transactions t
        where t.organization_id = find_bank_transactions.organization_id order by t.booked_on desc, t.id limit latest) t
      where lower(t.text collate pg_catalog."pg_c_utf8") like all (patterns) and t.id <> all (found)
      order by t.booked_on desc, t.id limit take - cardinality(found));
  end if;
  if cardinality(found) < take and char_length(patterns[1]) >= char_length('%abc%') then
    execute 'with t as materialized (select t.id, t.booked_on from public.bank_transactions t
        where t.organization_id = $1 and lower(t.text collate pg_catalog."pg_c_utf8") like (select ($2)[1])
          and lower(t.text collate pg_catalog."pg_c_utf8") like all ($2) and t.id <> all ($3))
      select $3 || array(select t.id from t order by t.booked_on desc, t.id limit $4)'
    into found using find_bank_transactions.organization_id, patterns, found, take - cardinality(found);
  end if;
  return found;
end $$;
comment on function private.find_bank_transactions is 'Bank transactions of an organization by words of their text or by their exact
  amount, the latest first. Common words are met among the latest thousand; only what is not there is looked up in the index of
  texts.';

create function private.found_customers(ids uuid[], agent_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'first_name', c.first_name, 'last_name', c.last_name, 'email', c.email,
    'phone', c.phone, 'archived', c.archived_at is not null, 'sales_count', coalesce(
      case when found_customers.agent_id is null then (select t.sales_count from private.customer_totals t
        where t.organization_id = c.organization_id and t.customer_id = c.id)
      else (select t.sales_count from private.customer_totals_by_agent t
        where t.organization_id = c.organization_id and t.agent_id = found_customers.agent_id and t.customer_id = c.id) end, 0)) order by i.n), '[]')
  from unnest(ids) with ordinality i(id, n) join public.customers c on c.id = i.id
$$;
comment on function private.found_customers is 'What a row of the search shows, in the order of `ids`. agent_id: whose sales count
  as a customer''s trips, null for all.';

create function private.found_sales(ids uuid[], by_share_of uuid default null) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'booking_reference', s.booking_reference, 'status', s.status,
    'amount', coalesce(p.total_amount, s.total_amount), 'travel_date', s.travel_date, 'return_date', s.return_date, 'vendor', v.name,
    'customer', jsonb_build_object('first_name', c.first_name, 'last_name', c.last_name)) order by i.n), '[]')
  from unnest(ids) with ordinality i(id, n)
  join public.sales s on s.id = i.id
  join public.customers c on c.id = s.customer_id
  join public.vendors v on v.id = s.vendor_id
  left join lateral (select x.* from private.sales_by_share x where by_share_of is not null and x.id = s.id
    and x.organization_id = s.organization_id and x.agent_id = by_share_of offset 0) p on true
$$;

create function private.found_commissions(
  sale_ids uuid[], exact_ids uuid[], take int, by_share_of uuid default null, of_all boolean default false) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'booking_reference', m.booking_reference, 'status', m.status,
    'amount', m.amount, 'agent_amount', m.agent_amount, 'due_on', m.due_on, 'vendor', v.name,
    'customer', jsonb_build_object('first_name', c.first_name, 'last_name', c.last_name)) order by m.place), '[]')
  from (
    select m.id, coalesce(p.status, m.status) as status, coalesce(p.amount, m.amount) as amount,
      coalesce(p.agent_amount, m.agent_amount + coalesce(b.amount, 0)) as agent_amount, m.due_on, s.booking_reference, s.customer_id, s.vendor_id, row_number() over (
      order by i.id = any (exact_ids) desc, m.status in ('unpaid', 'funds_received') desc, m.status = 'cancelled', i.n) as place
    from unnest(sale_ids) with ordinality i(id, n)
    join public.sales s on s.id = i.id
    join public.commissions m on m.sales_id = s.id and m.organization_id = s.organization_id
    left join lateral (select x.* from private.commissions_by_share x where by_share_of is not null and x.id = m.id
    and x.organization_id = m.organization_id and x.agent_id = by_share_of offset 0) p on true
    left join lateral (select x.amount from private.agents_beside x where of_all and x.organization_id = m.organization_id
      and x.commission_id = m.id offset 0) b on true) m
  join public.customers c on c.id = m.customer_id
  join public.vendors v on v.id = m.vendor_id
  where m.place <= take
$$;
comment on function private.found_commissions is 'The commissions of these sales: of exactly what was searched for first, then those
  that are still open. Amounts as in lists: a person''s part and own amount, or (of_all) the whole with what all people get.';

create function private.found_vendors(ids uuid[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'name', v.name, 'logo_url', v.logo_url, 'category', v.category,
    'archived', v.archived_at is not null) order by i.n), '[]')
  from unnest(ids) with ordinality i(id, n) join public.vendors v on v.id = i.id
$$;

create function private.found_members(ids uuid[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name,
    'avatar_url', u.avatar_url, 'role', u.role, 'is_active', u.is_active) order by i.n), '[]')
  from unnest(ids) with ordinality i(id, n) join public.users u on u.id = i.id
$$;

create function private.found_documents(ids uuid[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'title', d.title, 'category', d.category, 'expires_on', d.expires_on)
    order by i.n), '[]')
  from unnest(ids) with ordinality i(id, n) join public.documents d on d.id = i.id
$$;

create function private.found_bank_transactions(ids uuid[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'text', t.text, 'amount', t.amount, 'booked_on', t.booked_on,
    'status', t.status, 'account', a.name) order by i.n), '[]')
  from unnest(ids) with ordinality i(id, n)
  join public.bank_transactions t on t.id = i.id
  join public.bank_accounts a on a.id = t.account_id
$$;

create function public.search_everything(query text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  shown constant int := 3;
  scope record := private.caller_scope();
  admins_organization_id uuid := private.admin_organization_id();
  typed text := private.cut_search(query);
  words text[];
  amount numeric;
  customer_ids uuid[];
  exact_ids uuid[];
  sale_ids uuid[];
  worth_ids uuid[];
  by_share_of uuid := case when scope.agent_id is not null and private.has_shares(scope.organization_id, scope.agent_id) then scope.agent_id end;
begin
  if scope.organization_id is null or btrim(typed) = '' then
    return '{}';
  end if;
  words := private.customer_words(typed);
  -- A number alone is part of a reference or of a phone number.
  amount := case when btrim(typed) !~ '^[\d]*$' then private.typed_amount(typed, scope.organization_id, true) end;
  exact_ids := private.find_sales_referenced(scope.organization_id, scope.agent_id, typed);
  customer_ids := private.find_customers_named(scope.organization_id, scope.agent_id, typed, 20, true);
  sale_ids := private.find_sales_anyhow(scope.organization_id, scope.agent_id, typed, amount, customer_ids, exact_ids);
  worth_ids := exact_ids || private.find_commissions_worth(scope.organization_id, scope.agent_id, amount, exact_ids);
  return (
    select coalesce(jsonb_object_agg(f.kind, f.rows), '{}')
    from (
      select 'exact' as kind, private.found_sales(exact_ids, by_share_of) as rows
      union all
      select 'customers', private.found_customers(customer_ids[:shown], scope.agent_id)
      union all
      select 'sales', private.found_sales(sale_ids[:shown], by_share_of)
      union all
      select 'commissions', private.found_commissions(worth_ids || array(select id from unnest(sale_ids) with ordinality s(id, n)
        where s.id <> all (worth_ids) order by s.n), worth_ids, shown, by_share_of, scope.agent_id is null)
      union all
      select 'vendors', private.found_vendors(private.find_vendors_named(admins_organization_id, words, shown, true))
      where admins_organization_id is not null
      union all
      select 'team', private.found_members(private.find_members_named(admins_organization_id, words, shown, true))
      where admins_organization_id is not null
      union all
      select 'documents', private.found_documents(private.find_named(
        'select d.id, private.name_document(d.title) as names, private.name_document(d.title) as document,
          coalesce(d.expires_on < private.today(), false) as archived, d.title as label from public.documents d
          where d.organization_id = $1 and d.is_checked' || case when scope.agent_id is null then ''
            else ' and private.is_document_for(d, $1, $2, false)' end,
        'null::date', words, shown, scope.organization_id, scope.agent_id))
      -- A further kind joins here: its rows, of what the caller may open; shell/src/search/kinds.ts shows it.
      union all
      select 'bank', private.found_bank_transactions(
        private.find_bank_transactions(admins_organization_id, typed, amount, shown))
      where admins_organization_id is not null) f
    where f.rows <> '[]');
end $$;
comment on function public.search_everything is '{exact, customers, sales, commissions, vendors, team, documents, bank}: up to three
  of each kind, the best first; a kind nothing was found of is left out. exact: sales whose reference is `query`; they are not
  repeated among the sales. Agents find customers, their own sales and commissions, and documents that they may see; vendors,
  members and bank transactions open for admins only, and only they find them.';
grant execute on function public.search_everything(text) to authenticated;
