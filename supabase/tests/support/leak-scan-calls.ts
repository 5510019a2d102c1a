import { escapeLiteral, type Client, type QueryResult } from 'pg';
import { asCaller } from './claims';
import { prove, proveError } from './contract';
import type { Callable, Catalogue } from './leak-scan-catalogue';
import type { LeakScanFixture } from './leak-scan-fixture';
import { SECRET } from './leak-scan-fixture';
import type { Person } from './test-agency';

/** A call of a function, and which of its arguments, or field of one, is the point of it. */
export interface Call {
  name: string;
  args: Record<string, unknown>;
  at?: string;
}

/** What a caller reads: the answer or the error, every part of it. */
export type Outcome = { rows: unknown } | { code: string; message: string; detail?: string; hint?: string };

/** Runs statements as a person in one transaction, each taken back, and answers what the person would read. */
export async function outcomes(caller: Person, statements: readonly string[]): Promise<Outcome[]> {
  return asCaller(caller, async (client) => {
    const found: Outcome[] = [];
    for (const statement of statements) found.push(await outcome(client, statement));
    return found;
  });
}

/** One round trip, unless it is refused. */
async function outcome(client: Client, statement: string): Promise<Outcome> {
  try {
    const results = await client.query(`savepoint leak_scan; ${statement}; rollback to savepoint leak_scan`);
    const [, result] = results as unknown as QueryResult<{ answer: unknown }>[];
    const [, name] = /^select public\.(\w+)\(.* as answer$/.exec(statement) ?? [];
    if (name && result?.rows[0]) prove(name, result.rows[0].answer);
    return { rows: result && result.rows.length > 0 ? result.rows : result?.rowCount };
  } catch (error) {
    await client.query('rollback to savepoint leak_scan');
    const { code, message, detail, hint } = error as Record<'code' | 'message' | 'detail' | 'hint', string>;
    proveError(statement, { code, message, detail });
    return { code, message, detail, hint };
  }
}

/** How often tables and indexes of the product have been looked at in this transaction: taking work back does not lower it. */
const SCANS = `select coalesce(sum(pg_stat_get_xact_numscans(c.oid)), 0)::integer as scans from pg_class c
  where c.relkind in ('r', 'i') and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace, 'auth'::regnamespace)`;

/** How much each statement looks at, in scans: what an answer's time can tell of it. */
export async function workOf(caller: Person, statements: readonly string[]): Promise<number[]> {
  return asCaller(caller, async (client) => {
    const scans = async () => Number((await client.query<{ scans: number }>(SCANS)).rows[0]?.scans);
    const found: number[] = [];
    for (const statement of statements) {
      // The first call of a function makes its plans, which look at tables, too.
      await outcome(client, statement);
      const before = await scans();
      await outcome(client, statement);
      found.push((await scans()) - before);
    }
    return found;
  });
}

/** A value as SQL: lists as arrays, objects as JSON. */
export function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return escapeLiteral(`{${value.map((item) => JSON.stringify(item)).join(',')}}`);
  return escapeLiteral(typeof value === 'string' ? value : JSON.stringify(value));
}

export const statementOf = ({ name, args }: Call): string =>
  `select public.${name}(${Object.entries(args)
    .map(([arg, value]) => `${arg} => ${literal(value)}`)
    .join(', ')}) as answer`;

/** A sound argument by its name and type: of one's own, so that only what is varied can be refused. */
function validArgument(
  { agency, agent, own }: LeakScanFixture,
  { name, type }: Callable['args'][number],
): unknown {
  if (type === 'uuid') {
    if (/customer|kept|merged/.test(name)) return agency.customerId;
    if (name.includes('vendor')) return agency.vendorId;
    if (name.includes('sale')) return own.saleId;
    if (name.includes('commission')) return own.commissionId;
    if (/agent|user|member|created_by|reassign/.test(name)) return agent.id;
    return agency.organizationId;
  }
  if (type.endsWith('[]')) return [];
  if (type === 'jsonb')
    return {
      customer_id: agency.customerId,
      vendor_id: agency.vendorId,
      booking_reference: 'X',
      total_amount: 1,
    };
  if (type === 'boolean') return true;
  if (/int|numeric/.test(type)) return 1;
  return type === 'date' ? '2026-05-04' : 'x';
}

const base = (fixture: LeakScanFixture, { args }: Callable): Record<string, unknown> =>
  Object.fromEntries(
    args.filter(({ required }) => required).map((arg) => [arg.name, validArgument(fixture, arg)]),
  );

/**
 * Every function with every argument varied: words of the catalogue for texts, ends of ranges for dates, pages for numbers.
 * @param isTried whether one of the variations is made; the plain call always is
 */
export function variations(
  fixture: LeakScanFixture,
  { functions, statuses, sorts }: Catalogue,
  isTried: () => boolean,
): Call[] {
  const { agent, own, agency } = fixture;
  const values: Record<string, unknown[]> = {
    uuid: [
      agent.id,
      own.saleId,
      own.commissionId,
      own.paidSaleId,
      agency.customerId,
      agency.vendorId,
      agency.rival.id,
      agency.owner.id,
    ],
    text: [SECRET.text, SECRET.text.toLowerCase(), 'vera', '7777', 'month'],
    sort: sorts,
    status: statuses,
    state: statuses,
    date: ['1900-01-01', SECRET.day, '2026-05-04', '2098-01-01'],
    integer: [1, 2, 100],
    boolean: [true, false],
    numeric: [0, SECRET.amount],
  };
  return functions.flatMap((called) => {
    const calls: Call[] = [{ name: called.name, args: base(fixture, called) }];
    const vary = (args: Call['args']) => {
      if (isTried()) calls.push({ name: called.name, args: { ...base(fixture, called), ...args } });
    };
    for (const { name, type } of called.args)
      for (const value of values[name] ?? values[type] ?? []) vary({ [name]: value });
    if (
      called.args.some(({ name }) => name === 'start_date') &&
      called.args.some(({ name }) => name === 'end_date')
    )
      for (const [start_date, end_date] of [
        [SECRET.day, SECRET.day],
        ['2026-03-16', '2026-03-18'],
        ['2026-01-01', '2026-12-31'],
      ])
        vary({ start_date, end_date });
    return calls;
  });
}

/** Every function with an id in the place of each argument that takes one, alone, in a list, or as a field of an object. */
export function callsWithId(
  fixture: LeakScanFixture,
  { functions }: Catalogue,
  fields: string[],
  id: string,
): Call[] {
  return functions.flatMap((called) => {
    const sane = base(fixture, called);
    return called.args.flatMap(({ name, type }): Call[] => {
      const of = (value: unknown, at = name): Call => ({
        name: called.name,
        args: { ...sane, [name]: value },
        at,
      });
      if (type === 'uuid') return [of(id)];
      if (type === 'uuid[]' || type === 'text[]') return [of([id])];
      if (type !== 'jsonb') return [];
      const object = sane[name] ?? {};
      return fields.map((field) => of({ ...object, [field]: id }, field));
    });
  });
}

/** Every function once for each argument that takes a text, alone or in a list, with this in its place. */
export const callsWithText = (fixture: LeakScanFixture, { functions }: Catalogue, text: string): Call[] =>
  functions.flatMap((called) =>
    called.args
      .filter(({ type }) => type === 'text' || type === 'text[]')
      .map(({ name, type }) => ({
        name: called.name,
        args: { ...base(fixture, called), [name]: type === 'text' ? text : [text] },
        at: name,
      })),
  );

/**
 * Tables whose ids an argument of this name may take: what a foreign key of that name leads to, and tables that are called like it.
 * Null when the name tells nothing: then it may be any.
 */
export function tablesFor(at: string, { relations, references }: Catalogue): ReadonlySet<string> | null {
  const word = /^(.+)_ids?$/.exec(at)?.[1];
  const found = [
    ...references.filter(({ columns }) => columns.includes(at)).map(({ to }) => to),
    ...relations.filter(({ name }) => word && name.includes(word)).map(({ name }) => name),
  ];
  return found.length > 0 ? new Set(found) : null;
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** An outcome without what differs each time it is asked: ids made by the call itself, and the moment. */
export function comparableOutcome(outcome: Outcome, known: ReadonlySet<string>, asked?: string): string {
  return JSON.stringify(outcome)
    .replace(UUID, (id) => (id === asked ? '(the id)' : known.has(id) ? id : '(new)'))
    .replace(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[.\d]*(Z|[+-]\d\d(:\d\d)?)/g, '(a moment)');
}
