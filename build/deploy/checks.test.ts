import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { CONTRACT } from '../../shared/src/platform/contract';
import { assemble } from './assemble';
import { remoteProblem, setProblem, shellProblem } from './contract-check';
import { deployRemote, readBuild, uploadRemote } from './deploy-remote';
import { deployShell } from './deploy-shell';
import { DirectoryStorage } from './directory-storage';
import { dryRun } from './dry-run';
import { publish, rollBack, stage } from './rollout';
import { openTarget } from './target';
import { openBucket, type Bucket } from './testing/bucket';
import { buildRemote, buildShell, listed } from './testing/builds';
import type { Pointer, ShellPointer } from '../registry/types';

const { major, minor } = CONTRACT;
const newer = { major, minor: minor + 1 };

jest.setTimeout(30_000);

let home: string;
let folder: string;
let site: DirectoryStorage;
beforeEach(() => {
  home = fs.mkdtempSync(path.join(os.tmpdir(), 'paperplane-checks-'));
  folder = path.join(home, 'site');
  fs.mkdirSync(folder);
  site = new DirectoryStorage(folder);
});
afterEach(() => fs.rmSync(home, { recursive: true, force: true }));

describe('the contract', () => {
  const pointer = (contract = CONTRACT) =>
    readBuild<Pointer>(buildRemote(home, 'mf_sales', '2', { contract }));
  const shell = (contract = CONTRACT) => readBuild<ShellPointer>(buildShell(home, '2', { contract }));

  it('keeps a remote away from a shell that would refuse it', async () => {
    expect(await remoteProblem(site, pointer(newer))).toBeNull();
    await deployShell(site, buildShell(home, '1'));
    expect(await remoteProblem(site, pointer())).toBeNull();
    expect(await remoteProblem(site, pointer(newer))).toContain(
      `mf_sales 2 is needs platform ${major}.${minor + 1}, this app provides ${major}.${minor}: deploy a shell that does first`,
    );
  });

  it('keeps a shell away that would refuse the remotes which are there, staged ones too', async () => {
    await deployRemote(site, buildRemote(home, 'mf_sales', '1'));
    expect(await shellProblem(site, shell())).toBeNull();
    expect(await shellProblem(site, shell({ major: major + 1, minor: 0 }))).toContain(
      'mf_sales 1 is built for',
    );
    await uploadRemote(site, buildRemote(home, 'mf_sales', '2', { contract: newer }), () => undefined);
    await stage(site, 'mf_sales', '2', 5);
    expect(await shellProblem(site, shell())).toContain('mf_sales 2 is needs');
  });

  it('looks at a set as a whole', () => {
    const next = { major: major + 1, minor: 0 };
    expect(setProblem(shell(next), [pointer(next)])).toBeNull();
    expect(setProblem(shell(), [pointer(next)])).toContain('would refuse a remote: mf_sales 2 is built for');
  });

  it('holds for the way back as well, unless somebody insists', async () => {
    await deployShell(site, buildShell(home, '1'));
    await deployShell(site, buildShell(home, '2', { contract: newer }));
    await deployRemote(site, buildRemote(home, 'mf_sales', '1', { contract: newer }));
    await expect(rollBack(site, 'shell')).rejects.toThrow('--break-contract');
    expect(await rollBack(site, 'shell', undefined, { breakContract: true })).toBe('1');
  });
});

it('a dry run says what it would write and writes nothing', async () => {
  await deployRemote(site, buildRemote(home, 'mf_sales', '1'));
  await publish(site);
  const before = fs.readdirSync(folder, { recursive: true });
  const said: string[] = [];
  const dry = dryRun(site, (line) => said.push(line));
  await deployRemote(dry, buildRemote(home, 'mf_sales', '2'));
  await deployRemote(dry, buildRemote(home, 'mf_directory', '1'));
  await deployShell(dry, buildShell(home, '1'));
  await publish(dry);
  expect(await listed(dry)).toEqual(['mf_directory 1', 'mf_sales 2']);
  expect(fs.readdirSync(folder, { recursive: true })).toEqual(before);
  expect(await listed(site)).toEqual(['mf_sales 1']);
  const text = said.join('\n');
  for (const key of [
    'remotes/mf_sales/2/js/list.1.js',
    'remotes/mf_sales/current.json',
    'remotes.json',
    'index.html',
  ])
    expect(text).toContain(`would write ${key} (`);
  expect(said.at(-1)).toMatch(/remotes\.json|sw\.js/);
});

it('takes over a site of a release that wrote bare pointers', async () => {
  await deployRemote(site, buildRemote(home, 'mf_sales', '1'));
  await site.write(
    'remotes/mf_sales/current.json',
    Buffer.from(fs.readFileSync(path.join(folder, 'remotes/mf_sales/1/pointer.json'))),
  );
  await assemble(site);
  expect(await listed(site)).toEqual(['mf_sales 1']);
  await deployRemote(site, buildRemote(home, 'mf_sales', '2'));
  expect(await rollBack(site, 'mf_sales')).toBe('1');
});

describe('a target', () => {
  const say = () => undefined;

  it('is a folder, or a bucket', async () => {
    expect((await openTarget(folder, { say })).name).toBe(folder);
    expect((await openTarget('s3://agency/app/', { say })).name).toBe('s3://agency/app');
    expect((await openTarget('s3://agency', { say })).name).toBe('s3://agency');
  });

  it('is nothing else', async () => {
    await expect(openTarget('ftp://agency', { say })).rejects.toThrow(
      'a target is a folder or s3://bucket/prefix',
    );
  });
});

describe('in a bucket', () => {
  let bucket: Bucket;
  beforeAll(async () => (bucket = await openBucket(true)));
  afterAll(() => bucket.close());

  it('every file is served with its type and the caching that is right for it, texts compressed', async () => {
    const storage = bucket.open('app');
    await deployRemote(storage, buildRemote(home, 'mf_sales', '1'));
    await deployShell(storage, buildShell(home, '1'));
    await publish(storage);
    const kept = 'public, max-age=31536000, immutable';
    const expected: [string, string, string][] = [
      ['app/remotes/mf_sales/1/js/list.1.js', 'text/javascript; charset=utf-8', kept],
      ['app/remotes/mf_sales/1/css/styles.1.css', 'text/css; charset=utf-8', kept],
      ['app/remotes/mf_sales/1/mf-manifest.json', 'application/json; charset=utf-8', kept],
      ['app/js/main.1.js', 'text/javascript; charset=utf-8', kept],
      ['app/remotes/mf_sales/current.json', 'application/json; charset=utf-8', 'no-cache'],
      ['app/remotes.json', 'application/json; charset=utf-8', 'no-cache'],
      ['app/index.html', 'text/html; charset=utf-8', 'no-cache'],
      ['app/sw.js', 'text/javascript; charset=utf-8', 'no-cache'],
      ['app/manifest.webmanifest', 'application/manifest+json; charset=utf-8', 'no-cache'],
      ['app/icons/a.svg', 'image/svg+xml', 'no-cache'],
    ];
    for (const [key, type, cache] of expected) {
      const headers = await bucket.head(key);
      expect([key, headers.get('content-type'), headers.get('cache-control')]).toEqual([key, type, cache]);
    }
    expect((await bucket.head('app/remotes/mf_sales/1/js/list.1.js')).get('content-encoding')).toBe('gzip');
    expect((await bucket.head('app/js/main.1.js')).get('content-encoding')).toBeNull();
  });
});
