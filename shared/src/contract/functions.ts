import type { DatabaseContract } from '../platform';

/** What the platform asks of the database, and what no page of this version does. */
export const contract = {} satisfies DatabaseContract;
