import { messageOf } from '../log.js';
import type { AuthRequest, AuthRoute, AuthServices } from './context.js';
import { AuthError } from './errors.js';
import { dataField, email, flag, text } from './input.js';
import { mailToken } from './mailed-token.js';
import { createUser, takeBack } from './new-user.js';
import { refusePhone } from './not-here.js';
import { challengeOf } from './pkce.js';
import { emailExists, findUserByEmail, publicUser } from './users.js';

const redirectOf = (services: AuthServices, { body, query }: AuthRequest): string =>
  services.redirect(query.get('redirect_to') ?? text(body, 'redirect_to'));

/**
 * POST /recover: mails a link to set a new password. An unknown address gets the same answer, at the same time: the mail is written and
 * sent after the answer, and what hinders it is for the log alone.
 */
export const recover: AuthRoute = async (services, request) => {
  const address = email(request.body);
  const challenge = challengeOf(request.body);
  services.requestLimit.hit(`mail ${request.client.ip}`);
  const redirectTo = redirectOf(services, request);
  const user = await findUserByEmail(services.db, address);
  if (user) {
    mailToken(services, user, 'recovery', redirectTo, challenge).catch((error: unknown) =>
      services.log(`auth: no recovery mail: ${messageOf(error)}`, 'debug'),
    );
  }
  return {};
};

/**
 * POST /otp: mails a link that signs in. As on hosted, somebody new (unless `create_user` is false) or unconfirmed gets the
 * confirmation mail, whose link confirms the address as well; `data` counts for somebody new only.
 */
export const otp: AuthRoute = async (services, request) => {
  const { body, client } = request;
  refusePhone(body, 400, 'Unsupported phone provider');
  const address = email(body);
  const data = dataField(body, 'data');
  const challenge = challengeOf(body);
  const mayCreate = flag(body, 'create_user', true);
  services.requestLimit.hit(`mail ${client.ip}`);
  const redirectTo = redirectOf(services, request);
  const existing = await findUserByEmail(services.db, address);
  if (!existing && !mayCreate) {
    throw new AuthError(422, 'otp_disabled', 'Signups not allowed for otp');
  }
  if (!existing && services.settings.disableSignup) {
    throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance');
  }
  const user = existing ?? (await createUser(services, address, null, data)).user;
  const isKnown = user.email_confirmed_at !== null || services.settings.autoconfirm;
  try {
    await mailToken(services, user, isKnown ? 'magic_link' : 'confirmation', redirectTo, challenge);
  } catch (error) {
    if (error instanceof AuthError && error.status === 500 && !existing) await takeBack(services, user);
    throw error;
  }
  return {};
};

/** POST /invite, for servers: mails an invitation to an address that is not confirmed yet. */
export const invite: AuthRoute = async (services, request) => {
  const { body } = request;
  const address = email(body);
  const data = dataField(body, 'data');
  const redirectTo = redirectOf(services, request);
  const existing = await findUserByEmail(services.db, address);
  if (existing?.email_confirmed_at) {
    throw emailExists();
  }
  const user = existing ?? (await createUser(services, address, null, data)).user;
  try {
    await mailToken(services, user, 'invite', redirectTo);
  } catch (error) {
    if (error instanceof AuthError && error.status === 500 && !existing) await takeBack(services, user);
    throw error;
  }
  await services.db.rows('update users set invited_at = now() where id = $1', [user.id]);
  return publicUser((await findUserByEmail(services.db, address)) ?? user);
};
