import type { ApiSettings } from './api-settings.js';
import { exactFilters } from './exact-filters.js';
import { markJson } from './exact-numbers.js';
import { schemaOf } from './exposed-schema.js';
import { planRequest, STATEMENT_WANTED, type PlanRequest } from './plan.js';
import type { RequestScope } from './request-scope.js';

/** Headers that may have to change. */
const SPECIAL = ['accept-profile', 'content-profile', 'prefer'];
const JSON_TYPE = /^application\/(vnd\.pgrst\.(object|array)\+)?json/i;

async function exactBody(request: Request): Promise<BodyInit | null> {
  if (!request.body) return null;
  const body = Buffer.from(await request.arrayBuffer());
  const isJson = JSON_TYPE.test(request.headers.get('content-type') ?? 'application/json');
  return isJson ? markJson(body.toString(), { texts: true }) : body;
}

/** Headers in which the library finds what PostgREST would. */
function exactHeaders(request: Request, schema: string, plan: PlanRequest | null): Headers {
  const headers = new Headers(request.headers);
  // The library takes `public` where nobody names a schema, and now and then the header of the other kind.
  headers.set('accept-profile', schema);
  headers.set('content-profile', schema);
  if (plan) headers.set('accept', STATEMENT_WANTED);
  // The library estimates however few rows there are, PostgREST only above its limit of rows.
  const prefer = headers.get('prefer');
  if (prefer) headers.set('prefer', prefer.replace(/\bcount=estimated\b/, 'count=exact'));
  // The length of the body may change with its marks.
  headers.delete('content-length');
  return headers;
}

/** The request in the form in which the library loses nothing of it, and what the fixes have to know about it. */
export async function prepareRequest(
  request: Request,
  { schemas, searchPath }: { schemas: string[]; searchPath: string[] },
  settings: ApiSettings,
): Promise<{ request: Request; scope: RequestScope }> {
  // The library takes the arguments of a call by HEAD for filters.
  const path = new URL(request.url).pathname.replace(/^\/rest\/v1(?=\/)/, '');
  const head = request.method === 'HEAD' && path.startsWith('/rpc/');
  const method = head ? 'GET' : request.method;
  const schema = schemaOf(method, request.headers, schemas);
  const plan = settings.plan ? planRequest(request.headers.get('accept')) : null;
  const scope: RequestScope = {
    method: request.method,
    path,
    headers: Object.fromEntries(request.headers),
    schema,
    searchPath: [schema, ...searchPath].map((name) => `"${name.replaceAll('"', '""')}"`).join(', '),
    plan,
    head,
    rollback: settings.rollback && /\btx=rollback\b/.test(request.headers.get('prefer') ?? ''),
  };
  const address = exactFilters(request.url);
  const isPlain = !head && !request.body && schema === 'public' && !plan && address === request.url;
  // Most requests: rebuilding one costs a tenth of answering it.
  if (isPlain && !SPECIAL.some((name) => request.headers.has(name))) return { request, scope };
  const headers = exactHeaders(request, schema, plan);
  return { request: new Request(address, { method, headers, body: await exactBody(request) }), scope };
}
