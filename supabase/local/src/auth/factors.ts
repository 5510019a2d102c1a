import type { AuthDb } from './database.js';
import { AuthError } from './errors.js';
import { UUID } from './input.js';

/** A second factor as the API shows it. */
export interface Factor {
  id: string;
  created_at: string;
  updated_at: string;
  status: 'unverified' | 'verified';
  friendly_name?: string;
  factor_type: 'totp';
  phone: string;
  last_challenged_at: string | null;
}

/** The factors of `user_id`, a column or parameter, as the API shows them: a JSON list, null where there are none. */
export const factorsSql = (userId: string) => `(
  select jsonb_agg(jsonb_build_object(
      'id', f.id, 'created_at', f.created_at, 'updated_at', f.updated_at, 'status', f.status, 'factor_type', f.factor_type,
      'phone', coalesce(f.phone, ''), 'last_challenged_at', f.last_challenged_at)
    || case when coalesce(f.friendly_name, '') = '' then '{}' else jsonb_build_object('friendly_name', f.friendly_name) end
    order by f.created_at, f.id)
  from mfa_factors f where f.user_id = ${userId})`;

/** The factor of a user. Throws `validation_failed` or `mfa_factor_not_found` (404), also for somebody else's. */
export function ownFactor(factors: Factor[] | null, id: string): Factor {
  if (!UUID.test(id)) throw new AuthError(404, 'validation_failed', 'factor_id must be an UUID');
  const factor = factors?.find((one) => one.id === id.toLowerCase());
  if (!factor) throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found');
  return factor;
}

/** Whether a password alone is not enough for this user. */
export const hasSecondFactor = (factors: Factor[] | null): boolean =>
  (factors ?? []).some((factor) => factor.status === 'verified');

/** Takes a factor away, and from the sessions that it raised what they had by it. */
export async function removeFactor(db: AuthDb, id: string): Promise<void> {
  await db.rows('delete from mfa_factors where id = $1', [id]);
  await db.rows(
    `with lowered as (
       update sessions set aal = 'aal1', factor_id = null, updated_at = now() where factor_id = $1 returning id
     )
     delete from mfa_amr_claims a using lowered l where a.session_id = l.id and a.authentication_method = 'totp'`,
    [id],
  );
}
