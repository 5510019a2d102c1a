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
