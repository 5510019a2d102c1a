-- What a report is asked for: a definition, texts in one JSON object, checked against what there is and turned into a plan. Whatever a
-- definition says becomes a choice among fixed words, a date or an id; nothing of it becomes part of a query's text.
--
-- {report, range, from, to, basis, group, compare, agent_id, vendor_id, category, status, age}; what is left out is the report's own
-- choice (private.report_choices).

create function private.report_range(range text, today date, out first_day date, out last_day date)
language sql immutable set search_path = '' as $$
  select r.first_day, (r.after - 1)::date
  from (
    select m.month, date_trunc('quarter', m.month)::date as quarter, date_trunc('year', m.month)::date as year
    from (select date_trunc('month', today::timestamp) as month) m) d
  cross join lateral (values
    ('this_month', d.month::date, (d.month + interval '1 month')::date),
    ('last_month', (d.month - interval '1 month')::date, d.month::date),
    ('this_quarter', d.quarter, (d.quarter + interval '3 months')::date),
    ('last_quarter', (d.quarter - interval '3 months')::date, d.quarter),
    ('this_year', d.year, (d.year + interval '1 year')::date),
    ('last_year', (d.year - interval '1 year')::date, d.year),
    ('last_12_months', (d.month - interval '11 months')::date, (d.month + interval '1 month')::date)) r(name, first_day, after)
  where r.name = range
$$;
comment on function private.report_range is 'Ranges that move with the calendar, and `custom`: from and to.';

create function private.reports() returns text[]
language sql immutable set search_path = '' as $$
  select '{sales,commissions,performance,aging,punctuality,short_pay,agents_year}'::text[]
$$;

create function private.report_choices(report text, out bases text[], out groups text[], out statuses text[], out range text)
language sql immutable set search_path = '' as $$
  select c.bases::text[], c.groups::text[], c.statuses::text[], c.range
  from (values
    ('sales', '{sale,travel}', '{month,agent,vendor,customer,category,line_kind}', '{booked,paid,cancelled}', 'last_12_months'),
    ('commissions', '{received,sale,due,paid}', '{month,agent,vendor,customer,category}',
      '{unpaid,funds_received,agent_paid,cancelled}', 'last_12_months'),
    ('performance', '{received,sale,due,paid}', '{month,agent,vendor,customer,category}',
      '{unpaid,funds_received,agent_paid,cancelled}', 'last_12_months'),
    ('punctuality', '{received,due}', '{vendor,month,agent,category}', '{unpaid,funds_received,agent_paid,cancelled}', 'last_12_months'),
    ('short_pay', '{received,due}', '{vendor,month,agent,customer,category}', '{unpaid,funds_received,agent_paid,cancelled}',
      'last_12_months'),
    ('agents_year', '{paid}', '{agent,month}', '{}', 'this_year'),
    ('aging', '{due}', '{vendor}', '{}', null)) c(report, bases, groups, statuses, range)
  where c.report = report_choices.report
$$;
comment on function private.report_choices is 'What each report may be asked for; the first of each is its own choice.';

create function private.report_text(definition jsonb, name text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  if coalesce(jsonb_typeof(definition -> name), 'null') not in ('string', 'null') then
    perform private.refuse('A report takes texts only.', name, 'report_text_expected');
  end if;
  return nullif(definition ->> name, '');
end $$;
comment on function private.report_text is 'The text under a key; anything but a text is refused.';

create function private.report_choice(definition jsonb, name text, choices text[]) returns text
language plpgsql immutable set search_path = '' as $$
declare
  chosen text := private.report_text(definition, name);
begin
  if chosen is not null and chosen <> all (choices) then
    perform private.refuse('This report does not know that choice.', name, 'report_choice_unknown');
  end if;
  return coalesce(chosen, choices[1]);
end $$;
comment on function private.report_choice is 'The choice under a key, the first of what there is when it is left out.';

create function private.report_id(definition jsonb, name text) returns uuid
language plpgsql immutable set search_path = '' as $$
declare
  chosen text := private.report_text(definition, name);
begin
  if chosen !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    perform private.refuse('This is not an id.', name, 'id_expected');
  end if;
  return chosen::uuid;
end $$;

create function private.report_day(definition jsonb, name text) returns date
language plpgsql immutable set search_path = '' as $$
declare
  chosen text := private.report_text(definition, name);
  day date;
begin
  if chosen ~ '^\d{4}-\d{2}-\d{2}$' then
    begin
      day := make_date(substr(chosen, 1, 4)::int, substr(chosen, 6, 2)::int, substr(chosen, 9, 2)::int);
    exception when datetime_field_overflow then
      day := null;
    end;
  end if;
  if day is null or day not between '1900-01-01' and '2199-12-31' then
    perform private.refuse('Enter a date.', name, 'report_date_expected');
  end if;
  return day;
end $$;

create function private.read_report(definition jsonb, today date) returns private.report_plan
language plpgsql stable set search_path = '' as $$
declare
  p private.report_plan;
  choices record;
  basis text;
  months int;
begin
  if coalesce(jsonb_typeof(definition), 'null') <> 'object' or pg_column_size(definition) > 4000 or exists (
    select from jsonb_object_keys(definition) k where k <> all (
      '{report,range,from,to,basis,group,compare,agent_id,vendor_id,category,status,age}'::text[])) then
    perform private.refuse('This is not a report.', 'definition', 'report_expected');
  end if;
  p.today := today;
  p.report := private.report_choice(definition, 'report', private.reports());
  choices := private.report_choices(p.report);
  basis := private.report_choice(definition, 'basis', choices.bases);
  p.kind := case when p.report = 'sales' then 'sale.' when p.report = 'agents_year' then 'single.'
    when basis = 'paid' then 'payment.' else 'commission.' end || basis;
  p.grouped_by := private.report_choice(definition, 'group', choices.groups);
  -- No status: all but cancelled.
  p.status := case when private.report_text(definition, 'status') is not null
    then private.report_choice(definition, 'status', choices.statuses) end;
  if p.report = 'agents_year' and coalesce(private.report_text(definition, 'vendor_id'), private.report_text(definition, 'category'))
    is not null then
    perform private.refuse('Agents are paid for bookings of many vendors together. Choose no vendor.',
      'vendor_id', 'agents_report_of_vendor');
  end if;
  p.compare := nullif(private.report_choice(definition, 'compare', '{none,period,year}'), 'none');
  p.agent_id := private.report_id(definition, 'agent_id');
  if p.report = 'aging' then
    p.compare := null;
    p.open_only := true;
    p.kind := 'open.due';
    select a.first_day, a.last_day, a.undated into p.first_day, p.last_day, p.undated
    from (values ('all', '1900-01-01'::date, '2199-12-31'::date, null), ('overdue', '1900-01-01', today - 1, false),
      ('not_due', today, '2199-12-31', false), ('no_due_day', '1900-01-01', '2199-12-31', true),
      ('0-30', today - 30, today - 1, false), ('31-60', today - 60, today - 31, false), ('61-90', today - 90, today - 61, false),
      ('90+', '1900-01-01', today - 91, false)) a(age, first_day, last_day, undated)
    where a.age = private.report_choice(definition, 'age', '{all,overdue,not_due,no_due_day,0-30,31-60,61-90,90+}');
    return p;
  end if;
  if private.report_text(definition, 'age') is not null then
    perform private.refuse('This report does not know that choice.', 'age', 'report_choice_unknown');
  end if;
  p.range := private.report_choice(definition, 'range', choices.range
    || '{last_12_months,this_month,last_month,this_quarter,last_quarter,this_year,last_year,custom}'::text[]);
  if p.range = 'custom' then
    p.first_day := private.report_day(definition, 'from');
    p.last_day := private.report_day(definition, 'to');
    if p.first_day > p.last_day then
      perform private.refuse('The range ends before it begins.', 'to', 'range_reversed');
    elsif p.last_day > p.first_day + interval '40 years' then
      perform private.refuse('Choose at most 40 years.', 'from', 'range_too_long');
    end if;
  else
    select r.first_day, r.last_day into p.first_day, p.last_day from private.report_range(p.range, today) r;
  end if;
  if p.compare = 'year' then
    p.before_first := p.first_day - interval '1 year';
    p.before_last := (p.last_day + 1 - interval '1 year')::date - 1;
  elsif p.compare = 'period' and date_trunc('month', p.first_day::timestamp) = p.first_day
    and date_trunc('month', (p.last_day + 1)::timestamp) = p.last_day + 1 then
    months := 12 * (extract(year from p.last_day + 1) - extract(year from p.first_day))
      + extract(month from p.last_day + 1) - extract(month from p.first_day);
    p.before_first := p.first_day - months * interval '1 month';
    p.before_last := p.first_day - 1;
  elsif p.compare = 'period' then
    p.before_first := p.first_day - (p.last_day - p.first_day + 1);
    p.before_last := p.first_day - 1;
  end if;
  return p;
end $$;
comment on function private.read_report is 'The plan of a definition, but for whose rows it reads. Refuses what it does not know.';

create function private.plan_report(definition jsonb) returns private.report_plan
language plpgsql stable security definer set search_path = '' as $$
declare
  p private.report_plan := private.read_report(definition, private.today());
  wanted_vendor uuid := private.report_id(definition, 'vendor_id');
  wanted_category text := private.report_text(definition, 'category');
begin
  if private.current_organization_id() is null then
    raise insufficient_privilege using message = 'This session is not valid any more';
  end if;
  select s.organization_id, s.agent_id into p.organization_id, p.agent_id from private.caller_scope(p.agent_id) s;
  p.tracked_since := (select o.receipts_tracked_since from public.organizations o where o.id = p.organization_id);
  if wanted_vendor is not null or wanted_category is not null then
    p.vendor_ids := array(select v.id from public.vendors v where v.organization_id = p.organization_id
      and (wanted_vendor is null or v.id = wanted_vendor) and (wanted_category is null or v.category = wanted_category));
  end if;
  return p;
end $$;
comment on function private.plan_report is 'The same with whose rows it reads: the caller''s organization, and of an agent their own
  alone. An id of elsewhere finds nothing.';
