import { sql } from './database';

/** A table or view that signed-in people may ask over the API, as the catalogue describes it. */
export interface Relation {
  name: string;
  isView: boolean;
  /** Those that may be read. */
  columns: Column[];
  /** Every one of them, as `select` names them: some tables have columns that are closed to everybody. */
  all: string;
  /** What tells its rows apart. */
  key: string[];
  /** Columns the policies tell people apart by. */
  owner: string | null;
  inserts: string[];
  updates: string[];
}

export interface Column {
  name: string;
  type: string;
  required: boolean;
  /** Values its CHECK allows, when they are listed. */
  known: string[];
}

/** A foreign key between two relations. `columns` without the organization, which all of them carry. */
export interface Reference {
  name: string;
  from: string;
  to: string;
  columns: string[];
}

/** A function that signed-in people may call over the API. */
export interface Callable {
  name: string;
  args: { name: string; type: string; required: boolean }[];
}

export interface Catalogue {
  relations: Relation[];
  references: Reference[];
  functions: Callable[];
  /** Listed values of what belongs to somebody, and what lists are sorted by. */
  statuses: string[];
  sorts: string[];
}

/** What lists are sorted by. */
const SORTS = (
  'sale_date travel_date total_amount commission_amount booking_reference status created_at amount customer vendor agent ' +
  'name email sales_count last_sale_date last_active_at role'
).split(' ');

/** Columns that say whose a row is. */
const OWNERS = ['agent_id', 'user_id'];

/** Reads what is exposed from the database itself, so that later tables and functions are scanned as well. */
export async function readCatalogue(): Promise<Catalogue> {
  const relations = await sql<Omit<Relation, 'owner' | 'all'> & { whole: boolean }>(
    `select c.relname as name, c.relkind = 'v' as "isView",
       (select jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, null),
           'required', a.attnotnull and not a.atthasdef and a.attgenerated = '',
           'known', coalesce((select jsonb_agg(m[1]) from pg_constraint k
             cross join regexp_matches(pg_get_constraintdef(k.oid), '''([^'']+)''::text', 'g') m
             where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum] and k.conname like '%\\_known'), '[]'))
         order by a.attnum)
         from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
           and has_column_privilege('authenticated', c.oid, a.attnum, 'select')) as columns,
       has_table_privilege('authenticated', c.oid, 'select') as whole,
       coalesce((select jsonb_agg(a.attname) from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey)
         where i.indrelid = c.oid and i.indisprimary), '["id"]') as key,
       array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
         and has_column_privilege('authenticated', c.oid, a.attnum, 'insert')) as inserts,
       array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
         and has_column_privilege('authenticated', c.oid, a.attnum, 'update')) as updates
     from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
       and has_any_column_privilege('authenticated', c.oid, 'select, insert, update')
     order by 1`,
  );
  const references = await sql<Reference>(
    `select k.conname as name, f.relname as "from", t.relname as "to",
       array(select a.attname::text from unnest(k.conkey) n join pg_attribute a on a.attrelid = f.oid and a.attnum = n
         where a.attname not in ('organization_id', 'currency') or cardinality(k.conkey) = 1) as columns
     from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
     where k.contype = 'f' and f.relnamespace = 'public'::regnamespace and t.relnamespace = 'public'::regnamespace
     order by 1`,
  );
  const functions = await sql<Callable>(
    `select p.proname as name,
       coalesce((select jsonb_agg(jsonb_build_object('name', u.name, 'type', format_type(u.type, null),
           'required', u.n <= p.pronargs - p.pronargdefaults) order by u.n)
         from unnest(p.proargnames, p.proargtypes::oid[]) with ordinality u(name, type, n) where u.n <= p.pronargs), '[]') as args
     from pg_proc p
     where p.pronamespace = 'public'::regnamespace and has_function_privilege('authenticated', p.oid, 'execute')
       and p.prorettype <> 'trigger'::regtype
     order by 1`,
  );
  const words = relations
    .filter(({ columns }) => columns.some(({ name }) => OWNERS.includes(name)))
    .flatMap(({ columns }) => columns.flatMap(({ known }) => known));
  return {
    relations: relations.map(({ whole, ...relation }) => ({
      ...relation,
      all: whole ? '*' : relation.columns.map(({ name }) => name).join(','),
      owner: relation.name === 'users' ? null : (ownerOf(relation.columns) ?? null),
    })),
    references,
    functions,
    statuses: [...new Set([...words, 'everyone', 'all', 'archived', 'active'])].sort(),
    sorts: SORTS,
  };
}

const ownerOf = (columns: Column[]) => OWNERS.find((owner) => columns.some(({ name }) => name === owner));

/** The cells of a row that tell it apart, as one text. */
export const keyOf = ({ key }: Pick<Relation, 'key'>, row: Record<string, unknown>): string =>
  key.map((column) => String(row[column])).join(' ');
