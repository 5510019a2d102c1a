import { formatMoney, LINE_LABELS, NO_AMOUNT, plural, type SaleLine } from '@paperplane/shared/domain';
import type { SaleHistoryEntry } from '../sale';
import type { HistoryChange } from './traveler-changes';

type Lines = readonly SaleLine[];

const linesOf = ({ previousData, newData }: SaleHistoryEntry): [Lines, Lines] => [
  previousData?.lines ?? [],
  newData.lines ?? [],
];

const named = ({ kind, text }: SaleLine) => text ?? LINE_LABELS[kind];

const worth = ({ amount, commission }: SaleLine, currency: string) => {
  const money = (sum: number) => formatMoney(sum, { cents: !Number.isInteger(sum), currency });
  return commission === 0 ? money(amount) : `${money(amount)}, earns ${money(commission)}`;
};

const says = (line: SaleLine | undefined) =>
  line && JSON.stringify([line.kind, line.text, line.amount, line.commission]);

/** What an entry did to the lines of a sale as a whole: a deed for "Julia turned one total into 7 lines"; none where they stayed. */
export function linesVerb(entry: SaleHistoryEntry): string[] {
  if (!entry.changedFields.includes('lines')) return [];
  const [before, after] = linesOf(entry);
  if (before.length === 0) return [`turned one total into ${plural(after.length, 'line')}`];
  if (after.length === 0) return [`turned ${plural(before.length, 'line')} into one total`];
  return ['changed the lines'];
}

/** The lines that came, went or changed, each in its place; all of a sale that had none are told by their number alone. */
export function lineChanges(entry: SaleHistoryEntry, currency: string): HistoryChange[] {
  const [before, after] = linesOf(entry);
  if (!entry.changedFields.includes('lines') || before.length === 0 || after.length === 0) return [];
  return Array.from(
    { length: Math.max(before.length, after.length) },
    (_, n) => [before[n], after[n]] as const,
  )
    .filter(([was, is]) => says(was) !== says(is))
    .map(([was, is]) => ({
      label: is ? named(is) : was ? named(was) : '',
      from: was
        ? is && named(was) !== named(is)
          ? `${named(was)}, ${worth(was, currency)}`
          : worth(was, currency)
        : NO_AMOUNT,
      to: is ? worth(is, currency) : NO_AMOUNT,
    }));
}
