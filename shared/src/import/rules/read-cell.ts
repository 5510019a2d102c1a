import {
  bareNumber,
  countryOptions,
  currencyOfMark,
  LIMITS,
  MESSAGES,
  moneyProblem,
  parsePercent,
  readMoney,
  tooLong,
  readDate,
  type DateOrder,
} from '../../domain';
import type { ImportField } from './field';
import type { Mapping } from './mapping';
import { STATUS_WORDS } from './status-words';
import { own, plainWords } from './words';

/** How the cells of a file are read: dates and amounts as all of its rows write them. */
export interface CellReading extends Pick<Mapping, 'dates' | 'decimal' | 'words'> {
  /** The agency's, ISO 4217. */
  currency: string;
}

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

/** What a word means by itself: one of the field's choices; null where nobody knows. */
export function meaningOf({ key, choices = {} }: ImportField, text: string): string | null {
  const said = plainWords(text);
  const fits = (word: string) => plainWords(word) === said || `${plainWords(word)}s` === said;
  const found = Object.entries(choices).find(
    ([choice, words]) =>
      [choice, ...words].some(fits) || STATUS_WORDS[key]?.[choice]?.split('|').includes(said),
  );
  return found?.[0] ?? null;
}

function readChoice(text: string, field: ImportField, words: Mapping['words']): Cell {
  const { choices = {} } = field;
  const told = own(words[field.key], plainWords(text));
  if (told === '') return bad(`Rows that say “${text}” are left out, as was chosen.`);
  const found = told ?? meaningOf(field, text);
  if (found !== null) return good(found);
  const offered = Object.keys(choices).map((key) => key.replaceAll('_', ' '));
  return bad(`Use one of: ${offered.join(', ')}.`);
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

function readAmount(typed: string, { signed }: ImportField, { currency, decimal }: CellReading): Cell {
  const how = { currency, notation: decimal === ',' ? 'comma' : 'point', strict: true } as const;
  // Bookkeepers write what is taken back in brackets.
  const text = typed.replace(/^\((.*)\)$/, '-$1');
  const amount = readMoney(text, how);
  if (amount.ok) return good(amount.value);
  const size =
    signed && amount.problem === 'moneyNegative' ? readMoney(bareNumber(text)?.digits ?? '', how) : amount;
  return size.ok ? good(-Number(size.value)) : bad(moneyProblem(size.problem, currency));
}

/**
 * Reads one cell. An empty one is null. The apostrophe that an export puts before what a spreadsheet would take for a formula goes.
 * Dates and amounts are read as the whole file writes them.
 */
export function readCell(text: string, field: ImportField, reading: CellReading): Cell {
  const typed = text
    .trim()
    .replace(/^'(?=\s*[=+\-@＝＋－＠]|\s)/, '')
    .trim();
  if (typed === '') return good(null);
  switch (field.reading) {
    case 'birthday':
    case 'day':
      return readDay(typed, field, reading.dates ?? 'mdy');
    case 'money':
      return readAmount(typed, field, reading);
    case 'currency':
      return currencyOfMark(typed, reading.currency) === 'own'
        ? good(reading.currency)
        : bad(moneyProblem('moneyOtherCurrency', reading.currency));
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
      return readChoice(typed, field, reading.words);
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
