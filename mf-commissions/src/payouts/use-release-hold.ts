import { actName, formatMoneyExact } from '@paperplane/shared/domain';
import { useCurrentUser, useToast } from '@paperplane/shared/platform';
import { useReleaseCommissionMutation } from './payouts-api';

interface Held {
  commissionId: string;
  bookingReference: string | null;
  /** The agent's share. */
  amount: number;
}

/** Ends the hold of a commission, and says so; a failure is a message that stays. */
export function useReleaseHold(): (held: Held) => Promise<void> {
  const toast = useToast();
  const { currency } = useCurrentUser().organization;
  const [release] = useReleaseCommissionMutation();
  return async ({ commissionId, bookingReference, amount }) => {
    const { error } = await release(commissionId);
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
