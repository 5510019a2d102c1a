import type { ComponentType } from 'react';
import type { Hue } from '@paperplane/shared/domain';
import {
  AtSign,
  Banknote,
  Bell,
  Building2,
  ChartColumn,
  FileText,
  HandCoins,
  Lock,
  Reply,
  ShieldCheck,
  Ticket,
  UserPlus,
  UserRound,
  X,
} from '@paperplane/shared/ui';
import type { Notification } from './notification';

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
  security: { icon: ShieldCheck, hue: 'yellow' },
  books: { icon: Lock, hue: 'yellow' },
  system: { icon: ChartColumn, hue: 'yellow' },
  sale_recorded: { icon: Ticket, hue: 'blue' },
  sale_paid: { icon: Banknote, hue: 'green' },
  invitation: { icon: UserPlus, hue: 'indigo' },
  sales: { icon: Ticket, hue: 'blue' },
  customers: { icon: UserRound, hue: 'teal' },
  commissions: { icon: HandCoins, hue: 'green' },
  vendors: { icon: Building2, hue: 'indigo' },
  documents: { icon: FileText, hue: 'blue' },
};
const OTHER: Face = { icon: Bell, hue: 'gray' };

/** The picture of a notification. */
export function NotificationFace({ item }: { item: Notification }) {
  const { icon: Icon, hue } = FACES[item.type] ?? FACES[item.commentableType ?? ''] ?? OTHER;
  return (
    <span className={`pp-av h-${hue}`} aria-hidden="true">
      <Icon className="pp-i" />
    </span>
  );
}
