import { formatMoneyExact, notificationTime } from '@paperplane/shared/domain';
import { Link, useCurrentUser } from '@paperplane/shared/platform';
import type { Notification } from './notification';
import { NotificationFace } from './notification-face';
import { notificationTarget } from './notification-target';
import { notificationText } from './notification-words';
import { useMarkNotificationReadMutation } from './notifications-api';
import './notifications.css';

/** What it is about: "NWR-10933, Marcus Whitfield · $3,275.00", or the reader's share of a commission. */
function about({ sale, share }: Notification, currency: string): string {
  if (share !== null) return `Your share: ${formatMoneyExact(share, currency)}`;
  if (!sale) return '';
  const name = [sale.bookingReference, sale.customerName].filter(Boolean).join(', ');
  return [name, formatMoneyExact(sale.totalAmount, currency)].join(' · ');
}

/** One notification: a click marks it as read and goes to what it is about. */
export function NotificationItem({ item, onOpen }: { item: Notification; onOpen?: () => void }) {
  const { organization } = useCurrentUser();
  const [markRead] = useMarkNotificationReadMutation();
  const subject = about(item, organization.currency);
  return (
    <Link
      className={item.isRead ? 'shell-ntf' : 'shell-ntf is-unread'}
      to={notificationTarget(item)}
      onClick={() => {
        if (!item.isRead) void markRead({ id: item.id });
        onOpen?.();
      }}
    >
      <NotificationFace item={item} />
      <span className="pp-grow">
        <span className="shell-ntf-text">{notificationText(item)}</span>
        {item.words && <span className="shell-ntf-about pp-trunc">{item.words}</span>}
        {subject && <span className="shell-ntf-about">{subject}</span>}
      </span>
      <span className="shell-ntf-when">
        <time dateTime={item.createdAt}>
          {notificationTime(item.createdAt, undefined, organization.timeZone)}
        </time>
        {!item.isRead && (
          <i>
            <span className="pp-sr">Unread</span>
          </i>
        )}
      </span>
    </Link>
  );
}
