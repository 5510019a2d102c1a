import { backend } from './backend';
import { sql } from './database';
import { keyOf, type Catalogue, type Column, type Reference, type Relation } from './leak-scan-catalogue';
import type { Person } from './test-agency';

/** What a request answers, all of it that a caller can read. */
export interface Reply {
  status: number;
  range: string | null;
  body: unknown;
}

/** Sends requests to the REST API as a person, whatever supabase-js would let through; with `args` it calls a function. */
export async function createRequester(person: Person) {
  const { data } = await person.api.auth.getSession();
  const headers = {
    apikey: backend.publishableKey,
    authorization: `Bearer ${data.session?.access_token ?? ''}`,
  };
  return async (path: string, extra: Record<string, string> = {}, args?: object): Promise<Reply> => {
    const response = await fetch(`${backend.apiUrl}/rest/v1/${path}`, {
      headers: { ...headers, ...(args && { 'content-type': 'application/json' }), ...extra },
      ...(args && { method: 'POST', body: JSON.stringify(args) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      range: response.headers.get('content-range'),
      body: text === '' ? null : (JSON.parse(text) as unknown),
    };
  };
}

export type SendRequest = Awaited<ReturnType<typeof createRequester>>;

/** What a cell of an answer may hold. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type Row = Record<string, Json>;

/** A request for every column of a relation that may be read; filters follow it. */
export const wholeOf = ({ name, all }: Pick<Relation, 'name' | 'all'>): string => `${name}?select=${all}`;

/**
 * Every way to read a relation that needs no value: each order, each column alone, sums, and all that hangs on it.
 * @param isTried whether one of several forms of the same question is asked
 * @param isTriedDeep whether one embed within an embed is
 */
export function readRequests(
  { relations, references }: Catalogue,
  relation: Relation,
  isTried: () => boolean,
  isTriedDeep: () => boolean,
): string[] {
  const { name, columns } = relation;
  const whole = wholeOf(relation);
  const paths = [whole, `${name}?select=count()`, `${whole}&limit=0`, `${whole}&offset=1000`];
  const some = (...all: string[]) => paths.push(...all.filter(isTried));
  for (const { name: column, type } of columns) {
    some(
      `${whole}&order=${column}.desc.nullslast`,
      `${name}?select=${column}&order=${column}.asc&limit=1`,
      `${whole}&${column}=not.is.null&limit=1`,
    );
    if (/numeric|int/.test(type)) some(`${name}?select=${column}.sum(),${column}.max()`);
  }
  const known = (table: string) => relations.find((other) => other.name === table);
  for (const reference of references) {
    for (const [here, there] of [
      [reference.from, reference.to],
      [reference.to, reference.from],
    ] as const) {
      const target = known(there);
      if (here !== name || !target) continue;
      paths.push(`${whole},x:${there}!${reference.name}(${target.all})`);
      some(
        `${whole},x:${there}!${reference.name}!inner(${target.all})`,
        `${whole},x:${there}!${reference.name}(count)`,
      );
      for (const deeper of references.filter(({ to }) => to === there)) {
        const farther = known(deeper.from);
        if (farther && isTriedDeep())
          paths.push(
            `${name}?select=x:${there}!${reference.name}(y:${deeper.from}!${deeper.name}(${farther.all}))`,
          );
      }
    }
  }
  return paths;
}

/** The same of every column, as the statements that such requests become: its values in order, and its sums. */
export const readStatements = ({ name, columns }: Relation): string[] =>
  columns.flatMap(({ name: column, type }) => [
    `select ${column} from public.${name} order by ${column} desc nulls last`,
    ...(/^(numeric|bigint|integer|smallint)$/.test(type)
      ? [`select sum(${column}), max(${column}) from public.${name}`]
      : []),
  ]);

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value))
    return value.map(sorted).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, sorted(inner)]));
};

/** What an answer says, without what it leaves open: rows nobody asked to order, or that sort alike, may stand anyhow. */
export function comparableReply(path: string, { status, range, body }: Reply): string {
  const column = /order=(\w+)/.exec(path)?.[1];
  const rows = Array.isArray(body) ? (body as Row[]) : null;
  const inOrder = column && rows?.map((row) => row[column]);
  const isAnyOf = !column && /limit=/.test(path);
  return JSON.stringify([status, range, inOrder, isAnyOf && rows ? rows.length : sorted(body)]);
}

/** The rows of a relation an agent does not get to see, read as the owner of the tables. */
export async function hiddenRows(relation: Relation, visible: Row[]): Promise<Row[]> {
  const seen = new Set(visible.map((row) => keyOf(relation, row)));
  const rows = await sql<{ row: Row }>(`select to_jsonb(t) as row from public.${relation.name} t`);
  return rows.map(({ row }) => row).filter((row) => !seen.has(keyOf(relation, row)));
}

/** A cell as text. */
export const cell = (value: Json | undefined): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? null);

const quoted = (value: string) => encodeURIComponent(`"${value.replaceAll('"', '\\"')}"`);

/** Filters that would find a row by the value of a column. */
export function filters({ name, type }: Column, value: Json | undefined): string[] {
  if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) return [];
  if (Array.isArray(value)) return [`${name}=cs.${encodeURIComponent(`{${value.map(cell).join(',')}}`)}`];
  if (typeof value === 'object') {
    const [entry] = Object.entries(value).filter(([, inner]) => inner !== null && typeof inner !== 'object');
    return entry ? [`${name}->>${entry[0]}=eq.${encodeURIComponent(cell(entry[1]))}`] : [];
  }
  const text = encodeURIComponent(String(value));
  const found = [
    `${name}=eq.${text}`,
    `${name}=in.(${quoted(String(value))})`,
    `or=(${name}.eq.${quoted(String(value))})`,
  ];
  if (type !== 'boolean' && type !== 'uuid') found.push(`${name}=gte.${text}&${name}=lte.${text}`);
  if (type === 'text')
    found.push(
      `${name}=ilike.*${encodeURIComponent(String(value).slice(1))}`,
      `not.and=(${name}.neq.${quoted(String(value))})`,
    );
  return found;
}

/** Filters on what hangs on a relation: `path` has the table's own key and the embedded rows as `x`. */
export function innerFilters(
  here: Relation,
  there: Relation,
  reference: Reference,
  column: Column,
  value: Json | undefined,
): string[] {
  return filters(column, value)
    .filter((filter) => !filter.startsWith('or=') && !filter.startsWith('not.'))
    .slice(0, 1)
    .map(
      (filter) =>
        `${here.name}?select=${here.key.join(',')},x:${there.name}!${reference.name}!inner(${there.key.join(',')})&x.${filter}`,
    );
}

/** Sends them a few at a time. */
export async function inParallel<Item, Answer>(
  items: readonly Item[],
  run: (item: Item) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  const worker = async (first: number) => {
    for (let n = first; n < items.length; n += 8) answers[n] = await run(items[n] as Item);
  };
  await Promise.all(Array.from({ length: 8 }, (_, n) => worker(n)));
  return answers;
}
