import type { Client } from 'pg';

interface ColumnRow {
  relation: string;
  is_view: boolean;
  name: string;
  type: string;
  is_array: boolean;
  required: boolean | null;
  optional_on_insert: boolean;
}
interface ForeignKeyRow {
  relation: string;
  name: string;
  columns: string[];
  referenced_relation: string;
  referenced_columns: string[];
  one_to_one: boolean;
}
interface FunctionRow {
  name: string;
  argument_names: string[];
  argument_types: string[];
  defaults: number;
  return_type: string;
}

// Two things the catalog does not know stand in comments: a column "Filled by trigger ..." is NOT NULL and may
// still be left out; a view says which of its columns may be null ("Nullable: a, b"), without it all may.
const COLUMNS = `
  select c.relname as relation, c.relkind = 'v' as is_view, a.attname as name,
    coalesce(e.typname, t.typname) as type, t.typcategory = 'A' as is_array,
    a.attnotnull or (c.relkind = 'v' and a.attname <> all (string_to_array(
      substring(obj_description(c.oid, 'pg_class') from 'Nullable: ([a-z_, ]+)'), ', '))) as required,
    a.atthasdef or not a.attnotnull
      or coalesce(col_description(c.oid, a.attnum), '') like 'Filled by trigger%' as optional_on_insert
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  join pg_type t on t.oid = a.atttypid
  left join pg_type e on t.typcategory = 'A' and e.oid = t.typelem
  where n.nspname = 'public' and c.relkind in ('r', 'p', 'v')
  order by c.relname collate "C", a.attname collate "C"`;

const FOREIGN_KEYS = `
  select c.relname as relation, k.conname as name, f.relname as referenced_relation,
    array(select a.attname::text from unnest(k.conkey) with ordinality u(n, o)
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.n order by o) as columns,
    array(select a.attname::text from unnest(k.confkey) with ordinality u(n, o)
      join pg_attribute a on a.attrelid = k.confrelid and a.attnum = u.n order by o) as referenced_columns,
    exists (select 1 from pg_constraint u where u.conrelid = k.conrelid and u.contype in ('p', 'u')
      and u.conkey @> k.conkey and u.conkey <@ k.conkey) as one_to_one
  from pg_constraint k
  join pg_class c on c.oid = k.conrelid
  join pg_class f on f.oid = k.confrelid
  where k.contype = 'f' and c.relnamespace = 'public'::regnamespace and f.relnamespace = 'public'::regnamespace
  order by k.conname collate "C"`;

const FUNCTIONS = `
  select p.proname as name, coalesce(p.proargnames, '{}') as argument_names, p.pronargdefaults as defaults,
    array(select t.typname::text from unnest(p.proargtypes) with ordinality u(id, o)
      join pg_type t on t.oid = u.id order by o) as argument_types,
    r.typname as return_type
  from pg_proc p
  join pg_type r on r.oid = p.prorettype
  where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and r.typname <> 'trigger'
  order by p.proname collate "C"`;

const NUMBERS = new Set(['int2', 'int4', 'int8', 'float4', 'float8', 'numeric']);
const TEXTS = new Set([
  'text',
  'varchar',
  'bpchar',
  'uuid',
  'date',
  'time',
  'timestamp',
  'timestamptz',
  'inet',
]);

function typeScriptType(type: string, isArray = false): string {
  // The catalog calls an array of uuid `_uuid`.
  if (type.startsWith('_')) return typeScriptType(type.slice(1), true);
  let name = 'unknown';
  if (NUMBERS.has(type)) name = 'number';
  else if (TEXTS.has(type)) name = 'string';
  else if (type === 'bool') name = 'boolean';
  else if (type === 'json' || type === 'jsonb') name = 'Json';
  else if (type === 'void') name = 'undefined';
  return isArray ? `${name}[]` : name;
}

const list = (names: readonly string[]): string => `[${names.map((name) => `'${name}'`).join(', ')}]`;

function block(title: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [`${title}: { [_ in never]: never };`];
  return [`${title}: {`, ...lines.map((line) => `  ${line}`), '};'];
}

function renderRelation(
  name: string,
  columns: readonly ColumnRow[],
  keys: readonly ForeignKeyRow[],
): string[] {
  const valueOf = (column: ColumnRow): string =>
    typeScriptType(column.type, column.is_array) + (column.required ? '' : ' | null');
  const isView = columns[0]?.is_view ?? false;
  const writable = isView
    ? []
    : [
        ...block(
          'Insert',
          columns.map((c) => `${c.name}${c.optional_on_insert ? '?' : ''}: ${valueOf(c)};`),
        ),
        ...block(
          'Update',
          columns.map((c) => `${c.name}?: ${valueOf(c)};`),
        ),
      ];
  const relationships = keys.flatMap((key) => [
    '{',
    `  foreignKeyName: '${key.name}';`,
    `  columns: ${list(key.columns)};`,
    `  isOneToOne: ${key.one_to_one};`,
    `  referencedRelation: '${key.referenced_relation}';`,
    `  referencedColumns: ${list(key.referenced_columns)};`,
    '},',
  ]);
  return block(name, [
    ...block(
      'Row',
      columns.map((c) => `${c.name}: ${valueOf(c)};`),
    ),
    ...writable,
    ...(relationships.length === 0
      ? ['Relationships: [];']
      : ['Relationships: [', ...relationships.map((line) => `  ${line}`), '];']),
  ]);
}

function renderFunction(row: FunctionRow): string[] {
  const firstDefault = row.argument_types.length - row.defaults;
  const args = row.argument_types.map(
    (type, index) =>
      `${row.argument_names[index] ?? `arg${index}`}${index >= firstDefault ? '?' : ''}: ${typeScriptType(type)}` +
      `${index >= firstDefault ? ' | null' : ''};`,
  );
  return block(row.name, [
    ...(args.length === 0 ? ['Args: Record<PropertyKey, never>;'] : block('Args', args)),
    `Returns: ${typeScriptType(row.return_type)};`,
  ]);
}

/**
 * Describes the `public` schema of a migrated database as the TypeScript type that supabase-js reads.
 * @param client any connection that may read the catalog
 * @returns the whole source file, deterministic, so that a test can compare it
 */
export async function renderDatabaseTypes(client: Client): Promise<string> {
  const columns = (await client.query<ColumnRow>(COLUMNS)).rows;
  const keys = (await client.query<ForeignKeyRow>(FOREIGN_KEYS)).rows;
  const functions = (await client.query<FunctionRow>(FUNCTIONS)).rows;
  const relations = (isView: boolean): string[] => {
    const names = [...new Set(columns.filter((c) => c.is_view === isView).map((c) => c.relation))];
    return names.flatMap((name) =>
      renderRelation(
        name,
        columns.filter((c) => c.relation === name),
        keys.filter((k) => k.relation === name),
      ),
    );
  };
  return [
    '// Generated from the migrations by `npm run gen`; a database test compares it. Do not edit.',
    'export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];',
    '',
    'export type Database = {',
    ...block('public', [
      ...block('Tables', relations(false)),
      ...block('Views', relations(true)),
      ...block('Functions', functions.flatMap(renderFunction)),
      ...block('Enums', []),
      ...block('CompositeTypes', []),
    ]).map((line) => `  ${line}`),
    '};',
    '',
  ].join('\n');
}
