import { displayMessage, formatMoneyExact, today } from '@paperplane/shared/domain';
import { useAuth, useCurrentUser } from '@paperplane/shared/platform';
import {
  Button,
  buttonClass,
  Card,
  CircleAlert,
  CircleCheck,
  CircleDot,
  ErrorState,
  IconButton,
  Notice,
  Plus,
  SkeletonRows,
  Undo2,
  cx,
} from '@paperplane/shared/ui';
import { askMail } from './ask-mail';
import { openRows, paidRows } from './payment-rows';
import { useGetCustomerPaymentsQuery, type CustomerPayment, type CustomerPayments } from './payments-api';
import './payments.css';

interface PaymentsCardProps {
  saleId: string;
  onRecord: () => void;
  onUndo: (payment: CustomerPayment) => void;
}

function Paid({ payments }: { payments: CustomerPayments }) {
  const { total, paid, open, currency, status } = payments;
  const money = (amount: number) => formatMoneyExact(amount, currency);
  const percent = total > 0 ? Math.floor((paid / total) * 100) : 0;
  return (
    <div className="sale-paid">
      <p>
        <span>
          <b>{money(paid)}</b> of {money(total)}
        </span>
        {status !== 'cancelled' && (
          <span>
            <b>{money(open)}</b> open
          </span>
        )}
      </p>
      <div className="sale-paid-bar" role="img" aria-label={`${percent}% paid`}>
        {paid > 0 && <i style={{ flexGrow: paid }} />}
        {open > 0 && <i className="open" style={{ flexGrow: open }} />}
      </div>
    </div>
  );
}

function Lists({ payments, onUndo }: Pick<PaymentsCardProps, 'onUndo'> & { payments: CustomerPayments }) {
  const { currency, customer, reference, plan } = payments;
  const { displayName, organizationName } = useAuth();
  const { timeZone } = useCurrentUser().organization;
  const now = today(timeZone);
  const money = (amount: number) => formatMoneyExact(amount, currency);
  return (
    <ul className="sale-pays">
      {paidRows(payments).map((row) => (
        <li key={row.id} className={cx(row.undone !== null && 'is-undone')}>
          <CircleCheck className="pp-i pp-i-20" />
          <span className="pp-grow">
            <b>{row.title}</b>
            <small>
              {row.note}
              {row.undone !== null && `. Undone: ${row.undone}`}
            </small>
          </span>
          {row.by && <span className="pp-muted pp-sm sale-pays-by">{row.by}</span>}
          <span className={cx('sale-pays-amount', row.undone !== null && 'pp-void')}>
            {money(row.amount)}
          </span>
          {row.undone === null && (
            <IconButton
              size="sm"
              label={`Undo ${row.title.toLowerCase()} of ${money(row.amount)}`}
              onClick={() => {
                const payment = payments.payments.find(({ id }) => id === row.id);
                if (payment) onUndo(payment);
              }}
            >
              <Undo2 className="pp-i" />
            </IconButton>
          )}
        </li>
      ))}
      {openRows(payments, now).map((row) => (
        <li key={row.key} className={cx('is-open', row.overdue && 'is-overdue')}>
          {row.overdue ? <CircleAlert className="pp-i pp-i-20" /> : <CircleDot className="pp-i pp-i-20" />}
          <span className="pp-grow">
            <b>
              {row.title}
              {row.overdue && <span className="sale-pays-late">Overdue</span>}
            </b>
            <small>{row.note}</small>
          </span>
          {customer.email && (
            <a
              className={buttonClass('outline', { size: 'sm' })}
              aria-label={`Ask now for ${money(row.open)}`}
              href={askMail({
                to: customer.email,
                firstName: customer.firstName,
                reference,
                open: row.open,
                currency,
                dueOn: plan.find(({ place }) => String(place) === row.key)?.dueOn ?? null,
                from: { name: displayName, agency: organizationName },
              })}
            >
              Ask now
            </a>
          )}
          <span className="sale-pays-amount">{money(row.open)}</span>
        </li>
      ))}
    </ul>
  );
}

/** What stands open beside the status, which money that is given back never changes. */
function StatusNote({ payments: { status, open, paid, currency } }: { payments: CustomerPayments }) {
  const money = (amount: number) => formatMoneyExact(amount, currency);
  if (status === 'paid' && open > 0)
    return <Notice kind="info">The sale stays Paid, though {money(open)} was given back or undone.</Notice>;
  if (status === 'cancelled' && paid > 0)
    return (
      <Notice kind="info">
        The sale is cancelled, and {money(paid)} of the customer’s is here. Record what is given back as a
        refund.
      </Notice>
    );
  return null;
}

/** What the customer pays, and when (docs/product/sales.md, What the customer pays). */
export default function PaymentsCard({ saleId, onRecord, onUndo }: PaymentsCardProps) {
  const { currentData: payments, error, isFetching, refetch } = useGetCustomerPaymentsQuery(saleId);
  if (payments === null) return null;
  const canRecord = payments && (payments.status === 'cancelled' ? payments.paid > 0 : payments.total > 0);
  return (
    <Card
      title="Customer pays"
      padded={false}
      className="sale-payments"
      action={
        canRecord && (
          <Button variant="ghost" size="sm" icon={<Plus className="pp-i pp-i-14" />} onClick={onRecord}>
            Record payment
          </Button>
        )
      }
    >
      {payments ? (
        <>
          <Paid payments={payments} />
          <Lists payments={payments} onUndo={onUndo} />
          <div className="sale-paid-note">
            <StatusNote payments={payments} />
          </div>
        </>
      ) : error ? (
        <ErrorState
          title="The payments did not load"
          message={displayMessage(error)}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <SkeletonRows rows={3} label="Loading payments" />
      )}
    </Card>
  );
}
