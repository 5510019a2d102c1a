/**
 * `npm run bench lists [dashboard] [sales ...]`: database time of lists and dashboard as an admin and as an agent, in an agency of
 * 10,000 and of 1,000,000 sales beside as many of others, against the budgets, and what the totals cost a write. Each size gets an
 * embedded PostgreSQL of its own, filled in seconds to minutes and deleted again. `dashboard` leaves the lists out.
 */
import { withClient } from '../../supabase/local/src/index';
import { runBench, withBackend } from '../backend';
import { agencyOfSize, adminOf, agentOf, fill, type Agency } from './fill';
import { askAs, measure, type Cost } from './measure';
import { printCost, printEnd, printHead } from './print';
import { dashboards, queries, type BenchQuery } from './queries';
import { measureWrites, WRITE_GOAL, type WriteCost } from './writes';

const OTHERS = 20;

/** Agencies of a database: the measured one, and others which together have as many sales. */
function agencies(sales: number): [Agency, ...Agency[]] {
  const others = Array.from({ length: OTHERS }, (_, n) => ({
    number: n + 2,
    sales: sales / OTHERS,
    agents: 12,
    vendors: 40,
    customers: sales / 100,
  }));
  return [agencyOfSize(1, sales), ...others];
}

type Row = BenchQuery & Cost;
type Answers = Record<'admin' | 'agent', Row[]> & { writes: WriteCost[] };

const run = (superuser: string, statement: string, values: unknown[] = []) =>
  withClient(superuser, (client) => client.query(statement, values));

const clearMarks = (superuser: string) => run(superuser, 'delete from private.stale_days');

/** Marks the latest three days with sales as stale: what readers find most of the time in an agency at work. */
const markToday = (superuser: string, { number }: Agency) =>
  run(
    superuser,
    `insert into private.stale_days (organization_id, day)
     select organization_id, sale_date from public.sales where organization_id = md5('o' || $1::int || '-0')::uuid
     group by 1, 2 order by 2 desc limit 3`,
    [number],
  );

const askAll = (sales: number, dashboardOnly: boolean): Promise<Answers> =>
  withBackend(async (backend, superuser) => {
    const all = agencies(sales);
    const start = Date.now();
    await fill(superuser, all, () => undefined);
    console.log(
      `\n${sales} sales and as many of others: filled in ${Math.round((Date.now() - start) / 1000)} s`,
    );
    const answers: Answers = { admin: [], agent: [], writes: [] };
    await withClient(backend.dbUrl, async (client) => {
      const asked = dashboardOnly ? [...dashboards] : await queries(client);
      for (const who of ['admin', 'agent'] as const) {
        await clearMarks(superuser);
        const rest = await askAs(backend, client, who === 'admin' ? adminOf(all[0]) : agentOf(all[0], 1));
        // What an agent adds is one more condition: pages before the last tell it.
        for (const query of who === 'admin' ? asked : asked.filter(({ page }) => page !== 'last'))
          answers[who].push({ ...query, ...(await measure(client, rest, query)) });
        await markToday(superuser, all[0]);
        for (const query of dashboards)
          answers[who].push({
            ...query,
            name: `${query.name}, today stale`,
            ...(await measure(client, rest, query)),
          });
      }
    });
    await clearMarks(superuser);
    // Last: it leaves the totals wrong.
    answers.writes = await measureWrites(superuser, adminOf(all[0]), all[0]);
    return answers;
  });

/** Prints every query with its ratio to the budget; answers how many are over it. */
function print(title: string, rows: Row[]): number {
  printHead(title, 62, true);
  return rows.filter(({ name, call, page, budget, ...cost }) =>
    printCost(`${call} ${name}${page ? `, ${page} page` : ''}`, 62, cost, budget, true),
  ).length;
}

/** What a write costs with the totals, how much more that is than without, and what is left to a job; answers how many are over the goal. */
function printWrites(size: number, writes: WriteCost[]): number {
  console.log(`\n${`${size} sales, writes`.padEnd(62)}    bare   totals  goal   ratio   later`);
  for (const { name, kept, bare, later } of writes) {
    const figures = `${bare.toFixed(1).padStart(8)}${kept.toFixed(1).padStart(9)}${WRITE_GOAL.toFixed(2).padStart(6)}`;
    const over = kept / bare > WRITE_GOAL ? '  ✘' : '';
    console.log(
      `  ${name.padEnd(60)}${figures}   ${(kept / bare).toFixed(2)}x${over || '   '}${later.toFixed(2).padStart(6)}`,
    );
  }
  return writes.filter(({ kept, bare }) => kept / bare > WRITE_GOAL).length;
}

/** Milliseconds of the dashboard by range. */
const dashboardTimes = (rows: Row[]) =>
  new Map(rows.filter(({ call }) => call === 'get_dashboard').map(({ name, database }) => [name, database]));

/** How the dashboard of the larger agency compares with the smaller one's. */
function compareDashboards(who: string, few: Row[], many: Row[]): void {
  const [small, large] = [dashboardTimes(few), dashboardTimes(many)];
  for (const [range, time] of large) {
    const against = small.get(range);
    if (against)
      console.log(
        `  dashboard of the ${who}, ${range}: ${time.toFixed(1)} ms, ${(time / against).toFixed(2)}x of the smaller agency`,
      );
  }
}

async function main(asked: string[]): Promise<void> {
  const sizes = asked.map(Number).filter(Boolean);
  const found: Answers[] = [];
  let over = 0;
  for (const size of sizes.length > 0 ? sizes : [10_000, 1_000_000]) {
    const answers = await askAll(size, asked.includes('dashboard'));
    found.push(answers);
    for (const who of ['admin', 'agent'] as const) over += print(`${size} sales, ${who}`, answers[who]);
    over += printWrites(size, answers.writes);
  }
  const [few, many] = found;
  console.log('');
  if (few && many) for (const who of ['admin', 'agent'] as const) compareDashboards(who, few[who], many[who]);
  printEnd(over);
}

runBench(main);
