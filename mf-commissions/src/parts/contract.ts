import { count } from '@paperplane/shared/contract';
import type { DatabaseContract } from '@paperplane/shared/platform';

/** What the head of Integrations asks of the database. */
export const contract = {
  count_failing_webhooks: { answer: count },
} satisfies DatabaseContract;

export type HeadContract = typeof contract;
