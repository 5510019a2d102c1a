import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DirectoryStorage } from './directory-storage';
import { assemble } from './assemble';
import { deployRemote, uploadRemote, versionsOf } from './deploy-remote';
import { deployShell } from './deploy-shell';
import { publish, rollBack, stage, promote, unstage } from './rollout';
import type { Storage } from './storage';
import { openBucket, type Bucket } from './testing/bucket';
import { buildRemote, buildShell, listed, registryOf, textOf } from './testing/builds';

jest.setTimeout(30_000);

let home: string;
let bucket: Bucket;
let count = 0;
beforeAll(async () => {
  home = fs.mkdtempSync(path.join(os.tmpdir(), 'paperplane-deploy-'));
  bucket = await openBucket(true);
});
afterAll(async () => {
  await bucket.close();
  fs.rmSync(home, { recursive: true, force: true });
});

const KINDS: [string, (name: string) => Storage][] = [
  [
    'a folder',
    (name) => {
      fs.mkdirSync(path.join(home, name));
      return new DirectoryStorage(path.join(home, name));
    },
  ],
  ['a bucket', (name) => bucket.open(name)],
];

describe.each(KINDS)('in %s', (_kind, open) => {
  let site: Storage;
  beforeEach(() => (site = open(`site-${(count += 1)}`)));

  const deploy = async (name: `mf_${string}`, version: string) => {
    await deployRemote(site, buildRemote(home, name, version));
    await assemble(site);
  };

  it('lists what is deployed, without the hashes nobody reads at run time', async () => {
    await deploy('mf_sales', '1');
    await deploy('mf_directory', '7');
    expect(await listed(site)).toEqual(['mf_directory 7', 'mf_sales 1']);
    expect((await registryOf(site)).remotes[0]).not.toHaveProperty('hashes');
    expect(await textOf(site, 'remotes/mf_sales/1/js/list.1.js')).toContain('list of 1');
  });

  it('keeps every deployed version, and goes back to the one before, or to any other', async () => {
    for (const version of ['1', '2', '3']) await deploy('mf_sales', version);
    expect(await rollBack(site, 'mf_sales')).toBe('2');
    expect(await rollBack(site, 'mf_sales')).toBe('1');
    await expect(rollBack(site, 'mf_sales')).rejects.toThrow('mf_sales has no earlier version to go back to');
    expect(await rollBack(site, 'mf_sales', '3')).toBe('3');
    await assemble(site);
    expect(await listed(site)).toEqual(['mf_sales 3']);
    expect(await textOf(site, 'remotes/mf_sales/1/js/list.1.js')).toContain('list of 1');
    expect((await versionsOf(site, 'mf_sales')).map(({ version, current }) => [version, current])).toEqual([
      ['1', false],
      ['2', false],
      ['3', true],
    ]);
  });

  it('refuses to go back to what was never here', async () => {
    await deploy('mf_sales', '1');
    await expect(rollBack(site, 'mf_sales', '0')).rejects.toThrow('mf_sales 0 is not deployed here');
    await expect(rollBack(site, 'mf_nobody')).rejects.toThrow('mf_nobody is not deployed here');
  });

  it('refuses a damaged build and leaves the current version alone', async () => {
    await deploy('mf_sales', '1');
    const dist = buildRemote(home, 'mf_sales', '2');
    fs.writeFileSync(path.join(dist, '2/js/list.1.js'), 'half of it');
    await expect(deployRemote(site, dist)).rejects.toThrow('mf_sales 2: js/list.1.js is missing or damaged');
    expect(await site.folders('remotes/mf_sales')).toEqual(['1']);
    await publish(site);
    expect(await listed(site)).toEqual(['mf_sales 1']);
  });

  it('mends a damaged file when the version is deployed again, and does not go back to one that is', async () => {
    await deploy('mf_sales', '1');
    await deploy('mf_sales', '2');
    await site.write('remotes/mf_sales/1/js/list.1.js', Buffer.from('not what it was'));
    await expect(rollBack(site, 'mf_sales')).rejects.toThrow(
      'mf_sales 1: js/list.1.js is missing or damaged',
    );
    await deploy('mf_sales', '1');
    expect(await textOf(site, 'remotes/mf_sales/1/js/list.1.js')).toContain('list of 1');
  });

  it('deploys the same version twice without harm', async () => {
    await deploy('mf_sales', '1');
    await deploy('mf_sales', '1');
    expect(await listed(site)).toEqual(['mf_sales 1']);
    await expect(rollBack(site, 'mf_sales')).rejects.toThrow('no earlier version');
  });

  it('stages a version for some, promotes it to everybody, or takes it away', async () => {
    await deploy('mf_sales', '1');
    await deploy('mf_sales', '2');
    await rollBack(site, 'mf_sales');
    await stage(site, 'mf_sales', '2', 10);
    const [entry] = (await assemble(site)).remotes;
    expect(entry).toMatchObject({ version: '1', staged: { percent: 10, entry: { version: '2' } } });
    expect(entry?.staged?.entry).not.toHaveProperty('hashes');
    await unstage(site, 'mf_sales');
    expect((await assemble(site)).remotes[0]).not.toHaveProperty('staged');
    await stage(site, 'mf_sales', '2', 50);
    expect(await promote(site, 'mf_sales')).toBe('2');
    await assemble(site);
    expect((await registryOf(site)).remotes).toEqual([expect.objectContaining({ version: '2' })]);
    expect((await registryOf(site)).remotes[0]).not.toHaveProperty('staged');
    await expect(promote(site, 'mf_sales')).rejects.toThrow('nothing staged');
    expect(await rollBack(site, 'mf_sales')).toBe('1');
  });

  it('stages no shell, and nothing where there is no current version', async () => {
    await deployShell(site, buildShell(home, '1'));
    await expect(stage(site, 'shell', '1', 10)).rejects.toThrow('only remotes can be staged');
    await uploadRemote(site, buildRemote(home, 'mf_sales', '1'), () => undefined);
    await expect(stage(site, 'mf_sales', '1', 10)).rejects.toThrow('mf_sales has no current version yet');
    await expect(stage(site, 'mf_sales', '2', 10)).rejects.toThrow('mf_sales 2 is not deployed here');
  });

  it.each([-1, 101, NaN])('does not stage for %p percent', async (percent) => {
    await deploy('mf_sales', '1');
    await expect(stage(site, 'mf_sales', '1', percent)).rejects.toThrow('from 0 to 100');
  });

  it('keeps the files of the shell that open pages still need, and goes back', async () => {
    for (const version of ['1', '2']) await deployShell(site, buildShell(home, version));
    expect(await textOf(site, 'js/main.1.js')).toBe('app 1');
    expect(await textOf(site, 'index.html')).toContain('<html>2');
    await rollBack(site, 'shell');
    await publish(site);
    expect(await textOf(site, 'index.html')).toContain('<html>1');
    expect(await textOf(site, 'sw.js')).toBe('worker 1');
    expect(await textOf(site, 'js/main.2.js')).toBe('app 2');
    await expect(rollBack(site, 'shell', '9')).rejects.toThrow('shell 9 is not deployed here');
  });

  it('loses none of several deployments at the same time', async () => {
    const names = ['mf_commissions', 'mf_dashboard', 'mf_directory', 'mf_sales'] as const;
    await Promise.all(names.map((name) => deploy(name, '1')));
    expect(await listed(site)).toEqual(names.map((name) => `${name} 1`));
  });
});
