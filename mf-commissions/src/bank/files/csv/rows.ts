/** A line of the file: where it begins, and its cells. */
export interface Row {
  line: number;
  cells: string[];
}
