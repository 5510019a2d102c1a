import { ask } from '../api/client';
import { setRemember } from '../api/session-storage';
import { deleteDraftsOf } from '../drafts/draft-storage';
import { store } from '../store';
import type { SignUpInput } from './account';
import { withAccount } from './account-code';
import { authActions } from './auth-slice';
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

/** Creates the auth user and the organization; the address has to be confirmed before the first sign-in (docs/product/tenancy.md, Sign-up). */
export function signUp(input: SignUpInput): Promise<AuthResult & { requiresEmailVerification?: true }> {
  return withAccount('SignUp', (code) => code.signUp(input));
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
export function resendConfirmation(email: string): Promise<AuthResult> {
  return withAccount('ResendConfirmation', (code) => code.resendConfirmation(email));
}

/** Mails a link to set a new password; says nothing about whether the address is known. */
export function resetPasswordForEmail(email: string): Promise<AuthResult> {
  return withAccount('ResetPassword', (code) => code.resetPasswordForEmail(email));
}

/**
 * Sets a new password; Auth ends all other sessions of the person. Where the session was opened by password, `currentPassword` is needed:
 * without or with a wrong one the error's `code` is `current_password_required` or `current_password_invalid`.
 */
export function updatePassword(input: { password: string; currentPassword?: string }): Promise<AuthResult> {
  return withAccount('UpdatePassword', (code) => code.updatePassword(input));
}

/**
 * Exchanges a refresh token, this session's own by default, for new tokens.
 * @param refreshToken one from elsewhere, for example a mailed link
 */
export function refreshSession(refreshToken?: string): Promise<AuthResult> {
  return withAccount('RefreshSession', (code) => code.refreshSession(refreshToken));
}

/**
 * Asks for another address: Auth mails a link to both, and nothing changes before both were opened. Of a wrong password the error's `code`
 * is `invalid_credentials`; what is wrong with the address is at the field `email`.
 */
export const changeEmail = (input: { email: string; currentPassword: string }): Promise<AuthResult> =>
  withAccount('ChangeEmail', (code) => code.changeEmail(input));

/** Mails both links of a change that waits again; those that were mailed before are void, and both are to be opened. */
export const mailChangeAgain = (email: string): Promise<AuthResult> =>
  withAccount('ChangeEmail', (code) => code.mailChangeAgain(email));
