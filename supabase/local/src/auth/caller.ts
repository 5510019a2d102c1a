import type { Caller } from '../gateway/keys.js';
import type { AuthRoute } from './context.js';
import { AuthError } from './errors.js';

/** Throws `bad_jwt` (403) for a token that is worth nothing. */
export function refuseBadToken({ problem }: Caller): void {
  if (!problem) return;
  const reason = problem === 'expired' ? 'token is expired' : 'unable to parse or verify signature';
  throw new AuthError(403, 'bad_jwt', `invalid JWT: ${reason}`);
}

/** Whether a server asks: with the secret key and nobody's token, or with a token of the role `service_role`. */
const isServer = ({ key, token, claims }: Caller) =>
  token === null ? key === 'secret' : claims?.role === 'service_role';

/** A route for servers only, before anything else is looked at. Throws `bad_jwt` or `not_admin` (403) for everybody else. */
export const forServers =
  (route: AuthRoute): AuthRoute =>
  async (services, request) => {
    refuseBadToken(request.caller);
    if (!isServer(request.caller)) throw new AuthError(403, 'not_admin', 'User not allowed');
    return route(services, request);
  };
