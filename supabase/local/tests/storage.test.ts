import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { tokenFor } from '../../tests/support/token';
import { liveClient } from './support/live';
import { query } from './support/own-backend';
import { png, startStorage, type OwnStorage } from './support/storage';

let backend: OwnStorage['backend'];
let me: OwnStorage['me'];
let mine: OwnStorage['mine'];
let anon: OwnStorage['anon'];
let stranger: OwnStorage['stranger'];
let service: OwnStorage['service'];
let paper: OwnStorage['paper'];
let filesOnDisk: OwnStorage['filesOnDisk'];

beforeAll(async () => {
  ({ backend, me, mine, anon, stranger, service, paper, filesOnDisk } = await startStorage());
});

afterAll(() => backend.stop());

test.each([
  ['a File', () => new File(['contents'], 'any.txt', { type: 'text/plain' })],
  ['a Blob', () => new Blob(['contents'], { type: 'text/plain' })],
  ['bytes', () => new TextEncoder().encode('contents')],
  ['a text', () => 'contents'],
])('%s is stored and read back', async (_kind, body) => {
  const key = `${me}/${randomUUID()} über & co.txt`.replace('ü', 'u');
  const stored = await mine.storage
    .from('papers')
    .upload(key, body(), { contentType: 'text/plain', cacheControl: '60' });
  expect(stored).toEqual({
    data: { id: expect.any(String) as string, path: key, fullPath: `papers/${key}` },
    error: null,
  });
  const { data } = await mine.storage.from('papers').download(key);
  expect(await data?.text()).toBe('contents');
  const info = await mine.storage.from('papers').info(key);
  expect(info.data).toMatchObject({
    name: key,
    size: 8,
    contentType: 'text/plain',
    cacheControl: 'max-age=60',
  });
  expect(await mine.storage.from('papers').exists(key)).toMatchObject({ data: true });
});

describe('policies decide', () => {
  test('nobody but the owner of a folder reads, lists, replaces, moves or removes there', async () => {
    const key = await paper('private');
    for (const other of [anon, stranger]) {
      const papers = other.storage.from('papers');
      expect((await papers.download(key)).error).toMatchObject({ status: 400 });
      expect((await papers.info(key)).error).toMatchObject({
        statusCode: '404',
        message: 'Object not found',
      });
      expect(await papers.exists(key)).toMatchObject({ data: false });
      expect((await papers.list(me)).data).toEqual([]);
      expect((await papers.createSignedUrl(key, 60)).error).toMatchObject({ message: 'Object not found' });
      expect((await papers.update(key, 'x')).error).toMatchObject({ statusCode: '404' });
      expect((await papers.upload(key, 'x', { upsert: true })).error).toMatchObject({ statusCode: '403' });
      expect((await papers.move(key, `${key}2`)).error).toMatchObject({ statusCode: '404' });
      expect((await papers.copy(key, `${key}2`)).error).toMatchObject({ statusCode: '404' });
      expect((await papers.remove([key])).data).toEqual([]);
    }
    expect(await (await mine.storage.from('papers').download(key)).data?.text()).toBe('private');
  });

  test('an upload into a foreign folder is refused, and leaves no file', async () => {
    const before = filesOnDisk();
    for (const other of [anon, stranger]) {
      const { error } = await other.storage.from('papers').upload(`${me}/${randomUUID()}`, 'x');
      expect(error).toMatchObject({
        status: 400,
        statusCode: '403',
        message: 'new row violates row-level security policy',
      });
    }
    expect(filesOnDisk()).toBe(before);
  });

  test('an object is moved into the own folder only', async () => {
    const key = await paper('x');
    const { error } = await mine.storage.from('papers').move(key, `${randomUUID()}/x`);
    expect(error).toMatchObject({ statusCode: '403' });
    expect(await mine.storage.from('papers').exists(key)).toMatchObject({ data: true });
  });

  test('what may not be deleted stays, the rest of the list goes', async () => {
    const [kept, gone] = [await paper('a', 'a.keep'), await paper('b')];
    const { data } = await mine.storage.from('papers').remove([kept, gone]);
    expect(data?.map((row) => row.name)).toEqual([gone]);
    expect(await mine.storage.from('papers').exists(kept)).toMatchObject({ data: true });
  });

  test('an expired token is refused', async () => {
    const late = liveClient(backend.facts, tokenFor(me, backend.facts.jwtSecret, -5));
    const { error } = await late.storage.from('papers').list(me);
    expect(error).toMatchObject({ statusCode: '403', message: '"exp" claim timestamp check failed' });
  });

  test('rows are not deleted behind the back of their files', async () => {
    await expect(query(backend.facts.dbUrl, 'delete from storage.objects')).rejects.toThrow(
      'Use the Storage API',
    );
  });
});

test('an existing name is refused unless it may be replaced, and the old file goes', async () => {
  const key = await paper('old');
  const count = filesOnDisk();
  const papers = mine.storage.from('papers');
  expect((await papers.upload(key, 'new')).error).toMatchObject({
    statusCode: '409',
    message: 'The resource already exists',
  });
  expect((await papers.upload(key, 'new', { upsert: true })).error).toBeNull();
  expect(await (await papers.download(key)).data?.text()).toBe('new');
  expect((await papers.update(key, 'newest')).error).toBeNull();
  expect(await (await papers.download(key)).data?.text()).toBe('newest');
  expect(filesOnDisk()).toBe(count);
  expect((await papers.update(`${me}/nothing`, 'x')).error).toMatchObject({ statusCode: '404' });
});

test('size and type limits of a bucket', async () => {
  const pictures = mine.storage.from('pictures');
  expect((await pictures.upload(`${me}/big.png`, png('x'.repeat(1001)))).error).toMatchObject({
    statusCode: '413',
    message: 'The object exceeded the maximum allowed size',
  });
  expect(
    (await pictures.upload(`${me}/a.html`, new Blob(['<b>'], { type: 'text/html' }))).error,
  ).toMatchObject({
    statusCode: '415',
    message: 'mime type text/html is not supported',
  });
  const page = await paper('<b>');
  const moved = await mine.storage.from('papers').move(page, page, { destinationBucket: 'pictures' });
  expect(moved.error).toMatchObject({ statusCode: '415' });
  const nowhere = await mine.storage.from('nowhere').upload(`${me}/a`, 'x');
  expect(nowhere.error).toMatchObject({ statusCode: '404', message: 'Bucket not found' });
});

test.each(['a%0Ab', 'snow☃', 'a%5Cb', '%'])('the name %j is refused', async (name) => {
  const { error } = await mine.storage.from('papers').upload(`${me}/${name}`, 'x');
  expect(error?.message).toMatch(/Invalid key|not encoded/);
});

test('names that look like paths stay in the folder of hashes', async () => {
  const before = filesOnDisk();
  const { data } = await service.storage.from('papers').upload('..%2f..%2fescaped', 'x');
  expect([data?.fullPath, filesOnDisk()]).toEqual(['papers/../../escaped', before + 1]);
});

test('move, copy and remove', async () => {
  const papers = mine.storage.from('papers');
  const key = await paper('contents');
  const [copied, moved] = [`${me}/${randomUUID()}`, `${me}/${randomUUID()}`];
  expect((await papers.copy(key, copied)).data).toEqual({ path: `papers/${copied}` });
  expect((await papers.move(key, moved)).data).toEqual({ message: 'Successfully moved' });
  expect((await papers.copy(copied, moved)).error).toMatchObject({ statusCode: '409' });
  expect(await papers.exists(key)).toMatchObject({ data: false });
  expect(await (await papers.download(moved)).data?.text()).toBe('contents');
  const count = filesOnDisk();
  expect((await papers.remove([copied, moved])).data).toHaveLength(2);
  expect(filesOnDisk()).toBe(count - 2);
});

test('buckets are managed with the secret key, and seen as the policies say', async () => {
  const id = `bucket-${randomUUID().slice(0, 8)}`;
  const options = { public: false, fileSizeLimit: '1KB', allowedMimeTypes: ['image/*'] };
  expect((await mine.storage.createBucket(id, options)).error).toMatchObject({ statusCode: '403' });
  expect((await service.storage.createBucket(id, options)).error).toBeNull();
  expect((await service.storage.createBucket(id, options)).error).toMatchObject({ statusCode: '409' });
  expect((await mine.storage.getBucket(id)).data).toMatchObject({
    id,
    public: false,
    file_size_limit: 1000,
    allowed_mime_types: ['image/*'],
  });
  expect((await anon.storage.getBucket(id)).error).toMatchObject({ message: 'Bucket not found' });
  expect((await anon.storage.listBuckets()).data).toEqual([]);
  expect((await mine.storage.listBuckets()).data?.map((bucket) => bucket.id)).toContain(id);
  expect((await service.storage.from(id).upload('a.png', png())).error).toBeNull();
  expect((await service.storage.updateBucket(id, { public: true })).error).toBeNull();
  expect((await service.storage.getBucket(id)).data).toMatchObject({ public: true, file_size_limit: 1000 });
  expect((await service.storage.deleteBucket(id)).error).toMatchObject({
    message: 'The bucket you tried to delete is not empty',
  });
  expect((await mine.storage.deleteBucket(id)).error).toMatchObject({ message: 'Bucket not found' });
  expect((await service.storage.emptyBucket(id)).error).toBeNull();
  expect((await service.storage.deleteBucket(id)).error).toBeNull();
});

test('the preflight of an upload is answered for any page', async () => {
  const url = `${backend.facts.apiUrl}/storage/v1/object/papers/x`;
  const headers = {
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'apikey,authorization,cache-control,x-upsert',
  };
  const preflight = await fetch(url, {
    method: 'OPTIONS',
    headers: { ...headers, origin: 'http://127.0.0.1:3000' },
  });
  expect(preflight.headers.get('access-control-allow-headers')).toContain('x-upsert');
});

test('after a kill files are still there, and those no object knows are swept', async () => {
  const key = await paper('survives');
  const before = filesOnDisk();
  const folder = path.join(backend.dataDir, 'storage', 'ab');
  const facts = await backend.restart(() => {
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(path.join(folder, 'ab-left-behind.part'), 'half');
  });
  const { data } = await liveClient(facts, tokenFor(me, facts.jwtSecret))
    .storage.from('papers')
    .download(key);
  expect(await data?.text()).toBe('survives');
  for (let tries = 0; tries < 1000 && filesOnDisk() > before; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect(filesOnDisk()).toBe(before);
});
