import { useState } from 'react';
import { displayMessage } from '@paperplane/shared/domain';
import { useCurrentUser } from '@paperplane/shared/platform';
import {
  Bell,
  Button,
  Card,
  CheckCheck,
  EmptyState,
  ErrorState,
  PageHead,
  SkeletonRows,
} from '@paperplane/shared/ui';
import { NotificationList } from '../../layout/notifications/notification-list';
import {
  NOTIFICATIONS_STEP,
  useGetNotificationsQuery,
  useGetUnreadCountQuery,
} from '../../layout/notifications/notifications-api';
import { useMarkAll } from '../../layout/notifications/use-mark-all';
import { groupByDay } from './group-by-day';
import './notifications.css';

function MarkAll({ userId }: { userId: string }) {
  const { markAll, busy } = useMarkAll(userId);
  return (
    <Button variant="outline" icon={<CheckCheck className="pp-i" />} loading={busy} onClick={markAll}>
      Mark all as read
    </Button>
  );
}

/** All notifications, newest first, 20 at a time. */
export default function NotificationsPage() {
  const { id: userId, organization } = useCurrentUser();
  const [limit, setLimit] = useState(NOTIFICATIONS_STEP);
  const { data, error, isFetching, refetch } = useGetNotificationsQuery({ userId, limit });
  const isCut = data !== undefined && data.items.length < data.total;
  const { data: unread = 0 } = useGetUnreadCountQuery(userId);
  return (
    <main id="main" className="pp-page">
      <div className="shell-reading">
        <PageHead
          title="Notifications"
          subtitle={unread > 0 ? `${unread} unread` : undefined}
          actions={unread > 0 && <MarkAll userId={userId} />}
        />
        {!data && error && (
          <Card>
            <ErrorState
              title="Notifications did not load"
              message={displayMessage(error)}
              retrying={isFetching}
              onRetry={() => void refetch()}
            />
          </Card>
        )}
        {!data && !error && (
          <Card padded={false}>
            <SkeletonRows rows={6} label="Loading notifications" />
          </Card>
        )}
        {data?.items.length === 0 && (
          <Card>
            <EmptyState title="No notifications yet" icon={<Bell className="pp-i pp-i-20" />}>
              What concerns you shows up here: sales, commissions and payouts.
            </EmptyState>
          </Card>
        )}
        {data &&
          groupByDay(data.items, undefined, organization.timeZone).map((group, index, groups) => (
            <section key={group.title} aria-label={group.title}>
              <h2 className="ntfpage-group">{group.title}</h2>
              <div className="pp-card ntfpage-list">
                <NotificationList items={group.items} isCut={isCut && index === groups.length - 1} />
              </div>
            </section>
          ))}
        {isCut && (
          <div className="ntfpage-more">
            <Button
              variant="outline"
              loading={isFetching}
              onClick={() => setLimit(limit + NOTIFICATIONS_STEP)}
            >
              Load more
            </Button>
          </div>
        )}
      </div>
    </main>
  );
}
