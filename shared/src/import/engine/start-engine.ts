import { startEngine, type Asked } from '../files';
import type { ImportEngine } from './engine';

/** The engine as the page sees it: everything takes a moment. */
export type Engine = Asked<ImportEngine>;

/** Starts what reads CSV files: in a worker, else in the page. */
export const startImportEngine = (): Promise<Engine> =>
  startEngine<ImportEngine>(
    ['open', 'guess', 'reading', 'portion', 'usualRates', 'look', 'table'],
    () => new Worker(new URL('./engine.worker.ts', import.meta.url), { name: 'import' }),
    async () => new (await import(/* webpackChunkName: "lazy-import-engine" */ './engine')).ImportEngine(),
  );
