import {
  formatMoneyExact,
  saleStatusOptions,
  type SaleStatus,
  type StatusOption,
} from '@paperplane/shared/domain';
import type { SaleDetail } from '../sale';
import { saleName } from '../sale-name';

/** What a move is called on its button. */
export const MOVE_LABELS: Readonly<Record<SaleStatus, string>> = {
  booked: 'Return to Booked',
  paid: 'Mark as paid',
  cancelled: 'Cancel sale',
};

/** Every other status, with the reason where it is out of reach now (spec section 4). */
export function statusMoves(sale: SaleDetail): StatusOption<SaleStatus>[] {
  return saleStatusOptions(sale.status, sale.commissionStatus).map((option) => ({
    ...option,
    label: MOVE_LABELS[option.status],
  }));
}

export interface MoveQuestion {
  title: string;
  /** What follows from it, one sentence a line. */
  consequences: string[];
  confirmLabel: string;
  cancelLabel: string;
  tone: 'success' | 'danger';
}

function commissionOf({ commission, currency }: SaleDetail): string {
  return commission ? `The commission of ${formatMoneyExact(commission.amount, currency)}` : 'Its commission';
}

/** What the confirmation of a move asks and says. */
export function moveQuestion(sale: SaleDetail, to: Exclude<SaleStatus, 'booked'>): MoveQuestion {
  const name = saleName(sale);
  if (to === 'paid') {
    return {
      title: `Mark sale ${name} as paid?`,
      consequences: [
        `${commissionOf(sale)} becomes Funds received.`,
        'Financial details are locked, and the sale cannot return to Booked.',
      ],
      confirmLabel: 'Mark as paid',
      cancelLabel: 'Not yet',
      tone: 'success',
    };
  }
  return {
    title: `Cancel sale ${name}?`,
    consequences: [`${commissionOf(sale)} is cancelled too.`, 'Cancellation is final.'],
    confirmLabel: 'Cancel sale',
    cancelLabel: 'Keep sale',
    tone: 'danger',
  };
}
