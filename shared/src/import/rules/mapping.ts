import type { DecimalSign, DateOrder } from '../../domain';
import { fieldOf, type ImportKind } from './fields';
import { LINE_FIELDS } from './sale-fields';

/** How the columns of a file are read; saved with the import, and offered again for the same columns. */
export interface Mapping {
  /** The field of each column, in the order of the file; '' is left out. */
  columns: string[];
  /** The order of day and month; null: no row decides it, somebody has to say. */
  dates: DateOrder | null;
  /** The sign before the decimals of amounts; null as above. */
  decimal: DecimalSign | null;
  /** By field, what words of the file that are none of ours mean, in the letters of `plainWords`; '' leaves their rows out. */
  words: Record<string, Record<string, string>>;
  /** Whether people who share an e-mail address are one customer, or several with first names of their own. */
  same_email: 'skip' | 'add';
}

/** Gives a column another field; the column that had it gives it up. */
export function mapColumn(columns: readonly string[], index: number, key: string): string[] {
  return columns.map((each, place) => (place === index ? key : key !== '' && each === key ? '' : each));
}

/** What every sale has. */
export const REQUIRED_OF_SALES = ['booking_reference', 'vendor', 'sale_date', 'total_amount'] as const;

/** What is still missing before rows can be read; null when nothing is. */
export function mappingProblem(kind: ImportKind, columns: readonly string[]): string | null {
  const has = (key: string) => columns.includes(key);
  if (kind === 'sales') return saleProblem(has);
  if (kind === 'vendors') return has('name') ? null : 'Choose the column with the vendor’s name.';
  if (has('full_name') || (has('first_name') && has('last_name'))) return null;
  return 'Choose the columns with first and last name, or the one with the full name.';
}

function saleProblem(has: (key: string) => boolean): string | null {
  const lines = LINE_FIELDS.some(has);
  // The total of lines is their sum.
  const required = lines
    ? [...REQUIRED_OF_SALES.filter((key) => key !== 'total_amount'), 'line_kind', 'line_amount']
    : REQUIRED_OF_SALES;
  const lacking = required.filter((key) => !has(key)).map((key) => fieldOf('sales', key)?.label ?? key);
  if (lacking.length > 0) return `Choose the columns with: ${lacking.join(', ').toLowerCase()}.`;
  return has('customer') || has('customer_email') || (has('customer_first_name') && has('customer_last_name'))
    ? null
    : 'Choose the column with the customer’s name or email.';
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Meanings of words as they were saved, as far as they are still ours. */
export function savedWords(kind: ImportKind, saved: unknown): Mapping['words'] {
  if (!isObject(saved)) return {};
  return Object.fromEntries(
    Object.entries(saved).flatMap(([key, words]) => {
      const choices = fieldOf(kind, key)?.choices;
      if (!choices || !isObject(words)) return [];
      const known = Object.entries(words).filter(
        (entry): entry is [string, string] => entry[1] === '' || Object.hasOwn(choices, String(entry[1])),
      );
      return [[key, Object.fromEntries(known)]];
    }),
  );
}

/** Reads a mapping from what an earlier import saved; null when it does not fit these columns any more. */
export function savedMapping(kind: ImportKind, saved: unknown, columnCount: number): Mapping | null {
  if (!isObject(saved)) return null;
  const { columns, dates, decimal, words, same_email } = saved;
  if (!Array.isArray(columns) || columns.length !== columnCount) return null;
  const known = columns.map((key) => (typeof key === 'string' && fieldOf(kind, key) ? key : ''));
  return {
    columns: known.map((key, index) => (known.indexOf(key) === index ? key : '')),
    dates: dates === 'dmy' || dates === 'ymd' || dates === 'mdy' ? dates : null,
    decimal: decimal === '.' || decimal === ',' ? decimal : null,
    words: savedWords(kind, words),
    same_email: same_email === 'add' ? 'add' : 'skip',
  };
}
