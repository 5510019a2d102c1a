import { PAYMENT_METHOD_LABELS, PAYMENT_METHODS } from '@paperplane/shared/domain';
import { DateField, SelectField, TextField } from '@paperplane/shared/ui';
import type { ComponentProps } from 'react';
import type { HowPaidForm } from './payment-schema';

const METHODS = PAYMENT_METHODS.map((value) => ({ value, label: PAYMENT_METHOD_LABELS[value] }));

interface HowPaidFieldsProps {
  /** What the control of a field takes. */
  field: (name: keyof HowPaidForm) => Pick<ComponentProps<typeof TextField>, 'name' | 'error'> & object;
}

/** When, how and with which reference an agent was paid. */
export function HowPaidFields({ field }: HowPaidFieldsProps) {
  return (
    <>
      <DateField label="Payment date" {...field('paymentDate')} />
      <SelectField label="Payment method" options={METHODS} {...field('paymentMethod')} />
      <TextField label="Reference" optional {...field('reference')} />
    </>
  );
}
