import fs from 'node:fs/promises';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { withClient } from '../database/with-client.js';
import { copyFolder } from '../instance/copy-folder.js';
import { realPath } from '../instance/real-path.js';
import { loadSecrets } from '../instance/secrets.js';
import { copyCluster } from '../postgres/copy-cluster.js';
import { BackupError } from './error.js';
import { holdContents } from './hold.js';
import { PARTS, writeManifest, type BackupFacts, type Manifest } from './manifest.js';
import { checkSpace, sizeOf } from './space.js';

/** A database that serves, and the folder it keeps its files in. */
export interface Source {
  /** Connection as the superuser. */
  url: string;
  pgData: string;
}

/** What is backed up, and where to. */
export interface BackupPlan {
  /** The project whose data it is. */
  workdir: string;
  dataDir: string;
  /** A folder that does not exist yet, or is empty. */
  to: string;
  signal?: AbortSignal | undefined;
}

/** Contents that are being written; nothing knows them yet. */
const UNFINISHED = /\.part$/;

/** Throws for a folder that has something in it, or lies where the data is. */
async function checkTarget({ to, dataDir }: BackupPlan): Promise<void> {
  const way = path.relative(realPath(dataDir), realPath(to));
  if (!way.startsWith('..') && !path.isAbsolute(way))
    throw new BackupError(`${to} lies within the data itself, ${dataDir}; choose a folder outside of it.`);
  const inIt = await fs.readdir(to).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new BackupError(`${to} cannot be used: ${error.message}`);
  });
  if (inIt.length > 0) throw new BackupError(`There is something in ${to} already; choose another folder.`);
}

function versionOf(workdir: string): string | null {
  const file = path.join(workdir, 'package.json');
  if (!existsSync(file)) return null;
  return (JSON.parse(readFileSync(file, 'utf8')) as { version?: string }).version ?? null;
}

/** Asked when the copy is made: it knows no migration that is not among these. */
async function factsOf({ workdir }: BackupPlan, { url }: Source, madeAt: Date): Promise<BackupFacts> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ postgres: string; migrations: string[] }>(
      `select current_setting('server_version') as postgres,
         array(select version from supabase_migrations.schema_migrations order by version) as migrations`,
    );
    const [row] = rows;
    if (!row) throw new Error('PostgreSQL does not say its version');
    return { madeAt: madeAt.toISOString(), version: versionOf(workdir), ...row };
  });
}

/** Makes what was renamed or written in a folder outlive a power cut. Windows does not open folders. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await fs.open(folder).catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

/** Database first, then contents: of each row that the copy has, the contents were there before, and nothing removes them meanwhile. */
async function copyAll(plan: BackupPlan, source: Source, folder: string): Promise<Manifest> {
  const { dataDir, signal } = plan;
  const storage = path.join(dataDir, 'storage');
  // Of its log of changes the copy has the end alone.
  const log = await sizeOf(path.join(source.pgData, 'pg_wal'));
  await checkSpace(folder, (await sizeOf(source.pgData)) - log + (await sizeOf(storage)));
  const to = path.join(folder, PARTS.cluster);
  await copyCluster({ url: source.url, from: source.pgData, to, user: null, withLog: true, signal });
  const facts = await factsOf(plan, source, new Date());
  if (existsSync(storage))
    await copyFolder(storage, path.join(folder, PARTS.storage), { leftOut: UNFINISHED, signal });
  const { dbPassword, publishableKey } = loadSecrets(dataDir, {});
  await fs.writeFile(path.join(folder, PARTS.keys), JSON.stringify({ dbPassword, publishableKey }), {
    mode: 0o600,
  });
  return writeManifest(folder, facts, signal);
}

/**
 * Backs up database and contents as of one moment, while they are written to. Until it is whole it lies beside `to`, in
 * `<to>.partial`; one that fails or is ended leaves nothing.
 * @throws BackupError with the reason in words
 */
export async function makeBackup(plan: BackupPlan, source: Source): Promise<Manifest> {
  await checkTarget(plan);
  const held = await holdContents(plan.dataDir);
  const partial = `${plan.to}.partial`;
  try {
    await fs.rm(partial, { recursive: true, force: true });
    await fs.mkdir(partial, { recursive: true, mode: 0o700 });
    const manifest = await copyAll(plan, source, partial);
    await fs.rm(plan.to, { recursive: true, force: true });
    await fs.rename(partial, plan.to);
    await syncFolder(path.dirname(plan.to));
    return manifest;
  } catch (error) {
    await fs.rm(partial, { recursive: true, force: true });
    throw error;
  } finally {
    held.release();
  }
}
