/**
 * `npm run bench day [folder] [day|peak]`: what a working day of an agency of 12 people costs, and how many such agencies this machine answers in their busiest
 * hour. Plays `plan.ts` from `journal.json` (`npm run bench day record` writes it anew). With a folder the filled database stays there; `day` or `peak`: that half alone.
 */
import { fork, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { withClient } from '../../supabase/local/src/index';
import { runBench, withBackend } from '../backend';
import { fill } from '../database/fill';
import { printLoad } from '../database/print';
import { quantile } from '../quantile';
import { costUntilNow, countPlanning, difference, type Cost } from './cost';
import type { Order, Played } from './load';
import { agencyOf, PEAK_HOUR } from './plan';

/** Agencies that are filled: those at work at once share them. */
const FILLED = 6;

/** Milliseconds in which 95 of 100 dashboards are to be there, over REST, in the busiest hour. */
const DASHBOARD_GOAL = 300;

/** Agencies at work at once, until the dashboard is late. */
const STEPS = [100, 200, 300, 400, 500, 600, 800, 1000];
const SECONDS = 15;
const WARM_UP = 50;

/** The first people of an agency have the roles of the plan. */
const ROLES = `update public.users u set role = case when u.id = any (array(select md5('u' || n || '-0')::uuid from generate_series(1, ${FILLED}) n))
    then 'owner' else 'admin' end
  where u.id = any (array(select md5('u' || n || '-' || k)::uuid from generate_series(1, ${FILLED}) n, generate_series(0, 2) k))`;

const CERTAIN = 'update public.organizations set match_certain_on_import = true';

/** The process of the people: takes one order after the other. */
function startPeople(): { give: <Answer>(order: Order) => Promise<Answer>; child: ChildProcess } {
  const child = fork(path.join(path.dirname(fileURLToPath(import.meta.url)), 'load.ts'));
  return {
    child,
    give: (order) =>
      new Promise((resolve, reject) => {
        child.once('message', (message: { answered?: never; failed?: string }) =>
          message.failed ? reject(new Error(message.failed)) : resolve(message.answered as never),
        );
        child.send(order);
      }),
  };
}

function printDay(cost: Cost, played: Played): void {
  const perRequest = (cost.requests * 1000) / played.requests;
  const rows: [string, string][] = [
    ['requests', String(played.requests)],
    ['database seconds of requests', cost.requests.toFixed(1)],
    ['milliseconds a request', perRequest.toFixed(1)],
    ['database seconds of jobs and services', cost.beside.toFixed(1)],
    ['processor seconds of PostgreSQL', cost.postgres.toFixed(1)],
    ['processor seconds of the gateway', cost.gateway.toFixed(1)],
    ['answers, MB before compression', (played.bytes / 1e6).toFixed(1)],
    ['WAL, MB', (cost.wal / 1e6).toFixed(1)],
    ['storage, MB', (cost.size / 1e6).toFixed(1)],
    ['live messages', String(cost.messages)],
  ];
  console.log('\nA day of one agency of 12 people');
  for (const [name, value] of rows) console.log(`  ${name.padEnd(44)}${value.padStart(10)}`);
  printFailed(played);
}

function printFailed({ failed }: Played): void {
  if (failed.length === 0) return;
  console.log(`  ${failed.length} failed, the first: ${failed[0]}`);
  process.exitCode = 1;
}

/** The most connections that worked at one moment. */
async function watchConnections(superuser: string): Promise<() => Promise<{ busy: number; open: number }>> {
  const client = new pg.Client(superuser);
  await client.connect();
  const most = { busy: 0, open: 0 };
  const timer = setInterval(() => {
    void client
      .query<{ busy: string; open: string }>(
        `select count(*) filter (where state <> 'idle') as busy, count(*) as open from pg_stat_activity
         where backend_type = 'client backend' and pid <> pg_backend_pid()`,
      )
      .then(({ rows: [row] }) => {
        most.busy = Math.max(most.busy, Number(row?.busy));
        most.open = Math.max(most.open, Number(row?.open));
      });
  }, 250);
  return async () => {
    clearInterval(timer);
    await client.end();
    return most;
  };
}

async function main([folder, only]: string[]): Promise<void> {
  if (folder === 'record') {
    const { record } = await import('./record');
    return record();
  }
  const agencies = Array.from({ length: FILLED }, (_, n) => agencyOf(n + 1));
  await withBackend(
    async (backend, superuser) => {
      await withClient(superuser, async (admin) => {
        const { rows } = await admin.query<{ n: string }>('select count(*) as n from public.organizations');
        if (Number(rows[0]?.n) === 0)
          await fill(superuser, agencies, console.log, async (client) => {
            await client.query(ROLES);
            await client.query(CERTAIN);
          });
        await countPlanning(admin);
        const { give, child } = startPeople();
        try {
          await give({ setting: { ...backend, superuser, agencies } });
          if (only !== 'peak') {
            await admin.query('checkpoint');
            const before = await costUntilNow(admin);
            const played = await give<Played>({ day: true });
            printDay(difference(await costUntilNow(admin), before), played);
          }
          if (only !== 'day') await findPeak(admin, superuser, give);
        } finally {
          child.kill();
        }
      });
    },
    folder ? { dataDir: folder } : {},
  );
  printLoad();
}

async function findPeak(
  admin: pg.Client,
  superuser: string,
  give: <Answer>(order: Order) => Promise<Answer>,
): Promise<void> {
  console.log(
    `\nAgencies in their busiest hour (${PEAK_HOUR * 100} % of a day), goal ${DASHBOARD_GOAL} ms for 95 of 100 dashboards`,
  );
  console.log(
    '  agencies  asked/s  dashboard p50     p95  ratio  database s/s  processors  busy  open  WAL MB/s',
  );
  // A connection that is new plans everything anew.
  await give<Played>({ agencies: WARM_UP, seconds: SECONDS });
  let [holds, late] = [0, 0];
  for (const agencies of STEPS) {
    const stopWatching = await watchConnections(superuser);
    const [before, start] = [await costUntilNow(admin), performance.now()];
    const played = await give<Played>({ agencies, seconds: SECONDS });
    const seconds = (performance.now() - start) / 1000;
    const cost = difference(await costUntilNow(admin), before);
    const { busy, open } = await stopWatching();
    const times = Object.entries(played.took).flatMap(([name, took]) =>
      name.startsWith('dashboard again') ? took : [],
    );
    const p95 = quantile(times, 0.95);
    console.log(
      `  ${String(agencies).padStart(8)}${(played.requests / seconds).toFixed(0).padStart(9)}${quantile(times, 0.5).toFixed(0).padStart(15)}` +
        `${p95.toFixed(0).padStart(8)}${(p95 / DASHBOARD_GOAL).toFixed(2).padStart(6)}x${(cost.requests / seconds).toFixed(2).padStart(14)}` +
        `${((cost.postgres + cost.gateway) / seconds).toFixed(2).padStart(12)}${String(busy).padStart(6)}${String(open).padStart(6)}` +
        `${(cost.wal / 1e6 / seconds).toFixed(2).padStart(10)}`,
    );
    printFailed(played);
    late = p95 > DASHBOARD_GOAL ? late + 1 : 0;
    if (late === 0) holds = agencies;
    // One late step may be the machine's other work.
    if (late === 2) break;
  }
  console.log(`  This machine holds ${holds} such agencies.`);
}

runBench(main);
