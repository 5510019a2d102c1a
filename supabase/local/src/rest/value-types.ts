/** How the PostgreSQL driver turns one type into JSON and back. */
interface ValueType {
  to: number;
  from: number[];
  serialize: (value: unknown) => unknown;
  parse: (text: string) => unknown;
}

const same = (value: unknown) => value;

/** PostgreSQL prints `2026-01-02 03:04:05+00`, PostgREST answers `2026-01-02T03:04:05+00:00`. */
export function isoTimestamp(text: string): string {
  return text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00');
}

/**
 * An object or list given to a function arrives here as text already, any other JSON value as it was sent. Quoted once
 * more, every object would reach the function as a string.
 */
function jsonText(value: unknown): string {
  return typeof value === 'string' && /^\s*[[{]/.test(value) ? value : JSON.stringify(value);
}

/**
 * Values as PostgREST writes them: `numeric` is a JSON number (the library answers text for 1234.50), timestamps
 * carry `T` and a full offset.
 */
export const VALUE_TYPES: Record<string, ValueType> = {
  json: { to: 114, from: [114], serialize: jsonText, parse: JSON.parse },
  jsonb: { to: 3802, from: [3802], serialize: jsonText, parse: JSON.parse },
  numeric: { to: 1700, from: [1700], serialize: String, parse: Number },
  timestamptz: { to: 1184, from: [1184], serialize: same, parse: isoTimestamp },
  timestamp: { to: 1114, from: [1114], serialize: same, parse: isoTimestamp },
};
