import { refuseBadToken } from './caller.js';
import type { AuthRequest, AuthRoute, AuthServices } from './context.js';
import { AuthError } from './errors.js';
import { text, UUID } from './input.js';
import { endSessions, sessionNotFound, type LogoutScope } from './sessions.js';
import { findUserById, isBanned, publicUser, type UserRow } from './users.js';

interface Current {
  user: UserRow;
  sessionId: string;
  /** Whether a second factor has raised the session to `aal2`. */
  isRaised: boolean;
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
  const session = await db.one<{ aal: string | null }>(
    'select aal from sessions where id = $1 and user_id = $2',
    [sessionId, userId],
  );
  if (!session) throw sessionNotFound();
  const user = await findUserById(db, userId);
  if (!user) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
  if (isBanned(user)) throw new AuthError(403, 'user_banned', 'User is banned');
  return { user, sessionId, isRaised: session.aal === 'aal2' };
}

/** GET /user */
export const getUser: AuthRoute = async (services, request) =>
  publicUser((await currentUser(services, request)).user);

const SCOPES: Record<string, LogoutScope> = { global: 'global', local: 'local', others: 'others' };

/** POST /logout: ends this session, all, or all others of the user. */
export const logout: AuthRoute = async (services, request) => {
  const { user, sessionId } = await currentUser(services, request);
  const wanted = request.query.get('scope') ?? (text(request.body, 'scope') || 'global');
  const scope = Object.hasOwn(SCOPES, wanted) ? SCOPES[wanted] : undefined;
  if (!scope) throw new AuthError(400, 'validation_failed', 'scope must be global, local or others');
  await endSessions(services.db, user.id, sessionId, scope);
  return new Response(null, { status: 204 });
};
