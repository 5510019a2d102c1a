import {
  displayName,
  formatDate,
  formatDay,
  formatMoneyExact,
  paymentMethodLabel,
} from '@paperplane/shared/domain';
import { Banknote, Card, EmptyState, MediaObject } from '@paperplane/shared/ui';
import type { AgentPayment, Commission } from '../commission-types';
import { PrintPaymentRecord } from './payment-record';

interface AgentPaymentsProps {
  commission: Commission;
  /** The day the funds arrived, as an ISO moment. */
  receivedAt: string | null;
  timeZone: string;
  isAdmin: boolean;
}

/** What the agent was paid, or what has to happen first. */
export function AgentPayments(props: AgentPaymentsProps) {
  const { payments } = props.commission;
  return (
    <Card title="Agent payments" padded={false}>
      {payments.length > 0 ? (
        <ul className="pp-list" aria-label="Payments">
          {payments.map((payment) => (
            <Payment key={payment.id} payment={payment} commission={props.commission} />
          ))}
        </ul>
      ) : (
        <EmptyState kind="small" icon={<Banknote className="pp-i pp-i-18" />} title="No payments yet">
          {whatIsNext(props)}
        </EmptyState>
      )}
    </Card>
  );
}

function Payment({ payment, commission }: { payment: AgentPayment; commission: Commission }) {
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
        <PrintPaymentRecord commission={commission} payment={payment} />
      </span>
    </li>
  );
}

/** What an empty payments card says. */
export function whatIsNext({ commission, receivedAt, timeZone, isAdmin }: AgentPaymentsProps): string {
  const name = commission.agent?.firstName ?? 'the agent';
  if (commission.status === 'cancelled') return 'This commission was cancelled, so nothing is paid.';
  if (commission.status === 'unpaid') return 'The agent is paid once the funds are received.';
  const arrived = receivedAt ? `Funds arrived on ${formatDay(receivedAt, timeZone)}.` : 'The funds are here.';
  if (commission.sale?.status === 'booked')
    return `${arrived} The agent can be paid once the customer has paid this sale.`;
  return isAdmin
    ? `${arrived} Record the payment once you have paid ${name}.`
    : `${arrived} Your agency records the payment here.`;
}
