import {
  migrate,
  type ScratchDatabase,
  silentLog,
  startScratchDatabase,
  withClient,
} from '../local/src/index.js';
import { applySchemas } from './schema-files.js';
import type pg from 'pg';

async function scratchWith(fill: (db: pg.Client) => Promise<unknown>): Promise<ScratchDatabase> {
  const scratch = await startScratchDatabase();
  try {
    await withClient(scratch.url, fill);
    return scratch;
  } catch (error) {
    await scratch.stop();
    throw error;
  }
}

/** A scratch database as the migrations under `root` make it. */
export const migrated = (root: string): Promise<ScratchDatabase> =>
  scratchWith((db) => migrate(db, root, silentLog));

/** A scratch database as the schema files under `root` describe it. */
export const declared = (root: string): Promise<ScratchDatabase> =>
  scratchWith((db) => applySchemas(db, root));

/** Starts several databases at once and stops all of them when `work` is over, or when one did not start. */
export async function withDatabases<Result>(
  start: Promise<ScratchDatabase>[],
  work: (...databases: ScratchDatabase[]) => Promise<Result>,
): Promise<Result> {
  const settled = await Promise.allSettled(start);
  const started = settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  try {
    return await work(...(await Promise.all(start)));
  } finally {
    await Promise.all(started.map((database) => database.stop()));
  }
}
