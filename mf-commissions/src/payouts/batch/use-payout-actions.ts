import { useToast } from '@paperplane/shared/platform';
import type { HeldCommission, Payout } from '../payout-types';
import {
  useApprovePayoutMutation,
  useCollectPayoutMutation,
  useDeletePayoutAdjustmentMutation,
  useRemovePayoutLinesMutation,
  useReopenPayoutMutation,
} from '../payouts-api';
import { useReleaseHold } from '../use-release-hold';

/** What is done to a payout at once, without a dialog; a failure is a message that stays. */
export function usePayoutActions({ payout, problems }: Payout) {
  const toast = useToast();
  const [approve, approving] = useApprovePayoutMutation();
  const [reopen, reopening] = useReopenPayoutMutation();
  const [collect, collecting] = useCollectPayoutMutation();
  const [remove, removing] = useRemovePayoutLinesMutation();
  const release = useReleaseHold();
  const [deleteAdjustment] = useDeletePayoutAdjustmentMutation();

  async function run(work: Promise<{ error?: unknown }>, failed: string, done?: string) {
    const { error } = await work;
    if (error) toast.error(failed, error);
    else if (done) toast.success(done);
  }
  const takeOut = (lineIds: string[], done: string) =>
    void run(remove({ id: payout.id, lineIds }), 'Nothing was taken out', done);

  return {
    approving: approving.isLoading,
    reopening: reopening.isLoading,
    collecting: collecting.isLoading,
    removing: removing.isLoading,
    approve: () =>
      void run(approve({ id: payout.id, version: payout.version }), 'Not approved', 'Payout approved'),
    reopen: () => void run(reopen(payout.id), 'Not taken back', 'The payout is a draft again'),
    collect: () => void run(collect(payout.id), 'Nothing was added'),
    removeProblems: () =>
      takeOut(
        problems.map(({ lineId }) => lineId),
        'Taken out of this payout',
      ),
    lines: {
      release: (held: HeldCommission) => void release(held),
      remove: ({ id, bookingReference }: { id: string; bookingReference: string | null }) =>
        takeOut([id], `${bookingReference ?? 'Adjustment'} taken out of this payout`),
      deleteAdjustment: ({ id }: { id: string }) =>
        void run(deleteAdjustment(id), 'Not deleted', 'Adjustment deleted'),
    },
  };
}
