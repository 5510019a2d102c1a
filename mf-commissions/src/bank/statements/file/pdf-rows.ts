import { getDocument, PDFWorker } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Row } from '../../files/csv/rows';
import { inTime, rowsOfPdf } from './pdf-pages';

/** Three hundred pages take two seconds. */
const MOST_MS = 15_000;

/**
 * The rows of a PDF (`rowsOfPdf`). It is opened in a worker; programs in it are never run.
 * @throws FileProblem when it is a scan, damaged or locked, or takes too long
 */
export async function pdfRows(bytes: Uint8Array): Promise<Row[]> {
  const port = new Worker(new URL('pdfjs-dist/legacy/build/pdf.worker.min.mjs', import.meta.url), {
    name: 'pdf',
    type: 'module',
  });
  const worker = PDFWorker.create({ port });
  const task = getDocument({ data: bytes.slice(), worker, isEvalSupported: false, useWasm: false });
  try {
    return await inTime(rowsOfPdf(task), MOST_MS);
  } finally {
    // It answers nobody while it is busy.
    void task.destroy();
    port.terminate();
  }
}
