/** @jest-environment node */
import { createHash } from 'node:crypto';
import { archiveEntries, archiveSize, type ArchiveEntry, type Sources } from './archive';
import type { OpenedExport } from './contract';

const TEXT = 'id,name\n"1","Vera"\n';
const part = {
  number: 1,
  path: 'tables/public.customers.csv',
  kind: 'table' as const,
  table: 'public.customers',
  rows: 1,
  size: TEXT.length,
  hash: createHash('sha256').update(TEXT).digest('hex'),
};
const file = {
  bucket: 'documents' as const,
  name: 'o1/v1',
  file_name: '../../x.pdf',
  type: 'application/pdf',
  size: 4,
  owner: null,
};
const opened: OpenedExport = {
  description: { format: 1, rows: { 'public.customers': 1 } },
  parts: [part],
  files: [file, { ...file, name: 'o1/v2' }],
  statements: ['s1'],
};

async function pack(sources: Partial<Sources>, onStall = () => Promise.reject(new Error('stalled'))) {
  const entries: ArchiveEntry[] = [];
  const told: number[] = [];
  const all = archiveEntries(
    opened,
    {
      part: () => Promise.resolve(TEXT),
      file: ({ name }) => Promise.resolve(name === 'o1/v2' ? null : new Blob(['%PDF'])),
      statement: () => Promise.resolve({ name: 'statement-7.pdf', file: new Blob(['pdf']) }),
      ...sources,
    },
    { onBytes: (done) => told.push(done), onStall },
  );
  for await (const entry of all) entries.push(entry);
  return {
    names: entries.map(({ name }) => name),
    manifest: JSON.parse(entries.at(-1)?.input as string) as object,
    told,
  };
}

// Holds tenancy-109
test('an archive has every part and file that is there, and says of each what it is; what was deleted since is named', async () => {
  const { names, manifest, told } = await pack({});
  expect(names).toEqual([
    'README.txt',
    'tables/public.customers.csv',
    'files/documents/v1/_.._x.pdf',
    'statements/statement-7.pdf',
    'manifest.json',
  ]);
  expect(manifest).toMatchObject({
    format: 1,
    rows: { 'public.customers': 1 },
    parts: [part],
    files: [{ name: 'o1/v1', size: 4, hash: createHash('sha256').update('%PDF').digest('hex') }],
    missing: [{ name: 'o1/v2' }],
  });
  expect(told.at(-1)).toBe(archiveSize(opened));
});

// Holds tenancy-114
test('a part that does not arrive, or not whole, is asked for again, and nothing before it', async () => {
  const answers = [new Error('no line'), 'half of it', TEXT];
  const asked: number[] = [];
  const stalls: string[] = [];
  const { names } = await pack(
    {
      part: (number) => {
        asked.push(number);
        const next = answers.shift();
        return typeof next === 'string'
          ? Promise.resolve(next)
          : Promise.reject(next ?? new Error('asked once more'));
      },
    },
    ((error: Error) => Promise.resolve(void stalls.push(error.message))) as never,
  );
  expect(asked).toEqual([1, 1, 1]);
  expect(stalls).toEqual(['no line', 'tables/public.customers.csv did not arrive whole.']);
  expect(names).toHaveLength(5);
});

test('whoever gives up gets no archive', async () => {
  await expect(pack({ part: () => Promise.reject(new Error('gone')) })).rejects.toThrow('stalled');
});
