import crypto from 'node:crypto';
import type { AuthServices } from './context.js';
import type { AuthDb } from './database.js';
import type { Body } from './input.js';
import { findUserByEmail, type UserRow } from './users.js';

const metadataOf = (id: string, address: string, data: Body) => ({
  ...data,
  sub: id,
  email: address,
  email_verified: false,
  phone_verified: false,
});

/** Somebody who is to be written down. */
export interface NewUser {
  id: string;
  email: string;
  /** Null for somebody who will set one later: until then no password signs in. */
  password: string | null;
  /** What is known about them, as it is stored. */
  userData: Body;
  role?: string | undefined;
}

/** Writes an unconfirmed user down; false where id or address is taken. */
export async function insertUser(db: AuthDb, user: NewUser): Promise<boolean> {
  const { id, email, password, userData, role } = user;
  const rows = await db.rows(
    `with created as (
       insert into users (instance_id, id, email, encrypted_password, raw_app_meta_data, raw_user_meta_data, role)
       values ('00000000-0000-0000-0000-000000000000', $1, $2, coalesce(crypt($3::text, gen_salt('bf', 10)), ''),
         '{"provider": "email", "providers": ["email"]}', $4, coalesce($6, 'authenticated'))
       on conflict do nothing returning id
     )
     insert into identities (provider, provider_id, user_id, identity_data, last_sign_in_at)
     select 'email', id::text, id, $5, now() from created returning user_id`,
    [id, email, password, userData, metadataOf(id, email, userData), role ?? null],
  );
  return rows.length > 0;
}

/**
 * Creates an unconfirmed user; of two simultaneous calls one creates, both get the user.
 * @param password null for somebody who will set one later: until then no password signs in
 * @returns the user, and whether this call created it
 */
export async function createUser(
  services: AuthServices,
  address: string,
  password: string | null,
  data: Body,
): Promise<{ user: UserRow; created: boolean }> {
  const id = crypto.randomUUID();
  const userData = metadataOf(id, address, data);
  const created = await insertUser(services.db, { id, email: address, password, userData });
  const user = await findUserByEmail(services.db, address);
  if (!user) throw new Error('the new user cannot be read back');
  return { user, created };
}

/**
 * Lets an unconfirmed account begin anew for whoever signs it up now. Nobody has proven to own the address, so nobody's word counts more:
 * the data is the last one's, and a password stays only where both chose the same. After others only the mail lets its owner in.
 */
export async function beginAnew(
  { db }: AuthServices,
  { id }: UserRow,
  address: string,
  password: string,
  data: Body,
): Promise<void> {
  const metadata = metadataOf(id, address, data);
  await db.transaction(async (inside) => {
    const changed = await inside.rows(
      `update users set created_at = now(), updated_at = now(), raw_user_meta_data = $3, encrypted_password =
         case when crypt($2, nullif(encrypted_password, '')) = encrypted_password then encrypted_password else '' end
       where id = $1 and email_confirmed_at is null returning id`,
      [id, password, metadata],
    );
    if (changed.length === 0) return;
    await inside.rows(
      `update identities set identity_data = $2, created_at = now(), updated_at = now(), last_sign_in_at = now()
       where user_id = $1 and provider = 'email'`,
      [id, metadata],
    );
  });
}

/** Takes a user back to whom no mail could be sent: the account could never be confirmed. */
export async function takeBack(services: AuthServices, user: UserRow): Promise<void> {
  await services.db.rows('delete from users where id = $1', [user.id]);
}
