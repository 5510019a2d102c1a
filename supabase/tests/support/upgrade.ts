import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { startOwn } from '../../local/tests/support/own-backend';
import { ROOT } from './backend-process';

/**
 * A project as an earlier release had it, with its migrations up to one.
 * @param root a directory of the test's own
 * @param last file name of the last migration
 */
export function projectUntil(root: string, last: string): string {
  const project = path.join(root, 'project');
  const migrations = fs.readdirSync(path.join(ROOT, 'supabase/migrations')).filter((name) => name <= last);
  for (const part of ['config.toml', 'templates', ...migrations.map((name) => path.join('migrations', name))])
    fs.cpSync(path.join(ROOT, 'supabase', part), path.join(project, 'supabase', part), { recursive: true });
  return project;
}

/** Starts a project's backend on this data, works with its database, and stops it. */
export async function onDatabase(
  project: string,
  data: string,
  work: (db: pg.Client) => Promise<void>,
): Promise<void> {
  const backend = startOwn(data, { workdir: project });
  try {
    const { dbUrl } = await backend.ready;
    const db = new pg.Client(dbUrl);
    await db.connect();
    try {
      await work(db);
    } finally {
      await db.end();
    }
  } finally {
    await backend.stop();
  }
}
