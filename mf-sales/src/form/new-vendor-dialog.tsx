import { applyServerError, useForm, useFormDraft, valibotResolver } from '@paperplane/shared/forms';
import { useToast, type Draft } from '@paperplane/shared/platform';
import { FormDialog, PercentField, TextField } from '@paperplane/shared/ui';
import { useState } from 'react';
import type { VendorOption } from '../sale';
import { useAddVendorOptionMutation } from '../sale-form-api';
import type { KeptRecord, NewRecord } from './new-record';
import { vendorSchema, type CheckedVendor, type VendorTexts } from './record-schemas';

interface NewVendorDialogProps {
  record: Extract<NewRecord, { kind: 'vendor' }>;
  draft: Pick<Draft, 'keep' | 'flush' | 'discard'>;
  onCreated: (vendor: VendorOption) => void;
  onClose: () => void;
}

const FIELDS = ['name', 'defaultCommissionRate', 'email'] as const;

/** Adds a vendor from the sale form (admins only), which is chosen there at once and brings its rate along. */
export function NewVendorDialog({ record, draft, onCreated, onClose }: NewVendorDialogProps) {
  const [add] = useAddVendorOptionMutation();
  const toast = useToast();
  const [initial] = useState<VendorTexts>({
    name: 'typed' in record ? record.typed : '',
    defaultCommissionRate: '',
    email: '',
  });
  const form = useForm<VendorTexts, unknown, CheckedVendor>({
    defaultValues: initial,
    resolver: valibotResolver(vendorSchema),
    mode: 'onTouched',
  });
  const { register, handleSubmit, getValues, setError, formState } = form;
  const keep = (texts: VendorTexts) => draft.keep({ kind: 'vendor', texts } satisfies KeptRecord);
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
      const vendor = await add(input).unwrap();
      toast.success(`${vendor.name} is now a vendor`);
      onCreated(vendor);
    } catch (error) {
      applyServerError(error, FIELDS, setError);
    }
  });

  return (
    <FormDialog
      title="New vendor"
      subtitle="Added to your vendors, and chosen for this sale."
      submitLabel="Add vendor"
      failure={errors.root?.['server']?.message}
      failedTitle="Vendor not added"
      dirty={isDirty}
      busy={isSubmitting}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <div className="full">
        <TextField label="Name" autoComplete="off" error={errors.name?.message} {...register('name')} />
      </div>
      <PercentField
        label="Default commission rate"
        optional
        hint="A new sale starts with it."
        error={errors.defaultCommissionRate?.message}
        {...register('defaultCommissionRate')}
      />
      <TextField
        label="Email"
        type="email"
        optional
        autoComplete="off"
        error={errors.email?.message}
        {...register('email')}
      />
    </FormDialog>
  );
}
