import crypto from 'node:crypto';
import type { AuthServices } from './context.js';
import type { Body } from './input.js';
import { findUserByEmail, type UserRow } from './users.js';

/**
 * Creates an unconfirmed user; of two simultaneous calls one creates, both get the user.
 * @param password null for somebody who will set one later: until then no password signs in
 */
export async function createUser(
  services: AuthServices,
  address: string,
  password: string | null,
  data: Body,
): Promise<UserRow> {
  const id = crypto.randomUUID();
  const metadata = { ...data, sub: id, email: address, email_verified: false, phone_verified: false };
  await services.db.rows(
    `with created as (
       insert into users (instance_id, id, email, encrypted_password, raw_app_meta_data, raw_user_meta_data)
       values ('00000000-0000-0000-0000-000000000000', $1, $2, coalesce(crypt($3::text, gen_salt('bf', 10)), ''),
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

/** Takes a user back to whom no mail could be sent: the account could never be confirmed. */
export async function takeBack(services: AuthServices, user: UserRow): Promise<void> {
  await services.db.rows('delete from users where id = $1', [user.id]);
}
