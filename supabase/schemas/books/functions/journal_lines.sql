-- The lines of the journal in their order, with what their entries are called: of an open month as its rows say now, of an exported one as they left.

create function private.journal_lines(organization_id uuid, basis text, first_day date, last_day date)
returns table (line bigint, entry bigint, day date, entry_kind text, entry_id uuid, account text, bank_account_id uuid, user_id uuid, sales_id uuid,
  amount numeric)
language sql stable security definer set search_path = '' as $$
  -- By bytes: words of ours need no dictionary, which takes longer than the journal itself.
  select row_number() over w, dense_rank() over (order by e.day, e.entry_kind collate "C", e.entry_id), e.day, e.entry_kind, e.entry_id, e.account,
    e.bank_account_id, e.user_id, e.sales_id, e.amount
  from private.journal_entries(journal_lines.organization_id, basis, first_day, last_day) e
  window w as (order by e.day, e.entry_kind collate "C", e.entry_id, e.amount < 0, array_position(private.journal_account_names(), e.account),
    e.bank_account_id, e.sales_id, e.user_id)
$$;
comment on function private.journal_lines is 'private.journal_entries in order: entry by entry, debits first, accounts as the page has them.';

create function private.journal_origins(organization_id uuid, kinds text[], ids uuid[])
returns table (entry_kind text, entry_id uuid, entry_text text, vendor_id uuid, sales_id uuid, transaction_id uuid, statement_id uuid)
language sql stable security definer set search_path = '' as $$
  select o.entry_kind, o.entry_id, case o.entry_kind
      when 'sale' then concat_ws(', ', concat_ws(' ', 'Sale', k.booking_reference), v.name)
      when 'commission' then concat_ws(', ', concat_ws(' ', 'Receipt', k.booking_reference), v.name)
      when 'other' then concat_ws(', ', case x.kind when 'service_fee' then 'Service fee' when 'penalty' then 'Penalty' else 'Bonus' end
        || coalesce(' ' || k.booking_reference, ''), v.name)
      -- What was taken back with its file is gone, and its entries stay.
      when 'deposit' then concat_ws(' of ', 'Bank transaction', t.booked_on)
      when 'payment' then 'Payment to an agent ' || p.payment_date
      when 'statement' then 'Statement ' || s.number else 'Voided payment' end,
    v.id, k.id, t.id, s.id
  from unnest(kinds, ids) o(entry_kind, entry_id)
  left join public.commissions c on o.entry_kind = 'commission' and c.organization_id = journal_origins.organization_id and c.id = o.entry_id
  left join public.other_commissions x on o.entry_kind = 'other' and x.organization_id = journal_origins.organization_id and x.id = o.entry_id
  left join public.sales k on k.organization_id = journal_origins.organization_id
    and k.id = case o.entry_kind when 'sale' then o.entry_id when 'commission' then c.sales_id when 'other' then x.sales_id end
  left join public.vendors v on v.organization_id = journal_origins.organization_id and v.id = coalesce(x.vendor_id, k.vendor_id)
  left join public.bank_transactions t on o.entry_kind = 'deposit' and t.organization_id = journal_origins.organization_id and t.id = o.entry_id
  left join public.agent_payments p on o.entry_kind = 'payment' and p.organization_id = journal_origins.organization_id and p.id = o.entry_id
  left join public.payment_voids n on o.entry_kind = 'void' and n.organization_id = journal_origins.organization_id and n.id = o.entry_id
  left join public.payout_statements s on s.organization_id = journal_origins.organization_id
    and s.id = case o.entry_kind when 'statement' then o.entry_id when 'void' then n.statement_id end
$$;
comment on function private.journal_origins is 'What entries are called, and the records that they come from, as far as these are there. No
  text names a person.';

create function private.keep_journal_lines(export private.journal_exports) returns void
language sql volatile security definer set search_path = '' as $$
  with e as materialized (
    select e.* from private.journal_lines(export.organization_id, export.basis, export.month, export.last_day) e),
  o as materialized (
    select o.* from (select array_agg(d.entry_kind) as kinds, array_agg(d.entry_id) as ids from (select distinct e.entry_kind, e.entry_id from e) d) a
    cross join lateral private.journal_origins(export.organization_id, a.kinds, a.ids) o)
  insert into private.journal_export_lines (organization_id, export_id, line, entry, day, entry_kind, entry_id, entry_text, account, bank_account_id,
    account_number, account_name, amount, sales_id, user_id, reference, party)
  select export.organization_id, export.id, e.line, e.entry, e.day, e.entry_kind, e.entry_id, o.entry_text, e.account, e.bank_account_id,
    m.number, m.name, e.amount, e.sales_id, e.user_id, r.booking_reference,
    coalesce(u.first_name || ' ' || u.last_name, v.name)
  from e
  join o on o.entry_kind = e.entry_kind and o.entry_id = e.entry_id
  left join public.sales r on r.organization_id = export.organization_id and r.id = e.sales_id
  left join public.users u on export.format = 'quickbooks' and (export.settings ->> 'quickbooks_names')::boolean
    and u.organization_id = export.organization_id and u.id = e.user_id
  left join public.vendors v on export.format = 'quickbooks' and (export.settings ->> 'quickbooks_names')::boolean and e.account = 'receivable'
    and v.organization_id = export.organization_id and v.id = coalesce(r.vendor_id, o.vendor_id)
  left join private.journal_accounts m on m.organization_id = export.organization_id and m.account = e.account
    and m.bank_account_id is not distinct from e.bank_account_id
$$;
comment on function private.keep_journal_lines is 'The entries of a month as they leave. Agents and vendors are named where QuickBooks asks for it;
  nobody else is.';

create function public.list_journal(month date default null, page int default 1, page_size int default 50) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_organization_id constant uuid := private.admin_organization_id();
  first_day constant date := private.journal_month(caller_organization_id, list_journal.month);
  per_page constant int := least(greatest(coalesce(list_journal.page_size, 50), 1), 500);
  page_no constant int := least(greatest(coalesce(list_journal.page, 1), 1), 1000000);
  chosen constant text := coalesce((select s.basis from private.journal_settings s where s.organization_id = caller_organization_id), 'received');
  chosen_export_id constant uuid := (
    select e.id from private.journal_exports e where e.organization_id = caller_organization_id and e.month = first_day);
begin
  if caller_organization_id is null then
    return null;
  end if;
  return (
    with e as materialized (
      select e.*, null::text as entry_text, null::text as reference
      from private.journal_lines(caller_organization_id, chosen, first_day, (first_day + interval '1 month')::date - 1) e
      where chosen_export_id is null
      union all
      select l.line, l.entry, l.day, l.entry_kind, l.entry_id, l.account, l.bank_account_id, l.user_id, l.sales_id, l.amount, l.entry_text, l.reference
      from private.journal_export_lines l where l.organization_id = caller_organization_id and l.export_id = chosen_export_id),
    shown as materialized (
      select e.* from e where e.line > (page_no - 1)::bigint * per_page and e.line <= page_no::bigint * per_page),
    origins as materialized (
      select o.* from (select array_agg(d.entry_kind) as kinds, array_agg(d.entry_id) as ids
        from (select distinct e.entry_kind, e.entry_id from shown e) d) a
      cross join lateral private.journal_origins(caller_organization_id, a.kinds, a.ids) o)
    select jsonb_build_object('month', first_day, 'count', t.lines, 'page', page_no, 'page_size', per_page,
      'total_pages', (t.lines + per_page - 1) / per_page, 'debit', t.debit, 'credit', t.credit,
      'rows', (
        select coalesce(jsonb_agg(jsonb_build_object('line', e.line, 'entry', e.entry, 'day', e.day, 'kind', e.entry_kind,
          'text', coalesce(e.entry_text, o.entry_text), 'sales_id', o.sales_id, 'transaction_id', o.transaction_id, 'statement_id', o.statement_id,
          'account', e.account, 'bank_account', b.name, 'last_four', b.last_four, 'agent', u.first_name || ' ' || u.last_name,
          'reference', coalesce(e.reference, r.booking_reference), 'amount', e.amount) order by e.line), '[]')
        from shown e
        join origins o on o.entry_kind = e.entry_kind and o.entry_id = e.entry_id
        left join public.bank_accounts b on b.organization_id = caller_organization_id and b.id = e.bank_account_id
        left join public.users u on u.organization_id = caller_organization_id and u.id = e.user_id
        left join public.sales r on r.organization_id = caller_organization_id and r.id = e.sales_id))
    from (
      select count(*) as lines, coalesce(sum(e.amount) filter (where e.amount > 0), 0) as debit,
        coalesce(-sum(e.amount) filter (where e.amount < 0), 0) as credit from e) t);
end $$;
comment on function public.list_journal is 'The lines of a month (null: as get_journal chooses it) entry by entry, for admins; null for others: {rows, count,
  page, page_size, total_pages, month, debit, credit}, the sums of all pages. Each row says its entry, its day and the record that it comes from, while that
  is there. An exported month is as it was exported.';
grant execute on function public.list_journal(date, int, int) to authenticated;
