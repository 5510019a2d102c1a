import type pg from 'pg';
import { withClient } from '../../supabase/local/src/index';
import { adminOf, fill, type Agency } from '../database/fill';
import { signInAs } from './session';

const LINES = 10_000;
const GOAL = 10_000;
const INBOX_GOAL = 50;

/** Lines of which two thirds name a booking or its vendor and amount, as a year of files would. */
const LINES_OF = `
  select jsonb_agg(jsonb_build_object('line', n, 'booked_on', day, 'amount', amount, 'text', text, 'twin', 1, 'bank_id', 'b' || n) order by n) as lines
  from (
    select n, greatest(c.due_on, c.sale_date + 10) + (n % 9)::int as day,
      case n % 10 when 7 then round(c.amount * 0.95, 2) when 8 then c.amount + lead(c.amount) over (partition by c.vendor_id order by c.due_on)
        when 9 then -(10 + n % 700) else c.amount end as amount,
      case when n % 10 = 9 then 'CARD PURCHASE ' || n % 50 else upper(v.name) || ' COMM ' || case when n % 10 < 5 then s.booking_reference else '' end end as text
    from (select *, row_number() over (order by id) as n from public.commissions
      where organization_id = md5('o1-0')::uuid and status <> 'cancelled' and amount > 1 order by id limit ${LINES}) c
    join public.sales s on s.id = c.sales_id join public.vendors v on v.id = c.vendor_id) l
  where amount is not null`;

/** Imports and matches ten thousand lines against a hundred thousand open commissions, and asks for the inbox among 300,000. */
export async function measureSpeed(dbUrl: string, superuser: string): Promise<boolean> {
  const agency: Agency = { number: 1, sales: 106_000, agents: 20, vendors: 250, customers: 20_000 };
  await fill(superuser, [agency, { ...agency, number: 2, sales: 20_000 }], () => undefined);
  const state = (sql: string) =>
    withClient(superuser, async (client) => {
      await client.query('set session_replication_role = replica');
      await client.query(sql);
      await client.query('vacuum analyze public.commissions');
    });
  // Nothing is received yet: all of them are open.
  await state(`
    update public.commissions set status = 'unpaid', received_amount = null, received_on = null, received_how = null
    where organization_id = md5('o1-0')::uuid and status in ('funds_received', 'agent_paid')`);
  return withClient(dbUrl, async (client) => {
    const { importId, took } = await measureMatching(client, agency);
    // What was due long ago is received, as in an agency that is at work.
    await state(`
      update public.commissions set status = 'agent_paid', received_amount = amount, received_on = sale_date, received_how = 'word'
      where organization_id = md5('o1-0')::uuid and status = 'unpaid' and sale_date < current_date - 90`);
    return took <= GOAL && (await measureInbox(client, importId)) <= INBOX_GOAL;
  });
}

/** How a connection asks, and how long the answer took. */
const callsOf =
  (client: pg.Client) =>
  async <Answer>(text: string, values: unknown[]): Promise<[Answer, number]> => {
    const start = performance.now();
    const { rows: answer } = await client.query<{ answer: Answer }>(`select ${text} as answer`, values);
    return [answer[0]?.answer as Answer, performance.now() - start];
  };

async function measureMatching(
  client: pg.Client,
  agency: Agency,
): Promise<{ importId: string; took: number }> {
  const { rows } = await client.query<{ lines: { line: number }[] }>(LINES_OF);
  const lines = rows[0]?.lines ?? [];
  const { rows: open } = await client.query<{ n: string }>(
    `select count(*) as n from public.commissions where organization_id = md5('o1-0')::uuid and open_amount > 0`,
  );
  await signInAs(client, adminOf(agency));
  const call = callsOf(client);
  const [account] = await call<{ id: string }>('public.save_bank_account($1)', ['{"name": "Operating"}']);
  const [begun] = await call<{ import_id: string }>('public.begin_bank_import($1, $2, $3, $4, $5)', [
    account.id,
    'a.csv',
    'a'.repeat(64),
    'csv',
    lines.length,
  ]);
  let importing = 0;
  for (let n = 0; n < lines.length; n += 2000) {
    const [, took] = await call('public.import_bank_lines($1, $2)', [
      begun.import_id,
      JSON.stringify(lines.slice(n, n + 2000)),
    ]);
    importing += took;
  }
  console.log(`import: ${Math.round(importing)} ms`);
  /** Calls until there is no more: the last answer, and how long all calls and the longest one took. */
  const callToTheEnd = async <Answer extends { more?: boolean }>(text: string) => {
    let [total, longest] = [0, 0];
    for (;;) {
      const [answer, took] = await call<Answer>(text, [begun.import_id]);
      total += took;
      longest = Math.max(longest, took);
      if (!answer.more) return { answer, total, longest };
    }
  };
  const { total: matching, longest: slowest } = await callToTheEnd('public.finish_bank_import($1)');
  console.log(
    `${lines.length} lines against ${open[0]?.n} open commissions: import ${Math.round(importing)} ms, match ${Math.round(matching)} ms (longest call ${Math.round(slowest)}), goal ${GOAL}`,
  );
  // What is certain, accepted as the organization may choose, and all of it taken back at once.
  await client.query("select set_config('request.jwt.claims', '', false)");
  await client.query(
    "update public.organizations set match_certain_on_import = true where id = md5('o1-0')::uuid",
  );
  await signInAs(client, adminOf(agency));
  const accepting = await callToTheEnd<{ more: boolean; accepted: number }>('public.finish_bank_import($1)');
  console.log(
    `accepted ${accepting.answer.accepted}: ${Math.round(accepting.total)} ms (longest call ${Math.round(accepting.longest)})`,
  );
  await client.query('begin');
  const removing = await callToTheEnd<{ more: boolean; removed: number }>('public.undo_bank_import($1)');
  await client.query('rollback');
  console.log(
    `the whole import of ${removing.answer.removed} taken back: ${Math.round(removing.total)} ms (longest call ${Math.round(removing.longest)})`,
  );
  const undoing = await callToTheEnd('public.undo_bank_decision($1)');
  console.log(`taken back: ${Math.round(undoing.total)} ms (longest call ${Math.round(undoing.longest)})`);
  return { importId: begun.import_id, took: importing + matching };
}

/** The slowest list of an inbox with as many lines again in 29 older files of ten thousand each. */
async function measureInbox(client: pg.Client, importId: string): Promise<number> {
  const call = callsOf(client);
  await client.query(
    `with one as (select * from public.bank_imports where id = $1),
       files as (insert into public.bank_imports (organization_id, account_id, file_name, file_hash, format, total_lines, added, status, created_by, created_at)
         select organization_id, account_id, n || '.csv', file_hash, format, 10000, 10000, 'done', created_by, now() - n * interval '1 week'
         from one cross join generate_series(1, 29) n returning id, organization_id, account_id),
       numbered as (select *, row_number() over () as file from files)
     insert into public.bank_transactions (organization_id, account_id, import_id, line_number, line_key, booked_on, amount, text, status, matching_due)
     select organization_id, account_id, id, n, 'x' || file || '-' || n, current_date - (7 * file + n % 7)::int, 100 + n % 900, 'SOMETHING SET ASIDE ' || n, 'set_aside', false
     from numbered cross join generate_series(1, 10000) n`,
    [importId],
  );
  await client.query('vacuum analyze public.bank_transactions');
  let inbox = 0;
  for (const view of ['review', 'matched', 'unclaimed', 'set_aside', 'all']) {
    const times: number[] = [];
    for (let n = 0; n < 4; n += 1) times.push((await call('public.get_bank_inbox($1)', [view]))[1]);
    console.log(`inbox, ${view}: ${Math.min(...times).toFixed(1)} ms, goal ${INBOX_GOAL}`);
    inbox = Math.max(inbox, Math.min(...times));
  }
  return inbox;
}
