import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type pg from 'pg';
import { readMigrationVersions, startScratchDatabase, withClient } from '../../local/src/index';
import { renderMap } from '../../schema/map';
import { readSchemas } from '../../schema/schema-files';
import { withDatabases } from '../../schema/states';
import { backend } from '../support/backend';
import { ROOT } from '../support/backend-process';
import { supabaseCli } from '../support/tools';

/**
 * The first deploy (docs/operate.md): the real `supabase db push` into a database with hosted's roles and rights. It sends each migration as
 * one pipeline without `begin`, which the embedded backend does not.
 */
const home = fs.mkdtempSync(path.join(os.tmpdir(), 'paperplane-push-'));
afterAll(() => fs.rmSync(home, { recursive: true, force: true }));

/** What hosted has beside what the scratch database has: an older project's default rights, and no history of migrations. */
const AS_HOSTED = `
alter default privileges for role postgres in schema public grant all on tables to anon, authenticated, service_role;
alter default privileges for role postgres in schema public grant all on sequences to anon, authenticated, service_role;
alter default privileges for role postgres in schema public grant all on functions to anon, authenticated, service_role;
alter database postgres set search_path = "$user", public;
drop schema supabase_migrations cascade;`;

/** Who may do what with each table, view, column and function of ours. */
const RIGHTS = `
select n.nspname || '.' || c.relname as what, r.rolname::text as who, x.privilege_type as may from pg_class c
join pg_namespace n on n.oid = c.relnamespace, aclexplode(c.relacl) x left join pg_roles r on r.oid = x.grantee
where n.nspname in ('public', 'private') and c.relkind in ('r', 'v', 'S', 'p')
union all select n.nspname || '.' || c.relname || '.' || a.attname, r.rolname::text, x.privilege_type from pg_attribute a
join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace, aclexplode(a.attacl) x
left join pg_roles r on r.oid = x.grantee where n.nspname in ('public', 'private')
union all select p.oid::regprocedure::text, r.rolname::text, x.privilege_type from pg_proc p
join pg_namespace n on n.oid = p.pronamespace, aclexplode(p.proacl) x left join pg_roles r on r.oid = x.grantee
where n.nspname in ('public', 'private')
order by 1, 2, 3`;

const made = async (db: pg.Client) => {
  await db.query('set search_path = public, extensions');
  const rights = (await db.query<{ what: string; who: string | null; may: string }>(RIGHTS)).rows;
  return {
    map: (await renderMap(db, readSchemas(ROOT))).split('\n'),
    rights: rights.map(({ what, who, may }) => `${what} ${who ?? 'public'} ${may}`),
  };
};
const asAdmin = (url: string) => Object.assign(new URL(url), { username: 'supabase_admin' }).href;

/** A copy of the project with one more migration, which writes down what it finds. */
function project(): string {
  const copy = path.join(home, 'project');
  for (const part of ['config.toml', 'migrations', 'templates', 'functions'])
    fs.cpSync(path.join(ROOT, 'supabase', part), path.join(copy, 'supabase', part), { recursive: true });
  const file = path.join(copy, 'supabase/config.toml');
  const config = fs.readFileSync(file, 'utf8');
  const mails = /(?:^#.*\n)*?(?:^# \[auth\.email\.smtp\]\n)(?:^#.*\n)+/m;
  expect(config).toMatch(mails);
  fs.writeFileSync(file, config.replace(/^# (\[auth\.(?:email\.smtp|rate_limit)\]|[a-z_]+ = )/gm, '$1'));
  fs.writeFileSync(
    path.join(copy, 'supabase/migrations/29990101000000_last.sql'),
    `set local lock_timeout = '4s';
     create table public.waits as select current_setting('lock_timeout') as lock_timeout;`,
  );
  return copy;
}

test('the real CLI pushes every migration, and makes the database that the embedded backend makes', async () => {
  const cli = await supabaseCli();
  await withDatabases([startScratchDatabase()], async ({ url, adminUrl }) => {
    await withClient(adminUrl, (db) => db.query(AS_HOSTED));
    const options = ['db', 'push', '--yes', `--remote=${url}?sslmode=disable`];
    // Neither an account nor what a developer has set: no home, no tokens.
    const env = {
      PATH: process.env['PATH'] ?? '',
      HOME: home,
      DO_NOT_TRACK: '1',
      SUPABASE_TELEMETRY_DISABLED: '1',
    };
    const { stdout, stderr } = await promisify(execFile)(cli, options, { cwd: project(), env }).catch(
      (error: unknown) => error as { stdout: string; stderr: string },
    );
    expect(`${stdout}${stderr}`).toContain('Finished supabase db push');
    expect(`${stdout}${stderr}`).not.toMatch(/deprecated/i);
    await withClient(adminUrl, async (db) => {
      const pushed = await db.query<{ version: string }>(
        'select version from supabase_migrations.schema_migrations order by 1',
      );
      expect(pushed.rows.map(({ version }) => version)).toEqual([
        ...readMigrationVersions(ROOT),
        '29990101000000',
      ]);
      // `set local` holds to the end of a pushed file.
      expect((await db.query('select lock_timeout from public.waits')).rows).toEqual([
        { lock_timeout: '4s' },
      ]);
      await db.query('drop table public.waits');
      expect(await made(db)).toEqual(await withClient(asAdmin(backend.dbUrl), made));
    });
  });
}, 300_000);
