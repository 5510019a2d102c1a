import { randomUUID } from 'node:crypto';
import { tokenFor } from '../../tests/support/token';
import { liveClient } from './support/live';
import { PNG, png, startStorage, type OwnStorage } from './support/storage';

let backend: OwnStorage['backend'];
let me: OwnStorage['me'];
let mine: OwnStorage['mine'];
let anon: OwnStorage['anon'];
let service: OwnStorage['service'];
let paper: OwnStorage['paper'];

beforeAll(async () => {
  ({ backend, me, mine, anon, service, paper } = await startStorage());
});

afterAll(() => backend.stop());

test('a public object is read by everybody, with headers that keep it harmless', async () => {
  const key = `${me}/face.png`;
  await mine.storage.from('pictures').upload(key, png('face'), { cacheControl: '31536000' });
  const { publicUrl } = anon.storage.from('pictures').getPublicUrl(key).data;
  const response = await fetch(publicUrl);
  const bytes = Buffer.from(await response.arrayBuffer());
  expect([response.status, bytes.subarray(PNG.length).toString()]).toEqual([200, 'face']);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'max-age=31536000',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining('sandbox') as string,
  });
  const etag = response.headers.get('etag') ?? '';
  expect((await fetch(publicUrl, { headers: { 'if-none-match': etag } })).status).toBe(304);
  const part = await fetch(publicUrl, { headers: { range: 'bytes=9-10' } });
  expect([part.status, await part.text()]).toEqual([206, 'ac']);
  const saved = await fetch(
    anon.storage.from('pictures').getPublicUrl(key, { download: 'me.png' }).data.publicUrl,
  );
  expect(saved.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''me.png");
  const hidden = await paper('secret');
  const address = anon.storage.from('papers').getPublicUrl(hidden).data.publicUrl;
  expect((await fetch(address)).status).toBe(400);
});

test.each([
  ['image/png', '<script>1</script>'],
  ['text/plain', PNG],
  ['application/pdf', '<html>'],
  ['x/y', ''],
])('the type is believed as on hosted, and told on, never guessed: %s', async (contentType, contents) => {
  const key = `${me}/${randomUUID()}`;
  const sent = Buffer.from(contents);
  const papers = service.storage.from('papers');
  expect((await papers.upload(key, sent, { contentType })).error).toBeNull();
  const response = await fetch((await papers.createSignedUrl(key, 60)).data?.signedUrl ?? '');
  expect(Buffer.from(await response.arrayBuffer())).toEqual(sent);
  expect([response.headers.get('content-type'), response.headers.get('x-content-type-options')]).toEqual([
    contentType,
    'nosniff',
  ]);
});

// Holds security-100
test('pages and drawings are never shown as such', async () => {
  const served = async (type: string) => {
    const key = `${me}/${randomUUID()}`;
    await mine.storage.from('papers').upload(key, new Blob(['<script>1</script>'], { type }));
    const { data } = await mine.storage.from('papers').createSignedUrl(key, 60);
    const { headers } = await fetch(data?.signedUrl ?? '');
    return [headers.get('content-type'), headers.get('content-disposition')?.split(';')[0] ?? null];
  };
  expect(await served('text/html')).toEqual(['text/plain; charset=utf-8', null]);
  expect(await served('application/xhtml+xml')).toEqual(['text/plain; charset=utf-8', null]);
  expect(await served('image/svg+xml')).toEqual(['image/svg+xml', 'attachment']);
});

test('signed addresses work for a while, for their object only', async () => {
  const [key, other] = [await paper('signed'), await paper('other')];
  const papers = mine.storage.from('papers');
  const { data } = await papers.createSignedUrl(key, 1);
  const address = data?.signedUrl ?? '';
  expect(await (await fetch(address)).text()).toBe('signed');
  expect((await fetch(address.replace(key, other))).status).toBe(400);
  expect((await fetch(address.slice(0, -2))).status).toBe(400);
  expect((await fetch(address.split('?')[0] ?? '')).status).toBe(400);
  // An access token is signed with the same secret, and yet no ticket.
  const session = tokenFor(me, backend.facts.jwtSecret);
  expect((await fetch(address.replace(/token=.*/, `token=${session}`))).status).toBe(400);
  // Nor is a ticket an access token.
  const ticket = new URL(address).searchParams.get('token') ?? '';
  expect((await liveClient(backend.facts, ticket).storage.from('papers').list(me)).error).toMatchObject({
    statusCode: '403',
  });
  const several = await papers.createSignedUrls([key, 'nothing'], 60);
  expect(several.data?.map(({ path: name, error }) => [name, error === null])).toEqual([
    [key, true],
    ['nothing', false],
  ]);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(((await (await fetch(address)).json()) as { error?: string }).error).toBe('InvalidJWT');
});

test('a folder is listed: folders first, sorted, paged, searched', async () => {
  const root = randomUUID();
  for (const name of ['b.txt', 'a.txt', 'B2.txt', 'sub/x.txt', 'sub/y.txt', 'art/z.txt', 'sub_/q.txt']) {
    await paper(name, `${root}/${name}`);
  }
  const papers = mine.storage.from('papers');
  const names = async (folder: string, options?: Parameters<typeof papers.list>[1]) =>
    (await papers.list(`${me}/${folder}`, options)).data?.map((entry) => entry.name);
  expect(await names(root)).toEqual(['art', 'sub', 'sub_', 'B2.txt', 'a.txt', 'b.txt']);
  expect(await names(root, { sortBy: { column: 'name', order: 'desc' } })).toEqual([
    'sub_',
    'sub',
    'art',
    'b.txt',
    'a.txt',
    'B2.txt',
  ]);
  expect(await names(root, { limit: 2, offset: 2 })).toEqual(['sub_', 'B2.txt']);
  expect(await names(root, { search: 'b' })).toEqual(['B2.txt', 'b.txt']);
  expect(await names(`${root}/sub`)).toEqual(['x.txt', 'y.txt']);
  const [folder, , , file] = (await papers.list(`${me}/${root}`)).data ?? [];
  expect(folder).toMatchObject({ name: 'art', id: null, metadata: null });
  expect(file).toMatchObject({
    id: expect.any(String) as string,
    metadata: { mimetype: 'text/plain', size: 6 },
  });
  const wrong = await papers.list('', { sortBy: { column: 'name; drop table x' } });
  expect(wrong.error).toMatchObject({ statusCode: '400' });
});

describe('the second list', () => {
  const root = randomUUID();
  const NAMES = ['b.txt', 'a.txt', 'sub/x.txt', 'sub/y.txt', 'B.txt', 'sub_/q.txt'];
  type Options = Parameters<ReturnType<typeof mine.storage.from>['listV2']>[0];

  beforeAll(async () => {
    for (const name of NAMES) await paper(name, `${root}/${name}`);
  });

  /** Names of all pages of two entries each, folders in brackets. */
  async function pages(options: Options, client = mine): Promise<string[][]> {
    const found: string[][] = [];
    let cursor: string | undefined;
    do {
      const { data, error } = await client.storage
        .from('papers')
        .listV2({ prefix: `${me}/${root}/`, limit: 2, ...options, ...(cursor ? { cursor } : {}) });
      expect(error).toBeNull();
      const told = [
        ...(data?.folders ?? []).map(({ name }) => `[${name}]`),
        ...(data?.objects ?? []).map(({ name }) => name),
      ];
      found.push(told.map((name) => name.replace(`${me}/${root}/`, '')));
      expect(data?.hasNext).toBe(data?.nextCursor !== undefined);
      cursor = data?.nextCursor;
    } while (cursor);
    return found;
  }

  test('pages follow each other in order, each name once', async () => {
    const sorted = NAMES.toSorted();
    expect((await pages({})).flat()).toEqual(sorted);
    expect((await pages({ sortBy: { column: 'name', order: 'desc' } })).flat()).toEqual(sorted.toReversed());
    expect((await pages({ sortBy: { column: 'created_at', order: 'asc' } })).flat()).toEqual(NAMES);
    expect((await pages({ sortBy: { column: 'created_at', order: 'desc' } })).flat()).toEqual(
      NAMES.toReversed(),
    );
  });

  test('with a delimiter a folder stands for what is in it', async () => {
    expect(await pages({ with_delimiter: true })).toEqual([
      ['B.txt', 'a.txt'],
      ['[sub/]', 'b.txt'],
      ['[sub_/]'],
    ]);
    const { data } = await mine.storage
      .from('papers')
      .listV2({ prefix: `${me}/${root}/s`, with_delimiter: true });
    expect(data?.folders.map(({ key }) => key)).toEqual(['sub', 'sub_']);
  });

  test('nobody sees more than the policies let them, with no cursor either', async () => {
    expect(await pages({}, anon)).toEqual([[]]);
    const position = { column: 'created_at', order: 'asc', name: '', value: '2000-01-01' };
    const cursor = Buffer.from(JSON.stringify(position)).toString('base64url');
    expect((await anon.storage.from('papers').listV2({ cursor })).data?.objects).toEqual([]);
  });

  test.each([
    [
      { sortBy: { column: 'name; drop table x' } },
      'body/sortBy/column must be equal to one of the allowed values',
    ],
    [
      { sortBy: { column: 'name', order: 'x' } },
      'body/sortBy/order must be equal to one of the allowed values',
    ],
    [{ limit: 0 }, 'body/limit must be >= 1'],
    [{ cursor: 'me' }, 'Invalid continuation token'],
    [
      { cursor: Buffer.from('{"column":"id","order":"asc","name":"a","value":null}').toString('base64url') },
      'Invalid continuation token',
    ],
  ])('%j is refused', async (options, message) => {
    const { error } = await mine.storage.from('papers').listV2(options as Options);
    expect(error).toMatchObject({ statusCode: '400', message });
  });
});

test('what is not there says so in hosted’s words, also to who has no key', async () => {
  const { apiUrl, publishableKey } = backend.facts;
  const transform = { width: 10 };
  const { publicUrl } = anon.storage.from('pictures').getPublicUrl('x.png', { transform }).data;
  const addresses = [publicUrl, `${apiUrl}/storage/v1/s3/pictures`, `${apiUrl}/storage/v1/iceberg/v1/config`];
  for (const address of addresses) {
    const response = await fetch(address, { headers: { apikey: publishableKey } });
    expect([response.status, await response.json()]).toEqual([
      403,
      expect.objectContaining({ error: 'FeatureNotEnabled', message: 'feature not enabled for this tenant' }),
    ]);
  }
  expect((await fetch(publicUrl)).status).toBe(403);
});
