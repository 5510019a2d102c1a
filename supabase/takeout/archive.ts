import fs from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import yauzl from 'yauzl';
import { TakeoutError } from './error.js';

/** What an agency took along: files by their names, in a folder or a zip. */
export interface Archive {
  /** @throws TakeoutError when there is none of this name */
  read(name: string): Promise<Buffer>;
  close(): Promise<void>;
}

const missing = (name: string) => new TakeoutError(`${name} is missing in the archive. Take another one.`);

/** Nothing outside of the folder is read, whatever its description names. */
function openFolder(folder: string): Archive {
  return {
    async read(name) {
      const file = path.resolve(folder, name);
      if (!file.startsWith(folder + path.sep)) throw missing(name);
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
    async read(name) {
      const entry = entries.get(name);
      if (!entry) throw missing(name);
      return buffer(await zip.openReadStreamPromise(entry));
    },
    close: async () => zip.close(),
  };
}

/** Opens what the page has saved. @throws TakeoutError when it is neither a folder nor a zip that can be read */
export async function openArchive(from: string): Promise<Archive> {
  const stat = await fs.stat(from).catch(() => null);
  if (!stat) throw new TakeoutError(`There is nothing at ${from}.`);
  if (stat.isDirectory()) return openFolder(path.resolve(from));
  return openZip(from).catch((error: Error) => {
    throw new TakeoutError(`${from} is no archive that can be read: ${error.message}`);
  });
}
