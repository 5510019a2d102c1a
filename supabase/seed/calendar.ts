import type { Random } from './random';

/** Days and moments of the demo, all relative to one "now". Days are counted in UTC and written as yyyy-mm-dd. */
export interface Calendar {
  now: Date;
  today: string;
  /** The first day of business. */
  start: string;
}

const DAY = 86_400_000;
export const YEARS = 3;
export const WESTERNMOST = 'America/Los_Angeles';

// How the months sell: people book in January and before summer.
const SEASON = [1.5, 1.25, 1.15, 1.05, 1, 0.95, 0.8, 0.75, 0.95, 1.05, 1.0, 0.85];
const WEEKDAY = [0.15, 1.1, 1.15, 1.1, 1.05, 1, 0.45];

export const dayOf = (date: Date): string => date.toISOString().slice(0, 10);
export const addDays = (day: string, days: number): string => dayOf(new Date(Date.parse(day) + days * DAY));
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY);

export function createCalendar(now: Date): Calendar {
  // The day in the westernmost agency: nowhere in the demo is a sale from tomorrow.
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: WESTERNMOST }).format(now);
  return { now, today, start: addDays(today, -Math.round(YEARS * 365.25)) };
}

/** A moment in office hours (9 to 18 in New York) of that day, never after now. */
export function momentOn(calendar: Calendar, day: string, random: Random): Date {
  const moment =
    Date.parse(day) + (14 * 60 + random.between(0, 9 * 60 - 1)) * 60_000 + random.between(0, 59_999);
  return new Date(Math.min(moment, calendar.now.getTime() - random.between(1, 50) * 60_000));
}

/** Draws days of business: seasons, weekdays, and every year busier than the one before. */
export function saleDays(calendar: Calendar, count: number, random: Random): string[] {
  const length = daysBetween(calendar.start, calendar.today) + 1;
  const days = Array.from({ length }, (_, index) => {
    const day = addDays(calendar.start, index);
    const date = new Date(day);
    const growth = 0.75 + (0.6 * index) / length;
    return { day, weight: growth * (SEASON[date.getUTCMonth()] ?? 1) * (WEEKDAY[date.getUTCDay()] ?? 1) };
  });
  const cumulative: number[] = [];
  let sum = 0;
  for (const { weight } of days) cumulative.push((sum += weight));
  const drawn = Array.from({ length: count }, () => {
    const at = random.next() * sum;
    let low = 0;
    let high = cumulative.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((cumulative[middle] ?? 0) > at) high = middle;
      else low = middle + 1;
    }
    return days[low]?.day ?? calendar.today;
  });
  // Something happened today, whatever was drawn.
  drawn[0] = calendar.today;
  drawn[1] = calendar.today;
  return drawn.sort();
}
