import { json } from '../gateway/respond.js';

/** How the library answers what it did not expect: its own errors by their names, those of PostgreSQL as `PostgresError`. */
const OWN_ERROR = /^\{"code":"SUP",.*"message":"(?:Type|Range|Syntax|URI)?Error: (.*)"\}$/s;

/**
 * A request that the library cannot read, an open quote in a filter for example, is the caller's mistake: 400 in place of its 500.
 * Any other answer passes unchanged.
 */
export async function asUnreadable(response: Response): Promise<Response> {
  if (response.status !== 500) return response;
  const text = await response.text();
  const details = OWN_ERROR.exec(text)?.[1];
  if (details === undefined)
    return new Response(text, { status: response.status, headers: response.headers });
  return json(400, { code: 'PGRST100', message: 'The request cannot be understood', details, hint: null });
}
