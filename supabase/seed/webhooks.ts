import type { Client } from 'pg';
import type { Agency } from './agency';
import { asPerson } from './as-person';
import type { Calendar } from './calendar';
import { daysAgo, type Subjects } from './subjects';

/** Names that are reserved for examples: they lead nowhere. */
const PAYROLL = 'https://payroll.harbourvale.example/paperplane';
const CRM = 'https://crm.harbourvale.example/in';

const ADD = `select public.add_webhook_endpoint($1, $2) ->> 'id' as id`;

const MADE = `update private.webhook_endpoints set created_at = $2 where id = $1`;

/** Rotated two weeks ago: the secret before it signs for as long again. */
const ROTATED = `
  update private.webhook_secrets set made_at = made_at - interval '60 days', ends_at = ends_at - interval '15 days'
  where endpoint_id = $1 and ends_at is not null`;
const SINCE_ROTATED = `
  update private.webhook_secrets set made_at = made_at - interval '15 days' where endpoint_id = $1 and ends_at is null`;

/**
 * When the program that keeps customers stopped to answer: so that it was switched off behind the second sale since agents were paid last,
 * and the latest deliveries show both programs; where that is not three days ago, at the last sale of before.
 */
const STOPPED = `
  with history as (
    select h.created_at as at from public.sales_history h where h.organization_id = $1
  ), second as (
    select h.at from history h
    where h.at > (select max(p.created_at) from public.agent_payments p where p.organization_id = $1 and p.created_at < now())
    order by h.at offset 1 limit 1)
  select coalesce(min(h.at) filter (where h.at + interval '3 days' > (select s.at from second s)), max(h.at)) as at
  from history h where h.at between now() - interval '24 days' and now() - interval '3 days 1 hour'`;

/** What happened in the last four weeks, as the outbox has it; to who was not asked any more nothing was written. */
const EVENTS = `
  insert into private.webhook_events (organization_id, type, record_type, record_id, happened_at, data)
  select $1, e.type, e.record_type, e.record_id, e.at, e.data
  from (
    select 'sale.' || case when h.change_type = 'create' then 'created' when h.new_data ->> 'status' in ('paid', 'cancelled')
        then h.new_data ->> 'status' else 'changed' end as type, 'sales' as record_type, s.id as record_id, h.created_at as at,
      jsonb_build_object('id', s.id, 'reference', s.booking_reference, 'status', s.status, 'version', h.version, 'customer_id', s.customer_id,
        'vendor_id', s.vendor_id, 'agent_id', s.agent_id, 'sale_date', s.sale_date, 'travel_date', s.travel_date, 'return_date', s.return_date,
        'total_amount', s.total_amount::text, 'commission_amount', s.commission_amount::text, 'fee_amount', s.fee_amount::text,
        'currency', s.currency) as data
    from public.sales_history h join public.sales s on s.id = h.sales_id
    where h.organization_id = $1 and h.created_at < $2::timestamptz + interval '3 days'
    union all
    select 'commission.paid', 'commissions', p.commission_id, p.created_at, jsonb_build_object('id', p.commission_id, 'kind', 'vendor',
      'sale_id', c.sales_id, 'agent_id', p.agent_id, 'share_id', null, 'role', 'seller', 'payment_id', p.id, 'payout_id', p.batch_id,
      'paid_on', p.payment_date, 'amount', p.amount::text, 'currency', 'USD')
    from public.agent_payments p join public.commissions c on c.id = p.commission_id
    where p.organization_id = $1
    union all
    select 'payout.paid', 'payouts', b.id, b.paid_at, jsonb_build_object('id', b.id, 'paid_on', b.paid_on, 'statements', count(*),
      'amount', sum(s.paid_amount)::text, 'currency', b.currency)
    from public.payout_batches b join public.payout_statements s on s.batch_id = b.id
    where b.organization_id = $1 and b.status = 'paid' group by b.id) e
  where e.at between now() - interval '28 days' and now()
  order by e.at, e.type, e.record_id`;

const TAKEN = `
  update private.webhook_deliveries d set state = 'delivered', tries = 1, first_tried_at = t.at, tried_at = t.at, next_try_at = t.at,
    delivered_at = t.at, status = 200, duration_ms = t.took
  from (
    select v.id, v.happened_at + interval '6 seconds' as at, 120 + (v.number * 37 % 300)::int as took
    from private.webhook_events v where v.organization_id = $1) t
  where d.organization_id = $1 and d.event_id = t.id`;

/** From then on it said that it is busy: the first event of each record has been tried for as long as it waits, the later ones wait for it. */
const NOT_TAKEN = `
  with waiting as (
    select d.id, v.happened_at, row_number() over (partition by d.record_id order by d.number) = 1 as is_first
    from private.webhook_deliveries d join private.webhook_events v on v.id = d.event_id
    where d.endpoint_id = $1 and v.happened_at >= $2::timestamptz)
  update private.webhook_deliveries d set state = 'waiting', delivered_at = null, next_try_at = $2::timestamptz + interval '3 days',
    tries = case when w.is_first then 1 + (select count(*) from unnest('{5,35,155,455,1355,3155,6755,13955,28355,57155,100355,172355,259200}'::int[]) p(seconds)
      where w.happened_at + make_interval(secs => p.seconds) <= $2::timestamptz + interval '3 days 1 minute') else 0 end,
    first_tried_at = case when w.is_first then d.first_tried_at end,
    tried_at = case when w.is_first then $2::timestamptz + interval '3 days' end,
    status = case when w.is_first then 503 end, duration_ms = case when w.is_first then d.duration_ms end,
    answer = case when w.is_first then 'Down for maintenance' end
  from waiting w where d.id = w.id`;

/** By itself, and owners were told, as the third day without an answer does it. */
const SWITCHED_OFF = `
  with off as (
    update private.webhook_endpoints e set failing_since = $2::timestamptz, failures = 30, switched_off_at = $2::timestamptz + interval '3 days'
    where e.id = $1 returning e.*), audited as (
    select private.audit(e.organization_id, 'webhook_switched_off', null, e.id,
      private.audit_change('address', private.webhook_host(e.url), null), by_itself => true) from off e), told as (
    select private.tell_of_webhook(e, 'webhook_switched_off', jsonb_build_object('host', private.webhook_host(e.url))) from off e)
  select (select count(*) from audited), (select count(*) from told)`;
const READ = `
  update public.notifications set is_read = true, created_at = $2::timestamptz + interval '3 days'
  where organization_id = $1 and type = 'webhook'`;

/**
 * Two endpoints: a payroll program that takes what it is told, and one that keeps customers, has taken nothing for three days and was
 * switched off, so that nobody is asked until somebody says so.
 */
export async function writeWebhooks(
  client: Client,
  { id }: Agency,
  { owner }: Subjects,
  calendar: Calendar,
): Promise<void> {
  const add = async (url: string, events: string[]) =>
    (await client.query<{ id: string }>(ADD, [url, events])).rows[0]?.id;
  await asPerson(client, owner.id, async () => {
    const payroll = await add(PAYROLL, ['commission.paid', 'payout.*']);
    const crm = await add(CRM, ['customer.*', 'sale.*']);
    await client.query('select public.rotate_webhook_secret($1)', [payroll]);
    await client.query(ROTATED, [payroll]);
    await client.query(SINCE_ROTATED, [payroll]);
    for (const [endpoint, days] of [
      [payroll, 61],
      [crm, 60],
    ] as const)
      await client.query(MADE, [endpoint, daysAgo(calendar, days, '15:30')]);
    const { rows } = await client.query<{ at: Date }>(STOPPED, [id]);
    const stopped = rows[0]?.at;
    await client.query(EVENTS, [id, stopped]);
    await client.query(TAKEN, [id]);
    await client.query(NOT_TAKEN, [crm, stopped]);
    await client.query(SWITCHED_OFF, [crm, stopped]);
    await client.query(READ, [id, stopped]);
  });
}
