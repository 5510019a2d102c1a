import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';

/** Roles that log in with the installation's database password. */
const LOGIN_ROLES = [
  'postgres',
  'authenticator',
  'supabase_auth_admin',
  'supabase_realtime_admin',
  'supabase_storage_admin',
  'local_rest',
];

const STEPS = path.join(path.dirname(fileURLToPath(import.meta.url)), 'steps');

/**
 * Brings roles and system schemas to the state this version of the backend needs. Each step runs once, in one
 * transaction; a later version adds steps, also to data directories that exist.
 * `admin` is a superuser connection.
 */
export async function bootstrap(admin: pg.Client, dbPassword: string): Promise<void> {
  await admin.query(
    'create schema if not exists local_backend; ' +
      'create table if not exists local_backend.steps (name text primary key, applied_at timestamptz default now())',
  );
  const { rows } = await admin.query<{ name: string }>('select name from local_backend.steps');
  const done = new Set(rows.map((row) => row.name));
  const fresh = fs
    .readdirSync(STEPS)
    .sort()
    .filter((file) => !done.has(file));
  for (const file of fresh) {
    await admin.query('begin');
    try {
      await admin.query(fs.readFileSync(path.join(STEPS, file), 'utf8'));
      await admin.query('insert into local_backend.steps (name) values ($1)', [file]);
      await admin.query('commit');
    } catch (error) {
      await admin.query('rollback');
      throw new Error(`Preparing the database failed in ${file}`, { cause: error });
    }
  }
  if (fresh.length === 0) return;
  const { rows: statements } = await admin.query<{ sql: string }>(
    "select format('alter role %I password %L', role, $2::text) as sql from unnest($1::text[]) as role",
    [LOGIN_ROLES, dbPassword],
  );
  for (const { sql } of statements) await admin.query(sql);
}
