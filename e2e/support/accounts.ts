import {
  type AuthDb,
  DEFAULT_AUTH,
  openAuthDb,
  openSession,
  type SessionAnswer,
} from '../../supabase/local/src/index';
import { insertAccount } from '../../supabase/tests/support/accounts';
import { stack } from './environment';

/** Accounts and sessions made where Auth keeps them, without its hashes and mails: signing up and in has journeys of its own. */
let opened: AuthDb | undefined;
export const database = () => (opened ??= openAuthDb(stack().dbUrl, () => undefined));

/** Creates a confirmed account. */
export const createAccount = (account: { email: string; password: string; data?: object }): Promise<string> =>
  insertAccount((statement, values) => database().rows(statement, values), account);

/** What the login page gets for this address; `otp`: what a mailed link brings. @throws Error when nobody has it */
export async function sessionOf(email: string, by: 'password' | 'otp' = 'password'): Promise<SessionAnswer> {
  const db = database();
  const user = await db.one<{ id: string }>('select id from users where email = $1', [email.toLowerCase()]);
  if (!user) throw new Error(`nobody has the address ${email}`);
  const { apiUrl, jwtSecret } = stack();
  const issuer = { db, jwtSecret, settings: DEFAULT_AUTH, issuer: `${apiUrl}/auth/v1` };
  return openSession(issuer, user.id, by, { userAgent: null, ip: '127.0.0.1' });
}
