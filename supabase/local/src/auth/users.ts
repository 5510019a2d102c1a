import type { AuthDb } from './database.js';

/** A row of auth.users, with its identities. */
export interface UserRow {
  id: string;
  aud: string | null;
  role: string | null;
  email: string | null;
  encrypted_password: string | null;
  email_confirmed_at: Date | null;
  invited_at: Date | null;
  confirmation_sent_at: Date | null;
  recovery_sent_at: Date | null;
  email_change: string | null;
  last_sign_in_at: Date | null;
  raw_app_meta_data: Record<string, unknown> | null;
  raw_user_meta_data: Record<string, unknown> | null;
  banned_until: Date | null;
  created_at: Date;
  updated_at: Date;
  identities: unknown[] | null;
}

const SELECT = `select u.*, (
    select jsonb_agg(jsonb_build_object(
      'identity_id', i.id, 'id', i.provider_id, 'user_id', i.user_id, 'identity_data', i.identity_data,
      'provider', i.provider, 'last_sign_in_at', i.last_sign_in_at, 'created_at', i.created_at,
      'updated_at', i.updated_at, 'email', i.email))
    from identities i where i.user_id = u.id
  ) as identities from users u where u.deleted_at is null`;

export const findUserById = (db: AuthDb, id: string) => db.one<UserRow>(`${SELECT} and u.id = $1`, [id]);

/** Looks a user up by an e-mail address that is in lower case already. */
export const findUserByEmail = (db: AuthDb, email: string) =>
  db.one<UserRow>(`${SELECT} and u.email = $1 and not u.is_sso_user`, [email]);

const present = <T>(value: T | null) => value ?? undefined;

/** The user as the API shows it. */
export function publicUser(user: UserRow): Record<string, unknown> {
  return {
    id: user.id,
    aud: user.aud ?? 'authenticated',
    role: user.role ?? 'authenticated',
    email: user.email ?? '',
    phone: '',
    email_confirmed_at: present(user.email_confirmed_at),
    confirmed_at: present(user.email_confirmed_at),
    confirmation_sent_at: present(user.confirmation_sent_at),
    recovery_sent_at: present(user.recovery_sent_at),
    invited_at: present(user.invited_at),
    new_email: user.email_change || undefined,
    last_sign_in_at: present(user.last_sign_in_at),
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    identities: user.identities ?? [],
    created_at: user.created_at,
    updated_at: user.updated_at,
    is_anonymous: false,
  };
}

/** Marks an address as proven by its owner; the first time counts. */
export async function confirmAddress(db: AuthDb, userId: string): Promise<void> {
  await db.rows(
    `update users set email_confirmed_at = coalesce(email_confirmed_at, now()), updated_at = now(),
       raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || '{"email_verified": true}' where id = $1`,
    [userId],
  );
  await db.rows(
    `update identities set updated_at = now(), identity_data = identity_data || '{"email_verified": true}'
     where user_id = $1 and provider = 'email'`,
    [userId],
  );
}
