/**
 * `npm test`: every check, from a fresh clone. On its own data and ports, so that it can run beside `npm start`.
 * `npm test -- --only unit,lint` runs some of them; `--changed` what the changes in this checkout can reach, `--changed --since main` those
 * since a commit; `--force` also what nothing has changed for since it passed, as in CI. `--keep` writes what it cost into
 * `build/test/minutes.json`, to be kept with the commit.
 */
import { parseArgs } from 'node:util';
import { endOnSignals } from './lib/children.mjs';
import { bold, dim, duration, green, red, Refusal, say } from './lib/console.mjs';
import { prepare } from './lib/prepare.mjs';
import { told } from './test/minutes.mjs';
import { perform } from './test/perform.mjs';
import { forget, readResults, slowest, tally } from './test/results.mjs';
import { STEPS } from './test/steps.mjs';

/** @typedef {import('./test/steps.mjs').Step} Step */
/** @typedef {import('./test/perform.mjs').Outcome & { step: Step, time: number }} Result */

/** @param {Step[]} steps @param {string | undefined} only comma-separated names of steps @returns {Step[]} with those that they need */
function chosen(steps, only) {
  if (!only) return steps;
  const names = only.split(',');
  const unknown = names.filter((name) => STEPS.every((step) => step.name !== name));
  if (unknown.length > 0) {
    throw new Refusal(
      `There is no step "${unknown.join(', ')}". Steps: ${STEPS.map(({ name }) => name).join(', ')}`,
    );
  }
  const needed = steps.filter(({ name }) => names.includes(name)).flatMap(({ needs }) => needs ?? []);
  return steps.filter(({ name }) => names.includes(name) || needed.includes(name));
}

/** Takes both lanes side by side, each from its first step to its last. @param {Step[]} steps @returns {Promise<Result[]>} */
async function takeAll(steps, { force }) {
  const ended = new Map();
  const ends = new Map(steps.map(({ name }) => [name, new Promise((resolve) => ended.set(name, resolve))]));
  const results = [];

  async function take(step) {
    const needed = await Promise.all((step.needs ?? []).map((name) => ends.get(name)));
    const missing = needed.find((result) => result?.problem);
    const started = Date.now();
    if (step.lane === 'wide') say(`\n${bold(`── ${step.title}`)}`);
    if (step.results) forget(step.results);
    const outcome = missing
      ? { problem: `not run, because of “${missing.step.title}”` }
      : await perform(step, { force }).catch((error) => ({
          problem: error instanceof Refusal ? error.message : String(error.stack),
        }));
    const result = { ...outcome, step, time: Date.now() - started };
    results.push(result);
    say(`   ${step.title}: ${verdict(result)}`);
    ended.get(step.name)(result);
  }

  async function lane(name) {
    for (const step of steps.filter((each) => each.lane === name)) await take(step);
  }
  await Promise.all([lane('narrow'), lane('wide')]);
  return steps.map((step) => results.find((result) => result.step === step));
}

/** @param {Result} result */
function verdict({ problem, since, time }) {
  if (problem) return red(problem);
  return dim(
    since
      ? `unchanged since ${since.toISOString().slice(0, 16).replace('T', ' ')} UTC, when it passed (--force runs it)`
      : `passed in ${duration(time)}`,
  );
}

/** @param {Result[]} results @param {number} started @param {boolean} keep whether what it cost is kept with the commit */
function summarize(results, started, keep) {
  const tests = results.map(({ step }) => step.results && readResults(step.results)).filter(Boolean);
  if (tests.length > 0) {
    say(`\n${bold('── The slowest files')}`);
    for (const { file, seconds } of slowest(tests, 10))
      say(`   ${seconds.toFixed(1).padStart(6)} s  ${file}`);
  }
  say(`\n${bold(`── Summary, ${duration(Date.now() - started)}`)}`);
  for (const result of results) {
    const mark = result.problem ? red('✘') : green('✔');
    say(`   ${mark} ${result.step.title}: ${verdict(result)}`);
  }
  say(`\n${bold('── What it cost')}`);
  for (const line of told(results, keep)) say(dim(`   ${line}`));
  const again = tests.flatMap(({ secondTries = [] }) => secondTries);
  if (again.length > 0) say(`\n${bold('── Passed when tried again: each is a defect')}`);
  for (const test of again) say(`   ${test}`);
  say(`\n${tally(tests)}`);
}

async function main() {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      changed: { type: 'boolean', default: false },
      since: { type: 'string' },
      keep: { type: 'boolean', default: false },
      force: { type: 'boolean', default: Boolean(process.env.CI) },
    },
  });
  endOnSignals();
  const started = Date.now();
  await prepare('npm test', { build: false });
  const all = values.changed ? await (await import('./test/changed.mjs')).changedSteps(values.since) : STEPS;
  const results = await takeAll(chosen(all, values.only), values);
  summarize(results, started, values.keep);
  process.exit(results.some(({ problem }) => problem) ? 1 : 0);
}

main().catch((error) => {
  say(red(error instanceof Refusal ? error.message : String(error.stack ?? error)));
  process.exit(1);
});
