import { commissionTransitionRefusal } from '@paperplane/shared/domain';
import type { Draft } from '@paperplane/shared/platform';
import { Banknote, Button, RefreshCw } from '@paperplane/shared/ui';
import type { Commission } from '../commission-types';
import type { OpenDialog } from './open-dialog';
import { PaymentDialog } from './payment-dialog';
import { StatusDialog } from './status-dialog';

/** Whether the agent can be paid now. */
export const isPayable = ({ status, sale }: Commission): boolean =>
  commissionTransitionRefusal(status, 'agent_paid', sale?.status) === null;

interface ActionsProps {
  commission: Commission;
  onOpen: (dialog: OpenDialog | null) => void;
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

interface DialogsProps extends ActionsProps {
  open: OpenDialog;
  draft: Pick<Draft, 'keep' | 'flush' | 'discard'>;
}

/** The dialogs of those actions, outside the page header: on a phone its buttons show no words. */
export function CommissionDialogs({ commission, open, draft, onOpen }: DialogsProps) {
  const close = () => onOpen(null);
  return open.dialog === 'status' ? (
    <StatusDialog
      commission={commission}
      typed={open.typed}
      draft={draft}
      onClose={close}
      onRecordPayment={(notes) => onOpen({ dialog: 'payment', ...(notes && { typed: { notes } }) })}
    />
  ) : (
    <PaymentDialog commission={commission} typed={open.typed} draft={draft} onClose={close} />
  );
}
