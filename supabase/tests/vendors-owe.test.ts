import { ask } from './support/bank';
import { dashboardOf } from './support/dashboard';
import { sql } from './support/database';
import { call, vendorProfile } from './support/directory';
import { listCommissions } from './support/lists';
import { createOwedHistory, type OwedHistory } from './support/owed-history';
import { besideOwed, bucketOf, moneyOf, owedFigure, total, type MoneyRow } from './support/owed-oracle';
import { randomOf, SEED, SOAK } from './support/soak';
import { commissionOf, readyToPay, recordSale, type Person } from './support/test-agency';

/** docs/product.md, Due dates and overdue: every figure of what vendors owe, against the rows added up one by one here. */

interface AgingAnswer {
  tracked_since: string | null;
  buckets: { bucket: string; count: number; amount: number }[];
  vendors: { vendor: { id: string }; count: number; amount: number; buckets: Record<string, number> }[];
}
interface RowsAnswer {
  count: number;
  figures: { open: number };
  rows: { id: string; open: number; due_on: string | null }[];
}

const AGES = ['not_due', '0-30', '31-60', '61-90', '90+', 'no_due_day'];
const owedOnly = (rows: readonly MoneyRow[]) => rows.filter(({ owed }) => owed > 0);
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).sort();

/** The list of what is overdue, its file, the report with the rows behind it: of all, or of an agent's own. */
async function checkLists(person: Person, rows: readonly MoneyRow[], today: string, since: string | null) {
  const owed = owedOnly(rows);
  const list = await listCommissions(person, { overdue: true, page_size: 100 });
  expect(list.count).toBe(owed.length);
  expect(idsOf(list.rows)).toEqual(idsOf(owed));
  expect(list.stats?.['total']).toMatchObject({
    count: owed.length,
    amount: total(owed, (row) => row.owed),
    agent_amount: total(owed, (row) => row.share),
  });
  const days = list.rows.map((row) => (row as { due_on?: string }).due_on ?? '');
  expect(days).toEqual([...days].sort());
  const file = await ask<{ columns: string[]; rows: (string | number | null)[][] }>(
    person,
    'export_commissions',
    {
      overdue: true,
    },
  );
  const overdueColumn = file.columns.indexOf('overdue_amount');
  expect(file.rows.map((row) => Number(row[overdueColumn]) * 100).reduce((a, b) => a + b, 0)).toBeCloseTo(
    total(owed, (row) => row.owed) * 100,
    3,
  );

  const aging = await call<AgingAnswer>(person, 'run_report', { definition: { report: 'aging' } });
  expect(aging).toMatchObject({ tracked_since: since, ...besideOwed(rows) });
  const open = rows.filter((row) => row.open > 0);
  for (const age of AGES) {
    const aged = open.filter((row) => bucketOf(row, today) === age);
    expect(aging.buckets.find(({ bucket }) => bucket === age)).toMatchObject({
      count: aged.length,
      amount: total(aged, (row) => row.open),
    });
  }
  expect(aging.vendors.map(({ vendor }) => vendor.id).sort()).toEqual(
    [...new Set(open.map(({ vendor }) => vendor))].sort(),
  );
  for (const { vendor, ...figures } of aging.vendors) {
    const theirs = rows.filter((row) => row.vendor === vendor.id);
    expect(figures).toMatchObject({
      count: owedOnly(theirs).length,
      amount: total(theirs, (row) => row.owed),
      ...besideOwed(theirs),
    });
  }
  for (const age of ['all', 'overdue', 'not_due', '90+', 'no_due_day']) {
    const behind = await call<RowsAnswer>(person, 'get_report_rows', {
      definition: { report: 'aging', age },
    });
    const asked = open.filter(
      (row) => age === 'all' || (age === 'overdue' ? row.owed > 0 : bucketOf(row, today) === age),
    );
    expect([age, behind.count, behind.figures.open]).toEqual([
      age,
      asked.length,
      total(asked, (row) => row.open),
    ]);
    expect(idsOf(behind.rows)).toEqual(idsOf(asked));
    // The longest due first; what has no day comes last.
    const due = behind.rows.map((row) => row.due_on ?? '9999');
    expect(due).toEqual([...due].sort());
  }
}

/** What only admins and owners read: dashboard, bank, vendors, the e-mail that asks. */
async function checkAdmins(
  person: Person,
  { vendors }: OwedHistory,
  rows: readonly MoneyRow[],
  since: string | null,
) {
  const figure = owedFigure(rows, since);
  const theirVendors = new Set(owedOnly(rows).map(({ vendor }) => vendor)).size;
  const { to_do: toDo } = await dashboardOf(person, { parts: ['to_do'] });
  expect(toDo?.overdue).toEqual({ ...figure, vendors: theirVendors });
  const inbox = await ask<{ strip: { overdue: object } }>(person, 'get_bank_inbox');
  expect(inbox.strip.overdue).toEqual(toDo?.overdue);
  for (const vendor of vendors) {
    const theirs = rows.filter((row) => row.vendor === vendor && row.status !== 'cancelled');
    const profile = await vendorProfile(person, vendor);
    const later = theirs.filter(({ open, owed }) => open > owed);
    expect(profile?.figures).toMatchObject({
      overdue: owedFigure(theirs, since),
      expected: { count: later.length, amount: total(later, (row) => row.open) },
      received: {
        count: theirs.filter(({ hasReceipt }) => hasReceipt).length,
        amount: total(theirs, (row) => row.received - row.takenBack),
        taken_back: total(theirs, (row) => row.takenBack),
      },
    });
    const asked = await ask<{ commission_id: string; expected: number }[]>(person, 'get_vendor_overdue', {
      vendor_id: vendor,
    });
    expect(asked.map(({ commission_id }) => commission_id).sort()).toEqual(idsOf(owedOnly(theirs)));
    expect(asked.reduce((cents, { expected }) => cents + Math.round(expected * 100), 0) / 100).toBe(
      total(theirs, (row) => row.owed),
    );
  }
}

async function checkAll(history: OwedHistory): Promise<readonly MoneyRow[]> {
  const { agency, manual } = history;
  const { rows, today, since } = await moneyOf(agency.organizationId, manual);
  for (const person of [agency.owner, agency.admin]) {
    await checkLists(person, rows, today, since);
    await checkAdmins(person, history, rows, since);
  }
  for (const person of [agency.agent, agency.rival])
    await checkLists(
      person,
      rows.filter(({ agent }) => agent === person.id),
      today,
      since,
    );
  return rows;
}

const trackSince = ({ agency }: OwedHistory, day: string | null) =>
  agency.owner.api
    .from('organizations')
    .update({ receipts_tracked_since: day })
    .eq('id', agency.organizationId);

test(`every figure of what vendors owe is that of its rows, through the history of seed ${SEED}`, async () => {
  const history = await createOwedHistory(SOAK ? 40 : 16, randomOf(SEED));
  for (let round = 0; round < (SOAK ? 40 : 6); round += 1) {
    for (let n = 0; n < 12; n += 1) await history.step();
    await checkAll(history);
  }
  for (const day of [null, '2000-01-01', new Date().toISOString().slice(0, 10)]) {
    await trackSince(history, day);
    await checkAll(history);
  }
}, 240_000);

test('what is owed counts whatever the agent was paid, and names that and what was paid short; what is older than the day does not', async () => {
  const history = await createOwedHistory(0, randomOf(SEED));
  const { agency, vendors, manual } = history;
  const [, vendorId = ''] = vendors;
  const sold = (sale_date: string, reference: string) =>
    recordSale(agency.agent, { ...agency, vendorId }, { sale_date, booking_reference: reference });
  const [old, paid, short, unpaid] = [
    await sold('2025-01-10', 'O-1'),
    await sold('2026-02-01', 'O-2'),
    await sold('2026-03-01', 'O-3'),
    await sold('2026-03-02', 'O-4'),
  ];
  for (const { id } of [old, paid])
    await call(agency.admin, 'record_agent_payment', await readyToPay(agency, id));
  const { id } = await commissionOf(short.id);
  await call(agency.admin, 'record_receipt', {
    commission_id: id,
    received_on: '2026-04-01',
    received_amount: 60,
  });
  manual.set(id, { amount: 60, writtenOff: 0 });
  const overdue = async () => {
    await checkAll(history);
    return (await vendorProfile(agency.admin, vendorId))?.figures.overdue;
  };
  expect(unpaid.status).toBe('booked');
  // Nobody said since when receipts are recorded.
  expect(await overdue()).toMatchObject({
    count: 1,
    amount: 100,
    agents_paid: { count: 0 },
    paid_short: { count: 0 },
  });
  await trackSince(history, '2026-01-01');
  expect(await overdue()).toMatchObject({
    count: 3,
    amount: 240,
    agents_paid: { count: 1, amount: 100, advanced: 60 },
    paid_short: { count: 1, amount: 40 },
    tracked_since: '2026-01-01',
  });
  await trackSince(history, '2025-01-01');
  expect(await overdue()).toMatchObject({ count: 4, amount: 340, agents_paid: { count: 2, advanced: 120 } });
});

test('asking a vendor notes what it owes, whatever the agent was paid', async () => {
  const history = await createOwedHistory(12, randomOf(SEED + 1));
  const { agency, vendors, manual } = history;
  await sql("update public.organizations set receipts_tracked_since = '2000-01-01' where id = $1", [
    agency.organizationId,
  ]);
  for (let n = 0; n < 25; n += 1) await history.step();
  await sql("update public.organizations set receipts_tracked_since = '2000-01-01' where id = $1", [
    agency.organizationId,
  ]);
  const { rows } = await moneyOf(agency.organizationId, manual);
  for (const vendor_id of vendors) {
    const owed = owedOnly(rows.filter(({ vendor }) => vendor === vendor_id));
    const answer = await call<{ success: boolean; error: string | null }>(
      agency.admin,
      'record_vendor_asked',
      {
        vendor_id,
      },
    );
    // Nothing is asked while a deposit of the vendor may hold it.
    if (answer.error?.startsWith('A deposit')) continue;
    expect(answer.success).toBe(owed.length > 0);
    if (owed.length === 0) continue;
    const [noted] = await sql<{ n: number; amount: number }>(
      'select commissions_count as n, amount::float8 from public.vendor_askings where vendor_id = $1',
      [vendor_id],
    );
    expect(noted).toEqual({ n: owed.length, amount: total(owed, (row) => row.owed) });
  }
}, 120_000);
