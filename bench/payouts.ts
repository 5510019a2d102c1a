/**
 * `npm run bench payouts [lines]`: database time of a payout of 5,000 commissions: collecting, approving, its page, paying, and what one of its
 * agents is told. On an embedded PostgreSQL of its own, deleted again.
 */
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { startBackend } from '../supabase/local/src/index';
import { adminOf, agentOf, fill, type Agency } from './database/fill';
import { signInAs } from './matching/session';

const REPOSITORY = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
/** Milliseconds of database time for paying. */
const GOAL = 5000;

interface Answer {
  success: boolean;
  error: string | null;
  id: string;
  payout: { version: number; commissions: number };
}

async function main(): Promise<void> {
  const lines = Number(process.argv[2] ?? 5000);
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'paperplane-bench-'));
  // PostgreSQL runs as another user when we are root, and must reach it.
  fs.chmodSync(dataDir, 0o711);
  const backend = await startBackend({ workdir: REPOSITORY, dataDir, port: 0, dbPort: 0, mailPort: 0 });
  try {
    const agency: Agency = { number: 1, sales: lines * 20, agents: 50, vendors: 100, customers: lines };
    const superuser = backend.dbUrl.replace('//postgres:', '//supabase_admin:');
    await fill(superuser, [agency], () => undefined);
    await makePayable(superuser, lines);
    const client = new pg.Client(backend.dbUrl);
    client.on('error', () => undefined);
    await client.connect();
    await signInAs(client, adminOf(agency));
    const call = async (name: string, text: string, values: unknown[] = []): Promise<Answer> => {
      const start = performance.now();
      const { rows } = await client.query<{ answer: Answer }>(`select public.${text} as answer`, values);
      const took = performance.now() - start;
      const late = name === 'pay' && took > GOAL ? '  ✘' : '';
      console.log(`${name.padEnd(28)}${took.toFixed(0).padStart(8)} ms${late}`);
      const answer = rows[0]?.answer as Answer;
      if (answer.success === false) throw new Error(`${name}: ${answer.error}`);
      return answer;
    };
    const { id } = await call('start', 'start_payout()');
    const draft = await call('its page', 'get_payout($1)', [id]);
    console.log(`${draft.payout.commissions} commissions, goal for paying ${GOAL} ms`);
    await call('approve', 'approve_payout($1, $2)', [id, draft.payout.version]);
    const { payout } = await call('its page, approved', 'get_payout($1)', [id]);
    const values = [id, payout.version, '2026-06-15', 'PAY', randomUUID()];
    await call('pay', 'pay_payout($1, $2, $3, $4, $5)', values);
    await call('its page, paid', 'get_payout($1)', [id]);
    await call('list of payouts', 'list_payouts()');
    await signInAs(client, agentOf(agency, 1));
    await call('what an agent is told', 'get_my_payouts()');
    await client.end();
  } finally {
    await backend.stop();
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
  const load = os.loadavg().map((one) => one.toFixed(1));
  console.log(`\nLoad: ${load.join(' ')}`);
}

/** Leaves as many commissions ready to pay as are asked for; without triggers, which only a superuser may leave out. */
async function makePayable(url: string, lines: number): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(`set session_replication_role = replica`);
  await client.query(
    `update public.commissions c set status = case when n <= $1 then 'funds_received' else 'agent_paid' end
     from (select id, row_number() over (order by id) as n from public.commissions where sale_paid and status <> 'cancelled') r
     where r.id = c.id`,
    [lines],
  );
  await client.query('select private.rebuild_totals()');
  await client.query('vacuum (analyze)');
  await client.end();
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
