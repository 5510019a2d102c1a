import type { AuthRoute, AuthServices, AuthRequest } from './context.js';
import { confirmEmailChange, HALF_CONFIRMED, isEmailChange } from './email-change.js';
import { AuthError } from './errors.js';
import { email, text } from './input.js';
import {
  consumeToken,
  findCode,
  findLinkToken,
  type TokenPurpose,
  type TokenRow,
} from './one-time-tokens.js';
import { refusePhoneCode } from './not-here.js';
import { openSession } from './sessions.js';
import { confirmAddress, findUserByEmail } from './users.js';

/** Which mailed secrets a verification type accepts, as on hosted. */
const PURPOSES: Record<string, TokenPurpose[]> = {
  signup: ['confirmation_token'],
  invite: ['confirmation_token'],
  recovery: ['recovery_token'],
  magiclink: ['recovery_token'],
  email: ['confirmation_token', 'recovery_token'],
  email_change: ['email_change_token_new', 'email_change_token_current'],
};

/** The purposes of a verification type. Throws `validation_failed` (400). */
export function purposesOf(type: string): TokenPurpose[] {
  const purposes = Object.hasOwn(PURPOSES, type) ? PURPOSES[type] : undefined;
  if (!purposes) throw new AuthError(400, 'validation_failed', `Verify with type "${type}" is not available`);
  return purposes;
}

/** Uses the token up, confirms the address and opens a session: all or nothing. Null where another address still has to agree. */
export function confirm(services: AuthServices, token: TokenRow, client: AuthRequest['client']) {
  return services.db.transaction(async (db) => {
    await consumeToken(db, token);
    if (!isEmailChange(token)) await confirmAddress(db, token.user_id);
    else if (!(await confirmEmailChange(services, db, token.user_id))) return null;
    return openSession({ ...services.issuer, db }, token.user_id, 'otp', client);
  });
}

const halfConfirmed = { msg: HALF_CONFIRMED, code: '200' };

/** POST /verify: a link's token hash, or e-mail and code. Confirms the address and signs in. */
export const verify: AuthRoute = async (services, { body, client }) => {
  const { db, settings } = services;
  const type = text(body, 'type');
  if (type === 'sms' || type === 'phone_change') refusePhoneCode(body);
  const purposes = purposesOf(type);
  services.requestLimit.hit(`verify ${client.ip}`);
  const tokenHash = text(body, 'token_hash');
  if (tokenHash) {
    const found = await findLinkToken(db, tokenHash, purposes, settings.otpExpirySeconds);
    return (await confirm(services, found, client)) ?? halfConfirmed;
  }
  const code = text(body, 'token');
  if (!code) throw new AuthError(400, 'validation_failed', 'Verify requires a token or a token hash');
  const user = await findUserByEmail(db, email(body));
  if (!user) throw new AuthError(403, 'otp_expired', 'Token has expired or is invalid');
  const found = await findCode(db, user.id, code, purposes, settings.otpExpirySeconds);
  return (await confirm(services, found, client)) ?? halfConfirmed;
};
