import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  catchUncaught,
  startBackend,
  type Backend,
  type Log,
  type SeedHook,
} from '../../supabase/local/src/index';

export interface ProductOptions {
  repository: string;
  /** Folder for database, keys, lock and site. */
  data: string;
  /** The web server's own address, for example http://127.0.0.1:3000. */
  url: string;
  apiPort: number;
  mailPort: number;
  /** No limits on sign-ups and sign-ins: automated tests come from one address. */
  unlimited: boolean;
  say: (line: string) => void;
  onFatal: (error: Error) => void;
}

/** The demo data, where the repository has it. */
async function demoSeed(repository: string): Promise<SeedHook | undefined> {
  const file = path.join(repository, 'supabase/seed/index.ts');
  if (!fs.existsSync(file)) return undefined;
  const { seed } = (await import(pathToFileURL(file).href)) as { seed: SeedHook };
  return seed;
}

const UNLIMITED = { signInLimit: 100_000, requestLimit: 100_000, maxFrequencySeconds: 0 };

/** The embedded backend with this repository's migrations and demo data. @throws what the backend's start throws */
export async function startProductBackend(options: ProductOptions): Promise<Backend> {
  const { repository, data, url, say } = options;
  const log: Log = (message, level) => {
    if (level !== 'debug' || process.env['PAPERPLANE_DEBUG']) say(`  ${message}`);
  };
  catchUncaught(log, () =>
    options.onFatal(new Error('An unexpected error, shown above, has ended Paperplane')),
  );
  return startBackend({
    workdir: repository,
    dataDir: data,
    port: options.apiPort,
    mailPort: options.mailPort,
    siteUrl: url,
    // The way back that mails name.
    functionsEnv: { APP_URL: process.env['APP_URL'] ?? url },
    auth: options.unlimited ? UNLIMITED : {},
    seed: await demoSeed(repository),
    log,
    onFatal: options.onFatal,
  });
}
