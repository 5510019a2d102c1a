import type { OpenedFile } from '../engine/found';
import type { ImportKind } from '../rules/fields';
import type { Mapping } from '../rules/mapping';
import { toldColumns } from './told-columns';

/** What is said of columns that nobody gave a field. */
const UNMAPPED = 'No field is chosen.';

/** The columns of a file that are not imported, by why; those in which no row says anything lose nothing. */
export function staysBehind(
  kind: ImportKind,
  { headers, preset, empty }: Pick<OpenedFile, 'headers' | 'preset' | 'empty'>,
  { columns }: Pick<Mapping, 'columns'>,
): { why: string; headers: string[] }[] {
  const found = new Map<string, string[]>();
  toldColumns(kind, preset, headers).forEach((told, index) => {
    if (columns[index] || empty.includes(index)) return;
    const why = told && 'behind' in told ? told.behind : UNMAPPED;
    found.set(why, [...(found.get(why) ?? []), headers[index] ?? '']);
  });
  return [...found].map(([why, names]) => ({ why, headers: names }));
}
