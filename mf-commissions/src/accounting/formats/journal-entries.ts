import { toCents } from '@paperplane/shared/domain';
import type { JournalLine, OpenedJournal } from '../accounting-types';

/** An exported month with all of its lines, in their order. */
export interface JournalData extends OpenedJournal {
  rows: readonly JournalLine[];
}

/** An entry: its lines balance. */
export interface JournalEntry {
  entry: number;
  day: string;
  text: string;
  lines: readonly JournalLine[];
}

/** The lines of a month by entry. */
export function entriesOf(rows: readonly JournalLine[]): JournalEntry[] {
  const entries = new Map<number, JournalLine[]>();
  for (const row of rows) {
    const lines = entries.get(row.entry);
    if (lines) lines.push(row);
    else entries.set(row.entry, [row]);
  }
  return [...entries].map(([entry, lines]) => ({
    entry,
    day: lines[0]?.day ?? '',
    text: lines[0]?.text ?? '',
    lines,
  }));
}

/** `1482.00`, without a sign. */
export const plainAmount = (amount: number): string => (Math.abs(toCents(amount)) / 100).toFixed(2);

/** `3-12`: of the third export the twelfth entry. */
export const entryNumber = ({ number }: OpenedJournal, entry: number): string => `${number}-${entry}`;

/** What a line is about: its entry, and its booking where that is another one. */
export const lineText = ({ text, reference }: JournalLine): string =>
  reference === null || text.includes(reference) ? text : `${text}, ${reference}`;
