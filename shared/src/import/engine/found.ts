import type { DateOrder, DecimalSign } from '../../domain';
import type { PresetId } from '../presets/preset';

/** A file that was read. */
export interface OpenedFile {
  name: string;
  /** SHA-256 of its content, hex. */
  hash: string;
  headers: string[];
  rowCount: number;
  /** The first rows, for a look at what the columns hold. */
  samples: string[][];
  /** Lines above the one that names the columns. */
  above: number;
  /** Lines below it that are no rows, as they stand: sums, the names again. */
  leftOut: string[];
  /** The program whose names of columns these are; null where they tell none. */
  preset: PresetId | null;
  /** Columns in which no row says anything, by their places. */
  empty: number[];
}

/** A word in a column of choices. */
export interface FoundWord {
  /** The key of its field. */
  field: string;
  /** As the file writes it. */
  text: string;
  /** In the letters of `plainWords`. */
  word: string;
  rows: number;
  /** What it means by itself; null where nobody knows. */
  known: string | null;
}

/** How all rows of a file together are read. */
export interface FoundReading {
  dates: DateOrder | null;
  decimal: DecimalSign | null;
  words: FoundWord[];
}
