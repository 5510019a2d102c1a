import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { zipSync, type Zippable } from 'fflate';
import { Client } from 'pg';
import { openArchive } from '../../takeout/archive';
import { loadRows } from '../../takeout/load';
import { readManifest, type Manifest } from '../../takeout/manifest';
import { connect, signIn } from '../support/client';
import { newHome, runCommand, startOn } from '../support/backups';
import { database, sql } from '../support/database';
import { seedBeforeAll, storedFiles } from '../support/demo';
import { asDemo, demoPerson, type DemoPerson } from '../support/demo-person';
import { finishExports, startExport, takeAlong } from '../support/takeout';

/** The demo agency taken along, and restored into an installation that has nothing. */
jest.setTimeout(300_000);

const PASSPHRASE = 'a lantern over the harbour';
const home = newHome();
const [taken, data] = ['taken', 'data'].map((name) => path.join(home, name)) as [string, string];
const passphraseFile = path.join(home, 'passphrase');
fs.writeFileSync(passphraseFile, `${PASSPHRASE}\n`);

seedBeforeAll();
let owner: DemoPerson;
let restored: Awaited<ReturnType<typeof startOn>>;
let there: Client;

const LOGINS = ['owner', 'admin', 'agent'] as const;
interface Figures {
  person: DemoPerson;
  names: string[];
  here: Record<string, unknown>;
}
/** What each of them read at the moment of the export. */
const figures = new Map<string, Figures>();

/** All files in a folder by their names in a zip, which is what the page saves. */
const filesOf = (folder: string): Zippable =>
  Object.fromEntries(
    fs
      .readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .map((file) => [path.relative(folder, file), fs.readFileSync(file)]),
  );

const restore = (from: string, into: string, ...more: string[]) =>
  runCommand('restore-agency', into, ['--from', from, ...more]).ended;

beforeAll(async () => {
  owner = await demoPerson('owner');
  const names = await readingFunctions();
  await asDemo(owner, async (ask) => {
    const { id } = await startExport(ask, PASSPHRASE);
    for (const login of LOGINS) {
      const person = await demoPerson(login);
      figures.set(login, { person, names, here: await figuresOf(await database(), person, names) });
    }
    await finishExports(owner.organizationId);
    await takeAlong(ask, id, taken, (name) => storedFiles.get(name) ?? new Uint8Array());
  });
  const zip = path.join(home, 'taken.zip');
  fs.writeFileSync(zip, zipSync(filesOf(taken), { level: 0 }));
  const done = await restore(zip, data, '--passphrase-file', passphraseFile);
  expect(done).toEqual({ code: 0, output: expect.stringContaining('Nobody has a password yet') });
  restored = await startOn(data);
  there = new Client(restored.facts.dbUrl);
  await there.connect();
});
afterAll(async () => {
  await there?.end();
  await restored?.stop();
  fs.rmSync(home, { recursive: true, force: true });
});

/** What of a table is drawn anew where it is restored, beside what `export_columns` leaves out. */
const DRAWN: Record<string, string[]> = {
  'private.passports': ['number_encrypted'],
  'private.bank_details': ['numbers_encrypted'],
  'private.tax_details': ['numbers_encrypted'],
  'public.bank_connections': [
    'state',
    'begun_at',
    'next_try_at',
    'expires_at',
    'code',
    'words',
    'disconnected_at',
    'version',
  ],
  'public.bank_connection_accounts': ['ended_at'],
};

/** What came behind the moment of the export: that it is ready, that somebody opened it, and who signed in. */
const BEHIND: Record<string, string> = {
  'private.audit_log': " and t.action not in ('agency_export_opened', 'member_signed_in')",
  'public.notifications': " and t.code is distinct from 'agency_export_ready'",
};

// Holds tenancy-116
test('every row of every table is there as it was, with its id', async () => {
  const tables = await sql<{ relation: string; condition: string; drawn: string[] }>(
    `select c.relation, private.export_condition(c.relation) as condition, array(
       select a.attname::text from pg_attribute a where a.attrelid = c.relation::regclass and a.attnum > 0 and not a.attisdropped
         and (a.attidentity <> '' or a.atttypid = 'xid8'::regtype)) as drawn
     from private.export_catalogue() c where c.way in ('whole', 'sealed') order by 1`,
  );
  expect(tables.length).toBeGreaterThan(70);
  let rows = 0;
  for (const { relation, condition, drawn } of tables) {
    const row = 'md5((to_jsonb(t) - $2::text[])::text)';
    const query = `select coalesce(array_agg(${row} order by ${row}), '{}') as rows
                   from ${relation} t where ${condition}${BEHIND[relation] ?? ''}`;
    const values = [owner.organizationId, [...drawn, ...(DRAWN[relation] ?? [])]];
    const [here] = await sql<{ rows: string[] }>(query, values);
    const [copy] = (await there.query<{ rows: string[] }>(query, values)).rows;
    rows += here?.rows.length ?? 0;
    expect([relation, copy?.rows.length]).toEqual([relation, here?.rows.length]);
    expect([relation, copy?.rows]).toEqual([relation, here?.rows]);
  }
  expect(rows).toBeGreaterThan(10_000);
});

/** What a person reads by a function, or how they are refused; nothing of it is kept. */
async function answer(db: Client, name: string, args: unknown[]): Promise<unknown> {
  await db.query('savepoint asking');
  try {
    await db.query('set local role authenticated');
    const { rows } = await db.query(
      `select public.${name}(${args.map((_, index) => `$${index + 1}`).join(', ')}) as answer`,
      args,
    );
    return rows;
  } catch (error) {
    return (error as Error).message;
  } finally {
    await db.query('rollback to savepoint asking');
  }
}

const ALWAYS = { from: '2000-01-01', to: '2099-12-31' };
const REPORTS = ['sales', 'commissions'].flatMap((report) =>
  ['agent', 'vendor', 'month'].map((group) => ({ ...ALWAYS, report, group, basis: 'sale' })),
);

/** What everybody reads with. */
const SESSION = randomUUID();

/**
 * All that a person reads without saying what, the dashboard of all days, and reports. Their session is their only one, and no sign-in
 * that is written down: it would be an entry more of the audit log that they read. Nobody of the agency has another one: by it the team's list
 * says when they were last there, and none is taken along. Nothing is left of it.
 */
async function figuresOf(db: Client, { id }: DemoPerson, reading: readonly string[]) {
  const figures: Record<string, unknown> = {};
  await db.query('savepoint figures');
  await db.query('set local session_replication_role = replica');
  await db.query(
    `delete from auth.sessions where user_id in (
       select o.id from public.users u join public.users o on o.organization_id = u.organization_id where u.id = $1)`,
    [id],
  );
  await db.query('insert into auth.sessions (id, user_id, created_at) values ($1, $2, now())', [SESSION, id]);
  await db.query('set local session_replication_role = origin');
  const claims = { role: 'authenticated', sub: id, session_id: SESSION };
  await db.query(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify(claims)]);
  for (const name of reading) figures[name] = await answer(db, name, []);
  figures['dashboard'] = await answer(db, 'get_dashboard', [ALWAYS.from, ALWAYS.to]);
  for (const definition of REPORTS)
    figures[JSON.stringify(definition)] = await answer(db, 'run_report', [definition]);
  await db.query('rollback to savepoint figures');
  return figures;
}

/** The functions that read without being told what; exports, sessions, API keys and webhooks are not taken along. */
async function readingFunctions(): Promise<string[]> {
  const found = await sql<{ name: string }>(
    `select p.proname as name from pg_proc p
     where p.pronamespace = 'public'::regnamespace and p.provolatile = 's' and p.pronargs = p.pronargdefaults
       and has_function_privilege('authenticated', p.oid, 'execute') and p.proname not in ('get_agency_export', 'get_api_keys', 'list_my_devices') and p.proname not like '%webhook%' order by 1`,
  );
  return found.map(({ name }) => name);
}

/** The moment of a transaction, and when an agency would go that is asked to be deleted then. */
const MOMENTS = `select array[to_jsonb(now()) #>> '{}', to_jsonb(now() + interval '30 days') #>> '{}'] as moments`;

// Holds tenancy-117
test.each(LOGINS)('every figure is what it was, as the %s reads it', async (login) => {
  const { person, names, here } = figures.get(login) as Figures;
  expect(names).toEqual(
    expect.arrayContaining(['list_sales', 'list_commissions', 'list_payouts', 'list_vendors']),
  );
  await there.query('begin');
  const copy = await figuresOf(there, person, names);
  const now = (await there.query<{ moments: string[] }>(MOMENTS)).rows[0]?.moments ?? [];
  await there.query('rollback');
  const then = (await sql<{ moments: string[] }>(MOMENTS))[0]?.moments ?? [];
  // Whether mail leaves is of the installation.
  const plain = JSON.stringify(copy).replaceAll('"sends":false', '"sends":true');
  const text = now.reduce((told, at, index) => told.replaceAll(at, then[index] ?? ''), plain);
  const told = JSON.parse(text) as typeof copy;
  const expected = JSON.parse(
    JSON.stringify(here).replaceAll('"sends":false', '"sends":true'),
  ) as typeof here;
  for (const [name, figure] of Object.entries(expected)) expect([name, told[name]]).toEqual([name, figure]);
});

test('passports and bank details are there under keys of this installation', async () => {
  const query = `select (select jsonb_agg(private.unseal('passport_key', p.number_encrypted) order by p.id) from private.passports p
      where p.organization_id = $1) as passports,
    (select jsonb_agg(private.unseal('bank_details_key', d.numbers_encrypted) order by d.agent_id) from private.bank_details d
      where d.organization_id = $1) as accounts`;
  const [here] = await sql(query, [owner.organizationId]);
  expect((await there.query(query, [owner.organizationId])).rows[0]).toEqual(here);
  expect(JSON.stringify(here)).toMatch(/"[A-Z0-9]{6,20}"/);
});

test('documents and pictures are there', async () => {
  const query = `select bucket_id, name, metadata -> 'size' as size, metadata -> 'mimetype' as type from storage.objects
    where bucket_id in ('documents', 'avatars', 'logos') and name like $1 || '/%' order by 1, 2`;
  const here = await sql(query, [owner.organizationId]);
  expect((await there.query(query, [owner.organizationId])).rows).toEqual(here);
  expect(here.length).toBeGreaterThan(5);
});

// Holds tenancy-118, security-136
test('nobody has a password or a session, and who answers a mail at the old address is the old member', async () => {
  const { rows } = await there.query(
    `select (select count(*)::int from auth.users where encrypted_password is not null or email_confirmed_at is not null) as known,
       (select count(*)::int from auth.sessions) as sessions,
       (select count(*)::int from auth.users u join public.user_emails e on e.user_id = u.id and lower(e.email) = u.email) as accounts,
       (select count(*)::int from public.users where role <> 'integration') as members,
       (select count(*)::int from auth.users u where u.email is null and not exists (
         select from auth.identities i where i.user_id = u.id)) as programs`,
  );
  const [row] = rows as Record<string, number>[];
  const members = row?.['members'];
  // The demo's programs: their members come along, nobody is let in with their keys any more.
  expect(row).toEqual({ known: 0, sessions: 0, accounts: members, members, programs: 2 });
  const client = connect(restored.facts);
  const email = 'owner@demo.paperplane.test';
  expect((await client.auth.signInWithPassword({ email, password: 'paperplane-demo' })).error?.code).toBe(
    'invalid_credentials',
  );
  const { data: link, error } = await connect(
    restored.facts,
    restored.facts.secretKey,
  ).auth.admin.generateLink({
    type: 'recovery',
    email,
  });
  expect(error).toBeNull();
  const opened = await client.auth.verifyOtp({
    type: 'recovery',
    token_hash: link.properties?.hashed_token ?? '',
  });
  expect(opened.data.user?.id).toBe(owner.id);
  expect((await client.from('users').select('role').eq('id', owner.id)).data).toEqual([{ role: 'owner' }]);
  expect((await client.auth.updateUser({ password: 'a new one of my own' })).error).toBeNull();
  await signIn(restored.facts, email, 'a new one of my own');
});

test('what happens next is counted once: sums, versions and numbers go on from where they were', async () => {
  const sum = `select (select sum(total_amount) from private.customer_totals where organization_id = $1)::float8 as totals,
    (select sum(total_amount) from public.sales where organization_id = $1 and status <> 'cancelled')::float8 as sales`;
  const before = (await there.query<{ totals: number; sales: number }>(sum, [owner.organizationId])).rows[0];
  expect(before?.totals).toBe(before?.sales);
  await there.query(
    `insert into public.sales (organization_id, customer_id, vendor_id, agent_id, booking_reference, sale_date, total_amount, commission_basis, commission_rate)
     select organization_id, customer_id, vendor_id, agent_id, 'NEXT-1', current_date, 100, 'rate', 10 from public.sales
     where status <> 'cancelled' limit 1`,
  );
  const after = (await there.query<{ totals: number; sales: number }>(sum, [owner.organizationId])).rows[0];
  expect(after).toEqual({ totals: (before?.totals ?? 0) + 100, sales: (before?.sales ?? 0) + 100 });
});

describe('a restore is refused in words, and leaves nothing', () => {
  test('where there is an agency already, and of a file that differs by one letter', async () => {
    expect(await restore(taken, data, '--passphrase-file', passphraseFile)).toEqual({
      code: 1,
      output: `There is data in ${data}. An agency is restored into an empty folder.\n`,
    });
    const [target, customers] = [path.join(home, 'refused'), 'tables/public.customers.csv'];
    expect((await restore(taken, target)).output).toContain(
      'has passports and bank details under a passphrase',
    );
    const kept = fs.readFileSync(path.join(taken, customers), 'utf8');
    fs.writeFileSync(path.join(taken, customers), kept.replace('example', 'exbmple'));
    expect((await restore(taken, target, '--without-sealed')).output).toContain(
      `The archive is damaged: ${customers} is not as it was`,
    );
    expect(fs.existsSync(target)).toBe(false);
    fs.writeFileSync(path.join(taken, customers), kept);
  });

  // Holds tenancy-119
  test('of another passphrase, another version, rows that point to nothing, and over an agency', async () => {
    const empty = await startOn(path.join(home, 'empty'));
    const archive = await openArchive(taken);
    const manifest = await readManifest(archive);
    const refusal = async (url: string, change: Partial<Manifest>, passphrase: string | null = null) => {
      const db = new Client(url);
      await db.connect();
      await db.query('begin');
      try {
        return await loadRows(db, { archive, manifest: { ...manifest, ...change }, passphrase }).catch(
          (error: Error) => error.message,
        );
      } finally {
        await db.query('rollback');
        await db.end();
      }
    };
    const { dbUrl } = empty.facts;
    const withoutVendors = manifest.parts.filter((part) => !part.path.includes('public.vendors.'));
    try {
      expect(await refusal(dbUrl, {}, 'a lantern over the harbor')).toContain('This is not the passphrase');
      expect(await refusal(dbUrl, { shape: 'another' })).toContain('made by another version of Paperplane');
      expect(await refusal(dbUrl, { parts: withoutVendors })).toMatch(/is damaged: .*foreign key/);
      expect(await refusal(restored.facts.dbUrl, {})).toContain(
        'There are agencies or accounts here already',
      );
      expect(await refusal(dbUrl, {}, PASSPHRASE)).toBeUndefined();
    } finally {
      await empty.stop();
    }
  });
});
