import { agentsPaidText, plural, trackedText } from '@paperplane/shared/domain';
import { Link, paths } from '@paperplane/shared/platform';
import {
  Card,
  Clock,
  ErrorState,
  PlaneTakeoff,
  SkeletonRegion,
  SkeletonStat,
  SummaryCard,
  Wallet,
} from '@paperplane/shared/ui';
import { memo } from 'react';
import type { ToDo } from './dashboard';
import type { FiguresProps } from './performance';
import { usePart } from './use-part';

/** What waits, longest first, and the list with that very count. */
const cards = ({ payable, overdue, departures, vendorsWithoutTerms }: ToDo, currency: string) => [
  {
    title: 'Ready to pay',
    ...payable,
    // Of the chosen days it stands beside Funds Received.
    note: 'all time',
    items: ['commission', 'commissions'] as const,
    color: 'purple' as const,
    glyph: <Wallet className="pp-i" />,
    to: paths.commissions.href({ ready: 'true' }),
  },
  {
    title: 'Overdue from vendors',
    count: overdue.count,
    // No figure where none can be known.
    amount: overdue.count === 0 && vendorsWithoutTerms > 0 ? null : overdue.amount,
    note:
      vendorsWithoutTerms > 0
        ? `no due days agreed with ${plural(vendorsWithoutTerms, 'vendor')}`
        : (agentsPaidText(overdue, currency) ?? trackedText(overdue.trackedSince)),
    items: ['commission', 'commissions'] as const,
    color: 'red' as const,
    glyph: <Clock className="pp-i" />,
    to:
      overdue.count === 0 && vendorsWithoutTerms > 0
        ? // An archived vendor may still have something unpaid.
          paths.vendors.href({ status: 'all', withoutTerms: 'true' })
        : paths.commissions.href({ overdue: 'true', sort: 'dueOn', dir: 'asc' }),
  },
  {
    title: 'Departing unpaid',
    ...departures,
    items: ['sale', 'sales'] as const,
    color: 'yellow' as const,
    glyph: <PlaneTakeoff className="pp-i" />,
    to: paths.sales.href({ departing: 'true', sort: 'travelDate', dir: 'asc' }),
  },
];

/** What an admin has to see to: agents to pay, vendors and customers to ask. Whatever range is chosen, these are today's. */
export const ToDoCards = memo(function ToDoCards({ dashboard, asked, currency }: FiguresProps) {
  const { data, error, retry, retrying } = usePart(dashboard, asked, 'toDo');
  return (
    <section className="dashboard-todo" aria-label="To do">
      {error ? (
        <Card label="To do">
          <ErrorState title="To do did not load" message={error} onRetry={retry} retrying={retrying} />
        </Card>
      ) : data ? (
        <div className="pp-stats">
          {cards(data, currency).map((card) => (
            <SummaryCard key={card.title} {...card} currency={currency} link={Link} />
          ))}
        </div>
      ) : (
        <SkeletonRegion label="Loading to do">
          <div className="pp-stats">
            <SkeletonStat />
            <SkeletonStat />
            <SkeletonStat />
          </div>
        </SkeletonRegion>
      )}
    </section>
  );
});
