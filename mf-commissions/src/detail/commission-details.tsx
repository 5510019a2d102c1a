import { HistoryCard } from '@paperplane/shared/ui';
import type { Commission, CommissionHistory } from '../commission-types';
import { AgentPayments } from './agent-payments';
import { AgentShare } from './agent-share';
import { CommissionHero } from './commission-hero';
import { commissionSteps } from './commission-steps';
import type { DepositsAnswer } from './deposit-list';
import { historyItems } from './history-items';
import type { OpenDialog } from './open-dialog';
import { ReceiptCard } from './receipt-card';
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
  deposits: DepositsAnswer;
  /** The organization's. */
  timeZone: string;
  isAdmin: boolean;
  /** Explains the statuses. */
  onHelp: () => void;
  /** Opens what an admin does from a card. */
  onOpen: (dialog: OpenDialog) => void;
}

/** All that is read of a commission, below the page's header. */
export function CommissionDetails({
  commission,
  history,
  deposits,
  timeZone,
  isAdmin,
  onHelp,
  onOpen,
}: CommissionDetailsProps) {
  const entries = history.data?.entries ?? [];
  return (
    <>
      <CommissionHero
        commission={commission}
        isAdmin={isAdmin}
        steps={commissionSteps(commission, entries, timeZone)}
        onHelp={onHelp}
      />
      <div className="pp-grid pp-after">
        <div className="c8 pp-stack pp-stack-lg">
          <RelatedSale commission={commission} isAdmin={isAdmin} />
          <AgentPayments
            commission={commission}
            isAdmin={isAdmin}
            onCorrect={({ id }) => onOpen({ dialog: 'correction', paymentId: id })}
          />
        </div>
        <div className="c4 pp-stack pp-stack-lg">
          <AgentShare commission={commission} />
          <ReceiptCard
            commission={commission}
            deposits={deposits}
            timeZone={timeZone}
            isAdmin={isAdmin}
            onRecord={() => onOpen({ dialog: 'receipt' })}
          />
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
