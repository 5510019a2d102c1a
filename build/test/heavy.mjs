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

/** @param {'database' | 'browser'} step @returns {Promise<Record<string, string>>} of each of its suites by its name */
async function hashes(step) {
  const names = Object.keys(SUITES).filter((name) => stepOf(name) === step);
  const each = names.map(async (name) => [name, await hashOf(SUITES[name])]);
  return Object.fromEntries(await Promise.all(each));
}

/** @returns {Record<string, string>} */
const passed = () => (fs.existsSync(FILE) ? JSON.parse(fs.readFileSync(FILE, 'utf8')) : {});

/** @param {string} name of a suite @returns {'database' | 'browser'} */
const stepOf = (name) => SUITES[name].step ?? 'database';

/**
 * @param {'database' | 'browser'} step
 * @returns {Promise<string[]>} its tests that need not run, as nothing that their suite reads has changed; says which suites those are
 */
export async function notDue(step) {
  const [now, before] = [await hashes(step), passed()];
  const names = Object.keys(now).filter((name) => now[name] === before[name]);
  if (names.length > 0)
    say(dim(`   not due, but for one test of each: ${names.join(', ')} (npm run test:heavy)`));
  return names.flatMap((name) => SUITES[name].others);
}

/** @param {'database' | 'browser'} step @param {string[]} files its tests @returns {Promise<import('./steps.mjs').Job>} */
async function jobOf(step, files) {
  const { jest, playwright } = await import('./steps.mjs');
  return step === 'browser'
    ? playwright(
        'heavy',
        files.map((file) => path.relative('e2e', file)),
      )
    : jest('database', 'heavy', ['--runTestsByPath', ...files]);
}

/** Runs heavy suites of a step, and keeps what those have read that pass. @returns {Promise<string[]>} those that did not */
async function runSuites(step, names) {
  const { forget, readResults } = await import('./results.mjs');
  const before = await hashes(step);
  const files = names.flatMap((name) => testsOf(SUITES[name]));
  forget('heavy');
  const { args, env } = await jobOf(step, files);
  await run(process.execPath, args, { cwd: REPOSITORY, env });
  const failed = new Set(readResults('heavy')?.failedFiles ?? files);
  const good = names.filter((name) => !testsOf(SUITES[name]).some((file) => failed.has(file)));
  const kept = { ...passed(), ...Object.fromEntries(good.map((name) => [name, before[name]])) };
  fs.writeFileSync(FILE, `${JSON.stringify(kept, Object.keys(SUITES), 2)}\n`);
  return names.filter((name) => !good.includes(name));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  endOnSignals();
  const names = process.argv.slice(2);
  const unknown = names.filter((name) => !SUITES[name]);
  if (unknown.length > 0)
    throw new Error(`There is no heavy suite ${unknown.join(', ')}: ${Object.keys(SUITES).join(', ')}`);
  const wanted = names.length > 0 ? names : Object.keys(SUITES);
  const ofStep = (step) => wanted.filter((name) => stepOf(name) === step);
  await prepare('npm run test:heavy', { build: ofStep('browser').length > 0 });
  const bad = [];
  for (const step of ['database', 'browser'])
    if (ofStep(step).length > 0) bad.push(...(await runSuites(step, ofStep(step))));
  say(bad.length > 0 ? `Not passed: ${bad.join(', ')}` : 'All passed.');
  process.exitCode = bad.length > 0 ? 1 : 0;
}
