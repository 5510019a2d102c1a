import crypto from 'node:crypto';
import type { AuthRoute } from './context.js';
import { AuthError } from './errors.js';
import { email, newPassword, object, text } from './input.js';
import { mailToken } from './mailed-token.js';
import { createUser, takeBack } from './new-user.js';
import { findUserByEmail, findUserById, publicUser } from './users.js';

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

/** POST /signup: creates the user and mails the confirmation. Who registered before and confirmed gets no trace. */
export const signUp: AuthRoute = async (services, { body, query, client }) => {
  const { db, settings } = services;
  if (settings.disableSignup)
    throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance');
  if (!body.password) throw new AuthError(400, 'validation_failed', 'Signup requires a valid password');
  const address = email(body);
  const password = newPassword(body, settings);
  const data = object(body, 'data') ?? {};
  services.requestLimit.hit(`signup ${client.ip}`);
  const redirectTo = services.redirect(query.get('redirect_to') ?? text(body, 'redirect_to'));
  const existing = await findUserByEmail(db, address);
  if (existing?.email_confirmed_at) {
    // Takes as long as creating one: the time must not tell either.
    await db.rows("select crypt($1, gen_salt('bf', 10))", [password]);
    return alreadyRegistered(address);
  }
  // An unconfirmed user is not changed: nobody has proven yet to be the owner of the address.
  const user = existing ?? (await createUser(services, address, password, data));
  try {
    await mailToken(services, user, 'confirmation', redirectTo);
  } catch (error) {
    if (error instanceof AuthError && error.status === 500 && !existing) await takeBack(services, user);
    throw error;
  }
  return publicUser((await findUserById(db, user.id)) ?? user);
};

/** POST /resend: mails the confirmation again. Unknown and confirmed addresses get the same empty answer. */
export const resend: AuthRoute = async (services, { body, query, client }) => {
  if (text(body, 'type') !== 'signup') {
    throw new AuthError(400, 'validation_failed', 'Only the type "signup" can be sent again');
  }
  const address = email(body);
  services.requestLimit.hit(`mail ${client.ip}`);
  const redirectTo = services.redirect(query.get('redirect_to') ?? text(body, 'redirect_to'));
  const user = await findUserByEmail(services.db, address);
  if (user && !user.email_confirmed_at) {
    await mailToken(services, user, 'confirmation', redirectTo);
  }
  return {};
};
