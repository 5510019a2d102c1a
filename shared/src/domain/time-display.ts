import { formatDate, formatTime, NO_DATE } from './dates';

const HOUR = 3_600_000;

/**
 * When a notification came: under 24 h its time, under 48 h "Yesterday", else its date.
 * @param createdAt an ISO moment; missing or invalid gives `N/A`
 */
export function notificationTime(
  createdAt: string | null | undefined,
  now: Date = new Date(),
  timeZone?: string,
): string {
  const at = createdAt ? new Date(createdAt).getTime() : Number.NaN;
  if (Number.isNaN(at)) return NO_DATE;
  const age = now.getTime() - at;
  if (age < 24 * HOUR) return formatTime(createdAt, timeZone);
  if (age < 48 * HOUR) return 'Yesterday';
  return formatDate(createdAt, timeZone);
}
