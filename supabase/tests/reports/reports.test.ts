import fc from 'fast-check';
import { sql } from '../support/database';
import { createFiguresAgency, type FiguresAgency } from '../support/figures-agency';
import {
  figuresOf,
  groupOf,
  reportRowsOf,
  rowsAskedFor,
  type Definition,
  type ReportRow,
} from '../support/report-oracle';
import { SEED } from '../support/soak';
import type { Person } from '../support/test-agency';

/** docs/product/reports.md, Reports: every figure, from rows added up one by one here. */

interface Answer {
  rows: { key: string; figures: object; before: object | null }[];
  total: object;
  before: object | null;
  before_range: { first: string; last: string } | null;
  others?: object | null;
}

let agency: FiguresAgency;
let rows: ReportRow[];

beforeAll(async () => {
  agency = await createFiguresAgency(SEED);
  const { organizationId } = agency;
  const luck = 'abs(hashtext(id::text))';
  await sql(
    `update public.vendors set category = case when ${luck} % 2 = 0 then 'cruise' else 'hotel' end where organization_id = $1`,
    [organizationId],
  );
  await sql(
    `update public.sales set travel_date = case when ${luck} % 7 > 0 then sale_date + ${luck} % 90 end where organization_id = $1`,
    [organizationId],
  );
  await sql(
    `update public.commissions set received_on = sale_date + ${luck} % 80 where organization_id = $1 and received_on is not null`,
    [organizationId],
  );
  await sql(
    `update public.agent_payments set payment_date = '2024-12-01'::date + ${luck} % 700 where organization_id = $1`,
    [organizationId],
  );
  await sql('select private.refresh_report_totals_of($1, null)', [organizationId]);
  expect(await sql('select * from private.check_report_totals($1)', [organizationId])).toEqual([]);
  // Half of the months are added up, half are read from their rows.
  await sql(
    `insert into private.stale_report_months select organization_id, kind, month from private.report_totals
     where organization_id = $1 and extract(month from month)::int % 2 = 0 group by 1, 2, 3`,
    [organizationId],
  );
  rows = await reportRowsOf(organizationId);
});

const seenBy = (person: Person) =>
  person === agency.admin ? rows : rows.filter(({ agent }) => agent === person.id);

async function run(person: Person, definition: object): Promise<Answer> {
  const { data, error } = await person.api.rpc('run_report', { definition: definition as never });
  if (error) throw new Error(`${JSON.stringify(definition)}: ${error.message}`);
  return data as unknown as Answer;
}

const BASES: Record<string, string[]> = {
  sales: ['sale', 'travel'],
  commissions: ['received', 'sale', 'due', 'paid'],
  performance: ['received', 'sale', 'due', 'paid'],
  punctuality: ['received', 'due'],
  short_pay: ['received', 'due'],
};
const GROUPS: Record<string, string[]> = {
  punctuality: ['vendor', 'month', 'agent', 'category'],
};
const ALL_GROUPS = ['month', 'agent', 'vendor', 'customer', 'category'];
const STATUSES = ['unpaid', 'funds_received', 'agent_paid', 'cancelled'];

const day = fc
  .integer({ min: 0, max: 900 })
  .map((n) => new Date(Date.UTC(2024, 8, 1) + n * 86_400_000).toISOString().slice(0, 10));

/** Any report as one might ask for it. */
const asked = fc.constantFrom(...Object.keys(BASES)).chain((report) =>
  fc.record({
    report: fc.constant(report),
    basis: fc.constantFrom(...(BASES[report] ?? [])),
    group: fc.constantFrom(...(GROUPS[report] ?? ALL_GROUPS)),
    days: fc.tuple(day, day),
    agent: fc.option(fc.nat(2)),
    vendor: fc.option(fc.nat(4)),
    category: fc.option(fc.constantFrom('cruise', 'hotel'), { freq: 1 }),
    status: fc.option(fc.constantFrom(...(report === 'sales' ? ['booked', 'paid', 'cancelled'] : STATUSES))),
  }),
);

function definitionOf(draw: typeof asked extends fc.Arbitrary<infer T> ? T : never): Definition {
  const { days, agent, vendor, category, status, ...words } = draw;
  const [from, to] = [...days].sort() as [string, string];
  return {
    ...words,
    range: 'custom',
    from,
    to,
    ...(agent !== null && { agent_id: agency.sellers[agent]?.id }),
    ...(vendor !== null && { vendor_id: agency.vendorIds[vendor] }),
    ...(category !== null && { category }),
    ...(status !== null && { status }),
  };
}

function expectedRows(of: readonly ReportRow[], definition: Definition) {
  const groups = new Map<string, ReportRow[]>();
  for (const row of of) {
    const key = groupOf(row, definition);
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return Object.fromEntries([...groups].map(([key, some]) => [key, figuresOf(some, definition)]));
}

// Holds reports-1
test.each(['admin', 'agent'] as const)('figures are what the rows come to, asked by an %s', async (who) => {
  const person = agency[who];
  await fc.assert(
    fc.asyncProperty(asked, async (draw) => {
      const definition = definitionOf(draw);
      // An agent is told of nobody else.
      const mine =
        who === 'agent' && definition.agent_id && definition.agent_id !== person.id ? [] : seenBy(person);
      const of = rowsAskedFor(mine, definition);
      const answer = await run(person, definition);
      expect(answer.total).toEqual(figuresOf(of, definition));
      const shown = answer.rows.filter(({ figures }) => (figures as { n: number }).n > 0);
      expect(Object.fromEntries(shown.map(({ key, figures }) => [key, figures]))).toEqual(
        expectedRows(of, definition),
      );
    }),
    { seed: SEED, numRuns: 120 },
  );
});

// Holds reports-2
test.each(['admin', 'agent'] as const)(
  'each figure is the sum of the rows it leads to, asked by an %s',
  async (who) => {
    const person = agency[who];
    await fc.assert(
      fc.asyncProperty(asked, fc.nat(), async (draw, pick) => {
        const definition = definitionOf(draw);
        const answer = await run(person, definition);
        const group = answer.rows[pick % Math.max(answer.rows.length, 1)];
        if (!group) return;
        const found: { id: string; day: string; expected: number; received: number | null; paid: number }[] =
          [];
        let figures: unknown;
        for (let after: object | null = null, first = true; first || after; first = false) {
          const { data, error } = await person.api.rpc('get_report_rows', {
            definition: definition as never,
            key: group.key,
            page_size: 7,
            ...(after && { after: after as never }),
          });
          if (error) throw new Error(error.message);
          const page = data as unknown as { figures: unknown; rows: typeof found };
          if (first) figures = page.figures;
          found.push(...page.rows);
          const last = page.rows.length === 7 ? page.rows.at(-1) : undefined;
          after = last ? { day: last.day, id: last.id } : null;
        }
        expect(figures).toEqual(group.figures);
        expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
        const cents = (of: 'expected' | 'received' | 'paid') =>
          found.reduce((sum, row) => sum + Math.round((row[of] ?? 0) * 100), 0) / 100;
        expect(figures).toMatchObject({
          n: found.length,
          expected: cents('expected'),
          received: cents('received'),
          paid: cents('paid'),
        });
      }),
      { seed: SEED, numRuns: 40 },
    );
  },
);

// Holds reports-11
test.each([
  ['period', '2025-03-01', '2025-05-31', '2024-12-01', '2025-02-28'],
  ['period', '2025-03-10', '2025-03-19', '2025-02-28', '2025-03-09'],
  ['year', '2025-02-01', '2025-02-28', '2024-02-01', '2024-02-29'],
  ['year', '2025-03-10', '2025-07-21', '2024-03-10', '2024-07-21'],
])('compares the %s before %s to %s', async (compare, from, to, first, last) => {
  for (const group of ALL_GROUPS) {
    const definition: Definition = { report: 'sales', group, range: 'custom', from, to };
    const answer = await run(agency.admin, { ...definition, compare });
    expect(answer.before_range).toEqual({ first, last });
    const before = { ...definition, from: first, to: last };
    const earlier = rowsAskedFor(rows, before);
    expect(answer.before).toEqual(figuresOf(earlier, before));
    const expected = expectedRows(earlier, before);
    const monthsBack = (key: string) => {
      const [year = 0, month = 0] = key.split('-').map(Number);
      const [fromYear = 0, fromMonth = 0] = from.split('-').map(Number);
      const [firstYear = 0, firstMonth = 0] = first.split('-').map(Number);
      return new Date(Date.UTC(year - fromYear + firstYear, month - 1 - fromMonth + firstMonth, 1))
        .toISOString()
        .slice(0, 10);
    };
    for (const { key, before: found } of answer.rows)
      expect(found).toEqual(expected[group === 'month' ? monthsBack(key) : key] ?? figuresOf([], before));
  }
});

test('ranges that move are those of the calendar', async () => {
  const range = async (name: string, today: string) =>
    (
      await sql<{ days: string }>(
        `select concat_ws(' ', first_day, last_day) as days from private.report_range($1, $2)`,
        [name, today],
      )
    )[0]?.days;
  const leap = '2028-02-29';
  expect(await range('this_month', leap)).toBe('2028-02-01 2028-02-29');
  expect(await range('last_month', '2028-03-31')).toBe('2028-02-01 2028-02-29');
  expect(await range('this_quarter', leap)).toBe('2028-01-01 2028-03-31');
  expect(await range('last_quarter', leap)).toBe('2027-10-01 2027-12-31');
  expect(await range('this_year', leap)).toBe('2028-01-01 2028-12-31');
  expect(await range('last_year', leap)).toBe('2027-01-01 2027-12-31');
  expect(await range('last_12_months', leap)).toBe('2027-03-01 2028-02-29');
});

test('what changes afterwards is in the next answer', async () => {
  const [sale] = rows.filter(({ saleStatus }) => saleStatus === 'booked');
  await sql(`update public.sales set sale_date = '2031-05-05' where id = $1`, [sale?.id]);
  const definition: Definition = { report: 'sales', range: 'custom', from: '2031-05-01', to: '2031-05-31' };
  expect((await run(agency.admin, definition)).total).toMatchObject({
    n: 1,
    total: (sale?.total ?? 0) / 100,
  });
  await sql('select private.refresh_report_totals_of($1, null)', [agency.organizationId]);
  expect((await run(agency.admin, definition)).total).toMatchObject({
    n: 1,
    total: (sale?.total ?? 0) / 100,
  });
  expect(await sql('select * from private.check_report_totals($1)', [agency.organizationId])).toEqual([]);
});
