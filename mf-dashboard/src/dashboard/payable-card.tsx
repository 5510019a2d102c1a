import { displayName, formatDate, formatMoney, plural } from '@paperplane/shared/domain';
import { Link, paths } from '@paperplane/shared/platform';
import { Figures, Wallet } from '@paperplane/shared/ui';
import type { Payable, PayableRow } from '../dashboard';
import { PartCard } from './part-card';
import type { PartState } from './use-part';

/** Why a commission is payable, or what it waits for. */
export function whyPayable({ reason, vendorName, receivedOn, dueOn }: PayableRow): string {
  switch (reason) {
    case 'funds_received':
      return receivedOn
        ? `Ready to pay: funds received ${formatDate(receivedOn)}`
        : 'Ready to pay: funds received';
    case 'awaiting_customer':
      return 'Funds received, waiting for the customer to pay';
    case 'awaiting_vendor':
      return dueOn ? `Expected from ${vendorName} by ${formatDate(dueOn)}` : `Expected from ${vendorName}`;
    case 'overdue':
      return dueOn ? `Overdue from ${vendorName} since ${formatDate(dueOn)}` : `Overdue from ${vendorName}`;
  }
}

/** What an agent is paid next, and why. */
export function PayableCard({ part, currency }: { part: PartState<Payable>; currency: string }) {
  const money = (amount: number) => formatMoney(amount, { currency });
  return (
    <PartCard
      title="Payable next"
      part={part}
      isEmpty={({ now, expected }) => now.count + expected.count === 0}
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
              ]}
            />
          </div>
          <ul className="pp-list">
            {rows.map((row) => (
              <li key={row.commissionId}>
                <span className="pp-grow">
                  <Link className="pp-tlink pp-trunc" to={paths.commission.href(row.commissionId)}>
                    {displayName(row.customer)} · {row.bookingReference}
                  </Link>
                  <small className="pp-muted pp-sm">{whyPayable(row)}</small>
                </span>
                <b className="pp-amt">{money(row.amount)}</b>
              </li>
            ))}
          </ul>
        </>
      )}
    </PartCard>
  );
}
