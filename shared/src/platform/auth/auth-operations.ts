import { dateOrderIn, ERROR_MESSAGES, notationIn, processError } from '../../domain';
import { ask, currentSession, refreshSession as renew } from '../api/client';
import { removeRememberedSession, SESSION_KEY, setRemember } from '../api/session-storage';
import { deleteDraftsOf } from '../drafts/draft-storage';
import { paths } from '../paths';
import { store } from '../store';
import { authActions } from './auth-slice';
import { createOrganizationFor } from './create-organization';
import { clearPasswordDue } from './password-due';
import { adopt, endSession, failure, type AuthResult } from './session';
import { noteSignOut } from './signed-out';

/** Signs in with a password (docs/product/tenancy.md, Sign-in). `remember` decides whether the session outlives the browser. */
export async function signIn(input: {
  email: string;
  password: string;
  remember: boolean;
}): Promise<AuthResult> {
  store.dispatch(authActions.loadingStarted());
  setRemember(input.remember);
  const { data, error } = await ask(({ auth }) =>
    auth.signInWithPassword({ email: input.email.trim(), password: input.password }),
  );
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

/** Creates the auth user and the organization; the address has to be confirmed before the first sign-in (docs/product/tenancy.md, Sign-up). */
export async function signUp(input: SignUpInput): Promise<AuthResult & { requiresEmailVerification?: true }> {
  store.dispatch(authActions.loadingStarted());
  const { data, error } = await ask(({ auth }) =>
    auth.signUp({
      email: input.email.trim(),
      password: input.password,
      options: {
        emailRedirectTo: window.location.origin + paths.login.href(),
        data: {
          first_name: input.firstName.trim(),
          last_name: input.lastName.trim(),
          organization_name: input.organizationName.trim(),
          time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
          // Amounts and dates are read as they are written in the language of the browser.
          amount_notation: notationIn(navigator.language),
          date_order: dateOrderIn(navigator.language),
        },
      },
    }),
  );
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

/**
 * Ends this session, on the server too, and forgets everything it showed, also what its person has typed and not saved; but not when it
 * was only there to set a password: its person comes back with that one.
 */
export function signOut(): Promise<AuthResult> {
  const { session, passwordDue } = store.getState().auth;
  if (session) {
    if (!passwordDue) deleteDraftsOf(session.userId);
    noteSignOut(session.userId);
  }
  return endSession();
}

/** Sends the confirmation mail again. */
export async function resendConfirmation(email: string): Promise<AuthResult> {
  const { error } = await ask(({ auth }) =>
    auth.resend({
      type: 'signup',
      email,
      options: { emailRedirectTo: window.location.origin + paths.login.href() },
    }),
  );
  return error
    ? { success: false, error: processError(error, 'Auth/ResendConfirmation') }
    : { success: true };
}

const result = (error: unknown, context: string): AuthResult =>
  error ? { success: false, error: processError(error, context) } : { success: true };

/** Mails a link to set a new password; says nothing about whether the address is known. */
export async function resetPasswordForEmail(email: string): Promise<AuthResult> {
  const { error } = await ask(({ auth }) =>
    auth.resetPasswordForEmail(email.trim(), {
      redirectTo: window.location.origin + paths.resetPassword.href(),
    }),
  );
  return result(error, 'Auth/ResetPassword');
}

/**
 * Sets a new password; Auth ends all other sessions of the person. Where the session was opened by password, `currentPassword` is needed:
 * without or with a wrong one the error's `code` is `current_password_required` or `current_password_invalid`.
 */
export async function updatePassword(input: {
  password: string;
  currentPassword?: string;
}): Promise<AuthResult> {
  const { password, currentPassword } = input;
  const { error } = await ask(({ auth }) =>
    auth.updateUser({
      password,
      ...(currentPassword === undefined ? {} : { current_password: currentPassword }),
    }),
  );
  const session = await currentSession();
  if (!error && session) {
    // An invited person's session is free once the invitation is accepted: without it there is nowhere to go.
    if (store.getState().auth.passwordDue === 'reset') clearPasswordDue(session.access_token);
    removeRememberedSession(SESSION_KEY, session.user.id);
  }
  return result(error, 'Auth/UpdatePassword');
}

/**
 * Exchanges a refresh token, this session's own by default, for new tokens.
 * @param refreshToken one from elsewhere, for example a mailed link
 */
export async function refreshSession(refreshToken?: string): Promise<AuthResult> {
  const { error } = await ask((client) =>
    renew(client, refreshToken === undefined ? undefined : { refresh_token: refreshToken }),
  );
  return result(error, 'Auth/RefreshSession');
}

const loadChange = () => import(/* webpackChunkName: "lazy-change-email" */ './change-email');

/** Its code is fetched when it is needed, and a failure of that is one of the network. */
const withChange = (
  act: (code: Awaited<ReturnType<typeof loadChange>>) => Promise<AuthResult>,
): Promise<AuthResult> => loadChange().then(act, (error: unknown) => result(error, 'Auth/ChangeEmail'));

/**
 * Asks for another address: Auth mails a link to both, and nothing changes before both were opened. Of a wrong password the error's `code`
 * is `invalid_credentials`; what is wrong with the address is at the field `email`.
 */
export const changeEmail = (input: { email: string; currentPassword: string }): Promise<AuthResult> =>
  withChange((code) => code.changeEmail(input));

/** Mails both links of a change that waits again; those that were mailed before are void, and both are to be opened. */
export const mailChangeAgain = (email: string): Promise<AuthResult> =>
  withChange((code) => code.mailChangeAgain(email));
