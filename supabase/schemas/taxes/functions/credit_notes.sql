-- Credit notes of agencies in the EU (docs/product/taxes.md, Credit notes): the agency writes the agent's invoice for what it paid. One a payment, be it a
-- statement of a payout or a single one, numbered for each agent without gaps; a void gives a counter note.
--
-- Lock order: whoever paid or voided holds its own locks; then the counters of the agents, by their id. What was voided or noted already is looked up
-- behind them, so that a void and a late note of the same payment know of each other.

create function private.payments_without_note(organization_id uuid, agent_id uuid default null)
returns table (agent_id uuid, id uuid, statement_id uuid, payment_id uuid, day date, amount numeric, is_ready boolean)
language sql stable security definer set search_path = '' as $$
  select y.agent_id, y.id, y.statement_id, y.payment_id, y.day, y.paid_amount, private.fits_tax_scheme(d, 'eu')
  from private.tax_settings s
  join private.agent_year y on y.organization_id = s.organization_id and y.day >= s.notes_from
  left join private.tax_details d on d.organization_id = y.organization_id and d.agent_id = y.agent_id
  where s.organization_id = payments_without_note.organization_id and s.scheme = 'eu' and y.paid_amount > 0 and y.voided_on is null
    and (payments_without_note.agent_id is null or y.agent_id = payments_without_note.agent_id)
    and not exists (
      select 1 from private.credit_notes n
      where n.organization_id = y.organization_id and n.kind = 'note' and n.statement_id = y.statement_id)
    and not exists (
      select 1 from private.credit_notes n
      where n.organization_id = y.organization_id and n.kind = 'note' and n.payment_id = y.payment_id)
$$;
comment on function private.payments_without_note is 'Payments since credit notes are made that have none, those that came back aside. is_ready: what
  is known of the agent is whole.';

create function private.lock_note_counters(organization_id uuid, agent_ids uuid[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if exists (
    select 1 from unnest(agent_ids) a(id) where not exists (
      select 1 from private.credit_note_counters c where c.organization_id = lock_note_counters.organization_id and c.agent_id = a.id)) then
    perform pg_advisory_xact_lock(hashtextextended('credit note codes ' || lock_note_counters.organization_id, 0));
    insert into private.credit_note_counters (organization_id, agent_id, code)
    select lock_note_counters.organization_id, a.id, k.most + row_number() over (order by a.id)
    from (select distinct u.id from unnest(agent_ids) u(id)) a
    cross join (
      select coalesce(max(c.code), 0) as most from private.credit_note_counters c where c.organization_id = lock_note_counters.organization_id) k
    where not exists (
      select 1 from private.credit_note_counters c where c.organization_id = lock_note_counters.organization_id and c.agent_id = a.id);
  end if;
  perform 1 from private.credit_note_counters c
  where c.organization_id = lock_note_counters.organization_id and c.agent_id = any (agent_ids)
  order by c.agent_id for update;
end $$;
comment on function private.lock_note_counters is 'Until the end of the transaction nobody else numbers a note of these agents. Who has none yet
  gets the next code of the agency.';

create function private.next_note_number(organization_id uuid, agent_id uuid, out number int, out label text)
language sql volatile security definer set search_path = '' as $$
  update private.credit_note_counters c set last_number = c.last_number + 1
  where c.organization_id = next_note_number.organization_id and c.agent_id = next_note_number.agent_id
  returning c.last_number, lpad(c.code::text, greatest(3, length(c.code::text)), '0') || '-'
    || lpad(c.last_number::text, greatest(4, length(c.last_number::text)), '0')
$$;
comment on function private.next_note_number is 'The next number of an agent and as it is printed, 003-0007. A transaction that fails gives it
  back.';

create function private.note_parties(s private.tax_settings, d private.tax_details) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'agency', jsonb_build_object('legal_name', s.legal_name, 'tax_number', s.tax_number, 'street', s.street, 'city', s.city, 'region', s.region,
      'postal_code', s.postal_code, 'country', s.country),
    'agent', jsonb_build_object('legal_name', d.legal_name, 'number_kind', d.number_kind,
      'number', private.unseal('bank_details_key', d.numbers_encrypted)::jsonb ->> 'number', 'street', d.street, 'city', d.city, 'region', d.region,
      'postal_code', d.postal_code, 'country', d.country))
$$;
comment on function private.note_parties is 'Who writes a note to whom, as a note keeps it: with the VAT or tax number, which has to stand on it.';

create function private.write_notes(organization_id uuid, agent_ids uuid[], payment_ids uuid[] default null) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  s private.tax_settings;
  known private.tax_details;
  owed record;
  numbered record;
  net numeric;
  written int := 0;
begin
  select t.* into s from private.tax_settings t where t.organization_id = write_notes.organization_id and t.scheme = 'eu';
  if s.organization_id is null or cardinality(agent_ids) = 0 then
    return 0;
  end if;
  perform private.lock_note_counters(write_notes.organization_id, agent_ids);
  for owed in
    select p.*, d as details, t.number as statement_number, o.currency, (now() at time zone o.time_zone)::date as today
    from unnest(array(select distinct u.id from unnest(agent_ids) u(id))) a(id)
    cross join lateral private.payments_without_note(write_notes.organization_id, a.id) p
    join private.tax_details d on d.organization_id = write_notes.organization_id and d.agent_id = p.agent_id
    join public.organizations o on o.id = write_notes.organization_id
    left join public.payout_statements t on t.organization_id = o.id and t.id = p.statement_id
    where p.is_ready and (payment_ids is null or p.id = any (payment_ids))
    order by p.agent_id, p.day, p.id
  loop
    known := owed.details;
    select n.* into numbered from private.next_note_number(write_notes.organization_id, owed.agent_id) n;
    net := case when known.vat_status = 'registered' then round(owed.amount * 100 / (100 + known.vat_rate), 2) else owed.amount end;
    insert into private.credit_notes (organization_id, agent_id, number, label, kind, statement_id, payment_id, issued_on, paid_on, currency,
      vat_status, vat_rate, net, vat, gross, content)
    values (write_notes.organization_id, owed.agent_id, numbered.number, numbered.label, 'note', owed.statement_id, owed.payment_id, owed.today, owed.day,
      owed.currency, known.vat_status, known.vat_rate, net, owed.amount - net, owed.amount,
      private.note_parties(s, known) || jsonb_build_object('statement', owed.statement_number));
    written := written + 1;
  end loop;
  return written;
end $$;
comment on function private.write_notes is 'Writes the notes of these agents that are missing, or of these payments alone, and says how many. Whoever
  has not given all that a note needs is left out, and waits.';

create function private.credit_statements() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.write_notes(o.organization_id, o.agents, o.ids)
  from (
    select a.organization_id, array_agg(a.agent_id) as agents, array_agg(a.id) as ids from added a
    where a.paid_amount > 0 group by a.organization_id) o
  where private.tax_scheme(o.organization_id) = 'eu';
  return null;
end $$;
comment on function private.credit_statements is 'Paying a payout numbers its notes.';

create function private.credit_single_payments() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.write_notes(o.organization_id, o.agents, o.ids)
  from (
    select a.organization_id, array_agg(a.agent_id) as agents, array_agg(a.id) as ids from added a
    where a.batch_id is null and a.amount > 0 group by a.organization_id) o
  where private.tax_scheme(o.organization_id) = 'eu';
  return null;
end $$;
comment on function private.credit_single_payments is 'So does a payment without a payout. What a payout paid stands in its statement.';

create function private.counter_voided() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
declare
  voided record;
  n private.credit_notes;
  numbered record;
begin
  for voided in
    select a.organization_id, a.agent_id, a.statement_id, a.payment_id, a.voided_on from added a
    where private.tax_scheme(a.organization_id) = 'eu'
      or exists (select 1 from private.credit_note_counters c where c.organization_id = a.organization_id and c.agent_id = a.agent_id)
    order by a.organization_id, a.agent_id, a.id
  loop
    perform private.lock_note_counters(voided.organization_id, array[voided.agent_id]);
    select t.* into n from private.credit_notes t
    where t.organization_id = voided.organization_id and t.kind = 'note'
      and (t.statement_id = voided.statement_id or t.payment_id = voided.payment_id);
    if n.id is not null then
      select x.* into numbered from private.next_note_number(voided.organization_id, voided.agent_id) x;
      insert into private.credit_notes (organization_id, agent_id, number, label, kind, statement_id, payment_id, note_id, issued_on, paid_on,
        currency, vat_status, vat_rate, net, vat, gross, content)
      values (n.organization_id, n.agent_id, numbered.number, numbered.label, 'counter', n.statement_id, n.payment_id, n.id, voided.voided_on,
        n.paid_on, n.currency, n.vat_status, n.vat_rate, -n.net, -n.vat, -n.gross, n.content || jsonb_build_object('counters', n.label));
    end if;
  end loop;
  return null;
end $$;
comment on function private.counter_voided is 'A payment that came back takes its note back by another one, with the next number. It names agency
  and agent as the note does.';

create function public.write_credit_notes() returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '8s' as $$
declare
  caller_organization_id uuid := private.admin_organization_id();
  written int;
begin
  if caller_organization_id is null then
    return private.command_result('Only admins can write credit notes.', null, 'credit_notes_are_for_admins') || '{"written": 0}';
  elsif private.tax_scheme(caller_organization_id) <> 'eu' then
    return private.command_result('Your agency makes no credit notes here.', null, 'no_credit_notes') || '{"written": 0}';
  end if;
  written := private.write_notes(caller_organization_id, array(
    select distinct p.agent_id from private.payments_without_note(caller_organization_id) p where p.is_ready));
  if written > 0 then
    perform private.audit(caller_organization_id, 'credit_notes_written', null, caller_organization_id, jsonb_build_object('count', written));
  end if;
  return private.command_result(null) || jsonb_build_object('written', written);
end $$;
comment on function public.write_credit_notes is 'Admins: numbers the notes of payments that had to wait. {success, error, written: how many}; asked twice,
  none is written twice.';
grant execute on function public.write_credit_notes() to authenticated;

create function public.list_credit_notes(year int, agent_id uuid default null, page int default 1, page_size int default 25) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.current_organization_id();
  asked uuid := list_credit_notes.agent_id;
  per_page int := least(greatest(coalesce(list_credit_notes.page_size, 25), 1), 500);
  page_no int := greatest(coalesce(list_credit_notes.page, 1), 1);
  since constant date := make_date(least(greatest(coalesce(list_credit_notes.year, 2000), 2000), 2199), 1, 1);
  sums record;
begin
  if not private.is_admin() then
    asked := auth.uid();
  end if;
  select count(*) as count, coalesce(sum(n.net), 0) as net, coalesce(sum(n.vat), 0) as vat, coalesce(sum(n.gross), 0) as gross into sums
  from private.credit_notes n
  where n.organization_id = caller_organization_id and (asked is null or n.agent_id = asked)
    and n.issued_on between since and (since + interval '1 year - 1 day')::date;
  return jsonb_build_object('count', sums.count, 'page', page_no, 'page_size', per_page, 'total_pages', (sums.count + per_page - 1) / per_page,
    'net', sums.net, 'vat', sums.vat, 'gross', sums.gross,
    'rows', (
      select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'label', r.label, 'kind', r.kind, 'agent_id', r.agent_id,
        'agent', u.first_name || ' ' || u.last_name, 'issued_on', r.issued_on, 'paid_on', r.paid_on, 'vat_status', r.vat_status, 'vat_rate', r.vat_rate,
        'net', r.net, 'vat', r.vat, 'gross', r.gross, 'currency', r.currency, 'counters', r.content ->> 'counters', 'statement', r.content ->> 'statement',
        'legal_name', r.content -> 'agent' ->> 'legal_name', 'number', r.content -> 'agent' ->> 'number')
        order by r.issued_on desc, r.label desc), '[]')
      from (
        select n.* from private.credit_notes n
        where n.organization_id = caller_organization_id and (asked is null or n.agent_id = asked)
          and n.issued_on between since and (since + interval '1 year - 1 day')::date
        order by n.issued_on desc, n.label desc limit per_page offset (page_no - 1)::bigint * per_page) r
      join public.users u on u.id = r.agent_id));
end $$;
comment on function public.list_credit_notes is '{rows, count, page, page_size, total_pages, net, vat, gross}: notes of a year by day of issue, the latest
  first, of one agent or of all; agents see their own.';
grant execute on function public.list_credit_notes(int, uuid, int, int) to authenticated;

create function public.get_credit_note(note_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select n.content || jsonb_build_object('id', n.id, 'label', n.label, 'kind', n.kind, 'agent_id', n.agent_id, 'statement_id', n.statement_id,
    'issued_on', n.issued_on, 'paid_on', n.paid_on, 'currency', n.currency, 'vat_status', n.vat_status, 'vat_rate', n.vat_rate,
    'net', n.net, 'vat', n.vat, 'gross', n.gross, 'counters', n.content ->> 'counters', 'note_id', n.note_id,
    'countered_by', (
      select jsonb_build_object('id', c.id, 'label', c.label, 'issued_on', c.issued_on) from private.credit_notes c
      where c.organization_id = n.organization_id and c.note_id = n.id))
  from private.credit_notes n
  where n.organization_id = (select private.current_organization_id()) and n.id = get_credit_note.note_id
    and (n.agent_id = (select auth.uid()) or (select private.is_admin()))
$$;
comment on function public.get_credit_note is 'A note as it was written, for its agent and admins: {id, label, kind, agent, agency, statement, issued_on,
  paid_on, currency, vat_status, vat_rate, net, vat, gross, counters, note_id, countered_by}. Null otherwise.';
grant execute on function public.get_credit_note(uuid) to authenticated;
