import type { SupabaseClient } from '@supabase/supabase-js';
import { ask } from '../support/bank';
import { sql } from '../support/database';
import { randomOf, SEED } from '../support/soak';
import { createTestAgency, saleInput, type Person, type TestAgency } from '../support/test-agency';

/** docs/product/reports.md, Sales by line kind: what the report says, from lines added up one by one here. */
jest.setTimeout(120_000);

interface Figures {
  n: number;
  total: number;
  expected: number;
}
interface Report {
  total: Figures;
  rows: { key: string; figures: Figures; before: Figures | null }[];
}
interface Rows {
  count: number;
  figures: Figures;
  rows: { id: string; day: string; sale_id: string; total: number; expected: number }[];
}

/** A sale as this test knows it, in cents. */
interface Made {
  id: string;
  seller: string;
  other: string | null;
  /** Of the other, in percent. */
  percent: number;
  day: string;
  status: 'booked' | 'cancelled';
  /** Its commission was cancelled alone. */
  lost: boolean;
  lines: { kind: string; amount: number; commission: number }[];
  total: number;
  commission: number;
}

const KINDS = ['fare', 'air', 'hotel', 'taxes', 'service_fee'];
const CUSTOM = { report: 'sales', group: 'line_kind', range: 'custom', from: '2026-01-01', to: '2026-06-30' };

let agency: TestAgency;
const made: Made[] = [];

beforeAll(async () => {
  agency = await createTestAgency();
  const below = randomOf(SEED);
  for (let n = 0; n < 60; n += 1) {
    const seller = [agency.agent, agency.rival][below(2)]!;
    const other = seller === agency.agent ? agency.rival : agency.agent;
    const isShared = below(3) === 0;
    const percent = 1 + below(60);
    const cents = () => 1 + below(300_000);
    const lines = Array.from({ length: below(5) }, () => {
      const kind = KINDS[below(KINDS.length)]!;
      const amount = cents();
      const earns = kind !== 'taxes' && kind !== 'service_fee' && below(4) > 0;
      return { kind, amount, commission: earns ? below(amount) : 0 };
    });
    const first = lines[0];
    // A discount of what is there.
    if (first && first.kind !== 'service_fee')
      lines.push({ kind: 'discount', amount: -below(first.amount), commission: 0 });
    const total = lines.length > 0 ? lines.reduce((sum, { amount }) => sum + amount, 0) : cents();
    const earned =
      lines.length > 0 ? lines.reduce((sum, { commission }) => sum + commission, 0) : below(total);
    const through =
      total - lines.reduce((sum, line) => sum + (line.kind === 'service_fee' ? line.amount : 0), 0);
    if (earned > through) continue;
    const day = `2026-0${1 + below(8)}-1${below(9)}`;
    const { data, error } = await (seller.api as unknown as SupabaseClient).rpc('create_sale', {
      sale: saleInput(agency, {
        booking_reference: `K-${n}`,
        sale_date: day,
        total_amount: total / 100,
        commission_basis: 'amount',
        commission_rate: null,
        commission_amount: earned / 100,
        lines: lines.map(({ kind, amount, commission }) => ({
          kind,
          amount: amount / 100,
          ...(commission > 0 && { earns: 'amount', commission: commission / 100 }),
        })),
        ...(isShared && { co_sellers: [{ user_id: other.id, role: 'co_seller', percent }] }),
      }),
    });
    if (error) throw new Error(error.message);
    const { id } = data as { id: string };
    const end = below(8);
    if (end === 0) await sql(`update public.sales set status = 'cancelled' where id = $1`, [id]);
    if (end === 1) await sql(`update public.commissions set status = 'cancelled' where sales_id = $1`, [id]);
    made.push({
      id,
      seller: seller.id,
      other: isShared ? other.id : null,
      percent,
      day,
      status: end === 0 ? 'cancelled' : 'booked',
      lost: end === 1,
      lines,
      total,
      commission: earned,
    });
  }
});

const run = (person: Person, more: object = {}) =>
  ask<Report>(person, 'run_report', { definition: { ...CUSTOM, ...more } });
const behind = (person: Person, key: string | null, more: object = {}) =>
  ask<Rows>(person, 'get_report_rows', { definition: { ...CUSTOM, ...more }, key, page_size: 5000 });

/** The sales that a report of these choices is of. */
const asked = ({ status, of }: { status?: string; of?: string }, from = '2026-01-01', to = '2026-06-30') =>
  made.filter(
    (sale) =>
      sale.day >= from &&
      sale.day <= to &&
      (status ? sale.status === status : sale.status !== 'cancelled') &&
      (!of || sale.seller === of || sale.other === of),
  );

/** By kind: how many sales, total and commission in cents. */
function expected(sales: readonly Made[]) {
  const kinds: Record<string, { ids: Set<string>; total: number; expected: number }> = {};
  for (const sale of sales) {
    const parts =
      sale.lines.length > 0
        ? sale.lines
        : [{ kind: 'without_lines', amount: sale.total, commission: sale.commission }];
    for (const { kind, amount, commission } of parts) {
      const row = (kinds[kind] ??= { ids: new Set(), total: 0, expected: 0 });
      row.ids.add(sale.id);
      row.total += amount;
      row.expected += sale.lost && sale.status !== 'cancelled' ? 0 : commission;
    }
  }
  return Object.fromEntries(
    Object.entries(kinds).map(([kind, { ids, total, expected: sum }]) => [
      kind,
      { n: ids.size, total: total / 100, expected: sum / 100 },
    ]),
  );
}

const figuresOf = ({ rows }: Pick<Report, 'rows'>) =>
  Object.fromEntries(
    rows.map(({ key, figures: { n, total, expected: sum } }) => [key, { n, total, expected: sum }]),
  );
const cents = (list: readonly number[]) => list.reduce((sum, amount) => sum + Math.round(amount * 100), 0);

/** The rows of a report come to its total, and those behind each figure to that figure. */
async function addsUp(person: Person, more: object) {
  const report = await run(person, more);
  for (const figure of ['total', 'expected'] as const)
    expect(cents(report.rows.map(({ figures }) => figures[figure]))).toBe(
      Math.round(report.total[figure] * 100),
    );
  for (const { key, figures } of report.rows) {
    const rows = await behind(person, key, more);
    expect([rows.count, rows.rows.length]).toEqual([figures.n, figures.n]);
    expect(rows.figures).toMatchObject({ n: figures.n, total: figures.total, expected: figures.expected });
    expect(cents(rows.rows.map(({ total }) => total))).toBe(Math.round(figures.total * 100));
    expect(cents(rows.rows.map(({ expected: sum }) => sum))).toBe(Math.round(figures.expected * 100));
  }
  return report;
}

// Holds reports-21
test.each([{}, { status: 'cancelled' }])(
  `of the agency each kind is what its lines come to, every sale once: %j (seed ${SEED})`,
  async (choice) => {
    const report = await addsUp(agency.admin, choice);
    expect(figuresOf(report)).toEqual(expected(asked(choice)));
    expect(report.total.n).toBe(asked(choice).length);
  },
);

// Holds reports-22
test('from kept sums of months it is the same', async () => {
  await sql('select private.refresh_report_totals_of($1, null)', [agency.organizationId]);
  expect(figuresOf(await addsUp(agency.admin, {}))).toEqual(expected(asked({})));
});

// Holds reports-23
test('a service fee is a row of its own, and nothing a vendor owes', async () => {
  const rows = figuresOf(await run(agency.admin));
  expect(rows['service_fee']?.total).toBeGreaterThan(0);
  expect(rows['service_fee']?.expected).toBe(0);
});

// Holds reports-24
test(`a person has their part of each line, to the cent of their part of the sales (seed ${SEED})`, async () => {
  for (const person of [agency.agent, agency.rival]) {
    const own = asked({ of: person.id });
    const report = await addsUp(person, {});
    const { total } = await run(person, { group: 'month' });
    expect(report.total).toEqual(total);
    // An admin who asks for this person is told the same.
    expect(figuresOf(await run(agency.admin, { agent_id: person.id }))).toEqual(figuresOf(report));
    const shares = Object.fromEntries(
      own.map((sale) => [
        sale.id,
        (sale.other === null ? 100 : sale.other === person.id ? sale.percent : 100 - sale.percent) / 100,
      ]),
    );
    const whole = expected(own);
    for (const [kind, { n, total: amount, expected: sum }] of Object.entries(figuresOf(report))) {
      const parts = own.flatMap((sale) =>
        (sale.lines.length > 0
          ? sale.lines
          : [{ kind: 'without_lines', amount: sale.total, commission: sale.commission }]
        )
          .filter((line) => line.kind === kind)
          .map((line) => ({
            ...line,
            commission: sale.lost ? 0 : line.commission,
            share: shares[sale.id] ?? 0,
            whole: sale.total,
          })),
      );
      expect(n).toBe(whole[kind]?.n);
      // Each line is rounded once, and so is the person's part of the sale before: a cent, spread over the lines by their amounts.
      const near = parts.reduce((all, line) => all + 1 + Math.abs(line.amount) / line.whole, 0) / 100;
      expect(
        Math.abs(amount - parts.reduce((all, line) => all + line.amount * line.share, 0) / 100),
      ).toBeLessThanOrEqual(near);
      expect(
        Math.abs(sum - parts.reduce((all, line) => all + line.commission * line.share, 0) / 100),
      ).toBeLessThanOrEqual(parts.length / 50);
    }
  }
});

// Holds reports-25
test('an agent asks in vain for the lines of somebody else', async () => {
  const rows = await behind(agency.agent, 'fare', { agent_id: agency.rival.id });
  expect(rows).toMatchObject({ count: 0, rows: [] });
  expect((await run(agency.agent, { agent_id: agency.rival.id })).rows).toEqual([]);
  const elsewhere = await createTestAgency();
  expect((await run(elsewhere.owner)).rows).toEqual([]);
});

// Holds reports-26
test('an unknown kind finds nothing, pages follow one another, and kinds are compared with those before', async () => {
  expect(await behind(agency.admin, "fare' or true --")).toMatchObject({ count: 0, rows: [] });
  const all = await behind(agency.admin, 'without_lines');
  const paged: string[] = [];
  let after: { day: string; id: string } | null = null;
  do {
    const page: Rows = await ask(agency.admin, 'get_report_rows', {
      definition: CUSTOM,
      key: 'without_lines',
      page_size: 3,
      after,
    });
    paged.push(...page.rows.map(({ sale_id }) => sale_id));
    const last = page.rows.at(-1);
    after = last ? { day: last.day, id: last.id } : null;
  } while (after);
  expect(paged).toEqual(all.rows.map(({ sale_id }) => sale_id));
  const { rows } = await run(agency.admin, { from: '2026-04-01', compare: 'period' });
  const before = expected(asked({}, '2026-01-01', '2026-03-31'));
  expect(rows.length).toBeGreaterThan(2);
  for (const row of rows)
    expect(row.before).toMatchObject(before[row.key] ?? { n: 0, total: 0, expected: 0 });
});

test('only the report of sales is grouped by lines, and it is saved as any other', async () => {
  const { error } = await agency.agent.api.rpc('run_report', {
    definition: { report: 'commissions', group: 'line_kind' },
  });
  expect(error?.message).toBe('This report does not know that choice.');
  const { error: refused } = await (agency.agent.api as unknown as SupabaseClient)
    .from('saved_reports')
    .insert({ name: 'What we sell', definition: { report: 'sales', group: 'line_kind' } });
  expect(refused).toBeNull();
});
