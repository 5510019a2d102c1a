import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import pLimit from 'p-limit';
import type { Hashes } from '../registry/types';
import type { Encoded, Storage } from './storage';

/** Files under way at the same time. */
const AT_ONCE = 8;

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');

/** What is uploaded: the files of a folder that the hashes name. */
export interface Upload {
  /** For people, for example `mf_sales 0.2.0-1a2b3c4d5e`. */
  readonly title: string;
  readonly folder: string;
  readonly hashes: Hashes;
  /** Where a file goes. */
  readonly keyOf: (file: string) => string;
  readonly say: (line: string) => void;
}

const readIfThere = (file: string) => (fs.existsSync(file) ? fs.readFileSync(file) : undefined);

/** The file of the build. @throws Error when it is not what the build has described */
function local({ title, folder, hashes }: Upload, file: string): { content: Buffer; encoded?: Encoded } {
  const name = path.join(folder, file);
  const content = readIfThere(name);
  if (!content || sha256(content) !== hashes[file])
    throw new Error(`${title}: ${file} is missing or damaged`);
  const encoded = { br: readIfThere(`${name}.br`), gz: readIfThere(`${name}.gz`) };
  return { content, encoded: encoded.br && encoded.gz ? encoded : undefined };
}

/** A file as it has to arrive: read back, whoever wrote it. */
const isThere = async (storage: Storage, key: string, hash: string | undefined): Promise<boolean> => {
  const stored = await storage.read(key);
  return stored !== null && sha256(stored.content) === hash;
};

/**
 * Uploads what is not there yet and reads every file back. An interrupted upload is simply repeated.
 * @throws Error naming the first file that is damaged, here or there
 */
export async function upload(storage: Storage, job: Upload): Promise<void> {
  const files = Object.keys(job.hashes);
  // Checked before anything is written: a damaged build is not uploaded.
  const contents = new Map(files.map((file) => [file, local(job, file)]));
  const limit = pLimit(AT_ONCE);
  let done = 0;
  let sent = 0;
  const one = async (file: string) => {
    const key = job.keyOf(file);
    const hash = job.hashes[file];
    const source = contents.get(file);
    if (source && !(await isThere(storage, key, hash))) {
      await storage.write(key, source.content, { encoded: source.encoded });
      if (!(await isThere(storage, key, hash))) throw new Error(`${job.title}: ${file} arrived damaged`);
      sent += 1;
    }
    done += 1;
    if (done % 10 === 0 && done < files.length) job.say(`  ${done} of ${files.length} files`);
  };
  await Promise.all(files.map((file) => limit(one, file)));
  job.say(`  ${files.length} files verified, ${sent} of them new`);
}

/**
 * Compares a deployed version with its hashes.
 * @throws Error naming the first file that is missing or damaged
 */
export async function verify(
  storage: Storage,
  job: Pick<Upload, 'title' | 'hashes' | 'keyOf'>,
): Promise<void> {
  const limit = pLimit(AT_ONCE);
  await Promise.all(
    Object.entries(job.hashes).map(([file, hash]) =>
      limit(async () => {
        if (!(await isThere(storage, job.keyOf(file), hash)))
          throw new Error(`${job.title}: ${file} is missing or damaged`);
      }),
    ),
  );
}
