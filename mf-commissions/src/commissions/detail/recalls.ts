import { roundHalfAway, sumAmounts } from '@paperplane/shared/domain';
import type {
  AgentPayment,
  CommissionChange,
  CommissionHistoryEntry,
  CommissionRecall,
} from '../commission-types';

type Entry = Pick<CommissionHistoryEntry, 'changes' | 'notes'>;

/** @param note how the database begins the note of such an entry */
const amountAndReason =
  (of: CommissionChange['field'], note: string) =>
  ({ changes, notes }: Entry): { amount: number; reason: string } | null => {
    const amount = changes.find(({ field }) => field === of)?.to;
    if (typeof amount !== 'number') return null;
    return { amount, reason: notes?.startsWith(note) ? notes.slice(note.length) : (notes ?? '') };
  };

/** The recall that an entry of the history tells; null for any other entry. */
export const readRecall = amountAndReason('recalledAmount', 'Taken back from the agent: ');

/** The same of a payment that came back. */
export const readVoid = amountAndReason('voidedAmount', 'Payment voided: ');

/** What can still be taken back of what the agent was paid. */
export function leftToRecall(
  payments: readonly Pick<AgentPayment, 'amount'>[],
  recalls: readonly Pick<CommissionRecall, 'amount'>[],
): number {
  return roundHalfAway(sumAmounts(payments) - sumAmounts(recalls), 2);
}
