import { useState } from 'react';
import { Link } from '@paperplane/shared/platform';
import { SkeletonRegion, SkeletonStat, StatusHelpDialog, SummaryCard } from '@paperplane/shared/ui';
import type { CardData } from './cards';

interface SummaryCardsProps {
  kind: 'sale' | 'commission';
  title: string;
  /** Undefined while they load. */
  cards: readonly CardData[] | undefined;
  currency: string;
}

/** Four cards under a title, each with a button that explains the statuses. */
export function SummaryCards({ kind, title, cards, currency }: SummaryCardsProps) {
  const [help, setHelp] = useState(false);
  return (
    <section className="dashboard-cards" aria-label={title}>
      <h3>{title}</h3>
      {cards ? (
        <div className="pp-stats pp-stats-4">
          {cards.map((card) => (
            <SummaryCard
              key={card.title}
              {...card}
              items={[kind, `${kind}s`]}
              currency={currency}
              link={Link}
              onHelp={() => setHelp(true)}
            />
          ))}
        </div>
      ) : (
        <SkeletonRegion label={`Loading ${title.toLowerCase()}`}>
          <div className="pp-stats pp-stats-4">
            <SkeletonStat />
            <SkeletonStat />
            <SkeletonStat />
            <SkeletonStat />
          </div>
        </SkeletonRegion>
      )}
      {help && <StatusHelpDialog kind={kind} onClose={() => setHelp(false)} />}
    </section>
  );
}
