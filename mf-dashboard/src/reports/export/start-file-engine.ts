import { startEngine } from '@paperplane/shared/import/files';
import type { FileEngine } from './workbook';

/** Starts what writes files: in a worker, else in the page. */
export const startFileEngine = () =>
  startEngine<FileEngine>(
    ['start', 'add', 'csv', 'xlsx'],
    () => new Worker(new URL('./file.worker.ts', import.meta.url), { name: 'report-file' }),
    async () => new (await import(/* webpackChunkName: "lazy-report-file" */ './workbook')).FileEngine(),
  );
