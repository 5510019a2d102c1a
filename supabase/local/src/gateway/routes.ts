import type { AuthServices } from '../auth/context.js';
import { handleAuth } from '../auth/router.js';
import type { RestApi } from '../rest/rest.js';
import { identify, refuseBadToken, withCanonicalKeys, type ApiKeys, type Caller } from './keys.js';
import { json } from './respond.js';
import type { Handler } from './server.js';

/** The parts a request can reach. */
export interface Parts {
  keys: ApiKeys;
  rest: RestApi;
  auth: AuthServices;
  isDatabaseUp(): boolean;
}

/** Parts of Supabase that are not built yet. */
const LATER: Record<string, string> = {
  storage: 'Storage',
  realtime: 'Realtime',
  functions: 'Edge Functions',
};

/** Open to everyone: a mailed link carries its own proof, the others tell nothing. */
const OPEN = new Set(['/auth/v1/verify', '/auth/v1/health', '/auth/v1/.well-known/jwks.json']);
const NOBODY: Caller = { key: 'publishable', token: null, claims: null, problem: null };

/** Sends each request to its part; unknown paths get an answer that says so. */
export function routes(parts: Parts): Handler {
  return async (request, path) => {
    const [, area, version] = /^\/([a-z]+)\/(v1)(?=\/|$)/.exec(path) ?? [];
    if (!area || !version) {
      return json(404, {
        code: 'not_found',
        message: `There is nothing at ${path}. The API is at /rest/v1 and /auth/v1.`,
      });
    }
    const later = LATER[area];
    if (later) {
      return json(501, {
        code: 'not_available',
        message: `${later} is not available in the local backend yet`,
      });
    }
    if (area !== 'rest' && area !== 'auth') {
      return json(404, { code: 'not_found', message: `Unknown API path ${path}` });
    }
    if (!parts.isDatabaseUp()) {
      const body = { code: 'database_restarting', message: 'The database is restarting, please try again' };
      return json(503, body, { 'retry-after': '1' });
    }
    const open = request.method === 'GET' && OPEN.has(path);
    const caller = open ? NOBODY : identify(request, parts.keys);
    if (caller instanceof Response) return caller;
    if (area === 'auth') return handleAuth(parts.auth, request, path.slice('/auth/v1'.length), caller);
    return refuseBadToken(caller) ?? parts.rest.handle(withCanonicalKeys(request, caller, parts.keys));
  };
}
