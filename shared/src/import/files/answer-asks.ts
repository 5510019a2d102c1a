import { expose, type Endpoint } from 'comlink';

/** What a worker says first, so that a page knows it has one. */
export const READY = 'ready';

/** A worker's own side: where questions come in and answers go out. */
interface Port extends Pick<Endpoint, 'addEventListener' | 'removeEventListener'> {
  postMessage: (message: unknown) => void;
}

/**
 * Puts an engine behind messages, inside a worker.
 * @param port the worker's `self`
 */
export function answerAsks(engine: object, port: Port): void {
  expose(engine, port);
  port.postMessage(READY);
}
