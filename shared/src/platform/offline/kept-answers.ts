/**
 * What the base query tells of answers that a device may keep, and asks for when there is no network
 * (docs/product/platform.md, Reading offline). The code behind it comes when there is something to keep or to read, after the page is painted.
 */
import { eraseKept } from './erase';
import type { KeptAnswer } from './keeper';

/** How long after an answer it is written, in milliseconds: the page is painted first, and what is asked together is written together. */
const PAUSE = 2000;

/** An answer as it came through the door, before its endpoint changes it. */
export interface Answered {
  endpoint: string;
  /** What was asked. */
  arg: unknown;
  data: unknown;
  /** When, in milliseconds. */
  at: number;
}

const loadKeeper = () => import(/* webpackChunkName: "keeper" */ './keeper');

/** The last answer to each question, until it is written. */
const waiting = new Map<string, Answered>();
/** Whether the signed-in person's device keeps anything; null until that is known. */
let isKeeping: boolean | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

async function write(): Promise<void> {
  const { keepAnswers } = await loadKeeper();
  const answers = [...waiting];
  waiting.clear();
  await keepAnswers(answers);
}

function writeLater(): void {
  timer ??= setTimeout(() => {
    timer = undefined;
    // Without the code, or the browser's storage, nothing is kept.
    if (waiting.size > 0) write().catch(() => waiting.clear());
  }, PAUSE);
}

/** An answer of the server. @param key of the api's cache */
export function noteAnswer(key: string, answer: Answered): void {
  if (isKeeping === false) return;
  waiting.set(key, answer);
  if (isKeeping) writeLater();
}

/** Somebody is let in whose device keeps what they open. */
export function keep(): void {
  isKeeping = true;
  if (waiting.size > 0) writeLater();
}

/** From now on nothing is kept, nor read; what is kept already stays. */
export function keepNothing(): void {
  isKeeping = false;
  waiting.clear();
}

/** Nothing is kept any more, and what was kept is erased. @returns resolves when it is gone */
export function keepNothingAndErase(): Promise<void> {
  keepNothing();
  return eraseKept();
}

/** What this device keeps under a key; null when that is nothing, or nobody may read it. */
export const findKept = async (key: string): Promise<KeptAnswer | null> =>
  isKeeping === false
    ? null
    : loadKeeper()
        .then(({ readKept }) => readKept(key))
        .catch(() => null);
