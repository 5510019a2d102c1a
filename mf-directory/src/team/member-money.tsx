import {
  camelCase,
  COMMISSION_STATUSES,
  formatCount,
  formatDate,
  formatMoneyExact,
  paymentMethodLabel,
} from '@paperplane/shared/domain';
import { Link, paths } from '@paperplane/shared/platform';
import {
  Card,
  cx,
  EmptyState,
  ListTable,
  MobileListItem,
  StatusPill,
  Td,
  Th,
  Wallet,
  type ListColumn,
} from '@paperplane/shared/ui';
import type { MemberProfile, Payment } from './team';

interface MoneyCardProps {
  profile: MemberProfile;
  currency: string;
}

/** Where the member's commissions stand; each line leads to the list behind it. */
export function CommissionsCard({ profile: { member, figures }, currency }: MoneyCardProps) {
  const to = (status: string) => paths.commissions.href({ status, agentId: member.id });
  return (
    <Card title="Commissions" padded={false}>
      <table className="pp-table member-commissions" aria-label="Commissions">
        <thead>
          <tr>
            <Th>Status</Th>
            <Th numeric>Count</Th>
            <Th numeric needs="medium">
              Commission
            </Th>
            <Th numeric>Agent’s share</Th>
          </tr>
        </thead>
        <tbody>
          {COMMISSION_STATUSES.map((status) => {
            const { count, amount, agentAmount } = figures.commissions[camelCase(status)];
            return (
              <tr key={status}>
                <Td>
                  <Link className="pp-tlink" to={to(status)}>
                    <StatusPill status={status} />
                  </Link>
                </Td>
                <Td numeric>{formatCount(count)}</Td>
                <Td numeric needs="medium">
                  {formatMoneyExact(amount, currency)}
                </Td>
                <Td numeric>
                  <span className="amt">{formatMoneyExact(agentAmount, currency)}</span>
                </Td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Card>
  );
}

const hrefOf = ({ statementId, commissionId }: Payment): string =>
  statementId ? paths.statement.href(statementId) : paths.commission.href(commissionId ?? '');
const nameOf = ({ number, bookingReference }: Payment): string =>
  number ? `Statement ${number}` : (bookingReference ?? 'No reference');

const PAYMENT_COLUMNS: readonly ListColumn[] = [
  { label: 'Payment' },
  { label: 'Paid on' },
  { label: 'Method' },
  { label: 'Amount', numeric: true },
];

/** What the member was paid in this year and the last one, and the last ten payments: statements and single ones, to the cent. */
export function PayoutsCard({ profile: { member, paid }, currency }: MoneyCardProps) {
  const { year, thisYear, lastYear, payments } = paid;
  const money = (amount: number) => formatMoneyExact(amount, currency);
  return (
    <Card title="Payouts" padded={false}>
      {payments.length === 0 ? (
        <EmptyState kind="small" title="No payouts yet" icon={<Wallet className="pp-i pp-i-20" />}>
          Payments to this person appear here, newest first.
        </EmptyState>
      ) : (
        <>
          <p className="member-paid">
            Paid to {member.firstName} in {year} <b className="pp-num">{money(thisYear)}</b>
            {lastYear > 0 && (
              <span className="pp-muted">
                {year - 1} <span className="pp-num">{money(lastYear)}</span>
              </span>
            )}
          </p>
          <ListTable
            label="Payouts"
            columns={PAYMENT_COLUMNS}
            rows={payments}
            row={(payment) => (
              <tr key={payment.id}>
                <Td text>
                  <Link className="pp-tlink pp-num" to={hrefOf(payment)}>
                    {nameOf(payment)}
                  </Link>
                </Td>
                <Td>{formatDate(payment.day)}</Td>
                <Td>{wayOf(payment)}</Td>
                <Td numeric>
                  <span className={cx('amt', payment.voidedOn && 'pp-void')}>{money(payment.amount)}</span>
                </Td>
              </tr>
            )}
            item={(payment) => (
              <MobileListItem
                key={payment.id}
                to={hrefOf(payment)}
                link={Link}
                title={nameOf(payment)}
                amount={
                  <span className={payment.voidedOn ? 'pp-void' : undefined}>{money(payment.amount)}</span>
                }
                meta={`${formatDate(payment.day)} · ${wayOf(payment)}`}
              />
            )}
          />
        </>
      )}
    </Card>
  );
}

/** How it was paid, or since when it counts no more. */
const wayOf = ({ paymentMethod, voidedOn }: Payment): string =>
  voidedOn ? `Voided ${formatDate(voidedOn)}` : paymentMethodLabel(paymentMethod);
