import { yearsThatDisagree } from '../support/agent-year-oracle';
import { asCaller } from '../support/claims';
import { sql } from '../support/database';
import { faults, type PayoutPage } from '../support/payouts';
import { OPERATIONS, type ConcurrentRun } from '../support/payout-operations';
import { comparePayouts, createRun, runConcurrently, settle } from '../support/payout-concurrency';
import { SEED, SOAK } from '../support/soak';
import { createTestAgency, type TestAgency } from '../support/test-agency';
import { differences, misread } from '../support/totals';

/**
 * Twenty people at once: they sell, cancel, pay one by one and by payouts, void payments, hold, adjust, recall, match and unmatch what the bank
 * says. After every round, to the cent: statements, payments, lines, balances and totals agree, and each agent is told what the next
 * payout pays.
 */
const [ROUNDS, COUNT] = SOAK ? [50, 200] : [4, 40];
const WORKERS = 6;
jest.setTimeout(SOAK ? 60 * 60_000 : 240_000);

/** Rules of payouts that hold for a whole organization, beside `faults`. */
const broken = (organizationId: string) =>
  sql<{ rule: string; about: string }>(
    `select 'paid twice' as rule, p.commission_id::text as about from public.agent_payments p where p.organization_id = $1
     group by p.commission_id having count(*) > 1
     union all
     select 'taken back more than paid', l.commission_id::text from public.payout_lines l
     where l.organization_id = $1 and l.kind in ('recall', 'correction') and l.commission_id is not null group by l.commission_id
     having -sum(l.amount) > (select sum(c.agent_amount) from public.commissions c where c.id = l.commission_id)
     union all
     select 'line without its payment', l.id::text from public.payout_lines l join public.payout_batches b on b.id = l.batch_id
     where l.organization_id = $1 and l.kind = 'commission' and b.status = 'paid' and not exists (
       select 1 from public.agent_payments p where p.commission_id = l.commission_id and p.batch_id = l.batch_id
         and p.amount = l.amount and p.agent_id = l.agent_id)
     union all
     select 'payment without its line', p.id::text from public.agent_payments p where p.organization_id = $1
       and p.batch_id is not null and not exists (
         select 1 from public.payout_lines l where l.commission_id = p.commission_id and l.batch_id = p.batch_id)
     union all
     select 'recall of the bank', a.id::text from public.bank_allocations a join public.commissions c on c.id = a.commission_id
     where a.organization_id = $1 and a.amount < 0 and not exists (
       select 1 from public.payout_lines l where l.transaction_id = a.transaction_id and l.commission_id = a.commission_id)
       and c.status = 'agent_paid' and exists (select 1 from public.agent_payments p where p.commission_id = c.id
         and p.created_at < a.created_at) and private.recallable_share(private.sellers_share($1, c.id)) > 0
     union all
     select 'line of the bank without its match', l.id::text from public.payout_lines l where l.organization_id = $1
       and l.transaction_id is not null and not exists (
         select 1 from public.bank_allocations a where a.transaction_id = l.transaction_id and a.commission_id = l.commission_id)
     union all
     select 'line in a discarded payout', l.id::text from public.payout_lines l join public.payout_batches b on b.id = l.batch_id
     where l.organization_id = $1 and b.status = 'discarded'
     union all
     select 'void', v.id::text from public.payment_voids v
     left join public.payout_statements s on s.id = v.statement_id
     left join public.agent_payments p on p.id = v.payment_id and p.batch_id is null
     left join public.payout_lines l on l.id = v.line_id and l.kind = 'returned' and l.agent_id = v.agent_id
     where v.organization_id = $1 and (l.amount is distinct from -v.amount
       or coalesce(s.paid_amount, p.amount) is distinct from -v.amount)
     union all
     select 'changed while it was scheduled', l.id::text from public.payout_lines l
     join public.payout_batches b on b.id = l.batch_id and b.status = 'scheduled'
     join public.commissions c on c.id = l.commission_id and l.kind = 'commission'
     where l.organization_id = $1 and (c.status, c.agent_amount, c.agent_id) is distinct from ('funds_received', l.amount, l.agent_id)
     union all
     select 'paid otherwise than it was scheduled', b.name from public.payout_batches b
     join public.payout_statements s on s.batch_id = b.id
     where b.organization_id = $1 and b.status = 'paid' and b.scheduled_at is not null
       and (b.paid_by <> b.scheduled_by or b.paid_on <> b.planned_on or s.paid_on <> b.planned_on)
     union all
     select 'share', c.id::text from public.commissions c
     cross join lateral (select coalesce(sum(l.amount), 0) as all_of_it, coalesce(sum(l.amount) filter (where l.kind = 'correction'), 0) as corrected
       from public.payout_lines l where l.commission_id = c.id and l.kind in ('correction', 'recall')) l
     -- What is paid or scheduled is corrected, to no less than nothing; what is not is the share itself.
     where c.organization_id = $1 and c.agent_amount + l.corrected <> round(coalesce(c.share_base, c.amount) * c.commission_split / 100, 2)
       and (c.status <> 'agent_paid' or c.agent_amount + l.all_of_it <> 0)
     union all
     select 'payments are what is paid', 'sum' where (
       select coalesce(sum(agent_amount), 0) from private.totals('commission', $1, null, '1900-01-01', '2199-12-31')
       where status = 'agent_paid') <> (
       select coalesce(sum(amount), 0) from public.agent_payments where organization_id = $1)`,
    [organizationId],
  );

/** Approvals since a moment at which a second person was asked for, by somebody who changed what nobody else had seen. */
const approvedAlone = (organizationId: string, since: string) =>
  sql(
    `select a.batch_id, a.done_at from public.payout_events a
     cross join lateral (select max(r.done_at) as at from public.payout_events r
       where r.batch_id = a.batch_id and r.action in ('approved', 'handed_over') and r.done_at < a.done_at) seen
     join public.payout_events e on e.batch_id = a.batch_id and e.done_by = a.done_by and e.done_at < a.done_at
       and (seen.at is null or e.done_at > seen.at or e.done_at = seen.at and e.action = 'handed_over')
     where a.organization_id = $1 and a.action = 'approved' and a.done_at > $2 and e.action <> 'reopened'`,
    [organizationId, since],
  );

let state: ConcurrentRun;
let agency: TestAgency;
beforeAll(async () => {
  agency = await createTestAgency();
  state = await createRun(agency, SEED);
  await sql(`update public.organizations set agents_paid_on = 'received' where id = $1`, [
    agency.organizationId,
  ]);
});

/** What an admin would see after starting a payout; taken back. */
const asAdmin = (run: (query: (text: string) => Promise<unknown>) => Promise<PayoutPage | null>) =>
  asCaller(agency.admin, (client) =>
    run(async (text) => Object.values((await client.query<Record<string, unknown>>(text)).rows[0] ?? {})[0]),
  );

// Holds reports-32
test(`nobody is paid twice, every sum agrees and each agent is told the truth, whatever twenty people do (seed ${SEED})`, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    // Another minimum from time to time; in every other round a second person approves.
    const [{ now } = { now: '' }] = await sql<{ now: string }>(
      `update public.organizations set payout_minimum_amount = $2, payout_second_approval = $3 where id = $1
       returning clock_timestamp()::text as now`,
      [agency.organizationId, [0, 0, 75, 400][state.random(4)], round % 2 === 0],
    );
    expect(await runConcurrently(state, COUNT, WORKERS)).toEqual([]);
    if (round % 2) expect(await settle(state)).toEqual([]);
    else expect(await approvedAlone(agency.organizationId, now)).toEqual([]);
    expect(await faults(agency.organizationId)).toEqual([]);
    expect(await broken(agency.organizationId)).toEqual([]);
    expect(await differences(agency.organizationId)).toEqual([]);
    expect(await misread(agency.organizationId, [['2026-01-01', '2026-12-31']])).toEqual([]);
    expect(await comparePayouts(state, asAdmin)).toEqual([]);
    if (round % 2) await sql('select private.refresh_report_totals_of($1, 6)', [agency.organizationId]);
    expect(await yearsThatDisagree(agency, state.agents)).toEqual([]);
    expect(await sql('select * from private.check_report_totals($1)', [agency.organizationId])).toEqual([]);
    if (SOAK) process.stdout.write(`${(round + 1) * COUNT} operations\n`);
  }
  if (SOAK) process.stdout.write(`${JSON.stringify([state.done, state.refused])}\n`);
  // A plan in which nothing happens proves nothing.
  expect(Object.keys(state.done).length).toBeGreaterThan(OPERATIONS.length / 2);
  const [paid] = await sql<{ payouts: number; statements: number }>(
    `select count(distinct batch_id)::int as payouts, count(*)::int as statements from public.payout_statements
     where organization_id = $1`,
    [agency.organizationId],
  );
  expect(paid?.payouts).toBeGreaterThan(0);
});
