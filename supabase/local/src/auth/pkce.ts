import crypto from 'node:crypto';
import type { AuthRoute } from './context.js';
import type { AuthDb } from './database.js';
import { AuthError } from './errors.js';
import { text, type Body } from './input.js';
import { openSession, type MailedMethod } from './sessions.js';

/** The proof a browser announces before the mail goes out: it alone can exchange the link's code for a session (RFC 7636). */
export interface Challenge {
  value: string;
  method: 's256' | 'plain';
}

/** How the token of a link begins that gives a code instead of a session. */
export const PKCE_PREFIX = 'pkce_';

/** How long a code is good, seconds. */
const CODE_EXPIRY_SECONDS = 300;

const invalid = (message: string) => new AuthError(400, 'validation_failed', message);

/** The challenge in `code_challenge` and `code_challenge_method`; null when there is none. Throws `validation_failed` (400). */
export function challengeOf(body: Body): Challenge | null {
  const value = text(body, 'code_challenge');
  const method = text(body, 'code_challenge_method').toLowerCase();
  if (!value && !method) return null;
  if (!value || !method) throw invalid('PKCE flow requires code_challenge_method and code_challenge');
  if (value.length < 43 || value.length > 128)
    throw invalid('code challenge has to be between 43 and 128 characters');
  if (!/^[a-zA-Z._~0-9-]+$/.test(value)) {
    throw invalid(
      'code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes',
    );
  }
  if (method !== 's256' && method !== 'plain') throw invalid(`unsupported code_challenge method "${method}"`);
  return { value, method };
}

/** Begins a flow of a user: the link of the mail that goes out now leads to a code. */
export async function beginFlow(
  db: AuthDb,
  userId: string,
  method: MailedMethod,
  challenge: Challenge,
): Promise<void> {
  await db.rows("delete from flow_state where created_at < now() - interval '1 day'");
  await db.rows(
    `insert into flow_state (id, user_id, auth_code, code_challenge_method, code_challenge, provider_type, authentication_method,
       created_at, updated_at) values ($1, $2, $3, $4, $5, 'email', $6, clock_timestamp(), now())`,
    [crypto.randomUUID(), userId, crypto.randomUUID(), challenge.method, challenge.value, method],
  );
}

/** The code of the user's last flow of this kind, good from now on. Throws `flow_state_not_found` (422). */
export async function issueCode(db: AuthDb, userId: string, method: MailedMethod): Promise<string> {
  const flow = await db.one<{ auth_code: string }>(
    `update flow_state set auth_code_issued_at = now(), updated_at = now() where id = (
       select id from flow_state where user_id = $1 and authentication_method = $2 order by created_at desc limit 1)
     returning auth_code`,
    [userId, method],
  );
  if (!flow) throw new AuthError(422, 'flow_state_not_found', 'No valid flow state found for user.');
  return flow.auth_code;
}

interface Flow {
  id: string;
  user_id: string;
  code_challenge: string;
  code_challenge_method: Challenge['method'];
  authentication_method: MailedMethod;
  expired: boolean;
}

/** Whether the verifier is what the challenge was made of. */
function proves(verifier: string, flow: Flow): boolean {
  const made =
    flow.code_challenge_method === 'plain'
      ? verifier
      : crypto.createHash('sha256').update(verifier).digest('base64url');
  const [given, expected] = [Buffer.from(made), Buffer.from(flow.code_challenge)];
  return given.length === expected.length && crypto.timingSafeEqual(given, expected);
}

/** POST /token?grant_type=pkce: exchanges a link's code and the verifier behind the challenge for a session, once. */
export const pkceGrant: AuthRoute = async ({ db, issuer }, { body, client }) => {
  const code = text(body, 'auth_code');
  const verifier = text(body, 'code_verifier');
  if (!code || !verifier)
    throw invalid('invalid request: both auth code and code verifier should be non-empty');
  const flow = await db.one<Flow>(
    `select id, user_id, code_challenge, code_challenge_method, authentication_method,
       auth_code_issued_at < now() - make_interval(secs => $2) as expired
     from flow_state where auth_code = $1 and auth_code_issued_at is not null`,
    [code, CODE_EXPIRY_SECONDS],
  );
  const missing = () =>
    new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found');
  if (!flow) throw missing();
  if (flow.expired)
    throw new AuthError(422, 'flow_state_expired', 'invalid flow state, flow state has expired');
  if (!proves(verifier, flow)) {
    const message = 'code challenge does not match previously saved code verifier';
    throw new AuthError(400, 'bad_code_verifier', message);
  }
  return db.transaction(async (inside) => {
    const used = await inside.rows('delete from flow_state where id = $1 returning id', [flow.id]);
    if (used.length === 0) throw missing();
    return openSession({ ...issuer, db: inside }, flow.user_id, flow.authentication_method, client);
  });
};
