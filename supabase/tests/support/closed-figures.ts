import { ask } from './bank';
import { ALWAYS } from './money-reports';
import { SOAK } from './soak';
import { everyChoice, type Asked } from './rows-and-totals';
import type { Person } from './test-agency';

type Figures = Record<string, number>;
interface Answer {
  total: Figures;
  rows: { key: string; figures: Figures }[];
  others?: Figures | null;
}
interface Behind {
  rows: Record<string, string | number | null>[];
}

/** What closed months said, by who asked for what. */
export type Said = Map<string, string>;

/** Of a report by payment a closed month keeps how many, what was expected and what was paid (docs/product/commissions.md, Closed books). */
const kept = ({ basis }: Asked, figures: Figures): Figures =>
  basis === 'paid'
    ? { n: figures['n'] ?? 0, expected: figures['expected'] ?? 0, paid: figures['paid'] ?? 0 }
    : figures;

/** What of a row behind a figure is of its receipt, not of today: its amounts, whose it is, and what it is. */
const OF_RECEIPT = ['reference', 'day', 'agent', 'corrects'] as const;
const AMOUNTS = [
  'expected',
  'received',
  'agents',
  'taken_back',
  'short',
  'written_off',
  'open',
  'late_days',
] as const;

const isEmpty = (figures: Figures) => Object.values(figures).every((figure) => figure === 0);

/** Every report that goes by booking day in every grouping, and the rows behind, of the days through that one. */
export async function closedFigures(people: readonly Person[], through: string): Promise<Said> {
  const said: Said = new Map();
  // Agents' year goes by payment day.
  const all = (await everyChoice()).filter(
    ({ basis, report }) => (basis === 'received' || basis === 'paid') && report !== 'agents_year',
  );
  // Reports of one date and grouping are told of the same figures.
  const asked = SOAK
    ? all
    : [...new Map(all.map((choice) => [`${choice.basis} ${choice.group}`, choice])).values()];
  for (const person of people)
    for (const choice of asked) {
      const definition = { ...choice, ...ALWAYS, to: through };
      const { total, rows, others } = await ask<Answer>(person, 'run_report', { definition });
      const shown = rows
        .map(({ key, figures }) => ({ key, figures: kept(choice, figures) }))
        .filter(({ figures }) => !isEmpty(figures))
        .sort((one, other) => one.key.localeCompare(other.key));
      const name = `${person.email} ${choice.report} ${choice.basis} ${choice.group}`;
      said.set(name, JSON.stringify({ total: kept(choice, total), shown, others }));
      if (choice.basis !== 'received' || choice.group !== 'month') continue;
      const page = await ask<Behind>(person, 'get_report_rows', { definition, page_size: 5000 });
      const behind = page.rows
        .map((row) =>
          JSON.stringify([
            ...OF_RECEIPT.map((column) => row[column] ?? null),
            ...AMOUNTS.map((column) => row[column] ?? 0),
          ]),
        )
        .sort();
      said.set(`${name}, behind`, behind.join('\n'));
    }
  return said;
}

/** What is said otherwise now. */
export const saidOtherwise = (before: Said, now: Said): object[] =>
  [...before].flatMap(([name, was]) => (now.get(name) === was ? [] : [{ name, was, now: now.get(name) }]));

/** Of all months together reports by receipt say what the commissions say now, as those by sale date do: where they do not, altogether or of a person. */
export async function notWhatIsNow(person: Person): Promise<object[]> {
  const of = async (basis: string) => {
    const definition = { report: 'performance', basis, group: 'agent', ...ALWAYS };
    const { total, rows } = await ask<Answer>(person, 'run_report', { definition });
    const some = (figures: Figures) =>
      ['received_n', 'received', 'taken_back', 'net', 'agents', 'agency', 'short']
        .map((name) => figures[name])
        .join(' ');
    return new Map([
      ['total', some(total)],
      ...rows.map(({ key, figures }): [string, string] => [key, some(figures)]),
    ]);
  };
  const [received, sold] = [await of('received'), await of('sale')];
  return [...sold].flatMap(([key, now]) => {
    const told = received.get(key) ?? '0 0 0 0 0 0 0';
    return told === now ? [] : [{ key, received: told, now }];
  });
}
