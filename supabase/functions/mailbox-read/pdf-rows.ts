import { FileProblem, rowsOfPdf } from '../_shared/made/statement-reader.js';

type Rows = Awaited<ReturnType<typeof rowsOfPdf>>;
/** What the thread says: rows, or why there are none. */
export type PdfAnswer = { rows: Rows } | { problem: string };

/** Reading this would take more than a function has: a browser reads it. */
export class TooMuchHere extends Error {}

const MOST_MS = 8000;
const MOST_BYTES = 200_000_000;
const LOOK_MS = 50;

/** Opened in this thread. Programs in it are never run. */
export async function rowsHere(bytes: Uint8Array): Promise<Rows> {
  const { getDocumentProxy } = await import('unpdf');
  return rowsOfPdf({ promise: getDocumentProxy(bytes.slice(), { useWasm: false, verbosity: 0 }) });
}

/** Null where a function has no threads, as on hosted, which ends one that takes too long or too much. */
function startThread(): Worker | null {
  try {
    return new Worker(new URL('./pdf-thread.ts', import.meta.url), { type: 'module' });
  } catch {
    return null;
  }
}

/**
 * The rows of a PDF, opened in a thread that is ended when it takes too long or too much: a small one can say that it is opened for years.
 * @throws FileProblem when it cannot be read, TooMuchHere when it cannot be read here
 */
export async function pdfRows(bytes: Uint8Array): Promise<Rows> {
  const thread = startThread();
  if (!thread) return rowsHere(bytes);
  const [started, before] = [Date.now(), Deno.memoryUsage().rss];
  let timer: ReturnType<typeof setInterval> | undefined;
  try {
    const answer = await new Promise<PdfAnswer>((resolve, reject) => {
      timer = setInterval(() => {
        if (Date.now() - started > MOST_MS || Deno.memoryUsage().rss - before > MOST_BYTES)
          reject(new TooMuchHere());
      }, LOOK_MS);
      thread.onmessage = ({ data }: MessageEvent<PdfAnswer>) => resolve(data);
      thread.onerror = (event) => {
        event.preventDefault();
        reject(new TooMuchHere());
      };
      thread.postMessage(bytes);
    });
    if ('problem' in answer) throw new FileProblem(answer.problem);
    return answer.rows;
  } finally {
    clearInterval(timer);
    thread.terminate();
  }
}
