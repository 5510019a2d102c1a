import { OPERATIONS, type Operation } from '../_shared/api/operations.ts';
import { problemOf } from './problems.ts';

const ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/** An operation and the id in its address. */
export interface Routed {
  operation: Operation;
  id: string | null;
}

const ROUTES = OPERATIONS.map((operation) => ({
  operation,
  known: new RegExp(`^${operation.path.replace('{id}', `(${ID})`)}$`, 'i'),
  // A record by what cannot be an id is one that is not there.
  shaped: new RegExp(`^${operation.path.replace('{id}', '[^/]+')}$`),
}));

/** What stands behind `/v1`; null elsewhere. */
const pathIn = (pathname: string): string | null =>
  /^(?:\/functions\/v1)?\/api\/v1(\/.*)$/.exec(pathname)?.[1] ?? null;

/** Methods that an address takes. */
const methodsAt = (path: string): string[] => [
  ...new Set(ROUTES.filter(({ shaped }) => shaped.test(path)).map(({ operation }) => operation.method)),
];

/** What a request asks. @throws ApiProblem where there is nothing, or another method */
export function routeOf(method: string, pathname: string): Routed {
  const path = pathIn(pathname);
  const allowed = path === null ? [] : methodsAt(path);
  if (path === null || allowed.length === 0) throw problemOf(404, 'api_path_unknown');
  for (const { operation, known } of ROUTES) {
    const match = operation.method === method ? known.exec(path) : null;
    if (match) return { operation, id: match[1]?.toLowerCase() ?? null };
  }
  if (!allowed.includes(method)) throw problemOf(405, 'api_method_wrong');
  throw problemOf(404, 'api_record_not_found');
}

/** The header of an answer 405. */
export const allowOf = (pathname: string): string => methodsAt(pathIn(pathname) ?? '').join(', ');
