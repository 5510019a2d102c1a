/** Many deployments at once, power cuts in the middle: what the registry says is what the pointers say, and nobody is lost. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { ShellPointer } from '../registry/types';
import { allStates, assemble } from './assemble';
import { deployRemote } from './deploy-remote';
import { deployShell, findShell, settleShell } from './deploy-shell';
import { DirectoryStorage } from './directory-storage';
import { publish, rollBack, stage } from './rollout';
import { readState } from './state';
import type { Storage } from './storage';
import { openBucket, type Bucket } from './testing/bucket';
import { buildRemote, buildShell, listed, registryOf, textOf } from './testing/builds';

// Each of these is hundreds of requests or files.
jest.setTimeout(60_000);

const NAMES = ['mf_commissions', 'mf_dashboard', 'mf_directory', 'mf_sales'] as const;

let home: string;
let buckets: Bucket[];
let count = 0;
beforeAll(async () => {
  home = fs.mkdtempSync(path.join(os.tmpdir(), 'paperplane-concurrency-'));
  buckets = [await openBucket(true), await openBucket(false)];
});
afterAll(async () => {
  await Promise.all(buckets.map((bucket) => bucket.close()));
  fs.rmSync(home, { recursive: true, force: true });
});

const folder = (): string => {
  const name = path.join(home, `site-${(count += 1)}`);
  fs.mkdirSync(name);
  return name;
};

/** With how many steps: a bucket of the tests takes one request after the other. */
const KINDS: [number, string, () => Storage][] = [
  [20, 'a folder', () => new DirectoryStorage(folder())],
  [8, 'a bucket', () => buckets[0]!.open(`site-${(count += 1)}`)],
  [8, 'a bucket that cannot compare', () => buckets[1]!.open(`site-${(count += 1)}`)],
];

/** Random numbers, the same for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const currentOf = async (site: Storage): Promise<string[]> =>
  (await allStates(site)).map(({ current }) => `${current.name} ${current.version}`);

const deploy = async (site: Storage, name: (typeof NAMES)[number], version: string) => {
  await deployRemote(site, buildRemote(home, name, version));
  await assemble(site);
};

describe.each(KINDS)('%i deployments and rollbacks in %s', (steps, _kind, open) => {
  it('in a random order, many at once, end in the registry of the pointers', async () => {
    const seed = Number(process.env['PAPERPLANE_SEED'] ?? Date.now() % 1_000_000);
    console.info(`PAPERPLANE_SEED=${seed}`);
    const random = createRandom(seed);
    const site = open();
    for (const name of NAMES) await deploy(site, name, '0');
    const plan = Array.from({ length: steps }, (_, index) => ({
      name: NAMES[Math.floor(random() * NAMES.length)]!,
      version: String(index + 1),
      back: random() < 0.4,
      wait: random() * steps * 50,
    }));
    await Promise.all(
      plan.map(async ({ name, version, back, wait }) => {
        await new Promise((resolve) => setTimeout(resolve, wait));
        if (!back) return deploy(site, name, version);
        await rollBack(site, name, '0');
        await assemble(site);
      }),
    );
    expect(await listed(site)).toEqual(await currentOf(site));
    // Each remote runs what one of its own steps has made current.
    for (const entry of await listed(site)) {
      const [name, version] = entry.split(' ');
      const own = plan.filter((step) => step.name === name).map((step) => (step.back ? '0' : step.version));
      expect(['0', ...own]).toContain(version);
    }
  });
});

// A bucket that cannot compare differs only where several write at once.
describe.each(KINDS.slice(0, 2))('%i deployments and rollbacks in %s', (steps, _kind, open) => {
  it('one after the other end where the last of each remote leads', async () => {
    const random = createRandom(7);
    const site = open();
    const expected = new Map<string, string[]>();
    for (let step = 0; step < steps; step += 1) {
      const name = NAMES[Math.floor(random() * NAMES.length)]!;
      const stack = expected.get(name) ?? [];
      expected.set(name, stack);
      if (stack.length > 1 && random() < 0.4) {
        stack.pop();
        await rollBack(site, name);
      } else {
        stack.push(String(step));
        await deployRemote(site, buildRemote(home, name, String(step)));
      }
      await assemble(site);
    }
    const ends = NAMES.flatMap((name) =>
      expected.has(name) ? [`${name} ${expected.get(name)?.at(-1)}`] : [],
    );
    expect(await listed(site)).toEqual(ends);
  });
});

it('of several shells deployed at the same time, page and worker are those of one', async () => {
  const site = new DirectoryStorage(folder());
  await Promise.all(['1', '2', '3', '4', '5'].map((version) => deployShell(site, buildShell(home, version))));
  const current = (await readState<ShellPointer>(site, 'shell'))?.current.version ?? '';
  await findShell(site, current);
  expect(await textOf(site, 'index.html')).toContain(`<html>${current} `);
  expect(await textOf(site, 'sw.js')).toBe(`worker ${current}`);
});

/** A storage whose power is cut at a write. */
class Cut implements Storage {
  readonly name = 'cut';
  writes = 0;
  constructor(
    private readonly storage: Storage,
    private readonly at: number,
  ) {}
  read = (key: string) => this.storage.read(key);
  folders = (key: string) => this.storage.folders(key);
  write: Storage['write'] = (key, content, options) => {
    this.writes += 1;
    if (this.writes > this.at) return Promise.reject(new Error('the power is gone'));
    return this.storage.write(key, content, options);
  };
}

describe('a deployment that breaks off', () => {
  it('after any of its writes leaves a site that works, and a second try finishes it', async () => {
    const cuts: string[] = [];
    for (let at = 0; ; at += 1) {
      const site = new DirectoryStorage(folder());
      await deploy(site, 'mf_sales', '1');
      const cut = new Cut(site, at);
      const broken = await deployRemote(cut, buildRemote(home, 'mf_sales', '2'))
        .then(() => assemble(cut))
        .then(
          () => false,
          () => true,
        );
      const [now = ''] = await listed(site);
      cuts.push(now);
      // Whatever the registry names is there, whole.
      const version = now.split(' ')[1] ?? '';
      await rollBack(site, 'mf_sales', version);
      await deploy(site, 'mf_sales', '2');
      expect(await listed(site)).toEqual(['mf_sales 2']);
      if (!broken) break;
    }
    expect(cuts.length).toBeGreaterThan(5);
    expect(new Set(cuts)).toEqual(new Set(['mf_sales 1', 'mf_sales 2']));
  });

  it('between pointer and registry is finished by the next one, whoever deploys it', async () => {
    const site = new DirectoryStorage(folder());
    await deploy(site, 'mf_sales', '1');
    await deployRemote(site, buildRemote(home, 'mf_sales', '2'));
    expect(await listed(site)).toEqual(['mf_sales 1']);
    await deploy(site, 'mf_directory', '1');
    expect(await listed(site)).toEqual(['mf_directory 1', 'mf_sales 2']);
  });

  it('of the shell never shows a page without its files, nor a worker without its page', async () => {
    for (let at = 0; ; at += 1) {
      const site = new DirectoryStorage(folder());
      await deployShell(site, buildShell(home, '1'));
      const broken = await deployShell(new Cut(site, at), buildShell(home, '2')).then(
        () => false,
        () => true,
      );
      const page = /<html>(\d)/.exec((await textOf(site, 'index.html')) ?? '')?.[1];
      expect(await textOf(site, `js/main.${page}.js`)).toBe(`app ${page}`);
      if ((await textOf(site, 'sw.js')) === 'worker 2') expect(page).toBe('2');
      await publish(site);
      await settleShell(site);
      const current = (await readState<ShellPointer>(site, 'shell'))?.current.version;
      expect(await textOf(site, 'sw.js')).toBe(`worker ${current}`);
      if (!broken) break;
    }
  });
});

it('an old list that was still on its way does not stay', async () => {
  const site = new DirectoryStorage(folder());
  await deploy(site, 'mf_sales', '1');
  const old = await textOf(site, 'remotes.json');
  await deploy(site, 'mf_sales', '2');
  // What a writer who was cut off has left behind.
  await site.write('remotes.json', Buffer.from(old ?? ''));
  await stage(site, 'mf_sales', '1', 5);
  await assemble(site);
  expect((await registryOf(site)).remotes[0]).toMatchObject({ version: '2', staged: { percent: 5 } });
});
