import type { DateRange } from '@paperplane/shared/domain';
import { useAuth } from '@paperplane/shared/platform';
import { memo, useMemo } from 'react';
import type { Dashboard } from './dashboard';
import type { AskedRange } from './dashboard-api';
import { commissionCards, saleCards } from './cards';
import { SummaryCards } from './summary-cards';
import { TrendCard } from './trend-card';
import { COMMISSION_LINES, SALE_LINES, shownCommissionTrend } from './trends';
import { usePart } from './use-part';

export interface FiguresProps {
  /** What has arrived, perhaps of an earlier range. */
  dashboard: Dashboard | undefined;
  asked: AskedRange;
  currency: string;
}

/** Sales over time and by status, then the same of commissions. */
export const Performance = memo(function Performance({ dashboard, asked, currency }: FiguresProps) {
  const { isAdmin } = useAuth();
  const salesTrend = usePart(dashboard, asked, 'salesTrend');
  const sales = usePart(dashboard, asked, 'sales');
  const commissionTrend = usePart(dashboard, asked, 'commissionTrend');
  const shownTrend = useMemo(
    () => commissionTrend.data && shownCommissionTrend(commissionTrend.data, isAdmin),
    [commissionTrend.data, isAdmin],
  );
  const commissions = usePart(dashboard, asked, 'commissions');
  const range = dashboard?.range;
  /** Cards lead to what they count, so to the range of their figures. */
  const cards = <T, C>(data: T | undefined, make: (data: T, range: DateRange) => C) =>
    data && dashboard ? make(data, dashboard.range) : undefined;
  return (
    <>
      <TrendCard
        title="Sales trends"
        lines={SALE_LINES}
        part={salesTrend}
        range={range}
        currency={currency}
      />
      <SummaryCards
        kind="sale"
        title="Sales"
        part={{ ...sales, data: cards(sales.data, saleCards) }}
        currency={currency}
      />
      <TrendCard
        title="Commission trends"
        note={isAdmin ? 'Gross; Agent paid: what agents were paid' : 'Your share'}
        lines={COMMISSION_LINES}
        part={{ ...commissionTrend, data: shownTrend }}
        range={range}
        currency={currency}
      />
      <SummaryCards
        kind="commission"
        title="Commissions"
        part={{
          ...commissions,
          data: cards(commissions.data, (data, range) =>
            commissionCards(data, range, { isAdmin, currency, today: dashboard?.range.today ?? range.end }),
          ),
        }}
        currency={currency}
      />
    </>
  );
});
