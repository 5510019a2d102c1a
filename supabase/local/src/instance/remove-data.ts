import fs from 'node:fs';
import path from 'node:path';
import { clusterDir } from '../postgres/cluster.js';
import { chooseUser } from '../postgres/run-as.js';
import { alreadyRunning, liveOwner } from './lock.js';
import { isInstalled, loadSecrets } from './secrets.js';

/** Deletes all that a backend keeps in `dataDir`, its database too. @throws AlreadyRunningError while one runs on it */
export function removeData(dataDir: string): void {
  if (!fs.existsSync(dataDir)) return;
  const owner = liveOwner(dataDir);
  if (owner) throw alreadyRunning(dataDir, owner);
  if (isInstalled(dataDir)) {
    const { installation } = loadSecrets(dataDir, {});
    // The folder around the cluster: replicas lie beside it.
    const around = path.dirname(clusterDir(dataDir, installation, chooseUser()));
    fs.rmSync(around, { recursive: true, force: true });
  }
  fs.rmSync(dataDir, { recursive: true, force: true });
}
