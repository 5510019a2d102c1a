import {
  countryOptions,
  isIsoDate,
  LIMITS,
  MESSAGES,
  parsePercent,
  tooLong,
} from '@paperplane/shared/domain';
import type { ImportField } from './fields';
import type { DateOrder } from './mapping';

/** What a cell says, or what is wrong with it. */
export type Cell = { ok: true; value: unknown } | { ok: false; message: string };

const good = (value: unknown): Cell => ({ ok: true, value });
const bad = (message: string): Cell => ({ ok: false, message });

const EMAIL = /^[^@\s]+@[^@\s]+[.][^@\s]+$/;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const iso = (year: number, month: number, day: number): string | null => {
  const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  return isIsoDate(text) ? text : null;
};

/** A year of two digits lies in the past: 61 is 1961, 26 is 2026 in 2026. */
const fullYear = (text: string, now: number): number => {
  const year = Number(text);
  if (text.length > 2) return year;
  return year + 2000 > now ? year + 1900 : year + 2000;
};

/**
 * Reads a date as people write it: `2026-11-19`, `11/19/2026`, `19.11.2026`, `19 Nov 2026`, `Nov 19, 2026`; a time behind it is ignored.
 * @param order of day and month where the date has only numbers
 * @returns ISO, or null when it is no date
 */
export function readDate(text: string, order: DateOrder, now = new Date().getFullYear()): string | null {
  const typed = text.trim().replace(/[T\s]\d{1,2}:\d{2}.*$/i, '');
  const [, y, m, d] = /^(\d{4})[-./](\d{1,2})[-./](\d{1,2})$/.exec(typed) ?? [];
  if (y && m && d) return iso(Number(y), Number(m), Number(d));
  const [, short, sm, sd] =
    order === 'ymd' ? (/^(\d{2})[-./](\d{1,2})[-./](\d{1,2})$/.exec(typed) ?? []) : [];
  if (short && sm && sd) return iso(fullYear(short, now), Number(sm), Number(sd));
  const [, first, second, year] = /^(\d{1,2})[-./\s](\d{1,2})[-./\s](\d{2}|\d{4})$/.exec(typed) ?? [];
  if (first && second && year) {
    const [month, day] = order === 'mdy' ? [first, second] : [second, first];
    return iso(fullYear(year, now), Number(month), Number(day));
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
  return day && after && month > 0 ? iso(fullYear(after, now), month, Number(day)) : null;
}

const OTHER_NAMES: Readonly<Record<string, string>> = {
  usa: 'US',
  'u s a': 'US',
  'u s': 'US',
  america: 'US',
  'united states of america': 'US',
  uk: 'GB',
  'u k': 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  'great britain': 'GB',
  deutschland: 'DE',
  osterreich: 'AT',
  schweiz: 'CH',
  suisse: 'CH',
  holland: 'NL',
  'the netherlands': 'NL',
  espana: 'ES',
  italia: 'IT',
  'czech republic': 'CZ',
  turkey: 'TR',
  'south korea': 'KR',
  uae: 'AE',
};
const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .trim();

let countries: Map<string, string> | undefined;

/** A country's code from its code or its English name, and from what else it is often called. */
export function readCountry(text: string): string | null {
  countries ??= new Map(
    countryOptions().flatMap(({ value, label }) => [
      [folded(value), value] as const,
      [folded(label), value] as const,
    ]),
  );
  return countries.get(folded(text)) ?? OTHER_NAMES[folded(text)] ?? null;
}

/** The texts of a cell that holds several: between semicolons, else between commas or bars. */
export const readList = (text: string): string[] =>
  text
    .split(text.includes(';') ? ';' : /[,|]/)
    .map((each) => each.trim())
    .filter(Boolean);

function readChoice(text: string, choices: Readonly<Record<string, string>>): Cell {
  const said = folded(text);
  const found = Object.entries(choices).find(([key, label]) =>
    [key, label].some((word) => folded(word) === said || `${folded(word)}s` === said),
  );
  return found ? good(found[0]) : bad(`Use one of: ${Object.keys(choices).join(', ')}.`);
}

function readNumber(text: string): Cell {
  const days = Number(text.replace(/\s*days?$/i, ''));
  return Number.isInteger(days) && days >= 0 && days <= LIMITS.paymentDaysMax
    ? good(days)
    : bad(MESSAGES.paymentDays);
}

function readSeveral(text: string, { reading, max }: ImportField): Cell {
  const entries = readList(text);
  if (entries.length > max) return bad(`Use at most ${max}.`);
  if (reading === 'emails' && !entries.every((entry) => EMAIL.test(entry))) return bad(MESSAGES.emailFormat);
  if (reading === 'phones' && !entries.every((entry) => entry.length <= LIMITS.phone))
    return bad(tooLong(LIMITS.phone));
  return good(entries);
}

/**
 * Reads one cell. An empty one is null. The apostrophe that an export puts before what a spreadsheet would take for a formula goes.
 * @param order of day and month in dates
 */
export function readCell(text: string, field: ImportField, order: DateOrder): Cell {
  const typed = text
    .trim()
    .replace(/^'(?=[=+\-@\t\r])/, '')
    .trim();
  if (typed === '') return good(null);
  switch (field.reading) {
    case 'date': {
      const date = readDate(typed, order);
      return date === null ? bad('Use a date like 2026-11-19.') : good(date);
    }
    case 'country': {
      const code = readCountry(typed);
      return code === null ? bad('Use the name of a country, or its code of two letters.') : good(code);
    }
    case 'percent': {
      const percent = parsePercent(typed.replace(/^(\d+),(\d{1,2})\s*%?$/, '$1.$2'));
      return percent.ok ? good(percent.value) : bad(MESSAGES[percent.problem]);
    }
    case 'website': {
      const address = /^https?:\/\//i.test(typed) ? typed : `https://${typed}`;
      return URL.canParse(address) && /^\S+\.\S+$/.test(typed) ? good(address) : bad(MESSAGES.website);
    }
    case 'days':
      return readNumber(typed);
    case 'choice':
      return readChoice(typed, field.choices ?? {});
    case 'emails':
    case 'phones':
    case 'list':
      return readSeveral(typed, field);
    case 'email':
      if (!EMAIL.test(typed)) return bad(MESSAGES.emailFormat);
      break;
    case 'text':
  }
  return typed.length > field.max ? bad(tooLong(field.max)) : good(typed);
}
