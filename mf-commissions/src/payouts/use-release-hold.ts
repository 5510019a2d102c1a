import { actName, formatMoneyExact } from '@paperplane/shared/domain';
import { useCurrentUser, useToast } from '@paperplane/shared/platform';
import { useReleaseCommissionMutation, useReleaseShareMutation } from './payouts-api';

interface Held {
  commissionId: string;
  /** Of a share beside the seller's, or an override. */
  shareId?: string | undefined;
  bookingReference: string | null;
  /** The agent's share. */
  amount: number;
}

/** Ends the hold of a commission, and says so; a failure is a message that stays. */
export function useReleaseHold(): (held: Held) => Promise<void> {
  const toast = useToast();
  const { currency } = useCurrentUser().organization;
  const [release] = useReleaseCommissionMutation();
  const [releaseShare] = useReleaseShareMutation();
  return async ({ commissionId, shareId, bookingReference, amount }) => {
    const { error } = await (shareId ? releaseShare(shareId) : release(commissionId));
    if (error) toast.error('Not released', error);
    else
      toast.done(
        actName(`${bookingReference ?? 'Commission'} is released`, {
          amount: formatMoneyExact(amount, currency),
        }),
        'It can be paid again, or held again.',
      );
  };
}
