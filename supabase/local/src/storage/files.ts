import crypto from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';

/** The contents of objects, one file for each version. A version is written once and never changed. */
export interface Files {
  write(version: string, data: Uint8Array): Promise<void>;
  /** Null when there is none. */
  read(version: string): Promise<Buffer | null>;
  /** Those of the versions that have no file. */
  missing(versions: readonly string[]): Promise<string[]>;
  /** Removes what no object knows any more; what is held is left to a later sweep. */
  remove(versions: readonly string[]): Promise<void>;
  /** Removes files from before `before` that no version in `used` knows, and empty folders. Returns how many files. */
  sweep(used: Iterable<string>, before: Date): Promise<number>;
}

const digest = (version: string) => crypto.createHash('sha256').update(version).digest('hex');

async function syncFolder(folder: string): Promise<void> {
  // Windows does not open folders; there the rename is as good as it gets.
  const handle = await fs.open(folder).catch(() => null);
  try {
    await handle?.sync().catch(() => undefined);
  } finally {
    await handle?.close();
  }
}

/**
 * Files below `directory`, named by hashes: nothing a caller sends reaches the file system. While `areHeld` says so, a backup is
 * made that may know them, and none is removed. It is asked when their rows are gone already.
 */
export function openFiles(directory: string, areHeld: () => boolean = () => false): Files {
  const locate = (version: string) => {
    const name = digest(version);
    return path.join(directory, name.slice(0, 2), name);
  };
  const unlink = (file: string) => fs.rm(file, { force: true });
  return {
    async write(version, data) {
      const file = locate(version);
      const folder = path.dirname(file);
      await fs.mkdir(folder, { recursive: true, mode: 0o700 });
      const aside = `${file}.part`;
      try {
        const handle = await fs.open(aside, 'w', 0o600);
        try {
          await handle.writeFile(data);
          await handle.sync();
        } finally {
          await handle.close();
        }
        await fs.rename(aside, file);
      } catch (error) {
        await unlink(aside);
        throw error;
      }
      await syncFolder(folder);
    },
    read: (version) =>
      fs.readFile(locate(version)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      }),
    async missing(versions) {
      const found = await Promise.all(versions.map((version) => fs.stat(locate(version)).catch(() => null)));
      return versions.filter((_, index) => found[index] === null);
    },
    async remove(versions) {
      if (areHeld()) return;
      await Promise.all(versions.map((version) => unlink(locate(version))));
    },
    async sweep(used, before) {
      if (areHeld()) return 0;
      const known = new Set([...used].map(digest));
      let removed = 0;
      const folders = await fs.readdir(directory).catch(() => []);
      for (const folder of folders) {
        for (const name of await fs.readdir(path.join(directory, folder)).catch(() => [])) {
          const file = path.join(directory, folder, name);
          if (known.has(name)) continue;
          const stat = await fs.stat(file).catch(() => null);
          if (!stat || stat.mtime >= before) continue;
          await unlink(file);
          removed += 1;
        }
        // Only an empty folder goes.
        await fs.rmdir(path.join(directory, folder)).catch(() => undefined);
      }
      return removed;
    },
  };
}
