import { displayMessage, formatWeekday } from '@paperplane/shared/domain';
import { useAuth, useCurrentUser } from '@paperplane/shared/platform';
import { Card, DateRangePicker, ErrorState, InlineError, PageHead, Spinner } from '@paperplane/shared/ui';
import { AgentUpcoming } from './agent-upcoming';
import { ToDoCards } from './to-do';
import { TopSellers } from './top-sellers';
import './dashboard.css';
import { Performance } from './performance';
import { PaymentsDue } from './payments-due';
import { QuickActions } from './quick-actions';
import { RecentCustomers } from './recent-customers';
import { joinedToday } from './joined-today';
import { sellsFirst } from './sells-first';
import { useFirstSteps } from './use-first-steps';
import { useDashboard } from './use-dashboard';
import { useLiveDashboard } from './use-live-dashboard';

/** What to do next and where the money stands: the agency's for admins, their own for agents (docs/product/dashboard.md, Dashboard page). */
export default function DashboardPage() {
  const { displayName, organizationName, isAdmin, isOwner } = useAuth();
  const me = useCurrentUser();
  const { currency, dateOrder } = me.organization;
  const { asked, dashboard, isStale, error, refreshError, isFetching, refetch, today, range, setRange } =
    useDashboard();
  useLiveDashboard({ isFetching, refetch });
  const figures = { dashboard, asked, currency };
  const firstSteps = useFirstSteps(dashboard);
  const hasNoSale = firstSteps?.done.sale === false;
  const isNew = isAdmin ? hasNoSale || (!isOwner && joinedToday(me)) : sellsFirst(dashboard, asked);
  const steps = firstSteps && (
    <div ref={firstSteps.place}>
      {firstSteps.Card && <firstSteps.Card done={firstSteps.done} isOwner={isOwner} />}
    </div>
  );

  return (
    <main id="main" className="pp-page">
      <PageHead
        title={
          <span className="dashboard-welcome">
            {isNew ? 'Welcome' : 'Welcome back'}, {displayName}
          </span>
        }
        subtitle={`${organizationName} · ${formatWeekday(today)}`}
        sticky={false}
      />
      {hasNoSale && steps}
      {/* What waits is no figure for those who have just begun. */}
      {isAdmin && !hasNoSale && !error && <ToDoCards {...figures} />}
      <QuickActions />
      {!isAdmin && !error && <AgentUpcoming {...figures} today={today} />}
      {!error && <PaymentsDue {...figures} />}
      <section className="pp-section" aria-labelledby="performance">
        <div className="pp-section-h">
          <h2 id="performance">Performance</h2>
          {isStale && isFetching && <Spinner size="sm" label="Loading the figures of this range" />}
          <DateRangePicker
            label="Sale date"
            value={range}
            today={today}
            order={dateOrder}
            onChange={setRange}
            required
          />
        </div>
        {error ? (
          <Card label="Performance">
            <ErrorState
              title="The figures did not load"
              message={displayMessage(error)}
              onRetry={() => void refetch()}
              retrying={isFetching}
            />
          </Card>
        ) : (
          <div className="pp-grid dashboard-grid" aria-busy={isStale}>
            {refreshError !== null && refreshError !== undefined && (
              <Card padded={false} label="Not up to date" className="c12">
                <InlineError
                  message={displayMessage(refreshError)}
                  note="These figures may be out of date."
                  onRetry={() => void refetch()}
                />
              </Card>
            )}
            <Performance {...figures} />
            {isAdmin && <TopSellers {...figures} />}
            <RecentCustomers {...figures} today={today} />
          </div>
        )}
      </section>
      {!hasNoSale && steps}
    </main>
  );
}
