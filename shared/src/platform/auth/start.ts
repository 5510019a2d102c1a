import { processError } from '../../domain';
import { ask, currentSession, loadClient } from '../api/client';
import { getSession, refreshSession } from '../api/own-session';
import {
  rememberedSessionUser,
  SESSION_KEY,
  sessionStore,
  setRemember,
  storedUser,
} from '../api/session-storage';
import { store } from '../store';
import { authEvents } from './auth-events';
import { authActions } from './auth-slice';
import { codeDueOf } from './factor-due';
import { clearLinkSession, pendingLinkSession, type LinkSession } from './link-session';
import { markPasswordDue, passwordDueOf } from './password-due';
import { admitRemembered, adopt, forget, isPassing, recheckUser } from './session';
import { noteEnd } from './signed-out';

/** How often a tab that regains the focus asks who is signed in, at most; milliseconds. */
const FOCUS_PAUSE = 5_000;

let started: Promise<void> | null = null;

/**
 * Loads the session, then the user, once; listens to session events from then on (docs/product/tenancy.md, Sessions).
 * A network failure leaves `initialized` false and `error` set: call again to retry.
 * @param onSession hears that there is a session which may see pages, while its user is still on the way
 */
export function initializeAuth(onSession: () => void = () => undefined): Promise<void> {
  started ??= initialize(onSession).finally(() => {
    if (!store.getState().auth.initialized) started = null;
  });
  return started;
}

/** Makes the session of a mailed link this tab's own. False when a temporary failure left that undecided. */
async function openLinkSession(linkSession: LinkSession): Promise<boolean> {
  const { accessToken, refreshToken, due } = linkSession;
  // The link's session stays in this tab where another person is signed in in the others, and always for a forgotten password.
  setRemember(due !== 'reset' && rememberedSessionUser(SESSION_KEY) === null);
  const { data, error } = accessToken
    ? await ask(({ auth }) => auth.setSession({ access_token: accessToken, refresh_token: refreshToken }))
    : await ask((client) => refreshSession(client, { refresh_token: refreshToken }));
  if (error) {
    const processed = processError(error, 'Auth/RefreshSession');
    if (isPassing(processed)) {
      store.dispatch(authActions.failed(processed));
      return false;
    }
    setRemember(null);
  }
  if (due && data.session) markPasswordDue(data.session.access_token, due);
  clearLinkSession();
  return true;
}

async function initialize(onSession: () => void): Promise<void> {
  store.dispatch(authActions.loadingStarted());
  // Auth would try for half a minute to refresh a token that has run out.
  if (!navigator.onLine && admitRemembered()) {
    listen();
    return void recheckUser();
  }
  const linkSession = pendingLinkSession();
  if (linkSession && !(await openLinkSession(linkSession))) return;
  if (sessionStore.getItem(SESSION_KEY) === null) {
    // Nobody is signed in: the page is painted first, and the login page will need the client.
    loadClient().catch(() => undefined);
    forget();
    return listen();
  }
  const owner = storedUser(SESSION_KEY);
  const { data, error } = await ask(getSession);
  if (error) {
    const processed = processError(error, 'Auth/GetSession');
    if (isPassing(processed)) {
      store.dispatch(authActions.failed(processed));
      return;
    }
  }
  if (data.session) {
    // A revoked session is found by the page's first request: `get_unread_count` refuses it.
    const adopting = adopt(data.session);
    // A session that must give a code or set a password sees no page but the one that does.
    if (!codeDueOf(data.session) && !passwordDueOf(data.session.access_token)) onSession();
    const result = await adopting;
    if (!result.success) {
      if (isPassing(result.error)) return;
      if (!linkSession) noteEnd(undefined, owner);
    }
  } else {
    if (!linkSession) noteEnd(undefined, owner);
    forget();
  }
  listen();
}

let listening = false;

function listen(): void {
  if (listening) return;
  listening = true;
  authEvents.listen({ denied: () => void recheckUser(), changed: (event) => void onSessionEvent(event) });
  // Another tab's sign-in arrives as a message and as a storage event, in either order.
  window.addEventListener('storage', ({ key, storageArea }) => {
    if (storageArea === localStorage && (key === SESSION_KEY || key === null))
      void onSessionEvent('SIGNED_IN');
  });
  let asked = Date.now();
  const onFocus = () => {
    const isDue = Date.now() - asked >= FOCUS_PAUSE && store.getState().auth.session !== null;
    if (document.visibilityState !== 'visible' || !isDue || !navigator.onLine) return;
    asked = Date.now();
    void recheckUser();
  };
  window.addEventListener('focus', onFocus);
  document.addEventListener('visibilitychange', onFocus);
  // What was decided meanwhile: a session that was ended, an agency that keeps nothing on devices any more.
  window.addEventListener('online', () => {
    if (store.getState().auth.session !== null) void recheckUser();
  });
}

/**
 * Follows session events of this and other tabs: signed in, signed out, token refreshed, password recovery, user updated. What counts is
 * what this tab's storage says afterwards: a tab with a session of its own ignores another person's event.
 */
export async function onSessionEvent(event: string): Promise<void> {
  const { session: current, passwordDue, factorDue } = store.getState().auth;
  const mine = storedUser(SESSION_KEY);
  if (!mine) {
    if (current) forget();
    return;
  }
  if (event === 'SIGNED_OUT' || event === 'INITIAL_SESSION' || (!current && event !== 'SIGNED_IN')) return;
  // Another tab may have given the code that is due here.
  if (current?.userId === mine && !factorDue && (event === 'SIGNED_IN' || passwordDue)) return;
  const session = await currentSession();
  if (!session) return;
  if (event === 'PASSWORD_RECOVERY') markPasswordDue(session.access_token, 'reset');
  await adopt(session);
}
