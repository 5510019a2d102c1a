import { displayName } from '@paperplane/shared/domain';
import { Link, paths, useCurrentUser, useToast } from '@paperplane/shared/platform';
import type { MenuItem } from '@paperplane/shared/ui';
import { useState } from 'react';
import { useSetMemberActiveMutation } from './team-api';
import { DeactivateDialog } from './deactivate-dialog';
import { RoleDialog, type DialogMember } from './member-dialogs';
import { SignOutMemberDialog } from './sign-out-member-dialog';
import { TransferDialog } from './transfer-dialog';
import { roleRefusal, signOutRefusal, standingRefusal, transferRefusal } from './team';

/** What a dialog asks before. */
type Asked = 'role' | 'signOut' | 'deactivate' | 'transfer';

export type ActionMember = DialogMember & { isActive: boolean };

/** What can be done with a member, as far as the reader may; what they may not says why. */
export function useMemberActions() {
  const me = useCurrentUser();
  const toast = useToast();
  const [asking, setAsking] = useState<{
    what: Asked;
    member: ActionMember;
  } | null>(null);
  const [setActive] = useSetMemberActiveMutation();
  const close = () => setAsking(null);

  async function activate(member: ActionMember) {
    const { error } = await setActive({ id: member.id, active: true });
    if (error) toast.error('Not activated', error);
    else toast.success(`${displayName(member)} is active again`);
  }

  const ask = (what: Asked, member: ActionMember) => () => setAsking({ what, member });
  const itemsFor = (member: ActionMember): MenuItem[] => {
    const transfer = transferRefusal(me, member);
    const signOut = signOutRefusal(me, member);
    return [
      { key: 'role', label: 'Change role…', refusal: roleRefusal(me, member), onSelect: ask('role', member) },
      ...(transfer === undefined
        ? []
        : [
            {
              key: 'transfer',
              label: 'Make owner…',
              refusal: transfer,
              onSelect: ask('transfer', member),
            },
          ]),
      ...(signOut === undefined
        ? []
        : [
            {
              key: 'sign-out',
              label: 'Sign out everywhere…',
              refusal: signOut,
              onSelect: ask('signOut', member),
            },
          ]),
      member.isActive
        ? {
            key: 'deactivate',
            label: 'Deactivate…',
            danger: true,
            separated: true,
            refusal: standingRefusal(me, member),
            onSelect: ask('deactivate', member),
          }
        : {
            key: 'activate',
            label: 'Activate',
            separated: true,
            refusal: standingRefusal(me, member),
            onSelect: () => void activate(member),
          },
    ];
  };

  const dialog = asking && (
    <>
      {asking.what === 'role' && <RoleDialog member={asking.member} onClose={close} />}
      {asking.what === 'deactivate' && <DeactivateDialog member={asking.member} onClose={close} />}
      {asking.what === 'signOut' && <SignOutMemberDialog member={asking.member} onClose={close} />}
      {asking.what === 'transfer' && <TransferDialog member={asking.member} onClose={close} />}
    </>
  );
  return { itemsFor, dialog };
}

/** A row's menu begins with the way to the member's page. */
export const memberLink = (member: ActionMember): MenuItem => ({
  key: 'open',
  label: 'Open',
  to: paths.teamMember.href(member.id),
  link: Link,
});
