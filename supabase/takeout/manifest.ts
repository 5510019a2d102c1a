import crypto from 'node:crypto';
import * as v from 'valibot';
import type { Archive } from './archive.js';
import { TakeoutError } from './error.js';
import { LIMITS } from './limits.js';

const file = { path: v.string(), size: v.number(), hash: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)) };
const relation = v.pipe(v.string(), v.regex(/^(public|private|auth)\.[a-z_]+$/));

const schema = v.object({
  format: v.literal(1),
  shape: v.string(),
  organization_id: v.pipe(v.string(), v.uuid()),
  made_at: v.string(),
  sealed_key: v.nullable(v.string()),
  rows: v.record(relation, v.number()),
  parts: v.array(
    v.variant('kind', [
      v.object({ ...file, kind: v.picklist(['table', 'sealed']), table: relation, rows: v.number() }),
      v.object({ ...file, kind: v.literal('import') }),
    ]),
  ),
  files: v.array(
    v.object({
      ...file,
      bucket: v.picklist(['documents', 'avatars', 'logos']),
      name: v.pipe(v.string(), v.regex(/^[\w./-]+$/)),
      type: v.string(),
      owner: v.nullable(v.string()),
    }),
  ),
});

/** What an archive says of itself: `manifest.json`. */
export type Manifest = v.InferOutput<typeof schema>;
/** A file of the archive with its hash. */
export type ArchivedFile = Pick<Manifest['files'][number], 'path' | 'size' | 'hash'>;
/** Rows of a table. */
export type TablePart = Extract<Manifest['parts'][number], { table: string }>;

/** The files whose rows are restored, in the order of the archive. */
export const tableParts = ({ parts }: Manifest): TablePart[] =>
  parts.filter((part): part is TablePart => part.kind !== 'import');

/** Whether a text has more values than a description has: what begins one and what parts them is counted, before any is made. */
function hasTooMany(json: Buffer): boolean {
  let count = 0;
  for (const byte of json) if (byte === 0x7b || byte === 0x5b || byte === 0x2c) count += 1;
  return count > LIMITS.values;
}

/** Reads the description of an archive. @throws TakeoutError when it has none, or one that is not understood */
export async function readManifest(archive: Archive): Promise<Manifest> {
  const json = await archive.read('manifest.json', LIMITS.description);
  if (hasTooMany(json))
    throw new TakeoutError(
      'manifest.json names more than an agency has. It was not read. Take another archive.',
    );
  try {
    // At its first fault: each one that is told takes memory.
    return v.parse(schema, JSON.parse(json.toString('utf8')), { abortEarly: true });
  } catch {
    throw new TakeoutError('manifest.json is damaged, or of another version. Take another archive.');
  }
}

/** Reads every file once. @throws TakeoutError when one is missing or not as it was when the archive was made */
export async function checkFiles(archive: Archive, { parts, files }: Manifest): Promise<void> {
  for (const file of [...parts, ...files]) await readChecked(archive, file);
}

/** Reads a file. @throws TakeoutError when it is not as it was when the archive was made */
export async function readChecked(
  archive: Archive,
  { path: name, size, hash }: ArchivedFile,
): Promise<Buffer> {
  const data = await archive.read(name, size);
  if (data.length !== size || crypto.createHash('sha256').update(data).digest('hex') !== hash)
    throw new TakeoutError(
      `The archive is damaged: ${name} is not as it was when it was made. Take another one.`,
    );
  return data;
}
