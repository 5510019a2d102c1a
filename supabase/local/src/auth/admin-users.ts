import crypto from 'node:crypto';
import { json } from '../gateway/respond.js';
import { banSeconds } from './ban.js';
import type { AuthRequest, AuthRoute, AuthServices } from './context.js';
import type { AuthDb } from './database.js';
import { AuthError } from './errors.js';
import { dataField, email, flag, invalid, newPassword, refuseLongPassword, text, UUID } from './input.js';
import { insertUser } from './new-user.js';
import { refusePhoneOf } from './not-here.js';
import { endAllSessions } from './sessions.js';
import {
  confirmAddress,
  emailExists,
  findAnyUser,
  findUserByEmail,
  mergeData,
  pageOfUsers,
  publicUser,
  setEmail,
  type UserRow,
} from './users.js';

const DEFAULT_PER_PAGE = 50;
const MAX_PER_PAGE = 1000;

function wholeNumber(query: URLSearchParams, name: string, missing: number): number {
  const value = query.get(name) || String(missing);
  if (!/^\d{1,9}$/.test(value)) {
    const reason = `strconv.ParseUint: parsing ${JSON.stringify(value)}: invalid syntax`;
    throw invalid(`Bad Pagination Parameters: ${reason}`);
  }
  return Math.max(1, Number(value));
}

/** GET /admin/users: a page of them; how many there are, and where the next and the last page is, in the headers. */
export const listUsers: AuthRoute = async ({ db }, { query }) => {
  const page = wholeNumber(query, 'page', 1);
  const perPage = Math.min(wholeNumber(query, 'per_page', DEFAULT_PER_PAGE), MAX_PER_PAGE);
  const { users, count } = await pageOfUsers(db, page, perPage);
  const last = Math.ceil(count / perPage);
  const link = (to: number, rel: string) => `</admin/users?page=${to}&per_page=${perPage}>; rel="${rel}"`;
  return json(
    200,
    { users: users.map(publicUser), aud: 'authenticated' },
    {
      link: [...(last > page ? [link(page + 1, 'next')] : []), link(last, 'last')].join(', '),
      'x-total-count': String(count),
    },
  );
};

/** The user an address names. Throws `validation_failed` or `user_not_found` (404). */
export async function named({ db }: AuthServices, { id }: AuthRequest): Promise<UserRow> {
  if (!UUID.test(id)) throw new AuthError(404, 'validation_failed', 'user_id must be an UUID');
  const user = await findAnyUser(db, id);
  if (!user) throw new AuthError(404, 'user_not_found', 'User not found');
  return user;
}

/** GET /admin/users/:id */
export const getUserById: AuthRoute = async (services, request) => publicUser(await named(services, request));

/** Refuses what an account here cannot have. */
function refuseUnavailable({ body }: AuthRequest): void {
  refusePhoneOf(body);
  if (text(body, 'password_hash')) throw invalid('A password hash is not available in the local backend');
}

/** Writes what both creating and changing may say beside address and password. */
async function applyAttributes(db: AuthDb, id: string, { body }: AuthRequest): Promise<void> {
  await mergeData(db, id, 'raw_app_meta_data', dataField(body, 'app_metadata'));
  if (flag(body, 'email_confirm', false)) await confirmAddress(db, id);
  const ban = text(body, 'ban_duration');
  if (!ban) return;
  await db.rows(
    `update users set updated_at = now(), banned_until = case when $2::float8 > 0 then now() + make_interval(secs => $2) end
     where id = $1`,
    [id, banSeconds(ban)],
  );
}

/** POST /admin/users: creates a user without a mail; confirmed only where the caller says so. */
export const createUserByAdmin: AuthRoute = async (services, request) => {
  const { body } = request;
  refuseUnavailable(request);
  if (!text(body, 'email')) throw invalid('Cannot create a user without either an email or phone');
  const address = email(body);
  const id = text(body, 'id') || crypto.randomUUID();
  if (!UUID.test(id)) throw invalid('ID must conform to the uuid v4 format');
  if (/^[0-]+$/.test(id)) throw invalid('ID cannot be a nil uuid');
  const password = text(body, 'password');
  refuseLongPassword(password);
  const user = {
    id,
    email: address,
    password: password || null,
    userData: dataField(body, 'user_metadata'),
    role: text(body, 'role') || undefined,
  };
  await services.db.transaction(async (db) => {
    if (await findUserByEmail(db, address)) throw emailExists();
    if (!(await insertUser(db, user))) {
      throw new AuthError(422, 'user_already_exists', 'A user with this ID has already been registered');
    }
    await applyAttributes(db, id, request);
  });
  return publicUser(await named(services, { ...request, id }));
};

/** PUT /admin/users/:id: changes what is named; a new password ends every session of the user, and voids what was mailed before. */
export const updateUserByAdmin: AuthRoute = async (services, request) => {
  const { body } = request;
  const user = await named(services, request);
  refuseUnavailable(request);
  const address = text(body, 'email') ? email(body) : null;
  const password = body.password === undefined ? null : newPassword(body, services.settings);
  const role = text(body, 'role');
  await services.db.transaction(async (db) => {
    if (role) await db.rows('update users set role = $2, updated_at = now() where id = $1', [user.id, role]);
    if (password !== null) {
      await db.rows(
        "update users set encrypted_password = crypt($2, gen_salt('bf', 10)), updated_at = now() where id = $1",
        [user.id, password],
      );
      await db.rows('delete from one_time_tokens where user_id = $1', [user.id]);
      await endAllSessions(db, user.id);
    }
    if (address !== null) await setEmail(db, user.id, address);
    await mergeData(db, user.id, 'raw_user_meta_data', dataField(body, 'user_metadata'));
    await applyAttributes(db, user.id, request);
  });
  return publicUser(await named(services, request));
};

const obscured = (text: string) =>
  `rtrim(translate(encode(sha256(convert_to(${text}, 'UTF8')), 'base64'), '+/', '-_'), '=')`;

/** What is left of a user who is only marked as deleted: the id, and that there was somebody. */
const FORGET = `update users set deleted_at = now(), updated_at = now(), email = ${obscured("id::text || coalesce(email, '')")},
  email_change = '', encrypted_password = '', raw_user_meta_data = '{}', raw_app_meta_data = '{}' where id = $1 and deleted_at is null`;

/**
 * DELETE /admin/users/:id: with everything that hangs on the user, or, with `should_soft_delete`, leaving a row that names nobody.
 * A user whom other tables hold on to is refused.
 */
export const deleteUser: AuthRoute = async (services, request) => {
  const { id } = await named(services, request);
  if (flag(request.body, 'should_soft_delete', false)) {
    await services.db.transaction(async (db) => {
      await db.rows(FORGET, [id]);
      await db.rows(
        `update identities set provider_id = ${obscured("user_id::text || ':' || provider_id")}, identity_data = '{}' where user_id = $1`,
        [id],
      );
      await db.rows('delete from one_time_tokens where user_id = $1', [id]);
      await db.rows('delete from mfa_factors where user_id = $1', [id]);
      await endAllSessions(db, id);
    });
    return {};
  }
  await services.db.rows('delete from users where id = $1', [id]).catch((error: unknown) => {
    if ((error as { code?: unknown }).code !== '23503') throw error;
    throw new AuthError(500, 'unexpected_failure', 'Database error deleting user');
  });
  return {};
};
