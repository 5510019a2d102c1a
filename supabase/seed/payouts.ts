import type { Client } from 'pg';
import { asPerson } from './as-person';

/** How many months before this one were paid by payouts. */
const MONTHS = 4;

/**
 * What agents were paid in a month ($2 months ago), as one payout on the last day on which somebody was paid: payout, lines,
 * payments and history as approving and paying write them.
 */
const PAID_PAYOUT = `
  with people as (
    select (select id from public.users where organization_id = $1 and role <> 'agent' order by role, created_at, id limit 1) as payer,
      (select id from public.users where organization_id = $1 and role = 'owner' order by created_at, id limit 1) as approver
  ), month as (
    select date_trunc('month', now() - $2 * interval '1 month')::date as first_day
  ), payments as materialized (
    select p.* from public.agent_payments p, month m
    where p.organization_id = $1 and p.payment_date >= m.first_day and p.payment_date < m.first_day + interval '1 month'
      and p.payment_date < now()::date
  ), batch as (
    insert into public.payout_batches (organization_id, name, currency, status, planned_on, created_by, created_at, changed_by,
      approved_by, approved_at, paid_by, paid_at, paid_on, reference, payment_key, version)
    select $1, to_char(m.first_day, 'FMMonth YYYY'), 'USD', 'paid', d.day, u.payer, d.day + time '16:00' - interval '4 days', u.payer,
      u.approver, d.day + time '09:00', u.payer, d.day + time '10:30', d.day, 'PAY-' || to_char(m.first_day, 'YYYY-MM'),
      gen_random_uuid(), 4
    from month m, people u, (select max(payment_date) as day from payments) d where d.day is not null
    returning *
  ), paid as (
    update public.agent_payments p set batch_id = b.id, payment_date = b.paid_on, reference = b.reference
    from batch b, payments x where p.id = x.id
    returning p.*
  ), days as (
    update public.commission_shares h set paid_on = b.paid_on from batch b, payments x where h.id = x.share_id
  ), events as (
    insert into public.payout_events (organization_id, batch_id, action, details, done_by, done_at)
    select $1, b.id, e.action, e.details, e.by, e.at
    from batch b cross join lateral (values
      ('started', jsonb_build_object('commissions', (select count(*) from payments)), b.created_by, b.created_at),
      ('approved', jsonb_build_object('amount', (select sum(amount) from payments)), b.approved_by, b.approved_at),
      ('paid', jsonb_build_object('amount', (select sum(amount) from payments)), b.paid_by, b.paid_at)) e(action, details, by, at)
  )
  insert into public.payout_lines (organization_id, batch_id, agent_id, kind, commission_id, share_id, amount, created_by, created_at)
  select p.organization_id, b.id, p.agent_id, 'commission', p.commission_id, p.share_id, p.amount, b.created_by, b.created_at
  from paid p, batch b
  returning batch_id`;

/** The statements of a payout whose lines are there. */
const STATEMENTS = `
  insert into public.payout_statements (organization_id, batch_id, agent_id, number, commission_amount, adjustment_amount,
    carried_in, carried_out, paid_amount, paid_on, payment_method, reference, content, created_at)
  select b.organization_id, b.id, l.agent_id,
    to_char(b.paid_on, 'YYYY-MM-') || to_char(row_number() over (order by u.last_name, u.first_name, u.id), 'FM999999900'),
    l.amount, 0, 0, 0, l.amount, b.paid_on, 'check', b.reference,
    jsonb_build_object('agency', private.statement_agency(b.organization_id),
      'agent', jsonb_build_object('first_name', u.first_name, 'last_name', u.last_name), 'payout', b.name, 'currency', b.currency,
      'account', null, 'lines', private.statement_lines(b, l.agent_id)), b.paid_at
  from public.payout_batches b
  join (select batch_id, agent_id, sum(amount) as amount from public.payout_lines group by 1, 2) l on l.batch_id = b.id
  join public.users u on u.id = l.agent_id
  where b.id = $1`;

const ACCOUNT = `
  select private.write_bank_details($1, $2, jsonb_build_object('kind', 'us', 'holder_name', $3::text, 'routing_number', '021000021',
    'account_number', $4::text, 'account_type', 'checking', 'company_id', '123456789'))`;

/** Agents by what waits for them, the demo's own first. */
const AGENTS = `
  select u.id, u.first_name || ' ' || u.last_name as name from public.users u join public.user_emails e on e.user_id = u.id
  join public.commissions c on c.agent_id = u.id and c.status = 'funds_received' and c.sale_paid
  where u.organization_id = $1 and u.role = 'agent'
  group by u.id, e.email order by (e.email like 'agent@%') desc, count(*) desc, u.id`;

/**
 * An agency that pays by payouts: some months paid with their statements, and a draft with a bonus, a recall and a held line. Two
 * agents have given bank details.
 */
export async function writePayouts(client: Client, organizationId: string): Promise<void> {
  for (let ago = MONTHS; ago >= 1; ago -= 1) {
    const { rows } = await client.query<{ batch_id: string }>(PAID_PAYOUT, [organizationId, ago]);
    if (rows[0]) await client.query(STATEMENTS, [rows[0].batch_id]);
  }
  const { rows: agents } = await client.query<{ id: string; name: string }>(AGENTS, [organizationId]);
  const { rows: admins } = await client.query<{ id: string; name: string }>(
    `select u.id, o.name from public.users u join public.organizations o on o.id = u.organization_id
     where u.organization_id = $1 and u.role <> 'agent' order by u.role, u.created_at, u.id limit 1`,
    [organizationId],
  );
  const [admin, [first, second, third]] = [admins[0], agents];
  if (!admin || !first || !second || !third) return;
  await client.query(ACCOUNT, [organizationId, null, admin.name, '1122334410']);
  await client.query(ACCOUNT, [organizationId, first.id, first.name, '7788996613']);
  await client.query(ACCOUNT, [organizationId, second.id, second.name, '5544330482']);
  await asPerson(client, admin.id, () =>
    writeDraft(client, organizationId, { first: first.id, third: third.id }),
  );
}

async function writeDraft(client: Client, organizationId: string, agents: { first: string; third: string }) {
  await client.query(`select public.start_payout(null, (now() + interval '3 days')::date)`);
  await client.query(`select public.add_payout_adjustment($1, 'bonus', 150, 'Cruise contest, first place')`, [
    agents.first,
  ]);
  await client.query(
    `select public.hold_commission(l.commission_id, 'The vendor asked for one traveler’s share back. We wait for their letter.')
     from public.payout_lines l where l.organization_id = $1 and l.agent_id = $2 and l.batch_id in (
       select id from public.payout_batches where status = 'draft') and l.kind = 'commission'
     order by l.amount, l.id limit 1`,
    [organizationId, agents.first],
  );
  await client.query(
    `select public.record_recall(p.commission_id, round(p.amount / 2, 2), v.name || ' took half of the commission back')
     from public.agent_payments p join public.commissions c on c.id = p.commission_id join public.vendors v on v.id = c.vendor_id
     where p.organization_id = $1 and p.agent_id = $2 and p.amount > 20 order by p.payment_date desc, p.id limit 1`,
    [organizationId, agents.third],
  );
}
