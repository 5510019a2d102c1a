/** Numbers of an answer that count nothing and are no money. */
const NO_FIGURE = /(^|\.)(page|page_size|total_pages|version|place|order)$/;

/** Every number of an answer, by its path: `sales.booked.count`, `rows.3.figures.paid`. */
export function numbersIn(value: unknown, path = ''): Map<string, number> {
  if (typeof value === 'number') return new Map(NO_FIGURE.test(path) ? [] : [[path, value]]);
  if (typeof value !== 'object' || value === null) return new Map();
  return new Map(
    Object.entries(value).flatMap(([key, inner]) => [...numbersIn(inner, path ? `${path}.${key}` : key)]),
  );
}

/** What was found wrong, and how much was looked at. */
export class Findings {
  readonly wrong: string[] = [];
  compared = 0;

  /**
   * Compares every number of an answer with what the rows come to. A figure that the rows do not name is wrong, too: whoever adds one says
   * here which rows are behind it.
   */
  compare(where: string, answer: unknown, rows: unknown): void {
    const [told, real] = [numbersIn(answer), numbersIn(rows)];
    for (const [path, figure] of told) {
      const expected = real.get(path);
      this.compared++;
      if (expected === undefined)
        this.wrong.push(`${where} ${path}: ${figure}, and nobody says of which rows`);
      else if (Math.round(figure * 100) !== Math.round(expected * 100))
        this.wrong.push(`${where} ${path}: ${figure}, but its rows come to ${expected}`);
    }
    for (const path of real.keys()) if (!told.has(path)) this.wrong.push(`${where} ${path}: is not told`);
  }
}

/** Adds up in whole cents. */
export const sumOf = <Row>(rows: readonly Row[], of: (row: Row) => number | null | undefined): number =>
  rows.reduce((cents, row) => cents + Math.round((of(row) ?? 0) * 100), 0) / 100;
