/** One question to an engine behind messages. */
interface Ask {
  id: number;
  method: string;
  args: unknown[];
}

type Reply = { id: number; result: unknown } | { id: number; error: string };

/** What a worker says first, so that a page knows it has one. */
const READY = 'ready';
const START_TIMEOUT = 5000;

type AskFor = (method: string, args: unknown[]) => Promise<unknown>;

type Methods<E> = { [M in keyof E]: E[M] extends (...args: never[]) => unknown ? M : never }[keyof E] &
  string;
type Answer<F> = F extends (...args: infer A) => infer R ? (...args: A) => Promise<Awaited<R>> : never;

/** An engine as a page sees it: everything takes a moment, and what waits is refused when it is closed. */
export type Asked<E> = { [M in Methods<E>]: Answer<E[M]> } & { close: () => void };

/** A worker's own side: where questions come in and answers go out. */
interface Port {
  onmessage: ((event: MessageEvent<never>) => void) | null;
  postMessage: (message: unknown) => void;
}

const run = (engine: object, method: string, args: unknown[]): unknown =>
  (engine as Record<string, (...given: unknown[]) => unknown>)[method]?.(...args);

/**
 * Puts an engine behind messages, inside a worker: one question, one answer.
 * @param port the worker's `self`
 */
export function answerAsks(engine: object, port: Port): void {
  const answer = async ({ id, method, args }: Ask): Promise<Reply> => {
    try {
      return { id, result: await run(engine, method, args) };
    } catch (error) {
      return { id, error: error instanceof Error ? error.message : String(error) };
    }
  };
  port.onmessage = (event: MessageEvent<never>) => {
    void answer(event.data as Ask).then((reply) => port.postMessage(reply));
  };
  port.postMessage(READY);
}

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

/** Questions to a worker; after its end every one is refused. */
function byMessages(worker: Worker, limit: number | undefined): { ask: AskFor; close: () => void } {
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  let last = 0;
  let ended: string | null = null;
  const end = (why: string) => {
    ended ??= why;
    worker.terminate();
    for (const { reject } of waiting.values()) reject(new Error(ended));
    waiting.clear();
  };
  const close = () => end('The file could not be read.');
  worker.onerror = close;
  worker.onmessage = (event: MessageEvent<Reply>) => {
    const asked = waiting.get(event.data.id);
    waiting.delete(event.data.id);
    if ('error' in event.data) asked?.reject(new Error(event.data.error));
    else asked?.resolve(event.data.result);
  };
  const answerTo = (method: string, args: unknown[]) =>
    new Promise((resolve, reject) => {
      if (ended !== null) throw new Error(ended);
      const id = (last += 1);
      waiting.set(id, { resolve, reject });
      worker.postMessage({ id, method, args } satisfies Ask);
    });
  const ask: AskFor = (method, args) => {
    const timer =
      limit === undefined ? undefined : setTimeout(() => end('The file takes too long to read.'), limit);
    return answerTo(method, args).finally(() => clearTimeout(timer));
  };
  return { ask, close };
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
  const worker = await started(start);
  const engine = worker ? null : await inPage();
  const { ask, close } = worker
    ? byMessages(worker, limit)
    : {
        ask: async (method: string, args: unknown[]) => run(engine ?? {}, method, args),
        close: () => undefined,
      };
  const asked = methods.map((method) => [method, (...args: unknown[]) => ask(method, args)] as const);
  return { ...Object.fromEntries(asked), close } as Asked<E>;
}
