import { decode, FileProblem, guessEncoding } from '@paperplane/shared/import/files';
import type { Row } from '../../files/csv/rows';
import { rowsOfText } from '../reader/cells';
import { checkUnpackedSize } from './pdf-unpacked';

/** A statement's file, taken apart. */
export interface StatementRows {
  rows: Row[];
  /** As documents have it. */
  type: string;
}

/** What opens files that are no text; a browser loads it when it needs it. */
export interface Openers {
  pdf: (bytes: Uint8Array) => Promise<Row[]>;
  workbook: (bytes: Uint8Array) => Promise<Row[]>;
}

const begins = (bytes: Uint8Array, start: string): boolean =>
  [...start].every((letter, index) => bytes[index] === letter.charCodeAt(0));

/** Without what is no letter: a database takes none of it. */
const clean = (rows: readonly Row[]): Row[] =>
  rows.map(({ line, cells }) => ({ line, cells: cells.map((cell) => cell.replace(/[\0\p{Cs}]/gu, '')) }));

/**
 * The rows of a statement's file by what it holds: PDF, workbook, or text.
 * @throws FileProblem when it is none of them
 */
export async function rowsOfBytes(
  bytes: Uint8Array<ArrayBuffer>,
  name: string,
  open: Openers,
): Promise<StatementRows> {
  if (begins(bytes, '%PDF-')) {
    checkUnpackedSize(bytes);
    return { rows: clean(await open.pdf(bytes)), type: 'application/pdf' };
  }
  if (begins(bytes, 'PK\x03\x04')) {
    return {
      rows: clean(await open.workbook(bytes)),
      type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    };
  }
  if (bytes.includes(0) && !begins(bytes, '\xff\xfe') && !begins(bytes, '\xfe\xff'))
    throw new FileProblem('Choose a PDF, a workbook (XLSX) or a CSV file.');
  const buffer = bytes.slice().buffer;
  const text = decode(buffer, guessEncoding(buffer));
  return { rows: clean(rowsOfText(text)), type: /\.(csv|tsv)$/i.test(name) ? 'text/csv' : 'text/plain' };
}
