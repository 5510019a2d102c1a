import { FileProblem } from '@paperplane/shared/import/files';
import type { PDFDocumentLoadingTask } from 'pdfjs-dist';
import type { Row } from '../../files/csv/rows';
import { FILE_LIMITS } from '../../files/limits';
import { rowsOfPages, type Placed } from './pdf-lines';

/**
 * The rows of a PDF that is being opened, by where its texts stand.
 * @throws FileProblem when it is a scan, damaged or locked, or has more pages than are read
 */
export async function rowsOfPdf(task: Pick<PDFDocumentLoadingTask, 'promise'>): Promise<Row[]> {
  const pdf = await task.promise.catch(() => {
    throw new FileProblem('This PDF is damaged or needs a password.');
  });
  // Its own word: where it is less than there are, only so many are read.
  if (pdf.numPages > FILE_LIMITS.pages)
    throw new FileProblem(
      `This PDF has ${pdf.numPages.toLocaleString('en-US')} pages. At most ${FILE_LIMITS.pages} are read: split it.`,
    );
  const pages: Placed[][] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    pages.push(
      items.flatMap((item) => {
        if (!('str' in item) || item.str.trim() === '') return [];
        const { str, transform, width, height } = item;
        return [{ text: str, x: transform[4] as number, y: transform[5] as number, width, height }];
      }),
    );
  }
  if (pages.every((page) => page.length === 0))
    throw new FileProblem(
      'This PDF is a scan: a picture without text. Ask the vendor for the file it was printed from.',
    );
  return rowsOfPages(pages);
}
