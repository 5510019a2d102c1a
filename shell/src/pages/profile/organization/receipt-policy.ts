import type { ReceiptPolicy } from './organization-api';

export const POLICIES = ['sale_paid', 'deposit_matched'] as const satisfies readonly ReceiptPolicy[];

/** What each choice means, and what a change to it does to commissions that are there already. */
export const POLICY_TEXTS: Readonly<Record<ReceiptPolicy, { label: string; text: string; change: string }>> =
  {
    sale_paid: {
      label: 'When the customer pays',
      text: 'A paid sale makes its commission Funds received, and the agent can be paid. Whether the vendor has paid is told by the receipt.',
      change:
        'Commissions keep the status they have. Unpaid ones of paid sales become Funds received when a deposit pays them, or when you mark them.',
    },
    deposit_matched: {
      label: 'When a deposit is matched',
      text: 'A paid sale leaves its commission Unpaid until deposits pay it, or a receipt is recorded. Agents are paid only for what the vendor has paid.',
      change:
        'Commissions keep the status they have. Those at Funds received without a receipt wait for one before their agents can be paid.',
    },
  };
