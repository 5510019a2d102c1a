/**
 * When a heavy suite is due: `heavy.json` keeps for each a hash of all that it read when it last passed as a whole. `npm test` runs those
 * whose hash differs, and of the others one test. `npm run test:heavy` runs all of them, or those that are named
 * (`npm run test:heavy leaks auth`), and it alone writes the file.
 */
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { endOnSignals, run } from '../lib/children.mjs';
import { dim, say } from '../lib/console.mjs';
import { git, lines } from '../lib/git.mjs';
import { prepare, REPOSITORY } from '../lib/prepare.mjs';
import { SUITES } from './heavy-suites.mjs';

const FUNCTIONS = 'supabase/functions';
const FILE = path.join(REPOSITORY, 'build/test/heavy.json');

/** @typedef {import('./heavy-suites.mjs').Suite} Suite */

/** Packages are read by their version, which the lock file holds. */
const packages = {
  name: 'packages',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^[^.]/ }, ({ path: name, kind }) =>
      kind === 'entry-point' || name.startsWith('@paperplane/') ? null : { path: name, external: true },
    ),
};

/** @param {string[]} files @returns {Promise<string[]>} these, and what they import of the repository, directly or not */
async function withImports(files) {
  const { metafile } = await build({
    absWorkingDir: REPOSITORY,
    entryPoints: files,
    outdir: 'nowhere',
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    logLevel: 'error',
    loader: { '.css': 'empty' },
    plugins: [packages],
  });
  return Object.keys(metafile.inputs);
}

/** @param {Suite} suite @returns {string[]} */
export const testsOf = ({ always, others }) => [always, ...others];

/** @param {Suite} suite @returns {Promise<string[]>} every file that it reads, by its path in the repository */
export async function readBy(suite) {
  const there = lines(git('ls-files', '--cached', '--others', '--exclude-standard', ...suite.reads)).filter(
    (file) => fs.existsSync(path.join(REPOSITORY, file)),
  );
  // Of what functions take from the app, which is in no commit, Git knows nothing.
  const made = suite.reads.includes(FUNCTIONS)
    ? lines(git('ls-files', '--others', '--ignored', '--exclude-standard', `${FUNCTIONS}/*/made/*.js`))
    : [];
  return [...new Set([...(await withImports(testsOf(suite))), ...there, ...made])].sort();
}

/** @param {Suite} suite @returns {Promise<string>} another one with any change of a file that it reads */
async function hashOf(suite) {
  const hash = crypto.createHash('sha256');
  for (const file of await readBy(suite))
    hash.update(`${file}\0`).update(fs.readFileSync(path.join(REPOSITORY, file)));
  return hash.digest('hex').slice(0, 16);
}

/** @returns {Promise<Record<string, string>>} of each suite by its name */
async function hashes() {
  const each = Object.entries(SUITES).map(async ([name, suite]) => [name, await hashOf(suite)]);
  return Object.fromEntries(await Promise.all(each));
}

/** @returns {Record<string, string>} */
const passed = () => (fs.existsSync(FILE) ? JSON.parse(fs.readFileSync(FILE, 'utf8')) : {});

/** @returns {Promise<string[]>} tests that need not run, as nothing that their suite reads has changed; says which suites those are */
export async function notDue() {
  const [now, before] = [await hashes(), passed()];
  const names = Object.keys(SUITES).filter((name) => now[name] === before[name]);
  if (names.length > 0)
    say(dim(`   not due, but for one test of each: ${names.join(', ')} (npm run test:heavy)`));
  return names.flatMap((name) => SUITES[name].others);
}

/** Runs heavy suites, and keeps what those have read that pass. @param {string[]} names of suites @returns {Promise<number>} the exit code */
async function runSuites(names) {
  const { jest } = await import('./steps.mjs');
  const { forget, readResults } = await import('./results.mjs');
  const before = await hashes();
  const files = names.flatMap((name) => testsOf(SUITES[name]));
  forget('heavy');
  const { args } = jest('database', 'heavy', ['--runTestsByPath', ...files]);
  const { code } = await run(process.execPath, args, { cwd: REPOSITORY });
  const failed = new Set(readResults('heavy')?.failedFiles ?? files);
  const good = names.filter((name) => !testsOf(SUITES[name]).some((file) => failed.has(file)));
  const kept = { ...passed(), ...Object.fromEntries(good.map((name) => [name, before[name]])) };
  fs.writeFileSync(FILE, `${JSON.stringify(kept, Object.keys(SUITES), 2)}\n`);
  const bad = names.filter((name) => !good.includes(name));
  say(bad.length > 0 ? `Not passed: ${bad.join(', ')}` : 'All passed.');
  return code;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  endOnSignals();
  const names = process.argv.slice(2);
  const unknown = names.filter((name) => !SUITES[name]);
  if (unknown.length > 0)
    throw new Error(`There is no heavy suite ${unknown.join(', ')}: ${Object.keys(SUITES).join(', ')}`);
  await prepare('npm run test:heavy', { build: false });
  process.exitCode = await runSuites(names.length > 0 ? names : Object.keys(SUITES));
}
