import { randomUUID } from 'node:crypto';
import { liveClient, startLive, type LiveClient } from './support/live';
import { query } from './support/own-backend';

const PASSWORD = 'correct-horse';
const site = 'http://127.0.0.1:3000';
const NOBODY = '00000000-0000-4000-8000-000000000000';

let backend: Awaited<ReturnType<typeof startLive>>;
let service: LiveClient;
let counter = 0;

beforeAll(async () => {
  backend = await startLive();
  service = liveClient(backend.facts, undefined, backend.facts.secretKey);
});

afterAll(() => backend.stop());

const newAddress = () => `person-${(counter += 1)}@admin.test`;
const anon = () => liveClient(backend.facts);

async function confirmedUser(attributes: object = {}) {
  const email = newAddress();
  const { data, error } = await service.auth.admin.createUser({
    email,
    password: PASSWORD,
    email_confirm: true,
    ...attributes,
  });
  expect(error).toBeNull();
  return { id: data.user?.id ?? '', email, user: data.user };
}

async function signedIn(email: string) {
  const client = anon();
  const { data, error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  return { client, token: data.session?.access_token ?? '', code: error?.code };
}

/** Opens a link as a browser does, without following it; what stands behind the #. */
async function open(link: string): Promise<Record<string, string>> {
  const response = await fetch(link, { redirect: 'manual' });
  const target = new URL(response.headers.get('location') ?? '');
  return Object.fromEntries(new URLSearchParams(target.hash.slice(1)));
}

const ROUTES: [method: string, path: string][] = [
  ['GET', 'admin/users'],
  ['POST', 'admin/users'],
  ['GET', `admin/users/${NOBODY}`],
  ['PUT', `admin/users/${NOBODY}`],
  ['DELETE', `admin/users/${NOBODY}`],
  ['GET', `admin/users/${NOBODY}/factors`],
  ['POST', 'admin/generate_link'],
  ['POST', 'invite'],
  ['GET', 'admin/oauth/clients'],
  ['GET', 'admin/audit'],
];

// Holds security-141
test.each(ROUTES)(
  '%s %s is for servers: neither for the public key nor for a person',
  async (method, path) => {
    const { token } = await signedIn((await confirmedUser()).email);
    const { apiUrl, publishableKey, secretKey } = backend.facts;
    const ask = async (apikey: string, bearer: string) => {
      const headers = { apikey, authorization: `Bearer ${bearer}` };
      const body = method === 'GET' ? null : '{}';
      const response = await fetch(`${apiUrl}/auth/v1/${path}`, { method, headers, body });
      return [response.status, ((await response.json()) as { error_code: string }).error_code];
    };
    expect(await ask(publishableKey, publishableKey)).toEqual([403, 'not_admin']);
    expect(await ask(publishableKey, token)).toEqual([403, 'not_admin']);
    // As on hosted the bearer says who asks, whatever key comes along.
    expect(await ask(secretKey, token)).toEqual([403, 'not_admin']);
    expect(await ask(secretKey, 'a.b.c')).toEqual([403, 'bad_jwt']);
  },
);

test('a user is created as told, confirmed only when told, and nothing is mailed', async () => {
  const { user } = await confirmedUser({ user_metadata: { first: 'Ada' }, app_metadata: { plan: 'all' } });
  expect(user).toMatchObject({
    email_confirmed_at: expect.any(String) as string,
    user_metadata: { first: 'Ada' },
    app_metadata: { provider: 'email', providers: ['email'], plan: 'all' },
    identities: [{ provider: 'email', identity_data: { email: user?.email, email_verified: true } }],
  });
  expect((await signedIn(user?.email ?? '')).code).toBeUndefined();
  const id = randomUUID();
  const email = newAddress();
  const { data } = await service.auth.admin.createUser({ id, email, user_metadata: { a: 1 } });
  expect(data.user).toMatchObject({ id, user_metadata: { a: 1 } });
  expect(data.user?.email_confirmed_at).toBeUndefined();
  expect(await signedIn(email)).toMatchObject({ code: 'invalid_credentials' });
  const mails = (await (await fetch(`${backend.facts.mailUrl}/email`)).json()) as unknown[];
  expect(mails).toEqual([]);
});

test.each<[object, number, string]>([
  [{}, 400, 'Cannot create a user without either an email or phone'],
  [{ email: 'nobody' }, 400, 'Unable to validate email address: invalid format'],
  [{ email: 'a@b.test', id: 'me' }, 400, 'ID must conform to the uuid v4 format'],
  [
    { email: 'a@b.test', ban_duration: 'long' },
    400,
    'invalid format for ban duration: time: invalid duration "long"',
  ],
  [
    { email: 'a@b.test', user_metadata: { text: 'x'.repeat(17_000) } },
    400,
    'data must not be larger than 16384 bytes',
  ],
  [{ phone: '15550100' }, 422, 'Phone signups are disabled'],
])('%j is refused, and nobody is created', async (attributes, status, message) => {
  const { error } = await service.auth.admin.createUser(attributes);
  expect(error).toMatchObject({ status, message });
  expect(await query(backend.facts.dbUrl, "select id from auth.users where email = 'a@b.test'")).toEqual([]);
});

test('an address and an id belong to one user', async () => {
  const { id, email } = await confirmedUser();
  expect((await service.auth.admin.createUser({ email: email.toUpperCase() })).error?.code).toBe(
    'email_exists',
  );
  expect((await service.auth.admin.createUser({ id, email: newAddress() })).error?.status).toBe(422);
  const other = await confirmedUser();
  const { error } = await service.auth.admin.updateUserById(other.id, { email });
  expect(error).toMatchObject({ status: 422, code: 'email_exists' });
});

test('users are listed in pages, the newest first, with the way to the others', async () => {
  const made = [];
  for (let n = 0; n < 3; n += 1) made.unshift((await confirmedUser()).id);
  const first = await service.auth.admin.listUsers({ page: 1, perPage: 2 });
  expect(first.data.users.map((user) => user.id)).toEqual(made.slice(0, 2));
  const { total, nextPage, lastPage } = first.data as { total: number; nextPage: number; lastPage: number };
  const [counted] = await query<{ n: number }>(
    backend.facts.dbUrl,
    'select count(*)::int as n from auth.users',
  );
  expect([total, nextPage, lastPage]).toEqual([counted?.n, 2, Math.ceil((counted?.n ?? 0) / 2)]);
  expect((await service.auth.admin.listUsers({ page: 2, perPage: 2 })).data.users[0]?.id).toBe(made[2]);
  const last = await service.auth.admin.listUsers({ page: lastPage, perPage: 2 });
  expect((last.data as { nextPage: number | null }).nextPage).toBeNull();
  expect((await service.auth.admin.listUsers({ page: -1 })).error).toMatchObject({ status: 400 });
});

test('one user is read, or refused with the reason', async () => {
  const { id, email } = await confirmedUser();
  expect((await service.auth.admin.getUserById(id)).data.user?.email).toBe(email);
  expect((await service.auth.admin.getUserById(NOBODY)).error).toMatchObject({
    status: 404,
    code: 'user_not_found',
  });
  expect((await service.auth.admin.mfa.listFactors({ userId: id })).data).toEqual({ factors: [] });
});

test('what is known about a user is merged, and null takes it away', async () => {
  const { id } = await confirmedUser({ user_metadata: { a: 1, b: 2 } });
  const { data } = await service.auth.admin.updateUserById(id, {
    user_metadata: { b: null, c: 3 },
    app_metadata: { role: 'x' },
  });
  expect(data.user?.user_metadata).toEqual({ a: 1, c: 3, email_verified: true });
  expect(data.user?.app_metadata).toMatchObject({ provider: 'email', role: 'x' });
});

test('a new address counts at once; a new password ends every session and voids older links', async () => {
  const { id, email } = await confirmedUser();
  const { client } = await signedIn(email);
  const moved = newAddress();
  expect((await service.auth.admin.updateUserById(id, { email: moved })).data.user).toMatchObject({
    email: moved,
  });
  expect((await client.auth.getUser()).data.user?.identities?.[0]?.identity_data).toMatchObject({
    email: moved,
  });
  expect((await signedIn(email)).code).toBe('invalid_credentials');
  expect((await service.auth.admin.updateUserById(id, { password: 'short' })).error?.code).toBe(
    'weak_password',
  );
  const link = await service.auth.admin.generateLink({ type: 'recovery', email: moved });
  await service.auth.admin.updateUserById(id, { password: `${PASSWORD}-again` });
  expect(await open(link.data.properties?.action_link ?? '')).toMatchObject({ error_code: 'otp_expired' });
  expect((await client.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
  expect((await signedIn(moved)).code).toBe('invalid_credentials');
});

test('who is banned neither signs in nor goes on, by no link either, until it is taken back', async () => {
  const { id, email } = await confirmedUser();
  const { client } = await signedIn(email);
  const { data } = await service.auth.admin.updateUserById(id, { ban_duration: '1h30m' });
  expect(
    Date.parse(String((data.user as { banned_until?: string }).banned_until)) - Date.now(),
  ).toBeGreaterThan(5_300_000);
  expect((await signedIn(email)).code).toBe('user_banned');
  expect((await client.auth.getUser()).error?.code).toBe('user_banned');
  expect((await client.auth.refreshSession()).error?.code).toBe('user_banned');
  const link = await service.auth.admin.generateLink({ type: 'magiclink', email });
  expect(await open(link.data.properties?.action_link ?? '')).toMatchObject({ error_code: 'user_banned' });
  await service.auth.admin.updateUserById(id, { ban_duration: 'none' });
  expect((await signedIn(email)).code).toBeUndefined();
});

test('a deleted user is gone with sessions and mails', async () => {
  const { id, email } = await confirmedUser();
  const { client } = await signedIn(email);
  expect((await service.auth.admin.deleteUser(id)).error).toBeNull();
  expect((await client.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
  expect((await service.auth.admin.getUserById(id)).error?.status).toBe(404);
  expect((await service.auth.admin.deleteUser(id)).error?.status).toBe(404);
  expect((await service.auth.admin.createUser({ email })).error).toBeNull();
});

test('who is only marked as deleted leaves an id and nothing else, and the address is free', async () => {
  const { id, email } = await confirmedUser({ user_metadata: { first: 'Ada' } });
  const { client } = await signedIn(email);
  const link = await service.auth.admin.generateLink({ type: 'recovery', email });
  expect((await service.auth.admin.deleteUser(id, true)).error).toBeNull();
  expect((await service.auth.admin.deleteUser(id, true)).error).toBeNull();
  const { data } = await service.auth.admin.getUserById(id);
  expect(data.user).toMatchObject({
    deleted_at: expect.any(String) as string,
    user_metadata: {},
    app_metadata: {},
  });
  expect(JSON.stringify(data)).not.toMatch(/admin\.test|Ada/);
  expect((await client.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
  expect((await signedIn(email)).code).toBe('invalid_credentials');
  expect(await open(link.data.properties?.action_link ?? '')).toMatchObject({ error_code: 'otp_expired' });
  expect((await service.auth.admin.createUser({ email })).error).toBeNull();
});

test('a user whom a table holds on to is not deleted', async () => {
  const { id } = await confirmedUser();
  const { dbUrl } = backend.facts;
  await query(dbUrl, 'create table public.held (id uuid references auth.users)');
  await query(dbUrl, `insert into public.held values ('${id}')`);
  const { apiUrl, secretKey: apikey } = backend.facts;
  const answer = await fetch(`${apiUrl}/auth/v1/admin/users/${id}`, {
    method: 'DELETE',
    headers: { apikey },
  });
  expect(await answer.json()).toMatchObject({ code: 500, msg: 'Database error deleting user' });
  await query(dbUrl, 'drop table public.held');
});

test('a server ends a person’s sessions by their token', async () => {
  const { email } = await confirmedUser();
  const { client, token } = await signedIn(email);
  expect((await service.auth.admin.signOut(token)).error).toBeNull();
  expect((await client.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
});

describe('links for a server to bring', () => {
  test.each(['signup', 'invite', 'magiclink'] as const)('%s of somebody new signs in, once', async (type) => {
    const email = newAddress();
    const { data, error } = await service.auth.admin.generateLink({
      type,
      email,
      password: PASSWORD,
      options: { data: { first: 'Ada' }, redirectTo: `${site}/welcome` },
    });
    expect(error).toBeNull();
    expect(data.properties).toMatchObject({
      verification_type: type === 'magiclink' ? 'signup' : type,
      redirect_to: `${site}/welcome`,
      email_otp: expect.stringMatching(/^\d{6}$/) as string,
    });
    expect(data.user?.user_metadata).toEqual({ first: 'Ada' });
    expect(data.user?.email_confirmed_at).toBeUndefined();
    const link = data.properties?.action_link ?? '';
    expect(await open(link)).toMatchObject({ access_token: expect.any(String) as string });
    expect(await open(link)).toMatchObject({ error_code: 'otp_expired' });
    // With the password of the sign-up, and with none where nobody chose one.
    expect((await signedIn(email)).code).toBe(type === 'signup' ? undefined : 'invalid_credentials');
  });

  test.each(['magiclink', 'recovery'] as const)('%s of somebody known signs in by its hash', async (type) => {
    const { email, id } = await confirmedUser();
    const { data } = await service.auth.admin.generateLink({ type, email });
    const verified = await anon().auth.verifyOtp({ type, token_hash: data.properties?.hashed_token ?? '' });
    expect(verified.data.user?.id).toBe(id);
  });

  test('its code is as good as the link', async () => {
    const { email, id } = await confirmedUser();
    const { data } = await service.auth.admin.generateLink({ type: 'magiclink', email });
    const token = data.properties?.email_otp ?? '';
    expect((await anon().auth.verifyOtp({ type: 'email', email, token })).data.user?.id).toBe(id);
  });

  test('a stranger’s password does not stay when the owner’s sign-up is confirmed', async () => {
    const email = newAddress();
    await anon().auth.signUp({ email, password: PASSWORD });
    const { data } = await service.auth.admin.generateLink({
      type: 'signup',
      email,
      password: `${PASSWORD}-mine`,
    });
    await open(data.properties?.action_link ?? '');
    expect((await signedIn(email)).code).toBe('invalid_credentials');
  });

  test.each<[object, number, string]>([
    [{ type: 'recovery', email: 'unknown@admin.test' }, 404, 'User with this email not found'],
    [{ type: 'signup', email: 'unknown@admin.test' }, 400, 'Signup requires a valid password'],
    [
      { type: 'letter', email: 'unknown@admin.test' },
      400,
      'Invalid email action link type requested: letter',
    ],
    [{ type: 'signup', email: 'nobody' }, 400, 'Unable to validate email address: invalid format'],
  ])('%j is refused', async (params, status, message) => {
    const { error } = await service.auth.admin.generateLink(params as never);
    expect(error).toMatchObject({ status, message });
  });

  test('a confirmed address is neither signed up nor invited again', async () => {
    const { email } = await confirmedUser();
    const again = await service.auth.admin.generateLink({ type: 'signup', email, password: PASSWORD });
    const invited = await service.auth.admin.generateLink({ type: 'invite', email });
    expect([again.error?.code, invited.error?.code]).toEqual(['email_exists', 'email_exists']);
  });

  test('an address changes when both owners have agreed, and a new link asks both again', async () => {
    const { email, id } = await confirmedUser();
    const newEmail = newAddress();
    const linkTo = async (side: 'current' | 'new') => {
      const { data } = await service.auth.admin.generateLink({
        type: `email_change_${side}`,
        email,
        newEmail,
      });
      expect(data.user?.new_email).toBe(newEmail);
      return data.properties?.action_link ?? '';
    };
    const half = { message: expect.stringContaining('confirm link sent to the other email') as string };
    expect(await open(await linkTo('new'))).toEqual(half);
    const [current, fresh] = [await linkTo('current'), await linkTo('new')];
    expect(await open(current)).toEqual(half);
    expect((await service.auth.admin.getUserById(id)).data.user?.email).toBe(email);
    expect(await open(fresh)).toMatchObject({ access_token: expect.any(String) as string });
    expect((await service.auth.admin.getUserById(id)).data.user).toMatchObject({ email: newEmail });
    expect((await signedIn(newEmail)).code).toBeUndefined();
    const taken = await service.auth.admin.generateLink({
      type: 'email_change_new',
      email: newEmail,
      newEmail: (await confirmedUser()).email,
    });
    expect(taken.error?.code).toBe('email_exists');
  });

  test('a change is agreed to by code too, under the address the code went to', async () => {
    const { email } = await confirmedUser();
    const newEmail = newAddress();
    const agree = async (side: 'current' | 'new') => {
      const { data } = await service.auth.admin.generateLink({
        type: `email_change_${side}`,
        email,
        newEmail,
      });
      const token = data.properties?.email_otp ?? '';
      return { email: side === 'new' ? newEmail : email, token, type: 'email_change' as const };
    };
    const [current, fresh] = [await agree('current'), await agree('new')];
    expect((await anon().auth.verifyOtp(fresh)).data.session).toBeNull();
    expect((await anon().auth.verifyOtp(current)).data.user?.email).toBe(newEmail);
  });

  test('a link to one address does not agree to another one', async () => {
    const { email } = await confirmedUser();
    const change = (newEmail: string) =>
      service.auth.admin.generateLink({ type: 'email_change_new', email, newEmail });
    const first = await change(newAddress());
    await change(newAddress());
    expect(await open(first.data.properties?.action_link ?? '')).toMatchObject({ error_code: 'otp_expired' });
  });
});

test.each<[string, string, object, number, string]>([
  ['POST', 'sso', { domain: 'a.test' }, 404, 'SAML 2.0 is disabled'],
  ['POST', 'token?grant_type=web3', { chain: 'solana' }, 422, 'Web3 provider is disabled'],
  [
    'POST',
    'token?grant_type=id_token',
    { provider: 'google' },
    400,
    'Provider (issuer "google") is not enabled',
  ],
  [
    'POST',
    'verify',
    { type: 'sms', phone: '+15550100', token: '123456' },
    403,
    'Token has expired or is invalid',
  ],
  [
    'POST',
    'verify',
    { type: 'sms', phone: 'me', token: '1' },
    400,
    'Invalid phone number format (E.164 required)',
  ],
  ['GET', 'user/identities/authorize', {}, 404, 'Manual linking is disabled'],
  ['DELETE', `user/identities/${NOBODY}`, {}, 404, 'Manual linking is disabled'],
  ['POST', 'factors', { factor_type: 'totp' }, 422, 'MFA enroll is disabled for TOTP'],
  ['POST', 'factors', { factor_type: 'x' }, 400, 'factor_type needs to be totp, phone, or webauthn'],
  ['POST', `factors/${NOBODY}/verify`, {}, 404, 'Factor not found'],
  ['DELETE', 'factors/mine', {}, 404, 'factor_id must be an UUID'],
])('what is not here says so in hosted’s words: %s %s %j', async (method, path, body, status, message) => {
  const { token } = await signedIn((await confirmedUser()).email);
  const { apiUrl, publishableKey: apikey } = backend.facts;
  const response = await fetch(`${apiUrl}/auth/v1/${path}`, {
    method,
    headers: { apikey, authorization: `Bearer ${token}` },
    body: method === 'GET' ? null : JSON.stringify(body),
  });
  expect([response.status, await response.json()]).toEqual([
    status,
    expect.objectContaining({ msg: message }),
  ]);
});
