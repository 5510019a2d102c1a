import { saveFile } from '@paperplane/shared/platform';
import type { OpenedFile } from './engine/engine';
import { alreadyThere, problemText } from './import-texts';
import type { Skip } from './import-api';
import type { RowError } from './rules/read-row';
import type { Import } from './use-import';

const CSV = 'text/csv;charset=utf-8';
const named = (file: OpenedFile, what: string): string => `${file.name.replace(/\.\w+$/, '')}-${what}.csv`;

/** Saves the rows that do not come in as a file: what is wrong with each, then the row as it was. */
export async function saveBadRows(
  { engine }: Pick<Import, 'engine'>,
  file: OpenedFile,
  errors: readonly RowError[],
): Promise<void> {
  const reasons = new Map<number, string[]>();
  for (const error of errors) reasons.set(error.row, [...(reasons.get(error.row) ?? []), problemText(error)]);
  const chosen = [...reasons].map(([row, words]) => ({ row, problem: words.join(' ') }));
  saveFile(named(file, 'problems'), CSV, await engine().table(chosen));
}

/** Saves the rows that are there already, with what they are the same as. */
export async function saveSkippedRows(
  { engine }: Pick<Import, 'engine'>,
  file: OpenedFile,
  skips: readonly Skip[],
): Promise<void> {
  const chosen = skips.map((skip) => ({ row: skip.rowNumber, problem: alreadyThere(skip) }));
  saveFile(named(file, 'skipped'), CSV, await engine().table(chosen));
}
