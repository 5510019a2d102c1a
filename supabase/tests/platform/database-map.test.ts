import { renderMap } from '../../schema/map';
import { readSchemas } from '../../schema/schema-files';
import { homesOf } from '../../schema/walls';
import { ROOT } from '../support/backend-process';
import { database, sql } from '../support/database';

test('the map of the database names every table with its columns, policies and triggers, and every function', async () => {
  const page = await renderMap(await database(), readSchemas(ROOT));
  const things = await sql<{ name: string }>(
    `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
     union all select p.proname from pg_proc p where p.pronamespace = 'public'::regnamespace
     union all select t.tgname from pg_trigger t join pg_class c on c.oid = t.tgrelid
       where c.relnamespace = 'public'::regnamespace and not t.tgisinternal
     union all select p.polname from pg_policy p join pg_class c on c.oid = p.polrelid where c.relnamespace = 'public'::regnamespace`,
  );
  expect(things.length).toBeGreaterThan(500);
  expect(things.filter(({ name }) => !page.includes(name.trim()))).toEqual([]);
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
