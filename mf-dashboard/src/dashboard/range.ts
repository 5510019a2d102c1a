import { addDays, today } from '@paperplane/shared/domain';
import type { DateRange } from '../summary';

const DAYS = 365;

/** The last 365 days, today included: the range of the dashboard when none is set. Spec section 9. */
export function defaultRange(timeZone: string, now?: Date): DateRange {
  const end = today(timeZone, now);
  return { start: addDays(end, 1 - DAYS), end };
}
