import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { openArchive } from '../../takeout/archive';
import { newHome } from '../support/backups';

/** Archives that somebody made to harm who restores them. */
const home = newHome();
afterAll(() => fs.rmSync(home, { recursive: true, force: true }));

/** A zip of one deflated file, which says of itself that it unpacks to `said` bytes. */
function zipOf(name: string, content: Buffer, said = content.length): Buffer {
  const packed = zlib.deflateRawSync(content);
  const head = Buffer.alloc(26);
  head.writeUInt16LE(20, 0);
  head.writeUInt16LE(8, 4);
  head.writeUInt32LE(zlib.crc32(content), 10);
  head.writeUInt32LE(packed.length, 14);
  head.writeUInt32LE(said, 18);
  head.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), head, Buffer.from(name), packed]);
  const central = Buffer.concat([
    Buffer.from('PK\x01\x02\x14\x00'),
    head,
    Buffer.alloc(14),
    Buffer.from(name),
  ]);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(1, 4);
  end.writeUInt16LE(1, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(local.length, 12);
  return Buffer.concat([local, central, Buffer.from('PK\x05\x06'), end]);
}

async function read(from: string, name: string, most: number): Promise<string> {
  const archive = await openArchive(from);
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
  fs.writeFileSync(zip, zipOf('a.csv', LARGE, 5));
  await expect(read(zip, 'a.csv', 5)).rejects.toThrow('too many bytes');
});

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
