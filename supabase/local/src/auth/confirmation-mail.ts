import { messageOf } from '../log.js';
import { renderMail } from '../mail/templates.js';
import type { AuthServices } from './context.js';
import { AuthError } from './errors.js';
import { createToken } from './one-time-tokens.js';
import type { UserRow } from './users.js';

/**
 * Sends the confirmation mail of an unconfirmed user. Throws `over_email_send_rate_limit` (429) when the last one
 * was just sent, and 500 when the mail server refuses it.
 */
export async function sendConfirmation(
  services: AuthServices,
  user: UserRow,
  redirectTo: string,
): Promise<void> {
  const { db, settings } = services;
  const email = user.email ?? '';
  const claimed = await db.rows(
    `update users set confirmation_sent_at = now(), updated_at = now() where id = $1
       and ($2::int = 0 or confirmation_sent_at is null or confirmation_sent_at <= now() - make_interval(secs => $2)) returning id`,
    [user.id, settings.maxFrequencySeconds],
  );
  if (claimed.length === 0) {
    const wait = await db.one<{ seconds: number }>(
      'select ceil($2 - extract(epoch from now() - confirmation_sent_at))::int as seconds from users where id = $1',
      [user.id, settings.maxFrequencySeconds],
    );
    const seconds = Math.max(1, wait?.seconds ?? 1);
    const message = `For security purposes, you can only request this after ${seconds} seconds.`;
    throw new AuthError(429, 'over_email_send_rate_limit', message, {}, { 'retry-after': `${seconds}` });
  }
  const { token, code } = await createToken(db, user.id, email, 'confirmation_token');
  const link = new URL(`${services.apiUrl}/auth/v1/verify`);
  link.search = new URLSearchParams({ token, type: 'signup', redirect_to: redirectTo }).toString();
  const mail = renderMail(services.templates.confirmation, {
    ConfirmationURL: link.href,
    Token: code,
    TokenHash: token,
    SiteURL: services.siteUrl,
    RedirectTo: redirectTo,
    Email: email,
    Data: user.raw_user_meta_data ?? {},
  });
  try {
    await services.mailer.send({ to: email, ...mail });
  } catch (error) {
    services.log(`auth: the confirmation mail could not be sent: ${messageOf(error)}`, 'warn');
    await db.rows('update users set confirmation_sent_at = $2 where id = $1', [
      user.id,
      user.confirmation_sent_at,
    ]);
    throw new AuthError(500, 'unexpected_failure', 'Error sending confirmation email');
  }
}
