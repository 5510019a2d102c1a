/** @jest-environment jsdom */
import { hasStoredSession, mailLinkError, readMailLinkError } from './mail-link-error';

afterEach(() => {
  localStorage.clear();
  window.history.replaceState(null, '', '/');
});

test('a dead mail link leaves its reason and a clean address', () => {
  window.history.replaceState(
    null,
    '',
    '/login?x=1#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid',
  );
  readMailLinkError();
  expect(mailLinkError()).toBe('This link has expired or was used before.');
  expect(window.location.href).toMatch(/\/login\?x=1$/);
});

test('an ordinary hash stays', () => {
  window.history.replaceState(null, '', '/sales#top');
  readMailLinkError();
  expect(window.location.hash).toBe('#top');
});

test('a stored session is noticed', () => {
  expect(hasStoredSession()).toBe(false);
  localStorage.setItem('paperplane.auth', '{}');
  expect(hasStoredSession()).toBe(true);
});
