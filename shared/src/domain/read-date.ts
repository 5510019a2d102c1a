import type { DateOrder } from './date-order';
import { isIsoDate } from './dates';

/** Languages whose names of months are read. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt'];

const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

let months: ReadonlyMap<string, number> | undefined;

/** The number of a month by its name or a beginning of it of three letters or more, in any of the languages; 0 where it names none. */
function monthOf(name: string): number {
  if (!months) {
    const found = new Map<string, number>();
    for (const language of LANGUAGES)
      for (let month = 0; month < 12; month += 1) {
        const long = folded(
          new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' }).format(
            Date.UTC(2026, month, 15),
          ),
        );
        for (let end = 3; end <= long.length; end += 1) {
          const start = long.slice(0, end);
          // `jui` is June or July, so it is neither.
          found.set(start, (found.get(start) ?? month + 1) === month + 1 ? month + 1 : 0);
        }
      }
    months = found;
  }
  return months.get(folded(name)) ?? 0;
}

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
 * Reads a date as people write it: `2026-11-19`, `11/19/2026`, `19.11.2026`, `19 Nov 2026`, `Nov 19, 2026`, `19. März 2026`; a time behind
 * it and a day of the week before it are ignored.
 * @param order of day and month where the date has only numbers
 * @param latest the last year that two digits may mean
 * @returns ISO; 'impossible' for a day that there is not, as February 30; null when it is no date at all
 */
export function readDate(text: string, order: DateOrder, latest: number): string | null {
  const typed = text
    .trim()
    .replace(/,?[T\s]\d{1,2}:\d{2}.*$/i, '')
    // `Thu, 19.11.2026`, `2026年11月19日`
    .replace(/^\p{L}{2,}\.?,?\s+(?=\d+[-./]\d+[-./]\d+$)/u, '')
    .replace(/^(\d{4})年(\d{1,2})月(\d{1,2})日$/, '$1-$2-$3');
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
    .replace(/[,.]/g, ' ')
    .replace(/\b(?:de|del)\b/gi, ' ')
    .replace(/[-/\s]+/g, ' ')
    .trim();
  const [, day, name, after] =
    /^(\d{1,2})(?:st|nd|rd|th|er)? (\p{L}{3,}) (\d{2}|\d{4})$/u.exec(named) ??
    (([, n, dd, yy]) => ['', dd, n, yy])(
      /^(\p{L}{3,}) (\d{1,2})(?:st|nd|rd|th)? (\d{4})$/u.exec(named) ?? [],
    );
  const month = monthOf(name ?? '');
  return day && after && month > 0 ? iso(fullYear(after, latest), month, Number(day)) : null;
}
