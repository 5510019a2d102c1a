import fs from 'node:fs';
import path from 'node:path';
import stream from 'node:stream';
import zlib from 'node:zlib';
import { openArchive } from '../../takeout/archive';
import { LIMITS, type Limits } from '../../takeout/limits';
import { readManifest } from '../../takeout/manifest';
import { newHome } from '../support/backups';

/** Archives that somebody made to harm who restores them. */
const home = newHome();
afterAll(() => fs.rmSync(home, { recursive: true, force: true }));

interface Forged {
  /** What it says that it unpacks to. */
  said?: number;
  /** How often its table of contents names it, each time by another name. */
  times?: number;
  packed?: Buffer;
}

/** A zip of one deflated file, with a table of contents as its maker likes it. */
function zipOf(
  name: string,
  content: Buffer,
  { said = content.length, times = 1, packed = zlib.deflateRawSync(content) }: Forged = {},
): Buffer {
  const head = (called: string) => {
    const bytes = Buffer.alloc(26);
    bytes.writeUInt16LE(20, 0);
    bytes.writeUInt16LE(8, 4);
    bytes.writeUInt32LE(zlib.crc32(content), 10);
    bytes.writeUInt32LE(packed.length, 14);
    bytes.writeUInt32LE(said, 18);
    bytes.writeUInt16LE(called.length, 22);
    return bytes;
  };
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), head(name), Buffer.from(name), packed]);
  const names = Array.from({ length: times }, (_, n) => (n === 0 ? name : `${n}-${name}`));
  const central = Buffer.concat(
    names.flatMap((called) => [
      Buffer.from('PK\x01\x02\x14\x00'),
      head(called),
      Buffer.alloc(14),
      Buffer.from(called),
    ]),
  );
  const end = Buffer.alloc(18);
  end.writeUInt16LE(times, 4);
  end.writeUInt16LE(times, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(local.length, 12);
  return Buffer.concat([local, central, Buffer.from('PK\x05\x06'), end]);
}

async function read(from: string, name: string, most: number, limits?: Limits): Promise<string> {
  const archive = await openArchive(from, limits);
  try {
    return String(await archive.read(name, most));
  } finally {
    await archive.close();
  }
}

const LARGE = Buffer.alloc(1_000_000);

test('a file is unpacked when it is no larger than its description says, and none that lies about it', async () => {
  const zip = path.join(home, 'taken.zip');
  fs.writeFileSync(zip, zipOf('a.csv', Buffer.from('id\n1\n')));
  expect(await read(zip, 'a.csv', 5)).toBe('id\n1\n');
  fs.writeFileSync(zip, zipOf('a.csv', LARGE));
  await expect(read(zip, 'a.csv', 5)).rejects.toThrow('is larger than it was');
  fs.writeFileSync(zip, zipOf('a.csv', LARGE, { said: 5 }));
  await expect(read(zip, 'a.csv', 5)).rejects.toThrow('too many bytes');
});

// Holds security-134
test('no name and no link of a folder leads out of it, and a file is not larger than its description says', async () => {
  const folder = path.join(home, 'taken');
  fs.mkdirSync(path.join(folder, 'tables'), { recursive: true });
  fs.writeFileSync(path.join(home, 'private.txt'), 'private');
  fs.writeFileSync(path.join(folder, 'tables/a.csv'), 'id\n1\n');
  fs.symlinkSync(path.join(home, 'private.txt'), path.join(folder, 'link.csv'));
  fs.symlinkSync(home, path.join(folder, 'out'));
  expect(await read(folder, 'tables/a.csv', 5)).toBe('id\n1\n');
  await expect(read(folder, 'tables/a.csv', 4)).rejects.toThrow('is larger than it was');
  for (const name of [
    '../private.txt',
    'link.csv',
    'out/private.txt',
    'tables',
    path.join(home, 'private.txt'),
  ])
    await expect(read(folder, name, 100)).rejects.toThrow('is missing in the archive');
});

describe('what an archive says of itself limits nothing', () => {
  const zip = path.join(home, 'forged.zip');
  /** Counts what is unpacked meanwhile. */
  async function unpackedBy(work: () => Promise<unknown>): Promise<number> {
    let count = 0;
    const push = stream.Readable.prototype.push;
    const inflating = Object.getPrototypeOf(zlib.createInflateRaw()) as stream.Readable;
    const spy = jest.spyOn(inflating, 'push').mockImplementation(function (
      this: stream.Readable,
      chunk: Buffer | null,
      ...rest
    ) {
      count += chunk?.length ?? 0;
      return push.call(this, chunk, ...rest);
    });
    await work().finally(() => spy.mockRestore());
    return count;
  }

  // Holds security-135
  test('a file that is as large as its description says is read up to the limit and no further', async () => {
    const bomb = Buffer.alloc(300_000_000);
    const packed = zlib.deflateRawSync(bomb);
    expect(packed.length).toBeLessThan(400_000);
    fs.writeFileSync(zip, zipOf('a.csv', bomb, { packed }));
    const count = await unpackedBy(() =>
      expect(read(zip, 'a.csv', bomb.length)).rejects.toThrow('a.csv is larger than 64 MB'),
    );
    expect(count).toBeGreaterThan(LIMITS.file);
    expect(count).toBeLessThan(LIMITS.file + 1_000_000);
  });

  test('nor is a file of a folder, which takes no room on the disk', async () => {
    const folder = path.join(home, 'hollow');
    fs.mkdirSync(folder);
    fs.writeFileSync(path.join(folder, 'a.csv'), '');
    fs.truncateSync(path.join(folder, 'a.csv'), 10_000_000_000);
    await expect(read(folder, 'a.csv', 10_000_000_000)).rejects.toThrow('a.csv is larger than 64 MB');
  });

  test('all files together are counted, also one that is named again and again', async () => {
    fs.writeFileSync(zip, zipOf('a.csv', LARGE));
    const archive = await openArchive(zip, { ...LIMITS, whole: 2_500_000 });
    try {
      for (let n = 0; n < 2; n += 1)
        expect(await archive.read('a.csv', LARGE.length)).toHaveLength(LARGE.length);
      await expect(archive.read('a.csv', LARGE.length)).rejects.toThrow('The archive holds more than');
    } finally {
      await archive.close();
    }
  });

  test('a table of contents without end is left', async () => {
    fs.writeFileSync(zip, zipOf('a.csv', Buffer.from('x'), { times: 30 }));
    await expect(openArchive(zip, { ...LIMITS, entries: 20 })).rejects.toThrow('it holds more than 20 files');
  });

  test.each([
    [
      'values without end',
      Buffer.from(`{"x":[${'{},'.repeat(4_000_000)}0]}`),
      'names more than an agency has',
    ],
    ['more letters than any has', Buffer.alloc(70_000_000, ' '), 'manifest.json is larger than'],
  ])('a description has no %s', async (_name, content, why) => {
    fs.writeFileSync(zip, zipOf('manifest.json', content));
    const archive = await openArchive(zip);
    const parse = jest.spyOn(JSON, 'parse');
    try {
      await expect(readManifest(archive)).rejects.toThrow(why);
      expect(parse).not.toHaveBeenCalled();
    } finally {
      parse.mockRestore();
      await archive.close();
    }
  });
});
