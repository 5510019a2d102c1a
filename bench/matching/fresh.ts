import type pg from 'pg';
import { withClient } from '../../supabase/local/src/index';
import { adminOf, fill, type Agency } from '../database/fill';
import { signInAs } from './session';

const LINES = 2000;
/** What the API gives a request: 8 s. Half of it, for machines that are slower. */
const GOAL = 4000;

/** Lines that are certain, and every fourth one that is a fee. */
const LINES_OF = `
  select jsonb_agg(jsonb_build_object('line', n, 'booked_on', greatest(c.due_on, c.sale_date + 10), 'amount', case when n % 4 = 0 then -(10 + n % 7) else c.amount end,
    'text', case when n % 4 = 0 then 'CARD FEE ' || n else upper(v.name) || ' COMM ' || s.booking_reference end, 'twin', 1, 'bank_id', 'b' || n) order by n) as lines
  from (select *, row_number() over (order by id) as n from public.commissions
    where organization_id = md5('o1-0')::uuid and status <> 'cancelled' and amount > 1 order by id limit ${LINES}) c
  join public.sales s on s.id = c.sales_id join public.vendors v on v.id = c.vendor_id`;

/** As a database is that was filled a second ago: nobody has looked at its tables yet. */
const FORGET = [
  'alter system set autovacuum = off',
  'select pg_reload_conf()',
  `delete from pg_statistic where starelid in (
     select c.oid from pg_class c where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace))`,
  `update pg_class set reltuples = -1, relpages = 0
   where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind = 'r'`,
];

interface Answer {
  more?: boolean;
  id?: string;
  import_id?: string;
  group_id?: string;
  accepted?: string[];
  set_aside?: string[];
}

/** The first import of an agency that was filled a second ago, 500 lines accepted and 500 set aside at once, and both taken back. */
export async function measureFresh(dbUrl: string, superuser: string): Promise<boolean> {
  const agency: Agency = { number: 1, sales: 106_000, agents: 20, vendors: 250, customers: 20_000 };
  await fill(superuser, [agency], () => undefined);
  await withClient(superuser, async (client) => {
    for (const statement of FORGET) await client.query(statement);
  });
  const longest = await withClient(dbUrl, (client) => measureWith(client, agency));
  return longest <= GOAL;
}

async function measureWith(client: pg.Client, agency: Agency): Promise<number> {
  const { rows } = await client.query<{ lines: object[] }>(LINES_OF);
  const lines = rows[0]?.lines ?? [];
  await signInAs(client, adminOf(agency));
  let longest = 0;
  const call = async (what: string, name: string, ...values: unknown[]): Promise<Answer> => {
    const start = performance.now();
    const { rows: answers } = await client.query<{ answer: Answer }>(
      `select public.${name}(${values.map((_, n) => `$${n + 1}`).join(', ')}) as answer`,
      values,
    );
    const took = performance.now() - start;
    longest = Math.max(longest, took);
    console.log(`${what}: ${Math.round(took)} ms`);
    return answers[0]?.answer ?? {};
  };
  const toTheEnd = async (what: string, name: string, value: unknown) => {
    while ((await call(what, name, value)).more);
  };
  const waiting = async (certain: boolean) => {
    const { rows: found } = await client.query<{ id: string; version: number }>(
      `select id, version from public.bank_transactions where status in ('open', 'suggested')
         and (certainty = 'certain') is ${certain ? 'true' : 'not true'} order by booked_on desc, id limit 500`,
    );
    return JSON.stringify(found);
  };
  const account = await call('account', 'save_bank_account', '{"name": "Operating"}');
  const hash = 'a'.repeat(64);
  const { import_id: id } = await call('begin', 'begin_bank_import', account.id, 'a.csv', hash, 'csv', LINES);
  await call(`import ${lines.length} lines`, 'import_bank_lines', id, JSON.stringify(lines));
  await toTheEnd('match them', 'finish_bank_import', id);
  await call('inbox', 'get_bank_inbox');
  const accepted = await call('accept 500', 'accept_bank_suggestions', await waiting(true));
  console.log(`accepted ${accepted.accepted?.length}`);
  const aside = await call('set 500 aside', 'set_aside_bank_transactions', await waiting(false), 'fee');
  console.log(`set aside ${aside.set_aside?.length}`);
  await call('rules', 'save_bank_rule', '{"text_contains": "card fee", "category": "fee"}');
  await toTheEnd('take back what was set aside', 'undo_bank_decision', aside.group_id);
  await call('preview', 'preview_bank_rule', '{"text_contains": "card fee", "category": "fee"}');
  await toTheEnd('take back what was accepted', 'undo_bank_decision', accepted.group_id);
  return longest;
}
