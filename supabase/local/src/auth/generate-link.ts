import crypto from 'node:crypto';
import type { AuthRequest, AuthRoute, AuthServices } from './context.js';
import { beginEmailChange, type ChangeSide } from './email-change.js';
import { AuthError } from './errors.js';
import { dataField, email, invalid, newPassword, text } from './input.js';
import { createLink, MAILED, type OneAddressKind } from './mailed-token.js';
import { beginAnew, insertUser } from './new-user.js';
import { emailExists, findUserByEmail, publicUser, type UserRow } from './users.js';

/** The links a server may ask for, and the mails they stand in otherwise. */
const KINDS: Record<string, OneAddressKind> = {
  signup: 'confirmation',
  invite: 'invite',
  magiclink: 'magic_link',
  recovery: 'recovery',
};

const SIDES: Record<string, ChangeSide> = { email_change_current: 'current', email_change_new: 'new' };

async function addUser({ db }: AuthServices, address: string, password: string | null, request: AuthRequest) {
  const userData = dataField(request.body, 'data');
  await insertUser(db, { id: crypto.randomUUID(), email: address, password, userData });
  const user = await findUserByEmail(db, address);
  if (!user) throw new Error('the new user cannot be read back');
  return user;
}

/** Whose link it is: for a sign-up, an invitation or a magic link also somebody new. */
async function userFor(
  services: AuthServices,
  request: AuthRequest,
  type: string,
  address: string,
): Promise<{ user: UserRow; type: string }> {
  const { body } = request;
  const known = await findUserByEmail(services.db, address);
  if (known?.email_confirmed_at && (type === 'signup' || type === 'invite')) throw emailExists();
  if (known && type === 'signup') {
    // As with every sign-up: the password of somebody who has proven nothing does not stay.
    const password = text(body, 'password') && newPassword(body, services.settings);
    await beginAnew(services, known, address, password, dataField(body, 'data'));
  }
  if (known) return { user: known, type };
  if (type === 'signup') {
    if (!text(body, 'password')) throw invalid('Signup requires a valid password');
    return { user: await addUser(services, address, newPassword(body, services.settings), request), type };
  }
  if (type === 'invite') return { user: await addUser(services, address, null, request), type };
  // As on hosted: who is new confirms the address with it.
  if (type === 'magiclink') return { user: await addUser(services, address, null, request), type: 'signup' };
  throw new AuthError(404, 'user_not_found', 'User with this email not found');
}

/** The link that confirms a change of address on one side. */
async function changeLink(
  services: AuthServices,
  user: UserRow,
  side: ChangeSide,
  address: string,
  redirectTo: string,
) {
  const linked = await beginEmailChange(services, user, side, address);
  const owner = { id: user.id, email: side === 'new' ? address : user.email };
  return createLink(services, owner, linked, redirectTo);
}

/** POST /admin/generate_link: makes the link and code of a mail, and leaves it to the caller to bring them to their owner. */
export const generateLink: AuthRoute = async (services, request) => {
  const { body, query } = request;
  const wanted = text(body, 'type');
  if (!Object.hasOwn(KINDS, wanted) && !Object.hasOwn(SIDES, wanted)) {
    throw invalid(`Invalid email action link type requested: ${wanted}`);
  }
  const address = email(body);
  const redirectTo = services.redirect(query.get('redirect_to') ?? text(body, 'redirect_to'));
  const { user, type } = await userFor(services, request, wanted, address);
  const side = SIDES[type];
  const kind = KINDS[type] ?? 'confirmation';
  const link = side
    ? await changeLink(services, user, side, email(body, 'new_email'), redirectTo)
    : await createLink(services, user, MAILED[kind], redirectTo);
  if (!side) {
    await services.db.rows(
      `update users set ${MAILED[kind].sentAt} = now(), invited_at = case when $2 then now() else invited_at end where id = $1`,
      [user.id, kind === 'invite'],
    );
  }
  return {
    ...publicUser((await findUserByEmail(services.db, address)) ?? user),
    action_link: link.href,
    email_otp: link.code,
    hashed_token: link.token,
    redirect_to: redirectTo,
    verification_type: type,
  };
};
