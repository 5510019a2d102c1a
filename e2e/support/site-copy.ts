import { test as base } from '@playwright/test';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { siteHeaders } from '../../build/serve/headers';
import { staticSite } from '../../build/serve/static';
import type { Registry, RegistryEntry } from '../../build/registry/types';
import { stack } from './environment';

/** A site of its own on an origin of its own, over the one backend: a test may break it. */
export interface SiteCopy {
  url: string;
  folder: string;
  /** Takes a remote's files away; the result puts them back. */
  removeRemote: (name: string) => () => void;
  /** Changes what the registry says of a remote. */
  editRegistry: (name: string, change: Partial<RegistryEntry>) => void;
}

function writeRegistry(folder: string, registry: Registry): void {
  for (const end of ['.br', '.gz']) fs.rmSync(path.join(folder, `remotes.json${end}`), { force: true });
  fs.writeFileSync(path.join(folder, 'remotes.json'), JSON.stringify(registry));
}

async function openCopy(url: string): Promise<SiteCopy & { close: () => Promise<void> }> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'paperplane-site-'));
  fs.cpSync(stack().site, folder, { recursive: true });
  const { host, port } = new URL(url);
  const server = http.createServer(staticSite({ folder, hosts: [host], headers: siteHeaders(folder) }));
  await new Promise<void>((resolve) => server.listen(Number(port), '127.0.0.1', resolve));
  return {
    url,
    folder,
    removeRemote(name) {
      const home = path.join(folder, 'remotes', name);
      fs.renameSync(home, `${home}.gone`);
      return () => fs.renameSync(`${home}.gone`, home);
    },
    editRegistry(name, change) {
      const { remotes } = JSON.parse(fs.readFileSync(path.join(folder, 'remotes.json'), 'utf8')) as Registry;
      writeRegistry(folder, {
        remotes: remotes.map((entry) => (entry.name === name ? { ...entry, ...change } : entry)),
      });
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Tests with a site they may break; `baseURL` is that site. */
export const test = base.extend<{ site: SiteCopy }>({
  site: async ({}, use, info) => {
    const url = stack().spareUrls[info.parallelIndex];
    if (!url) throw new Error('there are more workers than spare origins');
    const site = await openCopy(url);
    await use(site);
    await site.close();
  },
  baseURL: async ({ site }, use) => use(site.url),
});
