import type { Caller } from '../gateway/keys.js';
import { DatabaseAwayError } from '../database/database-away.js';
import { json } from '../gateway/respond.js';
import { messageOf } from '../log.js';
import type { AuthRoute, AuthServices } from './context.js';
import { asRefusal, AuthError, authErrorResponse } from './errors.js';
import { getUser, logout, updateUser } from './current-user.js';
import { readJson } from './input.js';
import { invite, otp, recover } from './mailed-links.js';
import { authorize } from './not-here.js';
import { token } from './password-grant.js';
import { resend, signUp } from './sign-up.js';
import { verify } from './verify.js';
import { verifyLink } from './verify-link.js';

/** Every route of Auth: one line a route, its code in a file of its own. */
const ROUTES: Record<string, AuthRoute> = {
  'GET /health': async () => ({
    name: 'GoTrue',
    version: 'local',
    description: 'Local subset of Supabase Auth',
  }),
  'GET /settings': async ({ settings }) => ({
    external: { email: true, phone: false, anonymous_users: false },
    disable_signup: settings.disableSignup,
    mailer_autoconfirm: settings.autoconfirm,
  }),
  // Tokens are signed with a shared secret; there is no public key to show.
  'GET /.well-known/jwks.json': async () => ({ keys: [] }),
  'GET /authorize': authorize,
  'POST /signup': signUp,
  'POST /resend': resend,
  'POST /recover': recover,
  'POST /otp': otp,
  'POST /invite': invite,
  'GET /verify': verifyLink,
  'POST /verify': verify,
  'POST /token': token,
  'GET /user': getUser,
  'PUT /user': updateUser,
  'POST /logout': logout,
};

/** Answers one request below /auth/v1. `path` starts behind that prefix. */
export async function handleAuth(
  services: AuthServices,
  request: Request,
  path: string,
  caller: Caller,
): Promise<Response> {
  try {
    const route = ROUTES[`${request.method} ${path}`];
    if (!route) {
      throw new AuthError(
        404,
        'not_found',
        `${request.method} /auth/v1${path} is not available in the local backend`,
      );
    }
    const result = await route(services, {
      body: request.method === 'GET' ? {} : await readJson(request),
      query: new URL(request.url).searchParams,
      caller,
      client: { userAgent: request.headers.get('user-agent'), ip: '127.0.0.1' },
    });
    return result instanceof Response ? result : json(200, result);
  } catch (error) {
    const refusal = asRefusal(error);
    if (refusal) return authErrorResponse(refusal);
    if (error instanceof DatabaseAwayError) throw error;
    services.log(`auth: ${request.method} ${path} failed: ${messageOf(error)}`, 'warn');
    return authErrorResponse(
      new AuthError(500, 'unexpected_failure', 'Unexpected failure, please try again'),
    );
  }
}
