/**
 * `npm run bench agreements [sales] [imported] [folder]`: what commission as agencies agree it costs. In an agency of a million sales, of which a twentieth is shared: lists and
 * dashboard of an admin, of an agent and of the two busiest, one with shares of others' sales; a payout of thousands of shares; and an import of 5,000 sales with lines.
 * On an embedded PostgreSQL of its own, deleted again; with a folder it stays there for the next run.
 */
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { withClient } from '../supabase/local/src/index';
import { fillShares, importedRows, PORTION } from './agreements/rows';
import { runBench, withBackend } from './backend';
import { adminOf, agencyOfSize, agentOf, fillOnce } from './database/fill';
import { askAs, measure } from './database/measure';
import { printCost, printEnd, printHead } from './database/print';
import { dashboards, type BenchQuery } from './database/queries';
import { signInAs } from './matching/session';

/** Milliseconds: one call of the import (the API ends one after 8 s), and of database time for paying 5,000. */
const GOALS = { call: 4000, pay: 5000 };
/** Of database time for lists and dashboards; of who has tens of thousands of sales and shares: no index sorts their parts. */
const [USUAL, OTHERS, BUSIEST] = [50, 300, 300];

/** The agent with a tenth of all sales, some of which others share; one who shares thousands of others' besides; one of a usual size. */
const [WITHOUT, WITH, ONE] = [1, 2, 60];

const LISTS: readonly BenchQuery[] = [
  ...(['sale_date', 'total_amount'] as const).map((sort): BenchQuery => ({
    name: sort,
    call: 'list_sales',
    args: { sort },
    budget: USUAL,
  })),
  ...(['created_at', 'amount'] as const).map((sort): BenchQuery => ({
    name: sort,
    call: 'list_commissions',
    args: { sort },
    budget: USUAL,
  })),
  { name: 'ready', call: 'list_commissions', args: { ready: true }, budget: USUAL },
  { name: 'ready, vendor', call: 'list_commissions', args: { ready: true, sort: 'vendor' }, budget: OTHERS },
  { name: 'overdue', call: 'list_commissions', args: { overdue: true }, budget: OTHERS },
  // A name, a part of many names and of many references, and what many vendors have.
  ...['fleming', 'mar', 'cruises'].map((search): BenchQuery => ({
    name: `search ${search}`,
    call: 'list_commissions',
    args: { search },
    budget: OTHERS,
  })),
];

/** Asks as one person, whose budget is at least this; answers how many are over theirs. */
async function printQuestions(
  who: string,
  client: pg.Client,
  rest: Awaited<ReturnType<typeof askAs>>,
  budget: number,
): Promise<number> {
  let over = 0;
  printHead(who, 62, true);
  for (const query of [...LISTS, ...dashboards]) {
    const cost = await measure(client, rest, query);
    over += Number(printCost(`${query.call} ${query.name}`, 62, cost, Math.max(query.budget, budget), true));
  }
  return over;
}

/** One call by this connection, with how long it took. */
async function timed<Answer>(client: pg.Client, text: string, values: unknown[]): Promise<[Answer, number]> {
  const start = performance.now();
  const { rows } = await client.query<{ answer: Answer }>(`select public.${text} as answer`, values);
  return [rows[0]?.answer as Answer, performance.now() - start];
}

function printTime(name: string, took: number, goal?: number): number {
  const late = goal !== undefined && took > goal;
  console.log(`${name.padEnd(40)}${took.toFixed(0).padStart(8)} ms${late ? '  ✘' : ''}`);
  return Number(late);
}

async function measureImport(client: pg.Client, count: number): Promise<number> {
  const rows = importedRows(count);
  const file = [randomUUID().replaceAll('-', '').repeat(2), Object.keys(rows[0] ?? {})];
  const [{ batch_id }] = await timed<{ batch_id: string }>(client, 'begin_import($1, $2, $3, $4, $5, $6)', [
    ...['sales', 'lines.csv', ...file, '{}', rows.length],
  ]);
  const took: number[] = [];
  let added = 0;
  for (let from = 0; from < rows.length; from += PORTION) {
    const sent = JSON.stringify(rows.slice(from, from + PORTION));
    const [answer, time] = await timed<{ added: number; errors: unknown[] }>(
      client,
      'import_rows($1, $2::jsonb)',
      [batch_id, sent],
    );
    if (answer.errors.length > 0) throw new Error(JSON.stringify(answer.errors.slice(0, 3)));
    added += answer.added;
    took.push(time);
  }
  const [, end] = await timed(client, 'finish_import($1)', [batch_id]);
  printTime(
    `import of ${added} sales in ${rows.length} rows`,
    [...took, end].reduce((all, each) => all + each, 0),
  );
  return printTime('longest call of it', Math.max(...took, end), GOALS.call);
}

async function measurePayout(client: pg.Client): Promise<number> {
  interface Page {
    id: string;
    payout: { version: number; commissions: number };
  }
  const [{ id }, start] = await timed<Page>(client, 'start_payout()', []);
  const [draft, page] = await timed<Page>(client, 'get_payout($1)', [id]);
  const [, approve] = await timed(client, 'approve_payout($1, $2)', [id, draft.payout.version]);
  const [{ payout }] = await timed<Page>(client, 'get_payout($1)', [id]);
  const day = new Date().toISOString().slice(0, 10);
  const paid = [id, payout.version, day, 'PAY', randomUUID()];
  const [, pay] = await timed(client, 'pay_payout($1, $2, $3, $4, $5)', paid);
  printTime('payout: start', start);
  printTime('payout: its page', page);
  printTime('payout: approve', approve);
  printTime(`payout: pay ${payout.commissions} commissions and their shares`, pay);
  return printTime('payout: of it for 5,000', (pay / payout.commissions) * 5000, GOALS.pay);
}

async function main([sales = '1000000', imported = '5000', folder]: string[]): Promise<void> {
  const agency = agencyOfSize(1, Number(sales));
  let over = 0;
  await withBackend(
    async (backend, superuser) => {
      await fillOnce(
        superuser,
        [agency],
        () => undefined,
        (client) => fillShares(client, agency, WITHOUT, WITH),
      );
      await withClient(backend.dbUrl, async (client) => {
        for (const [who, email, budget] of [
          ['admin', adminOf(agency), USUAL],
          ['agent with some thousand sales', agentOf(agency, ONE), USUAL],
          ['busiest agent', agentOf(agency, WITHOUT), BUSIEST],
          ['busy agent with shares of others', agentOf(agency, WITH), BUSIEST],
        ] as const)
          over += await printQuestions(who, client, await askAs(backend, client, email), budget);
      });
      // As the API does it, but with the rights of the connection: policies are not what is measured.
      await withClient(backend.dbUrl, async (client) => {
        await signInAs(client, adminOf(agency));
        console.log('');
        over += await measureImport(client, Number(imported));
        // As autovacuum does it within minutes.
        await client.query('analyze');
        over += await measurePayout(client);
      });
    },
    folder ? { dataDir: folder } : {},
  );
  printEnd(over);
}

runBench(main);
