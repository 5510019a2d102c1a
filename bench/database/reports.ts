/**
 * `npm run bench reports [sales] [folder]`: database time of every report over ten years as an admin and as the busiest agent, in an agency of a
 * million sales, against the budget. On an embedded PostgreSQL of its own, deleted again; with a folder the
 * filled database stays there, and the next run finds it.
 */
import type pg from 'pg';
import { withClient } from '../../supabase/local/src/index';
import { runBench, withBackend } from '../backend';
import { agencyOfSize, adminOf, agentOf, fillOnce, type Agency } from './fill';
import { askAs, measure } from './measure';
import { printCost, printEnd, printHead } from './print';

/** Milliseconds of database time for one report. */
const BUDGET = 300;
const YEARS = 10;

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
/** Nearly ten years, a cut-off month at both ends. */
const LONG = { range: 'custom', from: day(YEARS * 365 - 20), to: day(10) };
const MIDDLE = { range: 'custom', from: day(900), to: day(100) };

interface Asked {
  name: string;
  call: 'run_report' | 'get_report_rows';
  args: { definition: object };
}

function questions(busy: string, vendor: string): Asked[] {
  const report = (name: string, definition: object, call: Asked['call'] = 'run_report'): Asked => ({
    name,
    call,
    args: { definition },
  });
  const groups = ['month', 'agent', 'vendor', 'category', 'customer'];
  const reports: Record<string, string[]> = {
    sales: ['sale', 'travel'],
    commissions: ['received', 'sale', 'due', 'paid'],
  };
  return [
    ...Object.entries(reports).flatMap(([name, bases]) =>
      bases.flatMap((basis) =>
        groups.map((group) =>
          report(`${name} by ${basis}, ${group}`, { report: name, basis, group, ...LONG }),
        ),
      ),
    ),
    ...['sales', 'commissions'].flatMap((name) =>
      groups.flatMap((group) => [
        report(`${name}, ${group}, 800 days`, { report: name, group, ...MIDDLE }),
        report(`${name}, ${group}, against the year before`, {
          report: name,
          group,
          compare: 'year',
          ...LONG,
        }),
        report(`${name}, ${group}, one agent`, { report: name, group, agent_id: busy, ...LONG }),
        report(`${name}, ${group}, one vendor`, { report: name, group, vendor_id: vendor, ...LONG }),
      ]),
    ),
    ...['punctuality', 'short_pay'].map((name) => report(name, { report: name, ...LONG })),
    report('agents_year', { report: 'agents_year' }),
    report('agents_year, ten years', { report: 'agents_year', ...LONG }),
    report('rows of agents_year', { report: 'agents_year' }, 'get_report_rows'),
    report('aging', { report: 'aging' }),
    report('rows of sales', { report: 'sales', ...LONG }, 'get_report_rows'),
    report('rows of commissions', { report: 'commissions', ...LONG }, 'get_report_rows'),
  ];
}

/** Spreads the sales over ten years, and pays the agents of what they were paid for. */
async function spread(client: pg.Client): Promise<void> {
  const older = (column: string) =>
    `${column} = ${column} - abs(hashtext(s.id::text)) % ${(YEARS - 3) * 365}`;
  await client.query(
    `update public.sales s set ${older('sale_date')}, ${older('travel_date')}, ${older('return_date')} where s.status = 'paid'`,
  );
  await client.query(
    `update public.commissions c set sale_date = s.sale_date, due_on = c.due_on + (s.sale_date - c.sale_date),
       received_on = s.sale_date + 30 + abs(hashtext(c.id::text)) % 60,
       received_posted_on = s.sale_date + 30 + abs(hashtext(c.id::text)) % 60
     from public.sales s where s.id = c.sales_id and s.status = 'paid'`,
  );
  await client.query(
    `update public.commission_shares h set counted_on = c.sale_date, paid_on = case when h.status = 'paid' then c.received_on + 20 end
     from public.commissions c where c.id = h.commission_id`,
  );
  await client.query(
    `insert into public.agent_payments (commission_id, share_id, organization_id, agent_id, amount, payment_date, posted_on, payment_method)
     select c.id, h.id, c.organization_id, c.agent_id, c.agent_amount, c.received_on + 20, c.received_on + 20, 'cash'
     from public.commissions c join public.commission_shares h on h.commission_id = c.id where c.status = 'agent_paid'`,
  );
  await client.query('vacuum (full) public.sales, public.commissions');
}

async function main([asked, folder]: string[]): Promise<void> {
  const sales = Number(asked ?? 1_000_000);
  const agency = agencyOfSize(1, sales);
  const other: Agency = { ...agency, number: 2, sales: sales / 10, customers: sales / 50 };
  let over = 0;
  await withBackend(
    async (backend, superuser) => {
      await fillOnce(superuser, [agency, other], () => undefined, spread);
      console.log(`${sales} sales over ${YEARS} years`);
      await withClient(backend.dbUrl, async (client) => {
        const { rows } = await client.query<{ busy: string; vendor: string }>(
          `select md5('u1-1')::uuid as busy, md5('v1-1')::uuid as vendor`,
        );
        for (const who of ['admin', 'agent'] as const) {
          const rest = await askAs(backend, client, who === 'admin' ? adminOf(agency) : agentOf(agency, 1));
          printHead(who, 50);
          for (const each of questions(rows[0]?.busy ?? '', rows[0]?.vendor ?? '')) {
            const cost = await measure(client, rest, { ...each, budget: BUDGET });
            if (printCost(each.name, 50, cost, BUDGET)) over += 1;
          }
        }
      });
    },
    folder ? { dataDir: folder } : {},
  );
  printEnd(over);
}

runBench(main);
