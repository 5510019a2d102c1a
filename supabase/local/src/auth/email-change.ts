import type { AuthServices } from './context.js';
import type { AuthDb } from './database.js';
import { AuthError } from './errors.js';
import type { Linked } from './mailed-token.js';
import type { TokenRow } from './one-time-tokens.js';
import { confirmAddress, emailExists, findUserByEmail, setEmail, type UserRow } from './users.js';

/** Which of the two addresses a link of a change goes to. */
export type ChangeSide = 'current' | 'new';

/** What is answered when one of the two owners has agreed. */
export const HALF_CONFIRMED =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email';

/**
 * Notes the address a user is to have, and says which link confirms it on one side. Every new link asks both sides again.
 * Throws `email_exists` (422), or `validation_failed` (400) for the current side where only the new one is asked.
 */
export async function beginEmailChange(
  { db, settings }: AuthServices,
  user: UserRow,
  side: ChangeSide,
  address: string,
): Promise<Linked> {
  if (side === 'current' && !settings.doubleConfirmChanges) {
    const message = 'Enable secure email change to generate link for current email';
    throw new AuthError(400, 'validation_failed', message);
  }
  if (await findUserByEmail(db, address)) throw emailExists();
  // What was mailed for another address is for that address.
  await db.rows(
    "delete from one_time_tokens where user_id = $1 and token_type::text like 'email_change%' and $2",
    [user.id, user.email_change !== address],
  );
  await db.rows(
    'update users set email_change = $2, email_change_sent_at = now(), email_change_confirm_status = 0 where id = $1',
    [user.id, address],
  );
  return {
    type: 'email_change',
    purpose: side === 'new' ? 'email_change_token_new' : 'email_change_token_current',
  };
}

/** Whether a token belongs to a change of address. */
export const isEmailChange = ({ token_type: type }: TokenRow): boolean => type.startsWith('email_change');

/** Takes the word of one side. With the last one the user has the new address; false while the other is to agree. */
export async function confirmEmailChange(
  { settings }: AuthServices,
  db: AuthDb,
  userId: string,
): Promise<boolean> {
  const user = await db.one<{ email_change: string; status: number }>(
    'select email_change, email_change_confirm_status as status from users where id = $1 for update',
    [userId],
  );
  if (!user?.email_change) throw new AuthError(403, 'otp_expired', 'Token has expired or is invalid');
  if (settings.doubleConfirmChanges && user.status === 0) {
    await db.rows('update users set email_change_confirm_status = 1 where id = $1', [userId]);
    return false;
  }
  await setEmail(db, userId, user.email_change);
  await db.rows('update users set email_change_confirm_status = 0 where id = $1', [userId]);
  await confirmAddress(db, userId);
  return true;
}
