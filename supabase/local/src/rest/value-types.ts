import { markJson, parseExact, parseFloating, unmarkJson } from './exact-numbers.js';

/** How the PostgreSQL driver turns one type into JSON and back. */
interface ValueType {
  to: number;
  from: number[];
  serialize: (value: unknown) => unknown;
  parse: (text: string) => unknown;
}

const same = (value: unknown) => value;

/** PostgreSQL prints `2026-01-02 03:04:05+00`, PostgREST answers `2026-01-02T03:04:05+00:00`. */
function isoTimestamp(text: string): string {
  return text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00');
}

/**
 * An object or list given to a function arrives here as text already, any other JSON value as it was sent. Quoted once
 * more, every object would reach the function as a string.
 */
function jsonText(value: unknown): string {
  return typeof value === 'string' && /^\s*[[{]/.test(value) ? value : unmarkJson(JSON.stringify(value));
}

const parseJson = (text: string): unknown => JSON.parse(markJson(text, { texts: false }));

/** A `bytea` comes and goes as the text `\\x6869`; only the body of a request that is a file comes as bytes. */
const byteaText = (value: unknown) =>
  value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value;

/**
 * Values as PostgREST writes them: numbers are JSON numbers with all their digits (the library answers text for 1234.50),
 * timestamps carry `T` and a full offset.
 */
export const VALUE_TYPES: Record<string, ValueType> = {
  json: { to: 114, from: [114], serialize: jsonText, parse: parseJson },
  jsonb: { to: 3802, from: [3802], serialize: jsonText, parse: parseJson },
  bigint: { to: 20, from: [20], serialize: String, parse: parseExact },
  numeric: { to: 1700, from: [1700], serialize: String, parse: parseExact },
  float: { to: 701, from: [700, 701], serialize: String, parse: parseFloating },
  bytea: { to: 17, from: [17], serialize: byteaText, parse: same },
  timestamptz: { to: 1184, from: [1184], serialize: same, parse: isoTimestamp },
  timestamp: { to: 1114, from: [1114], serialize: same, parse: isoTimestamp },
};
