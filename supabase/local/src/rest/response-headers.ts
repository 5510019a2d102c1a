import { sql, type Kysely } from 'kysely';
import { pgrstError } from './pgrst-error.js';

/** The header by which an answer says which of its headers pages of other origins may read. */
export const EXPOSED_BY_ANSWER = 'access-control-expose-headers';

/** The answer which exposes these headers too: the library has put its own list in their place. */
export function exposing(response: Response, names: string | null | undefined): Response {
  if (names) response.headers.append(EXPOSED_BY_ANSWER, names);
  return response;
}

/** Header names and values of the setting `response.headers`; null where it is not what PostgREST takes. */
function headersIn(setting: string): [string, string][] | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(setting);
  } catch {
    return null;
  }
  if (!Array.isArray(parsed)) return null;
  const pairs = parsed.map((item: unknown) => Object.entries(item ?? {}) as [string, unknown][]);
  const isSound = pairs.every((each) => each.length === 1 && typeof each[0]?.[1] === 'string');
  return isSound ? (pairs.flat() as [string, string][]) : null;
}

/** The answer with the headers that the database has set in this transaction (`response.headers`), as PostgREST adds them. */
export async function withResponseHeaders(db: Kysely<unknown>, response: Response): Promise<Response> {
  const { rows } = await sql<{ set: string | null }>`
    select current_setting('response.headers', true) as set`.execute(db);
  const setting = rows[0]?.set;
  if (!setting) return response;
  const found = headersIn(setting);
  if (!found) {
    throw pgrstError(500, {
      code: 'PGRST111',
      message:
        'response.headers guc must be a JSON array composed of objects with a single key and a string value',
    });
  }
  const headers = new Headers(response.headers);
  for (const [name, value] of found) headers.set(name, value);
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}
