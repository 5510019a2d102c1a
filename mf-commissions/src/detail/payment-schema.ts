import * as v from 'valibot';
import {
  LIMITS,
  MESSAGES,
  moneyInput,
  moneyText,
  optionalText,
  PAYMENT_METHODS,
  paymentMustEqual,
  requiredDate,
  today,
  type PaymentMethod,
} from '@paperplane/shared/domain';

/** What the form holds: text, as typed. */
export interface PaymentForm {
  amount: string;
  paymentDate: string;
  paymentMethod: PaymentMethod;
  reference: string;
  notes: string;
}

export const PAYMENT_FIELDS = ['amount', 'paymentDate', 'paymentMethod', 'reference', 'notes'] as const;

/**
 * What may be paid: exactly the agent's share. The database refuses anything else too.
 * @param agentAmount in currency units
 */
export const paymentSchema = (agentAmount: number) =>
  v.object({
    amount: v.pipe(
      moneyText(MESSAGES.paymentAmount),
      v.check((amount) => amount === agentAmount, paymentMustEqual(agentAmount)),
      v.transform(Number),
    ),
    paymentDate: requiredDate(MESSAGES.paymentDate),
    paymentMethod: v.picklist(PAYMENT_METHODS, MESSAGES.paymentMethod),
    reference: optionalText(LIMITS.paymentReference),
    notes: optionalText(LIMITS.notes),
  });

export type Payment = v.InferOutput<ReturnType<typeof paymentSchema>>;

/**
 * The form as it opens: the whole share, today.
 * @param timeZone the organization's, which decides what today is
 */
export const paymentDefaults = (agentAmount: number, timeZone: string): PaymentForm => ({
  amount: moneyInput(agentAmount),
  paymentDate: today(timeZone),
  paymentMethod: 'bank_transfer',
  reference: '',
  notes: '',
});
