import type { Session } from '@supabase/auth-js';
import { ERROR_MESSAGES, processError, type AppError } from '../../domain';
import { api } from '../api/api';
import { authClient, SESSION_KEY } from '../api/client';
import { isTabSession, setRemember } from '../api/session-storage';
import { paths } from '../paths';
import { store } from '../store';
import { authEvents } from './auth-events';
import { authActions } from './auth-slice';
import { createOrganizationFor } from './create-organization';
import { loadUser } from './load-user';
import { forgetUser, rememberedUser, rememberUser } from './remembered-user';

export type AuthResult = { success: true } | { success: false; error: AppError };

const failure = (error: unknown, context: string): { success: false; error: AppError } => {
  const processed = processError(error, context);
  store.dispatch(authActions.failed(processed));
  return { success: false, error: processed };
};

/** Drops everything known about the person who was signed in: no screen of the next one may show it. */
function forget(): void {
  forgetUser();
  store.dispatch(authActions.signedOut());
  store.dispatch(api.util.resetApiState());
}

async function clearSession(): Promise<void> {
  await authClient().signOut({ scope: 'local' });
  forget();
}

/** The failures that say nothing about the session: the same question may be answered in a minute. */
const isPassing = (error: AppError): boolean => error.type === 'NETWORK' || error.type === 'API_SERVER_ERROR';

/** Session -> user. A confirmed person without a user row gets their organization first; a session without a user is cleared. */
async function adopt(session: Session): Promise<AuthResult> {
  let loaded = await loadUser(session.user.id);
  if ('missing' in loaded) {
    const problem = await createOrganizationFor(session.user);
    if (!problem) loaded = await loadUser(session.user.id);
  }
  if ('user' in loaded) {
    const previous = store.getState().auth.user?.id;
    if (previous && previous !== loaded.user.id) store.dispatch(api.util.resetApiState());
    const info = { userId: session.user.id, email: session.user.email ?? '' };
    store.dispatch(authActions.signedIn({ session: info, user: loaded.user }));
    rememberUser(info, loaded.user);
    return { success: true };
  }
  if ('error' in loaded && loaded.error.type === 'NETWORK' && admitRemembered()) return { success: true };
  if ('error' in loaded && isPassing(loaded.error)) return failure(loaded.error, 'Auth/GetCurrentUser');
  await clearSession();
  return failure(
    'error' in loaded ? loaded.error : { message: 'The user of this session does not exist' },
    'Auth/GetCurrentUser',
  );
}

/** Without a network, the person of the last visit may look at what the app has kept; the server is asked as soon as there is one. */
function admitRemembered(): boolean {
  const remembered = rememberedUser();
  if (!remembered) return false;
  store.dispatch(authActions.signedIn(remembered));
  window.addEventListener('online', () => void recheckUser(), { once: true });
  return true;
}

let started: Promise<void> | null = null;

/**
 * Loads the session, then the user, once; listens to session events from then on (spec section 4, Auth).
 * A network failure leaves `initialized` false and `error` set: call again to retry.
 */
export function initializeAuth(): Promise<void> {
  started ??= initialize().finally(() => {
    if (!store.getState().auth.initialized) started = null;
  });
  return started;
}

async function initialize(): Promise<void> {
  store.dispatch(authActions.loadingStarted());
  // Auth would try for half a minute to refresh a token that has run out.
  if (!navigator.onLine && admitRemembered()) {
    listen();
    return void recheckUser();
  }
  const { data, error } = await authClient().getSession();
  if (error) {
    const processed = processError(error, 'Auth/GetSession');
    if (isPassing(processed)) {
      store.dispatch(authActions.failed(processed));
      return;
    }
  }
  if (data.session) {
    const result = await adopt(data.session);
    if (!result.success && isPassing(result.error)) return;
  } else {
    forget();
  }
  listen();
}

let listening = false;

function listen(): void {
  if (listening) return;
  listening = true;
  authEvents.listen(() => void recheckUser());
  authClient().onAuthStateChange((event, session) => {
    // Auth holds its lock while it calls: anything that asks it again has to wait for the next turn.
    setTimeout(() => void onSessionEvent(event, session), 0);
  });
}

async function onSessionEvent(event: string, session: Session | null): Promise<void> {
  const current = store.getState().auth.session;
  if (event === 'SIGNED_OUT') {
    // Another tab signed out; a session of this tab alone is none of its business.
    if (current && !isTabSession(SESSION_KEY)) forget();
    return;
  }
  if (!session || (event !== 'SIGNED_IN' && event !== 'USER_UPDATED')) return;
  if (current && current.userId !== session.user.id && isTabSession(SESSION_KEY)) return;
  if (current?.userId === session.user.id && event === 'SIGNED_IN') return;
  await adopt(session);
}

/** Asks again who is signed in, after a denied request: a deactivated person or a revoked session is out at once. */
export async function recheckUser(): Promise<void> {
  const { data, error: noSession } = await authClient().getSession();
  if (!data.session) {
    // A token that could not be refreshed without a network says nothing about the session.
    return noSession && isPassing(processError(noSession, 'Auth/GetSession')) ? undefined : forget();
  }
  const { error } = await authClient().getUser();
  if (error && !isPassing(processError(error, 'Auth/GetSession'))) return clearSession();
  await adopt(data.session);
}

/** Spec section 4, login flow. `remember` decides whether the session outlives the browser. */
export async function signIn(input: {
  email: string;
  password: string;
  remember: boolean;
}): Promise<AuthResult> {
  store.dispatch(authActions.loadingStarted());
  setRemember(input.remember);
  const { data, error } = await authClient().signInWithPassword({
    email: input.email.trim(),
    password: input.password,
  });
  if (error) return failure(error, 'Auth/SignIn');
  return adopt(data.session);
}

export interface SignUpInput {
  email: string;
  password: string;
  firstName: string;
  lastName: string;
  organizationName: string;
}

/** Creates the auth user and the organization; the address has to be confirmed before the first sign-in (spec section 4). */
export async function signUp(input: SignUpInput): Promise<AuthResult & { requiresEmailVerification?: true }> {
  store.dispatch(authActions.loadingStarted());
  const { data, error } = await authClient().signUp({
    email: input.email.trim(),
    password: input.password,
    options: {
      emailRedirectTo: window.location.origin + paths.login.href(),
      data: {
        first_name: input.firstName.trim(),
        last_name: input.lastName.trim(),
        organization_name: input.organizationName.trim(),
        time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      },
    },
  });
  if (error) return failure(error, 'Auth/SignUp');
  // Auth does not say that an address is taken; it answers with a user that has no identity.
  if (!data.user || data.user.identities?.length === 0) {
    return failure(
      { code: 'user_already_exists', message: ERROR_MESSAGES.AUTH_EMAIL_IN_USE, name: 'AuthApiError' },
      'Auth/SignUp',
    );
  }
  const problem = await createOrganizationFor(data.user);
  if (problem) return failure(problem, 'Auth/SignUp');
  store.dispatch(authActions.signedOut());
  return { success: true, requiresEmailVerification: true };
}

/** Ends this session, on the server too, and forgets everything it showed. */
export async function signOut(): Promise<AuthResult> {
  const { error } = await authClient().signOut({ scope: 'local' });
  forget();
  return error ? { success: false, error: processError(error, 'Auth/SignOut') } : { success: true };
}

/** Sends the confirmation mail again (spec section 2, email confirmation). */
export async function resendConfirmation(email: string): Promise<AuthResult> {
  const { error } = await authClient().resend({
    type: 'signup',
    email,
    options: { emailRedirectTo: window.location.origin + paths.login.href() },
  });
  return error
    ? { success: false, error: processError(error, 'Auth/ResendConfirmation') }
    : { success: true };
}
