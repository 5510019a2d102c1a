import Papa from 'papaparse';
import { NAMED_FORMATS } from '../formats';
import { FILE_LIMITS, checkCount } from '../limits';
import { FileProblem, findDelimiter, type Delimiter } from '@paperplane/shared/import/files';
import type { Row } from './rows';

const LONGEST_LINE = 100_000;
/** Lines around the movements: a bank's letter above, sums below. */
const AROUND = 1000;

/** @throws FileProblem when the text would take more memory than it has reason to */
function checkShape(source: string): void {
  let lines = 0;
  for (let from = 0; from < source.length; lines += 1) {
    const end = source.indexOf('\n', from);
    const next = end < 0 ? source.length : end + 1;
    if (next - from > LONGEST_LINE && !source.slice(from, next).includes('\r'))
      throw new FileProblem(
        'The file holds a line of more than 100,000 characters. That is no list of movements.',
      );
    from = next;
  }
  checkCount(lines - AROUND);
}

const parse = (source: string, delimiter: Delimiter) =>
  Papa.parse<string[]>(source, { delimiter, skipEmptyLines: false });

/**
 * Reads the cells of a file; empty lines are gone, lines keep their numbers.
 * @param chosen the delimiter, guessed when null
 * @throws FileProblem when it is no table, or one larger than is read
 */
export function csvRows(source: string, chosen: Delimiter | null): { delimiter: Delimiter; rows: Row[] } {
  checkShape(source);
  const { text, skipped, delimiter: found } = findDelimiter(source);
  const delimiter = chosen ?? found;
  const { data, errors } = parse(text, delimiter);
  const rows: Row[] = [];
  let line = 1 + skipped;
  const lines = data.map((cells) => {
    const at = line;
    line += 1 + cells.reduce((count, cell) => count + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0);
    if (cells.length > FILE_LIMITS.columns) throw new FileProblem('The file has more than 200 columns.');
    if (cells.some((cell) => cell.length > FILE_LIMITS.cell))
      throw new FileProblem(
        `Line ${at} holds a cell of more than 10,000 characters: a quotation mark may not be closed.`,
      );
    if (cells.some((cell) => cell.trim() !== '')) rows.push({ line: at, cells });
    return at;
  });
  const open = errors.find(({ code }) => code === 'MissingQuotes');
  if (open) {
    const at = lines[open.row ?? 0] ?? 1;
    throw new FileProblem(
      `A quotation mark in line ${at} is not closed: the file is cut off or damaged. Download it again.`,
    );
  }
  checkCount(rows.length - AROUND);
  if (!rows.some(({ cells }) => cells.length > 1))
    throw new FileProblem(
      `This is no bank file: neither a table (CSV) nor ${NAMED_FORMATS.replace('CSV, ', '')}.`,
    );
  return { delimiter, rows };
}
