import { displayName } from '@paperplane/shared/domain';
import { applyServerError, useForm, useFormDraft, valibotResolver } from '@paperplane/shared/forms';
import { useToast, type Draft } from '@paperplane/shared/platform';
import { FormDialog, TextField } from '@paperplane/shared/ui';
import { useState } from 'react';
import type { CustomerOption } from '../sale';
import { useAddCustomerOptionMutation } from '../sale-form-api';
import type { KeptRecord, NewRecord } from './new-record';
import { customerSchema, customerTexts, type CheckedCustomer, type CustomerTexts } from './record-schemas';

interface NewCustomerDialogProps {
  record: Exclude<NewRecord, { kind: 'vendor' }>;
  draft: Pick<Draft, 'keep' | 'flush' | 'discard'>;
  onCreated: (customer: CustomerOption) => void;
  onClose: () => void;
}

const FIELDS = ['firstName', 'lastName', 'email', 'phone'] as const;

/** Adds a customer from the sale form, who is chosen there at once. */
export function NewCustomerDialog({ record, draft, onCreated, onClose }: NewCustomerDialogProps) {
  const [add] = useAddCustomerOptionMutation();
  const toast = useToast();
  const { kind } = record;
  const [initial] = useState(() => customerTexts('typed' in record ? record.typed : ''));
  const form = useForm<CustomerTexts, unknown, CheckedCustomer>({
    defaultValues: initial,
    resolver: valibotResolver(customerSchema),
    mode: 'onTouched',
  });
  const { register, handleSubmit, getValues, setError, formState } = form;
  const keep = (texts: CustomerTexts) => draft.keep({ kind, texts } satisfies KeptRecord);
  useFormDraft(form, {
    blank: initial,
    restored: 'texts' in record ? record.texts : null,
    draft: { keep, discard: draft.discard },
  });
  const { errors, isDirty, isSubmitting } = formState;

  const save = handleSubmit(async (input) => {
    // Also what nobody has touched in here: it was typed into the search.
    keep(getValues());
    draft.flush();
    try {
      const customer = await add(input).unwrap();
      toast.success(`${displayName(customer)} is now a customer`);
      onCreated(customer);
    } catch (error) {
      applyServerError(error, FIELDS, setError);
    }
  });

  return (
    <FormDialog
      title={kind === 'traveler' ? 'New traveler' : 'New customer'}
      subtitle="Added to your customers, and chosen for this sale."
      submitLabel="Add customer"
      failure={errors.root?.['server']?.message}
      failedTitle="Customer not added"
      dirty={isDirty}
      busy={isSubmitting}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <TextField
        label="First name"
        autoComplete="off"
        error={errors.firstName?.message}
        {...register('firstName')}
      />
      <TextField
        label="Last name"
        autoComplete="off"
        error={errors.lastName?.message}
        {...register('lastName')}
      />
      <TextField
        label="Email"
        type="email"
        optional
        autoComplete="off"
        error={errors.email?.message}
        {...register('email')}
      />
      <TextField
        label="Phone"
        type="tel"
        optional
        autoComplete="off"
        error={errors.phone?.message}
        {...register('phone')}
      />
    </FormDialog>
  );
}
