/** Days as whole numbers, counted from 1970-01-01. */
const DAY = 86_400_000;

/** The number of a day written as 2025-01-31. */
export const dayOf = (iso: string): number => Date.parse(`${iso}T00:00:00Z`) / DAY;

/** A day as 2025-01-31. */
export const isoOf = (day: number): string => new Date(day * DAY).toISOString().slice(0, 10);

/** 0 for Sunday to 6 for Saturday. */
export const weekday = (day: number): number => (((day + 4) % 7) + 7) % 7;

/** The day itself, or the Monday after it on weekends: banks book then. */
export function bankDay(day: number): number {
  const at = weekday(day);
  return at === 6 ? day + 2 : at === 0 ? day + 1 : day;
}

/** Year, month and day of the month as the strings a text needs. */
export function parts(day: number): { y: string; yy: string; m: string; d: string } {
  const iso = isoOf(day);
  return { y: iso.slice(0, 4), yy: iso.slice(2, 4), m: iso.slice(5, 7), d: iso.slice(8, 10) };
}

/** The last day of the month of a day. */
export function monthEnd(day: number): number {
  const { y, m } = parts(day);
  return Date.UTC(Number(y), Number(m), 0) / DAY;
}

/** The same with the month's short English name, as statements print it. */
export const dayMonth = (day: number): string => {
  const { yy, m, d } = parts(day);
  return `${d}-${'Jan,Feb,Mar,Apr,May,Jun,Jul,Aug,Sep,Oct,Nov,Dec'.split(',')[Number(m) - 1]}-${yy}`;
};

export const usDay = (day: number): string => {
  const { y, m, d } = parts(day);
  return `${m}/${d}/${y}`;
};

export const ukDay = (day: number): string => {
  const { y, m, d } = parts(day);
  return `${d}/${m}/${y}`;
};

export const deDay = (day: number): string => {
  const { y, m, d } = parts(day);
  return `${d}.${m}.${y}`;
};
