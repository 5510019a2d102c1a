/** @jest-environment jsdom */
import 'fake-indexeddb/auto';
import { waitFor } from '@testing-library/dom';
import { openDB } from 'idb';
import { SomeHeaders } from '../../testing/some-headers';
import { connect } from '../api/client';
import { signOut } from '../auth/auth-operations';
import { recheckUser } from '../auth/session';
import { initializeAuth, onSessionEvent } from '../auth/start';
import { store } from '../store';
import { KEPT_DATABASE } from './erase';

// docs/product/platform.md, Reading offline
const KEY = 'paperplane.auth';
const SESSION = {
  access_token: `head.${btoa(JSON.stringify({ session_id: 'session-milo' }))}.signature`,
  refresh_token: 'refresh-milo',
  token_type: 'bearer',
  expires_in: 3600,
  expires_at: Math.floor(Date.now() / 1000) + 3600,
  user: { id: 'milo', email: 'milo@agency.test', user_metadata: {} },
};

/** Supabase, which is outside the product. */
const server = { isDown: false, active: true, knowsSession: true, offlineReading: 'agents' };

function answer(url: string): { status: number; body: unknown } {
  if (url.includes('/auth/v1/user')) {
    if (server.knowsSession) return { status: 200, body: { id: 'milo' } };
    return { status: 403, body: { error_code: 'session_not_found', msg: 'gone' } };
  }
  if (!url.includes('/rest/v1/users')) return { status: 204, body: null };
  const organization = { id: 'o1', name: 'Quist Travel', logo_url: null, currency: 'USD', time_zone: 'UTC' };
  const row = {
    id: 'milo',
    email: 'milo@agency.test',
    first_name: 'Milo',
    last_name: 'Reyes',
    role: 'agent',
    avatar_url: null,
    organization_id: 'o1',
    is_active: server.active,
    organizations: { ...organization, offline_reading: server.offlineReading },
  };
  return { status: 200, body: [row] };
}

beforeAll(() => {
  globalThis.Headers = SomeHeaders as unknown as typeof Headers;
  globalThis.fetch = (input) => {
    if (server.isDown) return Promise.reject(new TypeError('Failed to fetch'));
    const { status, body } = answer(typeof input === 'string' ? input : (input as URL).href);
    return Promise.resolve({
      ok: status < 400,
      status,
      headers: new Headers(),
      text: () => Promise.resolve(body === null ? '' : JSON.stringify(body)),
      json: () => Promise.resolve(body),
    } as Response);
  };
  connect({ supabaseUrl: 'http://supabase.test', supabaseKey: 'key' } as Parameters<typeof connect>[0]);
});

const onDevice = async () => (await indexedDB.databases()).map(({ name }) => name);

/** Milo is signed in, and the device keeps something. */
beforeEach(async () => {
  Object.assign(server, { isDown: false, active: true, knowsSession: true, offlineReading: 'agents' });
  localStorage.setItem(KEY, JSON.stringify(SESSION));
  await initializeAuth();
  await onSessionEvent('SIGNED_IN');
  expect(store.getState().auth.user?.id).toBe('milo');
  (await openDB(KEPT_DATABASE, 1)).close();
});

it('stays while its agent is at work', async () => {
  await recheckUser();
  expect(await onDevice()).toContain(KEPT_DATABASE);
});

// Holds platform-53, security-123
it.each<[string, Partial<typeof server>]>([
  ['its agent was deactivated', { active: false }],
  ['the session was ended', { knowsSession: false }],
  ['the agency keeps nothing', { offlineReading: 'off' }],
])('is gone at the next contact when %s', async (_what, meanwhile) => {
  Object.assign(server, meanwhile);
  await recheckUser();
  await waitFor(async () => expect(await onDevice()).not.toContain(KEPT_DATABASE));
});

// Holds platform-54
it.each([
  ['with a network', false],
  ['without one', true],
])('is gone, with the session, when its agent has signed out %s', async (_how, isDown) => {
  // Auth's client warns of what it could not reach.
  jest.spyOn(console, 'error').mockReturnValue();
  Object.assign(server, { isDown });
  await signOut();
  expect(await onDevice()).not.toContain(KEPT_DATABASE);
  expect([store.getState().auth.session, localStorage.getItem(KEY)]).toEqual([null, null]);
});

it('is gone when its agent has signed out in another tab', async () => {
  localStorage.removeItem(KEY);
  await onSessionEvent('SIGNED_OUT');
  await waitFor(async () => expect(await onDevice()).not.toContain(KEPT_DATABASE));
});
