import crypto from 'node:crypto';
import type { AuthDb } from './database.js';
import { AuthError } from './errors.js';
import type { AuthSettings } from './settings.js';
import { hash, newRefreshToken, nowSeconds, signToken } from './tokens.js';
import { findUserById, isBanned, publicUser } from './users.js';

/** What issuing tokens needs to know. */
export interface Issuer {
  db: AuthDb;
  issuer: string;
  jwtSecret: string;
  settings: AuthSettings;
}

/** How a session came about, for the `amr` claim: as hosted, a mailed link or code is `otp`, and what PKCE exchanges says which mail it was. */
export type SignInMethod = 'password' | 'otp' | MailedMethod;

/** Which mail began a PKCE flow. */
export type MailedMethod = 'email/signup' | 'recovery' | 'magiclink' | 'email_change';

async function issue(issuer: Issuer, userId: string, sessionId: string, parent: string | null) {
  const { db, settings } = issuer;
  const user = await findUserById(db, userId);
  if (!user) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
  if (isBanned(user)) throw new AuthError(400, 'user_banned', 'User is banned');
  const refreshToken = newRefreshToken();
  await db.rows(
    'insert into refresh_tokens (token, user_id, session_id, parent, revoked) values ($1, $2, $3, $4, false)',
    [hash(refreshToken), userId, sessionId, parent],
  );
  const amr = await db.rows<{ method: string; timestamp: number }>(
    `select authentication_method as method, floor(extract(epoch from updated_at))::int as timestamp
     from mfa_amr_claims where session_id = $1 order by updated_at desc`,
    [sessionId],
  );
  const shown = publicUser(user);
  const iat = nowSeconds();
  const exp = iat + settings.jwtExpirySeconds;
  const claims = {
    iss: issuer.issuer,
    sub: user.id,
    aud: 'authenticated',
    exp,
    iat,
    email: user.email ?? '',
    phone: '',
    app_metadata: shown.app_metadata,
    user_metadata: shown.user_metadata,
    role: user.role ?? 'authenticated',
    aal: amr.some(({ method }) => method === 'totp') ? 'aal2' : 'aal1',
    amr,
    session_id: sessionId,
    is_anonymous: false,
  };
  return {
    access_token: signToken(claims, issuer.jwtSecret),
    token_type: 'bearer',
    expires_in: settings.jwtExpirySeconds,
    expires_at: exp,
    refresh_token: refreshToken,
    user: shown,
  };
}

/** What is known of the device that asks. */
export interface Client {
  userAgent: string | null;
  ip: string;
}

/** Tokens and user, as the token endpoint answers them. */
export type SessionAnswer = Awaited<ReturnType<typeof issue>>;

/** Notes by what the owner of a session has shown who they are; the last time counts. */
const noteMethod = (db: AuthDb, sessionId: string, method: SignInMethod | 'totp') =>
  db.rows(
    `insert into mfa_amr_claims (id, session_id, authentication_method, created_at, updated_at)
     values (gen_random_uuid(), $1, $2, now(), now())
     on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at`,
    [sessionId, method],
  );

/** Opens a session for a user whose identity is proven. */
export function openSession(
  issuer: Issuer,
  userId: string,
  method: SignInMethod,
  client: Client,
): Promise<SessionAnswer> {
  return issuer.db.transaction(async (db) => {
    const sessionId = crypto.randomUUID();
    await db.rows("insert into sessions (id, user_id, aal, user_agent, ip) values ($1, $2, 'aal1', $3, $4)", [
      sessionId,
      userId,
      client.userAgent,
      client.ip,
    ]);
    await noteMethod(db, sessionId, method);
    await db.rows('update users set last_sign_in_at = now(), updated_at = now() where id = $1', [userId]);
    await db.rows('update identities set last_sign_in_at = now() where user_id = $1', [userId]);
    return issue({ ...issuer, db }, userId, sessionId, null);
  });
}

/**
 * Raises a session to `aal2` by a factor whose code was right, and ends the user's sessions that have none. Call it in a transaction.
 * Throws `session_not_found` (403).
 */
export async function raiseSession(
  issuer: Issuer,
  userId: string,
  sessionId: string,
  factorId: string,
): Promise<SessionAnswer> {
  const { db } = issuer;
  // Long used: a token from before the code, which others may have, must not bring what the code brought, at no time.
  await db.rows("update refresh_tokens set revoked = true, updated_at = 'epoch' where session_id = $1", [
    sessionId,
  ]);
  const raised = await db.rows(
    "update sessions set aal = 'aal2', factor_id = $3, updated_at = now() where id = $1 and user_id = $2 returning id",
    [sessionId, userId, factorId],
  );
  if (raised.length === 0) throw sessionNotFound();
  await noteMethod(db, sessionId, 'totp');
  await db.rows("delete from sessions where user_id = $1 and aal < 'aal2'", [userId]);
  return issue(issuer, userId, sessionId, null);
}

/** The refusal of a token whose session has ended. */
export const sessionNotFound = (): AuthError =>
  new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');

interface RefreshRow {
  id: string;
  token: string;
  user_id: string;
  session_id: string;
  revoked: boolean;
  used_seconds_ago: number;
  expired: boolean;
}

/**
 * Exchanges a refresh token for new tokens. Each is good once; within the reuse interval it may come again (two
 * tabs, a lost answer). Later reuse means it was stolen: the whole session ends.
 */
export async function refreshSession(issuer: Issuer, token: string, client: Client): Promise<SessionAnswer> {
  const answer = await issuer.db.transaction(async (db) => {
    const row = await db.one<RefreshRow>(
      `select t.id, t.token, t.user_id, t.session_id, t.revoked,
         extract(epoch from now() - t.updated_at)::float as used_seconds_ago,
         coalesce(s.not_after < now(), false) as expired
       from refresh_tokens t join sessions s on s.id = t.session_id
       where t.token = $1 for update of t, s`,
      [hash(token)],
    );
    if (!row) {
      throw new AuthError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found');
    }
    if (row.expired) throw new AuthError(400, 'session_expired', 'Invalid Refresh Token: Session Expired');
    if (row.revoked && row.used_seconds_ago > issuer.settings.reuseIntervalSeconds) {
      await db.rows('delete from sessions where id = $1', [row.session_id]);
      return null;
    }
    if (!row.revoked) {
      await db.rows('update refresh_tokens set revoked = true, updated_at = now() where id = $1', [row.id]);
    }
    await db.rows(
      `update sessions set refreshed_at = now() at time zone 'utc', updated_at = now(), user_agent = $2, ip = $3
       where id = $1`,
      [row.session_id, client.userAgent, client.ip],
    );
    return issue({ ...issuer, db }, row.user_id, row.session_id, row.token);
  });
  // Outside the transaction: the end of the session must be kept.
  if (!answer) throw new AuthError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used');
  return answer;
}

/** Which sessions a logout ends. */
export type LogoutScope = 'global' | 'local' | 'others';

/** Ends sessions of a user. Tokens of an ended session are refused from then on. */
export async function endSessions(
  db: AuthDb,
  userId: string,
  sessionId: string,
  scope: LogoutScope,
): Promise<void> {
  if (scope === 'global') return endAllSessions(db, userId);
  const filter = { local: 'id = $2', others: 'id <> $2' }[scope];
  await db.rows(`delete from sessions where user_id = $1 and ${filter}`, [userId, sessionId]);
}

/** Ends every session of a user. */
export async function endAllSessions(db: AuthDb, userId: string): Promise<void> {
  await db.rows('delete from sessions where user_id = $1', [userId]);
}
