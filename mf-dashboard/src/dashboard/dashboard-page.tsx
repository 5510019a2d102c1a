import {
  defaultRange,
  displayMessage,
  formatDateRange,
  formatWeekday,
  today,
} from '@paperplane/shared/domain';
import { useAuth, useCurrentUser } from '@paperplane/shared/platform';
import { Card, ErrorState, PageHead } from '@paperplane/shared/ui';
import { useGetDashboardSummaryQuery } from '../dashboard-api';
import { commissionCards, saleCards } from './cards';
import './dashboard.css';
import { QuickActions } from './quick-actions';
import { SummaryCards } from './summary-cards';

/** What to do next and where the money stands. Agents see their own numbers, by row-level security. */
export default function DashboardPage() {
  const { displayName, organizationName } = useAuth();
  const { timeZone, currency } = useCurrentUser().organization;
  const range = defaultRange(timeZone);
  const { currentData: summary, error, isFetching, refetch } = useGetDashboardSummaryQuery(range);

  return (
    <main id="main" className="pp-page">
      <PageHead
        title={<span className="dashboard-welcome">Welcome back, {displayName}</span>}
        subtitle={`${organizationName} · ${formatWeekday(today(timeZone))}`}
        sticky={false}
        busy={isFetching && Boolean(summary)}
      />
      <QuickActions />
      <section className="pp-section" aria-labelledby="performance">
        <div className="pp-section-h">
          <h2 id="performance">Performance</h2>
          <p className="pp-muted pp-sm">
            Last 365 days <span className="only-d">· {formatDateRange(range.start, range.end)}</span>
          </p>
        </div>
        {error && !summary ? (
          <Card label="Performance">
            <ErrorState
              title="The figures did not load"
              message={displayMessage(error)}
              onRetry={() => void refetch()}
              retrying={isFetching}
            />
          </Card>
        ) : (
          <>
            <SummaryCards
              kind="sale"
              title="Sales"
              cards={summary && saleCards(summary.sales, range)}
              currency={currency}
            />
            <SummaryCards
              kind="commission"
              title="Commissions"
              cards={summary && commissionCards(summary.commissions, range)}
              currency={currency}
            />
          </>
        )}
      </section>
    </main>
  );
}
