import { ask, createAccount } from '../support/bank';
import { closeBooks, matchDeposit } from '../support/books';
import { sql, sqlOne } from '../support/database';
import { shareSale } from '../support/shares';
import { createTestAgency, readyToPay, type Person, type TestAgency } from '../support/test-agency';

/** A recall is a fact with a day (docs/product/reports.md, What vendors take back): 1,000 received in May, 400 of it taken back in June, split 70 %. */
let agency: TestAgency;
let account: string;
let sale: { id: string; commissionId: string };
beforeEach(async () => {
  agency = await createTestAgency();
  account = await createAccount(agency.admin);
  await sql('update public.user_terms set commission_split = 70 where user_id = $1', [agency.agent.id]);
  sale = await agency.sale({ reference: 'RC-1', amount: 10_000, commission: 1000, sold: '2026-04-10' });
  await sql(`update public.commissions set due_on = '2026-05-31' where id = $1`, [sale.commissionId]);
});

interface Figures {
  n: number;
  received: number;
  taken_back: number;
  net: number;
  agents: number;
  agency: number;
}
interface Report {
  total: Figures;
  rows: { key: string; figures: Figures }[];
}
const MAY = { from: '2026-05-01', to: '2026-05-31' };
const JUNE = { from: '2026-06-01', to: '2026-06-30' };
const ALL = { from: '2026-01-01', to: '2026-12-31' };
const report = (range: object, more: object = {}, person: Person = agency.admin) =>
  ask<Report>(person, 'run_report', {
    definition: { report: 'performance', range: 'custom', ...range, ...more },
  });
const said = ({ n, received, taken_back, net, agents, agency: kept }: Figures) => [
  n,
  received,
  taken_back,
  net,
  agents,
  kept,
];

const deposit = (day: string, amount: number) =>
  matchDeposit(agency.admin, account, { day, amount, commissionId: sale.commissionId });

async function paid() {
  await deposit('2026-05-10', 1000);
  const payment = await readyToPay(agency, sale.id);
  expect(
    await ask(agency.admin, 'record_agent_payment', { ...payment, payment_date: '2026-05-20' }),
  ).toMatchObject({
    success: true,
  });
}

/** From the rows, and from the sums that are kept of them. */
async function settled(read: () => Promise<void>) {
  await read();
  await sql('select private.refresh_report_totals_of($1, null)', [agency.organizationId]);
  expect(await sql('select * from private.check_report_totals($1)', [agency.organizationId])).toEqual([]);
  await read();
}

test('the month of the recall has it, agents’ part and agency’s part alike, and that of the receipt stays', async () => {
  await paid();
  await deposit('2026-06-10', -400);
  await settled(async () => {
    expect(said((await report(MAY)).total)).toEqual([1, 1000, 0, 1000, 700, 300]);
    expect(said((await report(JUNE)).total)).toEqual([0, 0, 400, -400, -280, -120]);
    for (const basis of ['received', 'sale', 'due'])
      for (const group of ['month', 'agent', 'vendor', 'customer', 'category']) {
        const { total, rows } = await report(ALL, { basis, group });
        expect(said(total)).toEqual([1, 1000, 400, 600, 420, 180]);
        expect(rows.reduce((sum, { figures }) => sum + figures.net, 0)).toBe(600);
      }
    expect(said((await report(ALL, {}, agency.agent)).total)).toEqual([1, 1000, 400, 600, 420, 180]);
  });
  const page = await ask<{ rows: object[]; figures: Figures }>(agency.admin, 'get_report_rows', {
    definition: { report: 'performance', range: 'custom', ...JUNE },
  });
  expect(said(page.figures)).toEqual([0, 0, 400, -400, -280, -120]);
  expect(page.rows).toMatchObject([
    { reference: 'RC-1', day: '2026-06-10', beside: 'recall', received: null, taken_back: 400, agents: -280 },
  ]);
  const { figures } = await ask<{ figures: { received: object } }>(agency.admin, 'get_vendor_page', {
    vendor_id: agency.vendorId,
  });
  expect(figures.received).toEqual({ count: 1, amount: 1000, owed: 1000, taken_back: 400, net: 600 });
  // What reports say agents give back is what the next payout takes.
  expect(
    await sql(
      `select amount::float8 as amount from public.payout_lines where organization_id = $1 and kind = 'recall'`,
      [agency.organizationId],
    ),
  ).toEqual([{ amount: -280 }]);
});

test('the day is the one on which it was recorded, whatever payout carries it, and of closed books the first open one', async () => {
  await paid();
  await closeBooks(agency, '2026-06-30');
  await deposit('2026-06-10', -400);
  await settled(async () => {
    expect(said((await report(JUNE)).total)).toEqual([0, 0, 0, 0, 0, 0]);
    expect(said((await report({ from: '2026-07-01', to: '2026-07-31' })).total)).toEqual([
      0, 0, 400, -400, -280, -120,
    ]);
  });
  const fact = await sqlOne<{ day: string }>(
    'select posted_on::text as day from public.bank_allocations where organization_id = $1 and amount < 0',
    [agency.organizationId],
  );
  expect(fact.day).toBe('2026-07-01');
});

test('one that is taken back is gone, and of a closed month the open one has the difference', async () => {
  await paid();
  const { group_id } = await deposit('2026-06-10', -400);
  await closeBooks(agency, '2026-06-30');
  expect(await ask(agency.admin, 'undo_bank_decision', { group_id })).toMatchObject({ success: true });
  await settled(async () => {
    expect(said((await report(JUNE)).total)).toEqual([0, 0, 400, -400, -280, -120]);
    expect(said((await report(ALL)).total)).toEqual([1, 1000, 0, 1000, 700, 300]);
    expect(said((await report(ALL, { basis: 'sale' })).total)).toEqual([1, 1000, 0, 1000, 700, 300]);
  });
});

test('who has not been paid gives nothing back: the agency alone has less', async () => {
  await deposit('2026-05-10', 1000);
  await deposit('2026-06-10', -400);
  await settled(async () => {
    expect(said((await report(JUNE)).total)).toEqual([0, 0, 400, -400, 0, -400]);
    expect(said((await report(ALL)).total)).toEqual([1, 1000, 400, 600, 700, -100]);
  });
});

test('of a commission that is cancelled since nothing is left, and a closed month keeps it', async () => {
  await deposit('2026-05-10', 1000);
  await deposit('2026-06-10', -400);
  await closeBooks(agency, '2026-06-30');
  await sql(`update public.commissions set status = 'cancelled' where id = $1`, [sale.commissionId]);
  await settled(async () => {
    expect(said((await report(JUNE)).total)).toEqual([0, 0, 400, -400, 0, -400]);
    expect(said((await report(ALL)).total)).toEqual([0, 0, 0, 0, 0, 0]);
    expect(said((await report(ALL, { basis: 'sale' })).total)).toEqual([0, 0, 0, 0, 0, 0]);
    expect(said((await report(ALL, { status: 'cancelled' })).total)).toEqual([1, 1000, 400, 600, 700, -100]);
  });
});

test('of several people each has their part of it, and the page of the sale what the agency keeps', async () => {
  await shareSale(agency, sale.id, [{ person: agency.rival, percent: 25 }]);
  await deposit('2026-05-10', 1000);
  await readyToPay(agency, sale.id);
  await agency.payout({ paid: true });
  await deposit('2026-08-10', -400);
  // 75 % at 70 and 25 % at 80.
  await settled(async () => {
    const by = await report(ALL, { group: 'agent' });
    expect(said(by.total)).toEqual([1, 1000, 400, 600, 435, 165]);
    expect(by.rows.map(({ key, figures }) => [key, ...said(figures)])).toEqual([
      [agency.agent.id, 1, 750, 300, 450, 315, 135],
      [agency.rival.id, 1, 250, 100, 150, 120, 30],
    ]);
    expect(said((await report(ALL, {}, agency.rival)).total)).toEqual([1, 250, 100, 150, 120, 30]);
  });
  expect(await ask(agency.admin, 'get_sale_shares', { sale_id: sale.id })).toMatchObject({
    agency: 165,
    taken_back: { amount: 400, agents: 290 },
  });
  expect(await ask(agency.agent, 'get_sale_shares', { sale_id: sale.id })).toMatchObject({
    taken_back: null,
  });
});
