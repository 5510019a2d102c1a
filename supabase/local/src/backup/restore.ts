import fs from 'node:fs/promises';
import { existsSync, statSync, chmodSync } from 'node:fs';
import path from 'node:path';
import { readMigrationVersions } from '../bootstrap/migrations.js';
import { withClient } from '../database/with-client.js';
import { copyFolder } from '../instance/copy-folder.js';
import { alreadyRunning, liveOwner } from '../instance/lock.js';
import { realPath } from '../instance/real-path.js';
import { removeData } from '../instance/remove-data.js';
import { inheritSecrets, loadSecrets, type Secrets } from '../instance/secrets.js';
import type { Log } from '../log.js';
import { findBinaries, versionOf } from '../postgres/binaries.js';
import { clusterDir } from '../postgres/cluster.js';
import { ownedBy } from '../postgres/copy-cluster.js';
import { chooseUser } from '../postgres/run-as.js';
import { openFiles } from '../storage/files.js';
import { BackupError } from './error.js';
import { checkFiles, PARTS, readManifest, type Manifest } from './manifest.js';
import { checkSpace } from './space.js';
import { startedFor } from './started-for.js';

/** Which backup goes where. */
export interface RestorePlan {
  /** The project that will run on it. */
  workdir: string;
  from: string;
  dataDir: string;
  /** Deletes what is in the data folder, once the backup has proved good. */
  replace: boolean;
  log: Log;
}

/** Throws for a backup that this version cannot run on; an older one is brought up to date by the next start. */
function checkFits({ from, workdir, log }: RestorePlan, manifest: Manifest): void {
  const known = new Set(readMigrationVersions(workdir));
  const newer = manifest.migrations.filter((version) => !known.has(version));
  if (newer.length > 0) {
    throw new BackupError(
      `The backup in ${from} was made by a version that has ${newer.length === 1 ? 'a migration' : `${newer.length} migrations`} which this one does not have (${newer[0]}); restore it with that version.`,
    );
  }
  const here = versionOf(findBinaries(chooseUser(), log));
  const major = (version: string) => version.split('.', 1).join();
  if (major(manifest.postgres) !== major(here)) {
    throw new BackupError(
      `The backup in ${from} is of PostgreSQL ${manifest.postgres}, and this is ${here}; restore it with the version that made it.`,
    );
  }
}

const INSTALLATION = [PARTS.storage, PARTS.cluster, 'secrets.json'];
const hasData = (dataDir: string) => INSTALLATION.some((name) => existsSync(path.join(dataDir, name)));

function checkTarget({ dataDir, replace }: RestorePlan): void {
  const owner = existsSync(dataDir) ? liveOwner(dataDir) : null;
  if (owner) throw alreadyRunning(dataDir, owner);
  if (hasData(dataDir) && !replace) {
    throw new BackupError(
      `There is data in ${dataDir}. Restore into another folder, or add --replace, which deletes everything in it.`,
    );
  }
}

/** Puts the backup into a folder of its own, as an installation with new keys. */
async function unpack(from: string, { folders }: Manifest, dataDir: string): Promise<void> {
  const user = chooseUser();
  await fs.mkdir(dataDir, { recursive: true, mode: 0o711 });
  // PostgreSQL runs as another user for root, and must pass through.
  if (user) chmodSync(dataDir, statSync(dataDir).mode | 0o011);
  const kept = JSON.parse(await fs.readFile(path.join(from, PARTS.keys), 'utf8')) as Secrets;
  inheritSecrets(dataDir, kept);
  const pgData = clusterDir(dataDir, loadSecrets(dataDir, {}).installation, user);
  const own = ownedBy(user);
  await copyFolder(path.join(from, PARTS.cluster), pgData, { own });
  // Whatever carried the backup may have left empty folders behind.
  for (const folder of folders.filter((name) => name.startsWith(`${PARTS.cluster}/`))) {
    const target = path.join(pgData, path.relative(PARTS.cluster, folder));
    if (existsSync(target)) continue;
    await fs.mkdir(target, { recursive: true, mode: 0o700 });
    await own(target);
  }
  const storage = path.join(from, PARTS.storage);
  if (existsSync(storage)) await copyFolder(storage, path.join(dataDir, 'storage'));
}

/** Lets PostgreSQL take the copy to its moment, and ends there what must not come back: sessions, and links and codes that were mailed. */
async function settle(dataDir: string, log: Log): Promise<void> {
  await startedFor(dataDir, log, ({ url }) =>
    withClient(url, async (client) => {
      await client.query(
        'delete from auth.sessions; delete from auth.one_time_tokens; delete from auth.flow_state',
      );
      const { rows } = await client.query<{ version: string }>(
        'select version from storage.objects where version is not null',
      );
      const lost = await openFiles(path.join(dataDir, 'storage')).missing(rows.map(({ version }) => version));
      if (lost.length > 0)
        log(
          `${lost.length} files that the database knows are not in the backup: they were lost before it was made`,
          'warn',
        );
    }),
  );
}

/** Moves a whole installation into its folder, which may have other things in it. Its secrets come last, for they make it one. */
async function moveIn(from: string, dataDir: string): Promise<void> {
  await fs.mkdir(dataDir, { recursive: true, mode: 0o711 });
  for (const name of INSTALLATION)
    if (existsSync(path.join(from, name))) await fs.rename(path.join(from, name), path.join(dataDir, name));
  await fs.rm(from, { recursive: true, force: true });
}

/**
 * Makes an installation of a backup, which is checked first and proves itself beside the data folder before anything in that is touched.
 * Every session has ended, and all keys but the publishable one are new.
 * @throws BackupError with the reason in words, AlreadyRunningError
 */
export async function restoreBackup(plan: RestorePlan): Promise<Manifest> {
  const { from, log } = plan;
  const dataDir = realPath(plan.dataDir);
  checkTarget({ ...plan, dataDir });
  const manifest = await readManifest(from);
  checkFits(plan, manifest);
  await checkFiles(from, manifest);
  const aside = `${dataDir}.restoring`;
  removeData(aside);
  await fs.mkdir(path.dirname(dataDir), { recursive: true });
  await checkSpace(path.dirname(dataDir), manifest.bytes);
  try {
    await unpack(from, manifest, aside);
    await settle(aside, log);
  } catch (error) {
    removeData(aside);
    throw error;
  }
  if (hasData(dataDir)) removeData(dataDir);
  await moveIn(aside, dataDir);
  return manifest;
}
