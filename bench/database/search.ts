/**
 * `npm run bench search [sales] [folder]`: what the search, the pickers and what else finds by typing cost the database, as an admin and as an agent, in an
 * agency of a million sales and 200,000 customers beside as many of others, against the budgets. A database of its own, filled in minutes and
 * deleted again; with a folder it stays there, and the next run finds it.
 */
import type pg from 'pg';
import { withClient } from '../../supabase/local/src/index';
import { runBench, withBackend } from '../backend';
import { adminOf, agentOf, fillOnce } from './fill';
import { askAs, measure } from './measure';
import { printCost, printEnd, printHead } from './print';
import type { BenchQuery } from './queries';

/** Milliseconds of database time. */
const BUDGET = 50;
const SORTED = 300;
const OTHERS = 20;
const TRANSACTIONS = 300_000;

/** What people type: one letter and many, names, slips, references whole and in part, what everybody has and what nobody has. */
const TYPED = [
  'a',
  'an',
  'ann',
  'anna',
  'smith',
  'anna smith',
  'anna kha',
  'mar',
  'mail',
  'smiht',
  'flemign',
  'jhon smith',
  'jhon smiht',
  'anan jhon smiht',
  'qwerty zzyzx',
  'zzyzx',
  '123',
  '12345',
  '555-0420',
  '$1,234.50',
  'ada.adler',
  'e r',
  'oceanic',
  'payment',
];

/** What lists are searched by: a name as it is, and slips in one word and in two. */
const SLIPPED = ['smith', 'smiht', 'anan smiht', 'qwerty zzyzx'];

/** What very many have: a fifth of all vendors, every customer, most of them in two words. */
const COMMON = ['cruises', 'mail', 'e r'];

/** What the bank printed: common words, and a rare one. */
const transactions = `
  with a as (insert into public.bank_accounts (organization_id, name, currency, created_by) values (md5('o1-0')::uuid, 'Operating', 'USD', md5('u1-0')::uuid)
    returning id, organization_id),
  i as (insert into public.bank_imports (organization_id, account_id, file_name, file_hash, format, total_lines, created_by)
    select a.organization_id, a.id, 'bench.csv', repeat('a', 64), 'csv', 1, md5('u1-0')::uuid from a returning id, organization_id, account_id)
  insert into public.bank_transactions (organization_id, account_id, import_id, line_number, line_key, booked_on, amount, text)
  select i.organization_id, i.account_id, i.id, n, n::text, current_date - n % 1000, round((n % 100000) / 7.0, 2),
    'PAYMENT ' || n::bigint * 7919 % 1000003 || case when n % 5000 = 0 then ' OCEANIC HOLDINGS' else ' COMM' end
  from i, generate_series(1, ${TRANSACTIONS}) n`;

const addTransactions = async (client: pg.Client): Promise<void> => {
  await client.query(transactions);
};

/** References of somebody, and of somebody else. */
async function references(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ reference: string }>(
    `(select booking_reference as reference from public.sales where agent_id = md5('u1-1')::uuid limit 1)
     union all (select booking_reference from public.sales where agent_id = md5('u1-2')::uuid limit 1)`,
  );
  return rows.map(({ reference }) => reference);
}

async function queries(client: pg.Client): Promise<BenchQuery[]> {
  const { rows } = await client.query<{ id: string }>(
    `select customer_id as id from public.sales where agent_id = md5('u1-1')::uuid limit 1`,
  );
  const typed = [...TYPED, ...(await references(client))];
  return [
    ...typed.map((query) => ({
      name: query,
      call: 'search_everything' as const,
      args: { query },
      budget: BUDGET,
    })),
    ...['', 'a', 'anna', 'anna kha', 'smiht', 'mail', 'zzyzx'].map((search) => ({
      name: search || 'nothing typed',
      call: 'find_customers_by_name' as const,
      args: { search },
      budget: BUDGET,
    })),
    ...['fleming', 'anna kha', '12345', 'smiht', 'anan smiht', 'flemign', 'qwerty zzyzx'].map((search) => ({
      name: search,
      call: 'list_commissions' as const,
      args: { search },
      budget: BUDGET,
    })),
    ...COMMON.flatMap((search) => [
      { name: search, call: 'list_commissions' as const, args: { search }, budget: SORTED },
      { name: search, call: 'list_sales' as const, args: { customer_search: search }, budget: SORTED },
    ]),
    ...SLIPPED.map((search) => ({
      name: search,
      call: 'list_sales' as const,
      args: { customer_search: search },
      budget: BUDGET,
    })),
    ...SLIPPED.map((search) => ({
      name: search,
      call: 'list_customers' as const,
      args: { search },
      budget: BUDGET,
    })),
    {
      name: 'of a customer',
      call: 'get_customer_page',
      args: { customer_id: rows[0]?.id ?? '' },
      budget: BUDGET,
    },
    {
      name: 'by customer, middle page',
      call: 'list_sales',
      args: { sort: 'customer' },
      page: 'middle',
      budget: SORTED,
    },
    {
      name: 'by customer, middle page',
      call: 'list_commissions',
      args: { sort: 'customer' },
      page: 'middle',
      budget: SORTED,
    },
  ];
}

async function main([asked, folder]: string[]): Promise<void> {
  const sales = Number(asked ?? 1_000_000);
  const agency = { number: 1, sales, agents: 100, vendors: 400, customers: sales / 5 };
  const others = Array.from({ length: OTHERS }, (_, n) => ({
    number: n + 2,
    sales: sales / OTHERS,
    agents: 12,
    vendors: 40,
    customers: sales / 100,
  }));
  let over = 0;
  await withBackend(
    async (backend, superuser) => {
      await fillOnce(superuser, [agency, ...others], () => undefined, addTransactions);
      console.log(`${sales} sales and ${sales / 5} customers, as many of others`);
      await withClient(backend.dbUrl, async (client) => {
        const all = await queries(client);
        for (const email of [adminOf(agency), agentOf(agency, 1)]) {
          const rest = await askAs(backend, client, email);
          printHead(email, 52);
          for (const query of all) {
            const cost = await measure(client, rest, query);
            if (printCost(`${query.call} ${query.name}`, 52, cost, query.budget)) over += 1;
          }
        }
      });
    },
    folder ? { dataDir: folder } : {},
  );
  printEnd(over);
}

runBench(main);
