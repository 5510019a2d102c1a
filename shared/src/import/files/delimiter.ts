import Papa from 'papaparse';

/** What separates the cells of a line. */
export const DELIMITERS = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** `sep=;` in the first line is for Excel. */
const SEPARATOR_LINE = /^\s*"?sep=(.)"?\s*(\r\n|\r|\n)/i;

/** The delimiter that gives most lines the same number of cells. */
function guessDelimiter(source: string): Delimiter {
  const scores = DELIMITERS.map((delimiter) => {
    const counts = new Map<number, number>();
    for (const { length } of Papa.parse<string[]>(source, { delimiter, preview: 200 }).data)
      if (length > 1) counts.set(length, (counts.get(length) ?? 0) + 1);
    const [best = [0, 0]] = [...counts].sort((a, b) => b[1] * b[0] - a[1] * a[0]);
    return { delimiter, score: best[0] * best[1] };
  });
  return scores.sort((a, b) => b.score - a.score)[0]?.delimiter ?? ',';
}

/**
 * What separates the cells of a file, as its first line says or its lines show.
 * @returns the text without that first line, and `skipped`: how many lines were taken off
 */
export function findDelimiter(source: string): { delimiter: Delimiter; text: string; skipped: number } {
  const [mark, named] = SEPARATOR_LINE.exec(source) ?? [];
  const text = mark ? source.slice(mark.length) : source;
  return {
    delimiter: DELIMITERS.find((each) => each === named) ?? guessDelimiter(text),
    text,
    skipped: mark ? 1 : 0,
  };
}
