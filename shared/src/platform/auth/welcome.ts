import type { Session } from '../api/client';
import { createOrganizationFor } from './create-organization';
import { factorDue, type FactorDue } from './factor-due';
import { invitationPreview } from './invitation-preview';
import { loadUser, type LoadedUser } from './load-user';

/** Whom the database shows no row of themselves. */
type Unseen = { factorDue: FactorDue } | 'invited';

/** Somebody who owes a second factor; else a confirmed person without a user row: invited (then the account is to be set up), or signed up (then the agency is created now). */
export async function welcome(session: Session): Promise<LoadedUser | Unseen> {
  const due = await factorDue();
  if (due) return { factorDue: due };
  const preview = await invitationPreview();
  if ('invitation' in preview && preview.invitation) return 'invited';
  const problem = await createOrganizationFor(session.user);
  return problem ? { missing: true } : loadUser(session.user);
}
