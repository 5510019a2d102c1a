import { formatCount } from '@paperplane/shared/domain';
import { Link, paths, useAuth } from '@paperplane/shared/platform';
import './head-tabs.css';

interface HeadTabsProps {
  current: 'commissions' | 'bank';
  /** Transactions that wait for somebody, where that is known. */
  toReview?: number;
}

/** The rooms of Commissions, under its header. Admins only: an agent has one room. */
export function HeadTabs({ current, toReview }: HeadTabsProps) {
  const { isAdmin } = useAuth();
  if (!isAdmin) return null;
  const mark = (tab: HeadTabsProps['current']) => (tab === current ? 'page' : undefined);
  return (
    <nav className="bank-tabs" aria-label="Commissions">
      <Link to={paths.commissions.href()} aria-current={mark('commissions')}>
        Commissions
      </Link>
      <Link to={paths.bank.href()} aria-current={mark('bank')}>
        Bank
        {toReview !== undefined && toReview > 0 && (
          <span className="pp-tag">
            {formatCount(toReview)}
            <span className="pp-sr"> to review</span>
          </span>
        )}
      </Link>
    </nav>
  );
}
