import { refuseBadToken } from './caller.js';
import { changePassword } from './change-password.js';
import type { AuthRequest, AuthRoute, AuthServices } from './context.js';
import { AuthError } from './errors.js';
import { dataField, text, UUID } from './input.js';
import { endSessions, type LogoutScope } from './sessions.js';
import { findUserById, isBanned, mergeData, publicUser, type UserRow } from './users.js';

interface Current {
  user: UserRow;
  sessionId: string;
}

/** The ids a valid user token carries; the session may have ended meanwhile. */
function tokenIds({ caller }: AuthRequest): { userId: string; sessionId: string } {
  refuseBadToken(caller);
  const { sub, session_id: sessionId } = caller.claims ?? {};
  if (!sub || !sessionId)
    throw new AuthError(401, 'no_authorization', 'This endpoint requires a Bearer token');
  if (!UUID.test(sub) || !UUID.test(sessionId))
    throw new AuthError(403, 'bad_jwt', 'invalid claim: sub and session_id must be UUIDs');
  return { userId: sub, sessionId };
}

/** The signed-in user. A token whose session has ended is refused, however long it is still valid. */
export async function currentUser({ db }: AuthServices, request: AuthRequest): Promise<Current> {
  const { userId, sessionId } = tokenIds(request);
  const session = await db.one('select 1 from sessions where id = $1 and user_id = $2', [sessionId, userId]);
  if (!session) {
    throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
  }
  const user = await findUserById(db, userId);
  if (!user) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
  if (isBanned(user)) throw new AuthError(403, 'user_banned', 'User is banned');
  return { user, sessionId };
}

/** GET /user */
export const getUser: AuthRoute = async (services, request) =>
  publicUser((await currentUser(services, request)).user);

/** Fields that are changed by a mail to a new address or by a text message; nobody asks for them here. */
const UNAVAILABLE = ['email', 'phone'];

/** PUT /user: sets a new password and merges `data` into the user's metadata, 16 kB in all; null removes an entry. */
export const updateUser: AuthRoute = async (services, request) => {
  const { user, sessionId } = await currentUser(services, request);
  const unavailable = UNAVAILABLE.find((name) => request.body[name] !== undefined);
  if (unavailable) {
    throw new AuthError(
      422,
      'not_available',
      `Changing the ${unavailable} is not available in the local backend`,
    );
  }
  const data = dataField(request.body, 'data');
  await services.db.transaction(async (db) => {
    await mergeData(db, user.id, 'raw_user_meta_data', data);
    if (request.body.password !== undefined)
      await changePassword({ ...services, db }, request, user, sessionId);
  });
  return publicUser((await findUserById(services.db, user.id)) ?? user);
};

const SCOPES: Record<string, LogoutScope> = { global: 'global', local: 'local', others: 'others' };

/** POST /logout: ends this session, all, or all others of the user. */
export const logout: AuthRoute = async ({ db }, request) => {
  const { userId, sessionId } = tokenIds(request);
  const wanted = request.query.get('scope') ?? (text(request.body, 'scope') || 'global');
  const scope = Object.hasOwn(SCOPES, wanted) ? SCOPES[wanted] : undefined;
  if (!scope) throw new AuthError(400, 'validation_failed', 'scope must be global, local or others');
  await endSessions(db, userId, sessionId, scope);
  return new Response(null, { status: 204 });
};
