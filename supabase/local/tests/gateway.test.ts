import http from 'node:http';
import net from 'node:net';
import { backend } from '../../tests/support/backend';
import { connect } from '../../tests/support/client';

interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: string;
}

/** A request with any headers, also Host, which fetch does not let through. */
function send(
  url: string,
  headers: Record<string, string> = {},
  method = 'GET',
  body?: string,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method, headers, agent: false }, (response) => {
      let text = '';
      response.on('data', (data: Buffer) => (text += data.toString()));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
      );
    });
    request.on('error', reject);
    request.end(body);
  });
}

const key = { apikey: backend.publishableKey };
const api = `${backend.apiUrl}/rest/v1/vendors?limit=1`;
const port = new URL(backend.apiUrl).port;
const mailPort = new URL(backend.mailUrl).port;

test.each([`127.0.0.1:${port}`, `localhost:${port}`])('the API answers under the name %s', async (host) => {
  expect((await send(api, { ...key, host })).status).toBe(401);
  expect((await send(`${backend.apiUrl}/health`, { host })).status).toBe(200);
});

test.each(['evil.test', `evil.test:${port}`, '127.0.0.1', '127.0.0.1:1'])(
  'another host name (%j) is refused: DNS rebinding',
  async (host) => {
    const answer = await send(`${backend.apiUrl}/health`, { ...key, host });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.body).not.toContain('pid');
  },
);

test.each(['https://app.test', 'null', 'http://localhost:3000'])(
  'pages of %s may call as on hosted, without cookies, and their preflight is answered',
  async (origin) => {
    const asked = 'apikey, authorization, x-client-info';
    const preflight = await send(
      api,
      { origin, 'access-control-request-method': 'PATCH', 'access-control-request-headers': asked },
      'OPTIONS',
    );
    expect(preflight.status).toBe(204);
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-headers': asked,
      'access-control-allow-methods': expect.stringContaining('PATCH'),
    });
    const answer = await send(api, { ...key, origin });
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
    expect(answer.headers['access-control-expose-headers']).toContain('Content-Range');
  },
);

// Holds security-120
test.each([
  ['/rest/v1/nothing', 401],
  ['/auth/v1/user', 401],
  ['/storage/v1/bucket', 400],
  ['/realtime/v1/api/broadcast', 401],
  ['/nope/v1/x', 404],
])('a page reads the refusal of %s too, and gets nothing without a key', async (path, status) => {
  const answer = await send(backend.apiUrl + path, { origin: 'https://evil.test' });
  expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([status, '*']);
});

test('a page cannot ask what runs here', async () => {
  const answer = await send(`${backend.apiUrl}/health?`, { origin: 'https://evil.test' });
  expect(answer.headers['access-control-allow-origin']).toBeUndefined();
});

test('the mail page asks for no key, so no foreign page uses it: mails hold links that sign in', async () => {
  expect((await send(`${backend.mailUrl}/email`)).status).toBe(200);
  expect((await send(`${backend.mailUrl}/email`, { host: `evil.test:${mailPort}` })).status).toBe(403);
  expect((await send(`${backend.mailUrl}/email`, { origin: 'https://evil.test' })).status).toBe(403);
});

// Holds security-119
test('everything listens on the loopback interface only', async () => {
  const reachable = (at: string) =>
    new Promise<boolean>((resolve) => {
      const socket = net.connect({ port: Number(at), host: '127.0.0.2', timeout: 1000 });
      socket
        .on('connect', () => resolve(true))
        .on('error', () => resolve(false))
        .on('timeout', () => resolve(false));
    });
  const dbPort = new URL(backend.dbUrl).port;
  expect(await Promise.all([port, mailPort, dbPort].map(reachable))).toEqual([false, false, false]);
});

test.each([
  ['/', 404],
  ['/nope', 404],
  ['/rest/v2/vendors', 404],
  ['/nope/v1/x', 404],
  ['/_system/info', 404],
  ['/storage/v1/nope', 400],
  ['/realtime/v1/api', 404],
  ['/auth/v1/nope', 404],
  ['/auth/v1/admin/users', 403],
])('%s is answered %i, with a message', async (path, status) => {
  const answer = await send(backend.apiUrl + path, key);
  expect(answer.status).toBe(status);
  const body = JSON.parse(answer.body) as { message?: string; msg?: string };
  expect(body.message ?? body.msg).toMatch(/\w+ \w+/);
  expect(answer.body).not.toContain('postgres://');
});

test('a body above the limit is refused', async () => {
  const answer = await send(
    `${backend.apiUrl}/rest/v1/vendors`,
    { ...key, 'content-length': '99999999' },
    'POST',
  ).catch(() => null);
  if (answer) expect(answer.status).toBe(413);
  expect((await send(`${backend.apiUrl}/health`)).status).toBe(200);
});

test('malformed JSON to Auth is a 4xx that says so', async () => {
  const answer = await send(`${backend.apiUrl}/auth/v1/token?grant_type=password`, key, 'POST', '{"email":');
  expect(answer.status).toBe(400);
  expect(JSON.parse(answer.body)).toMatchObject({ error_code: 'bad_json' });
});

test('a user endpoint without or with a wrong token', async () => {
  expect((await send(`${backend.apiUrl}/auth/v1/user`, key)).status).toBe(401);
  expect(
    (await send(`${backend.apiUrl}/auth/v1/user`, { ...key, authorization: 'Bearer a.b.c' })).status,
  ).toBe(403);
  expect((await connect(backend).auth.getUser('nonsense')).error?.status).toBe(403);
});
