import { actText, plural } from '@paperplane/shared/domain';
import { useCurrentUser, useToast } from '@paperplane/shared/platform';
import type { BankConnection, BankQuestion } from '../bank-types';
import { signedMoney } from '../parts/bank-words';
import {
  useAnswerBankQuestionMutation,
  useStopBankSyncMutation,
  useSyncBankConnectionMutation,
} from './bank-accounts-api';

/** What is done at once, and what is said of it. */
export function useAccountDeeds() {
  const [syncConnection, { isLoading: syncing }] = useSyncBankConnectionMutation();
  const [stopSync] = useStopBankSyncMutation();
  const [answerQuestion] = useAnswerBankQuestionMutation();
  const toast = useToast();
  const { currency } = useCurrentUser().organization;

  /** One connection, or all of them. */
  async function sync(connection: Pick<BankConnection, 'id'> | null) {
    try {
      const { left } = await syncConnection(connection?.id ?? null).unwrap();
      toast.done(
        'Sync has begun',
        left > 0 ? `${left} by hand left today` : 'That was the last by hand today',
      );
    } catch (error) {
      toast.error('Not synced', error);
    }
  }

  async function stop({ id, linesSoFar }: BankConnection) {
    try {
      await stopSync(id).unwrap();
      toast.info(
        'Stopped',
        `${plural(linesSoFar ?? 0, 'line')} came and stay; the rest comes with the next sync.`,
      );
    } catch (error) {
      toast.error('Not stopped', error);
    }
  }

  async function answer(question: BankQuestion, said: 'take' | 'keep') {
    const { id, kind, amount, text, bookedOn } = question;
    const line = actText({ amount: signedMoney(amount, currency), who: `of ${text}`, days: bookedOn });
    try {
      await answerQuestion({ questionId: id, answer: said }).unwrap();
      if (said === 'keep') toast.done('Kept', `${line} stays as it was.`);
      else if (kind === 'gone')
        toast.done('Taken out', `${line} is gone, as at the bank. This cannot be undone.`);
      else toast.done('Taken', `${line} is as the bank has it now. This cannot be undone.`);
    } catch (error) {
      toast.error('Not answered', error);
    }
  }

  return { sync, syncing, stop, answer };
}
