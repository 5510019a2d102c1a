import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startBackend, type Backend } from '../supabase/local/src/index';

const REPOSITORY = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/**
 * Starts the backend on an empty, migrated database of the bench's own; ends and deletes it whatever becomes of `work`, also when the
 * process is told to end.
 * @param work is handed the backend, and the address for connecting as a superuser, who may leave triggers out
 * @param kept folder of a database that stays, for one that takes long to fill
 */
export async function withBackend<Answer>(
  work: (backend: Backend, superuser: string) => Promise<Answer>,
  kept?: string,
): Promise<Answer> {
  const dataDir = kept ?? fs.mkdtempSync(path.join(os.tmpdir(), 'paperplane-bench-'));
  // PostgreSQL runs as another user when we are root, and must reach it.
  if (!kept) fs.chmodSync(dataDir, 0o711);
  const backend = await startBackend({ workdir: REPOSITORY, dataDir, port: 0, dbPort: 0, mailPort: 0 });
  const end = async () => {
    await backend.stop();
    if (!kept) fs.rmSync(dataDir, { recursive: true, force: true });
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void end().finally(() => process.exit(1)));
  try {
    return await work(backend, backend.dbUrl.replace('//postgres:', '//supabase_admin:'));
  } finally {
    await end();
  }
}

/** Runs a bench's main function; says what went wrong. */
export function runBench(main: (args: string[]) => Promise<void>): void {
  main(process.argv.slice(2)).catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  });
}
