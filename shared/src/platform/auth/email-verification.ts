import { processError, type AppError } from '../../domain';
import { ask } from '../api/client';

/** What is known about an address. */
export type EmailVerification = 'unverified' | 'verified' | 'missing';

/** Reads it from the refusal of a sign-in; null when the refusal is about something else. */
export function verificationOf(error: {
  message: string;
  code?: string | undefined;
}): EmailVerification | null {
  const said = error.message.toLowerCase();
  if (error.code === 'email_not_confirmed' || said.includes('email not confirmed')) return 'unverified';
  if (error.code === 'invalid_credentials' || said.includes('invalid login credentials')) return 'verified';
  if (error.code === 'user_not_found' || said.includes('user not found')) return 'missing';
  return null;
}

/**
 * Asks whether an address is confirmed, by a trial sign-in with a password nobody has. Auth that checks the password first
 * says "verified" to every address; the login page therefore reads the refusal of the typed password instead.
 */
export async function checkEmailVerification(
  email: string,
): Promise<{ status: EmailVerification } | { error: AppError }> {
  const { error } = await ask(({ auth }) =>
    auth.signInWithPassword({ email: email.trim(), password: crypto.randomUUID() }),
  );
  const status = error ? verificationOf(error) : 'verified';
  return status ? { status } : { error: processError(error, 'Auth/CheckEmailVerification') };
}
