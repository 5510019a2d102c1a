import { useState } from 'react';
import { Link, useToast } from '@paperplane/shared/platform';
import { Card, ErrorState, SkeletonRegion, SkeletonStat, SummaryCard, useLazy } from '@paperplane/shared/ui';
import type { CardData } from './cards';
import type { PartState } from './use-part';

/** Few visits ask for it. */
const loadHelp = () => import(/* webpackChunkName: "lazy-help" */ './status-help');

interface SummaryCardsProps {
  kind: 'sale' | 'commission';
  title: string;
  part: Pick<PartState<readonly CardData[]>, 'data' | 'error' | 'retry' | 'retrying'>;
  currency: string;
}

/** Four cards, each with a button that explains the statuses. */
export function SummaryCards({ kind, title, part, currency }: SummaryCardsProps) {
  const { part: help, fetch } = useLazy(loadHelp);
  const [isExplained, setExplained] = useState(false);
  const toast = useToast();
  const explain = async () => {
    if (await fetch()) setExplained(true);
    else toast.error('The explanation did not load. Check your connection.');
  };
  const { data: cards, error, retry, retrying } = part;
  return (
    <section className="dashboard-cards c4" aria-label={title}>
      {error ? (
        <Card label={title}>
          <ErrorState title={`${title} did not load`} message={error} onRetry={retry} retrying={retrying} />
        </Card>
      ) : cards ? (
        <div className="pp-stats">
          {cards.map((card) => (
            <SummaryCard
              key={card.title}
              {...card}
              items={[kind, `${kind}s`]}
              currency={currency}
              link={Link}
              onHelp={() => void explain()}
            />
          ))}
        </div>
      ) : (
        <SkeletonRegion label={`Loading ${title.toLowerCase()}`}>
          <div className="pp-stats">
            <SkeletonStat />
            <SkeletonStat />
            <SkeletonStat />
            <SkeletonStat />
          </div>
        </SkeletonRegion>
      )}
      {isExplained && help && <help.StatusHelp kind={kind} onClose={() => setExplained(false)} />}
    </section>
  );
}
