/**
 * `npm run bench neighbor [sales]`: what a list of a small agency takes while people of an agency of a million sales run a report of a
 * year again and again, beside what it takes alone: by turns, on an embedded PostgreSQL of its own, deleted again.
 */
import pg from 'pg';
import type { Backend } from '../../supabase/local/src/index';
import { runBench, withBackend } from '../backend';
import { median, quantile } from '../quantile';
import { adminOf, agencyOfSize, agentOf, fill, type Agency } from './fill';
import { askAs } from './measure';
import { printLoad } from './print';

/** How much slower the list may be. */
const GOAL = 1.2;
const ROUNDS = 5;
/** How long each turn asks, and how long a person looks at what they got, in milliseconds. */
const TURN = 5000;
const LOOK = 20;

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
const YEAR = { range: 'custom', from: day(380), to: day(15) };
/** The dearest first: it reads a year's rows, the other one sums that are kept. */
const REPORTS = [
  { report: 'sales', group: 'customer', ...YEAR },
  { report: 'commissions', group: 'vendor', compare: 'year', ...YEAR },
];

/** Who disturbs: how many reports at once, each with how many processes that help it. */
const SIDES = [
  { name: 'alone', reports: 0, workers: 0 },
  { name: 'beside one report', reports: 1, workers: 0 },
  { name: 'beside two reports', reports: 2, workers: 0 },
  { name: 'beside one report with parallel workers', reports: 1, workers: 2 },
];

/** A connection on which somebody who has signed in is the caller. */
async function connectAs(backend: Backend, email: string): Promise<pg.Client> {
  const client = new pg.Client(backend.dbUrl);
  await client.connect();
  await askAs(backend, client, email);
  return client;
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Runs reports one after the other until told to stop; answers how many. */
function keepAsking(client: pg.Client, workers: number): () => Promise<number> {
  let isOver = false;
  let done = 0;
  const asking = (async () => {
    await client.query(`set max_parallel_workers_per_gather = ${workers}`);
    for (; !isOver; done += 1)
      await client.query('select public.run_report($1)', [REPORTS[done % REPORTS.length]]);
  })();
  // What fails is told by whoever stops it, when all can be cleaned up.
  asking.catch(() => undefined);
  return async () => {
    isOver = true;
    await asking;
    return done;
  };
}

/** Milliseconds of each list that was asked for during a turn. */
async function askLists(client: pg.Client): Promise<number[]> {
  const times: number[] = [];
  for (const end = Date.now() + TURN; Date.now() < end; await pause(LOOK)) {
    const start = performance.now();
    await client.query('select public.list_sales()');
    times.push(performance.now() - start);
  }
  return times;
}

async function main([asked]: string[]): Promise<void> {
  const sales = Number(asked ?? 1_000_000);
  const large = agencyOfSize(1, sales);
  const small: Agency = { number: 2, sales: 5000, agents: 12, vendors: 40, customers: 2000 };
  let over = 0;
  await withBackend(async (backend, superuser) => {
    await fill(
      superuser,
      [large, small],
      () => undefined,
      async (client) => {
        // A second person who reads over the whole agency.
        await client.query(`update public.users set role = 'admin' where id = md5('u1-1')::uuid`);
      },
    );
    console.log(`${sales} sales beside an agency of ${small.sales}: filled`);
    const reader = await connectAs(backend, adminOf(small));
    const people = [await connectAs(backend, adminOf(large)), await connectAs(backend, agentOf(large, 1))];
    const found = SIDES.map((side) => ({ ...side, times: [] as number[], done: 0 }));
    await askLists(reader);
    for (let round = 0; round < ROUNDS; round += 1)
      for (const side of found) {
        const stops = people.slice(0, side.reports).map((client) => keepAsking(client, side.workers));
        side.times.push(...(await askLists(reader)));
        for (const stop of stops) side.done += await stop();
      }
    const [alone] = found;
    console.log(`\n${'list of the small agency'.padEnd(44)}  p50 ms  p95 ms  goal   ratio  reports`);
    for (const { name, times, done } of found) {
      const ratio = median(times) / median(alone?.times ?? []);
      if (ratio > GOAL) over += 1;
      console.log(
        `  ${name.padEnd(42)}${[0.5, 0.95].map((part) => quantile(times, part).toFixed(1).padStart(8)).join('')}` +
          `${GOAL.toFixed(1).padStart(6)}   ${ratio.toFixed(2)}x${ratio > GOAL ? '  ✘' : '   '}${String(done).padStart(6)}`,
      );
    }
    await Promise.all([reader, ...people].map((client) => client.end()));
  });
  printLoad();
  if (over > 0) process.exitCode = 1;
}

runBench(main);
