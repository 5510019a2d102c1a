import { actName, displayName } from '@paperplane/shared/domain';
import { useToast } from '@paperplane/shared/platform';
import { payoutFacts } from '../parts/payout-facts';
import { exactMoney, lineWord } from '../parts/payout-words';
import type { HeldCommission, Payout, PayoutLine } from '../payout-types';
import {
  useApprovePayoutMutation,
  useCollectPayoutMutation,
  useDeletePayoutAdjustmentMutation,
  useRemovePayoutLinesMutation,
} from '../payouts-api';
import { useReleaseHold } from '../use-release-hold';

/**
 * What is done to a payout at once, without a dialog; a failure is a message that stays.
 * @param onRemoved says that a line was taken out
 */
export function usePayoutActions(record: Payout, onRemoved: (line: PayoutLine) => void) {
  const { payout, problems, agents } = record;
  const toast = useToast();
  const [approve, approving] = useApprovePayoutMutation();
  const [collect, collecting] = useCollectPayoutMutation();
  const [remove, removing] = useRemovePayoutLinesMutation();
  const release = useReleaseHold();
  const [deleteAdjustment] = useDeletePayoutAdjustmentMutation();

  async function run(work: Promise<{ error?: unknown }>, failed: string, done?: string, next?: string) {
    const { error } = await work;
    if (error) toast.error(failed, error);
    else if (done && next) toast.done(done, next);
    else if (done) toast.success(done);
  }
  return {
    approving: approving.isLoading,
    collecting: collecting.isLoading,
    removing: removing.isLoading,
    approve: () =>
      void run(
        approve({ id: payout.id, version: payout.version }),
        'Not approved',
        actName('Approved', payoutFacts(record)),
        'Nothing is paid yet; Back to draft takes it back.',
      ),
    collect: () => void run(collect(payout.id), 'Nothing was added'),
    removeProblems: () =>
      void run(
        remove({ id: payout.id, lineIds: problems.map(({ lineId }) => lineId) }),
        'Nothing was taken out',
        'Taken out of this payout',
      ),
    lines: {
      release: (held: HeldCommission) => void release(held),
      remove: (line: PayoutLine) =>
        void remove({ id: payout.id, lineIds: [line.id] }).then(({ error }) => {
          if (error) toast.error('Nothing was taken out', error);
          else onRemoved(line);
        }),
      deleteAdjustment: ({ id, kind, amount, agentId }: PayoutLine) =>
        void run(
          deleteAdjustment(id),
          'Not deleted',
          actName(`${lineWord(kind)} deleted`, {
            amount: exactMoney(amount, payout.currency),
            who: `of ${displayName(agents.find((agent) => agent.id === agentId))}`,
          }),
          'It cannot be brought back, but added again.',
        ),
    },
  };
}
