import { LIMITS } from '@paperplane/shared/domain';
import { FileProblem } from '@paperplane/shared/import/files';

/** What a file may hold. A text that unfolds (one line of megabytes, a tree without end) is refused before it is read. */
export const FILE_LIMITS = {
  bytes: 30_000_000,
  /** Movements. */
  lines: LIMITS.importRows,
  columns: 200,
  /** Characters of a cell, a text or a tag's content. */
  cell: 10_000,
  /** Bytes that it may unpack to. */
  unpacked: 50_000_000,
  /** Pages of a PDF. */
  pages: 300,
  /** Pieces of text of a PDF. */
  texts: 200_000,
  /** Elements of an XML, in all; a bank needs thirty bytes for each. */
  elements: 1_000_000,
  /** Cells of a workbook, empty ones before a written one too. */
  cells: 2_000_000,
  /** Elements inside each other. */
  depth: 40,
  /** Characters of a text that is kept. */
  text: 1000,
} as const;

/** @throws FileProblem when there are more movements than an import takes */
export function checkCount(count: number): void {
  if (count > FILE_LIMITS.lines)
    throw new FileProblem(
      `The file has more than ${FILE_LIMITS.lines.toLocaleString('en-US')} lines. Download a shorter time at the bank, or split the file.`,
    );
}

/** Words in one line, without control characters, at most as long as is kept. */
export const tidy = (text: string): string =>
  text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, FILE_LIMITS.text);

/** A line as it is shown beside what is wrong with it. */
export const excerpt = (text: string): string => tidy(text).slice(0, 120);

export const NOT_BOOKED = 'It is not booked yet.';
export const CUT_OFF = 'The file ends in the middle of a movement. Download it again.';
