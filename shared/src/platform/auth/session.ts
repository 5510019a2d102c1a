import { processError, type AppError } from '../../domain';
import { api } from '../api/api';
import { ask, currentSession, type Session } from '../api/client';
import { getSession } from '../api/own-session';
import { isTabSession, SESSION_KEY, sessionStore } from '../api/session-storage';
import { deleteDraftsOf } from '../drafts/draft-storage';
import { eraseKept } from '../offline/erase';
import { keep, keptBy } from '../offline/kept-answers';
import { mayKeep } from '../offline/may-keep';
import { store } from '../store';
import { authActions, type CurrentUser, type Held } from './auth-slice';
import { codeDueOf, isOwed } from './factor-due';
import { loadUser, type LoadedUser } from './load-user';
import { clearPasswordDue, markPasswordDue, passwordDueOf } from './password-due';
import { forgetUser, rememberedUser, rememberUser } from './remembered-user';
import { noteBegin, noteEnd } from './signed-out';
import { tellTimeZone } from './tell-time-zone';

keptBy(() => import(/* webpackChunkName: "keeper" */ '../offline/keeper'));

export type AuthResult = { success: true } | { success: false; error: AppError };

export const failure = (error: unknown, context: string): { success: false; error: AppError } => {
  const processed = processError(error, context);
  store.dispatch(authActions.failed(processed));
  return { success: false, error: processed };
};

/** Keeps on this device what a person opens, or erases what it keeps. A tab with a session of its own keeps nothing, and leaves alone what others keep. */
function keepFor(user: CurrentUser | null): void {
  const isRemembered = !isTabSession(SESSION_KEY);
  const isAllowed = isRemembered && user !== null && mayKeep(user);
  keep(isAllowed);
  if (isRemembered && !isAllowed) void eraseKept();
}

/** Drops everything known about the person who was signed in, here and on the device: no screen of the next one may show it. Notes whether they signed out. */
export function forget(): void {
  const { session } = store.getState().auth;
  if (session) noteEnd(session.userId);
  forgetUser();
  store.dispatch(authActions.signedOut());
  store.dispatch(api.util.resetApiState());
  keep(false);
  void eraseKept();
}

/** Temporary failures (network, server), which say nothing about the session. */
export const isPassing = (error: AppError): boolean =>
  error.type === 'NETWORK' || error.type === 'API_SERVER_ERROR';

/** Has the browser drop what it kept of this site: the address answers with `Clear-Site-Data`. Where it cannot be reached nothing is owed: answers are not kept. */
function dropCache(): void {
  void fetch('/signed-out.txt', { cache: 'no-store' }).catch(() => undefined);
}

/** Ends this tab's session, on the server where that can be reached, and here in any case. */
export async function endSession(): Promise<AuthResult> {
  const session = await currentSession();
  if (session) clearPasswordDue(session.access_token);
  const { error } = await ask(({ auth }) => auth.signOut({ scope: 'local' }));
  if (error) sessionStore.removeItem(SESSION_KEY);
  forget();
  // What is kept is gone before the next page is there.
  await eraseKept();
  dropCache();
  return error ? { success: false, error: processError(error, 'Auth/SignOut') } : { success: true };
}

const infoOf = ({ user }: Session) => ({ userId: user.id, email: user.email ?? '' });

/** Keeps a session where it gives its code or sets its password, without loading its user. */
function hold(session: Session, held: Held): AuthResult {
  if (store.getState().auth.user) store.dispatch(api.util.resetApiState());
  forgetUser();
  noteBegin();
  keepFor(null);
  store.dispatch(authActions.sessionHeld({ session: infoOf(session), ...held }));
  return { success: true };
}

function admit(session: Session, user: CurrentUser): AuthResult {
  const previous = store.getState().auth.user;
  const isLockedOut = previous?.isActive === true && !user.isActive;
  if (previous && (previous.id !== user.id || isLockedOut)) store.dispatch(api.util.resetApiState());
  store.dispatch(authActions.signedIn({ session: infoOf(session), user }));
  noteBegin();
  keepFor(user);
  if (user.isActive) {
    rememberUser(infoOf(session), user);
    tellTimeZone(session.access_token);
  } else {
    forgetUser();
    deleteDraftsOf(user.id);
  }
  return { success: true };
}

/** Without a network, the person of the last visit may look at what the app has kept; the server is asked as soon as there is one. */
export function admitRemembered(): boolean {
  const remembered = rememberedUser();
  if (!remembered) return false;
  store.dispatch(authActions.signedIn(remembered));
  keepFor(remembered.user);
  return true;
}

const loadWelcome = () => import(/* webpackChunkName: "lazy-welcome" */ './welcome');

const isUnseen = (found: LoadedUser): boolean =>
  'missing' in found || ('error' in found && isOwed(found.error));

async function decideOn(session: Session): Promise<AuthResult> {
  const passwordDue = passwordDueOf(session.access_token);
  const codeDue = codeDueOf(session);
  if (codeDue) return hold(session, { passwordDue, factorDue: codeDue });
  if (passwordDue) return hold(session, { passwordDue });
  const found = await loadUser(session.user);
  const loaded = isUnseen(found)
    ? await loadWelcome().then(
        ({ welcome }) => welcome(session),
        () => null,
      )
    : found;
  if (!loaded) return failure('network: the code did not load', 'Auth/GetCurrentUser');
  if (loaded === 'invited') {
    markPasswordDue(session.access_token, 'create');
    return hold(session, { passwordDue: 'create' });
  }
  if ('factorDue' in loaded) return hold(session, { passwordDue: null, ...loaded });
  if ('user' in loaded) return admit(session, loaded.user);
  if ('error' in loaded && loaded.error.type === 'NETWORK' && admitRemembered()) return { success: true };
  if ('error' in loaded && isPassing(loaded.error)) return failure(loaded.error, 'Auth/GetCurrentUser');
  await endSession();
  return failure(
    'error' in loaded ? loaded.error : { message: 'The user of this session does not exist' },
    'Auth/GetCurrentUser',
  );
}

let deciding: { token: string; result: Promise<AuthResult> } | null = null;

/** Loads the user of a session. Simultaneous calls for the same session share one run, so that an organization is created once. */
export function adopt(session: Session): Promise<AuthResult> {
  if (deciding?.token === session.access_token) return deciding.result;
  const result = decideOn(session).finally(() => {
    if (deciding?.result === result) deciding = null;
  });
  deciding = { token: session.access_token, result };
  return result;
}

let checking: Promise<void> | null = null;

/**
 * Asks again who is signed in: a deactivated person or a revoked session is out at once. For denied requests, a tab that regains the
 * focus, a refreshed token, and the live message that something about the account has changed.
 */
export function recheckUser(): Promise<void> {
  checking ??= check().finally(() => {
    checking = null;
  });
  return checking;
}

async function check(): Promise<void> {
  const { data, error: noSession } = await ask(getSession);
  const { session } = data;
  if (!session) {
    // A token that could not be refreshed without a network says nothing about the session.
    return noSession && isPassing(processError(noSession, 'Auth/GetSession')) ? undefined : forget();
  }
  const { error } = await ask(({ auth }) => auth.getUser());
  if (error && !isPassing(processError(error, 'Auth/GetSession'))) {
    await endSession();
    return;
  }
  await adopt(session);
}
