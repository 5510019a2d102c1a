import { json } from '../gateway/respond.js';
import type { Catalogue } from './relations.js';

/** What PostgREST reads of a request besides filters, and what asks nothing of the answer. */
const HARMLESS = ['columns', 'on_conflict', 'limit', 'offset'];
/** How the value of a filter begins: `eq.`, `not.in.`, `fts(english).` */
const FILTER = /^(not\.)?[a-z]+(\([^)]*\))?\./;

type Functions = NonNullable<Catalogue['functions']>;

/** The function a request calls; null when it calls none. */
function calledFunction(pathname: string): string | null {
  const [kind, name] = pathname.split('/').filter(Boolean).slice(-2);
  if (kind !== 'rpc' || !name) return null;
  try {
    return decodeURIComponent(name);
  } catch {
    return null;
  }
}

/** One value, JSON included: no row, and no set of them. */
const isOneValue = ({ return_is_setof: set, return_typtype: type, has_out_args: out }: Functions[number]) =>
  !set && !out && type !== 'c' && type !== 'p';

const isRead = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD';

/** The parameters that would take the answer apart: columns, order, conditions. */
function askedOf(request: Request, url: URL, args: readonly string[]): string[] {
  return [...url.searchParams].flatMap(([key, value]) => {
    if (HARMLESS.includes(key) || (key === 'select' && ['', '*'].includes(value.trim()))) return [];
    // A read sends the arguments as parameters, too; a wrong one is the library's to refuse.
    const isArgument = isRead(request) && key !== 'select' && (args.includes(key) || !FILTER.test(value));
    return isArgument && !['order', 'and', 'or', 'not.and', 'not.or'].includes(key) ? [] : [key];
  });
}

/**
 * Refuses columns, order and conditions on functions that answer one value: PostgREST has them for rows only. The library applies them
 * to JSON as well, and a cast in `select` then makes an error that holds the value and takes back what the function wrote.
 * @param schemas the exposed ones; the first stands where the request names none
 * @param functions asks for the functions of the database; only where there is something to refuse
 * @returns the refusal, or null
 */
export async function refuseScalarSelect(
  request: Request,
  schemas: readonly string[],
  functions: () => Promise<Functions>,
): Promise<Response | null> {
  const url = new URL(request.url);
  const name = calledFunction(url.pathname);
  if (name === null || url.search === '') return null;
  const schema = request.headers.get(isRead(request) ? 'accept-profile' : 'content-profile') ?? schemas[0];
  const overloads = (await functions()).filter((one) => one.schema === schema && one.name === name);
  if (overloads.length === 0 || !overloads.every(isOneValue)) return null;
  const [column] = askedOf(
    request,
    url,
    overloads.flatMap(({ arg_names }) => arg_names),
  );
  if (column === undefined) return null;
  return json(400, {
    code: '42703',
    message: `The function ${name} answers one value: it has no columns for "${column}"`,
    details: null,
    hint: null,
  });
}
