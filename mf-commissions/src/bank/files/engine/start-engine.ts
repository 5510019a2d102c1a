import { startEngine, type Asked } from '@paperplane/shared/import/files';
import type { BankFileEngine } from './engine';

/** The engine as the page sees it: everything takes a moment. */
export type BankEngine = Asked<BankFileEngine>;

/** No honest file takes this long, in milliseconds; one that was made to keep a machine busy does. */
const LIMIT = 60_000;

/** Starts what reads bank files: in a worker, else in the page. */
export const startBankEngine = (): Promise<BankEngine> =>
  startEngine<BankFileEngine>(
    ['open', 'reguess', 'recall', 'read', 'portion', 'samples', 'cellsOf'],
    () => new Worker(new URL('./engine.worker.ts', import.meta.url), { name: 'bank-files' }),
    async () => new (await import(/* webpackChunkName: "lazy-bank-engine" */ './engine')).BankFileEngine(),
    LIMIT,
  );
