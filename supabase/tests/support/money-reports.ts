import { ask } from './bank';
import { oneOf, type MoneyHistory } from './money-history';
import type { JudgedRow, Recall } from './money-judge';
import { entriesAskedFor, figuresOfEntries, HELD, type Entry, type Held } from './money-ledger';
import { groupOf, type Definition } from './report-oracle';
import type { Person } from './test-agency';

/** A range around all that happens. */
export const ALWAYS = { range: 'custom', from: '2025-01-01', to: '2027-12-31' } as const;

const ALL_GROUPS = ['month', 'agent', 'vendor', 'customer', 'category'];
/** What each report may be asked for. */
export const REPORTS: Record<string, { bases: string[]; groups: string[] }> = {
  sales: { bases: ['sale', 'travel'], groups: ALL_GROUPS },
  commissions: { bases: ['received', 'sale', 'due', 'paid'], groups: ALL_GROUPS },
  performance: { bases: ['received', 'sale', 'due', 'paid'], groups: ALL_GROUPS },
  punctuality: { bases: ['received', 'due'], groups: ['vendor', 'month', 'agent', 'category'] },
  short_pay: { bases: ['received', 'due'], groups: ALL_GROUPS },
};

type Figures = ReturnType<typeof figuresOfEntries>;

interface Answer {
  rows: { key: string; figures: Figures }[];
  total: Figures;
  books_closed_through: string | null;
}

/** What a report says: the total, and of each group that is not empty. */
export interface Told {
  total: object;
  groups: Record<string, object>;
}

const isEmpty = (figures: object) => Object.values(figures).every((figure) => figure === 0);

/** A report as one person is told it. */
export async function told(person: Person, definition: Definition): Promise<Told> {
  const { total, rows } = await ask<Answer>(person, 'run_report', { definition });
  return {
    total,
    groups: Object.fromEntries(
      rows.filter(({ figures }) => !isEmpty(figures)).map(({ key, figures }) => [key, figures]),
    ),
  };
}

/** Those who are asked; an agent is told of nobody else. */
export const readers = ({ agency }: MoneyHistory) => [
  { person: agency.owner, mine: null },
  { person: agency.admin, mine: null },
  { person: agency.agent, mine: agency.agent.id },
  { person: agency.rival, mine: agency.rival.id },
];
export type Reader = ReturnType<typeof readers>[number];

const heldBy = ({ report, basis }: Definition): Held | undefined =>
  report === 'sales' ? undefined : HELD.find((held) => held === basis);

/** The rows of a report, from what the judge says of sales and what months said when they were closed. */
function entriesOf(
  { ledger, journal }: MoneyHistory,
  rows: readonly JudgedRow[],
  asked: Definition,
): Entry[] {
  const held = heldBy(asked);
  const kept = held && (journal.closedThrough || journal.reopened || !asked.status);
  return kept ? ledger.entries(rows, held) : rows.map((row): Entry => ({ sign: 1, row }));
}

/** What vendors took back, as a report counts it (docs/product/reports.md, What vendors take back): by receipt on its day, else with its commission. */
function recallsAskedFor(rows: readonly JudgedRow[], mine: string | null, asked: Definition): Recall[] {
  const { report, basis = 'received', agent_id, vendor_id, category, status, from, to } = asked;
  if (report === 'sales' || basis === 'paid') return [];
  return rows.flatMap((row) =>
    row.recalls.flatMap((recall) => {
      const isHeld = basis === 'received';
      const day = isHeld ? recall.day : row.days[basis as 'sale' | 'due'];
      const stands = row.status === 'cancelled' ? 'funds_received' : row.status;
      const now = isHeld ? (recall.cancelled ? 'cancelled' : stands) : row.status;
      const counts =
        day !== null &&
        day >= from &&
        day <= to &&
        (!mine || recall.agent === mine) &&
        (!agent_id || recall.agent === agent_id) &&
        (!vendor_id || recall.vendor === vendor_id) &&
        (!category || recall.category === category) &&
        (status ? now === status : now !== 'cancelled');
      return counts ? [{ ...recall, day }] : [];
    }),
  );
}

/** Figures with what of it was taken back. */
function lessRecalls(figures: Figures, recalls: readonly Recall[]): Figures {
  const sum = (of: (recall: Recall) => number) => recalls.reduce((cents, recall) => cents + of(recall), 0);
  const [back, given] = [sum((recall) => recall.back), sum((recall) => recall.agents)];
  const less = (amount: number, cents: number) => (Math.round(amount * 100) - cents) / 100;
  return {
    ...figures,
    taken_back: back / 100,
    net: less(figures.net, back),
    agents: less(figures.agents, given),
    agency: less(figures.agency, back - given),
  };
}

/** What a report should say. */
export function expected(
  history: MoneyHistory,
  rows: readonly JudgedRow[],
  { mine }: Reader,
  asked: Definition,
) {
  const entries = entriesAskedFor(
    entriesOf(history, rows, asked).filter(({ row }) => !mine || row.agent === mine),
    asked,
  );
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) {
    const key = groupOf(entry.row, asked);
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  }
  const recalls = recallsAskedFor(rows, mine, asked);
  const customers = new Map(rows.map(({ commission, customer }) => [commission, customer]));
  const keyOf = (recall: Recall) =>
    asked.group === 'month'
      ? `${recall.day.slice(0, 8)}01`
      : asked.group === 'customer'
        ? (customers.get(recall.commission) ?? '')
        : recall[asked.group as 'agent' | 'vendor' | 'category'];
  for (const recall of recalls) groups.set(keyOf(recall), groups.get(keyOf(recall)) ?? []);
  const figures = [...groups].map(
    ([key, some]) =>
      [
        key,
        lessRecalls(
          figuresOfEntries(some, asked),
          recalls.filter((recall) => keyOf(recall) === key),
        ),
      ] as const,
  );
  return {
    entries,
    told: {
      total: lessRecalls(figuresOfEntries(entries, asked), recalls),
      groups: Object.fromEntries(figures.filter(([, each]) => !isEmpty(each))),
    },
  };
}

const pad = (n: number) => String(n).padStart(2, '0');

/** A range of whole months, of any days, or of everything. */
function aRange({ below }: MoneyHistory) {
  if (below(3) === 0) return ALWAYS;
  const day = () => `2026-${pad(1 + below(12))}-${pad(1 + below(28))}`;
  const [from = '', to = ''] = [day(), day()].sort();
  if (below(2)) return { range: 'custom', from, to } as const;
  return { range: 'custom', from: `${from.slice(0, 8)}01`, to: `${to.slice(0, 8)}28` } as const;
}

/** Any report that the document says the figures of, now that books may have been reopened. */
export function aDefinition(history: MoneyHistory): Definition {
  const { below, journal, agency, vendors } = history;
  const report = oneOf(history, Object.keys(REPORTS)) ?? 'sales';
  const { bases = [], groups = [] } = REPORTS[report] ?? {};
  const definition: Definition = {
    ...{ report, basis: oneOf(history, bases) ?? 'sale', group: oneOf(history, groups) ?? 'month' },
    ...aRange(history),
    ...(below(4) === 0 && { agent_id: below(2) ? agency.agent.id : agency.rival.id }),
    ...(below(4) === 0 && { vendor_id: oneOf(history, vendors) ?? '' }),
  };
  const held = heldBy(definition);
  // A status is of now: what closed months say of it is not told.
  if (below(3) === 0 && !(held && (journal.closedThrough || journal.reopened)))
    definition.status =
      oneOf(
        history,
        report === 'sales'
          ? ['booked', 'paid', 'cancelled']
          : ['unpaid', 'funds_received', 'agent_paid', 'cancelled'],
      ) ?? 'paid';
  // Where books were reopened, the document says what all months together come to.
  if (!held || !journal.reopened) return definition;
  return {
    ...definition,
    ...ALWAYS,
    group: definition.group === 'month' ? 'agent' : (definition.group ?? 'agent'),
  };
}

/** Each report by each date, over everything. */
export const everyReport = (history: MoneyHistory): Definition[] =>
  Object.entries(REPORTS).flatMap(([report, { bases }]) =>
    bases.map((basis): Definition => {
      const heldOpen = HELD.some((held) => held === basis) && history.journal.reopened;
      return { report, basis, group: heldOpen ? 'vendor' : 'month', ...ALWAYS };
    }),
  );

/** What the closed months say, by receipt, and by payment. */
export const closedReports = (through: string): Definition[] => {
  const range = { ...ALWAYS, to: through };
  return [
    ...['commissions', 'performance', 'punctuality', 'short_pay'].map((report) => ({
      ...{ report, basis: 'received', group: 'month', ...range },
    })),
    ...['agent', 'vendor'].map((group) => ({ report: 'commissions', basis: 'received', group, ...range })),
    ...['month', 'agent'].map((group) => ({ report: 'commissions', basis: 'paid', group, ...range })),
    { report: 'performance', basis: 'paid', group: 'month', ...range },
  ];
};

interface Behind {
  id: string;
  corrects?: boolean;
  beside?: string | null;
  total: number;
  expected: number;
  received: number | null;
  agents: number | null;
  written_off: number;
  open: number;
  paid: number;
}

/** Where the rows behind a figure do not come to it. */
export async function rowsBehind({ person }: Reader, asked: Definition, key: string | null, figures: object) {
  const page = await ask<{ figures: object; count: number; rows: Behind[] }>(person, 'get_report_rows', {
    ...{ definition: asked, page_size: 5000, ...(key !== null && { key }) },
  });
  const sum = (of: (row: Behind) => number) =>
    page.rows.reduce((cents, row) => cents + Math.round(of(row) * 100), 0) / 100;
  const { n, total, expected: gross, received, agents, written_off, open, paid } = figures as Figures;
  const rows = {
    ...{
      total: sum((row) => (asked.report === 'sales' ? row.total : 0)),
      expected: sum((row) => row.expected),
    },
    ...{ received: sum((row) => row.received ?? 0), written_off: sum((row) => row.written_off) },
    ...{
      agents: sum((row) => row.agents ?? 0),
      open: sum((row) => row.open),
    },
    paid: sum((row) => row.paid),
    n:
      page.rows.filter(({ corrects, beside }) => !corrects && !beside).length -
      page.rows.filter(({ corrects }) => corrects).length,
  };
  const isSales = asked.report === 'sales';
  return {
    page: page.figures,
    rows: isSales ? { n: rows.n, total: rows.total, expected: rows.expected } : rows,
    figures: isSales
      ? { n, total, expected: gross }
      : { total, expected: gross, received, written_off, agents, open, paid, n },
  };
}
