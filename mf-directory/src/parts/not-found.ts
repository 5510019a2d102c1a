import { isAppError } from '@paperplane/shared/domain';

/** PostgREST: a single row was asked for and there is none. Postgres: the id in the address is no UUID. */
const NO_SUCH_ROW = ['PGRST116', '22P02'];
/** PostgREST: the page asked for starts behind the last row. */
const NO_SUCH_PAGE = 'PGRST103';

/** True when a record does not exist, or not for this person: both look the same on purpose. */
export function isNotFound(error: unknown): boolean {
  return isAppError(error) && NO_SUCH_ROW.includes(error.code ?? '');
}

/** True when a list has fewer pages than the address asks for. */
export function isBeyondLastPage(error: unknown): boolean {
  return isAppError(error) && error.code === NO_SUCH_PAGE;
}
