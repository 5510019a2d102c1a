import { test as base } from '@playwright/test';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import type { Contract } from '@paperplane/shared/platform';
import type { Registry, RegistryEntry } from '../../build/registry/types';
import { siteHeaders } from '../../build/serve/headers';
import { loadErrorCollector } from '../../build/serve/load-errors';
import { staticSite } from '../../build/serve/static';
import { stack } from './environment';
import { spareUrl } from './spare';

/** A site of its own on an origin of its own, over the one backend: a test may break it. */
export interface SiteCopy {
  url: string;
  folder: string;
  /** What browsers have reported of remotes that did not load; may not be there. */
  loadErrors: string;
  /** Takes a remote's files away; the result puts them back. */
  removeRemote: (name: string) => () => void;
  /** Changes what the registry says of a remote; the result changes it back. */
  editRegistry: (name: string, change: Partial<RegistryEntry>) => () => void;
  /** The folder of a remote's current version. */
  versionFolder: (name: string) => string;
  /** Changes a file of a remote's current version under its feet; the result puts it right. */
  tamper: (name: string, file: RegExp) => () => void;
  /** Deploys a further version of a remote, in which one file has other content; the result rolls it back. */
  redeploy: (name: string, file: RegExp, change: (content: string) => string) => () => void;
}

function writeRegistry(folder: string, registry: Registry): void {
  for (const end of ['.br', '.gz']) fs.rmSync(path.join(folder, `remotes.json${end}`), { force: true });
  fs.writeFileSync(path.join(folder, 'remotes.json'), JSON.stringify(registry));
}

/** What a site says of its remotes. */
export const readRegistry = (folder: string) =>
  JSON.parse(fs.readFileSync(path.join(folder, 'remotes.json'), 'utf8')) as Registry;

/** The contract number of a site whose shell and remotes are of one commit. */
export function contractOf(folder: string): Contract {
  const [first] = readRegistry(folder).remotes;
  if (!first) throw new Error('no remote is deployed');
  return first.contract;
}

/** Replaces a file's content; its compressed copies would still be the old one. */
function rewrite(file: string, change: (content: string) => string): void {
  fs.writeFileSync(file, change(fs.readFileSync(file, 'utf8')));
  for (const end of ['.br', '.gz']) fs.rmSync(file + end, { force: true });
}

/** What a browser compares a file with. */
const integrityOf = (file: string) =>
  `sha256-${createHash('sha256').update(fs.readFileSync(file)).digest('base64')}`;

/** The one uncompressed file of a folder that matches. */
function findFile(folder: string, pattern: RegExp): string {
  const files = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const found = files.find((file) => pattern.test(file) && !/\.(br|gz)$/.test(file));
  if (!found) throw new Error(`${folder} has no file ${pattern.source}`);
  return path.join(folder, found);
}

async function openCopy(
  url: string,
  fill: (folder: string) => void,
): Promise<SiteCopy & { close: () => Promise<void> }> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'paperplane-site-'));
  fill(folder);
  const entryOf = (name: string) => {
    const entry = readRegistry(folder).remotes.find((remote) => remote.name === name);
    if (!entry) throw new Error(`${name} is not deployed`);
    return entry;
  };
  const versionFolder = (name: string) => path.join(folder, 'remotes', name, entryOf(name).version);
  const editRegistry: SiteCopy['editRegistry'] = (name, change) => {
    const before = readRegistry(folder);
    writeRegistry(folder, {
      remotes: before.remotes.map((entry) => (entry.name === name ? { ...entry, ...change } : entry)),
    });
    return () => writeRegistry(folder, before);
  };
  const { host, port } = new URL(url);
  const loadErrors = `${folder}.load-errors.jsonl`;
  const collector = loadErrorCollector(loadErrors);
  const server = http.createServer(
    staticSite({ folder, hosts: [host], headers: siteHeaders(folder), collector }),
  );
  await new Promise<void>((resolve) => server.listen(Number(port), '127.0.0.1', resolve));
  return {
    url,
    folder,
    loadErrors,
    removeRemote(name) {
      const home = path.join(folder, 'remotes', name);
      fs.renameSync(home, `${home}.gone`);
      return () => fs.renameSync(`${home}.gone`, home);
    },
    editRegistry,
    versionFolder,
    tamper(name, pattern) {
      const file = findFile(versionFolder(name), pattern);
      const before = fs.readFileSync(file, 'utf8');
      rewrite(file, (content) => `${content}\n/* not what was deployed */`);
      return () => fs.writeFileSync(file, before);
    },
    redeploy(name, pattern, change) {
      const current = versionFolder(name);
      const entry = entryOf(name);
      const version = `${entry.version}-next`;
      const next = path.join(path.dirname(current), version);
      fs.cpSync(current, next, { recursive: true });
      const file = findFile(next, pattern);
      rewrite(file, change);
      const integrity = entry.integrity && {
        ...entry.integrity,
        [path.relative(next, file).split(path.sep).join('/')]: integrityOf(file),
      };
      return editRegistry(name, { version, url: entry.url.replace(entry.version, version), integrity });
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      for (const left of [folder, loadErrors]) fs.rmSync(left, { recursive: true, force: true });
    },
  };
}

const copyOfProduct = (folder: string) => fs.cpSync(stack().site, folder, { recursive: true });

interface SiteFixtures {
  site: SiteCopy;
  /** How the site is put together; a copy of the running product's unless a test says otherwise. */
  filling: { fill: (folder: string) => void };
}

/** Tests with a site they may break; `baseURL` is that site. */
export const test = base.extend<SiteFixtures>({
  filling: [{ fill: copyOfProduct }, { option: true }],
  site: async ({ filling }, use) => {
    const site = await openCopy(spareUrl().origin, filling.fill);
    await use(site);
    await site.close();
  },
  baseURL: async ({ site }, use) => use(site.url),
});
