import type { ComponentType } from 'react';
import { notificationTime, type Hue } from '@paperplane/shared/domain';
import { Link, useCurrentUser } from '@paperplane/shared/platform';
import {
  AtSign,
  Banknote,
  Bell,
  Building2,
  HandCoins,
  Reply,
  Ticket,
  UserPlus,
  UserRound,
  X,
} from '@paperplane/shared/ui';
import type { Notification } from './notification';
import { notificationTarget } from './notification-target';
import { useMarkNotificationReadMutation } from './notifications-api';
import './notifications.css';

interface Face {
  icon: ComponentType<{ className?: string }>;
  hue: Hue;
}

/** How a kind of news looks: what happened first, else what it happened to. */
const FACES: Record<string, Face> = {
  mention: { icon: AtSign, hue: 'blue' },
  reply: { icon: Reply, hue: 'purple' },
  assignment: { icon: Ticket, hue: 'blue' },
  // The only notification of this type: another person cancelled the sale.
  sale: { icon: X, hue: 'gray' },
  commission: { icon: HandCoins, hue: 'green' },
  payout: { icon: Banknote, hue: 'green' },
  invitation: { icon: UserPlus, hue: 'indigo' },
  sales: { icon: Ticket, hue: 'blue' },
  customers: { icon: UserRound, hue: 'teal' },
  commissions: { icon: HandCoins, hue: 'green' },
  vendors: { icon: Building2, hue: 'indigo' },
};
const OTHER: Face = { icon: Bell, hue: 'gray' };

/** The booking a sale's notification is about: "NWR-10933, Marcus Whitfield". */
const about = ({ sale }: Notification): string =>
  sale ? [sale.bookingReference, sale.customerName].filter(Boolean).join(', ') : '';

/** One notification: a click marks it as read and goes to what it is about. */
export function NotificationItem({ item, onOpen }: { item: Notification; onOpen?: () => void }) {
  const { organization } = useCurrentUser();
  const [markRead] = useMarkNotificationReadMutation();
  const { icon: Icon, hue } = FACES[item.type] ?? FACES[item.commentableType ?? ''] ?? OTHER;
  const subject = about(item);
  return (
    <Link
      className={item.isRead ? 'shell-ntf' : 'shell-ntf is-unread'}
      to={notificationTarget(item)}
      onClick={() => {
        if (!item.isRead) void markRead({ id: item.id });
        onOpen?.();
      }}
    >
      <span className={`pp-av h-${hue}`} aria-hidden="true">
        <Icon className="pp-i" />
      </span>
      <span className="pp-grow">
        <span className="shell-ntf-text">{item.message}</span>
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
