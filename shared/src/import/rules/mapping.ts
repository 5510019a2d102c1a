import type { DateOrder } from '../files';
import { FIELDS, fieldOf, type ImportKind } from './fields';

/** How the columns of a file are read; saved with the import, and offered again for the same columns. */
export interface Mapping {
  /** The field of each column, in the order of the file; '' is left out. */
  columns: string[];
  dates: DateOrder;
  /** Whether people who share an e-mail address are one customer, or several with first names of their own. */
  same_email: 'skip' | 'add';
}

const words = (header: string): string =>
  header
    .normalize('NFKD')
    .toLowerCase()
    .replace(/([a-z])[-_]([a-z])/g, '$1 $2')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

/**
 * Guesses what each column holds from its header. No field is given to two columns: the first one that says it has it.
 * @returns a field's key for each header, '' where nothing fits
 */
export function guessColumns(kind: ImportKind, headers: readonly string[]): string[] {
  const taken = new Set<string>();
  return headers.map((header) => {
    const said = words(header);
    const found = FIELDS[kind].find(
      ({ key, label, also }) =>
        !taken.has(key) && [words(key), words(label), ...(also ?? [])].some((name) => name === said),
    );
    if (!found) return '';
    taken.add(found.key);
    return found.key;
  });
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
