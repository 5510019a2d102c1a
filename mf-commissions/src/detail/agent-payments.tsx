import {
  displayName,
  formatDate,
  formatMoneyExact,
  paymentMethodLabel,
  payoutNext,
} from '@paperplane/shared/domain';
import { Banknote, Button, Card, EmptyState, MediaObject, Pencil } from '@paperplane/shared/ui';
import type { AgentPayment, Commission } from '../commission-types';
import { moneyOf } from './commission-steps';
import { PrintPaymentRecord } from './payment-record';

interface AgentPaymentsProps {
  commission: Commission;
  isAdmin: boolean;
  /** Admins correct what was recorded wrongly. */
  onCorrect: (payment: AgentPayment) => void;
}

/** What the agent was paid, or what has to happen first. */
export function AgentPayments(props: AgentPaymentsProps) {
  const { payments, agent } = props.commission;
  return (
    <Card title="Agent payments" padded={false}>
      {payments.length > 0 ? (
        <ul className="pp-list" aria-label="Payments">
          {payments.map((payment) => (
            <Payment key={payment.id} payment={payment} {...props} />
          ))}
        </ul>
      ) : (
        <EmptyState kind="small" icon={<Banknote className="pp-i pp-i-18" />} title="No payments yet">
          {payoutNext(moneyOf(props.commission), props.isAdmin ? (agent?.firstName ?? 'the agent') : null)}
        </EmptyState>
      )}
    </Card>
  );
}

function Payment(props: AgentPaymentsProps & { payment: AgentPayment }) {
  const { payment, commission, isAdmin, onCorrect } = props;
  const { amount, paymentDate, paymentMethod, reference, notes, createdBy } = payment;
  const parts = [paymentMethodLabel(paymentMethod), reference, createdBy && `by ${displayName(createdBy)}`];
  return (
    <li className="commission-payment">
      <MediaObject
        media={
          <span className="pp-tile h-green">
            <Banknote className="pp-i pp-i-18" />
          </span>
        }
        name={<span className="pp-num">{formatMoneyExact(amount, commission.sale?.currency)}</span>}
        meta={parts.filter(Boolean).join(' · ')}
      />
      <span className="end pp-muted pp-num pp-ref">{formatDate(paymentDate)}</span>
      {notes && <p className="pp-prose commission-payment-notes">{notes}</p>}
      <span className="commission-payment-print">
        {isAdmin && (
          <Button
            variant="outline"
            size="sm"
            icon={<Pencil className="pp-i" />}
            onClick={() => onCorrect(payment)}
          >
            Correct payment
          </Button>
        )}
        <PrintPaymentRecord commission={commission} payment={payment} />
      </span>
    </li>
  );
}
