/** @jest-environment jsdom */
import { connect } from '../api/client';
import { store } from '../store';
import { signOut } from './auth-operations';
import { initializeAuth, onSessionEvent } from './start';
import { endSession, recheckUser } from './session';
import { draftKey, readDraft, writeDraft } from '../drafts/draft-storage';
import { noteSignOut, sessionEnded, typingIsKept } from './signed-out';
import { markPasswordDue } from './password-due';

const KEY = 'paperplane.auth';
const CONFIG = { supportEmail: '', legalEmail: '', analyticsUrl: '', landingClaims: {} };

const sessionOf = (name: string, expiresIn = 3600) => ({
  access_token: `head.${btoa(JSON.stringify({ session_id: `session-${name}` }))}.signature`,
  refresh_token: `refresh-${name}`,
  token_type: 'bearer',
  expires_in: expiresIn,
  expires_at: Math.floor(Date.now() / 1000) + expiresIn,
  user: { id: name, email: `${name}@agency.test`, user_metadata: {} },
});

const rowOf = (name: string) => ({
  id: name,
  email: `${name}@agency.test`,
  first_name: name,
  last_name: 'Quist',
  role: 'agent',
  avatar_url: null,
  organization_id: 'o1',
  is_active: server.active,
  organizations: { id: 'o1', name: 'Quist Travel', logo_url: null, currency: 'USD', time_zone: 'UTC' },
});

/** Supabase, which is outside the product. */
const server = { active: true, knowsSession: true, invited: false, refusals: 0, asked: [] as string[] };

function answer(url: string): { status: number; body: unknown } {
  if (url.includes('/auth/v1/user')) {
    if (server.knowsSession) return { status: 200, body: { id: 'nora' } };
    return { status: 403, body: { error_code: 'session_not_found', msg: 'gone' } };
  }
  if (url.includes('grant_type=refresh_token')) {
    if (server.knowsSession) return { status: 200, body: sessionOf('nora') };
    return { status: 400, body: { error_code: 'refresh_token_not_found', msg: 'gone' } };
  }
  if (url.includes('/rest/v1/users')) {
    if (server.refusals-- > 0) return { status: 401, body: { code: 'PGRST303', message: 'JWT expired' } };
    const name = /id=eq\.(\w+)/.exec(url)?.[1] ?? '';
    return { status: 200, body: name === 'guest' ? [] : [rowOf(name)] };
  }
  if (url.includes('invitation_preview')) {
    return { status: 200, body: server.invited ? { organization_name: 'Quist Travel' } : null };
  }
  if (url.includes('create_organization')) return { status: 200, body: { success: false, error: 'no name' } };
  return { status: 204, body: null };
}

/** jsdom has no Headers; this is as much of them as the clients use. */
class SomeHeaders extends Map<string, string> {
  constructor(from: Record<string, string> | Map<string, string> = {}) {
    super(from instanceof Map ? from : Object.entries(from));
  }
}

beforeAll(() => {
  globalThis.Headers = SomeHeaders as unknown as typeof Headers;
  globalThis.fetch = (input) => {
    const url = typeof input === 'string' ? input : (input as URL).href;
    server.asked.push(url);
    const { status, body } = answer(url);
    const text = body === null ? '' : JSON.stringify(body);
    return Promise.resolve({
      ok: status < 400,
      status,
      headers: new Headers(),
      text: () => Promise.resolve(text),
      json: () => Promise.resolve(body),
    } as Response);
  };
  connect({ supabaseUrl: 'http://supabase.test', supabaseKey: 'key', ...CONFIG });
});

const auth = () => store.getState().auth;
const keep = (where: Storage, name: string) => where.setItem(KEY, JSON.stringify(sessionOf(name)));

beforeEach(async () => {
  Object.assign(server, { active: true, knowsSession: true, invited: false, refusals: 0 });
  localStorage.clear();
  sessionStorage.clear();
  keep(localStorage, 'nora');
  await initializeAuth();
  await onSessionEvent('SIGNED_IN');
  expect(auth().user?.id).toBe('nora');
  server.asked = [];
});

// What starts early is for pages; such a session sees none but the one that sets its password.
test.each([
  [false, 1],
  [true, 0],
])('a start says that there is a session (password due: %s) %i times', async (isDue, times) => {
  if (isDue) markPasswordDue(sessionOf('nora').access_token, 'reset');
  const onSession = jest.fn();
  await jest.isolateModulesAsync(async () => {
    const [client, start] = await Promise.all([import('../api/client'), import('./start')]);
    client.connect({ supabaseUrl: 'http://supabase.test', supabaseKey: 'key', ...CONFIG });
    await start.initializeAuth(onSession);
  });
  expect(onSession).toHaveBeenCalledTimes(times);
});

test('signing out in another tab signs out this one', async () => {
  localStorage.removeItem(KEY);
  await onSessionEvent('SIGNED_OUT');
  expect(auth()).toMatchObject({ user: null, session: null, initialized: true });
});

// The login page says so (docs/product/tenancy.md, Sessions)
describe('whether a session ended by itself', () => {
  it('did, when the server knows it no more', async () => {
    server.knowsSession = false;
    await recheckUser();
    expect([auth().session, sessionEnded()]).toEqual([null, true]);
    keep(localStorage, 'nora');
    await onSessionEvent('SIGNED_IN');
    expect(sessionEnded()).toBe(false);
  });

  // Holds tenancy-60
  it('keeps what its person typed, not what somebody else did', async () => {
    writeDraft(draftKey('eve', 'sale-create'), {});
    server.knowsSession = false;
    await recheckUser();
    expect([sessionEnded(), typingIsKept()]).toEqual([true, false]);
    writeDraft(draftKey('nora', 'sale-create'), {});
    expect(typingIsKept()).toBe(true);
    keep(localStorage, 'nora');
    await onSessionEvent('SIGNED_IN');
    expect(typingIsKept()).toBe(false);
  });

  it('did, when another tab found that out', async () => {
    localStorage.removeItem(KEY);
    await onSessionEvent('SIGNED_OUT');
    expect(sessionEnded()).toBe(true);
  });

  it('did not, when its person signs out, here or in another tab', async () => {
    await signOut();
    expect([auth().session, sessionEnded()]).toEqual([null, false]);
    keep(localStorage, 'nora');
    await onSessionEvent('SIGNED_IN');
    noteSignOut('nora');
    localStorage.removeItem(KEY);
    await onSessionEvent('SIGNED_OUT');
    expect([auth().session, sessionEnded()]).toEqual([null, false]);
  });

  it('did, on the way to a start that finds it revoked', async () => {
    await signOut();
    localStorage.setItem(KEY, JSON.stringify(sessionOf('nora', -60)));
    writeDraft(draftKey('nora', 'sale-create'), {});
    server.knowsSession = false;
    await jest.isolateModulesAsync(async () => {
      const [client, start, own] = await Promise.all([
        import('../api/client'),
        import('./start'),
        import('./signed-out'),
      ]);
      client.connect({ supabaseUrl: 'http://supabase.test', supabaseKey: 'key', ...CONFIG });
      await start.initializeAuth();
      expect([own.sessionEnded(), own.typingIsKept()]).toEqual([true, true]);
    });
  });
});

test('a session of this tab alone ignores what others do', async () => {
  keep(sessionStorage, 'nora');
  keep(localStorage, 'eve');
  for (const event of ['SIGNED_IN', 'TOKEN_REFRESHED', 'USER_UPDATED', 'SIGNED_OUT'])
    await onSessionEvent(event);
  localStorage.removeItem(KEY);
  await onSessionEvent('SIGNED_OUT');
  expect(auth().user?.id).toBe('nora');
});

test('the end of a session in one tab alone is nothing to the others', async () => {
  await onSessionEvent('SIGNED_OUT');
  expect(auth().user?.id).toBe('nora');
});

test('another person who signs in in this browser takes the other tabs along', async () => {
  keep(localStorage, 'eve');
  await onSessionEvent('SIGNED_IN');
  expect(auth().user?.id).toBe('eve');
});

test.each(['TOKEN_REFRESHED', 'USER_UPDATED'])('%s asks who the person is now', async (event) => {
  server.active = false;
  await onSessionEvent(event);
  expect(auth().user?.isActive).toBe(false);
});

test('a revoked session is cleared when somebody asks', async () => {
  server.knowsSession = false;
  await recheckUser();
  expect([auth().session, localStorage.getItem(KEY)]).toEqual([null, null]);
});

// Holds tenancy-57
test('a token that has run out is refreshed without a word', async () => {
  localStorage.setItem(KEY, JSON.stringify(sessionOf('nora', -60)));
  await recheckUser();
  expect(server.asked.some((url) => url.includes('refresh_token'))).toBe(true);
  expect(auth().user?.id).toBe('nora');
});

test('a token that only the server knows to have run out is refreshed too, once', async () => {
  server.refusals = 1;
  await recheckUser();
  expect(server.asked.filter((url) => url.includes('refresh_token'))).toHaveLength(1);
  expect(auth().user?.id).toBe('nora');
});

test('a session that owes a password is nobody’s, until it ends', async () => {
  keep(localStorage, 'eve');
  markPasswordDue(sessionOf('eve').access_token, 'reset');
  await onSessionEvent('SIGNED_IN');
  expect(auth()).toMatchObject({ user: null, passwordDue: 'reset', session: { email: 'eve@agency.test' } });
  await onSessionEvent('USER_UPDATED');
  expect(auth().user).toBeNull();
  await endSession();
  expect(auth()).toMatchObject({ session: null, passwordDue: null });
  expect(localStorage.getItem('paperplane.password-due')).toBeNull();
});

test('a session whose user cannot be loaded is cleared', async () => {
  keep(localStorage, 'guest');
  await onSessionEvent('SIGNED_IN');
  expect([auth().session, localStorage.getItem(KEY)]).toEqual([null, null]);
});

test('somebody invited, who has no user row yet, sets up the account first', async () => {
  server.invited = true;
  keep(localStorage, 'guest');
  await onSessionEvent('SIGNED_IN');
  expect(auth()).toMatchObject({ user: null, passwordDue: 'create' });
});

test('two events about one session make one question', async () => {
  keep(localStorage, 'eve');
  await Promise.all([onSessionEvent('SIGNED_IN'), onSessionEvent('USER_UPDATED')]);
  expect(server.asked.filter((url) => url.includes('/rest/v1/users'))).toHaveLength(1);
});

describe('what somebody has typed and not saved', () => {
  const draft = draftKey('nora', 'sale-create');
  const others = draftKey('eve', 'sale-create');
  beforeEach(() => {
    for (const key of [draft, others]) writeDraft(key, 'half a sale');
  });

  it('outlives a session that the server has ended', async () => {
    server.knowsSession = false;
    await recheckUser();
    expect([auth().session, readDraft(draft)?.content]).toEqual([null, 'half a sale']);
  });

  it('goes when they sign out, and nobody else’s does', async () => {
    await signOut();
    expect([auth().session, readDraft(draft), readDraft(others)?.content]).toEqual([
      null,
      null,
      'half a sale',
    ]);
  });

  it('stays when a session ends that was only there to set a password', async () => {
    keep(localStorage, 'eve');
    markPasswordDue(sessionOf('eve').access_token, 'reset');
    await onSessionEvent('SIGNED_IN');
    await signOut();
    expect([auth().session, readDraft(others)?.content]).toEqual([null, 'half a sale']);
  });

  it('goes when they are deactivated', async () => {
    server.active = false;
    await recheckUser();
    expect([readDraft(draft), readDraft(others)?.content]).toEqual([null, 'half a sale']);
  });
});
