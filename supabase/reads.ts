import type { Client } from 'pg';
import { homesOf, type SchemaFile } from './schema/walls';

interface FunctionRow {
  name: string;
  argument_names: string[];
  argument_types: string[];
  defaults: number;
}

/** What people may ask that only reads: the catalogue says it. */
const STABLE = `
  select p.proname as name, coalesce(p.proargnames[:p.pronargs], '{}') as argument_names, p.pronargdefaults as defaults,
    array(select t.typname::text from unnest(p.proargtypes) with ordinality u(id, o)
      join pg_type t on t.oid = u.id order by o) as argument_types
  from pg_proc p
  where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.provolatile = 's' and p.prorettype <> 'trigger'::regtype
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

/** Payouts and payments ask the primary, whatever they read: what is of that wing, or of a file named after it. */
const isOfMoney = (file: string): boolean => /(^|\/)payouts[./]/.test(file);

/** Those of its arguments that a GET may carry; null when it has to carry others. */
function carried({ argument_names, argument_types, defaults }: FunctionRow, words: ReadonlySet<string>) {
  const kinds = argument_names.map((name, at) => {
    const type = argument_types[at] ?? '';
    if (VALUES.has(type)) return [name, 'value'] as const;
    return [name, type === 'text' && words.has(name) ? 'word' : null] as const;
  });
  const required = kinds.slice(0, kinds.length - defaults);
  return required.some(([, kind]) => kind === null) ? null : kinds.filter(([, kind]) => kind !== null);
}

/**
 * Lists the functions that a read replica may answer, with what of their arguments an address may carry.
 * @param client any connection to the migrated database that may read the catalogue
 * @param files all of the schema: which functions are about payouts
 * @returns the whole source file, deterministic, so that a test can compare it
 */
export async function renderReads(client: Client, files: SchemaFile[]): Promise<string> {
  const functions = (await client.query<FunctionRow>(STABLE)).rows;
  const words = new Set((await client.query<{ name: string }>(WORDS)).rows.map(({ name }) => name));
  const homes = homesOf(files);
  const lines = functions.flatMap((row) => {
    const args = isOfMoney(homes.get(`public.${row.name}`) ?? '') ? null : carried(row, words);
    return args ? [`  ${row.name}: { ${args.map(([name, kind]) => `${name}: '${kind}'`).join(', ')} },`] : [];
  });
  return [
    '// Generated from the migrations by `npm run gen:types`; a database test compares it. Do not edit.',
    '',
    '/** Any value of its type; or a word of ours, like a status. What is not named is typed text or JSON: with it a call is no GET. */',
    "export type Carried = 'value' | 'word';",
    '',
    '/** The functions that a read replica may answer, with the arguments that an address may carry. */',
    'export const READS: Readonly<Record<string, Readonly<Record<string, Carried>>>> = {',
    ...lines.map((line) => line.replace('{  }', '{}')),
    '};',
    '',
  ].join('\n');
}
