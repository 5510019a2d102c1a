/** The running product: the site folder filled from the builds, the embedded backend, and the web server over both. */
import fs from 'node:fs';
import type { RequestListener } from 'node:http';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { startBackend, type SeedHook } from '../../supabase/local/src/index';
import { assemble, deployRemote, deployShell } from '../registry/site';
import { securityHeaders } from './headers';
import { localConfig } from './site-config';
import { staticSite } from './static';

const REMOTES = ['mf-dashboard', 'mf-sales', 'mf-commissions', 'mf-directory'];

export interface RunOptions {
  repository: string;
  /** Folder for database, keys, lock and site. */
  data: string;
  /** The web server's own address, for example http://127.0.0.1:3000. */
  url: string;
  apiPort: number;
  mailPort: number;
  /** Further page origins that may call the API. */
  allowedOrigins: string[];
  /** No limits on sign-ups and sign-ins: automated tests come from one address. */
  unlimited: boolean;
  say: (line: string) => void;
  onFatal: (error: Error) => void;
}

export interface Running {
  listener: RequestListener;
  apiUrl: string;
  mailUrl: string;
  publishableKey: string;
  site: string;
  stop: () => Promise<void>;
}

/** Fills the site folder from the builds of shell and remotes. @returns the folder */
export async function fillSite(repository: string, data: string): Promise<string> {
  const site = path.join(data, 'site');
  for (const remote of REMOTES) deployRemote(site, path.join(repository, remote, 'dist'));
  await assemble(site);
  deployShell(site, path.join(repository, 'shell/dist/site'));
  return site;
}

/** The demo data, where the repository has it. */
async function demoSeed(repository: string): Promise<SeedHook | undefined> {
  const file = path.join(repository, 'supabase/seed/index.ts');
  if (!fs.existsSync(file)) return undefined;
  const { seed } = (await import(pathToFileURL(file).href)) as { seed: SeedHook };
  return seed;
}

const UNLIMITED = { signInLimit: 100_000, requestLimit: 100_000, maxFrequencySeconds: 0 };

/** Starts everything behind the web server. @throws what the backend's start throws, with nothing left running */
export async function startEverything(options: RunOptions): Promise<Running> {
  const { repository, data, url, say } = options;
  const site = await fillSite(repository, data);
  const backend = await startBackend({
    workdir: repository,
    dataDir: data,
    port: options.apiPort,
    mailPort: options.mailPort,
    siteUrl: url,
    allowedOrigins: options.allowedOrigins,
    auth: options.unlimited ? UNLIMITED : {},
    seed: await demoSeed(repository),
    log: (message, level) => {
      if (level !== 'debug' || process.env['PAPERPLANE_DEBUG']) say(`  ${message}`);
    },
    onFatal: options.onFatal,
  });
  const config = localConfig(backend.apiUrl, backend.publishableKey);
  fs.writeFileSync(path.join(site, 'config.json'), JSON.stringify(config));
  const { port } = new URL(url);
  const listener = staticSite({
    folder: site,
    hosts: [`127.0.0.1:${port}`, `localhost:${port}`],
    headers: securityHeaders(config),
  });
  const { apiUrl, mailUrl, publishableKey, stop } = backend;
  return { listener, apiUrl, mailUrl, publishableKey, site, stop };
}
