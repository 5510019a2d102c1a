import { displayName } from '@paperplane/shared/domain';
import { useToast, type Draft } from '@paperplane/shared/platform';
import { useDialogForm } from '@paperplane/shared/records';
import { FormDialog, TextField } from '@paperplane/shared/ui';
import { useState } from 'react';
import type { CustomerOption } from '../sale';
import { useAddCustomerOptionMutation } from '../sale-form-api';
import { keeperOf, type NewRecord } from './new-record';
import { customerSchema, customerTexts, type CheckedCustomer, type CustomerTexts } from './record-schemas';

interface NewCustomerDialogProps {
  record: Exclude<NewRecord, { kind: 'vendor' }>;
  draft: Omit<Draft, 'read' | 'open'>;
  onCreated: (customer: CustomerOption) => void;
  onClose: () => void;
}

const FIELDS = ['firstName', 'lastName', 'email', 'phone'] as const;

/** Adds a customer from the sale form, who is chosen there at once. */
export function NewCustomerDialog({ record, draft, onCreated, onClose }: NewCustomerDialogProps) {
  const [add] = useAddCustomerOptionMutation();
  const toast = useToast();
  const { kind } = record;
  const [blank] = useState(() => customerTexts('typed' in record ? record.typed : ''));
  const { field, dialog } = useDialogForm<CustomerTexts, CheckedCustomer>({
    schema: customerSchema,
    blank,
    fields: FIELDS,
    restored: 'texts' in record ? record.texts : null,
    draft: keeperOf(draft, (texts) => ({ kind, texts })),
    save: async (input, send) => {
      const customer = await send((requestKey) => add({ input, requestKey }).unwrap());
      toast.success(`${displayName(customer)} is now a customer`);
      onCreated(customer);
    },
  });

  return (
    <FormDialog
      title={kind === 'traveler' ? 'New traveler' : 'New customer'}
      subtitle="Added to your customers, and chosen for this sale."
      submitLabel="Add customer"
      failedTitle="Customer not added"
      {...dialog}
      onClose={onClose}
    >
      <TextField label="First name" autoComplete="off" {...field('firstName')} />
      <TextField label="Last name" autoComplete="off" {...field('lastName')} />
      <TextField label="Email" type="email" optional autoComplete="off" {...field('email')} />
      <TextField label="Phone" type="tel" optional autoComplete="off" {...field('phone')} />
    </FormDialog>
  );
}
