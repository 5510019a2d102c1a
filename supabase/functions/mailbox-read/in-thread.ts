import { FileProblem } from '../_shared/made/statement-reader.js';
import type { TakenApart } from '../_shared/mailbox/parts.ts';
import { partsOfMail, type MailToOpen } from './letter-parts.ts';
import { readFile, type FileToRead } from './read-file.ts';

/** What a thread does: it opens a mail, or reads a file. */
export type Task = { mail: MailToOpen } | { file: FileToRead };
/** What it says: the parts of the mail, what the file says (as JSON, so that its size is known), or why there is nothing. */
export type Said = { parts: TakenApart } | { statement: string } | { problem: string } | { tooMuch: true };

/** Reading this would take more than a function has: a browser reads it. */
export class TooMuchHere extends Error {}

const MOST_MS = 8000;
const MOST_BYTES = 200_000_000;
/** Letters of a statement of 10,000 lines. */
const MOST_SAID = 4_000_000;
const LOOK_MS = 50;

/** Does it in this thread. */
export async function doHere(task: Task): Promise<Said> {
  try {
    if ('mail' in task) return { parts: await partsOfMail(task.mail) };
    const statement = JSON.stringify(await readFile(task.file));
    return statement.length > MOST_SAID ? { tooMuch: true } : { statement };
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error;
    return { problem: error.message };
  }
}

/** So many work at once: of a mail with twenty files, each would wait for all others to start. */
const MOST_THREADS = 4;
let working = 0;
const waiting: (() => void)[] = [];
/** Threads that have done what they were asked, for the next one who asks: to start takes longer than to read a table. */
const idle: Worker[] = [];

/** Null where a function has no threads, as on hosted, which ends one that takes too long or too much. */
function startThread(): Worker | null {
  try {
    return new Worker(new URL('./thread.ts', import.meta.url), { type: 'module' });
  } catch {
    return null;
  }
}

/** Does it in a thread that is ended when it takes too long or too much: a small file can keep whoever reads it busy for years. */
async function workInThread(task: Task): Promise<Said> {
  const thread = idle.pop() ?? startThread();
  if (!thread) return doHere(task);
  const [started, before] = [Date.now(), Deno.memoryUsage().rss];
  let timer: ReturnType<typeof setInterval> | undefined;
  const said = await new Promise<Said | null>((resolve) => {
    timer = setInterval(() => {
      if (Date.now() - started > MOST_MS || Deno.memoryUsage().rss - before > MOST_BYTES) resolve(null);
    }, LOOK_MS);
    thread.onmessage = ({ data }: MessageEvent<Said>) => resolve(data);
    thread.onerror = (event) => {
      event.preventDefault();
      resolve(null);
    };
    thread.postMessage(task);
  });
  clearInterval(timer);
  if (said) idle.push(thread);
  else thread.terminate();
  return said ?? { tooMuch: true };
}

/** The same, in turn. */
async function inThread(task: Task): Promise<Said> {
  if (working >= MOST_THREADS) await new Promise<void>((resolve) => waiting.push(resolve));
  working += 1;
  try {
    return await workInThread(task);
  } finally {
    working -= 1;
    waiting.shift()?.();
  }
}

/** The parts of a mail, or why there are none. @throws TooMuchHere */
export async function openMailParts(mail: MailToOpen): Promise<TakenApart> {
  const said = await inThread({ mail });
  if ('parts' in said) return said.parts;
  throw new TooMuchHere();
}

/** What a file says; null where no line has an amount. @throws FileProblem when it cannot be read, TooMuchHere when it cannot be read here */
export async function statementIn(file: FileToRead): Promise<object | null> {
  const said = await inThread({ file });
  if ('problem' in said) throw new FileProblem(said.problem);
  if ('statement' in said) return JSON.parse(said.statement) as object | null;
  throw new TooMuchHere();
}
