import {
  COMMISSION_STATUSES,
  formatCount,
  formatDate,
  formatMoney,
  formatMoneyExact,
  paymentMethodLabel,
} from '@paperplane/shared/domain';
import { Link, paths } from '@paperplane/shared/platform';
import {
  Card,
  EmptyState,
  MobileList,
  MobileListItem,
  StatusPill,
  Table,
  Td,
  Th,
  Wallet,
} from '@paperplane/shared/ui';
import type { MemberProfile } from './team';

interface MoneyCardProps {
  member: MemberProfile;
  currency: string;
}

/** Where the member's commissions stand; each line leads to the list behind it. */
export function CommissionsCard({ member, currency }: MoneyCardProps) {
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
            const { count, amount, agentAmount } = member.commissions[status];
            return (
              <tr key={status}>
                <Td>
                  <Link className="pp-tlink" to={to(status)}>
                    <StatusPill status={status} />
                  </Link>
                </Td>
                <Td numeric>{formatCount(count)}</Td>
                <Td numeric needs="medium">
                  {formatMoney(amount, { currency })}
                </Td>
                <Td numeric>
                  <span className="amt">{formatMoney(agentAmount, { currency })}</span>
                </Td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Card>
  );
}

/** The last ten payments to the member, to the cent. */
export function PayoutsCard({ member, currency }: MoneyCardProps) {
  const { payouts } = member;
  return (
    <Card title="Payouts" padded={false}>
      {payouts.length === 0 ? (
        <EmptyState kind="small" title="No payouts yet" icon={<Wallet className="pp-i pp-i-20" />}>
          Payments to this person appear here, newest first.
        </EmptyState>
      ) : (
        <>
          <Table
            label="Payouts"
            head={
              <>
                <Th>Booking</Th>
                <Th>Paid on</Th>
                <Th>Method</Th>
                <Th numeric>Amount</Th>
              </>
            }
          >
            {payouts.map((payout) => (
              <tr key={payout.id}>
                <Td text>
                  <Link className="pp-tlink pp-num" to={paths.commission.href(payout.commissionId)}>
                    {payout.bookingReference}
                  </Link>
                </Td>
                <Td>{formatDate(payout.paymentDate)}</Td>
                <Td>{paymentMethodLabel(payout.paymentMethod)}</Td>
                <Td numeric>
                  <span className="amt">{formatMoneyExact(payout.amount, currency)}</span>
                </Td>
              </tr>
            ))}
          </Table>
          <MobileList label="Payouts">
            {payouts.map((payout) => (
              <MobileListItem
                key={payout.id}
                to={paths.commission.href(payout.commissionId)}
                link={Link}
                title={payout.bookingReference}
                amount={formatMoneyExact(payout.amount, currency)}
                meta={`${formatDate(payout.paymentDate)} · ${paymentMethodLabel(payout.paymentMethod)}`}
              />
            ))}
          </MobileList>
        </>
      )}
    </Card>
  );
}
