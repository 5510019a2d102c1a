import { AsyncLocalStorage } from 'node:async_hooks';

/** A database error as PostgREST would report it. */
export interface ReportedError {
  status: number;
  code: string;
  message: string;
  details: string | null;
  hint: string | null;
}

/** What the fixes around the REST library remember during one request. */
export interface RequestScope {
  headers?: Record<string, string>;
  databaseError?: ReportedError;
}

/** Carries the scope from the HTTP handler to the connection deep inside the library and back. */
export const requestScope = new AsyncLocalStorage<RequestScope>();
