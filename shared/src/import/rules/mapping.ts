import type { DateOrder } from '../files';
import type { ImportField } from './field';
import { FIELDS, fieldOf, type ImportKind } from './fields';

/** How the columns of a file are read; saved with the import, and offered again for the same columns. */
export interface Mapping {
  /** The field of each column, in the order of the file; '' is left out. */
  columns: string[];
  dates: DateOrder;
  /** Whether people who share an e-mail address are one customer, or several with first names of their own. */
  same_email: 'skip' | 'add';
}

/** How programs shorten the words of their columns. */
const SHORT: Readonly<Record<string, string>> = {
  amt: 'amount',
  comm: 'commission',
  conf: 'confirmation',
  cust: 'customer',
  curr: 'currency',
  dep: 'departure',
  depart: 'departure',
  dt: 'date',
  inv: 'invoice',
  nbr: 'number',
  no: 'number',
  num: 'number',
  pax: 'passenger',
  pct: 'percent',
  ref: 'reference',
  res: 'reservation',
  tot: 'total',
};

/** The words of a name in full, without what tells nothing apart: `Comm. %` is `commission percent`, `Conf #` is `confirmation number`. */
const words = (header: string): string =>
  header
    .normalize('NFKD')
    .toLowerCase()
    .replace(/%/g, ' percent ')
    .replace(/#/g, ' number ')
    .replace(/[$€£]/g, ' amount ')
    .replace(/([a-z])[-_]([a-z])/g, '$1 $2')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    .split(' ')
    .map((word) => SHORT[word] ?? word)
    .join(' ');

/** How well a field fits a name: by its own name, then by others for it, the first the best. Infinity: not at all. */
function fit({ key, label, also = [] }: ImportField, said: string): number {
  const place = [key, label, ...also].findIndex((name) => words(name) === said);
  return place === -1 ? Infinity : place;
}

/** Names of people are no numbers: a column of them counts people. */
const holdsNumbers = (texts: readonly string[]): boolean => {
  const said = texts.map((text) => text.trim()).filter(Boolean);
  return said.length > 0 && said.every((text) => /^\d+$/.test(text));
};

/**
 * Guesses what each column holds from its header. No field is given to two columns: the one whose name fits best has it, of equals the first.
 * @param samples rows of the file, where they are known
 * @returns a field's key for each header, '' where nothing fits
 */
export function guessColumns(
  kind: ImportKind,
  headers: readonly string[],
  samples: readonly (readonly string[])[] = [],
): string[] {
  const guessed = headers.map(() => '');
  const fits = headers
    .flatMap((header, index) => {
      const said = words(header);
      const counts = holdsNumbers(samples.map((row) => row[index] ?? ''));
      return FIELDS[kind]
        .filter(({ key }) => !(counts && NAMES_OF_PEOPLE.includes(key)))
        .map((field) => ({ key: field.key, index, fit: fit(field, said) }));
    })
    .filter((each) => each.fit < Infinity)
    .sort((a, b) => a.fit - b.fit || a.index - b.index);
  for (const { key, index } of fits)
    if (guessed[index] === '' && !guessed.includes(key)) guessed[index] = key;
  return guessed;
}

const NAMES_OF_PEOPLE: readonly string[] = ['customer', 'full_name'];

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
  const lacking = REQUIRED_OF_SALES.filter((key) => !has(key)).map(
    (key) => fieldOf('sales', key)?.label ?? key,
  );
  if (lacking.length > 0) return `Choose the columns with: ${lacking.join(', ').toLowerCase()}.`;
  return has('customer') || has('customer_email') || (has('customer_first_name') && has('customer_last_name'))
    ? null
    : 'Choose the column with the customer’s name or email.';
}

/** Reads a mapping from what an earlier import saved; null when it does not fit these columns any more. */
export function savedMapping(kind: ImportKind, saved: unknown, columnCount: number): Mapping | null {
  if (typeof saved !== 'object' || saved === null) return null;
  const { columns, dates, same_email } = saved as Partial<Record<keyof Mapping, unknown>>;
  if (!Array.isArray(columns) || columns.length !== columnCount) return null;
  const known = columns.map((key) => (typeof key === 'string' && fieldOf(kind, key) ? key : ''));
  return {
    columns: known.map((key, index) => (known.indexOf(key) === index ? key : '')),
    dates: dates === 'dmy' || dates === 'ymd' ? dates : 'mdy',
    same_email: same_email === 'add' ? 'add' : 'skip',
  };
}
