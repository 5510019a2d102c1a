import type { LeftOutRow, ReadStatement } from './types';

const MOST_ROWS = 1000;

/** Rows of a file that are no bookings as they are kept, with lines that were not understood. */
export const leftOutOf = ({ leftOut, problems }: ReadStatement): LeftOutRow[] =>
  [...leftOut, ...problems.map(({ line, why }) => ({ line, why: 'amount' as const, text: why }))].slice(
    0,
    MOST_ROWS,
  );
