import crypto from 'node:crypto';
import type { Dirent } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { BackupError } from './error.js';

/** What lies in a backup beside its manifest. */
export const PARTS = { cluster: 'postgres', storage: 'storage', keys: 'keys.json' } as const;

const MANIFEST = 'backup.json';
const FORMAT = 1;

/** What a backup says of itself. */
export interface BackupFacts {
  madeAt: string;
  /** Of the product, where its package says one. */
  version: string | null;
  /** Of PostgreSQL, such as `17.10`. */
  postgres: string;
  /** Versions of the migrations its database has. */
  migrations: string[];
}

/** All of `backup.json`. */
export interface Manifest extends BackupFacts {
  format: typeof FORMAT;
  bytes: number;
  /** Folders, of which some are empty. */
  folders: string[];
  files: Record<string, { size: number; sha256: string }>;
}

const inFolder = (folder: string, name: string) => path.join(folder, ...name.split('/'));

/** What was read of a file, hashed; with `sync` it is on the disk by then. */
async function hashFile(file: string, sync: boolean): Promise<{ size: number; sha256: string }> {
  const handle = await fs.open(file, 'r');
  try {
    const hash = crypto.createHash('sha256');
    let size = 0;
    for await (const chunk of handle.createReadStream({ autoClose: false }) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      size += chunk.length;
    }
    if (sync) await handle.sync();
    return { size, sha256: hash.digest('hex') };
  } finally {
    await handle.close();
  }
}

/** So many files are waited for at once: each of them waits for the disk. */
const AT_ONCE = 16;

/** Hashes all that lies in the folder of a backup and writes it down there, with what is known of it. */
export async function writeManifest(
  folder: string,
  facts: BackupFacts,
  signal?: AbortSignal,
): Promise<Manifest> {
  const manifest: Manifest = { format: FORMAT, ...facts, bytes: 0, folders: [], files: {} };
  const entries = await fs.readdir(folder, { recursive: true, withFileTypes: true });
  const add = async (entry: Dirent) => {
    const file = path.join(entry.parentPath, entry.name);
    const name = path.relative(folder, file).split(path.sep).join('/');
    if (entry.isDirectory()) return void manifest.folders.push(name);
    const hashed = await hashFile(file, true);
    manifest.files[name] = hashed;
    manifest.bytes += hashed.size;
  };
  for (let at = 0; at < entries.length; at += AT_ONCE) {
    signal?.throwIfAborted();
    await Promise.all(entries.slice(at, at + AT_ONCE).map(add));
  }
  await fs.writeFile(path.join(folder, MANIFEST), JSON.stringify(manifest, null, 1), {
    mode: 0o600,
    flush: true,
  });
  return manifest;
}

function parse(text: string): Manifest | null {
  try {
    const manifest = JSON.parse(text) as Partial<Manifest> | null;
    const isWhole =
      manifest?.format === FORMAT &&
      manifest.files &&
      manifest.folders &&
      manifest.migrations &&
      manifest.postgres;
    return isWhole ? (manifest as Manifest) : null;
  } catch {
    return null;
  }
}

/** Reads what a backup says of itself. @throws BackupError for what is none */
export async function readManifest(folder: string): Promise<Manifest> {
  if (/\.partial[/\\]*$/.test(folder)) {
    throw new BackupError(`${folder} is a backup that was not finished; take another one.`);
  }
  const text = await fs.readFile(path.join(folder, MANIFEST), 'utf8').catch(() => null);
  if (text === null) throw new BackupError(`${folder} is no backup: it has no ${MANIFEST} that can be read.`);
  const manifest = parse(text);
  if (!manifest) throw new BackupError(`${path.join(folder, MANIFEST)} is damaged; take another backup.`);
  return manifest;
}

/** Reads every file of a backup. @throws BackupError that names the first which is missing or differs */
export async function checkFiles(folder: string, { files }: Manifest): Promise<void> {
  for (const [name, { size, sha256 }] of Object.entries(files)) {
    const found = await hashFile(inFolder(folder, name), false).catch(() => null);
    if (found?.size === size && found.sha256 === sha256) continue;
    const how = found ? 'is not as it was when it was made' : 'is missing or cannot be read';
    throw new BackupError(`The backup in ${folder} is damaged: ${name} ${how}. Take another one.`);
  }
}
