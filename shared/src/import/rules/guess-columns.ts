import { bareNumber, currencyOfMark, provenSign, readDigits, looksLikeDay } from '../../domain';
import { fieldOf, type ImportKind } from './fields';
import { isDay } from './field';
import { REQUIRED_OF_SALES } from './mapping';
import { ofLines } from './sale-fields';
import { fieldsSaid, type Said } from './read-head';
import type { Told } from '../presets/told-columns';

type Rows = readonly (readonly string[])[];

const NAMES_OF_PEOPLE: readonly string[] = ['customer', 'full_name'];

const looksLikeNumber = (text: string): boolean => {
  const found = bareNumber(text);
  return (
    found !== null && found.marks.every((mark) => mark === '%' || currencyOfMark(mark, 'USD') !== 'none')
  );
};

/** A day with its separators: eight digits may be a reference. */
const isWrittenDay = (text: string): boolean => !/^\d+$/.test(text) && looksLikeDay(text);

/** What stands in a column, without its empty cells. */
const column = (rows: Rows, index: number): string[] =>
  rows.map((row) => row[index]?.trim() ?? '').filter(Boolean);

const mostly = (cells: readonly string[], test: (cell: string) => boolean, share = 0.7): boolean =>
  cells.filter(test).length >= cells.length * share;

/** A count of the rows is no reference. */
const countsRows = (cells: readonly string[]): boolean =>
  cells.length > 2 &&
  cells.every((cell, index) => Number(cell) === Number(cells[0]) + index) &&
  Number(cells[0]) <= 1;

/** Rates: numbers up to 100 with a percent sign, or few of them over and over. */
const looksLikeRates = (cells: readonly string[]): boolean =>
  cells.length > 0 &&
  (mostly(cells, (cell) => cell.includes('%')) ||
    (cells.length > 9 &&
      new Set(cells).size * 3 <= cells.length &&
      mostly(cells, (cell) => /^\d{1,2}([.,]\d{1,2})?$/.test(cell) && parseInt(cell, 10) <= 30)));

/** Whether a column can be what its name says. */
function canHold(kind: ImportKind, key: string, cells: readonly string[]): boolean {
  const field = fieldOf(kind, key);
  if (!field || cells.length === 0) return true;
  if (isDay(field)) return mostly(cells, looksLikeDay, 0.5);
  if (field.reading === 'money')
    return mostly(cells, looksLikeNumber, 0.5) && !mostly(cells, looksLikeDay) && !looksLikeRates(cells);
  if (field.reading === 'percent')
    return mostly(cells, looksLikeNumber, 0.5) && !cells.some((cell) => /\p{Sc}/u.test(cell));
  if (field.reading === 'choice') return !cells.some((cell) => looksLikeNumber(cell) || looksLikeDay(cell));
  if (field.reading === 'email') return cells.some((cell) => cell.includes('@'));
  if (key === 'booking_reference') return !mostly(cells, isWrittenDay) && !countsRows(cells);
  if (key === 'customer_phone') return mostly(cells, (cell) => /\d{3}/.test(cell.replace(/\D/g, '')));
  // Members are found by their full names or addresses; initials name nobody.
  if (key === 'agent') return mostly(cells, (cell) => /@|\p{L}{2}.*[ ,].*\p{L}{2}/u.test(cell));
  if (key === 'vendor') return !mostly(cells, looksLikeDay);
  // Names of people are no numbers: a column of them counts people.
  return !(NAMES_OF_PEOPLE.includes(key) && cells.every((cell) => /^\d+$/.test(cell)));
}

/** `Name` beside a family name is a given name, and the other way round. */
function pairNames(columns: string[]): void {
  const [first, last] = columns.includes('customer')
    ? ['customer_first_name', 'customer_last_name']
    : ['first_name', 'last_name'];
  const whole = columns.includes('customer') ? columns.indexOf('customer') : columns.indexOf('full_name');
  if (whole < 0) return;
  const [hasFirst, hasLast] = [columns.includes(first), columns.includes(last)];
  if (hasFirst !== hasLast) columns[whole] = hasFirst ? last : first;
}

/** A column whose share of the price is the commission, in nearly every row, holds the rates. */
function fillRates(columns: string[], free: readonly number[], rows: Rows): void {
  const [total, commission] = [columns.indexOf('total_amount'), columns.indexOf('commission_amount')];
  if (columns.includes('commission_rate') || total < 0 || commission < 0) return;
  // In either notation: what stands behind the last separator is no matter for a share of this size.
  const number = (text = '') => {
    const digits = bareNumber(text)?.digits ?? '';
    const sign = provenSign(digits) ?? '.';
    const read = readDigits(digits, sign);
    return read.ok ? read.hundredths / 100 : NaN;
  };
  const found = free.find((index) => {
    const said = rows.filter((row) => [index, total, commission].every((at) => number(row[at]) > 0));
    return (
      columns[index] === '' &&
      said.length > rows.length / 3 &&
      said.every((row) => number(row[index]) <= 100) &&
      said.filter(
        (row) => Math.abs((number(row[total]) * number(row[index])) / 100 - number(row[commission])) < 1,
      ).length >=
        said.length * 0.9
    );
  });
  if (found !== undefined) columns[found] = 'commission_rate';
}

/** Gives what every sale has, and no name says, to columns that look like it. */
function fillByContent(columns: string[], free: readonly number[], rows: Rows): void {
  const open = () =>
    free
      .filter((index) => columns[index] === '')
      .map((index) => ({ index, cells: column(rows, index) }))
      .filter(({ cells }) => cells.length > rows.length / 2);
  const distinct = (cells: readonly string[]) => new Set(cells).size / cells.length;
  const isWords = (cell: string) => /^\p{L}[\p{L}\p{M}'’.,& -]+$/u.test(cell);
  const tests: Readonly<Record<string, (cells: readonly string[]) => number>> = {
    sale_date: (cells) => (mostly(cells, looksLikeDay, 0.9) ? 1 : 0),
    total_amount: (cells) => {
      if (!mostly(cells, looksLikeNumber, 0.9) || mostly(cells, looksLikeDay) || countsRows(cells)) return 0;
      if (!cells.some((cell) => /[.,]\d{1,2}$|\p{Sc}/u.test(cell))) return 0;
      return cells.reduce((sum, cell) => sum + Number(bareNumber(cell)?.digits.replace(/\D/g, '') ?? 0), 0);
    },
    booking_reference: (cells) =>
      distinct(cells) > 0.9 &&
      !mostly(cells, isWrittenDay) &&
      !countsRows(cells) &&
      mostly(cells, (cell) => /^(?=.*\d)[\p{L}\d./_-]{4,24}$/u.test(cell) && !/[.,]\d{2}$/.test(cell), 0.9)
        ? distinct(cells)
        : 0,
    customer: (cells) =>
      mostly(cells, isWords, 0.9) && mostly(cells, (cell) => /\p{L} ?[ ,]\p{L}/u.test(cell), 0.9)
        ? distinct(cells) > 0.5
          ? distinct(cells)
          : 0
        : 0,
    vendor: (cells) =>
      mostly(cells, (cell) => /^\p{L}.{3,}/u.test(cell) && !/\d{3}/.test(cell), 0.9) &&
      distinct(cells) <= 0.6 &&
      new Set(cells).size > 1
        ? cells.join('').length
        : 0,
  };
  const wanted: string[] = [...REQUIRED_OF_SALES, 'customer'].filter(
    // The total of lines is their sum.
    (key) => key !== 'total_amount' || !columns.includes('line_amount'),
  );
  const named = columns.some((key) => key.startsWith('customer'));
  for (const key of ['sale_date', 'total_amount', 'booking_reference', 'customer', 'vendor']) {
    if (!wanted.includes(key) || columns.includes(key) || (key === 'customer' && named)) continue;
    const [best] = open()
      .map(({ index, cells }) => ({ index, points: tests[key]?.(cells) ?? 0 }))
      .filter(({ points }) => points > 0)
      .sort((a, b) => b.points - a.points || a.index - b.index);
    if (best) columns[best.index] = key;
  }
}

/** What a preset says is surer than any name. */
const SURER = 10_000;

/** The field of a preset; none for what stays behind; undefined where the preset does not know the column. */
function saidBy(told: Told | null | undefined): Said[] | undefined {
  if (!told) return undefined;
  return 'field' in told ? [{ key: told.field, fit: told.place - SURER }] : [];
}

/**
 * Guesses what each column holds: what its name says where the cells fit, else, for what every sale has, what the cells look like. No field is
 * given to two columns: the one whose name fits best has it, of equals the first.
 * @param rows of the file, where they are known
 * @param told what the preset of a program says of each column: more than its name, less than its cells
 * @returns a field's key for each header, '' where nothing fits
 */
export function guessColumns(
  kind: ImportKind,
  headers: readonly string[],
  rows: Rows = [],
  told: readonly (Told | null)[] = [],
): string[] {
  const guessed = headers.map(() => '');
  const named = headers.map((header, index) => saidBy(told[index]) ?? fieldsSaid(kind, header));
  // Words of lines (`Item`, `Description`) say something only beside amounts of lines.
  const withLines =
    kind === 'sales' && named.some((fields) => fields.some(({ key }) => key === 'line_amount'));
  const said = withLines ? named : named.map((fields) => fields.filter(({ key }) => !ofLines(key)));
  const fits = said
    .flatMap((fields, index) => {
      const cells = column(rows, index);
      return (
        fields
          .filter(({ key }) => canHold(kind, key, cells))
          // An empty column says little.
          .map((each) => ({
            ...each,
            index,
            fit: each.fit + (rows.length > 0 && cells.length === 0 ? 1000 : 0),
          }))
      );
    })
    .sort((a, b) => a.fit - b.fit || a.index - b.index);
  for (const { key, index } of fits)
    if (guessed[index] === '' && !guessed.includes(key)) guessed[index] = key;
  pairNames(guessed);
  // What is called a sale's number may be all that tells its booking.
  if (!guessed.includes('booking_reference') && guessed.includes('sale_number'))
    guessed[guessed.indexOf('sale_number')] = 'booking_reference';
  if (kind === 'sales') {
    const free = headers.flatMap((_header, index) =>
      said[index]?.length === 0 && !told[index] ? [index] : [],
    );
    fillByContent(guessed, free, rows);
    fillRates(guessed, free, rows);
  }
  return guessed;
}
