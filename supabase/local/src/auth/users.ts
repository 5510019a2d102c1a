import type { AuthDb } from './database.js';
import { AuthError } from './errors.js';
import { factorsSql, type Factor } from './factors.js';
import { MAX_USER_DATA_BYTES, tooMuchData, type Body } from './input.js';

/** A row of auth.users, with its identities and second factors. */
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
  email_change_sent_at: Date | null;
  last_sign_in_at: Date | null;
  raw_app_meta_data: Record<string, unknown> | null;
  raw_user_meta_data: Record<string, unknown> | null;
  banned_until: Date | null;
  deleted_at: Date | null;
  created_at: Date;
  updated_at: Date;
  identities: unknown[] | null;
  factors: Factor[] | null;
}

const SELECT = `select u.*, (
    select jsonb_agg(jsonb_build_object(
      'identity_id', i.id, 'id', i.provider_id, 'user_id', i.user_id, 'identity_data', i.identity_data,
      'provider', i.provider, 'last_sign_in_at', i.last_sign_in_at, 'created_at', i.created_at,
      'updated_at', i.updated_at, 'email', i.email))
    from identities i where i.user_id = u.id
  ) as identities, ${factorsSql('u.id')} as factors from users u`;

/** A user who is there; one that was only marked as deleted is not. */
export const findUserById = (db: AuthDb, id: string) =>
  db.one<UserRow>(`${SELECT} where u.deleted_at is null and u.id = $1`, [id]);

/** A user for servers, who also see the ones that were only marked as deleted. */
export const findAnyUser = (db: AuthDb, id: string) => db.one<UserRow>(`${SELECT} where u.id = $1`, [id]);

/** A page of all users, the newest first, and how many there are. */
export async function pageOfUsers(db: AuthDb, page: number, perPage: number) {
  const users = await db.rows<UserRow>(
    `${SELECT} order by u.created_at desc, u.id limit $1 offset ($2::bigint - 1) * $1`,
    [perPage, page],
  );
  const counted = await db.one<{ count: number }>('select count(*)::int as count from users');
  return { users, count: counted?.count ?? 0 };
}

/** Looks a user up by an e-mail address that is in lower case already. */
export const findUserByEmail = (db: AuthDb, email: string) =>
  db.one<UserRow>(`${SELECT} where u.deleted_at is null and u.email = $1 and not u.is_sso_user`, [email]);

/** Whoever last asked to have this address instead of theirs. */
export const findUserByNewEmail = (db: AuthDb, email: string) =>
  db.one<UserRow>(
    `${SELECT} where u.deleted_at is null and u.email_change = $1 order by u.email_change_sent_at desc limit 1`,
    [email],
  );

/** The refusal of an address that somebody has. */
export const emailExists = (): AuthError =>
  new AuthError(422, 'email_exists', 'A user with this email address has already been registered');

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
    email_change_sent_at: present(user.email_change_sent_at),
    banned_until: present(user.banned_until),
    deleted_at: present(user.deleted_at),
    last_sign_in_at: present(user.last_sign_in_at),
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    factors: present(user.factors),
    identities: user.identities ?? [],
    created_at: user.created_at,
    updated_at: user.updated_at,
    is_anonymous: false,
  };
}

/** Whether somebody may not sign in for now. */
export const isBanned = ({ banned_until: until }: UserRow): boolean => until !== null && until > new Date();

/** Gives a user another address, proven or not as the last one was. Throws `email_exists` (422) where somebody has it. */
export async function setEmail(db: AuthDb, userId: string, address: string): Promise<void> {
  const taken = await findUserByEmail(db, address);
  if (taken && taken.id !== userId) throw emailExists();
  await db
    .rows("update users set email = $2, email_change = '', updated_at = now() where id = $1", [
      userId,
      address,
    ])
    .catch((error: unknown) => {
      throw (error as { code?: unknown }).code === '23505' ? emailExists() : error;
    });
  await db.rows(
    `update identities set updated_at = now(), identity_data = identity_data
       || jsonb_build_object('email', $2::text, 'email_verified', false)
     where user_id = $1 and provider = 'email'`,
    [userId, address],
  );
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

/**
 * Merges data into what is known about a user; null removes an entry. What is too large already may become smaller. Throws
 * `validation_failed` (400) above 16 kB.
 */
export async function mergeData(
  db: AuthDb,
  userId: string,
  column: 'raw_user_meta_data' | 'raw_app_meta_data',
  data: Body,
): Promise<void> {
  const merged = `(coalesce(${column}, '{}') || $2::jsonb) - $3::text[]`;
  const removed = Object.keys(data).filter((name) => data[name] === null);
  const changed = await db.rows(
    `update users set ${column} = ${merged}, updated_at = now()
     where id = $1 and octet_length((${merged})::text) <= greatest($4::int, octet_length(${column}::text)) returning id`,
    [userId, data, removed, MAX_USER_DATA_BYTES],
  );
  if (changed.length === 0) throw tooMuchData();
}
