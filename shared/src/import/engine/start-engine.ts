import { READY, type Ask, type Engine, type Method, type Reply } from './messages';

const START_TIMEOUT = 5000;

/** A worker that has answered; null where there can be none: a worker's file has to come from the page's own origin. */
async function startWorker(): Promise<Worker | null> {
  let worker: Worker;
  try {
    worker = new Worker(new URL('./engine.worker.ts', import.meta.url), { name: 'import' });
  } catch {
    return null;
  }
  const started = await new Promise<boolean>((resolve) => {
    worker.onmessage = (event: MessageEvent<unknown>) => resolve(event.data === READY);
    worker.onerror = () => resolve(false);
    setTimeout(() => resolve(false), START_TIMEOUT);
  });
  if (started) return worker;
  worker.terminate();
  return null;
}

function byMessages(worker: Worker): Engine {
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>();
  let last = 0;
  const fail = () => {
    for (const { reject } of waiting.values()) reject(new Error('The file could not be read.'));
    waiting.clear();
  };
  worker.onerror = fail;
  worker.onmessage = (event: MessageEvent<Reply>) => {
    const asked = waiting.get(event.data.id);
    waiting.delete(event.data.id);
    if ('error' in event.data) asked?.reject(new Error(event.data.error));
    else asked?.resolve(event.data.result as never);
  };
  const ask =
    (method: Method) =>
    (...args: unknown[]) =>
      new Promise<never>((resolve, reject) => {
        const id = (last += 1);
        waiting.set(id, { resolve, reject });
        worker.postMessage({ id, method, args } satisfies Ask);
      });
  return {
    open: ask('open'),
    portion: ask('portion'),
    look: ask('look'),
    table: ask('table'),
    close: () => {
      worker.terminate();
      fail();
    },
  };
}

/** The same without a worker, for a remote on an origin of its own: large files make the page wait for a moment. */
async function inPage(): Promise<Engine> {
  const { ImportEngine } = await import(/* webpackChunkName: "lazy-import-engine" */ './engine');
  const engine = new ImportEngine();
  return {
    open: (file) => engine.open(file),
    portion: async (...args) => engine.portion(...args),
    look: async (...args) => engine.look(...args),
    table: async (...args) => engine.table(...args),
    close: () => undefined,
  };
}

/** Starts what reads files: in a worker, else in the page. */
export async function startEngine(): Promise<Engine> {
  const worker = await startWorker();
  return worker ? byMessages(worker) : inPage();
}
