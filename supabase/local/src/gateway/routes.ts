import type { AuthServices } from '../auth/context.js';
import { handleAuth } from '../auth/router.js';
import type { RestApi } from '../rest/rest.js';
import { identify, withCanonicalKeys, type ApiKeys } from './keys.js';
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

/** Opened from a mail in a browser: there is no API key, the link's own token is the proof. */
const isMailLink = (request: Request, path: string) => request.method === 'GET' && path === '/auth/v1/verify';

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
    const caller = isMailLink(request, path)
      ? ({ key: 'publishable', token: null, claims: null } as const)
      : identify(request, parts.keys);
    if (caller instanceof Response) return caller;
    if (area === 'auth') return handleAuth(parts.auth, request, path.slice('/auth/v1'.length), caller);
    return parts.rest.handle(withCanonicalKeys(request, caller, parts.keys));
  };
}
