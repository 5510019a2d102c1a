import { backend } from '../../tests/support/backend';
import { connect, signIn } from '../../tests/support/client';
import { tokenFor } from '../../tests/support/token';
import { query } from './support/own-backend';
import { linkIn, mailsFor, waitForMail } from './support/mails';

const PASSWORD = 'correct-horse';
const site = 'http://127.0.0.1:3000';
let counter = 0;

/** An address nobody else uses, also not in another run on the same database. */
const newAddress = () => `person-${Date.now()}-${(counter += 1)}@auth.test`;

/** Opens a mailed link as a browser does, without following it. */
async function open(link: string): Promise<URL> {
  const response = await fetch(link, { redirect: 'manual' });
  expect(response.status).toBe(303);
  return new URL(response.headers.get('location') ?? '');
}

async function confirmedUser(data: Record<string, unknown> = {}) {
  const email = newAddress();
  const { error } = await connect(backend).auth.signUp({ email, password: PASSWORD, options: { data } });
  expect(error).toBeNull();
  await open(linkIn(await waitForMail(backend.mailUrl, email)));
  return email;
}

describe('signing up', () => {
  test('creates an unconfirmed user and mails a link that signs in, once', async () => {
    const email = newAddress();
    const client = connect(backend);
    const { data, error } = await client.auth.signUp({
      email: email.toUpperCase(),
      password: PASSWORD,
      options: { data: { first_name: '<b>Ann</b>' }, emailRedirectTo: `${site}/login?x=1` },
    });
    expect(error).toBeNull();
    expect(data.session).toBeNull();
    expect(data.user?.email).toBe(email);
    expect(data.user?.identities).toHaveLength(1);
    expect(data.user?.user_metadata.first_name).toBe('<b>Ann</b>');

    const before = await client.auth.signInWithPassword({ email, password: PASSWORD });
    expect(before.error?.message).toBe('Email not confirmed');
    const wrong = await client.auth.signInWithPassword({ email, password: 'wrong-password' });
    expect(wrong.error?.message).toBe('Invalid login credentials');

    const mail = await waitForMail(backend.mailUrl, email);
    expect(mail.html).toContain('href="http');
    const target = await open(linkIn(mail));
    expect(`${target.origin}${target.pathname}${target.search}`).toBe(`${site}/login?x=1`);
    const fragment = new URLSearchParams(target.hash.slice(1));
    expect(fragment.get('type')).toBe('signup');
    const session = await client.auth.setSession({
      access_token: fragment.get('access_token') ?? '',
      refresh_token: fragment.get('refresh_token') ?? '',
    });
    expect(session.error).toBeNull();
    expect(session.data.user?.email_confirmed_at).toBeTruthy();

    const again = new URLSearchParams((await open(linkIn(mail))).hash.slice(1));
    expect(again.get('error_code')).toBe('otp_expired');
    expect(again.get('access_token')).toBeNull();
    expect((await client.auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  });

  test('a registered address gets empty identities, no mail and no change', async () => {
    const email = await confirmedUser({ first_name: 'Ann' });
    const { data, error } = await connect(backend).auth.signUp({
      email,
      password: 'another-password',
      options: { data: { first_name: 'Eve' } },
    });
    expect(error).toBeNull();
    expect(data.user?.identities).toEqual([]);
    const rows = await query<{ id: string; name: string }>(
      backend.dbUrl,
      "select id, raw_user_meta_data ->> 'first_name' as name from auth.users where email = $1",
      [email],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.name).toBe('Ann');
    expect(rows[0]?.id).not.toBe(data.user?.id);
    expect(await mailsFor(backend.mailUrl, email)).toHaveLength(1);
    expect(
      (await connect(backend).auth.signInWithPassword({ email, password: 'another-password' })).error,
    ).not.toBeNull();
  });

  test('five simultaneous calls make one user', async () => {
    const email = newAddress();
    const calls = Array.from({ length: 5 }, () =>
      connect(backend).auth.signUp({ email, password: PASSWORD }),
    );
    const ids = (await Promise.all(calls)).map(({ data }) => data.user?.id);
    expect(new Set(ids).size).toBe(1);
  });

  test('a weak password is refused with its reason', async () => {
    const { error } = await connect(backend).auth.signUp({ email: newAddress(), password: 'short' });
    expect(error).toMatchObject({ status: 422, code: 'weak_password', reasons: ['length'] });
    expect(error?.message).toContain('at least 6 characters');
  });

  // Holds tenancy-4
  test.each(['123456', 'password', 'Passw0rd'])('the well-known password %s is refused', async (password) => {
    const { data, error } = await connect(backend).auth.signUp({ email: newAddress(), password });
    expect(data.user).toBeNull();
    expect(error).toMatchObject({ status: 422, code: 'weak_password', reasons: ['pwned'] });
  });

  // Holds security-63
  test.each([
    ['a malformed address', { email: 'nobody', password: PASSWORD }],
    ['a list of addresses', { email: 'a@b.test,c@d.test', password: PASSWORD }],
    ['a list by semicolon', { email: 'a;b@c.test', password: PASSWORD }],
    ['a group', { email: 'team:a@b.test;', password: PASSWORD }],
    ['an address with a comment', { email: 'a(b)@c.test', password: PASSWORD }],
    ['a line break in an address', { email: 'a@b.test\r\nbcc:c@d.test', password: PASSWORD }],
    ['an invisible character in an address', { email: 'a\u200b@b.test', password: PASSWORD }],
    ['an address of another type', { email: 5, password: PASSWORD }],
    ['a password of another type', { email: 'a@b.test', password: [1] }],
    ['user data of another type', { email: 'a@b.test', password: PASSWORD, data: 'x' }],
    ['a NUL character', { email: 'a@b.test', password: PASSWORD, data: { a: '\0' } }],
    ['a NUL character in a key', { email: 'a@b.test', password: PASSWORD, data: { 'a\0': [{ b: 1 }] } }],
    ['half a character', { email: 'a@b.test', password: PASSWORD, data: { a: ['\ud800'] } }],
    ['half a character in a password', { email: 'a@b.test', password: `${PASSWORD}\ud800` }],
    ['user data over 16 kB', { email: 'a@b.test', password: PASSWORD, data: { a: 'x'.repeat(16_400) } }],
    ['half a challenge', { email: 'a@b.test', password: PASSWORD, code_challenge: 'x'.repeat(43) }],
    ['a password that would be cut', { email: 'a@b.test', password: 'x'.repeat(73) }],
  ])('%s is refused', async (_, body) => {
    const response = await fetch(`${backend.apiUrl}/auth/v1/signup`, {
      method: 'POST',
      headers: { apikey: backend.publishableKey },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error_code: 'validation_failed' });
  });

  test('user data nested 100,000 deep is refused', async () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    const response = await fetch(`${backend.apiUrl}/auth/v1/signup`, {
      method: 'POST',
      headers: { apikey: backend.publishableKey },
      body: `{"email": "a@b.test", "password": "${PASSWORD}", "data": {"a": ${deep}}}`,
    });
    expect(response.status).toBe(400);
  });

  test('a second sign-up begins anew: it is answered like a first, and neither password remains', async () => {
    const email = newAddress();
    const first = await connect(backend).auth.signUp({
      email,
      password: PASSWORD,
      options: { data: { first_name: 'Eve', nick: 'E' } },
    });
    await query(
      backend.dbUrl,
      "update auth.users set created_at = now() - interval '1 day', recovery_sent_at = now(), invited_at = now() where email = $1",
      [email],
    );
    const second = await connect(backend).auth.signUp({
      email,
      password: 'another-password',
      options: { data: { first_name: 'Ann' } },
    });
    expect(second.error).toBeNull();
    const shape = (user: object | null) => Object.keys(user ?? {}).sort();
    expect(shape(second.data.user)).toEqual(shape(first.data.user));
    expect(second.data.user?.user_metadata).toMatchObject({ first_name: 'Ann' });
    expect(second.data.user?.user_metadata).not.toHaveProperty('nick');
    expect(JSON.stringify(second.data.user)).not.toContain('Eve');
    for (const at of [second.data.user?.created_at, second.data.user?.confirmation_sent_at])
      expect(Date.now() - Date.parse(at ?? '')).toBeLessThan(60_000);

    await open(linkIn(await waitForMail(backend.mailUrl, email, 2)));
    for (const password of [PASSWORD, 'another-password']) {
      const { error } = await connect(backend).auth.signInWithPassword({ email, password });
      expect(error?.code).toBe('invalid_credentials');
    }
  });

  test('who signs up twice with one password keeps it', async () => {
    const email = newAddress();
    for (let i = 0; i < 2; i += 1) await connect(backend).auth.signUp({ email, password: PASSWORD });
    await open(linkIn(await waitForMail(backend.mailUrl, email, 2)));
    expect((await connect(backend).auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  });

  test('line breaks in a redirect are no header of their own', async () => {
    const email = newAddress();
    await connect(backend).auth.signUp({ email, password: PASSWORD });
    const link = new URL(linkIn(await waitForMail(backend.mailUrl, email)));
    link.searchParams.set('redirect_to', `${site}/lo\r\nset-cookie:x=1/gin?é=\n1`);
    const target = await open(link.href);
    expect(target.href.split('#')[0]).toBe(`${site}/loset-cookie:x=1/gin?%C3%A9=1`);
  });

  // Holds security-33
  test('a link leads to the site when a stranger is asked for', async () => {
    for (const stranger of [
      'https://evil.test/',
      'http://127.0.0.1:3000@evil.test/',
      'javascript:alert(1)',
    ]) {
      const email = newAddress();
      await connect(backend).auth.signUp({
        email,
        password: PASSWORD,
        options: { emailRedirectTo: stranger },
      });
      const link = new URL(linkIn(await waitForMail(backend.mailUrl, email)));
      link.searchParams.set('redirect_to', stranger);
      expect((await open(link.href)).origin).toBe(site);
    }
  });
});

describe('mailed secrets', () => {
  // Holds tenancy-5
  test('a mail carries its link and no code: no page asks for one', async () => {
    const email = newAddress();
    await connect(backend).auth.signUp({ email, password: PASSWORD });
    const { text, html } = await waitForMail(backend.mailUrl, email);
    for (const words of [text, html.replace(/<[^>]*>/g, ' ')])
      expect(words).not.toMatch(/code|(?<![\w#-])\d{6}(?!\w)/i);
  });

  test('an old mail has expired', async () => {
    const email = newAddress();
    await connect(backend).auth.signUp({ email, password: PASSWORD });
    const link = linkIn(await waitForMail(backend.mailUrl, email));
    await query(
      backend.dbUrl,
      "update auth.one_time_tokens set created_at = now() - interval '2 hours' where relates_to = $1",
      [email],
    );
    expect(new URLSearchParams((await open(link)).hash.slice(1)).get('error_code')).toBe('otp_expired');
  });
});

describe('sending the mail again', () => {
  test('replaces the first link; unknown and confirmed addresses get the same answer and nothing else', async () => {
    const email = newAddress();
    const client = connect(backend);
    await client.auth.signUp({ email, password: PASSWORD });
    const first = linkIn(await waitForMail(backend.mailUrl, email));
    expect((await client.auth.resend({ type: 'signup', email })).error).toBeNull();
    const second = linkIn(await waitForMail(backend.mailUrl, email, 2));
    expect(new URLSearchParams((await open(first)).hash.slice(1)).get('error_code')).toBe('otp_expired');
    expect(new URLSearchParams((await open(second)).hash.slice(1)).get('access_token')).toBeTruthy();
    expect((await client.auth.resend({ type: 'signup', email })).error).toBeNull();
    expect((await client.auth.resend({ type: 'signup', email: newAddress() })).error).toBeNull();
    expect(await mailsFor(backend.mailUrl, email)).toHaveLength(2);
  });
});

describe('sessions', () => {
  // Holds security-36
  test('a refresh token is good once; reuse after the interval ends the whole session', async () => {
    const email = await confirmedUser();
    const client = await signIn(backend, email, PASSWORD);
    const first = (await client.auth.getSession()).data.session?.refresh_token ?? '';
    const second = await client.auth.refreshSession({ refresh_token: first });
    expect(second.error).toBeNull();
    expect(second.data.session?.refresh_token).not.toBe(first);
    // Two tabs may race: shortly after, the used one still works.
    expect((await connect(backend).auth.refreshSession({ refresh_token: first })).error).toBeNull();

    await query(
      backend.dbUrl,
      "update auth.refresh_tokens set updated_at = now() - interval '1 minute' where user_id = $1",
      [second.data.user?.id],
    );
    const reuse = await connect(backend).auth.refreshSession({ refresh_token: first });
    expect(reuse.error?.code).toBe('refresh_token_already_used');
    const after = await connect(backend).auth.refreshSession({
      refresh_token: second.data.session?.refresh_token ?? '',
    });
    expect(after.error?.code).toBe('refresh_token_not_found');
  });

  test('logging out here, elsewhere and everywhere ends the right sessions', async () => {
    const email = await confirmedUser();
    const [a, b, c] = await Promise.all([0, 1, 2].map(() => signIn(backend, email, PASSWORD)));
    if (!a || !b || !c) throw new Error('three clients expected');
    const tokenOf = async (client: typeof a) =>
      (await client.auth.getSession()).data.session?.access_token ?? '';
    const [tokenA, tokenB, tokenC] = [await tokenOf(a), await tokenOf(b), await tokenOf(c)];
    const works = async (token: string) => (await connect(backend).auth.getUser(token)).error === null;

    await a.auth.signOut({ scope: 'local' });
    expect([await works(tokenA), await works(tokenB), await works(tokenC)]).toEqual([false, true, true]);
    await b.auth.signOut({ scope: 'others' });
    expect([await works(tokenB), await works(tokenC)]).toEqual([true, false]);
    await b.auth.signOut();
    expect(await works(tokenB)).toBe(false);
    const { error } = await connect(backend).auth.getUser(tokenB);
    expect(error?.message).toMatch(/session/i);
  });

  test('user data is merged, null removes', async () => {
    const client = await signIn(backend, await confirmedUser({ first_name: 'Ann', nick: 'A' }), PASSWORD);
    const { data } = await client.auth.updateUser({ data: { last_name: 'Lee', nick: null } });
    expect(data.user?.user_metadata).toMatchObject({ first_name: 'Ann', last_name: 'Lee' });
    expect(data.user?.user_metadata).not.toHaveProperty('nick');
  });

  test('user data is 16 kB in all; what is full still signs in, reads and becomes smaller', async () => {
    const email = await confirmedUser();
    const client = await signIn(backend, email, PASSWORD);
    expect((await client.auth.updateUser({ data: { a: 'x'.repeat(15_500) } })).error).toBeNull();
    const { error } = await client.auth.updateUser({ data: { b: 'y'.repeat(2_000) } });
    expect(error).toMatchObject({ status: 400, code: 'validation_failed' });
    const again = await signIn(backend, email, PASSWORD);
    expect((await again.auth.getUser()).data.user?.user_metadata).not.toHaveProperty('b');
    expect((await again.rpc('invitation_preview')).error).toBeNull();
    expect((await again.auth.updateUser({ data: { a: null } })).error).toBeNull();
  });

  test('nothing is changed when one half of a change is refused', async () => {
    const client = await signIn(backend, await confirmedUser({ nick: 'A' }), PASSWORD);
    const { error } = await client.auth.updateUser({
      data: { nick: 'B' },
      password: 'another-password',
      current_password: 'a guess',
    });
    expect(error?.code).toBe('current_password_invalid');
    expect((await client.auth.getUser()).data.user?.user_metadata).toMatchObject({ nick: 'A' });
  });

  test.each([
    ['nobody', 'b5f0e0a4-0000-4000-8000-000000000000'],
    ['b5f0e0a4-0000-4000-8000-000000000000', 'no session'],
  ])('a token whose ids are none is refused: %s, %s', async (sub, sessionId) => {
    const token = tokenFor(sub, backend.jwtSecret, 60, { session_id: sessionId });
    for (const method of ['GET', 'PUT']) {
      const response = await fetch(`${backend.apiUrl}/auth/v1/user`, {
        method,
        headers: { apikey: backend.publishableKey, authorization: `Bearer ${token}` },
      });
      expect(response.status).toBe(403);
    }
  });

  test.each(['constructor', '__proto__', 'everywhere'])(
    'signing out with the scope %s is refused',
    async (scope) => {
      const client = await signIn(backend, await confirmedUser(), PASSWORD);
      const { data } = await client.auth.getSession();
      const response = await fetch(`${backend.apiUrl}/auth/v1/logout?scope=${scope}`, {
        method: 'POST',
        headers: {
          apikey: backend.publishableKey,
          authorization: `Bearer ${data.session?.access_token ?? ''}`,
        },
      });
      expect(response.status).toBe(400);
    },
  );

  test('user metadata cannot make someone else of the caller', async () => {
    const client = await signIn(backend, await confirmedUser(), PASSWORD);
    const { data } = await client.auth.updateUser({ data: { role: 'service_role', sub: 'x' } });
    expect(data.user?.role).toBe('authenticated');
    const { data: refreshed } = await client.auth.refreshSession();
    const claims = JSON.parse(
      Buffer.from(refreshed.session?.access_token.split('.')[1] ?? '', 'base64url').toString(),
    ) as Record<string, unknown>;
    expect(claims).toMatchObject({
      role: 'authenticated',
      sub: data.user?.id,
      aud: 'authenticated',
      aal: 'aal1',
    });
  });
});
