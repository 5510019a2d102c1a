import { plural } from '@paperplane/shared/domain';
import type { PayoutChange } from '../payout-types';
import { exactMoney, lineWord } from './payout-words';

/** What somebody did to a draft: "held TR-30632", "added a bonus of $150.00". */
export function changeText({ action, details }: PayoutChange, currency: string): string {
  const { lines = 0, kind = 'correction', amount = 0, bookingReference, agent } = details;
  const adjustment = `a ${lineWord(kind).toLowerCase()} of ${exactMoney(amount, currency)}`;
  switch (action) {
    case 'started':
      return 'started the draft';
    case 'collected':
      return 'added what can be paid';
    case 'removed':
      return `took out ${plural(lines, 'line')}`;
    case 'added':
      return `put back ${plural(lines, 'line')}`;
    case 'held':
      return `held ${bookingReference ?? (lines > 0 ? plural(lines, 'commission') : 'a commission')}`;
    case 'released':
      return 'released a commission';
    case 'adjusted':
      return kind === 'returned' ? 'voided a payment' : `added ${adjustment}`;
    case 'adjustment_removed':
      return `deleted ${adjustment}`;
    case 'handed_over':
      return `handed it over to ${agent ?? 'somebody else'}`;
    default:
      return 'changed it';
  }
}
