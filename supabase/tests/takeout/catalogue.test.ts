import { sql } from '../support/database';

/** What becomes of every table when an agency takes everything along. */

// Holds tenancy-105
test('every table is named once in the catalogue of exports, and nothing else is', async () => {
  const named = await sql<{ relation: string }>('select relation from private.export_catalogue() order by 1');
  const there = await sql<{ relation: string }>(
    `select format('%s.%s', n.nspname, c.relname) as relation from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'private', 'auth', 'storage') and c.relkind in ('r', 'p') order by 1`,
  );
  const sorted = (rows: { relation: string }[]) => rows.map(({ relation }) => relation).sort();
  expect(sorted(named)).toEqual(sorted(there));
});

test('what is exported has rows of an agency, and encrypted columns leave sealed alone', async () => {
  const odd = await sql(
    `select c.relation, c.way from private.export_catalogue() c
     where c.way in ('whole', 'sealed') and (c.relation <> 'public.organizations' and not exists (
         select from pg_attribute a where a.attrelid = c.relation::regclass and a.attname = 'organization_id' and a.attnotnull)
       or (c.way = 'sealed') <> exists (
         select from pg_attribute a where a.attrelid = c.relation::regclass and a.attname like '%\\_encrypted'))
     union all
     select c.relation, c.way from private.export_catalogue() c where c.way = 'left_out' and c.reason is null`,
  );
  expect(odd).toEqual([]);
});
