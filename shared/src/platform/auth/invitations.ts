import { currentSession } from '../api/client';
import { withAccount } from './account-code';
import type { InviteMemberInput } from './invitation-acts';
import { adopt, type AuthResult } from './session';

/**
 * Mails an invited person who asks for it a fresh link to `/create-password` that signs them in. Needs no session and gives none:
 * calling it only makes the mail go out.
 */
export const sendInvitationLink = (email: string): Promise<AuthResult> =>
  withAccount('Invite', (code) => code.sendInvitationLink(email));

/**
 * Mails an invitation: the same link, in a mail that names agency, inviter and the invitation's last day.
 * @param invitationId known to the agency alone: the database finds the words by it
 */
export const mailInvitation = (email: string, invitationId: string): Promise<AuthResult> =>
  withAccount('Invite', (code) => code.mailInvitation(email, invitationId));

/**
 * Writes an invitation into the signed-in admin's organization and mails its link. A mail that fails leaves the invitation, to be sent again.
 * @returns `written`: whether there is an invitation now, also when its mail failed
 */
export function inviteMember(input: InviteMemberInput): Promise<AuthResult & { written: boolean }> {
  return withAccount('Invite', (code) => code.inviteMember(input));
}

/** Whether an invitation is open for an address: then a fresh link may be asked for. */
export function hasOpenInvitation(email: string): Promise<AuthResult & { open?: boolean }> {
  return withAccount('Invite', (code) => code.hasOpenInvitation(email));
}

/** Makes the signed-in, invited person a member. The session stays where it is until {@link enterOrganization}. */
export function acceptInvitation(input: {
  firstName: string;
  lastName: string;
  invitationId?: string;
}): Promise<AuthResult> {
  return withAccount('AcceptInvitation', (code) => code.acceptInvitation(input));
}

/** Loads the new member; the guard leads on from there. */
export async function enterOrganization(): Promise<void> {
  const session = await currentSession();
  if (session) await adopt(session);
}
