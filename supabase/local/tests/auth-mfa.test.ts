import { URL } from 'node:url';
import { backend } from '../../tests/support/backend';
import { connect, signIn } from '../../tests/support/client';
import { codeOf, forgetCodes, withAuthenticator } from './support/authenticator';
import { query } from './support/own-backend';
import { askAuth, claimsOf, newcomer, newPerson, PASSWORD, sessionOf } from './support/people';

/** Second factors as supabase-js's documentation has them. */
const service = () => connect(backend, backend.secretKey);

const rowsOf = (factorId: string) =>
  query<{ secret: string; status: string }>(
    backend.dbUrl,
    'select secret, status from auth.mfa_factors where id = $1',
    [factorId],
  );

describe('setting an authenticator app up', () => {
  test('begins with a key as text, as an address and as a drawing, and counts with its first code', async () => {
    const { client, email } = await newcomer();
    const { data, error } = await client.auth.mfa.enroll({
      factorType: 'totp',
      friendlyName: 'Phone',
      issuer: 'Paper: plane',
    });
    expect(error).toBeNull();
    if (!data) throw new Error('a factor expected');
    expect(data).toMatchObject({ type: 'totp', friendly_name: 'Phone' });
    const { secret, uri, qr_code: drawing } = data.totp;
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const parts = new URL(uri);
    expect([parts.protocol, parts.host, decodeURIComponent(parts.pathname)]).toEqual([
      'otpauth:',
      'totp',
      `/Paper: plane:${email}`,
    ]);
    expect(Object.fromEntries(parts.searchParams)).toEqual({
      issuer: 'Paper: plane',
      secret,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
    expect(drawing).toMatch(/^data:image\/svg\+xml;utf-8,<svg [\s\S]*<\/svg>$/);
    // It would end the address that the drawing is.
    expect(drawing).not.toContain('#');

    const begun = await client.auth.mfa.listFactors();
    expect([begun.data?.all.length, begun.data?.totp.length]).toEqual([1, 0]);
    expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal1',
    });

    const challenge = await client.auth.mfa.challenge({ factorId: data.id });
    expect(challenge.data).toMatchObject({ type: 'totp' });
    expect(Math.abs((challenge.data?.expires_at ?? 0) - Date.now() / 1000 - 300)).toBeLessThan(30);
    const verified = await client.auth.mfa.verify({
      factorId: data.id,
      challengeId: challenge.data?.id ?? '',
      code: codeOf(secret),
    });
    expect(verified.error).toBeNull();
    expect(verified.data?.user.factors).toMatchObject([
      { id: data.id, status: 'verified', factor_type: 'totp', friendly_name: 'Phone' },
    ]);
    expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal2',
      nextLevel: 'aal2',
      currentAuthenticationMethods: [{ method: 'totp' }, { method: 'password' }],
    });
  });

  test('keeps the secret encrypted, and shows it never again', async () => {
    const { client } = await newcomer();
    const { id, secret } = await withAuthenticator(client, backend.dbUrl);
    const [row] = await rowsOf(id);
    expect(row?.secret).not.toContain(secret);
    const [kept] = await query<{ plain: string }>(
      backend.dbUrl,
      'select vault.decrypted(secret) as plain from auth.mfa_factors where id = $1',
      [id],
    );
    expect(kept?.plain).toBe(secret);
    const user = await client.auth.getUser();
    expect(JSON.stringify(user.data)).not.toContain(secret);
  });

  test('asks for another name, also for another one without a name, and for no more than ten', async () => {
    const { client, id } = await newcomer();
    const begin = (friendlyName?: string) =>
      client.auth.mfa.enroll(friendlyName ? { factorType: 'totp', friendlyName } : { factorType: 'totp' });
    expect((await begin()).error).toBeNull();
    expect((await begin()).error).toMatchObject({ status: 422, code: 'mfa_factor_name_conflict' });
    const twice = await Promise.all([begin('Phone'), begin('Phone')]);
    expect(twice.map(({ error }) => error?.code).sort()).toEqual(['mfa_factor_name_conflict', undefined]);
    for (let n = 3; n <= 10; n += 1) expect((await begin(`App ${n}`)).error).toBeNull();
    expect((await begin('App 11')).error).toMatchObject({
      status: 422,
      code: 'too_many_enrolled_mfa_factors',
    });
    // What was begun and forgotten makes room.
    await query(
      backend.dbUrl,
      "update auth.mfa_factors set created_at = now() - interval '6 minutes' where user_id = $1",
      [id],
    );
    expect((await begin('App 11')).error).toBeNull();
    expect((await client.auth.mfa.listFactors()).data?.all).toHaveLength(1);
  });

  test('names the site where nobody is named, and refuses a name that fits into no drawing', async () => {
    const { client } = await newcomer();
    const begun = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'a' });
    expect(new URL(begun.data?.totp.uri ?? '').searchParams.get('issuer')).toBe('127.0.0.1:3000');
    const { error } = await client.auth.mfa.enroll({ factorType: 'totp', issuer: 'x'.repeat(101) });
    expect(error).toMatchObject({ status: 400, code: 'validation_failed' });
  });

  test('a second app takes a session with the first one; the code of one ends what was only begun', async () => {
    const { client, email } = await newcomer();
    const first = await withAuthenticator(client, backend.dbUrl);
    const low = await signIn(backend, email, PASSWORD);
    expect((await low.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'B' })).error).toMatchObject({
      status: 403,
      code: 'insufficient_aal',
    });
    const second = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'B' });
    expect(second.error).toBeNull();
    await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'C' });
    const verified = await client.auth.mfa.challengeAndVerify({
      factorId: second.data?.id ?? '',
      code: codeOf(second.data?.totp.secret ?? ''),
    });
    expect(verified.error).toBeNull();
    const { data } = await client.auth.mfa.listFactors();
    expect(data?.all.map((factor) => factor.id)).toEqual([first.id, second.data?.id]);
  });
});

describe('a session with a second factor', () => {
  test('is begun by the password and raised by a code; refreshing keeps level and times', async () => {
    const { client, email } = await newcomer();
    const factor = await withAuthenticator(client, backend.dbUrl);
    const other = await signIn(backend, email, PASSWORD);
    expect((await other.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal2',
    });
    await other.auth.mfa.challengeAndVerify({ factorId: factor.id, code: codeOf(factor.secret) });
    const before = claimsOf((await sessionOf(other)).access_token);
    expect(before).toMatchObject({ aal: 'aal2', amr: [{ method: 'totp' }, { method: 'password' }] });
    expect(Math.abs((before.amr[0]?.timestamp ?? 0) - Date.now() / 1000)).toBeLessThan(30);
    const refreshed = await other.auth.refreshSession();
    expect(claimsOf(refreshed.data.session?.access_token ?? '')).toMatchObject({
      aal: 'aal2',
      amr: before.amr,
      session_id: before.session_id,
    });
    const [row] = await query<{ aal: string; factor_id: string }>(
      backend.dbUrl,
      'select aal::text, factor_id from auth.sessions where id = $1',
      [before.session_id],
    );
    expect(row).toEqual({ aal: 'aal2', factor_id: factor.id });
  });

  test('another code renews the time of the second factor alone', async () => {
    const { client } = await newcomer();
    const factor = await withAuthenticator(client, backend.dbUrl);
    const { session_id: id } = claimsOf((await sessionOf(client)).access_token);
    await query(
      backend.dbUrl,
      `update auth.mfa_amr_claims set created_at = now() - interval '1 hour', updated_at = now() - interval '1 hour'
       where session_id = $1`,
      [id],
    );
    const hourAgo = Date.now() / 1000 - 3600;
    await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code: codeOf(factor.secret) });
    const { amr, session_id } = claimsOf((await sessionOf(client)).access_token);
    expect(session_id).toBe(id);
    expect(amr.map(({ method }) => method)).toEqual(['totp', 'password']);
    expect(Math.abs((amr[0]?.timestamp ?? 0) - Date.now() / 1000)).toBeLessThan(30);
    expect(Math.abs((amr[1]?.timestamp ?? 0) - hourAgo)).toBeLessThan(30);
  });

  test('ends the sessions that have none, and leaves those that do', async () => {
    const { client, email } = await newcomer();
    const low = await signIn(backend, email, PASSWORD);
    const factor = await withAuthenticator(client, backend.dbUrl);
    const ended = await sessionOf(low);
    expect((await askAuth('user', ended.access_token, { method: 'GET' })).body.error_code).toBe(
      'session_not_found',
    );
    const { error } = await connect(backend).auth.refreshSession({ refresh_token: ended.refresh_token });
    expect(error?.code).toBe('refresh_token_not_found');
    const third = await signIn(backend, email, PASSWORD);
    await third.auth.mfa.challengeAndVerify({ factorId: factor.id, code: codeOf(factor.secret) });
    expect((await client.auth.getUser()).error).toBeNull();
  });

  // Holds security-45
  test('a new password or address is refused without the second factor, and taken with it', async () => {
    const { client, email } = await newcomer();
    await withAuthenticator(client, backend.dbUrl);
    const low = await signIn(backend, email, PASSWORD);
    const change = { password: 'battery-staple', current_password: PASSWORD };
    for (const refused of [change, { email: `new-${email}` }]) {
      expect((await low.auth.updateUser(refused)).error).toMatchObject({
        status: 401,
        code: 'insufficient_aal',
      });
    }
    expect((await low.auth.updateUser({ data: { nick: 'A' } })).error).toBeNull();
    expect((await client.auth.updateUser(change)).error).toBeNull();
  });
});

describe('taking a factor away', () => {
  test('takes a session with a second factor, and lowers the sessions that it raised', async () => {
    const { client, email } = await newcomer();
    const factor = await withAuthenticator(client, backend.dbUrl);
    const low = await signIn(backend, email, PASSWORD);
    expect((await low.auth.mfa.unenroll({ factorId: factor.id })).error).toMatchObject({
      status: 422,
      code: 'insufficient_aal',
    });
    const { data, error } = await client.auth.mfa.unenroll({ factorId: factor.id });
    expect([data, error]).toEqual([{ id: factor.id }, null]);
    const refreshed = await client.auth.refreshSession();
    expect(claimsOf(refreshed.data.session?.access_token ?? '')).toMatchObject({
      aal: 'aal1',
      amr: [{ method: 'password' }],
    });
    expect(refreshed.data.user?.factors).toBeUndefined();
  });

  test('what was only begun goes without one', async () => {
    const { client } = await newcomer();
    const begun = await client.auth.mfa.enroll({ factorType: 'totp' });
    expect((await client.auth.mfa.unenroll({ factorId: begun.data?.id ?? '' })).error).toBeNull();
    expect((await client.auth.mfa.listFactors()).data?.all).toEqual([]);
  });

  test('leaves the sessions that another factor raised', async () => {
    const { client, email } = await newcomer();
    const first = await withAuthenticator(client, backend.dbUrl, 'A');
    const second = await withAuthenticator(client, backend.dbUrl, 'B');
    const other = await signIn(backend, email, PASSWORD);
    await other.auth.mfa.challengeAndVerify({ factorId: first.id, code: codeOf(first.secret) });
    await other.auth.mfa.unenroll({ factorId: first.id });
    const levels = await Promise.all(
      [client, other].map(
        async (one) => claimsOf((await one.auth.refreshSession()).data.session?.access_token ?? '').aal,
      ),
    );
    expect(levels).toEqual(['aal2', 'aal1']);
    expect((await client.auth.mfa.listFactors()).data?.totp.map(({ id }) => id)).toEqual([second.id]);
  });

  test('servers list the factors of a user, and take one away for who has lost it', async () => {
    const { client, id, email } = await newcomer();
    const factor = await withAuthenticator(client, backend.dbUrl);
    const listed = await service().auth.admin.mfa.listFactors({ userId: id });
    expect(listed.data?.factors).toMatchObject([
      { id: factor.id, status: 'verified', factor_type: 'totp', friendly_name: 'Phone' },
    ]);
    expect((await service().auth.admin.getUserById(id)).data.user?.factors).toHaveLength(1);
    const removed = await service().auth.admin.mfa.deleteFactor({ userId: id, id: factor.id });
    expect(removed.error).toBeNull();
    expect((await service().auth.admin.mfa.listFactors({ userId: id })).data?.factors).toEqual([]);
    expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal2');
    await client.auth.refreshSession();
    expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal1',
    });
    const again = await signIn(backend, email, PASSWORD);
    expect((await again.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'New' })).error).toBeNull();
  });

  test('and none of another user', async () => {
    const { client, id } = await newcomer();
    const factor = await withAuthenticator(client, backend.dbUrl);
    const stranger = await newPerson();
    const removed = await service().auth.admin.mfa.deleteFactor({ userId: stranger.id, id: factor.id });
    expect(removed.error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' });
    expect((await service().auth.admin.mfa.listFactors({ userId: id })).data?.factors).toHaveLength(1);
  });

  test('goes with its user, also with one who is only marked as deleted', async () => {
    const { client, id } = await newcomer();
    const factor = await withAuthenticator(client, backend.dbUrl);
    await service().auth.admin.deleteUser(id, true);
    expect(await rowsOf(factor.id)).toEqual([]);
  });
});

test('a code of the moment before and after is taken, one of two moments away is not', async () => {
  const { client } = await newcomer();
  const { id, secret } = await withAuthenticator(client, backend.dbUrl);
  // Not where the next thirty seconds begin while it runs.
  const left = 30_000 - (Date.now() % 30_000);
  if (left < 5_000) await new Promise((resolve) => setTimeout(resolve, left + 100));
  const verify = async (steps: number) => {
    await forgetCodes(backend.dbUrl, id);
    return (await client.auth.mfa.challengeAndVerify({ factorId: id, code: codeOf(secret, steps) })).error
      ?.code;
  };
  expect(await verify(-1)).toBeUndefined();
  expect(await verify(1)).toBeUndefined();
  expect(await verify(-2)).toBe('mfa_verification_failed');
  expect(await verify(2)).toBe('mfa_verification_failed');
});
