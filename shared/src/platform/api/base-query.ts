import type { BaseQueryFn } from '@reduxjs/toolkit/query';
import { fromDatabase, processError, type AppError } from '../../domain';
import { authEvents } from '../auth/auth-events';
import { isOwed } from '../auth/factor-due';
import { stepUp } from '../auth/step-up';
import { noteFromDevice, noteFromServer } from '../offline/from-device';
import { findKept, noteAnswer } from '../offline/kept-answers';
import { askAgain } from './ask-again';
import { loadDb } from './client';
import type { ConfirmedRequest, DbRequest, DoorRequest } from './door';
import { processRefusal, refusedAnswer } from './refusals';

export interface DbMeta {
  /** Exact count, where the request asked for one. */
  count: number | null;
}

/** A rule refused, or no such row. A change sent with a session that was revoked on the server fails the same way: without a person row-level security shows no row. */
const MAYBE_NOBODY = ['P0001', 'PGRST116'];

/** As a table's `.single()` says it. */
const NO_SUCH_RECORD = { code: 'PGRST116', message: 'no such record', status: 406 };

/** What one sending of a request came to. */
type Sent =
  | { error: AppError; isDenied?: boolean; data?: undefined; count?: undefined }
  | { error?: undefined; isDenied?: undefined; data: unknown; count: number | null };

async function once(request: DbRequest, context: string): Promise<Sent> {
  const door = 'renamed' in request ? (request as DoorRequest) : null;
  const { data, error, count, status } = await askAgain(async () => request(await loadDb()));
  if (error) {
    return {
      error: await processRefusal({ ...error, status }, context),
      isDenied: status === 401 || status === 403,
    };
  }
  const refused = refusedAnswer(data, context);
  if (refused) return { error: refused };
  if (door?.isOne && data === null) return { error: await processRefusal(NO_SUCH_RECORD, context) };
  return { data: door ? fromDatabase(data ?? null) : (data ?? null), count };
}

/**
 * Runs a request on the one client, which asks a replica where it may (docs/product/platform.md, Reads from replicas), renames what comes through the door (`door.ts`), and maps every failure to the error catalogue (docs/product/platform.md, Error catalogue), once for the whole app.
 * What a code must confirm first is asked for once, and sent again (docs/product/tenancy.md, Second factor).
 * A function answering `{ success: false, error, field, code, params }` counts as a failure with that text, at that column's field.
 */
const askServer: BaseQueryFn<DbRequest, unknown, AppError, object, DbMeta> = async (
  request,
  { endpoint, type },
) => {
  const context = `Api/${endpoint}`;
  const failed = (error: AppError, isDenied = false) => {
    // 401: the session ended on the server; 403, or a factor that is owed: perhaps a deactivation; a change refused: perhaps either. Auth finds out which.
    if (isDenied || isOwed(error) || (type === 'mutation' && MAYBE_NOBODY.includes(error.code ?? '')))
      authEvents.denied();
    return { error, meta: { count: null } };
  };
  try {
    const sent = await once(request, context);
    // It was refused before it did anything: with a code it is the same request again.
    const needsCode = sent.error?.refusal?.code === 'step_up_required';
    const { error, isDenied, data, count } =
      needsCode && (await stepUp((request as ConfirmedRequest).act)) ? await once(request, context) : sent;
    return error ? failed(error, isDenied) : { data, meta: { count } };
  } catch (error) {
    return failed(processError(error, context));
  }
};

/**
 * Answers from the device where the network does not, and lets the device keep what the network answers (docs/product/platform.md, Reading offline).
 */
export const baseQuery: typeof askServer = async (request, context, options) => {
  const { type, queryCacheKey: key } = context;
  if (type !== 'query' || key === undefined) return askServer(request, context, options);
  const fromDevice = async () => {
    const kept = await findKept(key);
    if (!kept) return null;
    noteFromDevice(key, kept.at);
    return { data: kept.data, meta: { count: null } };
  };
  // A request of a token that has run out would wait half a minute for a new one.
  const kept = globalThis.navigator?.onLine === false ? await fromDevice() : null;
  if (kept) return kept;
  const answer = await askServer(request, context, options);
  if (answer.error) return (answer.error.type === 'NETWORK' && (await fromDevice())) || answer;
  noteFromServer(key);
  noteAnswer(key, answer.data);
  return answer;
};
