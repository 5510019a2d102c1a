import { commissionMoveRefusal } from '@paperplane/shared/domain';
import { Banknote, Button, RefreshCw } from '@paperplane/shared/ui';
import type { Commission } from '../commission-types';
import { PaymentDialog } from './payment-dialog';
import { StatusDialog } from './status-dialog';

/** Which dialog is open; a note typed into the first goes along into the second. */
export type OpenDialog = { dialog: 'status' } | { dialog: 'payment'; notes?: string } | null;

/** Whether the agent can be paid now. */
export const isPayable = ({ status, sale }: Commission): boolean =>
  commissionMoveRefusal(status, 'agent_paid', sale?.status) === null;

interface ActionsProps {
  commission: Commission;
  onOpen: (dialog: OpenDialog) => void;
}

/** What an admin may do with a commission. Paying is offered when it is possible now. */
export function CommissionActions({ commission, onOpen }: ActionsProps) {
  return (
    <>
      <Button
        variant="outline"
        icon={<RefreshCw className="pp-i" />}
        onClick={() => onOpen({ dialog: 'status' })}
      >
        Change status
      </Button>
      {isPayable(commission) && (
        <Button icon={<Banknote className="pp-i" />} onClick={() => onOpen({ dialog: 'payment' })}>
          Record payment
        </Button>
      )}
    </>
  );
}

/** The dialogs of those actions, outside the page header: on a phone its buttons show no words. */
export function CommissionDialogs({ commission, open, onOpen }: ActionsProps & { open: OpenDialog }) {
  const close = () => onOpen(null);
  if (open?.dialog === 'status') {
    return (
      <StatusDialog
        commission={commission}
        onClose={close}
        onRecordPayment={(notes) => onOpen({ dialog: 'payment', notes })}
      />
    );
  }
  if (open?.dialog === 'payment') {
    return <PaymentDialog commission={commission} notes={open.notes} onClose={close} />;
  }
  return null;
}
