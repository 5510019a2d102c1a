import { sql } from './database';

/** Every row of every table that contains this text (a regular expression, whatever its case). */
export async function findText(words: string): Promise<string[]> {
  const tables = await sql<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'private') and c.relkind = 'r'`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await sql<{ row: string }>(
      `select to_jsonb(t)::text as row from ${name} t where to_jsonb(t)::text ~* $1`,
      [words],
    );
    found.push(...rows.map(({ row }) => `${name}: ${row}`));
  }
  return found;
}
