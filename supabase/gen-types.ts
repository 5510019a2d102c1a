import fs from 'node:fs';
import path from 'node:path';
import { renderDatabaseTypes } from './database-types';
import { withClient } from './local/src/index.js';
import { renderReads } from './reads';
import { readSchemas } from './schema/schema-files';
import { migrated, withDatabases } from './schema/states';

/** Part of `npm run gen`: migrates a scratch database and writes as TypeScript what it became, and which of its functions only read. */
async function main(root: string): Promise<void> {
  const folder = path.join('shared', 'src', 'platform', 'api');
  await withDatabases([migrated(root)], ({ url }) =>
    withClient(url, async (db) => {
      const files = {
        'database.types.ts': await renderDatabaseTypes(db),
        'reads.ts': await renderReads(db, readSchemas(root)),
      };
      for (const [name, text] of Object.entries(files)) {
        fs.writeFileSync(path.join(root, folder, name), text);
      }
    }),
  );
}

main(process.cwd()).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
});
