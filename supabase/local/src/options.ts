import type { AuthSettings } from './auth/settings.js';
import type { SeedHook } from './bootstrap/seed.js';
import type { Log } from './log.js';

/** What a backend is started with. Port 0 means: any free one. */
export interface BackendOptions {
  /** Folder that holds `supabase/migrations` (the root of a project in Supabase CLI form). */
  workdir: string;
  /** Folder for everything that is kept: database, files, keys, lock. */
  dataDir: string;
  port: number;
  dbPort?: number;
  mailPort?: number;
  /** How many replicas answer reads at `readsUrl` (default 0: none, and no such address). */
  replicas?: number;
  /** How far they stay behind, in PostgreSQL's words (`500ms`, `8s`); default: as little as possible. */
  replicaLag?: string;
  /** Port of `readsUrl`. */
  readsPort?: number;
  /** Where the application runs; mails lead back there. Default: config.toml, else http://127.0.0.1:3000. */
  siteUrl?: string;
  /** More places mails may lead to; `/**` at the end allows everything below. */
  additionalRedirectUrls?: string[];
  auth?: Partial<AuthSettings>;
  /** The Deno that runs functions, in place of the one npm has installed; `off` for none. */
  deno?: string;
  /** More variables for the environment of functions. */
  functionsEnv?: Record<string, string>;
  /** How long a function may be silent, in seconds (default 150, as on hosted). */
  functionSeconds?: number;
  /** A folder outside of the data, for one backup a day; none are made without. */
  backups?: string | undefined;
  log?: Log;
  seed?: SeedHook;
  env?: NodeJS.ProcessEnv;
  /** Called when the backend cannot go on (the database does not come back). It has stopped itself then. */
  onFatal?: (error: Error) => void;
}

/** A running backend. */
export interface Backend {
  apiUrl: string;
  /** The API as hosted's load balancer serves it, GET by a replica; null without replicas. */
  readsUrl: string | null;
  /** Connections to the replicas that run, as the superuser, for setting their lag. */
  replicaUrls: string[];
  mailUrl: string;
  /** Where mail is handed in; the mail server of this machine, or the one that SMTP_HOST names. */
  smtpUrl: string;
  /** Connection as `postgres`, the role of migrations. */
  dbUrl: string;
  publishableKey: string;
  secretKey: string;
  jwtSecret: string;
  stop(): Promise<void>;
}
