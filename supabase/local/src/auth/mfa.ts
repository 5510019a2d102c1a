import crypto from 'node:crypto';
import type { AuthRoute, AuthServices } from './context.js';
import { currentUser } from './current-user.js';
import type { AuthDb } from './database.js';
import { AuthError } from './errors.js';
import { hasSecondFactor, ownFactor, removeFactor, type Factor } from './factors.js';
import { invalid, text, UUID } from './input.js';
import { raiseSession } from './sessions.js';
import { newKey, stepOf } from './totp.js';
import { findUserById, type UserRow } from './users.js';

/** How long a challenge is good, and how long a factor that was begun waits for one. */
const EXPIRY_SECONDS = 300;
/** Longest name of who asks for the codes: it has to fit into a QR code. */
const MAX_ISSUER = 100;

/** Kinds of second factors, and how hosted names them. */
const KINDS: Record<string, string> = { totp: 'TOTP', phone: 'Phone', webauthn: 'WebAuthn' };

const insufficient = (status: number, message: string) => new AuthError(status, 'insufficient_aal', message);

/** Refuses one factor more. Throws `mfa_factor_name_conflict`, `too_many_enrolled_mfa_factors` (422) or `insufficient_aal` (403). */
function refuseFactor({ settings }: AuthServices, factors: Factor[], name: string, isRaised: boolean): void {
  if (factors.some((factor) => (factor.friendly_name ?? '') === name)) {
    const message = `A factor with the friendly name ${JSON.stringify(name)} for this user already exists`;
    throw new AuthError(422, 'mfa_factor_name_conflict', message);
  }
  if (factors.length >= settings.maxFactors) {
    const message = 'Maximum number of verified factors reached, unenroll to continue';
    throw new AuthError(422, 'too_many_enrolled_mfa_factors', message);
  }
  if (hasSecondFactor(factors) && !isRaised) {
    throw insufficient(403, 'AAL2 required to enroll a new factor');
  }
}

/** The factors a user has now, those left out that were begun and forgotten. One request at a time gets them. */
async function lockedFactors(db: AuthDb, userId: string): Promise<Factor[]> {
  await db.rows('select 1 from users where id = $1 for update', [userId]);
  await db.rows(
    `delete from mfa_factors f where f.user_id = $1 and f.status = 'unverified'
       and f.created_at < now() - make_interval(secs => $2)
       and not exists (select 1 from mfa_challenges c where c.factor_id = f.id)`,
    [userId, EXPIRY_SECONDS],
  );
  return (await findUserById(db, userId))?.factors ?? [];
}

/** POST /factors: begins a second factor of the caller. It counts once a code of it has been verified. */
export const enrollFactor: AuthRoute = async (services, request) => {
  const { user, isRaised } = await currentUser(services, request);
  const { settings, siteUrl } = services;
  const kind = text(request.body, 'factor_type');
  const kindName = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined;
  if (!kindName) throw invalid('factor_type needs to be totp, phone, or webauthn');
  if (kind !== 'totp' || !settings.totpEnrollEnabled) {
    throw new AuthError(422, `mfa_${kind}_enroll_not_enabled`, `MFA enroll is disabled for ${kindName}`);
  }
  const name = text(request.body, 'friendly_name');
  const issuer = text(request.body, 'issuer') || new URL(siteUrl).host;
  if (issuer.length > MAX_ISSUER) throw invalid(`issuer must not be longer than ${MAX_ISSUER} characters`);
  const { secret, uri, qrCode } = newKey(issuer, user.email ?? '');
  const id = crypto.randomUUID();
  await services.db.transaction(async (db) => {
    refuseFactor(services, await lockedFactors(db, user.id), name, isRaised);
    await db.rows(
      `insert into mfa_factors (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
       values ($1, $2, $3, 'totp', 'unverified', vault.encrypted($4), now(), now())`,
      [id, user.id, name, secret],
    );
  });
  return { id, type: 'totp', friendly_name: name, totp: { qr_code: qrCode, secret, uri } };
};

function refuseDisabled({ settings }: AuthServices): void {
  if (settings.totpVerifyEnabled) return;
  throw new AuthError(422, 'mfa_totp_verify_not_enabled', 'MFA verification is disabled for TOTP');
}

/** POST /factors/:id/challenge: what a code has to be brought with, within five minutes. */
export const challengeFactor: AuthRoute = async (services, request) => {
  const { user } = await currentUser(services, request);
  const factor = ownFactor(user.factors, request.id);
  services.factorLimit.hit(`challenge ${user.id}`);
  refuseDisabled(services);
  const id = crypto.randomUUID();
  return services.db.transaction(async (db) => {
    await db.rows(
      "delete from mfa_challenges where factor_id = $1 and created_at < now() - interval '1 day'",
      [factor.id],
    );
    await db.rows('update mfa_factors set last_challenged_at = now() where id = $1', [factor.id]);
    const made = await db.one<{ expires_at: number }>(
      `insert into mfa_challenges (id, factor_id, created_at, ip_address) values ($1, $2, now(), $3)
       returning floor(extract(epoch from created_at))::int + $4::int as expires_at`,
      [id, factor.id, request.client.ip, EXPIRY_SECONDS],
    );
    return { id, type: 'totp', expires_at: made?.expires_at };
  });
};

const usedElsewhere = () =>
  new AuthError(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.');

/**
 * Refuses a challenge that a code cannot be brought with. Throws `mfa_factor_not_found` for one of another factor,
 * `mfa_ip_address_mismatch` for one that was used or made elsewhere, `mfa_challenge_expired` (all 422), as hosted does.
 */
async function refuseChallenge(db: AuthDb, factor: Factor, id: string, ip: string): Promise<void> {
  const challenge = await db.one<{ used: boolean; expired: boolean }>(
    `select verified_at is not null or ip_address <> $3::inet as used,
       created_at < now() - make_interval(secs => $4) as expired
     from mfa_challenges where id = $1 and factor_id = $2`,
    [id, factor.id, ip, EXPIRY_SECONDS],
  );
  if (!challenge) {
    throw new AuthError(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found');
  }
  if (challenge.used) throw usedElsewhere();
  if (!challenge.expired) return;
  await db.rows('delete from mfa_challenges where id = $1', [id]);
  const message = `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`;
  throw new AuthError(422, 'mfa_challenge_expired', message);
}

/** Takes a code, once: it is of a later moment than the last one was. Throws `mfa_verification_failed` (422). */
async function takeCode(db: AuthDb, factor: Factor, code: string): Promise<void> {
  const row = await db.one<{ secret: string }>(
    'select vault.decrypted(secret) as secret from mfa_factors where id = $1',
    [factor.id],
  );
  const step = row ? stepOf(row.secret, code) : null;
  const taken =
    step === null
      ? []
      : await db.rows(
          `update mfa_factors set status = 'verified', last_step = $2, updated_at = now()
           where id = $1 and coalesce(last_step, 0) < $2 returning id`,
          [factor.id, step],
        );
  if (taken.length === 0) throw new AuthError(422, 'mfa_verification_failed', 'Invalid TOTP code entered');
}

/** Everything a right code does, or nothing of it. */
function accept(
  services: AuthServices,
  user: UserRow,
  sessionId: string,
  factor: Factor,
  given: {
    challengeId: string;
    code: string;
  },
) {
  return services.db.transaction(async (db) => {
    // Of two sessions that bring codes at once, one after the other ends those without a second factor.
    await db.rows('select 1 from users where id = $1 for update', [user.id]);
    await takeCode(db, factor, given.code);
    const used = await db.rows(
      'update mfa_challenges set verified_at = now() where id = $1 and verified_at is null returning id',
      [given.challengeId],
    );
    if (used.length === 0) throw usedElsewhere();
    await db.rows(
      "delete from mfa_factors where user_id = $1 and status = 'unverified' and factor_type = 'totp'",
      [user.id],
    );
    return raiseSession({ ...services.issuer, db }, user.id, sessionId, factor.id);
  });
}

/**
 * POST /factors/:id/verify: a code for a challenge raises the session to `aal2` and answers new tokens; with the first code the
 * factor counts from now on. Sessions of the user that have no second factor end, and so do factors that were only begun.
 */
export const verifyFactor: AuthRoute = async (services, request) => {
  const { user, sessionId } = await currentUser(services, request);
  const factor = ownFactor(user.factors, request.id);
  services.factorLimit.hit(`verify ${user.id}`);
  const code = text(request.body, 'code');
  const challengeId = text(request.body, 'challenge_id');
  if (!code) throw invalid('Code needs to be non-empty');
  if (!UUID.test(challengeId)) throw invalid('challenge_id must be an UUID');
  refuseDisabled(services);
  await refuseChallenge(services.db, factor, challengeId, request.client.ip);
  const takeBack = services.wrongCodeLimit.hit(user.id);
  const answer = await accept(services, user, sessionId, factor, { challengeId, code });
  takeBack();
  return answer;
};

/** DELETE /factors/:id: takes a factor of the caller away. Throws `insufficient_aal` (422) for one that counts, from a session without it. */
export const unenrollFactor: AuthRoute = async (services, request) => {
  const { user, isRaised } = await currentUser(services, request);
  const factor = ownFactor(user.factors, request.id);
  if (factor.status === 'verified' && !isRaised) {
    throw insufficient(422, 'AAL2 required to unenroll verified factor');
  }
  await services.db.transaction((db) => removeFactor(db, factor.id));
  return { id: factor.id };
};
