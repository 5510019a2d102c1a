import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { launchBackend, type BackendProcess } from '../../../tests/support/backend-process';

/** A small project in Supabase CLI form which has nothing to do with Paperplane. */
export const PROJECT = path.resolve(__dirname, '../project');

const ANY_PORT = ['--port', '0', '--db-port', '0', '--mail-port', '0'];

/** A data directory below the system's temporary one; the database's user can reach it. */
export function newDataDir(): string {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'local-supabase-'));
  fs.chmodSync(dir, 0o711);
  return dir;
}

/** Starts a backend on the small project, or on another `workdir`. */
export function startOwn(
  dataDir: string,
  {
    args = [],
    env = {},
    workdir = PROJECT,
  }: { args?: string[]; env?: NodeJS.ProcessEnv; workdir?: string } = {},
): BackendProcess {
  return launchBackend(['--workdir', workdir, '--data', dataDir, ...ANY_PORT, ...args], env);
}

/** Runs one statement as `postgres`, for set-up and for looking behind the API. */
export async function query<Row extends pg.QueryResultRow>(
  dbUrl: string,
  sql: string,
  values: unknown[] = [],
) {
  const client = new pg.Client(dbUrl);
  await client.connect();
  try {
    return (await client.query<Row>(sql, values)).rows;
  } finally {
    await client.end();
  }
}
