import crypto from 'node:crypto';
import { readToken, type Claims, type TokenProblem } from '../auth/tokens.js';
import { API_ROLES } from '../database/service-pool.js';
import { json } from './respond.js';

/** The keys of an installation. */
export interface ApiKeys {
  publishableKey: string;
  secretKey: string;
  jwtSecret: string;
}

/** Who asks: what the API key allows, and the user's claims when a user token came along. */
export interface Caller {
  key: 'publishable' | 'secret';
  token: string | null;
  claims: Claims | null;
  /** Why the token that came along is worth nothing; then `claims` is null. */
  problem: TokenProblem | null;
}

function equal(a: string, b: string): boolean {
  const [x, y] = [Buffer.from(a), Buffer.from(b)];
  return x.length === y.length && crypto.timingSafeEqual(x, y);
}

/** Opaque keys, or the legacy form: a token signed with the JWT secret whose role is anon or service_role. */
export function keyKind(key: string, keys: ApiKeys): Caller['key'] | null {
  if (equal(key, keys.publishableKey)) return 'publishable';
  if (equal(key, keys.secretKey)) return 'secret';
  const claims = readToken(key, keys.jwtSecret);
  if (typeof claims === 'string' || claims.sub) return null;
  if (claims.role === 'anon') return 'publishable';
  return claims.role === 'service_role' ? 'secret' : null;
}

function refuse(message: string, hint: string | null, code: string): Response {
  return json(401, { code, message, hint, details: null });
}

const bearerOf = (request: Request) =>
  /^Bearer\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? null;

function callerOf(key: Caller['key'], token: string, keys: ApiKeys): Caller {
  const claims = readToken(token, keys.jwtSecret);
  if (typeof claims === 'string') return { key, token, claims: null, problem: claims };
  if (!API_ROLES.has(claims.role ?? '')) return { key, token, claims: null, problem: 'malformed' };
  return { key, token, claims, problem: null };
}

/**
 * Checks `apikey` (header or query) and reads `Authorization`. Supabase clients send the API key itself as bearer
 * when nobody is signed in. Returns the caller, or the 401 answer. A bad user token is only noted: signing in must
 * work although an old token still comes along.
 */
export function identify(request: Request, keys: ApiKeys): Caller | Response {
  const bearer = bearerOf(request);
  const apiKey = request.headers.get('apikey') ?? new URL(request.url).searchParams.get('apikey');
  if (!apiKey) {
    return refuse(
      'No API key found in request',
      'No `apikey` request header or url param was found.',
      'no_api_key',
    );
  }
  const key = keyKind(apiKey, keys);
  if (!key) return refuse('Invalid API key', 'Double check your Supabase `apikey`.', 'invalid_api_key');
  if (!bearer || bearer === apiKey || keyKind(bearer, keys) === key) {
    return { key, token: null, claims: null, problem: null };
  }
  return callerOf(key, bearer, keys);
}

/** Who asks a service that hosted serves without `apikey`: the bearer alone says it, an API key or somebody's token. */
export function identifyByBearer(request: Request, keys: ApiKeys): Caller {
  const bearer = bearerOf(request) ?? '';
  const key = keyKind(bearer, keys);
  return key ? { key, token: null, claims: null, problem: null } : callerOf('publishable', bearer, keys);
}

/** The 401 answer of the REST API for a caller whose token is worth nothing, else null. */
export function refuseBadToken(caller: Caller): Response | null {
  if (!caller.problem) return null;
  if (caller.problem === 'expired')
    return refuse('JWT expired', 'Refresh the session and try again.', 'PGRST303');
  return refuse('The access token is not valid here', 'Sign in again.', 'PGRST301');
}

/** The same request in the one form the REST library understands: opaque key, and the user's token if any. */
export function withCanonicalKeys(request: Request, caller: Caller, keys: ApiKeys): Request {
  const headers = new Headers(request.headers);
  headers.set('apikey', caller.key === 'secret' ? keys.secretKey : keys.publishableKey);
  if (caller.token) headers.set('authorization', `Bearer ${caller.token}`);
  else headers.delete('authorization');
  const url = new URL(request.url);
  if (!url.searchParams.has('apikey')) return new Request(request, { headers });
  // In the query the key would be taken for a filter.
  url.searchParams.delete('apikey');
  return new Request(new Request(url, request), { headers });
}
