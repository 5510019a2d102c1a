/** @jest-environment jsdom */
import { SESSION_KEY } from '../api/session-storage';
import { store } from '../store';
import { authActions, type CurrentUser } from './auth-slice';
import { expectedUser } from './expected-user';
import { rememberUser } from './remembered-user';

const nora = { id: 'nora', firstName: 'Nora' } as CurrentUser;
const session = { userId: 'nora', email: 'nora@agency.test' };

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem(SESSION_KEY, JSON.stringify({ user: { id: 'nora' } }));
});

it('knows nobody who has not been let in before', () => expect(expectedUser()).toBeNull());

it('knows who was here last, while the server has not answered', () => {
  rememberUser(session, nora);
  expect(expectedUser()).toEqual(nora);
});

it('believes the server alone once it has answered', () => {
  rememberUser(session, nora);
  store.dispatch(authActions.signedOut());
  expect(expectedUser()).toBeNull();
  store.dispatch(authActions.signedIn({ session, user: { ...nora, firstName: 'Norah' } }));
  expect(expectedUser()?.firstName).toBe('Norah');
});
