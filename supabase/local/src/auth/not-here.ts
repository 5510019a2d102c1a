import type { AuthRoute } from './context.js';
import { currentUser } from './current-user.js';
import { AuthError } from './errors.js';
import { invalid, text, type Body } from './input.js';

/** What is not here, refused in the words of a hosted project that has it switched off. */

/** GET /authorize: signing in with another provider. */
export const authorize: AuthRoute = () =>
  Promise.reject(new AuthError(400, 'validation_failed', 'Unsupported provider: provider is not enabled'));

/** POST /sso */
export const singleSignOn: AuthRoute = () =>
  Promise.reject(new AuthError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled'));

/** POST /token with a wallet's signature. */
export const web3Grant: AuthRoute = () =>
  Promise.reject(new AuthError(422, 'web3_provider_disabled', 'Web3 provider is disabled'));

/** POST /token with another provider's token. */
export const idTokenGrant: AuthRoute = async (_services, { body }) => {
  const name = text(body, 'issuer') || text(body, 'provider');
  throw new AuthError(400, 'provider_disabled', `Provider (issuer ${JSON.stringify(name)}) is not enabled`);
};

/** Further identities of the caller. */
export const linkIdentity: AuthRoute = async (services, request) => {
  await currentUser(services, request);
  throw new AuthError(404, 'manual_linking_disabled', 'Manual linking is disabled');
};

/** Parts of the admin API that are not here. */
export const adminPart =
  (path: string): AuthRoute =>
  () =>
    Promise.reject(
      path.startsWith('/admin/oauth/')
        ? new AuthError(404, 'feature_disabled', 'OAuth server is disabled')
        : new AuthError(404, 'not_found', `/auth/v1${path} is not available in the local backend`),
    );

/** A code by text message, which nobody has got. Throws `validation_failed` (400) or `otp_expired` (403). */
export function refusePhoneCode(body: Body): never {
  const phone = text(body, 'phone').replace(/^\+/, '');
  if (!/^[1-9]\d{1,14}$/.test(phone)) throw invalid('Invalid phone number format (E.164 required)');
  throw new AuthError(403, 'otp_expired', 'Token has expired or is invalid');
}

/** Refuses a phone number where no e-mail address comes with it. `status` and `message` are hosted's for the route. */
export function refusePhone(body: Body, status: number, message: string): void {
  if (!text(body, 'email') && text(body, 'phone'))
    throw new AuthError(status, 'phone_provider_disabled', message);
}

/** Refuses a phone number for somebody's account. */
export function refusePhoneOf(body: Body): void {
  if (text(body, 'phone')) throw new AuthError(422, 'phone_provider_disabled', 'Phone signups are disabled');
}

/** Refuses a sign-up that brings neither address nor phone number: it asks for an anonymous account. */
export function refuseAnonymous(body: Body): void {
  if (!text(body, 'email') && !text(body, 'phone'))
    throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
}
