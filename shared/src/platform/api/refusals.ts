import { processError, type AppError } from '../../domain';

interface Refused {
  success: false;
  error: string;
  field?: unknown;
}

/** Whether an answer is a refusal: of the database, or of a function. */
export const isRefused = (data: unknown): data is Refused =>
  typeof data === 'object' &&
  data !== null &&
  (data as { success?: unknown }).success === false &&
  typeof (data as { error?: unknown }).error === 'string';

/** The failure that an answer `{ success: false, error, field, code, params }` is; null where it is none. */
export const refusedAnswer = (data: unknown, context: string): AppError | null =>
  isRefused(data)
    ? processError(
        { code: 'P0001', message: data.error, hint: data.field, details: JSON.stringify(data) },
        context,
      )
    : null;

/** Integrity constraint violations of PostgreSQL: unique, foreign key, not null, check. */
const CONSTRAINT = /^23/;

/**
 * `processError` for what the database answered: a broken constraint gets its words and its field. They are fetched with the first
 * refusal, for no page needs them before; where that fails, the catalogue's general text stands.
 * @param error what the client answered, with the status
 * @param context where it happened, for example `Api/createSale`
 */
export async function processRefusal(
  error: { code?: unknown; status: number },
  context: string,
): Promise<AppError> {
  if (!CONSTRAINT.test(String(error.code))) return processError(error, context);
  const words = await import(/* webpackChunkName: "lazy-constraints" */ '../../domain/constraints').catch(
    () => null,
  );
  return processError(error, context, words?.constraintError);
}
