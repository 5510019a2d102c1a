import type { DateOrder } from './date-order';
import type { IsoDate } from './dates';
import { readDate } from './read-date';

/** A day, or what is wrong with it. */
export type ReadDay = { ok: true; on: IsoDate } | { ok: false; why: string };

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** Banks write of today, so years of two digits are around now: `27` is 2027, `99` is 1999. */
const horizon = () => new Date().getFullYear() + 20;

/** `20270202` with whatever time behind it, and QIF's `2/ 3'27`, as other dates are written. */
const plain = (text: string): string =>
  text
    .trim()
    .replace(/^(\d{4})(\d{2})(\d{2})(?:\D.*|\d{6}.*)?$/, '$1-$2-$3')
    .replace(/'\s?/, '/')
    .replace(/\s*([-./])\s*/g, '$1');

/** `There is no February 30.` where a date only names a day that does not exist. */
function missing(text: string, order: DateOrder): string | null {
  const parts = /^(\d{1,4})[-./](\d{1,2})[-./](\d{1,4})/.exec(text)?.slice(1).map(Number);
  if (!parts) return null;
  const [a = 0, b = 0, c = 0] = parts;
  const [month, day] = a > 31 || order === 'ymd' ? [b, c] : order === 'mdy' ? [a, b] : [b, a];
  const name = MONTHS[month - 1];
  if (!name) return `There is no month ${month}.`;
  return `There is no ${name} ${day}.`;
}

/**
 * Reads a day of a file that reports what happened, or of a field.
 * @param order of day and month where the date has only numbers
 * @param latest the last year that two digits may mean, where it is not that of today in twenty years
 */
export function readDay(text: string, order: DateOrder, latest = horizon()): ReadDay {
  const typed = plain(text);
  const on = readDate(typed, order, Math.min(latest, horizon()));
  if (on !== null && on !== 'impossible') return { ok: true, on };
  if (typed === '') return { ok: false, why: 'The date is missing.' };
  return { ok: false, why: missing(typed, order) ?? (on ? 'There is no such day.' : 'This is not a date.') };
}

/** Whether a text is meant as a date, in whatever order, existing or not. */
export const looksLikeDay = (text: string): boolean =>
  /^\s*(\d{1,4}[-./]\s?\d{1,2}([-./']\s?)\d{2,4}|\d{8}(\d{6})?)(\D.*)?$/.test(text) ||
  readDate(plain(text), 'mdy', horizon()) !== null;
