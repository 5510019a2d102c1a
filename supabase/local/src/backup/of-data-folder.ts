import fs from 'node:fs';
import path from 'node:path';
import { liveOwner } from '../instance/lock.js';
import { isInstalled, loadSecrets } from '../instance/secrets.js';
import type { Log } from '../log.js';
import { clusterDir } from '../postgres/cluster.js';
import { chooseUser } from '../postgres/run-as.js';
import { BackupError } from './error.js';
import { makeBackup, type BackupPlan, type Source } from './make-backup.js';
import type { Manifest } from './manifest.js';
import { startedFor, superuserUrl } from './started-for.js';

/**
 * Backs up a data folder: from the database of the backend that runs on it, or from one that is started for as long as it takes.
 * @throws BackupError with the reason in words
 */
export async function backUpDataFolder(plan: BackupPlan & { log: Log }): Promise<Manifest> {
  if (!isInstalled(plan.dataDir)) throw new BackupError(`There is nothing to back up in ${plan.dataDir}.`);
  const dataDir = fs.realpathSync(plan.dataDir);
  const { dbPassword, installation } = loadSecrets(dataDir, {});
  const pgData = clusterDir(dataDir, installation, chooseUser());
  if (!fs.existsSync(path.join(pgData, 'PG_VERSION')))
    throw new BackupError(`There is no database in ${dataDir} yet.`);
  const make = (source: Source) => makeBackup({ ...plan, dataDir }, source);
  const owner = liveOwner(dataDir);
  if (!owner) return startedFor(dataDir, plan.log, make);
  if (!owner.dbPort) throw new BackupError(`Paperplane is starting on ${dataDir}; try again when it serves.`);
  return make({ url: superuserUrl(owner.dbPort, dbPassword), pgData });
}
