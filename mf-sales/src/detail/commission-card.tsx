import {
  cancelledText,
  displayName,
  formatDate,
  formatMoneyExact,
  formatPercent,
  paymentMethodLabel,
  receiptText,
} from '@paperplane/shared/domain';
import { Link, paths } from '@paperplane/shared/platform';
import {
  Banknote,
  buttonClass,
  Calculation,
  Card,
  Notice,
  StatusWithHelp,
  type CalculationRow,
} from '@paperplane/shared/ui';
import type { SaleCommission, SaleDetail } from '../sale';
import { moneyOf } from './money-of-sale';

interface CommissionCardProps {
  sale: SaleDetail;
  /** Only admins record payments; agents read their share first. */
  isAdmin: boolean;
  /** Explains the statuses. */
  onHelp: () => void;
}

function rows(sale: SaleDetail, commission: SaleCommission, isAdmin: boolean): CalculationRow[] {
  const money = (amount: number) => formatMoneyExact(amount, sale.currency);
  const agent = displayName(sale.agent);
  const { payment, receivedAmount } = commission;
  const vendor = moneyOf(sale);
  const { receivedDay } = vendor;
  return [
    { label: 'Sale total', value: money(sale.totalAmount) },
    { label: 'Rate', value: formatPercent(sale.commissionRate) },
    ...(isAdmin ? [] : [{ label: 'Commission, gross', value: money(commission.amount) }]),
    ...(receivedDay
      ? [{ label: receiptText(vendor, receivedDay), value: money(receivedAmount ?? commission.amount) }]
      : []),
    { label: 'Agent’s split', value: formatPercent(commission.commissionSplit) },
    {
      label: payment
        ? `Paid to ${agent}`
        : commission.status === 'cancelled'
          ? 'Nothing to pay'
          : `To pay ${agent}`,
      value: money(payment ? payment.amount : commission.status === 'cancelled' ? 0 : commission.agentAmount),
      sum: true,
    },
  ];
}

function PaymentNote({ commission }: { commission: SaleCommission }) {
  const { payment } = commission;
  if (!payment) return null;
  const by = `Paid ${formatDate(payment.paymentDate)} by ${paymentMethodLabel(payment.paymentMethod).toLowerCase()}`;
  return <Notice kind="info">{payment.reference ? `${by}, reference ${payment.reference}` : by}</Notice>;
}

/** The sale's commission: what it comes to, where it stands, and the next step. */
export function CommissionCard({ sale, isAdmin, onHelp }: CommissionCardProps) {
  const { commission } = sale;
  if (!commission) {
    return (
      <Card title="Commission" className="sale-commission">
        <p className="pp-muted">The commission of this sale is not visible to you.</p>
      </Card>
    );
  }
  const to = paths.commission.href(commission.id);
  return (
    <Card
      title={isAdmin ? 'Commission' : 'Your share of the commission'}
      className="sale-commission"
      action={
        <Link className="pp-link pp-sm" to={to} aria-label="Open commission">
          Open
        </Link>
      }
    >
      <div className="pp-between">
        <span className={commission.status === 'cancelled' ? 'sale-big pp-void' : 'sale-big'}>
          {formatMoneyExact(isAdmin ? commission.amount : commission.agentAmount, sale.currency)}
        </span>
        <StatusWithHelp status={commission.status} onHelp={onHelp} />
      </div>
      <Calculation rows={rows(sale, commission, isAdmin)} />
      <PaymentNote commission={commission} />
      {commission.status === 'cancelled' && <Notice kind="info">{cancelledText(sale.status)}</Notice>}
      {isAdmin && commission.status === 'funds_received' && sale.status === 'paid' && (
        <Link className={buttonClass('primary', { block: true })} to={`${to}?pay=1`}>
          <Banknote className="pp-i" />
          <span>Record payment</span>
        </Link>
      )}
    </Card>
  );
}
