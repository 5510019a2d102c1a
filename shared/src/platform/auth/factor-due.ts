import type { AppError } from '../../domain';
import { ask, type Session } from '../api/client';
import { claimsOf } from './claims';

/** What a session owes before its person is let in: a code of their second factor, or setting one up because the agency asks for it. */
export type FactorDue = 'code' | 'setup';

/** Whether a session has yet to bring a code, as far as it knows itself. */
export const codeDueOf = ({ access_token, user }: Pick<Session, 'access_token' | 'user'>): FactorDue | null =>
  claimsOf(access_token).aal !== 'aal2' && user.factors?.some(({ status }) => status === 'verified')
    ? 'code'
    : null;

/** The same as the database knows it, which shows such a session nobody: also of a factor from another device, and of the agency's policy. */
export async function factorDue(): Promise<FactorDue | null> {
  const { data } = await ask((client) => client.rpc('get_second_factor'));
  const known = data as { has_factor?: unknown; required?: unknown; aal?: unknown } | null;
  if (!known || known.aal === 'aal2') return null;
  if (known.has_factor === true) return 'code';
  return known.required === true ? 'setup' : null;
}

const OWED = ['second_factor_required', 'second_factor_expected'];

/** Whether something is refused because a second factor is owed first. */
export const isOwed = ({ refusal }: AppError): boolean => OWED.includes(refusal?.code ?? '');
