import { saveFile } from '@paperplane/shared/platform';
import type { OpenedFile } from './engine/engine';
import { SKIPPED } from './import-texts';
import type { RowsAnswer } from './import-api';
import type { ImportKind } from './rules/fields';
import type { Mapping } from './rules/mapping';
import type { RowError } from './rules/read-row';
import type { Import } from './use-import';

const CSV = 'text/csv;charset=utf-8';
const named = (file: OpenedFile, what: string): string => `${file.name.replace(/\.\w+$/, '')}-${what}.csv`;

/** Saves the rows that did not come in as a file: the problem of each, then the row as it was. */
export async function saveBadRows(
  { engine }: Pick<Import, 'engine'>,
  from: { kind: ImportKind; file: OpenedFile; mapping: Mapping; refused: readonly RowError[]; until: number },
): Promise<void> {
  const text = await engine().badRows(from.kind, from.mapping, from.refused, from.until);
  saveFile(named(from.file, 'problems'), CSV, text);
}

/** Saves the rows that were there already, with what they were known by. */
export async function saveSkippedRows(
  { engine }: Pick<Import, 'engine'>,
  file: OpenedFile,
  skips: RowsAnswer['skips'],
): Promise<void> {
  const chosen = skips.map(({ row_number: row, reason }) => ({ row, problem: SKIPPED[reason] }));
  saveFile(named(file, 'skipped'), CSV, await engine().table(chosen));
}
