import { answerAsks } from './answer-asks';
import { startEngine, type Asked } from './ask-worker';

class Sum {
  add(a: number, b: number): number {
    if (a > 99) throw new Error('Too much.');
    return a + b;
  }
  stuck(): Promise<number> {
    return new Promise(() => undefined);
  }
}

/** A worker in this thread: what one side posts, the other hears a moment later. */
function workerOf(engine: object): Worker {
  const page = new EventTarget();
  const port = new EventTarget();
  const post = (to: EventTarget) => (data: unknown) =>
    queueMicrotask(() => to.dispatchEvent(new MessageEvent('message', { data })));
  const worker = Object.assign(page, { postMessage: post(port), terminate: () => undefined });
  page.addEventListener('message', (event) => (page as Worker).onmessage?.(event as MessageEvent));
  answerAsks(engine, Object.assign(port, { postMessage: post(page) }));
  return worker as unknown as Worker;
}

const start = (worker: () => Worker, limit?: number): Promise<Asked<Sum>> =>
  startEngine<Sum>(['add', 'stuck'], worker, () => Promise.resolve(new Sum()), limit);

it.each([
  ['in a worker', () => workerOf(new Sum())],
  [
    'in the page, where there is no worker',
    (): Worker => {
      throw new Error('Another origin.');
    },
  ],
])('answers and refuses %s', async (_where, worker) => {
  const sum = await start(worker);
  await expect(sum.add(2, 3)).resolves.toBe(5);
  await expect(sum.add(100, 1)).rejects.toThrow('Too much.');
});

it('refuses what waits, and all after it, once it is closed', async () => {
  const sum = await start(() => workerOf(new Sum()));
  const waiting = sum.stuck();
  sum.close();
  await expect(waiting).rejects.toThrow('The file could not be read.');
  await expect(sum.add(1, 1)).rejects.toThrow('The file could not be read.');
});

it('ends a worker that takes too long', async () => {
  const sum = await start(() => workerOf(new Sum()), 1);
  await expect(sum.stuck()).rejects.toThrow('The file takes too long to read.');
  await expect(sum.add(1, 1)).rejects.toThrow('The file takes too long to read.');
});
