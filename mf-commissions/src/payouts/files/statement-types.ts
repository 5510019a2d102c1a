import type { PaidStatement } from '../payout-types';

/** What CSV and PDF are made of. */
export type Statement = Omit<PaidStatement, 'agentId' | 'batchId' | 'createdAt'>;

/** Who pays. */
export type StatementAgency = Statement['agency'];

/** A payment that came back, as the statement that pays it again names it. */
export type ReturnedPayment = Statement['returned'][number];

/** A commission, or an adjustment with its note. */
export type StatementLine = Statement['lines'][number];
