import { FileProblem } from '../_shared/made/statement-reader.js';
import { rowsHere, type PdfAnswer } from './pdf-rows.ts';

/** The thread in which a PDF is opened: gets its bytes, answers once. */
const answer = (said: PdfAnswer) => postMessage(said);
addEventListener('message', ({ data }: MessageEvent<Uint8Array>) => {
  rowsHere(data).then(
    (rows) => answer({ rows }),
    (error: unknown) => {
      if (!(error instanceof FileProblem)) throw error;
      answer({ problem: error.message });
    },
  );
});
