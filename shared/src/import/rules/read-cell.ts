import {
  countryOptions,
  LIMITS,
  MESSAGES,
  moneyProblem,
  parsePercent,
  readMoney,
  tooLong,
  type MoneyReading,
} from '../../domain';
import { readDate, type DateOrder } from '../files';
import type { ImportField } from './field';

/** What a cell says, or what is wrong with it. */
export type Cell = { ok: true; value: unknown } | { ok: false; message: string };

const good = (value: unknown): Cell => ({ ok: true, value });
const bad = (message: string): Cell => ({ ok: false, message });

const EMAIL = /^[^@\s]+@[^@\s]+[.][^@\s]+$/;
/** How each order of day and month is called in a message. */
const ORDERS: Readonly<Record<DateOrder, string>> = {
  mdy: 'month first',
  dmy: 'day first',
  ymd: 'year first',
};

function readDay(typed: string, { reading }: ImportField, order: DateOrder): Cell {
  const date = readDate(typed, order, reading === 'birthday' ? new Date().getFullYear() : 2099);
  if (date === null) return bad('Use a date like 2026-11-19.');
  if (date !== 'impossible') return good(date);
  const ambiguous = /^\d{1,2}[-./\s]\d{1,2}[-./\s]\d{2,4}/.test(typed);
  return bad(`There is no such day: ${typed}${ambiguous ? `, ${ORDERS[order]}` : ''}.`);
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

function readChoice(text: string, choices: NonNullable<ImportField['choices']>): Cell {
  const said = folded(text);
  const found = Object.entries(choices).find(([key, words]) =>
    [key, ...words].some((word) => folded(word) === said || `${folded(word)}s` === said),
  );
  const offered = Object.keys(choices).map((key) => key.replaceAll('_', ' '));
  return found ? good(found[0]) : bad(`Use one of: ${offered.join(', ')}.`);
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
 * @param money how amounts are read
 */
export function readCell(text: string, field: ImportField, order: DateOrder, money: MoneyReading): Cell {
  const typed = text
    .trim()
    .replace(/^'(?=[=+\-@\t\r])/, '')
    .trim();
  if (typed === '') return good(null);
  switch (field.reading) {
    case 'birthday':
    case 'day':
      return readDay(typed, field, order);
    case 'money': {
      const amount = readMoney(typed, money);
      return amount.ok ? good(amount.value) : bad(moneyProblem(amount.problem, money.currency));
    }
    case 'country': {
      const code = readCountry(typed);
      return code === null ? bad('Use the name of a country, or its code of two letters.') : good(code);
    }
    case 'percent': {
      const percent = parsePercent(typed);
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
