/** What is done with an account now and then; loaded when it is. Each operation is described where it is asked for (`auth-operations.ts`). */
import { dateOrderIn, ERROR_MESSAGES, notationIn, processError } from '../../domain';
import { ask, currentSession } from '../api/client';
import { refreshSession as renew } from '../api/own-session';
import { removeRememberedSession, SESSION_KEY } from '../api/session-storage';
import { paths } from '../paths';
import { store } from '../store';
import { authActions } from './auth-slice';
import { createOrganizationFor } from './create-organization';
import { clearPasswordDue } from './password-due';
import { failure, type AuthResult } from './session';

export { changeEmail, mailChangeAgain } from './change-email';
export {
  acceptInvitation,
  hasOpenInvitation,
  inviteMember,
  mailInvitation,
  sendInvitationLink,
} from './invitation-acts';

export interface SignUpInput {
  email: string;
  password: string;
  firstName: string;
  lastName: string;
  organizationName: string;
}

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

/** Success, or what failed. */
const result = (error: unknown, context: string): AuthResult =>
  error ? { success: false, error: processError(error, context) } : { success: true };

export async function resetPasswordForEmail(email: string): Promise<AuthResult> {
  const { error } = await ask(({ auth }) =>
    auth.resetPasswordForEmail(email.trim(), {
      redirectTo: window.location.origin + paths.resetPassword.href(),
    }),
  );
  return result(error, 'Auth/ResetPassword');
}

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

export async function refreshSession(refreshToken?: string): Promise<AuthResult> {
  const { error } = await ask((client) =>
    renew(client, refreshToken === undefined ? undefined : { refresh_token: refreshToken }),
  );
  return result(error, 'Auth/RefreshSession');
}
