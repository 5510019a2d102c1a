/** The steps of `npm test`: what each proves, what it runs, how long it may take. */
import path from 'node:path';
import { findChromium } from '../lib/chromium.mjs';
import { dim, say } from '../lib/console.mjs';
import { prepare, REPOSITORY } from '../lib/prepare.mjs';
import { resultsOf } from './results.mjs';

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {string} title
 * @property {'wide' | 'narrow'} lane wide: uses every core and shows its output; narrow: one core beside it, and silent until it ends
 * @property {number} minutes it is ended after
 * @property {string[]} [needs] steps that have to pass before
 * @property {string} [results] what the results of its tests are called; nothing for a step without tests
 * @property {boolean} [cached] its result stands as long as no file it reads changes (`project.json`)
 * @property {() => Promise<Job | undefined>} job what it runs; nothing for a step that has done its work by then
 * @typedef {{ args: string[], env?: Record<string, string> }} Job arguments of Node
 */

const MODULES = path.join(REPOSITORY, 'node_modules');
export const tools = {
  oxlint: path.join(MODULES, 'oxlint/bin/oxlint'),
  oxfmt: path.join(MODULES, 'oxfmt/bin/oxfmt'),
  jest: path.join(MODULES, 'jest/bin/jest.js'),
  tsx: path.join(MODULES, 'tsx/dist/cli.mjs'),
  playwright: path.join(MODULES, 'playwright/cli.js'),
};

/** @param {string} project @param {string} results what its results are called @param {string[]} more @returns {Job} Jest on one project */
export const jest = (project, results, more = []) => ({
  args: [tools.jest, '--selectProjects', project, '--json', `--outputFile=${resultsOf(results)}`, ...more],
});

/** @param {string[]} tests @returns {string[]} arguments of Jest, which leave these out */
const leftOut = (tests) =>
  tests.length > 0 ? ['--testPathIgnorePatterns', '/node_modules/', ...tests.map((file) => `/${file}$`)] : [];

/**
 * @param {string} results what its results are called @param {string[]} more @param {string[]} [left] files that it leaves out
 * @returns {Promise<Job>} Playwright on the built product, with a browser that is here or brought here
 */
export async function playwright(results, more = [], left = []) {
  const PAPERPLANE_CHROMIUM = await findChromium();
  say(dim(`  with ${PAPERPLANE_CHROMIUM}`));
  return {
    args: [tools.playwright, 'test', '-c', 'e2e/playwright.config.ts', ...more],
    env: { PAPERPLANE_CHROMIUM, PAPERPLANE_RESULTS: resultsOf(results), PAPERPLANE_LEFT_OUT: left.join(' ') },
  };
}

/** @type {Step[]} in each lane in this order */
export const STEPS = [
  {
    name: 'build',
    title: 'Build',
    lane: 'narrow',
    minutes: 15,
    job: async () => void (await prepare('npm test')),
  },
  {
    name: 'chromium',
    title: 'A browser to test with',
    lane: 'narrow',
    minutes: 15,
    job: async () => void (await findChromium()),
  },
  {
    name: 'lint',
    title: 'Lint and types',
    lane: 'narrow',
    minutes: 10,
    cached: true,
    job: async () => ({ args: [tools.oxlint] }),
  },
  {
    name: 'format',
    title: 'Format',
    lane: 'narrow',
    minutes: 10,
    cached: true,
    job: async () => ({ args: [tools.oxfmt, '--check'] }),
  },
  {
    name: 'budgets',
    title: 'Weight of the builds',
    lane: 'narrow',
    minutes: 5,
    needs: ['build'],
    job: async () => ({ args: [tools.tsx, 'build/budgets.ts'] }),
  },
  {
    name: 'database',
    results: 'database',
    title: 'Database (Jest, real PostgreSQL)',
    lane: 'wide',
    minutes: 45,
    cached: true,
    job: async () => {
      // What it imports is there only when everything is installed.
      const { notDue } = await import('./heavy.mjs');
      return jest('database', 'database', leftOut(await notDue('database')));
    },
  },
  {
    name: 'unit',
    results: 'unit',
    title: 'Rules and components (Jest)',
    lane: 'wide',
    minutes: 10,
    cached: true,
    job: async () => jest('unit', 'unit'),
  },
  {
    name: 'browser',
    results: 'browser',
    title: 'Browser (Playwright, built product)',
    lane: 'wide',
    minutes: 60,
    cached: true,
    needs: ['build', 'chromium'],
    job: async () => {
      const { notDue } = await import('./heavy.mjs');
      return playwright('browser', [], await notDue('browser'));
    },
  },
];
