/**
 * `npm run bench connections`: database time of a sync of 2,000 lines against an account of 100,000 transactions (new, in a file already, and
 * known again), of a file beside it, and of the accounts' page among 300,000. On an embedded PostgreSQL of its own, deleted again.
 */
import type pg from 'pg';
import { withClient } from '../supabase/local/src/index';
import { runBench, withBackend } from './backend';
import { adminOf, fill, type Agency } from './database/fill';
import { printLoad } from './database/print';
import { signInAs } from './matching/session';

/** Milliseconds of database time. */
const SYNC_GOAL = 2000;
const PAGE_GOAL = 100;
const LINES = 2000;

const AGENCY: Agency = { number: 1, sales: 2000, agents: 5, vendors: 50, customers: 500 };

/** Three accounts of 100,000 transactions each, from files of ten thousand; the latest ones lie within the days of a sync. */
const FILL = `
  with org as (select id, currency from public.organizations where id = md5('o1-0')::uuid),
    accounts as (insert into public.bank_accounts (organization_id, name, currency)
      select id, 'Account ' || n, currency from org cross join generate_series(1, 3) n returning id, organization_id),
    files as (insert into public.bank_imports (organization_id, account_id, file_name, file_hash, format, total_lines, added, status, created_by,
        first_on, last_on)
      select a.organization_id, a.id, n || '.csv', repeat('a', 64), 'csv', 10000, 10000, 'done',
        (select u.id from public.users u where u.organization_id = a.organization_id order by u.id limit 1), current_date - (n * 30 + 29), current_date - n * 30
      from accounts a cross join generate_series(0, 9) n returning id, organization_id, account_id, first_on)
  insert into public.bank_transactions (organization_id, account_id, import_id, line_number, line_key, booked_on, amount, text, status, matching_due)
  select organization_id, account_id, id, n, id || '-' || n, first_on + n % 30, 100 + n % 900 + n % 97 / 100.0, 'ORIG CO NAME:PAYER ' || n % 700 || ' REF ' || n,
    case when n % 100 = 0 then 'open' else 'set_aside' end, false
  from files cross join generate_series(1, 10000) n`;

/** As the provider tells it: every second line is one of the file, in other words, every fourth of these a day later. */
const LINES_OF = `
  select jsonb_agg(jsonb_build_object('id', 'p' || n, 'booked_on', booked_on + case when n % 8 = 0 and booked_on < current_date then 1 else 0 end,
    'amount', (amount + case when n % 2 = 0 then 0 else 0.005 end)::numeric(12,2)::text, 'text', replace(text, 'ORIG CO NAME:', 'ACH '))) as lines
  from (select *, row_number() over (order by line_number) as n from public.bank_transactions
    where account_id = $1 and booked_on > current_date - 30 order by line_number limit ${LINES}) t`;

async function main(): Promise<void> {
  await withBackend(async (backend, superuser) => {
    await fill(superuser, [AGENCY], () => undefined);
    await withClient(superuser, async (client) => {
      await client.query('set session_replication_role = replica');
      await client.query(FILL);
      await client.query('vacuum analyze public.bank_transactions');
    });
    const late = await withClient(backend.dbUrl, measure);
    if (late > 0) process.exitCode = 1;
  });
  printLoad();
}

async function measure(client: pg.Client): Promise<number> {
  let late = 0;
  const call = async <Answer>(
    name: string,
    goal: number,
    text: string,
    values: unknown[] = [],
  ): Promise<Answer> => {
    const start = performance.now();
    const { rows } = await client.query<{ answer: Answer }>(`select public.${text} as answer`, values);
    const took = performance.now() - start;
    if (took > goal) late += 1;
    console.log(
      `${name.padEnd(44)}${took.toFixed(0).padStart(8)} ms, goal ${goal}${took > goal ? '  ✘' : ''}`,
    );
    return rows[0]?.answer as Answer;
  };
  await signInAs(client, adminOf(AGENCY));
  const { rows: accounts } = await client.query<{ id: string; user_id: string }>(
    `select a.id, (select u.id from auth.users u where u.email = $1) as user_id from public.bank_accounts a order by a.name`,
    [adminOf(AGENCY)],
  );
  const [first] = accounts;
  if (!first) throw new Error('There is no account');
  const begun = await call<{ connection_id: string }>(
    'begin',
    PAGE_GOAL,
    `begin_bank_connection('simplefin')`,
  );
  const id = begun.connection_id;
  await client.query(`select public.keep_bank_connection($1, $2, 'secret', 'Bridge', null, $3)`, [
    id,
    first.user_id,
    JSON.stringify([{ provider_account_id: 'A', name: 'Checking', currency: 'USD' }]),
  ]);
  await client.query(`select public.link_bank_accounts($1, $2, current_date - 29)`, [
    id,
    JSON.stringify([{ provider_account_id: 'A', account_id: first.id }]),
  ]);
  const { rows } = await client.query<{ lines: { id: string }[] }>(LINES_OF, [first.id]);
  const lines = rows[0]?.lines ?? [];
  const sync = async (name: string, prefix: string): Promise<void> => {
    await client.query('update public.bank_connections set next_try_at = now() where id = $1', [id]);
    await client.query('update public.bank_connection_accounts set through = null where connection_id = $1', [
      id,
    ]);
    const part = await call<{ sync_id: string }>('take', PAGE_GOAL, 'take_bank_sync($1)', [id]);
    const brought = await call<{ imports: string[] }>(name, SYNC_GOAL, 'bring_bank_lines($1, $2)', [
      part.sync_id,
      JSON.stringify([
        {
          provider_account_id: 'A',
          currency: 'USD',
          lines: lines.map((line) => ({ ...line, id: prefix + line.id })),
        },
      ]),
    ]);
    for (const each of brought.imports) await client.query('select public.match_brought_lines($1)', [each]);
  };
  await sync(`${LINES} lines, half of them in files`, '');
  await sync('the same lines', '');
  await sync('the same lines under other ids', 'x');
  const file = lines.map((line, n) => ({
    ...line,
    line: n + 1,
    twin: 1,
    counterparty: 'FILE',
    bank_id: `f${n}`,
  }));
  await call('a file of them, previewed', SYNC_GOAL, 'preview_bank_lines($1, $2)', [
    first.id,
    JSON.stringify(file),
  ]);
  await client.query('vacuum analyze public.bank_transactions');
  for (let n = 0; n < 3; n += 1)
    await call('page of the accounts among 300,000', PAGE_GOAL, 'get_bank_accounts_page()');
  return late;
}

runBench(main);
