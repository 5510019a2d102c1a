-- Aging: what vendors owe, by days after the due day, and when they were last asked for it.

create function private.deposit_waits(organization_id uuid, vendor_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.bank_transactions t
    where t.organization_id = deposit_waits.organization_id and t.vendor_id = deposit_waits.vendor_id and t.amount > 0
      and (t.status in ('open', 'suggested') or t.unclaimed_amount > 0))
$$;
comment on function private.deposit_waits is 'Money of the vendor lies in the inbox or unclaimed.';

create function private.note_vendor_asked(
  organization_id uuid, vendor_id uuid, asked_by uuid, commissions_count int, amount numeric, although_deposit_waits boolean
) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.vendor_askings (organization_id, vendor_id, asked_on, asked_by, commissions_count, amount, although_deposit_waits)
  select o.id, note_vendor_asked.vendor_id, (now() at time zone o.time_zone)::date, note_vendor_asked.asked_by,
    note_vendor_asked.commissions_count, note_vendor_asked.amount, note_vendor_asked.although_deposit_waits
  from public.organizations o where o.id = note_vendor_asked.organization_id
$$;

create function public.record_vendor_asked(vendor_id uuid, although_deposit_waits boolean default false) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.admin_organization_id();
  deposit_waits constant boolean := private.deposit_waits(caller_organization_id, record_vendor_asked.vendor_id);
  owed record;
begin
  if caller_organization_id is null then
    return private.command_result('You do not have permission to ask vendors.', null, 'asking_is_for_admins');
  end if;
  select f.count as n, f.amount into owed
  from jsonb_to_record(private.owed_figures(caller_organization_id, vendor_id => record_vendor_asked.vendor_id))
    f(count int, amount numeric);
  if owed.n = 0 then
    return private.command_result('This vendor owes nothing that is overdue.', 'vendor_id', 'nothing_overdue');
  elsif deposit_waits and not coalesce(record_vendor_asked.although_deposit_waits, false) then
    return private.command_result('A deposit of this vendor waits in Bank. Match it before you ask.', 'vendor_id', 'deposit_waits');
  end if;
  perform private.note_vendor_asked(caller_organization_id, record_vendor_asked.vendor_id, auth.uid(), owed.n, owed.amount, deposit_waits);
  return private.command_result(null);
end $$;
comment on function public.record_vendor_asked is 'Notes that a vendor was asked today for all that is overdue. Where a deposit of
  it waits only with `although_deposit_waits`, which is kept. Admins only. {success, error, field}.';
grant execute on function public.record_vendor_asked(uuid, boolean) to authenticated;

create function private.last_asked(organization_id uuid, vendor_id uuid) returns date
language sql stable security definer set search_path = '' as $$
  select max(k.asked_on) from public.vendor_askings k
  where k.organization_id = last_asked.organization_id and k.vendor_id = last_asked.vendor_id
$$;
comment on function private.last_asked is 'When the caller''s organization last asked a vendor; null for never, and for agents.';

create function private.beside_owed(cells private.aging_cell[]) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object(
    'agents_paid', jsonb_build_object('count', coalesce(sum(c.paid_n), 0), 'amount', coalesce(sum(c.paid), 0),
      'advanced', coalesce(sum(c.advanced), 0)),
    'paid_short', jsonb_build_object('count', coalesce(sum(c.short_n), 0), 'amount', coalesce(sum(c.short), 0)))
  from unnest(cells) c
$$;
comment on function private.beside_owed is 'What stands beside a sum that is owed: where the agents were paid already, and what was
  paid in part.';

create function private.report_aging(p private.report_plan) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  tells_all constant boolean := private.is_admin();
  cells private.aging_cell[];
begin
  execute format('select array_agg(row(c.vendor_id, c.bucket, c.n, c.amount, c.oldest_due_on, c.paid_n, c.paid, c.advanced, c.short_n,
      c.short)::private.aging_cell)
    from (
      select f.vendor_id, b.bucket, count(*) as n, sum(f.open) as amount, min(f.due_on) as oldest_due_on,
        count(*) filter (where f.owed_agent_paid > 0) as paid_n, sum(f.owed_agent_paid) as paid, sum(f.advanced) as advanced,
        count(*) filter (where f.paid_short > 0) as short_n, sum(f.paid_short) as short
      from %s cross join lateral (select case when f.due_on is null then ''no_due_day'' when f.owed = 0 then ''not_due''
        when $4 - f.due_on <= 30 then ''0-30'' when $4 - f.due_on <= 60 then ''31-60'' when $4 - f.due_on <= 90 then ''61-90''
        else ''90+'' end as bucket) b
      where %s and %s group by 1, 2) c', private.report_facts(p.kind, counted => private.counted_by(p.organization_id, p.agent_id, null)), private.report_condition(p),
    private.report_days(1))
  into cells using p, array[p.first_day], array[p.last_day], p.today;
  return (
    with by_vendor as (
      select c.vendor_id, coalesce(sum(c.n) filter (where l.late), 0) as n, coalesce(sum(c.amount) filter (where l.late), 0) as amount,
        min(c.oldest_due_on) filter (where l.late) as oldest_due_on, jsonb_object_agg(c.bucket, c.amount) as buckets,
        private.beside_owed(array_agg(c)) as beside
      from unnest(cells) c cross join lateral (select c.bucket not in ('not_due', 'no_due_day') as late) l group by 1)
    select jsonb_build_object('report', 'aging', 'today', p.today, 'tracked_since', p.tracked_since,
      'books_closed_through', (select o.books_closed_through from public.organizations o where o.id = p.organization_id),
      'buckets', (select jsonb_agg(jsonb_build_object('bucket', k.bucket, 'count', coalesce(b.n, 0), 'amount', coalesce(b.amount, 0),
          'agents_paid', coalesce(b.paid, 0)) order by k.place)
        from unnest('{not_due,0-30,31-60,61-90,90+,no_due_day}'::text[]) with ordinality k(bucket, place)
        left join (
          select x.bucket, sum(x.n) as n, sum(x.amount) as amount, sum(x.paid) as paid from unnest(cells) x group by 1) b on b.bucket = k.bucket),
      'vendors', (select coalesce(jsonb_agg(jsonb_build_object(
          'vendor', jsonb_build_object('id', v.id, 'name', v.name, 'email', case when tells_all then v.email end, 'logo_url', v.logo_url),
          'count', b.n, 'amount', b.amount, 'oldest_due_on', b.oldest_due_on,
          'buckets', '{"not_due": 0, "0-30": 0, "31-60": 0, "61-90": 0, "90+": 0, "no_due_day": 0}'::jsonb || b.buckets,
          'deposit_waits', tells_all and b.n > 0 and private.deposit_waits(p.organization_id, v.id),
          'asked_on', case when tells_all then private.last_asked(p.organization_id, v.id) end) || b.beside
          order by b.oldest_due_on, b.amount desc, v.name, v.id), '[]')
        from by_vendor b join public.vendors v on v.id = b.vendor_id)) || private.beside_owed(cells));
end $$;
comment on function private.report_aging is 'What vendors have not paid of a plan''s commissions: {report, today, tracked_since,
  buckets: [{bucket, count, amount, agents_paid}], agents_paid: {count, amount, advanced}, paid_short: {count, amount}, vendors:
  [{vendor, count, amount, oldest_due_on, buckets, agents_paid, paid_short, deposit_waits, asked_on}]}. count and amount of a vendor
  are of what is overdue, and so is what stands beside; who owes longest stands first. The bank, addresses and when a vendor was
  asked are the admins''.';
