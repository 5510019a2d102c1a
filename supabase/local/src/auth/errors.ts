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

/** Data that PostgreSQL cannot store (class 22), or is too deep or too large for it (class 54), as it names them. */
const UNSTORABLE = /^(22|54)[0-9A-Z]{3}$/;

/** The refusal an error stands for: itself, or 400 where PostgreSQL refused what was sent; null for a fault of our own. */
export function asRefusal(error: unknown): AuthError | null {
  if (error instanceof AuthError) return error;
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && UNSTORABLE.test(code)
    ? new AuthError(400, 'validation_failed', 'The request contains a value that cannot be stored')
    : null;
}

/** The answer for a refusal. */
export function authErrorResponse(error: AuthError): Response {
  const body = { code: error.status, error_code: error.code, msg: error.message, ...error.extra };
  return json(error.status, body, { 'x-sb-error-code': error.code, ...error.headers });
}
