import { randomUUID } from 'node:crypto';
import { tokenFor } from '../../tests/support/token';
import { query } from './support/own-backend';
import { startStorage, type OwnStorage } from './support/storage';

let own: OwnStorage;

beforeAll(async () => {
  own = await startStorage();
});

afterAll(() => own.backend.stop());

const text = (content: string) => new Blob([content], { type: 'text/plain' });
const papers = () => own.mine.storage.from('papers');
const read = async (key: string) => (await papers().download(key)).data?.text();

describe('signed uploads', () => {
  test('whoever has the address uploads once, for whoever made it', async () => {
    const key = `${own.me}/${randomUUID()}.txt`;
    const { data } = await papers().createSignedUploadUrl(key);
    const { token = '' } = data ?? {};
    const guest = own.anon.storage.from('papers');
    expect((await guest.uploadToSignedUrl(key, token, text('by a guest'))).error).toBeNull();
    expect(await read(key)).toBe('by a guest');
    const [row] = await query(
      own.backend.facts.dbUrl,
      'select owner_id from storage.objects where name = $1',
      [key],
    );
    expect(row).toEqual({ owner_id: own.me });
    const again = await guest.uploadToSignedUrl(key, token, text('again'));
    expect(again.error).toMatchObject({ statusCode: '409', message: 'The resource already exists' });
    const replacing = await papers().createSignedUploadUrl(key, { upsert: true });
    await guest.uploadToSignedUrl(key, replacing.data?.token ?? '', text('replaced'));
    expect(await read(key)).toBe('replaced');
  });

  test('neither somebody else makes one, nor does it serve another object, nor a reading address', async () => {
    const key = await own.paper('there');
    const refused = await own.stranger.storage.from('papers').createSignedUploadUrl(`${own.me}/new.txt`);
    expect(refused.error).toMatchObject({ statusCode: '403' });
    const { data } = await papers().createSignedUploadUrl(`${own.me}/${randomUUID()}.txt`);
    const guest = own.anon.storage.from('papers');
    const other = await guest.uploadToSignedUrl(`${own.me}/other.txt`, data?.token ?? '', text('x'));
    expect(other.error).toMatchObject({ message: 'The token is for another object' });
    const reading = await papers().createSignedUrl(key, 60);
    const token = new URL(reading.data?.signedUrl ?? '').searchParams.get('token') ?? '';
    expect((await guest.uploadToSignedUrl(key, token, text('x'))).error).not.toBeNull();
    const upload = await papers().createSignedUploadUrl(key, { upsert: true });
    const address = `${own.backend.facts.apiUrl}/storage/v1/object/sign/papers/${key}?token=${upload.data?.token}`;
    expect((await fetch(address)).status).toBe(400);
  });
});

test('a bearer is enough; without one the refusal is that of hosted', async () => {
  const key = await own.paper('mine');
  const { facts } = own.backend;
  const ask = (bearer?: string) =>
    fetch(`${facts.apiUrl}/storage/v1/object/papers/${key}`, {
      headers: bearer ? { authorization: `Bearer ${bearer}` } : {},
    });
  expect(await (await ask(tokenFor(own.me, facts.jwtSecret))).text()).toBe('mine');
  expect(await (await ask(facts.secretKey)).text()).toBe('mine');
  expect((await ask(tokenFor(randomUUID(), facts.jwtSecret))).status).toBe(400);
  expect((await ask(facts.publishableKey)).status).toBe(400);
  expect(await (await ask()).json()).toMatchObject({ statusCode: '403', message: 'Invalid Compact JWS' });
});

test('a copy belongs to whoever made it', async () => {
  const [from, to] = [await own.paper('original'), `${own.me}/${randomUUID()}.txt`];
  await papers().copy(from, to);
  expect(
    await query(own.backend.facts.dbUrl, 'select owner, owner_id from storage.objects where name = $1', [to]),
  ).toEqual([{ owner: own.me, owner_id: own.me }]);
});
