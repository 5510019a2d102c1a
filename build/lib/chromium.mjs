/** A browser for the tests: one that is here, else Playwright's own, else the system's package when we may install it. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { run } from './children.mjs';
import { dim, Refusal, say, stillBusy } from './console.mjs';
import { REPOSITORY } from './prepare.mjs';

/** The shell without a window first: it loads a page in half of the time of the whole browser. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
];
const FIXED = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

/** True for a browser that really runs here; a downloaded one may lack libraries of the system. */
function works(file) {
  if (!fs.existsSync(file)) return false;
  // On Windows `--version` opens a window instead.
  if (process.platform === 'win32') return true;
  return spawnSync(file, ['--version'], { timeout: 20_000 }).status === 0;
}

function installed() {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const files = folders.flatMap((folder) => NAMES.map((name) => path.join(folder, name)));
  return [...files, ...FIXED].find(works);
}

/** Playwright's own browser, where it has been downloaded. */
function downloaded() {
  const require = createRequire(path.join(REPOSITORY, 'e2e/package.json'));
  const file = require('@playwright/test').chromium.executablePath();
  return file && works(file) ? file : undefined;
}

async function download() {
  say('No Chromium found: downloading the one Playwright brings');
  const done = stillBusy('still downloading');
  const cli = path.join(REPOSITORY, 'node_modules/playwright/cli.js');
  const { code, output } = await run(process.execPath, [cli, 'install', 'chromium'], {
    cwd: REPOSITORY,
    timeout: 300_000,
    quiet: true,
  });
  done();
  if (code !== 0) say(dim(`  it cannot be downloaded here: ${output.trim().split('\n').at(-1)}`));
}

async function installPackage() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return;
  say('Installing the Chromium of this system');
  const done = stillBusy('still installing');
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update'], { quiet: true, timeout: 300_000, env });
  const install = (name) =>
    run('apt-get', ['install', '-y', '--no-install-recommends', name], {
      quiet: true,
      timeout: 600_000,
      env,
    });
  const shell = await install('chromium-headless-shell');
  const { code, output } = shell.code === 0 ? shell : await install('chromium');
  done();
  if (code !== 0) say(output);
}

/** @returns {Promise<string>} path of a browser that runs @throws Refusal when there is none to be had */
export async function findChromium() {
  const wanted = process.env.PAPERPLANE_CHROMIUM;
  if (wanted) {
    if (works(wanted)) return wanted;
    throw new Refusal(`PAPERPLANE_CHROMIUM names ${wanted}, which does not run.`);
  }
  const here = downloaded() ?? installed();
  if (here) return here;
  await download();
  const fresh = downloaded();
  if (fresh) return fresh;
  await installPackage();
  const packaged = installed();
  if (packaged) return packaged;
  throw new Refusal(
    'The browser tests need Chromium: install it, or set PAPERPLANE_CHROMIUM to where it is.',
  );
}
