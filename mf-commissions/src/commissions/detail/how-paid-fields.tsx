import { PAYMENT_METHOD_LABELS, paymentMethodsOf, type PaymentMethod } from '@paperplane/shared/domain';
import { useCurrentUser } from '@paperplane/shared/platform';
import { DateField, SelectField, TextField } from '@paperplane/shared/ui';
import type { ComponentProps } from 'react';
import type { HowPaidForm } from './payment-schema';

interface HowPaidFieldsProps {
  /** What the control of a field takes. */
  field: (name: keyof HowPaidForm) => Pick<ComponentProps<typeof TextField>, 'name' | 'error'> & object;
  /** Says which methods are usual. */
  currency: string;
  /** Of the payment that is corrected. */
  current?: PaymentMethod;
}

/** When, how and with which reference an agent was paid. */
export function HowPaidFields({ field, currency, current }: HowPaidFieldsProps) {
  const { dateOrder } = useCurrentUser().organization;
  const methods = paymentMethodsOf(currency, current).map((value) => ({
    value,
    label: PAYMENT_METHOD_LABELS[value],
  }));
  return (
    <>
      <DateField label="Payment date" order={dateOrder} {...field('paymentDate')} />
      <SelectField label="Payment method" options={methods} {...field('paymentMethod')} />
      <TextField label="Reference" optional {...field('reference')} />
    </>
  );
}
