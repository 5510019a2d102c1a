import { json } from '../gateway/respond.js';

/** A refusal in the form supabase-js understands. */
export class AuthError extends Error {
  override name = 'AuthError';

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly extra: Record<string, unknown> = {},
    readonly headers: Record<string, string> = {},
  ) {
    super(message);
  }
}

/** The answer for a refusal. */
export function authErrorResponse(error: AuthError): Response {
  const body = { code: error.status, error_code: error.code, msg: error.message, ...error.extra };
  return json(error.status, body, { 'x-sb-error-code': error.code, ...error.headers });
}
