import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startBackend, type Backend, type BackendOptions } from '../supabase/local/src/index';

const REPOSITORY = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/**
 * Starts the backend on an empty, migrated database of the bench's own; ends and deletes it whatever becomes of `work`, also when the
 * process is told to end.
 * @param work is handed the backend, and the address for connecting as a superuser, who may leave triggers out
 * @param more what the backend is started with besides; a `dataDir` stays, for a database that takes long to fill
 */
export async function withBackend<Answer>(
  work: (backend: Backend, superuser: string) => Promise<Answer>,
  more: Partial<BackendOptions> = {},
): Promise<Answer> {
  const dataDir = more.dataDir ?? fs.mkdtempSync(path.join(os.tmpdir(), 'paperplane-bench-'));
  // PostgreSQL runs as another user when we are root, and must reach it.
  if (!more.dataDir) fs.chmodSync(dataDir, 0o711);
  const backend = await startBackend({
    workdir: REPOSITORY,
    port: 0,
    dbPort: 0,
    mailPort: 0,
    ...more,
    dataDir,
  });
  const end = async () => {
    await backend.stop();
    if (!more.dataDir) fs.rmSync(dataDir, { recursive: true, force: true });
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
