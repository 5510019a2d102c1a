import fs from 'node:fs/promises';
import path from 'node:path';
import { BackupError } from './error.js';

/** Two files of the log of changes, and what is written meanwhile. */
const SLACK = 64 * 1024 * 1024;

/** Bytes in words, such as `84 MB`. */
export const inMegabytes = (bytes: number): string => `${Math.ceil(bytes / 1024 / 1024)} MB`;

/** How many bytes are in the files of a folder; none where there is none. */
export async function sizeOf(folder: string): Promise<number> {
  const entries = await fs.readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  let bytes = 0;
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const stat = await fs.stat(path.join(entry.parentPath, entry.name)).catch(() => null);
    bytes += stat?.size ?? 0;
  }
  return bytes;
}

/** Throws where the disk of `folder` has not so many bytes free, and some more. */
export async function checkSpace(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await fs.statfs(folder);
  const needed = bytes + SLACK;
  if (bavail * bsize >= needed) return;
  throw new BackupError(
    `It needs ${inMegabytes(needed)}, and the disk of ${folder} has ${inMegabytes(bavail * bsize)} left; make room there, or choose another folder.`,
  );
}
