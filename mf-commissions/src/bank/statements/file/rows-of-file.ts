import { decode, FileProblem, guessEncoding } from '@paperplane/shared/import/files';
import type { Row } from '../../files/csv/rows';
import { rowsOfText } from '../reader/cells';

/** Larger than any statement of 500 lines. */
const MOST_BYTES = 10_000_000;

/** A statement's file, taken apart. */
export interface StatementRows {
  rows: Row[];
  /** As documents have it. */
  type: string;
}

const begins = (bytes: Uint8Array, start: string): boolean =>
  [...start].every((letter, index) => bytes[index] === letter.charCodeAt(0));

/**
 * The rows of a statement's file by what it holds: PDF, workbook, or text.
 * @throws FileProblem when it is none of them
 */
export async function rowsOfFile(file: File): Promise<StatementRows> {
  if (file.size > MOST_BYTES) throw new FileProblem('This file is too large to be a statement.');
  const buffer = await file.arrayBuffer();
  const bytes = new Uint8Array(buffer);
  if (begins(bytes, '%PDF-')) {
    const { pdfRows } = await import(/* webpackChunkName: "lazy-pdf-rows" */ './pdf-rows');
    return { rows: await pdfRows(bytes), type: 'application/pdf' };
  }
  if (begins(bytes, 'PK\x03\x04')) {
    const { workbookRows } = await import(/* webpackChunkName: "lazy-workbook-rows" */ './workbook-rows');
    return {
      rows: workbookRows(bytes),
      type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    };
  }
  if (bytes.includes(0) && !begins(bytes, '\xff\xfe') && !begins(bytes, '\xfe\xff'))
    throw new FileProblem('Choose a PDF, a workbook (XLSX) or a CSV file.');
  const text = decode(buffer, guessEncoding(buffer));
  return { rows: rowsOfText(text), type: /\.(csv|tsv)$/i.test(file.name) ? 'text/csv' : 'text/plain' };
}
