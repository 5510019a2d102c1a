import { isAppError } from '../domain';

/** PostgREST: a single row was asked for and there is none. Postgres: the id in the address is no UUID. */
const NO_SUCH_ROW = ['PGRST116', '22P02'];

/** True when a record does not exist, or not for this person: both look the same on purpose. */
export function isNotFound(error: unknown): boolean {
  return isAppError(error) && NO_SUCH_ROW.includes(error.code ?? '');
}
