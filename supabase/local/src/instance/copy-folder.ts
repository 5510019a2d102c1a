import fs from 'node:fs/promises';
import path from 'node:path';

/** What is told of a copy. */
export interface CopyOptions {
  /** Folders that the copy has empty. */
  empty?: ReadonlySet<string>;
  /** Names that are left out. */
  leftOut?: RegExp;
  /** Gives a new file or folder to whom it belongs. */
  own?: (file: string) => Promise<void>;
  /** Ends the copy between two files. */
  signal?: AbortSignal | undefined;
}

const isGone = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Copies a folder that others may be writing to, readable by its owner alone. A file that goes away meanwhile is not missed. */
export async function copyFolder(from: string, to: string, options: CopyOptions = {}): Promise<void> {
  const { empty, leftOut, own = async () => undefined, signal } = options;
  await fs.mkdir(to, { recursive: true, mode: 0o700 });
  await own(to);
  for (const entry of await fs.readdir(from, { withFileTypes: true })) {
    signal?.throwIfAborted();
    if (leftOut?.test(entry.name)) continue;
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    try {
      if (!entry.isDirectory()) {
        await fs.copyFile(source, target, fs.constants.COPYFILE_FICLONE);
        await fs.chmod(target, 0o600);
        await own(target);
      } else if (empty?.has(entry.name)) {
        await fs.mkdir(target, { mode: 0o700 });
        await own(target);
      } else await copyFolder(source, target, options);
    } catch (error) {
      if (!isGone(error)) throw error;
    }
  }
}
