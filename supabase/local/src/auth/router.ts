import type { Caller } from '../gateway/keys.js';
import { DatabaseAwayError } from '../database/database-away.js';
import { json } from '../gateway/respond.js';
import { messageOf } from '../log.js';
import * as adminFactors from './admin-factors.js';
import * as admin from './admin-users.js';
import { forServers } from './caller.js';
import type { AuthRoute, AuthServices } from './context.js';
import { asRefusal, AuthError, authErrorResponse } from './errors.js';
import { getUser, logout } from './current-user.js';
import { generateLink } from './generate-link.js';
import { readJson } from './input.js';
import { invite, otp, recover } from './mailed-links.js';
import * as mfa from './mfa.js';
import * as elsewhere from './not-here.js';
import { token } from './password-grant.js';
import { resend, signUp } from './sign-up.js';
import { updateUser } from './update-user.js';
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
  'GET /authorize': elsewhere.authorize,
  'POST /signup': signUp,
  'POST /resend': resend,
  'POST /recover': recover,
  'POST /otp': otp,
  'POST /invite': forServers(invite),
  'GET /verify': verifyLink,
  'POST /verify': verify,
  'POST /token': token,
  'GET /user': getUser,
  'PUT /user': updateUser,
  'POST /logout': logout,
  'POST /sso': elsewhere.singleSignOn,
  'GET /user/identities/authorize': elsewhere.linkIdentity,
  'DELETE /user/identities/:id': elsewhere.linkIdentity,
  'POST /factors': mfa.enrollFactor,
  'POST /factors/:id/challenge': mfa.challengeFactor,
  'POST /factors/:id/verify': mfa.verifyFactor,
  'DELETE /factors/:id': mfa.unenrollFactor,
  'POST /admin/generate_link': forServers(generateLink),
  'GET /admin/users': forServers(admin.listUsers),
  'POST /admin/users': forServers(admin.createUserByAdmin),
  'GET /admin/users/:id': forServers(admin.getUserById),
  'PUT /admin/users/:id': forServers(admin.updateUserByAdmin),
  'DELETE /admin/users/:id': forServers(admin.deleteUser),
  'GET /admin/users/:id/factors': forServers(adminFactors.listFactors),
  'DELETE /admin/users/:id/factors/:factor': forServers(adminFactors.deleteFactor),
};

/** What of an address names something: whose user, which factor, which identity. */
const NAMED = /^(\/(?:admin\/users|factors|user\/identities)\/)([^/]+)(.*)$/;
/** Which factor of a user, behind the user. */
const FACTOR = /^\/factors\/([^/]+)$/;

interface Found {
  route: AuthRoute;
  id: string;
  factorId: string;
}

/** The route of a request, and the ids that its address holds; undefined where nothing answers. */
function routeOf(method: string, path: string): Found | undefined {
  const exact = ROUTES[`${method} ${path}`];
  if (exact) return { route: exact, id: '', factorId: '' };
  const [, before = '', id = '', after = ''] = NAMED.exec(path) ?? [];
  const [, factorId = ''] = FACTOR.exec(after) ?? [];
  const named = ROUTES[`${method} ${before}:id${factorId ? '/factors/:factor' : after}`];
  if (id && named) {
    return { route: named, id: decodeURIComponent(id), factorId: decodeURIComponent(factorId) };
  }
  // Nobody but a server learns what is below.
  return path.startsWith('/admin/')
    ? { route: forServers(elsewhere.adminPart(path)), id: '', factorId: '' }
    : undefined;
}

/** Answers one request below /auth/v1. `path` starts behind that prefix. */
export async function handleAuth(
  services: AuthServices,
  request: Request,
  path: string,
  caller: Caller,
): Promise<Response> {
  try {
    const found = routeOf(request.method, path);
    if (!found) {
      throw new AuthError(
        404,
        'not_found',
        `${request.method} /auth/v1${path} is not available in the local backend`,
      );
    }
    const result = await found.route(services, {
      body: request.method === 'GET' ? {} : await readJson(request),
      query: new URL(request.url).searchParams,
      id: found.id,
      factorId: found.factorId,
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
