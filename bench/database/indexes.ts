import type pg from 'pg';

/** Drops the tables' indexes that carry no constraint, and answers how to build them again: much faster than filling with them. */
export async function bare(client: pg.Client, tables: string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i join pg_class c on c.oid = i.indrelid
     where c.relnamespace = 'public'::regnamespace and c.relname = any ($1)
       and not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid)`,
    [tables],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

export async function rebuild(client: pg.Client, definitions: string[]): Promise<void> {
  for (const definition of definitions) await client.query(definition);
}
