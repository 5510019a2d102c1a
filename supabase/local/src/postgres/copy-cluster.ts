import fs from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { withClient } from '../database/with-client.js';
import { copyFolder } from '../instance/copy-folder.js';
import type { RunAs } from './run-as.js';

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

/** Gives files to the user PostgreSQL runs as. */
export const ownedBy = (user: RunAs) => async (file: string) => {
  if (user) await fs.chown(file, user.uid, user.gid);
};

/** Which cluster is copied, where to, and what with. */
export interface ClusterCopy {
  /** Connection to its server, as the superuser. */
  url: string;
  from: string;
  /** A folder that does not exist yet. */
  to: string;
  /** Whose the copy is. */
  user: RunAs;
  /** Brings along the log of changes up to the end of the copy, so that it starts by itself, as of that moment. */
  withLog?: boolean;
  signal?: AbortSignal | undefined;
}

/** Keeps the server from throwing away its log of changes for as long as this connection lasts. */
const keepLog = (client: pg.Client) =>
  client.query('select pg_create_physical_replication_slot($1, true, true)', [`backup_${process.pid}`]);

/** Copies the log between two places in it. The server has closed its last file, so that nothing later is in it. */
async function copyLog(client: pg.Client, { from, to, user }: ClusterCopy, [first, last]: string[]) {
  const { rows } = await client.query<{ name: string }>(
    `select name from pg_ls_waldir()
     where name ~ '^[0-9A-F]{24}$' and name between pg_walfile_name($1::pg_lsn) and pg_walfile_name($2::pg_lsn)`,
    [first, last],
  );
  for (const { name } of rows) {
    const target = path.join(to, 'pg_wal', name);
    await fs.copyFile(path.join(from, 'pg_wal', name), target, fs.constants.COPYFILE_FICLONE);
    await ownedBy(user)(target);
  }
}

/** Copies a cluster while its server runs, as a base backup (the binaries have no `pg_basebackup`). */
export async function copyCluster(copy: ClusterCopy): Promise<void> {
  const { url, from, to, user, withLog = false, signal } = copy;
  const own = ownedBy(user);
  await withClient(url, async (client) => {
    if (withLog) await keepLog(client);
    // The copy is no copy before the label is in it, so both ends are asked over one connection.
    const begun = await client.query<{ at: string }>(
      `select pg_backup_start('paperplane', true)::text as at`,
    );
    await copyFolder(from, to, { empty: EMPTY, leftOut: LEFT_OUT, own, signal });
    const { rows } = await client.query<{ at: string; labelfile: string }>(
      'select lsn::text as at, labelfile from pg_backup_stop(false)',
    );
    const label = path.join(to, 'backup_label');
    await fs.writeFile(label, rows[0]?.labelfile ?? '', { mode: 0o600 });
    await own(label);
    if (withLog) await copyLog(client, copy, [begun.rows[0]?.at ?? '', rows[0]?.at ?? '']);
  });
}
