import { randomUUID } from 'node:crypto';
import { backend } from '../../tests/support/backend';
import { connect, signIn } from '../../tests/support/client';
import { tokenFor } from '../../tests/support/token';
import { codeOf, withAuthenticator, wrongCode } from './support/authenticator';
import { query } from './support/own-backend';
import { askAuth, claimsOf, newcomer, PASSWORD, sessionOf } from './support/people';

/** Somebody with an authenticator app, and a thief who knows the password: a session of `aal1`. */
async function robbed() {
  const { client: owner, id, email } = await newcomer();
  const factor = await withAuthenticator(owner, backend.dbUrl);
  const thief = await signIn(backend, email, PASSWORD);
  return { owner, thief, id, email, factor };
}

const levelOf = async (client: Awaited<ReturnType<typeof signIn>>) =>
  claimsOf((await sessionOf(client)).access_token).aal;

const challenge = async (client: Awaited<ReturnType<typeof signIn>>, factorId: string) => {
  const { data, error } = await client.auth.mfa.challenge({ factorId });
  if (error) throw error;
  return data.id;
};

describe('a code', () => {
  // Holds security-42
  test('works once: neither with its challenge nor with another one, nor the one before it', async () => {
    const { owner, thief, factor } = await robbed();
    const challengeId = await challenge(owner, factor.id);
    const code = codeOf(factor.secret);
    const given = { factorId: factor.id, challengeId, code };
    expect((await owner.auth.mfa.verify(given)).error).toBeNull();
    // The owner's code ended the thief's session: the password opens another one.
    expect((await thief.auth.getUser()).error).not.toBeNull();
    const { email } = (await sessionOf(owner)).user;
    const again = await signIn(backend, email ?? '', PASSWORD);
    expect((await again.auth.mfa.verify(given)).error?.code).toBe('mfa_ip_address_mismatch');
    for (const steps of [0, -1]) {
      const { error } = await again.auth.mfa.challengeAndVerify({
        factorId: factor.id,
        code: steps === 0 ? code : codeOf(factor.secret, steps),
      });
      expect(error).toMatchObject({ status: 422, code: 'mfa_verification_failed' });
    }
    expect(await levelOf(again)).toBe('aal1');
  });

  test('is taken once when it comes twice at the same moment, with a challenge each', async () => {
    const { owner, factor } = await robbed();
    const token = (await sessionOf(owner)).access_token;
    const challenges = [await challenge(owner, factor.id), await challenge(owner, factor.id)];
    const code = codeOf(factor.secret);
    const answers = await Promise.all(
      challenges.map((id) =>
        askAuth(`factors/${factor.id}/verify`, token, { body: { challenge_id: id, code } }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  test('that is wrong changes nothing, and the right one is taken with the same challenge', async () => {
    const { thief, factor } = await robbed();
    const challengeId = await challenge(thief, factor.id);
    const verify = (code: string) => thief.auth.mfa.verify({ factorId: factor.id, challengeId, code });
    for (const code of [
      wrongCode(factor.secret),
      'abcdef',
      '12345',
      '1234567',
      `${codeOf(factor.secret)}0`,
    ]) {
      expect((await verify(code)).error?.code).toBe('mfa_verification_failed');
    }
    expect(await levelOf(thief)).toBe('aal1');
    const { error } = await verify('');
    expect(error).toMatchObject({ status: 400, code: 'validation_failed' });
  });

  // Holds security-43
  test('cannot be guessed: after five wrong ones the right one is refused too, whatever the challenge and session', async () => {
    const { owner, thief, email, factor } = await robbed();
    const guess = (client: typeof thief, code: string) =>
      client.auth.mfa.challengeAndVerify({ factorId: factor.id, code });
    const guesses = await Promise.all(
      Array.from({ length: 8 }, () => guess(thief, wrongCode(factor.secret))),
    );
    const codes = guesses.map(({ error }) => error?.code);
    expect(codes.filter((code) => code === 'mfa_verification_failed')).toHaveLength(5);
    expect(codes.filter((code) => code === 'over_request_rate_limit')).toHaveLength(3);
    for (const client of [thief, await signIn(backend, email, PASSWORD)]) {
      expect((await guess(client, codeOf(factor.secret))).error).toMatchObject({
        status: 429,
        code: 'over_request_rate_limit',
      });
    }
    // Whoever is in stays in.
    expect((await owner.auth.getUser()).error).toBeNull();
  });

  test('is asked for fifteen times a minute at most', async () => {
    const { client } = await newcomer();
    const { data } = await client.auth.mfa.enroll({ factorType: 'totp' });
    const answers = await Promise.all(
      Array.from({ length: 17 }, () => client.auth.mfa.challenge({ factorId: data?.id ?? '' })),
    );
    const refused = answers.flatMap(({ error }) => error?.code ?? []);
    expect(refused).toEqual(['over_request_rate_limit', 'over_request_rate_limit']);
  });
});

describe('a challenge', () => {
  test('of another factor, and one that nobody made, are refused', async () => {
    const { owner, factor } = await robbed();
    const other = await withAuthenticator(owner, backend.dbUrl, 'Other');
    const challengeId = await challenge(owner, other.id);
    for (const id of [challengeId, randomUUID()]) {
      const { error } = await owner.auth.mfa.verify({
        factorId: factor.id,
        challengeId: id,
        code: codeOf(factor.secret),
      });
      expect(error).toMatchObject({ status: 422, code: 'mfa_factor_not_found' });
    }
    const { error } = await owner.auth.mfa.verify({
      factorId: factor.id,
      challengeId: "' or true --",
      code: codeOf(factor.secret),
    });
    expect(error).toMatchObject({ status: 400, code: 'validation_failed' });
  });

  test('is over after five minutes, and then gone', async () => {
    const { thief, factor } = await robbed();
    const challengeId = await challenge(thief, factor.id);
    await query(
      backend.dbUrl,
      "update auth.mfa_challenges set created_at = now() - interval '301 seconds' where id = $1",
      [challengeId],
    );
    const verify = () =>
      thief.auth.mfa.verify({ factorId: factor.id, challengeId, code: codeOf(factor.secret) });
    expect((await verify()).error).toMatchObject({ status: 422, code: 'mfa_challenge_expired' });
    expect((await verify()).error).toMatchObject({ status: 422, code: 'mfa_factor_not_found' });
    expect(await levelOf(thief)).toBe('aal1');
  });
});

test('the factor of somebody else can be neither challenged, verified nor taken away', async () => {
  const { factor } = await robbed();
  const { client } = await newcomer();
  await withAuthenticator(client, backend.dbUrl);
  const refusals = [
    await client.auth.mfa.challenge({ factorId: factor.id }),
    await client.auth.mfa.verify({
      factorId: factor.id,
      challengeId: randomUUID(),
      code: codeOf(factor.secret),
    }),
    await client.auth.mfa.unenroll({ factorId: factor.id }),
  ];
  for (const { error } of refusals)
    expect(error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' });
});

// Holds security-44
test('refreshing with a token from before the code brings nothing of it, not even at once, and ends the session', async () => {
  const { client } = await newcomer();
  const stolen = (await sessionOf(client)).refresh_token;
  await withAuthenticator(client, backend.dbUrl);
  const { data, error } = await connect(backend).auth.refreshSession({ refresh_token: stolen });
  expect([data.session, error?.code]).toEqual([null, 'refresh_token_already_used']);
  expect((await client.auth.getUser()).error).not.toBeNull();
});

test('claims that nobody signed are no second factor, and neither is what a session lost', async () => {
  const { owner, thief, id, factor } = await robbed();
  const low = claimsOf((await sessionOf(thief)).access_token);
  const raised = { ...low, aal: 'aal2', amr: [{ method: 'totp', timestamp: Math.floor(Date.now() / 1000) }] };
  const forged = tokenFor(id, 'another-secret-of-more-than-thirty-two-characters', 60, raised);
  expect(await askAuth(`factors/${factor.id}`, forged, { method: 'DELETE' })).toMatchObject({
    status: 403,
    body: { error_code: 'bad_jwt' },
  });
  // Signed as ours, but of a session that never had it: the session counts, not the claim.
  const signed = tokenFor(id, backend.jwtSecret, 60, raised);
  expect(await askAuth(`factors/${factor.id}`, signed, { method: 'DELETE' })).toMatchObject({
    status: 422,
    body: { error_code: 'insufficient_aal' },
  });
  const before = (await sessionOf(owner)).access_token;
  await owner.auth.mfa.unenroll({ factorId: factor.id });
  const again = await signIn(backend, (await sessionOf(owner)).user.email ?? '', PASSWORD);
  const next = await withAuthenticator(again, backend.dbUrl, 'Next');
  const old = await askAuth(`factors/${next.id}`, before, { method: 'DELETE' });
  expect(old).toMatchObject({ status: 403, body: { error_code: 'session_not_found' } });
});

test('nobody reads secrets and challenges through the API', async () => {
  const { owner } = await robbed();
  for (const client of [owner, connect(backend), connect(backend, backend.secretKey)]) {
    for (const table of ['mfa_factors', 'mfa_challenges']) {
      const { data, error } = await client.schema('auth').from(table).select();
      expect([data, error === null]).toEqual([null, false]);
    }
  }
});
