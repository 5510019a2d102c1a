/**
 * `npm run bench soak [largest] [all] [agencies] [folder]`: a thousand agencies with ten million sales together, the largest with one million. Dashboards,
 * lists, search, reports, matching and payouts of the largest and of a small one against their budgets, and of the small one while the largest is
 * busy. Takes hours and some 50 GB; with a folder the filled database stays there, and the next run finds it.
 */
import os from 'node:os';
import type pg from 'pg';
import { type Backend, withClient } from '../../supabase/local/src/index';
import { runBench, withBackend } from '../backend';
import { adminOf, fillOnce, type Agency } from '../database/fill';
import { askAs, measure, type Cost } from '../database/measure';
import { printCost, printEnd, printHead } from '../database/print';
import { median } from '../quantile';
import { agenciesOf } from './agencies';
import { BUSY, READS } from './reads';
import { makePayable, MATCHING_GOAL, PAYOUT_GOAL, write, type Written } from './writes';

const WIDTH = 40;

/** People of the largest agency who ask without a pause. */
const BUSY_PEOPLE = 3;

/** The small agency's answers alone and beside the largest, by turns. */
const ROUNDS = 3;

/** How much slower a small agency may be while the largest is busy. */
const NEIGHBOR_GOAL = 1.2;

/** Has the jobs' work done that an earlier run has left: days marked as stale are read from their rows. */
const settle = (superuser: string): Promise<void> =>
  withClient(superuser, async (client) => {
    await client.query('select private.refresh_totals()');
    await client.query(
      'select private.rebuild_totals(o.organization_id) from (select distinct organization_id from private.stale_days) o',
    );
    await client.query('vacuum (analyze)');
  });

async function printWhatThereIs(client: pg.Client): Promise<void> {
  const { rows } = await client.query<Record<'agencies' | 'sales' | 'size', string>>(
    `select (select count(*) from public.organizations) as agencies, (select count(*) from public.sales) as sales,
       pg_size_pretty(pg_database_size(current_database())) as size`,
  );
  console.log(`${rows[0]?.agencies} agencies, ${rows[0]?.sales} sales, ${rows[0]?.size}`);
}

/** What all reads cost this agency's admin. */
async function readAll(backend: Backend, client: pg.Client, agency: Agency): Promise<Cost[]> {
  const rest = await askAs(backend, client, adminOf(agency));
  const costs: Cost[] = [];
  for (const query of READS) costs.push(await measure(client, rest, query));
  await client.query('reset role');
  return costs;
}

/** Keeps the largest agency busy until it is told to stop; answers how often it was answered. */
async function keepBusy(backend: Backend, largest: Agency): Promise<() => Promise<number>> {
  let [over, answered] = [false, 0];
  const people = Array.from({ length: BUSY_PEOPLE }, async (_, person) => {
    await withClient(backend.dbUrl, async (client) => {
      const rest = await askAs(backend, client, adminOf(largest));
      for (let n = person * 2; !over; n += 1) {
        const query = BUSY[n % BUSY.length];
        if (query) await rest(query.call, query.args);
        answered += 1;
      }
    });
  });
  return async () => {
    over = true;
    await Promise.all(people);
    return answered;
  };
}

/** How much of all processors whoever uses this machine takes while something is done. */
async function processorUse<Answer>(work: () => Promise<Answer>): Promise<{ answer: Answer; used: number }> {
  const until = () =>
    os.cpus().reduce(
      (sum, { times: { idle, user, nice, sys } }) => ({
        idle: sum.idle + idle,
        busy: sum.busy + user + nice + sys,
      }),
      { idle: 0, busy: 0 },
    );
  const before = until();
  const answer = await work();
  const after = until();
  const busy = after.busy - before.busy;
  return { answer, used: busy / (busy + after.idle - before.idle) };
}

/** Prints a small agency's answers alone and beside the busy largest one; answers how many are over a budget. */
async function besideTheLargest(
  backend: Backend,
  client: pg.Client,
  largest: Agency,
  small: Agency,
): Promise<number> {
  const [alone, beside]: [Cost[][], Cost[][]] = [[], []];
  const used: [number[], number[]] = [[], []];
  let answered = 0;
  const read = async (into: Cost[][], use: number[]) => {
    const { answer, used: share } = await processorUse(() => readAll(backend, client, small));
    into.push(answer);
    use.push(share);
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    await read(alone, used[0]);
    const stop = await keepBusy(backend, largest);
    await read(beside, used[1]);
    answered += await stop();
  }
  console.log(
    `\nAn agency of ${small.sales} sales, alone and while ${BUSY_PEOPLE} people of the largest are answered ${answered} times`,
  );
  const [quiet, taken] = used.map((shares) => `${Math.round(median(shares) * 100)} %`);
  console.log(`${os.cpus().length} processors at work, whoever uses them: ${quiet} alone, ${taken} beside`);
  console.log(
    `${''.padEnd(WIDTH)}db alone  beside  goal  rest alone  beside   ratio (goal ${NEIGHBOR_GOAL})`,
  );
  return READS.filter(({ name, budget }, n) => {
    const of = (rounds: Cost[][], what: 'database' | 'rest') =>
      median(rounds.map((costs) => costs[n]?.[what] ?? NaN));
    const [database, busy] = [of(alone, 'database'), of(beside, 'database')];
    const [rest, later] = [of(alone, 'rest'), of(beside, 'rest')];
    const late = busy > budget || busy / database > NEIGHBOR_GOAL;
    console.log(
      `  ${name}`.padEnd(WIDTH) +
        `${database.toFixed(1).padStart(8)}${busy.toFixed(1).padStart(8)}${String(budget).padStart(6)}` +
        `${rest.toFixed(0).padStart(12)}${later.toFixed(0).padStart(8)}${(busy / database).toFixed(2).padStart(8)}x${late ? '  ✘' : ''}`,
    );
    return late;
  }).length;
}

/** Prints a file and a payout with their goals; answers how many are over. */
function printWritten(who: string, { lines, matching, payable, payout }: Written): number {
  const rows: [string, number, number][] = [
    [
      `${lines} lines imported and matched`,
      matching,
      Math.max(MATCHING_GOAL.least, lines * MATCHING_GOAL.aLine),
    ],
    [
      `payout of ${payable} commissions`,
      payout,
      Math.max(PAYOUT_GOAL.least, payable * PAYOUT_GOAL.aCommission),
    ],
  ];
  return rows.filter(([name, took, goal]) => {
    const late = took > goal;
    console.log(
      `  ${who}: ${name}`.padEnd(72) +
        `${took.toFixed(0).padStart(8)} ms, goal ${goal}, ${(took / goal).toFixed(2)}x${late ? '  ✘' : ''}`,
    );
    return late;
  }).length;
}

async function main([most, sales, count, folder]: string[]): Promise<void> {
  const { largest, small, all } = agenciesOf(
    Number(most ?? 1_000_000),
    Number(sales ?? 10_000_000),
    Number(count ?? 1000),
  );
  let over = 0;
  await withBackend(
    async (backend, superuser) => {
      await fillOnce(superuser, all, console.log);
      await settle(superuser);
      await withClient(backend.dbUrl, async (client) => {
        await printWhatThereIs(client);
        printHead(`The largest, ${largest.sales} sales`, WIDTH);
        const costs = await readAll(backend, client, largest);
        over += READS.filter(
          ({ name, budget }, n) => costs[n] && printCost(name, WIDTH, costs[n], budget),
        ).length;
        over += await besideTheLargest(backend, client, largest, small);
      });
      console.log('\nFiles and payouts');
      // Each agency's can be written once: others of the same size stand beside.
      const next = all[all.indexOf(small) + 1] ?? small;
      for (const agency of [small, next]) await makePayable(superuser, agency, 50);
      await makePayable(superuser, largest, 3000);
      over += printWritten('small, alone', await write(backend.dbUrl, small, 200));
      const stop = await keepBusy(backend, largest);
      over += printWritten('small, beside the largest', await write(backend.dbUrl, next, 200));
      await stop();
      over += printWritten('the largest', await write(backend.dbUrl, largest, 2000));
    },
    folder ? { dataDir: folder } : {},
  );
  printEnd(over);
}

runBench(main);
