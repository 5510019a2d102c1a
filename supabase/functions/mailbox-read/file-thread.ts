import { FileProblem } from '../_shared/made/statement-reader.js';
import { rowsHere, type FileToRead, type RowsAnswer } from './file-rows.ts';

/** The thread in which a file is read: gets it, answers once. */
const answer = (said: RowsAnswer) => postMessage(said);
addEventListener('message', ({ data }: MessageEvent<FileToRead>) => {
  rowsHere(data).then(
    (rows) => answer({ rows }),
    (error: unknown) => {
      if (!(error instanceof FileProblem)) throw error;
      answer({ problem: error.message });
    },
  );
});
