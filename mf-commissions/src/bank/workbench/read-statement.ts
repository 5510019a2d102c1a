import { decimalOf, notationOf, type MoneyReading } from '@paperplane/shared/domain';
import { FileProblem, type Delimiter } from '@paperplane/shared/import/files';
import type { SentStatementLine } from '../bank-types';
import { centsText, decimalIn, readAmount } from '../files/amount';
import { csvRows } from '../files/csv/grammar';
import type { Row } from '../files/csv/rows';

/** A vendor's statement as it was read. */
export interface ReadStatement {
  lines: SentStatementLine[];
  /** In cents. */
  total: number;
  /** Lines that were not understood, and why. */
  problems: { line: number; why: string }[];
}

export const STATEMENT_MOST = 500;

const NAMES = {
  amount: /amount|commission|paid|payment|net|total|betrag|montant/i,
  reference: /ref|booking|confirm|reserv|invoice|folio|number|^no\b/i,
  name: /name|guest|pax|passenger|customer|client|travel/i,
};
const SUM = /^\s*(grand |sub)?-?total\b|^\s*sum\b/i;

/** What separates the cells; null for blanks, as in what is copied from a page. A comma inside an amount separates nothing. */
function delimiterOf(text: string): Delimiter | null {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
  const most = (test: (line: string) => boolean) => lines.filter(test).length * 2 > lines.length;
  for (const delimiter of ['\t', ';', '|'] as const)
    if (most((line) => line.includes(delimiter))) return delimiter;
  return most((line) => line.replace(/(?<=\d),(?=\d{3}(?!\d))/g, '').includes(',')) ? ',' : null;
}

/** Reference, name and amount of a line without a delimiter: the amount stands last, the reference first. */
function blankCells(line: string): string[] {
  const wide = line.trim().split(/\s{2,}/);
  if (wide.length > 1) return wide;
  const [, first, middle = '', last] = /^(\S+)(?:\s+(.*?))?\s+(\S+)$/.exec(line.trim()) ?? [];
  return first !== undefined && last !== undefined ? [first, middle, last] : [line.trim()];
}

function rowsOf(text: string): Row[] {
  const delimiter = delimiterOf(text);
  if (delimiter) return csvRows(text, delimiter).rows;
  return text
    .split(/\r\n|\r|\n/)
    .map((line, index) => ({ line: index + 1, cells: blankCells(line) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
}

/** The column that a test holds for most often; the last one of equals, none when it never does. */
function bestColumn(rows: readonly Row[], not: readonly number[], score: (cell: string) => number): number {
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length));
  let best = { column: -1, points: 0 };
  for (let column = 0; column < width; column += 1) {
    if (not.includes(column)) continue;
    const points = rows.reduce((sum, { cells }) => sum + score(cells[column] ?? ''), 0);
    if (points > 0 && points >= best.points) best = { column, points };
  }
  return best.column;
}

/**
 * Reads the rows of a vendor's statement, pasted or of a CSV file: which column is what is told by the head, else by what stands in it.
 * A line with the sum is left out. Amounts whose notation no line decides are read by the agency's; one of another currency is refused.
 * @throws FileProblem when it is no table that can be read
 */
export function readStatement(text: string, money: MoneyReading): ReadStatement {
  const all = rowsOf(text);
  const cells = all.flatMap((row) => row.cells);
  const written = cells.filter((cell) => /\d[.,]\d{2}\b/.test(cell));
  const decimal =
    (written.length > 0 ? decimalIn(written) : null) ??
    decimalOf(money.notation ?? notationOf(money.currency));
  const amountIn = (cell: string) => readAmount(cell, decimal);
  const looksLikeAmount = (cell: string) => (amountIn(cell).ok ? (/[.,]\d{2}\D*$/.test(cell) ? 2 : 1) : 0);
  const headAt = all.findIndex((row) => row.cells.some((cell) => looksLikeAmount(cell) > 0));
  if (headAt < 0) throw new FileProblem('No line of this has an amount.');
  const head = headAt > 0 ? (all[headAt - 1]?.cells ?? []) : [];
  const rows = all.slice(headAt);
  const named = (what: keyof typeof NAMES, not: readonly number[]) =>
    head.findIndex((cell, column) => NAMES[what].test(cell) && !not.includes(column));

  const lastNamed = head.findLastIndex((cell) => NAMES.amount.test(cell));
  const amountColumn = lastNamed >= 0 ? lastNamed : bestColumn(rows, [], looksLikeAmount);
  const namedReference = named('reference', [amountColumn]);
  const referenceColumn =
    namedReference >= 0
      ? namedReference
      : (rows[0]?.cells.findIndex((cell, column) => column !== amountColumn && /\d/.test(cell)) ?? -1);
  const taken = [amountColumn, referenceColumn];
  const namedName = named('name', taken);
  const nameColumn =
    namedName >= 0 ? namedName : bestColumn(rows, taken, (cell) => (/\p{L}{2}/u.test(cell) ? 1 : 0));

  const read: ReadStatement = { lines: [], total: 0, problems: [] };
  for (const row of rows) {
    if (row.cells.some((cell) => SUM.test(cell))) continue;
    const amount = readAmount(row.cells[amountColumn] ?? '', decimal, money.currency);
    if (!amount.ok) {
      read.problems.push({ line: row.line, why: amount.why });
      continue;
    }
    const cell = (column: number) => row.cells[column]?.trim().slice(0, 300) || null;
    read.total += amount.cents;
    read.lines.push({
      line: row.line,
      reference: cell(referenceColumn),
      name: cell(nameColumn),
      amount: centsText(amount.cents),
    });
  }
  if (read.lines.length > STATEMENT_MOST)
    throw new FileProblem(`A statement has at most ${STATEMENT_MOST} lines.`);
  return read;
}
