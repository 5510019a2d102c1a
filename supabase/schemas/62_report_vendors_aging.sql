-- Aging: what vendors owe, by days after the due day, and when they were last asked for it.

-- That a vendor was asked for what it owes. Kept as it was: what was owed then.
create table public.vendor_askings (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null default private.current_organization_id(),
  vendor_id uuid not null,
  asked_on date not null default private.today(),
  asked_by uuid default auth.uid(),
  commissions_count integer not null,
  amount numeric(14,2) not null,
  created_at timestamptz not null default now(),
  constraint vendor_askings_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint vendor_askings_vendor_id_fkey foreign key (vendor_id, organization_id) references public.vendors (id, organization_id)
    on delete cascade,
  constraint vendor_askings_asked_by_fkey foreign key (asked_by, organization_id) references public.users (id, organization_id),
  constraint vendor_askings_commissions_count_range check (commissions_count > 0),
  constraint vendor_askings_amount_range check (amount between 0 and 999999999999.99),
  constraint vendor_askings_asked_on_range check (asked_on between '1900-01-01' and '2199-12-31')
);
alter table public.vendor_askings enable row level security;

create index vendor_askings_organization_id_vendor_id_idx on public.vendor_askings (organization_id, vendor_id, asked_on desc);

create policy "admins read when vendors of their organization were asked" on public.vendor_askings
  for select to authenticated using (
    organization_id = (select private.current_organization_id()) and (select private.is_admin()));

grant select on public.vendor_askings to authenticated;

-- Money of the vendor lies in the inbox or unclaimed.
create function private.deposit_waits(organization_id uuid, vendor_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.bank_transactions t
    where t.organization_id = deposit_waits.organization_id and t.vendor_id = deposit_waits.vendor_id and t.amount > 0
      and (t.status in ('open', 'suggested') or t.unclaimed_amount > 0))
$$;

-- Notes that a vendor was asked today for all that is overdue. Admins only. {success, error, field}.
create function public.record_vendor_asked(vendor_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  caller_organization_id uuid := private.admin_organization_id();
  owed record;
begin
  if caller_organization_id is null then
    return private.command_result('You do not have permission to ask vendors.');
  end if;
  select count(*) as n, sum(c.open_amount) as amount into owed
  from public.commissions c
  where c.organization_id = caller_organization_id and c.vendor_id = record_vendor_asked.vendor_id and c.status = 'unpaid'
    and c.open_amount > 0 and c.due_on < private.today();
  if owed.n = 0 then
    return private.command_result('This vendor owes nothing that is overdue.', 'vendor_id');
  elsif private.deposit_waits(caller_organization_id, record_vendor_asked.vendor_id) then
    return private.command_result('A deposit of this vendor waits in Bank. Match it before you ask.', 'vendor_id');
  end if;
  insert into public.vendor_askings (organization_id, vendor_id, commissions_count, amount)
  values (caller_organization_id, record_vendor_asked.vendor_id, owed.n, owed.amount);
  return private.command_result(null);
end $$;
grant execute on function public.record_vendor_asked(uuid) to authenticated;

-- When the caller's organization last asked a vendor; null for never, and for agents.
create function private.last_asked(organization_id uuid, vendor_id uuid) returns date
language sql stable security definer set search_path = '' as $$
  select max(k.asked_on) from public.vendor_askings k
  where k.organization_id = last_asked.organization_id and k.vendor_id = last_asked.vendor_id
$$;

-- What vendors owe of a plan's commissions: {report, today, buckets: [{bucket, count, amount}], vendors: [{vendor, count, amount,
-- oldest_due_on, buckets, deposit_waits, asked_on}]}. count and amount of a vendor are of what is overdue. The bank, addresses and when
-- a vendor was asked are the admins'.
create function private.report_aging(p private.report_plan) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  tells_all constant boolean := private.is_admin();
begin
  return (
    with owed as materialized (
      select c.vendor_id, c.open_amount as amount, c.due_on, case when c.due_on >= p.today then 'not_due'
        when p.today - c.due_on <= 30 then '0-30' when p.today - c.due_on <= 60 then '31-60' when p.today - c.due_on <= 90 then '61-90'
        else '90+' end as bucket
      from public.commissions c
      where c.organization_id = p.organization_id and c.status = 'unpaid' and c.open_amount > 0
        and c.due_on between p.first_day and p.last_day and (p.agent_id is null or c.agent_id = p.agent_id)
        and (p.vendor_ids is null or c.vendor_id = any (p.vendor_ids))
    ), by_both as (
      select o.vendor_id, o.bucket, count(*) as n, sum(o.amount) as amount, min(o.due_on) as oldest_due_on from owed o group by 1, 2
    ), by_vendor as (
      select b.vendor_id, coalesce(sum(b.n) filter (where b.bucket <> 'not_due'), 0) as n,
        coalesce(sum(b.amount) filter (where b.bucket <> 'not_due'), 0) as amount,
        min(b.oldest_due_on) filter (where b.bucket <> 'not_due') as oldest_due_on, jsonb_object_agg(b.bucket, b.amount) as buckets
      from by_both b group by 1)
    select jsonb_build_object('report', 'aging', 'today', p.today,
      'buckets', (select jsonb_agg(jsonb_build_object('bucket', k.bucket, 'count', coalesce(b.n, 0), 'amount', coalesce(b.amount, 0))
          order by k.place)
        from unnest('{not_due,0-30,31-60,61-90,90+}'::text[]) with ordinality k(bucket, place)
        left join (select x.bucket, sum(x.n) as n, sum(x.amount) as amount from by_both x group by 1) b on b.bucket = k.bucket),
      'vendors', (select coalesce(jsonb_agg(jsonb_build_object(
          'vendor', jsonb_build_object('id', v.id, 'name', v.name, 'email', case when tells_all then v.email end, 'logo_url', v.logo_url),
          'count', b.n, 'amount', b.amount, 'oldest_due_on', b.oldest_due_on,
          'buckets', '{"not_due": 0, "0-30": 0, "31-60": 0, "61-90": 0, "90+": 0}'::jsonb || b.buckets,
          'deposit_waits', tells_all and b.n > 0 and private.deposit_waits(p.organization_id, v.id),
          'asked_on', case when tells_all then private.last_asked(p.organization_id, v.id) end)
          order by b.amount desc, v.name, v.id), '[]')
        from by_vendor b join public.vendors v on v.id = b.vendor_id)));
end $$;
