import type { Ast } from './ast.js';
import type { Catalogue } from './relations.js';

type Row = Record<string, unknown>;

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Writes out what the rows of a list leave out of the columns the address names: null, or the default where the client
 * prefers that (`missing=default`). The library would store the default in both cases, and update what the first row names.
 */
export function completeRows(ast: Ast, catalogue: Catalogue): Ast {
  const { columns, missing } = ast.$meta ?? {};
  if (!columns || typeof ast.values !== 'object' || ast.values === null) return ast;
  const byDefault = missing === 'default';
  // By its key a row is looked up first: there only what was given counts.
  const key = ast.onConflict ?? catalogue.primary_keys.find(({ table }) => table === ast.from)?.columns ?? [];
  const filled = byDefault && ast.type === 'upsert' ? columns.filter((name) => !key.includes(name)) : columns;
  // The query builder writes DEFAULT for undefined.
  const fill = Object.fromEntries(filled.map((name) => [name, byDefault ? undefined : null]));
  const complete = (row: unknown) => (isRow(row) ? { ...fill, ...row } : row);
  return { ...ast, values: Array.isArray(ast.values) ? ast.values.map(complete) : complete(ast.values) };
}

/**
 * Once the columns are checked: without them the library answers each row as it was stored, with them null for whatever the
 * request left out.
 */
export function answerAsStored(ast: Ast): void {
  delete ast.$meta?.columns;
}
