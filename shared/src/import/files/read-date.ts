import { isIsoDate } from '../../domain';

/** In which order a column writes day, month and year. */
export type DateOrder = 'mdy' | 'dmy' | 'ymd';

/**
 * The order of day and month in a column, as far as its values prove it.
 * @param values texts of a column with dates
 * @returns null where every value can be read with the month or the day first
 */
export function provenDateOrder(values: readonly string[]): DateOrder | null {
  const parts = values
    .map((value) => /^\s*(\d{1,4})[./\-\s](\d{1,2})[./\-\s](\d{1,4})/.exec(value))
    .filter((match) => match !== null);
  if (parts.some(([, first]) => Number(first) > 31)) return 'ymd';
  if (parts.some(([, first]) => Number(first) > 12)) return 'dmy';
  if (parts.some(([, , second]) => Number(second) > 12)) return 'mdy';
  // Nobody writes the month first between dots.
  return parts.length > 0 && parts.every(([text]) => text.includes('.')) ? 'dmy' : null;
}

/**
 * The order of day and month in a column: what its values allow. Where they allow both, month first, as in the US.
 * @param values texts of a column with dates
 */
export const guessDateOrder = (values: readonly string[]): DateOrder => provenDateOrder(values) ?? 'mdy';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const iso = (year: number, month: number, day: number): string => {
  const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  return isIsoDate(text) ? text : 'impossible';
};

/** A year of two digits lies in the hundred years up to `latest`: 61 is 1961 and 26 is 2026 up to 2026. */
const fullYear = (text: string, latest: number): number => {
  const year = Number(text);
  if (text.length > 2) return year;
  return year + 2000 > latest ? year + 1900 : year + 2000;
};

/**
 * Reads a date as people write it: `2026-11-19`, `11/19/2026`, `19.11.2026`, `19 Nov 2026`, `Nov 19, 2026`; a time behind it is ignored.
 * @param order of day and month where the date has only numbers
 * @param latest the last year that two digits may mean
 * @returns ISO; 'impossible' for a day that there is not, as February 30; null when it is no date at all
 */
export function readDate(text: string, order: DateOrder, latest: number): string | null {
  const typed = text.trim().replace(/[T\s]\d{1,2}:\d{2}.*$/i, '');
  const [, y, m, d] = /^(\d{4})[-./](\d{1,2})[-./](\d{1,2})$/.exec(typed) ?? [];
  if (y && m && d) return iso(Number(y), Number(m), Number(d));
  const [, short, sm, sd] =
    order === 'ymd' ? (/^(\d{2})[-./](\d{1,2})[-./](\d{1,2})$/.exec(typed) ?? []) : [];
  if (short && sm && sd) return iso(fullYear(short, latest), Number(sm), Number(sd));
  const [, first, second, year] = /^(\d{1,2})[-./\s](\d{1,2})[-./\s](\d{2}|\d{4})$/.exec(typed) ?? [];
  if (first && second && year) {
    const [month, day] = order === 'mdy' ? [first, second] : [second, first];
    return iso(fullYear(year, latest), Number(month), Number(day));
  }
  const named = typed
    .toLowerCase()
    .replace(/[,.]/g, ' ')
    .replace(/[-\s]+/g, ' ');
  const [, day, name, after] =
    /^(\d{1,2})(?:st|nd|rd|th)? ([a-z]{3})[a-z]* (\d{2}|\d{4})$/.exec(named) ??
    (([, n, dd, yy]) => ['', dd, n, yy])(
      /^([a-z]{3})[a-z]* (\d{1,2})(?:st|nd|rd|th)? (\d{4})$/.exec(named) ?? [],
    );
  const month = MONTHS.indexOf(name ?? '') + 1;
  return day && after && month > 0 ? iso(fullYear(after, latest), month, Number(day)) : null;
}
