/** Part of `npm run release:pack`: keeps the demo's data on this checkout's schema as what the previous release left. */
import fs from 'node:fs';
import path from 'node:path';
import { readMigrationVersions, withClient } from '../local/src/index.js';
import { migrated, withDatabases } from '../schema/states.js';
import { seedDemo } from '../seed/index.js';
import type { StoreFile } from '../seed/documents.js';
import { packData, readData, withKeys } from './kept-data.js';

async function main(root: string): Promise<void> {
  const migration = readMigrationVersions(root).at(-1) ?? '';
  const packed = await withDatabases([migrated(root)], async ({ url, adminUrl }) => {
    await withClient(url, async (db) => {
      const storeFile: StoreFile = async ({ bucket, name, data, mimetype, owner }) => {
        await db.query(
          `insert into storage.objects (bucket_id, name, owner_id, version, metadata) values ($1, $2, $3, 'kept', $4)`,
          [bucket, name, owner, { mimetype, size: data.length }],
        );
      };
      await db.query('begin');
      await seedDemo(db, storeFile);
      await db.query('commit');
    });
    return withClient(adminUrl, async (db) => packData(await withKeys(db, await readData(db, migration))));
  });
  fs.writeFileSync(path.join(root, 'supabase/release/previous.data'), packed);
  process.stdout.write(`Demo data after migration ${migration}: ${Math.round(packed.length / 1000)} kB\n`);
}

main(process.cwd()).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
});
