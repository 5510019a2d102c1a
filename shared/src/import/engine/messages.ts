import type { ImportEngine } from './engine';

/** What can be asked of an engine, wherever it runs. */
export type Method = 'open' | 'portion' | 'look' | 'table';

export interface Ask {
  id: number;
  method: Method;
  args: unknown[];
}

export type Reply = { id: number; result: unknown } | { id: number; error: string };

/** What the worker says first, so that a page knows it has one. */
export const READY = 'ready';

/** An engine as the page sees it: everything takes a moment. */
export type Engine = {
  [M in Method]: (...args: Parameters<ImportEngine[M]>) => Promise<Awaited<ReturnType<ImportEngine[M]>>>;
} & { close: () => void };
