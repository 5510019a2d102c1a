import type { AuthRoute } from './context.js';
import { AuthError } from './errors.js';
import { text, type Body } from './input.js';

/** Ways to sign in that are not here, refused in the words of a hosted project that has them switched off. */

/** GET /authorize: signing in with another provider. */
export const authorize: AuthRoute = () =>
  Promise.reject(new AuthError(400, 'validation_failed', 'Unsupported provider: provider is not enabled'));

/** Refuses a phone number where no e-mail address comes with it. `status` and `message` are hosted's for the route. */
export function refusePhone(body: Body, status: number, message: string): void {
  if (!text(body, 'email') && text(body, 'phone'))
    throw new AuthError(status, 'phone_provider_disabled', message);
}

/** Refuses a sign-up that brings neither address nor phone number: it asks for an anonymous account. */
export function refuseAnonymous(body: Body): void {
  if (!text(body, 'email') && !text(body, 'phone'))
    throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
}
