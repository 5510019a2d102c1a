import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { securityHeaders } from './headers';
import { LOAD_ERRORS, loadErrorCollector, parseReports } from './load-errors';
import { localConfig } from './site-config';
import { staticSite } from './static';

const GOOD = { remote: 'mf_sales', version: '0.1.0-1a2b', stage: 'entry', reason: 'answered 404' };

let home: string;
let file: string;
let server: http.Server;
let origin: string;
let now: Date;
beforeEach(async () => {
  home = fs.mkdtempSync(path.join(os.tmpdir(), 'paperplane-collector-'));
  file = path.join(home, 'load-errors.jsonl');
  now = new Date('2026-11-21T10:00:00Z');
  let hosts: string[] = [];
  server = http.createServer((request, response) =>
    staticSite({ folder: home, hosts, headers: () => ({}), collector: loadErrorCollector(file, () => now) })(
      request,
      response,
    ),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  hosts = [host];
  origin = `http://${host}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
  fs.rmSync(home, { recursive: true });
});

const post = async (body: string, headers: Record<string, string> = {}, to = LOAD_ERRORS) =>
  (await fetch(origin + to, { method: 'POST', body, headers })).status;
const kept = () => (fs.existsSync(file) ? parseReports(fs.readFileSync(file, 'utf8')) : []);

it('keeps what a browser reports, with its time and nothing else', async () => {
  expect(await post(JSON.stringify({ ...GOOD, user: 'ines@agency.test' }), { origin })).toBe(204);
  expect(kept()).toEqual([{ at: '2026-11-21T10:00:00.000Z', ...GOOD }]);
  expect(fs.readFileSync(file, 'utf8')).not.toContain('ines');
});

it.each([
  ['no JSON', 'hello'],
  ['null', 'null'],
  ['another name', JSON.stringify({ ...GOOD, remote: '../shell' })],
  ['another stage', JSON.stringify({ ...GOOD, stage: 'login' })],
  ['no reason', JSON.stringify({ ...GOOD, reason: 5 })],
  ['an odd version', JSON.stringify({ ...GOOD, version: 'a\nb' })],
])('refuses %s', async (_what, body) => {
  expect(await post(body)).toBe(400);
  expect(kept()).toEqual([]);
});

it('refuses what is too long, comes from another site, or goes anywhere else', async () => {
  expect(await post(JSON.stringify({ ...GOOD, reason: 'x'.repeat(5000) }))).toBe(413);
  expect(await post(JSON.stringify(GOOD), { origin: 'https://evil.test' })).toBe(403);
  expect(await post(JSON.stringify(GOOD), { origin: 'null' })).toBe(403);
  expect(await post(JSON.stringify(GOOD), {}, '/index.html')).toBe(405);
  expect((await fetch(origin + LOAD_ERRORS)).status).toBe(404);
  expect(kept()).toEqual([]);
});

it('keeps a reason to one short line', async () => {
  await post(JSON.stringify({ ...GOOD, reason: `two\nlines ${'x'.repeat(500)}` }));
  expect(kept()[0]?.reason).toMatch(/^two lines x+$/);
  expect(kept()[0]?.reason).toHaveLength(200);
});

it('takes a few hundred in a minute, and goes on in the next', async () => {
  const collect = loadErrorCollector(file, () => now);
  const other = http.createServer(collect);
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
  const send = async () => (await fetch(address, { method: 'POST', body: JSON.stringify(GOOD) })).status;
  const answers: number[] = [];
  for (let count = 0; count < 301; count += 1) answers.push(await send());
  expect(answers.filter((status) => status === 204)).toHaveLength(300);
  expect(answers.at(-1)).toBe(429);
  now = new Date('2026-11-21T10:01:00Z');
  expect(await send()).toBe(204);
  other.closeAllConnections();
  other.close();
});

it('the policy lets reports go where config.json says', () => {
  const policyOf = (loadErrorsUrl: string) =>
    securityHeaders({ ...localConfig('https://abc.supabase.co', 'key'), loadErrorsUrl })[
      'Content-Security-Policy'
    ];
  expect(policyOf('https://errors.test/paperplane')).toContain(' https://errors.test;');
  expect(policyOf(LOAD_ERRORS)).not.toContain('load-errors');
});
