/** The rows of a database in one small file: what the last release left, to be upgraded by tests. */
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import type pg from 'pg';

export interface KeptData {
  /** Version of the last migration of the database it was. */
  migration: string;
  /** Values by table (`public.sales`) and column, row by row: as JSON has them. */
  tables: Record<string, Record<string, unknown[]>>;
}

/** Tables with rows of the product and of the accounts behind them, and the columns that are written. */
const COLUMNS = `
select n.nspname || '.' || c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
from pg_class c join pg_namespace n on n.oid = c.relnamespace
join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
where c.relkind = 'r' and n.nspname in ('public', 'private', 'auth', 'storage') group by 1 order by 1`;

const identifiers = (columns: string[]) => columns.map((column) => `"${column}"`).join(', ');

/** @param db the superuser's connection @returns all rows of all tables that have some */
export async function readData(db: pg.Client, migration: string): Promise<KeptData> {
  const tables: KeptData['tables'] = {};
  for (const { name, columns } of (await db.query<{ name: string; columns: string[] }>(COLUMNS)).rows) {
    const { rows } = await db.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) as row from (select ${identifiers(columns)} from ${name}) t order by t::text`,
    );
    if (rows.length === 0) continue;
    tables[name] = Object.fromEntries(columns.map((column) => [column, rows.map(({ row }) => row[column])]));
  }
  return { migration, tables };
}

/**
 * The same with the keys of its vault in `private.secrets`: a vault is of use in its own database only, and what its keys encrypt is
 * kept. @param db the superuser's connection
 */
export async function withKeys(db: pg.Client, { migration, tables }: KeptData): Promise<KeptData> {
  const { rows } = await db.query<{ name: string; value: string }>(
    `select name, value from private.secrets
     union all select name, decrypted_secret from vault.decrypted_secrets order by name`,
  );
  const secrets = { name: rows.map(({ name }) => name), value: rows.map(({ value }) => value) };
  return { migration, tables: { ...tables, 'private.secrets': secrets } };
}

/** Puts the rows in place of those that are there, as they are: no trigger fires. @param db the superuser's connection */
export async function loadData(db: pg.Client, { tables }: KeptData): Promise<void> {
  await db.query(`begin; set local session_replication_role = 'replica'`);
  for (const [name, values] of Object.entries(tables)) {
    const columns = Object.keys(values);
    const rows = (values[columns[0] ?? ''] ?? []).map((_, at) =>
      Object.fromEntries(columns.map((column) => [column, values[column]?.[at]])),
    );
    await db.query(`delete from ${name}`);
    await db.query(
      `insert into ${name} (${identifiers(columns)}) overriding system value
       select ${identifiers(columns)} from jsonb_populate_recordset(null::${name}, $1)`,
      [JSON.stringify(rows)],
    );
  }
  await db.query('commit; analyze');
}

/** As bytes, by columns: the same column's values lie together and shrink well. */
export const packData = (data: KeptData): Buffer =>
  brotliCompressSync(JSON.stringify(data), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
  });

export const unpackData = (packed: Buffer): KeptData =>
  JSON.parse(brotliDecompressSync(packed).toString()) as KeptData;
