import type { Ast, Joins } from './ast.js';
import type { Catalogue } from './relations.js';

/**
 * `folders!parent_id(*)` read from `folders` is the rows that refer to this one. The library answers the row that is
 * referred to, unless the embed has a name of its own or no hint: with one key there is nothing to hint at.
 */
export function withoutOwnHints(ast: Ast, catalogue: Catalogue): Ast {
  const { from: table } = ast;
  const embed = table === undefined ? undefined : ast.join?.[table];
  if (table === undefined || !embed?.hint || (embed.from ?? table) !== table) return ast;
  const own = catalogue.foreign_keys.filter((key) => key.table === table && key.ref_table === table);
  if (own.length !== 1 || own[0]?.column !== embed.hint) return ast;
  const { hint: _hint, ...rest } = embed;
  return { ...ast, join: { ...ast.join, [table]: rest } satisfies Joins };
}
