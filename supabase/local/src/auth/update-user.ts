import { changePassword } from './change-password.js';
import type { AuthRequest, AuthRoute, AuthServices } from './context.js';
import { currentUser } from './current-user.js';
import { mailEmailChange } from './email-change.js';
import { AuthError } from './errors.js';
import { hasSecondFactor } from './factors.js';
import { dataField, email, text } from './input.js';
import { refusePhoneOf } from './not-here.js';
import { challengeOf } from './pkce.js';
import { emailExists, findUserByEmail, findUserById, mergeData, publicUser, type UserRow } from './users.js';

/** The address a request asks for instead of the caller's own, or null. Throws `email_exists` (422) where somebody has it. */
async function newAddress(
  { db }: AuthServices,
  { body }: AuthRequest,
  user: UserRow,
): Promise<string | null> {
  if (!text(body, 'email')) return null;
  const address = email(body);
  if (address === user.email) return null;
  if (await findUserByEmail(db, address)) throw emailExists();
  return address;
}

/**
 * PUT /user: sets a new password, merges `data` into the user's metadata, 16 kB in all (null removes an entry), and asks the owners
 * of both addresses before another one is the user's. Throws `insufficient_aal` (401) for a password or address of somebody with a
 * second factor, from a session without it.
 */
export const updateUser: AuthRoute = async (services, request) => {
  const { user, sessionId, isRaised } = await currentUser(services, request);
  const { body, query, client } = request;
  refusePhoneOf(body);
  const address = await newAddress(services, request, user);
  if ((address !== null || text(body, 'password')) && hasSecondFactor(user.factors) && !isRaised) {
    const message = 'AAL2 session is required to update email or password when MFA is enabled.';
    throw new AuthError(401, 'insufficient_aal', message);
  }
  const data = dataField(body, 'data');
  const challenge = challengeOf(body);
  if (address !== null) services.requestLimit.hit(`mail ${client.ip}`);
  await services.db.transaction(async (db) => {
    await mergeData(db, user.id, 'raw_user_meta_data', data);
    if (body.password !== undefined) await changePassword({ ...services, db }, request, user, sessionId);
  });
  if (address !== null) {
    const redirectTo = services.redirect(query.get('redirect_to') ?? text(body, 'redirect_to'));
    await mailEmailChange(services, user, address, redirectTo, challenge);
  }
  return publicUser((await findUserById(services.db, user.id)) ?? user);
};
