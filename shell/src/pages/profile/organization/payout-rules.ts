import {
  formatMoneyExact,
  moneyInput,
  moneyProblem,
  readMoney,
  type MoneyReading,
} from '@paperplane/shared/domain';
import type { PayoutHold, PayoutSettings, ShortPaymentShare } from './organization-api';

export const HOLDS: readonly { value: PayoutHold; label: string }[] = [
  { value: 'off', label: 'When the money is here' },
  { value: 'departure', label: 'When the money is here and travel has begun' },
  { value: 'return', label: 'When the money is here and travel has ended' },
];

export const SHORT_PAYMENTS: readonly { value: ShortPaymentShare; label: string }[] = [
  { value: 'expected', label: 'Their share of what was expected' },
  { value: 'received', label: 'Their share of what was received' },
];

/** What the form holds; the amount as typed. */
export interface PayoutValues {
  holdUntil: PayoutHold;
  minimumAmount: string;
  secondApproval: boolean;
  paidOn: ShortPaymentShare;
}

/** The largest minimum the database takes. */
const MOST = 1_000_000;

/** The form as it opens. */
export const payoutValues = ({ minimumAmount, ...rest }: PayoutSettings): PayoutValues => ({
  ...rest,
  minimumAmount: minimumAmount > 0 ? moneyInput(minimumAmount) : '',
});

/** What is saved, or what is wrong with the minimum. */
export function readPayoutValues(
  { minimumAmount, ...rest }: PayoutValues,
  money: MoneyReading,
): { settings: PayoutSettings; problem: null } | { settings: null; problem: string } {
  const typed = readMoney(minimumAmount, money);
  if (!typed.ok)
    return { settings: null, problem: moneyProblem(typed.problem, money.currency, money.notation) };
  if ((typed.value ?? 0) > MOST)
    return {
      settings: null,
      problem: `Enter an amount of at most ${formatMoneyExact(MOST, money.currency)}.`,
    };
  return { settings: { ...rest, minimumAmount: typed.value ?? 0 }, problem: null };
}
