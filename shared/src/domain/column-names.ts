/** `agent_id` -> `agentId`: the database names a column, a form names a field. */
export const camelCase = (column: string): string =>
  column.replace(/_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());

/** The column behind a client's name: `sale_date` for `saleDate`, `address_line_1` for `addressLine1`. */
export const snakeCase = (name: string): string =>
  name.replace(/[A-Z]|\d+/g, (part) => `_${part.toLowerCase()}`);

/** Their type. */
export type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;

/**
 * Objects whose names are data and not ours: of a status, a category, an id, a column that was changed. Their own names stay,
 * what is in them is renamed.
 */
const KEYED_BY_DATA = ['by_category', 'by_status'] as const;

type KeyedByData = (typeof KEYED_BY_DATA)[number];

type Renamed<Value, Key> = Key extends KeyedByData
  ? { [Name in keyof Value]: CamelCased<Value[Name]> }
  : CamelCased<Value>;

/** A value of the database in the browser's names, through and through. */
export type CamelCased<Value> = Value extends readonly unknown[]
  ? { [Index in keyof Value]: CamelCased<Value[Index]> }
  : Value extends object
    ? { [Key in keyof Value as Key extends string ? CamelCase<Key> : Key]: Renamed<Value[Key], Key> }
    : Value;

function renamed(value: unknown, rename: (name: string) => string, keptIn: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => renamed(item, rename, keptIn));
  if (typeof value !== 'object' || value === null) return value;
  const entries = (of: object, name: (key: string) => string) =>
    Object.fromEntries(
      Object.entries(of).map(([key, inner]: [string, unknown]) => [name(key), within(key, inner)]),
    );
  const within = (key: string, inner: unknown): unknown =>
    keptIn.has(key) && typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? entries(inner, (own) => own)
      : renamed(inner, rename, keptIn);
  return entries(value, rename);
}

/** What the database answered, in the browser's names. */
export const fromDatabase = <Value>(value: Value): CamelCased<Value> =>
  renamed(value, camelCase, new Set(KEYED_BY_DATA)) as CamelCased<Value>;

/** What the browser says, in the database's names. */
export const toDatabase = (value: unknown): unknown =>
  renamed(value, snakeCase, new Set(KEYED_BY_DATA.map(camelCase)));
