import fs from 'node:fs';
import path from 'node:path';
import { renderMap } from '../../schema/map';
import { readSchemas } from '../../schema/schema-files';
import { homesOf } from '../../schema/walls';
import { ROOT } from '../support/backend-process';
import { database, sql } from '../support/database';

// `npm run docs:database` writes it.
test('the map of the database is what its catalogue says', async () => {
  const page = fs.readFileSync(path.join(ROOT, 'docs/database.md'), 'utf8');
  expect(page).toBe(await renderMap(await database(), readSchemas(ROOT)));
});

test('everything in the database stands in a file of its schema', async () => {
  const rows = await sql<{ name: string }>(
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'private') and c.relkind in ('r', 'v')
     union all
     select n.nspname || '.' || p.proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname in ('public', 'private')`,
  );
  const homes = homesOf(readSchemas(ROOT));
  expect(rows.length).toBeGreaterThan(500);
  expect(rows.filter(({ name }) => !homes.has(name))).toEqual([]);
});
