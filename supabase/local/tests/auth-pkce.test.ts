import { createClient } from '@supabase/supabase-js';
import { backend } from '../../tests/support/backend';
import { connect } from '../../tests/support/client';
import { linkIn, waitForMail } from './support/mails';
import { query } from './support/own-backend';

const PASSWORD = 'correct-horse';
const site = 'http://127.0.0.1:3000';
let counter = 0;
const newAddress = () => `pkce-${Date.now()}-${(counter += 1)}@auth.test`;

function noWebSocket(): never {
  throw new Error('No sockets here');
}

/** A browser: it keeps the verifier of the flow it began. */
function browser() {
  const kept = new Map<string, string>();
  return createClient(backend.apiUrl, backend.publishableKey, {
    auth: {
      flowType: 'pkce',
      autoRefreshToken: false,
      detectSessionInUrl: false,
      storage: {
        getItem: (key) => kept.get(key) ?? null,
        setItem: (key, value) => void kept.set(key, value),
        removeItem: (key) => void kept.delete(key),
      },
    },
    realtime: { transport: noWebSocket as never },
  });
}

async function open(link: string): Promise<URL> {
  const response = await fetch(link, { redirect: 'manual' });
  expect(response.status).toBe(303);
  return new URL(response.headers.get('location') ?? '');
}

const methodsOf = async (email: string) =>
  (
    await query<{ method: string }>(
      backend.dbUrl,
      `select a.authentication_method as method from auth.mfa_amr_claims a join auth.sessions s on s.id = a.session_id
       join auth.users u on u.id = s.user_id where u.email = $1`,
      [email],
    )
  ).map(({ method }) => method);

async function signedUp() {
  const email = newAddress();
  const client = browser();
  const options = { emailRedirectTo: `${site}/login?x=1` };
  expect((await client.auth.signUp({ email, password: PASSWORD, options })).error).toBeNull();
  return { email, client, link: linkIn(await waitForMail(backend.mailUrl, email)) };
}

test('the link of a sign-up gives a code, which only the browser that asked exchanges, once', async () => {
  const { email, client, link } = await signedUp();
  const target = await open(link);
  expect([target.origin, target.pathname, target.hash]).toEqual([site, '/login', '']);
  expect(target.searchParams.get('x')).toBe('1');
  const code = target.searchParams.get('code') ?? '';
  expect(await methodsOf(email)).toEqual([]);

  const stranger = browser();
  await stranger.auth.signUp({ email: newAddress(), password: PASSWORD });
  expect((await stranger.auth.exchangeCodeForSession(code)).error).toMatchObject({
    status: 400,
    code: 'bad_code_verifier',
  });
  const { data, error } = await client.auth.exchangeCodeForSession(code);
  expect([error, data.user?.email]).toEqual([null, email]);
  expect(await methodsOf(email)).toEqual(['email/signup']);
  const again = await fetch(`${backend.apiUrl}/auth/v1/token?grant_type=pkce`, {
    method: 'POST',
    headers: { apikey: backend.publishableKey },
    body: JSON.stringify({ auth_code: code, code_verifier: 'x'.repeat(43) }),
  });
  expect([again.status, await again.json()]).toMatchObject([404, { error_code: 'flow_state_not_found' }]);
});

test('magic links and recoveries say so in the session', async () => {
  const { email, client, link } = await signedUp();
  await open(link);
  await client.auth.signInWithOtp({ email });
  const magic = await open(linkIn(await waitForMail(backend.mailUrl, email, 2)));
  await client.auth.exchangeCodeForSession(magic.searchParams.get('code') ?? '');
  await client.auth.resetPasswordForEmail(email);
  const recovery = await open(linkIn(await waitForMail(backend.mailUrl, email, 3)));
  await client.auth.exchangeCodeForSession(recovery.searchParams.get('code') ?? '');
  expect((await methodsOf(email)).sort()).toEqual(['magiclink', 'recovery']);
});

test('a code is good for five minutes, and before its link is opened for nothing', async () => {
  const { email, client, link } = await signedUp();
  const codes = await query<{ auth_code: string }>(
    backend.dbUrl,
    'select f.auth_code from auth.flow_state f join auth.users u on u.id = f.user_id where u.email = $1',
    [email],
  );
  const code = codes[0]?.auth_code ?? '';
  const exchange = async () => (await client.auth.exchangeCodeForSession(code)).error?.code;
  expect(await exchange()).toBe('flow_state_not_found');
  await open(link);
  await query(
    backend.dbUrl,
    "update auth.flow_state set auth_code_issued_at = now() - interval '6 minutes' where auth_code = $1",
    [code],
  );
  const late = await fetch(`${backend.apiUrl}/auth/v1/token?grant_type=pkce`, {
    method: 'POST',
    headers: { apikey: backend.publishableKey },
    body: JSON.stringify({ auth_code: code, code_verifier: 'x'.repeat(43) }),
  });
  expect([late.status, await late.json()]).toMatchObject([422, { error_code: 'flow_state_expired' }]);
});

test('a link that is no good says so where such an app looks: in the query', async () => {
  const { link } = await signedUp();
  await open(link);
  const target = await open(link);
  expect(target.searchParams.get('error_code')).toBe('otp_expired');
  expect(new URLSearchParams(target.hash.slice(1)).get('error_code')).toBe('otp_expired');
});

const answer = async (path: string, body: object) => {
  const response = await fetch(`${backend.apiUrl}/auth/v1/${path}`, {
    method: 'POST',
    headers: { apikey: backend.publishableKey },
    body: JSON.stringify(body),
  });
  const { error_code: code, msg } = (await response.json()) as { error_code: string; msg: string };
  return [response.status, code, msg];
};

test.each<[string, string, object, [number, string, string]]>([
  ['anonymously', 'signup', {}, [422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled']],
  [
    'up by phone',
    'signup',
    { phone: '+4312345', password: PASSWORD },
    [400, 'phone_provider_disabled', 'Phone signups are disabled'],
  ],
  [
    'in by phone',
    'token?grant_type=password',
    { phone: '+4312345', password: PASSWORD },
    [422, 'phone_provider_disabled', 'Phone logins are disabled'],
  ],
  [
    'in by text message',
    'otp',
    { phone: '+4312345' },
    [400, 'phone_provider_disabled', 'Unsupported phone provider'],
  ],
  [
    'by a grant nobody knows',
    'token?grant_type=card',
    {},
    [400, 'invalid_credentials', 'unsupported_grant_type'],
  ],
  [
    'with half a challenge',
    'recover',
    { email: 'a@b.test', code_challenge_method: 's256' },
    [400, 'validation_failed', 'PKCE flow requires code_challenge_method and code_challenge'],
  ],
])('signing %s is refused in the words of hosted', async (_, path, body, expected) => {
  expect(await answer(path, body)).toEqual(expected);
});

test('another provider is refused in the words of hosted, without a key', async () => {
  const { data } = await connect(backend).auth.signInWithOAuth({
    provider: 'github',
    options: { skipBrowserRedirect: true },
  });
  const response = await fetch(data.url ?? '');
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { error_code: 'validation_failed', msg: 'Unsupported provider: provider is not enabled' },
  ]);
});
