/** Authenticators of the signed-in person, as Auth keeps them (docs/product/tenancy.md, Second factor). Loaded by the screens that need it. */
import { processError, type AppError } from '../../domain';
import { ask, currentSession } from '../api/client';
import { refreshSession } from '../api/own-session';
import { processRefusal, refusedAnswer } from '../api/refusals';
import { claimsOf } from './claims';
import { adopt, recheckUser, type AuthResult } from './session';
import { stepUp } from './step-up';

/** An authenticator that counts. */
export interface Authenticator {
  id: string;
  name: string;
  /** ISO moments. */
  since: string;
  lastUsed: string | null;
}

/** One that has been begun: it counts from its first code on. */
export interface NewAuthenticator {
  id: string;
  /** Base32, for typing. */
  key: string;
  /** A picture, as the address of an image. */
  qrCode: string;
}

const failed = (error: unknown, context: string): { success: false; error: AppError } => ({
  success: false,
  error: processError(error, context),
});

const OLD_CODE = 'Confirm it is you: enter a code of your authenticator.';

/** The database lets no authenticator come or go behind an old code; Auth keeps its words, and says that it failed itself. */
const isOldCode = (error: { status?: number | undefined } | null): boolean => error?.status === 500;

const oldCode = (context: string): { success: false; error: AppError } =>
  failed({ code: 'P0001', message: OLD_CODE, details: '{"code":"step_up_required"}' }, context);

/** Those of the signed-in person, the one used last first. */
export async function listAuthenticators(): Promise<Authenticator[] | { error: AppError }> {
  const { data, error } = await ask(({ auth }) => auth.getUser());
  if (error) return { error: processError(error, 'Auth/ListFactors') };
  const { factors = [] } = data.user;
  return factors
    .filter(({ status, factor_type: kind }) => status === 'verified' && kind === 'totp')
    .map(({ id, friendly_name: name, created_at: since, ...factor }) => ({
      id,
      name: name ?? '',
      since,
      lastUsed: (factor as { last_challenged_at?: string | null }).last_challenged_at ?? null,
    }))
    .toSorted((a, b) => (b.lastUsed ?? b.since).localeCompare(a.lastUsed ?? a.since));
}

/** Begins an authenticator, after a code of now where one counts already. Those that were begun and left before go: their keys have been shown. */
export async function beginAuthenticator(
  name: string,
): Promise<{ success: true; begun: NewAuthenticator } | { success: false; error: AppError }> {
  const { data: known } = await ask(({ auth }) => auth.getUser());
  const factors = known.user?.factors ?? [];
  for (const { id, status } of factors) {
    if (status !== 'verified') await ask(({ auth }) => auth.mfa.unenroll({ factorId: id }));
  }
  const enroll = () =>
    ask(({ auth }) => auth.mfa.enroll({ factorType: 'totp', friendlyName: name, issuer: 'Paperplane' }));
  let answer = await enroll();
  if (isOldCode(answer.error) && factors.some(({ status }) => status === 'verified')) {
    if (!(await stepUp({ verb: 'go on', about: name }))) return oldCode('Auth/Enroll');
    answer = await enroll();
  }
  const { data, error } = answer;
  if (error || !('totp' in data)) return failed(error, 'Auth/Enroll');
  return { success: true, begun: { id: data.id, key: data.totp.secret, qrCode: data.totp.qr_code } };
}

/** Gives the code of an authenticator: the session has its second factor from then on, and whoever waited for it is let in. */
export async function giveCode(id: string, code: string): Promise<AuthResult> {
  const { error } = await ask(({ auth }) => auth.mfa.challengeAndVerify({ factorId: id, code }));
  if (error) return failed(error, 'Auth/VerifyCode');
  const session = await currentSession();
  return session ? adopt(session) : { success: true };
}

/** Takes an authenticator away. The code is of that one or another: Auth wants one of this session, and this act one of now. */
export async function removeAuthenticator(id: string): Promise<AuthResult> {
  const { error } = await ask(({ auth }) => auth.mfa.unenroll({ factorId: id }));
  if (isOldCode(error)) return oldCode('Auth/Unenroll');
  if (error) return failed(error, 'Auth/Unenroll');
  await ask((client) => refreshSession(client));
  await recheckUser();
  return { success: true };
}

/** Gives a recovery code instead: it takes the authenticators away, so that new ones can be set up. */
export async function recover(code: string): Promise<AuthResult> {
  const context = 'Auth/Recover';
  const { data, error, response } = (await ask(({ functions }) =>
    functions.invoke<unknown>('second-factor', { body: { action: 'recover', code } }),
  )) as { data: unknown; error: { name: string; message: string } | null; response?: Response };
  const said: unknown = error ? await response?.json().catch(() => null) : data;
  const refused = refusedAnswer(said, context);
  if (refused) return { success: false, error: refused };
  if (error) {
    const { name, message } = error;
    const facts = { name, code: name, message, status: response?.status ?? 0 };
    return { success: false, error: await processRefusal(facts, context) };
  }
  await ask((client) => refreshSession(client));
  await recheckUser();
  return { success: true };
}

/** When the last code of this session was given, in milliseconds; null where there was none. */
export async function lastCodeAt(): Promise<number | null> {
  const session = await currentSession();
  const { amr } = claimsOf(session?.access_token ?? '');
  if (!Array.isArray(amr)) return null;
  const times = (amr as { method?: unknown; timestamp?: unknown }[]).flatMap(({ method, timestamp }) =>
    method === 'totp' && typeof timestamp === 'number' ? [timestamp * 1000] : [],
  );
  return times.length > 0 ? Math.max(...times) : null;
}
