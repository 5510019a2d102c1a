import { messageOf } from '../log.js';
import { renderMail } from '../mail/templates.js';
import type { AuthServices } from './context.js';
import type { AuthDb } from './database.js';
import { AuthError } from './errors.js';
import { claimTurn, createLink, type Linked } from './mailed-token.js';
import type { TokenRow } from './one-time-tokens.js';
import { beginFlow, PKCE_PREFIX, type Challenge } from './pkce.js';
import { confirmAddress, emailExists, findUserByEmail, setEmail, type UserRow } from './users.js';

/** Which of the two addresses a link of a change goes to. */
export type ChangeSide = 'current' | 'new';

/** Which link confirms a change on which side. */
const CHANGE_LINKS: Record<ChangeSide, Linked> = {
  new: { type: 'email_change', purpose: 'email_change_token_new' },
  current: { type: 'email_change', purpose: 'email_change_token_current' },
};

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
  if (user.email_change !== address) await forgetMails(db, user.id);
  await noteNewAddress(db, user, address);
  return CHANGE_LINKS[side];
}

/** Notes the address a user is to have, which both sides are to confirm. */
async function noteNewAddress(db: AuthDb, user: UserRow, address: string): Promise<void> {
  await db.rows(
    'update users set email_change = $2, email_change_sent_at = now(), email_change_confirm_status = 0 where id = $1',
    [user.id, address],
  );
}

const forgetMails = (db: AuthDb, userId: string) =>
  db.rows("delete from one_time_tokens where user_id = $1 and token_type::text like 'email_change%'", [
    userId,
  ]);

/** Notes the wish and makes its links: all or nothing, so that no link confirms what was wished at the same moment. */
function prepareChange(
  services: AuthServices,
  user: UserRow,
  address: string,
  redirectTo: string,
  challenge: Challenge | null,
) {
  const sides: ChangeSide[] = services.settings.doubleConfirmChanges ? ['new', 'current'] : ['new'];
  return services.db.transaction(async (db) => {
    const inside = { ...services, db };
    await claimTurn(inside, user, 'email_change_sent_at');
    await forgetMails(db, user.id);
    await noteNewAddress(db, user, address);
    if (challenge) await beginFlow(db, user.id, 'email_change', challenge);
    const prefix = challenge ? PKCE_PREFIX : '';
    const links: { to: string; link: Awaited<ReturnType<typeof createLink>> }[] = [];
    for (const side of sides) {
      const to = side === 'new' ? address : (user.email ?? '');
      const owner = { id: user.id, email: to };
      links.push({ to, link: await createLink(inside, owner, CHANGE_LINKS[side], redirectTo, prefix) });
    }
    return links;
  });
}

/**
 * Mails a user who wants another address: the new one, and the current one unless only the new is asked. Each link confirms its
 * side; nothing is changed before. Throws `over_email_send_rate_limit` (429) when such mails were just sent, and 500 when the mail
 * server refuses one, with nothing left of the wish.
 * @param redirectTo where the links lead in the end; must have passed the redirect policy
 * @param challenge with one the last link gives a code, which only the browser that asked can exchange for the session
 */
export async function mailEmailChange(
  services: AuthServices,
  user: UserRow,
  address: string,
  redirectTo: string,
  challenge: Challenge | null,
): Promise<void> {
  const links = await prepareChange(services, user, address, redirectTo, challenge);
  try {
    for (const { to, link } of links) {
      const mail = renderMail(services.templates.email_change, {
        ConfirmationURL: link.href,
        Token: link.code,
        TokenHash: link.token,
        SiteURL: services.siteUrl,
        RedirectTo: redirectTo,
        Email: user.email ?? '',
        NewEmail: address,
        SendingTo: to,
        Data: user.raw_user_meta_data ?? {},
      });
      await services.mailer.send({ to, ...mail });
    }
  } catch (error) {
    services.log(`auth: the mails of a change of address could not be sent: ${messageOf(error)}`, 'warn');
    await forgetMails(services.db, user.id);
    await services.db.rows("update users set email_change = '', email_change_sent_at = $2 where id = $1", [
      user.id,
      user.email_change_sent_at,
    ]);
    throw new AuthError(500, 'unexpected_failure', 'Error sending email change email');
  }
}

/** Whether a token belongs to a change of address. */
export const isEmailChange = ({ token_type: type }: TokenRow): boolean => type.startsWith('email_change');

/**
 * Takes the word of one side; false while the other is to agree. With the last one the user has the new address, and what was mailed
 * to the old one is void.
 */
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
  await db.rows('delete from one_time_tokens where user_id = $1', [userId]);
  await confirmAddress(db, userId);
  return true;
}
