import fs from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import yauzl from 'yauzl';
import { TakeoutError } from './error.js';

/** What an agency took along: files by their names, in a folder or a zip. */
export interface Archive {
  /**
   * @param most how many bytes it may have, looked at before any is read: a few kilobytes of zip unpack to more than there is memory
   * @throws TakeoutError when there is none of this name, or it is larger
   */
  read(name: string, most: number): Promise<Buffer>;
  close(): Promise<void>;
}

const missing = (name: string) => new TakeoutError(`${name} is missing in the archive. Take another one.`);

function refuseLarger(name: string, size: number, most: number): void {
  if (size > most)
    throw new TakeoutError(
      `The archive is damaged: ${name} is larger than it was when it was made. Take another one.`,
    );
}

/** Nothing outside of the folder is read, whatever its description names and wherever its links lead. */
async function openFolder(given: string): Promise<Archive> {
  const folder = await fs.realpath(given);
  return {
    async read(name, most) {
      const file = await fs.realpath(path.resolve(folder, name)).catch(() => Promise.reject(missing(name)));
      const stat = await fs.stat(file);
      if (!file.startsWith(folder + path.sep) || !stat.isFile()) throw missing(name);
      refuseLarger(name, stat.size, most);
      return fs.readFile(file).catch(() => Promise.reject(missing(name)));
    },
    close: () => Promise.resolve(),
  };
}

/** The entries by their names; yauzl refuses names that lead out of the archive. */
async function openZip(file: string): Promise<Archive> {
  // Read to its end it would close itself, and what it names is read afterwards.
  const zip = await yauzl.openPromise(file, { autoClose: false });
  const entries = new Map<string, yauzl.Entry>();
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
  return {
    async read(name, most) {
      const entry = entries.get(name);
      if (!entry) throw missing(name);
      // yauzl ends an entry that unpacks to more than it says.
      refuseLarger(name, entry.uncompressedSize, most);
      return buffer(await zip.openReadStreamPromise(entry));
    },
    close: async () => zip.close(),
  };
}

/** Opens what the page has saved. @throws TakeoutError when it is neither a folder nor a zip that can be read */
export async function openArchive(from: string): Promise<Archive> {
  const stat = await fs.stat(from).catch(() => null);
  if (!stat) throw new TakeoutError(`There is nothing at ${from}.`);
  if (stat.isDirectory()) return openFolder(from);
  return openZip(from).catch((error: Error) => {
    throw new TakeoutError(`${from} is no archive that can be read: ${error.message}`);
  });
}
