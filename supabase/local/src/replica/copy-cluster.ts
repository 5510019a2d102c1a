import fs from 'node:fs/promises';
import path from 'node:path';
import { withClient } from '../database/with-client.js';
import type { RunAs } from '../postgres/run-as.js';

/** Folders of a cluster that a copy has empty, as `pg_basebackup` leaves them. */
const EMPTY = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
]);
/** What belongs to the running server and not to its data. */
const LEFT_OUT = /^(postmaster\.(pid|opts)|postgresql\.auto\.conf\.tmp|pg_internal\.init.*|pgsql_tmp.*)$/;

const isGone = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Copies a folder while its server writes: a file that goes away meanwhile is not missed, the log of changes knows of it. */
async function copyFolder(from: string, to: string, own: (file: string) => Promise<void>): Promise<void> {
  await fs.mkdir(to, { mode: 0o700 });
  await own(to);
  for (const entry of await fs.readdir(from, { withFileTypes: true })) {
    if (LEFT_OUT.test(entry.name)) continue;
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    try {
      if (!entry.isDirectory()) await fs.copyFile(source, target, fs.constants.COPYFILE_FICLONE);
      else if (!EMPTY.has(entry.name)) await copyFolder(source, target, own);
      else await fs.mkdir(target, { mode: 0o700 });
      await own(target);
    } catch (error) {
      if (!isGone(error)) throw error;
    }
  }
}

/**
 * Copies a cluster while its server runs, as a base backup (the binaries have no `pg_basebackup`).
 * @param url connection to that server, as the superuser
 * @param to a folder that does not exist yet
 */
export async function copyCluster(url: string, from: string, to: string, user: RunAs): Promise<void> {
  const own = async (file: string) => {
    if (user) await fs.chown(file, user.uid, user.gid);
  };
  await withClient(url, async (client) => {
    // The copy is no copy before the label is in it, so both ends are asked over one connection.
    await client.query(`select pg_backup_start('replica', true)`);
    await copyFolder(from, to, own);
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    const label = path.join(to, 'backup_label');
    await fs.writeFile(label, rows[0]?.labelfile ?? '', { mode: 0o600 });
    await own(label);
  });
}
