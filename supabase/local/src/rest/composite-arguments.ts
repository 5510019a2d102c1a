import { sql } from 'kysely';
import type { Ast } from './ast.js';
import type { Catalogue } from './relations.js';

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value of a composite type from JSON; `type` is as PostgreSQL formats it. Any other value as it is. */
const composite = (value: unknown, type: string) =>
  isObject(value) && !/^jsonb?$/.test(type)
    ? sql`jsonb_populate_record(null::${sql.raw(type)}, ${JSON.stringify(value)}::jsonb)`
    : value;

/**
 * Objects given to parameters that are rows of a table or of another composite type: the library sends them as
 * `[object Object]`. Overloads are told apart by the names of their parameters.
 */
export function withComposites(ast: Ast, catalogue: Catalogue): Ast {
  if (ast.type !== 'rpc' || !isObject(ast.args)) return ast;
  const given = Object.entries(ast.args as Record<string, unknown>);
  const called = (catalogue.functions ?? []).find(
    ({ name, arg_names: names }) =>
      name === ast.function && given.every(([argument]) => names.includes(argument)),
  );
  if (!called) return ast;
  const args = given.map(([argument, value]) => [
    argument,
    composite(value, called.arg_types[called.arg_names.indexOf(argument)] ?? ''),
  ]);
  return { ...ast, args: Object.fromEntries(args) as Record<string, unknown> };
}

/**
 * Computed columns and aggregates of the rows a function answers: the library finds them only where something is embedded,
 * so an embed that nothing selects is added.
 */
export function withRowType(ast: Ast, catalogue: Catalogue): Ast {
  const isComputed = (name: string) => (catalogue.functions ?? []).some((each) => each.name === name);
  const needed = ast.select?.some((entry) =>
    typeof entry === 'string' ? isComputed(entry) : Object.values(entry).some(({ aggregate }) => aggregate),
  );
  return ast.type === 'rpc' && needed ? { ...ast, join: { ...ast.join, '': { type: 'left' } } } : ast;
}
