import {
  describeLate,
  displayName,
  formatDate,
  formatMoney,
  formatPercent,
  fundsReason,
  plural,
  type CommissionMoney,
  type IsoDate,
} from '@paperplane/shared/domain';
import { Link, paths } from '@paperplane/shared/platform';
import { Figures, Wallet } from '@paperplane/shared/ui';
import { hasFailed, type Dashboard, type Payable, type PayableRow } from './dashboard';
import { PartCard } from './part-card';
import type { PartState } from './use-part';

/** Why a commission is payable, or what it waits for. */
export function whyPayable(
  { reason, status, vendorName, receivedOn, dueOn }: PayableRow,
  today: IsoDate,
): string {
  const money: CommissionMoney = {
    status,
    saleStatus: reason === 'ready' ? 'paid' : 'booked',
    vendorName,
    receivedDay: receivedOn && formatDate(receivedOn),
  };
  switch (reason) {
    case 'ready':
      return `Ready to pay. ${fundsReason(money)}`;
    case 'awaiting_customer':
      return `${fundsReason(money)}, waiting for the customer to pay`;
    case 'held':
      return 'Held by the agency';
    case 'travel':
      return 'Waiting for the trip';
    case 'later':
      return 'Waits for the next payout with more in it';
    case 'awaiting_vendor':
      return dueOn ? `Expected from ${vendorName} by ${formatDate(dueOn)}` : `Expected from ${vendorName}`;
    case 'overdue':
      return dueOn
        ? `Overdue from ${vendorName}: ${describeLate(dueOn, today)}, due ${formatDate(dueOn)}`
        : `Overdue from ${vendorName}`;
  }
}

interface PayableCardProps {
  part: PartState<Payable>;
  /** Of who has tiers what is missing to the next. */
  tier: Dashboard['nextTier'];
  currency: string;
  /** The organization's. */
  today: IsoDate;
}

/** What an agent is paid next, and why. */
export function PayableCard({ part, tier, currency, today }: PayableCardProps) {
  const money = (amount: number) => formatMoney(amount, { currency });
  return (
    <PartCard
      title="Payable next"
      part={part}
      isEmpty={({ now, expected }) => now.count + expected.count === 0 && !tier}
      empty="Nothing is waiting to be paid to you"
      emptyIcon={<Wallet className="pp-i pp-i-18" />}
      className="c6"
    >
      {({ now, expected, rows }) => (
        <>
          <div className="pp-card-b">
            <Figures
              items={[
                { label: 'Ready to pay', value: money(now.amount), note: plural(now.count, 'commission') },
                {
                  label: 'Expected',
                  value: money(expected.amount),
                  note: plural(expected.count, 'commission'),
                },
                ...(tier && !hasFailed(tier)
                  ? [
                      {
                        label: 'To the next tier',
                        value: money(tier.missing),
                        note: `for ${formatPercent(tier.split)}`,
                      },
                    ]
                  : []),
              ]}
            />
          </div>
          <ul className="pp-list">
            {rows.map((row) => (
              <li key={`${row.commissionId} ${row.reason}`}>
                <span className="pp-grow">
                  <Link className="pp-tlink pp-trunc" to={paths.commission.href(row.commissionId)}>
                    {displayName({ firstName: row.customerFirstName, lastName: row.customerLastName })} ·{' '}
                    {row.bookingReference}
                  </Link>
                  <small className="pp-muted pp-sm">{whyPayable(row, today)}</small>
                </span>
                <b className="pp-amt">{money(row.agentAmount)}</b>
              </li>
            ))}
          </ul>
        </>
      )}
    </PartCard>
  );
}
