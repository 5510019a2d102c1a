import type { MenuItem } from '@paperplane/shared/ui';
import type { TeamPerson } from './team';
import { useInvitationActions } from './use-invitation-actions';
import { memberLink, useMemberActions } from './use-member-actions';

/** The menu of a row of the team: a member's, or an invitation's. */
export function usePersonActions() {
  const members = useMemberActions();
  const invitations = useInvitationActions();

  const itemsFor = (person: TeamPerson): MenuItem[] => {
    const { id, role, email, invited } = person;
    if (!invited) return [memberLink(person), ...members.itemsFor(person)];
    const invitation = { id, role, email: email ?? '' };
    const refusal = invitations.refusalFor(invitation);
    return [
      {
        key: 'resend',
        label: 'Resend invitation',
        refusal,
        onSelect: () => void invitations.send(invitation),
      },
      {
        key: 'revoke',
        label: 'Revoke invitation…',
        danger: true,
        refusal,
        onSelect: () => invitations.askToRevoke(invitation),
      },
    ];
  };
  const dialogs = (
    <>
      {members.dialog}
      {invitations.dialog}
    </>
  );
  return { itemsFor, dialogs };
}
