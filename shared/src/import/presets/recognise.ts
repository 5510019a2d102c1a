import type { ImportKind } from '../rules/fields';
import { words } from '../rules/words';
import type { PresetId } from './preset';
import { fileOf, programsOf } from './presets';
import { hasTable, toldColumns } from './told-columns';

/** How many names tell a program. */
const ENOUGH = 2;
/** Lines above the table that a program may write. */
const PREAMBLE = 60;

/** How many names of a line only this program writes. */
function marksIn(kind: ImportKind, id: PresetId, headers: readonly string[]): number {
  const marks = new Set((fileOf(kind, id)?.marks ?? []).map(words));
  return headers.filter((header) => marks.has(words(header)) || (id === 'clientbase' && hasTable(header)))
    .length;
}

/**
 * Which program names columns so.
 * @param from what somebody said: believed where two of the names are known from it, unless they tell another program
 * @returns null where the names tell none
 */
export function recognise(
  kind: ImportKind,
  headers: readonly string[],
  from: PresetId | null = null,
): PresetId | null {
  if (from === 'spreadsheet') return from;
  const [best] = programsOf(kind)
    .map(({ id }) => ({ id, marks: marksIn(kind, id, headers) }))
    .sort((a, b) => b.marks - a.marks);
  const told = best && best.marks >= ENOUGH ? best : null;
  const isKnown = from && toldColumns(kind, from, headers).filter(Boolean).length >= ENOUGH;
  if (isKnown && marksIn(kind, from, headers) >= (told?.marks ?? 0)) return from;
  return told?.id ?? null;
}

/** The first line that names columns as a program does, and which one; null where none does. */
export function findProgram(
  kind: ImportKind,
  lines: readonly (readonly string[])[],
  from: PresetId | null,
): { place: number; preset: PresetId } | null {
  if (from === 'spreadsheet') return null;
  for (const [place, line] of lines.slice(0, PREAMBLE).entries()) {
    const preset = recognise(kind, line, from);
    if (preset) return { place, preset };
  }
  return null;
}
