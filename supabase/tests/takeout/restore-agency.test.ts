import fs from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { asPerson } from '../../seed/as-person';
import { newHome, runCommand, startOn } from '../support/backups';
import { database, sql } from '../support/database';
import { seedBeforeAll, storedFiles } from '../support/demo';
import { asDemo, demoPerson, type DemoPerson } from '../support/demo-person';
import { startExport, takeAlong, writeExports } from '../support/takeout';

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

const restore = (from: string, into: string, ...more: string[]) =>
  runCommand('restore-agency', into, ['--from', from, ...more]).ended;

beforeAll(async () => {
  owner = await demoPerson('owner');
  await asDemo(owner, async (ask) => {
    const { id } = await startExport(ask, PASSPHRASE);
    await (await database()).query('reset role');
    await writeExports();
    await takeAlong(ask, id, taken, (name) => storedFiles.get(name) ?? new Uint8Array());
  });
  const done = await restore(taken, data, '--passphrase-file', passphraseFile);
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
  'public.bank_connections': ['state', 'begun_at', 'next_try_at', 'expires_at', 'code', 'words', 'disconnected_at', 'version'],
  'public.bank_connection_accounts': ['ended_at'],
};

test('every row of every table is there as it was, with its id', async () => {
  const tables = await sql<{ relation: string; condition: string; drawn: string[] }>(
    `select c.relation, private.export_condition(c.relation) as condition, array(
       select a.attname::text from pg_attribute a where a.attrelid = c.relation::regclass and a.attnum > 0 and not a.attisdropped
         and (a.attidentity <> '' or a.atttypid = 'xid8'::regtype)) as drawn
     from private.export_catalogue() c where c.way <> 'left_out' order by 1`,
  );
  expect(tables.length).toBeGreaterThan(70);
  let rows = 0;
  for (const { relation, condition, drawn } of tables) {
    const query = `select array_agg(md5((to_jsonb(t) - $2::text[])::text) order by md5((to_jsonb(t) - $2::text[])::text)) as rows
                   from ${relation} t where ${condition}`;
    const values = [owner.organizationId, [...drawn, ...(DRAWN[relation] ?? [])]];
    const [here] = await sql<{ rows: string[] | null }>(query, values);
    const [copy] = (await there.query<{ rows: string[] | null }>(query, values)).rows;
    rows += here?.rows?.length ?? 0;
    expect([relation, copy?.rows?.length ?? 0]).toEqual([relation, here?.rows?.length ?? 0]);
    expect([relation, copy?.rows]).toEqual([relation, here?.rows]);
  }
  expect(rows).toBeGreaterThan(10_000);
});
