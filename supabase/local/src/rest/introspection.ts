import { DATABASE_AWAY } from './sql-errors.js';
import type { Catalogue } from './relations.js';
import { requestScope } from './request-scope.js';

type Introspect = (options?: { useCache?: boolean }) => Promise<Catalogue>;

/** As PostgREST says it. */
const NO_CATALOGUE = {
  ...DATABASE_AWAY,
  code: 'PGRST002',
  message: 'Could not query the database for the schema cache. Retrying.',
};

/**
 * The library's introspection, made safe: where reading fails, it answers an empty catalogue, in which every table is "not found";
 * that becomes an error, and the request's answer 503. And requests that meet a cold cache at the same time read it once.
 */
export function safeIntrospection(introspect: Introspect): Introspect {
  let reading: Promise<Catalogue> | null = null;
  return async (options) => {
    reading ??= introspect(options).finally(() => (reading = null));
    const found = await reading;
    // The list of functions is what a catalogue has only when all of it was read.
    if (found.functions) return found;
    const scope = requestScope.getStore();
    if (scope) scope.databaseError = NO_CATALOGUE;
    throw new Error(NO_CATALOGUE.message);
  };
}
