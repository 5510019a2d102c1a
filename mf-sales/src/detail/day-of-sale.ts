import { formatDate, formatShortDate, today } from '@paperplane/shared/domain';
import type { Sale } from '../sale';

/**
 * A day in the life of a sale: `Nov 19` in the year it was sold, as long as that is this one; else `Jan 4, 2027`.
 * @param at a calendar date, or a moment that is read in the time zone
 */
export function dayOfSale({ saleDate }: Pick<Sale, 'saleDate'>, at: string, timeZone?: string): string {
  const now = today(timeZone);
  return saleDate.startsWith(now.slice(0, 4)) ? formatShortDate(at, now, timeZone) : formatDate(at, timeZone);
}
