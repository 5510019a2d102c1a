import { acquireLock } from '../instance/lock.js';
import { LOOPBACK } from '../instance/ports.js';
import { loadSecrets } from '../instance/secrets.js';
import type { Log } from '../log.js';
import { findBinaries } from '../postgres/binaries.js';
import { clusterDir } from '../postgres/cluster.js';
import { chooseUser } from '../postgres/run-as.js';
import { startPostgres } from '../postgres/server.js';
import type { Source } from './make-backup.js';

/** The superuser's connection to a database on this machine. */
export const superuserUrl = (port: number, password: string): string =>
  `postgres://supabase_admin:${password}@${LOOPBACK}:${port}/postgres`;

/** Starts the database of a data folder on which no backend runs, for as long as `work` takes. */
export async function startedFor<Result>(
  dataDir: string,
  log: Log,
  work: (source: Source) => Promise<Result>,
): Promise<Result> {
  const lock = await acquireLock(dataDir, 'no address, for a backup');
  try {
    const { dbPassword: password, installation } = loadSecrets(dataDir, {});
    const user = chooseUser();
    const pgData = clusterDir(dataDir, installation, user);
    const binaries = findBinaries(user, log);
    const onFatal = (error: Error) => log(error.message, 'warn');
    const postgres = await startPostgres({ pgData, binaries, user, log, password, wantedPort: 0, onFatal });
    try {
      return await work({ url: superuserUrl(postgres.port, password), pgData });
    } finally {
      await postgres.stop();
    }
  } finally {
    lock.release();
  }
}
