import { FileProblem } from '@paperplane/shared/import/files';
import { rowsOfBytes, type Openers, type StatementRows } from './rows-of-bytes';

/** Larger than any statement of 500 lines. */
const MOST_BYTES = 10_000_000;

const openers: Openers = {
  pdf: async (bytes) => {
    const { pdfRows } = await import(/* webpackChunkName: "lazy-pdf-rows" */ './pdf-rows');
    return pdfRows(bytes);
  },
  workbook: async (bytes) => {
    const { workbookRows } = await import(/* webpackChunkName: "lazy-workbook-rows" */ './workbook-rows');
    return workbookRows(bytes);
  },
};

/**
 * The rows of a file that somebody chose (`rowsOfBytes`).
 * @throws FileProblem when it is no statement
 */
export async function rowsOfFile(file: File): Promise<StatementRows> {
  if (file.size > MOST_BYTES) throw new FileProblem('This file is too large to be a statement.');
  return rowsOfBytes(new Uint8Array(await file.arrayBuffer()), file.name, openers);
}
