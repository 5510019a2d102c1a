import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { localConfig } from './site-config';
import { securityHeaders } from './headers';
import { staticSite } from './static';

let folder: string;
let server: http.Server;
let port: number;

beforeAll(async () => {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'paperplane-static-'));
  folder = path.join(home, 'site');
  fs.mkdirSync(path.join(folder, 'js'), { recursive: true });
  fs.writeFileSync(path.join(home, 'secret.txt'), 'secret');
  fs.writeFileSync(path.join(folder, '.hidden'), 'secret');
  fs.writeFileSync(path.join(folder, 'index.html'), '<!doctype html>the app');
  fs.writeFileSync(path.join(folder, 'remotes.json'), '{}');
  fs.writeFileSync(path.join(folder, 'js/main.1a2b.js'), 'plain');
  fs.writeFileSync(path.join(folder, 'js/main.1a2b.js.br'), 'brotli');
  fs.writeFileSync(path.join(folder, 'js/main.1a2b.js.gz'), 'gzip');
  server = http.createServer((request, response) =>
    staticSite({
      folder,
      hosts: [`127.0.0.1:${port}`],
      headers: () => securityHeaders(localConfig('http://127.0.0.1:54321', 'key')),
    })(request, response),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.close();
  fs.rmSync(path.dirname(folder), { recursive: true });
});

interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: string;
}

/** As plain as it gets: `fetch` would clean the path up before sending it. */
function get(pathname: string, headers: http.OutgoingHttpHeaders = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = http.request({ host: '127.0.0.1', port, path: pathname, method, headers }, (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => (body += chunk.toString()));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
      );
    });
    request.on('error', reject);
    request.end();
  });
}

const page = { accept: 'text/html,*/*' };

it.each([
  ['br, gzip', 'br', 'brotli'],
  ['gzip', 'gzip', 'gzip'],
  ['', undefined, 'plain'],
])('sends what the browser accepts: %p', async (accepted, encoding, body) => {
  const answer = await get('/js/main.1a2b.js', { 'accept-encoding': accepted });
  expect(answer).toMatchObject({ status: 200, body });
  expect(answer.headers['content-encoding']).toBe(encoding);
  expect(answer.headers['content-type']).toMatch('text/javascript');
  expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(answer.headers.vary).toBe('Accept-Encoding');
});

it('asks to revalidate what keeps its name, and says when it has not changed', async () => {
  const { headers } = await get('/remotes.json');
  expect(headers['cache-control']).toBe('no-cache');
  expect(await get('/remotes.json', { 'if-none-match': headers.etag })).toMatchObject({
    status: 304,
    body: '',
  });
});

it.each(['/', '/sales', '/sales/17/edit', '/sales?status=paid'])('opens the app at %s', async (pathname) => {
  expect(await get(pathname, page)).toMatchObject({ status: 200, body: '<!doctype html>the app' });
});

it.each(['/js/gone.js', '/remotes/mf_sales/0.1.0/mf-manifest.json', '/remotes/mf_sales/x', '/favicon.ico'])(
  'does not pretend that %s is there',
  async (pathname) => {
    expect((await get(pathname, page)).status).toBe(404);
  },
);

it('answers a missing address that no person opens with 404', async () => {
  expect((await get('/sales', { accept: 'application/json' })).status).toBe(404);
});

it.each([
  '/../secret.txt',
  '/js/../../secret.txt',
  '/%2e%2e/secret.txt',
  '/..%2fsecret.txt',
  '/js/..%5c..%5csecret.txt',
  '/.hidden',
  '/%00',
  '/%E0%A4%A',
])('does not leave its folder for %s', async (pathname) => {
  const answer = await get(pathname, page);
  expect([400, 404]).toContain(answer.status);
  expect(answer.body).not.toBe('secret');
});

it('answers only to its own name', async () => {
  expect((await get('/', { ...page, host: 'evil.test' })).status).toBe(421);
});

it.each(['POST', 'PUT', 'DELETE'])('refuses %s', async (method) => {
  const answer = await get('/', page, method);
  expect(answer.status).toBe(405);
  expect(answer.headers.allow).toBe('GET, HEAD');
});

it('sends no body for HEAD', async () => {
  expect(await get('/remotes.json', {}, 'HEAD')).toMatchObject({ status: 200, body: '' });
});

it('sends headers that keep strange scripts out', async () => {
  const { headers } = await get('/', page);
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("connect-src 'self' http://127.0.0.1:54321 ws://127.0.0.1:54321");
  expect(headers['x-content-type-options']).toBe('nosniff');
});
