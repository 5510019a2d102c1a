import { ask, createAccount } from '../support/bank';
import { deposit, match } from '../support/bank-matches';
import { sql } from '../support/database';
import { override, sharePayment, shareSale } from '../support/shares';
import { createTestAgency, readyToPay, type Person, type TestAgency } from '../support/test-agency';

/** Figures with shares: people by their part and their own amount, the agency each sale once, from rows and from totals. */
let agency: TestAgency;
let shared: { id: string; commissionId: string; share: string };
beforeEach(async () => {
  agency = await createTestAgency();
  const sale = await agency.sale({ reference: 'TOGETHER-1', commission: 300 });
  const [share = ''] = await shareSale(agency, sale.id, [{ person: agency.rival, percent: 25 }]);
  await agency.sale({ reference: 'ALONE-1', commission: 100 });
  const { id: commissionId } = (
    await sql<{ id: string }>('select id from public.commissions where sales_id = $1', [sale.id])
  )[0]!;
  shared = { id: sale.id, commissionId, share };
});

interface Figures {
  n: number;
  total: number;
  expected: number;
  received: number;
  agents: number;
  agency: number;
  paid: number;
}
interface Report {
  total: Figures;
  rows: { key: string; figures: Figures }[];
  others: Figures | null;
}
const report = (person: Person, definition: object) =>
  ask<Report>(person, 'run_report', {
    definition: { range: 'custom', from: '2020-01-01', to: '2040-12-31', ...definition },
  });
const keyed = ({ rows }: Report) => new Map(rows.map(({ key, figures }) => [key, figures]));

/** The vendor's money is here, all of it. */
const received = () =>
  ask(agency.admin, 'record_receipt', {
    commission_id: shared.commissionId,
    received_on: '2026-06-01',
    received_amount: 300,
  });

/** The same from the rows and from the totals, which say what the rows say. */
async function settled(read: () => Promise<void>) {
  await read();
  await sql('select private.refresh_totals_of($1, null)', [agency.organizationId]);
  await sql('select private.refresh_report_totals_of($1, null)', [agency.organizationId]);
  expect(await sql('select * from private.check_report_totals($1)', [agency.organizationId])).toEqual([]);
  expect(await sql('select * from private.check_totals($1)', [agency.organizationId])).toEqual([]);
  await read();
}

// Holds agreements-76
test('a report of sales has each person’s part, and of the agency the sale once, however it is grouped', () =>
  settled(async () => {
    const by = await report(agency.admin, { report: 'sales', group: 'agent' });
    const whole = (await report(agency.admin, { report: 'sales', group: 'month' })).total;
    expect(whole).toMatchObject({ n: 2, expected: 400 });
    expect(by.total).toEqual(whole);
    expect((await report(agency.admin, { report: 'sales', group: 'vendor' })).total).toEqual(whole);
    expect((await report(agency.admin, { report: 'sales', group: 'customer' })).total).toEqual(whole);
    expect(keyed(by).get(agency.agent.id)).toMatchObject({ n: 2, expected: 325 });
    expect(keyed(by).get(agency.rival.id)).toMatchObject({ n: 1, expected: 75 });
    expect(by.others).toBeNull();
    expect(by.rows.reduce((sum, { figures }) => sum + figures.total, 0)).toBe(whole.total);
    const own = (await report(agency.rival, { report: 'sales' })).total;
    expect(own).toEqual(keyed(by).get(agency.rival.id));
    expect((await report(agency.rival, { report: 'sales', group: 'customer' })).rows[0]?.figures).toEqual(
      own,
    );
    expect((await report(agency.admin, { report: 'sales', agent_id: agency.rival.id })).total).toEqual(own);
  }));

// Holds agreements-77
test('the agency keeps what all its people do not get, and each person’s report has their own amount', async () => {
  await received();
  await settled(async () => {
    const definition = { report: 'performance', basis: 'received' };
    // 75% at 60 and 25% at 80: 135 and 60 of 300.
    expect((await report(agency.admin, definition)).total).toMatchObject({
      n: 1,
      received: 300,
      agents: 195,
      agency: 105,
    });
    const by = await report(agency.admin, { ...definition, group: 'agent' });
    expect(by.total).toMatchObject({ n: 1, received: 300, agents: 195, agency: 105 });
    expect(keyed(by).get(agency.agent.id)).toMatchObject({ received: 225, agents: 135, agency: 90 });
    expect(keyed(by).get(agency.rival.id)).toMatchObject({ received: 75, agents: 60, agency: 15 });
    expect((await report(agency.rival, definition)).total).toMatchObject({ n: 1, received: 75, agents: 60 });
  });
  await override(agency, shared.commissionId, { person: agency.admin, amount: 15 });
  await settled(async () => {
    expect((await report(agency.admin, { report: 'performance', basis: 'received' })).total).toMatchObject({
      agents: 210,
      agency: 90,
    });
  });
});

// Holds agreements-81
test('the rows behind a person’s figure have their part, and come to it', async () => {
  await received();
  const answer = await ask<{ count: number; figures: Figures; rows: Record<string, unknown>[] }>(
    agency.rival,
    'get_report_rows',
    {
      definition: {
        report: 'performance',
        basis: 'received',
        range: 'custom',
        from: '2020-01-01',
        to: '2040-12-31',
      },
    },
  );
  expect(answer).toMatchObject({ count: 1, figures: { expected: 75, agents: 60 } });
  expect(answer.rows).toMatchObject([{ sale_id: shared.id, expected: 75, received: 75, agents: 60 }]);
});

// Holds agreements-82
test('commissions by the day of payment include what a share was paid', async () => {
  await readyToPay(agency, shared.id);
  await agency.payout({ paid: true });
  await settled(async () => {
    const definition = { report: 'commissions', basis: 'paid' };
    const by = await report(agency.admin, { ...definition, group: 'agent' });
    expect((await report(agency.admin, definition)).total).toMatchObject({ n: 2, expected: 300, paid: 195 });
    expect(by.total).toMatchObject({ expected: 300, paid: 195 });
    expect(keyed(by).get(agency.agent.id)).toMatchObject({ n: 1, expected: 225, paid: 135 });
    expect(keyed(by).get(agency.rival.id)).toMatchObject({ n: 1, expected: 75, paid: 60 });
    expect((await report(agency.rival, definition)).total).toMatchObject({ n: 1, expected: 75, paid: 60 });
  });
});

interface Aging {
  buckets: { bucket: string; count: number; amount: number }[];
}
const overdue = async (person: Person, definition: object = {}) => {
  const { buckets } = await ask<Aging>(person, 'run_report', {
    definition: { report: 'aging', ...definition },
  });
  return buckets
    .filter(({ bucket }) => bucket !== 'not_due' && bucket !== 'no_due_day')
    .reduce((sum, { count, amount }) => ({ count: sum.count + count, amount: sum.amount + amount }), {
      count: 0,
      amount: 0,
    });
};

// Holds agreements-83
test('what a vendor owes is owed once, and of a person it is their part', async () => {
  await sql(`update public.commissions set due_on = '2020-01-01' where organization_id = $1`, [
    agency.organizationId,
  ]);
  expect(await overdue(agency.admin)).toEqual({ count: 2, amount: 400 });
  expect(await overdue(agency.rival)).toEqual({ count: 1, amount: 75 });
  expect(await overdue(agency.agent)).toEqual({ count: 2, amount: 325 });
  expect(await overdue(agency.admin, { agent_id: agency.rival.id })).toEqual({ count: 1, amount: 75 });
  const [figures] = await sql<{ all: object; one: object }>(
    `select private.owed_figures($1) as all, private.owed_figures($1, $2) as one`,
    [agency.organizationId, agency.rival.id],
  );
  expect(figures).toMatchObject({ all: { count: 2, amount: 400 }, one: { count: 1, amount: 75 } });
  const list = (person: Person) => ask<{ count: number }>(person, 'list_commissions', { overdue: true });
  expect((await list(agency.rival)).count).toBe(1);
  expect((await list(agency.admin)).count).toBe(2);
});

test.each([
  ['no receipts are kept', null, 2],
  ['nothing came', '2019-01-01', 2],
  ['a cent is missing', '2019-01-01', 2],
  ['it was due before receipts were kept', '2024-01-01', 0],
])('where %s, all parts of what is open, owed and paid short come to it', async (state, since, known) => {
  await sql('update public.organizations set receipts_tracked_since = $2 where id = $1', [
    agency.organizationId,
    since,
  ]);
  await sql(`update public.commissions set due_on = '2020-01-01' where organization_id = $1`, [
    agency.organizationId,
  ]);
  if (state === 'a cent is missing')
    await ask(agency.admin, 'record_receipt', {
      commission_id: shared.commissionId,
      received_on: '2026-06-01',
      received_amount: 299.99,
    });
  const rows = await sql<{ whole: object; parts: object; owed: number }>(
    `select to_jsonb(m) as whole, to_jsonb(p) as parts, m.owed from (
       select w.commission_id as id, w.known, w.open, w.owed, w.paid_short from private.commission_money w where w.organization_id = $1) m
     join (select w.commission_id as id, bool_and(w.known) as known, sum(w.open) as open, sum(w.owed) as owed, sum(w.paid_short) as paid_short
       from private.commission_money_by_share w where w.organization_id = $1 group by 1) p on p.id = m.id`,
    [agency.organizationId],
  );
  expect(rows).toHaveLength(2);
  for (const { whole, parts } of rows) expect(parts).toEqual(whole);
  expect(rows.filter(({ owed }) => Number(owed) > 0)).toHaveLength(known);
});

interface List {
  stats: { total: { count: number; agent_amount: number } };
  rows: { id: string; agent_amount: number }[];
}

// Holds agreements-78
test.each([
  ['nothing', {}],
  ['a vendor', { vendor_id: 'its vendor' }],
  ['a search', { search: 'TOGETHER-1' }],
  ['what is overdue', { overdue: true }],
  ['what can be paid', { ready: true }],
])(
  'listed by %s, rows of the agency have what all people get, and come to the figure',
  async (_by, chosen) => {
    await override(agency, shared.commissionId, { person: agency.admin, amount: 15 });
    if ('ready' in chosen) await readyToPay(agency, shared.id);
    if ('overdue' in chosen)
      await sql(`update public.commissions set due_on = '2020-01-01' where organization_id = $1`, [
        agency.organizationId,
      ]);
    const args = { ...chosen, ...('vendor_id' in chosen && { vendor_id: agency.vendorId }) };
    const list = async (person: Person, more: object = {}) => {
      const { stats, rows } = await ask<List>(person, 'list_commissions', { ...args, ...more });
      expect(stats.total.count).toBe(rows.length);
      expect(stats.total.agent_amount).toBeCloseTo(
        rows.reduce((sum, { agent_amount }) => sum + agent_amount, 0),
        4,
      );
      return rows.find(({ id }) => id === shared.commissionId)?.agent_amount;
    };
    // 75% at 60, 25% at 80, and what the lead has of it.
    expect(await list(agency.admin)).toBe(210);
    expect(await list(agency.admin, { agent_id: agency.agent.id })).toBe(135);
    expect(await list(agency.agent)).toBe(135);
    expect(await list(agency.rival)).toBe(60);
    const { columns, rows } = await ask<{ columns: string[]; rows: unknown[][] }>(
      agency.admin,
      'export_commissions',
      args,
    );
    const [at, reference] = [columns.indexOf('agent_amount'), columns.indexOf('booking_reference')];
    expect(rows.find((row) => row[reference] === 'TOGETHER-1')?.[at]).toBe(210);
  },
);

interface Board {
  payable: { now: Sum; expected: Sum; rows: Record<string, unknown>[] };
  departures: { sales_id: string }[];
}
interface Sum {
  count: number;
  amount: number;
}

// Holds agreements-84
test('the dashboard of a co-seller has the share that waits, then the one that can be paid, and the trip', async () => {
  await sql(`update public.sales set travel_date = '2199-01-01' where id = $1`, [shared.id]);
  const board = () => ask<Board>(agency.rival, 'get_dashboard', { parts: ['payable', 'departures'] });
  const before = await board();
  expect(before.payable).toMatchObject({
    now: { count: 0, amount: 0 },
    expected: { count: 1, amount: 60 },
    rows: [{ sales_id: shared.id, agent_amount: 60, reason: 'awaiting_vendor' }],
  });
  expect(before.departures).toMatchObject([{ sales_id: shared.id }]);
  await readyToPay(agency, shared.id);
  expect((await board()).payable).toMatchObject({
    now: { count: 1, amount: 60 },
    expected: { count: 0, amount: 0 },
    rows: [{ sales_id: shared.id, agent_amount: 60, reason: 'ready' }],
  });
  await override(agency, shared.commissionId, { person: agency.rival, amount: 15 });
  expect((await board()).payable.now).toEqual({ count: 1, amount: 75 });
});

test('the bank tells of an import how many people were paid of what its deposits pay since, seller or not', async () => {
  const account = await createAccount(agency.owner);
  const paid = async () => {
    const { imports } = await ask<{ imports: { paid_agents: number }[] }>(agency.admin, 'get_bank_inbox');
    return imports.map(({ paid_agents }) => paid_agents);
  };
  const row = await deposit(agency.admin, account, '300.00');
  await match(agency.admin, row, [{ commission_id: shared.commissionId, amount: 300 }]);
  const seller = await readyToPay(agency, shared.id);
  expect(await paid()).toEqual([0]);
  await ask(agency.admin, 'record_share_payment', sharePayment(shared.share, 60));
  expect(await paid()).toEqual([1]);
  await ask(agency.admin, 'record_agent_payment', seller);
  expect(await paid()).toEqual([2]);
});

// Holds agreements-85
test('a customer’s sums are of whole sales, and of an agent of those they sold themselves', async () => {
  const [sale] = await sql<{ customer_id: string; total_amount: string }>(
    'select customer_id, total_amount from public.sales where id = $1',
    [shared.id],
  );
  const sums = async (agentId: string | null) =>
    (
      await sql<{ sums: { sales_count: number; total_amount: number } }>(
        'select private.customer_sums($1, $2, $3) as sums',
        [agency.organizationId, sale!.customer_id, agentId],
      )
    )[0]!.sums;
  const all = await sums(null);
  expect(all.total_amount).toBeGreaterThanOrEqual(Number(sale!.total_amount));
  expect(await sums(agency.agent.id)).toMatchObject(all);
  expect(await sums(agency.rival.id)).toMatchObject({ sales_count: 0, total_amount: 0 });
});
