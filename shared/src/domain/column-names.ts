/** `agent_id` -> `agentId`: the database names a column, a form names a field. */
export const camelCase = <Name extends string>(column: Name): CamelCase<Name> =>
  column.replace(/_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase()) as CamelCase<Name>;

/** The column behind a client's name: `sale_date` for `saleDate`, `address_line_1` for `addressLine1`; a column's name stays. */
export const snakeCase = (name: string): string =>
  name.replace(/([a-z])(\d)/g, '$1_$2').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Their type. */
export type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;

/**
 * Objects whose names are data and not ours: of a status, a category, an id, a column that was changed. Their own names stay, what is in
 * them is renamed.
 */
type KeyedByData = 'buckets' | 'by_category' | 'by_status' | 'checks' | 'groups' | 'names';
const KEYED_BY_DATA: ReadonlySet<string> = new Set<KeyedByData>([
  'buckets',
  'by_category',
  'by_status',
  'checks',
  'groups',
  'names',
]);

/** Objects that are kept as they are through and through: what a report is of, how the columns and words of a file are read, the parameters of a code. */
type AsItIs = 'definition' | 'mapping' | 'params' | 'words';
const AS_IT_IS: ReadonlySet<string> = new Set<AsItIs>(['definition', 'mapping', 'params', 'words']);

type Renamed<Value, Key> = Key extends AsItIs
  ? Value
  : Key extends KeyedByData
    ? { [Name in keyof Value]: CamelCased<Value[Name]> }
    : CamelCased<Value>;

/** A value of the database in the browser's names, through and through. */
export type CamelCased<Value> = Value extends readonly unknown[]
  ? { [Index in keyof Value]: CamelCased<Value[Index]> }
  : Value extends object
    ? { [Key in keyof Value as Key extends string ? CamelCase<Key> : Key]: Renamed<Value[Key], Key> }
    : Value;

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function renamed(value: unknown, rename: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => renamed(item, rename));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, inner]: [string, unknown]) => {
    const column = snakeCase(key);
    if (AS_IT_IS.has(column)) return [rename(key), inner];
    if (!KEYED_BY_DATA.has(column) || !isObject(inner)) return [rename(key), renamed(inner, rename)];
    return [
      rename(key),
      Object.fromEntries(Object.entries(inner).map(([own, each]) => [own, renamed(each, rename)])),
    ];
  });
  return Object.fromEntries(entries);
}

/** What the database answered, in the browser's names. */
export const fromDatabase = <Value>(value: Value): CamelCased<Value> =>
  renamed(value, camelCase) as CamelCased<Value>;

/** What the browser says, in the database's names. */
export const toDatabase = <Value>(value: unknown): Value => renamed(value, snakeCase) as Value;
