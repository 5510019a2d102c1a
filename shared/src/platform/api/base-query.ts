import type { BaseQueryFn } from '@reduxjs/toolkit/query';
import { processError, type AppError } from '../../domain';
import { authEvents } from '../auth/auth-events';
import { database, type Db } from './client';
import { processRefusal } from './refusals';

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

/** Refused by a rule, or no such row: also what a change meets whose session was revoked on the server, for nobody sees nothing. */
const MAYBE_NOBODY = ['P0001', 'PGRST116'];

/**
 * Runs a function on the one client and maps every failure to the error catalogue (docs/product.md, Error catalogue), once for the whole app.
 * A function answering `{ success: false, error, field }` counts as a failure with that text, at that column's field.
 */
export const baseQuery: BaseQueryFn<DbRequest, unknown, AppError, object, DbMeta> = async (
  request,
  { endpoint, type },
) => {
  const context = `Api/${endpoint}`;
  const failed = (error: AppError, isDenied = false) => {
    // 401: the session ended on the server; 403: perhaps a deactivation; a change refused: perhaps either. Auth finds out which.
    if (isDenied || (type === 'mutation' && MAYBE_NOBODY.includes(error.code ?? ''))) authEvents.denied();
    return { error, meta: { count: null } };
  };
  try {
    const { data, error, count, status } = await send(request);
    if (error) {
      return failed(await processRefusal({ ...error, status }, context), status === 401 || status === 403);
    }
    if (isRefusal(data)) {
      return failed(processError({ code: 'P0001', message: data.error, hint: data.field }, context));
    }
    return { data: data ?? null, meta: { count } };
  } catch (error) {
    return failed(processError(error, context));
  }
};

/** How often a request is sent again that met another one in a deadlock. */
const RETRIES = 2;

/** Of two writers who wait for each other PostgreSQL takes one back as a whole (40P01): it has done nothing, and asks again. */
async function send(request: DbRequest): Promise<DbResponse> {
  for (let left = RETRIES; ; left -= 1) {
    const response = await request(database());
    if (left === 0 || (response.error as { code?: unknown } | null)?.code !== '40P01') return response;
  }
}

function isRefusal(data: unknown): data is { success: false; error: string; field?: unknown } {
  return (
    typeof data === 'object' &&
    data !== null &&
    (data as { success?: unknown }).success === false &&
    typeof (data as { error?: unknown }).error === 'string'
  );
}
