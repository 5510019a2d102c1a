import { formatMoneyExact, sumAmounts, today as todayIn } from '@paperplane/shared/domain';
import { Link, useCurrentUser } from '@paperplane/shared/platform';
import { Card, Clock, Plane, StatusGlyph, Wallet, ArrowRight } from '@paperplane/shared/ui';
import type { ReactNode } from 'react';
import { lineHref } from '../parts/line-href';
import { plainMoney } from '../parts/payout-words';
import type { Obstacle, Waiting, WaitingCommission } from '../payout-types';
import { WAITING_WORDS, waitingText } from './waiting-words';

const ICONS: Readonly<Record<Obstacle, ReactNode>> = {
  held: <StatusGlyph status="held" />,
  travel: <Plane className="pp-i" />,
  vendor: <Clock className="pp-i" />,
  customer: <Wallet className="pp-i" />,
  later: <ArrowRight className="pp-i" />,
};

function Booking({ row }: { row: WaitingCommission }) {
  const href = lineHref(row);
  const name = row.bookingReference ?? 'No reference';
  return href ? (
    <Link className="payout-nw pp-strong" to={href}>
      {name}
    </Link>
  ) : (
    <span className="payout-nw pp-strong">{name}</span>
  );
}

/** What is not in the next payout, grouped by who has to move. */
export function WaitingCard({ waiting }: { waiting: readonly Waiting[] }) {
  const { currency, timeZone } = useCurrentUser().organization;
  const today = todayIn(timeZone);
  if (waiting.length === 0) return null;
  const total = sumAmounts(waiting);
  return (
    <Card
      title="Not in it yet, and why"
      padded={false}
      className="my-waits"
      action={<span className="pp-num pp-muted">{formatMoneyExact(total, currency)}</span>}
    >
      {waiting.map(({ obstacle, count, amount, rows }) => (
        <section key={obstacle} aria-label={WAITING_WORDS[obstacle]}>
          <h3 className={obstacle === 'held' ? 's-held' : undefined}>
            {ICONS[obstacle]}
            {WAITING_WORDS[obstacle]}
            {count > 1 && <span className="pp-num">{formatMoneyExact(amount, currency)}</span>}
          </h3>
          <ul>
            {rows.map((row) => (
              <li key={row.shareId ?? row.commissionId}>
                <p>
                  <Booking row={row} /> {row.customer}
                </p>
                <span className="amt">{plainMoney(row.amount)}</span>
                <small>{waitingText(obstacle, row, today)}</small>
              </li>
            ))}
            {count > rows.length && (
              <li>
                <small>And {count - rows.length} more.</small>
              </li>
            )}
          </ul>
        </section>
      ))}
    </Card>
  );
}
