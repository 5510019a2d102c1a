import type { IsoDate } from '@paperplane/shared/domain';
import { memo } from 'react';
import { DeparturesCard } from './departures-card';
import { PayableCard } from './payable-card';
import type { FiguresProps } from './performance';
import { usePart } from './use-part';

/** What an agent is waiting for: their money and their customers' departures. Whatever range is chosen, these are today's. */
export const AgentUpcoming = memo(function AgentUpcoming({
  dashboard,
  asked,
  currency,
  today,
}: FiguresProps & { today: IsoDate }) {
  return (
    <section className="pp-section pp-grid dashboard-grid" aria-label="Next">
      <PayableCard
        part={usePart(dashboard, asked, 'payable')}
        tier={dashboard?.nextTier}
        currency={currency}
        today={today}
      />
      <DeparturesCard part={usePart(dashboard, asked, 'departures')} today={today} />
    </section>
  );
});
