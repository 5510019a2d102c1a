import { COMMISSION_TRANSITIONS, commissionTransitionRefusal, displayName } from '@paperplane/shared/domain';
import { useCurrentUser, type Draft } from '@paperplane/shared/platform';
import { Banknote, Button, RefreshCw } from '@paperplane/shared/ui';
import type { Commission, CommissionDeposit } from '../commission-types';
import { VoidDialog } from '../../payouts';
import { CorrectionDialog } from './correction-dialog';
import type { OpenDialog } from './open-dialog';
import { PaymentDialog } from './payment-dialog';
import { RecallDialog } from './recall-dialog';
import { ReceiptDialog } from './receipt-dialog';
import { StatusDialog } from './status-dialog';

/** Whether the agent can be paid now. */
export const isPayable = ({ status, sale }: Commission): boolean =>
  commissionTransitionRefusal(status, 'agent_paid', sale?.status) === null;

/** Agent paid and cancelled are final: nothing follows. */
const isFinal = ({ status }: Commission): boolean => COMMISSION_TRANSITIONS[status].length === 0;

interface OpenerProps {
  commission: Commission;
  onOpen: (dialog: OpenDialog | null) => void;
}

interface ActionsProps extends OpenerProps {
  /** Whether an admin holds it back: it has to be released first. */
  held: boolean;
}

/** What an admin may do with a commission now; nothing is offered that leads nowhere. */
export function CommissionActions({ commission, held, onOpen }: ActionsProps) {
  return (
    <>
      {!isFinal(commission) && (
        <Button
          variant="outline"
          icon={<RefreshCw className="pp-i" />}
          onClick={() => onOpen({ dialog: 'status' })}
        >
          Change status
        </Button>
      )}
      {isPayable(commission) && !held && (
        <Button icon={<Banknote className="pp-i" />} onClick={() => onOpen({ dialog: 'payment' })}>
          Record payment
        </Button>
      )}
    </>
  );
}

interface DialogsProps extends OpenerProps {
  open: OpenDialog;
  /** What can still be taken back from the agent. */
  left: number;
  deposits: readonly CommissionDeposit[];
  draft: Pick<Draft, 'keep' | 'flush' | 'discard' | 'requestKey'>;
}

/** The dialogs of those actions, outside the page header: on a phone its buttons show no words. */
export function CommissionDialogs({ commission, open, left, deposits, draft, onOpen }: DialogsProps) {
  const { currency } = useCurrentUser().organization;
  const close = () => onOpen(null);
  const shared = { commission, draft, onClose: close };
  switch (open.dialog) {
    case 'status':
      return (
        <StatusDialog
          {...shared}
          typed={open.typed}
          onRecordPayment={(notes) => onOpen({ dialog: 'payment', ...(notes && { typed: { notes } }) })}
        />
      );
    case 'payment':
      return <PaymentDialog {...shared} typed={open.typed} />;
    case 'receipt':
      return <ReceiptDialog {...shared} typed={open.typed} />;
    case 'recall':
      return (
        <RecallDialog
          of={{ commissionId: commission.id }}
          name={displayName(commission.agent, 'the agent')}
          what={commission.sale ? `Commission on ${commission.sale.bookingReference}` : 'Commission'}
          {...{ left, deposits, draft }}
          typed={open.typed}
          onClose={close}
        />
      );
    case 'correction': {
      const payment = commission.payments.find(({ id }) => id === open.paymentId);
      return payment && <CorrectionDialog {...shared} payment={payment} typed={open.typed} />;
    }
    case 'void': {
      const payment = commission.payments.find(({ id }) => id === open.paymentId);
      return (
        payment && (
          <VoidDialog
            payment={{
              by: { paymentId: payment.id },
              amount: payment.amount,
              currency,
              name: displayName(commission.agent, 'the agent'),
              paidOn: payment.paymentDate,
            }}
            onClose={close}
          />
        )
      );
    }
  }
}
