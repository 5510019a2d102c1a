import fs from 'node:fs';
import path from 'node:path';
import { is, parse, string, type GenericSchema } from 'valibot';
import { camelCase, snakeCase } from '../../../shared/src/domain/column-names';
import { CONTRACT_FILES, contractOf, prove, takeBreaches } from '../support/contract';
import { sql } from '../support/database';

/** What apps are told that functions answer. That they do is proved with every answer of every database test (support/contract.ts). */
const contracts = CONTRACT_FILES.map((file) => [file, contractOf(file)] as const);
const functions = Object.fromEntries(contracts.flatMap(([, contract]) => Object.entries(contract)));

/** The signature of every function that people may ask over the API. */
const asked = () =>
  sql<{ name: string; args: string[] }>(
    `select p.proname as name, coalesce(p.proargnames[:p.pronargs], '{}') as args from pg_proc p
     where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype
       and (has_function_privilege('authenticated', p.oid, 'execute') or has_function_privilege('anon', p.oid, 'execute'))
     order by 1`,
  );

/** Edge Functions of which a room has a contract stand in it with their actions. */
const edge = fs
  .readdirSync(path.resolve(__dirname, '../../functions'))
  .filter((name) => Object.hasOwn(functions, name));

test('every function that people may ask has its contract, and every contract its function', async () => {
  const wanted = [...(await asked()).map(({ name }) => name), ...edge].sort();
  expect(Object.keys(functions).sort()).toEqual(wanted);
});

test('a function that two files speak of has one schema', () => {
  const schemas = new Map<string, Set<GenericSchema>>();
  for (const [, contract] of contracts)
    for (const [name, { answer }] of Object.entries(contract))
      schemas.set(name, (schemas.get(name) ?? new Set()).add(answer));
  expect([...schemas].filter(([, { size }]) => size > 1).map(([name]) => name)).toEqual([]);
});

test('a contract names arguments that the function has', async () => {
  const args = new Map((await asked()).map(({ name, args: names }) => [name, names]));
  const strange = Object.entries(functions).flatMap(([name, { args: schemas = {} }]) =>
    Object.keys(schemas).filter((arg) => !args.get(name)?.includes(arg)),
  );
  expect(strange).toEqual([]);
});

/** Every name in a schema, at any depth. */
function namesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  if (Array.isArray(schema)) return schema.flatMap(namesIn);
  const { entries = {}, ...rest } = schema as { entries?: object };
  const { item, wrapped, options, items, value, pipe } = rest as Record<string, unknown>;
  return [
    ...Object.keys(entries),
    ...[...Object.values(entries), item, wrapped, options, items, value, pipe].flatMap(namesIn),
  ];
}

test('names come back from the browser as they went', async () => {
  const columns = await sql<{ name: string }>(
    `select distinct a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and a.attnum > 0 and not a.attisdropped`,
  );
  const names = [
    ...columns.map(({ name }) => name),
    ...(await asked()).flatMap(({ args }) => args),
    ...Object.values(functions).flatMap(({ answer, args = {} }) => namesIn([answer, ...Object.values(args)])),
  ].filter((name) => /^[a-z]/.test(name));
  expect(names.length).toBeGreaterThan(1500);
  expect(names.filter((name) => snakeCase(camelCase(name)) !== name)).toEqual([]);
});

test('an answer with a key too many, one too few or of another type is told', () => {
  const right = { id: '0b7f8c1e-5d1a-4c0e-9f5e-2f4d3c2b1a00', mailed: true };
  for (const wrong of [{ ...right, more: 1 }, { id: right.id }, { ...right, mailed: 'yes' }, null]) {
    prove('create_invitation', wrong);
    expect(takeBreaches()).toEqual([expect.stringMatching(/^create_invitation: /)]);
  }
  prove('create_invitation', right);
  expect(takeBreaches()).toEqual([]);
  expect(is(functions['create_invitation']!.answer, right)).toBe(true);
  expect(parse(string(), right.id)).toBe(right.id);
});
