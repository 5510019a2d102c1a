import type { AuthRoute, AuthServices, AuthRequest } from './context.js';
import { AuthError } from './errors.js';
import { email, text } from './input.js';
import {
  consumeToken,
  findCode,
  findLinkToken,
  type TokenPurpose,
  type TokenRow,
} from './one-time-tokens.js';
import { openSession } from './sessions.js';
import { findUserByEmail } from './users.js';

/** Which mailed secrets a verification type accepts, as on hosted. */
const PURPOSES: Record<string, TokenPurpose[]> = {
  signup: ['confirmation_token'],
  invite: ['confirmation_token'],
  recovery: ['recovery_token'],
  magiclink: ['recovery_token'],
  email: ['confirmation_token', 'recovery_token'],
};

function purposesOf(type: string): TokenPurpose[] {
  const purposes = Object.hasOwn(PURPOSES, type) ? PURPOSES[type] : undefined;
  if (!purposes) throw new AuthError(400, 'validation_failed', `Verify with type "${type}" is not available`);
  return purposes;
}

/** Uses the token up, confirms the address and opens a session: all or nothing. */
function confirm(services: AuthServices, token: TokenRow, client: AuthRequest['client']) {
  return services.db.transaction(async (db) => {
    await consumeToken(db, token);
    await db.rows(
      `update users set email_confirmed_at = coalesce(email_confirmed_at, now()), updated_at = now(),
         raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || '{"email_verified": true}' where id = $1`,
      [token.user_id],
    );
    await db.rows(
      `update identities set updated_at = now(), identity_data = identity_data || '{"email_verified": true}'
       where user_id = $1 and provider = 'email'`,
      [token.user_id],
    );
    return openSession({ ...services.issuer, db }, token.user_id, 'otp', client);
  });
}

/** POST /verify: a link's token hash, or e-mail and code. Confirms the address and signs in. */
export const verify: AuthRoute = async (services, { body, client }) => {
  const { db, settings } = services;
  const purposes = purposesOf(text(body, 'type'));
  services.requestLimit.hit(`verify ${client.ip}`);
  const tokenHash = text(body, 'token_hash');
  if (tokenHash) {
    return confirm(services, await findLinkToken(db, tokenHash, purposes, settings.otpExpirySeconds), client);
  }
  const code = text(body, 'token');
  if (!code) throw new AuthError(400, 'validation_failed', 'Verify requires a token or a token hash');
  const user = await findUserByEmail(db, email(body));
  if (!user) throw new AuthError(403, 'otp_expired', 'Token has expired or is invalid');
  return confirm(services, await findCode(db, user.id, code, purposes, settings.otpExpirySeconds), client);
};

/** GET /verify, opened from a mail: leads back to the application with the session, or the error, behind the #. */
export const verifyLink: AuthRoute = async (services, { query, client }) => {
  const target = services.redirect(query.get('redirect_to'));
  const type = query.get('type') ?? '';
  let fragment: URLSearchParams;
  try {
    services.requestLimit.hit(`verify ${client.ip}`);
    const purposes = purposesOf(type);
    const token = query.get('token') ?? '';
    const found = await findLinkToken(services.db, token, purposes, services.settings.otpExpirySeconds);
    const session = await confirm(services, found, client);
    fragment = new URLSearchParams({
      access_token: session.access_token,
      expires_at: String(session.expires_at),
      expires_in: String(session.expires_in),
      refresh_token: session.refresh_token,
      token_type: session.token_type,
      type,
    });
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    const description = error.code === 'otp_expired' ? 'Email link is invalid or has expired' : error.message;
    fragment = new URLSearchParams({
      error: 'access_denied',
      error_code: error.code,
      error_description: description,
    });
  }
  const location = `${target.split('#')[0] ?? target}#${fragment.toString()}`;
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } });
};
