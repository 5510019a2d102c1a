import { alreadyThere, problemText, saleText } from './import-texts';
import type { Outcome } from './run-import';

export type VerdictKind = 'new' | 'there' | 'wrong';

/** What becomes of a row, in words; `fields` are the labels of what is wrong. */
export interface Verdict {
  row: number;
  kind: VerdictKind;
  text: string;
  fields: readonly string[];
}

/** The verdict on every row of a file, in its order. */
export function verdictsOf({ errors, skips, adds }: Outcome, rowCount: number, currency: string): Verdict[] {
  const verdicts = Array.from({ length: rowCount }, (_row, index): Verdict => ({
    row: index + 1,
    kind: 'new',
    text: '',
    fields: [],
  }));
  const change = (row: number, to: (before: Verdict) => Partial<Verdict>) => {
    const before = verdicts[row - 1];
    if (before) verdicts[row - 1] = { ...before, ...to(before) };
  };
  for (const sale of adds) change(sale.row_number, () => ({ text: saleText(sale, currency) }));
  for (const skip of skips) change(skip.row_number, () => ({ kind: 'there', text: alreadyThere(skip) }));
  for (const error of errors)
    change(error.row, ({ text, fields }) => ({
      kind: 'wrong',
      text: `${text} ${problemText(error)}`.trim(),
      fields: [...fields, error.field],
    }));
  return verdicts;
}
