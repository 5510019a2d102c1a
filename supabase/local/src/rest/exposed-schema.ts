import { sql, type Kysely } from 'kysely';
import type { Catalogue } from './relations.js';

/** The schema a request is about: its profile header, else the first exposed one. */
export function schemaOf(method: string, headers: Headers, exposed: string[]): string {
  const reads = method === 'GET' || method === 'HEAD';
  return headers.get(reads ? 'accept-profile' : 'content-profile') ?? exposed[0] ?? 'public';
}

/** Foreign keys that lead from one schema into another, by the schema and name of the key. */
export type KeysAcross = Set<string>;

const keyName = (schema: string | undefined, name: string | undefined) =>
  JSON.stringify([schema ?? 'public', name]);

/** Asks PostgreSQL, because the library's catalogue does not say in which schema a key ends. */
export async function keysAcross(db: Kysely<unknown>): Promise<KeysAcross> {
  const { rows } = await sql<{ schema: string; name: string }>`
    select n.nspname as schema, con.conname as name
    from pg_constraint con
    join pg_class c on c.oid = con.conrelid
    join pg_namespace n on n.oid = c.relnamespace
    join pg_class target on target.oid = con.confrelid
    where con.contype = 'f' and target.relnamespace <> c.relnamespace`.execute(db);
  return new Set(rows.map((row) => keyName(row.schema, row.name)));
}

/**
 * The catalogue as one schema sees it, which is all that PostgREST resolves a request with. The library looks tables up
 * by their bare names: a table that shares its name with one of `auth`, `storage` or `realtime` would be mixed up with it.
 */
export function inSchema(catalogue: Catalogue, schema: string, across: KeysAcross): Catalogue {
  const within = <Item extends { schema?: string }>(items: Item[]) =>
    items.filter((item) => (item.schema ?? 'public') === schema);
  return {
    ...catalogue,
    tables: within(catalogue.tables),
    columns: within(catalogue.columns),
    indexes: within(catalogue.indexes),
    foreign_keys: within(catalogue.foreign_keys).filter(
      (key) => !across.has(keyName(key.schema, key.foreign_key_name)),
    ),
    primary_keys: within(catalogue.primary_keys),
    views: within(catalogue.views),
    triggers: within(catalogue.triggers),
    check_constraints: within(catalogue.check_constraints),
    unique_constraints: within(catalogue.unique_constraints),
    comments: within(catalogue.comments),
    functions: within(catalogue.functions ?? []),
    partitions: within(catalogue.partitions ?? []),
    default_schema: schema,
  };
}

/** Where a table has no key at all, the library says that it searched the schema `test`. */
export async function nameTheSchema(response: Response, schema: string): Promise<Response> {
  if (response.status !== 400) return response;
  const text = await response.text();
  const said = text.includes('"PGRST200"')
    ? text.replace("in the schema 'test', but", `in the schema '${schema}', but`)
    : text;
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  return new Response(said, { status: response.status, headers });
}
