import { looksLikeDay } from '@paperplane/shared/domain';
import type { Row } from '../../files/csv/rows';
import { looksLikeReference } from './references';
import { says } from './words';

/** Where what stands; -1 where nothing says it. */
export interface Columns {
  amount: number;
  reference: number;
  name: number;
  gross: number;
  days: number[];
}

/** How cells are read. */
export interface CellReading {
  cents: (cell: string) => number | null;
  knows: (cell: string) => boolean;
}

const at = (row: Row, column: number): string => row.cells[column]?.trim() ?? '';
const widthOf = (rows: readonly Row[]): number => Math.max(0, ...rows.map(({ cells }) => cells.length));
const share = (cells: readonly string[], test: (cell: string) => boolean): number =>
  cells.length === 0 ? 0 : cells.filter(test).length / cells.length;
const distinct = (cells: readonly string[]): number =>
  cells.length < 2 ? 1 : new Set(cells).size / cells.length;
const cellsOf = (rows: readonly Row[], column: number): string[] =>
  rows.map((row) => at(row, column)).filter((cell) => cell !== '');

const WITH_DECIMALS = /\d[.,]\d{2}(?!\d)|[$€£]/;

/** A day that is no number of a booking: eight digits alone are one only where they begin with a year. */
const isDay = (cell: string): boolean =>
  looksLikeDay(cell) &&
  (!/^\d+$/.test(cell) || /^(19|20)\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/.test(cell));
/** Letters alone, as systems of airlines and hotels write a booking; names look alike, so the head has to say so. */
const isLocator = (cell: string): boolean => /^[A-Z]{5,8}$/.test(cell);

/** Whether an amount of these columns has decimals. */
export const hasDecimals = (rows: readonly Row[], columns: readonly number[]): boolean =>
  columns.some((column) => cellsOf(rows, column).some((cell) => WITH_DECIMALS.test(cell)));

/** Columns that most rows have an amount in; whole numbers only where nothing has decimals. */
export function moneyColumns(rows: readonly Row[], { cents }: CellReading): number[] {
  const all = Array.from({ length: widthOf(rows) }, (_, column) => column).filter((column) => {
    const cells = cellsOf(rows, column);
    return cells.length * 3 >= rows.length && share(cells, (cell) => cents(cell) !== null) >= 0.5;
  });
  const decimal = all.filter(
    (column) => share(cellsOf(rows, column), (cell) => WITH_DECIMALS.test(cell)) >= 0.5,
  );
  return decimal.length > 0 ? decimal : all;
}

/** Whether `column` is a rate of `gross` for all rows, as `amount` shows. */
const isShareOf = (rows: readonly Row[], amount: number, gross: number, { cents }: CellReading): boolean => {
  const pairs = rows.flatMap((row) => {
    const [part, whole] = [cents(at(row, amount)), cents(at(row, gross))];
    return part === null || whole === null || whole === 0 ? [] : [part / whole];
  });
  return pairs.length > 0 && pairs.every((each) => Math.abs(each) > 0 && Math.abs(each) < 0.6);
};

/** How much speaks for a column as the one with the commission. */
function amountPoints(
  head: string,
  column: number,
  rows: readonly Row[],
  money: readonly number[],
  reading: CellReading,
): number {
  const cells = cellsOf(rows, column);
  let points = 0;
  if (says(head, 'commission')) points += 3;
  if (says(head, 'amount')) points += 1;
  if (says(head, 'paidNow')) points += 4;
  if (says(head, 'paidBefore')) points -= 6;
  if (says(head, 'gross') && !says(head, 'commission')) points -= 3;
  if (says(head, 'rate')) points -= 5;
  // The same small number everywhere is a rate.
  if (
    cells.length > 2 &&
    distinct(cells) * cells.length === 1 &&
    Math.abs(reading.cents(cells[0] ?? '') ?? 0) <= 10_000
  )
    points -= 4;
  if (share(cells, reading.knows) > 0.3) points -= 6;
  if (money.some((other) => other !== column && isShareOf(rows, column, other, reading))) points += 2;
  if (money.some((other) => other !== column && isShareOf(rows, other, column, reading))) points -= 2;
  return points;
}

/** Columns that may hold the commission, likeliest first; of equals the last one. */
export function amountColumns(head: readonly string[], rows: readonly Row[], reading: CellReading): number[] {
  const money = moneyColumns(rows, reading);
  return money
    .map((column) => ({ column, points: amountPoints(head[column] ?? '', column, rows, money, reading) }))
    .sort((a, b) => b.points - a.points || b.column - a.column)
    .map(({ column }) => column);
}

function referencePoints(head: string, cells: readonly string[], { knows }: CellReading): number {
  let points = share(cells, knows) * 12;
  if (says(head, 'booking')) points += 3;
  if (says(head, 'reference')) points += 1;
  if (says(head, 'ofPayment')) points -= 3;
  const named = says(head, 'booking') || says(head, 'reference');
  const like = share(cells, (cell) => looksLikeReference(cell) || (named && isLocator(cell)));
  return points + like * 3 + (like > 0 ? distinct(cells) * 2 : 0);
}

function namePoints(head: string, cells: readonly string[]): number {
  const like = share(cells, (cell) => /\p{L}{2}/u.test(cell) && !/\d{2}/.test(cell));
  if (like === 0) return 0;
  let points = like * 2 + distinct(cells);
  if (says(head, 'name')) points += 3;
  if (says(head, 'ofOthers')) points -= 3;
  if (share(cells, (cell) => /\p{L}{2}\s?[,/]\s?\p{L}/u.test(cell)) > 0.5) points += 1;
  return points;
}

/** The column with the most points, the first of equals; -1 where none has as many as `least`. */
function best(columns: readonly number[], points: (column: number) => number, least: number): number {
  let found = { column: -1, points: least };
  for (const column of columns) {
    const own = points(column);
    if (own > found.points || (found.column < 0 && own === least)) found = { column, points: own };
  }
  return found.column;
}

/** What the other columns hold, once it is clear which of them has the commission. */
export function columnsBeside(
  amount: number,
  head: readonly string[],
  rows: readonly Row[],
  reading: CellReading,
): Columns {
  const money = moneyColumns(rows, reading);
  const others = Array.from({ length: widthOf(rows) }, (_, column) => column).filter(
    (column) => column !== amount,
  );
  const days = others.filter(
    (column) => share(cellsOf(rows, column), (cell) => isDay(cell) && !reading.knows(cell)) >= 0.7,
  );
  const free = others.filter(
    (column) =>
      !days.includes(column) &&
      !(money.includes(column) && share(cellsOf(rows, column), (cell) => WITH_DECIMALS.test(cell)) > 0.5) &&
      !says(head[column] ?? '', 'rate'),
  );
  const reference = best(
    free,
    (column) => referencePoints(head[column] ?? '', cellsOf(rows, column), reading),
    2,
  );
  const name = best(
    free.filter((column) => column !== reference),
    (column) => namePoints(head[column] ?? '', cellsOf(rows, column)),
    1.2,
  );
  const gross = money.find(
    (column) =>
      column !== amount &&
      (says(head[column] ?? '', 'gross') || (head.length === 0 && isShareOf(rows, amount, column, reading))),
  );
  return { amount, reference, name, gross: gross ?? -1, days };
}
