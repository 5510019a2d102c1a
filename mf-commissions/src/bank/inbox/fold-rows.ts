import { sumAmounts } from '@paperplane/shared/domain';
import type { BankRow } from '../bank-types';

/** One row of the inbox: a transaction, with those of the page that are alike and stand behind it. */
export interface Fold {
  /** The first of them; its id names the fold. */
  row: BankRow;
  /** All of them, the first one too. */
  rows: readonly BankRow[];
}

/** What folds are known by: the same words, the same way, in one group. */
const keyOf = ({ alike, amount, group }: BankRow): string | null =>
  alike && `${group} ${Math.sign(amount)} ${alike.key}`;

/**
 * Lines that are alike as one row, in the place of the first of them.
 * @param unfolded ids of rows whose equals are to stand for themselves
 */
export function foldRows(rows: readonly BankRow[], unfolded: ReadonlySet<string>): Fold[] {
  const folds = new Map<string, BankRow[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const fold = key === null ? undefined : folds.get(key);
    if (fold?.[0] && !unfolded.has(fold[0].id)) fold.push(row);
    else folds.set(fold || key === null ? row.id : key, [row]);
  }
  return [...folds.values()].flatMap(([row, ...others]) => (row ? [{ row, rows: [row, ...others] }] : []));
}

/** What the transactions of folds come to. */
export const sumOf = (folds: readonly Fold[]): number => sumAmounts(folds.flatMap(({ rows }) => rows));
