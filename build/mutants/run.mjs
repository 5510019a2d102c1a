/**
 * `npm run test:soak mutants`: puts small faults into rules, functions, policies and screens, one at a time, and runs the tests that reach
 * them; the whole browser suite where no component's test notices a screen's. A fault that no test notices is a proof that is missing, or no
 * fault at all: somebody has to look. PAPERPLANE_SEED=7 repeats a sample, PAPERPLANE_MUTANTS=20 draws another number than 80.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { run } from '../lib/children.mjs';
import { bold, dim, duration, green, red, Refusal, say } from '../lib/console.mjs';
import { git } from '../lib/git.mjs';
import { prepare, REPOSITORY } from '../lib/prepare.mjs';
import { distancesOf, fitting, importing, nearest } from '../test/reaching.mjs';
import { playwright, tools } from '../test/steps.mjs';
import { sample } from './sample.mjs';

/** Seconds of tests for one fault: what is not noticed by then is not noticed near it. */
const SECONDS = 120;
/** What PostgreSQL says of SQL that is none; such a fault is no mutant. */
const NO_SQL = 'The mutant is no SQL';

const SEQUENCER = path.join(REPOSITORY, 'build/jest/in-given-order.mjs');

/**
 * @typedef {{ name: 'noticed' | 'alive' | 'unsure' | 'no SQL', by: string }} Verdict
 * @param {'unit' | 'database'} project @param {string[]} files the nearest first @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<Verdict>} what the first test says that fails, and fails again
 */
async function verdictOf(project, files, env = {}) {
  const options = ['--selectProjects', project, '--bail', '--testSequencer', SEQUENCER];
  const jest = (tests) =>
    run(process.execPath, [tools.jest, ...options, '--runTestsByPath', ...tests], {
      cwd: REPOSITORY,
      env,
      quiet: true,
      timeout: 2 * SECONDS * 1000,
    });
  if (files.length === 0) return { name: 'alive', by: 'no test reaches it' };
  const { code, output, timedOut } = await jest(files);
  if (output.includes(NO_SQL)) return { name: 'no SQL', by: output.match(`${NO_SQL}.*`)[0] };
  if (timedOut) return { name: 'unsure', by: `no time for all of ${files.length} files` };
  if (code === 0) return { name: 'alive', by: `${files.length} files` };
  const failed = files.filter((file) => output.includes(`FAIL ${project} ${file}`));
  if (failed.length === 0) return { name: 'unsure', by: `Jest: ${output.trim().split('\n').at(-1)}` };
  const by = (/● (?!Console|Test suite).*/.exec(output) ?? failed)[0];
  // A busy machine fails tests, too.
  return { name: (await jest(failed)).code === 0 ? 'unsure' : 'noticed', by };
}

/** With the fault in the place of what is right. @param {() => Promise<Verdict>} judge @returns {Promise<Verdict>} */
async function withFile({ file, text }, judge) {
  const whole = path.join(REPOSITORY, file);
  const right = fs.readFileSync(whole, 'utf8');
  const restore = () => fs.writeFileSync(whole, right);
  process.once('exit', restore);
  try {
    fs.writeFileSync(whole, text);
    return await judge();
  } finally {
    process.off('exit', restore);
    restore();
  }
}

const inJest = async (file) => verdictOf('unit', nearest(await importing('unit', [file]), file));

/** The built product with the fault, until the first journey that fails twice. @returns {Promise<Verdict>} */
async function inBrowser() {
  await prepare('npm run test:soak');
  const { args, env } = await playwright('mutant', ['--max-failures', '1']);
  const { code, output } = await run(process.execPath, args, { cwd: REPOSITORY, env, quiet: true });
  return code === 0
    ? { name: 'alive', by: 'the whole browser suite' }
    : { name: 'noticed', by: /^ +1\) (.*)$/m.exec(output)?.[1] ?? output.trim().split('\n').at(-1) };
}

const rule = (mutant) => withFile(mutant, () => inJest(mutant.file));

const screen = (mutant) =>
  withFile(mutant, async () => {
    const verdict = await inJest(mutant.file);
    return verdict.name === 'noticed' ? verdict : inBrowser();
  });

/** The function or policy is replaced in the databases of the tests, once they are up. */
async function statement({ subject, text }) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'paperplane-mutant-'));
  const file = path.join(folder, 'mutant.sql');
  fs.writeFileSync(file, text);
  try {
    const tests = fitting(distancesOf(new Set([subject])), SECONDS);
    return await verdictOf('database', tests, { PAPERPLANE_MUTANT: file });
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

const JUDGES = { rule, screen, function: statement, policy: statement };
const COLORS = { noticed: green, alive: red, unsure: red, 'no SQL': dim };

/** Says of each fault whether a test noticed it, and which. Those alive are no failure of this command: some are no faults. */
export async function mutants() {
  if (git('status', '--porcelain'))
    throw new Refusal('Commit first: faults are put into the files of this checkout.');
  const seed = Number(process.env.PAPERPLANE_SEED ?? 1);
  const count = Number(process.env.PAPERPLANE_MUTANTS ?? 80);
  const counts = new Map(Object.keys(COLORS).map((name) => [name, 0]));
  for (const mutant of sample({ seed, count })) {
    const started = Date.now();
    const { name, by } = await JUDGES[mutant.kind](mutant);
    const { kind, place, from, to } = mutant;
    say(`${COLORS[name](name)}  ${kind} ${place}: "${from.trim()}" becomes "${to.trim()}"`);
    say(dim(`   ${by} (${duration(Date.now() - started)})`));
    counts.set(name, counts.get(name) + 1);
  }
  say(bold(`${[...counts].map(([name, of]) => `${of} ${name}`).join(', ')}, seed ${seed}`));
}
