/** `npm test -- --changed`: what a change can reach, by imports and by the names of the database, in about two minutes. */
import fs from 'node:fs';
import path from 'node:path';
import { dim, Refusal, say } from '../lib/console.mjs';
import { filesOf, git, lines } from '../lib/git.mjs';
import { REPOSITORY } from '../lib/prepare.mjs';
import { distancesOf, fitting, importing } from './reaching.mjs';
import { touched } from './schema-graph.mjs';
import { jest, playwright, STEPS } from './steps.mjs';

/** Seconds of database tests, on all workers together: what fits beside the rest of two minutes. */
const DATABASE_SECONDS = 100;

/** Apart from those of a whole run, which tell how long each file takes. */
const resultsName = (step) => `changed-${step}`;

const read = (file) => fs.readFileSync(path.join(REPOSITORY, file), 'utf8');
const exists = (file) => fs.existsSync(path.join(REPOSITORY, file));

/** @param {string | undefined} since a commit or branch @returns {string} the commit that everything is compared with */
function baseOf(since) {
  try {
    return since ? git('merge-base', 'HEAD', since) : git('rev-parse', 'HEAD');
  } catch {
    throw new Refusal(`There is no commit "${since}" that this one comes from.`);
  }
}

function textAt(base, file) {
  try {
    return git('show', `${base}:${file}`);
  } catch {
    return '';
  }
}

/** @returns {Promise<string[]>} the nearest database tests that fit into the time; says how many do not */
async function databaseTests(changed, base) {
  const subjects = changed
    .filter((file) => file.startsWith('supabase/schemas/'))
    .flatMap((file) => [...touched(textAt(base, file), exists(file) ? read(file) : '')]);
  const distances = subjects.length > 0 ? distancesOf(new Set(subjects)) : new Map();
  for (const file of await importing('database', changed.filter(exists))) distances.set(file, 0);
  const tests = fitting(distances, DATABASE_SECONDS);
  const rest = distances.size - tests.length;
  if (rest > 0)
    say(dim(`   ${rest} of ${distances.size} database tests that it reaches are left to the whole check`));
  return tests;
}

/**
 * @param {string | undefined} since a commit or branch; without, the last commit
 * @returns {Promise<import('./steps.mjs').Step[]>} the steps that have something to do for what has changed since
 */
export async function changedSteps(since) {
  const base = baseOf(since);
  const changed = [
    ...new Set([
      ...lines(git('diff', '--name-only', base)),
      ...lines(git('ls-files', '--others', '--exclude-standard')),
    ]),
  ];
  if (changed.length === 0) throw new Refusal('Nothing has changed. A commit to compare with: --since main');
  say(dim(`   ${changed.length} changed files`));
  const present = changed.filter(exists);
  const code = present.filter((file) => /\.(?:[cm]?js|m?ts|tsx)$/.test(file));
  const unit = [
    ...new Set([
      ...(await importing('unit', present)),
      // Its pointers and tables are read by no import.
      ...filesOf('build/docs/*.test.ts').map(({ file }) => file),
    ]),
  ];
  const database = await databaseTests(changed, base);
  const browser = changed.some((file) => file.startsWith('e2e/'));
  const jobOf = (wanted) => STEPS.find(({ name }) => name === wanted).job;
  const jobs = {
    build: browser && jobOf('build'),
    chromium: browser && jobOf('chromium'),
    lint: code.length > 0 && jobOf('lint'),
    format: present.length > 0 && jobOf('format'),
    unit: async () => jest('unit', resultsName('unit'), ['--runTestsByPath', ...unit]),
    database:
      database.length > 0 &&
      (async () => jest('database', resultsName('database'), ['--runTestsByPath', ...database])),
    browser:
      browser &&
      (() => playwright(resultsName('browser'), [`--only-changed=${base}`, '--pass-with-no-tests'])),
  };
  return STEPS.filter(({ name }) => jobs[name]).map((step) => ({
    ...step,
    cached: false,
    results: step.results && resultsName(step.results),
    job: jobs[step.name],
  }));
}
