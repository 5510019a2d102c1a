import { randomUUID } from 'node:crypto';
import { requestText, sendRaw } from '../../tests/support/raw-request';
import { tokenFor } from '../../tests/support/token';
import { startLive } from './support/live';

let backend: Awaited<ReturnType<typeof startLive>>;
let keys: Record<string, string>;
beforeAll(async () => {
  backend = await startLive();
  keys = { apikey: backend.facts.publishableKey };
}, 60_000);
afterAll(() => backend.stop());

const host = () => new URL(backend.facts.apiUrl).host;
const ask = (address: string, given: Parameters<typeof requestText>[1] = {}) =>
  sendRaw(backend.facts.apiUrl, [
    requestText(address, { host: host(), ...given, headers: { ...keys, ...given.headers } }),
  ]);
const pidNow = async () =>
  ((await (await fetch(`${backend.facts.apiUrl}/health`)).json()) as { pid: number }).pid;

const UPGRADE = { connection: 'Upgrade', upgrade: 'websocket' };

test.each([
  ['//', 404],
  ['//evil.test/realtime/v1/websocket', 404],
  ['/%zz', 400],
  ['/%00', 400],
  ['x', 400],
  ['http://evil.test/', 400],
])('a web socket at %s, from no page at all, is answered %i and ends nothing', async (address, status) => {
  const pid = await pidNow();
  expect((await ask(address, { headers: UPGRADE })).status).toBe(status);
  expect(await pidNow()).toBe(pid);
});

test.each([
  ['//', 404],
  ['//evil.test/rest/v1/x', 404],
  ['http://evil.test/health', 400],
  ['/rest/v1/%00', 400],
  ['/rest/v1/x?a=eq.%00', 400],
  ['/storage/v1/object/papers/%E0%A4%A', 400],
])('%s is answered %i', async (address, status) => {
  expect((await ask(address)).status).toBe(status);
});

test.each(['select=%22~match.(fts(', '%20,%20=%22open', 'id=in.(%22open', 'and=(a.eq.%22'])(
  'REST says that a request with an open quote (%s) is the caller’s mistake',
  async (query) => {
    const { status, body } = await ask(`/rest/v1/people?${query}`);
    expect([400, 404]).toContain(status);
    expect(JSON.parse(body)).toHaveProperty('code', expect.stringMatching(/^PGRST/));
  },
);

test.each(['TRACE', 'PROPFIND', 'PURGE'])('%s is a method that is not answered', async (method) => {
  const { status, head } = await ask('/rest/v1/x', { method });
  expect(status).toBe(405);
  expect(head).toContain('allow: get, head, post, put, patch, delete, options');
});

test.each([
  ['/rest/v1/rpc/nope', '['.repeat(5000)],
  ['/auth/v1/signup', `{"data":${'{"a":'.repeat(5000)}1${'}'.repeat(5001)}`],
])('JSON without a floor, sent to %s, is refused as such', async (address, body) => {
  const { status, body: text } = await ask(address, { method: 'POST', body });
  expect(status).toBe(400);
  expect(JSON.parse(text)).toMatchObject({ code: 'request_too_deep' });
});

test('brackets in texts are no depth', async () => {
  const body = JSON.stringify({ email: `"\\${'['.repeat(5000)}`, password: 'x' });
  const { status, body: text } = await ask('/auth/v1/token?grant_type=password', { method: 'POST', body });
  expect(status).toBe(400);
  expect(text).not.toContain('request_too_deep');
});

test('an upload that is broken off is no error of ours', async () => {
  const start = requestText(`/storage/v1/object/papers/${randomUUID()}/a.txt`, {
    method: 'POST',
    host: host(),
    headers: { ...keys, 'content-type': 'text/plain', 'content-length': '100000' },
  });
  await sendRaw(backend.facts.apiUrl, [start, Buffer.from('the beginning')], 0);
  await pidNow();
  expect(backend.output()).not.toMatch(/unexpected|aborted/i);
});

describe('parts of a file', () => {
  const me = randomUUID();
  const key = `${me}/numbers.txt`;
  let bearer: Record<string, string>;
  beforeAll(async () => {
    bearer = { authorization: `Bearer ${tokenFor(me, backend.facts.jwtSecret)}` };
    const headers = { ...bearer, 'content-type': 'text/plain' };
    const sent = await ask(`/storage/v1/object/papers/${key}`, {
      method: 'POST',
      headers,
      body: '0123456789',
    });
    expect(sent.status).toBe(200);
  });

  test.each([
    ['bytes=2-4', 206, '234', 'bytes 2-4/10'],
    ['bytes=8-', 206, '89', 'bytes 8-9/10'],
    ['bytes=8-99', 206, '89', 'bytes 8-9/10'],
    ['bytes=-3', 206, '789', 'bytes 7-9/10'],
    ['bytes=-99', 206, '0123456789', 'bytes 0-9/10'],
    ['bytes=5-2', 200, '0123456789', null],
    ['bytes=-', 200, '0123456789', null],
    ['bytes=0-1,5-6', 200, '0123456789', null],
    ['bytes=10-', 416, '', 'bytes */10'],
    ['bytes=-0', 416, '', 'bytes */10'],
  ])('%s is answered %i', async (range, status, body, place) => {
    const answer = await ask(`/storage/v1/object/papers/${key}`, { headers: { ...bearer, range } });
    expect([answer.status, answer.body]).toEqual([status, body]);
    const [, said = null] = /content-range: (.*)/.exec(answer.head) ?? [];
    expect(said).toBe(place);
  });
});

test.each([
  ['GET', '/storage/v1/bucket?limit=-1'],
  ['GET', '/storage/v1/bucket?offset=9e999'],
])('%s %s: a value that PostgreSQL cannot take is the caller’s', async (method, address) => {
  expect((await ask(address, { method })).status).toBe(400);
});

test('metadata that is nested too deep is the caller’s', async () => {
  const me = randomUUID();
  const deep = Buffer.from(`{"a":${'['.repeat(600)}${']'.repeat(600)}}`).toString('base64');
  const { status, body } = await ask(`/storage/v1/object/papers/${me}/a.txt`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${tokenFor(me, backend.facts.jwtSecret)}`,
      'content-type': 'text/plain',
      'x-metadata': deep,
    },
    body: 'text',
  });
  expect(status).toBe(400);
  expect(JSON.parse(body)).toMatchObject({ message: expect.stringContaining('metadata') });
});
