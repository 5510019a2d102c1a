import { lazy, Suspense } from 'react';
import { Slot } from '@paperplane/shared/platform';
import { HistoryCard } from '@paperplane/shared/ui';
import type { Commission, RecordAnswer } from '../commission-types';
import { useReleaseHold } from '../../payouts';
import { AgentPayments } from './agent-payments';
import { AgentShare } from './agent-share';
import { CommissionHero } from './commission-hero';
import { commissionSteps } from './commission-steps';
import { historyItems } from './history-items';
import type { OpenDialog } from './open-dialog';
import { ReceiptCard } from './receipt-card';
import { RelatedSale } from './related-sale';

const SharesCard = lazy(() => import(/* webpackChunkName: "lazy-shares" */ '../other/shares-card'));

interface CommissionDetailsProps {
  commission: Commission;
  record: RecordAnswer;
  /** The organization's, as the time zone. */
  currency: string;
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
  record,
  currency,
  timeZone,
  isAdmin,
  onHelp,
  onOpen,
}: CommissionDetailsProps) {
  const history = record.data?.history;
  const entries = history?.entries ?? [];
  const release = useReleaseHold();
  return (
    <>
      <CommissionHero
        commission={commission}
        currency={currency}
        isAdmin={isAdmin}
        steps={commissionSteps(commission, entries, { timeZone, currency })}
        onHelp={onHelp}
      />
      <div className="pp-grid pp-after">
        <div className="c8 pp-stack pp-stack-lg">
          <RelatedSale commission={commission} isAdmin={isAdmin} />
          <AgentPayments
            commission={commission}
            payout={record.data?.payout ?? null}
            currency={currency}
            timeZone={timeZone}
            isAdmin={isAdmin}
            onCorrect={({ id }) => onOpen({ dialog: 'correction', paymentId: id })}
            onRecall={() => onOpen({ dialog: 'recall' })}
            onVoid={({ id }) => onOpen({ dialog: 'void', paymentId: id })}
            onRelease={() =>
              void release({
                commissionId: commission.id,
                bookingReference: commission.sale?.bookingReference ?? null,
                amount: commission.agentAmount,
              })
            }
          />
          <Slot name="record" place="main" type="commission" id={commission.id} />
        </div>
        <div className="c4 pp-stack pp-stack-lg">
          <AgentShare commission={commission} currency={currency} />
          <Suspense>
            <SharesCard
              commissionId={commission.id}
              canPay={commission.status === 'funds_received'}
              deposits={record.data?.deposits ?? []}
            />
          </Suspense>
          <ReceiptCard
            commission={commission}
            // What failed is said once, where the history would be.
            deposits={record.failed ? [] : record.data?.deposits}
            currency={currency}
            timeZone={timeZone}
            isAdmin={isAdmin}
            onRecord={() => onOpen({ dialog: 'receipt' })}
          />
          <Slot name="record" place="side" type="commission" id={commission.id} />
          <HistoryCard
            label="Commission history"
            items={history && historyItems(history, { timeZone, currency })}
            failed={record.failed}
            failedText="The history did not load."
            onRetry={record.onRetry}
          />
        </div>
      </div>
    </>
  );
}
