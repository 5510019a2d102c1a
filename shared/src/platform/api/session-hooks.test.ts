/** @jest-environment jsdom */
import { SomeHeaders } from '../../testing/some-headers';
import { connect, loadClient } from './client';
import { getSession, refreshSession } from './own-session';

const KEY = 'paperplane.auth';

const sessionOf = (name: string, expiresIn: number) => ({
  access_token: `head.${btoa(JSON.stringify({ name }))}.signature`,
  refresh_token: `refresh-${name}`,
  token_type: 'bearer',
  expires_in: expiresIn,
  expires_at: Math.floor(Date.now() / 1000) + expiresIn,
  user: { id: 'nora', email: 'nora@agency.test' },
});

/** The tokens that requests for data were sent with. */
let asked: (string | null)[];

/** What another tab does while this one waits for its own new tokens. */
let meanwhile: () => void;

const anotherTabIsFaster = () => localStorage.setItem(KEY, JSON.stringify(sessionOf('theirs', 3600)));

async function clientWithExpiredSession() {
  jest.spyOn(console, 'warn').mockReturnValue();
  localStorage.setItem(KEY, JSON.stringify(sessionOf('old', 3600)));
  connect({ supabaseUrl: 'http://supabase.test', supabaseKey: 'key' } as Parameters<typeof connect>[0]);
  const client = await loadClient();
  await client.auth.getSession();
  await client.auth.stopAutoRefresh();
  localStorage.setItem(KEY, JSON.stringify(sessionOf('old', -60)));
  return client;
}

beforeEach(() => {
  // Auth's server, which is outside the product.
  asked = [];
  globalThis.Headers = SomeHeaders as unknown as typeof Headers;
  globalThis.fetch = (input, init) => {
    const isData = (input as string).includes('/rest/v1/');
    if (isData) asked.push(new Headers(init?.headers).get('Authorization'));
    else meanwhile();
    const body = isData ? [] : sessionOf('mine', 3600);
    return Promise.resolve({
      ok: true,
      status: 200,
      headers: new Headers(),
      json: () => Promise.resolve(body),
      text: () => Promise.resolve(JSON.stringify(body)),
      blob: () => Promise.resolve(new Blob()),
    } as never);
  };
});

it('gives the tokens another tab has put in place while these were on their way', async () => {
  meanwhile = anotherTabIsFaster;
  const { data, error } = await getSession(await clientWithExpiredSession());
  expect(error).toBeNull();
  expect(data.session?.refresh_token).toBe('refresh-theirs');
});

it('does so when asked to refresh, too', async () => {
  meanwhile = anotherTabIsFaster;
  const { data, error } = await refreshSession(await clientWithExpiredSession());
  expect(error).toBeNull();
  expect(data.session?.refresh_token).toBe('refresh-theirs');
});

it('sends requests for data with them', async () => {
  meanwhile = anotherTabIsFaster;
  await (await clientWithExpiredSession()).from('sales').select('id');
  expect(asked).toEqual([`Bearer ${sessionOf('theirs', 3600).access_token}`]);
});

it('sends them as nobody where somebody signed out meanwhile', async () => {
  meanwhile = () => localStorage.removeItem(KEY);
  await (await clientWithExpiredSession()).from('sales').select('id');
  expect(asked).toEqual(['Bearer key']);
});

// Holds security-108
it('lets the browser keep no answer, of data, Auth, files or functions', async () => {
  meanwhile = () => undefined;
  const client = await clientWithExpiredSession();
  const plain = globalThis.fetch;
  const kept: [string, RequestCache | undefined][] = [];
  globalThis.fetch = (input, init) => {
    kept.push([new URL(input as string).pathname, init?.cache]);
    return plain(input, init);
  };
  await refreshSession(client);
  await client.from('sales').select('id');
  await client.storage.from('documents').download('a/b.pdf');
  await client.functions.invoke('second-factor');
  expect([...new Set(kept.map(([path]) => path.split('/')[1]))]).toEqual([
    'auth',
    'rest',
    'storage',
    'functions',
  ]);
  expect(kept.filter(([, cache]) => cache !== 'no-store')).toEqual([]);
});

it('gives its own where nobody else has asked', async () => {
  meanwhile = () => undefined;
  const { data } = await getSession(await clientWithExpiredSession());
  expect(data.session?.refresh_token).toBe('refresh-mine');
});

it('has no session where somebody signed out meanwhile', async () => {
  meanwhile = () => localStorage.removeItem(KEY);
  const { data } = await getSession(await clientWithExpiredSession());
  expect(data.session).toBeNull();
});
