import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { nowSeconds, signToken } from '../auth/tokens.js';
import type { ApiKeys } from '../gateway/keys.js';
import type { Log } from '../log.js';
import type { Mailer } from '../mail/mailer.js';
import { functionsFolder } from './find-functions.js';

/** What the environment of functions is made of. */
export interface EnvironmentSources {
  workdir: string;
  /** The backend's own environment; only what is named elsewhere is taken from it. */
  env: NodeJS.ProcessEnv;
  /** `[edge_runtime.secrets]`. */
  secrets: Record<string, string>;
  /** What whoever starts the backend adds. */
  more: Record<string, string>;
  /** Where this backend sends its mails. */
  mail: Mailer['server'];
  keys: ApiKeys;
  apiUrl: string;
  dbUrl: string;
  log: Log;
}

const TEN_YEARS = 10 * 365 * 24 * 3600;

/** A key in the older form: a token whose role is all it says. */
export function roleKey(role: 'anon' | 'service_role', jwtSecret: string): string {
  const iat = nowSeconds();
  return signToken({ iss: 'supabase', role, iat, exp: iat + TEN_YEARS }, jwtSecret);
}

function fileOf(workdir: string): Record<string, string | undefined> {
  const file = path.join(functionsFolder(workdir), '.env');
  return fs.existsSync(file) ? parseEnv(fs.readFileSync(file, 'utf8')) : {};
}

/** The mail server under the names by which the backend is given one. */
const mailVariables = ({ host, port, auth, from }: Mailer['server']): Record<string, string> => ({
  SMTP_HOST: host,
  SMTP_PORT: String(port),
  ...(auth ? { SMTP_USER: auth.user, SMTP_PASS: auth.pass } : {}),
  SMTP_FROM: from,
});

/**
 * The environment that all functions get: what hosted hands out, the mail server, and what
 * `supabase/functions/.env`, `[edge_runtime.secrets]` and the starter name. A variable of `.env` that the backend's own environment has, too, has its value.
 */
export function functionsEnvironment(sources: EnvironmentSources): Record<string, string> {
  const { workdir, env, secrets, more, mail, keys, apiUrl, dbUrl, log } = sources;
  const named: Record<string, string> = {};
  for (const [name, value] of Object.entries({ ...fileOf(workdir), ...secrets })) {
    if (name.startsWith('SUPABASE_')) {
      log(`functions: ${name} is not handed on, names with SUPABASE_ are the backend's own`, 'warn');
    } else named[name] = env[name] ?? value ?? '';
  }
  return {
    ...mailVariables(mail),
    ...named,
    ...more,
    SUPABASE_URL: apiUrl,
    SUPABASE_DB_URL: dbUrl,
    SUPABASE_ANON_KEY: roleKey('anon', keys.jwtSecret),
    SUPABASE_SERVICE_ROLE_KEY: roleKey('service_role', keys.jwtSecret),
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: keys.publishableKey }),
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: keys.secretKey }),
    SUPABASE_JWKS: JSON.stringify({ keys: [] }),
    SB_REGION: 'local',
    SB_EXECUTION_ID: crypto.randomUUID(),
  };
}

/** What is no secret of what `functionsEnvironment` makes. */
const OPEN = new Set([
  'SUPABASE_URL',
  'SUPABASE_ANON_KEY',
  'SUPABASE_PUBLISHABLE_KEYS',
  'SUPABASE_JWKS',
  'SB_REGION',
  'SB_EXECUTION_ID',
  'SMTP_HOST',
  'SMTP_FROM',
]);

/** Shorter values are words, and would be found everywhere. */
const SHORTEST_SECRET = 8;

/** Takes the values of secrets out of what functions print; of a value of several lines each. */
export function hideSecrets(environment: Record<string, string>, keys: ApiKeys): (text: string) => string {
  const values = Object.entries(environment).flatMap(([name, value]) => (OPEN.has(name) ? [] : value));
  const { password } = new URL(environment.SUPABASE_DB_URL ?? '');
  const secrets = [...values, password, keys.secretKey, keys.jwtSecret]
    .flatMap((value) => [value, ...value.split(/\r?\n|\\n/)])
    .filter((value) => value.length >= SHORTEST_SECRET)
    .sort((a, b) => b.length - a.length);
  return (text) => secrets.reduce((rest, secret) => rest.replaceAll(secret, '***'), text);
}
