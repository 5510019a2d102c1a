/** The running product: the site folder filled from the builds, the embedded backend, and the web server over both. */
import fs from 'node:fs';
import type { RequestListener } from 'node:http';
import path from 'node:path';
import { assemble, deployRemote, deployShell } from '../registry/site';
import { securityHeaders } from './headers';
import { startProductBackend, type ProductOptions } from './product-backend';
import { localConfig } from './site-config';
import { staticSite } from './static';

const REMOTES = ['mf-dashboard', 'mf-sales', 'mf-commissions', 'mf-directory'];

export interface Running {
  listener: RequestListener;
  apiUrl: string;
  mailUrl: string;
  publishableKey: string;
  site: string;
  stop: () => Promise<void>;
}

/** Fills the site folder from the builds of shell and remotes. @returns the folder */
async function fillSite(repository: string, data: string): Promise<string> {
  const site = path.join(data, 'site');
  for (const remote of REMOTES) deployRemote(site, path.join(repository, remote, 'dist'));
  await assemble(site);
  deployShell(site, path.join(repository, 'shell/dist/site'));
  return site;
}

/** Starts everything behind the web server. @throws what the backend's start throws, with nothing left running */
export async function startEverything(options: ProductOptions): Promise<Running> {
  const site = await fillSite(options.repository, options.data);
  const { apiUrl, mailUrl, publishableKey, stop } = await startProductBackend(options);
  const config = localConfig(apiUrl, publishableKey);
  fs.writeFileSync(path.join(site, 'config.json'), JSON.stringify(config));
  const { port } = new URL(options.url);
  const listener = staticSite({
    folder: site,
    hosts: [`127.0.0.1:${port}`, `localhost:${port}`],
    headers: securityHeaders(config),
  });
  return { listener, apiUrl, mailUrl, publishableKey, site, stop };
}
