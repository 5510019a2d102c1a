import { yearsThatDisagree } from '../support/agent-year-oracle';
import { ask } from '../support/bank';
import { sql, sqlOne } from '../support/database';
import { createTestAgency, readyToPay, type Person, type TestAgency } from '../support/test-agency';

/**
 * docs/product/reports.md, Paid to agents in a year: bonuses, corrections, recalls and single payments count, what came back does not. Random histories
 * are in payout-concurrency.
 */

let agency: TestAgency;
beforeEach(async () => {
  agency = await createTestAgency();
});
afterEach(async () => {
  const { organizationId } = agency;
  // From rows, and from the totals of months.
  for (const again of ['select 1', `select private.refresh_report_totals_of('${organizationId}', null)`]) {
    await sql(again);
    expect(await yearsThatDisagree(agency, [agency.agent, agency.rival, agency.admin])).toEqual([]);
  }
  expect(await sql('select * from private.check_report_totals($1)', [organizationId])).toEqual([]);
});

interface Figures {
  n: number;
  paid: number;
  commissions: number;
  adjustments: number;
  carried_in: number;
  carried_out: number;
}
interface Report {
  rows: { key: string; figures: Figures; before: Figures | null }[];
  total: Figures;
  before: Figures | null;
}

const year = async () =>
  (await sqlOne<{ year: number }>('select extract(year from now())::int as year')).year;
const report = (person: Person, more: object = {}) =>
  ask<Report>(person, 'run_report', { definition: { report: 'agents_year', ...more } });

const adjust = (kind: string, amount: number) =>
  ask(agency.admin, 'add_payout_adjustment', { agent_id: agency.agent.id, kind, amount, note: 'Said why' });

// Holds reports-28
test('is statements and single payments with their parts, agent by agent', async () => {
  const now = await year();
  // 60 and a bonus of 15.50 last year; 60, less a recall of 20 and a correction of 70 this year: 30 are carried on.
  const first = await agency.sale({ reference: 'YR-1', paid: true });
  await adjust('bonus', 15.5);
  await agency.payout({ paid: `${now - 1}-12-31` });
  await agency.sale({ reference: 'YR-2', paid: true });
  const recall = { commission_id: first.commissionId, amount: 20, note: 'No-show' };
  expect(await ask(agency.admin, 'record_recall', recall)).toMatchObject({ success: true });
  await adjust('correction', -70);
  await agency.payout({ paid: `${now}-01-01` });
  // 120 less what was carried, and 60 alone.
  await agency.sale({ reference: 'YR-3', amount: 2000, paid: true });
  await agency.payout({ paid: `${now}-02-01` });
  const sale = await agency.sale({ agent: agency.rival, reference: 'YR-4', paid: true });
  await ask(agency.admin, 'record_agent_payment', {
    ...(await readyToPay(agency, sale.id)),
    payment_date: `${now}-02-28`,
  });

  const { rows, total, before } = await report(agency.admin, { compare: 'year' });
  const agent = rows.find(({ key }) => key === agency.agent.id);
  expect(agent?.figures).toMatchObject({
    ...{ n: 2, commissions: 180, adjustments: -90, carried_in: -30, carried_out: -30, paid: 90 },
  });
  expect(agent?.before).toMatchObject({ n: 1, commissions: 60, adjustments: 15.5, paid: 75.5 });
  for (const { paid, commissions, adjustments, carried_in, carried_out } of [total, before!])
    expect(commissions + adjustments + carried_in - carried_out).toBe(paid);
  const behind = await ask<{
    rows: { number: string | null; reference: string; statement_id: string | null }[];
  }>(agency.admin, 'get_report_rows', { definition: { report: 'agents_year' } });
  expect(behind.rows.map(({ number, reference }) => number ?? reference)).toEqual([
    'YR-4',
    `${now}-02-01`,
    `${now}-01-01`,
  ]);
  // An agent is told of nobody else.
  expect((await report(agency.rival)).total).toMatchObject({ n: 1 });
  expect((await report(agency.rival, { agent_id: agency.agent.id })).total).toMatchObject({ n: 0, paid: 0 });
});

// Holds reports-29
test('what came back counts in no year, and what pays it again in the year of its own day', async () => {
  const now = await year();
  await agency.sale({ reference: 'YR-5', paid: true });
  const id = await agency.payout({ paid: `${now - 1}-12-30` });
  const statement = await sqlOne<{ id: string }>(
    'select id from public.payout_statements where batch_id = $1',
    [id],
  );
  await ask(agency.admin, 'void_statement_payment', { statement_id: statement.id, reason: 'Account closed' });
  for (const range of ['last_year', 'this_year'])
    expect((await report(agency.admin, { range })).total).toMatchObject({ n: 0, paid: 0 });
  await agency.payout({ paid: `${now}-01-02` });
  expect((await report(agency.admin, { range: 'last_year' })).total).toMatchObject({ n: 0, paid: 0 });
  expect((await report(agency.admin)).total).toMatchObject({ n: 1, commissions: 0, paid: 60 });
  const { paid } = await ask<{ paid: { payments: { amount: number; voided_on: string | null }[] } }>(
    agency.owner,
    'get_member_profile',
    { member_id: agency.agent.id },
  );
  expect(paid.payments.map(({ amount, voided_on: voided }) => [amount, voided !== null])).toEqual([
    [60, false],
    [60, true],
  ]);
});

// Holds reports-30
test('what an agent exports leaves out what came back', async () => {
  await agency.sale({ reference: 'YR-6', agentPaid: true });
  await agency.sale({ reference: 'YR-7', paid: true });
  await agency.payout({ paid: '2026-06-15' });
  const exported = async () => {
    const { api } = agency.agent;
    const statements = await api
      .from('payout_statements')
      .select('id, payment_voids(id)')
      .is('payment_voids', null);
    const singles = await api
      .from('agent_payments')
      .select('id, payment_voids(id)')
      .is('batch_id', null)
      .is('payment_voids', null);
    return [statements.data?.length, singles.data?.length];
  };
  expect(await exported()).toEqual([1, 1]);
  const [payment] = await sql<{ id: string }>(
    'select id from public.agent_payments where organization_id = $1 and batch_id is null',
    [agency.organizationId],
  );
  await ask(agency.admin, 'void_agent_payment', { payment_id: payment?.id, reason: 'Check lost' });
  expect(await exported()).toEqual([1, 0]);
  const [statement] = await sql<{ id: string }>(
    'select id from public.payout_statements where organization_id = $1',
    [agency.organizationId],
  );
  await ask(agency.admin, 'void_statement_payment', {
    statement_id: statement?.id,
    reason: 'Account closed',
  });
  expect(await exported()).toEqual([0, 0]);
});

// Holds reports-31
test('is of no single vendor', async () => {
  const asked = { definition: { report: 'agents_year', vendor_id: agency.vendorId } };
  await expect(ask(agency.admin, 'run_report', asked)).rejects.toThrow('Choose no vendor.');
});
