import { json } from '../gateway/respond.js';

/** A refusal in the words of hosted Storage: the real status stands in the body, HTTP says 400. */
export class StorageError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }

  toResponse(): Response {
    const body = { statusCode: String(this.status), error: this.code, message: this.message };
    return json(this.status >= 500 ? this.status : 400, body);
  }
}

export const bucketNotFound = () => new StorageError(404, 'Bucket not found', 'Bucket not found');
export const objectNotFound = () => new StorageError(404, 'not_found', 'Object not found');
export const invalidRequest = (message: string) => new StorageError(400, 'InvalidRequest', message);
export const invalidToken = (message: string) => new StorageError(400, 'InvalidJWT', message);

/** The refusal behind a database error, or null for what is none of the caller's doing. */
export function storageErrorOf(error: unknown): StorageError | null {
  if (error instanceof StorageError) return error;
  const { code } = error as { code?: unknown };
  // Data that PostgreSQL cannot hold, or that is too complex for it.
  if (typeof code === 'string' && /^(22|54)[0-9A-Z]{3}$/.test(code)) {
    return invalidRequest('The request holds a value that cannot be stored');
  }
  switch (code) {
    case '42501':
      return new StorageError(403, 'Unauthorized', 'new row violates row-level security policy');
    case '23505':
      return new StorageError(409, 'Duplicate', 'The resource already exists');
    case '23503':
      return bucketNotFound();
    case '57014':
      return new StorageError(544, 'DatabaseTimeout', 'The connection to the database timed out');
    default:
      return null;
  }
}
