import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { newDataDir, query, startOwn } from './support/own-backend';

const made: string[] = [];

/** A throw-away project with these files below `supabase/`. */
function project(files: Record<string, string>): string {
  const workdir = fs.mkdtempSync(path.join(os.tmpdir(), 'local-supabase-project-'));
  made.push(workdir);
  for (const [name, content] of Object.entries(files)) write(workdir, name, content);
  return workdir;
}

function write(workdir: string, name: string, content: string): void {
  const file = path.join(workdir, 'supabase', name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, content);
}

function dataDir(): string {
  const dir = newDataDir();
  made.push(dir);
  return dir;
}

afterAll(() => {
  for (const dir of made) fs.rmSync(dir, { recursive: true, force: true });
});

test('a failing migration refuses the start with file, line and reason; the next start takes the mended file', async () => {
  const workdir = project({
    'migrations/20260101000000_first.sql': 'create table public.a (id int);',
    'migrations/20260102000000_second.sql':
      'create table public.b (id int);\n\ncreate table public.c (id nonsense);',
  });
  const data = dataDir();
  const failed = startOwn(data, { workdir });
  expect(await failed.exited).toBe(1);
  expect(failed.output()).toContain('20260102000000_second.sql, line 3: type "nonsense" does not exist');

  write(workdir, 'migrations/20260102000000_second.sql', 'create table public.b (id int);');
  const mended = startOwn(data, { workdir });
  const facts = await mended.ready;
  const rows = await query(
    facts.dbUrl,
    'select version, name from supabase_migrations.schema_migrations order by 1',
  );
  expect(rows).toEqual([
    { version: '20260101000000', name: 'first' },
    { version: '20260102000000', name: 'second' },
  ]);
  await mended.stop();

  // What a migration makes is compared, and how it takes its locks is none of that.
  write(
    workdir,
    'migrations/20260102000000_second.sql',
    "-- It does not wait long.\nset local lock_timeout = '4s';\n\ncreate table public.b (id int);",
  );
  write(workdir, 'migrations/20260101000000_first.sql', 'create table public.a (id bigint);');
  const changed = startOwn(data, { workdir });
  await changed.ready;
  await changed.stop();
  expect(changed.output()).toMatch(
    /Warning: Migration 20260101000000_first.sql was changed after it was applied/,
  );
  expect(changed.output()).not.toContain('second.sql was changed');
}, 60_000);

test('data of other migrations refuses the start and is kept until it is removed', async () => {
  const workdir = project({ 'migrations/20260101000000_first.sql': 'create table public.a (id int);' });
  const data = dataDir();
  const first = startOwn(data, { workdir });
  await first.ready;
  const beside = startOwn(data, { workdir, args: ['--begin-again'] });
  expect(await beside.exited).toBe(1);
  expect(beside.output()).toContain('Another backend already runs');
  await first.stop();

  fs.rmSync(path.join(workdir, 'supabase/migrations/20260101000000_first.sql'));
  write(workdir, 'migrations/20260102000000_baseline.sql', 'create table public.b (id int);');
  const refused = startOwn(data, { workdir });
  expect(await refused.exited).toBe(1);
  expect(refused.output()).toContain(
    'This database was made by a migration that this version does not have (20260101000000), ' +
      'so what is in it cannot be carried over.',
  );

  const again = startOwn(data, { workdir, args: ['--begin-again'] });
  const { dbUrl } = await again.ready;
  const tables = `select tablename from pg_tables where schemaname = 'public'`;
  expect(await query(dbUrl, tables)).toEqual([{ tablename: 'b' }]);
  await again.stop();
}, 60_000);

test('seed.sql and a seed module run once', async () => {
  const workdir = project({
    'migrations/20260101000000_first.sql': 'create table public.a (name text);',
    'seed.sql': "insert into public.a values ('file');",
    'seed.mjs': `export async function seed({ db, createUser }) {
      const id = await createUser({ email: 'Demo@Seed.test', password: 'demo-password', data: { first_name: 'Demo' } });
      await db.query('insert into public.a values ($1)', [id ? 'module' : '']);
    }`,
  });
  const data = dataDir();
  const args = ['--seed', path.join(workdir, 'supabase', 'seed.mjs')];
  for (let round = 0; round < 2; round += 1) {
    const backend = startOwn(data, { workdir, args });
    const facts = await backend.ready;
    expect(await query(facts.dbUrl, 'select name from public.a order by 1')).toEqual([
      { name: 'file' },
      { name: 'module' },
    ]);
    const response = await fetch(`${facts.apiUrl}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey: facts.publishableKey },
      body: JSON.stringify({ email: 'demo@seed.test', password: 'demo-password' }),
    });
    expect(response.status).toBe(200);
    await backend.stop();
  }
}, 60_000);

test('a failing seed refuses the start and leaves nothing', async () => {
  const workdir = project({
    'migrations/20260101000000_first.sql': 'create table public.a (name text);',
    'seed.sql': "insert into public.a values ('kept?');\nselect nonsense;",
  });
  const data = dataDir();
  const failed = startOwn(data, { workdir });
  expect(await failed.exited).toBe(1);
  expect(failed.output()).toContain('supabase/seed.sql, line 2: column "nonsense" does not exist');
  write(workdir, 'seed.sql', "insert into public.a values ('good');");
  const mended = startOwn(data, { workdir });
  expect(await query((await mended.ready).dbUrl, 'select name from public.a')).toEqual([{ name: 'good' }]);
  await mended.stop();
}, 60_000);

test('an empty project starts, config.toml is read, and a broken one is named', async () => {
  const workdir = project({
    'config.toml': '[auth]\nsite_url = "http://127.0.0.1:4000"\nminimum_password_length = 12\n',
  });
  const data = dataDir();
  const backend = startOwn(data, { workdir });
  const facts = await backend.ready;
  const response = await fetch(`${facts.apiUrl}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: facts.publishableKey },
    body: JSON.stringify({ email: 'a@b.test', password: 'elevenchars' }),
  });
  expect(await response.json()).toMatchObject({ msg: 'Password should be at least 12 characters.' });
  await backend.stop();

  write(workdir, 'config.toml', '[auth\n');
  const broken = startOwn(data, { workdir });
  expect(await broken.exited).toBe(1);
  expect(broken.output()).toContain('config.toml');
}, 60_000);
