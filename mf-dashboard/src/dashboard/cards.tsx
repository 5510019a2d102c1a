import { sharePercent, type DateRange, type Hue } from '@paperplane/shared/domain';
import { paths } from '@paperplane/shared/platform';
import { Sigma, StatusGlyph } from '@paperplane/shared/ui';
import type { ReactNode } from 'react';
import type { CommissionFigures, Figure, SaleFigures } from '../dashboard';

/** What one summary card says and where it leads. */
export interface CardData extends Figure {
  title: string;
  color: Hue;
  glyph: ReactNode;
  share: number;
  to: string;
}

/** The list behind a figure: what it counts is what the list shows. */
const behind = (status: string | undefined, { start, end }: DateRange) => ({ status, from: start, to: end });

/** Booked, Paid, Total without the cancelled, Cancelled (docs/product.md, Dashboard page). */
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
      to: to(),
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

/** Unpaid, Funds Received, Agent Paid, Cancelled (docs/product.md, Dashboard page). */
export function commissionCards(commissions: CommissionFigures, range: DateRange): CardData[] {
  return COMMISSION_CARDS.map(({ status, title, color }) => ({
    title,
    color,
    glyph: <StatusGlyph status={status} />,
    to: paths.commissions.href(behind(status, range)),
    share: sharePercent(commissions[status].amount, commissions.total.amount),
    ...commissions[status],
  }));
}
