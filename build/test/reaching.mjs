/** Which tests reach a file by imports, or a function, table or view by its name: nearest first, as many as fit into some time. */
import path from 'node:path';
import { run } from '../lib/children.mjs';
import { filesOf, lines } from '../lib/git.mjs';
import { REPOSITORY } from '../lib/prepare.mjs';
import { readResults } from './results.mjs';
import { names, reach } from './schema-graph.mjs';
import { tools } from './steps.mjs';

/** Of a file that has never run here. */
const UNKNOWN_SECONDS = 6;

/** @param {string} project @param {string[]} files @returns {Promise<string[]>} its test files that import, directly or not, one of these */
export async function importing(project, files) {
  if (files.length === 0) return [];
  const args = [tools.jest, '--selectProjects', project, '--listTests', '--findRelatedTests', ...files];
  const { output } = await run(process.execPath, args, { cwd: REPOSITORY, quiet: true });
  return lines(output)
    .filter((line) => path.isAbsolute(line))
    .map((file) => path.relative(REPOSITORY, file));
}

/** @param {string[]} tests @param {string} file @returns {string[]} those beside the file first, then those in the same part of the product */
export function nearest(tests, file) {
  const differs = (test) => [...test].findIndex((letter, at) => letter !== file[at]);
  return [...tests].sort((a, b) => differs(b) - differs(a));
}

/**
 * @param {Set<string>} subjects names of the database
 * @returns {Map<string, number>} database tests by their distance: 0 names one of them, 1 what uses it, and so on; half a step more when not
 *   the test but what it imports names it
 */
export function distancesOf(subjects) {
  const levels = reach(
    filesOf('supabase/schemas/*.sql').map(({ text }) => text),
    subjects,
  );
  const support = new Map(
    filesOf('supabase/tests/support/*.ts').map(({ file, text }) => [path.basename(file, '.ts'), text]),
  );
  const distances = new Map();
  for (const { file, text } of filesOf('supabase/*.test.ts')) {
    const imported = [...text.matchAll(/from '[./]*\/support\/([\w-]+)'/g)].map(
      ([, name]) => support.get(name) ?? '',
    );
    const found = levels.flatMap((level, distance) => {
      if (names(text, level)) return distance;
      return imported.some((each) => names(each, level)) ? distance + 0.5 : [];
    });
    if (found.length > 0) distances.set(file, Math.min(...found));
  }
  return distances;
}

/**
 * @param {Map<string, number>} distances @param {number} budget seconds on all workers together
 * @returns {string[]} the nearest tests that fit, of equals the quickest; how long each takes is known from the last whole run
 */
export function fitting(distances, budget) {
  const known = new Map((readResults('database')?.files ?? []).map(({ file, seconds }) => [file, seconds]));
  let spent = 0;
  return [...distances]
    .map(([file, distance]) => ({ file, distance, seconds: known.get(file) ?? UNKNOWN_SECONDS }))
    .sort((a, b) => a.distance - b.distance || a.seconds - b.seconds)
    .filter(({ seconds }) => (spent += seconds) <= budget)
    .map(({ file }) => file);
}
