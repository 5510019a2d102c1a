import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import type { Source } from '../../local/src/index';
import { launchBackend, ROOT, type BackendFacts } from './backend-process';

/** A folder below the system's temporary one; the database's user can pass through it. */
export function newHome(): string {
  const home = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'paperplane-backup-'));
  fs.chmodSync(home, 0o711);
  return home;
}

/** Starts the product's backend on a data folder, in which no job runs by itself. */
export async function startOn(data: string): Promise<{ facts: BackendFacts; stop: () => Promise<void> }> {
  const ports = ['--port', '0', '--db-port', '0', '--mail-port', '0'];
  const limits = ['--sign-in-limit', '100000', '--request-limit', '100000', '--mail-interval', '0'];
  const started = launchBackend(['--workdir', ROOT, '--data', data, ...ports, ...limits, '--deno', 'off']);
  const facts = await started.ready;
  await withDatabase(facts.dbUrl, (db) =>
    db.query('select cron.alter_job(jobid, active => false) from cron.job'),
  );
  return { facts, stop: () => started.stop() };
}

/** Runs `npm run backup`, `restore` or `restore-agency` on a data folder, to its end or until it is killed. */
export function runCommand(
  name: 'backup' | 'restore' | 'restore-agency',
  data: string,
  args: string[],
): { ended: Promise<{ code: number | null; output: string }>; kill: () => void } {
  const env = { ...process.env, NODE_OPTIONS: '', PAPERPLANE_PREPARED: '1', PAPERPLANE_DATA: data };
  const child = spawn(process.execPath, [path.join(ROOT, 'build', `${name}.mjs`), ...args], { env });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (output += text.toString()));
  return {
    ended: new Promise((resolve) => child.once('close', (code) => resolve({ code, output }))),
    kill: () => void child.kill('SIGKILL'),
  };
}

/** Works on a connection of its own. */
export async function withDatabase<Result>(
  url: string,
  work: (db: Client) => Promise<Result>,
): Promise<Result> {
  const db = new Client(url);
  await db.connect();
  try {
    return await work(db);
  } finally {
    await db.end();
  }
}

/** The database of a backend as a backup takes it. */
export function sourceOf({ dbUrl }: BackendFacts, data: string): Source {
  const url = new URL(dbUrl);
  url.username = 'supabase_admin';
  return { url: url.href, pgData: path.join(data, 'postgres') };
}

/** What a restore empties, and what a session adds. */
const OF_SESSIONS = [
  ...['sessions', 'refresh_tokens', 'mfa_amr_claims', 'one_time_tokens', 'flow_state'].map(
    (name) => `auth.${name}`,
  ),
  'private.session_zones',
  'private.known_devices',
];
/** That somebody signed in is an entry, too. */
const SIGNED_IN: Readonly<Record<string, string>> = {
  'private.audit_log': "where action <> 'member_signed_in'",
};

/** How many rows each table has, but for those of sessions. */
export async function countRows(db: Client): Promise<Record<string, number>> {
  const { rows: tables } = await db.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'private', 'storage', 'auth', 'cron', 'supabase_migrations')
       and format('%I.%I', schemaname, tablename) <> all ($1)`,
    [OF_SESSIONS],
  );
  const each = tables.map(
    ({ name }) => `select '${name}' as name, count(*)::int as rows from ${name} ${SIGNED_IN[name] ?? ''}`,
  );
  const { rows } = await db.query<{ name: string; rows: number }>(`${each.join(' union all ')} order by 1`);
  return Object.fromEntries(rows.map((row) => [row.name, row.rows]));
}
