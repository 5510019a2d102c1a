import { READY } from './answer-asks';

const START_TIMEOUT = 5000;

type Methods<E> = { [M in keyof E]: E[M] extends (...args: never[]) => unknown ? M : never }[keyof E] &
  string;
type Answer<F> = F extends (...args: infer A) => infer R ? (...args: A) => Promise<Awaited<R>> : never;

/** An engine as a page sees it: everything takes a moment, and what waits is refused when it is closed. */
export type Asked<E> = { [M in Methods<E>]: Answer<E[M]> } & { close: () => void };

/** An engine here or in a worker, by the names of its methods. */
type Engine = Record<string, (...args: unknown[]) => unknown>;

/** A worker that has answered; null where there can be none: a worker's file has to come from the page's own origin. */
async function started(start: () => Worker): Promise<Worker | null> {
  let worker: Worker;
  try {
    worker = start();
  } catch {
    return null;
  }
  const ready = await new Promise<boolean>((resolve) => {
    worker.onmessage = (event: MessageEvent<unknown>) => resolve(event.data === READY);
    worker.onerror = () => resolve(false);
    setTimeout(() => resolve(false), START_TIMEOUT);
  });
  if (ready) return worker;
  worker.terminate();
  return null;
}

/** A worker's end: it refuses what waits, and all that is asked later. */
function endOf(worker: Worker): { ended: Promise<never>; end: (why: string) => void } {
  let refuse: (error: Error) => void;
  const ended = new Promise<never>((_resolve, reject) => (refuse = reject));
  // Nobody may be waiting.
  ended.catch(() => undefined);
  const end = (why: string) => {
    worker.terminate();
    refuse(new Error(why));
  };
  return { ended, end };
}

/**
 * Starts what reads files: in a worker, else in the page, for a remote on an origin of its own (large files make the page wait for a moment).
 * @param methods what can be asked of it
 * @param start makes the worker, whose code calls `answerAsks`
 * @param inPage makes the engine itself
 * @param limit milliseconds after which a worker that does not answer is ended; without one it may take as long as it likes
 */
export async function startEngine<E extends object>(
  methods: readonly Methods<E>[],
  start: () => Worker,
  inPage: () => Promise<E>,
  limit?: number,
): Promise<Asked<E>> {
  const [worker, { wrap }] = await Promise.all([
    started(start),
    import(/* webpackChunkName: "lazy-comlink" */ 'comlink'),
  ]);
  const engine = (worker ? wrap(worker) : await inPage()) as Engine;
  const { ended, end } = worker ? endOf(worker) : { ended: null, end: () => undefined };
  const close = () => end('The file could not be read.');
  if (worker) worker.onerror = close;
  const ask = async (method: string, args: unknown[]) => {
    const answer = engine[method]?.(...args);
    if (!ended) return answer;
    const timer =
      limit === undefined ? undefined : setTimeout(() => end('The file takes too long to read.'), limit);
    return Promise.race([ended, answer]).finally(() => clearTimeout(timer));
  };
  const asked = methods.map((method) => [method, (...args: unknown[]) => ask(method, args)] as const);
  return { ...Object.fromEntries(asked), close } as Asked<E>;
}
