import { formatDate, formatMoneyExact } from '@paperplane/shared/domain';
import type { PlannedPayment } from './sale';

/** When the customer pays, in words: "deposit $1,200.00 by Jan 21, 2027; final payment by Feb 20, 2027". Empty for no plan. */
export const planText = (plan: readonly PlannedPayment[], currency: string): string =>
  plan
    .map(({ kind, amount, dueOn }) =>
      [
        kind === 'deposit' ? 'deposit' : 'final payment',
        ...(amount === null ? [] : [formatMoneyExact(amount, currency)]),
        `by ${formatDate(dueOn)}`,
      ].join(' '),
    )
    .join('; ');
