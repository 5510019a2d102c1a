import { DatabaseFailure } from './database.ts';

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, x-client-info, apikey, content-type',
  'access-control-allow-methods': 'GET, POST, OPTIONS',
};

/** An answer as JSON. */
export const json = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...CORS },
  });

/** A refusal in the shape of the database's `private.command_result`. */
export const refuse = (
  code: string,
  error: string,
  { field = null, params = {} }: { field?: string | null; params?: Record<string, unknown> } = {},
  status = 400,
): Response => json({ success: false, error, code, field, params }, status);

/** An error's words for the log, without the credentials that an address may carry. */
export function wordsOf(error: unknown): string {
  const words =
    error instanceof Error ? `${error.name}: ${error.message}` : (JSON.stringify(error) ?? 'unknown');
  return words.replace(/\/\/[^/\s@]*@/g, '//…@').slice(0, 500);
}

/** Answers one request: a browser's question whether it may ask (CORS), the handler, what a rule of the database refused, and an error without its inner words. */
export async function answer(
  request: Request,
  handler: (request: Request) => Promise<Response>,
): Promise<Response> {
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: CORS });
  try {
    return await handler(request);
  } catch (error) {
    if (error instanceof DatabaseFailure && error.refusal)
      return refuse(error.refusal.code, error.refusal.sentence);
    console.error(wordsOf(error));
    return refuse('unexpected', 'Something went wrong on our side. Try again in a moment.', {}, 500);
  }
}

/** Serves the function's requests. */
export function serve(handler: (request: Request) => Promise<Response>): void {
  Deno.serve((request) => answer(request, handler));
}
