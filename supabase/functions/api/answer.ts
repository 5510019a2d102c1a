import { createHash } from 'node:crypto';
import type { Operation } from '../_shared/api/operations.ts';
import { addressOf } from '../_shared/caller-address.ts';
import { serviceClient } from '../_shared/clients.ts';
import type { PostgresError } from '../_shared/database.ts';
import { writeCursor } from './cursor.ts';
import { inputOf } from './input.ts';
import { ApiProblem, problemAnswer, problemIn, problemOf } from './problems.ts';
import { allowOf, routeOf } from './route.ts';

/** What `begin_api_request` answers of a key that lets somebody in. */
interface Begun {
  key_id: string;
  allowed: boolean;
  limit: number;
  remaining: number;
  reset: number;
}

interface Ran {
  answer: Record<string, unknown>;
  replayed?: boolean;
}

/** Calls a function of the database. @throws ApiProblem */
async function ask<Answer>(name: string, args: object): Promise<Answer> {
  const { data, error } = (await serviceClient().rpc(name, args)) as {
    data: unknown;
    error: PostgresError | null;
  };
  if (error) throw problemIn(error);
  return data as Answer;
}

/** Judges the key of a request. The database is told a hash of it, and notes and counts before anything else is asked. */
async function begin(request: Request): Promise<Begun> {
  const key = /^Bearer (ppk_[0-9a-f]{4}_[0-9a-f]{40})$/i.exec(
    request.headers.get('authorization') ?? '',
  )?.[1];
  const begun = key
    ? await ask<Begun | null>('begin_api_request', {
        key_hash: createHash('sha256').update(key).digest('hex'),
        address: addressOf(request),
      })
    : null;
  if (!begun) throw problemOf(401, 'api_key_unknown');
  return begun;
}

const limitsOf = ({ limit, remaining, reset }: Begun): Record<string, string> => ({
  'ratelimit-limit': String(limit),
  'ratelimit-remaining': String(remaining),
  'ratelimit-reset': String(reset),
});

function recordAnswer(
  operation: Operation,
  { answer, replayed }: Ran,
  headers: Record<string, string>,
): Response {
  const cursor = answer['next_cursor'];
  const body = typeof cursor === 'string' ? { ...answer, next_cursor: writeCursor(cursor) } : answer;
  return new Response(JSON.stringify(body), {
    status: operation.status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      ...(operation.tagged ? { etag: `"${String(answer['version'])}"` } : {}),
      ...(replayed ? { 'idempotent-replayed': 'true' } : {}),
      ...headers,
    },
  });
}

/** Answers one request of a program. */
export async function answerApi(request: Request): Promise<Response> {
  let headers: Record<string, string> = {};
  const { pathname } = new URL(request.url);
  try {
    const begun = await begin(request);
    headers = limitsOf(begun);
    if (!begun.allowed) {
      headers = { ...headers, 'retry-after': String(begun.reset) };
      throw problemOf(429, 'api_too_many_requests');
    }
    const routed = routeOf(request.method, pathname);
    const input = await inputOf(request, routed);
    const ran = await ask<Ran>('run_api_request', {
      key_id: begun.key_id,
      operation: routed.operation.id,
      input,
    });
    return recordAnswer(routed.operation, ran, headers);
  } catch (error) {
    if (!(error instanceof ApiProblem)) {
      console.error(error instanceof Error ? error.name : 'unknown');
      return problemAnswer(problemOf(500, 'unexpected'), headers);
    }
    return problemAnswer(error, error.status === 405 ? { ...headers, allow: allowOf(pathname) } : headers);
  }
}
