import { actName, displayName } from '@paperplane/shared/domain';
import { useCurrentUser } from '@paperplane/shared/platform';
import {
  Banknote,
  Button,
  Check,
  Download,
  Ellipsis,
  Menu,
  Plus,
  Undo2,
  Users,
  X,
} from '@paperplane/shared/ui';
import { payoutFacts } from '../parts/payout-facts';
import type { Payout } from '../payout-types';
import { handOverTo } from './approval';

/** The dialogs of a payout. */
export type PayoutDialog = 'adjustment' | 'discard' | 'file' | 'hand over' | 'pay' | 'reopen' | 'account';

interface PayoutButtonsProps {
  record: Payout;
  onCollect: () => void;
  onOpen: (dialog: PayoutDialog) => void;
}

/** Approving makes sense: there is something, it can be paid, and this person may. */
export const canApprove = ({ payout, lines, problems }: Payout): boolean =>
  payout.status === 'draft' && lines.length > 0 && problems.length === 0 && !payout.needsOtherPerson;

interface PayoutPrimaryProps {
  record: Payout;
  approving: boolean;
  onApprove: () => void;
  onOpen: (dialog: 'hand over' | 'pay') => void;
  className?: string;
  block?: boolean;
}

/** The next step of who looks: approve or hand over, then pay. On a phone it is docked at the bottom. */
export function PayoutPrimary({ record, approving, onApprove, onOpen, ...look }: PayoutPrimaryProps) {
  const { payout } = record;
  const { amount, ...facts } = payoutFacts(record);
  const other = handOverTo(record, useCurrentUser().id);
  if (canApprove(record))
    return (
      <Button
        {...look}
        icon={<Check className="pp-i" />}
        loading={approving}
        aria-label={actName(`Approve ${amount}`, facts)}
        onClick={onApprove}
      >
        Approve {amount}
      </Button>
    );
  if (other)
    return (
      <Button
        {...look}
        icon={<Users className="pp-i" />}
        aria-label={actName(`Hand over to ${displayName(other)}`, { amount, ...facts })}
        onClick={() => onOpen('hand over')}
      >
        Hand over to {displayName(other)}
      </Button>
    );
  return payout.status === 'approved' ? (
    <Button
      {...look}
      icon={<Banknote className="pp-i" />}
      aria-label={actName('Pay', { amount, ...facts })}
      onClick={() => onOpen('pay')}
    >
      Pay
    </Button>
  ) : null;
}

/** What else can be done with a payout as it stands. */
export function PayoutButtons({ record, onCollect, onOpen }: PayoutButtonsProps) {
  const { payout } = record;
  const file = (
    <Button variant="outline" icon={<Download className="pp-i" />} onClick={() => onOpen('file')}>
      Payment file
    </Button>
  );
  switch (payout.status) {
    case 'draft':
      return (
        <>
          <Button variant="outline" icon={<Plus className="pp-i" />} onClick={() => onOpen('adjustment')}>
            Add adjustment
          </Button>
          <Menu
            label="More actions"
            button={<Ellipsis className="pp-i" />}
            buttonClassName="pp-btn pp-btn-outline payout-more"
            items={[
              {
                key: 'collect',
                label: 'Add what can be paid now',
                icon: <Plus className="pp-i" />,
                onSelect: onCollect,
              },
              {
                key: 'discard',
                label: 'Discard',
                icon: <X className="pp-i" />,
                danger: true,
                onSelect: () => onOpen('discard'),
              },
            ]}
          />
        </>
      );
    case 'approved':
    case 'scheduled':
      return (
        <>
          <Button variant="outline" icon={<Undo2 className="pp-i" />} onClick={() => onOpen('reopen')}>
            Back to draft
          </Button>
          {file}
        </>
      );
    case 'paid':
      return file;
    case 'discarded':
      return null;
  }
}
