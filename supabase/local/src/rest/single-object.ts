import { json } from '../gateway/respond.js';

const SINGLE = 'application/vnd.pgrst.object+json';

/**
 * `.single()` after an insert with an embed: the library answers an array although one object was asked for.
 * Any other answer passes unchanged.
 */
export async function asSingleObject(request: Request, response: Response): Promise<Response> {
  if (!response.ok || !request.headers.get('accept')?.includes(SINGLE)) return response;
  const body = await response.text();
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  const value: unknown = body ? JSON.parse(body) : null;
  if (!Array.isArray(value)) return new Response(body || null, { status: response.status, headers });
  if (value.length === 1) return new Response(JSON.stringify(value[0]), { status: response.status, headers });
  return json(406, {
    code: 'PGRST116',
    details: `The result contains ${value.length} rows`,
    hint: null,
    message: 'Cannot coerce the result to a single JSON object',
  });
}
