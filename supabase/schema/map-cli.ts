import fs from 'node:fs';
import path from 'node:path';
import { withClient } from '../local/src/index.js';
import { renderMap } from './map.js';
import { readSchemas } from './schema-files.js';
import { migrated, withDatabases } from './states.js';

/** `npm run docs:database`: migrates a scratch database and writes the map of what it became. */
async function main(root: string): Promise<void> {
  const page = await withDatabases([migrated(root)], ({ url }) =>
    withClient(url, (db) => renderMap(db, readSchemas(root))),
  );
  fs.writeFileSync(path.join(root, 'docs/database.md'), page);
  process.stdout.write(`Wrote docs/database.md, ${page.split('\n').length} lines\n`);
}

main(process.cwd()).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
});
