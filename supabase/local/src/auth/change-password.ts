import type { AuthRequest, AuthServices } from './context.js';
import { AuthError } from './errors.js';
import { newPassword, text } from './input.js';
import { endSessions } from './sessions.js';
import type { UserRow } from './users.js';

/** Sessions opened by a mailed link or code: its owner has just proven to own the address. */
const BY_MAIL = ['otp', 'magiclink', 'recovery', 'email/signup'];

interface Facts {
  has_password: boolean;
  same: boolean;
  current_matches: boolean;
  by_mail: boolean;
}

/**
 * Sets a new password, then ends the user's other sessions and voids what was mailed before, in one transaction.
 * Where a password exists, the current one is asked for (`current_password`), unless the session was opened by a mail.
 * Throws `weak_password`, `same_password` (422), `current_password_required` or `current_password_invalid` (400).
 */
export async function changePassword(
  services: AuthServices,
  { body, client }: AuthRequest,
  user: UserRow,
  sessionId: string,
): Promise<void> {
  const { db, settings, signInLimit } = services;
  const password = newPassword(body, settings);
  const current = text(body, 'current_password');
  const facts = await db.one<Facts>(
    `select coalesce(u.encrypted_password, '') <> '' as has_password,
       coalesce(crypt($2, nullif(u.encrypted_password, '')) = u.encrypted_password, false) as same,
       coalesce(crypt($3, nullif(u.encrypted_password, '')) = u.encrypted_password, false) as current_matches,
       exists (select 1 from mfa_amr_claims a where a.session_id = $4 and a.authentication_method = any($5)) as by_mail
     from users u where u.id = $1`,
    [user.id, password, current, sessionId, BY_MAIL],
  );
  if (facts?.has_password && settings.requireCurrentPassword && !facts.by_mail) {
    if (!current) {
      const message = 'Current password required when setting new password.';
      throw new AuthError(400, 'current_password_required', message);
    }
    // A stolen session must not be a way to try passwords.
    const takeBack = signInLimit.hit(`${client.ip} ${user.email ?? ''}`);
    if (!facts.current_matches) {
      throw new AuthError(400, 'current_password_invalid', 'The current password is not correct.');
    }
    takeBack();
  }
  if (facts?.same) {
    const message = 'New password should be different from the old password.';
    throw new AuthError(422, 'same_password', message);
  }
  await db.transaction(async (inside) => {
    await inside.rows(
      "update users set encrypted_password = crypt($2, gen_salt('bf', 10)), updated_at = now() where id = $1",
      [user.id, password],
    );
    await inside.rows('delete from one_time_tokens where user_id = $1', [user.id]);
    await endSessions(inside, user.id, sessionId, 'others');
  });
}
