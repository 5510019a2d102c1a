import {
  actName,
  displayName,
  formatMoneyExact,
  saleStatusOptions,
  statusLabel,
  type SaleStatus,
  type StatusOption,
} from '@paperplane/shared/domain';
import type { SaleDetail } from '../sale';
import { saleName } from '../sale-name';

/** What a status change is called on its button. */
export const STATUS_CHANGE_LABELS: Readonly<Record<SaleStatus, string>> = {
  booked: 'Return to Booked',
  paid: 'Mark as paid',
  cancelled: 'Cancel sale',
};

/** Every other status, with the reason where it is out of reach now (docs/product/sales.md, Sale states). */
export function statusChangeOptions(sale: SaleDetail): StatusOption<SaleStatus>[] {
  return saleStatusOptions(sale.status, sale.commission?.status ?? null).map((option) => ({
    ...option,
    label: STATUS_CHANGE_LABELS[option.status],
  }));
}

export interface StatusChangeQuestion {
  title: string;
  /** What follows from it, one sentence a line. */
  consequences: string[];
  confirmLabel: string;
  /** The label with amount, customer and day. */
  confirmName: string;
  cancelLabel: string;
  tone: 'success' | 'danger';
}

/** What the status change does to the commission: nothing where the commission has left `unpaid` already. */
function commissionSentence({ commission, currency }: SaleDetail, to: 'paid' | 'cancelled'): string {
  const name = commission
    ? `The commission of ${formatMoneyExact(commission.amount, currency)}`
    : 'Its commission';
  const status = commission?.status ?? 'unpaid';
  if (to === 'paid') {
    return status === 'unpaid' ? `${name} becomes Funds received.` : `${name} stays ${statusLabel(status)}.`;
  }
  return status === 'cancelled' ? `${name} is already Cancelled.` : `${name} is cancelled too.`;
}

/** Who the database will notify: the sale's agent, unless they do it themselves or nothing concerns them. */
function notifiedSentence(sale: SaleDetail, to: 'paid' | 'cancelled', userId: string): string[] {
  const told = to === 'cancelled' || sale.commission?.status === 'unpaid';
  return told && sale.agentId !== userId ? [`${displayName(sale.agent)} is notified.`] : [];
}

/** What a sale moves, for the names of what is done with it: its total, the customer and the day it was sold. */
export const saleFacts = ({ totalAmount, currency, customer, saleDate }: SaleDetail) => ({
  amount: formatMoneyExact(totalAmount, currency),
  who: `of ${displayName(customer)}`,
  days: saleDate,
});

/**
 * What the confirmation of a status change asks and says.
 * @param userId who is about to do it
 */
export function statusChangeQuestion(
  sale: SaleDetail,
  to: Exclude<SaleStatus, 'booked'>,
  userId: string,
): StatusChangeQuestion {
  const name = saleName(sale);
  const facts = saleFacts(sale);
  const [commission, notified] = [commissionSentence(sale, to), notifiedSentence(sale, to, userId)];
  if (to === 'paid') {
    return {
      title: `Mark sale ${name} as paid?`,
      consequences: [
        commission,
        'Financial details are locked, and the sale cannot return to Booked.',
        ...notified,
      ],
      confirmLabel: 'Mark as paid',
      confirmName: actName('Mark as paid', facts),
      cancelLabel: 'Not yet',
      tone: 'success',
    };
  }
  return {
    title: `Cancel sale ${name}?`,
    consequences: [commission, 'Cancellation is final.', ...notified],
    confirmLabel: 'Cancel sale',
    confirmName: actName('Cancel sale', facts),
    cancelLabel: 'Keep sale',
    tone: 'danger',
  };
}
