import { database, sql } from '../support/database';
import { createTestAgency, type TestAgency } from '../support/test-agency';

/** What only reads: asked where nothing can be written, as on a replica; and what of it writes after all. */
let agency: TestAgency;
beforeAll(async () => {
  agency = await createTestAgency();
});

/** A value of each type, for arguments without a default. */
const VALUES: Readonly<Record<string, string>> = {
  uuid: "'0b7f8c1e-5d1a-4c0e-9f5e-2f4d3c2b1a00'",
  text: "'sales'",
  _text: "'{}'",
  jsonb: "'{}'",
};

interface Asked {
  name: string;
  types: string[];
}

const asked = (volatility: string) =>
  sql<Asked>(
    `select p.proname as name, array(select t.typname::text from unnest(p.proargtypes[0:p.pronargs - p.pronargdefaults - 1]) with ordinality u(id, o)
       join pg_type t on t.oid = u.id order by o) as types
     from pg_proc p where p.pronamespace = 'public'::regnamespace and p.provolatile = $1 and p.prorettype <> 'trigger'::regtype
       and (has_function_privilege('authenticated', p.oid, 'execute') or has_function_privilege('anon', p.oid, 'execute'))
     order by 1`,
    [volatility],
  );

/** PostgreSQL's own words for a statement that writes where it may not; null where the function got by. */
async function writeOf({ name, types }: Asked): Promise<string | null> {
  const client = await database();
  await client.query('begin');
  try {
    await client.query('set transaction_read_only = on');
    await client.query("select set_config('request.jwt.claims', $1, true)", [
      JSON.stringify({ sub: agency.owner.id, role: 'authenticated' }),
    ]);
    await client.query('set local role authenticated');
    await client.query(`select public.${name}(${types.map((type) => VALUES[type] ?? 'null').join(', ')})`);
    return null;
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    return code === '25006' ? message : null;
  } finally {
    await client.query('rollback');
  }
}

// Holds platform-64
test('every function that only reads answers where nothing can be written', async () => {
  const reads = await asked('s');
  expect(reads.length).toBeGreaterThan(60);
  const writing: string[] = [];
  for (const read of reads) if (await writeOf(read)) writing.push(read.name);
  expect(writing).toEqual([]);
});

test('each answer tells the instant whose data it knows, by the clock of the database, and lets pages read it', async () => {
  const client = await database();
  await client.query('begin');
  try {
    await client.query("select set_config('request.headers', '{}', true)");
    await client.query('set local role anon');
    await client.query('select api_requests.check_request()');
    const { rows } = await client.query<{ headers: string; now: Date }>(
      "select current_setting('response.headers') as headers, clock_timestamp() as now",
    );
    const told = Object.assign({}, ...(JSON.parse(rows[0]!.headers) as object[])) as Record<string, string>;
    const asOf = told['x-as-of'] ?? '';
    expect(told['access-control-expose-headers']).toBe('x-as-of');
    expect(asOf).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
    const age = rows[0]!.now.getTime() - Date.parse(asOf);
    expect(age).toBeGreaterThanOrEqual(0);
    expect(age).toBeLessThan(10_000);
  } finally {
    await client.query('rollback');
  }
});

/** Statements that a replica refuses, in a body without its texts. */
const WRITES =
  /\b(insert\s+into|delete\s+from|truncate|merge\s+into|nextval|lock\s+table|update\s+[\w.]+(\s+(as\s+)?\w+)?\s+set|for\s+(no\s+key\s+)?update|for\s+(key\s+)?share)\b/i;
/** What a replica would do, and a question has no need of. */
const LOCKS = /\bpg_(try_)?advisory/i;

/** The functions among a function and all that it calls whose bodies have a pattern. */
async function bodiesWith(pattern: RegExp): Promise<(name: string) => string[]> {
  const bodies = new Map(
    (
      await sql<{ name: string; body: string }>(
        `select n.nspname || '.' || p.proname as name, coalesce(pg_get_function_sqlbody(p.oid), p.prosrc) as body
         from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname in ('public', 'private')`,
      )
    ).map(({ name, body }) => [name, body.replace(/--.*|'[^']*'/g, '')] as const),
  );
  const reached = (name: string, seen = new Set<string>()): Set<string> => {
    const body = bodies.get(name);
    if (body === undefined || seen.has(name)) return seen;
    seen.add(name);
    for (const [used] of body.matchAll(/\b(public|private)\.\w+(?=\s*\()/g)) reached(used, seen);
    return seen;
  };
  return (name) => [...reached(`public.${name}`)].filter((each) => pattern.test(bodies.get(each) ?? ''));
}

test('nothing that a function calls which only reads writes or locks', async () => {
  const writing = await bodiesWith(new RegExp(`${WRITES.source}|${LOCKS.source}`, 'i'));
  // The turn of reports and exports is a lock of the server that answers: a replica has its own.
  const turn = 'private.await_turn';
  expect((await asked('s')).flatMap(({ name }) => writing(name)).filter((each) => each !== turn)).toEqual([]);
});

test('a function that may write does, or locks what it goes by', async () => {
  const writing = await bodiesWith(
    new RegExp(`${WRITES.source}|${LOCKS.source}|\\bprivate\\.save_record\\b`, 'i'),
  );
  const volatile = await asked('v');
  expect(volatile.length).toBeGreaterThan(100);
  expect(volatile.filter(({ name }) => writing(name).length === 0)).toEqual([]);
});

/** What is named like a question and writes on the side. */
const ON_THE_SIDE: Readonly<Record<string, string>> = {
  check_import_rows: 'keeps the parts of a check until the last one',
  export_customer_data: 'notes in the audit log who asked, and allows one reading',
  export_journal: 'keeps the entries of a month, and closes its books',
  get_mailbox: 'makes the address of an agency when it is first shown',
  get_vendor_statement: 'finds the commissions of sales that were entered since',
  open_agency_export: 'notes in the audit log who downloads it, and lets them read it',
  open_document: 'notes in the audit log who opened it, and allows one reading',
  open_journal_export: 'notes in the audit log who downloads it',
  read_audit_log: 'uses up what was allowed',
  read_customer_data: 'uses up what was allowed',
  read_mailed_statement: 'keeps what a mail brought',
  read_passport_number: 'uses up what was allowed',
  read_payment_file: 'uses up what was allowed',
  read_tax_file: 'uses up what was allowed',
  read_tax_number: 'uses up what was allowed',
};

test('questions that write are named with their reason', async () => {
  const questions = (await asked('v'))
    .map(({ name }) => name)
    .filter((name) => /^(check|compose|export|find|get|list|open|preview|read|run|search)_/.test(name));
  expect(questions).toEqual(Object.keys(ON_THE_SIDE));
});
