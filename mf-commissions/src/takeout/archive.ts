import { archiveName } from './archive-name';
import type { OpenedExport } from './contract';

/** A file of the archive, as it is written. */
export interface ArchiveEntry {
  name: string;
  input: Blob | string;
  lastModified: Date;
}

/** Where the contents come from. Each throws what hinders it. */
export interface Sources {
  part: (number: number) => Promise<string>;
  /** Null: it was deleted since. */
  file: (file: OpenedExport['files'][number]) => Promise<Blob | null>;
  statement: (id: string) => Promise<{ name: string; file: Blob }>;
}

/** What a person is told meanwhile. */
export interface Progress {
  /** So many bytes of parts and files are in the archive. */
  onBytes: (done: number) => void;
  /** Something could not be read. Resolves when it is to be tried again, throws when not. */
  onStall: (error: unknown) => Promise<void>;
}

const README = `This is all of a travel agency.

for-import/   sales, customers, vendors and bank transactions, as an import reads them again
tables/       every table as CSV, each value as the database has it; a text that a spreadsheet would take
              for a formula has an apostrophe in front
files/        documents and pictures
statements/   statements of payouts as PDF
manifest.json what there is, with a hash of each file

*.asc is sealed with the passphrase that the export was started with.
npm run restore-agency -- --from <this archive> makes an installation of it.
`;

async function sha256(data: Blob): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', await data.arrayBuffer()));
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Where a file of Storage lies in the archive. */
function pathOf({ bucket, name, file_name }: OpenedExport['files'][number]): string {
  const base = `files/${bucket}/${name.split('/').slice(1).map(archiveName).join('/')}`;
  return file_name === null ? base : `${base}/${archiveName(file_name)}`;
}

/**
 * The files of an archive, one after the other: parts and files that are verified against their hashes, statements, and what describes
 * all of it last. What cannot be read is asked for again where it stopped, as often as `onStall` lets it.
 */
export async function* archiveEntries(
  { description, parts, files, statements }: OpenedExport,
  sources: Sources,
  { onBytes, onStall }: Progress,
): AsyncGenerator<ArchiveEntry> {
  const lastModified = new Date();
  let done = 0;
  const count = (size: number) => onBytes((done += size));
  async function patiently<Got>(read: () => Promise<Got>): Promise<Got> {
    for (;;)
      try {
        return await read();
      } catch (error) {
        await onStall(error);
      }
  }
  yield { name: 'README.txt', input: README, lastModified };
  for (const part of parts) {
    const input = await patiently(async () => {
      const text = new Blob([await sources.part(part.number)]);
      if ((await sha256(text)) !== part.hash) throw new Error(`${part.path} did not arrive whole.`);
      return text;
    });
    yield { name: part.path, input, lastModified };
    count(part.size);
  }
  const kept = [];
  const missing = [];
  for (const file of files) {
    const input = await patiently(() => sources.file(file));
    count(file.size);
    if (input === null) {
      missing.push(file);
      continue;
    }
    const path = pathOf(file);
    kept.push({ ...file, path, size: input.size, hash: await sha256(input) });
    yield { name: path, input, lastModified };
  }
  for (const id of statements) {
    const { name, file } = await patiently(() => sources.statement(id));
    yield { name: `statements/${archiveName(name)}`, input: file, lastModified };
  }
  const manifest = { ...description, parts, files: kept, missing };
  yield { name: 'manifest.json', input: JSON.stringify(manifest, null, 1), lastModified };
}

/** How many bytes come from the server. */
export const archiveSize = ({ parts, files }: OpenedExport): number =>
  [...parts, ...files].reduce((sum, { size }) => sum + size, 0);
