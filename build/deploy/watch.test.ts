import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { LoadErrorReport } from '../serve/load-errors';
import { assemble } from './assemble';
import { deployRemote, uploadRemote } from './deploy-remote';
import { DirectoryStorage } from './directory-storage';
import { rollBack, stage } from './rollout';
import { buildRemote, listed, registryOf } from './testing/builds';
import { readReports, watchOnce } from './watch';

const MINUTE = 60_000;
const RULES = { threshold: 3, window: 10 * MINUTE, trial: 60 * MINUTE };

let home: string;
let site: DirectoryStorage;
let said: string[];
beforeEach(async () => {
  home = fs.mkdtempSync(path.join(os.tmpdir(), 'paperplane-watch-'));
  fs.mkdirSync(path.join(home, 'site'));
  site = new DirectoryStorage(path.join(home, 'site'));
  said = [];
  for (const version of ['1', '2']) await deployRemote(site, buildRemote(home, 'mf_sales', version));
  await deployRemote(site, buildRemote(home, 'mf_directory', '1'));
  await assemble(site);
});
afterEach(() => fs.rmSync(home, { recursive: true, force: true }));

const soon = () => Date.now() + 1000;
const reports = (count: number, change: Partial<LoadErrorReport> = {}): LoadErrorReport[] =>
  Array.from({ length: count }, () => ({
    at: new Date(soon()).toISOString(),
    remote: 'mf_sales',
    version: '2',
    stage: 'entry',
    reason: 'answered 404',
    ...change,
  }));
const watch = (found: LoadErrorReport[], now = soon() + 1000) =>
  watchOnce(site, found, RULES, (line) => said.push(line), now);

it('switches back a deployment that too many browsers cannot load, says why, and leaves the others alone', async () => {
  await watch([...reports(2), ...reports(1, { stage: 'page', reason: 'did not arrive' })]);
  expect(await listed(site)).toEqual(['mf_directory 1', 'mf_sales 1']);
  expect(said).toEqual([
    'mf_sales 2: 3 load errors (2 × entry: answered 404, 1 × page: did not arrive)',
    '  switched back to 1',
  ]);
});

it.each([
  ['fewer than the threshold', reports(2), 0],
  ['of another version', reports(9, { version: '1' }), 0],
  ['of another remote', reports(9, { remote: 'mf_commissions' }), 0],
  ['from before the deployment', reports(9, { at: new Date(Date.now() - MINUTE).toISOString() }), 0],
  ['of a time that is over', reports(9), 12 * MINUTE],
  [
    'of a version that has proved itself',
    reports(9, { at: new Date(Date.now() + 100 * MINUTE).toISOString() }),
    101 * MINUTE,
  ],
])('does nothing for errors %s', async (_what, found, later) => {
  await watch(found, soon() + 1000 + later);
  expect(await listed(site)).toEqual(['mf_directory 1', 'mf_sales 2']);
  expect(said).toEqual([]);
});

it('goes back once: neither the version it went back to nor the first one of all is judged', async () => {
  await watch(reports(3));
  await watch([...reports(9, { version: '1' }), ...reports(9, { remote: 'mf_directory', version: '1' })]);
  expect(await listed(site)).toEqual(['mf_directory 1', 'mf_sales 1']);
});

it('takes a staged version away, and leaves the current one', async () => {
  await rollBack(site, 'mf_sales');
  await uploadRemote(site, buildRemote(home, 'mf_sales', '3'), () => undefined);
  await stage(site, 'mf_sales', '3', 10);
  await assemble(site);
  await watch(reports(3, { version: '3' }));
  expect((await registryOf(site)).remotes[1]).toMatchObject({ version: '1' });
  expect((await registryOf(site)).remotes[1]).not.toHaveProperty('staged');
});

it('goes on with the others when one cannot go back, and says so', async () => {
  await deployRemote(site, buildRemote(home, 'mf_directory', '2'));
  await site.write('remotes/mf_directory/1/js/list.1.js', Buffer.from('damaged'));
  await watch([...reports(3, { remote: 'mf_directory' }), ...reports(3)]);
  expect(await listed(site)).toEqual(['mf_directory 2', 'mf_sales 1']);
  expect(said[1]).toBe('  could not be switched back: mf_directory 1: js/list.1.js is missing or damaged');
});

it('does not switch back what somebody has replaced meanwhile', async () => {
  await deployRemote(site, buildRemote(home, 'mf_sales', '3'));
  expect(await rollBack(site, 'mf_sales', undefined, { by: 'watch', from: '2' })).toBe('3');
  await assemble(site);
  expect(await listed(site)).toContain('mf_sales 3');
});

describe('reads the reports', () => {
  const lines = `${JSON.stringify(reports(1)[0])}\n{"half":\n${JSON.stringify({ at: 'x', remote: 'sales' })}\n`;

  it('from a file, which need not be there', async () => {
    const file = path.join(home, 'load-errors.jsonl');
    expect(await readReports(file)).toEqual([]);
    fs.writeFileSync(file, lines);
    expect(await readReports(file)).toMatchObject([{ remote: 'mf_sales', version: '2' }]);
  });

  it.each([
    ['lines', lines],
    ['an array', JSON.stringify(reports(1))],
  ])('from an address that answers with %s', async (_what, text) => {
    const server = http.createServer((request, response) => {
      response.writeHead(request.url === '/errors' ? 200 : 500).end(text);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect(await readReports(`${address}/errors`)).toMatchObject([{ remote: 'mf_sales', version: '2' }]);
    await expect(readReports(`${address}/other`)).rejects.toThrow('answered 500');
    server.closeAllConnections();
    server.close();
  });
});
