import {
  besideCommissionSum,
  commissionSum,
  rangeAside,
  sharePercent,
  type DateRange,
  type Hue,
  type IsoDate,
} from '@paperplane/shared/domain';
import { paths } from '@paperplane/shared/platform';
import { Sigma, StatusGlyph } from '@paperplane/shared/ui';
import type { ReactNode } from 'react';
import { ofStatus, type CommissionFigures, type Figure, type SaleFigures } from './dashboard';

/** What one summary card says and where it leads. */
export interface CardData extends Figure {
  title: string;
  color: Hue;
  glyph: ReactNode;
  share: number;
  note?: string | null;
  to: string;
}

/** The list behind a figure: what it counts is what the list shows. */
const behind = (status: string | undefined, { start, end }: DateRange) => ({ status, from: start, to: end });

/** Booked, Paid, Total without the cancelled, Cancelled (docs/product/dashboard.md, Dashboard page). */
export function saleCards(
  { booked, paid, cancelled, total, activeTotal }: SaleFigures,
  range: DateRange,
): CardData[] {
  const of = (part: Figure, whole: Figure) => ({ ...part, share: sharePercent(part.amount, whole.amount) });
  const to = (status?: string) => paths.sales.href(behind(status, range));
  return [
    {
      title: 'Booked',
      color: 'blue',
      glyph: <StatusGlyph status="booked" />,
      to: to('booked'),
      ...of(booked, activeTotal),
    },
    {
      title: 'Paid',
      color: 'green',
      glyph: <StatusGlyph status="paid" />,
      to: to('paid'),
      ...of(paid, activeTotal),
    },
    {
      title: 'Total',
      color: 'indigo',
      glyph: <Sigma className="pp-i" />,
      to: to('active'),
      ...of(activeTotal, activeTotal),
    },
    {
      title: 'Cancelled',
      color: 'red',
      glyph: <StatusGlyph status="cancelled" />,
      to: to('cancelled'),
      ...of(cancelled, total),
    },
  ];
}

const COMMISSION_CARDS = [
  { status: 'unpaid', title: 'Unpaid', color: 'yellow' },
  { status: 'funds_received', title: 'Funds Received', color: 'purple' },
  { status: 'agent_paid', title: 'Agent Paid', color: 'green' },
  { status: 'cancelled', title: 'Cancelled', color: 'red' },
] as const;

/**
 * Unpaid, Funds Received, Agent Paid, Cancelled (docs/product/dashboard.md, Dashboard page): gross for admins but for what agents were paid, an
 * agent's own share. Each is measured against all of its kind that is not cancelled, the cancelled against everything.
 */
export function commissionCards(
  commissions: CommissionFigures,
  range: DateRange,
  { isAdmin, currency, today }: { isAdmin: boolean; currency: string; today: IsoDate },
): CardData[] {
  const { total, activeTotal, ready } = commissions;
  // What is ready of all time stands above.
  const words = rangeAside(range, today);
  return COMMISSION_CARDS.map(({ status, title, color }) => {
    const figure = ofStatus(commissions, status);
    const whole = status === 'cancelled' ? total : activeTotal;
    return {
      title,
      color,
      glyph: <StatusGlyph status={status} />,
      to: paths.commissions.href(behind(status, range)),
      count: figure.count,
      amount: commissionSum(figure, status, isAdmin),
      note: besideCommissionSum(figure, status, { isAdmin, ready, currency, range: words }),
      share: sharePercent(commissionSum(figure, null, isAdmin), commissionSum(whole, null, isAdmin)),
    };
  });
}
