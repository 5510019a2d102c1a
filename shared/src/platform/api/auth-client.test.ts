import { AuthClient } from './auth-client';

/** A storage place for each client: two on one are a mistake, and are told so. */
let key = '';
let clients = 0;

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

/** Auth's server, which is outside the product. */
const fetchTokens = (() => {
  meanwhile();
  const body = sessionOf('mine', 3600);
  return Promise.resolve({
    ok: true,
    status: 200,
    headers: new Map(),
    json: () => Promise.resolve(body),
  } as unknown as Response);
}) as typeof fetch;

function clientWithExpiredSession(): AuthClient {
  key = `auth.${++clients}`;
  localStorage.setItem(key, JSON.stringify(sessionOf('old', -60)));
  return new AuthClient({
    url: 'http://auth.test',
    storageKey: key,
    storage: localStorage,
    autoRefreshToken: false,
    detectSessionInUrl: false,
    fetch: fetchTokens,
  });
}

const anotherTabIsFaster = () => localStorage.setItem(key, JSON.stringify(sessionOf('theirs', 3600)));

it('gives the tokens another tab has put in place while these were on their way', async () => {
  meanwhile = anotherTabIsFaster;
  const { data, error } = await clientWithExpiredSession().getSession();
  expect(error).toBeNull();
  expect(data.session?.refresh_token).toBe('refresh-theirs');
});

it('does so when asked to refresh, too', async () => {
  meanwhile = anotherTabIsFaster;
  const { data, error } = await clientWithExpiredSession().refreshSession();
  expect(error).toBeNull();
  expect(data.session?.refresh_token).toBe('refresh-theirs');
});

it('gives its own where nobody else has asked', async () => {
  meanwhile = () => undefined;
  const { data } = await clientWithExpiredSession().getSession();
  expect(data.session?.refresh_token).toBe('refresh-mine');
});

it('has no session where somebody signed out meanwhile', async () => {
  meanwhile = () => localStorage.removeItem(key);
  const { data } = await clientWithExpiredSession().getSession();
  expect(data.session).toBeNull();
});
