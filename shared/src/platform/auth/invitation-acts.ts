/** What is done with invitations; each is described where it is asked for (`invitations.ts`). */
import { processError } from '../../domain';
import { ask, currentSession, supabase } from '../api/client';
import { processRefusal, refusedAnswer } from '../api/refusals';
import { paths } from '../paths';
import { clearPasswordDue } from './password-due';
import type { AuthResult } from './session';

/** `data` chooses the words of the mail and authorises nothing. */
async function mailLink(email: string, data: Record<string, string>): Promise<AuthResult> {
  const { error } = await ask(({ auth }) =>
    auth.signInWithOtp({
      email: email.trim(),
      options: { emailRedirectTo: window.location.origin + paths.createPassword.href(), data },
    }),
  );
  return error ? { success: false, error: processError(error, 'Auth/Invite') } : { success: true };
}

export const sendInvitationLink = (email: string): Promise<AuthResult> => mailLink(email, { invited: 'yes' });

export const mailInvitation = (email: string, invitationId: string): Promise<AuthResult> =>
  mailLink(email, { invited: 'yes', invitation: invitationId });

export interface InviteMemberInput {
  /** How the person is called until they say so themselves. */
  firstName?: string;
  lastName?: string;
  email: string;
  role: 'admin' | 'agent';
  /** Percent, 0 to 100; the organization's default when left out. */
  commissionSplit?: number;
  /** Of the form: the same invitation again is not written again, nor mailed again once its mail has left. */
  requestKey?: string;
}

export async function inviteMember(input: InviteMemberInput): Promise<AuthResult & { written: boolean }> {
  const { firstName, lastName, email, role, commissionSplit, requestKey } = input;
  const { data, error, status } = await supabase().rpc('create_invitation', {
    email: email.trim().toLowerCase(),
    role,
    ...(firstName === undefined ? {} : { first_name: firstName }),
    ...(lastName === undefined ? {} : { last_name: lastName }),
    ...(commissionSplit === undefined ? {} : { commission_split: commissionSplit }),
    ...(requestKey === undefined ? {} : { request_key: requestKey }),
  });
  if (error) {
    return {
      success: false,
      error: await processRefusal({ ...error, status }, 'Auth/Invite'),
      written: false,
    };
  }
  const { id, mailed } = data as { id: string; mailed: boolean };
  return { ...(mailed ? { success: true } : await mailInvitation(email, id)), written: true };
}

export async function hasOpenInvitation(email: string): Promise<AuthResult & { open?: boolean }> {
  const { data, error, status } = await ask((client) =>
    client.rpc('check_invitation_email', { invitation_email: email.trim() }),
  );
  if (error) return { success: false, error: await processRefusal({ ...error, status }, 'Auth/Invite') };
  return { success: true, open: data === true };
}

export async function acceptInvitation(input: {
  firstName: string;
  lastName: string;
  invitationId?: string;
}): Promise<AuthResult> {
  const { firstName, lastName, invitationId } = input;
  const { data, error, status } = await supabase().rpc('accept_invitation', {
    first_name: firstName.trim(),
    last_name: lastName.trim(),
    ...(invitationId === undefined ? {} : { invitation_id: invitationId }),
  });
  if (error)
    return { success: false, error: await processRefusal({ ...error, status }, 'Auth/AcceptInvitation') };
  const refused = refusedAnswer(data, 'Auth/AcceptInvitation');
  if (refused) return { success: false, error: refused };
  const session = await currentSession();
  if (session) clearPasswordDue(session.access_token);
  return { success: true };
}
