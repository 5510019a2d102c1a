import { memo } from 'react';
import type { FiguresProps } from './performance';
import { TopAgents, TopVendors } from './top-card';
import { usePart } from './use-part';

/** Top agents and top vendors of an agency (docs/product/dashboard.md, Dashboard page). */
export const TopSellers = memo(function TopSellers({ dashboard, asked, currency }: FiguresProps) {
  const all = usePart(dashboard, asked, 'sales').data?.activeTotal;
  return (
    <>
      <TopAgents part={usePart(dashboard, asked, 'topAgents')} all={all} currency={currency} />
      <TopVendors part={usePart(dashboard, asked, 'topVendors')} all={all} currency={currency} />
    </>
  );
});
