import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { LOCK_TIMEOUT, LOCKS_SYSTEM_TABLES } from '../../schema/lock-timeout';
import { schemaFiles } from '../../schema/schema-files';
import { ROOT } from '../support/backend-process';

const SCHEMAS = path.join(ROOT, 'supabase', 'schemas');
const made: string[] = [];

afterAll(() => {
  for (const dir of made) fs.rmSync(dir, { recursive: true, force: true });
});

/** A copy of the project's database folder: what is changed there is compared with, or added to, its migrations. */
function copyOfProject(): string {
  const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'paperplane-schemas-'));
  made.push(copy);
  for (const part of ['schemas', 'migrations', 'config.toml']) {
    fs.cpSync(path.join(ROOT, 'supabase', part), path.join(copy, 'supabase', part), { recursive: true });
  }
  return copy;
}

/** Runs `npm run db:check` or `db:diff` for the project in `root`. */
function run(
  tool: 'db-check' | 'db-diff',
  root: string,
  ...args: string[]
): { status: number; output: string } {
  const tsx = path.join(ROOT, 'node_modules/tsx/dist/cli.mjs');
  const script = path.join(ROOT, 'supabase/schema', `${tool}.ts`);
  const { status, stdout, stderr } = spawnSync(process.execPath, [tsx, script, ...args], {
    cwd: root,
    encoding: 'utf8',
  });
  return { status: status ?? -1, output: `${stdout}${stderr}` };
}

function edit(root: string, file: string, change: (sql: string) => string): void {
  const name = path.join(root, 'supabase/schemas', file);
  const before = fs.readFileSync(name, 'utf8');
  const after = change(before);
  expect(after).not.toBe(before);
  fs.writeFileSync(name, after);
}

/** By wing: `sales/functions/history.sql`. */
const filesOfSchemas = () =>
  fs
    .readdirSync(SCHEMAS, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.sql'))
    .sort();

const migrationsOf = (root: string) => fs.readdirSync(path.join(root, 'supabase/migrations')).sort();

test('every schema file is part of the database', () => {
  const listed = schemaFiles(ROOT).map((file) => path.relative(SCHEMAS, file));
  expect(listed.sort()).toEqual(filesOfSchemas());
});

test('the migrations make the database that the schema files describe, and none lies in the future', () => {
  expect(run('db-check', ROOT)).toEqual({
    status: 0,
    output: 'The migrations and the schema files describe the same database.\n',
  });
}, 120_000);

test('what changes in the schema files becomes the next migration, which leads an existing database there', () => {
  const root = copyOfProject();
  edit(
    root,
    'vendors/functions/vendors.sql',
    (sql) => `${sql}\nalter table public.vendors add column rating integer;\n`,
  );
  edit(root, 'tenancy/functions/session.sql', (sql) =>
    sql.replace("coalesce(zone, 'UTC')", "coalesce(zone, 'Etc/UTC')"),
  );
  edit(root, 'customers/tables.sql', (sql) =>
    sql.replace(/create policy "members change customers of their organization"[^;]*;/, ''),
  );
  edit(root, 'platform/functions/storage.sql', (sql) =>
    sql.replace("'avatars', true, 2097152", "'avatars', true, 1048576"),
  );
  const before = migrationsOf(root);

  const different = run('db-check', root);
  expect(different.status).toBe(1);
  expect(different.output).toContain('ADD COLUMN "rating" integer');
  expect(different.output).toContain('FUNCTION private.caller_scope');
  expect(different.output).toContain(
    'missing in the migrations: bucket: ["avatars", "avatars", true, 1048576',
  );

  // What drops something has to be asked for.
  const refused = run('db-diff', root, 'vendors', 'have a Rating!');
  expect(refused.status).toBe(1);
  expect(refused.output).toContain('DROP POLICY "members change customers of their organization"');
  expect(migrationsOf(root)).toEqual(before);

  const written = run('db-diff', root, '--allow-drops', 'vendors', 'have a Rating!');
  expect(written.output).toMatch(/Wrote .*\d{14}_vendors_have_a_rating\.sql/);
  const now = migrationsOf(root);
  expect(now.slice(0, -1)).toEqual(before);

  // What cannot be generated is named there, to be written by hand.
  expect(written.output).toContain('It is not complete');
  const file = path.join(root, 'supabase/migrations', now.at(-1) ?? '');
  const sql = fs.readFileSync(file, 'utf8');
  // A policy of it is dropped, for which hosted locks Auth's tables.
  expect(sql).toMatch(LOCK_TIMEOUT);
  expect(sql).toContain('-- By hand: add bucket: ["avatars", "avatars", true, 1048576');
  fs.writeFileSync(
    file,
    `${sql.replace(/-- By hand.*\n/g, '')}update storage.buckets set file_size_limit = 1048576 where id = 'avatars';\n`,
  );
  expect(run('db-check', root)).toMatchObject({ status: 0 });
}, 240_000);

test('every migration that touches a policy or drops a trigger waits for its locks a little while, and no longer', () => {
  // The first one meets an empty project, where nobody waits.
  const [, ...migrations] = migrationsOf(ROOT);
  const touching = migrations
    .map((file) => [file, fs.readFileSync(path.join(ROOT, 'supabase/migrations', file), 'utf8')] as const)
    .filter(([, sql]) => LOCKS_SYSTEM_TABLES.test(sql));
  expect(touching.length).toBeGreaterThan(0);
  expect(touching.filter(([, sql]) => !LOCK_TIMEOUT.test(sql)).map(([file]) => file)).toEqual([]);
});

test('every object is defined once', () => {
  const definition =
    /^create (?:or replace )?(?:constraint )?(function|view|table|type|trigger|policy|index|unique index|statistics) ("[^"]+"|[\w.]+)[^;]*?(?= as \$|;)/gm;
  const seen = new Map<string, string[]>();
  for (const file of filesOfSchemas()) {
    for (const [statement, kind, name] of fs
      .readFileSync(path.join(SCHEMAS, file), 'utf8')
      .replace(/--.*$/gm, '')
      .matchAll(definition)) {
      const table = /^create (?:trigger|policy)/.test(statement) ? / on ([\w.]+)/.exec(statement)?.[1] : '';
      const key = [kind, name, table].filter(Boolean).join(' ');
      seen.set(key, [...(seen.get(key) ?? []), file]);
    }
  }
  expect(seen.size).toBeGreaterThan(400);
  expect([...seen].filter(([, places]) => places.length > 1)).toEqual([]);
});

test('no text in SQL shows money with a sign of its own: the currency is the agency’s', () => {
  const wrong = filesOfSchemas().flatMap((file) =>
    fs
      .readFileSync(path.join(SCHEMAS, file), 'utf8')
      .split('\n')
      // Parameters of written queries ($1) follow no quote alone.
      .flatMap((line, at) =>
        /[€£¥]|[' ]\$'|'\$(?=FM|[09,.])/.test(line) ? [`${file}:${at + 1} ${line}`] : [],
      ),
  );
  expect(wrong).toEqual([]);
});
