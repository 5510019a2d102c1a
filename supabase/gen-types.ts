import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { renderDatabaseTypes } from './database-types';
import { startBackend } from './local/src/index.js';

/** `npm run gen:types`: migrates a database of its own, writes what it became as TypeScript, and cleans up. */
async function main(root: string): Promise<void> {
  const target = path.join(root, 'shared', 'src', 'platform', 'api', 'database.types.ts');
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'paperplane-types-'));
  // PostgreSQL may run as another user and has to get through to its folder.
  fs.chmodSync(dataDir, 0o711);
  try {
    const backend = await startBackend({ workdir: root, dataDir, port: 0, dbPort: 0, mailPort: 0 });
    const client = new pg.Client(backend.dbUrl);
    try {
      await client.connect();
      fs.writeFileSync(target, await renderDatabaseTypes(client));
    } finally {
      await client.end();
      await backend.stop();
    }
  } finally {
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
  process.stdout.write(`Wrote ${path.relative(root, target)}\n`);
}

main(process.cwd()).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
});
