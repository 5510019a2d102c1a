import {
  addDays,
  daysUntil,
  formatDate,
  formatDateTime,
  formatTime,
  monthsBetween,
  plural,
  today as todayIn,
  type IsoDate,
} from '@paperplane/shared/domain';

/** From so many days before its end on a key is amber. */
export const SOON_DAYS = 30;

/** Longest life of a key. */
const YEARS = 2;

/** How long a key still works: `in 12 months`, `in 12 days`, `today`; null when it does no more. @param expiresOn its last day */
export function leftText(expiresOn: IsoDate | null, today: IsoDate): string | null {
  const days = daysUntil(expiresOn, today);
  if (!expiresOn || days === null || days < 0) return null;
  if (days === 0) return 'today';
  const months = monthsBetween(today, expiresOn);
  return months >= 2 ? `in ${plural(months, 'month')}` : `in ${plural(days, 'day')}`;
}

/** Whether its end is near: time to make the next one. */
export function endsSoon(expiresOn: IsoDate | null, today: IsoDate): boolean {
  const days = daysUntil(expiresOn, today);
  return days !== null && days >= 0 && days <= SOON_DAYS;
}

/** `Yesterday, 3:06 PM`; farther back with the date. */
export function usedText(usedAt: string, timeZone: string, now: Date): string {
  const day = todayIn(timeZone, new Date(usedAt));
  const today = todayIn(timeZone, now);
  if (day === today) return `Today, ${formatTime(usedAt, timeZone)}`;
  if (day === addDays(today, -1)) return `Yesterday, ${formatTime(usedAt, timeZone)}`;
  return formatDateTime(usedAt, timeZone, now);
}

/** The last day that can be chosen. */
export function latestExpiry(today: IsoDate): IsoDate {
  const later = `${Number(today.slice(0, 4)) + YEARS}${today.slice(4)}`;
  // Two years after Feb 29 is no Feb 29.
  return later.endsWith('-02-29') ? later.replace('-02-29', '-02-28') : later;
}

/** `Dec 1, 2026 by Margaret Vale`. */
export function revokedText(revokedAt: string, by: string | null, timeZone: string): string {
  const day = formatDate(revokedAt, timeZone);
  return by ? `${day} by ${by}` : day;
}
