import type { SupabaseClient } from '@supabase/supabase-js';
import { codeOf, wrongCode } from './codes';
import { query } from './own-backend';

export { codeOf, wrongCode };

/** Lets the codes of this moment be used again, as if thirty seconds had passed for each. */
export const forgetCodes = (dbUrl: string, factorId: string) =>
  query(dbUrl, 'update auth.mfa_factors set last_step = null where id = $1', [factorId]);

/** Sets an authenticator app up for who is signed in, and raises the session by its first code. */
export async function withAuthenticator(client: SupabaseClient, dbUrl: string, friendlyName = 'Phone') {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName });
  if (error) throw error;
  const { id, totp } = data;
  const verified = await client.auth.mfa.challengeAndVerify({ factorId: id, code: codeOf(totp.secret) });
  if (verified.error) throw verified.error;
  await forgetCodes(dbUrl, id);
  return { id, secret: totp.secret };
}
