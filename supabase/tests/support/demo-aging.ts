import type { Ask } from './demo-person';
import { asTold, noDueDayOf, notDueOf, owedFigures, owedOf, type Demo, type DemoRow } from './demo-rows';
import { sumOf, type Findings } from './figure-tree';

interface Aging {
  today: string;
  buckets: { bucket: string; count: number; amount: number }[];
  vendors: {
    vendor: { id: string };
    count: number;
    amount: number;
    buckets: Record<string, number>;
  }[];
}

/** Days past the due day, and the days between which a bucket lies. */
const BUCKETS: Record<string, [from: number, to: number]> = {
  '0-30': [1, 30],
  '31-60': [31, 60],
  '61-90': [61, 90],
  '90+': [91, 100_000],
};

const daysLate = ({ due }: DemoRow, today: string) =>
  due === null ? 0 : (Date.parse(today) - Date.parse(due)) / 86_400_000;

const amountIn = (row: DemoRow, bucket: string, demo: Demo): number => {
  if (bucket === 'not_due') return notDueOf(row, demo);
  if (bucket === 'no_due_day') return noDueDayOf(row, demo);
  const [from, to] = BUCKETS[bucket] ?? [1, 0];
  const late = daysLate(row, demo.person.today);
  return late >= from && late <= to ? owedOf(row, demo) : 0;
};

/** What vendors owe, by age and by vendor, and the rows behind each of it. */
export async function checkAging(ask: Ask, demo: Demo, findings: Findings): Promise<void> {
  const { person, rows } = demo;
  const answer = await ask<Aging>('run_report', { definition: { report: 'aging' } });
  const figure = (some: readonly DemoRow[], bucket: string) => ({
    count: some.filter((row) => amountIn(row, bucket, demo) > 0).length,
    amount: sumOf(some, (row) => amountIn(row, bucket, demo)),
    agents_paid: sumOf(
      some.filter(({ state }) => state === 'agent_paid'),
      (row) => (owedOf(row, demo) > 0 ? amountIn(row, bucket, demo) : 0),
    ),
  });
  const { agents_paid, paid_short } = owedFigures(rows, demo);
  const where = `${person.login}: aging`;
  findings.compare(where, answer, {
    ...asTold(answer, { agents_paid, paid_short }),
    buckets: answer.buckets.map((told) => asTold(told, figure(rows, told.bucket))),
    vendors: answer.vendors.map((told) => {
      const some = rows.filter(({ vendor }) => vendor === told.vendor.id);
      const buckets = Object.keys(told.buckets).map((bucket) => [bucket, figure(some, bucket).amount]);
      const { vendors: _one, ...owed } = owedFigures(some, demo);
      return { ...asTold(told, owed), buckets: Object.fromEntries(buckets) as object };
    }),
  });
  const listed = new Set(answer.vendors.map(({ vendor }) => vendor.id));
  const unlisted = rows.filter((row) => owedOf(row, demo) > 0 && !listed.has(row.vendor));
  if (unlisted.length > 0)
    findings.wrong.push(`${where}: ${unlisted.length} owed commissions of vendors not listed`);

  for (const { bucket, count, amount } of answer.buckets) {
    const definition = { report: 'aging', age: bucket };
    const { rows: behind } = await ask<{ rows: { open: number }[] }>('get_report_rows', {
      definition,
      page_size: 5000,
    });
    findings.compare(
      `${where} ${bucket}, its rows,`,
      { count, amount },
      { count: behind.length, amount: sumOf(behind, ({ open }) => open) },
    );
  }
  for (const { vendor, count, amount } of answer.vendors) {
    const definition = { report: 'aging', age: 'overdue' };
    const { rows: behind } = await ask<{ rows: { open: number }[] }>('get_report_rows', {
      definition,
      key: vendor.id,
      page_size: 5000,
    });
    findings.compare(
      `${where} of a vendor, its rows,`,
      { count, amount },
      { count: behind.length, amount: sumOf(behind, ({ open }) => open) },
    );
  }
}
