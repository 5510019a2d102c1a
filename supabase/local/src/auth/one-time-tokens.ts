import crypto from 'node:crypto';
import type { AuthDb } from './database.js';
import { AuthError } from './errors.js';
import { hash } from './tokens.js';

/** What a mailed secret is for: confirming an address (also by invitation), signing in (recovery and magic link), or having another address. */
export type TokenPurpose =
  | 'confirmation_token'
  | 'recovery_token'
  | 'email_change_token_new'
  | 'email_change_token_current';

/** Wrong codes that are tolerated before a mail's code and link are void. */
const MAX_FAILED_ATTEMPTS = 10;

const refused = () => new AuthError(403, 'otp_expired', 'Token has expired or is invalid');

/** A code belongs to its user: the same digits of another user hash differently. */
const codeHash = (userId: string, code: string) => hash(`${userId}:${code}`);

/**
 * Makes a link token and a code of some digits. A new one replaces the old one of the same purpose.
 * @param form how the token begins, and how many digits the code has
 */
export async function createToken(
  db: AuthDb,
  owner: { userId: string; email: string; purpose: TokenPurpose },
  form: { prefix: string; digits: number },
) {
  const { userId, email, purpose } = owner;
  const token = form.prefix + crypto.randomBytes(28).toString('hex');
  const code = String(crypto.randomInt(0, 10 ** form.digits)).padStart(form.digits, '0');
  await db.rows(
    `insert into one_time_tokens (user_id, token_type, token_hash, code_hash, relates_to) values ($1, $2, $3, $4, $5)
     on conflict (user_id, token_type) do update set token_hash = excluded.token_hash, code_hash = excluded.code_hash,
       relates_to = excluded.relates_to, failed_attempts = 0, created_at = now(), updated_at = now()`,
    [userId, purpose, hash(token), codeHash(userId, code), email],
  );
  return { token, code };
}

/** A mailed secret as it is stored. */
export interface TokenRow {
  id: string;
  user_id: string;
  token_type: TokenPurpose;
  code_hash: string | null;
  expired: boolean;
}

const SELECT = `select id, user_id, token_type, code_hash,
  created_at < localtimestamp - make_interval(secs => $2) as expired from one_time_tokens`;

/** Finds the token of a link. Throws `otp_expired` (403). */
export async function findLinkToken(
  db: AuthDb,
  token: string,
  purposes: TokenPurpose[],
  expirySeconds: number,
): Promise<TokenRow> {
  const row = await db.one<TokenRow>(`${SELECT} where token_hash = $1 and token_type::text = any($3)`, [
    hash(token),
    expirySeconds,
    purposes,
  ]);
  if (!row || row.expired) throw refused();
  return row;
}

/** Finds the code of a mail. Wrong ones are counted; after some the mail is void. Throws `otp_expired` (403). */
export async function findCode(
  db: AuthDb,
  userId: string,
  code: string,
  purposes: TokenPurpose[],
  expirySeconds: number,
): Promise<TokenRow> {
  const rows = await db.rows<TokenRow>(`${SELECT} where user_id = $1 and token_type::text = any($3)`, [
    userId,
    expirySeconds,
    purposes,
  ]);
  const expected = codeHash(userId, code);
  const match = rows.find((row) => row.code_hash === expected);
  if (!match) {
    const ids = rows.map((row) => row.id);
    await db.rows('update one_time_tokens set failed_attempts = failed_attempts + 1 where id = any($1)', [
      ids,
    ]);
    await db.rows('delete from one_time_tokens where id = any($1) and failed_attempts >= $2', [
      ids,
      MAX_FAILED_ATTEMPTS,
    ]);
  }
  if (!match || match.expired) throw refused();
  return match;
}

/** Uses a found token up. Of two simultaneous requests one deletes the row, the other is refused. */
export async function consumeToken(db: AuthDb, row: TokenRow): Promise<void> {
  const deleted = await db.rows('delete from one_time_tokens where id = $1 returning id', [row.id]);
  if (deleted.length === 0) throw refused();
}
