import { describeLate, formatDateRange, formatShortDate, type IsoDate } from '@paperplane/shared/domain';
import type { Obstacle, WaitingCommission } from '../payout-types';

/** Why commissions are not in the next payout, by who has to move. */
export const WAITING_WORDS: Readonly<Record<Obstacle, string>> = {
  held: 'Held',
  travel: 'Until travel',
  vendor: 'The vendor has not paid yet',
  customer: 'The customer has not paid yet',
  later: 'In the payout after this one',
};

/** What is known about one of them: "Halcyon Ocean Lines, due Jan 13, 21 days late." */
export function waitingText(obstacle: Obstacle, row: WaitingCommission, today: IsoDate): string {
  const day = (date: string) => formatShortDate(date, today);
  switch (obstacle) {
    case 'held':
      return [row.reason, row.heldBy && `Held by ${row.heldBy}.`].filter(Boolean).join(' ');
    case 'travel':
      return [
        row.receivedOn && `Received ${day(row.receivedOn)}.`,
        (row.travelDate ?? row.returnDate) && `Travel ${formatDateRange(row.travelDate, row.returnDate)}.`,
      ]
        .filter(Boolean)
        .join(' ');
    case 'vendor': {
      const due = row.dueOn && `due ${day(row.dueOn)}`;
      const late = row.dueOn && row.dueOn < today && describeLate(row.dueOn, today);
      return `${[row.vendor, due, late].filter(Boolean).join(', ')}.`;
    }
    case 'customer': {
      const travel = row.travelDate && `travel ${formatDateRange(row.travelDate, row.returnDate)}`;
      return `${[row.vendor, travel].filter(Boolean).join(', ')}.`;
    }
    case 'later':
      return [row.vendor, row.receivedOn && `received ${day(row.receivedOn)}`].filter(Boolean).join(', ');
  }
}
