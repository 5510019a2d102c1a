import type { BaseQueryFn } from '@reduxjs/toolkit/query';
import { processError, type AppError } from '../../domain';
import { authEvents } from '../auth/auth-events';
import { database, type Db } from './client';

/** What a PostgREST request answers, as far as endpoints care. */
interface DbResponse {
  data: unknown;
  error: unknown;
  count: number | null;
  status: number;
}

/** A request, written where it belongs: in the endpoint. It gets the one client. */
export type DbRequest = (db: Db) => PromiseLike<DbResponse>;

export interface DbMeta {
  /** Exact count, where the request asked for one. */
  count: number | null;
}

/**
 * Runs a function on the one client and maps every failure to the error catalogue (spec section 8), once for the whole app.
 * A function answering `{ success: false, error, field }` counts as a failure with that text, at that column's field.
 */
export const baseQuery: BaseQueryFn<DbRequest, unknown, AppError, object, DbMeta> = async (
  request,
  { endpoint },
) => {
  const context = `Api/${endpoint}`;
  try {
    const { data, error, count, status } = await request(database());
    if (error) {
      const processed = processError({ ...error, status }, context);
      // 401: the session ended on the server; 403: perhaps a deactivation. Auth finds out which.
      if (status === 401 || status === 403) authEvents.denied();
      return { error: processed, meta: { count: null } };
    }
    if (isRefusal(data)) {
      return {
        error: processError({ code: 'P0001', message: data.error, hint: data.field }, context),
        meta: { count: null },
      };
    }
    return { data: data ?? null, meta: { count } };
  } catch (error) {
    return { error: processError(error, context), meta: { count: null } };
  }
};

function isRefusal(data: unknown): data is { success: false; error: string; field?: unknown } {
  return (
    typeof data === 'object' &&
    data !== null &&
    (data as { success?: unknown }).success === false &&
    typeof (data as { error?: unknown }).error === 'string'
  );
}
