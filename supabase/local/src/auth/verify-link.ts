import type { AuthRequest, AuthRoute, AuthServices } from './context.js';
import { confirmEmailChange, HALF_CONFIRMED, isEmailChange } from './email-change.js';
import { AuthError } from './errors.js';
import { flowOfType } from './mailed-token.js';
import { consumeToken, findLinkToken, type TokenRow } from './one-time-tokens.js';
import { issueCode, PKCE_PREFIX } from './pkce.js';
import { confirmAddress } from './users.js';
import { confirm, purposesOf } from './verify.js';

/** What a link brings, behind the # and, in a PKCE flow, in the query. */
interface Brought {
  query?: Record<string, string>;
  fragment?: Record<string, string>;
}

/** A link that gives the session itself. */
async function session(
  services: AuthServices,
  token: TokenRow,
  type: string,
  client: AuthRequest['client'],
): Promise<Brought> {
  const opened = await confirm(services, token, client);
  if (!opened) return { fragment: { message: HALF_CONFIRMED } };
  const fragment = {
    access_token: opened.access_token,
    expires_at: String(opened.expires_at),
    expires_in: String(opened.expires_in),
    refresh_token: opened.refresh_token,
    token_type: opened.token_type,
    type,
  };
  return { fragment };
}

/** A link that gives a code: the address is confirmed, the session waits for the browser that asked. */
function code(services: AuthServices, token: TokenRow, type: string): Promise<Brought> {
  const method = flowOfType(type);
  if (!method) throw new AuthError(403, 'otp_expired', 'Token has expired or is invalid');
  return services.db.transaction(async (inside) => {
    await consumeToken(inside, token);
    if (!isEmailChange(token)) await confirmAddress(inside, token.user_id);
    else if (!(await confirmEmailChange(services, inside, token.user_id))) {
      const message = { message: HALF_CONFIRMED };
      return { query: message, fragment: message };
    }
    return { query: { code: await issueCode(inside, token.user_id, method) } };
  });
}

function failure(error: AuthError, isFlow: boolean): Brought {
  const description = error.code === 'otp_expired' ? 'Email link is invalid or has expired' : error.message;
  const fragment = { error: 'access_denied', error_code: error.code, error_description: description };
  return isFlow ? { query: fragment, fragment } : { fragment };
}

/** GET /verify, opened from a mail: leads back to the application with the session, the code of a PKCE flow, or the error. */
export const verifyLink: AuthRoute = async (services, { query, client }) => {
  const target = new URL(services.redirect(query.get('redirect_to')));
  const type = query.get('type') ?? '';
  const token = query.get('token') ?? '';
  const isFlow = token.startsWith(PKCE_PREFIX);
  let brought: Brought;
  try {
    services.requestLimit.hit(`verify ${client.ip}`);
    const { otpExpirySeconds } = services.settings;
    const found = await findLinkToken(services.db, token, purposesOf(type), otpExpirySeconds);
    brought = isFlow ? await code(services, found, type) : await session(services, found, type, client);
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    brought = failure(error, isFlow);
  }
  for (const [name, value] of Object.entries(brought.query ?? {})) target.searchParams.set(name, value);
  target.hash = brought.fragment ? new URLSearchParams(brought.fragment).toString() : '';
  return new Response(null, { status: 303, headers: { location: target.href, 'cache-control': 'no-store' } });
};
