import { alreadyThere, problemText, saleText } from './import-texts';
import type { CheckedRow } from './parts/checked-rows';
import type { Outcome } from './run-import';

/** What becomes of a row; `fields` are the labels of what is wrong. */
export interface Verdict extends CheckedRow {
  fields: readonly string[];
}

/** The verdict on every row of a file, in its order. */
export function verdictsOf({ errors, skips, adds }: Outcome, rowCount: number, currency: string): Verdict[] {
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
  for (const error of errors)
    change(error.row, ({ note, fields }) => ({
      verdict: 'broken',
      note: `${note} ${problemText(error)}`.trim(),
      fields: [...fields, error.field],
    }));
  return verdicts;
}
