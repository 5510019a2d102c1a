import type { AuthRoute } from './context.js';
import { AuthError } from './errors.js';
import { text } from './input.js';
import { idTokenGrant, refusePhone, web3Grant } from './not-here.js';
import { pkceGrant } from './pkce.js';
import { openSession, refreshSession } from './sessions.js';

interface Checked {
  id: string;
  confirmed: boolean;
  banned: boolean;
  matches: boolean;
}

/** Compared against when the address is unknown, so that the answer takes as long as for a known one. */
const NOBODY = '$2a$10$7EqJtq98hPqEX7fNZaFWoOhi5B6nU6b0uQz1f1Ew2Z6K1Jm3Y8n2K';

/** Signs in with e-mail and password. As on hosted, the password is checked before the confirmation. */
const passwordGrant: AuthRoute = async ({ db, issuer, signInLimit }, { body, client }) => {
  const email = text(body, 'email').trim().toLowerCase();
  const password = text(body, 'password');
  refusePhone(body, 422, 'Phone logins are disabled');
  if (!email || !password) throw new AuthError(400, 'validation_failed', 'missing email or phone');
  const takeBack = signInLimit.hit(`${client.ip} ${email}`);
  const user = await db.one<Checked>(
    `select u.id, u.email_confirmed_at is not null as confirmed, coalesce(u.banned_until > now(), false) as banned,
       crypt($2, coalesce(nullif(u.encrypted_password, ''), $3)) = u.encrypted_password as matches
     from (select 1) as always left join users u on u.email = $1 and u.deleted_at is null and not u.is_sso_user`,
    [email, password, NOBODY],
  );
  if (!user?.id || !user.matches)
    throw new AuthError(400, 'invalid_credentials', 'Invalid login credentials');
  // These count as failed ones: they tell that the password is right.
  if (user.banned) throw new AuthError(400, 'user_banned', 'User is banned');
  if (!user.confirmed) throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed');
  takeBack();
  return openSession(issuer, user.id, 'password', client);
};

const refreshGrant: AuthRoute = async ({ issuer }, { body, client }) => {
  const token = text(body, 'refresh_token');
  if (!token) throw new AuthError(400, 'validation_failed', 'refresh_token required');
  return refreshSession(issuer, token, client);
};

/** POST /token: the grants this backend knows. */
export const token: AuthRoute = (services, request) => {
  const grant = request.query.get('grant_type');
  if (grant === 'password') return passwordGrant(services, request);
  if (grant === 'refresh_token') return refreshGrant(services, request);
  if (grant === 'pkce') return pkceGrant(services, request);
  if (grant === 'id_token') return idTokenGrant(services, request);
  if (grant === 'web3') return web3Grant(services, request);
  throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type');
};
