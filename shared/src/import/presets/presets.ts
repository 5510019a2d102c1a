import type { ImportKind } from '../rules/fields';
import { CLIENTBASE } from './clientbase';
import type { Preset, PresetFile, PresetId } from './preset';
import { TERN } from './tern';
import { TESS } from './tess';
import { TRAVEFY } from './travefy';

const ANY: PresetFile = { takes: [], behind: {} };

/** Columns are told by their names and what they hold, as in every import. */
const SPREADSHEET: Preset = {
  id: 'spreadsheet',
  name: 'Spreadsheet',
  takes: 'Any columns, as you map them',
  behind: 'Nothing is left out unsaid',
  notation: { dates: null, decimal: null },
  files: { customers: ANY, vendors: ANY, sales: ANY },
};

/** What agencies move in from, in the order of the page. */
export const PRESETS: readonly Preset[] = [CLIENTBASE, TESS, TERN, TRAVEFY, SPREADSHEET];

/** A preset by its id, where it has files of this kind; of an address anything may come. */
export function presetOf(kind: ImportKind, id: string | null): Preset | null {
  return PRESETS.find((preset) => preset.id === id && preset.files[kind] !== undefined) ?? null;
}

/** The programs that write files of a kind. */
export const programsOf = (kind: ImportKind): readonly Preset[] =>
  PRESETS.filter(({ id, files }) => id !== 'spreadsheet' && files[kind] !== undefined);

/** How a program heads such files; null for no program. */
export const fileOf = (kind: ImportKind, id: PresetId | null): PresetFile | null =>
  presetOf(kind, id)?.files[kind] ?? null;
