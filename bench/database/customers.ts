/**
 * `npm run bench customers [customers]`: database time of the customers list as an admin and as an agent, in an agency of
 * 200,000 customers beside a quarter as many of others, against the budgets. On an embedded PostgreSQL of its own, deleted again.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { startBackend } from '../../supabase/local/src/index';
import { signIn } from '../../supabase/tests/support/client';
import { adminOf, agentOf, fill, PASSWORD, type Agency } from './fill';
import { actAs, measure } from './measure';
import { printCost, printEnd, printHead } from './print';

const REPOSITORY = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
/** The default order, a page of a search, and everything sorted by what everybody can read. */
const BUDGET = 50;
/** Every other combination. */
const OTHERS = 300;

type Args = Record<string, string | number | boolean>;
const SORTS = ['last_sale_date', 'total_amount', 'sales_count', 'name', 'email', 'created_at'];

/** What is asked: filters and searches, from a rare one to one that half of all match. */
function queries(agent: string): { name: string; args: Args; budget: number; last: boolean }[] {
  const filters: Record<string, { args: Args; budget: number }> = {
    'no filter': { args: {}, budget: BUDGET },
    'a name and a number': { args: { search: 'lind vera 17' }, budget: BUDGET },
    'a full name': { args: { search: 'Verá LIND' }, budget: BUDGET },
    'a last name': { args: { search: 'kovacs' }, budget: BUDGET },
    'a phone': { args: { search: '555-0420' }, budget: BUDGET },
    'part of a name': { args: { search: 'mar' }, budget: BUDGET },
    nobody: { args: { search: 'zzyzx' }, budget: BUDGET },
    'one letter': { args: { search: 'a' }, budget: OTHERS },
    'a common word': { args: { search: 'mail' }, budget: OTHERS },
    'a rare tag': { args: { tag: 'VIP' }, budget: BUDGET },
    'a common tag': { args: { tag: 'newsletter' }, budget: OTHERS },
    'one agent': { args: { agent_id: agent }, budget: BUDGET },
    archived: { args: { state: 'archived' }, budget: BUDGET },
    all: { args: { state: 'all' }, budget: OTHERS },
  };
  return Object.entries(filters).flatMap(([name, { args, budget }]) =>
    SORTS.flatMap((sort, n) =>
      // Every order of the whole list; of what is filtered the default, and one that needs a join.
      name === 'no filter' || n === 0 || sort === 'name'
        ? [false, true].map((last) => ({ name: `${name}, ${sort}`, args: { ...args, sort }, budget, last }))
        : [],
    ),
  );
}

async function main(): Promise<void> {
  const customers = Number(process.argv[2] ?? 200_000);
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'paperplane-bench-'));
  // PostgreSQL runs as another user when we are root, and must reach it.
  fs.chmodSync(dataDir, 0o711);
  const backend = await startBackend({ workdir: REPOSITORY, dataDir, port: 0, dbPort: 0, mailPort: 0 });
  let over = 0;
  try {
    const agency: Agency = { number: 1, sales: customers, agents: 50, vendors: 100, customers };
    const other: Agency = { ...agency, number: 2, sales: customers / 4, customers: customers / 4 };
    const start = Date.now();
    const superuser = backend.dbUrl.replace('//postgres:', '//supabase_admin:');
    await fill(superuser, [agency, other], () => undefined);
    await tag(superuser);
    console.log(
      `${customers} customers and a quarter as many of others: ${Math.round((Date.now() - start) / 1000)} s`,
    );
    const client = new pg.Client(backend.dbUrl);
    await client.connect();
    const { rows } = await client.query<{ id: string }>(`select md5('u1-3')::uuid as id`);
    for (const who of ['admin', 'agent'] as const) {
      const email = who === 'admin' ? adminOf(agency) : agentOf(agency, 1);
      const api = await signIn(backend, email, PASSWORD);
      await actAs(client, email);
      const rest = async (name: string, args: object): Promise<unknown> => {
        const answer = await api.rpc(name, args);
        if (answer.error) throw new Error(`${name} ${JSON.stringify(args)}: ${answer.error.message}`);
        return answer.data as unknown;
      };
      printHead(`list_customers, ${who}`, 46, true);
      for (const { budget, ...query } of queries(rows[0]?.id ?? '')) {
        // What another agent sold is nothing to this one.
        if (who === 'agent' && 'agent_id' in query.args) continue;
        const cost = await measure(client, rest, { call: 'list_customers', budget, ...query });
        const name = `${query.name}${query.last ? ', last page' : ''}`;
        if (printCost(name, 46, cost, budget, true)) over += 1;
      }
    }
    await client.end();
  } finally {
    await backend.stop();
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
  printEnd(over);
}

/** A few carry a rare tag, a third a common one, one in fifty is archived. */
async function tag(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(`set session_replication_role = replica`);
  await client.query(
    `update public.customers set tags = case when abs(hashtext(id::text)) % 3 = 0 then '{Newsletter}'::text[] else '{}' end
       || case when abs(hashtext(id::text)) % 500 = 0 then '{VIP}'::text[] else '{}' end,
     archived_at = case when abs(hashtext(id::text)) % 50 = 7 then now() end`,
  );
  await client.query('select private.rebuild_customer_totals()');
  await client.query('vacuum (analyze)');
  await client.end();
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
