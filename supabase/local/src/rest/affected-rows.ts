import type { Ast } from './ast.js';
import { pgrstError } from './pgrst-error.js';
import type { Catalogue } from './relations.js';

/** How many rows a call of a function may answer (`Prefer: handling=strict,max-affected=n`), null without a limit. */
export function limitOfCall({ type, $meta: meta }: Ast): number | null {
  if (type !== 'rpc' || meta?.handling !== 'strict' || typeof meta.maxAffected !== 'number') return null;
  return meta.maxAffected;
}

/** Refuses the limit for a function that does not answer a set of rows. */
export function checkLimitedFunction(ast: Ast, catalogue: Catalogue): void {
  const found = (catalogue.functions ?? []).filter(({ name }) => name === ast.function);
  if (found.length === 0 || found.some((each) => each.return_is_setof)) return;
  throw pgrstError(400, {
    code: 'PGRST128',
    message: 'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
  });
}

/** Refuses an answer of more rows than the limit; thrown inside the transaction, which takes everything back. */
export function checkAffected(response: Response, limit: number): void {
  const [, first, last] = /^(\d+)-(\d+)\//.exec(response.headers.get('content-range') ?? '') ?? [];
  const rows = response.ok && last !== undefined ? Number(last) - Number(first) + 1 : 0;
  if (rows <= limit) return;
  throw pgrstError(400, {
    code: 'PGRST124',
    message: 'Query result exceeds max-affected preference constraint',
    details: `The query affects ${rows} rows`,
  });
}
