-- Vendors' statements that come before their deposit: read, compared with what is open, and expected. When a deposit of that vendor
-- and amount comes, private.expected_statements says so to the matcher; matched, the statement belongs to it until that is undone.
-- A statement proves nothing by itself: money is received when the bank says so.

create function private.settle_statement() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.status = 'matched' then
    -- Where nothing is expected of the vendor, nothing is looked for: imports match thousands.
    if exists (select 1 from public.bank_remittances r
      where r.organization_id = new.organization_id and r.vendor_id = new.vendor_id and r.state = 'expected' and r.deposit_id is null) then
      update public.bank_remittances r set deposit_id = new.id
      where r.organization_id = new.organization_id and r.vendor_id is not null
        and r.id = (select e.remittance_id from private.expected_statements(new.organization_id, array[new.id]) e)
        and exists (
          select 1 from public.bank_remittance_lines l
          join public.bank_allocations a on a.organization_id = l.organization_id and a.commission_id = l.commission_id
            and a.transaction_id = new.id
          where l.organization_id = r.organization_id and l.remittance_id = r.id);
    end if;
  else
    update public.bank_remittances r set deposit_id = null
    where r.organization_id = new.organization_id and r.deposit_id = new.id;
  end if;
  return null;
end $$;
comment on function private.settle_statement is 'A deposit that is matched with a booking of its vendor''s statement ends what
  that expects; undone, it is expected again.';

create function private.statement_status(r public.bank_remittances) returns text
language sql immutable set search_path = '' as $$
  select case when r.deposit_id is not null then 'matched' else r.state end
$$;

create function private.compare_statement(r public.bank_remittances) returns setof private.compared_line
language sql stable security definer set search_path = '' as $$
  select case when l.commission_id is null then 'missing' when l.paid < 0 then 'other' when o.ours = l.paid then 'agrees'
      when o.ours = 0 then 'received' else 'other' end,
    l.line_number, l.reference, l.name, l.dates, l.gross_amount, l.note, l.amount, l.commission_id, o.ours
  from (
    select x.*, sum(x.amount) over (partition by x.commission_id) as paid from public.bank_remittance_lines x
    where x.organization_id = r.organization_id and x.remittance_id = r.id) l
  left join public.commissions c on c.organization_id = l.organization_id and c.id = l.commission_id
  -- What its own deposit paid was open when it was read.
  left join public.bank_allocations a on a.organization_id = l.organization_id and a.commission_id = l.commission_id
    and a.transaction_id = r.deposit_id
  cross join lateral (
    select c.undeposited_amount + coalesce(a.amount + a.write_off_amount, 0) as ours) o
  union all
  select 'unlisted', null, null, null, null, null, null, null, u.commission_id, u.open_amount
  from (
    select m.commission_id, m.open as open_amount from private.commission_money m
    where m.organization_id = r.organization_id and m.vendor_id = r.vendor_id and m.open_amount > 0 and m.open > 0
      and m.due_on <= (r.created_at at time zone 'UTC')::date + 31
      and not exists (select 1 from public.bank_remittance_lines l
        where l.organization_id = r.organization_id and l.remittance_id = r.id and l.commission_id = m.commission_id)
    order by m.due_on, m.commission_id limit 200) u
$$;
comment on function private.compare_statement is 'The lines of a statement against commissions, and what the vendor does not list:
  agrees, other (another amount, or taken back), missing (not in Paperplane), received (before), unlisted (open, due until a month
  after it came). Lines of one booking are judged by their sum. ours: what is open of the commission.';

create function private.statement_of_vendor(statement_id uuid) returns public.bank_remittances
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.bank_organization();
  r public.bank_remittances;
begin
  select x.* into r from public.bank_remittances x
  where x.organization_id = caller_organization_id and x.id = statement_of_vendor.statement_id and x.vendor_id is not null
  for no key update;
  return r;
end $$;
comment on function private.statement_of_vendor is 'The statement, locked; null when there is none of the caller''s organization that
  came without a deposit. Who may not ask is refused before anything is looked up.';

create function private.rematch_for_statement(r public.bank_remittances) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.match_transactions(r.organization_id, array(
    select t.id from public.bank_transactions t
    where t.organization_id = r.organization_id and t.status in ('open', 'suggested')
      and t.amount between r.total_amount - r.fee_amount - (
        select coalesce(sum(l.amount) filter (where l.amount > 0), 0) from public.bank_remittance_lines l
        where l.organization_id = r.organization_id and l.remittance_id = r.id and l.commission_id is null) and r.total_amount
    order by t.booked_on desc, t.id limit 200));
end $$;
comment on function private.rematch_for_statement is 'Deposits that wait and may be what a statement tells of get their suggestions
  anew.';

create function private.keep_vendor_statement(organization_id uuid, vendor_id uuid, file_name text, lines jsonb, fees jsonb,
  left_out jsonb, document_id uuid, source text)
returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  refusal jsonb := private.check_statement(lines, fees, left_out);
  r public.bank_remittances;
begin
  if not exists (select 1 from public.vendors v
    where v.organization_id = keep_vendor_statement.organization_id and v.id = keep_vendor_statement.vendor_id) then
    return private.command_result('This vendor does not exist.', 'vendor_id', 'vendor_not_found');
  elsif refusal is not null then
    return refusal;
  end if;
  insert into public.bank_remittances (organization_id, vendor_id, file_name, document_id, fees, fee_amount, left_out, source, created_by)
  values (keep_vendor_statement.organization_id, keep_vendor_statement.vendor_id, left(keep_vendor_statement.file_name, 255),
    keep_vendor_statement.document_id, keep_vendor_statement.fees, private.sum_of_fees(fees), keep_vendor_statement.left_out,
    keep_vendor_statement.source, auth.uid())
  returning * into r;
  perform private.add_statement_lines(r, lines);
  return private.command_result(null) || jsonb_build_object('statement_id', r.id);
exception when foreign_key_violation then
  return private.command_result('This document does not exist.', 'document_id', 'document_not_found');
end $$;
comment on function private.keep_vendor_statement is 'Keeps a statement that came without a deposit, by whichever way; of the mailbox,
  and of nobody, where nobody asks.';

create function public.save_vendor_statement(vendor_id uuid, file_name text, lines jsonb, fees jsonb default '[]',
  left_out jsonb default '[]', document_id uuid default null)
returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '8s' as $$
begin
  return private.keep_vendor_statement(private.bank_organization(), save_vendor_statement.vendor_id, save_vendor_statement.file_name,
    save_vendor_statement.lines, save_vendor_statement.fees, save_vendor_statement.left_out, save_vendor_statement.document_id, 'file');
end $$;
comment on function public.save_vendor_statement is 'Keeps a statement that came without a deposit (see private.check_statement), with
  the document of the vendor that holds its file. {success, error, field, statement_id}.';
grant execute on function public.save_vendor_statement(uuid, text, jsonb, jsonb, jsonb, uuid) to authenticated;

create function public.set_vendor_statement(statement_id uuid, expected_version integer, state text, expected_on date default null)
returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  r public.bank_remittances := private.statement_of_vendor(set_vendor_statement.statement_id);
begin
  if r.id is null then
    return private.command_result('This statement is no longer there.', null, 'statement_not_found');
  elsif r.version is distinct from set_vendor_statement.expected_version then
    return private.command_result('Somebody was faster: look at what they did.', 'version', 'bank_conflict');
  elsif set_vendor_statement.state is null or set_vendor_statement.state not in ('read', 'expected', 'set_aside') then
    return private.command_result('Say what becomes of the statement.', 'state', 'statement_state_missing');
  elsif r.deposit_id is not null then
    return private.command_result('Its deposit is matched. Take that back first.', 'state', 'statement_matched');
  elsif set_vendor_statement.state = 'expected' and r.total_amount - r.fee_amount <= 0 then
    return private.command_result('It adds up to nothing that could come.', 'state', 'statement_of_nothing');
  elsif set_vendor_statement.expected_on not between '1900-01-01' and '2199-12-31' then
    return private.command_result('Enter a day from 1900 to 2199.', 'expected_on', 'expected_on_wrong');
  end if;
  update public.bank_remittances x set state = set_vendor_statement.state, version = x.version + 1,
    expected_on = case when set_vendor_statement.state = 'expected' then set_vendor_statement.expected_on end
  where x.id = r.id returning x.* into r;
  perform private.match_remittance(r.id);
  perform private.rematch_for_statement(r);
  return private.command_result(null) || jsonb_build_object('version', r.version);
end $$;
comment on function public.set_vendor_statement is 'Expects the deposit of a statement, about that day; stops expecting it (read); or
  sets it aside. Deposits that wait are matched anew. {success, error, field, version}.';
grant execute on function public.set_vendor_statement(uuid, integer, text, date) to authenticated;

create function public.set_statement_line(statement_id uuid, expected_version integer, line integer, commission_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  r public.bank_remittances := private.statement_of_vendor(set_statement_line.statement_id);
begin
  if r.id is null then
    return private.command_result('This statement is no longer there.', null, 'statement_not_found');
  elsif r.version is distinct from set_statement_line.expected_version then
    return private.command_result('Somebody was faster: look at what they did.', 'version', 'bank_conflict');
  elsif r.deposit_id is not null then
    return private.command_result('Its deposit is matched. Take that back first.', null, 'statement_matched');
  elsif not exists (select 1 from public.commissions c where c.organization_id = r.organization_id
    and c.id = set_statement_line.commission_id and c.status <> 'cancelled') then
    return private.command_result('This commission does not exist.', 'commission_id', 'commission_not_found');
  end if;
  update public.bank_remittance_lines l set commission_id = set_statement_line.commission_id
  where l.organization_id = r.organization_id and l.remittance_id = r.id and l.line_number = set_statement_line.line;
  if not found then
    return private.command_result('This line is no longer there.', 'line', 'statement_line_not_found');
  end if;
  update public.bank_remittances x set version = x.version + 1 where x.id = r.id returning x.* into r;
  perform private.rematch_for_statement(r);
  return private.command_result(null) || jsonb_build_object('version', r.version);
end $$;
comment on function public.set_statement_line is 'Says which commission a line of a statement means, where its reference does not.
  {success, error, field, version}.';
grant execute on function public.set_statement_line(uuid, integer, integer, uuid) to authenticated;

create function public.get_vendor_statement(statement_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  r public.bank_remittances := private.statement_of_vendor(get_vendor_statement.statement_id);
  compared private.compared_line[];
begin
  if r.id is null then
    return null;
  end if;
  -- A sale that was entered since is found.
  if r.deposit_id is null then
    perform private.match_remittance(r.id);
  end if;
  compared := array(select c from private.compare_statement(r) c);
  return (
    select jsonb_build_object('id', r.id, 'vendor', jsonb_build_object('id', v.id, 'name', v.name), 'file_name', r.file_name,
      'document_id', r.document_id, 'status', private.statement_status(r), 'version', r.version, 'total', r.total_amount,
      'fee', r.fee_amount, 'fees', r.fees, 'left_out', r.left_out, 'expected_on', r.expected_on, 'source', r.source, 'created_at', r.created_at,
      'created_by', (select u.first_name || ' ' || u.last_name from public.users u where u.id = r.created_by),
      'deposit', (
        select jsonb_build_object('id', t.id, 'amount', t.amount, 'booked_on', t.booked_on, 'text', t.text, 'matched', t.status = 'matched')
        from public.bank_transactions t
        where t.organization_id = r.organization_id and t.id = coalesce(r.deposit_id, (
          select t.id from public.bank_transactions t
          cross join lateral private.expected_statements(r.organization_id, array[t.id]) e
          where r.state = 'expected' and t.organization_id = r.organization_id and t.vendor_id = r.vendor_id
            and t.status in ('open', 'suggested') and t.amount between 0.01 and r.total_amount and e.remittance_id = r.id
          order by t.booked_on, t.id limit 1))),
      'lines', (
        select coalesce(jsonb_agg(jsonb_build_object('kind', l.kind, 'line', l.line_number, 'reference', l.reference, 'name', l.name,
          'dates', l.dates, 'gross', l.gross, 'text', l.note, 'amount', l.amount, 'ours', l.ours,
          'commission', shown.commission) order by l.line_number nulls last, l.commission_id), '[]')
        from unnest(compared) l
        left join (
          select (c ->> 'commission_id')::uuid as id, c as commission
          from jsonb_array_elements(private.bank_commission_rows(r.organization_id, array(
            select distinct x.commission_id from unnest(compared) x where x.commission_id is not null))) c) shown on shown.id = l.commission_id))
    from public.vendors v where v.organization_id = r.organization_id and v.id = r.vendor_id);
end $$;
comment on function public.get_vendor_statement is 'A statement that came without a deposit, its lines beside commissions, what it
  does not list, and the deposit that came for it; null when there is none of that id.';
grant execute on function public.get_vendor_statement(uuid) to authenticated;

create function private.vendor_references(organization_id uuid, vendor_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(s.booking_reference), '[]')
  from (select s.booking_reference from public.sales s
    where s.organization_id = vendor_references.organization_id and s.vendor_id = vendor_references.vendor_id
    order by s.sale_date desc, s.id limit 5000) s
$$;
comment on function private.vendor_references is 'The references of a vendor''s latest 5,000 bookings, by which its statements are read.';

create function public.list_vendor_statements(vendor_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.bank_organization();
begin
  return jsonb_build_object(
    'rows', (
      select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'file_name', r.file_name, 'status', private.statement_status(r),
        'amount', r.total_amount - r.fee_amount, 'created_at', r.created_at, 'expected_on', r.expected_on)
        order by r.created_at desc, r.id), '[]')
      from (select x.* from public.bank_remittances x
        where x.organization_id = caller_organization_id and x.vendor_id = list_vendor_statements.vendor_id
        order by x.created_at desc, x.id limit 20) r),
    'count', (select count(*) from public.bank_remittances x
      where x.organization_id = caller_organization_id and x.vendor_id = list_vendor_statements.vendor_id),
    'references', private.vendor_references(caller_organization_id, list_vendor_statements.vendor_id));
end $$;
comment on function public.list_vendor_statements is 'The twenty latest statements of a vendor that came without a deposit, how many
  there are, and the references of its latest 5,000 bookings, by which a file is read: {rows, count, references}.';
grant execute on function public.list_vendor_statements(uuid) to authenticated;
