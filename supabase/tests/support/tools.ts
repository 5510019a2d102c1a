import { execFile } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { findDeno } from '../../local/src/index';
import { ROOT } from './backend-process';

/**
 * Programs that hosted Supabase is met with, which these tests alone run. They are installed by the first test that wants one, into the
 * folder for what can be made again: as packages of the repository, the 280 MB would come with everybody's first `npm start`.
 */
const HOME = path.join(ROOT, 'node_modules', '.cache', 'paperplane', 'tools');

/** The Supabase CLI that docs/operate.md names. */
export const CLI_VERSION = '3.1.0';
/** The Deno that hosted's function runtime is made of, as far as its sources tell: its releases of 2026 may have a newer one. */
const OLDEST_DENO = '2.1.4';

/** The folder with a package of exactly this version. Complete or absent: it is installed aside and renamed. */
async function installed(name: string, version: string): Promise<string> {
  const home = path.join(HOME, `${name}-${version}`);
  if (fs.existsSync(home)) return home;
  fs.mkdirSync(HOME, { recursive: true });
  const aside = fs.mkdtempSync(path.join(HOME, '.install-'));
  try {
    fs.writeFileSync(path.join(aside, 'package.json'), '{ "private": true }');
    const npm = process.env['npm_execpath'];
    const [program, first] = npm?.endsWith('npm-cli.js') ? [process.execPath, [npm]] : ['npm', []];
    const wanted = ['install', '--ignore-scripts', '--no-audit', '--no-fund', `${name}@${version}`];
    await promisify(execFile)(program, [...first, ...wanted], { cwd: aside, timeout: 240_000 });
    fs.renameSync(aside, home);
  } catch (error) {
    fs.rmSync(aside, { recursive: true, force: true });
    // Another test was faster.
    if (!fs.existsSync(home)) throw new Error(`npm cannot install ${name} ${version}`, { cause: error });
  }
  return home;
}

const systemOf = (libc: string) =>
  process.platform === 'linux' ? `linux-${process.arch}${libc}` : `${process.platform}-${process.arch}`;
const suffix = process.platform === 'win32' ? '.exe' : '';

/** The Supabase CLI. @returns its file */
export async function supabaseCli(): Promise<string> {
  const home = await installed('supabase', CLI_VERSION);
  return path.join(home, 'node_modules/@supabase', `cli-${systemOf('')}`, 'bin', `supabase${suffix}`);
}

async function oldestDeno(): Promise<string> {
  const home = await installed('deno', OLDEST_DENO);
  const from = createRequire(path.join(home, 'node_modules/deno/package.json'));
  return path.join(path.dirname(from.resolve(`@deno/${systemOf('-glibc')}/package.json`)), `deno${suffix}`);
}

async function newestDeno(): Promise<string> {
  const found = await findDeno(undefined);
  if ('missing' in found) throw new Error(found.missing);
  return found.file;
}

/** The oldest Deno that hosted may run functions with, and the newest, which the embedded backend has. */
export const DENOS = [
  ['the oldest Deno', oldestDeno],
  ['the newest Deno', newestDeno],
] as const;
