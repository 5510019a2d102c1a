import { ImportEngine } from './engine';
import { READY, type Ask, type Reply } from './messages';

/** The engine behind messages: one question, one answer, in their order. */
const engine = new ImportEngine();

async function answer({ id, method, args }: Ask): Promise<Reply> {
  try {
    const run = engine[method] as (...given: unknown[]) => unknown;
    return { id, result: await run.apply(engine, args) };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}

self.onmessage = (event: MessageEvent<Ask>) => {
  void answer(event.data).then((reply) => self.postMessage(reply));
};
self.postMessage(READY);
