/** @jest-environment jsdom */
import { clearLinkSession, pendingLinkSession, takeSessionFromUrl } from './link-session';
import { clearPasswordDue, markPasswordDue, passwordDueOf, sessionIdOf } from './password-due';

const tokenOf = (id: string) => `head.${btoa(JSON.stringify({ session_id: id }))}.signature`;
const arrive = (path: string, type: string, id = 's1') =>
  window.history.replaceState(
    null,
    '',
    `${path}#access_token=${tokenOf(id)}&refresh_token=r-${id}&type=${type}`,
  );

afterEach(() => {
  clearLinkSession();
  localStorage.clear();
  window.history.replaceState(null, '', '/');
});

// The landing path persists a flag before the hash is cleared (docs/product/tenancy.md, Sessions)
test.each([
  ['/reset-password', 'recovery', 'reset'],
  ['/reset-password', 'magiclink', 'reset'],
  ['/create-password', 'signup', 'create'],
  ['/create-password', 'magiclink', 'create'],
  ['/', 'recovery', 'reset'],
  ['/', 'invite', 'create'],
  ['/login', 'signup', null],
])('%s with a %s link owes %s', (path, type, due) => {
  arrive(path, type);
  takeSessionFromUrl();
  expect(pendingLinkSession()).toEqual({ accessToken: tokenOf('s1'), refreshToken: 'r-s1', due });
  expect(passwordDueOf(tokenOf('s1'))).toBe(due);
  expect(window.location.href).not.toMatch(/token|#/);
});

test('the query stays, an ordinary hash too', () => {
  arrive('/login?x=1', 'signup');
  takeSessionFromUrl();
  expect(window.location.pathname + window.location.search).toBe('/login?x=1');
  window.history.replaceState(null, '', '/terms-of-service#privacy');
  takeSessionFromUrl();
  expect(window.location.hash).toBe('#privacy');
});

test('only the same session owes, and no longer than until it is cleared', () => {
  markPasswordDue(tokenOf('s1'), 'reset');
  markPasswordDue(tokenOf('s2'), 'create');
  expect(passwordDueOf(tokenOf('s3'))).toBeNull();
  clearPasswordDue(tokenOf('s1'));
  expect([passwordDueOf(tokenOf('s1')), passwordDueOf(tokenOf('s2'))]).toEqual([null, 'create']);
  clearPasswordDue(tokenOf('s2'));
  expect(localStorage).toHaveLength(0);
});

test('rubbish is no session', () => {
  expect(sessionIdOf('x')).toBe('');
  markPasswordDue('x', 'reset');
  expect(localStorage).toHaveLength(0);
  localStorage.setItem('paperplane.password-due', '{');
  expect(passwordDueOf(tokenOf('s1'))).toBeNull();
});
