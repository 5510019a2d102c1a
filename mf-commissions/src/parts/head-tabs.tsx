import { formatCount } from '@paperplane/shared/domain';
import { Link, paths, useAuth } from '@paperplane/shared/platform';
import type { ReactNode } from 'react';
import './head-tabs.css';

type Room = 'commissions' | 'bank' | 'payouts';

interface HeadTabsProps {
  current: Room;
  /** How many bank transactions wait for somebody, as the page's own answer says; none for agents. */
  toReview?: number | null | undefined;
}

/** The rooms of Commissions, under its header; the bank's with how many transactions wait for somebody. */
export function HeadTabs({ current, toReview }: HeadTabsProps) {
  const { isAdmin } = useAuth();
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
            !!toReview && (
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
