import { DELIMITERS, type Delimiter, type TextEncoding } from '@paperplane/shared/import/files';
import * as v from 'valibot';
import type { Notation } from '../types';
import type { Row } from './rows';
import { columnsFit, guessHeader, guessNotation, guessRoles, notDisproved } from './guess';
import { isRepeatable, ROLES, type Role } from './roles';

/** How a CSV file is read: guessed, shown, corrected, and remembered for the account. */
export interface CsvReading extends Notation {
  encoding: TextEncoding;
  delimiter: Delimiter;
  /** The line that names the columns; 0 where there is none. */
  headerLine: number;
  columns: Role[];
}

const keys = Object.keys(ROLES) as Exclude<Role, ''>[];
const SAVED = v.object({
  encoding: v.picklist(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'shift_jis']),
  delimiter: v.picklist(DELIMITERS),
  headerLine: v.pipe(v.number(), v.integer(), v.minValue(0)),
  dates: v.picklist(['mdy', 'dmy', 'ymd']),
  decimal: v.picklist(['.', ',']),
  columns: v.array(v.picklist(['', ...keys])),
});

/** What an earlier import saved; null when it is none of it, or of another number of columns. */
export function savedReading(saved: unknown, columnCount: number): CsvReading | null {
  const read = v.safeParse(SAVED, saved);
  return read.success && read.output.columns.length === columnCount ? read.output : null;
}

/** How a file is read by what is remembered of its account. */
export interface Recalled {
  reading: CsvReading;
  /** All of it is as it was remembered. */
  whole: boolean;
}

/**
 * Takes of a remembered reading what the file does not disprove: columns hold what they held, and order and notation while no line is
 * against them. The rest is as guessed, or asked. Encoding and the line that names the columns are this file's: what stands above it grows.
 * @returns null where nothing that fits is remembered
 */
export function recalledReading(saved: unknown, guessed: CsvReading, rows: readonly Row[]): Recalled | null {
  const remembered = savedReading(saved, guessed.columns.length);
  const body = rowsBelow(rows, guessed.headerLine);
  if (!remembered || remembered.delimiter !== guessed.delimiter || !columnsFit(remembered.columns, body))
    return null;
  const held = notDisproved(remembered, remembered.columns, body);
  const anew = guessNotation(remembered.columns, body);
  return {
    reading: {
      ...guessed,
      columns: remembered.columns,
      dates: held.dates ?? anew.dates,
      decimal: held.decimal ?? anew.decimal,
    },
    whole: held.dates !== null && held.decimal !== null,
  };
}

export const headersOf = (rows: readonly Row[], headerLine: number): string[] =>
  rows.find(({ line }) => line === headerLine)?.cells.map((cell) => cell.trim()) ?? [];

export const rowsBelow = (rows: readonly Row[], headerLine: number): Row[] =>
  rows.filter(({ line }) => line > headerLine);

/** Guesses all of it. What the file does not prove stays null. */
export function guessReading(
  rows: readonly Row[],
  delimiter: Delimiter,
  encoding: TextEncoding,
  headerLine = guessHeader(rows),
): CsvReading {
  const body = rowsBelow(rows, headerLine);
  const columns = guessRoles(headersOf(rows, headerLine), body);
  return { encoding, delimiter, headerLine, columns, ...guessNotation(columns, body) };
}

/** Gives a column another role; a column that had it gives it up, and one amount replaces two, or two one. */
export function assignRole(columns: readonly Role[], index: number, role: Role): Role[] {
  return columns.map((each, place) => {
    if (place === index) return role;
    if (!isRepeatable(role) && each === role) return '';
    if (role === 'amount' && (each === 'in' || each === 'out')) return '';
    return (role === 'in' || role === 'out') && each === 'amount' ? '' : each;
  });
}

/** What is still missing before lines can be read; null when nothing is. */
export function readingProblem({ columns, dates, decimal }: CsvReading): string | null {
  const has = (...roles: Role[]) => roles.some((role) => columns.includes(role));
  if (!has('date')) return 'Choose the column with the date.';
  if (!has('amount', 'in', 'out'))
    return 'Choose the column with the amount, or those with money in and out.';
  if (!has('text', 'counterparty')) return 'Choose the column with the text.';
  if (dates === null)
    return 'Say which comes first in the dates, the month or the day: the file can be read both ways.';
  if (decimal === null) return 'Say what stands before the decimals: the amounts can be read both ways.';
  return null;
}
