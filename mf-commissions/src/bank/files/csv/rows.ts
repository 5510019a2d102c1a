/** What separates the cells of a line. */
export const DELIMITERS = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** A line of the file: where it begins, and its cells. */
export interface Row {
  line: number;
  cells: string[];
}
