import {
  cancelledText,
  displayName,
  formatDate,
  formatDay,
  formatMoneyExact,
  formatPercent,
  paymentMethodLabel,
  plural,
  receiptText,
  splitText,
  sumAmounts,
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
import { isDivided, type SaleCommission, type SaleDetail } from '../sale';
import { moneyOf } from './money-of-sale';
import { useOwnShare } from './own-share';
import { SaleShares } from './sale-shares';

interface CommissionCardProps {
  sale: SaleDetail;
  /** Only admins record payments; agents read their share first. */
  isAdmin: boolean;
  /** Explains the statuses. */
  onHelp: () => void;
}

function rows(sale: SaleDetail, commission: SaleCommission, isAdmin: boolean): CalculationRow[] {
  const money = (amount: number) => formatMoneyExact(amount, sale.currency);
  const { receivedAmount } = commission;
  const vendor = moneyOf(sale);
  const { receivedDay } = vendor;
  const fee =
    sale.feeAmount > 0 ? [{ label: 'Service fee, from the customer', value: money(sale.feeAmount) }] : [];
  if (isDivided(sale) && isAdmin)
    return [
      {
        label: receivedDay ? receiptText(vendor, receivedDay) : owes(sale.vendor.name, commission),
        value: money((receivedDay && receivedAmount) || commission.amount),
      },
      ...fee,
    ];
  return [
    { label: 'Sale total', value: money(sale.totalAmount) },
    { label: 'Rate', value: formatPercent(sale.commissionRate) },
    ...(isAdmin ? [] : [{ label: 'Commission, gross', value: money(commission.amount) }]),
    ...(receivedDay
      ? [{ label: receiptText(vendor, receivedDay), value: money(receivedAmount ?? commission.amount) }]
      : []),
    ...fee,
    ...(isDivided(sale) ? [] : paidRows(sale, commission)),
  ];
}

/** "Northern Fjord owes, due Jun 30". */
const owes = (vendor: string, { dueOn, status }: SaleCommission): string =>
  status === 'cancelled'
    ? 'Commission, cancelled'
    : `${vendor} owes${dueOn ? `, due ${formatDay(dueOn)}` : ''}`;

/** The commission alone was cancelled: the service fee stands. */
const isFeeAlone = ({ status, feeAmount }: SaleDetail, commission: SaleCommission): boolean =>
  commission.status === 'cancelled' && status !== 'cancelled' && feeAmount > 0;

/** What the one seller gets; where it is divided, each has rows of their own. */
function paidRows(sale: SaleDetail, commission: SaleCommission): CalculationRow[] {
  const money = (amount: number) => formatMoneyExact(amount, sale.currency);
  const agent = displayName(sale.agent);
  const { payment } = commission;
  return [
    {
      label: 'Agent’s split',
      value: splitText(
        commission.commissionSplit,
        commission.splitParts,
        commission.shareBase ?? commission.amount,
        sale.currency,
      ),
    },
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
  const isShared = sale.coSellers.length > 0;
  const own = useOwnShare(sale.id, commission?.agentAmount ?? 0, isAdmin || !isDivided(sale));
  if (!commission) {
    return (
      <Card title="Commission" className="sale-commission">
        <p className="pp-muted">The commission of this sale is not visible to you.</p>
      </Card>
    );
  }
  const to = paths.commission.href(commission.id);
  const feeAlone = isFeeAlone(sale, commission);
  const fee = { amount: sale.feeAmount };
  const toDivide = sumAmounts(feeAlone ? [fee] : [commission, fee]);
  return (
    <Card
      title={isAdmin ? 'Commission' : own.title}
      className="sale-commission"
      action={
        <Link className="pp-link pp-sm" to={to} aria-label="Open commission">
          Open
        </Link>
      }
    >
      <div className="pp-between">
        <span className={commission.status === 'cancelled' && !feeAlone ? 'sale-big pp-void' : 'sale-big'}>
          {formatMoneyExact(isAdmin ? toDivide : own.amount, sale.currency)}
        </span>
        {isShared && isAdmin ? (
          // Each share says how it stands.
          <span className="pp-muted pp-sm">{plural(sale.coSellers.length + 1, 'share')}</span>
        ) : (
          <StatusWithHelp status={commission.status} onHelp={onHelp} />
        )}
      </div>
      <Calculation rows={rows(sale, commission, isAdmin)} />
      {(isDivided(sale) || sale.hasBeside) && <SaleShares sale={sale} />}
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
