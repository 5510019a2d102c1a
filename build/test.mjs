/**
 * `npm test`: every check, from a fresh clone. On its own data and ports, so that it can run beside `npm start`.
 * `npm test -- --only unit,lint` runs some of them.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { findChromium } from './lib/chromium.mjs';
import { endOnSignals, run } from './lib/children.mjs';
import { bold, dim, duration, green, red, Refusal, say } from './lib/console.mjs';
import { prepare, REPOSITORY } from './lib/prepare.mjs';

const MINUTE = 60_000;
const bin = (file) => path.join(REPOSITORY, 'node_modules', file);
const node = (...args) => ({ args, env: {} });

/** Each step: what it proves, what it runs, how long it may take. Those that use one core (`alone: false`) run side by side with their neighbours of that kind. */
const STEPS = [
  {
    name: 'types',
    title: 'Types',
    alone: false,
    minutes: 5,
    job: () => node(bin('typescript/bin/tsc'), '-p', 'tsconfig.json'),
  },
  {
    name: 'lint',
    title: 'Lint',
    alone: false,
    minutes: 8,
    job: () => node(bin('eslint/bin/eslint.js'), '.'),
  },
  {
    name: 'format',
    title: 'Format',
    alone: false,
    minutes: 5,
    job: () => node(bin('prettier/bin/prettier.cjs'), '--check', '.', '--log-level', 'warn'),
  },
  {
    name: 'unit',
    title: 'Rules and components (Jest)',
    minutes: 6,
    job: () => node(bin('jest/bin/jest.js'), '--selectProjects', 'unit'),
  },
  {
    name: 'database',
    title: 'Database (Jest, real PostgreSQL)',
    minutes: 20,
    job: () => node(bin('jest/bin/jest.js'), '--selectProjects', 'database'),
  },
  { name: 'build', title: 'Build', minutes: 8, job: null },
  {
    name: 'budgets',
    title: 'Weight of the builds',
    minutes: 2,
    needs: 'build',
    job: () => node(bin('tsx/dist/cli.mjs'), 'build/budgets.ts'),
  },
  {
    name: 'browser',
    title: 'Browser (Playwright, built product)',
    minutes: 40,
    needs: 'build',
    job: browser,
  },
];

async function browser() {
  const PAPERPLANE_CHROMIUM = await findChromium();
  say(dim(`  with ${PAPERPLANE_CHROMIUM}`));
  return {
    args: [bin('playwright/cli.js'), 'test', '-c', 'e2e/playwright.config.ts'],
    env: { PAPERPLANE_CHROMIUM },
  };
}

/** @returns {Promise<string>} what went wrong, or an empty string */
async function perform({ job, minutes, alone = true }) {
  if (!job) {
    await prepare('npm test');
    return '';
  }
  const { args, env } = await job();
  const { code, output, timedOut } = await run(process.execPath, args, {
    cwd: REPOSITORY,
    env,
    timeout: minutes * MINUTE,
    quiet: !alone,
  });
  if (output) say(output);
  if (timedOut) return `took more than ${minutes} minutes`;
  return code === 0 ? '' : `failed (exit code ${code}); its messages are above`;
}

/** @param {string | undefined} only comma-separated names of steps */
function chosenSteps(only) {
  if (!only) return STEPS;
  const names = only.split(',');
  const unknown = names.filter((name) => STEPS.every((step) => step.name !== name));
  if (unknown.length > 0) {
    throw new Refusal(
      `There is no step "${unknown.join(', ')}". Steps: ${STEPS.map(({ name }) => name).join(', ')}`,
    );
  }
  const needed = STEPS.filter(({ name }) => names.includes(name)).map(({ needs }) => needs);
  return STEPS.filter(({ name }) => names.includes(name) || needed.includes(name));
}

/** Steps that run at the same time: neighbours that leave a core to each other, any other by itself. */
function batches(steps) {
  return steps.reduce((all, step) => {
    const last = all.at(-1);
    if (step.alone === false && last?.[0].alone === false) last.push(step);
    else all.push([step]);
    return all;
  }, []);
}

async function main() {
  const { values } = parseArgs({ options: { only: { type: 'string' } } });
  const steps = chosenSteps(values.only);
  endOnSignals();
  const started = Date.now();
  await prepare('npm test', { build: false });
  /** @type {{ name: string, title: string, problem: string, time: number }[]} */
  const results = [];
  async function take(step) {
    const begin = Date.now();
    const missing = step.needs && results.find(({ name, problem }) => name === step.needs && problem);
    const problem = missing
      ? `not run, because the ${step.needs} failed`
      : await perform(step).catch((error) =>
          error instanceof Refusal ? error.message : String(error.stack),
        );
    results.push({ name: step.name, title: step.title, problem, time: Date.now() - begin });
    const verdict = problem ? red(problem) : dim(`passed in ${duration(Date.now() - begin)}`);
    say(step.alone === false ? `   ${step.title}: ${verdict}` : `   ${verdict}`);
  }
  for (const batch of batches(steps)) {
    say();
    say(bold(`── ${batch.map(({ title }) => title).join(', ')}`));
    await Promise.all(batch.map(take));
  }
  say();
  say(bold(`── Summary, ${duration(Date.now() - started)}`));
  for (const { title, problem, time } of results) {
    const verdict = problem ? red(`✘ ${title}: ${problem}`) : green(`✔ ${title}`);
    say(`   ${verdict} ${dim(duration(time))}`);
  }
  process.exit(results.some(({ problem }) => problem) ? 1 : 0);
}

main().catch((error) => {
  say(red(error instanceof Refusal ? error.message : String(error.stack ?? error)));
  process.exit(1);
});
