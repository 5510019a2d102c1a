import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { readLimited } from '../_shared/limited.ts';
import { readCursor } from './cursor.ts';
import { problemOf } from './problems.ts';
import type { Routed } from './route.ts';

/** More bytes than 500 lines of a bank have. */
const LONGEST = 2 * 1024 * 1024;

/** What the database is asked, beside the operation. */
export interface Input {
  id: string | null;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
  version?: number;
  request_key?: string;
}

/** PostgreSQL has no text with a zero in it, and none with half of a surrogate pair. */
function refuseOddTexts(value: unknown): void {
  if (typeof value === 'string') {
    if (value.includes('\0') || /\p{Surrogate}/u.test(value)) throw problemOf(400, 'api_text_wrong');
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      refuseOddTexts(key);
      refuseOddTexts(inner);
    }
  }
}

function parsed<Output>(
  schema: v.GenericSchema<Output>,
  value: unknown,
  code: 'api_field_wrong' | 'api_parameter_wrong',
): Output {
  const result = v.safeParse(schema, value);
  if (!result.success) throw problemOf(400, code, v.getDotPath(result.issues[0])?.slice(0, 100) ?? null);
  refuseOddTexts(result.output);
  return result.output;
}

/** Whether the calendar has a day: February has no 30th. */
const isDay = (day: string): boolean => new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);

function queryOf(url: URL, { operation }: Routed): Record<string, string> {
  const given: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [name, value] of url.searchParams) {
    if (name in given || value === '' || !operation.query)
      throw problemOf(400, 'api_parameter_wrong', name.slice(0, 100));
    given[name] = value;
  }
  const query = operation.query ? parsed(operation.query, { ...given }, 'api_parameter_wrong') : {};
  const known = Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  const since = known['updated_since'];
  if (since && !isDay(since.slice(0, 10))) throw problemOf(400, 'api_parameter_wrong', 'updated_since');
  return known['cursor'] ? { ...known, cursor: readCursor(known['cursor'], since !== undefined) } : known;
}

async function bodyOf(request: Request, { operation }: Routed): Promise<Record<string, unknown>> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw problemOf(415, 'api_body_type_wrong');
  const { bytes, whole } = await readLimited(request.body, LONGEST);
  if (!whole) throw problemOf(413, 'api_body_too_large');
  let body: unknown;
  try {
    body = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw problemOf(400, 'api_body_wrong');
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw problemOf(400, 'api_body_wrong');
  return parsed(operation.body as v.GenericSchema<Record<string, unknown>>, body, 'api_field_wrong');
}

/** The key of a request as the database keeps keys: drawn of what the program chose. */
function requestKeyOf(request: Request): string {
  const key = request.headers.get('idempotency-key');
  if (key === null) throw problemOf(400, 'api_idempotency_key_missing');
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw problemOf(400, 'api_idempotency_key_wrong');
  return createHash('sha256')
    .update(key)
    .digest('hex')
    .slice(0, 32)
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function versionOf(request: Request): number {
  const tag = request.headers.get('if-match');
  if (tag === null) throw problemOf(428, 'api_version_missing');
  const version = /^(?:W\/)?"?([1-9]\d{0,8})"?$/.exec(tag.trim())?.[1];
  if (version === undefined) throw problemOf(400, 'api_version_wrong');
  return Number(version);
}

/** Reads and checks what a request brings. @throws ApiProblem */
export async function inputOf(request: Request, routed: Routed): Promise<Input> {
  const { operation, id } = routed;
  const query = queryOf(new URL(request.url), routed);
  if (operation.method === 'GET') return { id, query };
  const key = requestKeyOf(request);
  const version = operation.matched ? { version: versionOf(request) } : {};
  return { id, body: await bodyOf(request, routed), ...version, request_key: key };
}
