import type { AgentPayment, CommissionHistoryEntry, CommissionRecall } from '../commission-types';

/** How the database begins the note of such an entry. */
const NOTE = 'Taken back from the agent: ';

/** The recall that an entry of the history tells; null for any other entry. */
export function readRecall({
  changes,
  notes,
}: Pick<CommissionHistoryEntry, 'changes' | 'notes'>): { amount: number; reason: string } | null {
  const amount = changes.find(({ field }) => field === 'recalledAmount')?.to;
  if (typeof amount !== 'number') return null;
  return { amount, reason: notes?.startsWith(NOTE) ? notes.slice(NOTE.length) : (notes ?? '') };
}

/** What can still be taken back of what the agent was paid. */
export function leftToRecall(
  payments: readonly Pick<AgentPayment, 'amount'>[],
  recalls: readonly Pick<CommissionRecall, 'amount'>[],
): number {
  const cents = (rows: readonly { amount: number }[]) =>
    rows.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
  return (cents(payments) - cents(recalls)) / 100;
}
