import { FileProblem, rowsOfBytes, rowsOfPdf, workbookRows } from '../_shared/made/statement-reader.js';

type Rows = Awaited<ReturnType<typeof rowsOfPdf>>;
/** A file, as the thread is given it. */
export interface FileToRead {
  bytes: Uint8Array<ArrayBuffer>;
  name: string;
}
/** What the thread says: rows, or why there are none. */
export type RowsAnswer = { rows: Rows } | { problem: string };

/** Reading this would take more than a function has: a browser reads it. */
export class TooMuchHere extends Error {}

const MOST_MS = 8000;
const MOST_BYTES = 200_000_000;
const LOOK_MS = 50;

/** Read in this thread. Programs in a PDF are never run. */
export async function rowsHere({ bytes, name }: FileToRead): Promise<Rows> {
  const { rows } = await rowsOfBytes(bytes, name, {
    pdf: async (pdf) => {
      const { getDocumentProxy } = await import('unpdf');
      return rowsOfPdf({ promise: getDocumentProxy(pdf.slice(), { useWasm: false, verbosity: 0 }) });
    },
    workbook: (workbook) => Promise.resolve(workbookRows(workbook)),
  });
  return rows;
}

/** Null where a function has no threads, as on hosted, which ends one that takes too long or too much. */
function startThread(): Worker | null {
  try {
    return new Worker(new URL('./file-thread.ts', import.meta.url), { type: 'module' });
  } catch {
    return null;
  }
}

/**
 * The rows of a file, read in a thread that is ended when it takes too long or too much: a small one can keep whoever reads it busy for years.
 * @throws FileProblem when it cannot be read, TooMuchHere when it cannot be read here
 */
export async function fileRows(file: FileToRead): Promise<Rows> {
  const thread = startThread();
  if (!thread) return rowsHere(file);
  const [started, before] = [Date.now(), Deno.memoryUsage().rss];
  let timer: ReturnType<typeof setInterval> | undefined;
  try {
    const answer = await new Promise<RowsAnswer>((resolve, reject) => {
      timer = setInterval(() => {
        if (Date.now() - started > MOST_MS || Deno.memoryUsage().rss - before > MOST_BYTES)
          reject(new TooMuchHere());
      }, LOOK_MS);
      thread.onmessage = ({ data }: MessageEvent<RowsAnswer>) => resolve(data);
      thread.onerror = (event) => {
        event.preventDefault();
        reject(new TooMuchHere());
      };
      thread.postMessage(file);
    });
    if ('problem' in answer) throw new FileProblem(answer.problem);
    return answer.rows;
  } finally {
    clearInterval(timer);
    thread.terminate();
  }
}
