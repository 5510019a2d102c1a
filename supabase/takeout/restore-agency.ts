import fs from 'node:fs';
import { removeData, startBackend, type Log, type SeedContext } from '../local/src/index.js';
import { openArchive, type Archive } from './archive.js';
import { TakeoutError } from './error.js';
import { loadRows } from './load.js';
import { checkFiles, readChecked, readManifest, tableParts, type Manifest } from './manifest.js';

/** Which archive goes where. */
export interface RestorePlan {
  /** The project that will run on it. */
  workdir: string;
  /** What the page has saved: the zip, or the folder it was unpacked into. */
  from: string;
  dataDir: string;
  /** What passports and bank details were sealed with; null leaves them out. */
  passphrase: string | null;
  /** Leaves out what is sealed, for whoever has no passphrase any more. */
  withoutSealed: boolean;
  log: Log;
}

/** What was restored. */
export interface Restored {
  madeAt: string;
  rows: number;
  files: number;
}

/** Files of Storage, each under its old name. A name that is not this agency's is refused. */
async function storeFiles(
  archive: Archive,
  { files, organization_id }: Manifest,
  storeFile: SeedContext['storeFile'],
): Promise<void> {
  for (const file of files) {
    if (!file.name.startsWith(`${organization_id}/`) || file.name.split('/').includes('..'))
      throw new TakeoutError(`The archive is damaged: ${file.path} is no file of this agency.`);
    const { bucket, name, type, owner } = file;
    const data = await readChecked(archive, file);
    await storeFile({ bucket, name, data, mimetype: type, owner: owner ?? '' });
  }
}

function checkPassphrase({ passphrase, withoutSealed }: RestorePlan, manifest: Manifest): void {
  const isSealed = tableParts(manifest).some(({ kind }) => kind === 'sealed');
  if (isSealed && passphrase === null && !withoutSealed)
    throw new TakeoutError(
      'This archive has passports and bank details under a passphrase. Give it with --passphrase-file, or leave them out with --without-sealed.',
    );
  if (passphrase !== null && manifest.sealed_key === null)
    throw new TakeoutError(
      'This archive was made without a passphrase: it has no passports and no bank details.',
    );
}

/** Fills a new database with an archive. For the hook that the embedded backend calls once, in one transaction. */
export async function fillFrom(
  archive: Archive,
  manifest: Manifest,
  passphrase: string | null,
  { db, storeFile }: SeedContext,
): Promise<void> {
  await loadRows(db, { archive, manifest, passphrase });
  await storeFiles(archive, manifest, storeFile);
}

/**
 * Makes an installation of what an agency took along, in an empty data folder. It is whole or not there.
 * @throws TakeoutError with the reason in words, AlreadyRunningError
 */
export async function restoreAgency(plan: RestorePlan): Promise<Restored> {
  const { from, dataDir, workdir, log } = plan;
  if (fs.existsSync(dataDir) && fs.readdirSync(dataDir).length > 0)
    throw new TakeoutError(`There is data in ${dataDir}. An agency is restored into an empty folder.`);
  const archive = await openArchive(from);
  try {
    const manifest = await readManifest(archive);
    checkPassphrase(plan, manifest);
    await checkFiles(archive, manifest);
    const seed = (context: SeedContext) => fillFrom(archive, manifest, plan.passphrase, context);
    const backend = await startBackend({ workdir, dataDir, port: 0, deno: 'off', seed, log }).catch(
      (error: unknown) => {
        removeData(dataDir);
        throw error;
      },
    );
    await backend.stop();
    const rows = tableParts(manifest).reduce((sum, part) => sum + part.rows, 0);
    return { madeAt: manifest.made_at, rows, files: manifest.files.length };
  } finally {
    await archive.close();
  }
}
