import crypto from 'node:crypto';
import type { AuthRequest, AuthRoute, AuthServices } from './context.js';
import { mailEmailChange } from './email-change.js';
import { AuthError } from './errors.js';
import { dataField, email, newPassword, text } from './input.js';
import { mailToken } from './mailed-token.js';
import { beginAnew, createUser, takeBack } from './new-user.js';
import { refuseAnonymous, refusePhone } from './not-here.js';
import { challengeOf, type Challenge } from './pkce.js';
import { openSession } from './sessions.js';
import { confirmAddress, findUserByEmail, findUserById, publicUser, type UserRow } from './users.js';

/** Same answer as for a new user, but for the empty identities, which tell the app; nothing is created or sent. */
function alreadyRegistered(address: string): Record<string, unknown> {
  const now = new Date();
  const app = { provider: 'email', providers: ['email'] };
  return {
    id: crypto.randomUUID(),
    aud: 'authenticated',
    role: '',
    email: address,
    phone: '',
    confirmation_sent_at: now,
    app_metadata: app,
    user_metadata: {},
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  };
}

/** Mails the confirmation of a sign-up; takes a new account back that cannot be mailed to. */
async function mailConfirmation(
  services: AuthServices,
  { user, created }: { user: UserRow; created: boolean },
  redirectTo: string,
  challenge: Challenge | null,
): Promise<void> {
  try {
    await mailToken(services, user, 'confirmation', redirectTo, challenge);
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    // Somebody else's mail has just left: whoever signs up a new address would not be told to wait.
    if (error.status === 429 && !created) return;
    if (error.status === 500 && created) await takeBack(services, user);
    throw error;
  }
}

/**
 * POST /signup: creates the user and mails the confirmation, or, where no confirmation is asked for, signs in. Who registered before and
 * confirmed gets no trace; an unconfirmed account begins anew, and is answered like a new one.
 */
export const signUp: AuthRoute = async (services, { body, query, client }) => {
  const { db, settings } = services;
  if (settings.disableSignup)
    throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance');
  refuseAnonymous(body);
  if (!body.password) throw new AuthError(400, 'validation_failed', 'Signup requires a valid password');
  refusePhone(body, 400, 'Phone signups are disabled');
  const address = email(body);
  const password = newPassword(body, settings);
  const data = dataField(body, 'data');
  const challenge = challengeOf(body);
  services.requestLimit.hit(`signup ${client.ip}`);
  const redirectTo = services.redirect(query.get('redirect_to') ?? text(body, 'redirect_to'));
  const existing = await findUserByEmail(db, address);
  if (existing && settings.autoconfirm) {
    throw new AuthError(422, 'user_already_exists', 'User already registered');
  }
  if (existing?.email_confirmed_at) {
    // Takes as long as creating one: the time must not tell either.
    await db.rows("select crypt($1, gen_salt('bf', 10))", [password]);
    return alreadyRegistered(address);
  }
  const account = existing
    ? { user: existing, created: false }
    : await createUser(services, address, password, data);
  if (settings.autoconfirm) return signInUnconfirmed(services, account, client);
  if (!account.created) await beginAnew(services, account.user, address, password, data);
  await mailConfirmation(services, account, redirectTo, challenge);
  const user = (await findUserById(db, account.user.id)) ?? account.user;
  // Nothing of what was before: a new account has had this one mail.
  return publicUser({ ...user, confirmation_sent_at: new Date(), recovery_sent_at: null, invited_at: null });
};

/** Where no confirmation is asked for: confirms a new account and signs it in. Of two simultaneous sign-ups one is refused. */
function signInUnconfirmed(
  services: AuthServices,
  { user, created }: { user: UserRow; created: boolean },
  client: AuthRequest['client'],
) {
  if (!created) throw new AuthError(422, 'user_already_exists', 'User already registered');
  return services.db.transaction(async (db) => {
    await confirmAddress(db, user.id);
    return openSession({ ...services.issuer, db }, user.id, 'password', client);
  });
}

/** POST /resend: mails a confirmation again, of an address or of a change of it. Where there is nothing to confirm the answer is the same, and empty. */
export const resend: AuthRoute = async (services, { body, query, client }) => {
  refusePhone(body, 400, 'Phone logins are disabled');
  const type = text(body, 'type');
  if (type !== 'signup' && type !== 'email_change') {
    throw new AuthError(
      400,
      'validation_failed',
      'Only the types "signup" and "email_change" can be sent again',
    );
  }
  const address = email(body);
  const challenge = challengeOf(body);
  services.requestLimit.hit(`mail ${client.ip}`);
  const redirectTo = services.redirect(query.get('redirect_to') ?? text(body, 'redirect_to'));
  const user = await findUserByEmail(services.db, address);
  if (type === 'email_change') {
    if (user?.email_change) {
      await mailEmailChange(services, user, user.email_change, redirectTo, challenge);
    }
  } else if (user && !user.email_confirmed_at) {
    await mailToken(services, user, 'confirmation', redirectTo, challenge);
  }
  return {};
};
