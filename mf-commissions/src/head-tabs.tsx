import { formatCount } from '@paperplane/shared/domain';
import { Link, paths, useAuth } from '@paperplane/shared/platform';
import type { ReactNode } from 'react';
import { useCountToReviewQuery } from './head-tabs-api';
import './head-tabs.css';

type Room = 'commissions' | 'bank' | 'payouts';

/** The rooms of Commissions, under its header; the bank's with how many transactions wait for somebody. */
export function HeadTabs({ current }: { current: Room }) {
  const { isAdmin } = useAuth();
  const { data: toReview } = useCountToReviewQuery(undefined, { skip: !isAdmin });
  const tab = (room: Room, to: string, label: string, mark?: ReactNode) => (
    <Link to={to} aria-current={room === current ? 'page' : undefined}>
      {label}
      {mark}
    </Link>
  );
  return (
    <nav className="head-tabs" aria-label="Commissions">
      {tab('commissions', paths.commissions.href(), 'Commissions')}
      {isAdmin ? (
        <>
          {tab(
            'bank',
            paths.bank.href(),
            'Bank',
            toReview !== undefined && toReview > 0 && (
              <span className="pp-tag">
                {formatCount(toReview)}
                <span className="pp-sr"> to review</span>
              </span>
            ),
          )}
          {tab('payouts', paths.payouts.href(), 'Payouts')}
        </>
      ) : (
        tab('payouts', paths.payouts.href(), 'My payouts')
      )}
    </nav>
  );
}
