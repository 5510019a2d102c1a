import { formatDate, formatDay } from '@paperplane/shared/domain';
import type { Sale } from '../sale';

/**
 * A day in the life of a sale: `Nov 19` in the year it was sold, `Jan 4, 2027` in another one.
 * @param at a calendar date, or a moment that is read in the time zone
 */
export function dayOfSale({ saleDate }: Pick<Sale, 'saleDate'>, at: string, timeZone?: string): string {
  const date = formatDate(at, timeZone);
  return date.endsWith(saleDate.slice(0, 4)) ? formatDay(at, timeZone) : date;
}
