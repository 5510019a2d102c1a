import type { LineKind } from '@paperplane/shared/domain';
import {
  Ban,
  Car,
  HandCoins,
  Hotel,
  MapIcon,
  Plane,
  ReceiptText,
  ShieldCheck,
  Ship,
  Sparkles,
  Tag,
  Ticket,
} from '@paperplane/shared/ui';

const ICONS: Readonly<Record<LineKind, typeof Ban>> = {
  fare: Ticket,
  cruise: Ship,
  air: Plane,
  hotel: Hotel,
  tour: MapIcon,
  insurance: ShieldCheck,
  transfer: Car,
  extra: Sparkles,
  taxes: ReceiptText,
  non_commissionable: Ban,
  discount: Tag,
  service_fee: HandCoins,
};

/** What a line is, before its name. */
export function LineIcon({ kind }: { kind: LineKind }) {
  const Icon = ICONS[kind];
  return <Icon className="pp-i pp-muted" />;
}
