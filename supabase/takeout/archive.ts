import { createReadStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import yauzl from 'yauzl';
import { TakeoutError } from './error.js';
import { LIMITS, type Limits } from './limits.js';

/** What an agency took along: files by their names, in a folder or a zip. */
export interface Archive {
  /**
   * @param most how many bytes it may have by its description, which never makes it more than `LIMITS` allow
   * @throws TakeoutError when there is none of this name, or it is larger
   */
  read(name: string, most: number): Promise<Buffer>;
  close(): Promise<void>;
}

const missing = (name: string) => new TakeoutError(`${name} is missing in the archive. Take another one.`);

/** What was read of an archive so far, and of whom it may be no more. */
interface Meter {
  limits: Limits;
  read: number;
}

/** Reads a stream to its end, but never past what is allowed: what it says of itself counts for nothing. */
async function counted(
  stream: AsyncIterable<Buffer>,
  name: string,
  most: number,
  meter: Meter,
): Promise<Buffer> {
  const { file, whole } = meter.limits;
  const chunks: Buffer[] = [];
  let length = 0;
  // Whoever leaves the loop ends the stream.
  for await (const chunk of stream) {
    length += chunk.length;
    meter.read += chunk.length;
    if (length > file)
      throw new TakeoutError(
        `${name} is larger than ${file / 1e6} MB, as no file of an archive is. It was not read.`,
      );
    if (length > most)
      throw new TakeoutError(
        `The archive is damaged: ${name} is larger than it was when it was made. Take another one.`,
      );
    if (meter.read > whole)
      throw new TakeoutError(
        `The archive holds more than ${whole / 2e9} GB. More than that is not restored.`,
      );
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

/** Nothing outside of the folder is read, whatever its description names and wherever its links lead. */
async function openFolder(given: string, meter: Meter): Promise<Archive> {
  const folder = await fs.realpath(given);
  return {
    async read(name, most) {
      const file = await fs.realpath(path.resolve(folder, name)).catch(() => Promise.reject(missing(name)));
      const stat = await fs.stat(file);
      if (!file.startsWith(folder + path.sep) || !stat.isFile()) throw missing(name);
      const stream = createReadStream(file);
      return counted(stream, name, most, meter);
    },
    close: () => Promise.resolve(),
  };
}

/** The entries by their names; yauzl refuses names that lead out of the archive. */
async function openZip(file: string, meter: Meter): Promise<Archive> {
  // Read to its end it would close itself, and what it names is read afterwards.
  const zip = await yauzl.openPromise(file, { autoClose: false });
  const entries = new Map<string, yauzl.Entry>();
  for await (const entry of zip.eachEntry()) {
    entries.set(entry.fileName, entry);
    if (entries.size <= meter.limits.entries) continue;
    zip.close();
    throw new Error(`it holds more than ${meter.limits.entries} files`);
  }
  return {
    async read(name, most) {
      const entry = entries.get(name);
      if (!entry) throw missing(name);
      return counted(await zip.openReadStreamPromise(entry), name, most, meter);
    },
    close: async () => zip.close(),
  };
}

/** Opens what the page has saved. @throws TakeoutError when it is neither a folder nor a zip that can be read */
export async function openArchive(from: string, limits: Limits = LIMITS): Promise<Archive> {
  const meter = { limits, read: 0 };
  const stat = await fs.stat(from).catch(() => null);
  if (!stat) throw new TakeoutError(`There is nothing at ${from}.`);
  if (stat.isDirectory()) return openFolder(from, meter);
  return openZip(from, meter).catch((error: Error) => {
    throw new TakeoutError(`${from} is no archive that can be read: ${error.message}`);
  });
}
