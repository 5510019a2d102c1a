import { ask } from './bank';
import { dashboardOf } from './dashboard';
import { call, vendorProfile } from './directory';
import { listCommissions } from './lists';
import { besideOwed, bucketOf, owedFigure, total, type MoneyRow } from './owed-oracle';
import type { Person, TestAgency } from './test-agency';

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
/** Those that are owed. */
export const owedOnly = (rows: readonly MoneyRow[]) => rows.filter(({ owed }) => owed > 0);
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
      page_size: 5000,
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
  vendors: readonly string[],
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
    // What came counts, whatever became of its commission.
    const ever = rows.filter((row) => row.vendor === vendor);
    const theirs = ever.filter(({ status }) => status !== 'cancelled');
    const profile = await vendorProfile(person, vendor);
    const later = theirs.filter(({ open, owed }) => open > owed);
    expect(profile?.figures).toMatchObject({
      overdue: owedFigure(theirs, since),
      expected: { count: later.length, amount: total(later, (row) => row.open) },
      received: {
        count: ever.filter(({ hasReceipt }) => hasReceipt).length,
        amount: total(ever, (row) => row.received),
        net: total(ever, (row) => row.received - row.takenBack),
        taken_back: total(ever, (row) => row.takenBack),
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

/** All of it as owner and admin, and as each agent of the own part. */
export async function checkOwed(
  agency: TestAgency,
  vendors: readonly string[],
  { rows, today, since }: { rows: readonly MoneyRow[]; today: string; since: string | null },
) {
  for (const person of [agency.owner, agency.admin]) {
    await checkLists(person, rows, today, since);
    await checkAdmins(person, vendors, rows, since);
  }
  for (const person of [agency.agent, agency.rival])
    await checkLists(
      person,
      rows.filter(({ agent }) => agent === person.id),
      today,
      since,
    );
}
