import type { MenuItem } from '@paperplane/shared/ui';
import type { TeamPerson } from './team';
import { useInvitationActions } from './use-invitation-actions';
import { memberLink, useMemberActions } from './use-member-actions';

/** The menu of a row of the team: a member's, or an invitation's. */
export function usePersonActions() {
  const members = useMemberActions();
  const invitations = useInvitationActions();

  const itemsFor = (person: TeamPerson): MenuItem[] => {
    if (person.kind === 'member') return [memberLink(person), ...members.itemsFor(person)];
    const refusal = invitations.refusalFor(person);
    return [
      {
        key: 'resend',
        label: 'Resend invitation',
        refusal,
        onSelect: () => void invitations.send(person),
      },
      {
        key: 'revoke',
        label: 'Revoke invitation…',
        danger: true,
        refusal,
        onSelect: () => invitations.askToRevoke(person),
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
