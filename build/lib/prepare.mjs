/** What both commands do first, with nothing but Node: the right version, the dependencies, the build. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bold, dim, duration, Refusal, say, stillBusy } from './console.mjs';
import { run } from './children.mjs';
import { withLock } from './lock.mjs';
import { workspaceFolders } from './workspace.mjs';

export const REPOSITORY = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const LOCK = path.join(REPOSITORY, '.paperplane/checkout.lock');
const STAMP = path.join(REPOSITORY, 'node_modules/.paperplane-installed');

/** @throws Refusal on a Node that is too old */
export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new Refusal(`Paperplane needs Node 20.19 or newer; this is ${process.versions.node}.`);
  }
}

/** Changes when the dependencies or the machine they were installed for change. */
function wantedInstallation() {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`);
  hash.update(fs.readFileSync(path.join(REPOSITORY, 'package-lock.json')));
  for (const folder of workspaceFolders(REPOSITORY)) {
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
      fs.readFileSync(path.join(REPOSITORY, folder, 'package.json'), 'utf8'),
    );
    hash.update(JSON.stringify([folder, dependencies, devDependencies, optionalDependencies]));
  }
  return hash.digest('hex');
}

async function install() {
  const wanted = wantedInstallation();
  const installed = fs.existsSync(STAMP) ? fs.readFileSync(STAMP, 'utf8') : '';
  if (installed === wanted) return;
  say(bold('Installing dependencies') + dim(' (the first time this takes a few minutes)'));
  const started = Date.now();
  const done = stillBusy('still installing');
  // `install`, not `ci`: optional binaries of other platforms may be missing in a mirror. No package needs its install script.
  const options = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  // The npm that runs us, where there is one: found without a shell on every system.
  const npm = process.env.npm_execpath;
  const { code } = npm?.endsWith('.js')
    ? await run(process.execPath, [npm, ...options], { cwd: REPOSITORY })
    : await run('npm', options, { cwd: REPOSITORY });
  done();
  if (code !== 0) throw new Refusal('npm install failed; its messages are above.');
  // What npm wrote into the lock file belongs to what is installed now.
  fs.writeFileSync(STAMP, wantedInstallation());
  say(dim(`  done in ${duration(Date.now() - started)}`));
}

/** @param {string[]} [folders] only these packages; all without */
async function build(folders = []) {
  const lerna = path.join(REPOSITORY, 'node_modules/lerna/dist/cli.js');
  const scopes = folders.flatMap((folder) => ['--scope', `@paperplane/${folder}`]);
  const { code, output } = await run(
    process.execPath,
    [lerna, 'run', 'build', '--concurrency', '2', ...scopes],
    {
      cwd: REPOSITORY,
      // A daemon would stay behind after we have ended.
      env: { NX_DAEMON: 'false', FORCE_COLOR: '0' },
      quiet: true,
    },
  );
  if (code === 0) return;
  say(output);
  throw new Refusal('The build failed; its messages are above.');
}

/** What Edge Functions take from the app: it is in no commit. */
async function makeForFunctions() {
  const { code } = await run(process.execPath, ['--import', 'tsx', 'supabase/made/cli.ts'], {
    cwd: REPOSITORY,
  });
  if (code !== 0) throw new Refusal('The copies of the app for functions failed; the messages are above.');
}

async function buildAll() {
  say(bold('Building what is stale'));
  const started = Date.now();
  await build();
  say(dim(`  done in ${duration(Date.now() - started)}`));
}

/**
 * Builds some packages; waits while another command installs or builds in this checkout.
 * @param {string} who the command, for those who wait
 * @param {string[]} folders
 */
export const buildOnly = (who, folders) => withLock(LOCK, who, () => build(folders));

/**
 * Installs what is missing and builds what is stale; waits while another command does so in this checkout.
 * @param {string} who the command, for those who wait
 * @param {{ build?: boolean }} [options]
 */
export async function prepare(who, { build: wanted = true } = {}) {
  checkNode();
  await withLock(
    LOCK,
    who,
    async () => {
      await install();
      await Promise.all([makeForFunctions(), wanted && buildAll()]);
    },
    (owner) => say(`Waiting for ${owner.what} (process ${owner.pid}) to finish installing and building …`),
  );
}
