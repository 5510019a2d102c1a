import { FileProblem, leftOutOf, readRows } from '../_shared/made/statement-reader.js';
import { fileRows } from './file-rows.ts';

/** More takes longer than a function has, and is no statement. */
const MOST_ROWS = 10_000;

/** How the agency writes amounts, and by which references its vendor's files are read. */
export interface ReadingHints {
  money: { currency: string; notation: 'point' | 'comma' };
  references: string[];
}

/**
 * What a file says, as `save_vendor_statement` takes it; null where no line has an amount.
 * @throws FileProblem when it cannot be read, TooMuchHere when it cannot be read here
 */
export async function readFile(
  bytes: Uint8Array<ArrayBuffer>,
  name: string,
  { money, references }: ReadingHints,
) {
  const rows = await fileRows({ bytes, name });
  if (rows.length > MOST_ROWS) throw new FileProblem('This file is too long to be a statement.');
  const read = readRows(rows, money, { references });
  const { lines, fees } = read;
  return lines.length > 0 ? { lines, fees, left_out: leftOutOf(read) } : null;
}
