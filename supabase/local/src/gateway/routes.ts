import type { AuthServices } from '../auth/context.js';
import { handleAuth } from '../auth/router.js';
import { databaseAway } from '../database/database-away.js';
import type { RestApi } from '../rest/rest.js';
import type { Realtime } from '../realtime/realtime.js';
import { isOpenStoragePath, type Storage } from '../storage/storage.js';
import {
  identify,
  identifyByBearer,
  refuseBadToken,
  withCanonicalKeys,
  type ApiKeys,
  type Caller,
} from './keys.js';
import { json, refuseUpgrade } from './respond.js';
import type { Handler, UpgradeHandler } from './server.js';

/** The parts a request can reach. */
export interface Parts {
  keys: ApiKeys;
  rest: Pick<RestApi, 'handle'>;
  auth: AuthServices;
  realtime: Realtime;
  storage: Storage;
  isDatabaseUp(): boolean;
}

/** Open to everyone: a mailed link carries its own proof, the others tell nothing. */
const OPEN = new Set([
  '/auth/v1/verify',
  '/auth/v1/authorize',
  '/auth/v1/health',
  '/auth/v1/.well-known/jwks.json',
]);
const AREAS = new Set(['rest', 'auth', 'storage', 'realtime']);
const NOBODY: Caller = { key: 'publishable', token: null, claims: null, problem: null };

/** Who asks, or the answer that refuses. Storage takes a bearer without `apikey` and refuses by itself, as on hosted. */
function callerOf(request: Request, area: string, path: string, keys: ApiKeys): Caller | Response {
  const isReading = request.method === 'GET' || request.method === 'HEAD';
  if (isReading && OPEN.has(path)) return NOBODY;
  if (area !== 'storage') return identify(request, keys);
  if (isOpenStoragePath(request.method, path)) return NOBODY;
  return request.headers.has('apikey') ? identify(request, keys) : identifyByBearer(request, keys);
}

/** Sends each request to its part; unknown paths get an answer that says so. */
export function routes(parts: Parts): Handler {
  return async (request, path) => {
    const [, area, version] = /^\/([a-z]+)\/(v1)(?=\/|$)/.exec(path) ?? [];
    if (!area || !version) {
      return json(404, {
        code: 'not_found',
        message: `There is nothing at ${path}. The API is at /rest/v1, /auth/v1, /storage/v1, /realtime/v1 and /functions/v1.`,
      });
    }
    if (!AREAS.has(area)) {
      return json(404, { code: 'not_found', message: `Unknown API path ${path}` });
    }
    if (!parts.isDatabaseUp()) return databaseAway();
    const caller = callerOf(request, area, path, parts.keys);
    if (caller instanceof Response) return caller;
    if (area === 'realtime') return parts.realtime.handle(request, path.slice('/realtime/v1'.length), caller);
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
