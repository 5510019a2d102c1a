/** What Jest and Playwright wrote down of a run: how many tests passed, and how long each file took. */
import fs from 'node:fs';
import path from 'node:path';
import { REPOSITORY } from '../lib/prepare.mjs';

const FOLDER = path.join(REPOSITORY, 'node_modules/.cache/paperplane/results');

/** @param {string} name of results @returns {string} the file they are in; kept until the step runs again */
export const resultsOf = (name) => path.join(FOLDER, `${name}.json`);

/** Forgets what a step said the last time, so that it cannot be taken for this one; makes the folder for what it says now. */
export function forget(name) {
  fs.mkdirSync(FOLDER, { recursive: true });
  fs.rmSync(resultsOf(name), { force: true });
}

/**
 * @typedef {{ file: string, seconds: number }} FileTime
 * @typedef {{ passed: number, failed: number, skipped: number, files: FileTime[], failedFiles?: string[], secondTries?: string[] }} Results
 * @typedef {{ step: import('./steps.mjs').Step, time: number, problem: string, since?: Date, cpu?: number }} Taken how a step ended; time in milliseconds, cpu in processor seconds
 */

/** @returns {Results} of Jest's `--json` */
function ofJest(report) {
  return {
    passed: report.numPassedTests,
    // A file that could not be loaded has no test to count.
    failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
    skipped: report.numPendingTests + report.numTodoTests,
    failedFiles: report.testResults
      .filter(({ status }) => status !== 'passed')
      .map(({ name }) => path.relative(REPOSITORY, name)),
    files: report.testResults.map(({ name, startTime, endTime }) => ({
      file: path.relative(REPOSITORY, name),
      seconds: (endTime - startTime) / 1000,
    })),
  };
}

/** @returns {number} seconds of all tests below a suite of Playwright */
function secondsOf(suite) {
  const own = suite.specs
    .flatMap(({ tests }) => tests)
    .flatMap(({ results }) => results)
    .reduce((sum, { duration }) => sum + duration / 1000, 0);
  return (suite.suites ?? []).reduce((sum, inner) => sum + secondsOf(inner), own);
}

/** @returns {string[]} the tests below a suite that passed when they were tried again: each is a defect of the product or of the test */
function secondTriesOf(suite) {
  const own = suite.specs
    .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
    .map(({ file, line, title }) => `e2e/${file}:${line} ${title}`);
  return [...own, ...(suite.suites ?? []).flatMap(secondTriesOf)];
}

/** @returns {boolean} whether a test below a suite failed at its last try */
const hasFailed = (suite) =>
  suite.specs.some(({ ok }) => !ok) || (suite.suites ?? []).some((inner) => hasFailed(inner));

/** @returns {Results} of Playwright's reporter `json`; a test that passed when it was tried again has passed */
function ofPlaywright({ stats, suites, errors }) {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
    // An error of no test is everybody's.
    failedFiles: suites
      .filter((suite) => errors.length > 0 || hasFailed(suite))
      .map(({ file }) => path.join('e2e', file)),
    secondTries: suites.flatMap(secondTriesOf),
    files: suites.map((suite) => ({ file: path.join('e2e', suite.file), seconds: secondsOf(suite) })),
  };
}

/** @param {string} name @returns {Results | undefined} nothing where the step ended before it could write */
export function readResults(name) {
  const file = resultsOf(name);
  if (!fs.existsSync(file)) return undefined;
  const report = JSON.parse(fs.readFileSync(file, 'utf8'));
  return 'stats' in report ? ofPlaywright(report) : ofJest(report);
}

/** @param {Results[]} all @returns {string} for example `6,434 passed, 0 failed, 0 skipped` */
export function tally(all) {
  const sum = (what) => all.reduce((total, results) => total + results[what], 0).toLocaleString('en-US');
  return ['passed', 'failed', 'skipped'].map((what) => `${sum(what)} ${what}`).join(', ');
}

/** @param {Results[]} all @param {number} count @returns {FileTime[]} the slowest first */
export const slowest = (all, count) =>
  all
    .flatMap(({ files }) => files)
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, count);
