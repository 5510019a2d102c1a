import { ask } from './bank';
import { sql } from './database';
import { ALWAYS } from './money-reports';
import type { Person } from './test-agency';

type Figures = Record<string, number>;

/** A report as it may be asked for. */
export interface Asked {
  report: string;
  basis: string;
  group: string;
}

/** Every report by every day in every grouping, of the list that reports are asked from. */
export const everyChoice = () =>
  sql<Asked>(
    `select r.report, b.basis, g."group" from unnest(private.reports()) r(report)
     cross join lateral private.report_choices(r.report) c
     cross join unnest(c.bases) b(basis) cross join unnest(c.groups) g("group")`,
  );

interface Answer {
  total: Figures;
  rows: { key: string; figures: Figures }[];
  others?: Figures | null;
  buckets?: { bucket: string; amount: number }[];
  vendors?: { vendor: { id: string }; buckets: Figures }[];
}

/** What says how many, not how much. */
const isNumber = (name: string) => name === 'n' || name.endsWith('_n') || name === 'late_days';

/** Figures of which rows are parts that do not come to the total (docs/product/reports.md): how many, where one sale is in several rows. */
const isInSeveral = ({ group, report }: Asked, name: string) =>
  isNumber(name) && (group === 'line_kind' || (group === 'agent' && report !== 'agents_year'));

const cents = (amount: number | null | undefined) => Math.round((amount ?? 0) * 100);

/** Figures together, in cents. */
const together = (all: readonly Figures[]): Figures => {
  const sums: Figures = {};
  for (const figures of all)
    for (const [name, amount] of Object.entries(figures)) sums[name] = (sums[name] ?? 0) + cents(amount);
  return sums;
};

/** What of these figures the rows do not come to: what they come to and what is told. */
export function differences(asked: Asked, rows: readonly Figures[], total: Figures): Figures[] {
  const sums = together(rows);
  return Object.entries(together([total])).flatMap(([name, told]) =>
    isInSeveral(asked, name) || (sums[name] ?? 0) === told
      ? []
      : [{ [name]: told, [`${name} of rows`]: sums[name] ?? 0 }],
  );
}

interface Behind {
  count: number;
  figures: Figures;
  rows: Record<string, number | null>[];
}

/** The amounts that a row behind a figure says. */
const AMOUNTS = [
  'expected',
  'received',
  'taken_back',
  'agents',
  'short',
  'written_off',
  'open',
  'late_days',
  'paid',
] as const;

/** Where the rows behind a figure do not come to it; of line kinds and payments to agents what rows say of them. */
export async function wrongBehind(person: Person, asked: Asked, key: string | null, told: Figures) {
  const page = await ask<Behind>(person, 'get_report_rows', {
    ...{ definition: { ...asked, ...ALWAYS }, page_size: 5000, ...(key !== null && { key }) },
  });
  const said = differences(asked, [page.figures], told);
  if (asked.report === 'agents_year') return said;
  const names = asked.report === 'sales' ? (['expected'] as const) : AMOUNTS;
  const wrong = names.flatMap((name) => {
    const sum = page.rows.reduce((all, row) => all + cents(row[name]), 0);
    return sum === cents(page.figures[name]) ? [] : [{ [name]: page.figures[name], rows: sum / 100 }];
  });
  return [...said, ...wrong];
}

/** Every report in every grouping of which rows do not come to the total line, or what stands behind a row not to the row. */
export async function wrongRows(people: readonly Person[]): Promise<object[]> {
  const wrong: object[] = [];
  for (const person of people)
    for (const asked of await everyChoice()) {
      const add = (more: object, found: readonly object[]) => {
        if (found.length > 0) wrong.push({ by: person.email, ...asked, ...more, found });
      };
      const definition = asked.report === 'aging' ? { report: 'aging' } : { ...asked, ...ALWAYS };
      const answer = await ask<Answer>(person, 'run_report', { definition });
      if (answer.buckets) {
        const total = Object.fromEntries(answer.buckets.map(({ bucket, amount }) => [bucket, amount]));
        add(
          {},
          differences(
            asked,
            (answer.vendors ?? []).map(({ buckets }) => buckets),
            total,
          ),
        );
        continue;
      }
      const { rows, others, total } = answer;
      add(
        {},
        differences(asked, [...rows.map(({ figures }) => figures), ...(others ? [others] : [])], total),
      );
      add({ behind: 'the total' }, await wrongBehind(person, asked, null, total));
      for (const { key, figures } of rows)
        if (Object.values(figures).some((figure) => figure !== 0))
          add({ behind: key }, await wrongBehind(person, asked, key, figures));
    }
  return wrong;
}
