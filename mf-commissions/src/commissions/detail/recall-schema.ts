import {
  formatMoneyExact,
  moneyInput,
  moneyText,
  requiredText,
  type MoneyReading,
} from '@paperplane/shared/domain';
import * as v from 'valibot';

/** What the form holds: text, as typed. */
export interface RecallForm {
  amount: string;
  note: string;
  /** Empty for none. */
  transactionId: string;
}

export const RECALL_FIELDS = ['amount', 'note', 'transactionId'] as const;

/** What may be taken back. @param left of what the agent was paid */
export const recallSchema = (left: number, money: MoneyReading) =>
  v.object({
    amount: v.pipe(
      moneyText(money, 'Enter the amount that is taken back.'),
      v.transform(Number),
      v.check((amount) => amount > 0, 'Enter the amount that is taken back.'),
      v.check(
        (amount) => amount <= left,
        `At most ${formatMoneyExact(left, money.currency)} can be taken back: what the agent was paid for it.`,
      ),
    ),
    note: requiredText('Say why. The agent reads it.', 500),
    transactionId: v.pipe(
      v.string(),
      v.transform((id) => id || null),
    ),
  });

export type Recalled = v.InferOutput<ReturnType<typeof recallSchema>>;

/** The form as it opens: all of it, and the deposit that says so where there is one. */
export const recallDefaults = (left: number, transactionId: string | undefined): RecallForm => ({
  amount: moneyInput(left),
  note: '',
  transactionId: transactionId ?? '',
});
