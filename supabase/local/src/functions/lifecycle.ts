import { messageOf } from '../log.js';
import { startWorker, type Worker, type WorkerOptions } from './worker.js';
import type { FoundFunction } from './find-functions.js';

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;
/** A request waits so long for the end of a pause, and is refused in a longer one. */
const LONGEST_WAIT_MS = 2000;
/** Whoever has served so long is no worker that cannot start. */
const STEADY_MS = 60_000;

/** The worker of one function: started when it is first asked for, and again when it has died. */
export interface Lifecycle {
  /** The worker that serves; null when it does not start, or has died too often a moment ago. */
  get(): Promise<Worker | null>;
  /** Ends a worker that does not answer, with whatever else it was doing; the next request gets another one. */
  retire(worker: Worker): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Keeps a function's worker, as long as its sources stay what they were. One that dies is replaced by the next request, the second time in a row after a pause, which grows
 * from one second to a minute.
 */
export function keepWorker(found: FoundFunction, options: WorkerOptions & { version(): number }): Lifecycle {
  let version = 0;
  let current: Promise<Worker | null> | null = null;
  const all = new Set<Worker>();
  let deaths = 0;
  let notBefore = 0;
  let isStopped = false;

  function died(began: number): void {
    deaths = Date.now() - began > STEADY_MS ? 1 : deaths + 1;
    const pause = deaths === 1 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (deaths - 2), LONGEST_PAUSE_MS);
    notBefore = Date.now() + pause;
    current = null;
  }

  /** With other sources it begins anew, whatever has happened before. */
  function renewIfChanged(): void {
    if (options.version() === version) return;
    version = options.version();
    [deaths, notBefore] = [0, 0];
    const old = current;
    current = null;
    void old?.then((worker) => worker?.stop());
  }

  async function start(): Promise<Worker | null> {
    const began = Date.now();
    try {
      const worker = await startWorker(found, options);
      all.add(worker);
      void worker.ended.then((end) => {
        all.delete(worker);
        if (end === 'stopped') return;
        options.say('The function has ended unexpectedly; the next request starts it again');
        died(began);
      });
      // Asked to stop while it started.
      if (isStopped) await worker.stop();
      return worker;
    } catch (error) {
      options.say(`The function does not start: ${messageOf(error)}`);
      died(began);
      return null;
    }
  }

  return {
    async get() {
      renewIfChanged();
      const pause = current ? 0 : notBefore - Date.now();
      if (pause > LONGEST_WAIT_MS) return null;
      if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
      return isStopped ? null : (current ??= start());
    },
    async retire(worker) {
      if ((await current) === worker) current = null;
      await worker.stop();
    },
    async stop() {
      isStopped = true;
      await current;
      await Promise.all([...all].map((worker) => worker.stop()));
    },
  };
}
