import {
  displayName,
  formatDate,
  formatMoneyExact,
  paymentMethodLabel,
  payoutNext,
} from '@paperplane/shared/domain';
import {
  Banknote,
  Button,
  Card,
  cx,
  EmptyState,
  MediaObject,
  Pencil,
  RotateCcw,
  Undo2,
} from '@paperplane/shared/ui';
import { payoutNote } from '@paperplane/shared/words';
import type { AgentPayment, Commission, CommissionPayout, CommissionRecall } from '../commission-types';
import { moneyOf } from './commission-steps';
import { HoldNote, PayoutNote } from './payout-notes';
import { PrintPaymentRecord } from './payment-record';
import { leftToRecall } from './recalls';

interface AgentPaymentsProps {
  commission: Commission;
  /** Null while it loads, and where the reader may not see it. */
  payout: CommissionPayout | null;
  /** The organization's, as the time zone. */
  currency: string;
  timeZone: string;
  isAdmin: boolean;
  /** Admins correct what was recorded wrongly. */
  onCorrect: (payment: AgentPayment) => void;
  /** Admins void a single payment that came back. */
  onVoid: (payment: AgentPayment) => void;
  /** Admins take back what the vendor took back. */
  onRecall: () => void;
  /** Admins end a hold. */
  onRelease: () => void;
}

/** What the agent was paid, alone or with a payout, or what has to happen first. */
export function AgentPayments(props: AgentPaymentsProps) {
  const { commission, payout, isAdmin, onRecall, onRelease } = props;
  const { payments, agent } = commission;
  const canRecall = isAdmin && payout && leftToRecall(payments, payout.recalls) > 0;
  return (
    <Card
      title="Agent payments"
      padded={false}
      action={
        canRecall && (
          <Button variant="link" size="sm" onClick={onRecall}>
            Take back
          </Button>
        )
      }
    >
      {payout?.hold && <HoldNote hold={payout.hold} onRelease={isAdmin ? onRelease : undefined} />}
      {payments.length > 0 ? (
        <ul className="pp-list" aria-label="Payments">
          {payments.map((payment) => (
            <Payment key={payment.id} payment={payment} {...props} />
          ))}
          {payout?.recalls.map((recall) => (
            <Recall key={recall.at} recall={recall} {...props} />
          ))}
        </ul>
      ) : payout?.payout ? (
        <PayoutNote payout={payout.payout} statement={payout.statement} />
      ) : (
        <EmptyState kind="small" icon={<Banknote className="pp-i pp-i-18" />} title="No payments yet">
          {payoutNext(moneyOf(commission), isAdmin ? (agent?.firstName ?? 'the agent') : null)}
        </EmptyState>
      )}
    </Card>
  );
}

function Payment(props: AgentPaymentsProps & { payment: AgentPayment }) {
  const { payment, commission, payout, currency, isAdmin, onCorrect, onVoid } = props;
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
        name={
          <span className={cx('pp-num', payout?.void && 'pp-void')}>
            {formatMoneyExact(amount, currency)}
          </span>
        }
        meta={parts.filter(Boolean).join(' · ')}
      />
      <span className="end pp-muted pp-num pp-ref">{formatDate(paymentDate)}</span>
      {payout?.payout && <PayoutNote payout={payout.payout} statement={payout.statement} />}
      {payout?.void && (
        <p className="commission-payment-notes">
          Voided on {formatDate(payout.void.voidedOn)}: {payout.void.reason}
        </p>
      )}
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
        {/* What a payout paid is voided on its statement. */}
        {isAdmin && payout && !payout.payout && !payout.void && amount > 0 && (
          <Button
            variant="outline"
            size="sm"
            icon={<Undo2 className="pp-i" />}
            onClick={() => onVoid(payment)}
          >
            Void payment
          </Button>
        )}
        <PrintPaymentRecord commission={commission} payment={payment} />
      </span>
    </li>
  );
}

function Recall({ recall, currency, timeZone }: AgentPaymentsProps & { recall: CommissionRecall }) {
  const { amount, at, payout } = recall;
  const where = payout ? `with the ${payout} payout` : 'waits for the next payout';
  return (
    <li className="commission-payment">
      <MediaObject
        media={
          <span className="pp-tile h-red">
            <RotateCcw className="pp-i pp-i-18" />
          </span>
        }
        name={<span className="pp-num">−{formatMoneyExact(amount, currency)}</span>}
        meta={`Taken back, ${where}: ${payoutNote(recall)}`}
      />
      <span className="end pp-muted pp-num pp-ref">{formatDate(at, timeZone)}</span>
    </li>
  );
}
