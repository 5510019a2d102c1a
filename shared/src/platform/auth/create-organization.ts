import type { AppError } from '../../domain';
import { supabase, type User } from '../api/client';
import { processRefusal, refusedAnswer } from '../api/refusals';

const said = (value: unknown): string => (typeof value === 'string' ? value : '');

const told = (message: string) => ({ message, userMessage: message });

/**
 * Creates the organization a signed-up person named, with that person as owner.
 * Everything is taken from the auth user, so that it can be repeated at the first sign-in.
 * @returns null, or the failure (`Database function error: ...`)
 */
export async function createOrganizationFor(user: User): Promise<AppError | null> {
  const meta = user.user_metadata;
  const { data, error, status } = await supabase().rpc('create_organization_with_owner', {
    org_name: said(meta['organization_name']),
    org_email: user.email ?? '',
    user_id: user.id,
    user_email: user.email ?? '',
    user_first_name: said(meta['first_name']),
    user_last_name: said(meta['last_name']),
  });
  if (error) return processRefusal({ ...error, status }, 'Auth/SignUp');
  const refused = refusedAnswer(data, 'Auth/SignUp');
  return refused && { ...refused, ...told(`Database function error: ${refused.message}`) };
}
