import fc from 'fast-check';
import { DOCUMENTED, schemaMeant, type Documented, type FileParameter, type FileSchema } from './open-api';

/** A request that means well or not, made of what the file says. */
export interface FuzzedRequest {
  operation: Documented;
  /** Behind the address of the API. */
  address: string;
  method: string;
  headers: Record<string, string>;
  body: string | undefined;
}

/** Ids that are there, ours and of others, by the field that means them or the first part of the path, for requests that get far. */
export type KnownIds = Readonly<Record<string, readonly string[]>>;

/** Texts that break what does not expect them. */
const ODD_TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\u202e',
  '𝕏'.repeat(60),
  "'; drop table public.sales; --",
  '%s%n',
  '${7*7}',
  '{}',
  'NaN',
  'Infinity',
  '1e400',
  '-0',
  '999999999999999999999999',
  '2026-02-30',
  '0000-00-00',
  '0999-12-31',
  'x'.repeat(5000),
];

const oddText = fc.oneof(fc.constantFrom(...ODD_TEXTS), fc.string({ unit: 'binary', maxLength: 40 }));

const oddValue = fc.oneof(
  oddText,
  fc.constantFrom(null, true, -1, 0, 1.5, 1e308, [], {}, [[]], { __proto__: null }, 2 ** 53),
  fc.jsonValue({ maxDepth: 3 }),
);

/** An id that the place means, another one that is there, or one that is not. */
const idOf = (place: string, ids: KnownIds): fc.Arbitrary<string> => {
  const all = Object.values(ids).flat();
  return fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...(ids[place] ?? all)) },
    { weight: 1, arbitrary: fc.constantFrom(...all) },
    { weight: 1, arbitrary: fc.uuid() },
  );
};

/** As a schema has it, as far as a schema says. @param name of the field */
function valueOf(schema: FileSchema, ids: KnownIds, name = ''): fc.Arbitrary<unknown> {
  if (schema.$ref?.endsWith('/Id')) return idOf(name, ids);
  const { anyOf, enum: choices, type, pattern, maxLength, items } = schemaMeant(schema);
  if (anyOf) return fc.oneof(...anyOf.map((each) => valueOf(each, ids, name)));
  if (choices) return fc.constantFrom(...choices);
  if (pattern) return fc.stringMatching(new RegExp(pattern));
  switch (type) {
    case 'string':
      return fc.string({ unit: 'grapheme', minLength: 1, maxLength: Math.min(maxLength ?? 20, 60) });
    case 'array':
      return fc.array(items ? valueOf(items, ids) : fc.constant(null), { maxLength: 4 });
    case 'object':
      return objectOf(schema, ids);
    case 'integer':
      return fc.integer({ min: 1, max: 9 });
    case 'null':
      return fc.constant(null);
    default:
      return fc.boolean();
  }
}

const ABSENT = Symbol('absent');

/** An object whose fields are mostly right, sometimes odd or missing; rarely with one that nobody knows. */
function objectOf(schema: FileSchema, ids: KnownIds): fc.Arbitrary<object> {
  const { properties = {}, required = [] } = schemaMeant(schema);
  const fields = Object.entries(properties).map(([name, property]) =>
    fc
      .oneof<[fc.WeightedArbitrary<unknown>, fc.WeightedArbitrary<unknown>, fc.WeightedArbitrary<unknown>]>(
        { weight: 120, arbitrary: valueOf(property, ids, name) },
        { weight: required.includes(name) ? 1 : 120, arbitrary: fc.constant(ABSENT) },
        { weight: 1, arbitrary: oddValue },
      )
      .map((value) => [name, value] as const),
  );
  const unknown = fc.oneof(
    { weight: 30, arbitrary: fc.constant({}) },
    fc.dictionary(oddText, oddValue, { maxKeys: 2 }),
  );
  return fc.tuple(fc.tuple(...fields), unknown).map(([known, more]) => ({
    ...Object.fromEntries(known.filter(([, value]) => value !== ABSENT)),
    ...more,
  }));
}

/** Percent-encoded, also what no encoder would write. */
function encoded(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    return '%ED%A0%80';
  }
}

const queryOf = (parameters: readonly FileParameter[], ids: KnownIds): fc.Arbitrary<string> => {
  const each = parameters.map(({ name, schema }) =>
    fc.oneof(
      { weight: 6, arbitrary: fc.constant<string[]>([]) },
      {
        weight: 4,
        arbitrary: valueOf(schema, ids, name).map((value) => [`${name}=${encoded(String(value))}`]),
      },
      { weight: 1, arbitrary: oddText.map((text) => [`${name}=${encoded(text)}`]) },
    ),
  );
  const odd = fc.oneof(
    { weight: 20, arbitrary: fc.constant<string[]>([]) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(['limit=%ZZ'], ['limit=1&limit=2'], ['=&&='], ['%00=1'], ['__proto__=1']),
    },
  );
  return fc.tuple(odd, ...each).map((pieces) => pieces.flat().join('&'));
};

/** What a header takes: visible characters of Latin 1. */
const headerText = fc.stringMatching(/^[\x21-\x7e\xa1-\xff]{0,60}$/);

const bodyOf = ({ body }: Documented, ids: KnownIds): fc.Arbitrary<string | undefined> =>
  fc.oneof(
    {
      weight: 30,
      arbitrary: body ? objectOf(body, ids).map((value) => JSON.stringify(value)) : fc.constant(undefined),
    },
    { weight: 1, arbitrary: oddValue.map((value) => JSON.stringify(value)) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('{', '{"a":1}{', '﻿{}', `${'['.repeat(20_000)}`, '{"total_amount":1e999}'),
    },
  );

const optionally = (header: string, weight: number, right: fc.Arbitrary<string>) =>
  fc.oneof(
    { weight, arbitrary: right.map((value) => ({ [header]: value })) },
    { weight: 1, arbitrary: headerText.map((value) => ({ [header]: value })) },
    { weight: 1, arbitrary: fc.constant({}) },
  );

function requestOf(
  operation: Documented,
  ids: KnownIds,
  keys: readonly string[],
): fc.Arbitrary<FuzzedRequest> {
  const writes = operation.method !== 'GET';
  const id = fc.oneof(
    { weight: 12, arbitrary: idOf(operation.path.split('/')[1] ?? '', ids) },
    { weight: 1, arbitrary: oddText.map((text) => encoded(text) || '%20') },
  );
  return fc
    .record({
      id,
      query: queryOf(
        operation.parameters.filter((parameter) => parameter.in === 'query'),
        ids,
      ),
      key: optionally(
        'authorization',
        60,
        fc.constantFrom(...keys).map((key) => `Bearer ${key}`),
      ),
      once: optionally('idempotency-key', 30, fc.oneof(fc.uuid(), fc.constantFrom('again', 'once more'))),
      match: optionally('if-match', 20, fc.constantFrom('"1"', '"2"', '"3"')),
      type: optionally('content-type', 30, fc.constant('application/json')),
      body: bodyOf(operation, ids),
    })
    .map(({ id: record, query, key, once, match, type, body }) => ({
      operation,
      address: operation.path.replace('{id}', record) + (query ? `?${query}` : ''),
      method: operation.method,
      headers: { ...key, ...(writes && { ...once, ...match, ...type }) },
      body: writes ? body : undefined,
    }));
}

/** A request of any operation of the file. @param keys that let in, in whatever scope */
export const fuzzedRequest = (ids: KnownIds, keys: readonly string[]): fc.Arbitrary<FuzzedRequest> =>
  fc.oneof(...DOCUMENTED.map((operation) => requestOf(operation, ids, keys)));
