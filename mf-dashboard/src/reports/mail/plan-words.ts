import { plural } from '@paperplane/shared/domain';
import type { MailPlan } from './mail-api';

/** Monday is 1. */
export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** `1st`, `22nd`, `31st`. */
export function ordinal(day: number): string {
  const ends = ['th', 'st', 'nd', 'rd'];
  return `${day}${(Math.floor(day / 10) !== 1 && ends[day % 10]) || 'th'}`;
}

/** `7 AM`, `12 PM`. */
export const hourWord = (hour: number): string =>
  `${hour % 12 === 0 ? 12 : hour % 12} ${hour < 12 ? 'AM' : 'PM'}`;

/** "Mondays at 7 AM", "on the 1st of the month at 7 AM". */
export const whenWords = ({ every, day, hour }: Pick<MailPlan, 'every' | 'day' | 'hour'>): string =>
  every === 'week'
    ? `${WEEKDAYS[day - 1] ?? ''}s at ${hourWord(hour)}`
    : `on the ${ordinal(day)} of the month at ${hourWord(hour)}`;

/** "to you", "to you and 2 others", "to 3 people". */
export function whomWords({ gets, count }: Pick<MailPlan, 'gets' | 'count'>): string {
  if (!gets) return count === 0 ? 'to nobody' : `to ${plural(count, 'person', 'people')}`;
  return count === 1 ? 'to you' : `to you and ${plural(count - 1, 'other')}`;
}
