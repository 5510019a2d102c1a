/**
 * The map of the database, `docs/database.md`: by wing its tables and functions, as the catalogue has them. In which wing something is,
 * and what a function names in its body, the schema files say.
 */
import type pg from 'pg';
import { statements, defines, withoutComments } from './statements.mjs';
import { homesOf, namesIn, usesOf, wingOf, wingsOf, type SchemaFile } from './walls.js';

interface Table {
  name: string;
  comment: string | null;
  columns: string[];
  policies: string[];
  triggers: { fires: string; name: string; runs: string }[];
}

interface Routine {
  name: string;
  args: string;
  answer: string;
  definer: boolean;
  kind: 'trigger' | 'function';
  /** Which role of people may call it: `anon` means everybody, null nobody but other functions. */
  callers: string | null;
  comment: string | null;
}

const SCHEMAS = `('public', 'private')`;

const TABLES = `
select n.nspname || '.' || c.relname as name, obj_description(c.oid, 'pg_class') as comment,
  array(
    select a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || case when a.attnotnull then '' else '?' end
      || coalesce((
        select ' → ' || min(r.relname) from pg_constraint f join pg_class r on r.oid = f.confrelid
        where f.conrelid = c.oid and f.contype = 'f' and a.attnum = any (f.conkey)
          and (cardinality(f.conkey) = 1 or a.attname <> 'organization_id')), '')
    from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped order by a.attnum) as columns,
  array(select p.polname::text from pg_policy p where p.polrelid = c.oid order by p.polcmd, p.polname) as policies,
  (
    select coalesce(jsonb_agg(jsonb_build_object('name', t.tgname,
      'fires', case when t.tgtype & 2 = 2 then 'before' else 'after' end
        || case when t.tgtype & 4 = 4 then ' insert' else '' end || case when t.tgtype & 16 = 16 then ' update' else '' end
        || case when t.tgtype & 8 = 8 then ' delete' else '' end || case when t.tgtype & 32 = 32 then ' truncate' else '' end
        || case when t.tgtype & 1 = 1 then ', each row' else '' end || case when t.tgdeferrable then ', at the end' else '' end,
      'runs', p.pronamespace::regnamespace || '.' || p.proname)
      order by t.tgtype & 2 = 0, case when t.tgtype & 2 = 2 then t.tgtype & 1 else 1 - (t.tgtype & 1) end, t.tgname), '[]')
    from pg_trigger t join pg_proc p on p.oid = t.tgfoid
    where t.tgrelid = c.oid and not t.tgisinternal) as triggers
from pg_class c join pg_namespace n on n.oid = c.relnamespace
where n.nspname in ${SCHEMAS} and c.relkind in ('r', 'p', 'v', 'm') order by 1`;

const ROUTINES = `
select n.nspname || '.' || p.proname as name, pg_get_function_arguments(p.oid) as args, pg_get_function_result(p.oid) as answer,
  p.prosecdef as definer, case when p.prorettype = 'trigger'::regtype then 'trigger' else 'function' end as kind,
  case when has_function_privilege('anon', p.oid, 'execute') then 'anon'
    when has_function_privilege('authenticated', p.oid, 'execute') then 'authenticated' end as callers,
  obj_description(p.oid, 'pg_proc') as comment
from pg_proc p join pg_namespace n on n.oid = p.pronamespace
where n.nspname in ${SCHEMAS} and not exists (
  select 1 from pg_depend d where d.objid = p.oid and d.classid = 'pg_proc'::regclass and d.deptype = 'e')
order by 1, 2`;

const inline = (text: string) => text.replace(/\s+/g, ' ').trim();
const anchor = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-');
/** Of Markdown in a text of the database; names with underscores stay as they are. */
const escaped = (text: string) => inline(text).replace(/[<>*[\]{}|]/g, (sign) => `\\${sign}`);
const code = (text: string) => `\`${inline(text)}\``;

function tableLines(table: Table): string[] {
  const lines = [`#### ${table.name}`, ''];
  if (table.comment) lines.push(escaped(table.comment), '');
  lines.push(`- Columns: ${table.columns.map(code).join(', ')}`);
  if (table.policies.length > 0) lines.push(`- Policies: ${table.policies.map(escaped).join('; ')}`);
  if (table.triggers.length > 0) {
    lines.push('- Triggers, in the order they fire:');
    lines.push(
      ...table.triggers.map(
        ({ name, fires, runs }, at) => `  ${at + 1}. ${code(name)}, ${fires}: ${code(runs)}`,
      ),
    );
  }
  return [...lines, ''];
}

function routineLine(routine: Routine, calls: string[]): string {
  const { name, args, answer, kind, definer, callers, comment } = routine;
  const signature = kind === 'trigger' ? `${name}()` : `${name}(${args}) → ${answer}`;
  const marks = [
    ...(definer ? [] : ['with the caller’s rights']),
    ...(callers === null ? [] : [callers === 'anon' ? 'for everybody' : 'for the signed-in']),
  ];
  const facts = [
    ...(marks.length > 0 ? [`(${marks.join(', ')})`] : []),
    ...(comment ? [escaped(comment)] : []),
    ...(calls.length > 0 ? [`Calls ${calls.map(code).join(', ')}.`] : []),
  ];
  return `- ${[code(signature), ...facts].join(' ')}`;
}

/** @returns by the name of a function, the functions that its body names */
function callsOf(files: SchemaFile[], routines: Routine[]): Map<string, string[]> {
  const known = new Set(routines.map(({ name }) => name));
  const calls = files.flatMap(({ sql }) =>
    statements(withoutComments(sql)).flatMap((statement) => {
      const name = defines(statement);
      if (name === undefined || !known.has(name)) return [];
      const called = namesIn(statement).filter((other) => other !== name && known.has(other));
      return [[name, called.sort()] as const];
    }),
  );
  return new Map(calls);
}

/**
 * @param db a connection to a database with the product
 * @param files the schema files, in the order of `config.toml`
 * @returns the page, as Markdown
 */
export async function renderMap(db: pg.Client, files: SchemaFile[]): Promise<string> {
  const tables = (await db.query<Table>(TABLES)).rows;
  const routines = (await db.query<Routine>(ROUTINES)).rows;
  const homes = homesOf(files);
  const calls = callsOf(files, routines);
  const uses = usesOf(files);
  const of = <Thing extends { name: string }>(things: Thing[], wing: string) =>
    things.filter(({ name }) => wingOf(homes.get(name) ?? '') === wing);
  const wings = wingsOf(files);
  const lines = [
    '# The database',
    '',
    'Written by `npm run docs:database` from the catalogue of a migrated database. `?` marks a column that may be null,',
    '`→` the table it points to. Functions run with the rights of their owner unless it is said; nobody but other functions calls those',
    'that name nobody. Comments stand in the schema files, as `comment on`.',
    '',
    '| wing | tables | functions | uses |',
    '| --- | --- | --- | --- |',
    ...wings.map((wing) => {
      const used = uses.filter(({ from, to }) => wingOf(from) === wing && wingOf(to) !== wing);
      const below = wings.filter((other) => used.some(({ to }) => wingOf(to) === other));
      return `| [${wing}](#${anchor(wing)}) | ${of(tables, wing).length} | ${of(routines, wing).length} | ${below.join(', ')} |`;
    }),
    '',
    ...wings.flatMap((wing) => {
      const [own, able] = [of(tables, wing), of(routines, wing)];
      const listed = (kind: Routine['kind'], heading: string) => {
        const some = able.filter((routine) => routine.kind === kind);
        if (some.length === 0) return [];
        return [
          `### ${heading} of ${wing}`,
          '',
          ...some.map((each) => routineLine(each, calls.get(each.name) ?? [])),
          '',
        ];
      };
      return [
        `## ${wing}`,
        '',
        ...(own.length > 0 ? [`### Tables of ${wing}`, '', ...own.flatMap(tableLines)] : []),
        ...listed('function', 'Functions'),
        ...listed('trigger', 'Functions of triggers'),
      ];
    }),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}
