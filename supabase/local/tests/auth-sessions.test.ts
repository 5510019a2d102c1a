import { backend } from '../../tests/support/backend';
import { connect, signIn } from '../../tests/support/client';
import { query } from './support/own-backend';
import { askAuth, claimsOf, newcomer, newPerson, PASSWORD, sessionOf } from './support/people';

/** What Auth keeps of sessions, in hosted's columns, and how they end. */
interface Row {
  user_agent: string | null;
  ip: string;
  aal: string;
  refreshed: boolean;
}

const rowOf = async (sessionId: string) =>
  (
    await query<Row>(
      backend.dbUrl,
      `select user_agent, host(ip) as ip, aal::text,
         coalesce(refreshed_at between (now() at time zone 'utc') - interval '1 minute' and (now() at time zone 'utc'), false) as refreshed
       from auth.sessions where id = $1`,
      [sessionId],
    )
  )[0];

/** Asks for tokens as a browser of this name. */
async function tokens(grant: string, body: object, userAgent: string) {
  const response = await fetch(`${backend.apiUrl}/auth/v1/token?grant_type=${grant}`, {
    method: 'POST',
    headers: { apikey: backend.publishableKey, 'user-agent': userAgent },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as { access_token: string; refresh_token: string };
}

test('a session keeps the browser that signed in, and the one that refreshed it last', async () => {
  const { email } = await newPerson();
  const first = await tokens('password', { email, password: PASSWORD }, 'Firefox 140');
  const { session_id: id } = claimsOf(first.access_token);
  expect(await rowOf(id)).toEqual({
    user_agent: 'Firefox 140',
    ip: '127.0.0.1',
    aal: 'aal1',
    refreshed: false,
  });
  await tokens('refresh_token', { refresh_token: first.refresh_token }, 'Firefox 141');
  expect(await rowOf(id)).toMatchObject({ user_agent: 'Firefox 141', refreshed: true });
});

test('a session whose row is deleted is over at once, for its tokens of both kinds', async () => {
  const { client } = await newcomer();
  const { access_token: token, refresh_token: refreshToken } = await sessionOf(client);
  await query(backend.dbUrl, 'delete from auth.sessions where id = $1', [claimsOf(token).session_id]);
  const { error } = await connect(backend).auth.refreshSession({ refresh_token: refreshToken });
  expect(error).toMatchObject({ status: 400, code: 'refresh_token_not_found' });
  expect((await askAuth('user', token, { method: 'GET' })).body.error_code).toBe('session_not_found');
});

test('a session past its last moment is not refreshed', async () => {
  const { client } = await newcomer();
  const { access_token: token } = await sessionOf(client);
  const until = (interval: string) =>
    query(backend.dbUrl, 'update auth.sessions set not_after = now() + $2::interval where id = $1', [
      claimsOf(token).session_id,
      interval,
    ]);
  await until('1 hour');
  expect((await client.auth.refreshSession()).error).toBeNull();
  await until('-1 second');
  expect((await client.auth.refreshSession()).error).toMatchObject({ status: 400, code: 'session_expired' });
});

// Holds security-62
test.each(['global', 'others', 'local'])(
  'a token of an ended session ends no other one (%s)',
  async (scope) => {
    const { client, email } = await newcomer();
    const { access_token: stolen } = await sessionOf(client);
    const other = await signIn(backend, email, PASSWORD);
    await other.auth.signOut({ scope: 'others' });
    expect((await askAuth(`logout?scope=${scope}`, stolen)).body.error_code).toBe('session_not_found');
    expect((await other.auth.getUser()).error).toBeNull();
  },
);

test('signing out elsewhere ends the refresh tokens of elsewhere, and no other', async () => {
  const { client, email } = await newcomer();
  const elsewhere = await sessionOf(await signIn(backend, email, PASSWORD));
  const stranger = (await newcomer()).client;
  expect((await client.auth.signOut({ scope: 'others' })).error).toBeNull();
  const ended = await connect(backend).auth.refreshSession({ refresh_token: elsewhere.refresh_token });
  expect(ended.error?.code).toBe('refresh_token_not_found');
  for (const one of [client, stranger]) expect((await one.auth.refreshSession()).error).toBeNull();
});
