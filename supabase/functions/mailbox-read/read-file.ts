import {
  FileProblem,
  leftOutOf,
  readRows,
  rowsOfBytes,
  rowsOfPdf,
  workbookRows,
} from '../_shared/made/statement-reader.js';

/** More takes longer than a function has, and is no statement. */
const MOST_ROWS = 10_000;

/** How the agency writes amounts, and by which references its vendor's files are read. */
export interface ReadingHints {
  money: { currency: string; notation: 'point' | 'comma' };
  references: string[];
}

/** A file of a mail, and how it is read. */
export interface FileToRead extends ReadingHints {
  bytes: Uint8Array<ArrayBuffer>;
  name: string;
}

/** Rows of a file. Programs in a PDF are never run. */
async function rowsOf({ bytes, name }: FileToRead) {
  const { rows } = await rowsOfBytes(bytes, name, {
    pdf: async (pdf) => {
      const { getDocumentProxy } = await import('unpdf');
      return rowsOfPdf({ promise: getDocumentProxy(pdf.slice(), { useWasm: false, verbosity: 0 }) });
    },
    workbook: (workbook) => Promise.resolve(workbookRows(workbook)),
  });
  return rows;
}

/**
 * What a file says, as `save_vendor_statement` takes it; null where no line has an amount.
 * @throws FileProblem when it cannot be read
 */
export async function readFile(file: FileToRead) {
  const rows = await rowsOf(file);
  if (rows.length > MOST_ROWS) throw new FileProblem('This file is too long to be a statement.');
  const read = readRows(rows, file.money, { references: file.references });
  const { lines, fees } = read;
  return lines.length > 0 ? { lines, fees, left_out: leftOutOf(read) } : null;
}
