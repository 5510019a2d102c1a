import fs from 'node:fs';
import path from 'node:path';
import { renderDatabaseTypes } from './database-types';
import { withClient } from './local/src/database/with-client.js';
import { migrated, withDatabases } from './schema/states';

/** `npm run gen:types`: migrates a scratch database and writes what it became as TypeScript. */
async function main(root: string): Promise<void> {
  const target = path.join(root, 'shared', 'src', 'platform', 'api', 'database.types.ts');
  await withDatabases([migrated(root)], ({ url }) =>
    withClient(url, async (db) => fs.writeFileSync(target, await renderDatabaseTypes(db))),
  );
  process.stdout.write(`Wrote ${path.relative(root, target)}\n`);
}

main(process.cwd()).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
});
