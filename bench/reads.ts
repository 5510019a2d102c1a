/**
 * `npm run bench reads [sales]`: how many dashboards a second this machine answers with all of them asked of the primary, and with all of
 * them asked of a replica, and what the primary's processes work for a thousand of them. On an embedded PostgreSQL of its own, deleted again.
 */
import fs from 'node:fs';
import os from 'node:os';
import { type Backend, withClient } from '../supabase/local/src/index';
import { signIn } from '../supabase/tests/support/client';
import { runBench, withBackend } from './backend';
import { adminOf, fill, PASSWORD, type Agency } from './database/fill';
import { printLoad } from './database/print';
import { median } from './quantile';

/** So many ask at the same time, for so long each round. */
const ASKING = 8;
const ROUND_MS = 5000;
const ROUNDS = 3;

/** What asking one address came to. */
interface Round {
  answers: number;
  seconds: number;
  /** Seconds of the processor that the primary's processes took. */
  primary: number;
}

/** Ticks of the processor in a second, as Linux counts them for programs. */
const TICKS = 100;

/** Seconds of the processor that the processes of the primary have taken; those of a connection that has ended are not counted. */
async function workOf(primaryUrl: string): Promise<number> {
  const pids = await withClient(primaryUrl, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pid from pg_stat_activity');
    return rows.map(({ pid }) => pid);
  });
  const ticks = pids.map((pid) => {
    try {
      const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return Number(fields[11]) + Number(fields[12]);
    } catch {
      return 0;
    }
  });
  return ticks.reduce((sum, each) => sum + each, 0) / TICKS;
}

async function ask(address: string, headers: Record<string, string>): Promise<void> {
  const response = await fetch(address, { headers });
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status} ${text}`);
}

async function round(base: string, headers: Record<string, string>, superuser: string): Promise<Round> {
  const address = `${base}/rest/v1/rpc/get_dashboard?start_date=2024-01-01&end_date=2026-12-31`;
  await ask(address, headers);
  const before = await workOf(superuser);
  const began = performance.now();
  let answers = 0;
  const asking = Array.from({ length: ASKING }, async () => {
    while (performance.now() < began + ROUND_MS) {
      await ask(address, headers);
      answers += 1;
    }
  });
  await Promise.all(asking);
  const seconds = (performance.now() - began) / 1000;
  return { answers, seconds, primary: (await workOf(superuser)) - before };
}

function print(name: string, rounds: Round[]): number {
  const rate = median(rounds.map(({ answers, seconds }) => answers / seconds));
  const work = median(rounds.map(({ answers, primary }) => (primary / answers) * 1000));
  console.log(`${name.padEnd(24)}${rate.toFixed(1).padStart(12)}${work.toFixed(2).padStart(28)} s`);
  return rate;
}

async function main([sales = '10000']: string[]): Promise<void> {
  const agency: Agency = { number: 1, sales: Number(sales), agents: 12, vendors: 50, customers: 2000 };
  await withBackend(
    async (backend: Backend, superuser: string) => {
      await fill(superuser, [agency], () => undefined);
      const session = (await (await signIn(backend, adminOf(agency), PASSWORD)).auth.getSession()).data
        .session;
      const headers = { apikey: backend.publishableKey, authorization: `Bearer ${session?.access_token}` };
      const readsUrl = backend.readsUrl ?? '';
      const [alone, replica]: [Round[], Round[]] = [[], []];
      // By turns: whatever else the machine does meets both.
      for (let turn = 0; turn < ROUNDS; turn += 1) {
        alone.push(await round(backend.apiUrl, headers, superuser));
        replica.push(await round(readsUrl, headers, superuser));
      }
      console.log(
        `${''.padEnd(24)}${'dashboards/s'.padStart(12)}${'work of the primary / 1000'.padStart(30)}`,
      );
      const [one, two] = [print('asked of the primary', alone), print('asked of a replica', replica)];
      console.log(
        `\n${(two / one).toFixed(2)}x the answers on ${os.cpus().length} cores, which both databases and the REST of both share: a replica adds ` +
          'answers where it has a machine of its own. What it takes from the primary is the second column.',
      );
    },
    { replicas: 1 },
  );
  printLoad();
}

runBench(main);
