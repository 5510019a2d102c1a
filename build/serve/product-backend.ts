import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BridgeAccount } from '../../e2e/bridge/accounts';
import { startBridge, type Bridge } from '../../e2e/bridge/server';
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
  /** Replicas that answer reads, how far they stay behind, and the port they are asked at. */
  replicas?: number;
  replicaLag?: string;
  readsPort?: number;
  /** Where a backup a day is kept. */
  backups?: string;
  /** Of the demo's bank. */
  bridgePort: number;
  /** No limits on sign-ups and sign-ins: automated tests come from one address. */
  unlimited: boolean;
  say: (line: string) => void;
  onFatal: (error: Error) => void;
}

/** A backend, and the page of the bridge that delivers what the demo's bank has. */
export interface ProductBackend extends Backend {
  bridgeUrl: string;
}

/** What fills a database with the demo, and what its bank delivers. */
interface Demo {
  seed: SeedHook;
  bridgeAccounts(dbUrl: string): Promise<BridgeAccount[]>;
}

/** The demo data, where the repository has it. */
async function demoOf(repository: string): Promise<Demo | undefined> {
  const file = path.join(repository, 'supabase/seed/index.ts');
  return fs.existsSync(file) ? ((await import(pathToFileURL(file).href)) as Demo) : undefined;
}

const UNLIMITED = { signInLimit: 100_000, requestLimit: 100_000, maxFrequencySeconds: 0 };

/** Where functions find a bridge of banks: the demo's, unless the environment names another one. */
async function demoBridge({ data, bridgePort }: ProductOptions): Promise<Bridge | null> {
  if (process.env['SIMPLEFIN_BRIDGE_URL']) return null;
  return startBridge({ port: bridgePort, file: path.join(data, 'bridge.json') });
}

/** Where functions find the demo's bridge; they may ask it beside those that the environment allows. */
const bridgeVariables = ({ url }: Bridge): Record<string, string> => ({
  SIMPLEFIN_BRIDGE_URL: `${url}/simplefin/create`,
  BANK_BRIDGES_ALLOWED: `${url} ${process.env['BANK_BRIDGES_ALLOWED'] ?? ''}`.trim(),
});

/** The embedded backend with this repository's migrations and demo data. @throws what the backend's start throws */
async function startWithBridge(
  options: ProductOptions,
  bridge: Bridge | null,
  demo: Demo | undefined,
): Promise<Backend> {
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
    replicas: options.replicas,
    replicaLag: options.replicaLag,
    readsPort: options.readsPort,
    siteUrl: url,
    auth: options.unlimited ? UNLIMITED : {},
    functionsEnv: {
      // The way back that mails name.
      APP_URL: process.env['APP_URL'] ?? url,
      ...(bridge && bridgeVariables(bridge)),
    },
    backups: options.backups,
    seed: demo?.seed,
    log,
    onFatal: options.onFatal,
  });
}

/** Starts the backend, and beside it the bridge of the demo's bank. @throws what the backend's start throws, with nothing left running */
export async function startProductBackend(options: ProductOptions): Promise<ProductBackend> {
  const bridge = await demoBridge(options);
  try {
    const demo = await demoOf(options.repository);
    const backend = await startWithBridge(options, bridge, demo);
    // Once: a bank does not take back what it has delivered.
    if (demo && bridge?.accounts.length === 0) bridge.accounts = await demo.bridgeAccounts(backend.dbUrl);
    const stop = async () => {
      await backend.stop();
      await bridge?.stop();
    };
    return { ...backend, stop, bridgeUrl: bridge?.url ?? String(process.env['SIMPLEFIN_BRIDGE_URL']) };
  } catch (error) {
    await bridge?.stop();
    throw error;
  }
}
