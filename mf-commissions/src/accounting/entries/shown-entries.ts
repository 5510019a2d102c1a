import { formatDate } from '@paperplane/shared/domain';
import { paths } from '@paperplane/shared/platform';
import type { JournalRow } from '../accounting-types';

/** An entry, or as much of it as stands on this page. */
export interface ShownEntry {
  entry: number;
  day: string;
  /** What it is called. */
  title: string;
  /** The record that it comes from; null where that has no page, or is gone. */
  to: string | null;
  lines: readonly JournalRow[];
}

/** As files have it, but for its day: of payments and the bank's lines that is their name. */
const titleOf = ({ kind, text }: JournalRow): string =>
  kind === 'deposit' || kind === 'payment'
    ? text.replace(/\d{4}-\d{2}-\d{2}$/, (day) => formatDate(day))
    : text;

function pageOf({ salesId, transactionId, statementId }: JournalRow): string | null {
  if (salesId !== null) return paths.sale.href(salesId);
  if (transactionId !== null) return paths.bankTransaction.href(transactionId);
  return statementId === null ? null : paths.statement.href(statementId);
}

/** The lines of a page by entry, in their order. */
export function shownEntries(rows: readonly JournalRow[]): ShownEntry[] {
  const entries: (ShownEntry & { lines: JournalRow[] })[] = [];
  for (const row of rows) {
    const last = entries.at(-1);
    if (last?.entry === row.entry) last.lines.push(row);
    else entries.push({ entry: row.entry, day: row.day, title: titleOf(row), to: pageOf(row), lines: [row] });
  }
  return entries;
}

/** Whose money a line is, or for which booking, where its entry does not say it already. */
export const aboutLine = ({ agent, reference, text }: JournalRow): string | null =>
  agent ?? (reference === null || text.includes(reference) ? null : reference);
