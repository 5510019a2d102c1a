import { AsyncLocalStorage } from 'node:async_hooks';
import type { Ast } from './ast.js';
import type { PlanRequest } from './plan.js';

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
  method?: string;
  /** The path behind `/rest/v1`, as PostgREST sees it. */
  path?: string;
  headers?: Record<string, string>;
  /** The schema the request is about. */
  schema?: string;
  /** Where unqualified names are looked up. */
  searchPath?: string;
  /** The request as the library parsed it. */
  ast?: Ast;
  /** How many rows the called function may answer. */
  limit?: number | null;
  plan?: PlanRequest | null;
  /** Whether only the head of the answer is wanted. */
  head?: boolean;
  /** Whether nothing of the request stays. */
  rollback?: boolean;
  /** Headers of the answer that pages of other origins may read, as the database says. */
  exposed?: string | null;
  databaseError?: ReportedError;
}

/** Carries the scope from the HTTP handler to the connection deep inside the library and back. */
export const requestScope = new AsyncLocalStorage<RequestScope>();
