import { roundHalfAway, sumAmounts } from '@paperplane/shared/domain';
import { payoutNote } from '@paperplane/shared/words';
import type { AgentPayment, CommissionHistoryEntry, CommissionRecall } from '../commission-types';

type Entry = Pick<CommissionHistoryEntry, 'code' | 'params'>;

const amountAndReason =
  (of: string) =>
  ({ code, params: { amount = 0, reason, fact } }: Entry): { amount: number; reason: string } | null =>
    code === of ? { amount, reason: payoutNote({ note: reason, noteFact: fact }) ?? '' } : null;

/** The recall that an entry of the history tells; null for any other entry. */
export const readRecall = amountAndReason('recalled');

/** The same of a payment that came back. */
export const readVoid = amountAndReason('voided');

/** What can still be taken back of what the agent was paid. */
export function leftToRecall(
  payments: readonly Pick<AgentPayment, 'amount'>[],
  recalls: readonly Pick<CommissionRecall, 'amount'>[],
): number {
  return roundHalfAway(sumAmounts(payments) - sumAmounts(recalls), 2);
}
