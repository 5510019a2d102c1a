import type { FiguresProps } from './performance';
import { TopAgents, TopVendors } from './top-card';
import { usePart } from './use-part';

/** Top agents and top vendors of an agency. Spec section 2, admin dashboard. */
export function TopSellers({ dashboard, asked, currency }: FiguresProps) {
  return (
    <>
      <TopAgents part={usePart(dashboard, asked, 'topAgents')} currency={currency} />
      <TopVendors part={usePart(dashboard, asked, 'topVendors')} currency={currency} />
    </>
  );
}
