import { useId, useState } from 'react';
import { notificationTime } from '@paperplane/shared/domain';
import { useCurrentUser } from '@paperplane/shared/platform';
import { ChevronDown } from '@paperplane/shared/ui';
import { groupAlike, isGroup, type NewsGroup } from './group-alike';
import type { Notification } from './notification';
import { NotificationFace } from './notification-face';
import { NotificationItem } from './notification-item';

interface NotificationListProps {
  items: readonly Notification[];
  /** Whether older ones exist that are not loaded. */
  isCut: boolean;
  /** One was opened. */
  onOpen?: () => void;
}

/** Notifications, newest first; what is alike is one line that opens. */
export function NotificationList({ items, isCut, onOpen }: NotificationListProps) {
  const { timeZone } = useCurrentUser().organization;
  return groupAlike(items, isCut, timeZone).map((entry) =>
    isGroup(entry) ? (
      <Group key={entry.key} group={entry} onOpen={onOpen} />
    ) : (
      <NotificationItem key={entry.id} item={entry} onOpen={onOpen} />
    ),
  );
}

function Group({ group: { title, items }, onOpen }: { group: NewsGroup; onOpen?: () => void }) {
  const { timeZone } = useCurrentUser().organization;
  const [open, setOpen] = useState(false);
  const id = useId();
  const unread = items.filter(({ isRead }) => !isRead).length;
  const [newest] = items;
  if (!newest) return null;
  return (
    <>
      <button
        type="button"
        className={unread > 0 ? 'shell-ntf is-unread' : 'shell-ntf'}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        <NotificationFace item={newest} />
        <span className="pp-grow">
          <span className="shell-ntf-text">{title}</span>
          <span className="shell-ntf-about">{unread > 0 ? `${unread} unread` : 'All read'}</span>
        </span>
        <span className="shell-ntf-when">
          <time dateTime={newest.createdAt}>{notificationTime(newest.createdAt, undefined, timeZone)}</time>
          <ChevronDown className="pp-i pp-i-14" />
        </span>
      </button>
      {open && (
        <div id={id} className="shell-ntf-group">
          {items.map((item) => (
            <NotificationItem key={item.id} item={item} onOpen={onOpen} />
          ))}
        </div>
      )}
    </>
  );
}
