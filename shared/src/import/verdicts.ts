import { formatCount } from '../domain';
import { alreadyThere, problemText, saleText } from './import-texts';
import type { CheckedRow } from './parts/checked-rows';
import { firstRows, type Outcome } from './run-import';

/** What becomes of a row; `fields` are the labels of what is wrong. */
export interface Verdict extends CheckedRow {
  fields: readonly string[];
}

/** The verdict on every row of a file, in its order; several rows that are one sale have one, at the first of them. */
export function verdictsOf(
  { errors, skips, adds, lineRows }: Outcome,
  rowCount: number,
  currency: string,
): Verdict[] {
  const first = firstRows(lineRows);
  const verdicts = Array.from({ length: rowCount }, (_row, index): Verdict => ({
    line: index + 1,
    verdict: 'new',
    note: '',
    fields: [],
  }));
  const change = (row: number, to: (before: Verdict) => Partial<Verdict>) => {
    const before = verdicts[row - 1];
    if (before) verdicts[row - 1] = { ...before, ...to(before) };
  };
  for (const sale of adds) change(sale.rowNumber, () => ({ note: saleText(sale, currency) }));
  for (const skip of skips) change(skip.rowNumber, () => ({ verdict: 'here', note: alreadyThere(skip) }));
  for (const error of errors) {
    const sale = first.get(error.row);
    const ofRow = sale !== undefined && sale !== error.row;
    change(sale ?? error.row, ({ note, fields }) => ({
      verdict: 'broken',
      note: `${note} ${ofRow ? `Row ${formatCount(error.row)}. ` : ''}${problemText(error)}`.trim(),
      fields: ofRow ? fields : [...fields, error.field],
    }));
  }
  return verdicts.filter(({ line }) => (first.get(line) ?? line) === line);
}
