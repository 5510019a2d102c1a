import { formatCount } from '../domain';
import { saveFile } from '@paperplane/shared/platform';
import type { OpenedFile } from './engine/engine';
import { alreadyThere, problemText } from './import-texts';
import type { Outcome } from './run-import';
import type { Import } from './use-import';

const CSV = 'text/csv;charset=utf-8';
const named = (file: OpenedFile, what: string): string => `${file.name.replace(/\.\w+$/, '')}-${what}.csv`;

/** Saves the rows that do not come in as a file: what is wrong with each, then the row as it was. */
export async function saveBadRows(
  { engine }: Pick<Import, 'engine'>,
  file: OpenedFile,
  { errors, lineRows }: Pick<Outcome, 'errors' | 'lineRows'>,
): Promise<void> {
  const reasons = new Map<number, string[]>();
  for (const error of errors) reasons.set(error.row, [...(reasons.get(error.row) ?? []), problemText(error)]);
  // A sale of several rows is corrected as a whole.
  for (const rows of Object.values(lineRows)) {
    const wrong = rows.find((row) => reasons.has(row));
    for (const row of wrong === undefined ? [] : rows)
      if (!reasons.has(row))
        reasons.set(row, [`Row ${formatCount(wrong ?? row)} of the same sale is broken.`]);
  }
  const chosen = [...reasons].map(([row, words]) => ({ row, problem: words.join(' ') }));
  saveFile(named(file, 'problems'), CSV, await engine().table(chosen));
}

/** Saves the rows that are there already, with what they are the same as. */
export async function saveSkippedRows(
  { engine }: Pick<Import, 'engine'>,
  file: OpenedFile,
  { skips, lineRows }: Pick<Outcome, 'skips' | 'lineRows'>,
): Promise<void> {
  const chosen = skips.flatMap((skip) =>
    (lineRows[skip.rowNumber] ?? [skip.rowNumber]).map((row) => ({ row, problem: alreadyThere(skip) })),
  );
  saveFile(named(file, 'skipped'), CSV, await engine().table(chosen));
}
