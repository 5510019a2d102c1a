import path from 'node:path';
import { homesOf, wingOf } from '../../schema/walls';
import { readSchemas } from '../../schema/schema-files';
import { exportsOf } from '../support/contract';
import { sql, sqlOne } from '../support/database';

/** Every function by which somebody decides about money, people or what leaves the house is in the audit log, or says why not. */
const WINGS = [
  'tenancy',
  'commissions',
  'bank',
  'payouts',
  'books',
  'imports',
  'mail',
  'erasure',
  'integrations',
];

/** What is no decision, with the reason. */
const NO_ENTRY: Readonly<Record<string, string>> = {
  answer_waiting_mail: 'says whose mail is read; the statements that it brings are entries',
  ask_address_change: 'changes nothing: the change, when both links were opened, is the entry',
  begin_bank_connection: 'connects nothing: keeping what was begun is the entry',
  begin_bank_import: 'a draft until its lines are in',
  forget_mail_sender: 'says whose mail is read; the statements that it brings are entries',
  get_mailbox: 'shows an address; a new one is an entry',
  get_vendor_statement: 'a question, which finds commissions of sales entered since',
  import_bank_lines: 'a part of an import, which is one entry',
  keep_mailed_document: 'a file among the documents',
  leave_mail_plan: 'only the reader’s own mail',
  read_customer_data: 'uses up what was asked for, which is the entry',
  read_payment_file: 'uses up what was asked for, which is the entry',
  resend_webhook_delivery: 'tells a program again what it was to be told',
  set_statement_line: 'how a line of a statement is read; its match is the entry',
  stop_bank_sync: 'ends one visit at the bank, nothing else',
  stop_vendor_chase: 'no more mails; those that left are entries',
  withdraw_address_change: 'changes nothing: the address stays',
};

interface Body {
  name: string;
  body: string;
  asked: boolean;
}

/** The functions of the database with their bodies, and whether people may ask them and they may write. */
const bodies = () =>
  sql<Body>(
    `select n.nspname || '.' || p.proname as name, string_agg(coalesce(pg_get_function_sqlbody(p.oid), p.prosrc), ' ') as body,
       bool_or(n.nspname = 'public' and p.provolatile = 'v' and p.prorettype <> 'trigger'::regtype
         and has_function_privilege('authenticated', p.oid, 'execute')) as asked
     from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname in ('public', 'private') group by 1 order by 1`,
  );

/** What leaves an entry: asking for one, and statements whose trigger does, at once or by the history it writes. */
async function audited(calls: ReadonlyMap<string, string>): Promise<RegExp> {
  interface Trigger {
    name: string;
    relation: string;
    events: number;
    columns: string[];
  }
  const triggers = await sql<Trigger>(
    `select n.nspname || '.' || p.proname as name, r.relnamespace::regnamespace || '.' || r.relname as relation, t.tgtype as events,
       array(select a.attname::text from pg_attribute a where a.attrelid = r.oid and a.attnum = any (t.tgattr)) as columns
     from pg_trigger t join pg_class r on r.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid join pg_namespace n on n.oid = p.pronamespace
     where not t.tgisinternal`,
  );
  const writes = ({ relation, events, columns }: Trigger) => [
    ...(events & 4 ? [`insert\\s+into\\s+${relation}\\b`] : []),
    ...(events & 8 ? [`delete\\s+from\\s+${relation}\\b`] : []),
    ...(events & 16
      ? [`update\\s+${relation}\\b${columns.length > 0 ? `[^;]*\\b(${columns.join('|')})\\s*=` : ''}`]
      : []),
  ];
  const leaving = (known: RegExp) =>
    triggers.filter(({ name }) => known.test(calls.get(name) ?? '')).flatMap((trigger) => writes(trigger));
  const asks = '\\bprivate\\.audit\\(';
  const direct = [asks, ...leaving(new RegExp(asks))];
  expect(direct.length).toBeGreaterThan(25);
  return new RegExp([...direct, ...leaving(new RegExp(direct.join('|'), 'i'))].join('|'), 'i');
}

// Holds tenancy-97, security-16
test('every function that decides about money or people leaves an entry, or stands here with its reason', async () => {
  const all = await bodies();
  const calls = new Map(all.map(({ name, body }) => [name, body.replace(/--.*/g, '')]));
  const leaves = await audited(calls);
  const reached = (name: string, seen = new Set<string>()): Set<string> => {
    const body = calls.get(name);
    if (body === undefined || seen.has(name)) return seen;
    seen.add(name);
    for (const [used] of body.matchAll(/\b(public|private)\.\w+(?=\s*\()/g)) reached(used, seen);
    return seen;
  };
  const homes = homesOf(readSchemas(path.resolve(__dirname, '../../..')));
  const deciding = all.filter(({ name, asked }) => asked && WINGS.includes(wingOf(homes.get(name) ?? '')));
  expect(deciding.length).toBeGreaterThan(70);
  const silent = deciding
    .filter(({ name }) => ![...reached(name)].some((each) => leaves.test(calls.get(each) ?? '')))
    .map(({ name }) => name.replace('public.', ''));
  expect(silent).toEqual(Object.keys(NO_ENTRY));
});

// Holds tenancy-99
test('every action that is written has its kind, and words on the page', async () => {
  const written = (await bodies()).flatMap(({ body }) =>
    [...body.matchAll(/\bprivate\.audit\(\s*[^,]+(?:\([^)]*\))?,\s*(?:case[^']*)?'([a-z_]+[a-z])'/g)].map(
      ([, action]) => action,
    ),
  );
  expect(new Set(written).size).toBeGreaterThan(30);
  const unknown = await sql<{ action: string }>(
    'select a as action from unnest($1::text[]) a where private.audit_kind(a) is null order by 1',
    [[...new Set(written)]],
  );
  expect(unknown).toEqual([]);
  const { body } = await sqlOne<{ body: string }>(
    `select prosrc as body from pg_proc where oid = 'private.audit_kind(text)'::regprocedure`,
  );
  const kinds = new Set(['data_out', 'people', 'money', 'sign_in']);
  const known = [...body.matchAll(/'([a-z_]+)'/g)].flatMap(([, action = '']) =>
    kinds.has(action) ? [] : [action],
  );
  const { ACTIONS } = exportsOf<{ ACTIONS: Record<string, string> }>(
    'mf-directory/src/audit-log/action-words.ts',
  );
  expect(Object.keys(ACTIONS).sort()).toEqual(known.sort());
});
