/**
 * `npm run bench customers [customers]`: database time of the customers list as an admin and as an agent, in an agency of
 * 200,000 customers beside a quarter as many of others, against the budgets. On an embedded PostgreSQL of its own, deleted again.
 */
import { withClient } from '../../supabase/local/src/index';
import { runBench, withBackend } from '../backend';
import { adminOf, agentOf, fill, type Agency } from './fill';
import { askAs, measure } from './measure';
import { printCost, printEnd, printHead } from './print';

/** The default order, a page of a search, and everything sorted by what everybody can read. */
const BUDGET = 50;
/** Every other combination. */
const OTHERS = 300;

type Args = Record<string, string | number | boolean>;
const SORTS = ['last_sale_date', 'total_amount', 'sales_count', 'name', 'email', 'created_at'];

/** What is asked: filters and searches, from a rare one to one that half of all match. */
function queries(agent: string): { name: string; args: Args; budget: number; page?: 'last' }[] {
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
        ? ([undefined, 'last'] as const).map((page) => ({
            name: `${name}, ${sort}`,
            args: { ...args, sort },
            budget,
            page,
          }))
        : [],
    ),
  );
}

async function main([asked]: string[]): Promise<void> {
  const customers = Number(asked ?? 200_000);
  const agency: Agency = { number: 1, sales: customers, agents: 50, vendors: 100, customers };
  const other: Agency = { ...agency, number: 2, sales: customers / 4, customers: customers / 4 };
  let over = 0;
  await withBackend(async (backend, superuser) => {
    const start = Date.now();
    await fill(superuser, [agency, other], () => undefined);
    await tag(superuser);
    console.log(
      `${customers} customers and a quarter as many of others: ${Math.round((Date.now() - start) / 1000)} s`,
    );
    await withClient(backend.dbUrl, async (client) => {
      const { rows } = await client.query<{ id: string }>(`select md5('u1-3')::uuid as id`);
      for (const who of ['admin', 'agent'] as const) {
        const rest = await askAs(backend, client, who === 'admin' ? adminOf(agency) : agentOf(agency, 1));
        printHead(`list_customers, ${who}`, 46, true);
        for (const { budget, ...query } of queries(rows[0]?.id ?? '')) {
          // What another agent sold is nothing to this one.
          if (who === 'agent' && 'agent_id' in query.args) continue;
          const cost = await measure(client, rest, { call: 'list_customers', budget, ...query });
          const name = `${query.name}${query.page ? ', last page' : ''}`;
          if (printCost(name, 46, cost, budget, true)) over += 1;
        }
      }
    });
  });
  printEnd(over);
}

/** A few carry a rare tag, a third a common one, one in fifty is archived. */
const tag = (url: string): Promise<void> =>
  withClient(url, async (client) => {
    await client.query(`set session_replication_role = replica`);
    await client.query(
      `update public.customers set tags = case when abs(hashtext(id::text)) % 3 = 0 then '{Newsletter}'::text[] else '{}' end
         || case when abs(hashtext(id::text)) % 500 = 0 then '{VIP}'::text[] else '{}' end,
       archived_at = case when abs(hashtext(id::text)) % 50 = 7 then now() end`,
    );
    await client.query('select private.rebuild_customer_totals()');
    await client.query('vacuum (analyze)');
  });

runBench(main);
