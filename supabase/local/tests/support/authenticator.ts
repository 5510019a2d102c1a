import type { SupabaseClient } from '@supabase/supabase-js';
import { Secret, TOTP } from 'otpauth';
import { query } from './own-backend';

/** What an authenticator app shows for a secret, some steps of thirty seconds from now. */
export const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

/** A code that is none: not of this moment, nor of those around it. */
export function wrongCode(secret: string): string {
  const near = [-3, -2, -1, 0, 1, 2, 3].map((steps) => codeOf(secret, steps));
  return ['000000', '111111', '222222', '333333', '444444', '555555', '666666', '777777'].find(
    (code) => !near.includes(code),
  ) as string;
}

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
