import { HistoryCard } from '@paperplane/shared/ui';
import type { Commission, CommissionHistory } from '../commission-types';
import { AgentPayments } from './agent-payments';
import { AgentShare } from './agent-share';
import { CommissionHero } from './commission-hero';
import { commissionSteps, reachedAt } from './commission-steps';
import { historyItems } from './history-items';
import { RelatedSale } from './related-sale';

/** The history in each of its states: loading, failed or there. */
export interface HistoryAnswer {
  data: CommissionHistory | undefined;
  failed: boolean;
  onRetry: () => void;
}

interface CommissionDetailsProps {
  commission: Commission;
  history: HistoryAnswer;
  /** The organization's. */
  timeZone: string;
  isAdmin: boolean;
  /** Explains the statuses. */
  onHelp: () => void;
}

/** All that is read of a commission, below the page's header. */
export function CommissionDetails({
  commission,
  history,
  timeZone,
  isAdmin,
  onHelp,
}: CommissionDetailsProps) {
  const entries = history.data?.entries ?? [];
  const receivedAt = reachedAt(entries, 'funds_received');
  return (
    <>
      <CommissionHero
        commission={commission}
        steps={commissionSteps(commission, entries, timeZone)}
        onHelp={onHelp}
      />
      <div className="pp-grid pp-after">
        <div className="c8 pp-stack pp-stack-lg">
          <RelatedSale commission={commission} isAdmin={isAdmin} />
          <AgentPayments {...{ commission, receivedAt, timeZone, isAdmin }} />
        </div>
        <div className="c4 pp-stack pp-stack-lg">
          <AgentShare commission={commission} />
          <HistoryCard
            label="Commission history"
            items={
              history.data && historyItems(history.data, { timeZone, currency: commission.sale?.currency })
            }
            failed={history.failed}
            failedText="The history did not load."
            onRetry={history.onRetry}
          />
        </div>
      </div>
    </>
  );
}
