/**
 * What the whole check costs, step by step, beside what is kept with the commit in `minutes.json`: `npm test -- --keep` writes it. Minutes
 * are of the machine and its load, processor seconds of the work: those hold what a goal has reached.
 */
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const FILE = path.join(path.dirname(fileURLToPath(import.meta.url)), 'minutes.json');
/** What grew by more says why in the commit. */
const GROWTH = 1.05;

/**
 * @typedef {{ minutes: number, processorSeconds: number | null }} Cost
 * @typedef {{ day: string, steps: Record<string, Cost> }} Kept
 */

/** @returns {Kept | null} */
const readKept = () => (fs.existsSync(FILE) ? JSON.parse(fs.readFileSync(FILE, 'utf8')) : null);

/** @param {import('./results.mjs').Taken[]} results @returns {Record<string, Cost>} of the steps that ran */
const costsOf = (results) =>
  Object.fromEntries(
    results
      .filter(({ since, problem }) => !since && !problem)
      .map(({ step, time, cpu }) => [
        step.name,
        {
          minutes: Math.round(time / 6000) / 10,
          processorSeconds: cpu === undefined ? null : Math.round(cpu),
        },
      ]),
  );

/** Lines for the summary. @param {Record<string, Cost>} costs @param {Kept | null} kept */
export function costLines(costs, kept) {
  const lines = Object.entries(costs).map(([name, { minutes, processorSeconds }]) => {
    const before = kept?.steps[name]?.processorSeconds;
    const grew = before && processorSeconds > before * GROWTH ? ', grew: say why' : '';
    const now = processorSeconds === null ? '' : `, ${processorSeconds} processor seconds`;
    return `${name}: ${minutes} min${now}${before ? ` (kept: ${before})` : ''}${grew}`;
  });
  const total = Object.values(costs).reduce((sum, { processorSeconds }) => sum + (processorSeconds ?? 0), 0);
  return [...lines, `all: ${total} processor seconds`];
}

/** What the steps cost, as lines; keeps it where asked. @param {import('./results.mjs').Taken[]} results @param {boolean} keep */
export function told(results, keep) {
  const [costs, kept] = [costsOf(results), readKept()];
  if (keep) {
    const day = new Date().toISOString().slice(0, 10);
    fs.writeFileSync(FILE, `${JSON.stringify({ day, steps: { ...kept?.steps, ...costs } }, null, 2)}\n`);
  }
  return costLines(costs, kept);
}
