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
  type MoneyReading,
  type PaymentMethod,
} from '@paperplane/shared/domain';

/** What the forms hold of when and how an agent was paid: text, as typed. */
export interface HowPaidForm {
  paymentDate: string;
  paymentMethod: PaymentMethod;
  reference: string;
}

export interface PaymentForm extends HowPaidForm {
  amount: string;
  notes: string;
}

export const HOW_PAID_FIELDS = ['paymentDate', 'paymentMethod', 'reference'] as const;
export const PAYMENT_FIELDS = ['amount', ...HOW_PAID_FIELDS, 'notes'] as const;

/** When, how and with which reference an agent was paid. */
export const howPaidSchema = v.object({
  paymentDate: requiredDate(MESSAGES.paymentDate),
  paymentMethod: v.picklist(PAYMENT_METHODS, MESSAGES.paymentMethod),
  reference: optionalText(LIMITS.paymentReference),
});

export type HowPaid = v.InferOutput<typeof howPaidSchema>;

/**
 * What may be paid: exactly the agent's share. The database refuses anything else too.
 * @param agentAmount in currency units
 * @param money whose amounts are typed
 */
export const paymentSchema = (agentAmount: number, money: MoneyReading) =>
  v.object({
    amount: v.pipe(
      moneyText(money, MESSAGES.paymentAmount),
      v.check((amount) => amount === agentAmount, paymentMustEqual(agentAmount, money.currency)),
      v.transform(Number),
    ),
    ...howPaidSchema.entries,
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
