import { paymentRowsOf, yearFigures, type PaymentRow } from './agent-year-oracle';
import type { Ask } from './demo-person';
import type { Demo, DemoRow } from './demo-rows';
import { addDays } from './dashboard';
import type { Findings } from './figure-tree';
import {
  figuresOf,
  groupOf,
  reportRowsOf,
  rowsAskedFor,
  type Definition,
  type ReportRow,
} from './report-oracle';

const ALL_GROUPS = ['month', 'agent', 'vendor', 'customer', 'category'];

/** Every report but aging, with each day it can go by and what it can be grouped by. */
const REPORTS: Record<string, { bases: string[]; groups: string[] }> = {
  sales: { bases: ['sale', 'travel'], groups: ALL_GROUPS },
  commissions: { bases: ['received', 'sale', 'due', 'paid'], groups: ALL_GROUPS },
  performance: { bases: ['received', 'sale', 'due', 'paid'], groups: ALL_GROUPS },
  punctuality: { bases: ['received', 'due'], groups: ['vendor', 'month', 'agent', 'category'] },
  short_pay: { bases: ['received', 'due'], groups: ['vendor', 'month', 'agent', 'customer', 'category'] },
  agents_year: { bases: ['paid'], groups: ['agent', 'month'] },
};

interface Answer {
  range: { first: string; last: string };
  rows: { key: string; figures: Record<string, number> }[];
  total: Record<string, number>;
  others?: Record<string, number> | null;
}

interface Behind {
  count: number;
  figures: object;
  rows: { id: string }[];
}

/** What a report adds up: rows of its kind, with what one row and several of them come to. */
interface Source<Row> {
  rows: (definition: Definition) => Row[];
  /** What its total is of, where that is other rows. */
  total?: (definition: Definition) => Row[];
  keyOf: (row: Row, definition: Definition) => string;
  figures: (rows: readonly Row[], definition: Definition) => Record<string, number>;
  idOf: (row: Row, definition: Definition) => string;
}

/** A row as the agency has it, with what all its people get. */
const asWhole = (row: ReportRow, { share }: DemoRow): ReportRow => ({
  ...row,
  share: Math.round(share * 100),
});

/** A row as the person of this part has it. */
function asPart(row: ReportRow, part: DemoRow): ReportRow {
  const cents = (amount: number) => Math.round(amount * 100);
  return {
    ...row,
    agent: part.agent,
    status: part.state,
    total: cents(part.total),
    gross: cents(part.gross),
    received: row.received === null ? null : cents(part.received),
    share: cents(part.share),
    open: cents(part.open),
    writtenOff: cents(part.writtenOff),
  };
}

/** The rows of sales and commissions, of people by their part; a commission is told by its own id, which the oracle's rows have beside. */
async function ofSales(
  { person, rows, parts }: Demo,
  commissions: ReadonlyMap<string, string>,
): Promise<Source<ReportRow>> {
  const stored = new Map((await reportRowsOf(person.organizationId)).map((row) => [row.id, row]));
  const read = (some: readonly DemoRow[], as: typeof asPart) =>
    some.flatMap((part) => {
      const row = stored.get(part.id);
      return row ? [as(row, part)] : [];
    });
  const ofPeople = read(parts, asPart);
  const ofAll = person.isAdmin ? read(rows, asWhole) : ofPeople;
  return {
    rows: (definition) => rowsAskedFor(definition.group === 'agent' ? ofPeople : ofAll, definition),
    // Altogether a report by agent says what the agency has.
    total: (definition) => rowsAskedFor(ofAll, definition),
    keyOf: groupOf,
    figures: figuresOf,
    idOf: ({ id }, { report }) => (report === 'sales' ? id : (commissions.get(id) ?? id)),
  };
}

/** Statements and single payments. */
async function ofPayments({ person }: Demo): Promise<Source<PaymentRow>> {
  const all = await paymentRowsOf(person.organizationId);
  const seen = all.filter(({ agent, voided }) => !voided && (person.isAdmin || agent === person.id));
  const nothing = figuresOf([], { report: 'agents_year', from: '', to: '', range: 'custom' });
  return {
    rows: ({ from, to }) => seen.filter(({ day }) => day >= from && day <= to),
    keyOf: ({ agent, day }, { group }) => (group === 'agent' ? agent : `${day.slice(0, 8)}01`),
    figures: (rows) => ({ ...nothing, ...yearFigures(rows) }),
    idOf: ({ id }) => id,
  };
}

/** A figure, its rows as they are told, and what the rows come to one by one. */
async function openRows(
  ask: Ask,
  where: string,
  asked: { definition: object; key?: string },
  told: object,
  expected: { ids: string[] },
  findings: Findings,
): Promise<void> {
  const behind = await ask<Behind>('get_report_rows', { ...asked, page_size: 5000 });
  findings.compare(
    `${where}, its rows,`,
    { count: behind.count, ...behind.figures },
    { count: behind.rows.length, ...told },
  );
  const ids = behind.rows.map(({ id }) => id).sort();
  if (ids.join() !== expected.ids.sort().join())
    findings.wrong.push(`${where}: ${ids.length} rows are not the ${expected.ids.length} it counts`);
}

/** One report: its total, every row, what others come to, and the rows behind some of them. */
async function checkReport<Row>(
  ask: Ask,
  who: string,
  asked: Omit<Definition, 'from' | 'to' | 'range'> & { range: string; from?: string; to?: string },
  source: Source<Row>,
  findings: Findings,
  opened: number,
): Promise<void> {
  const answer = await ask<Answer>('run_report', { definition: asked });
  const { first: from, last: to } = answer.range;
  const definition: Definition = { ...asked, from, to, range: 'custom' };
  const where = `${who}: ${Object.values(asked).join(' ')}`;
  const rows = source.rows(definition);
  const all = source.total?.(definition) ?? rows;
  findings.compare(`${where}, total,`, answer.total, source.figures(all, definition));
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = source.keyOf(row, definition);
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  for (const { key, figures } of answer.rows)
    findings.compare(`${where}, ${key},`, figures, source.figures(groups.get(key) ?? [], definition));
  const shown = new Set(answer.rows.map(({ key }) => key));
  const rest = rows.filter((row) => !shown.has(source.keyOf(row, definition)));
  findings.compare(
    `${where}, others,`,
    answer.others ?? {},
    rest.length > 0 ? source.figures(rest, definition) : {},
  );

  const idsOf = (some: readonly Row[]) => some.map((row) => source.idOf(row, definition));
  if (opened > 0)
    await openRows(
      ask,
      `${where}, total`,
      { definition: asked },
      answer.total,
      { ids: idsOf(all) },
      findings,
    );
  const some = [
    ...answer.rows.slice(0, Math.ceil(opened / 2)),
    ...answer.rows.slice(-Math.floor(opened / 2)),
  ];
  for (const { key, figures } of some.slice(0, opened))
    await openRows(
      ask,
      `${where}, ${key}`,
      { definition: asked, key },
      figures,
      { ids: idsOf(groups.get(key) ?? []) },
      findings,
    );
}

/** A range with a month cut off at both of its ends, all days, and those in which a month is whole, cut, or still to come. */
function ranges(today: string) {
  const before = Number(today.slice(0, 4)) - 1;
  const custom = (from: string, to: string) => ({ range: 'custom', from, to });
  const cut = custom(`${before}-11-30`, `${before + 1}-03-01`);
  const ever = custom('2000-01-01', '2039-12-31');
  const edges = [
    custom(`${before}-12-01`, `${before}-12-31`),
    custom(`${before}-12-02`, `${before}-12-31`),
    custom(`${before}-12-01`, `${before + 1}-01-30`),
    custom(addDays(today, 1), addDays(today, 400)),
    ...['last_12_months', 'this_month', 'last_month', 'this_year'].map((range) => ({ range })),
  ];
  return { cut, ever, edges };
}

/** Every report by each day and grouping, by months in every range; or `short`: in one range, by months. */
export async function checkReports(ask: Ask, demo: Demo, findings: Findings, short = false): Promise<void> {
  const commissions = new Map(demo.rows.map(({ id, commission }) => [id, commission]));
  const [sales, payments] = [await ofSales(demo, commissions), await ofPayments(demo)];
  const { cut, ever, edges } = ranges(demo.person.today);
  const { login } = demo.person;
  for (const [report, { bases, groups }] of Object.entries(REPORTS))
    for (const basis of bases)
      for (const group of short ? ['month'] : groups) {
        // More customers than a report lists.
        const isLong = group === 'customer' && report !== 'performance';
        const others = group === 'month' ? [ever, ...edges] : isLong || group === 'agent' ? [ever] : [];
        for (const range of short ? [cut] : [cut, ...others]) {
          const asked = { report, basis, group, ...range };
          const opened = range === cut ? 2 : 0;
          if (report === 'agents_year') await checkReport(ask, login, asked, payments, findings, opened);
          else await checkReport(ask, login, asked, sales, findings, opened);
        }
      }
}
