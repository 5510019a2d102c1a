import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { SupabaseClient } from '@supabase/supabase-js';
import { readManifest } from '../../local/src/index';
import { ROOT, type BackendFacts } from '../support/backend-process';
import { countRows, newHome, runCommand, startOn, withDatabase } from '../support/backups';
import { connect, signIn } from '../support/client';
import { ALWAYS } from '../support/money-reports';
import { createTestAgency, PASSWORD, type TestAgency } from '../support/test-agency';
import { onDatabase, projectUntil } from '../support/upgrade';

/** A backup of the product while it is worked in, and what becomes of it elsewhere. */
jest.setTimeout(300_000);

const home = newHome();
const [data, backup, elsewhere] = ['data', 'backup', 'elsewhere'].map((name) => path.join(home, name)) as [
  string,
  string,
  string,
];

let running: Awaited<ReturnType<typeof startOn>>;
let restored: Awaited<ReturnType<typeof startOn>> | undefined;
let agency: TestAgency;

beforeAll(async () => {
  running = await startOn(data);
  process.env['PAPERPLANE_TEST_BACKENDS'] = JSON.stringify([running.facts]);
  agency = await createTestAgency();
});
afterAll(async () => {
  await running.stop();
  await restored?.stop();
  fs.rmSync(home, { recursive: true, force: true });
});

const restore = (...args: string[]) => runCommand('restore', elsewhere, ['--from', backup, ...args]).ended;

/** What one person reads of money. */
async function figuresFor(client: SupabaseClient) {
  const ask = async (name: string, args: object) => {
    const { data: answer, error } = await client.rpc(name, args);
    if (error) throw new Error(`${name}: ${error.message}`);
    return answer as unknown;
  };
  const { recent_customers: _, ...dashboard } = (await ask('get_dashboard', {
    start_date: ALWAYS.from,
    end_date: ALWAYS.to,
  })) as Record<string, unknown>;
  const report = (definition: object) => ask('run_report', { definition: { ...ALWAYS, ...definition } });
  return [
    dashboard,
    await report({ report: 'sales', basis: 'sale', group: 'agent' }),
    await report({ report: 'commissions', basis: 'sale', group: 'vendor' }),
  ];
}

const FILES = `select array(select name from storage.objects order by name) as names`;
const filesIn = async (dbUrl: string) =>
  (await withDatabase(dbUrl, (db) => db.query<{ names: string[] }>(FILES))).rows[0]?.names ?? [];

/** All tables by their rows, the names of all files, and the figures of an owner and an agent, as one text. */
const stateOf = async (dbUrl: string, readers: SupabaseClient[]) =>
  JSON.stringify([
    await withDatabase(dbUrl, countRows),
    await filesIn(dbUrl),
    await Promise.all(readers.map((client) => figuresFor(client))),
  ]);

const people = (facts: BackendFacts) =>
  Promise.all([agency.owner, agency.agent].map(({ email }) => signIn(facts, email, PASSWORD)));

/** A file of a document's bucket, as the server itself stores it. */
const bucketOf = (facts: BackendFacts) => connect(facts, facts.secretKey).storage.from('documents');

/** Contents by the names of all files that were ever there, and the names of those that are. */
const stored = new Map<string, string>();
const kept: string[] = [];

/** One change after the other, each of them one transaction; `states` are what was to be seen behind each. Resolves when it is over. */
async function workUntil(isOver: () => boolean, states: string[]): Promise<void> {
  const readers = await people(running.facts);
  const bucket = bucketOf(running.facts);
  const upload = async () => {
    const name = `${agency.organizationId}/${randomUUID()}`;
    kept.push(name);
    stored.set(name, `contents of ${name}`);
    const contents = new Blob([stored.get(name) ?? ''], { type: 'text/plain' });
    const { error } = await bucket.upload(name, contents);
    if (error) throw error;
  };
  const remove = async () => {
    const { error } = await bucket.remove(kept.splice(0, 1));
    if (error) throw error;
  };
  const steps = [() => agency.sale(), upload, upload, remove];
  for (let at = 0; !isOver(); at += 1) {
    await steps[at % steps.length]?.();
    states.push(await stateOf(running.facts.dbUrl, readers));
  }
}

test('a backup of a running product is what it was at one moment, and restored it equals it in every figure and file', async () => {
  const states: string[] = [];
  await workUntil(() => states.length >= 8, states);
  const before = states.length;
  let isOver = false;
  const backingUp = runCommand('backup', data, ['--to', backup]).ended.finally(() => (isOver = true));
  await workUntil(() => isOver, states);
  const [made, after] = [await backingUp, states.length];
  expect(made).toEqual({ code: 0, output: expect.stringMatching(/^Backup of \S+ in \S+ \(\d+ MB\)\./) });
  expect(after).toBeGreaterThan(before);
  expect(new Set(states).size).toBe(states.length);
  expect(fs.statSync(backup).mode & 0o777).toBe(0o700);

  const done = await restore();
  expect(done).toEqual({ code: 0, output: expect.stringContaining('Everybody signs in again') });
  restored = await startOn(elsewhere);
  const state = await stateOf(restored.facts.dbUrl, await people(restored.facts));
  const moment = states.indexOf(state);
  // What was acknowledged before is in it; what began behind it is not.
  expect(moment).toBeGreaterThanOrEqual(before - 1);
  expect(moment).toBeLessThanOrEqual(after);

  const names = await filesIn(restored.facts.dbUrl);
  expect(names.length).toBeGreaterThan(2);
  const bucket = bucketOf(restored.facts);
  for (const name of names) {
    const { data: contents } = await bucket.download(name);
    expect(await contents?.text()).toBe(stored.get(name));
  }
});

// Holds security-121
test('whoever was signed in, or had signed out, is out of a restored backup, and no key but the public one opens it', async () => {
  const [sessionOf, person] = [
    async (client: SupabaseClient) => (await client.auth.getSession()).data.session,
    agency.owner.email,
  ];
  const open = await signIn(running.facts, person, PASSWORD);
  const left = await signIn(running.facts, person, PASSWORD);
  const [opened, ended] = [await sessionOf(open), await sessionOf(left)];
  // Ended before the backup, among one's devices; `open` is ended behind it.
  expect((await open.rpc('end_my_sessions')).data).toMatchObject({ success: true });
  expect((await open.auth.resetPasswordForEmail(person)).error).toBeNull();
  const again = path.join(home, 'again');
  expect((await runCommand('backup', data, ['--to', again]).ended).code).toBe(0);
  await (await signIn(running.facts, person, PASSWORD)).rpc('end_my_sessions');
  await restored?.stop();
  const replaced = await runCommand('restore', elsewhere, ['--from', again, '--replace']).ended;
  expect(replaced.code).toBe(0);
  restored = await startOn(elsewhere);
  const { facts } = restored;

  expect(facts.publishableKey).toBe(running.facts.publishableKey);
  expect([facts.secretKey, facts.jwtSecret]).not.toContain(running.facts.secretKey);
  expect(facts.jwtSecret).not.toBe(running.facts.jwtSecret);
  for (const session of [opened, ended]) {
    const { error } = await connect(facts).auth.refreshSession({
      refresh_token: session?.refresh_token ?? '',
    });
    expect(error?.code).toBe('refresh_token_not_found');
    const headers = { apikey: facts.publishableKey, authorization: `Bearer ${session?.access_token}` };
    expect((await fetch(`${facts.apiUrl}/rest/v1/sales?select=id`, { headers })).status).toBe(401);
  }
  const old = { apikey: running.facts.secretKey };
  expect((await fetch(`${facts.apiUrl}/rest/v1/sales?select=id`, { headers: old })).status).toBe(401);
  const mailed = (dbUrl: string) =>
    withDatabase(dbUrl, async (db) => (await db.query('select 1 from auth.one_time_tokens')).rowCount);
  expect([await mailed(running.facts.dbUrl), await mailed(facts.dbUrl)]).toEqual([1, 0]);
});

describe('a restore is refused in words, and leaves what is there alone', () => {
  const file = path.join(backup, 'backup.json');
  const [aTable] = [path.join(backup, 'postgres', 'PG_VERSION')];

  /** Changes a file of the backup for as long as `work` takes. */
  async function changed(name: string, contents: string | null, work: () => Promise<void>) {
    const kept = fs.readFileSync(name);
    if (contents === null) fs.rmSync(name);
    else fs.writeFileSync(name, contents);
    await work();
    fs.writeFileSync(name, kept, { mode: 0o600 });
  }

  /** What a restore into an empty folder has said. */
  async function refusal(from = backup): Promise<string> {
    const target = path.join(home, 'empty');
    const { code, output } = await runCommand('restore', target, ['--from', from]).ended;
    expect([code, fs.existsSync(target), fs.existsSync(`${target}.restoring`)]).toEqual([1, false, false]);
    return output;
  }

  test('on data that is there, unless told to replace it; on data in use also then', async () => {
    expect(await restore('--replace')).toEqual({
      code: 1,
      output: expect.stringMatching(/^Another backend already runs on \S+elsewhere: process \d+/),
    });
    await restored?.stop();
    expect(await restore()).toEqual({
      code: 1,
      output: `There is data in ${elsewhere}. Restore into another folder, or add --replace, which deletes everything in it.\n`,
    });
    restored = await startOn(elsewhere);
    expect((await people(restored.facts)).length).toBe(2);
  });

  test('of a file that differs by one byte, or is missing', async () => {
    await changed(aTable, '18\n', async () =>
      expect(await refusal()).toBe(
        `The backup in ${backup} is damaged: postgres/PG_VERSION is not as it was when it was made. Take another one.\n`,
      ),
    );
    await changed(aTable, null, async () =>
      expect(await refusal()).toContain('postgres/PG_VERSION is missing or cannot be read'),
    );
  });

  test('of half a description, of none, and of a backup that was not finished', async () => {
    const text = fs.readFileSync(file, 'utf8');
    await changed(file, text.slice(0, text.length / 2), async () =>
      expect(await refusal()).toBe(`${file} is damaged; take another backup.\n`),
    );
    expect(await refusal(home)).toBe(`${home} is no backup: it has no backup.json that can be read.\n`);
    const partial = `${backup}.partial`;
    fs.renameSync(backup, partial);
    expect(await refusal(partial)).toBe(`${partial} is a backup that was not finished; take another one.\n`);
    fs.renameSync(partial, backup);
  });

  test('of a newer version, and of another PostgreSQL', async () => {
    const manifest = await readManifest(backup);
    const newer = { ...manifest, migrations: [...manifest.migrations, '29991231000000'] };
    await changed(file, JSON.stringify(newer), async () =>
      expect(await refusal()).toBe(
        `The backup in ${backup} was made by a version that has a migration which this one does not have (29991231000000); restore it with that version.\n`,
      ),
    );
    await changed(file, JSON.stringify({ ...manifest, postgres: '16.4' }), async () =>
      expect(await refusal()).toMatch(/is of PostgreSQL 16\.4, and this is 17\.\d+; restore it with/),
    );
  });
});

test('a backup of nothing, into the data, or over something is refused in words', async () => {
  const say = async (of: string, to: string) => (await runCommand('backup', of, ['--to', to]).ended).output;
  expect(await say(path.join(home, 'nothing'), path.join(home, 'new'))).toBe(
    `There is nothing to back up in ${path.join(home, 'nothing')}.\n`,
  );
  expect(await say(data, path.join(data, 'storage', 'mine'))).toMatch(/lies within the data itself/);
  expect(await say(data, backup)).toBe(`There is something in ${backup} already; choose another folder.\n`);
});

test('of a product that does not run, and of an older version: the next start brings it up to date', async () => {
  const files = fs.readdirSync(path.join(ROOT, 'supabase/migrations')).sort();
  const [old, older, newer] = ['old', 'older', 'newer'].map((name) => path.join(home, name)) as [
    string,
    string,
    string,
  ];
  await onDatabase(projectUntil(home, files.at(-2) ?? ''), old, async (db) => {
    await db.query(`insert into public.organizations (name, email) values ('Of old', 'old@agency.test')`);
  });
  expect((await runCommand('backup', old, ['--to', older]).ended).code).toBe(0);
  expect((await readManifest(older)).migrations).toHaveLength(files.length - 1);
  expect((await runCommand('restore', newer, ['--from', older]).ended).code).toBe(0);
  const upgraded = await startOn(newer);
  try {
    const { rows } = await withDatabase(upgraded.facts.dbUrl, (db) =>
      db.query(`select name, (select count(*)::int from supabase_migrations.schema_migrations) as migrations
                from public.organizations`),
    );
    expect(rows).toEqual([{ name: 'Of old', migrations: files.length }]);
  } finally {
    await upgraded.stop();
  }
});
