import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { bootstrap } from './bootstrap/bootstrap.js';
import { withClient } from './database/with-client.js';
import { LOOPBACK } from './instance/ports.js';
import { loadSecrets } from './instance/secrets.js';
import { silentLog } from './log.js';
import { findBinaries } from './postgres/binaries.js';
import { clusterDir } from './postgres/cluster.js';
import { chooseUser } from './postgres/run-as.js';
import { startPostgres } from './postgres/server.js';

/** A PostgreSQL of its own with the roles and system schemas of a new hosted project, and nothing of the product. */
export interface ScratchDatabase {
  /** Connection as `postgres`, the role of migrations. */
  url: string;
  /** Connection as the superuser, who sees the whole catalogue. */
  adminUrl: string;
  /** Stops the server and deletes its files. */
  stop(): Promise<void>;
}

/** Starts an empty database in a temporary folder, for comparing schemas. Takes about two seconds. */
export async function startScratchDatabase(): Promise<ScratchDatabase> {
  const dataDir = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'paperplane-scratch-'));
  // PostgreSQL may run as another user and has to get through to its folder.
  fs.chmodSync(dataDir, 0o711);
  const secrets = loadSecrets(dataDir, {});
  const user = chooseUser();
  const postgres = await startPostgres({
    pgData: clusterDir(dataDir, secrets.installation, user),
    binaries: findBinaries(user, silentLog),
    user,
    log: silentLog,
    password: secrets.dbPassword,
    wantedPort: 0,
    onFatal: () => undefined,
  });
  const url = (role: string) =>
    `postgres://${role}:${secrets.dbPassword}@${LOOPBACK}:${postgres.port}/postgres`;
  const stop = async () => {
    await postgres.stop();
    fs.rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await withClient(url('supabase_admin'), (admin) => bootstrap(admin, secrets.dbPassword));
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: url('postgres'), adminUrl: url('supabase_admin'), stop };
}
