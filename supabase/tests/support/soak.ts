/**
 * How long the random tests run: short with every `npm test`, thousands of operations with `npm run test:soak`.
 * The one place that reads these variables. PAPERPLANE_SEED repeats a run.
 */
export const SOAK = process.env['PAPERPLANE_SOAK'] === '1';

export const SEED = Number(process.env['PAPERPLANE_SEED'] ?? Date.now() % 1_000_000_000);
