import type { ImportKind } from '../rules/fields';
import type { Mapping } from '../rules/mapping';

export type PresetId = 'clientbase' | 'tess' | 'tern' | 'travefy' | 'spreadsheet';

/** Why most columns stay behind. */
export const NO_FIELD = 'Paperplane has no field for this.';

/** How a program heads the columns of one kind of file. Names are compared in the letters of `words`. */
export interface PresetFile {
  /** Names of columns with the fields they become; of two for one field the first has it. */
  takes: readonly (readonly [name: string, field: string])[];
  /** Names of columns that no field takes, under what is to be said of them. */
  behind: Readonly<Record<string, readonly string[]>>;
  /** Names that hardly any other program writes: two of them tell the file. */
  marks?: readonly string[];
  /** What the program's words mean where they mean something else than elsewhere, as in `Mapping`. */
  words?: Mapping['words'];
  /** Where the program gives such a file. */
  how?: string;
}

/** A program that agencies move in from. */
export interface Preset {
  id: PresetId;
  name: string;
  /** What comes along, for the page. */
  takes: string;
  /** What does not, for the page: begins with a capital letter. */
  behind: string;
  /** How dates and amounts are written where no row decides it; null: somebody is asked. */
  notation: Pick<Mapping, 'dates' | 'decimal'>;
  files: Readonly<Partial<Record<ImportKind, PresetFile>>>;
}
