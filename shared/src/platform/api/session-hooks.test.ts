/** @jest-environment jsdom */
import { connect, loadClient } from './client';

const KEY = 'paperplane.auth';

const sessionOf = (name: string, expiresIn: number) => ({
  access_token: `head.${btoa(JSON.stringify({ name }))}.signature`,
  refresh_token: `refresh-${name}`,
  token_type: 'bearer',
  expires_in: expiresIn,
  expires_at: Math.floor(Date.now() / 1000) + expiresIn,
  user: { id: 'nora', email: 'nora@agency.test' },
});

/** What another tab does while this one waits for its own new tokens. */
let meanwhile: () => void;

const anotherTabIsFaster = () => localStorage.setItem(KEY, JSON.stringify(sessionOf('theirs', 3600)));

async function clientWithExpiredSession() {
  jest.spyOn(console, 'warn').mockReturnValue();
  localStorage.setItem(KEY, JSON.stringify(sessionOf('old', 3600)));
  connect({ supabaseUrl: 'http://supabase.test', supabaseKey: 'key' } as Parameters<typeof connect>[0]);
  const { auth } = await loadClient();
  await auth.getSession();
  await auth.stopAutoRefresh();
  localStorage.setItem(KEY, JSON.stringify(sessionOf('old', -60)));
  return auth;
}

beforeEach(() => {
  // Auth's server, which is outside the product.
  globalThis.fetch = () => {
    meanwhile();
    const body = sessionOf('mine', 3600);
    return Promise.resolve({
      ok: true,
      status: 200,
      headers: new Map(),
      json: () => Promise.resolve(body),
    } as never);
  };
});

it('gives the tokens another tab has put in place while these were on their way', async () => {
  meanwhile = anotherTabIsFaster;
  const { data, error } = await (await clientWithExpiredSession()).getSession();
  expect(error).toBeNull();
  expect(data.session?.refresh_token).toBe('refresh-theirs');
});

it('does so when asked to refresh, too', async () => {
  meanwhile = anotherTabIsFaster;
  const { data, error } = await (await clientWithExpiredSession()).refreshSession();
  expect(error).toBeNull();
  expect(data.session?.refresh_token).toBe('refresh-theirs');
});

it('gives its own where nobody else has asked', async () => {
  meanwhile = () => undefined;
  const { data } = await (await clientWithExpiredSession()).getSession();
  expect(data.session?.refresh_token).toBe('refresh-mine');
});

it('has no session where somebody signed out meanwhile', async () => {
  meanwhile = () => localStorage.removeItem(KEY);
  const { data } = await (await clientWithExpiredSession()).getSession();
  expect(data.session).toBeNull();
});
