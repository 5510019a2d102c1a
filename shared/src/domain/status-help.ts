import type { CommissionStatus, SaleStatus } from './statuses';

/** What each status means and what comes next (docs/product/sales.md, Status help texts). */
export const SALE_HELP: Readonly<Record<SaleStatus, string>> = {
  booked:
    'The trip is reserved. The sale can be edited or cancelled, and becomes Paid when the customer pays.',
  paid: 'The customer has paid. Financial details cannot change after payment, and it cannot return to Booked.',
  cancelled:
    'Final. The commission is cancelled too. A sale whose agent commission has been paid cannot be cancelled.',
};

/** When a commission counts as received: as soon as the customer has paid, or when deposits have paid it. */
export type ReceivedOn = 'sale_paid' | 'deposit_matched';

/** @param receivedOn the agency's setting (docs/product/commissions.md, When is commission received) */
export const commissionHelp = (receivedOn: ReceivedOn): Readonly<Record<CommissionStatus, string>> => ({
  unpaid: `Waiting for ${receivedOn === 'sale_paid' ? 'the sale to become Paid' : 'the vendor’s deposit'}. The amount can change only while unpaid.`,
  funds_received:
    'The customer has paid the sale, or deposits have paid the commission. Whether the vendor has paid says the receipt. It cannot revert to Unpaid, and becomes Agent paid when the agent is paid.',
  agent_paid: 'The agent has been paid. Final, it cannot be reversed.',
  cancelled: 'Final. Only Unpaid or Funds received commissions can be cancelled.',
});
