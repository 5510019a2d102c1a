-- Form 1099-NEC of a year (docs/product/taxes.md, 1099-NEC): what agents were paid by the one relation of payments (payouts/functions/agent_year), who
-- reaches the threshold, whose details are missing, and what was exported before and would say something else today.

create function private.paid_in_year(organization_id uuid, year int) returns table (agent_id uuid, paid numeric, by_card numeric)
language sql stable security definer set search_path = '' as $$
  select y.agent_id, sum(y.paid_amount), coalesce(sum(y.paid_amount) filter (where coalesce(s.payment_method, p.payment_method) = 'card'), 0)
  from private.agent_year y
  left join public.payout_statements s on s.organization_id = y.organization_id and s.id = y.statement_id
  left join public.agent_payments p on p.organization_id = y.organization_id and p.id = y.payment_id
  where y.organization_id = paid_in_year.organization_id and y.voided_on is null
    and y.day between make_date(paid_in_year.year, 1, 1) and make_date(paid_in_year.year, 12, 31)
  group by y.agent_id having sum(y.paid_amount) > 0
$$;
comment on function private.paid_in_year is 'What each agent was paid in a calendar year, and how much of it by card, which the card company
  reports.';

create function private.tax_forms(organization_id uuid, year int)
returns table (agent_id uuid, paid numeric, by_card numeric, reported numeric, is_whole boolean, exported_amount numeric, exported_at timestamptz, state text)
language sql stable security definer set search_path = '' as $$
  select f.agent_id, f.paid, f.by_card, r.reported, f.is_whole, f.exported_amount, f.exported_at, case
    -- A form of nothing takes back what was reported of whoever is exempt: it says all there is to say.
    when f.is_exempt and coalesce(f.exported_amount, 0) = 0 then 'exempt'
    when f.exported_at is not null and (r.reported <> f.exported_amount or f.details_at is distinct from f.updated_at) then 'changed'
    when f.exported_at is not null then 'exported'
    when f.paid < t.amount then 'below'
    when not f.is_whole then 'missing'
    else 'ready' end
  from (
    select coalesce(p.agent_id, e.agent_id) as agent_id, coalesce(p.paid, 0) as paid, coalesce(p.by_card, 0) as by_card,
      private.fits_tax_scheme(d, 'us') as is_whole, private.is_exempt_payee(d.tax_class) as is_exempt, d.updated_at, e.amount as exported_amount,
      e.made_at as exported_at, e.details_at
    from private.paid_in_year(tax_forms.organization_id, tax_forms.year) p
    full join (
      select distinct on (x.agent_id) x.agent_id, x.amount, x.details_at, m.made_at
      from private.tax_exports m
      join private.tax_export_forms x on x.organization_id = m.organization_id and x.export_id = m.id
      where m.organization_id = tax_forms.organization_id and m.year = tax_forms.year
      order by x.agent_id, m.made_at desc, m.id) e on e.agent_id = p.agent_id
    left join private.tax_details d on d.organization_id = tax_forms.organization_id and d.agent_id = coalesce(p.agent_id, e.agent_id)) f
  cross join lateral (select case when f.is_exempt then 0 else f.paid end as reported) r
  cross join private.tax_threshold(tax_forms.organization_id, tax_forms.year) t
$$;
comment on function private.tax_forms is 'Everybody who was paid in a year, or whose form was exported. reported: what a form says, nothing of who is
  exempt. state: `below` the threshold, `missing` details, `exempt`, `ready`, `exported` as it is, `changed` since.';

create function public.get_tax_year(year int default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.admin_organization_id();
  today constant date := private.today();
  asked constant int := least(greatest(coalesce(get_tax_year.year, extract(year from today)::int), 2000), 2199);
  s private.tax_settings;
  waiting int;
begin
  if caller_organization_id is null then
    raise exception using errcode = '42501', message = 'permission denied for tax forms';
  end if;
  select t.* into s from private.tax_settings t where t.organization_id = caller_organization_id;
  waiting := case when s.scheme = 'eu' then (select count(*) from private.payments_without_note(caller_organization_id)) else 0 end;
  return jsonb_build_object('year', asked, 'this_year', extract(year from today)::int,
    'settings', jsonb_build_object('scheme', coalesce(s.scheme, 'none'), 'legal_name', s.legal_name, 'tax_number', s.tax_number, 'street', s.street,
      'city', s.city, 'region', s.region, 'postal_code', s.postal_code, 'country', s.country, 'state_number', s.state_number, 'notes_from', s.notes_from),
    'threshold', (select to_jsonb(t) from private.tax_threshold(caller_organization_id, asked) t),
    'exports', (
      select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'scope', e.scope, 'at', e.made_at, 'by', u.first_name || ' ' || u.last_name, 'forms', (
        select count(*) from private.tax_export_forms f where f.organization_id = e.organization_id and f.export_id = e.id)) order by e.made_at desc, e.id), '[]')
      from private.tax_exports e join public.users u on u.id = e.made_by
      where e.organization_id = caller_organization_id and e.year = asked),
    'notes_waiting', waiting,
    'people', (
      select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'avatar_url', u.avatar_url,
        'is_active', u.is_active, 'paid', coalesce(f.paid, 0), 'by_card', coalesce(f.by_card, 0), 'state', coalesce(f.state, 'below'),
        'exported_amount', f.exported_amount, 'exported_at', f.exported_at, 'is_whole', private.fits_tax_scheme(d, s.scheme),
        'details', private.masked_tax_details(d), 'asked_at', r.asked_at)
        order by coalesce(f.paid, 0) desc, u.last_name, u.first_name, u.id), '[]')
      from public.users u
      left join private.tax_forms(caller_organization_id, asked) f on f.agent_id = u.id
      left join private.tax_details d on d.organization_id = u.organization_id and d.agent_id = u.id
      left join private.tax_requests r on r.organization_id = u.organization_id and r.agent_id = u.id
      where u.organization_id = caller_organization_id and (f.agent_id is not null or u.is_active and u.role = 'agent')),
    'sums', (
      select jsonb_build_object('reported', count(*) filter (where f.reported >= t.amount),
        'amount', coalesce(sum(f.reported) filter (where f.reported >= t.amount), 0),
        'ready', count(*) filter (where f.state = 'ready'), 'missing', count(*) filter (where f.state = 'missing'),
        'changed', count(*) filter (where f.state = 'changed'), 'exempt', count(*) filter (where f.state = 'exempt' and f.paid >= t.amount))
      from private.tax_forms(caller_organization_id, asked) f cross join private.tax_threshold(caller_organization_id, asked) t));
end $$;
comment on function public.get_tax_year is 'The page of tax forms, for admins: {year, this_year, settings, threshold {amount, source, usual_amount,
  usual_source, is_usual}, people [{id, first_name, last_name, avatar_url, is_active, paid, by_card, state, exported_amount, exported_at, is_whole, details,
  asked_at}], sums {reported, amount, ready, missing, changed, exempt}, exports [{id, scope, at, by, forms}], notes_waiting}. People: whoever was paid
  in the year or exported, and all active agents.';
grant execute on function public.get_tax_year(int) to authenticated;

create function public.request_tax_file(year int, scope text default 'all') returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.current_organization_id();
  new_export_id constant uuid := gen_random_uuid();
  forms int;
begin
  perform private.require_step_up();
  if caller_organization_id is null or not private.is_owner() then
    perform private.refuse('Only an owner can export tax forms.', '', 'tax_files_are_for_owners');
  elsif private.tax_scheme(caller_organization_id) <> 'us' then
    perform private.refuse('Your agency makes no tax forms here.', '', 'no_tax_forms');
  elsif coalesce(request_tax_file.year not between 2000 and 2199, true) then
    perform private.refuse('Choose a year.', '', 'year_missing');
  elsif coalesce(request_tax_file.scope not in ('all', 'changed'), true) then
    perform private.refuse('There is no such file of tax forms.', '', 'tax_file_unknown');
  end if;
  -- Exports of one agency come one after the other: each knows what the one before said.
  perform pg_advisory_xact_lock(hashtextextended('tax exports ' || caller_organization_id, 0));
  insert into private.tax_exports (id, organization_id, year, scope, made_by)
  values (new_export_id, caller_organization_id, request_tax_file.year, request_tax_file.scope, auth.uid());
  insert into private.tax_export_forms (organization_id, export_id, agent_id, amount, details_at)
  select caller_organization_id, new_export_id, f.agent_id, f.reported, d.updated_at
  from private.tax_forms(caller_organization_id, request_tax_file.year) f
  join private.tax_details d on d.organization_id = caller_organization_id and d.agent_id = f.agent_id
  where f.is_whole and f.state in ('ready', 'changed') or f.is_whole and f.state = 'exported' and request_tax_file.scope = 'all';
  get diagnostics forms = row_count;
  if forms = 0 then
    perform private.refuse('There is no form to export: nobody reaches the threshold with all details.', '', 'tax_file_empty');
  end if;
  perform private.limit_disclosures(caller_organization_id, 'tax_file', new_export_id, 'tax files', 20);
  perform private.audit(caller_organization_id, 'tax_file_requested', null, caller_organization_id,
    jsonb_build_object('year', request_tax_file.year, 'scope', request_tax_file.scope, 'count', forms));
  return private.allow_disclosure('tax_file', new_export_id);
end $$;
comment on function public.request_tax_file is 'Owners: records that the caller exports the forms of a year: `all` that are whole, or `changed`, those
  not exported as they are now. Answers the id to read it by.';
grant execute on function public.request_tax_file(int, text) to authenticated;

create function public.read_tax_file(disclosure_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.current_organization_id();
  asked_export uuid := private.take_disclosure('tax_file', read_tax_file.disclosure_id);
  e private.tax_exports;
begin
  select t.* into e from private.tax_exports t where t.organization_id = caller_organization_id and t.id = asked_export;
  -- Details that were changed within the minute are another file.
  if e.id is null or not private.is_owner() or exists (
    select 1 from private.tax_export_forms f
    join private.tax_details d on d.organization_id = f.organization_id and d.agent_id = f.agent_id
    where f.organization_id = e.organization_id and f.export_id = e.id and d.updated_at <> f.details_at) then
    perform private.refuse_with(private.disclosure_refusal());
  end if;
  return jsonb_build_object('year', e.year, 'scope', e.scope,
    'payer', (
      select jsonb_build_object('legal_name', s.legal_name, 'tax_number', s.tax_number, 'street', s.street, 'city', s.city, 'region', s.region,
        'postal_code', s.postal_code, 'country', s.country, 'state_number', s.state_number, 'phone', o.phone, 'email', o.email)
      from private.tax_settings s join public.organizations o on o.id = s.organization_id where s.organization_id = e.organization_id),
    'forms', (
      select jsonb_agg(jsonb_build_object('agent_id', f.agent_id, 'kind', d.kind, 'legal_name', d.legal_name, 'street', d.street, 'city', d.city,
        'region', d.region, 'postal_code', d.postal_code, 'country', d.country, 'number_kind', d.number_kind,
        'number', private.unseal('bank_details_key', d.numbers_encrypted)::jsonb ->> 'number', 'amount', f.amount,
        'is_correction', exists (
          select 1 from private.tax_export_forms p
          join private.tax_exports x on x.organization_id = p.organization_id and x.id = p.export_id
          where p.organization_id = f.organization_id and p.agent_id = f.agent_id and x.year = e.year and x.made_at < e.made_at
            and (p.amount, p.details_at) <> (f.amount, f.details_at))) order by d.legal_name, f.agent_id)
      from private.tax_export_forms f
      join private.tax_details d on d.organization_id = f.organization_id and d.agent_id = f.agent_id
      where f.organization_id = e.organization_id and f.export_id = e.id),
    'left', (
      select coalesce(jsonb_agg(jsonb_build_object('agent_id', u.id, 'name', u.first_name || ' ' || u.last_name, 'paid', f.paid)
        order by u.last_name, u.first_name, u.id), '[]')
      from private.tax_forms(e.organization_id, e.year) f join public.users u on u.id = f.agent_id
      where f.state = 'missing' or f.state = 'changed' and not f.is_whole));
end $$;
comment on function public.read_tax_file is 'What request_tax_file was called for: {year, scope, payer, forms [{agent_id, kind, legal_name, street, city,
  region, postal_code, country, number_kind, number, amount, is_correction}], left [{agent_id, name, paid}]}. left: who reaches the threshold and whose
  details are missing.';
grant execute on function public.read_tax_file(uuid) to authenticated;
