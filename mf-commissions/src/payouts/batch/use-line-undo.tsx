import { actName } from '@paperplane/shared/domain';
import { useCurrentUser, useToast } from '@paperplane/shared/platform';
import { useState } from 'react';
import { UndoNotice } from '../../parts/undo-notice';
import { exactMoney } from '../parts/payout-words';
import { useAddPayoutLinesMutation, useReleaseCommissionMutation } from '../payouts-api';
import type { PayoutLine } from '../payout-types';

interface Taken {
  how: 'removed' | 'held';
  line: Pick<PayoutLine, 'id' | 'kind' | 'commissionId' | 'bookingReference' | 'amount'>;
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
  const toast = useToast();
  const { currency } = useCurrentUser().organization;

  async function undo({ how, line }: Taken) {
    const isCommission = line.kind === 'commission';
    const { error } =
      how === 'held'
        ? await release(line.commissionId ?? '')
        : await add({
            id: payoutId,
            commissionIds: isCommission && line.commissionId ? [line.commissionId] : [],
            adjustmentIds: isCommission ? [] : [line.id],
          });
    if (error) toast.error('Not put back', error);
    setTaken(null);
  }
  const notice = taken && (
    <UndoNotice
      key={taken.key}
      text={actName(
        `${taken.line.bookingReference ?? (taken.line.kind === 'commission' ? 'Commission' : 'Adjustment')} ${
          taken.how === 'held' ? 'is held' : 'taken out of this payout'
        }`,
        { amount: exactMoney(taken.line.amount, currency) },
      )}
      busy={adding.isLoading || releasing.isLoading}
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
