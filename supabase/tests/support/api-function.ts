import * as v from 'valibot';
import { answerApi } from '../../functions/api/answer';
import { problem } from '../../functions/_shared/api/problem';
import { backend } from './backend';

/** What a program sends besides method and path. */
export interface Sent {
  key?: string;
  headers?: Record<string, string>;
  /** As JSON, unless it is a text: that is sent as it is. */
  body?: unknown;
}

/** What it is answered. */
export interface Heard {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

/** Lets the function `api` run in this process, on this worker's backend. */
export function beFunction(): void {
  const environment: Record<string, string> = {
    SUPABASE_URL: backend.apiUrl,
    SUPABASE_SERVICE_ROLE_KEY: backend.secretKey,
  };
  // Node 20 has none, and supabase-js asks for one although nothing goes live.
  globalThis.WebSocket ??= class {} as never;
  Object.assign(globalThis, { Deno: { env: { get: (name: string) => environment[name] } } });
}

/** What a program sends, as a request. */
export function requestOf(url: string, method: string, { key, headers = {}, body }: Sent): Request {
  const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
  return new Request(url, {
    method,
    headers: {
      ...(key && { authorization: `Bearer ${key}` }),
      ...(text !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(text !== undefined && { body: text }),
  });
}

/** Reads an answer; a problem has the shape of one, whatever it was. */
export async function heardOf(response: Response): Promise<Heard> {
  const body = (await response.json()) as Record<string, unknown>;
  if (response.status >= 400) {
    if (response.headers.get('content-type') !== 'application/problem+json')
      throw new Error(JSON.stringify(body));
    if (v.parse(problem, body).status !== response.status) throw new Error(JSON.stringify(body));
  }
  return { status: response.status, headers: response.headers, body };
}

/** Asks the function in this process. */
export const askApi = async (method: string, path: string, sent: Sent = {}): Promise<Heard> =>
  heardOf(await answerApi(requestOf(`http://functions.test/api/v1${path}`, method, sent)));
