import { FileProblem } from '@paperplane/shared/import/files';
import type { PDFDocumentLoadingTask } from 'pdfjs-dist';
import type { Row } from '../../files/csv/rows';
import { FILE_LIMITS } from '../../files/limits';
import { rowsOfPages, type Placed } from './pdf-lines';
import { tooLarge } from './pdf-unpacked';

/** What is asked of a page; one that cannot be answered is damaged. */
const damaged = () => {
  throw new FileProblem('This PDF is damaged or needs a password.');
};

/**
 * Ends work that takes too long: a small PDF can keep whoever reads it busy for years.
 * @throws FileProblem when the time is over
 */
export async function inTime<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooLarge()), milliseconds);
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The rows of a PDF that is being opened, by where its texts stand.
 * @throws FileProblem when it is a scan, damaged or locked, or has more pages or texts than are read
 */
export async function rowsOfPdf(task: Pick<PDFDocumentLoadingTask, 'promise'>): Promise<Row[]> {
  const pdf = await task.promise.catch(damaged);
  // Its own word: where it is less than there are, only so many are read.
  if (pdf.numPages > FILE_LIMITS.pages)
    throw new FileProblem(
      `This PDF has ${pdf.numPages.toLocaleString('en-US')} pages. At most ${FILE_LIMITS.pages} are read: split it.`,
    );
  const pages: Placed[][] = [];
  let texts = 0;
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number).catch(damaged);
    const { items } = await page.getTextContent().catch(damaged);
    texts += items.length;
    if (texts > FILE_LIMITS.texts) throw tooLarge();
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
