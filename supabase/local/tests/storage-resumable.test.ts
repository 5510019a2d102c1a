import { randomBytes, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { tokenFor } from '../../tests/support/token';
import { startStorage, type OwnStorage } from './support/storage';

const PART = 6 * 1024 * 1024;
const HEADERS = { 'tus-resumable': '1.0.0' };

let storage: OwnStorage;
let address: string;
let mine: Record<string, string>;
let theirs: Record<string, string>;

beforeAll(async () => {
  storage = await startStorage();
  const { apiUrl, jwtSecret } = storage.backend.facts;
  address = `${apiUrl}/storage/v1/upload/resumable`;
  mine = { ...HEADERS, authorization: `Bearer ${tokenFor(storage.me, jwtSecret)}` };
  theirs = { ...HEADERS, authorization: `Bearer ${tokenFor(randomUUID(), jwtSecret)}` };
});

afterAll(() => storage.backend.stop());

const partsOnDisk = () => fs.readdirSync(path.join(storage.backend.dataDir, 'storage-uploads')).length;

interface Begun {
  key?: string;
  bucket?: string;
  type?: string;
  size?: number;
  headers?: Record<string, string>;
}

function begin({ key, bucket = 'papers', type = 'application/octet-stream', size = 4, headers }: Begun = {}) {
  const metadata = {
    bucketName: bucket,
    objectName: key ?? `${storage.me}/${randomUUID()}`,
    contentType: type,
  };
  return fetch(address, {
    method: 'POST',
    headers: {
      ...(headers ?? mine),
      'upload-length': String(size),
      'upload-metadata': Object.entries(metadata)
        .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
        .join(','),
    },
  });
}

const locationOf = (response: Response) => response.headers.get('location') ?? '';

const send = (url: string, offset: number, body: Uint8Array<ArrayBuffer> | string, headers = mine) =>
  fetch(url, {
    method: 'PATCH',
    headers: {
      ...headers,
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
    },
    body,
  });

const offsetAt = async (url: string, headers = mine) => {
  const response = await fetch(url, { method: 'HEAD', headers });
  return response.ok ? Number(response.headers.get('upload-offset')) : response.status;
};

test('a file of 25 MB arrives in parts, and goes on where a lost connection left it', async () => {
  const key = `${storage.me}/${randomUUID()}`;
  const file = new Uint8Array(randomBytes(25 * 1024 * 1024));
  const begun = await begin({ key, size: file.length });
  expect(begun.status).toBe(201);
  const url = locationOf(begun);
  expect((await send(url, 0, file.slice(0, PART))).status).toBe(204);
  const lost = new AbortController();
  const dropped = fetch(url, {
    method: 'PATCH',
    headers: { ...mine, 'upload-offset': String(PART), 'content-type': 'application/offset+octet-stream' },
    body: new ReadableStream({
      start(stream) {
        stream.enqueue(file.slice(PART, PART + 1000));
        setTimeout(() => lost.abort(), 50);
      },
    }),
    signal: lost.signal,
    duplex: 'half',
  } as RequestInit);
  await expect(dropped).rejects.toThrow();
  let offset = await offsetAt(url);
  expect(offset).toBe(PART);
  while (offset < file.length) {
    const { status, headers } = await send(url, offset, file.slice(offset, offset + PART));
    expect(status).toBe(204);
    offset = Number(headers.get('upload-offset'));
  }
  const { apiUrl } = storage.backend.facts;
  const got = await fetch(`${apiUrl}/storage/v1/object/papers/${key}`, { headers: mine });
  expect(Buffer.compare(Buffer.from(await got.arrayBuffer()), file)).toBe(0);
  expect(partsOnDisk()).toBe(0);
});

test('where one may not write, nothing begins', async () => {
  expect((await begin({ headers: theirs })).status).toBe(403);
  expect((await begin({ headers: HEADERS })).status).toBe(400);
  expect((await begin({ bucket: 'nowhere' })).status).toBe(404);
  expect((await begin({ key: '../../etc/passwd' })).status).toBe(403);
  expect(partsOnDisk()).toBe(0);
});

// Holds security-107
test('nobody looks at, continues or ends the upload of another person', async () => {
  const url = locationOf(await begin());
  expect(await offsetAt(url, theirs)).toBe(404);
  expect((await send(url, 0, 'mine', theirs)).status).toBe(404);
  expect((await fetch(url, { method: 'DELETE', headers: theirs })).status).toBe(404);
  expect(await offsetAt(url)).toBe(0);
  expect((await fetch(`${address}/..%2f..%2fsecrets.json`, { method: 'HEAD', headers: mine })).status).toBe(
    404,
  );
  await fetch(url, { method: 'DELETE', headers: mine });
});

test('an upload that is cancelled leaves nothing behind', async () => {
  const before = storage.filesOnDisk();
  const url = locationOf(await begin({ size: 8 }));
  await send(url, 0, 'half');
  expect(partsOnDisk()).toBeGreaterThan(0);
  expect((await fetch(url, { method: 'DELETE', headers: mine })).status).toBe(204);
  expect([partsOnDisk(), storage.filesOnDisk(), await offsetAt(url)]).toEqual([0, before, 404]);
});

test('limits of the bucket count when it begins', async () => {
  expect((await begin({ bucket: 'pictures', type: 'text/html' })).status).toBe(415);
  expect((await begin({ bucket: 'pictures', type: 'image/png', size: 99_000_000 })).status).toBe(413);
});

test('what another upload hinders at the end leaves nothing behind', async () => {
  const key = `${storage.me}/taken.txt`;
  const [first, second] = [await begin({ key, size: 4 }), await begin({ key, size: 4 })].map(locationOf);
  expect((await send(first ?? '', 0, 'mine')).status).toBe(204);
  const before = storage.filesOnDisk();
  expect((await send(second ?? '', 0, 'late')).status).toBe(409);
  expect([partsOnDisk(), storage.filesOnDisk()]).toEqual([0, before]);
});
