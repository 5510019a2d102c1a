import type { Client } from 'pg';
import { homesOf, type SchemaFile } from './schema/walls';

interface FunctionRow {
  name: string;
  names: string[];
  types: string[];
  /** Which of them are left out for null: it is their default. */
  nullable: boolean[];
}

/** What people may ask that only reads: the catalogue says it. */
const STABLE = `
  select p.proname as name, coalesce(p.proargnames[:p.pronargs], '{}') as names,
    array(select t.typname::text from unnest(p.proargtypes) with ordinality u(id, o)
      join pg_type t on t.oid = u.id order by o) as types,
    array(select coalesce(pg_get_function_arg_default(p.oid, o::int) like 'NULL::%', false)
      from unnest(p.proargtypes) with ordinality u(id, o) order by o) as nullable
  from pg_proc p
  where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.provolatile <> 'v' and p.prorettype <> 'trigger'::regtype
    and (has_function_privilege('authenticated', p.oid, 'execute') or has_function_privilege('anon', p.oid, 'execute'))
  order by p.proname collate "C"`;

/**
 * Names of arguments whose texts are words of ours and nobody's typing: those of a column that is kept to a list, and those that are a
 * word by default.
 */
const WORDS = `
  select a.attname as name
  from pg_constraint k
  join pg_attribute a on a.attrelid = k.conrelid and k.conkey = array[a.attnum]
  where k.contype = 'c' and k.connamespace = 'public'::regnamespace and k.conname like '%\\_known'
  union
  select d.argument[1]
  from pg_proc p
  cross join regexp_matches(pg_get_function_arguments(p.oid), '(\\w+) text DEFAULT ''[a-z_]+''::text', 'g') d(argument)
  where p.pronamespace = 'public'::regnamespace`;

/** Types whose values say nothing of a person. */
const VALUES = new Set(['uuid', 'int2', 'int4', 'int8', 'numeric', 'date', 'timestamptz', 'bool']);

/**
 * Payouts and payments ask the primary, whatever they read: what is of that wing, or of a file named after it. So does what is told of
 * second factors: Auth writes them, of which the page knows no instant to wait for; and what an agency takes along.
 */
const asksPrimary = (file: string): boolean => /(^|\/)(payouts|second_factor|takeout)[./]/.test(file);

/** What an address may carry of an argument. */
function kindOf(name: string, type: string, words: ReadonlySet<string>): string {
  if (VALUES.has(type)) return 'value';
  return type === 'text' && words.has(name) ? 'word' : '';
}

/** The arguments of a function, as an address may carry them; null when each call has one that none may carry. */
function carried({ names, types, nullable }: FunctionRow, words: ReadonlySet<string>): string | null {
  const args = names.map((name, at) => [
    name,
    kindOf(name, types[at] ?? '', words) + (nullable[at] ? '?' : ''),
  ]);
  if (args.some(([, kind]) => kind === '')) return null;
  return args.length === 0 ? '{}' : `{ ${args.map(([name, kind]) => `${name}: '${kind}'`).join(', ')} }`;
}

/**
 * Lists the functions that only read, with what of their arguments an address may carry.
 * @param client any connection to the migrated database that may read the catalogue
 * @param files all of the schema: which functions are about payouts
 * @returns the whole source file, deterministic, so that a test can compare it
 */
export async function renderReads(client: Client, files: SchemaFile[]): Promise<string> {
  const functions = (await client.query<FunctionRow>(STABLE)).rows;
  const words = new Set((await client.query<{ name: string }>(WORDS)).rows.map(({ name }) => name));
  const homes = homesOf(files);
  const lines = functions.map((row) => {
    const args = asksPrimary(homes.get(`public.${row.name}`) ?? '') ? null : carried(row, words);
    return `  ${row.name}: ${args},`;
  });
  return [
    '// Generated from the migrations by `npm run gen`; a database test compares it. Do not edit.',
    '',
    '/** Any value of its type, or a word of ours like a status; with `?` it may be null, and is left out then. `?` alone is typed text or JSON: it may only be null. */',
    "export type Carried = 'value' | 'value?' | 'word' | 'word?' | '?';",
    '',
    '/** The functions that only read, with what an address may carry to a replica; null: the primary is asked, as always about payouts. */',
    'export const READS: Readonly<Record<string, Readonly<Record<string, Carried>> | null>> = {',
    ...lines,
    '};',
    '',
  ].join('\n');
}
