import { plural } from './plural';

/** Shown for a missing or invalid date. */
export const NO_DATE = 'N/A';

/** `2026-11-19`: a calendar date, the same day in every time zone. */
export type IsoDate = string;

const DAY = 86_400_000;
const calendarDate = /^(\d{4})-(\d{2})-(\d{2})$/;

/** The UTC midnight that stands for a calendar date, or `null` when there is no such day. */
function utcOf(date: string): number | null {
  const match = calendarDate.exec(date);
  if (!match) return null;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const time = Date.UTC(year, month - 1, day);
  const back = new Date(time);
  return back.getUTCMonth() === month - 1 && back.getUTCDate() === day ? time : null;
}

/** True for an existing day written as `yyyy-mm-dd`. */
export function isIsoDate(text: unknown): text is IsoDate {
  return typeof text === 'string' && utcOf(text) !== null;
}

const formats = /* @__PURE__ */ new Map<string, Intl.DateTimeFormat>();

/** Making one takes longer than all that is done with it. @throws RangeError on an unknown time zone */
function formatOf(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = language + JSON.stringify(options);
  let made = formats.get(key);
  if (!made) formats.set(key, (made = new Intl.DateTimeFormat(language, options)));
  return made;
}

function format(time: number | Date, options: Intl.DateTimeFormatOptions): string {
  // ICU puts a narrow no-break space before AM and PM; a plain one compares and copies as people expect.
  return formatOf('en-US', options).format(time).replaceAll('\u202f', ' ');
}

type Input = string | Date | null | undefined;

/** A calendar date stays its day (read as UTC); a moment is shown in the zone given, else the browser's. */
function resolve(input: Input, timeZone?: string): { time: number; timeZone?: string } | null {
  if (!input) return null;
  const calendar = typeof input === 'string' ? utcOf(input) : null;
  if (calendar !== null) return { time: calendar, timeZone: 'UTC' };
  if (typeof input === 'string' && calendarDate.test(input)) return null;
  const time = new Date(input).getTime();
  return Number.isNaN(time) ? null : { time, timeZone };
}

/** `Nov 19, 2026`; `N/A` when missing or invalid (docs/product/core.md, Dates and times). */
export function formatDate(input: Input, timeZone?: string): string {
  const at = resolve(input, timeZone);
  return at
    ? format(at.time, { month: 'short', day: 'numeric', year: 'numeric', timeZone: at.timeZone })
    : NO_DATE;
}

/** `Nov 19`: only where the year stands beside it; elsewhere `formatShortDate`. */
export function formatDay(input: Input, timeZone?: string): string {
  const at = resolve(input, timeZone);
  return at ? format(at.time, { month: 'short', day: 'numeric', timeZone: at.timeZone }) : NO_DATE;
}

/**
 * A date where there is little room: `Nov 19` this year, `Nov 19, 2025` in any other.
 * @param today the organization's, or the year of it
 */
export function formatShortDate(input: Input, today: IsoDate, timeZone?: string): string {
  const date = formatDate(input, timeZone);
  return date.endsWith(`, ${today.slice(0, 4)}`) ? formatDay(input, timeZone) : date;
}

/** `Saturday, Nov 21`: the welcome line. */
export function formatWeekday(input: Input, timeZone?: string): string {
  const at = resolve(input, timeZone);
  return at
    ? format(at.time, { weekday: 'long', month: 'short', day: 'numeric', timeZone: at.timeZone })
    : NO_DATE;
}

/** `2:14 PM`. */
export function formatTime(input: Input, timeZone?: string): string {
  const at = resolve(input, timeZone);
  return at ? format(at.time, { hour: 'numeric', minute: '2-digit', timeZone: at.timeZone }) : NO_DATE;
}

/** `Nov 19, 2:14 PM`; with the year when it is another one than `now`'s. */
export function formatDateTime(input: Input, timeZone?: string, now: Date = new Date()): string {
  const at = resolve(input, timeZone);
  if (!at) return NO_DATE;
  const thisYear = format(now, { year: 'numeric', timeZone: at.timeZone });
  return `${formatShortDate(input, thisYear, timeZone)}, ${formatTime(input, timeZone)}`;
}

/**
 * Two calendar dates: `Mar 6 – 17, 2027`, `Mar 28 – Apr 3, 2027`, `Dec 20, 2026 – Jan 4, 2027`. One of them
 * alone is that date, none is `N/A`.
 */
export function formatDateRange(start: Input, end: Input): string {
  const [from, to] = [resolve(start, 'UTC'), resolve(end, 'UTC')];
  if (!from || !to) return formatDate(from ? start : end, 'UTC');
  const [a, b] = [new Date(from.time), new Date(to.time)];
  if (a.getUTCFullYear() !== b.getUTCFullYear()) return `${formatDate(start)} – ${formatDate(end)}`;
  if (a.getUTCMonth() !== b.getUTCMonth()) return `${formatDay(start)} – ${formatDate(end)}`;
  if (a.getUTCDate() === b.getUTCDate()) return formatDate(start);
  return `${formatDay(start)} – ${b.getUTCDate()}, ${b.getUTCFullYear()}`;
}

/**
 * Today's calendar date in a time zone. The organization's zone decides what "today" is.
 * @param timeZone IANA name; an unknown one falls back to UTC instead of breaking a screen
 */
export function today(timeZone = 'UTC', now: Date = new Date()): IsoDate {
  const options = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  try {
    return formatOf('en-CA', { ...options, timeZone }).format(now);
  } catch {
    return now.toISOString().slice(0, 10);
  }
}

/** A calendar date some days later (or earlier, when negative); `N/A` input gives itself back. */
export function addDays(date: IsoDate, days: number): IsoDate {
  const time = utcOf(date);
  return time === null ? date : new Date(time + days * DAY).toISOString().slice(0, 10);
}

/** Whole days from `from` to `date`: 0 today, negative in the past, `null` when either is no date. */
export function daysUntil(date: IsoDate | null | undefined, from: IsoDate): number | null {
  const [end, start] = [date ? utcOf(date) : null, utcOf(from)];
  return end === null || start === null ? null : Math.round((end - start) / DAY);
}

/** `Today`, `Tomorrow`, `52 days away`, `Yesterday`, `3 days ago`. */
export function describeDays(days: number): string {
  if (days === 0) return 'Today';
  if (days === 1) return 'Tomorrow';
  if (days === -1) return 'Yesterday';
  return days > 0 ? `${days} days away` : `${-days} days ago`;
}

/** Whole calendar months from one date to a later one: 1 from Jan 31 to Mar 1. */
export function monthsBetween(from: IsoDate, to: IsoDate): number {
  const [a, b] = [from, to].map((date) => date.split('-').map(Number)) as [number[], number[]];
  const [years, months, days] = b.map((part, index) => part - (a[index] ?? 0)) as [number, number, number];
  return years * 12 + months - (days < 0 ? 1 : 0);
}

/** For how long something is due: `1 day late`, `30 days late`, `14 months late`, `2 years late`. @param due before `today` */
export function describeLate(due: IsoDate, today: IsoDate): string {
  const months = monthsBetween(due, today);
  if (months >= 24) return `${plural(Math.floor(months / 12), 'year')} late`;
  if (months >= 1) return `${plural(months, 'month')} late`;
  return `${plural(-(daysUntil(due, today) ?? 0), 'day')} late`;
}
