import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { DataFolderError } from './data-folder.js';

/** Everything random of one installation. */
export interface Secrets {
  installation: string;
  dbPassword: string;
  jwtSecret: string;
  publishableKey: string;
  secretKey: string;
}

const random = (bytes: number) => crypto.randomBytes(bytes).toString('hex');

function create(): Secrets {
  return {
    installation: random(8),
    dbPassword: random(24),
    jwtSecret: random(32),
    publishableKey: `sb_publishable_${random(16)}`,
    secretKey: `sb_secret_${random(24)}`,
  };
}

function readJson(file: string): Partial<Record<keyof Secrets, unknown>> | null {
  const text = fs.readFileSync(file, 'utf8');
  try {
    return JSON.parse(text) as Partial<Record<keyof Secrets, unknown>> | null;
  } catch {
    return null;
  }
}

function parse(file: string): Secrets {
  const known = readJson(file);
  const missing = Object.keys(create()).filter((name) => typeof known?.[name as keyof Secrets] !== 'string');
  if (missing.length > 0) {
    throw new DataFolderError(
      `${file} is damaged (${missing.join(', ')} cannot be read); put a copy of it back, or begin again with an empty folder.`,
    );
  }
  return known as Secrets;
}

/** Written aside and renamed: a kill in the middle must not leave half a file. */
function write(file: string, secrets: Secrets): void {
  const fresh = `${file}.new`;
  fs.rmSync(fresh, { force: true });
  fs.writeFileSync(fresh, JSON.stringify(secrets, null, 2), { mode: 0o600, flag: 'wx' });
  fs.renameSync(fresh, file);
}

const fileIn = (dataDir: string) => path.join(dataDir, 'secrets.json');

/** Whether there is an installation in `dataDir`. */
export const isInstalled = (dataDir: string): boolean => fs.existsSync(fileIn(dataDir));

/** Begins an installation with some secrets of another one, the others made anew. */
export function inheritSecrets(dataDir: string, kept: Pick<Secrets, 'dbPassword' | 'publishableKey'>): void {
  const { dbPassword, publishableKey } = kept;
  write(fileIn(dataDir), { ...create(), dbPassword, publishableKey });
}

/**
 * The secrets of the installation in `dataDir`, created at the first start in a file only its owner
 * can read. SUPABASE_PUBLISHABLE_KEY, SUPABASE_SECRET_KEY and SUPABASE_JWT_SECRET win over the file
 * and are never written to it.
 */
export function loadSecrets(dataDir: string, env: NodeJS.ProcessEnv): Secrets {
  const file = fileIn(dataDir);
  if (!isInstalled(dataDir)) write(file, create());
  fs.chmodSync(file, 0o600);
  const stored = parse(file);
  return {
    ...stored,
    publishableKey: env.SUPABASE_PUBLISHABLE_KEY || stored.publishableKey,
    secretKey: env.SUPABASE_SECRET_KEY || stored.secretKey,
    jwtSecret: env.SUPABASE_JWT_SECRET || stored.jwtSecret,
  };
}
