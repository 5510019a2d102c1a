import { formatDate, formatMoneyExact, formatPercent, isIsoDate } from '../../domain';
import { isDay, type ImportField } from './field';
import { fieldOf, type ImportKind } from './fields';
import type { Mapping } from './mapping';

/** What a record is called by. */
const NAMES: Readonly<Record<ImportKind, readonly string[]>> = {
  customers: ['first_name', 'last_name', 'full_name'],
  vendors: ['name'],
  sales: ['booking_reference', 'customer', 'customer_first_name', 'customer_last_name', 'vendor'],
};

/** A column of the file that is imported. */
export interface ShownColumn {
  /** Its place in the file. */
  index: number;
  field: ImportField;
}

const isNumber = ({ reading }: ImportField): boolean => reading === 'money' || reading === 'percent';

/** Names before days before amounts before all others, so that what is most often read wrongly is in view; else as in the file. */
export function shownColumns(kind: ImportKind, { columns }: Mapping): ShownColumn[] {
  const rank = ({ field }: ShownColumn) =>
    NAMES[kind].includes(field.key) ? 0 : isDay(field) ? 1 : isNumber(field) ? 2 : 3;
  return columns
    .flatMap((key, index) => {
      const field = fieldOf(kind, key);
      return field ? [{ index, field }] : [];
    })
    .sort((a, b) => rank(a) - rank(b) || a.index - b.index);
}

/** A cell as it was understood: a date and an amount as the product writes them. What could not be read stays as it is written. */
export function shownCell(text: string, { reading }: ImportField, currency: string): string {
  if ((reading === 'day' || reading === 'birthday') && isIsoDate(text)) return formatDate(text);
  if (!/^\d+(\.\d+)?$/.test(text)) return text;
  if (reading === 'money') return formatMoneyExact(Number(text), currency);
  return reading === 'percent' ? formatPercent(Number(text)) : text;
}

/** What a phone shows of a row: what it is called by, its first day, its first amount. */
export function shownCard(
  kind: ImportKind,
  columns: readonly ShownColumn[],
  textOf: (column: ShownColumn) => string,
): { text: string; amount: string; day: string } {
  const first = (is: (field: ImportField) => boolean) => {
    const column = columns.find(({ field }) => is(field));
    return column ? textOf(column) : '';
  };
  return {
    text: columns
      .filter(({ field }) => NAMES[kind].includes(field.key))
      .map(textOf)
      .filter(Boolean)
      .join(' · '),
    amount: first(({ reading }) => reading === 'money'),
    day: first(isDay),
  };
}

export const isNumeric = ({ field }: ShownColumn): boolean => isNumber(field);
