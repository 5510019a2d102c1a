import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { Log } from '../log.js';
import { SHARED_BASE, type Binaries } from './binaries.js';
import { isReachable, type RunAs } from './run-as.js';

/** The environment of PostgreSQL: ours, but for what would change sorting, times or connections. */
export function postgresEnv(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^PG[A-Z]/.test(name));
  return { ...Object.fromEntries(own), LC_ALL: 'C', TZ: 'UTC' };
}

const exists = (cluster: string) => fs.existsSync(path.join(cluster, 'PG_VERSION'));

/**
 * Where the cluster of an installation lives: in its data directory, or, when root owns a private one that
 * PostgreSQL's user cannot enter, in a shared place under the installation's random name. Once made it stays there,
 * also when the clone moves. Throws when it exists where PostgreSQL cannot reach it.
 */
export function clusterDir(dataDir: string, installation: string, user: RunAs): string {
  const own = path.join(dataDir, 'postgres');
  const away = path.join(SHARED_BASE, installation, 'postgres');
  if (exists(away)) return away;
  if (!user || isReachable(own, user)) return own;
  if (exists(own)) {
    throw new Error(
      `User ${user.uid}, who runs PostgreSQL for root, cannot enter ${own}. Allow passing through its folders.`,
    );
  }
  fs.mkdirSync(path.dirname(away), { recursive: true, mode: 0o755 });
  return away;
}

function run(program: string, args: string[], user: RunAs): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...user,
      env: postgresEnv(),
      cwd: '/',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const collect = (data: Buffer) => (output = (output + data.toString()).slice(-4000));
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`${path.basename(program)} failed:\n${output}`)),
    );
  });
}

/** Removes what this start and those that were killed before have left unfinished. */
function sweep(pgData: string): void {
  for (const name of fs.readdirSync(path.dirname(pgData))) {
    if (!name.startsWith(`${path.basename(pgData)}.new`)) continue;
    fs.rmSync(path.join(path.dirname(pgData), name), { recursive: true, force: true, maxRetries: 3 });
  }
}

/**
 * Creates the cluster when there is none. Made aside and renamed, so that a kill leaves none rather than half a one;
 * under a name of its own each time, for the `initdb` of a start that was killed goes on writing for a while.
 */
export async function ensureCluster(
  pgData: string,
  password: string,
  binaries: Binaries,
  user: RunAs,
  log: Log,
): Promise<void> {
  if (exists(pgData)) return;
  log('Creating a new PostgreSQL cluster');
  fs.mkdirSync(path.dirname(pgData), { recursive: true });
  const aside = fs.mkdtempSync(`${pgData}.new-`);
  const passwordFile = `${pgData}.password`;
  fs.rmSync(passwordFile, { force: true });
  fs.writeFileSync(passwordFile, password, { mode: 0o600, flag: 'wx' });
  if (user) {
    fs.chownSync(aside, user.uid, user.gid);
    fs.chownSync(passwordFile, user.uid, user.gid);
  }
  const locale = ['--encoding=UTF8', '--locale-provider=icu', '--icu-locale=en-US', '--locale=C'];
  const login = ['--username=supabase_admin', `--pwfile=${passwordFile}`, '--auth=scram-sha-256'];
  try {
    await run(binaries.initdb, ['-D', aside, ...login, ...locale], user);
    fs.renameSync(aside, pgData);
  } finally {
    fs.rmSync(passwordFile, { force: true });
    sweep(pgData);
  }
}
