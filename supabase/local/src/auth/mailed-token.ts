import { messageOf } from '../log.js';
import { renderMail, type MailKind } from '../mail/templates.js';
import type { AuthServices } from './context.js';
import { AuthError } from './errors.js';
import { createToken, type TokenPurpose } from './one-time-tokens.js';
import { beginFlow, PKCE_PREFIX, type Challenge } from './pkce.js';
import type { MailedMethod } from './sessions.js';
import type { UserRow } from './users.js';

/** What a link is for. */
export interface Linked {
  /** The `type` of the link, as hosted Auth names it. */
  type: 'signup' | 'recovery' | 'magiclink' | 'invite' | 'email_change';
  purpose: TokenPurpose;
}

/** Mails that go to a user's one address. */
export type OneAddressKind = Exclude<MailKind, 'email_change'>;

interface MailedToken extends Linked {
  /** What a session is called that PKCE exchanges for the link; null where no browser waits for it. */
  flow: MailedMethod | null;
  /** Column of auth.users that says when such a mail last went out. */
  sentAt: 'confirmation_sent_at' | 'recovery_sent_at';
  /** The answer when the mail server refuses. */
  failure: string;
}

/** Every mail with a link to a user's one address. A recovery and a magic link share one token, as on hosted: the newer one replaces the other. */
export const MAILED: Record<OneAddressKind, MailedToken> = {
  confirmation: {
    type: 'signup',
    purpose: 'confirmation_token',
    flow: 'email/signup',
    sentAt: 'confirmation_sent_at',
    failure: 'Error sending confirmation email',
  },
  recovery: {
    type: 'recovery',
    purpose: 'recovery_token',
    flow: 'recovery',
    sentAt: 'recovery_sent_at',
    failure: 'Error sending recovery email',
  },
  magic_link: {
    type: 'magiclink',
    purpose: 'recovery_token',
    flow: 'magiclink',
    sentAt: 'recovery_sent_at',
    failure: 'Error sending magic link email',
  },
  invite: {
    type: 'invite',
    purpose: 'confirmation_token',
    flow: null,
    sentAt: 'confirmation_sent_at',
    failure: 'Error sending invite email',
  },
};

/** How a session is called that PKCE exchanges for a link of this `type`, or null. */
export const flowOfType = (type: string): MailedMethod | null =>
  type === 'email_change'
    ? type
    : (Object.values(MAILED).find((mailed) => mailed.type === type)?.flow ?? null);

/** Notes that a mail goes out now. Throws `over_email_send_rate_limit` (429) when the last one was just sent. */
export async function claimTurn(
  { db, settings }: AuthServices,
  user: UserRow,
  sentAt: MailedToken['sentAt'] | 'email_change_sent_at',
): Promise<void> {
  const claimed = await db.rows(
    `update users set ${sentAt} = now(), updated_at = now() where id = $1
       and ($2::int = 0 or ${sentAt} is null or ${sentAt} <= now() - make_interval(secs => $2)) returning id`,
    [user.id, settings.maxFrequencySeconds],
  );
  if (claimed.length > 0) return;
  const wait = await db.one<{ seconds: number }>(
    `select ceil($2 - extract(epoch from now() - ${sentAt}))::int as seconds from users where id = $1`,
    [user.id, settings.maxFrequencySeconds],
  );
  const seconds = Math.max(1, wait?.seconds ?? 1);
  const message = `For security purposes, you can only request this after ${seconds} seconds.`;
  throw new AuthError(429, 'over_email_send_rate_limit', message, {}, { 'retry-after': `${seconds}` });
}

/** Makes a link and a code for a user, to be sent to `email`; the last ones for the same are void from then on. `prefix` begins the token. */
export async function createLink(
  { db, apiUrl, settings }: AuthServices,
  user: Pick<UserRow, 'id' | 'email'>,
  { type, purpose }: Linked,
  redirectTo: string,
  prefix = '',
) {
  const owner = { userId: user.id, email: user.email ?? '', purpose };
  const { token, code } = await createToken(db, owner, { prefix, digits: settings.otpLength });
  const link = new URL(`${apiUrl}/auth/v1/verify`);
  link.search = new URLSearchParams({ token, type, redirect_to: redirectTo }).toString();
  return { token, code, href: link.href };
}

/**
 * Mails a user a link and a code of one kind; the last ones of that kind are void from then on. Throws
 * `over_email_send_rate_limit` (429) when the last mail was just sent, and 500 when the mail server refuses it.
 * @param redirectTo where the link leads in the end; must have passed the redirect policy
 * @param challenge with one the link gives a code, which only the browser that asked can exchange for the session
 */
export async function mailToken(
  services: AuthServices,
  user: UserRow,
  kind: OneAddressKind,
  redirectTo: string,
  challenge: Challenge | null = null,
): Promise<void> {
  const { flow, sentAt, failure } = MAILED[kind];
  const email = user.email ?? '';
  await claimTurn(services, user, sentAt);
  const isFlow = challenge !== null && flow !== null;
  if (isFlow) await beginFlow(services.db, user.id, flow, challenge);
  const { token, code, href } = await createLink(
    services,
    user,
    MAILED[kind],
    redirectTo,
    isFlow ? PKCE_PREFIX : '',
  );
  const mail = renderMail(services.templates[kind], {
    ConfirmationURL: href,
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
    services.log(`auth: the ${kind} mail could not be sent: ${messageOf(error)}`, 'warn');
    await services.db.rows(`update users set ${sentAt} = $2 where id = $1`, [user.id, user[sentAt]]);
    throw new AuthError(500, 'unexpected_failure', failure);
  }
}
