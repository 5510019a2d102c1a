import { useEffect, useRef } from 'react';
import { displayMessage, plural } from '@paperplane/shared/domain';
import { Link, paths } from '@paperplane/shared/platform';
import { Button, CheckCheck, InlineError, SkeletonRows } from '@paperplane/shared/ui';
import { NotificationList } from './notification-list';
import { NOTIFICATIONS_STEP, useGetNotificationsQuery } from './notifications-api';
import { useMarkAll } from './use-mark-all';

interface NotificationDropdownProps {
  userId: string;
  unread: number;
  onDone: () => void;
}

/** The latest 20 notifications in a list of at most 24rem. */
export function NotificationDropdown({ userId, unread, onDone }: NotificationDropdownProps) {
  const panel = useRef<HTMLDivElement>(null);
  const { data, error, refetch } = useGetNotificationsQuery({ userId, limit: NOTIFICATIONS_STEP });
  const { markAll, busy } = useMarkAll(userId);
  useEffect(() => panel.current?.focus(), []);

  return (
    <div ref={panel} className="pp-pop shell-drop" role="dialog" aria-label="Notifications" tabIndex={-1}>
      <div className="shell-drop-head">
        <b>Notifications</b>
        {unread > 0 && (
          <Button
            variant="ghost"
            size="sm"
            icon={<CheckCheck className="pp-i pp-i-14" />}
            loading={busy}
            onClick={markAll}
          >
            Mark all as read
          </Button>
        )}
      </div>
      <div className="shell-drop-scroll">
        {data && (
          <NotificationList items={data.items} isCut={data.items.length < data.total} onOpen={onDone} />
        )}
        {data?.items.length === 0 && <p className="shell-drop-empty">No notifications yet.</p>}
        {!data && !error && (
          <div className="shell-drop-empty">
            <SkeletonRows rows={3} label="Loading notifications" />
          </div>
        )}
        {error && !data && <InlineError message={displayMessage(error)} onRetry={() => void refetch()} />}
      </div>
      <div className="shell-drop-foot">
        <Link className="pp-link" to={paths.notifications.href()} onClick={onDone}>
          View all notifications
        </Link>
        <span className="pp-sr" role="status">
          {plural(unread, 'unread notification')}
        </span>
      </div>
    </div>
  );
}
