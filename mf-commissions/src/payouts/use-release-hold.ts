import { useToast } from '@paperplane/shared/platform';
import { useReleaseCommissionMutation } from './payouts-api';

interface Held {
  commissionId: string;
  bookingReference: string | null;
}

/** Ends the hold of a commission, and says so; a failure is a message that stays. */
export function useReleaseHold(): (held: Held) => Promise<void> {
  const toast = useToast();
  const [release] = useReleaseCommissionMutation();
  return async ({ commissionId, bookingReference }) => {
    const { error } = await release(commissionId);
    if (error) toast.error('Not released', error);
    else toast.success(`${bookingReference ?? 'Commission'} is released`);
  };
}
