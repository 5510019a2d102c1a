import { isAppError } from '@paperplane/shared/domain';

/** Statuses of a function that is not deployed, or has not what it needs. */
const NOT_HERE = new Set([404, 501, 503]);

/** True where an installation has no functions that connect banks; false for a device that is offline. */
export function functionsAreAway(error: unknown): boolean {
  if (!isAppError(error)) return false;
  if (error.code === 'FunctionsFetchError') return navigator.onLine;
  return error.code === 'FunctionsHttpError' && NOT_HERE.has(error.status ?? 0);
}
