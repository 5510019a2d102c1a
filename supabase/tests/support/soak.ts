import { createRandom } from '../../seed/random';

/**
 * How long the random tests run: short with every `npm test`, thousands of operations with `npm run test:soak`.
 * The one place that reads these variables. PAPERPLANE_SEED repeats a run.
 */
export const SOAK = process.env['PAPERPLANE_SOAK'] === '1';

export const SEED = Number(process.env['PAPERPLANE_SEED'] ?? Date.now() % 1_000_000_000);

/** Where each run is a long history: with every `npm test` the same one, so that it tells a change; others in a soak, or when asked for. */
export const HISTORY_SEED = SOAK || process.env['PAPERPLANE_SEED'] ? SEED : 1;

/** Numbers below a bound that follow from a seed. */
export function randomOf(seed: number): (below: number) => number {
  const { next } = createRandom(seed);
  return (below) => Math.floor(next() * below);
}

const random = randomOf(SEED);

/** Whether a case is tried: in a soak each of them, otherwise one in so many, which ones by the seed. */
export const isTried = (oneIn: number): boolean => SOAK || random(oneIn) === 0;
