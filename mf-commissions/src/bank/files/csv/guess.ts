import { looksLikeDay } from '@paperplane/shared/domain';
import { mayBeIn, provenOrder } from '@paperplane/shared/import/files';
import { hasSign, decimalIn, readAmount } from '../amount';
import type { Notation } from '../types';
import type { Row } from './rows';
import { directionOf, isRepeatable, rolesOf, type Role } from './roles';

/** Lines above the table that a bank may write. */
const PREAMBLE = 60;
/** Lines of the table that a guess looks at. */
const LOOKED_AT = 400;

const looksLikeAmount = (text: string): boolean =>
  /\d/.test(text) && (readAmount(text, '.').ok || readAmount(text, ',').ok);

/**
 * The line that names the columns: one that names a date and something else that belongs to a movement.
 * @returns its number in the file; 0 where no line does
 */
export function guessHeader(rows: readonly Row[]): number {
  const found = rows
    .slice(0, PREAMBLE)
    .map(({ line, cells }) => ({ line, cells, roles: cells.map((cell) => rolesOf(cell)) }))
    .filter(
      ({ cells, roles }) =>
        !cells.some(looksLikeDay) &&
        roles.some((each) => each.includes('date') || each.includes('valueDate')) &&
        roles.some((each) => ['amount', 'in', 'out'].some((role) => each.includes(role as 'amount'))),
    );
  return found[0]?.line ?? 0;
}

/** The cells of a column in the first lines that have a date; `rows` are those under the header. */
const column = (rows: readonly Row[], index: number): string[] =>
  rows.slice(0, LOOKED_AT).flatMap(({ cells }) => {
    const cell = cells[index]?.trim() ?? '';
    return cell === '' || !cells.some(looksLikeDay) ? [] : [cell];
  });

const mostly = (cells: readonly string[], test: (cell: string) => boolean, share = 0.8): boolean =>
  cells.length > 0 && cells.filter(test).length >= cells.length * share;

/** Whether what a header says fits what stands below it. */
function fits(role: Role, cells: readonly string[]): boolean {
  if (cells.length === 0) return true;
  if (role === 'date' || role === 'valueDate') return mostly(cells, looksLikeDay);
  if (['amount', 'in', 'out', 'balance'].includes(role)) return mostly(cells, looksLikeAmount);
  if (role === 'direction') return cells.every((cell) => directionOf(cell) !== null);
  return true;
}

/** Gives the roles that a movement needs and no header named to columns that look like them. */
function fillByContent(columns: Role[], rows: readonly Row[]): void {
  const free = () =>
    columns.flatMap((role, index) => (role === '' ? [{ index, cells: column(rows, index) }] : []));
  const has = (...roles: Role[]) => roles.some((role) => columns.includes(role));
  if (!has('date')) {
    const [first, second] = free().filter(({ cells }) => mostly(cells, looksLikeDay));
    if (first) columns[first.index] = 'date';
    if (second && !has('valueDate')) columns[second.index] = 'valueDate';
  }
  if (!has('amount', 'in', 'out')) {
    const [first, second] = free().filter(
      ({ cells }) => mostly(cells, looksLikeAmount) && cells.some((cell) => /[.,]\d{2}\b|^0$/.test(cell)),
    );
    const exclusive = (a: number, b: number) =>
      rows.every(({ cells }) => !(cells[a]?.trim() && cells[b]?.trim()));
    if (first && second && exclusive(first.index, second.index)) {
      columns[first.index] = 'out';
      columns[second.index] = 'in';
    } else {
      if (first) columns[first.index] = 'amount';
      if (second && !has('balance')) columns[second.index] = 'balance';
    }
  }
  if (!has('text', 'counterparty')) {
    const longest = free()
      .map(({ index, cells }) => ({ index, length: cells.join('').length }))
      .filter(({ length }) => length > 0)
      .sort((a, b) => b.length - a.length)[0];
    if (longest) columns[longest.index] = 'text';
  }
}

/**
 * Amounts without any sign need words beside them. A column that is headed so is taken although some of its words are not known: those
 * lines are broken, while without it all of them would be money in.
 */
function takeWords(columns: Role[], headers: readonly string[], rows: readonly Row[]): void {
  const amounts = columns.indexOf('amount');
  if (amounts < 0 || columns.includes('direction') || column(rows, amounts).some(hasSign)) return;
  const words = headers.findIndex(
    (header, index) =>
      (columns[index] !== 'text' || columns.filter((role) => role === 'text').length > 1) &&
      rolesOf(header).includes('direction') &&
      mostly(column(rows, index), (cell) => directionOf(cell) !== null, 0.5),
  );
  if (words >= 0) columns[words] = 'direction';
}

/**
 * What each column holds: what its header says where the cells fit, else what the cells look like.
 * @param headers cells of the line that names them; empty where there is none
 * @param rows the lines below it
 */
export function guessRoles(headers: readonly string[], rows: readonly Row[]): Role[] {
  const width = Math.max(headers.length, ...rows.slice(0, LOOKED_AT).map(({ cells }) => cells.length));
  const columns: Role[] = Array.from({ length: width }, () => '');
  for (let index = 0; index < width; index += 1) {
    const cells = column(rows, index);
    const role = rolesOf(headers[index] ?? '').find(
      (each) => (isRepeatable(each) || !columns.includes(each)) && fits(each, cells),
    );
    columns[index] = role ?? '';
  }
  // One signed column says it all; columns beside it would count twice.
  if (columns.includes('amount'))
    columns.forEach((role, index) => {
      if (role === 'in' || role === 'out') columns[index] = '';
    });
  // Without one, what is headed "value" or "effective" is the day it was booked.
  if (!columns.includes('date') && columns.includes('valueDate'))
    columns[columns.indexOf('valueDate')] = 'date';
  fillByContent(columns, rows);
  takeWords(columns, headers, rows);
  return columns;
}

/** What stands in the columns of these roles, in all lines. */
const cellsOf = (columns: readonly Role[], rows: readonly Row[], ...roles: Role[]): string[] =>
  columns.flatMap((role, index) =>
    roles.includes(role) ? rows.map((row) => row.cells[index]?.trim() ?? '') : [],
  );

const datesOf = (columns: readonly Role[], rows: readonly Row[]) =>
  cellsOf(columns, rows, 'date', 'valueDate').filter(looksLikeDay);
const moneyOf = (columns: readonly Role[], rows: readonly Row[]) =>
  cellsOf(columns, rows, 'amount', 'in', 'out', 'balance');

/** How dates and amounts are written, as far as these columns prove it. */
export const guessNotation = (columns: readonly Role[], rows: readonly Row[]): Notation => ({
  dates: provenOrder(datesOf(columns, rows)),
  decimal: decimalIn(moneyOf(columns, rows)),
});

/** Whether columns hold what was remembered of them: dates where dates were, money where money was. */
export const columnsFit = (columns: readonly Role[], rows: readonly Row[]): boolean =>
  columns.every((role, index) => role === 'direction' || fits(role, column(rows, index)));

/** What of a remembered notation no line disproves; the rest is null. */
export function notDisproved(
  { dates, decimal }: Notation,
  columns: readonly Role[],
  rows: readonly Row[],
): Notation {
  const other = decimal === '.' ? ',' : '.';
  const disproves = (amount: string) =>
    decimal !== null && !readAmount(amount, decimal).ok && readAmount(amount, other).ok;
  return {
    dates: dates !== null && mayBeIn(dates, datesOf(columns, rows)) ? dates : null,
    decimal: moneyOf(columns, rows).some(disproves) ? null : decimal,
  };
}
