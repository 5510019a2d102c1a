import { SESSION_KEY } from '../api/session-storage';
import { store } from '../store';
import { authActions, type CurrentUser } from './auth-slice';
import { expectedUser } from './expected-user';
import { markPasswordDue } from './password-due';
import { rememberUser } from './remembered-user';

const nora = { id: 'nora', firstName: 'Nora' } as CurrentUser;
const session = { userId: 'nora', email: 'nora@agency.test' };
const token = `head.${btoa(JSON.stringify({ session_id: 's1' }))}.signature`;

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem(SESSION_KEY, JSON.stringify({ access_token: token, user: { id: 'nora' } }));
});

it('knows nobody who has not been let in before', () => expect(expectedUser()).toBeNull());

it('knows who was here last, while the server has not answered', () => {
  rememberUser(session, nora);
  expect(expectedUser()).toEqual(nora);
});

// Such a session sees no page but the one that sets the password.
it('knows nobody by a session that must set a password', () => {
  rememberUser(session, nora);
  markPasswordDue(token, 'reset');
  expect(expectedUser()).toBeNull();
});

it('believes the server alone once it has answered', () => {
  rememberUser(session, nora);
  store.dispatch(authActions.signedOut());
  expect(expectedUser()).toBeNull();
  store.dispatch(authActions.signedIn({ session, user: { ...nora, firstName: 'Norah' } }));
  expect(expectedUser()?.firstName).toBe('Norah');
});
