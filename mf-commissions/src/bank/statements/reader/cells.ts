import { csvRows } from '../../files/csv/grammar';
import type { Row } from '../../files/csv/rows';
import type { Delimiter } from '@paperplane/shared/import/files';

const AMOUNT = /\d[.,]\d{2}(?!\d)/;
/** An amount with commas between its thousands: they separate nothing. What goes on from letters or a hyphen is a reference. */
const THOUSANDS = /(?<![\w-])[-+]?[$€£]?\d{1,3}(?:,\d{3})+(?:\.\d+)?(?!\d)/g;
/** An amount with a decimal comma: two digits follow, and no more. */
const DECIMAL_COMMA = /(?<![\w-])[-+]?[$€£]?\d+(?:\.\d{3})*,\d{2}(?![\d.])/g;

/** One sign at the end of each line, whichever the file mixes. */
export const evenLines = (text: string): string => text.replace(/\r\n|\r|\u0085|\u2028/g, '\n');

/**
 * What separates the cells, as the lines with an amount show; null for blanks, as in what is copied from a page. Letters around the table say
 * nothing about it.
 */
export function delimiterOf(text: string): Delimiter | null {
  const written = text.split('\n').filter((line) => line.trim() !== '');
  const withAmount = written.filter((line) => AMOUNT.test(line));
  const lines = withAmount.length > 0 ? withAmount : written;
  const most = (test: (line: string) => boolean) => lines.filter(test).length * 2 > lines.length;
  for (const delimiter of ['\t', ';', '|'] as const)
    if (most((line) => line.includes(delimiter))) return delimiter;
  const commas = (line: string) => line.replace(THOUSANDS, '').includes(',');
  const besideDecimals = (line: string) => commas(line.replace(DECIMAL_COMMA, ''));
  return most(besideDecimals) ? ',' : null;
}

/** Reference, name and amount of a line without a delimiter: the amount stands last, the reference first. */
function blankCells(line: string): string[] {
  const wide = line.trim().split(/\s{2,}/);
  if (wide.length > 1) return wide;
  const [, first, middle = '', last] = /^(\S+)(?:\s+(.*?))?\s+(\S+)$/.exec(line.trim()) ?? [];
  return first !== undefined && last !== undefined ? [first, middle, last] : [line.trim()];
}

/** The rows of a text: of a CSV file, cells copied from a sheet, or lines copied from a page. */
export function rowsOfText(source: string): Row[] {
  const text = evenLines(source);
  const delimiter = delimiterOf(text);
  if (delimiter) return csvRows(text, delimiter).rows;
  return text
    .split('\n')
    .map((line, index) => ({ line: index + 1, cells: blankCells(line) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
}

/** Rows as a text that `rowsOfText` reads alike: what a file said, to be looked at and corrected by hand. */
export const textOfRows = (rows: readonly Row[]): string =>
  rows.map(({ cells }) => cells.map((cell) => cell.replace(/[\s"]+/g, ' ').trim()).join('\t')).join('\n');
