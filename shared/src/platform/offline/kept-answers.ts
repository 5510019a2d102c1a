/**
 * What the base query tells of answers that a device may keep, and asks for when there is no network
 * (docs/product/platform.md, Reading offline). The code behind it comes when there is something to keep or to read, after the page is painted.
 */

/** How long after an answer it is written, in milliseconds: the page is painted first, and what is asked together is written together. */
const PAUSE = 2000;

/** The last answer to each question, by the key of the api's cache, as it came through the door, and when, in milliseconds. */
export type Answers = Map<string, { data: unknown; at: number }>;

/** An answer that this device kept. */
export interface KeptAnswer {
  data: unknown;
  /** When the server gave it, in milliseconds. */
  at: number;
}

/** The code that decides what is kept, and reads it back. */
interface Keeper {
  keepAnswers: (waiting: Answers) => Promise<void>;
  readKept: (key: string) => Promise<KeptAnswer | null>;
}

/** Until somebody keeps, nothing is kept. */
let loadKeeper = (): Promise<Keeper> => Promise.reject(new Error('The keeper is not set'));

/** Says how the code is fetched: it has to know who is signed in, and the store that knows it knows the base query. */
export function keptBy(load: () => Promise<Keeper>): void {
  loadKeeper = load;
}

const waiting: Answers = new Map();
/** Whether this device keeps anything for the person who is signed in; null until that is known. */
let isKeeping: boolean | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

function writeLater(): void {
  if (!isKeeping || waiting.size === 0) return;
  timer ??= setTimeout(() => {
    timer = undefined;
    // Without the code, or the browser's storage, nothing is kept.
    loadKeeper()
      .then(({ keepAnswers }) => keepAnswers(waiting))
      .catch(() => waiting.clear());
  }, PAUSE);
}

/** An answer of the server. @param key of the api's cache */
export function noteAnswer(key: string, data: unknown): void {
  if (isKeeping === false) return;
  waiting.set(key, { data, at: Date.now() });
  writeLater();
}

/** Says whether this device keeps, from now on, what is opened; what it keeps already stays. */
export function keep(isAllowed: boolean): void {
  isKeeping = isAllowed;
  if (!isAllowed) waiting.clear();
  writeLater();
}

/** What this device keeps under a key; null when that is nothing, or nobody may read it. */
export const findKept = async (key: string): Promise<KeptAnswer | null> =>
  isKeeping === false
    ? null
    : loadKeeper()
        .then(({ readKept }) => readKept(key))
        .catch(() => null);
