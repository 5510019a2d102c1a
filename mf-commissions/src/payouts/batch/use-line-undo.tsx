import { actName } from '@paperplane/shared/domain';
import { useCurrentUser, useToast } from '@paperplane/shared/platform';
import { useState } from 'react';
import { UndoNotice } from '../../parts/undo-notice';
import { earns, exactMoney } from '../parts/payout-words';
import {
  useAddPayoutLinesMutation,
  useReleaseCommissionMutation,
  useReleaseShareMutation,
} from '../payouts-api';
import type { PayoutLine } from '../payout-types';

interface Taken {
  how: 'removed' | 'held';
  line: Pick<PayoutLine, 'id' | 'kind' | 'part' | 'commissionId' | 'shareId' | 'bookingReference' | 'amount'>;
  /** Another message, although the same line. */
  key: number;
}

/**
 * A line that was just taken out of a draft, or held, and its way back.
 * @returns `offer` says so; `notice` is what the page shows of it
 */
export function useLineUndo(payoutId: string) {
  const [taken, setTaken] = useState<Taken | null>(null);
  const [add, adding] = useAddPayoutLinesMutation();
  const [release, releasing] = useReleaseCommissionMutation();
  const [releaseShare, releasingShare] = useReleaseShareMutation();
  const toast = useToast();
  const { currency } = useCurrentUser().organization;

  async function undo({ how, line }: Taken) {
    const isClaim = earns(line) || line.part === 'override';
    const { error } =
      how === 'held'
        ? await (line.shareId ? releaseShare(line.shareId) : release(line.commissionId ?? ''))
        : await add({
            id: payoutId,
            commissionIds: isClaim && line.commissionId ? [line.commissionId] : [],
            adjustmentIds: isClaim ? [] : [line.id],
            ...(isClaim && line.shareId ? { shareIds: [line.shareId] } : {}),
          });
    if (error) toast.error('Not put back', error);
    setTaken(null);
  }
  const notice = taken && (
    <UndoNotice
      key={taken.key}
      text={actName(
        `${taken.line.bookingReference ?? (earns(taken.line) ? 'Commission' : 'Adjustment')} ${
          taken.how === 'held' ? 'is held' : 'taken out of this payout'
        }`,
        { amount: exactMoney(taken.line.amount, currency) },
      )}
      busy={adding.isLoading || releasing.isLoading || releasingShare.isLoading}
      onUndo={() => void undo(taken)}
      onDismiss={() => setTaken(null)}
    />
  );
  return {
    offer: (how: Taken['how'], line: Taken['line']) =>
      setTaken((before) => ({ how, line, key: (before?.key ?? 0) + 1 })),
    notice,
  };
}
