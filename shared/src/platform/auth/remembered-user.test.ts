/** @jest-environment jsdom */
import { SESSION_KEY } from '../api/session-storage';
import type { CurrentUser } from './auth-slice';
import { forgetUser, rememberedUser, rememberUser } from './remembered-user';

const person = (id: string) => ({ id, firstName: id }) as CurrentUser;
const session = (id: string) => ({ userId: id, email: `${id}@agency.test` });
const signIn = (store: Storage, id: string) => {
  store.setItem(SESSION_KEY, JSON.stringify({ access_token: 't', user: { id } }));
  rememberUser(session(id), person(id));
};

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

it('knows who was here at the last visit', () => {
  signIn(localStorage, 'nora');
  expect(rememberedUser()).toEqual({ session: session('nora'), user: person('nora') });
});

it('knows nobody without a session, with another person’s, or with nonsense', () => {
  expect(rememberedUser()).toBeNull();
  signIn(localStorage, 'nora');
  localStorage.setItem(SESSION_KEY, JSON.stringify({ user: { id: 'theo' } }));
  expect(rememberedUser()).toBeNull();
  localStorage.setItem(SESSION_KEY, '{');
  expect(rememberedUser()).toBeNull();
});

// Remember me off keeps nothing beyond the tab (docs/product/tenancy.md, Sign-in)
it('keeps the person of a tab in that tab', () => {
  signIn(sessionStorage, 'nora');
  expect(JSON.stringify({ ...localStorage })).not.toContain('nora');
  expect(rememberedUser()?.user.id).toBe('nora');
});

// Sign-out and deactivation delete what is kept of a person (docs/product/tenancy.md, Sessions)
it('forgets the person of this tab, and only that one', () => {
  signIn(localStorage, 'nora');
  signIn(sessionStorage, 'theo');
  forgetUser();
  sessionStorage.removeItem(SESSION_KEY);
  expect(rememberedUser()?.user.id).toBe('nora');
  forgetUser();
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain('agency.test');
});
