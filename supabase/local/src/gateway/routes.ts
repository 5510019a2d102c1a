import type { AuthServices } from '../auth/context.js';
import { handleAuth } from '../auth/router.js';
import type { RestApi } from '../rest/rest.js';
import type { Realtime } from '../realtime/realtime.js';
import { isOpenStoragePath, type Storage } from '../storage/storage.js';
import { identify, refuseBadToken, withCanonicalKeys, type ApiKeys, type Caller } from './keys.js';
import { json, refuseUpgrade } from './respond.js';
import type { Handler, UpgradeHandler } from './server.js';

/** The parts a request can reach. */
export interface Parts {
  keys: ApiKeys;
  rest: RestApi;
  auth: AuthServices;
  realtime: Realtime;
  storage: Storage;
  isDatabaseUp(): boolean;
}

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
        message: `There is nothing at ${path}. The API is at /rest/v1, /auth/v1, /storage/v1 and /realtime/v1.`,
      });
    }
    if (area === 'functions') {
      const message = 'Edge Functions are not available in the local backend yet';
      return json(501, { code: 'not_available', message });
    }
    if (area === 'realtime') {
      return json(404, { code: 'not_found', message: 'Realtime is reached by web socket only' });
    }
    if (area !== 'rest' && area !== 'auth' && area !== 'storage') {
      return json(404, { code: 'not_found', message: `Unknown API path ${path}` });
    }
    if (!parts.isDatabaseUp()) {
      const body = { code: 'database_restarting', message: 'The database is restarting, please try again' };
      return json(503, body, { 'retry-after': '1' });
    }
    const isReading = request.method === 'GET' || request.method === 'HEAD';
    const open = isReading && (OPEN.has(path) || (area === 'storage' && isOpenStoragePath(path)));
    const caller = open ? NOBODY : identify(request, parts.keys);
    if (caller instanceof Response) return caller;
    if (area === 'auth') return handleAuth(parts.auth, request, path.slice('/auth/v1'.length), caller);
    if (area === 'storage') return parts.storage.handle(request, path.slice('/storage/v1'.length), caller);
    return refuseBadToken(caller) ?? parts.rest.handle(withCanonicalKeys(request, caller, parts.keys));
  };
}

/** Sends each request for a web socket to its part. */
export function upgrades(parts: Parts): UpgradeHandler {
  return (message, socket, head, path) => {
    if (path !== '/realtime/v1/websocket') return refuseUpgrade(socket, 404, 'There is no web socket here');
    if (!parts.isDatabaseUp()) return refuseUpgrade(socket, 503, 'The database is restarting');
    return parts.realtime.upgrade(message, socket, head);
  };
}
