import { addDays, orderRange, readRange, type IsoDate } from '@paperplane/shared/domain';
import { queryValues } from '@paperplane/shared/platform';
import type { AskedRange } from './dashboard-api';

/** The page's parameters in the query string. */
export const RANGE_DEFAULTS = { from: '', to: '' };

/** The range that an address asks for. */
export function rangeAt(search: URLSearchParams, today: IsoDate): AskedRange {
  const { from, to } = queryValues(search, RANGE_DEFAULTS);
  return askedRange(from, to, today);
}

/**
 * The range of the query string's `from` and `to`, in order. One of them alone is completed: from that day to today, or the
 * 365 days up to it. Neither is the default range, which the database knows best: today is the organization's.
 */
export function askedRange(from: string, to: string, today: IsoDate): AskedRange {
  const { start, end } = readRange(from, to);
  if (start === null && end !== null) return { start: addDays(end, -364), end };
  if (start !== null && end === null) return orderRange({ start, end: today });
  return { start, end };
}
