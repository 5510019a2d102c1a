import {
  formatMoneyExact,
  moneyInput,
  moneyText,
  optionalText,
  PAYMENT_METHODS,
  requiredDate,
  type IsoDate,
  type MoneyReading,
} from '@paperplane/shared/domain';
import * as v from 'valibot';
import type { CustomerPayments } from './payments-api';

const AMOUNT = 'Enter the amount.';

/** What the form holds: text, as typed. */
export interface PaymentForm {
  what: string;
  amount: string;
  paidOn: string;
  paymentMethod: string;
  note: string;
}

export const PAYMENT_FIELDS = ['what', 'amount', 'paidOn', 'paymentMethod', 'note'] as const;

/**
 * What may be recorded: at most what is open is paid, at most what was paid is given back.
 * @param paid by the customer so far, in major units
 * @param open of the total
 */
export const paymentSchema = (
  money: MoneyReading,
  { paid, open, today }: { paid: number; open: number; today: IsoDate },
) =>
  v.pipe(
    v.object({
      what: v.picklist(['payment', 'refund']),
      amount: v.pipe(
        moneyText(money, AMOUNT),
        v.transform(Number),
        v.check((amount) => amount > 0, AMOUNT),
      ),
      paidOn: v.pipe(
        requiredDate('Enter the day it was paid.'),
        v.check((day) => day <= today, 'This day is still to come.'),
      ),
      paymentMethod: v.picklist(PAYMENT_METHODS),
      note: optionalText(500),
    }),
    v.forward(
      v.partialCheck(
        [['what'], ['amount']],
        ({ what, amount }) => what === 'refund' || amount <= open,
        `Only ${formatMoneyExact(open, money.currency)} is open.`,
      ),
      ['amount'],
    ),
    v.forward(
      v.partialCheck(
        [['what'], ['amount']],
        ({ what, amount }) => what === 'payment' || amount <= paid,
        `The customer has paid ${formatMoneyExact(paid, money.currency)}. No more can be given back.`,
      ),
      ['amount'],
    ),
  );

export type CheckedPayment = v.InferOutput<ReturnType<typeof paymentSchema>>;

/** The form as it opens: what is due next, else all that is open; a refund is all that was paid. */
export const paymentBlank = (
  { plan, open, paid }: Pick<CustomerPayments, 'plan' | 'open' | 'paid'>,
  today: IsoDate,
  what: 'payment' | 'refund',
): PaymentForm => ({
  what,
  amount: moneyInput(what === 'refund' ? paid : (plan.find((due) => due.open > 0)?.open ?? open)),
  paidOn: today,
  paymentMethod: 'card',
  note: '',
});
