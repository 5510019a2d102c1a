/** Another e-mail address for the signed-in person (docs/product/tenancy.md, Change of address). Loaded by the dialog that needs it. */
import { processError, type AppError } from '../../domain';
import { apiAddress, apiKey, ask, currentSession } from '../api/client';
import { processRefusal, refusedAnswer } from '../api/refusals';
import { paths } from '../paths';
import { sessionIdOf } from './password-due';
import type { AuthResult } from './session';

const CONTEXT = 'Auth/ChangeEmail';

const failed = (error: AppError): AuthResult => ({ success: false, error });

/**
 * Has Auth judge the password, by a session that is opened for that alone: the database ends it where it takes it as proof. This tab's
 * session stays as it is, with the second factor it may have.
 */
async function provePassword(email: string, password: string): Promise<{ token: string } | AppError> {
  const answer = await fetch(`${apiAddress()}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: apiKey(), 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  }).catch((error: unknown) => processError(error, CONTEXT));
  if (!(answer instanceof Response)) return answer;
  const said = (await answer.json().catch(() => ({}))) as {
    access_token?: string;
    error_code?: string;
    msg?: string;
  };
  return answer.ok && said.access_token
    ? { token: said.access_token }
    : processError(
        { name: 'AuthApiError', code: said.error_code, message: said.msg, status: answer.status },
        CONTEXT,
      );
}

/** Ends that session where the database could not: it would stand among the devices. */
const endProof = (token: string): Promise<unknown> =>
  fetch(`${apiAddress()}/auth/v1/logout?scope=local`, {
    method: 'POST',
    headers: { apikey: apiKey(), authorization: `Bearer ${token}` },
  }).catch(() => undefined);

const mailLinks = async (email: string): Promise<AuthResult> => {
  const { error } = await ask(({ auth }) =>
    auth.updateUser({ email }, { emailRedirectTo: window.location.origin + paths.emailChange.href() }),
  );
  return error ? failed(processError(error, CONTEXT)) : { success: true };
};

/** See `changeEmail` of the operations. */
export async function changeEmail(input: { email: string; currentPassword: string }): Promise<AuthResult> {
  const session = await currentSession();
  const email = input.email.trim().toLowerCase();
  const proven = await provePassword(session?.user.email ?? '', input.currentPassword);
  if (!('token' in proven)) return failed(proven);
  const { data, error, status } = await ask((client) =>
    client.rpc('ask_address_change', { email, proof: sessionIdOf(proven.token) }),
  );
  if (error) {
    await endProof(proven.token);
    return failed(await processRefusal({ ...error, status }, CONTEXT));
  }
  const refused = refusedAnswer(data, CONTEXT);
  return refused ? failed(refused) : mailLinks(email);
}

/** Mails both links of a change that waits again. */
export const mailChangeAgain = mailLinks;
