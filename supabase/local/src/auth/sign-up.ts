import crypto from 'node:crypto';
import { sendConfirmation } from './confirmation-mail.js';
import type { AuthRoute, AuthServices } from './context.js';
import { AuthError } from './errors.js';
import { email, newPassword, object, text, type Body } from './input.js';
import { findUserByEmail, findUserById, publicUser, type UserRow } from './users.js';

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

/** Creates an unconfirmed user; of two simultaneous calls one creates, both get the user. */
async function createUser(
  services: AuthServices,
  address: string,
  password: string,
  data: Body,
): Promise<UserRow> {
  const id = crypto.randomUUID();
  const metadata = { ...data, sub: id, email: address, email_verified: false, phone_verified: false };
  await services.db.rows(
    `with created as (
       insert into users (instance_id, id, email, encrypted_password, raw_app_meta_data, raw_user_meta_data)
       values ('00000000-0000-0000-0000-000000000000', $1, $2, crypt($3, gen_salt('bf', 10)),
         '{"provider": "email", "providers": ["email"]}', $4)
       on conflict do nothing returning id
     )
     insert into identities (provider, provider_id, user_id, identity_data, last_sign_in_at)
     select 'email', id::text, id, $4, now() from created`,
    [id, address, password, metadata],
  );
  const user = await findUserByEmail(services.db, address);
  if (!user) throw new Error('the new user cannot be read back');
  return user;
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
  const existing = await findUserByEmail(db, address);
  if (existing?.email_confirmed_at) {
    // Takes as long as creating one: the time must not tell either.
    await db.rows("select crypt($1, gen_salt('bf', 10))", [password]);
    return alreadyRegistered(address);
  }
  // An unconfirmed user is not changed: nobody has proven yet to be the owner of the address.
  const user = existing ?? (await createUser(services, address, password, data));
  try {
    await sendConfirmation(
      services,
      user,
      services.redirect(query.get('redirect_to') ?? text(body, 'redirect_to')),
    );
  } catch (error) {
    // Without a mail the account could never be confirmed: take it back, so that signing up can be tried again.
    const lost = error instanceof AuthError && error.status === 500 && !existing;
    if (lost) await db.rows('delete from users where id = $1', [user.id]);
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
  const user = await findUserByEmail(services.db, address);
  if (user && !user.email_confirmed_at) {
    await sendConfirmation(
      services,
      user,
      services.redirect(query.get('redirect_to') ?? text(body, 'redirect_to')),
    );
  }
  return {};
};
