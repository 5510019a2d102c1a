-- A month leaves once: its entries are kept with a number, and the books are closed through its last day.

create function private.journal_totals(organization_id uuid, basis text, month date)
returns table (account text, bank_account_id uuid, debit numeric, credit numeric, entries bigint)
language sql stable security definer set search_path = '' as $$
  with e as materialized (
    select e.* from private.journal_entries(journal_totals.organization_id, basis, month, (month + interval '1 month')::date - 1) e)
  select e.account, e.bank_account_id, coalesce(sum(e.amount) filter (where e.amount > 0), 0), coalesce(-sum(e.amount) filter (where e.amount < 0), 0),
    null::bigint
  from e group by e.account, e.bank_account_id
  union all
  select null, null, coalesce(sum(e.amount) filter (where e.amount > 0), 0), coalesce(-sum(e.amount) filter (where e.amount < 0), 0),
    (select count(*) from (select distinct e.day, e.entry_kind, e.entry_id from e) d)
  from e
$$;
comment on function private.journal_totals is 'What each account is debited and credited in a month; a row without account says both in all, and how
  many entries there are.';

create function private.journal_next_month(organization_id uuid) returns date
language sql stable security definer set search_path = '' as $$
  select coalesce((select max(e.last_day) + 1 from private.journal_exports e where e.organization_id = journal_next_month.organization_id),
    (select s.since from private.journal_settings s where s.organization_id = journal_next_month.organization_id))
$$;
comment on function private.journal_next_month is 'The month that is exported next; null before a first one is said.';

create function private.journal_month(organization_id uuid, month date) returns date
language plpgsql stable security definer set search_path = '' as $$
declare
  first_day constant date := date_trunc('month', coalesce(journal_month.month, private.journal_next_month(journal_month.organization_id),
    private.today() - interval '1 month')::timestamp)::date;
begin
  -- Who has no agency whose books they see is told nothing, not even this.
  if journal_month.organization_id is not null and first_day not between '1990-01-01' and '2199-12-31' then
    perform private.refuse('Choose the first month.', 'month', 'journal_month_missing');
  end if;
  return first_day;
end $$;
comment on function private.journal_month is 'The first day of the month that is asked for; of none: of the next one that is exported, else of the last one.
  Refuses one that no books have.';

create function public.get_journal(month date default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_organization_id constant uuid := private.admin_organization_id();
  first_day constant date := private.journal_month(caller_organization_id, get_journal.month);
  s private.journal_settings;
  export private.journal_exports;
begin
  if caller_organization_id is null then
    return null;
  end if;
  select j.* into s from private.journal_settings j where j.organization_id = caller_organization_id;
  select e.* into export from private.journal_exports e where e.organization_id = caller_organization_id and e.month = first_day;
  return (
    with sums as materialized (
      select t.* from private.journal_totals(caller_organization_id, coalesce(s.basis, 'received'), first_day) t where export.id is null
      union all
      select l.account, l.bank_account_id, coalesce(sum(l.amount) filter (where l.amount > 0), 0),
        coalesce(-sum(l.amount) filter (where l.amount < 0), 0), count(distinct l.entry)
      from private.journal_export_lines l where l.organization_id = caller_organization_id and l.export_id = export.id
      group by grouping sets ((l.account, l.bank_account_id), ()) having export.id is not null)
    select jsonb_build_object('month', first_day, 'last_day', (first_day + interval '1 month')::date - 1,
      'ended', (first_day + interval '1 month')::date <= private.today(), 'next_month', private.journal_next_month(caller_organization_id),
      'first_month', coalesce(s.since, (date_trunc('month', private.today()::timestamp) - interval '12 months')::date),
      'this_month', date_trunc('month', private.today()::timestamp)::date,
      'closed_through', o.books_closed_through, 'currency', o.currency, 'exported', export.id is not null,
      'settings', jsonb_build_object('basis', s.basis, 'since', s.since, 'paying_account_id', s.paying_account_id,
        'quickbooks_names', coalesce(s.quickbooks_names, false),
        'xero_tax_rate', coalesce(s.xero_tax_rate, 'Tax Exempt'), 'datev_consultant', s.datev_consultant, 'datev_client', s.datev_client,
        'datev_first_month', coalesce(s.datev_first_month, 1), 'datev_account_length', coalesce(s.datev_account_length, 4)),
      'entries', (select t.entries from sums t where t.account is null), 'debit', (select t.debit from sums t where t.account is null),
      'credit', (select t.credit from sums t where t.account is null),
      'accounts', (
        select jsonb_agg(jsonb_build_object('account', a.account, 'bank_account_id', a.bank_account_id, 'bank_account', b.name,
          'last_four', b.last_four, 'number', m.number, 'name', m.name, 'debit', coalesce(t.debit, 0), 'credit', coalesce(t.credit, 0))
          order by a.place, b.created_at nulls last, b.id)
        from (
          select n.account, n.place, null::uuid as bank_account_id
          from unnest(private.journal_account_names()) with ordinality n(account, place)
          where (n.account <> 'bank' or exists (select from sums t where t.account = 'bank' and t.bank_account_id is null))
            and (coalesce(s.basis, 'received') = 'expected' or n.account not in ('receivable', 'fees_receivable', 'written_off')
              or exists (select from sums t where t.account = n.account))
          union all
          select 'bank', 1, k.id from public.bank_accounts k
          where k.organization_id = caller_organization_id
            and (k.archived_at is null or exists (select from sums t where t.bank_account_id = k.id))) a
        left join sums t on t.account = a.account and t.bank_account_id is not distinct from a.bank_account_id
        left join public.bank_accounts b on b.organization_id = caller_organization_id and b.id = a.bank_account_id
        left join private.journal_accounts m on m.organization_id = caller_organization_id and m.account = a.account
          and m.bank_account_id is not distinct from a.bank_account_id),
      'exports', (
        select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'number', e.number, 'month', e.month, 'format', e.format,
          'entries', e.entry_count, 'by', u.first_name || ' ' || u.last_name, 'at', e.created_at) order by e.number desc), '[]')
        from private.journal_exports e left join public.users u on u.id = e.exported_by
        where e.organization_id = caller_organization_id))
    from public.organizations o where o.id = caller_organization_id);
end $$;
comment on function public.get_journal is 'The journal of a month (null: the next one that is exported, else the last one) as the page shows it, for admins;
  null for others: sums of each account with what the agency calls it, settings, and what was exported. An exported month is as it was exported.';
grant execute on function public.get_journal(date) to authenticated;

create function public.export_journal(month date, format text, request_key uuid default null) returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '8s' as $$
declare
  caller_organization_id constant uuid := private.current_organization_id();
  through constant date := (export_journal.month + interval '1 month')::date - 1;
  answer jsonb;
  s private.journal_settings;
  export private.journal_exports;
  next_month date;
  missing text;
begin
  perform private.require_step_up();
  answer := private.begin_request('export_journal', request_key, jsonb_build_object('month', month, 'format', format));
  if answer is not null then
    return answer;
  elsif caller_organization_id is null or not private.is_owner() then
    return private.command_result('Only an owner can say how the books are kept.', null, 'journal_is_for_owners');
  elsif format is null or format not in ('quickbooks', 'xero', 'datev', 'csv') then
    return private.command_result('Choose a format.', 'format', 'journal_format_missing');
  end if;
  -- Who writes meanwhile is waited for, and finds the books closed.
  perform pg_advisory_xact_lock(private.books_lock(caller_organization_id));
  select j.* into s from private.journal_settings j where j.organization_id = caller_organization_id;
  next_month := private.journal_next_month(caller_organization_id);
  if s.basis is null then
    return private.command_result('Choose when commission is recognized.', 'basis', 'journal_basis_missing');
  elsif month is null or month <> date_trunc('month', month::timestamp)::date then
    return private.command_result('Choose the first month.', 'month', 'journal_month_missing');
  elsif exists (select from private.journal_exports e where e.organization_id = caller_organization_id and e.month = export_journal.month) then
    return private.command_result('This month was exported already.', 'month', 'journal_exported_already');
  elsif month <> next_month then
    return private.command_result('Months are exported in their order. Export ' || to_char(next_month, 'FMMonth YYYY') || ' first.', 'month',
      'journal_out_of_order', jsonb_build_object('month', next_month));
  elsif through >= private.today() then
    return private.command_result('This month has not ended.', 'month', 'journal_month_runs');
  elsif format = 'datev' and num_nulls(s.datev_consultant, s.datev_client) > 0 then
    return private.command_result('DATEV asks for a consultant and a client number.', 'datev_consultant', 'datev_numbers_missing');
  end if;
  select min(t.account) into missing
  from private.journal_totals(caller_organization_id, s.basis, export_journal.month) t
  left join private.journal_accounts m on m.organization_id = caller_organization_id and m.account = t.account
    and m.bank_account_id is not distinct from t.bank_account_id
  where t.account is not null
    and private.journal_account_lacks(export_journal.format, m.number, m.name, s.datev_account_length) is not null;
  if missing is not null then
    return private.command_result('Say of each amount which account it goes to.', missing, 'journal_account_missing');
  end if;
  if through > coalesce((select o.books_closed_through from public.organizations o where o.id = caller_organization_id), '-infinity') then
    answer := public.close_books(through);
    if not (answer ->> 'success')::boolean then
      return answer;
    end if;
  end if;
  insert into private.journal_exports (organization_id, number, month, last_day, format, basis, currency, settings, exported_by)
  select o.id, (select coalesce(max(e.number), 0) + 1 from private.journal_exports e where e.organization_id = o.id), export_journal.month, through,
    export_journal.format, s.basis, o.currency, to_jsonb(s) - 'organization_id' - 'paying_account_id', auth.uid()
  from public.organizations o where o.id = caller_organization_id
  returning * into export;
  perform private.keep_journal_lines(export);
  update private.journal_exports e set (entry_count, line_count) = (
    select coalesce(max(l.entry), 0), count(*) from private.journal_export_lines l where l.export_id = e.id)
  where e.id = export.id returning * into export;
  perform private.audit(caller_organization_id, 'journal_exported', null, export.id, jsonb_build_object('number', export.number,
    'month', export.month, 'format', export.format, 'count', export.entry_count));
  return private.end_request(request_key, export.id, private.command_result(null) || jsonb_build_object('id', export.id, 'number', export.number));
end $$;
comment on function public.export_journal is 'Exports a month of the journal: its entries are kept with a number and what their accounts are called, and the
  books are closed through its last day. Each month once, in their order. Owners. {success, error, field, id, number}.';
grant execute on function public.export_journal(date, text, uuid) to authenticated;

create function public.open_journal_export(export_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id constant uuid := private.exporting_organization_id('the journal');
  export private.journal_exports;
begin
  perform private.require_step_up();
  select e.* into export from private.journal_exports e where e.organization_id = caller_organization_id and e.id = open_journal_export.export_id;
  if export.id is null then
    return null;
  end if;
  perform private.audit(caller_organization_id, 'journal_downloaded', null, export.id, jsonb_build_object('number', export.number,
    'month', export.month, 'format', export.format));
  return jsonb_build_object('id', export.id, 'number', export.number, 'month', export.month, 'last_day', export.last_day, 'format', export.format,
    'currency', export.currency, 'exported_at', export.created_at, 'lines', export.line_count, 'settings', export.settings - 'since' - 'basis');
end $$;
comment on function public.open_journal_export is 'Writes down who downloads an exported month, and answers what its file begins with; null where there is none.
  Its lines follow by read_journal_export. Owners.';
grant execute on function public.open_journal_export(uuid) to authenticated;

create function public.read_journal_export(export_id uuid, after_line int default 0) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_organization_id constant uuid := private.exporting_organization_id('the journal');
  is_open constant boolean := exists (
    select from private.audit_log a
    where a.organization_id = caller_organization_id and a.action in ('journal_downloaded', 'journal_exported') and a.subject_id = read_journal_export.export_id
      and a.actor_id = auth.uid() and a.created_at > clock_timestamp() - interval '1 hour');
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('line', l.line, 'entry', l.entry, 'day', l.day, 'kind', l.entry_kind, 'source_id', l.entry_id,
      'text', l.entry_text, 'account', l.account, 'number', l.account_number, 'name', l.account_name, 'amount', l.amount,
      'reference', l.reference, 'party', l.party) order by l.line), '[]')
    from (
      select l.* from private.journal_export_lines l
      where l.organization_id = caller_organization_id and l.export_id = read_journal_export.export_id and is_open
        and l.line > coalesce(read_journal_export.after_line, 0)
      order by l.line limit 5000) l);
end $$;
comment on function public.read_journal_export is 'The next 5,000 lines of an exported month that the caller has exported or opened (open_journal_export) within the hour;
  none of another. Owners.';
grant execute on function public.read_journal_export(uuid, int) to authenticated;
