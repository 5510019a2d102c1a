/** The running product: the site folder filled from the builds, the embedded backend, and the web server over both. */
import fs from 'node:fs';
import type { RequestListener } from 'node:http';
import path from 'node:path';
import { explainDataFolder } from '../../supabase/local/src/index';
import { remoteFolders } from '../lib/workspace.mjs';
import { deployRemote } from '../deploy/deploy-remote';
import { deployShell } from '../deploy/deploy-shell';
import { DirectoryStorage } from '../deploy/directory-storage';
import { publish } from '../deploy/rollout';
import { siteHeaders } from './headers';
import { loadErrorCollector } from './load-errors';
import { startProductBackend, type ProductOptions } from './product-backend';
import { localConfig, type SiteConfig } from './site-config';
import { staticSite } from './static';

export interface Running {
  listener: RequestListener;
  apiUrl: string;
  readsUrl: string | null;
  replicaUrls: string[];
  mailUrl: string;
  bridgeUrl: string;
  smtpUrl: string;
  publishableKey: string;
  /** The database and what signs its sessions: for whoever started the product, and nobody else. */
  dbUrl: string;
  jwtSecret: string;
  site: string;
  stop: () => Promise<void>;
}

/** Fills the site folder from the builds of shell and remotes. */
async function fillSite(site: string, repository: string, config: SiteConfig): Promise<void> {
  fs.mkdirSync(site, { recursive: true });
  const storage = new DirectoryStorage(site);
  for (const remote of remoteFolders(repository))
    await deployRemote(storage, path.join(repository, remote, 'dist'));
  await deployShell(storage, path.join(repository, 'shell/dist'));
  await publish(storage);
  fs.writeFileSync(path.join(site, 'config.json'), JSON.stringify(config));
}

/** Starts everything behind the web server. @throws what the backend's start throws, with nothing left running */
export async function startEverything(options: ProductOptions): Promise<Running> {
  const site = path.join(options.data, 'site');
  // First, because it holds the lock on the data folder: the site of a product that runs is not touched.
  const { stop, ...facts } = await startProductBackend(options);
  const { apiUrl, publishableKey, readsUrl } = facts;
  const config = localConfig(apiUrl, publishableKey, readsUrl);
  try {
    await fillSite(site, options.repository, config);
  } catch (error) {
    await stop();
    throw explainDataFolder(options.data, error);
  }
  const { port } = new URL(options.url);
  const listener = staticSite({
    folder: site,
    hosts: [`127.0.0.1:${port}`, `localhost:${port}`],
    headers: siteHeaders(site),
    collector: loadErrorCollector(path.join(options.data, 'load-errors.jsonl')),
  });
  return { listener, ...facts, site, stop };
}
